"""The log card: what happened, by turn, with a search field and the history of a cell."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QRadialGradient,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from studio.core.match import Node
from studio.core.text import _
from studio.gui.board.step_markers import paint_marker
from studio.gui.play.marks import paint_mark
from studio.gui.play.replay.log_model import (
    EVENT,
    LINE_ROLE,
    NOW,
    SEAL,
    SINCE,
    AnyIndex,
    LogLine,
    LogRow,
    LogTree,
    LogTurn,
)
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, display_font, text_font, widget_theme
from studio.gui.style.theme import Theme
from studio.gui.widgets import Card, Chip, PlainButton, ToolButton, badge_pixmap, hbox, paint_row, set_tooltip
from studio.gui.widgets.actions import NAVIGATION_KEYS, plain_view, set_action_enabled
from studio.gui.widgets.buttons import Menu
from studio.gui.widgets.inputs import SearchField
from studio.gui.widgets.text import RIGHT, paint_text


def paint_seal(painter: QPainter, centre: QPointF, radius: float, theme: Theme) -> None:
    """Paint a wax seal: no undo past this point."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    wax = theme.color("wax")
    angles = [math.tau * step / 48 for step in range(49)]
    waves = [1 + 0.055 * math.sin(5 * angle + 0.6) + 0.035 * math.sin(9 * angle) for angle in angles]
    shine = QRadialGradient(centre - QPointF(radius * 0.35, radius * 0.4), radius * 1.5)
    shine.setColorAt(0, wax.lighter(130))
    shine.setColorAt(0.55, wax)
    shine.setColorAt(1, wax.darker(150))
    painter.setPen(QPen(wax.darker(165), max(0.8, radius * 0.09)))
    painter.setBrush(shine)
    painter.drawPath(_polar_path(centre, [(angle, radius * wave) for angle, wave in zip(angles, waves, strict=True)]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(wax.darker(150), max(0.8, radius * 0.1)))
    painter.drawEllipse(centre, radius * 0.62, radius * 0.62)
    tips = [(math.tau * step / 16 - math.pi / 2, radius * (0.18 if step % 2 else 0.48)) for step in range(17)]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(wax.lighter(190))
    painter.drawPath(_polar_path(centre, tips))
    painter.restore()


def _polar_path(centre: QPointF, points: Sequence[tuple[float, float]]) -> QPainterPath:
    """Return the line through points that are given by angle and distance from the centre."""
    path = QPainterPath()
    path.addPolygon([centre + QPointF(far * math.cos(angle), far * math.sin(angle)) for angle, far in points])
    return path


PX = 13
INDENT = 34.0  # of the text of a line
TURN_HEIGHT, DETAIL_HEIGHT = 29, 25
EDGE = 6.0  # free at the right


class LogDelegate(QStyledItemDelegate):
    """Paints the rows of the log."""

    def __init__(self, names: Sequence[str], is_open: Callable[[AnyIndex], bool], parent: QWidget) -> None:
        super().__init__(parent)
        self.names, self.is_open = names, is_open
        self.view_width = 240
        self.title_width = 40.0
        self.current_node: Node | None = None  # in a replay
        self.future_nodes: frozenset[Node] = frozenset()  # of a replay
        self.mark_of: Callable[[LogRow], str] = lambda _row: ""
        self._heights: dict[tuple[str, int], float] = {}

    def measure(self, rows: Sequence[LogRow]) -> None:
        titles = {row.title for row in rows if isinstance(row, LogTurn)}
        metrics = QFontMetricsF(display_font(13.5, italic=True))
        self.title_width = max((metrics.horizontalAdvance(title) for title in titles), default=0.0) + 6

    def sizeHint(self, _option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        row = index.data(LINE_ROLE)
        high = TURN_HEIGHT if isinstance(row, LogTurn) else DETAIL_HEIGHT
        if isinstance(row, LogLine) and row.style != SINCE:
            extra = 12 if row.style in (SEAL, NOW) else 7
            high = round(max(DETAIL_HEIGHT - 7.0, self._height(row)) + extra)
        return QSize(100, widget_theme(self).target_size(high))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(LINE_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect).adjusted(0, 0, -4, 0)
        if row is not None and (row.start if isinstance(row, LogTurn) else row.node) in self.future_nodes:
            painter.setOpacity(0.5)
        pointed = bool(option.state & QStyle.StateFlag.State_MouseOver)
        keys = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if isinstance(row, LogTurn):
            if pointed or keys:
                paint_row(painter, rect.adjusted(0.7, 0.7, -0.7, -0.7), "hover" if pointed else "", keys)
            self._paint_turn(painter, rect, row, index)
        elif isinstance(row, LogLine) and row.style == SINCE:
            self._paint_separator(painter, rect, row.text)
        elif isinstance(row, LogLine):
            self._paint_line(painter, rect, row, pointed and row.style == EVENT, keys)
        painter.restore()

    # turns

    def _paint_turn(self, painter: QPainter, rect: QRectF, turn: LogTurn, index: AnyIndex) -> None:
        theme, dpr = widget_theme(self), painter.device().devicePixelRatio()
        middle = rect.center().y()
        if turn.lines:
            glyph = icon_pixmap("down" if self.is_open(index) else "right", theme.color("second"), 14, dpr)
            painter.drawPixmap(QPointF(rect.left() + 2, middle - 7), glyph)
        x = rect.left() + 19
        box_ = QRectF(x, rect.top(), self.title_width, rect.height())
        paint_text(painter, box_, turn.title, theme.color("second"), 13.5, display=True, italic=True)
        x += self.title_width + 2
        if turn.seat >= 0:
            painter.drawPixmap(QPointF(x, middle - 9), badge_pixmap(turn.seat, 18, dpr, theme))
            x += 24
        right = rect.right() - EDGE
        if turn.points:
            gain = f"+{turn.points}" if turn.points > 0 else f"−{-turn.points}"
            box = QRectF(x, rect.top(), right - x, rect.height())
            paint_text(painter, box, gain, theme.color("gold_text"), PX, SEMIBOLD, RIGHT)
            right -= painter.fontMetrics().horizontalAdvance(gain) + 6
        if mark := self.mark_of(turn):
            paint_mark(painter, QPointF(right - 9, middle), mark, 9)
            right -= 24
        text = turn.text or (f"⟦{turn.seat}⟧" if turn.seat >= 0 else "")
        self._paint_elided(painter, QRectF(x, rect.top(), right - x, rect.height()), text)

    def _paint_elided(self, painter: QPainter, rect: QRectF, text: str) -> None:
        """Paint one line with semibold names, elided if it does not fit."""
        normal, strong = text_font(PX), text_font(PX, SEMIBOLD)
        wide, strong_wide = QFontMetricsF(normal), QFontMetricsF(strong)
        painter.setPen(widget_theme(self).color("text"))
        x = rect.left()
        for label, is_name in _name_spans(text, self.names):
            metrics, room = (strong_wide if is_name else wide), rect.right() - x
            fits = metrics.horizontalAdvance(label) <= room
            shown = label if fits else metrics.elidedText(label, Qt.TextElideMode.ElideRight, room)
            painter.setFont(strong if is_name else normal)
            painter.drawText(QRectF(x, rect.top(), room + 2, rect.height()), int(Qt.AlignmentFlag.AlignVCenter), shown)
            x += metrics.horizontalAdvance(shown)
            if not fits:
                return

    def _paint_separator(self, painter: QPainter, rect: QRectF, text: str) -> None:
        theme = widget_theme(self)
        label = rect.adjusted(19, 0, -EDGE, 0)
        paint_text(painter, label, text, theme.color("second"), 13.5, display=True, italic=True)
        left = label.left() + painter.fontMetrics().horizontalAdvance(text) + 10
        painter.setPen(QPen(theme.color("line"), 1.2))
        painter.drawLine(QPointF(left, rect.center().y() + 1), QPointF(rect.right() - EDGE, rect.center().y() + 1))

    # lines

    def _paint_line(self, painter: QPainter, rect: QRectF, line: LogLine, pointed: bool, keys: bool) -> None:
        theme, dpr = widget_theme(self), painter.device().devicePixelRatio()
        banded = line.style in (SEAL, NOW)
        ink = theme.color("error" if line.style == SEAL else "text")
        ground = {SEAL: "error_tint", NOW: "gold_tint"}.get(line.style, "")
        if not ground:
            here = self.current_node is not None and line.node is self.current_node
            ground = "gold_tint" if here else "hover" if pointed else "info_tint" if line.private else ""
        if ground or keys:
            paint_row(painter, rect.adjusted(12 if not banded else 0.7, 0.7, -0.7, -1.5), ground, keys)
        top = rect.top() + (5 if banded else 3)
        at = QPointF(rect.left() + 22, top + 9)
        if mark := self.mark_of(line):
            paint_mark(painter, at - QPointF(15.5, 0), mark, 6.5)
        if line.style == SEAL:
            paint_seal(painter, QPointF(at.x() - 2, rect.center().y() - 0.5), 9.5, theme)
        elif line.style == NOW:
            painter.drawPixmap(at - QPointF(9, 6), icon_pixmap("right", theme.color("gold_text"), 14, dpr))
        elif line.private:
            painter.drawPixmap(at - QPointF(7.5, 7), icon_pixmap("eye", theme.color("info"), 15, dpr))
        elif line.number:
            paint_marker(painter, at, 8.5, str(line.number), line.seat, bool(line.cells), theme)
        layout = self._layout(line.text, banded)
        painter.setPen(ink)
        layout.draw(painter, QPointF(rect.left() + INDENT, top))

    def _height(self, line: LogLine) -> float:
        key = (line.text, self.view_width)
        if key not in self._heights:
            layout = self._layout(line.text, line.style in (SEAL, NOW))
            self._heights[key] = layout.lineCount() * (layout.lineAt(0).height() + 1) if layout.lineCount() else 18.0
        return self._heights[key]

    def _layout(self, text: str, bold: bool) -> QTextLayout:
        plain, spans = bold_names(text, self.names)
        layout = QTextLayout(plain, text_font(PX, SEMIBOLD if bold else QFont.Weight.Normal))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        layout.setTextOption(option)
        formats = [QTextLayout.FormatRange() for _span in spans]
        strong = QTextCharFormat()
        strong.setFontWeight(SEMIBOLD)
        for form, span in zip(formats, spans, strict=True):
            form.start, form.length = span
            form.format = strong
        layout.setFormats(formats)
        layout.beginLayout()
        y = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(self.view_width - INDENT - EDGE - 4)
            line.setPosition(QPointF(0, y))
            y += line.height() + 1
        layout.endLayout()
        return layout


def bold_names(text: str, names: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """Return the sentence with names filled in, and (start, length) of each name."""
    plain, spans = "", []
    for label, is_name in _name_spans(text, names):
        if is_name:
            spans.append((len(plain), len(label)))
        plain += label
    return plain, spans


def _name_spans(text: str, names: Sequence[str]) -> list[tuple[str, bool]]:
    """Return the sentence in parts, names filled in: (text, whether it is a name)."""
    spans = []
    for place, part in enumerate(re.split("⟦([0-9]+)⟧", text)):
        is_name = place % 2 == 1 and int(part) < len(names)
        spans.append((names[int(part)] if is_name else f"⟦{part}⟧" if place % 2 else part, is_name))
    return [span for span in spans if span[0]]


AUTO_EXPANDED = 2  # latest turns


class LogView(QTreeView):
    """The tree of the log; stays at the end unless the user has scrolled up.

    `cells_hovered(cells)`: the cells of the line under the pointer or the keyboard; `row_chosen(index)`: a click or
    Enter.
    """

    cells_hovered = Signal(tuple)
    row_chosen = Signal(QModelIndex)
    menu_requested = Signal(QModelIndex, QPoint)

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = LogTree(names, self)
        self.painter = LogDelegate(names, self.isExpanded, self)
        self.painter.mark_of = self.lines.mark_of
        self.setModel(self.lines)
        self.setItemDelegate(self.painter)
        plain_view(self, _("Log"))
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setExpandsOnDoubleClick(False)
        self.setUniformRowHeights(False)
        self.setSelectionMode(QTreeView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.verticalScrollBar().setSingleStep(18)
        self._expanded_turns: dict[Node, bool] = {}  # by start of the turn, if the user has (un)folded it
        self._is_at_end = True
        self.newest = PlainButton(_("Newest"), "to_end", small=True, parent=self, act=self.follow)
        set_tooltip(self.newest, _("Scrolls to the newest line and follows the match"))
        self.newest.hide()
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._range_changed)
        self.entered.connect(self._point)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        self.menu_requested.emit(index, self.visualRect(index).bottomLeft() if by_key else event.pos())

    def show_rows(self, rows: Sequence[LogRow], now: Node | None, ahead: frozenset[Node]) -> None:
        """Show rows; in a replay `now` is the current position, `ahead` are those after it."""
        self.painter.measure(rows)
        moved = now is not self.painter.current_node
        self.painter.current_node, self.painter.future_nodes = now, ahead
        self.lines.set_rows(rows)
        self.expand_rows()
        if moved and now is not None:
            self._is_at_end = False
            self._show_now(now)
        elif moved:
            self.follow()
        self._offer_newest()
        self.viewport().update()

    def follow(self) -> None:
        """Scroll to the newest line, and again when lines are added."""
        self._is_at_end = True
        self.scrollToBottom()
        self._offer_newest()

    def _offer_newest(self) -> None:
        """Show the button at the bottom after a look back, but not in a replay."""
        room, size = self.viewport().geometry(), self.newest.sizeHint()
        self.newest.setGeometry(QRect(QPoint(room.right() - size.width() - 4, room.bottom() - size.height() - 4), size))
        self.newest.setVisible(not self._is_at_end and self.painter.current_node is None)

    def expand_rows(self) -> None:
        """Expand the latest turns, those the user has expanded and, if filtered, all."""
        turns = [(place, row) for place, row in enumerate(self.lines.rows) if isinstance(row, LogTurn)]
        fresh = {place for place, _row in turns[-AUTO_EXPANDED:]} if self.painter.current_node is None else set[int]()
        for place, row in turns:
            wanted = self.lines.is_filtered or self._expanded_turns.get(row.start, place in fresh)
            if self.painter.current_node is not None and row.start not in self._expanded_turns:
                wanted = wanted or any(line.node is self.painter.current_node for line in row.lines)
            index = self.lines.index(place)
            if self.isExpanded(index) != wanted:
                self.setExpanded(index, wanted)

    def toggle_fold(self, index: QModelIndex) -> None:
        """Fold or unfold a turn; remembered."""
        row = self.lines.row_at(index)
        if isinstance(row, LogTurn) and not self.lines.is_filtered:
            self._expanded_turns[row.start] = not self.isExpanded(index)
            self._is_at_end = False
            self.setExpanded(index, self._expanded_turns[row.start])
            self.viewport().update()

    def _show_now(self, now: Node) -> None:
        for place, row in enumerate(self.lines.rows):
            lines = row.lines if isinstance(row, LogTurn) else ()
            reported = [number for number, line in enumerate(lines) if line.node is now]
            if reported:
                self.scrollTo(self.lines.index(reported[-1], 0, self.lines.index(place)))
                return

    def _point(self, index: AnyIndex) -> None:
        row = self.lines.row_at(index)
        lines = row.lines if isinstance(row, LogTurn) else (row,) if row is not None else ()
        self.cells_hovered.emit(tuple(dict.fromkeys(cell for line in lines for cell in line.cells)))

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        super().currentChanged(current, previous)
        if self.hasFocus():
            self._point(current)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.cells_hovered.emit(())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.setCurrentIndex(index)
            self.row_chosen.emit(index)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index, wants_open = self.currentIndex(), event.key() == Qt.Key.Key_Right
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            if isinstance(self.lines.row_at(index), LogTurn) and self.isExpanded(index) != wants_open:
                self.toggle_fold(index)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self.row_chosen.emit(index)
        elif event.key() in NAVIGATION_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def _scrolled(self, value: int) -> None:
        self._is_at_end = value >= self.verticalScrollBar().maximum() - 24
        self._offer_newest()

    def _range_changed(self, _least: int, most: int) -> None:
        if self._is_at_end:
            self.verticalScrollBar().setValue(most)
        self._offer_newest()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.viewport().width()
        if wide != self.painter.view_width:
            self.painter.view_width = wide
            self.scheduleDelayedItemsLayout()


class LogCard(Card):
    """The log with its title and search field.

    `reason_requested(node)`: what speaks for the decision that led to `node`; `rule_requested(node)`: the rule that the
    step to `node` followed; `undo_to_requested(node)`: undo everything after
    it; `history_closed`: the history of a place was closed.
    """

    node_clicked = Signal(object)
    reason_requested = Signal(object)
    rule_requested = Signal(object)
    undo_to_requested = Signal(object)
    cells_hovered = Signal(tuple)
    history_closed = Signal()

    def __init__(
        self, names: Sequence[str], undo_blocked: Callable[[Node], str], reason_blocked: Callable[[Node], str]
    ) -> None:
        super().__init__(_("Log"), " ", padding=12)
        self._undo_blocked_reason, self._reason_blocked_reason = undo_blocked, reason_blocked
        self.note_label.hide()
        self.search = SearchField(_("Search log"))
        self.search.setFixedWidth(172)  # wide enough for German
        self.header.addWidget(self.search)
        self.history_cell = QWidget()
        self.chip = Chip()
        close = ToolButton("cross", _("Show full log (Esc)"), px=26, act=self.history_closed)
        hbox(self.chip, close, 1, parent=self.history_cell, spacing=4, margins=(0, 0, 0, 2))
        self.history_cell.hide()
        self.body.addWidget(self.history_cell)
        self.view = LogView(names, self)
        self.body.addWidget(self.view, 1)
        self.search.textChanged.connect(self._search)
        self.view.row_chosen.connect(self._choose)
        self.view.cells_hovered.connect(self.cells_hovered)
        self.view.menu_requested.connect(self._show_menu)

    def show_rows(self, rows: Sequence[LogRow], now: Node | None = None, ahead: Sequence[Node] = ()) -> None:
        self.view.show_rows(rows, now, frozenset(ahead))

    def show_marks(self, marks: Mapping[Node, str]) -> None:
        """Show the marks of a review at the decisions that led to these positions."""
        self.view.lines.marks = marks
        self.view.viewport().update()

    def show_history(self, cell: int, name: str) -> None:
        """Show only the lines about one cell (-1: all)."""
        self.view.lines.set_history(cell)
        self.view.expand_rows()
        self.chip.show_text(_("History of {place}").format(place=name), "gold", "list")
        self.history_cell.setVisible(cell >= 0)

    def _search(self, words: str) -> None:
        self.view.lines.set_search(words)
        self.view.expand_rows()

    def _choose(self, index: QModelIndex) -> None:
        row = self.view.lines.row_at(index)
        if isinstance(row, LogTurn):
            self.view.toggle_fold(index)
        elif isinstance(row, LogLine) and row.node is not None and row.style != SEAL:
            self.node_clicked.emit(row.node)

    def _show_menu(self, index: QModelIndex, place: QPoint) -> None:
        node = self.view.lines.node_of(index)
        if node is None or node.parent is None:
            return
        menu = Menu("", self)
        menu.addAction(_("Show rule")).triggered.connect(lambda: self.rule_requested.emit(node))
        why = menu.addAction(_("Explain move"))
        blocked = self._reason_blocked_reason(node)
        set_action_enabled(why, not blocked, blocked)
        why.triggered.connect(lambda: self.reason_requested.emit(node))
        menu.addAction(_("Go to this position")).triggered.connect(lambda: self.node_clicked.emit(node))
        back = menu.addAction(_("Undo to here"))
        reason = self._undo_blocked_reason(node)
        set_action_enabled(back, not reason, reason)
        back.triggered.connect(lambda: self.undo_to_requested.emit(node))
        menu.setToolTipsVisible(True)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.view.viewport().mapToGlobal(place))
