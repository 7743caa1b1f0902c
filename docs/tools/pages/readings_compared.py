"""The page "Readings compared": PAPER and AUTHORS side by side, written from stored results."""

from __future__ import annotations

from dataclasses import replace

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.results import Results
from monfknn_ref.evaluation.tables import Section, markdown_table
from monfknn_ref.readings import AUTHORS, PAPER
from monfknn_ref.reproduction.studies import (
    CONFIGURATIONS,
    Setting,
    changes_from,
    setting_of,
)
from monfknn_ref.reproduction.study_tables import (
    best_of,
    changed_cells,
    changes_section,
    in_words,
    noisy_ties_section,
    readings_section,
    ties_section,
)
from tools.figures.study_maps import idle_changes
from tools.pages import filled, folded, included_figure, region

NOISY = "artiset, 400 noisy rows"


def readings_compared_page(readings: Results, ties: Results, sensitivity: Results) -> str:
    """The whole page in Markdown."""
    parts = [
        filled(introduction(readings)),
        filled(what_to_choose(readings, ties, sensitivity)),
        "## PAPER and AUTHORS side by side { #side-by-side }",
        filled(side_by_side_in_words(readings)),
        shown_table(readings_section(readings, "accuracy")),
        folded_section(readings_section(readings, "mae")),
        folded_section(readings_section(readings, "nmi")),
        "## Which open point moves which cell { #open-points }",
        filled(points_in_words(readings)),
    ]
    for measure in MEASURES:
        parts.append(included_figure(f"readings-{measure}"))
    for start in (PAPER, AUTHORS):
        parts += [folded_section(changes_section(readings, name, start)) for name in CONFIGURATIONS]
    parts += [
        "## What the tie rule of the medians costs { #tie-rules }",
        filled(ties_in_words(readings, ties)),
        shown_table(noisy_ties_section(ties, NOISY)),
        *(folded_section(ties_section(readings, name)) for name in CONFIGURATIONS),
        filled(RUN_IT_YOURSELF.format(readings=readings.command, ties=ties.command)),
    ]
    return "\n\n".join(parts) + "\n"


def introduction(readings: Results) -> str:
    return f"""\
# Readings compared

[Readings](readings.md) lists the points that the paper leaves open. This page measures what they cost.
`PAPER` is the printed text, and `AUTHORS` is what the authors' program does. Both run on the paper's
twelve data sets, and then each open point is answered otherwise while everything else stays as it is.

All readings get the same {readings.partitions} partitions into {readings.details["folds"]} folds. So every
difference is taken partition by partition, which removes most of the chance. The standard errors say how
much the choice of folds and the tosses of coins matter. They do not say what other rows would bring. A
difference is [clear](glossary.md#term-clear) if its 95 % interval, by Student's t, leaves out 0. By
chance alone one cell in twenty is clear."""


def what_to_choose(readings: Results, ties: Results, sensitivity: Results) -> str:
    """The advice, with the numbers behind it."""
    nmi = {name: readings.overall(Setting(name).name, "nmi").mean for name in CONFIGURATIONS}
    right = {name: readings.overall(Setting(name).name, "accuracy").mean for name in CONFIGURATIONS}
    half, above, mixed = "PM, lower", "PM RCr=0.51, lower", "AM, lower"
    gain = ties.difference(above, half, NOISY, "accuracy")
    ahead = ties.difference(mixed, above, NOISY, "accuracy")
    noisy_nmi = {name: ties.mean(name, NOISY, "nmi").mean for name in (half, above, mixed)}
    apart = max(
        abs(readings.overall_difference(Setting(name, (), AUTHORS).name, Setting(name).name, "accuracy").mean)
        for name in CONFIGURATIONS
    )
    little = sensitivity.overall_difference(setting_of("PM", RCr=0.51).name, Setting("PM").name, "accuracy")
    excluded = Setting("PM", (), replace(PAPER, coincident="excluded")).name
    fewer = readings.overall_difference(excluded, Setting("PM").name, "nmi")
    best = {name: best_of(sensitivity, sensitivity.datasets, name, "accuracy") for name in CONFIGURATIONS}
    in_am = Setting("AM", (), replace(PAPER, coincident="excluded")).name
    less_right = readings.overall_difference(in_am, Setting("AM").name, "accuracy")
    as_right = readings.overall_difference(excluded, Setting("PM").name, "accuracy")
    return f"""\
## What to choose {{ #choose }}

- **Reading:** take `PAPER`, the default. Its answers are exact and repeatable, and on average over the
  twelve sets its accuracy is within {apart:.4f} of that of `AUTHORS`. Take `AUTHORS` only to compare
  numbers with the paper's tables.
- **Configuration:** take PM if violations of monotonicity are what you want to avoid, AM if accuracy
  comes first. On the twelve sets PM has an NMI of {nmi["PM"]:.5f} and an accuracy of {right["PM"]:.3f} on
  average, AM {nmi["AM"]:.5f} and {right["AM"]:.3f}. On the noisy artificial set below AM is more accurate
  by {ahead.signed(3)} than PM at its best, with an NMI of {noisy_nmi[mixed]:.5f} against
  {noisy_nmi[above]:.5f}.
- **RCr:** in PM, keep 1/2 for clean labels, and try `RCr=0.51` if labels are noisy. At exactly 1/2 a
  row's own class and its neighbors often hold one half each. Then the median has two middle classes, and
  a rule has to choose one of them. A little more than 1/2 leaves the choice to the row's own class. On
  the noisy artificial set that changes the accuracy by {gain.signed(3)} and the NMI from
  {noisy_nmi[half]:.5f} to {noisy_nmi[above]:.5f}. On the twelve data sets as they are it does not pay:
  the accuracy changes by {little.signed(4)} on average ([Sensitivity](sensitivity.md#short)). Training
  then never changes the label of a row that is not repeated. It only shares its membership among classes.
- **Repeated rows:** if many of your queries equal training rows, try PM with `reading=replace(PAPER,
  coincident="excluded")`. Under `PAPER` such a row decides alone, even if its label is noise. Excluding
  it changes PM's NMI by {fewer.signed(5)} and its accuracy by {as_right.signed(4)} on average. In AM it
  costs accuracy: {less_right.signed(4)}.
- **k, K and m:** the paper's values are good ones. The best single setting of all that were tried,
  {in_words(best["PM"].name, "PM")} in PM and {in_words(best["AM"].name, "AM")} in AM, changes the
  accuracy by {best["PM"].honest.signed(4)} and {best["AM"].honest.signed(4)} on average.
- **Tie rule:** leave it at `lower`. It keeps the [guarantees](guarantees.md), which a coin does not."""


