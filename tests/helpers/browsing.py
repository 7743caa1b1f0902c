"""Chromium for the tests of the site: a browser of a size, and a page in it.

A test loads its page once and then changes the scheme of colors, as a reader's system does in the evening. The
browsers of `conftest.py` stay open for all tests of a process.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

webdriver = pytest.importorskip("selenium.webdriver", reason="the extra browser is not installed")
for module in ("mkdocs", "material", "ziamath"):
    pytest.importorskip(module, reason="the extra docs is not installed")

from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402, F401

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "build" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
SIZES = {"desk": (1280, 720), "phone": (390, 844)}


ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    # A page that the browser believes to be out of sight gets a timer once a second, and axe needs ninety.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
)
COLORS = ("color-contrast", "link-in-text-block")
"""The rules of axe whose outcome depends on the scheme of colors; the others are asked in one scheme."""
OTHER = {"light": "dark", "dark": "light"}
SHOWN = {"light": "default", "dark": "slate"}
"""The theme's name of each scheme."""


def browser(size: str) -> Any:
    """A browser with a window of that size, which takes a second to start."""
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("Chromium or its driver is not installed")
    width, height = SIZES[size]
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ARGUMENTS:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    if size == "phone":
        metrics = {"width": width, "height": height, "pixelRatio": 2.0, "touch": True}
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    if size == "desk":  # the window has a frame
        driver.set_window_size(width, height)
        inner = driver.execute_script("return [innerWidth, innerHeight]")
        driver.set_window_size(2 * width - inner[0], 2 * height - inner[1])
    return driver


class Page:
    """A page in the browser: from disk or over HTTP, of a reader who prefers a scheme of colors."""

    def __init__(self, driver: Any, address: str, size: str, scheme: str) -> None:
        self.driver, self.address, self.phone = driver, address, size == "phone"
        self.prefer(scheme)

    def prefer(self, scheme: str) -> None:
        """What the reader's system says from now on."""
        self.scheme = scheme
        preferred = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
        features = [{"name": name, "value": value} for name, value in preferred.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def change_colors(self) -> None:
        """The system changes to the other scheme, and the page follows."""
        self.prefer(OTHER[self.scheme])
        self.until(lambda: self.js("return document.body.dataset.mdColorScheme") == SHOWN[self.scheme])

    def open(self, name: str) -> None:
        self.driver.get("about:blank")  # or a change of the fragment alone would not load the page
        for log in ("browser", "performance"):  # of the pages before
            self.driver.get_log(log)
        self.driver.get(f"{self.address}/{name}")
        self.js("document.documentElement.style.scrollBehavior = 'auto'")  # clicks do not wait for scrolling

    def js(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def find(self, selector: str) -> Any:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def until(self, holds: Callable[[], Any], seconds: float = 10) -> None:
        deadline = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < deadline, "it did not happen"
            time.sleep(0.05)

    def point(self, what: str, x: float, y: float) -> None:
        """One event of a finger or of the mouse."""
        if self.phone:
            kind = {"begin": "touchStart", "move": "touchMove", "end": "touchEnd"}[what]
            points = [] if what == "end" else [{"x": x, "y": y}]
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            return
        kind = {"begin": "mousePressed", "move": "mouseMoved", "end": "mouseReleased"}[what]
        event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def check_clean(self) -> None:
        """No console error, nothing from the network, no horizontal scrolling."""
        complaints = [
            entry for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")
        ]
        assert complaints == [], complaints
        asked = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                asked.append(message["params"]["request"]["url"])
        assert asked
        assert [url for url in asked if not url.startswith((self.address, "data:", "about:", "chrome"))] == []
        assert (
            self.js("return document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        )

    def violations(self, within: str = "document", rules: Sequence[str] = ()) -> list[Any]:
        """What axe finds, by these rules or by all: the rule, and each element with its message."""
        if not AXE.is_file():
            pytest.skip(
                f"{AXE.relative_to(ROOT)} is not there: npm install --no-save --prefix build axe-core"
            )
        if not self.js("return 'axe' in window"):
            self.js(AXE.read_text(encoding="utf-8"))
        options = {
            "preload": False,
            "resultTypes": ["violations"],
            **({"runOnly": list(rules)} if rules else {}),
        }
        return list(
            self.driver.execute_async_script(
                f"const done = arguments[1]; axe.run({within}, arguments[0]).then(r => done(r.violations.map(v => "
                "[v.id, v.nodes.map(n => n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? ''))])))",
                options,
            )
        )

    def check_accessible(self, within: str = "document") -> None:
        """axe finds nothing, and nothing in the other colors either; those stay."""
        assert self.violations(within) == []
        self.change_colors()
        assert self.violations(within, COLORS) == []
