"""Drawn trees: every node apart from the others, side by side or as an outline."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from svg import SVG, box_of, boxes_of, overlap, parse, texts

from monfknn_ref import example
from monfknn_ref.classifiers import MID, PMDT, RDMT
from monfknn_ref.drawing.canvas import PHONE, class_colors
from monfknn_ref.drawing.trees import draw_tree, draw_trees


@pytest.mark.parametrize("method", [RDMT, PMDT, MID])
@settings(max_examples=20)
@given(
    rows=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 3)), min_size=1, max_size=30)
)
def test_a_drawn_tree_shows_every_node_apart_from_the_others(
    method: Any, rows: list[tuple[int, int, int]]
) -> None:
    model = method(items_per_leaf=1, directions="+-")
    model.fit([row[:2] for row in rows], [row[2] for row in rows], range(4))
    canvas = draw_tree(model.tree_, "A tree")
    boxes = boxes_of(canvas)
    assert len(boxes) == len(model.tree_.nodes)
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    assert all(
        left >= 0 and right <= canvas.width and bottom <= canvas.height for left, _, right, bottom in boxes
    )
    written = [box_of(text) for text in parse(canvas.svg()).iter(f"{SVG}text")]
    assert not any(overlap(one, other) for one, other in combinations(written, 2))
    fills = [rect.get("fill") for rect in parse(canvas.svg()).findall(f"{SVG}rect")]
    colors = class_colors(4)
    assert fills == [colors[node.position] if node.cut is None else "none" for node in model.tree_.nodes]


def test_trees_beside_each_other_are_those_trees_and_stay_apart() -> None:
    models = [method().fit(example.ROWS, example.LABELS, example.CLASSES) for method in (MID, PMDT, RDMT)]
    canvas = draw_trees([(repr(model), model.tree_) for model in models], "Three trees")
    boxes = boxes_of(canvas)
    assert len(boxes) == sum(len(model.tree_.nodes) for model in models)
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    assert max(right for _, _, right, _ in boxes) <= canvas.width
    written = texts(canvas.svg())
    assert [written.index(repr(model)) for model in models] == sorted(
        written.index(repr(model)) for model in models
    )
    for model in models:
        assert f"{model!r}. {draw_tree(model.tree_).description}" in canvas.description


@pytest.mark.parametrize("method", [RDMT, PMDT, MID])
def test_a_tree_that_is_too_wide_is_drawn_as_an_outline_with_the_same_words(method: Any) -> None:
    model = method().fit(example.ROWS, example.LABELS, example.CLASSES)
    spread, outline = draw_tree(model.tree_), draw_tree(model.tree_, layout=PHONE)
    assert outline.width <= PHONE.width < spread.width and outline.height > spread.height
    assert sorted(texts(outline.svg())) == sorted(texts(spread.svg()))
    boxes = boxes_of(outline)
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    assert all(right <= outline.width and bottom <= outline.height for _, _, right, bottom in boxes)
    for place, (left, top, _, _) in zip(model.tree_.layout(), boxes):
        if place.parent is not None:  # below its parent, and further in
            assert top > boxes[place.parent][3] and left > boxes[place.parent][0]
