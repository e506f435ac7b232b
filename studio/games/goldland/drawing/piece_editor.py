"""The tiles of a layout in the piece editor: the whole set, and one large tile with clickable sides and slots.

The slots below the large tile are the parts of its line: what is paid, what is shown, and each alternative of the gain.
Equipment is dropped on them from a tray. A slot after the last alternative takes the first piece of another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from studio.core.cache import text_cache
from studio.core.cancellation import CancelToken
from studio.core.form import Field
from studio.core.picture import Layer, Path, Picture, Shape, Sprite, rectangle, rounded_rectangle
from studio.core.pieces import (
    Change,
    Chip,
    Column,
    Entry,
    Item,
    MissingPieces,
    Pattern,
    PatternRow,
    PieceDetail,
    PieceSet,
    Place,
    RotatedPiece,
    SetStat,
    TableCell,
)
from studio.core.text import _, capitalize_first, in_context, plural
from studio.drawing.pen import sprite_picture
from studio.games.goldland.body import (
    ADVENTURE_KEYS,
    MAX_ALTERNATIVES,
    SIDES,
    TILE_KINDS,
    Body,
    Group,
    TileData,
    distinct_turns,
    exit_bits,
    format_group,
    format_line,
    least_turn,
    parse_group,
    parse_line,
    tile_of,
)
from studio.games.goldland.drawing import pieces as drawings
from studio.games.goldland.drawing.faces import Face, face_picture
from studio.games.goldland.drawing.picture import tile_marks
from studio.games.goldland.drawing.pieces import GAIN, PAY, SHOW, disc_shapes
from studio.games.goldland.drawing.sketch import tile_card
from studio.games.goldland.editing import (
    add_pieces as add_pieces,
    count_in_box,
    duplicate_piece as duplicate_piece,
    homemade_tiles,
    import_pieces as import_pieces,
    pattern_of,
    published_tiles,
    remove_piece as remove_piece,
    same_tiles,
)
from studio.games.goldland.forms import tile_fields
from studio.games.goldland.layout_reading import LayoutFacts, layout_facts
from studio.games.goldland.rules.board import ADVENTURES, COMPARTMENTS, CROSSING, ITEM_KEYS, turned
from studio.games.goldland.text.places import item_name, items_text, kind_text, line_text, side_name

_ROW = 6  # published tiles in a row of the patterns
_TOP, _DEEP = 1.17, 0.29  # top of the slots below the tile, and their height
_SEA = 4  # the side of a coast tile that faces the sea if it is shown by itself, as bits


# Tile set


def pieces(body: Body) -> PieceSet:
    """Return every tile, coast before land, with its kind, its line and its space."""
    reading = layout_facts(body)
    land = [tile for tile in body.tiles if tile.kind != "coast"]
    treasures = sum(tile.treasure for tile in body.tiles)
    return PieceSet(
        _("Tiles"),
        (
            Column(_("Kind"), "text", hide_rank=1),
            Column(_("Gives"), "chips", _("Equipment in the line, all alternatives together."), 2),
            Column(_("Spaces"), "text"),
            Column(_("Treasure"), "number"),
        ),
        tuple(_entry(reading, tile) for tile in body.tiles),
        (plural("{n} tile", "{n} tiles", len(body.tiles)).format(n=len(body.tiles)), "", "", treasures),
        (
            SetStat(_("Tiles"), len(body.tiles)),
            SetStat(_("Coast"), len(body.tiles) - len(land)),
            SetStat(_("Land"), len(land)),
            SetStat(_("Land spaces"), len(reading.land)),
            SetStat(_("Treasures"), treasures),
        ),
        _("By kind"),
        (
            SetStat(_("coast"), len(body.tiles) - len(land)),
            SetStat(_("plain"), sum(tile.kind == "plain" for tile in land)),
            SetStat(_("adventures"), sum(tile.kind in ADVENTURE_KEYS for tile in land)),
        ),
        tuple((kind, kind_text(kind)) for kind in TILE_KINDS),
    )


def _entry(reading: LayoutFacts, tile: TileData) -> Entry:
    places = tuple(reading.places.get(tile.name, ()))
    where = ", ".join(map(reading.grid.name, places)) or (_("not placed") if tile.kind == "coast" else _("stack"))
    gives: TableCell = tuple(
        Chip(capitalize_first(item_name(item)), sprite_picture(sprite), count)
        for item, sprite in enumerate(drawings.ITEM_SPRITES)
        if (count := sum(group[item] for group in tile_of(tile).gains))
    )
    copies = len(same_tiles(reading.body, tile))
    return Entry(
        tile.name,
        tile.name,
        tile_card(tile_of(tile)),
        (kind_text(tile.kind), gives, where, int(tile.treasure)),
        (None, None, None, None),
        Field(f"name:{tile.name}", _("Name"), "text", tile.name),
        f"×{copies}" if copies > max(1, count_in_box(tile)) else "",
        pattern_of(reading.body, tile),
        places,
    )


# Single tile


class _Slot(NamedTuple):
    """A part of a tile's line: its field, its alternative and its pieces."""

    field: str
    number: int
    group: Group
    rim: str
    most: int
    name: str


