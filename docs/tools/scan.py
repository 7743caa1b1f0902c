"""Scan a built site for anything that leaves it, or that it refers to and does not have.

`python docs/tools/scan.py site` prints what it finds; exit code 0 means nothing. Looked at: every reference
of the HTML, `url()` and `@import` of the styles, and every address in a string of the scripts.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

REFERENCES = {
    "action",
    "background",
    "cite",
    "data",
    "formaction",
    "href",
    "manifest",
    "ping",
    "poster",
    "src",
    "xlink:href",
}
CSS_REFERENCE = re.compile(r"url\(\s*[\"']?([^\"')]+)|@import\s+[\"']([^\"']+)", re.IGNORECASE)
SCRIPT_ADDRESS = re.compile(r"[\"'`]((?:https?:|wss?:)?//[^\"'`\s]+)", re.IGNORECASE)
NAMESPACE = re.compile(r"https?://www\.w3\.org/\S*$")
"""A name that looks like an address; nothing is fetched from it."""


class References(HTMLParser):
    """The references, styles, scripts and anchors of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.references: list[str] = []
        self.styles: list[str] = []
        self.scripts: list[str] = []
        self.anchors: set[str] = set()
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        given = {name: value or "" for name, value in attrs}
        for name, value in given.items():
            if name in REFERENCES:
                self.references.append(value)
            elif name in ("srcset", "imagesrcset"):
                self.references += [image.split()[0] for image in value.split(",") if image.strip()]
            elif name == "style":
                self.styles.append(value)
            elif name.startswith("on"):
                self.scripts.append(value)
            elif name in ("id", "name"):
                self.anchors.add(value)
        if tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            self.references.append(given.get("content", "").partition("=")[2])
        if tag == "base":
            self.references.append("base:" + given.get("href", ""))

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "style":
            self.styles.append(data)
        elif self._inside == "script":
            self.scripts.append(data)


def complaints(site: Path) -> list[str]:
    """What leaves the site or is not there, in words; nothing when all is well."""
    site = site.resolve()
    pages = {path: parsed(path) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        wrong = [problem for reference in page.references for problem in check(reference, path, site, pages)]
        for style in page.styles:
            wrong += style_problems(style, path, site)
        for script in page.scripts:
            wrong += script_problems(script)
        found += [f"{path.relative_to(site)}: {problem}" for problem in wrong]
    for path in sorted(site.rglob("*.css")):
        text = path.read_text(encoding="utf-8")
        found += [f"{path.relative_to(site)}: {problem}" for problem in style_problems(text, path, site)]
    for path in sorted(site.rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        if path.name != "search_index.js":  # the text of the pages, as data
            found += [f"{path.relative_to(site)}: {problem}" for problem in script_problems(text)]
    return found


def parsed(path: Path) -> References:
    """The page at the path."""
    page = References()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    return page


def check(reference: str, path: Path, site: Path, pages: dict[Path, References]) -> Iterator[str]:
    """What is wrong with one reference of the page at the path."""
    address = urlsplit(reference.strip())
    if address.scheme == "data":
        return
    if address.scheme or address.netloc:
        yield f"leaves the site: {reference}"
        return
    if address.path.startswith("/"):
        yield f"starts at the root of a server: {reference}"
        return
    target = (path.parent / unquote(address.path)).resolve() if address.path else path
    if target.is_dir():
        target = target / "index.html"
    if site not in target.parents:
        yield f"leaves the folder of the site: {reference}"
    elif not target.is_file():
        yield f"is not there: {reference}"
    elif address.fragment and target in pages:
        anchor = unquote(address.fragment)
        is_state = target.name == "explorer.html" and "=" in anchor  # what the explorer is to show
        if anchor not in pages[target].anchors and not anchor.startswith("__") and not is_state:
            yield f"has no such anchor: {reference}"


def style_problems(text: str, path: Path, site: Path) -> Iterator[str]:
    """What is wrong with the references of a style."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    for one, other in CSS_REFERENCE.findall(text):
        reference = one or other
        if not reference.startswith("#"):
            yield from check(reference, path, site, {})


def script_problems(text: str) -> Iterator[str]:
    """The addresses in the strings of a script."""
    for address in SCRIPT_ADDRESS.findall(text):
        if not NAMESPACE.match(address):
            yield f"a script knows an address: {address}"


if __name__ == "__main__":
    problems = complaints(Path(sys.argv[1]))
    print("\n".join(problems) or "Nothing leaves the site.")
    sys.exit(1 if problems else 0)
