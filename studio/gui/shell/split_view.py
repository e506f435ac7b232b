"""One or two panes with tabs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QApplication, QSplitter, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.gui.page import Page
from studio.gui.shell.tab_bar import HEIGHT, TabStrip, TopRow
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets.cards import ScrollArea

# Dragging a tab.

DropTarget = tuple[QRect, Callable[[Page], None]]


class DropIndicator(QWidget):
    """Shows where a tab that is dragged would come to lie."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_at(self, box: QRect) -> None:
        """Mark a part of the window, or nothing."""
        self.setGeometry(box)
        self.setVisible(not box.isEmpty())
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            accent = QColor(current_theme().color("accent"))
            painter.setPen(QPen(accent, 2))
            accent.setAlphaF(0.16)
            painter.setBrush(accent)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))


class TabDrag:
    """What happens to the tab under the hand: `target` says where in the window it would land, and how it gets there.

    `target` is asked with a point of the screen; a place without size is none.
    """

    def __init__(self, inside: QWidget, target: Callable[[QPoint], DropTarget]) -> None:
        self._inside, self._target = inside, target
        self._page: Page | None = None
        self._indicator: DropIndicator | None = None

    def drag_to(self, page: Page, at: QPoint) -> None:
        """Show where the tab would be dropped at a point of the screen."""
        if self._indicator is None:
            self._page, self._indicator = page, DropIndicator(self._inside.window())
        self._indicator.show_at(self._target(at)[0])

    def drop(self, at: QPoint) -> None:
        """Put it there."""
        page = self._page
        if page is not None:
            box, put = self._target(at)
            self.cancel()
            if not box.isEmpty():
                put(page)

    def cancel(self) -> bool:
        """Let go of the tab, which stays where it was. Whether there was one."""
        if self._indicator is None:
            return False
        self._indicator.deleteLater()
        self._page = self._indicator = None
        return True


# The panes.

DIVIDER = 7
"""Pixels between two sides, to be taken hold of."""
PANE_STRIP_HEIGHT = 36
"""Height of a strip of tabs that has a row of its own."""


class PageStack(QStackedWidget):
    """Pages behind each other: no smaller than the one that is seen, so that it scrolls where there is less room."""

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return page.minimumSizeHint() if page is not None else super().minimumSizeHint()

    def heightForWidth(self, _width: int) -> int:
        # where lines are wrapped in any of the pages, the room would give all of them the height that the highest likes
        return -1


