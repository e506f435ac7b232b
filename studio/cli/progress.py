"""What a terminal is told while something takes long: one line, in the place of the one before, gone at the end.

Only a terminal is: what goes into a file or a pipe holds what was said, and `--quiet` leaves it out there, too.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from studio.core.text import _, duration, is_quiet, visible

PATIENT = 1.0
"""Seconds that nobody minds: what is done by then is not told of."""
EVERY = 0.5
"""Seconds between two lines."""


def is_shown() -> bool:
    """Whether somebody sees how far it is."""
    return not is_quiet() and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def show_line(words: str) -> None:
    """A line on a terminal, as wide as that at most, in the place of the one before; an empty one takes it away."""
    if is_shown():
        sys.stderr.write(f"\r\x1b[K{visible(words)[: _columns() - 1]}")
        sys.stderr.flush()


@contextmanager
def under_way(words: str, seconds: float = 0.0) -> Iterator[Callable[[str], None]]:
    """Say what is being done, and for how long (of `seconds`, if that is a limit), once it takes long.

    Gives a function that takes other words, when there are any.
    """
    if not is_shown():
        yield lambda _words: None
        return
    begun, now, done = time.monotonic(), [words], threading.Event()

    def tell() -> None:
        wait = PATIENT
        while not done.wait(wait):
            wait = EVERY
            gone = round(time.monotonic() - begun)
            of = _("{s} of {most} s").format(s=gone, most=f"{seconds:g}") if seconds else duration(gone)
            show_line(f"{now[0]} · {of}")

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield lambda others: now.__setitem__(0, others)
    finally:
        done.set()
        teller.join()
        show_line("")


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):  # a terminal that is none
        return 80
