"""The preview of the print page: all pages, those of the board in their arrangement, painted when idle."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from operator import attrgetter

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from studio.core.text import _, in_context, plural
from studio.drawing.print_board import PageGrid
from studio.drawing.print_layout import Page
from studio.drawing.print_sheets import Printout
from studio.gui.output.printing import INCH, PictureCache, page_image
from studio.gui.style.sprites import LINES
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, text_font
from studio.gui.style.theme import LIGHT
from studio.gui.widgets import CENTER, LEFT, paint_box, paint_text, painter_on
from studio.gui.widgets.accessibility import Role

BOARD, SHEET = 149.0, 118.0  # width in pixels of a page of the board, and of tiles
GAP_X, GAP_Y, CHIP, SIDE = 20.0, 31.0, 22.0, 18.0
SLICE = 0.012
PAPER_LIGHTNESS = 248  # minimum lightness (0 … 255) of bare paper
OVERSAMPLING = 2.0  # pages are painted finer by this factor and then reduced, to keep thin lines


def _ink_coverage(image: QImage) -> float:
    """Covered part of a page, 0 … 1."""
    wide, high = image.width(), image.height()
    dots = [image.pixelColor(wide * x // 40, high * y // 56) for x in range(40) for y in range(56)]
    return sum(dot.lightness() < PAPER_LIGHTNESS for dot in dots) / len(dots)


class SheetsView(QWidget):
    """Shows a printout. `selected` and `pointed` carry a page number, 0 for none; `page_painted` follows each page."""

    accessible_role = Role.Graphic
    selected = Signal(int)
    pointed = Signal(int)
    page_painted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(_("Pages"))
        self._pages: Printout | None = None
        self._saving = False
        self._zoom = 1.0
        self._places: list[QRectF] = []
        self._heads: list[tuple[float, str, str]] = []
        self._pictures: dict[int, QPixmap] = {}
        self.inks: dict[int, float] = {}  # covered part (0 … 1) of each painted page
        self.current, self._hovered = 1, 0
        self._picture_cache: PictureCache | None = None
        self._steps: Generator[None, None, QImage] | None = None
        self._painting_page = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._paint_some)

    def show_pages(self, pages: Printout | None, saving: bool) -> None:
        """Show a printout, None if nothing can be printed. Only changed pages are painted again."""
        before = self._pages.pages if self._pages is not None and saving == self._saving else ()
        self._pages, self._saving = pages, saving
        self.current = min(self.current, len(pages.pages)) if pages is not None else 1
        now = pages.pages if pages is not None else ()
        alike = {number for number, (one, other) in enumerate(zip(before, now, strict=False), 1) if one == other}
        arrangement = attrgetter("part", "wide", "high")
        self._begin(alike if list(map(arrangement, before)) == list(map(arrangement, now)) else None)
        self.selected.emit(self.current)

    def set_zoom(self, zoom: float) -> None:
        if zoom != self._zoom:
            self._zoom = zoom
            self._begin()

    def is_busy(self) -> bool:
        return self._timer.isActive()

    def stop(self) -> None:
        self._timer.stop()
        self._steps = None

    def select(self, number: int) -> None:
        if self._pages is not None and 1 <= number <= len(self._pages.pages) and number != self.current:
            self.current = number
            self.selected.emit(number)
            self.update()

    def page_rect(self, number: int) -> QRectF:
        return self._places[number - 1]

    def _begin(self, alike: set[int] | None = None) -> None:
        """Paint all pages or, if the arrangement is unchanged, those that are not in `alike`."""
        self.stop()
        if alike is None:
            self._pictures = {}
        self.inks = {number: ink for number, ink in self.inks.items() if alike is not None and number in alike}
        self._arrange()
        self._picture_cache = None
        if self._pages is not None:
            if not self._saving:
                page = self._pages.pages[0]
                self._picture_cache = PictureCache(LIGHT, self._page_dpi(page.wide, BOARD))
            self._timer.start(0)
        self.update()

    def _page_dpi(self, millimetres: float, shown: float) -> float:
        return shown * self._zoom * self.devicePixelRatioF() * OVERSAMPLING / millimetres * INCH

    def _arrange(self) -> None:
        self._places, self._heads = [], []
        y = 12.0
        pages = self._pages
        if pages is None:
            self.setMinimumHeight(120)
            return
        room = max(320.0, float(self.width()))
        board = [page for page in pages.pages if page.part == "board"]
        if board and pages.page_grid is not None:
            split = pages.page_grid
            text = plural("{n} page", "{n} pages", split.pages).format(n=split.pages)
            if split.pages > 1:
                joined = _("{pages}, joined {columns} × {rows}")
                text = joined.format(pages=text, columns=split.columns, rows=split.rows)
            self._heads.append((y, _("Board"), text))
            y += 38
            wide = min(BOARD * self._zoom, (room - 2 * SIDE) / split.columns - GAP_X)
            high = wide * board[0].high / board[0].wide
            left = max(SIDE, (room - split.columns * (wide + GAP_X) + GAP_X) / 2)
            for page in board:
                column, row = page.spot
                self._places.append(QRectF(left + column * (wide + GAP_X), y + row * (high + GAP_Y), wide, high))
            y += split.rows * (high + GAP_Y) + 8
        rest = pages.pages[len(board) :]
        shown = ""
        x, tallest = SIDE, 0.0
        for index, page in enumerate(rest):
            group = page.part if page.part != "backs" else shown or "tiles"
            wide = SHEET * self._zoom * page.wide / min(page.wide, page.high)
            high = wide * page.high / page.wide
            if group != shown:
                y += tallest + GAP_Y if tallest else 0
                title = _("Tiles and backs") if group == "tiles" else in_context("on paper", "Markers")
                self._heads.append((y, title, self._count(group == "markers", rest)))
                y += 38
                x, tallest, shown = SIDE, 0.0, group
            elif page.is_back and index:
                before = self._places[-1]
                self._places.append(QRectF(before.left() + 62 * self._zoom, before.top() + 10, wide, high))
                x = self._places[-1].right() + GAP_X
                tallest = max(tallest, high + 10)
                continue
            following = rest[index + 1] if index + 1 < len(rest) else None
            need = wide + (62 * self._zoom if following is not None and following.is_back else 0)
            if x + need > room - SIDE and x > SIDE:
                x, y, tallest = SIDE, y + tallest + GAP_Y, 0.0
            self._places.append(QRectF(x, y, wide, high))
            x += wide + GAP_X
            tallest = max(tallest, high)
        self.setMinimumHeight(round(y + tallest + GAP_Y))

    def _count(self, are_markers: bool, pages: Sequence[Page]) -> str:
        assert self._pages is not None
        pieces = sum(sort.total for sort in self._pages.piece_types if sort.is_marker == are_markers)
        sheets = sum((page.part == "markers") == are_markers and page.part != "backs" for page in pages)
        text = plural("{n} sheet", "{n} sheets", sheets).format(n=sheets)
        return _("{count} on {pages}").format(count=pieces, pages=text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()
        super().resizeEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(700, 600)

    def _paint_some(self) -> None:
        until = time.perf_counter() + SLICE
        assert self._pages is not None
        while time.perf_counter() < until:
            if self._steps is None:
                waiting = [number for number in range(1, len(self._pages.pages) + 1) if number not in self.inks]
                if not waiting:
                    self._timer.stop()
                    return
                seen = self.visibleRegion().boundingRect()
                near = [number for number in waiting if self._places[number - 1].intersects(QRectF(seen))]
                self._painting_page = (near or waiting)[0]
                page = self._pages.pages[self._painting_page - 1]
                dots = self._page_dpi(page.wide, self._places[self._painting_page - 1].width() / self._zoom)
                self._steps = page_image(page, dots, self._picture_cache, LINES if self._saving else LIGHT)
            try:
                next(self._steps)
            except StopIteration as end:
                self._store_page(end.value)

    def _store_page(self, image: QImage) -> None:
        self._steps = None
        self.inks[self._painting_page] = _ink_coverage(image)
        size = (self._places[self._painting_page - 1].size() * self.devicePixelRatioF()).toSize()
        small = image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
        self._pictures[self._painting_page] = QPixmap.fromImage(small)
        self.update()
        self.page_painted.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with painter_on(self, smooth=True) as painter:
            painter.fillRect(self.rect(), theme.color("table"))
            for head in self._heads:
                self._paint_head(painter, *head)
            for number in range(len(self._places), 0, -1):  # fronts over the backs behind them
                self._paint_page(painter, number)
            if self._pages is not None and self._pages.page_grid is not None:
                self._paint_joints(painter, self._pages.page_grid)

    def _paint_joints(self, painter: QPainter, split: PageGrid) -> None:
        """Paint the letters of the joints between pages."""
        theme, chip = current_theme(), max(13.0, min(CHIP, self._places[0].width() / 3.4))
        painter.setFont(text_font(12 if chip > 18 else 10, SEMIBOLD))
        for column, row, is_right in split.joints():
            pages = split.part(column, row).page, split.part(column + is_right, row + (not is_right)).page
            if pages[0] == pages[1]:
                continue
            page, circle = self._places[pages[0] - 1], QRectF(0, 0, chip, chip)
            x = page.right() + GAP_X / 2 if is_right else page.center().x()
            circle.moveCenter(QPointF(x, page.center().y() if is_right else page.bottom() + GAP_Y / 2))
            is_ours = self.current in pages
            painter.setPen(QPen(theme.color("accent" if is_ours else "second"), 1))
            painter.setBrush(theme.color("accent" if is_ours else "panel"))
            painter.drawEllipse(circle)
            painter.setPen(theme.color("on_accent" if is_ours else "text"))
            painter.drawText(circle, CENTER, split.letter(column, row, is_right))

    def _paint_head(self, painter: QPainter, y: float, words: str, note: str) -> None:
        theme = current_theme()
        wide = QFontMetricsF(text_font(13, SEMIBOLD)).horizontalAdvance(words)
        box = QRectF(SIDE - 4, y, wide + QFontMetricsF(text_font(13)).horizontalAdvance(note) + 36, 26)
        paint_box(painter, box, "panel", "line", radius=13)
        paint_text(painter, box.adjusted(14, 0, 0, 0), words, theme.color("text"), 13, SEMIBOLD, LEFT)
        paint_text(painter, box.adjusted(22 + wide, 0, 0, 0), note, theme.color("second"), 13, align=LEFT)

    def _paint_page(self, painter: QPainter, number: int) -> None:
        theme, box = current_theme(), self._places[number - 1]
        painter.fillRect(box.translated(1.5, 3), theme.color("shadow", 0.22))
        painter.fillRect(box, Qt.GlobalColor.white)
        picture = self._pictures.get(number)
        if picture is not None:
            painter.drawPixmap(box, picture, QRectF(picture.rect()))
        else:
            painter.setPen(QPen(theme.color("line"), 1, Qt.PenStyle.DotLine))
            for part in (1, 2, 3):
                x = box.left() + box.width() * part / 4
                y = box.top() + box.height() * part / 4
                painter.drawLine(round(x), round(box.top()), round(x), round(box.bottom()))
                painter.drawLine(round(box.left()), round(y), round(box.right()), round(y))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if number == self.current:
            painter.setPen(QPen(theme.color("accent"), 2.5))
            painter.drawRect(box.adjusted(-3, -3, 3, 3))
        elif number == self._hovered:
            painter.setPen(QPen(theme.color("text"), 1.6))
            painter.drawRect(box)
        label = QRectF(box.left(), box.bottom() + 5, 30, 18)
        assert self._pages is not None
        if self._pages.pages[number - 1].is_back:
            label.moveRight(box.right())
        painter.setFont(text_font(12, MEDIUM))
        if number == self.current:
            paint_box(painter, label.adjusted(0, 0, -4, 0), "accent", None, radius=9)
            painter.setPen(theme.color("on_accent"))
            painter.drawText(label.adjusted(0, 0, -4, 0), CENTER, str(number))
        else:
            painter.setPen(theme.color("text"))
            painter.drawText(label, LEFT, str(number))

    def _at(self, event: QMouseEvent) -> int:
        return next((number for number, box in enumerate(self._places, 1) if box.contains(event.position())), 0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and (number := self._at(event)):
            self.select(number)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self._at(event))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(0)
        super().leaveEvent(event)

    def _point(self, number: int) -> None:
        if number != self._hovered:
            self._hovered = number
            self.pointed.emit(number)
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        columns = self._pages.page_grid.columns if self._pages is not None and self._pages.page_grid is not None else 1
        keys = Qt.Key
        step = {keys.Key_Left: -1, keys.Key_Right: 1, keys.Key_Up: -columns, keys.Key_Down: columns}
        if event.key() == keys.Key_Home:
            self.select(1)
        elif event.key() == keys.Key_End and self._places:
            self.select(len(self._places))
        elif keys(event.key()) in step:
            self.select(self.current + step[keys(event.key())])
        else:
            super().keyPressEvent(event)
