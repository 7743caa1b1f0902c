"""Certificates: the proofs hold, the violations are real, and the odds are right."""

from __future__ import annotations

import itertools
import json
import math
import random
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import outside
import pytest
from programs import REFERENCE, child
from tools import certificates

from monfknn_ref import MonFkNN
from monfknn_ref.beyond import NONE_FOUND, PROVED, VIOLATED, ModelError, certify
from monfknn_ref.beyond.certificate import models
from monfknn_ref.beyond.certificate.certificate import PairShare, at_most, share_interval
from monfknn_ref.beyond.certificate.search import MOST_ON_GRID, Domain, evenly
from monfknn_ref.commands import main
from monfknn_ref.commands.certify import MOST_DRAWN, draw_certificate
from monfknn_ref.evaluation.measures import pair_counts

ROOT = Path(__file__).resolve().parents[2]
TEN = [range(10)] * 4  # 10,000 points


class Sum:
    """Monotonic, but for one wrong point, if there is one."""

    def __init__(self, wrong: tuple[int, ...] | None = None) -> None:
        self.wrong = wrong
        self.asked: list[tuple[Any, ...]] = []

    def predict(self, X: Sequence[Sequence[Any]]) -> list[Any]:
        self.asked += map(tuple, X)
        return [0 if tuple(row) == self.wrong else sum(row) for row in X]


class Model:
    """A model that predicts what a function says."""

    def __init__(self, predict: Any) -> None:
        self.predict = predict

    def fit(self, X: Any, y: Any) -> None: ...


def falling(X: Any) -> list[Any]:
    return [-a for (a,) in X]


def violates(model: Any, lower: Any, upper: Any, signs: Sequence[int] | None = None) -> bool:
    signs = signs or [1] * len(lower)
    assert all(s * a <= s * b for s, a, b in zip(signs, lower, upper))
    low, high = model.predict([list(lower), list(upper)])
    return bool(low > high)


# --- Finite products ------------------------------------------------------------------------------------


def test_a_monotonic_model_is_proved_to_be_and_every_point_is_asked_in_order() -> None:
    model = Sum()
    certificate = certify(model, values=TEN)
    assert (certificate.verdict, certificate.exit_code) == (PROVED, 0)
    assert certificate.asked == certificate.points == 10_000
    assert model.asked[:10_000] == list(product(range(10), repeat=4))
    assert len(model.asked) <= 10_250  # some are asked again, to see whether the model contradicts itself
    assert certificate.pairs == PairShare(0, 55**4 - 10_000, total=55**4 - 10_000)
    words = "proved: Sum is monotonic on all 10,000 points of the product of its values"
    assert str(certificate).startswith(words)


@pytest.mark.parametrize("wrong", [(0, 0, 0, 2), (4, 7, 1, 3), (9, 9, 9, 9)])
def test_one_wrong_point_among_ten_thousand_is_found(wrong: tuple[int, ...]) -> None:
    certificate = certify(Sum(wrong), values=TEN)
    assert (certificate.verdict, certificate.exit_code) == (VIOLATED, 1)
    found = certificate.violation
    assert found is not None and found.upper == wrong
    assert sum(a != b for a, b in zip(found.lower, found.upper)) == 1
    assert found.upper[found.attribute] - found.lower[found.attribute] == 1
    below = math.prod(value + 1 for value in wrong) - 2  # itself and the origin, which is 0 as well
    assert certificate.pairs.violating == below


def test_a_wrong_point_is_missed_by_a_small_search_with_the_right_odds() -> None:
    certificate = certify(Sum((4, 7, 1, 3)), values=TEN, limit=9_999, pairs=300, lines=0, seed=2)
    assert (certificate.verdict, certificate.exit_code) == (NONE_FOUND, 2)
    low, high = certificate.pairs.interval
    assert low == 0 and math.isclose((1 - high) ** 300, 0.025)  # had the share been that, 1 in 40 would miss
    assert "which proves nothing" in str(certificate)
    assert "0 of 300 random pairs violate: with 95 % confidence at most 1.2 %" in str(certificate)


