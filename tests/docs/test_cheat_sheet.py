"""The cheat sheet says what is true: its commands are taken, its Python runs, and its lists name what there is."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from monfknn_ref.commands import COMMANDS, build_parser
from monfknn_ref.commands.arguments import file_options
from monfknn_ref.data.description import KEYS

ROOT = Path(__file__).resolve().parents[2]
SHEET = (ROOT / "docs" / "cheat-sheet.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r'^```(\w+) title="([^"]+)"\n(.*?)^```$', SHEET, flags=re.MULTILINE | re.DOTALL)
TABLE = "id,a,b,size,price,grade\n1,1,2,S,30,poor\n2,2,3,M,20,fair\n3,3,3,L,10,good\n4,2,2,S,25,poor\n"


def block(kind: str, number: int = 0) -> str:
    return [text for language, _, text in BLOCKS if language == kind][number]


def test_every_command_is_taken() -> None:
    lines = [line.split("  #")[0].strip() for line in block("sh").splitlines()]
    asked = [shlex.split(line)[1:] for line in lines if line.startswith("monfknn-ref ")]
    parser = build_parser()
    used = {"tour", "bench"}  # the first without its name, the second rarely
    for arguments in asked:
        if "--help" in arguments or "--version" in arguments:
            continue
        used.add(parser.parse_args(arguments).command)
    assert used == set(COMMANDS)


def test_every_option_of_a_table_and_of_the_model_is_taken() -> None:
    comments = [line for line in block("sh").splitlines() if re.match(r"#   --", line)]
    words = shlex.split(" ".join(line.removeprefix("#") for line in comments))
    parsed = build_parser().parse_args(["predict", "--train", "my.csv", "--query", "1", *words])
    assert set(file_options(parsed)) <= set(KEYS)
    assert (parsed.configuration, parsed.k, parsed.K) == ("AM", 5, 9)


def test_the_python_runs_on_the_table_that_it_is_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pandas = pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    Path("my.csv").write_text(TABLE, encoding="utf-8")
    Path("my.toml").write_text(block("toml"), encoding="utf-8")
    frame = pandas.read_csv("my.csv")
    frame["size"] = pandas.Categorical(frame["size"], ["S", "M", "L"], ordered=True)
    frame["grade"] = pandas.Categorical(frame["grade"], ["poor", "fair", "good"], ordered=True)
    names: dict[str, Any] = {"frame": frame}
    exec(block("python"), names)
    assert capsys.readouterr().out.startswith("(1, 2, 0, 30): class poor")
    assert names["data"].classes == ("poor", "fair", "good")


def test_the_functions_give_what_the_comments_say() -> None:
    imported, *lines = [line for line in block("python", 1).splitlines() if line]
    names: dict[str, Any] = {}
    exec(imported, names)
    for line in lines:
        call, said = line.split("  # ")
        assert repr(eval(call, names)) == said.rpartition(": ")[2].strip()
