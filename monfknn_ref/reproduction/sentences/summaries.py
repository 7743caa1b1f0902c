"""Abstract, introduction, method, framework and conclusion; and references that lead elsewhere."""

from __future__ import annotations

import math
from collections.abc import Iterator

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.reproduction.findings import (
    CONTRADICTED,
    INFERRED,
    Finding,
)
from monfknn_ref.reproduction.sentences.checks import (
    AM,
    FKNN,
    PM,
    Tables,
    say,
    untested,
)


def summaries(of: Tables) -> Iterator[Finding]:
    told = {measure: of.told_apart(measure) for measure in ("accuracy", "mae")}
    nmi = of.in_order("nmi")
    matching = of.mean("nmi", PM) <= of.mean("nmi", nmi[0]) + 0.0001
    best = f"lowest NMI on average: {nmi[0]} {of.mean('nmi', nmi[0]):.4f}"
    if nmi[0] != PM:
        best += f"; {PM} {of.mean('nmi', PM):.4f}"
    significant = f"Holm's procedure tells {len(told['accuracy'])} of 7 methods from PM in accuracy"
    first = of.in_order("accuracy")[0]
    yield say(
        "Abstract",
        "1.5",
        "MonFkNN is significantly more accurate and matches the best monotonicity",
        f"{significant}; {best}",
        first == PM,
        len(told["accuracy"]) == 7,
        matching,
        otherwise="holm",
    )
    yield say(
        "Section 1",
        "10.3",
        "MonFkNN is more accurate than 7 methods and keeps the best monotonicity",
        f"best accuracy on average: {first} {of.mean('accuracy', first):.4f}; {best}",
        first == PM,
        matching,
    )
    yield say(
        "Section 6",
        "2.1",
        "PM stands out in monotonicity and AM in accuracy",
        f"PM and AM: {of.means('accuracy', PM, AM)}, {of.means('nmi', PM, AM)}",
        of.better("accuracy", AM, PM),
        of.better("nmi", PM, AM),
    )
    yield say(
        "Section 6",
        "2.2",
        "MonFkNN is significantly better than the others in accuracy and MAE and matches the best NMI",
        f"{significant} and {len(told['mae'])} of 7 in MAE; {best}",
        of.in_order("accuracy")[0] == PM and of.in_order("mae")[0] == PM,
        all(len(found) == 7 for found in told.values()),
        matching,
        otherwise="holm",
    )
    yield say(
        "Section 3.4",
        "3.1",
        "The experiments show the differences between MonFkNN and FkNN",
        "FkNN, PM and AM: " + "; ".join(of.means(measure, FKNN, PM, AM) for measure in MEASURES),
        *(of.better(measure, one, FKNN) for measure in MEASURES for one in (PM, AM)),
    )


def framework() -> Iterator[Finding]:
    shares = [float(row.comparable_pairs) for row in PAPER_TABLE.values()]
    mean = math.fsum(shares) / len(shares)
    yield say(
        "Section 4",
        "1.9",
        "On average a third of all pairs of rows is comparable",
        f"the mean of the printed shares is {mean:.2f} %",
        abs(mean - 100 / 3) < 1,
    )
    why = "the tables have one value of the parameter only"
    yield untested("Section 3.2", "14.8", "RCr = 0.5 is a good choice: stable, and it performs better", why)
    yield untested("Section 3.3", "9.8", "pOR = 0.5 is a good balance", why)


def references() -> Iterator[Finding]:
    """Slips that no number is needed for."""
    yield Finding(
        "Two subsections treat prediction and monotonicity",
        "Section 5.3 and Section 5.3",
        "Section 5.2 and Section 5.3",
        CONTRADICTED,
        "the text names Section 5.3 twice",
        "Section 5",
        "reference",
        INFERRED,
        "1.3",
    )
    yield Finding(
        "The heat map against PMDT",
        "Figure 1 (d)",
        "Figure 1 (e)",
        CONTRADICTED,
        "Figure 1 (d) is against MonMLP",
        "Section 5.2",
        "reference",
        INFERRED,
        "5.5",
    )
