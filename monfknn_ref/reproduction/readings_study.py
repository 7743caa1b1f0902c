"""PAPER and AUTHORS side by side, and which open point makes the difference.

Each option that PAPER does not take is tried alone: PAPER with one answer changed. Each answer in which
AUTHORS differs is also taken back alone: AUTHORS with one answer of PAPER.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from monfknn_ref.readings import AUTHORS, PAPER, REGISTER, Reading
from monfknn_ref.reproduction.settings_study import CONFIGURATIONS, Setting

__all__ = ["Change", "changes_from", "reading_settings"]


@dataclass(frozen=True)
class Change:
    """One open point answered otherwise than a named reading does."""

    start: Reading
    point: str
    option: str
    reading: Reading

    @property
    def name(self) -> str:
        return f"{self.point}: {self.option}"


def changes_from(start: Reading) -> Iterator[Change]:
    """From PAPER every other option of every point; from AUTHORS every point taken back to PAPER's option.

    >>> [change.name for change in changes_from(PAPER)][:4]
    ['weights: keller', 'coincident: excluded', 'leave-one-out: no', 'open-bound: present-classes']
    >>> next(changes_from(AUTHORS)).name
    'weights: printed'
    """
    for point in REGISTER:
        now = getattr(start, point.field)
        options = point.options if start == PAPER else [point.paper]
        for option in options:
            if option != now:
                yield Change(start, point.id, option, replace(start, **{point.field: option}))


def reading_settings() -> list[Setting]:
    """Everything that the study runs: both readings, and each change, in both configurations."""
    readings = [PAPER, AUTHORS]
    for start in (PAPER, AUTHORS):
        readings += [change.reading for change in changes_from(start)]
    return [Setting(name, (), reading) for name in CONFIGURATIONS for reading in readings]
