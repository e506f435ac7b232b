"""The preview of a new layout: the board with its facts and problems, and alternatives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from PySide6.QtCore import QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.cancellation import Cancelled, CancelToken
from studio.core.form import Section, Survey
from studio.core.game import Body
from studio.core.generation import Recipe
from studio.core.picture import Picture
from studio.core.plugin import Game
from studio.core.problems import Problem, Severity
from studio.core.text import _
from studio.gui import widgets as w
from studio.gui.background_task import BackgroundTask
from studio.gui.board.view import BoardView
from studio.gui.editor.problem_names import count_text
from studio.gui.editor.problems.panel import VerifyStatus, verify_text
from studio.gui.editor.problems.problem_groups import Verifier, VerifyState, verify_state_of
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.settings import settings
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets.accessibility import Role

# The large board, with zoom and panning.

FADE_MS = 120
STEP = 1.25
SIZE = QSize(640, 440)
DIMMED_OPACITY = 0.62


class FadeOverlay(QWidget):
    """Lies over a board: the previous board fades out, and an outdated one is dimmed."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self.is_dimmed = False
        self._before = QPixmap()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.fade = QVariantAnimation(self, startValue=1.0, endValue=0.0, duration=FADE_MS)
        self.fade.valueChanged.connect(lambda _value: self.update())
        self.fade.finished.connect(self._clear)

    def fade_from(self, before: QPixmap) -> None:
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
            if self.is_dimmed:
                painter.fillRect(self.rect(), current_theme().color("panel", DIMMED_OPACITY))


