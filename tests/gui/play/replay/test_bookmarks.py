"""Bookmarks and notes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.game import PRIVATE_FACT, Event
from studio.core.match import Match
from studio.documents.store import read_record
from studio.gui.play.annotations import Annotations
from studio.gui.play.page import PlayPage
from studio.gui.play.replay.bookmarks import NoteDialog
from studio.gui.play.status import ANALYSIS, REPLAY
from studio.gui.widgets import PlainButton, Toast
from tests.gui.play.conftest import PageOpener
from tests.gui.play.toy import TOY
from tests.gui.play.worlds import layout, random_match


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is answered when a note is asked for, one after the other: the text, and the button."""
    answers: list[tuple[str, str]] = []

    def ask(self: NoteDialog) -> str:
        text, button = answers.pop(0)
        if text:
            self.field.setText(text)
        self.deleteLater()
        return button

    monkeypatch.setattr(NoteDialog, "ask", ask)
    return answers


def replaying(pages: PageOpener, moves: int = 6) -> PlayPage:
    """The replay of so many moves of the toy game."""
    page = pages("human", "human")
    for _move in range(moves):
        page.controller.confirm_handover()
        page.controller.play(page.controller.choices.actions[0])
    page.controller.confirm_handover()
    page.controller.start_replay()
    return page


def test_a_position_is_bookmarked_listed_and_found_again(pages: PageOpener, notes: list[tuple[str, str]]) -> None:
    page = replaying(pages)
    bar, card, reel = page.decision.replay, page.bookmark_controller.card, page.controller.playback
    assert card.isHidden()
    for place, text in ((2, "the gap"), (5, "")):
        reel.seek(place)
        notes.append((text, "keep"))
        bar.bookmark_button.click()
    assert card.isVisible()
    assert [(mark.position, mark.note) for mark in card.list.marks.rows] == [(2, "the gap"), (5, "")]
    assert bar.slider.marks == (2, 5)
    assert bar.slider.mark_x(2) < bar.slider.mark_x(5) < bar.slider.width()
    reel.seek(0)
    for key, place in ((False, 2), (False, 5), (False, 5), (True, 2), (True, 2)):
        (page.actions_.previous_bookmark if key else page.actions_.next_bookmark).trigger()
        assert reel.index == place
    card.list.clicked.emit(card.list.marks.index(1))
    assert reel.index == 5 and card.list.currentIndex().row() == 1


def test_a_bookmark_is_edited_removed_and_restored(pages: PageOpener, notes: list[tuple[str, str]]) -> None:
    page = replaying(pages)
    margin, card = page.controller.annotations, page.bookmark_controller.card
    assert page.undo_action is not None and page.redo_action is not None and not page.undo_action.isEnabled()
    page.controller.playback.seek(3)
    notes += [("one", "keep"), ("two", "keep"), ("", "")]
    page.actions_.bookmark.trigger()
    card.list.setCurrentIndex(card.list.marks.index(0))
    QTest.keyClick(card.list, Qt.Key.Key_F2)
    page.actions_.bookmark.trigger()
    assert [mark.note for mark in page.bookmark_controller.bookmarks()] == ["two"] and not notes
    card.list.setCurrentIndex(card.list.marks.index(0))
    QTest.keyClick(card.list, Qt.Key.Key_Delete)
    assert page.bookmark_controller.bookmarks() == [] and card.isHidden()
    seen = []
    while margin.can_undo:
        page.undo_action.trigger()
        seen.append([mark.note for mark in page.bookmark_controller.bookmarks()])
    assert seen == [["two"], ["one"], []]
    assert page.controller.playback.index == 3, "only the bookmark is taken back"
    page.redo_action.trigger()
    assert [mark.note for mark in page.bookmark_controller.bookmarks()] == ["one"]


def test_a_bookmark_opens_the_replay(pages: PageOpener) -> None:
    page = replaying(pages)
    page.controller.resume()
    page.controller.annotations.set_bookmark(page.controller.match.line()[2], "x")
    assert page.bookmark_controller.card.isHidden()
    page.actions_.previous_bookmark.trigger()
    assert page.controller.mode == REPLAY and page.controller.playback.index == 2
    page.controller.start_analysis()
    assert not page.actions_.bookmark.isEnabled()


def test_a_bookmark_set_during_the_match_shows_a_toast(pages: PageOpener, notes: list[tuple[str, str]]) -> None:
    page = replaying(pages)
    page.controller.resume()
    notes += [("", ""), ("here", "keep")]
    page.actions_.bookmark.trigger()
    assert not page.findChildren(Toast), "nothing was kept"
    page.actions_.bookmark.trigger()
    (toast,) = page.findChildren(Toast)
    assert "position 6" in toast.label.text()
    page.controller.undo()
    (show,) = toast.findChildren(PlainButton)
    page.controller.redo()
    show.click()
    assert page.controller.mode == REPLAY and page.controller.playback.index == 6
    assert not page.bookmark_controller.card.isHidden()


def test_an_undone_position_hides_its_bookmark(qtbot: QtBot) -> None:
    match, margin = Match(TOY, None, 2, seed=1, analysis=True), Annotations()
    match.play(match.legal()[0])
    margin.set_bookmark(match.node, "here")
    match.undo()
    assert margin.to_record(match.line()) == ()
    match.redo()
    assert [mark.note for mark in margin.to_record(match.line())] == ["here"]


