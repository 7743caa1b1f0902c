"""Signatures, docstrings and the help of the commands as Markdown, taken from the package itself."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import os
import re
from pathlib import Path
from typing import Any
from unittest import mock

import monfknn_ref
from monfknn_ref.commands import COMMANDS, main
from tools.sources import ROOT, SHOWN, Place


def documented(name: str) -> str:
    """A function, class or method of the package: heading, signature, docstring, link to its source.

    The name is one the package exports, or a dotted path below `monfknn_ref`.
    """
    thing: Any = monfknn_ref
    for part in name.split("."):
        thing = getattr(thing, part)
    short = name.rsplit("classifiers.")[-1]
    signature = plain_signature(thing)
    lines = [f"### {short} {{ #{short} }}", "", f"```python\n{short}{signature}\n```", ""]
    lines += [docstring_as_markdown(inspect.getdoc(thing) or ""), ""]
    place = place_of(thing)
    if place is not None:
        lines.append(f"Source: [{place}]({place.url})")
    return "\n".join(lines)


def documented_class(name: str) -> str:
    """A class of the package with its public methods, its own first."""
    methods: list[str] = []
    shown = getattr(monfknn_ref, name)
    for cls in shown.__mro__[:-1]:
        public = [method for method in vars(cls) if not method.startswith("_")]
        methods += [f"{name}.{method}" for method in public if callable(getattr(shown, method))]
    return "\n\n".join(map(documented, [name, *dict.fromkeys(methods)]))


def names(package: str) -> str:
    """What a sub-package offers, as a table: each public name and the first sentence about it."""
    offered = importlib.import_module(f"monfknn_ref.{package}")
    rows = [f"| Name in `monfknn_ref.{package}` | What it is |", "|---|---|"]
    rows += [f"| `{name}` | {in_a_sentence(getattr(offered, name))} |" for name in offered.__all__]
    return "\n".join(rows)


def in_a_sentence(thing: Any) -> str:
    """The opening of its docstring; of a dictionary or a tuple, what it holds; of a text, the text."""
    if isinstance(thing, str):
        return f"the text `{thing}`"
    if isinstance(thing, tuple):
        return f"each `{type(thing[0]).__name__}`, in order"
    if isinstance(thing, dict):
        return f"each `{type(next(iter(thing.values()))).__name__}`, by its name"
    opening = (inspect.getdoc(thing) or "").split("\n\n")[0]
    return " ".join(opening.split()).replace("|", r"\|")


def plain_signature(thing: Any) -> str:
    """The arguments and their defaults without the types."""
    signature = inspect.signature(thing)
    parameters = [
        parameter.replace(annotation=parameter.empty)
        for parameter in signature.parameters.values()
        if parameter.name != "self"
    ]
    return str(signature.replace(parameters=parameters, return_annotation=signature.empty))


def place_of(thing: Any) -> Place | None:
    """Where it is defined, if its module has a page."""
    path = Path(inspect.getsourcefile(thing) or "").relative_to(ROOT / "monfknn_ref")
    name = path.with_suffix("").as_posix()
    return Place(name, inspect.getsourcelines(thing)[1]) if name in SHOWN else None


def docstring_as_markdown(docstring: str) -> str:
    """Paragraphs stay, examples become code, indented lines `name: meaning` become a list."""
    result: list[str] = []
    for block in re.split(r"\n\s*\n", docstring):
        if block.startswith(">>>"):
            result.append(f"```pycon\n{block}\n```")
            continue
        text = re.sub(r"\n {8}", " ", block)
        text = re.sub(r"\n {4}(\w+): ", r"\n- `\1`: ", text)
        text = re.sub(r"(?m)^(- .*)\n(?=[^-])", r"\1\n\n", text)  # what follows a list
        result.append(re.sub(r"(?m)^([^-].*)\n(?=- )", r"\1\n\n", text))  # what comes before one
    return "\n\n".join(result)


def commands() -> str:
    """The help of the program and of each of its commands, under headings."""
    sections = [help_text()]
    for name in COMMANDS:
        sections += [f"## {name} {{ #command-{name} }}", help_text(name)]
    return "\n\n".join(sections)


def help_text(command: str = "") -> str:
    """What `--help` prints, 80 columns wide, with the command before it."""
    printed = io.StringIO()
    with (
        mock.patch.dict(os.environ, {"COLUMNS": "80"}),
        contextlib.redirect_stdout(printed),
        contextlib.suppress(SystemExit),
    ):
        main([*command.split(), "--help"])
    call = " ".join(["$ python -m monfknn_ref", *command.split(), "--help"])
    return f"```console\n{call}\n{printed.getvalue().rstrip()}\n```"
