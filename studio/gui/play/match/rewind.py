"""How far undo and redo go: from one choice that a person had to another, and never past a seal."""

from __future__ import annotations

from collections.abc import Collection

from studio.core.game import OVER
from studio.core.match import Node


def is_stop(node: Node, people: Collection[int], passes_single: bool) -> bool:
    """Whether a person has something to decide here; `passes_single`: a single possible move is made unasked."""
    seat = node.state.to_move
    if seat == OVER or not people:
        return True
    return seat in people and not (passes_single and len(node.state.legal()) == 1)


def steps_to_stop(node: Node, people: Collection[int], passes_single: bool) -> int:
    """How many decisions lie between a node and the last choice a person had; 0 when a seal lies between."""
    count = 0
    while node.parent is not None and node.decision is not None and not node.decision.sealed:
        count, node = count + 1, node.parent
        if is_stop(node, people, passes_single):
            return count
    return 0
