"""The seats and the options of a new match; saved setups."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from studio.bots import DEFAULT_OPPONENT, level_of, levels, nearest_level
from studio.core.game import GameInfo, Options
from studio.core.text import SEAT_NAMES, _
from studio.documents.store import HUMAN
from studio.gui import widgets as w
from studio.gui.page import SeatSetup
from studio.gui.settings import settings
from studio.gui.style.stylesheet import current_theme, set_seat_colors, widget_theme
from studio.gui.style.theme import SEAT_COLOR_NAMES, SEAT_COLORS, seat_hues
from studio.gui.widgets.buttons import Menu
from studio.gui.widgets.dialogs import AppDialog
from studio.gui.widgets.inputs import ComboBox, DigitsField, Segmented
from studio.gui.widgets.text import plain_tooltip
from studio.services.loading import LoadedLayout

# The color of a seat.


def color_name(hue: int) -> str:
    return (_("Blue"), _("Vermilion"), _("Green"), _("Yellow"), _("Plum"), _("Ivory"))[hue]


class ColorButton(QAbstractButton):
    """The badge of a seat, which opens a menu of colours."""

    color_chosen = Signal(int)

    def __init__(self, seat: int, px: int) -> None:
        super().__init__()
        self.seat, self.hue = seat, seat
        self.setFixedSize(px, px)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._show_menu)
        self.show_hue(seat)

    def show_hue(self, hue: int) -> None:
        """Name the colour for tooltip and screen reader; it is painted with the theme of the card."""
        self.hue = hue
        text = _("Colour of seat {number}: {color}").format(number=self.seat + 1, color=color_name(hue))
        self.setAccessibleName(text)
        w.set_tooltip(self, text)
        self.update()

    def menu(self) -> Menu:
        menu, usual = Menu("", self), tuple(range(len(SEAT_COLORS)))
        for hue in usual:
            applied = tuple(hue if seat == self.seat else other for seat, other in enumerate(usual))
            theme = current_theme().with_hues(applied)
            entry = menu.addAction(
                QIcon(w.badge_pixmap(self.seat, 20, self.devicePixelRatioF(), theme)), color_name(hue)
            )
            entry.setCheckable(True)
            entry.setChecked(hue == self.hue)
            entry.triggered.connect(partial(self.color_chosen.emit, hue))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _show_menu(self) -> None:
        self.menu().popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, box = widget_theme(self), QRectF(self.rect())
        with QPainter(self) as painter:
            w.paint_badge(painter, box.adjusted(1, 1, -1, -1), self.seat, theme)
            if self.hasFocus() or self.underMouse():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.color("accent"), 2))
                painter.drawEllipse(box.adjusted(1, 1, -1, -1))


# The seats: their number, names and players.

MAX_PLAYER_NAME = 24
SHUFFLE_STEPS, SHUFFLE_STEP_MS = 7, 110  # steps of the shuffle animation, and milliseconds of each
FIELD = 32  # height of a row, so that six seats fit on a small screen


def player_kinds() -> list[tuple[str, str]]:
    """The kinds of players that a seat may have: (key, text)."""
    return [(HUMAN, _("Human")), *((level.bot, _("Bot · {name}").format(name=level.title)) for level in levels())]


def level_text(bot: str) -> str:
    level = level_of(bot)
    return f"{level.title}, {level.time_text}. {level.style}"


def seat_counts(opened: LoadedLayout) -> range:
    """The seat counts of a layout; those of its game if there are none, since starting a match explains the reason."""
    return opened.game.seats(opened.body) or opened.game.info.seats


MAX_DEFAULT_SEATS = 4  # by default; more seats mean long waits between your turns


def default_seat_count(offered: range) -> int:
    """The seat count of last time if it is offered, else all seats up to a limit."""
    saved = len(settings().string_list("kinds"))
    return saved if saved in offered else max(offered.start, min(offered.stop - 1, MAX_DEFAULT_SEATS))


def default_setup(seat: int) -> SeatSetup:
    """The player who had a seat last time; by default one human against bots."""
    names, chosen = settings().string_list("names"), settings().string_list("kinds")
    colors = settings().string_list("colors")
    kind = HUMAN if seat == 0 else DEFAULT_OPPONENT
    if seat < len(chosen) and nearest_level(chosen[seat]) in dict(player_kinds()):
        kind = nearest_level(chosen[seat])
    name = names[seat] if seat < len(names) else SEAT_NAMES[seat % len(SEAT_NAMES)]
    return SeatSetup(name, kind, colors[seat] if seat < len(colors) else "")


def with_color_names(setups: Sequence[SeatSetup]) -> list[SeatSetup]:
    """The same seats with their colours by name, so that a colour moves with its player."""
    hues = seat_hues([setup.color for setup in setups])
    return [replace(setup, color=SEAT_COLOR_NAMES[hue]) for setup, hue in zip(setups, hues, strict=True)]


class SeatRow(QWidget):
    """A seat in the form: colour, name, player."""

    def __init__(self, seat: int, name: str, kind: str) -> None:
        super().__init__()
        self.color = ColorButton(seat, 30)
        self.name = QLineEdit(name)
        self.name.setMinimumWidth(90)  # a name is read from its beginning
        self.name.setMaxLength(MAX_PLAYER_NAME)
        self.name.setAccessibleName(_("Name of seat {number}").format(number=seat + 1))
        self.name.setPlaceholderText(SEAT_NAMES[seat % len(SEAT_NAMES)])
        self.name.setFixedHeight(FIELD)
        self.kind = ComboBox(player_kinds(), name=_("Player in seat {number}").format(number=seat + 1))
        for place, level in enumerate(levels(), 1):
            self.kind.setItemData(place, plain_tooltip(level_text(level.bot)), Qt.ItemDataRole.ToolTipRole)
        self.kind.set_current(kind)
        self.kind.setMinimumWidth(150)
        self.kind.setFixedHeight(FIELD)
        w.hbox(self.color, (self.name, 1), self.kind, parent=self, spacing=10)
        self.setFixedHeight(FIELD)
        self._seat = seat

    def setup(self) -> SeatSetup:
        name = " ".join(self.name.text().split()) or SEAT_NAMES[self._seat % len(SEAT_NAMES)]
        hue = self.color.hue
        return SeatSetup(name, self.kind.current() or HUMAN, SEAT_COLOR_NAMES[hue] if hue != self._seat else "")


class SeatsCard(w.Card):
    """The form. Names are kept when the number of seats changes."""

    def __init__(self) -> None:
        super().__init__(_("Seats"), " ")
        self.rows: list[SeatRow] = []
        self.count = Segmented(name=_("Seats"))
        self.count.chosen.connect(lambda key: self.set_seats(int(key)))
        self.shuffle_button = w.ToolButton("dice", _("Randomise seat order"), px=30, act=self.shuffle_seats)
        self.header.addWidget(self.shuffle_button)
        self.header.addWidget(self.count)
        self.random_seating = False  # whether the order of the seats was drawn
        self._shuffles: list[tuple[SeatSetup, ...]] = []
        self._shuffle_timer = QTimer(self, interval=SHUFFLE_STEP_MS)
        self._shuffle_timer.timeout.connect(self._shuffle_step)
        self._column = w.vbox(spacing=5)
        self.body.addLayout(self._column)
        self.about = w.text_label("", "second", 12, wrap=True)
        """How a bot plays: that of the seat changed last, at first that of the first seat with a bot."""
        self.body.addSpacing(2)
        self.body.addWidget(self.about)
        self._removed_setups: dict[int, SeatSetup] = {}
        self.seat_counts = range(0)  # the numbers of seats that may be chosen

    def show_seats(self, offered: range) -> None:
        """Offer these numbers of seats."""
        if offered == self.seat_counts:
            return
        self.seat_counts = offered
        self.count.set_options([(str(number), str(number)) for number in offered])
        self.count.setFixedWidth(38 * len(offered))
        wanted = len(self.rows) if self.rows and len(self.rows) in offered else default_seat_count(offered)
        self.count.set_current(str(wanted))
        self.set_seats(wanted)

    def set_seats(self, number: int) -> None:
        """Set the number of seats."""
        self._finish_shuffle()
        self._set_random_seating(False)
        for seat, row in list(enumerate(self.rows))[number:]:
            self._removed_setups[seat] = row.setup()
        w.remove_widgets(self._column, self.rows[number:])
        self.rows = self.rows[:number]
        colors = [row.setup().color for row in self.rows]
        for seat in range(len(self.rows), number):
            usual = self._removed_setups.get(seat) or default_setup(seat)
            row = SeatRow(seat, usual.name, usual.kind)
            row.color.color_chosen.connect(partial(self._change_hue, seat))
            row.kind.chosen.connect(self._describe_bot)
            self.rows.append(row)
            self._column.addWidget(row)
            colors.append(usual.color)
        self._apply_hues(seat_hues(colors))
        self._describe_first_bot()

    def show_setups(self, setups: Sequence[SeatSetup]) -> None:
        """Fill in the players, as far as there are seats."""
        for row, setup in zip(self.rows, setups, strict=False):
            row.name.setText(setup.name)
            row.kind.set_current(nearest_level(setup.kind))
        self._apply_hues(seat_hues([setup.color for setup in setups][: len(self.rows)]))
        self._describe_first_bot()

    # colours

    def _apply_hues(self, hues: tuple[int, ...]) -> None:
        set_seat_colors(self, hues)
        for row, hue in zip(self.rows, hues, strict=True):
            row.color.show_hue(hue)

    def _change_hue(self, seat: int, hue: int) -> None:
        """Give a seat a colour; a seat that has it already gets the other one in exchange."""
        hues = [row.color.hue for row in self.rows]
        if hue in hues:
            hues[hues.index(hue)] = hues[seat]
        hues[seat] = hue
        self._apply_hues(tuple(hues))

    # lots

    def shuffle_seats(self) -> None:
        """Shuffle the seats, with some animated steps before the final order."""
        self._finish_shuffle()
        people = with_color_names(self.setups())
        luck = secrets.SystemRandom()
        throws = SHUFFLE_STEPS if settings().value("motion") else 1
        self._shuffles = [tuple(luck.sample(people, len(people))) for _throw in range(throws)]
        self._shuffle_step()
        self._shuffle_timer.start()

    def _shuffle_step(self) -> None:
        if self._shuffles:
            self.show_setups(self._shuffles.pop(0))
        if not self._shuffles:
            self._shuffle_timer.stop()
            self._set_random_seating(True)

    def _finish_shuffle(self) -> None:
        if self._shuffles:
            self._shuffles = self._shuffles[-1:]
            self._shuffle_step()

    def _set_random_seating(self, by_lot: bool) -> None:
        self.random_seating = by_lot
        self.set_note(_("random order") if by_lot else " ")

    def _describe_first_bot(self) -> None:
        self._describe_bot(next((kind for row in self.rows if (kind := row.setup().kind) != HUMAN), HUMAN))

    def _describe_bot(self, kind: str) -> None:
        self.about.setText("" if kind == HUMAN else level_text(kind))

    def setups(self) -> tuple[SeatSetup, ...]:
        self._finish_shuffle()
        return tuple(row.setup() for row in self.rows)


# Saved setups.

_SETTING = "setups"
MAX_NAME_LENGTH = 40


class SavedSetup(NamedTuple):
    """A saved setup: the game, the seats, the options."""

    game: str
    seats: tuple[SeatSetup, ...]
    options: Options


def saved_setups() -> dict[str, SavedSetup]:
    """All saved setups by name; damaged ones are skipped."""
    found = {}
    for name, raw in settings().value(_SETTING, {}).items():
        try:
            seats = tuple(SeatSetup(str(one["name"]), str(one["kind"]), str(one["color"])) for one in raw["seats"])
            options = {key: value for key, value in raw["options"].items() if isinstance(value, bool | int | str)}
            found[name] = SavedSetup(str(raw["game"]), seats, options)
        except (AttributeError, KeyError, TypeError):
            continue
    return found


def save_setup(name: str, setup: SavedSetup) -> None:
    seats = [{"name": seat.name, "kind": seat.kind, "color": seat.color} for seat in setup.seats]
    raw = {"game": setup.game, "seats": seats, "options": setup.options}
    settings().set_value(_SETTING, {**settings().value(_SETTING, {}), name: raw})


def delete_setup(name: str) -> None:
    settings().set_value(
        _SETTING, {other: raw for other, raw in settings().value(_SETTING, {}).items() if other != name}
    )


class NameDialog(AppDialog):
    """Prompts for the name of a setup."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent, _("Save preset"), "people")
        self.add_paragraph(_("Saves seats, names, colours, bots and options. A preset with the same name is replaced."))
        self.field = QLineEdit(maxLength=MAX_NAME_LENGTH, placeholderText=_("Game night for four"))
        self.field.setAccessibleName(_("Preset name"))
        self.body.addWidget(self.field)
        self.add_button("", _("Cancel"))
        self.save_button = self.add_button("save", _("Save"), filled=True, icon="save")
        self.save_button.setEnabled(False)
        self.field.textChanged.connect(lambda text: self.save_button.setEnabled(bool(text.strip())))
        self.field.setFocus()


