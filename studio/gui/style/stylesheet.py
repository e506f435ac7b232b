"""Dresses the whole application in a theme: palette, fonts, style sheet; no widget keeps its default look."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import getCppPointer

from studio.documents.paths import resources_dir
from studio.gui.style.theme import Theme

# The two typefaces of the house: EB Garamond for titles and names, Cabin for all else; the system's for files.

DISPLAY_FAMILIES = ["EB Garamond 12", "EB Garamond"]
TEXT_FAMILIES = ["Cabin"]

NORMAL, MEDIUM, SEMIBOLD, BOLD = (
    QFont.Weight.Normal,
    QFont.Weight.Medium,
    QFont.Weight.DemiBold,
    QFont.Weight.Bold,
)


@cache
def load_fonts() -> tuple[str, ...]:
    """Make the shipped typefaces known to Qt (once per process). Returns the names of the families that were found.

    Needs a running QGuiApplication.
    """
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
    """The system's typewriter, `px` pixels high: what stands in a file or on a command line."""
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


# Dresses the whole application in a theme: palette, fonts, style sheet; no widget keeps its default look.

_theme: Theme | None = None


def current_theme() -> Theme:
    """The theme the application wears now (the light one until `apply_theme` was called)."""
    if _theme is None:
        from studio.gui.style.theme import LIGHT

        return LIGHT
    return _theme


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Dress the application in a theme. Widgets repaint by themselves (they get a StyleChange event)."""
    global _theme
    _theme = theme
    load_fonts()
    QIcon.setThemeSearchPaths([str(resources_dir() / "icons" / "themes")])
    QIcon.setThemeName(f"explorer-{theme.name}")
    app.setFont(text_font(14))
    app.setPalette(make_palette(theme))
    app.setStyleSheet(style_sheet(theme))


def apply_appearance(
    choice: str, has_contrast: bool = False, palette: str = "usual", has_large_targets: bool = False
) -> None:
    """Dress the application as "system", "light" or "dark", for eyes and fingers as somebody has them."""
    from PySide6.QtCore import Qt

    from studio.gui.style.theme import theme_for

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
    """The style sheet of a theme."""

    class Colours(dict[str, str]):
        def __missing__(self, name: str) -> str:
            return theme.color(name).name()

    values = Colours(
        signs=(resources_dir() / "icons" / "signs").as_posix(),
        theme=theme.name,
        thumb=mix_colors(theme.color("panel"), theme.color("border"), 0.55).name(),
        scroll=mix_colors(theme.color("line"), theme.color("border"), 0.35).name(),
        soft=mix_colors(theme.color("panel"), theme.color("line"), 0.6).name(),
    )
    fingers = _LARGE_TARGETS if theme.has_large_targets else ""
    return f"{_SHEET}{fingers}".format_map(values) + f"/* {theme.key} */"  # by which widgets hear of any other look


_LARGE_TARGETS = """
QMenu::item, QMenuBar::item, QListView::item, QTreeView::item, QComboBox QAbstractItemView::item {{ min-height: 32px; }}
QCheckBox, QRadioButton, QLineEdit, QComboBox {{ min-height: 32px; }}
QScrollBar:vertical {{ width: 20px; }}
QScrollBar:horizontal {{ height: 20px; }}
QSlider:horizontal {{ min-height: 32px; }}
QSlider::handle:horizontal {{ width: 22px; height: 22px; margin: -11px 0; border-radius: 13px; }}
Segmented > QPushButton {{ min-height: 28px; }}
CountBox QLineEdit {{ min-height: 28px; }}
"""
"""What is larger where everything that is pressed is as large as a fingertip."""

_SHEET = """
QWidget {{ color: {text}; }}
QMainWindow, QDialog, Page, EditorPage, PlayPage, StartPage {{ background: {window}; }}
QToolTip {{ background: {panel}; color: {text}; border: 1px solid {border}; padding: 5px 8px; }}
QLabel {{ background: transparent; }}
QLabel[role="second"], QLabel[role="note"] {{ color: {second}; }}
QLabel[role="off"] {{ color: {off}; }}
QLabel[role="gold"] {{ color: {gold_text}; }}
QLabel[role="error"] {{ color: {error}; }}
QLabel[role="warning"] {{ color: {warning}; }}
QLabel[role="info"] {{ color: {info}; }}
QLabel[role="done"] {{ color: {done}; }}
QLabel[role="accent"] {{ color: {accent}; }}
QLabel:disabled {{ color: {off}; }}

