"""RDMT and PMDT: their measures are compared with the definitions over pairs of rows, their trees cut by cut."""

import math
import pickle
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_training_sets import fitted, training_sets

from monfknn_ref.classifiers.decision_tree import Cut, Node, Tree
from monfknn_ref.classifiers.logarithms import LogarithmSum, Term
from monfknn_ref.classifiers.pmdt import PMDT, mutual_information, rank_mutual_information
from monfknn_ref.classifiers.rdmt import RDMT, pessimistic_rank_discrimination

# ---------------------------------------------------------------- the measures, from their definitions


def sides(a, y, classes):
    """Class counts of the rows with attribute 0 and with attribute 1."""
    left, right = [0] * classes, [0] * classes
    for side, l in zip(a, y):
        (right if side else left)[l] += 1
    return left, right


def defined_rank_discrimination(a, y):
    rows = range(len(y))

    def ratio(i):
        reached = [j for j in rows if a[j] >= a[i]]
        return sum(y[j] >= y[i] for j in reached) / len(reached)

    t = [min(ratio(j) for j in rows if a[j] == a[i]) for i in rows]
    return sum(-math.log2(t_i) / t_i for t_i in t) / len(y)


def defined_rank_mutual_information(a, y):
    rows = range(len(y))
    total = 0.0
    for i in rows:
        by_attribute = {j for j in rows if a[j] >= a[i]}
        by_class = {j for j in rows if y[j] >= y[i]}
        both = by_attribute & by_class
        total += math.log(len(by_attribute) * len(by_class) / (len(y) * len(both)))
    return -total / len(y)


def entropy(values):
    n = len(values)
    return -sum(count / n * math.log(count / n) for count in Counter(values).values())


def defined_mutual_information(a, y):
    return entropy(a) + entropy(y) - entropy(list(zip(a, y)))


def cut_samples():
    """Rows as (side, class), with rows on both sides."""
    pairs = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 3)), min_size=2, max_size=25)
    return pairs.filter(lambda rows: len({side for side, _ in rows}) == 2)


@pytest.mark.parametrize(
    ("measure", "definition"),
    [
        (pessimistic_rank_discrimination, defined_rank_discrimination),
        (rank_mutual_information, defined_rank_mutual_information),
        (mutual_information, defined_mutual_information),
    ],
)
@given(rows=cut_samples())
def test_measures_of_counts_equal_their_definitions_over_rows(measure, definition, rows):
    a, y = [side for side, _ in rows], [l for _, l in rows]
    assert measure(*sides(a, y, 4)) == pytest.approx(definition(a, y), abs=1e-12)


def test_rank_mutual_information_may_be_negative():
    assert rank_mutual_information([1, 2], [2, 1]) < 0 < mutual_information([1, 2], [2, 1])


# ------------------------------------------------------------------------- exact comparisons of scores


def terms():
    numbers = st.integers(1, 60)
    return st.lists(st.builds(Term, st.integers(-6, 6), st.just(1), numbers, numbers), max_size=4)


@given(terms(), terms())
def test_sums_of_logarithms_compare_as_the_products_they_are_the_logarithms_of(one, other):
    def product(sum_of_logarithms):
        result = Fraction(1)
        for p, _, s, t in sum_of_logarithms:
            result *= Fraction(s, t) ** p
        return result

    expected = (product(one) > product(other)) - (product(one) < product(other))
    assert LogarithmSum(one).compare(LogarithmSum(other)) == expected


def test_what_doubles_cannot_tell_apart_is_told_apart():
    n = 10**12
    one, other = LogarithmSum([Term(1, 1, n + 1, n)]), LogarithmSum([Term(1, 1, n + 2, n + 1)])
    assert one.compare(other) == 1 and other.compare(one) == -1  # ln(1 + 1/n) falls with n
    tenth = LogarithmSum([Term(1, 10, 2**10, 1)])
    assert tenth.compare(LogarithmSum([Term(1, 1, 2, 1)])) == 0
    fifty_digits = Fraction("0.69314718055994530941723212145817656807550013436025")  # of ln(2), cut off
    logarithm, cut_off = LogarithmSum([Term(1, 1, 2, 1)]), LogarithmSum(constant=fifty_digits)
    assert logarithm.compare(cut_off) == 1 and cut_off.compare(logarithm) == -1
    assert logarithm.compare(LogarithmSum(constant=fifty_digits + Fraction(1, 10**50))) == -1
    assert cut_off.compare(LogarithmSum(constant=fifty_digits)) == 0


