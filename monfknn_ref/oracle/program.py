"""Check a program in any language: JSON lines over its standard input and output.

The program is started once. It reads JSON objects from its standard input, one to a line. It answers each of
them, in the order asked, with one JSON object on a line of its standard output, and flushes the output.
Standard error is free for its own use. There are three kinds of messages, and two more for programs that keep
models.

1. start, once. `reading` is the reading that the answers must follow, "paper" or "authors".

       {"ask": "start", "protocol": 1, "reading": "paper"}
       {"name": "fast-monfknn", "language": "Rust", "readings": ["paper"]}

   The answer lists the readings that the program knows; the check ends if the one asked for is not among
   them.

2. case, many times. It has all parameters of the paper, and `directions`, which is null or a string with "+"
   or "-" for each attribute. `classes` lists the labels in ascending order. Labels are strings or whole
   numbers. Other numbers are whole numbers, or strings that hold a decimal such as "0.1" or "3e160", or
   strings that hold a whole number beyond 2^53. They are exact: "0.1" means one tenth.

       {"ask": "case", "id": "one-row/1", "X": [[3, 3]], "y": [2], "classes": [1, 2, 3],
        "queries": [[3, 3], [5, 4]], "k": 5, "K": 9, "RCr": "0.5", "typeRange": "inRange", "pOR": "0.5",
        "m": 2, "directions": null}
       {"id": "one-row/1", "predictions": [2, 2]}

   The answer repeats the id and gives a label for each query. Whatever else it gives is compared too, and
   helps to locate a departure: "memberships" (a row for each query, a number for each class), and, about the
   distinct rows of X, "first_labels", "training_memberships" and "training_labels", in the order of
   "training_rows" or, without those, in any order. Memberships are numbers, or strings that hold a fraction
   such as "1/3". A "trace" locates a departure more precisely. It is a list of events as
   `monfknn_ref.oracle.trace_events` describes them, and it may leave out any kinds of events. A program that
   does not support what a case asks for answers

       {"id": "other-m/1", "unsupported": "only m = 2"}

   and a program that fails may say how: {"id": "one-row/1", "error": "index out of range"}.

3. stop, once. The program ends, with exit status 0 and without an answer.

       {"ask": "stop"}

4. fit and predict, only for a program whose answer to start has "models": true. A model is fitted under a
   name and then asked any number of times. There may be several models, and a model may be fitted again. This
   reveals mistakes in what is kept from one call to the next. Programs without models are asked cases
   instead, one after the other.

       {"ask": "fit", "id": "side-by-side/1", "model": "a", "X": [[3, 3]], "y": [2], "classes": [1, 2, 3],
        "k": 5, "K": 9, "RCr": "0.5", "typeRange": "inRange", "pOR": "0.5", "m": 2, "directions": null}
       {"id": "side-by-side/1"}
       {"ask": "predict", "id": "side-by-side/1.1", "model": "a", "queries": [[3, 3], [5, 4]]}
       {"id": "side-by-side/1.1", "predictions": [2, 2]}

   The answer to predict may show everything that the answer to a case may show.

Here is a complete adapter, in Python, for a function `solve` that takes the parameters of a case by name:

    import json, sys

    for line in sys.stdin:
        message = json.loads(line)
        if message["ask"] == "start":
            answer = {"name": "mine", "language": "Python", "readings": ["paper"]}
        elif message["ask"] == "case":
            del message["ask"]
            id = message.pop("id")
            answer = {"id": id, "predictions": solve(**message)}
        else:
            break
        print(json.dumps(answer), flush=True)

A program that hangs, dies, prints something else, or answers another question is stopped. The case then
counts as an error that says what the program did, and the program is started again for the next case. After
the third such failure (the number can be changed) the check ends and reports the results up to then. The
command is not given to a shell.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

from monfknn_ref.model.checks import check_positive, check_whole
from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.checking import Asked, Unanswered, cases_asked, complete, examine
from monfknn_ref.oracle.procedures import IN_PYTHON_ONLY, answers_by, procedure_of
from monfknn_ref.oracle.reports import Report, name_of_reading
from monfknn_ref.oracle.stages import Answers, Failed, Unsupported
from monfknn_ref.readings import PAPER, Reading

PROTOCOL = 1
LONGEST_TIME = 1_000_000.0
"""The longest time, in seconds, that every system can wait."""
LONGEST_LINE = 64_000_000
"""The longest line, in bytes: ten times what the memberships of the largest case take."""
ROWS_IN_TIME = 200
"""If a case has more rows than this, its answer may take proportionally longer."""


def check_program(
    command: str | Sequence[str],
    reading: Reading = PAPER,
    *,
    timeout: float = 10.0,
    start_timeout: float = 30.0,
    crashes: int = 3,
    **asked: Unpack[Asked],
) -> Report:
    """Ask a program all cases of the battery, and report where it departs from the reading.

    `command` is split as a shell would split it. `timeout` is the time in seconds for each answer but the
    first, which has `start_timeout`. The answer to a case with more than 200 rows may take proportionally
    longer. The check ends when the program has crashed, hung or broken the protocol `crashes` times. By name
    it also takes what `check` takes, such as `families`, `cases` and `seconds`.
    """
    limit = min(check_positive("timeout", timeout), LONGEST_TIME)
    first_limit = min(max(check_positive("start_timeout", start_timeout), limit), LONGEST_TIME)
    check_whole("crashes", crashes, 1)
    words = shlex.split(command) if isinstance(command, str) else list(command)
    if not words:
        raise ValueError(f"command must name a program, got {command!r}")
    everything = complete(asked, "check_program")
    chosen = cases_asked(everything)
    askable = list(filter(can_be_asked, chosen))
    if chosen and not askable:
        raise ValueError(f"{chosen[0].family} can be asked of a class in Python only, not of a program")
    with Program(words, name_of_reading(reading), limit, first_limit, crashes) as program:
        report = examine(program.answers, program.name, reading, askable, everything, can_be_asked)
        trouble = report.trouble or program.stop()
    return replace(
        report, trouble=trouble, language=program.language, is_program=True, command=shlex.join(words)
    )


def can_be_asked(case: Case) -> bool:
    """Whether the case can be asked of a program."""
    return procedure_of(case) not in IN_PYTHON_ONLY


class Misbehaved(Exception):
    """Raised when the program breaks the protocol; the message says what it did."""


class Program:
    """A foreign program that answers cases; it is started again after it has misbehaved."""

    def __init__(
        self,
        command: Sequence[str],
        reading: str,
        timeout: float,
        start_timeout: float = 30.0,
        crashes: int = 3,
    ) -> None:
        self.command, self.reading, self.timeout = command, reading, timeout
        self.start_timeout, self.crashes = start_timeout, crashes
        self.name, self.language = command[0], "?"
        self.keeps_models = False
        self.child: Child | None = None
        self.failures = 0
        self.asked: Counter[str] = Counter()
        self.models = 0

    def __enter__(self) -> Program:
        try:
            self.child = self._started()
        except Misbehaved as what:
            raise ValueError(f"the program {self.command[0]!r} {what}") from None
        return self

    def __exit__(self, *exception: object) -> None:
        self.end()

    def end(self) -> None:
        """End the child, if there is one."""
        if self.child is not None:
            self.child.end()
            self.child = None

    def _started(self) -> Child:
        """A new child that has introduced itself."""
        try:
            child = Child(self.command, self.timeout)
        except OSError as error:
            raise Misbehaved(f"cannot be started: {error}") from None
        try:
            child.say({"ask": "start", "protocol": PROTOCOL, "reading": self.reading})
            answer = child.hear("start", self.start_timeout)
            readings = answer.get("readings")
            if not isinstance(readings, list) or self.reading not in readings:
                raise Misbehaved(f"does not know the reading {self.reading!r}; it knows {readings!r}")
        except BaseException:
            child.end()
            raise
        self.name, self.language = str(answer.get("name")), str(answer.get("language"))
        self.keeps_models = answer.get("models") is True
        return child

    def ask(self, case: Case) -> Answers:
        """The program's answers to a case, asked in one message."""
        return answers_in(self.answer_to(case, case.question()))

    def answers(self, case: Case) -> Answers:
        """The program's answers to a case, asked by the procedure of its family."""
        return answers_by(self.model, case)

    def model(self, case: Case) -> ProgramModel:
        """A new model, under a name of its own."""
        self.models += 1
        return ProgramModel(self, f"model {self.models}")

    def answer_to(self, case: Case, message: dict[str, Any]) -> dict[str, Any]:
        """The program's answer to one message about a case."""
        before = self.asked[case.id]  # several messages can be about one case or its smaller versions
        self.asked[case.id] += 1
        message["id"] = f"{case.id}.{before}" if before else case.id
        longer = max(1.0, len(case.X) / ROWS_IN_TIME)
        try:
            if self.child is None:
                self.child = self._started()
            return self.child.asked(message, min(self.timeout * longer, LONGEST_TIME))
        except Misbehaved as what:
            self.end()
            self.failures += 1
            if self.failures == self.crashes:
                times = "once" if self.crashes == 1 else f"{self.crashes} times"
                raise Unanswered(f"given up: the program failed {times}; the last time it {what}") from None
            raise Failed(f"the program {what}") from None

    def stop(self) -> str:
        """End the program as the protocol says; return what it did wrong, or an empty text."""
        try:
            if self.child is not None:
                self.child.stop()
        except Misbehaved as what:
            return f"after the last case the program {what}"
        return ""


