"""The page "Why noise does what it does": written from stored numbers, never by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monfknn_ref.drawing import WIDE, Canvas, Layout
from monfknn_ref.drawing.charts import Series, line_chart
from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.noise_study import Curves
from monfknn_ref.reproduction.sentences.noise import slope_of
from tools.pages import included_figure, region

TURN = 25
"""The share of noisy labels, in percent, from which on the paper sees MkNN fall faster."""
LABELS = {"given": "labels as given", "MonFkNN-PM": "after training", "relabeled": "relabeled"}


def why_noise_page(effects: Mapping[str, Any], curves: Curves) -> str:
    """The whole page in Markdown."""
    parts = [
        INTRODUCTION,
        ONE_LABEL,
        '<div class="figures" markdown>',
        included_figure("noise-spread-high"),
        included_figure("noise-spread-mid"),
        "</div>",
        WHAT_BECAME_OF_IT,
        many_labels(curves, effects["seeds"]),
        repaired(effects),
        halved(effects),
        crossed(effects),
        which_part(effects),
        in_the_end(effects),
        RUN_IT_YOURSELF,
    ]
    return "\n\n".join(parts) + "\n"


INTRODUCTION = """\
# Why noise does what it does

[Noise](noise.md) shows what wrong labels do to the accuracy of MonFkNN-PM. This page asks why. Two things are
not easy to guess from the algorithms. A single wrong label can harm a row far away, even where training has
put the label itself right. And yet MonFkNN-PM loses little more when a quarter of all labels is wrong, and
less than its rivals."""

ONE_LABEL = """\
## One wrong label { #one-label }

