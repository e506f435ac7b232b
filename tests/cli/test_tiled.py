"""`export --to tiled` and `import`: whole ways through files, and through the real Tiled."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from PySide6.QtGui import QImage

from studio.cli import main
from studio.documents.paths import shipped_layouts
from studio.games import known, slugs
from studio.services.loading import load_layout
from tests.cli.test_streams import program
from tests.opening.tiled.test_tiled import edited


def outward(layout: Path, folder: Path) -> Path:
    """The map of a layout, written by the command."""
    assert (
        main(["--data-dir", str(folder / "data"), "export", str(layout), "--to", "tiled", "-o", str(folder / "map")])
        == 0
    )
    return folder / "map" / f"{layout.stem}.tmj"


@pytest.mark.parametrize("slug", slugs())
def test_a_layout_goes_out_and_comes_in(slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
    assert main(["import", str(path), "-o", str(back), "--json"]) == 0
    assert back.read_bytes() == layout.read_bytes()
    assert json.loads(capsys.readouterr().out)["ok"] is True


def test_import_reads_and_writes_streams(tmp_path: Path) -> None:
    layout = shipped_layouts(slugs()[0])[0]
    path = outward(layout, tmp_path)
    done = program(["import", "-", "-o", "-"], path.read_bytes(), path.parent)
    assert (done.returncode, done.stdout, done.stderr) == (0, layout.read_bytes(), b"")


def test_what_cannot_be_is_refused_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    layout = shipped_layouts(slugs()[0])[0]
    target = tmp_path / "target.json"
    target.write_text("mine", encoding="utf-8")
    foreign = tmp_path / "foreign.tmj"
    foreign.write_text(json.dumps({"type": "map", "tilesets": [], "layers": []}), encoding="utf-8")
    for source in (layout, foreign, tmp_path / "none.tmj"):
        assert main(["import", str(source), "-o", str(target)]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "Traceback" not in said
    assert target.read_text("utf-8") == "mine"
    assert main(["export", str(layout), "--to", "tiled", "-o", "-"]) == 2
    assert "name a folder" in capsys.readouterr().err
    assert main(["export", str(layout), "--to", "tiled", "-o", str(target)]) == 2
    assert target.read_text("utf-8") == "mine"
    assert main(["export", str(layout), "--to", "tiled", "-o", str(tmp_path / "a" / "b")]) == 2
    assert not (tmp_path / "a").exists()


def real(name: str) -> str:
    """A program of Tiled's."""
    assert shutil.which(name), f"there is no {name} on this machine; `make test-all` installs the package tiled"
    return name


def through_tiled(path: Path, *options: str) -> Path:
    """A map that the real Tiled has opened and written anew."""
    out = path.with_name(f"again_{path.name}")
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(path.parent)}
    done = subprocess.run(
        [real("tiled"), *options, "--export-map", "json", str(path), str(out)],
        env=environment, capture_output=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0 and out.is_file(), done.stderr.decode()
    assert b"rror" not in done.stderr, done.stderr.decode()
    return out


@pytest.mark.long
@pytest.mark.parametrize("slug", known())
@pytest.mark.parametrize("options", [(), ("--embed-tilesets",)], ids=["beside", "embedded"])
def test_the_real_tiled_opens_our_maps_and_gives_them_back(slug: str, options: tuple[str, ...], tmp_path: Path) -> None:
    from studio.documents.store import write_layout
    from studio.services.loading import to_layout

    for seed, shipped in enumerate(shipped_layouts(slug)):
        layout = tmp_path / f"board_{seed}.json"
        write_layout(layout, to_layout(edited(load_layout(shipped), Random(seed), 15)))
        again = through_tiled(outward(layout, tmp_path), *options)
        assert json.loads(again.read_text("utf-8"))["tiledversion"], "Tiled has written it"
        back = tmp_path / "back.json"
        assert main(["import", str(again), "-o", str(back)]) == 0
        assert back.read_bytes() == layout.read_bytes()


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
