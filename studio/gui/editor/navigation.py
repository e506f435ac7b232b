"""The way over a board: from place to place that was jumped to, back again and forward, as in a browser."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QCompleter, QWidget

from studio.core.grid import Grid, parse_places
from studio.core.picture import is_edge
from studio.core.text import _, plural
from studio.gui.board.view import BoardView
from studio.gui.editor.edit_state import EditState
from studio.gui.widgets import Card, text_label
from studio.gui.widgets.inputs import SearchField

MAX_LOCATIONS = 50


class Location(NamedTuple):
    """A position of the view: centre in board units, zoom (0: fitted), and the selection."""

    x: float
    y: float
    zoom: float
    selection: frozenset[int]

    def is_same_view(self, other: Location) -> bool:
        near = abs(self.x - other.x) < 0.05 and abs(self.y - other.y) < 0.05
        return near and abs(self.zoom - other.zoom) < 0.001 and self.selection == other.selection


class NavigationHistory(QObject):
    """Back and forward through views. Call `record` before a jump."""

    changed = Signal()

    def __init__(self, edit_state: EditState, view: BoardView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._edit_state, self._view = edit_state, view
        self._back_stack: list[Location] = []
        self._forward_stack: list[Location] = []

    @property
    def can_go_back(self) -> bool:
        return bool(self._back_stack)

    @property
    def can_go_forward(self) -> bool:
        return bool(self._forward_stack)

    def record(self) -> None:
        here = self._current_location()
        if not self._back_stack or not self._back_stack[-1].is_same_view(here):
            self._back_stack = [*self._back_stack, here][-MAX_LOCATIONS:]
        self._forward_stack.clear()
        self.changed.emit()

    def go_to(self, places: Iterable[int]) -> None:
        """Select cells, or one edge, and centre the view on them."""
        group = frozenset(places)
        if not group:
            return
        self.record()
        cells = [place for place in group if not is_edge(place)]
        self._edit_state.select(cells, -1 if cells else min(group))
        self._view.center_on_targets(group)

    def zoom_to_selection(self) -> None:
        if self._edit_state.selection:
            self.record()
            self._view.fit_targets(self._edit_state.selection)

    def go_back(self) -> None:
        self._step(self._back_stack, self._forward_stack)

    def go_forward(self) -> None:
        self._step(self._forward_stack, self._back_stack)

    def _step(self, there: list[Location], other: list[Location]) -> None:
        here = self._current_location()
        while there:
            place = there.pop()
            if not place.is_same_view(here):
                other.append(here)
                self._restore(place)
                break
        self.changed.emit()

    def _current_location(self) -> Location:
        middle = self._view.view_center()
        return Location(
            middle.x(), middle.y(), 0.0 if self._view.is_fitted else self._view.zoom, self._edit_state.selection
        )

    def _restore(self, place: Location) -> None:
        if place.zoom:
            self._view.set_zoom(place.zoom)
            self._view.center_on(place.x, place.y)
        else:
            self._view.fit()
        cells = self._edit_state.document.grid.count  # the board may have another size by now
        self._edit_state.select(cell for cell in place.selection if cell < cells)


POPUP_WIDTH = 320


class GotoSpacePopup(Card):
    """A popup over the board. `cells_chosen` carries the cells."""

    cells_chosen = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget, grid: Grid) -> None:
        super().__init__(parent=parent, padding=10)
        self._grid = grid
        last = grid.name(grid.count - 1)
        self._hint = _("A name, several, or two corners: {first}, {last}, {first}:{last}").format(
            first=grid.name(0), last=last
        )
        self.field = SearchField(_("Go to a space"))
        self.field.setMinimumHeight(32)
        self.field.setMaxLength(200)
        self.body.setSpacing(6)
        self.body.addWidget(self.field)
        self.message_label = text_label(self._hint, "second", 12, wrap=True)
        self.body.addWidget(self.message_label)
        self._names = QStringListModel([grid.name(cell) for cell in range(grid.count)], self)
        completer = QCompleter(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.InlineCompletion)
        self.field.setCompleter(completer)
        self.field.textEdited.connect(self._on_text_edited)
        self.field.installEventFilter(self)
        self.hide()

    def open(self) -> None:
        parent = self.parentWidget()
        assert parent is not None, "it lies over the board"
        wide = min(POPUP_WIDTH, parent.width() - 20)
        self.setFixedWidth(wide)
        self.adjustSize()
        self.move((parent.width() - wide) // 2, 30)
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_text_edited(self, _text: str) -> None:
        cells, unknown = parse_places(self._grid, self._typed_text())
        if unknown:
            self._show_message(_("No space is called “{name}”.").format(name=unknown.upper()), "warning")
        elif cells:
            self._show_message(plural("{n} space", "{n} spaces", len(cells)).format(n=len(cells)))
        else:
            self._show_message(self._hint)

    def _typed_text(self) -> str:
        """Return the text without the part that the completer proposes."""
        text = self.field.text()
        return text[: self.field.selectionStart()] if self.field.selectedText() else text

    def _show_message(self, words: str, role: str = "second") -> None:
        self.message_label.setText(words)
        self.message_label.setProperty("role", role)
        self.message_label.style().unpolish(self.message_label)
        self.message_label.style().polish(self.message_label)

    def _submit(self) -> None:
        cells, unknown = parse_places(self._grid, self._typed_text())
        if not cells:  # a letter alone, say: then what is proposed is meant
            cells, unknown = parse_places(self._grid, self.field.text())
        if cells and not unknown:
            self.closed.emit()
            self.cells_chosen.emit(cells)
        elif unknown:
            self._show_message(_("No space is called “{name}”.").format(name=unknown.upper()), "warning")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent):
            escape = event.key() == Qt.Key.Key_Escape
            if event.type() == QEvent.Type.ShortcutOverride and escape:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and escape:
                self.closed.emit()
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._submit()
                return True
        if watched is self.field and isinstance(event, QFocusEvent) and event.lostFocus() and self.isVisible():
            QTimer.singleShot(0, self, self._on_focus_lost)  # the window may just be going, with all that is in it
        return super().eventFilter(watched, event)

    def _on_focus_lost(self) -> None:
        """Close, unless the field's context menu has the focus."""
        if not self.field.hasFocus() and QApplication.activePopupWidget() is None:
            self.closed.emit()


def ask_goto_space(over: QWidget, grid: Grid) -> GotoSpacePopup | None:
    """Open the popup over a board; None if it was open, which closes it."""
    if (here := over.findChild(GotoSpacePopup)) is not None:
        here.closed.emit()
        return None
    sheet = GotoSpacePopup(over, grid)

    def close() -> None:
        sheet.closed.disconnect(close)
        had_focus = sheet.field.hasFocus()
        sheet.hide()
        sheet.setParent(None)
        sheet.deleteLater()
        if had_focus:
            over.setFocus(Qt.FocusReason.OtherFocusReason)

    sheet.closed.connect(close)
    sheet.open()
    return sheet
