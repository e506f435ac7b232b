"""The start page is laid out once: whatever is painted lies where it stays, and nothing is cut or covered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio import games
from studio.documents.autosave import AutosaveFile
from studio.documents.paths import shipped_layouts
from studio.documents.store import read_layout
from studio.gui.output.thumbnails import thumbnail_queue
from studio.gui.settings import settings
from studio.gui.start.captions import ALL_GAMES
from studio.gui.start.page import StartPage
from tests.gui.stand_ins import BASE, plain_pictures
from tests.shortly import shortly

SIZES = ((1024, 640), (1280, 720), (1440, 900))


class Onlooker(QObject):
    """Sees the start page whenever anything of it is painted, and notes what is not as it should be."""

    def __init__(self, page: StartPage) -> None:
        super().__init__()
        self.page = page
        self.places: dict[str, QRect] = {}
        self.faults: list[str] = []
        self.paints = self.moves = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget) and self.page.isAncestorOf(watched):
            self.paints += 1
            self.look()
        return False

    def look(self) -> None:
        """Compare with what was seen before."""
        page = self.page
        sections = [section for section in page.layout_browser.sections.values() if section.isVisible()]
        self._piled("layouts of a game", sections)
        seen = {f"row {row}": page.recent.list.visualRect(page.recent.list.model().index(row, 0)) for row in range(4)}
        for name, part in (
            ("banner", page.banner),
            ("band", page.recovery_panel),
            ("recent", page.recent),
            ("shelf", page.layout_browser),
        ):
            seen[name] = part.geometry()
        for slug, section in page.layout_browser.sections.items():
            if not section.isVisible():
                continue
            gallery = section.gallery
            if gallery.geometry().bottom() > section.height():
                self.faults.append(f"{slug} is cut")
            for place, rect in enumerate(gallery.rects):
                seen[f"{slug} {place}"] = rect
                if not gallery.rect().contains(rect):
                    self.faults.append(f"{slug} {place} is cut")
            if any(card.geometry() != rect for card, rect in zip(section.cards, gallery.rects, strict=False)):
                self.faults.append(f"a card of {slug} is not in its place")
        self.moves += sum(self.places.get(name, rect) != rect for name, rect in seen.items())
        self.places = seen

    def _piled(self, what: str, widgets: Sequence[QWidget]) -> None:
        for upper, lower in pairwise(widgets):
            if upper.isVisible() and lower.isVisible() and upper.geometry().bottom() >= lower.y():
                self.faults.append(f"a {what} is covered")


@pytest.fixture
def onlooker(qtbot: QtBot, app: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Onlooker]:
    plain_pictures(monkeypatch)
    for slug in games.slugs():
        settings().add_recent(shipped_layouts(slug)[0])
    page = StartPage()
    qtbot.addWidget(page)
    onlooker = Onlooker(page)
    app.installEventFilter(onlooker)
    yield onlooker
    app.removeEventFilter(onlooker)


@pytest.mark.parametrize("size", shortly(SIZES))
def test_nothing_moves_while_cards_and_pictures_arrive(onlooker: Onlooker, qtbot: QtBot, size: tuple[int, int]) -> None:
    page = onlooker.page
    for slug in (ALL_GAMES, *games.slugs()):
        page.layout_browser.show_game(slug)
        onlooker.places = {}
        page.resize(*size)
        page.show()
        qtbot.waitUntil(lambda: page.layout_browser.is_complete and not thumbnail_queue().is_busy())
        page.grab()
        assert onlooker.paints
        assert (onlooker.moves, onlooker.faults) == (0, [])
        page.hide()


def test_nothing_is_cut_or_covered_while_the_window_changes_its_size(onlooker: Onlooker, qtbot: QtBot) -> None:
    page = onlooker.page
    page.show()
    for size in (*SIZES, *reversed(SIZES[:-1])):
        page.resize(*size)
        before = onlooker.paints
        qtbot.waitUntil(lambda before=before: onlooker.paints > before)  # type: ignore[misc]  # of this round
        qtbot.waitUntil(lambda: page.layout_browser.is_complete and not thumbnail_queue().is_busy())
    assert onlooker.faults == []


@pytest.mark.parametrize("size", shortly(SIZES))
@pytest.mark.parametrize("count", shortly([3, 1]))
def test_nothing_moves_when_there_is_something_to_restore(
    onlooker: Onlooker, qtbot: QtBot, count: int, size: tuple[int, int]
) -> None:
    for _number in range(count):
        side = AutosaveFile()
        side.write(read_layout(BASE), Path("/home/ada/gulf.json"), 3)
        side.close()
    page = StartPage()
    qtbot.addWidget(page)
    onlooker.page = page
    page.resize(*size)
    page.show()
    qtbot.waitUntil(lambda: page.layout_browser.is_complete and not thumbnail_queue().is_busy())
    page.grab()
    assert onlooker.paints and len(page.recovery_panel.documents) == count
    assert (onlooker.moves, onlooker.faults) == (0, [])


def test_names_of_recent_files_are_there_at_the_first_look(onlooker: Onlooker) -> None:
    page = onlooker.page
    page.show()
    first = [(row.name, row.about) for row in page.recent.entries()]
    QApplication.processEvents()
    assert first == [(row.name, row.about) for row in page.recent.entries()]
    assert all("shipped" in where for _name, where in first)