# ------------------------------------------------------------------------------------------- the trees


def nodes_with_rows(tree, rows):
    """Every node with the numbers of the training rows that pass through it."""
    members = {0: list(range(len(rows)))}
    for k, node in enumerate(tree.nodes):
        if node.cut is not None:
            members[k + 1] = [i for i in members[k] if rows[i][node.cut.attribute] <= node.cut.value]
            members[node.right] = [i for i in members[k] if rows[i][node.cut.attribute] > node.cut.value]
    return [(node, members[k]) for k, node in enumerate(tree.nodes)]


def scored_cuts(rows, labels, definition):
    """Every cut of the node in the order in which they are tried, with its score."""
    scored = []
    for attribute in range(len(rows[0])):
        for value in sorted({row[attribute] for row in rows})[:-1]:
            a = [int(row[attribute] > value) for row in rows]
            scored.append((Cut(attribute, value), definition(attribute)(a, labels)))
    return scored


def check_tree(model, examples, definition, best):
    """Each inner node has the first of its best cuts, each leaf a reason to be one."""
    fitted(model, examples, 3)
    rows, labels = [x for x, _ in examples], [l for _, l in examples]
    for node, members in nodes_with_rows(model.tree_, rows):
        here = [labels[i] for i in members]
        assert node.counts == tuple(here.count(l) for l in range(3))
        scored = scored_cuts([rows[i] for i in members], here, definition)
        stops = len(set(here)) == 1 or len(here) < 2 * model.items_per_leaf or not scored
        if stops:
            assert node.cut is None
            continue
        best_score = best(score for _, score in scored)
        first = next(cut for cut, score in scored if abs(score - best_score) < 1e-9)
        assert node.cut == (None if best_score < -1e-9 else first)


@given(training_sets(3), st.integers(1, 3))
def test_every_cut_of_rdmt_is_the_first_of_least_rank_discrimination(examples, items):
    check_tree(RDMT(items_per_leaf=items), examples, lambda _: defined_rank_discrimination, min)


@given(training_sets(3), st.integers(1, 3))
def test_every_cut_of_pmdt_is_the_first_of_largest_rank_mutual_information(examples, items):
    check_tree(PMDT(items_per_leaf=items), examples, lambda _: defined_rank_mutual_information, max)


@given(training_sets(3))
def test_attributes_that_are_not_monotone_are_scored_by_mutual_information(examples):
    def definition(attribute):
        return defined_mutual_information if attribute == 1 else defined_rank_mutual_information

    check_tree(PMDT(not_monotone=[1]), examples, definition, max)


@given(training_sets(3))
def test_the_published_rdmt_ends_at_a_constant_attribute(examples):
    rows, labels = [x for x, _ in examples], [l for _, l in examples]
    model = fitted(RDMT(constant_ends_branch=True), examples, 3)
    for node, members in nodes_with_rows(model.tree_, rows):
        here = [labels[i] for i in members]
        constant = any(len({rows[i][a] for i in members}) == 1 for a in range(2))
        assert (node.cut is None) == (constant or len(set(here)) == 1 or len(here) < 4)


def test_a_constant_attribute_is_passed_over_unless_the_published_defect_is_asked_for():
    X, y = [(7, 1), (7, 2), (7, 3), (7, 4)], [0, 0, 1, 1]
    assert RDMT().fit(X, y).predict(X) == y
    assert str(RDMT(constant_ends_branch=True).fit(X, y).tree_) == "0 (2 of 0, 2 of 1)"


def test_of_equal_cuts_the_first_wins_where_doubles_would_choose_another():
    """Above the four rows of class 1 all are 0: 22 cuts tell nothing, and none tells more than nothing."""
    X, y = [(i,) for i in range(26)], [1] * 4 + [0] * 22
    scores = [15 / 26 * 26 / 15, 22 / 26 * 26 / 22]  # in doubles |R| / n * n / |R| is not always 1
    assert scores[0] != 1 == scores[1]
    model = PMDT().fit(X, y)
    assert str(model.tree_) == "x[0] <= 3: 1 (4 of 1)\nx[0] > 3: 0 (22 of 0)"


