"""Every page of the site in Chromium: readable on a desk and on a phone, light and dark, for everyone.

See `test_explorer_browser.py` for what it needs.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

browsing = pytest.importorskip("browsing", reason="the extras browser and docs are not installed")

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))
from tools.index import pages  # noqa: E402

PAGES = [path.replace(".md", ".html") for path in pages()]
MOST_CHARACTERS = 80
EQUATIONS = {
    1: "order-and-ranges",
    2: "parents",
    3: "parents",
    4: "medians",
    5: "memberships",
    6: "memberships",
    7: "prediction",
}
WIDEST_LINE = """
const measure = document.createRange(); let most = [0, ''];
for (const e of document.querySelectorAll('.md-content :is(p, li, dd, figcaption)')) {
  if (!e.checkVisibility() || e.closest('table, pre, .explorer, svg, .equation')) continue;
  let line = '', top = null;
  const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (walk.currentNode.parentElement.closest('svg, math, pre, p, li, dd, figcaption') !== e) continue;
    for (let n = 0; n < walk.currentNode.length; n++) {
      measure.setStart(walk.currentNode, n); measure.setEnd(walk.currentNode, n + 1);
      const box = measure.getClientRects()[0];
      if (!box || !box.width) continue;
      if (top !== null && box.top > top + 8) { if (line.length > most[0]) most = [line.length, line]; line = ''; }
      if (top === null || box.top > top + 8) top = box.top;
      line += walk.currentNode.data[n];
    }
  }
  if (line.trim().length > most[0]) most = [line.trim().length, line];
}
return most;
"""
SMALLEST_TEXT = """
let least = [100, ''];
for (const e of document.querySelectorAll('figure.figure svg text')) {
  if (!e.checkVisibility() || !e.textContent.trim()) continue;
  const size = parseFloat(getComputedStyle(e).fontSize) * Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b);
  if (size < least[0]) least = [size, e.textContent];
}
return least;
"""
WITH_WIDE_TABLES = ("audit.html", "audit-data.html", "experimental-framework.html", "map.html")
TOO_WIDE = """
return [...document.querySelectorAll(".wide")].filter(e => e.scrollWidth > e.clientWidth)
    .map(e => `${e.getAttribute("aria-label")}: ${e.scrollWidth} > ${e.clientWidth}`)"""
LINES = """
const lines = cell => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return new Set([...range.getClientRects()].map(box => Math.round(box.top / 6))).size;
};
return Math.max(0, ...[...document.querySelectorAll(".wide--numbers td")].map(lines))"""


@pytest.fixture(params=[("desk", "light"), ("phone", "dark")], ids=browsing.SIZES)
def page(request: pytest.FixtureRequest, browsers: Callable[[str], Any], addresses: dict[str, str]) -> Any:
    """A page on a desk that is opened in light colors, or on a phone in dark ones."""
    size, scheme = request.param
    return browsing.Page(browsers(size), addresses["disk"], size, scheme)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_clean_and_readable(page: Any, name: str) -> None:
    page.open(name)
    length, line = page.js(WIDEST_LINE)
    assert length <= MOST_CHARACTERS, line
    size, text = page.js(SMALLEST_TEXT)
    assert round(size, 2) >= 11, text
    if page.phone:  # the colors are those of the desk
        assert page.violations() == []
    else:
        page.check_accessible()
    check_wide_tables(page)
    assert name not in WITH_WIDE_TABLES or page.find(".wide")
    page.check_clean()


def check_wide_tables(page: Any) -> None:
    """On a desk no column is cut off and no cell has three lines; on a phone a reader can scroll the table."""
    if page.phone:
        stuck = "e => e.getAttribute('tabindex') !== '0' || !e.getAttribute('aria-label')"
        assert page.js(f"return [...document.querySelectorAll('.wide')].filter({stuck}).length") == 0
    else:
        page.js("document.querySelectorAll('details').forEach(e => { e.open = true; })")
        assert page.js(TOO_WIDE) == []
        assert page.js(LINES) <= 2


def test_the_keyboard_scrolls_a_table_and_one_that_is_too_wide_is_noticed(page: Any) -> None:
    page.open("audit-data.html")
    table = page.find(".wide--numbers")
    if page.phone:
        page.js("arguments[0].focus()", table)
        table.send_keys(browsing.Keys.ARROW_RIGHT)
        page.until(lambda: page.js("return arguments[0].scrollLeft", table))
    page.js("document.querySelectorAll('.wide').forEach(e => { e.style.width = '300px'; })")
    assert any(name.startswith("Table 6, Accuracy: ") for name in page.js(TOO_WIDE))
    page.js("document.querySelector('.wide--numbers td').innerHTML = 'a<br>b<br>c'")
    assert page.js(LINES) == 3


def test_the_cheat_sheet_fits_one_screen(page: Any) -> None:
    page.open("cheat-sheet.html")
    box = page.js("return document.querySelector('.sheet').getBoundingClientRect().toJSON()")
    columns = page.js("return [...document.querySelector('.sheet').children].map(c => c.offsetTop)")
    assert len(set(columns)) == (2 if page.phone else 1)
    if not page.phone:
        assert box["bottom"] <= 800
        cut = "c => c.scrollWidth > c.clientWidth + 1"
        assert page.js(f"return [...document.querySelectorAll('.sheet code')].filter({cut}).length") == 0


def test_a_page_of_source_is_clean(page: Any) -> None:
    page.open("source/paper/memberships.html#L80")
    page.js(  # any line may be the one that a link leads to
        "const lines = [...document.querySelectorAll('.source__line')], target = document.querySelector(':target');"
        "for (const line of lines) line.style.background = getComputedStyle(target).background"
    )
    page.check_accessible()
    page.check_clean()


def test_what_is_wrong_is_noticed(page: Any) -> None:
    page.open("index.html")
    page.js("document.querySelector('.md-content p').style.color = 'rgb(128, 128, 128, 0.3)'")
    for _ in ("one scheme", "the other"):
        assert [rule for rule, _ in page.violations(rules=browsing.COLORS)] == ["color-contrast"]
        page.change_colors()
    page.js("document.querySelector('.md-content').append(new Image())")
    assert {"color-contrast", "image-alt"} <= {rule for rule, _ in page.violations()}
    page.js("console.error('wrong')")
    with pytest.raises(AssertionError, match="wrong"):
        page.check_clean()
    page.open("index.html")
    page.check_clean()
    page.open("index.html")
    page.js(
        "document.body.append(document.createElement('hr')); document.body.lastChild.style.width = '9000px'"
    )
    with pytest.raises(AssertionError):
        page.check_clean()


@pytest.mark.parametrize("number", EQUATIONS)
def test_an_equation_its_code_and_its_numbers_fit_on_one_screen(page: Any, number: int) -> None:
    page.open(f"read-along/{EQUATIONS[number]}.html")
    block = f"let b = document.getElementById('eq-{number}'); while (!b.matches('.equation')) b = b.nextElementSibling;"
    box = page.js(f"{block} b.scrollIntoView(); return b.getBoundingClientRect().toJSON()")
    header = page.js("return document.querySelector('.md-header').getBoundingClientRect().height")
    parts = page.js(f"{block} return [...b.children].map(c => c.getBoundingClientRect().toJSON())")
    assert len(parts) == 3
    if page.phone:  # one after the other
        assert all(below["y"] >= above["y"] + above["height"] for above, below in itertools.pairwise(parts))
    else:
        assert box["height"] <= browsing.SIZES["desk"][1] - header
        assert abs(parts[0]["y"] - parts[1]["y"]) < 1 and parts[1]["x"] > parts[0]["x"]
    for part in parts:
        assert part["width"] <= box["width"]
    wide = page.js(
        f"{block} return [...b.querySelectorAll('pre, code')].filter(c => c.scrollWidth > c.clientWidth + 1"
        " && c.checkVisibility() && getComputedStyle(c).display !== 'inline').length"
    )
    assert wide == 0
    assert "def " in page.js(f"{block} return b.querySelector('pre').textContent")
    assert '"""' not in page.js(f"{block} return b.querySelector('pre').textContent")


