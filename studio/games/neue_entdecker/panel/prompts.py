"""What the window asks the seat to move, and why: a title and a hint for every decision (N15)."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.game import CHANCE, OVER
from studio.core.text import _, marks, plural, points, seat_mark
from studio.games.neue_entdecker.rules import State
from studio.games.neue_entdecker.rules import actions as a
from studio.games.neue_entdecker.words.places import event_name
from studio.seatiles.panel import Prompt, lay_prompt
from studio.seatiles.words import gold, space


def prompt(state: State) -> Prompt:
    """What the seat to move is asked, in one line, and what the decision means, in one or two sentences."""
    if state.to_move == OVER:
        return _over(state)
    if state.to_move == CHANCE:
        return _CHANCE[state.phase]()
    return _DECISIONS[state.phase](state, seat_mark(state.to_move))


def _kinds(state: State) -> set[int]:
    """The kinds of action that are legal now."""
    return {action[0] for action in state.legal()}


# decisions


def _chiefs(state: State, who: str) -> Prompt:
    return (
        _("{who}, name your chief scouts").format(who=who),
        _("These two count double on islands and paths; they show when their island is scored."),
    )


def _wheel(state: State, who: str) -> Prompt:
    return (
        _("{who}, the die shows the wheel: choose a number").format(who=who),
        _("You gain that much gold, and every other seat one more."),
    )


def _start(state: State, who: str) -> Prompt:
    if _kinds(state) == {a.PASS}:
        return (
            _("{who}, no start can be paid").format(who=who),
            _("With {gold} no start leaves you the price of a tile: you have to pass.").format(
                gold=gold(state.gold[state.to_move])
            ),
        )
    return (
        _("{who}, choose where your ship sets out").format(who=who),
        _("From a harbour for its toll, or from a tile: a toll, and {gold} to each owner on the way.").format(
            gold=gold(state.board.route_toll)
        ),
    )


def _pay(state: State, who: str) -> Prompt:
    return (
        _("{who}, choose whom your route pays").format(who=who),
        _("Several routes cost the same, but different purses get the gold."),
    )


def _announce(state: State, who: str) -> Prompt:
    board = state.board
    return (
        _("{who}, announce your tiles").format(who=who),
        _("Hidden tiles cost {hidden} each, open ones {shown}. You have {purse}; nothing is paid back.").format(
            hidden=gold(board.hidden_price), shown=gold(board.open_price), purse=gold(state.gold[state.to_move])
        ),
    )


def _go(state: State, who: str) -> Prompt:
    kinds = _kinds(state)
    may_draw = bool(kinds & {a.DRAW_HIDDEN, a.DRAW_OPEN})
    may_land = bool(kinds & {a.UNIT, a.UNIT_FROM_CELL, a.UNIT_FROM_PATH})
    left = plural("{count} tile is left to draw.", "{count} tiles are left to draw.", state.left)
    left = left.format(count=state.left)
    if may_draw and not may_land and a.STOP not in kinds:
        if a.DRAW_OPEN in kinds:
            why = _("Choose a class that fits beside your ship.")
        else:
            why = _("A “?” on top brings an event, once its tile is laid.")
        return _("{who}, draw a tile").format(who=who), f"{left} {why}"
    place = space(state.board, state.ship) if state.ship >= 0 else ""
    if may_draw and may_land:
        return (
            _("{who}, sail on or go ashore on {space}").format(who=who, space=place),
            left + " " + _("Placing a unit ends the expedition."),
        )
    if may_land:
        recalls = a.UNIT not in kinds or not state.supply[state.to_move * 3 + a.SCOUT]
        why = _("A unit on the land just found claims its island; stopping costs nothing.")
        if recalls and kinds & {a.UNIT_FROM_CELL, a.UNIT_FROM_PATH}:
            why = _("No scout is in your supply, but one may come back from an island or the jungle.")
        return _("{who}, place a unit on {space} or stop").format(who=who, space=place), why
    return _("{who}, draw on or stop").format(who=who), left


def _natives(state: State, who: str) -> Prompt:
    return (
        _("{who}, the natives show you a path").format(who=who),
        _("You may send one scout up a path of your choice, free of charge; or decline."),
    )


def _island(state: State, who: str) -> Prompt:
    return (
        _("{who}, choose the island to score next").format(who=who),
        _("Its scouts go to the jungle before the next island is scored."),
    )


def _send(state: State, who: str) -> Prompt:
    count = state.waiting[state.to_move]
    more = plural("{count} scout to send.", "{count} scouts to send.", count).format(count=count)
    return (
        _("{who}, choose a path for your scout").format(who=who),
        more + " " + _("It takes the free space nearest the hut; dot and eye show the token."),
    )


_DECISIONS: dict[int, Callable[[State, str], Prompt]] = {
    a.P_CHIEFS: _chiefs,
    a.P_WHEEL: _wheel,
    a.P_START: _start,
    a.P_PAY: _pay,
    a.P_ANNOUNCE: _announce,
    a.P_GO: _go,
    a.P_LAY: lambda state, who: lay_prompt(state, who, event_name),
    a.P_NATIVES: _natives,
    a.P_ISLAND: _island,
    a.P_SEND: _send,
}

_CHANCE: dict[int, Callable[[], Prompt]] = {
    a.P_TOPS: lambda: (_("The hidden tiles are dealt into stacks"), ""),
    a.P_DIE: lambda: (_("The die is rolling"), _("The seat to move has little gold left.")),
    a.P_FRONT: lambda: (_("The tile is turned over"), ""),
    a.P_TOKEN: lambda: (_("A token is drawn for the hut"), ""),
}


def _over(state: State) -> Prompt:
    winners = state.winners()
    best = points(max(state.points))
    if len(winners) == 1:
        return (
            _("{who} wins with {points}").format(who=seat_mark(winners[0]), points=best),
            _("Every space is discovered, and the huts have been opened."),
        )
    return (
        _("{seats} share the victory with {points}").format(seats=marks(winners), points=best),
        _("They are equal in points and in gold."),
    )
