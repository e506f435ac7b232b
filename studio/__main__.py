"""Entry point: `python -m studio`, the installed command, and the frozen program."""

from __future__ import annotations

import signal
import sys


def main() -> int:
    """Run the command line, which opens the window without a command. Returns the exit code."""
    try:
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # set by packaging/early.py
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if getattr(sys, "frozen", False):  # a worker process of a frozen program must be recognised first
            from multiprocessing import freeze_support

            freeze_support()
        from studio.cli import main as run

        return run()
    except KeyboardInterrupt:  # before or after anybody could report it
        return 130


if __name__ == "__main__":
    sys.exit(main())
