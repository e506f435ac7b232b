"""The editor's board: view, current tool, pointer and keyboard input, marks, and dropped stamps."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QDrag, QDragMoveEvent, QDropEvent, QKeyEvent, QPixmap
from PySide6.QtWidgets import QWidget

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.grid import Grid
from studio.core.picture import Picture, edge_target, is_edge, parse_place
from studio.core.problems import Problem, Severity
from studio.core.text import _, join_sentences
from studio.drawing.geometry import nearest_side, side_middle
from studio.drawing.symmetry import axes_of, image_targets
from studio.gui.board.view import BoardView, Mark, PointerEvent
from studio.gui.editor.edit_state import EditState, SelectionShape
from studio.gui.editor.navigation import NavigationHistory, RulerFrame
from studio.gui.editor.problem_names import MAX_OUTLINED, SEVERITY_NAMES, problem_targets, problems_at
from studio.gui.editor.tools import TOOLS, Tool, ToolEvent
from studio.gui.editor.tools.base import PlaceTool
from studio.gui.style.theme import Theme
from studio.gui.widgets.accessibility import AccessiblePart, announce

FLASH_COUNT = 3
FLASH_MS = 130


class FlashAnimation(QObject):
    """Flashes targets on the board; `highlighted` are those that are highlighted at the moment."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.highlighted: tuple[int, ...] = ()
        self._targets: tuple[int, ...] = ()
        self._remaining = 0
        self._timer = QTimer(self, interval=FLASH_MS)
        self._timer.timeout.connect(self._tick)

    def start(self, targets: Iterable[int]) -> None:
        self._targets, self._remaining = tuple(targets), 2 * FLASH_COUNT
        self._timer.start()
        self._tick()

    def stop(self) -> None:
        self._timer.stop()
        self.highlighted = ()

    def _tick(self) -> None:
        self._remaining -= 1
        self.highlighted = self._targets if self._remaining % 2 else ()
        if self._remaining <= 0:
            self.stop()
        self.changed.emit()


