"""Texts of a match of Goldland: events for log and animation, rulebook, score table.

The rules do several things in one step (markers change hands, a move ends on the temple, the next seat takes its coin).
Events are therefore found by comparing the position before with the one after.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.book import Book
from studio.core.game import LAY, OVER, Action, Event
from studio.core.panel import ScoreBreakdown, ScoreLine
from studio.core.text import (
    _,
    capitalize_first,
    join_and,
    join_seats,
    plural,
    points_text,
    seat_mark,
    turn_ended_text,
    winner_text,
)
from studio.documents import markup
from studio.games.goldland.rules import State, board as a
from studio.games.goldland.text.moves import button_text as button_text, describe as describe, turn_title as turn_title
from studio.games.goldland.text.places import (
    camps_text,
    coins_text,
    marker_name,
    space,
    the_tile,
    tiles_of,
    tokens_text,
    treasures_text,
)

if TYPE_CHECKING:
    from studio.core.game import BookPosition


# Rulebook

CLAUSES = {
    a.P_TURN: "G3",
    a.P_HAND_OVER: "G6",
    a.P_CAMP: "G8",
    a.P_TAKE: "G10",
    a.P_TILE: "G11",
    a.P_LAY: "G11",
    a.P_DROP: "G14",
    a.P_OVER: "G15",
}
"""The rule of the next step by phase of a position."""


def book() -> Book:
    return markup.load_book("goldland")


def book_position(name: str) -> BookPosition[State]:
    from studio.games.goldland.text.places import POSITIONS  # imported late because a match never draws layouts

    return POSITIONS[name]()


def clause(state: State) -> str:
    return CLAUSES[state.phase]


# Score table: coins, treasures, amulet and each marker (G15)


def score_breakdown(state: State) -> ScoreBreakdown:
    """Return the final or current score table; its columns add up to `state.scores()`."""
    lines = [ScoreLine(_("Gold coins"), tuple(state.coins), _("Each coin is a point."))]
    reason = _("{value} points for each treasure in a backpack.").format(value=a.TREASURE_VALUE)
    if parts := [
        _("{who} has {treasures}").format(who=seat_mark(seat), treasures=treasures_text(count))
        for seat, count in enumerate(state.treasures)
        if count
    ]:
        reason = _("{value} points each: {list}.").format(value=a.TREASURE_VALUE, list=join_and(parts))
    lines.append(ScoreLine(_("Treasures"), tuple(a.TREASURE_VALUE * count for count in state.treasures), reason))
    owners = [seat for seat, count in enumerate(state.amulet) if count]
    reason = _("No seat has reached the temple yet.")
    if owners:
        reason = _("{who} reached the temple.").format(who=join_seats(owners))
        if state.first >= 0:
            reason = _("{who} reached the temple, {first} first.").format(
                who=join_seats(owners), first=seat_mark(state.first)
            )
    lines.append(ScoreLine(_("Amulet"), tuple(a.AMULET_VALUE * count for count in state.amulet), reason))
    for adventure, holder in enumerate(state.marker):
        if holder >= 0:
            column = [0] * state.seats
            column[holder] = state.board.numbers.markers[adventure]
            lines.append(
                ScoreLine(capitalize_first(marker_name(adventure)), tuple(column), _marker_reason(state, adventure))
            )
    winners = tuple(state.winners()) if state.to_move == OVER else ()
    return ScoreBreakdown(tuple(lines), winners, verdict(state))


def camps_on(state: State, seat: int, adventure: int) -> int:
    """Return the number of a seat's camps on the tiles of an adventure (G9)."""
    camps = state.camp[seat * state.board.count : (seat + 1) * state.board.count]
    return sum(
        number
        for number, placement in zip(camps, state.laid, strict=True)
        if placement >= 0 and state.board.kind_at(placement) == adventure
    )


