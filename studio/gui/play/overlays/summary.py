"""The summary of a finished match: winners, scores by turn, statistics, key moments."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import partial
from time import perf_counter

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from studio.core.game import EVERYBODY
from studio.core.match import Node
from studio.core.panel import ScoreBreakdown
from studio.core.picture import Picture
from studio.core.plugin import Game
from studio.core.text import _, name_seats, with_label
from studio.core.transcript import KeyMoment, MatchSummary, leading_seats, summarize
from studio.gui import widgets as w
from studio.gui.board.painter import paint_in_steps
from studio.gui.board.shape_cache import outline_path
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, display_font, text_font, widget_theme
from studio.gui.widgets.charts import Chart, ChartMark, paint_laurel, seat_line

# score chart

LEFT_ROOM, RIGHT_ROOM, TOP, BOTTOM_ROOM = 34.0, 124.0, 24.0, 22.0
BAND = 52.0  # pixels for the final scoring, which is no turn
LABEL = 20.0  # least distance of two names
# lines under the chart, and their possible distances (or ten times as much)
GRID, ROUND = 4, (1, 2, 3, 4, 5, 10, 15, 20, 25, 30, 40, 50, 75)
TICK = 78.0  # least distance of two turn labels


class ScoreChart(Chart):
    """Score of each seat by turn, as steps because points come in jumps; a slope only at the end."""

    def __init__(self) -> None:
        super().__init__(_("Points per turn"), high=200)
        self.names: Sequence[str] = ()
        self.turns: Sequence[str] = ()
        self.lines: Sequence[Sequence[int]] = ()
        self.winners: Sequence[int] = ()
        self.numbers: Mapping[int, int] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_summary(self, recap: MatchSummary, names: Sequence[str]) -> str:
        """Show the points, or without any before the end what else the game counts; returns the title."""
        self.names, self.winners = names, recap.winners
        if recap.has_score_curve or not recap.curves:
            self.turns = [turn.name for turn in recap.turns]
            self.lines = recap.points
            self.numbers = {moment.turn: number for number, moment in enumerate(recap.moments, 1)}
            heading = _("Points per turn")
        else:
            what, curves = recap.curves[0]
            self.turns = [_("Round {round}").format(round=number) for number in range(1, len(curves[0]) + 1)]
            self.lines = [(0, *curve) for curve in curves]
            self.numbers = {}
            heading = _("Per round: {what}").format(what=what)
        self.set_name(heading)
        self.refresh()
        return heading

    def sizeHint(self) -> QSize:
        return QSize(560, 230)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 150)

    # geometry

    @property
    def _has_end(self) -> bool:
        return bool(self.turns) and not self.turns[-1]

    def _x(self, time: int) -> float:
        """x of a time: 0 before the first turn, n after the n-th."""
        last = len(self.turns) - self._has_end
        wide = self.width() - LEFT_ROOM - RIGHT_ROOM - BAND * self._has_end
        return LEFT_ROOM + wide * min(time, last) / max(1, last) + (BAND if time > last else 0)

    def _max_value(self) -> int:
        most: int = max((value for line in self.lines for value in line), default=0)
        steps = (step * unit for unit in (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000) for step in ROUND)
        return next(GRID * step for step in steps if GRID * step >= most)

    def _y(self, value: float) -> float:
        base = self.height() - BOTTOM_ROOM
        return base - (base - TOP) * max(0.0, value) / self._max_value()

    def marks(self) -> list[ChartMark]:
        found = []
        for time in range(1, len(self.turns) + 1):
            left, right = self._x(time - 1), self._x(time)
            figures = ", ".join(f"{name} {line[time]}" for name, line in zip(self.names, self.lines, strict=True))
            text = with_label(self.turns[time - 1] or _("At the end"), f"{figures}.")
            found.append(ChartMark(QRectF(left, TOP, right - left, self.height() - TOP - BOTTOM_ROOM), text))
        return found

    def _path(self, line: Sequence[int]) -> QPainterPath:
        path = QPainterPath(QPointF(self._x(0), self._y(line[0])))
        last = len(self.turns) - self._has_end
        for time in range(1, len(line)):
            if time <= last:
                path.lineTo(self._x(time), self._y(line[time - 1]))
            path.lineTo(self._x(time), self._y(line[time]))
        return path

    # painting

    def paint(self, painter: QPainter) -> None:
        if not self.turns:
            return
        theme, base, last = widget_theme(self), self.height() - BOTTOM_ROOM, len(self.turns) - self._has_end
        if self._has_end:
            band = QRectF(self._x(last), TOP - 6, BAND, base - TOP + 6)
            painter.fillRect(band, theme.color("gold_tint", 0.55))
            box = QRectF(band.left() - 14, base + 3, BAND + 28, 18)
            w.paint_text(painter, box, _("End"), theme.color("gold_text"), 12, SEMIBOLD, w.CENTER)
        for part in range(GRID + 1):
            value = self._max_value() * part // GRID
            y = round(self._y(value)) + 0.5
            painter.setPen(QPen(theme.color("line" if part else "border"), 1))
            painter.drawLine(QPointF(LEFT_ROOM, y), QPointF(self._x(len(self.turns)), y))
            w.paint_text(
                painter, QRectF(0, y - 9, LEFT_ROOM - 8, 18), str(value), theme.color("second"), 12, align=w.RIGHT
            )
        self._paint_turns(painter, last)
        order = sorted(range(len(self.lines)), key=lambda seat: (seat in self.winners, seat))
        for width, on_paper in ((5.0, True), (0.0, False)):
            for seat in order:
                ink = theme.color("panel") if on_paper else seat_line(seat, theme)
                pen = QPen(ink, width or (3.0 if seat in self.winners else 2.2))
                pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                painter.setPen(pen)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPath(self._path(self.lines[seat]))
        self._paint_numbers(painter)
        self._paint_ends(painter)

    def _paint_turns(self, painter: QPainter, last: int) -> None:
        """Label some turns below the axis, always the first and the last."""
        theme, base = widget_theme(self), self.height() - BOTTOM_ROOM
        count = max(1, int((self._x(last) - self._x(0)) / TICK))
        shown = sorted({max(1, round(last * part / count)) for part in range(count + 1)}) if last else []
        for time in shown:
            if time == last and self._has_end and count > 1:
                continue  # the label of the end is there
            box = QRectF(self._x(time) - 40, base + 3, 80, 18)
            box.moveLeft(max(0.0, box.left()))
            w.paint_text(painter, box, self.turns[time - 1], theme.color("second"), 12, align=w.CENTER)

    def _paint_numbers(self, painter: QPainter) -> None:
        right = -20.0
        for turn, number in sorted(self.numbers.items()):
            x = self._x(turn + 1)
            centre = max(x, right + 22)  # put discs of close turns side by side
            right = centre
            painter.setPen(QPen(widget_theme(self).color("gold_text"), 1.2, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, TOP - 2), QPointF(x, self.height() - BOTTOM_ROOM))
            paint_number(painter, QPointF(centre, TOP - 12), number)

    def _paint_ends(self, painter: QPainter) -> None:
        """Label the ends of the lines, highest first, without overlap."""
        theme, x = widget_theme(self), self._x(len(self.turns))
        order = sorted(range(len(self.lines)), key=lambda seat: -self.lines[seat][-1])
        y = TOP - LABEL
        spare = self.height() - BOTTOM_ROOM - LABEL * len(order)
        for rank, seat in enumerate(order):
            value = self.lines[seat][-1]
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(seat_line(seat, theme))
            painter.drawEllipse(QPointF(x, self._y(value)), 3.4, 3.4)
            y = min(max(y + LABEL, self._y(value)), spare + LABEL * (rank + 0.5))
            w.paint_badge(painter, QRectF(x + 10, y - 9, 18, 18), seat, theme)
            room = self.width() - x - 33 - 34
            wide = min(room, QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(self.names[seat]) + 8)
            rect = QRectF(x + 33, y - 10, wide, 20)
            w.paint_text(painter, rect, self.names[seat], theme.color("text"), 13, MEDIUM, w.LEFT)
            figure = QRectF(rect.right(), y - 10, 34, 20)
            w.paint_text(painter, figure, str(value), theme.color("text"), 16, align=w.LEFT, display=True)


def paint_number(painter: QPainter, centre: QPointF, number: int) -> None:
    theme = current_theme()
    painter.setPen(QPen(theme.color("gold_border"), 1.5))
    painter.setBrush(theme.color("panel"))
    painter.drawEllipse(centre, 9.5, 9.5)
    box = QRectF(centre.x() - 10, centre.y() - 10, 20, 20)
    w.paint_text(painter, box, str(number), theme.color("gold_text"), 13, SEMIBOLD, w.CENTER)


# summary

ROW, SEAT = 27.0, 38.0
LOW, TALL, CARD_FOOTER = 178, 258, 84  # pixels of a moment: least and most height, and its text
MOMENT_WIDTH = 330  # pixels of its picture
TEXT_HEIGHT = 38.0  # two lines
IMAGE_SCALE = 2.0  # image pixels per window pixel, for sharing
MARGIN, TITLE = 24, 32
SLICE_SECONDS = 0.008  # of drawing per turn of the event loop
NARROW = 660  # pixels of a summary whose parts are one below the other
WRAPPED = Qt.TextFlag.TextWordWrap | w.LEFT
NEAR = 5.0  # least width of a moment's picture in cells


class WinnerBanner(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.winners: Sequence[int] = ()
        self.setFixedHeight(62)

    def show_winners(self, winners: Sequence[int], words: str) -> None:
        self.winners = winners
        self.setAccessibleName(words)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = widget_theme(self)
        with w.painter_on(self) as painter:
            x = 34.0
            for seat in self.winners:
                paint_laurel(painter, QPointF(x, 32), 26, theme.color("gold_border"))
                w.paint_badge(painter, QRectF(x - 19, 13, 38, 38), seat, theme)
                x += 68
            box = QRectF(x - 20, 3, self.width() - x + 20, 58)
            for px in (26, 18, 14):  # the largest size in which the whole sentence fits
                painter.setFont(display_font(px))
                if painter.boundingRect(box, WRAPPED, self.accessibleName()).height() <= box.height():
                    break
            painter.setPen(theme.color("text"))
            painter.drawText(box, WRAPPED, self.accessibleName())


class StatRows(QWidget):
    """Statistics per seat: one row each, winners' columns on gold, the highest value bold."""

    def __init__(self) -> None:
        super().__init__()
        self.summary: MatchSummary | None = None
        self.setMinimumWidth(250)

    def show_summary(self, recap: MatchSummary, names: Sequence[str]) -> None:
        self.summary = recap
        reported = [
            with_label(
                row.title,
                ", ".join(f"{name} {format_stat(value)}" for name, value in zip(names, row.values, strict=True)),
            )
            for row in recap.stats
        ]
        self.setAccessibleName("\n".join(reported))
        self.setFixedHeight(round(30 + ROW * len(recap.stats) + 4))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.summary is None:
            return
        theme, count = widget_theme(self), len(self.summary.points)
        with w.painter_on(self) as painter:
            columns = [QRectF(self.width() - SEAT * (count - seat), 0, SEAT, self.height()) for seat in range(count)]
            for seat in self.summary.winners:
                w.paint_box(painter, columns[seat].adjusted(2, 0, -2, 0), theme.color("gold_tint", 0.75), None)
            for seat, column in enumerate(columns):
                w.paint_badge(painter, QRectF(column.center().x() - 10, 5, 20, 20), seat, theme)
            for place, row in enumerate(self.summary.stats):
                y, most = 30 + ROW * place, leading_seats(row)
                painter.setPen(QPen(theme.color("line"), 1))
                painter.drawLine(QPointF(0, y + 0.5), QPointF(self.width(), y + 0.5))
                rect = QRectF(0, y, columns[0].left() - 4, ROW)
                title = row.title[:1].upper() + row.title[1:]
                w.paint_text(painter, rect, title, theme.color("text"), 13, align=w.LEFT)
                for seat, value in enumerate(row.values):
                    box = QRectF(columns[seat].left(), y, SEAT, ROW)
                    if seat in most:
                        w.paint_text(painter, box, format_stat(value), theme.color("text"), 14, SEMIBOLD, w.CENTER)
                    else:
                        w.paint_text(painter, box, format_stat(value), theme.color("second"), 14, align=w.CENTER)


