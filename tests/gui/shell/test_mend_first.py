"""A layout with errors that was asked to be played: its errors lead into the editor, to where each is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.core.problems import Problem, Severity, group_by_cause
from studio.documents.paths import shipped_layouts
from studio.gui.editor.page import EditorPage
from studio.gui.shell.main_window import MainWindow
from studio.gui.start import match_setup
from studio.services.loading import load_layout
from tests.gui.shell.test_whole_job import spoil, window

__all__ = ["window"]


def spoiled(window: MainWindow, qtbot: QtBot) -> EditorPage:
    """An editor with a layout that has an error on the board."""
    page = window.open_path(shipped_layouts("columbus")[0])
    assert isinstance(page, EditorPage)
    spoil(page)
    assert page.document.count(Severity.ERROR)
    return page


def test_an_error_leads_to_its_place_in_the_editor_that_is_open(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = spoiled(window, qtbot)
    questions: list[Problem] = []

    def last_cause(_parent: QWidget | None, problems: Sequence[Problem]) -> tuple[Problem, ...]:
        questions.extend(problems)
        return group_by_cause(problems)[-1]

    monkeypatch.setattr(match_setup, "show_errors_dialog", last_cause)
    pages = window.tabs.count()
    page.commands.playtest()
    assert questions and window.tabs.count() == pages, "no second editor of the same layout"
    assert window.active_page() is page
    assert page.problems.current_problems == group_by_cause(questions)[-1] == page.board.highlighted_problems


def test_an_error_of_a_file_leads_into_a_new_editor(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = spoiled(window, qtbot)
    page.document.save(tmp_path / "spoiled.json")
    opened = page.document.to_loaded()
    assert window.close_page(page)
    monkeypatch.setattr(match_setup, "show_errors_dialog", lambda _parent, problems: group_by_cause(problems)[0])
    other = window.play_opened(opened)
    assert isinstance(other, EditorPage) and other is not page
    assert other.problems.current_problems and other.problems.current_problems[0].severity is Severity.ERROR
    qtbot.waitUntil(lambda: not other.view.visibleRegion().isEmpty())
    assert other.problems.current_problems, "what was chosen stays chosen after the first look for problems"


def test_an_error_of_a_file_that_is_open_leads_to_its_tab(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = spoiled(window, qtbot)
    page.document.save(tmp_path / "spoiled.json")
    monkeypatch.setattr(match_setup, "show_errors_dialog", lambda _parent, problems: group_by_cause(problems)[0])
    assert window.play_opened(load_layout(tmp_path / "spoiled.json")) is page
    assert page.problems.current_problems


def test_closing_the_dialog_changes_nothing(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    page = spoiled(window, qtbot)
    monkeypatch.setattr(match_setup, "show_errors_dialog", lambda _parent, _problems: ())
    page.commands.playtest()
    assert window.active_page() is page and page.problems.current_problems == ()
