"""Tables for the tests of the play view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.core.match import Match
from studio.core.plugin import Game
from studio.documents.store import Layout
from studio.gui.page import SeatSetup
from studio.gui.play.page import PlayPage
from studio.gui.play.replay.log_model import LogLine, LogRow, LogTurn
from studio.gui.settings import settings
from studio.gui.shell.page_factory import page_for_file
from studio.gui.style.theme import LIGHT
from studio.services.loading import LoadedLayout
from tests.gui.play.toy import TOY
from tests.helpers import instance_of

PageOpener = Callable[..., PlayPage]
NAMES = ("Ada", "Bento", "Clara", "Duarte")


def click(page: PlayPage, target: int) -> None:
    box = page.board.widget_rect(target)
    assert not box.isEmpty()
    hover(page, box.center())
    QTest.mouseClick(page.board, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, box.center())


def hover(page: PlayPage, place: QPoint) -> None:
    QTest.mouseMove(page.board, place + QPoint(1, 1))
    QTest.mouseMove(page.board, place)


def log_lines(page: PlayPage) -> list[str]:
    return [page.controller.fill_names(line.text) for line in flat_lines(page.follower.log_book.rows())]


def key(page: PlayPage, which: Qt.Key, text: str = "") -> None:
    widget: QWidget = page.focusProxy() or page
    if text:
        QTest.keyClicks(widget, text)
    else:
        QTest.keyClick(widget, which)


@pytest.fixture
def open_page(qtbot: QtBot) -> PageOpener:
    """Shows pages of matches and closes them at the end."""

    def make(
        match: Match,
        opened: LoadedLayout,
        *kinds: str,
        size: tuple[int, int] = (1280, 640),
        path: Path | None = None,
        speed: float = 1.0,
        motion: bool = False,
        paused: bool = False,
    ) -> PlayPage:
        settings().set_value("speed", speed)
        settings().set_value("motion", motion)
        setups = [SeatSetup(NAMES[seat], kind) for seat, kind in enumerate(kinds)]
        page = PlayPage(match, opened, setups, LIGHT, path=path)
        page.resize(*size)
        qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
        page.show()
        if paused:
            page.controller.set_paused(True)
        return page

    return make


@pytest.fixture
def reopened(qtbot: QtBot) -> Callable[[PlayPage, Path], PlayPage]:
    """Writes matches to a file and opens it in another page."""

    def make(page: PlayPage, path: Path) -> PlayPage:
        page.file.write(path)
        other = instance_of(PlayPage, page_for_file(path)[0])
        qtbot.addWidget(other, before_close_func=lambda page: page.about_to_close())
        return other

    return make


@pytest.fixture
def pages(open_page: PageOpener) -> PageOpener:
    """Opens pages of the toy, with the kinds of its seats."""

    def make(*kinds: str, seed: int = 1, game: Game = TOY, **how: Any) -> PlayPage:
        opened = LoadedLayout(None, Layout(game="toy", name="Toy", body={}), game, {})
        return open_page(Match(game, None, len(kinds), seed=seed), opened, *kinds, **how)

    return make


@pytest.fixture
def page(pages: PageOpener) -> PlayPage:
    """A page of the toy with two humans."""
    return pages("human", "human")


HEAD = "head"  # the style of the titles of turns in `flat_lines`


def flat_lines(rows: Sequence[LogRow]) -> list[LogLine]:
    parts = [
        (LogLine(HEAD, row.title, row.seat, row.start), *row.lines) if isinstance(row, LogTurn) else (row,)
        for row in rows
    ]
    return [line for part in parts for line in part]
