"""The variant on NumPy and SciPy."""
