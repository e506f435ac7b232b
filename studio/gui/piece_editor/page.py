"""The workshop page: the set on the left, a piece on the bench, its patterns on the right, what changes below."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.game import Body
from studio.core.pieces import MissingPieces, PieceSet
from studio.core.problems import Problem
from studio.core.text import _, plural
from studio.gui.background_task import BackgroundTask
from studio.gui.editor.clipboard import SEVERITIES
from studio.gui.editor.page import EditorPage
from studio.gui.page import KeyGroup, Page, PageMenu
from studio.gui.piece_editor.commands import BOX, SAVED, PieceEditorActions, PieceEditorStatus, PieceEditorToolBar
from studio.gui.piece_editor.draft import PieceDraft, replay_edits
from studio.gui.piece_editor.impact import EditImpact, EffectsCard, ImpactRequest, compute_impact
from studio.gui.piece_editor.patterns import PatternCard
from studio.gui.piece_editor.piece_card import PieceCard
from studio.gui.piece_editor.pieces import PieceModel, PieceSetCard
from studio.gui.style.theme import Theme
from studio.gui.widgets import ScrollStrip, Toast, one_line
from studio.gui.widgets.actions import set_shortcut_tooltip
from studio.gui.widgets.collapsible import CollapsibleHost, PanelSlot

CHECK_DELAY_MS = 150
"""Problems are looked for when nothing was clicked for so long."""
PATTERNS_WIDTH, PATTERNS_WIDTH_NARROW = 400, 320
"""Pixels of the patterns, usually and in a narrow window."""
FOLD_WIDTH = 900
"""In a page narrower than this the set and the patterns are folded."""
COMPACT_SIZE = (1120, 700)
"""A page narrower or lower than this has less room for what can spare some."""


class PieceEditorPage(Page):
    """The pieces of the layout that an editor draws, as a copy until they are applied."""

    icon_name = "grid"
    manual_key = "workshop"

    def __init__(self, editor: EditorPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor = editor
        self._document = editor.document
        self._document.drop_stroke()
        game = self._document.game
        self.draft = PieceDraft(game, self._document.body, self)
        self.impact_task: BackgroundTask[ImpactRequest, EditImpact] = BackgroundTask(
            compute_impact, "workshop", self, CHECK_DELAY_MS
        )
        self._is_applying = False
        self.build_ui()
        self._document.step_finished.connect(self._on_layout_step)
        self._document.meta_changed.connect(self.changed)
        self.draft.changed.connect(self._on_draft_changed)
        self.draft.selection_changed.connect(self._on_selection_changed)
        self.draft.edit_rejected.connect(
            lambda words: Toast.show_message(self, words, "warning", seconds=8, over=self.set_card)
        )
        self.impact_task.result_ready.connect(self._on_impact)

    def persistent_objects(self) -> Sequence[QObject]:
        return self.draft, self.impact_task

    def retranslate_data(self) -> None:
        self.draft.retranslate()

    # building

    def build_ui(self) -> None:
        self.piece_model = PieceModel(self)
        self._compared: tuple[Body, PieceSet] = (None, PieceSet(""))
        self.page_actions = PieceEditorActions(self, self.draft, self)
        self.undo_action, self.redo_action = self.page_actions["undo"], self.page_actions["redo"]
        self._build()
        self._connect()
        self.refresh()
        self.impact_task.start(self._impact_request(), immediately=True)

    def _build(self) -> None:
        self.tool_bar = PieceEditorToolBar(self.page_actions, self.draft)
        self.compare_choice, self.new_button = self.tool_bar.compare_choice, self.tool_bar.new_button
        self.apply_button, self.discard_button = self.tool_bar.apply_button, self.tool_bar.discard_button
        self.set_card = PieceSetCard(self.draft, self.piece_model, self.page_actions)
        self.piece_table = self.set_card.piece_table
        self.piece_card = PieceCard(self.draft)
        self.pattern_card = PatternCard(self.draft)
        self.effects_card = EffectsCard(self.draft)
        slots = PanelSlot(self.set_card), PanelSlot(self.pattern_card)
        has_patterns = bool(self.draft.pattern_rows())
        cards = QWidget()
        row = QHBoxLayout(cards)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(slots[0], 522)
        row.addWidget(self.piece_card, 478)
        if has_patterns:
            row.addWidget(slots[1])
        folding = CollapsibleHost("workshop", cards, FOLD_WIDTH)
        folding.add("set", slots[0], self.draft.pieces.title, "list", at_right=False)
        if has_patterns:
            folding.add("patterns", slots[1], _("Patterns"), "grid", at_right=True)
        self.collapsible_host, self._slots = (
            folding,
            slots,
        )  # one that is not put anywhere must not go with what is in it
        below = QVBoxLayout()
        below.setContentsMargins(10, 10, 10, 10)
        below.setSpacing(10)
        below.addWidget(folding, 1)
        below.addWidget(self.effects_card)
        room = QWidget()
        room.setLayout(below)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(ScrollStrip(self.tool_bar, self, name=_("Tools of the workshop")))
        column.addWidget(room, 1)
        self.status = self.status_strip = PieceEditorStatus()
        self.counters = self.status_strip.counters
        self.setFocusProxy(self.piece_table)

    def _connect(self) -> None:
        self.compare_choice.chosen.connect(lambda _key: self._on_draft_changed())
        self.piece_card.rename_button.clicked.connect(self.page_actions["rename"].trigger)
        set_shortcut_tooltip(self.piece_card.rename_button, _("Rename"), self.page_actions["rename"])
        self.effects_card.fix_requested.connect(self._fix)
        self.effects_card.show_requested.connect(self._show_places)
        self.pattern_card.show_requested.connect(self._show_places)

    # what the window asks

    def belongs_to(self, page: Page) -> bool:
        return self.editor is page

    def show_piece(self, piece: str) -> None:
        self.draft.select(piece)

    def title(self) -> str:
        name = self.editor.title() if isValid(self.editor) else ""
        return one_line(_("Workshop · {name}").format(name=name))

    def is_modified(self) -> bool:
        return self.draft.is_changed

    def changes(self) -> int:
        return self.draft.change_count if self.draft.is_changed else 0

    def unsaved_prompt(self) -> tuple[str, str, str]:
        words = _("The layout does not have these pieces yet. They are lost if you discard them.")
        return _("Apply the changes to the layout first?"), words, _("Apply")

    def save(self) -> bool:
        return self.apply()

    def autosave_now(self, for_good: bool = False) -> bool:
        """When the program ends, what was changed here goes into the layout; until then that keeps it, too."""
        return self.apply() if for_good else True

    def menus(self) -> Sequence[PageMenu]:
        return self.page_actions.menus()

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
            if is_typing and QKeySequence(event.keyCombination()) in self.page_actions["apply"].shortcuts():
                self.piece_table.setFocus()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.pattern_card.setFixedWidth(PATTERNS_WIDTH_NARROW if self.width() < COMPACT_SIZE[0] else PATTERNS_WIDTH)
        self.effects_card.set_compact(self.height() < COMPACT_SIZE[1])
        self.tool_bar.set_narrow(self.width() < FOLD_WIDTH)

    def activated(self) -> None:
        self._rebase_on_layout()

    def about_to_close(self) -> bool:
        self.impact_task.close()
        self._autosave_in_editor(0)
        return True

    def toast_area(self) -> QWidget:
        return self.effects_card

    # what a person does

    def apply(self) -> bool:
        """Bring the pieces into the layout, as one step of its history."""
        if not isValid(self.editor):
            return False
        self._rebase_on_layout()
        if self.draft.is_changed:
            count = self.draft.change_count
            words = plural("Workshop: {n} change", "Workshop: {n} changes", count).format(n=count)
            self._is_applying = True
            self._document.apply(words, self.draft.body, icon="grid")
            self._is_applying = False
            self.draft.mark_applied(self._document.body)
            self.piece_table.setFocus()
            self.message.emit(_("The layout has these pieces now; Undo in its tab takes them back."))
        return True

    def discard(self) -> None:
        """Show the pieces as the layout has them; Redo brings the changes back."""
        self.draft.discard()
        self.piece_table.setFocus()  # the button that was pressed has nothing to do now, and would lose the keyboard

    def duplicate(self) -> None:
        """Another piece like the one on the bench."""
        key = self.draft.selected_key
        self.draft.apply_edit(_("Duplicate"), lambda body: self.draft.game.pieces.duplicate_piece(body, key))

    def remove(self) -> None:
        """Take the piece on the bench out of the set."""
        key = self.draft.selected_key
        self.draft.apply_edit(_("Remove"), lambda body: self.draft.game.pieces.remove_piece(body, key))

    def rename(self) -> None:
        """Type another name for the piece on the bench."""
        self.piece_table.edit_name()

    def start_search(self) -> None:
        """Type what is looked for."""
        self.set_card.search_field.setFocus()

    def show_mirror_image(self) -> None:
        """Lay the mirror image of the piece on the bench."""
        self.piece_card.show_mirror_image()

    def add_piece(self, sort: str, words: str) -> None:
        """A new piece of a sort."""
        self.draft.apply_edit(words, lambda body: self.draft.game.pieces.add_pieces(body, sort, 0))

    def import_pieces(self) -> None:
        """Ask for a layout, and which of its pieces are to come."""
        from studio.gui.piece_editor.importing import ask_import

        asked = ask_import(self, self.draft)
        if asked is not None:
            other, keys = asked
            self.draft.apply_edit(_("Import"), lambda body: self.draft.game.pieces.import_pieces(body, other, keys))

    def _fix(self, problem: Problem) -> None:
        fix = problem.fix
        if fix is None:
            return
        code, cells, field = problem.code, problem.cells, problem.field

        def mended(body: Body) -> Body:
            """The same problem's repair, whatever else has changed."""
            game = self.draft.game
            for found in (*game.checks.check(body), *([problem] if body is now else ())):
                if (found.code, found.cells, found.field) == (code, cells, field) and found.fix is not None:
                    return found.fix.body
            raise ValueError(_("There is nothing to repair any more."))

        now = self.draft.body
        self.draft.apply_edit(fix.label, mended)

    def _show_places(self, about: Problem | MissingPieces) -> None:
        """Flash spaces on the board, in the layout's own tab."""
        if isValid(self.editor):
            self.open_requested.emit(self.editor)
            self.editor.show_spaces(about.cells)

    def _autosave_in_editor(self, steps: int) -> None:
        """Have the layout keep what is not in it yet: a program that is killed loses nothing of it."""
        if isValid(self.editor):
            self.editor.autosave_with(steps, partial(replay_edits, self.draft.pending_edits))

    # what is shown

    def _on_layout_step(self) -> None:
        """Follow the layout at once where that is seen; else when the page comes to the front."""
        if self.isVisible():
            self._rebase_on_layout()

    def _rebase_on_layout(self) -> None:
        """Make the changes again on the layout as it stands, when it has become another."""
        if self._is_applying or not isValid(self.editor) or self._document.body == self.draft.base_body:
            return
        lost = self.draft.rebase(self._document.body)
        if lost:
            words = plural(
                "{n} change could not be made again on the layout as it stands now.",
                "{n} changes could not be made again on the layout as it stands now.",
                lost,
            )
            self.message.emit(words.format(n=lost))

    def compared_body(self) -> Body:
        """The layout whose pieces these are compared with."""
        which = self.compare_choice.current()
        if which == SAVED:
            return self._document.loaded.body
        return self.draft.game.editing.blank() if which == BOX else self.draft.base_body

    def _impact_request(self) -> ImpactRequest:
        before = self.draft.base_body if self.compare_choice.current() == BOX else self.compared_body()
        return ImpactRequest(self.draft.game, before, self.draft.body)

    def _on_draft_changed(self) -> None:
        self.refresh()
        self.pattern_card.show_impact(None)
        self.effects_card.show_impact(None)
        self.impact_task.start(self._impact_request())
        self._autosave_in_editor(self.changes())
        self.changed.emit()

    def _on_selection_changed(self) -> None:
        self.piece_card.refresh()
        self.pattern_card.refresh()
        self.piece_table.select_piece(self.draft.selected_key)
        self._show_state()

    def refresh(self) -> None:
        """Show the pieces as they stand."""
        draft, body = self.draft, self.compared_body()
        if body is not self._compared[0]:
            self._compared = (body, draft.game.pieces.pieces(body))
        before = self._compared[1]
        old = {entry.key: entry for entry in before.entries}
        origins = draft.piece_state.origins
        self.piece_model.set_pieces(
            draft.pieces,
            {entry.key: old[key] for entry in draft.pieces.entries if (key := origins.get(entry.key, "")) in old},
        )
        self.set_card.refresh()
        self.effects_card.refresh(before, self.compare_choice.currentText())
        self.piece_card.refresh()
        self.pattern_card.refresh()
        self._show_state()

    def _on_impact(self, impact: EditImpact) -> None:
        self.pattern_card.show_impact(impact)
        self.effects_card.show_impact(impact)
        found = [*impact.caused, *impact.remaining]
        counts = {severity: sum(problem.severity is severity for problem in found) for severity in SEVERITIES}
        self.counters.set_counts(counts, 0, is_checking=False)

    def _show_state(self) -> None:
        entry = self.draft.selected_entry
        self.status_strip.show_state(entry.name if entry is not None else "", self.changes())
        self.page_actions.update_enabled()
        self.tool_bar.set_changed(self.draft.is_changed)
