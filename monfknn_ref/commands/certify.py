"""Is a classifier monotonic? The model is fitted to a file and asked.

MODEL is module:Class or file.py:Class, or a method by its name in the paper, such as MonFkNN-PM; --program
asks a program that speaks the oracle's protocol. Where every attribute takes only a few whole values, every
point of their product is asked, and the answer is a proof or a violation with a single step. With
--continuous, or where that is not so, it searches: the rows, random pairs, a coarse grid and random lines
along one attribute, on the values that occur and between them.
"""

from __future__ import annotations

import argparse
import json
import shlex
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from monfknn_ref.beyond import Certificate, Violation, certify
from monfknn_ref.beyond.certificate.models import (
    Asking,
    ModelError,
    Predictor,
    ProgramModel,
    built,
    conversion_for,
    fitted,
)
from monfknn_ref.beyond.certificate.search import MOST_ON_GRID, Domain, evenly
from monfknn_ref.commands.arguments import (
    add_file_arguments,
    add_worker_arguments,
    check_worker_arguments,
    dataset_of,
    offer,
    parse_settings,
)
from monfknn_ref.commands.printing import status_line
from monfknn_ref.data import PAPER_TABLE, Dataset
from monfknn_ref.data.files import check_place, is_file
from monfknn_ref.drawing.canvas import Canvas
from monfknn_ref.drawing.lattice import Lattice, draw_fall, draw_lattice
from monfknn_ref.evaluation.executors import open_workers
from monfknn_ref.evaluation.methods import METHODS, method_named
from monfknn_ref.evaluation.own_methods import plain_rows
from monfknn_ref.oracle.program import Program
from monfknn_ref.readings import PAPER

EXAMPLE = "python -m monfknn_ref certify MonFkNN-PM --train car"

FAILED = 3
"""The exit code where the command could not do its work; elsewhere that is 2."""
EXIT_CODES = {
    0: "proved: the model is monotonic",
    1: "violated: here is where it is not",
    2: "none found: a search found no violation, which proves nothing",
}
OUTPUTS = ("out",)
MOST_DRAWN = 24
"""So many values of an attribute are drawn at most."""
MOST_VALUES = 20
"""An attribute with more values is taken to be continuous."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    model = add("model", nargs="?", metavar="MODEL", help=f"module:Class, or one of {', '.join(METHODS)}")
    offer(model, METHODS, files=True)
    train = add(
        "--train", required=True, metavar="FILE|NAME", help="a file .csv or .dat, or a data set of the paper"
    )
    offer(train, PAPER_TABLE, files=True)
    add("--data", metavar="DIR", help="folder with the paper's data sets, NAME.dat")
    add("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the model")
    add("--program", metavar="COMMAND", help="a program that speaks the oracle's protocol, instead of MODEL")
    add("--continuous", action="store_true", help="search between the values that occur, too")
    add("--seconds", type=float, default=60.0, help="to ask at most (default %(default)g)")
    add("--seed", type=int, default=0, help="of the search (default 0)")
    add("--json", action="store_true", help="print the certificate as JSON")
    add("--out", metavar="FILE.svg", help="a picture of the predictions, for two attributes")
    add_file_arguments(parser)
    add_worker_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Fit, ask, report; the exit code is the certificate's."""
    if (arguments.model is None) == (arguments.program is None):
        raise ValueError("either MODEL or --program COMMAND must be given, got both or neither")
    if arguments.train not in PAPER_TABLE and not is_file(arguments.train):
        raise ValueError(
            f"--train must be a file or one of {', '.join(PAPER_TABLE)}, got {arguments.train!r}"
        )
    dataset = dataset_of(arguments.train, arguments.data, arguments)
    if arguments.out is not None:
        if len(dataset.attributes) != 2:
            raise ValueError(
                f"--out must be left away: {dataset.name} has {len(dataset.attributes)} attributes, not 2"
            )
        check_place("--out", arguments.out)
    check_worker_arguments(arguments)
    if arguments.program is not None and (arguments.jobs != 1 or arguments.dask is not None):
        raise ValueError("--program is asked by one process: leave --jobs and --dask away")
    settings, show = parse_settings(arguments.set), status_line()
    with ExitStack() as stack:
        show("fitting")
        if arguments.program is not None:
            program = stack.enter_context(Program(shlex.split(arguments.program), "paper", arguments.seconds))
            model: Any = ProgramModel(program, dataset, settings)
            name = program.name
        else:
            model, name = model_of(arguments.model, settings, dataset)
        workers = stack.enter_context(open_workers(arguments.jobs, arguments.dask))
        rows = plain_rows(dataset)
        values = None if arguments.continuous or not is_finite(rows) else list(map(list, zip(*rows)))
        certificate = certify(
            model,
            rows,
            values=values,
            directions=dataset.directions,
            classes=list(range(len(dataset.classes))),
            seconds=arguments.seconds,
            seed=arguments.seed,
            name=name,
            convert=conversion_for(model),
            progress=show,
            workers=workers,
        )
        show("")
        if arguments.out is not None:
            columns = [list(column) for column in zip(*rows)]
            count, convert = len(dataset.classes), conversion_for(model)
            draw_certificate(certificate, model, columns, count, convert).save(arguments.out)
    if not arguments.json and arguments.train not in PAPER_TABLE:
        certificate = in_words(certificate, dataset)
    report(certificate, dataset, arguments.json)
    return certificate.exit_code


