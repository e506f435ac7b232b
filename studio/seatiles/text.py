"""Texts of the games on sea tiles: names, moves, events, scores.

One step of the rules may do several things (place the only fitting tile, fill gaps, score islands, pass the ship on),
so events are found by comparing the position before with the one after.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Protocol, TypeVar

from studio.core.cache import text_cache
from studio.core.game import FORCED_END, LAY, Action, BookPosition, Event, Json, State
from studio.core.grid import Grid
from studio.core.panel import ScoreLine
from studio.core.text import _, capitalize_first, join_and, join_seats, plural, points_text, quote, seat_mark
from studio.seatiles.rules.chart import class_of, edges_of, has_isthmus, members, root_of
from studio.seatiles.rules.position import BACK_QUERY, SeaPosition

if TYPE_CHECKING:
    from studio.seatiles.rules.chart import ActionNumbers, Chart, Placement


S = TypeVar("S", bound=State)

# Names of things and places at sea: spaces, border edges, lands, tiles, gold, points


class Charted(Protocol):
    @property
    def chart(self) -> Chart: ...


def space(board: Charted, cell: int) -> str:
    return board.chart.grid.name(cell)


def side_name(side: int) -> str:
    return (_("north"), _("east"), _("south"), _("west"))[side]


def border_edge(board: Charted, cell: int, side: int) -> str:
    return _("the {side} border edge of {space}").format(side=side_name(side), space=space(board, cell))


def gold_text(count: int) -> str:
    return plural("{count} gold", "{count} gold", count).format(count=count)


def tiles_text(count: int) -> str:
    return plural("{count} tile", "{count} tiles", count).format(count=count)


def class_name(cls: int) -> str:
    """Return the name of a class 1 … 6, by its land edges (T1)."""
    return ("", _("open sea"), _("cape"), _("bend"), _("strait"), _("cove"), _("inland"))[cls]


def class_edges(cls: int) -> str:
    """Return the edges of a class as text (T1)."""
    return (
        "",
        _("sea only"),
        _("one land edge"),
        _("two adjacent land edges"),
        _("two opposite land edges"),
        _("three land edges"),
        _("land only"),
    )[cls]


def kind_name(name: str) -> str:
    """Return the translated name of a kind of the box; custom kinds keep their name."""
    return _box_names().get(name, name)


@text_cache()
def _box_names() -> dict[str, str]:
    return {
        "sea": _("sea"),
        "cape": _("cape"),
        "bend": _("bend"),
        "strait": _("strait"),
        "cove": _("cove"),
        "inland": _("inland"),
        "split cove": _("split cove"),
        "twin capes": _("twin capes"),
        "waterfall +5": _("waterfall +5"),
        "waterfall +10": _("waterfall +10"),
    }


def tile_name(board: Charted, kind: int) -> str:
    return kind_name(board.chart.kinds[kind].name)


def stack(number: int) -> str:
    """Return the name of a hidden stack, by its index from 0."""
    return _("pile {number}").format(number=number + 1)


def orientation_text(placement: Placement) -> str:
    """Return which sides of a tile are land, separate lands listed separately; unique for each placement.

    For tiles with land only.
    """
    groups = [sides_of(placement, land) for land in range(placement.lands)]
    texts = [join_and([side_name(side) for side in sides]) for sides in groups]
    if len(texts) == 1:
        return _("land to the {sides}").format(sides=texts[0])
    return _("lands to the {list}").format(list=_(" and, separately, to the ").join(texts))


def sides_of(placement: Placement, land: int) -> list[int]:
    return [side for side in range(4) if placement.land[side] == land]


def land_name(placement: Placement, land: int) -> str:
    """Return one of several lands of a tile by its position, such as "north" or "south-west"; "" for the only land."""
    if placement.lands < 2:
        return ""
    sides = sides_of(placement, land)
    if len(sides) == 2:
        upright = next((side for side in sides if side in (0, 2)), None)
        level = next((side for side in sides if side in (1, 3)), None)
        if upright is not None and level is not None:
            return {(0, 1): _("north-east"), (2, 1): _("south-east"), (2, 3): _("south-west"), (0, 3): _("north-west")}[
                upright, level
            ]
    return join_and([side_name(side) for side in sides])


def land_at(board: Charted, placement: int, cell: int, land: int) -> str:
    """Return a place for a unit: "E4", or "the north land of E4" on a tile with several lands."""
    which = land_name(board.chart.placements[placement], land)
    if not which:
        return space(board, cell)
    return _("the {side} land of {space}").format(side=which, space=space(board, cell))


def laid_text(board: Charted, who: str, cell: int, placement: Placement) -> str:
    """Return a tile placed on a space, with its orientation if it could be placed otherwise."""
    tile, place = tile_name(board, placement.kind), space(board, cell)
    if not placement.edges or (placement.edges == 15 and placement.lands == 1):
        return _("{who} places the {tile} on {space}.").format(who=who, tile=tile, space=place)
    return _("{who} places the {tile} on {space}, {lie}.").format(
        who=who, tile=tile, space=place, lie=orientation_text(placement)
    )


# Events: tiles drawn, placed and filled in, islands scored

Entry = tuple[int, ...]
"""Ledger entry of an island: kind, seat, points, place, tiles, bonus, cell, land, and the seat's units, strongest
first.
"""


def tile_drawn_event(before: SeaPosition, action: Action, event: str) -> Event:
    """Return the event of drawing (FRONT, kind, event); `event` is the text of its "?", "" for a plain tile."""
    who, name = seat_mark(before.active), tile_name(before.board, action[1])
    text = _("{who} reveals: {tile}.").format(who=who, tile=name)
    if event:
        text = _("{who} reveals: {tile}, with {event}.").format(who=who, tile=name, event=event)
    return Event("front", text, before.active)


def was_laid(before: SeaPosition, after: SeaPosition) -> bool:
    """Return whether the ship placed a tile and moved onto it."""
    return after.ship >= 0 and after.ship != before.ship and before.laid[after.ship] < 0


def hand_tile(before: SeaPosition, action: Action) -> Sequence[int] | None:
    """Return the tile (kind, event) in hand before the action, or taken by it."""
    if before.hand is not None:
        return before.hand
    return action[1:3] if action[0] == before.board.numbers.front else None


def tile_events(before: SeaPosition, action: Action, after: SeaPosition, away: str) -> list[Event]:
    """Return the event of a tile placed automatically, or put aside, described by `away`."""
    seat, ship = before.active, after.ship
    if was_laid(before, after):
        if action[0] == before.board.numbers.lay:
            return []
        text = laid_text(after.board, seat_mark(seat), ship, after.board.chart.placements[after.laid[ship]])
        return [Event(LAY, text, seat, (ship,))]
    if hand_tile(before, action) is not None and after.hand is None:
        return [Event("misfit", away, seat)]
    return []


def storm_event(seat: int, cells: tuple[int, ...]) -> Event:
    return Event(FORCED_END, _("Storm! The turn of {who} ends.").format(who=seat_mark(seat)), seat, cells)


def pirates_event(seat: int, cells: tuple[int, ...], loss: int) -> Event:
    text = _("Pirates! {who} loses {gold}.").format(who=seat_mark(seat), gold=gold_text(loss))
    if not loss:
        text = _("Pirates! But {who} loses no gold.").format(who=seat_mark(seat))
    return Event("gold", text, seat, cells)


def expedition_over_events(events: Sequence[Event], seat: int) -> list[Event]:
    """Return that an expedition ended automatically (E6, N6), unless `events` has the storm that ended it."""
    if any(event.kind == FORCED_END for event in events):
        return []
    text = _("{who} can neither draw a tile nor place a unit. The expedition ends.")
    return [Event(FORCED_END, text.format(who=seat_mark(seat)), seat)]


def filled_events(before: SeaPosition, after: SeaPosition) -> list[Event]:
    """Return the gaps that were filled (T9)."""
    cells = [
        cell
        for cell, placement in enumerate(after.laid)
        if placement >= 0 > before.laid[cell] and not (cell == after.ship and cell != before.ship)
    ]
    if not cells:
        return []
    if len(cells) > 8:
        text = plural("{count} gap is filled.", "{count} gaps are filled.", len(cells)).format(count=len(cells))
        return [Event("fill", text, cells=tuple(cells))]
    kinds = [after.board.chart.placements[after.laid[cell]].kind for cell in cells]
    names = [(space(after.board, cell), tile_name(after.board, kind)) for cell, kind in zip(cells, kinds, strict=True)]
    if len(names) == 1:
        text = _("The gap on {space} is filled: {name}.").format(space=names[0][0], name=names[0][1])
    else:
        listed = join_and([f"{place} ({name})" for place, name in names])
        text = _("The gaps on {list} are filled.").format(list=listed)
    return [Event("fill", text, cells=tuple(cells))]


def scored_event(after: SeaPosition, entries: Sequence[Entry], worth: str, sentence: str = "") -> Event:
    """Return the scoring of an island from its ledger entries; `sentence` replaces the default that it is complete."""
    size, cell, land = entries[0][4], entries[0][6], entries[0][7]
    place = land_at(after.board, after.laid[cell], cell, land)
    cells = tuple(sorted({node >> 2 for node in members(after.board.chart, after.laid, cell * 4 + land)}))
    if entries[0][1] < 0:
        text = _("The island at {place} is complete ({tiles}), but has no units.")
        return Event("island", text.format(place=place, tiles=tiles_text(size)), cells=cells)
    gains = join_and(
        [
            _("{points} for {who}").format(
                points=entry[2] if number else points_text(entry[2]), who=seat_mark(entry[1])
            )
            for number, entry in enumerate(entries)
        ]
    )
    text = sentence or _("The island at {place} is complete ({worth}): {gains}.")
    return Event("score", text.format(place=place, worth=worth, gains=gains), entries[0][1], cells)


# Names of the moves shared by the games: sentences, and short button labels


def turn_title(s: SeaPosition) -> str:
    return _("Turn {number}").format(number=s.turn)


def draw(s: SeaPosition, stack: int, name: str, who: str) -> str:
    """Return the move that draws the top of a stack, whose name is `name`."""
    if s.stack_top[stack] == BACK_QUERY:
        return _("{who} draws the “?” tile on top of {stack}.").format(who=who, stack=name)
    return _("{who} draws the plain tile on top of {stack}.").format(who=who, stack=name)


def stop(s: SeaPosition, action: Action, who: str) -> str:
    return _("{who} ends the expedition.").format(who=who)


def pass_turn(s: SeaPosition, action: Action, who: str) -> str:
    return _("{who} cannot pay for an expedition and passes.").format(who=who)


def lay(s: SeaPosition, action: Action, who: str) -> str:
    return laid_text(s.board, who, action[1], s.board.chart.placements[action[2]])


def island(s: SeaPosition, action: Action, who: str) -> str:
    return _("{who} chooses the island at {place} to score next.").format(who=who, place=_island_place(s, action))


def _island_place(s: SeaPosition, action: Action) -> str:
    return land_at(s.board, s.laid[action[1]], action[1], action[2])


def ship_land(s: SeaPosition, land: int) -> str:
    return land_at(s.board, s.laid[s.ship], s.ship, land)


def with_price(words: str, cost: int) -> str:
    return _("{words} · {gold}").format(words=words, gold=gold_text(cost))


def start_rim_button(s: SeaPosition, action: Action) -> str:
    return _("{space} {side}").format(space=space(s.board, action[1]), side=side_name(action[2]))


def pass_button(s: SeaPosition, action: Action) -> str:
    return _("Pass")


def draw_button(s: SeaPosition, stack: int, name: str) -> str:
    """Return the stack's name and the back of its top."""
    return f"{capitalize_first(name)} {quote('?')}" if s.stack_top[stack] == BACK_QUERY else capitalize_first(name)


