"""The house's own widgets: every control that a window shows is one of these or is dressed by the style sheet."""

from __future__ import annotations

from studio.gui.widgets.buttons import PlainButton, PrimaryButton, ToggleSwitch, ToolButton
from studio.gui.widgets.cards import Card, EmptyState, PairRow, ScrollArea, Separator, ToolBar, paint_card
from studio.gui.widgets.inputs import Choice, CountBox, SearchField, Segmented
from studio.gui.widgets.marks import (
    EmblemBadge,
    SeverityMark,
    badge_pixmap,
    paint_badge,
    paint_emblem,
    paint_severity,
    severity_pixmap,
)
from studio.gui.widgets.text import Chip, Elided, KeyCap, Tipped, paint_keycap, text_label, title_label
from studio.gui.widgets.toast import Toast

__all__ = [
    "Card",
    "Chip",
    "Choice",
    "CountBox",
    "Elided",
    "EmblemBadge",
    "EmptyState",
    "KeyCap",
    "PairRow",
    "PlainButton",
    "PrimaryButton",
    "ScrollArea",
    "SearchField",
    "Segmented",
    "Separator",
    "SeverityMark",
    "Tipped",
    "Toast",
    "ToggleSwitch",
    "ToolBar",
    "ToolButton",
    "badge_pixmap",
    "paint_badge",
    "paint_card",
    "paint_emblem",
    "paint_keycap",
    "paint_severity",
    "severity_pixmap",
    "text_label",
    "title_label",
]
