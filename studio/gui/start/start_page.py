"""The start page: new, open, what was used lately, and the shipped layouts as pictures to edit or play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.core.text import _, in_context
from studio.gui.page import Page
from studio.gui.start.recent import RecentCard, RecentRow
from studio.gui.start.recovered import RecoveredBand
from studio.gui.start.shelf import Shelf
from studio.gui.style.emblem import Emblem
from studio.gui.style.fonts import display_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import PlainButton, PrimaryButton, title_label
from studio.gui.widgets.folding import NARROWEST, Folding, Slot

if TYPE_CHECKING:
    from studio.gui.start.layout_card import LayoutCard
    from studio.gui.style.theme import Theme


GAP = 12
LEAST = 840
"""In a room narrower than this what was used lately is folded away."""
NAMED, WIDE = 780, 960
"""Widths of a banner from which on it has room for its name, and for all of it."""
HIGH = 780
"""From this height on a page has room for the whole banner above the band."""


class Banner(QWidget):
    """The head of the page: emblem, the name of the program, what it is for, over a faint wind rose."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(30, 0, 30, 0)
        row.setSpacing(24)
        self.emblem = Emblem(86)
        row.addWidget(self.emblem)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        self.name = title_label(_("Explorer Studio"), 38)
        words.addWidget(self.name)
        self.motto = title_label(_("Draw the unknown, have it proved, set out."), 20, italic=True)
        words.addWidget(self.motto)
        words.addStretch(1)
        row.addLayout(words)
        row.addStretch(1)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(10)
        row.addLayout(self.buttons)
        self.set_low(False)

    def set_low(self, low: bool) -> None:
        """Leave room for what lies below, or be as high as it looks best."""
        low = low or self.width() < WIDE
        self.setFixedHeight(66 if low else 118)
        self.emblem.set_px(44 if low else 86)
        self.name.setFont(display_font(26 if low else 38))
        self.name.setVisible(self.width() >= NAMED)
        self.motto.setVisible(not low)

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        from math import cos, pi, sin

        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            shape = QPainterPath()
            shape.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -1.5), 10, 10)
            painter.fillPath(shape, theme.color("paper"))
            painter.save()
            painter.setClipPath(shape)
            ink = QColor(theme.color("grid"))
            ink.setAlphaF(0.20)
            painter.setPen(QPen(ink, 1))
            for x, y in ((73.0, self.height() / 2), (self.width() - 190.0, 20.0), (self.width() * 0.55, 210.0)):
                for step in range(32):
                    angle = 2 * pi * step / 32
                    painter.drawLine(round(x), round(y), round(x + 1800 * cos(angle)), round(y + 1800 * sin(angle)))
            painter.restore()
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawPath(shape)
            painter.setPen(QPen(theme.color("paper_edge"), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(6.5, 6.5, -6.5, -7.5), 6, 6)


class StartPage(Page):
    """The first tab. It only asks; the window opens. `restore` carries an `Unsaved` that a person wants back."""

    icon_name = "compass"
    new_layout = Signal()
    new_match = Signal()
    open_dialog = Signal()
    open_file = Signal(object)
    play_file = Signal(object)
    restore = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_offering = False
        """Whether documents wait here to be restored."""
        self.furnish()

    def furnish(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(12, 12, 12, 12)
        outer.setSpacing(12)
        self.banner = banner = Banner()
        self.new_match_button = PrimaryButton(_("New match"), "play")
        self.new_layout_button = PlainButton(_("New layout"), "new")
        self.open_button = PlainButton(_("Open…"), "open")
        for button, signal in (
            (self.open_button, self.open_dialog),
            (self.new_layout_button, self.new_layout),
            (self.new_match_button, self.new_match),
        ):
            button.clicked.connect(signal)
            banner.buttons.addWidget(button)
        outer.addWidget(banner)
        self.band = RecoveredBand()
        self.band.restore.connect(self.restore)
        self.band.offering.connect(self._offer)
        outer.addWidget(self.band)
        shelves = QWidget()
        row = QHBoxLayout(shelves)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP)
        self.recent = RecentCard()
        self.recent.chosen.connect(self.open_file)
        self.shelf = Shelf()
        self.shelf.edit.connect(self.open_file)
        self.shelf.play.connect(self.play_file)
        self.shelf.learn.connect(self.lesson_requested)
        slot = Slot(self.recent)
        row.addWidget(slot)
        row.addWidget(self.shelf, 1)
        folding = Folding("start", shelves, LEAST, gap=GAP)
        folding.add("recent", slot, _("Recent files"), "history", at_right=False)
        outer.addWidget(folding, 1)
        self._is_painted = False
        self.refresh_recent()

    def title(self) -> str:
        return in_context("a page", "Start")

    def can_save(self) -> bool:
        return False

    def activated(self) -> None:
        self.refresh_recent()

    def set_theme(self, theme: Theme) -> None:
        self.update()

    @property
    def game(self) -> str:
        """The game whose layouts alone are on show, "" where all are."""
        return self.shelf.games.current()

    @property
    def cards(self) -> list[LayoutCard]:
        """The cards of the shipped layouts, game by game."""
        return self.shelf.cards

    @property
    def recent_rows(self) -> list[RecentRow]:
        """The rows of what was used lately."""
        return self.recent.rows

    def refresh_recent(self) -> None:
        """Show what was used lately, and what was not saved, as it is now."""
        self.band.refresh()
        self.recent.refresh()

    def _offer(self, offering: bool) -> None:
        """While documents wait to be restored, that is what the page is for."""
        self.new_match_button.filled = not offering
        self.new_match_button.update()
        self.is_offering = offering
        self._fit()

    def _fit(self) -> None:
        """With the band on a low page the banner makes room."""
        self.banner.set_low(self.is_offering and self.height() < HIGH)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(0, self.shelf, self.shelf.fill)

    def summary(self) -> str:
        """A line for the status bar."""
        return _("{count} layouts, {recent} recent files").format(count=len(self.cards), recent=len(self.recent_rows))
