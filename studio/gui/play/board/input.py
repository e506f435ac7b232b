"""What mouse and keyboard mean on the board of a match: point, turn, lay, next place; and how choices are marked."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent
from PySide6.QtWidgets import QToolTip

from studio.core.picture import Picture, Target
from studio.gui.board.view import BoardView, Mark, Pointer
from studio.gui.play.match.controller import PLAY, REPLAY, MatchController
from studio.gui.play.panels.decision import MOVE
from studio.gui.play.panels.tray import Tray

ZOOM_STEP = 1.15
ARROWS = {
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_Left: (-1, 0),
}
PLAIN_KEYS = {
    Qt.Key.Key_Return: "confirm",
    Qt.Key.Key_Enter: "confirm",
    Qt.Key.Key_R: "turn",
    Qt.Key.Key_Tab: "next",
    Qt.Key.Key_Backtab: "previous",
    Qt.Key.Key_Plus: "zoom_in",
    Qt.Key.Key_Minus: "zoom_out",
}
REPLAY_KEYS = {
    Qt.Key.Key_Left: "back",
    Qt.Key.Key_Right: "forward",
    Qt.Key.Key_Home: "first",
    Qt.Key.Key_End: "last",
    Qt.Key.Key_Space: "run",
}


class BoardInput(QObject):
    """Turns pointers and keys into choices and commands, and choices into marks and a ghost.

    `commanded(name)` is for the page to carry out, `pressed(target)` a click.
    """

    commanded = Signal(str)
    pressed = Signal(int)

    def __init__(
        self, board: BoardView, controller: MatchController, tray: Tray | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.board = board
        self.controller = controller
        self.tray = tray
        self._pressed = -1
        self._hovered: tuple[int, object] = (-1, None)
        self._ghost: tuple[Picture | None, int] = (None, -1)
        self.beside: tuple[Picture | None, int] = (None, -1)
        """The ghost of a move whose place lies in a picture beside the board, and that place."""
        self._named: tuple[Target, ...] = ()
        self._names: dict[int, str] = {}
        self._is_lit = False
        board.pointed.connect(self._pointed)
        board.installEventFilter(self)

    # showing

    def show_choice(self) -> None:
        """Mark the places that may be clicked and show the chosen move as a ghost."""
        controller = self.controller
        choices = controller.choices
        chosen, plan = choices.chosen, choices.intended
        target = choices.place
        ghost = None
        if plan is not None:
            ghost = plan.picture if any(layer.shapes for layer in plan.picture.layers) else None
        elif chosen is not None and target >= 0:
            ghost = controller.match.game.preview(controller.state, chosen)
        marks = [Mark("last", cell) for cell in self._happened()]
        if not self._is_lit:
            marks += [Mark("legal", place) for place in choices.targets if place != target]
        if target >= 0:
            marks.append(Mark("legal" if ghost is not None and plan is None and not self._is_lit else "chosen", target))
        self.board.set_marks(marks)
        self._ghost = (ghost, target) if self.shows(target) or plan is not None else (None, -1)
        self.beside = (None, -1) if self._ghost[0] is not None else (ghost, target)
        self.board.set_ghost(*self._ghost, choices.turns() > 1)

    def shows(self, target: int) -> bool:
        """Whether a target lies on the board."""
        return target in self._names

    def hush(self) -> None:
        """Take away what only belongs to a choice; the ghost may stay until the tile itself is there."""
        self.board.set_marks(())
        self.board.set_ghost(*self._ghost, False)

    def _happened(self) -> tuple[int, ...]:
        """The cells where the last decision laid something."""
        events = self.controller.node.events
        cells = [cell for event in events if event.kind == "lay" for cell in event.cells]
        return tuple(dict.fromkeys(cells))

    # the mouse

    def _pointed(self, pointer: Pointer) -> None:
        controller = self.controller
        if not controller.may_choose:
            return
        if pointer.kind == "move":
            place = (pointer.target, controller.choices)
            if place != self._hovered:  # a plan takes a moment to think out: once per place and position
                self._hovered = place
                controller.point(pointer.target)
        elif pointer.kind == "wheel":
            if pointer.target not in (-1, controller.choices.place) or not controller.turn(pointer.turn):
                self.board.zoom_by(ZOOM_STEP**-pointer.turn)
        elif pointer.kind == "double":
            self._pressed = -1  # the first click has played already: the second must not play what came next
        elif pointer.kind == "press":
            if pointer.button == Qt.MouseButton.RightButton:
                controller.point(pointer.target)
                controller.turn()
            elif pointer.button == Qt.MouseButton.LeftButton:
                self._pressed = pointer.target
        elif pointer.kind == "release" and pointer.button == Qt.MouseButton.LeftButton:
            pressed, self._pressed = self._pressed, -1
            if pressed == pointer.target >= 0:
                self.pressed.emit(pointer.target)
        elif pointer.kind == "leave":
            self._hovered = (-1, None)

    # the keyboard

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.board and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress:
                return self.key(event)
            if event.type() == QEvent.Type.ShortcutOverride and self.wants_escape(event):
                event.accept()  # the window's own Escape comes after ours
                return True
        if watched is self.board and event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self.words_at(QPointF(event.pos()))
            if words:
                QToolTip.showText(event.globalPos(), words, self.board)
            else:
                QToolTip.hideText()
            return True
        return super().eventFilter(watched, event)

    def words_at(self, place: QPointF) -> str:
        """What a place of the board is called, and what a click there would do."""
        controller = self.controller
        target = self.board.target_at(place)
        if target < 0:
            return ""
        action = controller.choices.at(target)
        if action is not None:
            return controller.say(controller.choices.sentence(action))
        plan = controller.choices.plan(target)
        if plan is not None:
            return controller.say(plan.words)
        return self._names.get(target, "")

    def name_of(self, target: int) -> str:
        """What a place of the board is called; "" for other targets."""
        return self._names.get(target, "")

    @property
    def places(self) -> list[int]:
        """The targets of the board, with moves or without."""
        return list(self._names)

    def set_names(self, picture: Picture) -> None:
        """Learn what the places of a picture are called, and whether it lights them itself."""
        self._is_lit = picture.lit
        if picture.targets is not self._named:
            self._named = picture.targets
            self._names = {target.cell: target.name for target in picture.targets}

    def key(self, event: QKeyEvent) -> bool:
        """Do what a key means; whether it meant anything."""
        key = Qt.Key(event.key())
        modifiers = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if modifiers != Qt.KeyboardModifier.NoModifier:
            return False
        controller = self.controller
        if controller.mode == REPLAY and key in REPLAY_KEYS:
            self.commanded.emit(REPLAY_KEYS[key])
            return True
        if key == Qt.Key.Key_Escape:
            return self._escape()
        if key in ARROWS and controller.may_choose and self._step(*ARROWS[key]):
            return True
        if key in PLAIN_KEYS:
            shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            name = PLAIN_KEYS[key]
            self.commanded.emit("turn_back" if name == "turn" and shifted else name)
            return True
        if Qt.Key.Key_0 <= key <= Qt.Key.Key_9 and self.tray is not None and self.tray.isVisible():
            self.pressed.emit(self.tray.target_of(key - Qt.Key.Key_0))
            return True
        digit = key - Qt.Key.Key_1
        if 0 <= digit < 9 and controller.may_choose and digit < len(controller.choices.loose):
            self.commanded.emit(f"{MOVE}{digit}")
            return True
        return False

    def wants_escape(self, event: QKeyEvent) -> bool:
        """Whether this is an Escape that means something here."""
        return event.key() == Qt.Key.Key_Escape and bool(self._escape_command())

    def _escape_command(self) -> str:
        controller = self.controller
        if controller.walk.is_going:
            return "halt"
        if controller.may_choose and (controller.choices.chosen is not None or controller.choices.planned >= 0):
            return "forget"
        if controller.holds_something:
            return "undo"
        return "resume" if controller.mode != PLAY else ""

    def _escape(self) -> bool:
        command = self._escape_command()
        if command:
            self.commanded.emit(command)
        return bool(command)

    def _step(self, dx: int, dy: int) -> bool:
        """Choose the nearest place that way with a move or a plan; whether any place of the board is one."""
        controller, board = self.controller, self.board
        choices = controller.choices
        targets = dict.fromkeys((*choices.targets, *self._names))
        places = {target: board.widget_rect(target) for target in targets}
        centres = {target: box.center() for target, box in places.items() if not box.isEmpty()}
        here = choices.place
        if here not in centres:
            middle = board.rect().center()
            ahead = {target: _length(centre - middle) for target, centre in centres.items()}
        else:
            ahead = {}
            for target, centre in centres.items():
                offset = centre - centres[here]
                along, aside = offset.x() * dx + offset.y() * dy, abs(offset.x() * dy) + abs(offset.y() * dx)
                if along > 4:
                    ahead[target] = along + 2.2 * aside
        # plans are thought out from the nearest place on, only as far as needed
        for target in sorted(ahead, key=lambda target: ahead[target]):
            if target in choices.by_target or choices.plan(target) is not None:
                controller.point(target)
                board.reveal([target])
                return True
        return here in centres


def _length(offset: QPoint) -> float:
    return math.hypot(offset.x(), offset.y())
