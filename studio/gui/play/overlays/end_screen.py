"""The end of a match: summary, score table and what to do next."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from studio.core.match import Node
from studio.core.panel import ScoreBreakdown
from studio.core.plugin import Game
from studio.core.text import _, key_names, name_seats, with_label
from studio.gui import widgets as w
from studio.gui.play.overlays.summary import SummarySheet
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, text_font, widget_theme
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.charts import paint_laurel
from studio.gui.widgets.text import CENTER, LEFT, paint_text

HEAD = 92.0
COLUMN = 92.0
WIDE, HIGH, NARROW = 1040, 838, 900  # largest size of the summary, width of the table
LOW = 440  # pixels of a screen on which all but title and buttons scrolls
WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class ScoreHeader(QWidget):
    """Above the score table: badge, name and total of each seat, and a laurel for the winners."""

    def __init__(self) -> None:
        super().__init__()
        self.names: Sequence[str] = ()
        self.totals: Sequence[int] = ()
        self.winners: Sequence[int] = ()
        self.inset = 0
        self.setFixedHeight(int(HEAD) + 44)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = widget_theme(self)
        with w.painter_on(self) as painter:
            wide = self.width() - self.inset
            paint_columns(painter, wide, self.height(), len(self.names), self.winners, top=True)
            for seat, name in enumerate(self.names):
                box = column_rect(wide, len(self.names), seat)
                middle = box.center().x()
                won = seat in self.winners
                if won:
                    paint_laurel(painter, QPointF(middle, 38), 26, theme.color("gold_border"))
                w.paint_badge(painter, QRectF(middle - 19, 18, 38, 38), seat, theme)
                rect = QRectF(box.left() + 2, 72, box.width() - 4, 22)
                paint_text(painter, rect, name, theme.color("text"), 16, align=CENTER, display=True)
                ink = theme.color("gold_text" if won else "text")
                total = QRectF(box.left(), 94, box.width(), 36)
                paint_text(painter, total, str(self.totals[seat]), ink, 30, align=CENTER, display=True)
            total = QRectF(4, 102, self.width() - COLUMN * len(self.names) - 8, 28)
            paint_text(painter, total, _("Points"), theme.color("text"), 19, align=LEFT, display=True)


class ScoreRows(QWidget):
    """The lines of the score table: title, reason, and the points of each seat."""

    accessible_role = Role.StaticText

    def __init__(self) -> None:
        super().__init__()
        self.names: Sequence[str] = ()
        self.breakdown = ScoreBreakdown((), (), "")
        self._heights: list[float] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def show_scores(self, reckoning: ScoreBreakdown, names: Sequence[str]) -> None:
        self.breakdown, self.names = reckoning, names
        rows = []
        for line in reckoning.lines:
            scores = ", ".join(f"{name} {points}" for name, points in zip(names, line.points, strict=True))
            rows.append(f"{with_label(line.title, scores)}. {name_seats(line.reason, names)}")
        self.setAccessibleName("\n".join(rows))
        self._measure()
        self.update()

    def _text_width(self) -> float:
        return max(120.0, self.width() - COLUMN * len(self.names) - 14)

    def _measure(self) -> None:
        metrics = QFontMetricsF(text_font(13))
        wide = self._text_width()
        self._heights = []
        for line in self.breakdown.lines:
            reason = name_seats(line.reason, self.names)
            tall = metrics.boundingRect(QRectF(0, 0, wide, 4000), WRAP, reason).height() if reason else 0.0
            self._heights.append(max(38.0, 32.0 + tall + (6 if reason else 0)))
        self.setFixedHeight(max(40, math.ceil(sum(self._heights))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._measure()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = widget_theme(self)
        with w.painter_on(self) as painter:
            paint_columns(painter, self.width(), self.height(), len(self.names), self.breakdown.winners)
            y = 0.0
            wide = self._text_width()
            for line, tall in zip(self.breakdown.lines, self._heights, strict=True):
                painter.setPen(QPen(theme.color("line"), 1))
                painter.drawLine(QPointF(0, y + 0.5), QPointF(self.width(), y + 0.5))
                paint_text(painter, QRectF(4, y + 7, wide, 22), line.title, theme.color("text"), 14, SEMIBOLD)
                painter.setFont(text_font(13))
                painter.setPen(theme.color("second"))
                painter.drawText(QRectF(4, y + 29, wide, tall - 30), WRAP, name_seats(line.reason, self.names))
                for seat, points in enumerate(line.points):
                    box = column_rect(self.width(), len(self.names), seat)
                    ink = theme.color("text" if points else "off")
                    cell = QRectF(box.left(), y + 6, box.width(), 26)
                    text = str(points) if points else "–"
                    paint_text(painter, cell, text, ink, 16, MEDIUM, CENTER)
                y += tall


def column_rect(width: float, count: int, seat: int) -> QRectF:
    return QRectF(width - COLUMN * (count - seat), 0, COLUMN, 100)


def paint_columns(
    painter: QPainter, width: float, height: float, count: int, winners: Sequence[int], top: bool = False
) -> None:
    for seat in winners:
        box = column_rect(width, count, seat)
        shape = QPainterPath()
        sheet = QRectF(box.left() + 4, 0, box.width() - 8, height + (12 if top else 0))
        if top:
            shape.addRoundedRect(sheet, 10, 10)
        else:
            shape.addRect(sheet)
        painter.save()
        painter.setClipRect(QRectF(0, 0, width, height))
        painter.fillPath(shape, current_theme().color("gold_tint", 0.75))
        painter.restore()


class EndScreen(QFrame):
    """Sheet over the page: the summary of a finished match, and behind it the score table."""

    accessible_role = Role.Dialog
    closed = Signal()

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names = names
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._outer = w.vbox(parent=self)
        self.card = w.Card(_("End of match"), " ", padding=20)
        self.card.corner = 14
        self.points = w.PlainButton(_("All scores"), "list", small=True)
        self.points.setCheckable(True)
        self.points.toggled.connect(self._switch_view)
        self.card.header.addWidget(self.points)
        self.close_button = w.ToolButton("cross", _("Show board (Esc)"), px=28, icon_px=16, act=self.closed)
        self.card.header.addWidget(self.close_button)
        self.verdict = w.text_label("", "gold", 16, semibold=True, wrap=True)
        self.head = ScoreHeader()
        self.rows = ScoreRows()
        self.sheet = SummarySheet(names)
        self._summary_node: Node | None = None
        self.summary = w.ScrollArea(self.sheet, name=_("Match summary"))
        self.card.body.addWidget(self.summary, 1)
        self.card.body.addWidget(self.verdict)
        self.card.body.addWidget(self.head)
        content = QWidget()
        self._scrolled = w.vbox(self.rows, 1, parent=content)
        self.scroll_area = w.ScrollArea(content, name=_("Score table"))
        self.card.body.setSpacing(0)
        self.card.body.addWidget(self.scroll_area, 1)
        self.scroll_area.verticalScrollBar().rangeChanged.connect(self._align_header)
        self.card.body.addSpacing(14)
        self.board_button = w.PrimaryButton(_("Show board"), "map", key_names("Esc"), act=self.closed)
        self.review = w.PlainButton(_("Review match"), "history")
        self.replay = w.PlainButton(_("Replay"), "play")
        self.rematch = w.PlainButton(_("Rematch"), "redo")
        w.set_tooltip(self.rematch, _("Starts a match with the same seats; the next seat begins"))
        self.new_match_button = w.PlainButton(_("New match"), "new")
        self.share = w.PlainButton(_("Share image…"), "picture")
        self.analyse = w.ToolButton("branch", _("Analyse"), px=36)
        self.save = w.ToolButton("save", _("Save match"), px=36)
        self._buttons = self.board_button, self.review, self.replay, self.rematch, self.new_match_button, self.share
        self._button_row = w.hbox(*self._buttons, 1, self.analyse, self.save, spacing=8)
        self.card.body.addLayout(self._button_row)
        self._outer.addWidget(self.card, 0, Qt.AlignmentFlag.AlignHCenter)
        self.hide()

    def show_scores(self, reckoning: ScoreBreakdown, totals: Sequence[int], is_over: bool = True) -> None:
        """Show the scores, final or so far."""
        self.card.set_title(_("End of match") if is_over else _("Scores so far"))
        self.verdict.setText(name_seats(reckoning.verdict, self.names))
        self.head.names, self.head.totals, self.head.winners = self.names, totals, reckoning.winners
        self.head.update()
        self.rows.show_scores(reckoning, self.names)
        self.points.hide()
        self.share.hide()
        self.rematch.setVisible(is_over)
        self.review.setVisible(is_over)
        self._switch_view(True)

    def show_match(self, game: Game, line: Sequence[Node]) -> None:
        """Show the summary of a finished match; `line` are its nodes from the start."""
        if self._summary_node is not line[-1]:
            self._summary_node = line[-1]
            self.sheet.show_match(game, line, self.rows.breakdown)
        self.points.show()
        self.share.show()
        self._switch_view(self.points.isChecked())

    def clear_pictures(self) -> None:
        self._summary_node = None

    def _switch_view(self, is_table: bool) -> None:
        for part in (self.verdict, self.head, self.scroll_area):
            part.setVisible(is_table)
        self.summary.setVisible(not is_table)
        self.setAccessibleName(f"{self.card.title_label.text()}. {self.verdict.text()}")
        self._fit()

    def _align_header(self, _least: int, most: int) -> None:
        """Keep the header's columns over those of the rows, next to the scroll bar."""
        has_bar = most > 0 and self._scrolled.indexOf(self.head) < 0
        self.head.inset = self.scroll_area.verticalScrollBar().sizeHint().width() if has_bar else 0
        self.head.update()

    def _fit(self) -> None:
        low = self.height() < LOW
        edge, room = (8, self.height() - 16) if low else (24, self.height() - 40)
        self._outer.setContentsMargins(edge, edge if low else 20, edge, edge if low else 20)
        row = self._scrolled if low else self.card.body
        if row.indexOf(self.head) < 0:  # on a low page the head scrolls with the rows
            row.insertWidget(0 if low else row.indexOf(self.scroll_area), self.head)
        wide = self.width() - 2 * edge
        for texts in (True, False):  # without room they are icons
            for button in self._buttons:
                button.setText(button.accessibleName() if texts else "")
            self._button_row.invalidate()
            if self._button_row.minimumSize().width() <= wide - 40:
                break
        if not self.summary.isHidden():
            self.card.setFixedSize(min(WIDE, wide), min(HIGH, room))
            return
        wide = min(NARROW, wide)
        self.card.setFixedWidth(wide)
        chrome = 40 + 30 + self.head.height() + 14 + 36 + 12 + self.verdict.heightForWidth(wide - 40)
        self.card.setFixedHeight(min(room, chrome + self.rows.height() + 16))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(900, 600)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            page, keys = self.parentWidget(), QKeySequence(event.keyCombination())
            taken = [one for action in page.actions() for one in action.shortcuts()] if page is not None else []
            is_command = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            if not is_command or keys in taken:
                event.accept()  # no key may reach the page behind; other commands reach the window
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if w.press_focused(self, event):
            return
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            bar = (self.scroll_area if self.summary.isHidden() else self.summary).verticalScrollBar()
            page = event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
            step = bar.pageStep() if page else 40
            back = event.key() in (Qt.Key.Key_Up, Qt.Key.Key_PageUp)
            bar.setValue(bar.value() + (-step if back else step))
        else:
            super().keyPressEvent(event)
