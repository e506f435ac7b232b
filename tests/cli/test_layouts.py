"""The commands `new`, `complete`, `fix`, `format`, `diff` and `merge`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from studio.core.cancellation import CancelToken
from studio.documents.paths import shipped_layouts
from studio.documents.store import list_backups
from studio.games import slugs
from studio.services.layout_diff import diff_layouts
from studio.services.loading import load_layout, save_layout
from tests.cli.test_files import program
from tests.helpers import Cli
from tests.services.test_layout_diff import stamped

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.usefixtures("data_folder")


@pytest.mark.parametrize("slug", slugs())
def test_a_layout_of_every_game_is_made_and_the_same_again(cli: Cli, slug: str, tmp_path: Path) -> None:
    size = "10x9" if slug == "goldland" else "20x12"
    files = [tmp_path / name for name in ("one.json", "two.json", "three.json")]
    for path, seed in zip(files, ("5", "5", "6"), strict=True):
        cli("new", slug, "--size", size, "--seed", seed, "--template", "wide", "--name", "Mine", "-o", path)
    one, two, three = (path.read_bytes() for path in files)
    assert one == two != three
    made = load_layout(files[0])
    grid = made.game.body.grid(made.body)
    assert (f"{grid.columns}x{grid.rows}", made.layout.name) == (size, "Mine")
    cli("validate", "--no-verify", *map(str, files))


def test_standard_output_holds_nothing_but_the_layout(cli: Cli) -> None:
    shown = cli("new", "columbus", "--template", "short", "-o", "-", "--json")
    layout, summary = json.loads(shown.out), json.loads(shown.err)
    assert layout["game"] == "columbus" and len(layout["body"]["spaces"]) == 8
    assert summary["choices"]["rows"] == 8 and summary["seed"] == 0


def test_choices_are_set_one_by_one(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "sea.json"
    changes = ["outline=drawn", "drawn=##../#...", "fixed.sea=0", "border.north=coast", "sectors=2", "even=off"]
    texts = [word for change in changes for word in ("--set", change)]
    cli("new", "entdecker", *texts, "-o", path)
    body: Any = json.loads(path.read_text())["body"]
    assert body["spaces"][0].startswith("##") and body["border"]["north"] == "coast"


@pytest.mark.parametrize("slug", slugs())
def test_templates_and_choices_are_listed(slug: str, cli: Cli) -> None:
    shown = cli("new", slug, "--list").out
    assert "--template box" in shown and "--set columns=" in shown
    assert all("'" in line for line in shown.splitlines() if "--set" in line and "=open " in line), "ready for a shell"
    plain = cli.json("new", slug, "--list", "--template", "wide")
    assert plain["templates"][0]["key"] == "box"
    assert {choice["key"] for choice in plain["choices"]} >= {"columns", "rows"}


def test_errors_come_with_a_suggestion(cli: Cli, tmp_path: Path) -> None:
    out = ("-o", str(tmp_path / "never.json"))
    for text, shown in (
        (("columbos", *out), 'did you mean "columbus"?'),
        (("entdecker", "--template", "rign", *out), 'did you mean "ring"?'),
        (("entdecker", "--set", "sektors=2", *out), 'did you mean "sectors"?'),
        (("entdecker", "--set", "zzzz=2", *out), "see --list"),
        (("entdecker", "--set", "outline=rign", *out), 'did you mean "ring"?'),
        (("entdecker", "--set", "even=off", *out), "has no effect with the other choices"),
        (("entdecker", "--set", "sectors", *out), "KEY=VALUE"),
        (("entdecker", "--set", "fixed.sea=many", *out), "whole number"),
        (("entdecker", "--set", "fixed.sea=99", *out), "from 0 to 24"),
        (("goldland", "--set", "villages=٣", *out), "whole number"),
        (("columbus", "--set", "florida=perhaps", *out), "on or off"),
        (("columbus", "--set", "words=quo vadis?", *out), "letters from A to Z"),
        (("entdecker", "--size", "99x5", *out), "from 5 to 24"),
        (("entdecker", "--size", "wide", *out), "not a size such as 16x10"),
        (("entdecker",), "-o FILE"),
    ):
        assert shown in cli.error("new", *text), text
    assert list(tmp_path.iterdir()) == []


SEA = str(shipped_layouts("entdecker")[0])


@pytest.mark.parametrize("slug", slugs())
def test_a_layout_of_every_game_is_completed_the_same_again_or_rejected(slug: str, tmp_path: Path, cli: Cli) -> None:
    layout = shipped_layouts(slug)[0]
    before = layout.read_bytes()
    if not load_layout(layout).game.can_complete:
        assert "nothing to complete" in cli("complete", layout, "-o", tmp_path / "one.json", code=1).err
        assert list(tmp_path.iterdir()) == []
        return
    files = [tmp_path / name for name in ("one.json", "two.json", "three.json")]
    for path, seed in zip(files, ("5", "5", "6"), strict=True):
        cli("complete", layout, "--seed", seed, "-o", path)
    assert layout.read_bytes() == before
    one, two, three = (path.read_bytes() for path in files)
    assert one == two != three
    assert load_layout(files[0]).layout.name == load_layout(layout).layout.name


def test_only_the_named_spaces_are_filled(cli: Cli) -> None:
    shown = cli("complete", SEA, "--spaces", "b2:c3, E5", "--json")
    assert json.loads(shown.err)["filled"] == ["B2", "C2", "B3", "C3", "E5"]
    rows = json.loads(shown.out)["body"]["spaces"]
    assert sum(row.count(".") for row in rows) == 70 - 5 and "." not in rows[1][1:3] + rows[2][1:3] + rows[4][4]


def test_a_board_that_cannot_be_completed_is_reported_with_its_spaces(tmp_path: Path, cli: Cli) -> None:
    layout = json.loads(Path(SEA).read_text(encoding="utf-8"))
    for kind in layout["body"]["tiles"]:
        kind.update({"hidden": int(kind["name"] == "sea"), "events": {}, "sorted": 0})
    path = tmp_path / "poor.json"
    path.write_text(json.dumps(layout), encoding="utf-8")
    shown = cli("complete", path, code=1)
    assert not shown.out and "cannot complete this board" in shown.err and shown.err.count("\n") == 1
    answer = json.loads(cli("complete", path, "--json", code=1).err)
    assert not answer["ok"] and {"A1", "J1", "A7", "J7"} <= set(answer["spaces"])


def test_errors_are_printed_in_one_line(tmp_path: Path, cli: Cli) -> None:
    for text, shown in (
        ([SEA, "--spaces", "Z99"], '"Z99"'),
        ([SEA, "--spaces", "A1:"], '"A1:"'),
        ([SEA, "--seed", "x"], "whole number"),
        ([str(tmp_path / "none.json")], "none.json"),
    ):
        assert shown in cli.error("complete", *text)


BASE = shipped_layouts(slugs()[0])[0]


@pytest.fixture(params=slugs())
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A layout of each game, written in one line."""
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(json.loads(shipped_layouts(request.param)[0].read_text("utf-8"))), encoding="utf-8")
    return path


