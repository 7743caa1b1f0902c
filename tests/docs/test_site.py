"""The site as it is built: strict, complete, and with nothing loaded from elsewhere."""

from __future__ import annotations

import hashlib
import html
import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

import monfknn_ref
from monfknn_ref import classifiers, data, evaluation, optimised, oracle
from monfknn_ref.commands import COMMANDS
from monfknn_ref.oracle.vectors import families_in_files
from monfknn_ref.readings import READINGS, REGISTER

pytest.importorskip("mkdocs")
pytest.importorskip("material")
pytest.importorskip("ziamath")

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))

from mkdocs.commands.build import build  # noqa: E402
from mkdocs.config import load_config  # noqa: E402
from mkdocs.exceptions import Abort, PluginError  # noqa: E402
from pymdownx.snippets import SnippetMissingError  # noqa: E402
from tools import index, scan, sources, symbols  # noqa: E402


def configuration(site: Path, docs: Path = ROOT / "docs") -> Any:
    return load_config(str(ROOT / "mkdocs.yml"), site_dir=str(site), docs_dir=str(docs))


def text_of(site: Path, page: str) -> str:
    return (site / page.replace(".md", ".html")).read_text(encoding="utf-8")


def test_nothing_leaves_the_site_and_every_link_and_anchor_is_there(site: Path) -> None:
    assert scan.complaints(site) == []
    assert len(list(site.rglob("*.html"))) >= 30


def test_every_page_stands_in_the_navigation(site: Path) -> None:
    home = text_of(site, "index.md")
    for page in index.pages():
        if page != "index.md":
            assert f'href="{page.replace(".md", ".html")}"' in home, page


def test_every_entry_of_the_index_leads_to_its_page_its_code_and_its_example(site: Path) -> None:
    table = text_of(site, "index-of-lines.md")
    for entry in index.entries():
        assert f'id="index-{entry.anchor}"' in table
        assert entry.page is not None and entry.code is not None
        assert f'id="{entry.anchor}"' in text_of(site, entry.page)
        assert f'id="L{entry.code.line}"' in text_of(site, f"source/{entry.code.module}.md")
        assert f'href="source/{entry.code.module}.html#L{entry.code.line}"' in table


def test_every_line_of_a_module_has_its_anchor(site: Path) -> None:
    for name in sources.SHOWN:
        source, page = sources.module(name), text_of(site, f"source/{name}.md")
        assert page.count('class="source__line"') == len(source.lines) - 1


def test_formulas_are_drawn_and_have_mathml(site: Path) -> None:
    for page in index.pages():
        text = text_of(site, page)
        assert "arithmatex" not in text, page
        drawn = re.findall(
            r'<(?:span|div) class="formula[^>]*>(<svg.*?</svg>)(<math.*?</math>)', text, flags=re.DOTALL
        )
        assert len(drawn) == text.count('class="formula'), page
        for svg, _ in drawn:
            assert 'aria-hidden="true"' in svg
            assert "currentColor" in svg and not re.search(r"#[0-9a-f]{3,6}\b", svg.replace('href="#', ""))
            for glyph in re.findall(r'href="#([^"]+)"', svg):
                assert text.count(f'<symbol id="{glyph}"') == 1


def test_the_code_shown_is_the_code_without_its_docstring(site: Path) -> None:
    compared = 0
    for page, text in index.pages().items():
        shown = html.unescape(re.sub(r"<[^>]+>", "", text_of(site, page)))
        for name, section in re.findall(r"<!-- from here: code ([\w/]+) (\w+) -->", text):
            source = sources.module(name)
            code = source.code(section)
            assert code in shown, (page, section)
            assert '"""' not in code or not name.startswith("paper/")
            assert f'source/{name}.html#L{source.section(section).start}"' in text_of(site, page)
            compared += 1
    assert compared >= 8 + 22  # seven equations, and the median; other classifiers


