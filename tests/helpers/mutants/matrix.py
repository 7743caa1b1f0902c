"""Which families catch which mutants, for the page on mistakes.

    PYTHONPATH=tests/helpers python3 -m mutants --out docs/data/mistakes.json

Run it in the folder of the clone; it takes about five minutes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from monfknn_ref import PAPER
from monfknn_ref.oracle import FAMILIES, Case, cases
from monfknn_ref.oracle.checking import PythonModel, answers_of, judge
from monfknn_ref.oracle.stages import Answers

from . import MUTANTS, SOURCES

NOT_TOO_MANY_ROWS = 70
"""The matrix leaves out larger cases, which would take long."""
FEW = 4
"""So many cases of each family are asked."""

FORMAT = "monfknn_ref mistakes 1"


def predictions_of(mutant: Any, case: Case) -> Answers:
    """The predictions alone. A case that is asked once needs no memberships, which would take as long again."""
    if FAMILIES[case.family].asked != "once":
        return Answers(predictions=answers_of(mutant, case, PAPER).predictions)
    model = PythonModel(mutant, case, PAPER)
    model.fit(case)
    return Answers.from_python(model.predict(case.query_table))


def caught_by(mutant: Any, case: Case) -> bool:
    """Whether the predictions of the mutant are wrong, or it fails."""
    verdict = judge(lambda case: predictions_of(mutant, case), case, PAPER).verdict
    return verdict in ("disagree", "error")


def shortened(family: str, count: int | None) -> list[Case]:
    """The cases of a family that are asked: spread over all of them, without the largest.

    Of a family that has only large ones, the smallest.
    """
    chosen = [case for case in cases([family]) if len(case.X) <= NOT_TOO_MANY_ROWS]
    chosen = chosen or sorted(cases([family]), key=lambda case: len(case.X))[:2]
    if count is None or len(chosen) <= count:
        return chosen
    return [chosen[n * len(chosen) // count] for n in range(count)]


def matrix(mutants: Sequence[Any], families: Sequence[str], count: int | None = FEW) -> dict[str, Any]:
    """For each mutant, how many cases of each family catch it; families that catch none are left out."""
    asked = {family: shortened(family, count) for family in families}
    mistakes = []
    for mutant in mutants:
        caught = {family: sum(caught_by(mutant, case) for case in asked[family]) for family in families}
        if mutant.family in families and caught[mutant.family] < 3:  # rare: all cases of its own family
            asked_of_own = [case for case in cases([mutant.family]) if case not in asked[mutant.family]]
            caught[mutant.family] += sum(caught_by(mutant, case) for case in asked_of_own)
        source = next(s for s in SOURCES if s.__name__ == mutant.__module__)
        mistakes.append(
            {
                "name": mutant.__name__,
                "mistake": mutant.__doc__,
                "kind": source.__name__.rpartition(".")[2],
                "family": mutant.family,
                "caught": {family: n for family, n in caught.items() if n},
            }
        )
        print(f"{mutant.__name__}: caught by {sum(map(bool, caught.values()))} of {len(families)} families")
    return {
        "format": FORMAT,
        "count": count,
        "rows": NOT_TOO_MANY_ROWS,
        "families": {family: len(asked[family]) for family in families},
        "mistakes": mistakes,
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Write the matrix."""
    parser = argparse.ArgumentParser(
        prog="python3 -m mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", metavar="FILE", required=True, help="where to write the matrix")
    parser.add_argument("--families", nargs="*", metavar="FAMILY", default=list(FAMILIES))
    parser.add_argument("--mutants", nargs="*", metavar="MUTANT", help="(all)")
    parser.add_argument("--count", type=int, default=FEW, help=f"cases of each family ({FEW})")
    given = parser.parse_args(argv)
    chosen = [mutant for mutant in MUTANTS if not given.mutants or mutant.__name__ in given.mutants]
    found = matrix(chosen, given.families, given.count)
    lines = [json.dumps(mistake, ensure_ascii=False) for mistake in found.pop("mistakes")]
    head = json.dumps(found, indent=1)[:-2]
    text = head + ',\n "mistakes": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"
    Path(given.out).write_text(text, encoding="utf-8", newline="\n")
