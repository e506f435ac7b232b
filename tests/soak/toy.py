"""Trivial and failing parts, imported by the processes of slices."""

from __future__ import annotations

import os
import signal
import time

from tests.soak.part import Told


def fine(_number: int, shown: Told) -> None:
    shown.count = 1


def planted(number: int, shown: Told) -> None:
    """Fails once, and crashes once."""
    shown.count = 1
    shown.place = f"thing {number}"
    if number == 1:
        shown.record = lambda: (".txt", b"what it was")
        raise ValueError("planted")
    if number == 4:
        os._exit(3)


def endless(_number: int, shown: Told) -> None:
    os.kill(os.getppid(), signal.SIGTERM)
    time.sleep(60)


def at_the_window(number: int, shown: Told) -> None:
    from tests.soak import window

    window.undoing(number, shown, strokes=3, steps=6)
    window.looking_on(number, shown, most=2)
    shown.count = 1