QMenuBar {{ background: transparent; border: none; padding: 3px 8px; spacing: 2px; }}
QMenuBar::item {{ background: transparent; padding: 5px 11px; border-radius: 6px; }}
QMenuBar::item:selected, QMenuBar::item:pressed {{ background: {hover}; }}
QMenu {{ background: {panel}; border: 1px solid {border}; padding: 6px; menu-scrollable: 1; }}
QMenu::item {{ min-width: 150px; padding: 6px 26px 6px 12px; border-radius: 6px; margin: 1px 0; }}
QMenu[dense="true"]::item {{ padding-top: 3px; padding-bottom: 3px; margin: 0; }}
QMenu[dense="true"]::separator {{ margin: 3px 8px; }}
QMenu::item:selected {{ background: {tint}; }}
QMenu::item:disabled {{ color: {off}; background: transparent; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 5px 8px; }}
QMenu::icon {{ padding-left: 10px; }}
QMenu::indicator {{ width: 16px; height: 16px; margin-left: 8px; }}
QMenu::indicator:checked {{ image: url({signs}/tick_{theme}.svg); }}
QMenu::right-arrow {{ image: url({signs}/right_{theme}.svg); width: 14px; height: 14px; margin-right: 6px; }}

QLineEdit, QTextEdit, QPlainTextEdit, QSpinBox, QDoubleSpinBox {{
    background: {panel}; color: {text}; border: 1px solid {border}; border-radius: 7px; padding: 4px 9px;
    selection-background-color: {accent}; selection-color: {on_accent}; placeholder-text-color: {off};
}}
QLineEdit, QSpinBox, QDoubleSpinBox {{ min-height: 22px; }}
QLineEdit:focus, QTextEdit:focus, QPlainTextEdit:focus, QSpinBox:focus, QComboBox:focus {{
    border: 1px solid {accent};
}}
QLineEdit:disabled, QTextEdit:disabled, QSpinBox:disabled, QComboBox:disabled {{
    background: {inset}; color: {off}; border-color: {line};
}}
QLineEdit[wrong="true"] {{ border: 1px solid {error}; background: {error_tint}; }}
QSpinBox::up-button, QSpinBox::down-button {{ width: 0; border: none; }}
QComboBox {{
    background: {panel}; border: 1px solid {border}; border-radius: 7px; padding: 4px 30px 4px 10px; min-height: 22px;
    combobox-popup: 0;
}}
QComboBox:hover {{ background: {hover}; }}
QComboBox::drop-down {{ border: none; width: 28px; }}
QComboBox::down-arrow {{ image: url({signs}/down_{theme}.svg); width: 14px; height: 14px; margin-right: 10px; }}
Compass QComboBox {{ padding: 4px 18px 4px 8px; }}
Compass QComboBox::drop-down {{ width: 18px; }}
Compass QComboBox::down-arrow {{ margin-right: 6px; }}
QComboBox QAbstractItemView {{
    background: {panel}; border: 1px solid {border}; padding: 4px; outline: none; selection-background-color: {tint};
    selection-color: {text};
}}
QComboBox QAbstractItemView::item {{ min-height: 28px; padding: 2px 8px; border-radius: 6px; }}
QComboBox QAbstractItemView::item:selected, QComboBox QAbstractItemView::item:hover {{
    background: {tint}; color: {text};
}}

