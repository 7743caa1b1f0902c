"""Aiming: of the cases drawn, keep those whose answers change when the mistake is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from monfknn_ref.model.checks import Label
from monfknn_ref.oracle.cases import Case, Dice
from monfknn_ref.readings import PAPER, Reading

__all__ = ["aimed", "predictions", "read_with", "solved_with", "with_first_labels", "with_majority_labels"]

MANY_DRAWS = 1000
"""After this many draws without success, the mistake is taken to be one that the draws cannot show."""


def predictions(case: Case, reading: Reading = PAPER) -> list[Label]:
    """The predictions of the reference."""
    return list(case.fitted(reading).predict(case.query_table))


def read_with(**points: str) -> Callable[[Case], list[Label]]:
    """The predictions of the reference with some open points settled in another way."""
    reading = replace(PAPER, **points)
    return lambda case: predictions(case, reading)


def solved_with(**parameters: Any) -> Callable[[Case], list[Label]]:
    """The predictions of the reference with these values instead of the parameters of the case."""
    return lambda case: predictions(replace(case, **parameters))


def with_first_labels(case: Case) -> list[Label]:
    """The predictions when Alg. 3 line 3 is left out and the labels of Alg. 1 line 13 are kept."""
    model = case.fitted(PAPER)
    model.learned_ = replace(model.learned_, y=model.learned_.first_labels)
    return list(model.predict(case.query_table))


def with_majority_labels(case: Case) -> list[Label]:
    """The predictions when Alg. 3 line 3 takes the class with the largest membership, not the median."""
    model = case.fitted(PAPER)
    largest = [u.index(max(u)) for u in model.learned_.u]
    model.learned_ = replace(model.learned_, y=largest)
    return list(model.predict(case.query_table))


def aimed(
    dice: Dice, count: int, draw: Callable[[Dice], Case], wrong: Callable[[Case], list[Label]]
) -> Iterator[Case]:
    """`count` of the cases drawn, all of which have other answers when they are solved the wrong way.

    >>> one_row = Case(X=((1,),), y=(1,), classes=(1,), queries=((1,),))
    >>> next(aimed(Dice("1"), 1, lambda dice: one_row, predictions))
    Traceback (most recent call last):
    ValueError: none of 1000 cases drawn has other answers when it is solved the wrong way
    """
    for _ in range(count):
        for _ in range(MANY_DRAWS):
            case = draw(dice)
            if predictions(case) != wrong(case):
                yield case
                break
        else:
            raise ValueError(
                f"none of {MANY_DRAWS} cases drawn has other answers when it is solved the wrong way"
            )
