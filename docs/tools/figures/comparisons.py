"""The figures that compare the methods: mean ranks, sizes of differences, and the Bayesian sign tests.

Each is drawn from the printed tables and from tables of our means.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

from monfknn_ref.drawing.canvas import WIDE, Canvas, Layout, draw_legend, draw_shape, flow, ink, wrapped
from monfknn_ref.drawing.charts import Axis
from monfknn_ref.evaluation.bayesian_sign import BayesianSign, bayesian_sign_test
from monfknn_ref.evaluation.effect_sizes import (
    PairedEffect,
    critical_difference,
    groups_within,
    paired_effect,
)
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.rank_tests import Friedman, holm
from monfknn_ref.evaluation.triangle import Triangle, draw_samples, draw_swatch
from monfknn_ref.reproduction.sentences.checks import DRAWN, PM, Tables
from tools import stored

SAMPLES = 10_000
"""Of each posterior; enough for the pictures, and for probabilities to within one percent."""
CONTROL_MARK = "*"
WORDS = {"print": "the printed tables", "runs": "our runs"}


# --- Mean ranks -------------------------------------------------------------------------------------------


def draw_ranks(measure: str, layout: Layout = WIDE) -> Canvas:
    """The critical-difference diagrams of a measure, from the printed table and from ours."""
    tables = stored.compared()
    title = f"Mean ranks in {MEASURES[measure].title}, with the critical difference"
    described = []
    for source, of in tables.items():
        test = of.ranks[measure]
        ranks = sorted(zip(test.mean_ranks, map(str, test.names)))
        words = ", ".join(f"{name} {float(rank):.2f}" for rank, name in ranks)
        described.append(f"{WORDS[source]}: {words}")
    canvas = Canvas(layout.width, 0, title, "Best first. " + "; ".join(described) + ".")
    y = canvas.lines(12, 22, wrapped(title, layout.width - 24, 14), font_size=14, font_weight="bold") + 8
    for source, of in tables.items():
        canvas.text(12, y, f"From {WORDS[source]}", font_weight="bold")
        y = draw_mean_ranks(canvas, of.ranks[measure], y + 16, layout) + 18
    note = "CD: critical difference (Nemenyi, 0.05). Thick line: not told apart. "
    note += f"* told from {PM} by Holm's procedure (0.05)."
    canvas.height = canvas.lines(12, y, wrapped(note, layout.width - 24)) - 4
    return canvas


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


# --- Sizes of differences ---------------------------------------------------------------------------------


@cache
def effect(of: Tables, measure: str, method: str) -> PairedEffect:
    """How much better MonFkNN-PM is than a method."""
    table = of.state[measure]
    return paired_effect(table.column(PM), table.column(method), table.best)


def draw_effects(measure: str, layout: Layout = WIDE) -> Canvas:
    """For each method the differences to MonFkNN-PM on the data sets, their center and its interval."""
    tables = stored.compared()
    title = f"How much better {PM} is in {MEASURES[measure].title}"
    methods = [one for one in tables["print"].state[measure].methods if one != PM]
    effects = {(one, source): effect(of, measure, one) for one in methods for source, of in tables.items()}
    described = "; ".join(f"{one}, {WORDS[source]}: {found}" for (one, source), found in effects.items())
    canvas = Canvas(layout.width, 0, title, f"Typical difference with its interval. {described}.")
    left, right, gap = (100.0, layout.width - 24, 56.0)
    y = canvas.lines(12, 22, wrapped(title, layout.width - 24, 14), font_size=14, font_weight="bold")
    rope = float(MEASURES[measure].rope)
    ends = [float(end) for found in effects.values() for end in (found.low, found.high)]
    axis = Axis.around([*ends, -2 * rope, 2 * rope], left + 10, right - 10)
    top, bottom = y, y + gap * len(methods)
    canvas.rect(
        axis.place(-rope),
        top,
        axis.place(rope) - axis.place(-rope),
        bottom - top,
        fill=ink("box"),
        stroke="none",
    )
    for tick in axis.ticks():
        x = axis.place(tick)
        canvas.line(x, top, x, bottom, stroke_opacity=0.18)
        canvas.line(x, bottom, x, bottom + 5)
        canvas.text(x, bottom + 19, f"{tick:+g}" if tick else "0", "middle")
    canvas.line(axis.place(0), top, axis.place(0), bottom)
    for i, method in enumerate(methods):
        middle = top + gap * (i + 0.5)
        canvas.text(left - 8, middle + 4, method, "end")
        for source, shift, color, shape in (
            ("print", -11, "line-1", "circle"),
            ("runs", 11, "line-2", "square"),
        ):
            draw_effect(canvas, axis, middle + shift, effects[method, source], color, shape)
    canvas.line(left, bottom, right, bottom)
    words = f"difference in {MEASURES[measure].title}, {PM} better to the right"
    for line in (lines := wrapped(words, right - left)):
        canvas.text((left + right) / 2, bottom + 38 + 16 * lines.index(line), line, "middle")
    bottom += 16 * (len(lines) - 1)
    keys = [
        ("printed", lambda c, x, y: draw_shape(c, "circle", x, y, 5, fill=ink("line-1"))),
        ("our runs", lambda c, x, y: draw_shape(c, "square", x, y, 5, fill=ink("line-2"))),
        (
            "a data set",
            lambda c, x, y: draw_shape(c, "circle", x, y, 2.5, fill="currentColor", fill_opacity=0.45),
        ),
        ("data sets outside", lambda c, x, y: c.text(x, y + 4, "2›", "middle")),
        ("too small to matter", ink("box")),
    ]
    canvas.height = draw_legend(canvas, 12, bottom + 60, keys, layout.width - 16) - 4
    return canvas


def draw_effect(canvas: Canvas, axis: Axis, y: float, found: PairedEffect, color: str, shape: str) -> None:
    """The differences as small dots, the interval as a line, the typical difference as a large mark."""
    places = [axis.place(float(difference)) for difference in found.differences]
    for x in places:
        if axis.start <= x <= axis.end:
            canvas.circle(x, y, 2.5, fill="currentColor", fill_opacity=0.45)
    if left := sum(x < axis.start for x in places):
        canvas.text(axis.start - 8, y + 4, f"‹{left}", "middle")
    if right := sum(x > axis.end for x in places):
        canvas.text(axis.end + 8, y + 4, f"{right}›", "middle")
    ends = (axis.place(float(found.low)), axis.place(float(found.high)))
    canvas.line(ends[0], y, ends[1], y, stroke=ink(color), stroke_width=2.5)
    for end in ends:
        canvas.line(end, y - 5, end, y + 5, stroke=ink(color), stroke_width=2.5)
    draw_shape(canvas, shape, axis.place(float(found.estimate)), y, 5, fill=ink(color))


# --- Bayesian sign tests ----------------------------------------------------------------------------------


@cache
def sign_test(of: Tables, measure: str, method: str) -> BayesianSign:
    """The test of MonFkNN-PM against a method, as the paper's tool makes it."""
    table = of.state[measure]
    columns = table.column(PM), table.column(method)
    return bayesian_sign_test(*columns, MEASURES[measure].rope, table.best, edges="none", samples=SAMPLES)


