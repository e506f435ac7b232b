"""What is closed is gone: memory stays flat over a day at the window."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.shortly import rows_shortly

FLAT = 2.0
"""Megabytes in use that may come or go: two thirds of what 20 KB with every tab would be."""


def a_day(what: str, *rounds: int) -> tuple[dict[str, float], dict[str, float]]:
    """What is alive before and after, in a process of its own."""
    command = [sys.executable, "-m", "tests.gui.shell.long_hours", what, *map(str, rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    shown = json.loads(done.stdout.splitlines()[-1])
    return shown["before"], shown["after"]


@pytest.mark.parametrize(
    ("what", "rounds", "warm_up"), rows_shortly([("steps", 10, 10), ("steps", 40, 40), ("tabs", 8, 16)])
)
def test_nothing_that_was_closed_stays(what: str, rounds: int, warm_up: int) -> None:
    """Pages, widgets, actions, limits of numbers and jobs of threads: as many as before."""
    before, after = a_day(what, rounds, warm_up)
    assert after["pages"] == before["pages"]
    assert after["widgets"] == before["widgets"]
    assert after["things"] <= before["things"] + rounds / 4, "less than one with every round"


@pytest.mark.long
@pytest.mark.parametrize(("what", "rounds"), [("tabs", 160), ("steps", 2000)])
def test_memory_stays_flat(what: str, rounds: int) -> None:
    """The rounds are whole turns through the games and steps, so that the same lies open before and after."""
    before, after = a_day(what, rounds)
    assert abs(after["megabytes"] - before["megabytes"]) <= FLAT, (before, after)
    assert (after["pages"], after["widgets"]) == (before["pages"], before["widgets"])
