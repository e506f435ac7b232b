"""The command line: what every command prints, its exit codes, and bad input refused in one line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from studio import __version__
from studio.cli import COMMANDS
from studio.cli.common import parse_options
from studio.core.game import GameInfo, Option
from studio.documents import paths
from studio.documents.paths import shipped_layouts
from studio.games import load, slugs
from tests.helpers import Cli, one_line_error

SLUG = slugs()[0]
BASE = str(shipped_layouts(SLUG)[0])


@pytest.fixture
def record(cli: Cli, tmp_path: Path) -> Path:
    """A match record of a finished match."""
    path = tmp_path / "match.json"
    cli("play", BASE, "--bots", "random,random", "--seed", "7", "-o", path, "--json")
    return path


def changed(path: Path, target: Path, **changes: Any) -> str:
    """A copy of a JSON file with some top-level values replaced; the copy's path."""
    data = json.loads(path.read_text(encoding="utf-8"))
    target.write_text(json.dumps({**data, **changes}), encoding="utf-8")
    return str(target)


def closed(folder: Path) -> str:
    """A layout that cannot be played, because its border has no gap."""
    body = json.loads(Path(BASE).read_text(encoding="utf-8"))["body"]
    border = dict.fromkeys(("north", "east", "south", "west"), "shore")
    return changed(Path(BASE), folder / "closed.json", body={**body, "border": border})


# what the commands do


def test_games_are_listed(cli: Cli) -> None:
    out = cli.text("games")
    assert all(slug in out and load(slug).info.name in out for slug in slugs())
    data = cli.json("games")
    assert [(game["slug"], game["name"], game["seats"]) for game in data] == [
        (slug, load(slug).info.name, list(load(slug).info.seats)) for slug in slugs()
    ]


def test_validate_lists_problems(cli: Cli, tmp_path: Path, record: Path) -> None:
    out = cli.text("validate", BASE, record, "--no-verify")
    assert out.count("can be played") == 2
    broken = closed(tmp_path)
    assert "cannot be played" in cli("validate", broken, code=1).out
    data = cli.json("validate", BASE, broken, code=1)
    assert [entry["ok"] for entry in data] == [True, False]
    errors = [problem for problem in data[1]["problems"] if problem["severity"] == "error"]
    assert errors
    assert all(problem["code"] and problem["message"] for problem in errors)


def test_validate_goes_on_after_a_file_it_cannot_read(cli: Cli, tmp_path: Path) -> None:
    out, err = cli("validate", tmp_path / "none.json", BASE, "--no-verify", code=2)
    assert "can be played" in out and err.count("\n") == 1


