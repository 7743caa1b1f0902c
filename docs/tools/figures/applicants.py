"""The picture of the home page: why monotonicity, what one wrong label does, and what MonFkNN does about it.

An applicant grows better step by step, in both scores, and the grade is watched on the way. The surfaces and
the grades are computed: by FkNN from the right labels, by FkNN from the labels with one mistake, and by
MonFkNN from the same labels. At rest the picture tells the whole story. Where its script runs and motion is
welcome, the applicant walks, and there is a button to pause that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import groupby, pairwise, product
from typing import Any, NamedTuple

from monfknn_ref.arithmetic import added
from monfknn_ref.classifiers import FkNN
from monfknn_ref.data import Dataset
from monfknn_ref.drawing.canvas import (
    WIDE,
    Canvas,
    Key,
    Layout,
    Point,
    draw_legend,
    flow,
    format_number,
    ink,
    wrapped,
)
from monfknn_ref.drawing.lattice import RED
from monfknn_ref.drawing.maps import (
    BLACK,
    FALL_KEY,
    WHITE,
    ClassGrid,
    Frame,
    draw_axes,
    draw_ground,
    draw_map,
)
from monfknn_ref.evaluation.surfaces import centers
from monfknn_ref.model.door import positions
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.model.functions import valid_range

GRADES = ["C", "B", "A"]
ROWS = [
    *((90, 5), (55, 45), (20, 30), (70, 95), (85, 40), (5, 25)),
    *((30, 65), (20, 10), (90, 55), (30, 90), (65, 25), (85, 75)),
]
LABELS = ["B", "B", "C", "A", "A", "C", "B", "C", "A", "B", "B", "A"]
MISTAKE = ROWS.index((30, 65))
"""The applicant who earned a B and is written down with an A."""
PARAMETERS: dict[str, Any] = {"k": 3, "K": 3}
CELLS = 40
START, END = (15, 35), (65, 80)
STEPS = 100
"""The walk: so many steps from one pair of scores to another that is better in both."""

APPLICANTS = Dataset(
    "twelve applicants",
    ROWS,
    LABELS,
    GRADES,
    attributes=["test score", "interview score"],
    bounds=[(0, 100), (0, 100)],
)


# --- What is shown ----------------------------------------------------------------------------------------


class Scene(NamedTuple):
    """One panel: a surface, and the grades along the walk."""

    heading: str
    words: str
    grid: ClassGrid
    grades: list[str]
    """At each step of the walk."""
    label: str
    """The label of the applicant whose label is mistaken, as it was before the scene and as it is after."""

    @property
    def runs(self) -> list[tuple[str, int, int]]:
        """Each grade on the way with its first and its last step."""
        found, step = [], 0
        for grade, group in groupby(self.grades):
            last = step + len(list(group)) - 1
            found.append((grade, step, last))
            step = last + 1
        return found

    @property
    def falls(self) -> list[tuple[str, str]]:
        """Where a better applicant gets a lower grade: the two grades."""
        grades = [grade for grade, _, _ in self.runs]
        return [(a, b) for a, b in pairwise(grades) if GRADES.index(b) < GRADES.index(a)]

    @property
    def verdict(self) -> str:
        return f"falls from {self.falls[0][0]} to {self.falls[0][1]}" if self.falls else "never falls"


def step(n: float) -> tuple[Fraction, Fraction]:
    """The scores at a step of the walk."""
    share = Fraction(n) / STEPS
    across, up = (a + (b - a) * share for a, b in zip(START, END))
    return across, up


def mistaken() -> list[str]:
    """The labels with one mistake."""
    return [GRADES[-1] if i == MISTAKE else label for i, label in enumerate(LABELS)]


def trained() -> tuple[FkNN, FkNN, MonFkNN]:
    """FkNN on the right labels and on the mistaken ones, and MonFkNN on the mistaken ones."""
    return (
        FkNN(**PARAMETERS).fit(ROWS, LABELS, GRADES),
        FkNN(**PARAMETERS).fit(ROWS, mistaken(), GRADES),
        MonFkNN(**PARAMETERS).fit(ROWS, mistaken(), GRADES),
    )


def ruled_out(model: MonFkNN, x: Sequence[Any], grade: str) -> bool:
    """Whether the valid range of x excludes a grade."""
    labels = [GRADES.index(str(label)) for label in model.training_labels_]
    low, high = valid_range(x, model.training_rows_, labels, len(GRADES))
    return not low <= GRADES.index(grade) <= high


def graded(model: Any) -> ClassGrid:
    """The grade of each cell, by position."""
    return [positions(model.predict(row), GRADES) for row in centers(APPLICANTS, CELLS)]


@cache
def scenes() -> tuple[Scene, ...]:
    """The three scenes, as the package computes them."""
    models: tuple[Any, ...] = trained()
    right, wrong = LABELS[MISTAKE], mistaken()[MISTAKE]
    repaired = str(models[2].training_labels_[MISTAKE])
    told = (
        (
            "Better is never lower",
            f"Applicants are graded {', '.join(GRADES[:-1])} or {GRADES[-1]}. As one of them improves in "
            "both scores, the grade must not fall.",
            right,
        ),
        (
            "One wrong label",
            f"A {right} is written down as an {wrong}. Fuzzy k-NN follows it, and an applicant who improves "
            "loses a grade.",
            f"{right} → {wrong}",
        ),
        (
            "MonFkNN repairs it",
            f"Its medians turn the label back into a {repaired}, and its range rules out any grade above "
            "that of a better applicant.",
            f"{wrong} → {repaired}",
        ),
    )
    walk = [step(n) for n in range(STEPS + 1)]
    return tuple(
        Scene(heading, words, graded(model), model.predict(walk), label)
        for model, (heading, words, label) in zip(models, told)
    )


# --- Time -------------------------------------------------------------------------------------------------

LEAD, WALK, HOLD = (0.6, 2.4, 2.4), 3.4, 1.4
"""Seconds before the walk of each scene, of the walk, and after it."""


class Timeline:
    """When things happen: style rules for the parts of the picture, by their names."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        together = layout != WIDE  # on a phone the reader sees one scene at a time, so all of them run
        lengths = [lead + WALK + HOLD for lead in LEAD]
        self.starts = [0.0] * len(LEAD) if together else [added(lengths[:n]) for n in range(len(LEAD))]
        self.seconds = max(lengths) if together else added(lengths)
        self._rules: list[str] = []

    def walk(self, n: int) -> tuple[float, float]:
        """When the walk of a scene begins and ends."""
        start = self.starts[n] + LEAD[n]
        return start, start + WALK

    def move(self, part: str, stops: Sequence[tuple[float, str]], jumping: bool = False) -> None:
        """Let a part go through declarations at given seconds; between them it changes evenly, or jumps."""
        name = f"applicants-{self.layout.name}-{part}"
        ends = [(0.0, stops[0][1]), *stops, (self.seconds, stops[-1][1])]
        frames = "".join(
            f"{format_number(100 * seconds / self.seconds)}%{{{declaration}}}"
            for seconds, declaration in ends
        )
        timing = "step-end" if jumping else "linear"
        self._rules.append(
            f"@keyframes {name}{{{frames}}} {self.selector} [data-part={part}]"
            f"{{animation:{name} {format_number(self.seconds)}s {timing} infinite}}"
        )

    def fade(self, part: str, seconds: float, shown: bool, over: float = 0.5) -> None:
        """Let a part appear, or disappear."""
        before, after = ("opacity:0", "opacity:1") if shown else ("opacity:1", "opacity:0")
        self.move(part, [(seconds, before), (seconds + over, after)])

    @property
    def selector(self) -> str:
        return f"svg[data-motion][data-layout={self.layout.name}]"

    def style(self) -> str:
        """All rules; they need the attribute that the script sets, and a screen."""
        paused = "svg[data-motion=paused] [data-part]{animation-play-state:paused !important}"
        return f"@media screen {{ {' '.join(self._rules)} {paused} }}"


