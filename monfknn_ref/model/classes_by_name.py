"""Classes of the caller by their names: module:Class, or file.py:Class.

A module is looked for in the working directory too, as `python -m` does. A file is imported under its own
name, and its folder is searched for the modules it needs, as if Python had been started with it.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import packages_distributions, version
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

DISTRIBUTIONS = {"sklearn": "scikit-learn"}
"""What to install for a module, where that has another name."""


def load(
    name: str, what: str = "the model", folder: str = "", form: str = "module:Class"
) -> Callable[..., Any]:
    """The class, or the function that makes a model, that a name stands for; `what` it is to the caller, and
    which `form` names are to have.

    Modules and files are looked for in `folder`, by default the working directory.

    >>> load("monfknn_ref:MonFkNN").__name__
    'MonFkNN'
    >>> load("monfknn_ref")
    Traceback (most recent call last):
    ValueError: the model must be given as module:Class, got 'monfknn_ref'; file.py:Class does too
    >>> load("monfknn_ref:MonfkNN")
    Traceback (most recent call last):
    ValueError: the model must be something in monfknn_ref, got 'MonfkNN', which is not there
    """
    module, _, attribute = name.rpartition(":")
    if not module or not attribute:
        raise ValueError(f"{what} must be given as {form}, got {name!r}; file.py:Class does too")
    path = checked_file(module, what, folder) if module.endswith(".py") else None
    search(str(path.parent) if path else folder)
    try:
        thing: Any = import_module(module) if path is None else import_file(path)
    except ModuleNotFoundError as error:
        raise ImportError(f"{what} {name} cannot be imported: {missing(error)}") from None
    except (Exception, SystemExit) as error:  # the code of a module can go wrong in every way
        told = f": {error}" if str(error) else ""
        raise ValueError(f"the module {module!r} fails: {type(error).__name__}{told}") from error
    for part in attribute.split("."):
        if not hasattr(thing, part):
            raise ValueError(f"{what} must be something in {module}, got {attribute!r}, which is not there")
        thing = getattr(thing, part)
    if not callable(thing):
        raise ValueError(f"{what} must be a class or a function that makes a model, got {thing!r}")
    found: Callable[..., Any] = thing
    return found


def search(folder: str) -> None:
    """Look for modules in a folder as well, before all others."""
    if folder not in sys.path:
        sys.path.insert(0, folder)


def missing(error: ModuleNotFoundError) -> str:
    """Which module is not there, and what to do about it.

    >>> missing(ModuleNotFoundError("No module named 'mine'", name="mine"))
    "No module named 'mine'; it is neither in the working directory nor installed"
    """
    top = str(error.name).split(".")[0]
    if top in sys.modules:
        return str(error)
    if top in DISTRIBUTIONS:
        return f"{error}; pip install {DISTRIBUTIONS[top]}"
    return f"{error}; it is neither in the working directory nor installed"


def checked_file(given: str, what: str, folder: str) -> Path:
    """The place of a Python file whose name no other module has."""
    path = Path(os.path.realpath(Path(folder) / given))
    if not path.is_file():
        raise ValueError(f"{what} must be in a file that is there, got {given!r}")
    loaded = sys.modules.get(path.stem)
    file_of_loaded = getattr(loaded, "__file__", None) or ""
    is_another = loaded is not None and os.path.realpath(file_of_loaded) != str(path)
    if path.stem in sys.stdlib_module_names or is_another:
        raise ValueError(
            f"{what} must be in a file with a name of its own, got {given!r}: rename it, since "
            f"Python has another module {path.stem!r}"
        )
    return path


def import_file(path: Path) -> ModuleType:
    """The module in a file, under the name of the file."""
    if path.stem in sys.modules:
        return sys.modules[path.stem]
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[path.stem]
        raise
    return module


def origin_of(thing: Any) -> str:
    """Which code a class or function is: the version of its package, or twelve digits of its source.

    Two results belong together only where this is the same. Of a module that was not installed, the digits
    are those of its file; of a package, of all Python files in its folder.

    >>> origin_of(load("monfknn_ref.classifiers:OLM")) == origin_of(load("monfknn_ref:MonFkNN"))
    True
    """
    module = sys.modules[thing.__module__]
    top = module.__name__.split(".")[0]
    file = getattr(module, "__file__", None)
    if file is None or "site-packages" in Path(file).parts or top in sys.stdlib_module_names:
        names = packages_distributions().get(top, [])
        return f"{names[0]} {version(names[0])}" if names else f"Python {sys.version.split()[0]}"
    package = getattr(sys.modules[top], "__path__", None)
    files = sorted(Path(next(iter(package))).rglob("*.py")) if package else [Path(file)]
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.read_bytes() + b"\0")
    return f"source {digest.hexdigest()[:12]}"
