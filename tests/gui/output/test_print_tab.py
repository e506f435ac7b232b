"""The print tab by mouse and keyboard: what is chosen is what is shown, written and refused."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from studio.documents.paths import layouts_dir
from studio.games import slugs
from studio.gui.output.paper.tab import PrintPage
from studio.gui.shell.main_window import MainWindow
from studio.gui.style.stylesheet import current_theme
from studio.opening import open_layout

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def tab(qtbot: QtBot) -> PrintPage:
    page = PrintPage(open_layout(str(layouts_dir() / "_template" / "between_hedges.json")))
    qtbot.addWidget(page)
    page.resize(1024, 560)
    page.show()
    qtbot.waitUntil(lambda: not page.view.is_busy())
    return page


def test_the_keyboard_begins_at_the_size_of_a_tile(tab: PrintPage) -> None:
    assert tab.focusProxy() is tab.choices.side


def test_parts_are_switched_on_and_off(tab: PrintPage, qtbot: QtBot) -> None:
    assert tab.pages is not None
    before = len(tab.pages.pages)
    QTest.mouseClick(tab.choices.switches["board"], LEFT)
    assert tab.pages is not None and {page.part for page in tab.pages.pages} == {"markers"}
    assert len(tab.pages.pages) < before
    assert tab.summary.pages.text() == str(len(tab.pages.pages))
    QTest.mouseClick(tab.choices.switches["markers"], LEFT)
    assert tab.pages is None
    assert tab.trouble.isVisibleTo(tab) and "nothing to print" in tab.trouble.text()
    assert not tab.summary.save.isEnabled() and not tab.summary.print.isEnabled()
    QTest.mouseClick(tab.choices.switches["board"], LEFT)
    assert tab.summary.save.isEnabled() and not tab.trouble.isVisibleTo(tab)


def test_the_side_is_typed_and_set_back(tab: PrintPage, qtbot: QtBot) -> None:
    field = tab.choices.side.field
    field.selectAll()
    QTest.keyClicks(field, "60")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert tab.pages is not None and tab.pages.side == 60.0
    assert tab.choices.own.isVisibleTo(tab)
    QTest.mouseClick(tab.choices.own, LEFT)
    assert tab.pages is not None and tab.pages.side == 40.0
    assert not tab.choices.own.isVisibleTo(tab)


def test_pages_are_chosen_by_mouse_keyboard_and_map(tab: PrintPage, qtbot: QtBot) -> None:
    QTest.mouseClick(tab.choices.paper.button("a4"), LEFT)
    tab.choices.side.set_value(110)
    tab.choices.side.changed.emit(110)
    qtbot.waitUntil(lambda: not tab.view.is_busy())
    QTest.mouseClick(tab.view, LEFT, pos=tab.view.place(2).center().toPoint())
    assert tab.view.current == 2
    QTest.keyClick(tab.view, Qt.Key.Key_Right)
    assert tab.view.current == 3
    QTest.keyClick(tab.view, Qt.Key.Key_Home)
    assert tab.view.current == 1
    QTest.mouseClick(tab.summary.map, LEFT, pos=QPoint(tab.summary.map.width() - 4, tab.summary.map.height() - 4))
    assert tab.pages is not None and tab.pages.split is not None
    assert tab.view.current == tab.pages.split.pages


def test_the_share_of_ink_is_told_when_all_pages_are_painted(tab: PrintPage, qtbot: QtBot) -> None:
    def covered() -> float:
        qtbot.waitUntil(lambda: not tab.view.is_busy())
        return sum(tab.view.inks.values()) / len(tab.view.inks)

    full = covered()
    QTest.mouseClick(tab.choices.drawing.button("lines"), LEFT)
    assert covered() < full


def test_pages_are_saved(tab: PrintPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pages.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), "PDF (*.pdf)"))
    said: list[str] = []
    tab.message.connect(said.append)
    QTest.mouseClick(tab.summary.save, LEFT)
    assert not path.exists() and not tab.summary.save.isEnabled(), "the window stays awake while it is painted"
    qtbot.waitUntil(lambda: len(said) == 2)
    assert said == ["Painting pages.pdf …", "Pages written to pages.pdf"] and tab.summary.save.isEnabled()
    assert tab.pages is not None
    assert len(pypdfium2.PdfDocument(path)) == len(tab.pages.pages)


def test_the_tab_follows_its_editor(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    editor = window.open_path(layouts_dir() / slugs()[0] / "base.json")
    assert editor is not None
    page = window.print_layout(editor)
    assert isinstance(page, PrintPage)
    assert window.print_layout(editor) is page
    before = page.pages
    window.show_page(editor)
    opened = editor.drawn()
    assert opened is not None and before is not None
    bare = open_layout(str(layouts_dir() / slugs()[0] / "coast.json"))
    assert editor.take_in(bare.layout, "another")
    window.show_page(page)
    assert page.pages is not None and page.pages is not before
    assert editor.undo_action is not None
    editor.undo_action.trigger()  # else the window asks whether to save it
    window.show_page(editor)
    window.show_page(page)
    assert page.pages.split == before.split


def test_both_themes_are_painted(tab: PrintPage) -> None:
    for _turn in range(2):
        tab.set_theme(current_theme())
        assert not tab.grab().isNull()


def test_a_tab_that_closes_leaves_no_half_file(
    tab: PrintPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pages.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), "PDF (*.pdf)"))
    QTest.mouseClick(tab.summary.save, LEFT)
    assert tab.closing()
    qtbot.wait(50)
    assert not path.exists()
