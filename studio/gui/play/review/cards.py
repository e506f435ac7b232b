"""The cards of a review: the chosen decision, the most expensive moves, the totals of each seat."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from studio.bots.judging import mark_titles
from studio.core.match import Node
from studio.core.plugin import Game
from studio.core.text import _, format_percent, in_context, name_seats, plural, with_label
from studio.gui import widgets as w
from studio.gui.page import SeatSetup
from studio.gui.play.marks import MarkBadge, marks_text, paint_mark
from studio.gui.play.overlays.summary import paint_cover
from studio.gui.play.panels.seats import player_kind_text
from studio.gui.play.status import distinct_text
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, widget_theme
from studio.gui.widgets.accessibility import AccessiblePart, AccessibleParts, Role
from studio.gui.widgets.charts import seat_line
from studio.lab.review.model import Review, ReviewStep
from studio.lab.review.report import points_text

OPTION_HEIGHT, SCALE = 54.0, 1.35  # a row of the options with one line; their scale goes to the best chance times this
CARD_HEIGHT = 118  # of one of the most expensive moves
OPTION_INDENT, FIGURE_WIDTH = 36, 62  # pixels left and right of the text of an option


def try_again_text() -> str:
    return in_context("a decision", "Try again")


class Moves:
    """The moves of one decision in words."""

    def __init__(self, game: Game, node: Node, step: ReviewStep, names: Sequence[str]) -> None:
        assert node.parent is not None
        self._game, self._before, self._step, self._names = game, node.parent.state, step, names
        actions = [option.action for option in step.judgement.options] if step.judgement is not None else []
        self._write = distinct_text(game, self._before, actions)
        self.events = name_seats(" ".join(event.text for event in node.events if event.text), names)

    def sentence(self) -> str:
        return name_seats(self._game.text.describe(self._before, self._step.action), self._names)

    def text(self, action: tuple[int, ...]) -> str:
        return name_seats(self._write(action), self._names)


class OptionRows(AccessibleParts, QWidget):
    """The compared moves, best first: what they are, their chances as bars with intervals."""

    accessible_role, accessible_part_role = Role.List, Role.ListItem

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(_("Compared moves"))
        self._step: ReviewStep | None = None
        self._rows: list[tuple[str, str]] = []  # text and remark of each move
        self._boxes: list[QRectF] = []

    def show_options(self, step: ReviewStep, moves: Moves) -> None:
        self._step, judgement = step, step.judgement
        self._rows = []
        for place, option in enumerate(judgement.options if judgement is not None else ()):
            is_own = option.action == step.action
            is_best = not place and judgement is not None and judgement.is_clear
            remark = _("played") if is_own else _("better") if is_best else ""
            self._rows.append((moves.text(option.action), remark))
        self._place_rows()

    def _place_rows(self) -> None:
        """Make every row as high as its text needs."""
        self._boxes, top = [], 0.0
        for text, _remark in self._rows:
            lines = w.wrapped_height(text, self.width() - OPTION_INDENT - FIGURE_WIDTH - 8, 13.5, SEMIBOLD)
            high = max(OPTION_HEIGHT, 33 + lines)
            self._boxes.append(QRectF(0, top, self.width(), high - 5))
            top += high
        self.setFixedHeight(round(top))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._place_rows()

    def accessible_parts(self) -> list[AccessiblePart]:
        options = self._step.judgement.options if self._step is not None and self._step.judgement is not None else ()
        found = []
        for option, (text, remark), box in zip(options, self._rows, self._boxes, strict=True):
            name = _("{move}: {chance:.0f} %, ± {half:.0f}").format(
                move=text, chance=100 * option.chance, half=100 * option.half
            )
            found.append(AccessiblePart(f"{name}, {remark}" if remark else name, box=box.toAlignedRect()))
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._step is None or self._step.judgement is None:
            return
        judgement, theme = self._step.judgement, widget_theme(self)
        most = max(0.02, max(option.chance for option in judgement.options) * SCALE)
        with w.painter_on(self) as painter:
            for option, (text, remark), box in zip(judgement.options, self._rows, self._boxes, strict=True):
                is_own = option.action == self._step.action
                is_best = option is judgement.options[0] and judgement.is_clear
                w.paint_box(painter, box, "done_tint" if is_best else "inset", None)
                middle = QPointF(box.left() + 18, box.top() + 17)
                if is_own and self._step.mark:
                    paint_mark(painter, middle, self._step.mark)
                elif is_own:
                    w.paint_badge(painter, QRectF(middle.x() - 10, middle.y() - 10, 20, 20), self._step.seat, theme)
                elif is_best:
                    tick = icon_pixmap("tick", theme.color("done"), 18, self.devicePixelRatioF())
                    painter.drawPixmap(middle - QPointF(9, 9), tick)
                figure = QRectF(box.right() - FIGURE_WIDTH, box.top() + 6, FIGURE_WIDTH - 8, 22)
                chance = format_percent(option.chance, ".0f")
                w.paint_text(painter, figure, chance, theme.color("text"), 15, SEMIBOLD, w.RIGHT)
                left = box.left() + OPTION_INDENT
                room = QRectF(left, box.top() + 7, figure.left() - left, box.height() - 26)
                w.paint_wrapped(painter, room, text, theme.color("text"), 13.5, SEMIBOLD)
                used = painter.fontMetrics().horizontalAdvance(text) + 8
                if used < room.width():
                    w.paint_text(painter, room.adjusted(used, 0, 0, 0), remark, theme.color("second"), 12.5)
                self._paint_bar(painter, box, option.chance, option.half, most, is_best=is_best)

    def _paint_bar(
        self, painter: QPainter, box: QRectF, chance: float, half: float, most: float, *, is_best: bool
    ) -> None:
        theme = widget_theme(self)
        bar = QRectF(box.left() + OPTION_INDENT, box.bottom() - 15, box.width() - OPTION_INDENT - 12, 5)
        w.paint_box(painter, bar, "line", None, radius=2.5)
        ink = theme.color("done") if is_best else seat_line(self._step.seat if self._step is not None else 0, theme)
        w.paint_box(
            painter, QRectF(bar.left(), bar.top(), bar.width() * min(1.0, chance / most), 5), ink, None, radius=2.5
        )
        painter.setPen(QPen(theme.color("text"), 1.4))
        low, high = (bar.left() + bar.width() * min(1.0, max(0.0, chance + side * half) / most) for side in (-1, 1))
        y = bar.center().y()
        painter.drawLine(QPointF(low, y), QPointF(high, y))
        for x in (low, high):
            painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4))


class MomentCard(w.Card):
    """The chosen decision: who and what, the compared moves, the reason, what happened."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(310)
        self.setAccessibleName(_("Decision"))
        self.badge = w.EmblemBadge(0, 26)
        self.heading = w.title_label("", 17)
        self.heading.setWordWrap(True)
        self.about = w.text_label("", "second", 13, wrap=True)
        self.options = OptionRows()
        self.note = w.text_label("", "second", 13, wrap=True)
        self.why_title, self.why = (
            w.title_label(_("For the better move"), 15, italic=True),
            w.text_label("", "text", 14, wrap=True),
        )
        self.result_title, self.result = (
            w.title_label(_("Result"), 15, italic=True),
            w.text_label("", "text", 14, wrap=True),
        )
        self.try_again = w.PrimaryButton(try_again_text(), "branch", "T")
        self.longer = w.ToolButton("hourglass", _("Compare in more deals"), px=36)
        self.puzzle = w.ToolButton("star", _("Add to my puzzles"), px=36)
        top = w.hbox(self.badge, (self.heading, 1), spacing=10)
        top.setAlignment(self.badge, Qt.AlignmentFlag.AlignTop)
        content = QWidget()
        column = w.vbox(parent=content, spacing=7, margins=(0, 0, 6, 0))
        column.addLayout(top)
        for part in (self.about, self.options, self.note, self.why_title, self.why, self.result_title, self.result):
            column.addWidget(part)
        column.addStretch(1)
        self.body.addWidget(w.ScrollArea(content, name=_("Decision")), 1)
        self.body.addLayout(w.hbox(self.try_again, 1, self.puzzle, self.longer, spacing=4))

    def show_step(self, step: ReviewStep, moves: Moves, reason: str, names: Sequence[str], *, can_try: bool) -> None:
        judgement = step.judgement
        self.badge.set_seat(step.seat)
        self.heading.setText(moves.sentence())
        self.about.setText(self._about_text(step))
        self.options.show_options(step, moves)
        self.options.setVisible(judgement is not None)
        note = _("{name}’s chance of winning, with 95 % intervals, from {deals} random deals")
        deals = judgement.deals if judgement is not None else 0
        self.note.setText(note.format(name=names[step.seat], deals=deals))
        self.note.setVisible(judgement is not None)
        self.why.setText(reason)
        result = moves.events if moves.events != moves.sentence() else ""
        self.result.setText(result.removeprefix(moves.sentence()).strip())
        for part, text in ((self.why, reason), (self.result, self.result.text())):
            part.setVisible(bool(text))
        self.why_title.setVisible(bool(reason))
        self.result_title.setVisible(bool(self.result.text()))
        self.try_again.setVisible(can_try)
        self.longer.setVisible(judgement is not None)
        self.puzzle.setVisible(judgement is not None and judgement.is_clear)

    @staticmethod
    def _about_text(step: ReviewStep) -> str:
        if step.moves == 1:
            return _("The only legal move.")
        judgement = step.judgement
        count = plural("One of {n} legal move.", "One of {n} legal moves.", step.moves).format(n=step.moves)
        if judgement is None:
            return count
        if step.mark:
            text = _("{mark}: {loss:.0f} ± {half:.0f} % lost.")
            name = mark_titles()[step.mark]
            return text.format(mark=name[:1].upper() + name[1:], loss=100 * judgement.loss, half=100 * judgement.half)
        better = (
            _("Another move is slightly better.") if judgement.is_clear else _("No compared move is clearly better.")
        )
        return f"{count} {better}"


