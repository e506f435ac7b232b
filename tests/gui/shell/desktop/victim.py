"""The program with somebody at work in it, to be killed: `python -m tests.gui.shell.desktop.victim KIND FILE DATA
[FIRST]`, with an editor, a workshop, a table, a saver or a sharer as the kind.

It says on its standard output what it has done, a line each: the moment, and the name given to the layout last (a
number; they begin with the one after FIRST) or the move made last. Who saves says what was saved, and how often it was
asked whether to overwrite; a sharer leaves others the time to save.
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

STEP = 15
"""Milliseconds between two changes: faster than any hand."""
WAITING = 0.9
"""The share of steps in which a sharer does nothing."""


def say(*numbers: int) -> None:
    """A line in one piece: a kill may come at any moment."""
    sys.stdout.write(" ".join(str(part) for part in (time.monotonic(), *numbers)) + "\n")
    sys.stdout.flush()


class Hand:
    """Draws, changes pieces, or plays for both sides of a table, until the program ends."""

    def __init__(self, file: Path, kind: str, first: int) -> None:
        self.file = file
        self.kind = kind
        self.at_table = kind == "table"
        self.luck = random.Random(7 + first)
        self.count = first
        self.asked = 0

    def step(self) -> None:
        window = next((found for found in QApplication.topLevelWidgets() if isinstance(found, MainWindow)), None)
        if window is None or not window.isVisible() or not window.isEnabled():
            return
        page = next((page for page in reversed(window.pages()) if page is not window.start), None)
        if self.at_table and page is None:
            opened = load_layout(self.file)
            window._open_match(start_match(opened, 2, {}, 4), opened, [SeatSetup("Ada"), SeatSetup("Bento")], None)
        elif isinstance(page, PlayPage):
            self.play(page)
        elif isinstance(page, PieceEditorPage):
            self.rename(page.draft)
        elif isinstance(page, EditorPage) and self.kind == "workshop":
            page.commands.open_piece_editor()
        elif isinstance(page, EditorPage) and self.kind == "sharer" and self.luck.random() < WAITING:
            return
        elif isinstance(page, EditorPage):
            self.draw(window, page)

    def draw(self, window: MainWindow, page: EditorPage) -> None:
        document = page.document
        groups = document.game.sketch.palette(document.body)
        stamps = [item.stamp for group in groups if group.on == "cells" for item in group.items]
        cell = self.luck.randrange(document.grid.count)
        document.apply("Stroke", document.game.editing.stamp(document.body, cell, self.luck.choice(stamps)))
        self.count += 1
        document.rename("name", str(self.count))
        if self.kind not in ("saver", "sharer"):
            say(self.count)
        elif window.save():
            say(self.count, self.asked)

    def answer(self) -> None:
        """Overwrite what another program has saved, or think better of it."""
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            button = dialog.findChild(QPushButton, "save")
            assert button is not None
            self.asked += 1
            button.click() if self.luck.random() < 0.7 else dialog.reject()

    def rename(self, draft: PieceDraft) -> None:
        """Give the first piece the number as its name."""
        naming = draft.pieces.entries[0].name_field
        assert naming is not None
        self.count += 1
        assert draft.set_field(naming.key, str(self.count), "Name")
        say(self.count)

    def play(self, page: PlayPage) -> None:
        controller = page.controller
        controller.confirm_handover()
        if controller.may_choose:
            action = self.luck.choice(controller.choices.actions)
            controller.play(action)
            say(*action)


def main(kind: str, file: str, data: str, first: str = "0") -> int:
    for name in ("SIGINT", "SIGHUP"):  # ignored by what a shell starts in the background, and from there by the tests
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    set_data_dir(Path(data))
    make_application()
    settings().set_value("motion", False)
    hand = Hand(Path(file), kind, int(first))
    timer = QTimer()
    timer.timeout.connect(hand.step)
    timer.start(STEP)
    answers = QTimer()  # the other one does not tick while its own step waits for an answer
    if kind == "sharer":
        answers.timeout.connect(hand.answer)
        answers.start(STEP)
    return run([] if hand.at_table else [file])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
