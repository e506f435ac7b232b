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
from studio.core.plugin import Game
from studio.core.text import _
from studio.drawing.geometry import compass_side, flood_fill
from studio.gui.editor.brush import (
    CustomStamp,
    StampBrush,
    delete_stamp,
    first_free_slot,
    load_custom_stamps,
    save_stamp,
)
from studio.gui.editor.clipboard import (
    CELLS_MIME,
    ClipboardCells,
    FloatingSelection,
    PlacedStamps,
    StampPattern,
    copy_cells,
    detach,
    float_stamps,
    make_pattern,
    parse_clipboard,
    place_cells,
)
from studio.gui.editor.document import EditorDocument

# Sets of cells that a selection is made of: how two are joined, grown, shrunk, and which cells an outline holds.

Cells = frozenset[int]


class SelectionShape(Enum):
    """What the selecting tool takes hold of. The value names its action and icon."""

    BOX = "box"
    LASSO = "lasso"
    WAND = "wand"
    KIND = "kind"

    @property
    def label(self) -> str:
        """What people call it."""
        return {
            SelectionShape.BOX: _("Select a rectangle"),
            SelectionShape.LASSO: _("Select with a lasso"),
            SelectionShape.WAND: _("Select what hangs together"),
            SelectionShape.KIND: _("Select all of a kind"),
        }[self]

    @property
    def hint(self) -> str:
        """How it is used."""
        return {
            SelectionShape.BOX: _("Click a space or drag over several"),
            SelectionShape.LASSO: _("Drag a line round spaces"),
            SelectionShape.WAND: _("Click a space for all of its kind that hang together with it"),
            SelectionShape.KIND: _("Click a space for all of its kind on the board"),
        }[self]


class SelectionMode(Enum):
    """What becomes of the cells selected before when others are selected. The value names its action and icon."""

    REPLACE = "replace"
    ADD = "add"
    SUBTRACT = "take"
    INTERSECT = "common"

    @property
    def label(self) -> str:
        """What people call it."""
        return {
            SelectionMode.REPLACE: _("Select anew"),
            SelectionMode.ADD: _("Add to the selection"),
            SelectionMode.SUBTRACT: _("Take from the selection"),
            SelectionMode.INTERSECT: _("Keep what both have in common"),
        }[self]

    def combine(self, before: Cells, fresh: Iterable[int]) -> Cells:
        """The selection after some cells have been selected."""
        cells = frozenset(fresh)
        if self is SelectionMode.ADD:
            return before | cells
        if self is SelectionMode.SUBTRACT:
            return before - cells
        return before & cells if self is SelectionMode.INTERSECT else cells


def grow_selection(grid: Grid, cells: Cells) -> Cells:
    """Cells with one ring of others round them, as wide as a brush with one ring."""
    return frozenset(other for cell in cells for other in grid.around(cell, 1))


def shrink_selection(grid: Grid, cells: Cells) -> Cells:
    """Cells without their outermost ring; beside the board there are none."""
    whole = 9 if grid.sides == 4 else 7
    rings = ((cell, grid.around(cell, 1)) for cell in cells)
    return frozenset(cell for cell, ring in rings if len(ring) == whole and cells.issuperset(ring))


def invert_selection(grid: Grid, cells: Cells) -> Cells:
    """All other cells of a board."""
    return frozenset(range(grid.count)) - cells


def flood_select(game: Game, body: Body, cell: int) -> Cells:
    """The cells of one kind that hang together with a cell, however they are turned."""
    kind = game.editing.pick(body, cell).key
    return frozenset(flood_fill(game.body.grid(body), cell, lambda other: game.editing.pick(body, other).key == kind))


def select_same_kind(game: Game, body: Body, cell: int) -> Cells:
    """All cells of a board that hold the same kind as a cell, however they are turned."""
    kind = game.editing.pick(body, cell).key
    return frozenset(other for other in range(game.body.grid(body).count) if game.editing.pick(body, other).key == kind)


