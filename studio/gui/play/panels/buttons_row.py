"""The row of buttons in the decision panel: as many as fit, the rest stays in the list of all moves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.gui.widgets import PlainButton

GAP = 8


class ChoiceButton(PlainButton):
    """A button that can be the filled one. It takes no focus by mouse, so that keys go on working on the board."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.command = ""

    def dress(self, command: str, text: str, icon: str, key: str, filled: bool, able: bool, tip: str) -> None:
        """What it does (a word for its owner), says and shows."""
        self.command = command
        self.filled = filled
        self.set_text(text, icon, key)
        self.setEnabled(able)
        self.setToolTip(tip)
        if tip:
            self.setAccessibleDescription(tip)


Command = tuple[str, str, str, str, bool, bool, str]
"""The arguments of `ChoiceButton.dress`."""


def command(
    name: str, text: str, icon: str = "", key: str = "", *, filled: bool = False, able: bool = True, tip: str = ""
) -> Command:
    """One button of the row."""
    return name, text, icon, key, filled, able, tip


class ButtonsRow(QWidget):
    """Buttons side by side. The first and the `keep` last are always shown; between them whatever fits.

    `pressed(name)` carries the name of the command.
    """

    pressed = Signal(str)

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
            button = ChoiceButton(self)
            button.clicked.connect(lambda _checked=False, button=button: self.pressed.emit(button.command))
            self._buttons.append(button)
        for button, one in zip(self._buttons, commands, strict=False):
            button.dress(*one)
        self._arrange()

    def button(self, name: str) -> ChoiceButton | None:
        """The button of a command, if it is shown."""
        for button in self._buttons[: len(self._commands)]:
            if button.command == name and not button.isHidden():
                return button
        return None

    def _arrange(self) -> None:
        used = self._buttons[: len(self._commands)]
        for button in self._buttons[len(used) :]:
            button.hide()
        if not used:
            return
        for button, one in zip(used, self._commands, strict=True):
            button.setText(one[1])
            button.key = one[3]
        shown, hints = self._fitting(used)
        if len(shown) < len(used):  # without digits, and with the last as pictures only, there is more room
            for place, (button, one) in enumerate(zip(used, self._commands, strict=True)):
                button.key = "" if one[3].isdigit() else one[3]
                if one[2] and place >= len(used) - self.keep:
                    button.setText("")
            shown, hints = self._fitting(used)
        if len(shown) < len(used):  # and without any keys; they stand in the sheet of shortcuts
            for button in used:
                button.key = ""
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
