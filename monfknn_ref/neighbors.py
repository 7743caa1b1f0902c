"""Section 3.2, Algorithm 2: the nearest neighbors of x, all of them or only those of a valid class.

Symbols: x the row looked at, r its range of valid classes, D the rows with classes y, nn the neighbors.
"""

from __future__ import annotations

from typing import Any

from monfknn_ref.open_points import arithmetic, may_be_neighbor, place
from monfknn_ref.order import in_range, prepare
from monfknn_ref.readings import PAPER, Reading
from monfknn_ref.validation import check_choice, check_range, check_whole

__all__ = ["TYPES_OF_RANGE", "neighbors_as_mknn"]

TYPES_OF_RANGE = ("inRange", "outRange")


# --8<-- [start:neighbors_as_mknn]
def neighbors_as_mknn(  # Alg 2.1
    x: Any,
    r: tuple[int, int],
    k: int,
    typeRange: str,
    D: Any,
    y: Any,
    reading: Reading = PAPER,
    leave_out: int | None = None,
) -> list[int]:
    """Algorithm 2: the positions in D of the k nearest rows, nearest first.

    `leave_out` is the position of a row of D that does not count.

    >>> D, y = [(0, 0), (1, 0), (0, 2), (3, 0)], [0, 1, 1, 0]
    >>> neighbors_as_mknn((0, 0), (1, 1), 2, "inRange", D, y)
    [1, 2]
    >>> neighbors_as_mknn((0, 0), (1, 1), 2, "outRange", D, y)
    [0, 1]
    """
    x, D, y, _ = prepare(x, D, y, None, reading)
    r, k = check_range(r), check_whole("k", k, 1)
    check_choice("typeRange", typeRange, TYPES_OF_RANGE)
    distance = arithmetic(reading).distance
    nn: list[tuple[Any, int]] = []                                              # Alg 2.2
    for i, x_i in enumerate(D):                                                 # Alg 2.3
        if typeRange == "outRange" or in_range(y[i], r):                        # Alg 2.4
            candidate = (distance(x, x_i), place(i, reading))  # pairs compare by distance, then by place
            if i == leave_out or not may_be_neighbor(candidate[0], reading):
                continue
            if len(nn) < k:                                                     # Alg 2.5
                nn.append(candidate)                                            # Alg 2.6
            else:                                                               # Alg 2.7
                x_max = max(nn)                                                 # Alg 2.8
                if candidate < x_max:                                           # Alg 2.9
                    nn[nn.index(x_max)] = candidate                             # Alg 2.10
    return [abs(i) for _, i in sorted(nn)]                                      # Alg 2.15
# --8<-- [end:neighbors_as_mknn]
