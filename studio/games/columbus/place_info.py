"""Details of a place of the chart, and why no move is possible there (C1–C14)."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.panel import Fact, FactGroup, IllegalReason, PlaceInfo
from studio.core.picture import HAND, Layer, Path, Picture
from studio.core.text import _, capitalize_first, plural, seat_mark
from studio.games.columbus.drawing import chart, tiles
from studio.games.columbus.drawing.picture import RACK_TARGET, plan, rack_kinds, target
from studio.games.columbus.rules import State, board as a
from studio.games.columbus.rules.position import (
    cells_in,
    distance,
    ends_and_barred,
    last_ship,
    limit,
    open_for,
    predecessors,
    trace_course,
)
from studio.games.columbus.text import clause
from studio.games.columbus.text.places import a_tile, harbour_of, place, space, spaces, the_tile, tile_name, use_of


def describe_place(state: State, at: int, seat: int) -> PlaceInfo | None:
    """Return what is at a target. Tiles on a rack are shown to their own seat alone."""
    if at == HAND:
        lifted = state.tile[state.lifted] if state.lifted >= 0 else a.NO_TILE
        kind = state.hand if state.phase == a.P_PLACE else lifted
        return _placement_info(state, kind) if kind != a.NO_TILE else None
    if (number := at - RACK_TARGET) >= 0:
        kinds = rack_kinds(state, seat) if seat >= 0 else []
        return _placement_info(state, kinds[number]) if number < len(kinds) else None
    if not 0 <= at < state.board.count:
        return None
    if at in state.ship:
        return _ship(state, state.ship.index(at))
    if state.board.space[at] in (a.S_HOME, a.S_HARBOUR, a.S_FLORIDA):
        return _harbour(state, at)
    return _tile(state, at) if state.tile[at] != a.NO_TILE else _empty(state, at)


def _ship(state: State, seat: int) -> PlaceInfo:
    """Return details of a ship: its direction, how far it may sail, its home harbour (C7, C9, C12)."""
    board, cell = state.board, state.ship[seat]
    text = {
        a.OUTBOUND: _("It is on its way to America."),
        a.RETURNING: _("It has reached America and sails home."),
        a.HOME: _("It is home again."),
    }[state.voyage[seat]]
    facts = [Fact(_("its home harbour"), place(board, state.harbour[seat]))]
    if state.voyage[seat] != a.HOME:
        facts.insert(0, Fact(_("range"), spaces(distance(state, seat))))
        if last_ship(state) == seat:
            facts.append(Fact(_("includes one extra space as the last ship")))
        if state.blocked[seat]:
            facts.append(Fact(_("blocked turns in a row"), str(state.blocked[seat])))
    title = _("The ship of {who}").format(who=seat_mark(seat))
    return PlaceInfo(title, space(board, cell), text, (FactGroup("", tuple(facts)),), "C7")


def _harbour(state: State, cell: int) -> PlaceInfo:
    """Return details of a home or American harbour (C1, C12, C14)."""
    board = state.board
    kind, tile = board.space[cell], state.tile[cell]
    if kind == a.S_HOME:
        owner = next((seat for seat, harbour in enumerate(state.harbour) if harbour == cell), -1)
        text = _("A home harbour. Ships start from here. The first ship to return wins.")
        facts = [Fact(_("the harbour of {who}").format(who=seat_mark(owner)), seat=owner)] if owner >= 0 else []
        return PlaceInfo(harbour_of(board, cell), space(board, cell), text, _group("", facts), "C14")
    text = _("An American harbour. Outbound ships stop here and turn for home.")
    if tile == a.NO_TILE and kind == a.S_HARBOUR:
        text += " " + _("Ships can enter it when its tile or a joker is on it.")
    return PlaceInfo(harbour_of(board, cell), space(board, cell), text, (), "C12")


def _tile(state: State, cell: int) -> PlaceInfo:
    """Return details of a tile on the board: its effect on ships, what is below it."""
    board, tile, below = state.board, state.tile[cell], state.under[cell]
    facts = []
    if below != a.NO_TILE:
        facts.append(Fact(_("below it"), tile_name(board, below)))
    if tile == a.T_JOKER:
        facts.append(Fact(_("counts as"), tile_name(board, board.picture[cell])))
    text = capitalize_first(f"{use_of(board, tile)}.")
    title = capitalize_first(tile_name(board, tile))
    return PlaceInfo(title, space(board, cell), text, _group("", facts), "C7")


def _group(title: str, facts: Sequence[Fact]) -> tuple[FactGroup, ...]:
    return (FactGroup(title, tuple(facts)),) if facts else ()


def _empty(state: State, cell: int) -> PlaceInfo | None:
    """Return details of an empty space: which tiles fit (C3)."""
    board, bit = state.board, 1 << cell
    shown = board.picture[cell]
    if shown == a.NO_TILE:
        return None
    text = _("You can place {tile} or a joker here.").format(tile=a_tile(board, shown))
    kinds = [kind for kind in range(len(board.tiles)) if board.fits[kind] & bit and kind not in (shown, a.T_JOKER)]
    facts = [Fact(a_tile(board, kind)) for kind in kinds]
    title = _("{space}, empty").format(space=space(board, cell))
    return PlaceInfo(title, "", text, _group(_("Also possible"), facts), "C3")


def _placement_info(state: State, kind: int) -> PlaceInfo:
    """Return details of a tile in hand or on the rack: the spaces where it fits (C3, C13)."""
    cells = cells_in(open_for(state, kind))
    text = plural("It can be placed on {count} space.", "It can be placed on {count} spaces.", len(cells)).format(
        count=len(cells)
    )
    if kind == a.T_CYCLONE:
        text = _("It counts as a placed tile and leaves the game.")
    text = capitalize_first(f"{use_of(state.board, kind)}. {text}")
    grid, style = state.board.grid, f"dash:plate_ink:{0.05 * tiles.R}:0.09:0.07"  # unlike the frames of legal moves
    frames = tuple(Path(style, (chart.hexagon(grid, cell, 0.92),)) for cell in cells)
    picture = Picture((0.0, 0.0, grid.width, grid.height), (Layer("marked", frames, is_still=False),))
    return PlaceInfo(capitalize_first(tile_name(state.board, kind)), "", text, (), "C3", picture)


# Why no move is possible at a place now.


def why_not(state: State, place: int, turn: int = -1) -> IllegalReason | None:
    if state.to_move < 0 or any(target(state, action) == place for action in state.legal()) or plan(state, place):
        return None
    if place >= RACK_TARGET:
        return _rack(state, place - RACK_TARGET)
    if place >= state.board.count:
        return None
    match state.phase:
        case a.P_HARBOUR:
            return _harbour_why(state, place)
        case a.P_PLACE:
            return _place(state, place, state.hand)
        case a.P_LIFT:
            return _lift(state, place)
        case a.P_DROP:
            return _drop(state, place)
    rule, text = "C7", _("The ship has already sailed this turn, and no more tiles can be placed.")
    if state.phase == a.P_LAY:
        rule, text = "C2", _("First take a tile from the rack. Then the spaces where it fits are highlighted.")
    elif not state.sailed:
        return _sail(state, place)
    elif state.phase == a.P_FREE and state.laid < limit(state):
        rule, text = "C13", _("The ship has already sailed this turn. To place a tile, take it from the rack first.")
    return _swap(state, place) or IllegalReason(rule, text)


def _harbour_why(state: State, cell: int) -> IllegalReason:
    """Return why a ship cannot start there (C1)."""
    name = place(state.board, cell)
    text = _("{space} is not a home harbour. The ship must start from a home harbour.").format(space=name)
    if cell in state.board.homes:
        owner = seat_mark(state.harbour.index(cell))
        text = _("{who} has already chosen {harbour}.").format(who=owner, harbour=name)
    return IllegalReason("C1", text, (cell,))


# tiles


def _place(state: State, cell: int, kind: int, rule: str = "C3") -> IllegalReason:
    """Return why a tile of this kind cannot be placed there (C3, C13)."""
    board, bit = state.board, 1 << cell
    name, tile = space(board, cell), state.tile[cell]
    if not board.fits[a.T_JOKER] & bit:
        text = {
            a.S_HOME: _("{space} is a home harbour. No tile can be placed there."),
            a.S_FLORIDA: _("{space} is printed on the map and needs no tile. No tile can be placed there."),
            a.S_VOID: _("{space} is off the board."),
        }.get(board.space[cell], _("{space} is land. Place tiles on the sea."))
        return IllegalReason(rule, text.format(space=capitalize_first(place(board, cell))), (cell,))
    if tile == a.NO_TILE:
        return _wrong_picture(state, cell, kind, rule)
    if not state.discovered or kind not in a.SHIP_TILES:
        text = _("{space} already has {tile}.").format(space=name, tile=a_tile(board, tile))
        return IllegalReason(rule, text, (cell,))
    text = _("A ship is on {space}. No tile can be placed under it.")
    if state.under[cell] != a.NO_TILE:
        text = _("{space} already has two tiles, the maximum.")
    elif not board.coverable[tile]:
        text = _("{space} has {tile}. Only water and picture tiles can be covered.")
    return IllegalReason("C13", text.format(space=name, tile=a_tile(board, tile)), (cell,))


def _wrong_picture(state: State, cell: int, kind: int, rule: str) -> IllegalReason:
    """Return that an empty space shows something else (C3)."""
    board, shown = state.board, state.board.picture[cell]
    text = _("{space} shows {shown}, and {tile} does not fit there.")
    if shown == a.T_WATER:
        text = _("{space} is open water, and {tile} fits only where its picture is printed.")
    text = text.format(space=space(board, cell), shown=a_tile(board, shown), tile=the_tile(board, kind))
    return IllegalReason(rule, text, (cell,))


def _lift(state: State, cell: int) -> IllegalReason:
    """Return why a tile cannot be moved by a cyclone (C4) or freely (C11)."""
    board, tile = state.board, state.tile[cell]
    if tile == a.NO_TILE:
        text = _("{space} has no tile to move.").format(space=space(board, cell))
    elif state.ships >> cell & 1:
        text = _("A ship is on {space}. Its tile cannot be moved.").format(space=space(board, cell))
    else:
        text = _("There is no other space for {tile} on {space}.")
        text = text.format(tile=the_tile(board, tile), space=space(board, cell))
    return IllegalReason("C11" if state.relief else "C4", text, (cell,))


def _drop(state: State, cell: int) -> IllegalReason:
    """Return why the lifted tile cannot be put there (C4, C11)."""
    if cell == state.lifted:
        text = _("The tile comes from {space}. Move it to another space.").format(space=space(state.board, cell))
        return IllegalReason("C11" if state.relief else "C4", text, (cell,))
    return _place(state, cell, state.tile[state.lifted])


def _swap(state: State, cell: int) -> IllegalReason | None:
    """Return why a joker on the board cannot be taken (C6); None for other tiles or if it can."""
    board = state.board
    if state.tile[cell] != a.T_JOKER:
        return None
    if state.ships >> cell & 1:
        text = _("A ship is on the joker on {space}, so it cannot be swapped.").format(space=space(board, cell))
        return IllegalReason("C6", text, (cell,))
    if state.rack[state.active][board.picture[cell]]:
        return None
    text = _("To swap the joker on {space}, you need {tile} on your rack.").format(
        space=space(board, cell), tile=a_tile(board, board.picture[cell])
    )
    return IllegalReason("C6", text, (cell,))


def _rack(state: State, number: int) -> IllegalReason | None:
    """Return why a tile of the rack cannot be taken now."""
    kinds = rack_kinds(state, state.active)
    if not number < len(kinds):
        return None
    if state.phase in (a.P_LAY, a.P_FREE):
        if state.laid >= limit(state):
            return IllegalReason("C2", _("You have placed all tiles that this turn allows."))
        text = _("No space is free for {tile}.").format(tile=the_tile(state.board, kinds[number]))
        return IllegalReason("C3", text)
    text = {
        a.P_HARBOUR: _("First choose a home harbour."),
        a.P_PLACE: _("First place the tile in hand, or put it back."),
        a.P_LIFT: _("First move a tile, or choose to move none."),
        a.P_DROP: _("First place the lifted tile."),
        a.P_SAIL: _("No more tiles can be placed this turn. Sail now."),
    }[state.phase]
    return IllegalReason(clause(state), text)


# ships


def _sail(state: State, cell: int) -> IllegalReason:
    """Return why the ship cannot sail there (C7–C9, C12, C14)."""
    board, seat = state.board, state.active
    name, bit = space(board, cell), 1 << cell
    if reason := _swap(state, cell):
        return reason
    if cell == state.ship[seat]:
        return IllegalReason("C7", _("The ship is already on {space}.").format(space=name), (cell,))
    if not state.sea & bit:
        return _closed_space(state, cell)
    if state.ships & bit:
        text = _("The ship of {who} is on {space}. Only one ship can be on a space.")
        return IllegalReason("C8", text.format(who=seat_mark(state.ship.index(cell)), space=name), (cell,))
    _ends, barred = ends_and_barred(state, seat)
    if barred & bit:
        text = _("{harbour} belongs to {who}. No other ship can stop there.").format(
            harbour=capitalize_first(place(board, cell)), who=seat_mark(state.harbour.index(cell))
        )
        return IllegalReason("C14", text, (cell,))
    before, may = predecessors(state, seat, board.count), distance(state, seat)
    if cell not in before:
        text = _("No path leads from the ship to {space}. Ships can sail only over placed tiles.")
        return IllegalReason("C7", text.format(space=name), (cell,))
    text = plural(
        "{space} is {far} away. From its position, the ship can sail at most {count} space.",
        "{space} is {far} away. From its position, the ship can sail at most {count} spaces.",
        may,
    ).format(space=name, far=spaces(len(trace_course(before, cell)) - 1), count=may)
    return IllegalReason("C7", text, (state.ship[seat],))


def _closed_space(state: State, cell: int) -> IllegalReason:
    """Return why ships cannot enter a space (C7, C8)."""
    board, tile = state.board, state.tile[cell]
    name = space(board, cell)
    if tile != a.NO_TILE:
        text = _("{space} has {tile}. No ship can enter or pass it.").format(space=name, tile=a_tile(board, tile))
        return IllegalReason("C8", text, (cell,))
    texts = {a.S_VOID: _("{space} is off the board."), a.S_LAND: _("{space} is land.")}
    text = texts.get(board.space[cell]) or _("{space} has no tile yet. Ships can sail only over placed tiles.")
    return IllegalReason("C7", text.format(space=name), (cell,))