def test_a_file_is_written_in_canonical_form_once(path: Path, cli: Cli) -> None:
    before = path.read_bytes()
    assert path.read_bytes() == before and "not in canonical form" in cli("format", path, "--check", code=1).out
    assert "rewritten" in cli("format", path).out
    slug = load_layout(path).game.info.slug
    assert path.read_bytes() == shipped_layouts(slug)[0].read_bytes()
    assert [backup.path.read_bytes() for backup in list_backups(path)] == [before], "what it held is put aside"
    written = path.stat().st_mtime_ns
    for words in (["--check"], []):
        assert cli("format", path, *words).out == ""
    assert path.stat().st_mtime_ns == written


def test_one_unusable_file_does_not_stop_the_others(path: Path, cli: Cli) -> None:
    bad = path.with_name("bad.json")
    bad.write_text('{"format": "studio.layout"', encoding="utf-8")
    message = cli("format", bad, path, "--json", code=2)
    answers = json.loads(message.out)
    assert "the text ends too early" in answers[0]["unusable"] and answers[1]["changed"] is True
    assert bad.read_text("utf-8") == '{"format": "studio.layout"' and "Traceback" not in message.err


@pytest.mark.long
def test_format_goes_from_pipe_to_pipe(tmp_path: Path) -> None:
    flat = json.dumps(json.loads(BASE.read_text("utf-8"))).encode()
    done = program(["format", "-"], flat, tmp_path)
    assert (done.returncode, done.stdout) == (0, BASE.read_bytes())
    assert program(["format", "-", "--check"], flat, tmp_path).returncode == 1
    record = program(["play", "-", "-o", "-"], BASE.read_bytes(), tmp_path).stdout
    again = program(["format", "-"], json.dumps(json.loads(record)).encode(), tmp_path)
    assert (again.returncode, again.stdout) == (0, record)
    (tmp_path / "flat.json").write_bytes(flat)
    both = program(["format", "-", "flat.json"], flat, tmp_path)
    assert (both.returncode, both.stdout) == (0, BASE.read_bytes()) and b"flat.json: rewritten" in both.stderr


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
    for tile in body["tiles"] if isinstance(body["tiles"], list) else [body["tiles"]]:
        for key, value in tile.items():
            if isinstance(value, int) and not isinstance(value, bool):
                yield tile, key, -3


