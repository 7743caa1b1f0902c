"""The map of the paper: for each of its numbered parts the page, the command and the stored result here.

A part is a section, an equation, an algorithm or a line of one, a table, or a figure or a panel of one. It
has the number that LaTeX prints and the label that the source gives it, if any; `tests/docs/test_map.py`
compares both with the paper's source. The sentences with a result are findings of the audit; the page takes
them from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

MODULE = "python -m monfknn_ref"
RESULTS = "results.json"
NOISE = "noise.json"
DATA_SETS = "data-sets.json"


@dataclass(frozen=True)
class Link:
    """A page of the documentation and the words that lead to it."""

    text: str
    address: str
    """From the folder of the pages, with an anchor where that helps."""

    @property
    def page(self) -> str:
        """The file of the page."""
        return self.address.split("#")[0]


@dataclass(frozen=True)
class Part:
    """One part of the paper."""

    kind: str
    """One of `KINDS`."""
    name: str
    """As a reader of the paper calls it: Section 3.2, Eq. 6, Algorithm 1, line 13, Table 4, Figure 5 (a)."""
    label: str
    """Its label in the paper's source; empty where it has none."""
    about: str
    links: tuple[Link, ...]
    """The page that treats it, then others that are worth a look."""
    command: str = ""
    """What makes it, or shows it at work; from the folder of the clone."""
    stored: str = ""
    """The file with the results that the page shows; from the folder of the clone."""


KINDS = {
    "section": "Sections",
    "equation": "Equations",
    "algorithm": "Algorithms",
    "table": "Tables",
    "figure": "Figures",
    "panel": "Panels of figures",
    "line": "Lines that the text refers to",
}
"""The kinds of parts, and how the page heads them."""


def reproduce(table: str) -> str:
    return f"{MODULE} reproduce {table} --stored"


def surface(method: str) -> str:
    return f"{MODULE} surface --method {method} --noise 0.35 --out surface.svg"


HOME = Link("Home", "index.md")
ORDER = Link("Order and ranges", "read-along/order-and-ranges.md")
PARENTS = Link("The two parents", "read-along/parents.md")
MEDIANS = Link("Medians", "read-along/medians.md")
MEMBERSHIPS = Link("Memberships", "read-along/memberships.md")
NEIGHBORS = Link("The neighbor rule", "read-along/neighbors.md")
PREDICTION = Link("Prediction", "read-along/prediction.md")
CONFIGURATIONS = Link("Two configurations", "read-along/configurations.md")
DIFFERENCES = Link("Differences from FkNN", "differences-from-fknn.md")
GUARANTEES = Link("Guarantees", "guarantees.md")
FRAMEWORK = Link("Experimental framework", "experimental-framework.md")
AUDIT = Link("The paper, audited", "audit.md")
AUDIT_DATA = Link("The audit's data", "audit-data.md")
AUDIT_TEXT = Link("Sentences, audited", "audit-sentences.md")
BAYES = Link("Bayesian sign tests", "bayesian-tests.md")
COMPARED = Link("Methods compared", "comparisons.md")
NOISE_PAGE = Link("Noise", "noise.md")
WHY_NOISE = Link("Why noise does what it does", "why-noise.md")
SENSITIVITY = Link("Sensitivity", "sensitivity.md")
MKNN = Link("MkNN", "classifiers/mknn.md")
RELABELING = Link("Relabeling", "classifiers/relabeling.md")


def at(link: Link, text: str, anchor: str) -> Link:
    """A place on a page.

    >>> at(AUDIT_DATA, "Table 4", "table-4")
    Link(text="The audit's data: Table 4", address='audit-data.md#table-4')
    """
    return Link(f"{link.text}: {text}", f"{link.address}#{anchor}")


RANKS = {
    measure: (at(AUDIT, "Holm's procedure", "holm"), at(COMPARED, "mean ranks", f"ranks-{measure}"))
    for measure in ("accuracy", "mae", "nmi")
}

