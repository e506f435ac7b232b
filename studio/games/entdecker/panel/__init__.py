"""What stands beside the board: seats and their goods, piles, own tiles, tiles and chips still to come, gold."""

from __future__ import annotations

from studio.core.game import OVER
from studio.core.panel import Group, Item, Panel, Seat, Step
from studio.core.text import _, plural
from studio.games.entdecker.drawing.picture import LOOK, OWN_TARGET, in_hand
from studio.games.entdecker.drawing.purse import purse
from studio.games.entdecker.panel.prompts import prompt
from studio.games.entdecker.rules import State
from studio.games.entdecker.rules import actions as a
from studio.games.entdecker.words.places import chips, event_name, pile, unit_name
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
from studio.seatiles.words import class_name, tile_name, tiles

_STAGE = {
    a.P_TOPS: -1,
    a.P_SPIN: 0,
    a.P_START: 1,
    a.P_DECLARE: 2,
    a.P_GO: 3,
    a.P_FRONT: 3,
    a.P_LAY: 3,
    a.P_CHIP: 4,
    a.P_ISLAND: 4,
    a.P_OVER: 5,
}


def panel(state: State, seat: int) -> Panel:
    """Everything beside the board for this position; nothing of it is hidden from any seat (E1)."""
    title, hint = prompt(state)
    return Panel(
        turn=_turn(state),
        steps=_steps(state),
        title=title,
        hint=hint,
        seats=tuple(_seat(state, other) for other in range(state.seats)),
        groups=_groups(state),
        insets=(purse(state),),
        hand=in_hand(state),
    )


def _turn(state: State) -> str:
    if state.to_move == OVER:
        return _("The end")
    if state.phase == a.P_TOPS and state.then == a.THEN_BEGIN:
        return _("Before the first season")
    return _("Season {season} · turn {turn}").format(season=state.season, turn=state.turn)


def _steps(state: State) -> tuple[Step, ...]:
    """The five stages of a turn (E2–E8); what is left of the declared draws stands by the expedition."""
    stage = _STAGE[state.phase]
    if state.phase in (a.P_TOPS, a.P_CHIP) and state.then in (a.THEN_PLACE, a.THEN_GO):
        stage = 3  # amid the expedition
    explore = _("Explore")
    if stage == 3 and state.declared:
        explore = _("Explore {left}/{declared}").format(left=state.left, declared=state.declared)
    return steps_of((_("Income"), _("Set sail"), _("Declare"), explore, _("Islands")), stage)


def chip_sprite(value: int) -> str:
    """A plant chip face up."""
    return f"entdecker/chip_{value}" if 1 <= value <= 4 else "entdecker/chip"


def _seat(state: State, seat: int) -> Seat:
    """The card of one seat."""
    tip = _("gold, {most} at most").format(most=state.board.most_gold)
    items = goods(state, seat, tip, LOOK.units, unit_name)
    found = state.chips[seat]
    tip = chips(len(found))
    if found:
        tip = _("{chips}: {values}").format(chips=tip, values=", ".join(map(str, sorted(found))))
    items.append(Item("entdecker/chip", str(len(found)), tip=tip, faded=not found))
    return Seat(seat, state.points[seat], tuple(items), _note(state, seat))


def _note(state: State, seat: int) -> str:
    """Who is first in this season (E2), and how many own tiles are left (E14)."""
    words = []
    if seat == state.first and state.to_move != OVER and state.season:
        words.append(_("first player"))
    if state.personal[seat]:
        count = len(state.personal[seat])
        words.append(plural("{count} personal tile", "{count} personal tiles", count).format(count=count))
    return ", ".join(words)


def _groups(state: State) -> tuple[Group, ...]:
    reserve = sorted_counts(state)
    return (
        stacks_group(_("Draw piles"), state.stack_size, state.stack_top, pile),
        *_own_tiles(state),
        to_come(state, _("still in the piles: {name} (class {cls})")),
        _events(state),
        _chips(state),
        Group(_("Reserve"), tiles(sum(reserve)), class_items(reserve, _("in the reserve: {name} (class {cls})"))),
        *misfits(state, _("Out of the game"), _("out of the game: {name} (class {cls})")),
    )


def _own_tiles(state: State) -> tuple[Group, ...]:
    """The own tiles of the seat whose turn it is (E14); no group without the option."""
    if not state.personal_tiles or state.to_move == OVER:
        return ()
    kinds = state.board.chart.kinds
    items = tuple(
        Item(
            f"seatiles/class_{kinds[kind].cls}",
            str(state.personal[state.active].count(kind)),
            tip=_("personal tile: {tile}, for 2 of the declared gold").format(tile=tile_name(state.board, kind)),
            target=OWN_TARGET + kind,
        )
        for kind in sorted(set(state.personal[state.active]))
    )
    return (Group(_("Personal tiles"), _("2 gold each"), items, "stacks"),)


def _events(state: State) -> Group:
    """The event table: what the "?" tiles in the draw piles still bring, and on which classes (E10)."""

    def tip(event: int) -> str:
        return _("still in the piles: {name}, on {classes}").format(
            name=event_name(event), classes=_classes_of(state, event) or _("no tile")
        )

    return Group(_("Events"), _("still hidden"), tuple(event_items(state, LOOK.events, tip)))


def _classes_of(state: State, event: int) -> str:
    """On which classes an event still lies, and how often."""
    counts = [0] * 7
    for number, kind in enumerate(state.board.chart.kinds):
        if number * a.SORTS < len(state.hidden):
            counts[kind.cls] += state.hidden[number * a.SORTS + event]
    return ", ".join(f"{count} × {class_name(cls)}" for cls, count in enumerate(counts) if count)


def _chips(state: State) -> Group:
    """The plant chips that nobody has drawn yet, by value (E10, E11)."""
    items = tuple(
        Item(
            chip_sprite(value),
            str(left),
            caption="" if 1 <= value <= 4 else str(value),
            tip=_("still unseen: {chips} of value {value}").format(chips=chips(left), value=value),
            faded=not left,
        )
        for value, left in zip(state.board.bag_values, state.bag, strict=True)
    )
    return Group(_("Plant chips"), _("{count} unseen").format(count=sum(state.bag)), items)
