"""Write the files of the documentation that a program makes, or check that they are up to date.

    figures      the figures that are computed when they are drawn: figures/*.svg, and *-phone.svg for phones
    map          map.md, from tools/paper_map.py
    audit        audit.md and audit-data.md, from data/results.json
    noise        noise.md and its four charts, from data/noise.json
    why-noise    why-noise.md and its two charts, from data/noise-effects.json and data/noise.json
    readings     readings-compared.md and its maps, from data/study-readings.json and two others there
    sensitivity  sensitivity.md and its maps, from data/study-sensitivity.json
    learning     learning-curves.md and its charts, from data/study-learning.json
    benchmark    benchmark.md and its two charts, from data/bench.json
    mistakes     mistakes.md and its picture, from data/mistakes.json
    pages        the parts of all other pages between the comments "from here" and "to here"
    guarantees   data/counterexamples.json, the refutations that the explorer can show

WHAT is one of these, or the name of a single figure or chart such as cones; without it everything is written.
With --check nothing is written, and exit code 1 says that a file is missing or not up to date. Nothing needs
to be installed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # docs, where `tools` is
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the package of this clone

from monfknn_ref.drawing import PHONE, Canvas, Layout
from monfknn_ref.experiments.benchmark import BenchmarkReport
from monfknn_ref.experiments.benchmark_report import attributes_chart, read_report, rows_chart
from monfknn_ref.experiments.measured_runs import Results, read_results
from monfknn_ref.experiments.noise_study import MEASURE_NAMES, Curves, curve_charts, read_curves
from monfknn_ref.experiments.settings_study import CONFIGURATIONS, MEASURES, Measured, read_measured
from tools import index
from tools.figures import FIGURES
from tools.figures.learning import draw as draw_learning
from tools.figures.study_maps import draw_pairs, draw_readings, draw_singles
from tools.figures.variants import Figure
from tools.guarantees import cases_for_the_explorer
from tools.insertions import with_insertions
from tools.noise_effects import read_effects
from tools.pages.audit import audit_data_page, audit_page
from tools.pages.benchmark import benchmark_page
from tools.pages.learning import learning_page
from tools.pages.mistakes import matrix_figure, mistakes_page, read_mistakes
from tools.pages.noise import noise_page
from tools.pages.paper_map import map_page
from tools.pages.readings_compared import readings_compared_page
from tools.pages.sensitivity import sensitivity_page
from tools.pages.why_noise import effect_charts, why_noise_page

__all__ = ["FILES", "main"]

DOCS = Path(__file__).resolve().parents[1]

Make: TypeAlias = Callable[[], str]
"""Makes the text of a file."""


@cache
def results() -> Results:
    return read_results(DOCS / "data" / "results.json")


@cache
def curves() -> Curves:
    return read_curves(DOCS / "data" / "noise.json")


@cache
def effects() -> dict[str, Any]:
    return read_effects(DOCS / "data" / "noise-effects.json")


@cache
def report() -> BenchmarkReport:
    return read_report(DOCS / "data" / "bench.json")


@cache
def mistakes() -> dict[str, Any]:
    return read_mistakes(DOCS / "data" / "mistakes.json")


@cache
def study(name: str) -> Measured:
    return read_measured(DOCS / "data" / f"study-{name}.json")


def files_of(figures: Mapping[str, Figure]) -> dict[str, Make]:
    """The files of figures, named from the folder of the docs."""
    return {
        f"figures/{file}": make
        for name, figure in figures.items()
        for file, make in figure.files(name).items()
    }


def with_parts(page: str) -> str:
    return with_insertions((DOCS / page).read_text(encoding="utf-8"), page)


def pages_with_parts() -> list[str]:
    return [page for page, text in index.pages().items() if "<!-- from here: " in text]


NOISE_CHARTS = ("noise-data", *(f"noise-{measure}" for measure in MEASURE_NAMES))


def noise_chart(name: str, layout: Layout) -> Canvas:
    return curve_charts(curves(), layout)[name]


EFFECT_CHARTS = ("noise-ranges", "noise-parts")


def effect_chart(name: str, layout: Layout) -> Canvas:
    return effect_charts(effects(), layout)[name]


def readings_map(measure: str, layout: Layout) -> Canvas:
    return draw_readings(study("readings"), measure, layout)


def learning_chart(measure: str, layout: Layout) -> Canvas:
    return draw_learning(study("learning"), measure, layout)


def single_map(configuration: str, measure: str, layout: Layout) -> Canvas:
    return draw_singles(study("sensitivity"), configuration, measure, layout)


def pair_map(configuration: str, measure: str, layout: Layout) -> Canvas:
    return draw_pairs(study("sensitivity"), configuration, measure, layout)


CHARTS: Mapping[str, Mapping[str, Figure]] = {
    "noise": {name: Figure(partial(noise_chart, name)) for name in NOISE_CHARTS},
    "benchmark": {
        "bench-rows": Figure(lambda layout: rows_chart(report(), layout)),
        "bench-attributes": Figure(lambda layout: attributes_chart(report(), layout)),
    },
    "why-noise": {name: Figure(partial(effect_chart, name)) for name in EFFECT_CHARTS},
    "readings": {f"readings-{measure}": Figure(partial(readings_map, measure)) for measure in MEASURES},
    "sensitivity": {
        f"sensitivity-{which}-{name.lower()}-{measure}": Figure(partial(draw, name, measure))
        for which, draw in (("one", single_map), ("two", pair_map))
        for name in CONFIGURATIONS
        for measure in MEASURES
    },
    "learning": {f"learning-{measure}": Figure(partial(learning_chart, measure)) for measure in MEASURES},
    "mistakes": {"mistakes-by-families": Figure(lambda layout: matrix_figure(mistakes(), layout))},
}
"""The figures of stored results, by the page they stand on."""


FILES: Mapping[str, Mapping[str, Make]] = {
    "figures": files_of(FIGURES),
    "map": {"map.md": map_page},
    "audit": {
        "audit.md": lambda: audit_page(results()),
        "audit-data.md": lambda: audit_data_page(results()),
    },
    "noise": {"noise.md": lambda: noise_page(curves()), **files_of(CHARTS["noise"])},
    "why-noise": {
        "why-noise.md": lambda: why_noise_page(effects(), curves()),
        **files_of(CHARTS["why-noise"]),
    },
    "readings": {
        **files_of(CHARTS["readings"]),
        "readings-compared.md": lambda: readings_compared_page(
            *map(study, ("readings", "ties", "sensitivity"))
        ),
    },
    "sensitivity": {
        **files_of(CHARTS["sensitivity"]),
        "sensitivity.md": lambda: sensitivity_page(study("sensitivity")),
    },
    "learning": {
        **files_of(CHARTS["learning"]),
        "learning-curves.md": lambda: learning_page(study("learning")),
    },
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
            by_name.setdefault(Path(path).stem.removesuffix(f"-{PHONE.name}"), []).append(path)
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
        print(f"{stale} of {len(files)} are not up to date; without --check they are written again")
        return 1
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
    """Whether the file had this text; if not, it is written unless it is only to be checked."""
    there = path.read_text(encoding="utf-8") if path.is_file() else None
    current = there == text
    if check:
        print(f"{path}: {'up to date' if current else 'missing' if there is None else 'not up to date'}")
    else:
        if not current:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path}: {'as it was' if current else 'written'}")
    return current


if __name__ == "__main__":
    sys.exit(main())
