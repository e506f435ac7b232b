"""The New match dialog: layout, seats and options."""

from __future__ import annotations

import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio import games
from studio.core.game import LayoutNotPlayable, Options
from studio.core.match import Match
from studio.core.problems import Problem, combined_message, group_by_cause
from studio.core.text import _, split_notes, translated_name
from studio.documents.paths import is_shipped, shipped_layouts, shipped_lessons
from studio.documents.store import DocumentError
from studio.gui import widgets as w
from studio.gui.output.thumbnails import Thumbnail, display_name, document_info
from studio.gui.page import SeatSetup
from studio.gui.settings import settings
from studio.gui.start.captions import GameRow, is_done
from studio.gui.start.document_list import DocumentEntry, DocumentList
from studio.gui.start.gallery import board_proportions, layout_proportions
from studio.gui.start.seats_form import (
    LARGEST_SEED,
    OptionsCard,
    SavedSetup,
    SeatRow,
    SeatsCard,
    SetupsButton,
    default_seat_count,
    default_setup,
    seat_counts,
    with_color_names,
)
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets.dialogs import AppDialog, ask_layout, show_document_error
from studio.services.loading import LoadedLayout, load_layout, start_match

SIZE = QSize(1060, 680)
MARGIN = QSize(24, 24)  # pixels of the window behind it that stay visible
PREVIEW = QSize(320, 224)


@dataclass(frozen=True, slots=True)
class MatchChoice:
    """The layout, seats, options and seed of a new match."""

    opened: LoadedLayout
    setups: tuple[SeatSetup, ...]
    options: Options
    seed: int
    analysis: bool = False
    random_seating: bool = False

    def start(self) -> Match:
        """Raises `LayoutNotPlayable` when the layout has errors."""
        return start_match(self.opened, len(self.setups), self.options, self.seed, analysis=self.analysis)


