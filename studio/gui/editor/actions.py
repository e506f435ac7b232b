"""Everything in the editor that has a name, an icon and a key: one QAction each, for tool bar, menus and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from studio.core.text import _, plural
from studio.gui.page import PageMenu
from studio.gui.style.icons import RINGS

if TYPE_CHECKING:
    from studio.gui.editor.page import EditorPage

Key = QKeySequence.StandardKey


class Actions:
    """The actions of one editor page. They work while the keyboard's focus is anywhere in the page."""

    def __init__(self, page: EditorPage) -> None:
        self._page = page
        self._all: dict[str, QAction] = {}
        self._group = QActionGroup(page)
        for tool in page.easel.tools:
            action = self._add(
                f"tool_{tool.key}", tool.name, tool.icon, partial(page.take_tool, tool.key), tool.shortcut
            )
            action.setCheckable(True)
            self._group.addAction(action)
        desk = page.desk
        self._add("undo", _("&Undo"), "undo", page.undo, Key.Undo)
        self._add("redo", _("&Redo"), "redo", page.document.redo, Key.Redo, "Ctrl+Y")
        self._add("cut", _("Cu&t"), "cut", desk.cut, Key.Cut)
        self._add("copy", _("&Copy"), "copy", page.copy, Key.Copy)
        self._add("paste", _("&Paste"), "paste", page.paste, Key.Paste)
        self._add("delete", _("C&lear"), "trash", desk.erase_selection, Key.Delete, "Backspace")
        self._add("select_all", _("Select &all"), "rectangle", page.select_all, Key.SelectAll)
        self._add("select_none", _("Select &nothing"), "cross", lambda: desk.select(()), "Ctrl+Shift+A")
        self._add("turn_right", _("Turn clockwise"), "rotate_right", lambda: page.turn(1), "R")
        self._add("turn_left", _("Turn anticlockwise"), "rotate_left", lambda: page.turn(-1), "Shift+R")
        self._add("mirror_h", _("Mirror east and west"), "mirror_sideways", lambda: page.mirror(True), "H")
        self._add("mirror_v", _("Mirror north and south"), "mirror_upright", lambda: page.mirror(False), "V")
        for side, (name, key) in enumerate((("north", "Up"), ("east", "Right"), ("south", "Down"), ("west", "Left"))):
            words = (_("Move north"), _("Move east"), _("Move south"), _("Move west"))[side]
            self._add(f"move_{name}", words, "move", partial(page.nudge, side), f"Ctrl+{key}")
        sizes = QActionGroup(page)
        for rings in range(RINGS):
            cells = plural("Brush of {n} space", "Brush of {n} spaces", _whole(desk.document.grid.sides, rings))
            words = cells.format(n=_whole(desk.document.grid.sides, rings))
            size = self._add(f"brush_{rings}", words, "brush", partial(desk.set_brush, rings))
            size.setCheckable(True)
            size.setChecked(rings == desk.brush)
            sizes.addAction(size)
        desk.brush_changed.connect(lambda: self._all[f"brush_{desk.brush}"].setChecked(True))
        self._add("brush_more", _("Larger brush"), "plus", lambda: desk.set_brush(desk.brush + 1), "]")
        self._add("brush_less", _("Smaller brush"), "minus", lambda: desk.set_brush(desk.brush - 1), "[")
        self._add("symmetry", _("Next &symmetry"), "symmetry", page.next_symmetry, "Y")
        self._add("zoom_in", _("Zoom &in"), "zoom_in", lambda: page.view.zoom_by(1.25), "Ctrl++", "+", "Ctrl+=", "=")
        self._add("zoom_out", _("Zoom &out"), "zoom_out", lambda: page.view.zoom_by(0.8), "Ctrl+-", "-")
        self._add("fit", _("&Fit the board"), "fit", page.view.fit, "Ctrl+0", "0")
        marks = self._add("marks", _("Show &problems on the board"), "eye", page.show_marks, "W")
        marks.setCheckable(True)
        marks.setChecked(True)
        survey = self._add("survey", _("Show the s&urvey on the board"), "layers", lambda: None, "F6")
        survey.setCheckable(True)
        survey.setChecked(True)
        survey.setVisible(False)  # unless the game measures something
        survey.toggled.connect(lambda shown: page.survey.show(shown))
        self._add("panels", _("Show the &side panels"), "layers", page.toggle_panels, "F9").setCheckable(True)
        self._all["panels"].setChecked(True)
        self._add("check", _("&Check all"), "shield", page.check_all, "F7")
        self._add("fix_all", _("&Fix all safe ones"), "wand", page.fix_all, "Shift+F7")
        self._add("next_problem", _("&Next problem"), "down", lambda: page.problems.step(1), "F8")
        self._add("last_problem", _("&Previous problem"), "up", lambda: page.problems.step(-1), "Shift+F8")
        self._add("play", _("Pla&ytest"), "play", page.playtest, "F5")
        self._add("resize", _("&Resize the board…"), "resize", page.resize_board, "Ctrl+R")
        self._add("export", _("&Export a picture…"), "picture", page.export_picture, "Ctrl+E")
        self._add("save", _("Save"), "save", page.save_here)

    def __getitem__(self, name: str) -> QAction:
        return self._all[name]

    def icon_name(self, name: str) -> str:
        """The icon of an action."""
        return str(self._all[name].data())

    def offer_tools(self) -> None:
        """Hide the tools that have nothing to do in this game; their keys are then free."""
        for tool in self._page.easel.tools:
            self._all[f"tool_{tool.key}"].setVisible(tool.offered)

    def menus(self) -> list[PageMenu]:
        """Where the actions stand in the window's menus."""
        tools = [self._all[f"tool_{tool.key}"] for tool in self._page.easel.tools]
        brush = self._some("brush_0 brush_1 brush_2 brush_more brush_less")
        return [
            PageMenu("", self._some("cut copy paste delete - select_all select_none"), "edit"),
            PageMenu("", self._some("turn_right turn_left mirror_h mirror_v"), "edit"),
            PageMenu("", self._some("zoom_in zoom_out fit - marks survey panels"), "view"),
            PageMenu("", self._some("play - resize export"), "layout"),
            PageMenu(
                _("&Tools"),
                [*tools, None, *brush, None, *self._some("move_north move_east move_south move_west - symmetry")],
            ),
            PageMenu(_("&Check"), self._some("check fix_all - next_problem last_problem")),
        ]

    def _some(self, names: str) -> list[QAction | None]:
        return [None if name == "-" else self._all[name] for name in names.split()]

    def _add(
        self, name: str, text: str, icon: str, slot: Callable[[], object], *keys: str | QKeySequence.StandardKey
    ) -> QAction:
        page = self._page
        action = QAction(text, page)
        action.setData(icon)
        sequences: list[QKeySequence] = []
        for key in keys:
            sequences += [QKeySequence(key)] if isinstance(key, str) else QKeySequence.keyBindings(key)
        action.setShortcuts(list(dict.fromkeys(sequences)))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _checked=False: slot())
        page.addAction(action)
        self._all[name] = action
        return action


def _whole(sides: int, rings: int) -> int:
    """How many cells a brush has where the board does not cut it off."""
    return (2 * rings + 1) ** 2 if sides == 4 else 3 * rings * (rings + 1) + 1
