"""Details of a place at sea: islands and their values, spaces and fitting tiles, stacks and their odds.

Odds use public information only: the backs of the tiles and the number of each sort left. Also the reasons why a
clicked place has no legal move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from studio.core.game import Action
from studio.core.panel import Fact, FactGroup, IllegalReason, PlaceInfo
from studio.core.picture import BESIDE, HAND, Path, Picture, Shape, edge_target, is_edge, rectangle, target_edge
from studio.core.text import _, capitalize_first, join_and, join_or, plural, points_text, seat_mark
from studio.seatiles.drawing.picture import tile_picture
from studio.seatiles.drawing.pieces import base_chart, board_overlay
from studio.seatiles.drawing.woods import STACK_TARGET, UPCOMING_TARGET, origin
from studio.seatiles.rules.chart import CLASSES, COAST, INNER, SHORE, Chart, members, root_of
from studio.seatiles.rules.play import SeaState
from studio.seatiles.rules.position import BACK_QUERY, SeaPosition
from studio.seatiles.text import (
    border_edge,
    class_edges,
    class_name,
    gold_text,
    orientation_text,
    side_name,
    space,
    strength_text,
    tile_name,
    tiles_text,
)

AnySea = TypeVar("AnySea", bound=SeaState)
MAX_NAMED = 4  # maximum number of closing tiles listed by name; the rest is summed up


class Clauses(NamedTuple):
    """Rules cited by a game: for starting, drawing and placing tiles, and scoring islands."""

    start: str
    draw: str
    lay: str
    island: str


class IslandRank(NamedTuple):
    """A seat's rank on an island (1 is first): its points, and its units by kind, strongest first."""

    seat: int
    rank: int
    points: int
    units: tuple[int, ...]


class UnitLook(NamedTuple):
    """Text of a number of units, by kind and count, and the sprite of each kind, weakest first."""

    text: Callable[[int, int], str]
    sprites: Sequence[str]


def count_with_percent(part: int, whole: int) -> str:
    """Return a count with its share, such as "10 · 26 %"."""
    if not whole:
        return str(part)
    return _("{count} · {share} %").format(count=part, share=round(100 * part / whole))


def share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _odds(words: str, part: int, whole: int, picture: Picture | None = None) -> Fact:
    return Fact(words, count_with_percent(part, whole), share=share(part, whole), picture=picture)


def _class_odds(counts: Mapping[int, int], whole: int) -> tuple[Fact, ...]:
    return tuple(_odds(class_name(cls), count, whole) for cls, count in counts.items() if count)


def describe_sea_place(
    s: SeaState,
    place: int,
    is_sailing: bool,
    clauses: Clauses,
    stack_name: Callable[[int], str],
    events: Sequence[str],
    island: Callable[[list[int], str], PlaceInfo],
) -> PlaceInfo | None:
    """Return the details of a target that both games have; `events` are the texts of "?" tiles, by number from 1.

    `island` describes the island of the given nodes, with the sentence on the event of the clicked tile, if any.
    """
    ahead = s.ahead if is_sailing else ()
    if place == HAND:
        return hand_info(s, clauses.lay)
    if 1 <= place - UPCOMING_TARGET <= 6:
        return upcoming_info(s, place - UPCOMING_TARGET, ahead, clauses.draw)
    if 0 <= place - STACK_TARGET < len(s.stack_size):
        return stack_info(s, place - STACK_TARGET, stack_name(place - STACK_TARGET), ahead, clauses.draw)
    if place >= BESIDE:
        return None
    if is_edge(place):
        return port_info(s, place, clauses.start)
    if s.board.chart.void[place]:
        return None
    if s.laid[place] < 0:
        return undiscovered_info(s, place, clauses.lay)
    if place == s.ship and is_sailing:
        return ship_info(s, clauses.lay)
    chart = s.board.chart
    found = [members(chart, s.laid, place * 4 + land) for land in range(chart.placements[s.laid[place]].lands)]
    event = ""
    if s.event[place]:
        event = _("{event} on {space}: it happened when the tile was placed.").format(
            event=events[s.event[place] - 1], space=space(s.board, place)
        )
    if found:
        return island(max(found, key=len), event)
    words = _("All its edges are sea. Ships can sail across it.")
    title = _("Open sea, {space}").format(space=space(s.board, place))
    return PlaceInfo(title, "", f"{words} {event}".strip(), (), "T3")


