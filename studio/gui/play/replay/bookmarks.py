"""Bookmarks: the card that lists them, and the question what to note of a position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
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
from studio.core.transcript import learnt
from studio.documents.store import LONGEST_NOTE, LONGEST_NOTES
from studio.gui.play.annotations import Mark
from studio.gui.play.controller import MatchController
from studio.gui.play.replay.bar import ReplayBar
from studio.gui.play.status import ANALYSIS, PLAY, REPLAY
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme
from studio.gui.widgets import RIGHT, Card, EmblemBadge, PlainButton, ScrollArea, Toast, ToolButton, plain, text_label
from studio.gui.widgets.actions import Index, RowsModel
from studio.gui.widgets.dialogs import HouseDialog
from studio.gui.widgets.text import paint_words

ROW = 30
SHOWN, FEW = 4, 2
"""So many rows have room before the list scrolls, and so many beside the notes."""


class MarksModel(RowsModel[Mark]):
    """The bookmarks for a list view."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        mark = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return mark.note or _("without a note")
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(mark.note) if mark.note else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _("Bookmark at {n}: {note}").format(n=mark.place, note=mark.note or _("without a note"))
        return None


class MarksDelegate(QStyledItemDelegate):
    """A ribbon, the note, and the number of the position."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, current_theme().target(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, MarksModel)
        mark, theme, box = model.rows[index.row()], current_theme(), QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            strong = option.state & QStyle.StateFlag.State_Selected
            painter.setBrush(theme.color("tint" if strong else "hover"))
            painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 6, 6)
        ribbon = icon_pixmap("bookmark", theme.color("gold_text"), 16, painter.device().devicePixelRatio())
        painter.drawPixmap(QPointF(box.left() + 6, box.center().y() - 8), ribbon)
        number = box.adjusted(0, 0, -10, 0)
        paint_words(painter, number, str(mark.place), theme.color("second"), 13, SEMIBOLD, RIGHT)
        words, ink = (mark.note, "text") if mark.note else (_("without a note"), "off")
        paint_words(painter, box.adjusted(28, 0, -46, 0), words.splitlines()[0], theme.color(ink), 13.5)
        painter.restore()


class MarksList(QListView):
    """The list: Enter goes there, F2 or a double click changes the note, Delete removes."""

    sought = Signal(object)
    edited = Signal(object)
    removed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.marks = MarksModel()
        self.setModel(self.marks)
        self.setItemDelegate(MarksDelegate(self))
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("Bookmarks"))
        self.clicked.connect(lambda index: self._tell(self.sought, index))
        self.doubleClicked.connect(lambda index: self._tell(self.edited, index))

    def _tell(self, signal: object, index: QModelIndex) -> None:
        if 0 <= index.row() < len(self.marks.rows):
            signal.emit(self.marks.rows[index.row()].node)  # type: ignore[attr-defined]  # a bound signal

    def keyPressEvent(self, event: QKeyEvent) -> None:
        acts = {
            Qt.Key.Key_Return: self.sought,
            Qt.Key.Key_Enter: self.sought,
            Qt.Key.Key_F2: self.edited,
            Qt.Key.Key_Delete: self.removed,
        }
        signal = acts.get(Qt.Key(event.key()))
        if signal is None:
            super().keyPressEvent(event)
        else:
            self._tell(signal, self.currentIndex())


class BookmarksCard(Card):
    """The card beside the board; it is there as long as there are bookmarks and a replay shows them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Bookmarks"), " ", parent, padding=12)
        self.list = MarksList(self)
        self.body.addWidget(self.list, 1)
        self.most = SHOWN
        """So many rows have room."""
        self.hide()

    def height_of(self, count: int) -> int:
        """Pixels that it takes for so many bookmarks."""
        return 50 + ROW * min(self.most, max(1, count))

    def show_marks(self, marks: Sequence[Mark], here: object) -> None:
        """Show the bookmarks of a line, and which of them is that of the position on show."""
        if marks != self.list.marks.rows:
            self.list.marks.set_rows(list(marks))
            count = len(marks)
            self.set_note(plural("{n} position", "{n} positions", count).format(n=count))
        self.setFixedHeight(self.height_of(len(marks)))
        row = next((row for row, mark in enumerate(marks) if mark.node is here), -1)
        if row >= 0:
            self.list.setCurrentIndex(self.list.marks.index(row))
        else:
            self.list.clearSelection()


class NoteDialog(HouseDialog):
    """Asks what to note of a position. `ask` answers "keep", "remove" or ""."""

    def __init__(self, parent: QWidget, place: int, note: str | None) -> None:
        heading = _("Bookmark at position {n}").format(n=place)
        super().__init__(parent, heading, "bookmark")
        self.add_words(_("Everybody who opens this match reads it."))
        self.field = QLineEdit(note or "")
        self.field.setMaxLength(LONGEST_NOTE)
        self.field.setPlaceholderText(_("What is worth remembering here"))
        self.field.setAccessibleName(_("Note"))
        self.body.addWidget(self.field)
        if note is not None:
            self.add_button("remove", _("Remove"), icon="trash")
        self.add_button("", _("Cancel"))
        self.add_button("keep", _("Keep"), filled=True, icon="bookmark")
        self.field.setFocus()


