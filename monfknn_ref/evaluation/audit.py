"""The paper's tables compared with each other: which of its printed numbers follow from the others?

Nothing is run here: each finding is recomputed from the cells of `paper_tables`.
"""

from __future__ import annotations

from monfknn_ref.evaluation.audit_cells import (
    audit_averages,
    audit_errors,
    audit_repeated_columns,
    audit_rows_of_artiset,
    audit_runs,
)
from monfknn_ref.evaluation.audit_statistics import (
    audit_bayesian_sign,
    audit_holm,
    audit_ranks,
    audit_wilcoxon,
    audit_z_values,
)
from monfknn_ref.evaluation.findings import VERDICTS, Finding

__all__ = ["VERDICTS", "Finding", "audit"]


def audit() -> list[Finding]:
    """All findings, first those about the cells, then those about the statistics.

    >>> print(next(finding for finding in audit() if finding.claim == "Accuracy, MID equals the control"))
    contradicted: Accuracy, MID equals the control: printed rejected, recomputed not rejected,
    adjusted p 0.0526 (Holm's threshold for 0.01754 is 0.05/3 = 0.0167; the printed verdicts are those
    of p < 0.05 and of Finner's procedure)
    """
    return [
        *audit_rows_of_artiset(),
        *audit_runs(),
        *audit_errors(),
        *audit_averages(),
        *audit_repeated_columns(),
        *audit_wilcoxon(),
        *audit_ranks(),
        *audit_z_values(),
        *audit_holm(),
        *audit_bayesian_sign(),
    ]
