"""The program in a process of its own with a real X11 window."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from tests.gui.stand_ins import BASE

WIDTH, HEIGHT = 1440, 900
PATIENCE = 40.0  # seconds to wait for the window


@dataclass
class Display:
    """An X server whose screen is a file."""

    name: str
    frame: Path

    def picture(self) -> QImage:
        """The screen, which the server stores as an X window dump."""
        data = self.frame.read_bytes()
        head = struct.unpack(">25I", data[:100])
        width, height, order, bits, line, colours = head[4], head[5], head[7], head[11], head[12], head[19]
        assert (order, bits) == (0, 32), "a 24-bit screen of a little-endian machine was expected"
        start = head[0] + 12 * colours
        return QImage(data[start : start + line * height], width, height, line, QImage.Format.Format_RGB32).copy()


@pytest.fixture
def display(tmp_path: Path) -> Iterator[Display]:
    read, write = os.pipe()
    screen = ["-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-fbdir", str(tmp_path)]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), *screen, "-nolisten", "tcp"], pass_fds=(write,), stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    assert number, "Xvfb did not start"
    yield Display(f":{number}", tmp_path / "Xvfb_screen0")
    server.terminate()
    server.wait(10)


def colours(picture: QImage) -> set[int]:
    """The colours at the points of a grid."""
    return {picture.pixel(x, y) for x in range(2, picture.width(), 9) for y in range(2, picture.height(), 9)}


def test_a_layout_opens_in_a_real_window(display: Display, tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")}
    environment |= {"DISPLAY": display.name, "QT_QPA_PLATFORM": "xcb"}
    command = [sys.executable, "-m", "studio", "--data-dir", str(tmp_path / "data"), str(BASE)]
    program = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + PATIENCE
        seen: set[int] = set()
        picture = display.picture()
        while time.monotonic() < deadline and program.poll() is None:
            picture = display.picture()
            seen = colours(picture)
            if len(seen) > 800:  # the board is drawn, not only panels
                break
            time.sleep(0.2)
        assert program.poll() is None, program.stderr.read() if program.stderr else ""
        assert (picture.width(), picture.height()) == (WIDTH, HEIGHT)
        assert len(seen) > 800
        bare = QColor("black").rgb()
        columns = [x for x in range(WIDTH) if picture.pixel(x, HEIGHT // 2) != bare]
        rows = [y for y in range(HEIGHT) if picture.pixel(WIDTH // 2, y) != bare]
        assert WIDTH - 32 <= columns[-1] + 1 - columns[0] <= WIDTH - 2 * 8, "the frame needs space at the sides"
        assert HEIGHT - 64 <= rows[-1] + 1 - rows[0] <= HEIGHT - 37 - 8, "the title bar needs space"
        top = QColor(picture.pixel(WIDTH - 200, 5))
        assert top.lightness() > 200, "the light theme is the default"
    finally:
        program.terminate()
        _out, stderr = program.communicate(timeout=PATIENCE)
    assert "Traceback" not in stderr
