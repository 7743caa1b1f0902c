"""The command that installs an extra of this package, for the hints in error messages.

In a clone or an unpacked source archive the package is installed from its folder. What pip has installed
comes from an index, and so does the rest.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["install_command"]

FOLDER = Path(__file__).resolve().parents[1]


def install_command(extra: str, folder: Path = FOLDER) -> str:
    """The command, for any shell; `folder` is the one in which the package stands.

    >>> from tempfile import gettempdir
    >>> install_command("data", folder=Path(gettempdir()) / "site-packages")
    'pip install "monfknn-ref[data]"'
    """
    if not (folder / "pyproject.toml").is_file():
        return f'pip install "monfknn-ref[{extra}]"'
    here = "." if folder == Path.cwd() else str(folder)
    return f'pip install -e "{here}[{extra}]"'
