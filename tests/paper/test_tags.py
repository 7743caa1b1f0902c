"""Every line of the paper's pseudo-code that does something is carried out once, in order, in one place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "monfknn_ref"
LINES = {
    1: [*range(1, 8), 11, 12, 13, 15, 16, 17, 19, 20, 21, 25],
    2: [*range(1, 11), 15],
    3: [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 14, 15],
}
"""All numbered lines but those that only end a block and the two that only refer to Algorithm 2."""
HOMES = {1: "paper/memberships.py", 2: "paper/neighbors.py", 3: "paper/prediction.py"}


def sources() -> dict[str, str]:
    return {
        str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8")
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def algorithm_tags(files: dict[str, str]) -> dict[int, list[tuple[str, int]]]:
    """For each algorithm the file and line number of the paper of every tag, in the order of the sources."""
    tags: dict[int, list[tuple[str, int]]] = {}
    for name, text in files.items():
        for algorithm, line in re.findall(r"# Alg (\d)\.(\d+)$", text, flags=re.MULTILINE):
            tags.setdefault(int(algorithm), []).append((name, int(line)))
    return tags


def equation_tags(files: dict[str, str]) -> list[int]:
    return sorted(
        int(number)
        for text in files.values()
        for number in re.findall(r"# Eq (\d)$", text, flags=re.MULTILINE)
    )


def complaints(files: dict[str, str]) -> list[str]:
    """What is wrong with the tags, in words."""
    found = []
    tags = algorithm_tags(files)
    for algorithm, lines in LINES.items():
        places = tags.pop(algorithm, [])
        if [line for _, line in places] != lines:
            found.append(f"Algorithm {algorithm} has lines {[line for _, line in places]}, not {lines}")
        if {name for name, _ in places} != {HOMES[algorithm]}:
            found.append(f"Algorithm {algorithm} is not in {HOMES[algorithm]} alone")
    found += [f"there is no Algorithm {algorithm}" for algorithm in tags]
    if equation_tags(files) != [1, 2, 3, 4, 5, 6, 7]:
        found.append(f"equations have homes {equation_tags(files)}, not one each")
    return found


def test_every_line_and_equation_has_its_tag() -> None:
    assert complaints(sources()) == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("paper/memberships.py", "# Alg 1.13", ""),
        ("paper/memberships.py", "# Alg 1.13", "# Alg 1.14"),
        ("paper/neighbors.py", "# Alg 2.10", "# Alg 2.9"),
        ("paper/prediction.py", "# Alg 3.4", "# Alg 3.6"),
        ("paper/prediction.py", "# Eq 7", ""),
        ("paper/ranges.py", "# Eq 1", "# Eq 4"),
        ("paper/medians.py", "# Eq 4", "# Alg 1.13"),
        ("paper/order.py", "import annotations", "import annotations  # Alg 4.1"),
    ],
)
def test_the_checker_notices(name: str, old: str, new: str) -> None:
    files = sources()
    assert old in files[name]
    files[name] = files[name].replace(old, new, 1)
    assert complaints(files) != []
