"""What the inspector shows of any sea: board, border, kinds of tile, spaces, edges.

Field keys for the whole layout: "border.north" … "border.west"; per kind of tile "name:K", "shape:K", "hidden:K",
"event <event>:K", "sorted:K", "bonus:K", "remove:K", where K is the kind's name; "new kind". For a space: "space",
"tile", "turn". For an outer edge: "edge". Keys that begin with "note." cannot be set. What the keys do: fields.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from studio.core.form import Field, Section
from studio.core.grid import SIDE_NAMES
from studio.core.text import _
from studio.seatiles.body import UNDISCOVERED, VOID, Content, Laid, SeaBody, TileKind, contents, grid_of, outer_kind
from studio.seatiles.body.facts import marked_tiles
from studio.seatiles.rules.shape import class_of, edges_of, has_isthmus, rotations
from studio.seatiles.rules.shape import turned as turned_shape
from studio.seatiles.words import class_edges, side_name

SHAPES = (
    "....",
    "a...",
    "aa..",
    "ab..",
    "a.b.",
    "aaa.",
    "aab.",
    "abb.",
    "abc.",
    "aaaa",
    "aaab",
    "aabb",
    "aabc",
    "abcd",
)
"""Every shape up to rotation that has no isthmus (T2)."""


def edge_words(kind: str) -> str:
    """An outer edge in words."""
    return {
        "open 0": _("open sea, no toll"),
        "open 1": _("open sea, toll 1"),
        "open 2": _("open sea, toll 2"),
        "shore": _("shore: sea, but no start"),
        "coast": _("coast: land"),
    }[kind]


def shape_words(shape: str) -> str:
    """A shape in words: its class, and how its land edges are split when they are."""
    words = _("class {cls}: {edges}").format(
        cls=class_of(edges_of(shape)), edges=class_edges(class_of(edges_of(shape)))
    )
    lands = len(set(shape) - {"."})
    if lands > 1:
        words += _(", {lands} lands ({shape})").format(lands=lands, shape=shape)
    if has_isthmus(shape):
        words += _(", an isthmus")
    return words


def _edge_choices() -> tuple[tuple[str, str], ...]:
    return tuple((kind, edge_words(kind)) for kind in ("open 0", "open 1", "open 2", "shore", "coast"))


def board_sections(body: SeaBody) -> Iterator[Section]:
    """Size and spaces of the board, and its border."""
    cells = contents(body)
    grid = grid_of(body)
    laid = sum(isinstance(cell, Laid) for cell in cells)
    counts = _("{open} undiscovered, {laid} laid, {void} void").format(
        open=cells.count(UNDISCOVERED), laid=laid, void=cells.count(VOID)
    )
    yield Section(
        _("Board"),
        (
            Field("note.size", _("Size"), "note", f"{grid.columns} × {grid.rows}"),
            Field("note.spaces", _("Spaces"), "note", counts),
        ),
    )
    border = [
        Field(
            f"border.{side}",
            side_name(number).capitalize(),
            "choice",
            getattr(body.border, side),
            0,
            0,
            _edge_choices(),
        )
        for number, side in enumerate(SIDE_NAMES)
    ]
    yield Section(
        _("Border"),
        tuple(border),
        _("What lies north, east, south and west of the board, where no single edge differs."),
    )


def box_fields(body: SeaBody) -> tuple[Field, ...]:
    """How many tiles the box holds."""
    hidden = sum(max(0, kind.hidden) for kind in body.tiles)
    marked = sum(marked_tiles(kind) for kind in body.tiles)
    ready = sum(max(0, kind.sorted) for kind in body.tiles)
    words = _("{plain} plain, {marked} with “?”").format(plain=hidden, marked=marked)
    return (
        Field("note.tiles", _("Tiles"), "note", str(hidden + marked + ready)),
        Field("note.hidden", _("Hidden"), "note", words),
        Field("note.sorted", _("Sorted"), "note", str(ready)),
    )


def new_kind_field() -> Field:
    """Where the name of a further kind of tile is typed."""
    return Field("new kind", _("Add a kind"), "text", "", tip=_("Type a name to add a kind of tile of your own."))


def kind_section(kind: TileKind, events: Mapping[str, str], has_bonus: bool) -> Section:
    """A kind of tile; `events` are the game's events with their words, bonus tiles are for games that score them."""
    name = kind.name
    shapes = SHAPES if kind.shape in SHAPES else (kind.shape, *SHAPES)
    fields = [
        Field(f"name:{name}", _("Name"), "text", name),
        Field(f"shape:{name}", _("Shape"), "choice", kind.shape, 0, 0, tuple((s, shape_words(s)) for s in shapes)),
        Field(f"hidden:{name}", _("Hidden, plain"), "int", kind.hidden, 0, 999),
        *(
            Field(f"event {event}:{name}", _("Hidden, “?” {event}").format(event=words), "int",
                  kind.events.get(event, 0), 0, 999)
            for event, words in events.items()
        ),
        Field(f"sorted:{name}", _("Sorted"), "int", kind.sorted, 0, 999),
    ]  # fmt: skip
    if has_bonus or kind.bonus:
        tip = _("A tile with a bonus lies only where the layout puts it.")
        fields.append(Field(f"bonus:{name}", _("Bonus points"), "int", kind.bonus, 0, 99, tip=tip))
    fields.append(Field(f"remove:{name}", _("Remove this kind"), "flag", False))
    return Section(_("Tile: {name}").format(name=name), tuple(fields), shape_words(kind.shape))


