"""The paper's table of its 12 data sets, as printed."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PAPER_TABLE", "PaperDataset"]


@dataclass(frozen=True)
class PaperDataset:
    """One row of the table; comparable pairs in percent of all pairs, to two decimals."""

    name: str
    rows: int
    attributes: int
    classes: int
    directions: str
    comparable_pairs: float


PAPER_TABLE: dict[str, PaperDataset] = {
    row.name: row
    for row in (
        PaperDataset("artiset", 1000, 2, 10, "++", 49.79),
        PaperDataset("balance", 625, 4, 3, "--++", 25.64),
        PaperDataset("bostonhousing4cl", 506, 13, 4, "-+-+-+-+---+-", 14.85),
        PaperDataset("car", 1728, 6, 4, "++++++", 14.36),
        PaperDataset("ERA", 1000, 4, 9, "++++", 16.77),
        PaperDataset("ESL", 488, 4, 9, "++++", 70.65),
        PaperDataset("LEV", 1000, 4, 5, "++++", 24.08),
        PaperDataset("machineCPU", 209, 6, 4, "-+++++", 49.53),
        PaperDataset("qualitative_bankruptcy", 250, 6, 2, "------", 43.77),
        PaperDataset("SWD", 1000, 10, 4, "++++++++++", 12.62),
        PaperDataset("windsorhousing", 546, 11, 2, "+++++++++++", 27.07),
        PaperDataset("wisconsin", 683, 9, 2, "+++++++++", 58.04),
    )
}
