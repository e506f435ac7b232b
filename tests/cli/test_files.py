"""The command line and the streams: "-" for input and output, only ordinary files, no control characters."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from studio.documents.paths import shipped_layouts
from studio.documents.store import list_backups
from studio.games import slugs
from tests.helpers import Cli
from tests.short_run import mark_long

BASE = shipped_layouts(slugs()[0])[0]
HOSTILE = "a\nb\x1b[31m\x07\x9b1m\u202egnp"
"""A line break, a colour, a bell, a colour in one byte, a turned direction of writing."""

posix = pytest.mark.skipif(os.name != "posix", reason="pipes and file names of POSIX")


def program(
    words: Sequence[object], given: bytes = b"", folder: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the program with bytes on its standard input, in a folder."""
    command = [sys.executable, "-m", "studio", *map(str, words)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(Path(__file__).parents[2])}
    with TemporaryDirectory() as data:  # stored results
        environment["XDG_DATA_HOME"] = data
        return subprocess.run(command, input=given, capture_output=True, check=False, cwd=folder, env=environment)


def named(name: str, folder: Path) -> Path:
    path = folder / "named.json"
    path.write_text(json.dumps({**json.loads(BASE.read_text("utf-8")), "name": name}), encoding="utf-8")
    return path


def test_documents_go_from_pipe_to_pipe(tmp_path: Path) -> None:
    layout = BASE.read_bytes()
    checked = program(["validate", "-", "--no-verify"], layout, tmp_path)
    assert (checked.returncode, checked.stderr) == (0, b"")
    assert checked.stdout.startswith(b"standard input: can be played")
    played = program(["play", "-", "-o", "-", "--seed", "7"], layout, tmp_path)
    assert played.returncode == 0
    assert json.loads(played.stdout)["format"] == "studio.match"
    assert b"total" in played.stderr
    shown = program(["replay", "-"], played.stdout, tmp_path)
    assert shown.returncode == 0 and b"total" in shown.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_so_do_figures_and_pictures(tmp_path: Path) -> None:
    layout = BASE.read_bytes()
    counted = program(["simulate", "-", "--matches", "1", "--workers", "1", "--json"], layout, tmp_path)
    assert json.loads(counted.stdout)["matches"] == 1
    played = program(["play", "-", "-o", "-", "--seed", "7"], layout, tmp_path)
    for text, start in (([], b"\x89PNG"), (["--format", "svg"], b"<?xml"), (["--format", "pdf"], b"%PDF")):
        drawn = program(["render", "-", "-o", "-", "--size", "64", "--json", *text], played.stdout, tmp_path)
        assert drawn.returncode == 0 and drawn.stdout.startswith(start)
        assert json.loads(drawn.stderr)["output"] == "-"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", mark_long(["validate -", "play -", "replay -", "render - -o -"]))
def test_errors_in_standard_input_name_it(tmp_path: Path, words: str) -> None:
    done = program(words.split(), b"[1, 2]", tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"explorer-studio: standard input") and done.stderr.count(b"\n") == 1


def test_a_file_may_be_called_dash(tmp_path: Path) -> None:
    (tmp_path / "-").write_bytes(BASE.read_bytes())
    assert program(["validate", "./-", "--no-verify"], b"", tmp_path).returncode == 0


@posix
@pytest.mark.parametrize("command", mark_long([f"play {BASE} -o", f"render {BASE} --size 64 --format png -o"]))
def test_nothing_but_an_ordinary_file_is_replaced(tmp_path: Path, command: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "null").symlink_to("/dev/null")
    for target in (pipe, tmp_path / "null"):
        done = program([*command.split(), target])
        assert done.returncode == 2
        assert b"not an ordinary file" in done.stderr and done.stderr.count(b"\n") == 1
    assert pipe.is_fifo() and Path("/dev/null").is_char_device()


