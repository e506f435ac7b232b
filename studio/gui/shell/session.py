"""What is open: saved when the program ends, restored at its start, and rebuilt when the language changes."""

from __future__ import annotations

import base64
import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QEvent,
    QLibraryInfo,
    QLocale,
    QObject,
    QRect,
    QSize,
    Qt,
    QTranslator,
)
from PySide6.QtGui import QGuiApplication, QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractSlider, QApplication, QCheckBox, QLineEdit, QPlainTextEdit, QWidget
from shiboken6 import delete, isValid

from studio.core.text import _, available_languages, capitalize_first, language, use_language
from studio.documents.autosave import is_in_use, is_stored_match
from studio.documents.paths import resources_dir
from studio.gui.board.canvas import BoardCanvas
from studio.gui.page import Page
from studio.gui.settings import settings
from studio.gui.shell.documents import Documents
from studio.gui.shell.tabs import Tabs
from studio.gui.start.captions import GameRow
from studio.gui.start.page import StartPage
from studio.gui.widgets import ToggleSwitch
from studio.gui.widgets.collapsible import CollapsibleHost
from studio.gui.widgets.inputs import ComboBox, CountBox, Segmented

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
            _move_right(tabs, pages[name])
    tabs.set_split_ratio(float(settings().value("divider")))
    shown = [pages[name] for name in settings().string_list("shown") if name in pages]
    if start.has_unsaved or not shown:
        shown.append(start)
    for page in shown:
        tabs.show_page(page)


def _move_right(tabs: Tabs, page: Page) -> None:
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


# The language has changed: all widgets are created again, with the documents, matches and experiments that are open.


def rebuild(documents: Documents, build: Callable[[StartPage], Documents]) -> dict[Page, Page]:
    """Replace every page by a successor with the same live objects, tab, state and focus.

    `build` creates the parts of the window again and returns the new documents. Returns the successors of the pages.
    """
    tabs = documents.tabs
    window = tabs.window()
    panes, visible, active = [pane.pages() for pane in tabs.panes], tabs.visible_pages(), tabs.active_page()
    ratio, focus = tabs.split_ratio(), window.focusWidget()
    has_focus = focus is not None and active.isAncestorOf(focus)
    pages = tabs.pages()
    sessions = {page: PageSession(page) for page in pages}
    window.setUpdatesEnabled(False)
    delete(tabs)
    replaced: dict[Page, Page] = {}
    for page in sorted(pages, key=lambda page: any(page.belongs_to(other) for other in pages)):
        replaced[page] = sessions[page].successor(replaced)
    start = replaced[documents.start]
    assert isinstance(start, StartPage)
    before, documents = documents, build(start)
    documents.adopt(before, replaced)
    tabs = documents.tabs
    for page in pages:
        documents.add_page(replaced[page])
    for page in panes[-1] if len(panes) > 1 else ():
        _move_right(tabs, replaced[page])
    tabs.show()  # in an event loop it would be shown later, and have its size then
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    tabs.set_split_ratio(ratio)
    for page in pages:
        tabs.show_page(replaced[page])
        sessions[page].restore(replaced[page])
    for page in [*visible, active]:
        tabs.show_page(replaced[page])
    for page in pages:
        documents.file_watcher.check(replaced[page])
    if has_focus:
        replaced[active].setFocus()
    window.setUpdatesEnabled(True)
    return replaced


# What the user has done on a page, apart from its live objects.

WidgetPath = tuple[tuple[str, int], ...]  # from the page: classes, and indices among the siblings of each class
CHOICES = Segmented, ComboBox, GameRow
COMPOSITES = (*CHOICES, CountBox)  # inputs whose children are not inputs of their own
WITH_USER_PROPERTY = ToggleSwitch, QCheckBox, QLineEdit, QPlainTextEdit, QAbstractSlider
INPUTS = (*COMPOSITES, *WITH_USER_PROPERTY, CollapsibleHost, BoardCanvas)


class PageSession:
    """What outlives the widgets of a page: its live objects, the inputs of the user, and painted blocks of boards."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._view_state = page.view_state()
        self._values = {path: _value(widget) for path, widget in _inputs(page)}
        page.stop_tasks()
        self._live_objects = page.live_objects()
        for part in self._live_objects:
            part.setParent(None)

    def successor(self, replaced: Mapping[Page, Page]) -> Page:
        page = self._page.successor(replaced)
        for part in self._live_objects:
            part.setParent(page)
        return page

    def restore(self, page: Page) -> None:
        """Restore the inputs on the successor, which is visible."""
        _lay_out(page)
        page.restore_view_state(self._view_state)
        for path, widget in _inputs(page):
            if path in self._values:
                _set_value(widget, self._values[path])


def _lay_out(page: Page) -> None:
    """Lay out the page now, before scroll positions and zoom are restored."""
    if (layout := page.layout()) is not None and page.isVisible():
        for place in range(layout.count()):
            item = layout.itemAt(place)
            part = item.widget() if item is not None else None
            if part is not None and not part.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
                part.show()
        layout.activate()
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        QApplication.sendEvent(page, QResizeEvent(page.size(), page.size()))  # for new widgets


def _inputs(parent: QObject, path: WidgetPath = ()) -> Iterator[tuple[WidgetPath, QWidget]]:
    counts: Counter[str] = Counter()
    for widget in parent.children():
        if isinstance(widget, QWidget):
            kind = type(widget).__name__
            here = (*path, (kind, counts[kind]))
            counts[kind] += 1
            if isinstance(widget, INPUTS):
                yield here, widget
            if not isinstance(widget, COMPOSITES):
                yield from _inputs(widget, here)


def _value(widget: QWidget) -> Any:
    if isinstance(widget, CHOICES):
        return widget.current()
    if isinstance(widget, CountBox):
        return widget.value()
    if isinstance(widget, CollapsibleHost):
        return widget.open_key
    if isinstance(widget, BoardCanvas):
        return widget.copy_cache()
    return widget.metaObject().userProperty().read(widget)


def _set_value(widget: QWidget, value: Any) -> None:
    """Set the value of an input, with the signals of a change by the user."""
    if not isValid(widget) or _value(widget) == value:
        return
    if isinstance(widget, CHOICES):
        widget.set_current(value)
        if widget.current() == value:
            widget.chosen.emit(value)
    elif isinstance(widget, CountBox):
        widget.set_value(value)
        widget.changed.emit(value)
    elif isinstance(widget, CollapsibleHost):
        widget.open(value)
    elif isinstance(widget, BoardCanvas):
        widget.adopt_cache(value)
    else:
        widget.metaObject().userProperty().write(widget, value)


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
