"""What is in hand at the editor's desk to paint with: palette, stamps, brush, symmetry; and what a dab of it paints."""

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
    """Stamps and how they are painted. Nothing here is undone or saved."""

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
        self.mixed_stamps: tuple[Stamp, ...] = ()
        """Several stamps in hand, of which painting draws one; none while there is but one."""
        self._mix_seed = 0
        self.is_outline_only = False
        """Whether figures are painted as outlines."""
        self.symmetry = Symmetry.NONE
        self.brush_rings = 0
        """Rings of cells round the one that a brush points at."""
        self.word = ""

    def reload_palette(self) -> None:
        """Take the palette afresh from the body; a stamp that it does not have is put away."""
        self.palette = tuple(self.game.sketch.palette(self.document.body))
        self._mix_seed += 1
        known = {item.stamp.key for item in self.items("cells")}
        if self.stamp is None or (known and self.stamp.key not in known):
            first = next(iter(self.items("cells")), None)
            self.set_stamp(first.stamp if first else None)

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
        if stamp != self.stamp or self.mixed_stamps:
            self.stamp, self.mixed_stamps = stamp, ()
            self.stamp_changed.emit()

    def set_edge_stamp(self, stamp: Stamp | None) -> None:
        """Take a stamp for edges in hand; None cycles through them all."""
        if stamp != self.edge_stamp:
            self.edge_stamp = stamp
            self.edge_stamp_changed.emit()

    def toggle_mixed(self, stamp: Stamp) -> None:
        """Take one more stamp in hand beside the others, or put it back: painting draws one of them by chance."""
        chosen = list(self.mixed_stamps or ([self.stamp] if self.stamp is not None else []))
        keys = [other.key for other in chosen]
        if stamp.key not in keys:
            chosen.append(stamp)
        elif len(chosen) > 1:
            del chosen[keys.index(stamp.key)]
        self.stamp, self.mixed_stamps = chosen[0], tuple(chosen) if len(chosen) > 1 else ()
        self.stamp_changed.emit()

    def stamp_for(self, cell: int) -> Stamp | None:
        """The stamp that is painted on a cell: the one in hand, or one of several by chance.

        The more there are left of one the likelier it is. Until a stroke ends it is the same for a cell, so that the
        ghost tells the truth and figures do not flicker.
        """
        if not self.mixed_stamps:
            return self.stamp
        items = [self.item(stamp) for stamp in self.mixed_stamps]
        left = [
            max(item.remaining, 0) if item is not None and (item.remaining >= 0 or item.field) else 1 for item in items
        ]
        return Random(f"{self._mix_seed} {cell}").choices(self.mixed_stamps, left if any(left) else None)[0]

    def pick_up(self, cell: int) -> bool:
        """Take what lies on a cell in hand; say whether anything lay there."""
        body = self.document.body
        if not 0 <= cell < self.document.grid.count:
            return False
        stamp = self.game.editing.pick(body, cell)
        if stamp == self.game.editing.eraser(body, cell):
            return False
        self.set_stamp(stamp)
        return True

    def turn_stamp(self, turns: int) -> None:
        """Turn the stamp in hand."""
        self._change_stamp(lambda stamp: self.game.editing.rotate_stamp(self.document.body, stamp, turns))

    def mirror_stamp(self, upright: bool) -> None:
        """Mirror the stamp in hand."""
        self._change_stamp(lambda stamp: self.game.editing.mirror_stamp(self.document.body, stamp, upright))

    def _change_stamp(self, change: Callable[[Stamp], Stamp]) -> None:
        """Change the stamp in hand, or all of them."""
        before = (self.stamp, self.mixed_stamps)
        self.mixed_stamps = tuple(change(stamp) for stamp in self.mixed_stamps)
        self.stamp = change(self.stamp) if self.stamp is not None else None
        if (self.stamp, self.mixed_stamps) != before:
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
        self.hinted.emit(_("Symmetry: {name}").format(name=self.symmetry.title))

    def set_outline_only(self, outlined: bool) -> None:
        """Paint figures as outlines from now on, or filled."""
        if outlined != self.is_outline_only:
            self.is_outline_only = outlined
            self.brush_changed.emit()

    def set_brush_rings(self, rings: int) -> None:
        """Paint this many rings of cells round the one that is pointed at from now on."""
        rings = min(max(rings, 0), BRUSH_SIZES - 1)
        if rings != self.brush_rings:
            self.brush_rings = rings
            self.brush_changed.emit()

    def set_word(self, word: str) -> None:
        """Take a word in hand, for the tool that lays words."""
        if word != self.word:
            self.word = word
            self.word_changed.emit()

    # painting

    def footprint(self, cell: int) -> list[int]:
        """The cells that the brush covers on a cell."""
        return self.document.grid.around(cell, self.brush_rings)

    def images(self, target: int, stamp: Stamp) -> list[tuple[int, Stamp]]:
        """All places that a stamp on a target paints, with the stamp for each."""
        return images(self.game, self.document.body, self.symmetry, target, stamp)

    def with_stamp(self, body: Body, target: int, stamp: Stamp) -> Body:
        """A body with a stamp put on a target and on its images; on the target alone if there is but one of it."""
        stamp = (self.stamp_for(target) or stamp) if stamp == self.stamp else stamp
        places = self.images(target, stamp)
        if self.is_single(body, stamp, [place for place, _image in places]):
            places = places[-1:]
        for place, image in places:
            body = self.game.editing.stamp(body, place, image)
        return body

    def with_stamps(self, body: Body, cells: Sequence[int], stamp: Stamp, end: int) -> Body:
        """A body with a stamp on cells and their images; what there is but one of goes to the end, and only there."""
        for cell in (end,) if not self.mixed_stamps and self.is_single(body, stamp, cells) else cells:
            body = self.with_stamp(body, cell, stamp)
        return body

    def is_single(self, body: Body, stamp: Stamp, cells: Sequence[int]) -> bool:
        """Whether there is but one of a stamp: when it is laid on a second one of these cells, the first is empty."""
        first = -1
        for cell in cells:
            laid = self.game.editing.stamp(body, cell, stamp)
            if self.game.editing.pick(laid, cell).key == stamp.key:
                if first >= 0:
                    return self.game.editing.pick(laid, first).key != stamp.key
                first, body = cell, laid
        return False

    def with_erased(self, body: Body, target: int) -> Body:
        """A body with a target and its images cleared."""
        for place, _image in self.images(target, self.game.editing.eraser(body, target)):
            body = self.game.editing.stamp(body, place, self.game.editing.eraser(body, place))
        return body

    def with_images(self, targets: Iterable[int]) -> list[int]:
        """Targets with their images under the symmetry, each once."""
        grid, group = self.document.grid, list(targets)
        pictures = [image for target in group for image in image_targets(grid, self.symmetry, target)]
        return list(dict.fromkeys([*group, *(target for target in pictures if target >= 0)]))

    def changed_targets(self, before: Body, after: Body, targets: Iterable[int]) -> list[int]:
        """Those of the targets that hold something else in another body: what the history counts."""
        return [
            target
            for target in targets
            if self.game.editing.pick(before, target) != self.game.editing.pick(after, target)
        ]

    def describe_targets(self, targets: Iterable[int]) -> str:
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
            body = self.game.editing.set_field(document.body, -1, field, value)
        except ValueError as problem:
            self.hinted.emit(str(problem))
            self.palette_changed.emit()
            return
        name = next((item.name for item in self.items("cells") if item.field == field), field)
        words = _("{name}: {n} in the box").format(name=name, n=value)
        document.apply(words, body, ("field", -1, field), "pencil")

    def stroke_targets(self, targets: Iterable[int]) -> list[int]:
        """What the stroke that is being drawn has changed of the targets and of their images."""
        return self.changed_targets(self.document.body_before_stroke, self.document.body, self.with_images(targets))

    def stamp_step_label(self, stamp: Stamp, targets: Iterable[int]) -> str:
        """What the history calls a stamp put on some places."""
        name = self.name(stamp)
        if self.mixed_stamps and stamp == self.stamp:
            name = _("One of {n} stamps").format(n=len(self.mixed_stamps))
        return _("{name} on {place}").format(name=name, place=self.describe_targets(targets))