def _marker_reason(state: State, adventure: int) -> str:
    """Return how many camps each seat has there."""
    counts = [(camps_on(state, seat, adventure), seat) for seat in range(state.seats)]
    parts = [
        _("{who} has {camps}").format(who=seat_mark(seat), camps=camps_text(count))
        for count, seat in sorted(counts, key=lambda one: (-one[0], one[1]))
        if count
    ]
    if not parts:
        return _("{who} survived {adventure} first.").format(
            who=seat_mark(state.marker[adventure]), adventure=tiles_of(adventure)
        )
    return _("On {adventure}: {list}.").format(adventure=tiles_of(adventure), list=join_and(parts))


def verdict(state: State) -> str:
    """Return who has won or leads."""
    scores = state.scores()
    best = max(scores)
    leaders = [seat for seat, count in enumerate(scores) if count == best]
    if state.to_move == OVER:
        return winner_text(leaders, best)
    if not best:
        return _("No seat has points yet.")
    text = _("{who} leads with {points}.") if len(leaders) == 1 else _("{who} lead with {points} each.")
    return text.format(who=join_seats(leaders), points=points_text(best))


def goal_values(state: State, seat: int) -> dict[str, int | str]:
    """Return the values of a seat that puzzle goals use: its space, its winnings, and its equipment by name."""
    items = {f"{key}s": state.pack[seat * a.ITEMS + item] for item, key in enumerate(a.ITEM_KEYS)}
    return {
        "place": space(state.board, state.at[seat]),
        "coins": state.coins[seat],
        "treasures": state.treasures[seat],
        "amulet": state.amulet[seat],
        "markers": state.marker.count(seat),
        "camps": state.board.numbers.camps - state.camps[seat],
        "tokens": state.tokens[seat],
        **items,
    }


# Events of an action or a draw, in order

_KINDS = {
    a.DISCARD: "goods",
    a.STEP: "step",
    a.HAND_OVER: "goods",
    a.NO_CAMP: "camp",
    a.PITCH: "camp",
    a.SHIFT: "camp",
    a.STOP: "stop",
    a.GAIN: "goods",
    a.TAKE: "goods",
    a.EXPLORE: "draw",
    a.TURN_UP: "draw",
    a.LAY: LAY,
    a.DROP: "goods",
    a.TREASURE: "score",
    a.END: "turn",
    a.BUY: "goods",
    a.TILE: "tile",
}


def events(before: State, action: Action, after: State) -> list[Event]:
    log = [_action_event(before, action)]
    _discoveries(log, before, action, after)
    _idle_token(log, before, action, after)
    _markers(log, before, after)
    _amulets(log, before, after)
    _over(log, before, action, after)
    _income(log, before, after)
    _last_round(log, before, after)
    if after.to_move == OVER:
        if after.stale >= a.STALE_ROUNDS:
            text = _("No progress for {rounds} rounds in a row.").format(rounds=a.STALE_ROUNDS)
            log.append(Event("end", text))
        log.append(Event("end", verdict(after)))
    return log


def _action_event(before: State, action: Action) -> Event:
    kind, seat = action[0], before.active
    here = before.at[seat]
    cells: tuple[int, ...] = ()
    if kind == a.STEP:
        cells = (here, action[1])
    elif kind == a.SHIFT:
        cells = (action[1], here)
    elif kind in (a.PITCH, a.NO_CAMP, a.GAIN, a.TAKE, a.TREASURE):
        cells = (here,)
    elif kind in (a.LAY, a.TURN_UP):
        cells = (action[1],)
    return Event(_KINDS[kind], describe(before, action), seat, cells)


def _discoveries(log: list[Event], before: State, action: Action, after: State) -> None:
    """Add what a newly placed tile brings (G11)."""
    if action[0] != a.LAY:
        return
    cell, seat = action[1], before.active
    if after.treasure[cell] and not before.treasure[cell]:
        text = _("A treasure is placed at {tile} on {space}.").format(
            tile=the_tile(after.board.tiles[before.hand]), space=space(after.board, cell)
        )
        log.append(Event("treasure", text, seat, (cell,)))
    gained = after.tokens[seat] - before.tokens[seat]
    text = _("{who} takes {tokens}.").format(who=seat_mark(seat), tokens=tokens_text(gained))
    if gained <= 0:
        text = _("No discovery token is left for {who}.").format(who=seat_mark(seat))
    log.append(Event("token", text, seat))