class TabPane(QWidget):
    """Pages behind each other, with a strip of tabs that may lie above them or in another row."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: list[Page] = []
        self.tabs = TabStrip()
        self.stack = PageStack()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        room = ScrollArea(self.stack, name="")
        room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.column.addWidget(room, 1)

    def current_page(self) -> Page:
        return self.pages[max(self.tabs.currentIndex(), 0)]

    def insert_page(self, page: Page, place: int, stays: bool) -> None:
        """Give a page a tab at a place (-1: at the end), and show it."""
        place = place if 0 <= place <= len(self.pages) else len(self.pages)
        self.pages.insert(place, page)
        self.stack.addWidget(page)
        self.tabs.blockSignals(True)
        self.tabs.add_tab("", page.icon_name, place, stays)
        self.tabs.setCurrentIndex(place)
        self.tabs.blockSignals(False)

    def remove_page(self, page: Page) -> None:
        """Let a page go; the one before it is seen if it was the one that was."""
        place = self.pages.index(page)
        self.tabs.blockSignals(True)
        if self.tabs.currentIndex() == place and place:
            self.tabs.setCurrentIndex(place - 1)
        self.pages.remove(page)
        self.tabs.remove_tab(place)
        self.tabs.blockSignals(False)
        self.stack.removeWidget(page)

    def set_strip_inside(self, above: bool) -> None:
        """Show the tabs above the pages, or leave them to the top row."""
        if above:
            self.column.insertWidget(0, self.tabs)
            self.tabs.show()
        self.tabs.set_height(PANE_STRIP_HEIGHT if above else HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.tabs.parent() is self:
            theme = current_theme()
            with QPainter(self) as painter:
                painter.fillRect(self.tabs.geometry(), theme.color("bar"))
                painter.setPen(QPen(theme.color("line"), 1))
                painter.drawLine(0, self.tabs.height() - 1, self.width(), self.tabs.height() - 1)


class SplitView(QWidget):
    """One side or two, divided by a wall that can be moved. The page in front is the one seen where the keyboard is.

    `turned`: another page is in front, or pages have other places. `closing`: a tab is to be closed (its page).
    `first` is the page that stays.
    """

    active_changed = Signal()
    close_requested = Signal(object)

    def __init__(self, top: TopRow, first: Page, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._top, self._fixed_page = top, first
        self.tab_drag = TabDrag(self, self._drop_target)
        self._is_moving = False
        """Whether pages are just being moved about: the keyboard may be anywhere meanwhile."""
        self._is_watching = False
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setObjectName("sides")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(DIVIDER)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)
        self.panes: list[TabPane] = []
        self.active_pane = self._add_pane(0)
        self._arrange()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)

    # what there is

    @property
    def is_split(self) -> bool:
        return len(self.panes) > 1

    def pages(self) -> list[Page]:
        """All pages, from left to right."""
        return [page for side in self.panes for page in side.pages]

    def active_page(self) -> Page:
        return self.active_pane.current_page()

    def visible_pages(self) -> list[Page]:
        return [side.current_page() for side in self.panes if side.pages]

    def pane_of(self, page: Page) -> TabPane:
        return next(side for side in self.panes if page in side.pages)

    def other_pane_index(self, page: Page) -> int | None:
        """Index of the pane of a page, if it is not the active one."""
        side = self.pane_of(page)
        return None if side is self.active_pane else self.panes.index(side)

    def split_ratio(self) -> float:
        """The left pane's part of the width."""
        sizes = self.splitter.sizes()
        return sizes[0] / sum(sizes) if len(sizes) > 1 and all(sizes) else 0.5

    def set_split_ratio(self, share: float) -> None:
        """Give the left side so much of the width, as far as either has room then."""
        wide = max(self.width() - DIVIDER, 2)
        left = round(wide * min(max(share, 0.1), 0.9))
        self.splitter.setSizes([left, wide - left])

    def set_tab(self, page: Page, title: str, modified: bool, tip: str) -> None:
        side = self.pane_of(page)
        side.tabs.set_tab(side.pages.index(page), title, modified, tip)

    # coming, going, being seen

    def add_page(self, page: Page, after: Page | None = None) -> None:
        """Put a page into a tab where the keyboard is, or after another one, and bring it to the front."""
        side = self.active_pane if after is None else self.pane_of(after)
        side.insert_page(page, -1 if after is None else side.pages.index(after) + 1, page is self._fixed_page)
        self.active_pane = side
        self._show_active()

    def remove_page(self, page: Page) -> None:
        """Let a page go; a side without pages goes, too."""
        self._is_moving = True
        self.pane_of(page).remove_page(page)
        page.hide()
        self._is_moving = False
        self._arrange()
        self._show_active()

    def show_page(self, page: Page) -> None:
        """Bring a page to the front."""
        self.active_pane = self.pane_of(page)
        self.active_pane.tabs.setCurrentIndex(self.active_pane.pages.index(page))
        self._show_active()

    def step_page(self, by: int) -> None:
        """Activate the next or previous page, wrapping round."""
        pages = self.pages()
        self.show_page(pages[(pages.index(self.active_page()) + by) % len(pages)])

    def focus_other_pane(self) -> None:
        if self.is_split:
            self.show_page(next(side for side in self.panes if side is not self.active_pane).current_page())

    def split(self, page: Page, to_left: bool = False) -> None:
        """Move a page to a second pane; a page that is alone stays."""
        if not self.is_split and len(self.active_pane.pages) > 1:
            side = self._add_pane(0 if to_left else 1)
            self.move_page(page, side)
            self.set_split_ratio(0.5)

    def move_page(self, page: Page, side: TabPane, place: int = -1) -> None:
        """Give a page another place, on whichever side, and bring it to the front."""
        before = self.pane_of(page)
        if before is side and place < 0:
            self.show_page(page)
            return
        if before is side and side.pages.index(page) < place:
            place -= 1  # the places behind it move up
        self._transfer(page, side, place)
        self._focus_pane(side)

    def move_to_other_pane(self, page: Page) -> None:
        if self.is_split:
            here = self.pane_of(page)
            self.move_page(page, next(side for side in self.panes if side is not here))

    def join_panes(self) -> None:
        """Have all pages on one side again, those of the right after those of the left."""
        if self.is_split:
            left, right = self.panes
            front = self.active_page()
            for page in right.pages[:]:
                self._transfer(page, left)
            left.tabs.setCurrentIndex(left.pages.index(front))
            self._focus_pane(left)

    def _transfer(self, page: Page, side: TabPane, place: int = -1) -> None:
        self._is_moving = True
        self.pane_of(page).remove_page(page)
        side.insert_page(page, place, page is self._fixed_page)
        self._is_moving = False

    def _focus_pane(self, side: TabPane) -> None:
        """Pages were moved: go on at this side."""
        self.active_pane = side
        self._arrange()
        self._show_active()
        self.active_page().setFocus()

    def _add_pane(self, place: int) -> TabPane:
        side = TabPane()
        self.panes.insert(place, side)
        self.splitter.insertWidget(place, side)
        self.splitter.setStretchFactor(place, 1)
        side.tabs.currentChanged.connect(lambda _place: self._activate_pane(side))
        side.tabs.tabBarClicked.connect(lambda place: self._activate_pane(side) if place >= 0 else None)
        side.tabs.close_requested.connect(lambda place: self.close_requested.emit(side.pages[place]))
        side.tabs.dragged.connect(lambda place, at: self.tab_drag.drag_to(side.pages[place], at))
        side.tabs.dropped.connect(self.tab_drag.drop)
        return side

    def _arrange(self) -> None:
        """Have as many sides as there are with pages, and their strips where they belong."""
        for side in self.panes[:]:
            if not side.pages and self.is_split:
                self.panes.remove(side)
                side.tabs.setParent(side)
                side.hide()
                side.setParent(None)
                side.deleteLater()
        if self.active_pane not in self.panes:
            self.active_pane = self.panes[0]
        if self.is_split:
            for side in self.panes:
                side.set_strip_inside(above=True)
        else:
            self.active_pane.set_strip_inside(above=False)
            self._top.set_tabs(self.active_pane.tabs)

    def _activate_pane(self, side: TabPane) -> None:
        self.active_pane = side
        self._show_active()

    def _show_active(self) -> None:
        """Show what is chosen."""
        self._is_moving = True
        for side in self.panes:
            if side.pages:
                side.stack.setCurrentWidget(side.current_page())
            side.tabs.set_active(side is self.active_pane, self.is_split)
        self._is_moving = False
        self.active_changed.emit()

    # the keyboard and the mouse say where one is

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._is_watching:  # what is pressed says where one is, even where it takes no keyboard
            self._is_watching = True
            self.window().windowHandle().installEventFilter(self)

    def _focus_moved(self, before: QWidget | None, now: QWidget | None) -> None:
        if self._is_moving or now is None or not self.is_split:
            return
        side = next((side for side in self.panes if side.isAncestorOf(now)), None)
        if side is None or side is self.active_pane:
            return
        if before is not None and isValid(before) and not before.isVisible():
            self.active_page().setFocus()  # what had the keyboard went away; that is no reason to leave its page
        else:
            self._activate_pane(side)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.MouseButtonPress and self.is_split and isinstance(event, QMouseEvent):
            at = self.mapFromGlobal(event.globalPosition().toPoint())
            side = next((side for side in self.panes if side.geometry().contains(at)), None)
            if side is not None and side is not self.active_pane:
                self._activate_pane(side)
        elif event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            return self.tab_drag.cancel()
        return super().eventFilter(watched, event)

    def _drop_target(self, at: QPoint) -> DropTarget:
        """Where in the window a tab would land that is let go at a point of the screen, and how its page gets there."""
        for side in self.panes:
            tabs = side.tabs
            here = tabs.mapFromGlobal(at)
            if tabs.rect().contains(here):
                place = tabs.insert_index_at(here.x())
                line = tabs.insert_line(place).translated(tabs.mapTo(self.window(), QPoint(0, 0)))
                return line, partial(self.move_page, side=side, place=place)
        here, corner = self.mapFromGlobal(at), self.mapTo(self.window(), QPoint(0, 0))
        if not self.rect().contains(here) or len(self.pages()) < 2:
            return QRect(), lambda _page: None
        if self.is_split:
            side = self.panes[0 if here.x() < self.panes[1].x() else 1]
            return side.geometry().translated(corner), partial(self.move_page, side=side)
        half, is_left = self.width() // 2, here.x() < self.width() // 2
        box = QRect(0 if is_left else half, 0, half, self.height()).translated(corner)
        return box, partial(self.split, to_left=is_left)