def test_a_code_that_is_named_is_repaired(tmp_path: Path, cli: Cli) -> None:
    path, code, _is_safe = spoilt(tmp_path)
    out = tmp_path / "fixed.json"
    before = path.read_bytes()
    (shown,) = cli.json("fix", path, "--code", code, "-o", out, code=(0, 1))
    assert {problem["code"] for problem in shown["fixed"]} == {code}
    assert path.read_bytes() == before
    layout = load_layout(out)
    assert code not in [problem.code for problem in layout.game.checks.check(layout.body)]
    assert [problem["code"] for problem in shown["left"]] == [p.code for p in layout.game.checks.check(layout.body)]
    assert 'no problem "no.such" found' in cli("fix", out, "--code", "no.such", code=(0, 1)).err


def test_safe_repairs_are_made_in_place_and_left_files_are_left(cli: Cli, tmp_path: Path) -> None:
    path, code, is_safe = spoilt(tmp_path)
    cli("fix", path, code=(0, 1))
    layout = load_layout(path)
    left = [
        problem.code
        for problem in layout.game.checks.check(layout.body)
        if problem.fix is not None and problem.fix.safe
    ]
    assert left == [] and (code not in left or not is_safe)
    sound = tmp_path / "sound.json"
    sound.write_bytes(BASE.read_bytes() + b"\n")
    cli("fix", sound)
    assert sound.read_bytes() == BASE.read_bytes() + b"\n", "nothing to repair: not written"


def test_a_record_is_not_repaired(tmp_path: Path, cli: Cli) -> None:
    record = tmp_path / "match.json"
    cli("play", BASE, "-o", record)
    assert "a layout is required" in cli("fix", record, code=2).err


def test_what_would_be_repaired_is_shown_and_nothing_is_written(tmp_path: Path, cli: Cli) -> None:
    path = rich(tmp_path / "rich.json")
    before = path.read_bytes()
    message = cli("fix", path, "--code", "gold.over_cap", "--dry-run").out
    assert "9 → 8." in message and "1 problem can be fixed, " in message
    assert path.read_bytes() == before and list_backups(path) == []
    (shown,) = cli.json("fix", path, "--code", "gold.over_cap", "--dry-run")
    assert shown["output"] is None and shown["changes"]["spaces"] == []
    assert [(figure["before"], figure["after"]) for figure in shown["changes"]["figures"]] == [("9", "8")]
    assert "--dry-run" in cli("fix", path, "--dry-run", "-o", "-", code=2).err


def rich(path: Path) -> Path:
    """A layout with more gold at the start than anybody may have."""
    raw = json.loads(shipped_layouts("entdecker")[0].read_text("utf-8"))
    raw["body"]["gold"] = {"start": 9, "cap": 8}
    path.write_text(json.dumps(raw), encoding="utf-8")
    return path


CAPPED = ["--code", "gold.over_cap"]


