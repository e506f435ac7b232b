"""The panel below the board: what is asked of whom, the thing in hand, the buttons, and the way back and forth."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.game import Action
from studio.core.panel import Panel
from studio.core.text import _, plural
from studio.gui.play.match.controller import ANALYSIS, NOBODY, PLAY, REPLAY, MatchController
from studio.gui.play.panels.beads import Beads
from studio.gui.play.panels.buttons_row import ButtonsRow, Command, command
from studio.gui.play.panels.insets import PictureView
from studio.gui.play.replay.bar import ReplayBar
from studio.gui.play.replay.speed import SpeedBox
from studio.gui.style.fonts import display_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Elided, EmblemBadge, PlainButton, paint_card

HAND, SMALL_HAND = 78, 64
TALL, LOW = 150, 90
"""Pixels of height, roomy and compact."""
ROOMY = 820
"""Width in pixels from which the speed slider stays beside the beads."""
MOVE = "move:"
"""Plays one of the moves that have no place."""
HERE = "here:"
"""Plays one of the moves on the place pointed at."""
AT = "at:"
"""Plays the only move on a place, by its number."""


def announce(widget: QWidget, words: str) -> None:
    """Say something through a screen reader, if one is listening."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


class DecisionPanel(QWidget):
    """Shows a decision and its moves. `commanded(name)`: "confirm", "turn", "next", "list", "move:3", "undo", …"""

    commanded = Signal(str)

    def __init__(self, controller: MatchController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self.panel: Panel | None = None
        self.setFixedHeight(TALL)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.compact = False
        outer = QVBoxLayout(self)
        outer.setContentsMargins(14, 11, 14, 8)
        outer.setSpacing(6)
        upper = QHBoxLayout()
        upper.setSpacing(16)
        self.hand = PictureView(self, corner=5)
        self.hand.setFixedSize(HAND, HAND)
        upper.addWidget(self.hand, 0, Qt.AlignmentFlag.AlignVCenter)
        words = QVBoxLayout()
        words.setSpacing(2)
        line = QHBoxLayout()
        line.setSpacing(9)
        self.badge = EmblemBadge(0, 22)
        self.title = Elided("", "text", 20)
        self.title.setFont(display_font(20))
        line.addWidget(self.badge)
        line.addWidget(self.title, 1)
        self.hint = Elided("", "second", 14)
        self.hint.by_sentence = True
        self.row = ButtonsRow()
        self._line, self._words = line, words
        self._acts = QHBoxLayout()
        self._acts.setSpacing(8)
        self._acts.addWidget(self.row, 1)
        words.addLayout(line)
        words.addWidget(self.hint)
        words.addSpacing(4)
        words.addLayout(self._acts)
        upper.addLayout(words, 1)
        outer.addLayout(upper, 1)
        self._foot = lower = QHBoxLayout()
        lower.setContentsMargins(0, 5, 0, 0)
        lower.setSpacing(8)
        self.undo = PlainButton(_("Undo"), "undo", small=True)
        self.redo = PlainButton(_("Redo"), "redo", small=True)
        for button in (self.undo, self.redo):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.beads = Beads()
        self.beads.setMinimumHeight(36)  # the seal is cut else, and all above would shift where the speed is shown
        self.replay = ReplayBar()
        self.speed = SpeedBox(controller.bots.speed)
        lower.addWidget(self.undo)
        lower.addWidget(self.redo)
        lower.addSpacing(6)
        lower.addWidget(self.beads, 1)
        lower.addWidget(self.replay, 1)
        lower.addWidget(self.speed)
        outer.addLayout(lower)
        self.undo.clicked.connect(lambda: self.commanded.emit("undo"))
        self.redo.clicked.connect(lambda: self.commanded.emit("redo"))
        self.row.pressed.connect(self.commanded)

    # what is shown

    def set_compact(self, compact: bool) -> None:
        """Be low: hint beside the title, undo and redo beside the buttons, no line of beads."""
        if compact == self.compact:
            return
        self.compact = compact
        self.setFixedHeight(LOW if compact else TALL)
        side = SMALL_HAND if compact else HAND
        self.hand.setFixedSize(side, side)
        titles = QSizePolicy.Policy.Preferred if compact else QSizePolicy.Policy.Ignored
        self.title.setSizePolicy(titles, QSizePolicy.Policy.Preferred)
        self._line.setStretchFactor(self.title, 0 if compact else 1)
        if compact:
            self._line.addWidget(self.hint, 1)
            self._acts.addWidget(self.undo)
            self._acts.addWidget(self.redo)
        else:
            self._words.insertWidget(1, self.hint)
            self._foot.insertWidget(0, self.undo)
            self._foot.insertWidget(1, self.redo)
        for button, text in ((self.undo, _("Undo")), (self.redo, _("Redo"))):
            button.setText("" if compact else text)
            button.setToolTip(text if compact else "")
            button.updateGeometry()
        if self.panel is not None:
            self.show_panel(self.panel)

    def show_panel(self, panel: Panel) -> None:
        """Show another decision."""
        self.panel = panel
        controller = self.controller
        seat = controller.seat_to_move
        self.badge.setVisible(seat >= 0)
        if seat >= 0:
            self.badge.set_seat(seat)
        title = controller.say(panel.title)
        if title != self.title.full_text():
            announce(self, f"{title}. {controller.say(panel.hint)}")
        self.title.set_text(title)
        self.hand.setVisible(panel.hand is not None)
        if panel.hand is not None:
            self.hand.set_picture(panel.hand)
        replaying = controller.mode == REPLAY
        self.beads.setVisible(not replaying and not self.compact)
        self.undo.setVisible(not replaying)
        self.redo.setVisible(not replaying)
        self.replay.setVisible(replaying)
        self.speed.setVisible(self._speed_matters())
        if replaying:
            reel = controller.reel
            self.replay.show_place(reel.index, len(reel.nodes) - 1, reel.is_running)
        else:
            self.undo.setEnabled(controller.can_undo)
            self.redo.setEnabled(controller.can_redo)
            self._show_beads()
        self.show_choice()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.speed.setVisible(self._speed_matters())

    def _speed_matters(self) -> bool:
        """Whether to show the speed slider: always where there is room, lest the line of beads jump to and fro."""
        controller = self.controller
        if self.compact:
            return False
        if controller.mode != PLAY or controller.is_over:
            return controller.mode == REPLAY
        has_bots = len(controller.humans) < len(controller.setups)
        return controller.seat_to_move in controller.bots or (has_bots and self.width() >= ROOMY)

    def _show_beads(self) -> None:
        controller = self.controller
        decisions = controller.match.decisions()
        sealed = [decision.sealed for decision in decisions]
        shown = max(0, len(decisions) - 40)  # words for those only that can be pointed at
        nodes = controller.match.line()[1:]
        words = [""] * shown + [self._told(nodes[place]) for place in range(shown, len(nodes))]
        words += [self._told(node) for node in controller.match.forward()]
        self.beads.show_line(sealed, len(words) - len(sealed), words, controller.mode == ANALYSIS)

    def _told(self, node: object) -> str:
        events = getattr(node, "events", [])
        texts = [event.text for event in events if event.text and self.controller.may_read(event.private_to)]
        return self.controller.say(texts[0]) if texts else ""

    def show_choice(self) -> None:
        """Show the move pointed at: hint and buttons."""
        if self.panel is None:
            return
        controller = self.controller
        choices = controller.choices
        hint = controller.say(self.panel.hint)
        if not controller.may_choose:
            hint = self._waiting_words(hint)
        elif words := choices.words:
            hint = controller.say(words)
            if hint != self.hint.full_text():
                announce(self, hint)
            if controller.hint:
                hint = f"{controller.hint} {hint}"
        self.hint.set_text(hint)
        commands, keep = self._commands()
        self.row.set_commands(commands, keep)

    def tell(self, words: str) -> None:
        """Say something in the place of the hint until something else is pointed at."""
        announce(self, words)
        self.hint.set_text(words)

    def _waiting_words(self, hint: str) -> str:
        controller = self.controller
        if controller.curtain != NOBODY:
            return _("Everything private is covered until then.")
        if controller.mode == REPLAY:
            count = len(controller.line()) - 1
            told = self._told(controller.node)
            return told if count and told else hint
        if controller.is_over or controller.walk.is_going:
            return hint
        if controller.bots.is_held:
            return _("Bots are paused.")
        return _("The bot is thinking …")

    def _commands(self) -> tuple[list[Command], int]:
        controller = self.controller
        if controller.mode == REPLAY:
            return [
                command("resume", _("Back to the match"), "arrow_left", _("Esc"), filled=True),
                command("analyse", _("Try something from here"), "branch"),
            ], 0
        if controller.is_over:
            first = command("table", _("Final table"), "cup", _("Enter"), filled=True)
            if controller.mode == ANALYSIS:
                return [first, command("resume", _("Back to the match"), "arrow_left", _("Esc"))], 1
            return [first, command("replay", _("Replay"), "play"), command("analyse", _("Analyse"), "branch")], 0
        if controller.may_choose:
            return self._move_commands()
        if controller.curtain != NOBODY:
            return [], 0
        if controller.walk.is_going:
            return [command("halt", _("Stop here"), "stop", _("Esc"), filled=True)], 0
        held = controller.bots.is_held
        return [
            command("pause", _("Go on") if held else _("Pause"), "play" if held else "pause", "P", filled=held),
            command("step", _("One move"), "skip", "."),
        ], 0

    def _move_commands(self) -> tuple[list[Command], int]:
        controller, choices = self.controller, self.controller.choices
        commands: list[Command] = []
        ready, plan = choices.ready, choices.intended
        targeted, places = bool(choices.targets), choices.places
        # where a button answers the question, what may be clicked at any time comes after it
        aside = targeted and not places and bool(choices.loose)
        if plan is not None:
            count = len(plan.actions)
            label = plural("Make {n} move", "Make {n} moves", count).format(n=count)
            if count == 1:
                label = controller.say(choices.label(plan.actions[0]))
            words = controller.say(plan.words)
            commands.append(command("confirm", label, "tick", _("Enter"), filled=True, tip=words))
        elif targeted and choices.chosen is not None and choices.target(choices.chosen) >= 0:
            commands += self._moves_here(choices.chosen)
        elif choices.chosen is None and len(places) == 1 and len(choices.by_target[places[0]]) == 1:
            only = choices.by_target[places[0]][0]
            label, tip = controller.say(choices.label(only)), controller.say(choices.sentence(only))
            commands.append(command(f"{AT}{places[0]}", label, "tick", filled=True, tip=tip))
        elif targeted and choices.chosen is None and not aside:
            commands.append(command("next", _("Choose a place"), "skip", _("Tab"), filled=True))
        digits = self.panel is None or self.panel.tray is None  # else they are the tray's
        for place, action in enumerate(choices.loose):
            filled = action == ready
            key = _("Enter") if filled else str(place + 1) if place < 9 and digits else ""
            sentence = controller.say(choices.sentence(action))
            label = controller.say(choices.label(action))
            commands.append(
                command(f"{MOVE}{place}", label, "tick" if filled else "", key, filled=filled, tip=sentence)
            )
        if targeted and commands and commands[0][0] == "confirm" and len(choices.targets) > 1:
            commands.append(command("next", _("Next place"), "skip", _("Tab")))
        elif aside and choices.chosen is None and plan is None:
            commands.append(command("next", _("Choose a place"), "skip", _("Tab")))
        keep = 0
        if len(choices.actions) > 1:
            commands.append(command("list", _("All moves"), "list", "W", tip=_("Every move in words")))
            keep = 1
        if controller.mode == ANALYSIS:
            commands.append(command("resume", _("Back to the match"), "arrow_left", _("Esc")))
            keep += 1
        return commands, keep

    def _moves_here(self, chosen: Action) -> list[Command]:
        """The move pointed at, and the others on its place: each by its words, or as turns of the same thing."""
        controller, choices = self.controller, self.controller.choices
        target = choices.target(chosen)
        label = controller.say(choices.label(chosen))
        commands = [command("confirm", label, "tick", _("Enter"), filled=True)]
        if choices.differ(target):
            for place, action in enumerate(choices.by_target[target]):
                if action != chosen:
                    words, tip = controller.say(choices.label(action)), controller.say(choices.sentence(action))
                    commands.append(command(f"{HERE}{place}", words, tip=tip))
        elif choices.turns() > 1:
            commands.append(command("turn", _("Turn"), "rotate_right", "R", tip=_("Another move on the same place")))
        return commands

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            paint_card(painter, QRectF(self.rect()), 10)
            if self.compact:
                return
            rule = self.undo.y() - 5 if self.undo.isVisible() else self.replay.y() - 5
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(14, rule, self.width() - 14, rule)
