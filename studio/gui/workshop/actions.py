"""Everything in the workshop that has a name, an icon and a key: one QAction each, for tool bar, menus and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from studio.core.text import _
from studio.gui.page import PageMenu
from studio.gui.widgets.actions import Keys, make_action, set_usable
from studio.gui.workshop.draft import PieceDraft

Key = QKeySequence.StandardKey


class Doings(Protocol):
    """What the page does as a whole."""

    def apply(self) -> bool: ...
    def discard(self) -> None: ...
    def duplicate(self) -> None: ...
    def remove(self) -> None: ...
    def rename(self) -> None: ...
    def import_pieces(self) -> None: ...
    def search_set(self) -> None: ...
    def show_twin(self) -> None: ...
    def make(self, sort: str, words: str) -> None: ...


class WorkshopActions:
    """The actions of one page. They work while the keyboard's focus is anywhere in their owner."""

    def __init__(self, owner: QWidget, draft: PieceDraft, page: Doings) -> None:
        self._owner, self._draft = owner, draft
        self._all: dict[str, QAction] = {}
        self._add("undo", _("&Undo"), "undo", draft.undo, Key.Undo)
        self._add("redo", _("&Redo"), "redo", draft.redo, Key.Redo, "Ctrl+Y")
        self._add("apply", _("&Apply to the layout"), "tick", page.apply, "Ctrl+Return")
        self._add("discard", _("&Discard the changes"), "trash", page.discard, "Ctrl+Backspace")
        self._add("turn_left", _("Turn anticlockwise"), "rotate_left", lambda: draft.turn_by(-1), "Shift+R")
        self._add("turn_right", _("Turn clockwise"), "rotate_right", lambda: draft.turn_by(1), "R")
        self._add("mirror", _("Mirrored &twin"), "mirror_sideways", page.show_twin, "H")
        self._add("duplicate", _("D&uplicate"), "copy", page.duplicate, "Ctrl+D")
        self._add("remove", _("&Remove"), "trash", page.remove, "Delete")
        self._add("rename", _("Re&name…"), "pencil", page.rename, "F2")
        self._add("import", _("&Import…"), "open", page.import_pieces, "Ctrl+I")
        self._add("search", _("&Search"), "search", page.search_set, "Ctrl+F")
        self.makers: list[QAction] = []
        for number, (sort, words) in enumerate(draft.pieces.makes, 1):
            keys = ("Ctrl+T", "Alt+1") if number == 1 else (f"Alt+{number}",)
            self.makers.append(self._add(f"new_{sort}", words, "plus", partial(page.make, sort, words), *keys))

    def __getitem__(self, name: str) -> QAction:
        return self._all[name]

    def _add(self, name: str, words: str, icon: str, slot: Callable[[], object], *keys: Keys) -> QAction:
        action = make_action(self._owner, f"workshop.{name}", words, icon, keys, slot, within=True)
        self._all[name] = action
        return action

    def menus(self) -> list[PageMenu]:
        """Where the actions stand in the window's menus."""
        pieces = [*self.makers, *self._some("duplicate rename remove import - search - apply discard")]
        return [
            PageMenu("", self._some("turn_left turn_right mirror"), "edit"),
            PageMenu(_("&Pieces"), pieces),
        ]

    def _some(self, names: str) -> list[QAction | None]:
        return [None if name == "-" else self._all[name] for name in names.split()]

    def follow(self) -> None:
        """Let be done what can be done now."""
        draft = self._draft
        none = _("Nothing was changed yet.")
        set_usable(self._all["undo"], draft.stack.canUndo(), none)
        set_usable(self._all["redo"], draft.stack.canRedo(), _("Nothing was undone."))
        for name in ("apply", "discard"):
            set_usable(self._all[name], draft.is_changed, none)
        bench = draft.bench() if draft.entry is not None else None
        has_turns = bench is not None and sum(turned.like == turned.turn for turned in bench.turns) > 1
        for name in ("turn_left", "turn_right"):
            set_usable(self._all[name], has_turns, _("It looks the same from every side."))
        has_twin = bench is not None and bench.twin is not None
        set_usable(self._all["mirror"], has_twin, _("A turn of it looks like its mirror image."))
