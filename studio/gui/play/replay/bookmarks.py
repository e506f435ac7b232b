"""Bookmarks and notes of a match: their cards and dialogs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QObject, QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from studio.core.match import Node
from studio.core.text import _, plural
from studio.core.transcript import private_facts
from studio.documents.store import MAX_NOTE_LENGTH, MAX_NOTES_LENGTH
from studio.gui import widgets as w
from studio.gui.play.annotations import PositionBookmark
from studio.gui.play.controller import MatchController
from studio.gui.play.replay.bar import ReplayBar
from studio.gui.play.status import ANALYSIS, NO_SEAT, PLAY, REPLAY
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme
from studio.gui.widgets.actions import Index, RowsModel
from studio.gui.widgets.dialogs import AppDialog
from studio.gui.widgets.text import paint_text

ROW = 30
MAX_ROWS, MIN_ROWS = 4, 2  # before the list scrolls; the latter next to notes


class BookmarksModel(RowsModel[PositionBookmark]):
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        mark = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return mark.note or _("no note")
        if role == Qt.ItemDataRole.ToolTipRole:
            return w.plain_tooltip(mark.note) if mark.note else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _("Bookmark at {n}: {note}").format(n=mark.position, note=mark.note or _("no note"))
        return None


class BookmarksDelegate(QStyledItemDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, current_theme().target_size(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, BookmarksModel)
        mark, theme, box = model.rows[index.row()], current_theme(), QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strong = option.state & QStyle.StateFlag.State_Selected
        if strong or option.state & QStyle.StateFlag.State_MouseOver:
            w.paint_box(painter, box.adjusted(0, 1, 0, -1), "tint" if strong else "hover", None, radius=6)
        ribbon = icon_pixmap("bookmark", theme.color("gold_text"), 16, painter.device().devicePixelRatio())
        painter.drawPixmap(QPointF(box.left() + 6, box.center().y() - 8), ribbon)
        paint_text(
            painter, box.adjusted(0, 0, -10, 0), str(mark.position), theme.color("second"), 13, SEMIBOLD, w.RIGHT
        )
        text, ink = (mark.note, "text") if mark.note else (_("no note"), "off")
        paint_text(painter, box.adjusted(28, 0, -46, 0), text.splitlines()[0], theme.color(ink), 13.5)
        painter.restore()


class BookmarksList(QListView):
    """The list: Enter goes there, F2 or a double click edits the note, Delete removes the bookmark."""

    jump_requested = Signal(object)
    edit_requested = Signal(object)
    remove_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.marks = BookmarksModel()
        self.setModel(self.marks)
        self.setItemDelegate(BookmarksDelegate(self))
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("Bookmarks"))
        self.clicked.connect(lambda index: self._emit_for(self.jump_requested, index))
        self.doubleClicked.connect(lambda index: self._emit_for(self.edit_requested, index))

    def _emit_for(self, signal: SignalInstance, index: QModelIndex) -> None:
        if 0 <= index.row() < len(self.marks.rows):
            signal.emit(self.marks.rows[index.row()].node)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        acts = {
            Qt.Key.Key_Return: self.jump_requested,
            Qt.Key.Key_Enter: self.jump_requested,
            Qt.Key.Key_F2: self.edit_requested,
            Qt.Key.Key_Delete: self.remove_requested,
        }
        signal = acts.get(Qt.Key(event.key()))
        if signal is None:
            super().keyPressEvent(event)
        else:
            self._emit_for(signal, self.currentIndex())


class BookmarksCard(w.Card):
    """Card that lists the bookmarks during a replay."""

    def __init__(self) -> None:
        super().__init__(_("Bookmarks"), " ", padding=12)
        self.list = BookmarksList(self)
        self.body.addWidget(self.list, 1)
        self.max_rows = MAX_ROWS
        self.hide()

    def height_of(self, count: int) -> int:
        return 50 + ROW * min(self.max_rows, max(1, count))

    def show_marks(self, marks: Sequence[PositionBookmark], here: object) -> None:
        """Show the bookmarks of a line; `here` is the current node."""
        if marks != self.list.marks.rows:
            self.list.marks.set_rows(list(marks))
            self.set_note(plural("{n} position", "{n} positions", len(marks)).format(n=len(marks)))
        self.setFixedHeight(self.height_of(len(marks)))
        row = next((row for row, mark in enumerate(marks) if mark.node is here), -1)
        if row >= 0:
            self.list.setCurrentIndex(self.list.marks.index(row))
        else:
            self.list.clearSelection()


class NoteDialog(AppDialog):
    """Prompts for the note of a bookmark. `ask` returns "keep", "remove" or ""."""

    def __init__(self, parent: QWidget, place: int, note: str | None) -> None:
        heading = _("Bookmark at position {n}").format(n=place)
        super().__init__(parent, heading, "bookmark")
        self.add_paragraph(_("Everyone who opens this match can read the note."))
        self.field = QLineEdit(note or "")
        self.field.setMaxLength(MAX_NOTE_LENGTH)
        self.field.setPlaceholderText(_("Note text"))
        self.field.setAccessibleName(_("Note"))
        self.body.addWidget(self.field)
        if note is not None:
            self.add_button("remove", _("Remove"), icon="trash")
        self.add_button("", _("Cancel"))
        self.add_button("keep", _("Keep"), filled=True, icon="bookmark")
        self.field.setFocus()


MIN_HEIGHT_FOR_BOTH = 560  # pixels of column for notes and bookmarks


class BookmarkController(QObject):
    """Connects the bookmarks of a match with the replay bar and the card that lists them."""

    def __init__(self, page: QWidget, controller: MatchController, bar: ReplayBar, board: QWidget) -> None:
        super().__init__(page)
        self.page, self.controller, self.bar, self.board = page, controller, bar, board
        self.card = BookmarksCard()
        self._has_room = True
        self.card.list.jump_requested.connect(self.go_to)
        self.card.list.edit_requested.connect(self.edit_bookmark)
        self.card.list.remove_requested.connect(controller.annotations.remove_bookmark)
        bar.bookmark_button.clicked.connect(lambda: self.edit_bookmark())

    def bookmarks(self) -> list[PositionBookmark]:
        """Return the bookmarks of the whole line of the match, also those after the current position."""
        controller = self.controller
        return controller.annotations.bookmarks_on([*controller.line(), *controller.forward()])

    @property
    def can_bookmark(self) -> bool:
        """Whether the current position can have a bookmark: one of the match, and not covered."""
        return self.controller.mode != ANALYSIS and not self.controller.is_covered

    @property
    def should_show(self) -> bool:
        return self._has_room and self.controller.mode == REPLAY and bool(self.bookmarks())

    @property
    def wanted_height(self) -> int:
        """Height of the card in pixels, 0 if it is hidden."""
        return self.card.height_of(len(self.bookmarks())) if self.should_show else 0

    def fit_height(self, *, beside_notes: bool, height: int) -> None:
        """Fit the card into a column of this height; if it is low and has notes, only the bar shows bookmarks."""
        self.card.max_rows = MIN_ROWS if beside_notes else MAX_ROWS
        self._has_room = not beside_notes or height >= MIN_HEIGHT_FOR_BOTH

    def refresh(self) -> None:
        controller, marks = self.controller, self.bookmarks()
        self.card.show_marks(marks, controller.node)
        self.card.setVisible(self.should_show)
        self.bar.slider.set_marks([mark.position for mark in marks])

    def edit_bookmark(self, node: Node | None = None) -> None:
        """Ask for the note of a position, the current one by default."""
        if not self.can_bookmark:
            return
        controller = self.controller
        controller.playback.stop()
        node = node if node is not None else controller.node
        margin = controller.annotations
        dialog = NoteDialog(self.page, node.depth, margin.note_at(node))
        answer = dialog.ask()
        if answer == "keep":
            margin.set_bookmark(node, dialog.field.text())
            if controller.mode == PLAY:  # only a replay shows it
                text = _("Bookmark added at position {n}. The replay lists it.").format(n=node.depth)
                show = partial(self._open_in_replay, node)
                w.Toast(self.page, text, "done", _("Show"), show, seconds=8, over=self.board)
        elif answer == "remove":
            margin.remove_bookmark(node)

    def _open_in_replay(self, node: Node) -> None:
        """Open the replay at a bookmark, if its position still belongs to the match."""
        if self.can_bookmark and any(mark.node is node for mark in self.bookmarks()):
            self.go_to(node)

    def step_bookmark(self, forth: bool) -> None:
        here = len(self.controller.line()) - 1
        places = [mark for mark in self.bookmarks() if (mark.position > here if forth else mark.position < here)]
        if places:
            self.go_to(places[0 if forth else -1].node)

    def go_to(self, node: Node) -> None:
        controller = self.controller
        if controller.mode == PLAY:
            controller.start_replay(node)
        elif controller.mode == REPLAY:
            controller.playback.stop()
            controller.visit(node)


# notes

# pixels; the last two are least heights, alone and next to another card
FACTS_HEIGHT, COVERED_HEIGHT, OPEN_HEIGHT, COMPACT_HEIGHT = 96, 96, 190, 130


def notes_seat(controller: MatchController) -> int:
    """Return whose notes may be opened now: those of the viewer of the match itself, else NO_SEAT."""
    if controller.is_covered or controller.mode == ANALYSIS or controller.viewer not in controller.humans:
        return NO_SEAT
    return controller.viewer


class NotesEdit(QPlainTextEdit):
    """The text field of the notes; `left` when Escape is pressed."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class NotesCard(w.Card):
    """The notes of a seat: what the game knows it has found out, and what it has written.

    Other seats cannot read them. If several humans share the screen, they are covered until their owner opens them, and
    again as soon as the viewer changes. `visibility_changed` comes before the card is shown or hidden.
    """

    visibility_changed = Signal()
    left = Signal()

    def __init__(self, controller: MatchController) -> None:
        super().__init__(_("Notes"), " ", padding=12)
        self.controller = controller
        self.seat = NO_SEAT  # whose notes are open
        self.is_switched_on = False
        self._filled_for: tuple[int, int] = (NO_SEAT, -1)
        self._open_height = OPEN_HEIGHT
        self.badge = w.EmblemBadge(0, 20)
        self.header.insertWidget(0, self.badge)
        self.close_button = w.ToolButton("cross", _("Close notes"), px=26, icon_px=14, act=self.toggle)
        self.header.addWidget(self.close_button)
        self.show_button = w.PlainButton(
            "", "eye", small=True, act=lambda: self._show_seat(notes_seat(self.controller))
        )
        self.body.addLayout(w.hbox(self.show_button, 1))
        self.facts_label = w.text_label("", "text", 13, wrap=True)
        self.facts_label.setTextFormat(Qt.TextFormat.PlainText)
        self.facts_label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.facts_area = w.ScrollArea(self.facts_label, name=_("Facts you know"))
        self.facts_area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.body.addWidget(self.facts_area)
        self.pad = NotesEdit()
        self.pad.setPlaceholderText(_("Only you can read these notes."))
        self.pad.setAccessibleName(_("Your notes"))
        self.pad.setTabChangesFocus(True)
        self.body.addWidget(self.pad, 1)
        self.pad.textChanged.connect(self._write)
        self.pad.left.connect(self.left)
        self.hide()

    def toggle(self) -> None:
        self.is_switched_on = not self.is_switched_on
        self.seat = NO_SEAT
        if self.should_show:
            self._show_seat(notes_seat(self.controller) if len(self.controller.humans) == 1 else NO_SEAT)
        else:
            self.visibility_changed.emit()
            self.refresh()

    @property
    def should_show(self) -> bool:
        return self.is_switched_on and notes_seat(self.controller) != NO_SEAT

    @property
    def wanted_height(self) -> int:
        """Height of the card in pixels after the next refresh, 0 if it is hidden."""
        seat = notes_seat(self.controller)
        if not self.should_show:
            return 0
        if seat != self.seat and len(self.controller.humans) > 1:
            return COVERED_HEIGHT
        return self._open_height + (0 if self.facts_area.isHidden() else min(FACTS_HEIGHT, self.facts_area.height()))

    def set_compact(self, *, compact: bool) -> None:
        self._open_height = COMPACT_HEIGHT if compact else OPEN_HEIGHT

    def refresh(self) -> None:
        """Update the card and cover what the viewer may not read."""
        seat = notes_seat(self.controller)
        if seat != self.seat:
            self.seat = seat if seat != NO_SEAT and len(self.controller.humans) == 1 else NO_SEAT
        is_open = self.is_switched_on and self.seat != NO_SEAT
        self.show_button.setVisible(not is_open)
        self.pad.setVisible(is_open)
        self.badge.setVisible(seat != NO_SEAT)
        self._fill(self.seat if is_open else NO_SEAT)
        self.setFixedHeight(self.wanted_height or COVERED_HEIGHT)
        self.setVisible(self.should_show)
        if seat == NO_SEAT:
            return
        name = self.controller.names[seat]
        self.badge.set_seat(seat)
        self.show_button.setText(_("I am {name}: show my notes").format(name=name))

    def _show_seat(self, seat: int) -> None:
        """Open the notes of a seat, or cover them for NO_SEAT."""
        self.seat = seat
        self._fill(seat)  # before the signal: the height of the card depends on the text
        self.visibility_changed.emit()
        self.refresh()
        (self.show_button if seat == NO_SEAT else self.pad).setFocus()

    def _fill(self, seat: int) -> None:
        """Fill in what a seat has found out and written; nothing for NO_SEAT."""
        controller = self.controller
        line = controller.played_match.line() if seat != NO_SEAT else []
        if (seat, len(line)) != self._filled_for:
            self._filled_for = (seat, len(line))
            found = [controller.fill_names(text) for _node, text in private_facts(line, seat)]
            self.facts_label.setText("\n".join(f"•  {text}" for text in dict.fromkeys(found)))
            self.facts_area.setVisible(bool(found))
            high = self.facts_label.heightForWidth(max(120, self.width() - 44))
            self.facts_area.setFixedHeight(min(FACTS_HEIGHT, high + 4))
            self.facts_area.verticalScrollBar().setValue(self.facts_area.verticalScrollBar().maximum())
        text = controller.annotations.notes(seat)
        if self.pad.toPlainText() != text:
            with QSignalBlocker(self.pad):
                self.pad.setPlainText(text)  # also clears the undo stack, which has text of another seat

    def _write(self) -> None:
        if self.seat == NO_SEAT:
            return
        if len(self.pad.toPlainText()) > MAX_NOTES_LENGTH:
            self.pad.undo()
        self.controller.annotations.set_notes(self.seat, self.pad.toPlainText())
