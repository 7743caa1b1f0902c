"""The noise study: repeatable, resumable, and its verdicts can go either way."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import ROOT, CommandLine
from made_up_curves import LEVELS, made_up
from refusals import refused

from monfknn_ref.data import DataError, artiset
from monfknn_ref.evaluation import accuracy, non_monotonic_index
from monfknn_ref.evaluation.cross_validation import stratified_folds
from monfknn_ref.evaluation.finished_tasks import Store
from monfknn_ref.evaluation.methods import METHODS
from monfknn_ref.evaluation.results import Results, read_results, write_results
from monfknn_ref.readings import AUTHORS
from monfknn_ref.reproduction import STORED
from monfknn_ref.reproduction.noise_report import curve_charts
from monfknn_ref.reproduction.noise_study import (
    Curves,
    measure_surface,
    noisy_training_set,
    run_noise_study,
)
from monfknn_ref.reproduction.sentences.noise import noise_verdicts, on_the_surfaces

SET = artiset(n=60, classes=4, seed=1)


def small(out: Path | None = None, jobs: int = 1) -> Results:
    return run_noise_study(SET, levels=(0, 20, 40), seeds=2, folds=3, out=out, jobs=jobs, cells=6)


@pytest.fixture(scope="module")
def alone() -> Results:
    """The small study, in this process and without a store."""
    return small()


def test_the_curves_are_what_the_steps_by_hand_give() -> None:
    curves = Curves(run_noise_study(SET, levels=(40,), seeds=1, folds=3, cells=0))
    assert not curves.surfaces
    right, indices = 0, []
    for fold, split in enumerate(stratified_folds(SET.y, 3, 0), start=1):
        training = noisy_training_set(SET, split.train, 40, fold)
        assert len(training) == 10  # a quarter of 40
        truth = dict(zip(SET.X, SET.y))
        assert sum(truth[x] != label for x, label in zip(training.X, training.y)) == 4  # 40 % of 10
        indices.append(non_monotonic_index(training.X, training.y))
        model = METHODS["MonFkNN-PM"].build(AUTHORS, 0)
        model.fit(training.scaled(doubles=True), training.y, classes=SET.classes)
        test = [SET.scaled(doubles=True)[i] for i in split.test]
        right += round(accuracy([SET.y[i] for i in split.test], model.predict(test)) * len(test))
    assert curves.values("MonFkNN-PM", "accuracy") == [[right / 60]]
    assert curves.training[0][0] == pytest.approx(sum(indices) / 3)


def test_a_killed_run_goes_on_and_ends_equal(tmp_path: Path) -> None:
    whole = small(tmp_path / "whole.db")
    with Store(tmp_path / "whole.db") as store:
        results = [(json.loads(task), result) for task, result in store.found.items()]
    with Store(tmp_path / "killed.db") as store:
        for task, result in results[:7]:
            store.add(task, result)
    assert small(tmp_path / "killed.db") == whole
    assert small(tmp_path / "killed.db") == whole
    with Store(tmp_path / "killed.db") as store:
        assert len(store.found) == len(results)


@pytest.mark.system
def test_two_processes_give_the_same_bytes(tmp_path: Path, alone: Results) -> None:
    write_results(tmp_path / "one.json", alone)
    write_results(tmp_path / "two.json", small(jobs=2))
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    assert read_results(tmp_path / "one.json") == alone


def test_charts_have_a_line_for_each_method(alone: Results) -> None:
    charts = curve_charts(Curves(alone))
    names = ["noise-data", "noise-accuracy", "noise-mae", "noise-nmi", "noise-gap", "noise-gap-nmi"]
    assert list(charts) == names
    assert "MkNN" in charts["noise-accuracy"].svg()
    assert charts["noise-nmi"].svg() == curve_charts(Curves(alone))["noise-nmi"].svg()


def test_what_is_refused() -> None:
    with refused(ValueError, "levels must be percentages from 0 to 100, got 120"):
        run_noise_study(SET, levels=(120,))
    with pytest.raises(DataError, match="must be results of the study of noise, got tables"):
        Curves(Results())


STRAIGHT = [level / 1000 for level in LEVELS]
GOOD = [0.9 - level / 500 + max(0, level - 25) / 2000 for level in LEVELS]
BAD = [0.9 - level / 250 - 0.03 - max(0, level - 25) / 100 for level in LEVELS]


def test_verdicts_follow_the_numbers() -> None:
    curves = made_up(GOOD, BAD, STRAIGHT)
    verdicts = {verdict.statement: verdict for verdict in noise_verdicts(curves)}
    sharpest = verdicts.pop("MkNN's turn at 25 % is sharpest in NMI")
    assert sharpest.verdict == "contradicted"  # all three measures turn alike
    assert {verdict.verdict for verdict in verdicts.values()} == {"supported"}
    turned = made_up(BAD, GOOD, [0.01] * 11)
    found = {verdict.statement: verdict.verdict for verdict in noise_verdicts(turned)}
    for statement in (
        "MonFkNN-PM is more accurate than MkNN at every noise level",
        "the gap in MAE is usually large",
        "the gap in MAE widens as noise grows",
        "the NMI of the training sets is proportional to the noise",
        "MkNN's NMI rises faster from 25 % on than before",
        "MonFkNN-PM's NMI rises more slowly from 25 % on than before",
        "MonFkNN-PM's NMI worsens no faster from 25 % on than before",
    ):
        assert found[statement] == "contradicted", statement
    once = made_up(GOOD, [0.95, *BAD[1:]], STRAIGHT)
    partly = [verdict for verdict in noise_verdicts(once) if "every noise level" in verdict.statement]
    assert [verdict.verdict for verdict in partly] == ["partly"] * 3
    reason = "clearly at 10 of 11 levels; clearly worse at 0 %; by -0.0500 ± 0.0000"
    assert partly[0].reason.startswith(reason)


def test_a_difference_that_chance_may_have_made_decides_nothing() -> None:
    """The same means, but the seeds of one method scatter wider than the difference."""
    curves = made_up([value + 0.001 for value in GOOD], GOOD, STRAIGHT, (-0.2, 0.0, 0.2))
    verdicts = {verdict.statement: verdict for verdict in noise_verdicts(curves)}
    first = verdicts["MonFkNN-PM is more accurate than MkNN at every noise level"]
    assert first.verdict == "contradicted"
    assert "clearly at 0 of 11 levels; no clear difference at 0, 5, 10" in first.reason
    assert verdicts["the gap in accuracy widens as noise grows"].verdict == "undetermined"


def test_a_gap_that_shrinks_before_it_grows_is_not_hidden_by_averages() -> None:
    """Larger at the end than at the start, on the average of three levels too, but smaller at 5 and 10 %."""
    gap = [0.03, 0.012, 0.012, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.11]
    curves = made_up(GOOD, [value - one for value, one in zip(GOOD, gap)], STRAIGHT)
    verdicts = {verdict.statement: verdict for verdict in noise_verdicts(curves)}
    widening = verdicts["the gap in accuracy widens as noise grows"]
    assert widening.verdict == "partly"
    assert widening.reason == (
        "it is 0.0300 ± 0.0000 at 0 %, 0.0120 ± 0.0000 at 5 %, 0.1100 ± 0.0000 at 50 %; clearly smaller than "
        "without noise at 5 and 10 %"
    )


def test_a_surface_is_measured_piece_by_piece() -> None:
    """Class 1 is broken in two, class 2 is lost but for a cell that lies in the wrong place."""
    grid = [[0, 1, 2], [1, 0, 0], [1, 1, 1]]
    truth = [[0, 0, 1], [0, 1, 2], [1, 2, 2]]
    measured = measure_surface(grid, truth, 3, wrong_rows=4)
    assert measured.pieces == [2, 2, 1] and measured.extra_pieces == 2
    assert measured.areas == [3, 5, 1] and measured.true_areas == [3, 3, 3]
    assert measured.right == 2 and measured.kept == [1, 1, 0]
    assert measured.least_kept == 0 and measured.least_area == pytest.approx(1 / 3)
    across = sum(a > b for row in grid for a, b in zip(row, row[1:]))
    up = sum(a > b for low, high in zip(grid, grid[1:]) for a, b in zip(low, high))
    assert measured.falls == across + up


def test_the_surfaces_of_the_study_are_those_of_its_draws(alone: Results) -> None:
    curves = Curves(alone)
    assert list(curves.surfaces) == ["MonFkNN-PM", "MkNN"]
    for measured in curves.surfaces.values():
        assert [one.cells for one in measured] == [36, 36]
        assert all(sum(one.areas) == sum(one.true_areas) == 36 for one in measured)
    for change, verdict in ((-5, "supported"), (5, "contradicted")):
        turned = [replace(one, wrong_rows=one.wrong_rows + change) for one in curves.surfaces["MkNN"]]
        curves.surfaces["MonFkNN-PM"] = turned
        [(found, _), *_] = on_the_surfaces(curves).values()
        assert found == verdict


@pytest.mark.parametrize("values", [[0.01] * 11, [0.1] * 11, [0.0] * 11, [0.3, *[0.0] * 10]])
def test_an_index_that_does_not_grow_is_not_proportional(values: list[float]) -> None:
    """Sums of equal doubles are rounded on some Pythons and compensated on others: no variance must be divided by."""
    first, *_ = noise_verdicts(made_up([0.5] * 11, [0.4] * 11, values))
    assert first.verdict == "contradicted"
    if values[0] != 0.3:
        grows = f"the NMI does not grow with the noise: it is {values[0]:.5f} to {values[0]:.5f}"
        assert first.reason == grows


def test_the_charts_of_the_command_are_those_of_the_page(tmp_path: Path, commands: CommandLine) -> None:
    commands.printed(f"reproduce noise --stored {STORED / 'noise.json'} --charts {tmp_path}")
    charts = list(tmp_path.glob("*.svg"))
    assert len(charts) == 6
    for chart in charts:
        on_the_page = (ROOT / "docs" / "figures" / chart.name).read_text(encoding="utf-8")
        assert chart.read_text(encoding="utf-8") == on_the_page.replace(' data-layout="wide"', "")


def test_the_command_runs_the_study(
    tmp_path: Path, commands: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("artiset.dat").write_text(
        "@relation artiset\n@attribute a real [0, 1]\n@attribute b real [0, 1]\n@attribute class {0, 1, 2, 3}\n"
        "@inputs a, b\n@outputs class\n@data\n"
        + "".join(f"{float(a)}, {float(b)}, {label}\n" for (a, b), label in zip(SET.X, SET.y)),
        encoding="utf-8",
    )
    few = "--seeds 1 --folds 2 --out kept.jsonl --method OLM"
    printed = commands.found(f"reproduce noise --data . --format json {few}")
    assert printed["methods"] == ["OLM"]
    assert len(printed["details"]["training"]) == 11
    assert printed["details"]["points"] == "60 points of the data set artiset"
    assert printed["made by"][0]["command"].startswith("python -m monfknn_ref reproduce noise --data DIR")
    assert "--charts goes with noise and bayes" in commands.refused("reproduce fuzzy --charts .")
