"""The context menu of the board: commands for the selection."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from studio.core.form import Field
from studio.core.text import _
from studio.gui.editor.board_controller import EditorBoardController
from studio.gui.editor.commands import EditorActions
from studio.gui.editor.problem_names import problems_at
from studio.gui.editor.problems.controller import ProblemController
from studio.gui.widgets import escape_mnemonic
from studio.gui.widgets.buttons import Menu


class BoardMenu(Menu):
    """Commands for the selected spaces or edge. Rotate and mirror act on them, not on the stamp."""

    def __init__(
        self,
        parent: QWidget,
        board: EditorBoardController,
        actions: EditorActions,
        problems: ProblemController,
        show_properties: Callable[[], object],
    ) -> None:
        super().__init__("", parent)
        self.board, self.state = board, board.edit_state
        state, cell = self.state, min(self.state.selection, default=-1)
        target = state.edge if state.edge >= 0 else cell
        self._add(_("Properties"), show_properties)
        if target >= 0:
            stamp = state.name(state.stamp_at(target))
            self._add(_("Pick: {name}").format(name=escape_mnemonic(stamp)), partial(self._pick, target))
        self.addSeparator()
        if cell >= 0:
            self.addActions([actions["cut"], actions["copy"]])
            self._add(_("Paste here"), partial(state.paste, cell))
            self.addActions([actions["paste_tiles"], actions["delete"]])
            self.addSeparator()
            for name, act in (
                ("turn_right", partial(state.turn_selection, 1)),
                ("turn_left", partial(state.turn_selection, -1)),
                ("mirror_h", partial(state.mirror_selection, True)),
                ("mirror_v", partial(state.mirror_selection, False)),
            ):
                self._add(actions[name].text(), act).setIcon(actions[name].icon())
            for field in self._flags(cell):
                action = self._add(escape_mnemonic(field.label), partial(self._set_flag, field))
                action.setCheckable(True)
                action.setChecked(bool(field.value))
            self.addSeparator()
        self.addAction(actions["same"] if cell >= 0 else actions["select_all"])
        if target >= 0:
            self.addAction(actions["pin_note"])
            if found := problems_at(board.document.problems, target):
                self._add(actions["explain"].text(), partial(problems.explain, found[0]))

    def _add(self, text: str, act: Callable[[], object]) -> QAction:
        action = self.addAction(text)
        action.triggered.connect(lambda: act())
        return action

    def _pick(self, target: int) -> None:
        if self.state.edge >= 0:
            self.state.set_edge_stamp(self.state.stamp_at(target))
            self.board.set_tool("border")
        else:
            self.state.set_stamp(self.state.stamp_at(target))
            if not self.board.tool.uses_stamp:
                self.board.set_tool("stamp")

    def _flags(self, cell: int) -> list[Field]:
        """Return the switches in the form of a space, for example whether it is locked."""
        sections = self.state.game.editing.form(self.board.document.body, cell)
        return [field for section in sections for field in section.fields if field.kind == "flag"]

    def _set_flag(self, field: Field) -> None:
        document, body = self.board.document, self.board.document.body
        for cell in sorted(self.state.selection):
            body = self.state.game.editing.set_field(body, cell, field.key, not field.value)
        place = self.state.describe_targets(self.state.selection)
        document.apply(_("{piece} · {place}").format(piece=place, place=field.label), body, icon="pencil")
