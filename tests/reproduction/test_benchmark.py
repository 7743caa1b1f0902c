"""The benchmark: what it measures, what it says, and that it notices a wrong answer."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import outside
import pytest
from tools.pages.benchmark import findings

from monfknn_ref.commands import main
from monfknn_ref.reproduction import STORED, benchmark
from monfknn_ref.reproduction.benchmark import Outcome, Plan, Sample, in_turns
from monfknn_ref.reproduction.benchmark_report import (
    benchmark_text,
    growth_by_attributes,
    read_report,
    surveys_table,
)

TINY = ["--quick", "--sizes", "30,60", "--attributes", "2,3", "--queries", "10", "--repeats", "1"]
DOCS = Path(__file__).resolve().parents[2] / "docs"
SURVEYS = dict(benchmark.SURVEYS)


@pytest.fixture(autouse=True)
def small_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = Plan.quick
    sizes = dict(many=((30, 3), (40, 20)), sums=((30, 3),), jobs=((30, 3),), whole=((30, 3),))
    monkeypatch.setattr(Plan, "quick", classmethod(lambda cls: quick(attribute_rows=40, **sizes)))
    for name, shape in SURVEYS.items():
        monkeypatch.setitem(benchmark.SURVEYS, name, shape._replace(rows=60, distinct=15))


def plan_of(**settings: Any) -> Plan:
    """A plan of nothing but what is asked for."""
    nothing: dict[str, Any] = dict(sizes=(), attributes=(), many=(), sums=(), jobs=(), whole=(), memory=False)
    return Plan(**{**nothing, **settings})


def installed() -> list[str]:
    return [name for name, contestant in benchmark.CONTESTANTS.items() if not contestant.missing()]


def test_the_command_measures_writes_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / name for name in ("bench.json", "rows.svg", "attributes.svg")]
    options = ["--out", str(files[0]), "--chart", str(files[1]), "--attributes-chart", str(files[2])]
    assert main(["bench", *TINY, *options]) == 0
    printed = capsys.readouterr()
    assert printed.out.endswith("All predictions agree.\n")
    assert printed.err == ""
    report = json.loads(files[0].read_text(encoding="utf-8"))
    assert [entry["rows"] for entry in report["over_rows"]] == [30, 60]
    assert [entry["attributes"] for entry in report["over_attributes"]] == [2, 3]
    for entry in [*report["over_rows"], *report["over_attributes"]]:
        assert list(entry["contestants"]) == installed()
        assert all(result["seconds"] > 0 for result in entry["contestants"].values())
        assert entry["contestants"]["stdlib"]["undecided"] == 0
    for chart in files[1:]:
        assert chart.read_text(encoding="utf-8").startswith("<svg")
        assert all(name in chart.read_text(encoding="utf-8") for name in installed())


def test_growth_by_attributes_two_jobs_and_whole_numbers() -> None:
    pytest.importorskip("scipy")
    plan = plan_of(
        many=((30, 3), (60, 3), (40, 20)),
        sums=((30, 3),),
        jobs=((30, 3),),
        whole=((30, 3),),
        repeats=1,
        queries=5,
    )
    report = benchmark.run(plan)
    assert report["agree"]
    assert [(one["rows"], one["attributes"]) for one in report["many"]] == [(30, 3), (60, 3), (40, 20)]
    assert list(report["jobs"][0]["contestants"]) == ["n_jobs=1", "n_jobs=2"]
    assert list(report["whole"][0]["contestants"]) == ["from the hour's start", "nanoseconds since 1970"]
    for entry in report["many"]:
        entry["rows"] *= 1000
        for result in entry["contestants"].values():
            result["seconds"] = (entry["rows"] / 1000) ** 1.5
    table = growth_by_attributes(report)
    assert table[0] == ["attributes", "rows", *installed()]
    assert table[1] == ["3", "30000 to 60000", *["1.50"] * len(installed())]
    assert len(table) == 2  # of 20 attributes there is one sample only
    text = benchmark_text(report)
    assert "nanoseconds since 1970, s" in text and "classes that depend on all attributes" in text


def test_classes_that_depend_on_all_attributes_alike() -> None:
    X, y = Sample.noisy_sums(400, 4, seed=2).lists()
    right = sum(int(((sum(x) / 4 - 0.5) * 48**0.5 / 6 + 0.5) * 10) == label for x, label in zip(X, y))
    assert 330 < right < 390 and len(set(y)) > 7


def test_a_wrong_answer_is_noticed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = benchmark.CONTESTANTS["stdlib"]

    def wrong(X: Any, y: Any, queries: Any) -> Outcome:
        outcome = right.run(X, y, queries)
        return outcome._replace(predictions=[*outcome.predictions[:-1], -1])

    monkeypatch.setitem(benchmark.CONTESTANTS, "stdlib", right._replace(run=wrong))
    monkeypatch.setattr(benchmark, "SURVEYS", {})
    assert main(["bench", *TINY, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["agree"] is False
    assert benchmark_text(report).endswith("PREDICTIONS DIFFER.")


def test_a_report_can_be_shown_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "bench.json"
    assert main(["bench", *TINY, "--out", str(out), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert main(["bench", "--stored", str(out)]) == 0
    assert capsys.readouterr().out == benchmark_text(report) + "\n"
    assert read_report(out) == report


def test_a_run_that_is_stopped_leaves_what_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = benchmark.measured

    def stopped_at_60(plan: Plan, rows: int, *others: Any) -> dict[str, Any]:
        if rows == 60:
            raise KeyboardInterrupt
        return measured(plan, rows, *others)

    monkeypatch.setattr(benchmark, "measured", stopped_at_60)
    out = tmp_path / "bench.json"
    assert main(["bench", *TINY, "--out", str(out)]) == 130
    report = json.loads(out.read_text(encoding="utf-8"))
    assert [entry["rows"] for entry in report["over_rows"]] == [30]
    assert "All predictions agree." in benchmark_text(report)


def test_what_was_measured_is_shown_even_if_it_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def full(report: Any) -> Any:
        raise OSError("no space left on device")

    monkeypatch.setattr("monfknn_ref.commands.bench.rows_chart", full)
    assert main(["bench", *TINY, "--chart", str(tmp_path / "chart.svg")]) == 2
    printed = capsys.readouterr()
    assert printed.out.endswith("All predictions agree.\n")
    assert "no space left on device" in printed.err


@pytest.mark.parametrize("option", ["--out", "--chart", "--attributes-chart", "--data"])
def test_what_cannot_work_is_refused_before_anything_is_measured(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmark, "measured", lambda *_: pytest.fail("measured"))
    missing = str(tmp_path / "missing" / "file")
    assert main(["bench", *TINY, option, missing]) == 2
    assert missing in capsys.readouterr().err


def test_imports_are_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a contestant does for the first time it does before its first turn."""
    calls: list[int] = []

    def first_time(X: Any, y: Any, queries: Any) -> Outcome:
        calls.append(len(queries))
        return Outcome([0] * len(queries), None)

    monkeypatch.setattr(benchmark, "CONTESTANTS", {"stdlib": benchmark.Contestant(False, (), first_time)})
    plan = plan_of(sizes=(30,), attributes=(2,), attribute_rows=30, queries=5, repeats=2)
    report = benchmark.run(plan)
    assert len(calls) == 3 and calls[1:] == [5, 5]
    assert report["over_rows"][0]["contestants"]["stdlib"]["turns"] == 2


