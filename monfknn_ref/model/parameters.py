"""The parameters of MonFkNN: which values are accepted, and how the algorithms get them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from monfknn_ref.arithmetic import ARITHMETICS, Scalar
from monfknn_ref.model.checks import GivenRow, Label, check_positive, check_share, check_whole
from monfknn_ref.paper.neighbors import TYPES_OF_RANGE
from monfknn_ref.readings import PAPER, Reading, check_reading, check_tie
from monfknn_ref.readings.errors import check_choice


@dataclass(frozen=True)
class Parameters:
    """The parameters of MonFkNN as a caller gave them; creating this object checks them.

    >>> Parameters(k=0)
    Traceback (most recent call last):
    ValueError: k must be a whole number of at least 1, got 0
    """

    k: int = 5
    K: int = 9
    RCr: Any = 0.5
    typeRange: str = "inRange"
    pOR: Any = 0.5
    m: Any = 2
    reading: Reading = PAPER
    tie: Any = None
    directions: Any = None

    def __post_init__(self) -> None:
        check_whole("k", self.k, 1)
        check_whole("K", self.K, 1)
        check_share("RCr", self.RCr)
        check_choice("typeRange", self.typeRange, TYPES_OF_RANGE)
        check_share("pOR", self.pOR)
        check_positive("m", self.m)
        check_tie(self.tie, check_reading(self.reading))
        check_influence(self.m, self.reading)

    @classmethod
    def of(cls, model: Any) -> Parameters:
        """Those of a model, which may have others of its own.

        >>> from types import SimpleNamespace
        >>> Parameters.of(SimpleNamespace(**vars(Parameters(K=3)), n_jobs=2)).K
        3
        """
        return cls(**{field.name: getattr(model, field.name) for field in fields(cls)})

    def scalar(self, name: str) -> Scalar:
        """RCr, pOR or m in the numbers of the reading.

        >>> Parameters(RCr=0.51).scalar("RCr")
        Fraction(51, 100)
        """
        return ARITHMETICS[self.reading.arithmetic].number(getattr(self, name))


@dataclass(frozen=True)
class FittedTo:
    """What a model was fitted to: the checked training data, and the parameters at that time."""

    X: list[GivenRow]
    y: list[Label]
    parameters: Parameters


def check_influence(m: Any, reading: Reading) -> Any:
    """m as it is; it is refused if the reading cannot make weights of it.

    >>> from monfknn_ref.readings import AUTHORS
    >>> check_influence(1, AUTHORS)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: m must not be 1 when weights is 'keller', because the exponent 2/(m-1) is then undefined ...
    """
    if m == 1 and reading.weights == "keller":
        raise ValueError(
            "m must not be 1 when weights is 'keller', because the exponent 2/(m-1) is then undefined (the "
            "authors' program takes 1.000001 instead; then hardly any weight fits into doubles, and it finds "
            f"no class), got {m!r}"
        )
    return m
