"""Write the matrix of mutants by families."""

from .matrix import main

if __name__ == "__main__":
    main()
