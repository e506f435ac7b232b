"""What is open, saved when the program ends and restored at its start; the display language."""

from __future__ import annotations

import base64
import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QCoreApplication, QLibraryInfo, QLocale, QRect, QSize, QTranslator
from PySide6.QtGui import QGuiApplication, QRegion
from PySide6.QtWidgets import QWidget

from studio.core.text import _, available_languages, capitalize_first, language, use_language
from studio.documents.autosave import is_in_use, is_stored_match
from studio.documents.paths import resources_dir
from studio.gui.page import Page
from studio.gui.settings import settings

if TYPE_CHECKING:
    from studio.gui.shell.documents import Documents
    from studio.gui.shell.tabs import Tabs

DEFAULT_SIZE = QSize(1440, 900)
FRAME = QSize(16, 48)  # assumed size of borders and title bar, which are only known of visible windows
START = ""  # represents the start page among the paths of pages


def save(window: QWidget, documents: Documents) -> None:
    """Save the geometry of the window and the open files. Documents without a file are autosaved."""

    def names(pages: list[Page]) -> list[str]:
        paths = [START if page is documents.start else documents.path_of(page) for page in pages]
        return [str(path) for path in paths if path is not None]

    tabs = documents.tabs
    active = tabs.active_page()
    settings().set_value("geometry", base64.b64encode(window.saveGeometry().data()).decode())
    settings().set_value("tabs", [name for name in names(tabs.pages()) if name != START])
    settings().set_value("beside", names(tabs.panes[1].pages()) if tabs.is_split else [])
    settings().set_value("shown", names([*(page for page in tabs.visible_pages() if page is not active), active]))
    settings().set_value("divider", tabs.split_ratio())


def restore_tabs(documents: Documents) -> None:
    """Open the files that were open, without missing ones. A start page that offers unsaved documents stays active."""
    start, tabs = documents.start, documents.tabs
    pages: dict[str, Page] = {START: start}
    for name in settings().string_list("tabs"):
        path = Path(name)
        if path.is_file() and not (is_stored_match(path) and is_in_use(path)):
            page = documents.open_path(path)
            if page is not None:
                pages[name] = page
    for name in settings().string_list("beside"):
        if name in pages:
            move_right(tabs, pages[name])
    tabs.set_split_ratio(float(settings().value("divider")))
    shown = [pages[name] for name in settings().string_list("shown") if name in pages]
    if start.has_unsaved or not shown:
        shown.append(start)
    for page in shown:
        tabs.show_page(page)


def move_right(tabs: Tabs, page: Page) -> None:
    """Move a page to the right pane."""
    if tabs.is_split:
        tabs.move_page(page, tabs.panes[1])
    else:
        tabs.split(page)


def restore_geometry(window: QWidget) -> None:
    """Restore the geometry of the window, or use the default size. The window fits the screen with its frame."""
    window.resize(DEFAULT_SIZE)
    with contextlib.suppress(ValueError):
        geometry = base64.b64decode(str(settings().value("geometry")), validate=True)
        if geometry:
            window.restoreGeometry(QByteArray(geometry))
    if window.isMaximized() or window.isFullScreen():
        return
    window.resize(window.size().boundedTo(window.screen().availableGeometry().size() - FRAME))
    box, screens = QRect(window.pos(), window.size() + FRAME), QRegion()
    for screen in QGuiApplication.screens():
        screens += QRegion(screen.availableGeometry())
    if not (QRegion(box) - screens).isEmpty():  # a part would be on no screen
        area = window.screen().availableGeometry()
        box.moveRight(min(box.right(), area.right()))
        box.moveBottom(min(box.bottom(), area.bottom()))
        box.moveLeft(max(box.left(), area.left()))
        box.moveTop(max(box.top(), area.top()))
        window.move(box.topLeft())


# The display language: chosen in the settings or on the command line, else that of the system; for Qt's texts too.

SYSTEM = "system"

_override: list[str] = []  # the language of the command line, if there is one
_qt_translators: list[QTranslator] = []


def override_language(wanted: str) -> None:
    """Use this language until another one is chosen; "": the one in the settings."""
    _override[:] = [wanted] if wanted else []


def offered() -> list[tuple[str, str]]:
    """The available languages, with their names in these languages."""
    names = available_languages(resources_dir() / "locale")
    own = {name: capitalize_first(QLocale(name).nativeLanguageName()) for name in names}
    return [(name, "English" if name == "en" else own[name]) for name in names]


def choices() -> list[tuple[str, str]]:
    """Values and labels of "language"."""
    return [(SYSTEM, _("&System default")), *offered()]


def chosen() -> str:
    """The chosen language, or "system"."""
    wanted = _override[0] if _override else str(settings().value("language"))
    return wanted if wanted in available_languages(resources_dir() / "locale") else SYSTEM


def choose(wanted: str) -> None:
    """Use and save this language, or "system"."""
    _override.clear()
    settings().set_value("language", wanted)
    apply_language()


class QtTranslator(QTranslator):
    """The translation of Qt, with the labels of file dialogs that it lacks in French."""

    def translate(
        self, context: str, source: str, comment: str | None = None, n: int = -1
    ) -> str | None:  # None: no translation
        labels = {"&Look in:": _("&Look in:"), "Files of &type:": _("Files of &type:")}
        return labels.get(source) or super().translate(context, source, comment, n) or None


def apply_language() -> None:
    """Use the chosen language, for the texts of Qt too."""
    wanted = chosen()
    use_language(QLocale.system().uiLanguages() if wanted == SYSTEM else [wanted], resources_dir() / "locale")
    app = QCoreApplication.instance()
    assert app is not None
    system = QLocale.system()
    QLocale.setDefault(system if system.name().startswith(language()) else QLocale(language()))
    while _qt_translators:
        app.removeTranslator(_qt_translators.pop())
    translator, folder = QtTranslator(app), QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if language() != "en" and translator.load(f"qtbase_{language()}", folder):
        app.installTranslator(translator)
        _qt_translators.append(translator)