def test_bookmarks_are_saved_with_the_match_and_read_again(
    open_page: PageOpener, reopened: Callable[[PlayPage, Path], PlayPage], tmp_path: Path
) -> None:
    opened, path = layout("goldland"), tmp_path / "m.json"
    match = random_match(opened, 2, 3, 9)
    page = open_page(match, opened, "human", "human", path=path)
    page.file.write(path)
    assert not page.is_modified()
    page.controller.annotations.set_bookmark(match.line()[4], "camp")
    assert page.is_modified()
    other = reopened(page, path)
    assert not page.is_modified() and not other.is_modified()
    assert [(mark.place, mark.note) for mark in read_record(path).bookmarks] == [(4, "camp")]
    assert [(mark.position, mark.note) for mark in other.bookmark_controller.bookmarks()] == [(4, "camp")]


@pytest.mark.usefixtures("full_dress")
def test_notes_and_bookmarks_share_the_column(open_page: PageOpener) -> None:
    """In a window 720 pixels high, beside the insets, whatever a seat has found out: nothing asks for more room."""
    opened = layout("neue_entdecker")
    page = open_page(random_match(opened, 2, 1, 12), opened, "human", "random", size=(1280, 630), paused=True)
    match = page.controller.match
    for hut in range(6):
        match.node.events.append(Event(PRIVATE_FACT, f"The token of hut {hut} is worth much.", 0, private_to=0))
    page.actions_.notes.trigger()
    assert page.notes.facts_area.isVisible() and page.insets.count
    assert page.minimumSizeHint().height() <= page.height()
    for node in match.line()[2:7]:
        page.controller.annotations.set_bookmark(node, "here")
    page.controller.start_replay()
    assert page.bookmark_controller.card.isVisible() and page.notes.isVisible()
    assert page.minimumSizeHint().height() <= page.height()
    page.bookmark_controller.fit_height(beside_notes=True, height=500)
    assert page.bookmark_controller.wanted_height == 0, "in a low column the bar alone shows bookmarks"


def write_note(page: PlayPage, text: str) -> None:
    if page.notes.isHidden():
        page.actions_.notes.trigger()
    if page.notes.show_button.isVisible():
        page.notes.show_button.click()
    QTest.keyClicks(page.notes.pad, text)


def test_notes_are_written_and_closed(pages: PageOpener) -> None:
    page = pages("human", "random", paused=True)
    assert page.notes.isHidden()
    page.actions_.notes.trigger()
    assert page.notes.pad.isVisible() and page.notes.show_button.isHidden(), "nobody else is there"
    write_note(page, "n w 1 r")  # letters that mean something at the table
    assert page.controller.annotations.notes(0) == "n w 1 r" and page.notes.pad.toPlainText() == "n w 1 r"
    QTest.keyClick(page.notes.pad, Qt.Key.Key_Escape)
    assert not page.notes.isHidden()
    page.notes.close_button.click()
    assert page.notes.isHidden() and page.notes.pad.toPlainText() == ""
    page.actions_.notes.trigger()
    assert page.notes.pad.toPlainText() == "n w 1 r"


def test_notes_are_covered_when_the_viewer_changes(pages: PageOpener) -> None:
    page = pages("human", "human")
    controller, notes = page.controller, page.notes
    controller.confirm_handover()
    first = controller.viewer
    page.actions_.notes.trigger()
    assert not notes.pad.isVisible() and notes.show_button.isVisible()
    assert page.focusWidget() is notes.show_button, "what is typed now makes no moves"
    write_note(page, "secret")
    for _move in range(12):
        if controller.viewer != first or controller.is_covered:
            break
        controller.play(controller.choices.actions[0])
    controller.confirm_handover()
    assert controller.viewer != first
    assert notes.pad.toPlainText() == "" and not notes.pad.isVisible() and notes.show_button.isVisible()
    assert controller.names[controller.viewer] in notes.show_button.text()
    notes.show_button.click()
    assert notes.pad.toPlainText() == "" and notes.pad.isVisible()
    write_note(page, "mine")
    assert (controller.annotations.notes(first), controller.annotations.notes(controller.viewer)) == ("secret", "mine")
    controller.start_analysis()
    assert controller.mode == ANALYSIS and notes.isHidden() and notes.pad.toPlainText() == ""


def test_opened_notes_have_room(pages: PageOpener) -> None:
    page = pages("human", "human")
    page.controller.confirm_handover()
    questions: list[int] = []
    page.notes.visibility_changed.connect(lambda: questions.append(page.notes.wanted_height))
    page.actions_.notes.trigger()
    seat = page.controller.viewer
    page.controller.match.node.events.append(Event(PRIVATE_FACT, "A token.", 0, private_to=seat))
    page.notes.show_button.click()
    assert questions[0] < questions[1] == page.notes.height() and page.notes.facts_area.isVisible()


def test_notes_list_what_a_seat_has_found_out(pages: PageOpener) -> None:
    page = pages("human", "random", paused=True)
    node = page.controller.match.node
    node.events.append(Event(PRIVATE_FACT, "The token of hut 1 is worth ⟦0⟧.", 0, private_to=0))
    node.events.append(Event(PRIVATE_FACT, "Nobody else knows.", 1, private_to=1))
    page.actions_.notes.trigger()
    assert page.notes.facts_label.text() == "•  The token of hut 1 is worth Ada."
    assert page.notes.facts_area.isVisible()


def test_notes_are_saved_and_loaded(
    open_page: PageOpener, reopened: Callable[[PlayPage, Path], PlayPage], tmp_path: Path
) -> None:
    opened, path = layout("entdecker", 16), tmp_path / "m.json"
    page = open_page(random_match(opened, 2, 3, 4), opened, "human", "random", path=path, paused=True)
    page.file.write(path)
    page.controller.annotations.set_notes(0, "north\nfirst")
    assert page.is_modified()
    other = reopened(page, path)
    assert [seat.notes for seat in read_record(path).seats] == ["north\nfirst", ""]
    assert other.controller.annotations.notes(0) == "north\nfirst" and not other.is_modified()
