"""Check a program in any language: JSON lines over its standard input and output.

The program is started once. It reads one JSON object a line from its standard input and answers each with
one JSON object on a line of its standard output, flushed, in the order asked; standard error is free for
its own use. There are three things to be asked.

1. start, once. `reading` is the reading the answers are to follow, "paper" or "authors".

       {"ask": "start", "protocol": 1, "reading": "paper"}
       {"name": "fast-monfknn", "language": "Rust", "readings": ["paper"]}

   The answer lists the readings that the program knows; the check ends if the one asked for is not among
   them.

2. case, many times. All parameters of the paper are there, and `directions`, which is null or a string with
   "+" or "-" for each attribute. `classes` are the labels in ascending order. Labels are strings or whole
   numbers. Other numbers are whole, or strings with a decimal such as "0.1" or "3e160", or with a whole
   number beyond 2^53; they mean exactly what they say.

       {"ask": "case", "id": "one-row/1", "X": [[3, 3]], "y": [2], "classes": [1, 2, 3],
        "queries": [[3, 3], [5, 4]], "k": 5, "K": 9, "RCr": "0.5", "typeRange": "inRange", "pOR": "0.5",
        "m": 2, "directions": null}
       {"id": "one-row/1", "predictions": [2, 2]}

   The answer repeats the id and gives a label for each query. What else it gives is compared too, and
   places a departure at its stage: "memberships" (a row for each query, a number for each class),
   and about the distinct rows of X, in the order in which they first appear, "first_labels",
   "training_memberships" and "training_labels". Memberships are numbers, or strings with a fraction such as
   "1/3". A "trace", a list of events as `monfknn_ref.oracle.traces` describes them, places a departure more
   finely; it may have as few kinds of events as one likes. A program that does not do what a case asks for
   answers

       {"id": "other-m/1", "unsupported": "only m = 2"}

   and one that fails may say how: {"id": "one-row/1", "error": "index out of range"}.

3. stop, once. The program ends, with exit status 0 and without an answer.

       {"ask": "stop"}

A whole adapter, here in Python, for a function `solve` that takes the parameters of a case by name:

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

A program that hangs, dies, prints something else, or answers what it was not asked is stopped, the case
counts as an error that says what it did, and a new one is started for the next case; after the third time
the check ends, with what was learnt until then. The command is not given to a shell.
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
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from monfknn_ref.oracle.cases import Case
from monfknn_ref.oracle.checking import Failed, Unanswered, Unsupported, examine
from monfknn_ref.oracle.comparison import Answers
from monfknn_ref.oracle.families import cases as battery
from monfknn_ref.oracle.reports import Report, name_of_reading
from monfknn_ref.oracle.trace_events import Trace
from monfknn_ref.readings import PAPER, Reading
from monfknn_ref.validation import check_positive

__all__ = ["check_program"]

PROTOCOL = 1
PATIENCE = 3
"""After so many failures no new program is started."""
TIME_TO_START = 30.0
"""Seconds until the first answer: some languages take their time."""
LONGEST_TIME = 1_000_000.0
"""Seconds, the most that every system can wait."""
LONGEST_LINE = 1_000_000
FIELDS = ("predictions", "memberships", "first_labels", "training_memberships", "training_labels")


def check_program(
    command: str | Sequence[str],
    reading: Reading = PAPER,
    families: Iterable[str] | None = None,
    cases: Iterable[Case] | None = None,
    seed: int = 0,
    timeout: float = 10.0,
    progress: Callable[[str], None] = lambda text: None,
) -> Report:
    """Ask a program every case of the battery, of some families, or the cases given.

    `command` is split as a shell would split it; `timeout` is in seconds, for each answer but the first.
    """
    seconds = min(check_positive("timeout", timeout), LONGEST_TIME)
    words = shlex.split(command) if isinstance(command, str) else list(command)
    if not words:
        raise ValueError(f"command must name a program, got {command!r}")
    chosen = battery(families, seed=seed) if cases is None else list(cases)
    with Program(words, name_of_reading(reading), seconds) as program:
        report = examine(program.ask, program.name, reading, chosen, progress=progress)
        trouble = report.trouble or program.stop()
    return replace(report, trouble=trouble, language=program.language, is_program=True)


class Misbehaved(Exception):
    """The program broke the protocol; the message says what it did."""


class Program:
    """A foreign program as something that answers cases; started anew when it has misbehaved."""

    def __init__(self, command: Sequence[str], reading: str, timeout: float) -> None:
        self.command, self.reading, self.timeout = command, reading, timeout
        self.name, self.language = command[0], "?"
        self.child: Child | None = None
        self.failures = 0
        self.asked: Counter[str] = Counter()

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
            answer = child.hear("start", max(TIME_TO_START, self.timeout))
            readings = answer.get("readings")
            if not isinstance(readings, list) or self.reading not in readings:
                raise Misbehaved(f"does not know the reading {self.reading!r}; it knows {readings!r}")
        except BaseException:
            child.end()
            raise
        self.name, self.language = str(answer.get("name")), str(answer.get("language"))
        return child

    def ask(self, case: Case) -> Answers:
        """The program's answers to a case."""
        before = self.asked[case.id]  # smaller cases have the id of the one they come from
        self.asked[case.id] += 1
        message = {**case.question(), "id": f"{case.id}.{before}" if before else case.id}
        try:
            if self.child is None:
                self.child = self._started()
            answer = self.child.asked(message)
        except Misbehaved as what:
            self.end()
            self.failures += 1
            if self.failures == PATIENCE:
                raise Unanswered(f"given up: the program failed {PATIENCE} times; last, it {what}") from None
            raise Failed(f"the program {what}") from None
        return answers_in(answer)

    def stop(self) -> str:
        """End the program as the protocol says; what it did instead, if anything."""
        try:
            if self.child is not None:
                self.child.stop()
        except Misbehaved as what:
            return f"after the last case the program {what}"
        return ""


