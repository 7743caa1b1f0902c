"""Chromium for the tests of the site: a browser of a size and a scheme of colors, and a page in it."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

webdriver = pytest.importorskip("selenium.webdriver", reason="the extra browser is not installed")
for module in ("mkdocs", "material", "ziamath"):
    pytest.importorskip(module, reason="the extra docs is not installed")

from selenium.webdriver.common.by import By  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
AXE = ROOT / "build" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
SIZES = {"desk": (1280, 720), "phone": (390, 844)}


def browser(size: str, scheme: str) -> Any:
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("Chromium or its driver is not installed")
    width, height = SIZES[size]
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    options.add_argument("--headless=new")
    options.add_argument("--no-sandbox")
    options.add_argument("--disable-gpu")
    options.add_argument("--disable-dev-shm-usage")
    options.add_argument("--disable-background-networking")
    options.add_argument("--disable-component-update")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    if size == "phone":
        metrics = {"width": width, "height": height, "pixelRatio": 2.0, "touch": True}
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    if size == "desk":  # the window has a frame
        driver.set_window_size(width, height)
        inner = driver.execute_script("return [innerWidth, innerHeight]")
        driver.set_window_size(2 * width - inner[0], 2 * height - inner[1])
    preferred = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
    features = [{"name": name, "value": value} for name, value in preferred.items()]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    return driver


class Page:
    """A page in the browser."""

    def __init__(self, driver: Any, address: str, phone: bool) -> None:
        self.driver, self.address, self.phone = driver, address, phone

    def open(self, name: str) -> None:
        self.driver.get("about:blank")  # or a change of the fragment alone would not load the page
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
        assert [
            entry for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")
        ] == []
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

    def violations(self, within: str = "document") -> list[Any]:
        """What axe finds: the rule, and each element with its message."""
        if not AXE.is_file():
            pytest.skip(
                f"{AXE.relative_to(ROOT)} is not there: npm install --no-save --prefix build axe-core"
            )
        if not self.js("return 'axe' in window"):
            self.js(AXE.read_text(encoding="utf-8"))
        return list(
            self.driver.execute_async_script(
                f"const done = arguments[0]; axe.run({within}, {{preload: false}}).then(r => done(r.violations.map(v => "
                "[v.id, v.nodes.map(n => n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? ''))])))"
            )
        )
