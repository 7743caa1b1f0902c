"""The tables of the studies of readings, tie rules, parameters and training sizes."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.results import OVERALL, Results
from monfknn_ref.evaluation.student_t import Mean
from monfknn_ref.evaluation.tables import Section
from monfknn_ref.readings import AUTHORS, PAPER, Reading
from monfknn_ref.reproduction.studies import (
    CONFIGURATIONS,
    GRID,
    LEARNERS,
    NOISY_SETS,
    SINGLE,
    Change,
    Setting,
    changes_from,
    chosen,
    setting_of,
)

CLEAR = "≠"
"""Marks a difference whose 95 % interval leaves out 0."""
TIE_RULES = ("lower", "upper", "coin")


def difference_text(difference: Mean, measure: str) -> str:
    """A mean difference with its standard error, marked if it is clear.

    >>> difference_text(Mean(-0.0123, 0.02, 0.004, 10), "accuracy")
    '−0.0123 ± 0.0040 ≠'
    """
    text = difference.signed(MEASURES[measure].digits)
    return f"{text} {CLEAR}" if difference.is_clear else text


# --- Readings ---------------------------------------------------------------------------------------------


def readings_section(measured: Results, measure: str) -> Section:
    """PAPER and AUTHORS side by side on every data set, in both configurations."""
    heading = ["data set"]
    for name in CONFIGURATIONS:
        heading += [f"{name}, PAPER", f"{name}, AUTHORS", "AUTHORS − PAPER"]
    rows = [heading]
    for dataset in [*measured.datasets, OVERALL]:
        row = [dataset or "mean"]
        for name in CONFIGURATIONS:
            paper, authors = Setting(name).name, Setting(name, (), AUTHORS).name
            values = [measured.mean(one, dataset, measure) for one in (paper, authors)]
            row += [value.with_spread(MEASURES[measure].digits) for value in values]
            row.append(difference_text(measured.difference(authors, paper, dataset, measure), measure))
        rows.append(row)
    note = (
        f"Mean ± standard deviation over {measured.partitions} partitions; differences ± standard error, "
        f"{CLEAR} where their 95 % interval leaves out 0."
    )
    return Section(MEASURES[measure].title, rows, notes=[note])


def changed_cells(measured: Results, configuration: str, change: Change) -> dict[str, list[str]]:
    """For each measure the data sets on which a change of the reading makes a clear difference."""
    start = Setting(configuration, (), change.start).name
    other = Setting(configuration, (), change.reading).name
    return {
        measure: [
            one for one in measured.datasets if measured.difference(other, start, one, measure).is_clear
        ]
        for measure in MEASURES
    }


def changes_section(measured: Results, configuration: str, start: Reading) -> Section:
    """What each open point does, alone, to the means over the data sets, and how many cells it moves."""
    rows = [["open point: option", *(MEASURES[measure].title for measure in MEASURES), "cells moved"]]
    base = Setting(configuration, (), start).name
    for change in changes_from(start):
        other = Setting(configuration, (), change.reading).name
        differences = [measured.overall_difference(other, base, measure) for measure in MEASURES]
        if all(difference.mean == difference.spread == 0 for difference in differences):
            texts = ["0"] * len(MEASURES)
        else:
            texts = [difference_text(one, measure) for one, measure in zip(differences, MEASURES)]
        moved = sum(map(len, changed_cells(measured, configuration, change).values()))
        rows.append([change.name, *texts, str(moved)])
    cells = len(measured.datasets) * len(MEASURES)
    note = (
        f"Mean differences over the data sets ± standard error over {measured.partitions} partitions; moved "
        f"are those of the {cells} cells whose difference has a 95 % interval without 0."
    )
    return Section(f"{configuration}: {start!r} with one answer changed", rows, notes=[note])


def ties_section(measured: Results, configuration: str) -> Section:
    """The mean signed error and the accuracy under each tie rule, on every data set."""
    rows = [["data set", *(f"bias, {rule}" for rule in TIE_RULES), *(f"accuracy, {r}" for r in TIE_RULES)]]
    names = [Setting(configuration, (), replace(PAPER, median_gap=rule)).name for rule in TIE_RULES]
    for dataset in [*measured.datasets, OVERALL]:
        biases, accuracies = (
            [measured.mean(name, dataset, measure).mean for name in names] for measure in ("bias", "accuracy")
        )
        row = [dataset or "mean", *(f"{bias:+.3f}".replace("-", "−") for bias in biases)]
        row += [f"{accuracy:.3f}" for accuracy in accuracies]
        rows.append(row)
    note = "Bias: the mean of predicted minus true class, in classes. Everything else is as in PAPER."
    return Section(f"{configuration}: the tie rules on the data sets", rows, notes=[note])


def noisy_ties_section(measured: Results, label: str) -> Section:
    """The tie rules on noisy draws of the artificial set."""
    rows = [["method", "bias", *(MEASURES[measure].title for measure in MEASURES)]]
    for name in measured.methods_on(label):
        values = [measured.mean(name, label, measure) for measure in ("bias", *MEASURES)]
        texts = [values[0].signed(3)]
        for measure, value in zip(MEASURES, values[1:]):
            texts.append(value.with_error(5 if measure == "nmi" else 3))
        rows.append([name, *texts])
    training, tests = NOISY_SETS[label]
    note = (
        f"{measured.partitions} draws of {training} training rows with a quarter of the labels moved by one "
        f"class, tested on {tests} rows without noise; mean ± standard error over the draws."
    )
    return Section(f"Tie rules on {label}", rows, notes=[note])


# --- Parameters -------------------------------------------------------------------------------------------


def single_section(measured: Results, configuration: str, parameter: str, measure: str) -> Section:
    """One parameter swept: for each data set what changes against the paper's value."""
    paper = chosen(configuration).name
    names = {value: setting_of(configuration, **{parameter: value}).name for value in GRID[parameter]}
    rows = [["data set", *(f"{parameter}={value}" for value in names)]]
    for dataset in [*measured.datasets, OVERALL]:
        row = [dataset or "mean"]
        for name in names.values():
            if name == paper:
                row.append(f"{measured.mean(name, dataset, measure).mean:.{MEASURES[measure].digits}f}")
            else:
                row.append(difference_text(measured.difference(name, paper, dataset, measure), measure))
        rows.append(row)
    note = "The paper's value as it is, the others as differences from it ± standard error."
    return Section(f"{configuration}: {parameter}, {MEASURES[measure].word}", rows, notes=[note])


