"""Fixtures that several test modules need."""

from __future__ import annotations

import builtins
import contextlib
import http.server
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import outside
import pytest
from command_line import CommandLine
from thoroughness import rounds

from monfknn_ref.model.checks import install_command

with contextlib.suppress(ImportError):  # the tests of the site run without it
    from hypothesis import settings

    settings.register_profile("ours", deadline=None, max_examples=rounds(40, 400))  # no failure if it is busy
    settings.load_profile("ours")

if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # in the background; the programs started would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[1]
SUM = builtins.sum


def sum_of_whole_or_exact_numbers(numbers: Iterable[Any], /, start: Any = 0) -> Any:
    """`sum`, which refuses floats of the package and of its pages: see `tests/system/test_versions.py`."""
    total = SUM(numbers, start)
    if type(total) is float:
        caller = sys._getframe(1).f_globals.get("__name__", "")
        if caller.partition(".")[0] in ("monfknn_ref", "tools"):
            raise AssertionError(
                f"{caller}: sum() of floats depends on the version of Python; see test_versions"
            )
    return total


builtins.sum = sum_of_whole_or_exact_numbers

OF_THE_SITE = [ROOT / "docs", ROOT / "tests" / "docs"]
"""What is in these folders is marked `site`, or else `browser`."""


def of_the_site(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in OF_THE_SITE)


def pytest_configure(config: pytest.Config) -> None:
    """Who names files or folders gets all that is in them, but what is slow or needs a browser."""
    if config.args_source is config.ArgsSource.ARGS and f"-m={config.option.markexpr}" in config.getini(
        "addopts"
    ):
        config.option.markexpr = "not slow and not browser"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What the marker expression leaves out as a whole is not loaded either, which would take seconds."""
    return True if "not site" in config.option.markexpr and of_the_site(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if of_the_site(item.path) and item.get_closest_marker("browser") is None:
            item.add_marker("site")
        if "hypothesis" in item.keywords or hasattr(getattr(item, "module", None), "rounds"):
            item.add_marker("random")
        if os.name != "posix" and item.get_closest_marker("posix") is not None:
            item.add_marker(
                pytest.mark.skip(reason="needs the shell, signals, limits or links of a POSIX system")
            )
        for mark in item.iter_markers("needs_data"):
            reason = outside.reason_to_skip(mark.args)
            if reason is not None:
                item.add_marker(pytest.mark.skip(reason=reason))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One line about what was left out, and how to get what it needs."""
    reasons = [str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", ())]
    if reasons:
        terminalreporter.write_line(left_out(reasons))


def left_out(reasons: Sequence[str]) -> str:
    data = sum(outside.NEEDS_DATA in reason for reason in reasons)
    others = len(reasons) - data

    def tests(number: int) -> str:
        return f"{number} test{'s' if number > 1 else ''}"

    parts = []
    if data:
        parts.append(
            f"{tests(data)} for data that does not come with the package"
            f" (python -m monfknn_ref datasets --fetch-help; {outside.VARIABLE} names its folder)"
        )
    if others:
        parts.append(
            f"{tests(others)} for packages or programs that are not installed ({install_command('test-all')})"
        )
    return f"Left out: {' and '.join(parts)}. pytest -rs lists them."


@pytest.fixture
def commands(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


@pytest.fixture(scope="session")
def np() -> Any:
    return pytest.importorskip("numpy")


@pytest.fixture(scope="session")
def pandas() -> Any:
    return pytest.importorskip("pandas")


@pytest.fixture(scope="session")
def polars() -> Any:
    return pytest.importorskip("polars")


@pytest.fixture(scope="session")
def authors_split() -> Any:
    """A function that reads what the authors' program computed on one split."""
    return partial(outside.recorded, "authors")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly from the pages, unless MONFKNN_REF_SITE names a folder where it is built."""
    if built := os.environ.get("MONFKNN_REF_SITE"):
        return Path(built)
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("site")
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder))
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
