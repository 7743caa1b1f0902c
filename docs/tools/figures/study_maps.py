"""The heat maps of the studies: readings, parameters one at a time, and pairs of parameters."""

from __future__ import annotations

from collections.abc import Sequence

from monfknn_ref.drawing.canvas import PHONE, WIDE, Canvas, Layout
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.student_t import Mean
from monfknn_ref.readings import PAPER
from monfknn_ref.reproduction.studies import (
    CONFIGURATIONS,
    GRID,
    PAIRS,
    SINGLE,
    Change,
    Setting,
    changes_from,
    chosen,
    setting_of,
)
from tools import stored
from tools.figures.heat_tables import Cell, Panel, Scale, draw_panels

UNITS = {"accuracy": (0.01, 0.03, "0.01"), "mae": (0.01, 0.03, "0.01"), "nmi": (0.001, 0.003, "0.001")}
"""For each measure the unit of its differences, the difference drawn strongest, and the unit in words."""


def scale_of(measure: str) -> Scale:
    unit, strongest, words = UNITS[measure]
    better = "higher" if MEASURES[measure].sign > 0 else "lower"
    word = MEASURES[measure].word
    text = f"Differences of {word} in units of {words}; {better} is better; · is no difference."
    return Scale(unit, strongest, MEASURES[measure].sign > 0, text)


def short(dataset: str) -> str:
    """A name that fits beside a table.

    >>> short("qualitative_bankruptcy"), short("ERA")
    ('bankruptcy', 'ERA')
    """
    return {"bostonhousing4cl": "bostonhousing", "qualitative_bankruptcy": "bankruptcy"}.get(dataset, dataset)


def name_of(measure: str) -> str:
    name = MEASURES[measure].word
    return name[0].upper() + name[1:]


# --- Readings ---------------------------------------------------------------------------------------------


def idle_changes(configuration: str) -> list[Change]:
    """The changes from PAPER that change no count on any partition."""
    runs, base = stored.study("readings").runs, Setting(configuration).name
    return [
        change
        for change in changes_from(PAPER)
        if runs[Setting(configuration, (), change.reading).name] == runs[base]
    ]


def draw_readings(measure: str, layout: Layout = WIDE) -> Canvas:
    """A panel for each configuration: open points that make a difference, and the data sets."""
    measured = stored.study("readings")
    panels = []
    for configuration in CONFIGURATIONS:
        idle = idle_changes(configuration)
        changes = [change for change in changes_from(PAPER) if change not in idle]
        base = Setting(configuration).name
        rows, cells = [], []
        for change in changes:
            rows.append(change.name.replace(": ", ":\n") if layout == PHONE else change.name)
            name = Setting(configuration, (), change.reading).name
            differences = [measured.difference(name, base, dataset, measure) for dataset in measured.datasets]
            differences.append(measured.overall_difference(name, base, measure))
            cells.append([Cell(one.mean, one.is_clear) for one in differences])
        columns = [*map(short, measured.datasets), "mean"]
        panels.append(Panel(f"MonFkNN-{configuration}", "", columns, rows, cells))
    return draw_panels(
        f"{name_of(measure)}: PAPER with one answer changed",
        "Two tables, for MonFkNN-PM and MonFkNN-AM. Each row is an open point with another option than "
        f"PAPER's, each column a data set; a cell is the difference of {MEASURES[measure].word} from PAPER. "
        "The page has the means as a table.",
        panels,
        scale_of(measure),
        layout,
        ("clear",),
    )


# --- Parameters -------------------------------------------------------------------------------------------


def draw_singles(configuration: str, measure: str, layout: Layout = WIDE) -> Canvas:
    """A panel for each parameter: its values, and the data sets."""
    measured = stored.study("sensitivity")
    paper, sign = chosen(configuration).name, MEASURES[measure].sign
    panels = []
    for parameter in SINGLE[configuration]:
        names = [setting_of(configuration, **{parameter: value}).name for value in GRID[parameter]]
        by_row = [
            [measured.difference(name, paper, dataset, measure) for name in names]
            for dataset in measured.datasets
        ]
        by_row.append([measured.overall_difference(name, paper, measure) for name in names])
        cells = [marked(list(zip(names, row)), paper, sign) for row in by_row]
        rows = [*map(short, measured.datasets), "mean"]
        panels.append(Panel(parameter, "", [str(value) for value in GRID[parameter]], rows, cells))
    return draw_panels(
        f"MonFkNN-{configuration}: {MEASURES[measure].word} with one parameter changed",
        f"A table for each of {', '.join(SINGLE[configuration])}: each row is a data set, each column a "
        f"value; a cell is the difference of {MEASURES[measure].word} from the paper's choice, which is "
        "framed.",
        panels,
        scale_of(measure),
        layout,
    )


def marked(found: Sequence[tuple[str, Mean]], paper: str, sign: int) -> list[Cell]:
    """Cells of settings by name; the best have a dot, or the paper's choice alone if nothing is better."""
    best = max(sign * difference.mean for _, difference in found)
    idle = all(difference.mean == 0 for _, difference in found)
    return [
        Cell(
            one.mean,
            one.is_clear,
            name == paper,
            not idle and (sign * one.mean == best if best > 0 else name == paper),
        )
        for name, one in found
    ]


def draw_pairs(configuration: str, measure: str, layout: Layout = WIDE) -> Canvas:
    """A panel for each pair of parameters: the mean difference over all data sets."""
    panels = [pair_panel(configuration, pair, measure) for pair in PAIRS[configuration]]
    return draw_panels(
        f"MonFkNN-{configuration}: {MEASURES[measure].word} with two parameters changed, mean over the data "
        "sets",
        f"A table for each of the pairs {', '.join(' and '.join(pair) for pair in PAIRS[configuration])}. "
        f"A cell is the difference of the mean {MEASURES[measure].word} from the paper's choice, which is "
        "framed.",
        panels,
        scale_of(measure),
        layout,
    )


def pair_panel(configuration: str, pair: Sequence[str], measure: str) -> Panel:
    measured = stored.study("sensitivity")
    down, across = pair
    paper, sign = chosen(configuration).name, MEASURES[measure].sign
    found = [
        [
            (name, measured.overall_difference(name, paper, measure))
            for name in (setting_of(configuration, **{down: one, across: two}).name for two in GRID[across])
        ]
        for one in GRID[down]
    ]
    every = marked([one for row in found for one in row], paper, sign)
    width = len(GRID[across])
    cells = [every[start : start + width] for start in range(0, len(every), width)]
    rows = [f"{down} = {value}" if number == 0 else str(value) for number, value in enumerate(GRID[down])]
    return Panel(f"{down} and {across}", across, [str(value) for value in GRID[across]], rows, cells)