def test_misses_are_as_frequent_as_the_odds_say() -> None:
    """A model with a known share of violating pairs is missed by (1 - share)^n of the searches."""
    values, wrong = [range(6)] * 2, (3, 3)
    model = Sum(wrong)
    lines = [
        [(*x[:a], v, *x[a + 1 :]) for v in range(6)] for a in (0, 1) for x in product(range(6), repeat=2)
    ]
    falling = sum(
        violates(model, line[i], line[j]) for line in lines for i in range(6) for j in range(i + 1, 6)
    )
    share = falling / (len(lines) * 15)
    n, runs = 20, 400
    missed = sum(
        certify(model, values=values, limit=1, pairs=n, lines=0, seed=seed).verdict == NONE_FOUND
        for seed in range(runs)
    )
    expected = (1 - share) ** n
    assert abs(missed / runs - expected) < 4 * math.sqrt(expected * (1 - expected) / runs)


@pytest.mark.parametrize("seed", range(5))
def test_pairs_are_counted_as_the_measures_count_them(seed: int) -> None:
    generator = random.Random(seed)
    values = [range(generator.randint(1, 5)) for _ in range(3)]
    label = {x: generator.randrange(4) for x in product(*values)}

    table = Model(lambda X: [label[tuple(row)] for row in X])
    certificate = certify(table, values=values, directions="+-+")
    counts = pair_counts(list(label), list(label.values()), directions="+-+")
    assert (certificate.pairs.violating, certificate.pairs.pairs) == (counts.violating, counts.comparable)
    assert (certificate.verdict == PROVED) == (counts.violating == 0)


def test_directions_turn_the_order() -> None:
    values = [range(4), range(4)]
    assert certify(Sum(), values=values, directions="+-").verdict == VIOLATED
    difference = Model(lambda X: [a - b for a, b in X])
    assert certify(difference, values=values, directions="+-").verdict == PROVED


def test_labels_in_words_need_their_order() -> None:
    words = Model(lambda X: ["low" if sum(row) < 3 else "mid" if sum(row) < 5 else "high" for row in X])
    values = [range(4), range(4)]
    assert certify(words, values=values, classes=["low", "mid", "high"]).verdict == PROVED
    assert certify(words, values=values, classes=["high", "mid", "low"]).verdict == VIOLATED
    for classes, message in (
        (None, "classes must name the labels from lowest to highest, got none and the label"),
        (["low", "mid"], r"classes must name every label that is predicted, got \['low', 'mid'\]"),
    ):
        with pytest.raises(ValueError, match=message):
            certify(words, values=values, classes=classes)


def test_of_several_violations_the_smallest_step_is_shown() -> None:
    falls = Model(lambda X: [5 - (a > 1) - (b > 1) for a, b in X])
    found = certify(falls, values=[[0, 1, 10], [0, 1, 4]]).violation
    assert found is not None and (found.attribute, found.lower, found.upper) == (1, (0, 1), (0, 4))


def test_time_that_runs_out_proves_nothing() -> None:
    certificate = certify(Sum(), values=TEN, seconds=1e-9)
    assert certificate.verdict == NONE_FOUND and not certificate.complete
    assert certificate.pairs.interval == (0.0, 1.0)
    assert "the time was over" in str(certificate)


def test_what_is_known_when_the_time_is_over_bounds_the_share() -> None:
    def slow(X: Any) -> list[int]:
        """Monotonic up to where it gets in its time, reversed beyond."""
        time.sleep(0.003 * len(X))
        return [10 if x < 30 else -x for (x,) in X]

    certificate = certify(Model(slow), values=[range(2000)], seconds=0.2)
    truth = certify(Model(slow), values=[range(60)]).pairs
    assert certificate.verdict == (VIOLATED if certificate.asked > 30 else NONE_FOUND)
    assert not certificate.complete and 0 < certificate.asked < 2000
    assert "comparable pairs that were asked violate; of all 1,999,000 pairs, between" in str(certificate)
    low, high = certificate.pairs.interval
    assert low < 1 - 435 / 1_999_000 <= high + 1e-12  # all pairs violate but those of the first thirty points
    assert truth.interval == ((truth.violating / 1770,) * 2) and truth.violating == 1770 - 435


