"""A page in another language: what is seen is made anew over what stays, and filled in as it was.

No view need know of it. What a person has chosen and typed, and what is painted of a board, is found by where it stands
on the page, in whichever field of ours or of Qt's; what else is to stay, the page itself remembers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QLibraryInfo, QLocale, QObject, Qt, QTranslator
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractSlider, QApplication, QCheckBox, QLineEdit, QPlainTextEdit, QWidget
from shiboken6 import delete, isValid

from studio.core.text import _, available_languages, capitalize_first, language, use_language
from studio.documents.paths import resources_dir
from studio.gui.board.canvas import BoardCanvas
from studio.gui.page import Page
from studio.gui.settings import settings
from studio.gui.start.captions import GameRow
from studio.gui.widgets import ToggleSwitch
from studio.gui.widgets.collapsible import CollapsibleHost
from studio.gui.widgets.inputs import ComboBox, CountBox, Segmented

Way = tuple[tuple[str, int], ...]
"""How one comes to a part of a page: at each step what kind of part, and which of its kind."""
KEYED = Segmented, ComboBox, GameRow
"""Where one of several things is chosen, by key."""
FILLED = (
    *KEYED,
    CountBox,
    ToggleSwitch,
    QCheckBox,
    QLineEdit,
    QPlainTextEdit,
    QAbstractSlider,
    CollapsibleHost,
    BoardCanvas,
)
WHOLE = (*KEYED, CountBox)
"""Those whose own parts are nothing by themselves."""


def retranslate_page(page: Page) -> None:
    """Have a page speak the language that is spoken now."""
    if page.language == language():
        return
    page.language = language()
    memory, filled = page.view_state(), dict(_filled(page))
    had_keys = page.isAncestorOf(page.window().focusWidget()) if page.window().focusWidget() else False
    page.stop_tasks()
    stays = page.persistent_objects()
    parts, status = [part for part in page.children() if part not in stays], page.status
    for part in sorted(parts, key=lambda part: not isinstance(part, QWidget)):  # what widgets show goes after them
        if isValid(part):
            delete(part)
    page.retranslate_data()
    page.build_ui()
    if status is not None and isValid(status):  # not before: the page would get another size with nothing on it
        delete(status)
    _arrange(page)
    page.restore_view_state(memory)
    for way, part in _parts(page):
        if way in filled:
            _fill(part, filled[way])
    if had_keys:
        page.setFocus()


def _arrange(page: Page) -> None:
    """Give all parts their places now: those that scroll and zoom are about to be told where they were."""
    if (layout := page.layout()) is not None and page.isVisible():
        for place in range(layout.count()):
            item = layout.itemAt(place)
            part = item.widget() if item is not None else None
            if part is not None and not part.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
                part.show()
        layout.activate()
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        QApplication.sendEvent(page, QResizeEvent(page.size(), page.size()))  # what it fits to its size is new


def _parts(whole: QObject, way: Way = ()) -> Iterator[tuple[Way, QWidget]]:
    """The parts that something can be chosen or typed in."""
    seen: dict[str, int] = {}
    for part in whole.children():
        if isinstance(part, QWidget):
            kind = type(part).__name__
            seen[kind] = seen.get(kind, -1) + 1
            here = (*way, (kind, seen[kind]))
            if isinstance(part, FILLED):
                yield here, part
            if not isinstance(part, WHOLE):
                yield from _parts(part, here)


def _filled(page: Page) -> Iterator[tuple[Way, Any]]:
    """What stands in all of them."""
    for way, part in _parts(page):
        yield way, _value(part)


def _value(part: QWidget) -> Any:
    if isinstance(part, QLineEdit):
        return part.text()
    if isinstance(part, QPlainTextEdit):
        return part.toPlainText()
    if isinstance(part, ToggleSwitch | QCheckBox):
        return part.isChecked()
    if isinstance(part, CountBox | QAbstractSlider):
        return part.value()
    if isinstance(part, CollapsibleHost):
        return part.open_key
    if isinstance(part, BoardCanvas):
        return part.copy_cache()
    assert isinstance(part, KEYED)
    return part.current()


def _fill(part: QWidget, value: Any) -> None:
    """Fill in what a person has; whoever listens is told as if the person did it now."""
    if not isValid(part) or _value(part) == value:
        return
    if isinstance(part, QLineEdit):
        part.setText(value)
    elif isinstance(part, QPlainTextEdit):
        part.setPlainText(value)
    elif isinstance(part, ToggleSwitch | QCheckBox):
        part.setChecked(value)
    elif isinstance(part, QAbstractSlider):
        part.setValue(value)
    elif isinstance(part, CollapsibleHost):
        part.open(value)
    elif isinstance(part, BoardCanvas):
        part.adopt_cache(value)
    elif isinstance(part, CountBox):
        part.set_value(value)
        part.changed.emit(value)
    elif isinstance(part, KEYED):
        part.set_current(value)
        if part.current() == value:
            part.chosen.emit(value)


# Which language the window speaks: the one that was chosen, or the system's; Qt's own words along with ours.

SYSTEM = "system"

_asked: list[str] = []
_of_qt: list[QTranslator] = []
"""Whoever translates Qt's own words: one or none."""


def override_language(wanted: str) -> None:
    """Speak this language for as long as the program runs and nobody chooses another; "": as the settings say."""
    _asked[:] = [wanted] if wanted else []


def offered() -> list[tuple[str, str]]:
    """The languages that can be chosen: what settings call them, and their own names, in whichever language."""
    found = [
        (name, capitalize_first(QLocale(name).nativeLanguageName()))
        for name in available_languages(resources_dir() / "locale")
    ]
    return [(name, "English" if name == "en" else own) for name, own in found]


def choices() -> list[tuple[str, str]]:
    """What can be chosen for "language", and what it is called."""
    return [(SYSTEM, _("As the &system")), *offered()]


def chosen() -> str:
    """The language that was chosen, or "system"."""
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
