"""The start page: shipped layouts, recent documents, and a layout that never moves."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio import games
from studio.documents.autosave import AutosaveFile, TurnInfo, new_match_file
from studio.documents.paths import shipped_layouts, shipped_lessons
from studio.documents.store import Record, SeatEntry, read_layout
from studio.games import slugs
from studio.gui.output.thumbnails import display_name, document_info, thumbnail_queue
from studio.gui.page import AskFiles, NewLayout, NewMatch, OpenFile, OpenLesson
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow
from studio.gui.start.captions import ALL_GAMES
from studio.gui.start.document_list import MAX_SHOWN
from studio.gui.start.gallery import HIGHEST, LOWEST, ROW_HEIGHT, board_proportions, layout_rows
from studio.gui.start.page import StartPage
from tests.gui.stand_ins import BASE, plain_pictures
from tests.short_run import mark_long


@pytest.fixture
def page(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[StartPage]:
    plain_pictures(monkeypatch)
    page = StartPage()
    qtbot.addWidget(page)
    page.resize(1280, 700)
    page.show()
    qtbot.waitUntil(lambda: page.layout_browser.is_complete and not thumbnail_queue().is_busy())
    yield page


def press(page: StartPage, row: int, key: Qt.Key) -> None:
    """Press a key with the keyboard on this row of the recent documents."""
    listed = page.recent.list
    listed.setCurrentIndex(listed.model().index(row, 0))
    QTest.keyClick(listed, key)


def row_rect(page: StartPage, row: int) -> QRect:
    """The place of a row of the recent documents in the viewport of their list."""
    return page.recent.list.visualRect(page.recent.list.model().index(row, 0))


def test_every_shipped_layout_has_a_card(page: StartPage, qtbot: QtBot) -> None:
    assert [card.path for card in page.cards] == [path for slug in slugs() for path in shipped_layouts(slug)]
    assert len(page.cards) >= 4
    for card in page.cards:
        qtbot.waitUntil(card.picture.is_drawn)
        assert card.name.full_text() == display_name(card.path) != ""
        assert card.about.full_text() != ""


def test_cards_edit_and_play(page: StartPage, qtbot: QtBot) -> None:
    card = page.cards[0]
    with qtbot.waitSignal(page.request) as edited:
        QTest.mouseClick(card.edit_button, Qt.MouseButton.LeftButton)
    assert edited.args == [OpenFile(card.path)]
    with qtbot.waitSignal(page.request) as played:
        QTest.mouseClick(card.play_button, Qt.MouseButton.LeftButton)
    assert played.args == [NewMatch(path=card.path)]


def test_a_click_on_the_picture_edits(page: StartPage, qtbot: QtBot) -> None:
    card = page.cards[1]
    with qtbot.waitSignal(page.request) as edited:
        QTest.mouseClick(card.picture, Qt.MouseButton.LeftButton)
    assert edited.args == [OpenFile(card.path)]


def test_every_game_has_a_section(page: StartPage) -> None:
    assert list(page.layout_browser.sections) == list(slugs())
    tops = []
    for slug, section in page.layout_browser.sections.items():
        info = games.load(slug).info
        assert section.isVisible()
        assert section.name.text() == info.name
        assert section.blurb.full_text() == info.blurb != ""
        assert [card.path for card in section.cards] == shipped_layouts(slug)
        tops.append(section.y())
    assert tops == sorted(tops)


def test_the_chosen_game_is_remembered(page: StartPage, qtbot: QtBot) -> None:
    slug = slugs()[-1]
    QTest.mouseClick(page.layout_browser.games.chips[slug], Qt.MouseButton.LeftButton)
    assert [name for name, section in page.layout_browser.sections.items() if section.isVisible()] == [slug]
    again = StartPage()
    qtbot.addWidget(again)
    again.show()
    qtbot.waitUntil(lambda: again.layout_browser.is_complete)
    assert again.layout_browser.games.current() == slug
    assert [name for name, section in again.layout_browser.sections.items() if section.isVisible()] == [slug]
    QTest.mouseClick(again.layout_browser.games.chips[ALL_GAMES], Qt.MouseButton.LeftButton)
    assert all(section.isVisible() for section in again.layout_browser.sections.values())


def test_a_deferred_page_gets_its_content_after_its_first_paint(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_pictures(monkeypatch)
    page = StartPage(is_deferred=True)
    qtbot.addWidget(page)
    page.refresh_recent()
    assert (page.findChildren(QWidget), page.game, page.title()) == ([], "", "Start")
    page.resize(1280, 700)
    page.show()
    qtbot.waitUntil(lambda: bool(page.findChildren(QWidget)) and page.layout_browser.is_complete)
    assert page.new_match_button.isVisible()
    whole = page.findChildren(QWidget)
    page.build()
    assert page.findChildren(QWidget) == whole, "once only"


def test_games_are_chosen_with_the_arrow_keys(page: StartPage) -> None:
    chips = page.layout_browser.games.chips
    chips[ALL_GAMES].setFocus()
    QTest.keyClick(chips[ALL_GAMES], Qt.Key.Key_Right)
    assert page.layout_browser.games.current() == slugs()[0]
    QTest.keyClick(chips[slugs()[0]], Qt.Key.Key_Left)
    QTest.keyClick(chips[ALL_GAMES], Qt.Key.Key_Left)
    assert page.layout_browser.games.current() == slugs()[-1]


def test_game_chips_name_author_year_and_seats(page: StartPage) -> None:
    for slug in slugs():
        info = games.load(slug).info
        shown = page.layout_browser.games.chips[slug].accessibleName()
        for part in (info.name, info.author, str(info.year), f"{info.min_seats}–{info.max_seats}"):
            assert part in shown


def test_the_banner_buttons(page: StartPage, qtbot: QtBot) -> None:
    for button, request in (
        (page.new_layout_button, NewLayout()),
        (page.new_match_button, NewMatch()),
        (page.open_button, AskFiles()),
    ):
        with qtbot.waitSignal(page.request) as requested:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert requested.args == [request]


def test_first_steps_are_offered_until_there_is_something_recent(page: StartPage) -> None:
    first, requests = page.recent.first_steps, list[object]()
    assert page.recent.entries() == [] and not page.recent.clear_button.isVisible()
    assert first.isVisible() and page.recent.title_label.text() == "First steps"
    page.request.connect(requests.append)
    for slug in (slugs()[0], "goldland"):
        for button in first.buttons:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        tutorial, layout = shipped_lessons(slug, "tutorial")[0], shipped_layouts(slug)[0]
        assert requests == [OpenLesson(tutorial), NewLayout(), NewMatch(path=layout, at_once=True)]
        requests.clear()
        page.layout_browser.games.chips["goldland"].click()
    settings().add_recent(BASE)
    page.activated()
    assert not first.isVisible() and page.recent.title_label.text() == "Recent"


def test_play_now_starts_a_match_without_a_dialog(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    window.start.request.emit(NewMatch(path=BASE, at_once=True))
    table = window.active_page()
    assert table.match_layout() is not None
    table.about_to_close()


def test_recent_files_are_opened_and_removed(page: StartPage, qtbot: QtBot, tmp_path: Path) -> None:
    gone = tmp_path / "gone.json"
    settings().add_recent(gone)
    settings().add_recent(BASE)
    page.activated()
    assert [row.path for row in page.recent.entries()] == [BASE, gone]
    qtbot.waitUntil(lambda: page.recent.entries()[0].name == display_name(BASE))
    assert page.recent.entries()[1].about == "File not found"
    with qtbot.waitSignal(page.request) as opened:
        viewport = page.recent.list.viewport()
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=row_rect(page, 0).center())
    assert opened.args == [OpenFile(BASE)]
    with qtbot.waitSignal(page.request):
        press(page, 0, Qt.Key.Key_Return)
    press(page, 1, Qt.Key.Key_Delete)
    assert settings().recent == [BASE]
    QTest.mouseClick(page.recent.clear_button, Qt.MouseButton.LeftButton)
    assert settings().recent == []
    assert page.recent.first_steps.isVisible()


def test_cards_fill_the_width(page: StartPage) -> None:
    for width, least in ((1700, 4), (1000, 2)):
        page.resize(width, 800)
        page.grab()
        for section in page.layout_browser.sections.values():
            gallery = section.gallery
            lines: dict[int, list[int]] = {}
            for card in section.cards:
                lines.setdefault(card.y(), []).append(card.x())
                assert 0 <= card.x() < card.geometry().right() < gallery.width() + 2
                assert card.geometry().bottom() < gallery.height()
            assert max(map(len, lines.values())) >= min(least, len(section.cards))
            assert all(places == sorted(set(places)) for places in lines.values())


def test_rows_have_similar_heights() -> None:
    proportions = [1.4, 1.4, 1.0, 2.6, 1.9, 1.9, 1.3, 0.4, 9.0, 1.5]
    for width in range(320, 2600, 37):
        rows = layout_rows(proportions, width)
        assert sum(count for count, _high in rows) == len(proportions)
        assert all(count > 0 and high <= ROW_HEIGHT * HIGHEST for count, high in rows)
        if width > 800:
            assert all(high >= ROW_HEIGHT * LOWEST for _count, high in rows)
            widest = max(2.0 * high + 20 for _count, high in rows)
            assert widest <= width


def test_files_of_the_same_name_differ_in_their_location(page: StartPage, qtbot: QtBot, tmp_path: Path) -> None:
    copies = []
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        copies.append(tmp_path / folder / "own.json")
        copies[-1].write_bytes(BASE.read_bytes())
    for path in (*copies, BASE):
        settings().add_recent(path)
    page.activated()
    qtbot.waitUntil(lambda: page.recent.entries()[0].about.endswith("included"))
    shown = [(row.name, row.about) for row in page.recent.entries()]
    assert len({name for name, _where in shown}) == 1
    assert len({where for _name, where in shown}) == 3
    assert str(BASE.parent) not in shown[0][1]


def test_captions_of_invalid_files(tmp_path: Path) -> None:
    for number, content in enumerate((b"", b"[]", b"{}", b'{"name": 7}', b"\xff", b'{"layout": 3}', b"[" * 9999)):
        path = tmp_path / f"odd_{number}.json"
        path.write_bytes(content)
        assert document_info(path).name
    assert display_name(tmp_path / "missing.json") == "missing"


def kept_match(name: str, standing: TurnInfo | None = None) -> Path:
    """A match that the program kept; who kept it lives no more."""
    side = new_match_file()
    layout = read_layout(BASE)
    layout = msgspec.structs.replace(layout, name=name)
    side.write(Record(layout=layout, seats=(SeatEntry("Ada"), SeatEntry("Bento"))), turn_info=standing)
    side.close()
    return side.path


def test_stored_matches_show_their_status(page: StartPage) -> None:
    settings().add_recent(BASE)
    finished = kept_match("Last summer", TurnInfo("Turn 40"))
    going = kept_match("The Long Gulf", TurnInfo("Turn 12", 1, "Bento"))
    old = kept_match("From long ago")
    for age, path in enumerate((old, going, finished)):
        os.utime(path, (1e9 - age, 1e9 - age))
    page.activated()
    assert [row.path for row in page.recent.entries()] == [old, going, finished, BASE]
    assert [(row.name, row.about, row.status is None) for row in page.recent.entries()[:3]] == [
        ("From long ago", "Continue playing", True),
        ("The Long Gulf", "Turn 12, Bento to move", False),
        ("Last summer", "finished", False),
    ]
    index = page.recent.list.model().index(1, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "The Long Gulf, Turn 12, Bento to move"
    assert "September 2001" in page.recent.entries()[1].tooltip


def test_the_last_unfinished_match_is_the_first_item(page: StartPage) -> None:
    """What a killed program leaves is the same file."""
    assert not page.continue_bar.isVisible() and page.new_match_button.filled
    kept_match("Last summer", TurnInfo("Turn 40"))
    page.activated()
    assert not page.continue_bar.isVisible()
    older, newer = (
        kept_match("Older", TurnInfo("Turn 3", 0, "Ada")),
        kept_match("Newer", TurnInfo("Turn 12", 1, "Bento")),
    )
    os.utime(older, (1e9, 1e9))
    page.activated()
    bar = page.continue_bar
    requests: list[object] = []
    assert bar.isVisible() and bar.details.full_text() == "Newer; Turn 12, Bento to move"
    assert bar.geometry().bottom() < page.recent.mapTo(page, page.recent.rect().topLeft()).y()
    assert bar.button.filled and not page.new_match_button.filled
    page.request.connect(requests.append)
    bar.button.click()
    assert requests == [OpenFile(newer)]


def test_the_status_of_a_match_is_updated(page: StartPage, qtbot: QtBot) -> None:
    side = new_match_file()
    record = Record(layout=read_layout(BASE), seats=(SeatEntry("Ada"),))
    side.write(record, turn_info=TurnInfo("Turn 1", 0, "Ada"))
    page.activated()
    picture = page.recent.list.thumbnail(0)
    assert picture is not None
    qtbot.waitUntil(picture.is_drawn)
    side.write(record, turn_info=TurnInfo("Turn 2"))
    page.activated()
    assert page.recent.list.thumbnail(0) is picture
    assert [row.about for row in page.recent.entries()] == ["finished"]
    side.close()


def test_a_running_match_is_listed(page: StartPage) -> None:
    side = new_match_file()
    side.write(Record(layout=read_layout(BASE), seats=(SeatEntry("Ada"),)), turn_info=TurnInfo("Turn 1", 0, "Ada"))
    page.activated()
    assert not page.recent.first_steps.isVisible(), "a match that is on a table now is kept, too"
    assert [row.path for row in page.recent.entries()] == [side.path]
    side.close()


def test_many_matches_are_shown_on_demand(page: StartPage) -> None:
    for number in range(MAX_SHOWN + 7):
        kept_match(f"Match {number}", TurnInfo("Turn 1", 0, "Ada"))
    settings().add_recent(BASE)
    page.activated()
    assert len(page.recent.entries()) == MAX_SHOWN + 1
    more = page.recent.list.entries()[MAX_SHOWN]
    assert more.path is None and more.name == "7 more matches"
    press(page, MAX_SHOWN, Qt.Key.Key_Space)
    assert len(page.recent.entries()) == MAX_SHOWN + 8
    assert more not in page.recent.list.entries()


def test_old_matches_are_deleted_only_on_request(page: StartPage, monkeypatch: pytest.MonkeyPatch) -> None:
    old = [kept_match(f"Gulf {number}", TurnInfo("Turn 1", 0, "Ada")) for number in range(MAX_SHOWN + 1)]
    finished, recent = kept_match("Finished", TurnInfo("Turn 40")), kept_match("Recent", TurnInfo("Turn 2", 0, "Ada"))
    page.activated()
    assert page.recent.old_button.isHidden()
    for path in (*old, finished):
        os.utime(path, (1e9, 1e9))
    page.activated()
    assert page.recent.old_button.text() == f"Delete {len(old)} old matches…"
    questions: list[tuple[str, ...]] = []
    answers = iter([False, True])

    def confirm(_parent: object, *words: str) -> bool:
        questions.append(words)
        return next(answers)

    monkeypatch.setattr("studio.gui.widgets.dialogs.confirm", confirm)
    page.recent.old_button.click()
    assert all(path.exists() for path in old)
    page.recent.old_button.click()
    assert not any(path.exists() for path in old) and finished.exists() and recent.exists()
    assert questions[0][0] == f"Delete {len(old)} old matches?" and page.recent.old_button.isHidden()
    assert "September 2001" in questions[0][1] and "and 1 more match. Deleting" in questions[0][1]


def test_deleting_a_match_is_confirmed(page: StartPage, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = kept_match("The Long Gulf", TurnInfo("Turn 12", 1, "Bento"))
    page.activated()
    questions: list[str] = []
    answers = iter([False, True])

    def confirm(_parent: object, *words: str) -> bool:
        questions.append(words[0])
        return next(answers)

    monkeypatch.setattr("studio.gui.widgets.dialogs.confirm", confirm)
    press(page, 0, Qt.Key.Key_Delete)
    assert saved.exists()
    press(page, 0, Qt.Key.Key_Delete)
    assert not saved.exists()
    assert page.recent.entries() == []
    assert questions == ["Delete match “The Long Gulf”?"] * 2


def test_the_button_of_a_row_removes_it(page: StartPage) -> None:
    settings().add_recent(BASE)
    page.activated()
    page.grab()
    listed = page.recent.list
    button = listed.remove_rect(0)
    assert row_rect(page, 0).contains(button)
    opened: list[object] = []
    page.request.connect(opened.append)
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=button.center())
    assert settings().recent == [] and opened == []


def test_the_focused_row_is_marked(page: StartPage, qtbot: QtBot) -> None:
    for path in shipped_layouts(slugs()[0])[:2]:
        settings().add_recent(path)
    page.activated()
    qtbot.waitUntil(lambda: not thumbnail_queue().is_busy())
    listed = page.recent.list
    plain = listed.grab().toImage()
    page.activateWindow()
    listed.setFocus(Qt.FocusReason.TabFocusReason)
    with_keyboard = listed.grab().toImage()
    QTest.keyClick(listed, Qt.Key.Key_Down)
    assert with_keyboard != plain
    assert listed.currentIndex().row() == 1 and listed.grab().toImage() not in (plain, with_keyboard)


def test_rows_that_stay_keep_their_pictures(page: StartPage) -> None:
    first, second, third = shipped_layouts(slugs()[0])[:3]
    for path in (third, second, first):
        settings().add_recent(path)
    page.activated()
    before = [page.recent.list.thumbnail(row) for row in range(3)]
    settings().remove_recent(second)
    page.activated()
    assert [page.recent.list.thumbnail(row) for row in range(2)] == [before[0], before[2]]
    settings().add_recent(third)
    page.activated()
    assert [row.path for row in page.recent.entries()] == [third, first]
    assert all(page.recent.list.thumbnail(row) is not None for row in range(2))


def test_a_damaged_match_can_be_deleted(page: StartPage, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = kept_match("The Long Gulf")
    saved.write_bytes(b"\xff\x00")
    saved.with_suffix(".note").write_text("[", "utf-8")
    page.activated()
    assert page.recent.entries()[0].name == "Unreadable match"
    monkeypatch.setattr("studio.gui.widgets.dialogs.confirm", lambda *_words: True)
    press(page, 0, Qt.Key.Key_Delete)
    assert page.recent.entries() == [] and not saved.exists()


def test_a_match_in_use_is_not_deleted(page: StartPage, monkeypatch: pytest.MonkeyPatch) -> None:
    side = new_match_file()
    side.write(Record(layout=read_layout(BASE), seats=(SeatEntry("Ada"),)))
    page.activated()
    messages: list[str] = []
    monkeypatch.setattr("studio.gui.widgets.dialogs.confirm", lambda *_words: True)
    monkeypatch.setattr("studio.gui.widgets.dialogs.show_message", lambda _parent, *words: messages.append(words[0]))
    press(page, 0, Qt.Key.Key_Delete)
    assert side.path.exists() and len(page.recent.entries()) == 1
    assert messages == ["This match is still open"]
    side.close()


def test_clearing_recent_files_keeps_matches(page: StartPage) -> None:
    saved = kept_match("The Long Gulf")
    settings().add_recent(BASE)
    page.activated()
    QTest.mouseClick(page.recent.clear_button, Qt.MouseButton.LeftButton)
    assert [row.path for row in page.recent.entries()] == [saved]
    assert saved.exists() and BASE.exists()
    assert not page.recent.clear_button.isVisible()
    texts = [page.recent.entries()[0].remove_tip, page.recent.clear_button.toolTip()]
    assert "Delete" in texts[0] and "Delete" not in texts[1]


def test_card_positions_are_known_before_the_first_paint(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_pictures(monkeypatch)
    StartPage().deleteLater()  # a first start has to open every layout once to measure it
    monkeypatch.setattr("studio.services.loading.load_layout", None)
    page = StartPage()
    qtbot.addWidget(page)
    page.resize(1280, 700)
    page.show()
    assert page.cards == [] and not page.layout_browser.is_complete
    standing = {slug: section.gallery.rects for slug, section in page.layout_browser.sections.items()}
    assert list(standing) == list(slugs())
    assert all(len(places) == len(shipped_layouts(slug)) for slug, places in standing.items())
    page.grab()
    qtbot.waitUntil(lambda: page.layout_browser.is_complete)
    for slug, section in page.layout_browser.sections.items():
        assert [card.geometry() for card in section.cards] == list(standing[slug])


def test_damaged_proportions_are_read_again(qtbot: QtBot) -> None:
    path = shipped_layouts(slugs()[0])[0]
    right = board_proportions(path)
    known = settings().value("boards")
    for damage in ([], [1, 2, 3], "x", None, [*known[f"{path.parent.name}/{path.stem}"][:1], -1.0, "1 × 1"]):
        settings().set_value("boards", {f"{path.parent.name}/{path.stem}": damage})
        assert board_proportions(path) == right


SIZES = ((1024, 640), (1280, 720), (1440, 900))


class Onlooker(QObject):
    """Sees the start page whenever anything of it is painted, and notes what is not as it should be."""

    def __init__(self, page: StartPage) -> None:
        super().__init__()
        self.page = page
        self.places: dict[str, QRect] = {}
        self.faults: list[str] = []
        self.paints = self.moves = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget) and self.page.isAncestorOf(watched):
            self.paints += 1
            self.look()
        return False

    def look(self) -> None:
        """Compare with what was seen before."""
        page = self.page
        sections = [section for section in page.layout_browser.sections.values() if section.isVisible()]
        self._piled("layouts of a game", sections)
        seen = {f"row {row}": page.recent.list.visualRect(page.recent.list.model().index(row, 0)) for row in range(4)}
        for name, part in (
            ("banner", page.banner),
            ("band", page.recovery_panel),
            ("recent", page.recent),
            ("shelf", page.layout_browser),
        ):
            seen[name] = part.geometry()
        for slug, section in page.layout_browser.sections.items():
            if not section.isVisible():
                continue
            gallery = section.gallery
            if gallery.geometry().bottom() > section.height():
                self.faults.append(f"{slug} is cut")
            for place, rect in enumerate(gallery.rects):
                seen[f"{slug} {place}"] = rect
                if not gallery.rect().contains(rect):
                    self.faults.append(f"{slug} {place} is cut")
            if any(card.geometry() != rect for card, rect in zip(section.cards, gallery.rects, strict=False)):
                self.faults.append(f"a card of {slug} is not in its place")
        self.moves += sum(self.places.get(name, rect) != rect for name, rect in seen.items())
        self.places = seen

    def _piled(self, what: str, widgets: Sequence[QWidget]) -> None:
        for upper, lower in pairwise(widgets):
            if upper.isVisible() and lower.isVisible() and upper.geometry().bottom() >= lower.y():
                self.faults.append(f"a {what} is covered")


@pytest.fixture
def onlooker(qtbot: QtBot, app: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Onlooker]:
    plain_pictures(monkeypatch)
    for slug in games.slugs():
        settings().add_recent(shipped_layouts(slug)[0])
    page = StartPage()
    qtbot.addWidget(page)
    onlooker = Onlooker(page)
    app.installEventFilter(onlooker)
    yield onlooker
    app.removeEventFilter(onlooker)


@pytest.mark.parametrize("size", mark_long(SIZES))
def test_nothing_moves_while_cards_and_pictures_arrive(onlooker: Onlooker, qtbot: QtBot, size: tuple[int, int]) -> None:
    page = onlooker.page
    for slug in (ALL_GAMES, *games.slugs()):
        page.layout_browser.show_game(slug)
        onlooker.places = {}
        page.resize(*size)
        page.show()
        qtbot.waitUntil(lambda: page.layout_browser.is_complete and not thumbnail_queue().is_busy())
        page.grab()
        assert onlooker.paints
        assert (onlooker.moves, onlooker.faults) == (0, [])
        page.hide()


def test_nothing_is_cut_while_resizing(onlooker: Onlooker, qtbot: QtBot) -> None:
    page = onlooker.page
    page.show()
    for size in (*SIZES, *reversed(SIZES[:-1])):
        page.resize(*size)
        before = onlooker.paints
        qtbot.waitUntil(lambda before=before: onlooker.paints > before)  # type: ignore[misc]  # of this round
        qtbot.waitUntil(lambda: page.layout_browser.is_complete and not thumbnail_queue().is_busy())
    assert onlooker.faults == []


@pytest.mark.parametrize("size", mark_long(SIZES))
@pytest.mark.parametrize("count", mark_long([3, 1]))
def test_nothing_moves_with_unsaved_documents(
    onlooker: Onlooker, qtbot: QtBot, count: int, size: tuple[int, int]
) -> None:
    for _number in range(count):
        side = AutosaveFile()
        side.write(read_layout(BASE), Path("/home/ada/gulf.json"), 3)
        side.close()
    page = StartPage()
    qtbot.addWidget(page)
    onlooker.page = page
    page.resize(*size)
    page.show()
    qtbot.waitUntil(lambda: page.layout_browser.is_complete and not thumbnail_queue().is_busy())
    page.grab()
    assert onlooker.paints and len(page.recovery_panel.documents) == count
    assert (onlooker.moves, onlooker.faults) == (0, [])


def test_recent_files_have_names_at_once(onlooker: Onlooker) -> None:
    page = onlooker.page
    page.show()
    first = [(row.name, row.about) for row in page.recent.entries()]
    QApplication.processEvents()
    assert first == [(row.name, row.about) for row in page.recent.entries()]
    assert all("included" in where for _name, where in first)


def test_own_layouts_have_cards_too(page: StartPage, qtbot: QtBot, tmp_path: Path) -> None:
    """Those of the chosen game in the folders of recent files, the one changed last first; nothing but layouts."""
    browser, own = page.layout_browser, page.layout_browser.own_section
    assert not own.isVisible()
    slug, other = slugs()[:2]
    for number, (name, game) in enumerate((("first", slug), ("second", other), ("third", slug))):
        file = tmp_path / f"{name}.json"
        file.write_bytes(shipped_layouts(game)[0].read_bytes())
        os.utime(file, (1e9 + number, 1e9 + number))
    (tmp_path / "notes.json").write_text("[]")
    settings().add_recent(tmp_path / "first.json")
    page.activated()
    assert own.isVisible() and own.y() < browser.sections[slug].y()
    assert [card.path.stem for card in own.gallery.cards] == ["third", "second", "first"]
    with qtbot.waitSignal(page.request) as edited:
        QTest.mouseClick(own.gallery.cards[1].edit_button, Qt.MouseButton.LeftButton)
    assert edited.args == [OpenFile(tmp_path / "second.json")]
    QTest.mouseClick(browser.games.chips[slug], Qt.MouseButton.LeftButton)
    assert [card.path.stem for card in own.gallery.cards] == ["third", "first"]
    (tmp_path / "third.json").unlink()
    page.activated()
    assert [card.path.stem for card in own.gallery.cards] == ["first"]
    settings().remove_recent()
    page.activated()
    assert not own.isVisible()
