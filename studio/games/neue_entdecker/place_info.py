"""What lies at a place of Die Neuen Entdecker: islands and their points, stacks, huts, harbours, the ship."""

from __future__ import annotations

from collections.abc import Mapping

from studio.core.panel import Fact, FactGroup, IllegalReason, PlaceInfo
from studio.core.picture import BESIDE, HAND, is_edge
from studio.core.text import _, capitalize_first, join_and, plural, points_text, seat_mark
from studio.games.neue_entdecker.drawing.jungle import HUT_TARGET, SPACE_TARGET
from studio.games.neue_entdecker.drawing.picture import target
from studio.games.neue_entdecker.rules import State, board as a
from studio.games.neue_entdecker.rules.scoring import payable
from studio.games.neue_entdecker.text import clause
from studio.games.neue_entdecker.text.moves import event_text, hut, unit_name, units
from studio.seatiles import place_info as sea
from studio.seatiles.drawing.woods import CLASS_TARGET, STACK_TARGET, UPCOMING_TARGET
from studio.seatiles.place_info import (
    too_expensive,
    void_reason,
    why_not_from_rim,
    why_not_from_sea,
    why_not_island,
    why_not_lay,
)
from studio.seatiles.rules.play import payments
from studio.seatiles.text import class_edges, class_name, gold_text, space, stack, tiles_text

_SAILING = (a.P_PAY, a.P_ANNOUNCE, a.P_GO, a.P_FRONT, a.P_LAY)
_EVENTS = ("", "gold", "pirates", "natives", "storm")


def describe_place(state: State, place: int, seat: int) -> PlaceInfo | None:
    """What is at a target, as one seat may know it: tokens and chief scouts are told to those who know them."""
    chart = state.board.chart
    ahead = state.ahead if state.phase in _SAILING else ()
    if place == HAND:
        return sea.hand_info(state, "N6")
    if place >= SPACE_TARGET:
        number, where = divmod(place - SPACE_TARGET, 16)
        return _hut(state, number, seat) if number < len(state.paths) and where < len(state.paths[number]) else None
    if 0 <= place - HUT_TARGET < len(state.paths):
        return _hut(state, place - HUT_TARGET, seat)
    if 1 <= place - CLASS_TARGET <= 6:
        cls = place - CLASS_TARGET
        words = f"{capitalize_first(class_edges(cls))}."
        return sea.placement_info(state, chart.class_kinds[cls], ahead, capitalize_first(class_name(cls)), words, "N5")
    if 1 <= place - UPCOMING_TARGET <= 6:
        return sea.upcoming_info(state, place - UPCOMING_TARGET, ahead, "N5")
    if 0 <= place - STACK_TARGET < len(state.stack_size):
        return sea.stack_info(state, place - STACK_TARGET, stack(place - STACK_TARGET), ahead, "N5")
    if place >= BESIDE:
        return None
    if is_edge(place):
        return sea.port_info(state, place, "N3")
    if chart.void[place]:
        return None
    if state.laid[place] < 0:
        return sea.undiscovered_info(state, place, "N6")
    if place == state.ship and state.phase in _SAILING:
        return sea.ship_info(state, "N6")
    nodes = sea.island_at(state, place)
    return _island(state, nodes, place, seat) if nodes else sea.sea_tile_info(state, place, _event(state, place))


def _event(state: State, cell: int) -> str:
    """What the "?" of a tile brought."""
    number = state.event[cell]
    return event_text(_EVENTS[number]) if number else ""


# islands


def _weight(state: State, owner: int, number: int, eyes: int) -> int:
    """What a scout counts for those who look: chiefs count two for those who know them (N14)."""
    for index in (owner * 2, owner * 2 + 1):
        if number and state.chiefs[index] == number and (owner == eyes or state.chief_known >> index & 1):
            return 2
    return 1


