"""The autosaver writes the latest version in order, and reports failed writes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from studio.documents.autosave import AutosaveFile, find_unsaved
from studio.documents.paths import unsaved_dir
from studio.documents.store import Layout, read_layout
from studio.gui.autosave import RETRY_MS, AutosaveData, Autosaver


def named(name: str) -> Callable[[], AutosaveData]:
    return lambda: AutosaveData(Layout(game="chess", name=name, body={}), Path("/x.json"), int(name))


@pytest.fixture
def autosaver(qtbot: QtBot) -> Iterator[Autosaver]:
    made = Autosaver(AutosaveFile())
    yield made
    made.close()


def test_only_the_latest_scheduled_version_is_written(autosaver: Autosaver, qtbot: QtBot) -> None:
    created: list[str] = []

    def content(name: str) -> Callable[[], AutosaveData]:
        def make() -> AutosaveData:
            created.append(name)
            return named(name)()

        return make

    for number in range(40):
        autosaver.schedule_save(content(str(number)))
    assert not autosaver.file.is_written, "writing is asynchronous"
    qtbot.waitUntil(lambda: autosaver.file.is_written)
    assert autosaver.flush()
    assert created == ["39"] and read_layout(autosaver.file.path).name == "39"


def test_continuous_changes_do_not_delay_writing(
    autosaver: Autosaver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []
    monkeypatch.setattr(autosaver._timer, "start", lambda: started.append(1))
    monkeypatch.setattr(autosaver._timer, "isActive", lambda: bool(started))
    for number in range(9):
        autosaver.schedule_save(named(str(number)))
    assert started == [1]


def test_immediate_saves_lag_at_most_one_behind(autosaver: Autosaver) -> None:
    held = threading.Event()
    order: list[str] = []

    def slow(name: str) -> Callable[[], AutosaveData]:
        def make() -> AutosaveData:
            held.wait(60)
            order.append(name)
            return named(name)()

        return make

    autosaver.save_now(slow("1"))
    held.set()
    for number in range(2, 20):
        autosaver.save_now(slow(str(number)))
        assert len(order) >= number - 1
    assert autosaver.flush()
    assert order == [str(number) for number in range(1, 20)]
    assert read_layout(autosaver.file.path).name == "19"


def test_discard_lasts_until_the_next_change(autosaver: Autosaver, qtbot: QtBot) -> None:
    autosaver.save_now(named("1"))
    autosaver.schedule_save(named("2"))
    autosaver.discard()
    assert autosaver.flush() and list(unsaved_dir().glob("*")) == []
    autosaver.schedule_save(named("3"))
    assert autosaver.flush() and read_layout(autosaver.file.path).name == "3"
    autosaver.close()
    autosaver.save_now(named("4"))
    autosaver.discard()
    (unsaved,) = find_unsaved()
    assert (unsaved.document.name if isinstance(unsaved.document, Layout) else "", unsaved.changes) == ("3", 3)


def test_program_error_is_reported_and_the_next_change_saved(autosaver: Autosaver, qtbot: QtBot) -> None:
    messages: list[str] = []
    autosaver.failed.connect(messages.append)

    def broken() -> AutosaveData:
        raise KeyError("rows")

    autosaver.save_now(broken)
    assert not autosaver.flush()
    autosaver.save_now(named("1"))
    assert autosaver.flush() and read_layout(autosaver.file.path).name == "1"
    qtbot.waitUntil(lambda: bool(messages))
    assert "Autosave failed: internal error" in messages[0]


def test_failed_writes_are_reported_once(autosaver: Autosaver, qtbot: QtBot) -> None:
    messages: list[str] = []
    autosaver.failed.connect(messages.append)
    unsaved_dir().write_text("in the way", "utf-8")
    autosaver.save_now(named("1"))
    assert not autosaver.flush()
    autosaver.save_now(named("2"))
    assert not autosaver.flush()
    qtbot.waitUntil(lambda: autosaver.is_failing)
    assert len(messages) == 1 and "Autosave failed: " in messages[0]
    unsaved_dir().unlink()
    autosaver.save_now(named("3"))
    assert autosaver.flush()
    qtbot.waitUntil(lambda: not autosaver.is_failing)
    assert len(messages) == 1


def test_what_a_full_disk_rejected_is_written_when_there_is_space(
    autosaver: Autosaver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert autosaver._retry_timer.interval() == RETRY_MS <= 3000
    autosaver._retry_timer.setInterval(20)
    unsaved_dir().write_text("in the way", "utf-8")
    autosaver.save_now(named("1"))
    qtbot.wait(100)
    assert autosaver.is_failing
    unsaved_dir().unlink()
    qtbot.waitUntil(lambda: not autosaver.is_failing)
    assert read_layout(autosaver.file.path).name == "1"
    autosaver.discard()
    qtbot.wait(60)
    assert not autosaver.file.is_written, "nothing comes back"


def test_content_that_was_discarded_is_not_written_later(autosaver: Autosaver, qtbot: QtBot) -> None:
    autosaver._retry_timer.setInterval(20)
    unsaved_dir().write_text("in the way", "utf-8")
    autosaver.save_now(named("1"))
    autosaver.discard()
    unsaved_dir().unlink()
    qtbot.wait(100)
    assert not autosaver.file.is_written