def scored_island(s: SeaState, nodes: Sequence[int], kinds: Collection[int]) -> list[tuple[int, ...]]:
    """Return the ledger entries of one of these kinds for the island whose lowest node is `nodes[0]`."""
    return [entry for entry in s.ledger if entry[0] in kinds and entry[6:8] == (nodes[0] >> 2, nodes[0] & 3)]


def scored_ranks(entries: Iterable[tuple[int, ...]]) -> list[IslandRank]:
    """Return the ranks in ledger entries of an island."""
    return [IslandRank(entry[1], entry[3], entry[2], entry[8:11]) for entry in entries if entry[1] >= 0]


def island_info(
    s: SeaState, nodes: Sequence[int], value: str, ranks: Iterable[IslandRank], look: UnitLook, clause: str
) -> PlaceInfo:
    """Describe an island: its value, the points of each seat, the tiles that could close it, its open edges."""
    root = root_of(s.parent, nodes[0])
    gaps = open_spaces(s, nodes)
    is_complete = not s.open_edges[root]
    where = space(s.board, nodes[0] >> 2)
    facts = tuple(
        Fact(
            _("{who}: {units}").format(who=seat_mark(one.seat), units=strength_text(one.units, look.text)),
            points_text(one.points),
            one.seat,
            is_strong=one.rank == 1,
            pieces=tuple(
                sprite
                for count, sprite in zip(one.units, reversed(look.sprites), strict=True)
                for _unit in range(count)
            ),
        )
        for one in ranks
    )
    head = _("If completed now") if not is_complete else _("Scoring")
    parts = [FactGroup(head, facts or (Fact(_("no units here")),))]
    if is_complete:
        note = _("complete")
    elif gaps:
        note = plural("open at {count} space", "open at {count} spaces", len(gaps)).format(count=len(gaps))
        parts.append(_closing_tiles(s, nodes, gaps))
    else:
        note = _("never complete")
    return PlaceInfo(
        _("Island at {space}").format(space=where), note, value, tuple(parts), clause, island_highlight(s, nodes, gaps)
    )


def open_spaces(s: SeaPosition, nodes: Iterable[int]) -> list[int]:
    chart, found = s.board.chart, set()
    for node in nodes:
        cell, number = divmod(node, 4)
        for side, land in enumerate(chart.placements[s.laid[cell]].land):
            other = chart.near[cell * 4 + side]
            if land == number and other >= 0 and s.laid[other] < 0:
                found.add(other)
    return sorted(found)


def closers(s: SeaState, node: int, cell: int) -> dict[int, int]:
    """Return the placements on a space that complete the island of a node, one per kind of tile."""
    chart, found = s.board.chart, {}
    laid = s.laid[:]
    for kind in range(len(chart.kinds)):
        for placement in chart.fits[kind][s.need[cell]]:
            laid[cell] = placement
            if is_closed(chart, laid, members(chart, laid, node)):
                found[kind] = placement
                break
    return found


def is_closed(chart: Chart, laid: Sequence[int], nodes: Iterable[int]) -> bool:
    """Return whether every land edge of an island faces land or a coast (T7)."""
    for node in nodes:
        cell, number = divmod(node, 4)
        for side, land in enumerate(chart.placements[laid[cell]].land):
            if land != number:
                continue
            other = chart.near[cell * 4 + side]
            if other < 0 and chart.rim[cell * 4 + side] != COAST:
                return False
            if other >= 0 and (laid[other] < 0 or chart.placements[laid[other]].land[side ^ 2] < 0):
                return False
    return True


