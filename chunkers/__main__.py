"""`python -m chunkers`: the command line."""

import sys

from chunkers.cli import main

if __name__ == "__main__":
    sys.exit(main())
