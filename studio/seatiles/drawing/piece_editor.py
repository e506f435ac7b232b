"""Tile kinds of a sea in the piece editor: the whole set, one enlarged tile with edges and corners, patterns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from studio.core.cancellation import CancelToken
from studio.core.form import Field
from studio.core.picture import Label, Path, Picture, Shape, circle, rectangle
from studio.core.pieces import (
    Change,
    Chip,
    Column,
    Counter,
    Entry,
    MirrorImage,
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
from studio.core.text import _, capitalize_first, plural
from studio.drawing.pen import sprite_picture
from studio.seatiles.body import SeaBody, TileKind, normalize_shape
from studio.seatiles.checks.completion import complete, has_mismatch, missing_tiles
from studio.seatiles.drawing.coast import lands_of_shape
from studio.seatiles.drawing.picture import tile_picture
from studio.seatiles.drawing.woods import land_spot
from studio.seatiles.facts import (
    ROUTE_CUTTING,
    SHAPES,
    Facts,
    hidden_tiles,
    joined_corners,
    kind_class,
    pattern_of,
    query_tiles,
    with_corner_toggled,
    with_edge_toggled,
)
from studio.seatiles.forms import NEW, index_of, kind_fields
from studio.seatiles.rules.chart import CLASSES, PLAIN_SHAPES, class_of, edges_of, rotations, same_looks, turned
from studio.seatiles.text import class_edges, class_name, kind_name, shape_name, side_name

Discs = Mapping[str, tuple[str, str]]  # by event: its text and its sprite
_TONES = {".": "edge_sea", "a": "edge_land_a", "b": "edge_land_b", "c": "edge_land_c", "d": "edge_land_d"}
_OUTSIDE, _CORNER = 0.067, 0.05  # distance of the edge and corner symbols from the tile, in tile sides


def sea_pieces(body: SeaBody, discs: Discs) -> PieceSet:
    """Return all tile kinds. Plain and "?" tiles are in the face-down stacks; the others are sorted (face up)."""
    kinds = body.tiles
    stock = [hidden_tiles(kind) for kind in kinds]
    ready = [max(0, kind.sorted) for kind in kinds]
    marked = sum(map(query_tiles, kinds))
    tiles = sum(stock) + sum(ready)
    edges, by_class = 0, [0] * 7
    for kind, hidden, ready_of in zip(kinds, stock, ready, strict=True):
        edges += edges_of(kind.shape).bit_count() * (hidden + ready_of)
        by_class[kind_class(kind)] += hidden + ready_of
    text = _("{marked} of {stock} in piles").format(marked=marked, stock=sum(stock))
    laid = Facts(body).laid
    return PieceSet(
        _("Tile set"),
        (
            Column(_("Shape"), "text", _("Edges clockwise from the north: “.” is sea, equal letters are one land."), 1),
            Column(_("In piles"), "number", _("Plain tiles and “?” tiles in the face-down piles.")),
            Column(_("Sorted"), "number", _("Open tiles next to the board, including tiles that the layout places.")),
            Column(_("Events"), "chips", _("“?” tiles in the piles, by event."), 2),
            Column(_("Total"), "number"),
        ),
        tuple(_entry(kind, discs, tuple(laid.get(kind.name, ()))) for kind in kinds),
        ("", sum(stock), sum(ready), text, tiles),
        (
            SetStat(_("Tiles"), tiles),
            SetStat(_("In piles"), sum(stock)),
            SetStat(_("Sorted"), sum(ready)),
            SetStat(_("With events"), marked),
            SetStat(_("Land"), round(100 * edges / (4 * tiles)) if tiles else 0, "%"),
        ),
        _("By class"),
        tuple(SetStat(str(cls), by_class[cls]) for cls in CLASSES),
        ((NEW, _("New tile")),),
    )


def _entry(kind: TileKind, discs: Discs, places: tuple[int, ...]) -> Entry:
    fields = kind_fields(kind, {event: text for event, (text, _disc) in discs.items()}, False)
    chips: TableCell = tuple(
        Chip(text, sprite_picture(disc), kind.events[event])
        for event, (text, disc) in discs.items()
        if kind.events.get(event)
    )
    return Entry(
        kind.name,
        capitalize_first(kind_name(kind.name)),
        _picture(kind),
        (
            kind.shape,
            hidden_tiles(kind),
            kind.sorted,
            _("bonus tile") if kind.bonus else chips,
            hidden_tiles(kind) + max(0, kind.sorted),
        ),
        (None, None, fields["sorted"], None, None),
        fields["name"],
        f"+{kind.bonus}" if kind.bonus and f"+{kind.bonus}" not in kind.name else "",
        pattern_of(kind.shape),
        places,
    )


def _picture(kind: TileKind, turn: int = 0) -> Picture:
    return tile_picture(kind.shape, turn, kind.bonus, own_picture=kind.picture)


def sea_piece_detail(body: SeaBody, piece: str, turn: int, discs: Discs, has_bonus: bool) -> PieceDetail:
    """Return a kind after quarter turns: four edges that are land or sea, four corners that join lands."""
    kind = body.tiles[index_of(body, piece)]
    shape = normalize_shape(turned(kind.shape, turn))
    fields = kind_fields(kind, {event: text for event, (text, _disc) in discs.items()}, has_bonus)
    return PieceDetail(
        tile_picture(shape, 0, kind.bonus, tuple(_badges(shape, kind.bonus)), own_picture=kind.picture),
        tuple(_places(kind, shape, turn, any(laid.tile == piece for laid in body.legend.values()))),
        (
            _("class {cls} · {edges}").format(cls=kind_class(kind), edges=class_edges(kind_class(kind))),
            normalize_shape(kind.shape),
        ),
        tuple(
            RotatedPiece(quarter, f"{quarter * 90}°", _picture(kind, quarter), same_looks(kind.shape, quarter))
            for quarter in range(4)
        ),
        _mirror_image(body, kind),
        _("Events"),
        () if kind.bonus else tuple(
            Counter(fields[f"event {event}"]._replace(label=capitalize_first(text)), sprite_picture(disc))
            for event, (text, disc) in discs.items()
        ),
        tuple(_counts(kind, fields)),
    )  # fmt: skip


def _counts(kind: TileKind, fields: Mapping[str, Field]) -> Iterator[Field]:
    """Return the counts of a kind (plain, in stacks, sorted), and the points of a bonus tile, which has one land."""
    yield fields["hidden"]._replace(label=_("Plain"))
    yield fields["sorted"]
    if "bonus" in fields:
        bonus = fields["bonus"]._replace(label=_("Bonus"))
        if len(set(kind.shape) - {"."}) == 1 or kind.bonus:
            yield bonus
        else:
            yield Field("note.bonus", bonus.label, "note", _("one land only"), tip=_("A bonus tile has one land."))
    yield fields["picture"]


def _badges(shape: str, bonus: int) -> Iterator[Shape]:
    """Return the letters of the lands if there are several."""
    lands = sorted(set(shape) - {"."})
    if len(lands) < 2:
        return
    for number, letter in enumerate(lands):
        x, y = land_spot(lands_of_shape(shape), number, bonus > 0)
        yield Path("land_badge", (circle(x, y - 0.13, 0.057),))
        yield Label("land_letter", letter.upper(), x, y - 0.13, 0.075)


def _places(kind: TileKind, shape: str, turn: int, is_laid: bool) -> Iterator[Place]:
    """Return edges and corners of the rotated shape, clockwise from the north. `is_laid`: the kind is on the board."""
    key = f"shape:{kind.name}"

    def change(after: str, words: str) -> Change:
        if is_laid and len(rotations(after)) > len(rotations(shape)):
            words = _("{words} On the board, the tile rotates to match its neighbours.").format(words=words)
        return Change(key, normalize_shape(turned(after, -turn)), words)

    middles = ((0.5, -_OUTSIDE), (1 + _OUTSIDE, 0.5), (0.5, 1 + _OUTSIDE), (-_OUTSIDE, 0.5))
    strips = (rectangle(0.2, 0, 0.6, 0.2), rectangle(0.8, 0.2, 0.2, 0.6), rectangle(0.2, 0.8, 0.6, 0.2),
              rectangle(0, 0.2, 0.2, 0.6))  # fmt: skip
    corners = ((1 + _CORNER, -_CORNER), (1 + _CORNER, 1 + _CORNER), (-_CORNER, 1 + _CORNER), (-_CORNER, -_CORNER))
    for side in range(4):
        letter = shape[side]
        is_land = letter != "."
        after = with_edge_toggled(shape, side)
        x, y = middles[side]
        yield Place(
            _("{side} edge").format(side=capitalize_first(side_name(side))),
            _("land {letter}").format(letter=letter.upper()) if is_land else _("sea"),
            x,
            y,
            change(after, _("Click to make it sea.") if is_land else _("Click to make it land.")),
            _("Land {letter}").format(letter=letter.upper()) if is_land else _("Sea"),
            tone=_TONES[letter],
            turn=(0.0, 90.0, 0.0, -90.0)[side],
            outline=strips[side],
        )
        yield _corner(shape, side, corners[side], change(with_corner_toggled(shape, side), _corner_text(shape, side)))


def _corner(shape: str, corner: int, spot: tuple[float, float], change: Change) -> Place:
    """Return the corner clockwise of a side: the lands that meet there are joined or separate."""
    names = (_("North-east corner"), _("South-east corner"), _("South-west corner"), _("North-west corner"))
    one, other = shape[corner], shape[(corner + 1) % 4]
    if "." in (one, other):
        return Place(names[corner], _("nothing to join: an edge is sea"), *spot)
    is_joined = corner in joined_corners(shape)
    return Place(
        names[corner],
        _("one land") if is_joined else _("two lands"),
        *spot,
        change,
        icon="link" if is_joined else "waves",
        tone=_TONES[one if is_joined else "."],
    )


def _corner_text(shape: str, corner: int) -> str:
    """Return the effect of clicking a corner."""
    one, other = shape[corner].upper(), shape[(corner + 1) % 4].upper()
    if corner in joined_corners(shape):
        return _("Click to split land {one} in two.").format(one=one)
    return _("Click to join {one} and {other}.").format(one=one, other=other)


def _mirror_image(body: SeaBody, kind: TileKind) -> MirrorImage | None:
    """Return the mirrored shape, or None if it equals a rotation of the kind."""
    north, east, south, west = tuple(kind.shape)
    image = normalize_shape(north + west + south + east)
    pattern = pattern_of(image)
    if pattern == pattern_of(kind.shape) or pattern not in SHAPES:
        return None
    return MirrorImage(pattern, pattern, tile_picture(image), _kinds_with(body, pattern))


def _kinds_with(body: SeaBody, pattern: str) -> tuple[str, ...]:
    """Return the kinds of a pattern. Bonus tiles are excluded because only the layout places them."""
    return tuple(kind.name for kind in body.tiles if not kind.bonus and pattern_of(kind.shape) == pattern)


def patterns(body: SeaBody) -> Sequence[PatternRow]:
    """Return all shapes up to rotation, a row per class: joined lands first, shapes that cut the route last."""
    counts = {kind.name: hidden_tiles(kind) + max(0, kind.sorted) for kind in body.tiles}
    cut = _("Its land would cut the ships' route through the tile.")
    rows = []
    for cls in CLASSES:
        found = []
        for shape in (*SHAPES, *ROUTE_CUTTING):
            if class_of(edges_of(shape)) == cls:
                names, title = _kinds_with(body, shape), capitalize_first(shape_name(shape))
                count, why = sum(counts[name] for name in names), cut if shape in ROUTE_CUTTING else ""
                found.append(Pattern(shape, title, shape, tile_picture(shape), count, names, forbidden=why))
        tiles = sum(pattern.count for pattern in found)
        note = plural("{n} tile", "{n} tiles", tiles).format(n=tiles)
        rows.append(PatternRow(capitalize_first(class_name(cls)), note, tuple(found)))
    return tuple(rows)


def missing_pieces(body: SeaBody, cancel: CancelToken) -> Sequence[MissingPieces]:
    """Return the missing tiles for a completable board, using the plainest pattern of each class that runs short."""
    facts = Facts(body)
    if not facts.open or has_mismatch(facts):
        return ()
    answer = complete(facts, cancel)
    if answer.filling is not None:
        return ()
    found = []
    for cls, count in missing_tiles(facts, answer, cancel).items():
        text = plural(
            "{n} more needed: the tiles in the box cannot fill {places}.",
            "{n} more needed: the tiles in the box cannot fill all of {places}.",
            len(answer.cells),
        ).format(n=count, places=facts.names(answer.cells, most=4))
        found.append(MissingPieces(_simplest_pattern(body, cls), count, text, answer.cells))
    return tuple(found)


def _simplest_pattern(body: SeaBody, cls: int) -> str:
    found = (pattern_of(kind.shape) for kind in body.tiles if not kind.bonus and kind_class(kind) == cls)
    return next((pattern for pattern in found if pattern in SHAPES), PLAIN_SHAPES[cls])
