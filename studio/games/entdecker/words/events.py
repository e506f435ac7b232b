"""What an action or a draw of Entdecker did, told in order: log lines, and hints for animation.

The rules do several things in one step (lay what fits in one way only, fill gaps, score islands, hand the ship on), so
the tale is found by comparing the position before with the one after.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from studio.core.game import OVER, Action, Event
from studio.core.text import _, every, marks, plural, points, seat_mark
from studio.games.entdecker.rules import actions as a
from studio.games.entdecker.words.moves import describe
from studio.games.entdecker.words.places import chips, event_name
from studio.games.entdecker.words.reckoning import most_chips_reason, verdict
from studio.seatiles.rules.islands import members
from studio.seatiles.words import class_name, gold, laid_words, land_at, space, tile_name, tiles

if TYPE_CHECKING:
    from studio.games.entdecker.rules import State

_KINDS = {
    a.START_RIM: "sail",
    a.START_TILE: "sail",
    a.PASS: "sail",
    a.DECLARE: "sail",
    a.STOP: "sail",
    a.DRAW: "draw",
    a.OWN: "draw",
    a.UNIT: "unit",
    a.RECALL: "unit",
    a.LAY: "lay",
    a.ISLAND: "island",
}


def events(before: State, action: Action, after: State) -> list[Event]:
    """What one action or chance outcome did, in order."""
    told = [_deed(before, action)] if before.to_move >= 0 else _draw(before, action, after)
    _tile(told, before, action, after)
    _fillers(told, before, after)
    _islands(told, before, after)
    if after.to_move == OVER:
        _end(told, before, after)
    return told


# what was chosen or drawn


def _deed(before: State, action: Action) -> Event:
    kind = action[0]
    cells: tuple[int, ...] = ()
    if kind in (a.START_RIM, a.START_TILE, a.LAY, a.ISLAND, a.RECALL):
        cells = (action[1],)
    elif kind == a.UNIT:
        cells = (before.ship,)
    return Event(_KINDS[kind], describe(before, action), before.to_move, cells)


def _draw(before: State, action: Action, after: State) -> list[Event]:
    kind = action[0]
    if kind == a.SPIN:
        return [_income(before, action[1], after)]
    if kind == a.FRONT:
        seat = before.active
        who, name = seat_mark(seat), tile_name(before.board, action[1])
        if action[2]:
            words = _("{who} turns up: {tile}, with {event}.").format(who=who, tile=name, event=event_name(action[2]))
        else:
            words = _("{who} turns up: {tile}.").format(who=who, tile=name)
        return [Event("front", words, seat)]
    if kind == a.CHIP:
        seat = before.takers[0]
        words = _("{who} draws a plant chip of value {value}.").format(who=seat_mark(seat), value=action[1])
        return [Event("token", words, seat)]
    return []  # a new top is seen on the piles; no word is needed


def _income(before: State, income: int, after: State) -> Event:
    """What everybody earns (E2), and who cannot hold it all."""
    words = _("Season {number}: the spinner gives every seat {gold}.").format(number=before.season, gold=gold(income))
    full = [seat for seat in range(before.seats) if after.gold[seat] < before.gold[seat] + income]
    if full:
        words += " " + plural("{who} holds {most} at most.", "{who} hold {most} at most.", len(full)).format(
            who=marks(full), most=gold(after.board.most_gold)
        )
    return Event("gold", words)


# what became of the tile in hand


def _tile(told: list[Event], before: State, action: Action, after: State) -> None:
    """The tile laid by the rules, or put away; then its event (E5, E10)."""
    seat, ship = before.active, after.ship
    in_hand = before.hand if before.hand is not None else tuple(action[1:3]) if action[0] == a.FRONT else None
    was_laid = ship >= 0 and ship != before.ship and before.laid[ship] < 0
    if was_laid and action[0] != a.LAY:
        words = laid_words(after.board, seat_mark(seat), ship, after.board.chart.placements[after.laid[ship]])
        told.append(Event("lay", words, seat, (ship,)))
    elif in_hand is not None and after.hand is None and not was_laid:
        words = _("It fits nowhere beside the ship and leaves the game.")
        if after.keep_misfits and not in_hand[1]:
            words = _("It fits nowhere beside the ship and joins the reserve.")
        told.append(Event("misfit", words, seat))
    if was_laid and after.event[ship]:
        told.append(_happening(before, after, after.event[ship]))


def _happening(before: State, after: State, event: int) -> Event:
    seat = before.active
    who, cells, board = seat_mark(seat), (after.ship,), after.board
    if event == a.STORM:
        return Event("storm", _("A storm breaks: the turn of {who} is over.").format(who=who), seat, cells)
    if event == a.HOSTILE:
        words = _("Hostile natives! Here {who} pays double for a unit, and founds no settlement.").format(who=who)
        return Event("natives", words, seat, cells)
    if event == a.FRIENDLY:
        words = _("Friendly natives show {who} a rare plant.").format(who=who)
        if not any(before.bag):
            words = _("Friendly natives greet {who}, but no plant chip is left.").format(who=who)
        return Event("natives", words, seat, cells)
    if event == a.PIRATES:
        loss = (before.gold[seat] + 1) // 2
        words = _("Pirates! {who} loses {gold}.").format(who=who, gold=gold(loss))
        if not loss:
            words = _("Pirates! But {who} has nothing worth their while.").format(who=who)
        return Event("gold", words, seat, cells)
    if event == a.RUINS:
        words = _("Ruins of an old city: {points} for {who}.").format(points=points(board.ruins), who=who)
        return Event("score", words, seat, cells)
    found = min(before.gold[seat] + board.treasure, board.most_gold) - before.gold[seat]
    words = _("Gold! {who} finds {gold}.").format(who=who, gold=gold(found))
    if found < board.treasure:
        words = _("Gold! {who} can hold only {gold} of it.").format(who=who, gold=gold(found))
    return Event("gold", words, seat, cells)


def _fillers(told: list[Event], before: State, after: State) -> None:
    """Gaps that were filled (E8, T9)."""
    cells = [
        cell
        for cell, placement in enumerate(after.laid)
        if placement >= 0 > before.laid[cell] and not (cell == after.ship and cell != before.ship)
    ]
    if not cells:
        return
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
    told.append(Event("fill", words, cells=tuple(cells)))


# points


def _islands(told: list[Event], before: State, after: State) -> None:
    """Islands scored, complete ones and at the end the others (E11, E13)."""
    kinds = (a.SCORED_ISLAND, a.UNFINISHED_ISLAND)
    new = [entry for entry in after.ledger[len(before.ledger) :] if entry[0] in kinds]
    groups = [(key, list(group)) for key, group in groupby(new, key=lambda entry: (entry[0], entry[6], entry[7]))]
    for (kind, cell, land), entries in groups:
        if kind == a.SCORED_ISLAND:
            told.append(_island(after, kind, cell, land, entries))
    if after.to_move == OVER and after.undiscovered:
        words = _("The draw piles are used up: islands that are not complete count as they are.")
        if after.hidden_plain + after.hidden_query:
            words = _("Nobody has set sail for {turns} turns: islands that are not complete count as they are.").format(
                turns=after.passes
            )
        told.append(Event("end", words))
    for (kind, cell, land), entries in groups:
        if kind == a.UNFINISHED_ISLAND:
            told.append(_island(after, kind, cell, land, entries))


def _island(after: State, kind: int, cell: int, land: int, entries: list[tuple[int, ...]]) -> Event:
    size, chip = entries[0][4], entries[0][5]
    place = land_at(after.board, after.laid[cell], cell, land)
    cells = tuple(sorted({node >> 2 for node in members(after.board.chart, after.laid, cell * 4 + land)}))
    if entries[0][1] < 0:
        words = _("The island at {place} is complete ({tiles}), but nobody stands on it.").format(
            place=place, tiles=tiles(size)
        )
        return Event("island", words, cells=cells)
    worth = tiles(size)
    if chip:
        worth = _("{tiles} and {chip} for the plant").format(tiles=tiles(size), chip=chip)
    gains = every(
        [
            _("{points} for {who}").format(points=entry[2] if number else points(entry[2]), who=seat_mark(entry[1]))
            for number, entry in enumerate(entries)
        ]
    )
    sentence = _("The island at {place} is complete ({worth}): {gains}.")
    if kind == a.UNFINISHED_ISLAND:
        sentence = _("The unfinished island at {place} ({worth}): {gains}.")
    return Event("score", sentence.format(place=place, worth=worth, gains=gains), entries[0][1], cells)


def _end(told: list[Event], before: State, after: State) -> None:
    """The greatest discoverers get their bonus, and the match is over (E13)."""
    if not after.undiscovered:
        told.append(Event("end", _("The whole sea is discovered.")))
    best = [entry for entry in after.ledger[len(before.ledger) :] if entry[0] == a.MOST_CHIPS]
    if best:
        words = _("With {chips} {reason}").format(chips=chips(best[0][2]), reason=most_chips_reason(best))
        told.append(Event("score", words, best[0][1]))
    told.append(Event("end", verdict(after)))
