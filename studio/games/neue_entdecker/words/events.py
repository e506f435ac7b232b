"""What an action or a draw of Die Neuen Entdecker did, told in order: log lines, and hints for animation.

The rules do several things in one step (lay what fits in one way only, fill gaps, score islands, hand the ship on), so
the tale is found by comparing the position before with the one after.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from studio.core.game import OVER, Action, Event
from studio.core.text import _, every, plural, points, seat_mark
from studio.games.neue_entdecker.rules import actions as a
from studio.games.neue_entdecker.words.moves import describe
from studio.games.neue_entdecker.words.places import class_name, event_name, gold, hut, land_at, space, tile_name, tiles
from studio.games.neue_entdecker.words.reckoning import hut_reason, verdict
from studio.seatiles.rules.islands import members
from studio.seatiles.words import laid_words

if TYPE_CHECKING:
    from studio.games.neue_entdecker.rules import State

_SAIL = (a.START_RIM, a.START_TILE, a.PAY, a.ANNOUNCE_HIDDEN, a.ANNOUNCE_OPEN, a.STOP, a.PASS)
_UNITS = (a.UNIT, a.UNIT_FROM_CELL, a.UNIT_FROM_PATH)
_JUNGLE = (a.SEND, a.NATIVES_NONE, a.NATIVES_SUPPLY, a.NATIVES_FROM_CELL, a.NATIVES_FROM_PATH)


def events(before: State, action: Action, after: State) -> list[Event]:
    """What one action or chance outcome did, in order."""
    told = _deed(before, action, after) if before.to_move >= 0 else _draw(before, action, after)
    _tile(told, before, action, after)
    _fillers(told, before, after)
    _islands(told, before, after)
    if after.to_move == OVER:
        _end(told, before, after)
    return told


# what was chosen or drawn


def _deed(before: State, action: Action, after: State) -> list[Event]:
    seat, kind = before.to_move, action[0]
    if kind == a.CHIEFS:
        public = _("{who} has named chief scouts in secret.").format(who=seat_mark(seat))
        return [Event("chiefs", public, seat), Event("secret", describe(before, action), seat, private_to=seat)]
    sentence = describe(before, action)
    if kind in _SAIL:
        cells = (action[1],) if kind in (a.START_RIM, a.START_TILE) else ()
        return [Event("sail", sentence, seat, cells)]
    if kind == a.LAY:
        return [Event("lay", sentence, seat, (action[1],))]
    if kind in _UNITS:
        return [Event("unit", sentence, seat, (before.ship,))]
    if kind == a.ISLAND:
        return [Event("island", sentence, seat, (action[1],))]
    if kind in _JUNGLE:
        return [Event("jungle", sentence, seat), *_looks(before, seat, after)]
    return [Event("gold" if kind == a.WHEEL else "draw", sentence, seat)]


def _looks(before: State, seat: int, after: State) -> list[Event]:
    """Tokens that a scout on the eye has just shown its seat (N11)."""
    told = []
    for number, seen in enumerate(after.seen):
        if (seen & ~before.seen[number]) >> seat & 1:
            who, place = seat_mark(seat), hut(number)
            told.append(Event("look", _("{who} looks at the token of {hut}.").format(who=who, hut=place), seat))
            told.append(_token(number, after.token[number], seat))
    return told


def _token(number: int, value: int, seat: int) -> Event:
    words = _("The token of {hut} is worth {points}.").format(hut=hut(number), points=points(value))
    return Event("secret", words, seat, private_to=seat)


def _draw(before: State, action: Action, after: State) -> list[Event]:
    seat, kind = before.active, action[0]
    who = seat_mark(seat)
    if kind == a.DIE:
        if not action[1]:
            return [Event("die", _("{who} rolls the wheel and may choose a number.").format(who=who), seat)]
        words = _("{who} rolls a {number}: {own}, and {others} for everybody else.").format(
            who=who, number=action[1], own=gold(action[1]), others=gold(action[1] + 1)
        )
        return [Event("die", words, seat)]
    if kind == a.FRONT:
        name = tile_name(before.board, action[1])
        if action[2]:
            words = _("{who} turns up: {tile}, with {event}.").format(who=who, tile=name, event=event_name(action[2]))
        else:
            words = _("{who} turns up: {tile}.").format(who=who, tile=name)
        return [Event("front", words, seat)]
    if kind == a.TOKEN:
        looker = before.looker
        words = _("{who} draws a token, looks at it and puts it into {hut}.").format(
            who=seat_mark(looker), hut=hut(before.hut)
        )
        return [Event("token", words, looker), _token(before.hut, action[1], looker)]
    return []  # a new top is seen on the stacks; no word is needed


# what became of the tile in hand


def _tile(told: list[Event], before: State, action: Action, after: State) -> None:
    """The tile laid by the rules, or thrown away; then its event (N6, N12)."""
    seat = before.active
    who, ship = seat_mark(seat), after.ship
    in_hand = before.hand if before.hand is not None else action[1:3] if action[0] == a.FRONT else None
    was_laid = ship >= 0 and ship != before.ship and before.laid[ship] < 0
    if was_laid and action[0] != a.LAY:
        placement = after.board.chart.placements[after.laid[ship]]
        words = laid_words(after.board, who, ship, placement)
        told.append(Event("lay", words, seat, (ship,)))
    elif in_hand is not None and after.hand is None and not was_laid:
        words = _("It fits nowhere beside the ship and goes to the discard pile.")
        told.append(Event("misfit", words, seat))
    waited = before.phase == a.P_TOPS and before.then == a.THEN_EVENT
    waits = after.phase == a.P_TOPS and after.then == a.THEN_EVENT
    if (was_laid or waited) and not waits and not after.open_tiles and after.event[ship]:
        told.append(_happening(before, after, after.event[ship]))


def _happening(before: State, after: State, event: int) -> Event:
    seat = before.active
    who, cells = seat_mark(seat), (after.ship,)
    if event == a.GOLD:
        words = _("A gold-digger: {who} finds {gold}.").format(who=who, gold=gold(after.board.digger))
        return Event("gold", words, seat, cells)
    if event == a.PIRATES:
        loss = before.gold[seat] // 2
        words = _("Pirates! {who} loses {gold}.").format(who=who, gold=gold(loss))
        if not loss:
            words = _("Pirates! But {who} has nothing worth their while.").format(who=who)
        return Event("gold", words, seat, cells)
    if event == a.NATIVES:
        if after.phase == a.P_NATIVES:
            words = _("Natives greet {who}: a scout may follow them into the jungle.").format(who=who)
        else:
            words = _("Natives greet {who}, who has no scout to send or no path to send it up.").format(who=who)
        return Event("natives", words, seat, cells)
    return Event("storm", _("A storm breaks: the turn of {who} is over.").format(who=who), seat, cells)


def _fillers(told: list[Event], before: State, after: State) -> None:
    """Gaps that were filled (N8, T9)."""
    cells = [
        cell
        for cell, placement in enumerate(after.laid)
        if placement >= 0 > before.laid[cell] and not (cell == after.ship and cell != before.ship)
    ]
    if not cells:
        return
    if after.idle >= a.IDLE_ROUNDS:
        told.append(
            Event(
                "idle",
                _("{count} rounds without a new tile: nobody sails any more.").format(count=a.IDLE_ROUNDS),
            )
        )
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
    """Islands scored, what was found out about chiefs, scouts that come back (N10, N11, N14)."""
    new = [entry for entry in after.ledger[len(before.ledger) :] if entry[0] == a.SCORED_ISLAND]
    for (cell, land), group in groupby(new, key=lambda entry: (entry[6], entry[7])):
        told.append(_island(after, cell, land, list(group)))
    for index in range(2 * after.seats):
        if (after.chief_known & ~before.chief_known) >> index & 1 and after.chiefs[index] and after.to_move != OVER:
            words = _("Scout {number} of {who} turns out to be a chief!").format(
                number=after.chiefs[index], who=seat_mark(index // 2)
            )
            told.append(Event("chiefs", words, index // 2))
    for seat in range(after.seats):
        home = after.supply[seat * 3] - before.supply[seat * 3]
        if home > 0:
            words = plural(
                "Every path is full: {count} scout of {who} comes home.",
                "Every path is full: {count} scouts of {who} come home.",
                home,
            ).format(count=home, who=seat_mark(seat))
            told.append(Event("jungle", words, seat))


def _island(after: State, cell: int, land: int, entries: list[tuple[int, ...]]) -> Event:
    size, bonus = entries[0][4], entries[0][5]
    place = land_at(after.board, after.laid[cell], cell, land)
    cells = tuple(sorted({node >> 2 for node in members(after.board.chart, after.laid, cell * 4 + land)}))
    if entries[0][1] < 0:
        words = _("The island at {place} is complete ({tiles}), but nobody stands on it.").format(
            place=place, tiles=tiles(size)
        )
        return Event("island", words, cells=cells)
    worth = _("{tiles} and {bonus} for its waterfalls").format(tiles=tiles(size), bonus=bonus) if bonus else tiles(size)
    gains = every(
        [
            _("{points} for {who}").format(points=points(entry[2]), who=seat_mark(entry[1]))
            if number == 0
            else _("{points} for {who}").format(points=entry[2], who=seat_mark(entry[1]))
            for number, entry in enumerate(entries)
        ]
    )
    words = _("The island at {place} is complete ({worth}): {gains}.").format(place=place, worth=worth, gains=gains)
    return Event("score", words, entries[0][1], cells)


def _end(told: list[Event], before: State, after: State) -> None:
    """The huts are opened and the match is over (N13)."""
    told.append(Event("end", _("The whole sea is charted, and the huts are opened.")))
    for entry in after.ledger[len(before.ledger) :]:
        if entry[0] == a.SCORED_HUT:
            words = _("{hut}: {reason}").format(hut=hut(entry[3]).capitalize(), reason=hut_reason(after, entry))
            told.append(Event("hut", words, entry[1]))
    told.append(Event("end", verdict(after)))
