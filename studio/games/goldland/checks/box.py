"""Checks of the box of a layout: its numbers, and whether required equipment can be obtained (G16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from studio.core.problems import ERROR, INFO, WARNING, Fix, Problem, Severity
from studio.core.text import _, plural, quote
from studio.games.goldland.body import ADVENTURE_KEYS, SEATS, Body, with_fields, with_number
from studio.games.goldland.checks.roads import Economy, items_of
from studio.games.goldland.layout_reading import COAST, LayoutFacts, land_from_text
from studio.games.goldland.rules.board import ADVENTURES, COMPARTMENTS, ITEM_KEYS, ITEMS, KIND_KEYS, Numbers
from studio.games.goldland.text.places import coins_text, item_name, items_text, marker_name, tokens_text

PUBLISHED = Numbers()
MAX_SEATS = int(SEATS[-1])
MAX_NAMES = 4  # names of tiles in a message


def box_problems(reading: LayoutFacts) -> Iterator[Problem]:
    economy = Economy(reading)
    yield from _kit(economy)
    for item in range(ITEMS):
        pay, line = {}, {}  # by tile: the number of the item that it asks for, and the largest that its line names
        for name, tile in economy.tiles.items():
            if tile.kind < ADVENTURES and tile.pay[item]:
                pay[name] = tile.pay[item]
            if named := max(tile.show[item], *(gain[item] for gain in tile.gains), 0):
                line[name] = named
        yield from _sources(reading, economy, item, pay)
        yield from _stock(economy, item, pay, line)
    yield from _dead_lines(reading, economy)
    for check in (_negative, _prices, _markers, _piles):
        yield from check(reading.body)


def _number_problem(body: Body, code: str, severity: Severity, message: str, key: str, number: int) -> Problem:
    fix = Fix(_("Set to {number}").format(number=number), with_number(body, key, number))
    return Problem(code, severity, message, field=key, fix=fix)


def _numbers(body: Body) -> Iterator[tuple[str, str, int]]:
    """Yield every number that must not be negative: field key, label, value."""

    def each(part: str, numbers: Mapping[Any, int], message: str) -> Iterator[tuple[str, str, int]]:
        for key, number in numbers.items():
            item = item_name(ITEM_KEYS.index(key)) if key in ITEM_KEYS else key
            yield f"{part}.{key}", message.format(item=item, n=key), number

    yield from each("stock", body.stock, _("stock of {item}"))
    yield from each("kit", body.kit, _("number of {item} in the starting kit"))
    for kind, number in body.markers.items():
        yield f"markers.{kind}", marker_name(KIND_KEYS.index(kind)), number
    yield from each("bonus", body.bonus, _("bonus pile with {n} seats"))
    yield from each("reserve", body.reserve, _("reserve pile with {n} seats"))
    yield "tokens", _("number of discovery tokens"), body.tokens
    yield "coins", _("number of gold coins"), body.coins
    yield "camps", _("number of camps per seat"), body.camps


def _negative(body: Body) -> Iterator[Problem]:
    for key, label, number in _numbers(body):
        if number < 0:
            message = _("The {what} is {number}. The minimum is 0.").format(what=label, number=number)
            yield _number_problem(body, "number.negative", ERROR, message, key, 0)


def _prices(body: Body) -> Iterator[Problem]:
    """Check that a piece costs at least one token and no more than exist (G12)."""
    for seats in SEATS:
        price, published = body.price[seats], PUBLISHED.price[int(seats)]
        if price < 1:
            message = _("With {n} seats, a piece of equipment costs {price} discovery tokens. The minimum is 1.")
            message = message.format(n=seats, price=price)
            yield _number_problem(body, "price.none", ERROR, message, f"price.{seats}", published)
        elif 0 < body.tokens < price:
            message = _(
                "With {n} seats, a piece of equipment costs {price}. The box does not contain that many."
            ).format(n=seats, price=tokens_text(price))
            yield _number_problem(body, "price.too_dear", WARNING, message, f"price.{seats}", body.tokens)


def _markers(body: Body) -> Iterator[Problem]:
    """Check that every kind of adventure that can be survived has a marker with a value (G9)."""
    kinds = {tile.kind for tile in body.tiles}
    for number, kind in enumerate(ADVENTURE_KEYS):
        value, name = body.markers[kind], marker_name(number)
        if kind in kinds and value == 0:
            message = _("The {marker} is worth nothing, but the layout has such tiles.").format(marker=name)
            yield _number_problem(body, "marker.none", WARNING, message, f"markers.{kind}", PUBLISHED.markers[number])
        elif kind not in kinds and value > 0:
            message = _("The {marker} cannot be won, because no tile is of that kind.").format(marker=name)
            yield _number_problem(body, "marker.idle", INFO, message, f"markers.{kind}", 0)


def _piles(body: Body) -> Iterator[Problem]:
    """Check camps and the coins of the temple (G8, G14)."""
    if body.camps == 0:
        message = _("There are no camps, so every visit to an adventure must be paid.")
        yield _number_problem(body, "camps.none", WARNING, message, "camps", PUBLISHED.camps)
    need = {seats: max(0, body.bonus[seats]) + max(0, body.reserve[seats]) for seats in SEATS}
    most = max(need, key=lambda seats: need[seats])
    if 0 <= body.coins < need[most]:
        message = _("With {n} seats, the temple piles need {need}, but the box contains {coins}.").format(
            need=coins_text(need[most]), n=most, coins=body.coins
        )
        yield _number_problem(body, "coins.short", WARNING, message, "coins", need[most])
    for seats in SEATS:
        bonus, due = body.bonus[seats], 2 * int(seats)
        if 0 <= bonus < due:
            message = _(
                "With {n} seats, the bonus pile has {coins}. If all seats reach the temple at once, {need} are needed."
            )
            message = message.format(n=seats, coins=coins_text(bonus), need=due)
            yield _number_problem(body, "bonus.short", INFO, message, f"bonus.{seats}", due)
        if body.reserve[seats] == 0:
            message = _("With {n} seats, the reserve pile is empty from the start. No seat can take coins from it.")
            number = PUBLISHED.reserve[int(seats)]
            yield _number_problem(body, "reserve.none", WARNING, message.format(n=seats), f"reserve.{seats}", number)


# Equipment: sources, stock, unusable lines (G16)


def _stock_problem(body: Body, code: str, severity: Severity, message: str, item: int, count: int) -> Problem:
    """Return a problem of the stock of an item, with the fix to raise it to `count`."""
    stock = {**body.stock, ITEM_KEYS[item]: count}
    fix = Fix(_("Set stock to {pieces}").format(pieces=items_text(item, count)), with_fields(body, stock=stock))
    return Problem(code, severity, message, field=f"stock.{ITEM_KEYS[item]}", fix=fix)


def _sources(reading: LayoutFacts, economy: Economy, item: int, pay: dict[str, int]) -> Iterator[Problem]:
    """Check that what adventures ask for can be obtained from the kit, a line, or the stock with tokens (G12, G16)."""
    if not pay or economy.is_obtainable(item):
        return
    body = economy.body
    texts = {"tiles": _name_list(pay), "item": item_name(item)}
    places = tuple(cell for name in pay for cell in reading.places.get(name, ()))
    if economy.stock[item] <= 0:
        message = _("{tiles} can never be paid: the box contains no {item}.").format(**texts)
        count = max(6, MAX_SEATS * max(pay.values()))
        yield replace(_stock_problem(body, "item.no_source", ERROR, message, item, count), cells=places)
        return
    code, severity = "item.bought_only", WARNING
    message = _("{tiles} can be paid only with bought {item}: no line usable from the starting kit gives any.")
    if not economy.is_purchasable(item):
        code, severity = "item.no_source", ERROR
        message = _("{tiles} can never be paid: no line usable from the starting kit gives {item}.")
    fix = None
    if sum(economy.kit) < COMPARTMENTS:
        label = _("Add {pieces} to every backpack").format(pieces=items_text(item, 1))
        fix = Fix(label, with_fields(body, kit={**body.kit, ITEM_KEYS[item]: 1}))
    yield Problem(code, severity, message.format(**texts), places, field=f"kit.{ITEM_KEYS[item]}", fix=fix)


def _stock(economy: Economy, item: int, pay: dict[str, int], line: dict[str, int]) -> Iterator[Problem]:
    """Check that no stock is below what a line requires (G16), and whether it suffices for all seats."""
    body, stock = economy.body, economy.stock[item]
    if stock < 0:
        return
    too_expensive = {name: count for name, count in pay.items() if count > stock}
    if too_expensive and stock:
        message = plural(
            "{tiles} requires {pieces}, but the box contains only {stock}.",
            "{tiles} require up to {pieces}, but the box contains only {stock}.",
            len(too_expensive),
        ).format(tiles=_name_list(too_expensive), pieces=items_text(item, max(too_expensive.values())), stock=stock)
        yield _stock_problem(body, "stock.below_pay", ERROR, message, item, max(too_expensive.values()))
    too_long = {name: count for name, count in line.items() if count > stock}
    if too_long:
        message = plural(
            "The line of {tiles} names {pieces}, but the box contains only {stock}.",
            "The lines of {tiles} name up to {pieces}, but the box contains only {stock}.",
            len(too_long),
        ).format(tiles=_name_list(too_long), pieces=items_text(item, max(too_long.values())), stock=stock)
        yield _stock_problem(body, "stock.below_line", WARNING, message, item, max(too_long.values()))
    elif not too_expensive:
        needed = most_needed(economy, item)
        if needed > stock > 0:
            message = _("{n} seats may need {pieces} at once, but the box contains {stock}.").format(
                n=MAX_SEATS, pieces=items_text(item, needed), stock=stock
            )
            yield _stock_problem(body, "stock.tight", INFO, message, item, needed)


def most_needed(economy: Economy, item: int) -> int:
    """Return how many of an item all seats together may need at once: each the most that a tile asks to pay or show."""
    most = max((max(tile.pay[item], tile.show[item]) for tile in economy.tiles.values()), default=0)
    return MAX_SEATS * max(most, economy.kit[item])


def _dead_lines(reading: LayoutFacts, economy: Economy) -> Iterator[Problem]:
    """Report lines that can never be used because what they show or give cannot be obtained."""
    for name, tile in economy.tiles.items():
        offered = [item for gain in tile.gains for item in items_of(gain)]
        if not offered:
            continue
        if not any(economy.stock[item] > 0 for item in offered):
            message = _("The line of “{tile}” gives nothing, because the box contains none of it.").format(tile=name)
        else:
            required = tile.show if any(tile.show) or tile.kind >= ADVENTURES else tile.pay
            missing = [item_name(item) for item in items_of(required) if not economy.is_purchasable(item)]
            if not missing:
                continue
            message = _("The line of “{tile}” can never be used: no seat can obtain {items}.")
            message = message.format(tile=name, items=", ".join(missing))
        yield Problem("line.dead", WARNING, message, tuple(reading.places.get(name, ())), field=f"gain:{name}")


def _kit(economy: Economy) -> Iterator[Problem]:
    """Check that the start kit fits into a backpack and suffices for all seats (G1)."""
    body, total, items = economy.body, sum(economy.kit), items_of(economy.kit)
    if total > COMPARTMENTS:
        message = _("The starting kit has {count} pieces, but a backpack has only {most} compartments.").format(
            count=total, most=COMPARTMENTS
        )
        fix = Fix(_("Pack 3 provisions and 2 pearls"), with_fields(body, kit={"provision": 3, "pearl": 2}))
        yield Problem("kit.too_many", ERROR, message, field=f"kit.{ITEM_KEYS[items[0]]}", fix=fix)
    elif total == COMPARTMENTS:
        message = _("Every backpack starts full. No step is possible until a piece is discarded.")
        yield Problem("kit.full", INFO, message, field=f"kit.{ITEM_KEYS[items[0]]}")
    for item in items:
        needed = MAX_SEATS * economy.kit[item]
        if 0 <= economy.stock[item] < needed:
            message = _("{n} backpacks need {pieces} at the start, but the box contains {stock}.").format(
                n=MAX_SEATS, pieces=items_text(item, needed), stock=economy.stock[item]
            )
            yield _stock_problem(body, "kit.stock", WARNING, message, item, needed)


def _name_list(names: dict[str, int]) -> str:
    shown = ", ".join(quote(name) for name in list(names)[:MAX_NAMES])
    if len(names) <= MAX_NAMES:
        return shown
    return _("{names} and {more} more").format(names=shown, more=len(names) - MAX_NAMES)


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
