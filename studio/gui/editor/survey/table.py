"""The tables of the survey: columns that share a narrow width, bars, severities, rows that show their targets."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QEvent, QItemSelectionModel, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from studio.core.form import Row, Table
from studio.core.problems import Severity, severity_names
from studio.core.text import with_label
from studio.gui.editor.problem_names import SEVERITY_NAMES
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, text_font
from studio.gui.widgets import LEFT, RIGHT, paint_box, paint_severity, paint_text, painter_on, plain_tooltip
from studio.gui.widgets.actions import NAVIGATION_KEYS, ROOT, Index, plain_view

ITEM = Qt.ItemDataRole
HEADER_HEIGHT, LINE_HEIGHT = 22, 24
GAP, PAD = 6.0, 6.0
MIN_BAR, MAX_BAR = 22.0, 72.0
ICON_WIDTH = 18.0
FONT_PX = 13.0


class SurveyTableModel(QAbstractTableModel):
    """The cells of a table; accessible texts include the column's name and the row's severity."""

    def __init__(self, table: Table, parent: QWidget) -> None:
        super().__init__(parent)
        self.table = table

    def show_table(self, table: Table) -> None:
        self.beginResetModel()
        self.table = table
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.table.columns)

    def data(self, index: Index, role: int = ITEM.DisplayRole) -> object:
        row, head = self.table.rows[index.row()], self.table.columns[index.column()]
        label = row.cells[index.column()] if index.column() < len(row.cells) else ""
        if role == ITEM.DisplayRole:
            return label
        if role == ITEM.ToolTipRole:
            return plain_tooltip(with_label(head, label) if head else label)
        if role == ITEM.AccessibleTextRole:
            text = f"{head} {label}".strip()
            return text if row.severity is None or index.column() else f"{text} ({severity_names()[row.severity]})"
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ITEM.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or role not in (ITEM.DisplayRole, ITEM.ToolTipRole):
            return None
        head = self.table.columns[section]
        return plain_tooltip(head) if role == ITEM.ToolTipRole else head

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsSelectable if self.table.rows[index.row()].targets else flags

    @property
    def has_headers(self) -> bool:
        return any(self.table.columns)

    def is_numeric(self, column: int) -> bool:
        """Return whether a column holds numbers, which are right-aligned and keep their width."""
        cells = [row.cells[column] for row in self.table.rows if column < len(row.cells)]
        return bool(cells) and all(
            cell.lstrip("+−")[:1].isdigit() or cell in ("–", "-", "−", "∞", "") for cell in cells
        )

    @property
    def bar_column(self) -> int:
        """The column to the right of the bars: the first with a heading; -1 without bars."""
        if all(row.bar < 0 for row in self.table.rows):
            return -1
        return next((place for place, head in enumerate(self.table.columns) if head), len(self.table.columns) - 1)


class SurveyHeader(QHeaderView):
    def __init__(self, table: SurveyTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self.table = table
        self.setFixedHeight(HEADER_HEIGHT)
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, figures = current_theme(), self.table.table_model
        with painter_on(self.viewport()) as painter:
            for column, box in enumerate(self.table.cell_boxes(QRectF(0, 0, self.width(), HEADER_HEIGHT - 2))):
                text, is_right = figures.table.columns[column], figures.is_numeric(column)
                box = box.adjusted(0, 0, 2, 0) if is_right else box  # it ends where the figures do, and keeps its gap
                paint_text(painter, box, text, theme.color("second"), 11, MEDIUM, RIGHT if is_right else LEFT)
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(PAD, HEADER_HEIGHT - 1.5), QPointF(self.width() - PAD, HEADER_HEIGHT - 1.5))


class SurveyCellDelegate(QStyledItemDelegate):
    def __init__(self, table: SurveyTable) -> None:
        super().__init__(table)
        self.table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, figures, column = current_theme(), self.table.table_model, index.column()
        row, bar_column = figures.table.rows[index.row()], figures.bar_column
        room = self.table.cell_boxes(QRectF(option.rect))[column]
        is_right, is_severe = figures.is_numeric(column), row.severity in (Severity.ERROR, Severity.WARNING)
        ink = theme.color(SEVERITY_NAMES[row.severity] if is_severe and row.severity is not None else "text")
        if column and not is_right and row.severity is None:
            ink = theme.color("second")
        named = column == 0 and figures.has_headers
        weight = SEMIBOLD if named or (is_right and column == max(1, bar_column)) else MEDIUM
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = self.table.bar_width
        if column == bar_column and row.bar >= 0 and wide:
            self._paint_bar(painter, QRectF(room.left() - wide - 6, room.top(), wide, room.height()), row)
        if figures.has_headers or is_right:
            room = room.adjusted(-2, 0, 2, 0) if is_right else room
            paint_text(painter, room, index.data(), ink, FONT_PX, weight, RIGHT if is_right else LEFT)
        else:
            painter.setFont(text_font(FONT_PX, weight))
            painter.setPen(ink)
            painter.drawText(room, LEFT | Qt.TextFlag.TextWordWrap, index.data())
        painter.restore()

    def _paint_bar(self, painter: QPainter, room: QRectF, row: Row) -> None:
        theme = current_theme()
        track = QRectF(room.left(), room.center().y() - 3, room.width(), 6)
        paint_box(painter, track, theme.color("line", 0.75), None, radius=3)
        color = "accent" if row.severity is None else f"{SEVERITY_NAMES[row.severity]}_mark"
        filled = QRectF(track)
        filled.setWidth(max(6.0, track.width() * min(1.0, row.bar)) if row.bar > 0 else 0.0)
        paint_box(painter, filled, color, None, radius=3)
        bars = [one.bar for one in self.table.table.rows if one.bar >= 0]
        mean = track.left() + track.width() * min(1.0, sum(bars) / len(bars))
        painter.setPen(QPen(theme.color("text", 0.65), 1))
        painter.drawLine(QPointF(mean, track.top() - 4), QPointF(mean, track.bottom() + 4))


class SurveyTable(QTableView):
    """Rows under headings. `chosen(row)` when one with targets is clicked, walked to or entered.

    Text columns are left-aligned and shrink, number columns are right-aligned. A table without headings is a list
    of facts, whose text may wrap.
    """

    chosen = Signal(object)

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.bar_width = 0.0
        self._widths: list[float] = []
        self._hovered_row = -1
        self.table_model = SurveyTableModel(table, self)
        self.setModel(self.table_model)
        self.setItemDelegate(SurveyCellDelegate(self))
        self.setHorizontalHeader(SurveyHeader(self))
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        plain_view(self, "")
        self.show_table(table)

    @property
    def table(self) -> Table:
        return self.table_model.table

    @property
    def current(self) -> int:
        """The selected row, or -1."""
        return next((index.row() for index in self.selectedIndexes()), -1)

    def show_table(self, table: Table) -> None:
        self.table_model.show_table(table)
        clickable = any(row.targets for row in table.rows)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if clickable else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(f"{table.title}. {table.note}".strip(". "))
        self.horizontalHeader().setVisible(self.table_model.has_headers)
        self._layout_columns()

    def highlight_target(self, target: int) -> None:
        """Select the row that is about this target alone, or none."""
        rows = self.table.rows
        place = next((number for number, row in enumerate(rows) if target >= 0 and row.targets == (target,)), -1)
        if place != self.current:
            self.clearSelection()
            self.selectionModel().setCurrentIndex(
                self.table_model.index(place, 0),
                QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows,
            )

    def _layout_columns(self) -> None:
        self._widths, self.bar_width, heights = self._share_width(self.width())
        ends = [round(box.right() + GAP / 2) for box in self.cell_boxes(QRectF())[:-1]] + [self.width()]
        for column, (start, end) in enumerate(zip([0, *ends], ends, strict=False)):
            self.setColumnWidth(column, max(1, end - start))
        for number, height in enumerate(heights):
            self.setRowHeight(number, height)
        self.updateGeometry()

    def _share_width(self, width: int) -> tuple[list[float], float, list[int]]:
        """Return the widths of the columns and of the bars, and the heights of the rows, in a table of this width."""
        table, figures, face = self.table, self.table_model, QFontMetricsF(text_font(FONT_PX, SEMIBOLD))
        heads = QFontMetricsF(text_font(11, MEDIUM))
        count = len(table.columns)
        widths, least = [], []
        for column in range(count):
            cells = [face.horizontalAdvance(row.cells[column]) for row in table.rows if column < len(row.cells)]
            inner = max(cells, default=0.0)
            widths.append(max(inner, heads.horizontalAdvance(table.columns[column])) + 1)
            least.append((inner if figures.is_numeric(column) else min(inner, 26.0)) + 1)
        signs = ICON_WIDTH if any(row.severity is not None for row in table.rows) else 0.0
        bar = MIN_BAR + 6 if figures.bar_column >= 0 else 0.0
        room = width - 2 * PAD - GAP * max(0, count - 1) - signs - bar
        excess = sum(widths) - room
        if excess > 0 and bar:  # bars go before headings are cut
            excess, bar = excess - bar, 0.0
        if excess > 0:  # headings and texts shrink before numbers
            slack = [max(0.0, wide - tight) for wide, tight in zip(widths, least, strict=True)]
            share = min(1.0, excess / max(1e-6, sum(slack)))
            widths = [wide - share * loose for wide, loose in zip(widths, slack, strict=True)]
        else:
            grown = min(MAX_BAR - MIN_BAR, -excess) if bar else 0.0
            bar += grown
            loose = -excess - grown
            text = [column for column in range(count) if not figures.is_numeric(column)]
            if text and not bar:
                widths[text[0]] += loose
            elif count > 1 and loose > 0:
                widths = [wide + (loose / (count - 1) if column else 0) for column, wide in enumerate(widths)]
        y, heights = 0.0, []
        for row in table.rows:
            top, lines = round(y), 1
            if not figures.has_headers and row.cells and widths:
                box = face.boundingRect(QRectF(0, 0, widths[0], 500), Qt.TextFlag.TextWordWrap, row.cells[0])
                lines = max(1, round(box.height() / face.lineSpacing()))
            y += current_theme().target_size(LINE_HEIGHT) if row.targets else LINE_HEIGHT
            y += (lines - 1) * face.lineSpacing()
            heights.append(round(y) - top)
        return widths, max(0.0, bar - 6), heights

    def heightForWidth(self, width: int) -> int:
        return sum(self._share_width(width)[2]) + (HEADER_HEIGHT if self.table_model.has_headers else 0) + 2

    def sizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(self.width()))

    def cell_boxes(self, line: QRectF) -> list[QRectF]:
        """Return the box of every column in a line, without the bar."""
        x, found = PAD, []
        for column, wide in enumerate(self._widths):
            if column == self.table_model.bar_column and self.bar_width:
                x += self.bar_width + 6
            found.append(QRectF(x, line.top(), wide, line.height()))
            x += wide + GAP
        return found

    minimumSizeHint = sizeHint

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._layout_columns()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self._widths:
            self._layout_columns()

    def paintEvent(self, event: QPaintEvent) -> None:
        with painter_on(self.viewport()) as painter:
            for place, row in enumerate(self.table.rows):
                self._paint_row_background(painter, place, row)
        super().paintEvent(event)

    def _paint_row_background(self, painter: QPainter, place: int, row: Row) -> None:
        box = QRect(0, self.rowViewportPosition(place), self.viewport().width(), self.rowHeight(place))
        ground = ""
        if row.severity is not None and row.severity is not Severity.INFO:
            ground = f"{SEVERITY_NAMES[row.severity]}_tint"
        if place == self.current:
            ground = "tint"
        elif place == self._hovered_row and row.targets:
            ground = ground or "hover"
        frame = QRectF(box).adjusted(1, 0.5, -1, -0.5)
        if ground:
            paint_box(painter, frame, ground, None, radius=5)
        if place == self.currentIndex().row() and self.hasFocus():
            paint_box(painter, frame.adjusted(0.5, 0.5, -0.5, -0.5), None, "accent", width=1.4, radius=5)
        if row.severity is not None:
            middle = QRectF(box).center().y()
            paint_severity(painter, QRectF(box.width() - PAD - 14, middle - 7, 14, 14), row.severity)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        place = self.rowAt(event.position().toPoint().y())
        able = place >= 0 and bool(self.table.rows[place].targets)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if able else Qt.CursorShape.ArrowCursor)
        if place != self._hovered_row:
            self._hovered_row = place
            self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hovered_row = -1
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose_row(self.rowAt(event.position().toPoint().y()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before = self.currentIndex().row()
        if event.key() in NAVIGATION_KEYS:
            super().keyPressEvent(event)
            if self.currentIndex().row() != before:
                self._choose_row(self.currentIndex().row())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose_row(before)
        else:
            event.ignore()  # letters are the tools' keys

    def _choose_row(self, place: int) -> None:
        if place >= 0 and self.table.rows[place].targets:
            self.chosen.emit(self.table.rows[place])
