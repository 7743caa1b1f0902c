"""The critical-difference diagram: mean ranks on a line, and bars over methods that cannot be told apart.

Two methods differ by Nemenyi's test if their mean ranks lie farther apart than the critical difference. All
pairs are compared, so it is larger than what a comparison with one control needs; the methods that Holm's
procedure tells from the control are marked as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from monfknn_ref.drawing import WIDE, Canvas, Layout, ink
from monfknn_ref.evaluation.rank_tests import Friedman, holm
from monfknn_ref.model.checks import check_share, check_whole

CONTROL_MARK = "*"


def critical_difference(methods: int, rows: int, alpha: float = 0.05) -> float:
    """How far apart two of the mean ranks must lie for Nemenyi's test to reject at alpha.

    >>> round(critical_difference(8, 12), 3), round(critical_difference(3, 30), 3)
    (3.031, 0.605)
    """
    check_whole("methods", methods, 2)
    check_whole("rows", rows, 1)
    check_share("alpha", alpha)
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie between 0 and 1, got {alpha!r}")
    return studentized_range(methods, alpha) / math.sqrt(2) * math.sqrt(methods * (methods + 1) / (6 * rows))


def studentized_range(count: int, alpha: float) -> float:
    """The value that the range of so many standard normal variables exceeds with probability alpha."""
    low, high = 0.0, 20.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        if range_probability(middle, count) < 1 - alpha:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def range_probability(width: float, count: int) -> float:
    """The probability that standard normal variables all lie within such a width of each other.

    It is the integral of count φ(x) (Φ(x + width) - Φ(x))^(count - 1), by Simpson's rule.
    """
    steps, start, end = 800, -9.0, 9.0
    size = (end - start) / steps
    total = 0.0
    for i in range(steps + 1):
        x = start + i * size
        density = math.exp(-x * x / 2) / math.sqrt(2 * math.pi)
        inside = (math.erf((x + width) / math.sqrt(2)) - math.erf(x / math.sqrt(2))) / 2
        total += (1 if i in (0, steps) else 4 if i % 2 else 2) * density * inside ** (count - 1)
    return count * total * size / 3


def groups_within(ranks: Sequence[float], distance: float) -> list[tuple[int, int]]:
    """The largest groups of sorted ranks that span at most the distance, by their first and last position.

    >>> groups_within([1.0, 2.0, 4.5, 5.0], 3.0)
    [(0, 1), (1, 3)]
    """
    groups: list[tuple[int, int]] = []
    for first in range(len(ranks)):
        last = max(i for i in range(len(ranks)) if ranks[i] - ranks[first] <= distance)
        if last > first and (not groups or last > groups[-1][1]):
            groups.append((first, last))
    return groups


def rank_text(rank: Fraction) -> str:
    """A mean rank with two decimals, as the paper rounds it.

    >>> rank_text(Fraction(49, 8))
    '6.13'
    """
    return f"{math.floor(100 * rank + Fraction(1, 2)) / 100:.2f}"


def draw_mean_ranks(
    canvas: Canvas, test: Friedman, top: float, layout: Layout = WIDE, alpha: float = 0.05
) -> float:
    """Draw the diagram below `top`, and return where it ends.

    The best ranks stand on the left, or above where there is little room. A star follows the methods that
    Holm's procedure tells from the control.
    """
    count = len(test.names)
    others = {name: p for i, (name, p) in enumerate(zip(test.names, test.p_values)) if i != test.control}
    found = holm(list(others.values()), alpha, list(others))
    told = {name for name, rejected in zip(found.names, found.rejected) if rejected}
    order = sorted(range(count), key=lambda i: test.mean_ranks[i])
    ranks = [float(test.mean_ranks[i]) for i in order]
    distance = critical_difference(count, test.rows, alpha)
    wide = layout.width >= WIDE.width
    left, right = (150.0, layout.width - 150) if wide else (126.0, layout.width - 12)

    def place(rank: float) -> float:
        return left + (rank - 1) / (count - 1) * (right - left)

    ruler, axis = top + 8, top + 46
    canvas.line(place(1), ruler, place(1 + distance), ruler, stroke_width=2)
    for end in (1.0, 1 + distance):
        canvas.line(place(end), ruler - 4, place(end), ruler + 4, stroke_width=2)
    canvas.text(place(1 + distance) + 8, ruler + 4, f"CD = {distance:.2f}")
    canvas.line(left, axis, right, axis)
    for number in range(1, count + 1):
        canvas.line(place(number), axis - 5, place(number), axis)
        canvas.text(place(number), axis - 9, str(number), "middle")

    groups = groups_within(ranks, distance)
    for level, (first, last) in enumerate(groups):
        y = axis + 9 + 8 * level
        canvas.line(
            place(ranks[first]) - 3, y, place(ranks[last]) + 3, y, stroke=ink("line-2"), stroke_width=4
        )
    below = axis + 22 + 8 * len(groups)
    half = (count + 1) // 2 if wide else count  # names stand on both sides, or one below the other
    for i, (position, rank) in enumerate(zip(order, ranks)):
        name = str(test.names[position])
        words = f"{name}{CONTROL_MARK if test.names[position] in told else ''}"
        row = i if i < half else count - 1 - i
        y = below + 20 * row
        x = place(rank)
        on_left = i < half
        edge = left - 8 if on_left else right + 8
        canvas.polyline([(x, axis), (x, y), (edge, y)], stroke_opacity=0.7)
        canvas.circle(x, axis, 3.5, fill=ink("line-1"))
        shown = rank_text(test.mean_ranks[position])
        text = f"{words} {shown}" if on_left else f"{shown} {words}"
        canvas.text(edge + (-4 if on_left else 4), y + 4, text, "end" if on_left else "start")
    return below + 20 * (half - 1) + 14
