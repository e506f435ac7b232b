"""Applies a theme to the application: palette, fonts, style sheet, scale."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from string import Template
from weakref import WeakKeyDictionary

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import getCppPointer, isValid

from studio.documents.paths import resources_dir
from studio.gui.style.theme import LIGHT, Theme, theme_for

# Fonts: EB Garamond for titles and names, Cabin for other text, the fixed font of the system for code.

DISPLAY_FAMILIES = ["EB Garamond 12", "EB Garamond"]
TEXT_FAMILIES = ["Cabin"]

NORMAL, MEDIUM, SEMIBOLD, BOLD = (QFont.Weight.Normal, QFont.Weight.Medium, QFont.Weight.DemiBold, QFont.Weight.Bold)


@cache
def load_fonts() -> tuple[str, ...]:
    """Make the shipped typefaces known to Qt, once; return the families found. Needs a running QGuiApplication."""
    families: list[str] = []
    for path in sorted((resources_dir() / "fonts").glob("*.otf")):
        number = QFontDatabase.addApplicationFont(str(path))
        if number >= 0:
            families.extend(QFontDatabase.applicationFontFamilies(number))
    return tuple(dict.fromkeys(families))


def display_font(px: float, italic: bool = False) -> QFont:
    """EB Garamond with lining figures, `px` pixels high: titles, names, large numbers."""
    font = QFont(DISPLAY_FAMILIES)
    font.setPixelSize(round(px))
    font.setItalic(italic)
    font.setWeight(NORMAL)
    font.setFeature(QFont.Tag("lnum"), 1)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def code_font(px: float = 13) -> QFont:
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPixelSize(round(px))
    return font


def text_font(px: float = 14, weight: QFont.Weight = NORMAL) -> QFont:
    """Cabin, `px` pixels high: whatever is read, counted or clicked."""
    font = QFont(TEXT_FAMILIES)
    font.setPixelSize(round(px))
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


# The theme of the application: palette, fonts, style sheet.

_theme = LIGHT


def current_theme() -> Theme:
    """The theme of the application; the light one until `apply_theme` was called."""
    return _theme


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Apply the palette, fonts and style sheet of a theme. Widgets repaint on the StyleChange event.

    Hidden widgets passed to `defer_style` get it later, by `update_style`.
    """
    global _theme
    _theme = theme
    load_fonts()
    QIcon.setThemeSearchPaths([str(resources_dir() / "icons" / "themes")])
    QIcon.setThemeName(f"explorer-{theme.name}")
    app.setFont(text_font(14))
    app.setPalette(make_palette(theme))
    _replace_style_sheet(app, style_sheet(theme))


_is_stale: WeakKeyDictionary[QWidget, bool] = WeakKeyDictionary()
"""Widgets passed to `defer_style`, and whether the theme has changed while they were hidden."""


def defer_style(widget: QWidget) -> None:
    """While this widget is hidden, do not apply another theme to it and its children."""
    _is_stale[widget] = False


def update_style(widget: QWidget) -> bool:
    """Apply the current theme to a widget passed to `defer_style`, if necessary; return whether it was."""
    was_stale, _is_stale[widget] = _is_stale[widget], False
    if was_stale:
        _polish_tree(widget)
    return was_stale


def _replace_style_sheet(app: QApplication, sheet: str) -> None:
    """Replace the style sheet and polish each widget once.

    Left to Qt, this takes ten times as long: each widget is polished once for each of its ancestors. Therefore Qt
    gets no polished widgets, and the old sheet is removed first, which clears Qt's caches.
    """
    attribute, widgets = Qt.WidgetAttribute, app.allWidgets()
    for widget in widgets:
        widget.setAttribute(attribute.WA_WState_Polished, False)
        widget.setAttribute(attribute.WA_SetStyle)  # Qt sends no StyleChange
    app.setStyleSheet("")
    app.setStyleSheet(sheet)
    for widget in widgets:
        widget.setAttribute(attribute.WA_SetStyle, False)
    for window in app.topLevelWidgets():
        if window.isVisible() or window.parentWidget() is None:  # a dialog of a hidden page may be visible
            _polish_tree(window)


