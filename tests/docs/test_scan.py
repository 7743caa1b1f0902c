"""The scan of the built site must find everything that would be loaded from elsewhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))

from tools.scan import complaints  # noqa: E402

GOOD = {
    "index.html": '<link rel="stylesheet" href="a.css"><a href="sub/page.html#here">p</a><img src="data:,x">'
    '<a href="#top" id="top">t</a><svg xmlns="http://www.w3.org/2000/svg"><use href="#top"/></svg>'
    '<script>const name = "http://www.w3.org/1999/xhtml"</script><script src="a.js"></script>',
    "sub/page.html": '<p id="here"><a href="../index.html">i</a><a href="../sub/page.html?x=1#here">q</a></p>',
    "a.css": "/* https://example.org */ a { background: url(data:image/svg+xml,x) } b { background: url('b.svg') }",
    "b.svg": "<svg/>",
    "explorer.html": '<a href="#k=3">a state</a><a href="explorer.html#rows=1,0;2,1">another</a>',
    "a.js": "// https://example.org\nconst one = 'sub/page.html'",
}


def site(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_site_that_stays_within_itself(tmp_path: Path) -> None:
    assert complaints(site(tmp_path, GOOD)) == []


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("bad.html", '<script src="https://cdn.example.org/x.js"></script>', "leaves the site: https://cdn"),
        ("bad.html", '<script src="//cdn.example.org/x.js"></script>', "leaves the site: //cdn"),
        (
            "bad.html",
            '<link rel="preconnect" href="https://fonts.example.org">',
            "leaves the site: https://fonts",
        ),
        ("bad.html", '<a href="http://example.org">out</a>', "leaves the site: http://example.org"),
        (
            "bad.html",
            '<img srcset="https://example.org/a.png 2x, a.css 1x">',
            "leaves the site: https://example",
        ),
        ("bad.html", '<form action="https://example.org/">', "leaves the site"),
        ("bad.html", '<object data="https://example.org/a.svg"></object>', "leaves the site"),
        ("bad.html", '<meta http-equiv="refresh" content="0; url=https://example.org">', "leaves the site"),
        ("bad.html", '<base href="https://example.org/">', "leaves the site"),
        ("bad.html", '<svg><image xlink:href="https://example.org/a.png"/></svg>', "leaves the site"),
        ("bad.html", "<style>@import 'https://example.org/a.css';</style>", "leaves the site"),
        ("bad.html", '<p style="background: url(https://example.org/a.png)">', "leaves the site"),
        ("bad.html", "<script>fetch('https://example.org/data')</script>", "a script knows an address"),
        ("bad.html", "<p onclick=\"open('https://example.org')\">", "a script knows an address"),
        ("bad.html", '<a href="/index.html">', "starts at the root of a server"),
        ("bad.html", '<a href="../../etc/passwd">', "leaves the folder of the site"),
        ("bad.html", '<a href="nowhere.html">', "is not there: nowhere.html"),
        ("bad.html", '<a href="sub/page.html#nowhere">', "has no such anchor"),
        ("bad.html", '<a href="sub/page.html#k=3">', "has no such anchor"),
        ("bad.css", "@font-face { src: url(https://fonts.example.org/a.woff2) }", "leaves the site"),
        ("bad.css", '@import url("//fonts.example.org/css")', "leaves the site"),
        ("bad.css", "a { background: url(nowhere.svg) }", "is not there"),
        ("bad.js", 'import("https://cdn.example.org/m.js")', "a script knows an address"),
        ("bad.js", "const socket = `wss://example.org/${x}`", "a script knows an address"),
    ],
)
def test_what_leaves_it_is_found(tmp_path: Path, name: str, text: str, problem: str) -> None:
    found = complaints(site(tmp_path, {**GOOD, name: text}))
    assert [complaint for complaint in found if complaint.startswith(name) and problem in complaint], found


def test_as_a_command(tmp_path: Path) -> None:
    scan = [sys.executable, str(ROOT / "docs" / "tools" / "scan.py"), str(site(tmp_path, GOOD))]
    good = subprocess.run(scan, capture_output=True, text=True)
    assert (good.returncode, good.stdout) == (0, "Nothing leaves the site.\n")
    site(tmp_path, {"bad.html": '<a href="https://example.org">'})
    bad = subprocess.run(scan, capture_output=True, text=True)
    assert (bad.returncode, bad.stdout) == (1, "bad.html: leaves the site: https://example.org\n")