def format_stat(value: int | None) -> str:
    return "–" if value is None else str(value)


class MomentCard(w.PaintedButton):
    """A key moment with its picture; a click replays the match from there."""

    def __init__(self, number: int, moment: KeyMoment, turn: str, names: Sequence[str]) -> None:
        self.title = name_seats(moment.title(), names)
        super().__init__(self.title)
        self.moment, self.number, self.turn = moment, number, turn
        self.image: QPixmap | None = None  # the board there, once it is drawn
        self.description = name_seats(moment.text, names)
        self.setAccessibleName(f"{self.title}. {turn}")
        self.setAccessibleDescription(self.description)
        w.set_tooltip(self, "\n".join(filter(None, (_("Replay from here"), self.title, self.description))))
        self.setMinimumSize(200, LOW)
        self.setMaximumHeight(TALL)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(318, TALL)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, lit = widget_theme(self), self.hasFocus() or self.underMouse()
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        with w.painter_on(self, smooth=True) as painter:
            shape = QPainterPath()
            shape.addRoundedRect(box, 8, 8)
            painter.setClipPath(shape)
            painter.fillPath(shape, theme.color("panel"))
            room = QRectF(box.left(), box.top(), box.width(), box.height() - CARD_FOOTER)
            painter.fillRect(room, theme.color("table"))
            if self.image is not None:
                paint_cover(painter, self.image, room)
            foot = room.bottom()
            paint_number(painter, QPointF(box.left() + 19, foot + 19), self.number)
            turn = QRectF(box.right() - 88, foot + 8, 78, 22)
            w.paint_text(painter, turn, self.turn, theme.color("second"), 14, align=w.RIGHT, display=True, italic=True)
            title = QRectF(box.left() + 36, foot + 6, turn.left() - box.left() - 40, 26)
            w.paint_text(painter, title, self.title, theme.color("text"), 17, align=w.LEFT, display=True)
            story = QRectF(box.left() + 12, foot + 36, box.width() - 24, TEXT_HEIGHT)
            w.paint_wrapped(
                painter, story, elide_to_two_lines(self.description, story.width()), theme.color("second"), 13
            )
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent" if lit else "border"), 4 if lit else 2))
            painter.drawPath(shape)


