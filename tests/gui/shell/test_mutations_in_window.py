"""Files gone wrong are opened in a window: a sentence in a dialog or a page that can be looked at, never an error."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from studio.gui.output.thumbnails import thumbnail_queue
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets.dialogs import AppDialog
from tests.gui.stand_ins import plain_pictures
from tests.gui.windows import shown_window
from tests.mutating import mutated
from tests.test_mutations import tried

FEW, BATCH, LONG = 8, 20, 300


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    plain_pictures(monkeypatch)
    settings().set_value("motion", False)
    window = shown_window(qtbot)
    yield window
    qtbot.waitUntil(lambda: not thumbnail_queue().is_busy())


def worth_opening(batch: int, files: int) -> Iterator[int]:
    """Numbers of files, every other one of use: most are not, and those end in a dialog."""
    odd = 0
    for number in count(100_000 * (batch + 1)):
        if tried(number):
            yield number
        elif odd < files // 2:
            odd += 1
            yield number


def open_batch(window: MainWindow, path: Path, batch: int, files: int) -> None:
    """Open files one after another, paint what is shown and close it again."""
    shown = refused = 0
    answers = QTimer()

    def close_dialog() -> None:
        nonlocal refused
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, AppDialog):
            assert any(label.text().endswith(".") for label in dialog.findChildren(QLabel))
            refused += 1
            dialog.reject()

    answers.timeout.connect(close_dialog)
    answers.start(1)
    numbers = worth_opening(batch, files)
    for _file in range(files):
        number = next(numbers)
        path.write_bytes(mutated(number))
        page = window.open_path(path)
        if page is not None:
            QApplication.processEvents()
            page.grab()
            assert not page.is_modified(), f"file {number}: opening is not changing"
            assert window._remove_page(page)
            shown += 1
    answers.stop()
    assert shown >= files // 2 and shown + refused == files


@pytest.mark.long
def test_files_gone_wrong_in_a_window(window: MainWindow, tmp_path: Path) -> None:
    open_batch(window, tmp_path / "wrong.json", 0, FEW)


@pytest.mark.long
@pytest.mark.parametrize("batch", range(1, LONG // BATCH))
def test_many_files_gone_wrong_in_a_window(window: MainWindow, tmp_path: Path, batch: int) -> None:
    open_batch(window, tmp_path / "wrong.json", batch, BATCH)