SCRIPT = (
    '(function () { var svg = document.currentScript.closest("svg"), '
    'button = svg.querySelector("[role=button]"), words = button.querySelector("text"); '
    "function set(running) { "
    'svg.setAttribute("data-motion", running ? "running" : "paused"); say(running); } '
    "function say(running) { "
    'words.textContent = running ? "Pause" : "Play"; '
    'button.setAttribute("aria-label", (running ? "Pause" : "Play") + " the animation"); } '
    'function press() { set(svg.getAttribute("data-motion") !== "running"); } '
    'button.addEventListener("click", press); '
    'button.addEventListener("keydown", function (event) { '
    'if (event.key === "Enter" || event.key === " ") { event.preventDefault(); press(); } }); '
    'button.removeAttribute("display"); '
    'if (matchMedia("(prefers-reduced-motion: reduce)").matches) { say(false); } else { set(true); } })();'
)
"""Starts the motion unless the reader asked for little of it; without the script the picture is at rest."""


# --- The picture ------------------------------------------------------------------------------------------

RADIUS, PILL = 8, 46


class Places(NamedTuple):
    """Where the parts of a panel stand: the grades below the map, or beside it on a phone."""

    panel: tuple[float, float]
    side: float
    lines: int
    """Of the words above the map."""

    @classmethod
    def on(cls, layout: Layout) -> Places:
        width = 222.0 if layout == WIDE else layout.width
        lines = max(len(wrapped(scene.words, width - 16)) for scene in scenes())
        side = 180.0
        head = 30 + 18 * lines + 26
        return cls((width, head + side + (148 if layout == WIDE else 44)), side, lines)

    @property
    def head(self) -> float:
        return 30 + 18 * self.lines + 26


