"""The register: every point the paper leaves open, as data.

The printed text does not settle every point, and the program its authors published settles some of them
differently from what is printed. Each such point is an entry here: where in the paper it is, what the
options are, and which of them the two named readings take and why. What an option does is a method of
`monfknn_ref.readings.rules.Rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["REGISTER", "OpenPoint"]


@dataclass(frozen=True)
class OpenPoint:
    """One point the paper leaves open: where, the options, which the two named readings take, and why."""

    id: str
    where: str
    text: str
    options: Mapping[str, str]
    paper: str
    authors: str
    why: str

    @property
    def field(self) -> str:
        """The name of its field in `Reading`."""
        return self.id.replace("-", "_")


def _point(
    id: str, where: str, text: str, options: dict[str, str], paper: str, authors: str, why: str
) -> OpenPoint:
    return OpenPoint(id, where, text, MappingProxyType(options), paper, authors, why)


REGISTER: tuple[OpenPoint, ...] = (
    _point(
        "weights",
        "Eq. 2, Eq. 7",
        "The distance is printed with the exponent m - 1. The method it is taken from has 2 / (m - 1).",
        {
            "printed": "1 / d^(m-1): for m = 2 the weight is 1 / d",
            "keller": "1 / d^(2/(m-1)): for m = 2 the weight is 1 / d^2; m = 1 is refused",
        },
        "printed",
        "keller",
        "With m = 2 the text has contributions reciprocal to the distances, which is the printed form.",
    ),
    _point(
        "coincident",
        "Eq. 2, Eq. 7",
        "A training row equal to the query has distance 0, and its weight divides by 0.",
        {
            "limit": "the limit of the equation as the distance goes to 0: coincident rows alone decide",
            "excluded": "rows at distance 0 are never neighbors; they still bound the range",
        },
        "limit",
        "excluded",
        "The limit is the only value that makes the memberships continuous in the query.",
    ),
    _point(
        "leave-one-out",
        "Alg. 1 lines 17 and 19",
        "Whether a training row bounds its own range and neighbors itself is not said.",
        {
            "yes": "the row is left out of its own range and its own neighbors",
            "no": "the row counts for itself like any other",
        },
        "yes",
        "yes",
        "A row that bounds its own range always finds its own class valid, and noise could never be noticed.",
    ),
    _point(
        "open-bound",
        "Eq. 1",
        "The maximum or minimum of an empty set, when no row lies below or above x.",
        {
            "all-classes": "the lowest or the highest class of Y",
            "present-classes": "the lowest or the highest class that some training row has",
            "highest-in-training": "the lowest class of Y, or the highest class among the training labels "
            "as given, which is then the highest of crossed ranges too",
        },
        "all-classes",
        "highest-in-training",
        "Where no row forbids a class, every class is valid. The authors' program counts its classes up to "
        "the highest label it is trained on.",
    ),
    _point(
        "crossed-range",
        "Eq. 1",
        "Rows that violate monotonicity can give y_min > y_max, and no class is valid.",
        {
            "all-classes": "every class of Y is valid",
            "swapped": "the two bounds change places",
        },
        "all-classes",
        "all-classes",
        "Contradictory bounds say nothing; so do the authors treat them.",
    ),
    _point(
        "duplicated",
        "Alg. 1 lines 4 and 16",
        "When a row is duplicated: equal attributes alone, or equal attributes with different classes.",
        {
            "equal": "another row has the same attributes",
            "conflicting": "another row has the same attributes and another class",
        },
        "equal",
        "conflicting",
        "The word is used of the row in D, and Eq. 5 compares attributes only.",
    ),
    _point(
        "fewer-than-k",
        "Eq. 6",
        "The share nn_l / k when fewer than k rows are in range.",
        {
            "found": "k is the number of neighbors found",
            "own-class": "k stays; each missing neighbor counts for the row's own class",
        },
        "found",
        "found",
        "The text under Eq. 6 calls k the total number of neighbors extracted for the instance.",
    ),
    _point(
        "no-neighbor",
        "Alg. 1 line 21, Alg. 3 line 14",
        "Eq. 6 when no other row is in range, and Eq. 7 when there is no neighbor or all penalties are 0.",
        {
            "uniform": "Eq. 6: the row keeps its own class; Eq. 7: every class of the valid range has the "
            "same membership",
            "drawn": "a random class of the range gets 1.1, each other class of it 1 - 0.1/(n-1), "
            "normalised; in Eq. 6 these are the shares of the neighbors",
        },
        "uniform",
        "drawn",
        "Nothing is known but the range; a repeatable answer must not depend on chance.",
    ),
    _point(
        "median-gap",
        "Eq. 4, Alg. 1 line 13, Alg. 3 lines 3 and 15",
        "Which class the median range [l_m, l_M] stands for. With l_M - l_m even it is the middle; with an "
        "odd gap there are two middles.",
        {
            "lower": "the lower of the two middles",
            "upper": "the upper of the two middles",
            "coin": "a coin toss for each median",
        },
        "lower",
        "coin",
        "The lower middle keeps first-degree stochastic dominance; a coin can break it.",
    ),
    _point(
        "rcr-one",
        "Alg. 1 lines 15 to 24, Alg. 3 line 3",
        "With RCr = 1, Eq. 6 leaves every membership as it is.",
        {
            "as-written": "the lines are carried out",
            "skipped": "the lines are skipped, and the labels of line 13 are kept",
        },
        "as-written",
        "skipped",
        "The results are the same unless medians are drawn by coin.",
    ),
    _point(
        "neighbor-ties",
        "Alg. 2 lines 8 and 9",
        "Which of several equally distant rows stays when not all of them fit. The order of D' decides.",
        {
            "earlier": "the row that comes first in D', which is in the order of first appearance",
            "later": "the row that comes last in D'",
        },
        "earlier",
        "earlier",
        "Line 9 replaces only for a strictly smaller distance, so the earlier row stays.",
    ),
    _point(
        "arithmetic",
        "everywhere",
        "How numbers are represented and compared.",
        {
            "exact": "every comparison is decided without rounding",
            "doubles": "double precision, sums from left to right, distances compared after the square root",
        },
        "exact",
        "doubles",
        "Equations have no rounding; with it, medians that share the membership half and half are missed.",
    ),
)
