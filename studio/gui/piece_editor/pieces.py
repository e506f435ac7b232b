"""The table of the whole set with search, sorting, change filter and totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QCursor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from studio.core.form import Field
from studio.core.pieces import DASH, Chip, Entry, PieceSet, TableCell, cell_text
from studio.core.text import _, plural
from studio.gui import widgets as w
from studio.gui.editor.panels.palette import square_pixmap
from studio.gui.piece_editor.draft import PieceDraft
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, text_font
from studio.gui.widgets.actions import NAVIGATION_KEYS, ROOT, Index, plain_view
from studio.gui.widgets.inputs import SearchField, Segmented, SortHeader
from studio.gui.widgets.text import plain_tooltip, show_tooltip

NAME_COLUMN = 0  # the first column: picture, name and badges
SORT_ROLE, KEY_ROLE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class PieceModel(QAbstractTableModel):
    """The set as a table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pieces = PieceSet("")
        self.before: dict[str, Entry] = {}  # the entry before the change, by current key. New pieces are missing.

    def set_pieces(self, pieces: PieceSet, before: dict[str, Entry]) -> None:
        """Set other pieces. If the keys are the same, views keep their selection and position."""
        keys = [entry.key for entry in pieces.entries]
        if keys == [entry.key for entry in self.pieces.entries] and len(pieces.columns) == len(self.pieces.columns):
            self.pieces, self.before = pieces, before
            if keys:
                self.dataChanged.emit(self.index(0, 0), self.index(len(keys) - 1, len(pieces.columns)))
            return
        self.beginResetModel()
        self.pieces, self.before = pieces, before
        self.endResetModel()

    def is_changed(self, entry: Entry) -> bool:
        old = self.before.get(entry.key)
        shown = attrgetter("name", "picture", "cells", "badge", "pattern")
        return old is None or shown(old) != shown(entry)

    def old_cell(self, entry: Entry, place: int) -> TableCell | None:
        """The previous value of a cell if it has changed."""
        old = self.before.get(entry.key)
        return old.cells[place] if old is not None and old.cells[place] != entry.cells[place] else None

    def field_at(self, index: Index) -> Field | None:
        """The field that a cell edits, or None."""
        entry = self.pieces.entries[index.row()]
        return entry.name_field if index.column() == NAME_COLUMN else entry.fields[index.column() - 1]

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.pieces.entries)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else 1 + len(self.pieces.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        found = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return found | Qt.ItemFlag.ItemIsEditable if self.field_at(index) is not None else found

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.pieces.entries[index.row()]
        cell: TableCell = entry.name if index.column() == NAME_COLUMN else entry.cells[index.column() - 1]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return cell_text(cell)
        if role == Qt.ItemDataRole.EditRole:
            field = self.field_at(index)
            return None if field is None else str(field.value)
        if role == SORT_ROLE:
            return sum(chip.count for chip in cell) if isinstance(cell, tuple) else cell
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(cell, tuple):
            return plain_tooltip(cell_text(cell))
        return entry.key if role == KEY_ROLE else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        roles = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole
        if orientation is Qt.Orientation.Horizontal and role in roles:
            title = _("Name") if section == NAME_COLUMN else self.pieces.columns[section - 1].title
            return plain_tooltip(title) if role == Qt.ItemDataRole.ToolTipRole else title
        return None


class PieceFilterModel(QSortFilterProxyModel):
    """Filters by search words and changes, and sorts by any column."""

    def __init__(self, model: PieceModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._search_words: list[str] = []
        self._only_changed = False
        self.setSourceModel(model)
        self.setSortRole(SORT_ROLE)
        self.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        model.dataChanged.connect(lambda *_places: self.invalidate())

    def set_filter(self, text: str, only_changed: bool) -> None:
        """Show only rows that contain all words of a text, or of these only the changed ones."""
        self._search_words, self._only_changed = text.casefold().split(), only_changed
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, _parent: QModelIndex | QPersistentModelIndex) -> bool:
        entry = self._model.pieces.entries[source_row]
        if self._only_changed and not self._model.is_changed(entry):
            return False
        texts = [cell_text(cell) for cell in entry.cells if not isinstance(cell, int)]
        text = " ".join([entry.name, entry.badge, *texts]).casefold()
        return all(word in text for word in self._search_words)


EndEditHint = QAbstractItemDelegate.EndEditHint
ROW_HEIGHT, HEADER_HEIGHT, PICTURE_PX = 41, 26, 34
COLUMN_WIDTHS = {"text": 50, "number": 55, "chips": 122}
"""Minimum widths in pixels by kind; a text column grows with its content up to MAX_TEXT_WIDTH."""
MAX_TEXT_WIDTH = 200
MIN_NAME_WIDTH = 126
HEADER_PADDING = 14


class _CellDelegate(QStyledItemDelegate):
    """Paints cells and edits names and numbers."""

    cell_edited = Signal(object, str)

    def __init__(self, model: PieceModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(60, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = current_theme()
        entry = self._entry(index)
        box = QRectF(option.rect)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(QPointF(box.left(), box.bottom() + 0.5), QPointF(box.right() + 1, box.bottom() + 0.5))
        if index.column() == NAME_COLUMN:
            self._paint_name(painter, box, entry)
            return
        place = index.column() - 1
        cell, old = entry.cells[place], self._model.old_cell(entry, place)
        if isinstance(cell, tuple):
            paint_chips(painter, box.adjusted(8, 0, 0, 0), cell)
        elif isinstance(cell, int):
            wide = paint_number(painter, box, cell, old is not None, entry.fields[place] is None)
            if isinstance(old, int):
                _paint_old(painter, box.adjusted(0, 0, -wide - 6, 0), old)
        else:
            is_text = self._model.pieces.columns[place].kind == "text"
            ink = theme.color("text" if old is not None else "second")
            w.paint_text(painter, box.adjusted(2 if is_text else 10, 0, -4, 0), cell, ink, 14 if is_text else 13)

    def _paint_name(self, painter: QPainter, box: QRectF, entry: Entry) -> None:
        theme = current_theme()
        frame = QRectF(box.left() + 8, box.center().y() - PICTURE_PX / 2, PICTURE_PX, PICTURE_PX)
        pixmap = square_pixmap(entry.picture, 0, PICTURE_PX, theme, painter.device().devicePixelRatioF())
        painter.drawPixmap(frame.topLeft(), pixmap)
        metrics = QFontMetricsF(text_font(14, MEDIUM))
        badges = [(entry.badge, "gold")] if entry.badge else []
        if entry.key not in self._model.before:
            badges.append((_("new"), "accent"))
        wide = sum(QFontMetricsF(text_font(12, SEMIBOLD)).horizontalAdvance(text) + 18 for text, _look in badges)
        room = QRectF(frame.right() + 11, box.top(), box.right() - frame.right() - 15 - wide, box.height())
        shown = min(metrics.horizontalAdvance(entry.name) + 1, room.width())
        w.paint_text(painter, room, entry.name, theme.color("text"), 14, MEDIUM)
        x = room.left() + shown + 6
        for text, look in badges:
            x += paint_badge_plate(painter, QPointF(x, box.center().y()), text, look) + 4

    def _entry(self, index: Index) -> Entry:
        found = self._model.pieces.entry(str(index.data(KEY_ROLE)))
        assert found is not None, "rows are of the model"
        return found

    def _field(self, index: Index) -> Field | None:
        entry = self._entry(index)
        return entry.name_field if index.column() == NAME_COLUMN else entry.fields[index.column() - 1]

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:
        line = QLineEdit(parent)
        field = self._field(index)
        line.setAccessibleName(field.label if field is not None else "")
        if field is not None and field.kind == "int":
            line.setAlignment(Qt.AlignmentFlag.AlignRight)
        return line

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))
            editor.selectAll()

    def setModelData(self, editor: QWidget, _model: object, index: Index) -> None:
        field = self._field(index)
        if isinstance(editor, QLineEdit) and field is not None and editor.text() != str(field.value):
            self.cell_edited.emit(field, editor.text())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        box = option.rect
        left = 8 + PICTURE_PX + 4 if index.column() == NAME_COLUMN else 0
        editor.setGeometry(box.adjusted(left, 4, 0, -5))


def paint_number(
    painter: QPainter, box: QRectF, number: int, is_changed: bool = False, is_derived: bool = False
) -> float:
    """Paint a number at the right of a box, 0 as a dash, thin if it follows from others; return its width."""
    theme = current_theme()
    text = str(number) if number else DASH
    weight = SEMIBOLD if number and not is_derived else MEDIUM
    usual = "off" if not number else "second" if is_derived else "text"
    ink = theme.color("error" if number < 0 else "accent" if is_changed else usual)
    w.paint_text(painter, box.adjusted(0, 0, -8, 0), text, ink, 14, weight, w.RIGHT)
    return QFontMetricsF(text_font(14, weight)).horizontalAdvance(text) + 8


def _paint_old(painter: QPainter, box: QRectF, number: int) -> None:
    """Paint the previous number, struck out."""
    theme = current_theme()
    text = str(number)
    w.paint_text(painter, box, text, theme.color("second"), 12, align=w.RIGHT)
    wide = QFontMetricsF(text_font(12)).horizontalAdvance(text)
    painter.setPen(QPen(theme.color("second"), 1))
    y = box.center().y() + 1
    painter.drawLine(QPointF(box.right() - wide, y), QPointF(box.right(), y))


def paint_chips(painter: QPainter, box: QRectF, chips: Sequence[Chip]) -> None:
    """Paint small pictures with their counts; those without room are only in the tooltip."""
    theme = current_theme()
    x = box.left() + 2
    if not chips:
        w.paint_text(painter, box.adjusted(4, 0, 0, 0), DASH, theme.color("off"), 14)
    for number, chip in enumerate(chips):
        text = str(chip.count)
        wide = 19 + 3 + QFontMetricsF(text_font(13)).horizontalAdvance(text) + 6
        if x + wide > box.right() + 5 and number:
            w.paint_text(painter, QRectF(x - 3, box.top(), 14, box.height()), "…", theme.color("second"), 13)
            return
        pixmap = square_pixmap(chip.picture, 0, 19, theme, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(x, box.center().y() - 9.5), pixmap)
        w.paint_text(painter, QRectF(x + 22, box.top(), wide, box.height()), text, theme.color("text"), 13)
        x += wide


def paint_badge_plate(painter: QPainter, middle_left: QPointF, words: str, look: str) -> float:
    """Paint a rounded plate with a text in "gold" or "accent"; return its width."""
    theme = current_theme()
    wide = QFontMetricsF(text_font(12, SEMIBOLD)).horizontalAdvance(words) + 12
    plate = QRectF(middle_left.x(), middle_left.y() - 8.5, wide, 17)
    ground, edge, ink = ("gold_tint", "gold_border", "gold_text") if look == "gold" else ("tint", "accent", "accent")
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    w.paint_box(painter, plate.adjusted(0.5, 0.5, -0.5, -0.5), ground, edge, radius=8)
    w.paint_text(painter, plate, words, theme.color(ink), 12, SEMIBOLD, w.CENTER)
    return wide


class PieceHeader(SortHeader):
    """Column headers, numbers right-aligned, with an arrow at the sorted one."""

    def paintSection(self, painter: QPainter, rect: object, section: int) -> None:
        theme = current_theme()
        box = QRectF(rect)  # type: ignore[call-overload]  # stubs name another type for the rectangle
        text = str(self.model().headerData(section, Qt.Orientation.Horizontal) or "")
        is_sorted = section == self.proxy.sortColumn()
        source = self.proxy.sourceModel()
        assert isinstance(source, PieceModel)
        columns = source.pieces.columns
        on_right = section > NAME_COLUMN and columns[section - 1].kind == "number"
        ink = theme.color("accent" if is_sorted else "second")
        weight = SEMIBOLD if is_sorted else MEDIUM
        arrow = 14 if is_sorted else 0
        is_chips = section > NAME_COLUMN and columns[section - 1].kind == "chips"
        room = box.adjusted(
            53 if section == NAME_COLUMN else 10 if is_chips else 2, 0, -8 - arrow if on_right else -arrow, -2
        )
        w.paint_text(painter, room, text, ink, 12.5, weight, w.RIGHT if on_right else w.LEFT)
        if is_sorted:
            wide = min(QFontMetricsF(text_font(12.5, weight)).horizontalAdvance(text), room.width())
            x = box.right() - 13 if on_right else room.left() + wide + 5
            self.paint_arrow(painter, x, room.center().y(), ink)


class PieceTable(QTableView):
    """The table view. `chosen` carries the key of the selected row, `cell_edited` a field and its new text."""

    chosen = Signal(str)
    cell_edited = Signal(object, str)

    def __init__(self, model: PieceModel) -> None:
        super().__init__()
        self.pieces = model
        self.proxy = PieceFilterModel(model, self)
        plain_view(self, _("Tile set"))
        row = _CellDelegate(model, self)
        row.cell_edited.connect(self.cell_edited)
        self.setItemDelegate(row)
        self.setModel(self.proxy)
        self.piece_header = PieceHeader(self, self.proxy, HEADER_HEIGHT)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)
        self.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.doubleClicked.connect(self._explain_derived)
        model.modelReset.connect(self.fit_columns)
        self._emits_chosen = True

    def _explain_derived(self, index: QModelIndex) -> None:
        if isinstance(index.data(SORT_ROLE), int) and not index.flags() & Qt.ItemFlag.ItemIsEditable:
            show_tooltip(QCursor.pos(), _("Change this number next to the enlarged piece."), self)

    def select_piece(self, key: str) -> None:
        """Select a row without emitting `chosen`."""
        for row in range(self.proxy.rowCount()):
            if self.proxy.index(row, 0).data(KEY_ROLE) == key:
                self._emits_chosen = False
                self.setCurrentIndex(self.proxy.index(row, max(self.currentIndex().column(), NAME_COLUMN)))
                self._emits_chosen = True
                return
        self.clearSelection()

    def edit_name(self) -> None:
        index = self.currentIndex().siblingAtColumn(NAME_COLUMN)
        if index.isValid() and self.proxy.flags(index) & Qt.ItemFlag.ItemIsEditable:
            self.edit(index)

    def _on_current_changed(self, now: QModelIndex, _before: QModelIndex) -> None:
        if now.isValid() and self._emits_chosen:
            self.chosen.emit(str(now.data(KEY_ROLE)))

    def fit_columns(self) -> None:
        """Set the column widths; hide columns without room, the least important first."""
        columns = self.pieces.pieces.columns
        room, names = self.viewport().width(), QFontMetricsF(text_font(14, MEDIUM))
        longest = max((names.horizontalAdvance(entry.name) for entry in self.pieces.pieces.entries), default=0)
        name_width = min(max(MIN_NAME_WIDTH, round(longest) + PICTURE_PX + 27), MAX_TEXT_WIDTH)
        shown = set(range(len(columns)))
        widths = [self._width(place) for place in range(len(columns))]
        for place in sorted(shown, key=lambda place: -columns[place].hide_rank):
            if name_width + sum(widths[other] for other in shown) > room and columns[place].hide_rank:
                shown.discard(place)
        for place, wide in enumerate(widths):
            self.setColumnHidden(place + 1, place not in shown)
            self.piece_header.resizeSection(place + 1, wide)
        self.piece_header.resizeSection(NAME_COLUMN, max(MIN_NAME_WIDTH, room - sum(widths[place] for place in shown)))

    def _width(self, place: int) -> int:
        pieces = self.pieces.pieces
        column, total = pieces.columns[place], pieces.totals[place]
        head = round(QFontMetricsF(text_font(12.5, SEMIBOLD)).horizontalAdvance(column.title)) + HEADER_PADDING
        if column.kind != "text":
            return max(COLUMN_WIDTHS[column.kind], head)
        metrics = QFontMetricsF(text_font(14))
        need = max((metrics.horizontalAdvance(cell_text(entry.cells[place])) for entry in pieces.entries), default=0)
        if isinstance(total, str):
            need = max(need, metrics.horizontalAdvance(total))
        return min(max(COLUMN_WIDTHS[column.kind], head, round(need) + 14), MAX_TEXT_WIDTH)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()
        self.scrollTo(self.currentIndex())

    def paintEvent(self, event: QPaintEvent) -> None:
        index = self.currentIndex()
        if self.selectionModel().isSelected(index):
            first = self.visualRect(index.siblingAtColumn(NAME_COLUMN))
            box = QRectF(1, first.top() + 0.5, self.viewport().width() - 2, ROW_HEIGHT - 2)
            with QPainter(self.viewport()) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                w.paint_box(painter, box, "tint", "accent", width=1.5 if not self.hasFocus() else 2.2)
        super().paintEvent(event)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Tab moves on to the next editable cell of the same column."""
        step = {EndEditHint.EditNextItem: 1, EndEditHint.EditPreviousItem: -1}.get(hint, 0)
        super().closeEditor(editor, EndEditHint.NoHint if step else hint)
        here = self.currentIndex()
        for row in range(here.row() + step, self.proxy.rowCount() if step > 0 else -1, step) if step else ():
            index = self.proxy.index(row, here.column())
            if self.proxy.flags(index) & Qt.ItemFlag.ItemIsEditable:
                self.setCurrentIndex(index)
                self.edit(index)
                return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in NAVIGATION_KEYS or event.key() == Qt.Key.Key_F2 or self.state() is self.State.EditingState:
            super().keyPressEvent(event)
        else:
            event.ignore()  # the other keys belong to the page


class TotalsRow(w.TooltipWidget):
    """Totals below the columns of a table."""

    def __init__(self, table: PieceTable) -> None:
        super().__init__()
        self._table = table
        self.setFixedHeight(38)
        table.piece_header.sectionResized.connect(lambda *_sizes: self.update())

    def refresh(self) -> None:
        pieces = self._table.pieces.pieces
        cells = [(column, cell) for column, cell in zip(pieces.columns, pieces.totals, strict=True) if cell != ""]
        texts = ", ".join(f"{column.title} {cell_text(cell)}" for column, cell in cells)
        self.setAccessibleName(_("Whole set: {figures}").format(figures=texts))
        self.update()

    def _box(self, place: int) -> QRectF:
        column = place + 1
        return QRectF(self._table.columnViewportPosition(column), 0, self._table.columnWidth(column), self.height())

    def text_at(self, place: QPointF) -> str:
        pieces = self._table.pieces.pieces
        for number, (column, cell) in enumerate(zip(pieces.columns, pieces.totals, strict=True)):
            if cell != "" and self._box(number).contains(place):
                return f"{column.title} {cell_text(cell)}"
        return ""

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, table = current_theme(), self._table
        pieces = table.pieces.pieces
        with w.painter_on(self) as painter:
            w.paint_box(painter, QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), "inset", "line")
            high = self.height()
            name = QRectF(10, 0, table.columnWidth(NAME_COLUMN) - 12, high)
            w.paint_text(painter, name, _("Whole set"), theme.color("text"), 14, SEMIBOLD)
            for place, cell in enumerate(pieces.totals):
                if table.isColumnHidden(place + 1):
                    continue
                box = self._box(place)
                if isinstance(cell, int):
                    paint_number(painter, box, cell)
                elif isinstance(cell, tuple):
                    paint_chips(painter, box.adjusted(8, 0, 0, 0), cell)
                else:
                    w.paint_text(painter, box.adjusted(2, 0, -2, 0), cell, theme.color("text"), 12.5, MEDIUM)


ALL, CHANGED = "all", "changed"


class PieceSetCard(w.Card):
    """The table of the set with search, filter and buttons."""

    def __init__(self, draft: PieceDraft, model: PieceModel, actions: Mapping[str, QAction]) -> None:
        super().__init__(draft.pieces.title, " ")
        self.draft, self.piece_model = draft, model
        self.search_field = SearchField(_("Search pieces"))
        self.filter_choice = Segmented(((ALL, _("All")), (CHANGED, _("Changed"))))
        self.filter_choice.setFixedWidth(186)
        self.body.addLayout(w.hbox((self.search_field, 1), self.filter_choice, spacing=10))
        self.piece_table = PieceTable(model)
        self.body.addWidget(self.piece_table, 1)
        self.totals_row = TotalsRow(self.piece_table)
        self.body.addWidget(self.totals_row)
        self.buttons = {
            "duplicate": w.PlainButton(_("Duplicate"), "copy", small=True),
            "remove": w.PlainButton(_("Remove"), "trash", small=True),
            "import": w.PlainButton(_("Import…"), "open", small=True),
        }
        for name, button in self.buttons.items():
            button.clicked.connect(actions[name].trigger)
        duplicate, remove, import_pieces = self.buttons.values()
        self.body.addLayout(w.hbox(duplicate, remove, 1, import_pieces, spacing=8))
        self.piece_table.chosen.connect(draft.select)
        self.piece_table.cell_edited.connect(self._on_cell_edited)
        self.search_field.textChanged.connect(self._apply_filter)
        self.filter_choice.chosen.connect(self._apply_filter)

    def refresh(self) -> None:
        entries = self.draft.pieces.entries
        self.piece_table.fit_columns()
        self.piece_table.select_piece(self.draft.selected_key)
        self.totals_row.refresh()
        kinds = plural("{n} kind", "{n} kinds", len(entries)).format(n=len(entries))
        self.set_note(f"{kinds} · {self.draft.game.info.name}")
        changed = sum(self.piece_model.is_changed(entry) for entry in entries)
        self.filter_choice.button(CHANGED).setText(_("Changed") + (f" {changed}" if changed else ""))

    def _apply_filter(self) -> None:
        only_changed = self.filter_choice.current() == CHANGED
        self.piece_table.proxy.set_filter(self.search_field.text(), only_changed)
        self.piece_table.select_piece(self.draft.selected_key)

    def _on_cell_edited(self, field: Field, text: str) -> None:
        if field.kind != "int":
            self.draft.set_field(field.key, text, field.label)
        elif text.strip().lstrip("-").isdigit():
            self.draft.set_field(field.key, int(text), field.label)
        else:
            label = _("“{label}” must be a whole number from {least} to {most}.")
            self.draft.edit_rejected.emit(label.format(label=field.label, least=field.minimum, most=field.maximum))
