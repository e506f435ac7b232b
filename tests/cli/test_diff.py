"""`diff`: what differs between two layouts, in words and as data; 0 the same, 1 not, 2 unusable."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from studio.cli import main
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.services.layout_diff import diff_layouts
from studio.services.loading import load_layout, save_layout
from tests.cli.test_streams import program


@pytest.fixture(params=slugs())
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path, str]:
    """Two files that differ in one space, and the name of that space."""
    from dataclasses import replace

    opened = load_layout(shipped_layouts(request.param)[0])
    game, body, grid = opened.game, opened.body, opened.game.body.grid(opened.body)
    stamps = [item.stamp for group in game.sketch.palette(body) if group.on == "cells" for item in group.items]
    for cell in range(grid.count):
        for stamp in stamps:
            after = game.editing.stamp(body, cell, stamp)
            touched = [
                other
                for other in range(grid.count)
                if game.editing.pick(after, other) != game.editing.pick(body, other)
            ]
            if touched == [cell]:
                one, other_file = tmp_path / "one.json", tmp_path / "other.json"
                save_layout(opened, one)
                save_layout(replace(opened, body=after), other_file)
                return one, other_file, grid.name(cell)
    raise AssertionError("nothing can be painted")


def test_the_same_is_told_by_silence(pair: tuple[Path, Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    one, _other, _name = pair
    assert main(["diff", str(one), str(one), "--no-measures"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["diff", str(one), str(one), "--no-measures", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["same"] is True and told["spaces"] == [] and told["fields"] == []
    assert all(one == other for one, other in (figure["values"] for figure in told["figures"]))


def test_a_space_that_differs_is_named(pair: tuple[Path, Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    one, other, name = pair
    assert main(["diff", str(one), str(other), "--no-measures"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "1 space differs" in lines[0]
    assert lines[1].split()[0] == name and " → " in lines[1]
    assert main(["diff", str(one), str(other), "--no-measures", "--json"]) == 1
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert [space["name"] for space in told["spaces"]] == [name]
    assert told["same"] is False
    raw = [json.loads(path.read_text("utf-8"))["body"] for path in (one, other)]
    differing = [f"$.body.{key}" for key in raw[0].keys() | raw[1].keys() if raw[0].get(key) != raw[1].get(key)]
    assert sorted(told["fields"]) == sorted(differing)


def test_words_and_sizes_differ_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = shipped_layouts(slugs()[0])[0]
    raw = json.loads(path.read_text("utf-8"))
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**raw, "name": "Elsewhere"}), encoding="utf-8")
    assert main(["diff", str(path), str(other), "--no-measures", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["fields"] == ["$.name"]
    from dataclasses import replace

    opened = load_layout(path)
    save_layout(replace(opened, body=opened.game.editing.resize(opened.body, 0, 0, 2, 0)), other)
    assert main(["diff", str(path), str(other), "--no-measures"]) == 1
    out = capsys.readouterr().out
    assert "Size" in out and ", now " in out.splitlines()[0]


def test_what_cannot_be_compared_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (shipped_layouts(slug)[0] for slug in slugs()[:2])
    assert main(["diff", str(first), str(second)]) == 2
    assert "One is a layout of" in capsys.readouterr().err
    assert main(["diff", str(first), str(tmp_path / "gone.json")]) == 2
    assert main(["diff", "-", "-"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_one_of_them_may_come_through_a_pipe() -> None:
    path = shipped_layouts(slugs()[0])[0]
    run = program(["diff", "-", str(path), "--no-measures"], given=path.read_bytes())
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("slug", slugs())
def test_measures_stand_in_both_columns(slug: str) -> None:
    from studio.core.cancellation import CancelToken

    paths = shipped_layouts(slug)[:2]
    one, other = (load_layout(path) for path in paths)
    plain, measured = diff_layouts(one, other), diff_layouts(one, other, CancelToken(20))
    assert len(measured.stats) >= len(plain.stats)
    assert {figure.name for figure in plain.stats} >= {"Errors", "Warnings", "Hints", "Size", "Seats"}
    back = diff_layouts(other, one)
    assert [(f.name, f.other, f.one) for f in sorted(plain.stats)] == [
        (f.name, f.one, f.other) for f in sorted(back.stats)
    ]
