"""Who sits where: how many seats, a name for each, and whether a person or a bot decides there."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from studio.bots.levels import NORMAL, level_of, levels
from studio.core.text import SEAT_NAMES, _
from studio.documents.record import HUMAN
from studio.gui.settings import settings
from studio.gui.widgets import Card, EmblemBadge, text_label
from studio.gui.widgets.inputs import Choice, Segmented
from studio.gui.widgets.text import plain
from studio.opening import Opened

MOST_NAME = 24
FIELD = 32
"""Height of a row, so that six seats fit on a small screen."""


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """Who sits in a seat: a name, and "human" or the name of a bot."""

    name: str
    kind: str = HUMAN


def kinds() -> list[tuple[str, str]]:
    """What may sit in a seat: (key, words)."""
    return [
        (HUMAN, _("Person")),
        *((level.bot, _("Bot · {name}").format(name=level.title)) for level in levels()),
    ]


def level_words(bot: str) -> str:
    """How the bot of a level plays, and how long it takes."""
    level = level_of(bot)
    return f"{level.title}, {level.time}: {level.style}"


def offered_seats(opened: Opened) -> range:
    """The numbers of seats for a layout; on one that serves too few those of its game, since a match tells why."""
    return opened.game.seats(opened.body) or opened.game.info.seats


def usual_seats(offered: range) -> int:
    """As many seats as last time where so many are offered, else all."""
    kept = len(settings().texts("kinds"))
    return kept if kept in offered else offered.stop - 1


def usual_setup(seat: int) -> SeatSetup:
    """Who sat in a seat last time; at first one person against bots."""
    names, chosen = settings().texts("names"), settings().texts("kinds")
    kind = HUMAN if seat == 0 else NORMAL
    if seat < len(chosen) and chosen[seat] in dict(kinds()):
        kind = chosen[seat]
    return SeatSetup(names[seat] if seat < len(names) else SEAT_NAMES[seat % len(SEAT_NAMES)], kind)


class SeatRow(QWidget):
    """One seat in the form: badge, name, kind."""

    def __init__(self, seat: int, name: str, kind: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(EmblemBadge(seat, 28))
        self.name = QLineEdit(name)
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
        return SeatSetup(name, self.kind.current() or HUMAN)


class SeatsCard(Card):
    """The form. Names stay when seats come and go."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Seats"), parent=parent)
        self.rows: list[SeatRow] = []
        self.count = Segmented()
        self.count.setAccessibleName(_("Seats"))
        self.count.chosen.connect(lambda key: self.set_seats(int(key)))
        self.header.addWidget(self.count)
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
        for seat, row in list(enumerate(self.rows))[number:]:
            self._unseated[seat] = row.setup()
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = self.rows[:number]
        for seat in range(len(self.rows), number):
            usual = self._unseated.get(seat) or usual_setup(seat)
            row = SeatRow(seat, usual.name, usual.kind)
            row.kind.chosen.connect(self._tell)
            self.rows.append(row)
            self._column.addWidget(row)
        self._tell(next((setup.kind for setup in self.setups() if setup.kind != HUMAN), HUMAN))

    def _tell(self, kind: str) -> None:
        self.about.setText("" if kind == HUMAN else level_words(kind))

    def setups(self) -> tuple[SeatSetup, ...]:
        """The seats as entered."""
        return tuple(row.setup() for row in self.rows)
