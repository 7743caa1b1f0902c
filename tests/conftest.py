"""Fixtures that several test modules need."""

from __future__ import annotations

import contextlib
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

with contextlib.suppress(ImportError):  # the tests of the site run without it
    from hypothesis import settings

    settings.register_profile("patient", deadline=None)  # a busy machine is no failure
    settings.load_profile("patient")

SHARED = Path(__file__).resolve().parents[2] / "shared"


class JavaRandom:
    """java.util.Random, a linear congruential generator of 48 bits, with the methods that a `tie` needs."""

    def __init__(self, seed: int) -> None:
        self.state = (seed ^ 0x5DEECE66D) & ((1 << 48) - 1)

    def next(self, bits: int) -> int:
        self.state = (self.state * 0x5DEECE66D + 0xB) & ((1 << 48) - 1)
        return self.state >> (48 - bits)

    def getrandbits(self, bits: int) -> int:
        return self.next(bits)

    def random(self) -> float:
        return float((self.next(26) << 27) + self.next(27)) / (1 << 53)


@pytest.fixture
def java_random() -> type[JavaRandom]:
    return JavaRandom


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the authors' results and the data sets, next to the repository."""
    if not SHARED.is_dir():
        pytest.skip(f"this test needs the folder {SHARED}, which is not there")
    return SHARED


@pytest.fixture(scope="session")
def authors_split(shared: Path) -> Any:
    """A function that reads what the authors' program computed on one split."""

    def read(name: str) -> dict[str, Any]:
        return json.loads((shared / "authors" / f"{name}.json").read_text())  # type: ignore[no-any-return]

    return read


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly from the pages."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("site")
    config = load_config(str(Path(__file__).resolve().parents[1] / "mkdocs.yml"), site_dir=str(folder))
    assert config.strict
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return folder


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture(scope="session")
def addresses(site: Path) -> Iterator[dict[str, str]]:
    """Where the site is, from disk and over HTTP."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield {"disk": site.as_uri(), "http": f"http://127.0.0.1:{server.server_address[1]}"}
    server.shutdown()


@pytest.fixture(scope="session")
def browsers() -> Iterator[Callable[[str], Any]]:
    """A browser of each size, started when it is first asked for."""
    from browsing import browser

    started: dict[str, Any] = {}

    def of_size(size: str) -> Any:
        if size not in started:
            started[size] = browser(size)
        return started[size]

    yield of_size
    for driver in started.values():
        driver.quit()
