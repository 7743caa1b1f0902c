"""Check the paper's printed numbers against each other: which follow from the others, which do not, and why.

Nothing is run for this. `reproduce` runs the experiments again and holds the printed numbers against ours.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import asdict

from monfknn_ref.evaluation.audit import audit
from monfknn_ref.evaluation.findings import VERDICTS
from monfknn_ref.evaluation.paper_tables import PRINTED_AS

SUMMARY = "check the paper's printed numbers against each other"
EXAMPLE = "python -m monfknn_ref audit --verdict contradicted"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--verdict",
        choices=VERDICTS,
        action="append",
        metavar="VERDICT",
        help=f"only {', '.join(VERDICTS)}; repeatable",
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(arguments: argparse.Namespace) -> int:
    findings = audit()
    shown = [finding for finding in findings if finding.verdict in (arguments.verdict or VERDICTS)]
    if arguments.json:
        print(json.dumps([asdict(finding) for finding in shown], indent=2))
        return 0
    table = None
    for finding in shown:
        if finding.table != table:
            table = finding.table
            heading = PRINTED_AS[table]
            print(f"\n{heading}" if finding is not shown[0] else heading)
        print(f"  {finding}")
    counts = Counter(finding.verdict for finding in findings)
    print()
    for name, meaning in VERDICTS.items():
        print(f"{counts[name]:4d} {name}: {meaning}")
    return 0
