"""A shipped layout on the start page: its picture, its name and what it is about, Play and Edit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.text import _
from studio.gui.output.thumbnails import Thumbnail, caption, display_name
from studio.gui.settings import settings
from studio.gui.style.fonts import display_font
from studio.gui.widgets import Elided, PlainButton, paint_card, set_tip

if TYPE_CHECKING:
    from studio.opening import Opened

CARD = 20
"""How much wider than its picture a card is."""
HEAD = 103
"""How much higher than its picture a card is."""
LARGEST = QSize(360, 210)
"""The size in which pictures are drawn and kept, whatever size they are shown in."""
USUAL = 1.4
FRAME = 2
"""About how many spaces wide the frame round a board is, both sides together."""


def measured(path: Path) -> tuple[float, str]:
    """Width by height of the board in a layout file, and its size in words; the usual and "" when it has none."""
    return all_measured([path])[0]


def all_measured(paths: Sequence[Path]) -> list[tuple[float, str]]:
    """The same of several files.

    Remembered from one start to the next, since nothing else need be known of the games before the window is there.
    """
    known, found = settings().value("boards"), []
    new: dict[str, list[object]] = {}
    for path in paths:
        name = f"{path.parent.name}/{path.stem}"
        try:
            stamp = crc32(path.read_bytes())
        except OSError:
            found.append((USUAL, ""))
            continue
        match known.get(name):
            case [int() as then, float() as proportion, str() as size] if then == stamp and proportion > 0:
                found.append((proportion, size))
            case _:
                found.append(_reckoned(path, stamp))
                if found[-1] != (USUAL, ""):
                    new[name] = [stamp, *found[-1]]
    if new:
        settings().put("boards", known | new)
    return found


@lru_cache(maxsize=256)
def _reckoned(path: Path, _stamp: int) -> tuple[float, str]:
    """The same of a file with these bytes that nothing is remembered of."""
    from studio.documents.store import DocumentError
    from studio.opening import open_layout

    try:
        return proportions(open_layout(path))
    except DocumentError:
        return USUAL, ""


def proportions(opened: Opened) -> tuple[float, str]:
    """The same of an open layout."""
    grid = opened.game.grid(opened.body)
    centres = [grid.centre(cell) for cell in range(grid.count)]
    wide, high = (max(values) - min(values) + 1 + FRAME for values in zip(*centres, strict=True))
    return wide / high, f"{grid.columns} × {grid.rows}"


class LayoutCard(QWidget):
    """The card. A click on the picture edits."""

    edit = Signal(object)
    play = Signal(object)

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self.proportion, size = measured(path)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 11)
        column.setSpacing(0)
        self.picture = Thumbnail(LARGEST)
        self.picture.setCursor(Qt.CursorShape.PointingHandCursor)
        self.picture.clicked.connect(lambda: self.edit.emit(self.path))
        column.addWidget(self.picture, 1)
        column.addSpacing(5)
        name = display_name(path)
        self.name = Elided(name, "text", 17)
        self.name.setFont(display_font(18))
        self.name.setFixedHeight(24)
        column.addWidget(self.name)
        notes = " ".join(caption(path).notes.split())
        self.about = Elided(" · ".join(words for words in (size, notes) if words), "second", 12)
        self.about.setFixedHeight(18)
        column.addWidget(self.about)
        column.addSpacing(7)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addStretch(1)
        self.edit_button = PlainButton(_("Edit"), "pencil", small=True)
        self.edit_button.setAccessibleName(_("Edit {name}").format(name=name))
        self.edit_button.clicked.connect(lambda: self.edit.emit(self.path))
        row.addWidget(self.edit_button)
        self.play_button = PlainButton(_("Play"), "play", small=True)
        self.play_button.setAccessibleName(_("Play {name}").format(name=name))
        self.play_button.clicked.connect(lambda: self.play.emit(self.path))
        row.addWidget(self.play_button)
        column.addLayout(row)
        set_tip(self, notes)

    def load(self) -> None:
        """Ask for the picture."""
        self.picture.show_file(self.path)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_card(painter, QRectF(self.rect()), 8)