def test_a_model_with_thousands_of_labels_is_no_trouble() -> None:
    products = Model(lambda X: [-1.0 if (a, b) == (99, 99) else 1.001**a * 1.1**b for a, b in X])
    certificate = certify(products, values=[range(100), range(100)], seconds=30)
    assert certificate.verdict == VIOLATED and certificate.seconds < 30
    low, high = certificate.pairs.interval
    assert low <= 9_999 / (5050**2 - 10_000) <= high


# --- Continuous attributes ----------------------------------------------------------------------------


def test_a_dent_is_found_and_reduced_to_a_small_step() -> None:
    """The model rises with the sum of both attributes, but for a dent in a small square."""
    dent = Model(lambda X: [0 if 0.4 < a < 0.45 and 0.6 < b < 0.65 else int(4 * (a + b)) for a, b in X])
    generator = random.Random(1)
    X = [(generator.random(), generator.random()) for _ in range(60)]
    certificate = certify(dent, X, pairs=200, lines=3000, seed=1)
    assert certificate.verdict == VIOLATED
    found = certificate.violation
    assert found is not None and violates(dent, found.lower, found.upper)
    assert [a for a in (0, 1) if found.lower[a] != found.upper[a]] == [found.attribute]
    assert abs(found.upper[found.attribute] - found.lower[found.attribute]) < 1e-6
    assert certificate.points is None


