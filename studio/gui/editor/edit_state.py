"""Editing state outside the document: selection, clipboard, current pattern. It is neither undone nor saved."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from enum import Enum

import msgspec
from PySide6.QtCore import QMimeData, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPolygonF

from studio.core.form import VOID_KEY
from studio.core.game import Body
from studio.core.grid import Grid, Point, flood_fill
from studio.core.plugin import Game
from studio.core.text import _, plural, retranslate
from studio.drawing.geometry import compass_side
from studio.gui.editor import brush
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
    only_tiles,
    parse_clipboard,
    place_cells,
)
from studio.gui.editor.document import EditorDocument

Cells = frozenset[int]


class SelectionShape(Enum):
    """What the select tool selects. The value names its action and icon."""

    BOX = "box"
    LASSO = "lasso"
    WAND = "wand"
    KIND = "kind"

    @property
    def label(self) -> str:
        return {
            "box": _("Select rectangle"),
            "lasso": _("Select with lasso"),
            "wand": _("Select connected spaces"),
            "kind": _("Select same kind"),
        }[self.value]

    @property
    def hint(self) -> str:
        return {
            "box": _("Click a space or drag over several"),
            "lasso": _("Drag a line around spaces"),
            "wand": _("Click a space to select connected spaces of the same kind"),
            "kind": _("Click a space to select all spaces of the same kind"),
        }[self.value]


class SelectionMode(Enum):
    """How newly selected cells combine with the selection. The value names its action and icon."""

    REPLACE = "replace"
    ADD = "add"
    SUBTRACT = "take"
    INTERSECT = "common"

    @property
    def label(self) -> str:
        return {
            SelectionMode.REPLACE: _("New selection"),
            SelectionMode.ADD: _("Add to selection"),
            SelectionMode.SUBTRACT: _("Subtract from selection"),
            SelectionMode.INTERSECT: _("Intersect with selection"),
        }[self]

    def combine(self, before: Cells, fresh: Iterable[int]) -> Cells:
        cells = frozenset(fresh)
        if self is SelectionMode.ADD:
            return before | cells
        if self is SelectionMode.SUBTRACT:
            return before - cells
        return before & cells if self is SelectionMode.INTERSECT else cells


def grow_selection(grid: Grid, cells: Cells) -> Cells:
    """Return cells with one ring around them, as wide as a brush with one ring."""
    return frozenset(other for cell in cells for other in grid.around(cell, 1))


def shrink_selection(grid: Grid, cells: Cells) -> Cells:
    """Return cells without their outermost ring."""
    whole = 9 if grid.sides == 4 else 7
    rings = ((cell, grid.around(cell, 1)) for cell in cells)
    return frozenset(cell for cell, ring in rings if len(ring) == whole and cells.issuperset(ring))


def invert_selection(grid: Grid, cells: Cells) -> Cells:
    return frozenset(range(grid.count)) - cells


def flood_select(game: Game, body: Body, cell: int) -> Cells:
    """Return the connected cells of the same kind as a cell, ignoring rotation."""
    kind = game.editing.pick(body, cell).key
    return frozenset(flood_fill(game.body.grid(body), cell, lambda other: game.editing.pick(body, other).key == kind))


def select_same_kind(game: Game, body: Body, cell: int) -> Cells:
    """Return all cells of the same kind as a cell, ignoring rotation."""
    kind = game.editing.pick(body, cell).key
    return frozenset(other for other in range(game.body.grid(body).count) if game.editing.pick(body, other).key == kind)


def cells_inside(grid: Grid, outline: Sequence[Point]) -> Cells:
    """Return the cells whose centre is inside a closed outline (board units), by the even-odd rule."""
    area, rule = QPolygonF([QPointF(*point) for point in outline]), Qt.FillRule.OddEvenFill
    return frozenset(cell for cell in range(grid.count) if area.containsPoint(QPointF(*grid.center(cell)), rule))


class EditState(brush.StampBrush):
    """The state of editing that is neither undone nor saved: brush, selection, clipboard, pattern."""

    selection_changed = Signal()
    selection_mode_changed = Signal()  # or the selection shape
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
        """Reload the palette, and restore the selection that belongs to the body after undo or redo."""
        self.reload_palette()
        if self.document.grid != self._grid:
            self._grid = self.document.grid
            self.select(())
        body = self.document.body
        remembered, selection = self._selection_history.get(id(body), (None, frozenset()))
        if remembered is body and self.selection:
            self.select(selection)
        self.palette_changed.emit()

    def update_language(self) -> None:
        self.reload_palette()
        self.pattern_label = retranslate(self.pattern_label)

    # selection

    def select(self, cells: Iterable[int], edge: int = -1) -> None:
        group = frozenset(cells)
        if (group, edge) != (self.selection, self.edge):
            self.selection, self.edge = group, edge
            self.selection_changed.emit()

    def set_selection_shape(self, shape: SelectionShape) -> None:
        if shape is not self.selection_shape:
            self.selection_shape = shape
            self.selection_mode_changed.emit()

    def set_selection_mode(self, mode: SelectionMode) -> None:
        if mode is not self.selection_mode:
            self.selection_mode = mode
            self.selection_mode_changed.emit()

    def change_selection(self, change: Callable[[Grid, frozenset[int]], frozenset[int]]) -> None:
        self.select(change(self.document.grid, self.selection))
        self.hinted.emit(_("Selected: {place}").format(place=self.describe_targets(self.selection)))

    @property
    def form_target(self) -> int:
        """What the inspector shows: an edge, one cell, or -1 for the layout."""
        if self.edge >= 0:
            return self.edge
        return next(iter(self.selection)) if len(self.selection) == 1 else -1

    def nudge(self, bearing: int) -> None:
        """Move the selection one cell to north, east, south or west (0 … 3). Consecutive moves are one undo step."""
        grid, cells = self.document.grid, sorted(self.selection)
        if not cells:
            self.hinted.emit(_("Select spaces first."))
            return
        side = compass_side(grid, cells[0], bearing)
        cell = next((cell for cell in cells if grid.neighbor(cell, side) >= 0), -1)
        if cell >= 0:
            (ax, ay), (bx, by) = grid.center(cell), grid.center(grid.neighbor(cell, side))
            held = self.float_selection()
            key = ("nudge", held.session)
            self._apply_change(lambda: held.shifted(self.game, bx - ax, by - ay), _("Moved"), "move", key)
        else:
            self.hinted.emit(_("The selection does not fit there."))

    def turn_selection(self, turns: int) -> None:
        if self.selection:
            icon = "rotate_right" if turns > 0 else "rotate_left"
            self._apply_change(lambda: self.float_selection().turned(self.game, turns), _("Rotation"), icon)

    def mirror_selection(self, upright: bool) -> None:
        if self.selection:
            icon = "mirror_sideways" if upright else "mirror_upright"
            self._apply_change(lambda: self.float_selection().mirrored(self.game, upright), _("Mirrored"), icon)

    def erase_selection(self, label: str = "") -> None:
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
        """Return the selection as floating cells; the same session continues while nothing else has changed."""
        body = self.document.body_before_stroke
        lifted = self._floating
        if lifted is None or self._floating_body is not body or lifted.cells != self.selection:
            self._session += 1
            lifted = detach(self.game, body, self.selection, self._session)
        return lifted

    def place_floating(self, lifted: FloatingSelection, label: str, icon: str, key: Hashable | None = None) -> bool:
        """Place floating cells as one undo step and select them; return whether the board has changed."""
        before, selection = self.document.body_before_stroke, self.selection
        self.document.show_stroke(lifted.place_on_board(self.game))
        text = _("{what}: {place}").format(what=label, place=self.describe_targets(lifted.cells))
        changed = self.document.end_stroke(text, icon, key)
        self._floating, self._floating_body = lifted, self.document.body
        self._remember_selection(before, selection)
        self._remember_selection(self.document.body, lifted.cells)
        self.select(lifted.cells)
        pick = self.game.editing.pick
        covered = [
            cell for cell, stamp in lifted.stamps if stamp and pick(lifted.base, cell).key == VOID_KEY != stamp.key
        ]
        if changed and (lost := [cell for cell in covered if self.stamp_at(cell).key != VOID_KEY]):
            text = plural("{n} void was replaced: {place}", "{n} voids were replaced: {place}", len(lost))
            self.hinted.emit(text.format(n=len(lost), place=self.describe_targets(lost)))
        return changed

    # clipboard

    def copy(self, *, quiet: bool = False) -> bool:
        """Copy the selected cells to the clipboard; return False if there are none."""
        if not self.selection:
            self.hinted.emit(_("Select spaces first."))
            return False
        text = msgspec.json.encode(copy_cells(self.game, self.document.body, self.selection), enc_hook=str)
        data = QMimeData()
        data.setData(CELLS_MIME, text)
        data.setText(text.decode())
        QGuiApplication.clipboard().setMimeData(data)
        if not quiet:
            self.hinted.emit(_("{place} copied").format(place=self.describe_targets(self.selection)))
        return True

    def cut(self) -> None:
        if self.copy(quiet=True):
            self.erase_selection(_("{place} cut").format(place=self.describe_targets(self.selection)))

    def select_same_kind(self) -> None:
        """Select all spaces with the same content as one of the selected ones, ignoring rotation."""
        found = [select_same_kind(self.game, self.document.body, cell) for cell in self.selection]
        self.change_selection(lambda _grid, cells: cells.union(*found))

    def paste(self, anchor: int = -1) -> None:
        """Place the clipboard's cells with the first one on `anchor` (-1: where they came from), and select them."""
        self._session += 1

        def pasted() -> FloatingSelection:
            placed = place_cells(self.document.grid, parse_clipboard(self.game, _clipboard_data()), anchor)
            return float_stamps(self.game, self.document.body, placed, self._session)

        self._apply_change(pasted, _("Pasted"), "paste")

    def pick_up_clipboard(self, tiles_only: bool = False) -> bool:
        """Make the clipboard's cells the current pattern, perhaps without voids; return whether there are any."""
        try:
            clipping = parse_clipboard(self.game, _clipboard_data())
            if tiles_only:
                clipping = only_tiles(clipping)
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
        """Set or remove the current pattern; a `sticky` one stays after it was placed once."""
        self.pattern, self.pattern_label, self.is_pattern_sticky = pattern, label, sticky
        self.pattern_changed.emit()

    def pattern_cells(self, anchor: int) -> PlacedStamps:
        """Return where the pattern goes with its middle on a cell, images under the symmetry included."""
        if self.pattern is None:
            return ()
        found = dict(self.pattern.place_on(self.document.grid, anchor))
        for cell, stamp in tuple(found.items()):
            for image, look in self.images(cell, stamp) if stamp is not None else ():
                found.setdefault(image, look)
        return tuple(found.items())

    def place_pattern(self, anchor: int) -> bool:
        """Place the pattern as one undo step with its middle on a cell, and select it; return whether it fits."""
        placed = self.pattern_cells(anchor)
        if not placed:
            self.hinted.emit(_("The selection does not fit there."))
            return False
        self._session += 1
        self._apply_change(
            lambda: float_stamps(self.game, self.document.body, placed, self._session), self.pattern_label, "paste"
        )
        return True

    # custom stamps

    def save_custom_stamp(self, slot: int = 0) -> None:
        """Save the selection, or else the current stamp, under a digit (0: the first free one)."""
        slot = slot or brush.first_free_slot(self.game)
        if self.selection:
            clipping = copy_cells(self.game, self.document.body, self.selection)
        elif self.stamp is not None:
            clipping = ClipboardCells(self.game.info.slug, 0, [(0.0, 0.0, *self.stamp, False)])
        else:
            self.hinted.emit(_("Select spaces or a stamp first."))
            return
        stamps = make_pattern(clipping)[0].stamps
        if not stamps:
            self.hinted.emit(_("The selection contains only empty spaces."))
        elif not slot:
            self.hinted.emit(_("All nine slots are in use. Press Ctrl+1 to Ctrl+9 to replace one."))
        else:
            items = [self.item(stamp) for stamp in stamps]
            word = "".join(item.letter for item in items if item is not None)
            names = ", ".join(dict.fromkeys(self.name(stamp) for stamp in stamps[:9]))
            name = word if len(word) == len(stamps) > 1 else names
            self._store_custom_stamp(brush.CustomStamp(slot, name[:80], clipping))

    def _store_custom_stamp(self, saved: brush.CustomStamp) -> None:
        try:
            brush.save_stamp(self.game, saved)
        except ValueError as problem:
            self.hinted.emit(str(problem))
            return
        self.palette_changed.emit()
        self.hinted.emit(_("“{name}” saved under {digit}").format(name=saved.name, digit=saved.slot))

    def rename_custom_stamp(self, slot: int, name: str) -> None:
        saved = brush.load_custom_stamps(self.game).get(slot)
        if saved is not None and name.strip():
            self._store_custom_stamp(msgspec.structs.replace(saved, name=name.strip()[:80]))

    def delete_custom_stamp(self, slot: int) -> None:
        brush.delete_stamp(self.game, slot)
        self.palette_changed.emit()

    def use_custom_stamp(self, slot: int) -> bool:
        """Make a saved stamp the current pattern; return whether the digit has one."""
        saved = brush.load_custom_stamps(self.game).get(slot)
        if saved is not None:
            self.pattern_origin = -1
            self.set_pattern(make_pattern(saved.clipping)[0], saved.name, sticky=True)
        return saved is not None

    # internals

    def _apply_change(
        self, change: Callable[[], FloatingSelection], label: str, icon: str, key: Hashable | None = None
    ) -> None:
        """Place the result of a change, or show why it is impossible."""
        self.document.drop_stroke()
        try:
            lifted = change()
        except ValueError as problem:
            self.hinted.emit(str(problem))
        else:
            self.place_floating(lifted, label, icon, key)

    def _remember_selection(self, body: Body, selection: frozenset[int]) -> None:
        """Remember the selection of a body, so that undo and redo restore it."""
        self._selection_history[id(body)] = (body, selection)
        while len(self._selection_history) > 64:
            del self._selection_history[next(iter(self._selection_history))]


def _clipboard_data() -> bytes:
    data = QGuiApplication.clipboard().mimeData()
    return bytes(data.data(CELLS_MIME).data()) if data is not None and data.hasFormat(CELLS_MIME) else b""