def test_several_files_and_folders_are_repaired_each_in_its_place(tmp_path: Path, cli: Cli) -> None:
    (tmp_path / "deep").mkdir()
    one, two, bad = rich(tmp_path / "deep" / "a.json"), rich(tmp_path / "b.json"), tmp_path / "bad.json"
    (tmp_path / "deep" / "sound.json").write_bytes(BASE.read_bytes())
    bad.write_text('{"format": "studio.layout"', encoding="utf-8")
    cli("play", BASE, "-o", tmp_path / "deep" / "m.match.json", "-q")
    message = cli("fix", bad, tmp_path / "deep", two, *CAPPED, "--json", code=2)
    answers = json.loads(message.out)
    assert [Path(one["file"]).name for one in answers] == ["bad.json", "a.json", "sound.json", "b.json"]
    assert "the text ends too early" in answers[0]["unusable"] and answers[0]["fixed"] == []
    assert [len(one["fixed"]) for one in answers[1:]] == [1, 0, 1]
    assert "no finding" not in message.err, "some of them had it"
    for path in (one, two):
        layout = load_layout(path)
        assert "gold.over_cap" not in [problem.code for problem in layout.game.checks.check(layout.body)]
        assert len(list_backups(path)) == 1


def test_the_worst_exit_code_counts_and_unknown_codes_are_reported_once(tmp_path: Path, cli: Cli) -> None:
    broken = json.loads(BASE.read_text("utf-8"))
    place, key, _value = next(_spoilings(broken["body"]))
    place[key] = -3
    (tmp_path / "broken.json").write_text(json.dumps(broken), encoding="utf-8")
    message = cli("fix", BASE, tmp_path / "broken.json", "--code", "no.such", "--dry-run", code=1)
    assert message.err.count('no problem "no.such" found') == 1 and message.out.count("0 problems can be fixed") == 2


def test_one_output_is_for_one_layout(tmp_path: Path, cli: Cli) -> None:
    rich(tmp_path / "a.json")
    out = tmp_path / "out" / "fixed.json"
    out.parent.mkdir()
    cli("fix", tmp_path, *CAPPED, "-o", out)  # a folder with one in it
    assert out.exists()
    rich(tmp_path / "b.json")
    assert "--output requires a single layout" in cli("fix", tmp_path, "-o", out, code=2).err


def test_pipes_are_answered_on_pipes_and_files_in_files(tmp_path: Path) -> None:
    source, other = rich(tmp_path / "a.json"), rich(tmp_path / "b.json")
    done = program(["fix", "-", str(other), *CAPPED], source.read_bytes(), tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith(b"{") and json.loads(done.stdout)["body"]["gold"]["start"] == 8
    assert json.loads(other.read_text("utf-8"))["body"]["gold"]["start"] == 8


@pytest.fixture(params=slugs())
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path, str]:
    """Two files that differ in one space, and the name of that space."""
    opened = load_layout(shipped_layouts(request.param)[0])
    after = stamped(opened)
    pick, grid = opened.game.editing.pick, opened.game.body.grid(opened.body)
    (cell,) = [cell for cell in range(grid.count) if pick(opened.body, cell) != pick(after.body, cell)]
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    save_layout(opened, one)
    save_layout(after, other)
    return one, other, grid.name(cell)


def test_equal_layouts_print_nothing(pair: tuple[Path, Path, str], cli: Cli) -> None:
    one, _other, _name = pair
    assert cli("diff", one, one, "--no-survey").out == ""
    shown = cli.json("diff", one, one, "--no-survey")
    assert shown["same"] is True and shown["spaces"] == [] and shown["fields"] == []
    assert all(one == other for one, other in (figure["values"] for figure in shown["figures"]))


def test_a_space_that_differs_is_named(pair: tuple[Path, Path, str], cli: Cli) -> None:
    one, other, name = pair
    lines = cli("diff", one, other, "--no-survey", code=1).out.splitlines()
    assert "1 space differs" in lines[0]
    assert lines[1].split()[0] == name and " → " in lines[1]
    shown: dict[str, Any] = cli.json("diff", one, other, "--no-survey", code=1)
    assert [space["name"] for space in shown["spaces"]] == [name]
    assert shown["same"] is False
    raw = [json.loads(path.read_text("utf-8"))["body"] for path in (one, other)]
    differing = [f"$.body.{key}" for key in raw[0].keys() | raw[1].keys() if raw[0].get(key) != raw[1].get(key)]
    assert sorted(shown["fields"]) == sorted(differing)


