"""How the log looks: a line for every turn, its details numbered, bands for the seal and for what is going on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from studio.core.match import Node
from studio.gui.board.steps import paint_disc
from studio.gui.play.replay.log_model import EVENT, NOW, SEAL, SINCE, LogLine, LogRow, LogTurn
from studio.gui.play.replay.log_tree import LINE_ROLE, AnyIndex
from studio.gui.play.seal import paint_seal
from studio.gui.style.fonts import SEMIBOLD, display_font, text_font
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.worn import theme_at
from studio.gui.widgets import badge_pixmap, paint_row
from studio.gui.widgets.text import RIGHT, paint_words

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
