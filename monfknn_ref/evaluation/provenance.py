"""What made a stored file: the command and the versions, so that it can be made again."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version


def made_by(command: str, packages: Sequence[str] = ()) -> dict[str, str]:
    """The command, and the versions of Python, of this package and of others that are installed.

    >>> list(made_by("python -m monfknn_ref reproduce noise"))
    ['command', 'python', 'monfknn_ref']
    """
    return {"command": command, **versions(packages)}


def versions(packages: Sequence[str] = ()) -> dict[str, str]:
    ours: str = import_module("monfknn_ref").__version__
    found = {"python": platform.python_version(), "monfknn_ref": ours}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