def _polish_tree(root: QWidget) -> None:
    """Apply the style sheet to a widget and its children, parents first, except hidden ones that defer it."""
    waiting, change = [root], QEvent(QEvent.Type.StyleChange)
    while waiting:
        widget = waiting.pop()
        if not isValid(widget):
            continue
        if widget in _is_stale and widget.isHidden() and widget is not root:
            _is_stale[widget] = True
        else:
            polish(widget)
            widget.setAttribute(Qt.WidgetAttribute.WA_WState_Polished)
            QApplication.sendEvent(widget, change)
            waiting += widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)


def polish(widget: QWidget) -> None:
    """Apply the style sheet to a widget again."""
    widget.setPalette(QPalette())  # without the colours of another sheet
    widget.setProperty("_q_styleSheetWidgetFont", None)  # else Qt restores the font of the first time
    widget.style().polish(widget)


def apply_appearance(
    choice: str, has_contrast: bool = False, palette: str = "usual", has_large_targets: bool = False
) -> None:
    """Apply the theme "system", "light" or "dark" with the settings for contrast, colour vision and target size."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    hints = app.styleHints()
    dark = choice == "dark" or (choice == "system" and hints.colorScheme() == Qt.ColorScheme.Dark)
    apply_theme(app, theme_for("dark" if dark else "light", has_contrast, palette, has_large_targets))
    if choice == "system":
        hints.unsetColorScheme()
    else:
        hints.setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)


def mix_colors(first: QColor, second: QColor, share: float) -> QColor:
    """A colour between two: `share` of the second."""
    return QColor.fromRgbF(
        first.redF() + (second.redF() - first.redF()) * share,
        first.greenF() + (second.greenF() - first.greenF()) * share,
        first.blueF() + (second.blueF() - first.blueF()) * share,
    )


def make_palette(theme: Theme) -> QPalette:
    """The palette for whatever the style sheet does not reach."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    result = QPalette()
    for part, name in (
        (role.Window, "window"),
        (role.WindowText, "text"),
        (role.Base, "panel"),
        (role.AlternateBase, "inset"),
        (role.Text, "text"),
        (role.Button, "panel"),
        (role.ButtonText, "text"),
        (role.BrightText, "on_accent"),
        (role.ToolTipBase, "panel"),
        (role.ToolTipText, "text"),
        (role.PlaceholderText, "off"),
        (role.Highlight, "accent"),
        (role.HighlightedText, "on_accent"),
        (role.Link, "accent"),
        (role.LinkVisited, "accent"),
        (role.Accent, "accent"),
        (role.Mid, "line"),
        (role.Midlight, "hover"),
        (role.Light, "panel"),
        (role.Dark, "border"),
        (role.Shadow, "border"),
    ):
        result.setColor(part, theme.color(name))
    for part in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(group.Disabled, part, theme.color("off"))
    return result


def style_sheet(theme: Theme) -> str:
    """The style sheet of a theme, which ends in its key: widgets get an event for every change of the theme."""

    class Values(dict[str, str]):
        def __missing__(self, role: str) -> str:
            return theme.color(role).name()

    recovery = mix_colors(theme.color("panel"), theme.color("gold_tint"), 0.45)
    values = Values(
        signs=(resources_dir() / "icons" / "signs").as_posix(),
        theme=theme.name,
        scroll=mix_colors(theme.color("line"), theme.color("border"), 0.35).name(),
        keycap=theme.color("border", 0.26).name(QColor.NameFormat.HexArgb),
        veil=theme.color("shadow", 0.42).name(QColor.NameFormat.HexArgb),
        recovery=recovery.name(),
        recovery_edge=mix_colors(theme.color("gold_border"), recovery, 0.45).name(),
    )
    files = ("window", "large_targets") if theme.has_large_targets else ("window",)
    sheet = "".join((resources_dir() / "styles" / f"{name}.qss").read_text("utf-8") for name in files)
    return Template(sheet).substitute(values) + f"/* {theme.key} */"


# The scale of the window: one factor for text, icons and spacing, as on a screen with a higher density.
#
# Qt has such a factor for each screen and can change it while the program runs, but exports the function only to its
# own libraries. Where it is missing (`has_live_scaling`), a new scale applies from the next start.

SCALE_STEPS = (80, 90, 100, 110, 125, 150, 175, 200)  # per cent
DEFAULT_SCALE = 100
MIN_WINDOW = (1024, 640)  # pixels of the smallest window

