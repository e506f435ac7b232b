"""The manual in the window: F1 opens the page about what is in front, and what it says of menus and keys is true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from PySide6.QtGui import QAction, QFontMetricsF, QKeySequence
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.core.book import Clause
from studio.documents.markup import TextSpan, load_manual, parse_spans
from studio.documents.paths import shipped_layouts
from studio.games import load, slugs
from studio.gui.book.page import ManualPage
from studio.gui.output.thumbnails import thumbnail_queue
from studio.gui.page import Page
from studio.gui.shell import language as speech
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.page_factory import lesson_page
from studio.gui.style.stylesheet import MEDIUM, text_font
from studio.lessons import shipped_tutorial

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
PAGES = [page for chapter in load_manual() for page in chapter.clauses]
OWN = {"Space", "Tab", "Enter", "Esc", "F1"}
"""Keys that boards understand by themselves."""
DIALOG = {"F8": "Another"}
"""Keys of buttons in dialogs, with what they are called."""


@pytest.fixture
def book(qtbot: QtBot) -> ManualPage:
    page = ManualPage()
    page.resize(1180, 660)
    qtbot.addWidget(page)
    page.show()
    return page


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_title_is_cut_in_the_contents(qtbot: QtBot, language: str) -> None:
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


def test_a_page_is_read_searched_and_left_by_a_link(book: ManualPage) -> None:
    assert book.title() == "Manual" and not book.can_save() and book.key == "first_layout"
    pictures = [label for label in book.section_view.findChildren(QLabel) if not label.pixmap().isNull()]
    assert any(picture.accessibleName().startswith("The editor:") for picture in pictures)
    assert all(picture.width() <= book.area.viewport().width() for picture in pictures)
    next(label for label in book.section_view.labels if 'href="checks"' in label.text()).linkActivated.emit("checks")
    assert book.key == "checks"
    book.search.setText("print and play")
    assert [row.key for row in book.contents.rows.rows if row.key] == ["printing"]
    book.search.setText("Ctrl+Shift+E")
    assert [row.key for row in book.contents.rows.rows if row.key] == ["printing"], "keys are found, too"
    book.open_clause("file_format")
    assert any(label.text().startswith('{\n  "format"') for label in book.section_view.findChildren(QLabel))


def actions_of(menu: Iterable[QAction], place: str = "") -> Iterator[tuple[str, QAction]]:
    """The actions of menus with the way there: “Layout › Playtest”."""
    for action in menu:
        words = place + action.text().replace("&", "")
        submenu = action.menu()
        if submenu is not None:
            yield words, action
            yield from actions_of(submenu.actions(), f"{words} › ")  # type: ignore[attr-defined]  # the stubs say object
        elif not action.isSeparator():
            yield words, action


def pages_of(window: MainWindow) -> Iterator[tuple[Page, str]]:
    """Every kind of page in front of the window, with the page of the manual that is about it."""
    path = shipped_layouts("neue_entdecker")[0]
    yield window.active_page(), "first_layout"
    editor = window.open_path(path)
    assert editor is not None
    yield editor, "first_layout"
    for show, about in (
        (window.open_piece_editor, "workshop"),
        (window.open_lab, "lab"),
        (window.print_layout, "printing"),
    ):
        made = show(editor)
        assert made is not None
        yield made, about
        window.close_page(made)
    opened = editor.edited_layout()
    assert opened is not None
    table = window.play_opened(opened)
    assert table is not None
    yield table, "playing"
    rules = window.show_rules(opened.game)
    assert rules is not None
    yield rules, "learning"
    tutorial = shipped_tutorial("neue_entdecker")
    assert tutorial is not None
    yield window.add_page(lesson_page(tutorial)), "learning"


@pytest.mark.long
def test_f1_opens_the_page_about_what_is_in_front_and_its_menus_and_keys_are_true(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    known: dict[str, set[str]] = {}
    for page, about in pages_of(window):
        for words, action in actions_of(window.menus.bar.actions()):
            known.setdefault(words, set()).update(keys_of(action))
        window.menus.action("manual").trigger()
        shown = window.active_page()
        assert isinstance(shown, ManualPage) and shown.key == about
        window.menus.action("manual").trigger()
        assert window.active_page() is shown and shown.key == about, "it stays where it is"
        window.show_page(page)
    assert keys_of(window.menus.action("manual")) == {"F1"}
    for told in PAGES:
        check(told, known)
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
