"""Closed pages are deleted; memory use stays constant over a long session."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.short_run import mark_long_rows

MAX_GROWTH = 2.0  # megabytes; two thirds of what 20 KB per tab would be


def measure(kind: str, *rounds: int) -> tuple[dict[str, float], dict[str, float]]:
    """The objects before and after, in a separate process."""
    command = [sys.executable, "-m", "tests.gui.shell.memory_process", kind, *map(str, rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result = json.loads(done.stdout.splitlines()[-1])
    return result["before"], result["after"]


@pytest.mark.parametrize(
    ("kind", "rounds", "warm_up"), mark_long_rows([("steps", 10, 10), ("steps", 40, 40), ("tabs", 8, 16)])
)
def test_closed_pages_are_deleted(kind: str, rounds: int, warm_up: int) -> None:
    before, after = measure(kind, rounds, warm_up)
    assert after["pages"] == before["pages"]
    assert after["widgets"] == before["widgets"]
    assert after["things"] <= before["things"] + rounds / 4, "less than one per round"


@pytest.mark.long
@pytest.mark.parametrize(("kind", "rounds"), [("tabs", 160), ("steps", 2000)])
def test_memory_is_constant(kind: str, rounds: int) -> None:
    """The rounds are complete cycles of games and steps, so that the same pages are open before and after."""
    before, after = measure(kind, rounds)
    assert abs(after["megabytes"] - before["megabytes"]) <= MAX_GROWTH, (before, after)
    assert (after["pages"], after["widgets"]) == (before["pages"], before["widgets"])
