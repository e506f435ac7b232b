"""A card over the board with the information about a place, or why nothing can be done there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.grid import Grid
from studio.core.panel import Fact, FactGroup, IllegalReason, PlaceInfo
from studio.core.picture import Layer, Path, Picture, is_edge, target_edge
from studio.core.problems import Severity
from studio.core.text import _, join_clauses, join_sentences, points_text, with_label
from studio.gui import widgets as w
from studio.gui.board.painter import paint_picture
from studio.gui.board.view import BoardView
from studio.gui.play.controller import MatchController
from studio.gui.settings import settings
from studio.gui.style.sprites import draw_sprite, sprite_aspect
from studio.gui.style.stylesheet import MEDIUM, NORMAL, SEMIBOLD, display_font, widget_theme
from studio.gui.widgets.accessibility import Role, announce
from studio.gui.widgets.charts import SeverityMark
from studio.gui.widgets.text import RIGHT, paint_wrapped, wrapped_height

CARD_WIDTH = 272
SHADE = 7  # pixels of shadow around the card
EDGE, TOP = 13, 11
HEAD, ROW, PICTURE, BADGE, PIECE = 22, 24, 27, 20, 19
VALUE = 74  # width of a row's value
LARGE_SIZE = 132  # height of the large picture
NEAR = 10  # pixels between card and place


class LargePicture(QWidget):
    def __init__(self, picture: Picture) -> None:
        super().__init__()
        self.picture = picture
        self.setFixedHeight(LARGE_SIZE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        left, top, right, foot = self.picture.bounds
        wide = LARGE_SIZE * (right - left) / (foot - top)
        with w.painter_on(self) as painter:
            box = QRectF((self.width() - wide) / 2, 0, wide, LARGE_SIZE)
            paint_picture(painter, self.picture, widget_theme(self), box)


class FactRows(QWidget):
    """One group of facts, below a line."""

    def __init__(self, part: FactGroup) -> None:
        super().__init__()
        self.part = part
        self._heights = [self._height(fact) for fact in part.facts]
        self._top = 8 + (HEAD if part.title or part.note else 0)
        self.setFixedHeight(self._top + sum(self._heights))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        reported = [f"{fact.text} {fact.value}".strip() for fact in part.facts]
        self.setAccessibleName(with_label(f"{part.title} {part.note}", join_clauses(reported)).strip())

    @staticmethod
    def _text_span(fact: Fact) -> tuple[float, float]:
        """Return where the text of a row begins, and how wide it may be."""
        left = 34.0 if fact.picture is not None else 28.0 if fact.seat >= 0 else 4.0
        return left, CARD_WIDTH - 2 * EDGE - left - (VALUE + 4 if fact.value else 4)

    def _height(self, fact: Fact) -> int:
        lines = wrapped_height(fact.text, self._text_span(fact)[1], 13)
        lines += PIECE + 3 if fact.pieces else 0
        return max(ROW, round(lines) + 7, 32 if fact.picture is not None or fact.share >= 0 else 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, wide = widget_theme(self), float(self.width())
        with w.painter_on(self) as painter:
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(0, 3.5), QPointF(wide, 3.5))
            head = QRectF(4, 6, wide - 8, HEAD)
            w.paint_text(painter, head, self.part.title, theme.color("second"), 12.5, MEDIUM)
            w.paint_text(painter, head, self.part.note, theme.color("second"), 12.5, align=RIGHT)
            y = float(self._top)
            for fact, high in zip(self.part.facts, self._heights, strict=True):
                self._paint(painter, QRectF(0, y, wide, high), fact)
                y += high

    def _paint(self, painter: QPainter, box: QRectF, fact: Fact) -> None:
        theme = widget_theme(self)
        if fact.is_strong:
            w.paint_box(painter, box.adjusted(0, 1, 0, -1), "gold_tint", None, radius=6)
        middle = box.center().y()
        if fact.picture is not None:
            place = QRectF(3, middle - PICTURE / 2, PICTURE, PICTURE)
            paint_picture(painter, fact.picture, theme, place)
            w.paint_box(painter, place, None, "border", radius=3)
        elif fact.seat >= 0:
            w.paint_badge(painter, QRectF(4, middle - BADGE / 2, BADGE, BADGE), fact.seat, theme)
        left, room = self._text_span(fact)
        high = wrapped_height(fact.text, room, 13)
        top = middle - (high + (PIECE + 3 if fact.pieces else 0)) / 2
        rect = QRectF(left, top, room, high + 2)
        paint_wrapped(painter, rect, fact.text, theme.color("text"), 13, SEMIBOLD if fact.is_strong else NORMAL)
        self._paint_pieces(painter, QRectF(left, top + high + 3, room, PIECE), fact)
        value = QRectF(box.right() - VALUE - 4, box.top(), VALUE, box.height() - (8 if fact.share >= 0 else 0))
        w.paint_text(painter, value, fact.value, theme.color("text"), 13.5, SEMIBOLD, RIGHT)
        if fact.share >= 0:
            bar = QRectF(box.right() - 64, box.bottom() - 9, 60, 4)
            w.paint_box(painter, bar, "line", None, radius=2)
            if fact.share > 0:
                bar.setWidth(max(3.0, bar.width() * fact.share))
                w.paint_box(painter, bar, "accent", None, radius=2)

    def _paint_pieces(self, painter: QPainter, box: QRectF, fact: Fact) -> None:
        """Paint sprites side by side, closer together if there are many."""
        wide = [PIECE * sprite_aspect(name) for name in fact.pieces]
        step = min(1.0, (box.width() - max(wide, default=0.0)) / max(1.0, sum(wide[:-1]) + 3 * len(wide)))
        x = box.left()
        for name, room in zip(fact.pieces, wide, strict=True):
            draw_sprite(painter, name, QRectF(x, box.top(), room, PIECE), widget_theme(self), fact.seat)
            x += (room + 3) * step


def answer_text(answer: PlaceInfo) -> str:
    parts = [answer.title, answer.note, answer.text]
    for part in answer.groups:
        facts = ", ".join(f"{fact.text} {fact.value}".strip() for fact in part.facts)
        parts.append(with_label(part.title, facts) if part.title else facts)
    return join_sentences(parts)


class InfoCard(QWidget):
    """Card with the information about one place. `entered` and `left` report the pointer, so that it can be read."""

    accessible_role = Role.HelpBalloon
    rule_requested = Signal(str)
    entered = Signal()
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.info: PlaceInfo | None = None
        self.rule: w.PlainButton | None = None
        self._column = w.vbox(parent=self, spacing=5, margins=(EDGE + SHADE, TOP + SHADE, EDGE + SHADE, TOP + SHADE))
        self.setFixedWidth(CARD_WIDTH + 2 * SHADE)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()

    def show_info(self, answer: PlaceInfo, clause: str, refused: bool) -> None:
        """Show `answer`; `clause` is the title of its rule, `refused` adds the error icon."""
        self.info = answer
        w.clear_layout(self._column)
        parts: list[QWidget] = [self._make_header(answer, refused)]
        if answer.picture is not None:
            parts.append(LargePicture(answer.picture))
        if answer.text:
            text = answer.text.replace(" %", "\N{NO-BREAK SPACE}%")  # no line break before %
            parts.append(w.text_label(text, "text", 14, wrap=True))
        parts += [FactRows(part) for part in answer.groups if part.facts]
        self.rule = None
        if answer.clause:
            parts.append(self._make_footer(answer.clause, clause))
        for part in parts:
            self._column.addWidget(part)
            part.show()
        self.setAccessibleName(answer.title)
        column = self._column
        wraps = column.hasHeightForWidth()
        self.setFixedHeight(column.heightForWidth(self.width()) if wraps else column.sizeHint().height())

    def _make_header(self, answer: PlaceInfo, refused: bool) -> QWidget:
        strip = QWidget()
        row = w.hbox(parent=strip, spacing=8)
        if refused:
            row.addWidget(SeverityMark(Severity.ERROR, 18))
        title = w.Elided(answer.title)
        title.setFont(display_font(19))
        row.addWidget(title, 1)
        if answer.note:
            row.addWidget(w.text_label(answer.note, "second", 13))
        return strip

    def _make_footer(self, number: str, title: str) -> QWidget:
        strip = QWidget()
        label = w.Elided(f"{number} · {title}" if title else number, "second", 13)
        self.rule = w.PlainButton(_("Show rule"), "book", small=True, tip=_("Open the rule in the rulebook"))
        self.rule.setAccessibleName(_("Show rule {clause}").format(clause=number))
        self.rule.clicked.connect(lambda: self.rule_requested.emit(number))
        w.hbox((label, 1), self.rule, parent=strip, spacing=8, margins=(0, 3, 0, 0))
        return strip

    def place_near(self, place: QRect, room: QRect, free: Sequence[QRect]) -> None:
        """Move next to `place` within `room`, covering as little as possible of `free`."""
        size = self.size()
        sides = (
            QPoint(place.center().x() - size.width() // 2, place.bottom() + NEAR - SHADE),
            QPoint(place.right() + NEAR - SHADE, place.center().y() - size.height() // 3),
            QPoint(place.left() - NEAR + SHADE - size.width(), place.center().y() - size.height() // 3),
            QPoint(place.center().x() - size.width() // 2, place.top() - NEAR + SHADE - size.height()),
        )
        places = [self._clamp(corner, size, room) for corner in sides]
        self.move(min(places, key=lambda corner: _covered_area(QRect(corner, size), place, free)))

    @staticmethod
    def _clamp(corner: QPoint, size: QSize, room: QRect) -> QPoint:
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
            w.paint_floating(painter, paper, SHADE)


def _covered_area(card: QRect, place: QRect, free: Sequence[QRect]) -> int:
    """Return the covered area in pixels; that of `place` counts eight times."""
    over = card.intersected(place)
    shared = [card.intersected(one) for one in free]
    return 8 * over.width() * over.height() + sum(one.width() * one.height() for one in shared if not one.isEmpty())


CLOSE_DELAY_MS = 350  # so that the pointer can reach the card
MAX_LINES = 8  # latest score events listed


class PlaceInfoPopup(QObject):
    """Shows information about places until the pointer leaves or, if pinned, until Escape; none if help is off."""

    rule_requested = Signal(str)

    def __init__(
        self,
        page: QWidget,
        board: BoardView,
        controller: MatchController,
        grid: Grid,
        avoided_widgets: Sequence[QWidget],
    ) -> None:
        """A card covers `avoided_widgets` only if there is no other place."""
        super().__init__(page)
        self.page, self.board, self.controller, self.grid = page, board, controller, grid
        self._close_timer = QTimer(self, singleShot=True, interval=CLOSE_DELAY_MS)
        self._close_timer.timeout.connect(self.close)
        self.card = InfoCard(page)
        self.card.rule_requested.connect(self._show_rule)
        self.card.entered.connect(self._close_timer.stop)
        self.card.left.connect(self._schedule_close)
        self.is_pinned = False
        self._source: QWidget | None = None
        self._box = QRect()
        self.target = -1
        self._titles: dict[str, str] = {}
        self._avoided_widgets = avoided_widgets

    @property
    def is_open(self) -> bool:
        return not self.card.isHidden()

    @property
    def is_disabled(self) -> bool:
        return bool(settings().value("purist")) or self.controller.is_covered

    def illegal_reason(self, target: int) -> IllegalReason | None:
        """Return why nothing can be done at a target, if the user is to choose."""
        controller = self.controller
        if not controller.may_choose or self.is_disabled or controller.choices.is_playable(target):
            return None
        return controller.match.game.place_info.why_not(controller.state, target)

    def place_info(self, target: int) -> PlaceInfo | None:
        controller, about = self.controller, self.controller.match.game.place_info
        return None if self.is_disabled else about.describe_place(controller.state, target, controller.viewpoint)

    def show_info(
        self, target: int, source: QWidget, box: QRect, name: str = "", *, pinned: bool = False, lead: str = ""
    ) -> bool:
        """Show why a click on a target is illegal (`pinned`) or what is there; returns whether there is any
        information.

        `box` is the target's box in `source`; `lead` is text that comes first.
        """
        first, then = (self._illegal_info, self.place_info) if pinned else (self.place_info, self._illegal_info)
        answer = first(target) or then(target)
        if answer is None:
            return False
        if lead:
            answer = replace(answer, text=f"{lead}\n{answer.text}".strip())
        self._show(answer, target, source, box, name, pinned)
        return True

    def _illegal_info(self, target: int) -> PlaceInfo | None:
        reason = self.illegal_reason(target)
        if reason is None:
            return None
        return PlaceInfo("", text=reason.text, clause=reason.clause, highlight=self._illegal_picture(target, reason))

    def show_score(self, seat: int, source: QWidget) -> bool:
        """Show how a seat got its points, next to its card."""
        if self.is_disabled:
            return False
        state, names = self.controller.state, self.controller.names
        lines = [line for line in self.controller.match.game.text.score_breakdown(state).lines if line.points[seat]]
        facts = [Fact(". ".join(filter(None, (line.title, line.reason))), str(line.points[seat])) for line in lines]
        shown = facts[-MAX_LINES:]
        earlier = sum(line.points[seat] for line in lines[:-MAX_LINES])
        if earlier:
            shown.insert(0, Fact(_("earlier points"), str(earlier)))
        status = self.controller.view.panel.seats[seat].note  # the card may have no room for it
        parts = (FactGroup(status, tuple(shown or [Fact(_("nothing yet"))])),)
        note = points_text(state.scores()[seat])
        self._show(PlaceInfo(names[seat], note, "", parts), -1, source, source.rect(), "", False)
        return True

    def _show(self, answer: PlaceInfo, target: int, source: QWidget, box: QRect, name: str, pinned: bool) -> None:
        self._close_timer.stop()
        self._watch(None if pinned else source)
        self._box = box
        place = box.translated(source.mapTo(self.page, QPoint()))
        self.target, self.is_pinned = target, pinned
        refused = not answer.title
        say = self.controller.fill_names
        groups = tuple(
            part._replace(facts=tuple(fact._replace(text=say(fact.text)) for fact in part.facts))
            for part in answer.groups
        )
        title = say(answer.title)
        if refused:
            title = _("Not on {place}").format(place=say(name)) if name else _("Not now")
        note, text, marked = say(answer.note), say(answer.text), crop_to_shapes(answer.highlight)
        answer = replace(answer, title=title, note=note, text=text, groups=groups, highlight=marked)
        self.card.show_info(answer, self._bare_title(answer.clause), refused)
        self.board.set_info_overlay(answer.highlight)
        room = QRect(self.page.rect()).adjusted(4, 4, -4, -4)
        self.card.place_near(place, room, self._boxes_to_avoid(answer.highlight))
        if pinned:
            announce(self.card, answer_text(answer))
        self.card.show()
        self.card.raise_()

    def _bare_title(self, clause: str) -> str:
        if not self._titles:
            book = self.controller.match.game.text.book()
            self._titles = {one.key: one.title for chapter in book for one in chapter.clauses}
        return self._titles.get(clause, "")

    def clause_title(self, clause: str) -> str:
        """Return the title of a rule by its key, with its number if it has one."""
        number = clause if clause[:1].isupper() else ""
        return " ".join(part for part in (number, self._bare_title(clause)) if part)

    def _boxes_to_avoid(self, marked: Picture | None) -> list[QRect]:
        """Return what the card should not cover: clickable places, marked ones, `avoided_widgets`."""
        corner = self.board.mapTo(self.page, QPoint())
        boxes = [self.board.widget_rect(target) for target in self.controller.choices.targets]
        boxes += [self.board.widget_box(box) for box in shape_boxes(marked)]
        spared = [
            QRect(part.mapTo(self.page, QPoint()), part.size()) for part in self._avoided_widgets if part.isVisible()
        ]
        return [*(box.translated(corner) for box in boxes), *spared]

    def _illegal_picture(self, target: int, reason: IllegalReason) -> Picture:
        """Return the place that was asked about, and the edges that forbid it."""
        shapes: list[Path] = []
        cell = target_edge(target)[0] if is_edge(target) else target
        if 0 <= cell < self.grid.count:
            outline = self.grid.corners(cell)
            shapes += [Path("fill:error_tint:0.55", (outline,)), Path("dash:error:0.03:0.11:0.07", (outline,))]
        for place in reason.targets:
            if not is_edge(place):
                continue
            where, side = target_edge(place)
            corners = self.grid.corners(where)
            line = ((corners[side], corners[(side + 1) % len(corners)]),)
            shapes += [Path("line:keyline:0.15", line, is_closed=False), Path("line:error:0.08", line, is_closed=False)]
        return Picture((0.0, 0.0, self.grid.width, self.grid.height), (Layer("refused", tuple(shapes)),))

    def _watch(self, source: QWidget | None) -> None:
        if self._source is not None:
            self._source.removeEventFilter(self)
        self._source = source
        if source is not None:
            source.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._schedule_close()
        elif isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            if self._box.contains(event.position().toPoint()):
                self._close_timer.stop()
            elif not self._close_timer.isActive():
                self._schedule_close()
        return False

    def _schedule_close(self) -> None:
        if self.is_open and not self.is_pinned:
            self._close_timer.start()

    def close(self) -> None:
        self._close_timer.stop()
        self._watch(None)
        self.target, self.is_pinned = -1, False
        if self.is_open:
            self.card.hide()
            self.board.set_info_overlay(None)

    def unpin(self) -> None:
        """Close a pinned card, because something else is being done."""
        if self.is_pinned:
            self.close()

    def _show_rule(self, clause: str) -> None:
        self.close()
        self.rule_requested.emit(clause)


def shape_boxes(marked: Picture | None) -> list[QRectF]:
    shapes = [shape for layer in (marked.layers if marked else ()) for shape in layer.shapes]
    found = []
    for outline in {outline for shape in shapes if isinstance(shape, Path) for outline in shape.outlines}:
        xs, ys = [point[-2] for point in outline], [point[-1] for point in outline]
        found.append(QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys))))
    return found


def crop_to_shapes(marked: Picture | None) -> Picture | None:
    """Return the picture without the empty area around its shapes."""
    boxes = shape_boxes(marked)
    if marked is None or not boxes:
        return None
    return replace(
        marked,
        bounds=(
            min(box.left() for box in boxes),
            min(box.top() for box in boxes),
            max(box.right() for box in boxes),
            max(box.bottom() for box in boxes),
        ),
    )
