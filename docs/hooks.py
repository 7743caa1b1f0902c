"""What MkDocs asks while it builds the site: see `docs/tools` for what is done.

A line `[[directive arguments]]` of a page stands for something made from the package itself.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from tools import (
    algorithms,
    certificates,
    explorer,
    guarantees,
    index,
    interface,
    layers,
    points,
    sources,
    vector_files,
)
from tools.maths import with_formulas

DIRECTIVE = re.compile(r"^\[\[(\w+)(?: (.+))?\]\]$", re.MULTILINE)
DIRECTIVES: dict[str, Callable[[str], str]] = {
    "algorithm": lambda number: algorithms.aligned(int(number)),
    "certificates": lambda _: certificates.table(),
    "commands": lambda _: interface.commands(),
    "index": index.table,
    "class": interface.documented_class,
    "interface": interface.documented,
    "layers": lambda _: layers.table(),
    "names": interface.names,
    "point": points.described,
    "readings": lambda _: points.compared(),
    "refutation": guarantees.refutation,
    "statements": lambda _: guarantees.table(),
}
THEIR_ADDRESSES = re.compile(r"https://(?:unpkg\.com|api\.github\.com|\$\{\w+\}/api)/[^\"'`]*")
"""Where the theme's script would look for what we do not use: diagrams, two forges, help for old browsers."""
NOT_OURS = ("*.map", "assets/javascripts/lunr/**/*", "404.html", "sitemap.xml*")
"""Of the theme's files, those for debuggers, other languages, and servers whose address we do not know."""


def on_files(files: Files, config: Any) -> Files:
    """Add a page for each module, with an anchor on every line, and the files of vectors."""
    for name in sources.SHOWN:
        files.append(File.generated(config, f"source/{name}.md", content=sources.module(name).page()))
    for address, path in vector_files.vector_files().items():
        files.append(File.generated(config, f"vectors/{address}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Replace the directives."""
    here = page.file.src_uri

    def replace(match: re.Match[str]) -> str:
        name, arguments = match[1], match[2] or ""
        if name not in DIRECTIVES:
            raise PluginError(f"{here}: no directive is called {name!r}")
        try:
            made = DIRECTIVES[name](arguments)
        except (ValueError, KeyError, AttributeError, LookupError) as error:
            raise PluginError(f"{here}: [[{name} {arguments}]]: {error!r}") from error
        return from_here(made, here)

    return DIRECTIVE.sub(replace, markdown)


def from_here(text: str, here: str) -> str:
    """Links to pages, written from the folder of the pages, as seen from the page they are on."""
    up = "../" * here.count("/")
    return re.sub(r"\]\((?=[\w/-]+\.md)", f"]({up}", text)


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Render the mathematics, and furnish the explorers."""
    up = "../" * page.file.src_uri.count("/")
    try:
        return explorer.with_explorers(with_formulas(html), up)
    except (ValueError, LookupError) as error:
        raise PluginError(f"{page.file.src_uri}: {error}") from error


def on_post_build(config: Any) -> None:
    """Keep the site within itself."""
    site = Path(config["site_dir"])
    for path in (site / "assets" / "javascripts").rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        path.write_text(THEIR_ADDRESSES.sub("", text), encoding="utf-8")
    for pattern in NOT_OURS:
        for path in site.rglob(pattern):
            if path.is_file():
                path.unlink()
