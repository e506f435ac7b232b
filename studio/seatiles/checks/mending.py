"""One-click repairs of a sea layout: whole bodies in which something turns, goes, comes or opens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from studio.core.problems import Fix
from studio.core.text import _
from studio.seatiles.body import (
    UNDISCOVERED,
    VOID,
    Content,
    EdgeKind,
    Laid,
    SeaBody,
    TileKind,
    default_edge,
    edge_name,
    edited,
    plain_shape,
)
from studio.seatiles.body.facts import Facts
from studio.seatiles.rules.shape import edges_of, rotations, turned
from studio.seatiles.words.places import called, side_name


class Mending:
    """Makes fixes for a body by its facts. What it cannot mend it answers with None."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def _with(self, changes: Mapping[int, Content], edges: Mapping[tuple[int, int], EdgeKind] | None = None) -> SeaBody:
        cells = list(self.facts.cells)
        for cell, content in changes.items():
            cells[cell] = content
        named = {edge_name(self.facts.grid, *edge): kind for edge, kind in (edges or {}).items()}
        return edited(self.facts.body, cells=cells, edges={**self.facts.body.edges, **named})

    def turn(self, cell: int) -> Fix | None:
        """Turn a laid tile so that all its edges match."""
        content = self.facts.cells[cell]
        if not isinstance(content, Laid):
            return None
        shape = self.facts.kinds[content.tile].shape
        for one in rotations(shape):
            if one.turn != content.turn and self.facts.fits(cell, turned(shape, one.turn)):
                label = _("Turn {name}").format(name=self.facts.name(cell))
                return Fix(label, self._with({cell: Laid(content.tile, one.turn)}))
        return None

    def replace(self, cell: int) -> Fix | None:
        """Put a tile there that matches all around and of which the set has one left."""
        found = self._filler(cell, loose=True)
        if found is None:
            return None
        label = _("Replace {name} by “{kind}”").format(name=self.facts.name(cell), kind=called(found.tile))
        return Fix(label, self._with({cell: found}), safe=False)

    def lay(self, cell: int) -> Fix | None:
        """Lay the tile that would fill a gap of one space."""
        found = self._filler(cell, loose=False)
        if found is None:
            return None
        label = _("Lay “{kind}” on {name}").format(name=self.facts.name(cell), kind=called(found.tile))
        return Fix(label, self._with({cell: found}))

    def _filler(self, cell: int, loose: bool) -> Laid | None:
        """A tile in sorted supply with the facing edges of a space; `loose`: free edges may be anything."""
        facts = self.facts
        land, sea = facts.need(cell)
        for kind in facts.body.tiles:
            if not kind.bonus and kind.sorted > len(facts.laid.get(kind.name, ())):
                for one in rotations(kind.shape):
                    exact = one.edges == land or loose
                    if exact and one.edges & land == land and not one.edges & sea:
                        return Laid(kind.name, one.turn)
        return None

    def clear(self, cell: int) -> Fix:
        """Make a laid space undiscovered."""
        label = _("Make {name} undiscovered").format(name=self.facts.name(cell))
        return Fix(label, self._with({cell: UNDISCOVERED}), safe=False)

    def void(self, group: Sequence[int]) -> Fix:
        """Take undiscovered spaces off the board; the tiles around them keep borders that match."""
        edges: dict[tuple[int, int], EdgeKind] = {}
        gone = set(group)
        for cell in group:
            for side in range(4):
                other = self.facts.near[cell * 4 + side]
                if other >= 0 and other not in gone:
                    edge = (other, side ^ 2)
                    shape = self.facts.shapes[other]
                    if shape and shape[side ^ 2] != ".":
                        edges[edge] = "coast"
                    elif default_edge(self.facts.body.border, side ^ 2) == "coast":
                        edges[edge] = "shore"
        names = self.facts.names(group, 2)
        return Fix(_("Make {names} void").format(names=names), self._with(dict.fromkeys(group, VOID), edges))

    def border(self, cell: int, side: int) -> Fix | None:
        """Make an outer edge agree with the tile that lies there."""
        facts = self.facts
        if facts.outer[cell * 4 + side] is None or not facts.shapes[cell]:
            return None
        kind: EdgeKind = "coast"
        if facts.shapes[cell][side] == ".":
            usual = default_edge(facts.body.border, side)
            kind = usual if usual != "coast" else "open 0"
        words = _("Coast {side} of {name}") if kind == "coast" else _("Sea {side} of {name}")
        label = words.format(side=side_name(side), name=facts.name(cell))
        return Fix(label, self._with({}, {(cell, side): kind}))

    def unlock(self, group: Sequence[int]) -> Fix | None:
        """Open an outer edge so that ships can come into a group of undiscovered spaces."""
        for cell in group:
            for side in range(4):
                if self.facts.outer[cell * 4 + side] in ("shore", "coast"):
                    usual = default_edge(self.facts.body.border, side)
                    kind: EdgeKind = usual if usual.startswith("open") else "open 0"
                    label = _("Open {name} {side}").format(name=self.facts.name(cell), side=side_name(side))
                    return Fix(label, self._with({}, {(cell, side): kind}))
        return None

    def count(self, kind: TileKind, label: str, **counts: object) -> Fix:
        """Change what the tile set holds of a kind."""
        tiles = [
            msgspec.structs.replace(one, **counts) if one.name == kind.name else one for one in self.facts.body.tiles
        ]
        return Fix(label, edited(self.facts.body, tiles=tiles))

    def mismatch(self, cell: int, side: int) -> Fix | None:
        """The gentlest repair of an edge that does not match what it faces."""
        facts = self.facts
        other = facts.near[cell * 4 + side]
        for one in (cell, other):
            if one >= 0 and (fix := self.turn(one)):
                return fix
        if other < 0:
            return self.border(cell, side)
        plain = [one for one in (cell, other) if not self.is_bonus(one)]
        for one in plain:
            if fix := self.replace(one):
                return fix
        return self.clear(plain[0] if plain else cell)

    def is_bonus(self, cell: int) -> bool:
        """Whether a bonus tile lies there."""
        content = self.facts.cells[cell]
        return isinstance(content, Laid) and self.facts.kinds[content.tile].bonus > 0

    def parted(self, kind: TileKind) -> Fix:
        """Give every run of neighbouring land edges of a kind a land of its own."""
        return self.count(kind, _("Part the lands"), shape=_parted(kind.shape))

    def joined(self, kind: TileKind) -> Fix | None:
        """Make all land edges of a kind one land, where that does not cut its route."""
        mask = edges_of(kind.shape)
        if not mask or mask in (0b0101, 0b1010):
            return None
        shape = "".join("." if land == "." else "a" for land in kind.shape)
        return self.count(kind, _("Join the lands"), shape=shape)


def _parted(shape: str) -> str:
    """The shape with lands split so that no two opposite edges share one without a land edge between them (T2)."""
    parts = list(shape)
    letters = iter("efgh")
    for side in range(4):
        if shape[side] != "." and shape[side] != shape[side - 1]:  # a run begins here
            letter = next(letters)
            run = side
            while shape[run % 4] == shape[side] and run < side + 4:
                parts[run % 4] = letter
                run += 1
    return plain_shape("".join(parts))
