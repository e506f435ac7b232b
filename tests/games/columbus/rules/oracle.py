"""A second, slow implementation of the rules of Columbus, from the rules page, on a map's rows and a dump.

It shares no code with the rules: neighbours come from points in the plane, paths from trying them all, places for tiles
from a look at each space. Kinds of tile are words here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import hypot, sqrt
from typing import Any

WORDS = ("water", "full sail", "becalmed", "wreck", "cyclone", "joker", "whale", "harbour", "route", "island")
SHOWS = {".": "water", "A": "harbour", "R": "route", "I": "island", "W": "whale", "S": "full sail", "B": "becalmed"}
OUT, BACK, HOME = range(3)


class Sea:
    def __init__(self, rows: list[str], dump: dict[str, Any]) -> None:
        self.symbols = [symbol for row in rows for symbol in row.split()]
        letters = sorted({symbol for symbol in self.symbols if symbol.islower()})
        self.words = [*WORDS, *letters]
        self.columns = len(rows[0].split())
        shift = [row.startswith(" ") for row in rows]
        self.points = [
            (column + 0.5 * shift[row], row * sqrt(3) / 2)
            for row, column in product(range(len(rows)), range(self.columns))
        ]
        self.dump = dump
        self.upper = [self.words[kind] if kind >= 0 else "" for kind in dump["tile"]]
        self.lower = [self.words[kind] if kind >= 0 else "" for kind in dump["under"]]
        self.ships = {cell for cell in dump["ship"] if cell >= 0}

    def shown(self, cell: int) -> str:
        """Return the word of the tile that a space shows, "" if none may be placed."""
        symbol = self.symbols[cell]
        return symbol if symbol.islower() else SHOWS.get(symbol, "")

    def near(self, cell: int) -> list[int]:
        x, y = self.points[cell]
        return [other for other, (a, b) in enumerate(self.points) if 0.9 < hypot(a - x, b - y) < 1.1]

    # C3, C13

    def may_lie(self, tile: str, cell: int) -> bool:
        shown, upper = self.shown(cell), self.upper[cell]
        if not shown or tile == "cyclone":
            return False
        if upper:
            may_cover = self.dump["discovered"] and tile in ("full sail", "becalmed", "wreck")
            bare = not self.lower[cell] and upper not in ("full sail", "becalmed", "wreck", "joker")
            return bool(may_cover and bare and cell not in self.ships)
        if tile == "joker":
            return True
        if tile in ("full sail", "becalmed"):
            return shown in ("water", tile)
        return shown == ("water" if tile == "wreck" else tile)

    def places(self, tile: str) -> set[int]:
        return {cell for cell in range(len(self.symbols)) if self.may_lie(tile, cell)}

    def movable(self) -> set[int]:
        """Return the tiles that a cyclone could move (C4)."""
        return {
            cell
            for cell, tile in enumerate(self.upper)
            if tile and cell not in self.ships and self.places(tile) - {cell}
        }

    def swappable(self, seat: int) -> set[int]:
        """Return the jokers that a seat could take (C6)."""
        rack = self.dump["rack"][seat]
        return {
            cell
            for cell, tile in enumerate(self.upper)
            if tile == "joker" and cell not in self.ships and rack[self.words.index(self.shown(cell))]
        }

    def can_lay(self, seat: int) -> set[str]:
        """Return the tiles of a rack that can be placed; a cyclone always, a joker because it can be a cyclone."""
        rack = self.dump["rack"][seat]
        held = {word for word, count in zip(self.words, rack, strict=True) if count}
        return {word for word in held if word in ("cyclone", "joker") or self.places(word)}

    @property
    def is_america_reached(self) -> bool:
        """Whether a ship was in America: from then on all seats lay and sail in any order (C13)."""
        return any(voyage != OUT for voyage in self.dump["voyage"])

    def is_turn_over(self, seat: int, laid: int) -> bool:
        """Whether a seat that laid so many tiles and then reached America has nothing left to do (C6, C13)."""
        jokers = [cell for cell, tile in enumerate(self.upper) if tile == "joker" and cell not in self.ships]
        return (laid == 3 or not self.can_lay(seat)) and not (jokers and sum(self.dump["rack"][seat]))

    # C7–C9, C12, C14

    def behind(self, one: int, other: int) -> bool:
        voyages = self.dump["voyage"]
        if voyages[one] != voyages[other]:
            return bool(voyages[one] < voyages[other])
        column, beyond = (self.dump["ship"][seat] % self.columns for seat in (one, other))
        return bool(column > beyond if voyages[one] == OUT else column < beyond)

    def distance(self, seat: int) -> int:
        tile = self.upper[self.dump["ship"][seat]]
        spaces = 4 if tile == "full sail" else 2 if tile in ("water", "joker") else 1 if tile == "becalmed" else 3
        others = [other for other, voyage in enumerate(self.dump["voyage"]) if voyage != HOME and other != seat]
        return spaces + all(self.behind(seat, other) for other in others)

    def goals(self, seat: int) -> set[int]:
        """Return every space on which a path of at most the distance may end, by trying all paths."""
        found = set()
        for path in self.ways(seat):
            if path[-1] not in self.ships and not self._kept_free(seat, path[-1]):
                found.add(path[-1])
        return found

    def ways(self, seat: int) -> Iterator[list[int]]:
        """Yield all paths of at most the distance from the ship."""
        yield from self._ways(seat, [self.dump["ship"][seat]], self.distance(seat))

    def _ways(self, seat: int, path: list[int], left: int) -> Iterator[list[int]]:
        if len(path) > 1:
            yield path
            if self._ends(seat, path[-1]):
                return
        if left:
            for cell in self.near(path[-1]):
                if cell not in path and self._can_enter(seat, cell):
                    yield from self._ways(seat, [*path, cell], left - 1)

    def _can_enter(self, seat: int, cell: int) -> bool:
        """Whether a space can be on a path or at its end; an occupied space is jumped if the path does not end
        there."""
        printed = self.symbols[cell] in ("H", "F")
        if not printed and self.upper[cell] in ("", "wreck"):
            return False
        return cell not in self.ships or not self._ends(seat, cell)

    def _ends(self, seat: int, cell: int) -> bool:
        if self.upper[cell] == "becalmed":
            return True
        if self.dump["voyage"][seat] == OUT:
            return self.symbols[cell] in ("A", "F")
        if self.dump["own_harbour"]:
            return bool(cell == self.dump["harbour"][seat])
        return self.symbols[cell] == "H" and cell not in self.ships

    def _kept_free(self, seat: int, cell: int) -> bool:
        harbours: list[int] = self.dump["harbour"]
        return bool(self.dump["own_harbour"]) and cell in harbours and cell != harbours[seat]
