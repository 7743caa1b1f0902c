"""Sections 5.1 and 5.2: FkNN, PM and AM beside each other; accuracy and MAE of the eight methods."""

from __future__ import annotations

from collections.abc import Iterator

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.reproduction.audit_cells import best_in, bold_in
from monfknn_ref.reproduction.findings import (
    EXACT,
    RECOMPUTED,
    Finding,
)
from monfknn_ref.reproduction.sentences.checks import (
    AM,
    DRAWN,
    FKNN,
    PM,
    TREES,
    Tables,
    mostly,
    names,
    regions_text,
    say,
    untested,
)

# --- Section 5.1 --------------------------------------------------------------------------------------------


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


# --- Section 5.2 --------------------------------------------------------------------------------------------


def section_5_2(of: Tables) -> Iterator[Finding]:
    yield from ranking_in_accuracy(of)
    yield from heat_maps_of_accuracy(of)
    yield from ranking_in_mae(of)
    yield from heat_maps_of_mae(of)


def ranking_in_accuracy(of: Tables) -> Iterator[Finding]:
    where = "Section 5.2"
    first, second, third = of.in_order("accuracy")[:3]
    order = ", ".join(f"{one} {of.mean('accuracy', one):.4f}" for one in (first, second, third))
    margin = of.mean("accuracy", first) - of.mean("accuracy", second)
    yield say(where, "2.3", "PM is more accurate than all others", f"best averages: {order}", first == PM)
    yield say(
        where,
        "2.4",
        "PM has the best average accuracy, by a wide margin",
        f"best averages: {order}; the margin is {margin:.4f}",
        first == PM,
    )
    best, tied = of.best_on("state", "accuracy", PM)
    yield say(
        where,
        "2.5",
        "PM is best on 5 data sets, balance among them",
        f"best on {len(best)} ({names(best)}), {tied} of them tied",
        len(best) == 5,
        "balance" in best,
    )
    yield say(
        where,
        "2.6",
        "PMDT is second in accuracy, and the only one that comes close",
        f"best averages: {order}; mean ranks: PM {of.rank('accuracy', PM):.2f}, "
        f"PMDT {of.rank('accuracy', 'PMDT'):.2f}",
        second == "PMDT",
    )
    best, tied = of.best_on("state", "accuracy", "PMDT")
    yield say(
        where,
        "2.7",
        "PMDT is best on one data set only, bostonhousing4cl",
        f"best on {names(best)}, {tied} of them tied",
        best == ["bostonhousing4cl"],
    )
    by_rank = sorted(of.state["accuracy"].methods, key=lambda one: of.rank("accuracy", one))
    yield say(
        where,
        "3.3",
        "PM has the best mean rank in accuracy",
        of.ranks_of("accuracy", by_rank[:3]),
        by_rank[0] == PM,
    )
    at_5, at_10 = of.told_apart("accuracy"), of.told_apart("accuracy", 0.1)
    others = [one for one in of.state["accuracy"].methods if one not in (PM, "PMDT")]
    yield say(
        where,
        "3.4",
        "All but PMDT differ significantly from PM, and PMDT would at 0.1",
        f"Holm's procedure tells {names(at_5)} from PM at 0.05, and {len(at_10)} of 7 at 0.1",
        set(at_5) == set(others),
        "PMDT" in at_10,
        otherwise="holm",
    )
    yield say(
        where,
        "3.5",
        "The distance between PM's and PMDT's ranks is large",
        f"{of.rank('accuracy', 'PMDT') - of.rank('accuracy', PM):.4f} ranks, "
        f"p {of.p_value('accuracy', 'PMDT'):.4f}",
        of.rank("accuracy", "PMDT") > of.rank("accuracy", PM),
    )
    best_tree = min(TREES, key=of.in_order("accuracy").index)
    yield say(
        where,
        "4.2",
        "PMDT is the best of the decision trees",
        ", ".join(f"{tree} {of.mean('accuracy', tree):.4f}" for tree in TREES),
        best_tree == "PMDT",
    )


def heat_maps_of_accuracy(of: Tables) -> Iterator[Finding]:
    where = "Section 5.2"
    regions = {method: of.regions("accuracy", method) for method in DRAWN}
    shown = "; ".join(f"{method}: {regions_text(found)}" for method, found in regions.items())
    yield say(
        where,
        "5.1",
        "The heat maps have most in the right region for all methods but PMDT",
        shown,
        *(part for method in DRAWN if method != "PMDT" for part in mostly(regions[method], "right")),
    )
    yield say(
        where,
        "5.2",
        "OLM's heat map is the clearest, though OLM is not the least accurate",
        f"OLM: {regions_text(regions['OLM'])}; least accurate on average: {of.in_order('accuracy')[-1]}",
        regions["OLM"].right == max(found.right for found in regions.values()),
        of.in_order("accuracy")[-1] != "OLM",
    )
    yield say(
        where,
        "5.3",
        "MkNN and OSDL are equivalent to PM in a few cases",
        f"in the rope: MkNN {regions['MkNN'].rope}, OSDL {regions['OSDL'].rope}",
        0 < regions["MkNN"].rope < regions["MkNN"].right,
        0 < regions["OSDL"].rope < regions["OSDL"].right,
    )
    yield say(
        where,
        "5.4",
        "MonMLP is more accurate on a few data sets, PM on most",
        f"MonMLP: {regions_text(regions['MonMLP'])}",
        0 < regions["MonMLP"].left < regions["MonMLP"].right,
    )
    yield say(
        where,
        "5.5",
        "Most of PMDT's heat map lies in the rope",
        f"PMDT: {regions_text(regions['PMDT'])}",
        *mostly(regions["PMDT"], "rope"),
    )
    yield say(
        where,
        "5.6",
        "It leans to the right, to PM",
        f"PMDT: {regions_text(regions['PMDT'])}",
        regions["PMDT"].right > regions["PMDT"].left,
    )
    yield say(
        where,
        "5.7",
        "Almost nothing speaks for PMDT",
        f"left {regions['PMDT'].left} of {len(PAPER_TABLE)} data sets",
        regions["PMDT"].left <= 1,
    )


