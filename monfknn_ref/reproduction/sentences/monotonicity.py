"""Section 5.3: NMI of the eight methods, and the summary of the comparison."""

from __future__ import annotations

from collections.abc import Iterator

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.reproduction.audit_cells import best_in
from monfknn_ref.reproduction.findings import (
    RECOMPUTED,
    SUPPORTED,
    UNDETERMINED,
    Finding,
)
from monfknn_ref.reproduction.sentences.checks import (
    AM,
    DRAWN,
    PM,
    TREES,
    Tables,
    mostly,
    names,
    regions_text,
    say,
    untested,
    with_verdict,
)


def section_5_3(of: Tables) -> Iterator[Finding]:
    yield from averages_of_nmi(of)
    yield from ranking_in_nmi(of)
    yield from heat_maps_of_nmi(of)
    yield from summary_of_all(of)


def averages_of_nmi(of: Tables) -> Iterator[Finding]:
    where = "Section 5.3"
    order = of.in_order("nmi")
    means = ", ".join(f"{one} {of.mean('nmi', one):.4f}" for one in order)
    others = [one for one in order if one not in TREES]
    yield say(
        where,
        "1.3",
        "The methods are close in NMI",
        f"averages: {means}",
        len(of.told_apart("nmi")) < 4,
        because="close means that Holm's procedure tells fewer than half of the methods from PM",
    )
    yield say(
        where,
        "1.4",
        "The decision trees are the least monotonic",
        f"averages: {means}",
        max(of.mean("nmi", one) for one in others) < min(of.mean("nmi", tree) for tree in TREES),
    )
    yield say(
        where,
        "1.5",
        "MID is the least monotonic of all, PMDT the most monotonic tree",
        f"averages: {means}",
        order[-1] == "MID",
        min(TREES, key=order.index) == "PMDT",
    )
    yield say(
        where,
        "1.6",
        "OLM and MonMLP are better than PMDT, but not near the best",
        f"averages: {means}",
        of.better("nmi", "OLM", "PMDT"),
        of.better("nmi", "MonMLP", "PMDT"),
    )
    yield say(
        where,
        "1.7",
        "PM, MkNN and OSDL are alike",
        f"averages: {means}",
        set(order[:3]) == {PM, "MkNN", "OSDL"},
    )
    yield say(
        where,
        "1.8",
        "PM and OSDL are best on average",
        f"averages: {means}",
        set(order[:2]) == {PM, "OSDL"},
    )
    table = of.state["nmi"]
    shared = {name: len(best_in(table, name)) for name in ("artiset", "wisconsin")}
    near = {name: sum(float(cell) <= 0.0001 for cell in table.cells[name].values()) for name in shared}
    yield say(
        where,
        "1.9",
        "On artiset and wisconsin almost all methods are as good",
        ", ".join(f"{name}: {near[name]} of 8 have at most 0.0001" for name in shared),
        *(number >= 6 for number in near.values()),
    )
    harder = [name for name in table.cells if name not in shared]
    winners = sorted({one for name in harder for one in best_in(table, name)}, key=table.methods.index)
    yield say(
        where,
        "1.10",
        "On the other data sets different methods are best",
        f"{len(winners)} methods are best on one of them at least: {names(winners)}",
        len(winners) > 2,
    )


