"""Vectors: the battery as files, the same bytes on every run, and checked."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from monfknn_ref import AUTHORS, PAPER, MonFkNN
from monfknn_ref.commands import main
from monfknn_ref.oracle import FAMILIES, Case, accepted_answers, cases
from monfknn_ref.oracle.json_schema import load_schema, problems, schema_text
from monfknn_ref.oracle.vectors import problems_of_vectors, vectors_of_family

SHIPPED = Path(__file__).with_name("vectors")
COUNT = 2


@pytest.mark.parametrize("name", FAMILIES)
def test_the_shipped_vectors_are_what_the_reference_writes_today(name: str) -> None:
    """When behaviour is changed on purpose: python -m monfknn_ref vectors --out tests/vectors --count 2."""
    assert (SHIPPED / f"{name}.json").read_bytes().decode() == vectors_of_family(name, count=COUNT)


def test_nothing_else_is_shipped() -> None:
    assert {path.name for path in SHIPPED.iterdir()} == {
        *(f"{name}.json" for name in FAMILIES),
        "vectors.schema.json",
    }
    assert (SHIPPED / "vectors.schema.json").read_text() == schema_text("vectors")


@pytest.mark.parametrize("reading", [PAPER, AUTHORS], ids=repr)
def test_files_pass_their_own_check(reading: Any) -> None:
    for name in ("tie-order", "magnitudes", "string-labels"):
        assert problems_of_vectors(vectors_of_family(name, reading)) == []


def test_the_command_writes_and_checks(tmp_path: Path, capsys: Any) -> None:
    options = ["--family", "one-row", "--family", "pOR-zero", "--seed", "5"]
    for folder in ("one", "two"):
        assert main(["vectors", "--out", str(tmp_path / folder), *options]) == 0
    names = ["one-row.json", "pOR-zero.json", "vectors.schema.json"]
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == names
    for name in names:
        written = (tmp_path / "one" / name).read_bytes()
        assert written == (tmp_path / "two" / name).read_bytes()
        assert written.isascii() and b"\r" not in written
    file = tmp_path / "one" / "pOR-zero.json"
    assert main(["vectors", "--check", str(file), str(SHIPPED / "noise.json")]) == 0
    assert capsys.readouterr().out.count("as the reference has it") == 2


ALTERATIONS = {
    "expected predictions": lambda case: case["expected"]["predictions"].reverse(),
    "expected training_labels": lambda case: case["expected"]["training_labels"].reverse(),
    "expected first_labels": lambda case: case["expected"]["first_labels"].reverse(),
    "expected training_rows": lambda case: case["expected"]["training_rows"].reverse(),
    "expected memberships": lambda case: case["expected"]["memberships"][0].reverse(),
    "expected memberships_as_doubles": lambda case: case["expected"]["memberships_as_doubles"].reverse(),
    "expected training_memberships": lambda case: case["expected"]["training_memberships"].reverse(),
    "expected training_memberships_as_doubles": lambda case: case["expected"][
        "training_memberships_as_doubles"
    ].reverse(),
    "accepted predictions": lambda case: case["accepted"]["predictions"].reverse(),
    "accepted training_labels": lambda case: case["accepted"]["training_labels"][0].append(3),
    "accepted first_labels": lambda case: case["accepted"]["first_labels"][0].append(3),
    "flags": lambda case: case["flags"].append("more"),
}


@pytest.mark.parametrize("what", ALTERATIONS)
def test_an_altered_answer_is_found(what: str, tmp_path: Path, capsys: Any) -> None:
    document = json.loads(vectors_of_family("noise", count=1))
    ALTERATIONS[what](document["cases"][0])
    path = tmp_path / "altered.json"
    path.write_text(json.dumps(document))
    assert main(["vectors", "--check", str(path)]) == 1
    assert f"{path}: noise/1: {what}: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("alter", "message"),
    [
        (lambda document: document.pop("reading"), "$: must have 'reading'"),
        (
            lambda document: document.update(format="2"),
            "$.format: must be one of ['monfknn_ref vectors 1'], got '2'",
        ),
        (lambda document: document.update(more=1), "$: must not have 'more'"),
        (
            lambda document: document["cases"][0]["X"][0].insert(0, 0.5),
            "$.cases[0].X[0][0]: must be integer or string, got 0.5",
        ),
        (
            lambda document: document["cases"][0]["X"][0].insert(0, "1/2"),
            "$.cases[0].X[0][0]: must match ^-?[0-9]+(\\.[0-9]+)?(e-?[0-9]+)?$, got '1/2'",
        ),
        (
            lambda document: document["cases"][0].update(k=True),
            "$.cases[0].k: must be integer, got True",
        ),
        (
            lambda document: document["exercises"].append("Eq 9"),
            "$.exercises[4]: must match ^(Eq [1-7]|Alg [123]\\.[0-9]+)$, got 'Eq 9'",
        ),
        (
            lambda document: document.update(exercises=["Eq 1"]),
            "exercises: ['Eq 1'] in the file, ['Alg 1.17', 'Alg 1.21', 'Alg 3.3', 'Alg 3.8'] by the reference",
        ),
        (
            lambda document: document["cases"][0].update(k=0),
            "noise/1: k must be a whole number of at least 1, got 0",
        ),
        (
            lambda document: document["cases"][0]["y"].pop(),
            "noise/1: y must have one label for each row of X, got 11 labels for 12 rows",
        ),
    ],
)
def test_a_file_of_another_form_is_refused(alter: Any, message: str) -> None:
    document = json.loads(vectors_of_family("noise", count=1))
    alter(document)
    assert problems_of_vectors(json.dumps(document)) == [message]


def test_what_is_no_file_of_vectors_is_refused(tmp_path: Path, capsys: Any) -> None:
    assert problems_of_vectors("{") == [
        "not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"
    ]
    assert main(["vectors", "--check", str(tmp_path / "none.json")]) == 2
    assert "No such file or directory" in capsys.readouterr().err
    (tmp_path / "latin.json").write_bytes(b'{"format": "\xe9"}')
    assert main(["vectors", "--check", str(tmp_path / "latin.json")]) == 1
    assert "latin.json: not JSON: 'utf-8' codec can't decode byte 0xe9" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (["--family", "none"], "no family is called 'none'"),
        (["--family", "noise", "--count", "-1"], "--count must be a whole number of at least 1, got -1"),
    ],
)
def test_nothing_is_written_when_what_is_asked_for_cannot_be(
    option: list[str], message: str, tmp_path: Path, capsys: Any
) -> None:
    assert main(["vectors", "--out", str(tmp_path / "vectors"), *option]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "vectors").exists()


def test_vectors_can_be_used_without_this_package() -> None:
    """Every number of a file, read as JSON and as fractions, gives what an estimator answers."""
    for name in ("random", "half-of-weights"):
        for vector in json.loads((SHIPPED / f"{name}.json").read_text())["cases"]:
            X, queries = (
                [[Fraction(value) for value in row] for row in vector[table]] for table in ("X", "queries")
            )
            parameters = {key: Fraction(vector[key]) for key in ("k", "K", "RCr", "pOR", "m")}
            model = MonFkNN(**parameters, typeRange=vector["typeRange"], directions=vector["directions"])
            model.fit(X, vector["y"], classes=vector["classes"])
            assert model.predict(queries) == vector["expected"]["predictions"]
            exact = [[str(u_l) for u_l in u] for u in model.training_memberships_]
            assert exact == vector["expected"]["training_memberships"]
            for u in vector["expected"]["training_memberships"]:
                assert sum(map(Fraction, u)) == 1
            for u in vector["expected"]["memberships_as_doubles"]:
                assert sum(u) == pytest.approx(1)


def test_expected_answers_are_among_the_accepted_ones() -> None:
    for name in FAMILIES:
        for vector in json.loads((SHIPPED / f"{name}.json").read_text())["cases"]:
            for kind in ("first_labels", "training_labels", "predictions"):
                for label, labels in zip(vector["expected"][kind], vector["accepted"][kind]):
                    assert label in labels
            several = any(len(labels) > 1 for labels in vector["accepted"]["predictions"])
            assert ("several-answers" in vector["flags"]) == several


def test_no_case_of_the_battery_has_too_many_ways_to_look_at() -> None:
    for case in cases():
        answers = accepted_answers(
            case.training_table, case.y, case.query_table, case.classes, **case.parameters
        )
        assert answers.left_out == ()


def test_the_schema_has_only_keywords_that_are_checked() -> None:
    for name in ("vectors", "crosscheck"):
        schema = load_schema(name)
        assert problems([], schema) == ["$: must be object, got []"]
        for part in schema["$defs"].values():
            problems({}, part)


def test_cases_come_back_from_files() -> None:
    vector = json.loads((SHIPPED / "magnitudes.json").read_text())["cases"][1]
    fields = {key: vector[key] for key in vector if key not in ("flags", "expected", "accepted")}
    assert Case.from_json({**fields, "family": "magnitudes"}) == cases(only=["magnitudes/2"])[0]
