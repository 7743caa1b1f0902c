"""The benchmark: what it measures, what it says, and that it notices a wrong answer."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import outside
import pytest
from command_line import ROOT, CommandLine
from tools.pages.benchmark import findings

from monfknn_ref.commands import main
from monfknn_ref.reproduction import STORED, benchmark
from monfknn_ref.reproduction.benchmark import Plan, Played, Sample, in_turns
from monfknn_ref.reproduction.benchmark_report import (
    benchmark_text,
    growth_by_attributes,
    read_report,
    surveys_table,
)

TINY = "bench --quick --sizes 30,60 --attributes 2,3 --queries 10 --repeats 1"
DOCS = ROOT / "docs"
SURVEYS = dict(benchmark.SURVEYS)


@pytest.fixture(autouse=True, scope="module")
def small_samples() -> Iterator[None]:
    quick = Plan.quick
    sizes = dict(many=((30, 3), (40, 20)), sums=((30, 3),), jobs=((30, 3),), whole=((30, 3),))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Plan, "quick", classmethod(lambda cls: quick(attribute_rows=40, **sizes)))
        for name, shape in SURVEYS.items():
            patch.setitem(benchmark.SURVEYS, name, shape._replace(rows=60, distinct=15))
        yield


class Written(NamedTuple):
    """What a tiny run of the command wrote."""

    folder: Path
    code: int
    printed: str

    @property
    def report(self) -> dict[str, Any]:
        return read_report(self.folder / "bench.json")


@pytest.fixture(scope="module")
def tiny(small_samples: None, tmp_path_factory: pytest.TempPathFactory) -> Written:
    folder, out, err = tmp_path_factory.mktemp("bench"), io.StringIO(), io.StringIO()
    line = f"{TINY} --out {folder}/bench.json --chart {folder}/rows.svg --attributes-chart {folder}/attributes.svg"
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(line.split())
    assert err.getvalue() == ""
    return Written(folder, code, out.getvalue())


def plan_of(**settings: Any) -> Plan:
    """A plan of nothing but what is asked for."""
    nothing: dict[str, Any] = dict(sizes=(), attributes=(), many=(), sums=(), jobs=(), whole=(), memory=False)
    return Plan(**{**nothing, **settings})


def installed() -> list[str]:
    return [name for name, contestant in benchmark.CONTESTANTS.items() if not contestant.missing()]


def test_the_command_measures_writes_and_draws(tiny: Written) -> None:
    assert tiny.code == 0
    assert tiny.printed.endswith("All predictions agree.\n")
    assert [entry["rows"] for entry in tiny.report["over_rows"]] == [30, 60]
    assert [entry["attributes"] for entry in tiny.report["over_attributes"]] == [2, 3]
    for entry in [*tiny.report["over_rows"], *tiny.report["over_attributes"]]:
        assert list(entry["contestants"]) == installed()
        assert all(result["seconds"] > 0 for result in entry["contestants"].values())
        assert entry["contestants"]["stdlib"]["undecided"] == 0
    for name in ("rows.svg", "attributes.svg"):
        chart = (tiny.folder / name).read_text(encoding="utf-8")
        assert chart.startswith("<svg") and all(name in chart for name in installed())


def test_growth_by_attributes_two_jobs_and_whole_numbers() -> None:
    pytest.importorskip("scipy")
    one = ((30, 3),)
    sizes = dict(many=((30, 3), (60, 3), (40, 20)), sums=one, jobs=one, whole=one)
    report = benchmark.run(plan_of(**sizes, repeats=1, queries=5))
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


def test_a_wrong_answer_is_noticed(monkeypatch: pytest.MonkeyPatch, commands: CommandLine) -> None:
    right = benchmark.CONTESTANTS["stdlib"]

    def wrong(X: Any, y: Any, queries: Any) -> Played:
        outcome = right.run(X, y, queries)
        return outcome._replace(predictions=[*outcome.predictions[:-1], -1])

    monkeypatch.setitem(benchmark.CONTESTANTS, "stdlib", right._replace(run=wrong))
    monkeypatch.setattr(benchmark, "SURVEYS", {})
    report = commands.found(f"{TINY} --json", code=1)
    assert report["agree"] is False
    assert benchmark_text(report).endswith("PREDICTIONS DIFFER.")


def test_a_report_can_be_shown_again(tiny: Written, commands: CommandLine) -> None:
    stored = f"bench --stored {tiny.folder / 'bench.json'}"
    assert commands.printed(stored) == tiny.printed == benchmark_text(tiny.report) + "\n"
    assert commands.found(f"{stored} --json") == tiny.report


def test_a_run_that_is_stopped_leaves_what_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, commands: CommandLine
) -> None:
    measured = benchmark.measured

    def stopped_at_60(plan: Plan, rows: int, *others: Any) -> dict[str, Any]:
        if rows == 60:
            raise KeyboardInterrupt
        return measured(plan, rows, *others)

    monkeypatch.setattr(benchmark, "measured", stopped_at_60)
    assert commands(f"{TINY} --out {tmp_path / 'bench.json'}").code == 130
    report = read_report(tmp_path / "bench.json")
    assert [entry["rows"] for entry in report["over_rows"]] == [30]
    assert "All predictions agree." in benchmark_text(report)


def test_what_was_measured_is_shown_even_if_it_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, commands: CommandLine, tmp_path: Path
) -> None:
    def full(report: Any) -> Any:
        raise OSError("no space left on device")

    monkeypatch.setattr("monfknn_ref.commands.bench.rows_chart", full)
    monkeypatch.setattr(benchmark, "SURVEYS", {})
    said = commands(f"{TINY} --chart {tmp_path / 'chart.svg'}")
    assert said.code == 2
    assert said.out.endswith("All predictions agree.\n")
    assert "no space left on device" in said.err


@pytest.mark.parametrize("option", ["--out", "--chart", "--attributes-chart", "--data"])
def test_what_cannot_work_is_refused_before_anything_is_measured(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, commands: CommandLine
) -> None:
    monkeypatch.setattr(benchmark, "measured", lambda *_: pytest.fail("measured"))
    missing = str(tmp_path / "missing" / "file")
    assert missing in commands.refused(TINY, option, missing)


def test_imports_are_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a contestant does for the first time it does before its first turn."""
    calls: list[int] = []

    def first_time(X: Any, y: Any, queries: Any) -> Played:
        calls.append(len(queries))
        return Played([0] * len(queries), None)

    monkeypatch.setattr(benchmark, "CONTESTANTS", {"stdlib": benchmark.Contestant(False, (), first_time)})
    plan = plan_of(sizes=(30,), attributes=(2,), attribute_rows=30, queries=5, repeats=2)
    report = benchmark.run(plan)
    assert len(calls) == 3 and calls[1:] == [5, 5]
    assert report["over_rows"][0]["contestants"]["stdlib"]["turns"] == 2


