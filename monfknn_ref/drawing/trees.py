"""Decision trees as pictures: a box for each node, the answer to its test on each branch."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import pairwise

from monfknn_ref.classifiers.decision_tree import PlacedNode, Tree
from monfknn_ref.drawing.canvas import Canvas, Layout, attribute_name, class_colors, flow, ink_on, text_width

BOX, LEVEL, TOP, MARGIN = 46, 92, 44, 14


def draw_tree(tree: Tree, title: str = "Decision tree", layout: Layout | None = None) -> Canvas:
    """The tree from its root down; a leaf has the color of its class and the counts of its training rows.

    The picture is as wide as the tree; a tree that is wider than its layout is drawn as an outline.

    >>> from monfknn_ref import example
    >>> from monfknn_ref.classifiers import PMDT
    >>> model = PMDT().fit(example.ROWS, example.LABELS, example.CLASSES)
    >>> draw_tree(model.tree_).svg().count("<rect")            # four leaves, three tests
    7
    """
    return draw_trees([(title, tree)], title, layout)


def draw_trees(trees: Sequence[tuple[str, Tree]], title: str, layout: Layout | None = None) -> Canvas:
    """Trees beside each other, or below each other where there is no room, each under its name."""
    pictures: list[Picture] = []
    for name, tree in trees:
        spread = Spread(name, tree)
        fits = layout is None or spread.width <= layout.width
        pictures.append(spread if fits else Outline(name, tree))
    description = pictures[0].in_words()
    if len(pictures) > 1:
        description = " ".join(f"{picture.name}. {picture.in_words()}" for picture in pictures)
    room = math.inf if layout is None else layout.width
    corners, height = flow([(picture.width, picture.height) for picture in pictures], room, gap=(-MARGIN, 10))
    width = max(x + picture.width for (x, _), picture in zip(corners, pictures))
    canvas = Canvas(width, height, title, description)
    for (left, top), picture in zip(corners, pictures):
        canvas.text(left + MARGIN, top + 22, picture.name, font_size=15, font_weight="bold")
        picture.draw(canvas, left, top)
    return canvas


class Picture(ABC):
    """A tree with its name, and the room it takes."""

    width: float
    height: float

    def __init__(self, name: str, tree: Tree) -> None:
        self.name = name
        self.tree = tree
        self.placed = tree.layout()
        self.texts = [node_lines(tree, k, place) for k, place in enumerate(self.placed)]
        self.boxes = [max(text_width(first, 13), text_width(second, 12)) + 8 for first, second in self.texts]

    @abstractmethod
    def draw(self, canvas: Canvas, left: float, top: float) -> None:
        """The branches, and the nodes over their ends."""

    def draw_node(self, canvas: Canvas, k: int, x: float, top: float) -> None:
        """A box around x, with two lines in it."""
        is_leaf = self.placed[k].is_leaf
        color = class_colors(len(self.tree.classes))[self.tree.nodes[k].position] if is_leaf else "none"
        ink = ink_on(color) if is_leaf else "currentColor"
        style = {"rx": 6 if is_leaf else 0, "fill": color, "stroke": "currentColor"}
        canvas.rect(x - self.boxes[k] / 2, top, self.boxes[k], BOX, **style)
        canvas.text(x, top + 19, self.texts[k][0], "middle", fill=ink, font_size=13, font_weight="bold")
        canvas.text(x, top + 37, self.texts[k][1], "middle", fill=ink)

    def in_words(self) -> str:
        """Every leaf with the way to it."""
        leaves = [leaf_in_words(self.placed, k) for k, place in enumerate(self.placed) if place.is_leaf]
        return f"A tree with {len(leaves)} leaves, read from the top: {'; '.join(leaves)}."


class Spread(Picture):
    """A tree whose leaves stand side by side."""

    def __init__(self, name: str, tree: Tree) -> None:
        super().__init__(name, tree)
        branch = max(text_width(place.branch, 13) for place in self.placed) + 6
        reaches = [max(box / 2, branch) + 4 for box in self.boxes]  # to either side of a node
        self.column = 1.0
        for depth in range(1 + max(place.depth for place in self.placed)):
            level = sorted((place.column, k) for k, place in enumerate(self.placed) if place.depth == depth)
            for (left, i), (right, j) in pairwise(level):
                self.column = max(self.column, (reaches[i] + reaches[j]) / (right - left))
        middles = [self.column * place.column for place in self.placed]
        self.first = max(reach - x for reach, x in zip(reaches, middles))  # from the left edge to column 0
        right = max(x + reach for x, reach in zip(middles, reaches))
        self.width = max(self.first + right, text_width(name, 15)) + 2 * MARGIN
        self.height = TOP + (depth + 1) * LEVEL - (LEVEL - BOX) + MARGIN

    def draw(self, canvas: Canvas, left: float, top: float) -> None:
        middles = [left + MARGIN + self.first + self.column * place.column for place in self.placed]
        tops = [top + TOP + LEVEL * place.depth for place in self.placed]
        for x, y, place in zip(middles, tops, self.placed):
            if place.parent is not None:
                draw_branch(canvas, middles[place.parent], x, y, place.branch)
        for k, (x, y) in enumerate(zip(middles, tops)):
            self.draw_node(canvas, k, x, y)


class Outline(Picture):
    """A tree whose nodes stand below each other, each further in than its parent."""

    def __init__(self, name: str, tree: Tree) -> None:
        super().__init__(name, tree)
        branch = max(text_width(place.branch, 13) for place in self.placed)
        self.indent = branch + 22
        ends = [MARGIN + self.indent * place.depth + box for place, box in zip(self.placed, self.boxes)]
        self.width = max(*ends, text_width(name, 15) + MARGIN) + MARGIN
        self.height = TOP + len(self.placed) * (BOX + 10) + MARGIN - 10

    def draw(self, canvas: Canvas, left: float, top: float) -> None:
        lefts = [left + MARGIN + self.indent * place.depth for place in self.placed]
        tops = [top + TOP + (BOX + 10) * k for k in range(len(self.placed))]
        for x, y, place in zip(lefts, tops, self.placed):
            if place.parent is not None:
                stem, middle = lefts[place.parent] + 10, y + BOX / 2
                canvas.polyline([(stem, tops[place.parent] + BOX), (stem, middle), (x, middle)])
                canvas.text(stem + 6, middle - 5, with_signs(place.branch), font_size=13)
        for k, (x, y) in enumerate(zip(lefts, tops)):
            self.draw_node(canvas, k, x + self.boxes[k] / 2, y)


def node_lines(tree: Tree, k: int, place: PlacedNode) -> tuple[str, str]:
    """The two lines written on a node."""
    counts = tree.nodes[k].counts
    if not place.is_leaf:
        return f"{in_the_figures(place.text)} ?", f"{sum(counts)} rows"
    rows = ", ".join(f"{n} {label}" for n, label in zip(counts, tree.classes) if n)
    return str(tree.classes[tree.nodes[k].position]), rows


def in_the_figures(test: str) -> str:
    """An attribute by the name it has in all figures.

    >>> in_the_figures("x[1]")
    'attribute 2'
    """
    return re.sub(r"x\[(\d+)\]", lambda match: attribute_name(int(match[1])), test)


def draw_branch(canvas: Canvas, x0: float, x1: float, y1: float, text: str) -> None:
    """Draw a branch from the lower edge of a box to the upper edge of the one below, with its answer."""
    y0 = y1 - LEVEL + BOX
    canvas.polyline([(x0, y0), (x0, y0 + 12), (x1, y0 + 12), (x1, y1)])
    canvas.text(
        x1 + (6 if x1 > x0 else -6), y1 - 8, with_signs(text), "start" if x1 > x0 else "end", font_size=13
    )


def with_signs(test: str) -> str:
    """An answer as it stands beside a branch.

    >>> with_signs("<= 3")
    '≤ 3'
    """
    return test.replace("<=", "≤").replace(">=", "≥")


def leaf_in_words(placed: Sequence[PlacedNode], k: int) -> str:
    """The way to a leaf and what it says."""
    tests: list[str] = []
    place = placed[k]
    while place.parent is not None:
        tests.append(f"{in_the_figures(placed[place.parent].text)} {place.branch}")
        place = placed[place.parent]
    way = " and ".join(reversed(tests))
    return f"if {way} then {placed[k].text}" if way else placed[k].text
