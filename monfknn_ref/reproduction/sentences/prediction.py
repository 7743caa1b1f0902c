"""Sections 5.1 and 5.2: FkNN, PM and AM beside each other; accuracy and MAE of the eight methods."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.reproduction.audit_in_print import best_in, bold_in
from monfknn_ref.reproduction.findings import EXACT, Finding
from monfknn_ref.reproduction.sentences import checks
from monfknn_ref.reproduction.sentences.checks import AM, DRAWN, FKNN, PM, TREES, Tables, mostly, names

# --- Section 5.1 --------------------------------------------------------------------------------------------


def section_5_1(of: Tables) -> Iterator[Finding]:
    say = partial(checks.say, "Section 5.1")
    if of.printed:
        lines = [bold_in(table, name) for table in of.fuzzy.values() for name in table.bold]
        exact = sum(line.verdict == EXACT for line in lines)
        yield say(
            "1.4",
            f"in {exact} of the {len(lines)} lines of Table 4, averages included",
            exact == len(lines),
            because="of all six tables one line does not: Table 6, bostonhousing4cl",
        )
    both = f"PM and AM: {of.means('accuracy', PM, AM)}, {of.means('nmi', PM, AM)}"
    differ = [of.mean(measure, PM) != of.mean(measure, AM) for measure in ("accuracy", "nmi")]
    yield say("2.1", both, *differ)
    yield say("2.2", both, of.better("accuracy", AM, PM), of.better("nmi", PM, AM))
    yield say("2.3", f"PM and AM: {of.means('mae', PM, AM)}", of.better("mae", AM, PM))
    best, tied = of.best_on("fuzzy", "accuracy", AM)
    shown = f"on {len(best)} of {len(PAPER_TABLE)}, {tied} of them tied"
    yield say("3.1", shown, len(best) > len(PAPER_TABLE) / 2, otherwise="half")
    better, equal, worse = of.wins("nmi", PM, AM)
    gaps = {name: float(row[AM] - row[PM]) for name, row in of.fuzzy["nmi"].cells.items() if name in better}
    largest = sorted(gaps, key=lambda name: -gaps[name])[:2]
    yield say(
        "3.2",
        f"better on {len(better)}, equal on {len(equal)}, worse on {len(worse)} ({names(worse)}); "
        f"the largest gaps are on {' and '.join(largest)}",
        len(better) >= 10,
        set(largest) == {"windsorhousing", "machineCPU"},
        otherwise="ties-as-wins" if len(better) + len(equal) >= 10 else "not-everywhere",
        because="cells that print alike may differ beyond the fourth decimal" if equal and of.printed else "",
    )
    three = "FkNN, PM and AM: " + "; ".join(of.means(measure, FKNN, PM, AM) for measure in MEASURES)
    all_better = [of.better(measure, one, FKNN) for measure in MEASURES for one in (PM, AM)]
    yield say("3.3", three, *all_better)
    yield say("3.4", three, *all_better)
    yield say("3.5", f"FkNN and PM: {of.means('nmi', FKNN, PM)}", of.better("nmi", PM, FKNN))
    alone, over = {}, {}
    for measure in ("accuracy", "mae"):
        table = of.fuzzy[measure]
        alone[measure] = sum(best_in(table, name) == [FKNN] for name in table.cells)
        over[measure] = len(of.wins(measure, FKNN, PM)[0])
    yield say(
        "3.6",
        "; ".join(
            f"{MEASURES[measure].title}: best of the three on {count}, better than PM on {over[measure]}"
            for measure, count in alone.items()
        ),
        *(number <= 3 for number in alone.values()),
        because="the bold cells count those on which FkNN is best of the three",
    )
    over_pm, over_am = (of.wins("nmi", FKNN, one)[0] for one in (PM, AM))
    yield say(
        "3.7",
        f"FkNN has the lower NMI than PM on {len(over_pm)} data sets ({names(over_pm)}), than AM on "
        f"{len(over_am)} ({names(over_am)})",
        not over_pm,
        not over_am,
    )
    yield from tests_against_fknn(of, all_better)


def tests_against_fknn(of: Tables, all_better: list[bool]) -> Iterator[Finding]:
    say = partial(checks.say, "Section 5.1")
    tests = {(measure, one): of.signed_ranks(measure, one) for measure in MEASURES for one in (PM, AM)}
    rejected = {key for key, test in tests.items() if test.p_value <= 0.1 and test.r_plus > test.r_minus}
    of_pm, of_am = (
        ", ".join(f"{MEASURES[measure].title} {tests[measure, one].p_value:.4f}" for measure in MEASURES)
        for one in (PM, AM)
    )
    shown = f"{len(rejected)} of 6 reject at 0.1; p of PM: {of_pm}; of AM: {of_am}"
    yield say("4.1", shown, *(key in rejected for key in tests))
    yield say("4.3", f"p: {of_am}", ("accuracy", AM) in rejected, ("mae", AM) in rejected)
    coarse = "the printed p are lower; four decimals of NMI do not determine them"
    yield say(
        "4.4",
        f"p of PM {tests['nmi', PM].p_value:.4f}, of AM {tests['nmi', AM].p_value:.4f}",
        ("nmi", PM) in rejected,
        ("nmi", AM) in rejected,
        because=coarse if of.printed else "",
    )
    shown = f"better on average in {sum(all_better)} of 6 comparisons, significantly in {len(rejected)}"
    yield say("4.5", shown, all(all_better), len(rejected) == 6)


def explanations_5_1() -> Iterator[Finding]:
    for sentence in ("5.1", "5.2", "5.3"):
        yield checks.untested("Section 5.1", sentence, "no run separates the parts of the method")


# --- Section 5.2 --------------------------------------------------------------------------------------------


def section_5_2(of: Tables) -> Iterator[Finding]:
    yield from ranking_in_accuracy(of)
    yield from heat_maps_of_accuracy(of)
    yield from ranking_in_mae(of)
    yield from heat_maps_of_mae(of)


def ranking_in_accuracy(of: Tables) -> Iterator[Finding]:
    say = partial(checks.say, "Section 5.2")
    first, second, third = of.in_order("accuracy")[:3]
    averages = f"best averages: {of.listed('accuracy', [first, second, third])}"
    margin = of.mean("accuracy", first) - of.mean("accuracy", second)
    yield say("2.3", averages, first == PM)
    yield say("2.4", f"{averages}; the margin is {margin:.4f}", first == PM)
    best, tied = of.best_on("state", "accuracy", PM)
    shown = f"best on {len(best)} ({names(best)}), {tied} of them tied"
    yield say("2.5", shown, len(best) == 5, "balance" in best)
    rank, rank_of_pmdt = of.rank("accuracy", PM), of.rank("accuracy", "PMDT")
    shown = f"{averages}; mean ranks: PM {rank:.2f}, PMDT {rank_of_pmdt:.2f}"
    yield say("2.6", shown, second == "PMDT")
    best, tied = of.best_on("state", "accuracy", "PMDT")
    yield say("2.7", f"best on {names(best)}, {tied} of them tied", best == ["bostonhousing4cl"])
    by_rank = of.by_rank("accuracy")
    yield say("3.3", of.ranks_of("accuracy", by_rank[:3]), by_rank[0] == PM)
    at_5, at_10 = of.told_apart("accuracy"), of.told_apart("accuracy", 0.1)
    others = {one for one in of.state["accuracy"].methods if one not in (PM, "PMDT")}
    shown = f"Holm's procedure tells {names(at_5)} from PM at 0.05, and {len(at_10)} of 7 at 0.1"
    yield say("3.4", shown, set(at_5) == others, "PMDT" in at_10, otherwise="holm")
    shown = f"{rank_of_pmdt - rank:.4f} ranks, p {of.p_value('accuracy', 'PMDT'):.4f}"
    yield say("3.5", shown, rank_of_pmdt > rank)
    best_tree = min(TREES, key=of.in_order("accuracy").index)
    yield say("4.2", of.listed("accuracy", TREES), best_tree == "PMDT")


def heat_maps_of_accuracy(of: Tables) -> Iterator[Finding]:
    say, shown = partial(checks.say, "Section 5.2"), partial(of.regions_of, "accuracy")
    regions = {method: of.regions("accuracy", method) for method in DRAWN}
    mknn, osdl, olm, monmlp, pmdt = regions.values()
    on_the_right = [part for one in (mknn, osdl, olm, monmlp) for part in mostly(one, "right")]
    yield say("5.1", shown(*DRAWN), *on_the_right)
    least = of.in_order("accuracy")[-1]
    clearest = olm.right == max(found.right for found in regions.values())
    yield say("5.2", f"{shown('OLM')}; least accurate on average: {least}", clearest, least != "OLM")
    few = [0 < one.rope < one.right for one in (mknn, osdl)]
    yield say("5.3", f"in the rope: MkNN {mknn.rope}, OSDL {osdl.rope}", *few)
    yield say("5.4", shown("MonMLP"), 0 < monmlp.left < monmlp.right)
    yield say("5.5", shown("PMDT"), *mostly(pmdt, "rope"))
    yield say("5.6", shown("PMDT"), pmdt.right > pmdt.left)
    yield say("5.7", f"left {pmdt.left} of {len(PAPER_TABLE)} data sets", pmdt.left <= 1)


def ranking_in_mae(of: Tables) -> Iterator[Finding]:
    say = partial(checks.say, "Section 5.2")
    order = of.in_order("mae")
    best, tied = of.best_on("state", "mae", PM)
    yield say(
        "6.3",
        f"lowest averages: {of.listed('mae', order[:2])}; best on {len(best)} ({names(best)}), "
        f"{tied} of them tied",
        order[0] == PM,
        len(best) == 4,
    )
    cells = {name: of.state["mae"].cells[name] for name in ("LEV", "wisconsin")}
    gaps = {name: float(row[PM] - min(row.values())) for name, row in cells.items()}
    yield say(
        "6.4",
        ", ".join(f"{name}: {gap:.4f} above the best" for name, gap in gaps.items()),
        *(gap <= 0.01 for gap in gaps.values()),
        because="near means within the paper's rope, 0.01",
    )
    by_rank = of.by_rank("mae")
    at_5, at_10 = of.told_apart("mae"), of.told_apart("mae", 0.1)
    shown = f"{of.ranks_of('mae', by_rank[:3])}; Holm's procedure tells {names(at_5)} from PM at 0.05"
    yield say("7.2", shown, by_rank[0] == PM, len(at_5) >= 6, otherwise="holm")
    p, p_in_accuracy = of.p_value("mae", "PMDT"), of.p_value("accuracy", "PMDT")
    shown = f"p {p:.4f}; at 0.1 Holm's procedure tells {len(at_10)} of 7 from PM"
    yield say("7.3", shown, "PMDT" not in at_5, "PMDT" in at_10, otherwise="holm")
    in_mae, in_accuracy = (
        of.ranks[measure].ranks["PMDT"] - of.ranks[measure].ranks[PM] for measure in ("mae", "accuracy")
    )
    broken = "the printed difference exists only through the two ties that were broken"
    yield say(
        "7.4",
        f"{float(in_mae):.4f} ranks in MAE and {float(in_accuracy):.4f} in accuracy; "
        f"p {p:.5f} and {p_in_accuracy:.5f}",
        in_mae > in_accuracy,
        otherwise="broken-ties",
        because=broken if of.printed else "",
    )


def heat_maps_of_mae(of: Tables) -> Iterator[Finding]:
    say, shown = partial(checks.say, "Section 5.2"), partial(of.regions_of, "mae")
    regions = {method: of.regions("mae", method) for method in DRAWN}
    mknn, osdl, olm, monmlp, pmdt = regions.values()
    on_the_right = [method for method, one in regions.items() if one.right > max(one.left, one.rope)]
    yield say("8.2", shown(*DRAWN), len(on_the_right) > len(DRAWN) / 2)
    clearest = olm.right == max(found.right for found in regions.values())
    yield say("8.3", shown("OLM"), clearest, olm.right >= len(PAPER_TABLE) - 1)
    yield say("8.4", f"left: MkNN {mknn.left}, OSDL {osdl.left}", mknn.left == 0, osdl.left == 0)
    yield say("8.5", shown("MonMLP"), 0 < monmlp.left < monmlp.right)
    yield say("8.6", shown("PMDT"), *mostly(pmdt, "rope"))
    yield say("8.7", shown("PMDT"), pmdt.right > pmdt.left, pmdt.left <= 1)
