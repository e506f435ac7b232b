"""Tools that leave something on every cell or edge they pass: stamp, eraser, void brush, border; and the pick."""

from __future__ import annotations

from abc import abstractmethod

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.grid import Grid, Point
from studio.core.picture import is_edge
from studio.core.text import _
from studio.drawing.geometry import between, straight
from studio.gui.editor.edit_state import Desk
from studio.gui.editor.tools.base import Tool, Touch


class Brush(Tool):
    """The drag that paints cell after cell without holes, however fast it is; as wide as the brush on the desk.

    With Shift a stroke begins with a straight line from where the last one ended.
    """

    brushed = True

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._last: Point = (0.0, 0.0)
        self._passed: dict[int, None] = {}
        self._end: tuple[Grid, int] | None = None

    def press(self, touch: Touch) -> None:
        if touch.button != "left" or touch.cell < 0:
            return
        self.active = True
        self._passed = {}
        self._last = (touch.x, touch.y)
        grid = self.document.grid
        begun = self._end is not None and touch.shift and self._end[0] == grid
        self._pass(straight(grid, self._end[1], touch.cell) if begun and self._end is not None else [touch.cell])

    def move(self, touch: Touch) -> None:
        if self.active:
            here = (touch.x, touch.y)
            self._pass(between(self.document.grid, self._last, here))
            self._last = here
            self._aim(touch)

    def release(self, touch: Touch) -> None:
        if self.active and touch.button == "left":
            self.active = False
            self._aim(touch)
            changed = self.document.end_stroke(self.label(self.desk.stroked(self._passed)), self.icon)
            if not changed and len(self._passed) == 1 and (words := self.in_vain(*self._passed)):
                self.desk.hinted.emit(words)

    def _aim(self, touch: Touch) -> None:
        """Remember where the stroke has come to."""
        if touch.cell >= 0:
            self._end = (self.document.grid, touch.cell)

    def _pass(self, way: list[int]) -> None:
        """Go on cell by cell: where the mouse leaps the board follows in several frames."""
        for middle in way:
            fresh = {cell: None for cell in self.desk.footprint(middle) if cell not in self._passed}
            self._passed |= fresh
            self.document.show_stroke(self.dabs(list(fresh), middle))

    def dabs(self, cells: list[int], _end: int) -> Body:
        """The body after the brush has come to some more cells, with its middle on the last of its way."""
        body = self.document.body
        for cell in cells:
            body = self.dab(body, cell)
        return body

    def footprint(self, touch: Touch) -> tuple[int, ...]:
        return tuple(self.desk.footprint(touch.cell)) if touch.cell >= 0 and self.desk.brush else ()

    @abstractmethod
    def dab(self, body: Body, cell: int) -> Body:
        """The body after the brush has touched a cell."""

    @abstractmethod
    def label(self, cells: list[int]) -> str:
        """What the history calls the stroke."""

    def in_vain(self, cell: int) -> str:
        """Why a touch of a cell has changed nothing; "" when that needs no words."""
        return ""


class StampTool(Brush):
    """Paints the stamp in hand. The other button turns it, or picks up what lies under it."""

    key, icon, shortcut, uses_stamp = "stamp", "stamp", "B", True

    @property
    def name(self) -> str:
        return _("Stamp")

    @property
    def hint(self) -> str:
        item = self.desk.item(self.desk.stamp) if self.desk.stamp is not None else None
        if item is not None and item.turns > 1:
            return _("R turns the tile, right button picks one up")
        return _("Drag to paint, right button picks up what is there, Shift draws a line from the last stroke")

    def press(self, touch: Touch) -> None:
        if self.active or self.is_about_stamp(touch):
            return
        if touch.edge >= 0 and touch.cell < 0:
            self.desk.hinted.emit(_("Edges are painted with the border tool, O."))
        elif self.desk.stamp is not None:
            super().press(touch)

    def dabs(self, cells: list[int], end: int) -> Body:
        assert self.desk.stamp is not None
        before = self.document.before_stroke
        if not self.desk.mixed and self.desk.is_single(before, self.desk.stamp, list(self._passed)):
            return self.desk.painted(before, end, self.desk.stamp)  # it has left nothing on its way
        return super().dabs(cells, end)

    def dab(self, body: Body, cell: int) -> Body:
        assert self.desk.stamp is not None
        return self.desk.painted(body, cell, self.desk.stamp)

    def label(self, cells: list[int]) -> str:
        assert self.desk.stamp is not None
        return self.desk.laid(self.desk.stamp, cells)

    def in_vain(self, cell: int) -> str:
        stamp = self.desk.stamp
        if stamp is None or self.desk.game.ghost(self.document.body, cell, stamp) is not None:
            return ""
        words = _("“{name}” does not go on {place}.")
        return words.format(name=self.desk.name(stamp), place=self.desk.places([cell]))


