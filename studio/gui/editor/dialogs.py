"""The dialogs of the editor: notes, reasons to ignore problems, names of stamps, the size of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

from PySide6.QtCore import QRectF, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QListView, QWidget

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.picture import parse_place
from studio.core.plugin import Game
from studio.core.problems import Problem, combined_message
from studio.core.text import _, plural
from studio.gui import widgets as w
from studio.gui.editor.document import EditorDocument
from studio.gui.style.stylesheet import text_font
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.actions import plain_view
from studio.gui.widgets.dialogs import AppDialog
from studio.gui.widgets.inputs import CountBox

MAX_TEXT_LENGTH = 500


class TextDialog(AppDialog):
    """A dialog with a line of text, whose `ok_button` needs one that is not blank."""

    def add_field(self, before: str, placeholder: str, name: str) -> None:
        self.field = QLineEdit(before, maxLength=MAX_TEXT_LENGTH, placeholderText=placeholder)
        self.field.setFont(text_font(14))
        self.field.setMinimumHeight(34)
        self.field.setAccessibleName(name)
        self.body.addWidget(self.field)

    def add_ok_button(self, choice: str, label: str, icon: str) -> None:
        self.ok_button = self.add_button(choice, label, filled=True, icon=icon)
        self.field.textChanged.connect(lambda: self.ok_button.setEnabled(bool(self.text())))
        self.ok_button.setEnabled(bool(self.text()))
        self.field.setFocus()
        self.field.selectAll()

    def text(self) -> str:
        return " ".join(self.field.text().split())


class NoteDialog(TextDialog):
    """Edits one note. Choices: "pin" saves the text, "remove" deletes the note."""

    def __init__(self, parent: QWidget | None, space: str, before: str) -> None:
        super().__init__(parent, _("Note on {space}").format(space=space), "pin")
        self.add_field(before, _("Note text"), self.heading.text())
        self.add_paragraph(_("Notes are saved in the layout and do not affect the game."))
        if before:
            self.add_button("remove", _("Remove"), icon="trash")
        self.add_button("", _("Cancel"))
        self.add_ok_button("pin", _("Save note"), "pin")


def edit_note(parent: QWidget, document: EditorDocument, space: str) -> bool:
    """Ask for the note on a space or edge; return whether it has changed."""
    dialog = NoteDialog(parent, space, document.pins.get(space, ""))
    choice = dialog.ask()
    return bool(choice) and document.pin(space, dialog.text() if choice == "pin" else "")


class IgnoreDialog(TextDialog):
    """Prompts for a reason and whether to ignore the code everywhere. Choice: "ignore"."""

    def __init__(self, parent: QWidget | None, problems: Sequence[Problem]) -> None:
        count = len(problems)
        title = plural("Ignore this problem", "Ignore these {n} problems", count).format(n=count)
        super().__init__(parent, title, "eye_closed")
        self.add_paragraph(combined_message(problems), "text")
        self.add_field("", _("Why this is intended"), _("Reason"))
        self.everywhere_switch = w.ToggleSwitch(_("Ignore all problems of this kind"))
        self.body.addWidget(self.everywhere_switch)
        if not all(problem.cells or problem.edges or problem.field for problem in problems):
            self.everywhere_switch.setChecked(True)  # it has no place that could be named
            self.everywhere_switch.setEnabled(False)
        self.add_paragraph(_("The reason is saved in the layout. You can stop ignoring the problem at any time."))
        self.add_button("", _("Cancel"))
        self.add_ok_button("ignore", _("Ignore"), "eye_closed")


class NameDialog(AppDialog):
    """Renames a custom stamp. Choice: "rename"."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, _("Rename stamp"), "pencil")
        self.field = QLineEdit(name, maxLength=80)
        self.field.setAccessibleName(_("Name"))
        self.body.addWidget(self.field)
        self.add_button("", _("Cancel"))
        self.add_button("rename", _("Rename"), filled=True)
        self.field.selectAll()
        self.field.setFocus()


class NoteList(AppDialog):
    """All notes of a layout; the choice is the name of the place to go to."""

    def __init__(self, parent: QWidget | None, document: EditorDocument) -> None:
        super().__init__(parent, _("Notes"), "pin")
        self._document = document
        self._spaces = list(document.pins)
        if not self._spaces:
            remark = _(
                "Select a space or a border edge and press P to add a note. A pin marks the place and "
                "shows the note as a tooltip."
            )
            empty = w.EmptyState("pin", _("No notes yet"), remark)
            empty.setMinimumSize(380, 170)
            self.body.addWidget(empty)
            self.add_button("", _("Close"), filled=True)
            return
        self.list = QListView(uniformItemSizes=True)
        plain_view(self.list, _("Notes"))
        self._model = QStringListModel(self.list)
        self.list.setModel(self._model)
        card = w.Card(padding=8)
        card.body.addWidget(self.list)
        card.setMinimumHeight(220)
        self.body.addWidget(card, 1)
        self.remove_button = w.PlainButton(_("Remove"), "trash", act=self._remove)
        self.buttons.insertWidget(0, self.remove_button)
        self.add_button("", _("Close"))
        self.goto_button = self.add_button("go", _("Go to note"), filled=True, icon="arrow_right")
        self.list.doubleClicked.connect(lambda _index: self.finish("go"))
        self._refresh(0)
        self.list.setFocus()
        self.setMinimumWidth(520)

    def ask(self) -> str:
        """Return the name of the chosen space, or ""."""
        return self._current_space() if super().ask() == "go" else ""

    def _current_space(self) -> str:
        row = self.list.currentIndex().row()
        return self._spaces[row] if 0 <= row < len(self._spaces) else ""

    def _refresh(self, row: int) -> None:
        pins, grid = self._document.pins, self._document.grid
        self._spaces = list(pins)
        missing = "    (" + _("not on this board") + ")"
        rows = [
            f"{space}    {text}" + ("" if parse_place(grid, space) >= 0 else missing) for space, text in pins.items()
        ]
        self._model.setStringList(rows)
        self.list.setCurrentIndex(self._model.index(min(row, len(pins) - 1), 0))
        for button in (self.remove_button, self.goto_button):
            button.setEnabled(bool(pins))

    def _remove(self) -> None:
        row = self.list.currentIndex().row()
        if self._document.pin(self._current_space(), ""):
            self._refresh(row)


