"""The menu entries and shortcuts of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from studio.core.text import _
from studio.gui.board.view import BoardView
from studio.gui.page import KeyGroup, PageMenu
from studio.gui.play.commands import Commands
from studio.gui.play.match.controller import ANALYSIS, PLAY, REPLAY, MatchController

ZOOM_STEP = 1.2


class PlayActions:
    """Builds the actions of a page once and keeps them in step with the match.

    Those that set how the table is (`autoplay`, `motion`, `slower`, `faster`) are for the page to connect.
    """

    def __init__(self, page: QWidget, controller: MatchController, commands: Commands, board: BoardView) -> None:
        self.page = page
        self.controller = controller
        make, over = self._make, commands.overlays
        self.undo = make(_("&Undo"), "Ctrl+Z", controller.undo)
        self.redo = make(_("&Redo"), "Ctrl+Shift+Z | Ctrl+Y", controller.redo)
        self.hint = make(_("&Hint"), "H", controller.ask_hint)
        self.moves = make(_("All &moves in words"), "W", over.toggle_moves)
        self.autoplay = make(_("&Single choices by themselves"))
        self.autoplay.setCheckable(True)
        self.pause = make(_("&Pause the bots"), "P", commands.pause)
        self.step = make(_("&One bot move"), ".", controller.step_bot)
        self.slower = make(_("S&lower"), "[")
        self.faster = make(_("&Faster"), "]")
        self.replay = make(_("&Replay"), "Ctrl+R", commands.replay)
        self.analyse = make(_("&Analyse from here"), "Ctrl+B", commands.analyse)
        self.resume = make(_("&Back to the match"), "", controller.resume)
        self.table = make(_("&Table of points"), "Ctrl+T", over.show_table)
        self.zoom_in = make(_("Zoom &in"), "Ctrl++ | Ctrl+=", partial(board.zoom_by, ZOOM_STEP))
        self.zoom_out = make(_("Zoom &out"), "Ctrl+-", partial(board.zoom_by, 1 / ZOOM_STEP))
        self.fit = make(_("&Whole board"), "F | Ctrl+0", board.fit)
        self.motion = make(_("&Movement"))
        self.motion.setCheckable(True)

    def _make(self, text: str, keys: str = "", act: Callable[[], object] | None = None) -> QAction:
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
        controller = self.controller
        covered = controller.is_covered
        choosing = controller.may_choose
        self.undo.setEnabled(controller.can_undo)
        self.redo.setEnabled(controller.can_redo and not covered)
        self.hint.setEnabled(choosing)
        self.moves.setEnabled(choosing)
        with_bots = controller.mode == PLAY and not controller.is_over and controller.seat_to_move in controller.bots
        self.pause.setEnabled(with_bots)
        self.pause.setText(_("Let the bots &go on") if controller.bots.is_held else _("&Pause the bots"))
        self.step.setEnabled(with_bots)
        self.replay.setEnabled(not covered and controller.mode != REPLAY and bool(controller.played_match.decisions()))
        self.analyse.setEnabled(not covered and controller.mode != ANALYSIS)
        self.resume.setEnabled(controller.mode != PLAY)
        for action in (self.table, self.slower, self.faster, self.zoom_in, self.zoom_out, self.fit):
            action.setEnabled(not covered)

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
