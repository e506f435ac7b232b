"""The buttons of the decision panel: as many as fit, the rest is in the list of all moves."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.game import Action
from studio.core.panel import Amount
from studio.core.text import _, plural
from studio.gui.widgets import PlainButton, ToolButton, hbox, set_tooltip, text_label
from studio.gui.widgets.inputs import Segmented

GAP = 8


@dataclass(frozen=True, slots=True)
class PlayMove:
    """Callback of a move's button; compares equal for the same move."""

    play: Callable[[Action], None]
    action: Action

    def __call__(self) -> None:
        self.play(self.action)


class ButtonSpec(NamedTuple):
    """One button of the row; the filled one is what Enter does. A `pinned` one is always shown.

    `move_count`: legal moves that it stands for. `total_moves`: all moves behind it; if its text does not fit, it
    shows how many of them have no button of their own.
    """

    callback: Callable[[], object]
    text: str
    icon: str = ""
    key: str = ""
    filled: bool = False
    enabled: bool = True
    tip: str = ""
    move_count: int = 0
    total_moves: int = 0
    pinned: bool = False


EMPTY_SPEC = ButtonSpec(lambda: None, "", enabled=False)  # unused buttons keep no text of another seat


class ChoiceButton(PlainButton):
    """A button that leaves the keys to the board. `hovered(callback)`: the pointer is on it; None: it has left."""

    hovered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.spec = EMPTY_SPEC
        self.clicked.connect(lambda: self.spec.callback())

    def set_spec(self, command: ButtonSpec) -> None:
        self.spec = command
        self.filled = command.filled
        self.set_text(command.text, command.icon, command.key)
        self.setAccessibleName(command.text)  # also clears the old one
        self.setEnabled(command.enabled)
        set_tooltip(self, command.tip)
        self.setAccessibleDescription(command.tip)  # also clears the old one, which may belong to another seat

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.hovered.emit(self.spec.callback)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(None)


class ButtonsRow(QWidget):
    """The first, the pinned and other buttons that fit. `hovered(action)`: the move under the pointer, or None."""

    hovered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._buttons: list[ChoiceButton] = []
        self._specs: tuple[ButtonSpec, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(300, 36)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 36)  # a move, the end of the turn and the list

    def set_buttons(self, commands: Sequence[ButtonSpec]) -> None:
        if tuple(commands) == self._specs:
            return
        self._specs = tuple(commands)
        while len(self._buttons) < len(commands):
            self._buttons.append(ChoiceButton(self))
            self._buttons[-1].hovered.connect(self._point)
        for place, button in enumerate(self._buttons):
            button.set_spec(commands[place] if place < len(commands) else EMPTY_SPEC)
        self._arrange()

    def button_for(self, act: Callable[[], object]) -> ChoiceButton | None:
        for button, command in zip(self._buttons, self._specs, strict=False):
            if command.callback == act and not button.isHidden():
                return button
        return None

    def _point(self, act: object) -> None:
        self.hovered.emit(act.action if isinstance(act, PlayMove) else None)

    def _arrange(self) -> None:
        used = self._buttons[: len(self._specs)]
        for button in self._buttons[len(used) :]:
            button.hide()
        shown = self._shorten(used)
        for place in shown:
            one = self._specs[place]
            if one.total_moves and used[place].text() not in ("", one.text):
                used[place].setText(self._rest_text(one, shown))
        widths = {place: used[place].sizeHint().width() for place in sorted(shown)}
        x, excess = 0, sum(widths.values()) + GAP * (len(shown) - 1) - self.width()
        if excess > 0:
            widest = max(widths, key=lambda place: widths[place])
            widths[widest] = max(60, widths[widest] - excess)
        for place, button in enumerate(used):
            if place in shown:
                button.setGeometry(x, 0, widths[place], 36)
                x += widths[place] + GAP
            button.setVisible(place in shown)

    def _shorten(self, used: Sequence[ChoiceButton]) -> set[int]:
        """Shorten the buttons as far as needed; return the places of those that are shown.

        First digits and the texts of pinned buttons with icons go, then all keys, then buttons that are not pinned.
        """
        shown: set[int] = set()
        for stage in range(5):
            for place, (button, one) in enumerate(zip(used, self._specs, strict=True)):
                loses_text = stage == 4 if place == 0 else stage > 0 and one.pinned
                is_icon = loses_text and bool(one.icon) and not one.move_count
                button.setText(one.text if not is_icon else self._rest_text(one, set()) if stage < 3 else "")
                button.key = "" if stage > 1 or (stage == 1 and one.key.isdigit()) else one.key
            widths = [button.sizeHint().width() + GAP for button in used]
            shown = {place for place, one in enumerate(self._specs) if one.pinned or place == 0}
            room = self.width() + GAP - sum(widths[place] for place in shown)
            for place in range(len(used)):
                if place not in shown:
                    if widths[place] > room:
                        break
                    shown.add(place)
                    room -= widths[place]
            if room >= 0 and (stage > 1 or len(shown) == len(used)):
                break
        return shown

    def _rest_text(self, command: ButtonSpec, shown: set[int]) -> str:
        """Return the text of a button whose own does not fit, given the buttons that are shown."""
        if not command.total_moves:
            return ""
        rest = command.total_moves - sum(self._specs[place].move_count for place in shown)
        if rest > 0:
            return plural("{n} more", "{n} more", rest).format(n=rest)
        return plural("{n} move", "{n} moves", command.total_moves).format(n=command.total_moves)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()


