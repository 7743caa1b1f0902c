"""MonMLP, compared with numbers from R, with finite differences and with the formula, and its monotonicity."""

from __future__ import annotations

import itertools
import math
import random
import statistics
import sys
from decimal import Decimal

import pytest

from monfknn_ref.classifiers.bfgs import Metric, NumpyMetric, minimize
from monfknn_ref.classifiers.monmlp import MonMLP, NumpyEngine, Problem, PythonEngine, Scale, positive_weights
from monfknn_ref.model.checks import install_command


def balance():
    """The scale of 4 attributes 1..5: left, balanced or right."""
    X = list(itertools.product(range(1, 6), repeat=4))
    torque = [c * d - a * b for a, b, c, d in X]
    return X, [(t > 0) - (t < 0) for t in torque], "--++"


def questionnaire(rows=150, seed=1):
    """5 answers 0..4, the second one inverse, and 5 classes with noise."""
    generator = random.Random(seed)
    X = [tuple(generator.randint(0, 4) for _ in range(5)) for _ in range(rows)]
    score = [(x[0] + 4 - x[1] + x[2] + x[3] + x[4]) / 5 for x in X]
    return X, [min(4, max(0, round(s + generator.gauss(0, 0.5)))) for s in score], "+-+++"


def measurements(rows=200, seed=2):
    """Reals on very different scales, and 10 classes by the formula of artiset of the first two."""
    generator = random.Random(seed)
    X = [(generator.random(), 1e6 * generator.random(), generator.gauss(0, 1e-3)) for _ in range(rows)]
    return X, [int((a + ((b / 1e6) ** 2 - a * a) / 2) * 10) for a, b, _ in X], "+++"


# The optimizer


def test_the_optimizer_takes_the_way_of_r_through_rosenbrocks_valley():
    """The example of R's help page for optim: 110 function and 43 gradient evaluations to 9.594956e-18."""
    asked = {"cost": 0, "gradient": 0}

    def valley(p):
        asked["cost"] += 1
        return 100 * (p[1] - p[0] ** 2) ** 2 + (1 - p[0]) ** 2

    def slope(p):
        asked["gradient"] += 1
        return [-400 * p[0] * (p[1] - p[0] ** 2) - 2 * (1 - p[0]), 200 * (p[1] - p[0] ** 2)]

    point, costs = minimize(valley, slope, [-1.2, 1.0], iterations=100)
    assert asked == {"cost": 110, "gradient": 43}
    assert valley(point) == pytest.approx(9.594956e-18, rel=1e-4)
    assert point == pytest.approx([1, 1])
    assert len(costs) == 43


def test_the_optimizer_stops_where_no_step_helps_and_counts_its_iterations():
    def cost(p):
        return abs(p[0])

    assert minimize(cost, lambda p: [-1.0], [0.0], 100) == ([0.0], [0.0])  # a slope that is wrong
    assert minimize(cost, lambda p: [0.0], [5.0], 100) == ([5.0], [5.0])
    assert minimize(cost, lambda p: [math.nan], [5.0], 100) == ([5.0], [5.0])
    assert minimize(cost, lambda p: [1.0], [5.0], 0) == ([5.0], [5.0])
    _, costs = minimize(lambda p: p[0] ** 4, lambda p: [4 * p[0] ** 3], [9.0], 7)
    assert len(costs) == 7
    with pytest.raises(ValueError, match="start must have a finite cost, got inf"):
        minimize(lambda p: math.inf, lambda p: [0.0], [0.0], 10)


@pytest.mark.parametrize("new_metric", [Metric, NumpyMetric])
def test_the_metric_maps_the_turn_onto_the_move_and_stays_symmetric(new_metric):
    if new_metric is NumpyMetric:
        pytest.importorskip("numpy")
    generator = random.Random(3)
    metric = new_metric(5)
    for _ in range(4):
        moved = [generator.gauss(0, 1) for _ in range(5)]
        turned = [m + 0.3 * generator.gauss(0, 1) for m in moved]
        metric.update(moved, turned)
        assert metric.apply(turned) == pytest.approx(moved)
    unit = [[float(i == j) for j in range(5)] for i in range(5)]
    matrix = [metric.apply(row) for row in unit]
    assert [list(column) for column in zip(*matrix)] == [pytest.approx(row) for row in matrix]


