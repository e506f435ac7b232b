"""A player for random matches, who tries everything and yet gets somewhere."""

from __future__ import annotations

from studio.core.game import Action
from studio.core.rng import Rng
from studio.games.goldland import rules

PUT_OFF = (rules.END, rules.STOP, rules.DISCARD, rules.BUY)


def wanderer(state: rules.State, rng: Rng) -> Action:
    """Any kind of action, then any of that kind; but eager to reach the temple and to fill the backpack there."""
    legal = state.legal()
    everything = kinds = sorted({action[0] for action in legal})
    if len(kinds) > 1 and rng.below(4):
        kinds = [kind for kind in kinds if kind not in PUT_OFF] or kinds
    kind = rng.choose(kinds)
    if not state.amulet[state.active]:
        if state.at[state.active] == state.board.temple and rng.below(4):
            kind = next((kind for kind in (rules.BUY, rules.STOP) if kind in everything), kind)
        elif rules.STEP in kinds and rng.below(4):
            kind = rules.STEP
    actions = [action for action in legal if action[0] == kind]
    if kind == rules.STEP and rng.below(3):
        return min((rng.choose(actions) for _try in range(3)), key=lambda action: _to_temple(state, action[1]))
    return rng.choose(actions)


def _to_temple(state: rules.State, cell: int) -> int:
    """Steps to the temple as the crow flies, by rows and columns."""
    (row, column), (to_row, to_column) = (divmod(one, state.board.columns) for one in (cell, state.board.temple))
    return abs(row - to_row) + abs(column - to_column)
