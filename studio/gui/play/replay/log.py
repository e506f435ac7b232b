"""The log card: what happened, turn by turn, with a field to search it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QPainter, QPen, QResizeEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from studio.core.text import _, name_seats
from studio.gui.play.replay.log_model import EVENT, HEAD, NOW, SEAL, LogLine
from studio.gui.play.seal import paint_seal
from studio.gui.style.fonts import SEMIBOLD, text_font
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, badge_pixmap
from studio.gui.widgets.inputs import SearchField
from studio.gui.widgets.popups import Menu
from studio.gui.widgets.text import paint_words

AnyIndex = QModelIndex | QPersistentModelIndex
LINE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
INDENT = 32.0
PX = 13


class LogModel(QAbstractListModel):
    """The lines, filtered by what is searched for."""

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names = names
        self.all: list[LogLine] = []
        self.shown: list[LogLine] = []
        self.search = ""

    def set_lines(self, lines: list[LogLine]) -> None:
        """Other lines; those that stay at the front are kept, so that nothing jumps."""
        self.all = lines
        self._fill()

    def set_search(self, words: str) -> None:
        """Show only lines that contain the words, under their heads."""
        self.search = words.strip().casefold()
        self._fill()

    def _fill(self) -> None:
        wanted = self.all if not self.search else self._found()
        same = 0
        for old, new in zip(self.shown, wanted, strict=False):
            if old != new:
                break
            same += 1
        if same < len(self.shown):
            self.beginRemoveRows(QModelIndex(), same, len(self.shown) - 1)
            del self.shown[same:]
            self.endRemoveRows()
        if same < len(wanted):
            self.beginInsertRows(QModelIndex(), same, len(wanted) - 1)
            self.shown = [*self.shown, *wanted[same:]]
            self.endInsertRows()

    def _found(self) -> list[LogLine]:
        result: list[LogLine] = []
        head: LogLine | None = None
        for line in self.all:
            if line.look == HEAD:
                head = line
            elif line.look == EVENT and self.search in self.words(line).casefold():
                if head is not None:
                    result.append(head)
                    head = None
                result.append(line)
        return result

    def words(self, line: LogLine) -> str:
        """A line as it is read."""
        return name_seats(line.text, self.names)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.shown)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not 0 <= index.row() < len(self.shown):
            return None
        line = self.shown[index.row()]
        if role == LINE_ROLE:
            return line
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.words(line)
        if role == Qt.ItemDataRole.ToolTipRole and line.private:
            return _("Only you can read this line.")
        return None


class LogDelegate(QStyledItemDelegate):
    """Paints lines: emblem, names in semibold, wrapped; a tinted band for the seal and for what is going on."""

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names = names
        self.view_width = 240
        self._heights: dict[tuple[str, int], float] = {}

    def _layout(self, text: str, width: float, bold: bool) -> QTextLayout:
        plain, spans = bold_names(text, self.names)
        layout = QTextLayout(plain, text_font(PX, SEMIBOLD if bold else QFont.Weight.Normal))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        layout.setTextOption(option)
        formats = []
        for start, length in spans:
            form = QTextLayout.FormatRange()
            form.start, form.length = start, length
            strong = QTextCharFormat()
            strong.setFontWeight(SEMIBOLD)
            form.format = strong
            formats.append(form)
        layout.setFormats(formats)
        layout.beginLayout()
        y = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, y))
            y += line.height() + 1
        layout.endLayout()
        return layout

    def _height(self, line: LogLine, width: int) -> float:
        key = (line.text, width)
        if key not in self._heights:
            layout = self._layout(line.text, width - INDENT - 8, line.look in (SEAL, NOW))
            self._heights[key] = layout.lineCount() * (layout.lineAt(0).height() + 1) if layout.lineCount() else 18.0
        return self._heights[key]

    def sizeHint(self, _option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        line = index.data(LINE_ROLE)
        if not isinstance(line, LogLine):
            return QSize(100, 20)
        if line.look == HEAD:
            return QSize(100, 30)
        extra = 12 if line.look in (SEAL, NOW) else 9
        return QSize(100, round(max(19.0, self._height(line, self.view_width)) + extra))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        line = index.data(LINE_ROLE)
        if not isinstance(line, LogLine):
            return
        theme = current_theme()
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if line.look == HEAD:
            paint_words(
                painter, rect.adjusted(2, 2, 0, 0), line.text, theme.color("second"), 15.5, display=True, italic=True
            )
            left = rect.left() + painter.fontMetrics().horizontalAdvance(line.text) + 12
            painter.setPen(QPen(theme.color("line"), 1.2))
            painter.drawLine(QPointF(left, rect.center().y() + 2), QPointF(rect.right() - 6, rect.center().y() + 2))
            painter.restore()
            return
        ink = theme.color("text")
        if line.look in (SEAL, NOW):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("error_tint" if line.look == SEAL else "gold_tint"))
            painter.drawRoundedRect(rect.adjusted(0, 1, -4, -2), 6, 6)
            ink = theme.color("error" if line.look == SEAL else "text")
        elif line.private:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("info_tint"))
            painter.drawRoundedRect(rect.adjusted(0, 0, -4, -2), 6, 6)
        dpr = painter.device().devicePixelRatio()
        top = rect.top() + (5 if line.look in (SEAL, NOW) else 3)
        if line.look == SEAL:
            paint_seal(painter, QPointF(rect.left() + 14, rect.center().y() - 0.5), 9.5, theme)
        elif line.look == NOW:
            glyph = icon_pixmap("right", theme.color("gold_text"), 14, dpr)
            painter.drawPixmap(QPointF(rect.left() + 7, top + 3), glyph)
        elif line.private:
            painter.drawPixmap(QPointF(rect.left() + 6, top + 2), icon_pixmap("eye", theme.color("info"), 15, dpr))
        elif line.seat >= 0:
            painter.drawPixmap(QPointF(rect.left() + 5, top), badge_pixmap(line.seat, 18, dpr))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("border"))
            painter.drawEllipse(QPointF(rect.left() + 14, top + 9), 2.4, 2.4)
        layout = self._layout(line.text, self.view_width - INDENT - 8, line.look in (SEAL, NOW))
        painter.setPen(ink)
        layout.draw(painter, QPointF(rect.left() + INDENT, top))
        painter.restore()


def bold_names(text: str, names: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """The sentence with names filled in, and where they stand (start, length)."""
    plain, spans, rest = "", [], text
    while "⟦" in rest:
        before, _open, after = rest.partition("⟦")
        number, closed, rest_after = after.partition("⟧")
        if not closed or not number.isdigit() or int(number) >= len(names):
            plain += before + "⟦"
            rest = after
            continue
        plain += before
        spans.append((len(plain), len(names[int(number)])))
        plain += names[int(number)]
        rest = rest_after
    return plain + rest, spans


class LogView(QListView):
    """The list itself; keeps to the end unless somebody has scrolled up."""

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = LogModel(names, self)
        self.painter = LogDelegate(names, self)
        self.setModel(self.lines)
        self.setItemDelegate(self.painter)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(False)
        self.setAccessibleName(_("Log"))
        self.verticalScrollBar().setSingleStep(18)
        self._stick = True
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._grown)

    def _scrolled(self, value: int) -> None:
        self._stick = value >= self.verticalScrollBar().maximum() - 24

    def _grown(self, _least: int, most: int) -> None:
        if self._stick:
            self.verticalScrollBar().setValue(most)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.viewport().width()
        if wide != self.painter.view_width:
            self.painter.view_width = wide
            self.scheduleDelayedItemsLayout()


class LogCard(Card):
    """The log with its title and search field. `visited(node)` when a line is clicked twice, `rule_wanted(node)` when
    its menu is asked for the rule that the step to there followed."""

    visited = Signal(object)
    rule_wanted = Signal(object)

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(_("Log"), " ", parent, padding=12)
        self.note_label.hide()
        self.search = SearchField(_("Find in log"))
        self.search.setFixedWidth(132)
        self.header.addWidget(self.search)
        self.view = LogView(names, self)
        self.body.addWidget(self.view, 1)
        self.search.textChanged.connect(self.view.lines.set_search)
        self.view.doubleClicked.connect(self._visit)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._offer)

    def set_lines(self, lines: list[LogLine]) -> None:
        """Show other lines."""
        self.view.lines.set_lines(lines)

    def _offer(self, place: QPoint) -> None:
        """The menu of the line there, or of the one that the keyboard stands at."""
        at = self.view.indexAt(place)
        line = (at if at.isValid() else self.view.currentIndex()).data(LINE_ROLE)
        if isinstance(line, LogLine) and line.node is not None and line.node.parent is not None:
            node, menu = line.node, Menu("", self)
            menu.addAction(_("Show the rule of this step")).triggered.connect(lambda: self.rule_wanted.emit(node))
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(self.view.viewport().mapToGlobal(place))

    def _visit(self, index: QModelIndex) -> None:
        line = index.data(LINE_ROLE)
        if isinstance(line, LogLine) and line.node is not None:
            self.visited.emit(line.node)
