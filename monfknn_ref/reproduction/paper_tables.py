"""The paper's tables as data: every printed number of Section 5.

Cells are `Decimal`s and keep the printed digits, including trailing zeros, so that each cell shows to how
many digits it was rounded. The measures are named "accuracy", "mae" and "nmi". What the paper sets in bold
type is kept too.

>>> FUZZY["accuracy"].cells["LEV"]["MonFkNN-AM"]
Decimal('0.6110')
>>> STATE["mae"].averages["MkNN"]
Decimal('0.3680')
>>> sorted(STATE["mae"].bold["qualitative_bankruptcy"])
['MkNN', 'MonFkNN-PM']
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.measures import MEASURES

AVERAGE = "Avg"
PRINTED_AS = {
    "tab:data-sets": "Table 2",
    "tab:fknns": "Table 4",
    "tab:wilcoxom": "Table 5",
    "tab:state-acc": "Table 6",
    "tab:friedman-acc": "Table 7",
    "tab:state-mae": "Table 8",
    "tab:friedman-mae": "Table 9",
    "tab:state-nmi": "Table 10",
    "tab:friedman-nmi": "Table 11",
    "fig:bayes-acc": "Figure 1",
    "fig:bayes-mae": "Figure 2",
    "fig:bayes-nmi": "Figure 3",
}
"""What a reader of the paper calls the tables and figures that the source calls by these labels."""


@dataclass(frozen=True)
class PrintedTable:
    """What all tables of one measure have."""

    label: str
    measure: str

    @property
    def place(self) -> str:
        """What a reader calls the table."""
        return PRINTED_AS[self.label]

    @property
    def title(self) -> str:
        """How its measure is called."""
        return MEASURES[self.measure].title

    @property
    def best(self) -> str:
        """Whether the "highest" or the "lowest" value of the measure is best."""
        return MEASURES[self.measure].best


@dataclass(frozen=True)
class ResultTable(PrintedTable):
    """The results of some methods on the data sets in one measure: `cells[data set][method]`."""

    methods: tuple[str, ...]
    cells: dict[str, dict[str, Decimal]]
    averages: dict[str, Decimal]
    bold: dict[str, frozenset[str]]
    """The methods in bold type on each data set, and under `AVERAGE` those in the last line."""

    def column(self, method: str) -> list[Decimal]:
        """The results of one method, data set by data set."""
        return [row[method] for row in self.cells.values()]

    def rows(self) -> list[list[Decimal]]:
        """The results, one row for each data set and one column for each method."""
        return [list(row.values()) for row in self.cells.values()]


def _results(text: str) -> dict[str, ResultTable]:
    """Read the tables of the three measures below, which have a blank line between them.

    The first line of a table has the measure, the label and the methods; then come a line for each data set
    and the averages. A star follows what the paper sets in bold type.
    """
    tables = {}
    for table in text.split("\n\n"):
        heading, *lines = table.strip().splitlines()
        measure, label, *methods = heading.split()
        cells, bold = {}, {}
        for line in lines:
            name, *values = line.split()
            assert len(values) == len(methods), line
            cells[name] = {method: Decimal(value.rstrip("*")) for method, value in zip(methods, values)}
            bold[name] = frozenset(method for method, value in zip(methods, values) if value.endswith("*"))
        averages = cells.pop(AVERAGE)
        assert list(cells) == list(PAPER_TABLE)
        tables[measure] = ResultTable(label, measure, tuple(methods), cells, averages, bold)
    return tables


FUZZY = _results(
    """
    accuracy  tab:fknns       FkNN   MonFkNN-PM   MonFkNN-AM
    artiset                 0.9339       0.9309       0.9349*
    balance                 0.8896       0.9307*      0.9008
    bostonhousing4cl        0.7174*      0.6561       0.7134
    car                     0.9311       0.9740       0.9834*
    ERA                     0.1730       0.2420       0.2430*
    ESL                     0.6783       0.7036       0.7131*
    LEV                     0.6020       0.6377*      0.6110
    machineCPU              0.6699       0.7033*      0.6699
    qualitative_bankruptcy  0.9960*      0.9960*      0.9960*
    SWD                     0.5350       0.5807       0.5833*
    windsorhousing          0.7857*      0.7576       0.7839
    wisconsin               0.9678*      0.9653       0.9663
    Avg                     0.7400       0.7565       0.7583*

    mae  tab:fknns            FkNN   MonFkNN-PM   MonFkNN-AM
    artiset                 0.0661       0.0691       0.0651*
    balance                 0.1424       0.0853*      0.1168
    bostonhousing4cl        0.3241*      0.3972       0.3261
    car                     0.0793       0.0295       0.0195*
    ERA                     1.6660       1.2813*      1.2993
    ESL                     0.3484       0.3149       0.3053*
    LEV                     0.4330       0.3927*      0.4223
    machineCPU              0.3589       0.3158*      0.3493
    qualitative_bankruptcy  0.0040*      0.0040*      0.0040*
    SWD                     0.5180       0.4370*      0.4380
    windsorhousing          0.2143*      0.2424       0.2161
    wisconsin               0.0322*      0.0347       0.0337
    Avg                     0.3489       0.3003       0.2996*

    nmi  tab:fknns            FkNN   MonFkNN-PM   MonFkNN-AM
    artiset                 0.0000*      0.0000*      0.0000*
    balance                 0.0000*      0.0000*      0.0001
    bostonhousing4cl        0.0004       0.0000*      0.0001
    car                     0.0002       0.0000*      0.0000*
    ERA                     0.0141       0.0052*      0.0052*
    ESL                     0.0014       0.0004       0.0003*
    LEV                     0.0021       0.0004*      0.0009
    machineCPU              0.0058       0.0002*      0.0017
    qualitative_bankruptcy  0.0000*      0.0000*      0.0000*
    SWD                     0.0027       0.0007       0.0003*
    windsorhousing          0.0062       0.0005*      0.0051
    wisconsin               0.0000*      0.0000*      0.0000*
    Avg                     0.0027       0.0006*      0.0012
    """
)

STATE = _results(
    """
    accuracy  tab:state-acc MonFkNN-PM     MkNN     OSDL      OLM   MonMLP      MID     RDMT     PMDT
    artiset                     0.9309   0.9199   0.1952   0.7948   0.9463*  0.7237   0.8749   0.8539
    balance                     0.9307*  0.8624   0.6352   0.8320   0.9131   0.7808   0.7216   0.7792
    bostonhousing4cl            0.6561   0.6126   0.2787   0.5277   0.3979   0.6739   0.6304   0.6739*
    car                         0.9740*  0.9711   0.9549   0.9543   0.8474   0.8027   0.7297   0.9682
    ERA                         0.2420   0.1990   0.2320   0.1690   0.2380   0.2760*  0.2390   0.2430
    ESL                         0.7036   0.6332   0.6721   0.5738   0.7234*  0.6414   0.5635   0.6598
    LEV                         0.6377   0.4630   0.6400*  0.4250   0.6167   0.6070   0.5210   0.6370
    machineCPU                  0.7033*  0.6890   0.2919   0.6746   0.6730   0.6220   0.6555   0.6507
    qualitative_bankruptcy      0.9960*  0.9960*  0.9160   0.9800   0.6427   0.9840   0.9840   0.9920
    SWD                         0.5807   0.5200   0.5840*  0.4160   0.5063   0.5540   0.5180   0.5830
    windsorhousing              0.7576   0.5861   0.4927   0.7564   0.7790   0.8205*  0.8022   0.7564
    wisconsin                   0.9653*  0.9649   0.9590   0.8873   0.8604   0.9517   0.9502   0.9561
    Avg                         0.7565*  0.7014   0.5710   0.6659   0.6787   0.7031   0.6825   0.7294

    mae  tab:state-mae      MonFkNN-PM     MkNN     OSDL      OLM   MonMLP      MID     RDMT     PMDT
    artiset                     0.0691   0.0771   1.6897   0.2082   0.0537*  0.3123   0.1251   0.1471
    balance                     0.0853*  0.1504   0.4912   0.1920   0.0992   0.3360   0.3840   0.2560
    bostonhousing4cl            0.3972   0.4901   0.9368   0.5988   0.7655   0.3893   0.4249   0.3676*
    car                         0.0295*  0.0359   0.0475   0.0538   0.1599   0.2506   0.3079   0.0365
    ERA                         1.2813   1.4270   1.2850   2.1500   1.2317*  1.2970   1.3060   1.2870
    ESL                         0.3149   0.3791   0.3607   0.4734   0.2910*  0.3934   0.4918   0.3750
    LEV                         0.3927   0.5740   0.3920*  0.6680   0.4170   0.4290   0.5430   0.3940
    machineCPU                  0.3158*  0.3301   0.9043   0.3589   0.3413   0.4211   0.3589   0.3732
    qualitative_bankruptcy      0.0040*  0.0040*  0.0840   0.0200   0.3573   0.0160   0.0160   0.0080
    SWD                         0.4370   0.4840   0.4370   0.7630   0.5167   0.4750   0.4990   0.4340*
    windsorhousing              0.2424   0.4304   0.5073   0.2436   0.2210   0.1795*  0.1978   0.2436
    wisconsin                   0.0347   0.0337*  0.0410   0.1127   0.1396   0.0483   0.0498   0.0439
    Avg                         0.3003*  0.3680   0.5980   0.4869   0.3828   0.3790   0.3920   0.3305

    nmi  tab:state-nmi      MonFkNN-PM     MkNN     OSDL      OLM   MonMLP      MID     RDMT     PMDT
    artiset                     0.0000*  0.0000*  0.0000*  0.0000*  0.0000*  0.0039   0.0000*  0.0001
    balance                     0.0000*  0.0001   0.0006   0.0000*  0.0000*  0.0017   0.0029   0.0010
    bostonhousing4cl            0.0000*  0.0000*  0.0000*  0.0003   0.0007   0.0022   0.0010   0.0010
    car                         0.0000*  0.0000*  0.0000*  0.0000*  0.0001   0.0046   0.0002   0.0000*
    ERA                         0.0052   0.0056   0.0049   0.0063   0.0026*  0.0082   0.0085   0.0058
    ESL                         0.0004   0.0012   0.0006   0.0025   0.0003*  0.0021   0.0066   0.0032
    LEV                         0.0004*  0.0010   0.0004*  0.0043   0.0008   0.0018   0.0086   0.0006
    machineCPU                  0.0002   0.0000*  0.0000*  0.0014   0.0001   0.0037   0.0047   0.0028
    qualitative_bankruptcy      0.0000*  0.0000*  0.0003   0.0000*  0.0079   0.0002   0.0000*  0.0000*
    SWD                         0.0007   0.0005   0.0009   0.0015   0.0004   0.0020   0.0000*  0.0010
    windsorhousing              0.0005   0.0000*  0.0000*  0.0000*  0.0000*  0.0030   0.0002   0.0059
    wisconsin                   0.0000*  0.0000*  0.0000*  0.0000*  0.0000*  0.0000*  0.0001   0.0000*
    Avg                         0.0006*  0.0007   0.0006*  0.0014   0.0011   0.0028   0.0027   0.0018
    """
)

RESULTS = (*FUZZY.values(), *STATE.values())
"""The six tables of results, one for each measure of both kinds."""


class WilcoxonRow(NamedTuple):
    """One comparison of the Wilcoxon table, at a level of 0.1."""

    measure: str
    method: str
    against: str
    r_plus: Decimal
    r_minus: Decimal
    p_value: Decimal
    rejected: bool


def _wilcoxon(text: str) -> tuple[WilcoxonRow, ...]:
    """Read the table below, which has a line for each comparison with FkNN."""
    rows = []
    for line in text.strip().splitlines():
        measure, method, *numbers, verdict = line.split(maxsplit=5)
        r_plus, r_minus, p_value = map(Decimal, numbers)
        rows.append(WilcoxonRow(measure, method, "FkNN", r_plus, r_minus, p_value, verdict == "rejected"))
    return tuple(rows)


WILCOXON = _wilcoxon(
    """
    accuracy  MonFkNN-PM  49.0  17.0  0.1748  not rejected
    accuracy  MonFkNN-AM  61.5  16.5  0.0847  rejected
    mae       MonFkNN-PM  51.0  15.0  0.1230  not rejected
    mae       MonFkNN-AM  57.0   9.0  0.0322  rejected
    nmi       MonFkNN-PM  76.5  1.50  0.0012  rejected
    nmi       MonFkNN-AM  72.5  5.50  0.0059  rejected
    """
)


class HolmRow(NamedTuple):
    """One hypothesis of a Holm table, that the method equals the control; i counts down to 1."""

    i: int
    method: str
    rank: Decimal
    z: Decimal
    p_value: Decimal
    rejected: bool


@dataclass(frozen=True)
class HolmTable(PrintedTable):
    """Friedman's mean ranks, and the tests of each method against the control at a level of 0.05."""

    control: str
    control_rank: Decimal
    rows: tuple[HolmRow, ...]

    def ranks(self) -> dict[str, Decimal]:
        """The mean rank of each method, the control's first."""
        return {self.control: self.control_rank, **{row.method: row.rank for row in self.rows}}


