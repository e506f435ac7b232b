"""Place details of Entdecker: islands and their points, piles, personal tiles, border edges, ship; illegal moves."""

from __future__ import annotations

from functools import partial

from studio.core.panel import IllegalReason, PlaceInfo
from studio.core.picture import BESIDE, is_edge
from studio.core.text import _, capitalize_first, seat_mark
from studio.games.entdecker.drawing import OWN_TARGET, PIECE_STYLE, target
from studio.games.entdecker.rules import State, board as a
from studio.games.entdecker.rules.expedition import price
from studio.games.entdecker.rules.scoring import fare, shares
from studio.games.entdecker.text import clause, event_text, unit_name, units
from studio.seatiles import place_info as sea
from studio.seatiles.drawing.woods import STACK_TARGET
from studio.seatiles.place_info import (
    too_expensive,
    void_reason,
    why_not_from_rim,
    why_not_from_sea,
    why_not_island,
    why_not_lay,
)
from studio.seatiles.rules.play import strengths
from studio.seatiles.text import class_edges, gold_text, space, stack, tile_name, tiles_text

CLAUSES = sea.Clauses("E3", "E5", "E5", "E8")
UNIT_LOOK = sea.UnitLook(units, PIECE_STYLE.units)
_SAILING = (a.P_DECLARE, a.P_GO, a.P_FRONT, a.P_LAY)


def describe_place(state: State, place: int, seat: int) -> PlaceInfo | None:
    """Return the details of a target; they are the same for every seat (E1)."""
    board, is_sailing = state.board, state.phase in _SAILING
    if 0 <= place - OWN_TARGET < len(board.chart.kinds):
        kind = place - OWN_TARGET
        text = f"{capitalize_first(class_edges(board.chart.kinds[kind].cls))}."
        ahead = state.ahead if is_sailing else ()
        return sea.placement_info(state, [kind], ahead, capitalize_first(tile_name(board, kind)), text, "E14")
    events, island = tuple(map(event_text, a.EVENTS)), partial(_island, state)
    return sea.describe_sea_place(state, place, is_sailing, CLAUSES, stack, events, island)


def _island(state: State, nodes: list[int], event: str) -> PlaceInfo:
    """Describe an island; a complete one with its scores (E11, E12)."""
    size = len({node >> 2 for node in nodes})
    scored = sea.scored_island(state, nodes, (a.SCORED_ISLAND, a.UNFINISHED_ISLAND))
    if scored:
        value = _("It scored {value}.").format(value=_value_text(size, scored[0][5]))
        ranks = sea.scored_ranks(scored)
    else:
        found = strengths(state, nodes)
        value = f"{_value_text(size, 0)}."
        if any(strength[0] or strength[1] for strength in found.values()) and any(state.bag):
            value = _("{value}, plus the highest plant chip drawn when it is scored.").format(
                value=_value_text(size, 0)
            )
        ranks = [sea.IslandRank(*one, found[one[0]]) for one in shares(size, found)]
    return sea.island_info(state, nodes, f"{value} {event}".strip(), ranks, UNIT_LOOK, "E11")


def _value_text(size: int, chip: int) -> str:
    if not chip:
        return tiles_text(size)
    return _("{tiles} plus a chip of {chip}: {value}").format(tiles=tiles_text(size), chip=chip, value=size + chip)


# Reasons why a place has no legal move (E3–E8)


def why_not(state: State, place: int, turn: int = -1) -> IllegalReason | None:
    if state.to_move < 0 or sea.has_move(state, place, turn, target):
        return None
    if place >= BESIDE:
        return _stack_reason(state, place)
    match state.phase:
        case a.P_START:
            return _start(state, place)
        case a.P_LAY:
            return why_not_lay(state, place, turn, "E5")
        case a.P_ISLAND:
            return why_not_island(state, place, "E8")
        case a.P_GO:
            return void_reason(state, place) or _unit(state, place)
    return void_reason(state, place) or _wrong_step(state)


def _wrong_step(state: State) -> IllegalReason:
    text = _("First declare how many tiles you draw. The ship moves when a drawn tile is placed.")
    if state.phase == a.P_START:
        text = _("A new expedition begins: choose where the ship starts.")
    elif state.phase == a.P_LAY:
        text = _("Place the tile in hand first.")
    elif state.phase == a.P_ISLAND:
        text = _("The completed islands are scored first.")
    return IllegalReason(clause(state), text)


def _start(state: State, place: int) -> IllegalReason:
    """Return why no expedition starts at a place (E3)."""
    if is_edge(place):
        return why_not_from_rim(state, place, 1, "E3")
    if reason := why_not_from_sea(state, place, "E3"):
        return reason
    rims = [action for action in state.legal() if action[0] == a.START_RIM]
    if state.turn <= state.border_turns and rims:
        text = _("In the first season, an expedition starts only from the border.")
        return IllegalReason("E3", text, tuple(target(state, action) for action in rims))
    cost, unit = fare(state, place)
    what = _("Starting from {space}").format(space=space(state.board, place))
    if unit >= 0:
        what = _("Starting from the {unit} of {who}").format(unit=unit_name(unit % 3), who=seat_mark(unit // 3))
    return IllegalReason("E3", too_expensive(state, cost, _("{what} costs {price}"), 1, what=what), (place,))


def _unit(state: State, cell: int) -> IllegalReason:
    """Return why no unit is placed here (E7); drawing has its own targets."""
    board = state.board
    if reason := sea.why_no_unit(state, cell, "E5", "E7"):
        return reason
    supplied = [kind for kind in range(3) if state.supply[state.active * 3 + kind]]
    if state.event[cell] == a.HOSTILE and a.SETTLEMENT in supplied:
        supplied.remove(a.SETTLEMENT)
    if not supplied:
        text = _("{who} has no unit in supply that can be placed on {space}.")
        return IllegalReason("E7", text.format(who=seat_mark(state.active), space=space(board, cell)), (cell,))
    least = min(supplied, key=lambda kind: price(state, kind))
    text = _("The cheapest unit in supply ({unit}) costs {price} on {space}. {who} has {gold}.").format(
        unit=unit_name(least),
        price=gold_text(price(state, least)),
        space=space(board, cell),
        who=seat_mark(state.active),
        gold=gold_text(state.gold[state.active]),
    )
    return IllegalReason("E7", text, (cell,))


def _stack_reason(state: State, place: int) -> IllegalReason | None:
    """Return why no tile is drawn from a pile or the personal tiles now."""
    stack = place - STACK_TARGET
    is_stack = 0 <= stack < len(state.stack_size)
    if not is_stack and place < OWN_TARGET:
        return None
    if is_stack and not state.stack_size[stack]:
        return IllegalReason("E5", _("This pile is empty."))
    if state.phase != a.P_GO:
        return _wrong_step(state)
    if not state.left:
        return IllegalReason("E6", _("All declared tiles are drawn."))
    if not state.ahead:
        text = _("No sea edge leads on from {space}. The expedition cannot draw any more.")
        return IllegalReason("E6", text.format(space=space(state.board, state.ship)), (state.ship,))
    if not is_stack and state.own_laid:
        return IllegalReason("E14", _("You can place only one personal tile per turn."))
    if not is_stack and state.left < 2:
        return IllegalReason("E14", _("A personal tile costs 2 of the declared gold, and only 1 is left."))
    return IllegalReason("E14", _("This tile fits nowhere next to the ship."), tuple(sorted(state.ahead)))
