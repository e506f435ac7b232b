"""The parts of the start page: banner, shipped layouts by game."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from math import cos, pi, sin
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainterPath, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QWidget

from studio import games
from studio.core.text import _
from studio.documents.paths import is_private, is_shipped, shipped_layouts, shipped_lessons
from studio.gui import widgets as w
from studio.gui.output.thumbnails import document_info
from studio.gui.settings import settings
from studio.gui.start.captions import ALL_GAMES, GameEmblem, GameRow, is_done
from studio.gui.start.first_steps import GAME_SETTING
from studio.gui.start.gallery import Gallery, LayoutCard, all_board_proportions
from studio.gui.style.icons import Logo
from studio.gui.style.stylesheet import current_theme, display_font
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.collapsible import MIN_HOST_WIDTH

MAX_SCANNED, MAX_READ, MAX_OWN = 500, 100, 24  # entries listed of a folder; newest files read; own layouts shown

# Tutorial and puzzles of a game.


class LessonsRow(QWidget):
    """Buttons for tutorial and puzzles, hidden if the game has none. `chosen` carries the file of a lesson."""

    chosen = Signal(object)

    def __init__(self, slug: str) -> None:
        super().__init__()
        self.slug = slug
        self.tutorials, self.puzzles = shipped_lessons(slug, "tutorial"), shipped_lessons(slug, "puzzle")
        self.tutorial_button = w.PlainButton(_("Tutorial"), "book", small=True)
        self.tutorial_button.clicked.connect(lambda: self.chosen.emit(self.tutorials[0]))
        w.set_tooltip(self.tutorial_button, _("Teaches the game step by step in five minutes."))
        self.puzzles_button = w.PlainButton(_("Puzzles"), "star", small=True, act=self._show_puzzles)
        w.hbox(self.tutorial_button, self.puzzles_button, parent=self, spacing=6)
        self.tutorial_button.setVisible(bool(self.tutorials))
        self.puzzles_button.setVisible(bool(self.puzzles))

    def showEvent(self, event: QShowEvent) -> None:
        self.refresh()
        super().showEvent(event)

    def refresh(self) -> None:
        """Show what has been solved so far."""
        if self.tutorials:
            self.tutorial_button.set_text(_("Tutorial"), "tick" if is_done(self.tutorials[0]) else "book")
        solved = sum(map(is_done, self.puzzles))
        text = _("Puzzles {solved}/{count}").format(solved=solved, count=len(self.puzzles))
        self.puzzles_button.set_text(
            text if solved else _("Puzzles"), "tick" if solved == len(self.puzzles) else "star"
        )
        w.set_tooltip(self.puzzles_button, _("Positions to solve, each with a goal."))

    def _show_puzzles(self) -> None:
        from studio.documents.lessons import list_puzzles
        from studio.gui.start.puzzle_list import ask_puzzle

        if (path := ask_puzzle(self, self.slug, list_puzzles(self.slug))) is not None:
            self.chosen.emit(path)


# The layouts: the user's own, and the shipped ones by game.


class GameSection(QWidget):
    """The layouts of one game below its name."""

    accessible_role = Role.Grouping

    def __init__(self, slug: str) -> None:
        super().__init__()
        self.paths = shipped_layouts(slug)
        info = games.load(slug).info
        self.setAccessibleName(info.name)
        self.name = w.title_label(info.name, 19, italic=True)
        self.blurb = w.Elided(info.blurb, "second", 13)
        self.learning = LessonsRow(slug)
        head = w.hbox(GameEmblem(slug, 26), self.name, (self.blurb, 1), self.learning, spacing=9)
        self.gallery = Gallery([proportion for proportion, _size in all_board_proportions(self.paths)])
        w.vbox(head, w.Separator(), self.gallery, parent=self, spacing=8, margins=(0, 0, 0, 6))

    @property
    def cards(self) -> list[LayoutCard]:
        return self.gallery.cards

    def fill(self) -> None:
        self.gallery.set_cards([LayoutCard(path) for path in self.paths])


def own_layouts(game: str = ALL_GAMES) -> list[tuple[float, Path]]:
    """Return the user's layouts (of one game) with the times of their last changes, the newest first.

    They are those in the folders of recent files.
    """
    folders = dict.fromkeys(path.parent for path in settings().recent if not is_private(path) and not is_shipped(path))
    found: list[tuple[float, Path]] = []
    for folder in folders:
        with suppress(OSError), os.scandir(folder) as entries:
            listed = [entry for entry in islice(entries, MAX_SCANNED) if entry.name.endswith(".json")]
            found += [(entry.stat().st_mtime, Path(entry.path)) for entry in listed if entry.is_file()]
    known = (game,) if game else games.slugs()
    read = ((changed, path, document_info(path)) for changed, path in sorted(found, reverse=True)[:MAX_READ])
    return list(
        islice(((when, path) for when, path, info in read if info.game in known and not info.is_match), MAX_OWN)
    )


class OwnSection(QWidget):
    """The user's own layouts; hidden if there are none. `filled`: there are other cards."""

    accessible_role = Role.Grouping
    filled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.gallery = Gallery(())
        self._shown: list[tuple[float, Path]] = []
        self.setAccessibleName(_("My layouts"))
        head = w.hbox(w.title_label(_("My layouts"), 19, italic=True), 1)
        w.vbox(head, w.Separator(), self.gallery, parent=self, spacing=8, margins=(0, 0, 0, 6))

    def refresh(self, game: str) -> None:
        """Read the folders again; unchanged files keep their cards."""
        found = own_layouts(game)
        if found != self._shown:
            self._shown = found
            self.gallery.set_cards([LayoutCard(path) for _changed, path in found])
            self.filled.emit()
        self.setVisible(bool(found))


