"""One spelling throughout, the American one of the paper: in code, messages, pages and pictures."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BRITISH = re.compile(
    r"learnt|spoilt|spelt\b|burnt|whilst|amongst|grey|maths\b|licence|defence|centre|metre\b|fibre|artefact|judgement"
    r"|(?:behavi|neighb|col|fav|lab|hon|flav|rum)our|(?:lab|mod|canc|lev|sign|trav)ell(?:ed|ing)|catalogue|analyse"
    r"|(?:normal|general|summar|recogn|penal|organ|initial|serial|minim|maxim|real|special|standard|parametr|vector|token"
    r"|discret|binar|random|categor|emphas|util|visual|custom|stabil|synchron|memor|capital|factor)is(?:e|ing|ation|able)"
    r"|practise"
)
"""Spellings of British English. `optimised`, a name of the package, is none of them."""

FIXED = re.compile(r"relabelled|(?:labels?|is) (?:learnt|labelled)|blue grey")
"""Words that are part of stored bytes or not ours: a family of the vectors, the guarantees, a color of Material."""


def british(text: str) -> list[str]:
    """The words of a text that hold a British form, each once."""
    return sorted(
        word for word in set(re.findall(r"[a-z]+", FIXED.sub("", text.lower()))) if BRITISH.search(word)
    )


def test_british_forms_are_found() -> None:
    found = british("The neighbours of a LabelledBox: labelled, as we analyse behaviour.")
    assert found == ["analyse", "behaviour", "labelled", "labelledbox", "neighbours"]
    assert (
        british("The neighbors are labeled by an optimised analysis of the color of the row of `relabelled`.")
        == []
    )


def test_the_spelling_is_american() -> None:
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    found = {}
    for name in filter(None, files):
        path = ROOT / name
        if path == Path(__file__).resolve() or not path.exists():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if words := british(text):
            found[name] = words
    assert found == {}
