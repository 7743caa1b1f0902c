"""Write the matrix of mutants by families."""

from __future__ import annotations

from .matrix import main

if __name__ == "__main__":
    main()
