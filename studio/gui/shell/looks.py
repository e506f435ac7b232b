"""What of the window's looks a person chooses in the View menu: theme and contrast, colours of seats, size of words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtGui import QAction, QActionGroup

from studio.core.text import _
from studio.gui.settings import settings
from studio.gui.style.seat_colours import USUAL
from studio.gui.style.size import STEPS
from studio.gui.style.size import USUAL as FULL
from studio.gui.widgets.actions import Keys
from studio.gui.widgets.popups import Menu

Add = Callable[..., QAction]
"""How a menu gets an action: the menu, its name, words, icon, what it does, and its keys."""


def themes() -> list[tuple[str, str]]:
    """What can be chosen for "theme", and what it is called."""
    return [("system", _("As the &system")), ("light", _("&Light")), ("dark", _("&Dark"))]


def palettes() -> list[tuple[str, str]]:
    """The same for "palette"."""
    red_green, blue_yellow = _("Without &red and green to tell apart"), _("Without &blue and yellow to tell apart")
    return [(USUAL, _("As &usual")), ("red_green", red_green), ("blue_yellow", blue_yellow)]


def sizes() -> list[tuple[int, str]]:
    """The same for "size"."""
    return [(step, _("{percent} %").format(percent=step)) for step in STEPS]


class Worn(Protocol):
    """A window that looks as it is told."""

    def choose_theme(self, name: str) -> None: ...
    def choose_contrast(self, on: bool) -> None: ...
    def choose_palette(self, name: str) -> None: ...
    def choose_targets(self, large: bool) -> None: ...
    def choose_size(self, percent: int) -> None: ...
    def step_size(self, by: int) -> None: ...
    def look_as_at_first(self) -> None: ...


class Looks:
    """Menus of looks at the end of another menu; `follow` has them show what is chosen."""

    def __init__(self, window: Worn, menu: Menu, add: Add) -> None:
        self._window, self._menu, self._add = window, menu, add
        self._chosen: list[tuple[QAction, str, object]] = []
        """Actions that wear a tick while a setting has a value."""
        self._add_themes()
        self._add_colours()
        self._add_sizes()
        self._switch(menu, "large_targets", _("&Large buttons"), "hand", window.choose_targets)
        add(menu, "looks_at_first", _("All looks as at f&irst"), "undo", window.look_as_at_first)
        self.follow()

    def follow(self) -> None:
        """Show what is chosen."""
        known = settings()
        now = {"theme": known.theme, "size": known.size}
        for action, name, value in self._chosen:
            action.setChecked(now.get(name, known.value(name)) == value)

    def _part(self, words: str) -> tuple[Menu, QActionGroup]:
        menu = Menu(words, self._menu)
        self._menu.addMenu(menu)
        return menu, QActionGroup(menu)

    def _one_of(
        self, part: tuple[Menu, QActionGroup], name: str, value: object, words: str, icon: str, *keys: Keys
    ) -> None:
        """One of several values of a setting."""
        ways: dict[str, Callable[..., None]] = {
            "theme": self._window.choose_theme,
            "palette": self._window.choose_palette,
            "size": self._window.choose_size,
        }
        menu, group = part
        action = self._add(menu, f"{name}_{value}", words, icon, partial(ways[name], value), *keys)
        action.setCheckable(True)
        group.addAction(action)
        self._chosen.append((action, name, value))

    def _switch(self, menu: Menu, name: str, words: str, icon: str, choose: Callable[[bool], None]) -> None:
        """A setting that is on or off."""
        action = self._add(menu, name, words, icon, lambda: choose(not settings().value(name)))
        action.setCheckable(True)
        self._chosen.append((action, name, True))

    def _add_themes(self) -> None:
        part = self._part(_("&Theme"))
        signs = {"system": ("half_moon", "Ctrl+F12"), "light": ("sun", "Ctrl+F10"), "dark": ("moon", "Ctrl+F11")}
        for value, words in themes():
            self._one_of(part, "theme", value, words, *signs[value])
        part[0].addSeparator()
        self._switch(part[0], "contrast", _("High &contrast"), "eye", self._window.choose_contrast)

    def _add_colours(self) -> None:
        part = self._part(_("&Colours of the seats"))
        for value, words in palettes():
            self._one_of(part, "palette", value, words, "person")

    def _add_sizes(self) -> None:
        part = menu, _group = self._part(_("Size of &words"))
        window = self._window
        self._add(menu, "larger", _("&Larger"), "zoom_in", lambda: window.step_size(1), "Ctrl+Alt++", "Ctrl+Alt+=")
        self._add(menu, "smaller", _("&Smaller"), "zoom_out", lambda: window.step_size(-1), "Ctrl+Alt+-")
        self._add(menu, "usual_size", _("&As usual"), "fit", lambda: window.choose_size(FULL), "Ctrl+Alt+0")
        menu.addSeparator()
        for step, words in sizes():
            self._one_of(part, "size", step, words, "zoom_in")
