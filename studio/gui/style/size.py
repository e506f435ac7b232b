"""How large the window's words are, and with them all that belongs to words: one factor for everything it shows.

A pixel of the program is made so many pixels of the screen, as on a screen with dense pixels; so words, icons, rows,
cards and the room between them keep to one another at every size, and no widget knows of it. Qt has had this
factor for every screen since 5.6 and lets it change while the program runs, but names it only to its own parts; where
it cannot be had (`is_at_once`), the size is worn from the next start on, which Qt offers to everybody.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from weakref import WeakKeyDictionary

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import getCppPointer

STEPS = (80, 90, 100, 110, 125, 150, 175, 200)
"""Per cent that are offered."""
USUAL = 100
LEAST = (1024, 640)
"""Pixels of the smallest window."""

_worn = USUAL
_boxes: WeakKeyDictionary[QWidget, tuple[QRect, QRect]] = WeakKeyDictionary()
"""Where windows were put, in pixels of the size that was worn then and of the usual one."""
_GUI = "libQt6Gui.so.6"
_SET = "_ZN15QHighDpiScaling15setScreenFactorEP7QScreend"
_TELLING_THEIR_OWN = ("wayland", "cocoa")
"""Platforms whose windows know themselves how dense a screen is: the factor comes on top there."""


def nearest(percent: int) -> int:
    """The size offered that comes nearest."""
    return min(STEPS, key=lambda step: abs(step - percent))


def stepped(percent: int, by: int) -> int:
    """The next larger (1) or smaller (-1) size, or the same at either end."""
    place = STEPS.index(nearest(percent)) + by
    return STEPS[min(max(place, 0), len(STEPS) - 1)]


def worn() -> int:
    """The size that is worn now, in per cent."""
    return _worn


def least() -> QSize:
    """How small a window may be: as small on the screen at every size of words from the usual one on."""
    wide, high = LEAST
    return QSize(wide * USUAL // max(_worn, USUAL), high * USUAL // max(_worn, USUAL))


@cache
def _setter() -> Callable[[int, float], None] | None:
    """Qt's own way to make a screen denser (of a `QScreen`'s address), where it can be found."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes  # a start in the usual size does without it

    try:
        found = ctypes.CDLL(_GUI, mode=os.RTLD_NOLOAD | os.RTLD_LAZY)[_SET]
    except (OSError, AttributeError):
        return None
    found.argtypes, found.restype = [ctypes.c_void_p, ctypes.c_double], None
    return found


def is_at_once() -> bool:
    """Whether another size can be worn while the program runs."""
    return _setter() is not None


def wear_from_start(percent: int) -> None:
    """Ask Qt for a size before there is an application, where it cannot be changed later."""
    global _worn
    if percent != USUAL and not is_at_once() and "QT_SCALE_FACTOR" not in os.environ:
        os.environ["QT_SCALE_FACTOR"] = f"{percent / 100:g}"
        _worn = percent


@cache
def _usual() -> float:
    """How dense Qt takes the pixels to be of its own accord."""
    if QGuiApplication.platformName() in _TELLING_THEIR_OWN:
        return 1.0
    asked = float(os.environ.get("QT_SCALE_FACTOR") or 1)
    return QGuiApplication.primaryScreen().devicePixelRatio() / asked


def wear(percent: int) -> bool:
    """Show everything in this size from now on, windows that are open too; whether it is worn."""
    global _worn
    setter = _setter() if percent != _worn else None
    if setter is None:
        return percent == _worn
    usual = _usual()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    shown = [window for window in app.topLevelWidgets() if window.isVisible() and window.windowHandle() is not None]
    boxes = [_at_usual(window) for window in shown]
    focus, _worn = app.focusWidget(), percent
    for screen in app.screens():
        setter(getCppPointer(screen)[0], usual * percent / 100)
    for window, box in zip(shown, boxes, strict=True):
        _show_again(window, QRect(box.topLeft() * USUAL / percent, box.size() * USUAL / percent))
        _boxes[window] = window.geometry(), box
    if focus is not None:
        focus.window().activateWindow()
        focus.setFocus(Qt.FocusReason.OtherFocusReason)
    return True


def _at_usual(window: QWidget) -> QRect:
    """Where a window is in the pixels of the usual size; exactly where it was, if nobody has moved it since."""
    now, usual = _boxes.get(window, (None, None))
    box = window.geometry()
    if usual is not None and now == box:
        return usual
    return QRect(box.topLeft() * _worn / USUAL, box.size() * _worn / USUAL)


def _show_again(window: QWidget, box: QRect) -> None:
    """Give a window a new place among the windows of the screen: it takes its density only from there."""
    handle, state = window.windowHandle(), window.windowState()
    window.hide()
    handle.destroy()
    window.setGeometry(box)
    window.setWindowState(state)
    window.show()
