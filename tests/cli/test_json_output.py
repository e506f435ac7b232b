"""What commands print with `--json` follows the published schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from studio.cli import COMMANDS, parser_of
from studio.documents.paths import resources_dir, shipped_layouts
from tests.helpers import Cli
from tests.short_run import mark_long

SCHEMA = json.loads((resources_dir() / "schemas" / "output.schema.json").read_text("utf-8"))
BASE, OTHER = map(str, shipped_layouts("goldland")[:2])
SMALL = str(shipped_layouts("entdecker")[1])
BY_BOTS = ("--seats", "2", "--bots", "random", "--workers", "1")


def check(name: str, data: Any) -> None:
    """Fail with the first difference from the schema of an output."""
    Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{name}"}).validate(data)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    return tmp_path


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_command_with_json_has_a_schema() -> None:
    with_json = {
        name for name in COMMANDS if any("--json" in one.option_strings for one in parser_of(name)[0]._actions)
    }
    assert with_json - set(SCHEMA["$defs"]) == set()


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("new", "columbus", "--list"),
        ("new", "goldland", "-o", "new.json"),
        ("diff", BASE, OTHER, "--no-survey"),
        ("merge", BASE, OTHER, BASE, "-o", "merged.json"),
        ("validate", "--no-verify", BASE, "broken.json"),
        ("explain", "edge.mismatch"),
        ("explain", "N8"),
        ("format", "--check", BASE, "broken.json"),
        ("survey", BASE, "broken.json"),
        ("render", SMALL, "-o", "board.svg"),
        ("export", SMALL, "--format", "tiled", "-o", "tiled"),
        ("manual",),
        ("manual", "lab"),
        ("manual", "-o", "manual.html"),
        ("check",),
        ("simulate", SMALL, "--matches", "8", *BY_BOTS),
        ("passport", SMALL),
        *mark_long(
            [
                ("export", SMALL, "--format", "print", "-o", "pages.pdf"),
                ("simulate", SMALL, "--compare", SMALL, "--matches", "8", *BY_BOTS),
                ("simulate", SMALL, "--ladder", "random,greedy", "--matches", "8", *BY_BOTS),
                ("sweep", SMALL, "--matches", "8", *BY_BOTS),
                ("improve", SMALL, "--matches", "20", "-o", "fairer", *BY_BOTS),
                ("tournament", SMALL, "--bots", "random,greedy", "--matches", "4", "--workers", "1"),
            ]
        ),
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("folder")
def test_output_follows_the_schema(cli: Cli, words: tuple[str, ...]) -> None:
    check(words[0], cli.json(*words, code=(0, 1, 2)))


def test_output_about_a_faulty_layout_follows_the_schema(cli: Cli, folder: Path) -> None:
    layout = json.loads(shipped_layouts("neue_entdecker")[0].read_text("utf-8"))
    layout["body"]["border"] = dict.fromkeys(("north", "east", "south", "west"), "shore")
    (folder / "faulty.json").write_text(json.dumps(layout), encoding="utf-8")
    found = cli.json("validate", "--no-verify", "faulty.json", code=1)
    assert found[0]["problems"]
    check("validate", found)
    check("explain", cli.json("explain", "faulty.json"))
    check("fix", cli.json("fix", "--dry-run", "faulty.json", code=(0, 1)))


def test_output_about_a_completion_follows_the_schema(cli: Cli, folder: Path) -> None:
    base = shipped_layouts("neue_entdecker")[0]
    check("complete", cli.json("complete", base, "-o", "done.json"))
    layout = json.loads(base.read_text("utf-8"))
    for kind in layout["body"]["tiles"]:
        kind.update({"hidden": int(kind["name"] == "sea"), "events": {}, "sorted": 0})
    (folder / "poor.json").write_text(json.dumps(layout), encoding="utf-8")
    failed = json.loads(cli("complete", "poor.json", "--json", code=1).err)
    assert not failed["ok"]
    check("complete", failed)


@pytest.mark.usefixtures("folder")
def test_output_about_a_match_follows_the_schema(cli: Cli) -> None:
    check("play", cli.json("play", SMALL, "--bots", "random", "--seats", "2", "-o", "match.json"))
    check("replay", cli.json("replay", "match.json"))
    lines = cli("replay", "match.json", "--dump").out.splitlines()
    for line in (lines[0], lines[len(lines) // 2], lines[-1]):
        check("replay --dump", json.loads(line))
    check("validate", cli.json("validate", "match.json"))
    check("export", cli.json("export", "match.json", "--format", "text", "-o", "match.txt"))


def test_output_about_a_puzzle_follows_the_schema(cli: Cli) -> None:
    puzzle = next((resources_dir() / "lessons" / "goldland").glob("puzzle*.json"))
    check("puzzle", cli.json("puzzle", puzzle, "--solve"))


@pytest.mark.usefixtures("folder")
def test_output_about_an_imported_map_follows_the_schema(cli: Cli) -> None:
    written = cli.json("export", SMALL, "--format", "tiled", "-o", "tiled")["written"]
    check("import", cli.json("import", next(name for name in written if name.endswith(".tmj")), "-o", "again.json"))


def test_an_unknown_field_is_noticed() -> None:
    validator = Draft202012Validator({**SCHEMA, "$ref": "#/$defs/render"})
    fine = {"file": "a", "output": "b", "width": 1}
    assert validator.is_valid(fine)
    assert not validator.is_valid({**fine, "height": 1})
    assert not validator.is_valid({"file": "a", "output": "b"})
