"""Rulebooks and the manual in the window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QFontMetricsF, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.core.book import Block, Clause
from studio.documents.markup import TextSpan, load_manual, parse_spans
from studio.documents.paths import shipped_layouts, shipped_lessons
from studio.games import load, slugs
from studio.gui.book.page import BookPage, BookView, ManualPage, game_of
from studio.gui.book.view import BookIndex, block_html
from studio.gui.output.thumbnails import thumbnail_queue
from studio.gui.page import Page, ShowRules
from studio.gui.shell import session as speech
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.page_factory import lesson_page
from studio.gui.style.stylesheet import MEDIUM, text_font
from studio.services.loading import LoadedLayout, load_layout

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


def text_of(book: BookPage) -> str:
    return " ".join(label.text() for label in book.section_view.findChildren(QLabel) if label.isVisible())


def keys_in(book: BookView) -> list[str]:
    return [row.key for row in book.contents.rows.rows if row.key]


def test_clause_opens_with_its_boards(book: BookPage, qtbot: QtBot) -> None:
    book.open_clause("N8")
    assert book.title() == "Rules: Die Neuen Entdecker" and not book.can_save()
    qtbot.waitUntil(lambda: "Gaps are filled" in text_of(book))
    before, after = book.section_view.boards
    qtbot.waitUntil(lambda: before.is_drawn() and after.is_drawn())
    assert len(before.outlines) == 1 and not after.outlines
    assert before.accessibleName() == "Before: all four sides of B2 are known"
    assert book.contents.rows.rows[book.contents.currentIndex().row()].key == "N8"
    book.open_clause("X99")
    assert book.key == "N8"


def test_space_names_in_captions_are_not_clauses(book: BookPage) -> None:
    book.open_clause("T1")
    (board,) = book.section_view.boards
    assert len(board.outlines) == 6, "spaces and no edges"
    columbus = BookIndex(load("columbus").text.book())
    assert {"C1", "C2"}.isdisjoint(clause.key for clause in columbus.related("tiles")), "but its board has C1 and C2"


def test_next_previous_and_history(book: BookPage) -> None:
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


def test_contents_by_mouse_and_keyboard(book: BookPage) -> None:
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


def test_search_lists_counts_and_marks(book: BookPage, qtbot: QtBot) -> None:
    QTest.keyClicks(book.search, "settlement")
    assert 2 <= len(keys_in(book)) < len(book.book_index.order)
    assert book.search_status.text() == f"{len(keys_in(book))} results"
    QTest.keyClick(book.search, Qt.Key.Key_Return)
    assert book.key == keys_in(book)[0], "the best one"
    qtbot.waitUntil(lambda: "background-color" in text_of(book))
    book.search.setText("definition of a gap")
    book.open_clause("N8")
    assert any("background-color" in label.text() for label in book.section_view.labels), "in heads, too"
    QTest.keyClick(book.search, Qt.Key.Key_Escape)
    assert len(keys_in(book)) == len(book.book_index.order) and not book.search_status.isVisible()
    QTest.keyClicks(book.search, "settlemnt")
    assert keys_in(book) and "Results for “settlement" in book.search_status.text()
    book.search.setText("qqqqqq")
    assert len(keys_in(book)) == len(book.book_index.order) and book.search_status.text() == "No results for “qqqqqq”."


def test_links_open_clauses(book: BookPage) -> None:
    book.open_clause("N8")
    label = next(label for label in book.section_view.labels if "T8" in label.text())
    label.linkActivated.emit("T8")
    assert book.key == "T8"
    link = next(link for link in book.links if link.clause.key == "N8")
    link.click()
    assert book.key == "N8"


def test_html_is_escaped() -> None:
    block = Block("words", "a <b> & **c** *d e* N8 gap")
    shown = block_html(block, BookIndex(GAME.text.book()), "#123456", "#abcdef", "gap")
    assert "&lt;b&gt; &amp; <b>c</b> <i>d e</i>" in shown and '<a href="N8"' in shown
    assert '<span style="background-color:#abcdef">gap</span>' in shown


@pytest.mark.parametrize(("width", "related"), [(1024, False), (1440, True)])
def test_boards_fit_the_width(book: BookPage, qtbot: QtBot, width: int, related: bool) -> None:
    book.resize(width, 620)
    book.open_clause("N8")
    assert book.related_card.isVisible() is related
    for board in book.section_view.boards:
        right = board.mapTo(book.area.viewport(), QPoint(board.width(), 0)).x()
        assert right <= book.area.viewport().width()
    qtbot.waitUntil(lambda: book.section_view.width() <= book.area.viewport().width())


class Table(Page):
    """Where a match is about to be announced."""

    def match_layout(self) -> LoadedLayout:
        return load_layout(shipped_layouts("neue_entdecker")[0])

    def clause(self) -> str:
        return "N4"


@pytest.mark.usefixtures("empty_start")
def test_window_opens_one_book_per_game(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1280, 720)
    window.show()
    first = window.commands.show_rules(GAME, "T8")
    assert isinstance(first, BookPage) and first.key == "T8"
    window.show_page(window.start)
    window.active_page().request.emit(ShowRules(GAME, "N12"))
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


# The manual

PAGES = [page for chapter in load_manual() for page in chapter.clauses]
OWN = {"Space", "Tab", "Enter", "Esc", "F1"}  # keys that boards understand by themselves
DIALOG = {"F8": "Regenerate"}  # keys of buttons in dialogs, with what they are called


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_titles_fit_the_contents(qtbot: QtBot, language: str) -> None:
    speech.choose(language)
    page = ManualPage()
    qtbot.addWidget(page)
    page.resize(1280, 660)
    page.show()
    room = page.contents.viewport().width() - 32  # what is left and right of a title
    books = [load_manual(), *(load(slug).text.book() for slug in slugs())]
    clauses = [clause for book in books for chapter in book for clause in chapter.clauses]
    face = QFontMetricsF(text_font(14, MEDIUM))  # as the chosen one is written
    wide = {clause.title: face.horizontalAdvance(clause.title) + 34 * bool(clause.number) - room for clause in clauses}
    assert not [title for title, beyond in wide.items() if beyond > 0]


def test_manual_is_read_searched_and_left_by_a_link(qtbot: QtBot) -> None:
    book = ManualPage()
    book.resize(1180, 660)
    qtbot.addWidget(book)
    book.show()
    assert book.title() == "Manual" and not book.can_save() and book.key == "first_layout"
    labels = [label for label in book.section_view.findChildren(QLabel) if label.isVisible()]
    pictures = [label for label in labels if not label.pixmap().isNull()]
    assert any(picture.accessibleName().startswith("The editor:") for picture in pictures)
    assert all(picture.width() <= book.area.viewport().width() for picture in pictures)
    next(label for label in book.section_view.labels if 'href="checks"' in label.text()).linkActivated.emit("checks")
    assert book.key == "checks"
    book.search.setText("print and play")
    assert keys_in(book) == ["printing"]
    book.search.setText("Ctrl+Shift+E")
    assert keys_in(book) == ["printing"], "keys are found, too"
    book.open_clause("file_format")
    assert any(label.text().startswith('{\n  "format"') for label in book.section_view.findChildren(QLabel))


def actions_of(menu: Iterable[QAction], place: str = "") -> Iterator[tuple[str, QAction]]:
    """The actions of menus with the way there: “Layout › Playtest”."""
    for action in menu:
        text = place + action.text().replace("&", "")
        submenu = action.menu()
        if submenu is not None:
            yield text, action
            yield from actions_of(submenu.actions(), f"{text} › ")  # type: ignore[attr-defined]  # the stubs say object
        elif not action.isSeparator():
            yield text, action


def pages_of(window: MainWindow) -> Iterator[tuple[Page, str]]:
    """Every kind of page in front of the window, with the page of the manual that is about it."""
    path = shipped_layouts("neue_entdecker")[0]
    yield window.active_page(), "first_layout"
    editor = window.open_path(path)
    assert editor is not None
    yield editor, "first_layout"
    openers: dict[str, Callable[[Page], Page | None]] = {
        "workshop": window.commands.open_piece_editor,
        "lab": window.commands.open_lab,
        "printing": window.commands.print_layout,
    }
    for about, show in openers.items():
        made = show(editor)
        assert made is not None
        yield made, about
        window.close_page(made)
    opened = editor.edited_layout()
    assert opened is not None
    table = window.commands.play_opened(opened)
    assert table is not None
    yield table, "playing"
    rules = window.commands.show_rules(opened.game)
    assert rules is not None
    yield rules, "learning"
    yield window.add_page(lesson_page(shipped_lessons("neue_entdecker", "tutorial")[0])), "learning"


@pytest.mark.long
def test_f1_opens_the_right_page_with_correct_menus_and_shortcuts(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    known: dict[str, set[str]] = {}
    for page, about in pages_of(window):
        for text, action in actions_of(window.menus.bar.actions()):
            known.setdefault(text, set()).update(keys_of(action))
        window.menus.action("manual").trigger()
        shown = window.active_page()
        assert isinstance(shown, ManualPage) and shown.key == about
        window.menus.action("manual").trigger()
        assert window.active_page() is shown and shown.key == about, "it stays where it is"
        window.show_page(page)
    assert keys_of(window.menus.action("manual")) == {"F1"}
    for output in PAGES:
        check(output, known)
    qtbot.waitUntil(lambda: not thumbnail_queue().is_busy())
    window.close()


def keys_of(action: QAction) -> set[str]:
    return {keys.toString(QKeySequence.SequenceFormat.PortableText) for keys in action.shortcuts()}


def check(page: Clause, known: dict[str, set[str]]) -> None:
    """Every way through the menus exists, and the key that follows it is its key; other keys are somebody's."""
    everybody = {keys for one in known.values() for keys in one}
    for block in page.blocks:
        found = [run for run in parse_spans(block.text) if run.text.strip()] if block.kind != "code" else []
        for before, run in zip([TextSpan("plain", ""), *found], found, strict=False):
            if run.kind == "slanted" and "›" in run.text:
                assert run.text in known, f"{page.key}: there is no {run.text}"
            if run.kind == "key" and before.text in DIALOG.values():
                assert DIALOG[run.text] == before.text
            elif run.kind == "key" and before.kind == "slanted":
                keys = known[before.text]
                assert run.text in keys, f"{page.key}: {before.text} has {keys}, and not {run.text}"
            elif run.kind == "plain":
                assert "›" not in run.text, "ways through the menus are slanted"
            elif run.kind == "key":
                assert run.text in everybody | OWN, f"{page.key}: nothing has the key {run.text}"
