"""The tool for the rim: a click takes an edge to its next kind or paints the kind in hand; a drag follows the rim."""

from __future__ import annotations

from studio.core.form import Stamp
from studio.core.targets import is_edge
from studio.core.text import _
from studio.gui.editor.document.desk import Desk
from studio.gui.editor.tools.base import Tool, Touch


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
            self.document.end_stroke(self.desk.laid(self._stamp, self._passed), self.icon)

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
