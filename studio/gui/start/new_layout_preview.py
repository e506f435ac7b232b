"""What the choices give: the board large with facts and findings, and other rolls of the same choices below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from studio.core.cancellation import Patience, Spent
from studio.core.form import Section, Survey
from studio.core.game import Body
from studio.core.generation import Recipe
from studio.core.picture import Picture
from studio.core.problems import Problem, Severity
from studio.core.protocols import Game
from studio.core.text import _
from studio.gui.background_task import Inquiry
from studio.gui.board.view import BoardView
from studio.gui.editor.clipboard import counted
from studio.gui.editor.problems.panel import ProofSign, proof_words
from studio.gui.editor.problems.problem_groups import Proof, Prover, verdict
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.settings import settings
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, ScrollArea, SeverityMark, ToolButton, set_tip, text_label

# The board of a roll, large: zoomed by buttons or the wheel, moved by dragging; another one fades in.

FADE_MS = 120
STEP = 1.25
SIZE = QSize(640, 440)
PALE = 0.62


class Veil(QWidget):
    """Lies over a board: what was there before fades away, and what holds no more is pale."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self.is_pale = False
        self._before = QPixmap()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.fade = QVariantAnimation(self)
        self.fade.setStartValue(1.0)
        self.fade.setEndValue(0.0)
        self.fade.setDuration(FADE_MS)
        self.fade.valueChanged.connect(lambda _value: self.update())
        self.fade.finished.connect(self._clear)

    def fade_from(self, before: QPixmap) -> None:
        """Show what was there before for a moment, paler and paler."""
        self._before = before
        self.fade.stop()
        self.fade.start()

    def _clear(self) -> None:
        self._before = QPixmap()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if not self._before.isNull():
                painter.setOpacity(float(self.fade.currentValue()))
                painter.drawPixmap(0, 0, self._before)
                painter.setOpacity(1.0)
            if self.is_pale:
                painter.fillRect(self.rect(), current_theme().color("panel", PALE))


class ZoomButtons(QWidget):
    """Smaller, larger, whole."""

    def __init__(self, view: BoardView, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.farther = ToolButton("zoom_out", _("Zoom out"), px=30)
        self.closer = ToolButton("zoom_in", _("Zoom in"), px=30)
        self.whole = ToolButton("fit", _("The whole board"), px=30)
        self.farther.clicked.connect(lambda: view.zoom_by(1 / STEP))
        self.closer.clicked.connect(lambda: view.zoom_by(STEP))
        self.whole.clicked.connect(view.fit)
        row = QHBoxLayout(self)
        row.setContentsMargins(3, 3, 3, 3)
        row.setSpacing(2)
        for button in (self.farther, self.closer, self.whole):
            row.addWidget(button)


class PreviewBoard(QWidget):
    """Shows one board after another."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = BoardView(current_theme())
        self.view.set_pan_tool(True)
        self.view.setAccessibleName(_("Preview"))
        self.veil = Veil(self.view)
        self._has_picture = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 80)
        self.buttons = ZoomButtons(self.view, self)

    def sizeHint(self) -> QSize:
        return SIZE

    def show_picture(self, picture: Picture) -> None:
        """Show another board; the one before fades unless motion is reduced."""
        if self._has_picture and self.isVisible() and settings().value("motion"):
            self.veil.fade_from(self.view.grab())
        self._has_picture = True
        self.view.set_picture(picture)

    def set_pale(self, is_pale: bool) -> None:
        """Whether what is shown does not hold any more."""
        self.veil.is_pale = is_pale
        self.veil.update()

    def is_drawn(self) -> bool:
        """Whether the picture is there."""
        return self._has_picture and self.view.is_settled

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.veil.setGeometry(self.view.rect())
        room = self.buttons.sizeHint()
        self.buttons.setGeometry(
            self.width() - room.width() - 8, self.height() - room.height() - 8, room.width(), room.height()
        )
        self.buttons.raise_()


# What comes of a recipe and a seed, worked out in a thread: layout, findings, figures and picture, or a refusal.

PAUSE_MS = 40
"""Choices rest so long before they are rolled: a slider that is dragged asks for its newest place only."""
SECONDS = 2.0
"""How long the proof of one roll among others may think."""


@dataclass(frozen=True, slots=True, eq=False)
class Wish:
    """What is to be made."""

    game: Game
    recipe: Recipe
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class Roll:
    """What was made of a wish; `refusal` says why nothing was, else there are body and picture."""

    wish: Wish
    body: Body | None = None
    picture: Picture | None = None
    problems: Sequence[Problem] = ()
    facts: Sequence[Section] = ()
    refusal: str = ""
    proof: Proof = Proof.IDLE
    brief: str = ""
    """What tells it from other rolls, in a few signs, once it was measured."""


def rolled(wish: Wish) -> Roll:
    """Make the layout. Never raises for a recipe of the game."""
    game = wish.game
    try:
        body = game.make(wish.recipe, wish.seed)
    except ValueError as refusal:
        return Roll(wish, refusal=str(refusal))
    return Roll(wish, body, game.sketch(body, still=True), tuple(game.check(body)), tuple(game.form(body, -1)))


def proved(wish: Wish, patience: Patience) -> Roll:
    """The same with what its proof finds out, if that is soon."""
    roll = rolled(wish)
    if roll.body is None:
        return roll
    patience.limit(SECONDS)
    proof, brief = verdict(wish.game.prove(roll.body, patience)), ""
    with suppress(Spent):
        brief = wish.game.survey(roll.body, -1, patience).brief
    return replace(roll, proof=proof, brief=brief)


class Measurer(Inquiry[Roll, Survey]):
    """Measures the roll that is shown, in a thread; nothing of what was refused."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            lambda roll, patience: roll.wish.game.survey(roll.body, -1, patience), "roll surveys", parent, PAUSE_MS
        )


