"""Who sits where: how many seats, a name for each, and whether a person or a bot decides there."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from studio.bots.levels import NORMAL, level_of, levels
from studio.core.text import SEAT_NAMES, _
from studio.documents.record import HUMAN
from studio.gui.settings import settings
from studio.gui.start.setup.color_button import ColorButton
from studio.gui.style.seat_colours import COLORS, hues_of
from studio.gui.style.worn import wear
from studio.gui.widgets import Card, ToolButton, text_label
from studio.gui.widgets.inputs import Choice, Segmented
from studio.gui.widgets.text import plain
from studio.opening import Opened

MOST_NAME = 24
THROWS, THROW = 7, 110
"""How often the lot is thrown before it counts, and milliseconds of a throw."""
FIELD = 32
"""Height of a row, so that six seats fit on a small screen."""


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """Who sits in a seat: a name, "human" or the name of a bot, and the colour of its pieces ("": the usual one)."""

    name: str
    kind: str = HUMAN
    color: str = ""


def kinds() -> list[tuple[str, str]]:
    """What may sit in a seat: (key, words)."""
    return [
        (HUMAN, _("Person")),
        *((level.bot, _("Bot · {name}").format(name=level.title)) for level in levels()),
    ]


def level_words(bot: str) -> str:
    """How the bot of a level plays, and how long it takes."""
    level = level_of(bot)
    return f"{level.title}, {level.time}. {level.style}"


def offered_seats(opened: Opened) -> range:
    """The numbers of seats for a layout; on one that serves too few those of its game, since a match tells why."""
    return opened.game.seats(opened.body) or opened.game.info.seats


MANY = 4
"""More seats than these at a first match would mean long waits between one's own turns."""


def usual_seats(offered: range) -> int:
    """As many seats as last time where so many are offered, else all, but no more than one keeps an eye on."""
    kept = len(settings().texts("kinds"))
    return kept if kept in offered else max(offered.start, min(offered.stop - 1, MANY))


def usual_setup(seat: int) -> SeatSetup:
    """Who sat in a seat last time; at first one person against bots."""
    names, chosen = settings().texts("names"), settings().texts("kinds")
    colors = settings().texts("colors")
    kind = HUMAN if seat == 0 else NORMAL
    if seat < len(chosen) and chosen[seat] in dict(kinds()):
        kind = chosen[seat]
    name = names[seat] if seat < len(names) else SEAT_NAMES[seat % len(SEAT_NAMES)]
    return SeatSetup(name, kind, colors[seat] if seat < len(colors) else "")


def named_colors(setups: Sequence[SeatSetup]) -> list[SeatSetup]:
    """The same seats, each with its colour by name: it goes where its person goes."""
    hues = hues_of([setup.color for setup in setups])
    return [replace(setup, color=COLORS[hue]) for setup, hue in zip(setups, hues, strict=True)]


