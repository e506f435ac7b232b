"""Everything in the editor that has a name, an icon and a key: one QAction each, for tool bar, menus and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QWidget

from studio.core.picture import place_name, place_named
from studio.core.text import _, plural
from studio.gui.editor.board_controller import Easel
from studio.gui.editor.completion import Completing
from studio.gui.editor.edit_state import Joining, Reach, grown, inverted, shrunk
from studio.gui.editor.export import Exports
from studio.gui.editor.panes import Columns
from studio.gui.editor.problems.controller import Checking
from studio.gui.editor.survey.overlays import Surveying
from studio.gui.page import Page, PageMenu
from studio.gui.style.icons import RINGS
from studio.gui.style.stylesheet import theme_at
from studio.gui.widgets import set_tip
from studio.gui.widgets.actions import Keys, icon_of, make_action, set_usable

# What menus, keys and buttons of an editor do where it takes more than the board, its tools and the document.


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
        from studio.gui.editor.navigation import go_to_space

        if (asked := go_to_space(self._view, self._document.grid)) is not None:
            asked.wanted.connect(self._easel.way.go_to)

    def pin_note(self) -> None:
        """Ask for the note on the space or the edge that is selected."""
        from studio.gui.editor.notes import pin_note

        desk = self._easel.desk
        place = desk.edge if desk.edge >= 0 else min(desk.selection, default=-1)
        if place >= 0:
            pin_note(self._page, self._document, place_name(self._document.grid, place))

    def list_notes(self) -> None:
        """List the notes on spaces and edges, to go there."""
        from studio.gui.editor.notes import PinList

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
        from studio.drawing.overlays import noted

        game, body, pins = self._document.game, self._document.body, self._document.pins
        side, drawn = game.cut_outs(body).millimetres, [one.picture for one in self._surveying.drawn()]
        board = game.sketch(body, still=True)
        told = noted(board, self._document.grid, pins) if pins else None
        self.exports.ask(board, self._page.title(), theme_at(self._page), side, drawn, told)

    def export_map(self) -> None:
        """Ask for a file and write the layout there for the editor Tiled."""
        self.exports.ask_map(self._document.settled_opened(), self._page.title(), theme_at(self._page))


# Everything in the editor that has a name, an icon and a key: one QAction each, for tool bar, menus and keyboard.

Key = QKeySequence.StandardKey


class Actions(QObject):
    """The actions of one editor page. They work while the keyboard's focus is anywhere in their owner."""

    def __init__(
        self,
        owner: QWidget,
        easel: Easel,
        checking: Checking,
        surveying: Surveying,
        columns: Columns,
        doings: Doings,
    ) -> None:
        super().__init__(owner)
        self._owner, self._easel = owner, easel
        self._all: dict[str, QAction] = {}
        desk, document, view = easel.desk, easel.document, easel.view
        self._group = QActionGroup(owner)
        for tool in easel.tools:
            take = partial(easel.take, tool.key)
            action = self._add(f"tool_{tool.key}", tool.name, tool.icon, take, tool.shortcut)
            action.setCheckable(True)
            self._group.addAction(action)
        easel.tool_changed.connect(self._follow_tool)
        self._add("undo", _("&Undo"), "undo", easel.undo, Key.Undo)
        self._add("redo", _("&Redo"), "redo", document.redo, Key.Redo, "Ctrl+Y")
        document.history_changed.connect(self._follow_history)
        self._add("cut", _("Cu&t"), "cut", desk.cut, Key.Cut)
        self._add("copy", _("&Copy"), "copy", desk.copy, Key.Copy)
        self._add("paste", _("&Paste"), "paste", easel.paste, Key.Paste)
        self._add("paste_in_place", _("Paste &in place"), "paste", easel.paste_in_place, "Ctrl+Shift+V")
        self._add("keep", _("&Keep as a stamp"), "stamp", desk.keep, "Ctrl+K")
        self._add("delete", _("C&lear"), "trash", desk.erase_selection, Key.Delete, "Backspace")
        self._add("select_all", _("Select &all"), "rectangle", easel.select_all, Key.SelectAll)
        self._add("select_none", _("Select &nothing"), "cross", lambda: desk.select(()), "Ctrl+Shift+A")
        self._add("invert", _("&Invert the selection"), "invert", lambda: desk.reselect(inverted), "Ctrl+I")
        self._add("grow", _("&Grow the selection"), "grow", lambda: desk.reselect(grown), "Ctrl+]")
        self._add("shrink", _("S&hrink the selection"), "shrink", lambda: desk.reselect(shrunk), "Ctrl+[")
        reaches = QActionGroup(owner)
        for reach, key in zip(Reach, ("A", "Shift+A", "U", "Shift+U"), strict=True):
            action = self._add(reach.value, reach.words, reach.value, partial(easel.reach, reach), key)
            action.setCheckable(True)
            reaches.addAction(action)
        joinings = QActionGroup(owner)
        for number, joining in enumerate(Joining, RINGS + 1):
            name = f"join_{joining.value}"
            action = self._add(name, joining.words, name, partial(desk.set_joining, joining), f"Alt+{number}")
            action.setCheckable(True)
            joinings.addAction(action)
        desk.reach_changed.connect(self._follow_reach)
        self._follow_reach()
        self._add("turn_right", _("Turn clockwise"), "rotate_right", lambda: easel.turn(1), "R")
        self._add("turn_left", _("Turn anticlockwise"), "rotate_left", lambda: easel.turn(-1), "Shift+R")
        self._add("mirror_h", _("Mirror east and west"), "mirror_sideways", lambda: easel.mirror(True), "H")
        self._add("mirror_v", _("Mirror north and south"), "mirror_upright", lambda: easel.mirror(False), "V")
        for side, (name, key) in enumerate((("north", "Up"), ("east", "Right"), ("south", "Down"), ("west", "Left"))):
            words = (_("Move north"), _("Move east"), _("Move south"), _("Move west"))[side]
            self._add(f"move_{name}", words, "move", partial(desk.nudge, side), f"Ctrl+{key}")
        sizes = QActionGroup(owner)
        for rings in range(RINGS):
            cells = plural("Brush of {n} space", "Brush of {n} spaces", _whole(document.grid.sides, rings))
            words = cells.format(n=_whole(document.grid.sides, rings))
            size = self._add(f"brush_{rings}", words, "brush", partial(desk.set_brush, rings), f"Alt+{rings + 1}")
            size.setCheckable(True)
            size.setChecked(rings == desk.brush)
            sizes.addAction(size)
        self._add("brush_more", _("Larger brush"), "plus", lambda: desk.set_brush(desk.brush + 1), "]")
        self._add("brush_less", _("Smaller brush"), "minus", lambda: desk.set_brush(desk.brush - 1), "[")
        complete = self._add("complete", _("&Complete the chart"), "dice", doings.complete, "Shift+F")
        complete.setVisible(desk.game.completes)
        outline = self._add(
            "outline", _("Figures as outlines"), "outline", lambda: desk.set_outlined(not desk.outlined), "N"
        )
        outline.setCheckable(True)
        desk.brush_changed.connect(self._follow_brush)
        self._add("symmetry", _("Next &symmetry"), "symmetry", desk.next_symmetry, "Y")
        self._add("zoom_in", _("Zoom &in"), "zoom_in", lambda: view.zoom_by(1.25), "Ctrl++", "+", "Ctrl+=", "=")
        self._add("zoom_out", _("Zoom &out"), "zoom_out", lambda: view.zoom_by(0.8), "Ctrl+-", "-")
        self._add("fit", _("&Fit the board"), "fit", view.fit, "Ctrl+0", "0")
        way = easel.way
        self._add("fit_selection", _("Zoom to the s&election"), "search", way.zoom_to_selection, "Z")
        self._add("go", _("&Go to a space…"), "pin", doings.go_to_space, "Ctrl+G")
        self._add("back", _("&Back to the place before"), "arrow_left", way.back, "Alt+Left")
        self._add("forward", _("Forward again"), "arrow_right", way.forward, "Alt+Right")
        desk.selection_changed.connect(self._follow_way)
        way.changed.connect(self._follow_way)
        self._switch("marks", _("Show &problems on the board"), "eye", easel.show_problems, "W")
        survey = self._switch("survey", _("Show the s&urvey on the board"), "layers", surveying.show, "F6")
        survey.setVisible(False)  # unless the game measures something
        self._switch("panels", _("Show the &side panels"), "layers", columns.show_sides, "F9")
        self._add("check", _("&Check all"), "shield", checking.check_all, "F7")
        self._add("fix_all", _("&Fix all safe ones"), "wand", checking.fix_all, "Shift+F7")
        self._add("next_problem", _("&Next problem"), "down", lambda: checking.step(1), "F8")
        self._add("last_problem", _("&Previous problem"), "up", lambda: checking.step(-1), "Shift+F8")
        step_place = checking.step_place
        self._add("next_place", _("Next p&lace of the problem"), "right", lambda: step_place(1), "F4")
        self._add("last_place", _("Previous pl&ace of the problem"), "left", lambda: step_place(-1), "Shift+F4")
        self._add("problem_spaces", _("&Select the problem's spaces"), "box", lambda: checking.select(), "Ctrl+F8")
        self._add("find_problem", _("Searc&h the problems"), "search", checking.panel.search_for, "Ctrl+F")
        self._add("explain", _("&Explain the problem"), "help", checking.explain, "Shift+F1")
        self._add("play", _("Pla&ytest"), "play", doings.playtest, "F5")
        self._add("play_anew", _("Playtest &anew"), "play", lambda: doings.playtest(anew=True), "Shift+F5")
        self._add("pin_note", _("Pin a &note…"), "pin", doings.pin_note, "P")
        self._add("notes", _("All n&otes…"), "list", doings.list_notes, "Shift+P")
        self._add("resize", _("&Resize the board…"), "resize", doings.resize_board, "Ctrl+R")
        workshop = self._add("workshop", _("Pieces in the &workshop…"), "grid", doings.open_workshop, "Ctrl+Shift+W")
        workshop.setVisible(desk.game.has_workshop)
        self._add("export", _("&Export a picture…"), "picture", doings.export_picture, "Ctrl+E")
        self._add("print", _("Pr&int and play…"), "print", doings.print_board, "Ctrl+Shift+E")
        self._add("export_map", _("Export a map for &Tiled…"), "export", doings.export_map, "Ctrl+Alt+E")
        self._add("save", _("Save"), "save", doings.save)
        self._follow_history()
        self._follow_way()

    def __getitem__(self, name: str) -> QAction:
        return self._all[name]

    def icon_name(self, name: str) -> str:
        """The icon of an action."""
        return icon_of(self._all[name])

    def offer_tools(self) -> None:
        """Hide the tools that have nothing to do in this game; their keys are then free."""
        for tool in self._easel.tools:
            self._all[f"tool_{tool.key}"].setVisible(tool.offered)

    def menus(self) -> list[PageMenu]:
        """Where the actions stand in the window's menus."""
        tools = [self._all[f"tool_{tool.key}"] for tool in self._easel.tools]
        whole = self._some("select_all select_none invert - grow shrink")
        reaches = [self._all[reach.value] for reach in Reach]
        joinings = [self._all[f"join_{joining.value}"] for joining in Joining]
        checks = self._some("check fix_all - next_problem last_problem next_place last_place")
        brush = self._some("brush_0 brush_1 brush_2 brush_more brush_less outline")
        return [
            PageMenu("", self._some("cut copy paste paste_in_place keep delete"), "edit"),
            PageMenu("", self._some("turn_right turn_left mirror_h mirror_v"), "edit"),
            PageMenu(
                "", self._some("zoom_in zoom_out fit fit_selection - go back forward - marks survey panels"), "view"
            ),
            PageMenu(
                "",
                self._some("play play_anew - pin_note notes - resize workshop export print export_map"),
                "layout",
            ),
            PageMenu(_("&Select"), [*whole, None, *reaches, None, *joinings]),
            PageMenu(
                _("&Tools"),
                [
                    *tools,
                    None,
                    self._all["complete"],
                    None,
                    *reaches,
                    None,
                    *brush,
                    None,
                    *self._some("move_north move_east move_south move_west - symmetry"),
                ],
            ),
            PageMenu(_("&Check"), [*checks, None, *self._some("problem_spaces find_problem explain")]),
        ]

    def _some(self, names: str) -> list[QAction | None]:
        return [None if name == "-" else self._all[name] for name in names.split()]

    def _follow_tool(self) -> None:
        self._all[f"tool_{self._easel.tool.key}"].setChecked(True)

    def _follow_brush(self) -> None:
        desk = self._easel.desk
        self._all[f"brush_{desk.brush}"].setChecked(True)
        self._all["outline"].setChecked(desk.outlined)

    def _follow_reach(self) -> None:
        self._all[self._easel.desk.reach.value].setChecked(True)
        self._all[f"join_{self._easel.desk.joining.value}"].setChecked(True)

    def _follow_way(self) -> None:
        desk, way = self._easel.desk, self._easel.way
        set_usable(self._all["fit_selection"], bool(desk.selection), _("Nothing is selected."))
        set_usable(self._all["pin_note"], bool(desk.selection) or desk.edge >= 0, _("No space is selected."))
        set_usable(self._all["back"], way.can_go_back, _("No jump was made from another place."))
        set_usable(self._all["forward"], way.can_go_forward, _("You did not go back to a place."))

    def _follow_history(self) -> None:
        """Say what would be undone and redone, where anything would."""
        stack = self._easel.document.stack
        back, forth = stack.undoText(), stack.redoText()
        set_usable(self._all["undo"], stack.canUndo(), _("Nothing was changed yet."))
        set_usable(self._all["redo"], stack.canRedo(), _("Nothing was undone."))
        set_tip(self._all["undo"], _("Undo: {step}").format(step=back) if back else _("Undo"))
        set_tip(self._all["redo"], _("Redo: {step}").format(step=forth) if forth else _("Redo"))

    def _switch(self, name: str, text: str, icon: str, slot: Callable[[bool], object], key: str) -> QAction:
        """An action that is on, and can be switched off."""
        action = self._add(name, text, icon, lambda: slot(action.isChecked()), key)
        action.setCheckable(True)
        action.setChecked(True)
        return action

    def _add(self, name: str, text: str, icon: str, slot: Callable[[], object], *keys: Keys) -> QAction:
        action = make_action(self._owner, f"editor.{name}", text, icon, keys, slot, within=True)
        self._all[name] = action
        return action


def _whole(sides: int, rings: int) -> int:
    """How many cells a brush has where the board does not cut it off."""
    return (2 * rings + 1) ** 2 if sides == 4 else 3 * rings * (rings + 1) + 1