SECTIONS = (
    Part("section", "Section 1", "", "Introduction", (HOME, GUARANTEES), MODULE),
    Part("section", "Section 2", "sec:background", "Preliminaries", (ORDER, PARENTS)),
    Part("section", "Section 2.1", "", "Monotonic classification", (ORDER,), MODULE),
    Part(
        "section",
        "Section 2.2",
        "",
        "Monotonic k-NN",
        (PARENTS, MKNN, RELABELING),
        f"{MODULE} evaluate --dataset balance --method MkNN",
    ),
    Part(
        "section",
        "Section 2.3",
        "",
        "Fuzzy k-NN",
        (PARENTS,),
        f"{MODULE} evaluate --dataset balance --method FkNN",
    ),
    Part("section", "Section 3", "sec:monfknn", "Monotonic Fuzzy k-NN", (MEDIANS, GUARANTEES), MODULE),
    Part("section", "Section 3.1", "subs:medians", "From memberships to a class", (MEDIANS,), MODULE),
    Part("section", "Section 3.2", "subs:classMem", "Memberships of training rows", (MEMBERSHIPS,), MODULE),
    Part(
        "section",
        "Section 3.3",
        "subs:memAggr",
        "Aggregation, and the configurations PM and AM",
        (PREDICTION, NEIGHBORS, CONFIGURATIONS),
        f"{MODULE} explain",
    ),
    Part("section", "Section 3.4", "subs:MFKNNvsFKNN", "MonFkNN and FkNN compared", (DIFFERENCES,)),
    Part(
        "section",
        "Section 4",
        "sec:framework",
        "Experimental framework: data sets, methods, measures, tests",
        (FRAMEWORK,),
        f"{MODULE} datasets",
        DATA_SETS,
    ),
    Part(
        "section",
        "Section 5",
        "sec:experiments",
        "Results and analysis",
        (AUDIT, AUDIT_TEXT, AUDIT_DATA),
        f"{MODULE} audit",
        RESULTS,
    ),
    Part(
        "section",
        "Section 5.1",
        "subs:exp-FKNN",
        "PM, AM and FkNN",
        (at(AUDIT_TEXT, "Section 5.1", "section-5-1"), at(AUDIT_DATA, "Table 4", "table-4"), CONFIGURATIONS),
        reproduce("fuzzy"),
        RESULTS,
    ),
    Part(
        "section",
        "Section 5.2",
        "subs:exp-State-acc",
        "The eight methods: accuracy and MAE",
        (
            at(AUDIT_TEXT, "Section 5.2", "section-5-2"),
            at(AUDIT_DATA, "the eight methods", "eight-methods"),
            COMPARED,
        ),
        reproduce("accuracy"),
        RESULTS,
    ),
    Part(
        "section",
        "Section 5.3",
        "subs:exp-State-mon",
        "The eight methods: monotonicity",
        (
            at(AUDIT_TEXT, "Section 5.3", "section-5-3"),
            at(AUDIT_DATA, "Table 10", "table-10"),
            COMPARED,
        ),
        reproduce("nmi"),
        RESULTS,
    ),
    Part(
        "section",
        "Section 5.4",
        "subs:exp-noise",
        "Robustness to noise",
        (at(AUDIT_TEXT, "Section 5.4", "section-5-4"), NOISE_PAGE, WHY_NOISE),
        f"{MODULE} reproduce noise --stored",
        NOISE,
    ),
    Part(
        "section",
        "Section 6",
        "sec:conclusions",
        "Conclusion",
        (at(AUDIT_TEXT, "Section 6", "section-6"), AUDIT, GUARANTEES),
    ),
)


def equation(number: int, label: str, about: str, link: Link) -> Part:
    place = at(link, f"Eq. {number}", f"eq-{number}")
    return Part("equation", f"Eq. {number}", label, about, (place,))


EQUATIONS = (
    equation(1, "eq:knnRange", "the valid range", ORDER),
    equation(2, "eq:probAggr", "FkNN: aggregation", PARENTS),
    equation(3, "eq:probFuzzied", "FkNN: memberships of a training row", PARENTS),
    equation(4, "eq:medianRange", "the median range", MEDIANS),
    equation(5, "eq:probDoubts", "frequencies of duplicated rows", MEMBERSHIPS),
    equation(6, "eq:probMFuzzied", "memberships with the relevance RCr", MEMBERSHIPS),
    equation(7, "eq:probMAggr", "aggregation with the penalty pOR", PREDICTION),
    Part(
        "equation",
        "Section 4, first formula",
        "",
        "the classes of artiset",
        (at(FRAMEWORK, "artiset", "artiset"),),
    ),
    Part("equation", "Section 4, second formula", "", "NMI", (at(FRAMEWORK, "NMI", "nmi"),)),
)


