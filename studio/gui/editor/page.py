"""The layout editor: tools above, palette left, the board in the middle, problems below it, forms and history right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.problems import Problem
from studio.core.text import _, translated_name
from studio.documents.autosave import AutosaveFile
from studio.documents.files import LAYOUT_SUFFIX
from studio.gui.autosave import AutosaveData, Autosaver
from studio.gui.editor.board_controller import EditorBoardController, StampDropFilter
from studio.gui.editor.commands import EditorActions, EditorCommands
from studio.gui.editor.document import EditorDocument
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.panels.history import HistoryPanel
from studio.gui.editor.panels.inspector import Inspector
from studio.gui.editor.panels.minimap import Minimap
from studio.gui.editor.panels.palette import PalettePanel
from studio.gui.editor.panels.status import EditorStatus
from studio.gui.editor.panes import EditorPanes
from studio.gui.editor.problems.controller import ProblemController
from studio.gui.editor.problems.panel import ProblemsPanel
from studio.gui.editor.survey.overlays import LabData, OverlayButtons
from studio.gui.editor.survey.panel import FORM, SURVEY, SurveyPane
from studio.gui.editor.toolbar import EditorToolBar, ToolOptionsBar
from studio.gui.page import KeyGroup, OpenLab, Page, PageMenu, ShowRules
from studio.gui.widgets import Card, ScrollStrip, Toast, press_focused
from studio.gui.widgets.dialogs import ask_save_path
from studio.services.loading import to_layout

if TYPE_CHECKING:
    from studio.documents.store import Layout
    from studio.gui.style.theme import Theme
    from studio.services.loading import LoadedLayout


class EditorViewState(NamedTuple):
    """The state of an editor page that is not part of its document."""

    tool: str
    view_position: tuple[float, QPointF] | None
    side: str
    shows_survey: bool


class EditorPage(Page):
    icon_name = "map"

    def __init__(
        self,
        opened: LoadedLayout,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        predecessor: EditorPage | None = None,
    ) -> None:
        """`predecessor`: the page whose live objects this one takes over."""
        super().__init__(parent)
        self._theme = theme
        self.source: Path | None = None  # the file that the layout is a copy of, if it has none of its own
        self._outside_changes: tuple[int, Callable[[Body], Body]] | None = None
        if predecessor is None:
            self.document = EditorDocument(opened, self)
            self.edit_state = EditState(self.document, self)
            self.autosaver = Autosaver(AutosaveFile(), self)
        else:
            self.document, self.edit_state = predecessor.document, predecessor.edit_state
            self.autosaver = predecessor.autosaver
            self.source, self._outside_changes = predecessor.source, predecessor._outside_changes
            self.edit_state.reload_palette()
        self._build_ui()
        document = self.document
        document.step_finished.connect(self._on_step_finished)
        for signal in (document.meta_changed, document.saved, document.history_changed):
            signal.connect(self._show_state)
        document.history_changed.connect(self._autosave)
        self.autosaver.failed.connect(self._show_autosave_error)
        self.edit_state.palette_changed.connect(self._update_tools)

    def _build_ui(self) -> None:
        self.board = EditorBoardController(self.edit_state, self._theme, self)
        self.view, self.frame = self.board.view, self.board.frame
        self.drop_filter = StampDropFilter(self.board)
        self.setFocusProxy(self.view)
        self._build()
        self._connect()
        self.board.refresh()
        self.board.set_tool("select")
        self._show_state()

    def _show_autosave_error(self, message: str) -> None:
        Toast.show_message(self, message, "warning", seconds=8, over=self.view)

    def live_objects(self) -> Sequence[QObject]:
        return self.document, self.edit_state, self.autosaver

    def successor(self, replaced: Mapping[Page, Page]) -> EditorPage:
        return EditorPage(self.document.loaded, self._theme, predecessor=self)

    def view_state(self) -> EditorViewState:
        view = self.view
        return EditorViewState(
            self.board.tool.key, view.view_position(), self.survey.current_side, self.survey.survey_controller.is_shown
        )

    def restore_view_state(self, state: object) -> None:
        assert isinstance(state, EditorViewState)
        self.board.set_tool(state.tool)
        self.view.set_view_position(state.view_position)
        self.survey.show_side(state.side)
        self.page_actions["survey"].setChecked(state.shows_survey)

    def stop_tasks(self) -> None:
        self.board.stop()
        self.status_bar.stop()
        self.problem_controller.close()
        self.survey.stop()
        self.commands.stop()
        self.panes.save_sizes()

    def _build(self) -> None:
        self.palette_panel = PalettePanel(self.edit_state)
        self.problems = ProblemsPanel()
        self.inspector = Inspector(self.edit_state)
        self.minimap = Minimap(self.edit_state)
        self.history = HistoryPanel(self.document)
        self.survey = SurveyPane(self.board, self.inspector)
        self.lab_data = LabData(self.document, self.survey.survey_controller)
        self.status = self.status_bar = EditorStatus(self.board)
        self.problem_controller = ProblemController(self, self.board, self.problems, self.minimap, self.status_bar)
        chart = self._chart_card = Card(_("Board"), " ")
        chart.body.addWidget(self.minimap, 1)
        self.panes = EditorPanes(
            self.palette_panel, self.frame, self.problems, (self.survey, chart, self.history), self
        )
        self.commands = EditorCommands(self, self.board, self.survey.survey_controller)
        self.page_actions = EditorActions(
            self, self.board, self.problem_controller, self.survey.survey_controller, self.panes, self.commands
        )
        self.undo_action, self.redo_action = self.page_actions["undo"], self.page_actions["redo"]
        self.tool_bar = EditorToolBar(self.page_actions)
        self.options = ToolOptionsBar(self.page_actions, self.edit_state, OverlayButtons(self.survey.survey_controller))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tool_bar)
        column.addWidget(ScrollStrip(self.options, self, name=_("Options of the tool")))
        column.addWidget(self.panes, 1)

    def _connect(self) -> None:
        document = self.document
        self.palette_panel.stamp_chosen.connect(self.choose_stamp)
        self.palette_panel.edge_chosen.connect(self.choose_edge)
        self.palette_panel.stamp_mixed.connect(self._on_stamp_mixed)
        self.palette_panel.custom_stamps.chosen.connect(self._use_custom_stamp)
        self.minimap.moved.connect(self.view.center_on)
        self.problem_controller.field_requested.connect(self._show_field)
        self.problem_controller.rule_requested.connect(lambda rule: self.request.emit(ShowRules(document.game, rule)))
        self.problems.lab_requested.connect(lambda: self.request.emit(OpenLab()))
        self.inspector.piece_editor_requested.connect(self.commands.open_piece_editor)
        self.survey.side_changed.connect(self._on_side_changed)
        self.survey.offer_survey()
        self.board.tool_changed.connect(lambda: self.options.show_tool(self.board.tool))
        self.options.entered.connect(self.view.setFocus)
        self._update_tools()
        self.frame.moved.connect(self._on_view_moved)

    # interface to the window

    def edited_layout(self) -> LoadedLayout:
        return self.document.to_loaded()

    def title(self) -> str:
        return translated_name(self.document.snapshot.name) or _("Untitled layout")

    def path(self) -> Path | None:
        return self.document.path

    def is_modified(self) -> bool:
        return self.document.is_modified

    def save(self) -> bool:
        if self.document.path is None:
            return self.save_as()
        self.document.save(self.document.path)
        return True

    def save_as(self) -> bool:
        path = ask_save_path(
            self, _("Save the layout"), self.title(), [(_("Layouts"), LAYOUT_SUFFIX)], self.document.path
        )
        if path is not None:
            self.document.save(path)
        return path is not None

    def changes(self) -> int:
        return self.document.changes

    def reload(self) -> bool:
        self.board.cancel()
        self.document.reload()
        return True

    def mark_unsaved(self) -> None:
        self.document.stack.resetClean()

    def menus(self) -> list[PageMenu]:
        return self.page_actions.menus()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.view.set_theme(theme)

    def activated(self) -> None:
        self.lab_data.load()

    def reload_lab_data(self) -> None:
        self.lab_data.load(force=True)

    def toast_area(self) -> QWidget:
        return self.view

    def deactivated(self) -> None:
        self.board.cancel()
        self.panes.save_sizes()

    def _autosave(self) -> None:
        """Autosave while there are changes that the file does not have."""
        outside = self._outside_changes
        if not self.document.is_modified and outside is None:
            self.autosaver.discard()
            return
        opened, changes = self.document.to_loaded_without_stroke(), self.document.changes

        def content() -> AutosaveData:
            if outside is None:
                return AutosaveData(to_layout(opened), opened.path, changes)
            more, make = outside
            return AutosaveData(to_layout(replace(opened, body=make(opened.body))), opened.path, changes + more)

        self.autosaver.schedule_save(content)

    def autosave_with(self, changes: int, make: Callable[[Body], Body]) -> None:
        """Autosave the layout with `changes` made elsewhere (the piece editor) that are not in the document yet."""
        before, self._outside_changes = self._outside_changes, (changes, make) if changes else None
        if before is not None or changes:
            self._autosave()

    def autosave_now(self, for_good: bool = False) -> bool:
        kept = self.autosaver.flush()
        if for_good:
            self.autosaver.close()
        return kept

    def replace_layout(self, layout: Layout, label: str, changes: int = 1) -> bool:
        self.board.cancel()
        return self.document.replace_layout(layout, label, changes)

    def about_to_close(self) -> bool:
        self._outside_changes = None
        self.autosaver.discard()
        self.autosaver.close()
        self.stop_tasks()
        return True

    # tools and stamps

    def _update_tools(self) -> None:
        self.page_actions.update_tools()
        self.tool_bar.update_tools()

    def choose_stamp(self, stamp: Stamp) -> None:
        self.edit_state.set_stamp(stamp)
        if not self.board.tool.uses_stamp:
            self.board.set_tool("stamp")
        self.view.setFocus()

    def _on_stamp_mixed(self) -> None:
        if not self.board.tool.uses_stamp:
            self.board.set_tool("stamp")
        self.view.setFocus()

    def _use_custom_stamp(self, slot: int) -> None:
        self.edit_state.use_custom_stamp(slot)
        self.view.setFocus()

    def shortcuts(self) -> list[KeyGroup]:
        return [
            (
                _("Stamps"),
                [
                    (_("Take the stamp with this digit in hand"), ["1", "9"]),
                    (_("Keep the selection or the stamp in hand under a digit"), ["Ctrl+1", "Ctrl+9"]),
                ],
            )
        ]

    def choose_edge(self, stamp: Stamp | None) -> None:
        self.edit_state.set_edge_stamp(stamp)
        self.board.set_tool("border")
        self.view.setFocus()

    # keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if press_focused(self, event):
            return
        key = event.key()
        if key == Qt.Key.Key_Escape and self.board.can_escape():
            self.board.escape()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.problem_controller.fix_preview.fixes is not None:
            self.problem_controller.fix_preview.finish(True)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.edit_state.pattern is not None:
            self.board.place_pattern()
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9 and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            slot = key - Qt.Key.Key_0
            if not self.edit_state.use_custom_stamp(slot):
                self.palette_panel.choose_digit(slot - 1)
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9 and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.edit_state.save_custom_stamp(key - Qt.Key.Key_0)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # The window has a shortcut on Escape; the page comes first while it has something to take back.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self.board.can_escape()
        ):
            event.accept()
            return True
        return super().event(event)

    def show_spaces(self, cells: Sequence[int]) -> None:
        self.view.reveal(list(cells))
        self.edit_state.select(set(cells))

    # problems

    def show_problems(self, problems: Sequence[Problem]) -> None:
        self.problem_controller.show_problems(problems)

    def _show_field(self, key: str) -> None:
        self.survey.show_side(FORM)
        self.panes.reveal_forms()
        self.inspector.reveal_field(key)

    # display

    def _on_step_finished(self) -> None:
        self.problem_controller.start_verification(at_once=False)
        self._show_state()

    def _show_state(self) -> None:
        document = self.document
        self._chart_card.set_note(f"{document.grid.columns} × {document.grid.rows}")
        self.status_bar.show_document()
        self.changed.emit()

    def _on_view_moved(self) -> None:
        box = self.frame.visible_area()
        self.minimap.set_view(box.left(), box.top(), box.right(), box.bottom())

    def _on_side_changed(self, name: str) -> None:
        """The survey takes the place of the history and gets a wider column."""
        self.page_actions["survey"].setVisible(True)
        self.history.setVisible(name != SURVEY)
        self.panes.set_right_wide(name == SURVEY)
