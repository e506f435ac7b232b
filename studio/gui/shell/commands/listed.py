"""All that can be done at the window now: the actions of its menus, with their place, icon, keys and hindrance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from studio.gui.settings import settings
from studio.gui.shell.commands.likeness import Likeness, likeness
from studio.gui.widgets.actions import leaves, words_of

REMEMBERED = 6
"""How many commands count as used lately."""
PLACE_WORTH = 0.5
"""What is found in a menu's name counts half."""


class Command(NamedTuple):
    """An action and the menus that lead to it; `letters` of its words are those that were typed."""

    action: QAction
    place: tuple[str, ...]
    letters: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """What it is called."""
        return words_of(self.action)


def listed(bar: QMenuBar) -> list[Command]:
    """Whatever stands in the menus that are shown, in their order. Files used lately are no commands."""
    commands: dict[str, Command] = {}
    for head in bar.actions():
        menu = head.menu()
        if isinstance(menu, QMenu) and head.isVisible():
            for action, place in leaves(menu):
                if action.objectName():
                    commands.setdefault(action.objectName(), Command(action, place))
    return list(commands.values())


def fitting(commands: Sequence[Command], typed: str) -> list[Command]:
    """Those commands that fit what is typed, the best first; of two that fit alike, what was used lately."""
    lately = settings().texts("commands")
    found: list[tuple[float, int, Command]] = []
    for command in commands:
        like = likeness(typed, command.words) or _with_place(typed, command)
        if like is not None:
            name = command.action.objectName()
            rank = lately.index(name) if name in lately else len(lately)
            found.append((-round(like.worth, 1), rank, command._replace(letters=like.letters)))
    found.sort(key=lambda entry: (entry[:2], not entry[2].action.isEnabled()))
    return [command for _worth, _rank, command in found]


def _with_place(typed: str, command: Command) -> Likeness | None:
    """The likeness of the words together with the menus' names, where the words alone do not fit."""
    words = command.words
    like = likeness(typed, f"{words} {' '.join(command.place)}")
    if like is None:
        return None
    return Likeness(like.worth * PLACE_WORTH, tuple(letter for letter in like.letters if letter < len(words)))


def used_lately(commands: Sequence[Command]) -> list[Command]:
    """Those that were used lately, the latest first."""
    by_name = {command.action.objectName(): command for command in commands}
    return [by_name[name] for name in settings().texts("commands")[:REMEMBERED] if name in by_name]


def remember(command: Command) -> None:
    """This command was used just now."""
    name = command.action.objectName()
    settings().put("commands", [name, *(other for other in settings().texts("commands") if other != name)][:40])
