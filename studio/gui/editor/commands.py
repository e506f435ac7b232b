"""The actions of the editor for tool bar, menus and keyboard, and the commands behind some of them."""

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
from studio.gui.editor.export import EditorExports
from studio.gui.editor.problems.controller import ProblemController
from studio.gui.editor.survey.overlays import SurveyController
from studio.gui.page import EditPieces, Page, PageMenu, Playtest, PrintLayout, SavePage
from studio.gui.style.icons import BRUSH_SIZES
from studio.gui.widgets import set_tooltip
from studio.gui.widgets.actions import Keys, make_action, set_action_enabled


class EditorCommands:
    """Commands that need more than the board, its tools and the document; the page forwards some to the window."""

    def __init__(self, page: Page, board: EditorBoardController, survey_controller: SurveyController) -> None:
        self._page, self._board, self._survey_controller = page, board, survey_controller
        self._document, self._view = board.document, board.view
        self.completion = CompletionTask(page, board.edit_state, board.view)
        self.exports = EditorExports(page, board.view)
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

        if (popup := ask_goto_space(self._view, self._document.grid)) is not None:
            popup.cells_chosen.connect(self._board.navigation.go_to)

    def edit_note(self) -> None:
        from studio.gui.editor.dialogs import edit_note

        state = self._board.edit_state
        place = state.edge if state.edge >= 0 else min(state.selection, default=-1)
        if place >= 0:
            edit_note(self._page, self._document, place_name(self._document.grid, place))

    def list_notes(self) -> None:
        from studio.gui.editor.dialogs import NoteList

        name = NoteList(self._page, self._document).ask()
        if name and (place := parse_place(self._document.grid, name)) >= 0:
            self._board.navigation.go_to([place])

    def resize_board(self) -> None:
        from studio.gui.editor.dialogs import ask_resize

        if ask_resize(self._page, self._document):
            self._view.fit()

    def open_piece_editor(self, piece: str = "") -> None:
        self._board.cancel()
        self._page.request.emit(EditPieces(piece))

    def print_board(self) -> None:
        self._board.cancel()
        self._page.request.emit(PrintLayout())

    def export_image(self) -> None:
        from studio.drawing.overlays import with_notes, with_piece_names

        game, body, pins = self._document.game, self._document.body, self._document.pins
        board = with_piece_names(game.sketch.sketch(body, still=True), game, body)
        side = game.sketch.cut_outs(body).unit_mm
        overlays = [overlay.picture for overlay in self._survey_controller.visible_overlays()]
        noted = with_notes(board, self._document.grid, pins) if pins else None
        self.exports.export_image(board, self._page.title(), side, overlays, noted)

    def export_map(self) -> None:
        self.exports.export_map(self._document.to_loaded(with_stroke=False), self._page.title())


Key = QKeySequence.StandardKey


