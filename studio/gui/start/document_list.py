"""Lists of documents with a picture each: one view and one delegate; the card of recent matches and files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QCursor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from studio.core.text import _, join_and, plural, relative_date
from studio.documents.autosave import OLD_DAYS, StoredMatch, TurnInfo, discard, is_stored_match, list_stored_matches
from studio.documents.files import base_name
from studio.gui import widgets as w
from studio.gui.output.thumbnails import Thumbnail, display_name, document_info
from studio.gui.settings import settings
from studio.gui.start.captions import game_name, location_text, paint_game, status_text
from studio.gui.start.first_steps import FirstSteps
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import NORMAL, SEMIBOLD, current_theme
from studio.gui.style.theme import SEAT_COLORS
from studio.gui.widgets.actions import Index, plain_view

if TYPE_CHECKING:
    from studio.services.loading import LoadedLayout

ROW, LOW_PICTURE, HIGH_PICTURE, GAP = 10, QSize(64, 44), QSize(93, 64), 2
"""A row is `ROW` pixels higher than its picture, and `GAP` pixels lie below it."""
COMMAND_ROW = 36  # the height of a row without a picture


@dataclass(frozen=True)
class DocumentEntry:
    """A row: a file, an open layout, or (with neither) a command that needs no picture."""

    name: str
    about: str = ""
    path: Path | None = None
    opened: LoadedLayout | None = None
    note: str = ""  # a third line, in bold
    game: str = ""  # the slug of the game whose emblem is shown before `about`
    status: TurnInfo | None = None  # shown before `about` as the badge of the seat to move, or as a tick
    role: str = "second"  # the colour of `about`
    tooltip: str = ""
    remove_icon: str = ""
    remove_tip: str = ""  # the button that removes the row; "" for none
    stamp: int = 0  # another number when the file has been written

    @property
    def has_picture(self) -> bool:
        return self.path is not None or self.opened is not None

    @property
    def accessible_text(self) -> str:
        return ", ".join(text for text in (self.name, self.about, self.note) if text)


class DocumentDelegate(QStyledItemDelegate):
    """Paints the texts of a row next to its picture, and a button to remove it under the pointer or the keyboard."""

    def __init__(self, view: DocumentList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, self._view.row_height if self._view.entries()[index.row()].has_picture else COMMAND_ROW)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        editor.setGeometry(QRect(option.rect.topLeft() + QPoint(6, ROW // 2), self._view.picture_size))

    def remove_rect(self, row: QRect) -> QRect:
        return QRect(row.right() - 29, row.top() + (self._view.picture_size.height() - 30) // 2, 24, 24)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        # `option.state` would make all enums of QStyle, 5 ms of the start
        view, theme = self._view, current_theme()
        entry, picture = view.entries()[index.row()], view.picture_size
        pointer = view.viewport().mapFromGlobal(QCursor.pos())
        is_selected = view.selectionModel().isSelected(index)
        has_keys = view.hasFocus() and view.currentIndex() == index
        is_hovered = view.viewport().underMouse() and view.indexAt(pointer) == index
        dpr, rect = painter.device().devicePixelRatio(), QRectF(option.rect)
        painter.save()
        ground = "tint" if is_selected else "hover" if is_hovered else ""
        w.paint_row(painter, rect.adjusted(0.8, 0.8, -0.8, -0.8 - GAP), ground, is_selected or has_keys)
        if entry.remove_icon and (is_hovered or has_keys):
            box = self.remove_rect(option.rect)
            if is_hovered and box.contains(pointer):
                w.paint_button(painter, QRectF(box), pointed=True)
            painter.drawPixmap(box.x() + 5, box.y() + 5, icon_pixmap(entry.remove_icon, theme.color("text"), 14, dpr))
        if not entry.has_picture:
            icon = icon_pixmap("down", theme.color("accent"), 18, dpr)
            painter.drawPixmap(option.rect.x() + picture.width() // 2 - 3, option.rect.center().y() - 9, icon)
        left = rect.left() + 6 + picture.width() + 10
        right = rect.right() - (32 if entry.remove_icon else 5)
        lines = [(entry.name, view.name_px, NORMAL, "text", 20)]
        lines += [(entry.about, 12, NORMAL, entry.role, 18)] if entry.about else []
        lines += [(entry.note, 13, SEMIBOLD, "text", 18)] if entry.note else []
        top = rect.top() + (rect.height() - GAP - sum(height for *_line, height in lines)) / 2
        for number, (text, px, weight, role, height) in enumerate(lines):
            indent = self._paint_marks(painter, entry, QRectF(left, top + 1, 16, 16)) if number == 1 else 0
            room = QRectF(left + indent, top, (rect.right() - 5 if number else right) - left - indent, height)
            w.paint_text(painter, room, text, theme.color(role), px, weight)
            top += height
        painter.restore()

    def _paint_marks(self, painter: QPainter, entry: DocumentEntry, box: QRectF) -> int:
        """Paint the emblem of the game and the status of the match; return their width in pixels."""
        start = box.left()
        if entry.game:
            paint_game(painter, entry.game, box)
            box.translate(21, 0)
        if entry.status is not None and entry.status.is_finished:
            tick = icon_pixmap("tick", current_theme().color("done"), 15, painter.device().devicePixelRatio())
            painter.drawPixmap(box.topLeft(), tick)
            box.translate(21, 0)
        elif entry.status is not None:
            w.paint_badge(painter, box, entry.status.seat % len(SEAT_COLORS))
            box.translate(21, 0)
        return round(box.left() - start)


class DocumentList(QListView):
    """A list of documents. With `selects` one row is selected; otherwise rows are only activated.

    `chosen` carries the entry that is selected, or activated by a click, Enter or Space; `remove_requested` the one
    whose button or the key Delete is pressed.
    """

    chosen = Signal(object)
    remove_requested = Signal(object)

    def __init__(self, name: str, *, selects: bool, has_notes: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture_size = HIGH_PICTURE if has_notes else LOW_PICTURE
        self.row_height = self.picture_size.height() + ROW + GAP
        self.name_px = 13 if selects and not has_notes else 14
        self._selects = selects
        self._entries: list[DocumentEntry] = []
        self._model = QStandardItemModel(self)
        self.setModel(self._model)
        self._delegate = DocumentDelegate(self)
        self.setItemDelegate(self._delegate)
        plain_view(self, name)
        mode = QAbstractItemView.SelectionMode
        self.setSelectionMode(mode.SingleSelection if selects else mode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if selects else Qt.FocusPolicy.TabFocus)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)

    def entries(self) -> list[DocumentEntry]:
        return self._entries

    def set_entries(self, entries: Sequence[DocumentEntry]) -> None:
        """Show these rows; entries that stay keep their picture and, with `selects`, the selection."""
        for row, entry in enumerate(entries):
            key = entry.path, id(entry.opened)
            later = range(row, len(self._entries))
            found = next((at for at in later if (self._entries[at].path, id(self._entries[at].opened)) == key), -1)
            if found < 0:
                self._entries.insert(row, entry)
                self._model.insertRow(row, QStandardItem())
                self._update_row(row, None)
            else:
                self._model.removeRows(row, found - row)
                before = self._entries[found]
                self._entries[row : found + 1] = [entry]
                self._update_row(row, before)
        self._model.removeRows(len(entries), self._model.rowCount() - len(entries))
        del self._entries[len(entries) :]

    def _update_row(self, row: int, before: DocumentEntry | None) -> None:
        entry, item = self._entries[row], self._model.item(row)
        if entry == before:
            return
        item.setText(entry.name)
        item.setAccessibleText(entry.accessible_text)
        if before is not None and entry.stamp == before.stamp:
            return
        thumbnail = self.thumbnail(row)
        if thumbnail is None and entry.has_picture:
            thumbnail = Thumbnail(self.picture_size)
            thumbnail.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self.setIndexWidget(item.index(), thumbnail)
        if thumbnail is not None and entry.opened is not None:
            thumbnail.show_opened(entry.opened)
        elif thumbnail is not None and entry.path is not None:
            thumbnail.show_file(entry.path)

    def thumbnail(self, row: int) -> Thumbnail | None:
        found = self.indexWidget(self._model.index(row, 0))
        return found if isinstance(found, Thumbnail) else None

    def current(self) -> DocumentEntry | None:
        """The entry that is selected or has the keyboard focus."""
        row = self.currentIndex().row()
        return self._entries[row] if 0 <= row < len(self._entries) else None

    def set_current(self, entry: DocumentEntry) -> None:
        """Select an entry without a signal."""
        for row, found in enumerate(self._entries):
            if found is entry:
                index = self._model.index(row, 0)
                self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
                self.scrollTo(index)

    def remove_rect(self, row: int) -> QRect:
        return self._delegate.remove_rect(self.visualRect(self._model.index(row, 0)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        row = self.indexAt(place).row()
        if event.button() != Qt.MouseButton.LeftButton or row < 0 or row != self.currentIndex().row():
            return
        entry = self._entries[row]
        is_removal = bool(entry.remove_icon) and self.remove_rect(row).contains(place)
        (self.remove_requested if is_removal else self.chosen).emit(entry)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entry, keys = self.current(), Qt.Key
        if entry is not None and entry.remove_icon and event.key() == keys.Key_Delete:
            self.remove_requested.emit(entry)
        elif (
            entry is not None and not self._selects and event.key() in (keys.Key_Return, keys.Key_Enter, keys.Key_Space)
        ):
            self.chosen.emit(entry)
        else:
            super().keyPressEvent(event)
            now = self.current()
            if self._selects and now is not None and now is not entry:
                self.chosen.emit(now)

    def viewportEvent(self, event: QEvent) -> bool:
        if not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip:
            return super().viewportEvent(event)
        row = self.indexAt(event.pos()).row()
        if row >= 0:
            entry = self._entries[row]
            is_button = entry.remove_icon and self.remove_rect(row).contains(event.pos())
            w.show_tooltip(event.globalPos(), entry.remove_tip if is_button else entry.tooltip, self)
        return True


NARROW, WIDE = 276, 300  # pixels of the card; narrower on a narrow page
MAX_SHOWN = 8  # how many stored matches are listed until you ask for more


def _file_entry(path: Path) -> DocumentEntry:
    is_known = bool(game_name(path))
    return DocumentEntry(
        display_name(path),
        location_text(path),
        path,
        game=document_info(path).game if is_known else "",
        tooltip=str(path),
        remove_icon="cross",
        remove_tip=_("Remove from list (Del)"),
        stamp=_stamp(path),
    )


def _match_entry(match: StoredMatch) -> DocumentEntry:
    path, status = match.path, match.turn_info
    name = display_name(path) if document_info(path).is_match else _("Unreadable match")
    return replace(
        _file_entry(path),
        name=name if _stamp(path) else base_name(path),
        about=status_text(status),
        status=status,
        role="done" if match.is_finished else "text",
        tooltip=_("Changed {when}").format(when=relative_date(match.changed)),
        remove_icon="trash",
        remove_tip=_("Delete match… (Del)"),
    )


def _stamp(path: Path) -> int:
    """A number that changes when the file is written; 0 if it does not exist."""
    try:
        return path.stat().st_mtime_ns if path.is_file() else 0
    except OSError:
        return 0


class RecentCard(w.Card):
    """Stored matches, then recent files; first steps if there are none. `chosen` carries the path of one to open."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__(_("Recent"))
        self._shows_all = False
        self.setMinimumWidth(NARROW)
        self.setMaximumWidth(WIDE)
        self.clear_button = w.ToolButton("eraser", _("Remove all files from this list"), px=26, icon_px=16)
        self.clear_button.clicked.connect(self._clear)
        self.header.addWidget(self.clear_button)
        self.list = DocumentList(_("Recent"), selects=False)
        self.list.chosen.connect(self._choose)
        self.list.remove_requested.connect(self._remove)
        self.first_steps = FirstSteps()
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self.first_steps, 1)
        self.old_button = w.PlainButton("", "trash", small=True)  # clocks may be wrong, so that only a person deletes
        self.old_button.clicked.connect(self._delete_old)
        w.set_tooltip(self.old_button, _("Unfinished matches that have not changed for {n} days.").format(n=OLD_DAYS))
        self.body.addWidget(self.old_button)

    def sizeHint(self) -> QSize:
        return QSize(WIDE, 300)

    def entries(self) -> list[DocumentEntry]:
        return [entry for entry in self.list.entries() if entry.path is not None]

    def refresh(self) -> None:
        """Read the stored matches and recent files again."""
        saved = list_stored_matches()
        shown = saved if self._shows_all else saved[:MAX_SHOWN]
        files = [path for path in settings().recent if not is_stored_match(path)]
        entries = [_match_entry(match) for match in shown]
        if rest := len(saved) - len(shown):
            entries.append(DocumentEntry(plural("{n} more match", "{n} more matches", rest).format(n=rest)))
        entries += map(_file_entry, files)
        self.list.set_entries(entries)
        self.list.setVisible(bool(entries))
        self.first_steps.setVisible(not entries)
        self.set_title(_("Recent") if entries else _("First steps"))
        self.clear_button.setVisible(bool(files))
        count = sum(match.is_old for match in saved)
        self.old_button.setVisible(bool(count))
        self.old_button.set_text(plural("Delete {n} old match…", "Delete {n} old matches…", count).format(n=count))

    def _choose(self, entry: DocumentEntry) -> None:
        if entry.path is not None:
            self.chosen.emit(entry.path)
            return
        self._shows_all = True
        self.refresh()

    def _remove(self, entry: DocumentEntry) -> None:
        """Remove a file from the list; delete a match, after a question."""
        assert entry.path is not None
        if is_stored_match(entry.path) and not self._delete_match(entry.path):
            return
        settings().remove_recent(entry.path)
        self.refresh()

    def _delete_match(self, path: Path) -> bool:
        from studio.gui.widgets.dialogs import confirm, show_message

        name = display_name(path)
        text = _("This match is stored only in the data folder. Deleting it cannot be undone.")
        if not confirm(self, _("Delete match “{name}”?").format(name=name), text, _("Delete"), _("Keep")):
            return False
        if not discard(path):
            show_message(self, _("This match is still open"), _("Close its tab first, here or in another window."))
            return False
        return True

    def _delete_old(self) -> None:
        """Delete the old matches after a question that names them; open ones stay."""
        from studio.gui.widgets.dialogs import confirm

        old = [match for match in list_stored_matches() if match.is_old]
        names = [f"“{_match_entry(match).name}” ({relative_date(match.changed)})" for match in old[:MAX_SHOWN]]
        if rest := len(old) - len(names):
            names.append(plural("{n} more match", "{n} more matches", rest).format(n=rest))
        count = len(old)
        heading = plural("Delete {n} old match?", "Delete {n} old matches?", count).format(n=count)
        text = plural(
            "This match has not changed for {days} days: {names}. Deleting it cannot be undone.",
            "These matches have not changed for {days} days: {names}. Deleting them cannot be undone.",
            count,
        )
        if confirm(self, heading, text.format(days=OLD_DAYS, names=join_and(names)), _("Delete"), _("Keep")):
            for match in old:
                discard(match.path)
            self.refresh()

    def _clear(self) -> None:
        settings().remove_recent()
        self.refresh()