def answers_in(answer: dict[str, Any]) -> Answers:
    """The answers that a program gave to a case.

    >>> answers_in({"id": "own/1", "predictions": [2], "memberships": [["1/3", "2/3"]]}).memberships
    [[Fraction(1, 3), Fraction(2, 3)]]
    >>> answers_in({"id": "own/1", "prediction": [2]})
    Traceback (most recent call last):
    monfknn_ref.oracle.checking.Failed: the answer has no list 'predictions'
    """
    if "unsupported" in answer:
        raise Unsupported(str(answer["unsupported"]))
    if "error" in answer:
        raise Failed(f"the program says: {answer['error']}")
    shown: dict[str, Any] = {}
    for name in FIELDS:
        given = answer.get(name)
        if given is None and name != "predictions":
            continue
        if not isinstance(given, list):
            raise Failed(f"the answer has no list {name!r}")
        shown[name] = given
        if name.endswith("memberships"):
            try:
                shown[name] = [[membership(u_l) for u_l in row] for row in given]
            except (TypeError, ValueError, ArithmeticError) as error:
                raise Failed(f"the answer has no rows of numbers as {name!r}: {error}") from None
    if "trace" in answer:
        try:
            shown["trace"] = Trace.from_json_lines("\n".join(map(json.dumps, answer["trace"])))
        except (TypeError, ValueError) as error:
            raise Failed(f"the answer has no list of events as 'trace': {error}") from None
    return Answers(**shown)


def membership(given: Any) -> Fraction:
    """A membership as a program wrote it; what is beyond all doubles is refused.

    >>> membership("1/3"), membership(0.25), membership("1e-3") == Fraction(0.001)
    (Fraction(1, 3), Fraction(1, 4), True)
    """
    in_powers_of_ten = isinstance(given, str) and "e" in given.lower()
    value = Fraction(float(given) if in_powers_of_ten else given)  # 1e999999999 would take hours to write out
    float(value)
    return value


class Child:
    """A running program: lines to it, lines from it, and its end."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.timeout = timeout
        self.answered: set[str] = set()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # so that what it starts can be ended with it
        )
        self.to_say: queue.Queue[bytes | None] = queue.Queue()
        self.heard: queue.Queue[bytes | None] = queue.Queue(maxsize=100)
        self.last_words = b""
        self.reads_input = True
        self.threads = [
            threading.Thread(target=work, daemon=True) for work in (self._write, self._read, self._listen)
        ]
        for thread in self.threads:
            thread.start()

    # Three threads, so that no pipe that is full or empty can hold up anything else

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

    def asked(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to a case, and to no other."""
        self.say(message)
        answer = self.hear(message["id"], self.timeout)
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
        deadline = time.monotonic() + 2  # should some descendant hold on to a pipe
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
            raise self._misbehaved(f"printed what is no JSON object: {excerpt(line)}")
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