class EditorActions(QObject):
    """The actions of one editor page, active while the focus is inside their owner."""

    def __init__(
        self,
        owner: QWidget,
        board: EditorBoardController,
        problems: ProblemController,
        survey_controller: SurveyController,
        show_side_panels: Callable[[bool], object],
        commands: EditorCommands,
    ) -> None:
        super().__init__(owner)
        self._owner, self._board = owner, board
        self._actions: dict[str, QAction] = {}
        state, document, view = board.edit_state, board.document, board.view
        tools = QActionGroup(owner)
        for tool in board.tools:
            self._add(
                f"tool_{tool.key}", tool.name, tool.icon, partial(board.set_tool, tool.key), tool.shortcut, group=tools
            )
        board.tool_changed.connect(self._update_tool)
        self._add("undo", _("&Undo"), "undo", board.undo, Key.Undo)
        self._add("redo", _("&Redo"), "redo", document.redo, Key.Redo, "Ctrl+Y")
        document.history_changed.connect(self._update_history)
        self._add("cut", _("Cu&t"), "cut", state.cut, Key.Cut)
        self._add("copy", _("&Copy"), "copy", state.copy, Key.Copy)
        self._add("paste", _("&Paste"), "paste", board.paste, Key.Paste)
        self._add("paste_in_place", _("Paste &in place"), "paste", board.paste_in_place, "Ctrl+Shift+V")
        tiles = partial(board.paste, tiles_only=True)
        self._add("paste_tiles", _("Paste tiles &only"), "paste", tiles, "Ctrl+Alt+V")
        self._add("keep", _("&Save as stamp"), "stamp", state.save_custom_stamp, "Ctrl+K")
        self._add("delete", _("C&lear"), "trash", state.erase_selection, Key.Delete, "Backspace")
        self._add("select_all", _("Select &all"), "rectangle", board.select_all, Key.SelectAll)
        self._add("select_none", _("Select &none"), "cross", lambda: state.select(()), "Ctrl+Shift+A")
        self._add("same", _("Select all same &kind"), SelectionShape.KIND.value, state.select_same_kind, "Ctrl+Alt+A")
        self._add(
            "invert", _("&Invert selection"), "invert", lambda: state.change_selection(invert_selection), "Ctrl+I"
        )
        self._add("grow", _("&Grow selection"), "grow", lambda: state.change_selection(grow_selection), "Ctrl+]")
        self._add(
            "shrink", _("S&hrink selection"), "shrink", lambda: state.change_selection(shrink_selection), "Ctrl+["
        )
        shapes, modes, sizes = QActionGroup(owner), QActionGroup(owner), QActionGroup(owner)
        for shape, key in zip(SelectionShape, ("A", "Shift+A", "U", "Shift+U"), strict=True):
            select = partial(board.set_selection_shape, shape)
            self._add(shape.value, shape.label, shape.value, select, key, group=shapes)
        for number, mode in enumerate(SelectionMode, BRUSH_SIZES + 1):
            name, select = f"join_{mode.value}", partial(state.set_selection_mode, mode)
            self._add(name, mode.label, name, select, f"Alt+{number}", group=modes)
        state.selection_mode_changed.connect(self._update_selection_modes)
        self._update_selection_modes()
        self._add("turn_right", _("Rotate clockwise"), "rotate_right", lambda: board.tool.turn(1), "R")
        self._add("turn_left", _("Rotate anticlockwise"), "rotate_left", lambda: board.tool.turn(-1), "Shift+R")
        self._add("mirror_h", _("Mirror horizontally"), "mirror_sideways", lambda: board.tool.mirror(True), "H")
        self._add("mirror_v", _("Mirror vertically"), "mirror_upright", lambda: board.tool.mirror(False), "V")
        self._add("move_north", _("Move north"), "move", lambda: state.nudge(0), "Ctrl+Up")
        self._add("move_east", _("Move east"), "move", lambda: state.nudge(1), "Ctrl+Right")
        self._add("move_south", _("Move south"), "move", lambda: state.nudge(2), "Ctrl+Down")
        self._add("move_west", _("Move west"), "move", lambda: state.nudge(3), "Ctrl+Left")
        for rings in range(BRUSH_SIZES):
            count = (2 * rings + 1) ** 2 if document.grid.sides == 4 else 3 * rings * (rings + 1) + 1
            text = plural("Brush: {n} space", "Brush: {n} spaces", count).format(n=count)
            select = partial(state.set_brush_rings, rings)
            size = self._add(f"brush_{rings}", text, "brush", select, f"Alt+{rings + 1}", group=sizes)
            size.setChecked(rings == state.brush_rings)
        self._add("brush_more", _("Larger brush"), "plus", lambda: state.set_brush_rings(state.brush_rings + 1), "]")
        self._add("brush_less", _("Smaller brush"), "minus", lambda: state.set_brush_rings(state.brush_rings - 1), "[")
        complete = self._add("complete", _("&Complete board"), "dice", commands.complete, "Shift+F")
        complete.setVisible(state.game.can_complete)
        outline = self._add("outline", _("Outlines only"), "outline", state.toggle_outline_only, "N")
        outline.setCheckable(True)
        state.brush_changed.connect(self._update_brush)
        self._add("symmetry", _("Next &symmetry"), "symmetry", state.next_symmetry, "Y")
        self._add("zoom_in", _("Zoom &in"), "zoom_in", lambda: view.zoom_by(1.25), "Ctrl++", "+", "Ctrl+=", "=")
        self._add("zoom_out", _("Zoom &out"), "zoom_out", lambda: view.zoom_by(0.8), "Ctrl+-", "-")
        self._add("fit", _("Fit boar&d"), "fit", view.fit, "Ctrl+0", "0")
        history = board.navigation
        self._add("fit_selection", _("&Zoom to selection"), "search", history.zoom_to_selection, "Z")
        self._add("go", _("Go to sp&ace…"), "pin", commands.goto_space, "Ctrl+G")
        self._add("back", _("Bac&k to previous view"), "arrow_left", history.go_back, "Alt+Left")
        self._add("forward", _("Forward to next view"), "arrow_right", history.go_forward, "Alt+Right")
        state.selection_changed.connect(self._update_navigation)
        history.changed.connect(self._update_navigation)
        self._add_toggle("marks", _("Show &problems"), "eye", board.show_problems, "W")
        survey = self._add_toggle("survey", _("Show s&urvey"), "layers", survey_controller.set_shown, "F6")
        survey.setWhatsThis(_("overlays, layers"))
        survey.setVisible(False)  # unless the game measures something
        survey.setChecked(survey_controller.is_shown)
        survey_controller.switched.connect(lambda: survey.setChecked(survey_controller.is_shown))
        self._add_toggle("panels", _("Sho&w side panels"), "layers", show_side_panels, "F9")
        panel = problems.panel
        self._add("check", _("&Check all"), "shield", problems.check_all, "F7")
        self._add("fix_all", _("Apply safe &fixes"), "wand", problems.fix_all, "Shift+F7")
        self._add("next_problem", _("&Next problem"), "down", lambda: panel.step_problem(1), "F8")
        self._add("last_problem", _("&Previous problem"), "up", lambda: panel.step_problem(-1), "Shift+F8")
        self._add("next_place", _("Next problem &location"), "right", lambda: panel.step_place(1), "F4")
        self._add("last_place", _("Previous problem loc&ation"), "left", lambda: panel.step_place(-1), "Shift+F4")
        self._add("problem_spaces", _("&Select problem spaces"), "box", lambda: problems.select(), "Ctrl+F8")
        self._add("find_problem", _("Searc&h problems"), "search", panel.start_search, "Ctrl+F")
        self._add("explain", _("&Explain problem"), "help", problems.explain, "Shift+F1")
        self._add("play", _("Pla&ytest"), "play", commands.playtest, "F5")
        self._add("play_anew", _("Rest&art playtest"), "play", lambda: commands.playtest(restart=True), "Shift+F5")
        self._add("pin_note", _("Add &note…"), "pin", commands.edit_note, "P")
        self._add("notes", _("Show all n&otes…"), "list", commands.list_notes, "Shift+P")
        self._add("resize", _("&Resize board…"), "resize", commands.resize_board, "Ctrl+R")
        pieces = self._add("workshop", _("E&dit pieces"), "grid", commands.open_piece_editor, "Ctrl+Shift+W")
        pieces.setVisible(state.game.has_piece_editor)
        self._add("export", _("&Export image…"), "picture", commands.export_image, "Ctrl+E")
        self._add("print", _("Pr&int and play"), "print", commands.print_board, "Ctrl+Shift+E")
        self._add("export_map", _("Export &Tiled map…"), "export", commands.export_map, "Ctrl+Alt+E")
        self._add("save", _("Save"), "save", commands.save)
        self._update_history()
        self._update_navigation()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def update_tools(self) -> None:
        """Hide the tools that this game does not use, which frees their shortcuts."""
        for tool in self._board.tools:
            self[f"tool_{tool.key}"].setVisible(tool.is_available)

    def menus(self) -> list[PageMenu]:
        def menu(title: str, names: str, place: str = "") -> PageMenu:
            return PageMenu(title, [None if name == "-" else self[name] for name in names.split()], place)

        tools = " ".join(f"tool_{tool.key}" for tool in self._board.tools)
        shapes = " ".join(shape.value for shape in SelectionShape)
        modes = " ".join(f"join_{mode.value}" for mode in SelectionMode)
        select = f"select_all select_none invert same - grow shrink - {shapes} - {modes}"
        brush = "brush_0 brush_1 brush_2 brush_more brush_less outline"
        move = "move_north move_east move_south move_west - symmetry"
        check = "check fix_all - next_problem last_problem next_place last_place - problem_spaces find_problem explain"
        view = "zoom_in zoom_out fit fit_selection - go back forward - marks survey panels"
        layout = "play play_anew - pin_note notes - resize workshop export print export_map"
        return [
            menu("", "cut copy paste paste_in_place paste_tiles keep delete", "edit"),
            menu("", "turn_right turn_left mirror_h mirror_v", "edit"),
            menu("", view, "view"),
            menu("", layout, "layout"),
            menu(_("&Select"), select),
            menu(_("&Tools"), f"{tools} - complete - {shapes} - {brush} - {move}"),
            menu(_("&Check"), check),
        ]

    def _update_tool(self) -> None:
        self[f"tool_{self._board.tool.key}"].setChecked(True)

    def _update_brush(self) -> None:
        state = self._board.edit_state
        self[f"brush_{state.brush_rings}"].setChecked(True)
        self["outline"].setChecked(state.is_outline_only)

    def _update_selection_modes(self) -> None:
        self[self._board.edit_state.selection_shape.value].setChecked(True)
        self[f"join_{self._board.edit_state.selection_mode.value}"].setChecked(True)

    def _update_navigation(self) -> None:
        state, history = self._board.edit_state, self._board.navigation
        has_place = bool(state.selection) or state.edge >= 0
        set_action_enabled(self["fit_selection"], bool(state.selection), _("Nothing is selected."))
        set_action_enabled(self["same"], bool(state.selection), _("Nothing is selected."))
        set_action_enabled(self["pin_note"], has_place, _("No space is selected."))
        set_action_enabled(self["back"], bool(history.back), _("There is no previous view."))
        set_action_enabled(self["forward"], bool(history.forward), _("There is no next view."))

    def _update_history(self) -> None:
        stack = self._board.document.stack
        undo, redo = stack.undoText(), stack.redoText()
        set_action_enabled(self["undo"], stack.canUndo(), _("There are no changes yet."))
        set_action_enabled(self["redo"], stack.canRedo(), _("There is nothing to redo."))
        set_tooltip(self["undo"], _("Undo: {step}").format(step=undo) if undo else _("Undo"))
        set_tooltip(self["redo"], _("Redo: {step}").format(step=redo) if redo else _("Redo"))

    def _add_toggle(self, name: str, text: str, icon: str, slot: Callable[[bool], object], key: str) -> QAction:
        action = self._add(name, text, icon, lambda: slot(action.isChecked()), key)
        action.setCheckable(True)
        action.setChecked(True)
        return action

    def _add(
        self,
        name: str,
        text: str,
        icon: str,
        slot: Callable[[], object],
        *keys: Keys,
        group: QActionGroup | None = None,
    ) -> QAction:
        action = make_action(self._owner, f"editor.{name}", text, icon, keys, slot, within=True)
        if group is not None:
            action.setCheckable(True)
            group.addAction(action)
        self._actions[name] = action
        return action
