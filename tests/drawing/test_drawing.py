"""The SVG canvas: well-formed, repeatable, readable in either color scheme and without color."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monfknn_ref.drawing.canvas import (
    INKS,
    MARKERS,
    STYLES,
    Canvas,
    class_colors,
    draw_legend,
    draw_marker,
    draw_shape,
    flow,
    ink,
    ink_on,
    line_style,
    path_through,
    shade,
    text_width,
    wrapped,
)
from monfknn_ref.drawing.charts import Axis, Series, line_chart, nice_ticks

SVG = "{http://www.w3.org/2000/svg}"


def everything() -> Canvas:
    canvas = Canvas(100, 50, "All <primitives>", "One & every one")
    canvas.line(0, 0, 1, 1)
    canvas.rect(0, 0, 10, 5, fill=shade(0.3))
    canvas.circle(5, 5, Fraction(1, 3))  # type: ignore[arg-type]
    canvas.polygon([(0, 0), (1, 0), (0, 1)])
    canvas.polyline([(0, 0), (1 / 3, 2 / 3)])
    canvas.path("M 0 0 L 1 1", stroke="currentColor")
    with canvas.group(transform="translate(3 4)", font_size=9):
        canvas.text(1, 2, 'a < b & "c"', "middle")
    return canvas


def parse(canvas: Canvas) -> ElementTree.Element:
    return ElementTree.fromstring(canvas.svg())


def test_every_primitive_in_order_with_title_and_description_first() -> None:
    root = parse(everything())
    tags = [element.tag.removeprefix(SVG) for element in root]
    assert tags == ["title", "desc", "style", "line", "rect", "circle", "polygon", "polyline", "path", "g"]
    assert root.find(f"{SVG}title").text == "All <primitives>"  # type: ignore[union-attr]
    assert root.find(f"{SVG}desc").text == "One & every one"  # type: ignore[union-attr]
    assert root.get("role") == "img" and root.get("viewBox") == "0 0 100 50"
    text = root.find(f"{SVG}g/{SVG}text")
    assert text is not None and text.text == 'a < b & "c"'
    assert (text.get("text-anchor"), text.get("fill")) == ("middle", "currentColor")
    assert root.find(f"{SVG}circle").get("r") == "0.33"  # type: ignore[union-attr]
    assert root.find(f"{SVG}polyline").get("points") == "0,0 0.33,0.67"  # type: ignore[union-attr]


def test_the_same_input_gives_the_same_text_and_no_names_are_claimed(tmp_path: Path) -> None:
    assert everything().svg() == everything().svg()
    assert not re.search(r"\b(id|class)=", everything().svg())
    everything().save(tmp_path / "figure.svg")
    assert (tmp_path / "figure.svg").read_bytes() == everything().svg().encode()


def test_own_colors_only_for_a_figure_on_its_own() -> None:
    style = parse(everything()).find(f"{SVG}style")
    assert style is not None and style.text is not None
    light, dark = style.text.split("@media (prefers-color-scheme: dark)")
    for rules in (light, dark):
        assert re.findall(r"([\w:.]+) \{", rules) == ["svg:root"]


def lightness(color: str) -> float:
    """Relative luminance as the accessibility guidelines define it."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    low, high = sorted((lightness(first), lightness(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("count", range(1, 13))
def test_class_colors_grow_darker_in_even_steps(count: int) -> None:
    colors = class_colors(count)
    assert len(set(colors)) == count
    levels = [lightness(color) for color in colors]
    assert levels == sorted(levels, reverse=True)
    if count > 1:
        ratios = [contrast(a, b) for a, b in pairwise(colors)]
        assert min(ratios) > 1.05 and contrast(colors[0], colors[-1]) > 4.5


@pytest.mark.parametrize("count", range(1, 13))
def test_the_ink_on_every_class_color_is_readable(count: int) -> None:
    for color in class_colors(count):
        assert contrast(color, ink_on(color)) >= 4.5


