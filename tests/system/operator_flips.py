"""Flip every operator of the core once, and see whether the tests notice.

    python tests/system/operator_flips.py                    all of paper/, readings/ and arithmetic/, in minutes
    python tests/system/operator_flips.py arithmetic/exact.py   one module
    python tests/system/operator_flips.py --list             what would be flipped

A flip changes one comparison, sign, constant, `and`, `or` or `not`. Each is tried on a copy of the package
with the tests of the core. What survives is printed; exit code 1 says that something not in `HARMLESS` did.
"""

from __future__ import annotations

import argparse
import ast
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("paper", "readings", "arithmetic")
TESTS = (
    "monfknn_ref/arithmetic",
    "monfknn_ref/readings",
    "monfknn_ref/paper",
    "monfknn_ref/model/functions.py",
    "tests/readings/test_rules.py",
    "tests/test_example.py",
    "tests/readings/test_readings.py",
    "tests/arithmetic/test_exact_numbers.py",
    "tests/classifiers/test_fknn.py",
    "tests/model/test_estimator.py",
    "tests/model/test_errors.py",
    "tests/paper/test_properties.py",
    "tests/oracle/test_vectors.py",
    "tests/readings/test_ties.py",
)
"""From the fastest to the slowest, so that most flips are noticed within a second or two."""
SECONDS = 20
"""A flip that makes one test run longer than this has been noticed: a loop no longer ends."""
COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATIONS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
}
HARMLESS = {
    "paper/neighbors.py: if x_i < x_max: -> x_i <= x_max": "no two candidates are equal: places differ",
    'readings/rules.py: if (l_M - l_m) % 2 == 0 or self.tie == "lower": -> l_M + l_m': "of the same parity",
    "arithmetic/__init__.py: def rows(self, table: Iterable[Sequence[Any]], factor: int = 1) -> list[Row]: -> 2": (
        "a protocol is not carried out, and doubles are not multiplied"
    ),
    "arithmetic/power_sums.py: low, high = 1, 1 << (n.bit_length() // b + 1) -> 2": "a higher bound, the same root",
    "arithmetic/power_sums.py: return 1 if value > 0 else -1 -> value >= 0": "the value is not 0 there",
    "arithmetic/power_sums.py: if all(a > 0 for a in self.terms.values()): -> a >= 0": "no term is 0",
    "arithmetic/power_sums.py: if all(a < 0 for a in self.terms.values()): -> a <= 0": "no term is 0",
    "arithmetic/power_sums.py: if all(a > 0 for a in self.terms.values()): -> 1": "a short cut taken less often",
    "arithmetic/power_sums.py: roundings = decimal.Decimal(len(self.terms) + 4) -> 5": "a wider bound",
    "arithmetic/power_sums.py: unit = decimal.Decimal(10).scaleb(-digits) -> 11": "a wider bound",
    "arithmetic/power_sums.py: roundings = max(roundings, len(self.terms) + 5 + 3 * abs(logarithm)) -> 6": (
        "a wider bound"
    ),
    "arithmetic/power_sums.py: roundings = max(roundings, len(self.terms) + 5 + 3 * abs(logarithm)) -> 4": (
        "a wider bound"
    ),
    "arithmetic/power_sums.py: roundings = max(roundings, len(self.terms) + 5 + 3 * abs(logarithm))"
    " -> len(self.terms) - 5": "the bound is four times what the roundings can amount to",
    "arithmetic/power_sums.py: return value, 2 * roundings * unit * size -> 3": "a wider bound",
    "arithmetic/power_sums.py: if self.exponent == Fraction(1, 2): -> 2": "square roots as powers, slower",
    "arithmetic/power_sums.py: if self.exponent == Fraction(1, 2): -> 3": "square roots as powers, slower",
    "arithmetic/power_sums.py: return float(self.enclosed(60)[0]) -> 61": "more digits than a double has anyway",
    "arithmetic/power_sums.py: return float(context_of(60).divide(self.part.enclosed(60)[0],"
    " self.total.enclosed(60)[0])) -> 61": "more digits than a double has anyway",
    "arithmetic/power_sums.py: @lru_cache(maxsize=4096) -> 4097": "a cache",
    "arithmetic/power_sums.py: if value.copy_abs() > error: -> value.copy_abs() >= error": (
        "a number that is not 0 has the sign of its approximation also where the bound just reaches 0"
    ),
    "arithmetic/power_sums.py: if b >= n.bit_length(): -> b > n.bit_length()": "the search finds the same root",
    "arithmetic/__init__.py: return list(vector) if abs(sum(vector) - 1) < ROUNDING else self.normalized(vector)"
    " -> abs(sum(vector) - 1) <= ROUNDING": "no double is 1e-9 away from 1 exactly",
}
"""Flips that change nothing, by module, line and what becomes of it, and why."""


