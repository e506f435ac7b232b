"""The centre of the window: one or two tab widgets next to each other, the menu bar and the status strip."""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QLayout,
    QMenuBar,
    QRubberBand,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QTabWidget,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from studio.core.text import _
from studio.gui.page import Page
from studio.gui.style.icons import icon, icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, current_theme, defer_style, text_font, update_style
from studio.gui.widgets import Toast, ToolButton, escape_mnemonic
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.cards import ScrollArea, hbox, vbox
from studio.gui.widgets.text import set_style_property, show_rich_tooltip

ROW_HEIGHT, PANE_TABS_HEIGHT, STATUS_HEIGHT = 42, 36, 30
MIN_TAB_WIDTH, MAX_TAB_WIDTH = 160, 270  # the tab bar scrolls rather than making tabs narrower
SCROLL_BUTTONS_WIDTH = 56
HANDLE_WIDTH = 7
CARD_SIZE = QSize(280, 180)  # of the picture in the tooltip of a tab
RIGHT = QTabBar.ButtonPosition.RightSide
TOP_LEFT, TOP_RIGHT = Qt.Corner.TopLeftCorner, Qt.Corner.TopRightCorner

DropTarget = tuple[QRect, Callable[[Page], None]]  # where a dragged tab is dropped, and what that does with its page


class TabButtons(QWidget):
    """The right end of a tab: a close button, and a dot while there are unsaved changes."""

    def __init__(self) -> None:
        super().__init__()
        self.dot = QLabel()
        self.dot.setFixedSize(7, 7)
        policy = self.dot.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.dot.setSizePolicy(policy)
        self.dot.hide()
        self.close_button = ToolButton("cross", _("Close"), px=22, icon_px=13)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        row = hbox(self.dot, self.close_button, parent=self, spacing=3, margins=(0, 0, 4, 0))
        row.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        bar = self.parentWidget()
        if isinstance(bar, QTabBar):
            bar.setTabText(0, bar.tabText(0))  # lays out the tabs again