class Best(NamedTuple):
    """The best setting of those that were run, and how much better than the paper's it is."""

    name: str
    gain: Mean
    """On the partitions on which it was found to be the best: too good by selection."""
    honest: Mean
    """On each partition with the setting that is best on the others."""


def best_of(measured: Results, datasets: Sequence[str], configuration: str, measure: str) -> Best:
    """The best setting of a configuration for some data sets; gains are positive where it is better."""
    sign = MEASURES[measure].sign
    names = [name for name in measured.runs if name.startswith(f"{configuration} ")]
    paper = chosen(configuration).name
    by_name = {
        name: [
            sign * statistics.fmean(of_partition)
            for of_partition in zip(*(measured.values(name, dataset, measure) for dataset in datasets))
        ]
        for name in [paper, *names]
    }

    def best_without(left_out: int | None) -> str:
        def value(name: str) -> float:
            return math.fsum(one for place, one in enumerate(by_name[name]) if place != left_out)

        return max(by_name, key=value)  # the paper's choice if nothing is better

    best = best_without(None)
    gains = [one - two for one, two in zip(by_name[best], by_name[paper])]
    honest = [
        by_name[best_without(place)][place] - by_name[paper][place] for place in range(len(by_name[paper]))
    ]
    return Best(best, Mean.of(gains), Mean.of(honest))


def far_from_best(measured: Results, configuration: str, measure: str) -> Section:
    """For each data set how far the paper's choice is from the best setting that was run."""
    count = sum(name.startswith(configuration) for name in measured.runs)
    rows = [["data set", "the paper's choice", "the best", "it is better by", "chosen elsewhere, by"]]
    of, paper = MEASURES[measure], chosen(configuration).name
    for dataset in [*measured.datasets, OVERALL]:
        value = measured.mean(paper, dataset, measure).with_spread(of.digits)
        best = best_of(measured, [dataset] if dataset else measured.datasets, configuration, measure)
        honest = best.honest.signed(of.digits) if measured.partitions > 1 else "unknown"
        name, gain = in_words(best.name, configuration), best.gain.signed(of.digits)
        rows.append([dataset or "all in one", value, name, gain, honest])
    note = (
        f"The best of {count} settings; ± standard deviation of values, standard error of differences, over "
        f"{measured.partitions} partitions. Positive is better. Chosen elsewhere: on each partition the "
        "setting that is best on the others."
    )
    return Section(f"{configuration}: how far from the best, {of.word}", rows, 3, [note])


def in_words(name: str, configuration: str) -> str:
    """
    >>> in_words("PM k=3 RCr=0.51, PAPER", "PM"), in_words("PM, PAPER", "PM")
    ('k=3, RCr=0.51', "the paper's")
    """
    changes = name.rpartition(", ")[0].removeprefix(configuration).split()
    return ", ".join(changes) or "the paper's"


# --- Training sizes ---------------------------------------------------------------------------------------


def learning_curve(measured: Results, dataset: str, method: str, measure: str) -> list[tuple[int, Mean]]:
    """The number of training rows and the measure of the method there, in ascending order."""
    found = []
    for name in measured.methods_on(dataset):
        of_method, _, rows = name.rpartition(", ")
        if of_method == method:
            found.append((int(rows.removesuffix(" rows")), measured.mean(name, dataset, measure)))
    return sorted(found)


def learning_section(measured: Results, measure: str) -> Section:
    """The learning curves in numbers."""
    methods = [learner.name for learner in LEARNERS]
    rows = [["data set", "training rows", *methods]]
    for dataset in measured.datasets:
        curves = [dict(learning_curve(measured, dataset, method, measure)) for method in methods]
        for size in curves[0]:
            means = [curve[size].with_spread(MEASURES[measure].digits) for curve in curves]
            rows.append([dataset, str(size), *means])
    note = f"Mean ± standard deviation over {measured.partitions} draws."
    return Section(MEASURES[measure].title, rows, notes=[note])


def sections_of_study(measured: Results) -> list[Section]:
    """All tables of a study."""
    sections: list[Section] = []
    if measured.study == "ties":
        return [noisy_ties_section(measured, label) for label in measured.datasets]
    if measured.study == "learning":
        return [learning_section(measured, measure) for measure in MEASURES]
    if measured.study == "readings":
        sections += [readings_section(measured, measure) for measure in MEASURES]
        for start in (PAPER, AUTHORS):
            sections += [changes_section(measured, name, start) for name in CONFIGURATIONS]
        return [*sections, *(ties_section(measured, name) for name in CONFIGURATIONS)]
    for name, parameters in SINGLE.items():
        for measure in MEASURES:
            sections += [single_section(measured, name, parameter, measure) for parameter in parameters]
            sections.append(far_from_best(measured, name, measure))
    return sections
