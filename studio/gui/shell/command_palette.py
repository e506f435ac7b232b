"""The command palette: type a few letters of a command and press Enter."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRectF, QSize, QSortFilterProxyModel, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QCursor, QFocusEvent, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QListView,
    QMenu,
    QMenuBar,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from studio.core.text import _
from studio.gui.settings import settings
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, NORMAL, SEMIBOLD, current_theme, text_font
from studio.gui.widgets import Elided, paint_box, paint_floating, paint_text, plain_tooltip
from studio.gui.widgets.actions import (
    Index,
    RowsModel,
    action_text,
    disabled_reason,
    icon_of,
    keys_of,
    menu_actions,
    plain_view,
)
from studio.gui.widgets.cards import vbox
from studio.gui.widgets.inputs import SearchField
from studio.gui.widgets.text import RIGHT, keycap_width, paint_keycap

# Fuzzy matching: letters in their order, best at the beginning of words and next to each other.

LETTER, FIRST, NEXT = 1.0, 4.0, 4.5  # scores of a match, at the beginning of a word, right after the previous match
START = 1.0  # additional score at the beginning of the text
GAP = 0.06  # subtracted for each character between two matches
MIN_SCORE = 2.0  # mean score per character of a part; less is a match by chance


class FuzzyMatch(NamedTuple):
    """Score of a text, and the indices of its typed characters."""

    score: float
    positions: tuple[int, ...]


def fuzzy_match(typed: str, words: str) -> FuzzyMatch | None:
    """Match every typed part with a text, in any order."""
    worth, letters = 0.0, set[int]()
    folded = _fold_case_and_accents(words)
    for part in typed.split():
        found = _match_part(_fold_case_and_accents(part), folded)
        if found is None:
            return None
        worth += found.score
        letters.update(found.positions)
    return FuzzyMatch(worth - 0.01 * len(folded), tuple(sorted(letters)))


@lru_cache(maxsize=2048)
def _fold_case_and_accents(words: str) -> str:
    """The text in lower case and without accents, character by character."""
    return "".join(unicodedata.normalize("NFD", letter)[0].casefold()[0] for letter in words)


def _match_part(part: str, words: str) -> FuzzyMatch | None:
    """The best match of the characters of a part, in their order."""
    before: list[float] = []
    ways: list[list[int]] = []
    for step, letter in enumerate(part):
        here, way = [float("-inf")] * len(words), [-1] * len(words)
        best, best_at = float("-inf"), -1  # score and place of the best match of the previous letter
        for place, other in enumerate(words):
            if step and place and before[place - 1] > best - GAP:
                best, best_at = before[place - 1], place - 1
            elif step:
                best -= GAP
            if other != letter or (step and best_at < 0):
                continue
            here[place] = LETTER + (FIRST if not place or not words[place - 1].isalnum() else 0.0)
            here[place] += 0.0 if place else START
            way[place] = best_at
            if step:
                adjacent = before[place - 1] + NEXT if place else float("-inf")
                here[place] += max(best, adjacent)
                if adjacent >= best:
                    way[place] = place - 1
        before = here
        ways.append(way)
    worth = max(before, default=float("-inf"))
    if worth < MIN_SCORE * len(part):
        return None
    place = before.index(worth)
    letters = [place]
    for way in reversed(ways[1:]):
        place = way[place]
        letters.append(place)
    return FuzzyMatch(worth, tuple(reversed(letters)))


# The commands: all actions of the menus.

MAX_RECENT = 6
MAX_STORED = 40
MENU_WEIGHT = 0.5  # of scores of matches with the names of menus


class Command(NamedTuple):
    """An action, the titles of its menus, and the indices of the typed characters in its text."""

    action: QAction
    menu_path: tuple[str, ...]
    match_positions: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        return action_text(self.action)


def list_commands(bar: QMenuBar) -> list[Command]:
    commands: dict[str, Command] = {}
    for head in bar.actions():
        menu = head.menu()
        if isinstance(menu, QMenu) and head.isVisible():
            for action, place in menu_actions(menu):
                if action.objectName():
                    commands.setdefault(action.objectName(), Command(action, place))
    return list(commands.values())


def _match_with_menu(typed: str, command: Command) -> FuzzyMatch | None:
    """Match the text of a command together with the titles of its menus and its synonyms."""
    text = command.text
    found = fuzzy_match(typed, f"{text} {' '.join(command.menu_path)} {command.action.whatsThis()}")
    if found is None:
        return None
    return FuzzyMatch(found.score * MENU_WEIGHT, tuple(place for place in found.positions if place < len(text)))


# The palette.

WIDTH, ROW, HEADING, ROWS = 660, 34, 26, 11
CHROME = 88  # pixels of the field, the line at the bottom, and the margins
SHADE = 12  # pixels of the shadow

PaletteRow = Command | str  # a command, or the heading of those that follow
SortKey = tuple[float, int, bool, int]


class CommandModel(RowsModel[PaletteRow]):
    """Two headings, which cannot be selected, and all commands."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        command = self.rows[index.row()]
        if isinstance(command, str):
            return command if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return command.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(disabled_reason(command.action)) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            menus, keys = " › ".join(command.menu_path), keys_of(command.action)[:1]
            return ", ".join(filter(None, (command.text, menus, *keys, disabled_reason(command.action))))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        is_heading = index.isValid() and isinstance(self.rows[index.row()], str)
        return Qt.ItemFlag.NoItemFlags if is_heading else super().flags(index)


