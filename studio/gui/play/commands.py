"""What buttons, menus and keys of a match do where it takes more than a word to the controller."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from studio.core.match import Node
from studio.core.text import _
from studio.documents.files import DocumentError, write_bytes
from studio.gui.output.render import png_bytes
from studio.gui.play.match.controller import MatchController
from studio.gui.play.match.situation import PLAY, REPLAY
from studio.gui.play.over.overlays import Overlays
from studio.gui.style.worn import theme_at
from studio.gui.widgets import Toast
from studio.gui.widgets.dialogs import show_document_error
from studio.gui.widgets.saving import ask_where


class Commands:
    """One method for each. They may be asked for at any time, and do nothing where they mean nothing."""

    def __init__(
        self, page: QWidget, controller: MatchController, overlays: Overlays, layout: str, title: Callable[[], str]
    ) -> None:
        self.page = page
        self.controller = controller
        self.overlays = overlays
        self.layout, self.title = layout, title

    def confirm(self) -> None:
        """Make the move pointed at, or look for one; at the end, show the table of points."""
        controller = self.controller
        if controller.is_ending:
            controller.end_turn()
        elif controller.is_over and controller.mode != REPLAY:
            self.overlays.show_table()
        elif controller.choices.ready is not None or controller.choices.intended is not None:
            controller.confirm()
        elif controller.may_choose and not controller.choices.numbers:
            controller.step_target()

    def forget(self) -> None:
        """Point at nothing."""
        self.controller.choose(None)

    def undo(self) -> None:
        """Back to the last choice a person had; in a replay, take the last change of bookmarks back."""
        controller = self.controller
        (controller.margin if controller.mode == REPLAY else controller).undo()

    def redo(self) -> None:
        """Forward again."""
        controller = self.controller
        (controller.margin if controller.mode == REPLAY else controller).redo()

    @property
    def can_undo(self) -> bool:
        """Whether `undo` does anything."""
        controller = self.controller
        return controller.margin.can_undo if controller.mode == REPLAY else controller.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether `redo` does anything."""
        controller = self.controller
        return controller.margin.can_redo if controller.mode == REPLAY else controller.can_redo

    def pause(self) -> None:
        """Hold the bots, or let them go on."""
        self.controller.set_paused(not self.controller.bots.is_held)

    def replay(self) -> None:
        """Look at the match from its start, running by itself."""
        self.overlays.hide_table()
        self.overlays.hide_moves()
        self.controller.start_replay()
        if self.controller.mode == REPLAY:
            self.controller.reel.run()

    def replay_from(self, place: int) -> None:
        """Look at the match from before one of its steps, running by itself."""
        self.replay()
        self.controller.reel.seek(place - 1)

    def look_at(self, node: Node) -> None:
        """Show a moment of the match, standing still: in a replay, unless one may jump about."""
        self.overlays.hide_table()
        if self.controller.mode == PLAY:
            self.controller.start_replay(node)
        else:
            self.controller.visit(node)

    def share(self) -> None:
        """Save the summary of the match as a picture, in a file that is asked for."""
        page, title, game = self.page, self.layout, self.controller.match.game.info.name
        heading = _("{game} · {layout}").format(game=game, layout=title) if title else game
        kinds = [(_("Pictures"), ".png")]
        path = ask_where(page, _("Share picture"), _("{match}, the end").format(match=title), kinds)
        if path is None:
            return
        try:
            write_bytes(path, png_bytes(self.overlays.table.sheet.image(heading)))
        except DocumentError as error:
            show_document_error(page, error)
        else:
            Toast.say(page, _("Saved as {name}.").format(name=path.name), "done", over=self.overlays.table)

    def take_along(self) -> None:
        """Ask how the match is to leave the program, and write it."""
        from studio.gui.play.replay.taking_along import take_along

        words = take_along(self.page, self.controller, self.title(), self.layout, theme_at(self.page))
        if words:
            Toast.say(self.page, words, "done", over=self.overlays.board)

    def analyse(self) -> None:
        """Try things out from the position on show."""
        self.overlays.hide_table()
        self.controller.start_analysis()