class EraseTool(Brush):
    """Clears every cell it passes; on a rim edge, the edge."""

    key, icon, shortcut = "erase", "eraser", "E"

    @property
    def name(self) -> str:
        return _("Erase")

    @property
    def hint(self) -> str:
        return _("Drag to clear spaces; a click on a border edge puts back what it was")

    def press(self, touch: Touch) -> None:
        if touch.button == "left" and touch.edge >= 0 and not self.active:
            before = self.document.body
            body = self.desk.erased(before, touch.edge)
            edges = self.desk.changed(before, body, self.desk.covered([touch.edge]))
            self.document.apply(_("{place} cleared").format(place=self.desk.places(edges)), body, icon=self.icon)
        else:
            super().press(touch)

    def dab(self, body: Body, cell: int) -> Body:
        return self.desk.erased(body, cell)

    def in_vain(self, cell: int) -> str:
        game, body = self.desk.game, self.document.body
        if game.ghost(body, cell, game.eraser(body, cell)) is not None:
            return ""
        return _("{place} cannot be cleared.").format(place=self.desk.places([cell]))

    def label(self, cells: list[int]) -> str:
        return _("{place} cleared").format(place=self.desk.places(cells))


class VoidTool(Brush):
    """Takes spaces off the board, or gives them back when the stroke began on a void one."""

    key, icon, shortcut = "void", "void", "X"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._gives_back = False

    @property
    def offered(self) -> bool:
        return self.desk.void_stamp() is not None

    @property
    def name(self) -> str:
        return _("Void brush")

    @property
    def hint(self) -> str:
        return _("Drag to take spaces off the board; begin on a void space to give them back")

    def press(self, touch: Touch) -> None:
        void = self.desk.void_stamp()
        if touch.cell >= 0 and void is not None and not self.active:
            self._gives_back = self.desk.game.pick(self.document.body, touch.cell).key == void.key
            super().press(touch)

    def dab(self, body: Body, cell: int) -> Body:
        void = self.desk.void_stamp()
        assert void is not None
        if not self._gives_back:
            return self.desk.painted(body, cell, void)
        for place, _stamp in self.desk.images(cell, void):
            if self.desk.game.pick(body, place).key == void.key:
                body = self.desk.game.stamp(body, place, self.desk.game.eraser(body, place))
        return body

    def label(self, cells: list[int]) -> str:
        place = self.desk.places(cells)
        return (_("{place} given back") if self._gives_back else _("{place} made void")).format(place=place)


class PickTool(Tool):
    """Takes what lies on a space in hand."""

    key, icon, shortcut = "pick", "pick", "I"

    @property
    def name(self) -> str:
        return _("Pick")

    @property
    def hint(self) -> str:
        return _("Click a space or a border edge to take what is there in hand")

    def press(self, touch: Touch) -> None:
        if touch.edge >= 0:
            self.desk.set_edge_stamp(self.desk.game.pick(self.document.body, touch.edge))
        elif not self.desk.pick_up(touch.cell) and touch.cell >= 0:
            self.desk.hinted.emit(_("Nothing lies on {place}.").format(place=self.desk.places([touch.cell])))


class BorderTool(Tool):
    """Paints outer edges. What the first edge of a stroke becomes, the others become too."""

    key, icon, shortcut = "border", "anchor", "O"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._stamp: Stamp | None = None
        self._passed: dict[int, None] = {}

    @property
    def name(self) -> str:
        return _("Border")

    @property
    def hint(self) -> str:
        if self.desk.edge_stamp is None:
            return _("Click a border edge for its next kind, Shift-click for the one before; drag along the rim")
        return _("Click or drag along the rim to paint: {name}").format(name=self.desk.name(self.desk.edge_stamp))

    @property
    def offered(self) -> bool:
        return bool(self.desk.items("edges"))

    def press(self, touch: Touch) -> None:
        if self.active or touch.edge < 0:
            return
        if touch.button == "right" or (touch.button == "left" and touch.alt):
            self.desk.set_edge_stamp(self.desk.game.pick(self.document.body, touch.edge))
        elif touch.button == "left":
            self._stamp = self.desk.edge_stamp or self.next_kind(touch.edge, -1 if touch.shift else 1)
            if self._stamp is not None:
                self.active = True
                self._passed = {}
                self._pass(touch.edge)

    def move(self, touch: Touch) -> None:
        if self.active and is_edge(touch.target):
            self._pass(touch.target)

    def release(self, touch: Touch) -> None:
        if self.active and self._stamp is not None and touch.button == "left":
            self.active = False
            self.document.end_stroke(self.desk.laid(self._stamp, self.desk.stroked(self._passed)), self.icon)

    def next_kind(self, edge: int, step: int) -> Stamp | None:
        """What comes after an edge's kind in the palette, round and round."""
        kinds = [item.stamp for item in self.desk.items("edges")]
        if not kinds:
            return None
        now = self.desk.game.pick(self.document.body, edge)
        keys = [stamp.key for stamp in kinds]
        return kinds[(keys.index(now.key) + step) % len(kinds)] if now.key in keys else kinds[0]

    def _pass(self, edge: int) -> None:
        if edge not in self._passed and self._stamp is not None:
            self._passed[edge] = None
            self.document.show_stroke(self.desk.painted(self.document.body, edge, self._stamp))

    def ghost(self, touch: Touch) -> tuple[int, Stamp] | None:
        if touch.edge < 0 or self.active:
            return None
        stamp = self.desk.edge_stamp or self.next_kind(touch.edge, 1)
        return None if stamp is None else (touch.edge, stamp)
