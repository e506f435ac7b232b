"""The two typefaces of the house: EB Garamond for titles and names, Cabin for all else; the system's for files."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

from studio.documents.paths import resources_dir

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