def _idle_token(log: list[Event], before: State, action: Action, after: State) -> None:
    """Add the token of a seat that only took a treasure (G3); the text of an ended turn includes its token."""
    seat = before.active
    gained = after.tokens[seat] - before.tokens[seat]
    if action[0] == a.TREASURE and gained > 0:
        text = _("{who} takes {tokens} for a turn without an action.").format(
            who=seat_mark(seat), tokens=tokens_text(gained)
        )
        log.append(Event("token", text, seat))


def _markers(log: list[Event], before: State, after: State) -> None:
    """Add the markers that have been won or changed hands (G9)."""
    for adventure, holder in enumerate(after.marker):
        last = before.marker[adventure]
        if holder == last or holder < 0:
            continue
        value = points_text(after.board.numbers.markers[adventure])
        name = marker_name(adventure)
        if last < 0:
            text = _("{who} is the first to survive {adventure} and takes the marker ({points}).").format(
                who=seat_mark(holder), adventure=tiles_of(adventure), points=value
            )
        else:
            text = _("{who} has {camps} there and takes the {marker} ({points}) from {other}.").format(
                who=seat_mark(holder),
                marker=name,
                points=value,
                other=seat_mark(last),
                camps=camps_text(camps_on(after, holder, adventure)),
            )
        log.append(Event("score", text, holder))


def _amulets(log: list[Event], before: State, after: State) -> None:
    """Add arrivals at the temple, and the bonus pile (G14)."""
    board = after.board
    for seat in range(after.seats):
        if after.amulet[seat] and not before.amulet[seat]:
            text = _("{who} reaches the temple and takes an amulet.").format(who=seat_mark(seat))
            bonus = after.coins[seat] - before.coins[seat]
            if bonus:
                text = _("{who} reaches the temple and takes an amulet and {coins} from the bonus pile.").format(
                    who=seat_mark(seat), coins=coins_text(bonus)
                )
            log.append(Event("score", text, seat, (board.temple,)))
    if before.bonus_open and not after.bonus_open:
        left = before.bonus - sum(
            after.coins[seat] - before.coins[seat]
            for seat in range(after.seats)
            if after.amulet[seat] > before.amulet[seat]
        )
        if left > 0:
            text = plural(
                "{coins} left in the bonus pile goes back into the box.",
                "{coins} left in the bonus pile go back into the box.",
                left,
            ).format(coins=coins_text(left))
            log.append(Event("gold", text))


def _over(log: list[Event], before: State, action: Action, after: State) -> None:
    """Add that a turn has ended automatically because the seat could only end it."""
    kind, seat = action[0], before.active
    if kind == a.DROP:  # continue what waited for room in the backpack
        kind = before.then
    if kind not in (a.END, a.TREASURE) and (after.turn != before.turn or after.to_move == OVER):
        log.append(Event("turn", turn_ended_text(seat), seat))


def _income(log: list[Event], before: State, after: State) -> None:
    """Add the coin of a seat with an amulet at the start of its turn (G2)."""
    if after.turn == before.turn or after.to_move == OVER:
        return
    seat = after.active
    if before.amulet[seat] and after.coins[seat] > before.coins[seat]:
        text = _("{who} takes 1 coin from the reserve.")
        if before.reserve == after.reserve:
            text = _("{who} takes 1 coin from the box because the reserve is empty.")
        log.append(Event("gold", text.format(who=seat_mark(seat)), seat, starts_turn=True))


def _last_round(log: list[Event], before: State, after: State) -> None:
    """Add that this is the last round, and then that the match is over (G15)."""
    if not after.last_round or before.last_round:
        return
    if after.to_move == OVER:
        text = _("Every seat has an amulet.") if all(after.amulet) else _("The last coin of the reserve is taken.")
    elif all(after.amulet):
        text = _("Every seat has an amulet. This is the last round.")
    else:
        text = _("The last coin of the reserve is taken. This is the last round.")
    log.append(Event("end", text))
