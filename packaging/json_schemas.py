"""Writes JSON Schemas of documents and of output to resources/schemas/: `python packaging/json_schemas.py [FOLDER]`.

The files are committed for editors that complete and check JSON; a test compares them with the program.
"""

from __future__ import annotations

import json
import sys
from copy import deepcopy
from pathlib import Path

import msgspec
from output_schemas import VERSION, output_schema

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the program in the same source tree

from studio import games
from studio.documents import lessons, paths, schema as schemas, store
from studio.documents.lessons import Puzzle, Tutorial
from studio.documents.store import Layout, Plain, Record, envelope

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def layout_schema(slug: str) -> Plain:
    """The schema of layout files of a game; of any game for the slug ""."""
    whole = _envelope(Layout, schemas.layout_schema_name(slug), store.LAYOUT_FORMAT, store.LAYOUT_VERSION)
    definitions = whole["$defs"]
    if slug:
        game = games.load(slug)
        body = game.body.schema()
        definitions.update(body.get("$defs", {}))
        definitions["Layout"]["properties"]["game"] = {"const": slug}
        definitions["Layout"]["properties"]["body"] = {k: v for k, v in body.items() if k != "$defs"}
        whole["title"] = f"Layout of {game.info.name}"
    else:
        definitions["Layout"]["properties"]["game"] = {"enum": list(games.slugs())}
        whole["title"] = "Layout of any game"
    return whole


def record_schema() -> Plain:
    """The schema of match records; the layout's body is open."""
    whole = _envelope(Record, schemas.MATCH, store.RECORD_FORMAT, store.RECORD_VERSION)
    whole["title"] = "Match record"
    definitions = whole["$defs"]
    inner = _envelope(Layout, schemas.layout_schema_name(""), store.LAYOUT_FORMAT, store.LAYOUT_VERSION)
    definitions["Layout"] = inner["$defs"]["Layout"]
    return whole


def lesson_schema(shape: type[Tutorial] | type[Puzzle]) -> Plain:
    """The schema of tutorials or puzzles, including their match."""
    own, name = (schemas.TUTORIAL, store.TUTORIAL) if shape is Tutorial else (schemas.PUZZLE, store.PUZZLE)
    whole = _envelope(shape, own, name, lessons.VERSION)
    whole["title"] = shape.__name__
    record = record_schema()["$defs"]
    whole["$defs"].update({"Record": record["Record"], "Layout": record["Layout"]})
    return whole


def _envelope(shape: type[msgspec.Struct], own: str, format_name: str, version: int) -> Plain:
    """The schema of a document, with the fields `format` and `version` first."""
    schema = deepcopy(envelope(shape))
    inner = schema["$defs"][shape.__name__]
    inner["properties"] = {
        "format": {"const": format_name},
        "version": {"type": "integer", "minimum": 1, "maximum": version},
        **inner["properties"],
    }
    inner["required"] = ["format", "version", *inner.get("required", [])]
    return {"$schema": DIALECT, "$id": schemas.schema_id(own), **schema}


def all_schemas() -> dict[str, str]:
    """The text of every schema by file name."""
    made = {schemas.MATCH: record_schema()}
    made |= {schemas.TUTORIAL: lesson_schema(Tutorial), schemas.PUZZLE: lesson_schema(Puzzle)}
    made |= {schemas.layout_schema_name(slug): layout_schema(slug) for slug in ("", *games.slugs())}
    made["output"] = {"$schema": DIALECT, "$id": schemas.schema_id(f"output.{VERSION}"), **output_schema()}
    return {
        schemas.file_name(name): json.dumps(schema, indent=2, ensure_ascii=False, sort_keys=False) + "\n"
        for name, schema in sorted(made.items())
    }


def write_schemas(folder: Path) -> list[Path]:
    """Write all schemas to a folder; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in all_schemas().items():
        (folder / name).write_text(text, encoding="utf-8")
        written.append(folder / name)
    return written


if __name__ == "__main__":
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else paths.resources_dir() / "schemas"
    for path in write_schemas(where):
        print(path)
