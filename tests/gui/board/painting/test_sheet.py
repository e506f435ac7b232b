"""Sheets over a board: kept once painted, the same pixels as painting afresh, only the layers that are wanted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from studio.core.picture import Label, Layer, Path, Picture, circle, rectangle
from studio.gui.board import cache as board_sheet
from studio.gui.board.cache import OverlayCache
from studio.gui.style.theme import DARK, LIGHT, Theme

PICTURE = Picture(
    (0, 0, 3, 2),
    (
        Layer("ground", (Path("fill:sand", (rectangle(0, 0, 3, 2),)),)),
        Layer("ships", (Path("fill:rubric", (circle(1, 1, 0.7),)), Label("text:ink", "7", 2, 1, 0.6)), is_still=False),
    ),
)


def painted(sheet: OverlayCache, scale: float = 40, theme: Theme = LIGHT, origin: tuple[int, int] = (10, 20)) -> QImage:
    """What a sheet puts on a white ground."""
    image = QImage(200, 160, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sheet.paint(painter, theme, scale, QPointF(*origin), QRectF(-1, -1, 8, 8))
    return image


def far_apart(one: QImage, other: QImage) -> int:
    """The greatest difference of a colour."""
    pairs = (
        (one.pixelColor(x, y), other.pixelColor(x, y))
        for x in range(0, one.width(), 3)
        for y in range(0, one.height(), 3)
    )
    return max(max(abs(a.red() - b.red()), abs(a.green() - b.green()), abs(a.blue() - b.blue())) for a, b in pairs)


@pytest.mark.parametrize("still", [None, False])
def test_what_is_kept_looks_like_what_is_painted_afresh(
    app: QApplication, monkeypatch: pytest.MonkeyPatch, still: bool | None
) -> None:
    sheet = OverlayCache(still)
    sheet.set_pictures((PICTURE,))
    kept = painted(sheet)
    monkeypatch.setattr(board_sheet, "MAX_CACHED_PIXELS", 0)
    afresh = painted(sheet)
    assert far_apart(kept, afresh) <= 3
    blank = painted(OverlayCache())
    assert far_apart(kept, blank) > 60
    corner = kept.pixelColor(12, 22)
    assert (corner == Qt.GlobalColor.white) == (still is False), "the ground is a still layer"


def test_another_picture_scale_theme_or_place(app: QApplication) -> None:
    sheet = OverlayCache(still=None)
    assert not sheet.set_pictures(())
    assert sheet.set_pictures((PICTURE,)) and not sheet.set_pictures((PICTURE,))
    first = painted(sheet)
    assert painted(sheet) == first
    assert far_apart(painted(sheet, scale=30), first) > 30
    assert far_apart(painted(sheet, theme=DARK), first) > 5
    moved = painted(sheet, origin=(40, 20))
    assert moved.copy(40, 0, 120, 160) == first.copy(10, 0, 120, 160)
    assert sheet.set_pictures(())
    assert painted(sheet) == painted(OverlayCache())