class Roller(Inquiry[Wish, Roll]):
    """Makes the newest wish in a thread, and perhaps proves it there."""

    def __init__(self, room: str, parent: QObject | None = None, proves: bool = False) -> None:
        def answer(wish: Wish, patience: Patience) -> Roll:
            return proved(wish, patience) if proves else rolled(wish)

        super().__init__(answer, room, parent, PAUSE_MS)


# What the choices give: the board large with facts and findings, and other rolls of the same choices below.

SMALL = QSize(141, 96)
FACTS, FACTS_FROM = 240, 700
"""How wide the facts are, and how wide the card must be to have room for them."""
ROLLS, PITCH = 6, 128
"""Other rolls at most, and the room that each asks for."""
MOST_FACTS, MOST_FINDINGS = 3, 3


class PreviewCard(Card):
    """The board that Create would create, with what is to be said of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Preview"), " ", parent)
        self.roll: Roll | None = None
        row = QHBoxLayout()
        row.setSpacing(14)
        self.picture = PreviewBoard()
        row.addWidget(self.picture, 1)
        told = QWidget()
        self.facts = ScrollArea(told, name=_("Facts"))
        self.facts.setFixedWidth(FACTS)
        self._facts = QVBoxLayout(told)
        self._facts.setContentsMargins(0, 0, 9, 0)
        self._facts.setSpacing(5)
        row.addWidget(self.facts)
        self.body.addLayout(row, 1)
        line = QHBoxLayout()
        line.setSpacing(8)
        self.proof = ProofSign()
        self.proof.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.sign = QLabel()
        self.words = text_label("", "error", 13, wrap=True)
        self.words.setMinimumHeight(26)
        line.addWidget(self.sign)
        line.addWidget(self.words, 1)
        line.addWidget(self.proof, 1)
        self.counts = text_label("", "second", 13)
        line.addWidget(self.counts)
        self.body.addLayout(line)
        self._prover: Prover | None = None
        self.survey = Survey()
        """What was measured of the board that is shown, once it was."""
        self.measurer = Measurer(self)
        self.measurer.answered.connect(self._measured)

    def show_name(self, name: str) -> None:
        """Head the card with the name that the layout will have."""
        self.set_title(name)

    def show_roll(self, roll: Roll) -> None:
        """Show what was made; a refusal leaves the board that was there, pale, and says what to change."""
        self.roll = roll
        is_refused = bool(roll.refusal)
        self.picture.set_pale(is_refused)
        self.proof.setVisible(not is_refused)
        for part in (self.sign, self.words):
            part.setVisible(is_refused)
        self._stop()
        if is_refused:
            ink = current_theme().color("error")
            self.sign.setPixmap(icon_pixmap("error", ink, 18, self.devicePixelRatioF()))
            self.words.setText(roll.refusal)
            self.counts.setText("")
            return
        assert roll.picture is not None and roll.body is not None
        recipe = roll.wish.recipe
        self.set_note(_("{columns} × {rows} · seed {seed}").format(**{key: recipe[key] for key in ("columns", "rows")},
                                                                   seed=roll.wish.seed))  # fmt: skip
        self.picture.show_picture(roll.picture)
        warnings = [problem for problem in roll.problems if problem.severity is Severity.WARNING]
        hints = [problem for problem in roll.problems if problem.severity is Severity.INFO]
        told = [counted(found[0].severity, len(found)) for found in (warnings, hints) if found]
        self.counts.setText(" · ".join(told))
        set_tip(self.counts, "\n".join(problem.message for problem in (*warnings, *hints)))
        self.survey = Survey()
        self._show_facts(roll)
        self.measurer.ask(roll)
        self.proof.verdicts = roll.wish.game.info.verdicts
        self._prover = prover = Prover(roll.wish.game, self)
        prover.state_changed.connect(lambda: self.proof.set_state(prover.state))
        prover.answered.connect(self._proved)
        prover.ask(roll.body)

    @property
    def proof_state(self) -> Proof:
        """What is known of the board that is shown."""
        return self.proof.state

    def _proved(self, problems: tuple[Problem, ...]) -> None:
        wrong = [problem.message for problem in problems if problem.severity is not Severity.INFO]
        if wrong:
            set_tip(self.proof, "\n".join(wrong))

    def _measured(self, survey: Survey) -> None:
        self.survey = survey
        if self.roll is not None:
            self._show_facts(self.roll)

    def _stop(self) -> None:
        self.measurer.forget()
        if self._prover is not None:
            self._prover.close()
            self._prover.deleteLater()
            self._prover = None
        self.proof.set_state(Proof.IDLE)

    def close_down(self) -> None:
        """Want no proof and no figures any more."""
        self._stop()
        self.measurer.close()

    def _show_facts(self, roll: Roll) -> None:
        """What the layout is and has, from the notes of its form; what was measured; and the worst findings."""
        while self._facts.count():
            item = self._facts.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        shown = [section for section in roll.facts if any(field.kind == "note" for field in section.fields)]
        for section in shown[:MOST_FACTS]:
            notes = [field for field in section.fields if field.kind == "note"]
            if ":" in notes[0].key or len(notes) > 8:
                continue  # about a single tile
            self._add_facts(section.title, [(field.label, str(field.value)) for field in notes])
        if figures := [(overlay.name, overlay.value) for overlay in self.survey.overlays if overlay.value]:
            self._add_facts(_("Survey"), figures)
        for problem in sorted(roll.problems, key=lambda problem: -problem.severity)[:MOST_FINDINGS]:
            self._facts.addWidget(_Found(problem))
        self._facts.addStretch(1)

    def _add_facts(self, title: str, facts: Sequence[tuple[str, str]]) -> None:
        self._facts.addWidget(text_label(title, "text", 13, semibold=True))
        for name, figure in facts:
            self._facts.addWidget(_Fact(name, figure))
        self._facts.addSpacing(8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.facts.setVisible(self.width() >= FACTS_FROM)


class _Fact(QWidget):
    """A figure with its name."""

    def __init__(self, name: str, figure: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(text_label(name, "second", 13), 0, Qt.AlignmentFlag.AlignTop)
        value = text_label(figure, "text", 13, wrap=True)
        value.setAlignment(Qt.AlignmentFlag.AlignRight)
        row.addWidget(value, 1)


class _Found(QWidget):
    """A finding with its sign."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(SeverityMark(problem.severity), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(text_label(problem.message, "second", 12, wrap=True), 1)


