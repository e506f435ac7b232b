"""Everything in the workshop that has a name, an icon and a key: one QAction each, for tool bar, menus and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from studio.core.text import _, plural
from studio.gui.editor.panels.status import ProblemCounters
from studio.gui.page import PageMenu
from studio.gui.piece_editor.draft import PieceDraft
from studio.gui.widgets import Elided, PlainButton, PrimaryButton, Separator, ToolBar, set_tooltip, text_label
from studio.gui.widgets.actions import Keys, icon_of, make_action, set_action_enabled
from studio.gui.widgets.inputs import ComboBox

Key = QKeySequence.StandardKey


class PieceCommands(Protocol):
    """What the page does as a whole."""

    def apply(self) -> bool: ...
    def discard(self) -> None: ...
    def duplicate(self) -> None: ...
    def remove(self) -> None: ...
    def rename(self) -> None: ...
    def import_pieces(self) -> None: ...
    def start_search(self) -> None: ...
    def show_mirror_image(self) -> None: ...
    def add_piece(self, sort: str, words: str) -> None: ...


class PieceEditorActions:
    """The actions of one page. They work while the keyboard's focus is anywhere in their owner."""

    def __init__(self, owner: QWidget, draft: PieceDraft, page: PieceCommands) -> None:
        self._owner, self._draft = owner, draft
        self._actions: dict[str, QAction] = {}
        self._add("undo", _("&Undo"), "undo", draft.undo, Key.Undo)
        self._add("redo", _("&Redo"), "redo", draft.redo, Key.Redo, "Ctrl+Y")
        self._add("apply", _("&Apply to the layout"), "tick", page.apply, "Ctrl+Return")
        self._add("discard", _("&Discard the changes"), "trash", page.discard, "Ctrl+Backspace")
        self._add("turn_left", _("Turn anticlockwise"), "rotate_left", lambda: draft.turn_by(-1), "Shift+R")
        self._add("turn_right", _("Turn clockwise"), "rotate_right", lambda: draft.turn_by(1), "R")
        self._add("mirror", _("Mirrored &twin"), "mirror_sideways", page.show_mirror_image, "H")
        self._add("duplicate", _("D&uplicate"), "copy", page.duplicate, "Ctrl+D")
        self._add("remove", _("&Remove"), "trash", page.remove, "Delete")
        self._add("rename", _("Re&name…"), "pencil", page.rename, "F2")
        self._add("import", _("&Import…"), "open", page.import_pieces, "Ctrl+I")
        self._add("search", _("&Search"), "search", page.start_search, "Ctrl+F")
        self.add_actions: list[QAction] = []
        for number, (sort, words) in enumerate(draft.pieces.new_kinds, 1):
            keys = ("Ctrl+T", "Alt+1") if number == 1 else (f"Alt+{number}",)
            self.add_actions.append(
                self._add(f"new_{sort}", words, "plus", partial(page.add_piece, sort, words), *keys)
            )

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def _add(self, name: str, words: str, icon: str, slot: Callable[[], object], *keys: Keys) -> QAction:
        action = make_action(self._owner, f"workshop.{name}", words, icon, keys, slot, within=True)
        self._actions[name] = action
        return action

    def menus(self) -> list[PageMenu]:
        """Where the actions stand in the window's menus."""
        pieces = [*self.add_actions, *self._select_actions("duplicate rename remove import - search - apply discard")]
        return [
            PageMenu("", self._select_actions("turn_left turn_right mirror"), "edit"),
            PageMenu(_("&Pieces"), pieces),
        ]

    def _select_actions(self, names: str) -> list[QAction | None]:
        return [None if name == "-" else self._actions[name] for name in names.split()]

    def update_enabled(self) -> None:
        """Let be done what can be done now."""
        draft = self._draft
        none = _("Nothing was changed yet.")
        set_action_enabled(self._actions["undo"], draft.stack.canUndo(), none)
        set_action_enabled(self._actions["redo"], draft.stack.canRedo(), _("Nothing was undone."))
        for name in ("apply", "discard"):
            set_action_enabled(self._actions[name], draft.is_changed, none)
        bench = draft.selected_detail() if draft.selected_entry is not None else None
        has_turns = bench is not None and sum(turned.same_as == turned.turn for turned in bench.turns) > 1
        for name in ("turn_left", "turn_right"):
            set_action_enabled(self._actions[name], has_turns, _("It looks the same from every side."))
        has_twin = bench is not None and bench.mirror_image is not None
        set_action_enabled(self._actions["mirror"], has_twin, _("A turn of it looks like its mirror image."))


