"""Record a trace while the three algorithms run, without any recording code in their loops.

The source lines of the algorithms carry the paper's line numbers as comments. `trace` reads these comments,
follows the functions that have them with `sys.settrace`, and reads their variables after each such line has
been carried out. So a trace needs the source. While a trace is being recorded, a debugger or coverage tool
that uses `sys.settrace` does not see what runs in this thread. Afterward it goes on as before.
"""

from __future__ import annotations

import ast
import functools
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import CodeType, FrameType, ModuleType
from typing import Any

from monfknn_ref.oracle.trace_events import Event, Trace
from monfknn_ref.paper import memberships, neighbors, prediction


@contextmanager
def trace(detail: bool = False) -> Iterator[Trace]:
    """Record what the algorithms do in this thread; their results are the same as without a trace.

    With `detail`, the crisp memberships of Alg. 1 line 7 and the inner lines of Algorithm 2 are recorded too.

    >>> from monfknn_ref import MonFkNN
    >>> with trace() as recorded:
    ...     MonFkNN(k=1, K=1).fit([(1,), (2,), (4,)], ["low", "low", "high"], ["low", "high"]).predict([(3,)])
    ['low']
    >>> print(recorded.only(["Alg 1.17", "Alg 1.19", "Alg 3.6", "Alg 3.15"]))
    Alg 1.17, row 0: range [0, 0]
    Alg 1.19, row 0: neighbors [1]
    Alg 1.17, row 1: range [0, 1]
    Alg 1.19, row 1: neighbors [0]
    Alg 1.17, row 2: range [0, 1]
    Alg 1.19, row 2: neighbors [1]
    Alg 3.6, query 0: neighbors [1]
    Alg 3.15, query 0: label 0
    """
    watcher = Watcher(RECORDED | DETAILS if detail else RECORDED)
    before = sys.gettrace()
    sys.settrace(watcher.enter)
    try:
        yield watcher.trace
    finally:
        sys.settrace(before)


class Moment:
    """The variables of a function just after one of its lines was carried out."""

    def __init__(self, line: str, frame: FrameType, query: int, returned: Any) -> None:
        self.line, self.query, self.returned = line, query, returned
        self.variables: Mapping[str, Any] = frame.f_locals
        self.names = names_of_rows(frame)
        self.caller = frame.f_back

    def __getitem__(self, name: str) -> Any:
        return self.variables[name]

    def event(self, where: Mapping[str, int], **values: Any) -> list[Event]:
        return [Event(self.line, where, values)]

    def name(self, j: int) -> int:
        """The position in the training data of row j of D'."""
        return j if self.names is None else self.names[j]

    def all_names(self, rows: Iterable[int]) -> list[int]:
        return [self.name(j) for j in rows]

    def whose_neighbors(self) -> dict[str, int]:
        """In Algorithm 2, the row or the query whose neighbors are searched."""
        variables = self.caller.f_locals if self.caller and self.names is not None else {}
        if "model" in variables:
            return {"query": self.query}
        return {"row": self.name(variables["i"])} if variables else {}


def names_of_rows(frame: FrameType) -> list[int] | None:
    """The positions in the training data of the rows that the function knows by their position in D'."""
    variables, code = frame.f_locals, frame.f_code
    if code in (prediction.classify.__code__, prediction.learn.__code__):
        return variables["model"].appearances  # type: ignore[no-any-return]
    if code is memberships.train_class_memberships.__code__:
        return variables.get("first")  # before line 11, rows are known by their position in D
    if code is neighbors.neighbors_as_mknn.__code__ and frame.f_back:
        return names_of_rows(frame.f_back)
    return None


Recorder = Callable[[Moment], list[Event]]


def _membership(at: Moment) -> list[Event]:
    i, l = at["i"], at["l"]
    return at.event({"row": at.name(i), "class": l}, membership=at["u"][i][l])


def _penalty(at: Moment) -> list[Event]:
    return at.event({"query": at.query, "neighbor": at.name(at["j"])}, penalty=at["pOR"][at["j"]])


def _neighbors_so_far(at: Moment) -> list[Event]:
    where = {**at.whose_neighbors(), "neighbor": at.name(at["x_i"].row)}
    return at.event(where, neighbors=at.all_names(x_j.row for x_j in at["nn"]))


