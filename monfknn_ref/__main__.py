"""`python -m monfknn_ref`: the command line, from a bare clone or an installed package."""

import sys

from monfknn_ref.commands import main

sys.exit(main())