@posix
@pytest.mark.parametrize(
    "command",
    [
        *(f"export A.json --format {kind} -o" for kind in ("png", "pdf", "print", "tiled", "apng", "text")),
        *("simulate A.json --matches 2 -o", "simulate B.json --matches 2 --compare A.json -o"),
        *("simulate B.json --matches 2 --stats A.json -o", "sweep B.json A.json --matches 2 -o"),
        *("play A.json -o", "import A.json -o", "render A.json --format svg -o"),
    ],
)
def test_no_command_overwrites_its_input(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = BASE.read_bytes()
    for name in ("A.json", "B.json"):
        Path(name).write_bytes(before)
    Path("link.png").symlink_to("A.json")
    Path("hard.json").hardlink_to("A.json")
    Path("in").symlink_to(".")
    for output in ("A.json", tmp_path / "A.json", "in/A.json", "link.png", "hard.json"):
        assert "also an input file" in cli.error(*command.split(), output)
    assert Path("A.json").read_bytes() == before and Path("link.png").is_symlink()


@posix
def test_redirected_input_is_not_overwritten(tmp_path: Path) -> None:
    path = Path(shutil.copy(BASE, tmp_path / "A.json"))
    with path.open("rb") as redirected:
        done = subprocess.run(
            [sys.executable, "-m", "studio", "play", "-", "-o", path],
            stdin=redirected,
            capture_output=True,
            check=False,
        )
    assert done.returncode == 2 and b"also an input file" in done.stderr and path.read_bytes() == BASE.read_bytes()


@pytest.mark.parametrize(
    ("command", "right"),
    [
        (f"export {BASE} --format pdf -o x.json", ".pdf"),
        (f"export {BASE} --format print -o x.png", ".pdf"),
        (f"export {BASE} --format text -o x.json", ".txt or .md"),
        (f"render {BASE} --format png -o x.pdf", ".png"),
        (f"play {BASE} -o x.html", ".json"),
        (f"complete {BASE} -o x.png", ".json"),
        (f"fix {BASE} -o x.tmj", ".json"),
        ("new columbus -o x.svg", ".json"),
        ("manual -o x.json", ".html or .htm"),
    ],
)
def test_outputs_have_the_extension_of_their_kind(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, right: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert f"must end in {right}\n" in cli.error(*command.split())
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("data_folder")
def test_every_writer_of_layouts_keeps_the_earlier_version(cli: Cli, tmp_path: Path) -> None:
    path, before = Path(shutil.copy(BASE, tmp_path / "A.json")), BASE.read_bytes()
    assert "already exists; overwrite it with --force" in cli.error("new", "columbus", "-o", path)
    assert path.read_bytes() == before and not list_backups(path)
    cli("new", "columbus", "--force", "-o", path)
    assert [backup.path.read_bytes() for backup in list_backups(path)] == [before]
    cli("complete", BASE, "-o", path)
    cli("play", BASE, "-o", path)
    assert len(list_backups(path)) == 3
    path.write_bytes(before)
    cli("complete", path, "-o", path)
    assert path.read_bytes() != before == list_backups(path)[0].path.read_bytes()


@posix
@pytest.mark.long
def test_names_and_paths_do_nothing_to_the_terminal(tmp_path: Path) -> None:
    layout = named(HOSTILE, tmp_path)
    odd = tmp_path / os.fsdecode(b"s\xe4a\n\x1b[2J.json")
    odd.write_bytes(layout.read_bytes())
    record = program(["play", odd, "-o", "-"]).stdout
    seats = [{"name": HOSTILE, "kind": "human"}, {"name": "Bo\x1b", "kind": "human"}]
    (tmp_path / "match.json").write_text(json.dumps({**json.loads(record), "seats": seats}), encoding="utf-8")
    for label in (
        ["validate", odd, "--no-verify"],
        ["validate", odd, "--no-verify", "--json"],
        ["validate", tmp_path / os.fsdecode(b"none\x1b\xe4.json")],
        ["play", odd],
        ["play", odd, "--json"],
        ["simulate", odd, "--matches", "1", "--workers", "1"],
        ["simulate", odd, "--matches", "1", "--workers", "1", "--json"],
        ["replay", tmp_path / "match.json"],
        ["replay", tmp_path / "match.json", "--json"],
        ["replay", tmp_path / "match.json", "--dump"],
        ["render", odd, "-o", tmp_path / "none\x1b" / "x.png"],
        [f"--{HOSTILE}"],
    ):
        done = program(label)
        text = (done.stdout + done.stderr).decode("utf-8")
        assert "Traceback" not in text and text
        assert all(line.isprintable() for line in text.split("\n")), label
        assert not any(line.startswith("b") and "[31m" in line for line in text.split("\n")), label
        if "--json" in label:
            data = json.loads(done.stdout)
            assert label[0] != "play" or data["layout"] == HOSTILE
            assert label[0] != "replay" or data["names"] == [HOSTILE, "Bo\x1b"]


@posix
@pytest.mark.parametrize("words", mark_long(["games --json", "games", f"render {BASE} --size 64 -o -"]))
def test_a_full_standard_output_is_reported_in_one_line(words: str) -> None:
    done = subprocess.run(
        f"{sys.executable} -m studio {words} >/dev/full", shell=True, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "explorer-studio: standard output: no space left on device\n"


CLOSED = mark_long([">&-", "2>&-", ">&- 2>&- <&-", "| true", "2>&1 | true", "2>/dev/full"])


@posix
@pytest.mark.parametrize("streams", CLOSED)
@pytest.mark.parametrize(("words", "code"), [("games --json", 0), ("validate nofile", 2), ("--help", 0)])
def test_closed_streams_do_not_change_the_exit_code(streams: str, words: str, code: int, tmp_path: Path) -> None:
    script = f"{sys.executable} -m studio {words} {streams}; exit ${{PIPESTATUS[0]}}"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=False, cwd=tmp_path, env=environment
    )
    assert done.returncode == code and "Traceback" not in done.stderr and "Exception" not in done.stderr


@posix
def test_a_closed_standard_output_does_not_become_a_file(tmp_path: Path) -> None:
    """The next file that is opened would otherwise get its number, and the output."""
    code = "import os, sys; os.close(1); sys.stdout = None; from studio.cli import main; main(['games']); os.fstat(1)"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, cwd=tmp_path, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
