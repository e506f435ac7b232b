"""How everybody came by their points in Goldland: coins, treasures, the amulet, markers one by one (G15)."""

from __future__ import annotations

from studio.core.game import OVER
from studio.core.panel import Line, Reckoning
from studio.core.text import _, begun, every, marks, points, seat_mark, won
from studio.games.goldland.rules import State
from studio.games.goldland.rules import actions as a
from studio.games.goldland.words.places import camps, marker_name, space, tiles_of, treasures


def reckoning(state: State) -> Reckoning:
    """The final table, or how it stands so far; the columns add up to `state.scores()`."""
    lines = [Line(_("Gold coins"), tuple(state.coins), _("Each coin is a point."))]
    found = [(seat, count) for seat, count in enumerate(state.treasures) if count]
    reason = _("{value} points for each in a backpack.").format(value=a.TREASURE_VALUE)
    if found:
        parts = [_("{who} has {treasures}").format(who=seat_mark(seat), treasures=treasures(n)) for seat, n in found]
        reason = _("{value} points each: {list}.").format(value=a.TREASURE_VALUE, list=every(parts))
    lines.append(Line(_("Treasures"), tuple(a.TREASURE_VALUE * count for count in state.treasures), reason))
    owners = [seat for seat, count in enumerate(state.amulet) if count]
    reason = _("Nobody has been at the temple yet.")
    if owners:
        reason = _("{who} reached the temple.").format(who=marks(owners))
        if state.first >= 0:
            reason = _("{who} reached the temple, {first} first.").format(
                who=marks(owners), first=seat_mark(state.first)
            )
    lines.append(Line(_("Amulet"), tuple(a.AMULET_VALUE * count for count in state.amulet), reason))
    for adventure, holder in enumerate(state.marker):
        if holder >= 0:
            column = [0] * state.seats
            column[holder] = state.board.numbers.markers[adventure]
            lines.append(Line(begun(marker_name(adventure)), tuple(column), _marker_reason(state, adventure)))
    winners = tuple(state.winners()) if state.to_move == OVER else ()
    return Reckoning(tuple(lines), winners, verdict(state))


def camps_on(state: State, seat: int, adventure: int) -> int:
    """How many camps a seat has on the tiles of an adventure (G9)."""
    board, count = state.board, state.board.count
    return sum(
        state.camp[seat * count + cell]
        for cell in range(count)
        if state.laid[cell] >= 0 and board.kind_at(state.laid[cell]) == adventure
    )


def _marker_reason(state: State, adventure: int) -> str:
    """Who has how many camps there."""
    counts = [(camps_on(state, seat, adventure), seat) for seat in range(state.seats)]
    parts = [
        _("{who} has {camps}").format(who=seat_mark(seat), camps=camps(count))
        for count, seat in sorted(counts, key=lambda one: (-one[0], one[1]))
        if count
    ]
    if not parts:
        return _("{who} survived {adventure} first.").format(
            who=seat_mark(state.marker[adventure]), adventure=tiles_of(adventure)
        )
    return _("On {adventure}, {list}.").format(adventure=tiles_of(adventure), list=every(parts))


def verdict(state: State) -> str:
    """Who has won, or who leads."""
    scores = state.scores()
    best = max(scores)
    leaders = [seat for seat, count in enumerate(scores) if count == best]
    if state.to_move == OVER:
        return won(leaders, best)
    if not best:
        return _("Nobody has points yet.")
    if len(leaders) == 1:
        return _("{who} leads with {points}.").format(who=marks(leaders), points=points(best))
    return _("{who} lead with {points} each.").format(who=marks(leaders), points=points(best))


def figures(state: State, seat: int) -> dict[str, int | str]:
    """What goals of puzzles can ask of a seat: where it stands, what it has won, and its equipment by name."""
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
