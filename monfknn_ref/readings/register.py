"""The register: every point the paper leaves open, as data; and readings, one answer to every point.

The printed text does not settle every point, and the program its authors published settles some of them
differently from what is printed. Each such point has an entry here. The entry says where in the paper the
point is, what the options are, which option each of the two named readings takes, and why. A method of
`monfknn_ref.readings.rules.Rules` carries out each option.

Two readings have names. `PAPER` is the printed text, completed so that every result is defined, repeatable
and exact. `AUTHORS` is what the program of the paper's authors does, and what their tables show. Any other
combination of answers is a `Reading` too:

>>> from dataclasses import replace
>>> replace(PAPER, weights="keller")
Reading(weights='keller')
>>> Reading(median_gap="mean")
Traceback (most recent call last):
ValueError: median_gap must be 'lower' or 'upper' or 'coin', got 'mean'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

from monfknn_ref.readings.errors import check_choice, shown


@dataclass(frozen=True)
class OpenPoint:
    """One point the paper leaves open: where it is, its options, which reading takes which, and why."""

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
        "The paper prints the distance with the exponent m - 1. The method it builds on uses 2 / (m - 1).",
        {
            "printed": "1 / d^(m-1): for m = 2 the weight is 1 / d",
            "keller": "1 / d^(2/(m-1)): for m = 2 the weight is 1 / d^2; m = 1 is refused",
        },
        "printed",
        "keller",
        "The text says that with m = 2 contributions are reciprocal to the distances, which is the printed "
        "form.",
    ),
    _point(
        "coincident",
        "Eq. 2, Eq. 7",
        "A training row equal to the query has distance 0, and its weight divides by 0.",
        {
            "limit": "the limit of the equation as the distance goes to 0: the row equal to the query "
            "decides alone",
            "excluded": "a row at distance 0 is never a neighbor; it still bounds the range",
        },
        "limit",
        "excluded",
        "Only the limit keeps the memberships continuous when a query moves onto a training row.",
    ),
    _point(
        "leave-one-out",
        "Alg. 1 lines 17 and 19",
        "The paper does not say whether a training row bounds its own range and is its own neighbor.",
        {
            "yes": "the row is left out of its own range and its own neighbors",
            "no": "the row counts for itself like any other",
        },
        "yes",
        "yes",
        "A row that bounds its own range always finds its own class valid, so noise would never be noticed.",
    ),
    _point(
        "open-bound",
        "Eq. 1",
        "When no row lies below x, or none above, Eq. 1 takes the maximum or minimum of an empty set.",
        {
            "all-classes": "the lowest or the highest class of Y",
            "present-classes": "the lowest or the highest class that some training row has",
            "highest-in-training": "the lowest class of Y, or the highest class among the given training "
            "labels; crossed ranges end at that class too",
        },
        "all-classes",
        "highest-in-training",
        "Where no row forbids a class, every class is valid. The authors' program differs: its highest class "
        "is the highest label it is trained on.",
    ),
    _point(
        "crossed-range",
        "Eq. 1",
        "Rows that violate monotonicity can give y_min > y_max. Then no class is valid.",
        {
            "all-classes": "every class of Y is valid",
            "swapped": "the two bounds change places",
        },
        "all-classes",
        "all-classes",
        "Bounds that contradict each other carry no information. The authors' program ignores them too.",
    ),
    _point(
        "duplicated",
        "Alg. 1 lines 4 and 16",
        "The paper does not define when a row is duplicated: whether equal attributes are enough, or the "
        "classes must differ as well.",
        {
            "equal": "another row has the same attributes",
            "conflicting": "another row has the same attributes and another class",
        },
        "equal",
        "conflicting",
        "Algorithm 1 asks whether the row x_i is duplicated in D, and Eq. 5 compares attributes only.",
    ),
    _point(
        "fewer-than-k",
        "Eq. 6",
        "When fewer than k rows are in range, it is open what k means in the share nn_l / k.",
        {
            "found": "k is the number of neighbors found",
            "own-class": "k stays as given; each missing neighbor counts for the row's own class",
        },
        "found",
        "found",
        "The text under Eq. 6 calls k the total number of neighbors extracted for the instance.",
    ),
    _point(
        "no-neighbor",
        "Alg. 1 line 21, Alg. 3 line 14",
        "Eq. 6 has no value when no other row is in range. Eq. 7 has none when there is no neighbor or every "
        "penalty is 0.",
        {
            "uniform": "Eq. 6: the row keeps its own class; Eq. 7: every class of the valid range has the "
            "same membership",
            "drawn": "one class of the range, drawn at random, gets 1.1, and each of its other classes gets "
            "1 - 0.1/(n-1), where n counts the classes of the range; the values are normalized, and Eq. 6 "
            "takes them as the shares of the neighbors",
        },
        "uniform",
        "drawn",
        "Only the range is known here, and a repeatable answer must not depend on chance.",
    ),
    _point(
        "median-gap",
        "Eq. 4, Alg. 1 line 13, Alg. 3 lines 3 and 15",
        "A median range [l_m, l_M] stands for its middle class. When l_M - l_m is odd there are two middles, "
        "and the paper does not choose between them.",
        {
            "lower": "the lower of the two middles",
            "upper": "the upper of the two middles",
            "coin": "a coin toss decides for each median",
        },
        "lower",
        "coin",
        "The lower middle preserves first-degree stochastic dominance. A coin toss can break it. The lower "
        "middle errs low: with RCr = 1/2 and a quarter of the labels wrong, by 0.09 classes on average. "
        "The upper one errs as much the other way. A coin has no such bias.",
    ),
    _point(
        "rcr-one",
        "Alg. 1 lines 15 to 24, Alg. 3 line 3",
        "With RCr = 1, Eq. 6 leaves every membership as it is. The paper does not say whether its lines are "
        "then carried out.",
        {
            "as-written": "the lines are carried out",
            "skipped": "the lines are skipped, and the labels of line 13 are kept",
        },
        "as-written",
        "skipped",
        "The results are the same unless a coin decides the medians.",
    ),
    _point(
        "neighbor-ties",
        "Alg. 2 lines 8 and 9",
        "When several rows are equally distant and not all of them fit, the order of D' decides which stay. "
        "The paper does not give that order.",
        {
            "earlier": "the row that comes first in D', whose rows stand in the order of first appearance",
            "later": "the row that comes last in D'",
        },
        "earlier",
        "earlier",
        "Line 9 replaces a row only for a strictly smaller distance, so the earlier row stays.",
    ),
    _point(
        "arithmetic",
        "everywhere",
        "The paper does not say how numbers are represented and compared.",
        {
            "exact": "every comparison is decided without rounding",
            "doubles": "double precision, sums from left to right, distances compared after the square root",
        },
        "exact",
        "doubles",
        "Equations do not round. With rounding, some medians are missed where the membership is split into "
        "two equal halves.",
    ),
)


@dataclass(frozen=True)
class Reading:
    """One answer to every open point of the register; the defaults are those of `PAPER`."""

    weights: str = "printed"
    coincident: str = "limit"
    leave_one_out: str = "yes"
    open_bound: str = "all-classes"
    crossed_range: str = "all-classes"
    duplicated: str = "equal"
    fewer_than_k: str = "found"
    no_neighbor: str = "uniform"
    median_gap: str = "lower"
    rcr_one: str = "as-written"
    neighbor_ties: str = "earlier"
    arithmetic: str = "exact"

    def __post_init__(self) -> None:
        for point in REGISTER:
            check_choice(point.field, getattr(self, point.field), point.options)

    def __repr__(self) -> str:
        if self == PAPER:
            return "PAPER"
        if self == AUTHORS:
            return "AUTHORS"
        changed = [
            f"{field.name}={getattr(self, field.name)!r}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        ]
        return f"Reading({', '.join(changed)})"


PAPER = Reading(
    weights="printed",
    coincident="limit",
    leave_one_out="yes",
    open_bound="all-classes",
    crossed_range="all-classes",
    duplicated="equal",
    fewer_than_k="found",
    no_neighbor="uniform",
    median_gap="lower",
    rcr_one="as-written",
    neighbor_ties="earlier",
    arithmetic="exact",
)
"""The printed text, completed where it leaves a point open."""

AUTHORS = Reading(
    weights="keller",
    coincident="excluded",
    leave_one_out="yes",
    open_bound="highest-in-training",
    crossed_range="all-classes",
    duplicated="conflicting",
    fewer_than_k="found",
    no_neighbor="drawn",
    median_gap="coin",
    rcr_one="skipped",
    neighbor_ties="earlier",
    arithmetic="doubles",
)
"""What the authors' program does."""

READINGS = {"paper": PAPER, "authors": AUTHORS}
"""The named readings, under the names that commands and files use."""


def check_reading(reading: object) -> Reading:
    """The reading as it is; anything that is not a Reading is refused."""
    if not isinstance(reading, Reading):
        raise TypeError(f"reading must be PAPER, AUTHORS or another Reading, got {shown(reading)}")
    return reading