def draw(layout: Layout = WIDE) -> Canvas:
    """The three scenes, with the motion and its button."""
    said = " ".join(
        f"{n}. {scene.heading}. {scene.words} On the way the grade {scene.verdict}: "
        f"{', '.join(grade for grade, _, _ in scene.runs)}."
        for n, scene in enumerate(scenes(), start=1)
    )
    title = "Why grades should be monotonic, what one wrong label does, and how MonFkNN repairs it"
    canvas = Canvas(layout.width, 0, title, said)
    canvas.role = "group"  # of a picture and a button
    timeline, places = Timeline(layout), Places.on(layout)
    corners, bottom = flow([places.panel] * len(scenes()), layout.width, gap=(12, 18))
    with canvas.group(role="img", aria_label=said):
        for n, corner in enumerate(corners):
            draw_words(canvas, n, corner, places)
            with canvas.group(data_part=f"panel-{n}"):
                draw_scene(canvas, timeline, n, corner, places)
            if n and layout == WIDE:
                start = timeline.starts[n]
                timeline.move(f"panel-{n}", [(start - 0.3, "opacity:0.25"), (start + 0.3, "opacity:1")])
    keys: list[tuple[str, Key]] = [
        ("applicants with their grades", partial(draw_key, False)),
        ("one who improves", partial(draw_key, True)),
        ("the better side has the lower grade", FALL_KEY[1]),
    ]
    bottom = draw_legend(canvas, 8, bottom + 22, keys, layout.width - 8)
    draw_button(canvas, 8, bottom - 4)
    canvas.height = bottom + 34
    canvas.style += f" {timeline.style()}"
    canvas.raw(f"<script>{SCRIPT}</script>")
    return canvas


def draw_key(walking: bool, canvas: Canvas, x: float, y: float) -> None:
    """A disc as on the maps, for the legend."""
    draw_ground(canvas, x, y)
    if walking:
        canvas.circle(x, y, 6, fill=BLACK, stroke=WHITE)
    else:
        canvas.circle(x, y, 6, fill=WHITE, stroke=BLACK)


