"""The New layout dialog: game, options, and a preview of the board."""

from __future__ import annotations

import secrets

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from studio import games
from studio.core.form import VOID_KEY
from studio.core.game import Value
from studio.core.generation import BOX, Recipe, with_choice
from studio.core.plugin import Game
from studio.core.text import _
from studio.gui.background_task import BackgroundTask
from studio.gui.settings import settings
from studio.gui.start.captions import GameRow
from studio.gui.start.new_layout_form import LABELS, ChoiceForm
from studio.gui.start.new_layout_preview import (
    PAUSE_MS,
    AlternativesCard,
    GeneratedLayout,
    GenerateRequest,
    PreviewCard,
    generate_preview,
)
from studio.gui.widgets import Card, PlainButton, ScrollArea, hbox, set_tooltip, text_label, vbox
from studio.gui.widgets.dialogs import AppDialog
from studio.gui.widgets.inputs import ComboBox, DigitsField
from studio.services.loading import LoadedLayout, layout_from_body

GAME_SETTING = "new_layout_game"  # in the settings: the game of the last new layout
SIZE = QSize(1392, 852)
MARGIN = QSize(24, 24)
CHOICES = 452
SEEDS, LARGEST_SEED = 10_000, 10**9
"""New seeds are short, so that they can be passed on; any up to the largest can be typed."""


