"""Change and list the shortcuts of commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QKeySequenceEdit,
    QLineEdit,
    QListView,
    QMenu,
    QMenuBar,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from studio.core.text import _, key_names, quote
from studio.gui.settings import settings
from studio.gui.shell.command_palette import fuzzy_match
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, NORMAL, current_theme, text_font
from studio.gui.widgets import Card, KeyCap, PlainButton, ScrollArea, paint_row, paint_text, text_label, title_label
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.actions import (
    Index,
    RowsModel,
    action_text,
    default_shortcuts,
    full_action_text,
    icon_of,
    is_valid_shortcut,
    keys_of,
    load_shortcuts,
    menu_actions,
    native,
    plain_view,
    portable,
)
from studio.gui.widgets.cards import hbox, vbox
from studio.gui.widgets.dialogs import AppDialog, confirm
from studio.gui.widgets.inputs import SearchField
from studio.gui.widgets.text import keycap_width, paint_keycap, set_style_property

if TYPE_CHECKING:
    from studio.gui.page import KeyGroup, Page


# Conflicts and changes.

_RESERVED_KEYS = frozenset(  # boards, lists and fields handle them
    (
        *(Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space),
        *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End),
        *(Qt.Key(Qt.Key.Key_0 + digit) for digit in range(10)),
    )
)
_LIST_KEYS = Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown


def scope_names() -> dict[str, str]:
    """Labels of the scopes of commands, by the first part of their names."""
    return {"window": _("Everywhere"), "editor": _("In the editor"), "table": _("In a match")}


def scope_of(action: QAction) -> str:
    """Scope of a command: "window", "editor" or "table"."""
    return action.objectName().partition(".")[0]


def all_commands(window: QWidget) -> list[QAction]:
    """Every command of a window and its pages, those of the window first."""
    found: dict[str, QAction] = {}
    for action in window.findChildren(QAction):
        if scope_of(action) in scope_names() and not action.objectName().startswith("window.no_"):
            found.setdefault(action.objectName(), action)
    return sorted(found.values(), key=lambda action: list(scope_names()).index(scope_of(action)))


def conflicts(keys: str, action: QAction, commands: Sequence[QAction]) -> list[QAction]:
    """The other commands with these keys in the scope of this one."""
    wanted = QKeySequence(keys)
    return [
        other
        for other in commands
        if other.objectName() != action.objectName()
        and wanted in other.shortcuts()
        and (scope_of(other) == scope_of(action) or "window" in (scope_of(other), scope_of(action)))
    ]


def invalid_keys_reason(keys: QKeySequence) -> str:
    """Why no command can have these keys, or ""."""
    if not is_valid_shortcut(keys):
        return _("This key cannot be used as a shortcut.")
    pressed = QKeySequence(portable(keys))[0]  # type: ignore[index]  # the stubs lack it
    if pressed.key() in _RESERVED_KEYS and not pressed.keyboardModifiers() & ~Qt.KeyboardModifier.ShiftModifier:
        return _("{key} is reserved for the board. Combine it with Ctrl or Alt.").format(key=native(keys))
    return ""


def is_customized(action: QAction) -> bool:
    return [portable(keys) for keys in action.shortcuts()] != default_shortcuts(action)


def bind(action: QAction, keys: Sequence[str] | None) -> None:
    """Set and save the shortcuts of a command; None resets them to the default."""
    name = action.objectName()
    settings().set_keys({name: None if keys is None or list(keys) == default_shortcuts(action) else list(keys)})
    _update_actions((name,))


def reset(action: QAction, commands: Sequence[QAction]) -> list[tuple[str, QAction]]:
    """Reset a command to its default keys, without those of another command. Return these with their commands."""
    taken = [(keys, other) for keys in default_shortcuts(action) for other in conflicts(keys, action, commands)]
    gone = {keys for keys, _other in taken}
    bind(action, [keys for keys in default_shortcuts(action) if keys not in gone])
    return taken


def apply_shortcuts(keys: Mapping[str, Sequence[str]]) -> None:
    """Set the shortcuts of commands by their names, and reset all others to the default."""
    names = {*settings().value("keys"), *keys}
    settings().set_value("keys", dict(keys))
    _update_actions(names)


def _update_actions(names: Iterable[str]) -> None:
    """Apply the chosen shortcuts to all open windows."""
    for window in QApplication.topLevelWidgets():
        for name in names:
            for action in window.findChildren(QAction, name):
                load_shortcuts(action)


# The dialog that changes shortcuts.

ROW = 32
SCOPE_WIDTH = 120


class ShortcutRows(RowsModel[QAction]):
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        action = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return full_action_text(action)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            keys = keys_of(action) or [_("no shortcut")]
            return ", ".join((full_action_text(action), scope_names()[scope_of(action)], *keys))
        return None


class ShortcutDelegate(QStyledItemDelegate):
    """Paints icon, text, scope and keys; a dot marks changed keys."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(300, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model, view, theme = index.model(), option.widget, current_theme()
        assert isinstance(model, ShortcutRows)
        assert isinstance(view, QListView)
        action, box = model.rows[index.row()], QRectF(option.rect).adjusted(0, 0, -4, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if view.currentIndex() == index:
            paint_row(painter, box.adjusted(0.8, 1.5, -0.8, -1.5), "tint", view.hasFocus())
        pixmap = icon_pixmap(icon_of(action) or "dots", theme.color("second"), 18, view.devicePixelRatioF())
        painter.drawPixmap(round(box.left() + 12), round(box.center().y() - 9), pixmap)
        right = box.right() - 10
        for key in reversed(keys_of(action)[:3]):
            wide = keycap_width(key)
            paint_keycap(painter, QRectF(right - wide, box.center().y() - 10, wide, 20), key, False)
            right -= wide + 5
        middle = box.left() + box.width() * 0.44
        rect = QRectF(box.left() + 40, box.top(), middle - box.left() - 50, box.height())
        changed = is_customized(action)
        paint_text(painter, rect, full_action_text(action), theme.color("text"), 14, MEDIUM if changed else NORMAL)
        place = QRectF(middle, box.top(), min(SCOPE_WIDTH, right - middle - 18), box.height())
        if place.width() > 50:
            paint_text(painter, place, scope_names()[scope_of(action)], theme.color("second"), 12)
        if changed:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("gold_border"))
            painter.drawEllipse(QRectF(right - 10, box.center().y() - 3.5, 7, 7))
        painter.restore()