class TabBar(QTabBar):
    """Tabs that can be dragged off the bar. `dragged` and `dropped` carry the position of a tab on the screen."""

    close_requested = Signal(int)
    dragged = Signal(QPoint)
    dropped = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.setFont(text_font(14, MEDIUM))
        self.setSelectionBehaviorOnRemove(QTabBar.SelectionBehavior.SelectLeftTab)
        self.setAccessibleName(_("Open documents"))
        for text in ("Scroll Left", "Scroll Right"):  # Qt translates them only when they are created
            arrow = self.findChild(QToolButton, text.replace(" ", "") + "Button")
            assert arrow is not None
            arrow.setAccessibleName(QApplication.translate("QTabBar", text))
        self.row_height = ROW_HEIGHT
        self.setProperty("marked", False)
        self.is_dragging = False

    def tabSizeHint(self, index: int) -> QSize:
        return QSize(min(super().tabSizeHint(index).width(), MAX_TAB_WIDTH), self.row_height)

    def minimumTabSizeHint(self, index: int) -> QSize:
        return QSize(min(self.tabSizeHint(index).width(), MIN_TAB_WIDTH), self.row_height)

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_TAB_WIDTH + SCROLL_BUTTONS_WIDTH, self.row_height)

    def event(self, event: QEvent) -> bool:
        pane = self.parentWidget()
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and isinstance(pane, TabPane):
            place = self.tabAt(event.pos())
            show_rich_tooltip(event.globalPos(), pane.hover_card(place) if place >= 0 else "", self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        is_left = event.button() == Qt.MouseButton.LeftButton
        self.is_dragging = is_left and self.tabAt(event.position().toPoint()) >= 0

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.is_dragging:
            self.dragged.emit(event.globalPosition().toPoint())
        if not self.is_dragging or self.rect().contains(event.position().toPoint()):
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.MiddleButton:
            place = self.tabAt(event.position().toPoint())
            if self.tabButton(place, RIGHT) is not None:
                self.close_requested.emit(place)
        elif self.is_dragging:
            self.is_dragging = False
            self.dropped.emit(event.globalPosition().toPoint())


class PageArea(ScrollArea):
    """A page in a tab. It scrolls if the page needs more room."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, name="")
        self.page = page
        self.hover_text = ""
        defer_style(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def setVisible(self, visible: bool) -> None:
        if visible:
            self.update_theme()
        super().setVisible(visible)

    def update_theme(self) -> None:
        """Apply the current theme if it changed while the page was hidden."""
        if update_style(self):
            self.page.set_theme(current_theme())


class TabPane(QTabWidget):
    accessible_role = Role.Pane

    def __init__(self) -> None:
        super().__init__()
        self.bar = TabBar()
        self.setAccessibleName(self.bar.accessibleName())
        self.setTabBar(self.bar)
        self.setDocumentMode(True)
        self.bar.setDrawBase(False)
        self.setMovable(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)  # keeps the number of a title that several pages have
        self.setIconSize(QSize(17, 17))

    def area(self, place: int) -> PageArea:
        area = self.widget(place)
        assert isinstance(area, PageArea)
        return area

    def pages(self) -> list[Page]:
        return [self.area(place).page for place in range(self.count())]

    def current_page(self) -> Page:
        return self.area(self.currentIndex()).page

    def hover_card(self, place: int) -> str:
        """Return the tooltip of a tab as rich text: title, file, and a picture of the page unless it is visible."""
        from html import escape  # slow to import

        title, *rest = escape(self.area(place).hover_text).split("\n")
        text = "<br>".join([f"<b>{title}</b>", *rest])
        if place == self.currentIndex():
            return text
        from studio.gui.output.export import png_bytes

        self.area(place).update_theme()
        shot = (
            self.area(place)
            .page.grab()
            .scaled(CARD_SIZE, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        )
        data = base64.b64encode(png_bytes(shot.toImage())).decode()
        return f'{text}<br><img src="data:image/png;base64,{data}">'

    def set_marks(self, is_active: bool, is_split: bool) -> None:
        """Mark the current tab of the active pane by the colour of its icon, and by a line if there are two panes."""
        self.bar.row_height = PANE_TABS_HEIGHT if is_split else ROW_HEIGHT
        set_style_property(self.bar, "marked", is_active and is_split)
        for place, page in enumerate(self.pages()):
            on_role = "accent" if is_active else "text"
            self.setTabIcon(place, icon(page.icon_name, current_theme(), "second", on_role, px=17))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, height = current_theme(), self.bar.height()
        with QPainter(self) as painter:
            painter.fillRect(0, 0, self.width(), height, theme.color("bar"))
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(0, height - 1, self.width(), height - 1)


class Corner(QWidget):
    """A row of widgets to the left or right of the tabs of one pane, or above two panes."""

    def __init__(self, *widgets: QWidget, spacing: int) -> None:
        super().__init__()
        self.row = hbox(*widgets, parent=self, spacing=spacing, margins=(10, 0, 10, 0))

    def sizeHint(self) -> QSize:
        width, pane = super().sizeHint().width(), self.parentWidget()
        if isinstance(pane, TabPane) and self is pane.cornerWidget(TOP_LEFT):  # leave room for tabs
            others = pane.cornerWidget(TOP_RIGHT).sizeHint().width() + pane.bar.minimumSizeHint().width()
            width = min(width, pane.width() - others)
        return QSize(width, ROW_HEIGHT)


class MenuBar(QMenuBar):
    """A menu bar with an icon in the colours of the theme on the button for menus that do not fit."""

    _more: QToolButton | None = None

    def __init__(self) -> None:
        super().__init__()
        self.setNativeMenuBar(False)  # on macOS too it shares its row with the tabs
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._more = self.findChild(QToolButton, "qt_menubar_ext_button")
        self._update_more_icon()

    def _update_more_icon(self) -> None:
        if self._more is not None:
            pixmap = icon_pixmap("chevrons", current_theme().color("text"), 12, self.devicePixelRatioF())
            self._more.setIcon(QIcon(pixmap))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._update_more_icon()


class Strip(QWidget):
    """A row above or below the pages; the style sheet paints its background."""

    def __init__(self, name: str, height: int, row: QHBoxLayout) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(height)
        self.setLayout(row)
        self.hide()


class Tabs(QWidget):
    """Pages in one or two panes. The active page is the current one of the pane with the focus.

    `active_changed`: another page is active, or pages were moved. `close_requested` carries a page.
    `fixed_page` has no close button. `left` and `right` are next to the tabs of one pane, or above two panes.
    """

    active_changed = Signal()
    close_requested = Signal(object)

    def __init__(self, fixed_page: Page, left: Corner, right: Corner) -> None:
        super().__init__()
        self._fixed_page, self._corners = fixed_page, (left, right)
        self._is_moving = False  # while pages are moved, changes of focus and current page mean nothing
        self._is_watching = False
        self._top_layout = hbox(1, margins=(0, 0, 0, 1))
        self.top_row = Strip("top_row", ROW_HEIGHT, self._top_layout)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setObjectName("sides")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(HANDLE_WIDTH)
        self._status = QStackedWidget()
        self.status_strip = Strip("status_strip", STATUS_HEIGHT, hbox(self._status, margins=(12, 1, 12, 0)))
        vbox(self.top_row, (self.splitter, 1), self.status_strip, parent=self, spacing=0)
        self.band = QRubberBand(QRubberBand.Shape.Rectangle, self)
        self.panes: list[TabPane] = []
        self.active_pane = self._add_pane(0)
        self._arrange()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._on_focus_changed)

    @property
    def is_split(self) -> bool:
        return len(self.panes) > 1

    def pages(self) -> list[Page]:
        """All pages, from left to right."""
        return [page for pane in self.panes for page in pane.pages()]

    def active_page(self) -> Page:
        return self.active_pane.current_page()

    def visible_pages(self) -> list[Page]:
        return [pane.current_page() for pane in self.panes if pane.count()]

    def pane_of(self, page: Page) -> TabPane:
        return self._locate(page)[0]

    def _locate(self, page: Page) -> tuple[TabPane, int]:
        """The pane and the index of a page."""
        return next((pane, pane.pages().index(page)) for pane in self.panes if page in pane.pages())

    def split_ratio(self) -> float:
        """Width of the left pane as a fraction of both."""
        sizes = self.splitter.sizes()
        return sizes[0] / sum(sizes) if self.is_split and all(sizes) else 0.5

    def set_split_ratio(self, ratio: float) -> None:
        width = max(self.width() - HANDLE_WIDTH, 2)
        left = round(width * min(max(ratio, 0.1), 0.9))
        self.splitter.setSizes([left, width - left])

    def set_tab(self, page: Page, title: str, is_modified: bool, tip: str) -> None:
        pane, place = self._locate(page)
        pane.setTabText(place, escape_mnemonic(title))
        pane.area(place).hover_text = tip
        page.setAccessibleName(title)
        buttons = pane.bar.tabButton(place, RIGHT)
        if isinstance(buttons, TabButtons):
            buttons.dot.setVisible(is_modified)

    def show_status(self, page: Page) -> None:
        """Show the status widget of a page, or no status strip."""
        self.status_strip.setVisible(page.status is not None)
        if page.status is not None:
            if self._status.indexOf(page.status) < 0:
                self._status.addWidget(page.status)
                page.destroyed.connect(page.status.deleteLater)
            self._status.setCurrentWidget(page.status)

    def show_toast(
        self,
        text: str,
        kind: str = "done",
        seconds: float = 4,
        label: str = "",
        act: Callable[[], object] | None = None,
    ) -> None:
        area = self.active_page().toast_area()
        Toast(self, text, kind, label, act, seconds, over=None if area is self._fixed_page else area)

    def add_page(self, page: Page, after: Page | None = None) -> None:
        """Show a page in a new tab: the last one of the active pane, or the one after another page."""
        pane, place = (self.active_pane, -2) if after is None else self._locate(after)
        self._insert(PageArea(page), pane, place + 1)
        self._activate(pane)

    def remove_page(self, page: Page) -> None:
        """Remove and delete a page, and a pane without pages."""
        pane, place = self._locate(page)
        area = pane.area(place)
        self._is_moving = True
        pane.removeTab(place)
        area.hide()
        self._is_moving = False
        area.deleteLater()
        self._arrange()
        self._activate(self.active_pane)

    def show_page(self, page: Page) -> None:
        pane, place = self._locate(page)
        pane.setCurrentIndex(place)
        self._activate(pane)

    def step_page(self, by: int) -> None:
        """Activate the next or previous page, wrapping round."""
        pages = self.pages()
        self.show_page(pages[(pages.index(self.active_page()) + by) % len(pages)])

    def focus_other_pane(self) -> None:
        if self.is_split:
            self.show_page(self._other_pane().current_page())

    def split(self, page: Page | None = None, to_left: bool = False) -> None:
        """Move a page, by default the active one, to a second pane, unless it is the only page."""
        if not self.is_split and self.active_pane.count() > 1:
            self.move_page(page or self.active_page(), self._add_pane(0 if to_left else 1))
            self.set_split_ratio(0.5)

    def move_page(self, page: Page, pane: TabPane, place: int = -1) -> None:
        """Move a page to a pane (-1: at the end), and make it the active one."""
        before, index = self._locate(page)
        if before is not pane:
            self._insert(before.area(index), pane, place)
        self._focus_pane(pane)

    def move_to_other_pane(self) -> None:
        if self.is_split:
            self.move_page(self.active_page(), self._other_pane())

    def join_panes(self) -> None:
        """Move the pages of the right pane to the end of the left one."""
        if self.is_split:
            left, right = self.panes
            active = self.active_page()
            while right.count():
                self._insert(right.area(0), left, -1)
            self._is_moving = True
            left.setCurrentIndex(left.pages().index(active))
            self._is_moving = False
            self._focus_pane(left)

    def cancel_drag(self) -> bool:
        """Leave the dragged tab where it was. False if none is dragged."""
        is_dragging = self.active_pane.bar.is_dragging and self.band.isVisible()
        if is_dragging:
            self.active_pane.bar.is_dragging = False
            self.band.hide()
        return is_dragging

    def _other_pane(self) -> TabPane:
        return next(pane for pane in self.panes if pane is not self.active_pane)

    def _insert(self, area: PageArea, pane: TabPane, place: int) -> None:
        """Insert a page at an index (-1: at the end), which removes it from another pane, and show it."""
        buttons = None
        if area.page is not self._fixed_page:
            buttons = TabButtons()
            buttons.close_button.clicked.connect(lambda: self.close_requested.emit(area.page))
        self._is_moving = True
        place = pane.insertTab(place, area, "")
        pane.bar.setTabButton(place, RIGHT, buttons)
        pane.setCurrentIndex(place)
        self._is_moving = False

    def _focus_pane(self, pane: TabPane) -> None:
        """Arrange the panes after pages were moved, and make this one active."""
        self.active_pane = pane
        self._arrange()
        self._activate(pane)
        self.active_page().setFocus()

    def _add_pane(self, place: int) -> TabPane:
        pane = TabPane()
        self.panes.insert(place, pane)
        self.splitter.insertWidget(place, pane)
        self.splitter.setStretchFactor(place, 1)
        pane.currentChanged.connect(lambda _place: None if self._is_moving else self._activate(pane))
        pane.tabBarClicked.connect(lambda place: self._activate(pane) if place >= 0 else None)
        pane.bar.close_requested.connect(lambda place: self.close_requested.emit(pane.area(place).page))
        pane.bar.dragged.connect(self._drag)
        pane.bar.dropped.connect(self._drop)
        return pane

    def _arrange(self) -> None:
        """Remove panes without pages, and put the corners next to the tabs of one pane or above two."""
        for pane in self.panes[:]:
            if not pane.count() and self.is_split:
                self.panes.remove(pane)
                pane.hide()
                pane.setParent(None)
                pane.deleteLater()
        if self.active_pane not in self.panes:
            self.active_pane = self.panes[0]
        left, right = self._corners
        if not self.is_split:
            self.active_pane.setCornerWidget(right, TOP_RIGHT)
            self.active_pane.setCornerWidget(left, TOP_LEFT)
        elif left.parentWidget() is not self.top_row:
            for pane in self.panes:
                pane.setCornerWidget(None, TOP_LEFT)  # type: ignore[arg-type]  # None: no widget
                pane.setCornerWidget(None, TOP_RIGHT)  # type: ignore[arg-type]
            self._top_layout.insertWidget(0, left)
            self._top_layout.addWidget(right)
        left.show()
        right.show()
        self.top_row.setVisible(self.is_split)

    def _activate(self, pane: TabPane) -> None:
        self.active_pane = pane
        self.update_marks()
        self.active_changed.emit()

    def update_marks(self) -> None:
        """Mark the active pane, in the colours of the theme."""
        for pane in self.panes:
            pane.set_marks(pane is self.active_pane, self.is_split)

    # The focus and mouse clicks decide which pane is active.

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._is_watching:  # a click activates its pane even on a widget without focus
            self._is_watching = True
            self.window().windowHandle().installEventFilter(self)

    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if self._is_moving or now is None or not self.is_split:
            return
        pane = next((pane for pane in self.panes if pane.isAncestorOf(now)), None)
        if pane is None or pane is self.active_pane:
            return
        if before is not None and isValid(before) and not before.isVisible():
            self.active_page().setFocus()  # Qt moved the focus because its widget was hidden
        else:
            self._activate(pane)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.MouseButtonPress and self.is_split and isinstance(event, QMouseEvent):
            at = self.splitter.mapFromGlobal(event.globalPosition().toPoint())
            pane = next((pane for pane in self.panes if pane.geometry().contains(at)), None)
            if pane is not None and pane is not self.active_pane:
                self._activate(pane)
        elif event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            return self.cancel_drag()
        return super().eventFilter(watched, event)

    def _drag(self, at: QPoint) -> None:
        box = self._drop_target(at)[0]
        self.band.setGeometry(box)
        self.band.setVisible(not box.isEmpty())

    def _drop(self, at: QPoint) -> None:
        self.band.hide()
        self._drop_target(at)[1](self.active_page())

    def _drop_target(self, at: QPoint) -> DropTarget:
        """Where a tab of the active pane is dropped that is released at a position on the screen."""
        here, origin = self.splitter.mapFromGlobal(at), self.splitter.pos()
        nowhere: DropTarget = QRect(), lambda _page: None
        if not self.splitter.rect().contains(here):
            return nowhere
        if self.is_split:
            pane = self.panes[0 if here.x() < self.panes[1].x() else 1]
            if pane is self.active_pane:
                return nowhere
            place = pane.bar.tabAt(pane.bar.mapFromGlobal(at))
            box = pane.geometry().translated(origin)
            if place >= 0:  # before this tab
                tab = pane.bar.tabRect(place)
                box = QRect(pane.bar.mapTo(self, tab.topLeft()), QSize(4, tab.height()))
            return box, partial(self.move_page, pane=pane, place=place)
        if self.active_pane.count() < 2 or here.y() < self.active_pane.bar.height() + QApplication.startDragDistance():
            return nowhere
        half, is_left = self.width() // 2, here.x() < self.width() // 2
        box = QRect(0 if is_left else half, 0, half, self.splitter.height()).translated(origin)
        return box, partial(self.split, to_left=is_left)