def cells_inside(grid: Grid, outline: Sequence[Point]) -> Cells:
    """The cells whose middle lies inside a closed outline (board units); where it crosses itself, by turns in and out.

    A line with two points or fewer holds nothing.
    """
    return frozenset(cell for cell in range(grid.count) if _is_inside(grid.center(cell), outline))


def _is_inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a ray from a point to the east crosses an outline an odd number of times."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


# What lies on the editor's desk beside the document: the stamp in hand, the selection, the symmetry, the clipboard.


class EditState(StampBrush):
    """The things in hand while a layout is edited: what there is to paint with, and what is selected or copied."""

    selection_changed = Signal()
    selection_mode_changed = Signal()
    """The selecting tool takes hold of something else, or joins it to the selection in another way."""
    pattern_changed = Signal()

    def __init__(self, document: EditorDocument, parent: QObject | None = None) -> None:
        super().__init__(document, parent)
        self.pattern: StampPattern | None = None
        self.pattern_label = ""
        self.pattern_origin = -1
        self.is_pattern_sticky = False
        self.selection: frozenset[int] = frozenset()
        self.selection_shape = SelectionShape.BOX
        self.selection_mode = SelectionMode.REPLACE
        self.edge = -1
        self._floating: FloatingSelection | None = None
        self._floating_body: Body = None
        self._session = 0
        self._selection_history: dict[int, tuple[Body, frozenset[int]]] = {}
        self._grid = document.grid
        document.step_finished.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Take the palette afresh from the body, and forget a selection on a board that has changed its size."""
        self.reload_palette()
        if self.document.grid != self._grid:
            self._grid = self.document.grid
            self.select(())
        body = self.document.body
        remembered, selection = self._selection_history.get(id(body), (None, frozenset()))
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

    def set_selection_shape(self, reach: SelectionShape) -> None:
        """Take hold of a rectangle, a lasso's cells or like cells from now on."""
        if reach is not self.selection_shape:
            self.selection_shape = reach
            self.selection_mode_changed.emit()

    def set_selection_mode(self, joining: SelectionMode) -> None:
        """Join what is selected from now on to the selection in this way."""
        if joining is not self.selection_mode:
            self.selection_mode = joining
            self.selection_mode_changed.emit()

    def select_all(self) -> None:
        """Select every cell."""
        self.select(range(self.document.grid.count))

    def change_selection(self, change: Callable[[Grid, frozenset[int]], frozenset[int]]) -> None:
        """Select what a change makes of the selection, on this board: its other cells, a ring more, a ring less."""
        self.select(change(self.document.grid, self.selection))
        self.hinted.emit(_("Selected: {place}").format(place=self.describe_targets(self.selection)))

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
        cell = next((cell for cell in cells if grid.neighbor(cell, side) >= 0), -1)
        if cell >= 0:
            (ax, ay), (bx, by) = grid.center(cell), grid.center(grid.neighbor(cell, side))
            held = self.float_selection()
            key = ("nudge", held.session)
            self._apply_change(lambda: held.shifted(self.game, bx - ax, by - ay), _("Moved"), "move", key)
        else:
            self.hinted.emit(_("There is no room on the board for the selection there."))

    def turn_selection(self, turns: int) -> None:
        """Turn what is selected, in place when it is one cell."""
        if self.selection:
            icon = "rotate_right" if turns > 0 else "rotate_left"
            self._apply_change(lambda: self.float_selection().turned(self.game, turns), _("Turned"), icon)

    def mirror_selection(self, upright: bool) -> None:
        """Mirror what is selected on its own middle line."""
        if self.selection:
            icon = "mirror_sideways" if upright else "mirror_upright"
            self._apply_change(lambda: self.float_selection().mirrored(self.game, upright), _("Mirrored"), icon)

    def erase_selection(self, label: str = "") -> None:
        """Clear every selected cell, or the selected edge."""
        targets = [self.edge] if self.edge >= 0 else sorted(self.selection)
        before = body = self.document.body
        for target in targets:
            body = self.game.editing.stamp(body, target, self.game.editing.eraser(body, target))
        if targets:
            label = label or _("{place} cleared").format(
                place=self.describe_targets(self.changed_targets(before, body, targets))
            )
            self.document.apply(label, body, icon="eraser")

    def float_selection(self) -> FloatingSelection:
        """What is selected, lifted off the board; the same lift goes on while nothing else has changed."""
        body = self.document.body_before_stroke
        lifted = self._floating
        if lifted is None or self._floating_body is not body or lifted.cells != self.selection:
            self._session += 1
            lifted = detach(self.game, body, self.selection, self._session)
        return lifted

    def place_floating(self, lifted: FloatingSelection, label: str, icon: str, key: Hashable | None = None) -> bool:
        """Put lifted things down as one undo step and keep them selected; say whether that changed the board."""
        before, selection = self.document.body_before_stroke, self.selection
        self.document.show_stroke(lifted.place_on_board(self.game))
        words = _("{what}: {place}").format(what=label, place=self.describe_targets(lifted.cells))
        changed = self.document.end_stroke(words, icon, key)
        self._floating, self._floating_body = lifted, self.document.body
        self._remember_selection(before, selection)
        self._remember_selection(self.document.body, lifted.cells)
        self.select(lifted.cells)
        return changed

    # clipboard

    def copy(self) -> bool:
        """Put the selected cells on the clipboard, and say so; say whether there were any."""
        copied = self._copy_to_clipboard()
        if copied:
            self.hinted.emit(_("{place} copied").format(place=self.describe_targets(self.selection)))
        return copied

    def _copy_to_clipboard(self) -> bool:
        if not self.selection:
            self.hinted.emit(_("Select spaces first, then copy them."))
            return False
        text = msgspec.json.encode(copy_cells(self.game, self.document.body, self.selection), enc_hook=str)
        data = QMimeData()
        data.setData(CELLS_MIME, text)
        data.setText(text.decode())
        QGuiApplication.clipboard().setMimeData(data)
        return True

    def cut(self) -> None:
        """Copy the selected cells and clear them."""
        if self._copy_to_clipboard():
            self.erase_selection(_("{place} cut").format(place=self.describe_targets(self.selection)))

    def paste(self, anchor: int = -1) -> None:
        """Put the clipboard's cells down, the first one on `anchor` (-1: where they came from), and select them."""
        data = _clipboard_data()
        self._session += 1
        session = self._session

        def pasted() -> FloatingSelection:
            placed = place_cells(self.document.grid, parse_clipboard(self.game, data), anchor)
            return float_stamps(self.game, self.document.body, placed, session)

        self._apply_change(pasted, _("Pasted"), "paste")

    def pick_up_clipboard(self) -> bool:
        """Take the clipboard's cells in hand as a pattern, to be put down elsewhere; say whether there are any."""
        try:
            clipping = parse_clipboard(self.game, _clipboard_data())
        except ValueError as problem:
            self.hinted.emit(str(problem))
            return False
        pattern, (x, y) = make_pattern(clipping)
        grid = self.document.grid
        left, top = grid.center(clipping.first if 0 <= clipping.first < grid.count else 0)
        self.pattern_origin = grid.cell_at(left + x, top + y)
        self.set_pattern(pattern, _("Pasted"))
        return True

    def set_pattern(self, pattern: StampPattern | None, label: str = "", sticky: bool = False) -> None:
        """Take a pattern in hand, or none; `keeps`: until it is dropped, not only until it is put down once."""
        self.pattern, self.pattern_label, self.is_pattern_sticky = pattern, label, sticky
        self.pattern_changed.emit()

    def pattern_cells(self, anchor: int) -> PlacedStamps:
        """Where the pattern in hand goes with its middle on a cell, and where the symmetry repeats it."""
        if self.pattern is None:
            return ()
        found = dict(self.pattern.place_on(self.document.grid, anchor))
        for cell, stamp in tuple(found.items()):
            for image, look in self.images(cell, stamp) if stamp is not None else ():
                found.setdefault(image, look)
        return tuple(found.items())

    def place_pattern(self, anchor: int) -> bool:
        """Put the pattern in hand down as one undo step, its middle on a cell, and select it; say whether it fits."""
        placed = self.pattern_cells(anchor)
        if not placed:
            self.hinted.emit(_("There is no room on the board for the selection there."))
            return False
        self._session += 1
        session = self._session
        self._apply_change(
            lambda: float_stamps(self.game, self.document.body, placed, session), self.pattern_label, "paste"
        )
        return True

    # stamps of one's own

    def save_custom_stamp(self, slot: int = 0) -> None:
        """Keep what is selected, or else the stamp in hand, under a digit (0: the first that is free), and say so."""
        slot = slot or first_free_slot(self.game)
        if self.selection:
            clipping = copy_cells(self.game, self.document.body, self.selection)
        elif self.stamp is not None:
            clipping = ClipboardCells(self.game.info.slug, 0, [(0.0, 0.0, *self.stamp, False)])
        else:
            self.hinted.emit(_("Select spaces or take a stamp in hand first, then keep it."))
            return
        stamps = make_pattern(clipping)[0].stamps
        if not stamps:
            self.hinted.emit(_("There is nothing but empty spaces in the selection."))
        elif not slot:
            self.hinted.emit(_("All nine places are taken: press Ctrl and a digit to put something else there."))
        else:
            items = [self.item(stamp) for stamp in stamps]
            word = "".join(item.letter for item in items if item is not None)
            names = ", ".join(dict.fromkeys(self.name(stamp) for stamp in stamps[:9]))
            name = word if len(word) == len(stamps) > 1 else names
            self._store_custom_stamp(CustomStamp(slot, name[:80], clipping))

    def _store_custom_stamp(self, kept: CustomStamp) -> None:
        try:
            save_stamp(self.game, kept)
        except ValueError as problem:
            self.hinted.emit(str(problem))
            return
        self.palette_changed.emit()
        self.hinted.emit(_("“{name}” is kept under {digit}").format(name=kept.name, digit=kept.slot))

    def rename_custom_stamp(self, slot: int, name: str) -> None:
        """Call what is kept under a digit something else."""
        kept = load_custom_stamps(self.game).get(slot)
        if kept is not None and name.strip():
            self._store_custom_stamp(msgspec.structs.replace(kept, name=name.strip()[:80]))

    def delete_custom_stamp(self, slot: int) -> None:
        """Keep nothing under a digit any longer."""
        delete_stamp(self.game, slot)
        self.palette_changed.emit()

    def use_custom_stamp(self, slot: int) -> bool:
        """Take what is kept under a digit in hand, until it is dropped; say whether anything is."""
        kept = load_custom_stamps(self.game).get(slot)
        if kept is not None:
            self.pattern_origin = -1
            self.set_pattern(make_pattern(kept.clipping)[0], kept.name, sticky=True)
        return kept is not None

    # inside

    def _apply_change(
        self, change: Callable[[], FloatingSelection], label: str, icon: str, key: Hashable | None = None
    ) -> None:
        """Carry what a change gives, or say why it cannot be."""
        self.document.drop_stroke()
        try:
            lifted = change()
        except ValueError as problem:
            self.hinted.emit(str(problem))
            return
        self.place_floating(lifted, label, icon, key)

    def _remember_selection(self, body: Body, selection: frozenset[int]) -> None:
        """Keep what was selected at a body, so that undo and redo move the selection along."""
        self._selection_history[id(body)] = (body, selection)
        while len(self._selection_history) > 64:
            del self._selection_history[next(iter(self._selection_history))]


def _clipboard_data() -> bytes:
    """The cells on the clipboard; nothing when it holds something else."""
    data = QGuiApplication.clipboard().mimeData()
    return bytes(data.data(CELLS_MIME).data()) if data is not None and data.hasFormat(CELLS_MIME) else b""