class CommandFilter(QSortFilterProxyModel):
    """The commands that match the typed text, the best first; without text, the recently used ones first."""

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__()
        self._model = CommandModel()
        self._model.set_rows([_("Recently used"), _("All commands"), *commands])
        self._keys: dict[int, SortKey] = {}  # of the shown rows of the model
        self._positions: dict[int, tuple[int, ...]] = {}  # matched characters of these rows
        self.setSourceModel(self._model)
        self.set_typed("")

    def set_typed(self, typed: str) -> None:
        """Filter by this text. Of equal matches the one used last comes first."""
        recent = settings().string_list("commands")
        self._keys, self._positions = {}, {}
        for row, command in enumerate(self._model.rows):
            if isinstance(command, str):
                continue
            name, is_enabled = command.action.objectName(), command.action.isEnabled()
            rank = recent.index(name) if name in recent else len(recent)
            if not typed.strip():
                section = 1 if rank < MAX_RECENT and name in recent else 3
                self._keys[row] = section, rank if section == 1 else 0, False, row
            elif match := fuzzy_match(typed, command.text) or _match_with_menu(typed, command):
                self._keys[row] = -round(match.score, 1), rank, not is_enabled, row
                self._positions[row] = match.positions
        if not typed.strip() and any(key[0] == 1 for key in self._keys.values()):
            self._keys |= {0: (0, 0, False, 0), 1: (2, 0, False, 1)}
        self.invalidate()
        self.sort(0)

    def filterAcceptsRow(self, source_row: int, _parent: Index) -> bool:
        return source_row in self._keys

    def lessThan(self, left: Index, right: Index) -> bool:
        return self._keys[left.row()] < self._keys[right.row()]

    def command(self, row: int) -> Command | None:
        """The command of a row; None for a heading and for rows that do not exist."""
        source = self.mapToSource(self.index(row, 0)).row()
        entry = self._model.rows[source] if source >= 0 else ""
        return entry._replace(match_positions=self._positions.get(source, ())) if isinstance(entry, Command) else None

    def step(self, row: int, steps: int) -> int:
        """The row of the command `steps` further on, wrapping round for a single step; -1 if there is none."""
        commands = [place for place in range(self.rowCount()) if self.command(place) is not None]
        if not commands:
            return -1
        here = commands.index(row) + steps if row in commands else 0
        return commands[here % len(commands) if abs(steps) == 1 else min(max(here, 0), len(commands) - 1)]


