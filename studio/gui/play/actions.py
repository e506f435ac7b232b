"""The menu entries and shortcuts of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence

from studio.core.text import _
from studio.gui.page import KeyGroup, PageMenu
from studio.gui.play.match.controller import ANALYSIS, NOBODY, PLAY, REPLAY

if TYPE_CHECKING:
    from studio.gui.play.page import PlayPage


class PlayActions:
    """Builds the actions of a page once and keeps them in step with the match."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        command = page.command
        self.undo = self._make(_("&Undo"), "Ctrl+Z", partial(command, "undo"))
        self.redo = self._make(_("&Redo"), "Ctrl+Shift+Z | Ctrl+Y", partial(command, "redo"))
        self.hint = self._make(_("&Hint"), "H", partial(command, "hint"))
        self.moves = self._make(_("All &moves in words"), "W", partial(command, "list"))
        self.autoplay = self._make(_("&Single choices by themselves"), "", None)
        self.autoplay.setCheckable(True)
        self.autoplay.setChecked(page.controller.autoplay)
        self.autoplay.toggled.connect(page.set_autoplay)
        self.pause = self._make(_("&Pause the bots"), "P", partial(command, "pause"))
        self.step = self._make(_("&One bot move"), ".", partial(command, "step"))
        self.slower = self._make(_("S&lower"), "[", partial(command, "slower"))
        self.faster = self._make(_("&Faster"), "]", partial(command, "faster"))
        self.replay = self._make(_("&Replay"), "Ctrl+R", partial(command, "replay"))
        self.analyse = self._make(_("&Analyse from here"), "Ctrl+B", partial(command, "analyse"))
        self.resume = self._make(_("&Back to the match"), "", partial(command, "resume"))
        self.table = self._make(_("&Table of points"), "Ctrl+T", partial(command, "table"))
        self.zoom_in = self._make(_("Zoom &in"), "Ctrl++ | Ctrl+=", partial(command, "zoom_in"))
        self.zoom_out = self._make(_("Zoom &out"), "Ctrl+-", partial(command, "zoom_out"))
        self.fit = self._make(_("&Whole board"), "F | Ctrl+0", partial(command, "fit"))
        self.motion = self._make(_("&Movement"), "", None)
        self.motion.setCheckable(True)
        self.motion.toggled.connect(page.set_animated)

    def _make(self, text: str, keys: str, act: Callable[[], object] | None) -> QAction:
        action = QAction(text, self.page)
        if keys:
            action.setShortcuts([QKeySequence(part) for part in keys.split(" | ")])
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        if act is not None:
            action.triggered.connect(lambda _checked=False: act())
        self.page.addAction(action)
        return action

    def menus(self) -> Sequence[PageMenu]:
        """What the page adds to the window's menus."""
        return (
            PageMenu(
                _("Match"),
                (
                    self.hint,
                    self.moves,
                    self.autoplay,
                    None,
                    self.pause,
                    self.step,
                    self.slower,
                    self.faster,
                    None,
                    self.replay,
                    self.analyse,
                    self.resume,
                    self.table,
                ),
                "match",
            ),
            PageMenu(_("View"), (self.zoom_in, self.zoom_out, self.fit, self.motion), "view"),
        )

    def follow(self) -> None:
        """Offer what the position allows."""
        controller = self.page.controller
        covered = controller.curtain != NOBODY
        choosing = controller.may_choose
        self.undo.setEnabled(controller.can_undo)
        self.redo.setEnabled(controller.can_redo)
        self.hint.setEnabled(choosing)
        self.moves.setEnabled(choosing)
        with_bots = controller.mode == PLAY and not controller.is_over and controller.seat_to_move in controller.bots
        self.pause.setEnabled(with_bots)
        self.pause.setText(_("Let the bots &go on") if controller.bots.is_held else _("&Pause the bots"))
        self.step.setEnabled(with_bots)
        self.replay.setEnabled(not covered and controller.mode != REPLAY and bool(controller.played_match.decisions()))
        self.analyse.setEnabled(not covered and controller.mode != ANALYSIS)
        self.resume.setEnabled(controller.mode != PLAY)
        self.table.setEnabled(not covered)

    def shortcuts(self) -> Sequence[KeyGroup]:
        """The keys that stand in no menu, for the sheet of shortcuts."""
        board = [
            (_("Next place, or the one before"), [_("Tab"), _("Shift+Tab")]),
            (_("Place in that direction"), ["←", "→", "↑", "↓"]),
            (_("Turn, or another move there"), ["R", _("Shift+R")]),
            (_("Make the chosen move"), [_("Enter")]),
            (_("Choose nothing"), [_("Esc")]),
            (_("The buttons, from the left"), ["1", "…", "9"]),
            (_("The rack below the board, from the left"), ["1", "…", "9", "0"]),
            (_("Zoom"), ["+", "−"]),
        ]
        replay = [
            (_("A step back or forward"), ["←", "→"]),
            (_("To the start or the end"), [_("Home"), _("End")]),
            (_("Run or stop"), [_("Space")]),
            (_("Back to the match"), [_("Esc")]),
        ]
        return [(_("At the board"), board), (_("In a replay"), replay)]
