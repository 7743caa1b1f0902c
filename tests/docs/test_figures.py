"""The figures: up to date, legible, and in agreement with the example worked by hand and with the paper."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, groupby, product
from pathlib import Path
from typing import Any

import pytest
from svg import SVG, box_of, description, number, overlap, parse, shown_texts, texts
from tools import write
from tools.built import drawing, written_out
from tools.figures import (
    FIGURES,
    applicants,
    classifiers,
    cones,
    draws,
    medians,
    relevance,
)
from tools.figures.surfaces import METHODS

from monfknn_ref import MonFkNN, example
from monfknn_ref.classifiers import MID, OLM, OSDL, PMDT, RDMT, FkNN, MkNN, relabel
from monfknn_ref.data import artiset, noisy
from monfknn_ref.drawing import lattice, maps
from monfknn_ref.drawing.canvas import INKS, LAYOUTS, PHONE, Canvas, Layout, class_colors, ink, shade
from monfknn_ref.drawing.maps import falls
from monfknn_ref.evaluation import surfaces

ROOT = Path(__file__).resolve().parents[2]
COMMITTED = ROOT / "docs" / "figures"
DRAWINGS = [
    pytest.param(name, layout, id=f"{name}-{layout.name}")
    for name in FIGURES
    for layout in FIGURES[name].layouts
]
"""Every figure in each of its layouts."""
PAGE = {"phone": 358, "wide": 688}
"""How wide a figure can be at most: on a phone of 390 pixels, and on the narrowest page that has wide figures."""


@lru_cache
def committed(name: str) -> str:
    """The text of a figure's file; that it is what is drawn is tested once."""
    return (COMMITTED / f"{name}.svg").read_text(encoding="utf-8")


# --- All figures ------------------------------------------------------------------------------------------


