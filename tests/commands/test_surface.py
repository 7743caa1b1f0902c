"""The command `surface`: a picture of what a method says, of an artificial set or of a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from svg import SVG, parse

from monfknn_ref.commands import main


def test_surface_of_the_artificial_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "surface.svg"
    arguments = [
        "surface",
        "--method",
        "PMDT",
        "--noise",
        "0.2",
        "--size",
        "30",
        "--grid",
        "6",
        "--seed",
        "7",
    ]
    assert main([*arguments, "--out", str(out)]) == 0
    first = out.read_bytes()
    printed = capsys.readouterr()
    assert "The true classes: 30 rows, 6 labels moved. PMDT: " in printed.out and printed.err == ""
    assert main([*arguments, "--out", str(out)]) == 0
    assert out.read_bytes() == first
    assert parse(first.decode()).findtext(f"{SVG}title") == (
        "PMDT on artiset with 6 noisy labels: the data and the decision surface"
    )


def test_surface_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "fruit.csv"
    data.write_text("size,age,label\n1,5,bad\n2,9,bad\n4,2,good\n5,1,good\n3,3,good\n", encoding="utf-8")
    out = tmp_path / "fruit.svg"
    arguments = ["surface", "--method", "OLM", "--dataset", str(data), "--grid", "4", "--out", str(out)]
    arguments += ["--classes", "bad,good"]
    assert main(arguments) == 0
    assert "The data: 5 rows, 0 labels moved. OLM: " in capsys.readouterr().out
    assert main([*arguments, "--size", "3"]) == 0
    assert "The data: 3 rows, 0 labels moved. OLM: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--method", "kNN"], "method must be 'MonFkNN-PM' or 'MonFkNN-AM' or 'FkNN' or "),
        (["--dataset", "data.txt"], "--dataset must be artiset or a file .csv or .dat, got 'data.txt'"),
        (["--noise", "2"], "share must be a number from 0 to 1, got 2.0"),
        (["--grid", "0", "--size", "5"], "--grid must be a whole number of at least 1, got 0"),
        (["--size", "0"], "--size must be a whole number of at least 1, got 0"),
        (["--dataset", "missing.csv"], "missing.csv"),
    ],
)
def test_surface_says_what_is_wrong(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["surface", *arguments, "--out", str(tmp_path / "out.svg")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out.svg").exists()


def test_a_sample_is_no_larger_than_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "two.csv"
    data.write_text("a,b,label\n1,2,0\n2,1,1\n", encoding="utf-8")
    assert main(["surface", "--dataset", str(data), "--size", "3", "--out", str(tmp_path / "out.svg")]) == 2
    assert "--size must be at most 2, the rows of two, got 3" in capsys.readouterr().err
