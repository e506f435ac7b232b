"""Help texts, and the option names of version 0.2, which still work but are shown nowhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from studio import __version__
from studio.cli import COMMANDS, commands, parser_of
from studio.cli.common import ALIASES, CHOICE_ALIASES
from studio.core.text import use_language
from studio.documents.paths import resources_dir
from tests.helpers import Cli

BASE = "layouts/neue_entdecker/base.json"
LIMITS = {"en": 60, "de": 70, "fr": 70}
"""Characters of the first sentence of a help text at most."""


@pytest.fixture
def language() -> Iterator[None]:
    yield
    use_language(["en"], resources_dir() / "locale")


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("code", LIMITS)
def test_help_is_short(code: str) -> None:
    use_language([code], resources_dir() / "locale")
    helps = {text for one in commands() for text in (one.help, *(argument.help for argument in one.arguments))}
    assert {text for text in helps if len(text.split(". ")[0]) > LIMITS[code] or text.endswith(".")} == set()


def test_help_names_the_defaults_of_the_code() -> None:
    for name in COMMANDS:
        for action in parser_of(name)[0]._actions:
            stated = re.search(r"\(default: ([\w.,/]+)\)", action.help or "")
            if stated and stated[1] not in ("text", "all", "duplex"):
                value = action.default
                value = value[0] if isinstance(value, tuple) else value
                shown = {None: stated[1]}.get(value, f"{value:g}" if isinstance(value, (int, float)) else str(value))
                assert stated[1] == shown, (name, action.option_strings)


@pytest.mark.parametrize(("old", "new"), ALIASES)
def test_old_option_names_work(old: str, new: str) -> None:
    found = 0
    for name in COMMANDS:
        action = parser_of(name)[0]._option_string_actions.get(new)
        if action is not None:
            assert old not in parser_of(name)[0]._option_string_actions
            required = {"export": ["-o", "x", "--format", "png"], "render": ["-o", "x"], "merge": ["-o", "x"]}.get(
                name, []
            )
            value = [next(iter(action.choices or "2"))] if action.nargs is None else []
            words = [*{"diff": "xx", "merge": "xxx"}.get(name, ["goldland"]), *required]
            words = [] if name in ("games", "demo", "check") else words
            made = [parser_of(name)[0].parse_words([*words, option, *map(str, value)]) for option in (old, new)]
            assert made[0] == made[1]
            found += 1
    assert found


def test_old_choices_work(cli: Cli) -> None:
    parser = parser_of("export")[0]
    for old, new in CHOICE_ALIASES.items():
        option = "--backs" if new == "separate" else "--orientation"
        args = parser.parse_words([BASE, "--format", "print", "-o", "x.pdf", option, old])
        assert new in vars(args).values() and old not in parser.format_help()


def test_an_old_name_is_answered_with_a_warning(cli: Cli, tmp_path: Path) -> None:
    cli("new", "columbus", "-o", tmp_path / "new.json")
    for quiet, warning in ((False, 'explorer-studio: warning: "--no-proof" will be removed'), (True, "")):
        out, err = cli("validate", tmp_path / "new.json", "--no-proof", "--json", *["-q"] * quiet)
        assert err.startswith(warning) and err.count("\n") == bool(warning)
        assert json.loads(out)[0]["ok"], "standard output stays clean"
    assert cli("validate", tmp_path / "new.json", "--no-verify").err == ""


def test_old_names_are_shown_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "packaging"))
    import man_page

    old = {name for name, _new in ALIASES}
    shown = ["\n".join(man_page.page()).replace("\\-", "-"), *(parser_of(name)[0].format_help() for name in COMMANDS)]
    pages = [Path("README.md"), *Path("resources").glob("docs/*.md"), *Path("resources").glob("manual/*.md")]
    shown += [page.read_text("utf-8") for page in pages]
    shown += [script.read_text("utf-8") for script in Path("resources/completions").iterdir()]
    for text in shown:
        assert old & set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", text)) == set()


def test_help_and_version_are_commands_too(cli: Cli) -> None:
    assert cli.text("version") == cli.text("--version") == f"explorer-studio {__version__}\n"
    with pytest.raises(SystemExit, match="0"):
        cli("help", "games")
    assert cli.json("games") == cli.json("--quiet", "games")
    assert cli.text("--json", "games") == cli.text("games", "--json")
    assert "did you mean" not in cli.error("--json")


@pytest.mark.usefixtures("language")
def test_severities_and_seats_are_translated(cli: Cli) -> None:
    assert "\n  hint    sector.count: " in cli.text("validate", BASE, "--no-verify")
    assert "\n  Hinweis sector.count: " in cli.text("--language", "de", "validate", BASE, "--no-verify")
    assert "2–4 Plätze\n" in cli.text("--language", "de", "games")


@pytest.mark.usefixtures("language")
def test_completion_scripts_explain_options_in_the_language_in_use(cli: Cli) -> None:
    assert "'Print JSON'" in cli.text("completion", "fish")
    bash = cli.text("completion", "bash")
    assert "'JSON ausgeben'" in cli.text("--language", "de", "completion", "fish")
    assert cli.text("completion", "bash") == bash, "it has no help texts"


@pytest.mark.parametrize(
    ("kind", "words", "option"),
    [
        ("png", ("--paper", "a4"), "--paper is not available for png, only for print"),
        ("png", ("--frame-seconds", "3"), "--frame-seconds is not available for png, only for apng"),
        ("svg", ("--no-texture",), "--no-texture is not available for svg, only for png"),
        ("print", ("--dpi", "300"), "--dpi is not available for print, only for png, svg, pdf"),
        ("tiled", ("--rules",), "--rules is not available for tiled, only for text"),
    ],
)
def test_options_of_another_format_are_rejected(
    kind: str, words: tuple[str, ...], option: str, cli: Cli, tmp_path: Path
) -> None:
    assert option in cli.error("export", BASE, "--format", kind, "-o", tmp_path / "out", *words)
    assert not list(tmp_path.iterdir())


def test_render_has_the_size_of_a_tile(cli: Cli, tmp_path: Path) -> None:
    data = cli.json("render", BASE, "-o", tmp_path / "out.svg", "--tile-mm", "25.4", "--dpi", "20")
    assert data["width"] < 600
    assert "--no-texture" in cli.error("render", BASE, "-o", tmp_path / "out.svg", "--no-texture")


def test_examples_of_the_man_page_are_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "packaging"))
    import man_page

    for line, _purpose in man_page.EXAMPLES:
        program, command, *words = line.split()
        assert program == "explorer-studio"
        parser_of(command)[0].parse_args(words)
