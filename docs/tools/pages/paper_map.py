"""The page "Map of the paper", written from `tools.paper_map`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from monfknn_ref.evaluation.tables import markdown_table
from monfknn_ref.reproduction.findings import APART, ASSUMED, RERUN, VERDICTS, Finding
from tools.pages import region
from tools.pages.audit import by_sentence, sentence_anchor
from tools.paper_map import KINDS, SENTENCES_OF, Part, of_kind

INTRODUCTION = """\
# Map of the paper

You have the paper open at a table, a figure, an equation or a sentence, and you want to see what came of
it. Look it up here: each row leads to the page that explains it, gives the command that makes it, and
names the file with the results that the page shows, which comes with the package. Numbers are those that
the paper prints. Tables, figures and [sentences with a result](#sentences) have an *outcome*: the verdicts
of [the audit](audit.md), first those of the printed numbers among themselves, then those of our runs.

The commands with `--stored` show the results that come with the package, at once; without it they run the
experiment again, and [Experimental
framework](experimental-framework.md#time) says how long that takes. `--charts .` writes the charts into
the folder where you are."""

WORDS = {
    "section": "Every section and subsection, with the page to read beside it.",
    "equation": "Each equation stands beside its code on its page. "
    "[Index of equations and lines](index-of-lines.md) has the code and the doctests too.",
    "algorithm": "Each algorithm is shown line by line, with the code of each line next to it.",
    "table": "Tables 1 to 3 describe; Tables 4 to 11 report results.",
    "figure": "The paper's pictures are drawn again from our results.",
    "panel": "The parts (a), (b), ... of the figures; the commands are those of the figures above.",
    "line": "The text of the paper refers to these lines by number. "
    "All the others are in the [index](index-of-lines.md).",
}


def map_page(findings: Sequence[Finding]) -> str:
    """The whole page in Markdown."""
    parts = [INTRODUCTION]
    for kind, heading in KINDS.items():
        parts += [f"## {heading} {{ #{kind}s }}", WORDS[kind], region(heading, table(kind, findings))]
    parts += [
        "## Sentences with a result { #sentences }",
        SENTENCES,
        region("Sentences", sentences(findings)),
    ]
    return "\n\n".join(parts) + "\n"


SENTENCES = """\
Every sentence that states a result, in our words. The number leads to what the verdict rests on."""


def sentences(findings: Sequence[Finding]) -> str:
    """Each sentence with its verdicts, in print and on our runs."""
    rows = [["in the paper", "in our words", "in print", "on our runs"]]
    for of in by_sentence([finding for finding in findings if finding.sentence]):
        first = of[0]
        place = f"{first.where}, {first.sentence}".replace(" ", "&nbsp;")
        verdicts = ["", ""]
        for finding in of:
            verdicts[finding.evidence in (RERUN, ASSUMED)] = finding.verdict
        rows.append([f"[{place}](audit-sentences.md#{sentence_anchor(first)})", first.claim, *verdicts])
    return markdown_table(rows, left=4)


def outcome(part: Part, findings: Sequence[Finding]) -> str:
    """What came of a table, a figure or a panel: the verdicts of the audit, counted."""
    if part.name in SENTENCES_OF:
        of = [f for f in findings if f.where == "Section 5.4" and f.sentence in SENTENCES_OF[part.name]]
    elif part.kind == "panel":
        figure, method = part.name.split(" (")[0], part.about.removeprefix("against ")
        of = [f for f in findings if f.where == figure and f.claim.endswith(f"against {method}")]
    else:
        of = [f for f in findings if f.where == part.name]
    printed = [f for f in of if f.evidence not in (RERUN, ASSUMED)]
    again = [f for f in of if f.evidence in (RERUN, ASSUMED)]
    words = []
    if printed:
        words.append(f"in print: {counted(printed)}")
    if part.kind == "table" and any(f.verdict == APART for f in again):
        near = sum(f.verdict != APART for f in again)
        words.append(f"our runs: {near} of {len(again)} cells within two spreads")
    elif again:
        words.append(f"our runs: {counted(again)}")
    return "; ".join(words)


def counted(findings: Sequence[Finding]) -> str:
    counts = Counter(finding.verdict for finding in findings)
    return ", ".join(f"{counts[name]} {name}" for name in VERDICTS if counts[name])


def table(kind: str, findings: Sequence[Finding]) -> str:
    """The parts of one kind; columns that would be empty are left out, and panels' commands."""
    columns = ["in the paper", "what it is", "outcome", "page", "command", "stored result"]
    with_outcome = kind in ("table", "figure", "panel")
    rows = []
    for part in of_kind(kind):
        name, about, *others = cells(part)
        said = (outcome(part, findings) or "no result") if with_outcome else ""
        rows.append([name, about, said, *others])
    used = [place for place in range(4 if kind == "panel" else 6) if any(row[place] for row in rows)]
    return markdown_table(
        [[columns[place] for place in used], *([row[place] for place in used] for row in rows)], len(used)
    )


def cells(part: Part) -> list[str]:
    """
    >>> from tools.paper_map import named
    >>> cells(named("Eq. 4"))[:2]
    ['<span id="paper-eq-4">Eq.&nbsp;4</span>', 'the median range']
    """
    links = ", ".join(f"[{link.text}]({link.address})" for link in part.links)
    return [
        f'<span id="{anchor(part)}">{part.name.replace(" ", "&nbsp;")}</span>',
        part.about,
        links,
        in_pieces(part.command),
        f"`{part.stored}`" if part.stored else "",
    ]


def in_pieces(command: str) -> str:
    """A command as code that is broken before its options only.

    >>> in_pieces("python -m monfknn_ref surface --noise 0.35 --out surface.svg")
    '`python -m monfknn_ref surface` `--noise 0.35` `--out surface.svg`'
    """
    first, *options = command.split(" --")
    return " ".join([f"`{first}`", *(f"`--{option}`" for option in options)]) if command else ""


def anchor(part: Part) -> str:
    """
    >>> from tools.paper_map import named
    >>> anchor(named("Figure 5 (a)")), anchor(named("Section 3.2"))
    ('paper-figure-5-a', 'paper-section-3-2')
    """
    words = part.name.lower().replace(".", " ").replace(",", " ").replace("(", "").replace(")", "")
    return "-".join(["paper", *words.split()])