class ShortcutField(QKeySequenceEdit):
    """Records one key combination. Tab and Escape leave it."""

    accessible_role = Role.HotkeyField
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaximumSequenceLength(1)
        self.setAccessibleName(_("Press the new shortcut"))
        self.setMinimumSize(190, 34)
        line = self.findChild(QLineEdit)
        assert line is not None
        self._line = line
        line.setFont(text_font(14))
        line.setMinimumHeight(34)
        line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        line.setAccessibleName(self.accessibleName())
        line.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def show_prompt(self) -> None:
        """Show no keys. Qt replaces the placeholder whenever keys are set."""
        self.clear()
        self._line.setPlaceholderText(_("Press the new shortcut"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            self.left.emit()
        elif not event.isAutoRepeat():
            super().keyPressEvent(event)


class ShortcutEditor(AppDialog):
    """All commands with their keys. Changes apply immediately."""

    def __init__(self, parent: QWidget | None, commands: Sequence[QAction]) -> None:
        super().__init__(parent, _("Change shortcuts"), "keyboard")
        self.commands = list(commands)
        self.pending_keys = ""
        self.search = SearchField(_("Search commands or keys"))
        self.search.setMinimumHeight(32)
        self.search.textChanged.connect(self._filter)
        self.search.installEventFilter(self)
        self.body.addWidget(self.search)
        self.list = QListView()
        self.rows = ShortcutRows()
        self.list.setModel(self.rows)
        self.list.setItemDelegate(ShortcutDelegate(self.list))
        plain_view(self.list, _("Commands"))
        self.list.setUniformItemSizes(True)
        self.list.installEventFilter(self)
        self.list.selectionModel().currentChanged.connect(lambda _now, _before: self._show_current())
        sheet = Card(padding=8)
        sheet.body.addWidget(self.list)
        self.body.addWidget(sheet, 1)
        self.name = title_label("", 18)
        self.field = ShortcutField()
        self.field.editingFinished.connect(lambda: self.assign_keys(self.field.keySequence()))
        self.field.left.connect(self.list.setFocus)
        self.list.doubleClicked.connect(lambda _index: self.field.setFocus())
        self.clear_button = PlainButton(_("Clear"), "cross", act=self._clear)
        self.reset_button = PlainButton(_("Reset"), "undo", act=self._reset)
        self.body.addLayout(hbox((self.name, 1), self.field, self.clear_button, self.reset_button, spacing=8))
        self.message = text_label("", "second", 13, wrap=True)
        self.message.setMinimumHeight(36)
        self.reassign_button = PlainButton("", "tick", small=True, act=self._reassign)
        self.body.addLayout(hbox((self.message, 1), self.reassign_button))
        self.all = PlainButton(_("Reset all…"), "undo", act=self._reset_all)
        self.buttons.insertWidget(0, self.all)
        self.add_button("", _("Done"), filled=True)
        self.resize(760, 560)
        self._filter("")
        self.search.setFocus()

    def current(self) -> QAction | None:
        row = self.list.currentIndex().row()
        return self.rows.rows[row] if 0 <= row < len(self.rows.rows) else None

    def assign_keys(self, keys: QKeySequence) -> None:
        """Set the keys of the selected command, or offer to take them from another one."""
        action, why = self.current(), invalid_keys_reason(keys)
        if action is None or keys.isEmpty():
            return
        self.pending_keys = ""
        if why:
            self._show_message(why, "warning")
            return
        taken = conflicts(portable(keys), action, self.commands)
        if not taken:
            self._bind(action, portable(keys))
            return
        self.pending_keys = portable(keys)
        names = ", ".join(quote(full_action_text(other)) for other in taken)
        self._show_message(
            _("{keys} is already used by {commands}.").format(keys=native(keys), commands=names), "warning"
        )
        self.reassign_button.set_text(_("Reassign"))
        self.reassign_button.show()

    def _reassign(self) -> None:
        action, keys = self.current(), self.pending_keys
        if action is None or not keys:
            return
        for other in conflicts(keys, action, self.commands):
            bind(other, [portable(one) for one in other.shortcuts() if portable(one) != keys])
        self._bind(action, keys)
        self.field.setFocus()

    def _bind(self, action: QAction, keys: str) -> None:
        bind(action, [keys])
        self._changed(_("Shortcut of “{command}” changed.").format(command=full_action_text(action)))

    def _clear(self) -> None:
        action = self.current()
        if action is not None:
            bind(action, [])
            self._changed(_("Shortcut of “{command}” removed.").format(command=full_action_text(action)))

    def _reset(self) -> None:
        action = self.current()
        if action is None:
            return
        taken = reset(action, self.commands)
        text = _("Shortcut of “{command}” reset.").format(command=full_action_text(action))
        if taken:
            keys, other = taken[0]
            text = _("{keys} is still assigned to “{command}”.").format(keys=keys, command=full_action_text(other))
        self._changed(text)

    def _reset_all(self) -> None:
        text = _("All commands get their default shortcuts. Your own shortcuts are deleted.")
        if confirm(self, _("Reset all shortcuts?"), text, _("Reset")):
            apply_shortcuts({})
            self._changed(_("All shortcuts reset."))

    def _changed(self, text: str) -> None:
        self._show_current()
        self._show_message(text, "done")
        self.list.viewport().update()

    def _show_message(self, text: str, role: str = "second") -> None:
        self.reassign_button.hide()
        self.message.setText(text)
        set_style_property(self.message, "role", role)

    def _show_current(self) -> None:
        action = self.current()
        self.pending_keys = ""
        self.name.setText(full_action_text(action) if action is not None else "")
        self.field.show_prompt()
        self.field.setEnabled(action is not None)
        self.clear_button.setEnabled(action is not None and bool(action.shortcuts()))
        self.reset_button.setEnabled(action is not None and is_customized(action))
        self.all.setEnabled(any(is_customized(other) for other in self.commands))
        text = _("Press Enter, then the new shortcut.")
        if {scope_of(other) for other in self.commands} < scope_names().keys():
            text = _(
                "Press Enter, then the new shortcut. Editor and match commands are listed while such a page is open."
            )
        self._show_message(text)

    def _filter(self, typed: str) -> None:
        before = self.current()
        keys = typed.strip().casefold()
        found = [
            action
            for action in self.commands
            if fuzzy_match(typed, full_action_text(action)) or keys in map(str.casefold, keys_of(action))
        ]
        self.rows.set_rows(found)
        place = found.index(before) if before in found else 0
        if found:
            self.list.setCurrentIndex(self.rows.index(place))
        self._show_current()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if watched in (self.search, self.list) and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.field.setFocus()
                return True
            if watched is self.search and key in _LIST_KEYS:
                QApplication.sendEvent(self.list, event)
                return True
        return super().eventFilter(watched, event)


# The list of shortcuts, read from the current menus.


def shortcut_groups(bar: QMenuBar, page: Page) -> list[KeyGroup]:
    """All shortcuts by group: those of the menus, then the page's own."""
    groups: list[KeyGroup] = []
    for head in bar.actions():
        menu = head.menu()
        if isinstance(menu, QMenu) and head.isVisible():
            rows = [
                (full_action_text(action), keys_of(action)) for action, _place in menu_actions(menu) if keys_of(action)
            ]
            if rows:
                groups.append((action_text(menu), rows))
    own = [(title, [(text, [*map(key_names, keys)]) for text, keys in rows]) for title, rows in page.shortcuts()]
    return [*groups, *own]


def shortcuts_dialog(parent: QWidget | None, bar: QMenuBar, page: Page) -> AppDialog:
    """All shortcuts, in two columns."""
    dialog = AppDialog(parent, _("Keyboard shortcuts"), "keyboard")
    content, columns, heights = QWidget(), [vbox(spacing=12), vbox(spacing=12)], [0, 0]
    hbox(*((column, 1) for column in columns), parent=content, spacing=12, margins=(0, 0, 6, 0))
    for title, rows in shortcut_groups(bar, page):
        card = Card(title)
        grid = QGridLayout()
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(0, 1)
        for line, (text, keys) in enumerate(rows):
            grid.addWidget(text_label(text, "text", 13, wrap=True), line, 0)
            grid.addLayout(hbox(1, *map(KeyCap, keys[:2]), spacing=4), line, 1)
        card.body.addLayout(grid)
        place = heights.index(min(heights))
        heights[place] += len(rows) * 25 + 60
        columns[place].addWidget(card)
    for column in columns:
        column.addStretch(1)
    dialog.body.addWidget(ScrollArea(content, name=_("Keyboard shortcuts")), 1)
    dialog.add_button("change", _("Change…"), icon="sliders")
    dialog.add_button("close", _("Close"), filled=True)
    dialog.resize(780, min(max(heights) + 160, 620))
    return dialog
