"""The program with simulated input: `python -m tests.gui.shell.busy_process KIND FILE DATA [FIRST]`.

KIND is editor, workshop, table, saver or sharer. Every action prints a line: the time, and the new name of the layout
(numbers from FIRST + 1 on) or the move. A saver or sharer prints what was saved and how often it was asked whether to
overwrite; a sharer pauses so that others can save.
"""

from __future__ import annotations

import random
import signal
import sys
import time
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QPushButton

from studio.documents.paths import set_data_dir
from studio.gui.editor.page import EditorPage
from studio.gui.page import SeatSetup
from studio.gui.piece_editor.draft import PieceDraft
from studio.gui.piece_editor.page import PieceEditorPage
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.shell.app import make_application, run
from studio.gui.shell.main_window import MainWindow
from studio.services.loading import load_layout, start_match

STEP = 15  # milliseconds between two changes: faster than any user
IDLE = 0.9  # the proportion of steps in which a sharer does nothing


def report(*numbers: int) -> None:
    """Print a line in one write, because the process may be killed at any time."""
    sys.stdout.write(" ".join(str(part) for part in (time.monotonic(), *numbers)) + "\n")
    sys.stdout.flush()


class SimulatedUser:
    """Draws, changes pieces, or plays for both seats, until the program ends."""

    def __init__(self, file: Path, kind: str, first: int) -> None:
        self.file = file
        self.kind = kind
        self.is_playing = kind == "table"
        self.rng = random.Random(7 + first)
        self.count = first
        self.asked = 0

    def step(self) -> None:
        window = next((found for found in QApplication.topLevelWidgets() if isinstance(found, MainWindow)), None)
        if window is None or not window.isVisible() or not window.isEnabled():
            return
        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:  # before the first paint nobody can do anything
            return
        page = next((page for page in reversed(window.pages()) if page is not window.start), None)
        if self.is_playing and page is None:
            opened = load_layout(self.file)
            window.commands.open_match(start_match(opened, 2, {}, 4), opened, [SeatSetup("Ada"), SeatSetup("Bento")])
        elif isinstance(page, PlayPage):
            self.play(page)
        elif isinstance(page, PieceEditorPage):
            self.rename(page.draft)
        elif isinstance(page, EditorPage) and self.kind == "workshop":
            page.commands.open_piece_editor()
        elif isinstance(page, EditorPage) and self.kind == "sharer" and self.rng.random() < IDLE:
            return
        elif isinstance(page, EditorPage):
            self.draw(window, page)

    def draw(self, window: MainWindow, page: EditorPage) -> None:
        document = page.document
        groups = document.game.sketch.palette(document.body)
        stamps = [item.stamp for group in groups if group.on == "cells" for item in group.items]
        cell = self.rng.randrange(document.grid.count)
        document.apply("Stroke", document.game.editing.stamp(document.body, cell, self.rng.choice(stamps)))
        self.count += 1
        document.rename("name", str(self.count))
        if self.kind not in ("saver", "sharer"):
            report(self.count)
        elif window.documents.save():
            report(self.count, self.asked)

    def answer(self) -> None:
        """Overwrite the file of another program, or cancel."""
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            button = dialog.findChild(QPushButton, "save")
            assert button is not None
            self.asked += 1
            button.click() if self.rng.random() < 0.7 else dialog.reject()

    def rename(self, draft: PieceDraft) -> None:
        """Rename the first piece to the next number."""
        naming = draft.pieces.entries[0].name_field
        assert naming is not None
        self.count += 1
        assert draft.set_field(naming.key, str(self.count), "Name")
        report(self.count)

    def play(self, page: PlayPage) -> None:
        controller = page.controller
        controller.confirm_handover()
        if controller.may_choose:
            action = self.rng.choice(controller.choices.actions)
            controller.play(action)
            report(*action)


def main(kind: str, file: str, data: str, first: str = "0") -> int:
    for name in ("SIGINT", "SIGHUP"):  # processes that a shell starts in the background ignore them
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    set_data_dir(Path(data))
    make_application()
    settings().set_value("motion", False)
    user = SimulatedUser(Path(file), kind, int(first))
    timer = QTimer()
    timer.timeout.connect(user.step)
    timer.start(STEP)
    answers = QTimer()  # the other one is blocked while its own step waits for an answer
    if kind == "sharer":
        answers.timeout.connect(user.answer)
        answers.start(STEP)
    return run([] if user.is_playing else [file])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
