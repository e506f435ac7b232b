"""The keys of a match page; a replay has its own."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QCursor, QKeyEvent

from studio.core.book import find_clause
from studio.gui.play.commands import MatchCommands
from studio.gui.play.input import Input
from studio.gui.play.panels.clickable import ItemsCard
from studio.gui.play.status import PLAY, REPLAY

KEY_ZOOM = 1.2
ARROWS = {Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Down: (0, 1), Qt.Key.Key_Left: (-1, 0)}
ZOOM_KEYS = (Qt.Key.Key_Plus, Qt.Key.Key_Minus)
CONFIRM_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
MOVE_KEYS = {*CONFIRM_KEYS, *(Qt.Key(Qt.Key.Key_0 + digit) for digit in range(10))}


class Keyboard(QObject):
    """Handles the keys of the board; the page passes on those of its other widgets."""

    def __init__(self, talk: Input, commands: MatchCommands, skip_animation: Callable[[], bool]) -> None:
        """`skip_animation` is called before any key is handled; returns whether it ended something on show."""
        super().__init__(talk)
        self.input, self.commands = talk, commands
        self.board, self.tray, self.info_popup, self.page = talk.board, talk.tray, talk.info_popup, talk.page
        self.controller = controller = talk.controller
        self._typed: tuple[object, int] = (None, -1)  # the choices and the number typed last
        self._skip_animation = skip_animation
        board, reel = self.board, controller.playback
        self._keys: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Return: commands.confirm,
            Qt.Key.Key_Enter: commands.confirm,
            Qt.Key.Key_R: talk.cycle_move,
            Qt.Key.Key_Tab: controller.step_target,
            Qt.Key.Key_Backtab: partial(controller.step_target, -1),
            Qt.Key.Key_Plus: partial(board.zoom_by, KEY_ZOOM),
            Qt.Key.Key_Minus: partial(board.zoom_by, 1 / KEY_ZOOM),
        }
        self._replay_keys: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Left: lambda: reel.seek(reel.index - 1),
            Qt.Key.Key_Right: lambda: reel.seek(reel.index + 1),
            Qt.Key.Key_Home: lambda: reel.seek(0),
            Qt.Key.Key_End: lambda: reel.seek(len(reel.nodes) - 1),
            Qt.Key.Key_Space: reel.toggle,
        }
        board.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.board and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress:
                return self.handle_key(event)
            if event.type() == QEvent.Type.ShortcutOverride and self.is_own_key(event):
                event.accept()  # precedes the Escape of the window
                return True
        return super().eventFilter(watched, event)

    def handle_key(self, event: QKeyEvent) -> bool:
        """Do what a key means; returns whether it means anything."""
        key = Qt.Key(event.key())
        modifiers = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if modifiers != Qt.KeyboardModifier.NoModifier:
            return False
        controller = self.controller
        if self._skip_animation():
            return True
        if controller.is_covered or (event.isAutoRepeat() and key in MOVE_KEYS):
            return True  # a held key makes one move, and none for the next person
        if controller.mode == REPLAY and key in self._replay_keys:
            self._replay_keys[key]()
            return True
        if key == Qt.Key.Key_Escape:
            if (act := self._escape_action()) is not None:
                act()
            return act is not None
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in ARROWS and shifted:
            self.board.move_cursor(*ARROWS[key])
            return True
        if key == Qt.Key.Key_F1 and (clause := self._hovered_clause()):
            self.info_popup.rule_requested.emit(clause)
            return True
        cursor = self.board.cursor_target
        if key == Qt.Key.Key_F1 or (key in CONFIRM_KEYS and cursor >= 0 and not controller.choices.is_playable(cursor)):
            return self._show_info_here()
        if key not in ZOOM_KEYS:
            self.info_popup.unpin()  # it has been read, and may cover the next choice
        if key in ARROWS and controller.may_choose and controller.choices.amounts:
            controller.adjust_amount(*ARROWS[key])
            return True
        if key in ARROWS and controller.may_choose and self._move_to_neighbor(*ARROWS[key]):
            return True
        if key == Qt.Key.Key_R and shifted:
            self.input.cycle_move(-1)
            return True
        if key in self._keys:
            self._keys[key]()
            return True
        if Qt.Key.Key_0 <= key <= Qt.Key.Key_9 and self.tray.isVisible():
            self.input.click(self.tray.target_for_key(key - Qt.Key.Key_0))
            return True
        if controller.choices.amounts and Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            self._type_digit(key - Qt.Key.Key_0)
            return True
        if controller.choices.numbers and Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            controller.pick(key - Qt.Key.Key_0)
            return True
        digit = key - Qt.Key.Key_1
        if 0 <= digit < 9 and digit < len(controller.choices.untargeted):
            controller.play(controller.choices.untargeted[digit])
            return True
        return False

    def _type_digit(self, digit: int) -> None:
        """Append a digit to the typed number if that makes a valid one, else start a new number."""
        choices = self.controller.choices
        kind, number = choices.amount(choices.default_move) or (0, 0)
        known = [one for one, _move in choices.amounts[kind].moves]
        before, last = self._typed
        both = 10 * number + digit
        typed = both if before is choices and last == number and both in known else digit
        self._typed = choices, typed
        self.controller.choose_amount(kind, typed)

    @property
    def _focus_target(self) -> int:
        at = self.board.cursor_target
        return at if at >= 0 else self.controller.choices.current_target

    def _show_info_here(self) -> bool:
        """Show the information at the keyboard cursor; a second time, open the rule."""
        if self.info_popup.is_open and self.info_popup.target == self._focus_target:
            if self.info_popup.card.rule is not None:
                self.info_popup.card.rule.click()
            return True
        return self._focus_target >= 0 and self.input.show_info(self._focus_target, pinned=True)

    def is_own_key(self, event: QKeyEvent) -> bool:
        """Whether a key of the window has another meaning here first."""
        if event.key() == Qt.Key.Key_Escape:
            return self._escape_action() is not None
        is_asking = event.key() == Qt.Key.Key_F1 and event.modifiers() == Qt.KeyboardModifier.NoModifier
        return is_asking and (self._focus_target >= 0 or bool(self._hovered_clause()))

    def _hovered_clause(self) -> str:
        """Return the rule of the item under the pointer, or "": that of its information, else that of its sprite."""
        place = self.page.mapFromGlobal(QCursor.pos())
        card = self.page.childAt(place)
        if not isinstance(card, ItemsCard):
            return ""
        at = QPointF(card.mapFrom(self.page, place))
        target = card.target_at(at)
        answer = self.info_popup.place_info(target) if target >= 0 else None
        if answer is not None and answer.clause:
            return answer.clause
        sprite = card.sprite_at(at)
        return find_clause(self.controller.match.game.text.book(), sprite) if sprite else ""

    def _escape_action(self) -> Callable[[], object] | None:
        """Return what Escape does now, if anything."""
        controller = self.controller
        if self.info_popup.is_open:
            return self.info_popup.close
        if controller.move_sequence.is_running:
            return controller.stop_sequence
        if controller.may_choose and controller.choices.has_selection:
            return partial(controller.choose, None)
        if self.input.history_target >= 0:
            return partial(self.input.filter_history, -1)
        if controller.has_piece_in_hand:
            return controller.undo
        return controller.resume if controller.mode != PLAY else None

    def _move_to_neighbor(self, dx: int, dy: int) -> bool:
        """Select the nearest place in a direction with a move or a plan; returns whether the board has any."""
        controller, board = self.controller, self.board
        choices = controller.choices
        targets = dict.fromkeys((*choices.targets, *self.input.targets))
        places = {target: board.widget_rect(target) for target in targets}
        centres = {target: box.center() for target, box in places.items() if not box.isEmpty()}
        here = choices.current_target
        if here not in centres:
            middle = board.rect().center()
            offsets = {target: centre - middle for target, centre in centres.items()}
            ahead = {target: math.hypot(offset.x(), offset.y()) for target, offset in offsets.items()}
        else:
            ahead = {}
            for target, centre in centres.items():
                offset = centre - centres[here]
                along, aside = offset.x() * dx + offset.y() * dy, abs(offset.x() * dy) + abs(offset.y() * dx)
                if along > 4:
                    ahead[target] = along + 2.2 * aside
        # plans are computed from the nearest place on, only as far as needed
        near = sorted(ahead, key=lambda target: ahead[target])
        found = next((at for at in near if at in choices.by_target or choices.plan(at) is not None), -1)
        if found < 0 and here not in centres:
            return False  # nothing to select here: the cursor walks over all places
        board.hide_cursor()
        if found >= 0:
            controller.point(found)
            board.reveal([found])
        return True