ALGORITHM_PAGES = {1: MEMBERSHIPS, 2: NEIGHBORS, 3: PREDICTION}


def algorithm(number: int, label: str, about: str, command: str) -> Part:
    place = at(ALGORITHM_PAGES[number], f"Algorithm {number}", f"alg-{number}-1")
    in_index = Link(f"Index: Algorithm {number}", f"index-of-lines.md#index-alg-{number}-1")
    return Part("algorithm", f"Algorithm {number}", label, about, (place, in_index), command)


ALGORITHMS = (
    algorithm(1, "alg:classMemberships", "TrainClassMemberships", MODULE),
    algorithm(2, "alg:neighborsAsMonKNN", "NeighborsAsMkNN", MODULE),
    algorithm(3, "alg:MonFkNN", "MonFkNN: prediction", f"{MODULE} explain"),
)


def results_table(number: int, label: str, about: str, table: str, *links: Link) -> Part:
    place = at(AUDIT_DATA, f"Table {number}", f"table-{number}")
    return Part("table", f"Table {number}", label, about, (place, *links), reproduce(table), RESULTS)


TABLES = (
    Part("table", "Table 1", "tab:MFKNNvsFKNN", "FkNN and MonFkNN, difference by difference", (DIFFERENCES,)),
    Part(
        "table",
        "Table 2",
        "tab:data-sets",
        "the 12 data sets",
        (at(FRAMEWORK, "the data sets", "data-sets"),),
        f"{MODULE} datasets",
        DATA_SETS,
    ),
    Part(
        "table",
        "Table 3",
        "tab:parameters",
        "the parameters of each method",
        (at(FRAMEWORK, "the methods", "methods"), SENSITIVITY),
        f"{MODULE} evaluate --dataset balance --method MonFkNN-PM",
    ),
    results_table(4, "tab:fknns", "FkNN, PM and AM in accuracy, MAE and NMI", "fuzzy"),
    results_table(5, "tab:wilcoxom", "Wilcoxon's tests of PM and AM against FkNN", "wilcoxon"),
    results_table(6, "tab:state-acc", "accuracy of the eight methods", "accuracy"),
    results_table(
        7, "tab:friedman-acc", "mean ranks and Holm's test, accuracy", "friedman", *RANKS["accuracy"]
    ),
    results_table(8, "tab:state-mae", "MAE of the eight methods", "mae"),
    results_table(9, "tab:friedman-mae", "mean ranks and Holm's test, MAE", "friedman", *RANKS["mae"]),
    results_table(10, "tab:state-nmi", "NMI of the eight methods", "nmi"),
    results_table(11, "tab:friedman-nmi", "mean ranks and Holm's test, NMI", "friedman", *RANKS["nmi"]),
)


def bayes(number: int, label: str, measure: str) -> Part:
    places = (at(BAYES, f"Figure {number}", f"figure-{number}"), at(AUDIT_DATA, "counts", "bayes"))
    about = f"Bayesian sign tests of PM against five methods, {measure}"
    return Part(
        "figure", f"Figure {number}", label, about, places, f"{reproduce('bayes')} --charts .", RESULTS
    )


def bayes_panels(number: int, stem: str) -> Iterator[Part]:
    """The five heat maps of a figure; `--charts` writes a file for each."""
    place = at(BAYES, f"Figure {number}", f"figure-{number}")
    methods = {"mknn": "MkNN", "osdl": "OSDL", "olm": "OLM", "mlp": "MonMLP", "pmdt": "PMDT"}
    for letter, (ending, method) in zip("abcde", methods.items()):
        yield Part(
            "panel",
            f"Figure {number} ({letter})",
            f"{stem}-{ending}",
            f"against {method}",
            (place,),
            f"{reproduce('bayes')} --charts .",
            RESULTS,
        )


def noise_panel(letter: str, label: str, about: str, anchor: str) -> Part:
    place = at(NOISE_PAGE, about, anchor)
    return Part(
        "panel",
        f"Figure 5 ({letter})",
        label,
        f"{about} as noise grows",
        (place,),
        f"{MODULE} reproduce noise --stored --charts .",
        NOISE,
    )


SURFACES = at(NOISE_PAGE, "decision surfaces", "surfaces")