class NewLayoutDialog(AppDialog):
    """The dialog. `ask_layout` returns the layout or None. It preselects the given game, else that of last time."""

    def __init__(self, parent: QWidget | None, seed: int = -1, game: str = "") -> None:
        super().__init__(parent, _("New layout"), "compass")
        self.seed_now = seed if seed >= 0 else secrets.randbelow(SEEDS)
        self.recipe: Recipe = {}
        self.games = GameRow(games.slugs())
        self.games.chosen.connect(self._game_chosen)
        self.set_header_widget(self.games)
        self.card = self._choices_card()
        self.preview = PreviewCard()
        self.alternatives = AlternativesCard(lambda: self.preview.verification)
        self.alternatives.chosen.connect(self._use_layout)
        right = vbox((self.preview, 1), self.alternatives, spacing=12)
        self.body.addLayout(hbox(self.card, (right, 1), spacing=12), 1)
        hint = _("Nothing is saved until you choose Create. You can change every option later in the editor.")
        self.buttons.insertWidget(0, text_label(hint, "second", 13, wrap=True), 9)
        self.add_button("", _("Cancel"))
        self.regenerate_button = PlainButton(_("Regenerate"), "rotate_right", "F8", act=self.regenerate)
        set_tooltip(self.regenerate_button, _("Uses the same options with another seed"))
        self.buttons.addWidget(self.regenerate_button)
        QShortcut(QKeySequence("F8"), self, self.regenerate)
        self.create_button = self.add_button("create", _("Create"), filled=True, icon="map")
        self._generator = BackgroundTask(generate_preview, "new layouts", self, PAUSE_MS)
        self._generator.result_ready.connect(self._on_generated)
        size = SIZE if parent is None else SIZE.boundedTo(parent.window().size() - MARGIN)
        self.resize(size)
        self.card.setFixedWidth(CHOICES)
        self.alternatives.setVisible(size.height() >= 600)
        self.games.set_current(game or str(settings().value(GAME_SETTING, "")))
        self._game_chosen(self.games.current())
        self.games.chips[self.games.current()].setFocus(Qt.FocusReason.TabFocusReason)

    def _choices_card(self) -> Card:
        card = Card(_("Options"))
        self.template = ComboBox(name=_("Template"))
        set_tooltip(self.template, _("Replaces all options with those of a template"))
        self.template.chosen.connect(self._template_chosen)
        self.reset = PlainButton(_("Original"), "rotate_left", small=True, act=lambda: self._template_chosen(BOX))
        set_tooltip(self.reset, _("Sets all options as in the published game"))
        card.header.addWidget(self.template)
        card.header.addWidget(self.reset)
        self.name = QLineEdit(_("New layout"), maxLength=80)
        self.name.setAccessibleName(_("Name"))
        self.name.textChanged.connect(lambda words: self.preview.set_title(words.strip() or _("New layout")))
        self.seed = DigitsField(LARGEST_SEED, _("Seed"))
        self.seed.setFixedSize(112, 30)
        self.seed.textEdited.connect(self._seed_typed)
        dice = PlainButton(_("Random"), "dice", small=True, act=self.regenerate)
        same = text_label(_("same seed, same board"), "second", 12, wrap=True)
        self.form = ChoiceForm()
        self.form.edited.connect(self._edited)
        card.body.addLayout(_row(_("Name"), self.name))
        card.body.addWidget(ScrollArea(self.form, name=_("Options")), 1)
        card.body.addLayout(_row(_("Seed"), self.seed, dice, same))
        return card

    # what is chosen

    @property
    def game(self) -> Game:
        return games.load(self.games.current())

    def _game_chosen(self, _slug: str) -> None:
        templates = self.game.generation.templates()
        self.template.set_options([(template.key, template.name) for template in templates])
        self.form.clear()
        self._take_recipe(templates[0].recipe)

    def _template_chosen(self, key: str) -> None:
        template = next(template for template in self.game.generation.templates() if template.key == key)
        self.template.set_current(key)
        if not self.name.isModified():
            self.name.setText(_("New layout") if key == BOX else template.name)
        self._take_recipe(template.recipe)

    def _edited(self, key: str, value: Value) -> None:
        try:
            recipe = with_choice(self.game.generation.choices(self.recipe), self.recipe, key, value)
        except ValueError as refusal:
            self._on_generated(
                GeneratedLayout(GenerateRequest(self.game, self.recipe, self.seed_now), error=str(refusal))
            )
            return
        self._take_recipe(recipe)

    def _take_recipe(self, recipe: Recipe) -> None:
        self.recipe = recipe
        templates = self.game.generation.templates()
        self.form.show_choices(self.game.generation.choices(recipe), recipe, templates[0].recipe)
        self.reset.setEnabled(dict(recipe) != dict(templates[0].recipe))
        self._request_layout()

    # rolling

    def regenerate(self) -> None:
        """Generate with the same choices and another random seed."""
        self.seed_now = secrets.randbelow(SEEDS)
        self._request_layout()

    def _seed_typed(self, words: str) -> None:
        if words.isdigit():
            self.seed_now = int(words)
            self._request_layout()

    def _request_layout(self) -> None:
        if not self.seed.hasFocus() or self.seed.text() != str(self.seed_now):
            self.seed.setText(str(self.seed_now))
        self._generator.start(GenerateRequest(self.game, self.recipe, self.seed_now))

    def _on_generated(self, roll: GeneratedLayout) -> None:
        self.preview.show_layout(roll)
        self.create_button.setEnabled(not roll.error)
        self.regenerate_button.setEnabled(True)
        if not roll.error:
            self.alternatives.start_for(roll)
            self._show_space_count(roll)

    def _show_space_count(self, roll: GeneratedLayout) -> None:
        """Show how many spaces the board has: choices such as a ragged outline remove some."""
        if roll.body is not None and self.form.size_row is not None:
            game, body = roll.request.game, roll.body
            cells = range(game.body.grid(body).count)
            self.form.size_row.show_count(sum(game.editing.pick(body, cell).key != VOID_KEY for cell in cells))

    def _use_layout(self, roll: GeneratedLayout) -> None:
        """Show an alternative in place of the current layout."""
        self._generator.cancel()
        self.seed_now = roll.request.seed
        self.seed.setText(str(self.seed_now))
        self.preview.show_layout(roll)
        self.create_button.setEnabled(True)
        self._show_space_count(roll)

    # the end

    def finish(self, choice: str) -> None:
        """Close with a choice; Create first generates the latest choices."""
        if choice == "create" and (self._current_layout() is None or self._current_layout().error):  # type: ignore[union-attr]  # not None
            self._on_generated(generate_preview(GenerateRequest(self.game, self.recipe, self.seed_now)))
            if self.preview.generated is None or self.preview.generated.error:
                return
        settings().set_value(GAME_SETTING, self.games.current())
        super().finish(choice)

    def _current_layout(self) -> GeneratedLayout | None:
        """The generated layout if it matches all current choices, else None."""
        roll = self.preview.generated
        if roll is None or roll.request.seed != self.seed_now or roll.request.recipe is not self.recipe:
            return None
        return roll if roll.request.game is self.game else None

    def done(self, result: int) -> None:
        self.preview.shut_down()
        self.alternatives.shut_down()
        self._generator.close()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.done(0)
        super().closeEvent(event)

    def new_layout(self) -> LoadedLayout | None:
        """The current layout, not saved yet."""
        roll = self._current_layout()
        if roll is None or roll.body is None:
            return None
        return layout_from_body(self.games.current(), roll.body, self.name.text().strip() or _("New layout"))


def _row(words: str, *parts: QWidget) -> QHBoxLayout:
    label = text_label(words, "text", 13)
    label.setFixedWidth(LABELS)
    return hbox(label, *parts, spacing=10)


def ask_layout(parent: QWidget | None, game: str = "") -> LoadedLayout | None:
    """Show the dialog; return the new layout, or None if it was cancelled."""
    dialog = NewLayoutDialog(parent, game=game)
    dialog.exec()
    made = dialog.new_layout() if dialog.choice == "create" else None
    dialog.deleteLater()
    return made
