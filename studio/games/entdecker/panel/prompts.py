"""What the window asks the seat to move, and why: a title and a hint for every decision (E15)."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.game import CHANCE, OVER
from studio.core.text import _, marks, points, seat_mark
from studio.games.entdecker.rules import State
from studio.games.entdecker.rules import actions as a
from studio.games.entdecker.words.places import event_name, price
from studio.seatiles.panel import Prompt, lay_prompt
from studio.seatiles.words import gold, space


def prompt(state: State) -> Prompt:
    """What the seat to move is asked, in one line, and what the decision means, in one or two sentences."""
    if state.to_move == OVER:
        return _over(state)
    if state.to_move == CHANCE:
        return _CHANCE[state.phase](state)
    return _DECISIONS[state.phase](state, seat_mark(state.to_move))


def _kinds(state: State) -> set[int]:
    """The kinds of action that are legal now."""
    return {action[0] for action in state.legal()}


# decisions


def _start(state: State, who: str) -> Prompt:
    kinds = _kinds(state)
    purse = gold(state.gold[state.to_move])
    if a.PASS in kinds:
        return (
            _("{who}, no start can be paid").format(who=who),
            _("With {gold} no start leaves you 1 gold for a tile: you have to pass.").format(gold=purse),
        )
    if a.START_TILE not in kinds:
        return (
            _("{who}, choose where your ship sets out").format(who=who),
            _("From an open border edge beside a space that nobody has discovered."),
        )
    return (
        _("{who}, choose where your ship sets out").format(who=who),
        _("From the border or any sea beside undiscovered spaces; a rival's unit there costs its price."),
    )


def _declare(state: State, who: str) -> Prompt:
    purse = gold(state.gold[state.to_move])
    if state.personal_tiles:
        return (
            _("{who}, declare gold for this expedition").format(who=who),
            _("A draw uses 1 of it, a personal tile 2. You have {purse}; nothing is paid back.").format(purse=purse),
        )
    return (
        _("{who}, declare how many tiles you draw").format(who=who),
        _("Each costs 1 gold, whether it fits or not. You have {purse}; nothing is paid back.").format(purse=purse),
    )


def left_words(state: State) -> str:
    """What remains of what was declared."""
    if state.personal_tiles:
        return _("{left} of {declared} declared gold left.").format(left=state.left, declared=state.declared)
    return _("{left} of {declared} declared draws left.").format(left=state.left, declared=state.declared)


def _go(state: State, who: str) -> Prompt:
    kinds = _kinds(state)
    may_draw, may_build = bool(kinds & {a.DRAW, a.OWN}), a.UNIT in kinds
    left = left_words(state)
    hostile = ""
    if state.ship >= 0 and state.event[state.ship] == a.HOSTILE and state.laid_turn:
        hostile = " " + _("Hostile natives: units cost double ({gold} a scout), no settlements.").format(
            gold=gold(price(state, a.SCOUT))
        )
    place = space(state.board, state.ship) if state.ship >= 0 else ""
    if may_draw and may_build:
        why = hostile or " " + _("Building ends the expedition; draws that are left are lost.")
        return _("{who}, sail on or build on {space}").format(who=who, space=place), left + why
    if may_build:
        why = hostile.strip() or _("A unit on the land just found claims its island; stopping costs nothing.")
        return _("{who}, build on {space} or stop").format(who=who, space=place), why
    if not may_draw:
        why = _("A scout taken back could land on {space}.").format(space=place)
        return _("{who}, take a scout back or stop").format(who=who), why + hostile
    if a.STOP in kinds:
        return _("{who}, draw on or stop").format(who=who), left + hostile
    if a.OWN in kinds:
        return _("{who}, draw a tile or lay a personal one").format(who=who), left
    return _("{who}, draw a tile").format(who=who), left + " " + _("A “?” on top brings an event, once it is laid.")


def _island(state: State, who: str) -> Prompt:
    return (
        _("{who}, choose the island to score next").format(who=who),
        _("Plant chips may run out, and units come home after each island."),
    )


_DECISIONS: dict[int, Callable[[State, str], Prompt]] = {
    a.P_START: _start,
    a.P_DECLARE: _declare,
    a.P_GO: _go,
    a.P_LAY: lambda state, who: lay_prompt(state, who, event_name),
    a.P_ISLAND: _island,
}


def _chip(state: State) -> Prompt:
    who = seat_mark(state.takers[0]) if state.takers else ""
    return _("{who} draws a plant chip").format(who=who), ""


_CHANCE: dict[int, Callable[[State], Prompt]] = {
    a.P_TOPS: lambda state: (_("The tops of the draw piles are looked at"), ""),
    a.P_SPIN: lambda state: (_("The income spinner turns"), _("Every seat gains what it shows.")),
    a.P_FRONT: lambda state: (_("The tile is turned over"), ""),
    a.P_CHIP: _chip,
}


def _over(state: State) -> Prompt:
    winners = state.winners()
    best = points(max(state.points))
    why = _("Every space is discovered.") if not state.undiscovered else _("The draw piles are used up.")
    if state.undiscovered and state.hidden_plain + state.hidden_query:
        why = _("Nobody could set sail any more.")
    if len(winners) == 1:
        return _("{who} wins with {points}").format(who=seat_mark(winners[0]), points=best), why
    return _("{seats} share the victory with {points}").format(seats=marks(winners), points=best), why
