"""Every match keeps a file of its own; the list says how it stands; only old unfinished ones are thrown away."""

from __future__ import annotations

import os

import pytest

from studio.documents import autosave
from studio.documents.autosave import (
    TurnInfo,
    delete_old,
    discard,
    is_stored_match,
    list_stored_matches,
    new_match_file,
)
from studio.documents.paths import matches_dir
from studio.documents.store import Layout, Record, SeatEntry, write_record

RECORD = Record(layout=Layout(game="chess", name="Gulf", body={}), seats=(SeatEntry("Ada"), SeatEntry("Bo")))
DAY = 86_400.0


def test_two_matches_on_one_layout_are_two_files() -> None:
    first, second = new_match_file(), new_match_file()
    first.write(RECORD)
    second.write(RECORD)
    assert first.path != second.path and is_stored_match(first.path)
    assert {kept.path for kept in list_stored_matches()} == {first.path, second.path}


def test_however_many_there_are_none_is_removed() -> None:
    sides = [new_match_file() for _match in range(30)]
    for side in sides:
        side.write(RECORD)
        side.close()
    assert len(list_stored_matches()) == 30


def test_the_list_says_how_a_match_stands_without_reading_it(monkeypatch: pytest.MonkeyPatch) -> None:
    running, over = new_match_file(), new_match_file()
    running.write(RECORD, turn_info=TurnInfo("Turn 12", 0, "Ada"))
    over.write(RECORD, turn_info=TurnInfo("Turn 40"))
    matches_dir().joinpath("Base map, unfinished.json").write_text("anything", "utf-8")
    for age, path in enumerate((running.path, over.path, matches_dir() / "Base map, unfinished.json")):
        os.utime(path, (1e9 - age, 1e9 - age))
    monkeypatch.setattr("studio.documents.store.parse", None)
    assert [(kept.turn_info, kept.is_finished) for kept in list_stored_matches()] == [
        (TurnInfo("Turn 12", 0, "Ada"), False),
        (TurnInfo("Turn 40"), True),
        (None, False),
    ]


def test_a_person_throws_a_match_away_but_not_one_that_is_open() -> None:
    side = new_match_file()
    side.write(RECORD)
    assert not discard(side.path) and len(list_stored_matches()) == 1
    side.close()
    assert discard(side.path)
    assert list_stored_matches() == [] and list(matches_dir().iterdir()) == []


def test_only_unfinished_closed_matches_grow_old() -> None:
    old, over, held, young = (new_match_file() for _match in range(4))
    for side in (old, held, young):
        side.write(RECORD, turn_info=TurnInfo("Turn 3", 1, "Bo"))
    over.write(RECORD, turn_info=TurnInfo("Turn 3"))
    before = matches_dir() / "Base map, unfinished.json"
    write_record(before, RECORD)
    now = 2e9
    for path in (old.path, over.path, held.path, before):
        os.utime(path, (now - 91 * DAY, now - 91 * DAY))
    os.utime(young.path, (now - 89 * DAY, now - 89 * DAY))
    for side in (old, over, young):
        side.close()
    assert {kept.path for kept in delete_old(now)} == {old.path, before}
    assert {kept.path for kept in list_stored_matches()} == {over.path, held.path, young.path}
    assert delete_old(now) == []
    assert autosave.OLD_DAYS == 90
