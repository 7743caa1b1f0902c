"""What several commands take: a data set, a model and its reading, how to run and where to keep results."""

from __future__ import annotations

import argparse
import ast
import csv
import os
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from monfknn_ref.data import PAPER_TABLE, DataError, Dataset, load
from monfknn_ref.data.columns import parse_number
from monfknn_ref.data.description import KEYS, MISSING, Description, describe, find_description
from monfknn_ref.data.files import STANDARD_INPUT, STANDARD_OUTPUT, check_place, is_file
from monfknn_ref.data.tables import read_described
from monfknn_ref.evaluation.executors import MOST_JOBS
from monfknn_ref.model.checks import GivenRow, check_whole
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.paper.neighbors import TYPES_OF_RANGE
from monfknn_ref.readings import READINGS
from monfknn_ref.readings.errors import shown

if TYPE_CHECKING:
    from monfknn_ref.evaluation.task_runner import How

MOST_CHARACTERS = 1000
"""Of the value of a parameter that is set."""
MOST_SEEDS = 1000
"""And partitions: each is a run of its own."""


def offer(argument: argparse.Action, names: Iterable[str], *, files: bool = False) -> None:
    """Which names a shell that completes by argcomplete offers for an argument, and whether files, too."""

    def offered(prefix: str, **_: Any) -> list[str]:
        from argcomplete.completers import FilesCompleter

        return [*names, *(FilesCompleter()(prefix) if files else ())]

    vars(argument)["completer"] = offered


