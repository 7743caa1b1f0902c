"""Section 5.1: PM, AM and FkNN."""

from __future__ import annotations

from collections.abc import Iterator

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.reproduction.audit_bold import best_in, bold_in
from monfknn_ref.reproduction.findings import (
    EXACT,
    RECOMPUTED,
    Finding,
)
from monfknn_ref.reproduction.sentences.checks import (
    AM,
    FKNN,
    PM,
    Tables,
    names,
    say,
    untested,
)


def section_5_1(of: Tables) -> Iterator[Finding]:
    where = "Section 5.1"
    accuracy, nmi = (of.means(measure, PM, AM) for measure in ("accuracy", "nmi"))
    if of.evidence == RECOMPUTED:
        lines = [bold_in(table, name) for table in of.fuzzy.values() for name in table.bold]
        exact = sum(line.verdict == EXACT for line in lines)
        yield say(
            where,
            "1.4",
            "Bold type marks the best result of each data set and measure",
            f"in {exact} of the {len(lines)} lines of Table 4, averages included",
            exact == len(lines),
            because="of all six tables one line does not: Table 6, bostonhousing4cl",
        )
    yield say(
        where,
        "2.1",
        "PM and AM differ",
        f"PM and AM: {accuracy}, {nmi}",
        of.mean("accuracy", PM) != of.mean("accuracy", AM),
        of.mean("nmi", PM) != of.mean("nmi", AM),
    )
    yield say(
        where,
        "2.2",
        "AM is more accurate on average, PM more monotonic",
        f"PM and AM: {accuracy}, {nmi}",
        of.better("accuracy", AM, PM),
        of.better("nmi", PM, AM),
    )
    yield say(
        where,
        "2.3",
        "AM has the lower MAE on average, by little",
        f"PM and AM: {of.means('mae', PM, AM)}",
        of.better("mae", AM, PM),
    )
    best, tied = of.best_on("fuzzy", "accuracy", AM)
    half = len(PAPER_TABLE) / 2
    yield say(
        where,
        "3.1",
        "AM is the most accurate of the three on more than half of the data sets",
        f"on {len(best)} of {len(PAPER_TABLE)}, {tied} of them tied",
        len(best) > half,
        otherwise="half",
    )
    better, equal, worse = of.wins("nmi", PM, AM)
    gaps = {name: float(row[AM] - row[PM]) for name, row in of.fuzzy["nmi"].cells.items() if name in better}
    largest = sorted(gaps, key=lambda name: -gaps[name])[:2]
    yield say(
        where,
        "3.2",
        "PM has the better NMI than AM on 10 of 12 data sets, by much on windsorhousing and machineCPU",
        f"better on {len(better)}, equal on {len(equal)}, worse on {len(worse)} ({names(worse)}); "
        f"the largest gaps are on {' and '.join(largest)}",
        len(better) >= 10,
        set(largest) == {"windsorhousing", "machineCPU"},
        otherwise="ties-as-wins" if len(better) + len(equal) >= 10 else "not-everywhere",
        because="cells that print alike may differ beyond the fourth decimal"
        if equal and of.evidence == RECOMPUTED
        else "",
    )
    measures = "; ".join(of.means(measure, FKNN, PM, AM) for measure in MEASURES)
    all_better = [of.better(measure, one, FKNN) for measure in MEASURES for one in (PM, AM)]
    yield say(where, "3.3", "MonFkNN improves on FkNN", f"FkNN, PM and AM: {measures}", *all_better)
    yield say(
        where,
        "3.4",
        "PM and AM are both better than FkNN on average in each measure",
        f"FkNN, PM and AM: {measures}",
        *all_better,
    )
    yield say(
        where,
        "3.5",
        "PM is far more monotonic than FkNN",
        f"FkNN and PM: {of.means('nmi', FKNN, PM)}",
        of.better("nmi", PM, FKNN),
    )
    counted = []
    for measure in ("accuracy", "mae"):
        alone = [name for name in of.fuzzy[measure].cells if best_in(of.fuzzy[measure], name) == [FKNN]]
        counted.append((measure, alone, of.wins(measure, FKNN, PM)[0]))
    yield say(
        where,
        "3.6",
        "FkNN is better on only 3 data sets in accuracy and in MAE",
        "; ".join(
            f"{MEASURES[measure].title}: best of the three on {len(alone)}, better than PM on {len(over)}"
            for measure, alone, over in counted
        ),
        *(len(alone) <= 3 for _, alone, _ in counted),
        because="the bold cells count those on which FkNN is best of the three",
    )
    over = {one: of.wins("nmi", FKNN, one)[0] for one in (PM, AM)}
    yield say(
        where,
        "3.7",
        "FkNN is nowhere more monotonic than MonFkNN",
        f"FkNN has the lower NMI than PM on {len(over[PM])} data sets ({names(over[PM])}), than AM on "
        f"{len(over[AM])} ({names(over[AM])})",
        not over[PM],
        not over[AM],
    )
    tests = {(measure, one): of.signed_ranks(measure, one) for measure in MEASURES for one in (PM, AM)}
    rejected = {key for key, test in tests.items() if test.p_value <= 0.1 and test.r_plus > test.r_minus}
    p_values = {
        one: ", ".join(f"{MEASURES[measure].title} {tests[measure, one].p_value:.4f}" for measure in MEASURES)
        for one in (PM, AM)
    }
    yield say(
        where,
        "4.1",
        "Wilcoxon's tests show the improvement over FkNN",
        f"{len(rejected)} of 6 reject at 0.1; p of PM: {p_values[PM]}; of AM: {p_values[AM]}",
        *(key in rejected for key in tests),
    )
    yield say(
        where,
        "4.3",
        "AM differs significantly from FkNN in accuracy and MAE at 0.1",
        f"p: {p_values[AM]}",
        ("accuracy", AM) in rejected,
        ("mae", AM) in rejected,
    )
    yield say(
        where,
        "4.4",
        "PM and AM differ significantly from FkNN in NMI, with very low p",
        f"p of PM {tests['nmi', PM].p_value:.4f}, of AM {tests['nmi', AM].p_value:.4f}",
        ("nmi", PM) in rejected,
        ("nmi", AM) in rejected,
        because="the printed p are lower; four decimals of NMI do not determine them"
        if of.evidence == RECOMPUTED
        else "",
    )
    yield say(
        where,
        "4.5",
        "Overall MonFkNN is superior to FkNN",
        f"better on average in {sum(all_better)} of 6 comparisons, significantly in {len(rejected)}",
        all(all_better),
        len(rejected) == 6,
    )


def explanations_5_1() -> Iterator[Finding]:
    where = "Section 5.1"
    why = "no run separates the parts of the method"
    yield untested(where, "5.1", "The differences come from the algorithms", why)
    yield untested(where, "5.2", "Regard for the order explains the better MAE and NMI", why)
    yield untested(where, "5.3", "Care for noisy rows helps the accuracy", why)
