"""The paper's other classifiers, each a readable reference in the same style as the core."""
