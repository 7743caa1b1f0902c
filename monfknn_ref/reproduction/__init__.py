"""The paper's experiments again: what it prints, what came out here, and what follows for its statements.

The results of our runs come with the package, so that nothing needs to be run to look at them.
"""

from __future__ import annotations

from pathlib import Path

STORED = Path(__file__).with_name("stored")
"""The folder with the results of our runs."""


def stored_file(given: str | Path, name: str) -> str | Path:
    """The file with stored results: the one that was given, or that of the package where none was.

    >>> stored_file(STORED, "results").name, stored_file("mine.json", "results")
    ('results.json', 'mine.json')
    """
    return STORED / f"{name}.json" if given == STORED else given
