"""New harbour maps from a recipe: size, coasts, harbours, words in the weed, pictures, route (C16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from studio.core.form import Field, Section
from studio.core.game import Value
from studio.core.generation import BOX, AttemptFailed, Recipe, Template, generate, random_orbits, size_fields
from studio.core.grid import HexGrid, neighbors
from studio.core.problems import WARNING, Problem
from studio.core.rng import Rng
from studio.core.text import _, in_context
from studio.games.columbus.body import (
    AMERICA,
    AWAY,
    BECALMED,
    DRY,
    FLORIDA,
    FULL_SAIL,
    HOME,
    ISLAND,
    LAND,
    MAX_COLUMNS,
    MAX_ROWS,
    ROUTE,
    VOID,
    WATER,
    WHALE,
    Body,
    Kind,
    spaces_of,
    tokens_of,
    with_tokens,
)
from studio.games.columbus.checks import check
from studio.games.columbus.checks.sailing import closing_wrecks
from studio.games.columbus.checks.tiles import match_picture_tiles
from studio.games.columbus.editing import blank

MIN_COLUMNS, MAX_HARBOURS, MAX_PICTURES = 9, 15, 30
GROWING: tuple[Kind, ...] = ("water", "full_sail", "becalmed", "wreck", "cyclone", "joker")
"""Kinds of tile of which a larger sea has more."""
WORD_FROM_COAST, ROUTE_FROM_COAST = 1, 2  # minimum columns of open sea between words or the route and the coasts


def templates() -> Sequence[Template]:
    tokens = Counter(tokens_of(blank()))
    size = blank().spaces
    box: dict[str, Value] = {
        "columns": len(size[0].split()),
        "rows": len(size),
        "coast": "bays",
        "homes": tokens[HOME],
        "america": tokens[AMERICA],
        "florida": FLORIDA in tokens,
        "words": "sargasso see",
        "route": "south",
        "isles": 0,
        "islands": tokens[ISLAND],
        "whales": tokens[WHALE],
        "full_sails": tokens[FULL_SAIL],
        "becalmed": tokens[BECALMED],
        "void": 0,
        "symmetry": "none",
    }
    few: dict[str, Value] = {"homes": 5, "america": 5, "islands": 6, "whales": 2, "full_sails": 2, "becalmed": 2}
    wide: dict[str, Value] = {"homes": 10, "america": 11, "islands": 16, "whales": 8, "full_sails": 8, "becalmed": 6}
    strait: dict[str, Value] = {"coast": "ragged", "isles": 8, "words": "", "route": "none"}
    bare: dict[str, Value] = {"coast": "straight", "florida": False, "words": "", "route": "none"}
    bare |= dict.fromkeys(("islands", "whales", "full_sails", "becalmed"), 0)
    return (
        Template(BOX, _("As published"), box),
        Template("short", _("Short crossing"), {**box, **few, "columns": 12, "rows": 8, "words": "wind"}),
        Template("isles", _("Islands"), {**box, **strait, "columns": 16, "rows": 11}),
        Template("wide", _("Wide ocean"), {**box, **wide, "columns": 24, "rows": 14, "words": "mare tenebrarum"}),
        Template("blank", _("Blank sea"), {**box, **bare}),
    )


def choices(recipe: Recipe) -> Sequence[Section]:
    coasts = (("straight", _("Straight")), ("bays", _("Two bays")), ("ragged", in_context("coasts", "Jagged")))
    routes = (("none", _("None")), ("north", _("North")), ("middle", _("Middle")), ("south", _("South")))
    text = _("This symmetry requires an odd number of rows. Add one row.")
    disabled = () if int(recipe["rows"]) % 2 else (("flip", text),)
    symmetries = (("none", _("None")), ("flip", _("North – south")))
    pictures = (
        *(("isles", _("Land at sea")), ("islands", _("Islands")), ("whales", _("Whales"))),
        *(("full_sails", _("Full sails")), ("becalmed", _("Becalmed"))),
    )
    size = (
        *size_fields(recipe, MIN_COLUMNS, MAX_COLUMNS, MAX_ROWS)[:1],
        Field("rows", _("Rows"), "int", recipe["rows"], 7, MAX_ROWS),
        Field("coast", _("Coasts"), "choice", recipe["coast"], choices=coasts, masks=_COAST_MASKS),
    )
    harbours = (
        Field("homes", _("Home harbours"), "int", recipe["homes"], 2, MAX_HARBOURS),
        Field("america", _("American harbours"), "int", recipe["america"], 1, MAX_HARBOURS),
        Field("florida", _("With Florida"), "flag", recipe["florida"]),
    )
    weed = (
        Field(
            "words",
            _("Words"),
            "text",
            recipe["words"],
            tip=_("Words that are written on the map, one letter per space."),
        ),
        Field("route", _("Route"), "choice", recipe["route"], choices=routes),
    )
    at_sea = (
        *(Field(key, name, "int", recipe[key], 0, MAX_PICTURES) for key, name in pictures),
        Field("void", _("Void"), "int", recipe["void"], 0, MAX_PICTURES, tip=_("Spaces off the board.")),
    )
    tip = _("Mirrors coasts, harbours and pictures, but not words and route.")
    name, value = _("Symmetry"), recipe["symmetry"]
    symmetry = Field("symmetry", name, "choice", value, choices=symmetries, disabled=disabled, tip=tip)
    sections = (
        *((_("Map"), size), (_("Harbours"), harbours), (_("Words and route"), weed)),
        *((_("At sea"), at_sea), (_("Symmetry"), (symmetry,))),
    )
    return tuple(Section(title, fields) for title, fields in sections)


_COAST_MASKS = (
    "/".join(("##......##",) * 7),
    "####..####/###....###/##......##/#........#/##......##/###....###/####..####",
    "###.....##/#......###/##.......#/####....##/##.....###/#.......##/###......#",
)
"""Small pictures of the coast types, with land as the cells that are off."""


def make(recipe: Recipe, seed: int) -> Body:
    rows = int(recipe["rows"])
    away = int(recipe["america"]) + bool(recipe["florida"])
    if max(int(recipe["homes"]), away) > rows:
        text = _("A coast with {rows} rows has room for only {rows} harbours. Choose fewer harbours or more rows.")
        raise ValueError(text.format(rows=rows))
    if recipe["symmetry"] == "flip" and rows % 2 == 0:
        raise ValueError(_("This symmetry requires an odd number of rows. Add one row."))
    words_at_sea(recipe)
    return generate(seed, lambda rng: _MapBuilder(recipe, rng).body(), _findings)


def _findings(body: Body) -> Sequence[Problem]:
    """Return the quick problems, and harbours that a single wreck closes."""
    sealed = (home for home in spaces_of(body, HOME) if closing_wrecks(body, home, 1))
    return [*check(body), *(Problem("home.single", WARNING, "", (home,)) for home in sealed)]


def words_at_sea(recipe: Recipe) -> list[str]:
    """Return the words in lower case. Raises `ValueError` with a message if they cannot be written on this map."""
    text = " ".join(str(recipe["words"]).lower().split())
    if any(not (letter.isascii() and letter.isalpha()) for letter in text if letter != " "):
        raise ValueError(_("Words can contain only letters from A to Z, with spaces between words."))
    room = int(recipe["columns"]) - 2 * (1 + WORD_FROM_COAST)
    for word in text.split():
        if len(word) > room:
            message = _("“{word}” is too long for this map. Choose at most {room} letters or more columns.")
            raise ValueError(message.format(word=word, room=room))
    if len(text.split()) > max(1, (int(recipe["rows"]) - 3) // 2):
        raise ValueError(_("Too many words for this map. Choose fewer words or more rows."))
    return text.split()


class _MapBuilder:
    """One attempt to build a map."""

    def __init__(self, recipe: Recipe, rng: Rng) -> None:
        self.recipe, self.rng = recipe, rng
        self.grid = HexGrid(int(recipe["columns"]), int(recipe["rows"]))
        self.is_flipped = recipe["symmetry"] == "flip"
        self.tokens = [WATER] * self.grid.count
        self.west, self.east = self._coast(), self._coast()  # by row: the width of the land

    def body(self) -> Body:
        """Return the layout. Raises `AttemptFailed`."""
        grid, tokens = self.grid, self.tokens
        for row in range(grid.rows):
            for column in range(grid.columns):
                if column < self.west[row] or column >= grid.columns - self.east[row]:
                    tokens[grid.cell(column, row)] = LAND
        self._harbours()
        self._place_words()
        self._route()
        keys = ("isles", "islands", "whales", "full_sails", "becalmed", "void")
        for key, token in zip(keys, (LAND, ISLAND, WHALE, FULL_SAIL, BECALMED, VOID), strict=True):
            self._scatter(int(self.recipe[key]), token)
        return self._with_tiles(with_tokens(blank(), tokens, grid))

    def _coast(self) -> list[int]:
        """Return the width of one coast by row, symmetric if the recipe asks for it."""
        rows, most = self.grid.rows, max(1, self.grid.columns // 5)
        if self.recipe["coast"] == "straight":
            return [min(2, most)] * rows
        if self.recipe["coast"] == "bays":
            deep = min(2, most - 1)
            loose = [0 if self.is_flipped else self.rng.below(4) // 3 for _row in range(rows)]
            return [min(most, 1 + deep * abs(2 * row + 1 - rows) ** 2 // rows**2 + loose[row]) for row in range(rows)]
        widths = [1 + self.rng.below(most)]
        while len(widths) < rows:
            widths.append(max(1, min(most, widths[-1] + self.rng.below(3) - 1)))
        return [widths[min(row, rows - 1 - row)] for row in range(rows)] if self.is_flipped else widths

    def _harbours(self) -> None:
        """Put harbours where land meets the sea: homes side by side, so that few wrecks close none; American ones
        spread out.

        Florida is one of the southern American harbours.
        """
        rows = self.grid.rows
        for row in self._adjacent_rows(int(self.recipe["homes"])):
            self.tokens[self.grid.cell(self.grid.columns - self.east[row], row)] = HOME
        away = self._spread_rows(int(self.recipe["america"]) + bool(self.recipe["florida"]))
        for row in away:
            self.tokens[self.grid.cell(self.west[row] - 1, row)] = AMERICA
        if self.recipe["florida"]:
            row = min(away, key=lambda row: (abs(3 * row - rows), row))
            self.tokens[self.grid.cell(self.west[row] - 1, row)] = FLORIDA

    def _adjacent_rows(self, count: int) -> list[int]:
        """Return adjacent rows in the middle of the coast; symmetric if the recipe asks for it."""
        first = (self.grid.rows - count) // 2
        if self.is_flipped and count % 2 == 0:  # the middle row is left out
            return [row for row in range(first, first + count + 1) if row != self.grid.rows // 2]
        return list(range(first, first + count))

    def _spread_rows(self, count: int) -> list[int]:
        """Return rows that are as far from one another as from the ends."""
        rows = self.grid.rows
        if self.is_flipped and count % 2 == 0:
            half = [(2 * place + 1) * (rows // 2) // count for place in range(count // 2)]
            return [*half, *(rows - 1 - row for row in reversed(half))]
        return [(2 * place + 1) * rows // (2 * count) for place in range(count)]

    def _sea(self, row: int, margin: int) -> range:
        """Return the columns of open sea of a row without `margin` columns at each coast."""
        return range(self.west[row] + margin, self.grid.columns - self.east[row] - margin)

    def _place_words(self) -> None:
        """Put the words in the middle rows: in one row if they fit, otherwise each in its own row."""
        text = words_at_sea(self.recipe)
        if not text:
            return
        together = " ".join(text)
        middle = (self.grid.rows - 1) // 2 - (self.recipe["route"] == "middle")
        lines = [together] if len(together) <= len(self._sea(middle, WORD_FROM_COAST)) else text
        first = middle - len(lines) + 1
        for number, line in enumerate(lines):
            row = first + 2 * number
            if not 0 <= row < self.grid.rows:
                raise AttemptFailed(_("Too many words for this map. Choose fewer words or more rows."))
            room = self._sea(row, WORD_FROM_COAST)
            if len(line) > len(room):
                raise AttemptFailed(_("The words do not fit between the coasts. Choose shorter words or more columns."))
            start = room.start + self.rng.below(len(room) - len(line) + 1)
            for place, letter in enumerate(line):
                if letter != " ":
                    self.tokens[self.grid.cell(start + place, row)] = letter

    def _route(self) -> None:
        """Put the route from coast to coast: each space touches the previous one, none is on a letter."""
        rows, where = self.grid.rows, str(self.recipe["route"])
        if where == "none":
            return
        base = {"north": rows // 4, "middle": (rows + 1) // 2, "south": rows - 1 - rows // 4}[where]
        columns = self._sea(base, ROUTE_FROM_COAST)
        cell, path = self.grid.cell(columns.start, base), []
        while cell >= 0 and self.grid.coords(cell)[0] < columns.stop:
            path.append(cell)
            ahead = [
                other
                for other in (self.grid.neighbor(cell, side) for side in (1, 1, 1, 0, 2))
                if other >= 0 and self.tokens[other] == WATER and abs(self.grid.coords(other)[1] - base) <= 1
            ]
            cell = self.rng.choose(ahead) if ahead else -1
        if len(path) < 3 or cell < 0 or any(self.tokens[other] != WATER for other in path):
            message = _("The route does not fit between the words and coasts. Move it, or choose more columns.")
            raise AttemptFailed(message)
        for other in path:
            self.tokens[other] = ROUTE

    def _scatter(self, count: int, token: str) -> None:
        """Put spaces of one kind in open water; land and holes keep a distance from coasts, harbours and each other."""
        apart = (LAND, VOID, HOME, AMERICA, FLORIDA) if token in DRY else (token,)

        def fits(group: tuple[int, ...]) -> bool:
            return all(
                self.tokens[cell] == WATER
                and not any(self.tokens[other] in apart or other in group for other in neighbors(self.grid, cell))
                for cell in group
            )

        for group in random_orbits(count, range(self.grid.count), self._images, fits, self.rng):
            for cell in group:
                self.tokens[cell] = token

    def _images(self, cell: int) -> tuple[int, ...]:
        column, row = self.grid.coords(cell)
        if not self.is_flipped:
            return (cell,)
        return tuple(dict.fromkeys((cell, self.grid.cell(column, self.grid.rows - 1 - row))))

    def _with_tiles(self, body: Body) -> Body:
        """Return the body with the tiles of the box, more for a larger sea, and as many picture tiles as spaces."""
        box = blank()
        sea = sum(token not in (*DRY, HOME) and token not in AWAY for token in self.tokens)
        box_sea = sum(token not in (LAND, HOME) and token not in AWAY for token in tokens_of(box))
        tiles = dict(box.tiles)
        if sea > box_sea:
            tiles |= {kind: (tiles[kind] * sea + box_sea // 2) // box_sea for kind in GROWING}
        for kind, token in (("full_sail", FULL_SAIL), ("becalmed", BECALMED)):
            tiles[kind] = max(tiles[kind], len(spaces_of(body, token)))  # type: ignore[index]  # two of the kinds
        tiles["wreck"] = _harmless_wrecks(body, tiles["wreck"])
        return match_picture_tiles(msgspec.structs.replace(body, tiles=tiles))


def _harmless_wrecks(body: Body, wrecks: int) -> int:
    """Return at most `wrecks` wrecks, at least one, so that they close no home harbour (problem `home.sealed`)."""
    for home in spaces_of(body, HOME):
        if wrecks > 1 and (cut := closing_wrecks(body, home, wrecks)):
            wrecks = max(1, len(cut) - 1)
    return wrecks