class ExpensiveCard(QWidget):
    """One of the most expensive moves, with a picture. A click or Show shows it; the chosen one is gold."""

    accessible_role = Role.Grouping
    shown = Signal()
    tried = Signal()

    def __init__(self, number: int, step: ReviewStep, node: Node, moves: Moves) -> None:
        super().__init__()
        self.step, self.node, self.is_chosen = step, node, False
        judgement = step.judgement
        assert judgement is not None
        self.image: QPixmap | None = None
        self.setMinimumHeight(CARD_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        loss = w.text_label(_("−{loss:.0f} %").format(loss=100 * judgement.loss), "text", 15, semibold=True)
        title = w.hbox(MarkBadge(step.mark), w.title_label(_("Turn {n}").format(n=step.turn), 17), 1, loss, spacing=8)
        own, best = moves.text(step.action), moves.text(judgement.options[0].action)
        played = w.text_label(_("Played: {move}").format(move=own), "text", 13, wrap=True)
        better = w.text_label(_("Better: {move}").format(move=best), "done", 13, wrap=True)
        self.show_button = w.ToolButton("eye", _("Show"), px=28, icon_px=18, act=self.shown)
        self.try_button = w.PlainButton(try_again_text(), "branch", small=True, act=self.tried)
        for button in (self.show_button, self.try_button):
            button.setAccessibleDescription(_("Turn {n}").format(n=step.turn))
        buttons = w.hbox(self.try_button, 1, self.show_button, spacing=8)
        column = w.vbox(title, played, better, 1, buttons, spacing=4)
        self._row = w.hbox((column, 1), parent=self, margins=(146, 10, 12, 10))
        text = _("Most expensive move {number}, turn {turn}, {played}, {loss:.0f} % lost. Better: {better}.")
        self.setAccessibleName(
            text.format(number=number, turn=step.turn, played=own, loss=100 * judgement.loss, better=best)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMinimumHeight(max(CARD_HEIGHT, self._row.heightForWidth(self.width())))

    def set_chosen(self, is_chosen: bool) -> None:
        self.is_chosen = is_chosen
        self.show_button.setEnabled(not is_chosen)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.shown.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = widget_theme(self)
        with w.painter_on(self, smooth=True) as painter:
            w.paint_card(painter, QRectF(self.rect()), active=self.is_chosen)
            room = QRectF(11, 11, 124, self.height() - 23)
            shape = QPainterPath()
            shape.addRoundedRect(room, 6, 6)
            painter.fillPath(shape, theme.color("table"))
            if self.image is not None:
                painter.setClipPath(shape)
                paint_cover(painter, self.image, room)
                painter.setClipping(False)
            painter.setPen(QPen(theme.color("border"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(shape)


class TotalsTable(QWidget):
    """Accuracy, luck and marks of each seat."""

    accessible_role = Role.Grouping

    def __init__(self, setups: Sequence[SeatSetup]) -> None:
        super().__init__()
        self.setAccessibleName(_("Summary"))
        self._setups, self._heads = setups, (_("Accuracy"), _("Luck"), _("Mistakes"))
        self._kinds = [w.Elided(player_kind_text(setup.kind), "second", 12) for setup in setups]
        self.figures = [[w.text_label("–", "text", 15, semibold=True) for _head in self._heads] for _seat in setups]
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(6)
        grid.setHorizontalSpacing(16)
        grid.setColumnStretch(1, 1)
        for column, head in enumerate(self._heads, 2):
            grid.addWidget(w.text_label(head, "second", 13), 0, column, w.CENTER)
        for seat, setup in enumerate(setups):
            name = w.text_label(setup.name, "text", 14, semibold=True)
            grid.addWidget(w.EmblemBadge(seat, 26), seat + 1, 0)
            grid.addLayout(w.vbox(name, self._kinds[seat], spacing=0), seat + 1, 1)
            for column, figure in enumerate(self.figures[seat], 2):
                grid.addWidget(figure, seat + 1, column, w.CENTER)

    def set_low(self, is_low: bool) -> None:
        """Hide the second line of each seat, or show it."""
        for kind in self._kinds:
            kind.setVisible(not is_low)

    def show_review(self, review: Review) -> None:
        for seat, (setup, figures) in enumerate(zip(self._setups, self.figures, strict=True)):
            totals = review.totals(seat)
            accuracy = format_percent(totals.accuracy, ".0f") if totals.accuracy is not None else "–"
            count = str(sum(totals.marks.values())) if seat in review.people else "–"
            for figure, head, text in zip(
                figures, self._heads, (accuracy, points_text(totals.luck, "+"), count), strict=True
            ):
                figure.setText(text)
                figure.setAccessibleName(with_label(f"{setup.name}, {head}", text))
            w.set_tooltip(figures[-1], marks_text(totals))
