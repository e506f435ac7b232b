"""Reading and atomic writing of files, JSON for people, and detection of changes."""

from __future__ import annotations

import json
import os
import re
import socket
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from studio.core.text import sanitize
from studio.documents import files
from studio.documents.files import (
    WIDTH,
    DocumentError,
    FileStatus,
    WatchedFile,
    base_name,
    clear_temp_files,
    is_same_file,
    safe_file_name,
    to_text,
    write_bytes,
    write_text,
)

posix = pytest.mark.skipif(os.name != "posix", reason="devices, pipes and signals of POSIX")


@posix
def test_pipes_devices_sockets_and_folders_are_rejected_and_stay(tmp_path: Path) -> None:
    pipe, link, folder = tmp_path / "pipe", tmp_path / "link", tmp_path / "folder"
    os.mkfifo(pipe)
    link.symlink_to("/dev/null")
    folder.mkdir()
    with tempfile.TemporaryDirectory() as short, socket.socket(socket.AF_UNIX) as plug:  # their names must be short
        plug.bind(f"{short}/s")
        for path in (pipe, link, Path("/dev/null"), Path(short, "s")):
            with pytest.raises(DocumentError, match="not an ordinary file"):
                write_bytes(path, b"x")
    with pytest.raises(DocumentError, match="folder"):
        write_bytes(folder, b"x")
    assert stat.S_ISFIFO(pipe.stat().st_mode) and stat.S_ISCHR(Path("/dev/null").stat().st_mode) and link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "link", "pipe"]


@posix
def test_standard_output_that_is_a_pipe_is_rejected(tmp_path: Path) -> None:
    script = "import sys; from studio.documents.files import *\ntry: write_bytes('/dev/stdout', b'x')\n"
    script += "except DocumentError as problem: print(problem)"
    shown = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, check=True)
    assert shown.stdout.endswith("not an ordinary file.\n")


KILLED_WHILE_WRITING = """
import os, signal, sys
from studio.documents import files
os.fsync = lambda _handle: os.kill(os.getpid(), signal.SIGKILL)
files.write_bytes(sys.argv[1], b"half of it")
"""


@posix
def test_what_a_killed_writer_left_goes_with_the_next_save(tmp_path: Path) -> None:
    path = tmp_path / "sea.json"
    path.write_text("old")
    killed = subprocess.run([sys.executable, "-c", KILLED_WHILE_WRITING, str(path)], check=False)
    assert killed.returncode == -9
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 2
    write_text(path, "new")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("sea.json", "new")]


def test_only_abandoned_files_of_ours_are_cleared(tmp_path: Path) -> None:
    mine = tmp_path / f"{files._temp_prefix()}abcdefgh.part"
    other = tmp_path / ".explorer-studio-00000000-1-abcdefgh.part"
    old = tmp_path / ".explorer-studio-00000000-2-abcdefgh.part"
    foreign, plain = tmp_path / ".sea.json.abcdefgh.part", tmp_path / "sea.part"
    for path in (mine, other, old, foreign, plain):
        path.write_text("x")
    for path in (old, foreign, plain):
        os.utime(path, (time.time() - 2 * files.ABANDONED_SECONDS,) * 2)
    clear_temp_files(tmp_path)
    assert set(tmp_path.iterdir()) == {mine, other, foreign, plain}
    clear_temp_files(tmp_path / "nowhere")


@posix
def test_files_of_a_running_program_of_another_user_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = tmp_path / f"{files._temp_prefix()}abcdefgh.part"
    part.write_text("x")

    def signalled(refusal: type[OSError]) -> bool:
        """Whether the file stays if its process answers a signal so."""

        def refuse(_process: int, _number: int) -> None:
            raise refusal

        monkeypatch.setattr(os, "kill", refuse)
        clear_temp_files(tmp_path)
        return part.exists()

    assert signalled(PermissionError) and not signalled(ProcessLookupError)


