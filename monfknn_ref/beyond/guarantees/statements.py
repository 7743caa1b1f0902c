"""The statements: what one would like to be true of MonFkNN and its rivals, and what is.

Each has a verdict. "proved" is a theorem, with its proof on the page "Guarantees"; "refuted" comes with a
counterexample, which `searched.json` holds; "open" means that neither is known. The statements stand in the
order of the paper, those about its other classifiers last.

>>> from collections import Counter
>>> dict(Counter(statement.verdict for statement in STATEMENTS))
{'proved': 18, 'refuted': 37}
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

PROVED, REFUTED, OPEN = VERDICTS = ("proved", "refuted", "open")


@dataclass(frozen=True)
class Conditions:
    """When a statement is meant to hold."""

    configuration: str = "PM"
    training: str = "monotonic"
    """The labels of the training set: "monotonic" or "any"."""
    equal_rows: str = "allowed"
    attributes: str = "any number"
    reading: str = "PAPER"
    tie: str = "lower or upper"
    """How odd median gaps are settled."""


@dataclass(frozen=True)
class Statement:
    """A sentence that is true or not."""

    id: str
    statement: str
    where: str
    """Where the paper says or suggests it; "-" if it does neither."""
    verdict: str
    conditions: Conditions
    proof: str = ""
    """The anchor of the proof on the page "Guarantees"."""
    remark: str = ""


def proved(
    id: str, statement: str, where: str = "-", proof: str = "", remark: str = "", **conditions: str
) -> Statement:
    return Statement(id, statement, where, PROVED, Conditions(**conditions), proof, remark)


def refuted(id: str, statement: str, where: str = "-", remark: str = "", **conditions: str) -> Statement:
    told = {"equal_rows": "none", **conditions}
    return Statement(id, statement, where, REFUTED, Conditions(**told), "", remark)


proved_for_any = partial(proved, training="any")
"""A theorem about all training sets, not only monotonic ones."""
refuted_for_any = partial(refuted, training="any")
"""What does not hold for all training sets."""
ONE_ATTRIBUTE = {"attributes": "one"}

STATEMENTS: tuple[Statement, ...] = (
    # --- Section 3.1: medians ---------------------------------------------------------------------------
    proved_for_any(
        "medians-dominance",
        "If u is dominated by v in the first degree, the median of u is not above the median of v.",
        "Section 3.1",
        "medians-dominance",
        configuration="any",
    ),
    refuted_for_any(
        "medians-coin",
        "Medians respect first-degree dominance if a coin is tossed for each odd median gap.",
        "Section 3.1",
        "Equal memberships are enough: the coin may fall differently.",
        equal_rows="allowed",
        tie="coin",
    ),
    # --- Section 3.2: training --------------------------------------------------------------------------
    proved_for_any(
        "own-class-half",
        "With RCr of at least 1/2 the own class of a row without equals lies within its median range.",
        "Section 3.2",
        "own-class",
        configuration="RCr >= 1/2",
    ),
    refuted(
        "own-class-below-half",
        "With RCr below 1/2 the own class of a row lies within its median range.",
        "Section 3.2",
        "The same two rows refute it for every RCr below 1/2.",
        configuration="RCr = 1/4",
    ),
    proved_for_any(
        "relevance-one",
        "With RCr = 1 training treats only rows with equal attributes; every other row keeps its class with "
        "membership 1.",
        "Section 3.2",
        "own-class",
        configuration="RCr = 1",
    ),
    proved_for_any(
        "labels-stay-above-half",
        "With RCr above 1/2 training changes the label of no row without equals.",
        "Section 3.2",
        "own-class",
        configuration="RCr > 1/2",
    ),
    refuted(
        "labels-stay-half", "MonFkNN-PM leaves the labels of a monotonic training set alone.", "Section 3.2"
    ),
    refuted(
        "labels-stay-below-half",
        "With RCr below 1/2 training leaves the labels of a monotonic training set alone.",
        "Section 3.2",
        "The same two rows refute it for every RCr below 1/2.",
        configuration="RCr = 1/4",
    ),
    refuted(
        "labels-stay-zero",
        "With RCr = 0 training leaves the labels of a monotonic training set alone.",
        "Section 3.2",
        configuration="RCr = 0",
    ),
    proved(
        "memberships-ordered",
        "With RCr of at least 1/2 the memberships of a monotonic training set are ordered like its rows, by "
        "first-degree dominance.",
        "Section 3.1, Section 3.2",
        "memberships-ordered",
        configuration="RCr >= 1/2",
    ),
    refuted(
        "memberships-ordered-below-half",
        "With RCr below 1/2 the memberships of a monotonic training set are ordered like its rows.",
        "Section 3.2",
        "The same two rows refute it for every RCr below 1/2.",
        configuration="RCr = 1/4",
    ),
    proved(
        "set-stays-monotonic-half",
        "With RCr of at least 1/2 the labels learnt of a monotonic training set are monotonic.",
        "Section 3.2",
        "memberships-ordered",
        configuration="RCr >= 1/2",
    ),
    refuted(
        "set-stays-monotonic-coin",
        "The labels learnt of a monotonic training set are monotonic if a coin is tossed for each odd median "
        "gap.",
        "Section 3.2",
        tie="coin",
    ),
    refuted(
        "set-stays-monotonic-below-half",
        "With RCr below 1/2 the labels learnt of a monotonic training set are monotonic.",
        "Section 3.2",
        "The same two rows refute it for every RCr below 1/2.",
        configuration="RCr = 1/4",
    ),
    refuted(
        "set-stays-monotonic-zero",
        "With RCr = 0 the labels learnt of a monotonic training set are monotonic.",
        "Section 3.2",
        configuration="RCr = 0",
    ),
    refuted_for_any(
        "training-removes-violations",
        "Training removes every violation of the order from a noisy training set.",
        "Section 3.3",
    ),
    refuted_for_any(
        "violations-never-grow",
        "Training never adds to the number of violating pairs of a noisy training set.",
        "Section 3.2",
        "Fewer rows did not do among 46,000 random sets of two attributes either.",
        **ONE_ATTRIBUTE,
    ),
    proved_for_any(
        "violations-never-grow-above-half",
        "With RCr above 1/2 training never adds to the number of violating pairs.",
        "Section 3.2",
        "violating-pairs",
        configuration="RCr > 1/2",
    ),
    # --- Section 3.3: prediction ------------------------------------------------------------------------
    proved_for_any(
        "in-range-inRange",
        "With inRange a prediction lies in the valid range of the query, for every RCr, k, K and m.",
        "Section 3.3",
        "in-range",
        configuration="inRange",
    ),
    refuted(
        "in-range-coin",
        "With inRange and a coin tossed for each odd median gap a prediction lies in the valid range.",
        "Section 3.3",
        tie="coin",
    ),
    proved_for_any(
        "in-range-full-penalty",
        "With outRange and pOR = 0 a prediction lies in the valid range of the query.",
        "Section 3.3",
        "in-range",
        configuration="outRange, pOR = 0",
    ),
    refuted(
        "in-range-outRange",
        "MonFkNN-AM predicts within the valid range of the query.",
        remark="The same two rows refute it for every pOR above 0.",
        configuration="AM",
    ),
    refuted(
        "in-range-outRange-line",
        "With a single attribute MonFkNN-AM predicts within the valid range of the query.",
        configuration="AM",
        **ONE_ATTRIBUTE,
    ),
    refuted(
        "in-range-outRange-half",
        "With outRange and RCr = 1/2 a prediction lies in the valid range of the query.",
        configuration="RCr = 1/2, outRange, pOR = 1/2",
    ),
    refuted(
        "full-penalty-is-mknn",
        "With outRange and pOR = 0 MonFkNN predicts what MkNN's outRange predicts.",
        "Section 3.3",
        "Median and distances against majority; RCr = 1, so that the training rows are the same.",
        configuration="RCr = 1, outRange, pOR = 0",
    ),
    proved_for_any(
        "training-rows-labels",
        "A query equal to a training row gets the label learnt for that row, if m > 1.",
        proof="training-rows",
        configuration="any",
    ),
    proved(
        "training-rows-pm",
        "On the rows of a monotonic training set the predictions of MonFkNN-PM are monotonic.",
        "Section 3.3",
        "training-rows",
    ),
    proved(
        "training-rows-am",
        "On the rows of a monotonic training set the predictions of MonFkNN-AM are monotonic.",
        proof="training-rows",
        remark="For every m above 1.",
        configuration="AM",
    ),
    refuted_for_any(
        "training-rows-pm-noisy",
        "On the rows of any training set the predictions of MonFkNN-PM are monotonic.",
        "Section 3.3",
    ),
    refuted_for_any(
        "training-rows-am-noisy",
        "On the rows of any training set the predictions of MonFkNN-AM are monotonic.",
        configuration="AM",
    ),
    proved(
        "monotonic-pm-line",
        "With a single attribute and a monotonic training set the predictions of MonFkNN-PM are monotonic "
        "everywhere.",
        "Section 3.3",
        "one-attribute",
        remark="For every RCr of at least 1/2 with inRange, every k and K, and m >= 1.",
        **ONE_ATTRIBUTE,
    ),
    refuted(
        "monotonic-pm-line-below-half",
        "With a single attribute, a monotonic training set and RCr below 1/2 predictions with inRange are "
        "monotonic.",
        configuration="RCr = 1/4, inRange",
        **ONE_ATTRIBUTE,
    ),
    refuted_for_any(
        "monotonic-pm-line-noisy",
        "With a single attribute the predictions of MonFkNN-PM are monotonic for any training set.",
        "Section 3.3",
        **ONE_ATTRIBUTE,
    ),
    refuted(
        "monotonic-pm",
        "With a monotonic training set the predictions of MonFkNN-PM are monotonic.",
        "Section 3.3",
        attributes="two",
    ),
    refuted(
        "monotonic-am-line",
        "With a single attribute and a monotonic training set the predictions of MonFkNN-AM are monotonic.",
        configuration="AM",
        **ONE_ATTRIBUTE,
    ),
    refuted(
        "monotonic-am",
        "With a monotonic training set the predictions of MonFkNN-AM are monotonic.",
        configuration="AM",
        attributes="two",
    ),
    refuted_for_any(
        "monotonic-pm-noisy",
        "The predictions of MonFkNN-PM are monotonic for any training set.",
        "Section 1, Section 3.3",
        attributes="two",
    ),
    refuted_for_any(
        "monotonic-am-line-noisy",
        "With a single attribute the predictions of MonFkNN-AM are monotonic for any training set.",
        configuration="AM",
        **ONE_ATTRIBUTE,
    ),
    refuted_for_any(
        "monotonic-am-noisy",
        "The predictions of MonFkNN-AM are monotonic for any training set.",
        configuration="AM",
        attributes="two",
    ),
    # --- What a change does -----------------------------------------------------------------------------
    refuted(
        "raised-label",
        "Raising a training label lowers no prediction.",
        remark="The training set is monotonic before and after.",
        **ONE_ATTRIBUTE,
    ),
    refuted(
        "repeated-row",
        "Repeating a training row with its label moves no prediction away from that label.",
        **ONE_ATTRIBUTE,
    ),
    refuted(
        "more-neighbors",
        "One more neighbor (K + 1 in place of K) breaks the order of no two predictions.",
        attributes="two",
    ),
    proved_for_any(
        "common-scale",
        "Shifting the attributes and multiplying all of them by one positive number changes no prediction.",
        proof="common-scale",
        configuration="any",
    ),
    refuted(
        "rescaled-attribute",
        "Multiplying one attribute by a positive number changes no prediction.",
        attributes="two",
    ),
    refuted(
        "upside-down",
        "Turning all attributes and classes upside down turns every prediction upside down.",
        remark='It turns the rule "lower" for odd median gaps into "upper".',
        **ONE_ATTRIBUTE,
        tie="lower",
    ),
    # --- The paper's other classifiers ------------------------------------------------------------------
    refuted(
        "fknn-monotonic",
        "FkNN is monotonic on a monotonic training set with a single attribute.",
        "Section 3.1",
        "The paper says that the largest membership breaks the order.",
        configuration="FkNN",
        **ONE_ATTRIBUTE,
    ),
    proved(
        "mknn-monotonic-line",
        "MkNN is monotonic on a monotonic training set with a single attribute.",
        "Section 2.2",
        "mknn-one-attribute",
        configuration="MkNN, inRange",
        **ONE_ATTRIBUTE,
    ),
    refuted(
        "mknn-monotonic",
        "MkNN is monotonic on a monotonic (relabelled) training set.",
        "Section 2.2",
        configuration="MkNN, inRange",
        attributes="two",
    ),
    proved_for_any(
        "olm-monotonic",
        "OLM is monotonic, whatever the training set.",
        "Section 5.3",
        "olm",
        configuration="OLM",
    ),
    proved_for_any(
        "osdl-monotonic",
        "OSDL is monotonic, whatever the training set, if it computes exactly.",
        "Section 5.3",
        "osdl",
        configuration="OSDL, exact",
    ),
    refuted_for_any(
        "osdl-doubles-monotonic",
        "OSDL is monotonic when it computes with doubles, as the published program does.",
        "Section 5.3",
        "Found at random and stripped of every row that can go; not searched to be the smallest.",
        configuration="OSDL, doubles",
        equal_rows="allowed",
        **ONE_ATTRIBUTE,
    ),
    refuted(
        "rdmt-monotonic",
        "RDMT is monotonic on a monotonic training set.",
        "Section 5.3",
        configuration="RDMT",
        attributes="two",
    ),
    refuted(
        "pmdt-monotonic",
        "PMDT is monotonic on a monotonic training set.",
        "Section 5.3",
        configuration="PMDT",
        attributes="two",
    ),
    refuted(
        "mid-monotonic",
        "MID is monotonic on a monotonic training set.",
        "Section 5.3",
        configuration="MID",
        attributes="two",
    ),
    proved_for_any(
        "monmlp-monotonic",
        "MonMLP is monotonic, whatever the training set, as far as tanh is on the machine.",
        "Section 5.3",
        "monmlp",
        configuration="MonMLP, all attributes monotone",
    ),
)
"""Every statement, in the order of the paper."""


def statement_named(id: str) -> Statement:
    """The statement with an id.

    >>> statement_named("monotonic-pm").verdict
    'refuted'
    """
    for statement in STATEMENTS:
        if statement.id == id:
            return statement
    raise ValueError(f"id must be one of {', '.join(s.id for s in STATEMENTS)}, got {id!r}")
