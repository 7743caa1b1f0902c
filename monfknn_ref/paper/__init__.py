"""The paper: Eq. 1 to 7 and Algorithms 1 to 3, in its order and in plain lists and loops.

    order        dominance, and classes in a range              Section 2.1
    ranges       Eq. 1, the range of valid classes              Section 2.2
    fknn         Eq. 2 and 3, Fuzzy k-NN                        Section 2.3
    medians      Eq. 4, from memberships to a class             Section 3.1
    memberships  Algorithm 1 with Eq. 5 and Eq. 6               Section 3.2
    neighbors    Algorithm 2                                    Section 3.2
    prediction   Algorithm 3 with Eq. 7                         Section 3.3

Nothing is checked or converted here. All rows hold numbers of one arithmetic, and a class is known by its
position 0, ..., c - 1 in ascending order. Where the paper leaves a point open, the code asks `rules`. The
functions of the same names in `monfknn_ref` check and convert what a caller gives them, and then call these.
"""
