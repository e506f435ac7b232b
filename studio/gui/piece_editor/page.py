"""The piece editor page: set on the left, piece in the middle, patterns on the right, effects below."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget
from shiboken6 import isValid

from studio.core.game import Body
from studio.core.pieces import MissingPieces, PieceSet
from studio.core.problems import Problem
from studio.core.text import _, plural
from studio.gui import widgets as w
from studio.gui.background_task import BackgroundTask
from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels.status import ProblemCounters
from studio.gui.editor.problem_names import SEVERITIES
from studio.gui.page import KeyGroup, Page, PageMenu, ShowPage
from studio.gui.piece_editor.draft import PieceDraft, replay_edits
from studio.gui.piece_editor.impact import EditImpact, EffectsCard, ImpactRequest, compute_impact
from studio.gui.piece_editor.patterns import PatternCard
from studio.gui.piece_editor.piece_card import PieceCard
from studio.gui.piece_editor.pieces import PieceModel, PieceSetCard
from studio.gui.widgets.actions import Keys, icon_of, make_action, set_action_enabled, set_shortcut_tooltip
from studio.gui.widgets.collapsible import CollapsibleHost, PanelSlot
from studio.gui.widgets.inputs import ComboBox

CHECK_DELAY_MS = 150  # pause after the last edit before problems are searched
PATTERNS_WIDTH, PATTERNS_WIDTH_NARROW = 400, 320  # width of the patterns in pixels, and in a narrow window
FOLD_WIDTH = 900  # on a narrower page the set and the patterns are collapsed
COMPACT_SIZE = (1120, 700)  # a smaller page gives less room to patterns and effects
LAYOUT, SAVED, BOX = "layout", "saved", "box"
"""What the pieces are compared with: the layout as edited, as saved, or the published box."""


class PieceEditorPage(Page):
    """Edits a copy of the pieces of an editor's layout until they are applied."""

    icon_name = "grid"
    manual_key = "workshop"

    def __init__(self, editor: EditorPage, *, predecessor: PieceEditorPage | None = None) -> None:
        """`predecessor`: the page whose draft this one takes over."""
        super().__init__()
        self.editor = editor
        self._document = editor.document
        self._document.drop_stroke()
        game = self._document.game
        if predecessor is None:
            self.draft = PieceDraft(game, self._document.body, self)
        else:
            self.draft = predecessor.draft
            self.draft.update_language()
        self.impact_task: BackgroundTask[ImpactRequest, EditImpact] = BackgroundTask(
            compute_impact, "workshop", self, CHECK_DELAY_MS
        )
        self._is_applying = False
        self.piece_model = PieceModel(self)
        self._compared: tuple[Body, PieceSet] = (None, PieceSet(""))
        self._make_actions()
        self.undo_action, self.redo_action = self.page_actions["undo"], self.page_actions["redo"]
        self._build()
        self._connect()
        self.refresh()
        self.impact_task.start(self._impact_request(), immediately=True)
        self._document.step_finished.connect(self._on_layout_step)
        self._document.meta_changed.connect(self.changed)
        self.draft.changed.connect(self._on_draft_changed)
        self.draft.selection_changed.connect(self._on_selection_changed)
        self.draft.edit_rejected.connect(self._show_warning)
        self.impact_task.result_ready.connect(self._on_impact)

    def live_objects(self) -> Sequence[QObject]:
        return (self.draft,)

    def successor(self, replaced: Mapping[Page, Page]) -> PieceEditorPage:
        editor = replaced[self.editor]
        assert isinstance(editor, EditorPage)
        return PieceEditorPage(editor, predecessor=self)

    def stop_tasks(self) -> None:
        self.impact_task.close()

    def _show_warning(self, message: str) -> None:
        w.Toast(self, message, "warning", seconds=8, over=self.set_card)

    def _make_actions(self) -> None:
        draft, pieces, key = self.draft, self.draft.game.pieces, QKeySequence.StandardKey
        self.page_actions: dict[str, QAction] = {}
        self._add_action("undo", _("&Undo"), "undo", draft.stack.undo, key.Undo)
        self._add_action("redo", _("&Redo"), "redo", draft.stack.redo, key.Redo, "Ctrl+Y")
        self._add_action("apply", _("&Apply to layout"), "tick", self.apply, "Ctrl+Return")
        self._add_action("discard", _("&Discard changes"), "trash", self._discard, "Ctrl+Backspace")
        self._add_action("turn_left", _("Rotate anticlockwise"), "rotate_left", lambda: draft.turn_by(-1), "Shift+R")
        self._add_action("turn_right", _("Rotate clockwise"), "rotate_right", lambda: draft.turn_by(1), "R")
        mirror = "mirror_sideways"
        self._add_action("mirror", _("Show &mirror image"), mirror, lambda: self.piece_card.show_mirror_image(), "H")
        duplicate = partial(self._edit_selected, _("Duplicate"), pieces.duplicate_piece)
        self._add_action("duplicate", _("D&uplicate"), "copy", duplicate, "Ctrl+D")
        remove = partial(self._edit_selected, _("Remove"), pieces.remove_piece)
        self._add_action("remove", _("&Remove"), "trash", remove, "Delete")
        self._add_action("rename", _("Re&name"), "pencil", lambda: self.piece_table.edit_name(), "F2")
        self._add_action("import", _("&Import…"), "open", self.import_pieces, "Ctrl+I")
        self._add_action("search", _("&Search"), "search", lambda: self.set_card.search_field.setFocus(), "Ctrl+F")
        for number, (sort, text) in enumerate(draft.pieces.new_kinds, 1):
            keys = ("Ctrl+T", "Alt+1") if number == 1 else (f"Alt+{number}",)
            self._add_action(f"new_{sort}", text, "plus", partial(self._add_piece, sort, text), *keys)
        self._add_piece_actions = [self.page_actions[f"new_{sort}"] for sort, _words in draft.pieces.new_kinds]

    def _add_action(self, name: str, words: str, icon: str, slot: Callable[[], object], *keys: Keys) -> None:
        self.page_actions[name] = make_action(self, f"workshop.{name}", words, icon, keys, slot, within=True)

    def _build(self) -> None:
        self.tool_bar = PieceEditorToolBar(self.page_actions, self._add_piece_actions, self.draft)
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
        row = w.hbox((slots[0], 522), (self.piece_card, 478), parent=cards, spacing=10)
        if has_patterns:
            row.addWidget(slots[1])
        self.folding = CollapsibleHost("workshop", cards, FOLD_WIDTH)
        self.folding.add("set", slots[0], self.draft.pieces.title, "list", at_right=False)
        if has_patterns:
            self.folding.add("patterns", slots[1], _("Patterns"), "grid", at_right=True)
        self._slots = slots  # keeps a slot without a parent, and its content, alive
        room = QWidget()
        w.vbox((self.folding, 1), self.effects_card, parent=room, spacing=10, margins=(10, 10, 10, 10))
        w.vbox(w.ScrollStrip(self.tool_bar, self, name=_("Piece editor tools")), (room, 1), parent=self, spacing=0)
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

    def belongs_to(self, page: Page) -> bool:
        return self.editor is page

    def show_piece(self, piece: str) -> None:
        self.draft.select(piece)

    def title(self) -> str:
        name = self.editor.title() if isValid(self.editor) else ""
        return w.one_line(_("Pieces · {name}").format(name=name))

    def is_modified(self) -> bool:
        return self.draft.is_changed

    def changes(self) -> int:
        return self.draft.change_count

    def unsaved_prompt(self) -> tuple[str, str, str]:
        text = _("These changes are not applied to the layout yet. They will be lost if you discard them.")
        return _("Apply changes to the layout?"), text, _("Apply")

    def save(self) -> bool:
        return self.apply()

    def autosave_now(self, for_good: bool = False) -> bool:
        """Apply the changes when the program ends; until then the layout's autosave contains them."""
        return self.apply() if for_good else True

    def menus(self) -> Sequence[PageMenu]:
        pieces = ["duplicate", "rename", "remove", "import", "-", "search", "-", "apply", "discard"]
        shown = [None if name == "-" else self.page_actions[name] for name in pieces]
        return [
            PageMenu("", [self.page_actions[name] for name in ("turn_left", "turn_right", "mirror")], "edit"),
            PageMenu(_("&Pieces"), [*self._add_piece_actions, *shown]),
        ]

    def shortcuts(self) -> Sequence[KeyGroup]:
        keys = [(_("Previous or next place"), ["Left", "Right"]), (_("Change place"), ["Space"])]
        return [(_("Piece view"), keys)]

    def event(self, event: QEvent) -> bool:
        # Text being typed is applied as well: it is committed before the shortcut is looked up, because without it
        # there may be nothing to apply yet.
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

    def apply(self) -> bool:
        """Write the pieces into the layout, as one step of its history."""
        if not isValid(self.editor):
            return False
        self._rebase_on_layout()
        if self.draft.is_changed:
            count = self.draft.change_count
            text = plural("Pieces: {n} change", "Pieces: {n} changes", count).format(n=count)
            self._is_applying = True
            self._document.apply(text, self.draft.body, icon="grid")
            self._is_applying = False
            self.draft.reset(self._document.body)
            self.piece_table.setFocus()
            self.message.emit(_("Applied to the layout. To revert, use Undo in the layout tab."))
        return True

    def _discard(self) -> None:
        self.draft.stack.setIndex(0)
        self.piece_table.setFocus()  # the button that was pressed has nothing to do now, and would lose the keyboard

    def _edit_selected(self, words: str, edit: Callable[[Body, str], Body]) -> None:
        key = self.draft.selected_key
        self.draft.apply_edit(words, lambda body: edit(body, key))

    def _add_piece(self, sort: str, words: str) -> None:
        self.draft.apply_edit(words, lambda body: self.draft.game.pieces.add_pieces(body, sort, 0))

    def import_pieces(self) -> None:
        from studio.gui.piece_editor.importing import ask_import

        chosen = ask_import(self, self.draft)
        if chosen is not None:
            other, keys = chosen
            game = self.draft.game

            def import_checked(body: Body) -> Body:
                """Import the pieces as a file would hold them, within the limits of a layout."""
                return game.body.parse(game.body.to_plain(game.pieces.import_pieces(body, other, keys)))

            self.draft.apply_edit(_("Import"), import_checked)

    def _fix(self, problem: Problem) -> None:
        fix = problem.fix
        if fix is None:
            return
        code, cells, field = problem.code, problem.cells, problem.field

        def fix_again(body: Body) -> Body:
            """Apply the fix of the same problem, whatever else has changed."""
            game = self.draft.game
            for found in (*game.checks.check(body), *([problem] if body is now else ())):
                if (found.code, found.cells, found.field) == (code, cells, field) and found.fix is not None:
                    return found.fix.body
            raise ValueError(_("There is nothing left to fix."))

        now = self.draft.body
        self.draft.apply_edit(fix.label, fix_again)

    def _show_places(self, about: Problem | MissingPieces) -> None:
        """Show spaces on the board in the layout's own tab."""
        if isValid(self.editor):
            self.request.emit(ShowPage(self.editor))
            self.editor.show_spaces(about.cells)

    def _autosave_in_editor(self, steps: int) -> None:
        """Let the layout's autosave include the pending edits."""
        if isValid(self.editor):
            self.editor.autosave_with(steps, partial(replay_edits, self.draft.pending_edits))

    def _on_layout_step(self) -> None:
        """Follow the layout at once if visible, else when the page is activated."""
        if self.isVisible():
            self._rebase_on_layout()

    def _rebase_on_layout(self) -> None:
        """Repeat the changes on the layout if it has changed."""
        if self._is_applying or not isValid(self.editor) or self._document.body == self.draft.base_body:
            return
        skipped = self.draft.rebase(self._document.body)
        if skipped:
            text = plural(
                "{n} change could not be reapplied to the current layout.",
                "{n} changes could not be reapplied to the current layout.",
                skipped,
            )
            self.message.emit(text.format(n=skipped))

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
        self.tool_bar.set_changed(self.draft.is_changed)
        actions, draft, unchanged = self.page_actions, self.draft, _("There are no changes yet.")
        set_action_enabled(actions["undo"], draft.stack.canUndo(), unchanged)
        set_action_enabled(actions["redo"], draft.stack.canRedo(), _("There is nothing to redo."))
        for name in ("apply", "discard"):
            set_action_enabled(actions[name], draft.is_changed, unchanged)
        piece = draft.selected_detail() if entry is not None else None
        can_turn = piece is not None and sum(turned.same_as == turned.turn for turned in piece.turns) > 1
        for name in ("turn_left", "turn_right"):
            set_action_enabled(actions[name], can_turn, _("This piece looks the same in every orientation."))
        can_mirror = piece is not None and piece.mirror_image is not None
        set_action_enabled(actions["mirror"], can_mirror, _("A rotation of this piece looks like its mirror image."))


