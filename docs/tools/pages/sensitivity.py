"""The tables of the page "Sensitivity": what the parameters do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.studies import CONFIGURATIONS, SINGLE
from monfknn_ref.reproduction.study_tables import best_of, far_from_best, in_words, single_section
from tools import stored
from tools.pages import folded_section, region, shown


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


TABLES: Mapping[str, Callable[[], str]] = {
    "best": best_settings,
    **{f"single {name}": partial(single, name) for name in CONFIGURATIONS},
    **{f"far {name}": partial(far, name) for name in CONFIGURATIONS},
}
"""What the page asks for."""
