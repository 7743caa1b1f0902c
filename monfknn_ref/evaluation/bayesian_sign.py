"""The Bayesian sign test: how likely is it that a is better than b, or that they are practically equal?

Each difference falls into one of three regions: left (b is better), rope (the region of practical
equivalence) or right (a is better). The probabilities of the three regions have a Dirichlet distribution,
whose parameters are the counts plus a prior. The paper's heat maps show samples of this distribution.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.evaluation.rank_tests import advantages, check_numbers
from monfknn_ref.model.checks import check_whole, is_finite, is_number
from monfknn_ref.readings.errors import check_choice


class Regions(NamedTuple):
    """One number for each region."""

    left: float
    rope: float
    right: float


@dataclass(frozen=True)
class BayesianSign:
    """The Bayesian sign test of a against b.

    `counts` has the number of differences in each region. `on_edge` is the number of those that equal the
    rope's limits; they count for the rope, or not at all. `posterior` has the parameters of the Dirichlet
    distribution and `means` its mean. `wins` has the share of samples in which each region is the most likely
    of the three.
    """

    counts: Regions
    on_edge: int
    posterior: Regions
    means: Regions
    wins: Regions
    samples: int
    seed: int

    @property
    def counts_text(self) -> str:
        return " / ".join(str(count) for count in self.counts)

    @property
    def means_text(self) -> str:
        return " / ".join(f"{mean:.2f}" for mean in self.means)

    def draws(self) -> Iterator[Regions]:
        """The samples of the posterior, the same ones each time."""
        return dirichlet_draws(self.posterior, self.samples, self.seed)

    def __str__(self) -> str:
        lines = [f"Bayesian sign test, {self.samples} samples, {self.on_edge} differences on the rope's edge"]
        for name in Regions._fields:
            lines.append(
                f"{name:<5}  {getattr(self.counts, name):3d} differences, "
                f"mean {getattr(self.means, name):.3f}, wins {getattr(self.wins, name):.3f}"
            )
        return "\n".join(lines)


def bayesian_sign_test(
    a: Any,
    b: Any,
    rope: Any,
    best: str = "highest",
    edges: str = "rope",
    prior: Any = (1 / 3, 1 / 3, 1 / 3),
    samples: int = 50_000,
    seed: int = 0,
) -> BayesianSign:
    """Compare a with b, paired value by value, where differences of at most `rope` do not matter.

    `best` says whether the highest or the lowest value is better. A value stands for its shortest decimal, so
    that 0.2420 - 0.2320 is exactly on the edge of a rope of 0.01 and rounding cannot move it to one side.
    `edges` says how such a difference counts: "rope" counts it for the rope (as the package baycomp does),
    "none" does not count it (as the R package rNPBST, the paper's tool, does). `prior` is the weight of each
    region before any difference is seen. By default it is one difference spread evenly over the three
    regions, as in rNPBST; baycomp puts it all on the rope.

    >>> accuracy_a = [0.9309, 0.9307, 0.6561, 0.9740, 0.2420]
    >>> accuracy_b = [0.9199, 0.8624, 0.6126, 0.9711, 0.2320]
    >>> test = bayesian_sign_test(accuracy_a, accuracy_b, rope=0.01, samples=2000)
    >>> test.counts, test.on_edge
    (Regions(left=0, rope=2, right=3), 1)
    >>> Regions(*(round(mean, 3) for mean in test.means))
    Regions(left=0.056, rope=0.389, right=0.556)
    """
    check_whole("samples", samples, 1)
    weights = check_numbers("prior", prior)
    if len(weights) != 3 or min(weights) <= 0:
        raise ValueError(f"prior must be three positive numbers (left, rope, right), got {prior!r}")
    counts, on_edge = count_regions(a, b, rope, best, edges)
    posterior = Regions(*(count + float(weight) for count, weight in zip(counts, weights)))
    means = Regions(*(parameter / math.fsum(posterior) for parameter in posterior))

    won = [0, 0, 0]
    for draw in dirichlet_draws(posterior, samples, seed):
        won[draw.index(max(draw))] += 1
    wins = Regions(*(count / samples for count in won))
    return BayesianSign(counts, on_edge, posterior, means, wins, samples, seed)


def count_regions(
    a: Any, b: Any, rope: Any, best: str = "highest", edges: str = "rope"
) -> tuple[Regions, int]:
    """The number of differences in each region, and the number exactly on the edge of the rope."""
    check_choice("edges", edges, ("rope", "none"))
    limit = _check_rope(rope)
    left = inside = right = on_edge = 0
    for advantage in advantages(a, b, best):
        if abs(advantage) == limit:
            on_edge += 1
            inside += edges == "rope"
        elif advantage < -limit:
            left += 1
        elif advantage > limit:
            right += 1
        else:
            inside += 1
    return Regions(left, inside, right), on_edge


def dirichlet_draws(parameters: Regions, samples: int, seed: int) -> Iterator[Regions]:
    """Samples of the Dirichlet distribution: gamma variables with its parameters, divided by their sum."""
    generator = random.Random(seed)
    for _ in range(samples):
        left, rope, right = (generator.gammavariate(parameter, 1.0) for parameter in parameters)
        total = left + rope + right
        yield Regions(left / total, rope / total, right / total)


def _check_rope(rope: Any) -> Fraction:
    if not is_number(rope) or isinstance(rope, bool):
        raise TypeError(f"rope must be a number of at least 0, got {rope!r}")
    if not is_finite(rope) or rope < 0:
        raise ValueError(f"rope must be a number of at least 0, got {rope!r}")
    return exact_value(rope)
