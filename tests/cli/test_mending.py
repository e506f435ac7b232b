"""`format` and `fix`: files written anew, whole or not at all, from pipe to pipe too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.cli import main
from studio.documents.keeping.backups import backups
from studio.documents.paths import set_data_dir, shipped_layouts
from studio.games import slugs
from studio.opening import open_layout
from tests.cli.test_streams import program

BASE = shipped_layouts(slugs()[0])[0]


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path) -> Iterator[None]:
    set_data_dir(tmp_path / "data")
    yield
    set_data_dir(None)


@pytest.fixture(params=slugs())
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A layout of each game, written in one line."""
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(json.loads(shipped_layouts(request.param)[0].read_text("utf-8"))), encoding="utf-8")
    return path


def test_a_file_is_written_in_canonical_form_once(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = path.read_bytes()
    assert main(["format", str(path), "--check"]) == 1
    assert path.read_bytes() == before and "not in canonical form" in capsys.readouterr().out
    assert main(["format", str(path)]) == 0
    slug = open_layout(path).game.info.slug
    assert path.read_bytes() == shipped_layouts(slug)[0].read_bytes()
    assert "written anew" in capsys.readouterr().out
    assert [backup.path.read_bytes() for backup in backups(path)] == [before], "what it held is put aside"
    written = path.stat().st_mtime_ns
    assert main(["format", str(path), "--check"]) == 0 and main(["format", str(path)]) == 0
    assert capsys.readouterr().out == "" and path.stat().st_mtime_ns == written


def test_one_unusable_file_does_not_stop_the_others(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = path.with_name("bad.json")
    bad.write_text('{"format": "studio.layout"', encoding="utf-8")
    assert main(["format", str(bad), str(path), "--json"]) == 2
    said = capsys.readouterr()
    answers = json.loads(said.out)
    assert "the text ends too early" in answers[0]["unusable"] and answers[1]["changed"] is True
    assert bad.read_text("utf-8") == '{"format": "studio.layout"' and "Traceback" not in said.err


def test_format_goes_from_pipe_to_pipe(tmp_path: Path) -> None:
    flat = json.dumps(json.loads(BASE.read_text("utf-8"))).encode()
    done = program(["format", "-"], flat, tmp_path)
    assert (done.returncode, done.stdout) == (0, BASE.read_bytes())
    assert program(["format", "-", "--check"], flat, tmp_path).returncode == 1
    record = program(["play", "-", "--record", "-"], BASE.read_bytes(), tmp_path).stdout
    again = program(["format", "-"], json.dumps(json.loads(record)).encode(), tmp_path)
    assert (again.returncode, again.stdout) == (0, record)


def spoilt(tmp_path: Path) -> tuple[Path, str, bool]:
    """A layout with a finding that can be repaired, its code, and whether that is safe."""
    for slug in slugs():
        layout = open_layout(shipped_layouts(slug)[0])
        raw: dict[str, Any] = json.loads(shipped_layouts(slug)[0].read_text("utf-8"))
        for place, key, value in _spoilings(raw["body"]):
            old, place[key] = place[key], value
            problems = layout.game.check(layout.game.parse(raw["body"]))
            for problem in problems:
                if problem.fix is not None:
                    path = tmp_path / "spoilt.json"
                    path.write_text(json.dumps(raw), encoding="utf-8")
                    return path, problem.code, problem.fix.safe
            place[key] = old
    raise AssertionError("nothing that is spoilt can be repaired")


def _spoilings(body: dict[str, Any]) -> Iterator[tuple[Any, Any, Any]]:
    """One number after another below nought."""
    for tile in body["tiles"] if isinstance(body["tiles"], list) else [body["tiles"]]:
        for key, value in tile.items():
            if isinstance(value, int) and not isinstance(value, bool):
                yield tile, key, -3


def test_a_code_that_is_named_is_repaired(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, code, _is_safe = spoilt(tmp_path)
    out = tmp_path / "mended.json"
    before = path.read_bytes()
    assert main(["fix", str(path), "--code", code, "-o", str(out), "--json"]) in (0, 1)
    told = json.loads(capsys.readouterr().out)
    assert {problem["code"] for problem in told["fixed"]} == {code}
    assert path.read_bytes() == before
    layout = open_layout(out)
    assert code not in [problem.code for problem in layout.game.check(layout.body)]
    assert [problem["code"] for problem in told["left"]] == [p.code for p in layout.game.check(layout.body)]
    assert main(["fix", str(out), "--code", "no.such"]) in (0, 1)
    assert 'there is no finding "no.such"' in capsys.readouterr().err


def test_safe_repairs_are_made_in_place_and_left_files_are_left(tmp_path: Path) -> None:
    path, code, is_safe = spoilt(tmp_path)
    assert main(["fix", str(path)]) in (0, 1)
    layout = open_layout(path)
    left = [problem.code for problem in layout.game.check(layout.body) if problem.fix is not None and problem.fix.safe]
    assert left == [] and (code not in left or not is_safe)
    sound = tmp_path / "sound.json"
    sound.write_bytes(BASE.read_bytes() + b"\n")
    assert main(["fix", str(sound)]) == 0
    assert sound.read_bytes() == BASE.read_bytes() + b"\n", "nothing to repair: not written"


def test_a_record_is_not_repaired(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "match.json"
    assert main(["play", str(BASE), "--record", str(record)]) == 0
    assert main(["fix", str(record)]) == 2
    assert "a layout was wanted" in capsys.readouterr().err


def test_what_would_be_repaired_is_shown_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rich.json"
    raw = json.loads(shipped_layouts("entdecker")[0].read_text("utf-8"))
    raw["body"]["gold"] = {"start": 9, "cap": 8}
    path.write_text(json.dumps(raw), encoding="utf-8")
    before = path.read_bytes()
    assert main(["fix", str(path), "--code", "gold.over_cap", "--show"]) == 0
    said = capsys.readouterr().out
    assert "9 → 8." in said and "1 repair to make, " in said
    assert path.read_bytes() == before and backups(path) == []
    assert main(["fix", str(path), "--code", "gold.over_cap", "--show", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["output"] is None and told["changes"]["spaces"] == []
    assert [(figure["before"], figure["after"]) for figure in told["changes"]["figures"]] == [("9", "8")]
    assert main(["fix", str(path), "--show", "-o", "-"]) == 2
    assert "--show" in capsys.readouterr().err
