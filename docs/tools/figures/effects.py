"""What noise does to the ranges and to the accuracy: the charts of the page "Why noise does what it does"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monfknn_ref.drawing import WIDE, Canvas, Layout
from monfknn_ref.drawing.charts import Series, line_chart

LABELS = {"given": "labels as given", "MonFkNN-PM": "after training", "relabeled": "relabeled"}


def charts(effects: Mapping[str, Any], layout: Layout = WIDE) -> dict[str, Canvas]:
    """The two charts, from what `tools/noise_effects.py` has measured."""
    levels = effects["levels"]
    ranges = [
        Series(
            words,
            [
                (float(level), effects["ranges"][i][who]["holds the true class"])
                for i, level in enumerate(levels)
            ],
        )
        for who, words in LABELS.items()
    ]
    shown = ("MonFkNN-PM", "without the range", "without shared memberships", "without both", "MkNN")
    short = {"without shared memberships": "without sharing"}
    parts = [
        Series(
            short.get(name, name),
            [(float(level), effects["accuracy"][i][name]) for i, level in enumerate(levels)],
        )
        for name in shown
    ]
    return {
        "noise-ranges": line_chart(
            "Ranges that hold the true class",
            ranges,
            "noisy labels (%)",
            "share of queries",
            "The share of queries whose range holds their true class, over the share of noisy labels: with "
            "the labels as given, after the training of MonFkNN-PM, and relabeled.",
            layout=layout,
        ),
        "noise-parts": line_chart(
            "Accuracy with parts switched off",
            parts,
            "noisy labels (%)",
            "accuracy",
            "Accuracy over the share of noisy labels: MonFkNN-PM, the same without the range, without shared "
            "memberships, without both, and MkNN.",
            layout=layout,
        ),
    }
