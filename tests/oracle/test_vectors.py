"""Vectors: the battery as files, the same bytes on every run, and checked."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import shutil
import subprocess
import zipfile
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from monfknn_ref import AUTHORS, PAPER, MonFkNN, __version__
from monfknn_ref.commands import main
from monfknn_ref.data import files as data_files
from monfknn_ref.data.files import write_files
from monfknn_ref.oracle import FAMILIES, Case, accepted_answers, cases
from monfknn_ref.oracle.vector_checks import load_schema, problems_of_vectors, schema_problems
from monfknn_ref.oracle.vectors import (
    archive,
    document_of_family,
    families_in_files,
    file_text,
    schema_text,
    vector,
    vector_set,
)

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = Path(__file__).resolve().parents[1] / "vectors"
COUNT, MOST_ROWS = 2, 40


# The small set beside the tests


@pytest.mark.parametrize("name", families_in_files())
def test_the_shipped_vectors_are_what_the_reference_writes_today(name: str) -> None:
    """Regenerate: python -m monfknn_ref vectors --out tests/vectors --count 2 --most-rows 40"""
    today = file_text(document_of_family(name, count=COUNT, most_rows=MOST_ROWS))
    assert (SHIPPED / f"{name}.json").read_bytes().decode() == today


def test_nothing_else_is_shipped_and_the_manifest_is_current() -> None:
    files = {path.name: path.read_bytes() for path in SHIPPED.iterdir()}
    manifest = json.loads(files["manifest.json"])
    assert [entry["family"] for entry in manifest["files"]] == families_in_files()
    listed = [entry["file"] for entry in manifest["files"]]
    assert set(files) == {*listed, "vectors.schema.json", "manifest.json", "SHA256SUMS"}
    for entry in manifest["files"]:
        content = files[entry["file"]]
        assert (len(content), hashlib.sha256(content).hexdigest()) == (entry["bytes"], entry["sha256"])
        assert entry["cases"] == len(json.loads(content)["cases"]) <= COUNT
    assert files["vectors.schema.json"].decode() == schema_text("vectors")


def test_the_shipped_set_is_small() -> None:
    for name in families_in_files():
        assert all(len(case["X"]) <= MOST_ROWS for case in read(name)["cases"])
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 1_000_000


def read(name: str) -> Any:
    return json.loads((SHIPPED / f"{name}.json").read_text(encoding="utf-8"))


# Whole sets


@pytest.mark.parametrize("reading", [PAPER, AUTHORS], ids=repr)
def test_files_pass_their_own_check(reading: Any) -> None:
    for name in ("tie-order", "magnitudes", "string-labels"):
        assert problems_of_vectors(file_text(document_of_family(name, reading))) == []


def test_the_command_writes_and_checks(tmp_path: Path, capsys: Any) -> None:
    options = ["--family", "one-row", "--family", "pOR-zero", "--seed", "5"]
    for folder in ("one", "two"):
        assert main(["vectors", "--out", str(tmp_path / folder), *options]) == 0
    names = ["SHA256SUMS", "manifest.json", "one-row.json", "pOR-zero.json", "vectors.schema.json"]
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == names
    for name in names:
        written = (tmp_path / "one" / name).read_bytes()
        assert written == (tmp_path / "two" / name).read_bytes()
        assert written.isascii() and b"\r" not in written
    file = tmp_path / "one" / "pOR-zero.json"
    assert main(["vectors", "--check", str(file), str(SHIPPED / "noise.json")]) == 0
    assert capsys.readouterr().out.count("agrees with the reference") == 2


def test_the_manifest_says_what_is_there(tmp_path: Path) -> None:
    files = vector_set("1.2.3", AUTHORS, ["m-one", "one-row"], seed=3)
    manifest = json.loads(files["manifest.json"])
    entries = manifest.pop("files")
    assert manifest == {
        "format": "monfknn_ref vectors 2",
        "reading": "authors",
        "seed": 3,
        "version": "1.2.3",
        "schema": "vectors.schema.json",
    }
    for entry in entries:
        content = files[entry["file"]]
        document = json.loads(content)
        assert entry == {
            "family": document["family"],
            "file": f"{document['family']}.json",
            "cases": len(document["cases"]),
            "left_out": len(document["left_out"]),
            "bytes": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
        }


@pytest.mark.system
@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="sha256sum is not on this machine")
def test_sha256sum_accepts_the_checksums_and_finds_what_was_changed(tmp_path: Path) -> None:
    write_files(tmp_path, vector_set(__version__, families=["one-row"]))

    def check() -> int:
        return subprocess.run(["sha256sum", "--strict", "-c", "SHA256SUMS"], cwd=tmp_path).returncode

    assert check() == 0
    with (tmp_path / "one-row.json").open("a") as file:
        file.write(" ")
    assert check() == 1


def test_archives_have_the_same_bytes_on_every_run(tmp_path: Path, capsys: Any) -> None:
    for name in ("one.zip", "two.zip"):
        options = ["--zip", str(tmp_path / name), "--family", "one-row"]
        assert main(["vectors", "--out", str(tmp_path / "files"), *options]) == 0
    packed = (tmp_path / "one.zip").read_bytes()
    assert packed == (tmp_path / "two.zip").read_bytes()
    files = vector_set(__version__, families=["one-row"])
    assert packed == archive(files, "paper")
    with zipfile.ZipFile(io.BytesIO(packed)) as archived:
        assert {name: archived.read(name) for name in archived.namelist()} == {
            f"paper/{name}": content for name, content in files.items()
        }


def test_files_are_put_in_place_when_all_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, {"a.json": b"old", "b.json": b"old"})
    created = []

    def full_disk(path: str) -> int:
        created.append(path)
        if len(created) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        return create(path)

    create = data_files.create
    monkeypatch.setattr(data_files, "create", full_disk)
    with pytest.raises(OSError, match="b.json' could not be written \\(no space left on device\\)"):
        write_files(tmp_path, {"a.json": b"new", "b.json": b"new"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "a.json": b"old",
        "b.json": b"old",
    }


def test_cases_that_a_reading_does_not_define_are_left_out_with_the_reason() -> None:
    document = document_of_family("m-one", AUTHORS)
    assert document["cases"] == []
    ids = [case.id for case in cases(["m-one"])]
    assert [one["id"] for one in document["left_out"]] == ids != []
    [reason] = {one["reason"] for one in document["left_out"]}
    assert reason.startswith("m must not be 1 when weights is 'keller'")
    assert problems_of_vectors(file_text(document)) == []
    assert document_of_family("m-one", PAPER)["left_out"] == []


def test_cases_with_many_rows_can_be_left_out() -> None:
    sizes = {case.id: len(case.X) for case in cases(["random"])}
    most = sorted(sizes.values())[len(sizes) // 2]
    document = document_of_family("random", most_rows=most)
    assert {case["id"] for case in document["cases"]} == {id for id, size in sizes.items() if size <= most}
    assert {one["id"] for one in document["left_out"]} == {id for id, size in sizes.items() if size > most}
    assert {one["reason"] for one in document["left_out"]} == {f"more than {most} rows"}
    assert problems_of_vectors(file_text(document)) == []


# Files that are not as they should be


ALTERATIONS = {
    "expected.predictions[0]": lambda case: case["expected"]["predictions"].reverse(),
    "expected.training_labels[0]": lambda case: case["expected"]["training_labels"].reverse(),
    "expected.first_labels[0]": lambda case: case["expected"]["first_labels"].reverse(),
    "expected.distinct_rows[0]": lambda case: case["expected"]["distinct_rows"].reverse(),
    "expected.training_memberships[0]": lambda case: case["expected"]["training_memberships"][0].update(
        {"7": 0.1}
    ),
    "expected.training_memberships[0].1": lambda case: case["expected"]["training_memberships"][0].update(
        {"1": 0.9}
    ),
    "expected.memberships": lambda case: case["expected"]["memberships"].pop(),
    "expected.memberships[0]": lambda case: case["expected"]["memberships"][0].popitem(),
    "expected.exact.memberships[0].total": lambda case: case["expected"]["exact"]["memberships"][0].update(
        total="2"
    ),
    "expected.exact.training_memberships[0].1": lambda case: case["expected"]["exact"][
        "training_memberships"
    ][0].update({"1": "2"}),
    "expected.exact": lambda case: case["expected"].update(exact=None),
    "accepted.predictions.0": lambda case: case["accepted"]["predictions"].update({"0": [1, 2, 3, 4]}),
    "accepted.training_labels": lambda case: case["accepted"]["training_labels"].update({"0": [1, 2, 3, 4]}),
    "accepted.first_labels": lambda case: case["accepted"]["first_labels"].update({"0": [1, 2, 3, 4]}),
    "accepted": lambda case: case.update(accepted=None),
    "flags": lambda case: case["flags"].append("more"),
}


@pytest.mark.parametrize("what", ALTERATIONS)
def test_an_altered_answer_is_found(what: str, tmp_path: Path, capsys: Any) -> None:
    document = json.loads(file_text(document_of_family("noise", count=1)))
    ALTERATIONS[what](document["cases"][0])
    path = tmp_path / "altered.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert main(["vectors", "--check", str(path)]) == 1
    assert f"{path}: noise/1: {what}: " in capsys.readouterr().out


NUMBER = "^-?[0-9]{1,400}(\\.[0-9]{1,400})?(e[+-]?[0-9]{1,3})?$"
FRACTION = "^[0-9]+(/[1-9][0-9]*)?$"


def in_case(**fields: Any) -> Any:
    return lambda document: document["cases"][0].update(fields)


def in_expected(name: str, value: Any) -> Any:
    return lambda document: document["cases"][0]["expected"].update({name: value})


def first_value(value: Any) -> Any:
    return lambda document: document["cases"][0]["X"][0].__setitem__(0, value)


def exact_value(value: Any) -> Any:
    def alter(document: Any) -> None:
        document["cases"][0]["expected"]["exact"]["training_memberships"][0]["0"] = value

    return alter


@pytest.mark.parametrize(
    ("alter", "message"),
    [
        (lambda document: document.pop("reading"), "$: must have 'reading'"),
        (
            lambda document: document.update(format="monfknn_ref vectors 1"),
            "$.format: must be one of ['monfknn_ref vectors 2'], got 'monfknn_ref vectors 1'",
        ),
        (
            lambda document: document.update(reading="keller"),
            "$.reading: must be one of ['paper', 'authors'], got 'keller'",
        ),
        (lambda document: document.update(more=1), "$: must not have 'more'"),
        (first_value("1/2"), f"$.cases[0].X[0][0]: must match {NUMBER}, got '1/2'"),
        (first_value("banana"), f"$.cases[0].X[0][0]: must match {NUMBER}, got 'banana'"),
        (first_value("nan"), f"$.cases[0].X[0][0]: must match {NUMBER}, got 'nan'"),
        (first_value(""), f"$.cases[0].X[0][0]: must match {NUMBER}, got ''"),
        (first_value("1\n"), f"$.cases[0].X[0][0]: must match {NUMBER}, got '1\\n'"),
        (first_value("1e99999999"), f"$.cases[0].X[0][0]: must match {NUMBER}, got '1e99999999'"),
        (first_value(None), "$.cases[0].X[0][0]: must be number or string, got None"),
        (first_value(True), "$.cases[0].X[0][0]: must be number or string, got True"),
        (first_value([1]), "$.cases[0].X[0][0]: must be number or string, got [1]"),
        (first_value(float("nan")), "not JSON: NaN is not a number"),
        (first_value(float("-inf")), "not JSON: -Infinity is not a number"),
        (
            exact_value("banana"),
            f"$.cases[0].expected.exact.training_memberships[0].0: must match {FRACTION}, got 'banana'",
        ),
        (
            exact_value("1/0"),
            f"$.cases[0].expected.exact.training_memberships[0].0: must match {FRACTION}, got '1/0'",
        ),
        (exact_value(0.5), "$.cases[0].expected.exact.training_memberships[0].0: must be string, got 0.5"),
        (in_case(k=0), "$.cases[0].k: must be at least 1, got 0"),
        (in_case(K=0), "$.cases[0].K: must be at least 1, got 0"),
        (in_case(k=True), "$.cases[0].k: must be integer, got True"),
        (in_case(k=2.5), "$.cases[0].k: must be integer, got 2.5"),
        (in_case(RCr="half"), f"$.cases[0].RCr: must match {NUMBER}, got 'half'"),
        (in_case(RCr=2), "noise/1: RCr must be a number from 0 to 1, got 2"),
        (in_case(m="nan"), f"$.cases[0].m: must match {NUMBER}, got 'nan'"),
        (in_case(X=[]), "$.cases[0].X: must have at least 1 items, got 0"),
        (
            lambda document: document["cases"][0]["X"][0].clear(),
            "$.cases[0].X[0]: must have at least 1 items, got 0",
        ),
        (in_case(y=[]), "$.cases[0].y: must have at least 1 items, got 0"),
        (in_case(classes=[1, 2, 2]), "$.cases[0].classes[2]: must not appear twice: 2"),
        (in_case(directions="+?"), "$.cases[0].directions: must match ^[+-]+$, got '+?'"),
        (
            lambda document: document["cases"][0]["X"][3].append(1),
            "noise/1: X must have rows of equal length, got 2 values in row 0 and 3 in row 3",
        ),
        (
            lambda document: document["cases"][0]["queries"][0].append(1),
            "noise/1: queries[0]: must have 2 values, as the rows of X have, got 3",
        ),
        (
            lambda document: document["cases"][0]["y"].pop(),
            "noise/1: y must have one label for each row of X, got 11 labels for 12 rows",
        ),
        (
            in_expected("memberships", [{"first": 1}]),
            "$.cases[0].expected.memberships[0], the name 'first': must match ^(0|[1-9][0-9]*)$, got 'first'",
        ),
        (
            in_expected("memberships", [{"0": 2}]),
            "$.cases[0].expected.memberships[0].0: must be at most 1, got 2",
        ),
        (
            in_expected("memberships", [{"0": -1}]),
            "$.cases[0].expected.memberships[0].0: must be at least 0, got -1",
        ),
        (
            in_expected("memberships", [{}]),
            "$.cases[0].expected.memberships[0]: must have at least 1 entries, got 0",
        ),
        (
            lambda document: document["exercises"].append("Eq 9"),
            "$.exercises[4]: must match ^(Eq [1-7]|Alg [123]\\.[0-9]+)$, got 'Eq 9'",
        ),
        (
            lambda document: document.update(exercises=["Eq 1"]),
            "exercises: ['Eq 1'] in the file, ['Alg 1.17', 'Alg 1.21', 'Alg 3.3', 'Alg 3.8'] by the reference",
        ),
        (lambda document: document["cases"].append(document["cases"][0]), "noise/1: appears twice"),
        (
            lambda document: document["left_out"].append({"id": "noise/1", "reason": "why"}),
            "noise/1: appears twice",
        ),
        (
            lambda document: document["left_out"].append({"id": "random/1", "reason": "why"}),
            "random/1: is not of the family noise",
        ),
        (
            lambda document: document["left_out"].append({"id": "noise/2", "reason": ""}),
            "$.left_out[0].reason: must match ., got ''",
        ),
    ],
)
def test_a_file_of_another_form_is_refused(alter: Any, message: str) -> None:
    document = json.loads(file_text(document_of_family("noise", count=1)))
    alter(document)
    assert problems_of_vectors(json.dumps(document)) == [message]


def test_what_is_no_file_of_vectors_is_refused() -> None:
    assert problems_of_vectors("{") == [
        "not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"
    ]
    assert problems_of_vectors("") == ["not JSON: Expecting value: line 1 column 1 (char 0)"]
    assert problems_of_vectors("[" * 100_000)[0].startswith("not JSON: ")
    assert problems_of_vectors("1" * 500) == ["not JSON: a number of 500 digits, which is more than 400"]
    assert problems_of_vectors("1e9999") == ["not JSON: a number that is too long: '1e9999'"]
    assert problems_of_vectors('{"k": 1, "k": 1}') == ["not JSON: an object has 'k' twice"]
    assert problems_of_vectors("{}".encode("utf-16"))[0].startswith("not JSON: 'utf-8' codec can't decode")
    assert "BOM" in problems_of_vectors("{}".encode("utf-8-sig"))[0]


def test_files_that_cannot_be_read_are_named_and_the_others_checked(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "latin.json").write_bytes(b'{"format": "\xe9"}')
    assert main(["vectors", "--check", str(tmp_path / "latin.json")]) == 1
    assert "latin.json: not JSON: 'utf-8' codec can't decode byte 0xe9" in capsys.readouterr().out
    unreadable = [tmp_path / "none.json", tmp_path]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.json")
        unreadable.append(tmp_path / "pipe.json")
    if Path("/dev/zero").exists():
        unreadable.append(Path("/dev/zero"))
    assert main(["vectors", "--check", *map(str, unreadable), str(SHIPPED / "noise.json")]) == 2
    printed = capsys.readouterr()
    assert printed.out == f"{SHIPPED / 'noise.json'}: agrees with the reference\n"
    assert len(printed.err.splitlines()) == len(unreadable)
    assert "No such file or directory" in printed.err
    for line, path in zip(printed.err.splitlines(), unreadable):
        assert line.startswith("monfknn-ref vectors: ") and str(path) in line


# Numbers


def test_decimals_mean_what_they_say() -> None:
    """A query between two rows: of the doubles nearest to the decimals, both rows are equally near."""
    fields = {
        "y": [1, 2],
        "classes": [1, 2],
        "k": 1,
        "K": 1,
        "RCr": 1,
        "typeRange": "outRange",
        "pOR": 1,
        "m": 2,
    }
    near = "0.5000000000000000055"
    case = Case.from_json({**fields, "X": [["0"], ["1"]], "queries": [[near]], "id": "own/1"})
    document = {**document_of_family("one-row"), "family": "own", "cases": [vector(case, PAPER)]}
    document["flags"] = {}
    assert document["cases"][0]["expected"]["predictions"] == [2]
    text = file_text(document)
    assert problems_of_vectors(text) == []
    assert problems_of_vectors(text.replace(f'"{near}"', near)) == [], "a number instead of a string"
    assert len(problems_of_vectors(text.replace(f'"{near}"', "0.5"))) > 1, "another number"
    shares = file_text({**document, "cases": [vector(replace(case, RCr=near), PAPER)]})
    assert problems_of_vectors(shares) == problems_of_vectors(shares.replace(f'"{near}"', near)) == []


def test_doubles_come_back_from_their_text() -> None:
    for name in ("random", "magnitudes", "other-m"):
        text = file_text(document_of_family(name, count=10))
        for case in document_of_family(name, count=10)["cases"]:
            for u in case["expected"]["memberships"]:
                for u_l in u.values():
                    assert f": {u_l!r}" in text and float(repr(u_l)) == u_l
    values = [5e-324, 2.2250738585072014e-308, 0.1, 1 / 3, 1 - 2**-53, 1.0]
    assert [json.loads(json.dumps(value)) for value in values] == values


def value_of(sum_of_powers: str) -> Decimal:
    """What an exact text of a query stands for, read as docs/vectors.md says."""
    total = Decimal(0)
    for term in sum_of_powers.split(" + "):
        factor, _, power = term.rpartition("*")
        q, _, exponent = power.partition("^")
        value = Decimal(Fraction(q).numerator) / Fraction(q).denominator
        if exponent:
            fraction = Fraction(exponent.strip("()"))
            value **= Decimal(fraction.numerator) / fraction.denominator
        if factor:
            value *= Decimal(Fraction(factor).numerator) / Fraction(factor).denominator
        total += value
    return total


def test_exact_texts_stand_for_the_doubles_beside_them() -> None:
    irrational = 0
    for name in families_in_files():
        for case in read(name)["cases"]:
            expected = case["expected"]
            exact = expected["exact"]
            if exact is None:
                continue
            for u, text in zip(expected["training_memberships"], exact["training_memberships"]):
                assert u == {l: float(Fraction(u_l)) for l, u_l in text.items()}
                assert sum(map(Fraction, text.values())) == 1
            for u, text in zip(expected["memberships"], exact["memberships"]):
                parts = {l: value_of(part) / value_of(text["total"]) for l, part in text["parts"].items()}
                assert u == {l: float(part) for l, part in parts.items()}
                assert abs(sum(parts.values()) - 1) < Decimal("1e-20")
                irrational += "^" in text["total"]
    assert irrational > 50


def test_a_large_case_keeps_its_file_small_and_its_answers_checkable() -> None:
    rows = [[f"0.{(i * 7919) % 100003:06}", f"0.{(i * 104729) % 100019:06}"] for i in range(1, 701)]
    y = [min(int(10 * (float(a) + float(b))), 19) for a, b in rows]
    case = Case.from_json(
        {
            "X": rows,
            "y": y,
            "classes": list(range(20)),
            "queries": [row[::-1] for row in rows[:100]],
            "RCr": 1,
            "id": "own/1",
        }
    )
    made = vector(case, PAPER)
    assert made["expected"]["exact"] is None and made["accepted"] is None
    assert made["flags"] == ["own", "ties-not-enumerated"]
    assert len(json.dumps(made["expected"])) < 40_000
    document = {**document_of_family("one-row"), "family": "own", "cases": [made], "flags": {}}
    assert problems_of_vectors(file_text(document)) == []


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (["--family", "none"], "no family is called 'none'"),
        (["--family", "fit-again"], "the family 'fit-again' tests several calls in a row"),
        (["--family", "noise", "--count", "-1"], "--count must be a whole number of at least 1, got -1"),
        (["--most-rows", "0"], "--most-rows must be a whole number of at least 1, got 0"),
    ],
)
def test_nothing_is_written_when_what_is_asked_for_cannot_be(
    option: list[str], message: str, tmp_path: Path, capsys: Any
) -> None:
    assert main(["vectors", "--out", str(tmp_path / "vectors"), *option]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "vectors").exists()


# What the files say


def test_the_numbers_of_a_file_give_what_an_estimator_answers() -> None:
    """Every number of a file, read as JSON and as fractions, gives what an estimator answers."""
    for name in ("random", "half-of-weights", "conflicting-duplicates"):
        for case in read(name)["cases"]:
            X, queries = (
                [[Fraction(value) for value in row] for row in case[table]] for table in ("X", "queries")
            )
            parameters = {key: Fraction(case[key]) for key in ("k", "K", "RCr", "pOR", "m")}
            model = MonFkNN(**parameters, typeRange=case["typeRange"], directions=case["directions"])
            model.fit(X, case["y"], classes=case["classes"])
            expected = case["expected"]
            assert model.predict(queries) == expected["predictions"]
            assert model.training_rows_ == [tuple(X[i]) for i in expected["distinct_rows"]]
            for u, shown in zip(model.predict_proba(queries), expected["memberships"]):
                assert {str(l): float(u_l) for l, u_l in enumerate(u) if u_l} == shown


def test_expected_answers_are_among_the_accepted_ones() -> None:
    for name in families_in_files():
        for case in read(name)["cases"]:
            for kind, several in case["accepted"].items():
                for i, labels in several.items():
                    assert case["expected"][kind][int(i)] in labels
            assert ("several-answers" in case["flags"]) == any(case["accepted"].values())


def test_memberships_hang_on_ties_only_where_the_flag_says_so() -> None:
    """The rows in another order are the same set, with ties among neighbors settled another way."""
    differ = set()
    for case in cases(["random", "tie-order", "half-of-neighbors"]):
        flags = vector(case, PAPER)["flags"]
        turned = replace(case, X=case.X[::-1], y=case.y[::-1]).fitted(replace(PAPER, median_gap="upper"))
        for one, other in zip(
            case.fitted(PAPER).predict_proba(case.query_table), turned.predict_proba(case.query_table)
        ):
            if list(map(float, one)) != pytest.approx(list(map(float, other))):
                differ.add(case.id)
                assert "several-memberships" in flags, case.id
    assert len(differ) > 10


def test_no_case_of_the_battery_has_too_many_ways_to_look_at() -> None:
    for case in cases():
        if not FAMILIES[case.family].settled:  # those without ties: tests/oracle/test_sizes.py
            answers = accepted_answers(
                case.training_table, case.y, case.query_table, case.classes, **case.parameters
            )
            assert answers.left_out == ()


def test_the_schema_has_only_keywords_that_are_checked() -> None:
    for name in ("vectors", "crosscheck"):
        schema = load_schema(name)
        assert schema_problems([], schema) == ["$: must be object, got []"]
        for part in schema["$defs"].values():
            schema_problems({}, part)


def test_cases_come_back_from_files() -> None:
    case = read("magnitudes")["cases"][1]
    fields = {key: case[key] for key in case if key not in ("flags", "expected", "accepted")}
    assert Case.from_json({**fields, "family": "magnitudes"}) == cases(only=[case["id"]])[0]
