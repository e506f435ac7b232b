"""The house's own widgets: every control that a window shows is one of these or is dressed by the style sheet.

What is written into (`inputs`) and the views of models (`views`) are to be had from their own modules: the start page
needs none of them, and they take their time to load.
"""

from __future__ import annotations

from studio.gui.widgets.buttons import PlainButton, PrimaryButton, ToggleSwitch, ToolButton, paint_button
from studio.gui.widgets.cards import (
    Card,
    EmptyState,
    Inset,
    ScrollArea,
    Separator,
    Sliding,
    ToolBar,
    paint_card,
    paint_choice,
    paint_floating,
    paint_row,
)
from studio.gui.widgets.marks import (
    EmblemBadge,
    SeverityMark,
    badge_pixmap,
    paint_badge,
    paint_emblem,
    paint_severity,
)
from studio.gui.widgets.text import (
    CENTRE,
    LEFT,
    RIGHT,
    Chip,
    Elided,
    KeyCap,
    Tipped,
    is_tip_shown,
    literal,
    one_line,
    paint_keycap,
    paint_words,
    paint_wrapped,
    plain,
    set_tip,
    show_tip,
    text_label,
    title_label,
    wrapped_height,
)
from studio.gui.widgets.toast import Toast

__all__ = [
    "CENTRE",
    "LEFT",
    "RIGHT",
    "Card",
    "Chip",
    "Elided",
    "EmblemBadge",
    "EmptyState",
    "Inset",
    "KeyCap",
    "PlainButton",
    "PrimaryButton",
    "ScrollArea",
    "Separator",
    "SeverityMark",
    "Sliding",
    "Tipped",
    "Toast",
    "ToggleSwitch",
    "ToolBar",
    "ToolButton",
    "badge_pixmap",
    "is_tip_shown",
    "literal",
    "one_line",
    "paint_badge",
    "paint_button",
    "paint_card",
    "paint_choice",
    "paint_emblem",
    "paint_floating",
    "paint_keycap",
    "paint_row",
    "paint_severity",
    "paint_words",
    "paint_wrapped",
    "plain",
    "set_tip",
    "show_tip",
    "text_label",
    "title_label",
    "wrapped_height",
]
