"""Look up what came of every printed number, bold cell and sentence of the paper.

Each finding has a verdict, what the verdict rests on, and a cause. What the paper prints is held against its
own numbers, and against stored runs of the experiments: by default those that come with the package. Nothing
is run; `reproduce` runs the experiments again.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from monfknn_ref.reproduction import STORED
from monfknn_ref.reproduction.audit import StoredRuns, whole_audit
from monfknn_ref.reproduction.findings import CAUSES, EVIDENCE, VERDICTS, Finding

EXAMPLE = "python -m monfknn_ref audit --verdict contradicted --evidence recomputed"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    for name, known, which in (
        ("verdict", VERDICTS, "only"),
        ("evidence", EVIDENCE, "only what rests on"),
        ("cause", CAUSES, "only what has the cause"),
    ):
        only = f"{which} {', '.join(known)}; repeatable"
        add(f"--{name}", choices=known, action="append", metavar=name.upper(), help=only)
    add("--where", metavar="PLACE", action="append", help="only this part, such as 'Table 7'; repeatable")
    add("--runs", metavar="DIR", help="folder with other runs: results.json, noise.json")
    add("--json", action="store_true", help="print the findings as JSON")


def run(arguments: argparse.Namespace) -> int:
    findings = stored_audit(arguments.runs)
    places = dict.fromkeys(finding.where for finding in findings)
    for place in arguments.where or ():
        if place not in places:
            raise ValueError(f"--where must be one of {', '.join(places)}, got {place!r}")
    shown = [
        finding
        for finding in findings
        if finding.verdict in (arguments.verdict or VERDICTS)
        and finding.evidence in (arguments.evidence or EVIDENCE)
        and finding.cause in (arguments.cause or CAUSES)
        and finding.where in (arguments.where or places)
    ]
    if arguments.json:
        print(json.dumps([asdict(finding) for finding in shown], indent=2))
        return 0
    where = None
    for finding in shown:
        if finding.where != where:
            print(f"\n{finding.where}" if where else finding.where)
            where = finding.where
        sentence = f"{finding.sentence} " if finding.sentence else ""
        print(f"  {sentence}{finding} [{finding.cause}; {finding.evidence}]")
    if not shown:
        print("No finding is of that kind.")
    print(f"\n{len(shown)} of {len(findings)} findings")
    print_counts("verdict", [finding.verdict for finding in shown], VERDICTS)
    causes = {name: cause.title for name, cause in CAUSES.items()}
    print_counts("cause", [finding.cause for finding in shown], causes)
    print_counts("evidence", [finding.evidence for finding in shown], EVIDENCE)
    return 0


def stored_audit(folder: str | None) -> list[Finding]:
    """The audit with what a folder of stored runs has; without a folder, with what the package has."""
    if folder is None:
        return whole_audit(StoredRuns.read(STORED))
    runs = StoredRuns.read(Path(folder))
    if runs.results is None and runs.noise.curves is None:
        raise ValueError(f"--runs must be a folder with results.json or noise.json, got {folder!r}")
    return whole_audit(runs)


def print_counts(kind: str, values: Sequence[str], meanings: dict[str, str]) -> None:
    """How many findings there are of each kind, with its meaning."""
    counts = Counter(values)
    if counts:
        print(f"\nby {kind}")
    for name, meaning in meanings.items():
        if counts[name]:
            print(f"{counts[name]:4d} {name}: {meaning}")
