"""What is kept beside a document is whole, belongs to one program, and is found again when that program is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from studio.documents.autosave import SideFile, Standing, adopt, discard, left_behind
from studio.documents.paths import unsaved_dir
from studio.documents.store import DocumentError, Layout, Record, SeatEntry, read

LAYOUT = Layout(game="chess", name="Näme", body={"rows": ["..", ".#"]})
OTHER = msgspec.structs.replace(LAYOUT, name="Other")
RECORD = Record(layout=LAYOUT, seats=(SeatEntry("Ada"), SeatEntry("Bo")))

CHILD = """
import sys
from pathlib import Path
from studio.documents.autosave import SideFile
from studio.documents.store import Layout
from studio.documents.paths import set_data_dir
set_data_dir(Path(sys.argv[1]))
side = SideFile()
side.keep(Layout(game="chess", name="from a child", body={}), Path("/x/y.json"), 7)
print(side.path, flush=True)
sys.stdin.read()
"""


def test_nothing_lies_in_the_folder_before_the_first_change() -> None:
    side = SideFile()
    assert not side.is_kept and not unsaved_dir().exists()
    side.discard()
    side.close()
    assert not unsaved_dir().exists()


def test_what_is_kept_is_an_ordinary_document_and_the_newest_one() -> None:
    side = SideFile()
    side.keep(LAYOUT)
    side.keep(OTHER)
    assert side.is_kept and read(side.path) == OTHER
    side.discard()
    assert list(unsaved_dir().iterdir()) == []
    side.keep(LAYOUT)
    assert read(side.path) == LAYOUT, "it can be changed again after it was saved"
    side.close()


def test_what_is_open_is_not_left_behind_and_what_was_closed_is() -> None:
    first, second = SideFile(), SideFile()
    first.keep(LAYOUT, Path("/home/ada/gulf.json"), 23)
    second.keep(RECORD, None, 4, Standing("Turn 7", 1, "Bo"))
    assert left_behind() == []
    first.close()
    os.utime(first.path, (1000.0, 1000.0))
    assert [unsaved.document for unsaved in left_behind()] == [LAYOUT]
    second.close()
    match, layout = left_behind()
    assert (layout.path, layout.document, layout.source, layout.changed, layout.changes, layout.standing) == (
        first.path,
        LAYOUT,
        Path("/home/ada/gulf.json"),
        1000.0,
        23,
        None,
    )
    assert (match.document, match.source, match.changes) == (RECORD, None, 4)
    assert match.standing == Standing("Turn 7", 1, "Bo") and not match.standing.is_finished


def test_a_closed_one_is_neither_written_nor_removed_any_more() -> None:
    side = SideFile()
    side.keep(LAYOUT)
    side.close()
    side.keep(OTHER)
    side.discard()
    assert read(side.path) == LAYOUT


def test_only_one_can_adopt_it() -> None:
    side = SideFile()
    side.keep(LAYOUT)
    assert adopt(side.path) is None and not discard(side.path)
    side.close()
    mine = adopt(side.path)
    assert mine is not None and mine.path == side.path
    assert adopt(side.path) is None and left_behind() == []
    mine.keep(OTHER)
    mine.close()
    assert [unsaved.document for unsaved in left_behind()] == [OTHER]
    assert discard(side.path)
    assert left_behind() == [] and list(unsaved_dir().iterdir()) == []
    assert adopt(side.path) is None and discard(side.path)


def test_a_killed_program_leaves_its_documents_behind(data_folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(data_folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        path = Path(child.stdout.readline().strip())
        assert path.is_file() and left_behind() == [] and adopt(path) is None
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    (unsaved,) = left_behind()
    assert (unsaved.path, unsaved.source, unsaved.changes) == (path, Path("/x/y.json"), 7)


@pytest.mark.parametrize("damage", [b"", b"[]", b"\xff\xfe", b'{"format": "studio.layout"', b"[" * 9000])
def test_a_damaged_document_is_passed_over_and_left_alone(damage: bytes) -> None:
    side = SideFile()
    side.keep(LAYOUT)
    side.path.write_bytes(damage)
    side.close()
    assert left_behind() == []
    assert side.path.read_bytes() == damage


@pytest.mark.parametrize(
    "damage", [b"", b"[]", b"\xff", b'{"source": 3}', b'{"source": [], "changes": {}}', b"[" * 9000]
)
def test_a_damaged_note_costs_only_the_note(damage: bytes) -> None:
    side = SideFile()
    side.keep(LAYOUT, Path("/a"), 2)
    side.path.with_suffix(".note").write_bytes(damage)
    side.close()
    (unsaved,) = left_behind()
    assert (unsaved.document, unsaved.source, unsaved.changes, unsaved.standing) == (LAYOUT, None, 0, None)


def test_a_note_whose_document_was_never_written_goes() -> None:
    mine, orphan = SideFile(), unsaved_dir() / "20261122-120000-0badcafe.note"
    mine.keep(LAYOUT)
    orphan.write_text("{}", "utf-8")
    assert left_behind() == []
    assert not orphan.exists() and mine.path.with_suffix(".note").exists()


def test_a_source_whose_name_is_no_text_is_remembered() -> None:
    source = Path(os.fsdecode(b"/tmp/caf\xe9.json"))
    side = SideFile()
    side.keep(LAYOUT, source, 1)
    side.close()
    assert left_behind()[0].source == source


def test_a_folder_that_cannot_be_made_is_a_sentence(data_folder: Path) -> None:
    data_folder.mkdir()
    (data_folder / "unsaved").write_text("in the way", "utf-8")
    side = SideFile()
    with pytest.raises(DocumentError, match="could not be written"):
        side.keep(LAYOUT)
    assert left_behind() == []
