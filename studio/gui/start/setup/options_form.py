"""How a match is played: the variant rules of its game with a line about each, free undoing, the seed of its draws."""

from __future__ import annotations

import secrets

from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core.game import GameInfo, Options
from studio.core.text import _
from studio.gui.widgets import Card, ScrollArea, ToggleSwitch, set_tip, text_label
from studio.gui.widgets.inputs import Choice, DigitsField

LARGEST_SEED = 2**31 - 1


class Variants(QWidget):
    """The variant rules of a game as switches and drop-downs, with a line about each, or with it as a tooltip only."""

    def __init__(self, with_help: bool = True) -> None:
        super().__init__()
        self.switches: dict[str, ToggleSwitch | Choice] = {}
        self._info: GameInfo | None = None
        self._with_help = with_help
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)

    def show_game(self, info: GameInfo) -> None:
        """Offer the variants of a game."""
        self._info = info
        while self._column.count():
            item = self._column.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.switches = {}
        for option in info.options:
            if option.choices:
                choice = Choice(option.choices)
                choice.set_current(str(option.default))
                set_tip(choice, option.help)
                choice.setAccessibleName(option.name)
                self._column.addWidget(text_label(option.name, "text", 14))
                self._column.addWidget(choice)
                self.switches[option.key] = choice
            elif isinstance(option.default, bool):
                switch = ToggleSwitch(option.name)
                switch.setChecked(option.default)
                set_tip(switch, option.help)
                switch.setAccessibleDescription(option.help)
                self._column.addWidget(switch)
                self.switches[option.key] = switch
            if option.key in self.switches and self._with_help:
                about = text_label(option.help, "second", 12, wrap=True)
                about.setContentsMargins(46 if isinstance(self.switches[option.key], ToggleSwitch) else 0, 0, 0, 4)
                self._column.addWidget(about)

    def choose(self, options: Options) -> None:
        """Show these variants as chosen, as far as they are offered."""
        for key, value in options.items():
            widget = self.switches.get(key)
            if isinstance(widget, ToggleSwitch):
                widget.setChecked(bool(value))
            elif widget is not None:
                widget.set_current(str(value))

    def options(self) -> Options:
        """The variants as chosen."""
        result: Options = dict(self._info.defaults()) if self._info is not None else {}
        for key, widget in self.switches.items():
            if isinstance(widget, ToggleSwitch):
                result[key] = widget.isChecked()
            else:
                old = result[key]
                result[key] = int(widget.current()) if isinstance(old, int) else widget.current()
        return result


class OptionsCard(Card):
    """The form; it scrolls where a game has more variants than there is room for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Options"), parent=parent)
        self.seed = DigitsField(LARGEST_SEED)
        self.seed.setPlaceholderText(_("by chance"))
        self.seed.setAccessibleName(_("Seed"))
        set_tip(self.seed, _("The same number gives the same draws; leave it empty for a fresh match"))
        self.seed.setFixedSize(128, 30)
        self.header.addWidget(text_label(_("Seed"), "second", 13))
        self.header.addWidget(self.seed)
        room = QWidget()
        column = QVBoxLayout(room)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(6)
        self.variants = Variants()
        column.addWidget(self.variants)
        self.analysis = ToggleSwitch(_("Analysis: undo anything, try branches"))
        column.addWidget(self.analysis)
        column.addStretch(1)
        self.area = ScrollArea(room, name=_("Options"))
        self.body.addWidget(self.area, 1)

    def show_game(self, info: GameInfo) -> None:
        """Offer the variants of a game."""
        self.variants.show_game(info)

    def options(self) -> Options:
        """The variants as chosen."""
        return self.variants.options()

    def seed_made(self) -> int:
        """The seed that was entered, or one by chance."""
        return int(self.seed.text()) if self.seed.text() else secrets.randbelow(LARGEST_SEED)
