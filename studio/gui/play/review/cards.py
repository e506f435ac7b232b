"""The cards of a review: the chosen decision, the most expensive moves, the totals of each seat."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainterPath, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from studio.bots.judging import Option, mark_titles
from studio.core.match import HIDDEN_ACTION, Node
from studio.core.plugin import Game
from studio.core.text import _, capitalize_first, format_percent, in_context, name_seats, plural, with_label
from studio.gui import widgets as w
from studio.gui.page import SeatSetup
from studio.gui.play.marks import MarkBadge, marks_text
from studio.gui.play.overlays.summary import paint_cover
from studio.gui.play.panels.seats import player_kind_text
from studio.gui.play.status import distinct_text
from studio.gui.style.stylesheet import widget_theme
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.charts import seat_line
from studio.lab.review.model import Review, ReviewStep
from studio.lab.review.report import points_text

SCALE = 1.35  # the scale of chances goes to the best one times this
CARD_HEIGHT = 118  # of one of the most expensive moves


def try_again_text() -> str:
    return in_context("a decision", "Try again")


class Moves:
    """The moves of one decision in words."""

    def __init__(self, game: Game, node: Node, step: ReviewStep, names: Sequence[str]) -> None:
        assert node.parent is not None
        self._game, self._before, self._step, self._names = game, node.parent.state, step, names
        self._write = distinct_text(game, self._before, [option.action for option in step.options])
        self.events = name_seats(" ".join(event.text for event in node.events if event.text), names)

    def sentence(self) -> str:
        if self._step.action == HIDDEN_ACTION:
            return self.events
        return name_seats(self._game.text.describe(self._before, self._step.action), self._names)

    def text(self, action: tuple[int, ...]) -> str:
        return name_seats(self._write(action), self._names)


class OptionRow(QWidget):
    """A compared move with its chance, also as a bar with its interval; the scale of the bar ends at `most`."""

    accessible_role = Role.ListItem

    def __init__(self, step: ReviewStep, option: Option, text: str, most: float, *, is_best: bool) -> None:
        super().__init__()
        self._option, self._most, self._seat, self._is_best = option, most, step.seat, is_best
        is_own = option.action == step.action
        sign: QWidget = w.IconLabel("tick" if is_best else "", "done", 22)
        if is_own:
            sign = MarkBadge(step.mark) if step.mark else w.EmblemBadge(step.seat, 22)
        remark = _("played") if is_own else _("better") if is_best else ""
        move = w.text_label(text, "text", 14, semibold=True, wrap=True)
        chance = w.text_label(format_percent(option.chance, ".0f"), "text", 15, semibold=True)
        row = w.hbox(sign, (move, 1), w.text_label(remark, "second", 13), chance, spacing=8)
        w.vbox(row, parent=self, margins=(8, 6, 10, 18))
        name = _("{move}: {chance:.0f} %, ± {half:.0f}")
        name = name.format(move=text, chance=100 * option.chance, half=100 * option.half)
        self.setAccessibleName(f"{name}, {remark}" if remark else name)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, option, box = widget_theme(self), self._option, QRectF(self.rect())
        bar = QRectF(38, box.bottom() - 14, box.width() - 50, 5)
        ink = theme.color("done") if self._is_best else seat_line(self._seat, theme)
        low, middle, high = (
            bar.left() + bar.width() * min(1.0, max(0.0, option.chance + side * option.half) / self._most)
            for side in (-1, 0, 1)
        )
        with w.painter_on(self) as painter:
            w.paint_box(painter, box, "done_tint" if self._is_best else "inset", None)
            w.paint_box(painter, bar, "line", None, radius=2.5)
            w.paint_box(painter, QRectF(bar.left(), bar.top(), middle - bar.left(), 5), ink, None, radius=2.5)
            painter.setPen(QPen(theme.color("text"), 1.4))
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
        self.options = w.vbox(spacing=5)
        self.note = w.text_label("", "second", 13, wrap=True)
        self.why_title = w.title_label(_("For the better move"), 15, italic=True)
        self.result_title = w.title_label(_("Result"), 15, italic=True)
        self.why, self.result = (w.text_label("", "text", 14, wrap=True) for _part in range(2))
        self.try_again = w.PrimaryButton(try_again_text(), "branch", "T")
        self.longer = w.ToolButton("hourglass", _("Compare in more deals"), px=36)
        self.puzzle = w.ToolButton("star", _("Add to my puzzles"), px=36)
        top = w.hbox(self.badge, (self.heading, 1), spacing=10)
        top.setAlignment(self.badge, Qt.AlignmentFlag.AlignTop)
        content, texts = QWidget(), (self.note, self.why_title, self.why, self.result_title, self.result)
        w.vbox(top, self.about, self.options, *texts, 1, parent=content, spacing=7, margins=(0, 0, 6, 0))
        self.body.addWidget(w.ScrollArea(content, name=_("Decision")), 1)
        self.body.addLayout(w.hbox(self.try_again, 1, self.puzzle, self.longer, spacing=4))

    def show_step(
        self, step: ReviewStep, moves: Moves, reason: str, later: str, names: Sequence[str], *, can_try: bool
    ) -> None:
        """Show a decision; `later` is what came of it."""
        judgement = step.judgement
        self.badge.set_seat(step.seat)
        self.heading.setText(moves.sentence())
        self.about.setText(self._about_text(step))
        w.clear_layout(self.options)
        most = SCALE * max((option.chance for option in step.options), default=0.0) or 1.0
        for option in step.options:
            is_best = step.is_clear and option is step.options[0]
            self.options.addWidget(OptionRow(step, option, moves.text(option.action), most, is_best=is_best))
        note = _("{name}’s chance of winning, with 95 % intervals, from {deals} random deals")
        deals = judgement.deals if judgement is not None else 0
        self.note.setText(note.format(name=names[step.seat], deals=deals))
        self.note.setVisible(judgement is not None)
        result = f"{moves.events.removeprefix(moves.sentence()).strip()}\n{later}".strip()
        for title, part, text in ((self.why_title, self.why, reason), (self.result_title, self.result, result)):
            part.setText(text)
            part.setVisible(bool(text))
            title.setVisible(bool(text))
        self.try_again.setVisible(can_try)
        self.longer.setVisible(judgement is not None)
        self.puzzle.setVisible(can_try and step.is_clear)

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
            mark = capitalize_first(mark_titles()[step.mark])
            return text.format(mark=mark, loss=100 * judgement.loss, half=100 * judgement.half)
        better = _("Another move is slightly better.") if step.is_clear else _("No compared move is clearly better.")
        return f"{count} {better}"


class ExpensiveCard(QWidget):
    """One of the most expensive moves or of the best ones, with a picture.

    A click or Show shows it; the chosen one is gold.
    """

    accessible_role = Role.Grouping
    shown = Signal()
    tried = Signal()

    def __init__(self, number: int, step: ReviewStep, node: Node, moves: Moves) -> None:
        super().__init__()
        self.step, self.node, self.is_chosen = step, node, False
        self.image: QPixmap | None = None
        self.setMinimumHeight(CARD_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        is_best, share = not step.mark, 100 * abs(step.loss)
        text = _("≈ +{share:.0f} %") if is_best else _("−{share:.0f} %")
        loss = w.text_label(text.format(share=share), "text", 15, semibold=True)
        title = w.hbox(MarkBadge(step.mark), w.title_label(_("Turn {n}").format(n=step.turn), 17), 1, loss, spacing=8)
        own = moves.text(step.action)
        other = next(moves.text(option.action) for option in step.options if option.action != step.action)
        played = w.text_label(_("Played: {move}").format(move=own), "text", 13, wrap=True)
        text = _("Next best: {move}") if is_best else _("Better: {move}")
        better = w.text_label(text.format(move=other), "second" if is_best else "done", 13, wrap=True)
        self.show_button = w.ToolButton("eye", _("Show"), px=28, icon_px=18, act=self.shown)
        self.try_button = w.PlainButton(try_again_text(), "branch", small=True, act=self.tried)
        for button in (self.show_button, self.try_button):
            button.setAccessibleDescription(_("Turn {n}").format(n=step.turn))
        buttons = w.hbox(self.try_button, 1, self.show_button, spacing=8)
        column = w.vbox(title, played, better, 1, buttons, spacing=4)
        self._row = w.hbox((column, 1), parent=self, margins=(146, 10, 12, 10))
        text = _("Most expensive move {number}, turn {turn}, {played}, {share:.0f} % lost. Better: {other}.")
        if is_best:
            text = _("Best move {number}, turn {turn}, {played}, {share:.0f} % more than {other}.")
        self.setAccessibleName(text.format(number=number, turn=step.turn, played=own, share=share, other=other))

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
            luck = "–" if review.is_redealt else points_text(totals.luck, "+")
            for figure, head, text in zip(figures, self._heads, (accuracy, luck, count), strict=True):
                figure.setText(text)
                figure.setAccessibleName(with_label(f"{setup.name}, {head}", text))
            w.set_tooltip(figures[-1], marks_text(totals))
