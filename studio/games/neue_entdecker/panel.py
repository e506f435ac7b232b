"""Side panel (seats and goods, stacks, tiles left, jungle, track, tile in hand), and prompts for the seat (N15)."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.game import CHANCE, OVER, legal_kinds
from studio.core.panel import Amount, Group, Panel, Seat, Step
from studio.core.text import _, in_context, join_and, plural, seat_mark, winner_title
from studio.games.neue_entdecker.drawing import jungle
from studio.games.neue_entdecker.drawing.picture import PIECE_STYLE, in_hand
from studio.games.neue_entdecker.rules import State, board as a
from studio.games.neue_entdecker.text import event_name, turn_title, unit_name
from studio.seatiles.drawing.woods import CLASS_TARGET
from studio.seatiles.panel import (
    Prompt,
    class_items,
    event_items,
    goods_items,
    lay_prompt,
    misfit_group,
    sorted_counts,
    stacks_group,
    steps_of,
    upcoming_group,
)
from studio.seatiles.text import gold_text, space, stack

_STAGE = {
    a.P_TOPS: -1,
    a.P_CHIEFS: -1,
    a.P_DIE: 0,
    a.P_WHEEL: 0,
    a.P_START: 1,
    a.P_PAY: 1,
    a.P_ANNOUNCE: 2,
    a.P_GO: 3,
    a.P_FRONT: 3,
    a.P_LAY: 3,
    a.P_NATIVES: 3,
    a.P_ISLAND: 4,
    a.P_SEND: 4,
    a.P_TOKEN: 4,
    a.P_OVER: 5,
}


def panel(state: State, seat: int) -> Panel:
    title, hint = prompt(state)
    return Panel(
        turn=_("The end") if state.to_move == OVER else turn_title(state),
        steps=_steps(state),
        title=title,
        hint=hint,
        seats=tuple(
            Seat(
                other,
                state.points[other],
                tuple(goods_items(state, other, _("gold"), PIECE_STYLE.units, unit_name)),
                _note(state, other, seat),
            )
            for other in range(state.seats)
        ),
        groups=_groups(state),
        insets=(jungle.jungle(state, seat), jungle.points_track(state)),
        hand=in_hand(state),
        numbers=_numbers(state),
        amounts=_amounts(state),
    )


def _amounts(state: State) -> tuple[Amount, ...]:
    """Return the number of tiles to announce, hidden or open (N4), or the gold choices of the wheel (N1)."""
    if state.to_move < 0 or state.phase not in (a.P_ANNOUNCE, a.P_WHEEL):
        return ()
    kinds = (
        (a.WHEEL, _("Gold"), 0),
        (a.ANNOUNCE_HIDDEN, _("Hidden"), state.board.hidden_price),
        (a.ANNOUNCE_OPEN, in_context("a stack", "Open"), state.board.open_price),
    )
    found = []
    for kind, text, price in kinds:
        moves = tuple((action[1], action) for action in state.legal() if action[0] == kind)
        note = _("{gold} each").format(gold=gold_text(price)) if price else ""
        if moves:
            found.append(Amount(_("{words} · {price}").format(words=text, price=price) if price else text, moves, note))
    return tuple(found)


def _numbers(state: State) -> tuple[int, ...]:
    """Return the scouts from which the chiefs are named (N14)."""
    if state.phase != a.P_CHIEFS:
        return ()
    return tuple(sorted({number for action in state.legal() for number in action[1:] if number}))


def _steps(state: State) -> tuple[Step, ...]:
    """Return the five stages of a turn (N15)."""
    stage = _STAGE[state.phase]
    if state.phase in (a.P_TOKEN, a.P_TOPS) and state.then in (a.THEN_GO, a.THEN_EVENT, a.THEN_PLACE):
        stage = 3  # during the expedition
    return steps_of((_("Income"), _("Set sail"), _("Announce"), _("Explore"), _("Islands")), stage)


def _note(state: State, seat: int, viewer: int) -> str:
    """Return the notes of a seat: scouts to send (N11), its chiefs as far as the viewer knows (N14)."""
    waiting = state.waiting[seat]
    if waiting:
        return plural("{count} scout to send", "{count} scouts to send", waiting).format(count=waiting)
    knows_all = seat == viewer or state.to_move == OVER
    known = [
        state.chiefs[index]
        for index in (seat * 2, seat * 2 + 1)
        if state.chiefs[index] and (knows_all or state.chief_known >> index & 1)
    ]
    if not state.numbered or not known:
        return ""
    return plural("chief {numbers}", "chiefs {numbers}", len(known)).format(
        numbers=join_and([str(n) for n in sorted(known)])
    )


def _groups(state: State) -> tuple[Group, ...]:
    """Return the groups of tiles; whether the top of a hidden stack is a "?" is public (N0, N5)."""
    open_tiles = class_items(sorted_counts(state), _("open: {name} (class {cls})"), CLASS_TARGET)
    events = event_items(
        state, PIECE_STYLE.events, lambda event: _("still hidden: {name}").format(name=event_name(event))
    )
    return (
        stacks_group(_("Hidden piles"), state.stack_size, state.stack_top, stack),
        Group(_("Open tiles"), _("{price} gold each").format(price=state.board.open_price), open_tiles),
        upcoming_group(state, _("still hidden: {name} (class {cls})"), events),
        *misfit_group(state, _("Discard pile"), _("discarded: {name} (class {cls})")),
    )


def prompt(state: State) -> Prompt:
    if state.to_move == OVER:
        return _over(state)
    if state.to_move == CHANCE:
        return _CHANCE[state.phase]()
    return _DECISIONS[state.phase](state, seat_mark(state.to_move))


def _start(state: State, who: str) -> Prompt:
    if legal_kinds(state) == {a.PASS}:
        return (
            _("{who}, you cannot pay for a start").format(who=who),
            _("With {gold}, no start leaves the price of a tile. You must pass.").format(
                gold=gold_text(state.gold[state.to_move])
            ),
        )
    return (
        _("{who}, choose your start").format(who=who),
        _("Start from an open border edge for its toll, or from a tile for a toll and {gold} per owner.").format(
            gold=gold_text(state.board.route_toll)
        ),
    )


def _announce(state: State, who: str) -> Prompt:
    board = state.board
    return (
        _("{who}, announce your tiles").format(who=who),
        _("Hidden tiles cost {hidden} each, open tiles {shown}. You have {purse}. There is no refund.").format(
            hidden=gold_text(board.hidden_price),
            shown=gold_text(board.open_price),
            purse=gold_text(state.gold[state.to_move]),
        ),
    )


def _go(state: State, who: str) -> Prompt:
    kinds = legal_kinds(state)
    may_draw = bool(kinds & {a.DRAW_HIDDEN, a.DRAW_OPEN})
    may_land = bool(kinds & {a.UNIT, a.UNIT_FROM_CELL, a.UNIT_FROM_PATH})
    left = plural("{count} tile left to draw.", "{count} tiles left to draw.", state.left)
    left = left.format(count=state.left)
    if may_draw and not may_land and a.STOP not in kinds:
        if a.DRAW_OPEN in kinds:
            why = _("Choose a class that fits next to your ship.")
        else:
            why = _("A tile with “?” causes an event when you place it.")
        return _("{who}, draw a tile").format(who=who), f"{left} {why}"
    place = space(state.board, state.ship) if state.ship >= 0 else ""
    if may_draw and may_land:
        return (
            _("{who}, draw or place a unit").format(who=who, space=place),
            left + " " + _("Placing a unit ends the expedition."),
        )
    if may_land:
        recalls = a.UNIT not in kinds or not state.supply[state.to_move * 3 + a.SCOUT]
        why = _("A unit on the new land claims its island. Stopping is free.")
        if recalls and kinds & {a.UNIT_FROM_CELL, a.UNIT_FROM_PATH}:
            why = _("Your supply has no scout. You may take one back from an island or the jungle.")
        return _("{who}, place a unit or stop").format(who=who, space=place), why
    return _("{who}, draw or stop").format(who=who), left


def _send(state: State, who: str) -> Prompt:
    count = state.waiting[state.to_move]
    more = plural("{count} scout to send.", "{count} scouts to send.", count).format(count=count)
    return (
        _("{who}, choose a jungle path").format(who=who),
        more + " " + _("It takes the free space nearest the hut. Dot: draw a token. Eye: see the token."),
    )


_DECISIONS: dict[int, Callable[[State, str], Prompt]] = {
    a.P_CHIEFS: lambda state, who: (
        _("{who}, name your chief scouts").format(who=who),
        _("These two count double on islands and paths. They are revealed when their island is scored."),
    ),
    a.P_WHEEL: lambda state, who: (
        _("{who}, wheel: choose a number").format(who=who),
        _("You gain that much gold. Every other seat gains one more."),
    ),
    a.P_START: _start,
    a.P_PAY: lambda state, who: (
        _("{who}, choose your route to {space}").format(who=who, space=space(state.board, state.ship)),
        _("Each route has its own price and recipients. The cheapest is listed first."),
    ),
    a.P_ANNOUNCE: _announce,
    a.P_GO: _go,
    a.P_LAY: lambda state, who: lay_prompt(state, who, event_name),
    a.P_NATIVES: lambda state, who: (
        _("{who}, natives show you a path").format(who=who),
        _("You may send one scout up a path of your choice for free, or decline."),
    ),
    a.P_ISLAND: lambda state, who: (
        _("{who}, choose an island to score").format(who=who),
        _("Its scouts go to the jungle before the next island is scored."),
    ),
    a.P_SEND: _send,
}

_CHANCE: dict[int, Callable[[], Prompt]] = {
    a.P_TOPS: lambda: (_("The hidden tiles are dealt into piles"), ""),
    a.P_DIE: lambda: (_("The die is rolled"), _("The active seat has little gold left.")),
    a.P_FRONT: lambda: (_("The tile is turned over"), ""),
    a.P_TOKEN: lambda: (_("A token is drawn for the hut"), ""),
}


def _over(state: State) -> Prompt:
    winners = state.winners()
    why = _("All spaces are discovered, and the huts are open.")
    if len(winners) > 1:
        why = _("They have equal points and gold.")
    return winner_title(winners, max(state.points)), why
