"""The studies of readings, tie rules, parameters and training sizes."""

from __future__ import annotations

import functools
import random
from dataclasses import replace
from pathlib import Path

import outside
import pytest
from command_line import ROOT, CommandLine
from tools.figures import heat_tables, study_maps
from tools.pages import studies as pages

from monfknn_ref import AUTHORS, PAPER, MonFkNN
from monfknn_ref.commands import tour
from monfknn_ref.data import Dataset, artiset, noisy
from monfknn_ref.evaluation.cross_validation import Counts, counter, cross_validate, measure, stratified_folds
from monfknn_ref.evaluation.folds import Arrangement
from monfknn_ref.evaluation.results import Results, read_results
from monfknn_ref.evaluation.student_t import Mean
from monfknn_ref.readings import REGISTER
from monfknn_ref.reproduction import STORED, studies
from monfknn_ref.reproduction.studies import (
    CONFIGURATIONS,
    GRID,
    PAIRS,
    SINGLE,
    Setting,
    changes_from,
    reading_settings,
    run_settings,
    sensitivity_settings,
    setting_of,
)
from monfknn_ref.reproduction.study_tables import best_of, sections_of_study

DOCS = ROOT / "docs"


@functools.cache
def stored(name: str) -> Results:
    return read_results(STORED / f"study-{name}.json")


