"""Layouts as maps of Tiled and back, and maps corrupted at random."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from studio.core.form import Stamp
from studio.core.picture import is_edge
from studio.core.text import sanitize
from studio.documents.files import DocumentError
from studio.documents.paths import shipped_layouts
from studio.documents.store import layout_text
from studio.games import known, load, slugs
from studio.services.loading import LoadedLayout, load_layout, parse_layout, to_layout
from studio.services.tiled import edges_of, export_map, flags_of, import_map, orientation_of
from tests.mutating import spoilt

SHIPPED = [path for slug in known() for path in shipped_layouts(slug)]
each_file = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
TEMPLE = Stamp("temple")
each_game = pytest.mark.parametrize("slug", known())


def carried(opened: LoadedLayout, folder: Path, change: Callable[[Any], None] | None = None) -> LoadedLayout:
    """A layout after it went into files of Tiled and came back; `change` does something to the map there."""
    made = export_map(opened, "board")
    if change is not None:
        change(made.map)
    for name, text in made.texts().items():
        (folder / name).write_text(text, encoding="utf-8")
    path = folder / "board.tmj"
    return import_map(path.read_bytes(), path)


def edited(opened: LoadedLayout, luck: Random, strokes: int) -> LoadedLayout:
    game, body = opened.game, opened.body
    for _stroke in range(strokes):
        group = luck.choice(list(game.sketch.palette(body)))
        stamp = game.editing.rotate_stamp(
            body, luck.choice(group.items).stamp, luck.randrange(game.body.grid(body).sides)
        )
        places = list(edges_of(game, body)) if group.on == "edges" else list(range(game.body.grid(body).count))
        body = game.editing.stamp(body, luck.choice(places), stamp)
    return LoadedLayout(None, opened.layout, game, body, opened.unknown)


def shown(opened: LoadedLayout) -> dict[int, Stamp]:
    game, body = opened.game, opened.body
    places = [
        *range(game.body.grid(body).count),
        *(t.cell for t in game.sketch.sketch(body).targets if is_edge(t.cell)),
    ]
    return {place: game.editing.pick(body, place) for place in places}


@each_file
def test_a_shipped_layout_comes_back_as_it_was(path: Path, tmp_path: Path) -> None:
    assert layout_text(to_layout(carried(load_layout(path), tmp_path))) == path.read_text(encoding="utf-8")


def there_and_back(path: Path, folder: Path, seed: int) -> None:
    """A layout edited at random comes back, and so does what was edited after the map had been written."""
    first = edited(load_layout(path), Random(seed), 12)
    assert layout_text(to_layout(carried(first, folder))) == layout_text(to_layout(first))
    second = edited(first, Random(seed + 1), 5)
    before, after = shown(first), shown(second)
    if TEMPLE in before.values() and TEMPLE not in after.values():
        return  # it lies under a tile by now, where no map shows it
    painted = export_map(second, "board").map["layers"]
    back = carried(first, folder, lambda map_: map_.update(layers=painted))
    assert shown(back) == after


@each_game
def test_edited_layouts_come_back(slug: str, tmp_path: Path) -> None:
    for seed, path in enumerate(shipped_layouts(slug)[:2]):
        there_and_back(path, tmp_path, 10 * seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
@each_file
def test_all_layouts_edited_at_will_come_back(path: Path, seed: int, tmp_path: Path) -> None:
    there_and_back(path, tmp_path, 1000 + 7 * seed)


def test_unknown_fields_are_preserved_too(tmp_path: Path) -> None:
    raw = json.loads(SHIPPED[-1].read_text("utf-8"))
    raw["body"]["weather"] = "fine"
    path = tmp_path / "newer.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    assert json.loads(layout_text(to_layout(carried(load_layout(path), tmp_path)))) == raw


def test_texts_can_be_changed_in_map_properties(tmp_path: Path) -> None:
    def rename(map_: Any) -> None:
        for one in map_["properties"]:
            if one["name"] == "author":
                one["value"] = "Somebody"

    assert carried(load_layout(SHIPPED[0]), tmp_path, rename).layout.author == "Somebody"


def test_a_stamp_on_a_unique_piece_clears_the_space_first(tmp_path: Path) -> None:
    opened = load_layout(shipped_layouts("goldland")[0])
    temple = next(cell for cell, stamp in shown(opened).items() if stamp == TEMPLE)
    tile = next(
        item for group in opened.game.sketch.palette(opened.body) for item in group.items if item.stamp.key == "tile:L3"
    )
    covered = LoadedLayout(None, opened.layout, opened.game, opened.game.editing.stamp(opened.body, temple, tile.stamp))
    assert shown(covered)[temple] == tile.stamp
    painted = export_map(opened, "board").map["layers"]
    assert carried(covered, tmp_path, put("layers", painted)).body == opened.body


@each_game
def test_an_empty_space_is_what_the_eraser_leaves(slug: str, tmp_path: Path) -> None:
    def empty(map_: Any) -> None:
        map_["layers"][0]["data"][middle] = 0

    opened = load_layout(shipped_layouts(slug)[0])
    grid = opened.game.body.grid(opened.body)
    middle = grid.cell(grid.columns // 2, grid.rows // 2)
    back = carried(opened, tmp_path, empty)
    expected = opened.game.editing.stamp(opened.body, middle, opened.game.editing.eraser(opened.body, middle))
    assert back.game.editing.pick(back.body, middle) == opened.game.editing.pick(expected, middle)


@each_game
def test_a_map_with_a_further_row_is_a_board_with_one(slug: str, tmp_path: Path) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    larger = opened.game.editing.resize(opened.body, 0, 0, 0, 1)

    def lengthen(map_: Any) -> None:
        map_["height"] += 1
        map_["layers"] = export_map(LoadedLayout(None, opened.layout, opened.game, larger), "board").map["layers"]

    back = carried(opened, tmp_path, lengthen)
    assert back.game.body.grid(back.body) == opened.game.body.grid(larger)
    assert shown(back) == shown(LoadedLayout(None, opened.layout, opened.game, larger))


@pytest.mark.parametrize("compression", ["", "zlib", "gzip"])
def test_packed_tiles_are_read(compression: str, tmp_path: Path) -> None:
    def pack(map_: Any) -> None:
        layer = map_["layers"][0]
        data = struct.pack(f"<{len(layer['data'])}I", *layer["data"])
        if compression:
            packer = zlib.compressobj(wbits=31 if compression == "gzip" else 15)
            data = packer.compress(data) + packer.flush()
        layer.update(data=base64.b64encode(data).decode(), encoding="base64", compression=compression)

    opened = load_layout(SHIPPED[0])
    assert carried(opened, tmp_path, pack).body == opened.body


def test_an_embedded_tileset_is_read(tmp_path: Path) -> None:
    opened = load_layout(SHIPPED[0])
    tileset = export_map(opened, "board").tileset
    back = carried(opened, tmp_path, lambda map_: map_.update(tilesets=[{"firstgid": 1, **tileset}]))
    assert back.body == opened.body


def put(*steps: Any) -> Callable[[Any], None]:
    """Something that puts the last of the steps where the others lead."""

    def change(map_: Any) -> None:
        *way, key, value = steps
        for step in way:
            map_ = map_[step]
        map_[key] = value

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (put("type", "tileset"), "this is not a Tiled map"),
        (put("infinite", True), "infinite"),
        (put("orientation", "isometric"), "isometric"),
        (put("properties", []), "was not exported by Explorer Studio"),
        (put("properties", 0, "value", "{}"), "neither a layout nor"),
        (put("properties", 0, "value", 5), "was not exported by Explorer Studio"),
        (put("layers", []), 'the tile layer "spaces" is missing'),
        (put("layers", 0, "data", [1, 2]), "has 2 tiles"),
        (put("layers", 0, "data", "****"), "damaged"),
        (put("layers", 0, "data", -1), "expected"),
        (put("layers", 0, "compression", "zstd"), "holds"),
        (put("layers", 0, "data", 0, 4000), "the tile on A1 belongs to another tileset"),
        (put("tilesets", 0, "source", "board.tsx"), "not JSON"),
        (put("tilesets", 0, "source", "elsewhere.tsj"), "no such file"),
        (put("tilesets", []), "another tileset"),
        (put("tilesets", [{"firstgid": 1, "source": "board.tsj"}] * 100_000), "The limit is 100."),
        (put("width", 10**9), "expected"),
        (put("height", 150), ""),
    ],
)
@each_game
def test_foreign_maps_are_rejected_in_one_sentence(
    slug: str, change: Callable[[Any], None], reason: str, tmp_path: Path
) -> None:
    if reason == "holds":
        reason, change = "zstd", _zstd
    with pytest.raises(DocumentError) as caught:
        carried(load_layout(shipped_layouts(slug)[0]), tmp_path, change)
    sentence = str(caught.value)
    assert reason in sentence and sentence.endswith(".") and "\n" not in sentence


def _zstd(map_: Any) -> None:
    map_["layers"][0].update(data="AAAA", compression="zstd", encoding="base64")


@pytest.mark.parametrize("sides", [4, 6])
def test_all_orientations_are_distinguished(sides: int) -> None:
    numbers = [flags_of(turn, sides) for turn in range(sides)]
    assert len(set(numbers)) == sides
    assert [orientation_of(number | 7, sides) for number in numbers] == [(turn, False) for turn in range(sides)]


def _flipped(image: list[str], number: int) -> list[str]:
    """A square of letters as Tiled's documentation says it is shown: over the diagonal, then across, then down."""
    if number & 0x20000000:
        image = ["".join(column) for column in zip(*image, strict=True)]
    if number & 0x80000000:
        image = [row[::-1] for row in image]
    return image[::-1] if number & 0x40000000 else image