def rank_island(value: int, found: Mapping[int, tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Seat, place and points of all on an island, best first: each place half of the one above (N10)."""
    order = sorted(sorted(found), key=found.__getitem__, reverse=True)
    result: list[tuple[int, int, int]] = []
    points_, place = value, 1
    for index, seat in enumerate(order):
        if index and found[seat] != found[order[index - 1]]:
            points_, place = (points_ + 1) // 2, place + 1
        result.append((seat, place, points_))
    return result


def _island(state: State, nodes: list[int], cell: int, eyes: int) -> PlaceInfo:
    """An island; a complete one is told as it was scored (N10)."""
    chart = state.board.chart
    cells = {node >> 2 for node in nodes}
    more = sea.event_text(state, cell, _event(state, cell))
    bonus = sum(chart.kinds[chart.placements[state.laid[one]].kind].bonus for one in cells)
    value = f"{tiles_text(len(cells))}."
    if bonus:
        value = _("{tiles} and {bonus} for its waterfalls: {value}.").format(
            tiles=tiles_text(len(cells)), bonus=bonus, value=len(cells) + bonus
        )
    scored = [
        entry for entry in state.ledger if entry[0] == a.SCORED_ISLAND and entry[6:8] == (nodes[0] >> 2, nodes[0] & 3)
    ]
    if scored:
        standings = [
            sea.IslandRank(entry[1], entry[3], entry[2], *_units(entry[8:11])) for entry in scored if entry[1] >= 0
        ]
        return sea.island_info(state, nodes, value, standings, "N10", more)
    found = sea.strengths(state, nodes, lambda one: _weight(state, state.unit[one] // 3, state.unit_number[one], eyes))
    standings = [
        sea.IslandRank(seat, place, won, *_units(found[seat]))
        for seat, place, won in rank_island(len(cells) + bonus, found)
    ]
    if state.numbered and any(state.unit[one] >= 0 and state.unit[one] % 3 == a.SCOUT for one in cells):
        more = " ".join(filter(None, (_("Chief scouts that you do not know may change this."), more)))
    return sea.island_info(state, nodes, value, standings, "N10", more)


_DRAWN = ("seatiles/settlement", "seatiles/base", "seatiles/scout")


def _units(strength: tuple[int, ...]) -> tuple[str, tuple[str, ...]]:
    """Settlements, bases and scouts in words, and drawn."""
    words = join_and([units(2 - place, count) for place, count in enumerate(strength) if count])
    return words, sea.unit_sprites(strength, _DRAWN)


# the jungle


def _hut(state: State, number: int, eyes: int) -> PlaceInfo:
    """A hut: its token for those who know it, who is ahead on its path, which space comes next (N11, N13)."""
    path, board = state.paths[number], state.board
    token = state.token[number]
    is_known = token and eyes >= 0 and state.seen[number] >> eyes & 1
    note = points_text(token) if is_known else _("token unknown") if token else _("no token yet")
    counts: dict[int, int] = {}
    nearest: dict[int, int] = {}
    for where, owner in enumerate(path):
        if owner >= 0:
            counts[owner] = counts.get(owner, 0) + _weight(state, owner, state.path_numbers[number][where], eyes)
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
    words = _("The path is full.")
    if -1 in path:
        free = path.index(-1)
        words = _("The next scout here stands on space {number} from the hut.").format(number=free + 1)
        if free == board.dot and not token:
            words += " " + _("It draws the hut's token.")
        elif free == board.eye and token:
            words += " " + _("It looks at the hut's token.")
    head = FactGroup(_("Most scouts win the token at the end"), facts or (Fact(_("nobody stands here")),))
    return PlaceInfo(capitalize_first(hut(number)), note, words, (head,), "N13")


# Why nothing can be done at a place of Die Neuen Entdecker now, by the clauses N2–N12.


def why_not(state: State, place: int, turn: int = -1) -> IllegalReason | None:
    """Why nothing can be done there (with the tile in hand turned so often); None where something can."""
    if state.to_move < 0 or any(_is_there(state, action, place, turn) for action in state.legal()):
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


def _is_there(state: State, action: tuple[int, ...], place: int, turn: int) -> bool:
    if target(state, action) != place:
        return False
    if action[0] != a.LAY or turn < 0 or state.hand is None:
        return True
    return action[2] == state.board.chart.placement_of[state.hand[0]][turn % 4]


def _wrong_step(state: State) -> IllegalReason:
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
    return IllegalReason(clause(state), words)


# setting out


def _tile_price(state: State) -> int:
    """The gold that must remain after a start (N4)."""
    hidden = state.hidden_plain or state.hidden_query
    return min(state.board.hidden_price, state.board.open_price) if hidden else state.board.open_price


def _start(state: State, place: int) -> IllegalReason:
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
        return IllegalReason("N2", words.format(space=name), (place,))
    what = _("The cheapest route to {space}").format(space=name)
    return IllegalReason("N3", too_expensive(state, found[0].cost, what, rest), (place,))


# units


def _unit(state: State, cell: int) -> IllegalReason:
    """Where no unit is placed (N7); drawing has its own places."""
    board, who = state.board, seat_mark(state.active)
    if not state.laid_turn:
        words = _("First a tile is drawn; it is laid beside the ship, and only then can a unit be placed on it.")
        return IllegalReason("N5", words)
    if cell != state.ship:
        words = _("A unit is placed only on the tile laid last, where the ship lies: on {space}.")
        return IllegalReason("N7", words.format(space=space(board, state.ship)), (state.ship,))
    if not board.chart.placements[state.laid[cell]].lands:
        return IllegalReason("N7", _("{space} carries no land for a unit.").format(space=space(board, cell)), (cell,))
    supplied = [kind for kind in range(3) if state.supply[state.active * 3 + kind]]
    if any(state.gold[state.active] >= board.unit_cost[kind] for kind in supplied):
        return _wrong_step(state)
    if a.SCOUT not in supplied and state.gold[state.active] >= board.unit_cost[a.SCOUT]:
        words = _("{who} has no scout in supply: to land one here, take it back from where it stands.")
        return IllegalReason("N7", words.format(who=who), (cell,))
    least = min([*supplied, a.SCOUT], key=lambda kind: board.unit_cost[kind])
    words = _("The cheapest unit, a {unit}, costs {price}: {who} has {gold}.").format(
        unit=unit_name(least),
        price=gold_text(board.unit_cost[least]),
        who=who,
        gold=gold_text(state.gold[state.active]),
    )
    return IllegalReason("N7", words, (cell,))


# beside the board


def _stack_reason(state: State, place: int) -> IllegalReason | None:
    """A stack, a class of open tiles or a hut at which nothing can be done now."""
    if 0 <= place - HUT_TARGET < len(state.paths):
        return _hut_why(state, place - HUT_TARGET)
    stack, cls = place - STACK_TARGET, place - CLASS_TARGET
    is_stack = 0 <= stack < len(state.stack_size)
    if not is_stack and not 1 <= cls <= 6:
        return None
    if is_stack and not state.stack_size[stack]:
        return IllegalReason("N5", _("This stack is used up."))
    if state.phase != a.P_GO:
        return _wrong_step(state)
    if not state.left:
        return IllegalReason("N6", _("As many tiles are taken as were announced."))
    if not state.ahead:
        words = _("No sea edge leads on from {space}: the expedition can take no more tiles.")
        return IllegalReason("N6", words.format(space=space(state.board, state.ship)), (state.ship,))
    if is_stack:
        return IllegalReason("N4", _("Open tiles were announced: this expedition draws no hidden ones."))
    if not state.open_tiles:
        return IllegalReason("N4", _("Hidden tiles were announced: this expedition takes no open ones."))
    words = _("No tile of this class ({name}) fits beside the ship.").format(name=class_name(cls))
    return IllegalReason("N5", words, tuple(sorted(state.ahead)))


def _hut_why(state: State, number: int) -> IllegalReason:
    """A hut to which no scout goes now (N11, N12)."""
    if state.phase in (a.P_SEND, a.P_NATIVES) and -1 not in state.paths[number]:
        return IllegalReason("N11", _("The path to {hut} is full.").format(hut=hut(number)))
    if state.phase == a.P_NATIVES:
        words = _("{who} has no scout in supply: first choose which one goes.").format(who=seat_mark(state.active))
        return IllegalReason("N12", words)
    words = _("Scouts go into the jungle when their island is scored, or when natives lead them there.")
    return IllegalReason("N11", words)


# What the board of this game answers: why something cannot be done at a place, and what lies there.

__all__ = ["describe_place", "why_not"]