class SetupsButton(w.PlainButton):
    """Opens the menu of saved setups."""

    def __init__(self, current: Callable[[], SavedSetup], recall: Callable[[SavedSetup], None]) -> None:
        super().__init__(_("Presets"), "people")
        self._current, self._recall = current, recall
        self.clicked.connect(self._show_menu)

    def menu(self) -> Menu:
        menu, saved = Menu("", self), saved_setups()
        for name, setup in saved.items():
            menu.addAction(w.escape_mnemonic(name)).triggered.connect(partial(self._recall, setup))
        if saved:
            menu.addSeparator()
        menu.addAction(_("Save preset…")).triggered.connect(self.save)
        if saved:
            gone = Menu(_("Delete"), menu)
            for name in saved:
                gone.addAction(w.escape_mnemonic(name)).triggered.connect(partial(delete_setup, name))
            menu.addMenu(gone)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def save(self) -> None:
        dialog = NameDialog(self.window())
        if dialog.ask():
            save_setup(" ".join(dialog.field.text().split()), self._current())

    def _show_menu(self) -> None:
        menu = self.menu()
        menu.popup(self.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 2)))


# The options of a match: variants, analysis, seed.

LARGEST_SEED = 2**31 - 1


class VariantsForm(QWidget):
    """The variant rules of a game as switches and combo boxes, with a description or only a tooltip for each."""

    def __init__(self, with_help: bool = True) -> None:
        super().__init__()
        self.switches: dict[str, w.ToggleSwitch | ComboBox] = {}
        self._info: GameInfo | None = None
        self._with_help = with_help
        self._column = w.vbox(parent=self, spacing=2)

    def show_game(self, info: GameInfo) -> None:
        """Offer the variants of a game."""
        self._info = info
        w.clear_layout(self._column)
        self.switches = {}
        for option in info.options:
            if option.choices:
                choice = ComboBox(option.choices, name=option.name)
                choice.set_current(str(option.default))
                w.set_tooltip(choice, option.help)
                self._column.addWidget(w.text_label(option.name, "text", 14))
                self._column.addWidget(choice)
                self.switches[option.key] = choice
            elif isinstance(option.default, bool):
                switch = w.ToggleSwitch(option.name)
                switch.setChecked(option.default)
                w.set_tooltip(switch, option.help)
                switch.setAccessibleDescription(option.help)
                self._column.addWidget(switch)
                self.switches[option.key] = switch
            if option.key in self.switches and self._with_help:
                about = w.text_label(option.help, "second", 12, wrap=True)
                about.setContentsMargins(46 if isinstance(self.switches[option.key], w.ToggleSwitch) else 0, 0, 0, 4)
                self._column.addWidget(about)

    def choose(self, options: Options) -> None:
        """Show these variants as chosen, as far as they are offered."""
        for key, value in options.items():
            widget = self.switches.get(key)
            if isinstance(widget, w.ToggleSwitch):
                widget.setChecked(bool(value))
            elif widget is not None:
                widget.set_current(str(value))

    def options(self) -> Options:
        result: Options = dict(self._info.defaults()) if self._info is not None else {}
        for key, widget in self.switches.items():
            if isinstance(widget, w.ToggleSwitch):
                result[key] = widget.isChecked()
            else:
                old = result[key]
                result[key] = int(widget.current()) if isinstance(old, int) else widget.current()
        return result


class OptionsCard(w.Card):
    """The options of a match, which scroll if there is too little room."""

    def __init__(self) -> None:
        super().__init__(_("Options"))
        self.seed = DigitsField(LARGEST_SEED, _("Seed"))
        self.seed.setPlaceholderText(_("random"))
        w.set_tooltip(self.seed, _("The same seed gives the same draws; leave empty for a random match"))
        self.seed.setFixedSize(128, 30)
        self.header.addWidget(w.text_label(_("Seed"), "second", 13))
        self.header.addWidget(self.seed)
        room = QWidget()
        self.variants = VariantsForm()
        self.analysis = w.ToggleSwitch(_("Analysis: unlimited undo and branches"))
        w.vbox(self.variants, self.analysis, 1, parent=room, spacing=6, margins=(0, 0, 6, 0))
        self.area = w.ScrollArea(room, name=_("Options"))
        self.body.addWidget(self.area, 1)

    def seed_or_random(self) -> int:
        return int(self.seed.text()) if self.seed.text() else secrets.randbelow(LARGEST_SEED)
