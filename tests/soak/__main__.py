"""Runs the soak test: `python -m tests.soak`."""

import sys

if __name__ == "__main__":  # child processes import this module, too
    from tests.soak.running import main

    sys.exit(main())
