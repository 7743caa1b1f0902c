"""The tables of the studies of readings, tie rules, parameters and training sizes."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from monfknn_ref.evaluation.tables import Section
from monfknn_ref.readings import AUTHORS, PAPER, Reading
from monfknn_ref.reproduction.drawn_sets import LEARNERS, NOISY_SETS
from monfknn_ref.reproduction.readings_study import Change, changes_from
from monfknn_ref.reproduction.sensitivity import GRID, SINGLE, chosen, setting_of
from monfknn_ref.reproduction.settings_study import (
    CONFIGURATIONS,
    MEASURES,
    Mean,
    Measured,
    Setting,
    average,
)

__all__ = [
    "HIGHER_IS_BETTER",
    "Best",
    "best_of",
    "changed_cells",
    "changes_section",
    "far_from_best",
    "learning_curve",
    "learning_section",
    "noisy_ties_section",
    "readings_section",
    "sections_of_study",
    "single_section",
    "ties_section",
]

HIGHER_IS_BETTER: Mapping[str, bool] = {"accuracy": True, "mae": False, "nmi": False}
DIGITS: Mapping[str, int] = {"accuracy": 4, "mae": 4, "nmi": 5, "bias": 3}
CLEAR = "≠"
"""Marks a difference whose 95 % interval leaves out 0."""
TIE_RULES = ("lower", "upper", "coin")


def value_text(value: Mean, measure: str) -> str:
    """A mean with its spread over the partitions, if there are several.

    >>> value_text(Mean(0.61257, 0.0101, 0.004, 10), "accuracy")
    '0.6126 ± 0.0101'
    """
    digits = DIGITS[measure]
    text = f"{value.mean:.{digits}f}"
    return f"{text} ± {value.spread:.{digits}f}" if value.values > 1 else text


def difference_text(difference: Mean, measure: str) -> str:
    """A mean difference with its standard error, marked if it is clear.

    >>> difference_text(Mean(-0.0123, 0.02, 0.004, 10), "accuracy")
    '−0.0123 ± 0.0040 ≠'
    """
    digits = DIGITS[measure]
    text = f"{difference.mean:+.{digits}f}".replace("-", "−")
    if difference.values > 1:
        text += f" ± {difference.error:.{digits}f}"
    return f"{text} {CLEAR}" if difference.is_clear else text


# --- Readings ---------------------------------------------------------------------------------------------


def readings_section(measured: Measured, measure: str) -> Section:
    """PAPER and AUTHORS side by side on every data set, in both configurations."""
    heading = ["data set"]
    for name in CONFIGURATIONS:
        heading += [f"{name}, PAPER", f"{name}, AUTHORS", "AUTHORS − PAPER"]
    rows = [heading]
    for dataset in [*measured.datasets, ""]:
        row = [dataset or "mean"]
        for name in CONFIGURATIONS:
            paper, authors = Setting(name).name, Setting(name, (), AUTHORS).name
            if dataset:
                values = [measured.mean(dataset, one, measure) for one in (paper, authors)]
                difference = measured.difference(dataset, authors, paper, measure)
            else:
                values = [measured.overall(one, measure) for one in (paper, authors)]
                difference = measured.overall_difference(authors, paper, measure)
            row += [value_text(value, measure) for value in values]
            row.append(difference_text(difference, measure))
        rows.append(row)
    note = (
        f"Mean ± standard deviation over {measured.partitions} partitions; differences ± standard error, "
        f"{CLEAR} where their 95 % interval leaves out 0."
    )
    return Section(titled(measure), rows, notes=[note])


def titled(measure: str) -> str:
    title = MEASURES[measure]
    return title[0].upper() + title[1:]


def changed_cells(measured: Measured, configuration: str, change: Change) -> dict[str, list[str]]:
    """For each measure the data sets on which a change of the reading makes a clear difference."""
    start = Setting(configuration, (), change.start).name
    other = Setting(configuration, (), change.reading).name
    return {
        measure: [
            dataset
            for dataset in measured.datasets
            if measured.difference(dataset, other, start, measure).is_clear
        ]
        for measure in MEASURES
    }


def changes_section(measured: Measured, configuration: str, start: Reading) -> Section:
    """What each open point does, alone, to the means over the data sets, and how many cells it moves."""
    rows = [["open point: option", *(titled(measure) for measure in MEASURES), "cells moved"]]
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


def ties_section(measured: Measured, configuration: str) -> Section:
    """The mean signed error and the accuracy under each tie rule, on every data set."""
    rows = [["data set", *(f"bias, {rule}" for rule in TIE_RULES), *(f"accuracy, {r}" for r in TIE_RULES)]]
    names = [Setting(configuration, (), replace(PAPER, median_gap=rule)).name for rule in TIE_RULES]
    for dataset in [*measured.datasets, ""]:
        row = [dataset or "mean"]
        for measure in ("bias", "accuracy"):
            for name in names:
                value = measured.mean(dataset, name, measure) if dataset else measured.overall(name, measure)
                row.append(f"{value.mean:{'+' if measure == 'bias' else ''}.3f}".replace("-", "−"))
        rows.append(row)
    note = "Bias: the mean of predicted minus true class, in classes. Everything else is as in PAPER."
    return Section(f"{configuration}: the tie rules on the data sets", rows, notes=[note])


def noisy_ties_section(measured: Measured, label: str) -> Section:
    """The tie rules on noisy draws of the artificial set."""
    rows = [["method", "bias", *(titled(measure) for measure in MEASURES)]]
    for name in measured.outcomes[label]:
        values = [measured.mean(label, name, measure) for measure in ("bias", *MEASURES)]
        texts = [f"{values[0].mean:+.3f} ± {values[0].error:.3f}".replace("-", "−")]
        for measure, value in zip(MEASURES, values[1:]):
            digits = 5 if measure == "nmi" else 3
            texts.append(f"{value.mean:.{digits}f} ± {value.error:.{digits}f}")
        rows.append([name, *texts])
    training, tests = NOISY_SETS[label]
    note = (
        f"{measured.partitions} draws of {training} training rows with a quarter of the labels moved by one "
        f"class, tested on {tests} rows without noise; mean ± standard error over the draws."
    )
    return Section(f"Tie rules on {label}", rows, notes=[note])


# --- Parameters -------------------------------------------------------------------------------------------


def single_section(measured: Measured, configuration: str, parameter: str, measure: str) -> Section:
    """One parameter swept: for each data set what changes against the paper's value."""
    paper = chosen(configuration).name
    names = {value: setting_of(configuration, **{parameter: value}).name for value in GRID[parameter]}
    rows = [["data set", *(f"{parameter}={value}" for value in names)]]
    for dataset in [*measured.datasets, ""]:
        row = [dataset or "mean"]
        for name in names.values():
            if name == paper:
                value = measured.mean(dataset, name, measure) if dataset else measured.overall(name, measure)
                row.append(f"{value.mean:.{DIGITS[measure]}f}")
                continue
            difference = (
                measured.difference(dataset, name, paper, measure)
                if dataset
                else measured.overall_difference(name, paper, measure)
            )
            row.append(difference_text(difference, measure))
        rows.append(row)
    note = "The paper's value as it is, the others as differences from it ± standard error."
    return Section(f"{configuration}: {parameter}, {MEASURES[measure]}", rows, notes=[note])


