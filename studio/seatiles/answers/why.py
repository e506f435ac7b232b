"""Why nothing can be done at a place of a sea: laying tiles (T4) and setting out (T5), as both games have it."""

from __future__ import annotations

from studio.core.panel import Reason
from studio.core.picture import edge_target, is_edge, target_edge
from studio.core.text import _, either, every, seat_mark
from studio.seatiles.rules.chart import COAST, INNER, SHORE
from studio.seatiles.rules.islands import root_of
from studio.seatiles.rules.position import SeaPosition
from studio.seatiles.words.places import gold, harbour, side_name, space, tile_name


def cell_of(target: int) -> int:
    """The space that a target lies on or at."""
    return target_edge(target)[0] if is_edge(target) else target


def off_board(s: SeaPosition, target: int) -> Reason | None:
    """A void space (T6)."""
    if is_edge(target) or not s.board.chart.void[target]:
        return None
    return Reason("T6", _("{space} is off the board.").format(space=space(s.board, target)), (target,))


# laying the tile in hand


def why_not_lay(s: SeaPosition, target: int, turn: int, clause: str) -> Reason:
    """Why the tile in hand does not go there (turned so often clockwise; -1: however it is turned).

    `clause` is the one by which tiles are laid in the game.
    """
    cell = cell_of(target)
    if reason := off_board(s, target):
        return reason
    if is_edge(target):
        return Reason(clause, _("The tile in hand is laid on a space, not at the border."))
    if s.laid[cell] >= 0:
        words = _("On {space} lies a tile already.").format(space=space(s.board, cell))
        return Reason(clause, words, (cell,))
    if cell not in s.ahead:
        return _not_beside(s, cell, clause)
    return _misfit(s, cell, turn)


def _not_beside(s: SeaPosition, cell: int, clause: str) -> Reason:
    """No sea edge joins the space to the ship's place."""
    board, chart = s.board, s.board.chart
    onward = either([space(board, other) for other in sorted(s.ahead)])
    if s.ship < 0:
        start, side = divmod(s.ship_rim, 4)
        words = _("The ship lies in {harbour}: from there it can only go to {onward}.").format(
            harbour=harbour(board, start, side), onward=onward
        )
        return Reason(clause, words, (edge_target(start, side),))
    here = space(board, s.ship)
    side = next((side for side in range(4) if chart.near[s.ship * 4 + side] == cell), -1)
    if side >= 0:
        words = _(
            "The {side} edge of {here} is land. A ship leaves a tile over a sea edge only; from {here} to {onward}."
        ).format(side=side_name(side), here=here, onward=onward)
        return Reason(clause, words, (edge_target(s.ship, side),))
    words = _("{space} does not lie beside the ship: from {here} it can go to {onward}.").format(
        space=space(board, cell), here=here, onward=onward
    )
    return Reason(clause, words, (s.ship,))


def _misfit(s: SeaPosition, cell: int, turn: int) -> Reason:
    """An edge that does not match (T4), or for any turn all edges that are asked for."""
    assert s.hand is not None
    board, need, kind = s.board, s.need[cell], s.hand[0]
    name = tile_name(board, kind)
    if turn < 0:
        edges = tuple(edge_target(cell, side) for side in range(4) if (need | need >> 4) >> side & 1)
        words = _("However it is turned, the {tile} does not fit on {space}: there it must have {edges}.").format(
            tile=name, space=space(board, cell), edges=_edges_asked(need)
        )
        return Reason("T4", words, edges)
    edges_so = board.chart.placements[board.chart.placement_of[kind][turn % 4]].edges
    for side in range(4):
        is_land = edges_so >> side & 1
        if need >> side & 1 and is_land:
            words = _("Turned like this, the {side} edge of the {tile} is land, and {beside} there is sea.")
        elif need >> 4 + side & 1 and not is_land:
            words = _("Turned like this, the {side} edge of the {tile} is sea, and {beside} there is land.")
        else:
            continue
        other = board.chart.near[cell * 4 + side]
        beside = _("the edge of {space}").format(space=space(board, other)) if other >= 0 else _("the border")
        return Reason("T4", words.format(side=side_name(side), tile=name, beside=beside), (edge_target(cell, side),))
    raise AssertionError("it fits")


