"""What nobody needs any more is looked for at rest, never while a button is held."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.shell.rest import ENOUGH, MOST, Rest


@pytest.fixture
def rest(qtbot: QtBot) -> Iterator[Rest]:
    before, owner = gc.get_threshold(), QObject()
    yield Rest(owner)
    gc.set_threshold(*before)
    gc.unfreeze()


class Loop:
    """Holds itself."""

    def __init__(self) -> None:
        self.me = self


def waiting(monkeypatch: pytest.MonkeyPatch, count: int) -> weakref.ref[Loop]:
    """Something that nobody needs any more, in the old part, so many searches through the middle one later."""
    gc.collect()
    loop = Loop()
    known = weakref.ref(loop)
    gc.collect(1)
    gc.collect(1)
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, count))
    return known


def test_python_searches_the_old_part_hardly_ever_by_itself(rest: Rest) -> None:
    assert gc.get_threshold()[2] == MOST > 10 and gc.get_freeze_count() > 0
    assert rest.isActive()


def test_at_rest_it_is_searched(rest: Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    known = waiting(monkeypatch, ENOUGH)
    assert known() is not None
    assert rest.search() and known() is None


def test_in_the_middle_of_a_stroke_it_is_not(rest: Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    known = waiting(monkeypatch, ENOUGH)
    monkeypatch.setattr(QApplication, "mouseButtons", lambda: Qt.MouseButton.LeftButton)
    assert not rest.search() and known() is not None


def test_nor_when_it_is_not_worth_while(rest: Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    known = waiting(monkeypatch, ENOUGH - 1)
    assert not rest.search() and known() is not None
