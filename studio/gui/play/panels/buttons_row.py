"""The row of buttons in the decision panel: as many as fit, the rest stays in the list of all moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.game import Action
from studio.core.text import plural
from studio.gui.widgets import PlainButton, set_tip

GAP = 8


@dataclass(frozen=True, slots=True)
class Play:
    """What the button of a move does. Two of them are the same when they play the same move."""

    play: Callable[[Action], None]
    action: Action

    def __call__(self) -> None:
        self.play(self.action)


class Command(NamedTuple):
    """One button of the row: what it does, says and shows; the filled one is what Enter means.

    `moves`: how many legal moves it stands for. `of`: how many there are in all behind it; without room for its words
    it says how many of them have no button of their own.
    """

    act: Callable[[], object]
    text: str
    icon: str = ""
    key: str = ""
    filled: bool = False
    able: bool = True
    tip: str = ""
    moves: int = 0
    of: int = 0


NOTHING = Command(lambda: None, "", able=False)
"""What a button is that waits for a command: it keeps no words of the last one, which may be another seat's."""


class ChoiceButton(PlainButton):
    """A button that can be the filled one. It takes no focus by mouse, so that keys go on working on the board.

    `pointed(act)` says what it does while the mouse is over it, `pointed(None)` that the mouse has left.
    """

    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.command: Command | None = None
        self.clicked.connect(self._act)

    def dress(self, command: Command) -> None:
        """Be the button of a command."""
        self.command = command
        self.filled = command.filled
        self.set_text(command.text, command.icon, command.key)
        self.setAccessibleName(command.text)  # "" too, as below
        self.setEnabled(command.able)
        set_tip(self, command.tip)
        self.setAccessibleDescription(command.tip)  # "" too: the last command may have been another seat's

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(self.command.act if self.command is not None else None)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)

    def _act(self) -> None:
        if self.command is not None:
            self.command.act()


class ButtonsRow(QWidget):
    """Buttons side by side. The first and the `keep` last are always shown; between them whatever fits.

    `pointed(action)` tells the move over whose button the mouse is, None when it has left.
    """

    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons: list[ChoiceButton] = []
        self._commands: tuple[Command, ...] = ()
        self.keep = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(300, 36)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 36)

    def set_commands(self, commands: Sequence[Command], keep: int = 0) -> None:
        """Show other buttons."""
        if (tuple(commands), keep) == (self._commands, self.keep):
            return
        self._commands, self.keep = tuple(commands), keep
        while len(self._buttons) < len(commands):
            self._buttons.append(ChoiceButton(self))
            self._buttons[-1].pointed.connect(self._point)
        for place, button in enumerate(self._buttons):
            button.dress(commands[place] if place < len(commands) else NOTHING)
        self._arrange()

    def button(self, act: Callable[[], object]) -> ChoiceButton | None:
        """The button that does this, if it is shown."""
        for button, command in zip(self._buttons, self._commands, strict=False):
            if command.act == act and not button.isHidden():
                return button
        return None

    def _point(self, act: object) -> None:
        self.pointed.emit(act.action if isinstance(act, Play) else None)

    def _arrange(self) -> None:
        used = self._buttons[: len(self._commands)]
        for button in self._buttons[len(used) :]:
            button.hide()
        if not used:
            return
        for button, one in zip(used, self._commands, strict=True):
            button.setText(one.text)
            button.key = one.key
        tail = [place for place in range(1, len(used)) if place >= len(used) - self.keep]
        shown, hints = self._fitting(used)
        if not self._is_room(shown, hints):  # without digits, and with the last in short, there is more room
            for place, (button, one) in enumerate(zip(used, self._commands, strict=True)):
                button.key = "" if one.key.isdigit() else one.key
                if one.icon and place in tail:
                    button.setText(self._short(one, set()))
            shown, hints = self._fitting(used)
        if not self._is_room(shown, hints):  # and without any keys; they stand in the sheet of shortcuts
            for button in used:
                button.key = ""
            shown, hints = self._fitting(used)
        for place in tail:
            button, one = used[place], self._commands[place]
            if one.of and button.text() != one.text:
                button.setText(self._short(one, shown))
                hints[place] = button.sizeHint().width()
        if len(shown) == 1 + len(tail) and sum(hints[place] + GAP for place in shown) - GAP > self.width():
            for place in tail:
                if self._commands[place].icon:
                    used[place].setText("")
            shown, hints = self._fitting(used)
        x = 0
        for place, button in enumerate(used):
            if place in shown:
                wide = min(hints[place], max(60, self.width() - x))
                button.setGeometry(x, 0, wide, 36)
                x += wide + GAP
                button.show()
            else:
                button.hide()

    def _is_room(self, shown: set[int], hints: list[int]) -> bool:
        """Whether all buttons are shown, and as wide as they want to be."""
        return len(shown) == len(hints) and sum(hints) + GAP * (len(hints) - 1) <= self.width()

    def _short(self, command: Command, shown: set[int]) -> str:
        """The words of a button that has no room for its own, beside the buttons that are shown."""
        if not command.of:
            return ""
        rest = command.of - sum(self._commands[place].moves for place in shown)
        if rest > 0:
            return plural("{n} more", "{n} more", rest).format(n=rest)
        return plural("{n} move", "{n} moves", command.of).format(n=command.of)

    def _fitting(self, used: Sequence[ChoiceButton]) -> tuple[set[int], list[int]]:
        """Which buttons have room, and how wide all of them are."""
        hints = [button.sizeHint().width() for button in used]
        tail = range(max(1, len(used) - self.keep), len(used))
        shown = {0, *tail}
        room = self.width() - hints[0] - sum(hints[place] + GAP for place in tail)
        for place in range(1, len(used) - len(tail)):
            if hints[place] + GAP > room:
                break
            shown.add(place)
            room -= hints[place] + GAP
        return shown, hints

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
