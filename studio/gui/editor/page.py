"""The layout editor: tools above, palette left, board and problems in the middle, forms, minimap and history right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.problems import Problem
from studio.core.text import _, translated_name
from studio.documents.autosave import AutosaveFile
from studio.documents.files import LAYOUT_SUFFIX, WatchedFile
from studio.gui.autosave import AutosaveData, Autosaver
from studio.gui.editor.board_controller import EditorBoardController, StampDropFilter
from studio.gui.editor.commands import EditorActions, EditorCommands
from studio.gui.editor.document import EditorDocument
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.panels.inspector import Inspector
from studio.gui.editor.panels.overview import HistoryPanel, Minimap
from studio.gui.editor.panels.palette import PalettePanel
from studio.gui.editor.panels.status import EditorStatus
from studio.gui.editor.problems.controller import ProblemController
from studio.gui.editor.problems.panel import MIN_HEIGHT, ProblemsPanel
from studio.gui.editor.survey.overlays import LabData, OverlayButtons
from studio.gui.editor.survey.panel import FORM, SURVEY, SurveyPane
from studio.gui.editor.toolbar import EditorToolBar, ToolOptionsBar
from studio.gui.page import KeyGroup, OpenLab, Page, PageMenu, ShowRules
from studio.gui.settings import settings
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, ScrollStrip, Toast, hbox, press_focused, vbox
from studio.gui.widgets.collapsible import CollapsibleHost, GripSplitter, PanelSlot
from studio.gui.widgets.dialogs import ask_save_path
from studio.services.loading import to_layout

if TYPE_CHECKING:
    from studio.documents.store import Layout
    from studio.gui.style.theme import Theme
    from studio.services.loading import LoadedLayout


ESCAPE = Qt.Key.Key_Escape
GAP, LOW_GAP = 10, 6
LOW_HEIGHT, WIDE_WIDTH = 700, 1400
"""In a lower page the panels are smaller; if it is not wider either, the right one is collapsed."""
DEFAULT_SIZES = {"editor_columns": (236, 900, 276), "editor_middle": (560, 196), "editor_right": (430, 140, 176)}
SMALL_SIZES = {"editor_columns": (226, 800, 262), "editor_middle": (464, 78), "editor_right": (330, 112, 120)}
MIN_HEIGHTS = (104, 96, 80)
MIN_RIGHT, MIN_RIGHT_WIDE = 254, 318  # width of the right column with form or survey
FOLD_WIDTH = 860  # below this the side panels collapse
PALETTE, FORMS = "palette", "forms"


class EditorPanes(QWidget):
    """Three columns in splitters, whose sizes are saved. `low_changed`: the page became low, or high again."""

    low_changed = Signal(bool)

    def __init__(
        self, left: QWidget, board: QWidget, below: QWidget, right: tuple[QWidget, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        # Outer widgets first: whatever gets a new parent is styled again with all its children.
        self._row = hbox(parent=self, margins=(GAP, GAP, GAP, GAP))
        vertical, horizontal = Qt.Orientation.Vertical, Qt.Orientation.Horizontal
        self.middle, self.right = GripSplitter(vertical, GAP), GripSplitter(vertical, GAP)
        self.columns = GripSplitter(horizontal, GAP)
        self._gap = GAP
        self._splitters = {"editor_columns": self.columns, "editor_middle": self.middle, "editor_right": self.right}
        self.folding = CollapsibleHost("editor", self.columns, FOLD_WIDTH, first=PALETTE)
        self._row.addWidget(self.folding)
        slots = PanelSlot(left), PanelSlot(self.right)
        _fill_splitter(self.columns, (slots[0], self.middle, slots[1]), 1)
        _fill_splitter(self.middle, (board, below), 0)
        _fill_splitter(self.right, right, 0)
        self.folding.add(PALETTE, slots[0], _("Palette"), "brush", at_right=False)
        self.folding.add(FORMS, slots[1], _("Properties, board, history"), "sliders", at_right=True)
        self.folding.expanded.connect(self._restore_sizes)
        self._lower_panel = below
        self._lower_height, self.lower_content = 0, MIN_HEIGHT  # chosen, and needed by its content
        self.middle.splitterMoved.connect(self._on_lower_moved)
        self._is_restored = False
        left.setMinimumWidth(222)
        self.right.setMinimumWidth(MIN_RIGHT)
        board.setMinimumSize(240, 200)
        below.setMinimumHeight(MIN_HEIGHT)
        for widget, least in zip(right, MIN_HEIGHTS, strict=True):
            widget.setMinimumHeight(least)

    def show_side_panels(self, shown: bool) -> None:
        self.folding.show_panels(shown)
        self._lower_panel.setVisible(shown)

    def fit_lower_panel(self, content: int, *, whole: bool) -> None:
        """Make the lower panel no higher than its content, and not lower either if `whole`."""
        self.lower_content = content
        self._lower_panel.setMinimumHeight(self.lower_content if whole else MIN_HEIGHT)
        self._lower_panel.setMaximumHeight(self.lower_content)
        self._apply_lower_height()

    def _apply_lower_height(self) -> None:
        whole, lower = sum(self.middle.sizes()), min(self._lower_height, self.lower_content)
        if self._is_restored and whole > lower:
            self.middle.setSizes([whole - lower, lower])

    def _on_lower_moved(self) -> None:
        self._lower_height = self.middle.sizes()[1]

    @property
    def _is_low(self) -> bool:
        return self.height() < LOW_HEIGHT

    def save_sizes(self) -> None:
        for name, splitter in self._splitters.items():
            sizes = splitter.sizes()
            if splitter is self.middle:
                sizes = [sum(sizes) - self._lower_height, self._lower_height]
            if self._is_restored and all(size > 0 for size in sizes):
                settings().set_value(self._setting(name), sizes)

    def _setting(self, name: str) -> str:
        return f"{name}_low" if self._is_low else name

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._gap != (gap := LOW_GAP if self._is_low else GAP):
            self._gap = gap
            self._row.setContentsMargins(gap, gap, gap, gap)
            for splitter in self._splitters.values():
                splitter.setHandleWidth(gap)
            self._row.activate()
            self.low_changed.emit(self._is_low)
        is_small = self._is_low and FOLD_WIDTH <= self.width() < WIDE_WIDTH
        self.folding.set_collapsed_keys(frozenset({FORMS} if is_small else ()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._is_restored:
            self._is_restored = True
            self._restore_sizes()

    def _restore_sizes(self) -> None:
        defaults = SMALL_SIZES if self._is_low else DEFAULT_SIZES
        for name, splitter in self._splitters.items():
            saved = settings().value(self._setting(name), [])
            is_valid = len(saved) == splitter.count() and all(type(size) is int and size > 0 for size in saved)
            sizes = saved if is_valid else list(defaults[name])
            splitter.setSizes(sizes)
            if splitter is self.middle:
                self._lower_height = sizes[1]
        self._apply_lower_height()


def _fill_splitter(splitter: QSplitter, widgets: tuple[QWidget, ...], stretched: int) -> None:
    for index, widget in enumerate(widgets):
        splitter.addWidget(widget)
        splitter.setStretchFactor(index, int(index == stretched))


class EditorViewState(NamedTuple):
    """The state of an editor page that is not part of its document."""

    tool: str
    view_position: tuple[float, QPointF] | None
    side: str
    lower_content: int


class EditorPage(Page):
    icon_name = "map"

    def __init__(self, opened: LoadedLayout, theme: Theme, *, predecessor: EditorPage | None = None) -> None:
        """`predecessor`: the page whose live objects this one takes over."""
        super().__init__()
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
            self.document.stack.retranslate()
            self.edit_state.update_language()
        self.board = EditorBoardController(self.edit_state, theme, self)
        self.view, self.frame = self.board.view, self.board.frame
        StampDropFilter(self.board)
        self.setFocusProxy(self.view)
        self._build()
        self._connect_signals()
        self.board.refresh()
        self.board.set_tool("select")
        self._show_state()
        document = self.document
        document.step_finished.connect(self._on_step_finished)
        for signal in (document.meta_changed, document.saved, document.history_changed):
            signal.connect(self._show_state)
        document.history_changed.connect(self._autosave)
        self.autosaver.failed.connect(self._show_autosave_error)
        self.edit_state.palette_changed.connect(self._update_tools)

    def _show_autosave_error(self, message: str) -> None:
        Toast(self, message, "warning", seconds=8, over=self.view)

    def live_objects(self) -> Sequence[QObject]:
        return self.document, self.edit_state, self.autosaver

    def successor(self, replaced: Mapping[Page, Page]) -> EditorPage:
        return EditorPage(self.document.loaded, current_theme(), predecessor=self)

    def view_state(self) -> EditorViewState:
        view = self.view
        side, content = self.survey.current_side, self.panes.lower_content
        return EditorViewState(self.board.tool.key, view.view_position(), side, content)

    def restore_view_state(self, state: object) -> None:
        assert isinstance(state, EditorViewState)
        self.problem_controller.check_first()  # before the board has its size and is painted
        self.panes.lower_content = state.lower_content
        self._fit_problems()
        self.board.set_tool(state.tool)
        self.view.set_view_position(state.view_position)
        self.survey.show_side(state.side)

    def stop_tasks(self) -> None:
        self.board.stop()
        self.status_bar.hint_timer.stop()
        self.problem_controller.close()
        self.survey.survey_controller.close()
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
        self._minimap_card = Card(_("Board"), " ")
        self._minimap_card.body.addWidget(self.minimap, 1)
        self.panes = EditorPanes(
            self.palette_panel, self.frame, self.problems, (self.survey, self._minimap_card, self.history), self
        )
        self.panes.low_changed.connect(self.problems.set_dense)
        self.commands = EditorCommands(self, self.board, self.survey.survey_controller)
        self.page_actions = EditorActions(
            self,
            self.board,
            self.problem_controller,
            self.survey.survey_controller,
            self.panes.show_side_panels,
            self.commands,
        )
        self.undo_action, self.redo_action = self.page_actions["undo"], self.page_actions["redo"]
        self.tool_bar = EditorToolBar(self.page_actions)
        self.options = ToolOptionsBar(self.page_actions, self.edit_state, OverlayButtons(self.survey.survey_controller))
        strip = ScrollStrip(self.options, self, name=_("Tool options"))
        vbox(self.tool_bar, strip, (self.panes, 1), parent=self, spacing=0)

    def _connect_signals(self) -> None:
        document = self.document
        self.problems.content_resized.connect(self._fit_problems)
        self.view.pointer_event.connect(lambda event: self._fit_problems() if event.kind == "leave" else None)
        self._fit_problems()
        self.palette_panel.stamp_chosen.connect(self.choose_stamp)
        self.palette_panel.edge_chosen.connect(self.choose_edge)
        self.palette_panel.stamp_mixed.connect(self._use_stamp_tool)
        self.palette_panel.custom_stamp_chosen.connect(self._use_custom_stamp)
        self.minimap.moved.connect(self.view.center_on)
        self.problem_controller.field_requested.connect(self._show_field)
        self.problem_controller.rule_requested.connect(lambda rule: self.request.emit(ShowRules(document.game, rule)))
        self.problems.problem_list.lab_requested.connect(lambda: self.request.emit(OpenLab()))
        self.inspector.piece_editor_requested.connect(self.commands.open_piece_editor)
        self.survey.side_changed.connect(self._on_side_changed)
        self.survey.offer_survey()
        self.board.menu_requested.connect(self._open_context_menu)
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
        return self.document.is_modified or self._outside_changes is not None

    def save(self) -> bool:
        if self.document.path is None:
            return self.save_as()
        self.document.save(self.document.path)
        return True

    def save_as(self) -> bool:
        path = ask_save_path(self, _("Save layout"), self.title(), [(_("Layouts"), LAYOUT_SUFFIX)], self.document.path)
        if path is not None:
            self.document.save(path)
        return path is not None

    def changes(self) -> int:
        return self.document.changes + (self._outside_changes[0] if self._outside_changes is not None else 0)

    def reload(self) -> bool:
        self.board.cancel()
        self.document.reload()
        return True

    def mark_unsaved(self) -> None:
        self.document.stack.resetClean()

    def menus(self) -> list[PageMenu]:
        return self.page_actions.menus()

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
        opened, changes = self.document.to_loaded(with_stroke=False), self.document.changes

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
            self.changed.emit()

    def autosave_now(self, for_good: bool = False) -> bool:
        is_saved = self.autosaver.flush()
        if for_good:
            self.autosaver.close()
        return is_saved

    def watch_file(self, file: WatchedFile | None) -> None:
        self.autosaver.watched = file

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
        self._use_stamp_tool()

    def _use_stamp_tool(self) -> None:
        if not self.board.tool.uses_stamp:
            self.board.set_tool("stamp")
        self.view.setFocus()

    def _use_custom_stamp(self, slot: int) -> None:
        self.edit_state.use_custom_stamp(slot)
        self.view.setFocus()

    def shortcuts(self) -> list[KeyGroup]:
        keys = [
            (_("Select the stamp with this digit"), ["1", "9"]),
            (_("Save the selection or stamp under this digit"), ["Ctrl+1", "Ctrl+9"]),
        ]
        return [(_("Stamps"), keys)]

    def choose_edge(self, stamp: Stamp | None) -> None:
        self.edit_state.set_edge_stamp(stamp)
        self.board.set_tool("border")
        self.view.setFocus()

    # keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if press_focused(self, event):
            return
        key, slot = event.key(), event.key() - Qt.Key.Key_0
        is_enter, is_digit = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter), 1 <= slot <= 9
        if key == ESCAPE and self.board.can_escape():
            self.board.escape()
        elif is_enter and self.problem_controller.fix_preview.fixes is not None:
            self.problem_controller.fix_preview.finish(True)
        elif is_enter and self.edit_state.pattern is not None:
            self.board.place_pattern()
        elif is_digit and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            if not self.edit_state.use_custom_stamp(slot):
                self.palette_panel.choose_digit(slot - 1)
        elif is_digit and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.edit_state.save_custom_stamp(slot)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # The window has a shortcut on Escape; the page comes first while it has something to cancel.
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == ESCAPE and self.board.can_escape():
            event.accept()
            return True
        return super().event(event)

    def show_spaces(self, cells: Sequence[int]) -> None:
        self.view.reveal(list(cells))
        self.edit_state.select(set(cells))

    # problems

    def show_problems(self, problems: Sequence[Problem]) -> None:
        self.problem_controller.show_problems(problems)

    def _fit_problems(self) -> None:
        """Fit the problems panel to its rows, but not while the pointer draws: the board would move under it.

        From the first stroke on, the board keeps its scale, unless a person asked to fit it.
        """
        document, viewport = self.document, self.view.viewport
        # the stack does not count the first stroke yet while its problems are shown
        has_question = not self.problems.preview_bar.isHidden()
        is_drawn_on = bool(document.stack.count()) or document.body is not document.loaded.body
        if self.view.underMouse() and is_drawn_on and not has_question:
            return
        was_fitted = viewport.is_fitted
        viewport.is_fitted = was_fitted and (viewport.is_fit_requested or not is_drawn_on)
        needed = self.problems.content_height()
        if self.problem_controller.verifier.is_waiting:  # its problems may soon be listed again
            needed = max(needed, self.panes.lower_content)
        self.panes.fit_lower_panel(needed, whole=has_question)
        viewport.is_fitted = was_fitted

    def _open_context_menu(self, place: QPoint) -> None:
        from studio.gui.editor.context_menu import BoardMenu

        menu = BoardMenu(self.view, self.board, self.page_actions, self.problem_controller, self._show_form)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def _show_form(self) -> None:
        self.survey.show_side(FORM)
        self.panes.folding.reveal(FORMS)

    def _show_field(self, key: str) -> None:
        self._show_form()
        self.inspector.reveal_field(key)

    # display

    def _on_step_finished(self) -> None:
        self.problem_controller.start_verification(at_once=False)
        self._show_state()

    def _show_state(self) -> None:
        self._minimap_card.set_note(f"{self.document.grid.columns} × {self.document.grid.rows}")
        self.status_bar.show_document()
        self.changed.emit()

    def _on_view_moved(self) -> None:
        box = self.frame.visible_area()
        self.minimap.set_view(box.left(), box.top(), box.right(), box.bottom())

    def _on_side_changed(self, name: str) -> None:
        """The survey takes the place of the history and gets a wider column."""
        self.page_actions["survey"].setVisible(True)
        self.history.setVisible(name != SURVEY)
        self.panes.right.setMinimumWidth(MIN_RIGHT_WIDE if name == SURVEY else MIN_RIGHT)