class MatchSetup(AppDialog):
    """The New match dialog; it preselects the given layout, else the given game, else the last layout."""

    def __init__(
        self,
        parent: QWidget | None,
        opened: LoadedLayout | None = None,
        also: Sequence[LoadedLayout] = (),
        game: str = "",
    ) -> None:
        super().__init__(parent, _("New match"), "compass")
        self._opened: LoadedLayout | None = None
        self._open_layouts = [*([opened] if opened else []), *also]
        """Layouts that are open now, or were fetched from a file by this dialog."""
        self.games = GameRow(games.slugs())
        self.games.chosen.connect(self._game_chosen)
        self.set_header_widget(self.games)
        self.seats = SeatsCard()
        self.options = OptionsCard()
        right = w.vbox(self.seats, (self.options, 1), spacing=12)
        self.body.addLayout(w.hbox((self._layout_card(), 13), (right, 10), spacing=12), 1)
        self.count, self.seed, self.analysis = self.seats.count, self.options.seed, self.options.analysis
        self.variants = self.options.variants
        self.saved = SetupsButton(self._current_setup, self.load_setup)
        self.buttons.insertWidget(0, self.saved)
        self.learn = self.add_button("tutorial", _("Play tutorial"), icon="book")
        self.add_button("", _("Cancel"))
        self.start_button = self.add_button("start", _("Start match"), filled=True, icon="play")
        last = Path(str(settings().value("layout")))
        self.games.set_current(opened.game.info.slug if opened is not None else game or document_info(last).game)
        self._game_chosen(self.games.current())
        self.resize(SIZE if parent is None else SIZE.boundedTo(parent.window().size() - MARGIN))
        self.start_button.setFocus()

    # layouts

    def _layout_card(self) -> w.Card:
        card = w.Card(_("Layout"))
        browse = w.PlainButton(_("Open…"), "open", small=True, act=self._browse)
        card.header.addWidget(browse)
        self.layouts = DocumentList(_("Layouts"), selects=True)
        self.layouts.setFixedWidth(214)
        self.layouts.chosen.connect(self._select_entry)
        self.picture = Thumbnail(PREVIEW)
        self.name = w.Elided("", "text", 17)
        self.author = w.Elided("", "second", 13)
        self.notes = w.text_label("", "second", 13, wrap=True)
        self.details = w.text_label("", "second", 13, wrap=True)
        self.details_button = w.PlainButton(small=True)
        self.details_button.setCheckable(True)
        self.details_button.toggled.connect(self.details.setVisible)
        content = QWidget()
        w.vbox(self.notes, w.hbox(self.details_button, 1), self.details, 1, parent=content, spacing=8)
        room = w.ScrollArea(content, name=_("Notes"))
        column = w.vbox(self.picture, self.name, self.author, (room, 1), spacing=4)
        column.insertSpacing(1, 4)
        card.body.addLayout(w.hbox(self.layouts, (column, 1), spacing=12), 1)
        return card

    def _game_chosen(self, slug: str) -> None:
        """Offer the layouts, seats and options of a game."""
        info = games.load(slug).info
        self.seats.show_seats(info.seats)
        self.variants.show_game(info)
        self.learn.setVisible(not all(map(is_done, shipped_lessons(slug, "tutorial"))))
        entries = self._entries(slug)
        self.layouts.set_entries(entries)
        last = Path(str(settings().value("layout")))
        at_hand = [entry for entry in entries if entry.opened is not None and entry.opened is self._open_layouts[0]]
        wanted = at_hand or [entry for entry in entries if entry.path == last] or entries
        self._opened = None
        if wanted:
            self.layouts.set_current(wanted[0])
            self._select_entry(wanted[0])

    def _entries(self, slug: str) -> list[DocumentEntry]:
        entries = []
        for opened in self._open_layouts:
            if opened.game.info.slug == slug:
                name = translated_name(opened.layout.name) or _("Untitled layout")
                about = opened.path.name if opened.path is not None else _("not saved yet")
                if opened.path is not None and is_shipped(opened.path):
                    about = layout_proportions(opened)[1]
                entries.append(DocumentEntry(name, about, opened.path, opened))
        known = {entry.path for entry in entries}
        for path in shipped_layouts(slug):
            if path not in known:
                entries.append(DocumentEntry(display_name(path), board_proportions(path)[1], path))
        return entries

    def _select_entry(self, entry: DocumentEntry) -> None:
        """Show a layout, and play on it."""
        opened = entry.opened
        if opened is None and entry.path is not None:
            try:
                opened = load_layout(entry.path)
            except DocumentError as error:
                show_document_error(self, error)
                return
            self.picture.show_file(entry.path)
        elif opened is not None:
            self.picture.show_opened(opened)
        assert opened is not None
        self._opened = opened
        self.seats.show_seats(seat_counts(opened))
        self.picture.setFixedHeight(round(min(PREVIEW.height(), PREVIEW.width() / layout_proportions(opened)[0])))
        self.name.set_text(translated_name(opened.layout.name) or _("Untitled layout"))
        self.author.set_text(translated_name(opened.layout.author))
        description, heading, details = split_notes(opened.layout.notes)
        self.notes.setText(description)
        self.details.setText(details)
        self.details.setVisible(False)
        self.details_button.set_text(heading)
        self.details_button.setVisible(bool(details))
        self.details_button.setChecked(False)

    def _browse(self) -> None:
        try:
            opened = ask_layout(self, _("Open layout"))
        except DocumentError as error:
            show_document_error(self, error)
            return
        if opened is not None:
            self._open_layouts.insert(0, opened)
            self.games.set_current(opened.game.info.slug)
            self._game_chosen(opened.game.info.slug)

    # what was entered

    def setups(self) -> tuple[SeatSetup, ...]:
        return self.seats.setups()

    def rows(self) -> list[SeatRow]:
        return list(self.seats.rows)

    def _current_setup(self) -> SavedSetup:
        return SavedSetup(self.games.current(), self.setups(), self.variants.options())

    def load_setup(self, setup: SavedSetup) -> None:
        """Apply a saved setup, as far as game and layout support its seats and rules."""
        if setup.game != self.games.current() and setup.game in games.slugs():
            self.games.set_current(setup.game)
            self._game_chosen(setup.game)
        if len(setup.seats) in self.seats.seat_counts:
            self.count.set_current(str(len(setup.seats)))
            self.seats.set_seats(len(setup.seats))
        self.seats.show_setups(setup.seats)
        self.variants.choose(setup.options)

    def current_choice(self) -> MatchChoice | None:
        """The choice as entered; None if there is no layout."""
        if self._opened is None:
            return None
        options, seed = self.variants.options(), self.options.seed_or_random()
        setups, analysis = self.setups(), self.analysis.isChecked()
        return MatchChoice(self._opened, setups, options, seed, analysis, self.seats.random_seating)

    def ask_match(self) -> MatchChoice | None:
        """Show the dialog; return the choice or None. Remembers names and players for the next time."""
        QTimer.singleShot(0, self.start_button.setFocus)
        self.exec()
        made = self.current_choice() if self.choice == "start" else None
        if made is not None:
            settings().set_value("names", [setup.name for setup in made.setups])
            settings().set_value("colors", [setup.color for setup in made.setups])
            settings().set_value("kinds", [setup.kind for setup in made.setups])
            if made.opened.path is not None:
                settings().set_value("layout", str(made.opened.path))
        self.deleteLater()
        return made


