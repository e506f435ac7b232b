"""The inspector of a layout (board, box, every tile) or of one space; fill.py applies its fields.

Field keys of the layout: "start", "temple", "shuffle"; "stock.<item>", "kit.<item>", "markers.<adventure>"; "tokens",
"coins", "camps", "price.<seats>", "bonus.<seats>", "reserve.<seats>"; "add" (a kind of tile); and for each tile the
keys below followed by a colon and its name. Of a space: "tile", "turn", "temple", "start", "lock", and of its tile
"name", "kind", "village", "end", "pay", "show", "gain", "treasure", "exit N" (E, S, W), "picture", "remove".
Keys that begin with "note." are read-only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from studio.core.form import Field, Section, picture_field
from studio.core.text import _, capitalize_first, in_context, plural
from studio.games.goldland.body import (
    ADVENTURE_KEYS,
    SEATS,
    SIDES,
    START,
    TILE_KINDS,
    VOID,
    Body,
    Laid,
    TileData,
    count_pieces,
    distinct_turns,
    exit_bits,
    tile_of,
)
from studio.games.goldland.layout_reading import LayoutFacts, layout_facts
from studio.games.goldland.rules.board import COMPARTMENTS, ITEM_KEYS, KIND_KEYS
from studio.games.goldland.text.places import item_name, kind_name, kind_text, line_text, pieces_text, side_name

MAX_PIECES = 99


def form(body: Body, target: int) -> Sequence[Section]:
    """Return the inspector of a space, or of the whole layout if the target is -1."""
    reading = layout_facts(body)
    if target < 0:
        return tuple(_layout_form(reading))
    return tuple(_space_form(reading, target)) if target < reading.grid.count else ()


def tile_text(tile: TileData) -> str:
    line = line_text(tile_of(tile)) or kind_name(KIND_KEYS.index(tile.kind))
    text = _("{name}, village: {line}") if tile.village else _("{name}: {line}")
    return text.format(name=tile.name, line=line)


# Layout


def _layout_form(reading: LayoutFacts) -> Iterator[Section]:
    body = reading.body
    yield Section(_("Board"), tuple(_board_fields(reading)))
    yield Section(_("Coast"), tuple(_coast_fields(reading)), _("End tiles and locked tiles stay in place."))
    note = _("All pieces in the box, including those in the backpacks at the start.")
    yield Section(_("Equipment stock"), tuple(_item_fields("stock", body.stock, MAX_PIECES)), note)
    note = _("The start tile offers the same equipment.")
    yield Section(_("Starting kit"), tuple(_item_fields("kit", body.kit, COMPARTMENTS)), note)
    fields = [
        Field(f"markers.{kind}", kind_text(kind), "int", body.markers[kind], 0, MAX_PIECES) for kind in ADVENTURE_KEYS
    ]
    note = _("Points for the seat that has the marker. Five of the seven values are reconstructed.")
    yield Section(_("Adventure markers"), tuple(fields), note)
    fields = [
        Field("coins", _("Gold coins"), "int", body.coins, 0, 999),
        Field("tokens", _("Discovery tokens"), "int", body.tokens, 0, 999),
        Field("camps", _("Camps per seat"), "int", body.camps, 0, MAX_PIECES),
    ]
    yield Section(_("Coins, tokens, camps"), tuple(fields))
    yield from _seat_sections(body)
    counts = _("{coast} coast tiles, {land} land tiles, {treasures} with a treasure").format(
        coast=sum(tile.kind == "coast" for tile in body.tiles),
        land=sum(tile.kind != "coast" for tile in body.tiles),
        treasures=sum(tile.treasure for tile in body.tiles),
    )
    kinds = (("", "–"), *((kind, kind_text(kind)) for kind in TILE_KINDS))
    tip = _("Adds a tile of this kind; edit its name and line below.")
    fields = [
        Field("note.tiles", _("Tiles"), "note", counts),
        Field("add", _("Add tile"), "choice", "", choices=kinds, tip=tip),
    ]
    note = _("Most lines are reconstructed. Write them like “2 rifle”, “wood + rope” or “2 wood | 2 rope”.")
    yield Section(_("Tiles"), tuple(fields), note)
    texts = _FieldTexts()
    for tile in body.tiles:
        where = [reading.grid.name(cell) for cell in reading.places.get(tile.name, ())]
        fields = list(_tile_fields(texts, tile, where, f":{tile.name}"))
        yield Section(_("Tile {name}").format(name=tile.name), tuple(fields), piece_key=tile.name)


def _board_fields(reading: LayoutFacts) -> Iterator[Field]:
    grid = reading.grid
    yield Field("note.size", _("Size"), "note", f"{grid.columns} × {grid.rows}")
    yield Field("note.spaces", _("Spaces"), "note", _spaces_text(reading))
    names = (_("North-west"), _("North-east"), _("South-east"), _("South-west"))
    corners = [
        (grid.name(cell), _("{corner} ({name})").format(corner=name, name=grid.name(cell)))
        for cell, name in zip(reading.corners, names, strict=True)
    ]
    if reading.coast is None:
        corners.insert(0, ("", _("no unique corner")))
    start = grid.name(reading.coast.start) if reading.coast else ""
    tip = _("Mirrors the whole board.")
    yield Field("start", _("Start"), "choice", start, choices=tuple(corners), tip=tip)
    places = tuple((name, name) for name in map(grid.name, sorted({*reading.land, reading.temple})))
    yield Field("temple", _("Temple"), "choice", grid.name(reading.temple), choices=places)


def _spaces_text(reading: LayoutFacts) -> str:
    laid = sum(isinstance(reading.cells[cell], Laid) for cell in reading.land)
    texts = _("{coast} coast, {land} land").format(coast=len(reading.coast_spaces), land=len(reading.land))
    if reading.void:
        texts += ", " + _("{n} void").format(n=len(reading.void))
    if laid:
        texts += ", " + plural("{n} placed", "{n} placed", laid).format(n=laid)
    return texts


def _coast_fields(reading: LayoutFacts) -> Iterator[Field]:
    tip = _("Puts the coast tiles in a random order, with no village next to the start.")
    yield Field("shuffle", _("Shuffle coast"), "button", reading.coast is not None, tip=tip)
    if spare := ", ".join(tile.name for tile in reading.unused_coast):
        yield Field("note.spare", _("Not placed"), "note", spare)
    if reading.body.locked:
        yield Field("note.locked", _("Locked"), "note", ", ".join(reading.body.locked))


def _item_fields(part: str, counts: Mapping[Any, int], most: int) -> Iterator[Field]:
    for item, key in enumerate(ITEM_KEYS):
        count = counts.get(key, 0)
        yield Field(f"{part}.{key}", capitalize_first(item_name(item)), "int", count, 0, max(most, count))


def _seat_sections(body: Body) -> Iterator[Section]:
    parts: tuple[tuple[str, str, Mapping[Any, int], int, str], ...] = (
        ("price", _("Price per piece, in tokens"), body.price, 1, ""),
        ("bonus", _("Temple bonus pile"), body.bonus, 0, _("Two coins for each of the first seats at the temple.")),
        ("reserve", _("Temple reserve pile"), body.reserve, 0, _("One coin per turn for each seat with an amulet.")),
    )
    for key, title, numbers, least, note in parts:
        fields = [
            Field(f"{key}.{seats}", _("With {n} seats").format(n=seats), "int", numbers[seats], least, MAX_PIECES)
            for seats in SEATS
        ]
        yield Section(title, tuple(fields), note)


# Tile


def tile_fields(reading: LayoutFacts, name: str) -> dict[str, Field]:
    """Return the fields of a tile by the part of each key before the colon."""
    where = [reading.grid.name(cell) for cell in reading.places.get(name, ())]
    fields = _tile_fields(_FieldTexts(), reading.tiles[name], where, f":{name}")
    return {field.key.rpartition(":")[0]: field for field in fields}


class _FieldTexts:
    """The texts of the fields of all tiles, translated once per form."""

    def __init__(self) -> None:
        self.kinds = tuple((kind, kind_text(kind)) for kind in TILE_KINDS)
        self.line, self.lies, self.name, self.kind = (
            in_context("of a tile", "Line"),
            _("Position"),
            _("Name"),
            _("Kind"),
        )
        self.village, self.village_tip = _("Village"), _("Cannot be next to the start tile.")
        self.end, self.end_tip = _("End of the coast"), _("Shuffling the coast does not move it.")
        self.pay = _("Pay (red)")
        self.pay_tip = _("Cost of surviving the adventure, at most four pieces: “2 rifle” or “rope + shovel”.")
        self.show, self.show_tip = _("Show (white)"), _("Must be in the backpack and stays there: “shovel”.")
        self.gain = _("Gain (black)")
        self.gain_tip = _("Can be taken: “wood + rope” is both, “2 wood | 2 rope” is one or the other.")
        self.reward_tip = (
            self.gain_tip + " " + _("Without a piece to show, it is a reward for seats that have just paid.")
        )
        self.treasure, self.remove = _("Treasure"), _("Remove tile")
        self.nothing, self.nowhere, self.in_stack = _("nothing"), _("not placed"), _("in the stack")
        self.roads = tuple(_("Road to the {side}").format(side=side_name(side)) for side in range(4))


def _tile_fields(texts: _FieldTexts, tile: TileData, places: Sequence[str], after: str) -> Iterator[Field]:
    """Return the fields of a tile; `after` is appended to their keys. Fields without effect appear only if set."""
    is_coast, is_adventure = tile.kind == "coast", tile.kind in ADVENTURE_KEYS
    yield Field(f"note.line{after}", texts.line, "note", line_text(tile_of(tile)) or texts.nothing)
    if after:
        where = ", ".join(places) or (texts.nowhere if is_coast else texts.in_stack)
        yield Field(f"note.place{after}", texts.lies, "note", where)
    yield Field(f"name{after}", texts.name, "text", tile.name)
    yield Field(f"kind{after}", texts.kind, "choice", tile.kind, choices=texts.kinds)
    if is_coast or tile.village:
        yield Field(f"village{after}", texts.village, "flag", tile.village, tip=texts.village_tip)
    if is_coast or tile.end:
        yield Field(f"end{after}", texts.end, "flag", tile.end, tip=texts.end_tip)
    if is_adventure or tile.pay:
        yield Field(f"pay{after}", texts.pay, "text", tile.pay, tip=texts.pay_tip)
    yield Field(f"show{after}", texts.show, "text", tile.show, tip=texts.show_tip)
    tip = texts.reward_tip if is_adventure else texts.gain_tip
    yield Field(f"gain{after}", texts.gain, "text", tile.gain, tip=tip)
    if not is_coast or tile.treasure:
        yield Field(f"treasure{after}", texts.treasure, "flag", tile.treasure)
    if not is_coast:
        bits = exit_bits(tile)
        for side, letter in enumerate(SIDES):
            yield Field(f"exit {letter}{after}", texts.roads[side], "flag", bool(bits >> side & 1))
    yield picture_field(f"picture{after}", tile.picture)
    yield Field(f"remove{after}", texts.remove, "button", True)


# Space


def _space_form(reading: LayoutFacts, cell: int) -> Iterator[Section]:
    grid = reading.grid
    tile = reading.tile_at(cell)
    yield Section(_("Space {name}").format(name=grid.name(cell)), tuple(_space_fields(reading, cell)))
    if tile is not None:
        yield Section(_("Tile"), tuple(_tile_fields(_FieldTexts(), tile, (), "")))


def _space_fields(reading: LayoutFacts, cell: int) -> Iterator[Field]:
    content = reading.cells[cell]
    tile = reading.tile_at(cell)
    on_shore = cell in reading.coast_spaces
    if content == START:
        offered = pieces_text(count_pieces(tuple(reading.body.kit.items())))
        yield Field(
            "note.start", _("Start"), "note", _("All seats begin here. The tile offers {kit}.").format(kit=offered)
        )
    else:
        allowed = [one for one in reading.body.tiles if reading.coast is None or (one.kind == "coast") == on_shore]
        choices = [(one.name, tile_text(one)) for one in allowed]
        if tile is not None and tile not in allowed:
            choices.insert(0, (tile.name, tile_text(tile)))
        if not on_shore or tile is None:
            choices.insert(0, ("", _("Undiscovered") if not on_shore else _("No tile")))
        if content == VOID or (not on_shore and cell != reading.temple):
            choices.append((VOID, _("Void")))
        chosen = tile.name if tile else VOID if content == VOID else ""
        yield Field("tile", _("Tile"), "choice", chosen, choices=tuple(choices))
    if isinstance(content, Laid) and tile is not None and len(distinct_turns(tile)) > 1:
        names = ("0°", "90°", "180°", "270°")
        choices = [(str(turn), names[turn]) for turn in distinct_turns(tile)]
        yield Field("turn", _("Rotation"), "choice", str(content.turn), choices=tuple(choices))
    if reading.coast is not None and cell in reading.coast.cells and cell not in reading.coast.ends:
        locked = reading.grid.name(cell) in reading.body.locked
        yield Field(
            "lock", _("Locked"), "flag", locked, tip=_("Shuffling the coast does not move the tile on this space.")
        )
    if not on_shore and content != START:
        label = _("Temple is here") if cell == reading.temple else _("Place temple here")
        yield Field("temple", label, "button", cell != reading.temple)
    if cell in reading.corners and (reading.coast is None or cell != reading.coast.start):
        yield Field("start", _("Place start here"), "button", True, tip=_("Mirrors the whole board."))