# amounts

FIELD_HEIGHT = 36  # pixels
MAX_CELLS = 14


class AmountPicker(QWidget):
    """Selection of a kind and a number: as buttons side by side, or with − and + if there are too many."""

    picked = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.kinds, self.numbers = Segmented(), Segmented()
        self.numbers.setObjectName("numbers")
        self.less = ToolButton("minus", _("One less"), px=32, act=partial(self._step, -1))
        self.field = text_label("", "accent", 14, semibold=True)
        self.field.setFixedHeight(FIELD_HEIGHT)
        self.more = ToolButton("plus", _("One more"), px=32, act=partial(self._step, 1))
        hbox(self.kinds, self.less, self.numbers, self.field, self.more, parent=self, spacing=8)
        self._amounts: tuple[Amount, ...] = ()
        self._kind, self._number = 0, 0
        self.kinds.chosen.connect(lambda kind: self.picked.emit(int(kind), self._number))
        self.numbers.chosen.connect(lambda number: self.picked.emit(self._kind, int(number)))
        self.hide()

    def show_amounts(self, amounts: tuple[Amount, ...], chosen: tuple[int, int] | None, room: int) -> None:
        """Offer kinds and numbers, `chosen` selected, in `room` pixels; none hides the widget."""
        self.setVisible(bool(amounts))
        if not amounts:
            return
        has_changed, self._amounts = amounts != self._amounts, amounts
        kind, self._number = chosen or (0, -1)
        numbers = [number for number, _move in amounts[kind].moves]
        if has_changed:
            self._show_options(self.kinds, [(str(place), amount.text) for place, amount in enumerate(amounts)])
            for place, amount in enumerate(amounts):
                set_tooltip(self.kinds.button(str(place)), amount.note)
        if has_changed or kind != self._kind:
            self._show_options(self.numbers, [(str(number), str(number)) for number in numbers])
        self._kind = kind
        self.kinds.setVisible(len(amounts) > 1)
        self.kinds.set_current(str(kind))
        if self._number in numbers:
            self.numbers.set_current(str(self._number))
        else:
            self.numbers.set_mixed()
        room -= self.kinds.sizeHint().width() + 8 if len(amounts) > 1 else 0
        width = sum(self.numbers.button(str(number)).sizeHint().width() for number in numbers)
        fits = len(numbers) <= MAX_CELLS and width <= room
        self.numbers.setVisible(fits)
        for part in (self.less, self.field, self.more):
            part.setVisible(not fits)
        self.field.setText(_("{number} of {most}").format(number=max(self._number, 0), most=numbers[-1]))
        self.less.setEnabled(self._number in numbers[1:])
        self.more.setEnabled(self._number != numbers[-1])

    @staticmethod
    def _show_options(choice: Segmented, options: Sequence[tuple[str, str]]) -> None:
        choice.set_options(options)
        for key, _text in options:
            choice.button(key).setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys still go to the board

    def _step(self, by: int, _checked: bool = False) -> None:
        numbers = [number for number, _move in self._amounts[self._kind].moves]
        at = numbers.index(self._number) if self._number in numbers else 0
        self.picked.emit(self._kind, numbers[min(max(at + by, 0), len(numbers) - 1)])


# numbers

NUMBER_WIDTH, NUMBER_HEIGHT, NUMBER_GAP = 34, 28, 4  # pixels


class NumberButton(PlainButton):
    """A toggle for a number, painted stronger than a checked button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", small=True, parent=parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(True)

    def show_number(self, number: int, lit: bool) -> None:
        self.set_text(str(number))
        self.setAccessibleName(_("Number {number}").format(number=number))
        self.setChecked(lit)
        self.filled = lit
        self.update()


class NumbersRow(QWidget):
    """Number buttons in rows. `picked(number)` when one is clicked."""

    picked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.numbers: tuple[int, ...] = ()
        self._buttons: list[NumberButton] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_numbers(self, numbers: Sequence[int], lit: Collection[int]) -> None:
        if tuple(numbers) != self.numbers:
            self.numbers = tuple(numbers)
            for button in self._buttons:
                button.deleteLater()
            self._buttons = [NumberButton(self) for _number in numbers]
            for number, button in zip(numbers, self._buttons, strict=True):
                button.clicked.connect(partial(self.picked.emit, number))
                button.show()
            self._arrange()
        for number, button in zip(self.numbers, self._buttons, strict=True):
            button.show_number(number, number in lit)
        self.setVisible(bool(numbers))

    def button(self, number: int) -> NumberButton:
        return self._buttons[self.numbers.index(number)]

    def height_for(self, wide: int) -> int:
        return self._rows(wide) * (NUMBER_HEIGHT + NUMBER_GAP)

    def _rows(self, wide: int) -> int:
        return math.ceil(len(self.numbers) / max(1, (wide + NUMBER_GAP) // (NUMBER_WIDTH + NUMBER_GAP)))

    def _arrange(self) -> None:
        columns = math.ceil(len(self.numbers) / max(1, self._rows(self.width())))  # rows of equal length
        for place, button in enumerate(self._buttons):
            row, column = divmod(place, columns)
            x, y = column * (NUMBER_WIDTH + NUMBER_GAP), NUMBER_GAP + row * (NUMBER_HEIGHT + NUMBER_GAP)
            button.setGeometry(x, y, NUMBER_WIDTH, NUMBER_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
