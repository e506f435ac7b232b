"""Everything in the editor that has a name, an icon and a key: one QAction each, for tool bar, menus and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QWidget

from studio.core.picture import parse_place, place_name
from studio.core.text import _, plural
from studio.gui.editor.board_controller import EditorBoardController
from studio.gui.editor.completion import CompletionTask
from studio.gui.editor.edit_state import (
    SelectionMode,
    SelectionShape,
    grow_selection,
    invert_selection,
    shrink_selection,
)
from studio.gui.editor.export import ExportManager
from studio.gui.editor.panes import EditorPanes
from studio.gui.editor.problems.controller import ProblemController
from studio.gui.editor.survey.overlays import SurveyController
from studio.gui.page import EditPieces, Page, PageMenu, Playtest, PrintLayout, SavePage
from studio.gui.style.icons import BRUSH_SIZES
from studio.gui.style.stylesheet import widget_theme
from studio.gui.widgets import set_tooltip
from studio.gui.widgets.actions import Keys, icon_of, make_action, set_action_enabled


class EditorCommands:
    """Commands that need more than the board, its tools and the document; the page forwards some to the window."""

    def __init__(self, page: Page, board: EditorBoardController, survey_controller: SurveyController) -> None:
        self._page, self._board, self._survey_controller = page, board, survey_controller
        self._document, self._view = board.document, board.view
        self.completion = CompletionTask(page, board.edit_state, board.view)
        self.exports = ExportManager(page, board.view)
        self.exports.written.connect(page.message)

    def stop(self) -> None:
        self.completion.close()
        self.exports.cancel()

    def complete(self) -> None:
        """Place random tiles on the selected undiscovered spaces, or on the whole board."""
        self._board.cancel()
        self.completion.start()

    def save(self) -> None:
        """Let the window save: it reports errors."""
        self._page.request.emit(SavePage())

    def playtest(self, restart: bool = False) -> None:
        self._board.cancel()
        self._page.request.emit(Playtest(restart))

    def goto_space(self) -> None:
        from studio.gui.editor.navigation import ask_goto_space

        if (asked := ask_goto_space(self._view, self._document.grid)) is not None:
            asked.cells_chosen.connect(self._board.navigation.go_to)

    def edit_note(self) -> None:
        from studio.gui.editor.notes import edit_note

        desk = self._board.edit_state
        place = desk.edge if desk.edge >= 0 else min(desk.selection, default=-1)
        if place >= 0:
            edit_note(self._page, self._document, place_name(self._document.grid, place))

    def list_notes(self) -> None:
        from studio.gui.editor.notes import NoteList

        name = NoteList(self._page, self._document).ask()
        if name and (place := parse_place(self._document.grid, name)) >= 0:
            self._board.navigation.go_to([place])

    def resize_board(self) -> None:
        from studio.gui.editor.panels.resize_dialog import ask_resize

        if ask_resize(self._page, self._document):
            self._view.fit()

    def open_piece_editor(self, piece: str = "") -> None:
        self._board.cancel()
        self._page.request.emit(EditPieces(piece))

    def print_board(self) -> None:
        self._board.cancel()
        self._page.request.emit(PrintLayout())

    def export_image(self) -> None:
        from studio.drawing.overlays import with_notes

        game, body, pins = self._document.game, self._document.body, self._document.pins
        side, drawn = (
            game.sketch.cut_outs(body).unit_mm,
            [one.picture for one in self._survey_controller.visible_overlays()],
        )
        board = game.sketch.sketch(body, still=True)
        told = with_notes(board, self._document.grid, pins) if pins else None
        self.exports.export_image(board, self._page.title(), widget_theme(self._page), side, drawn, told)

    def export_map(self) -> None:
        self.exports.export_map(self._document.to_loaded_without_stroke(), self._page.title(), widget_theme(self._page))


Key = QKeySequence.StandardKey


class EditorActions(QObject):
    """The actions of one editor page, active while the focus is inside their owner."""

    def __init__(
        self,
        owner: QWidget,
        board: EditorBoardController,
        checking: ProblemController,
        survey_controller: SurveyController,
        columns: EditorPanes,
        doings: EditorCommands,
    ) -> None:
        super().__init__(owner)
        self._owner, self._board = owner, board
        self._actions: dict[str, QAction] = {}
        desk, document, view = board.edit_state, board.document, board.view
        self._group = QActionGroup(owner)
        for tool in board.tools:
            take = partial(board.set_tool, tool.key)
            action = self._add(f"tool_{tool.key}", tool.name, tool.icon, take, tool.shortcut)
            action.setCheckable(True)
            self._group.addAction(action)
        board.tool_changed.connect(self._update_tool)
        self._add("undo", _("&Undo"), "undo", board.undo, Key.Undo)
        self._add("redo", _("&Redo"), "redo", document.redo, Key.Redo, "Ctrl+Y")
        document.history_changed.connect(self._update_history)
        self._add("cut", _("Cu&t"), "cut", desk.cut, Key.Cut)
        self._add("copy", _("&Copy"), "copy", desk.copy, Key.Copy)
        self._add("paste", _("&Paste"), "paste", board.paste, Key.Paste)
        self._add("paste_in_place", _("Paste &in place"), "paste", board.paste_in_place, "Ctrl+Shift+V")
        self._add("keep", _("&Keep as a stamp"), "stamp", desk.save_custom_stamp, "Ctrl+K")
        self._add("delete", _("C&lear"), "trash", desk.erase_selection, Key.Delete, "Backspace")
        self._add("select_all", _("Select &all"), "rectangle", board.select_all, Key.SelectAll)
        self._add("select_none", _("Select &nothing"), "cross", lambda: desk.select(()), "Ctrl+Shift+A")
        self._add(
            "invert", _("&Invert the selection"), "invert", lambda: desk.change_selection(invert_selection), "Ctrl+I"
        )
        self._add("grow", _("&Grow the selection"), "grow", lambda: desk.change_selection(grow_selection), "Ctrl+]")
        self._add(
            "shrink", _("S&hrink the selection"), "shrink", lambda: desk.change_selection(shrink_selection), "Ctrl+["
        )
        reaches = QActionGroup(owner)
        for reach, key in zip(SelectionShape, ("A", "Shift+A", "U", "Shift+U"), strict=True):
            action = self._add(reach.value, reach.label, reach.value, partial(board.set_selection_shape, reach), key)
            action.setCheckable(True)
            reaches.addAction(action)
        joinings = QActionGroup(owner)
        for number, joining in enumerate(SelectionMode, BRUSH_SIZES + 1):
            name = f"join_{joining.value}"
            action = self._add(name, joining.label, name, partial(desk.set_selection_mode, joining), f"Alt+{number}")
            action.setCheckable(True)
            joinings.addAction(action)
        desk.selection_mode_changed.connect(self._update_selection_modes)
        self._update_selection_modes()
        self._add("turn_right", _("Turn clockwise"), "rotate_right", lambda: board.turn(1), "R")
        self._add("turn_left", _("Turn anticlockwise"), "rotate_left", lambda: board.turn(-1), "Shift+R")
        self._add("mirror_h", _("Mirror east and west"), "mirror_sideways", lambda: board.mirror(True), "H")
        self._add("mirror_v", _("Mirror north and south"), "mirror_upright", lambda: board.mirror(False), "V")
        for side, (name, key) in enumerate((("north", "Up"), ("east", "Right"), ("south", "Down"), ("west", "Left"))):
            words = (_("Move north"), _("Move east"), _("Move south"), _("Move west"))[side]
            self._add(f"move_{name}", words, "move", partial(desk.nudge, side), f"Ctrl+{key}")
        sizes = QActionGroup(owner)
        for rings in range(BRUSH_SIZES):
            cells = plural("Brush of {n} space", "Brush of {n} spaces", _brush_cell_count(document.grid.sides, rings))
            words = cells.format(n=_brush_cell_count(document.grid.sides, rings))
            size = self._add(f"brush_{rings}", words, "brush", partial(desk.set_brush_rings, rings), f"Alt+{rings + 1}")
            size.setCheckable(True)
            size.setChecked(rings == desk.brush_rings)
            sizes.addAction(size)
        self._add("brush_more", _("Larger brush"), "plus", lambda: desk.set_brush_rings(desk.brush_rings + 1), "]")
        self._add("brush_less", _("Smaller brush"), "minus", lambda: desk.set_brush_rings(desk.brush_rings - 1), "[")
        complete = self._add("complete", _("&Complete the chart"), "dice", doings.complete, "Shift+F")
        complete.setVisible(desk.game.can_complete)
        outline = self._add(
            "outline", _("Figures as outlines"), "outline", lambda: desk.set_outline_only(not desk.is_outline_only), "N"
        )
        outline.setCheckable(True)
        desk.brush_changed.connect(self._update_brush)
        self._add("symmetry", _("Next &symmetry"), "symmetry", desk.next_symmetry, "Y")
        self._add("zoom_in", _("Zoom &in"), "zoom_in", lambda: view.zoom_by(1.25), "Ctrl++", "+", "Ctrl+=", "=")
        self._add("zoom_out", _("Zoom &out"), "zoom_out", lambda: view.zoom_by(0.8), "Ctrl+-", "-")
        self._add("fit", _("&Fit the board"), "fit", view.fit, "Ctrl+0", "0")
        way = board.navigation
        self._add("fit_selection", _("Zoom to the s&election"), "search", way.zoom_to_selection, "Z")
        self._add("go", _("&Go to a space…"), "pin", doings.goto_space, "Ctrl+G")
        self._add("back", _("&Back to the place before"), "arrow_left", way.go_back, "Alt+Left")
        self._add("forward", _("Forward again"), "arrow_right", way.go_forward, "Alt+Right")
        desk.selection_changed.connect(self._update_navigation)
        way.changed.connect(self._update_navigation)
        self._add_toggle("marks", _("Show &problems on the board"), "eye", board.show_problems, "W")
        survey = self._add_toggle(
            "survey", _("Show the s&urvey on the board"), "layers", survey_controller.set_shown, "F6"
        )
        survey.setVisible(False)  # unless the game measures something
        self._add_toggle("panels", _("Show the &side panels"), "layers", columns.show_side_panels, "F9")
        self._add("check", _("&Check all"), "shield", checking.check_all, "F7")
        self._add("fix_all", _("&Fix all safe ones"), "wand", checking.fix_all, "Shift+F7")
        self._add("next_problem", _("&Next problem"), "down", lambda: checking.step_problem(1), "F8")
        self._add("last_problem", _("&Previous problem"), "up", lambda: checking.step_problem(-1), "Shift+F8")
        step_place = checking.step_place
        self._add("next_place", _("Next p&lace of the problem"), "right", lambda: step_place(1), "F4")
        self._add("last_place", _("Previous pl&ace of the problem"), "left", lambda: step_place(-1), "Shift+F4")
        self._add("problem_spaces", _("&Select the problem's spaces"), "box", lambda: checking.select(), "Ctrl+F8")
        self._add("find_problem", _("Searc&h the problems"), "search", checking.panel.start_search, "Ctrl+F")
        self._add("explain", _("&Explain the problem"), "help", checking.explain, "Shift+F1")
        self._add("play", _("Pla&ytest"), "play", doings.playtest, "F5")
        self._add("play_anew", _("Playtest &anew"), "play", lambda: doings.playtest(restart=True), "Shift+F5")
        self._add("pin_note", _("Pin a &note…"), "pin", doings.edit_note, "P")
        self._add("notes", _("All n&otes…"), "list", doings.list_notes, "Shift+P")
        self._add("resize", _("&Resize the board…"), "resize", doings.resize_board, "Ctrl+R")
        workshop = self._add(
            "workshop", _("Pieces in the &workshop…"), "grid", doings.open_piece_editor, "Ctrl+Shift+W"
        )
        workshop.setVisible(desk.game.has_piece_editor)
        self._add("export", _("&Export a picture…"), "picture", doings.export_image, "Ctrl+E")
        self._add("print", _("Pr&int and play…"), "print", doings.print_board, "Ctrl+Shift+E")
        self._add("export_map", _("Export a map for &Tiled…"), "export", doings.export_map, "Ctrl+Alt+E")
        self._add("save", _("Save"), "save", doings.save)
        self._update_history()
        self._update_navigation()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def icon_name(self, name: str) -> str:
        return icon_of(self._actions[name])

    def update_tools(self) -> None:
        """Hide the tools that this game does not use, which frees their shortcuts."""
        for tool in self._board.tools:
            self._actions[f"tool_{tool.key}"].setVisible(tool.is_available)

    def menus(self) -> list[PageMenu]:
        tools = [self._actions[f"tool_{tool.key}"] for tool in self._board.tools]
        whole = self._select_actions("select_all select_none invert - grow shrink")
        reaches = [self._actions[reach.value] for reach in SelectionShape]
        joinings = [self._actions[f"join_{joining.value}"] for joining in SelectionMode]
        checks = self._select_actions("check fix_all - next_problem last_problem next_place last_place")
        brush = self._select_actions("brush_0 brush_1 brush_2 brush_more brush_less outline")
        return [
            PageMenu("", self._select_actions("cut copy paste paste_in_place keep delete"), "edit"),
            PageMenu("", self._select_actions("turn_right turn_left mirror_h mirror_v"), "edit"),
            PageMenu(
                "",
                self._select_actions("zoom_in zoom_out fit fit_selection - go back forward - marks survey panels"),
                "view",
            ),
            PageMenu(
                "",
                self._select_actions("play play_anew - pin_note notes - resize workshop export print export_map"),
                "layout",
            ),
            PageMenu(_("&Select"), [*whole, None, *reaches, None, *joinings]),
            PageMenu(
                _("&Tools"),
                [
                    *tools,
                    None,
                    self._actions["complete"],
                    None,
                    *reaches,
                    None,
                    *brush,
                    None,
                    *self._select_actions("move_north move_east move_south move_west - symmetry"),
                ],
            ),
            PageMenu(_("&Check"), [*checks, None, *self._select_actions("problem_spaces find_problem explain")]),
        ]

    def _select_actions(self, names: str) -> list[QAction | None]:
        return [None if name == "-" else self._actions[name] for name in names.split()]

    def _update_tool(self) -> None:
        self._actions[f"tool_{self._board.tool.key}"].setChecked(True)

    def _update_brush(self) -> None:
        desk = self._board.edit_state
        self._actions[f"brush_{desk.brush_rings}"].setChecked(True)
        self._actions["outline"].setChecked(desk.is_outline_only)

    def _update_selection_modes(self) -> None:
        self._actions[self._board.edit_state.selection_shape.value].setChecked(True)
        self._actions[f"join_{self._board.edit_state.selection_mode.value}"].setChecked(True)

    def _update_navigation(self) -> None:
        desk, way = self._board.edit_state, self._board.navigation
        set_action_enabled(self._actions["fit_selection"], bool(desk.selection), _("Nothing is selected."))
        set_action_enabled(
            self._actions["pin_note"], bool(desk.selection) or desk.edge >= 0, _("No space is selected.")
        )
        set_action_enabled(self._actions["back"], way.can_go_back, _("No jump was made from another place."))
        set_action_enabled(self._actions["forward"], way.can_go_forward, _("You did not go back to a place."))

    def _update_history(self) -> None:
        stack = self._board.document.stack
        back, forth = stack.undoText(), stack.redoText()
        set_action_enabled(self._actions["undo"], stack.canUndo(), _("Nothing was changed yet."))
        set_action_enabled(self._actions["redo"], stack.canRedo(), _("Nothing was undone."))
        set_tooltip(self._actions["undo"], _("Undo: {step}").format(step=back) if back else _("Undo"))
        set_tooltip(self._actions["redo"], _("Redo: {step}").format(step=forth) if forth else _("Redo"))

    def _add_toggle(self, name: str, text: str, icon: str, slot: Callable[[bool], object], key: str) -> QAction:
        action = self._add(name, text, icon, lambda: slot(action.isChecked()), key)
        action.setCheckable(True)
        action.setChecked(True)
        return action

    def _add(self, name: str, text: str, icon: str, slot: Callable[[], object], *keys: Keys) -> QAction:
        action = make_action(self._owner, f"editor.{name}", text, icon, keys, slot, within=True)
        self._actions[name] = action
        return action


def _brush_cell_count(sides: int, rings: int) -> int:
    """Return how many cells a brush covers away from the rim."""
    return (2 * rings + 1) ** 2 if sides == 4 else 3 * rings * (rings + 1) + 1