def test_subscripts_are_lowered_and_what_follows_is_raised_again() -> None:
    canvas = Canvas(100, 20, "subscripts")
    canvas.text(0, 10, "y_{min} < a_b & y_{max}")
    text = parse(canvas).find(f"{SVG}text")
    assert text is not None and "".join(text.itertext()) == "ymin < a_b & ymax"
    assert [(part.text, part.get("dy")) for part in text] == [
        ("min", "3"),
        (" < a_b & y", "-3"),
        ("max", "3"),
    ]
    assert text_width("y_{min}") == text_width("ymin")


@given(
    st.lists(st.tuples(st.integers(1, 60), st.integers(1, 40)), min_size=1, max_size=9),
    st.integers(60, 200),
)
def test_boxes_flow_in_their_order_without_meeting_and_stay_in_their_room(
    sizes: list[tuple[int, int]], room: int
) -> None:
    corners, bottom = flow(sizes, room, gap=(3, 2), start=(5, 7))
    boxes = [(x, y, x + width, y + height) for (x, y), (width, height) in zip(corners, sizes)]
    assert corners[0] == (5, 7) and bottom == max(box[3] for box in boxes)
    assert all(left >= 5 and right <= 5 + room for left, _, right, _ in boxes)
    for one, other in pairwise(boxes):  # beside it, or at the start of the next line
        assert (one[1] == other[1] and other[0] == one[2] + 3) or (other[0] == 5 and other[1] >= one[3] + 2)


@given(st.lists(st.text("abc", min_size=1, max_size=9), min_size=1, max_size=20), st.integers(70, 300))
def test_wrapped_text_keeps_its_words_and_its_room(words: list[str], room: int) -> None:
    lines = wrapped(" ".join(words), room)
    assert " ".join(lines).split() == words
    assert all(text_width(line) <= room for line in lines)


def test_paths_and_shapes() -> None:
    assert path_through([(0, 0), (1.5, 2)]) == "M0,0 1.5,2"
    for shape in ("circle", *MARKERS):
        canvas = Canvas(10, 10, "shape")
        draw_shape(canvas, shape, 5, 5, fill="none")
        assert parse(canvas)[-1].get("fill") == "none"


def test_a_legend_of_anything_that_draws_itself() -> None:
    canvas = Canvas(100, 100, "legend")
    draw_legend(canvas, 0, 10, [("a dot", lambda canvas, x, y: canvas.circle(x, y, 2))])
    dot = parse(canvas).find(f"{SVG}circle")
    assert dot is not None and (dot.get("cx"), dot.get("cy")) == ("14", "10")


GROUNDS = {"light": ("#ffffff",), "dark": ("#1b1d21", "#1e2129")}
"""The pages of the site, and a figure that is opened alone."""


@pytest.mark.parametrize("name", [name for name in INKS if name != "background"])
def test_what_stands_on_a_page_shows_on_light_and_on_dark(name: str) -> None:
    """Text has a contrast of 4.5 at least, and so have lines; a box is quiet, and the text on it is readable."""
    for color, text, grounds in zip(INKS[name], INKS["color"], GROUNDS.values()):
        if name == "--box":
            assert contrast(color, text) >= 4.5
        else:
            assert min(contrast(color, ground) for ground in grounds) >= 4.5


def test_line_styles_differ_in_each_respect_and_show_on_both_pages() -> None:
    for part in ("color", "dash", "marker"):
        assert len({getattr(style, part) for style in STYLES}) == len(STYLES)
    for n, style in enumerate(STYLES, start=1):
        assert style.color == ink(f"line-{n}")
        canvas = Canvas(10, 10, "marker")
        draw_marker(canvas, style, 5, 5)
        assert (style.marker == "circle") != (style.marker in MARKERS)
        assert parse(canvas)[-1].get("fill") == style.color
    assert [line_style(i) for i in range(6)] == list(STYLES)
    assert len({line_style(i) for i in range(36)}) == 36


@given(st.integers(-1000, 1000), st.integers(1, 5000), st.integers(-4, 3), st.integers(2, 10))
def test_ticks_are_few_evenly_spaced_round_and_inside(low: int, span: int, power: int, count: int) -> None:
    scale = 10.0**power
    start, end = low * scale, (low + span) * scale
    ticks = nice_ticks(start, end, count)
    assert len(ticks) <= count + 1
    slack = 1e-9 * span * scale
    assert all(start - slack <= tick <= end + slack for tick in ticks)
    steps = {f"{b - a:.6e}" for a, b in pairwise(ticks)}
    assert len(steps) <= 1
    assert all(float(step.split("e")[0]) in (1, 2, 5) for step in steps)


