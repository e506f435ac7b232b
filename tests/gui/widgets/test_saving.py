"""Where to save: plain names are proposed, endings are added, and no file is replaced that nobody named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.settings import settings
from studio.gui.widgets import PrimaryButton, dialogs
from studio.gui.widgets.dialogs import AppDialog, ask_save_path

KINDS = (("PNG", ".png"), ("SVG", ".svg"))
Answers = Callable[..., list[str]]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """File dialogs that answer in turn; the list fills with what they propose."""

    def prepare(*given: tuple[str, str]) -> list[str]:
        proposed: list[str] = []
        answer: Iterator[tuple[str, str]] = iter(given)

        def ask(_parent: QWidget, _heading: str, name: str, _filters: str) -> tuple[str, str]:
            proposed.append(name)
            return next(answer)

        monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
        return proposed

    return prepare


def press(*keys: Qt.Key) -> None:
    """Press keys in the dialog that comes, where the focus is."""

    def now() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, AppDialog)
        for key in keys:
            target = dialog.focusWidget() or dialog
            QTest.keyClick(target, key)

    QTimer.singleShot(0, now)


def test_a_plain_name_is_proposed_in_the_folder_used_last(qtbot: QtBot, tmp_path: Path, answers: Answers) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    settings().set_value("folder", str(tmp_path))
    proposed = answers(("", ""), ("", ""), ("", ""))
    assert ask_save_path(host, "Save", "../../../up", KINDS) is None
    assert ask_save_path(host, "Save", "🧭" * 60, KINDS) is None
    assert ask_save_path(host, "Save", "x", KINDS, tmp_path / "mine.svg") is None
    assert proposed == [str(tmp_path / "up.png"), str(tmp_path / ("🧭" * 49 + ".png")), str(tmp_path / "mine.svg")]


@pytest.mark.parametrize(
    ("chosen", "kind", "saved"),
    [
        ("sea", "PNG (*.png)", "sea.png"),
        ("sea", "SVG (*.svg)", "sea.svg"),
        ("sea.SVG", "PNG (*.png)", "sea.SVG"),
        ("v1.2", "PNG (*.png)", "v1.2.png"),
        ("sea", "", "sea.png"),
    ],
)
def test_the_ending_is_added(
    qtbot: QtBot, tmp_path: Path, answers: Answers, chosen: str, kind: str, saved: str
) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    answers((str(tmp_path / chosen), kind))
    assert ask_save_path(host, "Save", "x", KINDS) == tmp_path / saved


@pytest.mark.parametrize(
    ("chosen", "saved"), [("sea", "sea.layout.json"), ("sea.json", "sea.json"), ("a.b", "a.b.layout.json")]
)
def test_an_ending_in_two_parts_is_proposed_and_the_last_is_enough(
    qtbot: QtBot, tmp_path: Path, answers: Answers, chosen: str, saved: str
) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    settings().set_value("folder", str(tmp_path))
    proposed = answers((str(tmp_path / chosen), "Layouts (*.json)"))
    assert ask_save_path(host, "Save", "Sea", [("Layouts", ".layout.json")]) == tmp_path / saved
    assert proposed == [str(tmp_path / "Sea.layout.json")]


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape])
def test_a_completed_name_that_exists_is_asked_about_and_every_usual_key_is_safe(
    qtbot: QtBot, tmp_path: Path, answers: Answers, key: Qt.Key
) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    host.show()
    (tmp_path / "sea.png").write_text("old")
    proposed = answers((str(tmp_path / "sea"), KINDS[0][0]), (str(tmp_path / "other"), ""))
    press(key)
    assert ask_save_path(host, "Save", "x", KINDS) == tmp_path / "other.png"
    assert proposed[1] == str(tmp_path / "sea.png")
    answers((str(tmp_path / "sea"), KINDS[0][0]))
    press(Qt.Key.Key_Backtab, Qt.Key.Key_Space)
    assert ask_save_path(host, "Save", "x", KINDS) == tmp_path / "sea.png"


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
@pytest.mark.parametrize("names", [["Sea"], ["Sea", "Land"]])
def test_the_question_about_unsaved_changes_answers_save_unless_told_otherwise(
    qtbot: QtBot, key: Qt.Key, names: list[str]
) -> None:
    press(key)
    assert dialogs.ask_unsaved(None, names) == "save"
    press(Qt.Key.Key_Backtab, Qt.Key.Key_Backtab, key)
    assert dialogs.ask_unsaved(None, names) == "discard"
    press(Qt.Key.Key_Escape)
    assert dialogs.ask_unsaved(None, names) == ""


def test_the_button_that_keys_press_is_filled_and_wears_the_ring(qtbot: QtBot) -> None:
    seen: list[str] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, AppDialog)
        QTest.qWaitForWindowActive(dialog)
        button = dialog.focusWidget()
        if isinstance(button, PrimaryButton) and button.hasFocus() and button.isDefault():
            seen.append(button.objectName())
        dialog.reject()

    for ask in (
        lambda: dialogs.ask_unsaved(None, ["Sea"]),
        lambda: dialogs.confirm(None, "Throw it away?", "It is the only one.", "Throw away", "Keep"),
        lambda: dialogs.show_message(None, "Land!", "An island was seen."),
    ):
        QTimer.singleShot(0, look)
        ask()
    assert seen == ["save", "no", "close"]