def _closing_tiles(s: SeaState, nodes: Sequence[int], gaps: Sequence[int]) -> FactGroup:
    """Return the tiles of the stacks that would close an island with one open space."""
    whole = s.hidden_plain + s.hidden_query
    note = _("of {count} hidden").format(count=whole)
    if len(gaps) > 1:
        names = join_and([space(s.board, cell) for cell in gaps])
        return FactGroup(
            _("Closing tiles"), (Fact(_("no single tile: it continues on {spaces}").format(spaces=names)),)
        )
    cell = gaps[0]
    found = closers(s, nodes[0], cell)
    facts = []
    for kind, placement in sorted(found.items(), key=lambda item: -hidden_count(s, item[0])):
        left = hidden_count(s, kind)
        if not left:
            continue
        one = s.board.chart.kinds[kind]
        turn = s.board.chart.placements[placement].turn
        words = _("{tile} on {space}").format(tile=tile_name(s.board, kind), space=space(s.board, cell))
        facts.append(_odds(words, left, whole, tile_picture(one.shape, turn, one.bonus, own_picture=one.picture)))
    if len(facts) > MAX_NAMED:
        rest = sum(hidden_count(s, kind) for kind in found)
        facts = [*facts[: MAX_NAMED - 1], _odds(_("all of them together"), rest, whole)]
    return FactGroup(_("Closing tiles"), tuple(facts) or (Fact(_("no hidden tile")),), note)


def hidden_count(s: SeaPosition, kind: int) -> int:
    sorts = s.board.numbers.sorts
    return sum(s.hidden[kind * sorts : (kind + 1) * sorts])


def island_highlight(s: SeaState, nodes: Sequence[int], gaps: Sequence[int] = ()) -> Picture:
    cells = {node >> 2 for node in nodes}
    chart = s.board.chart
    _sea, still = base_chart(chart, tuple(s.laid))
    squares = tuple(rectangle(*origin(chart, cell), 1.0, 1.0) for cell in sorted(cells))
    coast = [
        shape
        for layer in still.layers
        if layer.name == "coast"
        for shape in layer.shapes
        if isinstance(shape, Path) and shape.cell in cells
    ]
    shapes: list[Shape] = [Path("fill:keyline:0.14", squares, clip="land")]
    shapes += [shape._replace(style="line:ring_shade:0.085") for shape in coast]
    shapes += [shape._replace(style="line:legal:0.05") for shape in coast]
    return board_overlay(s, (*shapes, *dashed_frames(s, gaps)))


def dashed_frames(s: SeaState, cells: Iterable[int]) -> tuple[Shape, ...]:
    """Return dashed frames for spaces, distinct from highlighted legal moves."""
    chart = s.board.chart
    squares = [rectangle(x + 0.05, y + 0.05, 0.9, 0.9) for x, y in (origin(chart, cell) for cell in cells)]
    return tuple(Path("dash:plate_ink:0.028:0.09:0.08", (square,)) for square in squares)


def fitting_kinds(s: SeaPosition, cell: int) -> list[int]:
    return [kind for kind, by_need in enumerate(s.board.chart.fits) if by_need[s.need[cell]]]


def undiscovered_info(s: SeaState, cell: int, clause: str) -> PlaceInfo:
    """Describe an undiscovered space: the hidden tiles that fit there."""
    whole = s.hidden_plain + s.hidden_query
    kinds = fitting_kinds(s, cell)
    counts = {
        cls: sum(hidden_count(s, kind) for kind in kinds if s.board.chart.kinds[kind].cls == cls) for cls in CLASSES
    }
    facts = _class_odds(counts, whole)
    total = sum(counts.values())
    text = _("{count} of the {whole} hidden tiles fit here ({share} %).").format(
        count=total, whole=whole, share=round(100 * share(total, whole))
    )
    if not whole:
        text = _("No hidden tiles left.")
    title = _("{space}, undiscovered").format(space=space(s.board, cell))
    return PlaceInfo(title, "", text, (FactGroup(_("Matching classes"), facts),) if facts else (), clause)


def placement_info(
    s: SeaState, kinds: Sequence[int], ahead: Sequence[int], title: str, words: str, clause: str
) -> PlaceInfo:
    """Describe a tile or several kinds that look alike: the spaces where it fits, those ahead of the ship in gold."""
    need, chart = s.need, s.board.chart
    cells = [
        cell
        for cell in range(chart.count)
        if not chart.void[cell] and s.laid[cell] < 0 and any(chart.fits[kind][need[cell]] for kind in kinds)
    ]
    adjacent = [cell for cell in cells if cell in ahead]
    fit_text = plural(
        "It fits on {count} space of the board.", "It fits on {count} spaces of the board.", len(cells)
    ).format(count=len(cells))
    if ahead:
        places = join_and([space(s.board, cell) for cell in adjacent])
        fit_text += " " + (
            _("Next to the ship: {spaces}.").format(spaces=places)
            if adjacent
            else _("None of them is next to the ship.")
        )
    gold = tuple(Path("fill:legal:0.5", (rectangle(*origin(chart, cell), 1.0, 1.0),)) for cell in adjacent)
    marked = board_overlay(s, (*gold, *dashed_frames(s, cells)))
    return PlaceInfo(title, "", f"{words} {fit_text}".strip(), (), clause, marked)


