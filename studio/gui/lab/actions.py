"""Everything in the laboratory that has a name, an icon and a key: one QAction each, for menus and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from studio.core.text import _
from studio.gui.page import PageMenu
from studio.gui.widgets.actions import Keys, make_action, set_usable


class Doings(Protocol):
    """What the page does as a whole."""

    def run(self) -> None: ...
    def toggle(self) -> None: ...
    def cancel(self) -> None: ...
    def write_report(self) -> None: ...
    def export_figures(self) -> None: ...
    def show_better(self) -> None: ...
    def sort_spaces(self) -> None: ...


class LabActions:
    """The actions of one page. They work while the keyboard's focus is anywhere in their owner."""

    def __init__(self, owner: QWidget, page: Doings) -> None:
        self._owner = owner
        self.run = self._made("run", _("&Run the experiment"), "play", page.run, "F9")
        self.pause = self._made("pause", _("&Pause or go on"), "pause", page.toggle, "Shift+F9")
        self.cancel = self._made("cancel", _("&Stop it"), "stop", page.cancel, "Ctrl+Shift+F9")
        self.report = self._made("report", _("&Report…"), "book", page.write_report)
        self.export = self._made("export", _("&Export…"), "export", page.export_figures)
        self.improve = self._made("improve", _("Improve &fairness…"), "wand", page.show_better)
        self.sort = self._made("sort", _("&Sort the spaces by another column"), "list", page.sort_spaces)

    def _made(self, name: str, words: str, icon: str, slot: Callable[[], object], *keys: Keys) -> QAction:
        return make_action(self._owner, f"lab.{name}", words, icon, keys, slot, within=True)

    def menus(self) -> list[PageMenu]:
        """Where the actions stand in the window's menus."""
        course, result = [self.run, self.pause, self.cancel], [self.report, self.export]
        return [PageMenu(_("La&b"), [*course, None, *result, None, self.improve, None, self.sort])]

    def follow(self, *, is_going: bool, has_report: bool) -> None:
        """Let be done what can be done now."""
        set_usable(self.run, not is_going, _("An experiment is going on."))
        for action in (self.pause, self.cancel):
            set_usable(action, is_going, _("No experiment is going on."))
        for action in (self.report, self.export, self.sort):
            set_usable(action, has_report, _("Nothing was played yet."))
