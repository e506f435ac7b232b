"""What was used lately: kept matches and how they stand, then files and where they are from; each with its picture."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.core.text import _, plural, relative_date
from studio.documents.autosave import StoredMatch, TurnInfo, discard, is_stored_match, list_stored_matches
from studio.documents.files import base_name
from studio.gui.output.thumbnails import Thumbnail, display_name, document_info
from studio.gui.settings import settings
from studio.gui.start.captions import GameEmblem, game_name, location_text, status_text
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.style.theme import SEAT_COLORS
from studio.gui.widgets import (
    Card,
    Elided,
    EmptyState,
    PlainButton,
    ScrollArea,
    ToolButton,
    paint_badge,
    paint_row,
    set_tooltip,
)

NARROW, WIDE = 276, 300
"""It makes room for the games beside it on a narrow page."""
PICTURE = QSize(64, 44)


MAX_SHOWN = 8
"""How many of the kept matches are in the list before one asks for more."""


class RecentRow(QWidget):
    """A file used lately, or a kept match: small picture, name, a line about it; click or Enter opens it.

    `dropped` asks to take a file off the list, or to delete a match.
    """

    chosen = Signal(object)
    remove_requested = Signal(object)

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self._stamp = -1
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(54)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 4, 2, 4)
        row.setSpacing(10)
        self.picture = Thumbnail(PICTURE)
        self.picture.setFixedSize(PICTURE)
        self.picture.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row.addWidget(self.picture)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        first = QHBoxLayout()
        first.setSpacing(4)
        self.name = Elided(base_name(path), "text", 14)
        first.addWidget(self.name, 1)
        is_match = is_stored_match(path)
        tip = _("Delete this match… (Del)") if is_match else _("Take off this list (Del)")
        self.remove_button = ToolButton("trash" if is_match else "cross", tip, px=24, icon_px=14 if is_match else 13)
        self.remove_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.remove_button.clicked.connect(lambda: self.remove_requested.emit(self.path))
        keeping_room = self.remove_button.sizePolicy()
        keeping_room.setRetainSizeWhenHidden(True)  # else the words would move under the pointer
        self.remove_button.setSizePolicy(keeping_room)
        self.remove_button.setVisible(False)
        first.addWidget(self.remove_button)
        words.addLayout(first)
        second = QHBoxLayout()
        second.setSpacing(5)
        self.emblem = GameEmblem(px=16)
        second.addWidget(self.emblem)
        self.status_icon = MatchStatusIcon()
        second.addWidget(self.status_icon)
        self.about = Elided(path.name, "second", 12)
        second.addWidget(self.about, 1)
        words.addLayout(second)
        words.addStretch(1)
        row.addLayout(words, 1)
        set_tooltip(self, str(path))

    def load(self, match: StoredMatch | None = None) -> None:
        """Read the words, and ask for the picture when the file is another than before."""
        standing = match.turn_info if match is not None else None
        if match is not None:
            set_tooltip(self, _("Changed {when}").format(when=relative_date(match.changed)))
        is_match = is_stored_match(self.path)
        self.about.set_text(status_text(standing) if is_match else location_text(self.path))
        self.status_icon.show_status(standing if is_match else None)
        is_finished = is_match and standing is not None and standing.is_finished
        self.about.set_role("done" if is_finished else "text" if is_match else "second")
        stamp = _stamp(self.path)
        if stamp:
            is_lost = is_match and not document_info(self.path).is_match
            self.name.set_text(_("A match that cannot be read") if is_lost else display_name(self.path))
            self.emblem.show_game(document_info(self.path).game)
        self.emblem.setVisible(bool(stamp and game_name(self.path)))
        if stamp and stamp != self._stamp:
            self.picture.show_file(self.path)
        self._stamp = stamp
        self.setAccessibleName(f"{self.name.full_text()}, {self.about.full_text()}")

    def enterEvent(self, event: QEnterEvent) -> None:
        self.remove_button.setVisible(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.remove_button.setVisible(False)
        super().leaveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.chosen.emit(self.path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self.path)
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_requested.emit(self.path)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        box = QRectF(self.rect()).adjusted(0.8, 0.8, -0.8, -0.8)
        with QPainter(self) as painter:
            paint_row(painter, box, "hover" if self.underMouse() else "", self.hasFocus())


def _stamp(path: Path) -> int:
    """What is another number when the file has been written; 0 when it is not there."""
    try:
        return path.stat().st_mtime_ns if path.is_file() else 0
    except OSError:
        return 0


class MatchStatusIcon(QWidget):
    """How a match stands, as a sign: the disc of the seat to move, or a tick."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status: TurnInfo | None = None
        self.setFixedSize(16, 16)
        self.hide()

    def show_status(self, standing: TurnInfo | None) -> None:
        """Be about this match; of others there is no sign."""
        self._status = standing
        self.setVisible(standing is not None)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._status is None:
            return
        with QPainter(self) as painter:
            if self._status.is_finished:
                tick = icon_pixmap("tick", current_theme().color("done"), 15, self.devicePixelRatioF())
                painter.drawPixmap(0, 0, tick)
            else:
                paint_badge(painter, QRectF(self.rect()), self._status.seat % len(SEAT_COLORS))


