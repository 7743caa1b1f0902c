"""Explanations, compared with the definitions and with predict, as text and as JSON."""

from __future__ import annotations

import json
import math
import random
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import CommandLine, python

from monfknn_ref import AUTHORS, PAPER, MonFkNN, Reading, example
from monfknn_ref.model.arrays_and_frames import NotFittedError
from monfknn_ref.model.explanation import distance_from_half
from monfknn_ref.oracle.trace_events import parse_number
from monfknn_ref.readings import REGISTER

WORDS = ["bad", "poor", "fair", "good"]


def a_model(generator: random.Random, reading: Reading | None = None) -> tuple[MonFkNN, Any, Any, Any]:
    """A fitted model with its data and a query; attributes with quarters, some of them inverse."""
    if reading is None:
        reading = Reading(**{point.field: generator.choice(list(point.options)) for point in REGISTER})
    side = generator.choice([3, 6])
    X = [tuple(generator.randrange(side) / generator.choice([1, 4]) for _ in range(2)) for _ in range(14)]
    y = [generator.choice(WORDS) for _ in X]
    model = MonFkNN(
        k=generator.choice([1, 3]),
        K=generator.choice([1, 3, 5]),
        RCr=generator.choice([0, 0.5, 1]),
        typeRange=generator.choice(["inRange", "outRange"]),
        pOR=generator.choice([0, 0.5, 1]),
        m=generator.choice([2, 3]),
        reading=reading,
        tie=random.Random(generator.random()),
        directions=generator.choice(["++", "+-", "--"]),
    ).fit(X, y, WORDS)
    x = generator.choice([generator.choice(X), (generator.randrange(side) / 2, generator.randrange(side))])
    return model, X, y, x


def test_the_class_is_what_predict_gives_next_and_the_generator_is_left_alone() -> None:
    generator = random.Random("next")
    for _ in range(60):
        model, _, _, x = a_model(generator)
        before = model.tie.getstate()
        once, twice = model.explain(x, limit=500), model.explain(x, limit=500)
        assert model.tie.getstate() == before
        assert once == twice
        assert model.predict([x]) == [once.label]
        assert once.accepted is None or once.label in once.accepted
        assert once.firm is (None if once.accepted is None else once.accepted == {once.label})


