"""Animates the steps of a match: tiles, pieces, goods and points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, QRect, QRectF, QSize, QVariantAnimation
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QWidget

from studio.core.game import EVERYBODY, LAY
from studio.core.match import Node
from studio.core.panel import Panel, Seat
from studio.core.picture import Picture
from studio.core.plugin import Game
from studio.core.transcript import SCORE
from studio.gui.board.step_markers import StepMarker
from studio.gui.board.view import BoardView
from studio.gui.output.export import picture_pixmap
from studio.gui.play.animation_items import LAND, BoardAnimation, Flight, FlightLayer, map_box, square_at_top
from studio.gui.play.controller import MatchController
from studio.gui.play.panels.seats import SeatCard, SideColumn
from studio.gui.play.status import PositionView
from studio.gui.style.icons import transparent_pixmap
from studio.gui.style.sprites import sprite_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, widget_theme
from studio.gui.widgets import paint_box, painter_on
from studio.gui.widgets.text import CENTER, paint_text

MAX_GAINS = 8  # shown at once


class Gain(NamedTuple):
    """A change of an item (-1: the points) on the card of a seat, which comes from or goes to a cell (-1: nowhere)."""

    seat: int
    item: int
    sprite: str
    amount: int
    cell: int


@dataclass(frozen=True, slots=True)
class Cues:
    """What of a step can be animated.

    `source` is the target of the decision, or -1; `drawn_face` is the tile turned up, which stays in hand or is put
    away; `course` is the path that a piece has taken.
    """

    seat: int = -1
    source: int = -1
    placed_cells: tuple[int, ...] = ()
    drawn_face: Picture | None = None
    stays_in_hand: bool = False
    gains: tuple[Gain, ...] = ()
    flash_cells: tuple[int, ...] = ()
    course: tuple[int, ...] = ()


def find_cues(game: Game, node: Node, eyes: int, before: Panel, after: Panel) -> Cues:
    """Return what `eyes` can see of the step to `node`, comparing the panels before and after it."""
    parent, decision = node.parent, node.decision
    if parent is None or decision is None or not decision.action:
        return Cues()
    events = [event for event in node.events if event.private_to in (EVERYBODY, eyes)]
    laid = tuple(dict.fromkeys(cell for event in events if event.kind == LAY for cell in event.cells))
    faces = [face for draw in decision.draws if (face := game.picture.revealed_picture(parent.state, draw)) is not None]
    closed = [
        cell
        for event in events
        if event.kind == SCORE or (event.kind == "island" and event.seat < 0)
        for cell in event.cells
    ]
    places = [event.cells[-1] for event in events if event.cells]
    return Cues(
        decision.seat,
        game.picture.target(parent.state, decision.action),
        laid,
        faces[0] if faces and not laid else None,
        after.hand is not None,
        tuple(_gains(before, after, places[-1] if places else -1)),
        tuple(dict.fromkeys(closed)),
        course_of(node, eyes),
    )


def course_of(node: Node, eyes: int) -> tuple[int, ...]:
    """Return the path of cells that a piece took to reach `node`; () if it went straight."""
    ways = [event.path for event in node.events if event.private_to in (EVERYBODY, eyes)]
    return next((way for way in ways if len(way) > 2), ())


def _gains(before: Panel, after: Panel, cell: int) -> list[Gain]:
    found: list[Gain] = []
    for old, new in zip(before.seats, after.seats, strict=False):
        if new.points > old.points:
            found.append(Gain(new.seat, -1, "", new.points - old.points, cell))
        found += [
            Gain(new.seat, place, new.items[place].sprite, amount, cell) for place, amount in _changed_items(old, new)
        ]
    return [gain for gain in found if gain.cell >= 0][:MAX_GAINS]


def _changed_items(old: Seat, new: Seat) -> list[tuple[int, int]]:
    """Return (index, change) of the items whose number has changed."""
    if [item.sprite for item in old.items] != [item.sprite for item in new.items]:
        return []
    numbers = [(one.value, other.value) for one, other in zip(old.items, new.items, strict=True)]
    return [
        (place, int(last) - int(first))
        for place, (first, last) in enumerate(numbers)
        if first.isdigit() and last.isdigit() and first != last
    ]


FADE, GLIDE, LONGEST = 260, 420, 1100  # ms: fade only, with motion, longest if there is time
COIN = 26.0  # height of flying goods in pixels


class StepAnimator(QObject):
    """Animates the steps of a match while there is time. It never delays a move or a click."""

    def __init__(
        self,
        page: QWidget,
        board: BoardView,
        controller: MatchController,
        side: SideColumn,
        hand: QWidget,
        where: Callable[[int], tuple[QWidget | None, QRect]],
    ) -> None:
        super().__init__(page)
        self.page, self.board, self.controller, self.side, self.hand = page, board, controller, side, hand
        self.locate = where
        self.board_animation = BoardAnimation(board)
        self.flights = FlightLayer(page)
        self.is_enabled = True
        self._known_steps: Sequence[StepMarker] = ()
        self._hidden_markers = 0  # step markers that arrive with the running animation
        self._animation = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._animation.valueChanged.connect(self._set_progress)
        self._animation.finished.connect(self.finish)
        board.zoom_changed.connect(self.finish)

    @property
    def is_running(self) -> bool:
        return not self.board_animation.isHidden() or self.flights.count > 0

    def set_enabled(self, wanted: bool) -> None:
        """Switch animations on or off; off also ends those that are running."""
        self.is_enabled = wanted
        self.board.set_pulsing(wanted)
        self.side.set_animated(wanted)
        if not wanted:
            self.finish()

    def animate(self, before: PositionView, after: PositionView, moved: tuple[Node, Node] | None) -> None:
        """Animate from one view to another; `moved` are the positions before and after."""
        self.finish()
        self._known_steps = self.board.steps
        if moved is None or (moved[1].parent is not moved[0] and moved[0].parent is not moved[1]):
            self.board.set_picture(after.picture)  # a jump: nothing to animate
            return
        eyes = self.controller.viewpoint
        if moved[1].parent is moved[0]:
            cue = find_cues(self.controller.match.game, moved[1], eyes, before.panel, after.panel)
        else:
            cue = Cues(course=course_of(moved[0], eyes)[::-1])
        flights = self._flights(cue) if self.page.isVisible() else []
        held = cue.placed_cells if any(flight.end == LAND for flight in flights) else ()
        if not self.board_animation.begin(before.picture, after.picture, held, cue.flash_cells, cue.course):
            return
        self.flights.begin(flights)
        span = FADE
        if self.board_animation.has_motion or flights:
            is_long = flights or cue.flash_cells or cue.course
            span = min(LONGEST, max(GLIDE, round(0.95 * self.controller.step_delay))) if is_long else GLIDE
        self._animation.setDuration(span)
        self._animation.start()

    def reveal_markers(self) -> None:
        """Reveal the new step markers one by one, as the animation passes them."""
        if self.is_running:
            steps = self.board.steps
            old = next((place for place in range(len(steps), 0, -1) if steps[place - 1] in self._known_steps), 0)
            self._hidden_markers = len(steps) - old
            self.board.hide_last_steps(self._hidden_markers)

    def finish(self) -> None:
        """End the animation at once."""
        self._animation.stop()
        self._hidden_markers = 0
        self.board.hide_last_steps(0)
        self.flights.finish()
        self.board_animation.finish()

    def _set_progress(self, share: object) -> None:
        if isinstance(share, float) and self.is_running:
            self.board_animation.set_progress(share)
            self.flights.set_progress(share)
            arrival = self.board_animation.arrival
            if self._hidden_markers and share >= arrival:
                come = 1 + int(self._hidden_markers * (share - arrival) / (1.0 - arrival))
                self.board.hide_last_steps(max(0, self._hidden_markers - come))

    # flights

    def _flights(self, cue: Cues) -> list[Flight]:
        found: list[Flight] = []
        source = self._source(cue)
        for cell in cue.placed_cells:
            place = self.board.widget_rect(cell)
            if source is not None and not place.isEmpty():
                box, back = source
                face = partial(self._grab_cell, cell, [])
                found.append(Flight(face, box, map_box(self.page, self.board, place), 0.0, LAND, back))
        if cue.drawn_face is not None and source is not None:
            found.append(self._drawn_tile_flight(cue, cue.drawn_face, *source))
        for number, gain in enumerate(cue.gains):
            flight = self._gain_flight(gain, 0.35 + 0.03 * number)
            if flight is not None:
                found.append(flight)
        return found

    def _source(self, cue: Cues) -> tuple[QRectF, QPixmap | None] | None:
        """Return where a tile comes from: a pile (with its back if it lay face down), the hand, or a seat's card."""
        view, box = self.locate(cue.source) if cue.source >= 0 else (None, QRect())
        if view is not None and view is not self.board and self.side.isAncestorOf(view):
            pile = square_at_top(QRectF(box)).toAlignedRect()
            return map_box(self.page, view, pile), view.grab(pile)
        if self.hand.isVisible():
            return map_box(self.page, self.hand, self.hand.rect()), None
        card = self._card(cue.seat)
        return None if card is None else (square_at_top(map_box(self.page, card, card.rect()), 40.0), None)

    def _card(self, seat: int) -> SeatCard | None:
        cards = self.side.cards
        return cards[seat] if 0 <= seat < len(cards) and cards[seat].isVisible() else None

    def _drawn_tile_flight(self, cue: Cues, face: Picture, box: QRectF, back: QPixmap | None) -> Flight:
        """Return the flight of a drawn tile to the middle of the board, then to the hand or away."""
        board = map_box(self.page, self.board, self.board.rect())
        side = min(120.0, board.height() / 3)
        pixmap = picture_pixmap(
            face, QSize(round(side), round(side)), widget_theme(self.page), self.page.devicePixelRatioF()
        )
        last = square_at_top(board, side * 0.6).translated(0, board.height() * 0.6)
        if cue.stays_in_hand and self.hand.isVisible():
            last = map_box(self.page, self.hand, self.hand.rect())
        elif not cue.stays_in_hand:
            last = square_at_top(QRectF(box.left(), self.page.height() - side, side, side), side * 0.5)
        return Flight(lambda: pixmap, box, last, 0.0, 1.0, back, True, square_at_top(board, side))

    def _gain_flight(self, gain: Gain, begin: float) -> Flight | None:
        """Return the flight of goods or points between a cell and a seat's card."""
        card, place = self._card(gain.seat), self.board.widget_rect(gain.cell)
        if card is None or place.isEmpty():
            return None
        spot = square_at_top(map_box(self.page, self.board, place), COIN)
        spot_on_card = square_at_top(map_box(self.page, card, card.box_of_item(gain.item)), COIN)
        if gain.item < 0:
            pixmap = self._points_pixmap(gain.amount)
        else:
            items, ratio = card.data.items, self.page.devicePixelRatioF()
            seat = items[gain.item].seat if gain.item < len(items) else -1
            pixmap = sprite_pixmap(gain.sprite, COIN, widget_theme(self.page), seat, "", ratio)
        wide = COIN * pixmap.width() / max(1, pixmap.height())
        boxes = [QRectF(box.center().x() - wide / 2, box.top(), wide, COIN) for box in (spot, spot_on_card)]
        first, last = boxes if gain.amount > 0 else boxes[::-1]
        return Flight(lambda: pixmap, first, last, begin, min(1.0, begin + 0.5), None, True)

    def _points_pixmap(self, amount: int) -> QPixmap:
        ratio, theme = self.page.devicePixelRatioF(), widget_theme(self.page)
        pixmap = transparent_pixmap(round(46 * ratio), round(COIN * ratio), ratio)
        with painter_on(pixmap) as painter:
            plate = QRectF(1, 1, 44, COIN - 2)
            paint_box(painter, plate, theme.color("gold_ring"), theme.color("ring_shade"), radius=12)
            paint_text(painter, plate, f"+{amount}", QColor("#3A2A10"), 16, SEMIBOLD, CENTER)
        return pixmap

    def _grab_cell(self, cell: int, remaining: list[QPixmap]) -> QPixmap | None:
        if not remaining and self.board.is_painted:
            remaining.append(self.board.grab_target(cell))
        return remaining[0] if remaining else None
