"""A table of figures in a narrow panel: bars, colours of severity, rows that show their places on the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from studio.core.form import Row, Table
from studio.core.problems import Severity
from studio.core.text import _
from studio.gui.style.fonts import MEDIUM, SEMIBOLD, text_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import paint_severity

ROLES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "info"}
HEAD, LINE = 22, 24
GAP, PAD = 6.0, 6.0
BAR_LEAST, BAR_MOST = 22.0, 72.0
SIGN = 18.0
PX = 13.0


class SurveyTable(QWidget):
    """Rows under headings. `chosen(row)` when one with places is clicked or entered.

    Columns of words stand left and give way, columns of figures stand right; the bar lies left of the first column
    with a heading. A table without headings is a list of facts, whose words may take several lines.
    """

    chosen = Signal(object)

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.current = -1
        self._hover = -1
        self._widths: list[float] = []
        self._bar = 0.0
        self._tops: list[float] = []
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_table(table)

    def show_table(self, table: Table) -> None:
        """Show other figures."""
        self.table = table
        self.current = min(self.current, len(table.rows) - 1)
        clickable = any(row.targets for row in table.rows)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if clickable else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(f"{table.title}. {table.note}".strip(". "))
        self._describe()
        self._measure()
        self.updateGeometry()
        self.update()

    def mark(self, target: int) -> None:
        """Highlight the row that is about this place alone, or none."""
        rows = self.table.rows
        place = next((number for number, row in enumerate(rows) if target >= 0 and row.targets == (target,)), -1)
        if place != self.current:
            self.current = place
            self._describe()
            self.update()

    # measures

    @property
    def has_heads(self) -> bool:
        """Whether columns are named."""
        return any(self.table.columns)

    def _is_figures(self, column: int) -> bool:
        cells = [row.cells[column] for row in self.table.rows if column < len(row.cells)]
        return bool(cells) and all(cell[:1].isdigit() or cell in ("–", "-", "−", "∞", "") for cell in cells)

    def _bar_column(self) -> int:
        if all(row.bar < 0 for row in self.table.rows):
            return -1
        return next((place for place, head in enumerate(self.table.columns) if head), len(self.table.columns) - 1)

    def _measure(self) -> None:
        """Share the width out among the columns, and find how high the rows are."""
        table, face = self.table, QFontMetricsF(text_font(PX, SEMIBOLD))
        heads = QFontMetricsF(text_font(11, MEDIUM))
        count = len(table.columns)
        widths, least = [], []
        for column in range(count):
            cells = [face.horizontalAdvance(row.cells[column]) for row in table.rows if column < len(row.cells)]
            inner = max(cells, default=0.0)
            widths.append(max(inner, heads.horizontalAdvance(table.columns[column])) + 1)
            least.append((inner if self._is_figures(column) else min(inner, 26.0)) + 1)
        signs = SIGN if any(row.severity is not None for row in table.rows) else 0.0
        bar = BAR_LEAST + 6 if self._bar_column() >= 0 else 0.0
        room = self.width() - 2 * PAD - GAP * max(0, count - 1) - signs - bar
        excess = sum(widths) - room
        if excess > 0:  # headings and words give way before figures
            slack = [max(0.0, wide - tight) for wide, tight in zip(widths, least, strict=True)]
            share = min(1.0, excess / max(1e-6, sum(slack)))
            widths = [wide - share * loose for wide, loose in zip(widths, slack, strict=True)]
        else:
            grown = min(BAR_MOST - BAR_LEAST, -excess) if bar else 0.0
            bar += grown
            loose = -excess - grown
            words = [column for column in range(count) if not self._is_figures(column)]
            if words and not bar:
                widths[words[0]] += loose
            elif count > 1 and loose > 0:
                widths = [wide + (loose / (count - 1) if column else 0) for column, wide in enumerate(widths)]
        self._widths, self._bar = widths, max(0.0, bar - 6)
        y = float(HEAD) if self.has_heads else 0.0
        self._tops = [y]
        for row in table.rows:
            lines = 1
            if not self.has_heads and row.cells and widths:
                box = face.boundingRect(QRectF(0, 0, widths[0], 500), Qt.TextFlag.TextWordWrap, row.cells[0])
                lines = max(1, round(box.height() / face.lineSpacing()))
            y += LINE + (lines - 1) * face.lineSpacing()
            self._tops.append(y)

    def sizeHint(self) -> QSize:
        return QSize(260, round(self._tops[-1]) + 2 if self._tops else LINE)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._measure()
            self.updateGeometry()

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.has_heads:
                painter.setPen(theme.color("second"))
                painter.setFont(text_font(11, MEDIUM))
                for column, box in self._boxes(QRectF(0, 0, self.width(), HEAD - 2)):
                    self._write(painter, box, self.table.columns[column], self._is_figures(column))
                painter.setPen(QPen(theme.color("line"), 1))
                painter.drawLine(QPointF(PAD, HEAD - 1.5), QPointF(self.width() - PAD, HEAD - 1.5))
            for place, row in enumerate(self.table.rows):
                box = QRectF(0, self._tops[place], self.width(), self._tops[place + 1] - self._tops[place])
                self._paint_row(painter, box, place, row)

    def _boxes(self, line: QRectF) -> list[tuple[int, QRectF]]:
        """The room of every column in a line, the bar's left out."""
        x, found = PAD, []
        for column, wide in enumerate(self._widths):
            if column == self._bar_column():
                x += self._bar + 6
            found.append((column, QRectF(x, line.top(), wide, line.height())))
            x += wide + GAP
        return found

    def _paint_row(self, painter: QPainter, box: QRectF, place: int, row: Row) -> None:
        theme = current_theme()
        ground = ""
        if row.severity in (Severity.ERROR, Severity.WARNING):
            ground = f"{ROLES[row.severity]}_tint"
        if place == self.current:
            ground = "tint"
        elif place == self._hover and row.targets:
            ground = ground or "hover"
        sheet = box.adjusted(1, 0.5, -1, -0.5)
        if ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(ground))
            painter.drawRoundedRect(sheet, 5, 5)
        if place == self.current and self.hasFocus():
            painter.setPen(QPen(theme.color("accent"), 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(sheet.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        ink = theme.color("text")
        if row.severity in (Severity.ERROR, Severity.WARNING):
            ink = theme.color(ROLES[row.severity])
        bar_column = self._bar_column()
        for column, room in self._boxes(box):
            if column >= len(row.cells):
                continue
            if column == bar_column and row.bar >= 0:
                self._paint_bar(painter, QRectF(room.left() - self._bar - 6, box.top(), self._bar, box.height()), row)
            named = column == 0 and self.has_heads
            figures = self._is_figures(column)
            painter.setFont(text_font(PX, SEMIBOLD if named or (figures and column == max(1, bar_column)) else MEDIUM))
            quiet = not figures and column > 0
            painter.setPen(theme.color("second") if quiet and row.severity is None else ink)
            self._write(painter, room, row.cells[column], figures)
        if row.severity is not None:
            paint_severity(painter, QRectF(self.width() - PAD - 14, box.center().y() - 7, 14, 14), row.severity)

    def _write(self, painter: QPainter, room: QRectF, words: str, is_right: bool) -> None:
        side = Qt.AlignmentFlag.AlignRight if is_right else Qt.AlignmentFlag.AlignLeft
        if not self.has_heads and not is_right:
            painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, words)
            return
        shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, round(room.width() + 2))
        painter.drawText(
            room.adjusted(-2, 0, 2, 0) if is_right else room.adjusted(0, 0, 3, 0),
            side | Qt.AlignmentFlag.AlignVCenter,
            shown,
        )

    def _paint_bar(self, painter: QPainter, room: QRectF, row: Row) -> None:
        theme = current_theme()
        track = QRectF(room.left(), room.center().y() - 3, room.width(), 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("line", 0.75))
        painter.drawRoundedRect(track, 3, 3)
        colour = "accent" if row.severity is None else f"{ROLES[row.severity]}_mark"
        filled = QRectF(track)
        filled.setWidth(max(6.0, track.width() * min(1.0, row.bar)) if row.bar > 0 else 0.0)
        painter.setBrush(theme.color(colour))
        painter.drawRoundedRect(filled, 3, 3)
        bars = [one.bar for one in self.table.rows if one.bar >= 0]
        mean = track.left() + track.width() * min(1.0, sum(bars) / len(bars))
        painter.setPen(QPen(theme.color("text", 0.65), 1))
        painter.drawLine(QPointF(mean, track.top() - 4), QPointF(mean, track.bottom() + 4))

    # pointing

    def row_at(self, y: float) -> int:
        """The row at a height of the widget, or -1."""
        for place in range(len(self.table.rows)):
            if self._tops[place] <= y < self._tops[place + 1]:
                return place
        return -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self.row_at(event.position().y())
        able = place >= 0 and bool(self.table.rows[place].targets)
        self.setCursor(Qt.CursorShape.PointingHandCursor if able else Qt.CursorShape.ArrowCursor)
        if place != self._hover:
            self._hover = place
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = -1
        self.update()
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._take(self.row_at(event.position().y()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        able = [place for place, row in enumerate(self.table.rows) if row.targets]
        if step and able:
            ahead = [place for place in able if (place - self.current) * step > 0]
            if ahead:
                self._take(min(ahead) if step > 0 else max(ahead))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._take(self.current)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self.words_at(QPointF(event.pos()))
            if words:
                QToolTip.showText(event.globalPos(), words, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def words_at(self, place: QPointF) -> str:
        """The heading and the whole text of a cell."""
        number = self.row_at(place.y())
        for column, box in self._boxes(QRectF(0, 0, self.width(), 1)):
            left = box.left() - (self._bar + 6 if column == self._bar_column() else GAP / 2)
            if left <= place.x() <= box.right() + GAP / 2:
                head = self.table.columns[column]
                if number < 0:
                    return head
                cells = self.table.rows[number].cells
                words = cells[column] if column < len(cells) else ""
                return f"{head}: {words}" if head else words
        return ""

    def _take(self, place: int) -> None:
        if 0 <= place < len(self.table.rows) and self.table.rows[place].targets:
            self.current = place
            self._describe()
            self.update()
            self.chosen.emit(self.table.rows[place])

    def _describe(self) -> None:
        """Tell a screen reader the row that is marked, or else all of them."""
        rows = self.table.rows
        shown = rows[self.current : self.current + 1] if self.current >= 0 else rows
        self.setAccessibleDescription("; ".join(self._told(row) for row in shown))

    def _told(self, row: Row) -> str:
        heads = self.table.columns
        words = ", ".join(f"{head} {cell}".strip() for head, cell in zip(heads, row.cells, strict=False) if cell)
        severe = {Severity.ERROR: _("error"), Severity.WARNING: _("warning"), Severity.INFO: _("hint")}
        return words if row.severity is None else f"{words} ({severe[row.severity]})"
