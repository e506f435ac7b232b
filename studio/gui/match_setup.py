"""New match: which layout, who sits where, which options; ends in a `MatchChoice` from which a match is started."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QFileDialog, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio import bots
from studio.core.game import GameInfo, Options, Unplayable
from studio.core.match import Match
from studio.core.text import SEAT_NAMES, _
from studio.documents.record import HUMAN
from studio.documents.store import DocumentError
from studio.games.opening import Opened, open_layout, start_match
from studio.gui.dialogs import HouseDialog, show_document_error
from studio.gui.settings import settings
from studio.gui.thumbnails import Thumbnail, layout_files
from studio.gui.widgets import (
    Card,
    Choice,
    Elided,
    EmblemBadge,
    PlainButton,
    Segmented,
    ToggleSwitch,
    text_label,
)

LARGEST_SEED = 2**31 - 1
MOST_NAME = 24


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """Who sits in a seat: a name, and "human" or the name of a bot."""

    name: str
    kind: str = HUMAN

    @property
    def is_human(self) -> bool:
        """Whether a person decides for this seat."""
        return self.kind == HUMAN


@dataclass(frozen=True, slots=True)
class MatchChoice:
    """All that a new match needs."""

    opened: Opened
    setups: tuple[SeatSetup, ...]
    options: Options
    seed: int
    analysis: bool = False

    def start(self) -> Match:
        """The match. Raises `Unplayable` when the layout has errors."""
        return start_match(self.opened, len(self.setups), self.options, self.seed, analysis=self.analysis)


def bot_title(name: str) -> str:
    """The name of a bot as people read it."""
    return name.replace("_", " ").capitalize()


def kinds() -> list[tuple[str, str]]:
    """What may sit in a seat: (key, words)."""
    return [(HUMAN, _("Person")), *((name, _("Bot · {name}").format(name=bot_title(name))) for name in bots.names())]


class SeatRow(QWidget):
    """One seat in the form: badge, name, kind."""

    def __init__(self, seat: int, name: str, kind: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(EmblemBadge(seat, 32))
        self.name = QLineEdit(name)
        self.name.setMaxLength(MOST_NAME)
        self.name.setAccessibleName(_("Name of seat {number}").format(number=seat + 1))
        self.name.setPlaceholderText(SEAT_NAMES[seat % len(SEAT_NAMES)])
        row.addWidget(self.name, 1)
        self.kind = Choice(kinds())
        self.kind.set_current(kind)
        self.kind.setAccessibleName(_("Who plays seat {number}").format(number=seat + 1))
        self.kind.setMinimumWidth(150)
        row.addWidget(self.kind)
        self._seat = seat

    def setup(self) -> SeatSetup:
        """What has been entered."""
        name = " ".join(self.name.text().split()) or SEAT_NAMES[self._seat % len(SEAT_NAMES)]
        return SeatSetup(name, self.kind.current() or HUMAN)


class MatchSetup(HouseDialog):
    """The New match dialog. `ask_match` returns the choice or None."""

    def __init__(self, parent: QWidget | None, opened: Opened | None = None, also: Sequence[Opened] = ()) -> None:
        super().__init__(parent, _("New match"), "compass")
        self._opened: Opened | None = None
        self._also = list(also)
        self._files: list[Path] = []
        self._rows: list[SeatRow] = []
        self._options: dict[str, ToggleSwitch | Choice] = {}
        columns = QHBoxLayout()
        columns.setSpacing(12)
        columns.addWidget(self._layout_card(), 5)
        right = QVBoxLayout()
        right.setSpacing(12)
        right.addWidget(self._seats_card())
        right.addWidget(self._options_card())
        right.addStretch(1)
        columns.addLayout(right, 4)
        self.body.addLayout(columns, 1)
        self.add_button("", _("Cancel"))
        self.go = self.add_button("start", _("Start the match"), filled=True, icon="play")
        self._fill_layouts(opened)
        self.resize(900, 620)

    # building

    def _layout_card(self) -> Card:
        card = Card(_("Layout"))
        row = QHBoxLayout()
        row.setSpacing(8)
        self.layouts = Choice()
        self.layouts.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.layouts.setMinimumContentsLength(18)
        self.layouts.setAccessibleName(_("Layout"))
        self.layouts.chosen.connect(self._layout_chosen)
        row.addWidget(self.layouts, 1)
        browse = PlainButton(_("Open…"), "open", small=True)
        browse.clicked.connect(self._browse)
        row.addWidget(browse)
        card.body.addLayout(row)
        self.picture = Thumbnail(QSize(440, 300))
        card.body.addWidget(self.picture, 1)
        self.author = Elided("", "second", 13)
        card.body.addWidget(self.author)
        self.notes = QLabel()
        self.notes.setProperty("role", "second")
        self.notes.setWordWrap(True)
        self.notes.setTextFormat(Qt.TextFormat.PlainText)
        self.notes.setFixedHeight(58)
        self.notes.setAlignment(Qt.AlignmentFlag.AlignTop)
        card.body.addWidget(self.notes)
        self._layout_title = card
        return card

    def _seats_card(self) -> Card:
        card = Card(_("Seats"))
        self.count = Segmented()
        self.count.setFixedWidth(150)
        self.count.chosen.connect(lambda key: self._set_seats(int(key)))
        card.header.addWidget(self.count)
        self._seat_column = QVBoxLayout()
        self._seat_column.setSpacing(8)
        card.body.addLayout(self._seat_column)
        return card

    def _options_card(self) -> Card:
        card = Card(_("Options"))
        self._option_column = QVBoxLayout()
        self._option_column.setSpacing(4)
        card.body.addLayout(self._option_column)
        self.analysis = ToggleSwitch(_("Analysis: undo anything, try branches"))
        card.body.addWidget(self.analysis)
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        self.seed = QLineEdit()
        self.seed.setPlaceholderText(_("by chance"))
        self.seed.setValidator(QIntValidator(0, LARGEST_SEED, self.seed))
        self.seed.setAccessibleName(_("Seed"))
        self.seed.setToolTip(_("The same number gives the same draws; leave it empty for a fresh match"))
        grid.addWidget(text_label(_("Seed"), "second", 13), 0, 0)
        grid.addWidget(self.seed, 0, 1)
        card.body.addLayout(grid)
        return card

    # layouts

    def _fill_layouts(self, first: Opened | None) -> None:
        options: list[tuple[str, str]] = []
        for index, opened in enumerate([*([first] if first else []), *self._also]):
            options.append((f"open:{index}", opened.layout.name or _("Layout without a name")))
        self._unfiled = [*([first] if first else []), *self._also]
        known = {str(opened.path) for opened in self._unfiled if opened.path}
        self._files = [path for path, _name in layout_files() if str(path) not in known]
        options += [(f"file:{path}", name) for path, name in layout_files() if str(path) not in known]
        self.layouts.set_options(options)
        if first is None and options:
            wanted = f"file:{settings().value('layout')}"
            shipped = next((key for key, _name in options if key.startswith("file:")), options[0][0])
            self.layouts.set_current(wanted if wanted in [key for key, _name in options] else shipped)
        self._layout_chosen(self.layouts.current())

    def _layout_chosen(self, key: str) -> None:
        kind, _colon, rest = key.partition(":")
        if kind == "open":
            self._show(self._unfiled[int(rest)])
            return
        if kind == "file":
            self._open(Path(rest))

    def _open(self, path: Path) -> bool:
        try:
            self._show(open_layout(path))
        except DocumentError as error:
            show_document_error(self, error)
            return False
        return True

    def _browse(self) -> None:
        name, _filter = QFileDialog.getOpenFileName(
            self, _("Open a layout"), str(settings().value("folder")), _("Layouts (*.json);;All files (*)")
        )
        if name and self._open(Path(name)):
            opened = self._opened
            assert opened is not None
            key = f"file:{name}"
            if self.layouts.findData(key) < 0:
                self.layouts.insertItem(0, opened.layout.name or Path(name).stem, key)
            self.layouts.set_current(key)

    def _show(self, opened: Opened) -> None:
        before = self._opened
        self._opened = opened
        self.picture.show_opened(opened)
        info = opened.game.info
        self._layout_title.set_note(info.name)
        self.author.set_text(opened.layout.author)
        notes = " ".join(opened.layout.notes.split())
        self.notes.setText(self._shortened(notes))
        self.notes.setToolTip(notes)
        if before is None or before.game.info.slug != info.slug:
            self._show_game(info)

    def _shortened(self, notes: str, most: int = 190) -> str:
        return notes if len(notes) <= most else notes[:most].rsplit(" ", 1)[0] + " …"

    # seats and options

    def _show_game(self, info: GameInfo) -> None:
        self.count.set_options([(str(number), str(number)) for number in info.seats])
        kept = len(settings().texts("kinds"))
        wanted = kept if kept in info.seats else info.most_seats
        self.count.set_current(str(wanted))
        self._set_seats(wanted)
        while self._option_column.count():
            item = self._option_column.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.deleteLater()
        self._options = {}
        for option in info.options:
            if option.choices:
                row = Choice(option.choices)
                row.set_current(str(option.default))
                row.setToolTip(option.help)
                self._option_column.addWidget(text_label(option.name, "second", 13))
                self._option_column.addWidget(row)
                self._options[option.key] = row
            elif isinstance(option.default, bool):
                switch = ToggleSwitch(option.name)
                switch.setChecked(option.default)
                switch.setToolTip(option.help)
                self._option_column.addWidget(switch)
                self._option_column.addWidget(text_label(option.help, "second", 12, wrap=True))
                self._options[option.key] = switch

    def _set_seats(self, number: int) -> None:
        names, chosen = settings().texts("names"), settings().texts("kinds")
        before = [row.setup() for row in self._rows]
        for row in self._rows[number:]:
            self._seat_column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = self._rows[:number]
        for seat in range(len(self._rows), number):
            name = names[seat] if seat < len(names) else SEAT_NAMES[seat % len(SEAT_NAMES)]
            usual = HUMAN if seat == 0 else bots.names()[-1]
            kind = chosen[seat] if seat < len(chosen) and chosen[seat] in (HUMAN, *bots.names()) else usual
            if seat < len(before):
                name, kind = before[seat].name, before[seat].kind
            row = SeatRow(seat, name, kind)
            self._rows.append(row)
            self._seat_column.addWidget(row)

    def setups(self) -> tuple[SeatSetup, ...]:
        """The seats as entered."""
        return tuple(row.setup() for row in self._rows)

    def rows(self) -> list[SeatRow]:
        """The rows of the seats."""
        return list(self._rows)

    def options(self) -> Options:
        """The options as chosen."""
        assert self._opened is not None
        result: Options = dict(self._opened.game.info.defaults())
        for key, widget in self._options.items():
            if isinstance(widget, ToggleSwitch):
                result[key] = widget.isChecked()
            else:
                old = result[key]
                result[key] = int(widget.current()) if isinstance(old, int) else widget.current()
        return result

    def choice_made(self) -> MatchChoice | None:
        """Everything as it stands in the form; None as long as there is no layout."""
        if self._opened is None:
            return None
        seed = int(self.seed.text()) if self.seed.text() else secrets.randbelow(LARGEST_SEED)
        return MatchChoice(self._opened, self.setups(), self.options(), seed, self.analysis.isChecked())

    def ask_match(self) -> MatchChoice | None:
        """Show the dialog and wait; what was chosen, or None. Remembers names and kinds for the next time."""
        QTimer.singleShot(0, self.go.setFocus)
        self.exec()
        made = self.choice_made() if self.choice == "start" else None
        if made is not None:
            settings().put("names", [setup.name for setup in made.setups])
            settings().put("kinds", [setup.kind for setup in made.setups])
            if made.opened.path is not None:
                settings().put("layout", str(made.opened.path))
        self.deleteLater()
        return made


def quick_choice(opened: Opened, analysis: bool = False) -> MatchChoice:
    """A match on this layout at once, with the seats of last time (at first one person against bots)."""
    info = opened.game.info
    names, chosen = settings().texts("names"), settings().texts("kinds")
    number = len(chosen) if len(chosen) in info.seats else info.most_seats
    setups = []
    for seat in range(number):
        usual = HUMAN if seat == 0 else bots.names()[-1]
        kind = chosen[seat] if seat < len(chosen) and chosen[seat] in (HUMAN, *bots.names()) else usual
        setups.append(SeatSetup(names[seat] if seat < len(names) else SEAT_NAMES[seat % len(SEAT_NAMES)], kind))
    return MatchChoice(opened, tuple(setups), info.defaults(), secrets.randbelow(LARGEST_SEED), analysis)


def ask_game(parent: QWidget | None) -> str:
    """Which game a new layout is for: its slug, or "" when nothing was chosen."""
    from studio import games

    dialog = HouseDialog(parent, _("A new layout for which game?"), "map")
    for slug in games.slugs():
        info = games.load(slug).info
        card = Card(info.name, f"{info.author}, {info.year}")
        row = QHBoxLayout()
        row.addWidget(text_label(info.blurb, "second", 13, wrap=True), 1)
        button = PlainButton(_("Draw"), "pencil", small=True)
        button.setObjectName(slug)
        button.clicked.connect(lambda _checked=False, slug=slug: dialog.finish(slug))
        row.addWidget(button)
        card.body.addLayout(row)
        dialog.body.addWidget(card)
    dialog.add_button("", _("Cancel"))
    return dialog.ask()


def start_or_explain(choice: MatchChoice, parent: QWidget | None) -> Match | str:
    """The match, or after the dialog about its errors: "edit" when the editor is wanted, else ""."""
    from studio.gui.dialogs import unplayable

    try:
        return choice.start()
    except Unplayable as trouble:
        return unplayable(parent, trouble.problems).ask()
