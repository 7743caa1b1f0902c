"""The command `surface`: a picture of what a method says, of an artificial set or of a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import CommandLine
from svg import SVG, parse


@pytest.fixture(autouse=True)
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_surface_of_the_artificial_set(commands: CommandLine) -> None:
    line = "surface --method PMDT --noise 0.2 --size 30 --grid 6 --seed 7 --out surface.svg"
    said = commands(line)
    first = Path("surface.svg").read_bytes()
    assert "The true classes: 30 rows, 6 labels moved. PMDT: " in said.out and said.err == ""
    assert commands(line) == said
    assert Path("surface.svg").read_bytes() == first
    title = "PMDT on artiset with 6 noisy labels: the data and the decision surface"
    assert parse(first.decode()).findtext(f"{SVG}title") == title


def test_surface_of_a_file(commands: CommandLine) -> None:
    rows = "size,age,label\n1,5,bad\n2,9,bad\n4,2,good\n5,1,good\n3,3,good\n"
    Path("fruit.csv").write_text(rows, encoding="utf-8")
    line = "surface --method OLM --dataset fruit.csv --classes bad,good --grid 4 --out fruit.svg"
    assert "The data: 5 rows, 0 labels moved. OLM: " in commands.printed(line)
    assert "The data: 3 rows, 0 labels moved. OLM: " in commands.printed(f"{line} --size 3")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--method kNN", "method must be 'MonFkNN-PM' or 'MonFkNN-AM' or 'FkNN' or "),
        ("--dataset data.txt", "--dataset must be artiset or a file .csv or .dat, got 'data.txt'"),
        ("--noise 2", "share must be a number from 0 to 1, got 2.0"),
        ("--grid 0 --size 5", "--grid must be a whole number of at least 1, got 0"),
        ("--size 0", "--size must be a whole number of at least 1, got 0"),
        ("--dataset missing.csv", "missing.csv"),
        ("--dataset two.csv --size 3", "--size must be at most 2, the rows of two, got 3"),
    ],
)
def test_surface_says_what_is_wrong(options: str, message: str, commands: CommandLine) -> None:
    Path("two.csv").write_text("a,b,label\n1,2,0\n2,1,1\n", encoding="utf-8")
    assert message in commands.refused(f"surface {options} --out out.svg")
    assert not Path("out.svg").exists()