def draw_button(canvas: Canvas, x: float, y: float) -> None:
    """Pause and play; the script shows it."""
    button = {"role": "button", "tabindex": 0, "aria_label": "Pause the animation", "cursor": "pointer"}
    with canvas.group(**button, display="none"):
        canvas.rect(x, y, 72, 28, rx=6, fill=ink("box"), stroke="currentColor")
        canvas.text(x + 36, y + 19, "Pause", "middle", font_size=13)


def draw_words(canvas: Canvas, n: int, corner: Point, places: Places) -> None:
    """What a scene is about."""
    scene, (left, top) = scenes()[n], corner
    canvas.text(left + 8, top + 20, f"{n + 1}  {scene.heading}", font_size=15, font_weight="bold")
    canvas.lines(left + 8, top + 42, wrapped(scene.words, places.panel[0] - 16))


def draw_scene(canvas: Canvas, timeline: Timeline, n: int, corner: Point, places: Places) -> None:
    """The map with its rows and the walk, and the grades along the walk."""
    scene, (left, top) = scenes()[n], corner
    frame = Frame(left + 30, top + places.head, places.side)
    draw_map(canvas, frame, occupied(frame), scene.grid)
    if n:
        with canvas.group(data_part=f"before-{n}", opacity=0):
            draw_map(canvas, frame, occupied(frame), scenes()[n - 1].grid)
        timeline.fade(f"before-{n}", timeline.starts[n] + 1.1, shown=False, over=0.9)
    draw_axes(canvas, frame, APPLICANTS)
    for i, (row, label) in enumerate(zip(ROWS, LABELS)):
        if n == 0 or i != MISTAKE:
            draw_label(canvas, frame.place(APPLICANTS, row), label)
    if n:
        with canvas.group(data_part=f"former-{n}", opacity=0):
            former = (LABELS if n == 1 else mistaken())[MISTAKE]
            draw_label(canvas, frame.place(APPLICANTS, ROWS[MISTAKE]), former)
        timeline.fade(f"former-{n}", timeline.starts[n] + 0.5, shown=False)
        with canvas.group(data_part=f"label-{n}"):
            draw_label(canvas, frame.place(APPLICANTS, ROWS[MISTAKE]), scene.label, marked=True)
        timeline.fade(f"label-{n}", timeline.starts[n] + 0.5, shown=True)
    draw_walk(canvas, timeline, n, frame)
    if places.panel[0] < 300:
        chart = (frame.left, frame.bottom + 68, frame.side)
    else:
        chart = (frame.right + 36, frame.top + 54, corner[0] + places.panel[0] - frame.right - 46)
    draw_grades(canvas, timeline, n, *chart)


def occupied(frame: Frame) -> Dataset:
    """The applicants and what else leaves no room for the name of a grade: the walk and the changed label."""
    x, y = ROWS[MISTAKE]
    unit = 100 / frame.side
    taken: list[Any] = [step(m) for m in range(STEPS + 1)]
    taken += [(x - unit * (PILL - RADIUS) * share / 20, y) for share in range(21)]
    discs = [
        (a + unit * RADIUS * i, b + unit * RADIUS * j)
        for (a, b), i, j in product([*ROWS, *taken], (-1, 0, 1), (-1, 0, 1))
    ]
    inside = [(a, b) for a, b in discs if 0 <= a <= 100 and 0 <= b <= 100]
    return replace(APPLICANTS, X=inside, y=[GRADES[0]] * len(inside))


def draw_label(canvas: Canvas, place: Point, label: str, marked: bool = False) -> None:
    """An applicant with a label; a mark shows where it changes."""
    width = 2 * RADIUS if len(label) == 1 else PILL
    left, top = place[0] + RADIUS - width, place[1] - RADIUS
    edge = {"stroke": RED, "stroke_width": 2.5} if marked else {"stroke": BLACK, "stroke_width": 1}
    canvas.rect(left, top, width, 2 * RADIUS, rx=RADIUS, fill=WHITE, **edge)
    middle = left + width / 2, place[1] + 4
    canvas.text(*middle, label, "middle", fill="#000000", font_weight="bold", font_size=11)


