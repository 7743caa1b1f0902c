"""Check the paper's printed numbers against each other: which follow from the others, which do not, and why.

Nothing is run for this. With --stored FILE (results that `reproduce --save FILE` wrote) and --page FILE, the
documentation page "The paper, audited" is written, which holds the printed numbers against our runs as well.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path

from monfknn_ref.evaluation.audit import audit
from monfknn_ref.evaluation.findings import VERDICTS
from monfknn_ref.experiments.audit_page import audit_page
from monfknn_ref.experiments.measured_runs import read_results

SUMMARY = "check the paper's printed numbers against each other"
EXAMPLE = "python -m monfknn_ref audit --verdict contradicted"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--verdict", choices=VERDICTS, action="append", help="only these; repeatable")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.add_argument("--stored", metavar="FILE", help="results for the page")
    parser.add_argument("--page", metavar="FILE", help="write the page; needs --stored")


def run(arguments: argparse.Namespace) -> int:
    if (arguments.page is None) != (arguments.stored is None):
        raise ValueError("--page and --stored go together: the page is written from stored results")
    if arguments.page is not None:
        page = audit_page(read_results(arguments.stored))
        Path(arguments.page).write_text(page, encoding="utf-8")
        print(f"{arguments.page}: {len(page.splitlines())} lines")
        return 0
    findings = audit()
    shown = [finding for finding in findings if finding.verdict in (arguments.verdict or VERDICTS)]
    if arguments.json:
        print(json.dumps([asdict(finding) for finding in shown], indent=2))
        return 0
    table = None
    for finding in shown:
        if finding.table != table:
            table = finding.table
            print(f"\n{table}" if finding is not shown[0] else table)
        print(f"  {finding}")
    counts = Counter(finding.verdict for finding in findings)
    print()
    for name, meaning in VERDICTS.items():
        print(f"{counts[name]:4d} {name}: {meaning}")
    return 0