def test_rows_are_looked_at_first_and_a_long_way_is_made_short() -> None:
    falls = Model(lambda X: [5 - int(row[2] // 4) for row in X])
    certificate = certify(falls, [(0, 0, 0), (9, 9, 17)], pairs=1, lines=0)
    found = certificate.violation
    assert found is not None and found.attribute == 2
    assert 0 < found.upper[2] - found.lower[2] < 1e-4


def test_thousands_of_rows_that_all_violate_are_no_trouble() -> None:
    certificate = certify(Model(falling), [(1 + x / 7,) for x in range(6000)], pairs=10, lines=0)
    found = certificate.violation
    assert found is not None and found.upper[0] == math.nextafter(found.lower[0], math.inf)
    assert certificate.domain.startswith("5,000 rows; ")


@pytest.mark.parametrize("X", [[(-1.7e308,), (1.7e308,)], [(5e-324,), (0.0,)], [(2**1100,), (2**1100 + 1,)]])
def test_numbers_at_the_ends_of_what_there_is_are_no_trouble(X: Any) -> None:
    assert certify(Sum(), X, pairs=5, lines=2).verdict == NONE_FOUND
    assert certify(Model(falling), X, pairs=5, lines=2).verdict == VIOLATED


def test_a_model_without_a_fault_is_searched_and_no_more() -> None:
    certificate = certify(Sum(), [(0.5, 1.0), (2.0, 3.5)], pairs=50, lines=5)
    assert certificate.verdict == NONE_FOUND and certificate.complete
    domain = "2 rows; on the values that occur and their midpoints: 50 random pairs, every step of a grid of"
    assert certificate.domain.startswith(f"{domain} 4 points, 5")


def test_a_constant_attribute_and_a_single_row_are_no_trouble() -> None:
    assert certify(Sum(), [(1, 2)], pairs=5).verdict == NONE_FOUND
    assert certify(Sum(), values=[[1], [2, 3]]).verdict == PROVED


# --- Intervals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 7, 40])
def test_tails_are_those_of_the_binomial_distribution(n: int) -> None:
    for happened in range(n + 1):
        share = Fraction(3, 10)
        exact = sum(math.comb(n, i) * share**i * (1 - share) ** (n - i) for i in range(happened + 1))
        assert math.isclose(at_most(happened, n, 0.3), exact, rel_tol=1e-9)


@pytest.mark.parametrize(("happened", "trials"), [(0, 7), (1, 10), (3, 100), (50, 60), (60, 60), (200, 5000)])
def test_interval_ends_leave_what_they_say_in_the_tails(happened: int, trials: int) -> None:
    low, high = share_interval(happened, trials)
    if happened < trials:
        assert math.isclose(at_most(happened, trials, high), 0.025, rel_tol=1e-6)
    if happened > 0:
        assert math.isclose(1 - at_most(happened - 1, trials, low), 0.025, rel_tol=1e-6)
    assert share_interval(0, trials)[0] == 0.0 and share_interval(trials, trials)[1] == 1.0
    assert share_interval(0, 0) == (0.0, 1.0)


def covered(n: int, share: float, intervals: Sequence[tuple[float, float]]) -> float:
    """The chance that the interval of n trials holds the share."""
    held = [i for i, (low, high) in enumerate(intervals) if low <= share <= high]
    return sum(math.comb(n, i) * share**i * (1 - share) ** (n - i) for i in held)


@pytest.mark.parametrize("n", [5, 20, 60])
def test_the_interval_holds_the_share_at_least_as_often_as_it_says(n: int) -> None:
    intervals = [share_interval(i, n) for i in range(n + 1)]
    shares = [i / 500 for i in range(501)]
    assert min(covered(n, share, intervals) for share in shares) >= 0.95
    eager = [(0.0, 1 - 0.05 ** (1 / n)), *intervals[1:]]  # all the doubt on one side where none was seen
    assert n < 60 or min(covered(n, share, eager) for share in shares) < 0.945


# --- What is refused ------------------------------------------------------------------------------------


NOTHING_GIVEN = "certify must be given values, or X with at least one row; got neither"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, NOTHING_GIVEN),
        ({"X": []}, NOTHING_GIVEN),
        ({"values": [[1, math.nan]]}, "values must be finite numbers, got nan for attribute 0"),
        ({"values": [[1], ["low"]]}, "values must be finite numbers, got 'low' for attribute 1"),
        (
            {"X": [[1, 2]], "values": [[1]]},
            "X must have a value for each of the 1 attributes of values, got 2",
        ),
        ({"values": [[1]], "classes": [0, 0]}, "classes must name each label once, got 0 more than once"),
        (
            {"values": [[1], []]},
            "values must have at least one value for each attribute, got [[1], []]",
        ),
        ({"values": [[1]], "seconds": 0}, "seconds must be a positive number, got 0"),
        ({"values": [[1]], "pairs": 0}, "pairs must be a whole number of at least 1, got 0"),
        (
            {"values": [[1, 2]], "directions": "++"},
            "directions must have one sign for each of the 1 attributes",
        ),
    ],
)
def test_what_is_wrong_is_said(given: Any, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        certify(Sum(), **given)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("given", [3, [3], ["12"]])
def test_values_that_are_no_table_are_refused(given: Any) -> None:
    with pytest.raises(TypeError, match="values must have a sequence of numbers for each attribute, got "):
        certify(Sum(), values=given)


def test_something_without_predict_is_refused() -> None:
    with pytest.raises(TypeError, match="the model must have a method predict, got 'abc'"):
        certify("abc", values=[[1]])  # type: ignore[arg-type]


def failing(what: BaseException) -> Any:
    raise what


counter = itertools.count()
HOSTILE = {
    "raises": (lambda X: failing(RuntimeError("boom")), "predict raised RuntimeError: boom"),
    "exits": (lambda X: failing(SystemExit(0)), "predict raised SystemExit: 0"),
    "interrupts": (lambda X: failing(KeyboardInterrupt()), "predict raised KeyboardInterrupt"),
    "asserts": (lambda X: failing(AssertionError()), "predict raised AssertionError"),
    "none": (lambda X: None, "predict must give a list or an array of labels, got something else"),
    "too few": (lambda X: [0], "predict must give 6 labels for as many rows, got 1"),
    "endless": (lambda X: itertools.repeat(0), "predict must give 6 labels for as many rows, got more"),
    "NaN": (lambda X: [math.nan] * len(X), "predict must give labels that have an order, got nan"),
    "None each": (
        lambda X: [None] * len(X),
        "classes must name the labels from lowest to highest, got none and the label None",
    ),
    "rows": (
        lambda X: X,
        "classes must name the labels from lowest to highest, got none and the label [0, 0]",
    ),
    "other each time": (
        lambda X: [next(counter)] * len(X),
        "predict must give the same label whenever it is asked about a row, got ",
    ),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_model_that_misbehaves_is_told_from_one_that_violates(what: str) -> None:
    predict, message = HOSTILE[what]
    for where in ({"values": [range(2), range(3)]}, {"X": [(0, 0)] + [(i, i + 1) for i in range(5)]}):
        with pytest.raises(ModelError) as caught:
            certify(Model(predict), **where, pairs=20, lines=2)  # type: ignore[arg-type]
        assert str(caught.value).startswith(message)


def test_a_model_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "PATIENCE", 0.1)
    forever = threading.Event()
    message = "predict must answer within its time, got nothing for 6 rows in 0 s"
    with pytest.raises(ModelError, match=message):
        certify(Model(lambda X: forever.wait()), values=[range(2), range(3)], seconds=0.1)
    forever.set()


def test_a_model_may_change_what_it_is_given() -> None:
    class Changes(Sum):
        def predict(self, X: Any) -> list[Any]:
            found = super().predict(X)
            for row in X:
                row.clear()
            X.clear()
            return found

    given = [(0, 1), (2, 3)]
    assert certify(Changes(), values=[range(4), range(4)]).verdict == PROVED
    assert certify(Changes(), given, pairs=10, lines=2).verdict == NONE_FOUND
    assert given == [(0, 1), (2, 3)]


def test_arrays_in_and_out() -> None:
    numpy = pytest.importorskip("numpy")

    sums = Model(lambda X: X.sum(axis=1, keepdims=True))
    X = numpy.array([[0, 1], [2, 3]])
    assert certify(sums, X, pairs=10, lines=2, convert=numpy.array).verdict == NONE_FOUND
    values = numpy.array([[0, 1], [2, 3]])
    assert certify(sums, values=values, convert=numpy.array).verdict == PROVED
    with pytest.raises(ModelError, match="predict must give one label for each row, got array"):
        certify(Model(numpy.array), X)


# --- The command ----------------------------------------------------------------------------------------


@pytest.fixture
def plane(tmp_path: Path) -> str:
    """The smallest training set on which PM is not monotonic, as a file."""
    path = tmp_path / "plane.csv"
    path.write_text("a,b,class\n0,1,0\n0,2,1\n2,0,1\n1,1,0\n", encoding="utf-8")
    return str(path)


def test_a_picture_shows_no_fall_that_the_certificate_denies() -> None:
    """A fall between values that are drawn is found, however few pairs and lines are looked at."""
    generator = random.Random(3)
    X = [(generator.random(), generator.random()) for _ in range(90)]
    columns = [sorted(column) for column in zip(*X)]
    grid = Domain(columns, (1, 1), True).coarse(MOST_ON_GRID)
    shown = [evenly(column, MOST_DRAWN) for column in grid.values]
    for place in ((5, 7), (20, 3), (23, 23)):
        wrong = shown[0][place[0]], shown[1][place[1]]
        certificate = certify(Sum(wrong), X, pairs=1, lines=0)  # type: ignore[arg-type]
        assert certificate.verdict == VIOLATED
    drawn = draw_certificate(certify(Sum(), X, pairs=1, lines=0), Model(lambda X: [0] * len(X)), columns, 2)
    assert drawn.svg().count("<rect") >= MOST_DRAWN**2


def test_exit_codes_and_reports(run: Any, plane: str, tmp_path: Path) -> None:
    train = ["--train", plane]
    code, out, _ = run("certify", "OLM", *train)
    assert code == 0
    assert out.startswith("proved: OLM is monotonic on all 9 points of the product of its values\n")
    code, out, _ = run("certify", "monfknn_ref:MonFkNN", *train, "--set", "k=2", "--set", "K=1", "--json")
    found = json.loads(out)
    assert code == (1 if found["verdict"] == VIOLATED else 0)
    assert found["attributes"] == ["a", "b"] and found["points"] == 9
    code, out, _ = run("certify", "OLM", *train, "--continuous")
    assert code == 2 and out.startswith("none found: no violation of OLM was found")
    picture = tmp_path / "picture.svg"
    code, _, _ = run("certify", "FkNN", *train, "--out", str(picture))
    assert code in (0, 1)
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--train", "car"], "either MODEL or --program COMMAND must be given, got both or neither"),
        (["nothing", "--train", "car"], "the model must be given as module:Class, got 'nothing'"),
        (["nowhere:Any", "--train", "car"], "the model nowhere:Any cannot be imported: No module named "),
        (["fractions:Fraction.from_float", "--train", "car"], "from_float raised TypeError: "),
        (["OLM", "--train", "nowhere.csv"], "--train must be a file or one of artiset, balance, "),
        (["OLM", "--train", "car", "--out", "x.svg"], "--out must be left away: car has 6 attributes, not 2"),
        (["OLM", "--train", "car", "--seconds", "-1"], "seconds must be a positive number, got -1.0"),
    ],
)
def test_the_command_says_what_is_wrong_with_exit_code_3(
    run: Any, arguments: list[str], message: str
) -> None:
    code, _, err = run("certify", *arguments)
    assert code == 3
    assert message in err