def space_form(body: SeaBody, cell: int) -> Sequence[Section]:
    """A space: what lies there, and what its edges face."""
    cells = contents(body)
    content = cells[cell]
    what = "tile" if isinstance(content, Laid) else "void" if content == VOID else "undiscovered"
    words = [("undiscovered", _("Undiscovered")), ("void", _("Void"))]
    if body.tiles:
        words.append(("tile", _("Laid")))
    fields = [Field("space", _("Space"), "choice", what, 0, 0, tuple(words))]
    if isinstance(content, Laid):
        kind = next(kind for kind in body.tiles if kind.name == content.tile)
        kinds = tuple((one.name, one.name) for one in body.tiles)
        fields.append(Field("tile", _("Tile"), "choice", kind.name, 0, 0, kinds))
        turns = [one.turn for one in rotations(kind.shape)]
        if len(turns) > 1:
            names = ("0°", "90°", "180°", "270°")
            choices = tuple((str(turn), names[turn]) for turn in turns)
            fields.append(Field("turn", _("Turned"), "choice", str(content.turn), 0, 0, choices))
        fields.append(Field("note.shape", _("Class"), "note", shape_words(kind.shape)))
    sections = [Section(_("Space {name}").format(name=grid_of(body).name(cell)), tuple(fields))]
    if content != VOID:
        notes = tuple(
            Field(f"note.{SIDE_NAMES[side]}", side_name(side).capitalize(), "note", _edge_note(body, cells, cell, side))
            for side in range(4)
        )
        sections.append(Section(_("Edges"), notes))
    return tuple(sections)


def _edge_note(body: SeaBody, cells: Sequence[Content], cell: int, side: int) -> str:
    """What an edge of a space is and what it faces, in a few words."""
    own = _own_edge(body, cells, cell, side)
    outer = outer_kind(body, cells, cell, side)
    if outer is not None:
        facing = edge_words(outer)
    else:
        other = grid_of(body).neighbour(cell, side)
        facing = f"{grid_of(body).name(other)}: {_own_edge(body, cells, other, side ^ 2) or _('undiscovered')}"
    return (
        _("{own}, facing {facing}").format(own=own, facing=facing) if own else _("faces {facing}").format(facing=facing)
    )


def _own_edge(body: SeaBody, cells: Sequence[Content], cell: int, side: int) -> str:
    """ "land" or "sea" for the edge of a laid tile; "" where nothing lies."""
    content = cells[cell]
    if not isinstance(content, Laid):
        return ""
    shape = next(kind.shape for kind in body.tiles if kind.name == content.tile)
    return _("sea") if turned_shape(shape, content.turn)[side] == "." else _("land")


def edge_form(body: SeaBody, cell: int, side: int) -> Section:
    """An outer edge; of any other it only says what it is."""
    title = _("{side} edge of {name}").format(side=side_name(side).capitalize(), name=grid_of(body).name(cell))
    cells = contents(body)
    if cells[cell] == VOID:
        return Section(title, (Field("note.void", _("Edge"), "note", _("of a void space, off the board")),))
    kind = outer_kind(body, cells, cell, side)
    if kind is None:
        return Section(title, (Field("note.inner", _("Edge"), "note", _edge_note(body, cells, cell, side)),))
    usual = edge_words(getattr(body.border, SIDE_NAMES[side]))
    return Section(
        title,
        (
            Field("edge", _("Edge"), "choice", kind, 0, 0, _edge_choices()),
            Field("note.usual", _("Usual on this side"), "note", usual),
        ),
    )
