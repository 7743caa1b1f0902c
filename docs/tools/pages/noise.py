"""The page "Noise": written from stored curves, never by hand."""

from __future__ import annotations

from monfknn_ref.experiments.noise_study import MEASURE_NAMES, Curves
from monfknn_ref.experiments.noise_tables import noise_sections
from monfknn_ref.experiments.tables import Section, markdown_table
from tools.figures import noise_surfaces
from tools.pages import included_figure, region

__all__ = ["noise_page"]

INTRODUCTION = """\
# Noise

Labels are given by people, and people err. The paper's last experiment asks what such
[noise](glossary.md#term-monotonic-noise) does to MonFkNN-PM and to MkNN. The training part of each fold is
cut down to a quarter; then a share of its labels is drawn anew, each from the classes of the row's 15 nearest
neighbors, those of its own class left out. MkNN gets its training set
[relabelled](glossary.md#term-relabelled) first. [Why noise does what it does](why-noise.md) explains the
curves.

The tables and the numbers of this page are written by a program from a stored run."""

RUN_IT_YOURSELF = """\
## Run it yourself

```sh
python -m monfknn_ref reproduce noise --jobs 2 --out noise.db --save noise.json --charts .
python -m monfknn_ref surface --method MkNN --noise 0.35 --out surface.svg
```

The first command can be stopped at any time; started again, it goes on and ends with the same bytes. The
second draws any classifier of the package on any data set with two attributes."""


def noise_page(curves: Curves) -> str:
    """The whole page in Markdown."""
    training, *measured, verdicts = noise_sections(curves)
    parts = [INTRODUCTION, what_was_run(curves), RUN_IT_YOURSELF]
    parts += ["## What the paper says, tested", verdict_table(verdicts)]
    parts += ["## The training sets { #training-sets }", included_figure("noise-data"), folded(training)]
    for section, measure in zip(measured, MEASURE_NAMES):
        parts += [
            f"## {section.title} {{ #{measure} }}",
            included_figure(f"noise-{measure}"),
            folded(section),
        ]
    parts += [
        "## Decision surfaces at 35 % noise { #surfaces }",
        SURFACES_IN_WORDS,
        noise_surfaces.how_typical(),
    ]
    for name, method in noise_surfaces.METHODS.items():
        parts += [f"### {method}", included_figure(name)]
    return "\n\n".join(parts) + "\n"


SURFACES_IN_WORDS = """\
First the true classes with the training rows, those with a noisy label dark; then what the method makes of
them, rows with a wrong class dark. Classes go from light to dark and have their number where there is room;
double lines mark edges at which the class falls although the attributes rise. The surfaces are drawn under
`PAPER`. A training row is not its own neighbor here (`coincident="excluded"`), so that a dot has the class of
the surface around it."""


def what_was_run(curves: Curves) -> str:
    return (
        f"Run on the built-in {curves.dataset} under the reading `{curves.reading}`: {curves.seeds} seeds, "
        f"{curves.folds} folds, {len(curves.levels)} noise levels from {curves.levels[0]} to "
        f"{curves.levels[-1]} %, methods {', '.join(curves.methods)}. The points are not the paper's own, so "
        "its curves cannot come out number by number; what it says of them can be tested."
    )


def verdict_table(section: Section) -> str:
    return region(section.title, markdown_table(section.rows, section.left))


def folded(section: Section) -> str:
    """A table behind a line to click on."""
    table = region(f"{section.title} in numbers", markdown_table(section.rows, section.left), numbers=True)
    lines = [f'??? note "{section.title} in numbers"', "", *table.splitlines(), "", *section.notes]
    return "\n".join([lines[0], *(f"    {line}" if line else "" for line in lines[1:])])
