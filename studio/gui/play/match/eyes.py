"""Who looks at the table, and what that one must not learn: at a hand-over, in an analysis, from the end of a match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from studio.core.game import EVERYBODY, Action, State
from studio.core.match import Match, Node
from studio.core.rng import Rng

NOBODY = -1
UNKNOWN: Action = ()
"""What a seat chose that only it knows, in an analysis by another."""


def next_eyes(state: State, people: Collection[int], viewer: int) -> tuple[int, int]:
    """Who looks at the table when a person is to move, and whom it must be handed to first, or NOBODY.

    It changes hands only where somebody has something to hide from another; until it has, nobody looks, the one who
    had it before no more than the one to come.
    """
    seat = state.to_move
    if len(people) < 2 or seat == viewer:
        return seat, NOBODY
    everybody = state.observe(EVERYBODY)
    if any(state.observe(one) != everybody for one in (seat, viewer)) or _is_secret_choice(state):
        return EVERYBODY, seat
    return seat, NOBODY


def _is_secret_choice(state: State) -> bool:
    """Whether the seat to move decides something that the others must not learn: two moves alike for all but it."""
    seat, kinds = state.to_move, set[int]()
    before: Action | None = None
    for action in state.legal():
        if before is not None and action[0] == before[0] and action[0] not in kinds:
            kinds.add(action[0])
            one, other = (_after(state, move) for move in (before, action))
            if one.observe(EVERYBODY) == other.observe(EVERYBODY) and one.observe(seat) != other.observe(seat):
                return True
        before = action
    return False


def _after(state: State, action: Action) -> State:
    after = state.clone()
    after.apply(action)
    return after


def dealt_anew(line: Sequence[Node], seat: int, luck: Rng) -> bool:
    """Deal all that a seat cannot see afresh along a line of play, and forget what only others know of its decisions.

    Says whether there was anything of the kind.
    """
    seed, found = luck.below(1 << 30), False
    for node in line:
        found = found or node.state.observe(seat) != node.state.dump()
        node.state = node.state.redeal(seat, Rng(seed))
        told = [event for event in node.events if event.private_to in (EVERYBODY, seat)]
        if len(told) < len(node.events) and node.decision is not None and node.decision.seat != seat:
            node.decision = replace(node.decision, action=UNKNOWN)
        node.events = told
    return found


def is_laid_open(match: Match) -> bool:
    """Whether a match has ended and everybody may know now what was hidden."""
    node = match.node
    if not match.is_over or node.parent is None:
        return False
    before = node.parent.state
    return any(before.observe(seat) != before.dump() for seat in range(match.seats))
