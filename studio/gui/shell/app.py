"""Start of the window: application, fonts, theme, crash handler, signals, garbage collection."""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QFileSystemWatcher,
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
    qWarning,
)
from PySide6.QtGui import QFileOpenEvent, QSessionManager
from PySide6.QtWidgets import QApplication, QWidget

from studio import __version__
from studio.core.text import _, join_or, print_error
from studio.documents.files import clear_temp_files
from studio.documents.paths import data_dir, matches_dir, unsaved_dir
from studio.documents.single_instance import InstanceServer, OpenRequest
from studio.gui.settings import settings


def make_application(arguments: Sequence[str] = ()) -> QApplication:
    """Return the Qt application, created if necessary, with the chosen appearance."""
    from studio.gui.style import stylesheet
    from studio.gui.style.stylesheet import apply_appearance

    app = QApplication.instance()
    if not isinstance(app, QApplication):  # "-style" costs less than `setStyle`, for which PySide loads all of QStyle
        stylesheet.set_initial_scale(settings().text_size)
        with report_qt_failures():
            app = QApplication([sys.argv[0] if sys.argv else "explorer-studio", "-style", "Fusion", *arguments])
        if app.platformName() in ("offscreen", "minimal"):  # their clipboard would delete Python's data after Python
            app.aboutToQuit.connect(lambda: QApplication.clipboard().clear())
    app.setApplicationName("explorer-studio")
    app.setApplicationDisplayName("")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("explorer-studio")
    apply_appearance(*settings().appearance)
    stylesheet.set_ui_scale(settings().text_size)
    collect_when_idle(app)
    return app


HIDDEN_START_MS = 1000  # a window that is not painted by then is hidden or minimized


def run(files: Sequence[str | Path] = (), language: str = "", door: InstanceServer | None = None) -> int:
    """Open the window with these files or the last session; `door` receives files later. Return the exit code."""
    app = make_application()
    from studio.gui.shell import session

    session.override_language(language)
    session.apply_language()
    from studio.gui.shell.crash_handler import CrashHandler
    from studio.gui.shell.main_window import MainWindow

    window = MainWindow(is_start_deferred=True)
    sys.excepthook = CrashHandler(window, lambda: window.documents.save_all())
    window.show()
    if sys.platform == "darwin":
        app.installEventFilter(FileOpenFilter(app, window.documents.open_many))

    def after_first_paint() -> None:
        timer.stop()
        window.start.painted.disconnect(after_first_paint)
        ShutdownHandler(window.shut_down, window.autosave_all, app)
        window.start.build()
        gc.freeze()
        if files:
            window.documents.open_many(files)
            window.documents.notify_unsaved()
        else:
            session.restore_tabs(window.documents)
        if door is not None:
            InstanceListener(door, window, lambda files: window.documents.open_many(files))
        for folder in (data_dir(), matches_dir(), unsaved_dir()):
            clear_temp_files(folder)

    window.start.painted.connect(after_first_paint)
    timer = QTimer(window, singleShot=True, interval=HIDDEN_START_MS)
    timer.timeout.connect(after_first_paint)
    timer.start()
    return app.exec()


# Garbage collection, in the window's thread when idle.
#
# Python collects garbage in whichever thread allocates. A background thread would then delete what is left of closed
# pages while Qt uses it, and the program would crash. Therefore automatic collection is off, and a timer of the
# window's thread collects. Objects that exist when the window opens are never examined: with pictures and widgets there
# are a hundred thousand, which take longer than several frames. Nothing is collected while a mouse button is held.

EVERY_MS = 250
YOUNG, MIDDLE, OLD = 700, 7_000, 70_000  # new objects after which each of Python's three generations is collected


class IdleGc(QTimer):
    """Runs Python's garbage collector on a timer."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._since_middle = self._since_old = 0
        self.setInterval(EVERY_MS)
        self.timeout.connect(self.collect)
        self.start()

    def collect(self) -> int:
        """Collect the generations that are due. Return the oldest one, or -1 for none."""
        fresh = gc.get_count()[0]
        if fresh < YOUNG or QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            return -1
        part = 2 if self._since_old + fresh >= OLD else 1 if self._since_middle + fresh >= MIDDLE else 0
        self._since_middle = 0 if part >= 1 else self._since_middle + fresh
        self._since_old = 0 if part == 2 else self._since_old + fresh
        gc.collect(part)
        return part


def collect_when_idle(app: QCoreApplication) -> None:
    """Run the garbage collector in the window's thread only."""
    if not app.property("searches"):  # `findChild` would have PySide load all of QStyle
        app.setProperty("searches", True)
        IdleGc(app)


# Shutdown by a signal or the end of the desktop session. Nothing is lost then.

SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")  # a console window of Windows sends SIGBREAK when it is closed


