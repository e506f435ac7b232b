"""The list of puzzles: difficulty, what was solved, attempts, and the progress of the former three puzzles."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.documents.lessons import read_puzzle
from studio.documents.paths import shipped_lessons
from studio.games import slugs
from studio.gui.settings import settings
from studio.gui.start.captions import DONE, is_done, lesson_progress, save_lesson_progress
from studio.gui.start.puzzle_list import PuzzleDialog

SLUG = next(slug for slug in slugs() if shipped_lessons(slug, "puzzle"))
PATHS = shipped_lessons(SLUG, "puzzle")


@pytest.fixture
def dialog(qtbot: QtBot) -> PuzzleDialog:
    save_lesson_progress(PATHS[0], -3)
    save_lesson_progress(PATHS[1], 2)
    made = PuzzleDialog(None, SLUG, PATHS)
    qtbot.addWidget(made)
    made.show()
    return made


def test_rows_show_difficulty_status_and_attempts(dialog: PuzzleDialog) -> None:
    assert len(dialog.rows) == len(PATHS)
    assert [row.difficulty for row in dialog.rows] == [read_puzzle(path).difficulty for path in PATHS]
    first, second, third = dialog.rows[:3]
    assert first.is_solved and not second.is_solved and not third.is_solved
    assert (first.status, second.status, third.status) == ("attempt 3", "1 attempt", "")
    assert second.accessibleDescription() == "easy, 1 attempt" and second.text() in second.accessibleName()
    assert not dialog.grab().isNull()


def test_a_row_or_the_button_chooses_a_puzzle(dialog: PuzzleDialog) -> None:
    QTest.mouseClick(dialog.rows[4], Qt.MouseButton.LeftButton)
    assert dialog.chosen == PATHS[4] and not dialog.isVisible()


def test_the_default_button_opens_the_next_unsolved_puzzle(dialog: PuzzleDialog) -> None:
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.chosen == PATHS[1]


def test_progress_of_the_former_three_puzzles_is_kept(qtbot: QtBot) -> None:
    for slug in slugs():
        if shipped_lessons(slug, "puzzle"):
            settings().set_value("lessons", {f"{slug}/puzzle_{number}": DONE for number in (1, 2, 3)})
            done = [path for path in shipped_lessons(slug, "puzzle") if is_done(path)]
            assert len(done) == 3
            save_lesson_progress(done[0], 2)
            assert lesson_progress(done[0]) == 2