def upcoming_info(s: SeaState, cls: int, ahead: Sequence[int], clause: str) -> PlaceInfo:
    """Describe a class in the stacks: how many tiles of it are left, and where they fit."""
    kinds = [kind for kind, one in enumerate(s.board.chart.kinds) if one.cls == cls and not one.bonus]
    left, whole = sum(hidden_count(s, kind) for kind in kinds), s.hidden_plain + s.hidden_query
    answer = placement_info(
        s, kinds, ahead, capitalize_first(class_name(cls)), f"{capitalize_first(class_edges(cls))}.", clause
    )
    odds = _odds(_("in the piles ({whole} tiles)").format(whole=whole), left, whole)
    return replace(answer, groups=(FactGroup("", (odds,)),))


def hand_info(s: SeaState, clause: str) -> PlaceInfo | None:
    if s.hand is None:
        return None
    kind = s.hand[0]
    one = s.board.chart.placements[s.board.chart.placement_of[kind][0]]
    text = class_edges(s.board.chart.kinds[kind].cls)
    if one.edges and one.lands:
        text = _("{class_edges}; in this rotation: {lie}").format(class_edges=text, lie=orientation_text(one))
    return placement_info(
        s, [kind], s.ahead, capitalize_first(tile_name(s.board, kind)), f"{capitalize_first(text)}.", clause
    )


def stack_info(s: SeaState, number: int, name: str, ahead: Sequence[int], clause: str) -> PlaceInfo:
    """Describe a hidden stack: its possible top tiles, and the odds that one fits next to the ship."""
    size = s.stack_size[number]
    title, note = capitalize_first(name), tiles_text(size)
    if not size:
        return PlaceInfo(title, note, _("It is empty."), (), clause)
    query = s.stack_top[number] == BACK_QUERY
    sorts = s.board.numbers.sorts
    able = {kind for cell in ahead for kind in fitting_kinds(s, cell)}
    counts, fits = dict.fromkeys(CLASSES, 0), 0
    for index in s.board.fronts[query]:
        kind = index // sorts
        counts[s.board.chart.kinds[kind].cls] += s.hidden[index]
        fits += s.hidden[index] if kind in able else 0
    whole = sum(counts.values())
    text = _("The top tile has a “?”, one of {count}.") if query else _("The top tile is plain, one of {count}.")
    text = text.format(count=whole)
    if ahead:
        text += " " + _("It fits next to the ship with a probability of {share} %.").format(
            share=round(100 * share(fits, whole))
        )
    return PlaceInfo(title, note, text, (FactGroup(_("Possible classes"), _class_odds(counts, whole)),), clause)


def port_info(s: SeaState, target: int, clause: str) -> PlaceInfo:
    """Describe an outer edge: whether ships can start there, and the toll."""
    cell, side = target_edge(target)
    what = s.board.chart.rim[cell * 4 + side]
    title = _("Border {side} of {space}").format(side=side_name(side), space=space(s.board, cell))
    if what == SHORE:
        return PlaceInfo(title, "", _("Shore: sea, but ships cannot start here."), (), "T5")
    if what not in (0, 1, 2):
        return PlaceInfo(title, "", _("Coast: land. Ships cannot start here."), (), "T5")
    text = _("A ship can start here without a toll, onto {space}.")
    if what:
        text = _("A ship can start here for {toll}, onto {space}.")
    if s.laid[cell] >= 0:
        text = _("Ships could start here while {space} was undiscovered.")
    text = text.format(toll=gold_text(what), space=space(s.board, cell))
    title = capitalize_first(border_edge(s.board, cell, side))
    return PlaceInfo(title, gold_text(what) if what else "", text, (), clause)


def ship_info(s: SeaState, clause: str) -> PlaceInfo:
    """Describe the ship on its tile, and where it can sail."""
    onward = join_and([space(s.board, cell) for cell in sorted(s.ahead)])
    text = _("It can sail on to {spaces}.").format(spaces=onward) if onward else _("No sea edge leads on from here.")
    title = _("The ship of {who}").format(who=seat_mark(s.active))
    return PlaceInfo(title, space(s.board, s.ship), text, (), clause)


