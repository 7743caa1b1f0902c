"""`python -m monfknn_ref datasets`: the 12 sets beside the paper's table."""

from __future__ import annotations

import re

import outside
import pytest

from monfknn_ref.data import PAPER_TABLE, paper_sets
from monfknn_ref.model.checks import install_command


@pytest.fixture
def no_packages(monkeypatch):
    monkeypatch.setattr(paper_sets, "find_spec", lambda name: None)


def by_name(printed):
    """The entries of the JSON."""
    return {entry["name"]: entry for entry in printed["data_sets"]}


@pytest.mark.needs_data(*(f"data/{name}.dat" for name in PAPER_TABLE))
def test_all_twelve_have_the_comparable_pairs_of_the_paper(commands):
    entries = by_name(commands.found("datasets --json --data", str(outside.DATA)))
    assert list(entries) == list(PAPER_TABLE)
    for name, entry in entries.items():
        assert entry["from"] == f"file {outside.DATA / name}.dat"
        assert entry["ours"]["comparable_pairs"] == PAPER_TABLE[name].comparable_pairs
        assert entry["differs"] == (["rows"] if name == "artiset" else [])
    assert entries["artiset"]["ours"]["rows"] == 999


def test_without_files_or_packages(commands, no_packages):
    entries = by_name(commands.found("datasets --json"))
    at_hand = {name: entry["from"] for name, entry in entries.items() if entry["from"]}
    own_points = "built in (its own points, seed 0)"
    assert at_hand == {"artiset": own_points, "balance": "built in", "car": "built in"}
    as_printed = {"rows": 625, "attributes": 4, "classes": 3, "directions": "--++", "comparable_pairs": 25.64}
    assert entries["balance"]["ours"] == entries["balance"]["paper"] == as_printed
    assert entries["car"]["differs"] == []
    assert entries["ERA"]["ours"] is None
    assert entries["ERA"]["how_to_get"] == (
        "put ERA.dat (KEEL format) into a folder and name it (--data DIR or directory=DIR), "
        f"or {install_command('data')}"
    )


def test_text_for_a_reader(commands, no_packages):
    output = commands.printed("datasets")
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


def test_file_that_cannot_be_read_is_named_and_the_others_still_listed(commands, no_packages, tmp_path):
    (tmp_path / "ERA.dat").write_text("nothing\n", encoding="utf-8")
    entries = by_name(commands.found(f"datasets --json --data {tmp_path}", code=2))
    keywords = "@relation, @attribute, @inputs, @outputs, @directions or @data"
    error = f"{tmp_path / 'ERA.dat'}, line 1: expected {keywords}, got 'nothing'"
    assert entries["ERA"]["error"] == error
    assert entries["car"]["error"] is None
    assert f"Unreadable:\n  ERA: {error}\n" in commands.printed(f"datasets --data {tmp_path}", code=2)


def test_folder_that_is_not_there(commands, tmp_path):
    nowhere = str(tmp_path / "nowhere")
    message = f"directory must be a folder with data files, got {nowhere!r}"
    assert commands.refused("datasets --data", nowhere) == message


def test_help_with_fetching_names_every_set_once_and_what_the_tests_use(commands):
    sets, tests = commands.printed("datasets --fetch-help").split("The tests use more")
    for name in PAPER_TABLE:
        assert len(re.findall(rf"\b{name}\b", sets)) == (2 if name == "artiset" else 1)
    assert install_command("data") in sets
    assert outside.VARIABLE in tests
    described = (outside.__doc__ or "").split("paper_set")[0]
    folders = re.findall(r"^ +(\w+)/", tests, flags=re.MULTILINE)
    assert folders == ["data", "data", "authors", "rivals", "paper"]
    assert all(f"{folder}/" in described for folder in folders)
