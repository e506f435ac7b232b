"""Whether the equipment of a layout can be had where it is asked for (G16): sources, stock, dead lines.

Codes: `item.no_source`, `item.bought_only`, `stock.below_pay`, `stock.below_line`, `stock.tight`, `line.dead`,
`kit.too_many`, `kit.full`, `kit.stock`.
"""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.problems import Fix, Problem, Severity
from studio.core.text import _, plural
from studio.games.goldland.body.data import SEATS, Body, edited
from studio.games.goldland.body.reading import Reading
from studio.games.goldland.checks.earnings import Economy, items_of
from studio.games.goldland.rules.actions import ADVENTURES, COMPARTMENTS, ITEM_KEYS, ITEMS
from studio.games.goldland.words.places import item_name, items

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO
MOST_SEATS = int(SEATS[-1])


def item_problems(reading: Reading) -> Iterator[Problem]:
    """All findings about what can be earned, paid and bought."""
    economy = Economy(reading)
    yield from _kit(economy)
    for item in range(ITEMS):
        needs = _needs(economy, item)
        yield from _sources(reading, economy, item, needs[0])
        yield from _stock(economy, item, needs)
    yield from _dead_lines(reading, economy)


Needs = tuple[dict[str, int], dict[str, int]]
"""How many of an item each tile asks to pay, and how many it speaks of at all."""


def _needs(economy: Economy, item: int) -> Needs:
    pay, line = {}, {}
    for name, tile in economy.tiles.items():
        if tile.kind < ADVENTURES and tile.pay[item]:
            pay[name] = tile.pay[item]
        spoken = max(tile.show[item], *(gain[item] for gain in tile.gains), 0)
        if spoken:
            line[name] = spoken
    return pay, line


def raised(body: Body, item: int, count: int) -> Fix:
    """A stock of more pieces of an item."""
    key = ITEM_KEYS[item]
    return Fix(
        _("Put {pieces} in stock").format(pieces=items(item, count)), edited(body, stock={**body.stock, key: count})
    )


def _sources(reading: Reading, economy: Economy, item: int, pay: dict[str, int]) -> Iterator[Problem]:
    """What an adventure asks for can be had: from the kit, a line, or the stock by way of tokens (G12, G16)."""
    if not pay or economy.is_had(item):
        return
    names, key, stock = _listed(pay), ITEM_KEYS[item], economy.stock[item]
    places = tuple(cell for name in pay for cell in reading.places.get(name, ()))
    if stock <= 0:
        yield Problem(
            "item.no_source",
            ERROR,
            _("{tiles} can never be paid: there is no {item} in the box.").format(tiles=names, item=item_name(item)),
            places,
            field=f"stock.{key}",
            fix=raised(economy.body, item, max(6, MOST_SEATS * max(pay.values()))),
        )
    elif not economy.is_bought(item):
        yield Problem(
            "item.no_source",
            ERROR,
            _("{tiles} can never be paid: no line that works from the start kit gives {item}.").format(
                tiles=names, item=item_name(item)
            ),
            places,
            field=f"kit.{key}",
            fix=_in_kit(economy, item),
        )
    else:
        yield Problem(
            "item.bought_only",
            WARNING,
            _("{tiles} can be paid only with bought {item}: no line that works from the start kit gives any.").format(
                tiles=names, item=item_name(item)
            ),
            places,
            field=f"kit.{key}",
            fix=_in_kit(economy, item),
        )


def _in_kit(economy: Economy, item: int) -> Fix | None:
    """One of an item in every backpack, if there is room."""
    if sum(economy.kit) >= COMPARTMENTS:
        return None
    kit = {**economy.body.kit, ITEM_KEYS[item]: 1}
    return Fix(_("Put {pieces} into every backpack").format(pieces=items(item, 1)), edited(economy.body, kit=kit))