class Best(NamedTuple):
    """The best setting of those that were run, and how much better than the paper's it is."""

    name: str
    gain: Mean
    """On the partitions on which it was found to be the best: too good by selection."""
    honest: Mean
    """On each partition with the setting that is best on the others."""


def best_of(measured: Measured, datasets: Sequence[str], configuration: str, measure: str) -> Best:
    """The best setting of a configuration for some data sets; gains are positive where it is better."""
    sign = 1 if HIGHER_IS_BETTER[measure] else -1
    names = [name for name in measured.settings if name.startswith(f"{configuration} ")]
    paper = chosen(configuration).name
    by_name = {
        name: [
            sign * statistics.fmean(of_partition)
            for of_partition in zip(*(measured.values(dataset, name, measure) for dataset in datasets))
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
    return Best(best, average(gains), average(honest))


def far_from_best(measured: Measured, configuration: str, measure: str) -> Section:
    """For each data set how far the paper's choice is from the best setting that was run."""
    count = sum(name.startswith(configuration) for name in measured.settings)
    rows = [["data set", "the paper's choice", "the best", "it is better by", "chosen elsewhere, by"]]
    for dataset in [*measured.datasets, ""]:
        paper = chosen(configuration).name
        value = measured.mean(dataset, paper, measure) if dataset else measured.overall(paper, measure)
        best = best_of(measured, [dataset] if dataset else measured.datasets, configuration, measure)
        rows.append(
            [
                dataset or "all in one",
                value_text(value, measure),
                in_words(best.name, configuration),
                difference_text(best.gain, measure).replace(f" {CLEAR}", ""),
                difference_text(best.honest, measure).replace(f" {CLEAR}", "")
                if measured.partitions > 1
                else "unknown",
            ]
        )
    notes = [
        f"The best of {count} settings; ± standard deviation of values, standard error of differences, over "
        f"{measured.partitions} partitions. Positive is better. Chosen elsewhere: on each partition the "
        "setting that is best on the others."
    ]
    return Section(f"{configuration}: how far from the best, {MEASURES[measure]}", rows, 3, notes)


def in_words(name: str, configuration: str) -> str:
    """
    >>> in_words("PM k=3 RCr=0.51, PAPER", "PM"), in_words("PM, PAPER", "PM")
    ('k=3, RCr=0.51', "the paper's")
    """
    changes = name.rpartition(", ")[0].removeprefix(configuration).split()
    return ", ".join(changes) or "the paper's"


# --- Training sizes ---------------------------------------------------------------------------------------


def learning_curve(measured: Measured, dataset: str, method: str, measure: str) -> list[tuple[int, Mean]]:
    """The number of training rows and the measure of the method there, in ascending order."""
    found = []
    for name in measured.outcomes[dataset]:
        of_method, _, rows = name.rpartition(", ")
        if of_method == method:
            found.append((int(rows.removesuffix(" rows")), measured.mean(dataset, name, measure)))
    return sorted(found)


def learning_section(measured: Measured, measure: str) -> Section:
    """The learning curves in numbers."""
    methods = [learner.name for learner in LEARNERS]
    rows = [["data set", "training rows", *methods]]
    for dataset in measured.datasets:
        curves = [dict(learning_curve(measured, dataset, method, measure)) for method in methods]
        for size in curves[0]:
            rows.append([dataset, str(size), *(value_text(curve[size], measure) for curve in curves)])
    note = f"Mean ± standard deviation over {measured.partitions} draws."
    return Section(titled(measure), rows, notes=[note])


def sections_of_study(measured: Measured) -> list[Section]:
    """All tables of a study."""
    sections: list[Section] = []
    if measured.study == "readings":
        sections += [readings_section(measured, measure) for measure in MEASURES]
        sections += [
            changes_section(measured, name, start) for start in (PAPER, AUTHORS) for name in CONFIGURATIONS
        ]
        sections += [ties_section(measured, name) for name in CONFIGURATIONS]
    elif measured.study == "ties":
        sections += [noisy_ties_section(measured, label) for label in measured.datasets]
    elif measured.study == "sensitivity":
        for name, parameters in SINGLE.items():
            for measure in MEASURES:
                sections += [single_section(measured, name, parameter, measure) for parameter in parameters]
                sections.append(far_from_best(measured, name, measure))
    else:
        sections += [learning_section(measured, measure) for measure in MEASURES]
    return sections
