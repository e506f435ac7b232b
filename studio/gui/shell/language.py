"""The display language: chosen in the settings or on the command line, else that of the system; for Qt's texts too."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from studio.core.text import _, available_languages, capitalize_first, language, use_language
from studio.documents.paths import resources_dir
from studio.gui.settings import settings

SYSTEM = "system"

_asked: list[str] = []
_of_qt: list[QTranslator] = []
"""Whoever translates Qt's own words: one or none."""


def override_language(wanted: str) -> None:
    """Use this language until another one is chosen; "": the one in the settings."""
    _asked[:] = [wanted] if wanted else []


def offered() -> list[tuple[str, str]]:
    """The languages that can be chosen: what settings call them, and their own names, in whichever language."""
    found = [
        (name, capitalize_first(QLocale(name).nativeLanguageName()))
        for name in available_languages(resources_dir() / "locale")
    ]
    return [(name, "English" if name == "en" else own) for name, own in found]


def choices() -> list[tuple[str, str]]:
    """Values and labels of "language"."""
    return [(SYSTEM, _("As the &system")), *offered()]


def chosen() -> str:
    """The chosen language, or "system"."""
    wanted = _asked[0] if _asked else str(settings().value("language"))
    return wanted if wanted in available_languages(resources_dir() / "locale") else SYSTEM


def choose(wanted: str) -> None:
    """Speak this language from now on, or ("system") that of the system; remembered."""
    _asked.clear()
    settings().set_value("language", wanted)
    apply_language()


def apply_language() -> None:
    """Speak the language that is chosen, and have Qt speak it."""
    wanted = chosen()
    use_language(QLocale.system().uiLanguages() if wanted == SYSTEM else [wanted], resources_dir() / "locale")
    app = QCoreApplication.instance()
    assert app is not None, "Qt speaks through the application"
    system = QLocale.system()
    QLocale.setDefault(system if system.name().startswith(language()) else QLocale(language()))
    while _of_qt:
        app.removeTranslator(_of_qt.pop())
    translator, folder = QTranslator(app), QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if language() != "en" and translator.load(f"qtbase_{language()}", folder):
        app.installTranslator(translator)
        _of_qt.append(translator)
