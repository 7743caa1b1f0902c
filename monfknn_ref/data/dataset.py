"""A data set of monotonic classification: rows, ordered labels, and the direction of each attribute."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from monfknn_ref.arithmetic import exact_value
from monfknn_ref.data.frames import columns_of_frame, numbers_of_frame
from monfknn_ref.model.arrays_and_frames import labels_and_order
from monfknn_ref.model.checks import GivenRow, Label
from monfknn_ref.model.door import check_classes, check_directions, check_table, check_targets
from monfknn_ref.readings.errors import shown

Number: TypeAlias = int | Fraction
Bounds: TypeAlias = tuple[Number, Number]


@dataclass(frozen=True, repr=False)
class Dataset:
    """Rows X with labels y of the ordered classes; immutable, and equal when all fields but `order` are.

    The numbers of X are exact: ints where whole, Fractions otherwise; a float counts as its shortest
    decimal. A sign of `directions` says whether the attribute raises the class ("+") or lowers it ("-").
    `bounds` holds the lowest and the highest value an attribute can take, which is what scaling goes by.
    `order` holds for each attribute its values from lowest to highest if it is text, and nothing if it is a
    number; X has the positions of these values, from 0.

    What may be left out: attributes (x1, x2, ...), directions (all "+"), bounds (those of its order, else the
    lowest and highest value of each column), order (all attributes are numbers), and classes unless the
    labels are text: numbers are sorted, and an ordered categorical brings its order.

    >>> fruit = Dataset("fruit", X=[[3, 0.5], [1, 2.5]], y=["good", "bad"], classes=["bad", "good"],
    ...                 attributes=["size", "age"], directions="+-")
    >>> fruit
    Dataset(fruit: 2 rows, 2 attributes, 2 classes)
    >>> fruit.X
    ((3, Fraction(1, 2)), (1, Fraction(5, 2)))
    >>> fruit.scaled()
    [(Fraction(1, 1), Fraction(1, 1)), (Fraction(0, 1), Fraction(0, 1))]
    """

    name: str
    X: Sequence[Sequence[Number]]
    y: Sequence[Label]
    classes: Sequence[Label] = ()
    attributes: Sequence[str] = ()
    directions: str = ""
    bounds: Sequence[Bounds] = ()
    order: Sequence[Sequence[str]] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        table = check_table(self.X)
        if not table:
            raise ValueError("X must have at least one row, got none")
        X = tuple(tuple(exact_number(value) for value in row) for row in table)
        y, classes = labels_and_order(self.y, if_given(self.classes))
        labels = check_targets(y, len(X))
        attributes = check_attributes(if_given(self.attributes), len(X[0]))
        signs = check_directions(if_given(self.directions), len(X[0]))
        order = check_order(if_given(self.order), attributes)
        checked = {
            "X": X,
            "y": tuple(labels),
            "classes": tuple(check_classes(labels, classes)),
            "attributes": attributes,
            "directions": "".join("+" if sign == 1 else "-" for sign in signs),
            "bounds": check_bounds(if_given(self.bounds), X, attributes, order),
            "order": order,
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)  # the way a frozen dataclass sets its own fields

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        label: str,
        use: Sequence[str] | None = None,
        ignore: Sequence[str] = (),
        classes: Any = None,
        order: Mapping[str, Sequence[Any]] | None = None,
        directions: Any = None,
        missing: str = "error",
        name: str = "frame",
    ) -> Dataset:
        """The data set of a frame of pandas or polars.

        Ordered categoricals (in polars: Enum) bring the order of their values, and of the classes; other text
        needs `order` or `classes`. The arguments mean what they mean in `read_csv`.
        """
        given = {"label": label, "use": use, "ignore": ignore, "classes": classes, "order": order}
        return cls(name, **columns_of_frame(frame, {**given, "directions": directions, "missing": missing}))

    def rows_of(self, frame: Any) -> list[GivenRow]:
        """The rows of another frame with these attributes, for a model that was fitted to this data set."""
        return [tuple(map(exact_number, row)) for row in numbers_of_frame(frame, self.attributes, self.order)]

    def in_words(self, row: Iterable[Any]) -> tuple[Any, ...]:
        """A row with its text in place of the positions; numbers between the positions stay.

        >>> shoes = Dataset("shoes", [[0, 38], [1, 40]], [0, 1], order=[["thin", "thick"], []])
        >>> shoes.in_words((1, 40))
        ('thick', 40)
        """
        return tuple(
            values[int(value)] if values and value in range(len(values)) else value
            for value, values in zip(row, self.order)
        )

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.X)

    def __repr__(self) -> str:
        return (
            f"Dataset({self.name}: {len(self.X)} rows, {len(self.attributes)} attributes, "
            f"{len(self.classes)} classes)"
        )

    def scaled(self, doubles: bool = False, rows: Iterable[GivenRow] | None = None) -> list[GivenRow]:
        """The rows brought to [0, 1] by the bounds, inverse attributes turned: more is better everywhere.

        Other rows that are given are brought to the same scale; beyond the bounds they leave [0, 1].

        In exact Fractions, or in doubles that are rounded after each operation: (value - low) / (high - low),
        then 1 minus that for an inverse attribute. An attribute whose bounds are equal scales to 0.

        >>> machine = Dataset("machine", [[17], [29], [1500]], ["fast", "fast", "slow"], ["slow", "fast"],
        ...                   directions="-")
        >>> machine.scaled()
        [(Fraction(1, 1),), (Fraction(1471, 1483),), (Fraction(0, 1),)]
        >>> machine.scaled(doubles=True)
        [(1.0,), (0.9919082939986514,), (0.0,)]
        >>> machine.scaled(rows=[(2983,)])
        [(Fraction(-1, 1),)]
        """
        number = float if doubles else exact_value
        lowest = [number(low) for low, _ in self.bounds]
        spans = [number(high) - number(low) for low, high in self.bounds]
        scaled_rows: list[GivenRow] = []
        others = None if rows is None else check_table(rows, "rows", len(self.attributes))
        for row in self.X if others is None else others:
            scaled_row = []
            for value, low, span, direction in zip(row, lowest, spans, self.directions):
                if not span:
                    share = number(0)
                elif direction == "+":
                    share = (number(value) - low) / span
                else:
                    share = 1 - (number(value) - low) / span
                scaled_row.append(share)
            scaled_rows.append(tuple(scaled_row))
        return scaled_rows


def exact_number(value: Any) -> Number:
    """The exact number meant: an int when it is whole, a Fraction otherwise.

    >>> exact_number(2.0), exact_number(0.1)
    (2, Fraction(1, 10))
    """
    exact = exact_value(value)
    return exact.numerator if exact.denominator == 1 else exact


def if_given(value: Any) -> Any:
    """The value, or None when it is empty, which says that it was left out.

    >>> if_given("+-"), if_given("")
    ('+-', None)
    """
    return None if hasattr(value, "__len__") and len(value) == 0 else value


def check_attributes(attributes: Any, columns: int) -> tuple[str, ...]:
    """One name for each column: as given, or x1, x2, ...

    >>> check_attributes(None, 2)
    ('x1', 'x2')
    >>> check_attributes(["size"], 2)
    Traceback (most recent call last):
    ValueError: attributes must have one name for each of the 2 columns of X, got 1: ['size']
    """
    if attributes is None:
        return tuple(f"x{column + 1}" for column in range(columns))
    if isinstance(attributes, str) or not hasattr(attributes, "__iter__"):
        raise TypeError(f"attributes must be a sequence of names, got {shown(attributes)}")
    names = tuple(name if isinstance(name, str) else shown(name) for name in attributes)
    if len(names) != columns:
        raise ValueError(
            f"attributes must have one name for each of the {columns} columns of X, "
            f"got {len(names)}: {list(names)}"
        )
    return names


def check_order(order: Any, attributes: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The values of each attribute from lowest to highest; none of those that are numbers.

    >>> check_order([["low", "high"]], ("size", "age"))
    Traceback (most recent call last):
    ValueError: order must have the values of each of the 2 attributes, none for a number, got 1
    """
    if order is None:
        return ((),) * len(attributes)
    if isinstance(order, Mapping):
        order = [order.get(attribute, ()) for attribute in attributes]
    found = tuple(tuple(map(str, values)) for values in order)
    if len(found) != len(attributes):
        raise ValueError(
            f"order must have the values of each of the {len(attributes)} attributes, none for a number, "
            f"got {len(found)}"
        )
    return found


