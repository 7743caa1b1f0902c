"""The tables of the pages about the studies: "Readings compared", "Sensitivity" and "Learning curves"."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping
from functools import partial

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.results import Results
from monfknn_ref.evaluation.student_t import Mean
from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.readings import AUTHORS, PAPER
from monfknn_ref.reproduction.studies import CONFIGURATIONS, LEARNERS, SINGLE, SMALLEST
from monfknn_ref.reproduction.study_tables import (
    best_of,
    changes_section,
    far_from_best,
    in_words,
    learning_curve,
    learning_section,
    noisy_ties_section,
    readings_section,
    single_section,
    ties_section,
)
from tools import stored
from tools.pages import folded_section, region, shown

# --- Readings compared ------------------------------------------------------------------------------------

NOISY = "artiset, 400 noisy rows"


def side_by_side() -> str:
    """The two readings, by each measure."""
    first, *others = (readings_section(stored.study("readings"), measure) for measure in MEASURES)
    return "\n\n".join([shown(first), *map(folded_section, others)])


def changes() -> str:
    """What changes with each open point, from either reading."""
    measured = stored.study("readings")
    return "\n\n".join(
        folded_section(changes_section(measured, name, start))
        for start in (PAPER, AUTHORS)
        for name in CONFIGURATIONS
    )


def tie_rules() -> str:
    """What the rule for the two middles of a median range does to noisy labels, and to the data sets."""
    readings = stored.study("readings")
    on_sets = [folded_section(ties_section(readings, name)) for name in CONFIGURATIONS]
    return "\n\n".join([shown(noisy_ties_section(stored.study("ties"), NOISY)), *on_sets])


def tie_rule_lines() -> dict[str, str]:
    """Bias and accuracy of PM under each tie rule, in words, as `docs/readings.md` has them too."""
    ties = stored.study("ties")
    return {
        rule: f"{ties.mean(f'PM, {rule}', NOISY, 'bias').mean:+.2f}".replace("-", "−")
        + f" classes, accuracy {ties.mean(f'PM, {rule}', NOISY, 'accuracy').mean:.3f}"
        for rule in ("lower", "upper", "coin")
    }


READINGS: Mapping[str, Callable[[], str]] = {
    "side-by-side": side_by_side,
    "changes": changes,
    "tie-rules": tie_rules,
}


# --- Sensitivity ------------------------------------------------------------------------------------------


def best_settings() -> str:
    """The best setting of each configuration for all data sets, by each measure."""
    measured = stored.study("sensitivity")
    rows = [["configuration", "measure", "best for all sets", "better by", "chosen elsewhere, by"]]
    for name in CONFIGURATIONS:
        for measure in MEASURES:
            best = best_of(measured, measured.datasets, name, measure)
            gains = [gain.signed(MEASURES[measure].digits) for gain in (best.gain, best.honest)]
            rows.append([name, MEASURES[measure].word, in_words(best.name, name), *gains])
    return region("The best setting for all data sets", markdown_table(rows, 3), numbers=True)


def single(configuration: str) -> str:
    """What each parameter does alone, by each measure."""
    measured = stored.study("sensitivity")
    return "\n\n".join(
        folded_section(single_section(measured, configuration, parameter, measure))
        for parameter in SINGLE[configuration]
        for measure in MEASURES
    )


def far(configuration: str) -> str:
    """How far the paper's choice is from the best, by each measure."""
    measured = stored.study("sensitivity")
    first, *others = (far_from_best(measured, configuration, measure) for measure in MEASURES)
    return "\n\n".join([shown(first), *map(folded_section, others)])


SENSITIVITY: Mapping[str, Callable[[], str]] = {
    "best": best_settings,
    **{f"single {name}": partial(single, name) for name in CONFIGURATIONS},
    **{f"far {name}": partial(far, name) for name in CONFIGURATIONS},
}


# --- Learning curves --------------------------------------------------------------------------------------

METHODS = [learner.name for learner in LEARNERS]
PLACES = {0: f"{SMALLEST} rows", 1: f"{2 * SMALLEST} rows", 2: f"{4 * SMALLEST} rows", -1: "all rows"}
"""The places of the curves that every data set has, and what they are called."""


def ends() -> str:
    """The means over the data sets with few rows and with all, and who is best how often."""
    measured = stored.study("learning")
    rows = [["measure", *METHODS]]
    for measure, of in MEASURES.items():
        digits = 5 if measure == "nmi" else 3
        for place, words in PLACES.items():
            values = [
                [learning_curve(measured, dataset, method, measure)[place][1].mean for method in METHODS]
                for dataset in measured.datasets
            ]
            means = [statistics.fmean(column) for column in zip(*values)]
            choose = max if MEASURES[measure].sign > 0 else min
            best = [sum(row[i] == choose(row) for row in values) for i in range(len(METHODS))]
            rows.append(
                [f"{of.word}, {words}", *(f"{mean:.{digits}f} ({count})" for mean, count in zip(means, best))]
            )
    return region("Few rows and all rows", markdown_table(rows), numbers=True)


def lead(measured: Results, method: str, over: str, measure: str, place: int) -> Mean:
    """By how much one method exceeds another, on average over the data sets, draw by draw."""
    by_set = []
    for dataset in measured.datasets:
        size = learning_curve(measured, dataset, method, measure)[place][0]
        ours, theirs = (measured.values(f"{one}, {size} rows", dataset, measure) for one in (method, over))
        by_set.append([a - b for a, b in zip(ours, theirs)])
    return Mean.over_sets(by_set)


def curves(measure: str) -> str:
    return folded_section(learning_section(stored.study("learning"), measure))


LEARNING: Mapping[str, Callable[[], str]] = {
    "ends": ends,
    **{measure: partial(curves, measure) for measure in MEASURES},
}
