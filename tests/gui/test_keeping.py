"""The keeper writes what is newest, in order, and tells when the disk refuses."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from studio.documents.autosave import SideFile, left_behind
from studio.documents.paths import unsaved_dir
from studio.documents.store import Layout, read_layout
from studio.gui.autosave import Keeper, Kept


def named(name: str) -> Callable[[], Kept]:
    """A layout of that name, to be written."""
    return lambda: Kept(Layout(game="chess", name=name, body={}), Path("/x.json"), int(name))


@pytest.fixture
def keeper(qtbot: QtBot) -> Iterator[Keeper]:
    made = Keeper(SideFile())
    yield made
    made.close()


def test_only_the_newest_of_what_waits_is_written(keeper: Keeper, qtbot: QtBot) -> None:
    worked_out: list[str] = []

    def content(name: str) -> Callable[[], Kept]:
        def make() -> Kept:
            worked_out.append(name)
            return named(name)()

        return make

    for number in range(40):
        keeper.keep_soon(content(str(number)))
    assert not keeper.side.is_kept, "nobody waits for the disk"
    qtbot.waitUntil(lambda: keeper.side.is_kept)
    assert keeper.flush()
    assert worked_out == ["39"] and read_layout(keeper.side.path).name == "39"


def test_while_changes_go_on_it_is_written_all_the_same(
    keeper: Keeper, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changes do not push the moment away: it is that of the first change that is not written."""
    begun: list[int] = []
    monkeypatch.setattr(keeper._timer, "start", lambda: begun.append(1))
    monkeypatch.setattr(keeper._timer, "isActive", lambda: bool(begun))
    for number in range(9):
        keeper.keep_soon(named(str(number)))
    assert begun == [1]


def test_what_is_kept_at_once_is_at_most_one_behind(keeper: Keeper) -> None:
    held = threading.Event()
    order: list[str] = []

    def slow(name: str) -> Callable[[], Kept]:
        def make() -> Kept:
            held.wait(60)
            order.append(name)
            return named(name)()

        return make

    keeper.keep(slow("1"))
    held.set()
    for number in range(2, 20):
        keeper.keep(slow(str(number)))
        assert len(order) >= number - 1
    assert keeper.flush()
    assert order == [str(number) for number in range(1, 20)]
    assert read_layout(keeper.side.path).name == "19"


def test_what_is_discarded_stays_away_until_the_next_change(keeper: Keeper, qtbot: QtBot) -> None:
    keeper.keep(named("1"))
    keeper.keep_soon(named("2"))
    keeper.discard()
    assert keeper.flush() and list(unsaved_dir().glob("*")) == []
    keeper.keep_soon(named("3"))
    assert keeper.flush() and read_layout(keeper.side.path).name == "3"
    keeper.close()
    keeper.keep(named("4"))
    keeper.discard()
    (unsaved,) = left_behind()
    assert (unsaved.document.name if isinstance(unsaved.document, Layout) else "", unsaved.changes) == ("3", 3)


def test_a_mistake_of_ours_is_told_and_the_next_change_is_kept(keeper: Keeper, qtbot: QtBot) -> None:
    told: list[str] = []
    keeper.failed.connect(told.append)

    def broken() -> Kept:
        raise KeyError("rows")

    keeper.keep(broken)
    assert not keeper.flush()
    keeper.keep(named("1"))
    assert keeper.flush() and read_layout(keeper.side.path).name == "1"
    qtbot.waitUntil(lambda: bool(told))
    assert "error in the program" in told[0]


def test_a_disk_that_refuses_is_told_once_and_again_after_it_obeyed(keeper: Keeper, qtbot: QtBot) -> None:
    told: list[str] = []
    keeper.failed.connect(told.append)
    unsaved_dir().write_text("in the way", "utf-8")
    keeper.keep(named("1"))
    assert not keeper.flush()
    keeper.keep(named("2"))
    assert not keeper.flush()
    qtbot.waitUntil(lambda: keeper.is_failing)
    assert len(told) == 1 and "could not be kept" in told[0]
    unsaved_dir().unlink()
    keeper.keep(named("3"))
    assert keeper.flush()
    qtbot.waitUntil(lambda: not keeper.is_failing)
    assert len(told) == 1
