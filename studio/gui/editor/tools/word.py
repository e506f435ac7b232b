"""The tool that writes words: a drag or click places the word, a caret takes typed letters."""

from __future__ import annotations

from typing import NamedTuple

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.grid import Point
from studio.core.text import _, join_clauses, plural
from studio.drawing.geometry import compass_side, ray_cells, side_middle
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.tools.base import Tool, ToolEvent

_BEARINGS = {"north": 0, "east": 1, "south": 2, "west": 3}


class PlacedWord(NamedTuple):
    """The result of placing a word: body, cells with letters, rejecting cells, letters left over and unknown."""

    body: Body
    cells: tuple[int, ...]
    skipped: tuple[int, ...]
    leftover: str
    unknown: str


class WordTool(Tool):
    """Writes a word along a straight line of cells, if the palette has letters.

    A drag chooses the line; a click means the line east to the end of the board.

    Without a word, a click sets a caret: typed letters go to one space after another, eastward or where the arrow
    keys or a drag point. Backspace removes the last one, Enter ends the word, Escape drops it.

    A space that rejects a letter is skipped; a blank leaves a space free. Letters beyond the end of the line are
    omitted.
    """

    key, icon, shortcut = "word", "word", "T"

    def __init__(self, edit_state: EditState) -> None:
        super().__init__(edit_state)
        self._start = -1
        self._line: tuple[int, ...] = ()
        self._dragged = False
        self._placed: PlacedWord | None = None
        self._is_button_down = False
        self._caret = -1
        self._direction = 0
        self._typed_keys: list[tuple[int, str, Body]] = []  # caret, character, and the body before it

    @property
    def hint(self) -> str:
        if self.is_typing:
            return _("Type letters. Arrows: direction. Backspace: delete. Enter: finish. Esc: cancel.")
        if not self.edit_state.word:
            return super().hint
        text = _("Click to place “{word}” eastwards. Or drag from first to last space.")
        return text.format(word=self.edit_state.word)

    @property
    def is_available(self) -> bool:
        return bool(self.edit_state.letters())

    def press(self, event: ToolEvent) -> None:
        self.deactivate()
        if self.is_active or event.button != "left" or event.cell < 0:
            return
        self.is_active = True
        self._start, self._line, self._dragged = event.cell, (), False
        if not self.edit_state.word.strip():
            self._is_button_down = True
            self._caret, self._typed_keys = event.cell, []
            self._direction = compass_side(self.document.grid, event.cell, 1)
            self.document.show_stroke(self.document.body)
            self.edit_state.word_changed.emit()
            return
        self._draw_word(ray_cells(self.document.grid, self._start, (event.x, event.y)))

    def move(self, event: ToolEvent) -> None:
        if self.is_typing:
            line = ray_cells(self.document.grid, self._caret, (event.x, event.y)) if self._is_button_down else []
            if len(line) > 1 and not self._typed_keys:
                grid, caret = self.document.grid, self._caret
                self._direction = next(side for side in range(grid.sides) if grid.neighbor(caret, side) == line[1])
        elif self.is_active:
            line = ray_cells(self.document.grid, self._start, (event.x, event.y))
            self._dragged = self._dragged or len(line) > 1
            self._draw_word(line)

    def release(self, event: ToolEvent) -> None:
        self._is_button_down = False
        if not self.is_active or event.button != "left" or self.is_typing:
            return
        if not self._dragged:
            self._draw_word(self._line_east(self._start))
        self.is_active = False
        placed = self._placed
        assert placed is not None
        self._end_word(self.edit_state.word, self.edit_state.stroke_targets(placed.cells))
        if placed.skipped or placed.leftover or placed.unknown or not placed.cells:
            self.edit_state.hinted.emit(self.result_text(placed))

    def _end_word(self, word: str, cells: list[int]) -> None:
        label = _("“{word}” on {place}").format(word=word, place=self.edit_state.describe_targets(cells))
        self.document.end_stroke(label, self.icon)

    @property
    def is_typing(self) -> bool:
        return self.is_active and self._caret >= 0

    def type_key(self, key: str) -> None:
        grid = self.document.grid
        if key == "enter":
            self.deactivate()
        elif key == "back":
            if self._typed_keys:
                self._caret, _sign, body = self._typed_keys.pop()
                self.document.show_stroke(body)
        elif key in _BEARINGS:
            side = compass_side(grid, self._caret, _BEARINGS[key])
            if side != self._direction:
                self._direction = side
            else:
                self._advance_caret()
        elif key.isspace():
            self._typed_keys.append((self._caret, " ", self.document.body))
            self._advance_caret()
        else:
            self._type_letter(key.upper())
        self.edit_state.word_changed.emit()

    def _type_letter(self, icon: str) -> None:
        """Place a letter on the caret's space, or on the next one of the line that accepts it."""
        stamp, before, grid = self.edit_state.letters().get(icon), self.document.body, self.document.grid
        if stamp is None:
            self.edit_state.hinted.emit(_("There is no letter {letters}.").format(letters=icon))
            return
        cell = self._caret
        while cell >= 0:
            painted = self.edit_state.with_stamp(before, cell, stamp)
            if self.edit_state.game.editing.pick(painted, cell) == stamp:
                self._typed_keys.append((self._caret, icon, before))
                self.document.show_stroke(painted)
                self._caret = cell
                self._advance_caret()
                return
            cell = grid.neighbor(cell, self._direction)
        self.edit_state.hinted.emit(_("No space from here on accepts the letter {letter}.").format(letter=icon))

    def _advance_caret(self) -> None:
        other = self.document.grid.neighbor(self._caret, self._direction)
        self._caret = other if other >= 0 else self._caret

    def deactivate(self) -> None:
        if not self.is_typing:
            if self.is_active:
                self.cancel()
            return
        self.is_active, self._caret = False, -1
        word = "".join(icon for _cell, icon, _body in self._typed_keys).strip()
        before, cells = self.document.body_before_stroke, range(self.document.grid.count)
        self._end_word(word, self.edit_state.changed_targets(before, self.document.body, cells))

    def cancel(self) -> None:
        self._caret = -1
        super().cancel()

    def trail(self) -> tuple[Point, ...]:
        if not self.is_typing:
            return ()
        grid = self.document.grid
        return grid.center(self._caret), side_middle(grid, self._caret, self._direction)

    def result_text(self, placed: PlacedWord) -> str:
        """Return which letters were placed, and why others were not."""
        grid = self.document.grid
        count = len(placed.cells)
        parts = [plural("{n} letter placed", "{n} letters placed", count).format(n=count)]
        if placed.skipped:
            names = ", ".join(grid.name(cell) for cell in placed.skipped[:4]) + ("…" if len(placed.skipped) > 4 else "")
            parts.append(_("skipped: {places}").format(places=names))
        if placed.unknown:
            parts.append(_("no letter {letters}").format(letters=", ".join(dict.fromkeys(placed.unknown))))
        if placed.leftover:
            parts.append(_("no room for “{letters}”").format(letters=placed.leftover))
        return join_clauses(parts) + "."

    def place_word(self, body: Body, line: tuple[int, ...]) -> PlacedWord:
        stamps, waiting = self.edit_state.letters(), list(self.edit_state.word.upper())
        unknown = "".join(icon for icon in waiting if not icon.isspace() and icon not in stamps)
        waiting = [icon for icon in waiting if icon.isspace() or icon in stamps]
        cells: list[int] = []
        refused: list[int] = []
        for cell in line:
            if not waiting:
                break
            if waiting[0].isspace():
                waiting.pop(0)
                continue
            stamp: Stamp = stamps[waiting[0]]
            painted = self.edit_state.with_stamp(body, cell, stamp)
            if self.edit_state.game.editing.pick(painted, cell) == stamp:
                body = painted
                cells.append(cell)
                waiting.pop(0)
            else:
                refused.append(cell)
        return PlacedWord(body, tuple(cells), tuple(refused), "".join(waiting).strip(), unknown)

    def _line_east(self, cell: int) -> list[int]:
        """Return all cells from one to the east end of the board."""
        grid = self.document.grid
        x, y = grid.center(cell)
        return ray_cells(grid, cell, (x + grid.width, y))

    def _draw_word(self, line: list[int]) -> None:
        if tuple(line) != self._line:
            self._line = tuple(line)
            self._placed = self.place_word(self.document.body_before_stroke, self._line)
            self.document.show_stroke(self._placed.body)

    def ghosts(self, event: ToolEvent) -> tuple[tuple[int, Stamp], ...]:
        placed, pick = self._preview_word(event), self.edit_state.game.editing.pick
        return () if placed is None else tuple((cell, pick(placed.body, cell)) for cell in placed.cells)

    def footprint(self, event: ToolEvent) -> tuple[int, ...]:
        placed = self._preview_word(event)
        return () if placed is None else placed.cells

    def _preview_word(self, event: ToolEvent) -> PlacedWord | None:
        """Return what a click would place."""
        if event.cell < 0 or self.is_active or not self.edit_state.word.strip():
            return None
        return self.place_word(self.document.body, tuple(self._line_east(event.cell)))

    def band(self) -> tuple[int, ...]:
        if self.is_typing:
            return (self._caret,)
        return self._line if self.is_active else ()