def _holm(text: str) -> dict[str, HolmTable]:
    """Read the tables below: the measure, the label and the control with its rank, and a line for each
    hypothesis."""
    tables = {}
    for table in text.split("\n\n"):
        heading, *lines = table.strip().splitlines()
        measure, label, control, control_rank = heading.split()
        rows = []
        for line in lines:
            i, method, *numbers, verdict = line.split(maxsplit=5)
            rank, z, p_value = map(Decimal, numbers)
            rows.append(HolmRow(int(i), method, rank, z, p_value, verdict == "rejected"))
        tables[measure] = HolmTable(label, measure, control, Decimal(control_rank), tuple(rows))
    return tables


HOLM = _holm(
    """
    accuracy  tab:friedman-acc  MonFkNN-PM  2.04
    7  OLM     6.13  4.083  0.00004  rejected
    6  OSDL    5.42  3.375  0.00073  rejected
    5  RDMT    5.38  3.333  0.00085  rejected
    4  MonMLP  4.67  2.625  0.00866  rejected
    3  MID     4.42  2.375  0.01754  rejected
    2  MkNN    4.21  2.167  0.03026  rejected
    1  PMDT    3.75  1.708  0.08757  not rejected

    mae  tab:friedman-mae  MonFkNN-PM  2.00
    7  OLM     6.17  4.167  0.00003  rejected
    6  RDMT    5.54  3.542  0.00040  rejected
    5  OSDL    5.29  3.292  0.00099  rejected
    4  MID     4.96  2.958  0.00309  rejected
    3  MonMLP  4.25  2.250  0.02445  rejected
    2  MkNN    4.04  2.042  0.04119  rejected
    1  PMDT    3.75  1.750  0.08011  not rejected

    nmi  tab:friedman-nmi  MonFkNN-PM  2.9583
    7  MID     7.00  4.042  0.00005  rejected
    6  RDMT    6.33  3.375  0.00074  rejected
    5  PMDT    5.75  2.792  0.00524  rejected
    4  OLM     4.13  1.167  0.24335  not rejected
    3  MonMLP  3.63  0.667  0.50499  not rejected
    2  MkNN    3.13  0.167  0.86763  not rejected
    1  OSDL    3.08  0.125  0.90052  not rejected
    """
)
