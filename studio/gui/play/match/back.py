"""How far back one may go: to the last choice, to the beginning of a turn, to a line of the log."""

from __future__ import annotations

from collections.abc import Collection

from studio.core.game import OVER
from studio.core.match import Node
from studio.core.protocols import Game


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


def steps_between(node: Node, goal: Node, free: bool) -> int:
    """How many decisions lie between a node and one before it; 0 when there is no way, for a seal that counts."""
    count = 0
    while node is not goal:
        if node.parent is None or node.decision is None or (node.decision.sealed and not free):
            return 0
        count, node = count + 1, node.parent
    return count


def steps_to_turn(game: Game, node: Node, seat: int, turn: str, free: bool) -> int:
    """How many decisions a seat has made in a turn of this name, or since the last seal where seals count."""
    count = 0
    while node.parent is not None and node.decision is not None and node.decision.seat == seat:
        if (node.decision.sealed and not free) or game.turn(node.parent.state) != turn:
            break
        count, node = count + 1, node.parent
    return count


def ends_turn(game: Game, node: Node, people: Collection[int]) -> bool:
    """Whether the decision that led to a node was the last one of a person's turn, and the match goes on."""
    if node.parent is None or node.decision is None or node.decision.seat not in people or node.state.to_move == OVER:
        return False
    return node.state.to_move != node.decision.seat or game.turn(node.parent.state) != game.turn(node.state)
