"""The commands, menu entries and shortcuts of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from studio.core.match import Node
from studio.core.text import _
from studio.gui.board.view import BoardView
from studio.gui.output.export import png_bytes
from studio.gui.page import KeyGroup, PageMenu
from studio.gui.play.annotations import Annotations
from studio.gui.play.controller import MatchController
from studio.gui.play.overlays import Overlays
from studio.gui.play.replay.bookmarks import notes_seat
from studio.gui.play.status import ANALYSIS, PLAY, REPLAY
from studio.gui.style.stylesheet import widget_theme
from studio.gui.widgets import Toast
from studio.gui.widgets.actions import make_action, set_action_enabled
from studio.gui.widgets.dialogs import save_bytes


class MatchCommands:
    """What buttons, menus and keys of a match do; each does nothing if it is not applicable."""

    def __init__(
        self, page: QWidget, controller: MatchController, overlays: Overlays, layout: str, title: Callable[[], str]
    ) -> None:
        self.page = page
        self.controller = controller
        self.overlays = overlays
        self.layout, self.title = layout, title

    def confirm(self) -> None:
        """Play the selected move, or select the first; at the end of the match, show the scores."""
        controller = self.controller
        if controller.is_awaiting_turn_end:
            controller.end_turn()
        elif controller.is_over and controller.mode != REPLAY:
            self.overlays.show_scores()
        elif controller.choices.default_move is not None or controller.choices.pointed_plan is not None:
            controller.confirm()
        elif controller.may_choose and not controller.choices.numbers:
            controller.step_target()

    @property
    def history(self) -> MatchController | Annotations:
        """What undo and redo apply to: the match; in a replay, its bookmarks."""
        return self.controller.annotations if self.controller.mode == REPLAY else self.controller

    def pause(self) -> None:
        self.controller.set_paused(not self.controller.bots.is_held)

    def replay(self) -> None:
        self.overlays.hide_scores()
        self.overlays.hide_moves()
        self.controller.start_replay()
        if self.controller.mode == REPLAY:
            self.controller.playback.run()

    def replay_from(self, place: int) -> None:
        """Run the replay from the position before a step."""
        self.replay()
        self.controller.playback.seek(place - 1)

    def show_node(self, node: Node) -> None:
        """Show a position of the match in a paused replay, or go there in an analysis."""
        self.overlays.hide_scores()
        if self.controller.mode == PLAY:
            self.controller.start_replay(node)
        else:
            self.controller.visit(node)

    def share(self) -> None:
        """Save the summary of the match as an image."""
        page, title, game = self.page, self.layout, self.controller.match.game.info.name
        heading = _("{game} · {layout}").format(game=game, layout=title) if title else game
        kinds = [(_("Images"), ".png")]
        sheet, name = self.overlays.end_screen.sheet, _("{match}, final").format(match=title)
        saved = save_bytes(page, _("Share image"), name, kinds, lambda _ending: png_bytes(sheet.image(heading)))
        if saved:
            Toast(page, _("Saved as {name}").format(name=saved), "done", over=self.overlays.end_screen)

    def export(self) -> None:
        from studio.gui.play.replay.export import export_match

        text = export_match(self.page, self.controller, self.title(), self.layout, widget_theme(self.page))
        if text:
            Toast(self.page, text, "done", over=self.overlays.board)

    def analyse(self) -> None:
        self.overlays.hide_scores()
        self.controller.start_analysis()


ZOOM_STEP = 1.2


class PlayActions:
    """The actions of a match page.

    The settings (`autoplay`, `confirm_turn_end`, `help_off`, `animations`, `slower`, `faster`) are connected by
    `TableSettings`; `replay_since_turn`, `review` and the bookmark actions by the page.
    """

    def __init__(self, page: QWidget, controller: MatchController, commands: MatchCommands, board: BoardView) -> None:
        self.page, self.commands = page, commands
        self.controller = controller
        make, over = self._make, commands.overlays
        self.undo = make("undo", _("&Undo"), "undo", "Ctrl+Z", lambda: commands.history.undo())
        self.redo = make("redo", _("&Redo"), "redo", "Ctrl+Shift+Z | Ctrl+Y", lambda: commands.history.redo())
        self.reset = make("reset", _("Reset &turn"), "skip_back", "Ctrl+Shift+Backspace", controller.reset_turn)
        self.confirm_turn_end = make("confirms", _("Confirm en&d of turn"), "tick")
        self.hint = make("hint", _("&Hint"), "star", "H", controller.request_hint)
        self.moves = make("moves", _("List all &moves"), "list", "W", over.toggle_moves)
        self.autoplay = make("autoplay", _("Play forced move&s automatically"), "skip")
        self.help_off = make("purist", _("Hide hel&p on board"), "eye_closed")
        self.pause = make("pause", _("Pa&use bots"), "pause", "P", commands.pause)
        self.step = make("step", _("&One bot move"), "right", ".", controller.step_bot)
        self.slower = make("slower", _("Slo&wer"), "minus", "[")
        self.faster = make("faster", _("&Faster"), "fast", "]")
        self.replay = make("replay", _("&Replay"), "history", "Ctrl+R", commands.replay)
        self.replay_since_turn = make("since", _("S&ince my last turn"), "history", "Ctrl+L")
        self.analyse = make("analyse", _("&Analyse from here"), "search", "Ctrl+B", commands.analyse)
        self.branch = make("branch", _("P&lay from here"), "branch", "Ctrl+Shift+B")
        self.resume = make("resume", _("&Back to match"), "arrow_left", "", controller.resume)
        self.notes = make("notes", _("M&y notes"), "notes", "N")
        self.bookmark = make("bookmark", _("Boo&kmark position…"), "bookmark", "Ctrl+M")
        self.next_bookmark = make("next_bookmark", _("&Next bookmark"), "right", "M")
        self.previous_bookmark = make("last_bookmark", _("Pre&vious bookmark"), "left", "Shift+M")
        self.export = make("take_along", _("E&xport match…"), "export", "Ctrl+E", commands.export)
        self.review = make("review", _("Re&view match"), "history", "Ctrl+Shift+R")
        self.score_table = make("table", _("S&core table"), "cup", "Ctrl+T", over.show_scores)
        self.zoom_in = make("zoom_in", _("Zoom &in"), "zoom_in", "Ctrl++ | Ctrl+=", partial(board.zoom_by, ZOOM_STEP))
        self.zoom_out = make("zoom_out", _("Zoom &out"), "zoom_out", "Ctrl+-", partial(board.zoom_by, 1 / ZOOM_STEP))
        self.fit = make("fit", _("Fit boar&d"), "fit", "F | Ctrl+0", board.fit)
        self.animations = make("motion", _("&Animations"), "ship")
        for switch in (self.autoplay, self.confirm_turn_end, self.help_off, self.animations):
            switch.setCheckable(True)

    def _make(
        self, name: str, text: str, icon: str, keys: str = "", act: Callable[[], object] | None = None
    ) -> QAction:
        return make_action(self.page, f"table.{name}", text, icon, keys.split(" | ") if keys else (), act, within=True)

    def menus(self) -> Sequence[PageMenu]:
        groups = (
            (self.hint, self.moves, self.reset),
            (self.autoplay, self.confirm_turn_end, self.help_off),
            (self.pause, self.step, self.slower, self.faster),
            (
                self.replay_since_turn,
                self.replay,
                self.analyse,
                self.branch,
                self.resume,
                self.review,
                self.score_table,
            ),
            (self.notes, self.bookmark, self.next_bookmark, self.previous_bookmark, self.export),
        )
        return (
            PageMenu(_("Match"), [entry for group in groups for entry in (None, *group)][1:], "match"),
            PageMenu(_("View"), (self.zoom_in, self.zoom_out, self.fit, self.animations), "view"),
        )

    def update_actions(self, has_news: bool) -> None:
        """Enable what the position allows; `has_news`: others have played since the user's last turn."""
        controller = self.controller
        covered = controller.is_covered
        with_bots = controller.mode == PLAY and not controller.is_over and controller.seat_to_move in controller.bots
        self.pause.setText(_("Res&ume bots") if controller.bots.is_held else _("Pa&use bots"))
        is_replay, begun = controller.mode == REPLAY, bool(controller.played_match.decisions())
        open_to_all = not covered and controller.mode != ANALYSIS
        no_move, no_bot = _("No move is possible now."), _("It is not a bot’s turn.")
        no_review = _("The match has not begun, or several players have hidden information until it is over.")
        no_marks = _("Bookmarks are not available in an analysis.")
        no_replay = _("The replay is already open.") if is_replay else _("No move has been made yet.")
        no_branch = _("You can play from a position only in the replay of a finished match.")
        no_notes = _("Only the player to move can open notes.")
        for action, enabled, reason in (
            (self.undo, self.commands.history.can_undo, _("Nothing can be undone here.")),
            (self.redo, self.commands.history.can_redo and not covered, _("There is nothing to redo.")),
            (self.reset, controller.turn_steps() > 0, _("Nothing in this turn can be undone.")),
            (self.hint, controller.may_choose, no_move),
            (self.moves, controller.may_choose, no_move),
            (self.pause, with_bots, no_bot),
            (self.step, with_bots, no_bot),
            (self.replay_since_turn, has_news, _("No other seat has played since.")),
            (self.replay, not covered and not is_replay and begun, no_replay),
            (self.analyse, open_to_all, _("The analysis is already open.")),
            (self.branch, controller.may_branch, no_branch),
            (self.resume, controller.mode != PLAY, _("The match is already open.")),
            (self.review, controller.may_review, no_review),
            (self.notes, notes_seat(controller) >= 0, no_notes),
            (self.bookmark, open_to_all, no_marks),
            (self.next_bookmark, open_to_all, no_marks),
            (self.previous_bookmark, open_to_all, no_marks),
        ):
            set_action_enabled(action, enabled, reason)
        for action in (self.score_table, self.export, self.slower, self.faster, self.zoom_in, self.zoom_out, self.fit):
            set_action_enabled(action, not covered, _("The board is hidden until the next player takes the seat."))

    def shortcuts(self) -> Sequence[KeyGroup]:
        """Return the keys that are in no menu, for the list of shortcuts."""
        board = [
            (_("Next or previous place"), ["Tab", "Shift+Tab"]),
            (_("Place in that direction"), ["←", "→", "↑", "↓"]),
            (_("Any space in that direction"), ["Shift+←", "→", "↑", "↓"]),
            (_("Details of this space; press again for the rule"), ["F1"]),
            (_("Rule for the item under the pointer"), ["F1"]),
            (_("Number and kind"), ["←", "→", "↑", "↓", "1", "…", "9"]),
            (_("Rotate, or another move there"), ["R", "Shift+R"]),
            (_("Make the selected move"), ["Enter"]),
            (_("Clear the selection"), ["Esc"]),
            (_("Buttons, from the left"), ["1", "…", "9"]),
            (_("Rack below the board, from the left"), ["1", "…", "9", "0"]),
            (_("History of one space in the log"), ["Ctrl+Click"]),
            (_("Zoom"), ["+", "−"]),
        ]
        replay = [
            (_("One step back or forward"), ["←", "→"]),
            (_("Start or end"), ["Home", "End"]),
            (_("Play or pause"), ["Space"]),
            (_("Back to match"), ["Esc"]),
        ]
        return [(_("On the board"), board), (_("In a replay"), replay)]