def report(certificate: Certificate, dataset: Dataset, as_json: bool) -> None:
    """The certificate with the labels and the attributes of the data set."""
    if as_json:
        names = {
            "dataset": dataset.name,
            "attributes": list(dataset.attributes),
            "classes": list(dataset.classes),
            "order": {name: values for name, values in zip(dataset.attributes, dataset.order) if values},
        }
        print(
            json.dumps(
                {**certificate.to_dict(), **names, "directions": dataset.directions}, indent=1, default=str
            )
        )
        return
    print(certificate)
    labels = ", ".join(f"{l} {label}" for l, label in enumerate(dataset.classes))
    print(f"  attributes from 0: {', '.join(dataset.attributes)}; classes: {labels}")


def in_words(certificate: Certificate, dataset: Dataset) -> Certificate:
    """The certificate with the labels and the text of a file in place of positions."""
    found = certificate.violation
    if found is None:
        return certificate
    lower, upper = dataset.in_words(found.lower), dataset.in_words(found.upper)
    high, low = (dataset.classes[int(str(label))] for label in (found.lower_label, found.upper_label))
    return replace(certificate, violation=Violation(lower, upper, high, low, found.attribute))


def model_of(name: str, settings: dict[str, Any], dataset: Dataset) -> tuple[Any, str]:
    """A fitted model, and what to call it."""
    if name in METHODS:
        method = method_named(name).with_parameters(settings)
        model = method.build(PAPER, 0)
        if "-" in dataset.directions and "directions" in model.get_params():  # FkNN knows no order
            model = method.build(PAPER, 0, dataset.directions)
        labels = method.training_labels(dataset, range(len(dataset.y)))
        return fitted(model, replace(dataset, y=labels)), name
    model = built(name, settings)
    return fitted(model, dataset), type(model).__name__


def is_finite(rows: list[list[int | float]]) -> bool:
    """Whether every attribute takes a few whole values.

    >>> is_finite([[1, 2], [3, 4]]), is_finite([[1, 2.5], [3, 4]])
    (True, False)
    """
    columns = [set(column) for column in zip(*rows)]
    return all(len(column) <= MOST_VALUES and all(isinstance(v, int) for v in column) for column in columns)


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
    shown = [evenly(column, MOST_DRAWN) for column in grid.values]
    violation = certificate.violation
    if violation is not None:
        for a in (0, 1):
            shown[a] = sorted({*shown[a], violation.lower[a], violation.upper[a]})
    points = [(x1, x2) for x1 in shown[0] for x2 in shown[1]]
    asking = Asking(model, list(range(count)), convert=convert)
    if not asking.ask(points):
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
