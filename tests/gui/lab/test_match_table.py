"""The table of matches and the loader of one of them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.documents.store import Record
from studio.gui.lab.match_table import FAILED, SHARED, MatchesCard, MatchLoader, winners_text
from studio.lab import results as listing_module
from studio.lab.jobs import Failure
from studio.lab.results import MatchList, MatchRow
from studio.lab.run import Run
from studio.lab.worker_pool import InProcessPool
from studio.services.loading import replay_record
from tests.lab.tables import experiment

WHAT = experiment(9, seats=3, bots=("random", "random", "greedy"))
FAILURE = Failure(8, "ValueError: the rules were wrong")


@pytest.fixture(scope="module")
def lines() -> list[MatchRow]:
    run = Run(WHAT, InProcessPool())
    run.finish()
    return run.match_list.rows[:8]


@pytest.fixture
def listing(lines: list[MatchRow]) -> MatchList:
    found = MatchList()
    found.rows, found.matches = [*lines, MatchRow(8, 0, failure=FAILURE)], 9
    return found


@pytest.fixture
def card(qtbot: QtBot, listing: MatchList) -> MatchesCard:
    card = MatchesCard(MatchLoader())
    qtbot.addWidget(card)
    card.resize(940, 500)
    card.show_matches(WHAT, listing)
    card.show()
    return card


def cells(card: MatchesCard, key: str) -> list[str]:
    """What a column says, from top to bottom."""
    proxy, keys = card.table.proxy, [column.key for column in card.table.matches.columns]
    return [str(proxy.index(row, keys.index(key)).data()) for row in range(proxy.rowCount())]


def test_every_match_has_its_row_and_what_failed_is_marked(card: MatchesCard, lines: list[MatchRow]) -> None:
    assert cells(card, "seed") == [str(5_000_000 + number // 3) for number in range(9)]
    assert cells(card, "winner") == [*map(winners_text, lines), "–"]
    assert cells(card, "turns") == [*(str(line.turns) for line in lines), "–"]
    assert cells(card, "ending")[-1] == FAILURE.reason and cells(card, "points")[-1] == "–"
    assert cells(card, "bots")[1] == "Random, Easy, Random"
    assert card.note_label.full_text() == "9 matches · 1 failed"
    index = card.table.proxy.index(8, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Number: 8 (rule violation)"


def test_it_is_sorted_by_a_heading_there_and_back(card: MatchesCard, lines: list[MatchRow]) -> None:
    keys = [column.key for column in card.table.matches.columns]
    head, place = card.table.head, keys.index("turns")
    at = QPoint(head.sectionViewportPosition(place) + 10, 10)
    order = sorted(line.turns for line in lines)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert cells(card, "turns") == ["–", *map(str, order)]
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert cells(card, "turns") == [*map(str, reversed(order)), "–"]
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert cells(card, "match") == [str(number) for number in range(9)]


def test_a_choice_and_a_search_leave_some(card: MatchesCard, lines: list[MatchRow]) -> None:
    def choose(key: str) -> None:
        card.which.set_current(key)
        card.which.chosen.emit(key)

    choose(FAILED)
    assert cells(card, "match") == ["8"] and card.remark.text() == "1 of 9 shown"
    choose("1")
    assert cells(card, "match") == [str(line.match) for line in lines if 1 in line.winners]
    choose(SHARED)
    assert cells(card, "match") == [str(line.match) for line in lines if len(line.winners) > 1]
    choose("all")
    card.search.setText("RULES wrong")
    assert cells(card, "match") == ["8"]
    card.search.setText("nothing like that")
    assert cells(card, "match") == [] and not card.open.isEnabled()


def test_it_grows_without_losing_what_is_chosen(card: MatchesCard, listing: MatchList, lines: list[MatchRow]) -> None:
    card.table.selectRow(2)
    listing.rows.append(MatchRow(9, 0, (1, 2, 3), (2,), 11, "home"))
    listing.matches = 10
    card.show_matches(WHAT, listing)
    assert card.table.selected_row() == lines[2] and len(cells(card, "match")) == 10
    card.show_matches(WHAT, MatchList())
    assert cells(card, "match") == [] and not card.open.isEnabled()
    card.show_matches(None, None)
    assert card.stack.currentIndex() == 0


def test_a_partial_list_says_so(card: MatchesCard, listing: MatchList, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing_module, "MAX_LISTED", 8)
    card.show_matches(WHAT, listing)
    assert card.note_label.full_text() == "the first 8 of 9 matches, and all failed ones · 1 failed"


def test_a_double_click_fetches_the_match_as_it_was(card: MatchesCard, qtbot: QtBot, lines: list[MatchRow]) -> None:
    at = card.table.visualRect(card.table.proxy.index(3, 1)).center()
    QTest.mouseClick(card.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert card.open.isEnabled()
    found: list[object] = []
    card.loader.loaded.connect(found.append)
    with qtbot.waitSignal(card.loader.finished):
        QTest.mouseDClick(card.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    (record,) = found
    assert isinstance(record, Record) and tuple(replay_record(record).state.scores()) == lines[3].points
    qtbot.waitUntil(card.open.isEnabled)
    card.table.selectRow(8)
    QTest.keyClick(card.table, Qt.Key.Key_Return)
    assert isinstance(found[1], Record) and found[1].log == FAILURE.log


def test_a_different_replay_is_reported(card: MatchesCard, qtbot: QtBot, lines: list[MatchRow]) -> None:
    with qtbot.waitSignal(card.loader.finished):
        card.table.match_requested.emit(lines[0]._replace(points=(1, 1, 1)))
    assert card.remark.text().startswith("Match 0 ended differently when replayed")


def test_who_closes_the_page_waits_for_no_match(card: MatchesCard, qtbot: QtBot, lines: list[MatchRow]) -> None:
    found: list[object] = []
    card.loader.loaded.connect(found.append)
    fetching = card.loader
    fetching.load(WHAT, lines[0])
    fetching.close()
    assert not fetching.is_busy