def test_bounds_neighbors_and_memberships_are_those_of_the_definitions() -> None:
    generator = random.Random("definitions")
    crossed = passed_over = penalized = 0
    for _ in range(150):
        model, X, y, x = a_model(generator)
        told = model.explain(x, limit=1)
        signs = [1 if sign == "+" else -1 for sign in model.directions]
        place, label = WORDS.index, dict(zip(model.training_rows_, model.training_labels_))

        def is_below(low: Any, high: Any, signs: Any = signs) -> bool:
            return all(sign * a <= sign * b for sign, a, b in zip(signs, low, high))

        for bound, rows, extreme in (
            (told.lower, [row for row in label if is_below(row, x)], max),
            (told.upper, [row for row in label if is_below(x, row)], min),
        ):
            if rows:
                assert place(bound.label) == extreme(place(label[row]) for row in rows)
                assert [row.values for row in bound.rows] == [r for r in rows if label[r] == bound.label]
            else:
                assert bound.rows == ()
        low, high = place(told.lower.label), place(told.upper.label)
        assert told.crossed == (low > high)
        if not told.crossed:
            assert told.range == (told.lower.label, told.upper.label)
        crossed += told.crossed

        for row in (*told.lower.rows, *told.upper.rows, *told.neighbors, *told.passed_over):
            copies = [i for i, values in enumerate(X) if values == row.values]
            assert row.row == copies[0]
            assert row.given == tuple(y[i] for i in copies)
            assert row.label == label[row.values]

        distances = [neighbor.distance for neighbor in told.neighbors]
        assert distances == sorted(distances)
        assert len(distances) <= model.K
        for neighbor in told.neighbors:
            assert neighbor.distance == pytest.approx(math.dist(x, neighbor.values))
            lowest, highest = map(place, told.range)
            assert neighbor.in_range == (lowest <= place(neighbor.label) <= highest)
            assert model.typeRange == "outRange" or neighbor.in_range
            assert neighbor.penalty == (1 if neighbor.in_range else model.pOR)
            penalized += neighbor.penalty != 1
            if model.reading.arithmetic == "exact":
                differences = [Fraction(a) - Fraction(b) for a, b in zip(x, neighbor.values)]
                assert neighbor.squared_distance == sum(d * d for d in differences)
            else:
                assert neighbor.squared_distance is None
        for row in told.passed_over:
            assert row.row not in [neighbor.row for neighbor in told.neighbors]
            assert math.dist(x, row.values) == pytest.approx(distances[-1])
        passed_over += bool(told.passed_over)

        shares = [float(neighbor.share) for neighbor in told.neighbors]
        if told.without_neighbors:
            assert not any(shares)
        else:
            assert sum(shares) == pytest.approx(1)
            expected = [
                sum(share * float(n.memberships[l]) for share, n in zip(shares, told.neighbors))
                for l in range(4)
            ]
            assert list(map(float, told.memberships)) == pytest.approx(expected)
        totals = [sum(map(float, told.memberships[: l + 1])) for l in range(4)]
        assert list(map(float, told.cumulative)) == pytest.approx(totals)
        assert told.margin == pytest.approx(min(abs(total - 0.5) for total in totals), abs=1e-9)
        l_m, l_M = map(place, told.medians)
        assert place(told.label) in {(l_m + l_M) // 2, (l_m + l_M + 1) // 2}
    assert crossed > 10
    assert passed_over > 10
    assert penalized > 10


def test_the_running_example_has_the_pencil_s_numbers() -> None:
    for model, key in ((example.pure(), "PM"), (example.approximate(), "AM")):
        told = [model.explain(x) for x in example.QUERIES]
        assert [list(one.memberships) for one in told] == example.PENCIL[f"queries {key}"]
        assert [one.label for one in told] == example.PENCIL[f"classes {key}"]
    second = example.approximate().explain((6, 4))
    assert [(n.row, n.distance, n.label, n.in_range, n.share) for n in second.neighbors] == [
        (5, 1.0, "mid", False, Fraction(1, 3)),
        (6, 1.0, "mid", False, Fraction(1, 3)),
        (8, 2.0, "high", True, Fraction(1, 3)),
    ]
    assert second.margin == 0.0
    assert second.nearest_to_half == "mid"
    assert second.medians == ("mid", "high")
    assert second.accepted == {"mid", "high"}


def test_distances_are_in_the_attributes_own_units_whatever_their_size() -> None:
    rows = [(Fraction(1, 3), Decimal("0.2")), (2.5, 1)]
    model = MonFkNN(K=2, RCr=1, typeRange="outRange").fit(rows, [0, 1])
    near, far = model.explain((Fraction(1, 3), 0.1)).neighbors
    assert (near.distance, near.squared_distance) == (0.1, Fraction(1, 100))
    assert far.distance == pytest.approx(math.hypot(2.5 - 1 / 3, 0.9))
    huge = MonFkNN(K=1).fit([(0,), (4 * 10**300,)], [0, 1]).explain((10**300,))
    assert huge.neighbors[0].distance == 1e300
    tiny = MonFkNN(K=1).fit([(0,), (1,)], [0, 1]).explain((Fraction(1, 10**200),))
    assert tiny.neighbors[0].distance == 1e-200


def test_parameters_changed_after_fit_count_where_predict_uses_them() -> None:
    model = example.pure()
    model.set_params(K=1, k=1, RCr=1)
    told = model.explain((2, 5))
    assert len(told.neighbors) == 1
    assert model.predict([(2, 5)]) == [told.label]
    fitted_so = MonFkNN(k=2, K=1).fit(example.ROWS, example.LABELS, example.CLASSES)
    assert told.accepted == fitted_so.explain((2, 5)).accepted


def test_another_way_of_settling_ties_is_found_or_excluded() -> None:
    X, y = [(0, 2), (2, 0)], ["low", "high"]
    tied = MonFkNN(K=1, RCr=1).fit(X, y, ["low", "high"]).explain((1, 1))
    assert (tied.label, tied.accepted, tied.firm) == ("low", {"low", "high"}, False)
    assert [row.row for row in tied.passed_over] == [1]
    firm = MonFkNN(K=1, RCr=1).fit(X, y, ["low", "high"]).explain((0, 1))
    assert (firm.label, firm.accepted, firm.firm) == ("low", {"low"}, True)
    assert firm.passed_over == ()


def test_too_many_ways_are_said_to_be_too_many() -> None:
    told = example.pure().explain((2, 5), limit=3)
    assert (told.accepted, told.firm, told.not_enumerated) == (None, None, "more than 3 ways")
    assert "Where other ways of settling ties lead is not known: more than 3 ways." in str(told)
    assert example.pure().explain((2, 5), limit=0).not_enumerated == "not looked at"


def test_the_margin_is_zero_only_at_the_half_itself() -> None:
    a, b = 1, 1
    for _ in range(60):  # a / b comes as close to sqrt(2/3) as doubles can no longer tell
        a, b = 5 * a + 4 * b, 6 * a + 5 * b
    near = parse_number(f"({a}*2^(-1/2)) / ({a}*2^(-1/2) + {b}*3^(-1/2))")
    assert float(near) == 0.5
    assert 0 < distance_from_half(near) < 1e-60
    assert distance_from_half(Fraction(1, 2)) == 0.0
    assert distance_from_half(0.25) == 0.25


def test_a_query_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="x must have 2 attributes, as the training rows have, got 3"):
        example.pure().explain((1, 2, 3))
    with pytest.raises(TypeError, match="x must be a sequence of numbers, got 5"):
        example.pure().explain(5)
    with pytest.raises(ValueError, match="limit must be a whole number of at least 0, got -1"):
        example.pure().explain((1, 2), limit=-1)


