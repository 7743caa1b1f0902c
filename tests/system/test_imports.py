"""What a piece of work loads, in a process of its own: nothing that it does not need."""

from __future__ import annotations

import pytest
from command_line import python

pytestmark = pytest.mark.system

COMMAND = """
import contextlib, runpy, sys
sys.argv = ["monfknn-ref", *{line!r}.split()]
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(None), contextlib.redirect_stderr(None):
    runpy.run_module("monfknn_ref", run_name="__main__")
"""
LISTS = """
from monfknn_ref import MonFkNN
model = MonFkNN(classes=["ab", "c"]).fit([(1,), (2,)], ["ab", "c"])
model.predict([(1,)]), model.predict_proba([(1,)]), model.score([(1,)], ["ab"]), model._repr_html_()
"""
FRAMES = """
from monfknn_ref.data import Dataset
class Column(list):
    dtype = None
class Frame(dict):
    columns = property(lambda self: list(self))
assert Dataset.from_frame(Frame(a=Column([1, 2]), y=Column([0, 1])), label="y").X == ((1,), (2,))
"""
EXAMPLE = "from monfknn_ref.example import pure; pure().predict([(2, 5)])"
EVERYTHING = "import monfknn_ref.classifiers, monfknn_ref.commands"


def loaded_by(work: str, *options: str) -> set[str]:
    """The modules that are loaded after a piece of work."""
    shown = python(*options, "-c", f"{work}\nimport sys; print(*sys.modules)", check=True).stdout
    return set(shown.split())


def ours(names: set[str]) -> set[str]:
    return {name for name in names if name.startswith("monfknn_ref")}


@pytest.mark.parametrize("work", ["import monfknn_ref", EVERYTHING, LISTS, FRAMES])
@pytest.mark.parametrize("options", [[], ["-S"]], ids=["installed", "bare"])
def test_nothing_but_the_standard_library_is_loaded(work: str, options: list[str]) -> None:
    loaded = {name.split(".")[0] for name in loaded_by(work, *options)}
    assert not loaded & {"numpy", "scipy", "sklearn", "pandas", "polars"}


@pytest.mark.parametrize(("work", "most"), [("import monfknn_ref", 20), (EXAMPLE, 22)])
def test_the_package_loads_few_modules(work: str, most: int) -> None:
    """`explain` and the ways of settling ties, for instance, are loaded for those who ask."""
    assert len(ours(loaded_by(work))) <= most


@pytest.mark.parametrize("line", ["--version", "--help", "no-such-command"])
def test_no_command_is_loaded_that_is_not_asked_for(line: str) -> None:
    loaded = ours(loaded_by(COMMAND.format(line=line)))
    assert len(loaded) <= 25
    assert {name for name in loaded if ".commands." in name} == {"monfknn_ref.commands.printing"}


def test_evaluate_loads_neither_the_oracle_nor_the_experiments_of_the_paper() -> None:
    loaded = ours(loaded_by(COMMAND.format(line="evaluate --help")))
    assert "monfknn_ref.commands.evaluate" in loaded and len(loaded) <= 60
    assert not {name.split(".")[1] for name in loaded if "." in name} & {"oracle", "beyond", "reproduction"}
