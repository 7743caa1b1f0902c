"""The predictions of a model with two attributes as a picture, with the violation if there is one."""

from __future__ import annotations

from typing import Any

from monfknn_ref.beyond.certificate.asking import Asking, ModelError, Predictor
from monfknn_ref.beyond.certificate.certificate import Certificate
from monfknn_ref.beyond.certificate.points import MOST_ON_GRID, Domain, evenly
from monfknn_ref.drawing import Canvas
from monfknn_ref.drawing.lattice import Lattice, draw_fall, draw_lattice

SHOWN = 24
"""So many values of an attribute are drawn at most."""


def draw_certificate(
    certificate: Certificate, model: Predictor, values: list[list[Any]], count: int, convert: Any = list
) -> Canvas:
    """A square for each point, by its class; an arrow along the violation.

    `values` are those of the two attributes and `count` is the number of classes, which the model knows by
    their positions.
    """
    if len(values) != 2:
        raise ValueError(f"values must be those of 2 attributes to be drawn, got {len(values)}")
    domain = Domain(values, (1, 1), continuous=True)
    grid = domain.coarse(MOST_ON_GRID) or domain  # so a picture shows no fall that the search did not see
    shown = [evenly(column, SHOWN) for column in grid.values]
    violation = certificate.violation
    if violation is not None:
        for a in (0, 1):
            shown[a] = sorted({*shown[a], violation.lower[a], violation.upper[a]})
    points = [(x1, x2) for x1 in shown[0] for x2 in shown[1]]
    with Asking(model, list(range(count)), convert=convert) as asking:
        asking.ask(points)
    if asking.asked < len(points):
        raise ModelError("predict must answer within its time, got too little for the picture")
    classes: dict[tuple[Any, ...], int] = asking.rank
    lattice = Lattice(shown, left=64, top=72, cell=min(44, 480 / max(map(len, shown))))
    canvas = Canvas(
        max(lattice.right + 40, 420),
        lattice.bottom + 42,
        f"Predictions of {certificate.model}: {certificate.verdict}",
        str(certificate),
    )
    canvas.text(12, 20, f"{certificate.model}: {certificate.verdict}", font_size=14, font_weight="bold")
    if violation is not None:
        canvas.text(12, 38, "The arrow leads up, and the class falls.")
    draw_lattice(canvas, lattice, classes, count)
    if violation is not None:
        draw_fall(canvas, *(lattice.beside_class(x) for x in (violation.lower, violation.upper)))
    return canvas
