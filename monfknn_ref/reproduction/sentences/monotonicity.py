"""Section 5.3: NMI of the eight methods, and the summary of the comparison."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.reproduction.audit_in_print import best_in
from monfknn_ref.reproduction.findings import SUPPORTED, UNDETERMINED, Finding
from monfknn_ref.reproduction.sentences import checks
from monfknn_ref.reproduction.sentences.checks import AM, DRAWN, PM, TREES, Tables, mostly, names

say = partial(checks.say, "Section 5.3")


def section_5_3(of: Tables) -> Iterator[Finding]:
    yield from averages_of_nmi(of)
    yield from ranking_in_nmi(of)
    yield from heat_maps_of_nmi(of)
    yield from summary_of_all(of)
    yield from examples(of)


def averages_of_nmi(of: Tables) -> Iterator[Finding]:
    order = of.in_order("nmi")
    averages = f"averages: {of.listed('nmi', order)}"
    others = [one for one in order if one not in TREES]
    close = "close means that Holm's procedure tells fewer than half of the methods from PM"
    yield say("1.3", averages, len(of.told_apart("nmi")) < 4, because=close)
    highest = max(of.mean("nmi", one) for one in others)
    yield say("1.4", averages, highest < min(of.mean("nmi", tree) for tree in TREES))
    yield say("1.5", averages, order[-1] == "MID", min(TREES, key=order.index) == "PMDT")
    yield say("1.6", averages, *(of.better("nmi", one, "PMDT") for one in ("OLM", "MonMLP")))
    yield say("1.7", averages, set(order[:3]) == {PM, "MkNN", "OSDL"})
    yield say("1.8", averages, set(order[:2]) == {PM, "OSDL"})
    table = of.state["nmi"]
    shared = {name: len(best_in(table, name)) for name in ("artiset", "wisconsin")}
    near = {name: sum(float(cell) <= 0.0001 for cell in table.cells[name].values()) for name in shared}
    shown = ", ".join(f"{name}: {number} of 8 have at most 0.0001" for name, number in near.items())
    yield say("1.9", shown, *(number >= 6 for number in near.values()))
    harder = [name for name in table.cells if name not in shared]
    winners = sorted({one for name in harder for one in best_in(table, name)}, key=table.methods.index)
    shown = f"{len(winners)} methods are best on one of them at least: {names(winners)}"
    yield say("1.10", shown, len(winners) > 2)


def ranking_in_nmi(of: Tables) -> Iterator[Finding]:
    by_rank, told = of.by_rank("nmi"), of.told_apart("nmi")
    yield say("2.2", of.ranks_of("nmi", by_rank[:3]), by_rank[0] == PM)
    same = [method not in told for method in ("OSDL", "MkNN", "MonMLP", "OLM")]
    yield say("2.3", f"Holm's procedure tells {names(told)} from PM at 0.05", *same)
    shown = f"Holm's procedure on the cells tells {names(told)} from PM at 0.05"
    trees = say("2.4", shown, *(tree in told for tree in TREES), otherwise="four-decimals")
    if of.printed and trees.verdict != SUPPORTED:
        coarse = "the printed ranks tell all three; the cells are too coarse"
        trees = replace(trees, verdict=UNDETERMINED, reason=coarse)
    yield trees
    best, rank, rank_of_pmdt = of.in_order("nmi")[0], of.rank("nmi", PM), of.rank("nmi", "PMDT")
    yield say(
        "2.5",
        f"averages: PMDT {of.mean('nmi', 'PMDT'):.4f}, best {of.mean('nmi', best):.4f}; "
        f"mean ranks: PMDT {rank_of_pmdt:.2f}, PM {rank:.2f}",
        rank_of_pmdt == min(of.rank("nmi", tree) for tree in TREES),
        rank_of_pmdt > rank,
    )


def heat_maps_of_nmi(of: Tables) -> Iterator[Finding]:
    shown = partial(of.regions_of, "nmi")
    mknn, osdl, olm, monmlp, pmdt = (of.regions("nmi", method) for method in DRAWN)
    close, names_of_close = (mknn, osdl, monmlp), ("MkNN", "OSDL", "MonMLP")
    in_the_rope = [one.rope >= max(one) for one in close]
    yield say("3.2", shown(*DRAWN), *mostly(pmdt, "right"), *in_the_rope)
    yield say("3.3", shown("PMDT"), *mostly(pmdt, "right"))
    yield say("3.4", shown("OLM"), *mostly(olm, "right"))
    yield say("3.5", shown("OLM"), olm.rope > 0, olm.left <= 1)
    yield say("3.6", shown(*names_of_close), *(min(one) >= 2 for one in close))
    shift = say(
        "3.7",
        shown("MkNN", "OSDL"),
        *(one.right > one.left for one in (mknn, osdl)),
        *(one.rope > max(one.left, one.right) for one in (mknn, osdl)),
    )
    if of.printed and shift.verdict != SUPPORTED:
        reason = "a difference to MkNN on the edge of the rope, 0.0001, may belong to the right"
        shift = replace(shift, verdict=UNDETERMINED, reason=reason, cause="four-decimals")
    yield shift
    yield say("3.8", shown(*names_of_close), *in_the_rope)


def summary_of_all(of: Tables) -> Iterator[Finding]:
    told = {measure: of.told_apart(measure) for measure in ("accuracy", "mae")}
    first = {measure: of.in_order(measure)[0] for measure in MEASURES}
    yield say(
        "4.1",
        f"Holm's procedure tells from PM: in accuracy {names(told['accuracy'])}; in MAE {names(told['mae'])}",
        first["accuracy"] == PM and first["mae"] == PM,
        *(len(found) >= 6 for found in told.values()),
        otherwise="holm",
    )
    nmi = of.in_order("nmi")
    yield say("4.2", of.listed("nmi", nmi[:3]), set(nmi[:2]) == {PM, "OSDL"})
    yield say(
        "4.3",
        "PM and PMDT: " + "; ".join(of.means(measure, PM, "PMDT") for measure in MEASURES),
        *(of.better(measure, PM, "PMDT") and "PMDT" not in told[measure] for measure in told),
        of.better("nmi", PM, "PMDT"),
    )
    averages = ", ".join(
        f"{MEASURES[measure].title} {of.listed(measure, [one])}" for measure, one in first.items()
    )
    yield say(
        "4.4",
        f"best averages: {averages}; PM's NMI {of.mean('nmi', PM):.4f}",
        *(of.mean(measure, one) == of.mean(measure, PM) for measure, one in first.items()),
    )
    pmdt = of.in_order("accuracy").index("PMDT") + 1
    yield say(
        "5.4",
        f"PMDT is number {pmdt} of 8 in accuracy; NMI of the trees: {of.listed('nmi', TREES)}; "
        f"of PM {of.mean('nmi', PM):.4f}",
        pmdt <= 3,
        *(of.better("nmi", PM, tree) for tree in TREES),
    )
    both = f"PM and AM: {of.means('accuracy', PM, AM)}, {of.means('nmi', PM, AM)}"
    yield say("5.6", both, of.better("accuracy", AM, PM), of.better("nmi", PM, AM))


def examples(of: Tables) -> Iterator[Finding]:
    """Methods that give up accuracy for monotonicity."""
    yield say(
        "5.2",
        f"OSDL: {of.means('accuracy', 'OSDL')}, {of.means('nmi', 'OSDL')}; "
        f"PM: {of.means('accuracy', PM)}, {of.means('nmi', PM)}",
        of.better("accuracy", PM, "OSDL"),
        of.mean("nmi", "OSDL") <= of.mean("nmi", PM),
        because="OSDL's low accuracies may come from a defect of the program, not from the method: see 5.3",
    )
    shown, gains, indices = [], [], []
    for name, method in (("artiset", "OSDL"), ("bostonhousing4cl", "OSDL"), ("balance", "MkNN")):
        accuracies, nmi = of.state["accuracy"].cells[name], float(of.state["nmi"].cells[name][method])
        shown.append(f"{method} on {name} {float(accuracies[method]):.4f} with NMI {nmi:.4f}")
        gains.append(float(accuracies[PM] - accuracies[method]))
        indices.append(nmi)
    yield say(
        "5.3",
        ", ".join(shown),
        *(gain > 0.01 for gain in gains),
        *(nmi < 0.00005 for nmi in indices),
        because="on balance PM is more accurate and more monotonic than MkNN; OSDL's two cells agree with a "
        "program that cut values to whole numbers, so they may say little about the method",
    )


def explanations_5_3() -> Iterator[Finding]:
    yield checks.untested("Section 5.3", "2.6", "no run tests it")
    yield checks.untested("Section 5.3", "5.1", "no run tests the reason")