def test_fewer_rows_than_neighbors() -> None:
    report = benchmark.run(plan_of(sizes=(1,), queries=3, repeats=1))
    assert list(report["over_rows"][0]["contestants"]) == installed()


def test_charts_of_a_run_that_was_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "bench.json"
    assert main(["bench", *TINY, "--out", str(out)]) == 0
    out.write_text(
        json.dumps({**json.loads(out.read_text(encoding="utf-8")), "over_attributes": []}), encoding="utf-8"
    )
    chart = ["--attributes-chart", str(tmp_path / "chart.svg")]
    assert main(["bench", "--stored", str(out), *chart]) == 2
    assert "a chart over attributes needs a report with such samples" in capsys.readouterr().err
    out.write_text(
        json.dumps({**json.loads(out.read_text(encoding="utf-8")), "over_rows": []}), encoding="utf-8"
    )
    assert main(["bench", "--stored", str(out)]) == 0


def without_time() -> str:
    """A report whose times are all 0."""
    plan = plan_of(sizes=(30,), queries=3, repeats=1)
    report = benchmark.run(plan)
    for result in report["over_rows"][0]["contestants"].values():
        result["seconds"] = 0.0
    return json.dumps(report)


@pytest.mark.parametrize("make", [str, lambda: "[]", lambda: "{}", lambda: '{"over_rows": 3}', without_time])
def test_a_file_that_is_no_report_is_refused(
    make: Callable[[], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "no.json").write_text(make(), encoding="utf-8")
    assert main(["bench", "--stored", str(tmp_path / "no.json")]) == 2
    assert "stored must be a report that bench --out wrote" in capsys.readouterr().err


def test_the_charts_of_the_command_are_those_of_the_page(tmp_path: Path) -> None:
    made = {"--chart": "bench-rows.svg", "--attributes-chart": "bench-attributes.svg"}
    options = [part for option, name in made.items() for part in (option, str(tmp_path / name))]
    assert main(["bench", "--stored", str(STORED / "bench.json"), *options]) == 0
    for name in made.values():
        on_the_page = (DOCS / "figures" / name).read_text(encoding="utf-8")
        assert (tmp_path / name).read_text(encoding="utf-8") == on_the_page.replace(
            ' data-layout="wide"', ""
        ), name


def test_growth_between_some_sizes() -> None:
    entries = [
        {"rows": n, "contestants": {"it": {"seconds": t}}} for n, t in ((1, 1.0), (10, 10.0), (100, 1000.0))
    ]
    assert benchmark.growth(entries, "it", 1, 10) == pytest.approx(1)
    assert benchmark.growth(entries, "it", 10, 100) == pytest.approx(2)
    assert benchmark.growth(entries, "it", 11) is None


@pytest.mark.parametrize(
    ("option", "value", "least"),
    [("--sizes", "0", 1), ("--sizes", "10,x", 1), ("--attributes", "2,1", 2), ("--repeats", "0", 1)],
)
def test_what_cannot_be_measured_is_refused(
    option: str, value: str, least: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["bench", "--quick", option, value])
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert f"argument {option}: must be" in said
    assert f"of at least {least}" in said and f"got '{value}'" in said


def test_turns_are_taken_one_after_the_other_and_the_median_counts() -> None:
    order: list[str] = []

    def player(name: str, answer: int) -> Any:
        def play() -> Outcome:
            order.append(name)
            return Outcome([answer], None)

        return play

    players = {"one": player("one", 1), "two": player("two", 1), "scikit-learn": player("scikit-learn", 2)}
    result = in_turns(players, 3, 60.0, lambda _: None)
    assert order == ["one", "two", "scikit-learn"] * 3
    assert result["agree"]
    assert result["contestants"]["one"]["turns"] == 3
    assert not in_turns({"one": player("one", 1), "two": player("two", 2)}, 1, 60.0, lambda _: None)["agree"]
    impatient = in_turns(players, 3, 0.0, lambda _: None)
    assert all(result["turns"] == 1 for result in impatient["contestants"].values())


def test_samples_are_the_same_as_lists_and_arrays() -> None:
    pytest.importorskip("numpy")
    sample = Sample.noisy_artiset(50, 3, seed=4)
    X, y = sample.lists()
    rows, labels = sample.arrays()
    assert rows.tolist() == [list(x) for x in X]
    assert labels.tolist() == y
    clean = [int((x[0] + (x[1] ** 2 - x[0] ** 2) / 2) * 10) for x in X]
    moved = [after - before for before, after in zip(clean, y)]
    assert set(moved) <= {-1, 0, 1} and 0 < sum(map(abs, moved)) < 15
    assert sample == Sample.noisy_artiset(50, 3, seed=4)


@pytest.mark.system
@pytest.mark.skipif(importlib.util.find_spec("resource") is None, reason="no peak memory on this system")
def test_peak_memory_is_that_of_a_process_of_its_own() -> None:
    held = bytearray(b"x" * 200_000_000)  # by this process, not by that one
    peak = benchmark.peak_memory("stdlib", 100, 2, 5, 0)
    assert peak is not None and 5 < peak < 100
    more = benchmark.peak_memory("stdlib", 20_000, 2, 5, 0)
    assert more is not None and more > peak + 2
    assert len(held) == 200_000_000


@pytest.mark.system
def test_a_process_that_fails_has_no_peak_memory() -> None:
    assert benchmark.peak_memory("nobody", 100, 2, 5, 0) is None


@pytest.mark.parametrize("name", list(SURVEYS))
def test_surveys(name: str) -> None:
    pytest.importorskip("scipy")
    outside.paper_set(name)
    folder = str(outside.DATA) if outside.DATA.is_dir() else None
    result = benchmark.measured_survey(Plan(data=folder, repeats=1), name, lambda _: None)
    assert result["agree"]
    shape = SURVEYS[name]
    assert (result["rows"], result["distinct"]) == (shape.rows, shape.distinct)
    assert set(result["contestants"]) == {"numpy", "scikit-learn"} & set(installed())
    without = benchmark.survey(name, None, 0)
    assert without[0] in ("its data", "data of its shape")


def test_a_survey_without_scikit_learn_has_no_yardstick_and_is_shown_all_the_same() -> None:
    times = {"seconds": 0.002, "processor_seconds": 0.002, "turns": 5, "undecided": 0.0}
    one = {"survey": "ERA", "source": "its data", "rows": 1000, "distinct": 44, "agree": True}
    report = json.loads((STORED / "bench.json").read_text(encoding="utf-8"))
    report["surveys"] = [{**one, "contestants": {"numpy": times}}]
    assert surveys_table(report)[1] == ["ERA", "its data", "1000", "44", "", "2.00", "", "0"]
    report["surveys"][0]["contestants"]["scikit-learn"] = {**times, "seconds": 0.001}
    assert surveys_table(report)[1] == ["ERA", "its data", "1000", "44", "1.00", "2.00", "2.00", "0"]
    assert "On the survey ERA `numpy` takes 2.00 times as long as scikit-learn." in findings(report)


def test_the_numpy_variant_is_noticed_if_it_is_wrong_about_a_survey(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setitem(
        benchmark.CONTESTANTS,
        "numpy",
        benchmark.Contestant(True, (), lambda X, y, queries: Outcome([-1] * len(queries), None)),
    )
    assert not benchmark.measured_survey(Plan(repeats=1), "ERA", lambda _: None)["agree"]


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = benchmark.CONTESTANTS["numpy"]._replace(needs=("no_such_package",))
    monkeypatch.setitem(benchmark.CONTESTANTS, "numpy", absent)
    report = benchmark.run(plan_of(sizes=(30,), attributes=(2,), attribute_rows=30, queries=5))
    assert "numpy did not take part: not installed: no_such_package" in benchmark_text(report)
    assert report["surveys"] == []
