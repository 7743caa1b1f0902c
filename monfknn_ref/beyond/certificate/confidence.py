"""The interval in which a share lies, from how often something happened in so many independent trials.

Clopper and Pearson's interval: it never claims more confidence than it has, whatever the share.
"""

from __future__ import annotations

import math
from collections.abc import Callable


def share_interval(happened: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """The interval for the share, with half of the doubt below it and half above.

    >>> [round(bound, 4) for bound in share_interval(3, 100)]
    [0.0062, 0.0852]
    >>> [round(bound, 4) for bound in share_interval(0, 1000)]
    [0.0, 0.0037]
    """
    if trials == 0:
        return 0.0, 1.0
    tail = (1 - confidence) / 2
    low = solved(lambda p: 1 - at_most(happened - 1, trials, p), tail) if happened > 0 else 0.0
    high = solved(lambda p: 1 - at_most(happened, trials, p), 1 - tail) if happened < trials else 1.0
    return low, high


def solved(rising: Callable[[float], float], wanted: float) -> float:
    """Where a rising function of a share reaches a value."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < wanted else (low, middle)
    return (low + high) / 2


def at_most(happened: int, trials: int, share: float) -> float:
    """The chance that something of this share happens at most so often.

    >>> round(at_most(1, 3, 0.5), 10)
    0.5
    """
    if happened < 0:
        return 0.0
    if share in (0.0, 1.0):
        return 1.0 if share == 0.0 or happened >= trials else 0.0
    logs = [
        math.lgamma(trials + 1)
        - math.lgamma(i + 1)
        - math.lgamma(trials - i + 1)
        + i * math.log(share)
        + (trials - i) * math.log1p(-share)
        for i in range(happened + 1)
    ]
    return min(1.0, math.fsum(map(math.exp, logs)))