def test_ticks_by_example() -> None:
    assert nice_ticks(0, 1) == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert nice_ticks(0.1, 0.3) == [0.1, 0.15, 0.2, 0.25, 0.3]
    assert nice_ticks(-50, 50) == [-40.0, -20.0, 0.0, 20.0, 40.0]


def test_axes() -> None:
    up = Axis(0, 10, 300, 100)
    assert [up.place(value) for value in (0, 5, 10)] == [300, 200, 100]
    log = Axis(1, 100, 0, 200, log=True)
    assert [log.place(value) for value in (1, 10, 100)] == [0, 100, 200]
    assert log.ticks() == [1, 2, 5, 10, 20, 50, 100]
    assert Axis(0.5, 20000, 0, 1, log=True).ticks() == [1, 10, 100, 1000, 10000]
    assert Axis.around([3, 1, 2], 0, 10) == Axis(1, 3, 0, 10)
    assert Axis.around([4], 0, 10) == Axis(3.5, 4.5, 0, 10)
    assert Axis.around([4], 0, 10, log=True) == Axis(2, 8, 0, 10, log=True)


def test_a_line_chart_draws_each_point_inside_its_frame() -> None:
    series = [
        Series("PM", [(0, 0.9), (10, 0.8), (20, 0.6)], errors=[0.01, 0, 0.02]),
        Series("MkNN", [(0, 0.9), (20, 0.4)]),
    ]
    root = parse(line_chart("Noise", series, "noise", "accuracy"))
    lines = root.findall(f"{SVG}polyline")
    assert [line.get("stroke") for line in lines] == [STYLES[0].color, STYLES[1].color] * 2  # chart, legend
    places = [pair.split(",") for line in lines[:2] for pair in line.get("points", "").split()]
    assert len(places) == 5
    assert all(64 < float(x) < 510 and 40 <= float(y) <= 312 for x, y in places)
    assert places[0] == places[3]
    bars = [line for line in root.findall(f"{SVG}line") if line.get("stroke") == STYLES[0].color]
    assert len(bars) == 2
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"Noise", "noise", "accuracy", "PM", "MkNN", "0.6", "10"} <= set(texts)
    assert root.find(f"{SVG}desc").text == "accuracy over noise"  # type: ignore[union-attr]


def test_logarithmic_charts_cut_error_bars_that_reach_zero() -> None:
    series = [Series("exact", [(10, 0.01), (1000, 2)], errors=[0.02, 0.5])]
    root = parse(line_chart("Time", series, "rows", "seconds", log_x=True, log_y=True))
    bars = [line for line in root.findall(f"{SVG}line") if line.get("stroke") == STYLES[0].color]
    assert len(bars) == 2 and bars[0].get("y1") == "312"
    marks = [float(circle.get("cy", "nan")) for circle in root.findall(f"{SVG}circle")]
    assert all(40 <= y <= 312 for y in marks)


def test_a_legend_of_classes() -> None:
    canvas = Canvas(100, 100, "classes")
    draw_legend(canvas, 0, 10, list(zip("abc", class_colors(3))))
    swatches = parse(canvas).findall(f"{SVG}rect")
    assert [swatch.get("fill") for swatch in swatches] == class_colors(3)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: shade(1.5), "share must be a number from 0 to 1, got 1.5"),
        (lambda: class_colors(0), "count must be at least 1, got 0"),
        (lambda: nice_ticks(1, 1), "low must be below high, got 1 and 1"),
        (lambda: Axis.around([], 0, 1), "values must have at least one number, got none"),
        (lambda: Axis.around([0, 1], 0, 1, log=True), "values must be positive on a logarithmic axis, got 0"),
        (lambda: line_chart("", [], "x", "y"), "series must have at least one line, and each line one point"),
        (
            lambda: line_chart("", [Series("a", [(0, 1)], [1, 2])], "x", "y"),
            "errors must have one value for each point of 'a', got 2",
        ),
    ],
)
def test_errors(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) == message
