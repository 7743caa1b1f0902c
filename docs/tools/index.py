"""The index: for every equation, line and open point where it is explained, carried out and shown at work.

Nothing of it is written by hand. What there must be comes from the words of the algorithms and from the
register of readings; where it is comes from the anchors of the pages and the tags of the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from monfknn_ref.oracle import FAMILIES
from monfknn_ref.readings import REGISTER
from tools.algorithms import HOMES, steps
from tools.pages import region
from tools.sources import ROOT, SHOWN, Module, Place, module

ANCHOR = re.compile(r"\{[^}\n]*#([\w.-]+)[^}\n]*\}|\bid=\"([\w.-]+)\"")
HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
EQUATIONS = {
    1: "the valid range",
    2: "FkNN: aggregation",
    3: "FkNN: memberships of a training row",
    4: "the median range",
    5: "frequencies of duplicated rows",
    6: "memberships with the relevance RCr",
    7: "aggregation with the penalty pOR",
}


@dataclass(frozen=True)
class Entry:
    """One row of the index; what could not be found is None."""

    name: str
    """`Eq 6`, `Alg 1.13` or the id of an open point."""
    says: str
    anchor: str
    page: str | None
    """The page with the anchor, from the folder of the pages."""
    code: Place | None
    doctest: Place | str | None
    """The line of the first example of its function, or the page whose section has one."""
    families: tuple[str, ...]
    """The families of test vectors that exercise it."""


def pages() -> dict[str, str]:
    """The text of every page, by its path from the folder of the pages."""
    docs = ROOT / "docs"
    paths = sorted(docs.rglob("*.md"))
    return {path.relative_to(docs).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def anchors(page: str) -> set[str]:
    """The anchors that a page sets."""
    return {attribute or raw for attribute, raw in ANCHOR.findall(page)}


def section_of(page: str, anchor: str) -> str:
    """The text of a page from the heading with the anchor to the next heading."""
    start = page.index(f"#{anchor} ")
    following = HEADING.search(page, start)
    return page[start : following.start() if following else len(page)]


def families() -> dict[str, tuple[str, ...]]:
    """For each family of test vectors what it exercises."""
    return {name: tuple(family.exercises) for name, family in FAMILIES.items()}


def entries(
    texts: Mapping[str, str] | None = None,
    modules: Iterable[Module] | None = None,
    exercised: Mapping[str, tuple[str, ...]] | None = None,
) -> list[Entry]:
    """Every entry, from the pages, modules and families given or from those on disk."""
    texts = pages() if texts is None else texts
    home = {anchor: path for path, text in texts.items() for anchor in anchors(text)}
    sources = {source.name: source for source in (map(module, SHOWN) if modules is None else modules)}
    exercised = families() if exercised is None else exercised
    places = {tag.name: tag.place for source in sources.values() for tag in source.tags}

    def entry(name: str, says: str) -> Entry:
        anchor = name.lower().replace(" ", "-").replace(".", "-")
        code = places.get(name)
        doctest = None
        if code is not None:
            source = sources[code.module]
            function = source.function_at(code.line)
            if function.doctest is not None:
                doctest = Place(source.name, function.doctest)
        who = tuple(family for family, exercises in exercised.items() if name in exercises)
        return Entry(name, says, anchor, home.get(anchor), code, doctest, who)

    found = [entry(f"Eq {number}", says) for number, says in EQUATIONS.items()]
    for algorithm in HOMES:
        for step in steps(algorithm):
            if not step.silent:
                found.append(entry(f"Alg {algorithm}.{step.line}", step.words))
    for point in REGISTER:
        page = home.get(point.id)
        shown = page is not None and f"{point.field}=" in section_of(texts[page], point.id)
        place = settled_at(point.id, sources["readings/rules"])
        found.append(Entry(point.id, point.text, point.id, page, place, page if shown else None, ()))
    return found


def settled_at(id: str, source: Module) -> Place | None:
    """The method of the rules whose docstring opens with the id of the open point."""
    settling = [method for method in source.methods("Rules") if method.docstring.startswith(f"`{id}`")]
    return Place(source.name, settling[0].first) if settling else None


def missing(found: Iterable[Entry]) -> list[str]:
    """What the index lacks, in words; nothing when all is well."""
    complaints = []
    for entry in found:
        for what in ("page", "code", "doctest"):
            if getattr(entry, what) is None:
                complaints.append(f"{entry.name} has no {what}")
    return complaints


def table(kind: str) -> str:
    """The rows of one kind as a table in Markdown: `equations`, `algorithm N` or `readings`."""
    chosen = [entry for entry in entries() if kind_of(entry) == kind]
    complaints = missing(chosen)
    if complaints or not chosen:
        raise ValueError("; ".join(complaints) or f"no entries of the kind {kind!r}")
    with_families = any(entry.families for entry in chosen)
    first = {"equations": "Equation", "readings": "Open point"}.get(kind, "Line")
    headings = [first, "What it says", "Explained", "Code", "Doctest"] + ["Vectors"] * with_families
    rows = [headings, ["---"] * len(headings)]
    for entry in chosen:
        cells = [
            f'<span id="index-{entry.anchor}">{title(entry)}</span>',
            entry.says.replace("|", r"\|"),
            f"[{explained_at(entry)}]({entry.page}#{entry.anchor})",
            f"[{entry.code}]({entry.code.url})" if entry.code else "",
        ]
        if isinstance(entry.doctest, Place):
            cells.append(f"[doctest, line {entry.doctest.line}]({entry.doctest.url})")
        else:
            cells.append(f"[smallest example of {entry.name}]({entry.doctest}#{entry.anchor})")
        if with_families:
            cells.append(", ".join(f"[{name}](check-your-own.md#family-{name})" for name in entry.families))
        rows.append(cells)
    lines = "\n".join(f"| {' | '.join(cells)} |" for cells in rows)
    return region(f"Index: {kind}", lines)


def explained_at(entry: Entry) -> str:
    """The page of an entry and the entry itself, in words that make sense by themselves.

    >>> [explained_at(entry) for entry in entries() if entry.name in ("Eq 4", "Alg 1.13", "weights")]
    ['Medians, Eq. 4', 'Memberships, line 13', 'Readings, weights']
    """
    page = (ROOT / "docs" / str(entry.page)).read_text(encoding="utf-8")
    heading = re.search(r"^# (.+)$", page, flags=re.MULTILINE)
    assert heading is not None, entry.page
    return f"{re.split('[:,]', heading[1])[0]}, {title(entry).strip('`')}"


def kind_of(entry: Entry) -> str:
    """The table an entry belongs to."""
    if entry.name.startswith("Eq "):
        return "equations"
    if entry.name.startswith("Alg "):
        return f"algorithm {entry.name[4]}"
    return "readings"


def title(entry: Entry) -> str:
    """How the entry is called in the table."""
    if entry.name.startswith("Eq "):
        return entry.name.replace("Eq ", "Eq. ")
    if entry.name.startswith("Alg "):
        return f"line {entry.name.split('.')[1]}"
    return f"`{entry.name}`"
