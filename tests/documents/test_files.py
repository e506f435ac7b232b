"""Files are written whole or not at all, only ordinary ones, and nothing that was begun is left lying about."""

from __future__ import annotations

import os
import re
import socket
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from studio.core.text import sanitize
from studio.documents import files
from studio.documents.files import DocumentError, base_name, clear_temp_files, safe_file_name, write_bytes, write_text

posix = pytest.mark.skipif(os.name != "posix", reason="devices, pipes and signals of POSIX")


@posix
def test_pipes_devices_sockets_and_folders_are_refused_and_stay(tmp_path: Path) -> None:
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
def test_standard_output_that_is_a_pipe_is_refused(tmp_path: Path) -> None:
    script = "import sys; from studio.documents.files import *\ntry: write_bytes('/dev/stdout', b'x')\n"
    script += "except DocumentError as problem: print(problem)"
    told = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, check=True)
    assert told.stdout.endswith("not an ordinary file, so nothing is written there.\n")


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


def test_writing_leaves_the_mask_of_other_threads_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(os, "umask", asked.append)
    write_text(tmp_path / "sea.json", "new")
    assert not asked


@posix
def test_a_full_disk_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "sea.json"
    path.write_text("old")
    script = "import resource, sys; from studio.documents.files import *\n"
    script += "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
    script += "try: write_bytes(sys.argv[1], bytes(5000))\nexcept DocumentError as problem: print(problem)"
    told = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    assert "could not be written (file too large)" in told.stdout and told.stderr == ""
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


def test_a_long_name_is_cut_at_a_letter() -> None:
    name = safe_file_name("🧭" * 60, ".json")
    assert name == "🧭" * 48 + ".json"


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
