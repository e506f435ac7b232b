"""Maps of Tiled gone wrong by the hundred: each is refused in a sentence, or is a layout."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from studio.core.text import sanitize
from studio.documents.files import DocumentError
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.services.loading import load_layout, parse_layout, to_layout
from studio.services.tiled import export_map, import_map
from tests.mutating import spoilt


@cache
def maps() -> tuple[tuple[bytes, bytes], ...]:
    """Map and tileset of a layout of each game."""
    made = [export_map(load_layout(shipped_layouts(slug)[0]), "board").texts() for slug in slugs()]
    return tuple((texts["board.tmj"].encode(), texts["board.tsj"].encode()) for texts in made)


def tried(number: int, folder: Path) -> bool:
    """Read a map, or a tileset beside one, that went wrong; whether it was of use."""
    luck = Random(number)
    map_, tileset = luck.choice(maps())
    if luck.random() < 0.3:
        tileset = spoilt(tileset, luck)
    else:
        map_ = spoilt(map_, luck)
    (folder / "board.tsj").write_bytes(tileset)
    path = folder / "board.tmj"
    try:
        layout = import_map(map_, path)
    except DocumentError as refusal:
        sentence = str(refusal)
        assert sanitize(sentence) == sentence and sentence.endswith(".") and len(sentence) < 1200
        return False
    assert parse_layout(to_layout(layout)).body == layout.body
    return True


def test_maps_gone_wrong_are_refused_or_of_use(tmp_path: Path) -> None:
    used = sum(tried(number, tmp_path) for number in range(150))
    assert 10 < used < 140, "some of both, else this tries nothing"


@pytest.mark.long
@pytest.mark.parametrize("start", range(1000, 9000, 500))
def test_many_maps_gone_wrong_are_refused_or_of_use(start: int, tmp_path: Path) -> None:
    for number in range(start, start + 500):
        tried(number, tmp_path)
