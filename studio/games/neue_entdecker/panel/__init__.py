"""What stands beside the board: seats and their goods, stacks, tiles still to come, jungle, track, tile in hand."""

from __future__ import annotations

from studio.core.game import OVER
from studio.core.panel import Group, Panel, Seat, Step
from studio.core.text import _, every, plural
from studio.games.neue_entdecker.drawing import jungle, serpent
from studio.games.neue_entdecker.drawing.picture import LOOK, in_hand
from studio.games.neue_entdecker.panel.prompts import prompt
from studio.games.neue_entdecker.rules import State
from studio.games.neue_entdecker.rules import actions as a
from studio.games.neue_entdecker.words import turn
from studio.games.neue_entdecker.words.places import event_name, unit_name
from studio.seatiles.drawing.spots import CLASS_TARGET
from studio.seatiles.panel import (
    class_items,
    event_items,
    goods,
    misfits,
    sorted_counts,
    stacks_group,
    steps_of,
    to_come,
)
from studio.seatiles.words import stack

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
    """Everything beside the board for this position, as `seat` may see it."""
    title, hint = prompt(state)
    return Panel(
        turn=_turn(state),
        steps=_steps(state),
        title=title,
        hint=hint,
        seats=tuple(_seat(state, other, seat) for other in range(state.seats)),
        groups=_groups(state),
        insets=(jungle.jungle(state, seat), serpent.track(state)),
        hand=in_hand(state),
    )


def _turn(state: State) -> str:
    if state.to_move == OVER:
        return _("The end")
    if state.phase == a.P_CHIEFS or (state.phase == a.P_TOPS and state.then == a.THEN_BEGIN):
        return _("Before the first turn")
    return turn(state)


def _steps(state: State) -> tuple[Step, ...]:
    """The five stages of a turn (N15)."""
    stage = _STAGE[state.phase]
    if state.phase in (a.P_TOKEN, a.P_TOPS) and state.then in (a.THEN_GO, a.THEN_EVENT, a.THEN_PLACE):
        stage = 3  # amid the expedition
    return steps_of((_("Income"), _("Set sail"), _("Announce"), _("Explore"), _("Islands")), stage)


def _seat(state: State, seat: int, viewer: int) -> Seat:
    """The card of one seat; all its goods are open (N0) but for its chiefs (N14)."""
    items = goods(state, seat, _("gold"), LOOK.units, unit_name)
    return Seat(seat, state.points[seat], tuple(items), _note(state, seat, viewer))


def _note(state: State, seat: int, viewer: int) -> str:
    """What else is to be said of a seat: scouts it has to send (N11), its chiefs as far as the viewer knows (N14)."""
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
        numbers=every([str(n) for n in sorted(known)])
    )


def _groups(state: State) -> tuple[Group, ...]:
    """Whether the top of a hidden stack is a "?" is visible (N0, N5)."""
    open_tiles = class_items(sorted_counts(state), _("open: {name} (class {cls})"), CLASS_TARGET)
    events = event_items(state, LOOK.events, lambda event: _("still hidden: {name}").format(name=event_name(event)))
    return (
        stacks_group(_("Hidden stacks"), state.stack_size, state.stack_top, stack),
        Group(_("Open tiles"), _("{price} gold each").format(price=state.board.open_price), open_tiles),
        to_come(state, _("still hidden: {name} (class {cls})"), events),
        *misfits(state, _("Laid aside"), _("laid aside: {name} (class {cls})")),
    )
