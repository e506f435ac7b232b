"""A card of paper over the board that answers one question: why not here, what is this, what is it worth."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.panel import Answer, Fact, Part
from studio.core.picture import Picture
from studio.core.problems import Severity
from studio.core.text import _, headed, strung
from studio.gui.board.painting.painter import paint_picture
from studio.gui.style.fonts import MEDIUM, NORMAL, SEMIBOLD, display_font
from studio.gui.style.sprites import draw_sprite, sprite_aspect
from studio.gui.style.stylesheet import current_theme
from studio.gui.style.worn import theme_at
from studio.gui.widgets import (
    Elided,
    PlainButton,
    paint_badge,
    paint_floating,
    paint_words,
    set_tip,
    text_label,
)
from studio.gui.widgets.marks import SeverityMark
from studio.gui.widgets.text import RIGHT, paint_wrapped, wrapped_height

WIDE = 272
SHADE = 7
"""Pixels of shadow around the paper."""
EDGE, TOP = 13, 11
HEAD, ROW, PICTURE, BADGE, PIECE = 22, 24, 27, 20, 19
VALUE = 74
"""Pixels that the value of a row has at its right."""
LENS = 132
"""Pixels of a thing that is looked at closely."""
NEAR = 10
"""Pixels between the card and what it speaks of."""


class Lens(QWidget):
    """The thing itself, large enough to be read."""

    def __init__(self, picture: Picture, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture = picture
        self.setFixedHeight(LENS)

    def paintEvent(self, _event: QPaintEvent) -> None:
        left, top, right, foot = self.picture.bounds
        wide = LENS * (right - left) / (foot - top)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_picture(painter, self.picture, theme_at(self), QRectF((self.width() - wide) / 2, 0, wide, LENS))


class Facts(QWidget):
    """The rows of one part of an answer, below a line."""

    def __init__(self, part: Part, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.part = part
        self._heights = [self._height(fact) for fact in part.facts]
        self._top = 8 + (HEAD if part.title or part.note else 0)
        self.setFixedHeight(self._top + sum(self._heights))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        told = [f"{fact.words} {fact.value}".strip() for fact in part.facts]
        self.setAccessibleName(headed(f"{part.title} {part.note}", strung(told)).strip())

    @staticmethod
    def _room(fact: Fact) -> tuple[float, float]:
        """Where the words of a row begin, and how wide they may be."""
        left = 34.0 if fact.picture is not None else 28.0 if fact.seat >= 0 else 4.0
        return left, WIDE - 2 * EDGE - left - (VALUE + 4 if fact.value else 4)

    def _height(self, fact: Fact) -> int:
        lines = wrapped_height(fact.words, self._room(fact)[1], 13)
        lines += PIECE + 3 if fact.pieces else 0
        return max(ROW, round(lines) + 7, 32 if fact.picture is not None or fact.share >= 0 else 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, wide = theme_at(self), float(self.width())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(0, 3.5), QPointF(wide, 3.5))
            head = QRectF(4, 6, wide - 8, HEAD)
            paint_words(painter, head, self.part.title, theme.color("second"), 12.5, MEDIUM)
            paint_words(painter, head, self.part.note, theme.color("second"), 12.5, align=RIGHT)
            y = float(self._top)
            for fact, high in zip(self.part.facts, self._heights, strict=True):
                self._paint(painter, QRectF(0, y, wide, high), fact)
                y += high

    def _paint(self, painter: QPainter, box: QRectF, fact: Fact) -> None:
        theme = theme_at(self)
        if fact.strong:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("gold_tint"))
            painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 6, 6)
        middle = box.center().y()
        if fact.picture is not None:
            place = QRectF(3, middle - PICTURE / 2, PICTURE, PICTURE)
            paint_picture(painter, fact.picture, theme, place)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("border"), 1))
            painter.drawRoundedRect(place, 3, 3)
        elif fact.seat >= 0:
            paint_badge(painter, QRectF(4, middle - BADGE / 2, BADGE, BADGE), fact.seat, theme)
        left, room = self._room(fact)
        high = wrapped_height(fact.words, room, 13)
        top = middle - (high + (PIECE + 3 if fact.pieces else 0)) / 2
        words = QRectF(left, top, room, high + 2)
        paint_wrapped(painter, words, fact.words, theme.color("text"), 13, SEMIBOLD if fact.strong else NORMAL)
        self._pieces(painter, QRectF(left, top + high + 3, room, PIECE), fact)
        value = QRectF(box.right() - VALUE - 4, box.top(), VALUE, box.height() - (8 if fact.share >= 0 else 0))
        paint_words(painter, value, fact.value, theme.color("text"), 13.5, SEMIBOLD, RIGHT)
        if fact.share >= 0:
            self._bar(painter, QRectF(box.right() - 64, box.bottom() - 9, 60, 4), fact.share)

    def _pieces(self, painter: QPainter, box: QRectF, fact: Fact) -> None:
        """The pieces side by side, closer where they are many."""
        wide = [PIECE * sprite_aspect(name) for name in fact.pieces]
        step = min(1.0, (box.width() - max(wide, default=0.0)) / max(1.0, sum(wide[:-1]) + 3 * len(wide)))
        x = box.left()
        for name, room in zip(fact.pieces, wide, strict=True):
            draw_sprite(painter, name, QRectF(x, box.top(), room, PIECE), theme_at(self), fact.seat)
            x += (room + 3) * step

    @staticmethod
    def _bar(painter: QPainter, box: QRectF, share: float) -> None:
        theme = current_theme()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("line"))
        painter.drawRoundedRect(box, 2, 2)
        if share > 0:
            painter.setBrush(theme.color("accent"))
            painter.drawRoundedRect(QRectF(box.left(), box.top(), max(3.0, box.width() * share), box.height()), 2, 2)


class AnswerCard(QWidget):
    """One answer. `rule_wanted(clause)`; `entered` and `left` tell of the pointer, so that it can be read in peace."""

    rule_wanted = Signal(str)
    entered = Signal()
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.answer: Answer | None = None
        self.rule: PlainButton | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(EDGE + SHADE, TOP + SHADE, EDGE + SHADE, TOP + SHADE)
        self._column.setSpacing(5)
        self._parts: list[QWidget] = []
        self.setFixedWidth(WIDE + 2 * SHADE)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()

    def show_answer(self, answer: Answer, clause: str, refused: bool) -> None:
        """Say this; `clause` is the title of its rule, and `refused` sets the sign of what cannot be before it."""
        self.answer = answer
        for part in self._parts:
            self._column.removeWidget(part)
            part.hide()
            part.deleteLater()
        self._parts = [self._head(answer, refused)]
        if answer.picture is not None:
            self._parts.append(Lens(answer.picture))
        if answer.words:
            words = answer.words.replace(" %", "\N{NO-BREAK SPACE}%")  # no line begins with a sign of per cent
            self._parts.append(text_label(words, "text", 14, wrap=True))
        self._parts += [Facts(part) for part in answer.parts if part.facts]
        self.rule = None
        if answer.clause:
            self._parts.append(self._foot(answer.clause, clause))
        for part in self._parts:
            self._column.addWidget(part)
            part.show()
        self.setAccessibleName(answer.title)
        self.setAccessibleDescription(answer.words)
        column = self._column
        wraps = column.hasHeightForWidth()
        self.setFixedHeight(column.heightForWidth(self.width()) if wraps else column.sizeHint().height())

    def _head(self, answer: Answer, refused: bool) -> QWidget:
        strip = QWidget()
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        if refused:
            row.addWidget(SeverityMark(Severity.ERROR, 18))
        title = Elided(answer.title)
        title.setFont(display_font(19))
        row.addWidget(title, 1)
        if answer.note:
            row.addWidget(text_label(answer.note, "second", 13))
        return strip

    def _foot(self, number: str, title: str) -> QWidget:
        strip = QWidget()
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 3, 0, 0)
        row.setSpacing(8)
        words = f"{number} · {title}" if title else number
        row.addWidget(Elided(words, "second", 13), 1)
        self.rule = PlainButton(_("Show rule"), "book", small=True)
        self.rule.setAccessibleName(_("Show rule {clause}").format(clause=number))
        set_tip(self.rule, _("Read the rule"))
        self.rule.clicked.connect(lambda: self.rule_wanted.emit(number))
        row.addWidget(self.rule)
        return strip

    def put_beside(self, place: QRect, room: QRect, free: Sequence[QRect]) -> None:
        """Stand beside a place of the parent, within a room of it, and over as little as can be of what stays free."""
        size = self.size()
        sides = (
            QPoint(place.center().x() - size.width() // 2, place.bottom() + NEAR - SHADE),
            QPoint(place.right() + NEAR - SHADE, place.center().y() - size.height() // 3),
            QPoint(place.left() - NEAR + SHADE - size.width(), place.center().y() - size.height() // 3),
            QPoint(place.center().x() - size.width() // 2, place.top() - NEAR + SHADE - size.height()),
        )
        places = [self._within(corner, size, room) for corner in sides]
        self.move(min(places, key=lambda corner: _covered(QRect(corner, size), place, free)))

    @staticmethod
    def _within(corner: QPoint, size: QSize, room: QRect) -> QPoint:
        x = min(max(corner.x(), room.left()), max(room.left(), room.right() + 1 - size.width()))
        y = min(max(corner.y(), room.top()), max(room.top(), room.bottom() + 1 - size.height()))
        return QPoint(x, y)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.entered.emit()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        paper = QRectF(self.rect()).adjusted(SHADE, SHADE, -SHADE, -SHADE)
        with QPainter(self) as painter:
            paint_floating(painter, paper, SHADE)


def _covered(card: QRect, place: QRect, free: Sequence[QRect]) -> int:
    """How much a card would cover, what it speaks of counting most."""
    over = card.intersected(place)
    shared = [card.intersected(one) for one in free]
    return 8 * over.width() * over.height() + sum(one.width() * one.height() for one in shared if not one.isEmpty())