def test_what_may_not_be_read_or_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests may run as a user who may do everything."""
    path = tmp_path / "sea.json"
    path.write_text("old")

    def refuse(*_words: object, **_more: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "access", lambda *_words: False)
    with pytest.raises(DocumentError, match="the file is write-protected"):
        write_text(path, "new")
    assert path.read_text() == "old" and len(list(tmp_path.iterdir())) == 1
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(DocumentError, match="you do not have permission to read it"):
        files.read_bytes(path)


def test_writing_does_not_touch_the_umask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    questions: list[int] = []
    monkeypatch.setattr(os, "umask", questions.append)
    write_text(tmp_path / "sea.json", "new")
    assert not questions


@posix
def test_a_full_disk_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "sea.json"
    path.write_text("old")
    script = "import resource, sys; from studio.documents.files import *\n"
    script += "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
    script += "try: write_bytes(sys.argv[1], bytes(5000))\nexcept DocumentError as problem: print(problem)"
    shown = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    assert "could not be written (file too large)" in shown.stdout and shown.stderr == ""
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("sea.json", "old")]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("The Long Gulf", "The Long Gulf.json"),
        ("../../../up", "up.json"),
        ("/etc/passwd", "etc passwd.json"),
        ("a/b\\c:d", "a b c d.json"),
        ("  .hidden. ", "hidden.json"),
        ("two\nlines\x1b[31m", "two lines [31m.json"),
        ("turned \u202egnp", "turned gnp.json"),
        ("CON", "_CON.json"),
        ("lpt1.sea", "_lpt1.sea.json"),
        ("half \ud800 pair", "half pair.json"),
        ("…", "….json"),
        ("", "untitled.json"),
        ("...", "untitled.json"),
        ("🧭" * 60, "🧭" * 48 + ".json"),
    ],
)
def test_a_proposed_name_is_a_plain_file_name(title: str, name: str) -> None:
    assert safe_file_name(title, ".json") == name


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("sea.json", "sea"),
        ("Wide Sea.layout.json", "Wide Sea"),
        ("v1.2.MATCH.json", "v1.2"),
        ("sea.layout.tmj", "sea.layout"),
        (".layout.json", ".layout"),
        ("sea", "sea"),
    ],
)
def test_the_endings_of_our_files_are_no_part_of_their_names(name: str, bare: str) -> None:
    assert base_name(Path("folder", name)) == bare


@pytest.mark.long
@given(st.text(max_size=300))
def test_every_proposed_name_can_be_written(title: str) -> None:
    name = safe_file_name(title, ".json")
    assert len(name.encode("utf-8")) <= files.MAX_NAME_LENGTH
    assert Path(name).name == name and not name.startswith(".") and sanitize(name) == name
    with tempfile.TemporaryDirectory() as folder:
        write_text(Path(folder) / name, title.encode("utf-8", "replace").decode())
        assert [path.name for path in Path(folder).iterdir()] == [name]


@given(st.text())
def test_what_is_made_visible_can_be_printed(text: str) -> None:
    shown = sanitize(text)
    shown.encode("utf-8")
    assert re.sub("[\u200c\u200d\u00a0\u202f]", "", shown).isprintable()  # they join, or keep together


def test_what_does_something_is_spelt_out() -> None:
    assert sanitize("a\nb\x1b[31m\x07\u202e\udcff\x9b") == r"a\nb\x1b[31m\x07\u202e\udcff\x9b"
    assert sanitize("Südsee 🧭👩\u200d🚀") == "Südsee 🧭👩\u200d🚀"


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=12), inner, max_size=6),
    max_leaves=30,
)


@given(plain)
def test_text_is_json_of_the_same_data_in_lines_that_are_not_too_long(value: Any) -> None:
    text = to_text(value)
    assert json.loads(text) == value
    assert to_text(json.loads(text)) == text
    for line in text.splitlines():
        if len(line) > WIDTH + 1:  # it holds one long thing
            assert not line.rstrip(",").endswith(("}", "]")) or len(line.strip()) < 12


def test_rows_of_symbols_stand_one_below_the_other() -> None:
    text = to_text({"spaces": ["..", "#."], "one": [1, 2], "none": [], "map": {"rows": ["a", "b"]}})
    assert text == (
        '{\n  "spaces": [\n    "..",\n    "#."\n  ],\n  "one": [1, 2],\n  "none": [],\n'
        '  "map": {\n    "rows": [\n      "a",\n      "b"\n    ]\n  }\n}\n'
    )


def test_text_stays_readable_and_long_lists_have_one_entry_a_line() -> None:
    text = to_text({"log": [[[1, number], []] for number in range(40)]})
    assert text.splitlines()[2] == "    [[1, 0], []],"
    assert to_text({"a": "Ä ┌ “x”"}) == '{\n  "a": "Ä ┌ “x”"\n}\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "sea.json"
    path.write_text("blue sea")
    os.utime(path, (1000, 1000))
    return path


def test_another_content_is_a_change_until_it_is_known(path: Path) -> None:
    watched = WatchedFile(path)
    assert watched.check() is watched.check(thorough=True) is FileStatus.SAME
    assert watched.modified_at() == 1000
    write_text(path, "grey sea")
    assert watched.check() is watched.check() is FileStatus.CHANGED, "of the same length"
    watched.accept()
    assert watched.check() is FileStatus.SAME


def test_a_change_that_hides_its_time_is_seen(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = WatchedFile(path)
    assert watched.check() is FileStatus.SAME
    path.write_text("grey sea")
    os.utime(path, (1000, 1000))
    assert watched.check() is FileStatus.CHANGED, "its content is read, since it was written just now"
    watched.accept()
    monkeypatch.setattr(files, "SETTLED_SECONDS", -1.0)
    assert watched.check() is watched.check() is FileStatus.SAME
    monkeypatch.setattr(files, "fingerprint", None)
    assert watched.check() is FileStatus.SAME, "its content is not read again"
    monkeypatch.undo()
    write_text(path, "blue sea")
    os.utime(path, (1000, 1000))
    assert watched.check() is watched.check(thorough=True) is FileStatus.CHANGED


def test_a_touch_or_the_same_content_again_is_no_change(path: Path) -> None:
    watched = WatchedFile(path)
    os.utime(path, (2000, 2000))
    assert watched.check() is FileStatus.SAME
    write_text(path, "blue sea")
    assert watched.check() is FileStatus.SAME
    path.write_text("red sea")
    path.write_text("blue sea")
    assert watched.check() is FileStatus.SAME


def test_a_deleted_file_is_gone_and_may_come_back(path: Path) -> None:
    watched = WatchedFile(path)
    path.unlink()
    assert watched.check() is watched.check(thorough=True) is FileStatus.GONE
    assert watched.modified_at() is None
    path.mkdir()
    assert watched.check() is FileStatus.GONE
    path.rmdir()
    path.write_text("blue sea")
    assert watched.check() is FileStatus.SAME
    path.unlink()
    path.write_text("red sea")
    assert watched.check() is FileStatus.CHANGED


def test_a_file_that_was_not_there_and_comes_is_a_change(tmp_path: Path) -> None:
    watched = WatchedFile(tmp_path / "new.json")
    assert watched.check() is FileStatus.SAME
    (tmp_path / "new.json").write_text("x")
    assert watched.check() is FileStatus.CHANGED


def test_a_file_written_after_what_is_known_is_a_change(path: Path) -> None:
    watched = WatchedFile(path)
    watched.invalidate_if_newer(1000)
    assert watched.check() is FileStatus.SAME
    watched.invalidate_if_newer(999)
    assert watched.check() is watched.check() is FileStatus.CHANGED
    watched.accept()
    assert watched.check() is FileStatus.SAME


def test_a_disk_that_does_not_answer_is_no_change(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = WatchedFile(path)

    def refuse(self: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    assert watched.check() is FileStatus.SAME


@posix
def test_a_file_is_the_same_by_every_way_to_it(path: Path) -> None:
    link, hard, folder = path.with_name("link.json"), path.with_name("hard.json"), path.parent / "in"
    link.symlink_to(path)
    hard.hardlink_to(path)
    folder.mkdir()
    other = path.with_name("other.json")
    other.write_bytes(path.read_bytes())
    assert all(is_same_file(path, way) for way in (path, link, hard, folder / ".." / "sea.json"))
    assert not is_same_file(path, other)
    assert not is_same_file(path, path.with_name("none.json"))
    assert is_same_file(path.with_name("none.json"), path.with_name("none.json"))
