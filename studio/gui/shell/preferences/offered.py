"""What can be chosen of the program: every setting with its words, its values, what it is now and what it was at first.

Nothing is set here in a way of its own. What stands in the window's menus is set by their actions; what tables and
editors have in theirs is a setting that they follow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PySide6.QtGui import QAction

from studio.core.text import _, plural
from studio.gui.play.match.bot_seats import DELAYS, speed_name
from studio.gui.settings import settings
from studio.gui.shell import speech
from studio.gui.shell.commands.bound import wear
from studio.gui.shell.looks import palettes, sizes, themes
from studio.gui.widgets.actions import bare

KEYS = "keys"
"""The setting that holds which commands have other keys than the usual ones."""

Find = Callable[[str], QAction | None]
"""Gives an action of the window by its name, if there is one."""


class Setting(NamedTuple):
    """Something to choose; without `options` it is on or off."""

    name: str
    words: str
    remark: str
    options: Sequence[tuple[Any, str]] = ()

    def now(self) -> Any:
        """What is chosen."""
        known = settings()
        if self.name == "speed":
            return round(float(known.value("speed")) * (len(DELAYS) - 1)) / (len(DELAYS) - 1)
        own = {"theme": known.theme, "size": known.size, "language": speech.chosen()}
        value = own.get(self.name, known.value(self.name))
        values = [value for value, _words in self.options]
        return value if value in values or not values else self.first()

    def first(self) -> Any:
        """What it is before anybody has chosen."""
        return settings().first(self.name)

    def differs(self) -> bool:
        """Whether it is something else than at first."""
        return bool(self.now() != self.first())

    def told(self, value: Any) -> str:
        """A value in words."""
        if self.name == KEYS:
            others = plural("{n} command has other keys", "{n} commands have other keys", len(value))
            return others.format(n=len(value)) if value else _("the usual keys")
        return dict(self.options)[value] if self.options else _("on") if value else _("off")

    def choose(self, value: Any, find: Find) -> None:
        """Have it be this from now on."""
        action = find(f"{self.name}_{value}") if self.options else find(self.name)
        if self.name == KEYS:
            wear(value)
        elif action is None:
            settings().put(self.name, value)
        elif self.now() != value:
            action.trigger()


class Part(NamedTuple):
    """Settings that belong together."""

    words: str
    settings: Sequence[Setting]


def _of(name: str, words: str, remark: str, options: Sequence[tuple[Any, str]] = ()) -> Setting:
    """A setting in the words of the menus."""
    return Setting(name, bare(words), remark, [(value, bare(told)) for value, told in options])


def parts() -> list[Part]:
    """All there is to choose, in the order in which it is shown."""
    speeds = [(speed / (len(DELAYS) - 1), speed_name(speed)) for speed in range(len(DELAYS))]
    sides = [("form", _("Properties")), ("survey", _("Survey"))]
    alone = _("Where there is but one move, nobody is asked for it.")
    ending = _("A turn goes on, and can be undone, until its player says that it is over.")
    purist = _("A click on the board is not answered with what lies there, why a move cannot be made, or the best one.")
    beside = _("What is in front when a layout is opened that can be measured.")
    spoken, heard = _("Language of the program"), _("All that is open speaks it at once.")
    looks = (
        _of("theme", _("&Theme"), _("The colours of the window."), themes()),
        _of("contrast", _("High &contrast"), _("Words and edges stand out, in both themes.")),
        _of("palette", _("&Colours of the seats"), _("For eyes that hardly tell some colours apart."), palettes()),
        _of("size", _("Size of &words"), _("Icons, rows and cards become larger with them."), sizes()),
        _of("large_targets", _("&Large buttons"), _("What is pressed is as large as a fingertip.")),
    )
    table = (
        _of("speed", _("Speed of bots and replays"), _("How long each move can be looked at."), speeds),
        _of("motion", _("&Movement"), _("What happens is seen to move; else it is there at once.")),
        _of("autoplay", _("&Single choices by themselves"), alone),
        _of("confirms", _("&Confirm the end of a turn"), ending),
        _of("purist", _("&Purist: the board answers nothing"), purist),
    )
    return [
        Part(_("Looks"), looks),
        Part(bare(_("Lan&guage")), (_of("language", spoken, heard, speech.choices()),)),
        Part(_("At the table"), table),
        Part(_("In the editor"), (_of("editor_side", _("At the right of the board"), beside, sides),)),
        Part(_("Keys"), (_of(KEYS, _("Keyboard shortcuts"), ""),)),
    ]
