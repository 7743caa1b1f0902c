"""The pages and figures of the stored studies: readings, parameters and training sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

from monfknn_ref.drawing import Canvas, Layout
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.results import Results, read_results
from monfknn_ref.reproduction import STORED
from monfknn_ref.reproduction.settings_study import CONFIGURATIONS
from tools.figures import Figure
from tools.figures.learning import draw as draw_learning
from tools.figures.study_maps import draw_pairs, draw_readings, draw_singles
from tools.pages.learning import learning_page
from tools.pages.readings_compared import readings_compared_page
from tools.pages.sensitivity import sensitivity_page

__all__ = ["CHARTS", "PAGES", "study"]


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


CHARTS: Mapping[str, Mapping[str, Figure]] = {
    "readings": {f"readings-{measure}": Figure(partial(readings_map, measure)) for measure in MEASURES},
    "sensitivity": {
        f"sensitivity-{which}-{name.lower()}-{measure}": Figure(partial(draw, name, measure))
        for which, draw in (("one", single_map), ("two", pair_map))
        for name in CONFIGURATIONS
        for measure in MEASURES
    },
    "learning": {f"learning-{measure}": Figure(partial(learning_chart, measure)) for measure in MEASURES},
}
"""The figures by the group that they belong to."""

PAGES: Mapping[str, Mapping[str, Callable[[], str]]] = {
    "readings": {
        "readings-compared.md": lambda: readings_compared_page(
            study("readings"), study("ties"), study("sensitivity")
        )
    },
    "sensitivity": {"sensitivity.md": lambda: sensitivity_page(study("sensitivity"))},
    "learning": {"learning-curves.md": lambda: learning_page(study("learning"))},
}
"""The pages by the same groups."""
