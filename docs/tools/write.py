"""Write the files of the documentation that a program makes, or check that they are up to date. Results of
runs are those that come with the package, in monfknn_ref/reproduction/stored, and those in data.

    figures      the figures that are computed when they are drawn: figures/*.svg
    audit        audit.md, audit-sentences.md and audit-data.md, from what is stored
    comparisons  comparisons.md and bayesian-tests.md with their charts
    investigations  the two pictures of investigations.md, from data/investigations.json
    noise        noise.md and its six charts
    why-noise    why-noise.md and its two charts, from what is stored
    readings     readings-compared.md and its maps
    sensitivity  sensitivity.md and its maps
    learning     learning-curves.md and its charts
    benchmark    benchmark.md and its two charts
    mistakes     mistakes.md and its picture, from data/mistakes.json
    pages        the parts of all other pages between the comments "from here" and "to here"
    guarantees   data/counterexamples.json, the refutations that the explorer can show

WHAT is one of these, or the name of a single figure or chart such as cones; without it everything is written.
With --check nothing is written, and exit code 1 says that a file is missing or not up to date. Nothing needs
to be installed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # docs, where `tools` is
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the package of this clone

from monfknn_ref.drawing import Canvas, Layout
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.results import Results, read_results
from monfknn_ref.reproduction import STORED
from monfknn_ref.reproduction.audit import our_tables
from monfknn_ref.reproduction.benchmark import BenchmarkReport
from monfknn_ref.reproduction.benchmark_report import attributes_chart, read_report, rows_chart
from monfknn_ref.reproduction.noise_report import GAP_CHARTS, curve_charts
from monfknn_ref.reproduction.noise_study import Curves
from monfknn_ref.reproduction.sentences.checks import PRINTED, Tables
from monfknn_ref.reproduction.studies import CONFIGURATIONS
from tools import index
from tools.figures import COMPUTED, Figure
from tools.figures.comparisons import draw_effects, draw_heat_maps, draw_ranks
from tools.figures.learning import draw as draw_learning
from tools.figures.study_maps import draw_pairs, draw_readings, draw_singles
from tools.figures.unexplained import draw_outside, draw_starts
from tools.guarantees import cases_for_the_explorer
from tools.insertions import with_insertions
from tools.pages.audit import audit_data_page, audit_page, sentences_page
from tools.pages.benchmark import benchmark_page
from tools.pages.comparisons import bayesian_page, comparisons_page
from tools.pages.learning import learning_page
from tools.pages.mistakes import matrix_figure, mistakes_page
from tools.pages.noise import noise_page
from tools.pages.readings_compared import readings_compared_page
from tools.pages.sensitivity import sensitivity_page
from tools.pages.why_noise import effect_charts, why_noise_page
from tools.stored import runs

DOCS = Path(__file__).resolve().parents[1]

Make: TypeAlias = Callable[[], str]
"""Makes the text of a file."""


def read_stored(path: Path) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return stored


@cache
def curves() -> Curves:
    return Curves(read_results(STORED / "noise.json"))


@cache
def built_in_curves() -> Curves:
    return Curves(read_results(STORED / "noise-built-in.json"))


@cache
def effects() -> dict[str, Any]:
    return read_stored(STORED / "noise-effects.json")


@cache
def report() -> BenchmarkReport:
    return read_report(STORED / "bench.json")


@cache
def mistakes() -> dict[str, Any]:
    return read_stored(DOCS / "data" / "mistakes.json")


def files_of(figures: Mapping[str, Figure]) -> dict[str, Make]:
    """The files of figures, named from the folder of the docs."""
    return {f"figures/{name}.svg": figure.svg for name, figure in figures.items()}


def with_parts(page: str) -> str:
    return with_insertions((DOCS / page).read_text(encoding="utf-8"), page)


def pages_with_parts() -> list[str]:
    return [page for page, text in index.pages().items() if "<!-- from here: " in text]


NOISE_CHARTS = ("noise-data", *(f"noise-{measure}" for measure in MEASURES), *GAP_CHARTS)


def noise_chart(name: str, layout: Layout) -> Canvas:
    return curve_charts(curves(), layout)[name]


EFFECT_CHARTS = ("noise-ranges", "noise-parts")


def effect_chart(name: str, layout: Layout) -> Canvas:
    return effect_charts(effects(), layout)[name]


@cache
def compared() -> Mapping[str, Tables]:
    """The tables that are compared: as printed, and with our means where all was run."""
    results = runs().results
    ours = our_tables(results) if results is not None else None
    return {"print": PRINTED, **({"runs": ours} if ours is not None else {})}


def comparison_charts() -> dict[str, Figure]:
    """Ranks and effects of each measure, and its heat maps for each source."""
    charts = {}
    for measure in MEASURES:
        charts[f"ranks-{measure}"] = Figure(lambda layout, m=measure: draw_ranks(compared(), m, layout))
        charts[f"effects-{measure}"] = Figure(lambda layout, m=measure: draw_effects(compared(), m, layout))
        for source in ("print", "runs"):
            charts[f"heat-{measure}-{source}"] = Figure(partial(heat_maps, measure, source))
    return charts


def heat_maps(measure: str, source: str, layout: Layout) -> Canvas:
    return draw_heat_maps(compared()[source], measure, source, layout)


@cache
def study(name: str) -> Results:
    """What `python -m monfknn_ref study NAME --save` has stored."""
    return read_results(STORED / f"study-{name}.json")


def readings_map(measure: str, layout: Layout) -> Canvas:
    return draw_readings(study("readings"), measure, layout)


def single_map(configuration: str, measure: str, layout: Layout) -> Canvas:
    return draw_singles(study("sensitivity"), configuration, measure, layout)


def pair_map(configuration: str, measure: str, layout: Layout) -> Canvas:
    return draw_pairs(study("sensitivity"), configuration, measure, layout)


def learning_chart(measure: str, layout: Layout) -> Canvas:
    return draw_learning(study("learning"), measure, layout)


STUDY_CHARTS: Mapping[str, Mapping[str, Figure]] = {
    "readings": {f"readings-{measure}": Figure(partial(readings_map, measure)) for measure in MEASURES},
    "sensitivity": {
        f"sensitivity-{which}-{name.lower()}-{measure}": Figure(partial(draw, name, measure))
        for which, draw in (("one", single_map), ("two", pair_map))
        for name in CONFIGURATIONS
        for measure in MEASURES
    },
    "learning": {f"learning-{measure}": Figure(partial(learning_chart, measure)) for measure in MEASURES},
}
"""The figures of the studies, by the page they stand on."""

STUDY_PAGES: Mapping[str, Mapping[str, Make]] = {
    "readings": {
        "readings-compared.md": lambda: readings_compared_page(
            study("readings"), study("ties"), study("sensitivity")
        )
    },
    "sensitivity": {"sensitivity.md": lambda: sensitivity_page(study("sensitivity"))},
    "learning": {"learning-curves.md": lambda: learning_page(study("learning"))},
}
"""The pages of the studies by the same groups."""


CHARTS: Mapping[str, Mapping[str, Figure]] = {
    "investigations": {
        "investigations-outside": Figure(draw_outside),
        "investigations-monmlp": Figure(draw_starts),
    },
    "noise": {name: Figure(partial(noise_chart, name)) for name in NOISE_CHARTS},
    "benchmark": {
        "bench-rows": Figure(lambda layout: rows_chart(report(), layout)),
        "bench-attributes": Figure(lambda layout: attributes_chart(report(), layout)),
    },
    "comparisons": comparison_charts(),
    "why-noise": {name: Figure(partial(effect_chart, name)) for name in EFFECT_CHARTS},
    **STUDY_CHARTS,
    "mistakes": {"mistakes-by-families": Figure(lambda layout: matrix_figure(mistakes(), layout))},
}
"""The figures of stored results, by the page they stand on."""

FIGURES = {name: figure for group in (COMPUTED, *CHARTS.values()) for name, figure in group.items()}
"""All figures by the names of their files."""


FILES: Mapping[str, Mapping[str, Make]] = {
    "figures": files_of(COMPUTED),
    "audit": {
        "audit.md": lambda: audit_page(runs()),
        "audit-sentences.md": lambda: sentences_page(runs()),
        "audit-data.md": lambda: audit_data_page(runs()),
    },
    "comparisons": {
        **files_of(CHARTS["comparisons"]),  # first: the pages take their titles from them
        "comparisons.md": lambda: comparisons_page(compared()),
        "bayesian-tests.md": lambda: bayesian_page(compared()),
    },
    "investigations": files_of(CHARTS["investigations"]),
    "noise": {
        **files_of(CHARTS["noise"]),
        "noise.md": lambda: noise_page(curves(), built_in_curves()),
    },
    "why-noise": {
        "why-noise.md": lambda: why_noise_page(effects(), curves()),
        **files_of(CHARTS["why-noise"]),
    },
    **{group: {**files_of(STUDY_CHARTS[group]), **pages} for group, pages in STUDY_PAGES.items()},
    "benchmark": {"benchmark.md": lambda: benchmark_page(report()), **files_of(CHARTS["benchmark"])},
    "mistakes": {"mistakes.md": lambda: mistakes_page(mistakes()), **files_of(CHARTS["mistakes"])},
    "pages": {page: partial(with_parts, page) for page in pages_with_parts()},
    "guarantees": {"data/counterexamples.json": cases_for_the_explorer},
}
"""The files of each group, named from the folder of the docs, and what makes them."""


def chosen(names: Sequence[str]) -> dict[str, Make]:
    """The files that are asked for, each once, in the order of the groups; all of them without a name."""
    everything = {path: make for files in FILES.values() for path, make in files.items()}
    by_name = {group: list(files) for group, files in FILES.items()}
    for path in everything:
        if path.endswith(".svg"):
            by_name[Path(path).stem] = [path]
    for name in names:
        if name not in by_name:
            raise ValueError(f"WHAT must be one of {', '.join(by_name)}, got {name!r}")
    wanted = {path for name in names for path in by_name[name]} if names else set(everything)
    return {path: make for path, make in everything.items() if path in wanted}


def main(argv: Sequence[str] | None = None) -> int:
    """Write or check the files, and return the exit code."""
    arguments = build_parser().parse_args(argv)
    try:
        files = chosen(arguments.what)
        folder = Path(arguments.out)
        if arguments.check and not folder.is_dir():
            raise ValueError(f"--out must be the folder of the documentation, got {str(folder)!r}")
        current = [up_to_date(folder / path, make(), arguments.check) for path, make in files.items()]
    except (ValueError, OSError) as error:
        print(f"write.py: {error}", file=sys.stderr)
        return 2
    stale = current.count(False)
    if arguments.check and stale:
        print(f"{stale} of {len(files)} files are not up to date; without --check they are written again")
        return 1
    print(f"{len(files) - stale} of {len(files)} files are up to date" + f", {stale} written" * (stale > 0))
    return 0


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="docs/tools/write.py",
        description=__doc__,
        epilog="example:\n  python3 docs/tools/write.py figures audit --check",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("what", nargs="*", metavar="WHAT", help="what to write (everything)")
    add("--check", action="store_true", help="compare with the files instead of writing them")
    add("--out", metavar="DIR", default=DOCS, help="the folder of the files (the docs of this clone)")
    return parser


def up_to_date(path: Path, text: str, check: bool) -> bool:
    """Whether the file had this text; if not, it is named, and written unless it is only to be checked."""
    there = path.read_text(encoding="utf-8") if path.is_file() else None
    if there == text:
        return True
    if check:
        print(f"{path}: {'missing' if there is None else 'not up to date'}")
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path}: written")
    return False


if __name__ == "__main__":
    sys.exit(main())