# Above and below the workshop: tools, what its pieces are compared with, Apply; and what is to be said of it all.

LAYOUT, SAVED, BOX = "layout", "saved", "box"
"""What the pieces are compared with: those of the layout as it stands, as it was saved, those of the published box."""


class PieceEditorToolBar(ToolBar):
    """The tool bar. Its buttons do what the actions of these names do."""

    def __init__(self, keys: PieceEditorActions, draft: PieceDraft) -> None:
        super().__init__()
        for name in ("undo", "redo"):
            self.add_action(keys[name], icon_of(keys[name]))
        self.add_separator()
        self.new_button = _make_new_button(keys, draft)
        self.add_widget(self.new_button)
        self.add_separator()
        for name in ("turn_left", "turn_right", "mirror"):
            self.add_action(keys[name], icon_of(keys[name]))
        self.add_separator()
        self._compare_label = text_label(_("Compare with"), "second", 13)
        self.add_widget(self._compare_label)
        self.add_space(4)
        self.compare_choice = ComboBox(
            ((LAYOUT, _("the layout as it stands")), (SAVED, _("the layout as it was saved")), (BOX, _("the box")))
        )
        self.compare_choice.setAccessibleName(_("Compare with"))
        self.add_widget(self.compare_choice)
        self.add_stretch()
        self.discard_button = PlainButton(_("Discard"), small=True)
        self.apply_button = PrimaryButton(_("Apply to the layout"), "tick", small=True)
        self.add_widget(self.discard_button)
        self.add_space(4)
        self.add_widget(self.apply_button)
        self.apply_button.clicked.connect(keys["apply"].trigger)
        self.discard_button.clicked.connect(keys["discard"].trigger)

    def set_narrow(self, is_narrow: bool) -> None:
        """Leave out what a narrow page can spare."""
        for widget in (self._compare_label, self.compare_choice):
            widget.setVisible(not is_narrow)
        self.apply_button.set_text(_("Apply") if is_narrow else _("Apply to the layout"))

    def set_changed(self, is_changed: bool) -> None:
        """Whether there is anything to apply or to discard."""
        for button in (self.apply_button, self.discard_button):
            button.setEnabled(is_changed)
            set_tooltip(button, "" if is_changed else _("Nothing was changed yet."))


def _make_new_button(keys: PieceEditorActions, draft: PieceDraft) -> PlainButton:
    words = draft.pieces.new_kinds[0][1] if len(keys.add_actions) == 1 else _("New piece")
    button = PlainButton(words, "plus", small=True)
    if len(keys.add_actions) == 1:
        button.clicked.connect(keys.add_actions[0].trigger)
    else:
        menu = QMenu(button)
        menu.addActions(keys.add_actions)
        button.clicked.connect(lambda: menu.exec(button.mapToGlobal(button.rect().bottomLeft())))
    return button


class PieceEditorStatus(QWidget):
    """The window's status bar while the workshop is in front: problems, the piece, how much is not applied."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 0)
        row.setSpacing(8)
        self.counters = ProblemCounters()
        self._name_label = text_label("", px=13)
        hint = Elided(_("Arrows choose a place, Space changes it, R turns the piece"), "second", 13)
        self._pending_label = text_label("", "second", 13)
        row.addWidget(self.counters)
        row.addWidget(Separator(upright=True))
        row.addWidget(self._name_label)
        row.addWidget(Separator(upright=True))
        row.addWidget(hint, 1)
        row.addWidget(self._pending_label)

    def show_state(self, piece: str, steps: int) -> None:
        """Tell which piece lies on the bench, and how many changes the layout has not."""
        self._name_label.setText(piece)
        self._pending_label.setText(
            plural("{n} change not applied", "{n} changes not applied", steps).format(n=steps)
            if steps
            else _("As in the layout")
        )
        words = _("They are kept with what is not saved: if the program ends, the layout comes back with them.")
        set_tooltip(self._pending_label, words if steps else "")
