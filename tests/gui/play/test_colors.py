"""A match in colours of its own: board, cards and log show them, the file keeps them, other tables do not change."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from studio.documents.store import read_record
from studio.gui.play.page import PlayPage
from studio.gui.shell.page_factory import page_of_file
from studio.gui.start.seats_form import SeatSetup
from studio.gui.style.stylesheet import theme_at
from studio.gui.style.theme import DARK, LIGHT, SEATS
from tests.gui.play.worlds import layout, random_match


def _card(page: PlayPage) -> QImage:
    return page.side.cards[0].grab().toImage()


def _board(page: PlayPage) -> QImage:
    page.board.settle()
    return page.board.grab().toImage()


def test_a_match_wears_its_colours_and_its_file_keeps_them(qtbot: QtBot, tmp_path: Path) -> None:
    opened, path = layout("entdecker", 16), tmp_path / "m.json"
    setups = [SeatSetup("Ada", color="plum"), SeatSetup("Bento", "random")]
    page = PlayPage(random_match(opened, 2, 3, 4), opened, setups, LIGHT)
    qtbot.addWidget(page)
    page.controller.set_paused(True)
    other = PlayPage(random_match(opened, 2, 3, 4), opened, [SeatSetup("Ada"), SeatSetup("Bento", "random")], LIGHT)
    qtbot.addWidget(other)
    other.controller.set_paused(True)
    plum, blue = SEATS[4], SEATS[0]
    for table, body in ((page, plum.body), (other, blue.body)):
        card = table.side.cards[0]
        assert theme_at(card).seat(0).body == body and theme_at(table.log.view.viewport()).seat(0).body == body
        assert theme_at(table.overlays.cover).seat(0).body == body
        assert theme_at(card).seat(1) == SEATS[1] and theme_at(card).seat(0).emblem_name == blue.emblem_name
    for seen in (_card, _board):
        assert seen(page) != seen(other)
    lit = [_board(table) for table in (page, other)]
    for table in (page, other):
        table.set_theme(DARK)
    assert _board(page) != _board(other) and _board(page) not in lit
    page.file.write(path)
    assert [seat.color for seat in read_record(path).seats] == ["plum", ""]
    again, _source = page_of_file(path)
    assert isinstance(again, PlayPage)
    qtbot.addWidget(again)
    assert theme_at(again.side).seat(0).body == plum.body
    for one in (page, other, again):
        one.closing()


def test_the_lot_is_told_and_kept(qtbot: QtBot, tmp_path: Path) -> None:
    opened = layout("entdecker", 16)
    page = PlayPage(random_match(opened, 2, 3, 0), opened, [SeatSetup("Bo"), SeatSetup("Al", "random")], LIGHT)
    qtbot.addWidget(page)
    page.seated_by_lot()
    page.file.write(tmp_path / "m.json")
    assert read_record(tmp_path / "m.json").by_lot
    again, _source = page_of_file(tmp_path / "m.json")
    assert isinstance(again, PlayPage)
    qtbot.addWidget(again)
    assert again.controller.margin.by_lot
    page.closing()
    again.closing()