def small_noisy_set(rows: int = 60, seed: int = 0) -> Dataset:
    """With repeated rows and few different values, so that every open point has something to decide."""
    generator = random.Random(seed)
    X = [(generator.randrange(5), generator.randrange(4)) for _ in range(rows)]
    y = [min(3, max(0, (a + b) // 2 + generator.choice((-1, 0, 0, 1)))) for a, b in X]
    return Dataset("small", X, y, range(4))


def test_settings_are_cross_validated_and_measured() -> None:
    pytest.importorskip("numpy")
    dataset = small_noisy_set(40)
    keller = replace(PAPER, weights="keller")
    settings = [Setting("PM"), Setting("AM", (("pOR", 0),)), Setting("PM", (), keller)]
    found = run_settings("some", "a command", [dataset], settings, partitions=2, folds=4)
    for seed in range(2):
        splits = stratified_folds(dataset.y, 4, seed, dataset.classes)
        for setting in settings:
            model = MonFkNN(**setting.parameters, reading=setting.reading)
            counts = measure(dataset, cross_validate(model, dataset, splits))
            assert found.runs[setting.name]["small"][Arrangement(f"seed {seed}")] == [counts]


def test_what_is_counted_is_what_the_measures_count() -> None:
    dataset = small_noisy_set()
    generator = random.Random(3)
    for _ in range(20):
        predicted = [generator.randrange(4) for _ in dataset.y]
        counts = counter(dataset)(predicted)
        assert counts == measure(dataset, predicted)
        assert counts.above == sum(p - a for p, a in zip(predicted, dataset.y))


def test_a_run_goes_on_from_what_is_kept(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    dataset, out = small_noisy_set(30), tmp_path / "kept.db"
    first = run_settings("some", "", [dataset], [Setting("PM")], 1, 3, out=out)
    more = run_settings("some", "", [dataset], [Setting("PM")], 2, 3, out=out)
    assert more.on_partitions_of(first).runs == first.runs
    assert more.partitions == 2


def test_every_option_of_every_open_point_is_tried_alone() -> None:
    tried = {(change.point, change.option) for change in changes_from(PAPER)}
    others = {(point.id, option) for point in REGISTER for option in point.options if option != point.paper}
    assert tried == others
    back = {change.point for change in changes_from(AUTHORS)}
    assert back == {point.id for point in REGISTER if point.paper != point.authors}
    for change in [*changes_from(PAPER), *changes_from(AUTHORS)]:
        now, before = vars(change.reading), vars(change.start)
        assert [point.id for point in REGISTER if now[point.field] != before[point.field]] == [change.point]


def test_the_grid_holds_the_papers_choice_and_every_pair_that_has_an_effect() -> None:
    for name, parameters in CONFIGURATIONS.items():
        for parameter in SINGLE[name]:
            assert parameters[parameter] in GRID[parameter]
    assert {frozenset(pair) for pair in PAIRS["PM"]} == pairs_of("k", "K", "RCr", "m")
    of_am = pairs_of("K", "RCr", "pOR", "m") | pairs_of("k", "RCr")
    assert {frozenset(pair) for pair in PAIRS["AM"]} == of_am
    settings = list(sensitivity_settings())
    assert setting_of("PM", K=25, m=5) in settings
    assert setting_of("AM", pOR=0, RCr=0.51) in settings


def pairs_of(*names: str) -> set[frozenset[str]]:
    return {frozenset((a, b)) for a in names for b in names if a != b}


def test_the_draws_of_the_tie_rules_begin_with_the_draw_of_the_tour() -> None:
    task = studies.tie_tasks(1)[0]
    truth = noisy(artiset(tour.TRAINING, seed=1), tour.NOISE, seed=2)
    test = artiset(tour.TEST, seed=3)
    assert list(task.dataset.X) == [*truth.X, *test.X]
    assert [task.dataset.y[i] for i in task.train] == list(truth.y)
    assert [task.dataset.y[i] for i in task.test] == list(test.y)


def test_learning_curves_predict_rows_that_were_not_learned() -> None:
    for task in studies.learning_tasks([small_noisy_set(100)], 3):
        assert sorted(task.train + task.test) == list(range(100))
        assert task.sizes == (20, 40, 70) and len(task.train) == 70


def toy(values: dict[str, list[int]]) -> Results:
    results = Results(study="sensitivity")
    for name, rows_right in values.items():
        for seed, right in enumerate(rows_right):
            results.keep(name, "set", Arrangement(f"seed {seed}"), Counts(100, right, 0, 0, 0))
    return results


def test_the_best_is_also_judged_where_it_was_not_chosen() -> None:
    values = {"PM, PAPER": [50, 50, 50], "PM k=1, PAPER": [80, 40, 45], "PM k=3, PAPER": [45, 60, 45]}
    best = best_of(toy(values), ["set"], "PM", "accuracy")
    assert best.name == "PM k=1, PAPER"
    assert best.gain.mean == pytest.approx(0.05)
    # without the first partition k=3 is best (105), without the others k=1
    assert best.honest == Mean.of([0.45 - 0.5, 0.40 - 0.5, 0.45 - 0.5])


def test_nothing_is_better_than_the_papers_choice_when_nothing_is() -> None:
    best = best_of(toy({"PM, PAPER": [50, 50], "PM k=1, PAPER": [50, 50]}), ["set"], "PM", "accuracy")
    assert (best.name, best.gain.mean, best.honest.mean) == ("PM, PAPER", 0, 0)


@pytest.mark.parametrize("name", ["readings", "ties", "sensitivity", "learning"])
def test_what_is_stored_says_how_it_was_made(name: str) -> None:
    measured = stored(name)
    assert measured.study == name
    assert measured.command.startswith(f"python -m monfknn_ref study {name} --repeats {measured.partitions}")
    assert {"monfknn_ref", "python", "numpy", "scipy"} <= set(measured.made_by[0])
    for by_dataset in measured.runs.values():
        assert all(len(by_partition) == measured.partitions for by_partition in by_dataset.values())
    if name == "readings":
        assert list(measured.runs) == [setting.name for setting in dict.fromkeys(reading_settings())]
    if name == "sensitivity":
        assert list(measured.runs) == [setting.name for setting in dict.fromkeys(sensitivity_settings())]


@pytest.mark.needs_data("data")
def test_stored_cells_come_out_again() -> None:
    pytest.importorskip("numpy")
    from monfknn_ref.data import load

    for name in ("readings", "sensitivity"):
        measured = stored(name)
        for dataset in ("machineCPU", "qualitative_bankruptcy"):
            settings = dict.fromkeys(reading_settings() if name == "readings" else sensitivity_settings())
            chosen = random.Random(f"{name} {dataset}").sample(list(settings), 4)
            folds = measured.details["folds"]
            again = run_settings(name, "", [load(dataset, outside.DATA)], chosen, 1, folds)
            assert again.runs == measured.on_partitions_of(again).runs


def test_stored_draws_come_out_again() -> None:
    pytest.importorskip("numpy")
    measured = stored("ties")
    task = studies.tie_tasks(1)[0]
    few = replace(task, competitors=task.competitors[:3])
    for name, counts in few.carry_out().items():
        assert measured.runs[name][task.label][Arrangement("draw 0")] == [Counts(len(task.test), *counts)]


def test_the_tour_says_what_many_draws_show() -> None:
    ties, label = stored("ties"), "artiset, 300 noisy rows"
    assert studies.NOISY_SETS[label] == (tour.TRAINING, tour.TEST)
    said = " ".join(tour.IN_MANY_DRAWS)

    def value(name: str, measure: str, digits: int) -> str:
        return f"{ties.mean(name, label, measure).mean:.{digits}f}"

    assert f"In {ties.partitions} draws like it" in said
    for words, name in (("FkNN", "FkNN"), ("PM", "PM, lower"), ("AM", "AM, lower")):
        assert f"{words} {value(name, 'accuracy', 3)}" in said
    assert f"its mean NMI is {value('PM, lower', 'nmi', 5)}, FkNN's is {value('FkNN', 'nmi', 5)}" in said
    assert f"PM gets {value('PM RCr=0.51, lower', 'accuracy', 3)}" in said
    first = [ties.values(name, label, "accuracy")[0] for name in ("PM, lower", "FkNN")]
    typical = [ties.mean(name, label, "accuracy").mean for name in ("PM, lower", "FkNN")]
    assert first[0] < first[1] and typical[0] > typical[1]  # an unlucky draw indeed


def test_the_register_and_the_page_state_the_bias_that_was_measured() -> None:
    ties, label = stored("ties"), "artiset, 400 noisy rows"
    lower, upper, coin = (ties.mean(f"PM, {rule}", label, "bias") for rule in ("lower", "upper", "coin"))
    assert lower.is_clear and upper.is_clear and not coin.is_clear
    [point] = [point for point in REGISTER if point.id == "median-gap"]
    assert "by 0.09 classes" in point.why
    assert round(-lower.mean, 2) == round(upper.mean, 2) == 0.09
    page = " ".join((DOCS / "readings.md").read_text(encoding="utf-8").split())
    assert f"`lower` −{-lower.mean:.2f} classes" in page


def test_the_advice_follows_from_the_numbers() -> None:
    readings, ties, label = stored("readings"), stored("ties"), "artiset, 400 noisy rows"
    assert ties.difference("PM RCr=0.51, lower", "PM, lower", label, "accuracy").is_clear
    assert ties.difference("AM, lower", "PM RCr=0.51, lower", label, "accuracy").is_clear
    paper = {name: Setting(name).name for name in CONFIGURATIONS}
    assert readings.overall(paper["PM"], "nmi").mean < readings.overall(paper["AM"], "nmi").mean
    assert readings.overall(paper["PM"], "accuracy").mean < readings.overall(paper["AM"], "accuracy").mean

    def changed(configuration: str, **answer: str) -> str:
        return Setting(configuration, (), replace(PAPER, **answer)).name

    fewer = readings.overall_difference(changed("PM", coincident="excluded"), paper["PM"], "nmi")
    assert fewer.is_clear and fewer.mean < 0
    costs = readings.overall_difference(changed("AM", coincident="excluded"), paper["AM"], "accuracy")
    assert costs.is_clear and costs.mean < 0
    sensitivity = stored("sensitivity")
    above = setting_of("PM", RCr=0.51).name
    assert sensitivity.overall_difference(above, paper["PM"], "accuracy").mean < 0
    rules = {rule: changed("PM", median_gap=rule) for rule in ("lower", "upper", "coin")}
    assert max(rules, key=lambda rule: readings.overall(rules[rule], "accuracy").mean) == "lower"
    for rule in ("upper", "coin"):

        def lost(dataset: str, rule: str = rules[rule]) -> float:
            return readings.difference(rules["lower"], rule, dataset, "accuracy").mean

        assert max(readings.datasets, key=lost) == "windsorhousing"


def test_what_the_page_of_parameters_says_follows_from_the_numbers() -> None:
    measured = stored("sensitivity")
    for name in CONFIGURATIONS:
        assert " m=1," in best_of(measured, measured.datasets, name, "nmi").name
        for name_of_measure, little in (("accuracy", 0.006), ("mae", 0.006)):
            assert best_of(measured, measured.datasets, name, name_of_measure).gain.mean < little


def test_what_the_page_of_learning_curves_says_follows_from_the_numbers() -> None:
    measured = stored("learning")
    for method in ("MonFkNN-PM", "MonFkNN-AM"):
        few, every = (pages.lead(measured, method, "FkNN", "accuracy", place) for place in (0, -1))
        assert few.is_clear and every.is_clear and few.mean > every.mean > 0
    for place, fewest in ((0, "MonFkNN-PM"), (1, "MonFkNN-PM"), (2, "MkNN"), (-1, "MkNN")):
        more = {one: pages.lead(measured, one, "MkNN", "nmi", place).mean for one in pages.METHODS}
        order = sorted(more, key=lambda one: more[one])
        assert order[0] == fewest and order[2:] == ["MonFkNN-AM", "FkNN"]


def test_heat_maps_mark_the_papers_choice_once_in_each_line() -> None:
    measured = stored("sensitivity")
    svg = study_maps.draw_singles("PM", "accuracy").svg()
    frames = svg.count('stroke-width="2"')
    assert frames == len(SINGLE["PM"]) * (len(measured.datasets) + 1) + 1  # and one in the legend
    pairs = study_maps.draw_pairs("AM", "nmi").svg()
    assert pairs.count('stroke-width="2"') == len(PAIRS["AM"]) + 1


def test_wide_tables_are_cut_on_a_phone() -> None:
    cells = [[heat_tables.Cell(0.01)] * 13]
    panel = heat_tables.Panel("title", "", [f"column {i}" for i in range(13)], ["row"], cells)
    parts = list(heat_tables.parts(panel, 328))
    assert [name for part in parts for name in part.columns] == list(panel.columns)
    assert len(parts) > 1 and all(part.size[0] <= 340 for part in parts)


def test_the_command_runs_saves_and_shows(tmp_path: Path, commands: CommandLine) -> None:
    pytest.importorskip("numpy")
    path = tmp_path / "study.json"
    few = "study readings --repeats 1 --dataset balance --folds 2"
    printed = commands.printed(f"{few} --save {path}")
    assert "PM: PAPER with one answer changed" in printed
    assert read_results(path).made_by[0]["command"] == f"python -m monfknn_ref {few}"
    assert commands.printed(f"study readings --stored {path}") == printed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("ties --dataset ESL", "ties takes no --data and no --dataset; it draws the artificial set itself"),
        ("readings --dataset iris", "--dataset must be "),
        ("readings --repeats 0", "--repeats must be "),
        ("learning --dataset qualitative_bankruptcy", "must be at hand; --data DIR names the folder"),
        (f"ties --stored {STORED / 'study-readings.json'}", "holds the study 'readings', not 'ties'"),
        (f"ties --stored {STORED / 'noise.json'}", "holds the study 'noise', not 'ties'"),
    ],
)
def test_what_the_command_refuses(options: str, message: str, commands: CommandLine) -> None:
    pytest.importorskip("numpy")
    assert message in commands.refused(f"study {options}")


@pytest.mark.parametrize("name", ["readings", "ties", "sensitivity", "learning"])
def test_every_study_has_tables(name: str) -> None:
    sections = sections_of_study(stored(name))
    assert sections and all(len(section.rows) > 1 for section in sections)
