"""New layout: which game, which choices; the board they give is shown before anything is kept."""

from __future__ import annotations

import secrets

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from studio import games
from studio.core.game import Value
from studio.core.generation import BOX, Recipe, chosen
from studio.core.protocols import Game
from studio.core.text import _
from studio.gui.settings import settings
from studio.gui.start.captions import GameRow
from studio.gui.start.new_layout_form import LABELS, ChoiceForm
from studio.gui.start.new_layout_preview import PreviewCard, Roll, Roller, RollsCard, Wish, rolled
from studio.gui.widgets import Card, PlainButton, ScrollArea, set_tip, text_label
from studio.gui.widgets.dialogs import HouseDialog
from studio.gui.widgets.inputs import Choice, DigitsField
from studio.services.loading import Opened, body_layout

KEPT = "new_layout_game"
"""In the settings: the game for which a layout was begun last."""
SIZE = QSize(1392, 852)
MARGIN = QSize(24, 24)
CHOICES = 452
SEEDS, LARGEST_SEED = 10_000, 10**9
"""New seeds are short, so that they can be told to others; any up to the largest can be typed."""


class NewLayout(HouseDialog):
    """The dialog. `ask_layout` returns what was made, or None. It begins with the game, else with that of last time."""

    def __init__(self, parent: QWidget | None, seed: int = -1, game: str = "") -> None:
        super().__init__(parent, _("New layout"), "compass")
        self.seed_now = seed if seed >= 0 else secrets.randbelow(SEEDS)
        self.recipe: Recipe = {}
        self.games = GameRow(games.slugs())
        self.games.chosen.connect(self._game_chosen)
        self.set_beside(self.games)
        columns = QHBoxLayout()
        columns.setSpacing(12)
        self.card = self._choices_card()
        columns.addWidget(self.card)
        right = QVBoxLayout()
        right.setSpacing(12)
        self.preview = PreviewCard()
        self.rolls = RollsCard(lambda: self.preview.proof_state)
        self.rolls.taken.connect(self._take)
        right.addWidget(self.preview, 1)
        right.addWidget(self.rolls)
        columns.addLayout(right, 1)
        self.body.addLayout(columns, 1)
        hint = _("Nothing is kept until Create; afterwards every choice can be changed in the editor.")
        self.buttons.insertWidget(0, text_label(hint, "second", 13, wrap=True), 9)
        self.add_button("", _("Cancel"))
        self.another = PlainButton(_("Another"), "rotate_right", "F8")
        self.another.clicked.connect(self.roll_another)
        set_tip(self.another, _("The same choices with another seed"))
        self.buttons.addWidget(self.another)
        QShortcut(QKeySequence("F8"), self, self.roll_another)
        self.go = self.add_button("create", _("Create"), filled=True, icon="map")
        self._roller = Roller("new layouts", self)
        self._roller.answered.connect(self._came)
        size = SIZE if parent is None else SIZE.boundedTo(parent.window().size() - MARGIN)
        self.resize(size)
        self.card.setFixedWidth(CHOICES)
        self.rolls.setVisible(size.height() >= 600)
        self.games.set_current(game or str(settings().value(KEPT, "")))
        self._game_chosen(self.games.current())
        self.games.chips[self.games.current()].setFocus(Qt.FocusReason.TabFocusReason)

    def _choices_card(self) -> Card:
        card = Card(_("Choices"))
        self.template = Choice()
        self.template.setAccessibleName(_("Start from"))
        set_tip(self.template, _("Start from other choices"))
        self.template.chosen.connect(self._template_chosen)
        self.reset = PlainButton(_("as the box"), "rotate_left", small=True)
        set_tip(self.reset, _("Every choice as in the published game"))
        self.reset.clicked.connect(lambda: self._template_chosen(BOX))
        card.header.addWidget(self.template)
        card.header.addWidget(self.reset)
        self.name = QLineEdit(_("New layout"))
        self.name.setMaxLength(80)
        self.name.setAccessibleName(_("Name"))
        self._is_named = False
        self.name.textEdited.connect(self._named)
        self.name.textChanged.connect(lambda words: self.preview.show_name(words.strip() or _("New layout")))
        self.seed = DigitsField(LARGEST_SEED)
        self.seed.setFixedSize(112, 30)
        self.seed.setAccessibleName(_("Seed"))
        self.seed.textEdited.connect(self._seed_typed)
        dice = PlainButton(_("Roll"), "dice", small=True)
        dice.clicked.connect(self.roll_another)
        same = text_label(_("the same seed makes the same board"), "second", 12, wrap=True)
        self.form = ChoiceForm()
        self.form.edited.connect(self._edited)
        card.body.addLayout(_row(_("Name"), self.name))
        card.body.addWidget(ScrollArea(self.form, name=_("Choices")), 1)
        card.body.addLayout(_row(_("Seed"), self.seed, dice, same))
        return card

    # what is chosen

    @property
    def game(self) -> Game:
        """The game that is chosen."""
        return games.load(self.games.current())

    def _game_chosen(self, _slug: str) -> None:
        templates = self.game.templates()
        self.template.set_options([(template.key, template.name) for template in templates])
        self.form.clear()
        self._take_recipe(templates[0].recipe)

    def _template_chosen(self, key: str) -> None:
        template = next(template for template in self.game.templates() if template.key == key)
        self.template.set_current(key)
        if not self._is_named:
            self.name.setText(_("New layout") if key == BOX else template.name)
        self._take_recipe(template.recipe)

    def _named(self) -> None:
        """A name that was typed stays."""
        self._is_named = True

    def _edited(self, key: str, value: Value) -> None:
        try:
            recipe = chosen(self.game.choices(self.recipe), self.recipe, key, value)
        except ValueError as refusal:
            self._came(Roll(Wish(self.game, self.recipe, self.seed_now), refusal=str(refusal)))
            return
        self._take_recipe(recipe)

    def _take_recipe(self, recipe: Recipe) -> None:
        self.recipe = recipe
        templates = self.game.templates()
        self.form.show_choices(self.game.choices(recipe), recipe, templates[0].recipe)
        self.reset.setEnabled(dict(recipe) != dict(templates[0].recipe))
        self._ask()

    # rolling

    def roll_another(self) -> None:
        """The same choices with a seed that was not shown yet."""
        self.seed_now = secrets.randbelow(SEEDS)
        self._ask()

    def _seed_typed(self, words: str) -> None:
        if words.isdigit():
            self.seed_now = int(words)
            self._ask()

    def _ask(self) -> None:
        if not self.seed.hasFocus() or self.seed.text() != str(self.seed_now):
            self.seed.setText(str(self.seed_now))
        self._roller.ask(Wish(self.game, self.recipe, self.seed_now))

    def _came(self, roll: Roll) -> None:
        self.preview.show_roll(roll)
        self.go.setEnabled(not roll.refusal)
        self.another.setEnabled(True)
        if not roll.refusal:
            self.rolls.show_for(roll)

    def _take(self, roll: Roll) -> None:
        """A roll instead of the one that is shown."""
        self._roller.forget()
        self.seed_now = roll.wish.seed
        self.seed.setText(str(self.seed_now))
        self.preview.show_roll(roll)
        self.go.setEnabled(True)

    # the end

    def finish(self, choice: str) -> None:
        """Close with a choice; Create waits for what was chosen last."""
        if choice == "create" and (self._current() is None or self._current().refusal):  # type: ignore[union-attr]  # not None
            self._came(rolled(Wish(self.game, self.recipe, self.seed_now)))
            if self.preview.roll is None or self.preview.roll.refusal:
                return
        settings().put(KEPT, self.games.current())
        super().finish(choice)

    def _current(self) -> Roll | None:
        """The roll of all that is chosen now, if it is there."""
        roll = self.preview.roll
        if roll is None or roll.wish.seed != self.seed_now or roll.wish.recipe is not self.recipe:
            return None
        return roll if roll.wish.game is self.game else None

    def done(self, result: int) -> None:
        for part in (self.preview, self.rolls):
            part.close_down()
        self._roller.close()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.done(0)
        super().closeEvent(event)

    def made(self) -> Opened | None:
        """The layout as it stands, not saved yet."""
        roll = self._current()
        if roll is None or roll.body is None:
            return None
        return body_layout(self.games.current(), roll.body, self.name.text().strip() or _("New layout"))


def _row(words: str, *parts: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(10)
    label = text_label(words, "text", 13)
    label.setFixedWidth(LABELS)
    row.addWidget(label)
    for part in parts:
        row.addWidget(part)
    return row


def ask_layout(parent: QWidget | None, game: str = "") -> Opened | None:
    """Show the dialog and wait; the new layout, or None when nothing was created."""
    dialog = NewLayout(parent, game=game)
    dialog.exec()
    made = dialog.made() if dialog.choice == "create" else None
    dialog.deleteLater()
    return made