class RecentCard(Card):
    """The list of them. `chosen` asks to open a file."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Recent"), parent=parent)
        self.rows: list[RecentRow] = []
        self._shows_all = False
        self.setMinimumWidth(NARROW)
        self.setMaximumWidth(WIDE)
        self.clear_button = ToolButton("eraser", _("Take all files off this list"), px=26, icon_px=16)
        self.clear_button.clicked.connect(self._clear)
        self.header.addWidget(self.clear_button)
        room = QWidget()
        self._column = QVBoxLayout(room)
        self._column.setContentsMargins(0, 0, 4, 0)
        self._column.setSpacing(2)
        self.more_button = PlainButton("", "down", small=True)
        self.more_button.clicked.connect(self._show_all)
        self._column.addWidget(self.more_button)
        self._column.addStretch(1)
        self._scroll = ScrollArea(room, name=_("Recent"))
        self.empty_label = EmptyState("history", _("Nothing yet"), _("Files you open or save will wait here."))
        self.body.addWidget(self._scroll, 1)
        self.body.addWidget(self.empty_label, 1)

    def sizeHint(self) -> QSize:
        return QSize(WIDE, 300)

    def refresh(self) -> None:
        """Show the matches that are kept, and the files used lately."""
        kept = list_stored_matches()
        shown = kept if self._shows_all else kept[:MAX_SHOWN]
        files = [path for path in settings().recent if not is_stored_match(path)]
        matches = {match.path: match for match in shown}
        paths = [*matches, *files]
        known = {row.path: row for row in self.rows}
        rows = [known.pop(path) if path in known else self._row(path) for path in paths]
        if rows != self.rows:
            for row in known.values():
                self._column.removeWidget(row)
                row.hide()
                row.deleteLater()
            for index, row in enumerate(rows):
                self._column.insertWidget(index, row)
            self._column.insertWidget(len(shown), self.more_button)
        self.rows = rows
        for row in rows:
            row.load(matches.get(row.path))
        rest = len(kept) - len(shown)
        self.more_button.set_text(plural("{n} more match", "{n} more matches", rest).format(n=rest))
        self.more_button.setVisible(rest > 0)
        self._scroll.setVisible(bool(paths))
        self.empty_label.setVisible(not paths)
        self.clear_button.setVisible(bool(files))

    def _row(self, path: Path) -> RecentRow:
        row = RecentRow(path)
        row.chosen.connect(self.chosen)
        row.remove_requested.connect(self._remove)
        return row

    def _show_all(self) -> None:
        self._shows_all = True
        self.refresh()

    def _remove(self, path: Path) -> None:
        """Take a file off the list; delete a match, after a question."""
        if is_stored_match(path) and not self._delete_match(path):
            return
        settings().remove_recent(path)
        self.refresh()

    def _delete_match(self, path: Path) -> bool:
        from studio.gui.widgets.dialogs import confirm, show_message

        name = display_name(path)
        words = _("It lies only in the program's own folder: nothing of it will be left.")
        if not confirm(self, _("Delete the match “{name}”?").format(name=name), words, _("Delete"), _("Keep")):
            return False
        if not discard(path):
            show_message(self, _("This match is being played"), _("Close its table first, here or in another window."))
            return False
        return True

    def _clear(self) -> None:
        settings().remove_recent()
        self.refresh()
