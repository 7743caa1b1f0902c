"""What MkDocs asks while it builds the site: see `docs/tools` for what is done.

The pages read well as they are. What the site adds is made here: the colors of the algorithms, drawn
formulas and figures that follow the scheme of colors, symbols that light up, the explorers, and a page for
each module.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from tools import built, sources
from tools.finishing import finished, for_the_site
from tools.symbols import stylesheet

THEIR_ADDRESSES = re.compile(r"https://(?:unpkg\.com|api\.github\.com|\$\{\w+\}/api)/[^\"'`]*")
"""Where the theme's script would look for what we do not use: diagrams, two forges, help for old browsers."""
NOT_OURS = ("*.map", "assets/javascripts/lunr/**/*", "404.html", "sitemap.xml*")
"""Of the theme's files, those for debuggers, other languages, and servers whose address we do not know."""


def on_files(files: Files, config: Any) -> Files:
    """Add a page for each module, the files of vectors, and the styles of the symbols."""
    for name in sources.SHOWN:
        files.append(File.generated(config, f"source/{name}.md", content=sources.module(name).page()))
    for address, path in built.vector_files().items():
        files.append(File.generated(config, f"vectors/{address}", abs_src_path=str(path)))
    files.append(File.generated(config, "stylesheets/symbols.css", content=stylesheet()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead links to source files to the pages of the modules, and put figures into the page."""
    try:
        return for_the_site(markdown, page.file.src_uri)
    except (ValueError, LookupError, OSError) as error:
        raise PluginError(f"{page.file.src_uri}: {error}") from error


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Color, draw, mark and furnish what the page shows."""
    try:
        return finished(html, page.file.src_uri)
    except (ValueError, LookupError) as error:
        raise PluginError(f"{page.file.src_uri}: {error}") from error


def on_post_page(output: str, **_: Any) -> str:
    """Name what the theme leaves without a name."""
    return output.replace(
        'data-md-component="search" role="dialog"',
        'data-md-component="search" role="dialog" aria-label="Search"',
    )


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
