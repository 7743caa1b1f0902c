"""What the text of the paper says: every sentence with a result, in words of our own.

A sentence is named by its section and a number: "3.2" is the second sentence of the third paragraph. The
module of its section says what came of it.
"""

from __future__ import annotations

from collections.abc import Mapping


def _sentences(text: str) -> dict[tuple[str, str], str]:
    """Read the list below: the name of a section, and its sentences indented."""
    found: dict[tuple[str, str], str] = {}
    section = ""
    for line in text.strip().splitlines():
        if line.startswith(" "):
            number, claim = line.split(maxsplit=1)
            found[section, number] = claim
        else:
            section = line
    return found


CLAIMS: Mapping[tuple[str, str], str] = _sentences(
    """
Abstract
    1.5   MonFkNN is significantly more accurate and matches the best monotonicity
    1.6   MonFkNN does better than MkNN with much class noise
Section 1
    10.3  MonFkNN is more accurate than 7 methods and keeps the best monotonicity
    10.5  MonFkNN does much better than MkNN with much class noise
Section 3.2
    14.8  RCr = 0.5 is a good choice: stable, and it performs better
Section 3.3
    9.8   pOR = 0.5 is a good balance
Section 3.4
    3.1   The experiments show the differences between MonFkNN and FkNN
Section 4
    1.9   On average a third of all pairs of rows is comparable
Section 5.1
    1.4   Bold type marks the best result of each data set and measure
    2.1   PM and AM differ
    2.2   AM is more accurate on average, PM more monotonic
    2.3   AM has the lower MAE on average, by little
    3.1   AM is the most accurate of the three on more than half of the data sets
    3.2   PM has the better NMI than AM on 10 of 12 data sets, by much on windsorhousing and machineCPU
    3.3   MonFkNN improves on FkNN
    3.4   PM and AM are both better than FkNN on average in each measure
    3.5   PM is far more monotonic than FkNN
    3.6   FkNN is better on only 3 data sets in accuracy and in MAE
    3.7   FkNN is nowhere more monotonic than MonFkNN
    4.1   Wilcoxon's tests show the improvement over FkNN
    4.3   AM differs significantly from FkNN in accuracy and MAE at 0.1
    4.4   PM and AM differ significantly from FkNN in NMI, with very low p
    4.5   Overall MonFkNN is superior to FkNN
    5.1   The differences come from the algorithms
    5.2   Regard for the order explains the better MAE and NMI
    5.3   Care for noisy rows helps the accuracy
Section 5.2
    2.3   PM is more accurate than all others
    2.4   PM has the best average accuracy, by a wide margin
    2.5   PM is best on 5 data sets, balance among them
    2.6   PMDT is second in accuracy, and the only one that comes close
    2.7   PMDT is best on one data set only, bostonhousing4cl
    3.3   PM has the best mean rank in accuracy
    3.4   All but PMDT differ significantly from PM, and PMDT would at 0.1
    3.5   The distance between PM's and PMDT's ranks is large
    4.2   PMDT is the best of the decision trees
    5.1   The heat maps have most in the right region for all methods but PMDT
    5.2   OLM's heat map is the clearest, though OLM is not the least accurate
    5.3   MkNN and OSDL are equivalent to PM in a few cases
    5.4   MonMLP is more accurate on a few data sets, PM on most
    5.5   Most of PMDT's heat map lies in the rope
    5.6   It leans to the right, to PM
    5.7   Almost nothing speaks for PMDT
    6.3   PM has the lowest MAE on average and on 4 data sets
    6.4   Where another method is best, PM is near, as on LEV and wisconsin
    7.2   PM has the best mean rank in MAE and differs significantly from almost all
    7.3   PMDT does not differ significantly at 0.05, but does at 0.1
    7.4   PMDT's rank is farther from PM's in MAE than in accuracy, and its p smaller
    8.2   Most heat maps of MAE have most in the right region
    8.3   OLM's is the clearest, nearly all of it on the right
    8.4   MkNN and OSDL are nowhere better than PM by more than the rope
    8.5   PM is better than MonMLP, which is better in some cases
    8.6   PM and PMDT are equivalent in MAE
    8.7   Yet PM is better than PMDT on an important part of the data sets, and almost nowhere worse
Section 5.3
    1.3   The methods are close in NMI
    1.4   The decision trees are the least monotonic
    1.5   MID is the least monotonic of all, PMDT the most monotonic tree
    1.6   OLM and MonMLP are better than PMDT, but not near the best
    1.7   PM, MkNN and OSDL are alike
    1.8   PM and OSDL are best on average
    1.9   On artiset and wisconsin almost all methods are as good
    1.10  On the other data sets different methods are best
    2.2   PM has the best mean rank in NMI, barely
    2.3   OSDL, MkNN, MonMLP and OLM do not differ significantly from PM in NMI
    2.4   All decision trees differ significantly from PM in NMI
    2.5   PMDT, the best tree, is behind the best methods in NMI
    2.6   The trees are less monotonic because they are built greedily
    3.2   The heat maps of NMI say what the ranks say
    3.3   PM is superior to PMDT in NMI
    3.4   PM is better than OLM in NMI
    3.5   PM and OLM share the rope, and OLM has hardly anything on the left
    3.6   Against MkNN, OSDL and MonMLP all three regions have a large part
    3.7   Against MkNN and OSDL the distributions lean to the right, with the bulk in the rope
    3.8   So PM and these three are about equivalent in NMI
    4.1   PM is significantly better than almost all methods in accuracy and MAE
    4.2   PM is the most monotonic method, together with OSDL
    4.3   PM is better than PMDT, not significantly in accuracy and MAE, but by far in NMI
    4.4   So PM is the best method overall
    5.1   PM does well because it sacrifices none of the three aims
    5.2   Some methods, as OSDL, give up accuracy for monotonicity
    5.3   Examples are OSDL on artiset and bostonhousing4cl and MkNN on balance
    5.4   The trees, PMDT above all, are accurate but break monotonicity more often
    5.6   MonFkNN can be chosen to be more accurate or more monotonic
Section 5.4
    4.3   Class noise makes the training sets less monotonic
    4.4   The NMI of the training sets grows in proportion to the noise
    5.2   Noise makes both methods worse in all three measures
    5.3   The two methods differ much
    6.1   PM is better than MkNN under noise in every measure
    6.2   PM's curve lies on the better side of MkNN's at every level, in each measure
    6.3   The distance is large, but for NMI at low noise
    6.4   The distance grows with the noise
    7.1   PM declines steadily or more slowly, MkNN ever faster
    7.2   From 25 % of noise on MkNN declines faster, above all in NMI
    7.3   From there on PM's NMI rises more slowly
    7.4   So PM is robust to monotonic violations
    9.1   The surfaces differ in the number of wrong rows
    9.2   PM gets far fewer rows wrong than MkNN
    9.3   PM keeps the regions of the classes, MkNN nearly loses some
    9.4   MkNN shrinks the regions of two low classes
    10.1  PM keeps the boundaries and does well in all three measures
    10.2  This is due to all parts, and mainly to the memberships of training rows
Section 6
    2.1   PM stands out in monotonicity and AM in accuracy
    2.2   MonFkNN is significantly better than the others in accuracy and MAE and matches the best NMI
    2.3   MonFkNN withstands much noise
"""
)
"""By section and number."""

WITHOUT_RESULT: Mapping[str, str] = {
    "Abstract": "1.1 1.2 1.3 1.4",
    "Section 5": "1.1 1.2 1.4",
    "Section 5.1": "1.1 1.2 1.3 4.2 6.1",
    "Section 5.2": "1.1 1.2 1.3 1.4 2.1 2.2 3.1 3.2 4.1 4.3 6.1 6.2 7.1 8.1",
    "Section 5.3": "1.1 1.2 2.1 3.1 5.5 5.7",
    "Section 5.4": "1.1 1.2 1.3 2.1 2.2 2.3 2.4 2.5 2.6 3.1 3.2 3.3 4.1 4.2 5.1 8.1 8.2 8.3 8.4 8.5",
    "Section 6": "1.1 1.2 1.3 1.4 3.1 3.2 3.3 3.4 3.5",
}
"""The sentences of these sections that say what was done, what is shown or what is planned."""