class ShutdownHandler(QObject):
    """Calls `shut_down` on a signal and exits with 128 + its number; calls `save` when the desktop session ends.

    Python runs signal handlers between its own instructions, of which there are none while Qt waits. Therefore the
    number of the signal is written to a socket, which wakes Qt.
    """

    def __init__(self, shut_down: Callable[[], None], save: Callable[[], None], app: QApplication) -> None:
        import socket  # slow

        super().__init__(app)
        self._shut_down, self._save = shut_down, save
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._signal_numbers: list[int] = []
        for name in SIGNALS:
            number = signal.Signals.__members__.get(name)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # as with `nohup`
                signal.signal(number, lambda _number, _frame: None)
                self._signal_numbers.append(number)
        signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)
        for session_end in (app.commitDataRequest, app.saveStateRequest):
            session_end.connect(self._on_session_end, Qt.ConnectionType.DirectConnection)

    def _on_signal(self) -> None:
        number = next((number for number in self._reader.recv(64) if number in self._signal_numbers), 0)
        if number:
            for caught in self._signal_numbers:  # a second signal ends the program at once
                signal.signal(caught, signal.SIG_DFL)
            try:
                self._shut_down()
            finally:
                QApplication.exit(128 + number)

    def _on_session_end(self, _manager: QSessionManager) -> None:
        self._save()


# Requests of other instances: this one opens their files.

RETRY_MS = 300  # while a dialog is open


class InstanceListener(QObject):
    """Opens the files that other instances send, when no dialog is open."""

    def __init__(self, server: InstanceServer, window: QWidget, open_files: Callable[[Sequence[str]], object]) -> None:
        super().__init__(window)
        self._server, self._window, self._open_files = server, window, open_files
        self._pending: list[OpenRequest] = []
        self._watcher = QFileSystemWatcher([str(server.folder)], self)
        self._watcher.directoryChanged.connect(self.check)
        self._retry_timer = QTimer(self, singleShot=True, interval=RETRY_MS)
        self._retry_timer.timeout.connect(self._handle_requests)
        QTimer.singleShot(0, self, self.check)  # requests may have arrived while the window was created

    def check(self) -> None:
        """Read new requests and handle them as soon as no dialog is open."""
        self._pending += self._server.take_requests()
        self._handle_requests()

    def _handle_requests(self) -> None:
        if not self._pending:
            return
        if QApplication.activeModalWidget() is not None:
            self._retry_timer.start()
            return
        calls, self._pending = self._pending, []
        self._show(calls[-1].token)
        files = [name for call in calls for name in call.files]
        if files:
            self._open_files(files)

    def _show(self, token: str) -> None:
        window = self._window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        if token:  # Wayland requires it for activation
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        window.raise_()
        window.activateWindow()


class FileOpenFilter(QObject):
    """Opens the files that macOS sends to the application as events, not as arguments."""

    def __init__(self, app: QApplication, open_files: Callable[[Sequence[str]], object]) -> None:
        super().__init__(app)
        self._open_files = open_files

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QFileOpenEvent):
            return super().eventFilter(watched, event)
        self._open_files([event.file()])
        return True


# Without a display Qt aborts the program; here it ends with an error message.

PROGRAM = "explorer-studio"
EXIT_UNUSABLE = 2


@contextmanager
def report_qt_failures() -> Iterator[None]:
    """While the application is created, exit with an error message and code 2 instead of aborting."""
    messages: list[str] = []

    def hear(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        messages.append(message)
        if kind is QtMsgType.QtFatalMsg:  # Qt would abort
            print_error(f"{PROGRAM}: {failure_reason(messages)}")
            sys.stderr.flush()
            os._exit(EXIT_UNUSABLE)

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        for message in messages:
            qWarning(message)


def failure_reason(messages: list[str]) -> str:
    """Why no window can be shown, from the messages of Qt."""
    from studio.services.libraries import missing_plugins

    requested = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    text = "\n".join(messages)
    if requested and f'Could not find the Qt platform plugin "{requested}"' in text:
        known = ", ".join(sorted(re.findall(r"[\w-]+", text.rpartition("plugins are:")[2])))
        label = _('Qt platform plugin "{name}" (QT_QPA_PLATFORM) is not available; use {known}')
        return label.format(name=requested, known=known)
    if wanted := missing_plugins("platforms/libqxcb*"):
        label = _('cannot open a window because a library is missing: {names}; for details run "{program} check"')
        return label.format(names=", ".join(wanted), program=PROGRAM)
    displays = [os.environ[name] for name in ("WAYLAND_DISPLAY", "DISPLAY") if os.environ.get(name)]
    if displays:
        label = _('cannot connect to display "{name}"; "{program} demo" runs without a display')
        return label.format(name=join_or(displays), program=PROGRAM)
    return _('no display is available for the window; "{program} demo" works without one').format(program=PROGRAM)
