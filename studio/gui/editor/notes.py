"""Notes pinned to spaces and to edges: asking for one, and the list of all."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel
from PySide6.QtWidgets import QLineEdit, QListView, QWidget

from studio.core.picture import parse_place
from studio.core.text import _
from studio.gui.editor.document import EditorDocument
from studio.gui.style.stylesheet import text_font
from studio.gui.widgets import Card, EmptyState, PlainButton
from studio.gui.widgets.actions import plain_view
from studio.gui.widgets.dialogs import AppDialog

MAX_NOTE_LENGTH = 500


def edit_note(parent: QWidget, document: EditorDocument, space: str) -> bool:
    """Ask for the note on a space or edge; return whether it has changed."""
    dialog = NoteDialog(parent, space, document.pins.get(space, ""))
    match dialog.ask():
        case "pin":
            return document.pin(space, dialog.text())
        case "remove":
            return document.pin(space, "")
    return False


class NoteDialog(AppDialog):
    """Edits one note. Choices: "pin" saves the text, "remove" deletes the note."""

    def __init__(self, parent: QWidget | None, space: str, before: str) -> None:
        super().__init__(parent, _("Note on {space}").format(space=space), "pin")
        self.field = QLineEdit(before)
        self.field.setFont(text_font(14))
        self.field.setMaxLength(MAX_NOTE_LENGTH)
        self.field.setMinimumHeight(34)
        self.field.setPlaceholderText(_("What is to be remembered here"))
        self.field.setAccessibleName(self.heading.text())
        self.body.addWidget(self.field)
        self.add_paragraph(_("It is kept in the layout's file and means nothing to the game."))
        if before:
            self.add_button("remove", _("Remove"), icon="trash")
        self.add_button("", _("Cancel"))
        self.ok_button = self.add_button("pin", _("Pin it there"), filled=True, icon="pin")
        self.field.textChanged.connect(lambda: self.ok_button.setEnabled(bool(self.text())))
        self.ok_button.setEnabled(bool(before))
        self.field.setFocus()
        self.field.selectAll()

    def text(self) -> str:
        return " ".join(self.field.text().split())


class NoteList(AppDialog):
    """All notes of a layout; the choice is the name of the place to go to."""

    def __init__(self, parent: QWidget | None, document: EditorDocument) -> None:
        super().__init__(parent, _("Notes"), "pin")
        self._document = document
        self._spaces = list(document.pins)
        if not self._spaces:
            remark = _(
                "Select a space or an edge of the border and press P: the note is a pin with a tip from then on."
            )
            empty = EmptyState("pin", _("There are no notes yet"), remark)
            empty.setMinimumSize(380, 170)
            self.body.addWidget(empty)
            self.add_button("", _("Close"), filled=True)
            return
        self.list = QListView()
        plain_view(self.list, _("Notes"))
        self.list.setUniformItemSizes(True)
        self.list.setModel(QStringListModel(self.list))
        sheet = Card(padding=8)
        sheet.body.addWidget(self.list)
        sheet.setMinimumHeight(220)
        self.body.addWidget(sheet, 1)
        self.remove_button = PlainButton(_("Remove"), "trash")
        self.remove_button.clicked.connect(self._remove)
        self.buttons.insertWidget(0, self.remove_button)
        self.add_button("", _("Close"))
        self.goto_button = self.add_button("go", _("Go there"), filled=True, icon="arrow_right")
        self.list.doubleClicked.connect(lambda _index: self.finish("go"))
        self._refresh(0)
        self.list.setFocus()
        self.setMinimumWidth(520)

    def ask(self) -> str:
        """Return the name of the chosen space, or ""."""
        choice = super().ask()
        return self.current_space() if choice == "go" else ""

    def current_space(self) -> str:
        row = self.list.currentIndex().row()
        return self._spaces[row] if 0 <= row < len(self._spaces) else ""

    def _refresh(self, row: int) -> None:
        pins, grid = self._document.pins, self._document.grid
        self._spaces = list(pins)
        gone = _("not on this board")
        model = self.list.model()
        assert isinstance(model, QStringListModel)
        model.setStringList(
            [
                f"{space}    {words}" + ("" if parse_place(grid, space) >= 0 else f"    ({gone})")
                for space, words in pins.items()
            ]
        )
        self.list.setCurrentIndex(model.index(min(row, len(pins) - 1), 0))
        for button in (self.remove_button, self.goto_button):
            button.setEnabled(bool(pins))

    def _remove(self) -> None:
        row = self.list.currentIndex().row()
        if self._document.pin(self.current_space(), ""):
            self._refresh(row)