class RollTile(QWidget):
    """One other roll: its board small, its seed below. A click, Space or Enter takes it."""

    taken = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.roll: Roll | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(3, 3, 3, 1)
        column.setSpacing(3)
        self.picture = Thumbnail(SMALL)
        self.picture.clicked.connect(self._take)
        self.picture.setCursor(Qt.CursorShape.PointingHandCursor)
        column.addWidget(self.picture, 1)
        line = QHBoxLayout()
        line.setSpacing(4)
        self.sign = QLabel()
        self.words = text_label("", "second", 12)
        line.addStretch(1)
        line.addWidget(self.sign)
        line.addWidget(self.words)
        line.addStretch(1)
        column.addLayout(line)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumWidth(90)

    def clear(self, seed: int) -> None:
        """Wait for the roll of this seed."""
        self.roll = None
        self.words.setText(str(seed))
        self._sign(Proof.CHECKING)

    def show_roll(self, roll: Roll) -> None:
        """Show another roll."""
        self.roll = roll
        if roll.picture is not None:
            self.picture.show_picture(roll.picture)
        self.picture.set_pale(roll.picture is None)
        seed = str(roll.wish.seed)
        self.words.setText(f"{seed} · {roll.brief}" if roll.brief else seed)
        self._sign(roll.proof)
        told = roll.refusal or proof_words(roll.proof, roll.wish.game.info.verdicts)
        self.setAccessibleName(_("Roll {seed}").format(seed=roll.wish.seed))
        self.setAccessibleDescription(told)
        set_tip(self, told)

    def _sign(self, proof: Proof) -> None:
        icon, role = ProofSign.LOOKS[proof]
        ink = current_theme().color(role)
        self.sign.setVisible(proof is not Proof.IDLE)
        self.sign.setPixmap(icon_pixmap(icon, ink, 14, self.devicePixelRatioF()))

    def _take(self) -> None:
        if self.roll is not None and self.roll.body is not None:
            self.taken.emit(self.roll)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: object) -> None:
        self.words.setProperty("role", "accent")
        self.words.style().polish(self.words)
        super().focusInEvent(event)  # type: ignore[arg-type]  # Qt's own event, which is only handed on

    def focusOutEvent(self, event: object) -> None:
        self.words.setProperty("role", "second")
        self.words.style().polish(self.words)
        super().focusOutEvent(event)  # type: ignore[arg-type]  # as above


