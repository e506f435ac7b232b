"""Names of things and places at sea, for sentences and buttons: spaces, harbours, lands, tiles, gold, points."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Protocol

from studio.core.text import _, every, plural

if TYPE_CHECKING:
    from studio.seatiles.rules.chart import Chart, Placement


class Charted(Protocol):
    """A board on sea tiles."""

    @property
    def chart(self) -> Chart: ...


def space(board: Charted, cell: int) -> str:
    """The chart name of a space."""
    return board.chart.grid.name(cell)


def side_name(side: int) -> str:
    """North, east, south, west."""
    return (_("north"), _("east"), _("south"), _("west"))[side]


def harbour(board: Charted, cell: int, side: int) -> str:
    """An open border edge."""
    return _("the {side} harbour at {space}").format(side=side_name(side), space=space(board, cell))


def gold(count: int) -> str:
    """So much gold."""
    return plural("{count} gold", "{count} gold", count).format(count=count)


def tiles(count: int) -> str:
    """So many tiles."""
    return plural("{count} tile", "{count} tiles", count).format(count=count)


def class_name(cls: int) -> str:
    """What a sort of tile, 1 … 6 by its land edges (T1), is called."""
    return ("", _("open sea"), _("cape"), _("bend"), _("strait"), _("cove"), _("inland"))[cls]


def class_edges(cls: int) -> str:
    """A class by its edges (T1)."""
    return (
        "",
        _("sea only"),
        _("one land edge"),
        _("two adjacent land edges"),
        _("two opposite land edges"),
        _("three land edges"),
        _("land only"),
    )[cls]


def called(name: str) -> str:
    """A kind of tile by its name in a layout: one that a box has in the language that is spoken, any other as it is."""
    return _box_names().get(name, name)


@cache
def _box_names() -> dict[str, str]:
    return {
        "sea": _("sea"),
        "cape": _("cape"),
        "bend": _("bend"),
        "strait": _("strait"),
        "cove": _("cove"),
        "inland": _("inland"),
        "split cove": _("split cove"),
        "twin capes": _("twin capes"),
        "waterfall +5": _("waterfall +5"),
        "waterfall +10": _("waterfall +10"),
    }


def tile_name(board: Charted, kind: int) -> str:
    """What a kind of tile is called in the layout."""
    return called(board.chart.kinds[kind].name)


def stack(number: int) -> str:
    """A hidden stack, by its number from 0."""
    return _("stack {number}").format(number=number + 1)


def lie(placement: Placement) -> str:
    """Which sides of a laid tile are land, lands apart from each other named apart; no two placements read alike.

    For tiles with some land only.
    """
    groups = [sides_of(placement, land) for land in range(placement.lands)]
    words = [every([side_name(side) for side in sides]) for sides in groups]
    if len(words) == 1:
        return _("land to the {sides}").format(sides=words[0])
    return _("lands to the {list}").format(list=_(" and, apart, to the ").join(words))


def sides_of(placement: Placement, land: int) -> list[int]:
    """The sides on which one land of a placement reaches the edge."""
    return [side for side in range(4) if placement.land[side] == land]


def land_name(placement: Placement, land: int) -> str:
    """One of several lands of a tile by where it lies: "north", "south-west"; "" when it is the only one."""
    if placement.lands < 2:
        return ""
    sides = sides_of(placement, land)
    if len(sides) == 2:
        upright = next((side for side in sides if side in (0, 2)), None)
        level = next((side for side in sides if side in (1, 3)), None)
        if upright is not None and level is not None:
            return {
                (0, 1): _("north-east"),
                (2, 1): _("south-east"),
                (2, 3): _("south-west"),
                (0, 3): _("north-west"),
            }[upright, level]
    return every([side_name(side) for side in sides])


def land_at(board: Charted, placement: int, cell: int, land: int) -> str:
    """A place for a unit: "E4", or "the north land of E4" when a tile carries several."""
    which = land_name(board.chart.placements[placement], land)
    if not which:
        return space(board, cell)
    return _("the {side} land of {space}").format(side=which, space=space(board, cell))


def laid_words(board: Charted, who: str, cell: int, placement: Placement) -> str:
    """A tile laid on a space; how it lies is told when it could lie otherwise."""
    tile, place = tile_name(board, placement.kind), space(board, cell)
    if not placement.edges or (placement.edges == 15 and placement.lands == 1):
        return _("{who} lays the {tile} on {space}.").format(who=who, tile=tile, space=place)
    return _("{who} lays the {tile} on {space}, {lie}.").format(who=who, tile=tile, space=place, lie=lie(placement))