@pytest.mark.parametrize("arguments", [["OLM"], ["OLM", "--train", "car", "--no-such-option"]])
def test_wrong_arguments_end_with_3_as_2_means_none_found(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["certify", *arguments])
    assert ended.value.code == 3
    assert arguments[-1] in capsys.readouterr().err or "--train" not in arguments


def fit_nothing(self: Any, X: Any, y: Any) -> None: ...


def predict_zeros(self: Any, X: Any) -> list[int]:
    return [0] * len(X)


@pytest.mark.parametrize(
    ("fit", "predict", "message"),
    [
        (fit_nothing, None, "the model must have methods fit and predict, got a Hostile"),
        (None, predict_zeros, "the model must have methods fit and predict, got a Hostile"),
        (lambda self, X, y: failing(KeyError("fit")), predict_zeros, "fit raised KeyError: 'fit'"),
        (fit_nothing, lambda self, X: failing(RuntimeError("boom")), "predict raised RuntimeError: boom"),
        (fit_nothing, lambda self, X: [17] * len(X), "classes must name every label that is predicted, "),
    ],
)
def test_a_hostile_model_ends_the_command_with_3(
    run: Any, monkeypatch: pytest.MonkeyPatch, plane: str, fit: Any, predict: Any, message: str
) -> None:
    methods = {name: method for name, method in (("fit", fit), ("predict", predict)) if method}
    monkeypatch.setattr("monfknn_ref.MonFkNN", type("Hostile", (), methods))
    code, out, err = run("certify", "monfknn_ref:MonFkNN", "--train", plane)
    assert (code, out) == (3, "") and message in err