# Reasons why a place has no legal move: placing tiles (T4) and starting (T5), shared by both games


def has_move(s: AnySea, place: int, turn: int, target: Callable[[AnySea, Action], int]) -> bool:
    """Return whether a legal action belongs to a place; when placing a tile, in the given rotation (-1: any)."""
    lay, placement = s.board.numbers.lay, -1
    if turn >= 0 and s.hand is not None:
        placement = s.board.chart.placement_of[s.hand[0]][turn % 4]
    return any(
        target(s, action) == place and (placement < 0 or action[0] != lay or action[2] == placement)
        for action in s.legal()
    )


def void_reason(s: SeaPosition, target: int) -> IllegalReason | None:
    if is_edge(target) or not s.board.chart.void[target]:
        return None
    return IllegalReason("T6", _("{space} is off the board.").format(space=space(s.board, target)), (target,))


def why_not_lay(s: SeaPosition, target: int, turn: int, clause: str) -> IllegalReason:
    """Return why the tile in hand cannot be placed there in a rotation (quarter turns clockwise; -1: any).

    `clause` is the game's rule for placing tiles.
    """
    if reason := void_reason(s, target):
        return reason
    if is_edge(target):
        return IllegalReason(clause, _("Place the tile in hand on a space, not at the border."))
    if s.laid[target] >= 0:
        text = _("{space} already has a tile.").format(space=space(s.board, target))
        return IllegalReason(clause, text, (target,))
    if target not in s.ahead:
        return _not_adjacent_reason(s, target, clause)
    return _mismatch_reason(s, target, turn)


def _not_adjacent_reason(s: SeaPosition, cell: int, clause: str) -> IllegalReason:
    """Return that no sea edge joins the space to the ship's place."""
    board, chart = s.board, s.board.chart
    onward = join_or([space(board, other) for other in sorted(s.ahead)])
    if s.ship < 0:
        start, side = divmod(s.ship_rim, 4)
        text = _("The ship is at {place}. From there it can only sail to {onward}.").format(
            place=border_edge(board, start, side), onward=onward
        )
        return IllegalReason(clause, text, (edge_target(start, side),))
    here = space(board, s.ship)
    side = next((side for side in range(4) if chart.near[s.ship * 4 + side] == cell), -1)
    if side >= 0:
        text = _(
            "The {side} edge of {here} is land. A ship leaves a tile only over a sea edge: from {here} to {onward}."
        ).format(side=side_name(side), here=here, onward=onward)
        return IllegalReason(clause, text, (edge_target(s.ship, side),))
    text = _("{space} is not next to the ship. From {here} it can sail to {onward}.").format(
        space=space(board, cell), here=here, onward=onward
    )
    return IllegalReason(clause, text, (s.ship,))


def _mismatch_reason(s: SeaPosition, cell: int, turn: int) -> IllegalReason:
    """Return the edge that does not match (T4); for any rotation, all required edges."""
    assert s.hand is not None
    board, need, kind = s.board, s.need[cell], s.hand[0]
    name = tile_name(board, kind)
    if turn < 0:
        edges = tuple(edge_target(cell, side) for side in range(4) if (need | need >> 4) >> side & 1)
        text = _("The {tile} does not fit on {space} in any rotation. It must have {edges} there.").format(
            tile=name, space=space(board, cell), edges=_required_edges_text(need)
        )
        return IllegalReason("T4", text, edges)
    edges_so = board.chart.placements[board.chart.placement_of[kind][turn % 4]].edges
    for side in range(4):
        is_land = edges_so >> side & 1
        if need >> side & 1 and is_land:
            text = _("In this rotation, the {side} edge of the {tile} is land, but {beside} is sea.")
        elif need >> 4 + side & 1 and not is_land:
            text = _("In this rotation, the {side} edge of the {tile} is sea, but {beside} is land.")
        else:
            continue
        other = board.chart.near[cell * 4 + side]
        adjacent = _("the edge of {space}").format(space=space(board, other)) if other >= 0 else _("the border")
        return IllegalReason(
            "T4", text.format(side=side_name(side), tile=name, beside=adjacent), (edge_target(cell, side),)
        )
    raise AssertionError("it fits")