def unit_button(s: SeaPosition, name: str, land: int, cost: int) -> str:
    which = land_name(s.board.chart.placements[s.laid[s.ship]], land)
    return with_price(f"{name} ({which})" if which else name, cost)


def stop_button(s: SeaPosition, action: Action) -> str:
    return _("End expedition")


def lay_button(s: SeaPosition, action: Action) -> str:
    return _("Place on {space}").format(space=space(s.board, action[1]))


def island_button(s: SeaPosition, action: Action) -> str:
    return _("Island at {place}").format(place=_island_place(s, action))


# Scores on islands, shared by the games


def entries_by_island(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Return the entries of each island, in the order of the ledger."""
    return [list(group) for _key, group in groupby(entries, key=lambda entry: (entry[0], entry[6], entry[7]))]


def strength_text(counts: Entry, units: Callable[[int, int], str]) -> str:
    """Return the units of a seat, given by kind, strongest first; `units` returns the text of a kind and a count."""
    return join_and([units(2 - index, count) for index, count in enumerate(counts) if count])


def score_columns(s: SeaPosition, entries: Sequence[Entry]) -> tuple[int, ...]:
    column = [0] * s.seats
    for entry in entries:
        if entry[1] >= 0:
            column[entry[1]] += entry[2]
    return tuple(column)


def island_score_line(
    s: SeaPosition, entries: Sequence[Entry], title: str, worth: str, units: Callable[[Entry], str]
) -> ScoreLine:
    """Return an island's score with the reason "7 tiles and 5 for waterfalls: ⟦0⟧ first with 1 base, ⟦1⟧ second …"."""
    cell, land = entries[0][6], entries[0][7]
    names = _("first"), _("second"), _("third"), _("fourth")
    ranks = [
        _("{who} {rank} with {units}").format(
            who=seat_mark(entry[1]), rank=names[entry[3] - 1], units=units(entry[8:11])
        )
        for entry in entries
    ]
    reason = _("{worth}: {ranks}.").format(worth=worth, ranks=", ".join(ranks))
    return ScoreLine(title.format(place=land_at(s.board, s.laid[cell], cell, land)), score_columns(s, entries), reason)


def leader_text(s: SeaPosition) -> str:
    best = max(s.points)
    if not best:
        return _("No seat has points yet.")
    leaders = tied_seats(s, best)
    if len(leaders) == 1:
        return _("{who} leads with {points}.").format(who=join_seats(leaders), points=points_text(best))
    return _("{who} lead with {points} each.").format(who=join_seats(leaders), points=points_text(best))


def tied_seats(s: SeaPosition, count: int) -> list[int]:
    return [seat for seat, own in enumerate(s.points) if own == count]


def goal_values(s: SeaPosition, seat: int, units: Sequence[str]) -> dict[str, int | str]:
    """Return a seat's values for goals: gold, ship, open islands it is on and leads, supply by `units` (weakest first).

    Chief scouts count as other scouts.
    """
    grid, strength = s.board.chart.grid, dict[int, dict[int, list[int]]]()
    for cell, unit in enumerate(s.unit):
        if unit >= 0:
            root = root_of(s.parent, cell * 4 + s.unit_land[cell])
            if s.open_edges[root]:
                owner, kind = divmod(unit, len(units))
                here = strength.setdefault(root, {}).setdefault(owner, [0] * len(units))
                here[len(units) - 1 - kind] += 1
    held = [by_seat for by_seat in strength.values() if seat in by_seat]
    return {
        "gold": s.gold[seat],
        "place": grid.name(s.ship) if s.ship >= 0 and s.active == seat else "",
        "islands_held": len(held),
        "islands_led": sum(by_seat[seat] == max(by_seat.values()) for by_seat in held),
        **{name: s.supply[seat * len(units) + kind] for kind, name in enumerate(units)},
    }


# Positions in the rule books

_VOYAGE = ("....", "....", ".~..")  # a sea tile in the south, where a voyage starts
_GAP = ("....", "~.╴.", ".╵..")  # a sea tile in the north leaves the space below it with four known sides
_ISLAND = (".╷..", "╶┴╴.", ".~..")
_ISLAND_UNITS = {"B2": (0, 1), "B1": (1, 0), "A2": (1, 0), "C2": (2, 0)}
_SEA, _CAPE = 0, 1  # kinds of drawn tiles


def sea_positions(
    sea: Callable[..., BookPosition[S]], numbers: ActionNumbers, draw: Sequence[Action], unit: int, stop: int
) -> dict[str, Callable[[], BookPosition[S]]]:
    """Return the positions shown by both books, by name.

    `sea` takes rows of text and `units`; `draw` are the actions that pay for tiles and draw one.
    """
    laid = (numbers.lay, 5)

    def voyage(*further: Action) -> BookPosition[S]:
        return sea(*_VOYAGE).after((numbers.start_tile, 9), *draw, (numbers.front, _CAPE, 0), *further)

    def gap(*further: Action) -> BookPosition[S]:
        state = sea(*_GAP, units={"C2": (1, 0)})
        return state.after((numbers.start_rim, 1, 0), *draw, (numbers.front, _SEA, 0), *further)

    return {
        "classes": lambda: sea("~.╵.└", ".....", "─.├.┼"),
        "fits": lambda: sea(".╷..", ".└╴.", "...."),
        "complete": lambda: sea("....", ".╶╴.", "...."),
        "lay-before": voyage,
        "lay-after": lambda: voyage(laid),
        "unit": lambda: voyage(laid, (unit, 1)),
        "gap-before": gap,
        "gap-after": lambda: gap((stop,)),
        "island": lambda: sea(*_ISLAND, units=_ISLAND_UNITS),
    }


def place_units(plain: Json, grid: Grid, units: Mapping[str, tuple[int, int]]) -> None:
    """Move units, as (seat, kind) by space name, from the supplies into a position given as plain data."""
    for name, (seat, kind) in units.items():
        plain["unit"][grid.cell_named(name)] = seat * 3 + kind
        plain["supply"][seat * 3 + kind] -= 1


# Names of tile shapes and their edges (T1, T2)


def shape_name(shape: str) -> str:
    """Return the name of a pattern of `facts.SHAPES` by its lands, clockwise; others by their class."""
    return {
        "ab..": _("two capes"),
        "aab.": _("bend and cape"),
        "abb.": _("cape and bend"),
        "abc.": _("three capes"),
        "aaab": _("cove and cape"),
        "aabb": _("two bends"),
        "aabc": _("bend and two capes"),
        "abcd": _("four capes"),
    }.get(shape) or class_name(class_of(edges_of(shape)))


def shape_text(shape: str) -> str:
    text = _("class {cls}: {edges}").format(cls=class_of(edges_of(shape)), edges=class_edges(class_of(edges_of(shape))))
    lands = len(set(shape) - {"."})
    if lands > 1:
        text += _(", {lands} lands ({shape})").format(lands=lands, shape=shape)
    if has_isthmus(shape):
        text += _(", an isthmus")
    return text
