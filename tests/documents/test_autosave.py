"""Locks, autosaved documents and stored matches."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from studio.documents.autosave import (
    AutosaveFile,
    Lock,
    TurnInfo,
    adopt,
    discard,
    find_unsaved,
    is_in_use,
    is_stored_match,
    list_stored_matches,
    new_match_file,
    read_meta,
)
from studio.documents.files import Fingerprint
from studio.documents.paths import matches_dir, unsaved_dir
from studio.documents.store import DocumentError, Layout, Record, SeatEntry, read
from tests.helpers import write_record

pytestmark = pytest.mark.usefixtures("data_folder")

HOLD = """
import sys
from pathlib import Path
from studio.documents.autosave import Lock
lock = Lock.acquire(Path(sys.argv[1]))
print("held" if lock else "refused", flush=True)
sys.stdin.read()
"""


def child(code: str, path: Path) -> subprocess.Popen[str]:
    """Another program, which runs until its input ends."""
    return subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def acquired(path: Path) -> Lock:
    lock = Lock.acquire(path)
    assert lock is not None
    return lock


def test_only_one_holds_it_and_nothing_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    first = acquired(path)
    assert Lock.acquire(path) is None
    first.release()
    assert list(tmp_path.iterdir()) == []
    acquired(path).release()


def test_a_lock_excludes_other_programs_and_ends_with_a_killed_one(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    with child(HOLD, path) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        assert Lock.acquire(path) is None
        os.kill(other.pid, signal.SIGKILL)
        other.wait()
    mine = acquired(path)
    with child(HOLD, path) as other:
        assert other.communicate()[0] == "refused\n"
    mine.release()


def test_without_file_locks_documents_are_still_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_words: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", none)
    acquired(tmp_path / "a.lock").release()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_that_was_just_removed_is_not_taken_for_a_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, lock_file = tmp_path / "a.lock", fcntl.flock
    calls: list[int] = []

    def removed_meanwhile(handle: int, how: int) -> None:
        """Lock; the first time another program removes the file between opening and locking."""
        calls.append(how)
        if len(calls) == 1:
            path.unlink()
        lock_file(handle, how)

    monkeypatch.setattr(fcntl, "flock", removed_meanwhile)
    lock = acquired(path)
    assert len(calls) == 2 and Lock.acquire(path) is None
    lock.release()


def test_a_document_is_in_use_while_it_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    assert not is_in_use(path) and list(tmp_path.iterdir()) == []
    lock = acquired(path.with_suffix(".lock"))
    assert is_in_use(path) and adopt(path) is None and not path.exists()
    lock.release()
    assert not is_in_use(path)
    assert adopt(tmp_path / "gone" / "a.json") is None, "its folder is gone"


LAYOUT = Layout(game="chess", name="Näme", body={"rows": ["..", ".#"]})
OTHER = msgspec.structs.replace(LAYOUT, name="Other")
RECORD = Record(layout=LAYOUT, seats=(SeatEntry("Ada"), SeatEntry("Bo")))

CHILD = """
import sys
from pathlib import Path
from studio.documents.autosave import AutosaveFile
from studio.documents.store import Layout
from studio.documents.paths import set_data_dir
set_data_dir(Path(sys.argv[1]))
side = AutosaveFile()
side.write(Layout(game="chess", name="from a child", body={}), Path("/x/y.json"), 7)
print(side.path, flush=True)
sys.stdin.read()
"""


def test_the_folder_is_empty_before_the_first_change() -> None:
    side = AutosaveFile()
    assert not side.is_written and not unsaved_dir().exists()
    side.discard()
    side.close()
    assert not unsaved_dir().exists()


def test_an_autosaved_file_is_the_newest_document() -> None:
    side = AutosaveFile()
    side.write(LAYOUT)
    side.write(OTHER)
    assert side.is_written and read(side.path) == OTHER
    side.discard()
    assert list(unsaved_dir().iterdir()) == []
    side.write(LAYOUT)
    assert read(side.path) == LAYOUT, "it can be changed again after it was saved"
    side.close()


def test_what_is_open_is_not_left_behind_and_what_was_closed_is() -> None:
    first, second = AutosaveFile(), AutosaveFile()
    first.write(LAYOUT, Path("/home/ada/gulf.json"), 23)
    second.write(RECORD, None, 4, TurnInfo("Turn 7", 1, "Bo"))
    assert find_unsaved() == []
    first.close()
    os.utime(first.path, (1000.0, 1000.0))
    assert [unsaved.document for unsaved in find_unsaved()] == [LAYOUT]
    second.close()
    match, layout = find_unsaved()
    assert (layout.path, layout.document, layout.source, layout.changed, layout.changes, layout.turn_info) == (
        first.path,
        LAYOUT,
        Path("/home/ada/gulf.json"),
        1000.0,
        23,
        None,
    )
    assert (match.document, match.source, match.changes) == (RECORD, None, 4)
    assert match.turn_info == TurnInfo("Turn 7", 1, "Bo") and not match.turn_info.is_finished


def test_a_closed_one_is_neither_written_nor_removed_any_more() -> None:
    side = AutosaveFile()
    side.write(LAYOUT)
    side.close()
    side.write(OTHER)
    side.discard()
    assert read(side.path) == LAYOUT


def test_only_one_can_adopt_it() -> None:
    side = AutosaveFile()
    side.write(LAYOUT)
    assert adopt(side.path) is None and not discard(side.path)
    side.close()
    mine = adopt(side.path)
    assert mine is not None and mine.path == side.path
    assert adopt(side.path) is None and find_unsaved() == []
    mine.write(OTHER)
    mine.close()
    assert [unsaved.document for unsaved in find_unsaved()] == [OTHER]
    assert discard(side.path)
    assert find_unsaved() == [] and list(unsaved_dir().iterdir()) == []
    assert adopt(side.path) is None and discard(side.path)


def test_a_killed_program_leaves_its_documents_behind(data_folder: Path) -> None:
    with child(CHILD, data_folder) as other:
        assert other.stdout is not None
        path = Path(other.stdout.readline().strip())
        assert path.is_file() and find_unsaved() == [] and adopt(path) is None
        os.kill(other.pid, signal.SIGKILL)
        other.wait()
    (unsaved,) = find_unsaved()
    assert (unsaved.path, unsaved.source, unsaved.changes) == (path, Path("/x/y.json"), 7)


@pytest.mark.parametrize("damage", [b"", b"[]", b"\xff\xfe", b'{"format": "studio.layout"', b"[" * 9000])
def test_a_damaged_document_is_passed_over_and_left_alone(damage: bytes) -> None:
    side = AutosaveFile()
    side.write(LAYOUT)
    side.path.write_bytes(damage)
    side.close()
    assert find_unsaved() == []
    assert side.path.read_bytes() == damage


@pytest.mark.parametrize(
    "damage",
    [
        *(b"", b"[]", b"\xff", b'{"source": 3}', b'{"source": [], "changes": {}}', b"[" * 9000),
        *(
            b'{"source": "/a", "changes": 2, "standing": ' + more
            for more in (b"[1]}", b'null, "origin": [1]}', b'null, "origin": [1, 2, "g"]}', b'null, "origin": "/"}')
        ),
    ],
)
def test_a_damaged_note_costs_only_the_note(damage: bytes) -> None:
    side = AutosaveFile()
    side.write(LAYOUT, Path("/a"), 2)
    side.path.with_suffix(".note").write_bytes(damage)
    side.close()
    (unsaved,) = find_unsaved()
    assert (unsaved.document, unsaved.source, unsaved.changes, unsaved.turn_info) == (LAYOUT, None, 0, None)


def test_the_state_of_the_source_is_remembered_and_missing_in_older_notes() -> None:
    side, origin = AutosaveFile(), Fingerprint(5, 6, b"\x00\xff")
    side.write(LAYOUT, Path("/a"), 2, origin=origin)
    note = side.path.with_suffix(".note")
    side.close()
    assert find_unsaved()[0].origin == origin
    note.write_text('{"source": "/a", "changes": 2, "standing": null}', "utf-8")
    assert read_meta(side.path) == (Path("/a"), 2, None, None)


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_pipes_among_the_documents_block_nothing() -> None:
    side = AutosaveFile()
    side.write(LAYOUT, Path("/a"), 2)
    side.close()
    note = side.path.with_suffix(".note")
    note.unlink()
    matches_dir().mkdir()
    for pipe in (note, unsaved_dir() / "pipe.json", unsaved_dir() / "pipe.note", matches_dir() / "pipe.json"):
        os.mkfifo(pipe)
    (unsaved,) = find_unsaved()
    assert (unsaved.document, unsaved.source) == (LAYOUT, None)
    assert [stored.turn_info for stored in list_stored_matches()] == [None]


def test_a_note_whose_document_was_never_written_goes() -> None:
    mine, orphan = AutosaveFile(), unsaved_dir() / "20261122-120000-0badcafe.note"
    mine.write(LAYOUT)
    orphan.write_text("{}", "utf-8")
    assert find_unsaved() == []
    assert not orphan.exists() and mine.path.with_suffix(".note").exists()


def test_a_source_whose_name_is_no_text_is_remembered() -> None:
    source = Path(os.fsdecode(b"/tmp/caf\xe9.json"))
    side = AutosaveFile()
    side.write(LAYOUT, source, 1)
    side.close()
    assert find_unsaved()[0].source == source


def test_a_folder_that_cannot_be_created_is_an_error_in_one_sentence(data_folder: Path) -> None:
    data_folder.mkdir()
    (data_folder / "unsaved").write_text("in the way", "utf-8")
    side = AutosaveFile()
    with pytest.raises(DocumentError, match="could not be written"):
        side.write(LAYOUT)
    assert find_unsaved() == []


GULF_MATCH = Record(layout=Layout(game="chess", name="Gulf", body={}), seats=(SeatEntry("Ada"), SeatEntry("Bo")))
DAY = 86_400.0


def test_every_match_has_its_own_file_and_none_is_removed() -> None:
    sides = [new_match_file() for _match in range(30)]
    for side in sides:
        side.write(GULF_MATCH)
        assert is_stored_match(side.path)
    assert {saved.path for saved in list_stored_matches()} == {side.path for side in sides}
    for side in sides:
        side.close()
    assert len(list_stored_matches()) == 30


def test_the_list_shows_the_state_of_a_match_without_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    running, over = new_match_file(), new_match_file()
    running.write(GULF_MATCH, turn_info=TurnInfo("Turn 12", 0, "Ada"))
    over.write(GULF_MATCH, turn_info=TurnInfo("Turn 40"))
    matches_dir().joinpath("Base map, unfinished.json").write_text("anything", "utf-8")
    for age, path in enumerate((running.path, over.path, matches_dir() / "Base map, unfinished.json")):
        os.utime(path, (1e9 - age, 1e9 - age))
    monkeypatch.setattr("studio.documents.store.parse", None)
    assert [(saved.turn_info, saved.is_finished) for saved in list_stored_matches()] == [
        (TurnInfo("Turn 12", 0, "Ada"), False),
        (TurnInfo("Turn 40"), True),
        (None, False),
    ]


def test_a_person_throws_a_match_away_but_not_one_that_is_open() -> None:
    side = new_match_file()
    side.write(GULF_MATCH)
    assert not discard(side.path) and len(list_stored_matches()) == 1
    side.close()
    assert discard(side.path)
    assert list_stored_matches() == [] and list(matches_dir().iterdir()) == []


def test_only_unfinished_matches_grow_old() -> None:
    old, over, young = (new_match_file() for _match in range(3))
    for side in (old, young):
        side.write(GULF_MATCH, turn_info=TurnInfo("Turn 3", 1, "Bo"))
    over.write(GULF_MATCH, turn_info=TurnInfo("Turn 3"))
    before = matches_dir() / "Base map, unfinished.json"
    write_record(before, GULF_MATCH)
    now = time.time()
    for path in (old.path, over.path, before):
        os.utime(path, (now - 91 * DAY, now - 91 * DAY))
    os.utime(young.path, (now - 89 * DAY, now - 89 * DAY))
    for side in (old, over, young):
        side.close()
    assert {stored.path for stored in list_stored_matches() if stored.is_old} == {old.path, before}
