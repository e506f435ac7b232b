"""A seat's own notes: what it has found out, which the game says by itself, and what it writes down.

Nobody else reads them. Where several people share the table they lie under a cover until their owner opens them, and
are covered again as soon as somebody else looks at the table.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QSizePolicy, QWidget

from studio.core.text import _
from studio.core.transcript import learnt
from studio.documents.record import LONGEST_NOTES
from studio.gui.play.match.controller import MatchController
from studio.gui.play.match.situation import ANALYSIS
from studio.gui.widgets import Card, EmblemBadge, PlainButton, ScrollArea, ToolButton, text_label

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