_scale = DEFAULT_SCALE
_geometries: WeakKeyDictionary[QWidget, tuple[QRect, QRect]] = WeakKeyDictionary()
"""Where windows were put, in pixels of the size that was worn then and of the usual one."""
_GUI = "libQt6Gui.so.6"
_SET = "_ZN15QHighDpiScaling15setScreenFactorEP7QScreend"
_SELF_SCALING_PLATFORMS = ("wayland", "cocoa")
"""Platforms whose windows know themselves how dense a screen is: the factor comes on top there."""


def nearest_scale(percent: int) -> int:
    return min(SCALE_STEPS, key=lambda step: abs(step - percent))


def next_scale(percent: int, by: int) -> int:
    """The next larger (1) or smaller (-1) scale, or the same at either end."""
    place = SCALE_STEPS.index(nearest_scale(percent)) + by
    return SCALE_STEPS[min(max(place, 0), len(SCALE_STEPS) - 1)]


def min_window_size() -> QSize:
    """The minimum window size in logical pixels; constant on the screen for scales above 100 %."""
    wide, high = MIN_WINDOW
    return QSize(wide * DEFAULT_SCALE // max(_scale, DEFAULT_SCALE), high * DEFAULT_SCALE // max(_scale, DEFAULT_SCALE))


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


def has_live_scaling() -> bool:
    """Whether the scale can change while the program runs."""
    return _setter() is not None


def set_initial_scale(percent: int) -> None:
    """Set the scale before there is an application; it cannot be changed later on some platforms."""
    global _scale
    if percent != DEFAULT_SCALE and not has_live_scaling() and "QT_SCALE_FACTOR" not in os.environ:
        os.environ["QT_SCALE_FACTOR"] = f"{percent / 100:g}"
        _scale = percent


@cache
def _default_density() -> float:
    """How dense Qt takes the pixels to be of its own accord."""
    if QGuiApplication.platformName() in _SELF_SCALING_PLATFORMS:
        return 1.0
    requested = float(os.environ.get("QT_SCALE_FACTOR") or 1)
    return QGuiApplication.primaryScreen().devicePixelRatio() / requested


def set_ui_scale(percent: int) -> bool:
    """Apply a text scale to the application, open windows included; return whether it is in use."""
    global _scale
    setter = _setter() if percent != _scale else None
    if setter is None:
        return percent == _scale
    usual = _default_density()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    shown = [window for window in app.topLevelWidgets() if window.isVisible() and window.windowHandle() is not None]
    boxes = [_unscaled_geometry(window) for window in shown]
    focus, _scale = app.focusWidget(), percent
    for screen in app.screens():
        setter(getCppPointer(screen)[0], usual * percent / 100)
    for window, box in zip(shown, boxes, strict=True):
        _recreate_window(window, QRect(box.topLeft() * DEFAULT_SCALE / percent, box.size() * DEFAULT_SCALE / percent))
        _geometries[window] = window.geometry(), box
    if focus is not None:
        focus.window().activateWindow()
        focus.setFocus(Qt.FocusReason.OtherFocusReason)
    return True


def _unscaled_geometry(window: QWidget) -> QRect:
    """Return the geometry of a window at scale 1; exactly the stored one if the window has not moved since."""
    now, usual = _geometries.get(window, (None, None))
    box = window.geometry()
    if usual is not None and now == box:
        return usual
    return QRect(box.topLeft() * _scale / DEFAULT_SCALE, box.size() * _scale / DEFAULT_SCALE)


def _recreate_window(window: QWidget, box: QRect) -> None:
    """Give a window a new place among the windows of the screen: it takes its density only from there."""
    handle, state = window.windowHandle(), window.windowState()
    window.hide()
    handle.destroy()
    window.setGeometry(box)
    window.setWindowState(state)
    window.show()


# The theme of a widget: that of the application with the seat colours of its match.

_seat_hues: WeakKeyDictionary[QObject, tuple[int, ...]] = WeakKeyDictionary()


def set_seat_colors(table: QObject, hues: tuple[int, ...]) -> None:
    """Show seats in `table` and its children in these colours (indices into the palette)."""
    _seat_hues[table] = hues


def widget_theme(widget: QObject | None) -> Theme:
    """The theme for painting a widget, with the seat colours of the nearest ancestor that has any."""
    theme = current_theme()
    while widget is not None and _seat_hues:
        hues = _seat_hues.get(widget)
        if hues is not None:
            return theme.with_hues(hues)
        widget = widget.parent()
    return theme
