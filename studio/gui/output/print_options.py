"""The left and right columns of the print page: options and summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QImage, QMouseEvent, QPaintEvent, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QFormLayout, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.core.picture import Picture
from studio.core.pieces import CutOuts, PieceType
from studio.core.text import _, format_number, format_percent, in_context, plural
from studio.drawing.print_board import BoardPart, PageGrid
from studio.drawing.print_layout import MAX_SIDE, MIN_SIDE, PrintOptions, Unprintable
from studio.drawing.print_sheets import Printout, arrange_pieces
from studio.gui import widgets as w
from studio.gui.board.painter import fit_scale, paint_image
from studio.gui.board.shape_cache import bounds_rect
from studio.gui.output.export import picture_pixmap
from studio.gui.style.sprites import LINES
from studio.gui.style.stylesheet import SEMIBOLD, text_font
from studio.gui.style.theme import LIGHT
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.inputs import CountBox, HalfStepBox, Segmented

OPTIONS_WIDTH = 292
SAMPLE, DRAWN = 36, 44  # pixels of the sample pictures: of a part, and of a piece as it is drawn
PARTS = ("board", "tiles", "backs", "markers")


def part_names() -> dict[str, str]:
    markers = in_context("on paper", "Markers")
    return {"board": _("Board"), "tiles": _("Tiles"), "backs": _("Backs"), "markers": markers}


class PrintOptionsColumn(w.Card):
    """The print options. `changed` is emitted when the user changes `choices`."""

    changed = Signal()

    def __init__(self, cut_outs: CutOuts, game: str) -> None:
        super().__init__(_("Print and play"), game)
        self.setFixedWidth(OPTIONS_WIDTH)
        self._cut_outs = cut_outs
        self.choices = PrintOptions()
        inside = QWidget()
        column = w.vbox(parent=inside, spacing=9, margins=(0, 0, 10, 0))
        names = part_names()
        self.switches: dict[str, w.ToggleSwitch] = {}
        self._notes = {part: w.text_label("", "second", 12) for part in PARTS}
        self._samples: dict[str, QLabel] = {}
        for part in PARTS:
            column.addLayout(self._part(part, names[part]))
        self.additional = self._switch(column, _("Only additional pieces"), "additional_only", False)
        w.set_tooltip(self.additional, _("Leaves out the pieces of the published game"))
        column.addWidget(w.Separator())
        self._add_side(column)
        column.addWidget(w.Separator())
        self._add_paper(column)
        column.addWidget(w.Separator())
        self._add_backs(column)
        self.cut_marks = self._switch(column, _("Cut marks"), "cut_marks", True)
        self.joins = self._switch(column, _("Join letters and page map"), "joins", True)
        self.folds = self._switch(column, _("Fold marks on the board"), "fold_marks", False)
        column.addWidget(w.Separator())
        column.addWidget(w.text_label(in_context("a picture", "Drawing"), semibold=True, px=13))
        self.drawing = Segmented((("full", _("Colour")), ("lines", _("Ink saving"))))
        self.drawing.setAccessibleName(in_context("a picture", "Drawing"))
        for key in ("full", "lines"):
            self.drawing.button(key).setIconSize(QSize(DRAWN, DRAWN))
            self.drawing.button(key).setMinimumHeight(DRAWN + 14)
        self.drawing.chosen.connect(lambda key: self._change(ink_saving=key == "lines"))
        column.addWidget(self.drawing)
        column.addStretch(1)
        self.body.addWidget(w.ScrollArea(inside, name=_("Print and play")), 1)
        self._show_samples()

    def _part(self, part: str, name: str) -> QHBoxLayout:
        sample = self._samples[part] = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        sample.setFixedSize(SAMPLE, SAMPLE)
        text = w.vbox(w.text_label(name, semibold=True), self._notes[part], spacing=0)
        switch = self.switches[part] = _make_switch(name)
        switch.toggled.connect(lambda on: self._switched(part, on))
        return w.hbox(sample, (text, 1), switch, spacing=10)

    def _add_side(self, column: QVBoxLayout) -> None:
        self.reset_size = w.PlainButton(_("default size"), "rotate_left", small=True)
        self.reset_size.clicked.connect(lambda: self._set_side(self._cut_outs.unit_mm))
        self._size_note = w.text_label("", "second", 12)
        title = w.text_label(_("Tile size"), semibold=True, px=13)
        column.addLayout(w.hbox(title, 1, self._size_note, self.reset_size))
        usual = self._cut_outs.unit_mm
        self.side = HalfStepBox(round(2 * usual), round(2 * MIN_SIDE), round(2 * MAX_SIDE))
        self.side.setAccessibleName(_("Tile size in millimetres"))
        w.set_tooltip(self.side, _("Millimetres"))
        self.side.changed.connect(lambda halves: self._set_side(halves / 2))
        sizes = dict.fromkeys((usual, float(round(usual * 0.8)), float(round(usual * 0.6))))
        self.sizes = Segmented([(f"{size:g}", format_number(size, "g")) for size in sizes], name=_("Common sizes"))
        self.sizes.chosen.connect(lambda size: self._set_side(float(size)))
        column.addLayout(w.hbox(self.side, w.text_label(_("mm"), "second", 13), (self.sizes, 1)))

    def _add_paper(self, column: QVBoxLayout) -> None:
        column.addWidget(w.text_label(_("Paper"), semibold=True, px=13))
        self.paper = Segmented((("a4", _("A4")), ("a3", _("A3")), ("letter", "Letter")), name=_("Paper"))
        self.paper.chosen.connect(lambda key: self._change(paper=key))
        self.orientation = Segmented((("auto", _("Auto")), ("upright", _("Portrait")), ("across", _("Landscape"))))
        self.orientation.setAccessibleName(_("Paper orientation"))
        w.set_tooltip(self.orientation.button("auto"), _("Use the orientation that needs fewer pages"))
        self.orientation.chosen.connect(
            lambda key: self._change(is_landscape=None if key == "auto" else key == "across")
        )
        column.addWidget(self.paper)
        column.addWidget(self.orientation)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        self.margin, self.overlap = CountBox(6, 4, 30), CountBox(6, 0, 30)
        self.margin.changed.connect(lambda wide: self._change(margin=float(wide)))
        self.overlap.changed.connect(lambda wide: self._change(overlap=float(wide)))
        for at, (box, text) in enumerate(((self.margin, _("Margins, mm")), (self.overlap, _("Glue overlap, mm")))):
            box.setAccessibleName(text)
            grid.addWidget(w.text_label(text, "second", 12), 0, at)
            grid.addWidget(box, 1, at)
        column.addLayout(grid)

    def _add_backs(self, column: QVBoxLayout) -> None:
        column.addWidget(w.text_label(_("Backs"), semibold=True, px=13))
        self.backs = Segmented((("duplex", _("Duplex")), ("fold", _("Fold behind")), ("separate", _("Separate"))))
        self.backs.setAccessibleName(_("Position of the backs"))
        self.backs.chosen.connect(lambda key: self._change(backs=key))
        column.addWidget(self.backs)
        self._backs_note = w.text_label("", "second", 12, wrap=True)
        column.addWidget(self._backs_note)

    def _switch(self, column: QVBoxLayout, words: str, option: str, is_on: bool) -> w.ToggleSwitch:
        switch = _make_switch(words, is_on)
        switch.toggled.connect(lambda on: self._change(**{option: on}))
        column.addLayout(w.hbox((w.text_label(words, px=13), 1), switch))
        return switch

    def _show_samples(self) -> None:
        """Paint samples of the parts and of both drawing styles, on light paper in every theme."""
        dpr = self.devicePixelRatioF()
        tiles = [sort for sort in self._cut_outs.piece_types if not sort.is_marker]
        markers = [sort for sort in self._cut_outs.piece_types if sort.is_marker]
        back = next((sort.back for sort in tiles if sort.back is not None), None)
        shown = {"board": self._cut_outs.board, "tiles": _sample_piece(tiles), "backs": back}
        shown["markers"] = _sample_piece(markers)
        for part, picture in shown.items():
            size = QSize(SAMPLE, SAMPLE)
            pixmap = picture_pixmap(picture, size, LIGHT, dpr) if picture is not None else QPixmap()
            self._samples[part].setPixmap(pixmap)
        piece = shown["tiles"] or self._cut_outs.board
        for key, theme in (("full", LIGHT), ("lines", LINES)):
            self.drawing.button(key).setIcon(QIcon(picture_pixmap(piece, QSize(DRAWN, DRAWN), theme, dpr)))

    def _change(self, **values: Any) -> None:
        choices = replace(self.choices, **values)
        if choices != self.choices:
            self.choices = choices
            self.changed.emit()

    def _switched(self, part: str, on: bool) -> None:
        if part == "backs":
            self.backs.setEnabled(on)
            self._change(backs=self.backs.current() if on else "none")
        else:
            self._change(**{part: on})

    def _set_side(self, side: float) -> None:
        self.side.set_value(round(2 * side))
        self.sizes.set_current(f"{side:g}")
        self._change(side=side)

    def show_summary(self, cut_outs: CutOuts, pages: Printout | None) -> None:
        """Show the resulting page counts; None if nothing can be printed."""
        if cut_outs is not self._cut_outs:
            self._cut_outs = cut_outs
            self._show_samples()
        usual = not self.choices.side or self.choices.side == cut_outs.unit_mm
        self.reset_size.setVisible(not usual)
        note = _("original size") if cut_outs.is_published else _("original size unknown")
        self._size_note.setText(note if usual else "")
        if self.sizes.current() != f"{self.side.value() / 2:g}":
            self.sizes.set_mixed()
        notes = {
            "duplex": _("Flip the paper on its long edge."),
            "fold": _("Each back is below its front."),
            "separate": _("Backs are on separate pages."),
            "none": _("Backs are not printed."),
        }
        self._backs_note.setText(notes[self.choices.backs])
        if pages is None:
            return
        tiles = [sort for sort in pages.piece_types if not sort.is_marker]
        markers = [sort for sort in pages.piece_types if sort.is_marker]
        counts = {part: len(pages.pages_of(part)) for part in PARTS}
        reported = {
            part: plural("{count} page", "{count} pages", counts[part]).format(count=counts[part]) for part in PARTS
        }
        if pages.page_grid is not None:
            reported["board"] += f", {pages.page_grid.columns} × {pages.page_grid.rows}"
        reported["tiles"] = _("{count} on {pages}").format(
            count=sum(sort.total for sort in tiles), pages=reported["tiles"]
        )
        reported["markers"] = _("{count} on {pages}").format(
            count=sum(s.total for s in markers), pages=reported["markers"]
        )
        for part in PARTS:
            on = self.switches[part].isChecked()
            self._notes[part].setText(reported[part] if on else _("not printed"))


def _make_switch(name: str, is_on: bool = True) -> w.ToggleSwitch:
    switch = w.ToggleSwitch()
    switch.setChecked(is_on)
    switch.setAccessibleName(name)
    return switch


def _sample_piece(sorts: Sequence[PieceType]) -> Picture | None:
    faces = [piece.face for sort in sorts for piece in sort.pieces]
    return max(faces, key=lambda face: sum(len(layer.shapes) for layer in face.layers), default=None)


# The summary

SUMMARY_WIDTH, MAP = 278, 232


class SummaryColumn(w.Card):
    def __init__(self) -> None:
        super().__init__(_("Summary"), " ")
        self.setFixedWidth(SUMMARY_WIDTH)
        inside = QWidget()
        self.pages, self._pages_label = w.title_label("", 40), w.text_label("", "second", 13)
        self.sheets, self._sheets_label = w.title_label("", 40), w.text_label("", "second", 13)
        pages = w.vbox(self.pages, self._pages_label, spacing=0)
        sheets = w.vbox(self.sheets, self._sheets_label, spacing=0)
        self._form = QFormLayout(verticalSpacing=4)
        self._size, self._advice = w.text_label("", "accent", 14, wrap=True), w.text_label("", "second", 12, wrap=True)
        self._joins, self.map = w.title_label(_("Assembly")), JoinMap()
        self.remarks = w.text_label("", "second", 13, wrap=True)
        parts = self._form, self._size, self._advice, self._joins, self.map, self.remarks
        numbers = w.hbox(pages, sheets, 1, spacing=18)
        w.vbox(numbers, *parts, 1, parent=inside, spacing=8, margins=(0, 0, 6, 0))
        self.body.addWidget(w.ScrollArea(inside, name=_("Summary")), 1)
        self.progress = w.text_label("", "second", 13)
        self.progress.hide()
        self.body.addWidget(self.progress)
        self.save = w.PlainButton(_("Save PDF…"), "save")
        self.print = w.PrimaryButton(_("Print…"), "print")
        self.body.addLayout(w.hbox((self.save, 1), (self.print, 1)))

    def show_summary(self, cut_outs: CutOuts, pages: Printout | None, choices: PrintOptions, ink: float) -> None:
        """Show a printout (None: impossible); `ink` is the covered part of the paper, negative if unknown."""
        if pages is None:
            return
        lies = _("landscape") if any(page.wide > page.high for page in pages.pages) else _("portrait")
        self.set_note(f"{choices.paper.capitalize()}, {lies}")
        self.pages.setText(str(len(pages.pages)))
        self._pages_label.setText(plural("page", "pages", len(pages.pages)))
        self.sheets.setText(str(pages.sheets))
        both = pages.duplex_sheets
        text = plural("sheet", "sheets", pages.sheets)
        both_sides = _("{sheets}, {count} on both sides").format(sheets=text, count=both)
        self._sheets_label.setText(both_sides if both else text)
        while self._form.rowCount():
            self._form.removeRow(0)
        for name, value in self._rows(cut_outs, pages, choices, ink):
            label = w.text_label(value, semibold=True, px=13)
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
            self._form.addRow(w.text_label(name, "second", 13), label)
        self._size.setText(_("Actual size: {side} mm per tile").format(side=format_number(pages.side, ".1f")))
        advice = _("Print at 100 % (“Actual size”). The ruler on each board page is 100 mm long.")
        self._advice.setText(advice if pages.page_grid else _("Print at 100 % (“Actual size”)."))
        self._joins.setVisible(pages.page_grid is not None)
        self.map.setVisible(pages.page_grid is not None)
        self.map.show_board(cut_outs, pages)
        remarks = []
        if 0 < both < pages.sheets:
            text = _("Print pages {ranges} double-sided, the others single-sided")
            remarks.append("· " + text.format(ranges=_ranges(pages)))
        if any(not sort.is_marker for sort in pages.piece_types):
            remarks.append("· " + _("Use card of 200–250 g/m² for the tiles"))
        self.remarks.setText("\n".join(remarks))

    def _rows(self, cut_outs: CutOuts, pages: Printout, choices: PrintOptions, ink: float) -> list[tuple[str, str]]:
        rows = []
        if pages.page_grid is not None:
            board = bounds_rect(cut_outs.board).size() * pages.side
            size = f"{format_number(board.width(), '.0f')} × {format_number(board.height(), '.0f')} mm"
            rows.append((_("Assembled board"), size))
        tiles = [sort for sort in pages.piece_types if not sort.is_marker]
        if tiles:
            rows.append((_("Tiles"), str(sum(sort.total for sort in tiles))))
            try:
                lie = arrange_pieces(tiles[0], pages.side, choices)
            except Unprintable:
                return rows
            cuts = plural("{count} cut", "{count} cuts", lie.cut_count).format(count=lie.cut_count)
            rows.append((_("per sheet"), f"{lie.capacity}, {cuts}" if lie.cut_count else str(lie.capacity)))
        markers = [sort for sort in pages.piece_types if sort.is_marker]
        if markers:
            rows.append((in_context("on paper", "Markers"), str(sum(sort.total for sort in markers))))
        rows.append((_("Ink coverage"), format_percent(ink, ".0f") if ink >= 0 else "…"))
        return rows


def _ranges(pages: Printout) -> str:
    """Pages printed on both sides of their sheets, as "9–20, 27–30"."""
    found: list[list[int]] = []
    for number, page in enumerate(pages.pages, 1):
        if page.is_back:
            if found and found[-1][1] == number - 2:
                found[-1][1] = number
            else:
                found.append([number - 1, number])
    return ", ".join(f"{first}–{last}" for first, last in found)


class JoinMap(QWidget):
    """A small board with its pages; a click selects one."""

    accessible_role = Role.Graphic
    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._grid: PageGrid | None = None
        self._image = QImage()
        self._board_id = 0
        self._current, self.hovered = 1, 0
        self.setAccessibleName(_("Page map"))

    def show_board(self, cut_outs: CutOuts, pages: Printout) -> None:
        self._grid = pages.page_grid
        board = bounds_rect(cut_outs.board)
        high = round(MAP * board.height() / board.width())
        self.setFixedSize(MAP, high)
        if self._board_id != id(cut_outs):
            self._board_id = id(cut_outs)
            dpr = self.devicePixelRatioF()
            scale = fit_scale(cut_outs.board, MAP * dpr, high * dpr)
            self._image = paint_image(cut_outs.board, LIGHT, scale, board)
        self.update()

    def select(self, number: int) -> None:
        self._current = number
        self.update()

    def set_hovered(self, number: int) -> None:
        """Highlight a page of the board; 0 or another page for none."""
        lit = number if self._grid is not None and number <= self._grid.pages else 0
        if lit != self.hovered:
            self.hovered = lit
            self.update()

    def _box(self, split: PageGrid, part: BoardPart) -> QRectF:
        """Box of a part of the board."""
        _left, _top, wide, high = split.parts[-1].box
        left, top, right, foot = part.box
        dots = QTransform.fromScale(self.width() / wide, self.height() / high)
        return dots.mapRect(QRectF(left, top, right - left, foot - top))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._grid is not None:
            for part in reversed(self._grid.parts):  # where two overlap, the one that is glued on is visible
                if self._box(self._grid, part).contains(event.position()):
                    self.chosen.emit(part.page)
                    return

    def paintEvent(self, _event: QPaintEvent) -> None:
        split = self._grid
        if split is None:
            return
        with w.painter_on(self, smooth=True) as painter:
            painter.fillRect(self.rect(), LIGHT.color("panel"))  # paper is light at night, too
            painter.setOpacity(0.55)
            painter.drawImage(QRectF(self.rect()), self._image, QRectF(self._image.rect()))
            painter.setOpacity(1)
            painter.setPen(QPen(LIGHT.color("plate_ink"), 1.2, Qt.PenStyle.DashLine))
            for part in split.parts:
                box = self._box(split, part)
                if part.column:
                    painter.drawLine(box.topLeft(), box.bottomLeft())
                if part.row:
                    painter.drawLine(box.topLeft(), box.topRight())
            small = split.pages > 24
            painter.setFont(text_font(12 if small else 16, SEMIBOLD))
            for part in split.parts:
                box = self._box(split, part)
                if part.page == self.hovered:
                    glow = QColor(LIGHT.color("accent"))
                    glow.setAlphaF(0.3)
                    painter.fillRect(box, glow)
                if part.page == self._current:
                    painter.setPen(QPen(LIGHT.color("accent"), 2))
                    painter.drawRect(box.adjusted(1, 1, -1, -1))
                painter.setPen(LIGHT.color("plate_ink"))
                painter.drawText(box, w.CENTER, str(part.page))
