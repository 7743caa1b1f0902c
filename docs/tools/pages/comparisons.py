"""The pages "Methods compared" and "Bayesian sign tests", from the printed tables and from stored results."""

from __future__ import annotations

from collections.abc import Mapping

from monfknn_ref.evaluation.bayesian_sign import Regions
from monfknn_ref.evaluation.effect_sizes import critical_difference, groups_within
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.audit_in_print import FIGURES
from monfknn_ref.reproduction.paper_tables import PRINTED_AS, STATE
from monfknn_ref.reproduction.sentences.checks import DRAWN, PM, Tables
from tools.figures.comparisons import SAMPLES, effect, sign_test
from tools.pages import included_figure, region

HEADINGS = {"print": "In print", "runs": "On our runs"}


# --- Methods compared -------------------------------------------------------------------------------------

INTRODUCTION = """\
# Methods compared

Which of the eight methods is best, which cannot be told apart, and by how much do they differ? The paper
answers with tables. This page draws the same numbers, from the [printed
tables](audit-data.md#eight-methods) and from our runs, in two kinds of pictures: mean ranks with a
critical difference, and sizes of differences with intervals."""

RANKS = """\
## Mean ranks { #ranks }

On each of the twelve data sets the methods are ranked, 1 for the best; equal results share a rank. The
dots show the [mean ranks](experimental-framework.md#friedman). Two methods whose mean ranks lie closer
together than the *critical difference* cannot be told apart: Nemenyi's test, which compares all pairs,
does not reject at 0.05. Thick lines join such methods. A star marks what the paper asks for: methods that
differ from MonFkNN-PM when only comparisons with MonFkNN-PM are made, by Holm's procedure at 0.05. This
question is narrower, so it can tell more methods apart."""

EFFECTS = """\
## Sizes of differences { #effects }

A rank does not say how large a difference is. Here, for each method, the small dots are the differences to
MonFkNN-PM on the twelve data sets, positive where MonFkNN-PM is better. The large mark is the typical
difference: the Hodges-Lehmann estimate, the median of the averages of all pairs of differences, which a
single extreme data set cannot move far. The line is its 95 % interval, exact (it covers 95.8 %), from
Wilcoxon's signed ranks; no random numbers are needed. If it does not reach 0, Wilcoxon's test rejects at
0.05. Seven such intervals are not corrected for being seven. The shaded band is the paper's rope:
differences that are too small to matter.

*One-sided* in the tables is the rank-biserial correlation: +1 if MonFkNN-PM is better on all data sets, 0
if the two are even, -1 if the other is better on all."""


def comparisons_page(tables: Mapping[str, Tables]) -> str:
    """The page with mean ranks and effect sizes, in Markdown."""
    parts = [INTRODUCTION, RANKS]
    for measure, of in MEASURES.items():
        parts += [f"### {of.title} {{ #ranks-{measure} }}", included_figure(f"ranks-{measure}")]
        parts.append(" ".join(ranks_in_words(source, of, measure) for source, of in tables.items()))
    parts += [what_follows_from_ranks(tables), EFFECTS]
    for measure, of in MEASURES.items():
        parts += [f"### {of.title} {{ #effects-{measure} }}", included_figure(f"effects-{measure}")]
        parts += [effects_in_words(tables, measure), effects_table(tables, measure)]
    parts.append(RUN_IT_YOURSELF)
    return "\n\n".join(parts) + "\n"


def ranks_in_words(source: str, of: Tables, measure: str) -> str:
    """Who is first, who cannot be told from it, and what Holm's procedure says."""
    test = of.ranks[measure]
    order = sorted(range(len(test.names)), key=lambda i: test.mean_ranks[i])
    ranks = [float(test.mean_ranks[i]) for i in order]
    distance = critical_difference(len(ranks), test.rows)
    groups = groups_within(ranks, distance)
    last = groups[0][1] if groups and groups[0][0] == 0 else 0
    worse = [str(test.names[i]) for i in order[last + 1 :]]
    told = of.told_apart(measure)
    first = str(test.names[order[0]])
    return (
        f"{HEADINGS[source]}, {first} has the best mean rank, {ranks[0]:.2f}. Nemenyi's test tells "
        f"{in_words(worse)} from it; Holm's procedure tells {in_words(told)} from {PM}."
    )


