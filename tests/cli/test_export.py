"""The commands `export`, `render` and `import`: other programs read what they write."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
from pathlib import Path
from random import Random

import pypdfium2
import pytest
from PIL import Image
from PySide6.QtGui import QImage

from studio.cli import main
from studio.documents.paths import shipped_layouts
from studio.games import known, slugs
from studio.services.loading import load_layout, to_layout
from tests.cli.test_files import program
from tests.helpers import Cli, write_layout
from tests.services.test_tiled import edited
from tests.short_run import mark_long_rows

BASE, MEADOW = "layouts/neue_entdecker/base.json", "layouts/_template/between_hedges.json"


def export(*words: str | Path) -> subprocess.CompletedProcess[bytes]:
    return program(["export", *words])


@pytest.mark.parametrize(("kind", "begins"), mark_long_rows([("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]))
def test_a_picture_is_of_the_kind_that_was_requested_whatever_its_name(
    kind: str, begins: bytes, tmp_path: Path
) -> None:
    done = export(BASE, "--format", kind, "-o", tmp_path / "board", "--size", "160")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "board").read_bytes().startswith(begins)
    done = export(BASE, "--format", kind, "-o", "-", "--size", "160")
    assert (done.returncode, done.stderr) == (0, b"") and done.stdout.startswith(begins)
    assert kind != "svg" or done.stdout.rstrip().endswith(b"</svg>")


@pytest.mark.long
def test_printed_pages_are_counted_and_state_the_tile_size(tmp_path: Path) -> None:
    arguments = (MEADOW, "--format", "print", "-o", tmp_path / "pages.pdf")
    done = export(*arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"40 mm per tile" in done.stdout and b"published size is unknown" in done.stdout
    assert (tmp_path / "pages.pdf").read_bytes().startswith(b"%PDF")
    shown = json.loads(export(*arguments, "--json", "--tile-mm", "20", "--parts", "board").stdout)
    assert shown["millimetres"] == 20
    assert shown["published_size"] is False
    assert shown["pages"] == shown["sheets"] == 1


@pytest.mark.parametrize(
    ("words", "clear"),
    [
        (("--tile-mm", "3"), "15 to 120 mm"),
        (("--tile-mm", "wide"), "not a valid length in millimetres"),
        (("--parts", "board,box"), 'unknown printout part "box"'),
        (("--parts", ""), "nothing to print"),
        (("--margin", "140"), "99 pages"),
        (("--paper", "a9"), "choose one of"),
    ],
)
def test_unprintable_pages_are_rejected_in_one_sentence(
    words: tuple[str, ...], clear: str, tmp_path: Path, cli: Cli
) -> None:
    assert clear in cli.error("export", BASE, "--format", "print", "-o", tmp_path / "pages.pdf", *words)
    assert not list(tmp_path.iterdir())


def test_only_a_layout_is_printed(tmp_path: Path) -> None:
    record = next(Path("tests/documents/samples").glob("match*"), None)
    assert record is not None
    done = export(record, "--format", "print", "-o", tmp_path / "pages.pdf")
    assert done.returncode == 2
    assert b"a layout is required" in done.stderr


def png_facts(data: bytes) -> tuple[int, int, int]:
    """Width, height, pixels to the metre of a PNG, as its chunks have them."""
    at = data.index(b"pHYs") + 4
    wide, high = struct.unpack(">II", data[16:24])
    return wide, high, struct.unpack(">I", data[at : at + 4])[0]


def test_a_picture_is_true_to_scale_at_so_many_dots() -> None:
    arguments = (MEADOW, "--format", "png", "-o", "-", "--tile-mm", "25.4")
    coarse, fine = (png_facts(export(*arguments, "--dpi", dpi).stdout) for dpi in ("50", "100"))
    assert fine[:2] == (2 * coarse[0], 2 * coarse[1])
    assert (coarse[2], fine[2]) == (round(50 / 0.0254), round(100 / 0.0254))
    opened = load_layout(MEADOW)
    left, _top, right, _foot = opened.game.sketch.sketch(opened.body, still=True).bounds
    assert coarse[0] == round((right - left) * 50), "a tile is an inch, and that is fifty pixels"


@pytest.mark.long
def test_a_vector_picture_is_as_large_as_it_says() -> None:
    words = (MEADOW, "-o", "-", "--tile-mm", "25.4", "--dpi", "72", "--format")
    page = pypdfium2.PdfDocument(export(*words, "pdf").stdout)[0]
    coarse = png_facts(export(*words, "png").stdout)
    assert page.get_width() == pytest.approx(coarse[0], abs=0.5)


@pytest.mark.long
def test_theme_grain_and_overlays_change_a_picture() -> None:
    arguments = ("layouts/columbus/strait.json", "--format", "png", "-o", "-", "--size", "320")
    looks = [(), ("--theme", "dark"), ("--theme", "lines"), ("--no-texture",), ("--overlay", "all")]
    made = [export(*arguments, *look) for look in looks]
    assert all(done.returncode == 0 for done in made), [done.stderr for done in made]
    assert len({done.stdout for done in made}) == len(looks)


def test_an_overlay_that_is_not_there_is_rejected_with_those_that_are() -> None:
    done = export("layouts/columbus/strait.json", "--format", "png", "-o", "-", "--overlay", "moon")
    assert done.returncode == 2 and done.stdout == b""
    assert b'unknown overlay "moon"' in done.stderr and b"available: " in done.stderr


MATCH = "tests/documents/samples/match-v2-notes.json"


def test_a_transcript_has_bookmarks_and_no_private_notes(tmp_path: Path) -> None:
    done = export(MATCH, "--format", "text", "--rules", "-o", tmp_path / "match.txt")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    text = (tmp_path / "match.txt").read_text(encoding="utf-8")
    assert "The seat order is random." in text and "Bookmark at 0: Before anything" in text and "(N2)" in text
    assert "Sail north" not in text
    part = export(MATCH, "--format", "text", "--from", "3", "--until", "4", "-o", "-").stdout.decode()
    assert {line.split()[0] for line in part.splitlines() if line[:5].strip().isdigit()} <= {"3", "4"}


def test_a_match_is_an_animated_picture(tmp_path: Path) -> None:
    arguments = (
        "--format",
        "apng",
        "--size",
        "200",
        "--until",
        "5",
        "--frame-seconds",
        "0.25",
        "-o",
        tmp_path / "match.png",
    )
    done = export(MATCH, *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["positions"] == 6
    with Image.open(tmp_path / "match.png") as image:
        assert 100 < image.width <= 200 and 1 < image.n_frames <= 6  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("words", "clear"),
    [
        ((MATCH, "--format", "text", "--from", "900"), "no positions from 900"),
        ((MATCH, "--format", "text", "--seat", "9"), "the match has"),
        ((MATCH, "--format", "apng", "--size", "9000"), "at most 2400 pixels"),
        ((BASE, "--format", "apng"), "a match record is required"),
    ],
)
def test_invalid_transcript_ranges_are_rejected_in_one_sentence(
    words: tuple[str, ...], clear: str, tmp_path: Path, cli: Cli
) -> None:
    assert clear in cli.error("export", *words, "-o", tmp_path / "out")
    assert not list(tmp_path.iterdir())


def outward(layout: Path, folder: Path) -> Path:
    words = ["--data-dir", folder / "data", "export", layout, "--format", "tiled", "-o", folder / "map"]
    assert main([str(word) for word in words]) == 0
    return folder / "map" / f"{layout.stem}.tmj"


@pytest.mark.parametrize("slug", slugs())
def test_a_layout_goes_out_and_comes_in(slug: str, tmp_path: Path, cli: Cli) -> None:
    layout = shipped_layouts(slug)[0]
    path = outward(layout, tmp_path)
    tileset = json.loads(path.with_suffix(".tsj").read_text("utf-8"))
    sizes = {(tileset["tilewidth"], tileset["tileheight"])}
    for tile in tileset["tiles"]:
        image = QImage(str(path.parent / tile["image"]))
        assert {(image.width(), image.height())} == sizes
        clear = [image.pixelColor(x, y).alpha() == 0 for x in range(20, 76, 3) for y in range(20, 76, 3)]
        assert not all(clear) or "void" in tile["image"], "something is drawn on it"
    corner = [QImage(str(path.parent / tile["image"])).pixelColor(0, 0).alpha() for tile in tileset["tiles"]]
    if load_layout(layout).game.body.grid(load_layout(layout).body).sides == 6:
        assert set(corner) == {0}, "hexagons are cut out"
    back = tmp_path / "back.json"
    assert cli.json("import", path, "-o", back)["ok"] is True
    assert back.read_bytes() == layout.read_bytes()


def test_import_reads_and_writes_streams(tmp_path: Path) -> None:
    layout = shipped_layouts(slugs()[0])[0]
    path = outward(layout, tmp_path)
    done = program(["import", "-", "-o", "-"], path.read_bytes(), path.parent)
    assert (done.returncode, done.stdout, done.stderr) == (0, layout.read_bytes(), b"")


def test_impossible_requests_are_rejected_and_nothing_is_written(tmp_path: Path, cli: Cli) -> None:
    layout = shipped_layouts(slugs()[0])[0]
    target = tmp_path / "target.json"
    target.write_text("mine", encoding="utf-8")
    foreign = tmp_path / "foreign.tmj"
    foreign.write_text(json.dumps({"type": "map", "tilesets": [], "layers": []}), encoding="utf-8")
    for source in (layout, foreign, tmp_path / "none.tmj"):
        message = cli("import", source, "-o", target, code=2).err
        assert message.count("\n") == 1 and "Traceback" not in message
    assert target.read_text("utf-8") == "mine"
    assert "give a folder" in cli("export", layout, "--format", "tiled", "-o", "-", code=2).err
    cli("export", layout, "--format", "tiled", "-o", target, code=2)
    assert target.read_text("utf-8") == "mine"
    cli("export", layout, "--format", "tiled", "-o", tmp_path / "a" / "b", code=2)
    assert not (tmp_path / "a").exists()


def real(name: str) -> str:
    assert shutil.which(name), f"there is no {name} on this machine; `make test-all` installs the package tiled"
    return name


def through_tiled(path: Path, *options: str, what: str = "map") -> Path:
    """A map or tileset that the real Tiled has opened and saved again."""
    out = path.with_name(f"again_{path.name}")
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(path.parent)}
    done = subprocess.run(
        [real("tiled"), *options, f"--export-{what}", "json", str(path), str(out)],
        env=environment, capture_output=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0 and out.is_file(), done.stderr.decode()
    assert b"rror" not in done.stderr, done.stderr.decode()
    return out


@pytest.mark.long
@pytest.mark.parametrize("slug", known())
@pytest.mark.parametrize("options", [(), ("--embed-tilesets",)], ids=["beside", "embedded"])
def test_the_real_tiled_opens_our_maps_and_gives_them_back(
    cli: Cli, slug: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    for seed, shipped in enumerate(shipped_layouts(slug)):
        layout = tmp_path / f"board_{seed}.json"
        write_layout(layout, to_layout(edited(load_layout(shipped), Random(seed), 15)))
        again = through_tiled(outward(layout, tmp_path), *options)
        assert json.loads(again.read_text("utf-8"))["tiledversion"], "Tiled has written it"
        back = tmp_path / "back.json"
        cli("import", again, "-o", back)
        assert back.read_bytes() == layout.read_bytes()


@pytest.mark.long
@pytest.mark.parametrize("slug", ["entdecker", "neue_entdecker"])
def test_the_real_tiled_reads_our_terrain(slug: str, tmp_path: Path) -> None:
    tileset = outward(shipped_layouts(slug)[0], tmp_path).with_suffix(".tsj")
    ours, again = (json.loads(path.read_text("utf-8")) for path in (tileset, through_tiled(tileset, what="tileset")))
    (terrain,), (read,) = ours["wangsets"], again["wangsets"]
    assert read["type"] == "edge" and again["transformations"] == ours["transformations"]
    assert [color["name"] for color in read["colors"]] == ["land", "sea"]
    assert {tile["tileid"]: tile["wangid"] for tile in read["wangtiles"]} == {
        tile["tileid"]: tile["wangid"] for tile in terrain["wangtiles"]
    }


@pytest.mark.long
def test_the_real_tiled_draws_our_maps(tmp_path: Path) -> None:
    """It finds every picture: what it draws of a map is as large as the board and not empty."""
    for slug in slugs():
        path = outward(shipped_layouts(slug)[0], tmp_path)
        out = tmp_path / f"{slug}.png"
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path)}
        done = subprocess.run(
            [real("tmxrasterizer"), str(path), str(out)], env=environment, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
        image, map_ = QImage(str(out)), json.loads(path.read_text("utf-8"))
        assert image.width() >= map_["width"] * map_["tilewidth"]
        colours = {image.pixel(x, y) for x in range(0, image.width(), 17) for y in range(0, image.height(), 17)}
        assert len(colours) > 20
