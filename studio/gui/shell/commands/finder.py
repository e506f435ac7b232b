"""The finder of commands: type a few letters of what is to be done, press Enter, and it is done."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QCursor, QFocusEvent, QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QListView,
    QMenuBar,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from studio.core.text import _
from studio.gui.shell.commands.listed import Command, fitting, listed, remember, used_lately
from studio.gui.style.fonts import MEDIUM, SEMIBOLD, text_font
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Elided, paint_floating, paint_words, plain
from studio.gui.widgets.actions import icon_of, keys_of, why_not
from studio.gui.widgets.inputs import SearchField
from studio.gui.widgets.text import RIGHT, keycap_width, paint_keycap
from studio.gui.widgets.views import Index, RowsModel, plain_view

WIDTH, ROW, HEADING, ROWS = 660, 34, 26, 11
CHROME = 88
"""Pixels of the sheet without its rows: the field, the line at the foot, and the margins."""
SHADE = 12
"""Pixels of shadow round the sheet."""

Row = Command | str
"""A command, or the heading of those that follow."""


class CommandRows(RowsModel[Row]):
    """The rows for the list; headings can be read but not chosen."""

    def command(self, row: int) -> Command | None:
        """The command of a row; None for a heading and for rows that there are not."""
        entry = self.rows[row] if 0 <= row < len(self.rows) else None
        return entry if isinstance(entry, Command) else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        command = self.command(index.row())
        if command is None:
            return self.rows[index.row()] if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return command.words
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(why_not(command.action)) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = [command.words, " › ".join(command.place), *keys_of(command.action)[:1], why_not(command.action)]
            return ", ".join(part for part in parts if part)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self.command(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def step(self, row: int, steps: int) -> int:
        """The row of a command so many commands on, round and round for one step; -1 when there is none."""
        commands = [place for place, entry in enumerate(self.rows) if isinstance(entry, Command)]
        if not commands:
            return -1
        here = commands.index(row) + steps if row in commands else 0
        return commands[here % len(commands) if abs(steps) == 1 else min(max(here, 0), len(commands) - 1)]


class CommandDelegate(QStyledItemDelegate):
    """Icon, words with the typed letters marked, the menus that lead there, and the keys."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        model = index.model()
        assert isinstance(model, CommandRows)
        return QSize(WIDTH // 2, ROW if model.command(index.row()) is not None else HEADING)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, CommandRows)
        box, command = QRectF(option.rect), model.command(index.row())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if command is None:
            words = str(model.rows[index.row()])
            paint_words(painter, box.adjusted(12, 4, -12, 0), words, current_theme().color("second"), 12, MEDIUM)
        else:
            view = option.widget
            chosen = isinstance(view, QListView) and view.currentIndex().row() == index.row()
            self._paint(painter, box, command, chosen)
        painter.restore()

    def _paint(self, painter: QPainter, box: QRectF, command: Command, chosen: bool) -> None:
        theme, action = current_theme(), command.action
        usable = action.isEnabled()
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("tint"))
            painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 7, 7)
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
        place = why_not(action) or " › ".join(command.place)
        if right - left > 40:
            paint_words(
                painter, QRectF(left, box.top(), right - left - 10, box.height()), place, quiet, 12, align=RIGHT
            )

    def _write(self, painter: QPainter, room: QRectF, command: Command, ink: QColor) -> float:
        """Write the words, those letters that were typed in bold; returns their width."""
        usual, marked = text_font(14), text_font(14, SEMIBOLD)
        x, mark = 0.0, current_theme().color("accent") if command.action.isEnabled() else ink
        for letters, is_marked in _runs(command.words, command.letters):
            font: QFont = marked if is_marked else usual
            wide = QFontMetricsF(font).horizontalAdvance(letters)
            painter.setFont(font)
            painter.setPen(mark if is_marked else ink)
            place = QRectF(room.left() + x, room.top(), min(wide + 2, room.width() - x), room.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, letters)
            x += wide
        return x


def _runs(words: str, letters: tuple[int, ...]) -> list[tuple[str, bool]]:
    """Words in pieces, each with whether its letters are among those at the given places."""
    runs: list[tuple[str, bool]] = []
    for place, letter in enumerate(words):
        is_marked = place in letters
        if runs and runs[-1][1] is is_marked:
            runs[-1] = (runs[-1][0] + letter, is_marked)
        else:
            runs.append((letter, is_marked))
    return runs


