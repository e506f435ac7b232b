"""The keeper writes what is newest, in order, and tells when the disk refuses."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from studio.documents.autosave import AutosaveFile, find_unsaved
from studio.documents.paths import unsaved_dir
from studio.documents.store import Layout, read_layout
from studio.gui.autosave import AutosaveData, Autosaver


def named(name: str) -> Callable[[], AutosaveData]:
    """A layout of that name, to be written."""
    return lambda: AutosaveData(Layout(game="chess", name=name, body={}), Path("/x.json"), int(name))


@pytest.fixture
def keeper(qtbot: QtBot) -> Iterator[Autosaver]:
    made = Autosaver(AutosaveFile())
    yield made
    made.close()


def test_only_the_newest_of_what_waits_is_written(keeper: Autosaver, qtbot: QtBot) -> None:
    worked_out: list[str] = []

    def content(name: str) -> Callable[[], AutosaveData]:
        def make() -> AutosaveData:
            worked_out.append(name)
            return named(name)()

        return make

    for number in range(40):
        keeper.schedule_save(content(str(number)))
    assert not keeper.file.is_written, "nobody waits for the disk"
    qtbot.waitUntil(lambda: keeper.file.is_written)
    assert keeper.flush()
    assert worked_out == ["39"] and read_layout(keeper.file.path).name == "39"


def test_while_changes_go_on_it_is_written_all_the_same(
    keeper: Autosaver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changes do not push the moment away: it is that of the first change that is not written."""
    begun: list[int] = []
    monkeypatch.setattr(keeper._timer, "start", lambda: begun.append(1))
    monkeypatch.setattr(keeper._timer, "isActive", lambda: bool(begun))
    for number in range(9):
        keeper.schedule_save(named(str(number)))
    assert begun == [1]


def test_what_is_kept_at_once_is_at_most_one_behind(keeper: Autosaver) -> None:
    held = threading.Event()
    order: list[str] = []

    def slow(name: str) -> Callable[[], AutosaveData]:
        def make() -> AutosaveData:
            held.wait(60)
            order.append(name)
            return named(name)()

        return make

    keeper.save_now(slow("1"))
    held.set()
    for number in range(2, 20):
        keeper.save_now(slow(str(number)))
        assert len(order) >= number - 1
    assert keeper.flush()
    assert order == [str(number) for number in range(1, 20)]
    assert read_layout(keeper.file.path).name == "19"


def test_what_is_discarded_stays_away_until_the_next_change(keeper: Autosaver, qtbot: QtBot) -> None:
    keeper.save_now(named("1"))
    keeper.schedule_save(named("2"))
    keeper.discard()
    assert keeper.flush() and list(unsaved_dir().glob("*")) == []
    keeper.schedule_save(named("3"))
    assert keeper.flush() and read_layout(keeper.file.path).name == "3"
    keeper.close()
    keeper.save_now(named("4"))
    keeper.discard()
    (unsaved,) = find_unsaved()
    assert (unsaved.document.name if isinstance(unsaved.document, Layout) else "", unsaved.changes) == ("3", 3)


def test_a_mistake_of_ours_is_told_and_the_next_change_is_kept(keeper: Autosaver, qtbot: QtBot) -> None:
    messages: list[str] = []
    keeper.failed.connect(messages.append)

    def broken() -> AutosaveData:
        raise KeyError("rows")

    keeper.save_now(broken)
    assert not keeper.flush()
    keeper.save_now(named("1"))
    assert keeper.flush() and read_layout(keeper.file.path).name == "1"
    qtbot.waitUntil(lambda: bool(messages))
    assert "error in the program" in messages[0]


def test_a_disk_that_refuses_is_told_once_and_again_after_it_obeyed(keeper: Autosaver, qtbot: QtBot) -> None:
    messages: list[str] = []
    keeper.failed.connect(messages.append)
    unsaved_dir().write_text("in the way", "utf-8")
    keeper.save_now(named("1"))
    assert not keeper.flush()
    keeper.save_now(named("2"))
    assert not keeper.flush()
    qtbot.waitUntil(lambda: keeper.is_failing)
    assert len(messages) == 1 and "could not be kept" in messages[0]
    unsaved_dir().unlink()
    keeper.save_now(named("3"))
    assert keeper.flush()
    qtbot.waitUntil(lambda: not keeper.is_failing)
    assert len(messages) == 1
