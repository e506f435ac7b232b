"""The log card: what happened, turn by turn, with a field to search it and a chip for the story of one space."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRectF, QSize, Qt, Signal
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
from PySide6.QtWidgets import QHBoxLayout, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from studio.core.match import Node
from studio.core.text import _
from studio.gui.board.step_markers import paint_disc
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
from studio.gui.style.stylesheet import SEMIBOLD, display_font, text_font, theme_at
from studio.gui.style.theme import Theme
from studio.gui.widgets import Card, Chip, ToolButton, badge_pixmap, paint_row
from studio.gui.widgets.actions import WALKING, plain_view, set_usable
from studio.gui.widgets.buttons import Menu
from studio.gui.widgets.inputs import SearchField
from studio.gui.widgets.text import RIGHT, paint_words

# The wax seal on what cannot be taken back.


def paint_seal(painter: QPainter, centre: QPointF, radius: float, theme: Theme) -> None:
    """A blob of wax with a star pressed into it: no way back past this."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    wax = theme.color("wax")
    blob = QPainterPath()
    for step in range(49):
        angle = math.tau * step / 48
        edge = radius * (1 + 0.055 * math.sin(5 * angle + 0.6) + 0.035 * math.sin(9 * angle))
        point = QPointF(centre.x() + edge * math.cos(angle), centre.y() + edge * math.sin(angle))
        if step == 0:
            blob.moveTo(point)
        else:
            blob.lineTo(point)
    shine = QRadialGradient(centre - QPointF(radius * 0.35, radius * 0.4), radius * 1.5)
    shine.setColorAt(0, wax.lighter(130))
    shine.setColorAt(0.55, wax)
    shine.setColorAt(1, wax.darker(150))
    painter.setPen(QPen(wax.darker(165), max(0.8, radius * 0.09)))
    painter.setBrush(shine)
    painter.drawPath(blob)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(wax.darker(150), max(0.8, radius * 0.1)))
    painter.drawEllipse(centre, radius * 0.62, radius * 0.62)
    star = QPainterPath()
    for step in range(17):
        length = radius * (0.48 if step % 2 == 0 else 0.18)
        angle = math.tau * step / 16 - math.pi / 2
        point = QPointF(centre.x() + length * math.cos(angle), centre.y() + length * math.sin(angle))
        if step == 0:
            star.moveTo(point)
        else:
            star.lineTo(point)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(wax.lighter(190))
    painter.drawPath(star)
    painter.restore()


# How the log looks: a line for every turn, its details numbered, bands for the seal and for what is going on.

PX = 13
INDENT = 34.0
"""Where the words of a detail begin."""
TURN_HIGH, DETAIL_HIGH = 29, 25
EDGE = 6.0
"""Kept free at the right."""


