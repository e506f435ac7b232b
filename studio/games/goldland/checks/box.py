"""Checks of the box of a layout: its numbers, and whether required equipment can be obtained (G16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from studio.core.problems import ERROR, INFO, WARNING, Fix, Problem, Severity
from studio.core.text import _, plural, quote
from studio.games.goldland.body import ADVENTURE_KEYS, SEATS, Body, Seats, with_fields, with_number
from studio.games.goldland.checks.roads import Economy, items_of
from studio.games.goldland.layout_reading import COAST, LayoutFacts, land_from_text
from studio.games.goldland.rules.board import ADVENTURES, COMPARTMENTS, ITEM_KEYS, ITEMS, KIND_KEYS, Numbers
from studio.games.goldland.text.places import coins_text, item_name, items_text, marker_name, tokens_text

PUBLISHED = Numbers()
MAX_SEATS = int(SEATS[-1])


def box_problems(reading: LayoutFacts) -> Iterator[Problem]:
    economy = Economy(reading)
    yield from _kit(economy)
    for item in range(ITEMS):
        needs = _needs(economy, item)
        yield from _sources(reading, economy, item, needs[0])
        yield from _stock(economy, item, needs)
    yield from _dead_lines(reading, economy)
    yield from _negative(reading.body)
    yield from _prices(reading.body)
    yield from _markers(reading.body)
    yield from _piles(reading.body)


def _number_problem(body: Body, code: str, severity: Severity, message: str, key: str, number: int) -> Problem:
    fix = Fix(_("Make it {number}").format(number=number), with_number(body, key, number))
    return Problem(code, severity, message, field=key, fix=fix)


def _numbers(body: Body) -> Iterator[tuple[str, str, int]]:
    """Yield every number that must not be negative: field key, label, value."""

    def each(part: str, numbers: Mapping[Any, int], message: str) -> Iterator[tuple[str, str, int]]:
        for key, number in numbers.items():
            item = item_name(ITEM_KEYS.index(key)) if key in ITEM_KEYS else key
            yield f"{part}.{key}", message.format(item=item, n=key), number

    yield from each("stock", body.stock, _("stock of {item}"))
    yield from each("kit", body.kit, _("start kit of {item}"))
    for kind, number in body.markers.items():
        yield f"markers.{kind}", marker_name(KIND_KEYS.index(kind)), number
    yield from each("bonus", body.bonus, _("bonus pile with {n} seats"))
    yield from each("reserve", body.reserve, _("reserve pile with {n} seats"))
    yield "tokens", _("number of discovery tokens"), body.tokens
    yield "coins", _("number of gold coins"), body.coins
    yield "camps", _("number of camps of each seat"), body.camps


def _negative(body: Body) -> Iterator[Problem]:
    for key, label, number in _numbers(body):
        if number < 0:
            message = _("The {what} is {number}; it cannot be less than 0.").format(what=label, number=number)
            yield _number_problem(body, "number.negative", ERROR, message, key, 0)


def _prices(body: Body) -> Iterator[Problem]:
    """Check that a piece costs at least one token and no more than exist (G12)."""
    for seats in SEATS:
        price, published = body.price[seats], PUBLISHED.price[int(seats)]
        if price < 1:
            message = _(
                "With {n} seats a piece of equipment costs {price} discovery tokens; it costs 1 at least."
            ).format(n=seats, price=price)
            yield _number_problem(body, "price.none", ERROR, message, f"price.{seats}", published)
        elif 0 < body.tokens < price:
            message = _("With {n} seats a piece of equipment costs {price}, more than there are.").format(
                n=seats, price=tokens_text(price)
            )
            yield _number_problem(body, "price.too_dear", WARNING, message, f"price.{seats}", body.tokens)


def _markers(body: Body) -> Iterator[Problem]:
    """Check that every kind of adventure that can be survived has a marker with a value (G9)."""
    kinds = {tile.kind for tile in body.tiles}
    for number, kind in enumerate(ADVENTURE_KEYS):
        value = body.markers[kind]
        if kind in kinds and value == 0:
            message = _("The {marker} is worth nothing, though there are such tiles.").format(
                marker=marker_name(number)
            )
            yield _number_problem(body, "marker.none", WARNING, message, f"markers.{kind}", PUBLISHED.markers[number])
        elif kind not in kinds and value > 0:
            message = _("The {marker} cannot be won, since no tile is of that kind.").format(marker=marker_name(number))
            yield _number_problem(body, "marker.idle", INFO, message, f"markers.{kind}", 0)


def _piles(body: Body) -> Iterator[Problem]:
    """Check camps and the coins of the temple (G8, G14)."""
    if body.camps == 0:
        message = _("Nobody has any camps, so every adventure is paid for again each time.")
        yield _number_problem(body, "camps.none", WARNING, message, "camps", PUBLISHED.camps)
    need = {seats: max(0, body.bonus[seats]) + max(0, body.reserve[seats]) for seats in SEATS}
    most = max(need, key=lambda seats: need[seats])
    if 0 <= body.coins < need[most]:
        message = _("The temple's piles take {need} with {n} seats, and the box holds {coins}.").format(
            need=coins_text(need[most]), n=most, coins=body.coins
        )
        yield _number_problem(body, "coins.short", WARNING, message, "coins", need[most])
    for seats in SEATS:
        yield from _temple(body, seats)


def _temple(body: Body, seats: Seats) -> Iterator[Problem]:
    bonus, reserve = body.bonus[seats], body.reserve[seats]
    if 0 <= bonus < 2 * int(seats):
        message = _(
            "With {n} seats the bonus pile holds {coins}; if all reach the temple at once, {need} are due."
        ).format(n=seats, coins=coins_text(bonus), need=2 * int(seats))
        yield _number_problem(body, "bonus.short", INFO, message, f"bonus.{seats}", 2 * int(seats))
    if reserve == 0:
        message = _(
            "With {n} seats the reserve pile is empty from the start, so that nobody draws coins from it."
        ).format(n=seats)
        yield _number_problem(body, "reserve.none", WARNING, message, f"reserve.{seats}", PUBLISHED.reserve[int(seats)])


# Equipment: sources, stock, unusable lines (G16)


Needs = tuple[dict[str, int], dict[str, int]]
"""The largest number of an item that each tile asks for, and the largest number that it names at all."""


def _needs(economy: Economy, item: int) -> Needs:
    pay, line = {}, {}
    for name, tile in economy.tiles.items():
        if tile.kind < ADVENTURES and tile.pay[item]:
            pay[name] = tile.pay[item]
        named = max(tile.show[item], *(gain[item] for gain in tile.gains), 0)
        if named:
            line[name] = named
    return pay, line


def raise_stock(body: Body, item: int, count: int) -> Fix:
    key = ITEM_KEYS[item]
    return Fix(
        _("Put {pieces} in stock").format(pieces=items_text(item, count)),
        with_fields(body, stock={**body.stock, key: count}),
    )


def _sources(reading: LayoutFacts, economy: Economy, item: int, pay: dict[str, int]) -> Iterator[Problem]:
    """Check that what adventures ask for can be obtained from the kit, a line, or the stock with tokens (G12, G16)."""
    if not pay or economy.is_obtainable(item):
        return
    names, key, stock = _name_list(pay), ITEM_KEYS[item], economy.stock[item]
    places = tuple(cell for name in pay for cell in reading.places.get(name, ()))
    if stock <= 0:
        message = _("{tiles} can never be paid: there is no {item} in the box.").format(
            tiles=names, item=item_name(item)
        )
        fix = raise_stock(economy.body, item, max(6, MAX_SEATS * max(pay.values())))
        yield Problem("item.no_source", ERROR, message, places, field=f"stock.{key}", fix=fix)
    elif not economy.is_purchasable(item):
        message = _("{tiles} can never be paid: no line that works from the start kit gives {item}.").format(
            tiles=names, item=item_name(item)
        )
        yield Problem("item.no_source", ERROR, message, places, field=f"kit.{key}", fix=_add_to_kit(economy, item))
    else:
        message = _(
            "{tiles} can be paid only with bought {item}: no line that works from the start kit gives any."
        ).format(tiles=names, item=item_name(item))
        yield Problem("item.bought_only", WARNING, message, places, field=f"kit.{key}", fix=_add_to_kit(economy, item))


def _add_to_kit(economy: Economy, item: int) -> Fix | None:
    """Return a fix that adds one of an item to every backpack, None if there is no room."""
    if sum(economy.kit) >= COMPARTMENTS:
        return None
    kit = {**economy.body.kit, ITEM_KEYS[item]: 1}
    return Fix(
        _("Put {pieces} into every backpack").format(pieces=items_text(item, 1)), with_fields(economy.body, kit=kit)
    )


def _stock(economy: Economy, item: int, needs: Needs) -> Iterator[Problem]:
    """Check that no stock is below what a line requires (G16), and whether it suffices for all seats."""
    stock, (pay, line) = economy.stock[item], needs
    key = ITEM_KEYS[item]
    if stock < 0:
        return
    too_expensive = {name: count for name, count in pay.items() if count > stock}
    if too_expensive and stock:
        message = plural(
            "{tiles} asks for {pieces}, but the box holds only {stock}.",
            "{tiles} ask for up to {pieces}, but the box holds only {stock}.",
            len(too_expensive),
        ).format(tiles=_name_list(too_expensive), pieces=items_text(item, max(too_expensive.values())), stock=stock)
        fix = raise_stock(economy.body, item, max(too_expensive.values()))
        yield Problem("stock.below_pay", ERROR, message, field=f"stock.{key}", fix=fix)
    too_long = {name: count for name, count in line.items() if count > stock}
    if too_long:
        message = plural(
            "The line of {tiles} speaks of {pieces}, but the box holds only {stock}.",
            "The lines of {tiles} speak of up to {pieces}, but the box holds only {stock}.",
            len(too_long),
        ).format(tiles=_name_list(too_long), pieces=items_text(item, max(too_long.values())), stock=stock)
        fix = raise_stock(economy.body, item, max(too_long.values()))
        yield Problem("stock.below_line", WARNING, message, field=f"stock.{key}", fix=fix)
    elif not too_expensive:
        needed = most_needed(economy, item)
        if needed > stock > 0:
            message = _("{n} seats may need {pieces} at once, and the box holds {stock}.").format(
                n=MAX_SEATS, pieces=items_text(item, needed), stock=stock
            )
            yield Problem(
                "stock.tight", INFO, message, field=f"stock.{key}", fix=raise_stock(economy.body, item, needed)
            )


def most_needed(economy: Economy, item: int) -> int:
    """Return how many of an item all seats together may need at once: the most that a tile asks to pay or show, per
    seat."""
    most = max((max(tile.pay[item], tile.show[item]) for tile in economy.tiles.values()), default=0)
    return MAX_SEATS * max(most, economy.kit[item])


def _dead_lines(reading: LayoutFacts, economy: Economy) -> Iterator[Problem]:
    """Report lines that can never be used because what they show or give cannot be obtained."""
    for name, tile in economy.tiles.items():
        offered = [item for gain in tile.gains for item in items_of(gain)]
        if not offered:
            continue
        if not any(economy.stock[item] > 0 for item in offered):
            yield _dead_line(reading, name, _("The line of “{tile}” gives nothing: the box holds none of it."))
            continue
        required = tile.show if any(tile.show) or tile.kind >= ADVENTURES else tile.pay
        missing = [item_name(item) for item in items_of(required) if not economy.is_purchasable(item)]
        if missing:
            message = _("The line of “{tile}” never works: nobody can have {items}.")
            yield _dead_line(reading, name, message, ", ".join(missing))


def _dead_line(reading: LayoutFacts, name: str, message: str, missing: str = "") -> Problem:
    return Problem(
        "line.dead",
        WARNING,
        message.format(tile=name, items=missing),
        tuple(reading.places.get(name, ())),
        field=f"gain:{name}",
    )


def _kit(economy: Economy) -> Iterator[Problem]:
    """Check that the start kit fits into a backpack and suffices for all seats (G1)."""
    body, total = economy.body, sum(economy.kit)
    if total > COMPARTMENTS:
        message = _("The start kit has {count} pieces, and a backpack {most} compartments.").format(
            count=total, most=COMPARTMENTS
        )
        fix = Fix(_("Pack 3 provisions and 2 pearls"), with_fields(body, kit={"provision": 3, "pearl": 2}))
        yield Problem("kit.too_many", ERROR, message, field=f"kit.{ITEM_KEYS[items_of(economy.kit)[0]]}", fix=fix)
    elif total == COMPARTMENTS:
        yield Problem(
            "kit.full",
            INFO,
            _("Every backpack starts full, so that nobody can take a step before something is thrown away."),
            field=f"kit.{ITEM_KEYS[items_of(economy.kit)[0]]}",
        )
    for item in items_of(economy.kit):
        needed = MAX_SEATS * economy.kit[item]
        if 0 <= economy.stock[item] < needed:
            message = _("{n} backpacks need {pieces} at the start, and the box holds {stock}.").format(
                n=MAX_SEATS, pieces=items_text(item, needed), stock=economy.stock[item]
            )
            yield Problem(
                "kit.stock", WARNING, message, field=f"stock.{ITEM_KEYS[item]}", fix=raise_stock(body, item, needed)
            )


def _name_list(names: dict[str, int], most: int = 4) -> str:
    shown = ", ".join(quote(name) for name in list(names)[:most])
    if len(names) <= most:
        return shown
    return _("{names} and {more} more").format(names=shown, more=len(names) - most)


# Example layouts with one problem each, shown with the explanation of a problem

EXAMPLES: Mapping[str, Callable[[], Body]] = {
    "temple.void": lambda: land_from_text("#  .  .  E1", *COAST[1:]),
    "temple.cut_off": lambda: land_from_text(".  #  .  E1", "#  .  .  C3", *COAST[2:]),
    "space.cut_off": lambda: land_from_text(".  #  .  E1", "#  .  .  C3", *COAST[2:], temple="C1"),
    "land.few": lambda: land_from_text("#  .  .  E1", *COAST[1:], temple="B1"),
    "start.none": lambda: land_from_text(*COAST[:3], "E2 C2 C1 ."),
    "start.several": lambda: land_from_text(".  .  .  E1", ".  S  .  C3", *COAST[2:]),
    "start.inland": lambda: land_from_text(*COAST[:2], ".  .  S  C4", "E2 C2 C1 ."),
    "coast.gap": lambda: land_from_text(*COAST[:2], ".  .  .  .", COAST[3]),
    "coast.land_tile": lambda: land_from_text(*COAST[:2], ".  .  .  L1", COAST[3]),
    "coast.inland": lambda: land_from_text(*COAST[:2], ".  .  C4 .", COAST[3]),
    "village.beside_start": lambda: land_from_text(*COAST[:3], "E2 C1 C2 S"),
    "end.moved": lambda: land_from_text(*COAST[:3], "C2 E2 C1 S"),
    "end.missing": lambda: land_from_text(tiles={"E2": {"end": False}}),
    "end.extra": lambda: land_from_text(tiles={"C3": {"end": True}}),
    "end.exchanged": lambda: land_from_text(
        tiles={"E1": {"show": "rod", "gain": "3 provision"}, "E2": {"show": "rifle", "gain": "3 provision"}}
    ),
    "lock.idle": lambda: land_from_text(locked=["B2"]),
    "temple.coast": lambda: land_from_text(temple="B4"),
    "temple.near": lambda: land_from_text(temple="C3"),
    "tile.twice": lambda: land_from_text(".  L1 .  E1", ".  .  L1 C3", *COAST[2:]),
    "tile.no_road": lambda: land_from_text(".  .  .  E1", ".  .  L1 C3", *COAST[2:], tiles={"L1": {"exits": ""}}),
    "land.complete": lambda: land_from_text("L1 L2 L3 E1", "L4 D1 P1 C3", "M1 Y1 N1 C4", COAST[3]),
    "adventure.free": lambda: land_from_text(".  .  .  E1", ".  .  D1 C3", *COAST[2:], tiles={"D1": {"pay": ""}}),
    "pay.idle": lambda: land_from_text(".  .  .  E1", ".  .  L1 C3", *COAST[2:], tiles={"L1": {"pay": "rope"}}),
    "pay.too_many": lambda: land_from_text(
        ".  .  .  E1", ".  .  D1 C3", *COAST[2:], tiles={"D1": {"pay": "3 provision + 2 rope"}}
    ),
    "treasure.coast": lambda: land_from_text(tiles={"C3": {"treasure": True}}),
    "line.unknown": lambda: land_from_text(tiles={"C3": {"gain": "rum + provision"}}),
    "line.no_gain": lambda: land_from_text(tiles={"C3": {"gain": ""}}),
    "line.free": lambda: land_from_text(tiles={"C3": {"show": ""}}),
    "line.none": lambda: land_from_text(
        ".  .  .  E1", ".  .  L1 C3", *COAST[2:], tiles={"L1": {"show": "", "gain": ""}}
    ),
    "line.long": lambda: land_from_text(tiles={"C3": {"gain": "6 wood | 6 rope"}}),
    "line.dead": lambda: land_from_text(
        stock={"provision": 26, "rope": 16, "rifle": 16, "shovel": 16, "pearl": 16, "rod": 6}
    ),
    "item.one_line": lambda: land_from_text(),
    "road.crossing": lambda: land_from_text(
        "L1   .    .  E1", "L2/2 .    .  C3", ".    .    .  C4", COAST[3], tiles={"L1": {"exits": "N"}}
    ),
    "road.island": lambda: land_from_text("L2/2 .  .  E1", "L1 .  .  C3", *COAST[2:], tiles={"L1": {"exits": "N"}}),
    "road.dead_end": lambda: land_from_text(".  .  .  E1", ".  L1 .  C3", *COAST[2:], tiles={"L1": {"exits": "E"}}),
    "road.narrow": lambda: land_from_text(".  L1 .  E1", "L2 .  .  C3", *COAST[2:]),
}
"""Examples by problem code."""