def _required_edges_text(need: int) -> str:
    """Return the required edges of a space, such as "land to the north, and sea to the east and south"."""
    parts = []
    for text, bits in ((_("land to the {sides}"), need >> 4), (_("sea to the {sides}"), need & 15)):
        sides = [side_name(side) for side in range(4) if bits >> side & 1]
        if sides:
            parts.append(text.format(sides=join_and(sides)))
    return join_and(parts)


def why_not_from_rim(s: SeaPosition, target: int, rest: int, clause: str) -> IllegalReason:
    """Return why no ship can start from an edge of the board if `rest` gold must remain after the toll (E3, N3)."""
    cell, side = target_edge(target)
    board = s.board
    what = board.chart.rim[cell * 4 + side]
    if what in (SHORE, COAST, INNER):
        text = _("The border is land here. Ships cannot start from it.")
        if what == SHORE:
            text = _("The border is shore here. Ships cannot start from it.")
        return IllegalReason("T5", text, (target,))
    if s.laid[cell] >= 0:
        text = _(
            "{space} behind this border edge is discovered. From the border, ships sail only onto undiscovered spaces."
        )
        return IllegalReason(clause, text.format(space=space(board, cell)), (cell,))
    return IllegalReason(clause, too_expensive(s, what, _("The toll here is {price}"), rest), (target,))


def too_expensive(s: SeaPosition, price: int, words: str, rest: int, what: str = "") -> str:
    """Return that a start costs more than the seat can pay; `words` are formatted with {price} and {what}."""
    return _("{price}, and {rest} must remain for a tile. {who} has {gold}.").format(
        price=words.format(what=what, price=gold_text(price)),
        rest=gold_text(rest),
        who=seat_mark(s.active),
        gold=gold_text(s.gold[s.active]),
    )


def why_not_from_sea(s: SeaPosition, cell: int, clause: str) -> IllegalReason | None:
    """Return why no ship can start from a space, as far as the tiles show."""
    board, chart = s.board, s.board.chart
    if reason := void_reason(s, cell):
        return reason
    name = space(board, cell)
    if s.laid[cell] < 0:
        text = _("{space} is undiscovered. A ship starts from an open border edge or from a discovered tile.")
        return IllegalReason(clause, text.format(space=name), (cell,))
    edges = chart.placements[s.laid[cell]].edges
    if not any(s.laid[other] < 0 for other in chart.over_sea[cell << 4 | edges]):
        text = _("No sea edge of {space} faces an undiscovered space.").format(space=name)
        return IllegalReason(clause, text, (cell,))
    return None


def why_no_unit(s: SeaPosition, cell: int, draw_clause: str, unit_clause: str) -> IllegalReason | None:
    """Return why no unit can be placed on a space, as far as the tiles show."""
    if not s.laid_turn:
        text = _("Draw a tile first. Once it is placed next to the ship, you can place a unit on it.")
        return IllegalReason(draw_clause, text)
    if cell != s.ship:
        text = _("A unit can be placed only on the last tile, where the ship is: on {space}.")
        return IllegalReason(unit_clause, text.format(space=space(s.board, s.ship)), (s.ship,))
    if not s.board.chart.placements[s.laid[cell]].lands:
        text = _("{space} has no land for a unit.").format(space=space(s.board, cell))
        return IllegalReason(unit_clause, text, (cell,))
    return None


def why_not_island(s: SeaPosition, cell: int, clause: str) -> IllegalReason:
    """Return that completed islands are being scored; each is chosen on its first space."""
    board = s.board
    first = [move[1] for move in s.moves]
    if not is_edge(cell) and s.laid[cell] >= 0:
        roots = {root_of(s.parent, cell * 4 + land) for land in range(board.chart.placements[s.laid[cell]].lands)}
        mine = [move[1] for move in s.moves if root_of(s.parent, move[1] * 4 + move[2]) in roots]
        if mine:
            text = _("Choose this island on {space}.").format(space=space(board, mine[0]))
            return IllegalReason(clause, text, tuple(mine))
    text = _("There is no island to score here. Choose one on {spaces}.").format(
        spaces=join_or([space(board, other) for other in dict.fromkeys(first)])
    )
    return IllegalReason(clause, text, tuple(dict.fromkeys(first)))
