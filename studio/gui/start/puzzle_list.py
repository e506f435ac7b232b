"""The list of a game's puzzles with their difficulty, and which are solved."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio import games
from studio.core.text import _, plural, with_label
from studio.documents.lessons import MAX_DIFFICULTY, read_puzzle
from studio.gui.start.captions import is_done, lesson_progress
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme
from studio.gui.widgets import RIGHT, Card, PaintedButton, paint_row, paint_text, painter_on, set_tooltip, vbox
from studio.gui.widgets.dialogs import AppDialog

STATUS_WIDTH = 144  # pixels at the end of a row: the status and its tick


class PuzzleRow(PaintedButton):
    """A button with number, title, difficulty and status of a puzzle."""

    def __init__(self, number: int, path: Path) -> None:
        puzzle = read_puzzle(path)
        super().__init__(_(puzzle.title))
        self.number, self.difficulty, self.is_solved = number, puzzle.difficulty, is_done(path)
        self.status = _status_text(lesson_progress(path))
        level = (_("easy"), _("medium"), _("hard"))[puzzle.difficulty - 1]
        self.setAccessibleName(with_label(_("Puzzle {n}").format(n=number), _(puzzle.title)))
        self.setAccessibleDescription(", ".join(filter(None, (level, self.status))))
        set_tooltip(self, _("{title} ({difficulty})").format(title=_(puzzle.title), difficulty=level))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(540, 34)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, middle = current_theme(), self.height() / 2
        with painter_on(self) as painter:
            if self.underMouse() or self.hasFocus():
                box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
                paint_row(painter, box, "tint" if self.isDown() else "hover", self.hasFocus())
            paint_text(
                painter, QRectF(6, 0, 24, self.height()), str(self.number), theme.color("second"), 14, align=RIGHT
            )
            dots = self.width() - STATUS_WIDTH - 52
            paint_text(painter, QRectF(42, 0, dots - 50, self.height()), self.text(), theme.color("text"), 14, SEMIBOLD)
            painter.setPen(QPen(theme.color("accent"), 1.2))
            for number in range(MAX_DIFFICULTY):
                painter.setBrush(theme.color("accent") if number < self.difficulty else Qt.BrushStyle.NoBrush)
                painter.drawEllipse(QPointF(dots + 6 + number * 14, middle), 4, 4)
            room = QRectF(self.width() - STATUS_WIDTH, 0, STATUS_WIDTH - 34, self.height())
            role = "done" if self.is_solved else "second"
            paint_text(painter, room, self.status, theme.color(role), 13, align=RIGHT)
            if self.is_solved:
                tick = icon_pixmap("tick", theme.color("done"), 16, self.devicePixelRatioF())
                painter.drawPixmap(QPointF(self.width() - 26, middle - 8), tick)


def _status_text(progress: int) -> str:
    """How often a puzzle was tried: its progress is the number of the current attempt, negative when it is solved."""
    if progress < 0:
        return _("attempt {n}").format(n=-progress)
    return plural("{n} attempt", "{n} attempts", progress - 1).format(n=progress - 1) if progress > 1 else ""


class PuzzleDialog(AppDialog):
    """The puzzles of a game, easy to hard; `chosen` is the one to open."""

    def __init__(self, parent: QWidget | None, slug: str, paths: list[Path]) -> None:
        super().__init__(parent, with_label(_("Puzzles"), games.load(slug).info.name), "star")
        self.chosen: Path | None = None
        unsolved = [path for path in paths if not is_done(path)]
        solved = _("{solved} of {count} solved, from easy to hard.")
        self.add_paragraph(solved.format(solved=len(paths) - len(unsolved), count=len(paths)))
        self.rows = [PuzzleRow(number, path) for number, path in enumerate(paths, 1)]
        for row, path in zip(self.rows, paths, strict=True):
            row.clicked.connect(partial(self._choose, path))
        card = Card(padding=6)
        card.body.addLayout(vbox(*self.rows, spacing=0))
        self.body.addWidget(card, 1)
        self.add_button("", _("Close"))
        if unsolved:
            self.add_button("", _("Next unsolved puzzle"), filled=True).clicked.connect(
                partial(self._choose, unsolved[0])
            )

    def _choose(self, path: Path, _checked: bool = False) -> None:
        self.chosen = path
        self.finish("open")


def ask_puzzle(parent: QWidget | None, slug: str, paths: list[Path]) -> Path | None:
    """Show the puzzles of a game; return the one to open."""
    dialog = PuzzleDialog(parent, slug, paths)
    dialog.ask()
    return dialog.chosen