FIGURES = (
    bayes(1, "fig:bayes-acc", "accuracy"),
    bayes(2, "fig:bayes-mae", "MAE"),
    bayes(3, "fig:bayes-nmi", "NMI"),
    Part(
        "figure",
        "Figure 4",
        "fig:noiseData",
        "NMI of the training sets as noise grows",
        (at(NOISE_PAGE, "the training sets", "training-sets"),),
        f"{MODULE} reproduce noise --stored --charts .",
        NOISE,
    ),
    Part(
        "figure",
        "Figure 5",
        "fig:noise1",
        "PM and MkNN as noise grows",
        (NOISE_PAGE, WHY_NOISE),
        f"{MODULE} reproduce noise --stored --charts .",
        NOISE,
    ),
    Part(
        "figure",
        "Figure 6",
        "fig:noise2",
        "class boundaries with 35 % of noisy labels",
        (SURFACES,),
        surface("MonFkNN-PM"),
    ),
)

PANELS = (
    *bayes_panels(1, "fig:bayacc"),
    *bayes_panels(2, "fig:baymae"),
    *bayes_panels(3, "fig:baynmi"),
    noise_panel("a", "fig:noiseACC", "Accuracy", "accuracy"),
    noise_panel("b", "fig:noiseMAE", "MAE", "mae"),
    noise_panel("c", "fig:noiseNMI", "NMI", "nmi"),
    Part("panel", "Figure 6 (a)", "fig:borderReal", "the true classes", (SURFACES,), surface("MkNN")),
    Part("panel", "Figure 6 (b)", "fig:borderMKNN", "the classes of MkNN", (SURFACES,), surface("MkNN")),
    Part("panel", "Figure 6 (c)", "fig:borderMFKNN", "the classes of PM", (SURFACES,), surface("MonFkNN-PM")),
)


def line(algorithm: int, number: int, label: str, about: str) -> Part:
    place = at(ALGORITHM_PAGES[algorithm], f"line {number}", f"alg-{algorithm}-{number}")
    return Part("line", f"Algorithm {algorithm}, line {number}", label, about, (place,))


LINES = (
    line(1, 2, "ln:startDuplicated", "the duplicated rows: first line"),
    line(1, 13, "ln:endDuplicated", "the duplicated rows: last line; the first medians"),
    line(1, 16, "ln:monKNN", "rows that are not duplicated"),
    line(1, 17, "ln:rangeMem", "the range of a training row"),
    line(1, 20, "ln:MemFusion", "its memberships"),
    line(1, 24, "ln:endMemberships", "the memberships: last line"),
    line(3, 2, "ln:trainClassMem", "the call of Algorithm 1"),
    line(3, 3, "ln:mediansMonFkNN", "the second medians"),
    line(3, 4, "ln:rangeMonFkNN", "the range of the query"),
    line(3, 6, "ln:asMonkNN", "its neighbors"),
    line(3, 7, "ln:applyPOR1", "the penalties: first line"),
    line(3, 13, "ln:applyPOR2", "the penalties: last line"),
)

PARTS = (*SECTIONS, *EQUATIONS, *ALGORITHMS, *TABLES, *FIGURES, *PANELS, *LINES)
"""Every part, by kinds and then in the paper's order."""


SENTENCES_OF = {
    "Figure 4": ("4.3", "4.4"),
    "Figure 5": ("5.2", "5.3", "6.1", "6.2", "6.3", "6.4", "7.1", "7.2", "7.3", "7.4"),
    "Figure 5 (a)": ("6.2", "6.3", "6.4", "7.1"),
    "Figure 5 (b)": ("6.2", "6.3", "6.4", "7.1"),
    "Figure 5 (c)": ("6.2", "6.3", "6.4", "7.2", "7.3"),
    "Figure 6": ("9.1", "9.2", "9.3", "9.4", "10.1"),
    "Figure 6 (b)": ("9.1", "9.2", "9.3", "9.4"),
    "Figure 6 (c)": ("9.1", "9.2", "9.3", "10.1"),
}
"""The sentences of Section 5.4 that say what a figure shows; the paper prints no numbers for these."""


def of_kind(kind: str) -> list[Part]:
    """The parts of one kind.

    >>> len(of_kind("table")), len(of_kind("figure"))
    (11, 6)
    """
    return [part for part in PARTS if part.kind == kind]


def named(name: str) -> Part:
    """The part that the paper calls so.

    >>> named("Table 7").label
    'tab:friedman-acc'
    """
    [part] = [part for part in PARTS if part.name == name]
    return part