def test_texts_and_sizes_differ_too(tmp_path: Path, cli: Cli) -> None:
    path = shipped_layouts(slugs()[0])[0]
    raw = json.loads(path.read_text("utf-8"))
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**raw, "name": "Elsewhere"}), encoding="utf-8")
    assert cli.json("diff", path, other, "--no-survey", code=1)["fields"] == ["$.name"]
    opened = load_layout(path)
    save_layout(replace(opened, body=opened.game.editing.resize(opened.body, 0, 0, 2, 0)), other)
    out = cli("diff", path, other, "--no-survey", code=1).out
    assert "Size" in out and ", now " in out.splitlines()[0]


def test_incomparable_layouts_are_rejected(tmp_path: Path, cli: Cli) -> None:
    first, second = (shipped_layouts(slug)[0] for slug in slugs()[:2])
    assert "The layouts belong to different games" in cli("diff", first, second, code=2).err
    cli("diff", first, tmp_path / "gone.json", code=2)
    assert "Traceback" not in cli("diff", "-", "-", code=2).err


def test_one_of_them_may_come_through_a_pipe() -> None:
    path = shipped_layouts(slugs()[0])[0]
    run = program(["diff", "-", str(path), "--no-survey"], given=path.read_bytes())
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("slug", slugs())
def test_measures_stand_in_both_columns(slug: str) -> None:
    paths = shipped_layouts(slug)[:2]
    one, other = (load_layout(path) for path in paths)
    plain, measured = diff_layouts(one, other), diff_layouts(one, other, CancelToken(20))
    assert len(measured.stats) >= len(plain.stats)
    assert {figure.name for figure in plain.stats} >= {"Errors", "Warnings", "Hints", "Size", "Seats"}
    back = diff_layouts(other, one)
    assert [(f.name, f.other, f.one) for f in sorted(plain.stats)] == [
        (f.name, f.one, f.other) for f in sorted(back.stats)
    ]


def test_pieces_that_differ_are_listed(tmp_path: Path, cli: Cli) -> None:
    path, other = shipped_layouts("columbus")[0], tmp_path / "other.json"
    raw = json.loads(path.read_text("utf-8"))
    before = raw["body"]["tiles"]["water"]
    reef = {"id": "reef", "name": "Reef", "emblem": "reef", "tint": "grey", "step": 0, "on": ["water"], "count": 3}
    tiles = {**raw["body"]["tiles"], "water": 12}
    other.write_text(json.dumps({**raw, "body": {**raw["body"], "tiles": tiles, "homemade": [reef]}}), encoding="utf-8")
    lines = cli("diff", path, other, "--no-survey", code=1).out.splitlines()
    assert lines[0].endswith("2 pieces differ")
    assert lines[1:3] == [f"  Water: {before} → 12", "  Reef: – → 3"]
    assert cli.json("diff", path, other, "--no-survey", code=1)["pieces"] == [
        {"name": "Water", "path": "$.body.tiles.water", "values": [before, 12]},
        {"name": "Reef", "path": "$.body.homemade.reef", "values": [None, reef]},
    ]


# merge


