"""A seat's own notes: written by itself and by the game, read by nobody else, kept in the match's file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.game import PRIVATE_FACT, Event
from studio.documents.store import read_record
from studio.gui.play.page import PlayPage
from studio.gui.play.status import ANALYSIS
from studio.gui.shell.page_factory import page_for_file
from studio.gui.start.seats_form import SeatSetup
from studio.gui.style.theme import LIGHT
from tests.gui.play.conftest import PageOpener
from tests.gui.play.worlds import layout, random_match


def write(page: PlayPage, text: str) -> None:
    """Open the notes of whoever looks, and type."""
    if page.notes.isHidden():
        page.actions_.notes.trigger()
    if page.notes.show_button.isVisible():
        page.notes.show_button.click()
    QTest.keyClicks(page.notes.pad, text)


def test_one_person_writes_and_puts_the_notes_away(pages: PageOpener) -> None:
    page: PlayPage = pages("human", "random")
    page.controller.set_paused(True)
    assert page.notes.isHidden()
    page.actions_.notes.trigger()
    assert page.notes.pad.isVisible() and page.notes.show_button.isHidden(), "nobody else is there"
    write(page, "n w 1 r")  # letters that mean something at the table
    assert page.controller.annotations.notes(0) == "n w 1 r" and page.notes.pad.toPlainText() == "n w 1 r"
    QTest.keyClick(page.notes.pad, Qt.Key.Key_Escape)
    assert not page.notes.isHidden()
    page.notes.close_button.click()
    assert page.notes.isHidden() and page.notes.pad.toPlainText() == ""
    page.actions_.notes.trigger()
    assert page.notes.pad.toPlainText() == "n w 1 r"


def test_with_two_at_the_table_notes_are_covered_whenever_another_looks(pages: PageOpener) -> None:
    page: PlayPage = pages("human", "human")
    controller, notes = page.controller, page.notes
    controller.confirm_handover()
    first = controller.viewer
    page.actions_.notes.trigger()
    assert not notes.pad.isVisible() and notes.show_button.isVisible()
    assert page.focusWidget() is notes.show_button, "what is typed now makes no moves"
    write(page, "secret")
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
    write(page, "mine")
    assert (controller.annotations.notes(first), controller.annotations.notes(controller.viewer)) == ("secret", "mine")
    controller.start_analysis()
    assert controller.mode == ANALYSIS and notes.isHidden() and notes.pad.toPlainText() == ""


def test_notes_that_are_uncovered_have_room(qtbot: QtBot, pages: PageOpener) -> None:
    page: PlayPage = pages("human", "human")
    page.controller.confirm_handover()
    asked: list[int] = []
    page.notes.visibility_changed.connect(lambda: asked.append(page.notes.wanted_height))
    page.actions_.notes.trigger()
    seat = page.controller.viewer
    page.controller.match.node.events.append(Event(PRIVATE_FACT, "A token.", 0, private_to=seat))
    page.notes.show_button.click()
    assert asked[0] < asked[1] == page.notes.height() and page.notes.facts_area.isVisible()


def test_what_a_seat_has_found_out_stands_there_by_itself(pages: PageOpener) -> None:
    page: PlayPage = pages("human", "random")
    page.controller.set_paused(True)
    node = page.controller.match.node
    node.events.append(Event(PRIVATE_FACT, "The token of hut 1 is worth ⟦0⟧.", 0, private_to=0))
    node.events.append(Event(PRIVATE_FACT, "Nobody else knows.", 1, private_to=1))
    page.actions_.notes.trigger()
    assert page.notes.facts_label.text() == "•  The token of hut 1 is worth Ada."
    assert page.notes.facts_area.isVisible()


def test_notes_are_kept_in_the_file_and_read_again(qtbot: QtBot, tmp_path: Path) -> None:
    opened, path = layout("entdecker", 16), tmp_path / "m.json"
    match = random_match(opened, 2, 3, 4)
    page = PlayPage(match, opened, [SeatSetup("Ada"), SeatSetup("Bot", "random")], LIGHT, path=path)
    qtbot.addWidget(page)
    page.controller.set_paused(True)
    page.file.write(path)
    page.controller.annotations.set_notes(0, "north\nfirst")
    assert page.is_modified()
    page.file.write(path)
    assert [seat.notes for seat in read_record(path).seats] == ["north\nfirst", ""]
    other, _source = page_for_file(path)
    assert isinstance(other, PlayPage)
    qtbot.addWidget(other)
    assert other.controller.annotations.notes(0) == "north\nfirst" and not other.is_modified()
    page.about_to_close()
    other.about_to_close()
