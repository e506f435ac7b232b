"""Trivial and failing parts, imported by the processes of slices."""

from __future__ import annotations

import os
import signal
import time

from tests.soak.ledger import Progress


def fine(_number: int, progress: Progress) -> None:
    progress.count = 1


def planted(number: int, progress: Progress) -> None:
    progress.count = 1
    progress.place = f"thing {number}"
    if number == 1:
        progress.record = lambda: (".txt", b"what it was")
        raise ValueError("planted")
    if number == 4:
        os._exit(3)


def endless(_number: int, progress: Progress) -> None:
    os.kill(os.getppid(), signal.SIGTERM)
    time.sleep(60)


def at_the_window(number: int, progress: Progress) -> None:
    from tests.soak import window

    window.undoing(number, progress, strokes=3, steps=6)
    window.looking_on(number, progress, most=2)
    progress.count = 1
