"""The layout body of Columbus: a harbour map of hexagons and the numbers of its tiles (component table, C16).

The map is text: one token per space, a blank between them, and a blank before every row that is shifted half a hexagon
east. Mistakes that can be displayed (two letters in one space, a harbour inland, too few tiles) are accepted here and
reported by the checks one by one; what cannot be displayed is rejected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from string import ascii_lowercase, ascii_uppercase
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from studio.core.game import Json
from studio.core.grid import HexGrid
from studio.core.text import _, kind_taken_text
from studio.documents.decoding import PictureText, SchemaError, check_board, check_known, check_pictures, decode
from studio.games.columbus.rules.board import (
    S_BECALMED,
    S_FULL_SAIL,
    S_HARBOUR,
    S_ISLAND,
    S_LETTER,
    S_ROUTE,
    S_WATER,
    S_WHALE,
    Board,
    HomeMade,
    board_of,
)

LAND, WATER, HOME, AMERICA, FLORIDA = "#", ".", "H", "A", "F"
ROUTE, ISLAND, WHALE, FULL_SAIL, BECALMED = "R", "I", "W", "S", "B"
VOID = "-"  # a space off the board, an addition of this program: like the area beyond the edge of the map
DRY = LAND + VOID
AWAY = AMERICA + FLORIDA
HARBOURS = HOME + AWAY
SYMBOLS = LAND + WATER + HARBOURS + ROUTE + ISLAND + WHALE + FULL_SAIL + BECALMED + VOID
"""The kinds of space apart from letters, which are written as themselves in lower case."""
MAX_COLUMNS, MAX_ROWS = 40, 30
MIN_SIDE = 3
MAX_LETTERS = 6  # letters that a token may have; more than one is a mistake that the checks report

Kind = Literal["water", "full_sail", "becalmed", "wreck", "cyclone", "joker", "whale", "harbour", "route", "island"]
KINDS: tuple[Kind, ...] = (
    "water", "full_sail", "becalmed", "wreck", "cyclone", "joker", "whale", "harbour", "route", "island",
)  # fmt: skip
Number = Annotated[int, Meta(ge=-999, le=999)]
Ground = Literal["water", "route", "letter", "island", "whale", "full_sail", "becalmed", "harbour"]
"""A kind of space that a home-made tile may be placed on."""
GROUNDS: tuple[Ground, ...] = get_args(Ground)
GROUND_SPACES: dict[Ground, int] = {
    "water": S_WATER, "route": S_ROUTE, "letter": S_LETTER, "island": S_ISLAND, "whale": S_WHALE,
    "full_sail": S_FULL_SAIL, "becalmed": S_BECALMED, "harbour": S_HARBOUR,
}  # fmt: skip
_GROUND_OF: dict[str, Ground] = {
    WATER: "water", ROUTE: "route", ISLAND: "island", WHALE: "whale", FULL_SAIL: "full_sail", BECALMED: "becalmed",
    AMERICA: "harbour",
}  # fmt: skip
Emblem = Literal["current", "gull", "dolphin", "weed", "fog", "barrel", "reef", "ice"]
EMBLEMS: tuple[Emblem, ...] = get_args(Emblem)
Tint = Literal["sea", "green", "sand", "rose", "violet", "grey"]
TINTS: tuple[Tint, ...] = get_args(Tint)
MAX_STEP = 6
MAX_HOMEMADE = 12

STANDARD_TILES: dict[Kind, int] = {
    "water": 54, "full_sail": 7, "becalmed": 7, "wreck": 4, "cyclone": 12, "joker": 4, "whale": 5, "harbour": 8,
    "route": 12, "island": 11,
}  # fmt: skip
STANDARD_LETTERS = {"A": 2, "E": 2, "G": 1, "O": 1, "R": 1, "S": 4}


class HomeMadeData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of tile that a layout brings along: a variant of this studio, no part of the published game (`HomeMade`).

    `step` is how far a ship may sail that begins its move there, 0 if no ship enters it; `on` are the kinds of space
    that it may be laid on; `emblem` and `tint` are how it looks. `picture` is shown instead of the emblem: a PNG or
    SVG image as a data URI.
    """  # docstrings of structs are descriptions in resources/schemas

    id: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,19}$")]
    name: Annotated[str, Meta(max_length=24)]
    emblem: Emblem = "current"
    tint: Tint = "sea"
    step: Annotated[int, Meta(ge=0, le=MAX_STEP)] = 2
    on: tuple[Ground, ...] = ("water",)
    count: Number = 0
    picture: PictureText = ""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A harbour map. `tiles` counts every published kind but letters, `letters` the letter tiles by letter."""

    spaces: tuple[str, ...]
    tiles: dict[Kind, Number] = msgspec.field(default_factory=lambda: dict(STANDARD_TILES))
    letters: dict[str, Number] = msgspec.field(default_factory=lambda: dict(STANDARD_LETTERS))
    rack: Annotated[int, Meta(ge=1, le=20)] = 10
    homemade: Annotated[tuple[HomeMadeData, ...], Meta(max_length=99)] = ()

    def __hash__(self) -> int:
        """Hash only the map, so that results of the checks can be cached by body."""
        return hash(self.spaces)


def parse(raw: Json) -> Body:
    """Return the canonical body for plain data. Raises `SchemaError`."""
    body = decode(raw, Body)
    rows = [row.split() for row in body.spaces]
    for number, row in enumerate(rows):
        tokens = [token for token in row if not re.fullmatch(f"[a-z]{{1,{MAX_LETTERS}}}", token)]
        check_known(f"$.spaces[{number}]", tokens, (*SYMBOLS, *ascii_lowercase))
    check_board(rows, MIN_SIDE, MAX_COLUMNS, MAX_ROWS)
    shifted = [row.startswith(" ") for row in body.spaces]
    for number in range(1, len(shifted)):
        if shifted[number] == shifted[number - 1]:
            text = _("every other row must begin with a blank, but this one begins like the row above.")
            raise SchemaError(f"$.spaces[{number}]", text)
    check_known("$.letters", body.letters, tuple(ascii_uppercase))
    _validate_kinds(body.homemade)
    return to_canonical(body)


def _validate_kinds(kinds: Sequence[HomeMadeData]) -> None:
    taken: set[str] = set(KINDS)
    for number, kind in enumerate(kinds):
        if kind.id in taken:
            raise SchemaError(f"$.homemade[{number}].id", kind_taken_text(kind.id))
        if complaint := name_error(kind.name):
            raise SchemaError(f"$.homemade[{number}].name", complaint)
        taken.add(kind.id)
    check_pictures([kind.picture for kind in kinds], "homemade")


def name_error(name: str) -> str:
    """Return why a home-made kind cannot have this name, "" if it can."""
    if re.fullmatch(r"[^\W_](?:[\w '’-]{0,22}[^\W_])?", name):
        return ""
    return _("The name of a tile kind can have up to 24 letters, digits and spaces, for example “Fair current”.")


def to_canonical(body: Body) -> Body:
    """Return the body in canonical form, so that bodies that mean the same are equal."""
    return msgspec.structs.replace(
        body,
        spaces=tuple(" " * row.startswith(" ") + " ".join(row.split()) for row in body.spaces),
        tiles={kind: body.tiles.get(kind, 0) for kind in KINDS},
        letters={letter: count for letter, count in sorted(body.letters.items()) if count},
        homemade=tuple(
            msgspec.structs.replace(kind, on=tuple(ground for ground in GROUNDS if ground in kind.on))
            for kind in body.homemade
        ),
    )


def to_plain(body: Body) -> Json:
    raw: Json = {"spaces": list(body.spaces), "tiles": {**body.tiles}, "letters": {**body.letters}, "rack": body.rack}
    if body.homemade:
        kinds = [{**msgspec.to_builtins(kind, enc_hook=str), "on": list(kind.on)} for kind in body.homemade]
        raw["homemade"] = [{key: value for key, value in kind.items() if key != "picture" or value} for kind in kinds]
    return raw


schema = partial(msgspec.json.schema, Body)


def grid(body: Body) -> HexGrid:
    first = body.spaces[0]
    return HexGrid(len(first.split()), len(body.spaces), not first.startswith(" "))


@lru_cache(maxsize=64)
def tokens_of(body: Body) -> tuple[str, ...]:
    """Return the token of every space by cell: a symbol of SYMBOLS or one lower-case letter (by mistake, several)."""
    return tuple(token for row in body.spaces for token in row.split())


def is_letter(token: str) -> bool:
    return token not in SYMBOLS


def ground_of(token: str) -> Ground | None:
    """Return the kind of space that a token is for home-made tiles, None if none may be placed there."""
    return "letter" if is_letter(token) else _GROUND_OF.get(token)


def with_tokens(body: Body, tokens: Sequence[str], onto: HexGrid | None = None) -> Body:
    """Return the body with other spaces, on its own grid or another one; the same body if nothing changes."""
    onto = onto or grid(body)
    rows = (tokens[row * onto.columns : (row + 1) * onto.columns] for row in range(onto.rows))
    spaces = tuple(" " * onto.is_shifted(number) + " ".join(row) for number, row in enumerate(rows))
    return body if spaces == body.spaces else msgspec.structs.replace(body, spaces=spaces)


def spaces_of(body: Body, kinds: Iterable[str]) -> list[int]:
    wanted = set(kinds)
    return [cell for cell, token in enumerate(tokens_of(body)) if token in wanted]


def all_tiles(body: Body) -> int:
    homemade = (kind.count for kind in body.homemade)
    return sum(max(0, count) for count in (*body.tiles.values(), *body.letters.values(), *homemade))


def homemade_of(body: Body, key: str) -> HomeMadeData | None:
    return next((kind for kind in body.homemade if kind.id == key), None)


def homemade_tile(kind: HomeMadeData) -> HomeMade:
    on = tuple(GROUND_SPACES[ground] for ground in kind.on)
    return HomeMade(kind.id, kind.name, kind.emblem, kind.tint, kind.step, on, kind.count, kind.picture)


def max_seats(body: Body) -> int:
    """Return how many seats the layout supports (C16): each needs a home harbour and tiles for a rack."""
    return min(len(spaces_of(body, HOME)), all_tiles(body) // body.rack)


def build(body: Body) -> Board:
    tiles = {str(kind): number for kind, number in body.tiles.items()}
    homemade = tuple(map(homemade_tile, body.homemade))
    return board_of(body.spaces, tiles=tiles, letter_tiles=body.letters, rack=body.rack, homemade=homemade)
