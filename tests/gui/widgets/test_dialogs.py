"""Dialogs: match setup, messages, save paths."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from studio import games
from studio.bots import levels
from studio.core.problems import Problem, Severity
from studio.core.text import use_language
from studio.documents.paths import resources_dir, shipped_layouts
from studio.documents.store import HUMAN, DocumentError, Layout
from studio.gui.page import SeatSetup
from studio.gui.settings import settings
from studio.gui.shell.about import about_dialog
from studio.gui.shell.crash_handler import CrashHandler, log_file, write_log
from studio.gui.start.match_setup import ErrorsDialog, MatchSetup, quick_choice
from studio.gui.start.seats_form import LARGEST_SEED
from studio.gui.widgets import PrimaryButton, dialogs
from studio.gui.widgets.dialogs import AppDialog, ask_save_path
from studio.services.loading import load_layout, new_layout, parse_layout
from tests.gui.stand_ins import BASE, plain_pictures


def words_of(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.text()]


def reject_dialog() -> None:
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, dialogs.AppDialog)
    dialog.reject()


@pytest.mark.parametrize("slug", games.slugs())
def test_the_match_setup_fits_the_smallest_window(qtbot: QtBot, slug: str) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1024, 640)
    dialog = MatchSetup(window, load_layout(shipped_layouts(slug)[0]))
    dialog.show()
    dialog.grab()
    assert dialog.width() <= 1024 and dialog.height() <= 640
    for chip in dialog.games.chips.values():
        assert dialog.rect().contains(QRect(chip.mapTo(dialog, QPoint(0, 0)), chip.size()))
        assert chip.width() >= chip.minimumSizeHint().width()
    assert dialog.rect().contains(QRect(dialog.start_button.mapTo(dialog, QPoint(0, 0)), dialog.start_button.size()))


@pytest.mark.usefixtures("english_afterwards")
def test_the_match_setup_calls_what_came_along_as_one_speaks(setup: MatchSetup) -> None:
    """Also the layout it was opened for, and a copy that is not saved; a name that somebody gave stays as it is."""
    opened = load_layout(shipped_layouts("columbus")[0])
    own = replace(opened, path=None, layout=structs.replace(opened.layout, name="Island"))
    use_language(["de"], resources_dir() / "locale")
    for requested, name in ((opened, "Sargassosee"), (replace(opened, path=None), "Sargassosee"), (own, "Island")):
        setup._open_layouts = [requested]
        assert setup._entries("columbus")[0].name == name


def test_the_document_dialog_names_file_place_and_reason(qtbot: QtBot) -> None:
    error = DocumentError("/home/ada/sea.json", "`$.body.tiles[3]`", "expected a text, got 7.")
    dialog = dialogs.document_error(None, error)
    qtbot.addWidget(dialog)
    assert {"sea.json", "/home/ada", "$.body.tiles[3]", "Expected a text, got 7."} <= set(words_of(dialog))
    copier = next(button for button in dialog.findChildren(QPushButton) if button.text() == "Copy")
    QTest.mouseClick(copier, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == str(error)


def test_answers_are_the_names_of_buttons(qtbot: QtBot) -> None:
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


def test_only_one_button_is_filled(qtbot: QtBot) -> None:
    for dialog in (ErrorsDialog(None, [Problem("x", Severity.ERROR, "No way in.")]), about_dialog(None)):
        qtbot.addWidget(dialog)
        filled = [button for button in dialog.findChildren(QPushButton) if getattr(button, "filled", False)]
        assert len(filled) == 1


def test_the_unplayable_dialog_lists_every_error(qtbot: QtBot) -> None:
    problems = [Problem("x", Severity.ERROR, f"Error number {number}.") for number in range(12)]
    dialog = ErrorsDialog(None, problems)
    qtbot.addWidget(dialog)
    assert [row.text() for row in dialog.rows] == [problem.message for problem in problems]
    dialog.show()
    dialog.grab()
    QTest.mouseClick(dialog.rows[3], Qt.MouseButton.LeftButton)
    assert (dialog.selected_problems, dialog.isVisible()) == ((problems[3],), False)


def test_errors_of_one_cause_are_one_row_of_the_dialog(qtbot: QtBot) -> None:
    text = "A long sentence about a place that says much about what is wrong there and how it came to be so. "
    problems = [Problem("x", Severity.ERROR, text * (cell + 1), (cell,)) for cell in range(3)]
    dialog = ErrorsDialog(None, [*problems, Problem("y", Severity.ERROR, "No way in.")])
    qtbot.addWidget(dialog)
    dialog.show()
    row, other = dialog.rows
    assert row.text() == f"{text} And 2 more like it." and row.height() > other.height()
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Space)
    assert dialog.selected_problems == tuple(problems)
    again = ErrorsDialog(None, problems)
    qtbot.addWidget(again)
    again.show()
    QTest.keyClick(again, Qt.Key.Key_Return)
    assert again.selected_problems == tuple(problems), "the filled button leads to the first of them"


# new match


@pytest.fixture
def setup(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MatchSetup:
    plain_pictures(monkeypatch)
    dialog = MatchSetup(None)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_new_match_offers_every_number_of_seats_and_every_bot(setup: MatchSetup) -> None:
    choice = setup.current_choice()
    assert choice is not None
    info = choice.opened.game.info
    assert len(choice.setups) == info.max_seats
    assert choice.setups[0].kind == HUMAN
    for number in info.seats:
        setup.count.button(str(number)).click()
        assert len(setup.setups()) == number
    row = setup.rows()[0]
    assert {row.kind.itemData(place) for place in range(row.kind.count())} == {
        "human",
        *(level.bot for level in levels()),
    }


def test_names_kinds_options_and_seed_are_taken_over(setup: MatchSetup) -> None:
    setup.count.button("3").click()
    rows = setup.rows()
    rows[0].name.setText("  Vasco   da Gama ")
    rows[1].name.setText("")
    rows[1].kind.set_current("random")
    setup.seed.setText("4711")
    setup.analysis.setChecked(True)
    for switch in setup.variants.variants.switches.values():
        switch.setChecked(True)  # type: ignore[union-attr]  # this game's options are switches
    choice = setup.current_choice()
    assert choice is not None
    assert choice.setups[0] == SeatSetup("Vasco da Gama", "human")
    assert choice.setups[1] == SeatSetup("Bento", "random")
    assert choice.seed == 4711
    assert choice.analysis
    assert set(choice.options.values()) == {True}


def test_without_a_seed_every_match_is_another(setup: MatchSetup) -> None:
    seeds = {choice.seed for _ in range(5) if (choice := setup.current_choice())}
    assert len(seeds) > 1
    assert all(0 <= seed <= LARGEST_SEED for seed in seeds)


def test_names_stay_when_seats_come_and_go(setup: MatchSetup) -> None:
    setup.rows()[1].name.setText("Zheng He")
    setup.count.button("2").click()
    setup.count.button("4").click()
    assert [seat.name for seat in setup.setups()][1] == "Zheng He"
    assert len({seat.name for seat in setup.setups()}) == 4


def test_what_was_chosen_is_offered_again(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_pictures(monkeypatch)

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, MatchSetup)
        dialog.count.button("2").click()
        dialog.rows()[1].name.setText("Zheng He")
        dialog.rows()[1].kind.set_current("human")
        dialog.start_button.click()

    QTimer.singleShot(0, answer)
    made = MatchSetup(None).ask_match()
    assert made is not None
    assert [seat.kind for seat in made.setups] == ["human", "human"]
    again = MatchSetup(None)
    qtbot.addWidget(again)
    assert [seat.name for seat in again.setups()] == ["Ada", "Zheng He"]
    quick = quick_choice(load_layout(BASE))
    assert [seat.name for seat in quick.setups] == ["Ada", "Zheng He"]


def test_cancel_starts_nothing_and_remembers_nothing(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_pictures(monkeypatch)
    QTimer.singleShot(0, reject_dialog)
    assert MatchSetup(None).ask_match() is None
    assert settings().string_list("names") == []


def test_an_open_layout_comes_first(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_pictures(monkeypatch)
    opened = load_layout(BASE)
    dialog = MatchSetup(None, opened)
    qtbot.addWidget(dialog)
    choice = dialog.current_choice()
    assert choice is not None
    assert choice.opened is opened
    first = dialog.layouts.entries()[0]
    assert first.opened is opened
    assert dialog.layouts.current() is first
    assert [entry.name for entry in dialog.layouts.entries()].count(opened.layout.name) == 1


def test_the_chosen_game_decides_layouts_seats_and_options(setup: MatchSetup) -> None:
    for slug in games.slugs():
        setup.games.chips[slug].click()
        choice = setup.current_choice()
        assert choice is not None
        info = choice.opened.game.info
        assert info.slug == slug
        assert [entry.path for entry in setup.layouts.entries()] == shipped_layouts(slug)
        assert len(choice.setups) in info.seats
        assert [setup.count.button(str(number)).text() for number in info.seats] == [str(n) for n in info.seats]
        assert choice.options == info.defaults()
        shown = {label.text() for label in setup.variants.findChildren(QLabel)}
        assert {option.help for option in info.options} <= shown


def test_no_more_seats_are_offered_than_the_layout_serves(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_pictures(monkeypatch)
    whole = new_layout("columbus")
    body = whole.game.body.to_plain(whole.body)
    body["spaces"] = [row.replace("H", "#") if row.count("H") and number > 3 else row
                      for number, row in enumerate(body["spaces"])]  # fmt: skip
    few = parse_layout(Layout(game="columbus", body=body))
    served = few.game.seats(few.body)
    assert 2 <= served.stop - 1 < whole.game.info.max_seats
    dialog = MatchSetup(None, few)
    qtbot.addWidget(dialog)
    choice = dialog.current_choice()
    assert choice is not None and len(choice.setups) == served.stop - 1
    assert choice.start().seats == len(choice.setups)
    assert dialog.seats.seat_counts == served
    assert len(quick_choice(few).setups) == served.stop - 1
    other = next(entry for entry in dialog.layouts.entries() if entry.path is not None)
    dialog.layouts.set_current(other)
    dialog.layouts.chosen.emit(other)
    assert dialog.seats.seat_counts == whole.game.info.seats


def test_layouts_are_chosen_by_click_and_by_key(setup: MatchSetup) -> None:
    listed, entries = setup.layouts, setup.layouts.entries()
    place = listed.visualRect(listed.model().index(2, 0)).center()
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)
    choice = setup.current_choice()
    assert choice is not None and choice.opened.path == entries[2].path
    QTest.keyClick(listed, Qt.Key.Key_Up)
    choice = setup.current_choice()
    assert choice is not None and choice.opened.path == entries[1].path
    assert listed.current() is entries[1] and setup.name.full_text() == entries[1].name


def test_every_game_fits_on_a_small_screen(setup: MatchSetup, qtbot: QtBot) -> None:
    for slug in games.slugs():
        setup.games.chips[slug].click()
        most = games.load(slug).info.max_seats
        setup.count.button(str(most)).click()
        qtbot.wait(30)
        assert setup.width() <= 1160 and setup.height() <= 690
        for row in setup.rows():
            assert row.kind.geometry().bottom() < row.height() and row.name.geometry().bottom() < row.height()
            assert row.geometry().bottom() < setup.seats.height()


# errors in the program


class Saver(QWidget):
    """As much of a window as the hook needs."""

    def __init__(self) -> None:
        super().__init__()
        self.saved = 0

    def save_all(self) -> None:
        self.saved += 1


def test_an_error_in_the_program_is_logged_and_told_once(qtbot: QtBot, capsys: pytest.CaptureFixture[str]) -> None:
    window = Saver()
    qtbot.addWidget(window)
    hook = CrashHandler(window, window.save_all)
    seen: list[list[str]] = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, dialogs.AppDialog)
        seen.append(words_of(dialog))
        save = next(button for button in dialog.findChildren(QPushButton) if button.text() == "Save everything")
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


def test_a_large_log_starts_anew(data_folder: Path) -> None:
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
