"""The statistical tests, compared with their definitions, and with other programs where conventions coincide."""

from __future__ import annotations

import itertools
import math
import random
import re
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

from monfknn_ref.evaluation import Regions, bayesian_sign_test, friedman, heat_map, holm, wilcoxon
from monfknn_ref.evaluation.effect_sizes import critical_difference, groups_within, paired_effect
from monfknn_ref.evaluation.rank_tests import average_ranks, exact_two_sided_p
from monfknn_ref.evaluation.triangle import Triangle, cell_of


@given(st.lists(st.integers(0, 5), max_size=12))
def test_a_rank_counts_the_smaller_and_half_the_equal_values(values: list[int]) -> None:
    for value, rank in zip(values, average_ranks(values)):
        smaller = sum(other < value for other in values)
        assert rank == smaller + Fraction(values.count(value) + 1, 2)


def p_by_trying_all_signs(smaller: int, n: int) -> Fraction:
    """The definition: how often is the smaller rank sum at most this, over all 2^n signs?"""
    hits = 0
    for signs in itertools.product((0, 1), repeat=n):
        plus = sum(rank for rank, sign in zip(range(1, n + 1), signs) if sign)
        hits += min(plus, n * (n + 1) // 2 - plus) <= smaller
    return Fraction(hits, 2**n)


@pytest.mark.parametrize("n", range(1, 11))
def test_the_p_value_counts_signs(n: int) -> None:
    for smaller in range(n * (n + 1) // 4 + 1):
        assert exact_two_sided_p(Fraction(smaller), n) == p_by_trying_all_signs(smaller, n)


def test_half_a_rank_takes_the_mean_of_its_neighbors() -> None:
    between = exact_two_sided_p(Fraction(33, 2), 12)
    assert between == (exact_two_sided_p(Fraction(16), 12) + exact_two_sided_p(Fraction(17), 12)) / 2


def test_large_samples_stay_exact() -> None:
    n = 200
    middle = Fraction(n * (n + 1), 4)
    assert exact_two_sided_p(middle, n) == 1
    assert exact_two_sided_p(Fraction(3), n) == Fraction(2 * 5, 2**n)  # sums 0, 1, 2, 3 and 1 + 2
    deviation = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    normal = math.erfc((float(middle) - 8000 - 0.5) / deviation / math.sqrt(2))
    assert float(exact_two_sided_p(Fraction(8000), n)) == pytest.approx(normal, rel=0.03)


@pytest.mark.parametrize(
    ("differences", "r_plus", "r_minus", "n", "dropped"),
    [
        ([1, -2, 3], 4, 2, 3, 0),
        ([0, 1, -2, 3], 4, 2, 3, 1),  # a single zero is dropped
        ([0, 0, 1, -2, 3], 3 + 5 + 1.5, 4 + 1.5, 5, 0),  # two take ranks 1 and 2, half of 3 for each side
        ([0, 0, 0, 1, -2, 3], 9.5, 5.5, 5, 1),
        ([0, 0, 0, 0], 5, 5, 4, 0),
        ([0], 0, 0, 0, 1),
        ([2, -2, 2], 4, 2, 3, 0),  # ties share the middle rank
        ([1, 1, -5], 3, 3, 3, 0),
    ],
)
def test_zeros_and_ties(differences: list[int], r_plus: float, r_minus: float, n: int, dropped: int) -> None:
    test = wilcoxon(differences, [0] * len(differences))
    assert (test.r_plus, test.r_minus, test.n, test.dropped) == (r_plus, r_minus, n, dropped)
    assert test.zeros == differences.count(0)


def test_sides_swap_and_decimals_are_exact() -> None:
    a, b = [0.3, 0.2, 0.9, 0.4], [0.2, 0.1, 0.4, 0.9]
    first, second = wilcoxon(a, b), wilcoxon(b, a)
    assert (first.r_plus, first.r_minus) == (second.r_minus, second.r_plus) == (6.5, 3.5)
    assert first.p_value == second.p_value
    assert wilcoxon([0.3], [0.1 + 0.2]).zeros == 0


def test_scipy_agrees_where_the_zeros_are_treated_alike() -> None:
    stats = pytest.importorskip("scipy.stats")
    generator = random.Random(4)
    for n in range(3, 20):
        differences = [generator.choice((-1, 1)) * size for size in generator.sample(range(1, 1000), n)]
        ours, theirs = wilcoxon(differences, [0] * n), stats.wilcoxon(differences, method="exact")
        assert min(ours.r_plus, ours.r_minus) == theirs.statistic
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-12)
        with_zero = wilcoxon([*differences, 0], [0] * (n + 1))
        theirs = stats.wilcoxon([*differences, 0], zero_method="wilcox", method="exact")
        assert with_zero.p_value == pytest.approx(theirs.pvalue, rel=1e-12)


def test_friedman_by_hand() -> None:
    test = friedman([[3, 2, 1], [3, 2, 1], [3, 1, 2]], names=["a", "b", "c"])
    assert test.mean_ranks == (1, Fraction(7, 3), Fraction(8, 3))
    assert test.names[test.control] == "a"
    # 12/(3·3·4) · (3² + 7² + 8²) - 3·3·4 = 14/3
    assert test.chi_square == pytest.approx(14 / 3)
    assert test.p_value == pytest.approx(math.exp(-7 / 3))  # two degrees of freedom
    assert test.z[1] == pytest.approx((7 / 3 - 1) / math.sqrt(3 * 4 / (6 * 3)))
    assert (test.z[0], test.p_values[0]) == (0, 1)
    assert test.p_values[2] == pytest.approx(1 - math.erf(test.z[2] / math.sqrt(2)))


def test_the_lowest_value_can_be_the_best_one() -> None:
    table = [[0.1, 0.3, 0.2], [0.0, 0.3, 0.3]]
    highest, lowest = friedman(table), friedman(table, best="lowest")
    assert [a + b for a, b in zip(highest.mean_ranks, lowest.mean_ranks)] == [4, 4, 4]
    assert lowest.control == 0 and highest.control == 1


def test_the_control_can_be_chosen() -> None:
    table = [[3, 2, 1], [3, 2, 1]]
    assert friedman(table, control=2).z == tuple(-z for z in reversed(friedman(table, control=0).z))
    assert friedman(table, names="abc", control="b").control == 1


def test_all_tied() -> None:
    test = friedman([[1, 1], [2, 2]])
    assert (test.chi_square, test.chi_square_ties, test.p_value, test.z) == (0, 0, 1, (0, 0))


def test_scipy_agrees_on_the_statistic_with_ties() -> None:
    stats = pytest.importorskip("scipy.stats")
    generator = random.Random(9)
    for methods in range(3, 9):
        table = [[generator.randrange(6) for _ in range(methods)] for _ in range(9)]
        ours, theirs = friedman(table), stats.friedmanchisquare(*zip(*table))
        assert ours.chi_square_ties == pytest.approx(theirs.statistic, rel=1e-12)
        assert ours.p_value_ties == pytest.approx(theirs.pvalue, rel=1e-9)
        assert ours.p_value == pytest.approx(stats.chi2.sf(ours.chi_square, methods - 1), rel=1e-9)
        assert ours.p_values == pytest.approx([2 * stats.norm.sf(abs(z)) for z in ours.z], rel=1e-9)


@given(st.lists(st.integers(0, 100), min_size=1, max_size=6))
def test_holm_is_bonferroni_on_every_set_of_hypotheses(hundredths: list[int]) -> None:
    """Closed testing: a hypothesis falls if each set it belongs to falls to Bonferroni's bound."""
    p_values = [Fraction(value, 100) for value in hundredths]
    test = holm(p_values)
    numbers = range(len(p_values))
    sets = [s for size in range(1, len(p_values) + 1) for s in itertools.combinations(numbers, size)]
    for i in numbers:
        mine = [min(Fraction(1), len(s) * min(p_values[j] for j in s)) for s in sets if i in s]
        assert test.adjusted[i] == float(max(mine))
        assert test.rejected[i] == (max(mine) <= Fraction(1, 20))


def test_holm_thresholds_and_the_first_that_stands_saves_the_rest() -> None:
    test = holm([0.04, 0.001, 0.03], alpha=0.05)
    assert test.thresholds == (0.05, 0.05 / 3, 0.025)
    assert test.rejected == (False, True, False)  # 0.04 is below its own threshold, but 0.03 stands
    assert holm([0.025, 0.025]).rejected == (True, True)


def test_regions_and_edges() -> None:
    a, b = [0.2420, 0.5, 0.5, 0.5, 0.51], [0.2320, 0.5, 0.6, 0.3, 0.5]
    closed = bayesian_sign_test(a, b, 0.01, samples=10)
    assert (closed.counts, closed.on_edge) == (Regions(1, 3, 1), 2)
    none = bayesian_sign_test(a, b, 0.01, samples=10, edges="none")
    assert (none.counts, none.on_edge) == (Regions(1, 1, 1), 2)
    turned = bayesian_sign_test(b, a, 0.01, samples=10, best="lowest")
    assert (turned.counts, turned.posterior) == (closed.counts, closed.posterior)
    assert bayesian_sign_test(a, b, 0, samples=10).counts == Regions(1, 1, 3)


def test_posterior_means() -> None:
    test = bayesian_sign_test([1] * 9 + [0] * 3, [0] * 12, 0.01, samples=10)
    assert test.means == pytest.approx(((1 / 3) / 13, (3 + 1 / 3) / 13, (9 + 1 / 3) / 13))
    on_rope = bayesian_sign_test([1] * 9 + [0] * 3, [0] * 12, 0.01, prior=(1, 2, 1), samples=10)
    assert on_rope.means == pytest.approx((1 / 16, 5 / 16, 10 / 16))


def test_draws_are_shares_with_the_posterior_means_and_the_seed_decides() -> None:
    test = bayesian_sign_test([1, 1, 1, 0, -1], [0] * 5, 0.5, samples=4000, seed=3)
    draws = list(test.draws())
    assert draws == list(test.draws()) and len(draws) == 4000
    assert all(sum(draw) == pytest.approx(1) and min(draw) >= 0 for draw in draws)
    for mean, column in zip(test.means, zip(*draws)):
        assert sum(column) / 4000 == pytest.approx(mean, abs=0.02)
    wins = [sum(max(draw) == draw[i] for draw in draws) / 4000 for i in range(3)]
    assert list(test.wins) == wins
    assert bayesian_sign_test([1, 1, 1, 0, -1], [0] * 5, 0.5, samples=4000, seed=4).wins != test.wins


def test_wins_by_numerical_integration() -> None:
    stats = pytest.importorskip("scipy.stats")
    from scipy.integrate import quad

    test = bayesian_sign_test([1, 1, 1, 1, 0, 0, 0, -1], [0] * 8, 0.5, samples=20_000)
    laws = [stats.gamma(parameter) for parameter in test.posterior]
    for i, law in enumerate(laws):
        others = [other for j, other in enumerate(laws) if j != i]
        share, _ = quad(lambda x, f=law, o=others: f.pdf(x) * o[0].cdf(x) * o[1].cdf(x), 0, 60)
        assert test.wins[i] == pytest.approx(share, abs=0.015)


def test_baycomp_agrees_with_its_own_prior() -> None:
    baycomp = pytest.importorskip("baycomp")
    numpy = pytest.importorskip("numpy")
    x = numpy.array([0.70, 0.80, 0.90, 0.60, 0.55, 0.75, 0.81])
    y = numpy.array([0.75, 0.80, 0.95, 0.61, 0.50, 0.90, 0.90])
    theirs = baycomp.SignTest.probs(x, y, rope=0.02, nsamples=20_000, random_state=1)
    ours = bayesian_sign_test(y, x, 0.02, prior=(0.0001, 1.0001, 0.0001), samples=20_000)
    assert ours.wins == pytest.approx(theirs, abs=0.015)


def test_every_sample_lies_in_its_cell() -> None:
    """The three sides of the small triangle keep the point inside: areas with the corners add up."""
    test = bayesian_sign_test([1, 1, 0, -1], [0] * 4, 0.5, samples=300)

    def area(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return abs((q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1])) / 2

    triangle = Triangle(20, 30, 300)
    for draw in test.draws():
        point = triangle.place(*draw)
        corners = triangle.corners_of(cell_of(draw, 10), 10)
        parts = sum(area(point, p, q) for p, q in itertools.combinations(corners, 2))
        assert parts == pytest.approx(area(*corners), rel=1e-6)
    assert cell_of(Regions(1.0, 0.0, 0.0), 10) == (9, 0, 0)


def test_the_heat_map_shows_each_sample_once_and_is_the_same_every_time() -> None:
    test = bayesian_sign_test([1, 1, 0, -1], [0] * 4, 0.5, samples=500)
    drawn = heat_map(test, "PM", "MkNN & co")
    assert drawn.svg() == heat_map(test, "PM", "MkNN & co").svg()
    outlines, cells = re.findall(r' d="([^"]*)"', drawn.svg()), {cell_of(draw, 32) for draw in test.draws()}
    assert sum(outline.count("M") for outline in outlines) == len(cells)
    assert "MkNN &amp; co better" in drawn.svg()


def test_results_print_as_text() -> None:
    text = str(bayesian_sign_test([1, 0, 0], [0, 0, 0], 0.5, samples=10))
    assert text.splitlines()[0] == "Bayesian sign test, 10 samples, 0 differences on the rope's edge"
    assert text.splitlines()[2].startswith("rope     2 differences, mean 0.583, wins ")
    assert "chi-square = 2.000 with 1 degrees of freedom" in str(friedman([[1, 2], [1, 2]]))
    assert str(holm([0.5])).endswith("adjusted 0.500000: not rejected")


PAIR, RAGGED, EQUAL = [[1, 2]], [[1, 2], [3]], ([1], [1], 0)
PRIOR = "prior must be three positive numbers (left, rope, right)"


@pytest.mark.parametrize(
    ("test", "arguments", "message"),
    [
        (wilcoxon, ([], []), "a must have at least one value, got none"),
        (wilcoxon, ([1], [1, 2]), "b must have as many values as a, got 2 against 1"),
        (wilcoxon, ([1], [math.nan]), "b must hold finite numbers, got nan at position 0"),
        (friedman, ([[1]],), "table must have at least one row and two columns, got [[1]]"),
        (friedman, (RAGGED,), "table must have rows of equal length, got 2 values in row 0 and 1 in row 1"),
        (friedman, (PAIR, "abc"), "names must have one name for each column of table, got 3 for 2"),
        (partial(friedman, control=2), (PAIR,), "control must be one of [0, 1], got 2"),
        (partial(friedman, best="max"), (PAIR,), "best must be 'highest' or 'lowest', got 'max'"),
        (holm, ([0.1, 1.2],), "p_values must hold numbers from 0 to 1, got 1.2"),
        (holm, ([0.1], -1), "alpha must be a number from 0 to 1, got -1"),
        (bayesian_sign_test, ([1], [1], -1), "rope must be a number of at least 0, got -1"),
        (partial(bayesian_sign_test, prior=(1, 0, 1)), EQUAL, f"{PRIOR}, got (1, 0, 1)"),
        (
            partial(bayesian_sign_test, samples=0),
            EQUAL,
            "samples must be a whole number of at least 1, got 0",
        ),
        (paired_effect, ([1, 2, 3], [0] * 3), "confidence must be at most 0.7500 with 3 pairs, got 0.95"),
    ],
)
def test_values_that_are_wrong(test: Any, arguments: tuple[Any, ...], message: str) -> None:
    with refused(ValueError, message):
        test(*arguments)


@pytest.mark.parametrize(
    ("test", "arguments", "message"),
    [
        (wilcoxon, (["x"], [1]), "a must hold numbers, got 'x' at position 0"),
        (wilcoxon, (1, 2), "a must be a sequence of numbers, got 1"),
        (bayesian_sign_test, ([1], [1], "1"), "rope must be a number of at least 0, got '1'"),
    ],
)
def test_what_is_no_number(test: Any, arguments: tuple[Any, ...], message: str) -> None:
    with refused(TypeError, message):
        test(*arguments)


# Half of the studentized range at 0.05 over sqrt(2), as textbooks print it for 2 to 10 methods.
NEMENYI = {2: 1.960, 3: 2.343, 4: 2.569, 5: 2.728, 6: 2.850, 7: 2.949, 8: 3.031, 9: 3.102, 10: 3.164}


@pytest.mark.parametrize("methods", NEMENYI)
def test_the_critical_difference_is_that_of_the_tables(methods: int) -> None:
    rows = 12
    unit = math.sqrt(methods * (methods + 1) / (6 * rows))
    assert critical_difference(methods, rows) / unit == pytest.approx(NEMENYI[methods], abs=0.0011)


def test_the_critical_difference_of_two_methods_is_a_normal_quantile() -> None:
    assert critical_difference(2, 1, 0.1) == pytest.approx(1.6448536, abs=1e-6)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=8), st.integers(1, 20))