def _edges_asked(need: int) -> str:
    """The edges that a space asks for: "land to the north, and sea to the east and south"."""
    parts = []
    for words, bits in ((_("land to the {sides}"), need >> 4), (_("sea to the {sides}"), need & 15)):
        sides = [side_name(side) for side in range(4) if bits >> side & 1]
        if sides:
            parts.append(words.format(sides=every(sides)))
    return every(parts)


# setting out


def why_not_from_rim(s: SeaPosition, target: int, rest: int, clause: str) -> Reason:
    """Why no ship sets out from an edge of the board, if `rest` gold must remain after its toll (E3, N3)."""
    cell, side = target_edge(target)
    board, who = s.board, seat_mark(s.active)
    what = board.chart.rim[cell * 4 + side]
    if what in (SHORE, COAST, INNER):
        words = _("The border is land here: no ship comes from outside.")
        if what == SHORE:
            words = _("The border is a shore here: no ship comes from outside.")
        return Reason("T5", words, (target,))
    if s.laid[cell] >= 0:
        words = _("{space} behind this harbour is discovered: from outside a ship goes onto undiscovered spaces only.")
        return Reason(clause, words.format(space=space(board, cell)), (cell,))
    return Reason(clause, _dear(s, _("The toll here is {price}").format(price=gold(what)), rest, who), (target,))


def _dear(s: SeaPosition, price: str, rest: int, who: str) -> str:
    """That something costs more than the seat can spare."""
    return _("{price}, and {rest} must remain for a tile: {who} has {gold}.").format(
        price=price, rest=gold(rest), who=who, gold=gold(s.gold[s.active])
    )


def dear(s: SeaPosition, price: int, what: str, rest: int) -> str:
    """That a start costs so much for this reason, more than the seat can spare."""
    return _dear(s, _("{what} costs {price}").format(what=what, price=gold(price)), rest, seat_mark(s.active))


def why_not_from_sea(s: SeaPosition, cell: int, clause: str) -> Reason | None:
    """Why no ship sets out from a space, as far as tiles say it."""
    board, chart = s.board, s.board.chart
    if reason := off_board(s, cell):
        return reason
    name = space(board, cell)
    if s.laid[cell] < 0:
        words = _("{space} is undiscovered. A ship sets out from a harbour at the border or from a discovered tile.")
        return Reason(clause, words.format(space=name), (cell,))
    edges = chart.placements[s.laid[cell]].edges
    if not any(s.laid[other] < 0 for other in chart.over_sea[cell << 4 | edges]):
        words = _("No sea edge of {space} faces an undiscovered space.").format(space=name)
        return Reason(clause, words, (cell,))
    return None


# islands to be scored


def why_not_island(s: SeaPosition, cell: int, clause: str) -> Reason:
    """Completed islands are scored now, one after another; each is chosen on its first space."""
    board = s.board
    first = [move[1] for move in s.moves]
    if not is_edge(cell) and s.laid[cell] >= 0:
        roots = {root_of(s.parent, cell * 4 + land) for land in range(board.chart.placements[s.laid[cell]].lands)}
        mine = [move[1] for move in s.moves if root_of(s.parent, move[1] * 4 + move[2]) in roots]
        if mine:
            words = _("This island is chosen on {space}.").format(space=space(board, mine[0]))
            return Reason(clause, words, tuple(mine))
    words = _("Here is no island that is to be scored now; choose one on {spaces}.").format(
        spaces=either([space(board, other) for other in dict.fromkeys(first)])
    )
    return Reason(clause, words, tuple(dict.fromkeys(first)))
