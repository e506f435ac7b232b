"""What is shown of one position, and to whom: picture, panel with the seats' names, and what may be done."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from studio.core.game import EVERYBODY, Action, Game, State
from studio.core.match import Node
from studio.core.panel import Group, Inset, Item, Panel
from studio.core.picture import Picture
from studio.core.rng import Rng
from studio.gui.play.match.choices import Choices

NOBODY = -1
UNKNOWN: Action = ()
"""What a seat chose that only it knows, in an analysis by another."""


@dataclass(frozen=True, slots=True)
class View:
    """The widgets of the play view show this and change nothing in it; the controller points at moves."""

    picture: Picture
    panel: Panel
    choices: Choices


def seen(game: Game, state: State, eyes: int, actions: list[Action], say: Callable[[str], str]) -> View:
    """The position as `eyes` see it, with the moves that may be made now; `say` puts names into sentences."""
    panel = named(game.panel(state, eyes), say)
    choices = Choices(game, state, actions, panel.usual, panel.aside, say, panel.numbers)
    return View(game.picture(state, eyes), panel, choices)


def next_eyes(state: State, people: Collection[int], viewer: int) -> tuple[int, int]:
    """Who looks at the table when a person is to move, and whom it must be handed to first, or NOBODY.

    It changes hands only where somebody has something to hide from another; until it has, nobody looks, the one who
    had it before no more than the one to come.
    """
    seat = state.to_move
    if len(people) < 2 or seat == viewer:
        return seat, NOBODY
    everybody = state.observe(EVERYBODY)
    if any(state.observe(one) != everybody for one in (seat, viewer)) or _is_secret_choice(state):
        return EVERYBODY, seat
    return seat, NOBODY


def _is_secret_choice(state: State) -> bool:
    """Whether the seat to move decides something that the others must not learn: two moves alike for all but it."""
    seat, kinds = state.to_move, set[int]()
    before: Action | None = None
    for action in state.legal():
        if before is not None and action[0] == before[0] and action[0] not in kinds:
            kinds.add(action[0])
            one, other = (_after(state, move) for move in (before, action))
            if one.observe(EVERYBODY) == other.observe(EVERYBODY) and one.observe(seat) != other.observe(seat):
                return True
        before = action
    return False


def _after(state: State, action: Action) -> State:
    after = state.clone()
    after.apply(action)
    return after


def dealt_anew(line: Sequence[Node], seat: int, luck: Rng) -> bool:
    """Deal all that a seat cannot see afresh along a line of play, and forget what only others know of its decisions.

    Says whether there was anything of the kind.
    """
    seed, found = luck.below(1 << 30), False
    for node in line:
        found = found or node.state.observe(seat) != node.state.dump()
        node.state = node.state.redeal(seat, Rng(seed))
        told = [event for event in node.events if event.private_to in (EVERYBODY, seat)]
        if len(told) < len(node.events) and node.decision is not None and node.decision.seat != seat:
            node.decision = replace(node.decision, action=UNKNOWN)
        node.events = told
    return found


def named(panel: Panel, say: Callable[[str], str]) -> Panel:
    """The panel with names in the place of seat marks."""

    def items(some: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(item._replace(caption=say(item.caption), tip=say(item.tip)) for item in some)

    def group(one: Group) -> Group:
        return one._replace(title=say(one.title), note=say(one.note), items=items(one.items))

    def inset(one: Inset) -> Inset:
        targets = tuple(target._replace(name=say(target.name)) for target in one.picture.targets)
        picture = one.picture if targets == one.picture.targets else replace(one.picture, targets=targets)
        return Inset(say(one.title), say(one.note), picture)

    return replace(
        panel,
        title=say(panel.title),
        hint=say(panel.hint),
        seats=tuple(seat._replace(note=say(seat.note), items=items(seat.items)) for seat in panel.seats),
        groups=tuple(group(one) for one in panel.groups),
        insets=tuple(inset(one) for one in panel.insets),
        tray=None if panel.tray is None else inset(panel.tray),
    )