class Joined(argparse.Action):
    """What is said more than once is joined by commas."""

    def __call__(
        self, parser: Any, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        before = getattr(namespace, self.dest)
        setattr(namespace, self.dest, values if before is None else f"{before},{values}")


def add_file_arguments(parser: argparse.ArgumentParser) -> None:
    """How a file with a data set is read; KEEL files say most of it themselves."""
    group = parser.add_argument_group(
        "how a file is read",
        "All of this can be said once in a file of TOML beside the data, mine.toml for mine.csv, with the "
        "names of the options as keys. Options win over that file.",
    )
    add = group.add_argument
    add("--description", metavar="FILE.toml", help="another file that describes the data")
    add("--label", metavar="COLUMN", help="the column of labels in a CSV file; default: last")
    add("--classes", metavar="A,B,...", help="the labels from lowest to highest; numbers need none")
    add("--use", action=Joined, metavar="A,B,...", help="the columns that are attributes; default: all")
    add("--ignore", action=Joined, metavar="A,B,...", help="columns that are no attributes, such as an id")
    add(
        "--order",
        action="append",
        metavar="COLUMN=A,B,...",
        help="the values of a column of text from lowest to highest; repeatable",
    )
    add(
        "--directions",
        action=Joined,
        metavar="COLUMN=-,...|SIGNS",
        help="attributes of which more means a lower class, as price=-,age=-; or a sign for each, as "
        "--directions=+-+; default: all +",
    )
    add("--columns", metavar="A,B,...", help="the names of the columns, for a CSV file without a header")
    add("--delimiter", metavar="C", help="the character between values of a CSV file; default: a comma")
    add("--missing", choices=MISSING, help="what becomes of rows with missing values; default: error")


def add_model_arguments(parser: argparse.ArgumentParser) -> None:
    """The parameters of MonFkNN, its reading, and whether attributes are scaled."""
    add = parser.add_argument
    add("--k", type=int, help="neighbors of a training row (default 5)")
    add("--K", type=int, help="neighbors of a query (default 9)")
    add("--RCr", type=number_option, help="relevance of a row's own class, 0 to 1")
    add("--typeRange", choices=TYPES_OF_RANGE, help="which neighbors count")
    add("--pOR", type=number_option, help="what a neighbor out of range counts, 0 to 1")
    add("--m", type=number_option, help="influence of the distance (default 2)")
    add("--reading", choices=READINGS, default="paper", help="of the paper (default: paper)")
    add("--scaled", action="store_true", help="scale attributes to [0, 1] by their bounds")


def parameters(arguments: argparse.Namespace) -> dict[str, Any]:
    """The parameters that were given, and the reading."""
    names = ("k", "K", "RCr", "typeRange", "pOR", "m")
    given = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    return {**given, "reading": READINGS[arguments.reading]}


def fitted(
    build: Callable[..., MonFkNN], arguments: argparse.Namespace, train: Dataset, queries: Sequence[GivenRow]
) -> tuple[MonFkNN, Sequence[GivenRow]]:
    """A model fitted to the data set, and the queries on the scale of its rows."""
    if not arguments.scaled:
        model = build(directions=train.directions, **parameters(arguments))
        return model.fit(train.X, train.y, train.classes), queries
    model = build(**parameters(arguments))
    doubles = model.reading.arithmetic == "doubles"
    model.fit(train.scaled(doubles), train.y, train.classes)
    return model, train.scaled(doubles, queries)


def add_worker_arguments(parser: argparse.ArgumentParser) -> None:
    """Who carries out the work."""
    add = parser.add_argument
    add("--jobs", type=int, default=1, metavar="N", help="processes to use (default 1)")
    add("--dask", metavar="ADDRESS", help="use a Dask cluster: the address of its scheduler, tcp://HOST:8786")


def add_running_arguments(parser: argparse.ArgumentParser) -> None:
    """How tasks are run."""
    add_worker_arguments(parser)
    parser.add_argument(
        "--out", metavar="FILE", help="keep each finished fold in FILE; a run that was killed goes on from it"
    )


def add_output_arguments(parser: argparse.ArgumentParser, *, csv: bool = False) -> None:
    """The form of the output, and whether anything is said on the way to it."""
    add = parser.add_argument
    forms = ["text", "markdown", "json", *(["csv"] if csv else [])]
    add("--format", choices=forms, default="text", help="how results are printed (default text)")
    add("--quiet", action="store_true", help="say nothing of how long it takes and how far it is")


def check_worker_arguments(arguments: argparse.Namespace) -> None:
    """Refuse what cannot be carried out before anything is."""
    check_whole("--jobs", arguments.jobs, 1, MOST_JOBS)
    if arguments.dask is not None and arguments.jobs != 1:
        raise ValueError(
            f"--jobs is for this machine and must be left away with --dask, got {arguments.jobs}"
        )


def check_running_arguments(arguments: argparse.Namespace) -> None:
    check_worker_arguments(arguments)
    if arguments.out == STANDARD_OUTPUT:
        raise ValueError(
            "--out must be a file that can be written, got '-' (a database cannot be the standard output; "
            "for a file of that name say ./-)"
        )
    if arguments.out is not None:
        check_place("--out", arguments.out)


def how_to_run(arguments: argparse.Namespace, unit: str = "fold") -> How:
    """How tasks are carried out that are counted in such units."""
    from monfknn_ref.evaluation.task_runner import Progress

    progress = Progress(arguments.quiet, unit=unit)
    return {"jobs": arguments.jobs, "out": arguments.out, "dask": arguments.dask, "progress": progress}


def use_one_thread_for_each_process() -> None:
    """Tell libraries that would start several threads to use one, unless the caller has told them otherwise:
    the models are small, and with --jobs the threads of all processes would wait for each other."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")


# --- Data sets --------------------------------------------------------------------------------------------


def read_dataset(path: str, arguments: argparse.Namespace) -> Dataset:
    """A data set from a file: CSV or KEEL, by the way its name ends; the standard input, -, is CSV."""
    if not is_file(path):
        raise DataError(f"there is no file {path!r}")
    return read_described(path, description_of(path, arguments))


def dataset_of(name: str, directory: str | None, arguments: argparse.Namespace) -> Dataset:
    """One of the paper's data sets by its name, or the data set of a file."""
    if name in PAPER_TABLE:
        check_no_file_options(name, arguments)
        return load(name, directory)
    if not is_file(name):
        known = ", ".join(PAPER_TABLE)
        raise DataError(f"--dataset must be a file or one of {known}, got {name!r}")
    return read_dataset(name, arguments)


def check_no_file_options(name: str, arguments: argparse.Namespace) -> None:
    """Refuse options about a file if there is none: the paper's data sets are described already."""
    for option in ("description", *KEYS):
        if getattr(arguments, option, None) is not None:
            raise ValueError(
                f"--{option} is for files; the paper's data sets, such as {name}, are described already"
            )


def description_of(path: str, arguments: argparse.Namespace) -> Description:
    """What the options say of a file, and the file beside it where they are silent."""
    asked = describe(file_options(arguments), "--{}".format)
    if arguments.description == path == STANDARD_INPUT:
        raise ValueError("--description and the data must not both be -, the standard input")
    return asked.over(find_description(path, arguments.description))


def file_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """What the options say of a file, each in its own form.

    >>> parser = argparse.ArgumentParser()
    >>> add_file_arguments(parser)
    >>> typed = ["--order", "safety=low,high", "--directions", "price=-", "--directions", "age=-"]
    >>> file_options(parser.parse_args([*typed, "--ignore", "id"]))
    {'ignore': ['id'], 'order': {'safety': ['low', 'high']}, 'directions': {'price': '-', 'age': '-'}}
    """
    given = {key: getattr(arguments, key) for key in KEYS if getattr(arguments, key) is not None}
    for key in ("columns", "use", "ignore", "classes"):
        if key in given:
            given[key] = split_values(given[key])
    if "order" in given:
        pairs = [two_sides(one, "--order", "safety=low,med,high") for one in given["order"]]
        given["order"] = {name: split_values(text) for name, text in pairs}
        if len(given["order"]) < len(pairs):
            raise DataError(f"--order must name each column once, got {shown(arguments.order)}")
    if "=" in given.get("directions", ""):
        pairs = [two_sides(one, "--directions", "price=-") for one in split_values(given["directions"])]
        given["directions"] = dict(pairs)
        if len(given["directions"]) < len(pairs):
            raise DataError(f"--directions must name each column once, got {shown(arguments.directions)}")
    if given.get("delimiter") == "\\t":
        given["delimiter"] = "\t"
    return given


def split_values(text: str) -> list[str]:
    """The values between commas, without the space around them; quotes keep a comma inside one.

    >>> split_values('low, "so, so",high')
    ['low', 'so, so', 'high']
    """
    try:
        rows = list(csv.reader([text], skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise DataError(f"values must have commas between them, got {shown(text)} ({error})") from None
    return [value.strip() for row in rows for value in row]


def two_sides(text: str, option: str, example: str) -> tuple[str, str]:
    """The two sides of COLUMN=VALUES."""
    name, equals, value = text.rpartition("=") if option == "--directions" else text.partition("=")
    if not equals or not name:
        raise DataError(f"{option} must be like {example}, got {shown(text)}")
    return name.strip(), value.strip()


def exact_number(text: str) -> int | Fraction:
    """The exact number that was typed: 0.5, 1/2 and 2 are all right.

    >>> exact_number("0.5"), exact_number("1/2"), exact_number("2")
    (Fraction(1, 2), Fraction(1, 2), 2)
    >>> exact_number("1e999999999")
    Traceback (most recent call last):
    ValueError: a number must be a decimal of at most 1e300, or two of them with / between, got '1e999999999'
    """
    parts = [parse_number(part.strip()) for part in text.split("/", 1)]
    if None in parts:
        raise ValueError(
            f"a number must be a decimal of at most 1e300, or two of them with / between, got {shown(text)}"
        )
    numbers = [Fraction(part) for part in parts if part is not None]
    if numbers[1:] == [0]:
        raise ValueError(f"a number must not be divided by 0, got {shown(text)}")
    exact = numbers[0] / numbers[1] if numbers[1:] else numbers[0]
    return exact.numerator if exact.denominator == 1 else exact


def number_option(text: str) -> int | Fraction:
    """The same for an option, which argparse then names in its message."""
    try:
        return exact_number(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def parse_settings(settings: Sequence[str]) -> dict[str, Any]:
    """Parameters as they were given on the command line, NAME=VALUE each.

    >>> parse_settings(["k=3", "RCr=0.75", "typeRange=outRange"])
    {'k': 3, 'RCr': 0.75, 'typeRange': 'outRange'}
    >>> parse_settings(["k"])
    Traceback (most recent call last):
    ValueError: --set must be NAME=VALUE, got 'k'
    >>> parse_settings(["k=" + "-" * 100_000])
    Traceback (most recent call last):
    ValueError: --set k must have a value of at most 1000 characters, got 100000
    """
    found: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not name or not equals:
            raise ValueError(f"--set must be NAME=VALUE, got {shown(setting)}")
        if len(text) > MOST_CHARACTERS:
            raise ValueError(
                f"--set {name} must have a value of at most {MOST_CHARACTERS} characters, got {len(text)}"
            )
        try:
            found[name] = ast.literal_eval(text)
        except (RecursionError, MemoryError):  # how parsers say that it is nested too deep
            raise ValueError(f"--set {name} must not be nested so deep, got {shown(text)}") from None
        except (ValueError, SyntaxError, TypeError):
            found[name] = text
    return found
