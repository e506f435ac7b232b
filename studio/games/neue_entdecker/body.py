"""The layout body of Die Neuen Entdecker: a sea chart and everything in the box (component table, N0, N12–N14)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from studio.seatiles.body import Count, SeaBody

EVENTS = ("gold", "pirates", "natives", "storm")
SEATS = ("2", "3", "4")
Small = Annotated[int, Meta(ge=0, le=99)]


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of unit: its price in gold and how many each seat has, by number of seats ("2", "3", "4")."""

    cost: Small
    count: dict[Literal["2", "3", "4"], Count]


class Units(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scout: Unit = Unit(1, {"2": 20, "3": 15, "4": 12})
    base: Unit = Unit(3, {"2": 2, "3": 2, "4": 2})
    settlement: Unit = Unit(6, {"2": 1, "3": 1, "4": 1})


class Gold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Gold: at the start, below which the die is rolled (N1), per tile (N4), for owners on the route (N3), by event."""

    start: Small = 7
    roll_below: Small = 4
    hidden_tile: Annotated[int, Meta(ge=1, le=99)] = 1
    open_tile: Annotated[int, Meta(ge=1, le=99)] = 4
    route_toll: Small = 2
    digger: Small = 3


class Jungle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seven huts: spaces on each path; which space, counted from the hut, has the dot and the eye; tokens by value."""

    paths: tuple[Annotated[int, Meta(ge=1, le=12)], ...] = (5, 6, 6, 7, 6, 6, 5)
    dot: Annotated[int, Meta(ge=1, le=12)] = 1
    eye: Annotated[int, Meta(ge=1, le=12)] = 2
    tokens: dict[str, Count] = msgspec.field(default_factory=lambda: {"5": 3, "10": 3, "15": 3})


class Body(SeaBody, frozen=True, forbid_unknown_fields=True, kw_only=True):
    stacks: Annotated[int, Meta(ge=1, le=12)] = 6
    die: tuple[Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, "wheel"], ...] = (2, 3, 4, 5, 6, "wheel")
    units: Units = Units()
    gold: Gold = Gold()
    jungle: Jungle = Jungle()
