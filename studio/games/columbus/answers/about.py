"""What lies at a place of Columbus: harbours, tiles and ships, and where a tile may go."""

from __future__ import annotations

from collections.abc import Iterable

from studio.core.panel import Answer, Fact, Part
from studio.core.picture import HAND, Layer, Path, Picture
from studio.core.text import _, begun, plural, seat_mark
from studio.games.columbus.drawing import look, marks
from studio.games.columbus.drawing.rack import RACK_TARGET, placed_kinds
from studio.games.columbus.rules import State
from studio.games.columbus.rules import actions as a
from studio.games.columbus.rules.laying import open_for
from studio.games.columbus.rules.position import cells_in
from studio.games.columbus.rules.sailing import distance, last_ship
from studio.games.columbus.words.places import a_tile, harbour_of, place, space, spaces, tile_name, use_of


def about(state: State, at: int, seat: int) -> Answer | None:
    """What is at a target; what lies on a rack is told to its own seat alone."""
    if at == HAND:
        kind = state.hand if state.phase == a.P_PLACE else _lifted(state)
        return _where_it_goes(state, kind) if kind != a.NO_TILE else None
    number = at - RACK_TARGET
    if number >= 0:
        kinds = placed_kinds(state, seat) if seat >= 0 else []
        return _where_it_goes(state, kinds[number]) if number < len(kinds) else None
    if not 0 <= at < state.board.count:
        return None
    ships = [one for one, cell in enumerate(state.ship) if cell == at]
    if ships:
        return _ship(state, ships[0])
    if state.board.space[at] in (a.S_HOME, a.S_HARBOUR, a.S_FLORIDA):
        return _harbour(state, at)
    return _tile(state, at) if state.tile[at] != a.NO_TILE else _empty(state, at)


def _lifted(state: State) -> int:
    return state.tile[state.lifted] if state.lifted >= 0 else a.NO_TILE


def _ship(state: State, seat: int) -> Answer:
    """A ship: which way it sails, how far it may, from where it set out (C7, C9, C12)."""
    board, cell = state.board, state.ship[seat]
    words = {
        a.OUTBOUND: _("It is on its way to America."),
        a.RETURNING: _("It has been in America and sails for home."),
        a.HOME: _("It is home again."),
    }[state.voyage[seat]]
    facts = [Fact(_("its home harbour"), place(board, state.harbour[seat]))]
    if state.voyage[seat] != a.HOME:
        facts.insert(0, Fact(_("sails from here"), spaces(distance(state, seat))))
        if last_ship(state) == seat:
            facts.append(Fact(_("one of these for being the last of all")))
        if state.blocked[seat]:
            facts.append(Fact(_("blocked turns in a row"), str(state.blocked[seat])))
    title = _("The ship of {who}").format(who=seat_mark(seat))
    return Answer(title, space(board, cell), words, (Part("", tuple(facts)),), "C7")


def _harbour(state: State, cell: int) -> Answer:
    """A harbour, at home or in America (C1, C12, C14)."""
    board = state.board
    kind, lies = board.space[cell], state.tile[cell]
    if kind == a.S_HOME:
        owner = next((seat for seat, harbour in enumerate(state.harbour) if harbour == cell), -1)
        words = _("A home harbour: ships set out from here, and the first to come back wins.")
        facts = (Fact(_("the harbour of {who}").format(who=seat_mark(owner)), seat=owner),) if owner >= 0 else ()
        return Answer(harbour_of(board, cell), space(board, cell), words, (Part("", facts),) if facts else (), "C14")
    words = _("An American harbour: outbound ships stop here and turn for home.")
    if lies == a.NO_TILE and kind == a.S_HARBOUR:
        words += " " + _("It can be entered once its tile or a joker lies on it.")
    return Answer(harbour_of(board, cell), space(board, cell), words, (), "C12")


def _tile(state: State, cell: int) -> Answer:
    """A laid tile: what it does for ships, what lies below."""
    board, lies, below = state.board, state.tile[cell], state.under[cell]
    facts = []
    if below != a.NO_TILE:
        facts.append(Fact(_("below it"), tile_name(board, below)))
    if lies == a.T_JOKER:
        facts.append(Fact(_("stands for"), tile_name(board, board.picture[cell])))
    words = begun(f"{use_of(board, lies)}.")
    title = begun(tile_name(board, lies))
    return Answer(title, space(board, cell), words, (Part("", tuple(facts)),) if facts else (), "C7")


def _empty(state: State, cell: int) -> Answer | None:
    """An empty space: what may be laid there (C3)."""
    board, bit = state.board, 1 << cell
    shown = board.picture[cell]
    if shown == a.NO_TILE:
        return None
    words = _("Here {tile} may be laid, or a joker.").format(tile=a_tile(board, shown))
    kinds = [kind for kind in range(len(board.tiles)) if board.fits[kind] & bit and kind not in (shown, a.T_JOKER)]
    facts = tuple(Fact(a_tile(board, kind)) for kind in kinds)
    title = _("{space}, empty").format(space=space(board, cell))
    return Answer(title, "", words, (Part(_("And besides"), facts),) if facts else (), "C3")


def _where_it_goes(state: State, kind: int) -> Answer:
    """A tile in hand or on the rack: the spaces where it may lie (C3, C13)."""
    cells = cells_in(open_for(state, kind))
    words = plural("It may lie on {count} space.", "It may lie on {count} spaces.", len(cells)).format(count=len(cells))
    if kind == a.T_CYCLONE:
        words = _("It is laid beside the board and moves a tile.")
    use = begun(f"{use_of(state.board, kind)}.")
    return Answer(begun(tile_name(state.board, kind)), "", f"{use} {words}", (), "C3", _dashed(state, cells))


def _dashed(state: State, cells: Iterable[int]) -> Picture:
    """Spaces in dashes: never to be taken for lit ones."""
    grid = state.board.grid
    shapes = tuple(
        Path(f"dash:plate_ink:{0.05 * look.R}:0.09:0.07", (marks.hexagon(grid, cell, 0.92),)) for cell in cells
    )
    return Picture((0.0, 0.0, grid.width, grid.height), (Layer("marked", shapes, still=False),))
