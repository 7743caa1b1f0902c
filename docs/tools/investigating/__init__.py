"""The experiments behind the page "What stays unexplained": variants of methods, tried on the paper's data.

Each variant is a few lines of NumPy, so that dozens of them can be run in minutes; tests hold those that the
package has too against the package. `docs/tools/investigations.py` runs them all.
"""
