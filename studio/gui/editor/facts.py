"""What the status bar says of the layout and the tool in hand, kept in step with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer

from studio.core.form import Stamp
from studio.core.text import _
from studio.gui.editor.board.easel import Easel
from studio.gui.editor.document.desk import VOID_KEY
from studio.gui.editor.panels.status import EditorStatus

HINT_MS = 5000


class Facts(QObject):
    """Fills in a status bar. What is said by the way gives way to the tool's own hint after a while."""

    def __init__(self, bar: EditorStatus, easel: Easel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bar, self.easel = bar, easel
        self.document, self.desk = easel.document, easel.desk
        self._counted: Any = None
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(HINT_MS)
        self._quiet.timeout.connect(self.show_tool)
        easel.tool_changed.connect(self.show_tool)
        easel.entered.connect(bar.cell.setText)
        easel.view.zoom_changed.connect(bar.set_zoom)
        bar.zoom_wanted.connect(easel.view.set_zoom)
        self.desk.hinted.connect(self.say)
        self.document.saved.connect(bar.saved.note_save)

    def stop(self) -> None:
        """Say no more."""
        self._quiet.stop()

    def say(self, words: str) -> None:
        """Say something for a while."""
        self.bar.hint.set_text(words)
        self._quiet.start()

    def show_tool(self) -> None:
        """Say what is in hand and what it does."""
        self._quiet.stop()
        tool, stamp = self.easel.tool, self.desk.stamp
        self.bar.hint.set_text(tool.hint)
        hand = tool.name
        if tool.uses_stamp and stamp is not None:
            hand = _("{tool}: {name}").format(tool=hand, name=self.desk.name(stamp))
            item = self.desk.item(stamp)
            if item is not None and item.turns > 1:
                hand += f", {stamp.turn * 360 // self.document.grid.sides}°"
        self.bar.hand.setText(hand)

    def show_document(self) -> None:
        """Say whether it is saved, and how many spaces are open, laid and void; of a map, what there is most of."""
        document = self.document
        self.bar.saved.show_state(document.is_modified, document.path is not None)
        if document.body is self._counted:
            return
        self._counted = document.body
        game, body, grid = document.game, document.body, document.grid
        stamps = [game.pick(body, cell) for cell in range(grid.count)]
        void = sum(stamp.key == VOID_KEY for stamp in stamps)
        blank = sum(stamp == game.eraser(body, cell) for cell, stamp in enumerate(stamps))
        known = {item.stamp for item in self.desk.items("cells")}
        is_painted = known.issuperset(stamps) and sum(n > 1 for n in Counter(stamps).values()) > 1
        if game.eraser(body, 0) in known and is_painted:  # kinds of space, none of which waits for anything
            self.bar.spaces.setText(self._most_of(stamps))
            return
        words = _("{open} open, {laid} laid, {void} void")
        if self.desk.void_stamp() is None:
            words = _("{open} open, {laid} laid")
        self.bar.spaces.setText(words.format(open=blank, laid=grid.count - blank - void, void=void))

    def _most_of(self, stamps: Sequence[Stamp]) -> str:
        """The two kinds of space there are most of, and how many others."""
        most = Counter(stamps).most_common(2)
        words = [_("{name} {n}").format(name=self.desk.name(stamp), n=count) for stamp, count in most]
        if rest := len(stamps) - sum(count for _stamp, count in most):
            words.append(_("others {n}").format(n=rest))
        return " · ".join(words)