class ProgramModel:
    """A model that a program keeps. A program that keeps no models is asked the whole case each time."""

    def __init__(self, program: Program, name: str) -> None:
        self.program, self.name = program, name
        self.fitted_to: Case | None = None

    def fit(self, case: Case) -> None:
        """Send the training rows to the program."""
        self.fitted_to = case
        if self.program.keeps_models:
            message = case.question()
            del message["queries"]
            refuse_failure(self.program.answer_to(case, {**message, "ask": "fit", "model": self.name}))

    def answer(self, case: Case) -> Answers:
        """Send the queries to the program and return its answers."""
        assert self.fitted_to is not None
        if not self.program.keeps_models:
            return self.program.ask(replace(self.fitted_to, queries=case.queries))
        queries = case.question()["queries"]
        message = {"ask": "predict", "model": self.name, "queries": queries}
        return answers_in(self.program.answer_to(case, message))


def refuse_failure(answer: dict[str, Any]) -> None:
    """Raise an error if the program says that it failed or does not support the case."""
    if "unsupported" in answer:
        raise Unsupported(str(answer["unsupported"]))
    if "error" in answer:
        raise Failed(f"the program says: {answer['error']}")


def answers_in(answer: dict[str, Any]) -> Answers:
    """The answers that a program gave to a case, unless it says that it failed."""
    refuse_failure(answer)
    return Answers.from_json(answer)


