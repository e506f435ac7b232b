"""Theme, colours and text size of the program, and their menus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication
from PySide6.QtWidgets import QWidget

from studio.core.text import _
from studio.gui.settings import settings
from studio.gui.style import stylesheet
from studio.gui.style.stylesheet import DEFAULT_SCALE, SCALE_STEPS, apply_appearance, current_theme, min_window_size
from studio.gui.style.theme import DEFAULT_PALETTE
from studio.gui.widgets.actions import Keys
from studio.gui.widgets.buttons import Menu

AddAction = Callable[..., QAction]  # adds an action to a menu: menu, name, text, icon, slot, shortcuts


def theme_choices() -> list[tuple[str, str]]:
    """Values and labels of "theme"."""
    return [("system", _("&System default")), ("light", _("&Light")), ("dark", _("&Dark"))]


def palette_choices() -> list[tuple[str, str]]:
    """Values and labels of "palette"."""
    red_green, blue_yellow = _("&Red-green colour blindness"), _("&Blue-yellow colour blindness")
    return [(DEFAULT_PALETTE, _("&Normal")), ("red_green", red_green), ("blue_yellow", blue_yellow)]


def text_size_choices() -> list[tuple[int, str]]:
    """Values and labels of "size"."""
    return [(step, _("{percent} %").format(percent=step)) for step in SCALE_STEPS]


class Appearance(QObject):
    """Applies and saves what the user chooses, for the whole program.

    `changed`: the theme is another one. `size_changed`: the text has another size, at once (True) or after a restart.
    """

    changed = Signal()
    size_changed = Signal(bool)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        window.setMinimumSize(min_window_size())
        QGuiApplication.styleHints().colorSchemeChanged.connect(self.follow_system)

    def choose(self, name: str, value: object) -> None:
        """Set "theme", "contrast", "palette" or "large_targets"."""
        settings().set_value(name, value)
        self._apply()

    def choose_text_size(self, percent: int) -> None:
        settings().set_value("size", percent)
        self._window.setMinimumSize(0, 0)
        is_applied = stylesheet.set_ui_scale(percent)
        self._window.setMinimumSize(min_window_size())
        self.size_changed.emit(is_applied)

    def step_text_size(self, by: int) -> None:
        """Choose the next larger (1) or smaller (-1) text size."""
        self.choose_text_size(stylesheet.next_scale(settings().text_size, by))

    def reset(self) -> None:
        settings().reset("theme", "contrast", "palette", "large_targets")
        self.choose_text_size(DEFAULT_SCALE)
        self._apply()

    def toggle_theme(self) -> None:
        self.choose("theme", "light" if current_theme().is_dark else "dark")

    def follow_system(self) -> None:
        """Apply the theme of the system if that is chosen."""
        if settings().theme == "system":
            self._apply()

    def _apply(self) -> None:
        apply_appearance(*settings().appearance)
        self.changed.emit()


class AppearanceMenu:
    """Submenus and actions of the appearance at the end of a menu."""

    def __init__(self, appearance: Appearance, menu: Menu, add: AddAction) -> None:
        self._appearance, self._menu, self._add = appearance, menu, add
        self._checkable: list[tuple[QAction, str, object]] = []  # with setting and value for which they are checked
        themes = self._add_submenu(_("&Theme"))
        icons = {"system": ("half_moon", "Ctrl+F12"), "light": ("sun", "Ctrl+F10"), "dark": ("moon", "Ctrl+F11")}
        for theme, text in theme_choices():
            self._add_choice(themes, ("theme", theme), text, partial(appearance.choose, "theme", theme), *icons[theme])
        themes.addSeparator()
        self._add_switch(themes, "contrast", _("High &contrast"), "eye")
        palettes = self._add_submenu(_("Seat &colours"))
        for palette, text in palette_choices():
            self._add_choice(
                palettes, ("palette", palette), text, partial(appearance.choose, "palette", palette), "person"
            )
        sizes = self._add_submenu(_("Te&xt size"))
        step, choose = appearance.step_text_size, appearance.choose_text_size
        add(sizes, "larger", _("&Larger"), "zoom_in", partial(step, 1), "Ctrl+Alt++", "Ctrl+Alt+=")
        add(sizes, "smaller", _("&Smaller"), "zoom_out", partial(step, -1), "Ctrl+Alt+-")
        add(sizes, "usual_size", _("&Default"), "fit", partial(choose, DEFAULT_SCALE), "Ctrl+Alt+0")
        sizes.addSeparator()
        for size, text in text_size_choices():
            self._add_choice(sizes, ("size", size), text, partial(choose, size), "zoom_in")
        self._add_switch(menu, "large_targets", _("&Large buttons"), "hand")
        add(menu, "looks_at_first", _("R&eset appearance"), "undo", appearance.reset)
        self.refresh()

    def refresh(self) -> None:
        """Check the actions of the current settings."""
        known = settings()
        current = {"theme": known.theme, "size": known.text_size}
        for action, name, value in self._checkable:
            action.setChecked(current.get(name, known.value(name)) == value)

    def _add_submenu(self, text: str) -> Menu:
        menu = Menu(text, self._menu)
        self._menu.addMenu(menu)
        return menu

    def _add_choice(
        self, menu: Menu, choice: tuple[str, object], text: str, slot: Callable[[], None], icon: str, *keys: Keys
    ) -> None:
        name, value = choice
        action = self._add(menu, f"{name}_{value}", text, icon, slot, *keys)
        self._make_checkable(action, name, value)
        group = menu.findChild(QActionGroup) or QActionGroup(menu)
        group.addAction(action)

    def _add_switch(self, menu: Menu, name: str, text: str, icon: str) -> None:
        choose = self._appearance.choose
        action = self._add(menu, name, text, icon, lambda: choose(name, not settings().value(name)))
        self._make_checkable(action, name, True)

    def _make_checkable(self, action: QAction, name: str, value: object) -> None:
        action.setCheckable(True)
        self._checkable.append((action, name, value))
