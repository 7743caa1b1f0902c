"""OLM, the Ordinal Learning Module (Ben-David 1992): a list of rules; the highest that applies decides.

A rule says: a row with at least these values has at least this class. Learning goes once through the training
rows in their order. A row does not become a rule if some rule already implies it, or if it contradicts a rule
of a lower class. Rules that the row makes superfluous, or that it contradicts with a lower class, are
dropped. So a rule that lies below another always has a lower class, and predictions are monotone whatever the
training set is.

The choices are those of Weka's program with its conservative options; `docs/classifiers/olm.md` lists them.
The result depends on the order of the training rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from monfknn_ref.classifiers.ordered import OrderedClassifier, number_text, text_of
from monfknn_ref.model.checks import GivenRow, Label
from monfknn_ref.model.door import turned
from monfknn_ref.paper.order import dominates


@dataclass(frozen=True)
class Rule:
    """If every value is reached (for inverse attributes: not exceeded), then the class is this or higher."""

    values: GivenRow
    label: Label
    row: int  # the training row that it was made from
    directions: tuple[int, ...]

    def __str__(self) -> str:
        """
        >>> print(Rule((3, 0.5), "mid", 7, (1, -1)))
        if x[0] >= 3 and x[1] <= 0.5 then 'mid' (training row 7)
        """
        tests = [
            f"x[{a}] {'>=' if direction > 0 else '<='} {number_text(value)}"
            for a, (value, direction) in enumerate(zip(self.values, self.directions))
        ]
        return f"if {' and '.join(tests)} then {self.label!r} (training row {self.row})"


@dataclass(frozen=True)
class RuleFired:
    """Why OLM gives a row its class."""

    x: GivenRow
    label: Label
    rule: Rule
    position: int  # of the rule in the list, from 0
    reached: bool  # False if no rule is reached, so that the last one decides

    def __str__(self) -> str:
        if self.reached:
            why = f"rule {self.position} is the first one reached:"
        else:
            why = f"no rule is reached, so the last one, rule {self.position}, decides:"
        return f"{text_of(self.x)} is {self.label!r}: {why}\n  {self.rule}"


@dataclass(eq=False, repr=False)
class OLM(OrderedClassifier):
    """The Ordinal Learning Module, conservative in resolution and in classification.

    directions: a string such as "+-+" or a sequence of signs; attributes marked "-" lower the class.
    classes: all labels from lowest to highest; those given to `fit` win.
    After `fit`, `rules_` are the rules in the order in which they are tried.

    The third row, (2, 2), dominates the second, (1, 2), but its class is lower, so the second is dropped:

    >>> X, y = [(1, 1), (1, 2), (2, 2), (3, 3)], ["low", "high", "mid", "high"]
    >>> model = OLM().fit(X, y, classes=["low", "mid", "high"])
    >>> for rule in model.rules_:
    ...     print(rule)
    if x[0] >= 3 and x[1] >= 3 then 'high' (training row 3)
    if x[0] >= 2 and x[1] >= 2 then 'mid' (training row 2)
    if x[0] >= 1 and x[1] >= 1 then 'low' (training row 0)
    >>> model.predict([(3, 2), (9, 9), (0, 9)])
    ['mid', 'high', 'low']
    >>> print(model.explain((0, 9)))
    (0, 9) is 'low': no rule is reached, so the last one, rule 2, decides:
      if x[0] >= 1 and x[1] >= 1 then 'low' (training row 0)
    """

    _needs_monotonic_data = True

    directions: Any = None
    classes: Any = None

    def fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        training = self._training_set(X, y, classes)
        learned: list[tuple[GivenRow, int, int]] = []  # values, class, training row; highest class first
        for number, (x, l) in enumerate(zip(training.rows, training.positions)):
            learned = with_example(learned, (x, l, number))

        self._remember(training)
        self._learned = learned
        self.rules_ = [
            Rule(turned(values, training.directions), training.classes[l], number, training.directions)
            for values, l, number in learned
        ]
        return self

    def _predicted(self, table: Sequence[GivenRow]) -> list[int]:
        return [self._learned[self._first_reached(x)[0]][1] for x in self._turned(table)]

    def explain(self, x: Any) -> RuleFired:
        """The rule that decides on one row."""
        query = self._query(x)
        position, reached = self._first_reached(query)
        rule = self.rules_[position]
        return RuleFired(turned(query, self.directions_), rule.label, rule, position, reached)

    # --8<-- [start:decide]
    def _first_reached(self, x: GivenRow) -> tuple[int, bool]:
        """The position of the rule that decides, and whether x reaches it."""
        for position, (values, _, _) in enumerate(self._learned):
            if dominates(x, values):
                return position, True
        return len(self._learned) - 1, False

    # --8<-- [end:decide]


# --8<-- [start:learn]
def with_example(
    rules: list[tuple[GivenRow, int, int]], example: tuple[GivenRow, int, int]
) -> list[tuple[GivenRow, int, int]]:
    """The rules after one more training example: those that stay, and the example if it is accepted.

    If two examples have equal values and different classes, the lower class stays, whichever came first:

    >>> with_example([((1, 1), 2, 0)], ((1, 1), 0, 1)), with_example([((1, 1), 0, 0)], ((1, 1), 2, 1))
    ([((1, 1), 0, 1)], [((1, 1), 0, 0)])
    """
    x, l, _ = example
    accepted = True
    kept = []
    for rule in rules:
        values, rule_class, _ = rule
        if rule_class == l and dominates(x, values):  # the rule says so already
            accepted = False
        elif rule_class == l and dominates(values, x):  # the example says more than the rule
            continue
        elif rule_class < l and dominates(values, x):  # the example lies below a rule of a lower class
            accepted = False
        elif rule_class > l and dominates(x, values):  # the rule lies below an example of a lower class
            continue
        kept.append(rule)
    if accepted:
        place = 0
        while place < len(kept) and kept[place][1] > l:
            place += 1
        kept.insert(place, example)
    return kept


# --8<-- [end:learn]
