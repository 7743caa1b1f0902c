"""The glossary, and the numbers that the pages on Section 4 and on noise stand on."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from statistics import fmean
from typing import Any

import outside
import pytest

from monfknn_ref.beyond.certificate.certificate import EXIT_CODES
from monfknn_ref.beyond.guarantees.statements import STATEMENTS
from monfknn_ref.data import PAPER_TABLE, artiset, balance, car, load
from monfknn_ref.evaluation.cross_validation import stratified_folds
from monfknn_ref.oracle.comparison import VERDICTS as ORACLE_VERDICTS
from monfknn_ref.readings import REGISTER
from monfknn_ref.reproduction import STORED
from monfknn_ref.reproduction.findings import CAUSES, CONTRADICTED, EVIDENCE, VERDICTS, Finding
from monfknn_ref.reproduction.noise_study import LEVELS, noisy_training_set

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))

from tools import data_sets, noise_effects, stored  # noqa: E402
from tools.pages.audit import by_cause, cause_anchor  # noqa: E402

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
TERM = re.compile(r'^<span id="term-([\w-]+)">\*\*(.+)\*\*</span>\n:   (.+(?:\n    .+)*)$', re.MULTILINE)


# --- The glossary -----------------------------------------------------------------------------------------


def words_of(glossary: str) -> set[str]:
    """The words that a glossary explains; several may stand in one line."""
    names = [name for _, name, _ in TERM.findall(glossary)]
    return {word.strip().lower().replace(" ", "-") for name in names for word in name.split(",")}


def unexplained(glossary: str) -> set[str]:
    """Words of outputs and messages that a glossary lacks."""
    used = {
        *ORACLE_VERDICTS,
        *VERDICTS,
        *(name for name in EVIDENCE if name != "none"),
        *(statement.verdict for statement in STATEMENTS),
        *(point.id for point in REGISTER),
        *(answer.replace(" ", "-") for answer in EXIT_CODES if answer != "proved"),
        *("paper", "authors", "reading", "open-point", "spread", "undecided", "settled", "firm"),
        *("valid-range", "median-range", "monotonic-noise", "crossed-range", "running-example"),
    }
    return used - words_of(glossary)


def test_the_glossary_explains_every_word_of_the_outputs() -> None:
    assert unexplained(GLOSSARY) == set()


def test_a_word_that_is_not_explained_is_noticed() -> None:
    assert unexplained(GLOSSARY.replace("**undecided**", "**decided**")) == {"undecided"}


def test_terms_stand_in_alphabetical_order_and_once() -> None:
    found = TERM.findall(GLOSSARY)
    names = [name for _, name, _ in found]
    assert len(found) == GLOSSARY.count('<span id="term-') >= 60
    assert names == sorted(names, key=str.lower)
    assert len({anchor for anchor, _, _ in found}) == len(found)
    assert all(meaning.rstrip().endswith((".", ")")) for _, _, meaning in found)


def test_terms_that_pages_link_to_are_there() -> None:
    anchors = {anchor for anchor, _, _ in TERM.findall(GLOSSARY)}
    linked = 0
    for page in (ROOT / "docs").rglob("*.md"):
        for anchor in re.findall(r"#term-([\w-]+)\)", page.read_text(encoding="utf-8")):
            linked += 1
            assert anchor in anchors, page
    assert linked >= 20


# --- The data sets ----------------------------------------------------------------------------------------


def stored_counts() -> dict[str, Any]:
    return stored.read_stored(STORED / "data-sets.json")


def test_the_counts_of_sets_that_are_rules_are_those_stored() -> None:
    assert data_sets.counted(balance()) == stored_counts()["balance"]
    assert data_sets.counted(car()) == stored_counts()["car"]


@pytest.mark.parametrize("name", [name for name in PAPER_TABLE if name != "artiset"])
def test_the_counts_of_all_sets_are_those_stored(name: str) -> None:
    assert data_sets.counted(outside.paper_set(name)) == stored_counts()[name]


@pytest.mark.needs_data("data/artiset.dat")
def test_the_counts_of_the_authors_points_are_those_stored() -> None:
    assert data_sets.counted(load("artiset", outside.DATA)) == stored_counts()["artiset"]


@pytest.mark.parametrize("name", PAPER_TABLE)
def test_the_stored_counts_are_those_the_paper_prints(name: str) -> None:
    counts, printed = stored_counts()[name], PAPER_TABLE[name]
    assert (counts["attributes"], counts["classes"]) == (printed.attributes, printed.classes)
    assert counts["rows"] == (999 if name == "artiset" else printed.rows)
    pairs = counts["rows"] * (counts["rows"] - 1) / 2
    assert round(100 * counts["comparable"] / pairs, 2) == printed.comparable_pairs
    assert counts["violating"] <= counts["comparable"]


# --- Why noise does what it does --------------------------------------------------------------------------


EFFECTS = stored.effects()


def test_the_effects_are_of_the_training_sets_of_the_study() -> None:
    """All seeds on the built-in points; the accuracies of both were measured by different programs."""
    built_in = stored.curves("noise-built-in")
    assert built_in.points == "the 1000 built-in points"
    assert tuple(EFFECTS["levels"]) == tuple(built_in.levels) == LEVELS
    assert (EFFECTS["seeds"], EFFECTS["folds"], EFFECTS["reading"]) == (
        10,
        10,
        built_in.results.details["reading"],
    )
    for i in range(len(LEVELS)):
        for method in ("MonFkNN-PM", "MkNN"):
            by_seed = built_in.values(method, "accuracy")[i]
            assert EFFECTS["accuracy"][i][method] == pytest.approx(fmean(by_seed))


def test_the_stored_effects_hold_together() -> None:
    for level, labels, ranges in zip(LEVELS, EFFECTS["labels"], EFFECTS["ranges"]):
        for one in labels.values():
            assert one["wrong before"] == pytest.approx(level / 100, abs=0.003)
            assert one["wrong after"] == pytest.approx(one["wrong before"] - one["repaired"] + one["spoiled"])
        assert ranges["relabeled"]["crossed"] == 0
        assert EFFECTS["NMI"][LEVELS.index(level)]["relabeled"] == 0
        mknn = EFFECTS["accuracy"][LEVELS.index(level)]["MkNN"]
        assert mknn <= ranges["relabeled"]["holds the true class"]  # it predicts within its range


def test_a_single_fold_is_measured_again() -> None:
    """Two levels of a small set, and the counts by hand for the share of wrong labels."""
    found = noise_effects.measured(levels=[0, 40], seeds=1, folds=4, rows=120)
    assert found["labels"][0]["MonFkNN-PM"]["wrong before"] == 0
    assert found["noisy rows"][0]["membership of the true class"] is None
    data = artiset(120)
    wrong = rows = 0
    for fold, split in enumerate(stratified_folds(data.y, 4, 0, data.classes), start=1):
        clean, noisy = (noisy_training_set(data, split.train, level, fold) for level in (0, 40))
        wrong += sum(a != b for a, b in zip(clean.y, noisy.y))
        rows += len(clean)
    assert found["labels"][1]["MonFkNN-PM"]["wrong before"] == pytest.approx(wrong / rows)


def test_what_the_page_says_in_words_holds_of_the_numbers() -> None:
    quarter, half = LEVELS.index(25), LEVELS.index(50)
    for i in range(quarter, half + 1):  # relabeling leaves fewer wrong labels, and yet MkNN is less accurate
        labels, accuracy = EFFECTS["labels"][i], EFFECTS["accuracy"][i]
        assert labels["relabeled"]["wrong after"] < labels["MonFkNN-PM"]["wrong after"]
        assert accuracy["MkNN"] < accuracy["without both, relabeled"] < accuracy["MonFkNN-PM"]
        alone = (accuracy["without the range"], accuracy["without shared memberships"])
        assert accuracy["without both"] < min(alone) - 0.03
    crossed = [EFFECTS["ranges"][i]["given"]["crossed"] for i in range(len(LEVELS))]
    assert crossed == sorted(crossed)
    valid = [EFFECTS["ranges"][i]["given"]["holds the true class"] for i in range(quarter, half + 1)]
    assert max(valid) - min(valid) < 0.01


# --- The causes of the audit ------------------------------------------------------------------------------


def test_every_cause_is_explained_on_the_page_and_counted() -> None:
    findings = stored.findings()
    found = by_cause(findings)
    assert set(found) == set(CAUSES.values()) - {CAUSES["agrees"], CAUSES["not-run"]}
    assert sum(map(len, found.values())) == sum(finding.cause != "agrees" for finding in findings)
    page = " ".join((ROOT / "docs" / "audit.md").read_text(encoding="utf-8").split())
    for cause, of in found.items():
        assert cause.words in page or cause.id in ("whole-numbers", "constant-attribute", "other-data"), cause
        assert f"| [{cause.title}](#{cause_anchor(cause.id)}) | {cause.evidence} | " in page
        assert f"{{ #{cause_anchor(cause.id)} }}" in page
        assert f" | {len(of)} | " in page
    for name, meaning in EVIDENCE.items():
        number = sum(finding.evidence == name for finding in findings)
        assert f"| {name} | {meaning} | {number} | " in page


def test_a_cause_that_nobody_knows_is_refused() -> None:
    strange = Finding("the moon", "cheese", "rock", CONTRADICTED, "a look", "Table 4", "no such cause")
    with pytest.raises(KeyError):
        by_cause([strange])


def test_what_was_stored_says_what_made_it() -> None:
    records = [*stored.results().made_by, stored.effects()["made by"]]
    records += [study["made by"] for study in stored.investigations()["studies"].values()]
    for curves in ("noise", "noise-built-in"):
        records += stored.curves(curves).results.made_by
    for study in ("readings", "ties", "sensitivity", "learning"):
        records += stored.study(study).made_by
    own = stored.read_stored(stored.DATA / "own-methods.json")
    for record in [*records, {"command": own["command"], **own["versions"]}]:
        assert record["command"] and {"python", "Python"} & set(record), record