class RollsCard(Card):
    """Other rolls of the same choices, made one by one. `taken` carries the one that a person wants instead."""

    taken = Signal(object)

    def __init__(self, proof_of_shown: Callable[[], Proof], parent: QWidget | None = None) -> None:
        """`proof_of_shown` says what is known of the board that is shown large."""
        super().__init__(_("Other rolls"), _("same choices, other seeds; a click takes one"), parent, padding=12)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.tiles = [RollTile() for _place in range(ROLLS)]
        for tile in self.tiles:
            tile.taken.connect(lambda roll, tile=tile: self._take(tile, roll))
            row.addWidget(tile, 1)
        self.body.addLayout(row, 1)
        self._wishes: list[tuple[RollTile, Wish]] = []
        self._roller = Roller("other rolls", self, proves=True)
        self._roller.answered.connect(self._came)
        self.proof_of_shown = proof_of_shown
        self._now: Roll | None = None
        self._last, self._again = 0, 0
        """The highest seed that was rolled, and how often one may still be drawn again."""
        self.setFixedHeight(172)

    def show_for(self, roll: Roll) -> None:
        """Roll the choices of the board that is shown with the seeds that follow its own."""
        self._now = roll
        wish = roll.wish
        self._wishes = []
        self._last, self._again = wish.seed + ROLLS, ROLLS
        for number, tile in enumerate(self.tiles):
            tile.clear(wish.seed + number + 1)
            self._wishes.append((tile, Wish(wish.game, wish.recipe, wish.seed + number + 1)))
        self._next()

    def _next(self) -> None:
        while self._wishes and self._wishes[0][0].isHidden():
            self._wishes.pop(0)
        if self._wishes:
            self._roller.ask(self._wishes[0][1])
        else:
            self._roller.forget()

    def _came(self, roll: Roll) -> None:
        if not self._wishes or self._wishes[0][1] is not roll.wish:
            return
        tile, wish = self._wishes.pop(0)
        if (roll.refusal or roll.proof is Proof.FAILS) and self._again > 0:
            self._again, self._last = self._again - 1, self._last + 1  # what is not sound is drawn again
            tile.clear(self._last)
            self._wishes.insert(0, (tile, Wish(wish.game, wish.recipe, self._last)))
        else:
            tile.show_roll(roll)
        self._next()

    def _take(self, tile: RollTile, roll: Roll) -> None:
        """The board that is shown and this one change places."""
        before, proof, self._now = self._now, self.proof_of_shown(), roll
        if before is not None:
            tile.show_roll(replace(before, proof=proof))
        self.taken.emit(roll)

    @property
    def is_busy(self) -> bool:
        """Whether some rolls are still to come."""
        return bool(self._wishes)

    def close_down(self) -> None:
        """Want no more rolls."""
        self._wishes = []
        self._roller.close()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for number, tile in enumerate(self.tiles):
            tile.setVisible((number + 1) * PITCH <= self.width() - 24)
