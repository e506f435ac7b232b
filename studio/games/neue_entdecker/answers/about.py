"""What lies at a place of Die Neuen Entdecker: islands and their points, stacks, huts, harbours, the ship."""

from __future__ import annotations

from collections.abc import Mapping

from studio.core.panel import Answer, Fact, Part
from studio.core.picture import BESIDE, HAND, is_edge
from studio.core.text import _, begun, every, plural, points, seat_mark
from studio.games.neue_entdecker.drawing.jungle import HUT_TARGET, SPACE_TARGET
from studio.games.neue_entdecker.rules import State
from studio.games.neue_entdecker.rules import actions as a
from studio.games.neue_entdecker.words.places import event_words, hut, units
from studio.seatiles.answers import about as sea
from studio.seatiles.drawing.spots import CLASS_TARGET, COME_TARGET, STACK_TARGET
from studio.seatiles.words.places import class_edges, class_name, stack, tiles

_SAILING = (a.P_PAY, a.P_ANNOUNCE, a.P_GO, a.P_FRONT, a.P_LAY)
_EVENTS = ("", "gold", "pirates", "natives", "storm")


def about(state: State, place: int, seat: int) -> Answer | None:
    """What is at a target, as one seat may know it: tokens and chief scouts are told to those who know them."""
    chart = state.board.chart
    ahead = state.ahead if state.phase in _SAILING else ()
    if place == HAND:
        return sea.held(state, "N6")
    if place >= SPACE_TARGET:
        number, where = divmod(place - SPACE_TARGET, 16)
        return _hut(state, number, seat) if number < len(state.paths) and where < len(state.paths[number]) else None
    if 0 <= place - HUT_TARGET < len(state.paths):
        return _hut(state, place - HUT_TARGET, seat)
    if 1 <= place - CLASS_TARGET <= 6:
        cls = place - CLASS_TARGET
        words = f"{begun(class_edges(cls))}."
        return sea.where_it_goes(state, chart.class_kinds[cls], ahead, begun(class_name(cls)), words, "N5")
    if 1 <= place - COME_TARGET <= 6:
        return sea.to_come(state, place - COME_TARGET, ahead, "N5")
    if 0 <= place - STACK_TARGET < len(state.stack_size):
        return sea.stack(state, place - STACK_TARGET, stack(place - STACK_TARGET), ahead, "N5")
    if place >= BESIDE:
        return None
    if is_edge(place):
        return sea.port(state, place, "N3")
    if chart.void[place]:
        return None
    if state.laid[place] < 0:
        return sea.undiscovered(state, place, "N6")
    if place == state.ship and state.phase in _SAILING:
        return sea.ship(state, "N6")
    nodes = sea.island_at(state, place)
    return _island(state, nodes, place, seat) if nodes else sea.open_sea(state, place, _event(state, place))


def _event(state: State, cell: int) -> str:
    """What the "?" of a tile brought."""
    number = state.event[cell]
    return event_words(_EVENTS[number]) if number else ""


# islands


def _weight(state: State, owner: int, number: int, eyes: int) -> int:
    """What a scout counts for those who look: chiefs count two for those who know them (N14)."""
    for index in (owner * 2, owner * 2 + 1):
        if number and state.chiefs[index] == number and (owner == eyes or state.chief_known >> index & 1):
            return 2
    return 1


def ranked(value: int, found: Mapping[int, tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Seat, place and points of all on an island, best first: each place half of the one above (N10)."""
    order = sorted(sorted(found), key=found.__getitem__, reverse=True)
    result: list[tuple[int, int, int]] = []
    points_, place = value, 1
    for index, seat in enumerate(order):
        if index and found[seat] != found[order[index - 1]]:
            points_, place = (points_ + 1) // 2, place + 1
        result.append((seat, place, points_))
    return result


def _island(state: State, nodes: list[int], cell: int, eyes: int) -> Answer:
    """An island; a complete one is told as it was scored (N10)."""
    chart = state.board.chart
    cells = {node >> 2 for node in nodes}
    more = sea.happened(state, cell, _event(state, cell))
    bonus = sum(chart.kinds[chart.placements[state.laid[one]].kind].bonus for one in cells)
    value = f"{tiles(len(cells))}."
    if bonus:
        value = _("{tiles} and {bonus} for its waterfalls: {value}.").format(
            tiles=tiles(len(cells)), bonus=bonus, value=len(cells) + bonus
        )
    scored = [
        entry for entry in state.ledger if entry[0] == a.SCORED_ISLAND and entry[6:8] == (nodes[0] >> 2, nodes[0] & 3)
    ]
    if scored:
        standings = [
            sea.Standing(entry[1], entry[3], entry[2], *_units(entry[8:11])) for entry in scored if entry[1] >= 0
        ]
        return sea.island(state, nodes, value, standings, "N10", more)
    found = sea.strengths(state, nodes, lambda one: _weight(state, state.unit[one] // 3, state.unit_number[one], eyes))
    standings = [
        sea.Standing(seat, place, won, *_units(found[seat])) for seat, place, won in ranked(len(cells) + bonus, found)
    ]
    if state.numbered and any(state.unit[one] >= 0 and state.unit[one] % 3 == a.SCOUT for one in cells):
        more = " ".join(filter(None, (_("Chief scouts that you do not know may change this."), more)))
    return sea.island(state, nodes, value, standings, "N10", more)


_DRAWN = ("seatiles/settlement", "seatiles/base", "seatiles/scout")


def _units(strength: tuple[int, ...]) -> tuple[str, tuple[str, ...]]:
    """Settlements, bases and scouts in words, and drawn."""
    words = every([units(2 - place, count) for place, count in enumerate(strength) if count])
    return words, sea.drawn(strength, _DRAWN)


# the jungle


def _hut(state: State, number: int, eyes: int) -> Answer:
    """A hut: its token for those who know it, who is ahead on its path, which space comes next (N11, N13)."""
    path, board = state.paths[number], state.board
    token = state.token[number]
    is_known = token and eyes >= 0 and state.seen[number] >> eyes & 1
    note = points(token) if is_known else _("token unknown") if token else _("no token yet")
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
            strong=not place,
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
    head = Part(_("Most scouts win the token at the end"), facts or (Fact(_("nobody stands here")),))
    return Answer(begun(hut(number)), note, words, (head,), "N13")
