"""Side panel: the steps of a turn, the seats, the bag, and the hand of the viewer."""

from __future__ import annotations

from studio.core.game import OVER
from studio.core.panel import Group, Inset, Item, Panel, Seat, Step
from studio.core.picture import Layer, Picture, Shape, Sprite, Target, rectangle
from studio.core.text import _, capitalize_first, plural, seat_mark
from studio.games._template.drawing import SEED_TARGET
from studio.games._template.rules import HAND, NONE, State
from studio.games._template.text import a_flower, flower, turn_title, verdict

SEEDS = tuple(f"_template/flower_{kind + 1}" for kind in range(3))


def panel(state: State, seat: int) -> Panel:
    """Return the panel; of other hands it shows only the number of seeds (M2)."""
    return Panel(
        turn=_("The end") if state.to_move == OVER else turn_title(state),
        steps=_steps(state),
        title=_title(state),
        hint=_hint(state),
        seats=tuple(_seat(state, other) for other in range(state.seats)),
        groups=(Group(_("Bag"), _seeds(sum(state.bag)), (Item("_template/bag", str(sum(state.bag))),), "stacks"),),
        tray=_hand(state, seat) if seat >= 0 else None,
    )


def _steps(state: State) -> tuple[Step, ...]:
    taken = state.held != NONE
    over = state.to_move == OVER
    take = Step(_("Take a seed"), "done" if taken or over else "now")
    return take, Step(_("Plant it"), "now" if taken else "done" if over else "later")


def _title(state: State) -> str:
    if state.to_move == OVER:
        return verdict(state)
    who = seat_mark(state.active)
    if state.held == NONE:
        return _("{who}, take a seed from your hand").format(who=who)
    return _("{who}, plant {flower} on a free square").format(who=who, flower=a_flower(state.held))


def _hint(state: State) -> str:
    if state.to_move == OVER:
        return ""
    if state.held == NONE:
        return _("A daisy is worth 1, a poppy 2, an iris 3.")
    return _("A point more for every flower that already stands beside it.")


def _seat(state: State, seat: int) -> Seat:
    count = sum(state.hands[seat])
    return Seat(seat, state.points[seat], (Item("_template/bag", str(count), tip=_seeds(count), is_faded=not count),))


def _seeds(count: int) -> str:
    return plural("{count} seed", "{count} seeds", count).format(count=count)


def _hand(state: State, seat: int) -> Inset:
    """Return the seeds of a seat side by side."""
    kinds = [kind for kind, count in enumerate(state.hands[seat]) for _seed in range(count)]
    shapes: list[Shape] = [Sprite(SEEDS[kind], place + 0.5, 0.5, 0.8) for place, kind in enumerate(kinds)]
    targets = [
        Target(SEED_TARGET + kind, rectangle(place, 0, 1, 1), capitalize_first(flower(kind)))
        for place, kind in enumerate(kinds)
    ]
    layers = (Layer("hand", tuple(shapes), is_still=False),)
    return Inset(_("Hand"), "", Picture((0, 0, HAND, 1), layers, tuple(targets)))
