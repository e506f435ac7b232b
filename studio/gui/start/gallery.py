"""The cards of layouts on the start page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.text import _
from studio.gui.output.thumbnails import Thumbnail, display_name, document_info
from studio.gui.settings import settings
from studio.gui.style.stylesheet import current_theme, display_font
from studio.gui.widgets import CardFrame, Elided, PlainButton, hbox, paint_card, painter_on, set_tooltip, vbox
from studio.gui.widgets.accessibility import Role

if TYPE_CHECKING:
    from studio.services.loading import LoadedLayout


CARD = 20  # how much wider than its picture a card is
HEAD = 103  # how much higher than its picture a card is
LARGEST = QSize(360, 210)  # the size in which pictures are painted and cached; they are shown scaled
DEFAULT_PROPORTION = 1.4
FRAME = 2  # width of the frames of a board on both sides together, in spaces


def board_proportions(path: Path) -> tuple[float, str]:
    """Width / height of the board in a layout file, and its size as text; the default and "" if it cannot be read."""
    return all_board_proportions([path])[0]


def all_board_proportions(paths: Sequence[Path]) -> list[tuple[float, str]]:
    """`board_proportions` of several files; stored in the settings, so that start-up need not load the layouts."""
    known, found = settings().value("boards"), []
    new: dict[str, list[object]] = {}
    for path in paths:
        name = f"{path.parent.name}/{path.stem}"
        try:
            stamp = crc32(path.read_bytes())
        except OSError:
            found.append((DEFAULT_PROPORTION, ""))
            continue
        match known.get(name):
            case [int() as then, float() as proportion, str() as size] if then == stamp and proportion > 0:
                found.append((proportion, size))
            case _:
                found.append(_read_proportions(path, stamp))
                if found[-1] != (DEFAULT_PROPORTION, ""):
                    new[name] = [stamp, *found[-1]]
    if new:
        settings().set_value("boards", known | new)
    return found


@lru_cache(maxsize=256)
def _read_proportions(path: Path, _stamp: int) -> tuple[float, str]:
    """Read the proportions from the file; `_stamp` invalidates the cache."""
    from studio.documents.store import DocumentError
    from studio.services.loading import load_layout

    try:
        return layout_proportions(load_layout(path))
    except DocumentError:
        return DEFAULT_PROPORTION, ""


def layout_proportions(opened: LoadedLayout) -> tuple[float, str]:
    """`board_proportions` of an open layout."""
    grid = opened.game.body.grid(opened.body)
    centres = [grid.center(cell) for cell in range(grid.count)]
    wide, high = (max(values) - min(values) + 1 + FRAME for values in zip(*centres, strict=True))
    return wide / high, f"{grid.columns} × {grid.rows}"


class LayoutCard(CardFrame):
    """The card of a layout. A click on the picture edits it."""

    corner = 8.0
    accessible_role = Role.ListItem
    edit = Signal(object)
    play = Signal(object)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.proportion, size = board_proportions(path)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = vbox(parent=self, spacing=0, margins=(10, 10, 10, 11))
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
        notes = " ".join(document_info(path).notes.split())
        self.about = Elided(" · ".join(text for text in (size, notes) if text), "second", 12)
        self.about.setFixedHeight(18)
        column.addWidget(self.about)
        column.addSpacing(7)
        self.edit_button = PlainButton(_("Edit"), "pencil", small=True, act=lambda: self.edit.emit(self.path))
        self.edit_button.setAccessibleName(_("Edit {name}").format(name=name))
        self.play_button = PlainButton(_("Play"), "play", small=True, act=lambda: self.play.emit(self.path))
        self.play_button.setAccessibleName(_("Play {name}").format(name=name))
        column.addLayout(hbox(1, self.edit_button, self.play_button, spacing=6))
        self.setAccessibleName(name)
        set_tooltip(self, notes)

    def load(self) -> None:
        self.picture.show_file(self.path)


# Cards of different proportions in rows that all fill the width.

GAP = 12
ROW_HEIGHT = 168  # preferred height of pictures
LOWEST, HIGHEST = 0.8, 1.22  # how far a row may be shrunk and stretched to fill the width
MIN_PROPORTION, MAX_PROPORTION = 1.2, 2.0  # other proportions are limited to these


def layout_rows(
    proportions: Sequence[float], width: float, pad: float = 20, gap: float = GAP
) -> list[tuple[int, float]]:
    """Return the number of pictures and their height for each row.

    `proportions` are width / height; a frame adds `pad` to the width of its picture. A row takes pictures while that
    brings it closer to `ROW_HEIGHT`; the last row is not higher than the one above it.
    """
    rows: list[tuple[int, float]] = []
    taken: list[float] = []

    def height(pictures: Sequence[float]) -> float:
        return (width - gap * (len(pictures) - 1) - pad * len(pictures)) / sum(pictures)

    for proportion in proportions:
        held = min(max(proportion, MIN_PROPORTION), MAX_PROPORTION)
        fits = not taken or abs(height([*taken, held]) - ROW_HEIGHT) <= abs(height(taken) - ROW_HEIGHT)
        if not fits or (taken and height([*taken, held]) < ROW_HEIGHT * LOWEST):
            rows.append((len(taken), height(taken)))
            taken = []
        taken.append(held)
    if taken:
        rows.append((len(taken), min(height(taken), rows[-1][1] if rows else ROW_HEIGHT * HIGHEST)))
    return [(count, min(high, ROW_HEIGHT * HIGHEST)) for count, high in rows]


@lru_cache(maxsize=64)
def _card_rects(proportions: tuple[float, ...], width: int) -> tuple[QRect, ...]:
    """Return the card rectangles for a width; cached because layouts ask for the same width repeatedly."""
    top, places = 0, list[QRect]()
    for count, high in layout_rows(proportions, width):
        left, first = 0.0, len(places)
        for proportion in proportions[first : first + count]:
            wide = min(max(proportion, MIN_PROPORTION), MAX_PROPORTION) * high + CARD
            places.append(QRect(round(left), top, round(left + wide) - round(left), round(high) + HEAD))
            left += wide + GAP
        top += round(high) + HEAD + GAP
    return tuple(places)


class Gallery(QWidget):
    """The cards of one game in rows for the current width; outlines until the cards are set."""

    def __init__(self, proportions: Sequence[float]) -> None:
        super().__init__()
        self.proportions = tuple(proportions)
        self.rects: tuple[QRect, ...] = ()
        self.cards: list[LayoutCard] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)  # the layout asks at once: a height set later would leave the old one on show
        self.setSizePolicy(policy)

    def set_cards(self, cards: Sequence[LayoutCard]) -> None:
        """Put the cards into their places, instead of earlier ones, and load their pictures."""
        for card in self.cards:
            card.hide()
            card.deleteLater()
        self.cards, self.proportions = list(cards), tuple(card.proportion for card in cards)
        for card in self.cards:
            card.setParent(self)
        self.updateGeometry()
        self._place_cards()
        for card in self.cards:
            card.show()
            card.load()

    def _place_cards(self) -> None:
        self.rects = _card_rects(self.proportions, self.width())
        for card, place in zip(self.cards, self.rects, strict=False):
            card.setGeometry(place)

    def heightForWidth(self, width: int) -> int:
        return max((place.bottom() + 1 for place in _card_rects(self.proportions, width)), default=0)

    def sizeHint(self) -> QSize:
        return QSize(600, self.heightForWidth(600))

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.cards:
            with painter_on(self) as painter:
                for place in self.rects:
                    paint_card(painter, QRectF(place), 8)
                    painter.setPen(current_theme().color("border"))
                    painter.setBrush(current_theme().color("paper"))
                    sheet = place.adjusted(CARD // 2, CARD // 2, -CARD // 2, CARD // 2 - HEAD)
                    painter.drawRoundedRect(QRectF(sheet).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_cards()
