"""Dialogs: messages, questions, errors in the program, save paths."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from studio.documents.store import DocumentError
from studio.gui.settings import settings
from studio.gui.shell.crash_handler import CrashHandler, log_file, write_log
from studio.gui.widgets import PrimaryButton, dialogs
from studio.gui.widgets.dialogs import AppDialog, ask_save_path


def words_of(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.text()]


def test_a_document_error_names_file_place_and_reason(qtbot: QtBot) -> None:
    error = DocumentError("/home/ada/sea.json", "`$.body.tiles[3]`", "expected a text, got 7.")
    dialog = dialogs.document_error(None, error)
    qtbot.addWidget(dialog)
    assert {"sea.json", "/home/ada", "$.body.tiles[3]", "Expected a text, got 7."} <= set(words_of(dialog))
    copier = next(button for button in dialog.findChildren(QPushButton) if button.text() == "Copy")
    QTest.mouseClick(copier, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == str(error)


def test_the_choice_is_the_name_of_the_button(qtbot: QtBot) -> None:
    dialog = dialogs.AppDialog(None, "Sail?")
    qtbot.addWidget(dialog)
    dialog.add_button("stay", "Stay")
    dialog.add_button("sail", "Sail", filled=True)
    dialog.show()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.choice == "sail"
    other = dialogs.AppDialog(None, "Sail?")
    qtbot.addWidget(other)
    other.add_button("sail", "Sail", filled=True)
    other.show()
    QTest.keyClick(other, Qt.Key.Key_Escape)
    assert other.choice == ""
    assert not other.isVisible()


# errors in the program


class Saver(QWidget):
    """As much of a window as the hook needs."""

    def __init__(self) -> None:
        super().__init__()
        self.saved = 0

    def save_all(self) -> None:
        self.saved += 1


def test_a_program_error_is_logged_and_shown_once(qtbot: QtBot, capsys: pytest.CaptureFixture[str]) -> None:
    window = Saver()
    qtbot.addWidget(window)
    hook = CrashHandler(window, window.save_all)
    seen: list[list[str]] = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, dialogs.AppDialog)
        seen.append(words_of(dialog))
        save = next(button for button in dialog.findChildren(QPushButton) if button.text() == "Save all")
        save.click()
        dialog.finish("close")

    for _round in range(2):
        QTimer.singleShot(0, lambda: answer() if QApplication.activeModalWidget() else None)
        try:
            raise RuntimeError("the mast broke")
        except RuntimeError as error:
            hook(type(error), error, error.__traceback__)
        qtbot.wait(20)
    assert len(seen) == 1
    assert "RuntimeError: the mast broke" in seen[0]
    assert window.saved == 1
    log = log_file().read_text("utf-8")
    assert log.count("RuntimeError: the mast broke") == 2
    assert "Traceback" in log
    assert "the mast broke" in capsys.readouterr().err
    assert hook is not sys.excepthook


def test_a_large_log_is_replaced(data_folder: Path) -> None:
    path = log_file()
    path.write_text("x" * (2 << 20), "utf-8")
    assert write_log("fresh") == path
    assert path.stat().st_size < 1000
    assert path.with_suffix(".old.log").exists()


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


def test_a_name_in_the_last_folder_is_proposed(qtbot: QtBot, tmp_path: Path, answers: Answers) -> None:
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
def test_the_suffix_is_added(
    qtbot: QtBot, tmp_path: Path, answers: Answers, chosen: str, kind: str, saved: str
) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    answers((str(tmp_path / chosen), kind))
    assert ask_save_path(host, "Save", "x", KINDS) == tmp_path / saved


@pytest.mark.parametrize(
    ("chosen", "saved"), [("sea", "sea.layout.json"), ("sea.json", "sea.json"), ("a.b", "a.b.layout.json")]
)
def test_a_double_suffix_is_proposed(qtbot: QtBot, tmp_path: Path, answers: Answers, chosen: str, saved: str) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    settings().set_value("folder", str(tmp_path))
    proposed = answers((str(tmp_path / chosen), "Layouts (*.json)"))
    assert ask_save_path(host, "Save", "Sea", [("Layouts", ".layout.json")]) == tmp_path / saved
    assert proposed == [str(tmp_path / "Sea.layout.json")]


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape])
def test_replacing_a_file_is_confirmed(qtbot: QtBot, tmp_path: Path, answers: Answers, key: Qt.Key) -> None:
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
def test_unsaved_changes_are_saved_by_default(qtbot: QtBot, key: Qt.Key, names: list[str]) -> None:
    press(key)
    assert dialogs.ask_unsaved(None, names) == "save"
    press(Qt.Key.Key_Backtab, Qt.Key.Key_Backtab, key)
    assert dialogs.ask_unsaved(None, names) == "discard"
    press(Qt.Key.Key_Escape)
    assert dialogs.ask_unsaved(None, names) == ""


def test_the_default_button_is_filled_and_focused(qtbot: QtBot) -> None:
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
