"""What lies on the editor's desk beside the document: the stamp in hand, the selection, the symmetry, the clipboard.

Tools and menus act on the desk; nothing here is undone or saved.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from random import Random

import msgspec
from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication

from studio.core.form import VOID_KEY, Stamp, StampGroup, StampItem
from studio.core.game import Body
from studio.core.grid import Grid
from studio.core.targets import is_edge
from studio.core.text import _, plural
from studio.gui.editor.document.areas import Joining, Reach
from studio.gui.editor.document.clipping import MIME, Clipping, Pattern, clip, in_place, pattern_of, read_clipping
from studio.gui.editor.document.document import EditorDocument
from studio.gui.editor.document.geometry import compass_side
from studio.gui.editor.document.kept_stamps import KeptStamp, first_free, forget, keep, kept_stamps
from studio.gui.editor.document.lifted import Lifted, lift, put_down
from studio.gui.editor.document.symmetry import Symmetry, image_targets, images, symmetries
from studio.gui.style.icons import RINGS


class Desk(QObject):
    """The things in hand while a layout is edited."""

    stamp_changed = Signal()
    edge_stamp_changed = Signal()
    selection_changed = Signal()
    reach_changed = Signal()
    """The selecting tool takes hold of something else, or joins it to the selection in another way."""
    symmetry_changed = Signal()
    brush_changed = Signal()
    word_changed = Signal()
    pattern_changed = Signal()
    palette_changed = Signal()
    hinted = Signal(str)

    def __init__(self, document: EditorDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.game = document.game
        self.palette: tuple[StampGroup, ...] = ()
        self.stamp: Stamp | None = None
        self.edge_stamp: Stamp | None = None
        self.mixed: tuple[Stamp, ...] = ()
        """Several stamps in hand, of which painting draws one; none while there is but one."""
        self._rolled = 0
        self.outlined = False
        """Whether figures are painted as outlines."""
        self.symmetry = Symmetry.NONE
        self.brush = 0
        """Rings of cells round the one that a brush points at."""
        self.word = ""
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

    # palette and stamps

    def refresh(self) -> None:
        """Take the palette afresh from the body, and forget a selection on a board that has changed its size."""
        self.palette = tuple(self.game.palette(self.document.body))
        self._rolled += 1
        known = {item.stamp.key for item in self.items("cells")}
        if self.stamp is None or (known and self.stamp.key not in known):
            first = next(iter(self.items("cells")), None)
            self.set_stamp(first.stamp if first else None)
        if self.document.grid != self._grid:
            self._grid = self.document.grid
            self.select(())
        body = self.document.body
        remembered, selection = self._selected_at.get(id(body), (None, frozenset()))
        if remembered is body and self.selection:
            self.select(selection)
        self.palette_changed.emit()

    def items(self, on: str) -> list[StampItem]:
        """The palette's stamps for "cells" or for "edges", in order."""
        return [item for group in self.palette if group.on == on for item in group.items]

    def item(self, stamp: Stamp) -> StampItem | None:
        """The palette's entry for a stamp, whatever its turn."""
        for group in self.palette:
            for item in group.items:
                if item.stamp.key == stamp.key:
                    return item
        return None

    def name(self, stamp: Stamp) -> str:
        """What the palette calls a stamp."""
        item = self.item(stamp)
        return item.name if item is not None else stamp.key

    def void_stamp(self) -> Stamp | None:
        """The stamp that takes a space off the board, where the game has one."""
        return next((item.stamp for item in self.items("cells") if item.stamp.key == VOID_KEY), None)

    def letters(self) -> dict[str, Stamp]:
        """The stamps that write a letter, by letter."""
        return {item.letter.upper(): item.stamp for item in reversed(self.items("cells")) if item.letter}

    def set_stamp(self, stamp: Stamp | None) -> None:
        """Take a stamp for cells in hand."""
        if stamp != self.stamp or self.mixed:
            self.stamp, self.mixed = stamp, ()
            self.stamp_changed.emit()

    def set_edge_stamp(self, stamp: Stamp | None) -> None:
        """Take a stamp for edges in hand; None cycles through them all."""
        if stamp != self.edge_stamp:
            self.edge_stamp = stamp
            self.edge_stamp_changed.emit()

    def mix(self, stamp: Stamp) -> None:
        """Take one more stamp in hand beside the others, or put it back: painting draws one of them by chance."""
        chosen = list(self.mixed or ([self.stamp] if self.stamp is not None else []))
        keys = [other.key for other in chosen]
        if stamp.key not in keys:
            chosen.append(stamp)
        elif len(chosen) > 1:
            del chosen[keys.index(stamp.key)]
        self.stamp, self.mixed = chosen[0], tuple(chosen) if len(chosen) > 1 else ()
        self.stamp_changed.emit()

    def drawn(self, cell: int) -> Stamp | None:
        """The stamp that is painted on a cell: the one in hand, or one of several by chance.

        The more there are left of one the likelier it is. Until a stroke ends it is the same for a cell, so that the
        ghost tells the truth and figures do not flicker.
        """
        if not self.mixed:
            return self.stamp
        items = [self.item(stamp) for stamp in self.mixed]
        left = [max(item.left, 0) if item is not None and (item.left >= 0 or item.field) else 1 for item in items]
        return Random(f"{self._rolled} {cell}").choices(self.mixed, left if any(left) else None)[0]

    def pick_up(self, cell: int) -> bool:
        """Take what lies on a cell in hand; say whether anything lay there."""
        body = self.document.body
        if not 0 <= cell < self.document.grid.count:
            return False
        stamp = self.game.pick(body, cell)
        if stamp == self.game.eraser(body, cell):
            return False
        self.set_stamp(stamp)
        return True

    def turn_stamp(self, turns: int) -> None:
        """Turn the stamp in hand."""
        self._change_stamp(lambda stamp: self.game.turned(self.document.body, stamp, turns))

    def mirror_stamp(self, upright: bool) -> None:
        """Mirror the stamp in hand."""
        self._change_stamp(lambda stamp: self.game.mirrored(self.document.body, stamp, upright))

    def _change_stamp(self, change: Callable[[Stamp], Stamp]) -> None:
        """Change the stamp in hand, or all of them."""
        before = (self.stamp, self.mixed)
        self.mixed = tuple(change(stamp) for stamp in self.mixed)
        self.stamp = change(self.stamp) if self.stamp is not None else None
        if (self.stamp, self.mixed) != before:
            self.stamp_changed.emit()

    def set_symmetry(self, symmetry: Symmetry) -> None:
        """Repeat strokes this way from now on."""
        if symmetry is not self.symmetry:
            self.symmetry = symmetry
            self.symmetry_changed.emit()

    def next_symmetry(self) -> None:
        """Go on to the next symmetry, round and round, and say which."""
        modes = symmetries(self.document.grid)
        self.set_symmetry(modes[(modes.index(self.symmetry) + 1) % len(modes)])
        self.hinted.emit(_("Symmetry: {name}").format(name=self.symmetry.words))

    def set_outlined(self, outlined: bool) -> None:
        """Paint figures as outlines from now on, or filled."""
        if outlined != self.outlined:
            self.outlined = outlined
            self.brush_changed.emit()

    def set_brush(self, rings: int) -> None:
        """Paint this many rings of cells round the one that is pointed at from now on."""
        rings = min(max(rings, 0), RINGS - 1)
        if rings != self.brush:
            self.brush = rings
            self.brush_changed.emit()

    def set_word(self, word: str) -> None:
        """Take a word in hand, for the tool that lays words."""
        if word != self.word:
            self.word = word
            self.word_changed.emit()

    # painting

    def footprint(self, cell: int) -> list[int]:
        """The cells that the brush covers on a cell."""
        return self.document.grid.around(cell, self.brush)

    def images(self, target: int, stamp: Stamp) -> list[tuple[int, Stamp]]:
        """All places that a stamp on a target paints, with the stamp for each."""
        return images(self.game, self.document.body, self.symmetry, target, stamp)

    def painted(self, body: Body, target: int, stamp: Stamp) -> Body:
        """A body with a stamp put on a target and on its images; on the target alone if there is but one of it."""
        stamp = (self.drawn(target) or stamp) if stamp == self.stamp else stamp
        places = self.images(target, stamp)
        if self.is_single(body, stamp, [place for place, _image in places]):
            places = places[-1:]
        for place, image in places:
            body = self.game.stamp(body, place, image)
        return body

    def spread(self, body: Body, cells: Sequence[int], stamp: Stamp, end: int) -> Body:
        """A body with a stamp on cells and their images; what there is but one of goes to the end, and only there."""
        for cell in (end,) if not self.mixed and self.is_single(body, stamp, cells) else cells:
            body = self.painted(body, cell, stamp)
        return body

    def is_single(self, body: Body, stamp: Stamp, cells: Sequence[int]) -> bool:
        """Whether there is but one of a stamp: when it is laid on a second one of these cells, the first is empty."""
        first = -1
        for cell in cells:
            laid = self.game.stamp(body, cell, stamp)
            if self.game.pick(laid, cell).key == stamp.key:
                if first >= 0:
                    return self.game.pick(laid, first).key != stamp.key
                first, body = cell, laid
        return False

    def erased(self, body: Body, target: int) -> Body:
        """A body with a target and its images cleared."""
        for place, _image in self.images(target, self.game.eraser(body, target)):
            body = self.game.stamp(body, place, self.game.eraser(body, place))
        return body

    def covered(self, targets: Iterable[int]) -> list[int]:
        """Targets with their images under the symmetry, each once."""
        grid, group = self.document.grid, list(targets)
        pictures = [image for target in group for image in image_targets(grid, self.symmetry, target)]
        return list(dict.fromkeys([*group, *(target for target in pictures if target >= 0)]))

    def changed(self, before: Body, after: Body, targets: Iterable[int]) -> list[int]:
        """Those of the targets that hold something else in another body: what the history counts."""
        return [target for target in targets if self.game.pick(before, target) != self.game.pick(after, target)]

    def places(self, targets: Iterable[int]) -> str:
        """Words for where something happened: one name, or how many spaces."""
        group = list(targets)
        if len(group) == 1 and not is_edge(group[0]):
            return self.document.grid.name(group[0])
        if all(is_edge(target) for target in group):
            return plural("{n} edge", "{n} edges", len(group)).format(n=len(group))
        return plural("{n} space", "{n} spaces", len(group)).format(n=len(group))

    def set_count(self, field: str, value: int) -> None:
        """Put another number of a stamp's kind into the box; counting on is one undo step."""
        document = self.document
        try:
            body = self.game.set_field(document.body, -1, field, value)
        except ValueError as problem:
            self.hinted.emit(str(problem))
            self.palette_changed.emit()
            return
        name = next((item.name for item in self.items("cells") if item.field == field), field)
        words = _("{name}: {n} in the box").format(name=name, n=value)
        document.apply(words, body, ("field", -1, field), "pencil")

    def stroked(self, targets: Iterable[int]) -> list[int]:
        """What the stroke that is being drawn has changed of the targets and of their images."""
        return self.changed(self.document.before_stroke, self.document.body, self.covered(targets))

    def laid(self, stamp: Stamp, targets: Iterable[int]) -> str:
        """What the history calls a stamp put on some places."""
        name = self.name(stamp)
        if self.mixed and stamp == self.stamp:
            name = _("One of {n} stamps").format(n=len(self.mixed))
        return _("{name} on {place}").format(name=name, place=self.places(targets))

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
        changed = self.document.end_stroke(f"{label}: {self.places(lifted.cells)}", icon, key)
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
        text = msgspec.json.encode(clip(self.game, self.document.body, self.selection))
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

    def put_pattern(self, anchor: int) -> bool:
        """Put the pattern in hand down as one undo step, its middle on a cell, and select it; say whether it fits."""
        placed = self.pattern.placed(self.document.grid, anchor) if self.pattern is not None else ()
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
