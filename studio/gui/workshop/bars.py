"""Above and below the workshop: tools, what its pieces are compared with, Apply; and what is to be said of it all."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from studio.core.text import _, plural
from studio.gui.editor.panels.status import Counters
from studio.gui.widgets import Elided, PlainButton, PrimaryButton, Separator, ToolBar, set_tip, text_label
from studio.gui.widgets.actions import icon_of
from studio.gui.widgets.inputs import Choice
from studio.gui.workshop.actions import WorkshopActions
from studio.gui.workshop.draft import PieceDraft

LAYOUT, SAVED, BOX = "layout", "saved", "box"
"""What the pieces are compared with: those of the layout as it stands, as it was saved, those of the published box."""


class WorkshopBar(ToolBar):
    """The tool bar. Its buttons do what the actions of these names do."""

    def __init__(self, keys: WorkshopActions, draft: PieceDraft) -> None:
        super().__init__()
        for name in ("undo", "redo"):
            self.add_action(keys[name], icon_of(keys[name]))
        self.add_separator()
        self.new = _new_button(keys, draft)
        self.add_widget(self.new)
        self.add_separator()
        for name in ("turn_left", "turn_right", "mirror"):
            self.add_action(keys[name], icon_of(keys[name]))
        self.add_separator()
        self._compare_words = text_label(_("Compare with"), "second", 13)
        self.add_widget(self._compare_words)
        self.add_space(4)
        self.compare = Choice(
            ((LAYOUT, _("the layout as it stands")), (SAVED, _("the layout as it was saved")), (BOX, _("the box")))
        )
        self.compare.setAccessibleName(_("Compare with"))
        self.add_widget(self.compare)
        self.add_stretch()
        self.discard = PlainButton(_("Discard"), small=True)
        self.apply = PrimaryButton(_("Apply to the layout"), "tick", small=True)
        self.add_widget(self.discard)
        self.add_space(4)
        self.add_widget(self.apply)
        self.apply.clicked.connect(keys["apply"].trigger)
        self.discard.clicked.connect(keys["discard"].trigger)

    def set_narrow(self, is_narrow: bool) -> None:
        """Leave out what a narrow page can spare."""
        for widget in (self._compare_words, self.compare):
            widget.setVisible(not is_narrow)
        self.apply.set_text(_("Apply") if is_narrow else _("Apply to the layout"))

    def set_changed(self, is_changed: bool) -> None:
        """Whether there is anything to apply or to discard."""
        for button in (self.apply, self.discard):
            button.setEnabled(is_changed)
            set_tip(button, "" if is_changed else _("Nothing was changed yet."))


def _new_button(keys: WorkshopActions, draft: PieceDraft) -> PlainButton:
    words = draft.pieces.makes[0][1] if len(keys.makers) == 1 else _("New piece")
    button = PlainButton(words, "plus", small=True)
    if len(keys.makers) == 1:
        button.clicked.connect(keys.makers[0].trigger)
    else:
        menu = QMenu(button)
        menu.addActions(keys.makers)
        button.clicked.connect(lambda: menu.exec(button.mapToGlobal(button.rect().bottomLeft())))
    return button


class WorkshopStatus(QWidget):
    """The window's status bar while the workshop is in front: problems, the piece, how much is not applied."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 0)
        row.setSpacing(8)
        self.counters = Counters()
        self._name = text_label("", px=13)
        hint = Elided(_("Arrows choose a place, Space changes it, R turns the piece"), "second", 13)
        self._pending = text_label("", "second", 13)
        row.addWidget(self.counters)
        row.addWidget(Separator(upright=True))
        row.addWidget(self._name)
        row.addWidget(Separator(upright=True))
        row.addWidget(hint, 1)
        row.addWidget(self._pending)

    def show_state(self, piece: str, steps: int) -> None:
        """Tell which piece lies on the bench, and how many changes the layout has not."""
        self._name.setText(piece)
        self._pending.setText(
            plural("{n} change not applied", "{n} changes not applied", steps).format(n=steps)
            if steps
            else _("As in the layout")
        )
        words = _("They are kept with what is not saved: if the program ends, the layout comes back with them.")
        set_tip(self._pending, words if steps else "")
