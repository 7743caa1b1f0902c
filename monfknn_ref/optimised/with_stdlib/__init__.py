"""The variant that needs nothing but the standard library."""
