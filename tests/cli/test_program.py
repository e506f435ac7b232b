"""The commands `manual` and `completion`, and the man page."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from studio.bots import list_bots
from studio.cli import COMMANDS, commands
from studio.cli.program import SHELLS
from studio.games import slugs
from tests.helpers import Cli

ROOT = Path(__file__).parents[2]
ASK_BASH = """
compopt() { :; }
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_explorer_studio
printf '%s\\n' "${COMPREPLY[@]}"
"""
Ask = Callable[..., set[str]]


@pytest.fixture
def scripts(tmp_path: Path, cli: Cli) -> Path:
    """A folder with the script of each shell, as printed."""
    folder = tmp_path / "scripts"
    folder.mkdir()
    for shell in SHELLS:
        (folder / shell).write_text(cli("completion", shell).out, "utf-8")
    return folder


@pytest.fixture(params=["bash", "fish"])
def ask(request: pytest.FixtureRequest, scripts: Path, tmp_path: Path) -> Ask:
    """What a shell proposes for the last word of a line, in a folder with files."""
    shell = shutil.which(request.param)
    if shell is None:
        pytest.skip(f"there is no {request.param} here")
    for name in ("sea.json", "sea.txt", "count.py", "sea.tmj"):
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()

    def proposed(*words: str) -> set[str]:
        command = [shell, "-c", ASK_BASH, "ask", str(scripts / "bash"), "explorer-studio", *words]
        if request.param == "fish":
            line = " ".join(("explorer-studio", *words))
            command = [shell, "-N", "-c", f"source {scripts / 'fish'}; complete -C '{line}'"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stderr == ""
        return {line.split("\t")[0] for line in done.stdout.splitlines()} - {""}

    return proposed


def test_shells_complete_commands_options_and_values(ask: Ask) -> None:
    assert ask("va") == {"validate"}
    assert set(COMMANDS) <= ask("")
    assert ask("validate", "--st") == {"--strict"}
    assert ask("export", "sea.json", "--format", "ap") == {"apng"}
    assert ask("new", "") == set(slugs())
    assert ask("--language", "de", "puzzle", "--s") == {"--solve"}
    assert ask("completion", "") == set(SHELLS)
    assert ask("explain", "edge.m") == {"edge.mismatch"}
    assert ask("--language", "d") == {"de"}


def test_shells_complete_lists_after_a_comma(ask: Ask) -> None:
    assert ask("play", "sea.json", "--bots", "") == set(list_bots())
    assert ask("play", "sea.json", "--bots", "random,gr") == {"random,greedy"}


def test_shells_complete_files_by_extension(ask: Ask) -> None:
    assert "sea.json" in ask("validate", "sea.j") and "sea.json" in ask("sea.j") and "sea.json" in ask("explain", "sea")
    assert "sea.json" in ask("sea.json", "sea.j") and "sea.txt" not in ask("validate", "old.json", "")
    assert ask("import", "sea.t") - {"sea.txt"} == {"sea.tmj"}
    assert "count.py" in ask("simulate", "sea.json", "--stats", "cou")
    assert {word.rstrip("/") for word in ask("--data-dir", "fol")} == {"folder"}
    assert "sea.txt" in ask("render", "sea.json", "-o", "sea.tx")
    assert not ask("play", "--seats", "s"), "a number is no file"


@pytest.mark.parametrize("shell", list(SHELLS))
def test_completion_scripts_are_valid_in_their_shells(shell: str, scripts: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell} here")
    done = subprocess.run([program, "-n", str(scripts / shell)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("shell", list(SHELLS))
def test_completion_scripts_have_every_option(shell: str, scripts: Path) -> None:
    text = (scripts / shell).read_text(encoding="utf-8")
    for command in commands():
        for option in (option for one in command.arguments for option in one.options):
            fish = f" {'-l' if option.startswith('--') else '-s'} {option.lstrip('-')} "
            assert (fish if shell == "fish" else option) in text


def test_bash_completes_values_behind_an_equals_sign(scripts: Path) -> None:
    words = ["bash", "-c", ASK_BASH, "ask", str(scripts / "bash"), "explorer-studio", "export", "--format", "="]
    for typed, proposed in (([], "png svg pdf print tiled apng text"), (["ti"], "tiled")):
        done = subprocess.run([*words, *typed], capture_output=True, text=True, check=True)
        assert done.stdout.split() == proposed.split()


@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh here")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("vali", "validate "),
        ("sea.j", "sea.json "),
        ("sea.json bay.j", "sea.json bay.json "),
        ("validate sea.json bay.j", "validate sea.json bay.json "),
        ("explain ba", "explain bay.json "),
    ],
)
def test_zsh_completes_commands_and_files(typed: str, completed: str, scripts: Path, tmp_path: Path) -> None:
    import pty  # not on Windows

    for name in ("sea.json", "bay.json", "sea.txt", "bay.txt"):
        (tmp_path / name).touch()
    setup = f'autoload -Uz compinit; compinit -u -D; eval "$(cat {scripts / "zsh"})"; PS1=; print -n REA; print DY\n'
    process, terminal = pty.fork()
    if not process:
        os.chdir(tmp_path)
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "TERM": "dumb"})
    try:
        shown = ""
        for line, end in ((setup, "READY"), (f"explorer-studio {typed}\t", completed)):
            os.write(terminal, line.encode())
            while end not in shown and select.select([terminal], [], [], 20)[0]:
                shown += os.read(terminal, 4096).decode(errors="replace")
            assert end in shown, shown
            shown = ""
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)


def test_completions_need_no_quoting_in_any_shell() -> None:
    """Nothing that a shell would make something else of."""
    for command in commands():
        for word in (word for one in command.arguments for word in one.choices):
            assert word.replace("_", "").replace(".", "").replace("-", "").isalnum() and word.isascii()


def test_an_unknown_shell_is_rejected(cli: Cli) -> None:
    assert "bash" in cli("completion", "tcsh", code=2).err
    assert "complete -F _explorer_studio explorer-studio" in cli("completion", "bash").out


def test_the_man_page_is_complete_and_valid_troff() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "packaging" / "man_page.py")], capture_output=True, check=True)
    page = done.stdout.decode("utf-8")
    for command in commands():
        assert f".SS {command.name} " in page or not command.name
        for one in command.arguments:
            assert all(option.replace("-", "\\-") in page for option in one.options)
    assert {line.split()[0] for line in page.splitlines() if line.startswith((".", "'"))} <= {
        ".TH", ".SH", ".SS", ".TP", ".B", ".I", ".br",
    }  # fmt: skip
    if shutil.which("groff"):
        words = ["groff", "-man", "-ww", "-Kutf8", "-Tutf8", "-z"]
        checked = subprocess.run(words, input=done.stdout, capture_output=True, check=True)
        assert checked.stderr == b""


def test_the_manual_is_listed_and_printed(cli: Cli) -> None:
    listed = cli("manual").out
    assert "Measurements\n" in listed and "  lab " in listed and "Lab" in listed
    shown = cli("manual", "file_format").out
    assert shown.startswith("File format\n\n  A layout is a JSON text file.")
    assert '      "format": "studio.layout",' in shown and "**" not in shown and "`" not in shown
    assert {"page": "lab", "title": "Lab"} in cli.json("manual")
    page = cli.json("manual", "lab")
    assert page["title"] == "Lab" and page["blocks"][0]["kind"] == "words"


def test_the_manual_is_written_for_a_browser(tmp_path: Path, cli: Cli) -> None:
    path = tmp_path / "manual.html"
    assert cli.json("manual", "-o", path) == {"output": str(path)}
    assert path.read_bytes().startswith(b"<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (["printin"], 'did you mean "printing"?'),
        (["xyzzy"], "available: first_layout, "),
        (["lab", "-o", "out.html"], "omit PAGE"),
        (["-o", "nowhere/out.html"], "folder not found"),
    ],
)
def test_unknown_pages_are_rejected(words: list[str], suggestion: str, cli: Cli) -> None:
    assert suggestion in cli("manual", *words, code=2).err
