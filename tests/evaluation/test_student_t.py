"""Student's t: against tables, against sampling, and where a difference is called clear."""

from __future__ import annotations

import random
import statistics

import pytest
from thoroughness import rounds

from monfknn_ref.evaluation.student_t import Mean, chance_outside, t_limit, two_sided

# Two-sided 5 % points, as every textbook prints them.
PRINTED = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 10: 2.228, 30: 2.042, 120: 1.980}


@pytest.mark.parametrize("degrees", PRINTED)
def test_the_limits_are_those_of_the_tables(degrees: int) -> None:
    assert round(t_limit(degrees), 3) == PRINTED[degrees]
    assert two_sided(t_limit(degrees), degrees) == pytest.approx(0.05)


def test_the_tail_is_the_same_on_both_sides_and_falls() -> None:
    for degrees in (1, 2, 7, 8):
        tails = [two_sided(t / 4, degrees) for t in range(20)]
        assert tails == sorted(tails, reverse=True) and tails[0] == 1
        assert two_sided(-1.5, degrees) == two_sided(1.5, degrees)


@pytest.mark.parametrize("values", [3, 10])
def test_chance_puts_as_many_values_outside_as_sampling_does(values: int) -> None:
    generator = random.Random(values)
    trials, outside = rounds(5_000, 20_000), 0
    for _ in range(trials):
        *earlier, later = (generator.gauss(0, 1) for _ in range(values + 1))
        outside += abs(later - statistics.fmean(earlier)) > 2 * statistics.stdev(earlier)
    assert outside / trials == pytest.approx(chance_outside(values), abs=0.01)


def test_a_difference_is_clear_only_beyond_its_interval() -> None:
    assert Mean.of([1, 2, 3]).sign == 0  # 2 ± 4.303 · 0.577
    assert Mean.of([2, 2.5, 3]).sign == 1
    assert Mean.of([-2, -2.5, -3]).sign == -1
    assert Mean.of([0.3]).sign == 0  # nothing is known of its error
    assert Mean.of([1.0, 1.1, 0.9]).is_clear
    assert not Mean.of([1.0, 3.0, 0.1]).is_clear  # 1.4 standard errors more than two
    assert not Mean.of([0.0, 0.0]).is_clear


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="values must be a whole number of at least 2, got 1"):
        chance_outside(1)
    with pytest.raises(ValueError, match="level must be above 0 and below 1, got 0"):
        t_limit(3, 0)