def test_a_model_that_is_not_fitted_says_so() -> None:
    with pytest.raises(NotFittedError, match="not fitted yet"):
        MonFkNN().explain((1, 2))


def test_a_generator_that_cannot_be_copied_is_refused() -> None:
    model = MonFkNN(tie=random.SystemRandom()).fit(example.ROWS, example.LABELS, example.CLASSES)
    with pytest.raises(TypeError, match="tie must be an object that can be copied for explain, got <random"):
        model.explain((2, 5))


def test_open_bounds_and_rows_without_a_place_in_words() -> None:
    told = str(MonFkNN(K=1, RCr=1).fit([(0, 2), (2, 0)], ["low", "high"], ["low", "high"]).explain((1, 1)))
    assert "  at least low: no row lies below\n  at most high: no row lies above\n" in told
    assert "As near as the last of them, but not taken: row 1 (2, 0)" in told
    assert "If ties are settled in another way, the class can be high." in told


def test_crossed_bounds_in_words() -> None:
    told = str(MonFkNN(K=1, RCr=1).fit([(0,), (2,)], [1, 0]).explain((1,)))
    assert "Range of valid classes (Eq. 1): 0 to 1\n" in told
    assert "The two bounds contradict each other; the reading says which range to take instead." in told


def test_no_neighbor_in_words() -> None:
    model = MonFkNN(K=1, RCr=1, typeRange="outRange", pOR=0).fit([(0, 0), (4, 6)], [1, 0], range(3))
    told = str(model.explain((5, 5)))
    assert "Memberships (no neighbor has a weight: from the range alone)" in told
    assert "  1      1/2         1/2         l_m: half at or below\n" in told
    assert "  2      1/2         1           l_M: half at or above\n" in told
    assert "Median (Eq. 4): 1 to 2; class 1" in told
    alone = MonFkNN(reading=AUTHORS).fit([(1,)], ["only"]).explain((1,))
    assert alone.neighbors == ()
    assert "Neighbors (Alg. 2): none" in str(alone)


def test_many_rows_are_counted_not_listed() -> None:
    X = [(a, 9 - a) for a in range(10)]
    told = str(MonFkNN(RCr=1).fit(X, [0] * 10).explain((9, 9)))
    assert "row 0 (0, 9), row 1 (1, 8), row 2 (2, 7), row 3 (3, 6), row 4 (4, 5) and 5 more" in told


def test_irrational_numbers_are_short_in_text_and_exact_in_json() -> None:
    told = MonFkNN(RCr=1).fit([(0, 0), (2, 3)], [0, 1]).explain((1, 1))
    assert "0.612574" in str(told)
    assert told.to_dict()["memberships"][0]["exact"] == "(2^(-1/2)) / (2^(-1/2) + 5^(-1/2))"


@pytest.mark.parametrize("reading", [PAPER, AUTHORS, None], ids=["paper", "authors", "any reading"])
def test_json_holds_exact_numbers_next_to_doubles(reading: Reading | None) -> None:
    generator = random.Random("json")
    for _ in range(15):
        model, _, _, x = a_model(generator, reading)
        told = model.explain(x, limit=200)
        fields = json.loads(told.to_json())
        assert fields == told.to_dict()
        assert fields["class"] == told.label
        for entry, u_l in zip(fields["memberships"], told.memberships):
            assert entry == {"exact": str(u_l), "double": float(u_l)}
            assert float(parse_number(entry["exact"])) == pytest.approx(entry["double"])
        assert [entry["row"] for entry in fields["neighbors"]] == [n.row for n in told.neighbors]
        assert fields["accepted"] is None or set(fields["accepted"]) == told.accepted
        assert str(told).startswith("(")


