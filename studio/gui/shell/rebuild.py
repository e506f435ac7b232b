"""Creates all widgets again, with the documents, matches and experiments that are open, after a change of language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractSlider, QApplication, QCheckBox, QLineEdit, QPlainTextEdit, QWidget
from shiboken6 import delete, isValid

from studio.gui.board.canvas import BoardCanvas
from studio.gui.page import Page
from studio.gui.shell.documents import Documents
from studio.gui.shell.session import move_right
from studio.gui.start.captions import GameRow
from studio.gui.start.page import StartPage
from studio.gui.widgets import ToggleSwitch
from studio.gui.widgets.collapsible import CollapsibleHost
from studio.gui.widgets.inputs import ComboBox, CountBox, Segmented


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
        move_right(tabs, replaced[page])
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