@pytest.mark.parametrize(
    "content", ["", "a,b\n", "a,b,class\n1,2,0\n1,x,1\n", "\x00\x01", "a,b,class\n1,nan,0\n"]
)
def test_a_hostile_file_ends_the_command_with_3(run: Any, tmp_path: Path, content: str) -> None:
    path = tmp_path / "hostile.csv"
    path.write_text(content, encoding="utf-8")
    code, out, err = run("certify", "OLM", "--train", str(path))
    assert (code, out) == (3, "") and err.startswith("monfknn-ref certify: ")


def test_car_is_certified_exhaustively(run: Any) -> None:
    code, out, _ = run("certify", "MonFkNN-PM", "--train", "car", "--json")
    found = json.loads(out)
    assert found["asked"] == found["points"] == 1728 and found["seconds"] < 60
    assert code == 1 and found["pairs"]["pairs"] == 214_272


@pytest.mark.system
def test_a_program_is_certified_like_the_model_it_runs(run: Any, plane: str, tmp_path: Path) -> None:
    settings = ["--train", plane, "--set", "k=2", "--set", "K=1", "--json"]
    command = child(tmp_path, "answer.pop('models', None)", REFERENCE)
    code, out, _ = run("certify", "--program", " ".join(command), *settings)
    same, own, _ = run("certify", "monfknn_ref:MonFkNN", *settings)
    assert code == same
    first, second = json.loads(out), json.loads(own)
    assert first["model"] == "child"
    assert (first["violation"], first["asked"]) == (second["violation"], second["asked"])


