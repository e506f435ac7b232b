"""The middle of the workshop: one piece large, its turns and its mirror image, its counts and all else of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.form import Field
from studio.core.pieces import Bench, Change, Item, Place
from studio.core.text import _
from studio.gui.editor.panels.fields import FieldRow
from studio.gui.widgets import Card, Chip, Elided, ScrollArea, Separator, ToolButton
from studio.gui.widgets.inputs import CountBox
from studio.gui.workshop.bench.chips import CounterChip, Flow, ItemChip
from studio.gui.workshop.bench.large import LargePiece, place_words
from studio.gui.workshop.bench.turns import TurnsColumn
from studio.gui.workshop.draft import PieceDraft

COUNT, ROOMY = 84, 460
"""Pixels of a count, and of a card in which three of them stand beside each other."""


class PieceCard(Card):
    """All of one piece. What a person changes goes to the draft."""

    def __init__(self, draft: PieceDraft, parent: QWidget | None = None) -> None:
        super().__init__(" ", "", parent)
        self.draft = draft
        self.rename = ToolButton("pencil", _("Rename"), px=26, icon_px=15)
        self.header.insertWidget(1, self.rename)
        self._facts: list[Chip] = []
        self.large = LargePiece()
        self.turns = TurnsColumn()
        self.hint = Elided("", "second", 13)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.hint.setMinimumHeight(18)
        row = QHBoxLayout()
        row.setSpacing(4)
        middle = QVBoxLayout()
        middle.setSpacing(2)
        middle.addWidget(self.large, 1)
        middle.addWidget(self.hint)
        row.addLayout(middle, 1)
        row.addWidget(self.turns)
        self.body.addLayout(row, 1)
        self._inside = QWidget()
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self._rule = Separator()
        self.body.addWidget(self._rule)
        self.tray = Flow(_("Items"))
        column.addWidget(self.tray)
        self.counters = Flow("")
        column.addWidget(self.counters)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        column.addLayout(self._grid)
        self.rows: dict[str, FieldRow] = {}
        self.chips: dict[str, CounterChip] = {}
        self.area = _Below(self._inside)
        self.body.addWidget(self.area)
        self.large.changed.connect(self._change)
        self.large.pointed.connect(self._point)
        self.turns.turned.connect(lambda turn: draft.put(draft.piece, turn))
        self.turns.twin_wanted.connect(self.show_twin)
        self._labels: tuple[object, ...] = ()

    def refresh(self) -> None:
        """Show what lies on the bench as it stands."""
        entry = self.draft.entry
        if entry is None:
            return
        bench = self.draft.bench()
        self.set_title(entry.name)
        self.rename.setVisible(entry.naming is not None)
        self._show_facts(bench.facts)
        self.large.show_bench(bench, entry.name)
        self.turns.show_turns(bench.turns, self.draft.turn, bench.twin)
        self._show_counters(bench)
        self._show_fields(bench.fields)
        self._show_tray(bench.tray)
        self._order_keys()
        self.area.updateGeometry()

    def _show_facts(self, facts: Sequence[str]) -> None:
        while len(self._facts) < len(facts):
            chip = Chip()
            self.header.addWidget(chip)
            self._facts.append(chip)
        for number, chip in enumerate(self._facts):
            chip.set_text(facts[number] if number < len(facts) else "")
        self._fit_facts()

    def _fit_facts(self) -> None:
        """Leave out what has no room beside the name, the first and longest one first."""
        room = self.width() - 2 * 14 - 40 - self.title_label.sizeHint().width()
        for chip in reversed(self._facts):
            room -= chip.sizeHint().width() + 8
            chip.setVisible(bool(chip.text) and room > 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_facts()
        self._fill_grid()

    def _fill_grid(self) -> None:
        """Put the fields beside each other as far as there is room."""
        columns = 3 if self.width() >= ROOMY else 2
        place = 0
        for row in self.rows.values():
            wide = columns if row.field.kind in ("text", "choice") else 1
            if place % columns + wide > columns:
                place += columns - place % columns
            self._grid.addWidget(row, place // columns, place % columns, 1, wide, Qt.AlignmentFlag.AlignVCenter)
            place += wide

    def _show_counters(self, bench: Bench) -> None:
        keys = [counter.field.label for counter in bench.counters]
        if keys != list(self.chips):
            self.chips = {}
            self.counters.clear()
            for counter in bench.counters:
                chip = CounterChip(counter)
                chip.counted.connect(self._count)
                self.chips[counter.field.label] = chip
                self.counters.add(chip)
        for counter in bench.counters:
            self.chips[counter.field.label].show_counter(counter)
        self.counters.set_title(bench.counters_title)
        self.counters.setVisible(bool(bench.counters))

    def _show_fields(self, fields: Sequence[Field]) -> None:
        shapes = tuple((field.label, field.kind, field.choices) for field in fields)
        if shapes != self._labels:
            self._labels = shapes
            for row in self.rows.values():
                row.blockSignals(True)
                self._grid.removeWidget(row)
                row.hide()
                row.deleteLater()
            self.rows = {}
            for field in fields:
                row = FieldRow(field)
                if isinstance(row.control, CountBox):
                    row.control.setFixedWidth(COUNT)
                row.edited.connect(self._edit)
                self.rows[field.label] = row
            self._fill_grid()
        for field in fields:
            row = self.rows[field.label]
            row.show_field(field)
        self._rule.setVisible(bool(fields) or bool(self.chips))

    def _show_tray(self, items: Sequence[Item]) -> None:
        if [chip.item.key for chip in self.tray.widgets(ItemChip)] != [item.key for item in items]:
            self.tray.clear()
            for item in items:
                chip = ItemChip(item)
                chip.picked.connect(self.large.drop_item)
                self.tray.add(chip)
        self.tray.setVisible(bool(items))

    def _order_keys(self) -> None:
        """Let Tab go from the piece to what is below it, row by row, though it is newer than all else of the page."""
        before: QWidget = self.area
        stops = [stop for row in self.rows.values() for stop in row.stops]
        for widget in (*self.tray.widgets(ItemChip), *self.chips.values(), *stops):
            QWidget.setTabOrder(before, widget)
            before = widget

    # what a person does

    def _change(self, change: Change) -> None:
        entry = self.draft.entry
        place = self.large.places[self.large.current].name
        name = entry.name if entry is not None else ""
        self.draft.set_field(change.field, change.value, _("{piece} · {place}").format(piece=name, place=place))

    def _count(self, field: Field, value: int) -> None:
        self._edit(field.key, value, field.label)

    def _edit(self, key: str, value: str | int | bool, label: str = "") -> None:
        entry = self.draft.entry
        row = next((row for row in self.rows.values() if row.field.key == key), None)
        label = label or (row.field.label if row is not None else "")
        words = _("{piece} · {place}").format(piece=entry.name if entry is not None else "", place=label)
        try:
            self.draft.game.set_field(self.draft.body, -1, key, value)
        except ValueError as problem:
            if row is not None:
                row.refuse(str(problem))
                return
        self.draft.set_field(key, value, words, merge=key)

    def show_twin(self) -> None:
        """Lay the mirror image on the bench; one that the set has not is made."""
        twin = self.draft.bench().twin
        if twin is None:
            return
        if twin.entries:
            self.draft.put(twin.entries[0])
        else:
            pattern = twin.pattern
            self.draft.do(_("Mirrored twin"), lambda body: self.draft.game.added(body, pattern, 0))

    def _point(self, place: Place | None) -> None:
        self.hint.set_text(place_words(place) if place is not None else "")


class _Below(ScrollArea):
    """What stands below the large piece: as high as it is, as long as the piece keeps its room."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__(inside, name=_("Counts and properties"))
        self._inside = inside
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def sizeHint(self) -> QSize:
        wide = max(self.width(), 200)
        return QSize(wide, max(self._inside.heightForWidth(wide), self._inside.minimumSizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, min(72, self.sizeHint().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()
