"""MID, compared with J48 (run, or its printed sizes) and with brute-force definitions, and the effect of its score."""

import itertools
import math
import random
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from statistics import NormalDist, mean

import outside
import pytest

from monfknn_ref.classifiers.c45 import (
    Branch,
    Cut,
    Leaf,
    Test,
    candidate_cuts,
    collapse,
    first_best,
    pessimistic_errors,
    prune,
)
from monfknn_ref.classifiers.mid import MID, grow, order_ambiguity

WEKA = Path("/usr/share/java/weka.jar")


# Data anybody can generate


def balance():
    """The scale of 4 attributes 1..5: left, balanced or right."""
    X = list(itertools.product(range(1, 6), repeat=4))
    torque = [c * d - a * b for a, b, c, d in X]
    return X, [(t > 0) - (t < 0) + 1 for t in torque], 3


def artiset(rows, seed, noise=0.1):
    """The paper's formula with 10 classes; `noise` of the labels are moved by one class."""
    generator = random.Random(seed)
    X = [(generator.random(), generator.random()) for _ in range(rows)]
    y = [int((a + (b * b - a * a) / 2) * 10) for a, b in X]
    for i in generator.sample(range(rows), int(noise * rows)):
        y[i] = 1 if y[i] == 0 else 8 if y[i] == 9 else y[i] + generator.choice((-1, 1))
    return X, y, 10


def questionnaire(seed=3):
    """Many equal rows and much disagreement: 4 answers 0..4, 5 classes."""
    generator = random.Random(seed)
    X = [tuple(generator.randint(0, 4) for _ in range(4)) for _ in range(600)]
    return X, [min(4, max(0, round(sum(x) / 4 + generator.gauss(0, 0.8)))) for x in X], 5


def pure_noise(seed=4):
    """Two classes by the toss of a coin, 6 attributes: pruning has everything to do."""
    generator = random.Random(seed)
    X = [tuple(generator.randint(0, 9) for _ in range(6)) for _ in range(300)]
    return X, [generator.randrange(2) for _ in X], 2


def unequal_scales(seed=5):
    """Attributes of very different scales, an inverse one, and a class that never occurs."""
    generator = random.Random(seed)
    X = [(generator.random() * 1e-3, generator.gauss(0, 1e4), generator.randint(0, 1)) for _ in range(250)]
    score = [1e3 * a - b / 1e4 + c + generator.gauss(0, 0.3) for a, b, c in X]
    return X, [0 if s < 0 else 1 if s < 1 else 3 for s in score], 4


GENERATED = {
    "balance": balance(),
    "artiset": artiset(700, seed=1),
    "questionnaire": questionnaire(),
    "pure noise": pure_noise(),
    "unequal scales": unequal_scales(),
}


# C4.5


def j48_predictions(folder, X, y, classes, queries):
    """What Weka's J48 predicts after learning X, y."""
    header = ["@relation r"] + [f"@attribute a{a} numeric" for a in range(len(X[0]))]
    header += ["@attribute class {" + ",".join(map(str, range(classes))) + "}", "@data"]
    folder.mkdir()
    for name, rows, labels in (("train", X, y), ("test", queries, [0] * len(queries))):
        lines = [",".join(map(repr, (*row, label))) for row, label in zip(rows, labels)]
        (folder / f"{name}.arff").write_text("\n".join(header + lines) + "\n", encoding="utf-8")
    command = ["java", "-Djava.awt.headless=true", "-cp", str(WEKA), "weka.classifiers.trees.J48"]
    command += ["-C", "0.25", "-M", "2", "-p", "0", "-t", "train.arff", "-T", "test.arff"]
    answer = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=60)
    return [int(found) for found in re.findall(r"^ *\d+ +\d+:\S+ +\d+:(\d+) ", answer.stdout, re.MULTILINE)]


