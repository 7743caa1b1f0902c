"""Guarantees: the reference and an independent implementation confirm every counterexample; what is proved holds
in its scope; searches find what is there and look at everything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product, repeat
from pathlib import Path
from typing import Any

import pytest
from definitions import below, violating
from mutants import Independent
from tools import guarantees

import monfknn_ref.beyond.guarantees.scopes as scopes
from monfknn_ref import MonFkNN
from monfknn_ref.beyond import STATEMENTS, Counterexample
from monfknn_ref.beyond.guarantees import hunts
from monfknn_ref.beyond.guarantees.counterexamples import (
    Draw,
    Kind,
    Limits,
    TrainingSet,
    is_monotonic,
    random_sets,
    tables,
    training_sets,
)
from monfknn_ref.beyond.guarantees.searches import (
    SEARCHES,
    exhaustive,
    random_search,
    read_results,
    search_statement,
    stored_results,
    write_results,
)
from monfknn_ref.beyond.guarantees.statements import PROVED, REFUTED, VERDICTS, statement_named
from monfknn_ref.commands import guarantees as command

ROOT = Path(__file__).resolve().parents[2]
IDS = [statement.id for statement in STATEMENTS]
REFUTED_IDS = [statement.id for statement in STATEMENTS if statement.verdict == REFUTED]


def example_of(id: str) -> Any:
    return stored_results()[id].counterexample


def all_models() -> list[Any]:
    found = [(id, i, model) for id in REFUTED_IDS for i, model in enumerate(example_of(id).models())]
    return [pytest.param(model, id=f"{id}-{i}") for id, i, model in found]


# --- An implementation of its own ----------------------------------------------------------------------


class Tossing(Independent):
    """The implementation without a line of the reference, with the tosses that settle odd gaps."""

    def __init__(self, tosses: Iterable[int], **parameters: Any) -> None:
        super().__init__(**parameters)
        self.tosses = iter(tosses)

    def middle(self, l_m: int, l_M: int) -> int:
        return (l_m + l_M) // 2 + (next(self.tosses) if (l_M - l_m) % 2 else 0)


def fitted(example: Counterexample) -> Tossing:
    model = Tossing(example.tosses if example.tie == "coin" else repeat(0), **example.parameters)
    return model.fit(example.X, example.y, example.classes)


def independent(example: Counterexample) -> tuple[list[int], list[int]]:
    """The labels of Alg. 3 line 3 and the predictions."""
    model = fitted(example)
    return model.training_labels_, model.predict(example.queries)


@pytest.mark.parametrize("example", all_models())
def test_predictions_come_out_again(example: Counterexample) -> None:
    assert example.recomputed() == example.predictions
    if example.training_labels is not None and example.tie != "coin":
        assert example.recomputed_labels() == example.training_labels


@pytest.mark.parametrize("example", [p for p in all_models() if p.values[0].classifier == "MonFkNN"])
def test_an_independent_implementation_agrees(example: Counterexample) -> None:
    labels, predictions = independent(example)
    assert tuple(predictions) == example.predictions
    if example.training_labels is not None:
        assert tuple(labels) == example.training_labels


def test_the_independent_implementation_agrees_on_random_sets() -> None:
    sets = random_sets(Kind(2, monotonic=False, duplicates=True), Draw(), seed=3)
    for number, given in zip(range(60), sets):
        fixed = {"RCr": 0.5, "typeRange": "inRange", "pOR": 0.5, "m": 2}
        parameters = {"k": 1 + number % 3, "K": 1 + number % 4, **fixed}
        queries = tuple(product(range(0, given.side + 1, 2), repeat=2))
        example = Counterexample(given.X, given.y, tuple(range(given.c)), parameters, queries, (), "")
        model = MonFkNN(**parameters).fit(given.X, given.y, list(range(given.c)))
        assert (model.training_labels_, model.predict(list(queries))) == independent(example)


# --- The counterexamples contradict what they are said to contradict -------------------------------------

OTHERS = ("set-stays", "memberships")
FALLS = [id for id in REFUTED_IDS if "monotonic-" in f"{id}-" and not id.startswith(OTHERS)]
FALLS += ["training-rows-pm-noisy", "training-rows-am-noisy", "more-neighbors"]


@pytest.mark.parametrize("id", sorted(set(FALLS)))
def test_the_class_falls_where_the_query_rises(id: str) -> None:
    example = example_of(id)
    (x, higher), (low, high) = example.queries, example.predictions
    assert below(x, higher)
    assert sum(a != b for a, b in zip(x, higher)) == 1 or id.startswith("training-rows")
    assert low > high


@pytest.mark.parametrize("id", ["in-range-coin", "in-range-outRange", "in-range-outRange-line"])
def test_the_prediction_is_out_of_range(id: str) -> None:
    example = example_of(id)
    model = fitted(example)
    [l] = model.predict(example.queries)
    low, high = model.valid_range(example.queries[0], model.labels)
    assert not low <= l <= high


@pytest.mark.parametrize("id", [id for id in REFUTED_IDS if "violations" in id or id.startswith("set-stays")])
def test_the_labels_learned_violate_the_order(id: str) -> None:
    example = example_of(id)
    rows = sorted(set(example.X), key=example.X.index)
    before = violating(example.X, example.y)
    after = violating(rows, example.training_labels)
    assert after > (before if id == "violations-never-grow" else 0)
    if id.startswith("set-stays"):
        assert before == 0


def test_the_comparisons_are_what_they_say() -> None:
    raised = example_of("raised-label")
    before = raised.compared_with
    assert before is not None and before.X == raised.X
    assert sum(b - a for a, b in zip(before.y, raised.y)) == 1
    assert is_monotonic(before.X, before.y) and is_monotonic(raised.X, raised.y)
    assert raised.predictions < before.predictions

    repeated = example_of("repeated-row")
    assert repeated.X[:-1] == repeated.compared_with.X and repeated.X[-1] in repeated.X[:-1]
    away, [p], [q] = repeated.y[-1], repeated.compared_with.predictions, repeated.predictions
    assert abs(q - away) > abs(p - away)

    mknn = example_of("full-penalty-is-mknn").compared_with
    assert mknn is not None and mknn.classifier == "MkNN"
    assert mknn.predictions != example_of("full-penalty-is-mknn").predictions

    more = example_of("more-neighbors")
    assert more.parameters["K"] == more.compared_with.parameters["K"] + 1
    assert more.compared_with.predictions[0] <= more.compared_with.predictions[1]


def test_training_sets_are_of_the_kind_that_the_statement_is_about() -> None:
    for id in REFUTED_IDS:
        conditions, example = statement_named(id).conditions, example_of(id)
        if conditions.training == "monotonic":
            assert is_monotonic(example.X, example.y), id
        if conditions.equal_rows == "none" and id != "repeated-row":
            assert len(set(example.X)) == len(example.X), id
        if conditions.attributes in ("one", "two"):
            assert len(example.X[0]) == {"one": 1, "two": 2}[conditions.attributes], id
        assert (example.tie == "coin") == (conditions.tie == "coin"), id


@pytest.mark.parametrize("pOR", [0.001, 0.5, 1])
def test_the_two_rows_against_am_hold_for_every_penalty(pOR: float) -> None:
    example = example_of("in-range-outRange")
    model = MonFkNN(**{**example.parameters, "pOR": pOR}).fit(example.X, example.y, list(example.classes))
    assert tuple(model.predict(list(example.queries))) == example.predictions


@pytest.mark.parametrize("RCr", [0, 0.1, Fraction(1, 3), 0.49])
def test_the_two_rows_against_small_relevance_hold_for_every_value_below_one_half(RCr: Any) -> None:
    example = example_of("set-stays-monotonic-below-half")
    model = MonFkNN(**{**example.parameters, "RCr": RCr}).fit(example.X, example.y, list(example.classes))
    assert tuple(model.training_labels_) == example.training_labels


@pytest.mark.parametrize(
    "example", [p for p in all_models() if p.values[0].classifier == "MonFkNN" and p.values[0].tie == "lower"]
)
def test_upside_down_every_counterexample_is_one_for_the_upper_middle(example: Counterexample) -> None:
    top, c = max(max(x) for x in (*example.X, *example.queries)), len(example.classes)

    def mirrored(rows: Any) -> list[Any]:
        return [tuple(top - value for value in x) for x in rows]

    model = MonFkNN(**example.parameters, tie="upper")
    model.fit(mirrored(example.X), [c - 1 - l for l in example.y], list(example.classes))
    found: list[Any] = model.predict(mirrored(example.queries))
    assert tuple(c - 1 - l for l in found) == example.predictions


# --- Proofs in their scopes, and that the scopes can fail -----------------------------------------------


def test_scopes_of_proofs_notice_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    scopes.own_class_is_a_median(3, 3, Fraction(1, 2))
    with pytest.raises(scopes.Disproved):
        scopes.own_class_is_a_median(3, 3, Fraction(49, 100))
    with pytest.raises(scopes.Disproved):
        scopes.memberships_are_ordered(3, 2, Fraction(49, 100))
    with pytest.raises(scopes.Disproved, match="not finished"):
        scopes.no_counterexample("monotonic-pm-line", seconds=0.001)
    with pytest.raises(scopes.Disproved):
        scopes.no_counterexample("labels-stay-half")

    def largest(u: Any) -> tuple[int, int]:
        best = list(u).index(max(u))
        return best, best

    monkeypatch.setattr(scopes, "median_range", largest)
    with pytest.raises(scopes.Disproved):
        scopes.medians_respect_dominance(3, 4)
    with pytest.raises(scopes.Disproved):
        scopes.mixtures_stay_between(3, 4, 3)


@pytest.mark.parametrize(
    ("proved", "broken"),
    [
        ("own-class-half", "own-class-below-half"),
        ("labels-stay-above-half", "labels-stay-half"),
        ("memberships-ordered", "memberships-ordered-below-half"),
        ("set-stays-monotonic-half", "set-stays-monotonic-below-half"),
        ("violations-never-grow-above-half", "training-removes-violations"),
        ("in-range-inRange", "in-range-outRange"),
        ("in-range-full-penalty", "in-range-outRange-half"),
        ("training-rows-pm", "training-rows-pm-noisy"),
        ("training-rows-am", "training-rows-am-noisy"),
        ("monotonic-pm-line", "monotonic-pm-line-below-half"),
        ("common-scale", "rescaled-attribute"),
        ("mknn-monotonic-line", "mknn-monotonic"),
        ("olm-monotonic", "fknn-monotonic"),
    ],
)
def test_what_the_condition_of_a_theorem_excludes_is_found(proved: str, broken: str) -> None:
    """The hunt of a theorem, without the theorem's condition, complains about a set that it passes with it."""
    example = example_of(broken).compared_with or example_of(broken)
    side = int(max(max(x) for x in (*example.X, *example.queries)))
    given = TrainingSet(example.X, example.y, len(example.classes), side)
    assert next(SEARCHES[broken].hunt(given)).predictions == example_of(broken).predictions
    assert not list(SEARCHES[proved].hunt(given)) or not fits(given, SEARCHES[proved].kind)


