"""What is shown of one position, and to whom: picture, panel with the seats' names, and what may be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from studio.core.game import Action, State
from studio.core.panel import Group, Inset, Item, Panel
from studio.core.picture import Picture
from studio.core.protocols import Game
from studio.gui.play.match.choices import Choices


@dataclass(frozen=True, slots=True)
class View:
    """The widgets of the play view show this and change nothing in it; the controller points at moves."""

    picture: Picture
    panel: Panel
    choices: Choices


def seen(game: Game, state: State, eyes: int, actions: list[Action], say: Callable[[str], str]) -> View:
    """The position as `eyes` see it, with the moves that may be made now; `say` puts names into sentences."""
    panel = named(game.panel(state, eyes), say)
    choices = Choices(game, state, actions, panel.usual, panel.aside, say, panel.numbers, panel.amounts, panel.runs)
    return View(game.picture(state, eyes), panel, choices)


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
