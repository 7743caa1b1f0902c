"""The tables of the page "Readings compared": PAPER and AUTHORS side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.results import Results
from monfknn_ref.readings import AUTHORS, PAPER
from monfknn_ref.reproduction.studies import CONFIGURATIONS
from monfknn_ref.reproduction.study_tables import (
    changes_section,
    noisy_ties_section,
    readings_section,
    ties_section,
)
from tools import stored
from tools.pages import folded_section, shown

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


def tie_rule_lines(ties: Results) -> dict[str, str]:
    """Bias and accuracy of PM under each tie rule, in words, as `docs/readings.md` has them too."""
    return {
        rule: f"{ties.mean(f'PM, {rule}', NOISY, 'bias').mean:+.2f}".replace("-", "−")
        + f" classes, accuracy {ties.mean(f'PM, {rule}', NOISY, 'accuracy').mean:.3f}"
        for rule in ("lower", "upper", "coin")
    }


TABLES: Mapping[str, Callable[[], str]] = {
    "side-by-side": side_by_side,
    "changes": changes,
    "tie-rules": tie_rules,
}
"""What the page asks for."""
