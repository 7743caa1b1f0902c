"""For pytest: the examples of the modules that need NumPy are left out where it is missing."""

import importlib.util

if not all(map(importlib.util.find_spec, ("numpy", "scipy"))):
    collect_ignore_glob = ["array_*.py", "fast.py"]
