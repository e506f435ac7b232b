"""`format` and `fix`: files written anew, whole or not at all, from pipe to pipe too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.cli import main
from studio.documents.paths import set_data_dir, shipped_layouts
from studio.documents.store import list_backups
from studio.games import slugs
from studio.services.loading import load_layout
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
    slug = load_layout(path).game.info.slug
    assert path.read_bytes() == shipped_layouts(slug)[0].read_bytes()
    assert "written anew" in capsys.readouterr().out
    assert [backup.path.read_bytes() for backup in list_backups(path)] == [before], "what it held is put aside"
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


@pytest.mark.long
def test_format_goes_from_pipe_to_pipe(tmp_path: Path) -> None:
    flat = json.dumps(json.loads(BASE.read_text("utf-8"))).encode()
    done = program(["format", "-"], flat, tmp_path)
    assert (done.returncode, done.stdout) == (0, BASE.read_bytes())
    assert program(["format", "-", "--check"], flat, tmp_path).returncode == 1
    record = program(["play", "-", "--record", "-"], BASE.read_bytes(), tmp_path).stdout
    again = program(["format", "-"], json.dumps(json.loads(record)).encode(), tmp_path)
    assert (again.returncode, again.stdout) == (0, record)
    (tmp_path / "flat.json").write_bytes(flat)
    both = program(["format", "-", "flat.json"], flat, tmp_path)
    assert (both.returncode, both.stdout) == (0, BASE.read_bytes()) and b"flat.json: written anew" in both.stderr


def spoilt(tmp_path: Path) -> tuple[Path, str, bool]:
    """A layout with a finding that can be repaired, its code, and whether that is safe."""
    for slug in slugs():
        layout = load_layout(shipped_layouts(slug)[0])
        raw: dict[str, Any] = json.loads(shipped_layouts(slug)[0].read_text("utf-8"))
        for place, key, value in _spoilings(raw["body"]):
            old, place[key] = place[key], value
            problems = layout.game.checks.check(layout.game.body.parse(raw["body"]))
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
    (told,) = json.loads(capsys.readouterr().out)
    assert {problem["code"] for problem in told["fixed"]} == {code}
    assert path.read_bytes() == before
    layout = load_layout(out)
    assert code not in [problem.code for problem in layout.game.checks.check(layout.body)]
    assert [problem["code"] for problem in told["left"]] == [p.code for p in layout.game.checks.check(layout.body)]
    assert main(["fix", str(out), "--code", "no.such"]) in (0, 1)
    assert 'there is no finding "no.such"' in capsys.readouterr().err


def test_safe_repairs_are_made_in_place_and_left_files_are_left(tmp_path: Path) -> None:
    path, code, is_safe = spoilt(tmp_path)
    assert main(["fix", str(path)]) in (0, 1)
    layout = load_layout(path)
    left = [
        problem.code
        for problem in layout.game.checks.check(layout.body)
        if problem.fix is not None and problem.fix.safe
    ]
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
    path = rich(tmp_path / "rich.json")
    before = path.read_bytes()
    assert main(["fix", str(path), "--code", "gold.over_cap", "--show"]) == 0
    said = capsys.readouterr().out
    assert "9 → 8." in said and "1 repair to make, " in said
    assert path.read_bytes() == before and list_backups(path) == []
    assert main(["fix", str(path), "--code", "gold.over_cap", "--show", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["output"] is None and told["changes"]["spaces"] == []
    assert [(figure["before"], figure["after"]) for figure in told["changes"]["figures"]] == [("9", "8")]
    assert main(["fix", str(path), "--show", "-o", "-"]) == 2
    assert "--show" in capsys.readouterr().err


def rich(path: Path) -> Path:
    """A layout with more gold at the start than anybody may have."""
    raw = json.loads(shipped_layouts("entdecker")[0].read_text("utf-8"))
    raw["body"]["gold"] = {"start": 9, "cap": 8}
    path.write_text(json.dumps(raw), encoding="utf-8")
    return path


CAPPED = ["--code", "gold.over_cap"]


def test_several_files_and_folders_are_repaired_each_in_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "deep").mkdir()
    one, two, bad = rich(tmp_path / "deep" / "a.json"), rich(tmp_path / "b.json"), tmp_path / "bad.json"
    (tmp_path / "deep" / "sound.json").write_bytes(BASE.read_bytes())
    bad.write_text('{"format": "studio.layout"', encoding="utf-8")
    assert main(["play", str(BASE), "--record", str(tmp_path / "deep" / "m.match.json"), "-q"]) == 0
    assert main(["fix", str(bad), str(tmp_path / "deep"), str(two), *CAPPED, "--json"]) == 2
    said = capsys.readouterr()
    answers = json.loads(said.out)
    assert [Path(one["file"]).name for one in answers] == ["bad.json", "a.json", "sound.json", "b.json"]
    assert "the text ends too early" in answers[0]["unusable"] and answers[0]["fixed"] == []
    assert [len(one["fixed"]) for one in answers[1:]] == [1, 0, 1]
    assert "no finding" not in said.err, "some of them had it"
    for path in (one, two):
        layout = load_layout(path)
        assert "gold.over_cap" not in [problem.code for problem in layout.game.checks.check(layout.body)]
        assert len(list_backups(path)) == 1


def test_the_answer_for_several_is_the_worst_and_what_none_has_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = json.loads(BASE.read_text("utf-8"))
    place, key, _value = next(_spoilings(broken["body"]))
    place[key] = -3
    (tmp_path / "broken.json").write_text(json.dumps(broken), encoding="utf-8")
    assert main(["fix", str(BASE), str(tmp_path / "broken.json"), "--code", "no.such", "--show"]) == 1
    said = capsys.readouterr()
    assert said.err.count('there is no finding "no.such"') == 1 and said.out.count("0 repairs to make") == 2


def test_one_output_is_for_one_layout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rich(tmp_path / "a.json")
    out = tmp_path / "out" / "mended.json"
    out.parent.mkdir()
    assert main(["fix", str(tmp_path), *CAPPED, "-o", str(out)]) == 0, "a folder with one in it"
    assert out.exists()
    rich(tmp_path / "b.json")
    assert main(["fix", str(tmp_path), "-o", str(out)]) == 2
    assert "--output takes one layout" in capsys.readouterr().err


def test_what_comes_by_a_pipe_goes_on_by_a_pipe_and_files_beside_it_stay_files(tmp_path: Path) -> None:
    source, beside = rich(tmp_path / "a.json"), rich(tmp_path / "b.json")
    done = program(["fix", "-", str(beside), *CAPPED], source.read_bytes(), tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith(b"{") and json.loads(done.stdout)["body"]["gold"]["start"] == 8
    assert json.loads(beside.read_text("utf-8"))["body"]["gold"]["start"] == 8