def test_the_way_of_the_costs_is_that_of_r():
    """optim(method="BFGS") on the formulas of monmlp, from weights 0.3 sin(1), 0.3 sin(2), ..."""
    X, y, directions = balance()
    start = [0.3 * math.sin(k) for k in range(1, 20)]
    model = MonMLP(hidden=3, iterations=50, initial_weights=start, directions=directions).fit(X, y)
    printed_by_r = {
        2: 0.23558377280172,
        5: 0.198884929454345,
        10: 0.159237909168833,
        20: 0.12774993518061,
        35: 0.125082938132233,
        50: 0.118614927160283,
    }
    found = {iteration: model.costs_[iteration - 1] for iteration in printed_by_r}
    assert found == pytest.approx(printed_by_r, rel=1e-9)


# The network


def problem_of(engine, monotone, hidden=3):
    X, y, _ = questionnaire(40)
    columns = [[value / 2 - 1 for value in column] for column in zip(*X)] + [[1.0] * len(X)]
    targets = [label / 2 - 1 for label in y]
    return Problem(engine(columns, targets), hidden, positive_weights(5, hidden, monotone))


@pytest.mark.parametrize("engine", [PythonEngine, NumpyEngine])
@pytest.mark.parametrize("monotone", [[0, 1, 2, 3, 4], [1, 3], []])
def test_the_gradient_is_the_limit_of_differences(engine, monotone):
    if engine is NumpyEngine:
        pytest.importorskip("numpy")
    problem = problem_of(engine, monotone)
    generator = random.Random(4)
    for _ in range(3):
        point = [generator.uniform(-1, 1) for _ in range(6 * 3 + 4)]
        differences = []
        for k in range(len(point)):
            ahead, behind = list(point), list(point)
            ahead[k] += 1e-5
            behind[k] -= 1e-5
            differences.append((problem.cost(ahead) - problem.cost(behind)) / 2e-5)
        assert problem.gradient(point) == pytest.approx(differences, rel=1e-6, abs=1e-8)


def test_the_cost_is_infinite_where_a_weight_overflows():
    problem = problem_of(PythonEngine, [0])
    assert problem.cost([1000.0] + [0.0] * 21) == math.inf
    assert problem.cost([0.0, 1000.0] + [0.0] * 20) < math.inf


def output_by_formula(model, x, X, y, hidden, signs):
    """The network written out for one row, straight from the definition."""
    p = len(x)
    W1 = [model.weights_[j * (p + 1) : (j + 1) * (p + 1)] for j in range(hidden)]
    W2 = model.weights_[hidden * (p + 1) :]
    z = []
    for a in range(p):
        column = [float(row[a]) for row in X]
        z.append(signs[a] * (x[a] - statistics.mean(column)) / statistics.stdev(column))
    h = [math.tanh(0.5 * (sum(math.exp(w) * v for w, v in zip(unit, z)) + unit[-1])) for unit in W1]
    o = sum(math.exp(w) * v for w, v in zip(W2, h)) + W2[-1]
    positions = [float(sorted(set(y)).index(label)) for label in y]
    return statistics.mean(positions) + statistics.stdev(positions) * o


def test_the_output_is_the_formula_rounded_and_clamped():
    X, y, directions = questionnaire()
    names = ["very bad", "bad", "fair", "good", "very good"]
    model = MonMLP(hidden=2, iterations=40, directions=directions)
    model.fit(X, [names[label] for label in y], classes=names)
    signs = [1 if sign == "+" else -1 for sign in directions]
    beyond = [(-9, 13, -9, -9, -9), (13, -9, 13, 13, 13)]
    for x, predicted in zip([*X, *beyond], model.predict([*X, *beyond])):
        answer = model.explain(x)
        assert answer.output == pytest.approx(output_by_formula(model, x, X, y, 2, signs))
        assert predicted == answer.label == names[min(4, max(0, math.floor(answer.output + 0.5)))]
    assert [model.explain(x).position for x in beyond] == [0, 4]


def test_an_explanation_adds_up_and_reads_well():
    X, y, directions = balance()
    model = MonMLP(hidden=2, iterations=30, directions=directions).fit(X, y)
    answer = model.explain([2, 2, 3, 3])
    total = sum(answer.contributions) + answer.bias
    assert answer.output == pytest.approx(1 + statistics.stdev(y) * total)
    lines = str(answer).splitlines()
    assert lines[0] == "(2, 2, 3, 3) is 1:"
    assert lines[1].startswith("  standardized: 0.70") and lines[1].count(",") == 3
    assert lines[2].startswith("  hidden unit 0: activation ")
    assert len(lines) == 6
    assert lines[-1] == f"  output: {answer.output:.4f}, so class 2, counted from 0"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("monotone", [None, [1, 3]])