def _stock(economy: Economy, item: int, needs: Needs) -> Iterator[Problem]:
    """No piece count below the line that needs it (G16); and how far the stock goes round."""
    stock, (pay, line) = economy.stock[item], needs
    key = ITEM_KEYS[item]
    if stock < 0:
        return
    dear = {name: count for name, count in pay.items() if count > stock}
    if dear and stock:
        yield Problem(
            "stock.below_pay",
            ERROR,
            plural(
                "{tiles} asks for {pieces}, but the box holds only {stock}.",
                "{tiles} ask for up to {pieces}, but the box holds only {stock}.",
                len(dear),
            ).format(tiles=_listed(dear), pieces=items(item, max(dear.values())), stock=stock),
            field=f"stock.{key}",
            fix=raised(economy.body, item, max(dear.values())),
        )
    long = {name: count for name, count in line.items() if count > stock}
    if long:
        yield Problem(
            "stock.below_line",
            WARNING,
            plural(
                "The line of {tiles} speaks of {pieces}, but the box holds only {stock}.",
                "The lines of {tiles} speak of up to {pieces}, but the box holds only {stock}.",
                len(long),
            ).format(tiles=_listed(long), pieces=items(item, max(long.values())), stock=stock),
            field=f"stock.{key}",
            fix=raised(economy.body, item, max(long.values())),
        )
    elif not dear:
        wanted = most_needed(economy, item)
        if wanted > stock > 0:
            yield Problem(
                "stock.tight",
                INFO,
                _("{n} seats may need {pieces} at once, and the box holds {stock}.").format(
                    n=MOST_SEATS, pieces=items(item, wanted), stock=stock
                ),
                field=f"stock.{key}",
                fix=raised(economy.body, item, wanted),
            )


def most_needed(economy: Economy, item: int) -> int:
    """How many of an item all seats together may need at once: the most that a tile asks to pay or show, for each."""
    most = max((max(tile.pay[item], tile.show[item]) for tile in economy.tiles.values()), default=0)
    return MOST_SEATS * max(most, economy.kit[item])


def _dead_lines(reading: Reading, economy: Economy) -> Iterator[Problem]:
    """Lines that can never be used: what they show cannot be had, or there is none of what they give."""
    for name, tile in economy.tiles.items():
        given = [item for gain in tile.gains for item in items_of(gain)]
        if not given:
            continue
        if not any(economy.stock[item] > 0 for item in given):
            yield _dead(reading, name, _("The line of “{tile}” gives nothing: the box holds none of it."))
            continue
        asked = tile.show if any(tile.show) or tile.kind >= ADVENTURES else tile.pay
        lacking = [item_name(item) for item in items_of(asked) if not economy.is_bought(item)]
        if lacking:
            message = _("The line of “{tile}” never works: nobody can have {items}.")
            yield _dead(reading, name, message, ", ".join(lacking))


def _dead(reading: Reading, name: str, message: str, lacking: str = "") -> Problem:
    return Problem(
        "line.dead",
        WARNING,
        message.format(tile=name, items=lacking),
        tuple(reading.places.get(name, ())),
        field=f"gain:{name}",
    )


def _kit(economy: Economy) -> Iterator[Problem]:
    """The start kit fits into a backpack, and there is one for everybody (G1)."""
    body, total = economy.body, sum(economy.kit)
    if total > COMPARTMENTS:
        yield Problem(
            "kit.too_many",
            ERROR,
            _("The start kit has {count} pieces, and a backpack {most} compartments.").format(
                count=total, most=COMPARTMENTS
            ),
            field=f"kit.{ITEM_KEYS[items_of(economy.kit)[0]]}",
            fix=Fix(_("Pack 3 provisions and 2 pearls"), edited(body, kit={"provision": 3, "pearl": 2})),
        )
    elif total == COMPARTMENTS:
        yield Problem(
            "kit.full",
            INFO,
            _("Every backpack starts full, so that nobody can take a step before something is thrown away."),
            field=f"kit.{ITEM_KEYS[items_of(economy.kit)[0]]}",
        )
    for item in items_of(economy.kit):
        wanted = MOST_SEATS * economy.kit[item]
        if 0 <= economy.stock[item] < wanted:
            yield Problem(
                "kit.stock",
                WARNING,
                _("{n} backpacks need {pieces} at the start, and the box holds {stock}.").format(
                    n=MOST_SEATS, pieces=items(item, wanted), stock=economy.stock[item]
                ),
                field=f"stock.{ITEM_KEYS[item]}",
                fix=raised(body, item, wanted),
            )


def _listed(names: dict[str, int], most: int = 4) -> str:
    """The first few names, and how many more."""
    shown = ", ".join(f"“{name}”" for name in list(names)[:most])
    if len(names) <= most:
        return shown
    return _("{names} and {more} more").format(names=shown, more=len(names) - most)