def quick_choice(opened: LoadedLayout, analysis: bool = False) -> MatchChoice:
    """A match on this layout with the seats of last time (by default one human against bots)."""
    setups = tuple(default_setup(seat) for seat in range(default_seat_count(seat_counts(opened))))
    return MatchChoice(opened, setups, opened.game.info.defaults(), secrets.randbelow(LARGEST_SEED), analysis)


def rematch_choice(opened: LoadedLayout, setups: Sequence[SeatSetup], options: Options) -> MatchChoice:
    """A rematch under the current rules; the seats rotate, so that the next one begins."""
    known = {option.key: options[option.key] for option in opened.game.info.options}
    people = with_color_names([SeatSetup(seat.name, seat.kind, seat.color) for seat in setups])
    return MatchChoice(opened, (*people[1:], people[0]), known, secrets.randbelow(LARGEST_SEED))


def start_or_explain(choice: MatchChoice, parent: QWidget | None) -> Match | tuple[Problem, ...]:
    """Start the match, or show its errors and return those to show in the editor, perhaps none."""

    try:
        return choice.start()
    except LayoutNotPlayable as trouble:
        return show_errors_dialog(parent, trouble.problems)


# The errors of a layout that cannot be played.


class ErrorRow(w.PaintedButton):
    """A button with the text of errors that have one cause."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(combined_message(problems))
        self.problems = tuple(problems)
        self.setAccessibleDescription(_("Show in editor"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        return QSize(480, self.heightForWidth(480))

    def heightForWidth(self, width: int) -> int:
        return max(34, math.ceil(w.wrapped_height(self.text(), width - 72, 14)) + 16)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, rect = current_theme(), QRectF(self.rect())
        with w.painter_on(self) as painter:
            if self.underMouse() or self.hasFocus():
                w.paint_row(painter, rect.adjusted(1, 1, -1, -1), "tint" if self.isDown() else "hover", self.hasFocus())
            w.paint_severity(painter, QRectF(8, 8, 18, 18), self.problems[0].severity)
            room = rect.adjusted(36, 8, -36, 0)
            w.paint_wrapped(painter, room, self.text(), theme.color("text"), 14)
            sign = icon_pixmap("right", theme.color("second"), 16, self.devicePixelRatioF())
            painter.drawPixmap(self.width() - 26, 9, sign)


class ErrorsDialog(AppDialog):
    """Lists the errors of a layout; a row shows its spaces in the editor."""

    def __init__(self, parent: QWidget | None, problems: Sequence[Problem]) -> None:
        super().__init__(parent, _("This layout cannot be played yet"), "error", "error")
        self.selected_problems: tuple[Problem, ...] = ()
        self.add_paragraph(_("Fix these errors first. Each row opens its spaces in the editor."))
        room = QWidget()
        column = w.vbox(parent=room, spacing=2)
        self.rows = [ErrorRow(group) for group in group_by_cause(problems)]
        for row in self.rows:
            row.clicked.connect(partial(self._select, row.problems))
            column.addWidget(row)
        column.addStretch(1)
        scroll = w.ScrollArea(room, name=_("Problems"))
        scroll.setMinimumHeight(min(44 * len(self.rows) + 12, 260))
        card = w.Card()
        card.body.addWidget(scroll)
        self.body.addWidget(card, 1)
        self.setMinimumWidth(600)
        self.add_button("", _("Close"))
        self.add_button("edit", _("Open in editor"), filled=True, icon="pencil")

    def _select(self, problems: tuple[Problem, ...], _checked: bool = False) -> None:
        self.selected_problems = problems
        self.finish("edit")

    def finish(self, choice: str) -> None:
        if choice == "edit" and not self.selected_problems:
            self.selected_problems = self.rows[0].problems
        super().finish(choice)


def show_errors_dialog(parent: QWidget | None, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Explain why a layout cannot be played; return the errors to show in the editor, or ()."""
    dialog = ErrorsDialog(parent, problems)
    dialog.ask()
    return dialog.selected_problems
