"""What is printed: in any encoding, as wide as the terminal; help that follows both; a line of progress."""

from __future__ import annotations

import argparse
import codecs
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO, cast

IN_ASCII = {
    "≠": "!=",
    **dict.fromkeys("≤⪯", "<="),
    **dict.fromkeys("≥⪰", ">="),
    **dict.fromkeys("−–—", "-"),
    "±": "+/-",
    "×": "x",
    "·": "*",
    "√": "sqrt ",
    "²": "^2",
    "³": "^3",
    "→": "->",
    "↑": "^",
    "…": "...",
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”", '"'),
    "\N{NO-BREAK SPACE}": " ",
}
"""What stands for a character that the encoding of the output does not have."""
NARROWEST = 30
"""Lines are not made narrower than this."""


def in_ascii(error: UnicodeError) -> tuple[str, int]:
    """What is written in the place of characters that cannot be encoded; for those not listed, numbers."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    wrong = error.object[error.start : error.end]
    spelled = (IN_ASCII.get(one) or one.encode("ascii", "backslashreplace").decode("ascii") for one in wrong)
    return "".join(spelled), error.end


codecs.register_error("monfknn-ascii", in_ascii)


def survive_any_encoding() -> None:
    """From now on the standard output and error take every character, whatever their encoding.

    >>> "0.5 ± 0.1 ≠ ü".encode("ascii", "monfknn-ascii")
    b'0.5 +/- 0.1 != \\\\xfc'
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="monfknn-ascii")


# --- Widths -----------------------------------------------------------------------------------------------


@contextmanager
def as_wide_as_the_terminal() -> Iterator[None]:
    """Fold what is printed meanwhile if the output is a terminal; a file or a program gets whole lines."""
    if sys.stdout is None or not sys.stdout.isatty():
        yield
        return
    stream = Folding(sys.stdout, max(NARROWEST, shutil.get_terminal_size().columns))
    with redirect_stdout(cast(TextIO, stream)):
        try:
            yield
        finally:
            stream.write_rest()


class Folding:
    """A stream whose lines are folded on their way to another one."""

    def __init__(self, stream: TextIO, width: int) -> None:
        self.stream, self.width, self.rest = stream, width, ""

    def write(self, text: str) -> int:
        *lines, self.rest = (self.rest + text).split("\n")
        for line in lines:
            self.stream.write(folded(line, self.width) + "\n")
        return len(text)

    def write_rest(self) -> None:
        self.stream.write(folded(self.rest, self.width))
        self.rest = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def folded(line: str, width: int) -> str:
    """A line in several if it is too long; what is continued stands below the column that it belongs to.

    >>> print(folded("own-range  a row bounds its own range", 30))
    own-range  a row bounds its
               own range
    """
    if len(line) <= width:
        return line
    if set(line) == {"-"}:  # a rule below a heading
        return line[:width]
    starts = [match.end() for match in re.finditer(r"\S\s{2,}(?=\S)", line)]
    least = len(line) - len(line.lstrip()) + 2
    indent = max([start for start in starts if start <= width // 2], default=min(least, width // 2))
    return textwrap.fill(
        line,
        width,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
        expand_tabs=False,
    )


# --- Help -------------------------------------------------------------------------------------------------


class HelpFormatter(argparse.HelpFormatter):
    """Paragraphs as wide as the terminal; what is indented stays a list, and commands can be copied."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = re.split(r"\n\s*\n", textwrap.dedent(text).strip())
        return "\n\n".join(self.paragraph(one, width) for one in paragraphs)

    def _format_usage(self, usage: Any, actions: Any, groups: Any, prefix: Any) -> str:
        """Options that exclude each other stand side by side: Pythons fold long groups differently."""
        return super()._format_usage(usage, actions, [one for one in groups if one.required], prefix)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)

    def paragraph(self, text: str, width: int) -> str:
        lines = text.split("\n")
        if not any(line.startswith(" ") for line in lines):
            return textwrap.fill(" ".join(lines), width, break_long_words=False, break_on_hyphens=False)
        return "\n".join(
            self.command(line, width) if line.lstrip().startswith("python ") else folded(line, width)
            for line in lines
        )

    def command(self, line: str, width: int) -> str:
        """A command on several lines if it is too long, as a shell takes it.

        >>> print(HelpFormatter("").command("  python -m monfknn_ref explain --train mine.csv --K 5", 40))
          python -m monfknn_ref explain \\
              --train mine.csv --K 5
        """
        parts = re.split(r' (?=(?:[^"]*"[^"]*")*[^"]*$)', line.lstrip())  # at spaces that are not quoted
        lines = [line[: len(line) - len(line.lstrip())] + parts[0]]
        for part in parts[1:]:
            if len(line) > width and len(lines[-1]) + len(part) + 3 > width:
                lines[-1] += " \\"
                lines.append(f"      {part}")
            else:
                lines[-1] += f" {part}"
        return "\n".join(lines)


# --- Progress ---------------------------------------------------------------------------------------------


def status_line() -> Callable[[str], None]:
    """Shows a text in place of the last one, on a line of the terminal; does nothing where there is none."""
    return show if sys.stderr.isatty() else lambda text: None


def show(text: str) -> None:
    print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
