"""The tool that lays a word: a drag from its first space to its last, or a click for eastward; a letter on each."""

from __future__ import annotations

from typing import NamedTuple

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.grid import Point
from studio.core.text import _, plural, strung
from studio.drawing.geometry import compass_side, ray, side_middle
from studio.gui.editor.edit_state import Desk
from studio.gui.editor.tools.base import Tool, Touch

_BEARINGS = {"north": 0, "east": 1, "south": 2, "west": 3}


class LaidWord(NamedTuple):
    """What came of laying a word: the body, where letters lie, what refused one, what is left over and unknown."""

    body: Body
    cells: tuple[int, ...]
    refused: tuple[int, ...]
    rest: str
    unknown: str


class WordTool(Tool):
    """Writes the word on the desk along a straight line of cells; offered where the palette has letters.

    A drag chooses the line; a click, by mouse or keyboard, means the one that runs east to the end of the board.

    Without a word on the desk a click sets a caret: what is typed then goes to one space after another, eastward or
    where the arrow keys or a drag point; Backspace takes it back, Enter ends the word, Escape drops it.

    A space that does not take its letter is passed over, and the letter goes to the next one. A blank in the word
    leaves a space free. Letters for which the line has no room are not laid.
    """

    key, icon, shortcut = "word", "word", "T"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._from = -1
        self._line: tuple[int, ...] = ()
        self._dragged = False
        self._laid: LaidWord | None = None
        self._held = False
        self._caret = -1
        self._side = 0
        self._typed: list[tuple[int, str, Body]] = []
        """Where the caret was, what was typed there and the body before it, key by key."""

    @property
    def name(self) -> str:
        return _("Word")

    @property
    def hint(self) -> str:
        if self.is_typing:
            return _("Type letters; arrows turn the line, Backspace takes one back, Enter ends the word, Esc drops it")
        if not self.desk.word:
            return _(
                "Click a space and type, or type a word above the board, then drag from its first space to its last"
            )
        return _("Click to lay “{word}” eastward, or drag from its first space to its last").format(word=self.desk.word)

    @property
    def offered(self) -> bool:
        return bool(self.desk.letters())

    def press(self, touch: Touch) -> None:
        self.leave()
        if self.active or touch.button != "left" or touch.cell < 0:
            return
        self._from = touch.cell
        if not self.desk.word.strip():
            self.active = self._held = True
            self._caret, self._side, self._typed = touch.cell, compass_side(self.document.grid, touch.cell, 1), []
            self.document.show_stroke(self.document.body)
            self.desk.word_changed.emit()
            return
        self.active = True
        self._from, self._line, self._dragged = touch.cell, (), False
        self._draw(ray(self.document.grid, self._from, (touch.x, touch.y)))

    def move(self, touch: Touch) -> None:
        if self.is_typing:
            line = ray(self.document.grid, self._caret, (touch.x, touch.y)) if self._held else []
            if len(line) > 1 and not self._typed:
                self._turn(line[1])
        elif self.active:
            line = ray(self.document.grid, self._from, (touch.x, touch.y))
            self._dragged = self._dragged or len(line) > 1
            self._draw(line)

    def release(self, touch: Touch) -> None:
        self._held = False
        if not self.active or touch.button != "left" or self.is_typing:
            return
        if not self._dragged:
            self._draw(self._eastward(self._from))
        self.active = False
        laid = self._laid
        assert laid is not None
        label = _("“{word}” on {place}").format(
            word=self.desk.word, place=self.desk.places(self.desk.stroked(laid.cells))
        )
        self.document.end_stroke(label, self.icon)
        if laid.refused or laid.rest or laid.unknown or not laid.cells:
            self.desk.hinted.emit(self.sentence(laid))

    @property
    def is_typing(self) -> bool:
        return self.active and self._caret >= 0

    def type_key(self, key: str) -> None:
        grid = self.document.grid
        if key == "enter":
            self.leave()
        elif key == "back":
            if self._typed:
                self._caret, _sign, body = self._typed.pop()
                self.document.show_stroke(body)
        elif key in _BEARINGS:
            side = compass_side(grid, self._caret, _BEARINGS[key])
            if side != self._side:
                self._side = side
            else:
                self._step()
        elif key.isspace():
            self._typed.append((self._caret, " ", self.document.body))
            self._step()
        else:
            self._write(key.upper())
        self.desk.word_changed.emit()

    def _write(self, sign: str) -> None:
        """Lay a letter on the caret's space, or on the next one of its line that takes it."""
        stamp, before, grid = self.desk.letters().get(sign), self.document.body, self.document.grid
        if stamp is None:
            self.desk.hinted.emit(_("There is no letter {letters}.").format(letters=sign))
            return
        cell = self._caret
        while cell >= 0:
            painted = self.desk.painted(before, cell, stamp)
            if self.desk.game.pick(painted, cell) == stamp:
                self._typed.append((self._caret, sign, before))
                self.document.show_stroke(painted)
                self._caret = cell
                self._step()
                return
            cell = grid.neighbour(cell, self._side)
        self.desk.hinted.emit(_("No space from here on takes the letter {letter}.").format(letter=sign))

    def _step(self) -> None:
        """Move the caret on; at the end of the board it stays."""
        other = self.document.grid.neighbour(self._caret, self._side)
        self._caret = other if other >= 0 else self._caret

    def _turn(self, towards: int) -> None:
        """Let the line run towards a neighbour of the caret's space."""
        grid = self.document.grid
        self._side = next(side for side in range(grid.sides) if grid.neighbour(self._caret, side) == towards)

    def leave(self) -> None:
        if not self.is_typing:
            if self.active:
                self.cancel()
            return
        self.active, self._caret = False, -1
        word = "".join(sign for _cell, sign, _body in self._typed).strip()
        letters = [cell for cell in range(self.document.grid.count) if self._is_new(cell)]
        self.document.end_stroke(_("“{word}” on {place}").format(word=word, place=self.desk.places(letters)), self.icon)

    def _is_new(self, cell: int) -> bool:
        game, document = self.desk.game, self.document
        return game.pick(document.before_stroke, cell) != game.pick(document.body, cell)

    def cancel(self) -> None:
        self._caret = -1
        super().cancel()

    def trail(self) -> tuple[Point, ...]:
        if not self.is_typing:
            return ()
        grid = self.document.grid
        return grid.centre(self._caret), side_middle(grid, self._caret, self._side)

    def sentence(self, laid: LaidWord) -> str:
        """What of the word was laid, and why the rest was not."""
        grid = self.document.grid
        count = len(laid.cells)
        parts = [plural("{n} letter laid", "{n} letters laid", count).format(n=count)]
        if laid.refused:
            names = ", ".join(grid.name(cell) for cell in laid.refused[:4]) + ("…" if len(laid.refused) > 4 else "")
            parts.append(_("passed over: {places}").format(places=names))
        if laid.unknown:
            parts.append(_("there is no letter {letters}").format(letters=", ".join(dict.fromkeys(laid.unknown))))
        if laid.rest:
            parts.append(_("no room for “{letters}”").format(letters=laid.rest))
        return strung(parts) + "."

    def lay(self, body: Body, line: tuple[int, ...]) -> LaidWord:
        """The word on a line of cells."""
        stamps, waiting = self.desk.letters(), list(self.desk.word.upper())
        unknown = "".join(sign for sign in waiting if not sign.isspace() and sign not in stamps)
        waiting = [sign for sign in waiting if sign.isspace() or sign in stamps]
        cells: list[int] = []
        refused: list[int] = []
        for cell in line:
            if not waiting:
                break
            if waiting[0].isspace():
                waiting.pop(0)
                continue
            stamp: Stamp = stamps[waiting[0]]
            painted = self.desk.painted(body, cell, stamp)
            if self.desk.game.pick(painted, cell) == stamp:
                body = painted
                cells.append(cell)
                waiting.pop(0)
            else:
                refused.append(cell)
        return LaidWord(body, tuple(cells), tuple(refused), "".join(waiting).strip(), unknown)

    def _eastward(self, cell: int) -> list[int]:
        """All cells from one to the east end of the board."""
        grid = self.document.grid
        x, y = grid.centre(cell)
        return ray(grid, cell, (x + grid.width, y))

    def _draw(self, line: list[int]) -> None:
        if tuple(line) != self._line:
            self._line = tuple(line)
            self._laid = self.lay(self.document.before_stroke, self._line)
            self.document.show_stroke(self._laid.body)

    def ghosts(self, touch: Touch) -> tuple[tuple[int, Stamp], ...]:
        laid = self._aimed(touch)
        return () if laid is None else tuple((cell, self.desk.game.pick(laid.body, cell)) for cell in laid.cells)

    def footprint(self, touch: Touch) -> tuple[int, ...]:
        laid = self._aimed(touch)
        return () if laid is None else laid.cells

    def _aimed(self, touch: Touch) -> LaidWord | None:
        """What a click there would lay."""
        if touch.cell < 0 or self.active or not self.desk.word.strip():
            return None
        return self.lay(self.document.body, tuple(self._eastward(touch.cell)))

    def band(self) -> tuple[int, ...]:
        if self.is_typing:
            return (self._caret,)
        return self._line if self.active else ()