def ranking_in_nmi(of: Tables) -> Iterator[Finding]:
    where = "Section 5.3"
    by_rank = sorted(of.state["nmi"].methods, key=lambda one: of.rank("nmi", one))
    yield say(
        where,
        "2.2",
        "PM has the best mean rank in NMI, barely",
        of.ranks_of("nmi", by_rank[:3]),
        by_rank[0] == PM,
    )
    told = of.told_apart("nmi")
    same = ("OSDL", "MkNN", "MonMLP", "OLM")
    yield say(
        where,
        "2.3",
        "OSDL, MkNN, MonMLP and OLM do not differ significantly from PM in NMI",
        f"Holm's procedure tells {names(told)} from PM at 0.05",
        *(method not in told for method in same),
    )
    trees = say(
        where,
        "2.4",
        "All decision trees differ significantly from PM in NMI",
        f"Holm's procedure on the cells tells {names(told)} from PM at 0.05",
        *(tree in told for tree in TREES),
        otherwise="four-decimals",
    )
    if of.evidence == RECOMPUTED and trees.verdict != SUPPORTED:
        trees = with_verdict(
            trees, UNDETERMINED, "the printed ranks tell all three; the cells are too coarse"
        )
    yield trees
    yield say(
        where,
        "2.5",
        "PMDT, the best tree, is behind the best methods in NMI",
        f"averages: PMDT {of.mean('nmi', 'PMDT'):.4f}, best {of.mean('nmi', of.in_order('nmi')[0]):.4f}; "
        f"mean ranks: PMDT {of.rank('nmi', 'PMDT'):.2f}, PM {of.rank('nmi', PM):.2f}",
        of.rank("nmi", "PMDT") == min(of.rank("nmi", tree) for tree in TREES),
        of.rank("nmi", "PMDT") > of.rank("nmi", PM),
    )


def heat_maps_of_nmi(of: Tables) -> Iterator[Finding]:
    where = "Section 5.3"
    regions = {method: of.regions("nmi", method) for method in DRAWN}
    yield say(
        where,
        "3.2",
        "The heat maps of NMI say what the ranks say",
        "; ".join(f"{method}: {regions_text(found)}" for method, found in regions.items()),
        *mostly(regions["PMDT"], "right"),
        *(regions[one].rope >= max(regions[one]) for one in ("MkNN", "OSDL", "MonMLP")),
    )
    yield say(
        where,
        "3.3",
        "PM is superior to PMDT in NMI",
        f"PMDT: {regions_text(regions['PMDT'])}",
        *mostly(regions["PMDT"], "right"),
    )
    yield say(
        where,
        "3.4",
        "PM is better than OLM in NMI",
        f"OLM: {regions_text(regions['OLM'])}",
        *mostly(regions["OLM"], "right"),
    )
    yield say(
        where,
        "3.5",
        "PM and OLM share the rope, and OLM has hardly anything on the left",
        f"OLM: {regions_text(regions['OLM'])}",
        regions["OLM"].rope > 0,
        regions["OLM"].left <= 1,
    )
    close = ("MkNN", "OSDL", "MonMLP")
    shown = "; ".join(f"{one}: {regions_text(regions[one])}" for one in close)
    yield say(
        where,
        "3.6",
        "Against MkNN, OSDL and MonMLP all three regions have a large part",
        shown,
        *(min(regions[one]) >= 2 for one in close),
    )
    shift = say(
        where,
        "3.7",
        "Against MkNN and OSDL the distributions lean to the right, with the bulk in the rope",
        "; ".join(f"{one}: {regions_text(regions[one])}" for one in ("MkNN", "OSDL")),
        *(regions[one].right > regions[one].left for one in ("MkNN", "OSDL")),
        *(regions[one].rope > max(regions[one].left, regions[one].right) for one in ("MkNN", "OSDL")),
    )
    if of.evidence == RECOMPUTED and shift.verdict != SUPPORTED:
        reason = "a difference to MkNN on the edge of the rope, 0.0001, may belong to the right"
        shift = with_verdict(shift, UNDETERMINED, reason, "four-decimals")
    yield shift
    yield say(
        where,
        "3.8",
        "So PM and these three are about equivalent in NMI",
        shown,
        *(regions[one].rope >= max(regions[one]) for one in close),
    )


