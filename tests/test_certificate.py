"""Certificates: the proofs hold, the violations are real, and the odds are right."""

from __future__ import annotations

import json
import math
import random
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from monfknn_ref import MonFkNN
from monfknn_ref.certificate import NONE_FOUND, PROVED, VIOLATED, certify
from monfknn_ref.certificate.confidence import at_most, share_interval
from monfknn_ref.certificate.points import Domain
from monfknn_ref.commands import main
from monfknn_ref.data import DataError, load
from monfknn_ref.evaluation.measures import pair_counts

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "docs"))

from tools import certificates  # noqa: E402

TEN = [range(10)] * 4  # 10,000 points


class Sum:
    """Monotonic, but for one wrong point, if there is one."""

    def __init__(self, wrong: tuple[int, ...] | None = None) -> None:
        self.wrong, self.asked = wrong, 0

    def predict(self, X: Sequence[Sequence[Any]]) -> list[Any]:
        self.asked += len(X)
        return [0 if tuple(row) == self.wrong else sum(row) for row in X]


def violates(model: Any, lower: Any, upper: Any, signs: Sequence[int] | None = None) -> bool:
    signs = signs or [1] * len(lower)
    assert all(s * a <= s * b for s, a, b in zip(signs, lower, upper))
    low, high = model.predict([list(lower), list(upper)])
    return bool(low > high)


# --- Finite products ------------------------------------------------------------------------------------


def test_a_monotonic_model_is_proved_to_be_and_every_point_is_asked_once() -> None:
    model = Sum()
    certificate = certify(model, values=TEN)
    assert (certificate.verdict, certificate.exit_code) == (PROVED, 0)
    assert certificate.asked == certificate.points == model.asked == 10_000
    assert certificate.pairs.exact and certificate.pairs.violating == 0
    assert str(certificate).startswith(
        "proved: Sum is monotonic on all 10,000 points of the product of its values"
    )


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
    assert low == 0 and math.isclose((1 - high) ** 300, 0.05)  # had the share been that, 1 in 20 would miss
    assert "which proves nothing" in str(certificate)
    assert "0 of 300 random pairs violate: with 95 % confidence less than 0.99 %" in str(certificate)


def test_misses_are_as_frequent_as_the_odds_say() -> None:
    """A model with a known share of violating pairs is missed by (1 - share)^n of the searches."""
    values, wrong = [range(6)] * 2, (3, 3)
    model = Sum(wrong)
    domain = Domain(values, (1, 1), continuous=False)
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
    deviation = math.sqrt(expected * (1 - expected) / runs)
    assert abs(missed / runs - expected) < 4 * deviation
    covered = 0
    for seed in range(runs):
        low, high = certify(model, values=values, limit=1, pairs=n, lines=0, seed=seed).pairs.interval
        covered += low <= share <= high
    assert covered / runs >= 0.95 - 4 * math.sqrt(0.05 * 0.95 / runs)
    assert domain.size == 36


@pytest.mark.parametrize("seed", range(5))
def test_pairs_are_counted_as_the_measures_count_them(seed: int) -> None:
    generator = random.Random(seed)
    values = [range(generator.randint(1, 5)) for _ in range(3)]
    label = {x: generator.randrange(4) for x in product(*values)}

    class Table:
        def predict(self, X: Any) -> list[int]:
            return [label[tuple(row)] for row in X]

    certificate = certify(Table(), values=values, directions="+-+")
    counts = pair_counts(list(label), list(label.values()), directions="+-+")
    assert (certificate.pairs.violating, certificate.pairs.pairs) == (counts.violating, counts.comparable)
    assert (certificate.verdict == PROVED) == (counts.violating == 0)


def test_directions_turn_the_order() -> None:
    assert certify(Sum(), values=[range(4), range(4)], directions="+-").verdict == VIOLATED

    class Difference:
        def predict(self, X: Any) -> list[Any]:
            return [a - b for a, b in X]

    assert certify(Difference(), values=[range(4), range(4)], directions="+-").verdict == PROVED


def test_labels_in_words_need_their_order() -> None:
    class Words:
        def predict(self, X: Any) -> list[str]:
            return ["low" if sum(row) < 3 else "mid" if sum(row) < 5 else "high" for row in X]

    values = [range(4), range(4)]
    assert certify(Words(), values=values, classes=["low", "mid", "high"]).verdict == PROVED
    assert certify(Words(), values=values, classes=["high", "mid", "low"]).verdict == VIOLATED
    with pytest.raises(
        ValueError, match="classes must name the labels from lowest to highest, got none and the label"
    ):
        certify(Words(), values=values)
    with pytest.raises(
        ValueError, match=r"classes must name every label that is predicted, got \['low', 'mid'\]"
    ):
        certify(Words(), values=values, classes=["low", "mid"])


