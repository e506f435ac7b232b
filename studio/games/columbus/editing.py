"""Editing a harbour map: spaces, size, form fields, the tile set. Pure functions from body to body.

Stamp keys are those of `STAMPS` and "letter:A" … "letter:Z". An edit that changes nothing returns the same object.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import takewhile
from string import ascii_uppercase

import msgspec

from studio.core import defaults
from studio.core.form import VOID_KEY, Field, Section, Stamp, find_field, picture_field
from studio.core.game import Value
from studio.core.grid import HexGrid
from studio.core.text import _, capitalize_first, in_context, kind_taken_text, plural
from studio.games.columbus.body import (
    AMERICA,
    BECALMED,
    DRY,
    FLORIDA,
    FULL_SAIL,
    GROUND_SPACES,
    HARBOURS,
    HOME,
    ISLAND,
    KINDS,
    LAND,
    MAX_COLUMNS,
    MAX_HOMEMADE,
    MAX_ROWS,
    MAX_STEP,
    MIN_SIDE,
    ROUTE,
    STANDARD_LETTERS,
    STANDARD_TILES,
    VOID,
    WATER,
    WHALE,
    Body,
    HomeMadeData,
    all_tiles,
    grid,
    homemade_of,
    is_letter,
    name_error,
    parse,
    to_canonical,
    tokens_of,
    with_tokens,
)
from studio.games.columbus.checks.sailing import FAR, america_distances, sea_of
from studio.games.columbus.checks.tiles import (
    count_of,
    field_of,
    kinds_of,
    match_picture_tiles,
    picture_counts,
    with_count,
    with_homemade,
)
from studio.games.columbus.text.places import ground_names, kind_text

# Resizing. The coasts with their harbours stay at the edges, and so does what is off the board: columns are added and
# removed next to the coasts, rows inside land that closes the map in the north or south. A wider map is therefore a
# longer voyage, and no harbour ends up inland or in the middle of the sea.

COAST = DRY + HARBOURS


def resize(body: Body, left: int, top: int, right: int, bottom: int) -> Body:
    """Add rows and columns on each side (negative: remove them). Raises `ValueError` with a message.

    Adding and then removing as many restores the map.
    """
    old, tokens = grid(body), tokens_of(body)
    columns, rows = old.columns + left + right, old.rows + top + bottom
    if not (MIN_SIDE <= columns <= MAX_COLUMNS and MIN_SIDE <= rows <= MAX_ROWS):
        message = _(
            "A harbour map must have {least} × {least} to {columns} × {rows} spaces. This one would have {w} × {h}."
        )
        raise ValueError(message.format(least=MIN_SIDE, columns=MAX_COLUMNS, rows=MAX_ROWS, w=columns, h=rows))
    # the rows keep their shift when a row is added or removed above them
    new = HexGrid(columns, rows, old.shifted_odd ^ (top % 2 == 1))
    starts = range(0, len(tokens), old.columns)
    lines = [_line(tokens[start : start + old.columns], left, right, columns) for start in starts]
    lines = _with_rows(lines, top)
    lines = _with_rows(lines[::-1], bottom)[::-1]
    return with_tokens(body, [token for line in lines for token in line], new)


def _coast(line: Sequence[str]) -> int:
    """Return how many spaces at the beginning of a line are coast."""
    return sum(1 for _token in takewhile(lambda token: token in COAST, line))


def _line(tokens: Sequence[str], left: int, right: int, columns: int) -> list[str]:
    """Return a row of the map with another width."""
    west, east = _coast(tokens), _coast(tokens[::-1])
    if west == len(tokens):
        line = [LAND] * left + list(tokens) + [LAND] * right
        return line[max(-left, 0) : max(-left, 0) + columns]
    sea = list(tokens[west : len(tokens) - east])
    least, most = max(-left, 0), len(sea) - max(-right, 0)
    if least >= most:  # no sea would be left: keep one space of it and remove land behind the coasts instead
        least = min(least, len(sea) - 1)
        most = least + 1
    line = [*tokens[:west], *[WATER] * left, *sea[least:most], *[WATER] * right, *tokens[len(tokens) - east :]]
    spare = len(line) - columns
    behind = min(spare, max(0, west - 1)) if left < 0 else spare - min(spare, max(0, east - 1))
    return line[behind : behind + columns]


def _with_rows(lines: list[list[str]], count: int) -> list[list[str]]:
    """Add or remove rows at the beginning, behind the rows there that are all land.

    New rows continue the coasts of the row after them.
    """
    closed_rows = sum(1 for _line in takewhile(lambda line: set(line) <= set(DRY), lines))
    if closed_rows == len(lines):
        return [lines[0]] * count + lines[max(-count, 0) :]
    if count < 0:
        removed = min(-count, len(lines) - closed_rows - 1)
        return [*lines[-count - removed : closed_rows], *lines[closed_rows + removed :]]
    first = lines[closed_rows]
    west, east = _coast(first), _coast(first[::-1])
    ends = len(first) if west == len(first) else west, len(first) - east
    more = [
        (VOID if token == VOID else LAND) if column < ends[0] or column >= ends[1] else WATER
        for column, token in enumerate(first)
    ]
    return [*lines[:closed_rows], *([more] * count), *lines[closed_rows:]]


# Forms.
#
# Field keys: "tiles.<kind>", "letters.<letter>", "rack"; of a home-made kind "count:K", "name:K", "step:K",
# "emblem:K", "tint:K", "picture:K", "on <kind of space>:K", where K is its id; the buttons "match" (as many picture
# tiles as the map needs) and "standard" (the published numbers); of a space "space" and "letter". Keys that begin with
# "note." are read-only.

STAMPS: tuple[tuple[str, str], ...] = (
    ("water", WATER),
    ("land", LAND),
    ("home", HOME),
    ("america", AMERICA),
    ("florida", FLORIDA),
    ("route", ROUTE),
    ("island", ISLAND),
    ("whale", WHALE),
    ("full_sail", FULL_SAIL),
    ("becalmed", BECALMED),
    (VOID_KEY, VOID),
)
"""Keys of the stamps that paint spaces, with their tokens; "letter:A" … "letter:Z" paint letters."""


def space_text(token: str) -> str:
    return {
        LAND: _("Land"),
        WATER: _("Water"),
        HOME: _("Home harbour"),
        AMERICA: _("American harbour"),
        FLORIDA: _("Florida"),
        ROUTE: _("Route"),
        ISLAND: _("Island"),
        WHALE: _("Whale"),
        FULL_SAIL: _("Full sail (printed)"),
        BECALMED: _("Becalmed (printed)"),
        VOID: _("Void"),
    }.get(token) or _("Letter {letter}").format(letter=token[:1].upper())


def form(body: Body, target: int) -> Sequence[Section]:
    if 0 <= target < grid(body).count:
        return (_space(body, target),)
    return tuple(_layout(body))


def _layout(body: Body) -> Iterator[Section]:
    hexes, spaces = grid(body), Counter(tokens_of(body))
    sea = sum(count for token, count in spaces.items() if token not in DRY + HARBOURS)
    notes = (
        Field("note.size", _("Size"), "note", f"{hexes.columns} × {hexes.rows}"),
        Field("note.sea", _("Sea spaces"), "note", str(sea)),
        Field("note.homes", _("Home harbours"), "note", str(spaces[HOME])),
        Field("note.away", _("American harbours"), "note", str(spaces[AMERICA] + spaces[FLORIDA])),
    )
    yield Section(_("Map"), notes)
    counts = picture_counts(body)
    label, tip = (
        _("Match tiles to the map"),
        _("Sets the number of tiles of each picture to the number of its spaces."),
    )
    match = Field("match", label, "button", match_picture_tiles(body) is not body, tip=tip)
    pictures = (*(_count(body, kind, counts[kind]) for kind in counts), match)
    note = _("A picture tile fits only a space with its picture. A space without a matching tile can take a joker.")
    yield Section(_("Picture tiles"), pictures, note)
    is_other = dict(body.tiles) != STANDARD_TILES or dict(body.letters) != STANDARD_LETTERS or bool(body.homemade)
    tip = _("135 tiles, as in the published game.")
    others = (
        *(_count(body, kind) for kind in KINDS if kind not in counts),
        Field("note.tiles", _("All tiles"), "note", str(all_tiles(body))),
        Field("rack", _("Tiles per rack"), "int", body.rack, 1, 20),
        Field("standard", _("Standard set"), "button", is_other, tip=tip),
    )
    yield Section(_("Other tiles"), others)
    for kind in body.homemade:
        title = _("Tile: {name}").format(name=kind.name)
        note = _("A custom tile kind of this layout. It is not in the published game.")
        yield Section(title, tuple(homemade_fields(kind).values()), note, piece_key=kind.id)


def _count(body: Body, kind: str, spaces: int = -1) -> Field:
    tip = plural("{count} space shows it.", "{count} spaces show it.", spaces).format(count=spaces)
    tip = tip if spaces >= 0 else ""
    return Field(field_of(kind), capitalize_first(kind_text(body, kind)), "int", count_of(body, kind), 0, 999, tip=tip)


def homemade_fields(kind: HomeMadeData) -> dict[str, Field]:
    """Return the form fields of a home-made kind, by the part of each key before the colon."""
    steps = [("0", _("Closed to ships"))]
    steps += [(str(n), plural("{n} space", "{n} spaces", n).format(n=n)) for n in range(1, MAX_STEP + 1)]
    grounds, emblems, key = ground_names(), tuple(emblem_names().items()), kind.id
    tip = _("Number of spaces that a ship can sail from this tile.")
    fields = [
        Field(f"count:{key}", _("Tiles"), "int", kind.count, 0, 999),
        Field(f"name:{key}", _("Name"), "text", kind.name),
        Field(f"step:{key}", _("Range"), "choice", str(kind.step), 0, 0, tuple(steps), tip),
        Field(f"emblem:{key}", in_context("a picture", "Drawing"), "choice", kind.emblem, 0, 0, emblems),
        Field(f"tint:{key}", _("Colour"), "choice", kind.tint, 0, 0, tuple(tint_names().items())),
        picture_field(f"picture:{key}", kind.picture),
    ]
    for ground, space in GROUND_SPACES.items():
        label = _("On {ground}").format(ground=grounds[space])
        fields.append(Field(f"on {ground}:{key}", label, "flag", ground in kind.on))
    return {field.key.partition(":")[0]: field for field in fields}


def emblem_names() -> dict[str, str]:
    return {
        "current": _("Current"),
        "gull": _("Gull"),
        "dolphin": _("Dolphin"),
        "weed": _("Kelp"),
        "fog": _("Fog"),
        "barrel": _("Barrel"),
        "reef": _("Reef"),
        "ice": _("Ice"),
    }


def tint_names() -> dict[str, str]:
    return {
        "sea": _("Sea blue"),
        "green": _("Green"),
        "sand": _("Sand"),
        "rose": _("Rose"),
        "violet": _("Violet"),
        "grey": _("Grey"),
    }


def _space(body: Body, cell: int) -> Section:
    token, hexes, field = tokens_of(body)[cell], grid(body), america_distances(body)
    choices = [(key, space_text(symbol)) for key, symbol in STAMPS]
    choices.append(("letter", _("Letter")))
    value = "letter" if is_letter(token) else next(key for key, symbol in STAMPS if symbol == token)
    fields = [Field("space", _("Space"), "choice", value, 0, 0, tuple(choices))]
    if is_letter(token):
        fields.append(Field("letter", _("Letter"), "text", token.upper(), tip=_("A letter from A to Z.")))
    if token not in DRY:
        away = field[cell]
        text = _("no path") if away >= FAR else plural("{count} space", "{count} spaces", away).format(count=away)
        fields.append(Field("note.away", _("To America"), "note", text))
        number = sea_of(body).homes.index(cell) + 1 if token == HOME else 0
        if number:
            fields.append(Field("note.number", _("Harbour"), "note", f"H{number}"))
    return Section(_("Space {name}").format(name=hexes.name(cell)), tuple(fields))


# The tile set. Home-made kinds are an addition of this program (`HomeMade`); they cannot move tiles like a cyclone or
# stand for others like a joker, so these two kinds cannot be copied.

NEW, NEW_LETTER = "homemade", "letter"  # the kinds of new pieces that `add_pieces` makes
MAX_NAME_LENGTH = 24
_LIKE: dict[str, HomeMadeData] = {
    kind.id: kind
    for kind in (
        HomeMadeData("water", "", "current", "sea", 2),
        HomeMadeData("full_sail", "", "gull", "sea", 4, ("water", "full_sail")),
        HomeMadeData("becalmed", "", "fog", "grey", 1, ("water", "becalmed")),
        HomeMadeData("wreck", "", "reef", "grey", 0),
        HomeMadeData("whale", "", "dolphin", "sea", 3, ("whale",)),
        HomeMadeData("harbour", "", "weed", "green", 3, ("harbour",)),
        HomeMadeData("route", "", "current", "sand", 3, ("route",)),
        HomeMadeData("island", "", "weed", "green", 3, ("island",)),
    )
}
"""The home-made kinds most similar to the published ones; letters are like an island on letter spaces."""


def all_kinds(body: Body) -> list[str]:
    """Return the kinds of tile that the piece editor lists: those with tiles, and letters that the map shows."""
    letters = [kind for kind in picture_counts(body) if kind.isupper()]
    return [*body.tiles, *letters, *(kind.id for kind in body.homemade)]


def add_pieces(body: Body, what: str, count: int) -> Body:
    """Add a home-made kind (`NEW`), or tiles of a letter that the set does not have (`NEW_LETTER`)."""
    if what == NEW:
        name = numbered_name(body, _("New kind"))
        return _with(body, HomeMadeData(_id_of(body, name), name, count=count))
    present = set(all_kinds(body))
    letter = next((letter for letter in ascii_uppercase if letter not in present), "")
    if what != NEW_LETTER or not letter:
        raise ValueError(_("The set already has all letters from A to Z."))
    return with_count(body, letter, max(1, count))


def duplicate_piece(body: Body, piece: str) -> Body:
    """Add a copy of a home-made kind, or a home-made kind that is placed and sailed like a published one."""
    kind = homemade_of(body, piece) or _LIKE.get(piece)
    if piece.isupper():
        kind = msgspec.structs.replace(_LIKE["island"], tint="sand", on=("letter",))
    if kind is None:
        message = _("A {kind} cannot be copied as a custom tile kind. You can only change the number of tiles.")
        raise ValueError(message.format(kind=kind_text(body, piece)))
    name = numbered_name(body, kind.name or capitalize_first(kind_text(body, piece)))
    count = max(0, count_of(body, piece))
    return _with(body, msgspec.structs.replace(kind, id=_id_of(body, name), name=name, count=count))


def remove_piece(body: Body, piece: str) -> Body:
    """Remove a home-made kind, or a letter that no space shows."""
    if piece in body.tiles:
        message = _(
            "“{kind}” is part of the published game and cannot be removed. Set its number to 0 to play without it."
        )
        raise ValueError(message.format(kind=kind_text(body, piece)))
    if piece.isupper():
        places = [grid(body).name(cell) for cell, token in enumerate(tokens_of(body)) if piece.lower() in token.lower()]
        if places and picture_counts(body)[piece]:
            message = _("The map shows the letter {letter} on {places}. Paint something else there first.")
            raise ValueError(message.format(letter=piece, places=", ".join(places[:6])))
        return with_count(body, piece, 0)
    return msgspec.structs.replace(body, homemade=tuple(kind for kind in body.homemade if kind.id != piece))


def import_pieces(body: Body, other: Body, pieces: Collection[str]) -> Body:
    """Copy kinds of another map: the counts of kinds that exist here, the others as new home-made kinds."""
    for piece in kinds_of(other):
        if piece not in pieces:
            continue
        theirs = homemade_of(other, piece)
        if theirs is None:
            body = with_count(body, piece, count_of(other, piece))
            continue
        mine = next((kind for kind in body.homemade if kind.name == theirs.name), None)
        if mine is not None and msgspec.structs.replace(theirs, id=mine.id, count=mine.count) == mine:
            body = with_count(body, mine.id, theirs.count)
        else:
            fresh = numbered_name(body, theirs.name)
            key = piece if piece not in kinds_of(body) else _id_of(body, fresh)
            body = _with(body, msgspec.structs.replace(theirs, id=key, name=fresh))
    return body


def set_kind(body: Body, part: str, key: str, value: Value) -> Body:
    """Set a field of a home-made kind: "name", "emblem", "tint", "picture", "step", "count" or "on <kind of space>".

    Raises `ValueError` with a message if the name is invalid.
    """
    kind = homemade_of(body, key)
    assert kind is not None  # only then has the form the field
    change: dict[str, object] = {part: value}
    if part == "name":
        change = {"name": _unique_name(body, kind, str(value))}
    elif part.startswith("on "):
        ground = part.removeprefix("on ")
        change = {"on": (*kind.on, ground) if value else tuple(one for one in kind.on if one != ground)}
    elif part == "step":
        change = {"step": int(value)}
    elif part == "emblem":
        change["picture"] = ""  # which would hide it
    after = to_canonical(with_homemade(body, key, **change))
    return body if after == body else after


def _unique_name(body: Body, kind: HomeMadeData, text: str) -> str:
    name = text.strip()
    if complaint := name_error(name):
        raise ValueError(complaint)
    if name.casefold() in _used_names(body, kind.id):
        raise ValueError(kind_taken_text(name))
    return name


def _used_names(body: Body, but: str = "") -> set[str]:
    published = {kind_text(body, kind).casefold() for kind in all_kinds(body) if homemade_of(body, kind) is None}
    return published | {kind.name.casefold() for kind in body.homemade if kind.id != but}


def numbered_name(body: Body, name: str) -> str:
    """Return the name, with a number appended if another kind has it."""
    taken = _used_names(body)
    if name.casefold() not in taken:
        return name
    stem, number = re.sub(r" \d+$", "", name), 2
    while (fresh := f"{stem[: MAX_NAME_LENGTH - 4].rstrip()} {number}").casefold() in taken:
        number += 1
    return fresh


def _id_of(body: Body, name: str) -> str:
    """Return an unused id made from a name."""
    stem = re.sub("[^a-z0-9]+", "_", name.lower()).strip("_")[:16]
    stem = stem if stem[:1].isalpha() else f"kind_{stem}".rstrip("_")
    taken = set(kinds_of(body))
    return next(key for number in range(1, 1000) if (key := stem if number == 1 else f"{stem}_{number}") not in taken)


def _with(body: Body, kind: HomeMadeData) -> Body:
    if len(body.homemade) >= MAX_HOMEMADE:
        raise ValueError(_("A set can have at most {most} custom tile kinds.").format(most=MAX_HOMEMADE))
    return to_canonical(msgspec.structs.replace(body, homemade=(*body.homemade, kind)))


# Stamps and fields.

paint_coast, complete, rotate_stamp = defaults.paint_coast, defaults.complete, defaults.rotate_stamp
_TOKENS = dict(STAMPS)
_KEYS = {token: key for key, token in STAMPS}


@cache
def blank() -> Body:
    """Return the map of the rules page with its tile set, so that a new layout is playable."""
    from studio.documents import paths, store

    return parse(store.read_layout(paths.layouts_dir() / "columbus" / "sargasso_sea.json").body)


def stamp(body: Body, target: int, stamp: Stamp) -> Body:
    token = _token(stamp.key)
    tokens = tokens_of(body)
    if not token or not 0 <= target < len(tokens) or tokens[target] == token:
        return body
    return with_tokens(body, [*tokens[:target], token, *tokens[target + 1 :]])


def _token(key: str) -> str:
    """Return the token that a stamp paints, "" for a key that is no stamp of this game."""
    what, _colon, letter = key.partition(":")
    return letter.lower() if what == "letter" and _is_one_letter(letter) else _TOKENS.get(key, "")


def _is_one_letter(text: str) -> bool:
    return len(text) == 1 and text.isascii() and text.isalpha()


def pick(body: Body, target: int) -> Stamp:
    """Return the stamp that would paint what is there; water off the map."""
    tokens = tokens_of(body)
    if not 0 <= target < len(tokens):
        return Stamp("water")
    token = tokens[target]
    return Stamp(f"letter:{token[0].upper()}" if is_letter(token) else _KEYS[token])


def eraser(body: Body, target: int) -> Stamp:
    return Stamp("water")


def mirror_stamp(body: Body, stamp: Stamp, upright: bool) -> Stamp:
    """Return the mirror image: between east and west, home and American harbours are exchanged."""
    swapped = {"home": "america", "america": "home", "florida": "home"}
    return Stamp(swapped.get(stamp.key, stamp.key), stamp.turn) if upright else stamp


def set_field(body: Body, target: int, key: str, value: str | int | bool) -> Body:
    field = find_field(form(body, target), key, value)
    if target >= 0:
        return _set_space(body, target, key, str(value))
    if key == "match":
        return match_picture_tiles(body)
    if key == "standard":
        tiles, letters = dict(STANDARD_TILES), dict(STANDARD_LETTERS)
        after = to_canonical(msgspec.structs.replace(body, tiles=tiles, letters=letters, homemade=()))
        return body if after == body else after
    part, colon, kind = key.partition(":")
    if colon:
        return set_kind(body, part, kind, value)
    number = int(value)
    if number == field.value:
        return body
    if key == "rack":
        return msgspec.structs.replace(body, rack=number)
    return with_count(body, key.partition(".")[2], number)


def _set_space(body: Body, cell: int, key: str, value: str) -> Body:
    if key == "letter":
        letter = value.strip()
        if not _is_one_letter(letter):
            raise ValueError(_("A letter space needs one letter from A to Z, not “{text}”.").format(text=value))
        return stamp(body, cell, Stamp(f"letter:{letter.upper()}"))
    if value == "letter":
        return body if is_letter(tokens_of(body)[cell]) else stamp(body, cell, Stamp("letter:A"))
    return stamp(body, cell, Stamp(value))
