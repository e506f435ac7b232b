"""The left of the workshop: the table of the set with its search and its totals, and what is done to whole pieces."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.core.form import Field
from studio.core.text import _, plural
from studio.gui.widgets import Card, PlainButton
from studio.gui.widgets.inputs import SearchField, Segmented
from studio.gui.workshop.actions import WorkshopActions
from studio.gui.workshop.draft import PieceDraft
from studio.gui.workshop.pieces.model import PieceModel
from studio.gui.workshop.pieces.table import PieceTable, TotalsRow

ALL, CHANGED = "all", "changed"


class SetCard(Card):
    """The whole set. Its buttons do what the actions of these names do."""

    def __init__(
        self, draft: PieceDraft, model: PieceModel, actions: WorkshopActions, parent: QWidget | None = None
    ) -> None:
        super().__init__(draft.pieces.title, " ", parent)
        self.draft, self.model = draft, model
        row = QHBoxLayout()
        row.setSpacing(10)
        self.search = SearchField(_("Search the set"))
        self.only = Segmented(((ALL, _("All")), (CHANGED, _("Changed"))))
        self.only.setFixedWidth(186)
        row.addWidget(self.search, 1)
        row.addWidget(self.only)
        self.body.addLayout(row)
        self.table = PieceTable(model)
        self.body.addWidget(self.table, 1)
        self.totals = TotalsRow(self.table)
        self.body.addWidget(self.totals)
        self.buttons: dict[str, PlainButton] = {}
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for name, words, icon in (
            ("duplicate", _("Duplicate"), "copy"),
            ("remove", _("Remove"), "trash"),
            ("import", _("Import…"), "open"),
        ):
            button = self.buttons[name] = PlainButton(words, icon, small=True)
            button.clicked.connect(actions[name].trigger)
            if name == "import":
                buttons.addStretch(1)
            buttons.addWidget(button)
        self.body.addLayout(buttons)
        self.table.chosen.connect(draft.put)
        self.table.typed.connect(self._typed)
        self.search.textChanged.connect(self._find)
        self.only.chosen.connect(self._filter)

    def refresh(self) -> None:
        """Show the pieces as they stand."""
        entries = self.draft.pieces.entries
        self.table.lay_out()
        self.table.select(self.draft.piece)
        self.totals.refresh()
        kinds = plural("{n} kind", "{n} kinds", len(entries)).format(n=len(entries))
        self.set_note(f"{kinds} · {self.draft.game.info.name}")
        changed = sum(self.model.is_changed(entry) for entry in entries)
        self.only.button(CHANGED).setText(_("Changed") + (f" {changed}" if changed else ""))

    def _find(self, text: str) -> None:
        self.table.proxy.search(text)
        self.table.select(self.draft.piece)

    def _filter(self, which: str) -> None:
        self.table.proxy.show_changed(which == CHANGED)
        self.table.select(self.draft.piece)

    def _typed(self, field: Field, text: str) -> None:
        """A cell was filled in."""
        if field.kind != "int":
            self.draft.set_field(field.key, text, field.label)
        elif text.strip().lstrip("-").isdigit():
            self.draft.set_field(field.key, int(text), field.label)
        else:
            self.draft.refused.emit(
                _("“{label}” takes a whole number from {least} to {most}.").format(
                    label=field.label, least=field.least, most=field.most
                )
            )