RECORDED: dict[str, Recorder] = {
    "Alg 1.5": _membership,
    "Alg 1.11": lambda at: at.event({}, rows=list(at["first"])),
    "Alg 1.13": lambda at: at.event({"row": at.name(at["i"])}, label=at["y_"][at["i"]]),
    "Alg 1.17": lambda at: at.event({"row": at.name(at["i"])}, range=list(at["r"])),
    "Alg 1.19": lambda at: at.event({"row": at.name(at["i"])}, neighbors=at.all_names(at["nn"])),
    "Alg 1.21": _membership,
    "Alg 3.3": lambda at: [
        Event(at.line, {"row": at.name(i)}, {"label": label}) for i, label in enumerate(at["model"].y)
    ],
    "Alg 3.4": lambda at: at.event({"query": at.query}, range=list(at["r"])),
    "Alg 3.6": lambda at: at.event({"query": at.query}, neighbors=at.all_names(at["nn"])),
    "Alg 3.9": _penalty,
    "Alg 3.11": _penalty,
    "Alg 3.14": lambda at: at.event({"query": at.query}, memberships=list(at["u"])),
    "Alg 3.15": lambda at: at.event({"query": at.query}, label=at.returned.label),
}
"""For each line, the function that makes its events."""
DETAILS: dict[str, Recorder] = {
    "Alg 1.7": _membership,
    "Alg 2.6": _neighbors_so_far,
    "Alg 2.8": lambda at: at.event(
        {**at.whose_neighbors(), "neighbor": at.name(at["x_i"].row)}, farthest=at.name(at["x_max"].row)
    ),
    "Alg 2.10": _neighbors_so_far,
}
AT_RETURN = {prediction.learn.__code__: "Alg 3.3"}
"""Line 3 is complete when its function returns, also if the labels of Alg. 1 line 13 are kept."""


class Watcher:
    """Follows the tagged functions line by line, and leaves all others alone."""

    def __init__(self, recorders: Mapping[str, Recorder]) -> None:
        self.recorders = recorders
        self.tags = tagged_lines()
        self.trace = Trace()
        self.query = -1

    def enter(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        """Called by Python at the start of every function; returns how to follow it, or None."""
        lines = self.tags.get(frame.f_code)
        if lines is None:
            return None
        if frame.f_code is prediction.learn.__code__:
            self.query = -1
        if frame.f_code is prediction.classify.__code__:
            self.query += 1
        at_return = AT_RETURN.get(frame.f_code)
        begun: str | None = None

        def follow(frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
            """A line is carried out when the next one begins or the function returns, but not if it fails."""
            nonlocal begun
            if event == "line" and lines.get(frame.f_lineno) != begun:
                if begun != at_return:
                    self.record(begun, frame)
                begun = lines.get(frame.f_lineno)
            elif event == "return" and arg is not None:  # None: the line and thus the function failed
                self.record(at_return or begun, frame, arg)
            return follow

        return follow

    def record(self, line: str | None, frame: FrameType, returned: Any = None) -> None:
        if line is not None and line in self.recorders:
            self.trace.events += self.recorders[line](Moment(line, frame, self.query, returned))


@functools.cache
def tagged_lines() -> dict[CodeType, dict[int, str]]:
    """For each function with tags in its source, the tags of its lines."""
    functions: dict[CodeType, dict[int, str]] = {}
    for module in (memberships, neighbors, prediction):
        functions.update(tags_of_module(module))
    known = {tag for lines in functions.values() for tag in lines.values()}
    missing = [tag for tag in (*RECORDED, *DETAILS) if tag not in known]
    if missing:
        raise OSError(f"trace needs the line tags in the source, but the tag {missing[0]} is missing")
    return functions


def tags_of_module(module: ModuleType) -> dict[CodeType, dict[int, str]]:
    """The tags of one module's functions; every line of a statement has the tag of the statement."""
    try:
        source = inspect.getsource(module)
    except (OSError, TypeError):
        raise OSError(f"trace needs the source of {module.__name__}, but it cannot be found") from None
    tags = {}
    for number, text in enumerate(source.splitlines(), 1):
        match = re.search(r"# (Alg \d\.\d+)$", text)
        if match:
            tags[number] = match[1]
    functions = {}
    for function in ast.parse(source).body:
        if isinstance(function, ast.FunctionDef):
            lines: dict[int, str] = {}
            for statement in ast.walk(function):
                if isinstance(statement, ast.stmt):
                    extent = lines_of_statement(statement)
                    lines.update({n: tags[tagged] for n in extent for tagged in extent if tagged in tags})
            if lines:
                functions[getattr(module, function.name).__code__] = lines
    return functions


def lines_of_statement(statement: ast.stmt) -> range:
    """The numbers of its lines; for a loop, a condition or a function, only those of its head."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno
    return range(statement.lineno, max(statement.lineno, last or 0) + 1)
