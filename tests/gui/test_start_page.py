"""The start page: shipped layouts as cards, recent files, and what its buttons ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.settings import settings
from studio.gui.start_page import StartPage, kept_folder
from studio.gui.thumbnails import caption, display_name, press
from tests.gui.stand_ins import BASE, plain_pictures


@pytest.fixture
def page(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[StartPage]:
    plain_pictures(monkeypatch)
    page = StartPage()
    qtbot.addWidget(page)
    page.resize(1280, 700)
    page.show()
    qtbot.waitUntil(lambda: bool(page.cards) and not press().is_busy(), timeout=5000)
    yield page


def test_every_shipped_layout_has_a_card_with_its_name_and_picture(page: StartPage, qtbot: QtBot) -> None:
    assert [card.path for card in page.cards] == [path for slug in slugs() for path in shipped_layouts(slug)]
    assert len(page.cards) >= 4
    for card in page.cards:
        qtbot.waitUntil(card.picture.is_drawn, timeout=2000)
        assert card.name.full_text() == display_name(card.path) != ""
        assert card.about.full_text() != ""


def test_cards_ask_to_edit_and_to_play(page: StartPage, qtbot: QtBot) -> None:
    card = page.cards[0]
    with qtbot.waitSignal(page.open_file) as edited:
        QTest.mouseClick(card.edit_button, Qt.MouseButton.LeftButton)
    assert edited.args == [card.path]
    with qtbot.waitSignal(page.play_file) as played:
        QTest.mouseClick(card.play_button, Qt.MouseButton.LeftButton)
    assert played.args == [card.path]


def test_a_click_on_the_picture_edits(page: StartPage, qtbot: QtBot) -> None:
    card = page.cards[1]
    with qtbot.waitSignal(page.open_file) as edited:
        QTest.mouseClick(card.picture, Qt.MouseButton.LeftButton)
    assert edited.args == [card.path]


def test_several_games_stand_under_their_names(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plain_pictures(monkeypatch)
    files = []
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        for number in range(4):
            path = tmp_path / folder / f"{number}.json"
            path.write_text('{"game": "neue_entdecker", "name": "x"}', "utf-8")
            files.append(path)
    monkeypatch.setattr("studio.gui.start_page.layout_files", lambda: [(path, "x") for path in files])
    page = StartPage()
    qtbot.addWidget(page)
    page.resize(1280, 700)
    page.show()
    qtbot.waitUntil(lambda: len(page.cards) == 8 and page.cards[-1].y() > 0, timeout=5000)
    first, second = page._headings.values()
    assert first.isVisible()
    assert first.y() < page.cards[0].y() < page.cards[3].y() < second.y() < page.cards[4].y()


def test_the_banner_asks_for_new_and_open(page: StartPage, qtbot: QtBot) -> None:
    for button, signal in (
        (page.new_layout_button, page.new_layout),
        (page.new_match_button, page.new_match),
        (page.open_button, page.open_dialog),
    ):
        with qtbot.waitSignal(signal):
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_an_empty_memory_says_so(page: StartPage) -> None:
    assert page.recent_rows == []
    assert page._recent_none.isVisible()
    assert not page.clear_button.isVisible()


def test_recent_files_are_shown_opened_and_forgotten(page: StartPage, qtbot: QtBot, tmp_path: Path) -> None:
    gone = tmp_path / "gone.json"
    settings().add_recent(gone)
    settings().add_recent(BASE)
    page.activated()
    assert [row.path for row in page.recent_rows] == [BASE, gone]
    qtbot.waitUntil(lambda: page.recent_rows[0].name.full_text() == display_name(BASE), timeout=2000)
    assert page.recent_rows[1].folder.full_text() == "The file is no longer there"
    with qtbot.waitSignal(page.open_file) as opened:
        QTest.mouseClick(page.recent_rows[0], Qt.MouseButton.LeftButton)
    assert opened.args == [BASE]
    with qtbot.waitSignal(page.open_file):
        QTest.keyClick(page.recent_rows[0], Qt.Key.Key_Return)
    QTest.keyClick(page.recent_rows[1], Qt.Key.Key_Delete)
    assert settings().recent == [BASE]
    QTest.mouseClick(page.clear_button, Qt.MouseButton.LeftButton)
    assert settings().recent == []
    assert page._recent_none.isVisible()


def test_cards_flow_into_as_many_columns_as_fit(page: StartPage, qtbot: QtBot) -> None:
    def columns() -> int:
        return len({card.x() for card in page.cards})

    page.resize(1700, 800)
    qtbot.waitUntil(lambda: columns() == min(4, len(page.cards)), timeout=1000)
    page.resize(1000, 800)
    qtbot.waitUntil(lambda: columns() == 2, timeout=1000)


def test_captions_of_odd_files_never_raise(tmp_path: Path) -> None:
    for number, content in enumerate((b"", b"[]", b"{}", b'{"name": 7}', b"\xff", b'{"layout": 3}', b"[" * 9999)):
        path = tmp_path / f"odd_{number}.json"
        path.write_bytes(content)
        assert caption(path).name
    assert display_name(tmp_path / "missing.json") == "missing"


def test_matches_left_before_their_end_are_offered_again(page: StartPage, qtbot: QtBot) -> None:
    kept_folder().mkdir(parents=True)
    kept = kept_folder() / "Base map, unfinished.json"
    kept.write_text('{"format": "studio.match", "layout": {"name": "Base map", "game": "neue_entdecker"}}', "utf-8")
    settings().add_recent(BASE)
    page.activated()
    assert [row.path for row in page.recent_rows] == [kept, BASE]
    qtbot.waitUntil(lambda: page.recent_rows[0].folder.full_text() == "Go on playing", timeout=2000)
    page.is_open = lambda path: path == kept
    page.activated()
    assert [row.path for row in page.recent_rows] == [BASE]


def test_an_unfinished_match_is_thrown_away_only_after_a_question(
    page: StartPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_folder().mkdir(parents=True)
    kept = kept_folder() / "a.json"
    kept.write_text("{}", "utf-8")
    page.activated()
    answers = iter([False, True])
    monkeypatch.setattr("studio.gui.dialogs.confirm", lambda *_words: next(answers))
    page.recent_rows[0].forgotten.emit(kept)
    assert kept.exists()
    page.recent_rows[0].forgotten.emit(kept)
    assert not kept.exists()
    assert page.recent_rows == []
