"""The committed JSON Schemas match the shipped files, and references to them survive saving."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from studio.cli import main
from studio.documents import store
from studio.documents.paths import resources_dir, set_data_dir, shipped_layouts
from studio.documents.schema import relocate_reference
from studio.documents.store import DocumentError, Record
from studio.games import slugs
from studio.services.loading import file_problems, load_layout, parse_layout, save_layout, start_match, to_record
from tests.helpers import write_record
from tests.mutating import mutated


@cache
def validator(name: str) -> Draft202012Validator:
    schema = json.loads((resources_dir() / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def complaints(document: Any, name: str) -> list[str]:
    return sorted(error.json_path for error in validator(name).iter_errors(document))


FILES = [
    *(path for slug in slugs() for path in shipped_layouts(slug)),
    *sorted((Path(__file__).parents[1] / "documents" / "samples").glob("layout-*.json")),
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_layouts_keep_their_schema(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    for name in ("layout", f"layout.{document['game']}"):
        assert complaints(document, name) == []
        assert complaints({**document, "name": 3, "colour": "red"}, name) == ["$", "$.name"]


@pytest.mark.parametrize(
    "path", [path for slug in slugs() for path in shipped_layouts(slug)], ids=lambda path: path.stem
)
def test_shipped_layouts_name_the_schema_that_is_shipped(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    named = (path.parent / document["$schema"]).resolve()
    assert named == resources_dir().resolve() / "schemas" / f"layout.{path.parent.name}.schema.json" and named.is_file()


def held_to(number: int) -> bool:
    """Hold a file gone wrong to its schema, if it is JSON; whether the program takes it."""
    data = mutated(number)
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return False
    try:
        found = store.parse(data)
        layout = found.layout if isinstance(found, Record) else found
        has_remarks = bool(file_problems(parse_layout(layout))) or bool(found.unknown)
    except DocumentError:
        return False
    name = "match" if isinstance(found, Record) else f"layout.{found.game}"
    message = complaints(document, name)
    if isinstance(found, Record):  # the schema of records leaves the body open
        message += complaints(document["layout"], f"layout.{layout.game}")
    assert bool(message) == has_remarks, "what the program takes without a word keeps its schema, and nothing else does"
    return True


def test_accepted_files_match_their_schema() -> None:
    assert sum(held_to(number) for number in range(400)) > 20


@pytest.mark.long
def test_many_accepted_files_match_their_schema() -> None:
    assert sum(held_to(number) for number in range(400, 5_000)) > 200


def test_the_sample_record_keeps_its_schema() -> None:
    document = json.loads((Path(__file__).parents[1] / "documents/samples/match-v2.json").read_text(encoding="utf-8"))
    assert complaints(document, "match") == []
    document["log"][0] = [[1], [["x"]]]
    assert complaints(document, "match") == ["$.log[0][1][0][0]"]


OLD, NEW = Path("/home/ada/layouts/sea.json"), Path("/home/ada/drafts/spring/sea.json")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("sea.schema.json", "../../layouts/sea.schema.json"),
        ("./sea.schema.json", "../../layouts/sea.schema.json"),
        ("../schemas/sea.schema.json#/$defs/Body", "../../schemas/sea.schema.json#/$defs/Body"),
        ("..\\schemas\\sea.schema.json", "../../schemas/sea.schema.json"),
        ("../drafts/spring/sea.schema.json", "sea.schema.json"),
        ("", ""),
        ("#", "#"),
        ("/usr/share/sea.schema.json", "/usr/share/sea.schema.json"),
        ("C:\\schemas\\sea.json", "C:\\schemas\\sea.json"),
        ("https://example.org/sea.json", "https://example.org/sea.json"),
        ("urn:explorer-studio:layout.chess", "urn:explorer-studio:layout.chess"),
    ],
)
def test_relative_paths_lead_to_the_same_file_and_others_stay(before: str, after: str) -> None:
    assert relocate_reference(before, OLD, NEW) == after
    assert relocate_reference(before, OLD, OLD.with_name("copy.json")) == before, "in the same folder nothing changes"


def referring(folder: Path) -> Path:
    """A layout that names its schema by a relative path; the schema lies there."""
    (folder / "schemas").mkdir(parents=True)
    (folder / "layouts").mkdir()
    (folder / "schemas" / "layout.schema.json").write_text("{}", encoding="utf-8")
    path = folder / "layouts" / "sea.json"
    raw = json.loads(shipped_layouts("entdecker")[0].read_text("utf-8"))
    path.write_text(json.dumps({**raw, "$schema": "../schemas/layout.schema.json"}), encoding="utf-8")
    return path


def schema_of(path: Path) -> str:
    return str(json.loads(path.read_text("utf-8"))["$schema"])


def test_save_as_keeps_the_reference_right(tmp_path: Path) -> None:
    path = referring(tmp_path)
    opened = load_layout(path)
    (tmp_path / "elsewhere" / "deep").mkdir(parents=True)
    other = tmp_path / "elsewhere" / "deep" / "sea.json"
    opened = save_layout(opened, other)
    assert schema_of(other) == "../../schemas/layout.schema.json"
    assert (other.parent / schema_of(other)).samefile(tmp_path / "schemas" / "layout.schema.json")
    opened = save_layout(opened, other)
    assert schema_of(other) == "../../schemas/layout.schema.json", "saving again changes nothing"
    save_layout(opened, path)
    assert schema_of(path) == "../schemas/layout.schema.json"


def test_so_do_the_commands_that_write_another_file(tmp_path: Path) -> None:
    set_data_dir(tmp_path / "data")
    try:
        path = referring(tmp_path)
        for command in (["fix", str(path)], ["complete", str(path), "--spaces", "A1"]):
            assert main([*command, "-o", str(tmp_path / "out.json")]) == 0
            assert schema_of(tmp_path / "out.json") == "schemas/layout.schema.json"
    finally:
        set_data_dir(None)


def test_a_match_names_no_relative_schema_of_its_layout_wherever_it_is_written(tmp_path: Path) -> None:
    path = referring(tmp_path)
    opened = load_layout(path)
    assert opened.layout.schema == "../schemas/layout.schema.json"
    record = to_record(start_match(opened, 2), opened.layout, ["Ada", "Bento"], ["human", "human"])
    for folder in (path.parent, tmp_path / "matches"):
        folder.mkdir(exist_ok=True)
        write_record(folder / "match.json", record)
        raw = json.loads((folder / "match.json").read_text("utf-8"))
        assert raw["layout"]["$schema"] == "urn:explorer-studio:layout.entdecker"
        assert raw["layout"]["body"] == json.loads(path.read_text("utf-8"))["body"]
    address = "https://example.org/sea.json"
    named = to_record(start_match(opened, 2), replace(opened.layout, schema=address), ["Ada", "Bento"], ["human"] * 2)
    assert json.loads(store.record_text(named))["layout"]["$schema"] == address, "what leads there from anywhere stays"
