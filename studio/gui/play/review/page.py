"""The page of a match review: board and decision, chances of winning, the most expensive moves, totals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QProgressBar, QSizePolicy, QWidget

from studio.bots.judging import mark_titles
from studio.core.game import EVERYBODY
from studio.core.match import Match
from studio.core.text import _, plural
from studio.documents.files import DocumentError
from studio.documents.lessons import Puzzle, add_own_puzzle
from studio.documents.store import HUMAN
from studio.gui import widgets as w
from studio.gui.page import KeyGroup, Page, SeatSetup, TryMove
from studio.gui.play.animation_items import RoundedCorners
from studio.gui.play.marks import MarkBadge
from studio.gui.play.overlays.summary import IdleSteps
from studio.gui.play.review.board import ReviewBoard, draw_thumb
from studio.gui.play.review.cards import ExpensiveCard, MomentCard, Moves, TotalsTable, try_again_text
from studio.gui.play.review.chart import ChanceChart
from studio.gui.play.review.runner import ReviewRunner
from studio.gui.style.stylesheet import current_theme, set_seat_colors, widget_theme
from studio.gui.style.theme import Theme, seat_hues
from studio.gui.widgets.accessibility import announce
from studio.gui.widgets.dialogs import save_bytes, show_document_error
from studio.gui.widgets.inputs import Segmented
from studio.lab.review.chart import result_texts
from studio.lab.review.model import MOST_EXPENSIVE, ReviewStep, TurnReview, review_turns
from studio.lab.review.report import later_text, move_text, review_page
from studio.services.loading import LoadedLayout

GAP = 10
MAX_TITLE = 120  # letters of a puzzle's title
WIDE = 1340  # pixels of a page whose right column is as in the large layout
RIGHT, NARROW_RIGHT = 406, 360
BESIDE = 1000  # pixels of a page, below which the right column is below the rest
HEADER_PADDING = 7
HIGH = 760  # pixels of a page from which the chart has its full height
KEYPAD = Qt.KeyboardModifier.KeypadModifier


class ReviewHeader(w.Card):
    """Title, the turn, buttons to go from turn to turn, and the progress."""

    def __init__(self, page: ReviewPage) -> None:
        super().__init__(padding=HEADER_PADDING)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.title = w.title_label(_("Match review"), 19)
        self.title.setContentsMargins(8, 0, 4, 0)
        self.first = w.ToolButton("to_start", _("First turn (Home)"), act=lambda: page.go_to_turn(1))
        self.back = w.ToolButton("left", _("Previous turn (Left)"), act=lambda: page.turn_by(-1))
        self.turn = w.text_label("", "text", 14, semibold=True)
        self.forward = w.ToolButton("right", _("Next turn (Right)"), act=lambda: page.turn_by(1))
        self.last = w.ToolButton("to_end", _("Last turn (End)"), act=lambda: page.go_to_turn(len(page.turns)))
        self.next_mark = w.PlainButton(_("Next mark"), "fast", "N", small=True, act=lambda: page.go_to_mark(1))
        self.status = w.Elided("", "second", 13)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setFixedWidth(110)
        self.export = w.ToolButton("export", _("Export review…"), act=page.export)
        self.run = w.PlainButton(_("Start review"), "play", small=True, act=page.runner.start)
        self.stop = w.PlainButton(_("Stop"), "stop", small=True, act=page.runner.stop)
        self._line = w.Separator(upright=True)
        self._parts = w.hbox(self.title, self._line, self.first, self.back, self.turn, self.forward, self.last,
            self.next_mark, (self.status, 1), self.bar, self.run, self.stop, self.export, spacing=6)  # fmt: skip
        self.body.addLayout(self._parts)

    def fit(self) -> None:
        """Hide the title, which the tab shows too, if the rest would be cut."""
        for is_shown in (True, False):
            self.title.setVisible(is_shown)
            self._line.setVisible(is_shown)
            self._parts.invalidate()
            if self._parts.minimumSize().width() <= self.width() - 2 * HEADER_PADDING:
                break

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class ReviewPage(Page):
    """The review of one match."""

    icon_name = "history"
    manual_key = "playing"

    def __init__(
        self, match: Match, opened: LoadedLayout, setups: Sequence[SeatSetup], runner: ReviewRunner, name: str
    ) -> None:
        super().__init__()
        self.match, self.opened, self.setups, self.runner, self.name = match, opened, setups, runner, name
        self.line = match.line()
        self.names = [setup.name for setup in setups]
        self.turns: list[TurnReview] = []
        self.step: ReviewStep | None = None
        self._is_chosen = False  # whether the user has chosen the step; else it is the most expensive one so far
        self.seat: int | None = None  # whose expensive moves are shown; None: of all
        self.cards: list[ExpensiveCard] = []
        self._drawing = IdleSteps(self)
        hues = seat_hues([setup.color for setup in setups])
        set_seat_colors(self, hues)
        self._build(current_theme().with_hues(hues))
        runner.changed.connect(self.refresh)
        runner.failed.connect(self.message)
        runner.puzzle_ready.connect(self._add_puzzle)
        self.setAccessibleName(self.title())
        self.setFocusProxy(self.board)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.refresh()
        if not runner.review.steps:
            runner.start()

    # building

    def _build(self, theme: Theme) -> None:
        self.header = ReviewHeader(self)
        self.board = ReviewBoard(theme)
        self.board.setMinimumSize(300, 200)
        self.frame = RoundedCorners(self.board)
        self.moment = MomentCard()
        table = w.hbox((self.board, 1), self.moment, spacing=GAP)
        self.chart_card = w.Card(_("Chance of winning"), " ")
        self.chart = ChanceChart(self.names)
        self.legend = QWidget()
        self.legend.setFixedHeight(24)
        row = w.hbox(parent=self.legend, spacing=6)
        for mark, title in mark_titles().items():
            row.addLayout(w.hbox(MarkBadge(mark), w.text_label(title, "second", 13), spacing=6, margins=(0, 0, 8, 0)))
        self.chart_card.header.addWidget(self.legend)
        self.chart_card.body.addWidget(self.chart, 1)
        self.right = QWidget()
        self.expensive = w.Card(_("Most expensive moves"), " ")
        self.expensive.note_label.hide()
        people = [str(seat) for seat, setup in enumerate(self.setups) if setup.kind == HUMAN]
        self.switch = Segmented([("", _("All")), *((key, self.names[int(key)]) for key in people)], name=_("Seat"))
        self.switch.setVisible(len(people) > 1)
        self.switch.chosen.connect(self._choose_seat)
        self.expensive.header.addWidget(self.switch)
        self.list = w.vbox(spacing=GAP)
        self.empty = w.text_label("", "second", 14, wrap=True)
        self.laurel = w.EmblemBadge(int(people[0]) if people else 0, 42, in_laurel=True)
        self.expensive.header.insertWidget(0, self.laurel)
        self.expensive.body.addLayout(w.vbox(self.empty, self.list, 1, spacing=8))
        self.totals_card = w.Card(_("Summary"))
        self.totals = TotalsTable(self.setups)
        text = _("Luck: how much draws changed the chance of winning, in percentage points")
        self.about = w.text_label(text, "second", 12, wrap=True)
        self.totals_card.body.addLayout(w.vbox(self.totals, self.about, spacing=8))
        w.vbox((self.expensive, 1), self.totals_card, parent=self.right, spacing=GAP)
        left = w.vbox(self.header, (table, 1), self.chart_card, spacing=GAP)
        self._outer: QBoxLayout = w.hbox((left, 1), self.right, parent=self, spacing=GAP, margins=(12, GAP, 12, 12))
        self.chart.turn_chosen.connect(self.go_to_turn)
        self.moment.try_again.clicked.connect(self.try_again)
        self.moment.longer.clicked.connect(self._think_longer)
        self.moment.puzzle.clicked.connect(self._make_puzzle)
        self._keys: dict[tuple[Qt.Key, bool], Callable[[], object]] = {
            (Qt.Key.Key_Left, False): lambda: self.turn_by(-1),
            (Qt.Key.Key_Right, False): lambda: self.turn_by(1),
            (Qt.Key.Key_Left, True): lambda: self.step_by(-1),
            (Qt.Key.Key_Right, True): lambda: self.step_by(1),
            (Qt.Key.Key_Home, False): lambda: self.go_to_turn(1),
            (Qt.Key.Key_End, False): lambda: self.go_to_turn(len(self.turns)),
            (Qt.Key.Key_N, False): lambda: self.go_to_mark(1),
            (Qt.Key.Key_N, True): lambda: self.go_to_mark(-1),
            (Qt.Key.Key_T, False): self.try_again,
            (Qt.Key.Key_S, False): self._next_seat,
            (Qt.Key.Key_F6, False): self._next_panel,
            **{
                (Qt.Key(Qt.Key.Key_1 + place), False): partial(self.show_card, place) for place in range(MOST_EXPENSIVE)
            },
        }

    # state

    def refresh(self) -> None:
        """Show what is known of the review."""
        review = self.runner.review
        self.turns = review_turns(review)
        if review.steps:
            self.totals.show_review(review)
            self.chart.show_review(review, self.turns, result_texts(self.line[-1].state))
        self._show_progress()
        self._show_cards()
        expensive = review.most_expensive()
        if self.turns and not self._is_chosen:
            self._show_step(expensive[0] if expensive else self.turns[-1].key_step)
        elif self.step is not None:
            self._show_step(review.steps[self.step.number - 1])
        else:
            self.board.show_node(self.match.game, self.line[-1], None, EVERYBODY)
            self.moment.setVisible(False)

    def _show_progress(self) -> None:
        review, header, is_running = self.runner.review, self.header, self.runner.is_running
        done, count = review.judged, review.to_judge
        if not review.steps:
            text = _("Calculating chances of winning") if is_running else _("Not reviewed yet")
        elif is_running and review.is_complete:
            text = _("Comparing the moves again")
        elif review.is_complete:
            text = plural("{n} decision reviewed", "{n} decisions reviewed", count).format(n=count)
            text = text if review.people else _("Only bots played: no decisions are reviewed")
        else:
            text = _("{done} of {count} decisions") if is_running else _("Stopped: {done} of {count} decisions")
            text = text.format(done=done, count=count)
        if not review.is_over:
            text = _("{status}; the match is not over").format(status=text)
        header.status.set_text(text, f"{done}/{count}")
        header.bar.setVisible(is_running)
        header.bar.setRange(0, count)
        header.bar.setValue(done)
        header.bar.setAccessibleName(text)
        header.stop.setVisible(is_running)
        header.run.setVisible(not is_running and not review.is_complete)
        header.run.set_text(_("Resume") if review.steps else _("Start review"), "play")
        header.next_mark.setEnabled(any(step.mark for step in review.steps))
        header.export.setEnabled(bool(self.turns))
        header.fit()

    def _show_cards(self) -> None:
        review = self.runner.review
        steps = review.most_expensive(self.seat)
        has_none = review.is_complete and bool(review.people) and not steps
        title = _("Most expensive moves")
        if has_none and (steps := review.best_moves(self.seat)):
            title = _("Best moves")
        self.expensive.set_title(title)
        self.laurel.setVisible(has_none)
        if steps != [card.step for card in self.cards]:
            w.clear_layout(self.list)
            self.cards = []
            for number, step in enumerate(steps, 1):
                card = ExpensiveCard(number, step, self.line[step.number], self._moves(step))
                card.shown.connect(partial(self.show_step, step))
                card.tried.connect(partial(self.try_again, step))
                card.try_button.setVisible(self._can_try(step))
                self.list.addWidget(card)
                self.cards.append(card)
            self._drawing.begin(self._draw_pictures())
        text = ""
        if not review.is_complete:
            text = _("So far; the review is not complete.") if review.steps else ""
        elif not review.people:
            text = _("Only decisions of humans are reviewed.")
        elif has_none:
            text = _("No move has certainly lost 5 % or more.")
            if steps:
                text += " " + _("The leads are estimates for the end of the turn.")
        self.empty.setText(text)
        self.empty.setVisible(bool(text))
        self._mark_card()

    def _draw_pictures(self) -> Iterator[None]:
        theme = widget_theme(self)
        for card in self.cards:
            card.image = QPixmap.fromImage((yield from draw_thumb(self.match.game, card.node, card.step, theme)))
            card.update()

    def _moves(self, step: ReviewStep) -> Moves:
        return Moves(self.match.game, self.line[step.number], step, self.names)

    # going about

    def show_step(self, step: ReviewStep) -> None:
        """Show a decision that the user has chosen."""
        self._is_chosen = True
        self._show_step(step)

    def _show_step(self, step: ReviewStep) -> None:
        """Show a decision on board, card and chart together."""
        is_new = self.step is None or self.step.number != step.number
        if not is_new and step is self.step:
            return
        self.step = step
        review = self.runner.review
        viewer = review.people[0] if review.is_redealt else step.seat
        self.board.show_node(self.match.game, self.line[step.number], step, viewer)
        self.moment.setVisible(True)
        reason = move_text(self.match, step, self.names).reason if step.judgement else ""
        later = later_text(review, self.match, step, self.names) if step.judgement else ""
        self.moment.show_step(step, self._moves(step), reason, later, self.names, can_try=self._can_try(step))
        self.chart.show_current(step.turn)
        header = self.header
        header.turn.setText(_("Turn {n} of {all}").format(n=step.turn, all=len(self.turns)))
        for back, forward in ((header.first, header.last), (header.back, header.forward)):
            back.setEnabled(step.turn > 1)
            forward.setEnabled(step.turn < len(self.turns))
        self._mark_card()
        if is_new:
            announce(self, self.chart.turn_text(self.turns[step.turn - 1]))

    def _mark_card(self) -> None:
        for card in self.cards:
            card.set_chosen(self.step is not None and card.step.number == self.step.number)

    def go_to_turn(self, number: int) -> None:
        if self.turns:
            self.show_step(self.turns[min(max(1, number), len(self.turns)) - 1].key_step)

    def turn_by(self, turns: int) -> None:
        self.go_to_turn((self.step.turn if self.step is not None else 1) + turns)

    def step_by(self, steps: int) -> None:
        """Go forward or back by single decisions."""
        if self.step is not None:
            number, every = self.step.number + steps, self.runner.review.steps
            if 1 <= number <= len(every):
                self.show_step(every[number - 1])

    def go_to_mark(self, direction: int) -> None:
        """Go to the next mark, or the previous one for -1; after the last comes the first."""
        marked = [step for step in self.runner.review.steps if step.mark][::direction]
        here = self.step.number if self.step is not None else 0
        if marked:
            self.show_step(next((step for step in marked if (step.number - here) * direction > 0), marked[0]))

    def show_card(self, place: int) -> None:
        if place < len(self.cards):
            self.show_step(self.cards[place].step)

    def try_again(self, step: ReviewStep | None = None) -> None:
        """Open a match at the decision, which the user may make again."""
        step = step or self.step
        if step is not None and self._can_try(step):
            self.request.emit(TryMove(self.match, self.opened, self.setups, self.line[step.number], step))

    def _can_try(self, step: ReviewStep) -> bool:
        return not self.runner.review.is_redealt and step.moves > 1 and self.setups[step.seat].kind == HUMAN

    def _think_longer(self) -> None:
        if self.step is not None:
            self.runner.think_longer(self.step.number)

    def _make_puzzle(self) -> None:
        if self.step is not None:
            title = _("{match}, turn {n}").format(match=self.name, n=self.step.turn)
            self.runner.make_puzzle(self.step, title[:MAX_TITLE])

    def _add_puzzle(self, puzzle: Puzzle | None) -> None:
        if puzzle is None:
            text = _("No puzzle: the best move must be the only way to the most points of the turn, and not obvious.")
            w.Toast(self, text, "info", seconds=8, over=self.board)
            return
        try:
            add_own_puzzle(puzzle)
        except DocumentError as error:
            show_document_error(self, error)
        else:
            self.message.emit(_("Added to the puzzles of the game"))

    def export(self) -> None:
        """Ask for a file and write the review there as a web page."""
        review, name = self.runner.review, _("{match}, review").format(match=self.name)

        def page(_ending: str) -> bytes:
            return review_page(review, self.match, self.opened.layout.name, self.names)

        saved = save_bytes(self, _("Export review"), name, [(_("Web page"), ".html")], page)
        if saved:
            self.message.emit(_("Saved as {name}").format(name=saved))

    def _choose_seat(self, key: str) -> None:
        self.seat = int(key) if key else None
        self._show_cards()

    def _next_seat(self) -> None:
        keys = ["", *(str(seat) for seat, setup in enumerate(self.setups) if setup.kind == HUMAN)]
        if len(keys) > 2:
            key = keys[(keys.index(self.switch.current()) + 1) % len(keys)]
            self.switch.set_current(key)
            self._choose_seat(key)

    def _next_panel(self) -> None:
        """Move the focus to the next panel."""
        panels: list[QWidget] = [self.board, self.moment.try_again, self.chart]
        panels += [card.show_button if card.show_button.isEnabled() else card.try_button for card in self.cards[:1]]
        panels = [panel for panel in panels if panel.isVisible()]
        here = panels.index(focus) if (focus := self.focusWidget()) in panels else -1
        panels[(here + 1) % len(panels)].setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        act = self._keys.get((Qt.Key(event.key()), is_shifted))
        if w.press_focused(self, event):
            return
        if act is not None and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier & ~KEYPAD:
            act()
        else:
            super().keyPressEvent(event)

    # layout

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide, is_high, is_beside = self.width() >= WIDE, self.height() >= HIGH, self.width() >= BESIDE
        ways = QBoxLayout.Direction
        self._outer.setDirection(ways.LeftToRight if is_beside else ways.TopToBottom)
        self.right.setFixedWidth((RIGHT if is_wide else NARROW_RIGHT) if is_beside else self.width() - 24)
        high = self.about.heightForWidth(self.right.width() - 28)
        self.about.setMinimumHeight(high)  # or it takes room from the cards
        self.board.setMinimumHeight(200 if is_beside else 340)
        self.chart_card.setFixedHeight(286 if is_high else 205)
        self.totals.set_low(not is_high)
        self.legend.setVisible(is_wide)

    def minimumSizeHint(self) -> QSize:
        return QSize(690, super().minimumSizeHint().height())

    # interface of pages

    def live_objects(self) -> Sequence[QObject]:
        return (self.runner,)

    def successor(self, replaced: Mapping[Page, Page]) -> ReviewPage:
        self.match.describe_events()
        return ReviewPage(self.match, self.opened, self.setups, self.runner, self.name)

    def stop_tasks(self) -> None:
        self._drawing.stop()

    def view_state(self) -> object:
        return self.step

    def restore_view_state(self, state: object) -> None:
        if isinstance(state, ReviewStep):
            self.show_step(state)

    def title(self) -> str:
        return _("Review · {name}").format(name=self.name)

    def can_save(self) -> bool:
        return False

    def shortcuts(self) -> Sequence[KeyGroup]:
        keys = [
            (_("Previous or next turn"), ["←", "→"]),
            (_("Previous or next decision"), ["Shift+←", "→"]),
            (_("First or last turn"), ["Home", "End"]),
            (_("Next or previous mark"), ["N", "Shift+N"]),
            (_("Most expensive moves"), ["1", "2", "3"]),
            (try_again_text(), ["T"]),
            (_("Next seat"), ["S"]),
            (_("Next panel"), ["F6"]),
        ]
        return [(_("Match review"), keys)]

    def set_theme(self, theme: Theme) -> None:
        self._drawing.begin(self._draw_pictures())

    def toast_area(self) -> QWidget:
        return self.board

    def about_to_close(self) -> bool:
        self.stop_tasks()
        self.runner.close()
        return True
