"""The workshop page: the set on the left, a piece on the bench, its patterns on the right, what changes below."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.game import Body
from studio.core.pieces import Need, PieceSet
from studio.core.problems import Problem
from studio.core.text import _, plural
from studio.gui.background_task import Inquiry
from studio.gui.editor.clipboard import SEVERITIES
from studio.gui.editor.page import EditorPage
from studio.gui.page import KeyGroup, Page, PageMenu
from studio.gui.piece_editor.commands import BOX, SAVED, WorkshopActions, WorkshopBar, WorkshopStatus
from studio.gui.piece_editor.draft import PieceDraft, made_again
from studio.gui.piece_editor.impact import EffectsCard, Outcome, Question, outcome_of
from studio.gui.piece_editor.patterns import PatternCard
from studio.gui.piece_editor.piece_card import PieceCard
from studio.gui.piece_editor.pieces import PieceModel, SetCard
from studio.gui.style.theme import Theme
from studio.gui.widgets import Sliding, Toast, one_line
from studio.gui.widgets.actions import tip_with_keys
from studio.gui.widgets.collapsible import Folding, Slot

PAUSE_MS = 150
"""Problems are looked for when nothing was clicked for so long."""
PATTERNS, NARROW = 400, 320
"""Pixels of the patterns, usually and in a narrow window."""
LEAST = 900
"""In a page narrower than this the set and the patterns are folded."""
SMALL = (1120, 700)
"""A page narrower or lower than this has less room for what can spare some."""


class WorkshopPage(Page):
    """The pieces of the layout that an editor draws, as a copy until they are applied."""

    icon_name = "grid"
    manual = "workshop"

    def __init__(self, editor: EditorPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor = editor
        self._document = editor.document
        self._document.drop_stroke()
        game = self._document.game
        self.draft = PieceDraft(game, self._document.body, self)
        self.inquiry: Inquiry[Question, Outcome] = Inquiry(outcome_of, "workshop", self, PAUSE_MS)
        self._applying = False
        self.furnish()
        self._document.settled.connect(self._layout_settled)
        self._document.meta_changed.connect(self.changed)
        self.draft.changed.connect(self._changed)
        self.draft.shown.connect(self._shown)
        self.draft.refused.connect(lambda words: Toast.say(self, words, "warning", seconds=8, over=self.set))
        self.inquiry.answered.connect(self._answered)

    def lasting(self) -> Sequence[QObject]:
        return self.draft, self.inquiry

    def retell(self) -> None:
        self.draft.retell()

    # building

    def furnish(self) -> None:
        self.model = PieceModel(self)
        self._before: tuple[Body, PieceSet] = (None, PieceSet(""))
        self.keys = WorkshopActions(self, self.draft, self)
        self.undo_action, self.redo_action = self.keys["undo"], self.keys["redo"]
        self._build()
        self._connect()
        self.refresh()
        self.inquiry.ask(self._question(), at_once=True)

    def _build(self) -> None:
        self.bar = WorkshopBar(self.keys, self.draft)
        self.compare, self.new = self.bar.compare, self.bar.new
        self.apply_button, self.discard_button = self.bar.apply, self.bar.discard
        self.set = SetCard(self.draft, self.model, self.keys)
        self.table = self.set.table
        self.piece = PieceCard(self.draft)
        self.patterns = PatternCard(self.draft)
        self.effects = EffectsCard(self.draft)
        slots = Slot(self.set), Slot(self.patterns)
        has_patterns = bool(self.draft.patterns())
        cards = QWidget()
        row = QHBoxLayout(cards)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(slots[0], 522)
        row.addWidget(self.piece, 478)
        if has_patterns:
            row.addWidget(slots[1])
        folding = Folding("workshop", cards, LEAST)
        folding.add("set", slots[0], self.draft.pieces.title, "list", at_right=False)
        if has_patterns:
            folding.add("patterns", slots[1], _("Patterns"), "grid", at_right=True)
        self.folding, self._slots = folding, slots  # one that is not put anywhere must not go with what is in it
        below = QVBoxLayout()
        below.setContentsMargins(10, 10, 10, 10)
        below.setSpacing(10)
        below.addWidget(folding, 1)
        below.addWidget(self.effects)
        room = QWidget()
        room.setLayout(below)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Sliding(self.bar, self, name=_("Tools of the workshop")))
        column.addWidget(room, 1)
        self.status = self.strip = WorkshopStatus()
        self.counters = self.strip.counters
        self.setFocusProxy(self.table)

    def _connect(self) -> None:
        self.compare.chosen.connect(lambda _key: self._changed())
        self.piece.rename.clicked.connect(self.keys["rename"].trigger)
        tip_with_keys(self.piece.rename, _("Rename"), self.keys["rename"])
        self.effects.fix_wanted.connect(self._fix)
        self.effects.show_wanted.connect(self._show_places)
        self.patterns.show_wanted.connect(self._show_places)

    # what the window asks

    def belongs_to(self, page: Page) -> bool:
        return self.editor is page

    def reveal(self, piece: str) -> None:
        self.draft.put(piece)

    def title(self) -> str:
        name = self.editor.title() if isValid(self.editor) else ""
        return one_line(_("Workshop · {name}").format(name=name))

    def is_modified(self) -> bool:
        return self.draft.is_changed

    def changes(self) -> int:
        return self.draft.steps if self.draft.is_changed else 0

    def parting(self) -> tuple[str, str, str]:
        words = _("The layout does not have these pieces yet. They are lost if you discard them.")
        return _("Apply the changes to the layout first?"), words, _("Apply")

    def save(self) -> bool:
        return self.apply()

    def keep_now(self, for_good: bool = False) -> bool:
        """When the program ends, what was changed here goes into the layout; until then that keeps it, too."""
        return self.apply() if for_good else True

    def menus(self) -> Sequence[PageMenu]:
        return self.keys.menus()

    def shortcuts(self) -> Sequence[KeyGroup]:
        return [
            (
                _("Piece on the bench"),
                [
                    (_("Go round its places"), ["Left", "Right"]),
                    (_("Change the place"), ["Space"]),
                ],
            )
        ]

    def set_theme(self, theme: Theme) -> None:
        self.update()

    def event(self, event: QEvent) -> bool:
        # What is being typed is applied, too: it is taken before the key is looked up, for without it there may be
        # nothing to apply yet.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_typing = isinstance(self.focusWidget(), QLineEdit)
            if is_typing and QKeySequence(event.keyCombination()) in self.keys["apply"].shortcuts():
                self.table.setFocus()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.patterns.setFixedWidth(NARROW if self.width() < SMALL[0] else PATTERNS)
        self.effects.set_compact(self.height() < SMALL[1])
        self.bar.set_narrow(self.width() < LEAST)

    def activated(self) -> None:
        self._follow_layout()

    def closing(self) -> bool:
        self.inquiry.close()
        self._keep(0)
        return True

    def calm(self) -> QWidget:
        return self.effects

    # what a person does

    def apply(self) -> bool:
        """Bring the pieces into the layout, as one step of its history."""
        if not isValid(self.editor):
            return False
        self._follow_layout()
        if self.draft.is_changed:
            count = self.draft.steps
            words = plural("Workshop: {n} change", "Workshop: {n} changes", count).format(n=count)
            self._applying = True
            self._document.apply(words, self.draft.body, icon="grid")
            self._applying = False
            self.draft.settle(self._document.body)
            self.table.setFocus()
            self.message.emit(_("The layout has these pieces now; Undo in its tab takes them back."))
        return True

    def discard(self) -> None:
        """Show the pieces as the layout has them; Redo brings the changes back."""
        self.draft.discard()
        self.table.setFocus()  # the button that was pressed has nothing to do now, and would lose the keyboard

    def duplicate(self) -> None:
        """Another piece like the one on the bench."""
        key = self.draft.piece
        self.draft.do(_("Duplicate"), lambda body: self.draft.game.duplicated(body, key))

    def remove(self) -> None:
        """Take the piece on the bench out of the set."""
        key = self.draft.piece
        self.draft.do(_("Remove"), lambda body: self.draft.game.removed(body, key))

    def rename(self) -> None:
        """Type another name for the piece on the bench."""
        self.table.edit_name()

    def search_set(self) -> None:
        """Type what is looked for."""
        self.set.search.setFocus()

    def show_twin(self) -> None:
        """Lay the mirror image of the piece on the bench."""
        self.piece.show_twin()

    def make(self, sort: str, words: str) -> None:
        """A new piece of a sort."""
        self.draft.do(words, lambda body: self.draft.game.added(body, sort, 0))

    def import_pieces(self) -> None:
        """Ask for a layout, and which of its pieces are to come."""
        from studio.gui.piece_editor.importing import ask_pieces

        asked = ask_pieces(self, self.draft)
        if asked is not None:
            other, keys = asked
            self.draft.do(_("Import"), lambda body: self.draft.game.imported(body, other, keys))

    def _fix(self, problem: Problem) -> None:
        fix = problem.fix
        if fix is None:
            return
        code, cells, field = problem.code, problem.cells, problem.field

        def mended(body: Body) -> Body:
            """The same problem's repair, whatever else has changed."""
            game = self.draft.game
            for found in (*game.check(body), *([problem] if body is now else ())):
                if (found.code, found.cells, found.field) == (code, cells, field) and found.fix is not None:
                    return found.fix.body
            raise ValueError(_("There is nothing to repair any more."))

        now = self.draft.body
        self.draft.do(fix.label, mended)

    def _show_places(self, about: Problem | Need) -> None:
        """Flash spaces on the board, in the layout's own tab."""
        if isValid(self.editor):
            self.open_requested.emit(self.editor)
            self.editor.show_spaces(about.cells)

    def _keep(self, steps: int) -> None:
        """Have the layout keep what is not in it yet: a program that is killed loses nothing of it."""
        if isValid(self.editor):
            self.editor.keep_with(steps, partial(made_again, self.draft.pending))

    # what is shown

    def _layout_settled(self) -> None:
        """Follow the layout at once where that is seen; else when the page comes to the front."""
        if self.isVisible():
            self._follow_layout()

    def _follow_layout(self) -> None:
        """Make the changes again on the layout as it stands, when it has become another."""
        if self._applying or not isValid(self.editor) or self._document.body == self.draft.base:
            return
        lost = self.draft.rebase(self._document.body)
        if lost:
            words = plural(
                "{n} change could not be made again on the layout as it stands now.",
                "{n} changes could not be made again on the layout as it stands now.",
                lost,
            )
            self.message.emit(words.format(n=lost))

    def compared_with(self) -> Body:
        """The layout whose pieces these are compared with."""
        which = self.compare.current()
        if which == SAVED:
            return self._document.opened.body
        return self.draft.game.blank() if which == BOX else self.draft.base

    def _question(self) -> Question:
        before = self.draft.base if self.compare.current() == BOX else self.compared_with()
        return Question(self.draft.game, before, self.draft.body)

    def _changed(self) -> None:
        self.refresh()
        self.patterns.show_outcome(None)
        self.effects.show_outcome(None)
        self.inquiry.ask(self._question())
        self._keep(self.changes())
        self.changed.emit()

    def _shown(self) -> None:
        self.piece.refresh()
        self.patterns.refresh()
        self.table.select(self.draft.piece)
        self._show_state()

    def refresh(self) -> None:
        """Show the pieces as they stand."""
        draft, body = self.draft, self.compared_with()
        if body is not self._before[0]:
            self._before = (body, draft.game.pieces(body))
        before = self._before[1]
        old = {entry.key: entry for entry in before.entries}
        origins = draft.look.origins
        self.model.show(
            draft.pieces,
            {entry.key: old[key] for entry in draft.pieces.entries if (key := origins.get(entry.key, "")) in old},
        )
        self.set.refresh()
        self.effects.refresh(before, self.compare.currentText())
        self.piece.refresh()
        self.patterns.refresh()
        self._show_state()

    def _answered(self, outcome: Outcome) -> None:
        self.patterns.show_outcome(outcome)
        self.effects.show_outcome(outcome)
        found = [*outcome.caused, *outcome.stays]
        counts = {severity: sum(problem.severity is severity for problem in found) for severity in SEVERITIES}
        self.counters.set_counts(counts, 0, is_looking=False)

    def _show_state(self) -> None:
        entry = self.draft.entry
        self.strip.show_state(entry.name if entry is not None else "", self.changes())
        self.keys.follow()
        self.bar.set_changed(self.draft.is_changed)
