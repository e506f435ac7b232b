"""Asking the board: what is there, and why nothing can be done. One card at a time, beside what it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from studio.core.grid import Grid
from studio.core.panel import Answer, Fact, Part, Reason
from studio.core.picture import Layer, Path, Picture, is_edge, target_edge
from studio.core.text import _, points
from studio.gui.board.view import BoardView
from studio.gui.play.match.controller import MatchController
from studio.gui.play.over.answer_card import AnswerCard
from studio.gui.settings import settings

LINGER = 350
"""Milliseconds that a card stays when the pointer has left its place, so that it can be reached."""
LINES = 8
"""So many of the last things that brought points are told one by one."""


class Answers(QObject):
    """Shows answers over a page until the pointer goes elsewhere or, once they are pinned by a click, until Escape.

    `rule_wanted(clause)`. Nothing is answered to purists, and nothing while the table changes hands.
    """

    rule_wanted = Signal(str)

    def __init__(self, page: QWidget, board: BoardView, controller: MatchController, grid: Grid) -> None:
        super().__init__(page)
        self.page, self.board, self.controller, self.grid = page, board, controller, grid
        self.card = AnswerCard(page)
        self.card.rule_wanted.connect(self._show_rule)
        self.card.entered.connect(self._stay)
        self.card.left.connect(self._leave)
        self.is_pinned = False
        self._source: QWidget | None = None
        self._box = QRect()
        self.target = -1
        """What the card speaks of."""
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(LINGER)
        self._wait.timeout.connect(self.close)
        self._titles: dict[str, str] = {}
        self.spared: Sequence[QWidget] = ()
        """Parts of the page that a card lies over only if it must."""

    @property
    def is_open(self) -> bool:
        """Whether a card is shown."""
        return not self.card.isHidden()

    @property
    def is_silent(self) -> bool:
        """Whether the board answers nothing."""
        return bool(settings().value("purist")) or self.controller.is_covered

    def why_not(self, target: int) -> Reason | None:
        """Why nothing can be done at a target, if it is for the person in front of the screen to do something."""
        controller = self.controller
        if not controller.may_choose or self.is_silent or controller.choices.leads_on(target):
            return None
        return controller.match.game.why_not(controller.state, target)

    def about(self, target: int) -> Answer | None:
        """What is at a target, as the eyes on the table may know it."""
        if self.is_silent:
            return None
        return self.controller.match.game.about(self.controller.state, target, self.controller.eyes)

    def ask(
        self, target: int, source: QWidget, box: QRect, name: str = "", *, pinned: bool = False, lead: str = ""
    ) -> bool:
        """Answer what a click on a target cannot do (`pinned`) or what is there; whether there is anything to say.

        It is shown in a box of a widget of the page; `lead` are words that come first.
        """
        first, then = (self._refusal, self.about) if pinned else (self.about, self._refusal)
        answer = first(target) or then(target)
        if answer is None:
            return False
        if lead:
            answer = replace(answer, words=f"{lead}\n{answer.words}".strip())
        self._show(answer, target, source, box, name, pinned)
        return True

    def _refusal(self, target: int) -> Answer | None:
        reason = self.why_not(target)
        if reason is None:
            return None
        return Answer("", words=reason.words, clause=reason.clause, marked=self._refused(target, reason))

    def tell_score(self, seat: int, source: QWidget) -> bool:
        """Say how a seat came by its points, beside its card."""
        if self.is_silent:
            return False
        state, names = self.controller.state, self.controller.names
        lines = [line for line in self.controller.match.game.reckoning(state).lines if line.points[seat]]
        facts = [
            Fact(f"{line.title}. {line.reason}" if line.reason else line.title, str(line.points[seat]))
            for line in lines
        ]
        shown = tuple(facts[-LINES:])
        earlier = sum(line.points[seat] for line in lines[:-LINES])
        if earlier:
            shown = (Fact(_("what came before"), str(earlier)), *shown)
        parts = (Part("", shown or (Fact(_("nothing yet")),)),)
        note = points(state.scores()[seat])
        self._show(Answer(names[seat], note, "", parts), -1, source, source.rect(), "", False)
        return True

    def _show(self, answer: Answer, target: int, source: QWidget, box: QRect, name: str, pinned: bool) -> None:
        self._wait.stop()
        self._listen(None if pinned else source)
        self._box = box
        place = box.translated(source.mapTo(self.page, QPoint()))
        self.target, self.is_pinned = target, pinned
        refused = not answer.title
        say = self.controller.say
        answer = Answer(
            (_("Not on {place}").format(place=say(name)) if name else _("Not now")) if refused else say(answer.title),
            say(answer.note),
            say(answer.words),
            tuple(part._replace(facts=tuple(self._named(fact) for fact in part.facts)) for part in answer.parts),
            answer.clause,
            close_fitting(answer.marked),
            answer.picture,
        )
        self.card.show_answer(answer, self._title_of(answer.clause), refused)
        self.board.set_answer(answer.marked)
        room = QRect(self.page.rect()).adjusted(4, 4, -4, -4)
        self.card.put_beside(place, room, self._kept_free(answer.marked))
        self.card.show()
        self.card.raise_()

    def _named(self, fact: Fact) -> Fact:
        return fact._replace(words=self.controller.say(fact.words))

    def _title_of(self, clause: str) -> str:
        """The title of a clause in the book; read when it is first wanted."""
        if not self._titles:
            book = self.controller.match.game.book()
            self._titles = {one.key: one.title for chapter in book for one in chapter.clauses}
        return self._titles.get(clause, "")

    def called(self, clause: str) -> str:
        """The title of a clause by its key, with its number where it has one."""
        number = clause if clause[:1].isupper() else ""
        return " ".join(part for part in (number, self._title_of(clause)) if part)

    def _kept_free(self, marked: Picture | None) -> list[QRect]:
        """What the card leaves free if it can: places that can be clicked, what is marked, what is asked."""
        corner = self.board.mapTo(self.page, QPoint())
        boxes = [self.board.widget_rect(target) for target in self.controller.choices.targets]
        boxes += [self.board.widget_box(box) for box in boxes_of(marked)]
        spared = [QRect(part.mapTo(self.page, QPoint()), part.size()) for part in self.spared if part.isVisible()]
        return [*(box.translated(corner) for box in boxes), *spared]

    def _refused(self, target: int, reason: Reason) -> Picture:
        """The place that was asked about, and the edges that forbid it."""
        shapes: list[Path] = []
        cell = target_edge(target)[0] if is_edge(target) else target
        if 0 <= cell < self.grid.count:
            outline = self.grid.corners(cell)
            shapes += [Path("fill:error_tint:0.55", (outline,)), Path("dash:error:0.03:0.11:0.07", (outline,))]
        for place in reason.at:
            if not is_edge(place):
                continue
            where, side = target_edge(place)
            corners = self.grid.corners(where)
            line = ((corners[side], corners[(side + 1) % len(corners)]),)
            shapes += [Path("line:keyline:0.15", line, closed=False), Path("line:error:0.08", line, closed=False)]
        return Picture((0.0, 0.0, self.grid.width, self.grid.height), (Layer("refused", tuple(shapes)),))

    # how long

    def _listen(self, source: QWidget | None) -> None:
        """Notice when the pointer leaves what a card speaks of."""
        if self._source is not None:
            self._source.removeEventFilter(self)
        self._source = source
        if source is not None:
            source.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._leave()
        elif isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            if self._box.contains(event.position().toPoint()):
                self._stay()
            elif not self._wait.isActive():
                self._leave()
        return False

    def _stay(self) -> None:
        self._wait.stop()

    def _leave(self) -> None:
        if self.is_open and not self.is_pinned:
            self._wait.start()

    def close(self) -> None:
        """Take the card away."""
        self._wait.stop()
        self._listen(None)
        self.target, self.is_pinned = -1, False
        if self.is_open:
            self.card.hide()
            self.board.set_answer(None)

    def unpin(self) -> None:
        """Take a card away that stays until it has been read: something else is being done."""
        if self.is_pinned:
            self.close()

    def _show_rule(self, clause: str) -> None:
        self.close()
        self.rule_wanted.emit(clause)


def boxes_of(marked: Picture | None) -> list[QRectF]:
    """Where the lines and areas of a picture are."""
    shapes = [shape for layer in (marked.layers if marked else ()) for shape in layer.shapes]
    found = []
    for outline in {outline for shape in shapes if isinstance(shape, Path) for outline in shape.outlines}:
        xs, ys = [point[-2] for point in outline], [point[-1] for point in outline]
        found.append(QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys))))
    return found


def close_fitting(marked: Picture | None) -> Picture | None:
    """The same without the room round it, which would be painted, too."""
    boxes = boxes_of(marked)
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
