"""The start page: new, open, recent documents, unsaved documents, shipped layouts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from studio.core.text import _, in_context
from studio.gui import widgets as w
from studio.gui.page import AskFiles, NewLayout, NewMatch, OpenFile, OpenLesson, Page, Request, RestoreUnsaved

if TYPE_CHECKING:
    from studio.gui.start.gallery import LayoutCard

GAP = 12
MIN_UNFOLDED_WIDTH = 840  # pixels; on a narrower page the recent files are collapsed
FULL_BANNER_HEIGHT = 780  # pixels of a page with room for the whole banner above the unsaved documents


class StartPage(Page):
    """The first tab, which stays. `is_deferred`: it is empty until `build` or its first paint, for a fast start."""

    painted = Signal()  # after the first paint, before content that was deferred
    icon_name = "compass"

    def __init__(self, is_deferred: bool = False) -> None:
        super().__init__()
        self.has_unsaved = False  # whether unsaved documents are listed
        self._is_built = self._is_painted = False
        if not is_deferred:
            self.build()

    def successor(self, replaced: Mapping[Page, Page]) -> StartPage:
        return StartPage()

    def build(self) -> None:
        """Create the content, unless it exists."""
        if self._is_built:
            return
        from studio.gui.start.content import Banner, LayoutBrowser
        from studio.gui.start.continue_bar import ContinueBar
        from studio.gui.start.document_list import RecentCard
        from studio.gui.start.recovery import RecoveryPanel
        from studio.gui.widgets.collapsible import CollapsibleHost, PanelSlot

        self._is_built = True
        outer = w.vbox(parent=self, spacing=12, margins=(12, 12, 12, 12))
        self.banner = banner = Banner()
        self.new_match_button = w.PrimaryButton(_("New match"), "play")
        self.new_layout_button = w.PlainButton(_("New layout"), "new")
        self.open_button = w.PlainButton(_("Open…"), "open")
        buttons: dict[QPushButton, Request] = {
            self.open_button: AskFiles(),
            self.new_layout_button: NewLayout(),
            self.new_match_button: NewMatch(),
        }
        for button, request in buttons.items():
            button.clicked.connect(lambda _checked=False, request=request: self.request.emit(request))
            banner.buttons.addWidget(button)
        outer.addWidget(banner)
        self.recovery_panel = RecoveryPanel()
        self.recovery_panel.restore_requested.connect(lambda unsaved: self.request.emit(RestoreUnsaved(unsaved)))
        self.recovery_panel.offering_changed.connect(self._on_offering_changed)
        self.continue_bar = ContinueBar()
        self.continue_bar.chosen.connect(self._open_file)
        outer.addWidget(self.continue_bar)
        outer.addWidget(self.recovery_panel)
        shelves = QWidget()
        self.recent = RecentCard()
        self.recent.chosen.connect(self._open_file)
        self.recent.first_steps.request.connect(self.request)
        self.layout_browser = LayoutBrowser()
        self.layout_browser.edit.connect(self._open_file)
        self.layout_browser.play.connect(lambda path: self.request.emit(NewMatch(path=path)))
        self.layout_browser.learn.connect(lambda path: self.request.emit(OpenLesson(path)))
        slot = PanelSlot(self.recent)
        w.hbox(slot, (self.layout_browser, 1), parent=shelves, spacing=GAP)
        folding = CollapsibleHost("start", shelves, MIN_UNFOLDED_WIDTH, gap=GAP)
        folding.add("recent", slot, _("Recent files"), "history", at_right=False)
        outer.addWidget(folding, 1)
        self.refresh_recent()

    def _open_file(self, path: Path) -> None:
        self.request.emit(OpenFile(path))

    def title(self) -> str:
        return in_context("a page", "Start")

    def can_save(self) -> bool:
        return False

    def activated(self) -> None:
        self.refresh_recent()

    @property
    def game(self) -> str:
        """The game whose layouts are shown alone, or ""."""
        return self.layout_browser.games.current() if self._is_built else ""

    @property
    def cards(self) -> list[LayoutCard]:
        return self.layout_browser.cards

    def refresh_recent(self) -> None:
        if not self._is_built:
            return
        self.recovery_panel.refresh()
        self.continue_bar.refresh()
        self.recent.refresh()
        self.layout_browser.refresh_own()
        self._emphasise()

    def _on_offering_changed(self, offering: bool) -> None:
        self.has_unsaved = offering
        self._emphasise()
        self._fit()

    def _emphasise(self) -> None:
        """Fill one button: restoring unsaved documents, else continuing a match, else starting one."""
        is_unfinished = not self.continue_bar.isHidden()
        self.continue_bar.button.filled = is_unfinished and not self.has_unsaved
        self.new_match_button.filled = not (is_unfinished or self.has_unsaved)
        for button in (self.continue_bar.button, self.new_match_button):
            button.update()

    def _fit(self) -> None:
        if self._is_built:
            self.banner.set_compact(self.has_unsaved and self.height() < FULL_BANNER_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(0, self, self._on_painted)

    def _on_painted(self) -> None:
        self.painted.emit()
        self.build()
        self.layout_browser.fill()

    def summary(self) -> str:
        return _("{count} layouts, {recent} recent files").format(
            count=len(self.cards), recent=len(self.recent.entries())
        )
