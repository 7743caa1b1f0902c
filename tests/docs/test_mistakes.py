"""The page on mistakes, its picture and the stored matrix that both are made from."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import mutants
import pytest
from tools import stored as results
from tools.figures import mistakes as figure
from tools.pages.mistakes import table
from tools.sources import ROOT

from monfknn_ref.oracle import FAMILIES

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def stored() -> Any:
    """Made by: PYTHONPATH=tests/helpers python3 -m mutants --out docs/data/mistakes.json"""
    return results.mistakes()


def test_the_stored_matrix_is_about_the_mistakes_and_families_of_today(stored: Any) -> None:
    assert [row["name"] for row in stored["mistakes"]] == [mutant.__name__ for mutant in mutants.MUTANTS]
    assert [row["family"] for row in stored["mistakes"]] == [mutant.family for mutant in mutants.MUTANTS]
    assert list(stored["families"]) == list(FAMILIES)
    assert set(figure.kinds_of_families().values()) == set(figure.KINDS)


def test_every_mistake_is_caught_by_three_cases_of_the_family_aimed_at_it(stored: Any) -> None:
    for row in stored["mistakes"]:
        assert row["caught"][row["family"]] >= 3, row["name"]


def test_a_line_counts_what_the_matrix_has() -> None:
    row = {
        "kind": "labels",
        "mistake": "A | b < c.",
        "family": "one-row",
        "caught": {"one-row": 4, "noise": 1},
    }
    assert table([row]).splitlines()[-1] == (
        "| A \\| b &lt; c. | [`one-row`](check-your-own.md#family-one-row) | 4 | 1 |"
    )


def test_the_picture_has_a_cell_for_each_catch(stored: Any) -> None:
    root = ElementTree.fromstring(
        (ROOT / "docs" / "figures" / "mistakes-by-families.svg").read_text(encoding="utf-8")
    )
    cells = sum(path.get("d", "").count("M") for path in root.iter(f"{SVG}path"))
    assert cells == sum(len(row["caught"]) for row in stored["mistakes"])
    assert float(root.get("width", "nan")) <= 710
    assert not re.search(r"NaN|inf", "".join(path.get("d", "") for path in root.iter(f"{SVG}path")))