def test_time_that_runs_out_proves_nothing() -> None:
    certificate = certify(Sum(), values=TEN, seconds=1e-9)
    assert certificate.verdict == NONE_FOUND and not certificate.complete
    assert "the time was over" in str(certificate)


# --- Continuous attributes ----------------------------------------------------------------------------


class Dent:
    """Rises with the sum of both attributes, but for a dent in a small square."""

    def predict(self, X: Any) -> list[int]:
        return [0 if 0.4 < a < 0.45 and 0.6 < b < 0.65 else int(4 * (a + b)) for a, b in X]


def test_a_dent_is_found_and_reduced_to_a_small_step() -> None:
    generator = random.Random(1)
    X = [(generator.random(), generator.random()) for _ in range(60)]
    certificate = certify(Dent(), X, pairs=200, lines=3000, seed=1)
    assert certificate.verdict == VIOLATED
    found = certificate.violation
    assert found is not None and violates(Dent(), found.lower, found.upper)
    assert [a for a in (0, 1) if found.lower[a] != found.upper[a]] == [found.attribute]
    assert abs(found.upper[found.attribute] - found.lower[found.attribute]) < 1e-6
    assert certificate.points is None


def test_rows_are_looked_at_first_and_a_long_way_is_made_short() -> None:
    class Falls:
        def predict(self, X: Any) -> list[int]:
            return [5 - int(row[2] // 4) for row in X]

    certificate = certify(Falls(), [(0, 0, 0), (9, 9, 17)], pairs=1, lines=0)
    found = certificate.violation
    assert found is not None and found.attribute == 2
    assert 0 < found.upper[2] - found.lower[2] < 1e-4


def test_a_model_without_a_fault_is_searched_and_no_more() -> None:
    certificate = certify(Sum(), [(0.5, 1.0), (2.0, 3.5)], pairs=50, lines=5)
    assert certificate.verdict == NONE_FOUND and certificate.complete
    assert certificate.domain.startswith(
        "2 rows; on the grid of the values that occur, with midpoints: 50 random"
    )


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


@pytest.mark.parametrize(("happened", "trials"), [(1, 10), (3, 100), (50, 60), (200, 5000)])
def test_interval_ends_leave_what_they_say_in_the_tails(happened: int, trials: int) -> None:
    low, high = share_interval(happened, trials)
    assert math.isclose(at_most(happened, trials, high), 0.025, rel_tol=1e-6)
    assert math.isclose(1 - at_most(happened - 1, trials, low), 0.025, rel_tol=1e-6)
    assert share_interval(0, trials)[0] == 0.0 and share_interval(trials, trials)[1] == 1.0
    assert share_interval(0, 0) == (0.0, 1.0)


# --- What is refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: certify(Sum()),
            "certify needs values, what each attribute can take, or rows X to search around; got neither",
        ),
        (lambda: certify(Sum(), []), "X must have at least one row, got none"),
        (
            lambda: certify(Sum(), values=[[1], []]),
            "values must have at least one value for each attribute, got [[1], []]",
        ),
        (lambda: certify(Sum(), values=[[1]], seconds=0), "seconds must be a positive number, got 0"),
        (lambda: certify(Sum(), values=[[1]], pairs=0), "pairs must be a whole number of at least 1, got 0"),
        (
            lambda: certify(Sum(), values=[[1, 2]], directions="++"),
            "directions must have one sign for each of the 1 attributes",
        ),
    ],
)
def test_what_is_wrong_is_said(call: Any, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(message)


def test_a_model_that_gives_too_few_labels_is_refused() -> None:
    class Silent:
        def predict(self, X: Any) -> list[int]:
            return []

    with pytest.raises(ValueError, match="predict must give 2 labels for as many rows, got 0"):
        certify(Silent(), values=[[1, 2]])


# --- The command ----------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["certify", *arguments])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


@pytest.fixture
def plane(tmp_path: Path) -> str:
    """The smallest training set on which PM is not monotonic, as a file."""
    path = tmp_path / "plane.csv"
    path.write_text("a,b,class\n0,1,0\n0,2,1\n2,0,1\n1,1,0\n", encoding="utf-8")
    return str(path)


def test_exit_codes_and_reports(capsys: pytest.CaptureFixture[str], plane: str, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "OLM", "--train", plane)
    assert (code, out.splitlines()[0]) == (
        0,
        "proved: OLM is monotonic on all 9 points of the product of its values",
    )
    code, out, _ = run(
        capsys, "monfknn_ref:MonFkNN", "--train", plane, "--set", "k=2", "--set", "K=1", "--json"
    )
    found = json.loads(out)
    assert code == (1 if found["verdict"] == VIOLATED else 0)
    assert found["attributes"] == ["a", "b"] and found["points"] == 9
    code, out, _ = run(capsys, "OLM", "--train", plane, "--continuous", "--pairs", "40", "--lines", "3")
    assert code == 2 and out.startswith("none found: no violation of OLM was found")
    picture = tmp_path / "picture.svg"
    code, _, _ = run(capsys, "FkNN", "--train", plane, "--out", str(picture))
    assert code in (0, 1)
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--train", "car"], "either MODEL or --program COMMAND must be given, got both or neither"),
        (["nothing", "--train", "car"], "the model must be given as module:Class, got 'nothing'"),
        (
            ["math:Nothing", "--train", "car"],
            "the model must be something in math, got 'Nothing', which is not there",
        ),
        (["OLM", "--train", "nowhere.csv"], "--train must be a file or one of artiset, balance, "),
        (["OLM", "--train", "car", "--out", "x.svg"], "--out must be left away: car has 6 attributes, not 2"),
        (["OLM", "--train", "car", "--seconds", "-1"], "seconds must be a positive number, got -1.0"),
    ],
)
def test_the_command_says_what_is_wrong_with_exit_code_3(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    code, _, err = run(capsys, *arguments)
    assert code == 3
    assert message in err


def test_wrong_arguments_end_with_3_as_2_means_none_found(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["certify", "OLM"])
    assert ended.value.code == 3
    assert "--train" in capsys.readouterr().err


def test_car_is_certified_exhaustively(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "MonFkNN-PM", "--train", "car", "--json")
    found = json.loads(out)
    assert found["asked"] == found["points"] == 1728 and found["seconds"] < 60
    assert code == 1 and found["pairs"]["pairs"] == 214_272


PROGRAM = """
import json, sys
from monfknn_ref import MonFkNN
for line in sys.stdin:
    message = json.loads(line)
    if message["ask"] == "start":
        answer = {"name": "echo", "language": "Python", "readings": ["paper"]}
    elif message["ask"] == "case":
        numbers = lambda rows: [[float(v) if isinstance(v, str) else v for v in row] for row in rows]
        given = {n: message[n] for n in ("k", "K", "typeRange", "m")}
        given |= {n: float(message[n]) for n in ("RCr", "pOR")}
        model = MonFkNN(**given).fit(numbers(message["X"]), message["y"], message["classes"])
        answer = {"id": message["id"], "predictions": model.predict(numbers(message["queries"]))}
    else:
        break
    print(json.dumps(answer), flush=True)
"""


def test_a_program_is_certified_like_the_model_it_runs(
    capsys: pytest.CaptureFixture[str], plane: str, tmp_path: Path
) -> None:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    settings = ["--train", plane, "--set", "k=2", "--set", "K=1", "--json"]
    code, out, _ = run(capsys, "--program", f"{sys.executable} {path}", *settings)
    same, own, _ = run(capsys, "monfknn_ref:MonFkNN", *settings)
    assert code == same
    first, second = json.loads(out), json.loads(own)
    assert first["model"] == "echo"
    assert (first["violation"], first["asked"]) == (second["violation"], second["asked"])


# --- What people pick instead: the comparison of the page, with what is installed -----------------------

STORED = json.loads((ROOT / "docs" / "data" / "certificates.json").read_text(encoding="utf-8"))["sets"]


@pytest.mark.parametrize("name", certificates.MODELS)
@pytest.mark.parametrize("set_name", certificates.SETS)
def test_the_comparison_comes_out_again(set_name: str, name: str) -> None:
    """To the pair for our own models, and in the verdict for those of other packages."""
    rival, stored = certificates.MODELS[name], STORED[set_name][name]
    if rival.package:
        pytest.importorskip("numpy")
        pytest.importorskip(rival.package)
    try:
        dataset = load(set_name)
    except DataError as error:
        pytest.skip(str(error))
    certificate, right = certificates.measured(rival, dataset, certificates.SETS[set_name], name)
    assert certificate.verdict == stored["verdict"]
    assert certificate.asked == certificate.points == stored["points"]
    if not rival.package:
        assert certificate.pairs.violating == stored["violating"]
        assert round(right, 4) == stored["right"]


def test_the_page_says_what_the_comparison_shows() -> None:
    """PM has the fewest violations of the methods for several classes that guarantee nothing."""
    for results in STORED.values():
        several = {name: r for name, r in results.items() if "two classes" not in name}
        assert all(
            r["verdict"] == PROVED
            for name, r in results.items()
            if name not in several or name[:4] in ("OLM", "OSDL")
        )
        violated = {name: r["violating"] for name, r in several.items() if r["verdict"] == VIOLATED}
        assert min(violated, key=violated.__getitem__) == "MonFkNN-PM"
        assert {
            "LightGBM LGBMClassifier, monotone_constraints",
            "XGBoost XGBClassifier, monotone_constraints",
        } <= set(violated)


def test_a_fit_to_monotonic_data_of_one_attribute_is_proved() -> None:
    rows = [(x,) for x in range(12)]
    model = MonFkNN(k=3, K=4).fit(rows, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
    assert certify(model, values=[range(-2, 15)]).verdict == PROVED