@pytest.fixture
def versions(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A layout and two changed versions: another number of tiles and other notes; another name and the same number."""
    raw = json.loads(shipped_layouts("columbus")[0].read_text("utf-8"))
    paths = tmp_path / "base.json", tmp_path / "mine.json", tmp_path / "theirs.json"
    for path, (water, more) in zip(paths, ((20, {}), (12, {"notes": "mine"}), (20, {"name": "theirs"})), strict=True):
        body = {**raw["body"], "tiles": {**raw["body"]["tiles"], "water": water}}
        path.write_text(json.dumps({**raw, **more, "body": body}), encoding="utf-8")
    return paths


def test_changes_of_two_versions_are_merged(versions: tuple[Path, Path, Path], tmp_path: Path, cli: Cli) -> None:
    out = tmp_path / "out.json"
    assert cli("merge", *versions, "-o", out).out == ""
    merged = json.loads(out.read_text("utf-8"))
    assert (merged["name"], merged["notes"], merged["body"]["tiles"]["water"]) == ("theirs", "mine", 12)
    assert json.loads(cli("merge", *versions, "-o", "-").out) == merged
    shown = cli.json("merge", *versions, "-o", out)
    assert shown["ok"] is True and shown["conflicts"] == [] and shown["output"] == str(out)


def test_conflicts_are_listed_with_exit_code_1(versions: tuple[Path, Path, Path], tmp_path: Path, cli: Cli) -> None:
    base, _mine, theirs = versions
    theirs.write_text(theirs.read_text("utf-8").replace('"water": 20', '"water": 30'), encoding="utf-8")
    out = tmp_path / "out.json"
    lines = cli("merge", *versions, "-o", out, code=1).out.splitlines()
    assert lines == ["1 conflict; the version of MINE was kept:", "  $.body.tiles.water: 20 → 12 | 30"]
    assert json.loads(out.read_text("utf-8"))["body"]["tiles"]["water"] == 12
    conflict = {"path": "$.body.tiles.water", "base": 20, "mine": 12, "theirs": 30}
    assert cli.json("merge", *versions, "-o", out, code=1)["conflicts"] == [conflict]
    piped = cli("merge", *versions, "-o", "-", code=1)
    assert json.loads(piped.out)["name"] == "theirs" and "1 conflict" in piped.err
    base.write_bytes(b"")
    assert "$.name: – → " in cli("merge", *versions, "-o", out, code=1).out, "git passes an empty file"


def test_merge_writes_mine_with_a_backup(versions: tuple[Path, Path, Path], cli: Cli) -> None:
    _base, mine, _theirs = versions
    before = mine.read_bytes()
    cli("merge", *versions, "-o", mine)
    assert [backup.path.read_bytes() for backup in list_backups(mine)] == [before]
    temporary = mine.with_name(".merge_file_a1")
    temporary.write_bytes(before)
    cli("merge", versions[0], temporary, versions[2], "-o", temporary)
    assert list_backups(temporary) == [] and temporary.read_bytes() == mine.read_bytes()
    assert "different games" in cli("merge", *versions[:2], shipped_layouts("goldland")[0], "-o", mine, code=2).err


@pytest.mark.long
def test_git_merges_layouts_with_this_program(versions: tuple[Path, Path, Path], tmp_path: Path) -> None:
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}

    def git(*words: str, code: int = 0) -> str:
        done = subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", f"merge.layout.driver={driver}", *words],
            cwd=folder, capture_output=True, text=True, env=variables,
        )  # fmt: skip
        assert done.returncode == code, done
        return done.stdout + done.stderr

    driver = f"{sys.executable} -m studio merge %O %A %B -o %A"
    folder = tmp_path / "repository"
    folder.mkdir()
    path = folder / "sea.layout.json"
    (folder / ".gitattributes").write_text("*.layout.json merge=layout\n")
    git("init", "-q", "-b", "main")
    for number, (source, branch) in enumerate(zip(versions, ("main", "mine", "theirs"), strict=True)):
        if number:
            git("checkout", "-q", "-b", branch, "main")
        path.write_bytes(source.read_bytes())
        git("add", ".")
        git("commit", "-q", "-m", branch)
    git("merge", "-q", "-m", "merged", "mine")
    merged = json.loads(path.read_text("utf-8"))
    assert (merged["name"], merged["notes"], merged["body"]["tiles"]["water"]) == ("theirs", "mine", 12)
    path.write_text(path.read_text("utf-8").replace('"water": 12', '"water": 30'), encoding="utf-8")
    git("commit", "-qam", "again")
    git("checkout", "-q", "mine")
    path.write_text(path.read_text("utf-8").replace('"water": 12', '"water": 40'), encoding="utf-8")
    git("commit", "-qam", "otherwise")
    assert "$.body.tiles.water: 12 → 40 | 30" in git("merge", "-q", "theirs", code=1)
    assert json.loads(path.read_text("utf-8"))["body"]["tiles"]["water"] == 40