def test_fewer_rows_than_neighbors() -> None:
    report = benchmark.run(plan_of(sizes=(1,), queries=3, repeats=1))
    assert list(report["over_rows"][0]["contestants"]) == installed()


def test_a_run_that_was_stopped_early_can_be_shown_but_not_drawn(
    tiny: Written, tmp_path: Path, commands: CommandLine
) -> None:
    out, report = tmp_path / "bench.json", {**tiny.report, "over_attributes": []}
    out.write_text(json.dumps(report), encoding="utf-8")
    said = commands(f"bench --stored {out} --attributes-chart {tmp_path / 'chart.svg'}")
    assert said.code == 2 and "a chart over attributes needs a report with such samples" in said.err
    out.write_text(json.dumps({**report, "over_rows": []}), encoding="utf-8")
    commands.printed(f"bench --stored {out}")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"over_rows": 3}', None])
def test_a_file_that_is_no_report_is_refused(
    text: str | None, tiny: Written, tmp_path: Path, commands: CommandLine
) -> None:
    report = tiny.report
    for result in report["over_rows"][0]["contestants"].values():
        result["seconds"] = 0.0
    (tmp_path / "no.json").write_text(json.dumps(report) if text is None else text, encoding="utf-8")
    said = commands.refused(f"bench --stored {tmp_path / 'no.json'}")
    assert "stored must be a report that bench --out wrote" in said


