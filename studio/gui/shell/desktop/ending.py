"""The program is told to end: by a signal, or because the session of the desktop does. Nothing is lost then."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier, Qt
from PySide6.QtGui import QSessionManager
from PySide6.QtWidgets import QApplication

SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")
"""Those that a system has; SIGBREAK is what a console window of Windows sends when it is closed."""


class Ending(QObject):
    """Calls `leave` on a signal and ends the program with 128 + its number; calls `keep` when the session ends.

    Python runs its signal handlers between two of its own instructions, and there are none while Qt waits. So the
    signal's number goes into a socket, which wakes Qt.
    """

    def __init__(self, leave: Callable[[], None], keep: Callable[[], None], app: QApplication) -> None:
        super().__init__(app)
        self._leave = leave
        self._keep = keep
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._caught: list[int] = []
        for name in SIGNALS:
            number = signal.Signals.__members__.get(name)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # `nohup` stays obeyed
                signal.signal(number, lambda _number, _frame: None)
                self._caught.append(number)
        signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)
        app.commitDataRequest.connect(self._session_ends, Qt.ConnectionType.DirectConnection)
        app.saveStateRequest.connect(self._session_ends, Qt.ConnectionType.DirectConnection)

    def _woken(self) -> None:
        number = next((number for number in self._reader.recv(64) if number in self._caught), 0)
        if number:
            for caught in self._caught:  # whoever cannot wait may ask twice
                signal.signal(caught, signal.SIG_DFL)
            try:
                self._leave()
            finally:
                QApplication.exit(128 + number)

    def _session_ends(self, _manager: QSessionManager) -> None:
        self._keep()