def summary_of_all(of: Tables) -> Iterator[Finding]:
    where = "Section 5.3"
    told = {measure: of.told_apart(measure) for measure in ("accuracy", "mae")}
    yield say(
        where,
        "4.1",
        "PM is significantly better than almost all methods in accuracy and MAE",
        f"Holm's procedure tells from PM: in accuracy {names(told['accuracy'])}; in MAE {names(told['mae'])}",
        of.in_order("accuracy")[0] == PM and of.in_order("mae")[0] == PM,
        *(len(found) >= 6 for found in told.values()),
        otherwise="holm",
    )
    nmi = of.in_order("nmi")
    yield say(
        where,
        "4.2",
        "PM is the most monotonic method, together with OSDL",
        ", ".join(f"{one} {of.mean('nmi', one):.4f}" for one in nmi[:3]),
        set(nmi[:2]) == {PM, "OSDL"},
    )
    yield say(
        where,
        "4.3",
        "PM is better than PMDT, not significantly in accuracy and MAE, but by far in NMI",
        "PM and PMDT: " + "; ".join(of.means(measure, PM, "PMDT") for measure in MEASURES),
        of.better("accuracy", PM, "PMDT") and "PMDT" not in told["accuracy"],
        of.better("mae", PM, "PMDT") and "PMDT" not in told["mae"],
        of.better("nmi", PM, "PMDT"),
    )
    first = {measure: of.in_order(measure)[0] for measure in MEASURES}
    yield say(
        where,
        "4.4",
        "So PM is the best method overall",
        "best averages: "
        + ", ".join(f"{MEASURES[m].title} {one} {of.mean(m, one):.4f}" for m, one in first.items())
        + f"; PM's NMI {of.mean('nmi', PM):.4f}",
        *(of.mean(measure, one) == of.mean(measure, PM) for measure, one in first.items()),
    )
    pmdt = of.in_order("accuracy").index("PMDT") + 1
    yield say(
        where,
        "5.4",
        "The trees, PMDT above all, are accurate but break monotonicity more often",
        f"PMDT is number {pmdt} of 8 in accuracy; NMI of the trees: "
        + ", ".join(f"{tree} {of.mean('nmi', tree):.4f}" for tree in TREES)
        + f"; of PM {of.mean('nmi', PM):.4f}",
        pmdt <= 3,
        *(of.better("nmi", PM, tree) for tree in TREES),
    )
    yield say(
        where,
        "5.6",
        "MonFkNN can be chosen to be more accurate or more monotonic",
        f"PM and AM: {of.means('accuracy', PM, AM)}, {of.means('nmi', PM, AM)}",
        of.better("accuracy", AM, PM),
        of.better("nmi", PM, AM),
    )
    cells = {
        name: (of.state["accuracy"].cells[name][one], of.state["nmi"].cells[name][one], one)
        for name, one in (("artiset", "OSDL"), ("bostonhousing4cl", "OSDL"), ("balance", "MkNN"))
    }
    gains = {
        name: float(of.state["accuracy"].cells[name][PM] - accuracy)
        for name, (accuracy, _, _) in cells.items()
    }
    shown = ", ".join(
        f"{one} on {name} {float(accuracy):.4f} with NMI {float(nmi_cell):.4f}"
        for name, (accuracy, nmi_cell, one) in cells.items()
    )
    yield say(
        where,
        "5.2",
        "Some methods, as OSDL, give up accuracy for monotonicity",
        f"OSDL: {of.means('accuracy', 'OSDL')}, {of.means('nmi', 'OSDL')}; "
        f"PM: {of.means('accuracy', PM)}, {of.means('nmi', PM)}",
        of.better("accuracy", PM, "OSDL"),
        of.mean("nmi", "OSDL") <= of.mean("nmi", PM),
        because="OSDL's low accuracies may come from a defect of the program, not from the method: see 5.3",
    )
    yield say(
        where,
        "5.3",
        "Examples are OSDL on artiset and bostonhousing4cl and MkNN on balance",
        shown,
        *(gain > 0.01 for gain in gains.values()),
        *(float(nmi_cell) < 0.00005 for _, nmi_cell, _ in cells.values()),
        because="on balance PM is more accurate and more monotonic than MkNN; OSDL's two cells agree with a "
        "program that cut values to whole numbers, so they may say little about the method",
    )


def explanations_5_3() -> Iterator[Finding]:
    where = "Section 5.3"
    yield untested(
        where, "2.6", "The trees are less monotonic because they are built greedily", "no run tests it"
    )
    yield untested(
        where, "5.1", "PM does well because it sacrifices none of the three aims", "no run tests the reason"
    )