def draw_heat_maps(measure: str, source: str, layout: Layout = WIDE) -> Canvas:
    """The five heat maps of a measure."""
    of = stored.compared()[source]
    title = f"Bayesian sign tests of {PM} in {MEASURES[measure].title}, from {WORDS[source]}"
    tests = {method: sign_test(of, measure, method) for method in DRAWN}
    described = "; ".join(
        f"against {method}: {method} better {test.wins.left:.0%}, no difference {test.wins.rope:.0%}, "
        f"{PM} better {test.wins.right:.0%}"
        for method, test in tests.items()
    )
    canvas = Canvas(layout.width, 0, title, f"Probability that each region is the most likely. {described}.")
    y = canvas.lines(12, 22, wrapped(title, layout.width - 24, 14), font_size=14, font_weight="bold")
    width = (layout.width - 24) / (3 if layout.width >= WIDE.width else 2)
    side = width - 44
    height = side * 0.866 + 80
    places, bottom = flow([(width, height)] * len(tests), layout.width - 23, start=(12, y))
    for (left, top), (method, test) in zip(places, tests.items()):
        triangle = Triangle(left + 22, top + 44, side)
        canvas.text(left + width / 2, top + 14, f"against {method}", "middle", font_weight="bold")
        canvas.text(left + width / 2, top + 34, f"rope {test.wins.rope:.0%}", "middle")
        draw_samples(canvas, test, triangle, 16)
        below = triangle.top + triangle.height + 16
        canvas.text(left + 8, below, f"{method} {test.wins.left:.0%}")
        canvas.text(left + width - 8, below, f"PM {test.wins.right:.0%}", "end")
    keys = [
        (f"{share:.0%}", lambda c, x, y, share=share: draw_swatch(c, x, y, share))
        for share in (0.02, 0.25, 1)
    ]
    canvas.text(12, bottom + 12, "samples, of the fullest cell:")
    canvas.height = draw_legend(canvas, 12, bottom + 32, keys, layout.width - 16) - 4
    return canvas
