"""Decision trees as pictures: a box for each node, the answer to its test on each branch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from monfknn_ref.classifiers.decision_tree import PlacedNode
from monfknn_ref.drawing.canvas import Canvas, class_colors, ink_on, text_width
from monfknn_ref.validation import Label

__all__ = ["DrawableNode", "DrawableTree", "draw_tree", "draw_trees"]

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


def draw_tree(tree: DrawableTree, title: str = "Decision tree") -> Canvas:
    """The tree from its root down; a leaf has the color of its class and the counts of its training rows.

    >>> from monfknn_ref import example
    >>> from monfknn_ref.classifiers import PMDT
    >>> model = PMDT().fit(example.ROWS, example.LABELS, example.CLASSES)
    >>> draw_tree(model.tree_).svg().count("<rect")            # four leaves, three tests
    7
    """
    return draw_trees([(title, tree)], title)


def draw_trees(trees: Sequence[tuple[str, DrawableTree]], title: str) -> Canvas:
    """Trees beside each other, each under its name."""
    pictures = [Picture(name, tree) for name, tree in trees]
    description = pictures[0].in_words()
    if len(pictures) > 1:
        description = " ".join(f"{picture.name}. {picture.in_words()}" for picture in pictures)
    canvas = Canvas(
        sum(picture.width for picture in pictures) - MARGIN * (len(pictures) - 1),
        max(picture.height for picture in pictures),
        title,
        description,
    )
    left = 0.0
    for picture in pictures:
        picture.draw(canvas, left)
        left += picture.width - MARGIN  # neighbors share one
    return canvas


class Picture:
    """A tree with the room it takes."""

    def __init__(self, name: str, tree: DrawableTree) -> None:
        self.name = name
        self.tree = tree
        self.placed = tree.layout()
        self.texts = [node_lines(tree, k, place) for k, place in enumerate(self.placed)]
        self.boxes = [max(text_width(first, 13), text_width(second, 12)) + 12 for first, second in self.texts]
        branch = max(text_width(place.branch, 13) for place in self.placed)
        self.column = max(max(self.boxes) + 8, 2 * branch)  # a box or two branches fit in
        columns = 1 + max(place.column for place in self.placed)
        depth = 1 + max(place.depth for place in self.placed)
        self.width = max(columns * self.column, text_width(name, 15)) + 2 * MARGIN
        self.height = TOP + depth * LEVEL - (LEVEL - BOX) + MARGIN

    def draw(self, canvas: Canvas, left: float) -> None:
        """The name, the branches, and the nodes over their ends."""
        canvas.text(left + MARGIN, 22, self.name, font_size=15, font_weight="bold")
        middles = [left + MARGIN + self.column * (place.column + 0.5) for place in self.placed]
        for x, place in zip(middles, self.placed):
            if place.parent is not None:
                draw_branch(canvas, middles[place.parent], x, TOP + LEVEL * place.depth, place.branch)
        colors = class_colors(len(self.tree.classes))
        for k, (x, place) in enumerate(zip(middles, self.placed)):
            top = TOP + LEVEL * place.depth
            color = colors[self.tree.nodes[k].position] if place.is_leaf else "none"
            ink = ink_on(color) if place.is_leaf else "currentColor"
            style = {"rx": 6 if place.is_leaf else 0, "fill": color, "stroke": "currentColor"}
            canvas.rect(x - self.boxes[k] / 2, top, self.boxes[k], BOX, **style)
            canvas.text(x, top + 19, self.texts[k][0], "middle", fill=ink, font_size=13, font_weight="bold")
            canvas.text(x, top + 37, self.texts[k][1], "middle", fill=ink)

    def in_words(self) -> str:
        """Every leaf with the way to it."""
        leaves = [leaf_in_words(self.placed, k) for k, place in enumerate(self.placed) if place.is_leaf]
        return f"A tree with {len(leaves)} leaves, read from the top: {'; '.join(leaves)}."


def node_lines(tree: DrawableTree, k: int, place: PlacedNode) -> tuple[str, str]:
    """The two lines written on a node."""
    counts = tree.nodes[k].counts
    if not place.is_leaf:
        return f"{place.text} ?", f"{sum(counts)} rows"
    rows = ", ".join(f"{n} {label}" for n, label in zip(counts, tree.classes) if n)
    return str(tree.classes[tree.nodes[k].position]), rows


def draw_branch(canvas: Canvas, x0: float, x1: float, y1: float, text: str) -> None:
    """Draw a branch from the lower edge of a box to the upper edge of the one below, with its answer."""
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
