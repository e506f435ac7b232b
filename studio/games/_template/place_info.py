"""Details of a square, and why a place has no legal move."""

from __future__ import annotations

from studio.core.panel import Fact, FactGroup, IllegalReason, PlaceInfo
from studio.core.picture import BESIDE
from studio.core.text import _, capitalize_first, seat_mark
from studio.games._template.drawing import target
from studio.games._template.rules import NONE, State
from studio.games._template.text import a_flower, flower


def describe_place(state: State, place: int, seat: int) -> PlaceInfo | None:
    """Return a flower, who planted it, and the number of adjacent flowers."""
    if not 0 <= place < state.board.grid.count or state.flower[place] == NONE:
        return None
    kind, owner = state.flower[place], state.owner[place]
    company = sum(state.flower[other] != NONE for other in state.board.neighbors[place])
    facts = (
        Fact(_("planted by {who}").format(who=seat_mark(owner)), str(kind + 1), owner),
        Fact(_("beside it"), str(company)),
    )
    return PlaceInfo(capitalize_first(flower(kind)), state.board.grid.name(place), "", (FactGroup("", facts),), "M4")


def why_not(state: State, place: int, turn: int = -1) -> IllegalReason | None:
    if state.to_move < 0 or any(target(state, action) == place for action in state.legal()):
        return None
    if place >= BESIDE:
        return IllegalReason(
            "M3", _("A seed is in hand already.") if state.held != NONE else _("Of these there are none.")
        )
    if state.held == NONE:
        return IllegalReason("M3", _("First take a seed from your hand."))
    name = state.board.grid.name(place)
    if place not in state.board.grass:
        return IllegalReason("M1", _("{place} is a hedge: flowers grow on grass.").format(place=name), (place,))
    grows = _("On {place} grows {flower} already.").format(place=name, flower=a_flower(state.flower[place]))
    return IllegalReason("M4", grows, (place,))
