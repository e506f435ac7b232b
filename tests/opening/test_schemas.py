"""The committed JSON Schemas are those that the code makes, and shipped files keep them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from studio.documents.paths import resources_dir, shipped_layouts
from studio.games import slugs
from studio.opening.schemas import all_schemas, write_schemas


def test_the_committed_schemas_are_fresh() -> None:
    folder = resources_dir() / "schemas"
    committed = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}
    assert committed == all_schemas(), "run `python -m studio.opening.schemas`"


def test_there_is_one_for_every_document(tmp_path: Path) -> None:
    written = {path.name for path in write_schemas(tmp_path / "new")}
    games = {f"layout.{slug}.schema.json" for slug in slugs()}
    assert written == {"layout.schema.json", "match.schema.json"} | games


def complaints(value: Any, schema: dict[str, Any], root: dict[str, Any], place: str = "$") -> list[str]:
    """What a value has against a schema, as far as our schemas go."""
    if "$ref" in schema:
        return complaints(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, place)
    if "anyOf" in schema:
        return [] if any(not complaints(value, one, root, place) for one in schema["anyOf"]) else [f"{place}: none of"]
    found = []
    if "const" in schema and value != schema["const"]:
        found.append(f"{place}: not {schema['const']}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{place}: not one of {schema['enum']}")
    types = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
    if "type" in schema and not isinstance(value, types[schema["type"]]):
        return [*found, f"{place}: no {schema['type']}"]
    if isinstance(value, int):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            found.append(f"{place}: {value} is outside")
    elif isinstance(value, str):
        if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
            found.append(f"{place}: length {len(value)}")
        if "pattern" in schema and not re.search(schema["pattern"], value):
            found.append(f"{place}: pattern")
    elif isinstance(value, list):
        items = schema.get("prefixItems") or [schema.get("items", {})] * len(value)
        if len(items) != len(value):
            found.append(f"{place}: {len(value)} items")
        for number, (one, inner) in enumerate(zip(value, items, strict=False)):
            found += complaints(one, inner, root, f"{place}[{number}]")
    elif isinstance(value, dict):
        known = schema.get("properties", {})
        found += [f"{place}: lacks {key}" for key in schema.get("required", []) if key not in value]
        for key, one in value.items():
            further = schema.get("additionalProperties", True)
            if key not in known and further is False:
                found.append(f"{place}: knows no {key}")
            inner = known.get(key, further if isinstance(further, dict) else {})
            found += complaints(one, inner, root, f"{place}.{key}")
    return found


FILES = [
    *(path for slug in slugs() for path in shipped_layouts(slug)),
    *sorted((Path(__file__).parents[1] / "documents" / "samples").glob("layout-*.json")),
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_layouts_keep_their_schema(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    for name in ("layout.schema.json", f"layout.{document['game']}.schema.json"):
        schema = json.loads(all_schemas()[name])
        assert complaints(document, schema, schema) == []
        spoilt = {**document, "name": 3, "colour": "red"}
        assert len(complaints(spoilt, schema, schema)) == 2


def test_the_sample_record_keeps_its_schema() -> None:
    document = json.loads((Path(__file__).parents[1] / "documents/samples/match-v1.json").read_text(encoding="utf-8"))
    schema = json.loads(all_schemas()["match.schema.json"])
    assert complaints(document, schema, schema) == []
    document["log"][0] = [[1], [["x"]]]
    assert complaints(document, schema, schema) == ["$.log[0][1][0][0]: no integer"]
