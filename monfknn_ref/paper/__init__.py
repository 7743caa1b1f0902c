"""The paper: Eq. 1 to 7 and Algorithms 1 to 3, in its order and in plain lists and loops.

    order        dominance, and classes in a range              Section 2.1
    ranges       Eq. 1, the range of valid classes              Section 2.2
    fknn         Eq. 2 and 3, Fuzzy k-NN                        Section 2.3
    medians      Eq. 4, from memberships to a class             Section 3.1
    memberships  Algorithm 1 with Eq. 5 and Eq. 6               Section 3.2
    neighbors    Algorithm 2                                    Section 3.2
    prediction   Algorithm 3 with Eq. 7                         Section 3.3

Nothing is checked or converted here. Rows hold the numbers of one arithmetic, classes are known by their
positions 0, ..., c - 1 in ascending order, and what the paper leaves open is asked of `rules`. The functions
with the same names in `monfknn_ref` take what a caller has, check it, and call these.
"""
