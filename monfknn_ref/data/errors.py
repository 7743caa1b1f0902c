"""The error of everything that reads data sets."""

__all__ = ["DataError"]


class DataError(ValueError):
    """A data set is not at hand, or its file does not say what it should."""