@pytest.mark.parametrize("bits", range(8))
def test_flips_of_squares_are_read_as_they_are_shown(bits: int) -> None:
    number = bits << 29
    turn, is_mirrored = orientation_of(number, 4)
    image = ["ab", "cd"]
    if is_mirrored:
        image = [row[::-1] for row in image]
    for _quarter in range(turn):
        image = ["".join(row) for row in zip(*image[::-1], strict=True)]
    assert image == _flipped(["ab", "cd"], number)


@each_game
def test_every_stamp_on_a_board_is_in_the_palette(slug: str) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    for seed in range(3):
        after = edited(opened, Random(seed), 20)
        keys = [item.stamp.key for group in load(slug).sketch.palette(after.body) for item in group.items]
        assert len(set(keys)) == len(keys)
        assert {stamp.key for stamp in shown(after).values()} <= set(keys)


@cache
def maps() -> tuple[tuple[bytes, bytes], ...]:
    """Map and tileset of a layout of each game."""
    made = [export_map(load_layout(shipped_layouts(slug)[0]), "board").texts() for slug in slugs()]
    return tuple((texts["board.tmj"].encode(), texts["board.tsj"].encode()) for texts in made)


def tried(number: int, folder: Path) -> bool:
    """Read a corrupted map or tileset; whether it was usable."""
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


def test_corrupted_maps_are_rejected_or_usable(tmp_path: Path) -> None:
    used = sum(tried(number, tmp_path) for number in range(150))
    assert 10 < used < 140, "some of both, else this tries nothing"


@pytest.mark.long
@pytest.mark.parametrize("start", range(1000, 9000, 500))
def test_many_corrupted_maps_are_rejected_or_usable(start: int, tmp_path: Path) -> None:
    for number in range(start, start + 500):
        tried(number, tmp_path)