class SeatRow(QWidget):
    """One seat in the form: colour, name, kind."""

    def __init__(self, seat: int, name: str, kind: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        self.color = ColorButton(seat, 30)
        row.addWidget(self.color)
        self.name = QLineEdit(name)
        self.name.setMinimumWidth(90)  # a name is read from its beginning
        self.name.setMaxLength(MOST_NAME)
        self.name.setAccessibleName(_("Name of seat {number}").format(number=seat + 1))
        self.name.setPlaceholderText(SEAT_NAMES[seat % len(SEAT_NAMES)])
        self.name.setFixedHeight(FIELD)
        row.addWidget(self.name, 1)
        self.kind = Choice(kinds())
        for place, level in enumerate(levels(), 1):
            self.kind.setItemData(place, plain(level_words(level.bot)), Qt.ItemDataRole.ToolTipRole)
        self.kind.set_current(kind)
        self.kind.setAccessibleName(_("Who plays seat {number}").format(number=seat + 1))
        self.kind.setMinimumWidth(150)
        self.kind.setFixedHeight(FIELD)
        row.addWidget(self.kind)
        self.setFixedHeight(FIELD)
        self._seat = seat

    def setup(self) -> SeatSetup:
        """What has been entered."""
        name = " ".join(self.name.text().split()) or SEAT_NAMES[self._seat % len(SEAT_NAMES)]
        hue = self.color.hue
        return SeatSetup(name, self.kind.current() or HUMAN, COLORS[hue] if hue != self._seat else "")

    def show_setup(self, setup: SeatSetup) -> None:
        """Fill in who sits there; the colour is the card's business."""
        self.name.setText(setup.name)
        self.kind.set_current(setup.kind)


class SeatsCard(Card):
    """The form. Names stay when seats come and go."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Seats"), " ", parent)
        self.rows: list[SeatRow] = []
        self.count = Segmented()
        self.count.setAccessibleName(_("Seats"))
        self.count.chosen.connect(lambda key: self.set_seats(int(key)))
        self.lots = ToolButton("dice", _("Draw lots for the order of the seats"), px=30)
        self.lots.clicked.connect(self.draw_lots)
        self.header.addWidget(self.lots)
        self.header.addWidget(self.count)
        self.by_lot = False
        """Whether the order of the seats was drawn."""
        self._throws: list[tuple[SeatSetup, ...]] = []
        self._throwing = QTimer(self)
        self._throwing.setInterval(THROW)
        self._throwing.timeout.connect(self._throw)
        self._column = QVBoxLayout()
        self._column.setSpacing(5)
        self.body.addLayout(self._column)
        self.about = text_label("", "second", 12, wrap=True)
        """How a bot plays: that of the seat changed last, at first that of the first seat with a bot."""
        self.body.addSpacing(2)
        self.body.addWidget(self.about)
        self._unseated: dict[int, SeatSetup] = {}
        self.offered = range(0)
        """The numbers of seats that may be chosen."""

    def show_seats(self, offered: range) -> None:
        """Offer these numbers of seats."""
        if offered == self.offered:
            return
        self.offered = offered
        self.count.set_options([(str(number), str(number)) for number in offered])
        self.count.setFixedWidth(38 * len(offered))
        wanted = len(self.rows) if self.rows and len(self.rows) in offered else usual_seats(offered)
        self.count.set_current(str(wanted))
        self.set_seats(wanted)

    def set_seats(self, number: int) -> None:
        """Have so many seats."""
        self._settle()
        self._say_lot(False)
        for seat, row in list(enumerate(self.rows))[number:]:
            self._unseated[seat] = row.setup()
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = self.rows[:number]
        colors = [row.setup().color for row in self.rows]
        for seat in range(len(self.rows), number):
            usual = self._unseated.get(seat) or usual_setup(seat)
            row = SeatRow(seat, usual.name, usual.kind)
            row.color.wanted.connect(partial(self._color, seat))
            row.kind.chosen.connect(self._tell)
            self.rows.append(row)
            self._column.addWidget(row)
            colors.append(usual.color)
        self._paint(colors)
        self._tell_first()

    def show_setups(self, setups: Sequence[SeatSetup]) -> None:
        """Fill in who sits where, as far as there are seats."""
        for row, setup in zip(self.rows, setups, strict=False):
            row.show_setup(setup)
        self._paint([setup.color for setup in setups][: len(self.rows)])
        self._tell_first()

    # colours

    def _paint(self, colors: Sequence[str]) -> None:
        """Give the seats these colours, no two alike."""
        self._wear(hues_of(colors))

    def _wear(self, hues: tuple[int, ...]) -> None:
        wear(self, hues)
        for row, hue in zip(self.rows, hues, strict=True):
            row.color.show_hue(hue)

    def _color(self, seat: int, hue: int) -> None:
        """A seat wants a colour: whoever has it gets the other's."""
        hues = [row.color.hue for row in self.rows]
        if hue in hues:
            hues[hues.index(hue)] = hues[seat]
        hues[seat] = hue
        self._wear(tuple(hues))

    # lots

    def draw_lots(self) -> None:
        """Seat everybody by chance, for all to see: some throws that do not count, and one that does."""
        self._settle()
        people = named_colors(self.setups())
        luck = secrets.SystemRandom()
        throws = THROWS if settings().value("motion") else 1
        self._throws = [tuple(luck.sample(people, len(people))) for _throw in range(throws)]
        self._throw()
        self._throwing.start()

    def _throw(self) -> None:
        if self._throws:
            self.show_setups(self._throws.pop(0))
        if not self._throws:
            self._throwing.stop()
            self._say_lot(True)

    def _settle(self) -> None:
        """Show at once what was drawn."""
        if self._throws:
            self._throws = self._throws[-1:]
            self._throw()

    def _say_lot(self, by_lot: bool) -> None:
        self.by_lot = by_lot
        self.set_note(_("drawn by lot") if by_lot else " ")

    def _tell_first(self) -> None:
        self._tell(next((kind for row in self.rows if (kind := row.setup().kind) != HUMAN), HUMAN))

    def _tell(self, kind: str) -> None:
        self.about.setText("" if kind == HUMAN else level_words(kind))

    def setups(self) -> tuple[SeatSetup, ...]:
        """The seats as entered."""
        self._settle()
        return tuple(row.setup() for row in self.rows)