def what_follows_from_ranks(tables: Mapping[str, Tables]) -> str:
    count = {
        source: sum(len(of.told_apart(measure)) for measure in MEASURES) for source, of in tables.items()
    }
    shown = " and ".join(f"{number} of 21 {HEADINGS[source].lower()}" for source, number in count.items())
    needed = f"{critical_difference(8, 12):.2f}"
    return (
        "What follows: twelve data sets tell only the extremes apart. With eight methods a difference of "
        f"{needed} mean ranks is needed, nearly half of the scale. Of the comparisons with {PM} in the three "
        f"measures, Holm's procedure decides {shown}; the others are open, which does not mean that the "
        "methods are equal."
    )


def effects_in_words(tables: Mapping[str, Tables], measure: str) -> str:
    """Which intervals stay clear of 0, and whether both sources say so."""
    methods = [one for one in STATE[measure].methods if one != PM]
    clear = {
        source: [one for one in methods if effect(of, measure, one).low > 0] for source, of in tables.items()
    }
    behind = {
        source: [one for one in methods if effect(of, measure, one).high < 0] for source, of in tables.items()
    }
    words = [
        f"{HEADINGS[source]}, the interval lies above 0 against {in_words(clear[source])}"
        + (f" and below 0 against {in_words(behind[source])}" if behind[source] else "")
        for source in tables
    ]
    both = [one for one in methods if all(one in found for found in clear.values())]
    end = f" Both agree on {in_words(both)}." if len(tables) > 1 else ""
    return "; ".join(words).replace("; On", "; on") + "." + end


def effects_table(tables: Mapping[str, Tables], measure: str) -> str:
    digits = 5 if measure == "nmi" else 4
    heading = ["method"]
    for source in tables:
        heading += [HEADINGS[source].lower(), "interval", "one-sided"]
    rows = [heading]
    for method in STATE[measure].methods:
        if method == PM:
            continue
        row = [method]
        for of in tables.values():
            found = effect(of, measure, method)
            interval = f"{float(found.low):+.{digits}f} to {float(found.high):+.{digits}f}"
            row += [f"{float(found.estimate):+.{digits}f}", interval, f"{found.one_sided:+.2f}"]
        rows.append(row)
    return region(f"Differences in {MEASURES[measure].title}", markdown_table(rows, 1), numbers=True)


RUN_IT_YOURSELF = """\
## For your own results

```pycon
>>> from monfknn_ref.evaluation import friedman
>>> from monfknn_ref.evaluation.effect_sizes import critical_difference, groups_within, paired_effect
>>> from monfknn_ref.reproduction.paper_tables import STATE
>>> table = STATE["accuracy"]
>>> print(paired_effect(table.column("MonFkNN-PM"), table.column("MID"), table.best))
+0.0466, 95.8% interval -0.0029 to +0.1104, rank-biserial +0.56
>>> test = friedman(table.rows(), table.methods, control="MonFkNN-PM", best=table.best)
>>> ranks = sorted(float(rank) for rank in test.mean_ranks)
>>> groups_within(ranks, critical_difference(methods=8, rows=12))      # by position, from the best on
[(0, 4), (1, 7)]

```

`python docs/tools/write.py comparisons` writes this page and its pictures again."""


def in_words(methods: list[str]) -> str:
    """
    >>> in_words(["OLM", "MID", "RDMT"]), in_words([])
    ('OLM, MID and RDMT', 'none')
    """
    if not methods:
        return "none"
    return ", ".join(methods[:-1]) + f" and {methods[-1]}" if len(methods) > 1 else methods[0]


# --- Bayesian sign tests ----------------------------------------------------------------------------------

