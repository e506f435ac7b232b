"""Cards of stamps of one's own in the palette: a picture of the whole group, its name and digit, and a menu."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPixmap, QPolygonF
from PySide6.QtWidgets import QGridLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from studio.core.form import Stamp, StampItem
from studio.core.picture import Picture
from studio.core.text import _
from studio.gui.editor.document.clipping import pattern_of
from studio.gui.editor.document.desk import Desk
from studio.gui.editor.document.kept_stamps import KeptStamp, kept_stamps
from studio.gui.editor.panels.stamp_card import StampCard
from studio.gui.editor.panels.stamp_pictures import pattern_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Separator, set_tip, title_label
from studio.gui.widgets.dialogs import HouseDialog

COLUMNS = 3


class KeptCard(StampCard):
    """A kept stamp. `named` and `dropped` come from its menu; Delete drops it, too."""

    tells_digit = True
    named = Signal()
    dropped = Signal()

    def __init__(self, desk: Desk, kept: KeptStamp, parent: QWidget | None = None) -> None:
        self.desk, self.kept = desk, kept
        picture = Picture((0.0, 0.0, 1.0, 1.0), ())
        super().__init__(StampItem(Stamp(f"kept:{kept.slot}"), kept.name, picture), False, str(kept.slot), parent)
        self.setCheckable(False)
        how = _(
            "Click to take it in hand. Ctrl+{digit} puts something else here; the right button renames or removes it."
        )
        set_tip(self, f"{kept.name} ({kept.slot})\n{how.format(digit=kept.slot)}")

    def pixmap(self) -> QPixmap:
        grid = self.desk.document.grid
        x, y = grid.centre(0)
        corners = QPolygonF([QPointF(a - x, b - y) for a, b in grid.corners(0)])
        cells = [
            (self.desk.item(stamp) if stamp is not None else None, stamp.turn if stamp is not None else 0, across, down)
            for across, down, stamp in pattern_of(self.kept.clipping)[0].cells
        ]
        shapes = [(item, turn, corners.translated(across, down)) for item, turn, across, down in cells]
        return pattern_pixmap(shapes, self.picture_side, current_theme(), self.devicePixelRatioF())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.addAction(_("Rename…")).triggered.connect(self.named)
        menu.addAction(_("Remove")).triggered.connect(self.dropped)
        menu.exec(event.globalPos())
        menu.deleteLater()

    def event(self, event: QEvent) -> bool:
        # The page has a shortcut on Delete; here it is about the card.
        asked = event.type() == QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Delete:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.dropped.emit()
        elif event.key() == Qt.Key.Key_F2:
            self.named.emit()
        else:
            super().keyPressEvent(event)


class KeptGroup(QWidget):
    """All kept stamps of a game; nothing at all while there are none. `chosen` carries a digit."""

    chosen = Signal(int)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.cards: list[KeptCard] = []
        self._shown: dict[int, KeptStamp] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addWidget(title_label(_("Your own")))
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(5)
        for number in range(COLUMNS):
            self._grid.setColumnStretch(number, 1)
        column.addLayout(self._grid)
        column.addWidget(Separator())
        self.refresh()

    @property
    def slots(self) -> frozenset[int]:
        """The digits that are taken."""
        return frozenset(self._shown)

    def refresh(self) -> None:
        """Show what is kept now."""
        kept = kept_stamps(self.desk.game)
        self.setVisible(bool(kept))
        if kept == self._shown:
            return
        self._shown = kept
        for card in self.cards:
            self._grid.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []
        for place, (slot, stamp) in enumerate(kept.items()):
            card = KeptCard(self.desk, stamp)
            card.clicked.connect(lambda _on=False, slot=slot: self.chosen.emit(slot))
            card.named.connect(lambda slot=slot: self._rename(slot))
            card.dropped.connect(lambda slot=slot: self.desk.forget_kept(slot))
            self.cards.append(card)
            self._grid.addWidget(card, place // COLUMNS, place % COLUMNS)

    def _rename(self, slot: int) -> None:
        dialog = NameDialog(self._shown[slot].name, self.window())
        if dialog.ask() == "rename":
            self.desk.rename_kept(slot, dialog.field.text())


class NameDialog(HouseDialog):
    """Asks what a stamp of one's own is to be called."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, _("Rename this stamp"), "pencil")
        self.field = QLineEdit(name)
        self.field.setMaxLength(80)
        self.field.setAccessibleName(_("Name"))
        self.body.addWidget(self.field)
        self.add_button("", _("Cancel"))
        self.add_button("rename", _("Rename"), filled=True)
        self.field.selectAll()
        self.field.setFocus()
