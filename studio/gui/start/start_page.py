"""The start page: new, open, what was used lately, and the shipped layouts as pictures to edit or play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.core.text import _
from studio.gui.page import Page
from studio.gui.start.recent import RecentCard, RecentRow
from studio.gui.start.shelf import Shelf
from studio.gui.style.emblem import Emblem
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import PlainButton, PrimaryButton, title_label

if TYPE_CHECKING:
    from studio.gui.start.layout_card import LayoutCard
    from studio.gui.style.theme import Theme


class Banner(QWidget):
    """The head of the page: emblem, the name of the program, what it is for, over a faint wind rose."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(118)
        row = QHBoxLayout(self)
        row.setContentsMargins(30, 0, 30, 0)
        row.setSpacing(24)
        row.addWidget(Emblem(86))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        words.addWidget(title_label(_("Explorer Studio"), 38))
        words.addWidget(title_label(_("Draw the unknown, have it proved, set out."), 20, italic=True))
        words.addStretch(1)
        row.addLayout(words)
        row.addStretch(1)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(10)
        row.addLayout(self.buttons)

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
            for x, y in ((73.0, 59.0), (self.width() - 190.0, 20.0), (self.width() * 0.55, 210.0)):
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
    """The first tab. It only asks; the window opens."""

    icon_name = "compass"
    new_layout = Signal()
    new_match = Signal()
    open_dialog = Signal()
    open_file = Signal(object)
    play_file = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(12, 12, 12, 12)
        outer.setSpacing(12)
        banner = Banner()
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
        row = QHBoxLayout()
        row.setSpacing(12)
        self.recent = RecentCard()
        self.recent.chosen.connect(self.open_file)
        self.shelf = Shelf()
        self.shelf.edit.connect(self.open_file)
        self.shelf.play.connect(self.play_file)
        row.addWidget(self.recent)
        row.addWidget(self.shelf, 1)
        outer.addLayout(row, 1)
        self._is_painted = False
        self.refresh_recent()

    def title(self) -> str:
        return _("Start")

    def can_save(self) -> bool:
        return False

    def activated(self) -> None:
        self.refresh_recent()

    def set_theme(self, theme: Theme) -> None:
        self.update()

    @property
    def cards(self) -> list[LayoutCard]:
        """The cards of the shipped layouts, game by game."""
        return self.shelf.cards

    @property
    def recent_rows(self) -> list[RecentRow]:
        """The rows of what was used lately."""
        return self.recent.rows

    def set_open_test(self, is_open: Callable[[Path], bool]) -> None:
        """How to find out whether a kept match is open already."""
        self.recent.is_open = is_open

    def refresh_recent(self) -> None:
        """Show what was used lately as it is now."""
        self.recent.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(0, self, self.shelf.fill)

    def summary(self) -> str:
        """A line for the status bar."""
        return _("{count} layouts, {recent} recent files").format(count=len(self.cards), recent=len(self.recent_rows))
