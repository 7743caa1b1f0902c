"""The numbers in sentences that were written by hand: each is computed again from the stored results."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))

from tools import stored  # noqa: E402
from tools.figures import draws  # noqa: E402
from tools.figures.comparisons import SAMPLES  # noqa: E402
from tools.figures.mistakes import KINDS, kinds_of_families  # noqa: E402
from tools.figures.study_maps import idle_changes  # noqa: E402
from tools.pages import audit, made_with, studies  # noqa: E402
from tools.pages.noise import TURN, percent  # noqa: E402

from monfknn_ref.evaluation.effect_sizes import critical_difference  # noqa: E402
from monfknn_ref.evaluation.measures import MEASURES  # noqa: E402
from monfknn_ref.evaluation.methods import METHODS  # noqa: E402
from monfknn_ref.evaluation.results import TableCell  # noqa: E402
from monfknn_ref.readings import AUTHORS, PAPER  # noqa: E402
from monfknn_ref.reproduction.benchmark_report import LEGEND  # noqa: E402
from monfknn_ref.reproduction.comparison import cells_of, folds_cells, sources_of  # noqa: E402
from monfknn_ref.reproduction.findings import ASSUMED, CAUSES, CONTRADICTED, RERUN, Finding  # noqa: E402
from monfknn_ref.reproduction.paper_tables import FUZZY, STATE  # noqa: E402
from monfknn_ref.reproduction.sentences.noise import slope_of  # noqa: E402
from monfknn_ref.reproduction.studies import (  # noqa: E402
    CONFIGURATIONS,
    GRID,
    SMALLEST,
    Setting,
    changes_from,
    chosen,
    setting_of,
)
from monfknn_ref.reproduction.study_tables import best_of, changed_cells, in_words  # noqa: E402


def listed(words: Iterable[object]) -> str:
    *first, last = map(str, words)
    return f"{', '.join(first)} and {last}" if first else last


def counted(names: Iterable[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in Counter(names).most_common())


# --- The audit --------------------------------------------------------------------------------------------


def in_verdicts(findings: list[Finding]) -> str:
    return listed(audit.in_verdicts(findings).split(", "))


def audit_in_short() -> Iterator[str]:
    findings = stored.findings()
    printed = [finding for finding in findings if not audit.is_of_runs(finding)]
    tables = audit.statements()
    wrong = [finding for finding in tables if finding.verdict == CONTRADICTED]
    causes = audit.by_cause(wrong)
    yield f"Of {len(tables)} numbers and bold lines held against the printed cells"
    yield f"the verdicts are {in_verdicts(tables)}."
    yield f"The {len(wrong)} contradictions have {len(causes)} causes: " + "; ".join(
        f"[{cause.title}](#{cause.id}) ({len(of)})" for cause, of in causes.items()
    )
    text = [finding for finding in printed if finding.sentence and finding.where != "Section 5.4"]
    yield f"Of {len(text)} statements of the text outside the study of noise"
    yield f"the verdicts are {in_verdicts(text)}."
    again = [finding for finding in findings if finding.evidence == RERUN and finding.sentence]
    others = sum(finding.cause == "other-data" for finding in again)
    yield f"{others} of them get [another verdict](#other-verdicts)."
    noise = [finding for finding in again if finding.where == "Section 5.4"]
    yield f"Our runs judge {len(noise)} sentences: {in_verdicts(noise)}."
    yield f"Of the latter: {CAUSES['not-shown'].words}"


def averages_on_our_runs() -> Iterator[str]:
    ours = stored.compared()["runs"]
    assert {ours.in_order(measure)[0] for measure in STATE} == {"MonFkNN-PM"}
    yield "Best on average in all three measures is MonFkNN-PM."
    farthest = []
    for measure, table in STATE.items():
        ratios = {one: ours.mean(measure, one) / float(table.averages[one]) for one in table.methods}
        method = max(ratios, key=lambda one: abs(math.log(ratios[one])))
        means = f"{ours.mean(measure, method):.4f}, in print {table.averages[method]}"
        farthest.append(f"{MEASURES[measure].title} of {method} ({means})")
    yield f"The averages that differ most from print are {', '.join(farthest)}, and"


def audited_cells() -> Iterator[str]:
    results = stored.results()
    fuzzy = [cell for table in FUZZY.values() for cell in cells_of(table, results)]
    apart = audit.outside(fuzzy)
    yield f"Of the {len(fuzzy)} cells of FkNN, MonFkNN-PM and MonFkNN-AM (Table 4), {len(fuzzy) - len(apart)} lie"
    yield f"The others by method: {counted(cell.method for cell in apart)}. "
    yield f"Outside two spreads in Table 4: {named(apart)}."
    cells = []
    for measure, table in STATE.items():
        sources = sources_of(table, results).values()
        there = [cell for cell in cells_of(table, results) if cell.method in sources]
        within = len(there) - len(audit.outside(there))
        yield f"{within} of {len(there)} in {MEASURES[measure].title}"
        cells += there
    apart = audit.outside(cells)
    yield f"Of the {len(cells)} accuracy, MAE and NMI cells of the eight methods, {len(cells) - len(apart)} lie"
    yield f"The others by method: {counted(cell.method for cell in apart)}. "
    once = {
        (METHODS[cell.method].column, cell.dataset, cell.measure): cell for cell in folds_cells(results)
    }  # of two runs for one column, the one that repeats the defect behind it
    equal = sum(cell.is_equal for cell in once.values())
    yield f"{equal} of {len(once)} printed cells come out digit for digit"
    assumed = sum(finding.evidence == ASSUMED for finding in stored.findings())
    yield f"Results on bostonhousing4cl and machineCPU, {assumed} cells, rest on"


def named(cells: list[TableCell]) -> str:
    """The cells by method and data set, in words."""
    found: dict[str, list[str]] = {}
    for cell in cells:
        found.setdefault(f"{cell.method} on {cell.dataset}", []).append(MEASURES[cell.measure].title)
    return "; ".join(f"{where} ({', '.join(measures)})" for where, measures in found.items())


# --- Methods compared, the benchmark, mistakes ------------------------------------------------------------


def comparisons() -> Iterator[str]:
    told = [sum(len(of.told_apart(measure)) for measure in MEASURES) for of in stored.compared().values()]
    yield f"With eight methods a difference of {critical_difference(8, 12):.2f} mean ranks is needed"
    yield f"Holm's procedure decides {told[0]} of 21 in print and {told[1]} of 21 on our runs"


def bayesian_tests() -> Iterator[str]:
    yield f"each triangle shows {SAMPLES:,} samples of it"


def benchmark() -> Iterator[str]:
    yield LEGEND[1:]


def mistakes() -> Iterator[str]:
    found = stored.mistakes()
    rows, families = found["mistakes"], found["families"]
    alone = sum(set(row["caught"]) == {row["family"]} for row in rows)
    few = Counter(row["kind"] for row in rows if len(row["caught"]) <= 3)
    small = {name for name, kind in kinds_of_families().items() if kind == "small_sets"}
    unseen = sum(not small & set(row["caught"]) for row in rows)
    caught = Counter(family for row in rows for family in row["caught"])
    most = max(families, key=lambda family: caught[family])
    yield f"holds {len(rows)} implementations of MonFkNN"
    yield f"which of the {len(families)} [families of cases]"
    yield f"The {len(small)} families of small sets, on the left, miss {unseen} of the {len(rows)} mistakes"
    yield f"For {alone} of the mistakes, the family aimed at the mistake is the only one"
    kinds = ", ".join(f"{number} about {KINDS[kind]}" for kind, number in few.most_common())
    yield f"For {sum(few.values())} of them, at most three families do: {kinds}."
    yield f"The family `{most}` catches the most mistakes: {caught[most]}."
    yield f"The run asked up to {found['count']} cases of each family."
    yield f"It left out cases with more than {found['rows']} rows"


# --- Noise ------------------------------------------------------------------------------------------------


def noise() -> Iterator[str]:
    curves = stored.curves()
    details = curves.results.details
    yield f"Run on {curves.points} of {curves.dataset} under the reading `{details['reading']}`:"
    yield f"{curves.seeds} seeds, {details['folds']} folds, {len(curves.levels)} noise levels from"
    yield f"from {curves.levels[0]} to {curves.levels[-1]} %, methods {', '.join(curves.methods)}."
    yield f"The stored numbers were made by {made_with(curves.results.made_by[0])}."
    gaps = curves.gaps("accuracy")
    lowest = min(range(len(gaps)), key=lambda i: gaps[i].mean)
    yield f"In accuracy they are {gaps[0].with_error(4)} apart without noise,"
    yield f"{gaps[lowest].with_error(4)} with {curves.levels[lowest]} %,"
    yield f"and {gaps[-1].with_error(4)} with {curves.levels[-1]} %."
    counts = draws.stored()["noise"]
    shown = draws.typical(counts, draws.STUDIES["noise"].compared)
    worse = draws.typical(counts, ("FkNN wrong", "MonFkNN-PM wrong")).larger
    yield f"All four show draw {shown.draw} of {shown.of} (`--seed {shown.draw}`):"
    yield f"than MonFkNN-PM in {shown.larger} of the {shown.of} draws, FkNN in {worse}."


def why_noise() -> Iterator[str]:
    effects, curves = stored.effects(), stored.curves()
    quarter, half = (effects["levels"].index(level) for level in (TURN, 50))
    steeper, others = [], []
    turn = curves.levels.index(TURN)
    for method in curves.methods:
        values = [value.mean for value in curves.means(method, "accuracy")]
        before = slope_of(curves.levels[: turn + 1], values[: turn + 1])
        after = slope_of(curves.levels[turn:], values[turn:])
        (steeper if after < before else others).append(method)
    yield f"From a quarter on, {', '.join(steeper)} lose faster than before; {', '.join(others)} does not."
    yield f"those that {effects['seeds']} seeds draw from the built-in points"
    yield f"These are one artificial set, {effects['seeds']} seeds and ten folds"
    ours = effects["labels"][quarter]["MonFkNN-PM"]
    yield f"With {TURN} % noise it mends {percent(ours['repaired'])} of all labels"
    yield f"and spoils {percent(ours['spoiled'])} that were right, so that {percent(ours['wrong after'])} stay"
    kept = effects["noisy rows"][quarter]
    yield f"keeps {kept['membership of the given class']:.2f} of its membership for that label on average"
    yield f"and {kept['membership of the true class']:.2f} goes to its true class"
    valid = {
        who: [percent(effects["ranges"][i][who]["holds the true class"]) for i in (quarter, half)]
        for who in ("given", "MonFkNN-PM", "relabeled")
    }
    yield f"is {valid['given'][0]} at {TURN} % noise and {valid['given'][1]} at 50 %."
    yield f"After MonFkNN-PM's training it falls from {' to '.join(valid['MonFkNN-PM'])}."
    yield f"ever more often wrong: {' and '.join(valid['relabeled'])}."
    most = {name: f"{share:.3f}" for name, share in effects["accuracy"][half].items()}
    yield f"leaves an accuracy of {most['without both']}."
    yield f"to {most['without shared memberships']} or {most['without the range']}, both together to"
    yield f"both together to {most['MonFkNN-PM']}:"
    yield f"gets {most['without both, relabeled']} with half of the labels wrong, and MkNN itself {most['MkNN']}:"
    yield f"Without the range it is more accurate at {ahead('without the range')} % noise,"
    yield f"relabeled rows with its vote are at {ahead('without both, relabeled')} % noise."


def ahead(variant: str) -> str:
    """The levels at which a variant is more accurate than MonFkNN-PM."""
    by_level = zip(stored.effects()["levels"], stored.effects()["accuracy"])
    return listed(level for level, found in by_level if found[variant] > found["MonFkNN-PM"])


# --- The studies ------------------------------------------------------------------------------------------


def readings_compared() -> Iterator[str]:
    readings, ties = stored.study("readings"), stored.study("ties")
    yield f"the same {readings.partitions} partitions into {readings.details['folds']} folds"
    yield readings.command
    yield ties.command
    for name in CONFIGURATIONS:
        yield clear_differences(name)
        yield most_moved(name)
    idle = [one for one in idle_changes("PM") if one in idle_changes("AM")]
    yield f"Nothing at all changes with {listed(f'`{change.name}`' for change in idle)}."
    of_rule = studies.tie_rule_lines()
    yield f"- {of_rule['lower']}, with `lower`, the rule of `PAPER`;"
    yield f"- {of_rule['upper']}, with `upper`;"
    yield f"- {of_rule['coin']}, with `coin`, the rule of `AUTHORS`."
    gain = ties.difference("PM, coin", "PM, lower", studies.NOISY, "accuracy")
    yield f"The coin has no bias and gains {gain.signed(3)} in accuracy over `lower`"
    lower, upper = (
        readings.overall(Setting("PM", (), replace(PAPER, median_gap=rule)).name, "bias").signed(3)
        for rule in ("lower", "upper")
    )
    yield f"PM errs by {lower} classes with `lower` and {upper} with `upper`, on average"


def clear_differences(name: str) -> str:
    readings = stored.study("readings")
    paper, authors = Setting(name).name, Setting(name, (), AUTHORS).name
    counts = [
        sum(readings.difference(authors, paper, dataset, measure).is_clear for dataset in readings.datasets)
        for measure in MEASURES
    ]
    words = ", ".join(f"{count} in {of.word}" for count, of in zip(counts, MEASURES.values()))
    return f"- {name}: the two readings differ clearly on {words}, of {len(readings.datasets)} sets each."


def most_moved(name: str) -> str:
    readings = stored.study("readings")
    moved = {
        change.name: sum(map(len, changed_cells(readings, name, change).values()))
        for change in changes_from(PAPER)
    }
    most = sorted(moved, key=lambda change: -moved[change])[:4]
    words = ", ".join(f"`{change}` ({moved[change]})" for change in most)
    return f"- {name}: most of the {len(readings.datasets) * len(MEASURES)} cells are moved by {words}."


def what_to_choose() -> Iterator[str]:
    readings, ties, sensitivity = map(stored.study, ("readings", "ties", "sensitivity"))
    paper = {name: Setting(name).name for name in CONFIGURATIONS}
    authors = {name: Setting(name, (), AUTHORS).name for name in CONFIGURATIONS}
    excluded = {
        name: Setting(name, (), replace(PAPER, coincident="excluded")).name for name in CONFIGURATIONS
    }
    apart = [readings.overall_difference(authors[one], paper[one], "accuracy").mean for one in CONFIGURATIONS]
    yield f"its accuracy is within {max(map(abs, apart)):.4f} of that of `AUTHORS`"
    nmi = {name: f"{readings.overall(paper[name], 'nmi').mean:.5f}" for name in CONFIGURATIONS}
    right = {name: f"{readings.overall(paper[name], 'accuracy').mean:.3f}" for name in CONFIGURATIONS}
    yield f"PM has an NMI of {nmi['PM']} and an accuracy of {right['PM']} on average, AM {nmi['AM']} and {right['AM']}."
    half, above, mixed = "PM, lower", "PM RCr=0.51, lower", "AM, lower"
    noisy = {name: f"{ties.mean(name, studies.NOISY, 'nmi').mean:.5f}" for name in (half, above, mixed)}
    yield f"more accurate by {ties.difference(mixed, above, studies.NOISY, 'accuracy').signed(3)} than PM at its best"
    yield f"with an NMI of {noisy[mixed]} against {noisy[above]}"
    yield f"changes the accuracy by {ties.difference(above, half, studies.NOISY, 'accuracy').signed(3)}"
    yield f"and the NMI from {noisy[half]} to {noisy[above]}."
    little = sensitivity.overall_difference(setting_of("PM", RCr=0.51).name, paper["PM"], "accuracy")
    yield f"it does not pay: the accuracy changes by {little.signed(4)} on average"
    fewer, as_right, less_right = (
        readings.overall_difference(excluded[name], paper[name], measure).signed(digits)
        for name, measure, digits in (("PM", "nmi", 5), ("PM", "accuracy", 4), ("AM", "accuracy", 4))
    )
    yield f"Excluding it changes PM's NMI by {fewer} and its accuracy by {as_right} on average."
    yield f"In AM it costs accuracy: {less_right}."
    best = {one: best_of(sensitivity, sensitivity.datasets, one, "accuracy") for one in CONFIGURATIONS}
    settings = [f"{in_words(best[name].name, name)} in {name}" for name in CONFIGURATIONS]
    gains = [best[name].honest.signed(4) for name in CONFIGURATIONS]
    yield f"of all that were tried, {' and '.join(settings)}, changes"
    yield f"the accuracy by {' and '.join(gains)} on average"


def sensitivity() -> Iterator[str]:
    measured = stored.study("sensitivity")
    for name, values in GRID.items():
        yield f"- {name}: {', '.join(map(str, values))}"
    yield f"All {len(measured.runs)} settings get the same {measured.partitions} partitions"
    yield f"into {measured.details['folds']} folds"
    yield measured.command
    for name in CONFIGURATIONS:
        by_set = {one: best_of(measured, [one], name, "accuracy") for one in measured.datasets}
        most = max(by_set, key=lambda dataset: by_set[dataset].honest.mean)
        little = sum(best.honest.mean < 0.01 for best in by_set.values())
        gain, setting = by_set[most].honest.signed(3), in_words(by_set[most].name, name)
        yield f"**{name} on single sets:** most is gained on {most}, {gain} in accuracy with {setting}."
        yield f"with {setting}. On {little} of the {len(by_set)} sets less than 0.01 can be gained."
    paper, above = chosen("PM").name, setting_of("PM", RCr=0.51).name
    for measure, of in MEASURES.items():
        found = [measured.difference(above, paper, dataset, measure) for dataset in measured.datasets]
        clear = [of.sign * one.mean > 0 for one in found if one.is_clear]
        mean = measured.overall_difference(above, paper, measure).signed(of.digits)
        yield f"{of.word} changes by {mean} on average"
        yield f"{mean} on average (sets clearly better: {clear.count(True)}, clearly worse: {clear.count(False)})"


def learning_curves() -> Iterator[str]:
    measured = stored.study("learning")
    yield f"In each of {measured.partitions} draws the rows of a data set are shuffled."
    yield f"learn from the first {SMALLEST}, {2 * SMALLEST}, {4 * SMALLEST}, ... of the others"
    yield measured.command
    few, also, every, still = (
        studies.lead(measured, method, "FkNN", "accuracy", place).signed(3)
        for place in (0, -1)
        for method in ("MonFkNN-PM", "MonFkNN-AM")
    )
    yield f"With {SMALLEST} rows PM is ahead of FkNN by {few} in accuracy and AM by {also};"
    yield f"with all rows by {every} and {still}. With up to {2 * SMALLEST} rows"


# --- On the pages -----------------------------------------------------------------------------------------

SENTENCES: Mapping[str, list[Callable[[], Iterator[str]]]] = {
    "audit": [audit_in_short, averages_on_our_runs, audited_cells],
    "comparisons": [comparisons],
    "bayesian-tests": [bayesian_tests],
    "benchmark": [benchmark],
    "mistakes": [mistakes],
    "noise": [noise],
    "why-noise": [why_noise],
    "readings-compared": [readings_compared, what_to_choose],
    "sensitivity": [sensitivity],
    "learning-curves": [learning_curves],
}


def not_said(text: str, page: str) -> list[str]:
    """The sentences, or parts of them, that the text of a page lacks."""
    words = " ".join(text.split())
    return [part for make in SENTENCES[page] for part in make() if part.strip() not in words]


@pytest.mark.parametrize("page", SENTENCES)
def test_sentences_have_the_numbers_of_the_stored_results(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert not_said(text, page) == []


def test_another_number_is_noticed() -> None:
    text = (ROOT / "docs" / "why-noise.md").read_text(encoding="utf-8")
    [part] = not_said(text.replace("20.7 % stay", "20.8 % stay"), "why-noise")
    assert part.endswith("so that 20.7 % stay")
