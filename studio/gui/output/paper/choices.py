"""The left column of the print tab: what is printed, how large, on which paper, with which backs, in which drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.core.picture import Picture
from studio.core.pieces import CutOuts, Sort
from studio.core.text import _, in_context, numeral, plural
from studio.drawing.paper import LEAST_SIDE, MOST_SIDE, Backs, Choices
from studio.drawing.paper.printout import Printout
from studio.gui.output.render import picture_pixmap
from studio.gui.style.lines import LINES
from studio.gui.style.theme import LIGHT
from studio.gui.widgets import Card, PlainButton, ScrollArea, Separator, ToggleSwitch, set_tip, text_label
from studio.gui.widgets.inputs import CountBox, HalvesBox, Segmented

WIDTH = 292
SAMPLE, DRAWN = 36, 44
"""Pixels of the small pictures: of a part, and of a piece as it is drawn."""
PARTS = ("board", "tiles", "backs", "markers")


class ChoicesColumn(Card):
    """`changed` comes when a person has chosen something else; `choices` is what is chosen."""

    changed = Signal()

    def __init__(self, cut_outs: CutOuts, game: str) -> None:
        super().__init__(_("Print and play"), game)
        self.setFixedWidth(WIDTH)
        self._cut_outs = cut_outs
        self.choices = Choices()
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 10, 0)
        column.setSpacing(9)
        names = {
            "board": _("Board"),
            "tiles": _("Tiles"),
            "backs": _("Backs"),
            "markers": in_context("on paper", "Markers"),
        }
        self.switches: dict[str, ToggleSwitch] = {}
        self._notes = {part: text_label("", "second", 12) for part in PARTS}
        self._samples: dict[str, QLabel] = {}
        for part in PARTS:
            column.addLayout(self._part(part, names[part]))
        column.addWidget(Separator())
        self._add_side(column)
        column.addWidget(Separator())
        self._add_paper(column)
        column.addWidget(Separator())
        self._add_backs(column)
        self.cut_marks = self._switch(column, _("Cut marks"))
        self.cut_marks.toggled.connect(lambda on: self._choose(replace(self.choices, cut_marks=on)))
        self.joins = self._switch(column, _("Join letters and page map"))
        self.joins.toggled.connect(lambda on: self._choose(replace(self.choices, joins=on)))
        self.folds = self._switch(column, _("Fold marks on the board"))
        self.folds.setChecked(False)
        self.folds.toggled.connect(lambda on: self._choose(replace(self.choices, fold_marks=on)))
        column.addWidget(Separator())
        column.addWidget(text_label(in_context("a picture", "Drawing"), semibold=True, px=13))
        self.drawing = Segmented((("full", _("Colour")), ("lines", _("Ink saving"))))
        self.drawing.setAccessibleName(in_context("a picture", "Drawing"))
        for key in ("full", "lines"):
            self.drawing.button(key).setIconSize(QSize(DRAWN, DRAWN))
            self.drawing.button(key).setMinimumHeight(DRAWN + 14)
        self.drawing.chosen.connect(lambda key: self._choose(replace(self.choices, ink_saving=key == "lines")))
        column.addWidget(self.drawing)
        column.addStretch(1)
        self.body.addWidget(ScrollArea(inside, name=_("Print and play")), 1)
        self._show_samples()

    # building

    def _part(self, part: str, name: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(10)
        sample = self._samples[part] = QLabel()
        sample.setFixedSize(SAMPLE, SAMPLE)
        sample.setAlignment(Qt.AlignmentFlag.AlignCenter)
        row.addWidget(sample)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(text_label(name, semibold=True))
        words.addWidget(self._notes[part])
        switch = ToggleSwitch()
        switch.setChecked(True)
        switch.setAccessibleName(name)
        switch.toggled.connect(lambda on: self._switched(part, on))
        self.switches[part] = switch
        row.addLayout(words, 1)
        row.addWidget(switch)
        return row

    def _add_side(self, column: QVBoxLayout) -> None:
        head = QHBoxLayout()
        head.addWidget(text_label(_("Tile side"), semibold=True, px=13))
        head.addStretch(1)
        self.own = PlainButton(_("usual size"), "rotate_left", small=True)
        self.own.clicked.connect(lambda: self._set_side(self._cut_outs.millimetres))
        self._own_note = text_label("", "second", 12)
        head.addWidget(self._own_note)
        head.addWidget(self.own)
        column.addLayout(head)
        row = QHBoxLayout()
        usual = self._cut_outs.millimetres
        self.side = HalvesBox(round(2 * usual), round(2 * LEAST_SIDE), round(2 * MOST_SIDE))
        self.side.setAccessibleName(_("Tile side in millimetres"))
        set_tip(self.side, _("Millimetres"))
        self.side.changed.connect(lambda halves: self._set_side(halves / 2))
        row.addWidget(self.side)
        row.addWidget(text_label(_("mm"), "second", 13))
        sizes = dict.fromkeys((usual, float(round(usual * 0.8)), float(round(usual * 0.6))))
        self.sizes = Segmented([(f"{size:g}", numeral(size, "g")) for size in sizes])
        self.sizes.setAccessibleName(_("Usual sizes"))
        self.sizes.chosen.connect(lambda size: self._set_side(float(size)))
        row.addWidget(self.sizes, 1)
        column.addLayout(row)

    def _add_paper(self, column: QVBoxLayout) -> None:
        column.addWidget(text_label(_("Paper"), semibold=True, px=13))
        self.paper = Segmented((("a4", _("A4")), ("a3", _("A3")), ("letter", "Letter")))
        self.paper.setAccessibleName(_("Paper"))
        self.paper.chosen.connect(lambda key: self._choose(replace(self.choices, paper=key)))
        self.turned = Segmented((("auto", _("Auto")), ("upright", _("Upright")), ("across", _("Across"))))
        self.turned.setAccessibleName(_("How the paper lies"))
        set_tip(self.turned.button("auto"), _("As needs fewer pages"))
        self.turned.chosen.connect(
            lambda key: self._choose(replace(self.choices, across=None if key == "auto" else key == "across"))
        )
        column.addWidget(self.paper)
        column.addWidget(self.turned)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        self.margin, self.overlap = CountBox(6, 4, 30), CountBox(10, 0, 30)
        self.margin.changed.connect(lambda wide: self._choose(replace(self.choices, margin=float(wide))))
        self.overlap.changed.connect(lambda wide: self._choose(replace(self.choices, overlap=float(wide))))
        for at, (box, words) in enumerate(((self.margin, _("Margins, mm")), (self.overlap, _("Overlap to glue, mm")))):
            box.setAccessibleName(words)
            grid.addWidget(text_label(words, "second", 12), 0, at)
            grid.addWidget(box, 1, at)
        column.addLayout(grid)

    def _add_backs(self, column: QVBoxLayout) -> None:
        column.addWidget(text_label(_("Backs"), semibold=True, px=13))
        self.backs = Segmented((("duplex", _("Duplex")), ("fold", _("Fold behind")), ("apart", _("Apart"))))
        self.backs.setAccessibleName(_("Where the backs go"))
        self.backs.chosen.connect(lambda key: self._choose(replace(self.choices, backs=cast("Backs", key))))
        column.addWidget(self.backs)
        self._backs_note = text_label("", "second", 12, wrap=True)
        column.addWidget(self._backs_note)

    def _switch(self, column: QVBoxLayout, words: str) -> ToggleSwitch:
        row = QHBoxLayout()
        row.addWidget(text_label(words, px=13), 1)
        switch = ToggleSwitch()
        switch.setChecked(True)
        switch.setAccessibleName(words)
        row.addWidget(switch)
        column.addLayout(row)
        return switch

    def _show_samples(self) -> None:
        """Small pictures of the parts, and one piece drawn both ways; paper is light at night, too."""
        dpr = self.devicePixelRatioF()
        tiles, markers = ([sort for sort in self._cut_outs.sorts if sort.is_marker == which] for which in (False, True))
        shown = {
            "board": self._cut_outs.board,
            "tiles": _telling(tiles),
            "backs": next((sort.back for sort in tiles if sort.back is not None), None),
            "markers": _telling(markers),
        }
        for part, picture in shown.items():
            self._samples[part].setPixmap(
                picture_pixmap(picture, QSize(SAMPLE, SAMPLE), LIGHT, dpr) if picture is not None else QPixmap()
            )
        piece = shown["tiles"] or self._cut_outs.board
        for key, theme in (("full", LIGHT), ("lines", LINES)):
            self.drawing.button(key).setIcon(QIcon(picture_pixmap(piece, QSize(DRAWN, DRAWN), theme, dpr)))

    # choosing

    def _choose(self, choices: Choices) -> None:
        if choices != self.choices:
            self.choices = choices
            self.changed.emit()

    def _switched(self, part: str, on: bool) -> None:
        match part:
            case "board":
                self._choose(replace(self.choices, board=on))
            case "tiles":
                self._choose(replace(self.choices, tiles=on))
            case "markers":
                self._choose(replace(self.choices, markers=on))
            case _:
                self.backs.setEnabled(on)
                self._choose(replace(self.choices, backs=cast("Backs", self.backs.current()) if on else "none"))

    def _set_side(self, side: float) -> None:
        self.side.set_value(round(2 * side))
        self.sizes.set_current(f"{side:g}")
        self._choose(replace(self.choices, side=side))

    # showing

    def tell(self, cut_outs: CutOuts, pages: Printout | None) -> None:
        """Say what the choices come to; None when it cannot be printed."""
        if cut_outs is not self._cut_outs:
            self._cut_outs = cut_outs
            self._show_samples()
        usual = not self.choices.side or self.choices.side == cut_outs.millimetres
        self.own.setVisible(not usual)
        self._own_note.setText(
            "" if not usual else _("published size") if cut_outs.is_published else _("published size not known")
        )
        if self.sizes.current() != f"{self.side.value() / 2:g}":
            self.sizes.set_mixed()
        notes = {
            "duplex": _("Turn the paper on its long edge."),
            "fold": _("Each back lies below its front."),
            "apart": _("Backs are pages of their own."),
            "none": _("Nothing is printed behind the tiles."),
        }
        self._backs_note.setText(notes[self.choices.backs])
        if pages is None:
            return
        tiles = [sort for sort in pages.sorts if not sort.is_marker]
        markers = [sort for sort in pages.sorts if sort.is_marker]
        counts = {part: len(pages.of(part)) for part in PARTS}
        told = {
            part: plural("{count} page", "{count} pages", counts[part]).format(count=counts[part]) for part in PARTS
        }
        if pages.split is not None:
            told["board"] += f", {pages.split.columns} × {pages.split.rows}"
        told["tiles"] = _("{count} on {pages}").format(count=sum(sort.total for sort in tiles), pages=told["tiles"])
        told["markers"] = _("{count} on {pages}").format(count=sum(s.total for s in markers), pages=told["markers"])
        for part in PARTS:
            on = self.switches[part].isChecked()
            self._notes[part].setText(told[part] if on else _("not printed"))


def _telling(sorts: Sequence[Sort]) -> Picture | None:
    """The piece that shows most of what such pieces are: the one with the most drawn on it."""
    faces = [piece.face for sort in sorts for piece in sort.pieces]
    return max(faces, key=lambda face: sum(len(layer.shapes) for layer in face.layers), default=None)
