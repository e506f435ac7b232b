"""`explorer-studio new`: layouts from choices, to a file or standard output; mistakes are told in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from studio.cli import main
from studio.games import slugs
from studio.services.loading import load_layout


def _refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["new", *words]) == 2
    told = capsys.readouterr()
    assert not told.out and told.err.count("\n") == 1
    return told.err


@pytest.mark.parametrize("slug", slugs())
def test_a_layout_of_every_game_is_made_and_the_same_again(slug: str, tmp_path: Path) -> None:
    size = "10x9" if slug == "goldland" else "20x12"
    files = [tmp_path / name for name in ("one.json", "two.json", "three.json")]
    for path, seed in zip(files, ("5", "5", "6"), strict=True):
        words = ["new", slug, "--size", size, "--seed", seed, "--template", "wide", "--name", "Mine", "-o", str(path)]
        assert main(words) == 0
    one, two, three = (path.read_bytes() for path in files)
    assert one == two != three
    made = load_layout(files[0])
    grid = made.game.body.grid(made.body)
    assert (f"{grid.columns}x{grid.rows}", made.layout.name) == (size, "Mine")
    assert main(["validate", "--no-proof", *map(str, files)]) == 0


def test_standard_output_holds_nothing_but_the_layout(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "columbus", "--template", "short", "-o", "-", "--json"]) == 0
    told = capsys.readouterr()
    layout, summary = json.loads(told.out), json.loads(told.err)
    assert layout["game"] == "columbus" and len(layout["body"]["spaces"]) == 8
    assert summary["choices"]["rows"] == 8 and summary["seed"] == 0


def test_choices_are_set_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "sea.json"
    changes = ["outline=drawn", "drawn=##../#...", "fixed.sea=0", "border.north=coast", "sectors=2", "even=off"]
    words = [word for change in changes for word in ("--set", change)]
    assert main(["new", "entdecker", *words, "-o", str(path)]) == 0
    body: Any = json.loads(path.read_text())["body"]
    assert body["spaces"][0].startswith("##") and body["border"]["north"] == "coast"


@pytest.mark.parametrize("slug", slugs())
def test_templates_and_choices_are_listed(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", slug, "--list"]) == 0
    told = capsys.readouterr().out
    assert "--template box" in told and "--set columns=" in told
    assert all("'" in line for line in told.splitlines() if "--set" in line and "=open " in line), "ready for a shell"
    assert main(["new", slug, "--list", "--json", "--template", "wide"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["templates"][0]["key"] == "box"
    assert {choice["key"] for choice in plain["choices"]} >= {"columns", "rows"}


def test_mistakes_are_told_with_what_may_have_been_meant(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = ("-o", str(tmp_path / "never.json"))
    for words, told in (
        (("columbos", *out), 'did you mean "columbus"?'),
        (("entdecker", "--template", "rign", *out), 'did you mean "ring"?'),
        (("entdecker", "--set", "sektors=2", *out), 'did you mean "sectors"?'),
        (("entdecker", "--set", "zzzz=2", *out), "--list names them"),
        (("entdecker", "--set", "outline=rign", *out), 'did you mean "ring"?'),
        (("entdecker", "--set", "even=off", *out), "as long as the other choices are as they are"),
        (("entdecker", "--set", "sectors", *out), "KEY=VALUE"),
        (("entdecker", "--set", "fixed.sea=many", *out), "whole number"),
        (("entdecker", "--set", "fixed.sea=99", *out), "from 0 to 24"),
        (("goldland", "--set", "villages=٣", *out), "whole number"),
        (("columbus", "--set", "florida=perhaps", *out), "on or off"),
        (("columbus", "--set", "words=quo vadis?", *out), "letters from A to Z"),
        (("entdecker", "--size", "99x5", *out), "from 5 to 24"),
        (("entdecker", "--size", "wide", *out), "not a size like 16x10"),
        (("entdecker",), "-o FILE"),
    ):
        assert told in _refused(capsys, *words), words
    assert list(tmp_path.iterdir()) == []
