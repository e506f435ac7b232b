"""The panel below the board: what to decide, the piece in hand, buttons, undo and redo."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.game import Action
from studio.core.match import Node
from studio.core.text import _, in_context, key_names, plural
from studio.gui.play.choices import Choices
from studio.gui.play.commands import MatchCommands
from studio.gui.play.controller import MatchController
from studio.gui.play.panels.buttons import AmountPicker, ButtonSpec, ButtonsRow, NumbersRow, PlayMove
from studio.gui.play.panels.clickable import PictureView
from studio.gui.play.panels.progress import UndoTimeline
from studio.gui.play.replay.bar import PAUSED, ReplayBar, SpeedBox
from studio.gui.play.status import ANALYSIS, PLAY, REPLAY, PositionView
from studio.gui.style.stylesheet import current_theme, display_font
from studio.gui.widgets import Elided, EmblemBadge, PlainButton, hbox, paint_card, set_tooltip, vbox
from studio.gui.widgets.accessibility import announce
from studio.gui.widgets.actions import key_named

HAND, SMALL_HAND = 78, 64
EDGE, HAND_GAP = 14, 16  # pixels
FULL_HEIGHT, COMPACT_HEIGHT = 150, 90  # pixels
AMOUNTS_MARGIN = 200  # reserved for buttons next to the numbers
COMPACT_MARGIN, RESUME_MARGIN = 88, 54  # reserved for undo and redo, and for the way back from an analysis
MAX_MOVE_BUTTONS = 6  # on one place


class DecisionPanel(QWidget):
    """The panel below the board: what to decide, the piece in hand, the buttons, undo and redo."""

    def __init__(self, controller: MatchController, commands: MatchCommands, *, allows_undo: bool = True) -> None:
        """`allows_undo`: whether undo, redo and the timeline are offered during the match."""
        super().__init__()
        self.controller = controller
        self.commands = commands
        self.view: PositionView | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.compact = self._has_amounts_row = False
        self._allows_undo = allows_undo
        outer = vbox(parent=self, spacing=6, margins=(EDGE, 11, EDGE, 8))
        upper = hbox(spacing=HAND_GAP)
        self.hand = PictureView(self, corner=5)
        self.hand.setFixedSize(HAND, HAND)
        upper.addWidget(self.hand, 0, Qt.AlignmentFlag.AlignVCenter)
        column = vbox(spacing=2)
        self.badge = EmblemBadge(0, 22)
        self.title = Elided("", "text", 20)
        self.title.setFont(display_font(20))
        line = hbox(self.badge, (self.title, 1), spacing=9)
        self.hint = Elided("", "second", 14)
        self.hint.by_sentence = True
        self.button_row = ButtonsRow()
        self.amounts = AmountPicker()
        self._line, self._text_layout = line, column
        self._button_layout = hbox(self.amounts, (self.button_row, 1), spacing=8)
        column.addLayout(line)
        column.addWidget(self.hint)
        self.numbers = NumbersRow()
        column.addWidget(self.numbers)
        column.addSpacing(4)
        column.addLayout(self._button_layout)
        upper.addLayout(column, 1)
        outer.addLayout(upper, 1)
        self._foot = lower = hbox(spacing=8, margins=(0, 5, 0, 0))
        self.undo = PlainButton(_("Undo"), "undo", small=True, act=controller.undo)
        self.redo = PlainButton(_("Redo"), "redo", small=True, act=controller.redo)
        for button in (self.undo, self.redo):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.undo_timeline = UndoTimeline()
        self.undo_timeline.setMinimumHeight(36)  # room for the seal, and as high as the speed slider
        self.replay = ReplayBar()
        self.speed = SpeedBox(controller.bots.speed)
        lower.addWidget(self.undo)
        lower.addWidget(self.redo)
        lower.addSpacing(6)
        lower.addWidget(self.undo_timeline, 1)
        lower.addWidget(self.replay, 1)
        lower.addStretch()
        lower.addWidget(self.speed)
        outer.addLayout(lower)
        self.numbers.picked.connect(controller.pick)
        self.amounts.picked.connect(controller.choose_amount)
        self.undo_timeline.picked.connect(controller.step_by)
        self.replay.seek_requested.connect(controller.playback.seek)
        self.replay.run.clicked.connect(controller.playback.toggle)

    def set_compact(self, compact: bool) -> None:
        """Reduce the height: hint next to the title, undo and redo next to the buttons, no timeline."""
        if compact == self.compact:
            return
        self.compact = compact
        side = SMALL_HAND if compact else HAND
        self.hand.setFixedSize(side, side)
        titles = QSizePolicy.Policy.Preferred if compact else QSizePolicy.Policy.Ignored
        self.title.setSizePolicy(titles, QSizePolicy.Policy.Preferred)
        self._line.setStretchFactor(self.title, 0 if compact else 1)
        if compact:
            self._line.addWidget(self.hint, 1)
            for part in (self.speed, self.undo, self.redo):
                self._button_layout.addWidget(part)
        else:
            self._text_layout.insertWidget(1, self.hint)
            self._foot.insertWidget(0, self.undo)
            self._foot.insertWidget(1, self.redo)
            self._foot.addWidget(self.speed)
        if self.view is not None:
            self.show_view(self.view)
        self._fit_height()

    def _fit_foot(self) -> None:
        """Hide what has no room: texts of undo and redo, then of the speed slider, then parts of the replay bar."""
        row = self._button_layout if self.compact else self._foot
        room = self._text_width() if self.compact else self.width() - 2 * EDGE
        for texts, labels, parts in (
            (not self.compact, 2, 2),
            (False, 2, 2),
            (False, 1, 2),
            *((False, 0, n) for n in (2, 1, 0)),
        ):
            for button in (self.undo, self.redo):
                name = button.accessibleName()
                button.setText(name if texts else "")
                set_tooltip(button, "" if texts else name)
                button.updateGeometry()
            self.speed.show_labels(labels)
            self.replay.show_parts(parts)
            row.invalidate()  # Qt invalidates only the outermost layout
            if row.minimumSize().width() <= room:
                break

    def _text_width(self) -> int:
        return self.width() - 2 * EDGE - (0 if self.hand.isHidden() else self.hand.width() + HAND_GAP)

    def _show_amounts(self, choices: Choices, most: int = 10_000) -> None:
        """Show the amounts next to the buttons, or above them if there is too little room or they need over `most`."""
        extra = COMPACT_MARGIN * self.compact + RESUME_MARGIN * (self.controller.mode == ANALYSIS)
        room = min(most, self._text_width() - AMOUNTS_MARGIN - extra)
        self.amounts.show_amounts(choices.amounts, choices.amount(choices.default_move), room)
        self._has_amounts_row = self.amounts.sizeHint().width() > room
        column, row = self._text_layout, self._button_layout
        if not self._has_amounts_row and row.indexOf(self.amounts) < 0:
            row.insertWidget(0, self.amounts)
        elif self._has_amounts_row and column.indexOf(self.amounts) < 0:
            column.insertWidget(column.indexOf(row), self.amounts, 0, Qt.AlignmentFlag.AlignLeft)

    def _fit_height(self) -> None:
        """Set the height, which is larger if there are numbers to pick, or amounts above the buttons."""
        more = self.numbers.height_for(self._text_width())
        self.numbers.setFixedHeight(more)
        more += 6 if more else 0
        if self._has_amounts_row and not self.amounts.isHidden():
            more += self.amounts.sizeHint().height() + 2
        if self.compact and self.controller.mode == REPLAY:
            more += self.replay.sizeHint().height() + 5
        self.setFixedHeight((COMPACT_HEIGHT if self.compact else FULL_HEIGHT) + more)

    def show_view(self, view: PositionView) -> None:
        self.view, panel = view, view.panel
        controller = self.controller
        seat, title = controller.seat_to_move, panel.title
        if controller.is_awaiting_turn_end:
            seat = controller.last_mover
            title = _("{name}, end your turn?").format(name=controller.names[seat])
        self.badge.setVisible(seat >= 0)
        if seat >= 0:
            self.badge.set_seat(seat)
        if controller.is_awaiting_turn_end and title != self.title.full_text():
            announce(self, title)
        self.title.set_text(title)
        # at the end of a turn the hand already belongs to the next seat
        self.hand.setVisible(panel.hand is not None and not controller.is_awaiting_turn_end)
        replaying = controller.mode == REPLAY
        leads_back = not replaying and (self._allows_undo or controller.mode != PLAY)
        self.undo_timeline.setVisible(leads_back and not self.compact)
        self.undo.setVisible(leads_back)
        self.redo.setVisible(leads_back)
        self.replay.setVisible(replaying)
        self.speed.setVisible(self._is_speed_needed())
        self.speed.set_pausable(not replaying)
        self.speed.set_speed(PAUSED if controller.bots.paused and not replaying else controller.bots.speed)
        if replaying:
            reel = controller.playback
            self.replay.show_place(reel.index, len(reel.nodes) - 1, reel.is_running)
        else:
            self.undo.setEnabled(controller.can_undo)
            self.redo.setEnabled(controller.can_redo)
            self._update_timeline()
        self.show_choice()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():  # the height is set by `show_choice` itself
            self.show_choice()

    def _is_speed_needed(self) -> bool:
        """Whether to show the speed slider: always if others play, so that the timeline does not move."""
        controller = self.controller
        if controller.mode != PLAY or controller.is_over:
            return controller.mode == REPLAY
        return len(controller.humans) < len(controller.setups)

    def _update_timeline(self) -> None:
        nodes = self.controller.steps()
        sealed = [node.decision is not None and node.decision.sealed for node in nodes]
        shown = max(0, len(nodes) - 40)  # only those in reach of the pointer need texts
        summarized = [*nodes[shown:], *self.controller.match.redo_line()]
        texts = [""] * shown + ["".join(self._event_texts(node)[:1]) for node in summarized]
        self.undo_timeline.show_decisions(sealed, len(texts) - len(sealed), texts, self.controller.is_undo_unlimited)

    def _event_texts(self, node: Node) -> list[str]:
        texts = [event.text for event in node.events if event.text and self.controller.may_read(event.private_to)]
        return [self.controller.fill_names(text) for text in texts]

    def show_choice(self) -> None:
        if self.view is None:
            return
        controller, choices, hint = self.controller, self.view.choices, self.view.panel.hint
        if not controller.may_choose:
            hint = self._waiting_text(hint)
        elif text := choices.text:
            hint = f"{controller.hint} {text}" if controller.hint else text
        forced = controller.forced_end_text()
        self.hint.set_role("gold" if forced else "second")
        self.hint.set_text(f"{forced} {hint}".strip())
        if (hand := self.view.panel.hand) is not None:
            chosen = controller.choices.selected_move if controller.may_choose else None
            if chosen is not None:
                hand = controller.match.game.picture.rotated_hand(controller.state, chosen) or hand
            self.hand.set_picture(hand)
        self.numbers.show_numbers(choices.numbers, choices.picked_numbers)
        self._show_amounts(choices)
        self._fit_height()
        self.button_row.set_buttons(self._button_specs(self.view))
        self._button_layout.invalidate()
        excess = self._button_layout.minimumSize().width() - self._text_width()
        if excess > 0 and not self._has_amounts_row and not self.amounts.isHidden():
            self._show_amounts(choices, self.amounts.sizeHint().width() - excess)
            self._fit_height()
        self._fit_foot()

    def show_message(self, words: str) -> None:
        """Show a message in place of the hint until something else is selected."""
        announce(self, words)
        self.hint.set_role("second")
        self.hint.set_text(words)

    def _waiting_text(self, hint: str) -> str:
        controller = self.controller
        if controller.is_covered:
            return _("Private information is hidden until then.")
        if controller.mode == REPLAY:
            count = len(controller.line()) - 1
            reported = " ".join(self._event_texts(controller.node))
            return reported if count and reported else hint
        if controller.is_awaiting_turn_end:
            return _("The match continues when you end your turn.")
        if controller.is_over or controller.move_sequence.is_running or controller.seat_to_move in controller.humans:
            return hint
        if controller.seat_to_move not in controller.bots:
            return _("In lessons, the other seats play prepared moves.")
        if controller.bots.is_held:
            return _("Bots are paused.")
        return _("The bot is thinking…")

    def _button_specs(self, view: PositionView) -> list[ButtonSpec]:
        controller, commands = self.controller, self.commands
        resume = ButtonSpec(controller.resume, _("Back to match"), "arrow_left", key_names("Esc"), pinned=True)
        analyse = ButtonSpec(commands.analyse, _("Analyse"), "branch")
        if controller.mode == REPLAY:
            analyse = analyse._replace(text=_("Analyse from here"))
            take = ButtonSpec(commands.export, _("Export…"), "export", tip=_("Exports an animated image or text"))
            return [resume._replace(filled=True), analyse, take]
        if controller.is_awaiting_turn_end:
            row = [ButtonSpec(controller.end_turn, _("End turn"), "tick", key_names("Enter"), filled=True)]
            if controller.turn_steps() > 1:
                row.append(ButtonSpec(controller.reset_turn, _("Reset turn"), "skip_back"))
            return row
        if controller.is_over:
            first = ButtonSpec(commands.overlays.show_scores, _("Final scores"), "cup", key_names("Enter"), filled=True)
            if controller.mode == ANALYSIS:
                return [first, resume]
            return [first, ButtonSpec(commands.replay, _("Replay"), "play"), analyse]
        if controller.may_choose:
            row = self._move_buttons(view)
            if (count := len(view.choices.actions)) > 1:
                toggle, key = commands.overlays.toggle_moves, key_named("table.moves", "W")
                moves = ButtonSpec(toggle, _("All moves"), "list", key, tip=_("Lists all moves"))
                row.append(moves._replace(total_moves=count - view.choices.amount_count, pinned=True))
            return [*row, resume] if controller.mode == ANALYSIS else row
        if controller.move_sequence.is_running:
            return [ButtonSpec(controller.stop_sequence, _("Stop here"), "stop", key_names("Esc"), filled=True)]
        if controller.is_covered or controller.seat_to_move not in controller.bots:
            return []
        held = controller.bots.is_held
        text, icon = (_("Continue"), "play") if held else (_("Pause"), "pause")
        return [
            ButtonSpec(commands.pause, text, icon, key_named("table.pause", "P"), filled=held),
            ButtonSpec(controller.step_bot, _("One move"), "skip", key_named("table.step", ".")),
        ]

    def _move_button(
        self, choices: Choices, action: Action, icon: str = "", key: str = "", filled: bool = False
    ) -> ButtonSpec:
        label, tip = choices.label(action), choices.sentence(action)
        spec = ButtonSpec(PlayMove(self.controller.play, action), label, icon, key, filled, tip=tip, move_count=1)
        return spec._replace(pinned=action == choices.ending_move)

    def _move_buttons(self, view: PositionView) -> list[ButtonSpec]:
        """Return buttons for the moves that have no place, and one that leads to the places."""
        controller, choices = self.controller, view.choices
        confirm = ButtonSpec(self.commands.confirm, "", "tick", key_names("Enter"), filled=True, move_count=1)
        choose = ButtonSpec(controller.step_target, _("Choose place"), "skip", key_names("Tab"))
        row: list[ButtonSpec] = []
        chosen, plan, places = choices.selected_move, choices.pointed_plan, choices.main_targets
        targeted = bool(choices.targets)
        # buttons that answer the question come before those that are always possible
        aside = targeted and not places and bool(choices.untargeted)
        if plan is not None:
            count = len(plan.actions)
            label = plural("Make {n} move", "Make {n} moves", count).format(n=count)
            label = choices.label(plan.actions[0]) if count == 1 else label
            row.append(confirm._replace(text=label, tip=plan.text))
        elif chosen is not None and choices.target(chosen) >= 0:
            row.append(confirm._replace(text=choices.label(chosen)))
            row += self._same_target_buttons(choices, chosen)
        elif chosen is None and len(places) == 1 and len(choices.by_target[places[0]]) == 1:
            row.append(self._move_button(choices, choices.by_target[places[0]][0], "tick", filled=True))
        elif chosen is None and len(places) == 1 and choices.has_distinct_moves(places[0]):
            # the choice is between moves, not places
            row += [self._move_button(choices, action) for action in choices.by_target[places[0]][:MAX_MOVE_BUTTONS]]
        elif targeted and chosen is None and not aside:
            row.append(choose._replace(filled=True))
        if combined := choices.number_moves:
            row.append(self._number_button(choices))
        # else the digits belong to the tray or the numbers
        digits = view.panel.tray is None and not combined and not choices.amounts
        for place, action in enumerate(choices.untargeted):
            if action in combined:
                continue
            if action == choices.default_move:
                row.append(self._move_button(choices, action, "tick", key_names("Enter"), filled=True))
            elif not choices.amount(action):
                row.append(self._move_button(choices, action, key=str(place + 1) if place < 9 and digits else ""))
        if targeted and row and row[0].callback == confirm.callback and len(choices.targets) > 1:
            row.append(choose._replace(text=_("Next place")))
        elif aside and chosen is None and plan is None:
            row.append(choose)
        return row

    def _number_button(self, choices: Choices) -> ButtonSpec:
        """Return the button of the move that the picked numbers make, or of how many are missing."""
        if choices.selected_move in choices.number_moves:
            return self._move_button(choices, choices.selected_move, "tick", key_names("Enter"), filled=True)
        missing = choices.missing_count()
        text = plural("Click {n} number", "Click {n} numbers", missing).format(n=missing)
        if choices.picked_numbers:
            text = plural("Click {n} more", "Click {n} more", missing).format(n=missing)
        return ButtonSpec(self.commands.confirm, text, "tick", enabled=False)

    def _same_target_buttons(self, choices: Choices, chosen: Action) -> list[ButtonSpec]:
        """Return buttons for the other moves on the selected place: by text, or as rotations."""
        target = choices.target(chosen)
        if choices.has_distinct_moves(target):
            return [self._move_button(choices, action) for action in choices.by_target[target] if action != chosen]
        if choices.move_count() > 1:
            text, tip = in_context("to turn a tile", "Rotate"), _("Shows another move on the same place")
            return [ButtonSpec(self.controller.cycle_move, text, "rotate_right", "R", tip=tip)]
        return []

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_card(painter, QRectF(self.rect()), 10)
            if self.compact:
                return
            rule = self.undo.y() - 5 if self.undo.isVisible() else self.replay.y() - 5
            painter.setPen(QPen(current_theme().color("line"), 1))
            painter.drawLine(14, rule, self.width() - 14, rule)