def check_bounds(
    bounds: Any, X: Sequence[Sequence[Number]], attributes: Sequence[str], order: Sequence[Sequence[str]]
) -> tuple[Bounds, ...]:
    """The lowest and highest value of each column: as given, of its ordered values, or as found.

    >>> check_bounds(None, ((1, 7), (3, 5)), ("size", "age"), ((), ()))
    ((1, 3), (5, 7))
    >>> check_bounds([(0, 9), (0, 6)], ((1, 7), (3, 5)), ("size", "age"), ((), ()))
    Traceback (most recent call last):
    ValueError: X must lie within bounds, got 7 for age in row 0, outside [0, 6]
    """
    if bounds is None:
        return tuple(
            (0, len(values) - 1) if values else (min(column), max(column))
            for column, values in zip(zip(*X), order)
        )
    pairs = check_table(bounds, "bounds")
    if len(pairs) != len(attributes) or len(pairs[0]) != 2:
        raise ValueError(
            f"bounds must have a pair (lowest, highest) for each of the {len(attributes)} attributes, "
            f"got {shown(pairs)}"
        )
    exact_pairs = tuple((exact_number(low), exact_number(high)) for low, high in pairs)
    for i, row in enumerate(X):
        for value, (low, high), attribute in zip(row, exact_pairs, attributes):
            if not low <= value <= high:
                raise ValueError(
                    f"X must lie within bounds, got {value} for {attribute} in row {i}, "
                    f"outside [{low}, {high}]"
                )
    return exact_pairs
