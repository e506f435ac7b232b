"""Behaviour of all commands: `--quiet`, progress on terminals only, folders, mistyped options, Ctrl+C."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from studio import __version__
from studio.cli import COMMANDS, common, parser_of
from studio.cli.common import PROGRAM, UsageError, progress_line, show_progress
from studio.core.text import set_quiet, use_language
from studio.documents.paths import resources_dir, shipped_layouts
from studio.games import slugs
from tests.helpers import Cli

BASE = shipped_layouts(slugs()[0])[0]
BROKEN = '{"format": "studio.layout", "version": 1,'


@pytest.fixture(autouse=True)
def spoken() -> Iterator[None]:
    yield
    set_quiet(False)


@pytest.fixture
def folder(cli: Cli, tmp_path: Path) -> Path:
    """A layout and a broken one in a folder, one below, a match record, and much that is neither."""
    shutil.copy(BASE, tmp_path / "b.json")
    (tmp_path / "deep" / "er").mkdir(parents=True)
    shutil.copy(BASE, tmp_path / "deep" / "er" / "C.JSON")
    (tmp_path / "a.json").write_text(BROKEN, encoding="utf-8")
    cli("play", BASE, "-o", tmp_path / "m.match.json", "-q")
    for name, text in (("package.json", '{"name": "x"}'), ("list.json", "[1]"), ("notes.txt", BROKEN)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / ".git").mkdir()
    shutil.copy(BASE, tmp_path / ".git" / "hidden.json")
    return tmp_path


def names(out: str, folder: Path) -> list[str]:
    return [str(Path(entry["file"]).relative_to(folder)) for entry in json.loads(out)]


def test_a_folder_means_all_documents_in_it_and_below(cli: Cli, folder: Path) -> None:
    out, err = cli("validate", folder, "--no-verify", "--json", code=2)
    assert names(out, folder) == ["a.json", "b.json", "deep/er/C.JSON", "m.match.json"]
    assert err.count("\n") == 1 and "a.json" in err
    (folder / "a.json").unlink()
    assert names(cli("survey", folder, "--json").out, folder) == ["b.json", "deep/er/C.JSON"], (
        "a match record is not measured"
    )
    assert names(cli("format", "--check", folder, "--json", code=(0, 1)).out, folder) == [
        "b.json",
        "deep/er/C.JSON",
        "m.match.json",
    ]
    assert len(cli.json("sweep", folder, "--matches", "1", "--workers", "1")["points"]) == 2


def test_folders_without_documents_and_in_place_of_files_are_errors(cli: Cli, tmp_path: Path) -> None:
    out, err = cli("validate", tmp_path, BASE, "--no-verify", code=2)
    assert "can be played" in out and "no suitable files in this folder" in err
    assert "this is a folder" in cli("play", tmp_path, code=2).err


def test_quiet_leaves_the_exit_code_data_and_what_goes_wrong(cli: Cli, folder: Path) -> None:
    for text in (["-q", "validate"], ["validate", "--quiet"]):
        assert cli(*text, folder / "b.json", "--no-verify") == ("", "")
    out, err = cli("validate", "-q", folder, "--no-verify", "--json", code=2)
    assert len(json.loads(out)) == 4 and "a.json" in err
    assert "can be played" in cli("validate", folder / "b.json", "--no-verify").out, (
        "and only as long as it is requested"
    )


def test_standard_input_is_read_once(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (["diff", "-", "-"], ["validate", "-", "-"], ["simulate", "-", "--compare", "-"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BASE.read_bytes())))
        assert "standard input can be used for one file only" in cli.error(*text)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BASE.read_bytes())))
    cli("validate", "-", "--no-verify")


def test_the_version_has_a_short_option(cli: Cli) -> None:
    assert cli("-V").out == f"explorer-studio {__version__}\n"


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (["validate", "--strikt", str(BASE)], 'did you mean "--strict"?'),
        (["simulate", "--mathces=5"], 'did you mean "--matches"?'),
        (["--smok-test"], 'did you mean "--smoke-test"?'),
        (["play", "--zzz", str(BASE)], 'unknown option "--zzz" (explorer-studio play --help)'),
    ],
)
def test_a_mistyped_option_gets_a_suggestion(cli: Cli, words: list[str], suggestion: str) -> None:
    assert suggestion in cli.error(*words)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_option_is_understood_and_no_beginning_of_one(command: str) -> None:
    parser, _run = parser_of(command)
    options = [option for action in parser._actions for option in action.option_strings if option not in HELP]
    for option in options:
        for word in (option, f"{option}=x", option[:-2]):
            try:
                parser.parse_words([word, "--", "--nothing"])
                message = ""
            except UsageError as refusal:
                message = str(refusal)
            known = word.partition("=")[0] in options or not word.startswith("--")
            assert ("unknown option" not in message) == known, word
    assert options


HELP = ("-h", "--help")


# progress


class Terminal(io.StringIO):
    """What is written to it, and when something is."""

    def __init__(self) -> None:
        super().__init__()
        self.written = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        count = super().write(text)
        self.written.set()
        return count


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setattr(common, "PATIENT", 0.0)
    monkeypatch.setattr(common, "EVERY", 0.01)
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    monkeypatch.setattr(common, "sys", SimpleNamespace(stderr=stream))
    return stream


def test_a_terminal_shows_a_progress_line_that_disappears(terminal: Terminal) -> None:
    with progress_line("filling", 60) as tell:
        assert terminal.written.wait(30)
        assert "filling · 0 of 60 s" in terminal.getvalue()
        tell("half\x1b[2J")
        terminal.truncate(0)
        terminal.written.clear()
        assert terminal.written.wait(30)
    lines = terminal.getvalue().split("\r\x1b[K")
    assert lines[-1] == "" and "half\\x1b[2J" in terminal.getvalue()
    assert "\n" not in terminal.getvalue()


def test_a_line_is_no_wider_than_the_terminal(terminal: Terminal) -> None:
    show_progress("x" * 500)
    assert terminal.getvalue() == "\r\x1b[K" + "x" * 79


def test_only_the_window_gets_the_request(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    set_quiet(True)
    show_progress("quiet")
    set_quiet(False)
    monkeypatch.setenv("TERM", "dumb")
    show_progress("dumb")
    with progress_line("dumb") as tell:
        tell("dumber")
    assert terminal.getvalue() == ""


# Ctrl+C

BASE_PATH, OTHER = (str(path) for path in shipped_layouts(slugs()[0])[:2])
MANY = ("--matches", "100000")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a terminal of its own")
@pytest.mark.parametrize(
    ("words", "seen", "stopped"),
    [
        (("validate", *map(str, shipped_layouts())), b"", ""),
        *(
            pytest.param((*words, "--workers", "2"), seen, stopped, marks=pytest.mark.long)
            for words, seen, stopped in (
                (("simulate", BASE_PATH, *MANY), b" of about 100,000 matches", "Stopped by the user"),
                (("tournament", BASE_PATH, "--bots", "random,greedy", "--matches", "5000"), b" of about 5,000",
                 "Stopped by the user"),
                (("sweep", BASE_PATH, OTHER, *MANY), b" of about 100,000 matches", "Stopped by the user"),
                (("improve", BASE_PATH, "--candidates", "200", "-o", "{folder}"), b"", "The search was stopped"),
            )
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)  # fmt: skip
def test_ctrl_c_ends_with_130_and_without_a_traceback(
    words: tuple[str, ...], seen: bytes, stopped: str, tmp_path: Path
) -> None:
    """Typed into a terminal, so that workers get the signal as well; progress is seen before."""
    code, written = typed_at([word.format(folder=tmp_path) for word in words], b"\x03", seen)
    assert code == 130, written
    assert "Traceback" not in written and "KeyboardInterrupt" not in written
    assert any(text in written for text in (stopped, "No match was finished", "interrupted")), "which depends on when"
    assert not list(tmp_path.iterdir())


def typed_at(words: list[str], keys: bytes, seen: bytes) -> tuple[int, str]:
    """Run the program in a terminal and type when it has written this; the exit code and all that it wrote."""
    ours, theirs = pty.openpty()

    def take_terminal() -> None:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.close(os.open(os.ttyname(1), os.O_RDWR))

    process = subprocess.Popen(
        [sys.executable, "-m", "studio", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
        preexec_fn=take_terminal,
    )
    os.close(theirs)
    written, is_typed = b"", False
    try:
        while True:
            if not select.select([ours], [], [], 120)[0]:
                pytest.fail(f"nothing more came after {written!r}")
            try:
                more = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            written += more
            if seen in written and not is_typed:
                os.write(ours, keys)
                is_typed = True
        return process.wait(120), written.decode("utf-8", "replace")
    finally:
        process.kill()
        process.wait()
        os.close(ours)


# What argparse finds wrong


@pytest.fixture
def english() -> Iterator[None]:
    yield
    use_language(["en"], resources_dir() / "locale")


COMPLAINTS = {
    "validate": ("missing arguments: FILE", "fehlende Argumente: FILE", "arguments manquants : FILE"),
    "games x": ("unknown arguments: x", "unbekannte Argumente: x", "arguments inconnus : x"),
    "survey x --timeout": (
        "--timeout: a value is required",
        "--timeout: ein Wert ist erforderlich",
        "--timeout : une valeur est requise",
    ),
    "survey x --timeout ab": (
        '--timeout: "ab" is not a valid time',
        "--timeout: „ab“ ist keine gültige Zeit",
        "--timeout : « ab » n’est pas une durée valide",
    ),
    "validate x --s": ('unknown option "--s"', "unbekannte Option „--s“", "option inconnue « --s »"),
    "validate x --json=5": (
        "--json: takes no value, but got '5'",
        "--json: nimmt keinen Wert, angegeben ist '5'",
        "--json : n’accepte pas de valeur, mais '5' est indiqué",
    ),
    "completion basj": (
        "SHELL: invalid value \"basj\"; choose one of 'bash'",
        "SHELL: ungültiger Wert „basj“; möglich sind 'bash'",
        "SHELL : valeur non valide « basj » ; choix possibles : 'bash'",
    ),
    "puzzle x --check --solve": (
        "--solve: cannot be used with --check",
        "--solve: lässt sich nicht mit --check kombinieren",
        "--solve : ne peut pas être utilisé avec --check",
    ),
}


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("words", COMPLAINTS)
def test_usage_errors_are_translated(cli: Cli, words: str) -> None:
    for language, shown in zip(("en", "de", "fr"), COMPLAINTS[words], strict=True):
        out, err = cli("--language", language, *words.split(), code=2)
        assert out == "" and err.count("\n") == 1
        assert err.replace("\N{NO-BREAK SPACE}", " ").startswith(f"{PROGRAM}: {shown}")
        assert err.endswith(f" ({PROGRAM} {words.split()[0]} --help)\n")
