"""Place details of Die Neuen Entdecker: islands and their points, stacks, huts, border edges, ship; illegal moves."""

from __future__ import annotations

from functools import partial

from studio.core.panel import Fact, FactGroup, IllegalReason, PlaceInfo
from studio.core.picture import BESIDE, is_edge
from studio.core.text import _, capitalize_first, plural, points_text, seat_mark
from studio.games.neue_entdecker.drawing.jungle import HUT_TARGET, SPACE_TARGET
from studio.games.neue_entdecker.drawing.picture import PIECE_STYLE, target
from studio.games.neue_entdecker.rules import State, board as a
from studio.games.neue_entdecker.rules.scoring import payable, ranks, tile_price, weight
from studio.games.neue_entdecker.text import clause, event_text, hut, unit_name, units
from studio.seatiles import place_info as sea
from studio.seatiles.drawing.woods import CLASS_TARGET, STACK_TARGET
from studio.seatiles.place_info import (
    too_expensive,
    void_reason,
    why_not_from_rim,
    why_not_from_sea,
    why_not_island,
    why_not_lay,
)
from studio.seatiles.rules.play import payments, strengths
from studio.seatiles.text import class_edges, class_name, gold_text, space, stack, tiles_text

CLAUSES = sea.Clauses("N3", "N5", "N6", "N8")
UNIT_LOOK = sea.UnitLook(units, PIECE_STYLE.units)
_SAILING = (a.P_PAY, a.P_ANNOUNCE, a.P_GO, a.P_FRONT, a.P_LAY)


def describe_place(state: State, place: int, seat: int) -> PlaceInfo | None:
    """Return the details of a target visible to one seat: tokens and chief scouts only if known to it."""
    is_sailing = state.phase in _SAILING
    if place >= SPACE_TARGET:
        number, where = divmod(place - SPACE_TARGET, 16)
        return _hut(state, number, seat) if number < len(state.paths) and where < len(state.paths[number]) else None
    if 0 <= place - HUT_TARGET < len(state.paths):
        return _hut(state, place - HUT_TARGET, seat)
    if 1 <= place - CLASS_TARGET <= 6:
        cls = place - CLASS_TARGET
        text = f"{capitalize_first(class_edges(cls))}."
        kinds, ahead = state.board.chart.class_kinds[cls], state.ahead if is_sailing else ()
        return sea.placement_info(state, kinds, ahead, capitalize_first(class_name(cls)), text, "N5")
    events, island = tuple(map(event_text, a.EVENTS)), partial(_island, state, seat)
    return sea.describe_sea_place(state, place, is_sailing, CLAUSES, stack, events, island)


