"""The theme that a widget wears: the application's, with the colours that the seats of its match have chosen."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject

from studio.gui.style.stylesheet import current_theme
from studio.gui.style.theme import Theme

_chosen: WeakKeyDictionary[QObject, tuple[int, ...]] = WeakKeyDictionary()


def wear(table: QObject, hues: tuple[int, ...]) -> None:
    """All that lies in a table shows its seats in these colours (numbers of the palette)."""
    _chosen[table] = hues


def theme_at(widget: QObject | None) -> Theme:
    """What a widget, or whatever else lies in one, is to be painted in."""
    theme = current_theme()
    while widget is not None and _chosen:
        hues = _chosen.get(widget)
        if hues is not None:
            return theme.wearing(hues)
        widget = widget.parent()
    return theme
