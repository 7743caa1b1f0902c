"""`python -m monfknn_ref datasets`: the 12 sets beside the paper's table."""

from __future__ import annotations

import json
import re

import outside
import pytest

from monfknn_ref.commands import main
from monfknn_ref.data import PAPER_TABLE, paper_sets
from monfknn_ref.model.checks import install_command


@pytest.fixture
def no_packages(monkeypatch):
    monkeypatch.setattr(paper_sets, "find_spec", lambda name: None)


def listed(capsys, *arguments):
    """The exit code, and the entries of the JSON by name."""
    code = main(["datasets", "--json", *arguments])
    return code, {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)["data_sets"]}


@pytest.mark.needs_data(*(f"data/{name}.dat" for name in PAPER_TABLE))
def test_all_twelve_have_the_comparable_pairs_of_the_paper(capsys):
    code, entries = listed(capsys, "--data", str(outside.DATA))
    assert code == 0
    assert list(entries) == list(PAPER_TABLE)
    for name, entry in entries.items():
        assert entry["from"] == f"file {outside.DATA / name}.dat"
        assert entry["ours"]["comparable_pairs"] == PAPER_TABLE[name].comparable_pairs
        assert entry["differs"] == (["rows"] if name == "artiset" else [])
    assert entries["artiset"]["ours"]["rows"] == 999


def test_without_files_or_packages(capsys, no_packages):
    code, entries = listed(capsys)
    assert code == 0
    at_hand = {name: entry["from"] for name, entry in entries.items() if entry["from"]}
    assert at_hand == {
        "artiset": "built in (its own points, seed 0)",
        "balance": "built in",
        "car": "built in",
    }
    assert (
        entries["balance"]["ours"]
        == entries["balance"]["paper"]
        == {
            "rows": 625,
            "attributes": 4,
            "classes": 3,
            "directions": "--++",
            "comparable_pairs": 25.64,
        }
    )
    assert entries["car"]["differs"] == []
    assert entries["ERA"]["ours"] is None
    assert entries["ERA"]["how_to_get"] == (
        "put ERA.dat (KEEL format) into a folder and name it (--data DIR or directory=DIR), "
        f"or {install_command('data')}"
    )


def test_text_for_a_reader(capsys, no_packages):
    assert main(["datasets"]) == 0
    output = capsys.readouterr().out
    lines = output.splitlines()
    assert lines[3:7:3] == [
        "balance                  625   625     4     4     3     3"
        "  25.64 %  25.64 %  --++           built in",
        "ERA                        -  1000     -     4     -     9"
        "        -  16.77 %  ++++           not at hand",
    ]
    assert "Not as in the paper's table:\n  artiset: comparable_pairs\n" in output
    assert "\nNot at hand:\n  bostonhousing4cl: put bostonhousing4cl.dat (KEEL format)" in output
    assert "Unreadable" not in output
    note = "The authors' own artiset has 999 points, not 1000; the built-in one draws 1000 of its own."
    assert lines[-1] == note


def test_file_that_cannot_be_read_is_named_and_the_others_still_listed(capsys, no_packages, tmp_path):
    (tmp_path / "ERA.dat").write_text("nothing\n", encoding="utf-8")
    code, entries = listed(capsys, "--data", str(tmp_path))
    assert code == 2
    keywords = "@relation, @attribute, @inputs, @outputs, @directions or @data"
    error = f"{tmp_path / 'ERA.dat'}, line 1: expected {keywords}, got 'nothing'"
    assert entries["ERA"]["error"] == error
    assert entries["car"]["error"] is None
    assert main(["datasets", "--data", str(tmp_path)]) == 2
    assert f"Unreadable:\n  ERA: {error}\n" in capsys.readouterr().out


def test_folder_that_is_not_there(capsys, tmp_path):
    assert main(["datasets", "--data", str(tmp_path / "nowhere")]) == 2
    message = f"directory must be a folder with data files, got {str(tmp_path / 'nowhere')!r}"
    assert capsys.readouterr().err == f"monfknn-ref datasets: {message}\n"


def test_help_with_fetching_names_every_set_once_and_what_the_tests_use(capsys):
    assert main(["datasets", "--fetch-help"]) == 0
    text = capsys.readouterr().out
    sets, tests = text.split("The tests use more")
    for name in PAPER_TABLE:
        assert len(re.findall(rf"\b{name}\b", sets)) == (2 if name == "artiset" else 1)
    assert install_command("data") in sets
    assert outside.VARIABLE in tests
    described = (outside.__doc__ or "").split("paper_set")[0]
    assert re.findall(r"^ +(\w+)/", tests, flags=re.MULTILINE) == [
        "data",
        "data",
        "authors",
        "rivals",
        "paper",
    ]
    assert all(f"{folder}/" in described for folder in ("data", "authors", "rivals", "paper"))
