"""Decision trees as pictures: a box for each node, the answer to its test on each branch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from monfknn_ref import example
from monfknn_ref.classifiers import PMDT
from monfknn_ref.classifiers.decision_tree import PlacedNode
from monfknn_ref.drawing import Canvas, class_colors, ink_on, text_width
from monfknn_ref.validation import Label

__all__ = ["DrawableNode", "DrawableTree", "draw_tree"]

BOX, LEVEL, TOP, MARGIN = 46, 92, 44, 14


class DrawableNode(Protocol):
    """What is shown of a node: the training rows of each class in it, and the class it stands for."""

    @property
    def counts(self) -> Sequence[int]: ...
    @property
    def position(self) -> int: ...


class DrawableTree(Protocol):
    """A tree that can be drawn: its nodes, the places they have, and the labels of the classes."""

    @property
    def nodes(self) -> Sequence[DrawableNode]: ...
    @property
    def classes(self) -> Sequence[Label]: ...
    def layout(self) -> list[PlacedNode]: ...


def draw() -> Canvas:
    """The tree that PMDT grows from the running example."""
    model = PMDT().fit(example.ROWS, example.LABELS, example.CLASSES)
    return draw_tree(model.tree_, "The tree of PMDT on the running example")


def draw_tree(tree: DrawableTree, title: str = "Decision tree") -> Canvas:
    """The tree from its root down; a leaf has the colour of its class and the counts of its training rows.

    >>> model = PMDT().fit(example.ROWS, example.LABELS, example.CLASSES)
    >>> draw_tree(model.tree_).svg().count("<rect")            # four leaves, three tests
    7
    """
    placed = tree.layout()
    texts = [node_lines(tree, k, place) for k, place in enumerate(placed)]
    boxes = [max(text_width(first, 13), text_width(second, 12)) + 12 for first, second in texts]
    branch = max(text_width(place.branch, 13) for place in placed)
    width = max(max(boxes) + 8, 2 * branch)  # of a column: a box or two branches fit in
    columns = 1 + max(place.column for place in placed)
    depth = 1 + max(place.depth for place in placed)
    canvas = Canvas(
        max(columns * width + 2 * MARGIN, text_width(title, 15) + 2 * MARGIN),
        TOP + depth * LEVEL - (LEVEL - BOX) + MARGIN,
        title,
        f"A tree with {sum(place.is_leaf for place in placed)} leaves, read from the top: "
        + "; ".join(leaf_in_words(placed, k) for k, place in enumerate(placed) if place.is_leaf)
        + ".",
    )
    canvas.text(MARGIN, 22, title, font_size=15, font_weight="bold")
    middles = [MARGIN + width * (place.column + 0.5) for place in placed]
    for x, place in zip(middles, placed):
        if place.parent is not None:
            draw_branch(canvas, middles[place.parent], x, TOP + LEVEL * place.depth, place.branch)
    colors = class_colors(len(tree.classes))
    for k, (x, place) in enumerate(zip(middles, placed)):
        top = TOP + LEVEL * place.depth
        color = colors[tree.nodes[k].position] if place.is_leaf else "none"
        ink = ink_on(color) if place.is_leaf else "currentColor"
        style = {"rx": 6 if place.is_leaf else 0, "fill": color, "stroke": "currentColor"}
        canvas.rect(x - boxes[k] / 2, top, boxes[k], BOX, **style)
        canvas.text(x, top + 19, texts[k][0], "middle", fill=ink, font_size=13, font_weight="bold")
        canvas.text(x, top + 37, texts[k][1], "middle", fill=ink)
    return canvas


def node_lines(tree: DrawableTree, k: int, place: PlacedNode) -> tuple[str, str]:
    """The two lines written on a node."""
    counts = tree.nodes[k].counts
    if not place.is_leaf:
        return f"{place.text} ?", f"{sum(counts)} rows"
    rows = ", ".join(f"{n} {label}" for n, label in zip(counts, tree.classes) if n)
    return str(tree.classes[tree.nodes[k].position]), rows


def draw_branch(canvas: Canvas, x0: float, x1: float, y1: float, text: str) -> None:
    """From the lower edge of a box to the upper edge of the one below, with what leads there."""
    y0 = y1 - LEVEL + BOX
    canvas.polyline([(x0, y0), (x0, y0 + 12), (x1, y0 + 12), (x1, y1)])
    canvas.text(x1 + (6 if x1 > x0 else -6), y1 - 8, shown(text), "start" if x1 > x0 else "end", font_size=13)


def shown(test: str) -> str:
    """
    >>> shown("<= 3")
    '≤ 3'
    """
    return test.replace("<=", "≤").replace(">=", "≥")


def leaf_in_words(placed: Sequence[PlacedNode], k: int) -> str:
    """The way to a leaf and what it says."""
    tests: list[str] = []
    place = placed[k]
    while place.parent is not None:
        tests.append(f"{placed[place.parent].text} {place.branch}")
        place = placed[place.parent]
    way = " and ".join(reversed(tests))
    return f"if {way} then {placed[k].text}" if way else placed[k].text
