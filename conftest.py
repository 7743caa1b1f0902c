"""Which modules have no doctests to run here: those whose optional packages are not installed.

Everything else must import. (With `--doctest-ignore-import-errors` a test module that does not import is
skipped with all its tests.)
"""

from importlib.util import find_spec

NEEDS = {
    "monfknn_ref/optimised/with_numpy": ("numpy", "scipy"),
    "docs/tools/maths.py": ("ziamath",),
}

collect_ignore = [path for path, packages in NEEDS.items() if not all(map(find_spec, packages))]
