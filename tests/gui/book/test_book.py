"""The book in the window: how it is opened, turned and searched, what is shown, and where links lead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.core.book import Block
from studio.documents.paths import shipped_layouts
from studio.games import load
from studio.gui.book.page import BookPage, game_of
from studio.gui.book.view import BookIndex, block_html
from studio.gui.output.thumbnails import thumbnail_queue
from studio.gui.page import Page
from studio.gui.shell.main_window import MainWindow
from studio.services.loading import LoadedLayout, load_layout

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
GAME = load("neue_entdecker")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def book(qtbot: QtBot) -> Iterator[BookPage]:
    page = BookPage(GAME)
    page.resize(1280, 660)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitExposed(page)
    yield page
    qtbot.waitUntil(lambda: not thumbnail_queue().is_busy())


def words(book: BookPage) -> str:
    return " ".join(label.text() for label in book.section_view.findChildren(QLabel) if label.isVisible())


def titles(book: BookPage) -> list[str]:
    return [row.title for row in book.contents.rows.rows if row.key]


def test_a_clause_is_opened_by_its_number_with_its_boards(book: BookPage, qtbot: QtBot) -> None:
    book.open_clause("N8")
    assert book.title() == "Rules of Die Neuen Entdecker" and not book.can_save()
    qtbot.waitUntil(lambda: "Gaps close by themselves" in words(book))
    before, after = book.section_view.boards
    qtbot.waitUntil(lambda: before.is_drawn() and after.is_drawn())
    assert len(before.outlines) == 1 and not after.outlines
    assert before.accessibleName() == "Before: B2 has four known sides"
    assert book.contents.rows.rows[book.contents.currentIndex().row()].key == "N8"
    book.open_clause("X99")
    assert book.key == "N8"


def test_names_of_spaces_below_a_board_are_no_clauses(book: BookPage) -> None:
    book.open_clause("T1")
    (board,) = book.section_view.boards
    assert len(board.outlines) == 6, "spaces and no edges"
    columbus = BookIndex(load("columbus").text.book())
    assert {"C1", "C2"}.isdisjoint(clause.key for clause in columbus.related("tiles")), "but its board has C1 and C2"


def test_pages_are_turned_and_what_was_read_is_found_again(book: BookPage) -> None:
    book.open_clause("N8")
    book.next_button.click()
    assert book.key == "N9"
    book.previous_button.click()
    book.go_by(-1)
    assert book.key == "N7"
    QTest.keyClick(book, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert book.key == "N8"
    QTest.keyClick(book, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert book.key == "N7"
    book.open_clause(book.book_index.order[0])
    assert not book.previous_button.isVisible() and book.next_button.isVisible()


def test_the_contents_are_walked_and_clicked(book: BookPage) -> None:
    book.contents.setFocus()
    rows = book.contents.rows.rows
    place = next(number for number, row in enumerate(rows) if row.key == "N2")
    index = book.contents.rows.index(place)
    book.contents.scrollTo(index)
    QTest.mouseClick(book.contents.viewport(), LEFT, pos=book.contents.visualRect(index).center())
    assert book.key == "N2"
    QTest.keyClick(book.contents, Qt.Key.Key_Down)
    assert book.key == "N3"
    while book.key != "N1":
        QTest.keyClick(book.contents, Qt.Key.Key_Up)
    QTest.keyClick(book.contents, Qt.Key.Key_Up)
    assert book.key == "N0", "the keys pass the heads of chapters"


def test_what_is_looked_for_is_listed_counted_and_marked(book: BookPage, qtbot: QtBot) -> None:
    QTest.keyClicks(book.search, "settlement")
    assert 2 <= len(titles(book)) < len(book.book_index.order)
    assert "places" in book.search_status.text()
    QTest.keyClick(book.search, Qt.Key.Key_Return)
    assert book.book_index.search("settlement")[book.key]
    qtbot.waitUntil(lambda: "background-color" in words(book))
    book.search.setText("counts as a gap")
    book.open_clause("N8")
    assert any("background-color" in label.text() for label in book.section_view.labels), "in heads, too"
    QTest.keyClick(book.search, Qt.Key.Key_Escape)
    assert len(titles(book)) == len(book.book_index.order) and not book.search_status.isVisible()
    QTest.keyClicks(book.search, "settlemnt")
    assert titles(book) == [] and "Did you mean “settlement" in book.search_status.text()


def test_links_lead_to_other_clauses(book: BookPage) -> None:
    book.open_clause("N8")
    label = next(label for label in book.section_view.labels if "T8" in label.text())
    label.linkActivated.emit("T8")
    assert book.key == "T8"
    link = next(link for link in book.links if link.clause.key == "N8")
    link.click()
    assert book.key == "N8"


def test_markup_in_words_is_only_words() -> None:
    told = block_html(
        Block("words", "a <b> & **c** *d e* N8 gap"), BookIndex(GAME.text.book()), "#123456", "#abcdef", "gap"
    )
    assert "&lt;b&gt; &amp; <b>c</b> <i>d e</i>" in told and '<a href="N8"' in told
    assert '<span style="background-color:#abcdef">gap</span>' in told


@pytest.mark.parametrize(("width", "related"), [(1024, False), (1440, True)])
def test_boards_fit_the_room_there_is(book: BookPage, width: int, related: bool) -> None:
    book.resize(width, 620)
    book.open_clause("N8")
    assert book.related_card.isVisible() is related
    for board in book.section_view.boards:
        right = board.mapTo(book.area.viewport(), QPoint(board.width(), 0)).x()
        assert right <= book.area.viewport().width()
    assert book.section_view.width() <= book.area.viewport().width()


class Table(Page):
    """Where a match is about to be announced."""

    def match_layout(self) -> LoadedLayout:
        return load_layout(shipped_layouts("neue_entdecker")[0])

    def clause(self) -> str:
        return "N4"


def test_the_window_opens_one_book_for_a_game(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1280, 720)
    window.show()
    first = window.show_rules(GAME, "T8")
    assert isinstance(first, BookPage) and first.key == "T8"
    window.show_start()
    window.active_page().rule_requested.emit(GAME, "N12")
    assert window.active_page() is first and first.key == "N12"
    assert window.menus.action("rules").shortcut().toString() == "Ctrl+F1"
    window.menus.action("rules").trigger()
    assert window.active_page() is first
    assert sum(isinstance(page, BookPage) for page in window.pages()) == 1
    assert game_of(Page()).text.book()
    window.add_page(Table())
    window.menus.action("rules").trigger()
    assert window.active_page() is first and first.key == "N4", "the clause of the next step"
    qtbot.waitUntil(lambda: not thumbnail_queue().is_busy())
    window.close()
