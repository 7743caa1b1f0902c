"""The figures in Chromium, as a page shows them: light and dark, on a desk and on a phone.

    pip install -e ".[test,browser]"
    pytest -n0 -m browser tests/docs/test_figures_browser.py

The figures stand in a page of their own with the stylesheet of the site, so nothing has to be built.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tools.built import written_out
from tools.figures import FIGURES

pytestmark = pytest.mark.browser

webdriver = pytest.importorskip("selenium.webdriver", reason="the extra browser is not installed")

from selenium.webdriver.common.by import By  # noqa: E402

DOCS = Path(__file__).resolve().parents[2] / "docs"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
SIZES = {"desk": (1280, 720), "phone": (390, 844)}
SCHEMES = {"light": ("default", "#ffffff", "#212121"), "dark": ("slate", "#1e2129", "#e2e4e9")}

MEASURE = """
const seen = [...document.querySelectorAll('svg')].filter(svg => svg.getBoundingClientRect().width > 0);
const hidden = e => e.closest('[opacity="0"]') !== null;
return seen.map(svg => {
  const frame = svg.getBoundingClientRect(), scale = frame.width / svg.viewBox.baseVal.width;
  const texts = [...svg.querySelectorAll('text')].filter(e => !hidden(e) && e.getBoundingClientRect().width > 0);
  const sizes = [...svg.querySelectorAll('text, tspan')].map(e => parseFloat(getComputedStyle(e).fontSize) * scale);
  const boxes = texts.map(e => [e.textContent, e.getBoundingClientRect()]);
  const cut = boxes.filter(([, b]) => b.left < frame.left - 0.5 || b.right > frame.right + 0.5
    || b.top < frame.top - 0.5 || b.bottom - 0.2 * b.height > frame.bottom).map(([text]) => text);
  const meeting = [];  // lines of text are higher than their letters
  boxes.forEach(([one, a], i) => boxes.slice(i + 1).forEach(([other, b]) => {
    if (a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top + 0.2 * a.height < b.bottom - 0.2 * b.height
      && b.top + 0.2 * b.height < a.bottom - 0.2 * a.height) meeting.push([one, other]);
  }));
  return {layout: svg.dataset.layout || "phone", smallest: Math.min(...sizes), texts: texts.length, cut, meeting,
    width: frame.width};
});
"""


@pytest.fixture(scope="module")
def started() -> Iterator[Any]:
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("Chromium and its driver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"):
        options.add_argument(argument)
    options.add_argument("--disable-background-networking")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=DRIVER))
    yield driver
    driver.quit()


def resize(driver: Any, size: str) -> None:
    width, height = SIZES[size]
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


Show = Callable[..., Any]


@pytest.fixture
def show(started: Any, tmp_path: Path) -> Show:
    """Opens a figure, with all its variants, as a page of the site has it."""

    def opened(name: str, size: str = "desk", scheme: str = "light", motion: str = "no-preference") -> Any:
        resize(started, size)
        started.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": "prefers-reduced-motion", "value": motion}]},
        )
        palette, ground, ink = SCHEMES[scheme]
        css = (DOCS / "stylesheets" / "extra.css").read_text(encoding="utf-8")
        css += f"body {{ margin: 0 16px; background: {ground}; color: {ink} }}"
        page = tmp_path / "page.html"
        page.write_text(
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>A figure</title>'
            f'<meta name="viewport" content="width=device-width"><style>{css}</style>'
            f'<body data-md-color-scheme="{palette}"><figure class="figure">{written_out(name)}</figure></body></html>',
            encoding="utf-8",
        )
        started.get(page.as_uri())
        return started

    return opened


@pytest.mark.parametrize("name", FIGURES)
def test_the_right_variant_is_shown_and_its_text_is_large_whole_and_apart(show: Show, name: str) -> None:
    layouts = [layout.name for layout in FIGURES[name].layouts]
    driver = show(name)
    for size in SIZES:
        resize(driver, size)
        [seen] = driver.execute_script(MEASURE)
        assert seen["layout"] == ("phone" if size == "phone" or len(layouts) == 1 else "wide")
        assert seen["texts"] > 3 and seen["smallest"] >= 11
        assert (seen["cut"], seen["meeting"]) == ([], [])
        assert seen["width"] <= SIZES[size][0] - 32


@pytest.mark.parametrize("size", SIZES)
def test_the_measure_notices_what_is_wrong(show: Show, size: str) -> None:
    driver = show("cones", size)
    driver.execute_script(
        "for (const svg of document.querySelectorAll('svg')) { const [a, b, c] = svg.querySelectorAll('text');"
        "a.setAttribute('font-size', 5); b.setAttribute('x', -9);"
        "for (const name of ['x', 'y']) c.setAttribute(name, svg.querySelectorAll('text')[5].getAttribute(name)); }"
    )
    [seen] = driver.execute_script(MEASURE)
    assert seen["smallest"] == 5 and seen["cut"] and seen["meeting"]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_lines_take_the_colors_of_the_page(show: Show, scheme: str) -> None:
    stroke = show("noise-nmi", "desk", scheme).execute_script(
        "return getComputedStyle(document.querySelector('polyline')).stroke"
    )
    assert stroke == {"light": "rgb(31, 111, 181)", "dark": "rgb(90, 169, 234)"}[scheme]


MOTION = "return [...document.querySelectorAll('svg')].map(svg => svg.getAttribute('data-motion'))"
RUNNING = "return document.getAnimations().filter(a => a.playState === 'running').length"


@pytest.mark.parametrize("size", SIZES)
def test_the_applicants_move_pause_and_go_on(show: Show, size: str) -> None:
    driver = show("applicants", size)
    assert driver.execute_script(RUNNING) > 20
    [button] = [one for one in driver.find_elements(By.CSS_SELECTOR, "[role=button]") if one.is_displayed()]
    assert (button.text, button.get_attribute("aria-label")) == ("Pause", "Pause the animation")
    button.click()
    assert driver.execute_script(RUNNING) == 0 and "paused" in driver.execute_script(MOTION)
    assert (button.text, button.get_attribute("aria-label")) == ("Play", "Play the animation")
    button.send_keys(" ")
    assert driver.execute_script(RUNNING) > 20 and button.text == "Pause"
    assert driver.get_log("browser") == []


@pytest.mark.parametrize("size", SIZES)
def test_the_applicants_rest_where_motion_is_unwelcome_until_they_are_asked_to_walk(
    show: Show, size: str
) -> None:
    driver = show("applicants", size, motion="reduce")
    assert driver.execute_script(RUNNING) == 0 and driver.execute_script(MOTION) == [None, None]
    verdicts = driver.execute_script(
        "return [...document.querySelectorAll('[data-part^=verdict]')].filter(e => e.getBoundingClientRect().width)"
        ".map(e => [getComputedStyle(e).opacity, [...e.children].map(line => line.textContent).join(' ')])"
    )
    assert verdicts == [["1", "It never falls."], ["1", "It falls from A to B."], ["1", "It never falls."]]
    [button] = [one for one in driver.find_elements(By.CSS_SELECTOR, "[role=button]") if one.is_displayed()]
    assert button.text == "Play"
    button.click()
    assert driver.execute_script(RUNNING) > 20


def test_the_walker_is_where_its_grade_says(show: Show) -> None:
    """Half way through the walk of the second scene: the grade that fuzzy k-NN gives there is the one seen."""
    from tools.figures import applicants

    driver = show("applicants")
    start, end = applicants.Timeline(FIGURES["applicants"].layouts[0]).walk(1)
    for step in (10, 40, 60, 95):
        seconds = start + (end - start) * (step + 0.5) / applicants.STEPS
        shown = driver.execute_script(
            "document.getAnimations().forEach(a => { a.pause(); a.currentTime = 1000 * arguments[0]; });"
            "return [...document.querySelectorAll('svg[data-layout=wide] [data-part^=walker-1-]')]"
            ".filter(e => getComputedStyle(e).opacity === '1').map(e => e.textContent.trim())",
            seconds,
        )
        assert shown == [applicants.scenes()[1].grades[step]]