# Bookmarks at the table: asked for, shown on the bar and in their card, gone to, taken back.

BOTH = 560
"""Pixels of a column from which there is room for notes and bookmarks."""


class Marking(QObject):
    """Joins the bookmarks of a match with the bar of its replay and the card that lists them."""

    def __init__(self, page: QWidget, controller: MatchController, bar: ReplayBar, board: QWidget) -> None:
        super().__init__(page)
        self.page, self.controller, self.bar, self.board = page, controller, bar, board
        self.card = BookmarksCard()
        self._has_room = True
        self.card.list.sought.connect(self.go_to)
        self.card.list.edited.connect(self.ask)
        self.card.list.removed.connect(controller.margin.remove)
        bar.noted.connect(self.ask)

    def marks(self) -> list[Mark]:
        """The bookmarks of the whole line of the match, also beyond the position on show."""
        controller = self.controller
        return controller.margin.marks([*controller.line(), *controller.forward()])

    @property
    def may_mark(self) -> bool:
        """Whether the position on show can have a bookmark: it is one of the match, and open to see."""
        return self.controller.mode != ANALYSIS and not self.controller.is_covered

    @property
    def is_due(self) -> bool:
        """Whether the card is to be seen now."""
        return self._has_room and self.controller.mode == REPLAY and bool(self.marks())

    @property
    def due_height(self) -> int:
        """Pixels that the card takes when it is seen now, 0 when it is not."""
        return self.card.height_of(len(self.marks())) if self.is_due else 0

    def make_room(self, *, beside_notes: bool, high: int) -> None:
        """Share a column so high with the notes, or have it alone; where it is low the bar alone shows bookmarks."""
        self.card.most = FEW if beside_notes else SHOWN
        self._has_room = not beside_notes or high >= BOTH

    def refresh(self) -> None:
        """Show what there is."""
        controller, marks = self.controller, self.marks()
        self.card.show_marks(marks, controller.node)
        self.card.setVisible(self.is_due)
        self.bar.show_marks([mark.place for mark in marks])

    def ask(self, node: Node | None = None) -> None:
        """Ask what to note of a position, that on show if none is named."""
        if not self.may_mark:
            return
        controller = self.controller
        controller.reel.stop()
        node = node if node is not None else controller.node
        margin = controller.margin
        dialog = NoteDialog(self.page, node.depth, margin.note_at(node))
        answer = dialog.ask()
        if answer == "keep":
            margin.put(node, dialog.field.text())
            self._tell_kept(node)
        elif answer == "remove":
            margin.remove(node)

    def _tell_kept(self, node: Node) -> None:
        """While a match is played nothing shows its bookmarks: say that there is one, and where they are to be seen."""
        controller = self.controller
        if controller.mode == PLAY:
            words = _("Bookmark kept at position {n}: the replay lists it.").format(n=node.depth)
            show = partial(self._show_kept, node)
            Toast.say(self.page, words, "done", _("Show"), show, seconds=8, over=self.board)

    def _show_kept(self, node: Node) -> None:
        """Open the replay at a bookmark, if its position is still one of the match."""
        if self.may_mark and any(mark.node is node for mark in self.marks()):
            self.go_to(node)

    def step(self, forth: bool) -> None:
        """Go to the next bookmark, or to the one before; from a match that is played its replay is opened there."""
        here = len(self.controller.line()) - 1
        places = [mark for mark in self.marks() if (mark.place > here if forth else mark.place < here)]
        if places:
            self.go_to(places[0 if forth else -1].node)

    def go_to(self, node: Node) -> None:
        """Show a position of the match in its replay."""
        controller = self.controller
        if controller.mode == PLAY:
            controller.start_replay(node)
        elif controller.mode == REPLAY:
            controller.reel.stop()
            controller.visit(node)


# A seat's own notes: what it has found out, which the game says by itself, and what it writes down.
#
# Nobody else reads them. Where several people share the table they lie under a cover until their owner opens them, and
# are covered again as soon as somebody else looks at the table.

NOBODY = -1
LEARNT, COVERED, OPEN, SNUG = 96, 96, 190, 130
"""Pixels: of what was found out at most, of the card covered and open at least, and open beside another card."""


def reader(controller: MatchController) -> int:
    """Whose notes may be opened at the table now, or NOBODY's: those of the person who looks at the match itself."""
    if controller.is_covered or controller.mode == ANALYSIS or controller.viewer not in controller.humans:
        return NOBODY
    return controller.viewer