def test_predictions_rise_with_the_monotone_attributes(seed, monotone):
    X, y, directions = questionnaire()
    generator = random.Random(seed)
    noisy = [generator.choice(y) if generator.random() < 0.3 else label for label in y]
    model = MonMLP(hidden=4, iterations=60, seed=seed, monotone=monotone, directions=directions)
    model.fit(X, noisy)
    free = range(5) if monotone is None else monotone
    lower, higher = [], []
    for _ in range(400):
        x = [generator.uniform(-1, 5) for _ in range(5)]
        raise_by = [generator.choice((0, generator.expovariate(1))) if a in free else 0 for a in range(5)]
        lower.append(x)
        higher.append([v + (d if s == "+" else -d) for v, d, s in zip(x, raise_by, directions)])
    pairs = list(zip(model.predict(lower), model.predict(higher)))
    assert all(below <= above for below, above in pairs)
    assert any(below < above for below, above in pairs)
    assert all(model.explain(p).output <= model.explain(q).output for p, q in zip(lower[:50], higher[:50]))


def test_an_attribute_not_declared_monotone_may_lower_the_class():
    X = [(a, b) for a in range(6) for b in range(6)]
    y = [2 + (a > 2) - (b > 2) for a, b in X]
    free = MonMLP(hidden=3, iterations=200, monotone=[0]).fit(X, y)
    assert free.score(X, y) > 0.9
    bound = MonMLP(hidden=3, iterations=200).fit(X, y)
    assert bound.predict([[0, 0]]) <= bound.predict([[0, 5]])
    assert free.predict([[0, 0]]) > free.predict([[0, 5]])


@pytest.mark.parametrize("data", [balance, questionnaire, measurements])
def test_the_cost_never_rises_and_the_fit_is_worth_it(data):
    X, y, directions = data()
    model = MonMLP(hidden=4, iterations=60, directions=directions).fit(X, y)
    assert all(after <= before for before, after in itertools.pairwise(model.costs_))
    assert model.costs_[-1] < 0.5
    assert len(model.costs_) <= 60


@pytest.mark.parametrize("data", [balance, questionnaire, measurements])
def test_the_engines_agree_in_every_bit(data):
    pytest.importorskip("numpy")
    X, y, directions = data()
    python = MonMLP(hidden=4, iterations=50, directions=directions).fit(X, y)
    numpy = MonMLP(hidden=4, iterations=50, directions=directions, engine="numpy").fit(X, y)
    assert len(python.costs_) == 50
    assert numpy.costs_ == python.costs_
    assert numpy.weights_ == python.weights_
    assert numpy.predict(X) == python.predict(X)
    assert all(type(weight) is float for weight in numpy.weights_)


def test_numpy_is_missed_in_words(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError) as refusal:
        MonMLP(engine="numpy").fit([[1], [2]], [0, 1])
    wanted = f"engine='numpy' needs NumPy ({install_command('fast')}); engine='python' does without"
    assert str(refusal.value) == wanted


# Manners


def test_a_scale_is_mean_and_deviation():
    values = [0.1, 7.5, -3.25, 2.0]
    scale = Scale.of(values)
    assert scale.mean == pytest.approx(statistics.mean(values))
    assert scale.deviation == pytest.approx(statistics.stdev(values))
    assert Scale.of([0.1] * 3) == Scale(0.1, 1.0)
    assert Scale.of([1e-200, 2e-200]).deviation == 1.0


def test_degenerate_data_are_fitted():
    assert MonMLP(iterations=20).fit([[1, 2]], ["only"]).predict([[5, 5], [0, 0]]) == ["only", "only"]
    assert MonMLP(iterations=20).fit([[1], [2]], [0, 0], classes=[0, 1]).predict([[9]]) == [0]
    constant = MonMLP(iterations=50, hidden=2).fit([[7, a] for a in range(10)], [a > 4 for a in range(10)])
    assert constant.predict([[7, 0], [7, 9]]) == [False, True]


