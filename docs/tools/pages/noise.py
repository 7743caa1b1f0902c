"""The page "Noise": written from stored curves, never by hand."""

from __future__ import annotations

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.tables import Section, markdown_table
from monfknn_ref.reproduction.noise_report import (
    gap_section,
    measure_section,
    surface_section,
    training_section,
)
from monfknn_ref.reproduction.noise_study import Curves
from monfknn_ref.reproduction.sentences.noise import noise_verdicts
from tools.figures.surfaces import METHODS, how_typical_the_noise_is
from tools.pages import folded, included_figure, made_with, region

INTRODUCTION = """\
# Noise

Labels are given by people, and people err. The paper's last experiment asks what such
[noise](glossary.md#term-monotonic-noise) does to MonFkNN-PM and to MkNN. The training part of each fold is
cut down to a quarter; then a share of its labels is drawn anew, each from the classes of the row's 15 nearest
neighbors, those of its own class left out. MkNN gets its training set
[relabeled](glossary.md#term-relabeled) first. [Why noise does what it does](why-noise.md) explains the
curves.

The tables and the numbers of this page are written by a program from stored runs."""

RUN_IT_YOURSELF = """\
## Run it yourself

```sh
python -m monfknn_ref reproduce noise --jobs 2 --out noise.db --save noise.json --charts .
python -m monfknn_ref reproduce noise --data DIR --out noise.db     # on the points in DIR/artiset.dat
python -m monfknn_ref surface --method MkNN --noise 0.35 --out surface.svg
```

The first command takes about two minutes of one core, and can be stopped at any time; started again, it goes
on and ends with the same bytes. If the folder of `--data` has the authors' points, as `artiset.dat`, the
study is carried out on them. The last command draws any classifier of the package on any data set with two
attributes."""

HOW_JUDGED = """\
Both methods are trained on the same rows with the same noise, so they are compared seed by seed. The mean of
these [paired differences](glossary.md#term-paired-difference) has a standard error, which stands behind the
±. A difference is called clear if its 95 % interval does not hold 0; a statement that rests on one that is
not clear is undetermined. The intervals speak of other draws of folds and noise from the same points. Large
means more than 0.01 in accuracy and MAE and more than 0.0001 in NMI, the width that the paper's own tests
ignore. The statements follow the paper's Section 5.4 in its order; the last two are not said there, but its
last figure shows them to the eye."""

TWO_SETS = """\
The last column is the verdict on the built-in points, which are others from the same formula. Where the two
columns differ, the statement depends on the points."""


def noise_page(curves: Curves, built_in: Curves) -> str:
    """The whole page in Markdown; the second curves are those of the points that everybody has."""
    parts = [INTRODUCTION, what_was_run(curves), RUN_IT_YOURSELF]
    parts += ["## What the paper says, tested { #tested }", HOW_JUDGED]
    parts += [verdict_table(curves, built_in), TWO_SETS, in_short(curves)]
    parts += ["## By how much MonFkNN-PM is better { #gaps }", GAPS_IN_WORDS]
    parts += [
        included_figure("noise-gap"),
        included_figure("noise-gap-nmi"),
        folded_section(gap_section(curves)),
    ]
    parts += ["## The training sets { #training-sets }", included_figure("noise-data")]
    parts += [folded_section(training_section(curves))]
    for measure in MEASURES:
        section = measure_section(curves, measure)
        parts += [
            f"## {section.title} {{ #{measure} }}",
            included_figure(f"noise-{measure}"),
            folded_section(section),
        ]
    surfaces = surface_section(curves)
    parts += [
        "## Decision surfaces at 35 % noise { #surfaces }",
        MEASURED_SURFACES,
        region(surfaces.title, markdown_table(surfaces.rows, surfaces.left), numbers=True),
        *surfaces.notes,
        SURFACES_IN_WORDS,
        how_typical_the_noise_is(),
    ]
    for name, method in METHODS.items():
        parts += [f"### {method}", included_figure(name)]
    return "\n\n".join(parts) + "\n"


GAPS_IN_WORDS = """\
The paper says that the distance between the two methods grows with the noise. The bars are 95 % intervals of
the mean difference; more is better for MonFkNN-PM."""

MEASURED_SURFACES = """\
The paper's last figure shows to the eye what can be measured: how many cells of a grid have their true class,
at how many edges the class falls although an attribute rises, into how many pieces the classes are broken,
and how much is left of the class that lost most. A quarter of the points is drawn for each seed."""


def in_short(curves: Curves) -> str:
    """The shape of the gap, which an average over levels would hide."""
    gaps = curves.gaps("accuracy")
    without, *_, most = gaps
    lowest = min(range(len(gaps)), key=lambda i: gaps[i].mean)
    if lowest == 0:
        return "The gap in accuracy is smallest without noise."
    return (
        f"**A little noise brings the two methods together.** In accuracy they are {without.with_error(4)} "
        f"apart without noise, {gaps[lowest].with_error(4)} with {curves.levels[lowest]} %, and "
        f"{most.with_error(4)} with {curves.levels[-1]} %. So the gap does not grow from the start; it "
        "shrinks first."
    )


SURFACES_IN_WORDS = """\
First the true classes with the training rows, those with a noisy label dark; then what the method makes of
them, rows with a wrong class dark. Classes go from light to dark and have their number where there is room;
double lines mark edges at which the class falls although the attributes rise. The surfaces are drawn under
`PAPER`. A training row is not its own neighbor here (`coincident="excluded"`), so that a dot has the class of
the surface around it."""


def what_was_run(curves: Curves) -> str:
    details = curves.results.details
    return (
        f"Run on {curves.points} of {curves.dataset} under the reading `{details['reading']}`: "
        f"{curves.seeds} seeds, {details['folds']} folds, {len(curves.levels)} noise levels from "
        f"{curves.levels[0]} to {curves.levels[-1]} %, methods {', '.join(curves.methods)}. "
        "The paper has three seeds, and prints its curves without numbers; what it says of them can be "
        "tested. The stored numbers were made by "
        f"{made_with(curves.results.made_by[0])}."
    )


def verdict_table(curves: Curves, built_in: Curves) -> str:
    """The verdicts on both sets of points, with the numbers of the first."""
    other = {verdict.statement: verdict.verdict for verdict in noise_verdicts(built_in)}
    rows = [["statement", "verdict", "numbers", "on the built-in points"]]
    for statement, verdict, reason in noise_verdicts(curves):
        rows.append([statement, verdict, reason, other.get(statement, "not run")])
    return region("What the paper says of these curves", markdown_table(rows, 4))


def folded_section(section: Section) -> str:
    """A table with its notes, behind a line to click on."""
    title = f"{section.title} in numbers"
    table = region(title, markdown_table(section.rows, section.left), numbers=True)
    return folded(title, "\n".join([table, "", *section.notes]))
