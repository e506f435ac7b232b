"""A stamp dragged from the palette and dropped on a space or an edge of the board."""

from __future__ import annotations

import json

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt
from PySide6.QtGui import QDrag, QDragMoveEvent, QDropEvent, QPixmap
from PySide6.QtWidgets import QWidget

from studio.core.form import Stamp
from studio.core.text import _
from studio.gui.board.view import Pointer
from studio.gui.editor.board.easel import Easel
from studio.gui.editor.board.reading import touch_of

MIME = "application/x-explorer-studio-stamp"


def stamp_data(stamp: Stamp, on: str) -> QMimeData:
    """A stamp on its way; `on` says whether it goes on "cells" or "edges"."""
    data = QMimeData()
    data.setData(MIME, json.dumps([stamp.key, stamp.turn, on]).encode())
    return data


def drag_stamp(source: QWidget, stamp: Stamp, on: str, picture: QPixmap) -> None:
    """Let the stamp hang from the pointer until it is dropped somewhere."""
    drag = QDrag(source)
    drag.setMimeData(stamp_data(stamp, on))
    drag.setPixmap(picture)
    side = round(picture.width() / picture.devicePixelRatio() / 2)
    drag.setHotSpot(QPoint(side, side))
    drag.exec(Qt.DropAction.CopyAction)


def carried(data: QMimeData) -> tuple[Stamp, str] | None:
    """The stamp in a drag, and what it goes on; None when it is something else."""
    if not data.hasFormat(MIME):
        return None
    key, turn, on = json.loads(bytes(data.data(MIME).data()))
    return Stamp(str(key), int(turn)), str(on)


class Landing(QObject):
    """Watches the board view for stamps that come by, and puts them down as one undo step."""

    def __init__(self, easel: Easel) -> None:
        super().__init__(easel)
        self.easel = easel
        easel.view.setAcceptDrops(True)
        easel.view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragMoveEvent):  # entering is a kind of moving
            if carried(event.mimeData()) is None:
                return False
            if self._target(event) >= 0:
                event.acceptProposedAction()
            else:
                event.accept()  # entering must be accepted, or no move is ever heard of
            return True
        if isinstance(event, QDropEvent):
            found = carried(event.mimeData())
            if found is None:
                return False
            self.put(found[0], self._target(event))
            event.acceptProposedAction()
            return True
        return super().eventFilter(watched, event)

    def put(self, stamp: Stamp, target: int) -> None:
        """Put a stamp down on a target and its images."""
        desk = self.easel.desk
        if target < 0:
            desk.hinted.emit(_("Drop it on the board."))
            return
        label = desk.laid(stamp, desk.covered([target]))
        desk.document.apply(label, desk.painted(desk.document.body, target, stamp), icon="stamp")

    def _target(self, event: QDropEvent) -> int:
        """The cell or the edge under a stamp, whichever it goes on; -1 when there is none."""
        found = carried(event.mimeData())
        assert found is not None
        view, grid = self.easel.view, self.easel.document.grid
        place = view.board_point(event.position())
        pointer = Pointer("move", view.target_at(event.position()), place.x(), place.y())
        touch = touch_of(pointer, grid, self.easel.edges, "border")
        name = grid.name(touch.cell) if touch.cell >= 0 else ""
        self.easel.frame.light(name)
        return touch.edge if found[1] == "edges" else touch.cell