class LayoutBrowser(w.Card):
    """All sections. Those of games have their final size at once; `fill` adds the cards, section by section."""

    edit = Signal(object)
    play = Signal(object)
    learn = Signal(object)

    def __init__(self) -> None:
        super().__init__(_("Layouts"))
        self.sections: dict[str, GameSection] = {}
        self.games = GameRow(games.slugs(), every=True)
        self.games.chosen.connect(self.show_game)
        saved = settings().value(GAME_SETTING, ALL_GAMES)
        self.games.set_current(saved)
        self.body.addWidget(self.games)
        self._content = QWidget()
        self._column = w.vbox(1, parent=self._content, spacing=8, margins=(0, 4, 4, 0))
        self.area = w.ScrollArea(self._content, name=_("Layouts"))
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.body.addWidget(self.area, 1)
        self.own_section = OwnSection()
        self.own_section.hide()
        self.own_section.filled.connect(lambda: self._connect_cards(self.own_section.gallery.cards))
        self._column.insertWidget(0, self.own_section)
        for slug in games.slugs():
            if shipped_layouts(slug):
                section = self.sections[slug] = GameSection(slug)
                section.learning.chosen.connect(self.learn)
                self._column.insertWidget(len(self.sections), section)
                section.setVisible(self._is_shown(slug))  # not before it is inside: it would be a window of its own
        if not self.sections:
            empty = w.EmptyState(
                "map", _("No layouts found"), _("Program files are missing. Reinstall Explorer Studio.")
            )
            self._column.insertWidget(0, empty)
        self._pending_sections = sorted(self.sections.values(), key=lambda section: section.isHidden())

    @property
    def cards(self) -> list[LayoutCard]:
        return [card for section in self.sections.values() for card in section.cards]

    @property
    def is_complete(self) -> bool:
        return bool(self.sections) and not self._pending_sections

    def fill(self) -> None:
        """Make the cards of one game after another."""
        if self._pending_sections:
            section = self._pending_sections.pop(0)
            section.fill()
            self._connect_cards(section.cards)
            QTimer.singleShot(0, self, self.fill)

    def _connect_cards(self, cards: Sequence[LayoutCard]) -> None:
        for card in cards:
            card.edit.connect(self.edit)
            card.play.connect(self.play)

    def refresh_own(self) -> None:
        """List the user's own layouts again."""
        self.own_section.refresh(self.games.current())

    def _is_shown(self, slug: str) -> bool:
        return self.games.current() in (ALL_GAMES, slug)

    def show_game(self, slug: str) -> None:
        """Show the layouts of a game, or of all; remembered."""
        self.games.set_current(slug)
        settings().set_value(GAME_SETTING, self.games.current())
        for name, section in self.sections.items():
            section.setVisible(self._is_shown(name))
        self.refresh_own()
        self.area.verticalScrollBar().setValue(0)

    def sizeHint(self) -> QSize:
        return QSize(640, 480)


# The banner.

MIN_WIDTH_FOR_NAMES, FULL_BANNER_WIDTH = 780, 960
"""Widths of a banner from which on it has room for its name, and for all of it."""


class Banner(QWidget):
    """The banner: logo, name and motto of the program, and buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.emblem = Logo(86)
        self.name = w.title_label(_("Explorer Studio"), 38)
        self.motto = w.title_label(_("Design, check and play exploration boards"), 20, italic=True)
        text = w.vbox(1, self.name, self.motto, 1, spacing=2)
        self.buttons = w.hbox(spacing=10)
        w.hbox(self.emblem, text, 1, self.buttons, parent=self, spacing=24, margins=(30, 0, 30, 0))
        self.set_compact(False)

    def set_compact(self, low: bool) -> None:
        """Use a low banner if there is little room."""
        low = low or self.width() < FULL_BANNER_WIDTH
        self.setFixedHeight(66 if low else 118)
        self.emblem.set_px(44 if low else 86)
        self.name.setFont(display_font(26 if low else 38))
        self.name.setVisible(self.width() >= MIN_WIDTH_FOR_NAMES)
        self.motto.setVisible(not low)

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_HOST_WIDTH, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with w.painter_on(self) as painter:
            shape = QPainterPath()
            shape.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -1.5), 10, 10)
            painter.fillPath(shape, theme.color("paper"))
            painter.save()
            painter.setClipPath(shape)
            painter.setPen(QPen(theme.color("grid", 0.20), 1))
            for x, y in ((73.0, self.height() / 2), (self.width() - 190.0, 20.0), (self.width() * 0.55, 210.0)):
                for step in range(32):
                    angle = 2 * pi * step / 32
                    painter.drawLine(round(x), round(y), round(x + 1800 * cos(angle)), round(y + 1800 * sin(angle)))
            painter.restore()
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawPath(shape)
            painter.setPen(QPen(theme.color("paper_edge"), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(6.5, 6.5, -6.5, -7.5), 6, 6)