class Pad(QPlainTextEdit):
    """A sheet to write on. `left` when its writer wants back to the board."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class NotesCard(Card):
    """The card beside the board. `turned` when it is about to come or go, `left` when the board gets the keyboard."""

    turned = Signal()
    left = Signal()

    def __init__(self, controller: MatchController, parent: QWidget | None = None) -> None:
        super().__init__(_("Notes"), " ", parent, padding=12)
        self.controller = controller
        self.seat = NOBODY
        """Whose notes are open to be read."""
        self.is_wanted = False
        self._told: tuple[int, int] = (NOBODY, -1)
        self._open_height = OPEN
        self.badge = EmblemBadge(0, 20)
        self.header.insertWidget(0, self.badge)
        self.shut = ToolButton("cross", _("Put the notes away"), px=26, icon_px=14)
        self.header.addWidget(self.shut)
        self.uncover = PlainButton("", "eye", small=True)
        row = QHBoxLayout()
        row.addWidget(self.uncover)
        row.addStretch(1)
        self.body.addLayout(row)
        self.learnt = text_label("", "text", 13, wrap=True)
        self.learnt.setTextFormat(Qt.TextFormat.PlainText)
        self.learnt.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.found = ScrollArea(self.learnt, name=_("What you have found out"))
        self.found.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.body.addWidget(self.found)
        self.pad = Pad()
        self.pad.setPlaceholderText(_("Only you read what you write here."))
        self.pad.setAccessibleName(_("Your notes"))
        self.pad.setTabChangesFocus(True)
        self.body.addWidget(self.pad, 1)
        self.shut.clicked.connect(self.toggle)
        self.uncover.clicked.connect(self._open)
        self.pad.textChanged.connect(self._write)
        self.pad.left.connect(self.left)
        self.hide()

    def toggle(self) -> None:
        """Show the notes, or put them away."""
        self.is_wanted = not self.is_wanted
        self.seat = NOBODY
        if self.is_due:
            self._turn(reader(self.controller) if len(self.controller.humans) == 1 else NOBODY)
        else:
            self.turned.emit()
            self.refresh()

    @property
    def is_due(self) -> bool:
        """Whether it is to be seen now."""
        return self.is_wanted and reader(self.controller) != NOBODY

    @property
    def due_height(self) -> int:
        """Pixels that it takes when it is seen, or will take as soon as it is refreshed; 0 while it is put away."""
        seat = reader(self.controller)
        if not self.is_due:
            return 0
        if seat != self.seat and len(self.controller.humans) > 1:
            return COVERED
        return self._open_height + (0 if self.found.isHidden() else min(LEARNT, self.found.height()))

    def make_room(self, *, snug: bool) -> None:
        """Be low when it is open, or as high as usual."""
        self._open_height = SNUG if snug else OPEN

    def refresh(self) -> None:
        """Keep up with the match: cover what is not for the eyes on the table."""
        seat = reader(self.controller)
        if seat != self.seat:
            self.seat = seat if seat != NOBODY and len(self.controller.humans) == 1 else NOBODY
        is_open = self.is_wanted and self.seat != NOBODY
        self.uncover.setVisible(not is_open)
        self.pad.setVisible(is_open)
        self.badge.setVisible(seat != NOBODY)
        self._fill(self.seat if is_open else NOBODY)
        self.setFixedHeight(self.due_height or COVERED)
        self.setVisible(self.is_due)
        if seat == NOBODY:
            return
        name = self.controller.names[seat]
        self.badge.set_seat(seat)
        self.uncover.setText(_("I am {name}: show my notes").format(name=name))

    def _open(self) -> None:
        self._turn(reader(self.controller))

    def _turn(self, seat: int) -> None:
        """Lay the notes of a seat open, or under their cover for NOBODY."""
        self.seat = seat
        self._fill(seat)  # how much there is says how high the card will be, and whoever shares the column asks
        self.turned.emit()
        self.refresh()
        (self.uncover if seat == NOBODY else self.pad).setFocus()

    def _fill(self, seat: int) -> None:
        """Put in what a seat has found out and written, nothing for NOBODY."""
        controller = self.controller
        line = controller.played_match.line() if seat != NOBODY else []
        if (seat, len(line)) != self._told:
            self._told = (seat, len(line))
            found = [controller.say(text) for _node, text in learnt(line, seat)]
            self.learnt.setText("\n".join(f"•  {text}" for text in dict.fromkeys(found)))
            self.found.setVisible(bool(found))
            high = self.learnt.heightForWidth(max(120, self.width() - 44))
            self.found.setFixedHeight(min(LEARNT, high + 4))
            self.found.verticalScrollBar().setValue(self.found.verticalScrollBar().maximum())
        text = controller.margin.notes(seat)
        if self.pad.toPlainText() != text:
            self.pad.blockSignals(True)
            self.pad.setPlainText(text)  # what somebody else wrote cannot be had back by undo either
            self.pad.blockSignals(False)

    def _write(self) -> None:
        if self.seat == NOBODY:
            return
        if len(self.pad.toPlainText()) > LONGEST_NOTES:
            self.pad.undo()
        self.controller.margin.set_notes(self.seat, self.pad.toPlainText())
