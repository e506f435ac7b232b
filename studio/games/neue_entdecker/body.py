"""The layout body of Die Neuen Entdecker: a sea chart and the contents of the box (component table, N0, N12–N14)."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from studio.core import defaults
from studio.core.game import Json
from studio.documents import paths, store
from studio.documents.decoding import SchemaError, check_count, decode, missing_field_text
from studio.games.neue_entdecker.rules.board import EVENTS, Board
from studio.seatiles.body import (
    Count,
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

Seats = Literal["2", "3", "4"]
SEATS: tuple[Seats, ...] = ("2", "3", "4")
MAX_HUTS, MAX_FACES = 12, 12
Small = Annotated[int, Meta(ge=0, le=99)]


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of unit: its price in gold and how many each seat has, by number of seats ("2", "3", "4")."""

    cost: Small
    count: dict[Seats, Count]


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
    """Huts: spaces on each path; which space, counted from the hut, has the dot and the eye; tokens by value.

    Paths and eye are reconstructed, so they come from a file and have no defaults here.
    """

    paths: tuple[Annotated[int, Meta(ge=1, le=12)], ...]
    eye: Annotated[int, Meta(ge=1, le=12)]
    dot: Annotated[int, Meta(ge=1, le=12)] = 1
    tokens: dict[str, Count] = msgspec.field(default_factory=lambda: {"5": 3, "10": 3, "15": 3})


class Body(SeaBody, frozen=True, forbid_unknown_fields=True, kw_only=True):
    stacks: Annotated[int, Meta(ge=1, le=12)] = 6
    die: tuple[Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, "wheel"], ...] = (2, 3, 4, 5, 6, "wheel")
    units: Units = Units()
    gold: Gold = Gold()
    jungle: Jungle  # a file that leaves it out has the jungle of the base layout


def parse(raw: Json) -> Body:
    if isinstance(raw, dict) and "jungle" not in raw:
        raw = {**raw, "jungle": box()["jungle"]}
    body = decode(raw, Body)
    validate_sea(body, EVENTS)
    for name, unit in msgspec.structs.asdict(body.units).items():
        for seats in SEATS:
            if seats not in unit.count:
                raise SchemaError(f"$.units.{name}.count", missing_field_text(seats))
    check_count("$.jungle.paths", body.jungle.paths, 1, MAX_HUTS)
    check_values("$.jungle.tokens", body.jungle.tokens)
    check_count("$.die", body.die, 1, MAX_FACES)
    return to_canonical(body)


@cache
def box() -> dict[str, object]:
    """Return the body of the base layout as plain data."""
    return store.read_layout(paths.layouts_dir() / "neue_entdecker" / "base.json").body


def to_canonical(body: Body) -> Body:
    """Return the body in canonical form; equivalent bodies are then equal."""
    sea = normalize_sea(body, EVENTS)
    jungle, units = body.jungle, body.units
    tokens = sort_by_value(jungle.tokens)
    return msgspec.structs.replace(
        body,
        **sea,
        die=tuple(sorted(body.die, key=str)),
        units=Units(_normalize(units.scout), _normalize(units.base), _normalize(units.settlement)),
        jungle=msgspec.structs.replace(jungle, tokens=tokens),
    )


def _normalize(unit: Unit) -> Unit:
    return Unit(unit.cost, {seats: unit.count[seats] for seats in SEATS})


def to_plain(body: Body) -> Json:
    plain = sea_to_plain(body)
    plain["jungle"] = {key: plain["jungle"][key] for key in ("paths", "dot", "eye", "tokens")}
    return plain


def schema() -> Json:
    schema = msgspec.json.schema(Body)
    schema["$defs"]["Body"]["required"].remove("jungle")  # `parse` fills it in
    return schema


grid = grid_of


def build(body: Body) -> Board:
    chart = build_chart(body)
    hidden, left = count_tiles(body, chart, EVENTS)
    units, gold, jungle = body.units, body.gold, body.jungle
    return Board(
        chart=chart,
        hidden=hidden,
        sorted_tiles=left,
        stacks=body.stacks,
        faces=tuple(0 if face == "wheel" else face for face in body.die),
        unit_cost=(units.scout.cost, units.base.cost, units.settlement.cost),
        unit_count={
            int(seats): (units.scout.count[seats], units.base.count[seats], units.settlement.count[seats])
            for seats in SEATS
        },
        gold=gold.start,
        roll_below=gold.roll_below,
        hidden_price=gold.hidden_tile,
        open_price=gold.open_tile,
        route_toll=gold.route_toll,
        digger=gold.digger,
        paths=jungle.paths,
        dot=jungle.dot - 1,
        eye=jungle.eye - 1,
        bag=tuple(sorted((int(value), count) for value, count in jungle.tokens.items() if count and int(value) > 0)),
    )
