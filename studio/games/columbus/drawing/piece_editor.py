"""The tiles of a harbour map in the piece editor: the set, and one kind with the spaces that it fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from studio.core import defaults
from studio.core.form import Field
from studio.core.grid import Point
from studio.core.picture import Layer, Path, Picture, Shape, circle
from studio.core.pieces import Change, Choice, Column, Entry, PieceDetail, PieceSet, Place, SetStat
from studio.core.text import _, capitalize_first, in_context, plural
from studio.drawing.geometry import scale_outline
from studio.games.columbus.body import (
    EMBLEMS,
    GROUND_SPACES,
    GROUNDS,
    MAX_STEP,
    TINTS,
    Body,
    Ground,
    HomeMadeData,
    all_tiles,
    ground_of,
    homemade_of,
    homemade_tile,
    is_letter,
    tokens_of,
)
from studio.games.columbus.checks.tiles import (
    PICTURES,
    count_of,
    field_of,
    homemade_spaces,
    impassable_tiles,
    sailing_tiles,
)
from studio.games.columbus.drawing.sketch import space_shapes
from studio.games.columbus.drawing.tiles import R, hexagon_at, tile_picture, tile_shapes
from studio.games.columbus.editing import (
    NEW,
    NEW_LETTER,
    add_pieces as add_pieces,
    all_kinds,
    duplicate_piece as duplicate_piece,
    emblem_names,
    homemade_fields,
    import_pieces as import_pieces,
    remove_piece as remove_piece,
    tint_names,
)
from studio.games.columbus.rules.board import STEP_OF_PICTURES, STEPS, T_CYCLONE, TILE_KEYS
from studio.games.columbus.text.places import ground_names, grounds_text, kind_text, spaces

missing_pieces, patterns = defaults.missing_pieces, defaults.patterns
_SAMPLE = {
    "water": ".", "route": "R", "letter": "a", "island": "I", "whale": "W", "full_sail": "S", "becalmed": "B",
    "harbour": "A",
}  # fmt: skip
"""A token of each kind of space, drawn next to a home-made tile."""
_SMALL = 0.35  # the size of these samples
_LEFT, _RIGHT = -0.30, 1.36


# the whole set


def pieces(body: Body) -> PieceSet:
    letters = sum(max(0, count) for count in body.letters.values())
    pictures = sum(max(0, body.tiles[kind]) for kind, _token in PICTURES)
    own = sum(max(0, kind.count) for kind in body.homemade)
    water, whole = max(0, body.tiles["water"]), all_tiles(body)
    return PieceSet(
        _("Tiles"),
        (
            Column(_("Range"), "text", _("Number of spaces that a ship can sail from this tile.")),
            Column(_("Spaces"), "text", _("The spaces where the tile can be placed."), 1),
            Column(_("Tiles"), "number"),
        ),
        tuple(_entry(body, kind) for kind in all_kinds(body)),
        ("", "", sum(count_of(body, kind) for kind in all_kinds(body))),
        (
            SetStat(_("Tiles"), whole),
            SetStat(_("Navigable"), sailing_tiles(body)),
            SetStat(_("Impassable"), impassable_tiles(body)),
            SetStat(_("Custom"), own),
        ),
        _("By kind"),
        (
            SetStat(_("water"), water),
            SetStat(_("pictures"), pictures),
            SetStat(_("letters"), letters),
            SetStat(_("other"), whole - water - pictures - letters - own),
            SetStat(_("custom"), own),
        ),
        ((NEW, _("New tile kind")), (NEW_LETTER, _("New letter"))),
    )


def _entry(body: Body, kind: str) -> Entry:
    made = homemade_of(body, kind)
    letter_spaces: list[int] = []  # the set cannot drop a letter while there are any
    if kind.isupper():
        letter_spaces = [
            cell for cell, token in enumerate(tokens_of(body)) if is_letter(token) and token[0] == kind.lower()
        ]
    return Entry(
        kind,
        made.name if made else capitalize_first(kind_text(body, kind)),
        _picture(body, kind),
        (_step(body, kind), _lies_on(body, kind), count_of(body, kind)),
        (None, None, _count(body, kind)),
        homemade_fields(made)["name"] if made else None,
        places=tuple(letter_spaces),
    )


def _count(body: Body, kind: str) -> Field:
    made = homemade_of(body, kind)
    if made:
        return homemade_fields(made)["count"]
    return Field(field_of(kind), _("Tiles"), "int", count_of(body, kind), 0, 999)


def _picture(body: Body, kind: str) -> Picture:
    made = homemade_of(body, kind)
    if made:
        return tile_picture("homemade", made=homemade_tile(made))
    return tile_picture("letter", kind) if kind.isupper() else tile_picture(kind)


def _step(body: Body, kind: str) -> str:
    made = homemade_of(body, kind)
    if not made and (kind == TILE_KEYS[T_CYCLONE]):
        return "–"
    step = made.step if made else STEP_OF_PICTURES if kind.isupper() else STEPS[TILE_KEYS.index(kind)]
    return str(step) if step else _("closed")


def _lies_on(body: Body, kind: str) -> str:
    made = homemade_of(body, kind)
    if made:
        return capitalize_first(grounds_text(homemade_tile(made).on))
    if kind.isupper():
        return _("Its letter")
    return {
        "water": _("Open water"),
        "full_sail": _("Open water and its picture"),
        "becalmed": _("Open water and its picture"),
        "wreck": _("Open water"),
        "cyclone": _("Next to the board"),
        "joker": _("Any tile space"),
    }.get(kind) or _("Its picture")


# one kind


def piece_detail(body: Body, piece: str, turn: int) -> PieceDetail:
    """Return a kind of tile. Around a home-made one are the kinds of space; a click on one toggles whether it fits."""
    made = homemade_of(body, piece)
    if made is None:
        facts = (_lies_on(body, piece), _("part of the published game"))
        return PieceDetail(_picture(body, piece), facts=facts, fields=(_count(body, piece),))
    fields = homemade_fields(made)
    space_count = plural("{n} space on this map", "{n} spaces on this map", len(homemade_spaces(body, made.on)))
    return PieceDetail(
        _spread(made),
        tuple(_signs(made, fields)),
        (_("custom kind"), space_count.format(n=len(homemade_spaces(body, made.on)))),
        fields=(fields["count"], fields["picture"]),
    )


def _spot(ground: Ground) -> Point:
    """Return where a kind of space is drawn next to the tile: down on the right, then up on the left, clockwise."""
    number = GROUNDS.index(ground)
    is_right = number < len(GROUNDS) // 2
    return (_RIGHT, 0.42 * number) if is_right else (_LEFT, 0.42 * (len(GROUNDS) - 1 - number))


def _spread(made: HomeMadeData) -> Picture:
    """Return the tile with the kinds of space on both sides, those that it does not fit shaded."""
    shapes = list(tile_shapes(-1, (0.53, 0.605), "homemade", "", homemade_tile(made)))
    for ground in GROUNDS:
        x, y = _spot(ground)
        shapes += _space(x, y, _SAMPLE[ground])
        style = "homemade_on" if ground in made.on else "homemade_off"
        shapes.append(Path(style, (hexagon_at((x, y), _SMALL),)))
    return Picture((-0.52, -0.26, 1.58, 1.50), (Layer("tile", tuple(shapes), is_still=False),))


def _space(x: float, y: float, token: str) -> Iterator[Shape]:
    for shape in space_shapes((0.0, 0.0), token):
        if isinstance(shape, Path):
            outlines = tuple(scale_outline(outline, x, y, _SMALL, _SMALL) for outline in shape.outlines)
            yield shape._replace(outlines=outlines)
        else:
            yield shape._replace(x=x + shape.x * _SMALL, y=y + shape.y * _SMALL, size=shape.size * _SMALL)


def _signs(made: HomeMadeData, fields: dict[str, Field]) -> Iterator[Place]:
    """Yield its drawing, the spaces on both sides, its step and its background, clockwise from the top."""
    emblems, tints, grounds = emblem_names(), tint_names(), ground_names()
    drawing = _("Own picture") if made.picture else emblems[made.emblem]
    yield Place(
        in_context("a picture", "Drawing"), drawing, 0.53, -0.36,
        Change(fields["emblem"].key, _after(made.emblem, EMBLEMS), _("Click to choose a drawing.")),
        drawing, outline=circle(0.53, 0.50, 0.36),
        choices=tuple(_choice(name, emblems[name], replace(made, emblem=name, picture="")) for name in EMBLEMS),
    )  # fmt: skip
    half = len(GROUNDS) // 2
    for ground in GROUNDS[:half]:
        yield _sign(made, ground, grounds[GROUND_SPACES[ground]])
    steps = {str(step): spaces(step) if step else _("closed to ships") for step in range(MAX_STEP + 1)}
    yield Place(
        _("Range"),
        steps[str(made.step)],
        0.53,
        1.62,
        Change(fields["step"].key, _after(str(made.step), tuple(steps)), _("Click to choose a range.")),
        spaces(made.step) if made.step else _("Closed"),
        tone="homemade_may" if made.step else "homemade_shut",
        outline=circle(0.53, 0.605 + 0.68 * R, 0.14),
        choices=tuple(_choice(step, name, replace(made, step=int(step))) for step, name in steps.items()),
    )
    for ground in GROUNDS[half:]:
        yield _sign(made, ground, grounds[GROUND_SPACES[ground]])
    yield Place(
        _("Colour"), tints[made.tint], 0.53, 1.30,
        Change(fields["tint"].key, _after(made.tint, TINTS), _("Click to choose a colour.")),
        icon="fill", outline=hexagon_at((0.53, 0.605), 0.89),
        choices=tuple(_choice(tint, tints[tint], replace(made, tint=tint)) for tint in TINTS),
    )  # fmt: skip


def _after(value: str, values: Sequence[str]) -> str:
    return values[(values.index(value) + 1) % len(values)]


def _choice(value: str, name: str, made: HomeMadeData) -> Choice:
    return Choice(value, name, tile_picture("homemade", "", homemade_tile(made)))


def _sign(made: HomeMadeData, ground: Ground, name: str) -> Place:
    x, y = _spot(ground)
    adjacent = x + (_SMALL if x > 0 else -_SMALL)
    is_on = ground in made.on
    state = _("tile allowed") if is_on else _("tile not allowed")
    text = _("Click to forbid it.") if is_on else _("Click to allow it.")
    return Place(
        capitalize_first(name), state, adjacent, y, Change(f"on {ground}:{made.id}", not is_on, text),
        icon="tick" if is_on else "cross", tone="homemade_may" if is_on else "", outline=hexagon_at((x, y), _SMALL),
    )  # fmt: skip


assert all(ground_of(token) == ground for ground, token in _SAMPLE.items())
