"""The committed JSON Schemas are those that the code makes, and shipped files keep them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from studio.documents import store
from studio.documents.paths import resources_dir, shipped_layouts
from studio.documents.store import DocumentError, Record
from studio.games import slugs
from studio.services.loading import file_problems, parse_layout
from studio.services.schemas import all_schemas, write_schemas
from tests.mutating import mutated


def test_the_committed_schemas_are_fresh() -> None:
    folder = resources_dir() / "schemas"
    committed = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}
    assert committed == all_schemas(), "run `python -m studio.opening.schemas`"


def test_there_is_one_for_every_document(tmp_path: Path) -> None:
    written = {path.name for path in write_schemas(tmp_path / "new")}
    games = {f"layout.{slug}.schema.json" for slug in slugs()}
    assert written == {"layout.schema.json", "match.schema.json", "tutorial.schema.json", "puzzle.schema.json"} | games


@cache
def validator(name: str) -> Draft202012Validator:
    """What holds a document to a committed schema."""
    schema = json.loads((resources_dir() / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def complaints(document: Any, name: str) -> list[str]:
    """What a document has against a schema."""
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
    said = complaints(document, name)
    if isinstance(found, Record):  # the schema of records leaves the body open
        said += complaints(document["layout"], f"layout.{layout.game}")
    assert bool(said) == has_remarks, "what the program takes without a word keeps its schema, and nothing else does"
    return True


def test_what_is_taken_without_a_word_keeps_its_schema() -> None:
    assert sum(held_to(number) for number in range(400)) > 20


@pytest.mark.long
def test_much_that_is_taken_without_a_word_keeps_its_schema() -> None:
    assert sum(held_to(number) for number in range(400, 5_000)) > 200


def test_the_sample_record_keeps_its_schema() -> None:
    document = json.loads((Path(__file__).parents[1] / "documents/samples/match-v1.json").read_text(encoding="utf-8"))
    assert complaints(document, "match") == []
    document["log"][0] = [[1], [["x"]]]
    assert complaints(document, "match") == ["$.log[0][1][0][0]"]
