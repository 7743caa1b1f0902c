"""Curves of the study of noise with a known answer: two methods, three seeds, a level every five percent."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from monfknn_ref.evaluation.cross_validation import Counts
from monfknn_ref.evaluation.folds import Arrangement
from monfknn_ref.evaluation.results import Results
from monfknn_ref.reproduction.noise_study import Curves, with_noise

LEVELS = tuple(range(0, 51, 5))
ROWS = 4000  # of which the shares in the tests are whole numbers, and of its pairs too
SEEDS = (-0.001, 0.0, 0.001)
"""What the seeds differ by; they differ alike for both methods unless a test says otherwise."""


def made_up(
    pm: Sequence[float], mk: Sequence[float], training: Sequence[float], pm_seeds: Sequence[float] = SEEDS
) -> Curves:
    """Curves with the same shares of rows right and of pairs kept, level by level, and the NMI of the training sets."""
    pairs = [[value, 0.01] for value in training]
    details = {"dataset": "made up", "levels": list(LEVELS), "training": pairs, "surfaces": {}}
    results = Results(study="noise", details=details)
    for method, values, shifts in (("MonFkNN-PM", pm, pm_seeds), ("MkNN", mk, SEEDS)):
        for level, value in zip(LEVELS, values, strict=True):
            for seed, shift in enumerate(shifts):
                wrong = round((1 - value - shift) * ROWS)
                violating = round((1 - value - shift) * comb(ROWS, 2))
                counts = Counts(ROWS, ROWS - wrong, wrong, violating)
                results.keep(method, with_noise("made up", level), Arrangement(f"seed {seed}"), counts)
    return Curves(results)
