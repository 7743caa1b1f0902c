"""The tables of the pages "Methods compared" and "Bayesian sign tests", and what they come to in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from monfknn_ref.evaluation.bayesian_sign import Regions
from monfknn_ref.evaluation.effect_sizes import critical_difference, groups_within
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.paper_tables import STATE
from monfknn_ref.reproduction.sentences.checks import DRAWN, PM, Tables
from tools import stored
from tools.figures.comparisons import effect, sign_test
from tools.pages import region

HEADINGS = {"print": "In print", "runs": "On our runs"}


# --- Methods compared -------------------------------------------------------------------------------------


def ranks(measure: str) -> str:
    """What the mean ranks say, from both sources."""
    return " ".join(ranks_in_words(source, of, measure) for source, of in stored.compared().items())


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


def effects_in_words(measure: str) -> str:
    """Which intervals stay clear of 0, and whether both sources say so."""
    tables = stored.compared()
    methods = [one for one in STATE[measure].methods if one != PM]
    words, both = [], methods
    for source, of in tables.items():
        clear = [one for one in methods if effect(of, measure, one).low > 0]
        behind = [one for one in methods if effect(of, measure, one).high < 0]
        said = f"{HEADINGS[source]}, the interval lies above 0 against {in_words(clear)}"
        words.append(said + (f" and below 0 against {in_words(behind)}" if behind else ""))
        both = [one for one in both if one in clear]
    return f"{'; '.join(words).replace('; On', '; on')}. Both agree on {in_words(both)}."


def effects(measure: str) -> str:
    """What the differences come to, and all of them."""
    return f"{effects_in_words(measure)}\n\n{effects_table(measure)}"


def effects_table(measure: str) -> str:
    tables = stored.compared()
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


def in_words(methods: list[str]) -> str:
    """
    >>> in_words(["OLM", "MID", "RDMT"]), in_words([])
    ('OLM, MID and RDMT', 'none')
    """
    if not methods:
        return "none"
    return ", ".join(methods[:-1]) + f" and {methods[-1]}" if len(methods) > 1 else methods[0]


# --- Bayesian sign tests ----------------------------------------------------------------------------------


def bayes_in_words(source: str, measure: str) -> str:
    """Which comparisons are decided at 95 %, and what is left open."""
    of = stored.compared()[source]
    wins = {method: sign_test(of, measure, method).wins for method in DRAWN}
    said = []
    for side, words in (("right", "better than"), ("rope", "equal to"), ("left", "worse than")):
        methods = [method for method, one in wins.items() if getattr(one, side) >= 0.95]
        if methods:
            said.append(f"{words} {in_words(methods)}")
    still_open = [f"{method} ({likeliest(method, one)})" for method, one in wins.items() if max(one) < 0.95]
    decided = f"With a probability of 95 % or more, {PM} is {' and '.join(said)}."
    if not said:
        decided = "Nothing is decided at 95 %."
    return f"{decided} Open, with the likeliest answer: {', '.join(still_open)}."


def likeliest(method: str, wins: Regions) -> str:
    """
    >>> likeliest("OLM", Regions(0.1, 0.7, 0.2))
    'no difference 70%'
    """
    answers = dict(zip((f"{method} better", "no difference", "PM better"), wins))
    answer = max(answers, key=answers.__getitem__)
    return f"{answer} {answers[answer]:.0%}"


def bayes_table(measure: str) -> str:
    tables = stored.compared()
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


TABLES: Mapping[str, Callable[[], str]] = {
    **{f"ranks {measure}": partial(ranks, measure) for measure in MEASURES},
    **{f"effects {measure}": partial(effects, measure) for measure in MEASURES},
    **{
        f"bayes {measure} {source}": partial(bayes_in_words, source, measure)
        for measure in MEASURES
        for source in HEADINGS
    },
    **{f"bayes {measure}": partial(bayes_table, measure) for measure in MEASURES},
}
"""What the two pages ask for."""
