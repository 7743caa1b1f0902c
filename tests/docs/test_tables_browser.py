"""Wide tables in Chromium: on a desk nothing is cut off, on a phone they scroll by themselves and by keyboard.

pip install -e ".[test,docs,browser]" && pytest -n0 -m browser tests/docs/test_tables_browser.py
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

webdriver = pytest.importorskip("selenium.webdriver", reason="the extra browser is not installed")
pytest.importorskip("mkdocs", reason="the extra docs is not installed")
pytest.importorskip("material", reason="the extra docs is not installed")
pytest.importorskip("ziamath", reason="the extra docs is not installed")

from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
PAGES = [
    path.relative_to(ROOT / "docs").as_posix().replace(".md", ".html")
    for path in sorted((ROOT / "docs").rglob("*.md"))
    if 'class="wide' in path.read_text(encoding="utf-8") or path.name == "index-of-lines.md"
]
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


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("Chromium or its driver is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        f"--user-data-dir={tmp_path_factory.mktemp('profile')}",
    ):
        options.add_argument(argument)
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=DRIVER))
    yield browser
    browser.quit()


def show(driver: Any, site: Path, page: str, width: int) -> None:
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.get(f"{site.as_uri()}/{page}")


def test_there_are_pages_with_wide_tables() -> None:
    assert {"audit.html", "audit-data.html", "experimental-framework.html", "map.html"} <= set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_on_a_desk_no_column_is_cut_off_and_no_cell_has_three_lines(
    driver: Any, site: Path, page: str
) -> None:
    show(driver, site, page, 1280)
    driver.execute_script("document.querySelectorAll('details').forEach(e => e.open = true)")
    assert driver.execute_script(TOO_WIDE) == []
    assert driver.execute_script(LINES) <= 2


@pytest.mark.parametrize("page", PAGES)
def test_on_a_phone_the_page_does_not_scroll_sideways_but_its_tables_do(
    driver: Any, site: Path, page: str
) -> None:
    show(driver, site, page, 390)
    assert driver.execute_script("return document.documentElement.scrollWidth") <= 390
    for region in driver.find_elements(By.CSS_SELECTOR, ".wide"):
        assert region.get_attribute("tabindex") == "0" and region.get_attribute("aria-label")


def test_the_keyboard_scrolls_a_table(driver: Any, site: Path) -> None:
    show(driver, site, "audit-data.html", 390)
    region = driver.find_element(By.CSS_SELECTOR, ".wide--numbers")
    driver.execute_script("arguments[0].focus()", region)
    region.send_keys(Keys.ARROW_RIGHT)
    deadline = time.monotonic() + 5
    while not driver.execute_script("return arguments[0].scrollLeft", region):
        assert time.monotonic() < deadline, "the table did not scroll"
        time.sleep(0.05)


def test_a_table_that_is_too_wide_is_noticed(driver: Any, site: Path) -> None:
    show(driver, site, "audit-data.html", 390)
    assert any(name.startswith("Table 6, Accuracy: ") for name in driver.execute_script(TOO_WIDE))
    driver.execute_script("document.querySelector('.wide--numbers td').innerHTML = 'a<br>b<br>c'")
    assert driver.execute_script(LINES) == 3
