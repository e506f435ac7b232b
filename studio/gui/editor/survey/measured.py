"""What is kept of matches on the layout at the easel: findings for its problems, maps for its survey."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from studio.documents.files import DocumentError
from studio.gui.editor.document.document import EditorDocument
from studio.gui.editor.survey.surveying import Surveying
from studio.lab import keeping

if TYPE_CHECKING:
    from studio.core.form import Overlay
    from studio.core.grid import Grid
    from studio.lab.keeping import Kept


class Measured(QObject):
    """Looks after every step whether matches are known of the board as it is, or as it was before it was changed."""

    def __init__(self, document: EditorDocument, surveying: Surveying) -> None:
        super().__init__(document)
        self.document, self.surveying = document, surveying
        self._board = ""
        self._last = ""
        self._found: Sequence[Kept] = ()
        self._grid: Grid | None = None
        document.settled.connect(self.look)
        document.saved.connect(self._saved)

    def look(self, anew: bool = False) -> None:
        """Look what is kept of this board, and else of the one that was measured last; `anew`: something was kept."""
        if not keeping.is_anything_kept() or self.document.in_stroke:
            return
        from studio.lab.experiment import layout_hash
        from studio.opening import to_layout

        board = layout_hash(to_layout(self.document.settled_opened()))
        if board == self._board and not anew:
            return
        self._board = board
        found: Sequence[Kept] = keeping.kept(board)
        is_changed = not found
        if found:
            self._last = board
        else:
            path = self.document.path
            self._last = self._last or (keeping.last_of(path) if path is not None else "")
            found = keeping.kept(self._last) if self._last else ()
        self._show(found, is_changed)

    def _show(self, found: Sequence[Kept], is_changed: bool) -> None:
        from studio.lab.told import findings, overlays
        from studio.opening import opened

        self.document.set_measured(tuple(findings([one.report for one in found], is_changed)))
        maps: tuple[Overlay, ...] = ()
        if found:
            if [*found] != [*self._found]:
                then = opened(found[0].layouts[0])
                self._grid = then.game.grid(then.body)
            if self._grid == self.document.grid:  # else spaces have other names, or there are others
                maps = overlays(found[0].report, self.document.grid, is_changed)
        self._found = found
        self.surveying.show_maps(maps)

    def _saved(self) -> None:
        """The file holds a board now that was measured: it is found by it, when it is changed again."""
        if self._last and self._last == self._board and self.document.path is not None:
            with contextlib.suppress(DocumentError):  # what cannot be kept costs a hint
                keeping.belongs(self.document.path, self._board)
