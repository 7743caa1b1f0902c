"""Decision surfaces: what a method says of every cell, and the picture of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from refusals import refused
from svg import SVG, number, parse

from monfknn_ref import MonFkNN
from monfknn_ref.classifiers import RDMT, MkNN
from monfknn_ref.data import Dataset, artiset, noisy
from monfknn_ref.drawing import maps
from monfknn_ref.evaluation import surfaces


def test_a_surface_is_what_the_model_says_of_each_cell() -> None:
    dataset = noisy(artiset(40, 4, seed=3), 0.2, seed=4)
    grid = surfaces.surface(surfaces.fitted("MonFkNN-PM", dataset), dataset, 6)
    model = MonFkNN.pure_monotonic().fit(dataset.X, dataset.y, dataset.classes)
    for row, column in product(range(6), repeat=2):
        center = Fraction(2 * column + 1, 12), Fraction(2 * row + 1, 12)
        assert [grid[row][column]] == model.predict([center])


@pytest.mark.parametrize("method", ["MonFkNN-PM", "MonFkNN-AM", "FkNN", "OLM", "OSDL", "RDMT", "PMDT"])
def test_units_and_directions_of_the_data_set_do_not_change_the_surface(method: str) -> None:
    """Attributes stretched, shifted and turned: the same map, mirrored where an attribute was turned."""
    dataset = noisy(artiset(30, 3, seed=5), 0.2, seed=6)
    X = [(100 + 7 * a, -3 * b) for a, b in dataset.X]
    turned = replace(dataset, X=X, directions="+-", bounds=((100, 107), (-3, 0)))
    plain = surfaces.surface(surfaces.fitted(method, dataset), dataset, 5)
    mirrored = surfaces.surface(surfaces.fitted(method, turned), turned, 5)
    assert plain == mirrored[::-1]


def test_a_training_row_is_judged_by_the_others() -> None:
    X = [(x, y) for x in range(3) for y in range(3)]
    alone = Dataset("one odd row", X, [1 if row == (1, 1) else 0 for row in X], [0, 1])
    model = surfaces.fitted("FkNN", alone)
    assert surfaces.predicted(model, alone, [(1, 1)]) == [0]


def test_mknn_is_given_monotone_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def fit(self: MkNN, X: Any, y: Any, classes: Any = None) -> MkNN:
        seen.append(y)
        return self

    monkeypatch.setattr(MkNN, "fit", fit)
    line = Dataset("line", [(1, 0), (2, 0), (3, 0), (4, 0)], [0, 2, 1, 2], [0, 1, 2])
    surfaces.fitted("MkNN", line)
    assert seen == [[0, 1, 1, 2]]


@pytest.mark.parametrize("known", [True, False])
def test_dark_dots_are_the_moved_rows_and_the_wrong_ones(known: bool) -> None:
    clean = artiset(40, 4, seed=3)
    given = noisy(clean, 0.25, seed=4)
    rule = surfaces.artiset_rule(4) if known else None
    canvas = surfaces.surface_of("RDMT", given, clean.y, rule, cells=8).draw()
    model = RDMT().fit(given.X, given.y, given.classes)
    wrong = sum(a != b for a, b in zip(model.predict(given.X), clean.y))
    assert f"40 rows, 10 labels moved. RDMT: {wrong} rows wrong; the class " in canvas.description
    root = parse(canvas.svg())
    dark = [len(group) for group in root.findall(f"{SVG}g[@fill='{maps.BLACK}']")]
    light = [len(group) for group in root.findall(f"{SVG}g[@fill='{maps.WHITE}']")]
    assert (dark, light) == ([10, wrong], [30, 40 - wrong])
    assert len(root.findall(f".//{SVG}path")) >= (5 if known else 2)
    places = {(number(c, "cx"), number(c, "cy")) for c in root.iter(f"{SVG}circle")}
    x, y = given.X[0]
    assert (round(44 + 280 * float(x), 2), round(64 + 280 * (1 - float(y)), 2)) in places


def test_what_cannot_be_drawn() -> None:
    with refused(ValueError, "dataset must have 2 attributes to be drawn, got cube with 3"):
        surfaces.surface_of("RDMT", Dataset("cube", [(1, 2, 3)], [0]), [0])
    with refused(ValueError, "cells must be a whole number of at least 1, got 0"):
        surfaces.centers(artiset(3), 0)


def test_a_constant_attribute_can_be_drawn() -> None:
    flat = Dataset("flat", [(1, 5), (2, 5), (3, 5)], [0, 0, 1])
    assert surfaces.surface(surfaces.fitted("OLM", flat), flat, 2) == [[0, 0], [0, 0]]
    assert "flat" in surfaces.surface_of("OLM", flat, flat.y, cells=2).draw().title
