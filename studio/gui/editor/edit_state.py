"""What lies on the editor's desk beside the document: the stamp in hand, the selection, the symmetry, the clipboard.

Tools and menus act on the desk; nothing here is undone or saved.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from enum import Enum

import msgspec
from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication

from studio.core.game import Body
from studio.core.grid import Grid, Point
from studio.core.protocols import Game
from studio.core.text import _
from studio.drawing.geometry import compass_side, flood
from studio.gui.editor.brush import Hand, KeptStamp, first_free, forget, keep, kept_stamps
from studio.gui.editor.clipboard import (
    MIME,
    Clipping,
    Lifted,
    Pattern,
    Placed,
    clip,
    in_place,
    lift,
    pattern_of,
    put_down,
    read_clipping,
)
from studio.gui.editor.document import EditorDocument

# Sets of cells that a selection is made of: how two are joined, grown, shrunk, and which cells an outline holds.

Cells = frozenset[int]


class Reach(Enum):
    """What the selecting tool takes hold of. The value names its action and icon."""

    BOX = "box"
    LASSO = "lasso"
    WAND = "wand"
    KIND = "kind"

    @property
    def words(self) -> str:
        """What people call it."""
        return {
            Reach.BOX: _("Select a rectangle"),
            Reach.LASSO: _("Select with a lasso"),
            Reach.WAND: _("Select what hangs together"),
            Reach.KIND: _("Select all of a kind"),
        }[self]

    @property
    def hint(self) -> str:
        """How it is used."""
        return {
            Reach.BOX: _("Click a space or drag over several"),
            Reach.LASSO: _("Drag a line round spaces"),
            Reach.WAND: _("Click a space for all of its kind that hang together with it"),
            Reach.KIND: _("Click a space for all of its kind on the board"),
        }[self]


class Joining(Enum):
    """What becomes of the cells selected before when others are selected. The value names its action and icon."""

    REPLACE = "replace"
    ADD = "add"
    TAKE = "take"
    COMMON = "common"

    @property
    def words(self) -> str:
        """What people call it."""
        return {
            Joining.REPLACE: _("Select anew"),
            Joining.ADD: _("Add to the selection"),
            Joining.TAKE: _("Take from the selection"),
            Joining.COMMON: _("Keep what both have in common"),
        }[self]

    def of(self, before: Cells, fresh: Iterable[int]) -> Cells:
        """The selection after some cells have been selected."""
        cells = frozenset(fresh)
        if self is Joining.ADD:
            return before | cells
        if self is Joining.TAKE:
            return before - cells
        return before & cells if self is Joining.COMMON else cells


def grown(grid: Grid, cells: Cells) -> Cells:
    """Cells with one ring of others round them, as wide as a brush with one ring."""
    return frozenset(other for cell in cells for other in grid.around(cell, 1))


def shrunk(grid: Grid, cells: Cells) -> Cells:
    """Cells without their outermost ring; beside the board there are none."""
    whole = 9 if grid.sides == 4 else 7
    rings = ((cell, grid.around(cell, 1)) for cell in cells)
    return frozenset(cell for cell, ring in rings if len(ring) == whole and cells.issuperset(ring))


def inverted(grid: Grid, cells: Cells) -> Cells:
    """All other cells of a board."""
    return frozenset(range(grid.count)) - cells


def hanging(game: Game, body: Body, cell: int) -> Cells:
    """The cells of one kind that hang together with a cell, however they are turned."""
    kind = game.pick(body, cell).key
    return frozenset(flood(game.grid(body), cell, lambda other: game.pick(body, other).key == kind))


def alike(game: Game, body: Body, cell: int) -> Cells:
    """All cells of a board that hold the same kind as a cell, however they are turned."""
    kind = game.pick(body, cell).key
    return frozenset(other for other in range(game.grid(body).count) if game.pick(body, other).key == kind)


def within(grid: Grid, outline: Sequence[Point]) -> Cells:
    """The cells whose middle lies inside a closed outline (board units); where it crosses itself, by turns in and out.

    A line with two points or fewer holds nothing.
    """
    return frozenset(cell for cell in range(grid.count) if _is_inside(grid.centre(cell), outline))


def _is_inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a ray from a point to the east crosses an outline an odd number of times."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


# What lies on the editor's desk beside the document: the stamp in hand, the selection, the symmetry, the clipboard.


class Desk(Hand):
    """The things in hand while a layout is edited: what there is to paint with, and what is selected or copied."""

    selection_changed = Signal()
    reach_changed = Signal()
    """The selecting tool takes hold of something else, or joins it to the selection in another way."""
    pattern_changed = Signal()

    def __init__(self, document: EditorDocument, parent: QObject | None = None) -> None:
        super().__init__(document, parent)
        self.pattern: Pattern | None = None
        self.pattern_label = ""
        self.pattern_home = -1
        self.keeps_pattern = False
        self.selection: frozenset[int] = frozenset()
        self.reach = Reach.BOX
        self.joining = Joining.REPLACE
        self.edge = -1
        self._lifted: Lifted | None = None
        self._lifted_body: Body = None
        self._session = 0
        self._selected_at: dict[int, tuple[Body, frozenset[int]]] = {}
        self._grid = document.grid
        document.settled.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Take the palette afresh from the body, and forget a selection on a board that has changed its size."""
        self.take_palette()
        if self.document.grid != self._grid:
            self._grid = self.document.grid
            self.select(())
        body = self.document.body
        remembered, selection = self._selected_at.get(id(body), (None, frozenset()))
        if remembered is body and self.selection:
            self.select(selection)
        self.palette_changed.emit()

    # selection

    def select(self, cells: Iterable[int], edge: int = -1) -> None:
        """Select cells, or one edge."""
        group = frozenset(cells)
        if (group, edge) != (self.selection, self.edge):
            self.selection, self.edge = group, edge
            self.selection_changed.emit()

    def set_reach(self, reach: Reach) -> None:
        """Take hold of a rectangle, a lasso's cells or like cells from now on."""
        if reach is not self.reach:
            self.reach = reach
            self.reach_changed.emit()

    def set_joining(self, joining: Joining) -> None:
        """Join what is selected from now on to the selection in this way."""
        if joining is not self.joining:
            self.joining = joining
            self.reach_changed.emit()

    def select_all(self) -> None:
        """Select every cell."""
        self.select(range(self.document.grid.count))

    def reselect(self, change: Callable[[Grid, frozenset[int]], frozenset[int]]) -> None:
        """Select what a change makes of the selection, on this board: its other cells, a ring more, a ring less."""
        self.select(change(self.document.grid, self.selection))
        self.hinted.emit(_("Selected: {place}").format(place=self.places(self.selection)))

    @property
    def form_target(self) -> int:
        """What the inspector is about: an edge, one cell, or (-1) the layout."""
        if self.edge >= 0:
            return self.edge
        return next(iter(self.selection)) if len(self.selection) == 1 else -1

    def nudge(self, bearing: int) -> None:
        """Move what is selected one cell to the north, east, south or west (0 … 3).

        Nudges that follow each other are one undo step.
        """
        grid, cells = self.document.grid, sorted(self.selection)
        if not cells:
            self.hinted.emit(_("Select spaces first, then move them."))
            return
        side = compass_side(grid, cells[0], bearing)
        cell = next((cell for cell in cells if grid.neighbour(cell, side) >= 0), -1)
        if cell >= 0:
            (ax, ay), (bx, by) = grid.centre(cell), grid.centre(grid.neighbour(cell, side))
            held = self.held()
            key = ("nudge", held.session)
            self._try(lambda: held.shifted(self.game, bx - ax, by - ay), _("Moved"), "move", key)
        else:
            self.hinted.emit(_("There is no room on the board for the selection there."))

    def turn_selection(self, turns: int) -> None:
        """Turn what is selected, in place when it is one cell."""
        if self.selection:
            icon = "rotate_right" if turns > 0 else "rotate_left"
            self._try(lambda: self.held().turned(self.game, turns), _("Turned"), icon)

    def mirror_selection(self, upright: bool) -> None:
        """Mirror what is selected on its own middle line."""
        if self.selection:
            icon = "mirror_sideways" if upright else "mirror_upright"
            self._try(lambda: self.held().mirrored(self.game, upright), _("Mirrored"), icon)

    def erase_selection(self, label: str = "") -> None:
        """Clear every selected cell, or the selected edge."""
        targets = [self.edge] if self.edge >= 0 else sorted(self.selection)
        before = body = self.document.body
        for target in targets:
            body = self.game.stamp(body, target, self.game.eraser(body, target))
        if targets:
            label = label or _("{place} cleared").format(place=self.places(self.changed(before, body, targets)))
            self.document.apply(label, body, icon="eraser")

    def held(self) -> Lifted:
        """What is selected, lifted off the board; the same lift goes on while nothing else has changed."""
        body = self.document.before_stroke
        lifted = self._lifted
        if lifted is None or self._lifted_body is not body or lifted.cells != self.selection:
            self._session += 1
            lifted = lift(self.game, body, self.selection, self._session)
        return lifted

    def carry(self, lifted: Lifted, label: str, icon: str, key: Hashable | None = None) -> bool:
        """Put lifted things down as one undo step and keep them selected; say whether that changed the board."""
        before, selection = self.document.before_stroke, self.selection
        self.document.show_stroke(lifted.laid(self.game))
        words = _("{what}: {place}").format(what=label, place=self.places(lifted.cells))
        changed = self.document.end_stroke(words, icon, key)
        self._lifted, self._lifted_body = lifted, self.document.body
        self._remember(before, selection)
        self._remember(self.document.body, lifted.cells)
        self.select(lifted.cells)
        return changed

    # clipboard

    def copy(self) -> bool:
        """Put the selected cells on the clipboard, and say so; say whether there were any."""
        copied = self._to_clipboard()
        if copied:
            self.hinted.emit(_("{place} copied").format(place=self.places(self.selection)))
        return copied

    def _to_clipboard(self) -> bool:
        if not self.selection:
            self.hinted.emit(_("Select spaces first, then copy them."))
            return False
        text = msgspec.json.encode(clip(self.game, self.document.body, self.selection), enc_hook=str)
        data = QMimeData()
        data.setData(MIME, text)
        data.setText(text.decode())
        QGuiApplication.clipboard().setMimeData(data)
        return True

    def cut(self) -> None:
        """Copy the selected cells and clear them."""
        if self._to_clipboard():
            self.erase_selection(_("{place} cut").format(place=self.places(self.selection)))

    def paste(self, anchor: int = -1) -> None:
        """Put the clipboard's cells down, the first one on `anchor` (-1: where they came from), and select them."""
        data = _clipboard()
        self._session += 1
        session = self._session

        def pasted() -> Lifted:
            placed = in_place(self.document.grid, read_clipping(self.game, data), anchor)
            return put_down(self.game, self.document.body, placed, session)

        self._try(pasted, _("Pasted"), "paste")

    def hold_clipboard(self) -> bool:
        """Take the clipboard's cells in hand as a pattern, to be put down elsewhere; say whether there are any."""
        try:
            clipping = read_clipping(self.game, _clipboard())
        except ValueError as problem:
            self.hinted.emit(str(problem))
            return False
        pattern, (x, y) = pattern_of(clipping)
        grid = self.document.grid
        left, top = grid.centre(clipping.first if 0 <= clipping.first < grid.count else 0)
        self.pattern_home = grid.cell_at(left + x, top + y)
        self.hold(pattern, _("Pasted"))
        return True

    def hold(self, pattern: Pattern | None, label: str = "", keeps: bool = False) -> None:
        """Take a pattern in hand, or none; `keeps`: until it is dropped, not only until it is put down once."""
        self.pattern, self.pattern_label, self.keeps_pattern = pattern, label, keeps
        self.pattern_changed.emit()

    def placed(self, anchor: int) -> Placed:
        """Where the pattern in hand goes with its middle on a cell, and where the symmetry repeats it."""
        if self.pattern is None:
            return ()
        found = dict(self.pattern.placed(self.document.grid, anchor))
        for cell, stamp in tuple(found.items()):
            for image, look in self.images(cell, stamp) if stamp is not None else ():
                found.setdefault(image, look)
        return tuple(found.items())

    def put_pattern(self, anchor: int) -> bool:
        """Put the pattern in hand down as one undo step, its middle on a cell, and select it; say whether it fits."""
        placed = self.placed(anchor)
        if not placed:
            self.hinted.emit(_("There is no room on the board for the selection there."))
            return False
        self._session += 1
        session = self._session
        self._try(lambda: put_down(self.game, self.document.body, placed, session), self.pattern_label, "paste")
        return True

    # stamps of one's own

    def keep(self, slot: int = 0) -> None:
        """Keep what is selected, or else the stamp in hand, under a digit (0: the first that is free), and say so."""
        slot = slot or first_free(self.game)
        if self.selection:
            clipping = clip(self.game, self.document.body, self.selection)
        elif self.stamp is not None:
            clipping = Clipping(self.game.info.slug, 0, [(0.0, 0.0, *self.stamp, False)])
        else:
            self.hinted.emit(_("Select spaces or take a stamp in hand first, then keep it."))
            return
        stamps = pattern_of(clipping)[0].stamps
        if not stamps:
            self.hinted.emit(_("There is nothing but empty spaces in the selection."))
        elif not slot:
            self.hinted.emit(_("All nine places are taken: press Ctrl and a digit to put something else there."))
        else:
            items = [self.item(stamp) for stamp in stamps]
            word = "".join(item.letter for item in items if item is not None)
            names = ", ".join(dict.fromkeys(self.name(stamp) for stamp in stamps[:9]))
            name = word if len(word) == len(stamps) > 1 else names
            self._keep(KeptStamp(slot, name[:80], clipping))

    def _keep(self, kept: KeptStamp) -> None:
        try:
            keep(self.game, kept)
        except ValueError as problem:
            self.hinted.emit(str(problem))
            return
        self.palette_changed.emit()
        self.hinted.emit(_("“{name}” is kept under {digit}").format(name=kept.name, digit=kept.slot))

    def rename_kept(self, slot: int, name: str) -> None:
        """Call what is kept under a digit something else."""
        kept = kept_stamps(self.game).get(slot)
        if kept is not None and name.strip():
            self._keep(msgspec.structs.replace(kept, name=name.strip()[:80]))

    def forget_kept(self, slot: int) -> None:
        """Keep nothing under a digit any longer."""
        forget(self.game, slot)
        self.palette_changed.emit()

    def recall(self, slot: int) -> bool:
        """Take what is kept under a digit in hand, until it is dropped; say whether anything is."""
        kept = kept_stamps(self.game).get(slot)
        if kept is not None:
            self.pattern_home = -1
            self.hold(pattern_of(kept.clipping)[0], kept.name, keeps=True)
        return kept is not None

    # inside

    def _try(self, change: Callable[[], Lifted], label: str, icon: str, key: Hashable | None = None) -> None:
        """Carry what a change gives, or say why it cannot be."""
        self.document.drop_stroke()
        try:
            lifted = change()
        except ValueError as problem:
            self.hinted.emit(str(problem))
            return
        self.carry(lifted, label, icon, key)

    def _remember(self, body: Body, selection: frozenset[int]) -> None:
        """Keep what was selected at a body, so that undo and redo move the selection along."""
        self._selected_at[id(body)] = (body, selection)
        while len(self._selected_at) > 64:
            del self._selected_at[next(iter(self._selected_at))]


def _clipboard() -> bytes:
    """The cells on the clipboard; nothing when it holds something else."""
    data = QGuiApplication.clipboard().mimeData()
    return bytes(data.data(MIME).data()) if data is not None and data.hasFormat(MIME) else b""