class CommandFinder(QWidget):
    """A sheet over the window: a field, and below it what fits. `taken` carries the command that is to be done.

    It takes the keyboard when it is shown; `closed` comes when it is to go, whatever the reason.
    """

    taken = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget, commands: list[Command]) -> None:
        super().__init__(parent)
        self._over = parent
        parent.installEventFilter(self)
        self.commands = commands
        self._hand = QCursor.pos()
        column = QVBoxLayout(self)
        column.setContentsMargins(SHADE + 10, SHADE + 10, SHADE + 10, SHADE + 8)
        column.setSpacing(6)
        self.field = SearchField(_("What do you want to do?"))
        self.field.setFont(text_font(15))
        self.field.setMinimumHeight(36)
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        column.addWidget(self.field)
        self.list = QListView()
        self.rows = CommandRows()
        self.list.setModel(self.rows)
        self.list.setItemDelegate(CommandDelegate(self.list))
        plain_view(self.list, _("Commands"))
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerItem)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.clicked.connect(self._clicked)
        self.list.entered.connect(self._entered)
        column.addWidget(self.list, 1)
        self.foot = Elided("", "second", 12)
        column.addWidget(self.foot)
        self._filter("")

    def open(self) -> None:
        """Come up over the window, below its top row, with the keyboard."""
        self._hand = QCursor.pos()
        self.place()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def place(self) -> None:
        """Take the place in the middle above, as high as what is listed asks for."""
        over = self._over
        wide = min(WIDTH, over.width() - 40) + 2 * SHADE
        rows = sum(ROW if isinstance(row, Command) else HEADING for row in self.rows.rows)
        high = min(max(min(rows, ROWS * ROW), ROW) + CHROME, over.height() - 70) + 2 * SHADE
        self.setGeometry((over.width() - wide) // 2, 46 - SHADE, wide, high)

    def current(self) -> Command | None:
        """The command that Enter would do."""
        return self.rows.command(self.list.currentIndex().row())

    def _filter(self, typed: str) -> None:
        if typed.strip():
            rows: list[Row] = list(fitting(self.commands, typed))
        else:
            lately = used_lately(self.commands)
            rest = [command for command in self.commands if command not in lately]
            rows = [_("Used lately"), *lately, _("All commands"), *rest] if lately else list(rest)
        self.rows.set_rows(rows)
        self.place()
        self._point(self.rows.step(-1, 0))

    def _point(self, row: int) -> None:
        self._hand = QCursor.pos()
        if row >= 0:
            self.list.setCurrentIndex(self.rows.index(row))
            if row == 1:
                self.list.scrollToTop()  # its heading too
        self._explain()

    def _explain(self) -> None:
        command = self.current()
        if command is None:
            self.foot.set_text(_("No command is called anything like that."))
        elif not command.action.isEnabled():
            self.foot.set_text(why_not(command.action) or _("This cannot be done now."))
        else:
            self.foot.set_text(_("Enter does it, the arrow keys choose another, Esc closes."))

    def _entered(self, index: QModelIndex) -> None:
        moved = QCursor.pos() != self._hand  # a row that came to lie under a hand at rest was not chosen
        if moved and self.rows.command(index.row()) is not None:
            self.list.setCurrentIndex(index)
            self._explain()

    def _clicked(self, index: QModelIndex) -> None:
        if self.rows.command(index.row()) is not None:
            self.list.setCurrentIndex(index)
            self._take()

    def _take(self) -> None:
        command = self.current()
        if command is None or not command.action.isEnabled():
            self._explain()
            return
        self.closed.emit()
        self.taken.emit(command)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field:
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
                if event.key() == Qt.Key.Key_Escape:  # else the window would take it
                    event.accept()
                    return True
            elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
                return self._pressed(event)
            elif isinstance(event, QFocusEvent) and event.lostFocus() and self.isVisible():
                QTimer.singleShot(0, self, self._left)  # the window may just be going, with all that is in it
        elif event.type() == QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)

    def _left(self) -> None:
        """The keyboard is elsewhere: unless in the field's own menu, nothing is looked for any more."""
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
                self._take()
        elif key == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            return False
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_floating(painter, QRectF(self.rect()).adjusted(SHADE, SHADE, -SHADE, -SHADE), SHADE)


def find_command(window: QWidget, bar: QMenuBar) -> CommandFinder | None:
    """Open the finder over a window, or close it when it is open. What is chosen is done once it has gone."""
    if (here := window.findChild(CommandFinder)) is not None:
        here.closed.emit()
        return None
    before = QApplication.focusWidget()
    finder = CommandFinder(window, listed(bar))

    def close() -> None:
        finder.closed.disconnect(close)
        had_focus = finder.field.hasFocus()
        finder.hide()
        finder.setParent(None)
        finder.deleteLater()
        if had_focus and before is not None and isValid(before):
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def take(command: Command) -> None:
        remember(command)
        command.action.trigger()

    finder.closed.connect(close)
    finder.taken.connect(take)
    finder.open()
    return finder