def test_the_charts_of_the_command_are_those_of_the_page(tmp_path: Path, commands: CommandLine) -> None:
    rows, attributes = tmp_path / "bench-rows.svg", tmp_path / "bench-attributes.svg"
    stored = f"bench --stored {STORED / 'bench.json'}"
    commands.printed(f"{stored} --chart {rows} --attributes-chart {attributes}")
    for chart in (rows, attributes):
        on_the_page = (DOCS / "figures" / chart.name).read_text(encoding="utf-8")
        assert chart.read_text(encoding="utf-8") == on_the_page.replace(' data-layout="wide"', ""), chart


def test_growth_between_some_sizes() -> None:
    times = {1: 1.0, 10: 10.0, 100: 1000.0}
    entries = [{"rows": n, "contestants": {"it": {"seconds": t}}} for n, t in times.items()]
    assert benchmark.growth(entries, "it", 1, 10) == pytest.approx(1)
    assert benchmark.growth(entries, "it", 10, 100) == pytest.approx(2)
    assert benchmark.growth(entries, "it", 11) is None


@pytest.mark.parametrize(
    ("option", "value", "least"),
    [("--sizes", "0", 1), ("--sizes", "10,x", 1), ("--attributes", "2,1", 2), ("--repeats", "0", 1)],
)
def test_what_cannot_be_measured_is_refused(
    option: str, value: str, least: int, commands: CommandLine
) -> None:
    said = commands(f"bench --quick {option} {value}")
    assert said.code == 2
    assert f"argument {option}: must be" in said.err
    assert f"of at least {least}" in said.err and f"got '{value}'" in said.err


def test_turns_are_taken_one_after_the_other_and_the_median_counts() -> None:
    order: list[str] = []

    def player(name: str, answer: int) -> Any:
        def play() -> Played:
            order.append(name)
            return Played([answer], None)

        return play

    players = {"one": player("one", 1), "two": player("two", 1), "scikit-learn": player("scikit-learn", 2)}
    result = in_turns(players, 3, 60.0, lambda _: None)
    assert order == ["one", "two", "scikit-learn"] * 3
    assert result["agree"]
    assert result["contestants"]["one"]["turns"] == 3
    assert not in_turns({"one": player("one", 1), "two": player("two", 2)}, 1, 60.0, lambda _: None)["agree"]
    impatient = in_turns(players, 3, 0.0, lambda _: None)
    assert all(result["turns"] == 1 for result in impatient["contestants"].values())


def test_samples_are_the_same_as_lists_and_arrays(np: Any) -> None:
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


def test_the_numpy_variant_is_noticed_if_it_is_wrong_about_a_survey(
    np: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = benchmark.CONTESTANTS["numpy"]._replace(run=lambda X, y, asked: Played([-1] * len(asked), None))
    monkeypatch.setitem(benchmark.CONTESTANTS, "numpy", wrong)
    assert not benchmark.measured_survey(Plan(repeats=1), "ERA", lambda _: None)["agree"]


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = benchmark.CONTESTANTS["numpy"]._replace(needs=("no_such_package",))
    monkeypatch.setitem(benchmark.CONTESTANTS, "numpy", absent)
    report = benchmark.run(plan_of(sizes=(30,), attributes=(2,), attribute_rows=30, queries=5))
    assert "numpy did not take part: not installed: no_such_package" in benchmark_text(report)
    assert report["surveys"] == []