def draw_walk(canvas: Canvas, timeline: Timeline, n: int, frame: Frame) -> None:
    """The way from the weaker applicant to the better one, with the grades on it, and who walks it."""
    scene = scenes()[n]
    places = [frame.place(APPLICANTS, step(m)) for m in range(STEPS + 1)]
    (x0, y0), (x1, y1) = places[0], places[-1]
    for color, width in ((BLACK, 5), (WHITE, 2.5)):
        canvas.line(x0, y0, x1, y1, stroke=color, stroke_width=width, stroke_linecap="round")
    start, end = timeline.walk(n)
    with canvas.group(data_part=f"stops-{n}"):
        for grade, first, last in scene.runs:
            draw_stop(canvas, frame.place(APPLICANTS, step((first + last) / 2)), grade)
    timeline.fade(f"stops-{n}", end + 0.2, shown=True)
    with canvas.group(data_part=f"walker-{n}", opacity=0):
        for grade in GRADES:
            with canvas.group(data_part=f"walker-{n}-{grade}", opacity=0):
                draw_stop(canvas, places[0], grade)
            shown = [(0.0, f"opacity:{int(scene.grades[0] == grade)}")]
            for run, first, _ in scene.runs:
                shown.append((start + WALK * first / STEPS, f"opacity:{int(run == grade)}"))
            timeline.move(f"walker-{n}-{grade}", shown, jumping=True)
    there = f"translate({format_number(x1 - x0)}px,{format_number(y1 - y0)}px)"
    timeline.move(
        f"walker-{n}",
        [
            (start - 0.3, "opacity:0;transform:translate(0px,0px)"),
            (start, "opacity:1;transform:translate(0px,0px)"),
            (end, f"opacity:1;transform:{there}"),
            (end + 0.4, f"opacity:0;transform:{there}"),
        ],
    )


def draw_stop(canvas: Canvas, place: Point, grade: str) -> None:
    """The walking applicant with a grade: dark, so as not to be taken for one of the twelve."""
    canvas.circle(*place, RADIUS + 1, fill=BLACK, stroke=WHITE, stroke_width=1.2)
    canvas.text(place[0], place[1] + 4, grade, "middle", fill="#ffffff", font_weight="bold")


def draw_grades(canvas: Canvas, timeline: Timeline, n: int, left: float, top: float, width: float) -> None:
    """The grade at each step of the walk, and whether it falls."""
    scene = scenes()[n]
    heights = {grade: top + 8 + 20 * (len(GRADES) - 1 - l) for l, grade in enumerate(GRADES)}
    canvas.text(left, top - 10, "grade on the way" if width > 140 else "grade")
    for grade, y in heights.items():
        canvas.text(left - 8, y + 4, grade, "end")
        canvas.line(left, y, left + width, y, stroke_opacity=0.25)
    corners: list[Point] = []
    drops = []
    for grade, first, last in scene.runs:
        x = left + width * first / (STEPS + 1)
        if corners and heights[grade] > corners[-1][1]:
            drops.append([(x, corners[-1][1]), (x, heights[grade])])
        corners += [(x, heights[grade]), (left + width * (last + 1) / (STEPS + 1), heights[grade])]
    start, end = timeline.walk(n)
    with canvas.group(data_part=f"grades-{n}"):
        canvas.polyline(corners, stroke_width=2.5)
        for drop in drops:
            canvas.polyline(drop, stroke=ink("alarm"), stroke_width=5)
    hidden, shown = "clip-path:inset(-9px 100% -9px -9px)", "clip-path:inset(-9px -9px -9px -9px)"
    timeline.move(f"grades-{n}", [(start, hidden), (end, shown)])
    bottom = heights[GRADES[0]] + 22
    color = ink("alarm") if scene.falls else "currentColor"
    with canvas.group(data_part=f"verdict-{n}"):
        words = wrapped(f"It {scene.verdict}.", width + 8, 13)
        canvas.lines(left, bottom, words, fill=color, font_weight="bold", font_size=13)
    timeline.fade(f"verdict-{n}", end, shown=True, over=0.3)
