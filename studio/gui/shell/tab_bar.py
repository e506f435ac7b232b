"""Tab bar, top row and status bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from PySide6.QtCore import QEvent, QLineF, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QIcon, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMenuBar,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QWidget,
)

from studio.core.text import _
from studio.gui.page import Page
from studio.gui.style.icons import Logo, icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, current_theme, text_font
from studio.gui.widgets import ToolButton, escape_mnemonic, plain_tooltip

HEIGHT = 42
STATUS_HEIGHT = 30
"""Height of the strip at the foot."""
MAX_TAB_WIDTH = 270
MIN_TAB_WIDTH = 160
"""A tab with less room for its words than this leaves says too little; the strip scrolls instead."""
ARROWS = 56
"""Room of the arrows with which it scrolls."""


def elide_title(title: str, metrics: QFontMetrics, room: int) -> str:
    """A title in a room of some pixels, cut at its end, but never the number that tells likes apart."""
    if metrics.horizontalAdvance(title) <= room:
        return title
    name, _space, number = title.rpartition(" ")
    end = f" {number}" if name and number.isdecimal() else ""
    name = title.removesuffix(end)
    return metrics.elidedText(name, Qt.TextElideMode.ElideRight, room - metrics.horizontalAdvance(end)) + end


class TabStrip(QTabBar):
    """Tabs that look like index cards: icon, name, a dot when there are unsaved changes, a cross to close.

    `closing` carries the place of the tab to close. `dragged` carries the place of a tab that is pulled off and the
    point of the screen above which it is; `dropped` where it is let go.
    """

    close_requested = Signal(int)
    dragged = Signal(int, QPoint)
    dropped = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setDrawBase(False)
        self.setMovable(False)
        self.setFont(text_font(14))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_height(HEIGHT)
        self.setMouseTracking(True)
        self._dots: list[bool] = []
        self._is_active, self._is_split = True, False
        self._pressed = -1, QPoint()
        self._is_dragging = False
        self.setAccessibleName(_("Open documents"))
        for text in ("Scroll Left", "Scroll Right"):  # Qt's own arrows, which stay in the language they were made in
            arrow = self.findChild(QToolButton, text.replace(" ", "") + "Button")
            assert arrow is not None
            arrow.setAccessibleName(QApplication.translate("QTabBar", text))

    def set_height(self, px: int) -> None:
        self._high = px
        self.setFixedHeight(px)

    def set_active(self, is_active: bool, is_split: bool) -> None:
        """Whether the pane is the active one, and one of two."""
        if (is_active, is_split) != (self._is_active, self._is_split):
            self._is_active, self._is_split = is_active, is_split
            self.update()

    def add_tab(self, title: str, icon: str, place: int = -1, stays: bool = False) -> int:
        """A tab at a place, or at the end, which may be one that stays. Returns its place."""
        place = self.insertTab(place, escape_mnemonic(title))
        self.setTabData(place, icon)
        self._dots.insert(place, False)
        if not stays:
            close = ToolButton("cross", _("Close"), px=22, icon_px=13)
            close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            close.clicked.connect(lambda: self._close_tab_of(close))
            self.setTabButton(place, QTabBar.ButtonPosition.RightSide, close)
        return place

    def remove_tab(self, place: int) -> None:
        self._dots.pop(place)
        self.removeTab(place)

    def set_tab(self, place: int, title: str, modified: bool, tip: str) -> None:
        """Name, dot and tooltip of a tab."""
        self.setTabText(place, escape_mnemonic(title))
        self._dots[place] = modified
        self.setTabToolTip(place, plain_tooltip(tip))
        self.update()

    def tab_title(self, place: int) -> str:
        return self.tabText(place).replace("&&", "&")

    def is_tab_modified(self, place: int) -> bool:
        return self._dots[place]

    def _close_tab_of(self, button: ToolButton) -> None:
        for place in range(self.count()):
            if self.tabButton(place, QTabBar.ButtonPosition.RightSide) is button:
                self.close_requested.emit(place)
                return

    def _is_fixed(self, place: int) -> bool:
        """Whether a tab has no close button."""
        return self.tabButton(place, QTabBar.ButtonPosition.RightSide) is None

    def insert_index_at(self, x: int) -> int:
        """Index at which a tab dropped at this x is inserted."""
        return sum(self.tabRect(place).center().x() < x for place in range(self.count()))

    def insert_line(self, place: int) -> QRect:
        """The narrow rectangle between a tab and the one before it."""
        right = self.tabRect(place).left() if place < self.count() else self.tabRect(self.count() - 1).right()
        return QRect(max(right - 1, 0), 4, 4, self._high - 5)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        self._pressed = self.tabAt(at) if event.button() == Qt.MouseButton.LeftButton else -1, at
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place, start = self._pressed
        if place >= 0 and event.buttons() & Qt.MouseButton.LeftButton:
            far = (event.position().toPoint() - start).manhattanLength()
            if self._is_dragging or far >= QApplication.startDragDistance():
                self._is_dragging = True
                self.dragged.emit(place, event.globalPosition().toPoint())
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            place = self.tabAt(event.position().toPoint())
            if place >= 0 and not self._is_fixed(place):
                self.close_requested.emit(place)
                return
        super().mouseReleaseEvent(event)
        was_dragging, self._is_dragging, self._pressed = self._is_dragging, False, (-1, QPoint())
        if was_dragging:
            self.dropped.emit(event.globalPosition().toPoint())

    def tabSizeHint(self, index: int) -> QSize:
        width = QFontMetrics(text_font(14, MEDIUM)).horizontalAdvance(self.tab_title(index))
        return QSize(min(width + (62 if self._is_fixed(index) else 90), MAX_TAB_WIDTH), self._high)

    def minimumTabSizeHint(self, index: int) -> QSize:
        return QSize(min(MIN_TAB_WIDTH, self.tabSizeHint(index).width()), self._high)

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_TAB_WIDTH + ARROWS, self._high)  # the one in front is whole, whatever menus would like to have

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for index in range(self.count()):
                whole = QRectF(self.tabRect(index))
                rect = whole.adjusted(2.5, 5.5, -2.5, 0.5)
                middle = whole.center().y() + 1
                front = index == self.currentIndex()
                if front:
                    shape = QPainterPath()
                    shape.moveTo(rect.left(), rect.bottom() + 1)
                    shape.lineTo(rect.left(), rect.top() + 9)
                    shape.quadTo(rect.left(), rect.top(), rect.left() + 9, rect.top())
                    shape.lineTo(rect.right() - 9, rect.top())
                    shape.quadTo(rect.right(), rect.top(), rect.right(), rect.top() + 9)
                    shape.lineTo(rect.right(), rect.bottom() + 1)
                    painter.setPen(QPen(theme.color("line"), 1))
                    painter.setBrush(theme.color("window"))
                    painter.drawPath(shape)
                    if self._is_split and self._is_active:
                        painter.setPen(QPen(theme.color("accent"), 2))
                        painter.drawLine(QLineF(rect.left() + 9, rect.top(), rect.right() - 9, rect.top()))
                elif rect.contains(self.mapFromGlobal(self.cursor().pos()).toPointF()) and self.underMouse():
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(theme.color("hover"))
                    painter.drawRoundedRect(rect.adjusted(1, 2, -1, -5), 7, 7)
                ink = theme.color("text" if front else "second")
                pixmap = icon_pixmap(
                    str(self.tabData(index) or "map"),
                    theme.color("accent") if front and self._is_active else ink,
                    17,
                    self.devicePixelRatioF(),
                )
                painter.drawPixmap(round(rect.left() + 11), round(middle - 8.5), pixmap)
                left, right = rect.left() + 35, rect.right() - (10 if self._is_fixed(index) else 30)
                if self._dots[index]:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(theme.color("gold_border"))
                    painter.drawEllipse(QRectF(right - 9, middle - 3.5, 7, 7))
                    right -= 14
                painter.setPen(ink)
                painter.setFont(text_font(14, MEDIUM if front else text_font().weight()))
                room = QRectF(left, middle - 14, right - left, 28)
                text = elide_title(self.tab_title(index), painter.fontMetrics(), round(room.width()))
                painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


class TabNames:
    """What pages are called: where several have one title, all but the first bear a number, and keep it."""

    def __init__(self) -> None:
        self._numbers: dict[Page, tuple[str, int]] = {}

    def replace_pages(self, replaced: Mapping[Page, Page]) -> None:
        """Give successors the numbers of their predecessors."""
        self._numbers = {replaced[page]: number for page, number in self._numbers.items()}

    def unique_title(self, page: Page, pages: Sequence[Page]) -> str:
        """The name of a page among the pages there are."""
        title = page.title()
        self._numbers = {other: self._numbers[other] for other in pages if other in self._numbers}
        if page not in self._numbers or self._numbers[page][0] != title:
            taken = {number for name, number in self._numbers.values() if name == title}
            self._numbers[page] = title, next(number for number in count(1) if number not in taken)
        number = self._numbers[page][1]
        return title if number == 1 else f"{title} {number}"


class TopRow(QWidget):
    """Menus, the tabs of a window that has them all on one side, and icons, in one row: the pages keep the height."""

    _more: QToolButton | None = None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 0)
        row.setSpacing(4)
        row.addWidget(Logo(24))
        self.menu_bar = QMenuBar(self)
        self.menu_bar.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        row.addWidget(self.menu_bar)
        more = self.menu_bar.findChild(QToolButton, "qt_menubar_ext_button")
        self._more = more if isinstance(more, QToolButton) else None
        self._update_more_icon()
        row.addSpacing(8)
        middle = QWidget()
        self._middle = QHBoxLayout(middle)
        self._middle.setContentsMargins(0, 0, 0, 0)
        row.addWidget(middle, 1)
        self.icons = QHBoxLayout()
        self.icons.setSpacing(2)
        row.addLayout(self.icons)

    def _update_more_icon(self) -> None:
        """Qt's button for hidden menus has a black icon in every theme: replace it."""
        if self._more is not None:
            self._more.setIcon(
                QIcon(icon_pixmap("chevrons", current_theme().color("text"), 12, self.devicePixelRatioF()))
            )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._update_more_icon()

    def set_tabs(self, tabs: TabStrip) -> None:
        self._middle.addWidget(tabs)
        tabs.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.color("bar"))
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)


class StatusStrip(QWidget):
    """Whatever the page in front has to tell all the time, at the foot; gone when that is nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(STATUS_HEIGHT)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 1, 12, 0)
        self._stack = QStackedWidget()
        row.addWidget(self._stack)
        self.hide()

    def show_page(self, page: Page) -> None:
        """Show the page's own widget, or nothing."""
        if page.status is None:
            self.hide()
            return
        if self._stack.indexOf(page.status) < 0:
            self._stack.addWidget(page.status)
            page.destroyed.connect(page.status.deleteLater)
        self._stack.setCurrentWidget(page.status)
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.color("bar"))
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(0, 0, self.width(), 0)
