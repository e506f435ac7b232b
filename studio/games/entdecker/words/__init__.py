"""All that is said of a match of Entdecker; here what an action or a draw did, told in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.game import LAY, OVER, Action, Event
from studio.core.text import _, marks, plural, points, seat_mark
from studio.games.entdecker.rules import actions as a
from studio.games.entdecker.words.book import book, clause, scene
from studio.games.entdecker.words.moves import button, describe
from studio.games.entdecker.words.places import chips, event_name
from studio.games.entdecker.words.reckoning import ISLANDS, figures, most_chips_reason, reckoning, verdict, worth
from studio.seatiles.words.events import (
    filled,
    in_hand,
    nothing_left,
    pirates,
    scored,
    storm,
    tile_fate,
    turned_up,
    was_laid,
)
from studio.seatiles.words.moves import turn
from studio.seatiles.words.places import gold
from studio.seatiles.words.reckoning import islands

if TYPE_CHECKING:
    from studio.games.entdecker.rules import State

__all__ = ["book", "button", "clause", "describe", "events", "figures", "reckoning", "scene", "turn"]


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
    a.LAY: LAY,
    a.ISLAND: "island",
}


def events(before: State, action: Action, after: State) -> list[Event]:
    """What one action or chance outcome did, in order."""
    told = [_deed(before, action)] if before.to_move >= 0 else _draw(before, action, after)
    _tile(told, before, action, after)
    if _at_sea(before) and not _at_sea(after) and action[0] not in (a.STOP, a.UNIT):
        told += nothing_left(told, before.active)
    told += filled(before, after)
    _islands(told, before, after)
    if after.to_move == OVER:
        _end(told, before, after)
    return told


def _at_sea(state: State) -> bool:
    """Whether an expedition goes on, from what was declared on (E4–E7, E10)."""
    between = state.phase in (a.P_TOPS, a.P_CHIP) and state.then in (a.THEN_PLACE, a.THEN_GO)
    return between or state.phase in (a.P_DECLARE, a.P_GO, a.P_FRONT, a.P_LAY)


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
        return [turned_up(before, action, event_name(action[2]))]
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
    return Event("gold", words, begins=True)


# what became of the tile in hand


def _tile(told: list[Event], before: State, action: Action, after: State) -> None:
    """The tile laid by the rules, or put away; then its event (E5, E10)."""
    away = _("It fits nowhere beside the ship and leaves the game.")
    hand = in_hand(before, action)
    if after.keep_misfits and hand is not None and not hand[1]:
        away = _("It fits nowhere beside the ship and joins the reserve.")
    told += tile_fate(before, action, after, away)
    if was_laid(before, after) and after.event[after.ship]:
        told.append(_happening(before, after, after.event[after.ship]))


def _happening(before: State, after: State, event: int) -> Event:
    seat = before.active
    who, cells, board = seat_mark(seat), (after.ship,), after.board
    if event == a.STORM:
        return storm(seat, cells)
    if event == a.HOSTILE:
        words = _("Hostile natives! Here {who} pays double for a unit, and founds no settlement.").format(who=who)
        return Event("natives", words, seat, cells)
    if event == a.FRIENDLY:
        words = _("Friendly natives show {who} a rare plant.").format(who=who)
        if not any(before.bag):
            words = _("Friendly natives greet {who}, but no plant chip is left.").format(who=who)
        return Event("natives", words, seat, cells)
    if event == a.PIRATES:
        return pirates(seat, cells, (before.gold[seat] + 1) // 2)
    if event == a.RUINS:
        words = _("Ruins of an old city: {points} for {who}.").format(points=points(board.ruins), who=who)
        return Event("score", words, seat, cells)
    found = min(before.gold[seat] + board.treasure, board.most_gold) - before.gold[seat]
    words = _("Gold! {who} finds {gold}.").format(who=who, gold=gold(found))
    if found < board.treasure:
        words = _("Gold! {who} can hold only {gold} of it.").format(who=who, gold=gold(found))
    return Event("gold", words, seat, cells)


# points


def _islands(told: list[Event], before: State, after: State) -> None:
    """Islands scored, complete ones and at the end the others (E11, E13)."""
    groups = islands([entry for entry in after.ledger[len(before.ledger) :] if entry[0] in ISLANDS])
    told += [scored(after, group, worth(group)) for group in groups if group[0][0] == a.SCORED_ISLAND]
    if after.to_move == OVER and after.undiscovered:
        words = _("The draw piles are used up: islands that are not complete count as they are.")
        if after.hidden_plain + after.hidden_query:
            words = _("Nobody has set sail for {turns} turns: islands that are not complete count as they are.").format(
                turns=after.passes
            )
        told.append(Event("end", words))
    unfinished = _("The unfinished island at {place} ({worth}): {gains}.")
    told += [scored(after, group, worth(group), unfinished) for group in groups if group[0][0] == a.UNFINISHED_ISLAND]


def _end(told: list[Event], before: State, after: State) -> None:
    """The greatest discoverers get their bonus, and the match is over (E13)."""
    if not after.undiscovered:
        told.append(Event("end", _("The whole sea is discovered.")))
    best = [entry for entry in after.ledger[len(before.ledger) :] if entry[0] == a.MOST_CHIPS]
    if best:
        words = _("With {chips} {reason}").format(chips=chips(best[0][2]), reason=most_chips_reason(best))
        told.append(Event("score", words, best[0][1]))
    told.append(Event("end", verdict(after)))
