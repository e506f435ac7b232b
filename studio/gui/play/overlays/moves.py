"""All moves as text: type to filter, arrows to select, Enter to play. Moves of a kind are grouped."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from studio.core.game import Action
from studio.core.text import _, plural
from studio.gui.play.choices import Choices
from studio.gui.play.controller import MatchController
from studio.gui.style.stylesheet import MEDIUM, current_theme, text_font
from studio.gui.widgets import Card, ToolButton, escape_mnemonic, plain_tooltip, set_tooltip
from studio.gui.widgets.actions import Index, RowsModel
from studio.gui.widgets.buttons import Menu
from studio.gui.widgets.inputs import SearchField
from studio.gui.widgets.text import paint_text


class MoveRow(NamedTuple):
    """A move, the heading of a group (no action), or a separator (no text)."""

    text: str
    action: Action | None = None


def group_moves(moves: Sequence[tuple[Action, str]]) -> list[MoveRow]:
    """Group moves by kind: kinds with several moves first, then the others; no headings if that gives one group."""
    kinds: dict[int, list[tuple[Action, str]]] = {}
    for action, text in moves:
        kinds.setdefault(action[0] if action else 0, []).append((action, text))
    large = [group for group in kinds.values() if len(group) > 1]
    alone = [group[0] for group in kinds.values() if len(group) == 1]
    if not large or len(large) + bool(alone) < 2:
        return [MoveRow(text, action) for action, text in moves]
    rows: list[MoveRow] = []
    start = len(common_prefix([text for _action, text in moves]))  # such as the seat's name
    for group in large:
        heading = " ".join(common_prefix([text for _action, text in group])[start:])
        if heading:
            rows.append(MoveRow(f"{heading[:1].upper()}{heading[1:]} …"))
        elif rows:
            rows.append(MoveRow(""))
        rows += [MoveRow(text, action) for action, text in group]
    if alone:
        rows.append(MoveRow(_("Other moves")))
        rows += [MoveRow(text, action) for action, text in alone]
    return rows


def common_prefix(sentences: Sequence[str]) -> list[str]:
    shared = []
    for text in zip(*(sentence.split() for sentence in sentences), strict=False):
        if len(set(text)) > 1:
            break
        shared.append(text[0])
    return shared


class MovesModel(RowsModel[MoveRow]):
    """The rows of the list; headings cannot be selected."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        text = self.rows[index.row()].text
        return plain_tooltip(text) if role == Qt.ItemDataRole.ToolTipRole else text

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self.rows[index.row()].action is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def row_of(self, action: Action | None) -> int:
        return next(
            (place for place, entry in enumerate(self.rows) if entry.action is not None and entry.action == action), -1
        )

    def step(self, row: int, steps: int) -> int:
        """Return the row `steps` moves away, without headings; at the ends the first or last."""
        moves = [place for place, entry in enumerate(self.rows) if entry.action is not None]
        if not moves:
            return -1
        here = moves.index(row) if row in moves else 0
        return moves[min(max(here + steps, 0), len(moves) - 1)]


MARGINS = 16  # left and right of a row's text in the style sheet