def test_play_prints_the_result_and_records_the_match(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    words = ("play", BASE, "--seats", "3", "--bots", "greedy,random,random", "--seed", "3", "-o", str(path))
    out = cli.text(*words)
    assert "Ada (greedy), Bento (random), Clara (random)" in out
    totals = [line.split()[1:] for line in out.splitlines() if line.startswith("total")]
    data = cli.json(*words)
    assert [[str(points) for points in data["scores"]]] == totals
    assert data["bots"] == ["greedy", "random", "random"]
    assert data["winners"]
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert saved["format"] == "studio.match"
    assert [seat["kind"] for seat in saved["seats"]] == ["greedy", "random", "random"]
    assert len(saved["log"]) == data["decisions"]


def test_play_gives_the_same_match_for_the_same_seed(cli: Cli) -> None:
    first = cli.run("play", BASE, "--seed", "11", "--json")
    assert cli.run("play", BASE, "--seed", "11", "--json") == first
    assert cli.run("play", BASE, "--seed", "12", "--json") != first


def test_options_reach_the_match(cli: Cli) -> None:
    key = load(SLUG).info.options[0].key
    assert load(SLUG).info.options[0].default is False
    out = cli("play", BASE, "--options", f"{key}=on", "--json").out
    assert json.loads(out)["options"] == {key: True}


def test_more_seats_than_a_layout_serves_are_rejected(cli: Cli, tmp_path: Path) -> None:
    layout = json.loads((paths.layouts_dir() / "columbus" / "short_crossing.json").read_text(encoding="utf-8"))
    spaces = layout["body"]["spaces"]
    layout["body"]["spaces"] = [row if number < 4 else row.replace("H", "#") for number, row in enumerate(spaces)]
    path = tmp_path / "few.json"
    path.write_text(json.dumps(layout), encoding="utf-8")
    assert "supports up to 3 seats" in cli("validate", path).out
    for command in ("play", "simulate"):
        code, _out, err = cli.run(command, path, "--seats", "4", "--bots", "random")
        assert code != 0 and "this layout supports at most 3 seats, not 4" in err
    assert cli.run("play", path, "--seats", "3", "--bots", "random")[0] == 0


def test_replay_prints_the_match(cli: Cli, record: Path) -> None:
    out = cli.text("replay", record)
    assert "⟦" not in out
    assert "total" in out
    data = cli.json("replay", record)
    assert data["over"] is True
    assert data["decisions"] == len(json.loads(record.read_text(encoding="utf-8"))["log"])


def test_replay_dumps_one_object_per_decision(cli: Cli, record: Path) -> None:
    out = cli.text("replay", record, "--dump")
    rows = [json.loads(line) for line in out.splitlines()]
    log = json.loads(record.read_text(encoding="utf-8"))["log"]
    assert [row["index"] for row in rows] == list(range(len(log)))
    for row, (action, draws) in zip(rows, log, strict=True):
        assert {"index", "to_move", "legal", "described", "state", "scores", "action"} <= set(row)
        assert row["action"] == action
        assert row["draws"] == draws
        assert action in row["legal"]
        assert len(row["described"]) == len(row["legal"]) == len(set(row["described"]))
        assert row["state"]["to_move"] == row["to_move"] >= 0
        assert not any("⟦" in sentence for sentence in row["described"])


@pytest.mark.parametrize("names", [("Ada", "Ada"), ("", ""), (" ", "⟦0⟧"), ("the bank", "the bank (2)")])
def test_moves_read_differently_whatever_the_seats_are_called(
    cli: Cli, tmp_path: Path, record: Path, names: tuple[str, str]
) -> None:
    seats = [{"name": name, "kind": "random"} for name in names]
    out = cli("replay", changed(record, tmp_path / "named.json", seats=seats), "--dump").out
    for row in map(json.loads, out.splitlines()):
        assert len(set(row["described"])) == len(row["legal"])


def test_simulate_counts_the_same_whatever_the_workers(cli: Cli) -> None:
    arguments = ("simulate", BASE, "--matches", "12", "--seats", "2", "--bots", "random", "--seed", "4", "--json")
    alone = json.loads(cli.run(*arguments, "--workers", "1")[1])
    many = json.loads(cli.run(*arguments, "--workers", "2")[1])
    assert alone.pop("run")["matches_per_second"] > 0 and many.pop("run")["workers"] == 2
    assert alone == many
    assert alone["matches"] == 12
    assert sum(seat["wins"] for seat in alone["sides"][0]["seats"]) == pytest.approx(12)
    out = cli.text(*arguments[:-1], "--workers", "1")
    assert "matches/s" in out


# the program itself


def program(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "studio", *words]
    plain = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", **environment}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=plain, check=False)


def test_the_program_prints_its_version() -> None:
    done = program("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"explorer-studio {__version__}\n", "")


def test_help_names_every_command() -> None:
    done = program("--help")
    assert done.returncode == 0
    names = ("games", "validate", "play", "replay", "simulate", "export", "render", "demo")
    assert all(name in done.stdout for name in (*names, "--version", "--data-dir"))
    assert all(f"  {name}  " in done.stdout for name in COMMANDS), "a gap between name and summary"
    for name in names:
        done = program(name, "--help")
        assert (done.returncode, done.stderr) == (0, "")
        assert f"explorer-studio {name}" in done.stdout


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a display")
def test_a_window_without_a_display_is_rejected_in_one_line() -> None:
    done = program()
    assert "no display" in one_line_error(done.returncode, done.stderr)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a display")
def test_an_unknown_word_is_named() -> None:
    done = program("cake", BASE)
    assert '"cake" is neither a command nor a file' in one_line_error(done.returncode, done.stderr)


@pytest.mark.parametrize(("word", "meant"), [("simulat", "simulate"), ("Validate", "validate"), ("rendr", "render")])
def test_a_mistyped_command_gets_a_suggestion(word: str, meant: str, cli: Cli) -> None:
    line = cli.error(word, BASE, "--seed", "3")
    assert f'did you mean "explorer-studio {meant}"?' in line


@pytest.mark.parametrize("words", [("games",), ("games", "--json"), ("--version",), ("play", BASE), ("validate", BASE)])
def test_commands_without_pictures_load_no_window(words: tuple[str, ...]) -> None:
    code = f"""
import sys
from studio.cli import main
code = main({list(words)!r})
loaded = {{name.split('.')[0] for name in sys.modules}} & {{'PySide6', 'shiboken6', 'qtawesome'}}
light = {{'networkx', 'msgspec', 'platformdirs', 'pysat'}} & set(sys.modules)
print(code, sorted(loaded), sorted(light) if {words[0] in ("games", "--version")!r} else [])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 [] []"


@pytest.mark.parametrize("language", ["de_AT.UTF-8", "C", "en_GB:en", "xx", ""])
def test_any_language_of_the_system_will_do(language: str) -> None:
    done = program("games", LANG=language)
    assert (done.returncode, done.stderr) == (0, "")
    assert SLUG in done.stdout


def test_terminals_that_lack_letters_get_what_they_can_show() -> None:
    done = program("games", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2?4 seats" in done.stdout
    done = program("play", BASE, "--json", PYTHONIOENCODING="latin-1")
    assert json.loads(done.stdout)["seats"] == 2
    one_line_error(2, program("play", "Ödnis.json", PYTHONIOENCODING="ascii").stderr)


def test_the_data_folder_may_stand_before_or_after_the_command(cli: Cli, tmp_path: Path) -> None:
    try:
        for text in (
            ["--data-dir", str(tmp_path), "games"],
            [f"--data-dir={tmp_path}", "games"],
            ["games", "--data-dir", str(tmp_path)],
        ):
            paths.set_data_dir(None)
            assert cli.run(*text)[0] == 0
            assert paths.data_dir() == tmp_path
    finally:
        paths.set_data_dir(None)


@pytest.mark.parametrize("words", [["--data-dir", "", "games"], ["--data-dir=", "games"], ["games", "--data-dir= "]])
def test_a_data_folder_without_a_name_is_rejected(cli: Cli, words: list[str]) -> None:
    assert "the folder name is empty" in cli.error(*words)


def test_a_reader_that_stops_early_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m studio play {BASE!r} --json | true",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""


# input that cannot be used


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("play",), "LAYOUT"),
        (("play", BASE, "--seats", "two"), "not a whole number"),
        (("play", BASE, "--seats", "0"), "not a whole number"),
        (("play", BASE, "--seats", "9"), "seats, not 9"),
        (("play", BASE, "--seats", "3", "--bots", "random,random"), "2 bots for 3 seats"),
        (("play", BASE, "--bots", "oracle"), 'unknown bot "oracle"'),
        (("play", BASE, "--seed", "-1"), "--seed"),
        (("play", BASE, "--options", "fog=on"), 'no option "fog"'),
        (("play", BASE, "-o", "/nonexistent/folder/match.json"), "folder not found"),
        (("simulate", BASE, "--matches", "0"), "not a whole number"),
        (("simulate", BASE, "--workers", "x"), "not a whole number"),
        (("validate",), "FILE"),
        (("validate", BASE, "--timeout", "never"), "not a valid time in seconds"),
        (("replay", BASE), "a match record is required"),
        (("render", BASE, "-o", "picture.bmp"), "must end in .png, .svg or .pdf"),
        (("render", BASE, "-o", "picture.png", "--size", "1"), "use 16 to 16384 pixels"),
        (("render", BASE, "-o", "picture.png", "--size", "800x99999"), "use 16 to 16384 pixels"),
        (("render", BASE, "-o", "picture.png", "--size", "8x8x8"), "not a size"),
        (("render", BASE, "-o", "picture.png", "--size", "large"), "not a size"),
        (("render", BASE), "-o"),
        (("export", BASE, "-o", "picture.png"), "--format"),
        (("export", BASE, "--format", "stone", "-o", "picture.png"), "choose one of"),
        (("export", BASE, "--format", "svg", "-o", "/nonexistent/picture.svg"), "folder not found"),
        (("render", BASE, "-o", "/nonexistent/picture.png"), "folder not found"),
        (("games", "--frobnicate"), "unknown option"),
        (("--frobnicate",), "unknown option"),
        (("-",), "the window cannot read standard input"),
    ],
)
def test_bad_words_are_rejected_in_one_line(cli: Cli, words: tuple[str, ...], reason: str) -> None:
    assert reason in cli.error(*words)


def bad_files(folder: Path, record: Path) -> dict[str, tuple[str, str]]:
    """Files that cannot be used: what each is, its path, and a part of the reason."""
    text = Path(BASE).read_text(encoding="utf-8")
    body = json.loads(text)["body"]
    log = json.loads(record.read_text(encoding="utf-8"))["log"]

    def plain(name: str, content: str) -> str:
        path = folder / f"{name}.json"
        path.write_text(content, encoding="utf-8")
        return str(path)

    empty = folder / "empty"
    empty.mkdir()
    spaces = list(body["spaces"])
    spaces[0] = "Q" + spaces[0][1:]
    odd = [[[999, 1], []], *log]
    undrawn = [[action, []] for action, _draws in log]
    return {
        "missing": (str(folder / "none.json"), "no such file"),
        "folder": (str(empty), "folder"),
        "empty": (plain("empty", ""), "empty"),
        "huge": (plain("huge", " " * (16 * 1024 * 1024 + 1) + text), "16 MB"),
        "deep": (plain("deep", "[" * 100_000), "nested"),
        "not text": (plain("words", "Here be dragons."), "JSON"),
        "wrong type": (changed(Path(BASE), folder / "type.json", name=7), "name"),
        "newer": (changed(Path(BASE), folder / "newer.json", version=99), "newer"),
        "unknown game": (changed(Path(BASE), folder / "game.json", game="settlers"), "settlers"),
        "no such tile": (
            changed(Path(BASE), folder / "tile.json", body={**body, "legend": {"~": {"tile": "atlantis"}}}),
            "atlantis",
        ),
        "symbol": (changed(Path(BASE), folder / "symbol.json", body={**body, "spaces": spaces}), "Q"),
        "record: illegal": (changed(record, folder / "illegal.json", log=odd), "is not legal"),
        "record: no draws": (changed(record, folder / "undrawn.json", log=undrawn), "missing"),
        "record: opening": (changed(record, folder / "opening.json", opening=[]), "opening"),
        "record: log": (changed(record, folder / "log.json", log="long"), "log"),
    }


def test_bad_files_are_rejected_in_one_line_by_every_command(cli: Cli, tmp_path: Path, record: Path) -> None:
    picture = str(tmp_path / "out.png")
    for what, (path, reason) in bad_files(tmp_path, record).items():
        commands = [["validate", path], ["render", path, "-o", picture]]
        if what.startswith("record"):
            commands.append(["replay", path])
        else:  # `replay` may refuse these as the layouts they are
            commands += [["play", path], ["simulate", path, "--workers", "1"]]
            cli.error("replay", path)
        for text in commands:
            line = cli.error(*text)
            assert reason in line, f"{what}: {line}"
    assert not (tmp_path / "out.png").exists()


def test_a_layout_with_errors_is_not_played(cli: Cli, tmp_path: Path) -> None:
    for command in ("play", "simulate"):
        assert "cannot be played" in cli.error(command, closed(tmp_path))


def test_bad_files_end_the_program_without_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 200_000, encoding="utf-8")
    for command in ("validate", "play", "replay", "simulate"):
        done = program(command, str(path))
        one_line_error(done.returncode, done.stderr)


# options of every kind


INFO = GameInfo(
    "toy",
    "Toy",
    "nobody",
    2026,
    2,
    2,
    (
        Option("fog", "Fog", ""),
        Option("speed", "Speed", "", "slow", (("slow", "Slow"), ("fast", "Fast"))),
        Option("rounds", "Rounds", "", 10),
    ),
)


def test_options_have_the_kind_that_the_game_gives_them() -> None:
    assert parse_options(INFO, "") == {}
    assert parse_options(INFO, "fog, speed=fast,rounds=3") == {"fog": True, "speed": "fast", "rounds": 3}
    assert parse_options(INFO, "fog=off") == {"fog": False}


@pytest.mark.parametrize(
    ("text", "reason"),
    [("fog=", "on or off"), ("fog=perhaps", "on or off"), ("speed=mad", "slow, fast"), ("rounds=ten", "whole number")],
)
def test_values_that_an_option_does_not_take_are_rejected(text: str, reason: str) -> None:
    with pytest.raises(Exception, match=reason):
        parse_options(INFO, text)


@pytest.mark.parametrize("command", [("validate",), ("fix",), ("format",), ("diff", BASE), ("play",), ()])
def test_an_empty_file_name_is_rejected(cli: Cli, command: tuple[str, ...]) -> None:

    assert "the file name is empty" in cli.error(*command, "")


def test_a_misspelt_field_gets_a_suggestion(cli: Cli, tmp_path: Path) -> None:
    raw = json.loads(Path(BASE).read_text("utf-8"))
    raw["nots"] = "a remark"
    raw["body"]["bordr"] = {}
    path = tmp_path / "misspelt.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    _code, out, _err = cli.run("validate", "--no-verify", path)
    assert "“$.nots” (did you mean “notes”?)" in out and "“$.body.bordr” (did you mean “border”?)" in out
