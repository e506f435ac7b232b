"""Smoke test, demo and rendering without a display."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from studio import __version__
from studio.cli import main
from studio.core.picture import Layer, Path as Line, Picture
from studio.documents import paths
from studio.documents.paths import shipped_layouts
from studio.games import known, slugs
from studio.gui import headless

BASE = str(shipped_layouts(slugs()[0])[0])


def program(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the program in an empty environment without a display."""
    return subprocess.run(
        [sys.executable, "-m", "studio", *words],
        capture_output=True,
        text=True,
        timeout=240,
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "TMPDIR": str(folder)},
        check=False,
    )


@pytest.mark.long
def test_smoke_test_leaves_no_files(tmp_path: Path) -> None:
    done = program(tmp_path, "--smoke-test")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"explorer-studio {__version__}: smoke test passed")
    assert done.stdout.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir() if not path.name.startswith(".")] == []


@pytest.mark.long
def test_demo_writes_screenshots(tmp_path: Path) -> None:
    done = program(tmp_path, "demo", "-o", str(tmp_path / "shown"))
    assert (done.returncode, done.stderr) == (0, "")
    for slug in slugs():
        for view in ("editor", "play", "board"):
            image = QImage(str(tmp_path / "shown" / f"{slug}_{view}.png"))
            assert image.width() >= 1280
            assert f"{slug}_{view}.png" in done.stdout
    assert done.stdout.count("can be played") == sum(len(shipped_layouts(slug)) for slug in slugs())


def test_smoke_test_of_the_smallest_game(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(headless, "slugs", lambda: known()[:1])
    assert headless.smoke_test() == 0
    assert "smoke test passed" in capsys.readouterr().out


@pytest.mark.long
def test_failed_smoke_test_prints_one_line(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(headless, "shipped_layouts", lambda _slug: [])
    assert headless.smoke_test() == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "no layouts" in err


@pytest.mark.long
@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_layouts_are_rendered(qtbot: QtBot, tmp_path: Path, ending: str, theme: str) -> None:
    path = tmp_path / f"board.{ending}"
    assert main(["render", BASE, "-o", str(path), "--size", "400", "--theme", theme]) == 0
    start = path.read_bytes()[:200]
    assert {"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF"}[ending] in start
    if ending == "png":
        assert QImage(str(path)).width() == 400


@pytest.mark.long
def test_size_limits_width_and_height(qtbot: QtBot, tmp_path: Path) -> None:
    for size in ("300x9000", "9000x200"):
        assert main(["render", BASE, "-o", str(tmp_path / "board.png"), "--size", size]) == 0
        image = QImage(str(tmp_path / "board.png"))
        width, height = map(int, size.split("x"))
        assert image.width() == width or abs(image.height() - height) <= 1
        assert image.width() <= width
        assert image.height() <= height + 1


@pytest.mark.long
def test_records_are_rendered(qtbot: QtBot, tmp_path: Path) -> None:
    record, board, blank = tmp_path / "match.json", tmp_path / "match.png", tmp_path / "base.png"
    assert main(["play", BASE, "--seed", "2", "-o", str(record)]) == 0
    assert main(["render", str(record), "-o", str(board), "--size", "500"]) == 0
    assert main(["render", BASE, "-o", str(blank), "--size", "500"]) == 0
    assert QImage(str(board)) != QImage(str(blank))


@pytest.mark.long
def test_unwritable_image_prints_one_line(qtbot: QtBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "board.png"
    target.mkdir()
    assert main(["render", BASE, "-o", str(target), "--size", "64"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "board.png" in err


def test_blank_screenshot_fails(qtbot: QtBot, tmp_path: Path) -> None:
    blank = QWidget()
    qtbot.addWidget(blank)
    blank.resize(300, 200)
    with pytest.raises(headless.SmokeTestError, match="blank"):
        headless.photograph(blank, tmp_path / "blank.png")
    full = QLabel("<h1>Terra</h1><p style='color:red'>incognita</p><p style='color:blue'>et mare</p>")
    qtbot.addWidget(full)
    full.resize(120, 120)
    assert headless.photograph(full, tmp_path / "full.png").is_file()


def test_timeout_names_the_condition(qtbot: QtBot) -> None:
    with pytest.raises(headless.SmokeTestError, match="the moon"):
        headless.wait_until(lambda: False, "the moon", seconds=0.05)


def test_temporary_data_dir_is_removed(tmp_path: Path) -> None:
    with headless.isolated_data_dir(None) as folder:
        assert paths.data_dir().is_relative_to(folder)
    assert not folder.exists()
    with headless.isolated_data_dir(tmp_path / "given"):
        assert paths.data_dir() == tmp_path / "given"


def test_rendering_needs_no_window(qtbot: QtBot) -> None:
    square = Line("coast", (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),))
    picture = Picture((0.0, 0.0, 1.0, 1.0), (Layer("only", (square,)),))
    assert QImage.fromData(headless.render(picture, ".png", 64, "dark")).width() == 64