def side_by_side_in_words(readings: Results) -> str:
    lines = []
    for name in CONFIGURATIONS:
        paper, authors = Setting(name).name, Setting(name, (), AUTHORS).name
        clear = {
            measure: [
                dataset
                for dataset in readings.datasets
                if readings.difference(authors, paper, dataset, measure).is_clear
            ]
            for measure in MEASURES
        }
        counts = ", ".join(f"{len(clear[measure])} in {MEASURES[measure].word}" for measure in MEASURES)
        lines.append(
            f"- {name}: the two readings differ clearly on {counts}, of {len(readings.datasets)} sets each."
        )
    return "\n".join(
        [
            "On average the two readings are close. On single sets they differ, and neither is always ahead:",
            "",
            *lines,
        ]
    )


def points_in_words(readings: Results) -> str:
    """Which points matter most, and which never do."""
    lines = []
    for name in CONFIGURATIONS:
        moved = {
            change.name: sum(map(len, changed_cells(readings, name, change).values()))
            for change in changes_from(PAPER)
        }
        most = sorted(moved, key=lambda change: -moved[change])[:4]
        cells = len(readings.datasets) * len(MEASURES)
        listing = ", ".join(f"`{change}` ({moved[change]})" for change in most)
        lines.append(f"- {name}: most of the {cells} cells are moved by {listing}.")
    idle = [
        f"`{change.name}`"
        for change in idle_changes(readings, "PM")
        if change in idle_changes(readings, "AM")
    ]
    return "\n".join(
        [
            "Each line of the picture is `PAPER` with one answer changed. A point that changes nothing in a "
            "configuration is left out there.",
            "",
            *lines,
            f"- Nothing at all changes with {', '.join(idle[:-1])} and {idle[-1]}.",
        ]
    )


def tie_rule_lines(ties: Results) -> dict[str, str]:
    """Bias and accuracy of PM under each tie rule, in words, as `docs/readings.md` has them too."""
    return {
        rule: f"{ties.mean(f'PM, {rule}', NOISY, 'bias').mean:+.2f}".replace("-", "−")
        + f" classes, accuracy {ties.mean(f'PM, {rule}', NOISY, 'accuracy').mean:.3f}"
        for rule in ("lower", "upper", "coin")
    }


def ties_in_words(readings: Results, ties: Results) -> str:
    of_rule = tie_rule_lines(ties)
    paper, other = (replace(PAPER, median_gap=rule) for rule in ("lower", "upper"))
    lower, upper = (readings.overall(Setting("PM", (), one).name, "bias") for one in (paper, other))
    gain = ties.difference("PM, coin", "PM, lower", NOISY, "accuracy")
    return f"""\
A median range with two middles must be settled, by the [rule of the reading](readings.md#median-gap).
Always taking the lower middle makes predictions too low, and always taking the upper one makes them too
high. With RCr = 1/2 this happens to many training rows. On noisy draws of the artificial set PM errs on
average by

- {of_rule["lower"]}, with `lower`, the rule of `PAPER`;
- {of_rule["upper"]}, with `upper`;
- {of_rule["coin"]}, with `coin`, the rule of `AUTHORS`.

The coin has no bias and gains {gain.signed(3)} in accuracy over `lower`, but it can break the order of the
medians. `RCr=0.51` gains more there and needs no coin: no ties are left, and the rules agree. AM has few
ties unless rows are repeated.

On the twelve data sets PM errs by {lower.signed(3)} classes with `lower` and {upper.signed(3)} with `upper`,
on average. There `lower` is also the most accurate of the three. The largest part of that comes from
windsorhousing, in which three of four rows have the lower class, so that erring low costs little."""


def shown_table(section: Section) -> str:
    """A table with its notes below."""
    table = region(section.title, markdown_table(section.rows, section.left), numbers=True)
    return "\n\n".join([table, *section.notes])


def folded_section(section: Section) -> str:
    """A table with its notes, behind a line to click on."""
    table = shown_table(section).replace(" ± ", "\N{THIN SPACE}±\N{THIN SPACE}")  # up to eight columns
    return folded(section.title, table)


RUN_IT_YOURSELF = """\
## Run it yourself

```sh
{readings} --out study.db --save readings.json
{ties} --save ties.json
```

`DIR` is the folder with the data sets, as [Experimental framework](experimental-framework.md) says. The
first command takes four minutes of processor time, the second one. Both can be stopped and started again
with `--out`. The files hold the command, the seeds (0, 1, ...) and the versions that made them. MonFkNN
runs in its NumPy variant, which gives the same answers."""
