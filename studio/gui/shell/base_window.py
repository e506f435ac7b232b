"""A window with themes and text sizes that keeps its position on the screen and opens dropped files."""

from __future__ import annotations

import base64
import contextlib
import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QByteArray, QRect, QSize, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QRegion,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from studio.core.text import _
from studio.gui.settings import settings
from studio.gui.style import stylesheet
from studio.gui.style.stylesheet import DEFAULT_SCALE as FULL, SCALE_STEPS, apply_appearance, current_theme
from studio.gui.style.theme import DEFAULT_PALETTE as USUAL_looks
from studio.gui.widgets import press_focused
from studio.gui.widgets.actions import Keys
from studio.gui.widgets.buttons import FocusRing, Menu

DEFAULT_SIZE = QSize(1440, 900)
FRAME = QSize(16, 48)
"""Room for what a window manager puts round a window: borders and a title bar. It says so only when all is shown."""


class BaseWindow(QMainWindow):
    """Looks and drops. What a window with pages does about them, it says in the four methods at the end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.focus_ring: FocusRing | None = None
        self.setAcceptDrops(True)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._scheme_changed)
        self._escape_key = QShortcut(QKeySequence("Escape"), self)
        self._escape_key.activated.connect(self._escape)
        self._menu_key = QShortcut(QKeySequence("Shift+F10"), self)
        self._menu_key.activated.connect(self._open_context_menu)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.focus_ring is None:
            self.focus_ring = FocusRing(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not press_focused(self, event):
            super().keyPressEvent(event)

    def choose_theme(self, name: str) -> None:
        settings().set_value("theme", name)
        self._apply_appearance()

    def choose_contrast(self, on: bool) -> None:
        settings().set_value("contrast", on)
        self._apply_appearance()

    def choose_palette(self, name: str) -> None:
        settings().set_value("palette", name)
        self._apply_appearance()

    def choose_large_targets(self, large: bool) -> None:
        settings().set_value("large_targets", large)
        self._apply_appearance()

    def choose_text_size(self, percent: int) -> None:
        """Show words, and all that belongs to them, in another size; remembered."""
        settings().set_value("size", percent)
        self.setMinimumSize(0, 0)
        is_worn = stylesheet.set_ui_scale(percent)
        self.text_size_changed()
        if not is_worn:
            self.notify_size_after_restart()

    def step_text_size(self, by: int) -> None:
        """Choose the next larger (1) or smaller (-1) text size."""
        self.choose_text_size(stylesheet.next_scale(settings().text_size, by))

    def reset_appearance(self) -> None:
        """Theme, contrast, colours and sizes as they are before anybody has chosen."""
        settings().reset("theme", "contrast", "palette", "large_targets")
        self.choose_text_size(stylesheet.DEFAULT_SCALE)
        self._apply_appearance()

    def _apply_appearance(self) -> None:
        apply_appearance(*settings().appearance)
        self.appearance_changed()

    def toggle_theme(self) -> None:
        self.choose_theme("light" if current_theme().is_dark else "dark")

    def _scheme_changed(self) -> None:
        if settings().theme == "system":
            self._apply_appearance()

    def restore_window_geometry(self) -> None:
        """Take the place on the screen that the window had, or a usual size; either fits with the frame round it."""
        self.resize(DEFAULT_SIZE)
        with contextlib.suppress(ValueError):
            saved = base64.b64decode(str(settings().value("geometry")), validate=True)
            if saved:
                self.restoreGeometry(QByteArray(saved))
        if not self.isMaximized() and not self.isFullScreen():
            self.resize(self.size().boundedTo(self.screen().availableGeometry().size() - FRAME))
            self._move_onto_screen()

    def _move_onto_screen(self) -> None:
        """Where a part of the window would lie on no screen, for one is gone or smaller now, move it onto its own."""
        place, ground = QRect(self.pos(), self.size() + FRAME), QRegion()
        for screen in QGuiApplication.screens():
            ground += QRegion(screen.availableGeometry())
        if not (QRegion(place) - ground).isEmpty():
            room = self.screen().availableGeometry()
            place.moveRight(min(place.right(), room.right()))
            place.moveBottom(min(place.bottom(), room.bottom()))
            place.moveLeft(max(place.left(), room.left()))
            place.moveTop(max(place.top(), room.top()))
            self.move(place.topLeft())

    def save_window_geometry(self) -> None:
        settings().set_value("geometry", base64.b64encode(self.saveGeometry().data()).decode())

    def focus_next_control(self) -> None:
        """Focus the next control, even where Tab moves between spaces of a board."""
        if self.focus_ring is not None:
            self.focus_ring.show_for_keyboard()
        self.focusNextChild()

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        self.full_screen_changed()

    def _escape(self) -> None:
        if self.isFullScreen():
            self.toggle_full_screen()

    def _open_context_menu(self) -> None:
        """As the key for menus does, which many keyboards lack; only on some systems Qt knows this one, too."""
        control = self.focusWidget()
        if control is not None:
            place = control.rect().center()
            reason = QContextMenuEvent.Reason.Keyboard
            QApplication.sendEvent(control, QContextMenuEvent(reason, place, control.mapToGlobal(place)))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            _accept_as_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [local_path(url) for url in event.mimeData().urls() if url.isLocalFile()]
        _accept_as_copy(event)
        QTimer.singleShot(0, lambda: self.open_dropped(paths))

    def text_size_changed(self) -> None:
        """Words have another size now, or will have it."""

    def notify_size_after_restart(self) -> None:
        """The size that was chosen is worn when the program starts the next time."""

    def appearance_changed(self) -> None:
        """The application wears another theme now."""

    def full_screen_changed(self) -> None:
        """The window fills the screen now, or no longer does."""

    def open_dropped(self, paths: Sequence[str]) -> None:
        """Files were dropped on the window."""


def _accept_as_copy(event: QDropEvent) -> None:
    """Accept as a copy: a file manager deletes files that are said to be moved."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


