"""The question before a picture leaves the editor: which kind, how large, how it looks, with what was measured."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QStackedWidget, QWidget

from studio.core.text import _, numeral
from studio.gui.output.render import MOST_WIDTH, SCREEN
from studio.gui.style.lines import theme_of
from studio.gui.style.theme import Theme
from studio.gui.widgets import ToggleSwitch, text_label
from studio.gui.widgets.dialogs import HouseDialog
from studio.gui.widgets.inputs import CountBox, Segmented

INCH = 25.4
USUAL_DPI = 150


@dataclass(frozen=True, slots=True)
class PictureChoice:
    """What was chosen: the ending of the file, pixels across, pixels to the inch, the theme, overlays and notes."""

    ending: str
    width: int
    dpi: float
    theme: Theme
    overlays: bool = False
    notes: bool = False


class PictureDialog(HouseDialog):
    """Asks for the picture of a board that is so many sides of a tile wide, a side being so many millimetres."""

    def __init__(
        self,
        parent: QWidget | None,
        theme: Theme,
        units: tuple[float, float],
        side: float,
        width: int,
        overlays: bool,
        notes: bool = False,
    ) -> None:
        super().__init__(parent, _("Export a picture"), "picture")
        self._units, self._side = units, side
        self.kind = self._choice((("png", "PNG"), ("svg", "SVG"), ("pdf", "PDF")), _("Kind of file"))
        self.measure = self._choice((("width", _("By width")), ("scale", _("True to scale"))), _("Size"))
        self.look = self._choice(
            (("light", _("Light")), ("dark", _("Dark")), ("lines", _("Ink saving"))), _("How it looks")
        )
        self.look.set_current(theme.name)
        self.width_box = CountBox(width, 16, MOST_WIDTH)
        self.width_box.setAccessibleName(_("Width in pixels"))
        self.dpi_box = CountBox(USUAL_DPI, 20, 1200)
        self.dpi_box.setAccessibleName(_("Pixels to the inch"))
        self.sizes = QStackedWidget()
        self.sizes.addWidget(self.width_box)
        self.sizes.addWidget(self.dpi_box)
        self.sizes.setFixedHeight(28)
        self.told = text_label("", "second", 13, wrap=True)
        self.told.setMinimumHeight(36)
        self.told.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.grain = ToggleSwitch(_("Grain of the paper"))
        self.grain.setChecked(True)
        self.overlays = ToggleSwitch(_("With the overlays that are shown"))
        self.overlays.setVisible(overlays)
        self.notes = ToggleSwitch(_("With the notes, which are told below the board"))
        self.notes.setVisible(notes)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(10)
        rows: tuple[tuple[str, QWidget], ...] = (
            (_("Kind of file"), self.kind),
            (_("Size"), self.measure),
            ("", self.sizes),
            ("", self.told),
            (_("How it looks"), self.look),
            ("", self.grain),
            ("", self.overlays),
            ("", self.notes),
        )
        for row, (words, widget) in enumerate(rows):
            if words:
                grid.addWidget(text_label(words, semibold=True, px=13), row, 0)
            grid.addWidget(widget, row, 1)
        grid.setColumnStretch(1, 1)
        self.body.addLayout(grid)
        self.add_button("", _("Cancel"))
        self.go = self.add_button("go", _("Choose a file…"), filled=True, icon="save")
        for choice in (self.kind, self.measure, self.look):
            choice.chosen.connect(self._tell)
        for box in (self.width_box, self.dpi_box):
            box.changed.connect(self._tell)
        self._tell()
        self.kind.button("png").setFocus(Qt.FocusReason.TabFocusReason)

    def _choice(self, options: tuple[tuple[str, str], ...], name: str) -> Segmented:
        choice = Segmented(options)
        choice.setAccessibleName(name)
        return choice

    def _tell(self) -> None:
        """Say how large it will be, and offer only what the kind of file can hold."""
        to_scale = self.measure.current() == "scale"
        self.sizes.setCurrentWidget(self.dpi_box if to_scale else self.width_box)
        found = self.chosen()
        high = round(found.width * self._units[1] / self._units[0])
        if to_scale:
            words = _("{width} × {height} pixels; a tile is {side} mm wide").format(
                width=found.width, height=high, side=numeral(self._side, "g")
            )
        else:
            words = _("{width} × {height} pixels").format(width=found.width, height=high)
        fits = found.width <= MOST_WIDTH
        if not fits:
            words = _("That would be {width} pixels wide; {most} are possible.").format(
                width=found.width, most=MOST_WIDTH
            )
        self.told.setText(words)
        self.go.setEnabled(fits)
        self.grain.setEnabled(self.kind.current() == "png" and self.look.current() != "lines")

    def chosen(self) -> PictureChoice:
        """What the dialog shows."""
        dpi, width = SCREEN, self.width_box.value()
        if self.measure.current() == "scale":
            dpi = float(self.dpi_box.value())
            width = max(16, round(self._units[0] * self._side / INCH * dpi))
        theme = theme_of(self.look.current(), self.grain.isChecked())
        overlays, notes = (switch.isVisibleTo(self) and switch.isChecked() for switch in (self.overlays, self.notes))
        return PictureChoice(f".{self.kind.current()}", width, dpi, theme, overlays, notes)


def choose_picture(
    parent: QWidget, theme: Theme, units: tuple[float, float], side: float, width: int, overlays: bool, notes: bool
) -> PictureChoice | None:
    """Ask; None when nothing shall be exported. `overlays`, `notes`: there are some on the board."""
    dialog = PictureDialog(parent, theme, units, side, width, overlays, notes)
    return dialog.chosen() if dialog.ask() else None