class EditorAnnouncer(QObject):
    """Describes targets for screen readers and announces changes under the keyboard cursor."""

    def __init__(self, edit_state: EditState, view: BoardView, parent: QObject) -> None:
        super().__init__(parent)
        self.edit_state, self.view = edit_state, view
        edit_state.document.body_changed.connect(self._announce_change)

    def describe(self, target: int) -> AccessiblePart:
        state, document = self.edit_state, self.edit_state.document
        stamp = state.game.editing.pick(document.body, target)
        item, sides = state.item(stamp), document.grid.sides
        text = state.name(stamp)
        if item is not None and item.turns > 1 and stamp.turn:
            text = _("{name}, rotated {degrees}°").format(name=text, degrees=360 * stamp.turn // sides)
        parts = [_("Selected")] if target in state.selection else []
        parts += [note for name, note in document.pins.items() if parse_place(document.grid, name) == target]
        parts += [problem.message for problem in problems_at(document.problems, target)]
        name = ", ".join(filter(None, (self.view.target_name(target), text)))
        return AccessiblePart(name, join_sentences(parts))

    def _announce_change(self, old: Body, new: Body) -> None:
        here, game = self.view.cursor_target, self.edit_state.game
        if here >= 0 and QAccessible.isActive() and game.editing.pick(old, here) != game.editing.pick(new, here):
            message = self.describe(here)
            announce(self.view, f"{message.name}. {message.details}".strip())


BUTTON_NAMES = {
    Qt.MouseButton.LeftButton: "left",
    Qt.MouseButton.RightButton: "right",
    Qt.MouseButton.MiddleButton: "middle",
}
KEY_NAMES = {
    Qt.Key.Key_Backspace: "back",
    Qt.Key.Key_Return: "enter",
    Qt.Key.Key_Enter: "enter",
    Qt.Key.Key_Up: "north",
    Qt.Key.Key_Right: "east",
    Qt.Key.Key_Down: "south",
    Qt.Key.Key_Left: "west",
}
BORDER_DISTANCE = 0.34  # from a rim edge, in board units, to mean it with the border tool


def typed_key(event: QKeyEvent) -> str:
    """Return what a key means to a tool that is typing; "" for shortcuts and keys without text."""
    command = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
    if event.modifiers() & command:
        return ""
    if event.key() in KEY_NAMES:
        return KEY_NAMES[Qt.Key(event.key())]
    return event.text() if event.text().isprintable() else ""


def tool_event(pointer: PointerEvent, grid: Grid, edges: frozenset[int], tool: str) -> ToolEvent:
    """Convert a pointer event for the tools. `edges` are the rim edges that can be pointed at."""
    cell = pointer.target if 0 <= pointer.target < grid.count else grid.cell_at(pointer.x, pointer.y)
    target = pointer.target
    if tool == "border" and cell >= 0 and not is_edge(target):
        near = nearest_edge(grid, cell, (pointer.x, pointer.y), edges)
        target = near if near >= 0 else cell
    keys = pointer.modifiers
    return ToolEvent(
        pointer.x,
        pointer.y,
        cell,
        target,
        BUTTON_NAMES.get(pointer.button, ""),
        bool(keys & Qt.KeyboardModifier.ShiftModifier),
        bool(keys & Qt.KeyboardModifier.ControlModifier),
        bool(keys & Qt.KeyboardModifier.AltModifier),
    )


def nearest_edge(grid: Grid, cell: int, point: tuple[float, float], edges: frozenset[int]) -> int:
    """Return the rim edge near a point of a cell, seen from either side; -1 if there is none."""
    side = nearest_side(grid, cell, point)
    if math.dist(side_middle(grid, cell, side), point) > BORDER_DISTANCE:
        return -1
    if edge_target(cell, side) in edges:
        return edge_target(cell, side)
    other = grid.neighbor(cell, side)
    if other >= 0:
        back = next(number for number in range(grid.sides) if grid.neighbor(other, number) == cell)
        if edge_target(other, back) in edges:
            return edge_target(other, back)
    return -1


EDGE_TOOLS = ("border", "select", "erase", "pick")  # the tools that act on edges
_FRAME_MS = 16
_MIN_STEP, _LAG = 2, 8  # bodies skipped per frame of a stroke: at least, and the divisor of those waiting


def merge_pictures(pictures: Sequence[Picture]) -> Picture | None:
    if not pictures:
        return None
    lefts, tops, rights, bottoms = zip(*(picture.bounds for picture in pictures), strict=True)
    layers = tuple(layer for picture in pictures for layer in picture.layers)
    return Picture((min(lefts), min(tops), max(rights), max(bottoms)), layers)


class EditorBoardController(QObject):
    """Passes pointer events to the current tool and shows the outcome, independent of the game.

    `tool_changed` also comes when the tool's hint changes. `cell_entered` carries the name of the cell under the
    pointer. `menu_requested` carries a position on the screen; what the menu is about is selected.
    """

    tool_changed = Signal()
    cell_entered = Signal(str)
    preview_dropped = Signal()
    menu_requested = Signal(QPoint)

    def __init__(self, edit_state: EditState, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.edit_state = edit_state
        self.document = edit_state.document
        self.view = BoardView(theme, describe=lambda target: self.announcer.describe(target))
        self.view.space_presses = True
        self.frame = RulerFrame(self.view)
        self.navigation = NavigationHistory(edit_state, self.view, self)
        self.announcer = EditorAnnouncer(edit_state, self.view, self)
        self.tools: list[Tool] = [tool(edit_state) for tool in TOOLS]
        self.tool = self.tools[0]
        self.last_event = ToolEvent(0.0, 0.0)
        self.highlighted_problems: tuple[Problem, ...] = ()
        self.shows_problems = True
        self.edges: frozenset[int] = frozenset()
        self._preview: tuple[Body, tuple[int, ...]] | None = None
        self._press_state: tuple[Body, bool] = (None, False)  # the body at the last press, whether a hint came since
        self._grid = self.document.grid
        self._shown_ghost: tuple[tuple[tuple[int, Stamp], ...], Body] = ((), None)
        self.flash = FlashAnimation(self)
        self.flash.changed.connect(self.refresh_marks)
        self._redraw_timer = QTimer(self, singleShot=True)
        self._redraw_timer.timeout.connect(self.refresh)
        self._pending_bodies: list[Body] = []  # bodies of a stroke that are not shown yet
        self.document.body_changed.connect(self._on_body_changed)
        for signal in (
            edit_state.selection_changed,
            edit_state.selection_mode_changed,
            edit_state.stamp_changed,
            edit_state.edge_stamp_changed,
            edit_state.word_changed,
        ):
            signal.connect(self._on_tool_state_changed)
        for signal in (edit_state.symmetry_changed, edit_state.brush_changed, self.document.meta_changed):
            signal.connect(self.refresh_marks)
        edit_state.hinted.connect(self._on_hinted)
        edit_state.pattern_changed.connect(self._sync_pattern_tool)
        self.view.pointer_event.connect(self.handle_pointer)
        self.view.menu_requested.connect(self._select_for_menu)
        self.view.installEventFilter(self)

    def _on_body_changed(self, _old: Body, new: Body) -> None:
        self.drop_preview()
        self._pending_bodies.append(new)
        self._redraw_timer.start(0)

    def show_preview(self, body: Body, targets: Sequence[int]) -> None:
        """Show a proposed body and mark the targets that differ, until something else is done."""
        self._preview = (body, tuple(targets))
        self.refresh()
        self.view.reveal(targets)

    def drop_preview(self) -> None:
        if self._preview is not None:
            self._preview = None
            self._redraw_timer.start(0)
            self.preview_dropped.emit()

    def stop(self) -> None:
        self._redraw_timer.stop()
        self.flash.stop()
        self.cancel()

    def set_tool(self, key: str) -> None:
        """Switch tools; an unfinished stroke of the old one is dropped."""
        self.drop_preview()
        if self.tool.is_active:
            self.tool.deactivate()
        self.tool = next(tool for tool in self.tools if tool.key == key)
        if key != "place" and self.edit_state.pattern is not None:
            self.edit_state.set_pattern(None)
        self.view.set_pan_tool(key == "pan")
        self._on_tool_state_changed()

    def cancel(self) -> None:
        """Drop the preview and an unfinished stroke."""
        self.drop_preview()
        if self.tool.is_active:
            self.tool.cancel()

    def handle_pointer(self, pointer: PointerEvent) -> None:
        if pointer.kind == "wheel":
            self.tool.turn(pointer.turn)
            return
        tool, grid = self.tool, self.document.grid
        if pointer.kind == "leave":
            self.last_event = ToolEvent(0.0, 0.0)
        else:
            touch = self.last_event = tool_event(pointer, grid, self.edges, tool.key)
            if self._preview is not None:  # what is pointed at is not there yet
                if pointer.kind in ("press", "double"):
                    self.drop_preview()
            elif pointer.kind in ("press", "double"):
                self._press_state = self.document.body, False
                tool.press(touch)
            elif pointer.kind == "move":
                tool.move(touch)
            elif pointer.kind == "release":
                tool.release(touch)
                if touch.button == "left":
                    self._report_no_effect(touch)
        cell = self.last_event.cell
        name = grid.name(cell) if 0 <= cell < grid.count else ""
        self.frame.highlight(name)
        self.cell_entered.emit(name)
        self._show_ghost()
        self.refresh_marks()

    def _report_no_effect(self, event: ToolEvent) -> None:
        """Say that a click of a tool that draws has changed nothing, unless the tool has said why."""
        body, is_explained = self._press_state
        can_draw = self.tool.key not in ("select", "pan", "pick", "place") and not self.tool.is_active
        if can_draw and not is_explained and self.document.body is body and event.cell >= 0:
            text = _("Nothing to change on {place}.")
            self.edit_state.hinted.emit(text.format(place=self.edit_state.describe_targets([event.cell])))

    def _on_hinted(self) -> None:
        self._press_state = self._press_state[0], True

    def _select_for_menu(self, target: int, place: QPoint) -> None:
        """Select the target of a menu, unless it is part of the selection."""
        if self.tool.is_active:
            return
        self.drop_preview()
        state = self.edit_state
        if is_edge(target):
            state.select((), target)
        elif 0 <= target < self.document.grid.count and target not in state.selection:
            state.select((target,))
        self.menu_requested.emit(place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # While something is typed on the board its keys are no shortcuts, and not the view's.
        if self.tool.is_typing and isinstance(event, QKeyEvent) and event.type() != QEvent.Type.KeyRelease:
            key = typed_key(event)
            if key and event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
            elif key:
                self.tool.type_key(key)
            return bool(key)
        return super().eventFilter(watched, event)

    def can_escape(self) -> bool:
        state = self.edit_state
        is_busy = self._preview is not None or self.tool.is_active
        return is_busy or bool(state.selection) or state.edge >= 0 or self.tool.key != "select"

    def escape(self) -> None:
        """Drop the preview or stroke, else the selection, else the tool."""
        if self._preview is not None:
            self.drop_preview()
        elif self.tool.is_active:
            self.tool.cancel()
            self._on_tool_state_changed()
        elif self.tool.key != "place" and (self.edit_state.selection or self.edit_state.edge >= 0):
            self.edit_state.select(())
        else:
            self.set_tool("select")

    def undo(self) -> None:
        """Drop the preview or stroke, or else undo one step."""
        if self.tool.is_active or self._preview is not None:
            self.cancel()
        else:
            self.document.undo()

    def paste(self, tiles_only: bool = False) -> None:
        self.cancel()
        self.edit_state.pick_up_clipboard(tiles_only)

    def paste_in_place(self) -> None:
        self.set_tool("select")
        self.edit_state.paste()

    def place_pattern(self) -> None:
        if isinstance(self.tool, PlaceTool):
            self.tool.place_pattern(self.tool.anchor(self.last_event))

    def _sync_pattern_tool(self) -> None:
        """Use the pattern tool exactly while there is a pattern."""
        if self.edit_state.pattern is not None and self.tool.key != "place":
            self.set_tool("place")
        elif self.edit_state.pattern is None and self.tool.key == "place":
            self.set_tool("select")
        else:
            self._on_tool_state_changed()

    def select_all(self) -> None:
        self.set_tool("select")
        self.edit_state.select(range(self.document.grid.count))

    def set_selection_shape(self, shape: SelectionShape) -> None:
        self.set_tool("select")
        self.edit_state.set_selection_shape(shape)

    def highlight_problems(self, problems: Sequence[Problem]) -> None:
        self.highlighted_problems = tuple(problems)
        self.refresh_marks()

    def show_problems(self, shown: bool) -> None:
        self.shows_problems = shown
        self.refresh_marks()

    def refresh(self) -> None:
        self._redraw_timer.stop()
        if self.document.grid != self._grid:  # the pointer's cell was one of another board
            self._grid = self.document.grid
            self.last_event = ToolEvent(0.0, 0.0)
        picture = self.document.game.sketch.sketch(self._preview[0] if self._preview else self._next_body())
        self.edges = frozenset(target.cell for target in picture.targets if is_edge(target.cell))
        self.view.set_picture(picture, self.tool.is_active)
        self.frame.set_grid(self.document.grid)
        if self._pending_bodies:
            self._redraw_timer.start(_FRAME_MS)
        self._show_ghost()
        self.refresh_marks()

    def _next_body(self) -> Body:
        """Return the newest body, or during a stroke one on the way to it: a fast drag exceeds one frame's work."""
        step = max(_MIN_STEP, len(self._pending_bodies) // _LAG)
        if self.tool.is_active and len(self._pending_bodies) > step:
            body = self._pending_bodies[step - 1]
            del self._pending_bodies[:step]
            return body
        self._pending_bodies = []
        return self.document.body

    def refresh_marks(self) -> None:
        """Show problems, selection and hover. While a redraw is pending they come with it."""
        if self._redraw_timer.isActive():
            return
        if self._preview is not None:
            self.view.set_marks([Mark("chosen", target) for target in self._preview[1]])
            return
        marks: list[Mark] = []
        if self.shows_problems:
            marks += problem_marks(
                dict.fromkeys((*self.document.problems, *self.highlighted_problems)), self.highlighted_problems
            )
        state, touch = self.edit_state, self.last_event
        notes = [(parse_place(self.document.grid, name), text) for name, text in self.document.pins.items()]
        marks += [Mark("pin", place, text) for place, text in notes if place >= 0]
        marks += [Mark("error", cell, why) for cell, why in self.tool.blocked_cells().items()]
        marks += [Mark("selected", cell) for cell in sorted(state.selection)]
        if state.edge >= 0:
            marks.append(Mark("selected", state.edge))
        marks += [Mark("chosen", target) for target in self.flash.highlighted]
        if self.document.grid != self._grid:
            touch = ToolEvent(0.0, 0.0)
        here = touch.edge if touch.edge >= 0 and self.tool.key in EDGE_TOOLS else touch.cell
        if here >= 0 and not self.tool.is_active and self.tool.key != "pan":
            if self.ghost() is None:
                marks.append(Mark("hover", here))
            images = image_targets(self.document.grid, state.symmetry, here)
            wide = self.tool.uses_brush and state.brush_rings  # the band shows where it goes
            if self.tool.uses_symmetry and not wide:
                marks += [Mark("hover", image) for image in dict.fromkeys(images) if image not in (-1, here)]
        self.view.set_marks(marks)
        self.view.set_band(self.tool.band() or self._outlined_cells(touch))
        self.view.set_trail(self.tool.trail())
        self.view.set_axes(axes_of(self.document.grid, state.symmetry))

    def _outlined_cells(self, event: ToolEvent) -> list[int]:
        """Return the cells to outline under a wide brush or under a ghost without a frame."""
        if self.document.grid != self._grid:
            return []
        cells = list(self.tool.footprint(event))
        wide = self.edit_state.with_images(cells) if self.tool.uses_symmetry else cells
        ghost = self.ghost()
        return wide or ([ghost[0]] if ghost is not None and self.view.is_ghost_unframed else [])

    def ghost(self) -> tuple[int, Stamp] | None:
        """Return what the next press would change and where; None if nothing."""
        ghost = None if self._has_no_ghost else self.tool.ghost(self.last_event)
        return None if ghost is not None and self.edit_state.stamp_at(ghost[0]) == ghost[1] else ghost

    @property
    def _has_no_ghost(self) -> bool:
        return self.tool.is_active or self.document.grid != self._grid or self._preview is not None

    def _show_ghost(self) -> None:
        if self._redraw_timer.isActive():
            return
        ghost, body, game = self.ghost(), self.document.body, self.edit_state.game
        shown = (ghost,) if ghost is not None else () if self._has_no_ghost else self.tool.ghosts(self.last_event)
        if shown == self._shown_ghost[0] and body is self._shown_ghost[1]:
            return
        self._shown_ghost = (shown, body)
        if not shown:
            self.view.set_ghost(None)
        elif ghost is not None:
            item = self.edit_state.item(ghost[1])
            self.view.set_ghost(game.sketch.ghost(body, *ghost), ghost[0], turnable=item is not None and item.turns > 1)
        else:
            drawn = (game.sketch.ghost(body, cell, stamp) for cell, stamp in shown)
            pictures = [picture for picture in drawn if picture is not None]
            self.view.set_ghost(merge_pictures(pictures), shown[0][0], turnable=False, framed=False)

    def _on_tool_state_changed(self) -> None:
        self._show_ghost()
        self.refresh_marks()
        self.tool_changed.emit()


def problem_marks(problems: Iterable[Problem], chosen: Sequence[Problem]) -> list[Mark]:
    """Return one mark per target, with the worst severity and all messages.

    Problems about a field of the form or about too many targets are only outlined while they are in `chosen`.
    """
    questions = set(chosen)
    worst: dict[int, Severity] = {}
    notes: dict[int, list[str]] = {}
    for problem in problems:
        targets = problem_targets(problem)
        if problem not in questions and (problem.field or len(targets) > MAX_OUTLINED[problem.severity]):
            continue
        for target in targets:
            worst[target] = max(worst.get(target, Severity.INFO), problem.severity)
            notes.setdefault(target, []).append(problem.message)
    return [Mark(SEVERITY_NAMES[severity], target, "\n".join(notes[target])) for target, severity in worst.items()]


STAMP_MIME = "application/x-explorer-studio-stamp"


def stamp_to_mime(stamp: Stamp, on: str) -> QMimeData:
    """Encode a dragged stamp; `on` is "cells" or "edges"."""
    data = QMimeData()
    data.setData(STAMP_MIME, json.dumps([stamp.key, stamp.turn, on]).encode())
    return data


def drag_stamp(source: QWidget, stamp: Stamp, on: str, picture: QPixmap) -> None:
    drag = QDrag(source)
    drag.setMimeData(stamp_to_mime(stamp, on))
    drag.setPixmap(picture)
    side = round(picture.width() / picture.devicePixelRatio() / 2)
    drag.setHotSpot(QPoint(side, side))
    drag.exec(Qt.DropAction.CopyAction)


def stamp_from_mime(data: QMimeData) -> tuple[Stamp, str] | None:
    """Decode a dragged stamp and what it goes on ("cells" or "edges"); None for other data."""
    if not data.hasFormat(STAMP_MIME):
        return None
    key, turn, on = json.loads(bytes(data.data(STAMP_MIME).data()))
    return Stamp(str(key), int(turn)), str(on)


class StampDropFilter(QObject):
    """Accepts stamps that are dragged to the board view; a drop is one undo step."""

    def __init__(self, board: EditorBoardController) -> None:
        super().__init__(board)
        self.board = board
        board.view.setAcceptDrops(True)
        board.view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QDropEvent):  # entering and moving are kinds of dropping
            return super().eventFilter(watched, event)
        found = stamp_from_mime(event.mimeData())
        if found is None:
            return False
        target = self._target(event, found[1])
        if not isinstance(event, QDragMoveEvent):
            self.drop_stamp(found[0], target)
        elif target < 0:
            event.accept()  # or there would be no further move events
            return True
        event.acceptProposedAction()
        return True

    def drop_stamp(self, stamp: Stamp, target: int) -> None:
        state = self.board.edit_state
        if target < 0:
            state.hinted.emit(_("Drop the stamp on the board."))
            return
        label = state.stamp_step_label(stamp, state.with_images([target]))
        state.document.apply(label, state.with_stamp(state.document.body, target, stamp), icon="stamp")

    def _target(self, event: QDropEvent, on: str) -> int:
        """Return the cell or edge under a dragged stamp, whichever it goes on; -1 if there is none."""
        view, grid = self.board.view, self.board.document.grid
        place = view.board_point(event.position())
        pointer = PointerEvent("move", view.target_at(event.position()), place.x(), place.y())
        touch = tool_event(pointer, grid, self.board.edges, "border")
        self.board.frame.highlight(grid.name(touch.cell) if touch.cell >= 0 else "")
        return touch.edge if on == "edges" else touch.cell
