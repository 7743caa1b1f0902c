"""Which sentences speak of noise, and which state no result."""

from __future__ import annotations

from collections.abc import Mapping

NOISE = (
    ("Abstract", "1.6", "MonFkNN does better than MkNN with much class noise"),
    ("Section 1", "10.5", "MonFkNN does much better than MkNN with much class noise"),
    ("Section 5.4", "4.3", "Class noise makes the training sets less monotonic"),
    ("Section 5.4", "4.4", "The NMI of the training sets grows in proportion to the noise"),
    ("Section 5.4", "5.2", "Noise makes both methods worse in all three measures"),
    ("Section 5.4", "5.3", "The two methods differ much"),
    ("Section 5.4", "6.1", "PM is better than MkNN under noise in every measure"),
    ("Section 5.4", "6.2", "PM's curve lies on the better side of MkNN's at every level, in each measure"),
    ("Section 5.4", "6.3", "The distance is large, but for NMI at low noise"),
    ("Section 5.4", "6.4", "The distance grows with the noise"),
    ("Section 5.4", "7.1", "PM declines steadily or more slowly, MkNN ever faster"),
    ("Section 5.4", "7.2", "From 25 % of noise on MkNN declines faster, above all in NMI"),
    ("Section 5.4", "7.3", "From there on PM's NMI rises more slowly"),
    ("Section 5.4", "7.4", "So PM is robust to monotonic violations"),
    ("Section 5.4", "9.1", "The surfaces differ in the number of wrong rows"),
    ("Section 5.4", "9.2", "PM gets far fewer rows wrong than MkNN"),
    ("Section 5.4", "9.3", "PM keeps the regions of the classes, MkNN nearly loses some"),
    ("Section 5.4", "9.4", "MkNN shrinks the regions of two low classes"),
    ("Section 5.4", "10.1", "PM keeps the boundaries and does well in all three measures"),
    ("Section 5.4", "10.2", "This is due to all parts, and mainly to the memberships of training rows"),
    ("Section 6", "2.3", "MonFkNN withstands much noise"),
)
"""The sentences about noise, for which the paper prints curves and no numbers: only a run can decide them."""

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