def local_path(url: QUrl) -> str:
    """The local file of a URL, with undecodable bytes as Python keeps them."""
    if os.name != "posix":
        return url.toLocalFile()
    return os.fsdecode(unquote_to_bytes(url.path(QUrl.ComponentFormattingOption.FullyEncoded)))


# The parts of the View menu that choose the appearance.

AddAction = Callable[..., QAction]
"""How a menu gets an action: the menu, its name, words, icon, what it does, and its keys."""


def theme_choices() -> list[tuple[str, str]]:
    """Values and labels of "theme"."""
    return [("system", _("As the &system")), ("light", _("&Light")), ("dark", _("&Dark"))]


def palette_choices() -> list[tuple[str, str]]:
    """Values and labels of "palette"."""
    red_green, blue_yellow = _("Without &red and green to tell apart"), _("Without &blue and yellow to tell apart")
    return [(USUAL_looks, _("As &usual")), ("red_green", red_green), ("blue_yellow", blue_yellow)]


def text_size_choices() -> list[tuple[int, str]]:
    """Values and labels of "size"."""
    return [(step, _("{percent} %").format(percent=step)) for step in SCALE_STEPS]


class ThemedWindow(Protocol):
    """A window that follows the appearance settings."""

    def choose_theme(self, name: str) -> None: ...
    def choose_contrast(self, on: bool) -> None: ...
    def choose_palette(self, name: str) -> None: ...
    def choose_large_targets(self, large: bool) -> None: ...
    def choose_text_size(self, percent: int) -> None: ...
    def step_text_size(self, by: int) -> None: ...
    def reset_appearance(self) -> None: ...


class AppearanceMenu:
    """Menus of looks at the end of another menu; `follow` has them show what is chosen."""

    def __init__(self, window: ThemedWindow, menu: Menu, add: AddAction) -> None:
        self._window, self._menu, self._add = window, menu, add
        self._checkable: list[tuple[QAction, str, object]] = []
        """Actions that wear a tick while a setting has a value."""
        self._add_themes()
        self._add_palettes()
        self._add_sizes()
        self._add_switch(menu, "large_targets", _("&Large buttons"), "hand", window.choose_large_targets)
        add(menu, "looks_at_first", _("All looks as at f&irst"), "undo", window.reset_appearance)
        self.refresh()

    def refresh(self) -> None:
        """Show what is chosen."""
        known = settings()
        now = {"theme": known.theme, "size": known.text_size}
        for action, name, value in self._checkable:
            action.setChecked(now.get(name, known.value(name)) == value)

    def _add_submenu(self, words: str) -> tuple[Menu, QActionGroup]:
        menu = Menu(words, self._menu)
        self._menu.addMenu(menu)
        return menu, QActionGroup(menu)

    def _add_choice(
        self, part: tuple[Menu, QActionGroup], name: str, value: object, words: str, icon: str, *keys: Keys
    ) -> None:
        """One of several values of a setting."""
        ways: dict[str, Callable[..., None]] = {
            "theme": self._window.choose_theme,
            "palette": self._window.choose_palette,
            "size": self._window.choose_text_size,
        }
        menu, group = part
        action = self._add(menu, f"{name}_{value}", words, icon, partial(ways[name], value), *keys)
        action.setCheckable(True)
        group.addAction(action)
        self._checkable.append((action, name, value))

    def _add_switch(self, menu: Menu, name: str, words: str, icon: str, choose: Callable[[bool], None]) -> None:
        """A setting that is on or off."""
        action = self._add(menu, name, words, icon, lambda: choose(not settings().value(name)))
        action.setCheckable(True)
        self._checkable.append((action, name, True))

    def _add_themes(self) -> None:
        part = self._add_submenu(_("&Theme"))
        signs = {"system": ("half_moon", "Ctrl+F12"), "light": ("sun", "Ctrl+F10"), "dark": ("moon", "Ctrl+F11")}
        for value, text in theme_choices():
            self._add_choice(part, "theme", value, text, *signs[value])
        part[0].addSeparator()
        self._add_switch(part[0], "contrast", _("High &contrast"), "eye", self._window.choose_contrast)

    def _add_palettes(self) -> None:
        part = self._add_submenu(_("&Colours of the seats"))
        for value, text in palette_choices():
            self._add_choice(part, "palette", value, text, "person")

    def _add_sizes(self) -> None:
        part = menu, _group = self._add_submenu(_("Size of &words"))
        window = self._window
        self._add(menu, "larger", _("&Larger"), "zoom_in", lambda: window.step_text_size(1), "Ctrl+Alt++", "Ctrl+Alt+=")
        self._add(menu, "smaller", _("&Smaller"), "zoom_out", lambda: window.step_text_size(-1), "Ctrl+Alt+-")
        self._add(menu, "usual_size", _("&As usual"), "fit", lambda: window.choose_text_size(FULL), "Ctrl+Alt+0")
        menu.addSeparator()
        for step, text in text_size_choices():
            self._add_choice(part, "size", step, text, "zoom_in")
