"""Set-ups of matches under names of one's own: who sits where, in which colours, by which rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLineEdit, QWidget

from studio.core.game import Options
from studio.core.text import _
from studio.gui.settings import settings
from studio.gui.start.setup.seats_form import SeatSetup
from studio.gui.widgets import PlainButton, literal
from studio.gui.widgets.dialogs import HouseDialog
from studio.gui.widgets.popups import Menu

_KEPT = "setups"
LONGEST = 40


class SavedSetup(NamedTuple):
    """What is kept: the game, the seats, the rules."""

    game: str
    seats: tuple[SeatSetup, ...]
    options: Options


def saved_setups() -> dict[str, SavedSetup]:
    """All that were saved, by name; what is damaged is passed over."""
    found = {}
    for name, raw in settings().value(_KEPT, {}).items():
        try:
            seats = tuple(SeatSetup(str(one["name"]), str(one["kind"]), str(one["color"])) for one in raw["seats"])
            options = {key: value for key, value in raw["options"].items() if isinstance(value, bool | int | str)}
            found[name] = SavedSetup(str(raw["game"]), seats, options)
        except (AttributeError, KeyError, TypeError):
            continue
    return found


def save_setup(name: str, setup: SavedSetup) -> None:
    """Keep a set-up; one of that name is replaced."""
    seats = [{"name": seat.name, "kind": seat.kind, "color": seat.color} for seat in setup.seats]
    raw = {"game": setup.game, "seats": seats, "options": setup.options}
    settings().put(_KEPT, {**settings().value(_KEPT, {}), name: raw})


def delete_setup(name: str) -> None:
    """Forget a set-up."""
    settings().put(_KEPT, {other: raw for other, raw in settings().value(_KEPT, {}).items() if other != name})


class NameDialog(HouseDialog):
    """Asks under which name to save."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent, _("Save this set-up"), "people")
        self.add_words(_("Seats, names, colours, bots and rules; one of the same name is replaced."))
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST)
        self.field.setPlaceholderText(_("Evening at four"))
        self.field.setAccessibleName(_("Name of the set-up"))
        self.body.addWidget(self.field)
        self.add_button("", _("Cancel"))
        self.go = self.add_button("save", _("Save"), filled=True, icon="save")
        self.go.setEnabled(False)
        self.field.textChanged.connect(lambda text: self.go.setEnabled(bool(text.strip())))
        self.field.setFocus()


class SetupsButton(PlainButton):
    """Opens the menu of saved set-ups: `recall(setup)` takes one over, `current()` is the one in the form."""

    def __init__(self, current: Callable[[], SavedSetup], recall: Callable[[SavedSetup], None]) -> None:
        super().__init__(_("Set-ups"), "people")
        self._current, self._recall = current, recall
        self.clicked.connect(self._offer)

    def menu(self) -> Menu:
        """The saved ones, a way to save and to delete."""
        menu, saved = Menu("", self), saved_setups()
        for name, setup in saved.items():
            menu.addAction(literal(name)).triggered.connect(partial(self._recall, setup))
        if saved:
            menu.addSeparator()
        menu.addAction(_("Save this set-up…")).triggered.connect(self.save)
        if saved:
            gone = Menu(_("Delete"), menu)
            for name in saved:
                gone.addAction(literal(name)).triggered.connect(partial(delete_setup, name))
            menu.addMenu(gone)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def save(self) -> None:
        """Ask for a name, and keep what is in the form."""
        dialog = NameDialog(self.window())
        if dialog.ask():
            save_setup(" ".join(dialog.field.text().split()), self._current())

    def _offer(self) -> None:
        menu = self.menu()
        menu.popup(self.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 2)))
