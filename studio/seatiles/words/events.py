"""What happens in every game on sea tiles, told: tiles turned up, laid and filled in, islands scored.

The rules do several things in one step (lay what fits in one way only, fill gaps, score islands, hand the ship on), so
the tale is found by comparing the position before with the one after.
"""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.game import LAY, Action, Event
from studio.core.text import _, every, plural, points, seat_mark
from studio.seatiles.rules.islands import members
from studio.seatiles.rules.position import SeaPosition
from studio.seatiles.words.places import class_name, gold, laid_words, land_at, space, tile_name, tiles

Entry = tuple[int, ...]
"""An island in a ledger: kind, seat, points, place, tiles, bonus, cell, land, and the seat's units, strongest first."""


def turned_up(before: SeaPosition, action: Action, event: str) -> Event:
    """(FRONT, kind, event): what was drawn; `event` says what its "?" brings, "" for a plain tile."""
    who, name = seat_mark(before.active), tile_name(before.board, action[1])
    words = _("{who} turns up: {tile}.").format(who=who, tile=name)
    if event:
        words = _("{who} turns up: {tile}, with {event}.").format(who=who, tile=name, event=event)
    return Event("front", words, before.active)


def was_laid(before: SeaPosition, after: SeaPosition) -> bool:
    """Whether the ship has laid a tile and moved onto it."""
    return after.ship >= 0 and after.ship != before.ship and before.laid[after.ship] < 0


def in_hand(before: SeaPosition, action: Action) -> Sequence[int] | None:
    """The tile (kind, event) that was in the hand before or has come there by this action."""
    if before.hand is not None:
        return before.hand
    return action[1:3] if action[0] == before.board.numbers.front else None


def tile_fate(before: SeaPosition, action: Action, after: SeaPosition, away: str) -> list[Event]:
    """The tile laid by the rules themselves, or put away, of which `away` tells."""
    seat, ship = before.active, after.ship
    if was_laid(before, after):
        if action[0] == before.board.numbers.lay:
            return []
        words = laid_words(after.board, seat_mark(seat), ship, after.board.chart.placements[after.laid[ship]])
        return [Event(LAY, words, seat, (ship,))]
    if in_hand(before, action) is not None and after.hand is None:
        return [Event("misfit", away, seat)]
    return []


def storm(seat: int, cells: tuple[int, ...]) -> Event:
    """The turn ends."""
    return Event("storm", _("A storm breaks: the turn of {who} is over.").format(who=seat_mark(seat)), seat, cells)


def pirates(seat: int, cells: tuple[int, ...], loss: int) -> Event:
    """Gold is lost, if there is any to lose."""
    words = _("Pirates! {who} loses {gold}.").format(who=seat_mark(seat), gold=gold(loss))
    if not loss:
        words = _("Pirates! But {who} has nothing worth their while.").format(who=seat_mark(seat))
    return Event("gold", words, seat, cells)


def nothing_left(told: Sequence[Event], seat: int) -> list[Event]:
    """That an expedition has ended by itself (E6, N6); of a storm that ended it is `told` already."""
    if any(event.kind == "storm" for event in told):
        return []
    words = _("{who} can neither draw on nor place a unit: the expedition is over.")
    return [Event("turn", words.format(who=seat_mark(seat)), seat)]


def filled(before: SeaPosition, after: SeaPosition) -> list[Event]:
    """Gaps that were filled (T9)."""
    cells = [
        cell
        for cell, placement in enumerate(after.laid)
        if placement >= 0 > before.laid[cell] and not (cell == after.ship and cell != before.ship)
    ]
    if not cells:
        return []
    names = [space(after.board, cell) for cell in cells]
    if len(names) > 8:
        words = plural("{count} gap is filled.", "{count} gaps are filled.", len(names)).format(count=len(names))
    elif len(names) == 1:
        placement = after.board.chart.placements[after.laid[cells[0]]]
        words = _("The gap on {space} is filled: {name}.").format(
            space=names[0], name=class_name(after.board.chart.kinds[placement.kind].cls)
        )
    else:
        words = _("The gaps on {list} are filled.").format(list=every(names))
    return [Event("fill", words, cells=tuple(cells))]


def scored(after: SeaPosition, entries: Sequence[Entry], worth: str, sentence: str = "") -> Event:
    """An island scored, by its entries in the ledger; `sentence` is another one than that it is complete."""
    size, cell, land = entries[0][4], entries[0][6], entries[0][7]
    place = land_at(after.board, after.laid[cell], cell, land)
    cells = tuple(sorted({node >> 2 for node in members(after.board.chart, after.laid, cell * 4 + land)}))
    if entries[0][1] < 0:
        words = _("The island at {place} is complete ({tiles}), but nobody stands on it.")
        return Event("island", words.format(place=place, tiles=tiles(size)), cells=cells)
    gains = every(
        [
            _("{points} for {who}").format(points=entry[2] if number else points(entry[2]), who=seat_mark(entry[1]))
            for number, entry in enumerate(entries)
        ]
    )
    words = sentence or _("The island at {place} is complete ({worth}): {gains}.")
    return Event("score", words.format(place=place, worth=worth, gains=gains), entries[0][1], cells)
