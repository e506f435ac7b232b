"""Why nothing can be done at a place of Die Neuen Entdecker now, by the clauses N2–N12."""

from __future__ import annotations

from studio.core.panel import Reason
from studio.core.picture import BESIDE, is_edge
from studio.core.text import _, seat_mark
from studio.games.neue_entdecker.drawing.jungle import HUT_TARGET
from studio.games.neue_entdecker.drawing.picture import target
from studio.games.neue_entdecker.rules import State
from studio.games.neue_entdecker.rules import actions as a
from studio.games.neue_entdecker.rules.start import payable
from studio.games.neue_entdecker.words.book import clause
from studio.games.neue_entdecker.words.places import hut, unit_name
from studio.seatiles.answers.why import (
    dear,
    off_board,
    why_not_from_rim,
    why_not_from_sea,
    why_not_island,
    why_not_lay,
)
from studio.seatiles.drawing.spots import CLASS_TARGET, STACK_TARGET
from studio.seatiles.rules.routes import payments
from studio.seatiles.words.places import class_name, gold, space


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
            return why_not_lay(state, place, turn, "N6")
        case a.P_ISLAND:
            return why_not_island(state, place, "N8")
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
    """Another thing than this place is asked for now."""
    words = {
        a.P_CHIEFS: _("First name your chief scouts."),
        a.P_WHEEL: _("First choose your income: the wheel lets you name the number."),
        a.P_START: _("An expedition begins now: choose where the ship sets out."),
        a.P_PAY: _("First choose which route the ship pays for."),
        a.P_ANNOUNCE: _("First announce how many tiles you buy, hidden or open ones."),
        a.P_GO: _("The expedition goes on: draw a tile, place a unit or stop."),
        a.P_LAY: _("The tile in hand is laid first."),
        a.P_NATIVES: _("First answer the natives: choose a hut for a scout, or send nobody."),
        a.P_ISLAND: _("First the completed islands are scored."),
        a.P_SEND: _("First the scouts of the scored island go into the jungle: choose a hut."),
    }[state.phase]
    return Reason(clause(state), words)


# setting out


def _tile_price(state: State) -> int:
    """The gold that must remain after a start (N4)."""
    hidden = state.hidden_plain or state.hidden_query
    return min(state.board.hidden_price, state.board.open_price) if hidden else state.board.open_price


def _start(state: State, place: int) -> Reason:
    """Where no expedition starts (N2–N4)."""
    rest = _tile_price(state)
    if is_edge(place):
        return why_not_from_rim(state, place, rest, "N3")
    if reason := why_not_from_sea(state, place, "N2"):
        return reason
    board = state.board
    steps = board.payment_levels(payable(state))
    most = steps[-1].payment.cost
    found = payments(board.chart, state.undiscovered, state.sea, steps, state.owners, most, place)
    name = space(board, place)
    if not found:
        words = _("No route over the sea joins {space} to an open edge of the board.")
        return Reason("N2", words.format(space=name), (place,))
    what = _("The cheapest route to {space}").format(space=name)
    return Reason("N3", dear(state, found[0].cost, what, rest), (place,))


# units


def _unit(state: State, cell: int) -> Reason:
    """Where no unit is placed (N7); drawing has its own places."""
    board, who = state.board, seat_mark(state.active)
    if not state.laid_turn:
        words = _("First a tile is drawn; it is laid beside the ship, and only then can a unit be placed on it.")
        return Reason("N5", words)
    if cell != state.ship:
        words = _("A unit is placed only on the tile laid last, where the ship lies: on {space}.")
        return Reason("N7", words.format(space=space(board, state.ship)), (state.ship,))
    if not board.chart.placements[state.laid[cell]].lands:
        return Reason("N7", _("{space} carries no land for a unit.").format(space=space(board, cell)), (cell,))
    supplied = [kind for kind in range(3) if state.supply[state.active * 3 + kind]]
    if any(state.gold[state.active] >= board.unit_cost[kind] for kind in supplied):
        return _asked(state)
    if a.SCOUT not in supplied and state.gold[state.active] >= board.unit_cost[a.SCOUT]:
        words = _("{who} has no scout in supply: to land one here, take it back from where it stands.")
        return Reason("N7", words.format(who=who), (cell,))
    least = min([*supplied, a.SCOUT], key=lambda kind: board.unit_cost[kind])
    words = _("The cheapest unit, a {unit}, costs {price}: {who} has {gold}.").format(
        unit=unit_name(least),
        price=gold(board.unit_cost[least]),
        who=who,
        gold=gold(state.gold[state.active]),
    )
    return Reason("N7", words, (cell,))


# beside the board


def _beside(state: State, place: int) -> Reason | None:
    """A stack, a class of open tiles or a hut at which nothing can be done now."""
    if 0 <= place - HUT_TARGET < len(state.paths):
        return _hut(state, place - HUT_TARGET)
    stack, cls = place - STACK_TARGET, place - CLASS_TARGET
    is_stack = 0 <= stack < len(state.stack_size)
    if not is_stack and not 1 <= cls <= 6:
        return None
    if is_stack and not state.stack_size[stack]:
        return Reason("N5", _("This stack is used up."))
    if state.phase != a.P_GO:
        return _asked(state)
    if not state.left:
        return Reason("N6", _("As many tiles are taken as were announced."))
    if not state.ahead:
        words = _("No sea edge leads on from {space}: the expedition can take no more tiles.")
        return Reason("N6", words.format(space=space(state.board, state.ship)), (state.ship,))
    if is_stack:
        return Reason("N4", _("Open tiles were announced: this expedition draws no hidden ones."))
    if not state.open_tiles:
        return Reason("N4", _("Hidden tiles were announced: this expedition takes no open ones."))
    words = _("No tile of this class ({name}) fits beside the ship.").format(name=class_name(cls))
    return Reason("N5", words, tuple(sorted(state.ahead)))


def _hut(state: State, number: int) -> Reason:
    """A hut to which no scout goes now (N11, N12)."""
    if state.phase in (a.P_SEND, a.P_NATIVES) and -1 not in state.paths[number]:
        return Reason("N11", _("The path to {hut} is full.").format(hut=hut(number)))
    if state.phase == a.P_NATIVES:
        words = _("{who} has no scout in supply: first choose which one goes.").format(who=seat_mark(state.active))
        return Reason("N12", words)
    words = _("Scouts go into the jungle when their island is scored, or when natives lead them there.")
    return Reason("N11", words)
