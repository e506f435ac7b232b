"""The print tab by mouse and keyboard: what is chosen is what is shown, written and refused."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from studio.documents.paths import layouts_dir
from studio.games import slugs
from studio.gui.output.print_page import PrintPage
from studio.gui.shell.main_window import MainWindow
from studio.services.loading import load_layout

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def tab(qtbot: QtBot) -> PrintPage:
    page = PrintPage(load_layout(str(layouts_dir() / "_template" / "between_hedges.json")))
    qtbot.addWidget(page)
    page.resize(1024, 560)
    page.show()
    qtbot.waitUntil(lambda: not page.view.is_busy())
    return page


def test_focus_starts_at_the_tile_size(tab: PrintPage) -> None:
    assert tab.focusProxy() is tab.choices.side


def test_parts_are_enabled_and_disabled(tab: PrintPage, qtbot: QtBot) -> None:
    assert tab.pages is not None
    before = len(tab.pages.pages)
    QTest.mouseClick(tab.choices.switches["board"], LEFT)
    assert tab.pages is not None and {page.part for page in tab.pages.pages} == {"markers"}
    assert len(tab.pages.pages) < before
    assert tab.summary.pages.text() == str(len(tab.pages.pages))
    QTest.mouseClick(tab.choices.switches["markers"], LEFT)
    assert tab.pages is None
    assert tab.error_label.isVisibleTo(tab) and "nothing to print" in tab.error_label.text()
    assert not tab.summary.save.isEnabled() and not tab.summary.print.isEnabled()
    QTest.mouseClick(tab.choices.switches["board"], LEFT)
    assert tab.summary.save.isEnabled() and not tab.error_label.isVisibleTo(tab)


def test_sample_pictures(tab: PrintPage) -> None:
    samples = tab.choices._samples
    assert not samples["board"].pixmap().isNull() and not samples["markers"].pixmap().isNull()
    images = [tab.choices.drawing.button(key).icon().pixmap(44, 44).toImage() for key in ("full", "lines")]
    assert images[0] != images[1] and not images[0].isNull()


def test_scrolled_column_keeps_its_width(tab: PrintPage) -> None:
    tab.resize(1024, 420)
    inside = tab.choices.drawing.parentWidget()
    assert inside is not None and inside.minimumSizeHint().width() <= 256


def test_tile_size_is_typed_and_reset(tab: PrintPage, qtbot: QtBot) -> None:
    field = tab.choices.side.field
    field.selectAll()
    QTest.keyClicks(field, "60")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert tab.pages is not None and tab.pages.side == 60.0
    assert tab.choices.reset_size.isVisibleTo(tab)
    QTest.mouseClick(tab.choices.reset_size, LEFT)
    assert tab.pages is not None and tab.pages.side == 40.0
    assert not tab.choices.reset_size.isVisibleTo(tab)


def test_pages_are_selected_by_mouse_keyboard_and_map(tab: PrintPage, qtbot: QtBot) -> None:
    QTest.mouseClick(tab.choices.paper.button("a4"), LEFT)
    tab.choices.side.set_value(220)
    tab.choices.side.changed.emit(220)
    qtbot.waitUntil(lambda: not tab.view.is_busy())
    QTest.mouseClick(tab.view, LEFT, pos=tab.view.page_rect(2).center().toPoint())
    assert tab.view.current == 2
    QTest.keyClick(tab.view, Qt.Key.Key_Right)
    assert tab.view.current == 3
    QTest.keyClick(tab.view, Qt.Key.Key_Home)
    assert tab.view.current == 1
    QTest.mouseClick(tab.summary.map, LEFT, pos=QPoint(tab.summary.map.width() - 4, tab.summary.map.height() - 4))
    assert tab.pages is not None and tab.pages.page_grid is not None
    assert tab.view.current == tab.pages.page_grid.pages


def test_ink_coverage_of_both_styles(tab: PrintPage, qtbot: QtBot) -> None:
    full = sum(tab.view.inks.values())
    QTest.mouseClick(tab.choices.drawing.button("lines"), LEFT)
    qtbot.waitUntil(lambda: not tab.view.is_busy())
    assert 0 < sum(tab.view.inks.values()) < full


def test_pages_are_saved(tab: PrintPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pages.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), "PDF (*.pdf)"))
    messages: list[str] = []
    tab.message.connect(messages.append)
    QTest.mouseClick(tab.summary.save, LEFT)
    assert not path.exists() and not tab.summary.save.isEnabled(), "the window stays awake while it is painted"
    qtbot.waitUntil(lambda: len(messages) == 1)
    assert messages == ["PDF saved as pages.pdf"] and tab.summary.save.isEnabled()
    assert tab.pages is not None and tab.summary.progress.text() == f"Preparing page {len(tab.pages.pages)}…"
    assert not tab.summary.progress.isVisibleTo(tab)
    assert len(pypdfium2.PdfDocument(path)) == len(tab.pages.pages)


@pytest.mark.long
def test_print_page_follows_its_editor(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    editor = window.open_path(layouts_dir() / slugs()[0] / "base.json")
    assert editor is not None
    page = window.commands.print_layout(editor)
    assert isinstance(page, PrintPage)
    assert window.commands.print_layout(editor) is page
    before = page.pages
    window.show_page(editor)
    opened = editor.edited_layout()
    assert opened is not None and before is not None
    bare = load_layout(str(layouts_dir() / slugs()[0] / "coast.json"))
    assert editor.replace_layout(bare.layout, "another")
    window.show_page(page)
    assert page.pages is not None and page.pages is not before
    assert editor.undo_action is not None
    editor.undo_action.trigger()  # else the window asks whether to save it
    window.show_page(editor)
    window.show_page(page)
    assert page.pages.page_grid == before.page_grid


def test_closing_leaves_no_file(tab: PrintPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pages.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), "PDF (*.pdf)"))
    QTest.mouseClick(tab.summary.save, LEFT)
    assert tab.about_to_close()
    qtbot.wait(50)
    assert not path.exists()


def test_tile_size_steps_by_half_millimetres(tab: PrintPage) -> None:
    side = tab.choices.side
    QTest.mouseClick(side.plus, LEFT)
    assert tab.pages is not None and tab.pages.side == 40.5
    assert side.field.text() == "40.5" and tab.choices.reset_size.isVisibleTo(tab)
    for typed, meant in (("47,5", 47.5), ("33.", 33.0), ("900", 120.0), ("", 120.0)):
        side.field.selectAll()
        QTest.keyClick(side.field, Qt.Key.Key_Delete)
        QTest.keyClicks(side.field, typed)
        QTest.keyClick(side.field, Qt.Key.Key_Return)
        assert tab.pages is not None and tab.pages.side == meant
        assert side.field.text() == f"{meant:g}"
    QTest.mouseClick(tab.choices.sizes.button("32"), LEFT)
    assert tab.pages.side == 32.0 and side.field.text() == "32"


def test_sections_jump_to_their_pages(tab: PrintPage, qtbot: QtBot) -> None:
    tab.resize(1400, 700)
    assert tab.pages is not None
    assert tab.sections.isVisible()
    first = tab.pages.pages_of("markers")[0]
    QTest.mouseClick(tab.sections.button("markers"), LEFT)
    assert tab.view.current == first
    tab.view.select(1)
    assert tab.sections.current() == "board"
    assert tab.sections.button("board").text() == f"Board {len(tab.pages.pages_of('board'))}"
    QTest.mouseClick(tab.choices.switches["markers"], LEFT)
    assert not tab.sections.isVisible(), "one part needs no choice"
    QTest.mouseClick(tab.choices.switches["markers"], LEFT)
    assert tab.sections.isVisible()
    tab.resize(520, 560)
    QApplication.processEvents()
    assert not tab.sections.isVisible(), "there is no room beside the zoom"


def test_map_highlights_the_hovered_page(tab: PrintPage, qtbot: QtBot) -> None:
    QTest.mouseMove(tab.view, QPoint(2, 2))
    for number in (1, tab.pages.pages_of("markers")[0] if tab.pages is not None else 0):
        tab._go_to(number)
        QTest.mouseMove(tab.view, tab.view.page_rect(number).center().toPoint())
        QApplication.processEvents()
        assert tab.view._hovered == number
        assert tab.summary.map.hovered == (number if number == 1 else 0)


def test_fold_marks_are_optional(tab: PrintPage) -> None:
    assert not tab.choices.choices.fold_marks
    QTest.mouseClick(tab.choices.folds, LEFT)
    assert tab.choices.choices.fold_marks


def test_pieces_of_the_published_game_are_left_out(tab: PrintPage) -> None:
    QTest.mouseClick(tab.choices.additional, LEFT)
    assert tab.pages is not None and tab.pages.piece_types == (), "this layout uses the published bag"
    QTest.mouseClick(tab.choices.additional, LEFT)
    assert tab.pages is not None and tab.pages.piece_types


def test_sections_are_hidden_where_there_is_no_room(qtbot: QtBot) -> None:
    page = PrintPage(load_layout(layouts_dir() / "goldland" / "first_game.json"))
    qtbot.addWidget(page)
    for width in (1024, 1500, 1024):
        page.resize(width, 560)
        page.show()
        QApplication.processEvents()
        assert page.sections.isVisible() == (width > 1200)