def test_the_symbols_of_a_legend_stand_in_the_equation_and_in_the_code(site: Path) -> None:
    """What lights up is decided by the styles; here only that there is something to light."""
    style = (site / "stylesheets" / "symbols.css").read_text(encoding="utf-8")
    for page in ("order-and-ranges", "parents", "medians", "memberships", "prediction"):
        text = text_of(site, f"read-along/{page}.md")
        for block in text.split('<div class="equation">')[1:]:
            equation, _, rest = block.partition("<ul>")
            code = rest.partition("<code>")[2].partition("</code></pre>")[0]
            defined = re.findall(r'<dfn class="symbol" data-symbol="([\w-]+)" tabindex="0">', rest)
            assert defined
            for name in defined:
                assert f'data-symbol="{name}"' in equation, (page, name)
                assert f'<span data-symbol="{name}">' in code, (page, name)
                assert f':has([data-symbol="{name}"]:is(:hover, :focus)) [data-symbol="{name}"]' in style
    assert len({symbol.name for symbol in symbols.SYMBOLS}) == len(symbols.SYMBOLS)


def test_every_command_and_public_name_is_described(site: Path) -> None:
    commands = text_of(site, "command-line.md")
    for name in COMMANDS:
        assert f'id="command-{name}"' in commands
        assert f"python -m monfknn_ref {name} --help" in re.sub(r"<[^>]+>", "", commands)
    interface = text_of(site, "programming-interface.md")
    for name in monfknn_ref.__all__:
        assert f'id="{name}"' in interface or f"<code>{name}</code>" in interface, name
    for package in (classifiers, data, evaluation, optimised, oracle):
        for name in package.__all__:
            assert f"<code>{name}</code>" in interface, name


def test_every_open_point_says_who_takes_what(site: Path) -> None:
    page = text_of(site, "readings.md")
    for point in REGISTER:
        for option in point.options:
            assert f"<code>{option}</code>" in page
        assert f'id="{point.id}"' in page


def test_the_site_offers_the_whole_battery_as_files_under_both_readings(site: Path) -> None:
    for name in READINGS:
        folder = site / "vectors" / name
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        assert manifest["reading"] == name
        assert [entry["family"] for entry in manifest["files"]] == families_in_files()
        for line in (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
            checksum, file = line.split("  ")
            assert hashlib.sha256((folder / file).read_bytes()).hexdigest() == checksum
        with zipfile.ZipFile(site / "vectors" / f"{name}.zip") as archived:
            packed = {entry: archived.read(entry) for entry in archived.namelist()}
        assert packed == {f"{name}/{path.name}": path.read_bytes() for path in folder.iterdir()}


def test_the_search_has_what_one_looks_for(site: Path) -> None:
    found = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    titles = {entry["title"]: entry["location"] for entry in found["docs"]}
    [equation] = [
        title for title in titles if re.split(found["config"]["separator"], title)[:2] == ["Eq", "6"]
    ]
    assert titles[equation] == "read-along/memberships.html#eq-6"
    assert "RCr" in re.split(found["config"]["separator"], equation)
    assert (site / "search" / "search_index.js").is_file()
    assert 'src="javascripts/iframe-worker.js"' in text_of(site, "index.md")


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ('```python\n--8<-- "monfknn_ref/no_such_module.py"\n```', "no_such_module"),
        ("[it](../monfknn_ref/no_such_module.py)", "no module with a page is called no_such_module.py"),
        ("![a figure](figures/no-such-figure.svg)", "no-such-figure.svg"),
        ('<div data-explorer="no_such"></div>', "no explorer is called 'no_such'"),
        ("[broken](no-such-page.md)", "no-such-page.md"),
    ],
)
def test_what_is_missing_stops_the_build(
    page: str, problem: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A site of one page, with the configuration of ours."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text(page, encoding="utf-8")
    config = configuration(tmp_path / "site", docs)
    config.nav = [{"Home": "index.md"}]
    config.extra_css, config.extra["polyfills"] = [], []
    config.plugins.on_startup(command="build", dirty=False)
    with pytest.raises((Abort, PluginError, SnippetMissingError)) as error:
        build(config)
    assert problem in str(error.value) or problem in caplog.text