@pytest.mark.parametrize("number", EQUATIONS)
def test_symbols_light_up_together(page: Any, number: int) -> None:
    page.open(f"read-along/{EQUATIONS[number]}.html")
    block = f"let b = document.getElementById('eq-{number}'); while (!b.matches('.equation')) b = b.nextElementSibling;"
    names = page.js(f"{block} return [...b.querySelectorAll('dfn')].map(d => d.dataset.symbol)")
    assert names
    colors = set()
    for _ in ("one scheme", "the other"):
        page.change_colors()
        color = page.js(
            "const s = document.createElement('i'); s.style.background = 'var(--lit)'; document.body.append(s);"
            "const c = getComputedStyle(s).backgroundColor; s.remove(); return c"
        )
        colors.add(color)
        lit = f"e => getComputedStyle(e).backgroundColor === '{color}'"
        for name in names:
            everywhere = f"[...document.querySelectorAll('[data-symbol=\"{name}\"]')]"
            assert not page.js(f"document.activeElement.blur(); return {everywhere}.some({lit})")
            page.js(f"{block} b.querySelector('dfn[data-symbol=\"{name}\"]').focus()")
            assert page.js(f"return {everywhere}.every({lit})")
            kinds = page.js(f"return {everywhere}.map(e => e.tagName.toLowerCase())")
            assert {"dfn", "rect", "span"} <= set(kinds), name
    assert len(colors) == 2
    if not page.phone:  # and when one is pointed at
        code = page.find(f".equation pre [data-symbol='{names[-1]}']") if number in (1, 4, 7) else None
        if code is not None:
            page.js("document.activeElement.blur(); arguments[0].scrollIntoView({block: 'center'})", code)
            box = page.js("return arguments[0].getBoundingClientRect().toJSON()", code)
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            page.driver.execute_cdp_cmd(
                "Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y, "button": "none"}
            )
            page.until(
                lambda: page.js(
                    f"return [...document.querySelectorAll('[data-symbol=\"{names[-1]}\"]')].every({lit})"
                )
            )
            page.driver.execute_cdp_cmd(
                "Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 1, "y": 1, "button": "none"}
            )


def test_the_colors_follow_the_system_when_that_changes(page: Any) -> None:
    page.open("index.html")
    assert page.js("return document.body.dataset.mdColorScheme") == browsing.SHOWN[page.scheme]
    for _ in range(4):
        page.change_colors()