Row b of the [running example](read-along/order-and-ranges.md#the-running-example) is labeled high, among
rows that are low and mid. Suppose that it should be mid. What does the mistake change?

```pycon
>>> from monfknn_ref import MonFkNN, example
>>> from monfknn_ref.example import CLASSES, LABELS, NAMES, ROWS
>>> mended = ["mid" if row == (1, 4) else label for row, label in zip(ROWS, LABELS)]
>>> noisy = MonFkNN.pure_monotonic(k=2, K=3).fit(ROWS, LABELS, CLASSES)
>>> clean = MonFkNN.pure_monotonic(k=2, K=3).fit(ROWS, mended, CLASSES)
>>> for name, before, after in zip(NAMES, clean.training_memberships_, noisy.training_memberships_):
...     if before != after:
...         print(name, *before, "becomes", *after)
b 1/4 3/4 0 becomes 1/4 1/4 1/2
d 0 1 0 becomes 0 3/4 1/4
f 0 1 0 becomes 0 1/2 1/2
h 0 1/4 3/4 becomes 0 0 1

```

That b itself changes is no surprise, nor that its neighbor d does. But f is four steps away from b, and six
other rows are nearer to it. Why should it care?

**Because a range reaches further than a neighbor.** Neighbors are near. A bound of a
[range](read-along/order-and-ranges.md#eq-1) comes from *every* row below, at any distance, and the highest
label among them decides. Row f lies to the right of b, so b is below it. While b says high, f may only be
high; the neighbors that training is allowed to ask are then h and i, both high, and half of f's membership
goes to high. Once b says mid, f may be mid or high, and it asks e and g, which are nearer and mid."""

WHAT_BECAME_OF_IT = """\
The first picture has b as it was given, the second one b as it should be. Rows in the shaded part dominate b;
the thick lines lead to the neighbors that f is allowed to ask; the bars are memberships.

Now look at the query $x = (6, 4)$. Its neighbors are f, g and h, and b is none of them. It gets the class
high with b as it was given, and mid with b as it should be:

```pycon
>>> for model in (noisy, clean):
...     [u] = model.predict_memberships([(6, 4)])
...     print(*u, model.predict([(6, 4)]), "b ends as", model.training_labels_[NAMES.index("b")])
1/5 1/5 3/5 ['high'] b ends as mid
1/5 9/20 7/20 ['mid'] b ends as mid

```

Training has put b right in both cases: its label is mid at the end. But when f asked its neighbors, b was
still high. **The mistake is gone where it was made, and stays where it went.** Algorithm 1 uses one
generation of labels for all ranges ([line 13](read-along/memberships.md#alg-1-13)), so no row profits from
the repair of another.

FkNN knows no ranges, so a wrong label stays among its neighbors. There f does not notice b:

```pycon
>>> from monfknn_ref.classifiers import FkNN
>>> f = NAMES.index("f")
>>> for labels in (LABELS, mended):
...     print(*FkNN(k=2, K=3).fit(ROWS, labels, CLASSES).training_memberships_[f])
49/200 151/200 0
49/200 151/200 0

```

So the range cuts both ways. It tells b that high does not fit there, and it tells f the same of mid. Which of
the two weighs more depends on how many labels are wrong, and on whether they contradict each other."""


def many_labels(curves: Curves, seeds: int) -> str:
    """The slopes before and after a quarter."""
    turn = curves.levels.index(TURN)
    rows = [
        ["method", "at 0 %", f"at {TURN} %", "at 50 %", f"lost per point to {TURN} %", "and from there on"]
    ]
    steeper, others = [], []
    for method in curves.methods:
        values = [value.mean for value in curves.means(method, "accuracy")]
        before = -slope_of(curves.levels[: turn + 1], values[: turn + 1])
        after = -slope_of(curves.levels[turn:], values[turn:])
        (steeper if after > before else others).append(method)
        shown = [f"{values[i]:.3f}" for i in (0, turn, -1)]
        rows.append([method, *shown, f"{before:.4f}", f"{after:.4f}"])
    return "\n\n".join(
        [
            "## A quarter of wrong labels, and more { #many-labels }",
            "The study of noise draws labels anew, more and more of them. This is the accuracy that each "
            "method keeps, and how much it loses for each percentage point of noise, up to a quarter and "
            "from there on:",
            region("Accuracy lost to noise", markdown_table(rows)),
            f"From a quarter on, {', '.join(steeper)} lose faster than before; {', '.join(others)} "
            "does not. To see why, training sets of the same kind were looked at from inside, those that "
            f"{seeds} seeds draw from the built-in points: the labels that training makes, the ranges of the "
            "queries, and what happens when a part of the method is switched off.",
        ]
    )


def at_levels(effects: Mapping[str, Any], levels: Sequence[int]) -> list[tuple[int, int]]:
    """The levels with their places in the stored lists."""
    return [(level, effects["levels"].index(level)) for level in levels]


def percent(share: float) -> str:
    """
    >>> percent(0.2057)
    '20.6 %'
    """
    return f"{100 * share:.1f} %"


def repaired(effects: Mapping[str, Any]) -> str:
    """What training makes of the labels."""
    rows = [
        [
            "noise",
            "wrong labels given",
            "wrong after training",
            "of these, right before",
            "wrong if relabeled",
        ]
    ]
    for level, i in at_levels(effects, (5, 15, 25, 35, 50)):
        ours, theirs = effects["labels"][i]["MonFkNN-PM"], effects["labels"][i]["relabeled"]
        numbers = [ours["wrong before"], ours["wrong after"], ours["spoiled"], theirs["wrong after"]]
        rows.append([f"{level} %", *map(percent, numbers)])
    [(_, i)] = at_levels(effects, [TURN])
    ours = effects["labels"][i]["MonFkNN-PM"]
    return "\n\n".join(
        [
            "### Training repairs few labels { #repaired }",
            "The obvious guess is that training puts the wrong labels right. It does so only in part. With "
            f"{TURN} % noise it mends {percent(ours['repaired'])} of all labels and spoils "
            f"{percent(ours['spoiled'])} that were right, so that {percent(ours['wrong after'])} stay wrong. "
            "Relabeling, which MkNN needs, mends more:",
            region("Wrong labels before and after training", markdown_table(rows)),
            "With $RCr = 1/2$ a row's own class always stays among its medians. It changes its label only "
            "where all its neighbors lie on one side of it, and then at most to the middle.",
        ]
    )


HALVED = """\
```pycon
>>> from fractions import Fraction
>>> from monfknn_ref import median
>>> def nine_neighbors(noisy, kept):
...     \"\"\"Membership of the classes 0, 1 and 2 in total: all are of class 1, some are labeled 2.\"\"\"
...     return [0, 9 - noisy * kept, noisy * kept]
>>> for kept in (Fraction(1), Fraction(6, 10)):
...     print(float(kept), min(n for n in range(10) if median(nine_neighbors(n, kept)) != 1))
1.0 5
0.6 8

```"""


def halved(effects: Mapping[str, Any]) -> str:
    """What the memberships of noisy rows look like."""
    [(_, i)] = at_levels(effects, [TURN])
    true, given = (
        effects["noisy rows"][i][f"membership of the {which} class"] for which in ("true", "given")
    )
    return "\n\n".join(
        [
            "### It takes away their weight instead { #halved }",
            f"What changes is how much a wrong label counts. With {TURN} % noise a row with a wrong label "
            f"keeps {given:.2f} of its membership for that label on average, and {true:.2f} goes to its "
            "true class. A prediction is the median over nine neighbors, so a wrong class must gather half "
            "of the whole membership. If every noisy row counts fully, five noisy neighbors of nine are "
            "enough; if it counts 0.6, it takes eight:",
            HALVED,
            "And this is the worst case, in which all wrong labels err to the same side. Those that err to "
            "different sides cancel out.",
        ]
    )


def crossed(effects: Mapping[str, Any]) -> str:
    """What becomes of the ranges."""
    rows = [["noise", "labels as given", "crossed", "after training", "crossed", "relabeled", "crossed"]]
    for level, i in at_levels(effects, (5, 15, 25, 35, 50)):
        row = [f"{level} %"]
        for who in LABELS:
            of = effects["ranges"][i][who]
            row += [percent(of["holds the true class"]), percent(of["crossed"])]
        rows.append(row)
    (_, quarter), (_, half) = at_levels(effects, (TURN, 50))
    relabeled = [effects["ranges"][i]["relabeled"]["holds the true class"] for i in (quarter, half)]
    ours = [effects["ranges"][i]["MonFkNN-PM"]["holds the true class"] for i in (quarter, half)]
    given = [effects["ranges"][i]["given"]["holds the true class"] for i in (quarter, half)]
    return "\n\n".join(
        [
            "### Ranges that contradict themselves do no harm { #crossed }",
            "A range helps a query only if it holds the true class. One wrong label below or above is "
            "enough to shut it out, so one expects ranges to get worse and worse. They do so only up to a "
            "point. Where there is much noise, labels contradict each other: the highest class below a "
            "query exceeds the lowest above it. Such a range is [crossed](glossary.md#term-crossed), and "
            "then [all classes are valid](readings.md#crossed-range). The more noise, the more often the "
            "range abstains rather than errs.",
            included_figure("noise-ranges"),
            f"With labels as given, the share of ranges that hold the true class is {percent(given[0])} at "
            f"{TURN} % noise and {percent(given[1])} at 50 %. After MonFkNN-PM's training it falls from "
            f"{percent(ours[0])} to {percent(ours[1])}. Relabeled rows never contradict each other, so no "
            f"range is ever crossed; each is narrow and sure, and ever more often wrong: "
            f"{percent(relabeled[0])} and {percent(relabeled[1])}. MkNN never predicts a class out "
            "of range, so its accuracy cannot exceed that share.",
            '??? note "Ranges in numbers"\n\n'
            + "\n".join(
                f"    {line}" if line else ""
                for line in region("Ranges in numbers", markdown_table(rows)).splitlines()
            )
            + "\n\n    Shares of queries: with the true class in range, and with a crossed range.",
        ]
    )


VARIANTS = {
    "MonFkNN-PM": "MonFkNN-PM",
    "without the range": "without the range (outRange, pOR = 1)",
    "without shared memberships": "without shared memberships (RCr = 1)",
    "without both": "without both",
    "without both, relabeled": "relabeled rows and the range in place of both",
    "MkNN": "MkNN",
}


def which_part(effects: Mapping[str, Any]) -> str:
    """The accuracy without some parts."""
    levels = at_levels(effects, (0, 10, TURN, 40, 50))
    rows = [["method", *(f"{level} %" for level, _ in levels), f"lost from {TURN} to 50 %"]]
    by_level = dict(levels)
    for name, words in VARIANTS.items():
        values = [effects["accuracy"][i][name] for _, i in levels]
        lost = effects["accuracy"][by_level[TURN]][name] - effects["accuracy"][by_level[50]][name]
        rows.append([words, *(f"{value:.3f}" for value in values), f"{lost:.3f}"])
    most = effects["accuracy"][by_level[50]]
    return "\n\n".join(
        [
            "### Which part does it? { #parts }",
            "MonFkNN-PM has two defenses: memberships that are shared out in training, and the range in "
            "prediction. Each can be switched off by a parameter:",
            region("Accuracy without some parts", markdown_table(rows)),
            included_figure("noise-parts"),
            "Without both, half of the labels being wrong leaves an accuracy of "
            f"{most['without both']:.3f}. Either defense alone brings it to "
            f"{most['without shared memberships']:.3f} or {most['without the range']:.3f}, both together to "
            f"{most['MonFkNN-PM']:.3f}: they do much of the same work, and what one misses the other often "
            "catches. The last two lines are MkNN's way. Its range with the vote of MonFkNN, nine weighted "
            f"neighbors and a median, gets {most['without both, relabeled']:.3f} with half of the labels "
            f"wrong, and MkNN itself {most['MkNN']:.3f}: there, the range is what limits them, not the vote.",
        ]
    )


def in_the_end(effects: Mapping[str, Any]) -> str:
    """What the numbers say against MonFkNN-PM."""
    ahead = [
        level
        for i, level in enumerate(effects["levels"])
        if effects["accuracy"][i]["without the range"] > effects["accuracy"][i]["MonFkNN-PM"]
    ]
    better = [
        level
        for i, level in enumerate(effects["levels"])
        if effects["accuracy"][i]["without both, relabeled"] > effects["accuracy"][i]["MonFkNN-PM"]
    ]
    return "\n\n".join(
        [
            "### What does not follow { #limits }",
            "- MonFkNN-PM is not the best at every level. Without the range it is more accurate at "
            f"{in_words(ahead)}, and relabeled rows with its vote are at {in_words(better)}. Its strength "
            f"is heavy noise.\n- These are one artificial set, {effects['seeds']} seeds and ten folds; "
            "differences of less than 0.01 mean little.\n- The paper names the extraction of memberships as "
            "the main reason for its robustness. Here the range does about as much.",
        ]
    )


def in_words(levels: Sequence[int]) -> str:
    """
    >>> in_words([5, 10, 15]), in_words([5])
    ('5, 10 and 15 % noise', '5 % noise')
    """
    *first, last = map(str, levels)
    return f"{', '.join(first)} and {last} % noise" if first else f"{last} % noise"


RUN_IT_YOURSELF = """\
## Run it yourself

```sh
# some minutes
python docs/tools/noise_effects.py --jobs 2 --out monfknn_ref/reproduction/stored/noise-effects.json
python docs/tools/write.py why-noise
```

The training sets are those of `python -m monfknn_ref reproduce noise`, under the reading `AUTHORS`, so the
accuracies of MonFkNN-PM and MkNN are the same as on [Noise](noise.md)."""


def effect_charts(effects: Mapping[str, Any], layout: Layout = WIDE) -> dict[str, Canvas]:
    """The two charts of the page."""
    levels = effects["levels"]
    ranges = [
        Series(
            words,
            [
                (float(level), effects["ranges"][i][who]["holds the true class"])
                for i, level in enumerate(levels)
            ],
        )
        for who, words in LABELS.items()
    ]
    shown = ("MonFkNN-PM", "without the range", "without shared memberships", "without both", "MkNN")
    short = {"without shared memberships": "without sharing"}
    parts = [
        Series(
            short.get(name, name),
            [(float(level), effects["accuracy"][i][name]) for i, level in enumerate(levels)],
        )
        for name in shown
    ]
    return {
        "noise-ranges": line_chart(
            "Ranges that hold the true class",
            ranges,
            "noisy labels (%)",
            "share of queries",
            "The share of queries whose range holds their true class, over the share of noisy labels: with "
            "the labels as given, after the training of MonFkNN-PM, and relabeled.",
            layout=layout,
        ),
        "noise-parts": line_chart(
            "Accuracy with parts switched off",
            parts,
            "noisy labels (%)",
            "accuracy",
            "Accuracy over the share of noisy labels: MonFkNN-PM, the same without the range, without shared "
            "memberships, without both, and MkNN.",
            layout=layout,
        ),
    }
