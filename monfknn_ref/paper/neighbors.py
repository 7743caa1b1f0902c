"""Section 3.2, Algorithm 2: the nearest neighbors of x, among all rows or among those of a valid class.

Symbols: x the row looked at, r its range of valid classes, D the rows with classes y, nn the neighbors.
"""

from __future__ import annotations

from monfknn_ref.arithmetic import Row
from monfknn_ref.paper.order import Classes, Range, Rows, in_range
from monfknn_ref.readings.rules import Candidate, Rules

TYPES_OF_RANGE = ("inRange", "outRange")


# fmt: off
# --8<-- [start:neighbors_as_mknn]
def neighbors_as_mknn(x: Row, r: Range, k: int, typeRange: str, D: Rows, y: Classes,                # Alg 2.1
                      rules: Rules, itself: int | None = None) -> list[int]:
    """Algorithm 2: the positions in D of the k nearest rows, nearest first.

    `itself` is the position of x in D if x is one of the training rows.

    >>> D, y = [(0, 0), (1, 0), (0, 2), (3, 0)], [0, 1, 1, 0]
    >>> neighbors_as_mknn((0, 0), (1, 1), 2, "inRange", D, y, Rules())
    [1, 2]
    >>> neighbors_as_mknn((0, 0), (1, 1), 2, "outRange", D, y, Rules())
    [0, 1]
    """
    nn: list[Candidate] = []                                                                        # Alg 2.2
    for x_i in rules.candidates(x, D, itself):                                                      # Alg 2.3
        if typeRange == "outRange" or in_range(y[x_i.row], r):                                      # Alg 2.4
            if len(nn) < k:                                                                         # Alg 2.5
                nn.append(x_i)                                                                      # Alg 2.6
            else:                                                                                   # Alg 2.7
                x_max = max(nn)  # the farthest; of equally far ones, the one to replace            # Alg 2.8
                if x_i < x_max:                                                                     # Alg 2.9
                    nn[nn.index(x_max)] = x_i                                                       # Alg 2.10
    return [x_j.row for x_j in sorted(nn)]                                                          # Alg 2.15
# --8<-- [end:neighbors_as_mknn]
# fmt: on