class ZoomButtons(QWidget):
    """Zoom out, zoom in, fit."""

    def __init__(self, view: BoardView, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.zoom_out_button = w.ToolButton("zoom_out", _("Zoom out"), px=30, act=lambda: view.zoom_by(1 / STEP))
        self.zoom_in_button = w.ToolButton("zoom_in", _("Zoom in"), px=30, act=lambda: view.zoom_by(STEP))
        self.fit_button = w.ToolButton("fit", _("Fit board"), px=30, act=view.fit)
        w.hbox(self.zoom_out_button, self.zoom_in_button, self.fit_button, parent=self, spacing=2, margins=(3, 3, 3, 3))


class PreviewBoard(QWidget):
    """Shows one board after another."""

    def __init__(self) -> None:
        super().__init__()
        self.view = BoardView(current_theme())
        self.view.set_pan_tool(True)
        self.view.setAccessibleName(_("Preview"))
        self.overlay = FadeOverlay(self.view)
        self._has_picture = False
        w.vbox(self.view, parent=self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 80)
        self.buttons = ZoomButtons(self.view, self)

    def sizeHint(self) -> QSize:
        return SIZE

    def show_picture(self, picture: Picture) -> None:
        """Show another board; the one before fades unless motion is reduced."""
        if self._has_picture and self.isVisible() and settings().value("motion"):
            self.overlay.fade_from(self.view.grab())
        self._has_picture = True
        self.view.set_picture(picture)

    def set_dimmed(self, is_pale: bool) -> None:
        self.overlay.is_dimmed = is_pale
        self.overlay.update()

    def is_drawn(self) -> bool:
        return self._has_picture and self.view.is_painted

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.overlay.setGeometry(self.view.rect())
        room = self.buttons.sizeHint()
        self.buttons.setGeometry(
            self.width() - room.width() - 8, self.height() - room.height() - 8, room.width(), room.height()
        )
        self.buttons.raise_()


# The layout of a recipe and a seed, generated in a worker thread.

PAUSE_MS = 40  # delay before generating, so that a dragged slider generates once
VERIFY_SECONDS = 2.0  # time limit for verifying an alternative


@dataclass(frozen=True, slots=True, eq=False)
class GenerateRequest:
    """The game, options and seed of a layout to generate."""

    game: Game
    recipe: Recipe
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class GeneratedLayout:
    """The result of a request: body and picture, or the reason in `refusal`."""

    request: GenerateRequest
    body: Body | None = None
    picture: Picture | None = None
    problems: Sequence[Problem] = ()
    facts: Sequence[Section] = ()
    error: str = ""
    proof: VerifyState = VerifyState.IDLE
    survey_text: str = ""  # short survey result, once measured


def generate_preview(wish: GenerateRequest, _patience: CancelToken | None = None) -> GeneratedLayout:
    """Generate a layout. Never raises for a recipe of the game."""
    game = wish.game
    try:
        body = game.generation.make(wish.recipe, wish.seed)
    except ValueError as refusal:
        return GeneratedLayout(wish, error=str(refusal))
    return GeneratedLayout(
        wish,
        body,
        game.sketch.sketch(body, still=True),
        tuple(game.checks.check(body)),
        tuple(game.editing.form(body, -1)),
    )


def generate_verified(wish: GenerateRequest, patience: CancelToken) -> GeneratedLayout:
    """Generate and verify a layout, within a time limit."""
    roll = generate_preview(wish)
    if roll.body is None:
        return roll
    patience.set_timeout(VERIFY_SECONDS)
    proof, brief = verify_state_of(wish.game.checks.verify(roll.body, patience)), ""
    with suppress(Cancelled):
        brief = wish.game.checks.survey(roll.body, -1, patience).brief
    return replace(roll, proof=proof, survey_text=brief)


def survey_generated(roll: GeneratedLayout, patience: CancelToken) -> Survey:
    return roll.request.game.checks.survey(roll.body, -1, patience)


# The preview: the large board with its facts and problems, and alternatives below.

SMALL = QSize(141, 96)
FACTS, MIN_WIDTH_FOR_FACTS = 240, 700  # pixels of the facts, and of a card that shows them
ALTERNATIVE_COUNT, PITCH = 6, 128  # maximum number of alternatives, and pixels for each
MAX_FACTS, MAX_PROBLEMS = 3, 3


class PreviewCard(w.Card):
    """The board that Create would create, with its facts and problems."""

    def __init__(self) -> None:
        super().__init__(_("Preview"), " ")
        self.generated: GeneratedLayout | None = None
        self.picture = PreviewBoard()
        self.facts = w.ScrollArea(QWidget(), name=_("Facts"))
        self.facts.setFixedWidth(FACTS)
        self.body.addLayout(w.hbox((self.picture, 1), self.facts, spacing=14), 1)
        self.verify_status = VerifyStatus()
        self.verify_status.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.error_icon = w.IconLabel("error", "error", 18)
        self.error_label = w.text_label("", "error", 13, wrap=True)
        self.error_label.setMinimumHeight(26)
        self.counts = w.text_label("", "second", 13)
        line = w.hbox(self.error_icon, (self.error_label, 1), (self.verify_status, 1), self.counts, spacing=8)
        self.body.addLayout(line)
        self._prover: Verifier | None = None
        self.survey = Survey()  # of the board that is shown; empty until measured
        self.measurer = BackgroundTask(survey_generated, "roll surveys", self, PAUSE_MS)
        self.measurer.result_ready.connect(self._on_measured)

    def show_layout(self, roll: GeneratedLayout) -> None:
        self.generated = roll
        is_refused = bool(roll.error)
        self.picture.set_dimmed(is_refused)
        self.verify_status.setVisible(not is_refused)
        for part in (self.error_icon, self.error_label):
            part.setVisible(is_refused)
        self._stop()
        if is_refused:
            self.error_label.setText(roll.error)
            self.counts.setText("")
            return
        assert roll.picture is not None and roll.body is not None
        recipe = roll.request.recipe
        self.set_note(_("{columns} × {rows} · seed {seed}").format(**{key: recipe[key] for key in ("columns", "rows")},
                                                                   seed=roll.request.seed))  # fmt: skip
        self.picture.show_picture(roll.picture)
        warnings = [problem for problem in roll.problems if problem.severity is Severity.WARNING]
        hints = [problem for problem in roll.problems if problem.severity is Severity.INFO]
        reported = [count_text(found[0].severity, len(found)) for found in (warnings, hints) if found]
        self.counts.setText(" · ".join(reported))
        w.set_tooltip(self.counts, "\n".join(problem.message for problem in (*warnings, *hints)))
        self.survey = Survey()
        self._show_facts(roll)
        self.measurer.start(roll)
        self.verify_status.verdicts = roll.request.game.info.verdicts
        self._prover = prover = Verifier(roll.request.game, self)
        prover.state_changed.connect(lambda: self.verify_status.set_state(prover.state))
        prover.result_ready.connect(self._on_verified)
        prover.start(roll.body)

    @property
    def verification(self) -> VerifyState:
        return self.verify_status.state

    def _on_verified(self, problems: tuple[Problem, ...]) -> None:
        wrong = [problem.message for problem in problems if problem.severity is not Severity.INFO]
        if wrong:
            w.set_tooltip(self.verify_status, "\n".join(wrong))

    def _on_measured(self, survey: Survey) -> None:
        self.survey = survey
        if self.generated is not None:
            self._show_facts(self.generated)

    def _stop(self) -> None:
        self.measurer.cancel()
        if self._prover is not None:
            self._prover.close()
            self._prover.deleteLater()
            self._prover = None
        self.verify_status.set_state(VerifyState.IDLE)

    def shut_down(self) -> None:
        self._stop()
        self.measurer.close()

    def _show_facts(self, roll: GeneratedLayout) -> None:
        """Show the notes of the layout's form, its survey, and the most severe problems."""
        reported = QWidget()
        self._facts = w.vbox(parent=reported, spacing=5, margins=(0, 0, 9, 0))
        shown = [section for section in roll.facts if any(field.kind == "note" for field in section.fields)]
        for section in shown[:MAX_FACTS]:
            notes = [field for field in section.fields if field.kind == "note"]
            if ":" in notes[0].key or len(notes) > 8:
                continue  # about a single tile
            self._add_facts(section.title, [(field.label, str(field.value)) for field in notes])
        if figures := [(overlay.name, overlay.value) for overlay in self.survey.overlays if overlay.value]:
            self._add_facts(_("Survey"), figures)
        for problem in sorted(roll.problems, key=lambda problem: -problem.severity)[:MAX_PROBLEMS]:
            self._facts.addWidget(_ProblemLine(problem))
        self._facts.addStretch(1)
        self.facts.setWidget(reported)  # at once: rows added to a visible widget are drawn before they are laid out

    def _add_facts(self, title: str, facts: Sequence[tuple[str, str]]) -> None:
        self._facts.addWidget(w.text_label(title, "text", 13, semibold=True))
        for name, figure in facts:
            self._facts.addWidget(_Fact(name, figure))
        self._facts.addSpacing(8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.facts.setVisible(self.width() >= MIN_WIDTH_FOR_FACTS)


class _Fact(QWidget):
    """A value with its name."""

    def __init__(self, name: str, figure: str) -> None:
        super().__init__()
        row = w.hbox(parent=self, spacing=10)
        row.addWidget(w.text_label(name, "second", 13), 0, Qt.AlignmentFlag.AlignTop)
        value = w.text_label(figure, "text", 13, wrap=True)
        value.setAlignment(Qt.AlignmentFlag.AlignRight)
        row.addWidget(value, 1)


class _ProblemLine(QWidget):
    """A problem with the mark of its severity."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        row = w.hbox(parent=self, spacing=8)
        row.addWidget(w.SeverityMark(problem.severity), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(w.text_label(problem.message, "second", 12, wrap=True), 1)


class AlternativeTile(QWidget):
    """A small board with its seed. A click, Space or Enter chooses it."""

    accessible_role = Role.Button
    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.generated: GeneratedLayout | None = None
        self.picture = Thumbnail(SMALL)
        self.picture.clicked.connect(self._choose)
        self.picture.setCursor(Qt.CursorShape.PointingHandCursor)
        self.status_icon = w.IconLabel(px=14)
        self.seed_label = w.text_label("", "second", 12)
        line = w.hbox(1, self.status_icon, self.seed_label, 1, spacing=4)
        w.vbox((self.picture, 1), line, parent=self, spacing=3, margins=(3, 3, 3, 1))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumWidth(90)

    def wait_for(self, seed: int) -> None:
        self.generated = None
        self.picture.clear()
        self.seed_label.setText(str(seed))
        self._set_status(VerifyState.CHECKING)

    def show_layout(self, roll: GeneratedLayout) -> None:
        self.generated = roll
        if roll.picture is not None:
            self.picture.show_picture(roll.picture)
        self.picture.set_stale(roll.picture is None)
        seed = str(roll.request.seed)
        self.seed_label.setText(f"{seed} · {roll.survey_text}" if roll.survey_text else seed)
        self._set_status(roll.proof)
        reported = roll.error or verify_text(roll.proof, roll.request.game.info.verdicts)
        self.setAccessibleName(_("Alternative {seed}").format(seed=roll.request.seed))
        self.setAccessibleDescription(reported)
        w.set_tooltip(self, reported)

    def _set_status(self, proof: VerifyState) -> None:
        self.status_icon.setVisible(proof is not VerifyState.IDLE)
        self.status_icon.set_icon(*VerifyStatus.ICONS[proof])

    def _choose(self) -> None:
        if self.generated is not None and self.generated.body is not None:
            self.chosen.emit(self.generated)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        w.set_style_property(self.seed_label, "role", "accent")
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        w.set_style_property(self.seed_label, "role", "second")
        super().focusOutEvent(event)


class AlternativesCard(w.Card):
    """Layouts of the same options with other seeds, generated one by one."""

    chosen = Signal(object)

    def __init__(self, proof_of_shown: Callable[[], VerifyState]) -> None:
        """`proof_of_shown` says what is known of the board that is shown large."""
        super().__init__(_("Alternatives"), _("same options, other seeds; click one to use it"), padding=12)
        self.tiles = [AlternativeTile() for _place in range(ALTERNATIVE_COUNT)]
        for tile in self.tiles:
            tile.chosen.connect(lambda roll, tile=tile: self._swap_with_shown(tile, roll))
        self.body.addLayout(w.hbox(*((tile, 1) for tile in self.tiles), spacing=8), 1)
        self._requests: list[tuple[AlternativeTile, GenerateRequest]] = []
        self._generator = BackgroundTask(generate_verified, "other rolls", self, PAUSE_MS)
        self._generator.result_ready.connect(self._on_generated)
        self.shown_verification = proof_of_shown
        self._shown_layout: GeneratedLayout | None = None
        self._last_seed, self._retries_left = 0, 0
        """The highest seed that was rolled, and how often one may still be drawn again."""
        self.setFixedHeight(172)

    def start_for(self, roll: GeneratedLayout) -> None:
        """Generate alternatives to a layout, with the seeds that follow its own."""
        self._shown_layout = roll
        wish = roll.request
        self._requests = []
        self._last_seed, self._retries_left = wish.seed + ALTERNATIVE_COUNT, ALTERNATIVE_COUNT
        for number, tile in enumerate(self.tiles):
            tile.wait_for(wish.seed + number + 1)
            self._requests.append((tile, GenerateRequest(wish.game, wish.recipe, wish.seed + number + 1)))
        self._next()

    def _next(self) -> None:
        while self._requests and self._requests[0][0].isHidden():
            self._requests.pop(0)
        if self._requests:
            self._generator.start(self._requests[0][1])
        else:
            self._generator.cancel()

    def _on_generated(self, roll: GeneratedLayout) -> None:
        if not self._requests or self._requests[0][1] is not roll.request:
            return
        tile, wish = self._requests.pop(0)
        if (roll.error or roll.proof is VerifyState.FAILS) and self._retries_left > 0:
            self._retries_left -= 1  # what is not sound is drawn again
            self._last_seed += 1
            tile.wait_for(self._last_seed)
            self._requests.insert(0, (tile, GenerateRequest(wish.game, wish.recipe, self._last_seed)))
        else:
            tile.show_layout(roll)
        self._next()

    def _swap_with_shown(self, tile: AlternativeTile, roll: GeneratedLayout) -> None:
        """Exchange the layout of a tile with the one that is shown."""
        before, proof, self._shown_layout = self._shown_layout, self.shown_verification(), roll
        if before is not None:
            tile.show_layout(replace(before, proof=proof))
        self.chosen.emit(roll)

    @property
    def is_busy(self) -> bool:
        return bool(self._requests)

    def shut_down(self) -> None:
        self._requests = []
        self._generator.close()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for number, tile in enumerate(self.tiles):
            tile.setVisible((number + 1) * PITCH <= self.width() - 24)