BAYES = f"""\
# Bayesian sign tests

The paper's Figures 1 to 3 are fifteen heat maps: MonFkNN-PM against five methods in each of three
measures. Here they are again, from the printed tables and from our runs.

**What one sees.** Each data set falls into one of three regions: *left* if the other method is better,
*right* if MonFkNN-PM is, and the *rope* if the difference is too small to matter, at most 0.01 in accuracy
and MAE and 0.0001 in NMI. Twelve data sets do not fix the probabilities of the three regions, so they get
a distribution; each triangle shows {SAMPLES:,} samples of it. A sample is a point: in the lower left
corner the other method is certain to be better, in the lower right corner MonFkNN-PM, at the top there is
no difference. The dashed lines part the areas where each of the three is the most likely. The numbers say
how many of the samples lie in each area: the probability that the other method, neither or MonFkNN-PM is
better most often.

**How to read it.** A number close to 100 % decides. The paper goes by where most of the cloud lies, which
is a weaker rule: a cloud can have most of its points on the right and still leave one chance in ten to
another answer. A difference exactly on the edge of the rope counts in no region, as in rNPBST, the paper's
tool; the paper prints no numbers, so its own clouds can only be compared by eye."""


def bayesian_page(tables: Mapping[str, Tables]) -> str:
    """The page with the fifteen heat maps, in Markdown."""
    parts = [BAYES]
    for measure in MEASURES:
        title = MEASURES[measure].title
        number = PRINTED_AS[FIGURES[measure]]
        parts.append(f"## {number}: {title} {{ #{number.lower().replace(' ', '-')} }}")
        for source, of in tables.items():
            parts += [
                f"### {title}: {HEADINGS[source].lower()} {{ #{measure}-{source} }}",
                included_figure(f"heat-{measure}-{source}"),
                bayes_in_words(of, measure),
            ]
        parts.append(bayes_table(tables, measure))
    parts.append(BAYES_YOURSELF)
    return "\n\n".join(parts) + "\n"


def bayes_in_words(of: Tables, measure: str) -> str:
    """Which comparisons are decided at 95 %, and what is left open."""
    wins = {method: sign_test(of, measure, method).wins for method in DRAWN}
    better = [method for method, one in wins.items() if one.right >= 0.95]
    equal = [method for method, one in wins.items() if one.rope >= 0.95]
    worse = [method for method, one in wins.items() if one.left >= 0.95]
    said = [
        f"better than {in_words(better)}" if better else "",
        f"equal to {in_words(equal)}" if equal else "",
        f"worse than {in_words(worse)}" if worse else "",
    ]
    decided = " and ".join(filter(None, said))
    open_ones = [method for method in DRAWN if method not in (*better, *equal, *worse)]
    most = ", ".join(f"{method} ({likeliest(method, wins[method])})" for method in open_ones)
    first = (
        f"With a probability of 95 % or more, {PM} is {decided}."
        if decided
        else "Nothing is decided at 95 %."
    )
    return first + (f" Open, with the likeliest answer: {most}." if most else "")


def likeliest(method: str, wins: Regions) -> str:
    """
    >>> likeliest("OLM", Regions(0.1, 0.7, 0.2))
    'no difference 70%'
    """
    answers = dict(zip((f"{method} better", "no difference", "PM better"), wins))
    answer = max(answers, key=answers.__getitem__)
    return f"{answer} {answers[answer]:.0%}"


def bayes_table(tables: Mapping[str, Tables], measure: str) -> str:
    heading = [f"{PM} against"]
    for source in tables:
        heading += [f"data sets {HEADINGS[source].lower()}", "left", "rope", "right"]
    rows = [heading]
    for method in DRAWN:
        row = [method]
        for of in tables.values():
            test = sign_test(of, measure, method)
            row += [" / ".join(map(str, test.counts)), *(f"{share:.1%}" for share in test.wins)]
        rows.append(row)
    return region(f"Bayesian sign tests in {MEASURES[measure].title}", markdown_table(rows, 1), numbers=True)


BAYES_YOURSELF = """\
## For your own results

```pycon
>>> from monfknn_ref.evaluation import bayesian_sign_test, heat_map
>>> test = bayesian_sign_test([0.93, 0.91, 0.66, 0.97], [0.92, 0.86, 0.61, 0.97], rope=0.01, samples=2000)
>>> test.counts
Regions(left=0, rope=2, right=2)
>>> heat_map(test, "mine", "theirs").svg().startswith("<svg")
True

```

`python -m monfknn_ref reproduce bayes --stored --charts .` writes larger ones,
against all seven methods; `python docs/tools/write.py comparisons` writes this page."""
