"""The layout body of Entdecker (1996): a sea chart and the contents of the box (component table, E1, E10, E14).

Numbers that a user may get wrong (negative counts, a spinner without faces, no units) are accepted here and reported by
the checks. Only values that cannot be displayed are rejected.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta

from studio.core import defaults
from studio.core.game import Json
from studio.documents.decoding import check_count, decode
from studio.games.entdecker.rules.board import EVENTS, Board, EventName
from studio.seatiles.body import (
    SeaBody,
    build_chart,
    check_values,
    count_tiles,
    grid_of,
    normalize_sea,
    sea_to_plain,
    sort_by_value,
    validate_sea,
)

max_seats = defaults.max_seats

MAX_FACES, MAX_CHIPS, MAX_PERSONAL = 12, 12, 6
Number = Annotated[int, Meta(ge=-99, le=99)]
Class = Annotated[int, Meta(ge=1, le=6)]


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of unit: its price in gold and how many each seat has."""

    cost: Number
    count: Number


class Units(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scout: Unit = Unit(1, 3)
    fort: Unit = Unit(3, 2)
    settlement: Unit = Unit(6, 1)


class Gold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Gold: at the start, the most that a seat can hold (E1), and what a find brings (E10)."""

    start: Number = 4
    cap: Number = 12
    find: Number = 3


class Body(SeaBody, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`events` are the classes that may have each event; `personal` the classes of a seat's own tiles (E14)."""

    piles: Annotated[int, Meta(ge=1, le=12)] = 5
    spinner: tuple[Number, ...] = (2, 3, 4, 5)
    units: Units = Units()
    gold: Gold = Gold()
    chips: dict[str, Number] = msgspec.field(default_factory=lambda: {"1": 5, "2": 5, "3": 5, "4": 5})
    ruins: Number = 3
    events: dict[EventName, tuple[Class, ...]] = msgspec.field(
        default_factory=lambda: {
            "storm": (1, 2, 3),
            "hostile": (2, 3, 5),
            "friendly": (2, 3, 4),
            "pirates": (1, 2),
            "ruins": (2, 3, 5),
            "gold": (2, 3, 5),
        }
    )
    personal: tuple[Class, ...] = (1, 2, 3, 4)


def parse(raw: Json) -> Body:
    body = decode(raw, Body)
    validate_sea(body, EVENTS)
    check_count("$.spinner", body.spinner, 0, MAX_FACES)
    check_count("$.chips", body.chips, 0, MAX_CHIPS)
    check_values("$.chips", body.chips)
    check_count("$.personal", body.personal, 0, MAX_PERSONAL)
    return to_canonical(body)


def to_canonical(body: Body) -> Body:
    """Return the body in canonical form; equivalent bodies are then equal."""
    sea = normalize_sea(body, EVENTS)
    return msgspec.structs.replace(
        body,
        **sea,
        spinner=tuple(sorted(body.spinner)),
        chips=sort_by_value(body.chips),
        events={event: tuple(sorted(set(body.events.get(event, ())))) for event in EVENTS},
        personal=tuple(sorted(body.personal)),
    )


schema = partial(msgspec.json.schema, Body)
grid, to_plain = grid_of, sea_to_plain


def build(body: Body) -> Board:
    chart = build_chart(body)
    hidden, reserve = count_tiles(body, chart, EVENTS)
    units, gold = body.units, body.gold
    return Board(
        chart=chart,
        hidden=hidden,
        sorted_tiles=reserve,
        stacks=body.piles,
        faces=tuple(sorted(body.spinner)),
        unit_cost=(units.scout.cost, units.fort.cost, units.settlement.cost),
        unit_count=(units.scout.count, units.fort.count, units.settlement.count),
        gold=min(gold.start, gold.cap),
        most_gold=gold.cap,
        bag=tuple(sorted((int(value), count) for value, count in body.chips.items() if count > 0)),
        ruins=body.ruins,
        treasure=gold.find,
        personal=body.personal,
    )
