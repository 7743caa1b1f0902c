"""What noise does to the ranges and to the accuracy: the charts of the page "Why noise does what it does"."""

from __future__ import annotations

from monfknn_ref.drawing.canvas import WIDE, Canvas, Layout
from monfknn_ref.drawing.charts import Series, line_chart
from tools import stored

LABELS = {"given": "labels as given", "MonFkNN-PM": "after training", "relabeled": "relabeled"}
PARTS = {
    "MonFkNN-PM": "MonFkNN-PM",
    "without the range": "without the range",
    "without shared memberships": "without sharing",
    "without both": "without both",
    "MkNN": "MkNN",
}
"""The lines of the charts, by the names of what is stored."""


def draw_ranges(layout: Layout = WIDE) -> Canvas:
    shares = {
        who: [ranges[who]["holds the true class"] for ranges in stored.effects()["ranges"]] for who in LABELS
    }
    return line_chart(
        "Ranges that hold the true class",
        [over_noise(words, shares[who]) for who, words in LABELS.items()],
        "noisy labels (%)",
        "share of queries",
        "The share of queries whose range holds their true class, over the share of noisy labels: with "
        "the labels as given, after the training of MonFkNN-PM, and relabeled.",
        layout=layout,
    )


def draw_parts(layout: Layout = WIDE) -> Canvas:
    accuracy = stored.effects()["accuracy"]
    return line_chart(
        "Accuracy with parts switched off",
        [over_noise(words, [level[name] for level in accuracy]) for name, words in PARTS.items()],
        "noisy labels (%)",
        "accuracy",
        "Accuracy over the share of noisy labels: MonFkNN-PM, the same without the range, without shared "
        "memberships, without both, and MkNN.",
        layout=layout,
    )


def over_noise(words: str, values: list[float]) -> Series:
    return Series(words, [(float(level), value) for level, value in zip(stored.effects()["levels"], values)])
