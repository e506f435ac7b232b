"""The tool that lays a word: a drag from its first space to its last, or a click for eastward; a letter on each."""

from __future__ import annotations

from typing import NamedTuple

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.text import _, plural
from studio.gui.editor.document.desk import Desk
from studio.gui.editor.document.geometry import ray
from studio.gui.editor.tools.base import Tool, Touch


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

    @property
    def name(self) -> str:
        return _("Word")

    @property
    def hint(self) -> str:
        if not self.desk.word:
            return _("Type a word above the board, then drag from its first space to its last")
        return _("Click to lay “{word}” eastward, or drag from its first space to its last").format(word=self.desk.word)

    @property
    def offered(self) -> bool:
        return bool(self.desk.letters())

    def press(self, touch: Touch) -> None:
        if self.active or touch.button != "left" or touch.cell < 0:
            return
        if not self.desk.word.strip():
            self.desk.hinted.emit(_("Type a word above the board first."))
            return
        self.active = True
        self._from, self._line, self._dragged = touch.cell, (), False
        self._draw(ray(self.document.grid, self._from, (touch.x, touch.y)))

    def move(self, touch: Touch) -> None:
        if self.active:
            line = ray(self.document.grid, self._from, (touch.x, touch.y))
            self._dragged = self._dragged or len(line) > 1
            self._draw(line)

    def release(self, touch: Touch) -> None:
        if not self.active or touch.button != "left":
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
        return "; ".join(parts) + "."

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
        return self._line if self.active else ()