def split_change(change: int, anchor: int) -> tuple[int, int]:
    """Split a change of size between near and far side; `anchor` 0, 1, 2 keeps the near side, middle, far side."""
    if anchor == 1:
        return change // 2, change - change // 2
    return (0, change) if anchor == 0 else (change, 0)


def ask_resize(parent: QWidget, document: EditorDocument) -> bool:
    """Ask for a new size and apply it; return False if cancelled."""
    dialog = ResizeDialog(document.game, document.body, parent)
    if dialog.ask() != "resize":
        return False
    grid = document.game.body.grid(dialog.new_body)
    text = _("Board resized to {columns} × {rows}").format(columns=grid.columns, rows=grid.rows)
    document.resize(text, dialog.new_body, *dialog.added_before)
    return True


class AnchorGrid(QWidget):
    """Nine positions: where the existing board stays on the new one."""

    accessible_role = Role.Grouping
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.column = self.row = 1
        self.setFixedSize(128, 128)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(_("Anchor"))

    def set_anchor(self, column: int, row: int) -> None:
        column, row = min(max(column, 0), 2), min(max(row, 0), 2)
        if (column, row) != (self.column, self.row):
            self.column, self.row = column, row
            self.changed.emit()
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.set_anchor(int(event.position().x() // 43), int(event.position().y() // 43))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
        step = keys.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.set_anchor(self.column + step[0], self.row + step[1])

    def paintEvent(self, _event: QPaintEvent) -> None:
        with w.painter_on(self) as painter:
            for column, row in product(range(3), range(3)):
                here = (column, row) == (self.column, self.row)
                near = abs(column - self.column) <= 1 and abs(row - self.row) <= 1
                ground = "accent" if here else "tint" if near else "inset"
                border = "accent" if self.hasFocus() and here else "border"
                w.paint_box(painter, QRectF(column * 43 + 2, row * 43 + 2, 38, 38), ground, border, radius=6)


class ResizeDialog(AppDialog):
    """Size and anchor; sizes that the game rejects disable the button and show its message."""

    def __init__(self, game: Game, body: Body, parent: QWidget | None = None) -> None:
        super().__init__(parent, _("Resize board"), "resize")
        self.game, self.old_body = game, body
        self.new_body: Body = body
        self.added_before = (0, 0)  # columns at the left, rows at the top
        grid = game.body.grid(body)
        self._size = (grid.columns, grid.rows)
        self.columns = CountBox(self._size[0], 1, 99)
        self.rows = CountBox(self._size[1], 1, 99)
        self.anchor = AnchorGrid()
        fields = QGridLayout()
        fields.setHorizontalSpacing(12)
        fields.setVerticalSpacing(10)
        for line, (text, box) in enumerate(((_("Columns"), self.columns), (_("Rows"), self.rows))):
            fields.addWidget(w.text_label(text), line, 0)
            fields.addWidget(box, line, 1)
            box.setFixedWidth(120)
            box.setAccessibleName(text)
            box.changed.connect(self._preview_size)
        fields.setRowStretch(2, 1)
        side = w.vbox(w.text_label(_("Anchor"), "second", 13), self.anchor)
        self.body.addLayout(w.hbox(fields, side, 1, spacing=28))
        self.message_label = w.text_label("", "second", 13, wrap=True)
        self.message_label.setMinimumHeight(34)
        self.body.addWidget(self.message_label)
        self.anchor.changed.connect(self._preview_size)
        self.add_button("", _("Cancel"))
        self.ok_button = self.add_button("resize", _("Resize"), filled=True)
        self._preview_size()

    def _preview_size(self) -> None:
        wide, high = self.columns.value() - self._size[0], self.rows.value() - self._size[1]
        left, right = split_change(wide, self.anchor.column)
        top, bottom = split_change(high, self.anchor.row)
        self.added_before = (left, top)
        try:
            self.new_body = self.game.editing.resize(self.old_body, left, top, right, bottom)
        except ValueError as problem:
            self.new_body = self.old_body
            self.message_label.setText(str(problem))
            w.set_style_property(self.message_label, "role", "error")
            self.ok_button.setEnabled(False)
        else:
            count = (_count_drawn(self.game, self.old_body) - _count_drawn(self.game, self.new_body)).total()
            text = plural("{n} drawn space will be removed.", "{n} drawn spaces will be removed.", count)
            self.message_label.setText(text.format(n=count) if count else _("No drawn spaces will be removed."))
            w.set_style_property(self.message_label, "role", "second")
            self.ok_button.setEnabled(bool(wide or high))


def _count_drawn(game: Game, body: Body) -> Counter[Stamp]:
    """Count the stamps of all spaces that are not empty."""
    cells, editing = range(game.body.grid(body).count), game.editing
    return Counter(stamp for cell in cells if (stamp := editing.pick(body, cell)) != editing.eraser(body, cell))
