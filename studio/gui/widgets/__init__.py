"""Shared widgets. The start page does not need `inputs`, which are slow to load and imported from their own module."""

from __future__ import annotations

from studio.gui.widgets.buttons import PlainButton, PrimaryButton, ToggleSwitch, ToolButton, paint_button, press_focused
from studio.gui.widgets.cards import (
    Card,
    CardFrame,
    EmptyState,
    Inset,
    PaintedButton,
    ScrollArea,
    ScrollStrip,
    Separator,
    Toast,
    ToolBar,
    clear_layout,
    hbox,
    paint_box,
    paint_card,
    paint_choice,
    paint_choice_box,
    paint_floating,
    paint_row,
    remove_widgets,
    vbox,
)
from studio.gui.widgets.charts import EmblemBadge, SeverityMark, badge_pixmap, paint_badge, paint_severity
from studio.gui.widgets.text import (
    CENTER,
    LEFT,
    RIGHT,
    Chip,
    Elided,
    IconLabel,
    KeyCap,
    TooltipWidget,
    escape_mnemonic,
    is_tooltip_shown,
    one_line,
    paint_keycap,
    paint_text,
    paint_wrapped,
    painter_on,
    plain_tooltip,
    set_style_property,
    set_tooltip,
    show_tooltip,
    text_label,
    title_label,
    wrapped_height,
)
