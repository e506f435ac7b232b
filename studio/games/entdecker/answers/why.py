"""Why nothing can be done at a place of Entdecker now, by the clauses E3–E8."""

from __future__ import annotations

from studio.core.panel import Reason
from studio.core.picture import BESIDE, is_edge
from studio.core.text import _, seat_mark
from studio.games.entdecker.drawing.picture import OWN_TARGET, target
from studio.games.entdecker.rules import State
from studio.games.entdecker.rules import actions as a
from studio.games.entdecker.words.book import clause
from studio.games.entdecker.words.places import fare, price, unit_name
from studio.seatiles.answers.why import (
    dear,
    off_board,
    why_not_from_rim,
    why_not_from_sea,
    why_not_island,
    why_not_lay,
)
from studio.seatiles.drawing.spots import STACK_TARGET
from studio.seatiles.words.places import gold, space


def why_not(state: State, place: int, turn: int = -1) -> Reason | None:
    """Why nothing can be done there (with the tile in hand turned so often); None where something can."""
    if state.to_move < 0 or any(_is_there(state, action, place, turn) for action in state.legal()):
        return None
    if place >= BESIDE:
        return _beside(state, place)
    match state.phase:
        case a.P_START:
            return _start(state, place)
        case a.P_LAY:
            return why_not_lay(state, place, turn, "E5")
        case a.P_ISLAND:
            return why_not_island(state, place, "E8")
        case a.P_GO:
            return off_board(state, place) or _unit(state, place)
    return off_board(state, place) or _asked(state)


def _is_there(state: State, action: tuple[int, ...], place: int, turn: int) -> bool:
    if target(state, action) != place:
        return False
    if action[0] != a.LAY or turn < 0 or state.hand is None:
        return True
    return action[2] == state.board.chart.placement_of[state.hand[0]][turn % 4]


def _asked(state: State) -> Reason:
    """Another thing than a place is asked for now."""
    words = _("First declare how many tiles you draw; the ship goes on when the first one is drawn.")
    if state.phase == a.P_START:
        words = _("An expedition begins now: choose where the ship sets out.")
    elif state.phase == a.P_LAY:
        words = _("The tile in hand is laid first.")
    elif state.phase == a.P_ISLAND:
        words = _("First the completed islands are scored.")
    return Reason(clause(state), words)


def _start(state: State, place: int) -> Reason:
    """Where no expedition starts (E3)."""
    if is_edge(place):
        return why_not_from_rim(state, place, 1, "E3")
    if reason := why_not_from_sea(state, place, "E3"):
        return reason
    rims = [action for action in state.legal() if action[0] == a.START_RIM]
    if state.turn <= 1 and rims:
        words = _("On the very first turn an expedition sets out from the border only.")
        return Reason("E3", words, tuple(target(state, action) for action in rims))
    cost, unit = fare(state, place)
    what = _("Setting out from {space}").format(space=space(state.board, place))
    if unit >= 0:
        what = _("Setting out from the {unit} of {who}").format(unit=unit_name(unit % 3), who=seat_mark(unit // 3))
    return Reason("E3", dear(state, cost, what, 1), (place,))


def _unit(state: State, cell: int) -> Reason:
    """Where nothing is built (E7); drawing has its own places."""
    board = state.board
    if cell != state.ship or not state.laid_turn:
        if state.laid_turn:
            words = _("A unit is placed only on the tile laid last, where the ship lies: on {space}.").format(
                space=space(board, state.ship)
            )
            return Reason("E7", words, (state.ship,))
        words = _("First a tile is drawn; it is laid beside the ship, and only then can a unit be placed on it.")
        return Reason("E5", words)
    if not board.chart.placements[state.laid[cell]].lands:
        return Reason("E7", _("{space} carries no land for a unit.").format(space=space(board, cell)), (cell,))
    supplied = [kind for kind in range(3) if state.supply[state.active * 3 + kind]]
    if state.event[cell] == a.HOSTILE and a.SETTLEMENT in supplied:
        supplied.remove(a.SETTLEMENT)
    if not supplied:
        words = _("{who} has no unit in supply that may stand on {space}.")
        return Reason("E7", words.format(who=seat_mark(state.active), space=space(board, cell)), (cell,))
    least = min(supplied, key=lambda kind: price(state, kind))
    words = _("The cheapest unit in supply, a {unit}, costs {price} on {space}: {who} has {gold}.").format(
        unit=unit_name(least),
        price=gold(price(state, least)),
        space=space(board, cell),
        who=seat_mark(state.active),
        gold=gold(state.gold[state.active]),
    )
    return Reason("E7", words, (cell,))


def _beside(state: State, place: int) -> Reason | None:
    """A pile or an own tile from which nothing is drawn now."""
    stack = place - STACK_TARGET
    is_stack = 0 <= stack < len(state.stack_size)
    if not is_stack and place < OWN_TARGET:
        return None
    if is_stack and not state.stack_size[stack]:
        return Reason("E5", _("This pile is used up."))
    if state.phase != a.P_GO:
        return _asked(state)
    if not state.left:
        return Reason("E6", _("As many tiles are drawn as were declared."))
    if not state.ahead:
        words = _("No sea edge leads on from {space}: the expedition can draw no more.")
        return Reason("E6", words.format(space=space(state.board, state.ship)), (state.ship,))
    if not is_stack and state.own_laid:
        return Reason("E14", _("One own tile a turn, and one is laid already."))
    if not is_stack and state.left < 2:
        return Reason("E14", _("An own tile uses 2 of the declared gold, and 1 is left."))
    return Reason("E14", _("This tile fits nowhere beside the ship."), tuple(sorted(state.ahead)))