def test_explicit_weights_are_the_start():
    X, y, _ = measurements(30)
    start = [0.1 * k for k in range(11)]
    kept = list(start)
    untouched = MonMLP(hidden=2, iterations=0, initial_weights=start).fit(X, y)
    assert untouched.weights_ == start == kept
    assert len(untouched.costs_) == 1
    moved = MonMLP(hidden=2, iterations=10, initial_weights=start).fit(X, y)
    assert moved.costs_[0] == untouched.costs_[0]
    assert moved.weights_ != start == kept


def test_random_starts_come_from_the_seed_and_stay_in_their_bounds():
    X, y, _ = questionnaire(30)
    state = random.getstate()
    starts = [MonMLP(iterations=0, seed=seed).fit(X, y).weights_ for seed in (0, 0, 1)]
    assert random.getstate() == state
    assert starts[0] == starts[1] != starts[2]
    hidden, output = starts[0][: 6 * 8], starts[0][6 * 8 :]
    assert len(output) == 9
    assert 0.25 < max(map(abs, hidden)) <= 0.8 / math.sqrt(6)
    assert 0.33 < max(map(abs, output)) <= 0.5


def test_fitting_again_forgets_and_inputs_stay_as_they_are():
    X, y, directions = questionnaire(40)
    rows, labels = [list(map(Decimal, x)) for x in X], list(y)
    model = MonMLP(hidden=2, iterations=10, directions=directions)
    first = model.fit(rows, labels).weights_
    assert (rows, labels) == ([list(map(Decimal, x)) for x in X], list(y))
    model.set_params(directions=None).fit(*measurements(20)[:2])
    assert model.set_params(directions=directions).fit(X, y).weights_ == first
    assert model.predict([]) == []


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({"hidden": 0}, ValueError, "hidden must be a whole number of at least 1, got 0"),
        ({"iterations": -1}, ValueError, "iterations must be a whole number of at least 0, got -1"),
        ({"engine": "cuda"}, ValueError, "engine must be 'python' or 'numpy', got 'cuda'"),
        ({"seed": 1.5}, ValueError, "seed must be a whole number of at least 0, got 1.5"),
        ({"monotone": [2]}, ValueError, "monotone must hold attribute positions from 0 to 1, got 2"),
        ({"monotone": "++"}, TypeError, "monotone must be a sequence of attribute positions, got '++'"),
        (
            {"monotone": [0.5]},
            ValueError,
            "each position in monotone must be a whole number of at least 0, got 0.5",
        ),
        (
            {"hidden": 2, "initial_weights": [1, 2]},
            ValueError,
            "initial_weights must hold 9 numbers for 2 attributes and 2 hidden units, got 2",
        ),
        (
            {"hidden": 1, "initial_weights": [999, 0, 0, 0, 0]},
            ValueError,
            "initial_weights must give a finite error, got weights too large for that",
        ),
        (
            {"directions": "+"},
            ValueError,
            "directions must have one sign for each of the 2 attributes, got 1: '+'",
        ),
    ],
)
def test_wrong_parameters_are_refused(parameters, error, message):
    with pytest.raises(error) as refusal:
        MonMLP(**parameters).fit([[1, 2], [3, 4]], [0, 1])
    assert str(refusal.value) == message


@pytest.mark.parametrize("column", [(-1e200, 1e200), (-1.7e308, 1.7e308, 1.7e308)])
def test_a_column_whose_squares_overflow_is_refused(column):
    with pytest.raises(ValueError) as refusal:
        MonMLP().fit([(value, 0) for value in column], range(len(column)))
    assert str(refusal.value) == (
        "X must hold numbers whose squares can be added up in doubles, "
        f"got an attribute from {min(column)!r} to {max(column)!r}"
    )


def test_weights_and_rows_beyond_doubles_are_refused_in_words():
    with pytest.raises(
        ValueError, match=r"^double arithmetic can hold numbers of size up to 1.8e\+308, got 1000"
    ):
        MonMLP(hidden=1, initial_weights=[10**400, 0, 0, 0]).fit([[1], [2]], [0, 1])
    model = MonMLP(iterations=0, directions="+-").fit([(0.001, 0.002), (0.002, 0.001)], [0, 1])
    with pytest.raises(ValueError) as refusal:
        model.predict([(1e308, 1e308)])
    assert str(refusal.value) == (
        "x must be nearer to the training rows, got (1e+308, 1e+308), which is so far away that doubles overflow"
    )
