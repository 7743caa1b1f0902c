"""Monotonic Fuzzy k-NN as an executable reading of its paper."""

__version__ = "0.1.0"