def piece_detail(body: Body, piece: str, turn: int) -> PieceDetail:
    """Return a tile after so many quarter turns: roads on its sides, slots below it, and equipment to drop on them."""
    reading = layout_facts(body)
    tile = reading.tiles[piece]
    slots = list(_slots(tile))
    sides = _sides(tile, turn, bool(reading.places.get(piece)))
    turns = tuple(
        RotatedPiece(quarter, f"{quarter * 90}°", tile_card(tile_of(tile), quarter), least_turn(tile, quarter))
        for quarter in range(0 if tile.kind == "coast" else 4)
    )
    fields = tile_fields(reading, piece)
    return PieceDetail(
        _slot_layout(tile, turn, slots),
        (*sides, *_marks(fields), *_line(tile, slots)),
        tuple(_facts(reading, tile)),
        turns,
        fields=(fields["picture"],),
        tray=_tray(),
    )


@text_cache()
def _tray() -> tuple[Item, ...]:
    return tuple(
        Item(key, capitalize_first(item_name(item)), sprite_picture(drawings.ITEM_SPRITES[item]))
        for item, key in enumerate(ITEM_KEYS)
    )


def _facts(reading: LayoutFacts, tile: TileData) -> Iterator[str]:
    yield kind_text(tile.kind)
    where = _("not placed") if tile.kind == "coast" else _("in the stack")
    if places := reading.places.get(tile.name):
        where = _("on {names}").format(names=", ".join(map(reading.grid.name, places)))
    yield where
    copies = len(same_tiles(reading.body, tile))
    if copies > 1:
        yield _("{n} identical").format(n=copies)


def _slot_layout(tile: TileData, turn: int, slots: Sequence[_Slot]) -> Picture:
    """Return the tile as printed, with its slots below it."""
    rules_tile = tile_of(tile)
    is_coast = tile.kind == "coast"
    exits = 15 & ~_SEA if is_coast else turned(exit_bits(tile), turn)
    adventure = rules_tile.kind if rules_tile.kind < ADVENTURES else -1
    face = Face(0, 0, 0, exits, _SEA if is_coast else 0, adventure, tile.village, seed=1, picture=tile.picture)
    picture = face_picture(face, tile_marks(rules_tile, 0, 0, -1))
    shapes: list[Shape] = []
    for number, slot in enumerate(slots):
        left, top, width, height = box = _slot_box(number, len(slots))
        x, y = left + width / 2, top + height / 2
        shapes.append(Path("slot", (rounded_rectangle(*box, 0.05),)))
        found = [item for word, count in slot.group for item in [ITEM_KEYS.index(word)] * count]
        size = min(0.24, (width - 0.03) / (0.45 + 0.55 * max(1, len(found))))
        for place, item in enumerate(found):
            shapes += disc_shapes(x - size * 0.55 * (len(found) - 1) / 2 + place * size * 0.55, y, size, item, slot.rim)
        if not found:
            shapes.append(Sprite("goldland/any", x, y, 0.16, is_faded=True))
    layer = Layer("slots", tuple(shapes), is_still=False)
    return Picture((0, 0, 1, _TOP + _DEEP), (*picture.layers, layer), (), picture.clips, picture.reach)


