"""The study of noise for a reader: tables, and charts of the curves."""

from __future__ import annotations

from collections.abc import Sequence

from monfknn_ref.drawing.canvas import WIDE, Canvas, Layout
from monfknn_ref.drawing.charts import Series, line_chart
from monfknn_ref.evaluation.measures import MEASURES
from monfknn_ref.evaluation.student_t import Mean, plus_minus
from monfknn_ref.evaluation.tables import Section
from monfknn_ref.reproduction.noise_study import PAIR, Curves
from monfknn_ref.reproduction.sentences.noise import noise_verdicts


def noise_sections(curves: Curves) -> list[Section]:
    """The curves as tables, the surfaces, and the verdicts on what the paper says of them."""
    sections = [training_section(curves), *(measure_section(curves, measure) for measure in MEASURES)]
    if curves.surfaces:
        sections.append(surface_section(curves))
    if set(PAIR) <= set(curves.methods):
        sections.append(gap_section(curves))
        verdicts = [list(verdict) for verdict in noise_verdicts(curves)]
        heading = ["statement", "verdict", "numbers"]
        sections.append(Section("What the paper says of these curves", [heading, *verdicts], 3))
    return sections


def training_section(curves: Curves) -> Section:
    """The NMI of the training sets."""
    rows = [[f"{level} %", plus_minus(*pair, 5)] for level, pair in zip(curves.levels, curves.training)]
    note = "Mean over seeds and folds ± standard deviation."
    return Section("NMI of the training sets", [["noise", "NMI"], *rows], notes=[note])


def measure_section(curves: Curves, measure: str) -> Section:
    """One measure of all methods."""
    digits = MEASURES[measure].digits
    columns = [curves.means(method, measure) for method in curves.methods]
    rows = [["noise", *curves.methods]]
    for level, *means in zip(curves.levels, *columns, strict=True):
        rows.append([f"{level} %", *(mean.with_spread(digits) for mean in means)])
    note = "Predictions merged over the folds; mean and standard deviation over the seeds."
    return Section(MEASURES[measure].title, rows, notes=[note])


def gap_section(curves: Curves) -> Section:
    """By how much PM is better than MkNN, with standard errors; what chance may have made is in brackets."""
    rows = [["noise", *(measure.word for measure in MEASURES.values())]]
    for level, *gaps in zip(curves.levels, *map(curves.gaps, MEASURES)):
        texts = [gap.with_error(measure.digits) for gap, measure in zip(gaps, MEASURES.values())]
        shown = [text if gap.sign else f"({text})" for gap, text in zip(gaps, texts)]
        rows.append([f"{level} %", *shown])
    note = (
        "Mean of the paired differences over the seeds ± its standard error, counted so that more is better "
        f"for {PAIR[0]}. In brackets: the 95 % interval holds 0."
    )
    return Section(f"By how much {PAIR[0]} is better than {PAIR[1]}", rows, notes=[note])


def surface_section(curves: Curves) -> Section:
    """What was measured of the decision surfaces, one line for each method."""
    heading = (
        "method|cells right (%)|rows wrong|falling edges|pieces beyond one a class|least left of a class (%)"
    )
    rows = [heading.split("|")]
    for method, measured in curves.surfaces.items():
        numbers: list[list[float]] = [
            [100 * one.right / one.cells for one in measured],
            [one.wrong_rows for one in measured],
            [one.falls for one in measured],
            [one.extra_pieces for one in measured],
            [100 * one.least_kept for one in measured],
        ]
        rows.append([method, *(Mean.of(values).with_spread(1) for values in numbers)])
    note = (
        "Mean and standard deviation over the draws, one for each seed. Extra pieces are those beyond one "
        "for each class; the last column is of the class that lost most of its region."
    )
    return Section("Decision surfaces at 35 % noise", rows, notes=[note])


# --- Charts ----


def curve_charts(curves: Curves, layout: Layout = WIDE) -> dict[str, Canvas]:
    """The NMI of the training sets; accuracy, MAE and NMI of the methods; and by how much PM beats MkNN."""
    charts = {
        "noise-data": line_chart(
            "Noise makes the training sets less monotone",
            [series("training sets", curves, curves.training)],
            NOISY_LABELS,
            "NMI",
            "The NMI of the training sets over the share of noisy labels; bars are standard deviations over "
            "seeds and folds.",
            layout=layout,
        )
    }
    for name, measure in MEASURES.items():
        charts[f"noise-{name}"] = line_chart(
            f"{measure.title} as noise grows",
            [
                series(method, curves, [(one.mean, one.spread) for one in curves.means(method, name)])
                for method in curves.methods
            ],
            NOISY_LABELS,
            measure.word,
            f"{measure.word} of {', '.join(curves.methods)} over the share of noisy labels; bars are "
            "standard deviations over the seeds.",
            layout=layout,
        )
    if set(PAIR) <= set(curves.methods):
        for name, measures in GAP_CHARTS.items():
            charts[name] = gap_chart(curves, measures, layout)
    return charts


NOISY_LABELS = "noisy labels (%)"
GAP_CHARTS = {"noise-gap": ("accuracy", "mae"), "noise-gap-nmi": ("nmi",)}
"""The charts of PM's advantage over MkNN, and the measures in each, which have one scale."""


def gap_chart(curves: Curves, measures: Sequence[str], layout: Layout) -> Canvas:
    """By how much PM is better than MkNN, with the 95 % interval of the mean of the paired differences."""
    names = " and ".join(MEASURES[name].word for name in measures)
    return line_chart(
        f"By how much {PAIR[0]} is better than {PAIR[1]}: {names}",
        [gap_series(curves, name) for name in measures],
        NOISY_LABELS,
        f"advantage in {names}",
        f"The mean over the seeds of the difference in {names}, counted so that more is better for "
        f"{PAIR[0]}; bars are 95 % intervals.",
        layout=layout,
        from_zero=True,
    )


def gap_series(curves: Curves, measure: str) -> Series:
    gaps = curves.gaps(measure)
    widths = [(gap.mean, gap.half_width if gap.values > 1 else 0.0) for gap in gaps]
    return series(MEASURES[measure].word, curves, widths)


def series(name: str, curves: Curves, values: Sequence[tuple[float, float]]) -> Series:
    """One line of a chart: a value at each level, and half the length of its bar."""
    points = [(float(level), value) for level, (value, _) in zip(curves.levels, values)]
    return Series(name, points, [half for _, half in values])
