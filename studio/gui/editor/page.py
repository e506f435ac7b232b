"""The layout editor: tools above, palette left, the board in the middle, problems below it, forms and history right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.problems import Problem
from studio.core.text import _, called
from studio.documents.autosave import SideFile
from studio.documents.files import LAYOUT_ENDING
from studio.gui.autosave import Keeper, Kept
from studio.gui.editor.board_controller import Easel, Landing
from studio.gui.editor.commands import Actions, Doings
from studio.gui.editor.document import EditorDocument
from studio.gui.editor.edit_state import Desk
from studio.gui.editor.panels.history import HistoryPanel
from studio.gui.editor.panels.inspector import Inspector
from studio.gui.editor.panels.minimap import Minimap
from studio.gui.editor.panels.palette import PalettePanel
from studio.gui.editor.panels.status import EditorStatus
from studio.gui.editor.panes import Columns
from studio.gui.editor.problems.controller import Checking
from studio.gui.editor.problems.panel import ProblemsPanel
from studio.gui.editor.survey.overlays import Measured, OverlayButtons
from studio.gui.editor.survey.panel import FORM, SURVEY, SurveySide
from studio.gui.editor.toolbar import EditorBar, OptionStrip
from studio.gui.page import KeyGroup, Page, PageMenu
from studio.gui.widgets import Card, Sliding, Toast, press_focused
from studio.gui.widgets.dialogs import ask_where
from studio.services.loading import to_layout

if TYPE_CHECKING:
    from studio.documents.store import Layout
    from studio.gui.style.theme import Theme
    from studio.services.loading import Opened


class Memory(NamedTuple):
    """What is seen of an editor that its document does not know."""

    tool: str
    place: tuple[float, QPointF] | None
    side: str
    shows_survey: bool


class EditorPage(Page):
    """Where a layout is drawn."""

    icon_name = "map"

    def __init__(self, opened: Opened, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.document = EditorDocument(opened, self)
        self.desk = Desk(self.document, self)
        self.keeper = Keeper(SideFile(), self)
        self.source: Path | None = None
        """The file that the layout is a copy of, if it has none of its own."""
        self._outside: tuple[int, Callable[[Body], Body]] | None = None
        self.furnish()
        document = self.document
        document.settled.connect(self._settled)
        for signal in (document.meta_changed, document.saved, document.history_changed):
            signal.connect(self._show_state)
        document.history_changed.connect(self._keep)
        self.keeper.failed.connect(lambda words: Toast.say(self, words, "warning", seconds=8, over=self.view))
        self.desk.palette_changed.connect(self._offer_tools)

    # building

    def furnish(self) -> None:
        self.easel = Easel(self.desk, self._theme, self)
        self.view, self.frame = self.easel.view, self.easel.frame
        self.landing = Landing(self.easel)
        self.setFocusProxy(self.view)
        self._build()
        self._connect()
        self.easel.refresh()
        self.easel.take("select")
        self._show_state()

    def lasting(self) -> Sequence[QObject]:
        return self.document, self.desk, self.keeper

    def retell(self) -> None:
        self.document.retell()
        self.desk.take_palette()

    def memory(self) -> Memory:
        view = self.view
        return Memory(self.easel.tool.key, view.place(), self.survey.front, self.survey.surveying.is_shown)

    def recall(self, memory: object) -> None:
        assert isinstance(memory, Memory)
        self.easel.take(memory.tool)
        self.view.set_place(memory.place)
        self.survey.turn(memory.side)
        self.keys["survey"].setChecked(memory.shows_survey)

    def put_away(self) -> None:
        self.easel.stop()
        self.status_bar.stop()
        self.checking.close()
        self.survey.stop()
        self.doings.stop()
        self.columns.remember()

    def _build(self) -> None:
        self.palette_panel = PalettePanel(self.desk)
        self.problems = ProblemsPanel()
        self.inspector = Inspector(self.desk)
        self.minimap = Minimap(self.desk)
        self.history = HistoryPanel(self.document)
        self.survey = SurveySide(self.easel, self.inspector)
        self.measured = Measured(self.document, self.survey.surveying)
        self.status = self.status_bar = EditorStatus(self.easel)
        self.checking = Checking(self, self.easel, self.problems, self.minimap, self.status_bar)
        chart = self._chart_card = Card(_("Board"), " ")
        chart.body.addWidget(self.minimap, 1)
        self.columns = Columns(self.palette_panel, self.frame, self.problems, (self.survey, chart, self.history), self)
        self.doings = Doings(self, self.easel, self.survey.surveying)
        self.keys = Actions(self, self.easel, self.checking, self.survey.surveying, self.columns, self.doings)
        self.undo_action, self.redo_action = self.keys["undo"], self.keys["redo"]
        self.bar = EditorBar(self.keys)
        self.options = OptionStrip(self.keys, self.desk, OverlayButtons(self.survey.surveying))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(Sliding(self.options, self, name=_("Options of the tool")))
        column.addWidget(self.columns, 1)

    def _connect(self) -> None:
        document = self.document
        self.palette_panel.stamp_chosen.connect(self.choose_stamp)
        self.palette_panel.edge_chosen.connect(self.choose_edge)
        self.palette_panel.stamp_mixed.connect(self._mixed)
        self.palette_panel.kept.chosen.connect(self._recall)
        self.minimap.moved.connect(self.view.centre_on)
        self.checking.field_wanted.connect(self._show_field)
        self.checking.rule_wanted.connect(lambda clause: self.rule_requested.emit(document.game, clause))
        self.problems.lab_wanted.connect(self.lab_requested)
        self.inspector.workshop_wanted.connect(self.doings.open_workshop)
        self.survey.turned.connect(self._side_turned)
        self.survey.offer()
        self.easel.tool_changed.connect(lambda: self.options.show_tool(self.easel.tool))
        self.options.entered.connect(self.view.setFocus)
        self._offer_tools()
        self.frame.moved.connect(self._moved)

    # what the window asks

    def drawn(self) -> Opened:
        return self.document.to_opened()

    def title(self) -> str:
        return called(self.document.draft.name) or _("Untitled layout")

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
        path = ask_where(self, _("Save the layout"), self.title(), [(_("Layouts"), LAYOUT_ENDING)], self.document.path)
        if path is not None:
            self.document.save(path)
        return path is not None

    def changes(self) -> int:
        return self.document.changes

    def reload(self) -> bool:
        self.easel.cancel()
        self.document.reload()
        return True

    def part_from_file(self) -> None:
        self.document.stack.resetClean()

    def menus(self) -> list[PageMenu]:
        return self.keys.menus()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.view.set_theme(theme)

    def activated(self) -> None:
        self.measured.look()

    def look_again(self) -> None:
        self.measured.look(anew=True)

    def calm(self) -> QWidget:
        return self.view

    def deactivated(self) -> None:
        self.easel.cancel()
        self.columns.remember()

    def _keep(self) -> None:
        """What is not in the file yet is kept beside it; what is, is not."""
        outside = self._outside
        if not self.document.is_modified and outside is None:
            self.keeper.discard()
            return
        opened, changes = self.document.settled_opened(), self.document.changes

        def content() -> Kept:
            if outside is None:
                return Kept(to_layout(opened), opened.path, changes)
            more, make = outside
            return Kept(to_layout(replace(opened, body=make(opened.body))), opened.path, changes + more)

        self.keeper.keep_soon(content)

    def keep_with(self, changes: int, make: Callable[[Body], Body]) -> None:
        """Keep the layout as it will be after so many changes that were made elsewhere and are not in it yet."""
        before, self._outside = self._outside, (changes, make) if changes else None
        if before is not None or changes:
            self._keep()

    def keep_now(self, for_good: bool = False) -> bool:
        kept = self.keeper.flush()
        if for_good:
            self.keeper.close()
        return kept

    def take_in(self, layout: Layout, label: str, changes: int = 1) -> bool:
        self.easel.cancel()
        return self.document.take_in(layout, label, changes)

    def closing(self) -> bool:
        self._outside = None
        self.keeper.discard()
        self.keeper.close()
        self.put_away()
        return True

    # tools and stamps

    def _offer_tools(self) -> None:
        self.keys.offer_tools()
        self.bar.follow_tools()

    def choose_stamp(self, stamp: Stamp) -> None:
        """Take a stamp in hand, and a tool that uses it."""
        self.desk.set_stamp(stamp)
        if not self.easel.tool.uses_stamp:
            self.easel.take("stamp")
        self.view.setFocus()

    def _mixed(self) -> None:
        """Several stamps are in hand: take a tool that uses them."""
        if not self.easel.tool.uses_stamp:
            self.easel.take("stamp")
        self.view.setFocus()

    def _recall(self, slot: int) -> None:
        """Take a stamp of one's own in hand."""
        self.desk.recall(slot)
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
        """Take a kind of edge in hand, and the tool for the border."""
        self.desk.set_edge_stamp(stamp)
        self.easel.take("border")
        self.view.setFocus()

    # pointing

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if press_focused(self, event):
            return
        key = event.key()
        if key == Qt.Key.Key_Escape and self.easel.can_escape():
            self.easel.escape()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.checking.proposing.repair is not None:
            self.checking.proposing.answer(True)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.desk.pattern is not None:
            self.easel.put_down()
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9 and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            slot = key - Qt.Key.Key_0
            if not self.desk.recall(slot):
                self.palette_panel.choose(slot - 1)
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9 and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.desk.keep(key - Qt.Key.Key_0)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # The window has a shortcut on Escape; the page comes first while it has something to take back.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self.easel.can_escape()
        ):
            event.accept()
            return True
        return super().event(event)

    def show_spaces(self, cells: Sequence[int]) -> None:
        """Select spaces, and flash them on the board."""
        self.view.reveal(list(cells))
        self.desk.select(set(cells))

    # problems

    def point_to(self, problems: Sequence[Problem]) -> None:
        self.checking.point_to(problems)

    def _show_field(self, key: str) -> None:
        self.survey.turn(FORM)
        self.columns.reveal_forms()
        self.inspector.reveal_field(key)

    # what is shown

    def _settled(self) -> None:
        self.checking.ask_proof(at_once=False)
        self._show_state()

    def _show_state(self) -> None:
        """Bring everything up to date that hangs on the document as a whole."""
        document = self.document
        self._chart_card.set_note(f"{document.grid.columns} × {document.grid.rows}")
        self.status_bar.show_document()
        self.changed.emit()

    def _moved(self) -> None:
        """The view was zoomed or moved: frame what it shows on the small board."""
        box = self.frame.shown()
        self.minimap.set_view(box.left(), box.top(), box.right(), box.bottom())

    def _side_turned(self, name: str) -> None:
        """The survey has more to show than a form: it gets the history's place and a wider column."""
        self.keys["survey"].setVisible(True)
        self.history.setVisible(name != SURVEY)
        self.columns.widen(name == SURVEY)