class Child:
    """A running program: sends lines to it, reads lines from it, and ends it."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.timeout = timeout
        self.answered: set[str] = set()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # so that the processes it starts can be ended with it
        )
        self.to_say: queue.Queue[bytes | None] = queue.Queue()
        self.heard: queue.Queue[bytes | None] = queue.Queue(maxsize=4)
        self.last_words = b""
        self.reads_input = True
        self.threads = [
            threading.Thread(target=work, daemon=True) for work in (self._write, self._read, self._listen)
        ]
        for thread in self.threads:
            thread.start()

    # There are three threads, so that a full or empty pipe cannot block anything else

    def _write(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError), self.process.stdin as pipe:
            while (line := self.to_say.get()) is not None:
                try:
                    pipe.write(line)
                    pipe.flush()
                except OSError:
                    self.reads_input = False
                    raise

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as pipe:
            while line := pipe.readline(LONGEST_LINE):
                self.heard.put(line)
        self.heard.put(None)

    def _listen(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as pipe:
            while words := pipe.read1(4096):  # type: ignore[attr-defined]
                self.last_words = (self.last_words + words)[-500:]

    def say(self, message: dict[str, Any]) -> None:
        """Send one line."""
        self.to_say.put(json.dumps(message).encode() + b"\n")

    def hear(self, asked: str, seconds: float) -> dict[str, Any]:
        """The next line as an object."""
        try:
            line = self.heard.get(timeout=seconds)
        except queue.Empty:
            why = "is its output flushed after each line?" if self.reads_input else "it has closed its input"
            raise self._misbehaved(f"gave no answer to {asked} within {seconds:g} s ({why})") from None
        if line is None:
            raise self._misbehaved(f"{self._how_it_ended()} before it answered {asked}")
        return self._object(line)

    def asked(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to this message; an answer to any other is refused."""
        self.say(message)
        answer = self.hear(message["id"], seconds)
        id = answer.get("id")
        if id != message["id"]:
            if isinstance(id, str) and id in self.answered:
                raise self._misbehaved(f"answered {id} more than once")
            raise self._misbehaved(f"answered {id!r} when it was asked {message['id']!r}")
        self.answered.add(message["id"])
        return answer

    def stop(self) -> None:
        """Tell the program to end, and wait until it has."""
        self.say({"ask": "stop"})
        self.to_say.put(None)
        try:
            line = self.heard.get(timeout=self.timeout)
            if line is not None:
                raise self._misbehaved(f"answered more than it was asked: {excerpt(line)}")
            status = self.process.wait(self.timeout)
        except (queue.Empty, subprocess.TimeoutExpired):
            raise self._misbehaved(f"did not end within {self.timeout:g} s of being told to stop") from None
        if status != 0:
            raise self._misbehaved(self._how_it_ended())

    def end(self) -> None:
        """End the program and all it has started, whatever state they are in."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()
        self.to_say.put(None)
        deadline = time.monotonic() + 2  # in case a descendant keeps a pipe open
        while any(thread.is_alive() for thread in self.threads) and time.monotonic() < deadline:
            with contextlib.suppress(queue.Empty):
                self.heard.get(timeout=0.01)

    def _object(self, line: bytes) -> dict[str, Any]:
        if len(line) == LONGEST_LINE:
            raise self._misbehaved(f"printed a line of {LONGEST_LINE} bytes or more")
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise self._misbehaved(f"printed something that is not a JSON object: {excerpt(line)}")
        return found

    def _how_it_ended(self) -> str:
        try:
            status = self.process.wait(0.5)
        except subprocess.TimeoutExpired:
            return "closed its output"
        return f"ended with status {status}" if status >= 0 else f"was ended by signal {-status}"

    def _misbehaved(self, what: str) -> Misbehaved:
        """What the program did, with the end of what it wrote to standard error."""
        if self.process.poll() is not None:
            self.threads[-1].join(0.5)
        words = self.last_words.decode(errors="replace").strip()
        return Misbehaved(f"{what}; its standard error ends with {words[-200:]!r}" if words else what)


def excerpt(line: bytes) -> str:
    """The beginning of a line, for a message."""
    text = line.decode(errors="replace").rstrip("\n")
    return repr(text if len(text) <= 80 else text[:80] + "...")
