"""Starts the program: `python -m studio`, the installed command, and the frozen one."""

from __future__ import annotations

import sys
from multiprocessing import freeze_support


def main() -> int:
    """Run the command line, which opens the window when it is given no command. Returns the exit code."""
    freeze_support()  # a frozen program that starts workers must ask at once whether it is one of them
    from studio.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
