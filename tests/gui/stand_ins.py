"""A small page and plain thumbnails for tests of the window."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QColor, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from studio.documents.paths import layouts_dir
from studio.gui.output import thumbnails
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.page import Page, PageMenu
from studio.gui.start.page import StartPage

BASE = layouts_dir() / "neue_entdecker" / "base.json"
SMALLEST = layouts_dir() / "_template" / "between_hedges.json"  # a layout whose editor opens in half the time


class Notebook(Page):
    """A page that records what is done to it."""

    def __init__(self, name: str, path: Path | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.file = path
        self.modified = False
        self.saves = 0
        self.can_write = True
        self.may_close = True
        self.themes: list[str] = []
        self.undo_action = QAction("Undo the note", self)
        self.undo_action.setShortcut("Ctrl+Z")
        self.own = QAction("Ring the bell", self)
        self.own.setShortcut("Ctrl+B")
        self.status = QLabel(f"status of {name}")

    def title(self) -> str:
        return self.name

    def path(self) -> Path | None:
        return self.file

    def is_modified(self) -> bool:
        return self.modified

    def edit(self) -> None:
        self.modified = True
        self.changed.emit()

    def save(self) -> bool:
        if not self.can_write:
            return False
        self.saves += 1
        self.modified = False
        return True

    def save_as(self) -> bool:
        return self.save()

    def about_to_close(self) -> bool:
        return self.may_close

    def menus(self) -> list[PageMenu]:
        return [PageMenu("&Bell", [self.own]), PageMenu("", [None, self.own], "view")]

    def set_theme(self, theme: object) -> None:
        self.themes.append(getattr(theme, "name", ""))


class EmptyStart(StartPage):
    """A start page without content, which takes four fifths of the time of a new window."""

    def build(self) -> None: ...

    def _on_painted(self) -> None:
        self.painted.emit()

    def successor(self, replaced: Mapping[Page, Page]) -> StartPage:
        return EmptyStart()

    def summary(self) -> str:
        return ""


def plain_pictures(monkeypatch: pytest.MonkeyPatch, is_stored: bool = False) -> None:
    """Thumbnails are one colour, painted without a pause, and stored on request only."""

    def drawn(self: Thumbnail) -> Generator[None, None, QPixmap]:
        yield from ()
        pixmap = QPixmap(QSize(max(self.width(), 1), max(self.height(), 1)))
        pixmap.fill(QColor("#2B6379"))
        return pixmap

    monkeypatch.setattr(Thumbnail, "_pixmap_steps", drawn)
    monkeypatch.setattr(thumbnails, "PAUSE_MS", 0)
    if not is_stored:
        monkeypatch.setattr(Thumbnail, "_cache_file", lambda _thumbnail: None)