class MovesDelegate(QStyledItemDelegate):
    """Paints headings small, with a line above."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        within = QStyleOptionViewItem(option)
        within.rect = option.rect.adjusted(0, 0, -MARGINS, 0)  # Qt wraps text without the margins
        return super().sizeHint(within, index)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, MovesModel)
        row, theme, box = model.rows[index.row()], current_theme(), QRectF(option.rect)
        if row.action is not None:
            super().paint(painter, option, index)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.row():
            painter.setPen(QPen(theme.color("line"), 1))
            y = box.top() if row.text else box.center().y()
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
        paint_text(painter, box.adjusted(6, 3, -6, 0), row.text, theme.color("second"), 12, MEDIUM)
        painter.restore()


class MovesList(Card):
    """Card over the board. `highlighted(action)` while moving through the list, `chosen(action)` to play."""

    highlighted = Signal(object)
    chosen = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("All moves"), " ", parent, padding=12)
        self._choices: Choices | None = None
        self._all: list[tuple[Action, str]] = []
        self.field = SearchField(_("Type to filter"))
        self.close_button = ToolButton("cross", _("Close (Esc)"), px=28, icon_px=16, act=self.closed)
        self.header.addWidget(self.close_button)
        self.body.addWidget(self.field)
        self.list = QListView()
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setAccessibleName(_("All moves"))
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows = MovesModel()
        self.list.setModel(self.rows)
        self.list.setItemDelegate(MovesDelegate(self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.body.addWidget(self.list, 1)
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self.list.clicked.connect(lambda: self._emit_current(self.highlighted))
        self.list.doubleClicked.connect(lambda: self._emit_current(self.chosen))
        self.hide()

    def show_choices(self, choices: Choices) -> None:
        if choices is self._choices:
            return
        self._choices = choices
        self._all = [(action, choices.sentence(action)) for action in choices.actions]
        self.field.clear()
        self._filter("")

    def show_chosen(self, action: Action | None) -> None:
        """Select the row of the move that is selected on the board."""
        row = self.rows.row_of(action)
        if row >= 0 and row != self.list.currentIndex().row():
            self._show_row(row)

    def _filter(self, text: str) -> None:
        parts = text.casefold().split()
        found = [(action, label) for action, label in self._all if all(part in label.casefold() for part in parts)]
        self.rows.set_rows(group_moves(found))
        count = len(found)
        self.set_note(plural("{n} move", "{n} moves", count).format(n=count))
        row = self.rows.row_of(self._choices.selected_move if self._choices is not None else None)
        self._show_row(row if row >= 0 else self.rows.step(-1, 0))

    def current_move(self) -> Action | None:
        row = self.list.currentIndex().row()
        return self.rows.rows[row].action if 0 <= row < len(self.rows.rows) else None

    def _show_row(self, row: int) -> None:
        if row >= 0:
            self.list.setCurrentIndex(self.rows.index(row))
            if row and self.rows.rows[row - 1].action is None:
                self.list.scrollTo(self.rows.index(row - 1))  # with its heading

    def _emit_current(self, signal: SignalInstance) -> None:
        action = self.current_move()
        if action is not None:
            signal.emit(action)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        elif watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}.get(key, 0)
            if step and self.rows.rows:
                self._show_row(self.rows.step(self.list.currentIndex().row(), step))
                self._emit_current(self.highlighted)
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if not event.isAutoRepeat():  # a held key makes one move
                    self._emit_current(self.chosen)
                return True
            if key == Qt.Key.Key_Escape and not self.field.text():
                self.closed.emit()
                return True
        return super().eventFilter(watched, event)


class MoveMenu(Menu):
    """Menu of the moves that a click could mean; each is shown on the board while highlighted."""

    def __init__(self, controller: MatchController, parent: QWidget) -> None:
        super().__init__(parent)
        self.controller = controller
        self.setToolTipsVisible(True)
        self._choices: Choices | None = None
        controller.changed.connect(self._close_if_stale)

    def open_for(self, target: int, place: QPoint) -> None:
        """Open the menu for a target at a position of the screen."""
        controller, choices = self.controller, self.controller.choices
        self._choices = choices
        self.clear()
        for action in choices.by_target[target]:
            entry = self.addAction(escape_mnemonic(choices.label(action)))
            set_tooltip(entry, choices.sentence(action))
            entry.hovered.connect(partial(controller.choose, action))
            entry.triggered.connect(partial(self._play, action))
            if action == choices.selected_move:
                entry.setFont(text_font(14, MEDIUM))
                self.setActiveAction(entry)
        self.popup(place + QPoint(2, 2))

    def _play(self, action: Action, _checked: bool = False) -> None:
        if self.controller.choices is self._choices:
            self.controller.play(action)

    def _close_if_stale(self) -> None:
        if self.isVisible() and self.controller.choices is not self._choices:
            self.close()