def fits(given: TrainingSet, kind: Kind) -> bool:
    """Whether a training set is of a kind."""
    in_order = is_monotonic(given.X, given.y) or not kind.monotonic
    distinct = len(set(given.X)) == len(given.X) or kind.duplicates
    return in_order and distinct and len(given.X[0]) == kind.attributes


def test_the_scopes_of_crisp_memberships_and_learned_labels_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    labels = replace(SEARCHES["training-rows-labels"], hunt=hunts.loses_its_label({**hunts.AM, "m": 1}))
    assert exhaustive(labels, 60).counterexample is not None
    right = hunts.learned
    monkeypatch.setattr(hunts, "learned", lambda given, k, RCr: right(given, k, 0.5))
    with pytest.raises(scopes.Disproved):
        scopes.no_counterexample("relevance-one")


def test_a_strict_half_would_break_the_lemma(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant that asks for more than one half at the lower end only."""

    def strict(u: Any) -> tuple[int, int]:
        low = next(l for l in range(len(u)) if sum(u[: l + 1]) > Fraction(1, 2))
        high = next(l for l in reversed(range(len(u))) if sum(u[l:]) >= Fraction(1, 2))
        return low, high

    monkeypatch.setattr(scopes, "median_range", strict)
    with pytest.raises(scopes.Disproved):
        scopes.own_class_is_a_median(3, 2, Fraction(1, 2))


@pytest.mark.parametrize("k, K, m", [(1, 1, 1), (2, 3, 2), (3, 2, 3)])
def test_one_attribute_is_monotonic_between_rows_too(k: int, K: int, m: int) -> None:
    """Theorem 6 with larger sets, other m and queries at fractions."""
    for number, given in zip(range(40), random_sets(Kind(1, duplicates=True), Draw(sides=(6, 12)), seed=7)):
        for tie, RCr in (("lower", 0.5), ("upper", 0.5), ("lower", 0.75)):
            model = MonFkNN(k=k, K=K, m=m, RCr=RCr, tie=tie).fit(given.X, given.y, list(range(given.c)))
            queries = [(Fraction(q, 3),) for q in range(-2, 3 * given.side + 4)]
            found: list[Any] = model.predict(queries)
            assert found == sorted(found), (number, tie)


# --- Searches ----------------------------------------------------------------------------------------


FAST = [id for id, r in stored_results().items() if r.smallest and r.exhaustive.training_sets < 300]


@pytest.mark.parametrize("id", FAST)
def test_searching_again_finds_the_same(id: str) -> None:
    outcome, stored = exhaustive(SEARCHES[id], 60), stored_results()[id].exhaustive
    assert outcome.counterexample == stored.counterexample
    assert outcome.training_sets == stored.training_sets


def test_nothing_smaller_refutes_pure_monotonic() -> None:
    """By the estimator, on its own: two rows in the plane, two and three classes, are not enough."""
    points = list(product(range(3), repeat=2))
    for X in permutations(points, 2):
        for y in product(range(2), repeat=2):
            if is_monotonic(X, y):
                for K in (1, 2):
                    label = dict(zip(points, MonFkNN(k=1, K=K).fit(X, y, [0, 1]).predict(points)))
                    assert not any(below(a, b) and label[a] > label[b] for a, b in product(points, repeat=2))  # type: ignore[operator]


def test_training_sets_come_in_order_and_none_is_missing() -> None:
    kind, limits = Kind(2, monotonic=False), Limits(rows=2, classes=2, side=1)
    sets = list(training_sets(kind, limits))
    keys = [(len(s.X), s.c, s.side, s.X, s.y) for s in sets]
    assert keys == sorted(set(keys))
    points = list(product(range(2), repeat=2))
    tables_of = [X for n in (1, 2) for X in permutations(points, n)]
    everything = {(X, y) for X in tables_of for y in product(range(2), repeat=len(X))}
    swapped = {(tuple(x[::-1] for x in s.X), s.y) for s in sets}
    assert {(s.X, s.y) for s in sets} | swapped == everything


def test_one_order_of_the_rows_is_one_order() -> None:
    listed = list(tables(2, 2, Kind(2, every_order=False)))
    assert all(list(X) == sorted(X) for X in listed)
    both = {frozenset(X) for X in listed} | {frozenset(x[::-1] for x in X) for X in listed}
    assert len(both) == 36  # two of nine points


def test_random_sets_are_of_their_kind_and_repeat_themselves() -> None:
    for kind in (Kind(1), Kind(2, monotonic=False), Kind(2, duplicates=True)):
        drawn = [s for _, s in zip(range(100), random_sets(kind, Draw(), seed=5))]
        assert drawn == [s for _, s in zip(range(100), random_sets(kind, Draw(), seed=5))]
        assert all(is_monotonic(s.X, s.y) for s in drawn) or not kind.monotonic
        assert all(len(set(s.X)) == len(s.X) for s in drawn) or kind.duplicates
        assert all(max(max(x) for x in s.X) <= s.side for s in drawn)


def test_a_search_at_random_ends_with_rows_that_all_matter() -> None:
    outcome = random_search(SEARCHES["mknn-monotonic"], seed=1, seconds=30)
    assert len(outcome.counterexample.X) == 2


def test_a_search_that_runs_out_of_time_says_so() -> None:
    outcome = exhaustive(SEARCHES["monotonic-pm"], 0.001)
    assert not outcome.complete and outcome.counterexample is None


def test_results_are_written_and_read(tmp_path: Path) -> None:
    found = {id: search_statement(id, 0.3, seed=4) for id in ("monotonic-am", "training-rows-am")}
    write_results(found, tmp_path / "found.json")
    again = read_results(tmp_path / "found.json")
    assert again["monotonic-am"].counterexample == found["monotonic-am"].counterexample
    assert again["training-rows-am"].random is not None and again["training-rows-am"].seed == 4
    assert "none among" in str(again["training-rows-am"])


# --- The list of statements ---------------------------------------------------------------------------


def test_statements_are_decided_and_supported() -> None:
    assert len(set(IDS)) == len(IDS) >= 40
    assert sum(s.verdict == PROVED for s in STATEMENTS) >= 15
    page = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
    anchors = set(re.findall(r"\{ #([\w-]+) \}", page))
    shown = set(re.findall(r"^<!-- from here: refutation ([\w-]+) -->$", page, flags=re.MULTILINE))
    for statement in STATEMENTS:
        assert statement.verdict in VERDICTS
        result = stored_results().get(statement.id)
        if statement.verdict == PROVED:
            assert statement.proof in anchors
            assert result is None or result.counterexample is None
            if result is not None:
                assert result.random is not None and result.random.training_sets > 50
        else:
            assert statement.id in shown
            assert result is not None and result.counterexample is not None
            assert result.smallest or "not searched to be the smallest" in statement.remark
    assert shown == set(REFUTED_IDS)
    assert set(SEARCHES) == {*IDS} - {"medians-dominance"}


def test_the_summary_on_the_page_is_in_order() -> None:
    page = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
    assert page.index("Section 3.1:") < page.index("Section 3.2:") < page.index("Section 3.3:")
    assert [int(n) for n in re.findall(r"\*\*Theorem (\d+)\.", page)] == list(range(1, 12))


def test_the_explorer_gets_every_counterexample_it_can_show_once() -> None:
    listed = json.loads((ROOT / "docs" / "data" / "counterexamples.json").read_text(encoding="utf-8"))
    assert json.loads(guarantees.cases_for_the_explorer()) == listed
    cases = [json.dumps(entry["case"]) for entry in listed]
    assert len(set(cases)) == len(cases) >= 10
    for entry in listed:
        example = example_of(entry["name"])
        assert [tuple(x) for x in entry["case"]["queries"]] == list(example.queries[::-1])
        assert entry["note"].startswith("Refuted: ")


# --- The command ----------------------------------------------------------------------------------------


def test_the_json_has_what_others_need(run: Any) -> None:
    code, out, _ = run("guarantees", "--json")
    assert code == 0
    listed = json.loads(out)
    assert [entry["id"] for entry in listed] == IDS
    for entry in listed:
        assert {"id", "statement", "verdict"} <= set(entry)
        assert ("counterexample" in entry) == (entry["verdict"] == REFUTED)
        if entry["verdict"] == REFUTED:
            example = entry["counterexample"]
            assert {"X", "y", "classes", "parameters", "queries", "predictions", "classifier"} <= set(example)
            assert len(example["queries"]) == len(example["predictions"])
            if example["classifier"] == "MonFkNN":
                assert set(example["parameters"]) == {"k", "K", "RCr", "typeRange", "pOR", "m"}
                assert example["reading"] == "paper" and example["tie"] == "lower"
            else:
                assert "RCr" not in example["parameters"]
            assert ("with_coin" in example) == (entry["conditions"]["tie"] == "coin")
            assert entry["searched"] and entry["command"].startswith("python -m monfknn_ref guarantees ")


def test_every_prediction_in_the_json_is_that_of_a_fixed_rule(run: Any) -> None:
    """What a stranger's implementation without any coin makes of the six parameters must come out."""
    _, out, _ = run("guarantees", "--json")
    examples = [entry["counterexample"] for entry in json.loads(out) if entry["verdict"] == REFUTED]
    examples += [example["compared_with"] for example in examples if "compared_with" in example]
    checked = 0
    for example in examples:
        if set(example["parameters"]) == {"k", "K", "RCr", "typeRange", "pOR", "m"}:
            read = Counterexample.from_dict({n: v for n, v in example.items() if n != "with_coin"})
            labels, predictions = independent(read)
            assert predictions == example["predictions"]
            assert labels == example.get("training_labels", labels)
            checked += 1
    assert checked == len(examples) - 7


def test_what_the_coin_does_stands_beside_it(run: Any) -> None:
    _, out, _ = run("guarantees", "in-range-coin", "--json")
    [entry] = json.loads(out)
    stored = entry["counterexample"]
    assert stored["with_coin"]["predictions"] != stored["predictions"]
    example = Counterexample.from_dict(stored)
    assert (example.tie, list(example.predictions)) == ("coin", stored["with_coin"]["predictions"])
    assert json.loads(json.dumps(example.to_dict())) == stored


def test_the_table_and_one_statement(run: Any) -> None:
    code, out, _ = run("guarantees")
    assert code == 0
    assert all(id in out for id in IDS)
    assert out.rstrip().endswith("18 proved, 37 refuted, 0 open")
    code, out, _ = run("guarantees", "monotonic-pm-line")
    assert (code, out.splitlines()[0]) == (0, "monotonic-pm-line: proved")
    assert "docs/guarantees.md#one-attribute" in out


def test_searching_by_command(run: Any, tmp_path: Path) -> None:
    where = tmp_path / "found.json"
    code, out, _ = run("guarantees", "monotonic-am", "--search", "5", "--save", str(where))
    assert code == 0 and "the first among 106 training sets in order" in out
    run("guarantees", "labels-stay-half", "--search", "5", "--save", str(where))
    assert list(read_results(where)) == ["labels-stay-half", "monotonic-am"]


def test_a_search_that_was_interrupted_goes_on(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What was found before Ctrl-C is in the file, and is not searched again."""
    where, ids = tmp_path / "found.json", ["labels-stay-half", "monotonic-am", "own-class-below-half"]
    asked: list[str] = []

    def search(id: str, *rest: Any) -> Any:
        asked.append(id)
        if asked == ids[:2]:
            raise KeyboardInterrupt
        return search_statement(id, *rest)

    monkeypatch.setattr(command, "search_statement", search)
    searching = [*ids, "--search", "5", "--save", str(where)]
    assert run("guarantees", *searching)[0] == 130
    assert list(read_results(where)) == ["labels-stay-half"]
    code, out, err = run("guarantees", *searching, "--resume")
    assert code == 0 and asked == [*ids[:2], *ids[1:]]
    assert err.startswith("2 of 3: monotonic-am: the first among 106 training sets in order\n3 of 3: ")
    assert out.count("refuted") == 3 and set(read_results(where)) == set(ids)
    run("guarantees", "labels-stay-half", "--search", "6", "--save", str(where), "--resume")  # other seconds
    assert asked[-1] == "labels-stay-half"


@pytest.mark.parametrize("content", ["", "{}", "[1]", '[{"id": "a"}]', "null"])
def test_a_file_that_is_no_result_is_left_alone(run: Any, tmp_path: Path, content: str) -> None:
    where = tmp_path / "other.json"
    where.write_text(content, encoding="utf-8")
    code, _, err = run("guarantees", "monotonic-am", "--search", "5", "--save", str(where))
    if content == "{}":
        assert code == 0  # an empty list of results, as it were
        return
    assert code == 2 and "must hold results of searches, got something else" in err
    assert where.read_text(encoding="utf-8") == content


def test_a_theorem_that_a_search_contradicts_is_reported(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SEARCHES, "monotonic-pm-line", SEARCHES["monotonic-am"])
    code, _, _ = run("guarantees", "monotonic-pm-line", "--search", "5")
    assert code == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["monotonic"], "id must be one of medians-dominance, "),
        (["--search", "0"], "--search must be a positive number, got 0.0"),
        (["--save", "x.json"], "--save must be given together with --search SECONDS"),
        (["--search", "1", "--resume"], "--resume must be given together with --save FILE"),
        (["--search", "1", "--save", "/nowhere/x.json"], "/nowhere/x.json"),
        (["--search", "1", "--seed", "-1"], "--seed must be a whole number of at least 0, got -1"),
    ],
)
def test_what_is_wrong_is_said(run: Any, arguments: list[str], message: str) -> None:
    code, _, err = run("guarantees", *arguments)
    assert code == 2
    assert message in err