LONG = ("surfaces", "noise-surface")
"""Figures for which a model predicts every point of a plane."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name.startswith(LONG) else []) for name in FIGURES],
)
def test_the_committed_figure_is_what_is_drawn_now(name: str) -> None:
    assert committed(name) == FIGURES[name].svg()


@pytest.mark.parametrize(("name", "layout"), DRAWINGS)
def test_every_figure_is_small_self_contained_and_described(name: str, layout: Layout) -> None:
    svg = drawing(name, layout)
    root = parse(svg)
    assert len(svg) < 150_000
    assert number(root, "width") <= 690
    assert root.get("role") in ("img", "group")
    assert len(root.findtext(f"{SVG}title") or "") >= 15
    assert len(description(svg)) > 20
    assert not re.search(r"\b(id|class|href|src)=|url\(|@import", svg)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_has_a_variant_for_phones_unless_it_is_narrow_and_says_the_same_in_both(name: str) -> None:
    first = parse(committed(name))
    if len(FIGURES[name].layouts) == 1:
        assert number(first, "width") <= PAGE["phone"] and first.get("data-layout") is None
        return
    phone = parse(drawing(name, PHONE))
    assert (first.get("data-layout"), phone.get("data-layout")) == ("wide", "phone")
    assert number(phone, "width") <= PAGE["phone"]
    for part in ("title", "desc"):
        assert first.findtext(f"{SVG}{part}") == phone.findtext(f"{SVG}{part}")
    assert first.get("data-search-exclude") is None and phone.get("data-search-exclude") == ""


def test_the_site_shows_the_variant_for_phones_too() -> None:
    shown = set()
    for page in sorted((ROOT / "docs").rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        images = re.findall(r"^!\[[^\]\n]+\]\((?:\.\./)*figures/([\w-]+)\.svg\)$", text, re.MULTILINE)
        assert len(images) == text.count("figures/") - text.count("`docs/tools/figures/"), page
        shown.update(images)
    assert shown == set(FIGURES)
    for name in shown:
        layouts = re.findall(r'data-layout="(\w+)"', written_out(name))
        assert layouts == (
            [layout.name for layout in FIGURES[name].layouts] if len(FIGURES[name].layouts) > 1 else []
        )


def sizes(element: ElementTree.Element, inherited: float) -> Iterator[float]:
    """The font size of every text, subscripts included."""
    size = float(element.get("font-size", inherited))
    if element.tag in (f"{SVG}text", f"{SVG}tspan"):
        yield size
    for child in element:
        yield from sizes(child, size)


def smallest_on_the_page(svg: str) -> float:
    """The smallest text of a figure in pixels, on the narrowest page that shows this variant of it."""
    root = parse(svg)
    shown = min(1, PAGE[root.get("data-layout", "phone")] / number(root, "width"))
    return min(sizes(root, 12)) * shown


@pytest.mark.parametrize(("name", "layout"), DRAWINGS)
def test_text_is_large_enough_on_a_phone_too(name: str, layout: Layout) -> None:
    assert smallest_on_the_page(drawing(name, layout)) >= 10.95  # 11, but for a hair of a wide figure


def test_the_check_of_sizes_notices() -> None:
    canvas = Canvas(2 * PAGE["phone"], 40, "a text")
    canvas.text(10, 20, "too small on a phone", font_size=20)
    assert smallest_on_the_page(canvas.svg()) == 10


COLORS = ("fill", "stroke")
ON_CLASS_COLORS = {"#000000", "#ffffff", maps.BLACK, lattice.RED}


@pytest.mark.parametrize(("name", "layout"), DRAWINGS)
def test_every_color_is_that_of_the_page_or_has_a_light_and_a_dark_value_or_stands_on_a_class(
    name: str, layout: Layout
) -> None:
    root = parse(drawing(name, layout))
    scale = {color for count in range(1, 13) for color in class_colors(count)} | {shade(0.35)}
    inks = {ink(name.removeprefix("--")) for name in INKS if name.startswith("--")}
    allowed = {"currentColor", "none", *ON_CLASS_COLORS, *scale, *inks}
    for element in root.iter():
        assert {element.get(name, "none") for name in COLORS} <= allowed, ElementTree.tostring(element)
    for text in root.iter(f"{SVG}text"):
        assert text.get("fill") in ("currentColor", "#000000", "#ffffff", ink("alarm"))


def test_the_pages_give_the_figures_the_colors_they_bring_themselves() -> None:
    css = (ROOT / "docs" / "stylesheets" / "extra.css").read_text(encoding="utf-8")
    for dark, scheme in enumerate(("default", "slate")):
        blocks = re.findall(rf'\[data-md-color-scheme="{scheme}"\] {{(.*?)}}', css, re.DOTALL)
        declared = dict(re.findall(r"(--[\w-]+): ([^;]+);", "".join(blocks)))
        for name, colors in INKS.items():
            if name.startswith("--"):
                assert declared[name] == colors[dark]


@pytest.mark.parametrize(("name", "layout"), DRAWINGS)
def test_no_text_is_cut_and_no_two_texts_overlap(name: str, layout: Layout) -> None:
    root = parse(drawing(name, layout))
    boxes = [(box_of(text), "".join(text.itertext())) for text in shown_texts(root)]
    for (left, top, right, bottom), text in boxes:
        assert left >= 0 and top >= 0, text
        assert right <= number(root, "width") and bottom <= number(root, "height"), text
    for (one, first), (other, second) in combinations(boxes, 2):
        assert not overlap(one, other), (first, second)


def test_the_check_of_overlaps_notices() -> None:
    canvas = Canvas(100, 40, "two texts")
    canvas.text(10, 20, "one text")
    canvas.text(90, 22, "another", "end")
    one, other = (box_of(text) for text in parse(canvas.svg()).iter(f"{SVG}text"))
    assert overlap(one, other)


# --- What they show ---------------------------------------------------------------------------------------


def test_cones_show_the_rows_below_and_above() -> None:
    svg = committed("cones")
    for sentence in (
        "Below (4, 2) lie a c low: y_min is low. Above it lie e f g mid, h i high: y_max is mid. So high is ruled out.",
        "Below (4, 4) lie a c low, d e mid, b high: y_min is high. Above it lie f mid, h i high: y_max is mid. "
        "So the bounds cross: all valid.",
    ):
        assert sentence in description(svg)
    for wanted in ("x = (4, 2)", "ymin = low", "ymax = mid", "x = (4, 4)", "ymin = high", "rows below x"):
        assert wanted in texts(svg)
    rings = parse(svg).findall(f"{SVG}circle[@r='13.5']")
    assert len(rings) == 5 + 2  # a c e f g, then b f


def test_the_first_query_of_the_cones_is_bounded_as_eq_1_says() -> None:
    """Bounds from the definition, by set comprehension over the rows as given (g: the middle of its labels)."""
    order = {"low": 0, "mid": 1, "high": 2}
    rows = {row: label for row, label in zip(example.ROWS, example.LABELS) if row != (6, 3)} | {(6, 3): "mid"}
    for x in cones.QUERIES:
        below = {order[y] for (a, b), y in rows.items() if a <= x[0] and b <= x[1]}
        above = {order[y] for (a, b), y in rows.items() if a >= x[0] and b >= x[1]}
        found = cones.bounds_of(x)
        assert (order[found.y_min], order[found.y_max]) == (max(below), min(above))
        assert found.crossed == (max(below) > min(above))


@pytest.mark.parametrize(
    ("i", "argmax", "median_range", "median"),
    [(0, [3], (3, 3), 3), (1, [2], (3, 3), 3), (2, [2, 4], (2, 4), 3)],
)
def test_medians_mark_the_classes_the_paper_names(
    i: int, argmax: list[int], median_range: tuple[int, int], median: int
) -> None:
    root = parse(committed("medians"))
    left = 66 + 214 * i
    columns = {left + medians.STEP * (l - 0.5): l for l in range(1, 6)}
    triangles = [
        points.split(",")[0] for points in (p.get("points", "") for p in root.findall(f"{SVG}polygon"))
    ]
    assert [columns[float(x)] for x in triangles if float(x) in columns] == argmax
    dots = [columns.get(number(c, "cx")) for c in root.findall(f"{SVG}circle[@r='6']")]
    assert [l for l in dots if l] == [median]
    crossings = [number(c, "cx") for c in root.findall(f"{SVG}circle[@r='4.5']")]
    edges = [round((x - left) / medians.STEP) + 1 for x in crossings if left <= x <= left + 5 * medians.STEP]
    assert edges == list(median_range)


def test_medians_draw_the_paper_s_vectors_to_scale() -> None:
    bars = parse(committed("medians")).findall(f"{SVG}rect[@stroke='currentColor']")
    heights = [round(number(bar, "height") / 200, 3) for bar in bars]
    assert heights == [0.2, 0.2, 0.4, 0.2, 0.4, 0.3, 0.2, 0.1, 0.2, 0.3, 0.3, 0.2]
    stairs = parse(committed("medians")).findall(f"{SVG}polyline")
    for staircase, sums in zip(
        stairs, ([0.2, 0.4, 0.8, 1, 1], [0, 0.4, 0.7, 0.9, 1], [0.2, 0.5, 0.5, 0.8, 1])
    ):
        heights = [(250 - float(pair.split(",")[1])) / 200 for pair in staircase.get("points", "").split()]
        assert [round(height, 3) for height in heights[2::2]] == sums


def test_relevance_moves_the_noisy_row_from_its_neighbors_to_its_own_class() -> None:
    own, mid, low = Fraction(51, 100), Fraction(49, 200), Fraction(49, 200)
    wanted = {
        0: ([Fraction(1, 2), Fraction(1, 2), 0], ["low", "mid"], "low"),
        0.5: (example.PENCIL["memberships"][1], ["mid", "high"], "mid"),
        0.51: ([low, mid, own], ["high"], "high"),
        1: ([0, 0, 1], ["high"], "high"),
    }
    for RCr, (u, classes, label) in wanted.items():
        assert relevance.memberships_of_b(RCr) == (u, classes, label)
    bars = parse(committed("relevance")).findall(f"{SVG}rect")
    widths = [number(bar, "width") / 330 for bar in bars]
    assert widths == pytest.approx([1 / 2, 1 / 2, 1 / 4, 1 / 4, 1 / 2, 0.245, 0.245, 0.51, 1], abs=1e-4)


def test_neighbors_average_to_what_the_pencil_found() -> None:
    svg = committed("neighbors")
    for name, shares, u, label in (
        ("PM", "b has 2/5, d has 2/5, e has 1/5", "1/10, 3/5, 3/10", "mid"),
        ("AM", "b has 4/7, d has 2/7, e has 1/7", "0, 3/7, 4/7", "high"),
    ):
        assert [str(u_l) for u_l in example.PENCIL[f"queries {name}"][0]] == u.split(", ")
        assert f"of the weight {shares}; memberships {u}; the class is {label}." in description(svg)
        assert f"x is {label}" in texts(svg) and f"u = ({u})" in texts(svg)
    links = parse(svg).findall(f"{SVG}path")
    assert [number(link, "stroke-width") for link in links] == [6.4, 6.4, 3.2, 9.14, 4.57, 2.29]
    assert [link.get("stroke-dasharray") for link in links] == ["none"] * 4 + ["5 3"] * 2


def test_the_area_of_a_class_among_the_neighbors_is_its_membership() -> None:
    """The bars are as high as the weights: the areas of a color add up to the average."""
    rects = parse(committed("neighbors")).findall(f"{SVG}rect")
    for left, name in ((24, "PM"), (24 + 345, "AM")):
        bars = [bar for bar in rects if left <= number(bar, "x") < left + 345 and number(bar, "height") != 30]
        for color, u_l in zip(class_colors(3), example.PENCIL[f"queries {name}"][0]):
            area = sum(
                number(bar, "width") * number(bar, "height") for bar in bars if bar.get("fill") == color
            )
            assert area / (205 * 130) == pytest.approx(float(u_l), abs=1e-3)


def test_the_noisy_set_is_drawn_as_it_is() -> None:
    svg = committed("surfaces")
    assert "25 of 100 labels are moved by one class" in texts(svg)
    root = parse(svg)
    found = draws.typical(draws.stored()["configurations"], ("MonFkNN-AM right", "MonFkNN-PM right"))
    clean = artiset(100, 5, seed=2 * found.draw - 1)
    given = noisy(clean, 0.25, seed=2 * found.draw)
    up = sum(b > a for a, b in zip(clean.y, given.y))
    groups = [list(group) for group in root.findall(f"{SVG}g")]
    counts = sorted(len(group) for group in groups)
    assert counts == sorted([75, up, 25 - up] * 4)
    assert {text for text in texts(svg) if text.isdigit()} >= set("01234")
    counts = draws.stored()["configurations"][found.draw - 1]
    for method in ("FkNN", "MonFkNN-PM", "MonFkNN-AM"):
        share, edges = round(100 * counts[f"{method} right"] / 36**2), counts[f"{method} falls"]
        assert f"{method}: {share} % right; the class falls at {edges} edges." in description(svg)
    grid = surfaces.rule_surface(surfaces.artiset_rule(5), given, 36)
    assert falls(grid) == []
    assert all(
        grid[row][column] == min(int(5 * (x + (y * y - x * x) / 2)), 4)
        for row, column in product(range(0, 36, 5), repeat=2)
        for x, y in [(Fraction(2 * column + 1, 72), Fraction(2 * row + 1, 72))]
    )


def test_the_draw_shown_is_in_the_middle_of_all_draws() -> None:
    """By sorting: as many draws have a smaller difference as have a larger one."""
    for name, study in draws.STUDIES.items():
        counts = draws.stored()[name]
        first, second = study.compared
        differences = [found[first] - found[second] for found in counts]
        found = draws.typical(counts, study.compared)
        assert sorted(differences)[len(counts) // 2] == differences[found.draw - 1]
        assert found.of == len(counts) == 31
        assert found.larger == sum(found[first] > found[second] for found in counts)


def test_the_surfaces_of_the_noise_study_show_the_counts_that_are_stored() -> None:
    study = draws.STUDIES["noise"]
    counts = draws.stored()["noise"]
    wrong = counts[draws.typical(counts, study.compared).draw - 1]
    for name, method in METHODS.items():
        assert f"{method}: {wrong[f'{method} wrong']} rows wrong;" in description(committed(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", draws.STUDIES)
def test_stored_counts_are_what_is_counted_now(name: str) -> None:
    for draw in random.sample(range(1, draws.DRAWS + 1), 3):
        assert draws.counted(name, draw) == draws.stored()[name][draw - 1], draw


def test_figures_and_captions_say_how_typical_they_are() -> None:
    page = (ROOT / "docs" / "read-along" / "configurations.md").read_text(encoding="utf-8")
    counts = draws.stored()["configurations"]
    better = sum(one["MonFkNN-AM right"] > one["MonFkNN-PM right"] for one in counts)
    rougher = sum(one["MonFkNN-AM falls"] > one["MonFkNN-PM falls"] for one in counts)
    beaten = sum(one["FkNN right"] > one["MonFkNN-PM right"] for one in counts)
    assert (better, rougher, beaten) == (25, 31, 22)
    assert (
        "AM has more cells right than PM in 25 of the 31 draws, and falls at more edges in all of them."
        in (description(committed("surfaces")))
    )
    words = " ".join(page.split())
    assert "AM is right more often than PM in 25 of 31 draws" in words
    assert "FkNN is right more often than PM in 22" in words


# --- The applicants ---------------------------------------------------------------------------------------


def test_the_applicants_were_graded_in_order_but_for_one() -> None:
    def violations(labels: list[str]) -> int:
        graded = [(a, b, "CBA".index(label)) for (a, b), label in zip(applicants.ROWS, labels)]
        return sum(a >= c and b >= d and y < z for a, b, y in graded for c, d, z in graded)

    assert violations(applicants.LABELS) == 0 < violations(applicants.mistaken())
    assert sum(a != b for a, b in zip(applicants.LABELS, applicants.mistaken())) == 1


def test_the_three_scenes_are_what_the_package_says() -> None:
    """By the classifiers themselves, asked about every cell and every step."""
    rows, labels, mistaken = applicants.ROWS, applicants.LABELS, applicants.mistaken()
    classes = ["C", "B", "A"]
    models: list[Any] = [
        FkNN(k=3, K=3).fit(rows, labels, classes),
        FkNN(k=3, K=3).fit(rows, mistaken, classes),
        MonFkNN(k=3, K=3).fit(rows, mistaken, classes),
    ]
    walk = [(15 + Fraction(n, 2), 35 + Fraction(9 * n, 20)) for n in range(101)]
    grades = []
    for model, scene in zip(models, applicants.scenes()):
        cells = [
            (Fraction(5 * (2 * i + 1), 4), Fraction(5 * (2 * j + 1), 4))
            for i, j in ((4, 25), (9, 26), (30, 3))
        ]
        assert [classes[scene.grid[int(y * 2 / 5)][int(x * 2 / 5)]] for x, y in cells] == model.predict(cells)
        assert scene.grades == model.predict(walk)
        grades.append("".join(grade for grade, _ in groupby(scene.grades)))
    assert grades == ["CBA", "CABA", "CBA"]
    assert [bool(falls(scene.grid)) for scene in applicants.scenes()] == [False, True, False]
    assert [scene.verdict for scene in applicants.scenes()] == [
        "never falls",
        "falls from A to B",
        "never falls",
    ]


def test_the_medians_repair_the_label_and_the_range_rules_the_wrong_grade_out() -> None:
    _, fuzzy, model = applicants.trained()
    i = applicants.MISTAKE
    assert (applicants.mistaken()[i], model.training_labels_[i]) == ("A", "B") == ("A", applicants.LABELS[i])
    patch = [
        point
        for line, grades, before in zip(
            surfaces.centers(applicants.APPLICANTS, applicants.CELLS),
            applicants.scenes()[1].grid,
            applicants.scenes()[0].grid,
        )
        for point, grade, right in zip(line, grades, before)
        if grade > right
    ]
    excluded = [x for x in patch if applicants.ruled_out(model, x, "A")]
    assert len(patch) > 100 and len(excluded) > len(patch) / 3
    for x in excluded[::20]:  # somebody at least as good as x has no A
        assert any(
            a >= x[0] and b >= x[1] and label != "A"
            for (a, b), label in zip(model.training_rows_, model.training_labels_)
        )
    assert fuzzy.predict(excluded[::20]) == ["A"] * len(excluded[::20])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_applicants_are_at_rest_without_the_script_and_have_a_button_with_it(layout: Layout) -> None:
    svg = drawing("applicants", layout)
    root = parse(svg)
    script = root.findtext(f"{SVG}script") or ""
    assert 0 < len(script) < 2000 and "&" not in script and "<" not in script
    assert "prefers-reduced-motion" in script
    style = root.findtext(f"{SVG}style") or ""
    motion = style[style.index("@media screen") :]
    assert re.findall(r"animation:", motion) and "animation:" not in style[: style.index("@media screen")]
    rules = re.findall(r"(svg\[[^{}]*) ?{", motion)
    assert rules and all(rule.startswith("svg[data-motion") for rule in rules)
    [button] = root.findall(f".//{SVG}g[@role='button']")
    assert (button.get("display"), button.get("tabindex")) == ("none", "0")
    [picture] = root.findall(f".//{SVG}g[@role='img']")
    assert picture.get("aria-label") == description(svg) and root.get("data-motion") is None


# --- Trees ------------------------------------------------------------------------------------------------


def test_the_tree_of_the_running_example_in_words_and_in_boxes() -> None:
    svg = committed("tree")
    for line in PMDT().fit(example.ROWS, example.LABELS, example.CLASSES).tree_text().splitlines():
        if ": " in line:  # a leaf, its last test and its class
            test, leaf = line.lstrip("| ").split(": ")
            test = test.replace("x[0]", "attribute 1").replace("x[1]", "attribute 2")
            assert f"{test} then {leaf}" in description(svg)
    assert texts(svg)[1:] == [
        "≤ 3", "≤ 1", "> 1", "> 3", "≤ 5", "> 5",
        "attribute 2 ?", "10 rows", "attribute 2 ?", "5 rows", "low", "2 low", "mid", "1 low, 1 mid, 1 high",
        "attribute 1 ?", "5 rows", "mid", "2 mid, 1 high", "high", "2 high",
    ]  # fmt: skip


def test_the_trees_of_mid_contradict_the_order_without_it_and_agree_with_it() -> None:
    svg = committed("trees-mid")
    assert "R = 0: C4.5, index 0.33" in texts(svg) and "R = 1, index 0.00" in texts(svg)
    rows, labels = (
        classifiers.MONOTONE_ROWS,
        [example.CLASSES.index(label) for label in classifiers.MONOTONE_LABELS],
    )
    pairs = [
        (i, j)
        for i, j in product(range(10), repeat=2)
        if rows[i][0] <= rows[j][0] and rows[i][1] <= rows[j][1]
    ]
    assert all(labels[i] <= labels[j] for i, j in pairs)
    for R, monotone in ((0, False), (1, True)):
        model = MID(R=R).fit(rows, labels, range(3))
        grid = [[model.predict([(column + 0.5, row + 0.5)])[0] for column in range(8)] for row in range(8)]
        assert (falls(grid) == []) == monotone


# --- The other classifiers --------------------------------------------------------------------------------


def test_the_maps_of_the_classifiers_show_what_they_say_of_the_running_example() -> None:
    X, y, classes = example.ROWS, example.LABELS, example.CLASSES
    for model in (OLM(), OSDL(), RDMT(), PMDT(), MID()):
        model.fit(X, y, classes)
        wrong = sum(found != label for found, label in zip(model.predict(X), y))
        grid = [
            [
                classes.index(model.predict([(Fraction(2 * i + 1, 8), Fraction(2 * j + 1, 8))])[0])
                for i in range(32)
            ]
            for j in range(32)
        ]
        count = len(falls(grid))
        said = f"falls at {count} edges" if count else "never falls"
        assert f"{type(model).__name__}: {wrong} rows wrong; {said}." in description(committed("classifiers"))
        assert (count > 0) == isinstance(model, RDMT)
    repaired = MkNN(k=5).fit(X, relabel(X, y, classes), classes)
    wrong = sum(found != label for found, label in zip(repaired.predict(X), y))
    assert wrong == 3
    assert f"MkNN: {wrong} rows wrong" in description(committed("classifiers"))


def test_the_dark_dots_of_olm_are_its_rules_in_both_orders() -> None:
    svg = committed("olm-orders")
    expected = []
    for step in (1, -1):
        model = OLM().fit(example.ROWS[::step], example.LABELS[::step], example.CLASSES)
        right = round(10 * model.score(example.ROWS, example.LABELS))
        assert f"{len(model.rules_)} rules, {right} of 10 rows right" in texts(svg)
        expected.append(len(model.rules_))
    dark = parse(svg).findall(f"{SVG}g[@fill='{maps.BLACK}']")
    assert [len(group) for group in dark] == expected == [3, 2]
    assert classifiers.ROWS.bounds == ((0, 8), (0, 8))


# --- Writing them -----------------------------------------------------------------------------------------


def test_figures_are_written_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked, folder = ["tree", "cones"], tmp_path / "new"
    there = folder / "figures"
    assert write.main([*asked, "--out", str(folder)]) == 0
    files = ["cones.svg", "tree.svg"]
    written = "".join(f"{there}/{file}: written\n" for file in files)
    assert capsys.readouterr().out == f"{written}0 of 2 files are up to date, 2 written\n"
    for file in files:
        assert (there / file).read_bytes() == (COMMITTED / file).read_bytes()
    assert write.main([*asked, "--check", "--out", str(folder)]) == 0
    assert capsys.readouterr().out == "2 of 2 files are up to date\n"

    with (there / "tree.svg").open("a") as file:
        file.write("<!-- touched -->")
    (there / "cones.svg").unlink()
    assert write.main([*asked, "--check", "--out", str(folder)]) == 1
    printed = capsys.readouterr().out
    assert "cones.svg: missing\n" in printed and "tree.svg: not up to date\n" in printed
    assert printed.endswith("2 of 2 files are not up to date; without --check they are written again\n")
    assert not (there / "cones.svg").exists()
    assert write.main([*asked, "--out", str(folder)]) == 0
    assert write.main([*asked, "--check", "--out", str(folder)]) == 0


def test_checking_a_folder_that_is_not_there_cannot_be_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert write.main(["cones", "--check", "--out", str(tmp_path / "none")]) == 2
    assert "--out must be the folder of the documentation" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_an_unknown_name_is_refused_with_the_known_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert write.main(["cones", "audits", "--out", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("write.py: WHAT must be one of figures, pages, guarantees, applicants, cones, ")
    assert (
        ", mistakes-by-families, " in said and ", audit-data, " in said and said.endswith(", got 'audits'\n")
    )
    assert list(tmp_path.iterdir()) == []


def test_the_groups_hold_every_figure_and_page_that_a_program_writes() -> None:
    paths = [path for files in write.FILES.values() for path in files]
    assert len(paths) == len(set(paths))
    assert {"audit.md", "map.md", "read-along/memberships.md", "readings.md"} <= set(write.FILES["pages"])
    assert {Path(path).name for path in paths if path.endswith(".svg")} == {
        p.name for p in COMMITTED.glob("*.svg")
    }
    assert set(write.chosen([])) == set(paths)
    parts = [
        "why-noise.md",
        *(f"figures/noise-{name}.svg" for name in ("ranges", "parts", "spread-high", "spread-mid")),
    ]
    assert set(write.chosen(["cones", "why-noise"])) == {"figures/cones.svg", *parts}


def test_from_a_bare_clone_without_anything_installed(tmp_path: Path) -> None:
    program = COMMITTED.parents[0] / "tools" / "write.py"
    command = [sys.executable, "-S", "-E", str(program), "cones", "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (checked.returncode, checked.stderr, checked.stdout) == (0, "", "1 of 1 files are up to date\n")
