"""The example of the page "Your own methods": three classifiers of scikit-learn beside MonFkNN.

    python docs/tools/own_methods.py

runs the command of the page again, which takes some minutes and needs scikit-learn, and stores what came out
in docs/data/own-methods.json. `--out FILE` keeps finished folds, as the command itself does.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from monfknn_ref.commands import main as run_command
from monfknn_ref.commands.evaluate import cells_of, comparisons_of, measure_section, methods_section
from monfknn_ref.evaluation.method_comparison import method_comparison_remarks, method_comparison_section
from monfknn_ref.evaluation.tables import Section, markdown_table
from tools.pages import region

STORED = Path(__file__).resolve().parents[1] / "data" / "own-methods.json"
COMMAND = (
    "evaluate --dataset balance --dataset car --dataset artiset",
    "--method MonFkNN-PM --method MonFkNN-AM",
    "--method kNN=sklearn.neighbors:KNeighborsClassifier --set kNN.n_neighbors=9",
    "--method forest=sklearn.ensemble:RandomForestClassifier",
    "--method boosting=sklearn.ensemble:HistGradientBoostingClassifier",
)
"""The command of the page, line by line."""


def command_block() -> str:
    """The command as the page shows it."""
    return "```console\npython -m monfknn_ref " + " \\\n    ".join(COMMAND) + "\n```"


def results() -> str:
    """What came out, as tables of the page."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    outcomes = stored["cross_validations"]
    cells = cells_of(outcomes)
    comparisons, _ = comparisons_of(cells, "MonFkNN-PM")
    parts = [shown(measure_section(name, of)) for name, of in cells.items()]
    parts.append(shown(methods_section(outcomes)))
    parts += [shown(method_comparison_section(one)) for one in comparisons]
    used = ", ".join(f"{package} {number}" for package, number in stored["versions"].items())
    return "\n\n".join([*parts, *method_comparison_remarks(comparisons), f"Measured with {used}."])


def shown(section: Section) -> str:
    """A section with a title that is no heading, so that it can stand anywhere."""
    table = region(section.title, markdown_table(section.rows, section.left))
    return "\n\n".join([f"**{section.title}**", table, *section.notes])


def measured(more: list[str]) -> dict[str, Any]:
    """Run the command, and keep everything but the predictions of each row."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        code = run_command([*" ".join(COMMAND).split(), "--format", "json", *more])
    if code:
        raise SystemExit(code)
    found = json.loads(printed.getvalue())
    for outcome in found["cross_validations"]:
        for run in outcome["runs"]:
            del run["predictions"]
    versions = {name: version(name) for name in ("scikit-learn", "numpy")}
    versions = {"Python": sys.version.split()[0], **versions}
    return {
        "command": " ".join(COMMAND),
        "versions": versions,
        "cross_validations": found["cross_validations"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", metavar="FILE", help="keep each finished fold in FILE")
    arguments = parser.parse_args()
    found = measured(["--out", arguments.out] if arguments.out else [])
    STORED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
