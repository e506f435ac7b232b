"""Starts the program: `python -m studio`, the installed command, and the frozen one."""

from __future__ import annotations

import signal
import sys


def main() -> int:
    """Run the command line, which opens the window when it is given no command. Returns the exit code."""
    try:
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # a frozen program begins so: packaging/early.py
            signal.signal(signal.SIGINT, signal.default_int_handler)
        from multiprocessing import freeze_support

        freeze_support()  # a frozen program that starts workers must ask at once whether it is one of them
        from studio.cli import main as run

        return run()
    except KeyboardInterrupt:  # before there is anybody to say so in words, or after
        return 130


if __name__ == "__main__":
    sys.exit(main())
