"""The paper compared with itself: which of its printed numbers, bold cells and sentences follow from others?

Nothing is run here: each finding is recomputed from the cells of `paper_tables`.
`monfknn_ref.reproduction.rerun_audit` adds what our runs say.
"""

from __future__ import annotations

from monfknn_ref.reproduction.audit_bold import audit_bold
from monfknn_ref.reproduction.audit_cells import (
    audit_averages,
    audit_errors,
    audit_repeated_columns,
    audit_rows_of_artiset,
    audit_runs,
)
from monfknn_ref.reproduction.audit_statistics import (
    audit_bayesian_sign,
    audit_holm,
    audit_ranks,
    audit_wilcoxon,
    audit_z_values,
)
from monfknn_ref.reproduction.findings import Finding
from monfknn_ref.reproduction.sentences import audit_sentences


def audit() -> list[Finding]:
    """All findings: those about the cells, about bold type, about the statistics, and about the text.

    >>> print(next(finding for finding in audit() if finding.claim == "Accuracy, MID equals the control"))
    contradicted: Accuracy, MID equals the control: printed rejected, found not rejected,
    adjusted p 0.0526 (Holm's threshold for 0.01754 is 0.05/3 = 0.0167; the printed verdicts are those
    of p < 0.05 and of Finner's procedure)
    """
    return [
        *audit_rows_of_artiset(),
        *audit_runs(),
        *audit_errors(),
        *audit_averages(),
        *audit_repeated_columns(),
        *audit_bold(),
        *audit_wilcoxon(),
        *audit_ranks(),
        *audit_z_values(),
        *audit_holm(),
        *audit_bayesian_sign(),
        *audit_sentences(),
    ]
