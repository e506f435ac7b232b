"""Inspector forms of a sea (board, border, tile kinds, spaces, edges), and the edits of their fields.

Layout fields: "border.north" … "border.west"; per tile kind "name:K", "shape:K", "hidden:K", "event <event>:K",
"sorted:K", "bonus:K", "picture:K", where K is the kind's name. Space fields: "space", "tile", "turn". Outer edge
field: "edge". Keys that start with "note." are read-only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from studio.core.form import Field, Section, find_field, picture_field
from studio.core.game import Value
from studio.core.grid import SIDE_NAMES
from studio.core.picture import is_edge, target_edge
from studio.core.text import _, capitalize_first, kind_taken_text, with_label
from studio.seatiles.body import (
    UNDISCOVERED,
    VOID,
    AnySea,
    Content,
    Laid,
    SeaBody,
    TileKind,
    contents,
    default_edge,
    grid_of,
    invalid_name_text,
    normalize_kind,
    outer_kind,
    with_cells,
    with_edge,
    with_fields,
)
from studio.seatiles.facts import SHAPES, Facts, all_shapes, pattern_of, query_tiles
from studio.seatiles.rules.chart import edges_of, rotations, same_looks, turned
from studio.seatiles.text import kind_name, shape_name, shape_text, side_name

# Edits of tile kinds: add, copy, change, import

NEW = "tile"  # key for a new tile with a shape that the set does not have, in addition to the patterns
MAX_KINDS, MAX_TILES, LONGEST = 200, 999, 40


def index_of(body: SeaBody, name: str) -> int:
    """Return the index of the kind with that name. Raises `ValueError` with a translated message."""
    for index, kind in enumerate(body.tiles):
        if kind.name == name:
            return index
    raise ValueError(_("There is no kind of tile named “{name}”.").format(name=name))


def add_pieces(body: AnySea, what: str, count: int) -> AnySea:
    if what == NEW:
        present = {pattern_of(kind.shape) for kind in body.tiles}
        what = next((shape for shape in SHAPES if shape not in present), SHAPES[0])
    elif what not in SHAPES:
        raise ValueError(_("This tile is not allowed: its land would cut the ships' route."))
    else:
        for index, kind in enumerate(body.tiles):
            if not kind.bonus and pattern_of(kind.shape) == what:
                if kind.sorted + count > MAX_TILES:
                    raise ValueError(_("A kind can have at most {most} sorted tiles.").format(most=MAX_TILES))
                return _with_kinds(body, index, 1, [msgspec.structs.replace(kind, sorted=kind.sorted + count)])
    return _with_kinds(
        body, len(body.tiles), 0, [TileKind(numbered_name(body.tiles, str(shape_name(what))), what, sorted=count)]
    )


def duplicate_piece(body: AnySea, piece: str) -> AnySea:
    index = index_of(body, piece)
    copy = msgspec.structs.replace(body.tiles[index], name=numbered_name(body.tiles, str(kind_name(piece))))
    return _with_kinds(body, index + 1, 0, [copy])


def remove_piece(body: AnySea, piece: str) -> AnySea:
    """Remove a kind that is not on the board; see `PiecesProtocol`."""
    cells = contents(body)
    places = [
        grid_of(body).name(cell) for cell, laid in enumerate(cells) if isinstance(laid, Laid) and laid.tile == piece
    ]
    if places:
        raise ValueError(
            _("“{name}” is still on {places}. Clear these spaces before you remove it.").format(
                name=piece, places=", ".join(places[:6]) + ("…" if len(places) > 6 else "")
            )
        )
    if len(body.tiles) == 1:
        raise ValueError(_("A tile set must have at least one kind of tile."))
    return _with_kinds(body, index_of(body, piece), 1, [])


def import_pieces(body: AnySea, other: AnySea, pieces: Collection[str]) -> AnySea:
    """Import kinds of another layout: known kinds get its counts and pictures; see `PiecesProtocol`."""
    tiles = list(body.tiles)
    for kind in other.tiles:
        if kind.name not in pieces:
            continue
        index = next((index for index, own in enumerate(tiles) if own.name == kind.name), -1)
        if index >= 0 and tiles[index].bonus == kind.bonus and pattern_of(tiles[index].shape) == pattern_of(kind.shape):
            tiles[index] = msgspec.structs.replace(
                tiles[index], hidden=kind.hidden, events=kind.events, sorted=kind.sorted, picture=kind.picture
            )
        else:
            tiles.append(msgspec.structs.replace(kind, name=numbered_name(tiles, kind.name)))
    return _with_kinds(body, 0, len(body.tiles), tiles)


def _with_kinds(body: AnySea, index: int, old: int, new: Sequence[TileKind]) -> AnySea:
    """Return the body with a slice of its kinds replaced."""
    tiles = [*body.tiles[:index], *new, *body.tiles[index + old :]]
    if len(tiles) > MAX_KINDS:
        raise ValueError(_("A tile set can have at most {most} kinds of tile.").format(most=MAX_KINDS))
    return with_fields(body, tiles=tiles)


def set_kind(body: AnySea, part: str, name: str, value: Value, events: Sequence[str]) -> AnySea:
    """Set a field of a kind: "name", "shape", "hidden", "event <event>", "sorted" or "bonus".

    `events` are the game's events in their order.
    """
    index = index_of(body, name)
    kind = body.tiles[index]
    cells = contents(body)
    if part == "name":
        fresh = unique_name(body, str(value))
        cells = [Laid(fresh, laid.turn) if isinstance(laid, Laid) and laid.tile == name else laid for laid in cells]
        new = msgspec.structs.replace(kind, name=fresh)
    elif part.startswith("event "):
        counts = {**kind.events, part.removeprefix("event "): int(value)}
        new = normalize_kind(msgspec.structs.replace(kind, events=counts), events)
    else:
        new = msgspec.structs.replace(kind, **{part: value})
        if new.shape != kind.shape:
            cells = _rotate_to_fit(body, kind, new.shape)
    return with_fields(body, cells=cells, tiles=[*body.tiles[:index], new, *body.tiles[index + 1 :]])


def _rotate_to_fit(body: SeaBody, kind: TileKind, shape: str) -> list[Content]:
    """Return the contents of the cells after a kind gets another shape, each rotated to fit best.

    Turns that looked alike may differ now (T4); ties are broken by matching neighbours, then by the smallest turn.
    """
    facts = Facts(body)
    cells = list(facts.cells)
    for cell, content in enumerate(cells):
        if isinstance(content, Laid) and content.tile == kind.name:
            land, sea = facts.required_masks(cell)
            misfits = {}
            for turn in range(4):
                if same_looks(kind.shape, turn) == content.turn:
                    edges = edges_of(turned(shape, turn))
                    misfits[turn] = (edges & sea | ~edges & land).bit_count()
            cells[cell] = Laid(kind.name, min(misfits, key=misfits.__getitem__))
    return cells


def unique_name(body: SeaBody, text: str) -> str:
    """Return the trimmed name if it is unique. Raises `ValueError` with a translated message."""
    name = text.strip()
    if not 1 <= len(name) <= LONGEST or not name.isprintable():
        raise ValueError(invalid_name_text())
    if any(kind.name == name for kind in body.tiles):
        raise ValueError(kind_taken_text(name))
    return name


def numbered_name(tiles: Sequence[TileKind], name: str) -> str:
    """Return the name, with a number appended if it is taken, in the file or in the language of the user."""
    taken = {used for kind in tiles for used in (kind.name, str(kind_name(kind.name)))}
    if name not in taken:
        return name
    stem, number = re.sub(r" \d+$", "", name), 2
    while (fresh := f"{stem[: LONGEST - 4].rstrip()} {number}") in taken:
        number += 1
    return fresh


# Forms of the layout, a space and an edge


def edge_texts() -> dict[str, str]:
    return {
        "open 0": _("open sea, no toll"),
        "open 1": _("open sea, toll 1"),
        "open 2": _("open sea, toll 2"),
        "shore": _("shore: sea, no start"),
        "coast": _("coast: land"),
    }


def form_of(body: AnySea, target: int, whole: Callable[[AnySea], Iterable[Section]]) -> Sequence[Section]:
    """Return the form of a target, or `whole` for the layout if it is -1."""
    if target < 0:
        return tuple(whole(body))
    if is_edge(target):
        return (edge_form(body, *target_edge(target)),)
    return space_form(body, target)


def _board_sections(body: SeaBody) -> Iterator[Section]:
    """Return the size and spaces of the board, and its border."""
    cells = contents(body)
    grid = grid_of(body)
    laid = sum(isinstance(cell, Laid) for cell in cells)
    counts = _("{open} undiscovered, {laid} tiles, {void} void").format(
        open=cells.count(UNDISCOVERED), laid=laid, void=cells.count(VOID)
    )
    yield Section(
        _("Board"),
        (
            Field("note.size", _("Size"), "note", f"{grid.columns} × {grid.rows}"),
            Field("note.spaces", _("Spaces"), "note", counts),
        ),
    )
    names, choices = [capitalize_first(side_name(side)) for side in range(4)], tuple(edge_texts().items())
    border = [
        Field(f"border.{side}", names[number], "choice", default_edge(body.border, number), choices=choices)
        for number, side in enumerate(SIDE_NAMES)
    ]
    yield Section(
        _("Border"),
        tuple(border),
        _("The default for each side. Single edges can differ."),
    )


def sea_sections(body: SeaBody, stacks: Field, events: Mapping[str, str], has_bonus: bool) -> Iterator[Section]:
    """Return board, border, box and tile kinds; `stacks` is the number of draw stacks of the hidden tiles.

    `events` are the game's events with their texts. Bonus tiles are for games that score them.
    """
    yield from _board_sections(body)
    yield Section(
        _("Box"),
        (*_box_fields(body), stacks),
        _("The split of tiles into classes and events is reconstructed. The totals are known."),
    )
    for kind in body.tiles:
        title = _("Tile: {name}").format(name=kind_name(kind.name))
        fields = tuple(kind_fields(kind, events, has_bonus).values())
        yield Section(title, fields, shape_text(kind.shape), piece_key=kind.name)


def _box_fields(body: SeaBody) -> tuple[Field, ...]:
    hidden = sum(max(0, kind.hidden) for kind in body.tiles)
    marked = sum(query_tiles(kind) for kind in body.tiles)
    ready = sum(max(0, kind.sorted) for kind in body.tiles)
    text = _("{plain} plain, {marked} with “?”").format(plain=hidden, marked=marked)
    return (
        Field("note.tiles", _("Tiles"), "note", str(hidden + marked + ready)),
        Field("note.hidden", _("Hidden"), "note", text),
        Field("note.sorted", _("Sorted"), "note", str(ready)),
    )


def kind_fields(kind: TileKind, events: Mapping[str, str], has_bonus: bool) -> dict[str, Field]:
    """Return the fields of a tile kind by key prefix; `events` with their texts."""
    name = kind.name
    shapes = all_shapes() if kind.shape in all_shapes() else (kind.shape, *all_shapes())
    fields = [
        Field(f"name:{name}", _("Name"), "text", name),
        Field(f"shape:{name}", _("Shape"), "choice", kind.shape, 0, 0, tuple((shape, shape) for shape in shapes)),
        Field(f"hidden:{name}", _("Hidden, plain"), "int", kind.hidden, 0, 999),
        *(
            Field(f"event {event}:{name}", _("Hidden, “?” {event}").format(event=text), "int",
                  kind.events.get(event, 0), 0, 999)
            for event, text in events.items()
        ),
        Field(f"sorted:{name}", _("Sorted"), "int", kind.sorted, 0, 999,
              tip=_("Open tiles next to the board, including tiles that the layout places.")),
    ]  # fmt: skip
    if has_bonus or kind.bonus:
        tip = _("A tile with a bonus is used only where the layout places it.")
        fields.append(Field(f"bonus:{name}", _("Bonus points"), "int", kind.bonus, 0, 99, tip=tip))
    fields.append(picture_field(f"picture:{name}", kind.picture))
    return {field.key.partition(":")[0]: field for field in fields}


def space_form(body: SeaBody, cell: int) -> Sequence[Section]:
    """Return the form of a space: its content, and what its edges face."""
    cells = contents(body)
    content = cells[cell]
    what = "tile" if isinstance(content, Laid) else "void" if content == VOID else "undiscovered"
    texts = [("undiscovered", _("Undiscovered")), ("void", _("Void"))]
    if body.tiles:
        texts.append(("tile", _("Tile")))
    fields = [Field("space", _("Space"), "choice", what, 0, 0, tuple(texts))]
    if isinstance(content, Laid):
        kind = next(kind for kind in body.tiles if kind.name == content.tile)
        kinds = tuple((one.name, kind_name(one.name)) for one in body.tiles)
        fields.append(Field("tile", _("Tile"), "choice", kind.name, 0, 0, kinds))
        turns = [one.turn for one in rotations(kind.shape)]
        if len(turns) > 1:
            names = ("0°", "90°", "180°", "270°")
            choices = tuple((str(turn), names[turn]) for turn in turns)
            fields.append(Field("turn", _("Rotation"), "choice", str(content.turn), 0, 0, choices))
        fields.append(Field("note.shape", _("Class"), "note", shape_text(kind.shape)))
    sections = [Section(_("Space {name}").format(name=grid_of(body).name(cell)), tuple(fields))]
    if content != VOID:
        titles = [capitalize_first(side_name(side)) for side in range(4)]
        notes = tuple(
            Field(f"note.{side}", titles[number], "note", _edge_note(body, cells, cell, number))
            for number, side in enumerate(SIDE_NAMES)
        )
        sections.append(Section(_("Edges"), notes))
    return tuple(sections)


def _edge_note(body: SeaBody, cells: Sequence[Content], cell: int, side: int) -> str:
    """Return a short description of an edge and what it faces."""
    own = _own_edge(body, cells, cell, side)
    outer = outer_kind(body, cells, cell, side)
    if outer is not None:
        facing = edge_texts()[outer]
    else:
        other = grid_of(body).neighbor(cell, side)
        beyond = _own_edge(body, cells, other, side ^ 2) or _("undiscovered")
        facing = with_label(grid_of(body).name(other), beyond)
    return (
        _("{own}, facing {facing}").format(own=own, facing=facing) if own else _("faces {facing}").format(facing=facing)
    )


def _own_edge(body: SeaBody, cells: Sequence[Content], cell: int, side: int) -> str:
    """Return "land" or "sea" for the edge of a placed tile; "" without a tile."""
    content = cells[cell]
    if not isinstance(content, Laid):
        return ""
    shape = next(kind.shape for kind in body.tiles if kind.name == content.tile)
    return _("sea") if turned(shape, content.turn)[side] == "." else _("land")


def edge_form(body: SeaBody, cell: int, side: int) -> Section:
    """Return the form of an outer edge; other edges only have a note."""
    title = _("{side} edge of {name}").format(side=capitalize_first(side_name(side)), name=grid_of(body).name(cell))
    cells = contents(body)
    if cells[cell] == VOID:
        return Section(title, (Field("note.void", _("Edge"), "note", _("of a void space, off the board")),))
    kind = outer_kind(body, cells, cell, side)
    if kind is None:
        return Section(title, (Field("note.inner", _("Edge"), "note", _edge_note(body, cells, cell, side)),))
    usual = edge_texts()[default_edge(body.border, side)]
    return Section(
        title,
        (
            Field("edge", _("Edge"), "choice", kind, 0, 0, tuple(edge_texts().items())),
            Field("note.usual", _("Default on this side"), "note", usual),
        ),
    )


def set_sea_field(
    body: AnySea,
    target: int,
    sections: Sequence[Section],
    key: str,
    value: Value,
    own: Callable[[AnySea, str, Value], AnySea],
) -> AnySea:
    """Set a field of these sections; `own` handles the fields of the game's box.

    Returns the same body if nothing changes. Raises `ValueError` with a translated message for invalid values.
    """
    if value == find_field(sections, key, value).value:
        return body
    if is_edge(target):
        return with_edge(body, *target_edge(target), value)  # type: ignore[arg-type]  # checked by `find_field`
    if target >= 0:
        return _set_space(body, target, key, str(value))
    if ":" in key:
        part, _colon, name = key.partition(":")
        keys = [field.key for section in sections for field in section.fields if field.key.startswith("event ")]
        return set_kind(body, part, name, value, [key.removeprefix("event ").partition(":")[0] for key in keys])
    part, _dot, rest = key.partition(".")
    if part == "border":
        return with_fields(body, border=msgspec.structs.replace(body.border, **{rest: value}))
    return own(body, key, value)


def _set_space(body: AnySea, cell: int, key: str, value: str) -> AnySea:
    cells = contents(body)
    content = cells[cell]
    new: Content
    if key == "space":
        new = {"undiscovered": UNDISCOVERED, "void": VOID}.get(value) or Laid(body.tiles[0].name)
    else:
        assert isinstance(content, Laid)  # other contents do not have these fields
        new = Laid(value, content.turn) if key == "tile" else Laid(content.tile, int(value))
    cells[cell] = new
    return with_cells(body, cells)


def split_words(text: str, many: int, complaint: str) -> list[str]:
    """Split at blanks or commas into 1 to `many` words, or raise the given error."""
    words = re.split(r"[\s,;]+", text.strip())
    if not 1 <= len(words) <= many:
        raise ValueError(complaint)
    return words


def parse_number(word: str, most: int, complaint: str) -> int:
    """Parse a number from 1 to `most`, or raise the given error."""
    if not re.fullmatch(r"[0-9]{1,3}", word) or not 1 <= int(word) <= most:
        raise ValueError(complaint)
    return int(word)


def parse_numbers(text: str, most: int, many: int, complaint: str) -> tuple[int, ...]:
    """Parse 1 to `many` numbers from 1 to `most`, separated by blanks or commas."""
    return tuple(parse_number(word, most, complaint) for word in split_words(text, many, complaint))


def parse_counts(text: str, complaint: str) -> dict[str, int]:
    """Parse "3 × 5, 3 × 10" as counts by value, or raise the given error."""
    counts: dict[int, int] = {}
    for part in text.split(","):
        found = re.fullmatch(r"\s*([0-9]{1,3})\s*[×x*]\s*([1-9][0-9]?)\s*", part)
        if found is None:
            raise ValueError(complaint)
        counts[int(found[2])] = counts.get(int(found[2]), 0) + int(found[1])
    return {str(value): counts[value] for value in sorted(counts)}


def format_counts(counts: Mapping[str, int]) -> str:
    """Format counts by value for `parse_counts`."""
    return ", ".join(f"{count} × {value}" for value, count in counts.items())


def format_numbers(values: Iterable[object]) -> str:
    """Format values for `parse_numbers`."""
    return " ".join(map(str, values))
