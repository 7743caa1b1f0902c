"""The paper's other classifiers, each a readable reference in the same style as the core."""

from monfknn_ref.classifiers.fknn import FkNN

__all__ = ["FkNN"]
