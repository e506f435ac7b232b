"""The New match dialog, and the errors of a layout that cannot be played."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from studio import games
from studio.bots import levels
from studio.core.problems import Problem, Severity
from studio.core.text import use_language
from studio.documents.paths import resources_dir, shipped_layouts, shipped_lessons
from studio.documents.store import HUMAN, Layout
from studio.gui.page import SeatSetup
from studio.gui.settings import settings
from studio.gui.shell.about import about_dialog
from studio.gui.start.captions import DONE, save_lesson_progress
from studio.gui.start.match_setup import ErrorsDialog, MatchSetup, quick_choice
from studio.gui.start.seats_form import LARGEST_SEED
from studio.gui.widgets import dialogs
from studio.services.loading import load_layout, new_layout, parse_layout
from tests.gui.stand_ins import BASE, plain_pictures


def reject_dialog() -> None:
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, dialogs.AppDialog)
    dialog.reject()


@pytest.fixture
def setup(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MatchSetup:
    plain_pictures(monkeypatch)
    dialog = MatchSetup(None)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_details_of_the_notes_are_folded(setup: MatchSetup) -> None:
    assert "Length: about" in setup.notes.text() and "Reconstructed" not in setup.notes.text()
    assert setup.details_button.text() == "Sources" and not setup.details.isVisible()
    setup.details_button.click()
    assert setup.details.isVisible() and "Reconstructed" in setup.details.text()
    setup.layouts.chosen.emit(setup.layouts.entries()[1])
    assert not setup.details.isVisible() and not setup.details_button.isVisible()


def test_a_finished_tutorial_is_not_offered_again(setup: MatchSetup) -> None:
    assert setup.learn.isVisible()
    save_lesson_progress(shipped_lessons(setup.games.current(), "tutorial")[0], DONE)
    assert MatchSetup(setup).learn.isHidden()


def test_seat_counts_and_bots(setup: MatchSetup) -> None:
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


def test_the_choice_has_all_entries(setup: MatchSetup) -> None:
    setup.count.button("3").click()
    rows = setup.rows()
    rows[0].name.setText("  Vasco   da Gama ")
    rows[1].name.setText("")
    rows[1].kind.set_current("random")
    setup.seed.setText("4711")
    setup.analysis.setChecked(True)
    for switch in setup.variants.switches.values():
        switch.setChecked(True)  # type: ignore[union-attr]  # this game's options are switches
    choice = setup.current_choice()
    assert choice is not None
    assert choice.setups[0] == SeatSetup("Vasco da Gama", "human")
    assert choice.setups[1] == SeatSetup("Bento", "random")
    assert choice.seed == 4711
    assert choice.analysis
    assert set(choice.options.values()) == {True}


def test_seeds_are_random(setup: MatchSetup) -> None:
    seeds = {choice.seed for _ in range(5) if (choice := setup.current_choice())}
    assert len(seeds) > 1
    assert all(0 <= seed <= LARGEST_SEED for seed in seeds)


def test_names_stay_when_the_number_of_seats_changes(setup: MatchSetup) -> None:
    setup.rows()[1].name.setText("Zheng He")
    setup.count.button("2").click()
    setup.count.button("4").click()
    assert [seat.name for seat in setup.setups()][1] == "Zheng He"
    assert len({seat.name for seat in setup.setups()}) == 4


def test_seats_are_remembered(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_cancel_remembers_nothing(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_game_determines_layouts_seats_and_options(setup: MatchSetup) -> None:
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


def test_the_layout_limits_the_seats(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_layouts_are_selected(setup: MatchSetup) -> None:
    listed, entries = setup.layouts, setup.layouts.entries()
    place = listed.visualRect(listed.model().index(2, 0)).center()
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)
    choice = setup.current_choice()
    assert choice is not None and choice.opened.path == entries[2].path
    QTest.keyClick(listed, Qt.Key.Key_Up)
    choice = setup.current_choice()
    assert choice is not None and choice.opened.path == entries[1].path
    assert listed.current() is entries[1] and setup.name.full_text() == entries[1].name


def test_every_game_fits_a_small_screen(setup: MatchSetup, qtbot: QtBot) -> None:
    for slug in games.slugs():
        setup.games.chips[slug].click()
        most = games.load(slug).info.max_seats
        setup.count.button(str(most)).click()
        qtbot.wait(30)
        assert setup.width() <= 1160 and setup.height() <= 690
        for row in setup.rows():
            assert row.kind.geometry().bottom() < row.height() and row.name.geometry().bottom() < row.height()
            assert row.geometry().bottom() < setup.seats.height()


@pytest.mark.parametrize("slug", games.slugs())
def test_it_fits_the_smallest_window(qtbot: QtBot, slug: str) -> None:
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
def test_layout_names_are_translated(setup: MatchSetup) -> None:
    """Also the layout it was opened for, and a copy that is not saved; a name that somebody gave stays as it is."""
    opened = load_layout(shipped_layouts("columbus")[0])
    own = replace(opened, path=None, layout=structs.replace(opened.layout, name="Island"))
    use_language(["de"], resources_dir() / "locale")
    for requested, name in ((opened, "Sargassosee"), (replace(opened, path=None), "Sargassosee"), (own, "Island")):
        setup._open_layouts = [requested]
        assert setup._entries("columbus")[0].name == name


def test_only_one_button_is_filled(qtbot: QtBot) -> None:
    for dialog in (ErrorsDialog(None, [Problem("x", Severity.ERROR, "No way in.")]), about_dialog(None)):
        qtbot.addWidget(dialog)
        filled = [button for button in dialog.findChildren(QPushButton) if getattr(button, "filled", False)]
        assert len(filled) == 1


def test_every_error_has_a_row(qtbot: QtBot) -> None:
    problems = [Problem("x", Severity.ERROR, f"Error number {number}.") for number in range(12)]
    dialog = ErrorsDialog(None, problems)
    qtbot.addWidget(dialog)
    assert [row.text() for row in dialog.rows] == [problem.message for problem in problems]
    dialog.show()
    dialog.grab()
    QTest.mouseClick(dialog.rows[3], Qt.MouseButton.LeftButton)
    assert (dialog.selected_problems, dialog.isVisible()) == ((problems[3],), False)


def test_errors_of_one_cause_share_a_row(qtbot: QtBot) -> None:
    text = "A long sentence about a place that says much about what is wrong there and how it came to be so. "
    problems = [Problem("x", Severity.ERROR, text * (cell + 1), (cell,)) for cell in range(3)]
    dialog = ErrorsDialog(None, [*problems, Problem("y", Severity.ERROR, "No way in.")])
    qtbot.addWidget(dialog)
    dialog.show()
    row, other = dialog.rows
    assert row.text() == f"{text} 2 more like this." and row.height() > other.height()
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Space)
    assert dialog.selected_problems == tuple(problems)
    again = ErrorsDialog(None, problems)
    qtbot.addWidget(again)
    again.show()
    QTest.keyClick(again, Qt.Key.Key_Return)
    assert again.selected_problems == tuple(problems), "the filled button leads to the first of them"