def _slot_box(number: int, count: int) -> tuple[float, float, float, float]:
    width = 1 / count
    return number * width + 0.012, _TOP, width - 0.024, _DEEP


def _sides(tile: TileData, turn: int, is_laid: bool) -> Iterator[Place]:
    """Yield the four sides of a land tile, clockwise from the north: road or blocked.

    `is_laid`: it is placed on the board.
    """
    middles = ((0.5, -0.067), (1.067, 0.5), (0.5, 1.085), (-0.067, 0.5))
    strips = (rectangle(0.2, 0, 0.6, 0.2), rectangle(0.8, 0.2, 0.2, 0.6), rectangle(0.2, 0.8, 0.6, 0.2),
              rectangle(0, 0.2, 0.2, 0.6))  # fmt: skip
    if tile.kind == "coast":
        return
    for side in range(4):
        own = (side - turn) % 4
        is_open = bool(exit_bits(tile) >> own & 1)
        text = _("Blocks this side.") if is_open else _("Adds a road on this side.")
        if is_laid and len(distinct_turns(tile)) < 4:
            text = _("{words} Rotations that looked the same will differ. Check the placed tile.").format(words=text)
        yield Place(
            _("{side} side").format(side=capitalize_first(side_name(side))),
            _("has a road") if is_open else _("blocked"),
            *middles[side],
            Change(f"exit {SIDES[own]}:{tile.name}", not is_open, text),
            _("Road") if is_open else _("Blocked"),
            tone="slot_road" if is_open else "slot_blocked",
            turn=(0.0, 90.0, 0.0, -90.0)[side],
            outline=strips[side],
        )


def _marks(fields: Mapping[str, Field]) -> Iterator[Place]:
    """Yield the other marks of a tile: treasure, village, end of the coast."""
    spots = ((1.05, -0.05), (-0.05, -0.05), (1.05, 0.95))
    kinds = (
        ("treasure", "star", _("Treasure"), _("Adds a treasure."), _("Removes the treasure.")),
        ("village", "home", _("Village"), _("Makes the tile a village."), _("Removes the village mark.")),
        ("end", "flag", _("End"), _("Makes the tile an end of the coast."), _("Removes the end mark.")),
    )
    for (part, icon, name, set_text, clear_text), spot in zip(kinds, spots, strict=True):
        if part in fields:
            is_on = bool(fields[part].value)
            state, tone = (_("yes"), "slot_road") if is_on else (_("no"), "")
            change = Change(fields[part].key, not is_on, clear_text if is_on else set_text)
            yield Place(name, state, *spot, change, icon=icon, tone=tone)


def _slots(tile: TileData) -> Iterator[_Slot]:
    """Yield the parts of a line; words that name no equipment have no slot."""
    if tile.kind in ADVENTURE_KEYS:
        yield _Slot("pay", 0, _known(parse_group(tile.pay)), PAY, CROSSING, _("Pay"))
    yield _Slot("show", 0, _known(parse_group(tile.show)), SHOW, COMPARTMENTS, in_context("of a tile", "Show"))
    gains = [group for group in map(_known, parse_line(tile.gain)) if group] + [()]
    for number, group in enumerate(gains[:MAX_ALTERNATIVES]):
        name = (_("Gain"), _("Or gain"), _("Or gain, {n}"))[min(number, 2)].format(n=number)
        yield _Slot("gain", number, group, GAIN, COMPARTMENTS, name)


def _known(group: Group) -> Group:
    return tuple((word, count) for word, count in group if word in ITEM_KEYS)