@pytest.mark.system
@pytest.mark.parametrize(
    ("line", "option", "message"),
    [
        (
            "if 'queries' in message: answer['predictions'] = answer['predictions'][1:]",
            "k=5",
            "predict must give 9 labels for as many rows, got 8",
        ),
        ("if 'queries' in message: sys.exit(1)", "k=5", "predict raised Failed: the program "),
        ("pass", "x=1", "--set with --program must be 'k' or 'K' or 'RCr' or "),
    ],
)
def test_a_program_that_misbehaves_ends_the_command_with_3(
    run: Any, plane: str, tmp_path: Path, line: str, option: str, message: str
) -> None:
    command = " ".join(child(tmp_path, line, REFERENCE))
    code, out, err = run("certify", "--program", command, "--train", plane, "--set", option)
    assert (code, out) == (3, "") and message in err


# --- What people pick instead: the comparison of the page, with what is installed -----------------------

STORED = json.loads((ROOT / "docs" / "data" / "certificates.json").read_text(encoding="utf-8"))["sets"]


LONG = ("FkNN", "MkNN, relabeled")
"""Models that take seconds to answer for every row."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in certificates.MODELS],
)
@pytest.mark.parametrize("set_name", certificates.SETS)
def test_the_comparison_comes_out_again(set_name: str, name: str) -> None:
    """To the pair for our own models, and in the verdict for those of other packages."""
    rival, stored = certificates.MODELS[name], STORED[set_name][name]
    if rival.package:
        pytest.importorskip("numpy")
        pytest.importorskip(rival.package)
    dataset = outside.paper_set(set_name, files=False)  # in the order in which the page met the rows
    certificate, right = certificates.measured(rival, dataset, certificates.SETS[set_name], name)
    assert certificate.verdict == stored["verdict"]
    assert certificate.asked == certificate.points == stored["points"]
    if not rival.package:
        assert certificate.pairs.violating == stored["violating"]
        assert round(right, 4) == stored["right"]


def test_the_page_says_what_the_comparison_shows() -> None:
    """PM has the fewest violations of the methods for several classes that guarantee nothing."""
    constrained = {f"{name}Classifier, monotone_constraints" for name in ("LightGBM LGBM", "XGBoost XGB")}
    for results in STORED.values():
        of_two = {name for name in results if "two classes" in name}
        for name in of_two | {name for name in results if name[:4] in ("OLM", "OSDL")}:
            assert results[name]["verdict"] == PROVED
        violated = {name: r["violating"] for name, r in results.items() if r["verdict"] == VIOLATED}
        assert min(violated, key=violated.__getitem__) == "MonFkNN-PM"
        assert constrained <= set(violated)


def test_an_argument_that_is_none_is_named() -> None:
    with pytest.raises(TypeError, match="^certify takes no 'second'; it takes seconds, seed, pairs, lines, "):
        certify(MonFkNN(), values=[range(2)], second=5)  # type: ignore[call-arg]
