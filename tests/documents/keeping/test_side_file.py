"""What is kept beside a document is whole, belongs to one program, and is found again when that program is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from studio.documents.autosave import AutosaveFile, TurnInfo, adopt, discard, find_unsaved
from studio.documents.paths import unsaved_dir
from studio.documents.store import DocumentError, Layout, Record, SeatEntry, read

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


def test_nothing_lies_in_the_folder_before_the_first_change() -> None:
    side = AutosaveFile()
    assert not side.is_written and not unsaved_dir().exists()
    side.discard()
    side.close()
    assert not unsaved_dir().exists()


def test_what_is_kept_is_an_ordinary_document_and_the_newest_one() -> None:
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
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(data_folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        path = Path(child.stdout.readline().strip())
        assert path.is_file() and find_unsaved() == [] and adopt(path) is None
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
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
    "damage", [b"", b"[]", b"\xff", b'{"source": 3}', b'{"source": [], "changes": {}}', b"[" * 9000]
)
def test_a_damaged_note_costs_only_the_note(damage: bytes) -> None:
    side = AutosaveFile()
    side.write(LAYOUT, Path("/a"), 2)
    side.path.with_suffix(".note").write_bytes(damage)
    side.close()
    (unsaved,) = find_unsaved()
    assert (unsaved.document, unsaved.source, unsaved.changes, unsaved.turn_info) == (LAYOUT, None, 0, None)


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


def test_a_folder_that_cannot_be_made_is_a_sentence(data_folder: Path) -> None:
    data_folder.mkdir()
    (data_folder / "unsaved").write_text("in the way", "utf-8")
    side = AutosaveFile()
    with pytest.raises(DocumentError, match="could not be written"):
        side.write(LAYOUT)
    assert find_unsaved() == []