# Stamps of one's own: a space or a group of them under a digit, kept in the settings per game between runs.

STAMPS_SETTING = "stamps"
SLOTS = range(1, 10)
MAX_STAMP_CELLS = 400
"""Spaces that a kept stamp has at most, so that the settings stay small."""


class CustomStamp(msgspec.Struct, frozen=True):
    """What lies under a digit."""

    slot: Annotated[int, Meta(ge=1, le=9)]
    name: Annotated[str, Meta(max_length=80)]
    clipping: ClipboardCells


def load_custom_stamps(game: Game) -> dict[int, CustomStamp]:
    """All stamps kept for a game, by digit. Damaged ones are as if they were not there."""
    found: dict[int, CustomStamp] = {}
    raw = settings().value(STAMPS_SETTING).get(game.info.slug)
    for entry in raw if isinstance(raw, list) else ():
        try:
            kept = msgspec.convert(entry, CustomStamp)
        except (msgspec.ValidationError, RecursionError):
            continue
        if kept.clipping.game == game.info.slug and len(kept.clipping.cells) <= MAX_STAMP_CELLS:
            found.setdefault(kept.slot, kept)
    return dict(sorted(found.items()))


def save_stamp(game: Game, stamp: CustomStamp) -> None:
    """Keep a stamp under its digit, instead of what was there. Raises `ValueError` when it is too large."""
    if len(stamp.clipping.cells) > MAX_STAMP_CELLS:
        raise ValueError(_("A stamp of your own has at most {n} spaces.").format(n=MAX_STAMP_CELLS))
    _write_stamps(game, {**load_custom_stamps(game), stamp.slot: stamp})


def delete_stamp(game: Game, slot: int) -> None:
    """Keep nothing under a digit any longer."""
    _write_stamps(game, {number: kept for number, kept in load_custom_stamps(game).items() if number != slot})


def _write_stamps(game: Game, stamps: dict[int, CustomStamp]) -> None:
    everything = dict(settings().value(STAMPS_SETTING))
    everything[game.info.slug] = json.loads(
        msgspec.json.encode([stamps[slot] for slot in sorted(stamps)], enc_hook=str)
    )
    settings().set_value(STAMPS_SETTING, everything)


def first_free_slot(game: Game) -> int:
    """The first digit with nothing under it; 0 when all are taken."""
    taken = load_custom_stamps(game)
    return next((slot for slot in SLOTS if slot not in taken), 0)
