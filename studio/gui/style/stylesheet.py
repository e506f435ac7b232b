"""Dresses the whole application in a theme: palette, fonts, style sheet; no widget keeps its default look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QIcon, QPalette
from PySide6.QtWidgets import QApplication

from studio.documents.paths import resources_dir
from studio.gui.style.fonts import load_fonts, text_font

if TYPE_CHECKING:
    from studio.gui.style.theme import Theme

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
    app.setPalette(palette(theme))
    app.setStyleSheet(sheet(theme))


def dress(choice: str, has_contrast: bool = False, palette: str = "usual", has_large_targets: bool = False) -> None:
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


def mixed(first: QColor, second: QColor, share: float) -> QColor:
    """A colour between two: `share` of the second."""
    return QColor.fromRgbF(
        first.redF() + (second.redF() - first.redF()) * share,
        first.greenF() + (second.greenF() - first.greenF()) * share,
        first.blueF() + (second.blueF() - first.blueF()) * share,
    )


def palette(theme: Theme) -> QPalette:
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


def sheet(theme: Theme) -> str:
    """The style sheet of a theme."""

    class Colours(dict[str, str]):
        def __missing__(self, name: str) -> str:
            return theme.color(name).name()

    values = Colours(
        signs=(resources_dir() / "icons" / "signs").as_posix(),
        theme=theme.name,
        thumb=mixed(theme.color("panel"), theme.color("border"), 0.55).name(),
        scroll=mixed(theme.color("line"), theme.color("border"), 0.35).name(),
        soft=mixed(theme.color("panel"), theme.color("line"), 0.6).name(),
    )
    fingers = _FINGERS if theme.has_large_targets else ""
    return f"{_SHEET}{fingers}".format_map(values) + f"/* {theme.key} */"  # by which widgets hear of any other look


_FINGERS = """
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
