"""Layouts to choose from, below each other: a small picture, the name, a line about each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.text import _
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.widgets import Elided, ScrollArea, literal, paint_row
from studio.opening import Opened

PICTURE = QSize(62, 42)
HIGH = 52


class Entry(NamedTuple):
    """A layout that can be chosen: a file, or one that is open now (then `opened` counts)."""

    name: str
    about: str = ""
    path: Path | None = None
    opened: Opened | None = None


class EntryRow(QAbstractButton):
    """One of them. `stepped` asks for the one before (-1) or after it."""

    stepped = Signal(int)

    def __init__(self, entry: Entry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry = entry
        self.setCheckable(True)
        self.setFixedHeight(HIGH)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        row = QHBoxLayout(self)
        row.setContentsMargins(5, 4, 5, 4)
        row.setSpacing(8)
        self.picture = Thumbnail(PICTURE)
        self.picture.setFixedSize(PICTURE)
        self.picture.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row.addWidget(self.picture)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(Elided(entry.name, "text", 13))
        if entry.about:
            words.addWidget(Elided(entry.about, "second", 12))
        words.addStretch(1)
        row.addLayout(words, 1)
        self.setText(literal(entry.name))
        self.setAccessibleName(f"{entry.name}, {entry.about}" if entry.about else entry.name)
        if entry.opened is not None:
            self.picture.show_opened(entry.opened)
        elif entry.path is not None:
            self.picture.show_file(entry.path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step:
            self.stepped.emit(step)
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(196, HIGH)

    def paintEvent(self, _event: QPaintEvent) -> None:
        box = QRectF(self.rect()).adjusted(0.8, 0.8, -0.8, -0.8)
        on, has_keys = self.isChecked(), self.hasFocus()
        with QPainter(self) as painter:
            paint_row(painter, box, "tint" if on else "hover" if has_keys or self.underMouse() else "", on or has_keys)


class LayoutList(QWidget):
    """The list; `chosen` carries the entry that a person chooses. The keys Up and Down go along it."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[EntryRow] = []
        self._group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        room = QWidget()
        self._column = QVBoxLayout(room)
        self._column.setContentsMargins(0, 0, 5, 0)
        self._column.setSpacing(2)
        self._column.addStretch(1)
        self.area = ScrollArea(room, name=_("Layouts"))
        column.addWidget(self.area)

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Other layouts; none is chosen."""
        for row in self.rows:
            self._group.removeButton(row)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [EntryRow(entry) for entry in entries]
        for place, row in enumerate(self.rows):
            row.clicked.connect(lambda _checked=False, entry=row.entry: self.chosen.emit(entry))
            row.stepped.connect(self._step)
            self._group.addButton(row)
            self._column.insertWidget(place, row)

    def entries(self) -> list[Entry]:
        """What can be chosen."""
        return [row.entry for row in self.rows]

    def current(self) -> Entry | None:
        """What is chosen."""
        return next((row.entry for row in self.rows if row.isChecked()), None)

    def set_current(self, entry: Entry) -> None:
        """Choose without a signal."""
        for row in self.rows:
            if row.entry is entry:
                row.setChecked(True)
                self.area.ensureWidgetVisible(row)

    def _step(self, step: int) -> None:
        place = next((place for place, row in enumerate(self.rows) if row.isChecked()), -1) + step
        if 0 <= place < len(self.rows):
            self.rows[place].setFocus()
            self.rows[place].click()
            self.area.ensureWidgetVisible(self.rows[place])
