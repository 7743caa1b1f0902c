"""Every answer that open ties allow: Algorithms 1 to 3 with each tie settled in all ways."""