class CommandDelegate(QStyledItemDelegate):
    """Paints icon, text with the typed characters in bold, menus and shortcut."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(WIDTH // 2, ROW if index.flags() else HEADING)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, CommandFilter)
        box, command = QRectF(option.rect), model.command(index.row())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if command is None:
            quiet = current_theme().color("second")
            paint_text(painter, box.adjusted(12, 4, -12, 0), str(index.data()), quiet, 12, MEDIUM)
        else:
            view = option.widget
            chosen = isinstance(view, QListView) and view.currentIndex().row() == index.row()
            self._paint(painter, box, command, chosen)
        painter.restore()

    def _paint(self, painter: QPainter, box: QRectF, command: Command, chosen: bool) -> None:
        theme, action = current_theme(), command.action
        usable = action.isEnabled()
        if chosen:
            paint_box(painter, box.adjusted(0, 1, 0, -1), "tint", None)
        ink, quiet = theme.color("text" if usable else "off"), theme.color("second" if usable else "off")
        sign = "tick" if action.isCheckable() and action.isChecked() else icon_of(action)
        if sign:
            colour = theme.color("accent") if sign == "tick" and usable else quiet
            pixmap = icon_pixmap(sign, colour, 18, painter.device().devicePixelRatioF())
            painter.drawPixmap(round(box.left() + 12), round(box.center().y() - 9), pixmap)
        right = box.right() - 12
        for key in keys_of(action)[:1]:
            wide = keycap_width(key)
            paint_keycap(painter, QRectF(right - wide, box.center().y() - 10, wide, 20), key, False, usable)
            right -= wide + 5
        left = box.left() + 42
        left += self._write(painter, QRectF(left, box.top(), right - left, box.height()), command, ink) + 14
        place = disabled_reason(action) or " › ".join(command.menu_path)
        if right - left > 40:
            paint_text(painter, QRectF(left, box.top(), right - left - 10, box.height()), place, quiet, 12, align=RIGHT)

    def _write(self, painter: QPainter, room: QRectF, command: Command, ink: QColor) -> float:
        """Paint the text, with the typed characters in bold; return its width."""
        x, mark = 0.0, current_theme().color("accent") if command.action.isEnabled() else ink
        positions = command.match_positions
        for is_marked, run in groupby(enumerate(command.text), key=lambda one: one[0] in positions):
            text, font = "".join(letter for _place, letter in run), text_font(14, SEMIBOLD if is_marked else NORMAL)
            wide = QFontMetricsF(font).horizontalAdvance(text)
            painter.setFont(font)
            painter.setPen(mark if is_marked else ink)
            place = QRectF(room.left() + x, room.top(), min(wide + 2, room.width() - x), room.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
            x += wide
        return x


class CommandPalette(QWidget):
    """A field over the window, and the matching commands below it. It takes the focus when it is shown.

    `command_chosen` carries a command to trigger; `closed` is emitted when the palette should disappear.
    """

    command_chosen = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget, commands: Sequence[Command]) -> None:
        super().__init__(parent)
        self._window = parent
        parent.installEventFilter(self)
        self._last_cursor = QCursor.pos()
        self.field = SearchField(_("Search commands"))
        self.field.setFont(text_font(15))
        self.field.setMinimumHeight(36)
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self.list = QListView()
        self.rows = CommandFilter(commands)
        self.list.setModel(self.rows)
        self.list.setItemDelegate(CommandDelegate(self.list))
        plain_view(self.list, _("Commands"))
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerItem)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.clicked.connect(self._clicked)
        self.list.entered.connect(self._entered)
        self.foot = Elided("", "second", 12)
        margins = SHADE + 10, SHADE + 10, SHADE + 10, SHADE + 8
        vbox(self.field, (self.list, 1), self.foot, parent=self, spacing=6, margins=margins)
        self._filter("")

    def open(self) -> None:
        self._last_cursor = QCursor.pos()
        self.fit_to_window()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def fit_to_window(self) -> None:
        """Center the palette below the tabs, as high as its rows."""
        over = self._window
        wide = min(WIDTH, over.width() - 40) + 2 * SHADE
        rows = sum(ROW if self.rows.command(row) else HEADING for row in range(self.rows.rowCount()))
        high = min(max(min(rows, ROWS * ROW), ROW) + CHROME, over.height() - 70) + 2 * SHADE
        self.setGeometry((over.width() - wide) // 2, 46 - SHADE, wide, high)

    def current(self) -> Command | None:
        """The command that Enter triggers."""
        return self.rows.command(self.list.currentIndex().row())

    def _filter(self, typed: str) -> None:
        self.rows.set_typed(typed)
        self.fit_to_window()
        self._point(self.rows.step(-1, 0))

    def _point(self, row: int) -> None:
        self._last_cursor = QCursor.pos()
        if row >= 0:
            self.list.setCurrentIndex(self.rows.index(row, 0))
            if row == 1:
                self.list.scrollToTop()  # its heading too
        self._explain()

    def _explain(self) -> None:
        command = self.current()
        if command is None:
            self.foot.set_text(_("No command matches your search."))
        elif not command.action.isEnabled():
            self.foot.set_text(disabled_reason(command.action) or _("Not available now."))
        else:
            self.foot.set_text(_("Press Enter to run, arrow keys to select, Esc to close."))

    def _entered(self, index: QModelIndex) -> None:
        moved = QCursor.pos() != self._last_cursor  # else a row appeared under the resting mouse
        if moved and self.rows.command(index.row()) is not None:
            self.list.setCurrentIndex(index)
            self._explain()

    def _clicked(self, index: QModelIndex) -> None:
        if self.rows.command(index.row()) is not None:
            self.list.setCurrentIndex(index)
            self._choose()

    def _choose(self) -> None:
        command = self.current()
        if command is None or not command.action.isEnabled():
            self._explain()
            return
        self.closed.emit()
        self.command_chosen.emit(command)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field:
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
                if event.key() == Qt.Key.Key_Escape:  # else the window would take it
                    event.accept()
                    return True
            elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
                return self._pressed(event)
            elif isinstance(event, QFocusEvent) and event.lostFocus() and self.isVisible():
                QTimer.singleShot(0, self, self._on_focus_lost)  # later: the window may be about to be deleted
        elif event.type() == QEvent.Type.Resize:
            self.fit_to_window()
        return super().eventFilter(watched, event)

    def _on_focus_lost(self) -> None:
        """Close, unless the focus is in the field's context menu."""
        if not self.field.hasFocus() and QApplication.activePopupWidget() is None:
            self.closed.emit()

    def _pressed(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -9, Qt.Key.Key_PageDown: 9}.get(key, 0)
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            step = 1 if key == Qt.Key.Key_Tab else -1
        if step:
            self._point(self.rows.step(self.list.currentIndex().row(), step))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self._choose()
        elif key == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            return False
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_floating(painter, QRectF(self.rect()).adjusted(SHADE, SHADE, -SHADE, -SHADE), SHADE)


def toggle_command_palette(window: QWidget, bar: QMenuBar) -> CommandPalette | None:
    """Open the palette over a window, or close it if it is open. It closes before a chosen command is triggered."""
    if (open_palette := window.findChild(CommandPalette)) is not None:
        open_palette.closed.emit()
        return None
    before = QApplication.focusWidget()
    palette = CommandPalette(window, list_commands(bar))

    def close() -> None:
        palette.closed.disconnect(close)
        had_focus = palette.field.hasFocus()
        palette.hide()
        palette.setParent(None)
        palette.deleteLater()
        if had_focus and before is not None and isValid(before):
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def trigger(command: Command) -> None:
        recent, name = settings().string_list("commands"), command.action.objectName()
        settings().set_value("commands", [name, *(other for other in recent if other != name)][:MAX_STORED])
        command.action.trigger()

    palette.closed.connect(close)
    palette.command_chosen.connect(trigger)
    palette.open()
    return palette
