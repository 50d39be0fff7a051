"""`python -m majordome`."""

import sys

from majordome.cli.commands import main

if __name__ == "__main__":
    sys.exit(main())
