"""The board of a clause, tried out on a table of its own."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.documents.autosave import list_stored_matches
from studio.games import load
from studio.gui.book.page import BookPage
from studio.gui.learn.lessons import TryPage
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow


def test_a_clause_is_tried_taken_back_and_left(qtbot: QtBot) -> None:
    settings().set_value("speed", 1.0)
    settings().set_value("motion", False)
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    book = window.show_rules(load("_template"), "M4")
    assert isinstance(book, BookPage)
    assert book.section_view.try_it is not None
    QTest.mouseClick(book.section_view.try_it, Qt.MouseButton.LeftButton)
    table = window.active_page()
    assert isinstance(table, TryPage) and table.tried_clause.key == "M4"
    controller = table.controller
    begun = controller.node
    controller.play(controller.choices.actions[0])
    qtbot.waitUntil(lambda: controller.may_choose or controller.is_over)
    assert controller.node is not begun and controller.can_undo
    while controller.can_undo:
        controller.undo()
    assert controller.node is begun
    controller.play(controller.choices.actions[-1])
    QTest.mouseClick(table.again, Qt.MouseButton.LeftButton)
    assert controller.node is begun
    QTest.mouseClick(table.leave, Qt.MouseButton.LeftButton)
    assert table not in window.pages() and not list_stored_matches()
    book.open_clause("M2")
    book.try_board()
    assert not any(isinstance(page, TryPage) for page in window.pages()), "there is no board to be tried"
    for page in window.pages():
        page.about_to_close()


def test_pieces_stand_beside_their_words(qtbot: QtBot) -> None:
    book = BookPage(load("_template"))
    qtbot.addWidget(book)
    book.open_clause("M1")
    named = [block.name for block in book.book_index.clauses["M1"].blocks if block.name]
    assert len(named) == 3
    drawn = [
        label
        for label in book.section_view.findChildren(type(book.section_view.labels[0]))
        if label.pixmap().height() > 20
    ]
    assert len(drawn) == 3
