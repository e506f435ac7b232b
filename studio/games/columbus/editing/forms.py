"""What the inspector shows of a harbour map: its size, its tile set beside what the map asks for, a space.

Field keys: "tiles.<kind>", "letters.<letter>", "rack"; of a home-made kind "count:K", "name:K", "step:K",
"emblem:K", "tint:K", "on <kind of space>:K", where K is its id; the buttons "match" (picture tiles as the map
asks) and "standard" (the published numbers); of a space "space" and "letter". Keys that begin with "note." cannot be
set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from studio.core.form import VOID_KEY, Field, Section
from studio.core.text import _, begun, in_context, plural
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
    MOST_STEP,
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
    is_letter,
    tokens_of,
)
from studio.games.columbus.checks.tiles import count_of, field_of, matched, picture_counts
from studio.games.columbus.checks.ways import FAR, away_field, sea_of
from studio.games.columbus.words.places import ground_words, kind_words

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
"""Keys of the stamps that paint spaces, with the token each paints; "letter:A" … "letter:Z" paint letters."""


def space_words(token: str) -> str:
    """What a space is."""
    return {
        LAND: _("Land"),
        WATER: _("Water"),
        HOME: _("Home harbour"),
        AMERICA: _("American harbour"),
        FLORIDA: _("Florida"),
        ROUTE: _("Route"),
        ISLAND: _("Island"),
        WHALE: _("Whale"),
        FULL_SAIL: _("Full sail, printed"),
        BECALMED: _("Becalmed, printed"),
        VOID: _("Void"),
    }.get(token) or _("Letter {letter}").format(letter=token[:1].upper())


def form(body: Body, target: int) -> Sequence[Section]:
    """The inspector for a space, or for the whole layout when the target is -1."""
    if 0 <= target < grid(body).count:
        return (_space(body, target),)
    return tuple(_layout(body))


def _layout(body: Body) -> Iterator[Section]:
    hexes, spaces = grid(body), Counter(tokens_of(body))
    sea = sum(count for token, count in spaces.items() if token not in DRY + HARBOURS)
    yield Section(
        _("Map"),
        (
            Field("note.size", _("Size"), "note", f"{hexes.columns} × {hexes.rows}"),
            Field("note.sea", _("Sea spaces"), "note", str(sea)),
            Field("note.homes", _("Home harbours"), "note", str(spaces[HOME])),
            Field("note.away", _("American harbours"), "note", str(spaces[AMERICA] + spaces[FLORIDA])),
        ),
    )
    asked = picture_counts(body)
    yield Section(
        _("Picture tiles"),
        (
            *(_count(body, kind, asked[kind]) for kind in asked),
            Field(
                "match",
                _("Set to what the map asks for"),
                "button",
                matched(body) is not body,
                tip=_("As many tiles of every picture as there are spaces that show it."),
            ),
        ),
        _("A picture tile fits only a space with its picture; a space without a tile can take a joker."),
    )
    yield Section(
        _("Other tiles"),
        (
            *(_count(body, kind) for kind in KINDS if kind not in asked),
            Field("note.tiles", _("All tiles"), "note", str(all_tiles(body))),
            Field("rack", _("Tiles on a rack"), "int", body.rack, 1, 20),
            Field(
                "standard",
                _("The standard set"),
                "button",
                dict(body.tiles) != STANDARD_TILES or dict(body.letters) != STANDARD_LETTERS or bool(body.homemade),
                tip=_("135 tiles: the numbers of the published game."),
            ),
        ),
    )
    for kind in body.homemade:
        yield _home_section(kind)


def _count(body: Body, kind: str, asked: int = -1) -> Field:
    tip = "" if asked < 0 else plural("{count} space shows it.", "{count} spaces show it.", asked).format(count=asked)
    return Field(field_of(kind), begun(kind_words(body, kind)), "int", count_of(body, kind), 0, 999, tip=tip)


def home_fields(kind: HomeMadeData) -> dict[str, Field]:
    """What is filled in of a home-made kind, by the part of each key before the colon."""
    steps = [("0", _("No ship enters it"))]
    steps += [(str(n), plural("{n} space", "{n} spaces", n).format(n=n)) for n in range(1, MOST_STEP + 1)]
    grounds = ground_words()
    key = kind.id
    fields = [
        Field(f"count:{key}", _("Tiles"), "int", kind.count, 0, 999),
        Field(f"name:{key}", _("Name"), "text", kind.name),
        Field(
            f"step:{key}", _("Step"), "choice", str(kind.step), 0, 0, tuple(steps), _("How far a ship sails from it.")
        ),
        Field(
            f"emblem:{key}",
            in_context("a picture", "Drawing"),
            "choice",
            kind.emblem,
            0,
            0,
            tuple(emblem_words().items()),
        ),
        Field(f"tint:{key}", _("Ground"), "choice", kind.tint, 0, 0, tuple(tint_words().items())),
    ]
    for ground, space in GROUND_SPACES.items():
        label = _("On {ground}").format(ground=grounds[space])
        fields.append(Field(f"on {ground}:{key}", label, "flag", ground in kind.on))
    return {field.key.partition(":")[0]: field for field in fields}


def _home_section(kind: HomeMadeData) -> Section:
    note = _("A kind of tile that this layout brings along; the published game has none.")
    return Section(_("Tile: {name}").format(name=kind.name), tuple(home_fields(kind).values()), note, piece=kind.id)


def emblem_words() -> dict[str, str]:
    """What the drawings of home-made tiles show."""
    return {
        "current": _("Current"),
        "gull": _("Gull"),
        "dolphin": _("Dolphin"),
        "weed": _("Weed"),
        "fog": _("Fog"),
        "barrel": _("Barrel"),
        "reef": _("Reef"),
        "ice": _("Ice"),
    }


def tint_words() -> dict[str, str]:
    """The colours of the ground of home-made tiles."""
    return {
        "sea": _("Sea blue"),
        "green": _("Green"),
        "sand": _("Sand"),
        "rose": _("Rose"),
        "violet": _("Violet"),
        "grey": _("Grey"),
    }


def _space(body: Body, cell: int) -> Section:
    token, hexes, field = tokens_of(body)[cell], grid(body), away_field(body)
    choices = [(key, space_words(symbol)) for key, symbol in STAMPS]
    choices.append(("letter", _("Letter")))
    value = "letter" if is_letter(token) else next(key for key, symbol in STAMPS if symbol == token)
    fields = [Field("space", _("Space"), "choice", value, 0, 0, tuple(choices))]
    if is_letter(token):
        fields.append(Field("letter", _("Letter"), "text", token.upper(), tip=_("One letter from A to Z.")))
    if token not in DRY:
        away = field[cell]
        words = _("no sea way") if away >= FAR else plural("{count} space", "{count} spaces", away).format(count=away)
        fields.append(Field("note.away", _("To America"), "note", words))
        number = sea_of(body).homes.index(cell) + 1 if token == HOME else 0
        if number:
            fields.append(Field("note.number", _("Harbour"), "note", f"H{number}"))
    return Section(_("Space {name}").format(name=hexes.name(cell)), tuple(fields))
