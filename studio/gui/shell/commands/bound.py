"""Which command has which keys: what is taken by what, and giving a command others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

from studio.core.text import _
from studio.gui.settings import settings
from studio.gui.widgets.actions import is_readable, native, portable, take_keys, usual_keys

_BOARD = frozenset(
    (
        *(Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space),
        *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End),
        *(Qt.Key(Qt.Key.Key_0 + digit) for digit in range(10)),
    )
)
"""Keys that boards, lists and fields understand by themselves."""


def kinds() -> dict[str, str]:
    """Where commands work, by the first part of their names."""
    return {"window": _("Everywhere"), "editor": _("In the editor"), "table": _("At the table")}


def kind_of(action: QAction) -> str:
    """Where a command works: "window", "editor" or "table"."""
    return action.objectName().partition(".")[0]


def all_commands(windows: Iterable[QWidget]) -> list[QAction]:
    """Every command of these windows and of the pages in them, once, the window's own first."""
    found: dict[str, QAction] = {}
    for window in windows:
        for action in window.findChildren(QAction):
            if kind_of(action) in kinds() and not action.objectName().startswith("window.no_"):
                found.setdefault(action.objectName(), action)
    return sorted(found.values(), key=lambda action: list(kinds()).index(kind_of(action)))


def holders(keys: str, action: QAction, commands: Sequence[QAction]) -> list[QAction]:
    """The other commands that have these keys where this one works."""
    wanted = QKeySequence(keys)
    return [
        other
        for other in commands
        if other.objectName() != action.objectName()
        and wanted in other.shortcuts()
        and (kind_of(other) == kind_of(action) or "window" in (kind_of(other), kind_of(action)))
    ]


def refusal(keys: QKeySequence) -> str:
    """Why no command can have these keys, or ""."""
    if not is_readable(keys):
        return _("These keys have no name.")
    pressed = QKeySequence(portable(keys))[0]  # type: ignore[index]  # the stubs lack it
    if pressed.key() in _BOARD and not pressed.keyboardModifiers() & ~Qt.KeyboardModifier.ShiftModifier:
        return _("{key} is needed at the board itself; with Ctrl or Alt it can be used.").format(key=native(keys))
    return ""


def has_others(action: QAction) -> bool:
    """Whether a person has given a command other keys than its usual ones."""
    return [portable(keys) for keys in action.shortcuts()] != usual_keys(action)


def bind(action: QAction, keys: Sequence[str] | None) -> None:
    """Give a command these keys, wherever it stands, now and from now on; None gives it its usual ones."""
    name = action.objectName()
    settings().put_keys({name: None if keys is None or list(keys) == usual_keys(action) else list(keys)})
    _follow((name,))


def take_away(keys: str, action: QAction) -> None:
    """Let a command no longer have these keys."""
    bind(action, [kept for one in action.shortcuts() if (kept := portable(one)) != keys])


def reset(action: QAction, commands: Sequence[QAction]) -> list[tuple[str, QAction]]:
    """Give a command its usual keys, but for those that another one has by now; returns these with their holders."""
    taken = [(keys, other) for keys in usual_keys(action) for other in holders(keys, action, commands)]
    gone = {keys for keys, _other in taken}
    bind(action, [keys for keys in usual_keys(action) if keys not in gone])
    return taken


def reset_all() -> None:
    """Give every command its usual keys."""
    wear({})


def wear(keys: Mapping[str, Sequence[str]]) -> None:
    """Give these commands these keys, by their names, and all others their usual ones."""
    names = {*settings().value("keys"), *keys}
    settings().put("keys", dict(keys))
    _follow(names)


def _follow(names: Iterable[str]) -> None:
    """Whatever is open takes the keys that were chosen."""
    for window in QApplication.topLevelWidgets():
        for name in names:
            for action in window.findChildren(QAction, name):
                take_keys(action)
