"""The brush: palette, stamps, size and symmetry, what it paints, and custom stamps."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Annotated

import msgspec
from msgspec import Meta
from PySide6.QtCore import QObject, Signal

from studio.core.form import VOID_KEY, Stamp, StampGroup, StampItem
from studio.core.game import Body
from studio.core.picture import is_edge
from studio.core.plugin import Game
from studio.core.text import _, plural
from studio.drawing.symmetry import Symmetry, image_targets, images, symmetries
from studio.gui.editor.clipboard import ClipboardCells
from studio.gui.editor.document import EditorDocument
from studio.gui.settings import settings
from studio.gui.style.icons import BRUSH_SIZES


class StampBrush(QObject):
    """The current stamps and how they are painted: not part of undo, not saved."""

    stamp_changed = Signal()
    edge_stamp_changed = Signal()
    symmetry_changed = Signal()
    brush_changed = Signal()
    word_changed = Signal()
    palette_changed = Signal()
    hinted = Signal(str)

    def __init__(self, document: EditorDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.game = document.game
        self.palette: tuple[StampGroup, ...] = ()
        self.stamp: Stamp | None = None
        self.edge_stamp: Stamp | None = None
        # several stamps, one of which is painted at random; () if there is only one
        self.mixed_stamps: tuple[Stamp, ...] = ()
        self._mix_seed = 0
        self.is_outline_only = False  # for shapes
        self.symmetry = Symmetry.NONE
        self.brush_rings = 0  # rings of cells around the one pointed at
        self.word = ""

    def reload_palette(self) -> None:
        """Reload the palette from the body; a stamp that is no longer in it is replaced by the first."""
        self.palette = tuple(self.game.sketch.palette(self.document.body))
        self._mix_seed += 1
        known = {item.stamp.key for item in self.items("cells")}
        if self.stamp is None or (known and self.stamp.key not in known):
            first = next(iter(self.items("cells")), None)
            self.set_stamp(first.stamp if first else None)

    def stamp_at(self, target: int) -> Stamp:
        return self.game.editing.pick(self.document.body, target)

    def items(self, on: str) -> list[StampItem]:
        return [item for group in self.palette if group.on == on for item in group.items]

    def item(self, stamp: Stamp) -> StampItem | None:
        """Return the palette entry of a stamp, ignoring its rotation."""
        return next((item for group in self.palette for item in group.items if item.stamp.key == stamp.key), None)

    def name(self, stamp: Stamp) -> str:
        item = self.item(stamp)
        return item.name if item is not None else stamp.key

    def void_stamp(self) -> Stamp | None:
        return next((item.stamp for item in self.items("cells") if item.stamp.key == VOID_KEY), None)

    def letters(self) -> dict[str, Stamp]:
        """Map letters to the stamps that write them."""
        return {item.letter.upper(): item.stamp for item in reversed(self.items("cells")) if item.letter}

    def set_stamp(self, stamp: Stamp | None) -> None:
        if stamp != self.stamp or self.mixed_stamps:
            self.stamp, self.mixed_stamps = stamp, ()
            self.stamp_changed.emit()

    def set_edge_stamp(self, stamp: Stamp | None) -> None:
        """Set the stamp for edges; None means that clicks cycle through all kinds."""
        if stamp != self.edge_stamp:
            self.edge_stamp = stamp
            self.edge_stamp_changed.emit()

    def toggle_mixed(self, stamp: Stamp) -> None:
        """Add a stamp to the current ones or remove it: painting picks one of them at random."""
        chosen = list(self.mixed_stamps or ([self.stamp] if self.stamp is not None else []))
        keys = [other.key for other in chosen]
        if stamp.key not in keys:
            chosen.append(stamp)
        elif len(chosen) > 1:
            del chosen[keys.index(stamp.key)]
        self.stamp, self.mixed_stamps = chosen[0], tuple(chosen) if len(chosen) > 1 else ()
        self.stamp_changed.emit()

    def stamp_for(self, cell: int) -> Stamp | None:
        """Return the stamp to paint on a cell: the current one, or a random one of several.

        Stamps with more copies left are more likely. The choice for a cell is stable until a stroke ends, so
        that the ghost matches the result and figures do not flicker.
        """
        if not self.mixed_stamps:
            return self.stamp
        items = [self.item(stamp) for stamp in self.mixed_stamps]
        limited = [item is not None and (item.remaining >= 0 or bool(item.field)) for item in items]
        left = [max(item.remaining, 0) if item and limit else 1 for item, limit in zip(items, limited, strict=True)]
        return Random(f"{self._mix_seed} {cell}").choices(self.mixed_stamps, left if any(left) else None)[0]

    def pick_up(self, cell: int) -> bool:
        """Use the stamp that is on a cell; return False if the cell is empty."""
        if not 0 <= cell < self.document.grid.count:
            return False
        stamp = self.stamp_at(cell)
        if stamp == self.game.editing.eraser(self.document.body, cell):
            return False
        self.set_stamp(stamp)
        return True

    def turn_stamp(self, turns: int) -> None:
        self._change_stamp(lambda stamp: self.game.editing.rotate_stamp(self.document.body, stamp, turns))

    def mirror_stamp(self, upright: bool) -> None:
        self._change_stamp(lambda stamp: self.game.editing.mirror_stamp(self.document.body, stamp, upright))

    def _change_stamp(self, change: Callable[[Stamp], Stamp]) -> None:
        before = (self.stamp, self.mixed_stamps)
        self.mixed_stamps = tuple(change(stamp) for stamp in self.mixed_stamps)
        self.stamp = change(self.stamp) if self.stamp is not None else None
        if (self.stamp, self.mixed_stamps) != before:
            self.stamp_changed.emit()

    def set_symmetry(self, symmetry: Symmetry) -> None:
        if symmetry is not self.symmetry:
            self.symmetry = symmetry
            self.symmetry_changed.emit()

    def next_symmetry(self) -> None:
        modes = symmetries(self.document.grid)
        self.set_symmetry(modes[(modes.index(self.symmetry) + 1) % len(modes)])
        self.hinted.emit(_("Symmetry: {name}").format(name=self.symmetry.title))

    def toggle_outline_only(self) -> None:
        self.is_outline_only = not self.is_outline_only
        self.brush_changed.emit()

    def set_brush_rings(self, rings: int) -> None:
        rings = min(max(rings, 0), BRUSH_SIZES - 1)
        if rings != self.brush_rings:
            self.brush_rings = rings
            self.brush_changed.emit()

    def set_word(self, word: str) -> None:
        if word != self.word:
            self.word = word
            self.word_changed.emit()

    # painting

    def footprint(self, cell: int) -> list[int]:
        return self.document.grid.around(cell, self.brush_rings)

    def images(self, target: int, stamp: Stamp) -> list[tuple[int, Stamp]]:
        """Return all targets that a stamp paints under the symmetry, with the stamp for each."""
        return images(self.game, self.document.body, self.symmetry, target, stamp)

    def with_stamp(self, body: Body, target: int, stamp: Stamp) -> Body:
        """Return a body with a stamp on a target and its images; on the target alone if only one copy exists."""
        stamp = (self.stamp_for(target) or stamp) if stamp == self.stamp else stamp
        places = self.images(target, stamp)
        if self.is_single(body, stamp, [place for place, _image in places]):
            places = places[-1:]
        for place, image in places:
            body = self.game.editing.stamp(body, place, image)
        return body

    def with_stamps(self, body: Body, cells: Sequence[int], stamp: Stamp, end: int) -> Body:
        """Return a body with a stamp on cells and their images; a stamp with one copy goes to `end` only."""
        for cell in (end,) if not self.mixed_stamps and self.is_single(body, stamp, cells) else cells:
            body = self.with_stamp(body, cell, stamp)
        return body

    def is_single(self, body: Body, stamp: Stamp, cells: Sequence[int]) -> bool:
        """Return whether only one copy exists: placing it on a second of these cells removes it from the first."""
        first, editing = -1, self.game.editing
        for cell in cells:
            placed = editing.stamp(body, cell, stamp)
            if editing.pick(placed, cell).key == stamp.key:
                if first >= 0:
                    return editing.pick(placed, first).key != stamp.key
                first, body = cell, placed
        return False

    def with_erased(self, body: Body, target: int) -> Body:
        """Return a body with a target and its images cleared."""
        editing = self.game.editing
        for place, _image in self.images(target, editing.eraser(body, target)):
            body = editing.stamp(body, place, editing.eraser(body, place))
        return body

    def with_images(self, targets: Iterable[int]) -> list[int]:
        """Return targets with their images under the symmetry, without duplicates."""
        grid, group = self.document.grid, list(targets)
        images = [image for target in group for image in image_targets(grid, self.symmetry, target)]
        return list(dict.fromkeys([*group, *(image for image in images if image >= 0)]))

    def changed_targets(self, before: Body, after: Body, targets: Iterable[int]) -> list[int]:
        """Return the targets that hold something else in `after`."""
        pick = self.game.editing.pick
        return [target for target in targets if pick(before, target) != pick(after, target)]

    def describe_targets(self, targets: Iterable[int]) -> str:
        """Return the name of a single target, or the number of spaces or edges."""
        group = list(targets)
        if len(group) == 1 and not is_edge(group[0]):
            return self.document.grid.name(group[0])
        if all(is_edge(target) for target in group):
            return plural("{n} edge", "{n} edges", len(group)).format(n=len(group))
        return plural("{n} space", "{n} spaces", len(group)).format(n=len(group))

    def set_count(self, field: str, value: int) -> None:
        """Set the number of copies of a stamp; consecutive changes merge into one undo step."""
        document = self.document
        try:
            body = self.game.editing.set_field(document.body, -1, field, value)
        except ValueError as problem:
            self.hinted.emit(str(problem))
            self.palette_changed.emit()
            return
        name = next((item.name for item in self.items("cells") if item.field == field), field)
        text = _("{name}: {n} in the box").format(name=name, n=value)
        document.apply(text, body, ("field", -1, field), "pencil")

    def stroke_targets(self, targets: Iterable[int]) -> list[int]:
        """Return which of the targets and their images the current stroke has changed."""
        return self.changed_targets(self.document.body_before_stroke, self.document.body, self.with_images(targets))

    def stamp_step_label(self, stamp: Stamp, targets: Iterable[int]) -> str:
        """Return the undo label for a stamp on some targets."""
        name = self.name(stamp)
        if self.mixed_stamps and stamp == self.stamp:
            name = _("One of {n} stamps").format(n=len(self.mixed_stamps))
        return _("{name} on {place}").format(name=name, place=self.describe_targets(targets))


# Custom stamps: single cells or patterns under a digit, saved in the settings per game.

STAMPS_SETTING = "stamps"
SLOTS = range(1, 10)
MAX_STAMP_CELLS = 400  # of a saved stamp, to keep the settings small


class CustomStamp(msgspec.Struct, frozen=True):
    """A saved stamp or pattern and its digit."""

    slot: Annotated[int, Meta(ge=1, le=9)]
    name: Annotated[str, Meta(max_length=80)]
    clipping: ClipboardCells


def load_custom_stamps(game: Game) -> dict[int, CustomStamp]:
    """Return the saved stamps of a game by digit. Invalid ones are skipped."""
    found: dict[int, CustomStamp] = {}
    raw = settings().value(STAMPS_SETTING).get(game.info.slug)
    for entry in raw if isinstance(raw, list) else ():
        try:
            saved = msgspec.convert(entry, CustomStamp)
        except (msgspec.ValidationError, RecursionError):
            continue
        if saved.clipping.game == game.info.slug and len(saved.clipping.cells) <= MAX_STAMP_CELLS:
            found.setdefault(saved.slot, saved)
    return dict(sorted(found.items()))


def save_stamp(game: Game, stamp: CustomStamp) -> None:
    """Save a stamp under its digit. Raises `ValueError` if it is too large."""
    if len(stamp.clipping.cells) > MAX_STAMP_CELLS:
        raise ValueError(_("A custom stamp can have at most {n} spaces.").format(n=MAX_STAMP_CELLS))
    _write_stamps(game, {**load_custom_stamps(game), stamp.slot: stamp})


def delete_stamp(game: Game, slot: int) -> None:
    _write_stamps(game, {number: saved for number, saved in load_custom_stamps(game).items() if number != slot})


def _write_stamps(game: Game, stamps: dict[int, CustomStamp]) -> None:
    everything = dict(settings().value(STAMPS_SETTING))
    everything[game.info.slug] = json.loads(
        msgspec.json.encode([stamps[slot] for slot in sorted(stamps)], enc_hook=str)
    )
    settings().set_value(STAMPS_SETTING, everything)


def first_free_slot(game: Game) -> int:
    """Return the first free digit; 0 if all are taken."""
    taken = load_custom_stamps(game)
    return next((slot for slot in SLOTS if slot not in taken), 0)
