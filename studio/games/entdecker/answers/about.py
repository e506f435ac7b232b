"""What lies at a place of Entdecker: islands and their points, piles, own tiles, harbours, the ship."""

from __future__ import annotations

from studio.core.panel import Answer
from studio.core.picture import BESIDE, HAND, is_edge
from studio.core.text import _, begun, every
from studio.games.entdecker.drawing.picture import OWN_TARGET
from studio.games.entdecker.rules import State
from studio.games.entdecker.rules import actions as a
from studio.games.entdecker.rules.scoring import shares
from studio.games.entdecker.words.places import event_words, pile, units
from studio.seatiles.answers import about as sea
from studio.seatiles.drawing.spots import COME_TARGET, STACK_TARGET
from studio.seatiles.words.places import class_edges, tile_name, tiles

_SAILING = (a.P_DECLARE, a.P_GO, a.P_FRONT, a.P_LAY)


def about(state: State, place: int, seat: int) -> Answer | None:
    """What is at a target; everybody knows the same (E1)."""
    board = state.board
    ahead = state.ahead if state.phase in _SAILING else ()
    if place == HAND:
        return sea.held(state, "E5")
    if 0 <= place - OWN_TARGET < len(board.chart.kinds):
        kind = place - OWN_TARGET
        words = f"{begun(class_edges(board.chart.kinds[kind].cls))}."
        return sea.where_it_goes(state, [kind], ahead, begun(tile_name(board, kind)), words, "E14")
    if 1 <= place - COME_TARGET <= 6:
        return sea.to_come(state, place - COME_TARGET, ahead, "E5")
    if 0 <= place - STACK_TARGET < len(state.stack_size):
        return sea.stack(state, place - STACK_TARGET, pile(place - STACK_TARGET), ahead, "E5")
    if place >= BESIDE:
        return None
    if is_edge(place):
        return sea.port(state, place, "E3")
    if board.chart.void[place]:
        return None
    if state.laid[place] < 0:
        return sea.undiscovered(state, place, "E5")
    if place == state.ship and state.phase in _SAILING:
        return sea.ship(state, "E5")
    nodes = sea.island_at(state, place)
    return _island(state, nodes, place) if nodes else sea.open_sea(state, place, _event(state, place))


def _event(state: State, cell: int) -> str:
    """What the "?" of a tile brought."""
    number = state.event[cell]
    return event_words(a.EVENTS[number - 1]) if number else ""


def _island(state: State, nodes: list[int], cell: int) -> Answer:
    """An island; a complete one is told as it was scored (E11, E12)."""
    size = len({node >> 2 for node in nodes})
    more = sea.happened(state, cell, _event(state, cell))
    scored = [
        entry
        for entry in state.ledger
        if entry[0] in (a.SCORED_ISLAND, a.UNFINISHED_ISLAND) and entry[6:8] == (nodes[0] >> 2, nodes[0] & 3)
    ]
    if scored:
        chip = scored[0][5]
        value = _("It was scored at {value}.").format(value=_sum(size, chip))
        standings = [
            sea.Standing(entry[1], entry[3], entry[2], *_units(entry[8:11])) for entry in scored if entry[1] >= 0
        ]
        return sea.island(state, nodes, value, standings, "E11", more)
    found = sea.strengths(state, nodes)
    value = f"{_sum(size, 0)}."
    if any(strength[0] or strength[1] for strength in found.values()) and any(state.bag):
        value = _("{value}, and the highest plant chip that is then drawn.").format(value=_sum(size, 0))
    standings = [sea.Standing(one, place, points, *_units(found[one])) for one, place, points in shares(size, found)]
    return sea.island(state, nodes, value, standings, "E11", more)


def _sum(size: int, chip: int) -> str:
    """The value of an island as a sum."""
    if not chip:
        return tiles(size)
    return _("{tiles} and a chip of {chip}: {value}").format(tiles=tiles(size), chip=chip, value=size + chip)


_DRAWN = ("seatiles/settlement", "entdecker/fort", "seatiles/scout")


def _units(strength: tuple[int, ...]) -> tuple[str, tuple[str, ...]]:
    """Settlements, forts and scouts in words, and drawn."""
    words = every([units(2 - place, count) for place, count in enumerate(strength) if count])
    return words, sea.drawn(strength, _DRAWN)
