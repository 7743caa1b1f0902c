"""Line charts on the package's canvas, with linear or logarithmic axes and error bars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from monfknn_ref.drawing.canvas import (
    PHONE,
    WIDE,
    Canvas,
    Key,
    Layout,
    Point,
    draw_legend,
    draw_marker,
    format_number,
    line_style,
    text_width,
    wrapped,
)


def nice_ticks(low: float, high: float, count: int = 5) -> list[float]:
    """About `count` round numbers that lie between low and high and step by 1, 2 or 5 times a power of ten.

    >>> nice_ticks(0.03, 0.41)
    [0.1, 0.2, 0.3, 0.4]
    >>> nice_ticks(0, 1728)
    [0.0, 500.0, 1000.0, 1500.0]
    """
    if not low < high:
        raise ValueError(f"low must be below high, got {low!r} and {high!r}")
    exponent = math.floor(math.log10((high - low) / count))
    for multiple in (1, 2, 5, 10):
        step = multiple * 10.0**exponent
        if (high - low) / step <= count:
            break
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(i * step, max(0, -exponent)) for i in range(first, last + 1)]


def tick_text(tick: float) -> str:
    """A value of an axis as it is written, without powers of ten.

    >>> tick_text(1e6), tick_text(0.25)
    ('1000000', '0.25')
    """
    return f"{tick:.0f}" if tick == round(tick) else f"{tick:g}"


@dataclass(frozen=True)
class Axis:
    """A range of values laid out between two places of the canvas, linearly or by their logarithm.

    >>> axis = Axis(0, 10, 100, 300)
    >>> axis.place(2.5), axis.ticks()
    (150.0, [0.0, 2.0, 4.0, 6.0, 8.0, 10.0])
    >>> Axis(1, 1000, 0, 90, log=True).place(10)
    30.0
    """

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    @classmethod
    def around(cls, values: Sequence[float], start: float, end: float, log: bool = False) -> Axis:
        """An axis on which all the values have their place."""
        if not values:
            raise ValueError("values must have at least one number, got none")
        low, high = min(values), max(values)
        if log and low <= 0:
            raise ValueError(f"values must be positive on a logarithmic axis, got {low!r}")
        if low == high:
            low, high = (low / 2, high * 2) if log else (low - 0.5, high + 0.5)
        return cls(low, high, start, end, log)

    def place(self, value: float) -> float:
        """Where the value stands on the canvas."""
        if self.log:
            share = math.log10(value / self.low) / math.log10(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Round values to mark; on a logarithmic axis powers of ten, with 2 and 5 between if they are few."""
        if not self.log:
            return nice_ticks(self.low, self.high)
        powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        multiples = (1, 2, 5) if len(powers) <= 3 else (1,)
        marks = [float(f"{multiple}e{power}") for power in powers for multiple in multiples]
        return [mark for mark in marks if self.low <= mark <= self.high]


@dataclass(frozen=True)
class Series:
    """A named line: points in the order they are joined, each with half the height of its error bar."""

    name: str
    points: Sequence[Point]
    errors: Sequence[float] = ()


HEIGHT = 360.0


def line_chart(
    title: str,
    series: Sequence[Series],
    x_label: str,
    y_label: str,
    description: str = "",
    log_x: bool = False,
    log_y: bool = False,
    layout: Layout = WIDE,
    from_zero: bool = False,
) -> Canvas:
    """Lines over common axes, with error bars where given; their legend on the right, or below on a phone.

    With `from_zero` the vertical axis has a place for 0, whatever the values are.
    """
    if not series or not all(one.points for one in series):
        raise ValueError("series must have at least one line, and each line one point")
    beside = layout.width > PHONE.width
    canvas = Canvas(layout.width, HEIGHT, title, description or f"{y_label} over {x_label}")
    head = wrapped(title, layout.width - 20, 14)
    right = layout.width - (180 if beside else 30)
    top, bottom = 22.0 + 18 * len(head), HEIGHT - 48
    spans = [(y, error) for one in series for (_, y), error in zip(one.points, _errors(one))]
    ends = [end for y, error in spans for end in (y - error, y, y + error)]
    if from_zero:
        ends.append(0.0)
    up = Axis.around([end for end in ends if end > 0 or not log_y], bottom, top, log_y)
    left = max(64.0, 32 + max((text_width(tick_text(tick)) for tick in up.ticks()), default=0))
    across = Axis.around([x for one in series for x, _ in one.points], left + 10, right - 10, log_x)

    canvas.lines(left if beside else 12, 22, head, font_size=14, font_weight="bold")
    for tick in up.ticks():
        y = up.place(tick)
        canvas.line(left, y, right, y, stroke_opacity=0.18)
        canvas.text(left - 8, y + 4, tick_text(tick), "end")
    for tick in across.ticks():
        x = across.place(tick)
        canvas.line(x, bottom, x, bottom + 5)
        canvas.text(x, bottom + 19, tick_text(tick), "middle")
    canvas.line(left, bottom, right, bottom)
    canvas.line(left, top, left, bottom)
    canvas.text((left + right) / 2, HEIGHT - 10, x_label, "middle")
    middle = format_number((top + bottom) / 2)
    canvas.text(16, (top + bottom) / 2, y_label, "middle", transform=f"rotate(-90 16 {middle})")

    keys: list[tuple[str, Key]] = []
    for i, one in enumerate(series):
        style = line_style(i)
        places = [(across.place(x), up.place(y)) for x, y in one.points]
        canvas.polyline(places, stroke=style.color, stroke_width=2, stroke_dasharray=style.dash)
        for (x, y), (_, value), error in zip(places, one.points, _errors(one)):
            if error:
                lowest = bottom if log_y and value <= error else up.place(value - error)
                canvas.line(x, lowest, x, up.place(value + error), stroke=style.color)
            draw_marker(canvas, style, x, y)
        keys.append((one.name, style))
    if beside:
        draw_legend(canvas, right + 16, top + 10, keys)
    else:
        canvas.height = draw_legend(canvas, 12, HEIGHT + 14, keys, layout.width - 16) - 6
    return canvas


def _errors(one: Series) -> Sequence[float]:
    if one.errors and len(one.errors) != len(one.points):
        raise ValueError(f"errors must have one value for each point of {one.name!r}, got {len(one.errors)}")
    return one.errors or [0.0] * len(one.points)