class LogDelegate(QStyledItemDelegate):
    """Paints a turn in one line: whether it is folded, its name, whose it is, what came of it, its points."""

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names = names
        self.view_width = 240
        self.title_width = 40.0
        self.is_open: Callable[[AnyIndex], bool] = lambda _index: False
        self.now: Node | None = None
        """The position on show, in a replay."""
        self.ahead: frozenset[Node] = frozenset()
        """The positions that a replay has still to show."""
        self._heights: dict[tuple[str, int], float] = {}

    def measure(self, rows: Sequence[LogRow]) -> None:
        """Learn how wide the names of turns are."""
        titles = {row.title for row in rows if isinstance(row, LogTurn)}
        metrics = QFontMetricsF(display_font(13.5, italic=True))
        self.title_width = max((metrics.horizontalAdvance(title) for title in titles), default=0.0) + 6

    def sizeHint(self, _option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        row = index.data(LINE_ROLE)
        high = TURN_HIGH if isinstance(row, LogTurn) else DETAIL_HIGH
        if isinstance(row, LogLine) and row.look != SINCE:
            extra = 12 if row.look in (SEAL, NOW) else 7
            high = round(max(DETAIL_HIGH - 7.0, self._height(row, self.view_width)) + extra)
        return QSize(100, theme_at(self).target(high))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(LINE_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect).adjusted(0, 0, -4, 0)
        if row is not None and (row.start if isinstance(row, LogTurn) else row.node) in self.ahead:
            painter.setOpacity(0.5)
        pointed = bool(option.state & QStyle.StateFlag.State_MouseOver)
        keys = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if isinstance(row, LogTurn):
            if pointed or keys:
                paint_row(painter, rect.adjusted(0.7, 0.7, -0.7, -0.7), "hover" if pointed else "", keys)
            self._turn(painter, rect, row, index)
        elif isinstance(row, LogLine) and row.look == SINCE:
            self._rule(painter, rect, row.text)
        elif isinstance(row, LogLine):
            self._line(painter, rect, row, pointed and row.look == EVENT, keys)
        painter.restore()

    # turns

    def _turn(self, painter: QPainter, rect: QRectF, turn: LogTurn, index: AnyIndex) -> None:
        theme, dpr = theme_at(self), painter.device().devicePixelRatio()
        middle = rect.center().y()
        if turn.lines:
            glyph = icon_pixmap("down" if self.is_open(index) else "right", theme.color("second"), 14, dpr)
            painter.drawPixmap(QPointF(rect.left() + 2, middle - 7), glyph)
        x = rect.left() + 19
        words = QRectF(x, rect.top(), self.title_width, rect.height())
        paint_words(painter, words, turn.title, theme.color("second"), 13.5, display=True, italic=True)
        x += self.title_width + 2
        if turn.seat >= 0:
            painter.drawPixmap(QPointF(x, middle - 9), badge_pixmap(turn.seat, 18, dpr, theme))
            x += 24
        right = rect.right() - EDGE
        if turn.gained:
            gain = f"+{turn.gained}" if turn.gained > 0 else f"−{-turn.gained}"
            paint_words(
                painter,
                QRectF(x, rect.top(), right - x, rect.height()),
                gain,
                theme.color("gold_text"),
                PX,
                SEMIBOLD,
                RIGHT,
            )
            right -= painter.fontMetrics().horizontalAdvance(gain) + 6
        text = turn.text or (f"⟦{turn.seat}⟧" if turn.seat >= 0 else "")
        self._elided(painter, QRectF(x, rect.top(), right - x, rect.height()), text)

    def _elided(self, painter: QPainter, rect: QRectF, text: str) -> None:
        """One line with its names in semibold, shortened where there is no room."""
        normal, strong = text_font(PX), text_font(PX, SEMIBOLD)
        wide, strong_wide = QFontMetricsF(normal), QFontMetricsF(strong)
        painter.setPen(theme_at(self).color("text"))
        x = rect.left()
        for words, is_name in _pieces(text, self.names):
            metrics, room = (strong_wide if is_name else wide), rect.right() - x
            fits = metrics.horizontalAdvance(words) <= room
            shown = words if fits else metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
            painter.setFont(strong if is_name else normal)
            painter.drawText(QRectF(x, rect.top(), room + 2, rect.height()), int(Qt.AlignmentFlag.AlignVCenter), shown)
            x += metrics.horizontalAdvance(shown)
            if not fits:
                return

    def _rule(self, painter: QPainter, rect: QRectF, text: str) -> None:
        theme = theme_at(self)
        words = rect.adjusted(19, 0, -EDGE, 0)
        paint_words(painter, words, text, theme.color("second"), 13.5, display=True, italic=True)
        left = words.left() + painter.fontMetrics().horizontalAdvance(text) + 10
        painter.setPen(QPen(theme.color("line"), 1.2))
        painter.drawLine(QPointF(left, rect.center().y() + 1), QPointF(rect.right() - EDGE, rect.center().y() + 1))

    # lines

    def _line(self, painter: QPainter, rect: QRectF, line: LogLine, pointed: bool, keys: bool) -> None:
        theme, dpr = theme_at(self), painter.device().devicePixelRatio()
        banded = line.look in (SEAL, NOW)
        ink = theme.color("error" if line.look == SEAL else "text")
        ground = {SEAL: "error_tint", NOW: "gold_tint"}.get(line.look, "")
        if not ground:
            here = self.now is not None and line.node is self.now
            ground = "gold_tint" if here else "hover" if pointed else "info_tint" if line.private else ""
        if ground or keys:
            paint_row(painter, rect.adjusted(12 if not banded else 0.7, 0.7, -0.7, -1.5), ground, keys)
        top = rect.top() + (5 if banded else 3)
        at = QPointF(rect.left() + 22, top + 9)
        if line.look == SEAL:
            paint_seal(painter, QPointF(at.x() - 2, rect.center().y() - 0.5), 9.5, theme)
        elif line.look == NOW:
            painter.drawPixmap(at - QPointF(9, 6), icon_pixmap("right", theme.color("gold_text"), 14, dpr))
        elif line.private:
            painter.drawPixmap(at - QPointF(7.5, 7), icon_pixmap("eye", theme.color("info"), 15, dpr))
        elif line.number:
            paint_disc(painter, at, 8.5, str(line.number), line.seat, bool(line.cells), theme)
        layout = self._layout(line.text, self._room(self.view_width), banded)
        painter.setPen(ink)
        layout.draw(painter, QPointF(rect.left() + INDENT, top))

    def _room(self, width: int) -> float:
        return width - INDENT - EDGE - 4

    def _height(self, line: LogLine, width: int) -> float:
        key = (line.text, width)
        if key not in self._heights:
            layout = self._layout(line.text, self._room(width), line.look in (SEAL, NOW))
            self._heights[key] = layout.lineCount() * (layout.lineAt(0).height() + 1) if layout.lineCount() else 18.0
        return self._heights[key]

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


def bold_names(text: str, names: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """The sentence with names filled in, and where they stand (start, length)."""
    plain, spans = "", []
    for words, is_name in _pieces(text, names):
        if is_name:
            spans.append((len(plain), len(words)))
        plain += words
    return plain, spans


def _pieces(text: str, names: Sequence[str]) -> list[tuple[str, bool]]:
    """The sentence in parts, names filled in: words, and whether they are a name."""
    pieces: list[tuple[str, bool]] = []
    rest = text
    while "⟦" in rest:
        before, _open, after = rest.partition("⟦")
        number, closed, rest_after = after.partition("⟧")
        if not closed or not number.isdigit() or int(number) >= len(names):
            pieces.append((before + "⟦", False))
            rest = after
            continue
        pieces += [(before, False), (names[int(number)], True)]
        rest = rest_after
    return [piece for piece in (*pieces, (rest, False)) if piece[0]]


# The log card: what happened, turn by turn, with a field to search it and a chip for the story of one space.

FRESH = 2
"""So many of the last turns are unfolded by themselves."""


class LogView(QTreeView):
    """The tree itself; keeps to the end unless somebody has scrolled up.

    `pointed(cells)` tells of which spaces the line under the pointer or the keyboard speaks, `chosen(index)` of a click
    or Enter, `asked(index, place)` that the menu of a line is wanted at a place.
    """

    pointed = Signal(tuple)
    chosen = Signal(QModelIndex)
    asked = Signal(QModelIndex, QPoint)

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = LogTree(names, self)
        self.painter = LogDelegate(names, self)
        self.painter.is_open = self.isExpanded
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
        self._unfolded: dict[Node, bool] = {}
        """What a person has folded (False) or unfolded, by the start of the turn."""
        self._stick = True
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._grown)
        self.entered.connect(self._point)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        self.asked.emit(index, self.visualRect(index).bottomLeft() if by_key else event.pos())

    def show_rows(self, rows: Sequence[LogRow], now: Node | None, ahead: frozenset[Node]) -> None:
        """Tell this; in a replay `now` is the position on show, and `ahead` are those still to come."""
        self.painter.measure(rows)
        moved = now is not self.painter.now
        self.painter.now, self.painter.ahead = now, ahead
        self.lines.set_rows(rows)
        self.unfold()
        if moved and now is not None:
            self._stick = False
            self._show_now(now)
        elif moved:
            self._stick = True
            self.scrollToBottom()
        self.viewport().update()

    def unfold(self) -> None:
        """Unfold what is fresh, what a person wants unfolded and, while only some lines are shown, all of them."""
        turns = [(place, row) for place, row in enumerate(self.lines.rows) if isinstance(row, LogTurn)]
        fresh = {place for place, _row in turns[-FRESH:]} if self.painter.now is None else set[int]()
        for place, row in turns:
            wanted = self.lines.is_filtered or self._unfolded.get(row.start, place in fresh)
            if self.painter.now is not None and row.start not in self._unfolded:
                wanted = wanted or any(line.node is self.painter.now for line in row.lines)
            index = self.lines.index(place)
            if self.isExpanded(index) != wanted:
                self.setExpanded(index, wanted)

    def fold(self, index: QModelIndex) -> None:
        """Fold a turn, or unfold it; remembered."""
        row = self.lines.at(index)
        if isinstance(row, LogTurn) and not self.lines.is_filtered:
            self._unfolded[row.start] = not self.isExpanded(index)
            self._stick = False
            self.setExpanded(index, self._unfolded[row.start])
            self.viewport().update()

    def _show_now(self, now: Node) -> None:
        for place, row in enumerate(self.lines.rows):
            told = (
                [number for number, line in enumerate(row.lines) if line.node is now]
                if isinstance(row, LogTurn)
                else []
            )
            if told:
                self.scrollTo(self.lines.index(told[-1], 0, self.lines.index(place)))
                return

    def _point(self, index: AnyIndex) -> None:
        row = self.lines.at(index)
        lines = row.lines if isinstance(row, LogTurn) else (row,) if row is not None else ()
        self.pointed.emit(tuple(dict.fromkeys(cell for line in lines for cell in line.cells)))

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        super().currentChanged(current, previous)
        if self.hasFocus():
            self._point(current)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.setCurrentIndex(index)
            self.chosen.emit(index)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            index = self.currentIndex()
            if isinstance(self.lines.at(index), LogTurn) and self.isExpanded(index) != (
                event.key() == Qt.Key.Key_Right
            ):
                self.fold(index)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.chosen.emit(self.currentIndex())
        elif event.key() in WALKING:
            super().keyPressEvent(event)
        else:
            event.ignore()

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
    """The log with its title and search field.

    `visited(node)` when a line is clicked, `rule_wanted(node)` when its menu is asked for the rule that the step to
    there followed, `taken_back(node)` when all after it is to be taken back; `pointed(cells)` lights spaces;
    `story_left` when the story of a space is closed.
    """

    visited = Signal(object)
    rule_wanted = Signal(object)
    taken_back = Signal(object)
    pointed = Signal(tuple)
    story_left = Signal()

    def __init__(self, names: Sequence[str], no_way_back: Callable[[Node], str], parent: QWidget | None = None) -> None:
        super().__init__(_("Log"), " ", parent, padding=12)
        self._no_way_back = no_way_back
        self.note_label.hide()
        self.search = SearchField(_("Find in log"))
        self.search.setFixedWidth(172)  # German words for it fit
        self.header.addWidget(self.search)
        self.story = QWidget()
        row = QHBoxLayout(self.story)
        row.setContentsMargins(0, 0, 0, 2)
        row.setSpacing(4)
        self.chip = Chip("", "gold", "list")
        close = ToolButton("cross", _("Tell everything again (Esc)"), px=26)
        close.clicked.connect(self.story_left)
        row.addWidget(self.chip)
        row.addWidget(close)
        row.addStretch(1)
        self.story.hide()
        self.body.addWidget(self.story)
        self.view = LogView(names, self)
        self.body.addWidget(self.view, 1)
        self.search.textChanged.connect(self._search)
        self.view.chosen.connect(self._choose)
        self.view.pointed.connect(self.pointed)
        self.view.asked.connect(self._offer)

    def show_rows(self, rows: Sequence[LogRow], now: Node | None = None, ahead: Sequence[Node] = ()) -> None:
        """Show other lines; see `LogView.show_rows`."""
        self.view.show_rows(rows, now, frozenset(ahead))

    def show_story(self, cell: int, name: str) -> None:
        """Tell only of one space (-1: of all again)."""
        self.view.lines.set_story(cell)
        self.view.unfold()
        self.chip.set_text(_("Story of {place}").format(place=name))
        self.story.setVisible(cell >= 0)

    def _search(self, words: str) -> None:
        self.view.lines.set_search(words)
        self.view.unfold()

    def _choose(self, index: QModelIndex) -> None:
        row = self.view.lines.at(index)
        if isinstance(row, LogTurn):
            self.view.fold(index)
        elif isinstance(row, LogLine) and row.node is not None and row.look != SEAL:
            self.visited.emit(row.node)

    def _offer(self, index: QModelIndex, place: QPoint) -> None:
        """The menu of a line."""
        node = self.view.lines.node_of(index)
        if node is None or node.parent is None:
            return
        menu = Menu("", self)
        menu.addAction(_("Show the rule of this step")).triggered.connect(lambda: self.rule_wanted.emit(node))
        menu.addAction(_("Look at this moment")).triggered.connect(lambda: self.visited.emit(node))
        back = menu.addAction(_("Take back to here"))
        reason = self._no_way_back(node)
        set_usable(back, not reason, reason)
        back.triggered.connect(lambda: self.taken_back.emit(node))
        menu.setToolTipsVisible(True)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.view.viewport().mapToGlobal(place))
