"""The right column of the print tab: what it comes to, the ruler, how the pages join, and the buttons."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.pieces import CutOuts
from studio.core.text import _, in_context, numeral, percent, plural
from studio.drawing.paper import Choices, Unprintable
from studio.drawing.paper.printout import Printout
from studio.drawing.paper.sheets import places
from studio.gui.board.painting.painter import fit_scale, paint_image
from studio.gui.style.fonts import SEMIBOLD, text_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.style.theme import LIGHT
from studio.gui.widgets import CENTRE, Card, PlainButton, PrimaryButton, ScrollArea, text_label, title_label
from studio.gui.widgets.text import paint_wrapped, wrapped_height

WIDTH, MAP = 278, 232
RULER = 40
"""Pixels of the ruler with its figures."""


class SummaryColumn(Card):
    """`save` and `print` are its buttons."""

    def __init__(self) -> None:
        super().__init__(_("Summary"), " ")
        self.setFixedWidth(WIDTH)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(8)
        numbers = QHBoxLayout()
        numbers.setSpacing(18)
        self.pages, self._pages_word = title_label("", 40), text_label("", "second", 13)
        self.sheets, self._sheets_word = title_label("", 40), text_label("", "second", 13)
        for number, word in ((self.pages, self._pages_word), (self.sheets, self._sheets_word)):
            both = QVBoxLayout()
            both.setSpacing(0)
            both.addWidget(number)
            both.addWidget(word)
            numbers.addLayout(both)
        numbers.addStretch(1)
        column.addLayout(numbers)
        self._form = QFormLayout()
        self._form.setVerticalSpacing(4)
        column.addLayout(self._form)
        self._other = text_label(" ", "second", 12, wrap=True)
        column.addWidget(self._other)
        self.scale = _ScaleCard()
        column.addWidget(self.scale)
        self._joins, self._joints = title_label(_("How it joins")), text_label("", "second", 13)
        column.addWidget(self._joins)
        column.addWidget(self._joints)
        self.map = JoinMap()
        column.addWidget(self.map)
        self.remarks = text_label("", "second", 13, wrap=True)
        column.addWidget(self.remarks)
        column.addStretch(1)
        self.body.addWidget(ScrollArea(inside, name=_("Summary")), 1)
        self.progress = text_label("", "second", 13)
        self.progress.hide()
        self.body.addWidget(self.progress)
        buttons = QHBoxLayout()
        self.save = PlainButton(_("Save PDF…"), "save")
        self.print = PrimaryButton(_("Print…"), "print")
        buttons.addWidget(self.save, 1)
        buttons.addWidget(self.print, 1)
        self.body.addLayout(buttons)

    def tell(self, cut_outs: CutOuts, pages: Printout | None, choices: Choices, ink: float, other_ink: float) -> None:
        """Say what is printed; None when nothing can be.

        `ink` is how much of the paper is covered, `other_ink` how much the other drawing would cover; below 0 unknown.
        """
        if pages is None:
            return
        lies = _("across") if any(page.wide > page.high for page in pages.pages) else _("upright")
        self.set_note(f"{choices.paper.capitalize()}, {lies}")
        self.pages.setText(str(len(pages.pages)))
        self._pages_word.setText(plural("page", "pages", len(pages.pages)))
        self.sheets.setText(str(pages.sheets))
        both = pages.both_sides
        words = plural("sheet", "sheets", pages.sheets)
        self._sheets_word.setText(
            _("{sheets}, {count} on both sides").format(sheets=words, count=both) if both else words
        )
        while self._form.rowCount():
            self._form.removeRow(0)
        for name, value in self._rows(cut_outs, pages, choices, ink):
            label = text_label(value, semibold=True, px=13)
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
            self._form.addRow(text_label(name, "second", 13), label)
        words = _("Colour would cover {n} %.") if choices.ink_saving else _("Ink saving would cover {n} %.")
        self._other.setText(words.format(n=numeral(100 * other_ink, ".0f")) if other_ink >= 0 else " ")
        self.scale.show_side(pages.side, bool(pages.split))
        is_joined = pages.split is not None and pages.split.pages > 1
        for label in (self._joins, self._joints):
            label.setVisible(is_joined)
        if pages.split is not None:
            count = len(pages.split.joints())
            joints = plural("{n} joint", "{n} joints", count).format(n=count)
            self._joints.setText(f"{pages.split.columns} × {pages.split.rows} · {joints}")
        self.map.setVisible(pages.split is not None)
        self.map.show_board(cut_outs, pages)
        remarks = ["✓ " + _("Every page fits inside the margins")]
        if both:
            remarks.append("✓ " + _("Backs fall behind their fronts"))
            if both < pages.sheets:
                words = _("Pages {ranges} go on both sides of the paper, the others on one")
                remarks.append("· " + words.format(ranges=_ranges(pages)))
        if any(not sort.is_marker for sort in pages.sorts):
            remarks.append("· " + _("Card of 200–250 g/m² suits the tiles"))
        self.remarks.setText("\n".join(remarks))

    def _rows(self, cut_outs: CutOuts, pages: Printout, choices: Choices, ink: float) -> list[tuple[str, str]]:
        rows = []
        if pages.split is not None:
            left, top, right, foot = cut_outs.board.bounds
            size = f"{numeral((right - left) * pages.side, '.0f')} × {numeral((foot - top) * pages.side, '.0f')} mm"
            rows.append((_("Board, joined"), size))
        tiles = [sort for sort in pages.sorts if not sort.is_marker]
        if tiles:
            rows.append((_("Tiles"), str(sum(sort.total for sort in tiles))))
            try:
                lie = places(tiles[0], pages.side, choices)
            except Unprintable:
                return rows
            cuts = plural("{count} cut", "{count} cuts", lie.cuts).format(count=lie.cuts)
            rows.append((_("on a sheet"), f"{lie.holds}, {cuts}" if lie.cuts else str(lie.holds)))
        markers = [sort for sort in pages.sorts if sort.is_marker]
        if markers:
            rows.append((in_context("on paper", "Markers"), str(sum(sort.total for sort in markers))))
        rows.append((_("Paper covered with ink"), percent(ink, ".0f") if ink >= 0 else "…"))
        return rows


def _ranges(pages: Printout) -> str:
    """The pages that are printed on both sides of their sheets, as "9–20, 27–30"."""
    found: list[list[int]] = []
    for number, page in enumerate(pages.pages, 1):
        if page.is_behind:
            if found and found[-1][1] == number - 2:
                found[-1][1] = number
            else:
                found.append([number - 1, number])
    return ", ".join(f"{first}–{last}" for first, last in found)


class _ScaleCard(QWidget):
    """How long what is printed will be, with a ruler."""

    def __init__(self) -> None:
        super().__init__()
        self._side, self._has_ruler = 0.0, True
        self._head, self._foot = 20.0, 48.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._fit()

    def _fit(self) -> None:
        """Be as high as the words above and below the ruler need."""
        wide = self.width() - 24
        self._head = wrapped_height(self._words(), wide, 14, SEMIBOLD)
        self._foot = wrapped_height(self._advice(), wide, 12)
        self.setFixedHeight(math.ceil(8 + self._head + RULER + self._foot + 10))

    def show_side(self, side: float, has_ruler: bool) -> None:
        """Say how large a tile is."""
        self._side, self._has_ruler = side, has_ruler
        self.setAccessibleName(self._words())
        self._fit()
        self.update()

    def _words(self) -> str:
        return _("True scale: {side} mm per tile").format(side=numeral(self._side, ".1f"))

    def _advice(self) -> str:
        if self._has_ruler:
            return _("The ruler on every page of the board is 100 mm long. Print at 100 %, “actual size”.")
        return _("Print at 100 %, “actual size”.")

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.color("accent"), 1))
            painter.setBrush(theme.color("tint"))
            painter.drawRoundedRect(box, 8, 8)
            wide, long, top = self.width() - 24, box.width() - 32, 16.0 + self._head
            paint_wrapped(painter, QRectF(12, 8, wide, self._head), self._words(), theme.color("accent"), 14, SEMIBOLD)
            painter.setPen(QPen(theme.color("text"), 1))
            for step in range(51):
                x = 16 + long * step / 50
                high = 13 if step % 10 == 0 else 9 if step % 5 == 0 else 5
                painter.drawLine(QRectF(x, top, 0, high).topLeft(), QRectF(x, top, 0, high).bottomLeft())
            for step in range(0, 5, 2):
                painter.fillRect(QRectF(16 + long * step / 5, top - 3, long / 5, 4), theme.color("accent"))
            painter.setFont(text_font(12))
            for step in range(0, 101, 20):
                painter.drawText(QRectF(16 + long * step / 100 - 15, top + 13, 30, 16), CENTRE, str(step))
            room = QRectF(12, 8 + self._head + RULER, wide, self._foot)
            paint_wrapped(painter, room, self._advice(), theme.color("text"), 12)


class JoinMap(QWidget):
    """The board in small with its pages; a click chooses one."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._pages: Printout | None = None
        self._image = QImage()
        self._of = 0
        self._current, self.lit = 1, 0
        self.setAccessibleName(_("How the pages join"))

    def show_board(self, cut_outs: CutOuts, pages: Printout) -> None:
        """Show the board of these pages."""
        self._pages = pages
        left, top, right, foot = cut_outs.board.bounds
        high = round(MAP * (foot - top) / (right - left))
        self.setFixedSize(MAP, high)
        if self._of != id(cut_outs):
            self._of = id(cut_outs)
            dpr = self.devicePixelRatioF()
            scale = fit_scale(cut_outs.board, MAP * dpr, high * dpr)
            self._image = paint_image(cut_outs.board, LIGHT, scale, QRectF(left, top, right - left, foot - top))
        self.update()

    def select(self, number: int) -> None:
        """Mark a page of the board."""
        self._current = number
        self.update()

    def light(self, number: int) -> None:
        """Show where a page lies that is pointed at; 0 for none, and so is a page that is not of the board."""
        split = self._pages.split if self._pages is not None else None
        lit = number if split is not None and number <= split.pages else 0
        if lit != self.lit:
            self.lit = lit
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(MAP, 160)

    def _cell(self, column: int, row: int) -> QRectF:
        """What a page shows beyond what its neighbours lie over."""
        assert self._pages is not None and self._pages.split is not None
        split = self._pages.split
        wide, high = self.width() / split.columns, self.height() / split.rows
        return QRectF(column * wide, row * high, wide, high)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._pages is None or self._pages.split is None:
            return
        split = self._pages.split
        for row in range(split.rows):
            for column in range(split.columns):
                if self._cell(column, row).contains(event.position()):
                    self.chosen.emit(row * split.columns + column + 1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._pages is None or self._pages.split is None:
            return
        split = self._pages.split
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            painter.fillRect(self.rect(), LIGHT.color("panel"))  # paper is light at night, too
            painter.setOpacity(0.55)
            painter.drawImage(QRectF(self.rect()), self._image, QRectF(self._image.rect()))
            painter.setOpacity(1)
            painter.setPen(QPen(LIGHT.color("plate_ink"), 1.2, Qt.PenStyle.DashLine))
            for column in range(1, split.columns):
                x = self._cell(column, 0).left()
                painter.drawLine(round(x), 0, round(x), self.height())
            for row in range(1, split.rows):
                y = self._cell(0, row).top()
                painter.drawLine(0, round(y), self.width(), round(y))
            painter.setPen(LIGHT.color("plate_ink"))
            small = split.pages > 24
            painter.setFont(text_font(12 if small else 16, SEMIBOLD))
            for row in range(split.rows):
                for column in range(split.columns):
                    number = row * split.columns + column + 1
                    if number == self.lit:
                        glow = QColor(LIGHT.color("accent"))
                        glow.setAlphaF(0.3)
                        painter.fillRect(self._cell(column, row), glow)
                    if number == self._current:
                        painter.setPen(QPen(LIGHT.color("accent"), 2))
                        painter.drawRect(self._cell(column, row).adjusted(1, 1, -1, -1))
                    painter.setPen(LIGHT.color("plate_ink"))
                    painter.drawText(self._cell(column, row), CENTRE, str(number))
            if not small:
                self._paint_joints(painter)

    def _paint_joints(self, painter: QPainter) -> None:
        assert self._pages is not None and self._pages.split is not None
        split = self._pages.split
        painter.setFont(text_font(12, SEMIBOLD))
        for column, row, is_right in split.joints():
            cell = self._cell(column, row)
            x, y = (cell.right(), cell.center().y()) if is_right else (cell.center().x(), cell.bottom())
            number = row * split.columns + column + 1
            ours = self._current in (number, number + 1 if is_right else number + split.columns)
            box = QRectF(x - 9, y - 9, 18, 18)
            painter.setPen(QPen(LIGHT.color("accent" if ours else "text"), 1))
            painter.setBrush(LIGHT.color("accent" if ours else "panel"))
            painter.drawEllipse(box)
            painter.setPen(LIGHT.color("on_accent" if ours else "text"))
            painter.drawText(box, CENTRE, split.letter(column, row, is_right))
