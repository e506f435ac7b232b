"""What is wrong with the numbers of the box of a layout: fewer than none, prices, markers, piles of the temple.

Codes: `number.negative`, `price.none`, `price.too_dear`, `marker.none`, `marker.idle`, `camps.none`, `coins.short`,
`bonus.short`, `reserve.none`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from studio.core.problems import Fix, Problem, Severity
from studio.core.text import _
from studio.games.goldland.body.data import ADVENTURE_KEYS, SEATS, Body, Seats, edited
from studio.games.goldland.body.reading import Reading
from studio.games.goldland.rules.actions import ITEM_KEYS, KIND_KEYS
from studio.games.goldland.rules.board import Numbers
from studio.games.goldland.words.places import coins, item_name, marker_name, tokens

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO
PUBLISHED = Numbers()


def box_problems(reading: Reading) -> Iterator[Problem]:
    """All findings about the numbers of the box."""
    yield from _negative(reading.body)
    yield from _prices(reading.body)
    yield from _markers(reading.body)
    yield from _piles(reading.body)


def _with(body: Body, key: str, number: int) -> Fix:
    """The number with this field key made another."""
    part, dot, rest = key.partition(".")
    change: dict[str, Any] = {part: {**getattr(body, part), rest: number} if dot else number}
    return Fix(_("Make it {number}").format(number=number), edited(body, **change))


def _numbers(body: Body) -> Iterator[tuple[str, str, int]]:
    """Every number that may be none but not fewer: its field key, its words, its value."""

    def each(part: str, numbers: Mapping[Any, int], words: str) -> Iterator[tuple[str, str, int]]:
        for key, number in numbers.items():
            yield f"{part}.{key}", words.format(item=_item(key), n=key), number

    yield from each("stock", body.stock, _("stock of {item}"))
    yield from each("kit", body.kit, _("start kit of {item}"))
    for kind, number in body.markers.items():
        yield f"markers.{kind}", marker_name(KIND_KEYS.index(kind)), number
    yield from each("bonus", body.bonus, _("bonus pile with {n} seats"))
    yield from each("reserve", body.reserve, _("reserve pile with {n} seats"))
    yield "tokens", _("number of discovery tokens"), body.tokens
    yield "coins", _("number of gold coins"), body.coins
    yield "camps", _("number of camps of each seat"), body.camps


def _item(key: str) -> str:
    return item_name(ITEM_KEYS.index(key)) if key in ITEM_KEYS else key


def _negative(body: Body) -> Iterator[Problem]:
    for key, words, number in _numbers(body):
        if number < 0:
            yield Problem(
                "number.negative",
                ERROR,
                _("The {what} is {number}; it cannot be less than 0.").format(what=words, number=number),
                field=key,
                fix=_with(body, key, 0),
            )


def _prices(body: Body) -> Iterator[Problem]:
    """G12: a piece costs something, and no more tokens than there are."""
    for seats in SEATS:
        price, usual = body.price[seats], PUBLISHED.price[int(seats)]
        if price < 1:
            yield Problem(
                "price.none",
                ERROR,
                _("With {n} seats a piece of equipment costs {price} discovery tokens; it costs 1 at least.").format(
                    n=seats, price=price
                ),
                field=f"price.{seats}",
                fix=_with(body, f"price.{seats}", usual),
            )
        elif 0 < body.tokens < price:
            yield Problem(
                "price.too_dear",
                WARNING,
                _("With {n} seats a piece of equipment costs {price}, more than there are.").format(
                    n=seats, price=tokens(price)
                ),
                field=f"price.{seats}",
                fix=_with(body, f"price.{seats}", body.tokens),
            )


def _markers(body: Body) -> Iterator[Problem]:
    """G9: every kind of adventure that can be survived has a marker worth something."""
    kinds = {tile.kind for tile in body.tiles}
    for number, kind in enumerate(ADVENTURE_KEYS):
        value = body.markers[kind]
        if kind in kinds and value == 0:
            yield Problem(
                "marker.none",
                WARNING,
                _("The {marker} is worth nothing, though there are such tiles.").format(marker=marker_name(number)),
                field=f"markers.{kind}",
                fix=_with(body, f"markers.{kind}", PUBLISHED.markers[number]),
            )
        elif kind not in kinds and value > 0:
            yield Problem(
                "marker.idle",
                INFO,
                _("The {marker} cannot be won, since no tile is of that kind.").format(marker=marker_name(number)),
                field=f"markers.{kind}",
                fix=_with(body, f"markers.{kind}", 0),
            )


def _piles(body: Body) -> Iterator[Problem]:
    """G8, G14: camps, and the coins of the temple."""
    if body.camps == 0:
        yield Problem(
            "camps.none",
            WARNING,
            _("Nobody has any camps, so every adventure is paid for again each time."),
            field="camps",
            fix=_with(body, "camps", PUBLISHED.camps),
        )
    need = {seats: max(0, body.bonus[seats]) + max(0, body.reserve[seats]) for seats in SEATS}
    most = max(need, key=lambda seats: need[seats])
    if 0 <= body.coins < need[most]:
        yield Problem(
            "coins.short",
            WARNING,
            _("The temple's piles take {need} with {n} seats, and the box holds {coins}.").format(
                need=coins(need[most]), n=most, coins=body.coins
            ),
            field="coins",
            fix=_with(body, "coins", need[most]),
        )
    for seats in SEATS:
        yield from _temple(body, seats)


def _temple(body: Body, seats: Seats) -> Iterator[Problem]:
    bonus, reserve = body.bonus[seats], body.reserve[seats]
    if 0 <= bonus < 2 * int(seats):
        yield Problem(
            "bonus.short",
            INFO,
            _("With {n} seats the bonus pile holds {coins}; if all reach the temple at once, {need} are due.").format(
                n=seats, coins=coins(bonus), need=2 * int(seats)
            ),
            field=f"bonus.{seats}",
            fix=_with(body, f"bonus.{seats}", 2 * int(seats)),
        )
    if reserve == 0:
        yield Problem(
            "reserve.none",
            WARNING,
            _("With {n} seats the reserve pile is empty from the start, so that nobody draws coins from it.").format(
                n=seats
            ),
            field=f"reserve.{seats}",
            fix=_with(body, f"reserve.{seats}", PUBLISHED.reserve[int(seats)]),
        )
