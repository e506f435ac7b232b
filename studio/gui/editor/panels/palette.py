"""The stamps a game offers, in titled groups: picture, name, how many are left, and the count in the box."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from studio.core.form import Stamp, StampGroup
from studio.core.text import _
from studio.gui.editor.board.dropping import drag_stamp
from studio.gui.editor.document.desk import Desk
from studio.gui.editor.panels.kept_cards import KeptGroup
from studio.gui.editor.panels.stamp_card import StampCard, caption
from studio.gui.style.fonts import text_font
from studio.gui.widgets import Card, ScrollArea, Separator, text_label, title_label

WIDE, ROOM = 2, 186
"""Large cards stand in so many columns; small ones share so many pixels, as many beside each other as names allow."""
DIGITS = "123456789"


class GroupBox(QWidget):
    """A titled group of stamps in a grid."""

    def __init__(
        self, group: StampGroup, first_digit: int, taken: frozenset[int], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.group = group
        self.cards: list[StampCard] = []
        lettered = any(item.letter for item in group.items)  # an alphabet is a case of type, not a shelf of boxes
        large = group.on == "cells" and any(item.field for item in group.items) and not lettered
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        header = QHBoxLayout()
        header.addWidget(title_label(group.title))
        header.addStretch(1)
        self.note: QLabel = text_label("", "second", 13)
        header.addWidget(self.note)
        column.addLayout(header)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8 if large else 5)
        grid.setVerticalSpacing(6 if large else 5)
        columns = WIDE if large else _narrow_columns(group)
        for place, item in enumerate(group.items):
            digit = DIGITS[first_digit + place : first_digit + place + 1] if group.on == "cells" else ""
            card = StampCard(item, large, "" if digit and int(digit) in taken else digit)
            self.cards.append(card)
            grid.addWidget(card, place // columns, place % columns, Qt.AlignmentFlag.AlignTop)
        for number in range(columns):
            grid.setColumnStretch(number, 1)
            grid.setColumnMinimumWidth(number, 32)
        column.addLayout(grid)


def _narrow_columns(group: StampGroup) -> int:
    """In how many columns the small cards of a group stand."""
    metrics = QFontMetricsF(text_font(12))
    longest = max((metrics.horizontalAdvance(caption(item)) for item in group.items), default=0.0) + 5
    return int(min(max(ROOM // max(longest, 36.0), 2), 5, max(len(group.items), 1)))


class PalettePanel(Card):
    """All groups of the palette. `stamp_chosen` carries a stamp for cells, `edge_chosen` one for edges (or None)."""

    stamp_chosen = Signal(object)
    edge_chosen = Signal(object)
    stamp_mixed = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, padding=11)
        self.desk = desk
        self.groups: list[GroupBox] = []
        self._shape: tuple[object, ...] = ()
        self.kept = KeptGroup(desk)
        self._column = QVBoxLayout()
        self._column.setSpacing(6)
        holder = QWidget()
        whole = QVBoxLayout(holder)
        whole.setContentsMargins(0, 0, 9, 0)
        whole.setSpacing(6)
        whole.addWidget(self.kept)
        whole.addLayout(self._column, 1)
        self.area = ScrollArea(holder, name=_("Palette"))
        self.body.addWidget(self.area)
        desk.palette_changed.connect(self.refresh)
        desk.stamp_changed.connect(self._follow)
        desk.edge_stamp_changed.connect(self._follow)
        self.refresh()

    @property
    def cards(self) -> list[StampCard]:
        """Every card, in order."""
        return [card for group in self.groups for card in group.cards]

    def refresh(self) -> None:
        """Show the palette as it is now: new values in the old cards, or new cards when there are other stamps."""
        palette = self.desk.palette
        self.kept.refresh()
        shape = (
            self.kept.slots,
            *((group.title, group.on, tuple(item.stamp.key for item in group.items)) for group in palette),
        )
        if shape != self._shape:
            self._shape = shape
            self._rebuild()
        fields = {
            field.key: field for section in self.desk.game.form(self.desk.document.body, -1) for field in section.fields
        }
        items = [item for group in palette for item in group.items]
        for card, item in zip(self.cards, items, strict=True):
            card.set_item(item)
            if item.field in fields:
                card.set_count(fields[item.field])
        for box in self.groups:
            left = [card.item.left for card in box.cards if card.is_counted and card.item.drawn < 0]
            box.note.setText(_("{n} left").format(n=sum(left)).replace("-", "−") if left else "")
        self._follow()

    def choose(self, digit: int) -> None:
        """Take the stamp with this place among the stamps for cells."""
        items = self.desk.items("cells")
        if 0 <= digit < len(items):
            self.stamp_chosen.emit(items[digit].stamp)

    def _rebuild(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.groups = []
        digit = 0
        for group in self.desk.palette:
            if self.groups:
                self._column.addWidget(Separator())
            box = GroupBox(group, digit, self.kept.slots)
            if group.on == "cells":
                digit += len(group.items)
            for card in box.cards:
                card.clicked.connect(lambda _checked=False, card=card, on=group.on: self._click(card, on))
                card.count_wanted.connect(self.desk.set_count)
                card.dragged.connect(lambda card=card, on=group.on: self._drag(card, on))
            self.groups.append(box)
            self._column.addWidget(box)
        self._column.addStretch(1)

    def _click(self, card: StampCard, on: str) -> None:
        if on == "edges":
            again = self.desk.edge_stamp is not None and self.desk.edge_stamp.key == card.item.stamp.key
            self.edge_chosen.emit(None if again else card.item.stamp)
        else:
            stamp, held = card.item.stamp, self.desk.stamp
            if card.is_with_ctrl:
                self.desk.mix(stamp)
                self.stamp_mixed.emit()
                return
            same = held is not None and held.key == stamp.key
            self.stamp_chosen.emit(held if same else stamp)
        self._follow()

    def _drag(self, card: StampCard, on: str) -> None:
        """Let a stamp be carried to the board, turned as it is in hand."""
        held = self.desk.edge_stamp if on == "edges" else self.desk.stamp
        stamp = held if held is not None and held.key == card.item.stamp.key else card.item.stamp
        drag_stamp(card, stamp, on, card.pixmap())
        self._follow()

    def _follow(self) -> None:
        sides = self.desk.document.grid.sides
        for box in self.groups:
            held: Stamp | None = self.desk.edge_stamp if box.group.on == "edges" else self.desk.stamp
            for card in box.cards:
                mixed = box.group.on == "cells" and any(stamp.key == card.item.stamp.key for stamp in self.desk.mixed)
                on = mixed or (held is not None and card.item.stamp.key == held.key)
                card.setChecked(on)
                card.set_turn(held.turn if on and held is not None else 0, sides)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.update()
