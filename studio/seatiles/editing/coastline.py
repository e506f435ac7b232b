"""Land and sea painted on edges: the tiles that are touched choose themselves, so that all edges match (T4).

What is painted are edges, not corners: an edge is land or sea and nothing else, every choice of edges is a board, and
an edge concerns two spaces only. Straits and capes come by themselves; corners would forbid them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from studio.core.picture import target_edge
from studio.core.text import _
from studio.seatiles.body import UNDISCOVERED, AnySea, Laid, SeaBody, TileKind, with_cells
from studio.seatiles.body.facts import LAND, Facts, hidden_tiles
from studio.seatiles.rules.shape import edges_of, has_isthmus, rotations
from studio.seatiles.words.places import side_name


def coasted(body: AnySea, edges: Mapping[int, bool]) -> tuple[AnySea, Mapping[int, str]]:
    """The body with land (True) or sea on edges between spaces, given as edge targets; the tiles there follow.

    The answer hangs on what is asked, not on the order of it. Other edges of the touched tiles are what they were or
    what they face, else sea. Outer edges and bonus tiles stay as they are. Beside the body: by cell, the reason why no
    tile can lie there; such a space is undiscovered then.
    """
    coast = _Coast(body, edges)
    blocked = dict(coast.unmoved)
    cells = list(coast.facts.cells)
    masks = {cell: coast.mask(cell) for cell in sorted(coast.touched)}
    box = _Left(body, coast)
    for cell, mask in masks.items():
        cells[cell] = box.take(cell, mask) or UNDISCOVERED
        if cells[cell] == UNDISCOVERED:
            blocked[cell] = _lacking(mask)
    return with_cells(body, cells), blocked


class _Coast:
    """Which spaces are touched, and what their edges are to be."""

    def __init__(self, body: SeaBody, edges: Mapping[int, bool]) -> None:
        self.facts = facts = Facts(body)
        self.wanted: dict[tuple[int, int], bool] = {}
        """By cell and side, from both sides of each edge."""
        self.unmoved: dict[int, str] = {}
        touched: set[int] = set()
        for target in sorted(edges):
            cell, side = target_edge(target)
            other = facts.near[cell * 4 + side] if 0 <= cell < facts.grid.count and side < 4 else -1
            if other < 0:
                continue
            fixed = [one for one in (cell, other) if self._is_bonus(one)]
            for one in fixed:
                if (facts.shapes[one][side if one == cell else side ^ 2] != ".") != edges[target]:
                    words = _("{name} bears a bonus tile, whose edges stay as they are.")
                    self.unmoved[one] = words.format(name=facts.name(one))
            if not fixed:
                self.wanted[cell, side] = self.wanted[other, side ^ 2] = edges[target]
            touched |= {cell, other}.difference(fixed)
        self.touched = frozenset(touched)

    def _is_bonus(self, cell: int) -> bool:
        content = self.facts.cells[cell]
        return isinstance(content, Laid) and self.facts.kinds[content.tile].bonus > 0

    def mask(self, cell: int) -> int:
        """The land edges that the tile on a touched space is to have."""
        return sum(1 << side for side in range(4) if self._is_land(cell, side))

    def _is_land(self, cell: int, side: int) -> bool:
        facts = self.facts
        if (cell, side) in self.wanted:
            return self.wanted[cell, side]
        if facts.outer[cell * 4 + side] is not None:
            return facts.wanted(cell, side) == LAND
        other = facts.near[cell * 4 + side]
        ways = [facts.shapes[one][way] for one, way in ((cell, side), (other, side ^ 2)) if facts.shapes[one]]
        if other not in self.touched and facts.shapes[other]:
            return ways[-1] != "."  # it stays, and this one follows
        return any(way != "." for way in ways)


class _Left:
    """Which tiles are left for the touched spaces; what lies there now may be laid again."""

    def __init__(self, body: SeaBody, coast: _Coast) -> None:
        self._facts = facts = coast.facts
        self._left = {
            kind.name: hidden_tiles(kind)
            + max(0, kind.sorted)
            - sum(cell not in coast.touched for cell in facts.laid.get(kind.name, ()))
            for kind in body.tiles
        }

    def take(self, cell: int, mask: int) -> Laid | None:
        """The tile that lies there already if it will do; else one of which some are left, or any with such edges."""
        found = self._facts.cells[cell]
        if not isinstance(found, Laid) or edges_of(self._facts.shapes[cell]) != mask:
            fitting = list(_fitting(self._facts.body.tiles, mask))
            if not fitting:
                return None
            found = min(fitting, key=self._rank)
        self._left[found.tile] -= 1
        return found

    def _rank(self, laid: Laid) -> tuple[bool, bool]:
        """What speaks against a tile: it would cut the ships' routes, it is not in the box any more."""
        return has_isthmus(self._facts.kinds[laid.tile].shape), self._left[laid.tile] <= 0


def _fitting(tiles: Iterable[TileKind], mask: int) -> Iterable[Laid]:
    """Tiles with these land edges as they must lie, in the order of the set."""
    for kind in tiles:
        if not kind.bonus:
            for one in rotations(kind.shape):
                if one.edges == mask:
                    yield Laid(kind.name, one.turn)


def _lacking(mask: int) -> str:
    """Why no tile of the set can lie somewhere."""
    if mask == 0:
        return _("The set has no tile of open sea.")
    if mask == 15:
        return _("The set has no tile with land on all edges.")
    sides = ", ".join(side_name(side) for side in range(4) if mask >> side & 1)
    return _("The set has no tile with land on these edges and sea on the others: {sides}.").format(sides=sides)
