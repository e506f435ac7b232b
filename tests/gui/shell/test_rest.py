"""What nobody needs any more is looked for at rest, in the window's thread, never while a button is held."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.shell.app import MIDDLE, OLD, YOUNG, IdleGc, freeze_existing_objects, make_application


@pytest.fixture
def rest(qtbot: QtBot) -> Iterator[IdleGc]:
    """One that searches when the test says so."""
    owner = QObject()
    rest = IdleGc(owner)
    rest.stop()
    yield rest


class Loop(QObject):
    """Holds itself, as pages hold their parts and those their page."""

    def __init__(self) -> None:
        super().__init__()
        self.me = self


def made(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """So many things are new."""
    monkeypatch.setattr(gc, "get_count", lambda: (count, 0, 0))


def waiting() -> weakref.ref[Loop]:
    """Something that nobody needs any more, in the old part."""
    loop = Loop()
    known = weakref.ref(loop)
    gc.collect(0)
    gc.collect(1)
    return known


def allocate() -> list[list[list[object]]]:
    """Enough for Python to search through every part, if it may."""
    return [[[]] for _number in range(10 * OLD)]


def test_nothing_of_a_page_is_taken_apart_in_a_thread_that_only_reckons(app: QApplication, qtbot: QtBot) -> None:
    """Qt would be busy with it in the window's thread at that very moment."""
    make_application()
    where: list[threading.Thread] = []
    loop = Loop()
    weakref.finalize(loop, lambda: where.append(threading.current_thread()))
    del loop
    remaining: list[object] = []
    worker = threading.Thread(target=lambda: remaining.append(allocate()))
    worker.start()
    worker.join()
    assert not where, "taken apart by the one who reckons"
    qtbot.waitUntil(lambda: bool(where))
    assert where == [threading.main_thread()]


def test_python_itself_keeps_still(rest: IdleGc) -> None:
    assert not gc.isenabled()


def test_there_is_one_for_the_whole_program(qtbot: QtBot) -> None:
    make_application()
    make_application()
    app = QCoreApplication.instance()
    assert app is not None and len(app.findChildren(IdleGc)) == 1


def test_at_rest_all_is_searched(rest: IdleGc, monkeypatch: pytest.MonkeyPatch) -> None:
    known = waiting()
    made(monkeypatch, OLD)
    assert known() is not None
    assert rest.collect() == 2 and known() is None


def test_in_the_middle_of_a_stroke_nothing_is(rest: IdleGc, monkeypatch: pytest.MonkeyPatch) -> None:
    known = waiting()
    made(monkeypatch, OLD)
    monkeypatch.setattr(QApplication, "mouseButtons", lambda: Qt.MouseButton.LeftButton)
    assert rest.collect() == -1 and known() is not None
    monkeypatch.undo()
    made(monkeypatch, OLD)
    assert rest.collect() == 2 and known() is None, "as soon as the button is let go"


def test_nor_when_it_is_not_worth_while(rest: IdleGc, monkeypatch: pytest.MonkeyPatch) -> None:
    known = waiting()
    made(monkeypatch, YOUNG - 1)
    assert rest.collect() == -1 and known() is not None


def test_the_older_a_part_the_more_must_have_been_made(rest: IdleGc, monkeypatch: pytest.MonkeyPatch) -> None:
    made(monkeypatch, YOUNG)
    parts = [rest.collect() for _turn in range(OLD // YOUNG)]
    assert parts.count(2) == 1 and parts[-1] == 2
    assert parts.count(1) == OLD // MIDDLE - 1 and parts[MIDDLE // YOUNG - 1] == 1


def test_what_the_window_is_made_of_is_not_looked_at_again(qtbot: QtBot) -> None:
    before = gc.get_freeze_count()
    freeze_existing_objects()
    assert gc.get_freeze_count() > before
