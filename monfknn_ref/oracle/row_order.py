"""The order in which an implementation shows its training rows, when it does not show the rows themselves.

Any order is allowed, provided that what is shown fits the rows in that order.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from monfknn_ref.model.checks import GivenRow

Shown = Sequence[tuple[Any, ...]]
"""For each row, or for each place in the output, one value for each stage that is shown."""


def order_of_rows(
    rows: Sequence[GivenRow],
    given: Shown,
    wanted: Shown,
    alike: Callable[[Any, Any], bool],
    may_be: Callable[[int, int], bool] | None = None,
) -> list[int]:
    """For each row, the place at which it stands, such that what is given there fits the row.

    An order in which everything equals what is wanted is tried first, then one in which everything may be as
    it is. If nothing fits, the order of the rows themselves is taken.

    >>> rows, wanted = [(3,), (1,), (2,)], [("a",), ("b",), ("c",)]
    >>> same = lambda one, other: one == other
    >>> order_of_rows(rows, [("b",), ("c",), ("a",)], wanted, same)
    [2, 0, 1]
    >>> order_of_rows(rows, [("b",), ("x",), ("a",)], wanted, same)
    [0, 1, 2]
    """
    for order in likely_orders(rows, given, wanted):
        if all(alike(one, other) for i, p in enumerate(order) for one, other in zip(given[p], wanted[i])):
            return order
    found = None if may_be is None else matched(len(rows), may_be)
    return list(range(len(rows))) if found is None else found


def likely_orders(rows: Sequence[GivenRow], given: Shown, wanted: Shown) -> Iterator[list[int]]:
    """Orders worth trying: by appearance, ascending, descending, reversed, and by what is shown."""
    n = len(rows)
    yield list(range(n))
    if not given:
        return
    ascending = sorted(range(n), key=rows.__getitem__)
    for order in (ascending, ascending[::-1], list(range(n))[::-1]):
        place = [0] * n
        for p, i in enumerate(order):
            place[i] = p
        yield place
    places: dict[Any, list[int]] = defaultdict(list)
    for p in reversed(range(n)):
        places[rounded(given[p])].append(p)
    try:
        yield [places[rounded(values)].pop() for values in wanted]
    except IndexError:
        return


def rounded(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Labels as they are, and memberships as bins; no simple fraction lies on the edge of a bin."""
    return tuple(
        tuple(math.floor(float(u_l) * 1e7 + 0.2718281828) for u_l in value)
        if isinstance(value, (list, tuple))
        else value
        for value in values
    )


def matched(n: int, may_be: Callable[[int, int], bool]) -> list[int] | None:
    """An order that puts each of n rows at a place of its own where it may be; None if there is none.

    >>> matched(3, lambda i, p: (i, p) in {(0, 0), (0, 1), (1, 0), (2, 2)})
    [1, 0, 2]
    """
    options = [[i, *range(i), *range(i + 1, n)] for i in range(n)]
    options = [[p for p in places if may_be(i, p)] for i, places in enumerate(options)]
    row_at: dict[int, int] = {}

    def seat(i: int, tried: set[int]) -> bool:
        for p in options[i]:
            if p not in tried:
                tried.add(p)
                if p not in row_at or seat(row_at[p], tried):
                    row_at[p] = i
                    return True
        return False

    if not all(options) or not all(seat(i, set()) for i in range(n)):
        return None
    place = {i: p for p, i in row_at.items()}
    return [place[i] for i in range(n)]
