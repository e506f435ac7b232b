"""Actions with permanent names, user-defined shortcuts and a reason why they are disabled."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QFrame, QMenu, QWidget

from studio.core.text import with_label
from studio.gui.settings import settings
from studio.gui.widgets.text import set_tooltip

Keys = str | QKeySequence.StandardKey  # keys as portable text ("Ctrl+Shift+Z"), or what the platform uses for a thing

_MEDIA_KEYS = {"New", "Open", "Save", "Close", "Undo", "Redo", "Cut", "Copy", "Paste", "Find", "Help", "Exit"}
"""Keys of office keyboards that Qt lists beside the usual ones."""
_LAST_KEY = 12  # function keys beyond this one stand for such keys, too; no other keyboard has them
_USUAL, _WHY = "usual", "why"


def make_action(
    owner: QWidget,
    name: str,
    words: str,
    icon: str,
    keys: Sequence[Keys] = (),
    act: Callable[[], object] | None = None,
    *,
    within: bool = False,
) -> QAction:
    """Add an action to a widget, with the user's shortcuts or the default ones.

    Settings identify the action by `name` ("editor.undo"), so it must never change. `within`: the shortcuts work only
    while the focus is in the widget.
    """
    action = QAction(words, owner)
    action.setObjectName(name)
    action.setData(icon)
    usual: list[str] = []
    for key in keys:
        usual += [key] if isinstance(key, str) else [portable(one) for one in QKeySequence.keyBindings(key)]
    action.setProperty(_USUAL, list(dict.fromkeys(usual)))
    load_shortcuts(action)

    def on_triggered() -> None:
        record_action(name)
        if act is not None:
            act()

    action.triggered.connect(on_triggered)
    if within:
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        owner.addAction(action)
    return action


_recent_actions: deque[tuple[float, str]] = deque(maxlen=40)


def record_action(name: str) -> None:
    """Record an action or an opened page for crash reports. Never pass anything from a user's documents."""
    _recent_actions.append((monotonic(), name))


def recent_actions() -> list[tuple[float, str]]:
    return list(_recent_actions)


def icon_of(action: QAction) -> str:
    return str(action.data() or "")


def action_text(action: QAction | QMenu) -> str:
    """The text of an action or a menu without its mnemonic and "…"."""
    return strip_mnemonic(action.text() if isinstance(action, QAction) else action.title()).rstrip("…")


def full_action_text(action: QAction) -> str:
    """The text of an action after the title of its submenu, if it is in one: "Text size: Larger"."""
    for menu in (one for one in action.associatedObjects() if isinstance(one, QMenu)):
        outer = [one for one in menu.menuAction().associatedObjects() if isinstance(one, QMenu)]
        if any(one.title() for one in outer):  # that of a bar without room for its menus has no title
            return with_label(action_text(menu), action_text(action))
    return action_text(action)


def strip_mnemonic(words: str) -> str:
    return words.replace("&&", "\0").replace("&", "").replace("\0", "&")


def set_action_enabled(action: QAction, usable: bool, why: str = "") -> None:
    action.setProperty(_WHY, "" if usable else why)
    action.setEnabled(usable)


def disabled_reason(action: QAction) -> str:
    """Why an action is disabled, or ""."""
    return "" if action.isEnabled() else str(action.property(_WHY) or "")


def menu_actions(menu: QMenu, place: tuple[str, ...] = ()) -> Iterator[tuple[QAction, tuple[str, ...]]]:
    """Yield all visible actions of a menu and its submenus, each with the titles of the menus that lead to it."""
    place = (*place, action_text(menu))
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from menu_actions(inner, place)
        elif not action.isSeparator() and action.isVisible():
            yield action, place


def portable(keys: QKeySequence) -> str:
    """Shortcuts as settings store them."""
    return keys.toString(QKeySequence.SequenceFormat.PortableText)


def native(keys: QKeySequence) -> str:
    """Shortcuts as the keyboard labels them."""
    return keys.toString(QKeySequence.SequenceFormat.NativeText)


def default_shortcuts(action: QAction) -> list[str]:
    return list(action.property(_USUAL) or ())


def load_shortcuts(action: QAction) -> None:
    action.setShortcuts(_keys(action.objectName(), default_shortcuts(action)))


def key_named(name: str, usual: str) -> str:
    """The first shortcut of the action of this name in native text."""
    return next(map(native, _keys(name, [usual])), "")


def _keys(name: str, usual: Sequence[str]) -> list[QKeySequence]:
    saved = settings().keys_for(name)
    chosen = [QKeySequence(text) for text in saved or ()]
    if saved is None or not all(map(is_valid_shortcut, chosen)):  # what was written names no keys
        return [QKeySequence(text) for text in usual]
    return chosen


def is_valid_shortcut(keys: QKeySequence) -> bool:
    return bool(portable(keys)) and QKeySequence(portable(keys)) == keys


def keys_of(action: QAction) -> list[str]:
    keys = [keys for keys in action.shortcuts() if not keys.isEmpty()]
    usual = [one for one in keys if portable(one) not in _MEDIA_KEYS and not _is_extra_function_key(portable(one))]
    return [native(one) for one in usual or keys]


def first_key(action: QAction) -> str:
    return next(iter(keys_of(action)), "")


def _is_extra_function_key(key: str) -> bool:
    number = key.rpartition("+")[2].removeprefix("F")
    return number.isdigit() and int(number) > _LAST_KEY


def set_shortcut_tooltip(owner: QWidget, words: str, action: QAction) -> None:
    """Give a control the tooltip `words`, with the keys that do the same in brackets: whichever they are."""

    def follow() -> None:
        key = first_key(action)
        set_tooltip(owner, f"{words} ({key})" if key else words)

    action.changed.connect(follow)
    follow()


# Views of models: what models and delegates share.

R = TypeVar("R")
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
NAVIGATION_KEYS = frozenset(
    (
        *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right),
        *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End),
    )
)
"""Keys that a view of a model understands; it would swallow all others, which belong to the page."""


def plain_view(view: QAbstractItemView, name: str) -> None:
    """Prepare a view for a card: no frame, no editing, scrolling by pixels, mouse tracking for the hovered row."""
    view.setViewport(QWidget())  # asking for Qt's own makes PySide create all its widget classes, 8 ms of the start
    view.setAccessibleName(name)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.viewport().setAutoFillBackground(False)
    view.setMouseTracking(True)


class RowsModel(QAbstractListModel, Generic[R]):
    """A list model whose rows are replaced together; subclasses implement `data`."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[R] = []

    def set_rows(self, rows: list[R]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)