@pytest.mark.parametrize("model", [RDMT(), PMDT()])
def test_a_leaf_stands_for_the_lower_of_two_middles(model):
    rows = [(0,), (0,)]
    assert model.fit(rows, [0, 1], classes=range(4)).predict([(5,)]) == [0]
    assert model.fit(rows, [0, 2], classes=range(4)).predict([(5,)]) == [1]
    assert model.fit(rows, [0, 3], classes=range(4)).predict([(5,)]) == [1]
    assert model.predict_proba([(5,)]) == [[0.5, 0, 0, 0.5]]


def test_a_node_whose_best_score_is_below_the_threshold_is_a_leaf():
    X, y = [(1,), (2,), (3,), (4,)], [0, 0, 1, 1]  # the cut at 2: RMI ln(2) / 2, H 1
    information = math.log(2) / 2
    assert len(PMDT(threshold=information - 1e-9).fit(X, y).tree_.nodes) == 3
    assert len(PMDT(threshold=information + 1e-9).fit(X, y).tree_.nodes) == 1
    noisy = [0, 1, 0, 1]  # the best cut is at 1: t_L = 1, t_R = 2/3, H = 3/4 * log2(3/2) * 3/2
    discrimination = 3 / 4 * math.log2(1.5) * 1.5
    assert pessimistic_rank_discrimination([1, 0], [1, 2]) == pytest.approx(discrimination)
    assert RDMT(threshold=discrimination - 1e-9).fit(X, noisy).tree_.nodes[0].cut == Cut(0, 1)
    assert RDMT(threshold=discrimination + 1e-9).fit(X, noisy).tree_.nodes[0].cut is None
    exactly_one = RDMT(threshold=1).fit([(1,), (1,), (2,), (2,)], [0, 0, 0, 1])  # H = 1, not below 1
    assert exactly_one.tree_.nodes[0].cut == Cut(0, 1)


@pytest.mark.parametrize("classifier", [RDMT, PMDT])
@given(examples=training_sets(3))
def test_inverse_attributes(classifier, examples):
    """In the turned rows everything is as it was; the text speaks of the rows as given."""
    X, y = [x for x, _ in examples], [l for _, l in examples]
    turned = [(a, -b) for a, b in X]
    model, other = classifier(directions="+-").fit(X, y), classifier().fit(turned, y)
    assert model.tree_.nodes == other.tree_.nodes
    assert model.predict(X) == other.predict(turned)
    for x in X:
        for step in model.explain(x).steps:
            relations = {"<=": step.found <= step.value, ">": step.found > step.value}
            relations |= {">=": step.found >= step.value, "<": step.found < step.value}
            assert step.found == x[step.attribute] and relations[step.relation]
            assert (step.relation in ("<=", ">")) == (step.attribute == 0)


@pytest.mark.parametrize("classifier", [RDMT, PMDT])
@given(examples=training_sets(3))
def test_the_layout_places_parents_between_their_children(classifier, examples):
    tree = fitted(classifier(), examples, 3).tree_
    placed = tree.layout()
    leaves = [place.column for place in placed if place.is_leaf]
    assert leaves == list(range(len(leaves)))
    assert placed[0].parent is None and placed[0].depth == 0
    for k, place in enumerate(placed):
        children = [other for other in placed if other.parent == k]
        assert len(children) == (0 if place.is_leaf else 2)
        if children:
            left, right = children
            assert left.depth == right.depth == place.depth + 1
            assert left.column < place.column < right.column
    assert len(str(tree).splitlines()) == max(1, len(placed) - 1)


def test_a_tree_may_be_deeper_than_python_recurses():
    """A chain of 3000 cuts: at cut k the value 3000 - k is split off to the right."""
    depth = 3000
    chain = [Node((1, 1), 0, Cut(0, depth - k), right=2 * depth - k) for k in range(depth)]
    tree = Tree((*chain, *[Node((1, 0), 0)] * (depth + 1)), ("low", "high"), (1,))
    assert len(tree.explain((0,)).steps) == depth
    assert len(str(tree).splitlines()) == 2 * depth
    assert pickle.loads(pickle.dumps(tree)) == tree