def test_labels_and_values_that_json_does_not_know_become_text() -> None:
    low, high = (0, "low"), (1, "high")
    told = MonFkNN(RCr=1, K=1).fit([(Fraction(1, 3),), (Decimal(2),)], [low, high], [low, high]).explain((1,))
    fields = json.loads(told.to_json())
    assert fields["classes"] == [[0, "low"], [1, "high"]]
    assert fields["neighbors"][0]["values"] == ["1/3"]


def test_arrays_can_be_explained(np: Any) -> None:
    X = np.array(example.ROWS, dtype=np.uint8)
    told = MonFkNN(k=2, K=3).fit(X, np.array([0, 2, 0, 1, 1, 1, 0, 2, 2, 2])).explain(np.array([2.0, 5.0]))
    assert told.label == 1
    assert json.loads(told.to_json())["neighbors"][0]["values"] == [1, 4]


@pytest.mark.system
def test_the_command_explains_the_running_example_from_a_bare_clone() -> None:
    result = python("-S", "-m", "monfknn_ref", "explain")
    assert (result.returncode, result.stderr) == (0, "")
    told = [example.pure().explain(x) for x in example.QUERIES]
    assert result.stdout == "\n\n\n".join(map(str, told)) + "\n"


def test_parameters_and_reading_from_the_command_line(commands: CommandLine) -> None:
    options = "--k 1 --K 2 --RCr 1/3 --typeRange outRange --pOR 0.25 --m 3 --reading authors --json"
    [told] = commands.found(f"explain --query 2.5,5 {options}")
    model = MonFkNN(1, 2, Fraction(1, 3), "outRange", Fraction(1, 4), 3, AUTHORS)
    model.fit(example.ROWS, example.LABELS, example.CLASSES)
    assert told == model.explain((Fraction(5, 2), 5)).to_dict()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with tables."""
    for name, text in {
        "fruit.csv": "grade,size,age\nbad,1,9\nfair,2,5.5\ngood,3,1\n",
        "two.csv": "a,b,c\n0,10,2\n1000,0,1\n",
        "two.dat": "@attribute a integer [0, 9]\n@attribute c {0, 1}\n@data\n1, 0\n8, 1\n",
        "rows.csv": "a,b,c\n1,2,low\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_csv_file(folder: Path, commands: CommandLine) -> None:
    described = "--train fruit.csv --label grade --classes bad,fair,good --directions=+-"
    shown = commands.printed(f"explain {described} --query 2,5 --query=3,0 --RCr 1 --K 1")
    assert shown.startswith("(2, 5): class fair\nMonFkNN(K=1, RCr=1, directions='+-')\n")
    assert "  1    (2, 11/2)  0.5       fair" in shown
    assert "(3, 0): class good\n" in shown


@pytest.mark.parametrize(
    ("options", "label"),
    [
        ("two.csv --query 600,9", 1),
        ("two.csv --query 600,9 --scaled", 2),  # which changes who is nearest
        ("two.dat --query 7", 1),
    ],
)
def test_explain_and_predict_agree(options: str, label: int, folder: Path, commands: CommandLine) -> None:
    asked = f"--RCr 1 --K 1 --json --train {options}"
    assert commands.found(f"predict {asked}")["predictions"][0]["label"] == label
    assert commands.found(f"explain {asked}")[0]["class"] == label


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--query 1,2,3", "x must have 2 attributes, as the training rows have, got 3"),
        ("--query 1,b", "--query must hold numbers with commas between them, got '1,b'"),
        ("--query 1,1/0", "--query must hold numbers with commas between them, got '1,1/0'"),
        ("--K 0", "K must be a whole number of at least 1, got 0"),
        ("--RCr 2", "RCr must be a number from 0 to 1, got 2"),
        ("--classes a,b", "--classes must be given together with --train FILE"),
        ("--train rows.csv", '--query must be given with --train, such as --query "3,4"'),
        ("--train nowhere.csv --query 1", "there is no file 'nowhere.csv'"),
        ("--scaled", "--scaled must be given together with --train FILE"),
    ],
)
def test_what_cannot_be_done_is_exit_code_2(
    options: str, message: str, folder: Path, commands: CommandLine
) -> None:
    assert message in commands.refused(f"explain {options}")
