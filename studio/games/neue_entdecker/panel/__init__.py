"""What stands beside the board: seats and their goods, stacks, tiles still to come, jungle, track, tile in hand."""

from __future__ import annotations

from studio.core.game import OVER
from studio.core.panel import Group, Item, Panel, Seat, Step
from studio.core.text import _, every, plural
from studio.games.neue_entdecker.drawing import jungle, serpent
from studio.games.neue_entdecker.drawing.picture import in_hand
from studio.games.neue_entdecker.panel import prompts
from studio.games.neue_entdecker.rules import State
from studio.games.neue_entdecker.rules import actions as a
from studio.games.neue_entdecker.words import turn
from studio.games.neue_entdecker.words.places import event_name, unit_name
from studio.seatiles.drawing.spots import CLASS_TARGET
from studio.seatiles.panel import by_class, class_items, stacks_group
from studio.seatiles.words import stack, tiles

UNIT_SPRITES = ("seatiles/scout", "seatiles/base", "seatiles/settlement")
EVENT_SPRITES = (
    "",
    "seatiles/event_gold",
    "seatiles/event_pirates",
    "seatiles/event_natives",
    "seatiles/event_storm",
)

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
    return Panel(
        turn=_turn(state),
        steps=_steps(state),
        title=prompts.title(state),
        hint=prompts.hint(state),
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
    names = (_("Income"), _("Set sail"), _("Announce"), _("Explore"), _("Islands"))
    return tuple(
        Step(name, "done" if place < stage else "now" if place == stage else "later")
        for place, name in enumerate(names)
    )


def _seat(state: State, seat: int, viewer: int) -> Seat:
    """The card of one seat; all its goods are open (N0) but for its chiefs (N14)."""
    items = [
        Item(
            "common/coin",
            str(state.gold[seat]),
            tip=_("gold"),
            faded=not state.gold[seat],
        )
    ]
    for kind, sprite in enumerate(UNIT_SPRITES):
        left = state.supply[seat * 3 + kind]
        price = state.board.unit_cost[kind]
        tip = _("{unit} in supply, {price} gold each").format(unit=unit_name(kind), price=price)
        items.append(Item(sprite, str(left), tip=tip, seat=seat, faded=not left))
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
    groups = [_stacks(state), _open_tiles(state), _to_come(state)]
    set_aside = _discard(state)
    if set_aside is not None:
        groups.append(set_aside)
    return tuple(groups)


def _stacks(state: State) -> Group:
    """The hidden stacks; whether a top is a "?" is visible (N0, N5)."""
    return stacks_group(_("Hidden stacks"), state.stack_size, state.stack_top, stack)


def _open_tiles(state: State) -> Group:
    """The sorted tiles by class; bonus tiles that no layout uses have left the game."""
    chart = state.board.chart
    left = [0 if kind.bonus else count for kind, count in zip(chart.kinds, state.sorted_left, strict=True)]
    items = class_items(by_class(chart, left), _("open: {name} (class {cls})"), CLASS_TARGET)
    return Group(_("Open tiles"), _("{price} gold each").format(price=state.board.open_price), items)


def _to_come(state: State) -> Group:
    """What the hidden stacks still hold, by class and by event."""
    counts = by_class(state.board.chart, state.hidden, a.SORTS)
    items = [*class_items(counts, _("still hidden: {name} (class {cls})"))]
    if not counts[6]:
        items.pop()  # the published stacks hold no inland tiles
    for event in range(1, a.SORTS):
        left = sum(state.hidden[event :: a.SORTS])
        name = event_name(event)
        items.append(
            Item(EVENT_SPRITES[event], str(left), tip=_("still hidden: {name}").format(name=name), faded=not left)
        )
    note = _("{count} of them “?”").format(count=state.hidden_query)
    return Group(_("What may still come"), note, tuple(items))


def _discard(state: State) -> Group | None:
    """Misfits laid aside, by class (N6, N9); None while there are none."""
    counts = by_class(state.board.chart, state.discard, a.SORTS)
    whole = sum(counts)
    if not whole:
        return None
    items = class_items(counts, _("laid aside: {name} (class {cls})"), every=False)
    return Group(_("Laid aside"), tiles(whole), (Item("seatiles/discard", str(whole), tip=_("misfits")), *items))