def _island(state: State, eyes: int, nodes: list[int], event: str) -> PlaceInfo:
    """Describe an island; a complete one with its scores (N10)."""
    chart = state.board.chart
    cells = {node >> 2 for node in nodes}
    bonus = sum(chart.kinds[chart.placements[state.laid[one]].kind].bonus for one in cells)
    parts = [f"{tiles_text(len(cells))}."]
    if bonus:
        parts[0] = _("{tiles} plus {bonus} for waterfalls: {value}.").format(
            tiles=tiles_text(len(cells)), bonus=bonus, value=len(cells) + bonus
        )
    if scored := sea.scored_island(state, nodes, (a.SCORED_ISLAND,)):
        found = sea.scored_ranks(scored)
    else:
        units_of = strengths(
            state, nodes, lambda one: weight(state, state.unit[one] // 3, state.unit_number[one], eyes)
        )
        found = [sea.IslandRank(*one, units_of[one[0]]) for one in ranks(len(cells) + bonus, units_of)]
        if state.numbered and any(state.unit[one] >= 0 and state.unit[one] % 3 == a.SCOUT for one in cells):
            parts.append(_("Chief scouts that are still secret can change this."))
    return sea.island_info(state, nodes, " ".join([*parts, event]).strip(), found, UNIT_LOOK, "N10")


def _hut(state: State, number: int, eyes: int) -> PlaceInfo:
    """Describe a hut: its token if known, the leader on its path, the next space (N11, N13)."""
    path, board = state.paths[number], state.board
    token = state.token[number]
    is_known = token and eyes >= 0 and state.seen[number] >> eyes & 1
    note = points_text(token) if is_known else _("token unknown") if token else _("no token yet")
    counts: dict[int, int] = {}
    nearest: dict[int, int] = {}
    for where, owner in enumerate(path):
        if owner >= 0:
            counts[owner] = counts.get(owner, 0) + weight(state, owner, state.path_numbers[number][where], eyes)
            nearest.setdefault(owner, where)
    order = sorted(counts, key=lambda seat: (-counts[seat], nearest[seat]))
    facts = tuple(
        Fact(
            seat_mark(seat),
            plural("{n} scout", "{n} scouts", counts[seat]).format(n=counts[seat]),
            seat,
            is_strong=not place,
            pieces=("seatiles/scout",) * counts[seat],
        )
        for place, seat in enumerate(order)
    )
    text = _("The path is full.")
    if -1 in path:
        free = path.index(-1)
        text = _("The next scout here goes on space {number}, counted from the hut.").format(number=free + 1)
        if free == board.dot and not token:
            text += " " + _("It draws the hut's token.")
        elif free == board.eye and token:
            text += " " + _("It looks at the hut's token.")
    head = FactGroup(_("Most scouts win the token at the end"), facts or (Fact(_("no units here")),))
    return PlaceInfo(capitalize_first(hut(number)), note, text, (head,), "N13")


# Reasons why a place has no legal move (N2–N12)


def why_not(state: State, place: int, turn: int = -1) -> IllegalReason | None:
    if state.to_move < 0 or sea.has_move(state, place, turn, target):
        return None
    if place >= BESIDE:
        return _stack_reason(state, place)
    match state.phase:
        case a.P_START:
            return _start(state, place)
        case a.P_LAY:
            return why_not_lay(state, place, turn, "N6")
        case a.P_ISLAND:
            return why_not_island(state, place, "N8")
        case a.P_GO:
            return void_reason(state, place) or _unit(state, place)
    return void_reason(state, place) or _wrong_step(state)


def _wrong_step(state: State) -> IllegalReason:
    text = {
        a.P_CHIEFS: _("Name your chief scouts first."),
        a.P_WHEEL: _("Choose your income first: the die shows the wheel, so you choose the number."),
        a.P_START: _("A new expedition begins: choose where the ship starts."),
        a.P_PAY: _("Choose the route to pay for first."),
        a.P_ANNOUNCE: _("First announce how many tiles you buy, and whether they are hidden or open."),
        a.P_GO: _("The expedition continues: draw a tile, place a unit or stop."),
        a.P_LAY: _("Place the tile in hand first."),
        a.P_NATIVES: _("First answer the natives: choose a hut for a scout, or send no scout."),
        a.P_ISLAND: _("The completed islands are scored first."),
        a.P_SEND: _("First send the scouts of the scored island to the jungle: choose a hut."),
    }[state.phase]
    return IllegalReason(clause(state), text)


def _start(state: State, place: int) -> IllegalReason:
    """Return why no expedition starts at a place (N2–N4)."""
    rest = tile_price(state)
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
        text = _("No route connects {space} to an open border edge.")
        return IllegalReason("N2", text.format(space=name), (place,))
    what = _("The cheapest route to {space}").format(space=name)
    return IllegalReason(
        "N3", too_expensive(state, found[0].cost, _("{what} costs {price}"), rest, what=what), (place,)
    )


def _unit(state: State, cell: int) -> IllegalReason:
    """Return why no unit is placed here (N7); drawing has its own targets."""
    board, who = state.board, seat_mark(state.active)
    if reason := sea.why_no_unit(state, cell, "N5", "N7"):
        return reason
    supplied = [kind for kind in range(3) if state.supply[state.active * 3 + kind]]
    if any(state.gold[state.active] >= board.unit_cost[kind] for kind in supplied):
        return _wrong_step(state)
    if a.SCOUT not in supplied and state.gold[state.active] >= board.unit_cost[a.SCOUT]:
        text = _("{who} has no scout in supply. To place one here, choose a scout to take back.")
        return IllegalReason("N7", text.format(who=who), (cell,))
    least = min([*supplied, a.SCOUT], key=lambda kind: board.unit_cost[kind])
    text = _("The cheapest unit ({unit}) costs {price}. {who} has {gold}.").format(
        unit=unit_name(least),
        price=gold_text(board.unit_cost[least]),
        who=who,
        gold=gold_text(state.gold[state.active]),
    )
    return IllegalReason("N7", text, (cell,))


def _stack_reason(state: State, place: int) -> IllegalReason | None:
    """Return why a stack, a class of open tiles or a hut has no legal move now."""
    if 0 <= place - HUT_TARGET < len(state.paths):
        return _hut_why(state, place - HUT_TARGET)
    stack, cls = place - STACK_TARGET, place - CLASS_TARGET
    is_stack = 0 <= stack < len(state.stack_size)
    if not is_stack and not 1 <= cls <= 6:
        return None
    if is_stack and not state.stack_size[stack]:
        return IllegalReason("N5", _("This pile is empty."))
    if state.phase != a.P_GO:
        return _wrong_step(state)
    if not state.left:
        return IllegalReason("N6", _("All announced tiles are taken."))
    if not state.ahead:
        text = _("No sea edge leads on from {space}. The expedition cannot take any more tiles.")
        return IllegalReason("N6", text.format(space=space(state.board, state.ship)), (state.ship,))
    if is_stack:
        return IllegalReason("N4", _("This expedition announced open tiles, so it cannot draw hidden ones."))
    if not state.open_tiles:
        return IllegalReason("N4", _("This expedition announced hidden tiles, so it cannot take open ones."))
    text = _("No tile of this class ({name}) fits next to the ship.").format(name=class_name(cls))
    return IllegalReason("N5", text, tuple(sorted(state.ahead)))


def _hut_why(state: State, number: int) -> IllegalReason:
    """Return why no scout moves to a hut now (N11, N12)."""
    if state.phase in (a.P_SEND, a.P_NATIVES) and -1 not in state.paths[number]:
        return IllegalReason("N11", _("The path to {hut} is full.").format(hut=hut(number)))
    if state.phase == a.P_NATIVES:
        text = _("{who} has no scout in supply. First choose which scout to send.").format(who=seat_mark(state.active))
        return IllegalReason("N12", text)
    text = _("Scouts go to the jungle when their island is scored or when natives lead them there.")
    return IllegalReason("N11", text)
