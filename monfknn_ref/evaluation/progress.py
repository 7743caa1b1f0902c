"""How far a run is and how long it will take: beforehand, and then on the terminal or once a minute."""

from __future__ import annotations

import math
import sys
import threading
import time
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, TextIO

__all__ = ["Progress", "readable_time"]

MINUTE = 60.0
"""Seconds between two lines where there is no terminal."""
WIDTH = 100


def readable_time(seconds: float) -> str:
    """A span of time in units that a person uses.

    >>> [readable_time(seconds) for seconds in (0.2, 19.6, 200, 3600, 7500, 90_000)]
    ['1 s', '20 s', '3 min 20 s', '1 h', '2 h 5 min', '1 d 1 h']
    """
    left = max(1, round(seconds))
    if left >= 3600:
        left = round(left / 60) * 60
    if left >= 86_400:
        left = round(left / 3600) * 3600
    parts = []
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)):
        if left >= size:
            parts.append(f"{left // size} {unit}")
            left %= size
    return " ".join(parts[:2])


class Progress:
    """Says how long the tasks of a run will take before it starts, and how much is left while it runs.

    On a terminal that is a line that changes; elsewhere, in a log for example, there is a line each minute.
    """

    def __init__(
        self,
        quiet: bool = False,
        stream: TextIO | None = None,
        period: float = MINUTE,
        unit: str = "fold",
    ) -> None:
        self.quiet, self.period, self.unit = quiet, period, unit
        self.stream = sys.stderr if stream is None else stream
        self.terminal = self.stream.isatty()
        self.left: Counter[Hashable] = Counter()
        self.expected: dict[Hashable, float] = {}
        self.seconds: dict[Hashable, list[float]] = {}
        self.total, self.workers, self.start, self.what = 0, 1, 0.0, ""
        self.ended = threading.Event()

    # --- What the run tells ---------------------------------------------------------------------------

    def begin(self, tasks: Sequence[Any], stored: int = 0, workers: int = 1) -> None:
        """These are to be carried out by so many workers; others are stored already."""
        self.total, self.workers, self.start = len(tasks), workers, time.monotonic()
        self.left = Counter(kind_of(task) for task in tasks)
        for task in tasks:
            kind = kind_of(task)
            if kind not in self.expected and kind not in self.seconds:
                seconds = getattr(task, "expected_seconds", None)
                if seconds is not None:
                    self.expected[kind] = seconds
        self.say(self.announcement(stored))
        if not self.quiet and not self.terminal and tasks:
            threading.Thread(target=self.each_minute, daemon=True).start()

    def step(self, task: Any, seconds: float) -> None:
        """A task is done that took so many seconds."""
        kind = kind_of(task)
        unknown = self.unknown()
        self.seconds.setdefault(kind, []).append(seconds)
        self.left[kind] -= 1
        self.what = " on ".join(map(str, kind)) if isinstance(kind, tuple) else str(kind)
        if self.terminal and not self.quiet:
            self.stream.write(f"\r\x1b[K{self.line()[:WIDTH]}")
            self.stream.flush()
        elif unknown and not self.unknown() and self.remaining() >= 1:
            self.say(self.line())

    def give_up(self, kind: Hashable) -> None:
        """No more tasks of this kind will be carried out."""
        self.total -= self.left.pop(kind, 0)

    def close(self) -> None:
        self.ended.set()
        if self.terminal and not self.quiet and self.total:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    # --- What it says ---------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """A line that stays."""
        if not self.quiet:
            self.stream.write(f"{text}\n")
            self.stream.flush()

    def each_minute(self) -> None:
        while not self.ended.wait(self.period):
            self.say(self.line())

    def unknown(self) -> list[Hashable]:
        """The kinds of which nothing is known yet."""
        return [kind for kind in self.left if kind not in self.seconds and kind not in self.expected]

    def announcement(self, stored: int) -> str:
        """What is to be done and about how long it takes."""
        kept = f", {stored} more are stored" if stored else ""
        if not self.total:
            return f"Nothing is left to run: all {stored} {self.unit}s are stored."
        folds = f"{self.total} {self.unit}{'s' if self.total > 1 else ''} to run{kept}"
        unknown = list(dict.fromkeys(str(k[0] if isinstance(k, tuple) else k) for k in self.unknown()))
        if len(self.unknown()) == len(self.left):
            return f"{folds}; the first ones will show how long it takes."
        known = f"about {readable_time(self.remaining())}"
        if unknown:
            names = ", ".join(unknown)
            return f"{folds}: {known} without {names}, whose first ones will show how long it takes."
        return f"{folds}: this takes {known}."

    def remaining(self) -> float:
        """The seconds that are left, by what similar tasks have taken."""
        measured = {kind: math.fsum(of) / len(of) for kind, of in self.seconds.items()}
        both = [kind for kind in measured if kind in self.expected]
        expected = math.fsum(self.expected[kind] for kind in both)
        speed = math.fsum(measured[kind] for kind in both) / expected if expected else 1.0
        total = 0.0
        for kind, count in self.left.items():
            if kind in measured:
                total += count * measured[kind]
            elif kind in self.expected:
                total += count * self.expected[kind] * speed
            elif measured:
                total += count * math.fsum(measured.values()) / len(measured)
        worked = math.fsum(seconds for of in self.seconds.values() for seconds in of)
        passed = (time.monotonic() - self.start) * self.workers
        return total / self.workers * (max(1.0, passed / worked) if worked > 1 else 1.0)

    def line(self) -> str:
        """How far the run is."""
        done = self.total - sum(self.left.values())
        if not done:
            return f"0 of {self.total} {self.unit}s, at work on the first"
        left = f"about {readable_time(self.remaining())} left" if done < self.total else "done"
        return f"{done} of {self.total} {self.unit}s, {left}: {self.what}"


def kind_of(task: Any) -> Hashable:
    """What a task has in common with others that take about the same time, and fail together."""
    kind: Hashable = getattr(task, "kind", "")
    return kind