QPushButton {{
    background: {panel}; border: 1px solid {border}; border-radius: 7px; padding: 5px 14px; min-height: 24px;
}}
QPushButton:hover {{ background: {hover}; }}
QPushButton:pressed, QPushButton:checked {{ background: {tint}; }}
QPushButton:disabled {{ background: {inset}; color: {off}; border-color: {line}; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QFileDialog QListView, QFileDialog QTreeView {{ background: {panel}; border: 1px solid {line}; border-radius: 8px; }}
QFileDialog QFrame#sidebar {{ background: {inset}; }}
QFileDialog QTreeView::item {{ padding: 5px 0; }}
QMessageBox QLabel#qt_msgbox_label {{ min-width: 280px; }}
QDialogButtonBox QPushButton:default {{ background: {accent}; color: {on_accent}; border-color: {accent}; }}
PlainButton {{ min-height: 0; padding: 0; border: none; background: transparent; }}
QToolButton {{ background: transparent; border: 1px solid transparent; border-radius: 7px; padding: 5px; }}
QToolButton:hover {{ background: {hover}; border-color: {line}; }}
QToolButton:pressed, QToolButton:checked {{ background: {tint}; border-color: {accent}; }}
QToolButton:focus {{ border-color: {accent}; }}
QToolButton:disabled {{ background: transparent; color: {off}; }}
QToolButton#qt_menubar_ext_button {{ border: none; border-radius: 4px; padding: 0; }}
QToolButton::menu-indicator {{ image: none; }}
ZoomButtons {{ background: {panel}; border: 1px solid {line}; border-radius: 9px; }}

Segmented {{ background: {inset}; border: 1px solid {border}; border-radius: 8px; }}
Segmented[round="true"] {{ border-radius: 13px; }}
Segmented > QPushButton {{
    background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 2px 9px;
    min-height: 20px; margin: 1px;
}}
Segmented[round="true"] > QPushButton {{ border-radius: 11px; padding: 1px 18px; }}
Segmented > QPushButton:hover {{ background: {hover}; }}
Segmented > QPushButton:checked {{ background: {tint}; border-color: {accent}; }}
Segmented[round="true"] > QPushButton:checked {{ background: {panel}; border-color: {gold_border}; }}
Segmented > QPushButton:focus {{ border-color: {accent}; }}
Segmented > QPushButton:disabled {{ color: {off}; }}
CountBox {{ background: {panel}; border: 1px solid {border}; border-radius: 7px; }}
CountBox:disabled {{ background: {inset}; border-color: {line}; }}
CountBox QLineEdit {{ background: transparent; border: none; padding: 0; min-height: 20px; }}
CountBox QLineEdit:focus {{ background: {hover}; border-radius: 4px; }}
CountBox QToolButton {{ padding: 0; border: none; border-radius: 6px; }}
SearchField {{ border-radius: 14px; background: {inset}; padding: 2px 10px 2px 6px; min-height: 22px; }}

QCheckBox, QRadioButton {{ spacing: 8px; background: transparent; }}
QCheckBox::indicator {{
    width: 16px; height: 16px; border: 1px solid {border}; border-radius: 4px; background: {panel};
}}
QCheckBox::indicator:hover {{ background: {hover}; }}
QCheckBox::indicator:checked {{
    background: {accent}; border-color: {accent}; image: url({signs}/tick_on_{theme}.svg);
}}
QCheckBox::indicator:disabled {{ background: {inset}; border-color: {line}; }}
QRadioButton::indicator {{
    width: 14px; height: 14px; border: 1px solid {border}; border-radius: 8px; background: {panel};
}}
QRadioButton::indicator:checked {{ background: {accent}; border: 4px solid {panel}; width: 8px; height: 8px; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {off}; }}

QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle {{ background: {scroll}; border-radius: 3px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {border}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}

QListView, QTreeView, QTableView {{
    background: {panel}; border: none; outline: none; selection-background-color: {tint}; selection-color: {text};
    alternate-background-color: {inset}; gridline-color: {line};
}}
DocumentList {{ background: transparent; }}
RecoveryPanel DocumentList {{ background: {panel}; border: 1px solid {line}; border-radius: 8px; padding: 3px; }}
QListView:window {{ border: 1px solid {border}; border-radius: 0; padding: 2px; }}
QListView::item, QTreeView::item {{ padding: 5px 8px; border-radius: 6px; }}
QListView::item:hover, QTreeView::item:hover {{ background: {hover}; }}
QListView::item:selected, QTreeView::item:selected, QTableView::item:selected {{ background: {tint}; color: {text}; }}
SurveyTable, PieceTable {{ selection-background-color: transparent; }}
SurveyTable::item:selected, PieceTable::item:selected {{ background: transparent; }}
QHeaderView {{ background: transparent; border: none; }}
QHeaderView::section {{
    background: transparent; color: {second}; border: none; border-bottom: 1px solid {line}; padding: 6px 8px;
}}
QTableCornerButton::section {{ background: transparent; border: none; }}

QSlider:horizontal {{ min-height: 20px; }}
QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {line}; }}
QSlider::sub-page:horizontal {{ height: 4px; border-radius: 2px; background: {accent}; }}
QSlider::handle:horizontal {{
    width: 14px; height: 14px; margin: -7px 0; border-radius: 9px; background: {panel}; border: 2px solid {accent};
}}
QSlider::handle:horizontal:hover {{ background: {tint}; }}
QSlider::sub-page:horizontal:disabled {{ background: {border}; }}
QSlider::handle:horizontal:disabled {{ border-color: {border}; }}
QProgressBar {{
    background: {inset}; border: 1px solid {line}; border-radius: 5px; max-height: 10px; color: transparent;
}}
QProgressBar::chunk {{ background: {accent}; border-radius: 4px; }}

QTabWidget::pane {{ border: none; }}
QTabBar {{ background: transparent; qproperty-drawBase: 0; }}
QTabBar::scroller {{ width: 52px; }}
QTabBar > .QToolButton {{ background: {bar}; border: none; border-radius: 0; padding: 0; }}
QTabBar > .QToolButton:hover {{ background: {hover}; }}
QTabBar QToolButton::left-arrow {{ image: url({signs}/left_{theme}.svg); width: 14px; height: 14px; }}
QTabBar QToolButton::right-arrow {{ image: url({signs}/right_{theme}.svg); width: 14px; height: 14px; }}
QSplitter::handle {{ background: transparent; }}
QSplitter#sides::handle {{ background: {bar}; border-left: 1px solid {line}; border-right: 1px solid {line}; }}
QSplitter#sides::handle:hover {{ background: {tint}; }}
QStatusBar {{ background: {bar}; border-top: 1px solid {line}; min-height: 29px; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ color: {text}; }}
QSizeGrip {{ image: none; width: 0; height: 0; }}
ToolBar {{ background: {panel}; border: none; border-top: 1px solid {line}; border-bottom: 1px solid {line}; }}
QGroupBox {{ border: 1px solid {line}; border-radius: 8px; margin-top: 9px; padding: 8px; }}
QGroupBox::title {{ subcontrol-origin: margin; left: 10px; padding: 0 4px; color: {second}; }}
QFrame[frameShape="4"], QFrame[frameShape="5"] {{ color: {line}; }}
"""


# How large the window's words are, and with them all that belongs to words: one factor for everything it shows.
#
# A pixel of the program is made so many pixels of the screen, as on a screen with dense pixels; so words, icons, rows,
# cards and the room between them keep to one another at every size, and no widget knows of it. Qt has had this
# factor for every screen since 5.6 and lets it change while the program runs, but names it only to its own parts; where
# it cannot be had (`is_at_once`), the size is worn from the next start on, which Qt offers to everybody.

SCALE_STEPS = (80, 90, 100, 110, 125, 150, 175, 200)
"""Per cent that are offered."""
DEFAULT_SCALE = 100
MIN_WINDOW = (1024, 640)
"""Pixels of the smallest window."""

_scale = DEFAULT_SCALE
_geometries: WeakKeyDictionary[QWidget, tuple[QRect, QRect]] = WeakKeyDictionary()
"""Where windows were put, in pixels of the size that was worn then and of the usual one."""
_GUI = "libQt6Gui.so.6"
_SET = "_ZN15QHighDpiScaling15setScreenFactorEP7QScreend"
_SELF_SCALING_PLATFORMS = ("wayland", "cocoa")
"""Platforms whose windows know themselves how dense a screen is: the factor comes on top there."""


def nearest_scale(percent: int) -> int:
    """The size offered that comes nearest."""
    return min(SCALE_STEPS, key=lambda step: abs(step - percent))


def next_scale(percent: int, by: int) -> int:
    """The next larger (1) or smaller (-1) size, or the same at either end."""
    place = SCALE_STEPS.index(nearest_scale(percent)) + by
    return SCALE_STEPS[min(max(place, 0), len(SCALE_STEPS) - 1)]


def current_scale() -> int:
    """The size that is worn now, in per cent."""
    return _scale


def min_window_size() -> QSize:
    """How small a window may be: as small on the screen at every size of words from the usual one on."""
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
    """Whether another size can be worn while the program runs."""
    return _setter() is not None


def set_initial_scale(percent: int) -> None:
    """Ask Qt for a size before there is an application, where it cannot be changed later."""
    global _scale
    if percent != DEFAULT_SCALE and not has_live_scaling() and "QT_SCALE_FACTOR" not in os.environ:
        os.environ["QT_SCALE_FACTOR"] = f"{percent / 100:g}"
        _scale = percent


@cache
def _default_density() -> float:
    """How dense Qt takes the pixels to be of its own accord."""
    if QGuiApplication.platformName() in _SELF_SCALING_PLATFORMS:
        return 1.0
    asked = float(os.environ.get("QT_SCALE_FACTOR") or 1)
    return QGuiApplication.primaryScreen().devicePixelRatio() / asked


def set_ui_scale(percent: int) -> bool:
    """Show everything in this size from now on, windows that are open too; whether it is worn."""
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
    """Where a window is in the pixels of the usual size; exactly where it was, if nobody has moved it since."""
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


# The theme that a widget wears: the application's, with the colours that the seats of its match have chosen.

_seat_hues: WeakKeyDictionary[QObject, tuple[int, ...]] = WeakKeyDictionary()


def set_seat_colors(table: QObject, hues: tuple[int, ...]) -> None:
    """All that lies in a table shows its seats in these colours (numbers of the palette)."""
    _seat_hues[table] = hues


def widget_theme(widget: QObject | None) -> Theme:
    """What a widget, or whatever else lies in one, is to be painted in."""
    theme = current_theme()
    while widget is not None and _seat_hues:
        hues = _seat_hues.get(widget)
        if hues is not None:
            return theme.with_hues(hues)
        widget = widget.parent()
    return theme
