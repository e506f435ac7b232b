"""The board side of the editor: the view, the tool in hand, what the pointer does, and the signs over the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QKeyEvent

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.picture import Picture, is_edge, place_named
from studio.core.problems import Problem, Severity
from studio.drawing.symmetry import axes_of, image_targets
from studio.gui.board.view import BoardView, Mark, Pointer
from studio.gui.editor.board.flash import Flash
from studio.gui.editor.board.frame import RulerFrame
from studio.gui.editor.board.hearing import Hearing
from studio.gui.editor.board.reading import touch_of, typed_key
from studio.gui.editor.board.way import Way
from studio.gui.editor.document.areas import Reach
from studio.gui.editor.document.desk import Desk
from studio.gui.editor.document.places import KINDS, OUTLINED, problem_targets
from studio.gui.editor.tools import TOOLS, Tool, Touch
from studio.gui.editor.tools.place import PlaceTool
from studio.gui.style.theme import Theme

ON_EDGES = ("border", "select", "erase", "pick")
"""The tools that mean an edge when an edge is pointed at."""
_FRAME_MS = 16
_STEP, _LAG = 2, 8
"""With a frame the board goes on by so many changes of a stroke at least, and by so great a part of what waits."""


def joined(pictures: Sequence[Picture]) -> Picture | None:
    """Pictures of one board as one."""
    if not pictures:
        return None
    lefts, tops, rights, feet = zip(*(picture.bounds for picture in pictures), strict=True)
    layers = tuple(layer for picture in pictures for layer in picture.layers)
    return Picture((min(lefts), min(tops), max(rights), max(feet)), layers)


class Easel(QObject):
    """Forwards what the pointer does to the tool in hand and shows the outcome; it knows no game.

    `tool_changed`: another tool, or the same one has something else to say. `entered` carries the name of the cell
    under the pointer.
    """

    tool_changed = Signal()
    entered = Signal(str)
    proposal_dropped = Signal()
    """What was proposed is shown no more: it was taken, or something else was done."""

    def __init__(self, desk: Desk, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.document = desk.document
        self.view = BoardView(theme)
        self.frame = RulerFrame(self.view)
        self.way = Way(desk, self.view, self)
        self.hearing = Hearing(desk, self.view, self)
        self.tools: list[Tool] = [tool(desk) for tool in TOOLS]
        self.tool = self.tools[0]
        self.touch = Touch(0.0, 0.0)
        self.chosen: tuple[Problem, ...] = ()
        self.shows_problems = True
        self.edges: frozenset[int] = frozenset()
        self._proposed: tuple[Body, tuple[int, ...]] | None = None
        self._grid = self.document.grid
        self._ghosted: tuple[tuple[tuple[int, Stamp], ...], Body] = ((), None)
        self._flash = Flash(self)
        self._flash.changed.connect(self.refresh_marks)
        self._redraw = QTimer(self)
        self._redraw.setSingleShot(True)
        self._redraw.timeout.connect(self.refresh)
        self._coming: list[Body] = []
        """What a stroke has made of the body since it was last shown, in order."""
        self.document.body_changed.connect(self._body_changed)
        desk.selection_changed.connect(self._said)
        desk.reach_changed.connect(self._said)
        desk.stamp_changed.connect(self._said)
        desk.edge_stamp_changed.connect(self._said)
        desk.symmetry_changed.connect(self.refresh_marks)
        self.document.meta_changed.connect(self.refresh_marks)
        desk.brush_changed.connect(self.refresh_marks)
        desk.word_changed.connect(self._said)
        desk.pattern_changed.connect(self._hold)
        self.view.pointed.connect(self.point)
        self.view.installEventFilter(self)

    def _body_changed(self, _old: Body, new: Body) -> None:
        self.drop_proposal()
        self._coming.append(new)
        self._redraw.start(0)

    def propose(self, body: Body, targets: Sequence[int]) -> None:
        """Show what the board would be, and which places would change, until anything is done."""
        self._proposed = (body, tuple(targets))
        self.refresh()
        self.view.reveal(targets)

    def drop_proposal(self) -> None:
        """Show the board as it is."""
        if self._proposed is not None:
            self._proposed = None
            self._redraw.start(0)
            self.proposal_dropped.emit()

    def stop(self) -> None:
        """Draw no more."""
        self._redraw.stop()
        self._flash.stop()
        self.cancel()

    def take(self, key: str) -> None:
        """Take another tool in hand; a stroke of the old one leaves no trace."""
        self.drop_proposal()
        if self.tool.active:
            self.tool.leave()
        self.tool = next(tool for tool in self.tools if tool.key == key)
        if key != "place" and self.desk.pattern is not None:
            self.desk.hold(None)
        self.view.set_pan_tool(key == "pan")
        self._said()

    def cancel(self) -> None:
        """Drop the stroke that is being drawn, if any, and what is proposed."""
        self.drop_proposal()
        if self.tool.active:
            self.tool.cancel()

    def point(self, pointer: Pointer) -> None:
        """Hand what the pointer did to the tool in hand."""
        if pointer.kind == "wheel":
            self.turn(pointer.turn)
            return
        tool, grid = self.tool, self.document.grid
        if pointer.kind == "leave":
            self.touch = Touch(0.0, 0.0)
        else:
            touch = self.touch = touch_of(pointer, grid, self.edges, tool.key)
            if self._proposed is not None:  # what is pointed at is not there yet
                if pointer.kind in ("press", "double"):
                    self.drop_proposal()
            elif pointer.kind in ("press", "double"):
                tool.press(touch)
            elif pointer.kind == "move":
                tool.move(touch)
            elif pointer.kind == "release":
                tool.release(touch)
        cell = self.touch.cell
        name = grid.name(cell) if 0 <= cell < grid.count else ""
        self.frame.light(name)
        self.entered.emit(name)
        self._show_ghost()
        self.refresh_marks()

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
        """Whether there is something that Escape takes back."""
        desk = self.desk
        is_busy = self._proposed is not None or self.tool.active
        return is_busy or bool(desk.selection) or desk.edge >= 0 or self.tool.key != "select"

    def escape(self) -> None:
        """Drop what is proposed or the stroke; else the selection; else the tool."""
        if self._proposed is not None:
            self.drop_proposal()
        elif self.tool.active:
            self.tool.cancel()
            self._said()
        elif self.tool.key != "place" and (self.desk.selection or self.desk.edge >= 0):
            self.desk.select(())
        else:
            self.take("select")

    def undo(self) -> None:
        """Drop what is proposed or the stroke that is being drawn, or go one step back."""
        if self.tool.active or self._proposed is not None:
            self.cancel()
        else:
            self.document.undo()

    def turn(self, turns: int) -> None:
        """Turn what is in hand."""
        self.tool.turn(turns)

    def mirror(self, upright: bool) -> None:
        """Mirror what is in hand."""
        self.tool.mirror(upright)

    def paste(self) -> None:
        """Take what was copied in hand, to be put down by a click or by Enter."""
        self.cancel()
        self.desk.hold_clipboard()

    def paste_in_place(self) -> None:
        """Paste where it was copied from."""
        self.take("select")
        self.desk.paste()

    def put_down(self) -> None:
        """Put the pattern in hand down where it is shown."""
        if isinstance(self.tool, PlaceTool):
            self.tool.put(self.tool.anchor(self.touch))

    def _hold(self) -> None:
        """Take the tool for patterns in hand while there is one, and no longer."""
        if self.desk.pattern is not None and self.tool.key != "place":
            self.take("place")
        elif self.desk.pattern is None and self.tool.key == "place":
            self.take("select")
        else:
            self._said()

    def select_all(self) -> None:
        """Select every cell."""
        self.take("select")
        self.desk.select_all()

    def reach(self, reach: Reach) -> None:
        """Take the selecting tool in hand, for something else to take hold of."""
        self.take("select")
        self.desk.set_reach(reach)

    def choose(self, problems: Sequence[Problem]) -> None:
        """Make some findings stand out among the others, or none."""
        self.chosen = tuple(problems)
        self.refresh_marks()

    def flash(self, targets: Sequence[int]) -> None:
        """Let places light up a few times, so that the eye finds them."""
        self._flash.begin(targets)

    def show_problems(self, shown: bool) -> None:
        """Show the problems on the board, or not."""
        self.shows_problems = shown
        self.refresh_marks()

    def refresh(self) -> None:
        """Show the body as it is."""
        self._redraw.stop()
        if self.document.grid != self._grid:  # the pointer's cell was one of another board
            self._grid = self.document.grid
            self.touch = Touch(0.0, 0.0)
        picture = self.document.game.sketch(self._proposed[0] if self._proposed else self._next())
        self.edges = frozenset(target.cell for target in picture.targets if is_edge(target.cell))
        self.view.set_picture(picture, self.tool.active)
        self.frame.set_grid(self.document.grid)
        if self._coming:
            self._redraw.start(_FRAME_MS)
        self._show_ghost()
        self.refresh_marks()

    def _next(self) -> Body:
        """The body to show: the newest, or one on the way to it, as a leap of the mouse is more than a frame's work."""
        step = max(_STEP, len(self._coming) // _LAG)
        if self.tool.active and len(self._coming) > step:
            body = self._coming[step - 1]
            del self._coming[:step]
            return body
        self._coming = []
        return self.document.body

    def refresh_marks(self) -> None:
        """Show problems, selection and the pointer's place; those of a body that is still to be shown come with it."""
        if self._redraw.isActive():
            return
        if self._proposed is not None:
            self.view.set_marks([Mark("chosen", target) for target in self._proposed[1]])
            return
        marks: list[Mark] = []
        if self.shows_problems:
            marks += problem_marks(dict.fromkeys((*self.document.problems, *self.chosen)), self.chosen)
        desk, touch = self.desk, self.touch
        marks += [Mark("pin", place, words) for place, words in self._pinned()]
        marks += [Mark("error", cell, why) for cell, why in self.tool.blocked().items()]
        marks += [Mark("selected", cell) for cell in sorted(desk.selection)]
        if desk.edge >= 0:
            marks.append(Mark("selected", desk.edge))
        marks += [Mark("chosen", target) for target in self._flash.lit]
        if self.document.grid != self._grid:
            touch = Touch(0.0, 0.0)
        here = touch.edge if touch.edge >= 0 and self.tool.key in ON_EDGES else touch.cell
        if here >= 0 and not self.tool.active and self.tool.key != "pan":
            if self.ghost() is None:
                marks.append(Mark("hover", here))
            images = image_targets(self.document.grid, desk.symmetry, here)
            wide = self.tool.brushed and desk.brush  # the band shows where it goes
            if self.tool.repeated and not wide:
                marks += [Mark("hover", image) for image in dict.fromkeys(images) if image not in (-1, here)]
        self.view.set_marks(marks)
        self.view.set_band(self.tool.band() or self._aimed_at(touch))
        self.view.set_trail(self.tool.trail())
        self.view.set_axes(axes_of(self.document.grid, desk.symmetry))

    def _pinned(self) -> list[tuple[int, str]]:
        """The places with notes, and these. A note on a place that the board no longer has is only listed."""
        places = [(place_named(self.document.grid, name), words) for name, words in self.document.pins.items()]
        return [(place, words) for place, words in places if place >= 0]

    def _aimed_at(self, touch: Touch) -> list[int]:
        """The cells to outline under a wide brush, or under a ghost that shows no outline itself."""
        if self.document.grid != self._grid:
            return []
        cells = list(self.tool.footprint(touch))
        wide = self.desk.covered(cells) if self.tool.repeated else cells
        ghost = self.ghost()
        return wide or ([ghost[0]] if ghost is not None and self.view.is_ghost_plain else [])

    def ghost(self) -> tuple[int, Stamp] | None:
        """What the next press would change, and where; None when it would change nothing."""
        stale = self.tool.active or self.document.grid != self._grid or self._proposed is not None
        ghost = None if stale else self.tool.ghost(self.touch)
        if ghost is not None and self.desk.game.pick(self.document.body, ghost[0]) == ghost[1]:
            return None
        return ghost

    def _show_ghost(self) -> None:
        if self._redraw.isActive():
            return
        ghost, body, game = self.ghost(), self.document.body, self.desk.game
        shown = self._several() if ghost is None else (ghost,)
        if shown == self._ghosted[0] and body is self._ghosted[1]:
            return
        self._ghosted = (shown, body)
        if not shown:
            self.view.set_ghost(None)
        elif ghost is not None:
            item = self.desk.item(ghost[1])
            self.view.set_ghost(game.ghost(body, *ghost), ghost[0], turns=item is not None and item.turns > 1)
        else:
            pictures = (game.ghost(body, cell, stamp) for cell, stamp in shown)
            self.view.set_ghost(
                joined([one for one in pictures if one is not None]), shown[0][0], turns=False, rings=False
            )

    def _several(self) -> tuple[tuple[int, Stamp], ...]:
        """What the next press would change, when these are several things."""
        stale = self.tool.active or self.document.grid != self._grid or self._proposed is not None
        return () if stale else self.tool.ghosts(self.touch)

    def _said(self) -> None:
        self._show_ghost()
        self.refresh_marks()
        self.tool_changed.emit()


def problem_marks(problems: Iterable[Problem], chosen: Sequence[Problem]) -> list[Mark]:
    """The outlines of findings; a place that several are about shows the worst and tells them all.

    What is chosen is shown, even if it is ignored. What is wrong with a field of the form (a count) is not wrong with
    places: they are outlined on demand only.
    """
    asked = set(chosen)
    worst: dict[int, Severity] = {}
    notes: dict[int, list[str]] = {}
    for problem in problems:
        targets = problem_targets(problem)
        if problem not in asked and (problem.field or len(targets) > OUTLINED[problem.severity]):
            continue
        for target in targets:
            worst[target] = max(worst.get(target, Severity.INFO), problem.severity)
            notes.setdefault(target, []).append(problem.message)
    return [Mark(KINDS[severity], target, "\n".join(notes[target])) for target, severity in worst.items()]
