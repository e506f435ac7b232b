"""What menus, keys and buttons of an editor do where it takes more than the board, its tools and the document."""

from __future__ import annotations

from studio.core.picture import place_name, place_named
from studio.gui.editor.board.easel import Easel
from studio.gui.editor.completing import Completing
from studio.gui.editor.exporting import Exports
from studio.gui.editor.survey.surveying import Surveying
from studio.gui.page import Page
from studio.gui.style.worn import theme_at


class Doings:
    """One method for each. What only the window can do, the page asks it for."""

    def __init__(self, page: Page, easel: Easel, surveying: Surveying) -> None:
        self._page, self._easel, self._surveying = page, easel, surveying
        self._document, self._view = easel.document, easel.view
        self.completing = Completing(page, easel.desk, easel.view)
        self.exports = Exports(page, easel.view)
        self.exports.written.connect(page.message)

    def stop(self) -> None:
        """Nobody waits any longer for what is being done."""
        self.completing.close()
        self.exports.cancel()

    def complete(self) -> None:
        """Lay tiles by lot on what is selected and undiscovered, or on the whole board."""
        self._easel.cancel()
        self.completing.ask()

    def save(self) -> None:
        """Let the window save, which tells about a file that cannot be written."""
        self._page.save_requested.emit()

    def playtest(self, anew: bool = False) -> None:
        """Try the layout out: in the match that is going on, if there is one, or in a new one."""
        self._easel.cancel()
        self._page.playtest_requested.emit(anew)

    def go_to_space(self) -> None:
        """Ask for the name of a space, and go there."""
        from studio.gui.editor.board.going import go_to_space

        if (asked := go_to_space(self._view, self._document.grid)) is not None:
            asked.wanted.connect(self._easel.way.go_to)

    def pin_note(self) -> None:
        """Ask for the note on the space or the edge that is selected."""
        from studio.gui.editor.board.pins import pin_note

        desk = self._easel.desk
        place = desk.edge if desk.edge >= 0 else min(desk.selection, default=-1)
        if place >= 0:
            pin_note(self._page, self._document, place_name(self._document.grid, place))

    def list_notes(self) -> None:
        """List the notes on spaces and edges, to go there."""
        from studio.gui.editor.board.pins import PinList

        name = PinList(self._page, self._document).ask()
        if name and (place := place_named(self._document.grid, name)) >= 0:
            self._easel.way.go_to([place])

    def resize_board(self) -> None:
        """Ask for a new size."""
        from studio.gui.editor.panels.resize_dialog import resize

        if resize(self._page, self._document):
            self._view.fit()

    def open_workshop(self, piece: str = "") -> None:
        """Show the pieces of the layout, to be changed, in a tab of their own."""
        self._easel.cancel()
        self._page.workshop_requested.emit(piece)

    def print_board(self) -> None:
        """Show the layout on pages of paper, in a tab of its own."""
        self._easel.cancel()
        self._page.print_requested.emit()

    def export_picture(self) -> None:
        """Ask for a file and write the board there as a picture, while the window stays awake."""
        from studio.drawing.notes import noted

        game, body, pins = self._document.game, self._document.body, self._document.pins
        side, drawn = game.cut_outs(body).millimetres, [one.picture for one in self._surveying.drawn()]
        board = game.sketch(body, still=True)
        told = noted(board, self._document.grid, pins) if pins else None
        self.exports.ask(board, self._page.title(), theme_at(self._page), side, drawn, told)

    def export_map(self) -> None:
        """Ask for a file and write the layout there for the editor Tiled."""
        self.exports.ask_map(self._document.settled_opened(), self._page.title(), theme_at(self._page))
