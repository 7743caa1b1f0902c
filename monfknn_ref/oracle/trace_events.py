"""Traces: what happened at the lines of the paper, as events that can be read, stored and compared.

An event names the line that it belongs to, where in the data it happened, and the result:

    Alg 1.17, row 4: range [0, 1]                {"line": "Alg 1.17", "row": 4, "range": [0, 1]}

Another program can write its events as JSON, one to a line, and `first_difference` then says where it
departs.

- Rows and neighbors are named by their position in the given training data, counted from 0. A row that
  appears several times is named by its first position. Queries are counted from 0 since the last training.
- Classes are named by their positions in ascending order, counted from 0. So labels and ranges are such
  numbers.
- Memberships and penalties are exact: whole numbers, strings such as "1/3", and strings such as
  "(1^(-1/2)) / (1^(-1/2) + 2^(-1/2))" where Eq. 7 gives irrational numbers. Other numbers are doubles.
- Events are matched by line and place, not by their order. Neighbors are compared as a set.

The lines, and what is recorded at each of them:

    Alg 1.5   row, class: membership         Alg 3.3   row: label
    Alg 1.11  rows                           Alg 3.4   query: range
    Alg 1.13  row: label                     Alg 3.6   query: neighbors, nearest first
    Alg 1.17  row: range                     Alg 3.9   query, neighbor: penalty
    Alg 1.19  row: neighbors                 Alg 3.11  query, neighbor: penalty
    Alg 1.21  row, class: membership         Alg 3.14  query: memberships
                                             Alg 3.15  query: label
and in detail:
    Alg 1.7   row, class: membership         Alg 2.8   row or query, neighbor: farthest
    Alg 2.6   row or query, neighbor: neighbors so far
    Alg 2.10  row or query, neighbor: neighbors so far
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from monfknn_ref.arithmetic.power_sums import PowerSum, Share

PLACES = ("query", "row", "class", "neighbor")
"""The fields of an event that say where it happened."""
SETS = ("neighbors", "rows")
"""The values whose order does not matter."""
CLOSE = 1e-9
"""Doubles that differ by no more than this count as equal."""


@dataclass(frozen=True)
class Event:
    """The result of one line of the paper.

    >>> event = Event("Alg 1.21", {"row": 1, "class": 0}, {"membership": Fraction(1, 4)})
    >>> print(event)
    Alg 1.21, row 1, class 0: membership 1/4
    >>> print(event.to_json())
    {"line": "Alg 1.21", "row": 1, "class": 0, "membership": "1/4"}
    >>> Event.from_json(event.to_json()) == event
    True
    """

    line: str
    where: Mapping[str, int]
    values: Mapping[str, Any]

    def place(self) -> str:
        """The line, and where in the data it was carried out."""
        return ", ".join([self.line, *(f"{name} {number}" for name, number in self.where.items())])

    def outcome(self) -> str:
        """The result in words."""
        return ", ".join(f"{name} {value_in_words(value)}" for name, value in self.values.items())

    def __str__(self) -> str:
        return f"{self.place()}: {self.outcome()}"

    def to_json(self) -> str:
        """One line of JSON."""
        values = {name: as_json(value) for name, value in self.values.items()}
        return json.dumps({"line": self.line, **self.where, **values}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Event:
        """The event of one line of JSON.

        >>> Event.from_json('["Alg 1.17", 4]')
        Traceback (most recent call last):
        ValueError: an event must be a JSON object with a line such as "Alg 1.17", got ["Alg 1.17", 4]
        """
        try:
            fields = json.loads(text)
        except ValueError:
            fields = None
        if not isinstance(fields, dict) or not isinstance(fields.get("line"), str):
            raise ValueError(f'an event must be a JSON object with a line such as "Alg 1.17", got {text}')
        line = fields.pop("line")
        where = {name: fields.pop(name) for name in PLACES if name in fields}
        for name, number in where.items():
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                raise ValueError(f"{name} of an event must be a whole number of at least 0, got {number!r}")
        return cls(line, where, {name: from_json(value) for name, value in fields.items()})


@dataclass
class Trace:
    """Events in the order in which they happened."""

    events: list[Event] = field(default_factory=list)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    def __str__(self) -> str:
        return "\n".join(map(str, self.events))

    def lines(self) -> list[str]:
        """The lines of the paper that occur, in the order of their first event."""
        return list(dict.fromkeys(event.line for event in self.events))

    def only(self, lines: Iterable[str]) -> Trace:
        """The events of these lines of the paper."""
        wanted = set(lines)
        return Trace([event for event in self.events if event.line in wanted])

    def to_json_lines(self) -> str:
        """The trace as JSON, one event to a line."""
        return "".join(event.to_json() + "\n" for event in self.events)

    @classmethod
    def from_json_lines(cls, text: str) -> Trace:
        """The trace that such lines describe; blank lines do not count.

        >>> Trace.from_json_lines('{"line": "Alg 1.17", "row": 0, "range": [0, 1]}\\n17\\n')
        Traceback (most recent call last):
        ValueError: line 2: an event must be a JSON object with a line such as "Alg 1.17", got 17
        """
        events = []
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                try:
                    events.append(Event.from_json(line.strip()))
                except ValueError as error:
                    raise ValueError(f"line {number}: {error}") from None
        return cls(events)


@dataclass(frozen=True)
class Difference:
    """The first place at which two traces differ; a side is None if it has no event there."""

    here: Event | None
    there: Event | None
    value: str | None = None
    """The name of the value that differs, when both sides have the event."""

    def __str__(self) -> str:
        if self.here and self.there and self.value:
            here, there = self.here.values.get(self.value), self.there.values.get(self.value)
            exactly = value_in_words(here) == value_in_words(there)
            return (
                f"first difference: {self.here.place()}: "
                f"{self.value} {value_in_words(here, exactly)} here, {value_in_words(there, exactly)} there"
            )
        if self.here and self.there:
            return f"first difference: {self.here} here, {self.there.line} with {self.there.outcome()} there"
        if self.here:
            return f"first difference: {self.here} here, nothing there"
        assert self.there is not None
        return f"first difference: {self.there.place()}: nothing here, {self.there.outcome()} there"


def first_difference(here: Trace, there: Trace, lines: Iterable[str] | None = None) -> Difference | None:
    """Where the traces first differ, in the order of `here`; None if they do not.

    `lines` are the lines of the paper to compare. By default they are all that occur in either trace.

    >>> label = Event("Alg 1.13", {"row": 4}, {"label": 2})
    >>> here = Trace([label, Event("Alg 1.17", {"row": 4}, {"range": [1, 3]})])
    >>> there = Trace([label, Event("Alg 1.17", {"row": 4}, {"range": [2, 3]})])
    >>> print(first_difference(here, there))
    first difference: Alg 1.17, row 4: range [1, 3] here, [2, 3] there
    >>> print(first_difference(here, Trace(there.events[:1])))
    first difference: Alg 1.17, row 4: range [1, 3] here, nothing there
    >>> first_difference(here, there, lines=["Alg 1.13"]) is None
    True
    """
    if lines is not None:
        wanted = list(lines)
        here, there = here.only(wanted), there.only(wanted)
    ours, theirs = numbered(here), numbered(there)
    places = {key: n for n, key in enumerate(ours)}
    only_ours = {key[1:] for key in ours if key not in theirs}
    only_theirs = {key[1:]: event for key, event in theirs.items() if key not in ours}
    found: list[tuple[float, Difference]] = []
    for key, event in ours.items():
        if key not in theirs:  # perhaps they did it at another line
            found.append((places[key], Difference(event, only_theirs.get(key[1:]))))
            break
        name = differing_value(event, theirs[key])
        if name is not None:
            found.append((places[key], Difference(event, theirs[key], name)))
            break
    reached = -1
    for key, event in theirs.items():
        if key not in ours and key[1:] not in only_ours:
            found.append((reached + 0.5, Difference(None, event)))
            break
        reached = places.get(key, reached)
    return min(found, key=lambda entry: entry[0])[1] if found else None


def numbered(trace: Trace) -> dict[tuple[Any, ...], Event]:
    """The events by line, place, and how often that line and place came before."""
    seen: Counter[tuple[Any, ...]] = Counter()
    events = {}
    for event in trace:
        key = event.line, tuple(sorted(event.where.items()))
        events[(*key, seen[key])] = event
        seen[key] += 1
    return events


def differing_value(here: Event, there: Event) -> str | None:
    """The name of the first value that is not the same."""
    for name in dict.fromkeys([*here.values, *there.values]):
        a: Any = here.values.get(name)
        b: Any = there.values.get(name)
        if name in SETS and all_numbers(a) and all_numbers(b):
            a, b = sorted(a), sorted(b)
        if not same(a, b):
            return name
    return None


def same(a: Any, b: Any) -> bool:
    """Whether two values are equal: exactly if both are exact, closely if one is a double.

    >>> same(Fraction(1, 3), 1 / 3), same([1, Fraction(1, 2)], [1, 0.5]), same(Fraction(1, 3), Fraction(1, 4))
    (True, True, False)
    """
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(same(*pair) for pair in zip(a, b))
    if not is_exact_or_double(a) or not is_exact_or_double(b):
        return bool(a == b)
    exact = not isinstance(a, float) and not isinstance(b, float)
    comparable = not isinstance(a, Share) or not isinstance(b, Share) or a.total.terms == b.total.terms
    if exact and comparable:
        return bool(a == b)
    try:
        return abs(float(a) - float(b)) <= CLOSE
    except OverflowError:  # a whole number too large for a double
        return False


def is_exact_or_double(value: Any) -> bool:
    return isinstance(value, (int, float, Fraction, Share)) and not isinstance(value, bool)


def all_numbers(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(map(is_exact_or_double, value))


def value_in_words(value: Any, exactly: bool = False) -> str:
    """A value for the reader; irrational numbers to six digits unless `exactly` is asked for.

    >>> value_in_words((1, Fraction(1, 3))), value_in_words(None)
    ('[1, 1/3]', 'nothing')
    >>> value_in_words(parse_number("(1^(-1/2)) / (1^(-1/2) + 2^(-1/2))"))
    '0.585786...'
    """
    if value is None:
        return "nothing"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(value_in_words(entry, exactly) for entry in value)}]"
    if isinstance(value, Share) and not exactly:
        return f"{float(value):.6f}..."
    return str(value)


def as_json(value: Any) -> Any:
    """Exact numbers as strings, doubles and whole numbers as they are."""
    if isinstance(value, (list, tuple)):
        return [as_json(entry) for entry in value]
    if isinstance(value, (Fraction, Share)):
        return str(value)
    return value


def from_json(value: Any) -> Any:
    """The value that `as_json` turned into JSON; a string that is not a number stays a string."""
    if isinstance(value, list):
        return [from_json(entry) for entry in value]
    if isinstance(value, str):
        try:
            return parse_number(value)
        except ValueError:
            return value
    return value


POSITIVE = r"[1-9]\d*(?:/[1-9]\d*)?"
RATIONAL = re.compile(r"-?\d+(?:\.\d+|/[1-9]\d*)?")
TERM = re.compile(rf"(?:(?P<factor>{POSITIVE})\*)?(?P<base>[1-9]\d*)\^\((?P<exponent>-?{POSITIVE})\)")


def parse_number(text: str) -> Fraction | Share:
    """The number that an exact string stands for.

    >>> parse_number("2/6"), parse_number("(2*5^(-1/2)) / (5^(-1/2) + 3*7^(-1/2))")
    (Fraction(1, 3), Share((2*5^(-1/2)) / (5^(-1/2) + 3*7^(-1/2))))
    >>> parse_number("one half")
    Traceback (most recent call last):
    ValueError: a number must be written as 2, 0.5, 1/3 or (2^(-1/2)) / (2^(-1/2) + 5^(-1/2)), got 'one half'
    """
    if RATIONAL.fullmatch(text):
        return Fraction(text)
    part, _, total = text.partition(") / (")
    above, below = parse_sum(part.removeprefix("(")), parse_sum(total.removesuffix(")"))
    if above is None or below is None:
        raise ValueError(
            f"a number must be written as 2, 0.5, 1/3 or (2^(-1/2)) / (2^(-1/2) + 5^(-1/2)), got {text!r}"
        )
    return Share(above, below)


def parse_sum(text: str) -> PowerSum | None:
    """A sum of terms a*q^(-s) with the same s, as PowerSum writes it; None if the text is something else."""
    terms = [TERM.fullmatch(term) for term in text.split(" + ")]
    exponents = {Fraction(term["exponent"]) for term in terms if term}
    if not all(terms) or len(exponents) != 1:
        return None
    pairs = [(int(term["base"]), Fraction(term["factor"] or 1)) for term in terms if term]
    return PowerSum(-exponents.pop(), pairs)
