"""Without NumPy the package works, and asking for the variant that needs it says what to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import monfknn_ref.optimised
from monfknn_ref import MonFkNN
from monfknn_ref.model.checks import install_command

pytestmark = pytest.mark.system

ROOT = Path(__file__).resolve().parents[2]
X = [(1, 1), (2, 1), (2, 3), (4, 4), (5, 4), (5, 5)]
Y = [0, 0, 1, 1, 2, 2]
QUERIES = [(1, 2), (3, 3), (6, 6)]


def bare(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run an interpreter without site-packages."""
    return subprocess.run([sys.executable, "-S", *arguments], capture_output=True, text=True, cwd=ROOT)


def test_without_numpy_the_other_variant_works() -> None:
    code = (
        "from monfknn_ref.optimised import StdlibMonFkNN\n"
        f"print(StdlibMonFkNN().fit({X}, {Y}).predict({QUERIES}))"
    )
    result = bare("-c", code)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == str(MonFkNN().fit(X, Y).predict(QUERIES))


def test_without_numpy_the_fast_variant_says_what_to_install() -> None:
    result = bare("-c", "from monfknn_ref.optimised import NumpyMonFkNN")
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1] == (
        "ImportError: NumpyMonFkNN needs NumPy and SciPy, got no module named 'numpy'; "
        f"install them with: {install_command('fast')}"
    )


def test_a_name_that_does_not_exist() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'TorchMonFkNN'"):
        _ = monfknn_ref.optimised.TorchMonFkNN


@pytest.mark.slow
def test_without_numpy_the_benchmark_does_without_those_who_need_it() -> None:
    result = bare("-m", "monfknn_ref", "bench", "--quick", "--sizes", "20", "--attributes", "2")
    assert result.returncode == 0, result.stderr
    assert "numpy did not take part: not installed: numpy, scipy" in result.stdout
    assert "scikit-learn did not take part: not installed: numpy, sklearn" in result.stdout
    assert result.stdout.endswith("All predictions agree.\n")
