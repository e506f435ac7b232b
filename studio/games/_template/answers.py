"""What the meadow answers when it is asked: why nothing can be done at a place."""

from __future__ import annotations

from studio.core import defaults
from studio.core.shown.answers import Reason
from studio.core.shown.targets import BESIDE
from studio.core.text import _
from studio.games._template.drawing.picture import target
from studio.games._template.rules import NONE, State
from studio.games._template.words import a_flower

about = defaults.about


def why_not(state: State, place: int, turn: int = -1) -> Reason | None:
    """Why nothing can be done there; None where something can."""
    if state.to_move < 0 or any(target(state, action) == place for action in state.legal()):
        return None
    if place >= BESIDE:
        return Reason("M3", _("A seed is in hand already.") if state.held != NONE else _("Of these there are none."))
    if state.held == NONE:
        return Reason("M3", _("First take a seed from your hand."))
    name = state.board.grid.name(place)
    if place not in state.board.grass:
        return Reason("M1", _("{place} is a hedge: flowers grow on grass.").format(place=name), (place,))
    grows = _("On {place} grows {flower} already.").format(place=name, flower=a_flower(state.flower[place]))
    return Reason("M4", grows, (place,))