class PieceEditorToolBar(w.ToolBar):
    def __init__(self, keys: Mapping[str, QAction], new_piece: Sequence[QAction], draft: PieceDraft) -> None:
        super().__init__()
        for name in ("undo", "redo"):
            self.add_action(keys[name], icon_of(keys[name]))
        self.add_separator()
        text = draft.pieces.new_kinds[0][1] if len(new_piece) == 1 else _("New piece")
        self.new_button = w.PlainButton(text, "plus", small=True)
        if len(new_piece) == 1:
            self.new_button.clicked.connect(new_piece[0].trigger)
        else:
            menu = QMenu(self.new_button)
            menu.addActions(list(new_piece))
            self.new_button.clicked.connect(
                lambda: menu.exec(self.new_button.mapToGlobal(self.new_button.rect().bottomLeft()))
            )
        self.row.addWidget(self.new_button)
        self.add_separator()
        for name in ("turn_left", "turn_right", "mirror"):
            self.add_action(keys[name], icon_of(keys[name]))
        self.add_separator()
        self._compare_label = w.text_label(_("Compare with"), "second", 13)
        self.row.addWidget(self._compare_label)
        self.row.addSpacing(4)
        self.compare_choice = ComboBox(
            ((LAYOUT, _("current layout")), (SAVED, _("saved layout")), (BOX, _("original game")))
        )
        self.compare_choice.setAccessibleName(_("Compare with"))
        self.row.addWidget(self.compare_choice)
        self.row.addStretch(1)
        self.discard_button = w.PlainButton(_("Discard"), small=True, act=keys["discard"].trigger)
        self.apply_button = w.PrimaryButton(_("Apply to layout"), "tick", small=True, act=keys["apply"].trigger)
        self.row.addWidget(self.discard_button)
        self.row.addSpacing(4)
        self.row.addWidget(self.apply_button)

    def set_narrow(self, is_narrow: bool) -> None:
        """Hide what a narrow page does not need."""
        for widget in (self._compare_label, self.compare_choice):
            widget.setVisible(not is_narrow)
        self.apply_button.set_text(_("Apply") if is_narrow else _("Apply to layout"))

    def set_changed(self, is_changed: bool) -> None:
        """Set whether there is something to apply or discard."""
        for button in (self.apply_button, self.discard_button):
            button.setEnabled(is_changed)
            w.set_tooltip(button, "" if is_changed else _("There are no changes yet."))


class PieceEditorStatus(QWidget):
    """Status bar content while the piece editor is active: problems, piece, unapplied changes."""

    def __init__(self) -> None:
        super().__init__()
        self.counters = ProblemCounters()
        self._name_label = w.text_label("", px=13)
        hint = w.Elided(_("Arrow keys: select place. Space: change it. R: rotate piece."), "second", 13)
        self._pending_label = w.text_label("", "second", 13)
        lines = w.Separator(upright=True), w.Separator(upright=True)
        w.hbox(
            *(self.counters, lines[0], self._name_label, lines[1], (hint, 1), self._pending_label),
            parent=self,
            spacing=8,
            margins=(10, 0, 10, 0),
        )

    def show_state(self, piece: str, steps: int) -> None:
        """Show the selected piece and the number of unapplied changes."""
        self._name_label.setText(piece)
        pending = plural("{n} change not applied", "{n} changes not applied", steps).format(n=steps)
        self._pending_label.setText(pending if steps else _("No changes"))
        text = _("Unapplied changes are autosaved with the layout and restored after a crash.")
        w.set_tooltip(self._pending_label, text if steps else "")
