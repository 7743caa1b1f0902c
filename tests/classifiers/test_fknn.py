"""How FkNN explains a prediction: the neighbors it names must add up to what it predicts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monfknn_ref import AUTHORS, PAPER
from monfknn_ref.classifiers import FkNN
from monfknn_ref.example import CLASSES, LABELS, QUERIES, ROWS
from monfknn_ref.model.arrays_and_frames import NotFittedError

points = st.tuples(st.integers(0, 3), st.integers(0, 3))


@given(st.lists(st.tuples(points, st.integers(0, 2)), min_size=1, max_size=8), points)
@pytest.mark.parametrize("reading", [PAPER, AUTHORS])
def test_an_explanation_adds_up_to_the_prediction(reading, examples, x):
    X, y = [row for row, _ in examples], [l for _, l in examples]
    model = FkNN(k=2, K=3, reading=reading).fit(X, y, classes=range(3))
    found = model.explain(x)
    assert found.x == x and [found.label] == model.predict([x])
    assert [list(found.memberships)] == model.predict_memberships([x])
    assert len(found.neighbors) == len(found.shares) == len(found.neighbor_memberships) <= 3
    for j, u_j in zip(found.neighbors, found.neighbor_memberships):
        assert list(u_j) == model.training_memberships_[j]
    if found.neighbors:
        assert sum(map(float, found.shares)) == pytest.approx(1)
        for l in range(3):
            counted = zip(found.shares, found.neighbor_memberships)
            mean = sum(float(share) * float(u_j[l]) for share, u_j in counted)
            assert float(found.memberships[l]) == pytest.approx(mean)
    distances = [sum((a - b) ** 2 for a, b in zip(x, X[j])) for j in found.neighbors]
    assert distances == sorted(distances)


def test_an_explanation_reads_well():
    model = FkNN(k=2, K=3).fit(ROWS, LABELS, CLASSES)
    assert str(model.explain(QUERIES[0])).splitlines() == [
        "(2, 5) is 'mid':",
        "  'low' 0.0980, 'mid' 0.6000, 'high' 0.3020",
        "  0.4000 of it from training row 1: 'low' 0.2450, 'mid' 0.2450, 'high' 0.5100",
        "  0.4000 of it from training row 3: 'low' 0.0000, 'mid' 0.7550, 'high' 0.2450",
        "  0.2000 of it from training row 4: 'low' 0.0000, 'mid' 1.0000, 'high' 0.0000",
    ]
    assert [float(share) for share in model.explain(QUERIES[2]).shares] == [0.5, 0.5]  # g itself, twice
    alone = FkNN(reading=AUTHORS).fit([(1, 2)], ["only"])
    assert str(alone.explain((1, 2))).endswith("\n  no neighbor has a weight, so every class is possible")


def test_what_cannot_be_explained():
    with pytest.raises(NotFittedError, match="this FkNN is not fitted yet"):
        FkNN().explain((1, 2))
    with pytest.raises(ValueError, match="x must have 2 attributes, as the training rows have, got 3"):
        FkNN().fit(ROWS, LABELS, CLASSES).explain((1, 2, 3))