def paint_cover(painter: QPainter, image: QPixmap, room: QRectF) -> None:
    """Paint the middle of an image, as large as needed to fill the room."""
    size = image.size()
    scale = max(room.width() / size.width(), room.height() / size.height())
    part = QRectF(0, 0, room.width() / scale, room.height() / scale)
    part.moveCenter(QPointF(size.width() / 2, size.height() / 2))
    painter.drawPixmap(room, image, part)


def elide_to_two_lines(story: str, width: float) -> str:
    words = story.split()
    while words and w.wrapped_height(story, width, 13) > TEXT_HEIGHT:
        words.pop()
        story = " ".join(words) + " …"
    return story


class IdleSteps(QTimer):
    """Takes the steps of a generator while the event loop is idle."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._steps: Iterator[None] = iter(())
        self.timeout.connect(self._take_some)

    def begin(self, steps: Iterator[None]) -> None:
        """Take these steps instead of those before."""
        self._steps = steps
        self.start()

    def finish(self) -> None:
        """Take the rest at once."""
        for _step in self._steps:
            pass

    def _take_some(self) -> None:
        until = perf_counter() + SLICE_SECONDS
        for _step in self._steps:
            if perf_counter() >= until:
                return
        self.stop()


class SummarySheet(QWidget):
    """The whole summary. `replay_requested(step)` requests a replay from before this step."""

    replay_requested = Signal(int)

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = names
        self.cards: list[MomentCard] = []
        self._drawing = IdleSteps(self)
        self.winner_banner, self.chart, self.stats = WinnerBanner(), ScoreChart(), StatRows()
        self.heading = w.title_label("", 17)
        self.stats_heading = w.title_label(_("Seat statistics"), 17)
        left, right = w.vbox(self.heading, (self.chart, 1)), w.vbox(self.stats_heading, self.stats, 1)
        both = w.hbox((left, 58), (right, 42), spacing=20)
        self.moments_separator = QWidget()
        heading = w.title_label(_("Highlights"), 15, italic=True)
        heading.setProperty("role", "second")
        w.hbox(heading, (w.Separator(), 1), parent=self.moments_separator, spacing=10)
        self.moments = w.hbox(spacing=10)
        self._rows = both, self.moments
        items = self.winner_banner, (both, 3), self.moments_separator, (self.moments, 2)
        w.vbox(*items, parent=self, spacing=6, margins=(2, 2, 6, 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        directions = QBoxLayout.Direction
        for row in self._rows:
            row.setDirection(directions.TopToBottom if self.width() < NARROW else directions.LeftToRight)

    def show_match(self, game: Game, line: Sequence[Node], reckoning: ScoreBreakdown) -> None:
        found = summarize(game, line)
        self.winner_banner.show_winners(found.winners, name_seats(reckoning.verdict, self.names))
        self.heading.setText(self.chart.show_summary(found, self.names))
        self.stats.show_summary(found, self.names)
        self.stats_heading.setVisible(bool(found.stats))
        self.stats.setVisible(bool(found.stats))
        w.clear_layout(self.moments)
        self.cards = []
        for number, moment in enumerate(found.moments, 1):
            turn = found.turns[moment.turn].name or _("End")
            card = MomentCard(number, moment, turn, self.names)
            card.clicked.connect(partial(self.replay_requested.emit, moment.step))
            self.moments.addWidget(card)
            self.cards.append(card)
        self.moments_separator.setVisible(bool(self.cards))
        self._drawing.begin(self._draw_pictures(game, line))

    def _draw_pictures(self, game: Game, line: Sequence[Node]) -> Generator[None]:
        for card in self.cards:
            node = line[card.moment.step]
            picture = game.picture.picture(node.state, EVERYBODY)
            yield
            region = moment_region(picture, [cell for event in node.events for cell in event.cells])
            scale = IMAGE_SCALE * MOMENT_WIDTH / region.width()
            image = yield from paint_in_steps(picture, widget_theme(self), scale, region)
            card.image = QPixmap.fromImage(image)
            card.update()

    def image(self, title: str) -> QImage:
        """Return the whole summary under a title as an image at twice the resolution."""
        self._drawing.finish()
        theme = widget_theme(self)
        size = self.size() + QSize(2 * MARGIN, 2 * MARGIN + TITLE)
        image = QImage(size * IMAGE_SCALE, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(IMAGE_SCALE)
        image.fill(theme.color("panel"))
        with w.painter_on(image) as painter:
            head = QRectF(MARGIN, MARGIN - 6, self.width(), TITLE)
            w.paint_text(painter, head, title, theme.color("second"), 19, align=w.LEFT, display=True, italic=True)
            self.render(painter, QPoint(MARGIN, MARGIN + TITLE), renderFlags=QWidget.RenderFlag.DrawChildren)
        return image


def moment_region(picture: Picture, cells: Sequence[int], shape: float = 2.2) -> QRectF:
    """The part of the board around these targets in board units, all of it without any.

    `shape` is its width as a multiple of its height.
    """
    outlines = {target.cell: target.outline for target in picture.targets}
    left, top, right, bottom = picture.bounds
    region = QRectF(left, top, right - left, bottom - top)
    near = outline_path([outlines[cell] for cell in cells if cell in outlines], closed=True).boundingRect()
    if near.isEmpty():
        return region
    wide = max(NEAR, near.width() + 2, (near.height() + 1) * shape)
    near = QRectF(near.center().x() - wide / 2, near.center().y() - wide / shape / 2, wide, wide / shape)
    near.moveLeft(max(region.left(), min(near.left(), region.right() - wide)))
    near.moveTop(max(region.top(), min(near.top(), region.bottom() - near.height())))
    return near.intersected(region)