def test_groups_are_all_pairs_within_the_distance_and_none_is_inside_another(
    values: list[int], distance: int
) -> None:
    ranks = sorted(map(float, values))
    groups = groups_within(ranks, distance)
    for i, j in itertools.combinations(range(len(ranks)), 2):
        together = any(first <= i and j <= last for first, last in groups)
        assert together == (ranks[j] - ranks[i] <= distance)
    for one, other in itertools.permutations(groups, 2):
        assert not (other[0] <= one[0] and one[1] <= other[1])


@pytest.mark.parametrize("arguments", [(1, 12), (8, 0), (8, 12, 0.0), (8, 12, 1.5)])
def test_a_critical_difference_of_nothing_is_refused(arguments: Any) -> None:
    with pytest.raises(ValueError, match="must"):
        critical_difference(*arguments)


@given(st.lists(st.integers(-9, 9), min_size=6, max_size=9))
def test_the_interval_has_the_centers_that_wilcoxon_does_not_reject(differences: list[int]) -> None:
    """The definition: a center is inside if the signed ranks around it are not too one-sided."""
    found = paired_effect(differences, [0] * len(differences))
    outside = 1 - found.coverage
    assert outside <= Fraction(1, 20)
    for quarter in range(-41, 42, 2):  # odd quarters: neither a difference nor the average of two
        center = Fraction(quarter, 4)
        if center in {(a + b) / Fraction(2) for a in differences for b in differences}:
            continue
        below = sum(a + b < 2 * center for a, b in itertools.combinations_with_replacement(differences, 2))
        total = len(differences) * (len(differences) + 1) // 2
        p = exact_two_sided_p(Fraction(min(below, total - below)), len(differences))
        assert (found.low < center < found.high) == (p > outside), center


def test_an_effect_turns_with_its_sides() -> None:
    a, b = [0.9, 0.8, 0.7, 0.95, 0.6, 0.5], [0.8, 0.85, 0.6, 0.9, 0.5, 0.45]
    one, other = paired_effect(a, b), paired_effect(b, a)
    assert (one.estimate, one.low, one.high) == (-other.estimate, -other.high, -other.low)
    assert one.one_sided == -other.one_sided
    assert paired_effect(a, b, "lowest") == other


def test_effects_compared_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    differences = [3, -1, 4, 1.5, -5, 9, 2.6, -5.3, 5.8, 9.7, 9.3, 2.3]
    found = paired_effect(differences, [0] * 12)
    centers = [center / 50 for center in range(-400, 600)]
    inside = [center for center in centers if float(found.low) < center < float(found.high)]
    ends = [inside[0], inside[-1], inside[0] - 0.1, inside[-1] + 0.1]
    p_values = [stats.wilcoxon([d - center for d in differences], mode="exact").pvalue for center in ends]
    assert min(p_values[:2]) > 1 - float(found.coverage) >= max(p_values[2:])