def test_without_the_order_it_predicts_as_j48(tmp_path):
    if not WEKA.exists() or shutil.which("java") is None:
        pytest.skip(f"needs java and Weka's J48 in {WEKA} (Debian: apt-get install weka)")
    cases = dict(GENERATED)
    cases |= {path.stem: outside.keel_rows(path) for path in sorted(outside.DATA.glob("*.dat"))}

    def differing(case):
        name, (X, y, classes) = case
        kept = random.Random(name).sample(range(len(X)), 2 * len(X) // 3)
        X_train, y_train = [X[i] for i in kept], [y[i] for i in kept]
        wanted = j48_predictions(tmp_path / name, X_train, y_train, classes, X)
        predicted = MID(R=0).fit(X_train, y_train, classes=range(classes)).predict(X)
        assert len(wanted) == len(X) > 0
        return [i for i, (ours, theirs) in enumerate(zip(predicted, wanted)) if ours != theirs]

    with ThreadPoolExecutor(2) as pool:
        found = dict(zip(cases, pool.map(differing, cases.items())))
    assert found == {name: [] for name in cases}


@pytest.mark.parametrize(
    ("name", "leaves", "errors"),  # as J48 -C 0.25 -M 2 prints them for the whole set
    [
        ("balance", 52, 62),
        ("artiset", 70, 81),
        ("questionnaire", 64, 228),
        ("pure noise", 1, 141),
        ("unequal scales", 18, 29),
    ],
)
def test_without_the_order_the_tree_has_the_size_j48_prints(name, leaves, errors):
    X, y, classes = GENERATED[name]
    model = MID(R=0).fit(X, y, classes=range(classes))
    assert model.tree_text().count("(") == leaves
    assert sum(p != w for p, w in zip(model.predict(X), y)) == errors


@pytest.mark.needs_data("data/wisconsin")
def test_ten_folds_of_wisconsin_give_c45_its_653():
    """653 of 683 right is what both C4.5 of KEEL and J48 reach on these folds."""
    right = 0
    for train, (queries, wanted) in outside.wisconsin_folds():
        right += sum(p == w for p, w in zip(MID(R=0).fit(*train).predict(queries), wanted))
    assert right == 653


def entropy(labels):
    """By the definition: -sum p log2 p."""
    shares = [labels.count(label) / len(labels) for label in set(labels)]
    return -sum(share * math.log2(share) for share in shares)


def test_candidate_cuts_are_all_cuts_with_their_fall_of_entropy():
    generator = random.Random(6)
    examples = [((float(generator.randint(0, 12)),), generator.randrange(3)) for _ in range(60)]
    observed = sorted({x[0] for x, _ in examples} | {2.25, 2.75})
    found = candidate_cuts(examples, 0, observed, classes=3, items_per_leaf=2)

    wanted = {}
    for lower, upper in itertools.pairwise(sorted({x[0] for x, _ in examples})):
        below = [y for x, y in examples if x[0] <= lower]
        above = [y for x, y in examples if x[0] > lower]
        if min(len(below), len(above)) >= 2:  # a tenth of 60 rows in 3 classes: 2 as well
            everywhere = entropy(below + above)
            after = (len(below) * entropy(below) + len(above) * entropy(above)) / 60
            threshold = max(value for value in observed if value <= (lower + upper) / 2)
            wanted[threshold] = everywhere - after
    assert {cut.test.value: pytest.approx(cut.gain, abs=1e-12) for cut in found} == wanted
    assert len(found) == len(wanted) > 8


def test_a_gap_too_small_to_trust_is_no_cut():
    def thresholds(gap):
        examples = [((0.0,), 0), ((0.0,), 0), ((gap,), 1), ((gap,), 1)]
        return [cut.test.value for cut in candidate_cuts(examples, 0, [0.0, gap], 2, 2)]

    assert thresholds(2e-5) == [0.0]
    assert thresholds(0.9e-5) == []


def test_the_first_of_equal_cuts_wins_and_an_infinite_penalty_excludes():
    cuts = [Cut(Test(a, 0.0), (2,), (2,), gain) for a, gain in enumerate((0.3, 0.5, 0.5 + 1e-7, 0.4))]
    assert first_best(cuts, lambda cut: cut.gain, lambda cut: 0.0) is cuts[1]
    assert first_best(cuts, lambda cut: cut.gain, lambda cut: 0.2 * (cut.test.attribute in (1, 2))) is cuts[3]
    assert first_best(cuts, lambda cut: cut.gain, lambda cut: math.inf) is None


@pytest.mark.parametrize("confidence", [0.05, 0.25, 0.5])
def test_the_pessimistic_errors_are_confidence_limits(confidence):
    z = NormalDist().inv_cdf(1 - confidence)
    for n in (3, 10, 100):
        p = pessimistic_errors(n, 0, confidence) / n
        assert (1 - p) ** n == pytest.approx(confidence)
        for errors in range(1, n):
            p = pessimistic_errors(n, errors, confidence) / n
            share = (errors + 0.5) / n
            if share < 1:  # the limit lies z standard deviations of its own above the share
                assert p - share == pytest.approx(z * math.sqrt(p * (1 - p) / n), abs=1e-12)
        assert pessimistic_errors(n, n, confidence) == n


def test_collapsing_takes_away_only_what_saves_no_training_error():
    useless = Branch((5, 3), Test(0, 1.0), Leaf((3, 1)), Leaf((2, 2)))
    useful = Branch((3, 5), Test(0, 2.0), Leaf((3, 0)), Leaf((0, 5)))
    tree = Branch((8, 8), Test(1, 0.0), useless, useful)
    assert collapse(tree) == Branch((8, 8), Test(1, 0.0), Leaf((5, 3)), useful)
    assert collapse(useless) == Leaf((5, 3))


def test_pruning_raises_the_larger_side_into_the_place_of_a_cut_in_vain():
    """The first cut sets 2 of 60 rows apart for nothing; the cut after it separates the classes."""
    examples = [((float(i < 2), float(i % 2)), i % 2) for i in range(60)]
    inner = Branch((29, 29), Test(1, 0.0), Leaf((29, 0)), Leaf((0, 29)))
    tree = Branch((30, 30), Test(0, 0.0), inner, Leaf((1, 1)))
    assert prune(tree, examples, 0.25) == Branch((30, 30), Test(1, 0.0), Leaf((30, 0)), Leaf((0, 30)))


def test_the_order_of_the_rows_does_not_matter():
    X, y, _ = GENERATED["questionnaire"]
    shuffled = random.Random(7).sample(range(len(X)), len(X))
    for R in (0, 1):
        again = MID(R=R).fit([X[i] for i in shuffled], [y[i] for i in shuffled])
        assert again.tree_ == MID(R=R).fit(X, y).tree_


# The order


def conflicting_by_points(one, other):
    """The definition on a grid: a point of the higher class lies below a point of the lower one."""
    (points, label), (other_points, other_label) = one, other
    if label < other_label:
        return conflicting_by_points(other, one)
    below = any(all(a <= b for a, b in zip(p, q)) for p in points for q in other_points)
    return label > other_label and below


@pytest.mark.parametrize("directions", ["+++", "+-+", "---"])
@pytest.mark.parametrize("branches", ["path", "tree"])
def test_the_index_of_the_tree_is_the_share_of_branches_with_points_out_of_order(directions, branches):
    generator = random.Random(8)
    X = [tuple(generator.randint(0, 4) for _ in range(3)) for _ in range(150)]
    y = [generator.randint(0, 1) + (sum(x) > 6) for x in X]
    model = MID(R=0.1, confidence=0.5, branches=branches, directions=directions).fit(X, y)

    leaves = {}
    for point in itertools.product(range(5), repeat=3):
        way = model.explain(point)
        tests = tuple((step.attribute, step.relation, step.value) for step in way.steps)
        ascending = tuple(v if sign == "+" else -v for v, sign in zip(point, directions))
        leaves.setdefault(tests, ([], way.label))[0].append(ascending)

    pairs = list(itertools.combinations(leaves.values(), 2))
    conflicts = sum(conflicting_by_points(*pair) for pair in pairs)
    assert len(leaves) > 5
    assert model.non_monotonicity_ == conflicts / len(pairs)


def test_the_order_ambiguity_is_the_formula():
    assert order_ambiguity(0, 5) == 0
    assert order_ambiguity(1, 5) == pytest.approx(1 / math.log2(10))
    assert order_ambiguity(5, 5) == 1
    assert order_ambiguity(10, 5) == math.inf
    values = [order_ambiguity(conflicts, 8) for conflicts in range(29)]
    assert values == sorted(set(values))


def test_a_cut_against_the_order_is_refused():
    X, y = [[1], [2], [3], [4], [5], [6]], [1, 1, 1, 0, 0, 0]
    assert MID(R=1).fit(X, y).tree_text() == "0 (3 of 0, 3 of 1)"
    separated = "x[0] <= 3: 1 (3 of 1)\nx[0] > 3: 0 (3 of 0)"
    assert MID(R=0).fit(X, y).tree_text() == separated
    assert MID(R=1, directions="-").fit(X, y).tree_text() == separated


def test_between_a_better_cut_against_the_order_and_a_worse_one_with_it_r_decides():
    """x[0] tells the classes apart, but the wrong way round; x[1] does it less well, the right way."""
    examples = [((0.0, 1.0), 1)] * 6 + [((0.0, 0.0), 1)] * 2 + [((1.0, 0.0), 0)] * 6 + [((1.0, 1.0), 0)] * 2
    for R, attribute in ((0, 0), (1, 1)):
        tree = grow(examples, classes=2, items_per_leaf=2, R=R, directions=(1, 1), branches="path")
        assert tree.test == Test(attribute, 0.0)


@pytest.mark.parametrize("branches", ["path", "tree"])
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_cut_is_held_against_the_branch_left_behind(branches, mirrored):
    """x[0] sets 60 rows of class 1 apart. Of the others, x[1] isolates class 0 and x[2] as well class 1;
    class 0 there, above rows of class 1, contradicts the order. (Mirrored: class 2 below rows of class 1.)"""
    examples = [((0.0, float(i % 2), float(i % 2)), 1) for i in range(60)]
    examples += [((1.0, 0.0, 1.0), 0)] * 7 + [((1.0, 1.0, 0.0), 1)] * 7 + [((1.0, 1.0, 1.0), 2)] * 10
    if mirrored:
        examples = [(tuple(1 - value for value in x), 2 - y) for x, y in examples]
    for R, attribute in ((0, 1), (0.1, 2)):
        tree = grow(examples, classes=3, items_per_leaf=2, R=R, directions=(1, 1, 1), branches=branches)
        assert tree.test.attribute == 0
        assert (tree.below if mirrored else tree.above).test.attribute == attribute


def grid_violations(model):
    """The share of comparable pairs of a grid whose predictions contradict the order."""
    side = [i / 16 + 1 / 32 for i in range(16)]
    predicted = {(i, j): model.predict([[side[i], side[j]]])[0] for i in range(16) for j in range(16)}
    pairs = [(p, q) for p in predicted for q in predicted if p[0] <= q[0] and p[1] <= q[1]]
    return sum(predicted[p] > predicted[q] for p, q in pairs) / len(pairs)


@cache
def models_of_noisy_artiset(**parameters):
    """One model for each of twenty samples."""
    return [MID(**parameters).fit(*artiset(200, seed)[:2], classes=range(10)) for seed in range(20)]


def test_the_order_lowers_the_non_monotonicity_of_trees_from_noisy_artiset():
    without, with_order = models_of_noisy_artiset(R=0), models_of_noisy_artiset(R=1)
    index = [mean(model.non_monotonicity_ for model in models) for models in (without, with_order)]
    violations = [mean(map(grid_violations, models)) for models in (without, with_order)]
    assert index[1] < 0.85 * index[0]
    assert violations[1] < 0.85 * violations[0]


def test_counting_the_whole_tree_helps_less_than_counting_the_path():
    readings = [{"R": 1}, {"R": 1, "branches": "tree"}, {"R": 0}]
    indices = [mean(m.non_monotonicity_ for m in models_of_noisy_artiset(**reading)) for reading in readings]
    assert indices[0] < indices[1] < indices[2]


def test_without_the_order_neither_directions_nor_branches_matter():
    X, y, _ = GENERATED["questionnaire"]
    tree = MID(R=0).fit(X, y).tree_
    assert MID(R=0, directions="-+-+").fit(X, y).tree_ == tree
    assert MID(R=0, branches="tree").fit(X, y).tree_ == tree
    assert MID(R=1).fit(X, y).tree_ != tree


# What a tree says


def test_a_prediction_is_explained_by_its_path():
    X, y, _ = GENERATED["balance"]
    names = ["left", "balanced", "right"]
    model = MID(directions="--++").fit(X, [names[label] for label in y], classes=names)
    for x, predicted in zip(X, model.predict(X)):
        way = model.explain(x)
        goes = [(step.attribute, step.value, step.relation == "<=") for step in way.steps]
        reach = [label for z, label in zip(X, y) if all((z[a] <= value) == low for a, value, low in goes)]
        counts = [f"{reach.count(place)} of {name!r}" for place, name in enumerate(names) if place in reach]
        assert way.label == predicted
        assert way.leaf == f"{predicted!r} ({', '.join(counts)})"
        assert all((step.found <= step.value) == (step.relation == "<=") for step in way.steps)
    lines = str(way).splitlines()
    assert len(lines) == len(way.steps) + 2
    assert lines[:2] == [f"(5, 5, 5, 5) is {way.label!r}:", "  x[0] = 5 > 2"]
    assert lines[-1] == f"  leaf {way.leaf}"


def follow_text(lines, x):
    """The class that the printed tree gives x, read line by line."""
    depth = 0
    for line in lines:
        answer = re.fullmatch(r"((?:\|  )*)x\[(\d+)\] (<=|>) ([^:]+)(?:: (\d+) \(.*\))?", line)
        assert answer is not None, line
        if len(answer[1]) // 3 == depth and (x[int(answer[2])] <= float(answer[4])) == (answer[3] == "<="):
            if answer[5] is not None:
                return int(answer[5])
            depth += 1
    raise AssertionError(f"{x} is not in the tree")


def test_the_printed_tree_can_be_followed_by_hand():
    for name in ("artiset", "questionnaire"):
        X, y, _ = GENERATED[name]
        model = MID().fit(X, y)
        lines = model.tree_text().splitlines()
        assert [follow_text(lines, x) for x in X] == model.predict(X)


def test_a_tree_of_one_leaf():
    model = MID().fit([[1, 2], [3, 4]], ["b", "b"])
    assert model.tree_text() == "'b' (2 of 'b')"
    assert str(model.explain([5, 6])) == "(5, 6) is 'b':\n  leaf 'b' (2 of 'b')"
    assert model.non_monotonicity_ == 0
    assert model.predict([[0, 0]]) == ["b"]
    assert model.predict([]) == []


# Manners


def test_wrong_data_are_refused():
    with pytest.raises(ValueError, match="double arithmetic can hold numbers of size up to 1.8e"):
        MID().fit([[1], [2], [3], [4]], [0, 0, 1, 1]).predict([[10**400]])
    with pytest.raises(TypeError, match="x must be a sequence of numbers, got 1"):
        MID().fit([[1, 2], [3, 4]], [0, 1]).explain(1)
