"""Every match keeps a file of its own; the list says how it stands; only old unfinished ones are thrown away."""

from __future__ import annotations

import os

import pytest

from studio.documents import autosave
from studio.documents.autosave import Standing, discard, is_kept, kept_matches, new_match, throw_away_old
from studio.documents.paths import matches_dir
from studio.documents.store import Layout, Record, SeatEntry, write_record

RECORD = Record(layout=Layout(game="chess", name="Gulf", body={}), seats=(SeatEntry("Ada"), SeatEntry("Bo")))
DAY = 86_400.0


def test_two_matches_on_one_layout_are_two_files() -> None:
    first, second = new_match(), new_match()
    first.keep(RECORD)
    second.keep(RECORD)
    assert first.path != second.path and is_kept(first.path)
    assert {kept.path for kept in kept_matches()} == {first.path, second.path}


def test_however_many_there_are_none_is_removed() -> None:
    sides = [new_match() for _match in range(30)]
    for side in sides:
        side.keep(RECORD)
        side.close()
    assert len(kept_matches()) == 30


def test_the_list_says_how_a_match_stands_without_reading_it(monkeypatch: pytest.MonkeyPatch) -> None:
    running, over = new_match(), new_match()
    running.keep(RECORD, standing=Standing("Turn 12", 0, "Ada"))
    over.keep(RECORD, standing=Standing("Turn 40"))
    matches_dir().joinpath("Base map, unfinished.json").write_text("anything", "utf-8")
    for age, path in enumerate((running.path, over.path, matches_dir() / "Base map, unfinished.json")):
        os.utime(path, (1e9 - age, 1e9 - age))
    monkeypatch.setattr("studio.documents.store.parse", None)
    assert [(kept.standing, kept.is_finished) for kept in kept_matches()] == [
        (Standing("Turn 12", 0, "Ada"), False),
        (Standing("Turn 40"), True),
        (None, False),
    ]


def test_a_person_throws_a_match_away_but_not_one_that_is_open() -> None:
    side = new_match()
    side.keep(RECORD)
    assert not discard(side.path) and len(kept_matches()) == 1
    side.close()
    assert discard(side.path)
    assert kept_matches() == [] and list(matches_dir().iterdir()) == []


def test_only_unfinished_closed_matches_grow_old() -> None:
    old, over, held, young = (new_match() for _match in range(4))
    for side in (old, held, young):
        side.keep(RECORD, standing=Standing("Turn 3", 1, "Bo"))
    over.keep(RECORD, standing=Standing("Turn 3"))
    before = matches_dir() / "Base map, unfinished.json"
    write_record(before, RECORD)
    now = 2e9
    for path in (old.path, over.path, held.path, before):
        os.utime(path, (now - 91 * DAY, now - 91 * DAY))
    os.utime(young.path, (now - 89 * DAY, now - 89 * DAY))
    for side in (old, over, young):
        side.close()
    assert {kept.path for kept in throw_away_old(now)} == {old.path, before}
    assert {kept.path for kept in kept_matches()} == {over.path, held.path, young.path}
    assert throw_away_old(now) == []
    assert autosave.OLD_DAYS == 90
