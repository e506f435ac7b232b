"""The survey's overlays in the tool bar: a button for each, which turns the same switch as the one beside the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.core.form import Overlay
from studio.core.text import _
from studio.gui.editor.survey.overlays import swatch
from studio.gui.editor.survey.surveying import Surveying
from studio.gui.output.render import picture_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Separator, ToolButton, text_label

ICON = QSize(30, 18)
BUTTON = QSize(40, 32)


class OverlayButton(ToolButton):
    """One overlay, shown by a sample of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("layers", parent=parent)
        self.overlay: Overlay | None = None
        self.setFixedSize(BUTTON)
        self.setIconSize(ICON)
        self.setCheckable(True)

    def show_overlay(self, overlay: Overlay, is_on: bool) -> None:
        """Be about this overlay."""
        if overlay is not self.overlay:
            self.overlay = overlay
            self.setToolTip(f"{overlay.name}: {overlay.value}" if overlay.value else overlay.name)
            self.setAccessibleName(overlay.name)
            self.setAccessibleDescription(overlay.tip)
            self._draw()
        self.setChecked(is_on)

    def _draw(self) -> None:
        if self.overlay is not None:
            drawn = picture_pixmap(swatch(self.overlay.picture), ICON, current_theme(), self.devicePixelRatioF())
            self.setIcon(QIcon(QPixmap(drawn)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._draw()


class OverlayButtons(QWidget):
    """All of them in a row after a word; nothing where nothing is measured."""

    def __init__(self, surveying: Surveying, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.surveying = surveying
        self.buttons: list[OverlayButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(4, 0, 0, 0)
        self._row.setSpacing(2)
        self._row.addWidget(Separator(upright=True))
        self._row.addSpacing(4)
        self._row.addWidget(text_label(_("Overlays"), "second", 13))
        self._row.addSpacing(4)
        self._has_room = True
        self.setAccessibleName(_("Overlays"))
        surveying.changed.connect(self.refresh)
        surveying.switched.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Follow the newest survey and its switches."""
        overlays = self.surveying.survey.overlays
        while len(self.buttons) < len(overlays):
            button = OverlayButton()
            button.clicked.connect(lambda on, button=button: self._turn(button, on))
            self._row.addWidget(button)
            self.buttons.append(button)
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(overlays) and any(layer.shapes for layer in overlays[place].picture.layers))
            button.setEnabled(self.surveying.is_shown)
            if place < len(overlays):
                button.show_overlay(overlays[place], self.surveying.is_on(overlays[place]))
        self._show()

    def set_room(self, has_room: bool) -> None:
        """Whether the tool bar has room for them; the switches beside the board are always there."""
        self._has_room = has_room
        self._show()

    def _show(self) -> None:
        self.setVisible(self._has_room and bool(self.surveying.survey.overlays))

    def _turn(self, button: OverlayButton, on: bool) -> None:
        if button.overlay is not None:
            self.surveying.switch(button.overlay.key, on)