def ranking_in_mae(of: Tables) -> Iterator[Finding]:
    where = "Section 5.2"
    order = of.in_order("mae")
    best, tied = of.best_on("state", "mae", PM)
    yield say(
        where,
        "6.3",
        "PM has the lowest MAE on average and on 4 data sets",
        f"lowest averages: {order[0]} {of.mean('mae', order[0]):.4f}, {order[1]} "
        f"{of.mean('mae', order[1]):.4f}; best on {len(best)} ({names(best)}), {tied} of them tied",
        order[0] == PM,
        len(best) == 4,
    )
    gaps = {
        name: float(row[PM] - min(row.values()))
        for name, row in of.state["mae"].cells.items()
        if name in ("LEV", "wisconsin")
    }
    yield say(
        where,
        "6.4",
        "Where another method is best, PM is near, as on LEV and wisconsin",
        ", ".join(f"{name}: {gap:.4f} above the best" for name, gap in gaps.items()),
        *(gap <= 0.01 for gap in gaps.values()),
        because="near means within the paper's rope, 0.01",
    )
    by_rank = sorted(of.state["mae"].methods, key=lambda one: of.rank("mae", one))
    at_5, at_10 = of.told_apart("mae"), of.told_apart("mae", 0.1)
    yield say(
        where,
        "7.2",
        "PM has the best mean rank in MAE and differs significantly from almost all",
        f"{of.ranks_of('mae', by_rank[:3])}; Holm's procedure tells {names(at_5)} from PM at 0.05",
        by_rank[0] == PM,
        len(at_5) >= 6,
        otherwise="holm",
    )
    yield say(
        where,
        "7.3",
        "PMDT does not differ significantly at 0.05, but does at 0.1",
        f"p {of.p_value('mae', 'PMDT'):.4f}; at 0.1 Holm's procedure tells {len(at_10)} of 7 from PM",
        "PMDT" not in at_5,
        "PMDT" in at_10,
        otherwise="holm",
    )
    distance = {m: of.ranks[m] for m in ("accuracy", "mae")}
    by_measure = {
        measure: test.mean_ranks[test.names.index("PMDT")] - test.mean_ranks[test.names.index(PM)]
        for measure, test in distance.items()
    }
    yield say(
        where,
        "7.4",
        "PMDT's rank is farther from PM's in MAE than in accuracy, and its p smaller",
        f"{float(by_measure['mae']):.4f} ranks in MAE and {float(by_measure['accuracy']):.4f} in accuracy; "
        f"p {of.p_value('mae', 'PMDT'):.5f} and {of.p_value('accuracy', 'PMDT'):.5f}",
        by_measure["mae"] > by_measure["accuracy"],
        otherwise="broken-ties",
        because="the printed difference exists only through the two ties that were broken"
        if of.evidence == RECOMPUTED
        else "",
    )


def heat_maps_of_mae(of: Tables) -> Iterator[Finding]:
    where = "Section 5.2"
    regions = {method: of.regions("mae", method) for method in DRAWN}
    right = [method for method in DRAWN if regions[method].right > max(regions[method][:2])]
    yield say(
        where,
        "8.2",
        "Most heat maps of MAE have most in the right region",
        "; ".join(f"{method}: {regions_text(found)}" for method, found in regions.items()),
        len(right) > len(DRAWN) / 2,
    )
    yield say(
        where,
        "8.3",
        "OLM's is the clearest, nearly all of it on the right",
        f"OLM: {regions_text(regions['OLM'])}",
        regions["OLM"].right == max(found.right for found in regions.values()),
        regions["OLM"].right >= len(PAPER_TABLE) - 1,
    )
    yield say(
        where,
        "8.4",
        "MkNN and OSDL are nowhere better than PM by more than the rope",
        f"left: MkNN {regions['MkNN'].left}, OSDL {regions['OSDL'].left}",
        regions["MkNN"].left == 0,
        regions["OSDL"].left == 0,
    )
    yield say(
        where,
        "8.5",
        "PM is better than MonMLP, which is better in some cases",
        f"MonMLP: {regions_text(regions['MonMLP'])}",
        0 < regions["MonMLP"].left < regions["MonMLP"].right,
    )
    yield say(
        where,
        "8.6",
        "PM and PMDT are equivalent in MAE",
        f"PMDT: {regions_text(regions['PMDT'])}",
        *mostly(regions["PMDT"], "rope"),
    )
    yield say(
        where,
        "8.7",
        "Yet PM is better than PMDT on an important part of the data sets, and almost nowhere worse",
        f"PMDT: {regions_text(regions['PMDT'])}",
        regions["PMDT"].right > regions["PMDT"].left,
        regions["PMDT"].left <= 1,
    )