@dataclass(frozen=True)
class Flip:
    """One change of one module."""

    module: str
    line: int
    statement: str
    """The line as it stands."""
    before: str
    after: str
    text: str
    """The whole module with the change."""

    @property
    def key(self) -> str:
        return f"{self.module}: {self.statement} -> {self.after}"

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.before}  ->  {self.after}  in  {self.statement}"


def variations(node: ast.AST) -> Iterator[ast.AST]:
    """The node with one thing flipped, in every way."""
    if isinstance(node, ast.Compare):
        for n, operator in enumerate(node.ops):
            if type(operator) in COMPARISONS:
                changed = [*node.ops[:n], COMPARISONS[type(operator)](), *node.ops[n + 1 :]]
                yield ast.Compare(node.left, changed, node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        yield ast.BinOp(node.left, OPERATIONS[type(node.op)](), node.right)
    elif isinstance(node, ast.AugAssign) and type(node.op) in OPERATIONS:
        yield ast.AugAssign(node.target, OPERATIONS[type(node.op)](), node.value)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        yield ast.Constant(node.value + 1)


class Replacing(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else super().generic_visit(node)


def flips_of(module: str) -> Iterator[Flip]:
    """Every flip of a module; annotations, docstrings and what only concerns types are left alone."""
    text = (ROOT / "monfknn_ref" / module).read_text(encoding="utf-8")
    lines = text.splitlines()
    tree = ast.parse(text)
    kept = {id(inner) for node in ast.walk(tree) for inner in annotations(node)}
    for position, node in enumerate(ast.walk(tree)):
        if id(node) in kept:
            continue
        for number, _ in enumerate(variations(node)):
            again = ast.parse(text)
            same = list(ast.walk(again))[position]
            changed = list(variations(same))[number]
            before = ast.unparse(same)
            after = ast.unparse(ast.fix_missing_locations(changed))
            line = getattr(node, "lineno", 0)
            whole = ast.unparse(ast.fix_missing_locations(Replacing(same, changed).visit(again)))
            statement = lines[line - 1].split("#")[0].strip()
            yield Flip(module, line, statement, before, after, whole)


def annotations(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a node's annotations."""
    for name in ("annotation", "returns"):
        inner = getattr(node, name, None)
        if isinstance(inner, ast.AST):
            yield from ast.walk(inner)
    if isinstance(node, (ast.Assign, ast.AnnAssign)) and "__slots__" in ast.unparse(node):
        yield from ast.walk(node)


def copy_of_repository() -> Path:
    """What the tests need, in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="flips-"))
    for name in ("monfknn_ref", "tests", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def noticed(flip: Flip, folder: Path) -> bool:
    """Whether the tests of the core fail with the flip."""
    path = folder / "monfknn_ref" / flip.module
    original = path.read_text(encoding="utf-8")
    path.write_text(flip.text, encoding="utf-8")
    options = ["-x", "-q", "-n0", "-p", "no:cacheprovider"]
    options += ["-o", f"faulthandler_timeout={SECONDS}", "-o", "faulthandler_exit_on_timeout=true"]
    command = [sys.executable, "-m", "pytest", *options, *TESTS]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True)
        return done.returncode != 0
    finally:
        path.write_text(original, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="*", help="paths below monfknn_ref; default: all of the core")
    parser.add_argument("--list", action="store_true", help="print the flips and try none")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    package = ROOT / "monfknn_ref"
    modules = arguments.modules or [
        path.relative_to(package).as_posix()
        for folder in FOLDERS
        for path in sorted((package / folder).glob("*.py"))
    ]
    flips = [flip for module in modules for flip in flips_of(module)]
    if arguments.list:
        print(*flips, sep="\n")
        print(f"{len(flips)} flips")
        return 0
    folders: queue.Queue[Path] = queue.Queue()
    for _ in range(arguments.jobs):
        folders.put(copy_of_repository())
    untouched = (package / modules[0]).read_text(encoding="utf-8")
    if noticed(Flip(modules[0], 0, "", "", "", untouched), folders.queue[0]):
        raise SystemExit("the tests of the core must pass before anything is flipped")

    def tried(flip: Flip) -> bool:
        folder = folders.get()
        try:
            return noticed(flip, folder)
        finally:
            folders.put(folder)

    start, survivors = time.monotonic(), []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for n, (flip, found) in enumerate(zip(flips, pool.map(tried, flips)), start=1):
            left = (time.monotonic() - start) / n * (len(flips) - n) / 60
            print(f"\r{n} of {len(flips)}, about {left:.0f} min left", end="", file=sys.stderr, flush=True)
            if not found:
                survivors.append(flip)
                why = HARMLESS.get(flip.key)
                print(f"\r{'harmless' if why else 'SURVIVED'} {flip}{f' ({why})' if why else ''}", flush=True)
    print(file=sys.stderr)
    unexplained = [flip for flip in survivors if flip.key not in HARMLESS]
    print(
        f"{len(flips)} flips: {len(flips) - len(survivors)} noticed, {len(survivors) - len(unexplained)} harmless, "
        f"{len(unexplained)} survived"
    )
    for folder in list(folders.queue):
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