def _line(tile: TileData, slots: Sequence[_Slot]) -> Iterator[Place]:
    """Yield the slots as places: equipment dropped there is added to the line, and the last piece can be removed."""
    icons = {"pay": "minus", "show": "eye", "gain": "plus"}
    for number, slot in enumerate(slots):
        left, top, width, height = _slot_box(number, len(slots))
        contents = ", ".join(items_text(ITEM_KEYS.index(word), count) for word, count in slot.group)
        full = sum(count for _word, count in slot.group) >= slot.most
        drops, refusals = [], []
        for item, key in enumerate(ITEM_KEYS):
            if full:
                text = _("“{slot}” is full: it holds {n} pieces. Press Delete to remove the last one.")
                refusals.append((key, text.format(slot=slot.name, n=slot.most)))
                continue
            counts = dict(slot.group) | {key: dict(slot.group).get(key, 0) + 1}
            text = _("Adds {item}.").format(item=items_text(item, 1))
            if change := _slot_change(tile, slots, slot, parse_group(format_group(tuple(counts.items()))), text):
                drops.append((key, change))
            else:
                refusals.append((key, _("The line already offers this.")))
        removal = None
        if slot.group:
            *others, (word, count) = slot.group
            rest = (*others, (word, count - 1)) if count > 1 else (*others,)
            removal = _slot_change(tile, slots, slot, rest, _("Removes the last piece."))
        yield Place(
            slot.name,
            contents or _("empty; drop equipment here"),
            left + width / 2,
            top + height + 0.06,
            icon=icons[slot.field],
            outline=rounded_rectangle(left, top, width, height, 0.05),
            drops=tuple(drops),
            refusals=tuple(refusals),
            removal=removal,
        )


def _slot_change(tile: TileData, slots: Sequence[_Slot], slot: _Slot, group: Group, label: str) -> Change | None:
    """Return the edit that puts other pieces into a slot; None if the line would not change."""
    if slot.field == "gain":
        groups = [group if one.number == slot.number else one.group for one in slots if one.field == "gain"]
        text = format_line(dict.fromkeys(one for one in groups if one))
    else:
        text = format_group(group)
    before: str = {"pay": tile.pay, "show": tile.show, "gain": tile.gain}[slot.field]
    return Change(f"{slot.field}:{tile.name}", text, label) if text != before else None


# Published and home-made tiles


def patterns(body: Body) -> Sequence[PatternRow]:
    """Return the published tiles by kind, then the home-made ones, each with its number in the layout."""
    groups = [(kind_text(kind), [tile for tile in published_tiles() if tile.kind == kind]) for kind in TILE_KINDS]
    rows: list[PatternRow] = []
    for title, models in (*groups, (_("Custom"), homemade_tiles(body))):
        found = [_pattern(body, tile) for tile in models]
        count = sum(pattern.count for pattern in found)
        note = plural("{n} tile", "{n} tiles", count).format(n=count)
        for start in range(0, len(found), _ROW):
            name = title if len(found) <= _ROW else f"{title} {start // _ROW + 1}"
            rows.append(PatternRow(name, note if not start else "", tuple(found[start : start + _ROW])))
    return tuple(rows)


def _pattern(body: Body, tile: TileData) -> Pattern:
    names, published = same_tiles(body, tile), count_in_box(tile)
    text = line_text(tile_of(tile)) or kind_text(tile.kind)
    if published > 1:
        text = _("{line}, {n} in the box").format(line=text, n=published)
    elif not published:
        text = _("{line}, custom").format(line=text)
    name = _("Tile {name}").format(name=tile.name)
    return Pattern(pattern_of(body, tile), name, text, tile_card(tile_of(tile)), len(names), names)


def missing_pieces(body: Body, cancel: CancelToken) -> Sequence[MissingPieces]:
    """Return the land tiles to add if there are too few (G16): first those missing from the published box."""
    reading = layout_facts(body)
    missing = len(reading.undiscovered) - len(reading.stack) if reading.coast is not None else 0
    if missing <= 0:
        return ()
    land = [tile for tile in published_tiles() if tile.kind != "coast"]
    counts: dict[str, int] = {}
    remaining = missing
    for tile in land:
        counts[tile.name] = max(0, min(remaining, count_in_box(tile) - len(same_tiles(body, tile))))
        remaining -= counts[tile.name]
    counts[next(tile.name for tile in land if tile.kind == "plain")] += remaining
    text = plural(
        "{n} land tile is missing for the undiscovered spaces.",
        "{n} land tiles are missing for the undiscovered spaces.",
        missing,
    ).format(n=missing)
    return tuple(MissingPieces(name, count, text, reading.undiscovered) for name, count in counts.items() if count)
