"""Calls of programs that were started while a window is open: it opens their files and comes to the front."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from studio.documents.keeping.calls import Call, Door

AGAIN = 300
"""Milliseconds after which is looked again whether a question has been answered that nothing is to come between."""


class Callers(QObject):
    """Listens at a door and hands what comes in to `opened`, when no dialog waits for an answer."""

    def __init__(self, door: Door, window: QWidget, opened: Callable[[Sequence[str]], object]) -> None:
        super().__init__(window)
        self._door = door
        self._window = window
        self._opened = opened
        self._waiting: list[Call] = []
        self._watcher = QFileSystemWatcher([str(door.folder)], self)
        self._watcher.directoryChanged.connect(self.look)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(AGAIN)
        self._later.timeout.connect(self._serve)
        QTimer.singleShot(0, self, self.look)  # somebody may have called while the window was made

    def look(self) -> None:
        """Take in what has come, and do it as soon as it may be done."""
        self._waiting += self._door.calls()
        self._serve()

    def _serve(self) -> None:
        if not self._waiting:
            return
        if QApplication.activeModalWidget() is not None:
            self._later.start()
            return
        calls, self._waiting = self._waiting, []
        self._show(calls[-1].token)
        files = [name for call in calls for name in call.files]
        if files:
            self._opened(files)

    def _show(self, token: str) -> None:
        window = self._window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        if token:  # Wayland lets a window come to the front that another program was started for
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        window.raise_()
        window.activateWindow()
