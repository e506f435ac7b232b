"""The committed JSON Schemas match the program."""

from __future__ import annotations

from pathlib import Path

from json_schemas import all_schemas, write_schemas

from studio.documents.paths import resources_dir
from studio.games import slugs


def test_the_committed_schemas_are_fresh() -> None:
    folder = resources_dir() / "schemas"
    committed = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}
    assert committed == all_schemas(), "run `make schemas`"


def test_there_is_one_for_every_document(tmp_path: Path) -> None:
    written = {path.name for path in write_schemas(tmp_path / "new")}
    games = {f"layout.{slug}.schema.json" for slug in slugs()}
    other = {f"{name}.schema.json" for name in ("layout", "match", "tutorial", "puzzle", "output")}
    assert written == other | games
