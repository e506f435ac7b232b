"""Texts and emblems of documents and games in lists; progress in the lessons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QWidget

from studio import games
from studio.core.text import _
from studio.documents.autosave import TurnInfo
from studio.documents.paths import is_shipped, resources_dir
from studio.gui.output.thumbnails import document_info
from studio.gui.settings import settings
from studio.gui.style.icons import logo_pixmap
from studio.gui.style.stylesheet import MEDIUM, NORMAL, current_theme, text_font
from studio.gui.widgets import PaintedButton, hbox, paint_choice, paint_text, painter_on, set_tooltip


def game_name(path: Path) -> str:
    slug = document_info(path).game
    return games.load(slug).info.name if slug in games.slugs() else ""


def location_text(path: Path) -> str:
    """Text that distinguishes a file from others of the same name: its game or match, else its own name and folder."""
    if not path.is_file():
        return _("File not found")
    if is_shipped(path):
        return _("{game}, included").format(game=game_name(path))
    if document_info(path).is_match:
        return _("Match on {name}").format(name=document_info(path).name)
    return _("{file} in {folder}").format(file=path.name, folder=_folder_text(path))


def status_text(standing: TurnInfo | None) -> str:
    """The status of a match; a match of an older version without a status can only be resumed."""
    if standing is None:
        return _("Continue playing")
    if standing.is_finished:
        return _("finished")
    return _("{turn}, {name} to move").format(turn=standing.turn, name=standing.name)


def _folder_text(path: Path) -> str:
    home = Path.home()
    folder = path.parent
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) and folder != home else str(folder)


# Progress in the lessons, stored in the settings.

DONE = -1
_SETTING = "lessons"


def _key(path: Path) -> str:
    """Shipped lessons are identified by game and name, wherever the program is installed."""
    return f"{path.parent.name}/{path.stem}"


@cache
def _former_keys() -> dict[str, str]:
    """Return the keys under which earlier versions stored progress, by today's keys."""
    lines = (resources_dir() / "lessons" / "former_names.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines)


def lesson_progress(path: Path) -> int:
    """The current step of a tutorial or attempt at a puzzle; negative when finished (a puzzle: -3 on attempt 3)."""
    stored = settings().value(_SETTING, {})
    found = stored.get(_key(path), stored.get(_former_keys().get(_key(path), ""), 0))
    return found if isinstance(found, int) else 0


def is_done(path: Path) -> bool:
    """Whether a lesson was finished."""
    return lesson_progress(path) < 0


def save_lesson_progress(path: Path, step: int) -> None:
    settings().set_value(_SETTING, {**settings().value(_SETTING, {}), _key(path): step})


# A row of games to choose from.

CHIP_HEIGHT = 60
EMBLEM, TIGHT_EMBLEM = 42, 32
PAD, TIGHT_PAD = 9, 6
LINE_HEIGHTS = {14: 18, 12: 15}  # by size of the text, in pixels
MIN_NAME_WIDTH = 40  # pixels next to the emblem; with fewer no name is shown
ALL_GAMES = ""  # the key for all games


def paint_game(painter: QPainter, slug: str, box: QRectF) -> None:
    """Draw the emblem of a game into a square, or the logo for `ALL_GAMES`."""
    if slug == ALL_GAMES:
        px = round(box.width())
        painter.drawPixmap(box.topLeft(), logo_pixmap(px, painter.device().devicePixelRatio()))
        return
    from studio.gui.style.sprites import draw_sprite

    name = games.load(slug).info.emblem
    if name:
        wide = QRectF(box.center().x() - box.height() * 2, box.top(), box.height() * 4, box.height())
        draw_sprite(painter, name, wide, current_theme())


class GameEmblem(QWidget):
    """The emblem of a game."""

    def __init__(self, slug: str = ALL_GAMES, px: int = 26) -> None:
        super().__init__()
        self.slug = slug
        self.setFixedSize(px, px)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with painter_on(self) as painter:
            if self.slug in games.slugs():
                paint_game(painter, self.slug, QRectF(self.rect()))


class GameChip(PaintedButton):
    """A button for one game: the emblem with name, author and number of players; without room only name and players."""

    def __init__(self, slug: str) -> None:
        super().__init__(checkable=True)
        self.slug = slug
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.lines: tuple[str, ...] = (_("All"),)
        if slug != ALL_GAMES:
            info = games.load(slug).info
            self.lines = (
                info.name,
                _("{author}, {year}").format(author=info.author, year=info.year),
                _("{least}–{most} players").format(least=info.min_seats, most=info.max_seats),
            )
            set_tooltip(self, "\n".join((*self.lines, info.blurb)))
        else:
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setText(self.lines[0])
        self.setAccessibleName(_("All games") if slug == ALL_GAMES else ", ".join(self.lines))

    def _fonts(self) -> list[tuple[str, int]]:
        return [(line, 14 if place == 0 else 12) for place, line in enumerate(self.lines)]

    def sizeHint(self) -> QSize:
        if self.slug == ALL_GAMES:
            return QSize(EMBLEM + 2 * PAD, CHIP_HEIGHT)
        text = max(
            QFontMetricsF(text_font(px, MEDIUM if px == 14 else text_font().weight())).horizontalAdvance(line)
            for line, px in self._fonts()
        )
        return QSize(round(2 * PAD + EMBLEM + 8 + text + 4), CHIP_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(EMBLEM + 2 * PAD, CHIP_HEIGHT)  # with large words the emblem alone has to do

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()  # the row goes round and round, which Qt's own groups do not
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            paint_choice(painter, self, "panel")
            if self.slug == ALL_GAMES:
                paint_game(painter, ALL_GAMES, QRectF((self.width() - 28) / 2, 7, 28, 28))
                painter.setPen(theme.color("text"))
                painter.setFont(text_font(13, MEDIUM))
                painter.drawText(QRectF(0, 36, self.width(), 18), Qt.AlignmentFlag.AlignCenter, self.lines[0])
                return
            emblem, gap = (EMBLEM, PAD) if self.sizeHint().width() <= self.width() else (TIGHT_EMBLEM, TIGHT_PAD)
            is_bare = self.width() < 2 * gap + emblem + MIN_NAME_WIDTH
            side = (self.width() - emblem) / 2 if is_bare else gap
            paint_game(painter, self.slug, QRectF(side, (self.height() - emblem) / 2, emblem, emblem))
            if is_bare:
                return
            left = gap + emblem + 8.0
            lines = self._fonts() if gap == PAD else self._tight_lines(self.width() - left - 5)
            top = (self.height() - sum(LINE_HEIGHTS[px] for _line, px in lines)) / 2
            for line, px in lines:
                role, weight = ("text", MEDIUM) if px == 14 else ("second", NORMAL)
                room = QRectF(left, top, self.width() - left - 5, LINE_HEIGHTS[px])
                paint_text(painter, room, line, theme.color(role), px, weight)
                top += LINE_HEIGHTS[px]

    def _tight_lines(self, width: float) -> list[tuple[str, int]]:
        """The name on up to two lines, and the seats; the author is only in the tooltip."""
        name, _author, seats = self.lines
        first, _space, last = name.rpartition(" ")
        fits = QFontMetricsF(text_font(14, MEDIUM)).horizontalAdvance(name) <= width
        return [*((row, 14) for row in ((name,) if fits or not first else (first, last))), (seats, 12)]


class GameRow(QWidget):
    """A row of games; `chosen` carries the slug (`ALL_GAMES` for all). Arrow keys move the choice."""

    chosen = Signal(str)

    def __init__(self, slugs: Sequence[str], every: bool = False) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row = hbox(parent=self, spacing=8)
        self._group = QButtonGroup(self)
        self.chips: dict[str, GameChip] = {}
        for slug in ((ALL_GAMES,) if every else ()) + tuple(slugs):
            chip = GameChip(slug)
            chip.clicked.connect(lambda _checked=False, slug=slug: self.chosen.emit(slug))
            self._group.addButton(chip)
            row.addWidget(chip, 0 if slug == ALL_GAMES else chip.sizeHint().width())
            self.chips[slug] = chip
        if self.chips:
            next(iter(self.chips.values())).setChecked(True)

    def current(self) -> str:
        return next((slug for slug, chip in self.chips.items() if chip.isChecked()), ALL_GAMES)

    def set_current(self, slug: str) -> None:
        if slug in self.chips:
            self.chips[slug].setChecked(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if not step:
            super().keyPressEvent(event)
            return
        known = list(self.chips)
        place = (known.index(self.current()) + step) % len(known)
        self.chips[known[place]].setFocus()
        self.chips[known[place]].click()
