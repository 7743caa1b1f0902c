"""The page "Sensitivity": what the parameters do, written from stored results."""

from __future__ import annotations

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.results import Results
from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.studies import CONFIGURATIONS, GRID, SINGLE, chosen, setting_of
from monfknn_ref.reproduction.study_tables import best_of, far_from_best, in_words, single_section
from tools.pages import filled, included_figure, region
from tools.pages.readings_compared import folded_section, shown_table


def sensitivity_page(measured: Results) -> str:
    """The whole page in Markdown."""
    parts = [filled(introduction(measured)), *in_short(measured)]
    parts += ["## One parameter at a time { #one }", filled(ONE)]
    for name in CONFIGURATIONS:
        parts.append(f"### MonFkNN-{name} {{ #one-{name.lower()} }}")
        parts += [included_figure(f"sensitivity-one-{name.lower()}-{measure}") for measure in MEASURES]
        parts += [
            folded_section(single_section(measured, name, parameter, measure))
            for parameter in SINGLE[name]
            for measure in MEASURES
        ]
    parts += ["## Two parameters at a time { #two }", filled(TWO)]
    for name in CONFIGURATIONS:
        parts.append(f"### MonFkNN-{name} {{ #two-{name.lower()} }}")
        parts += [included_figure(f"sensitivity-two-{name.lower()}-{measure}") for measure in MEASURES]
    parts += ["## How far the paper's choice is from the best { #best }", filled(BEST)]
    for name in CONFIGURATIONS:
        parts.append(f"### MonFkNN-{name} {{ #best-{name.lower()} }}")
        first, *others = (far_from_best(measured, name, measure) for measure in MEASURES)
        parts += [shown_table(first), *map(folded_section, others)]
    parts.append(filled(RUN_IT_YOURSELF.format(command=measured.command)))
    return "\n\n".join(parts) + "\n"


def introduction(measured: Results) -> str:
    grid = "\n".join(f"- {name}: {', '.join(map(str, values))}" for name, values in GRID.items())
    return f"""\
# Sensitivity

The paper fixes five parameters: $k = 5$ neighbors of a training row, $K = 9$ neighbors of a query, $m =
2$, and either $RCr = 1/2$ with neighbors in range (PM) or $RCr = 1$ with all neighbors and $pOR = 1/2$
(AM). It does not say how much depends on these values. This page varies each of them alone and in pairs,
on the twelve data sets, under `PAPER`:

{grid}

Two parameters have no effect where a configuration starts: $pOR$ while only neighbors in range count, and
$k$ while $RCr = 1$. They are varied only together with others.

All {len(measured.runs)} settings get the same {measured.partitions} partitions into
{measured.details["folds"]} folds, and differences are taken partition by partition. A number is bold if it is
[clear](glossary.md#term-clear): its 95 % interval, by Student's t, leaves out 0. With so many settings
some bold numbers are chance."""


def in_short(measured: Results) -> list[str]:
    """What follows, in a table and a few lines."""
    rows = [["configuration", "measure", "best for all sets", "better by", "chosen elsewhere, by"]]
    for name in CONFIGURATIONS:
        for measure in MEASURES:
            best = best_of(measured, measured.datasets, name, measure)
            gains = [gain.signed(MEASURES[measure].digits) for gain in (best.gain, best.honest)]
            rows.append([name, MEASURES[measure].word, in_words(best.name, name), *gains])
    table = region("The best setting for all data sets", markdown_table(rows, 3), numbers=True)
    lines = "\n".join(
        [
            *(single_sets(measured, name) for name in CONFIGURATIONS),
            "- **NMI** is least with $m = 1$, in both configurations. Then all neighbors count alike, and a "
            "training row that equals the query no longer decides alone.",
            little_above_half(measured),
        ]
    )
    return ["## In short { #short }", filled(SHORT), table, filled(lines)]


SHORT = """\
No single setting is much more accurate on the twelve sets together than the paper's choice, but some are
far more monotonic. The table has the best setting for each measure; positive is better. The last column
is what remains if the setting is chosen without the partition on which it is judged."""


def single_sets(measured: Results, configuration: str) -> str:
    """On which data set another setting would help most."""
    by_set = {
        dataset: best_of(measured, [dataset], configuration, "accuracy") for dataset in measured.datasets
    }
    most = max(by_set, key=lambda dataset: by_set[dataset].honest.mean)
    best = by_set[most]
    little = sum(one.honest.mean < 0.01 for one in by_set.values())
    return (
        f"- **{configuration} on single sets:** most is gained on {most}, {best.honest.signed(3)} in "
        f"accuracy with {in_words(best.name, configuration)}. On {little} of the {len(by_set)} sets less "
        "than 0.01 can be gained."
    )


def little_above_half(measured: Results) -> str:
    """RCr = 0.51 against 1/2 in PM."""
    paper, other = chosen("PM").name, setting_of("PM", RCr=0.51).name
    texts = []
    for measure in MEASURES:
        sign = MEASURES[measure].sign
        found = [measured.difference(other, paper, dataset, measure) for dataset in measured.datasets]
        better = sum(one.is_clear and sign * one.mean > 0 for one in found)
        worse = sum(one.is_clear and sign * one.mean < 0 for one in found)
        mean = measured.overall_difference(other, paper, measure)
        texts.append(
            f"{MEASURES[measure].word} changes by {mean.signed(MEASURES[measure].digits)} on average (sets "
            f"clearly better: {better}, clearly worse: {worse})"
        )
    return f"- **PM with RCr = 0.51 in place of 1/2:** {'; '.join(texts)}."


ONE = """\
Each table has a line for each data set and a column for each value. The frame marks the paper's choice,
and a dot the best value of a line."""

TWO = """\
Each table is the mean over the twelve data sets. The frame marks the paper's choice, and a dot the best
cell."""

BEST = """\
The best of many settings looks better than it is, because it was chosen for the very numbers it is judged
by. The last column avoids the worst of that: on each partition it takes the setting that is best on the
other partitions. Partitions share the same rows, so even that is a little too good."""

RUN_IT_YOURSELF = """\
## Run it yourself

```sh
{command} --out study.db --save sensitivity.json
```

`DIR` is the folder with the data sets, as [Experimental framework](experimental-framework.md) says. The
run takes about 90 seconds of processor time for each partition. It can be stopped and started again with
`--out`. The stored file holds the command, the seeds (0, 1, ...) and the versions that made it. With
`--dataset ESL` it is a matter of seconds."""
