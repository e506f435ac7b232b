"""A match in colours of its own: board, cards and log show them, the file keeps them, other tables do not change."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from studio.documents.store import read_record
from studio.gui.page import SeatSetup
from studio.gui.play.page import PlayPage
from studio.gui.shell.page_factory import page_for_file
from studio.gui.style.stylesheet import widget_theme
from studio.gui.style.theme import DARK, LIGHT, SEAT_COLORS
from tests.gui.play.worlds import layout, random_match


def _card(page: PlayPage) -> QImage:
    return page.side.cards[0].grab().toImage()


def _board(page: PlayPage) -> QImage:
    page.board.finish_painting()
    return page.board.grab().toImage()


def test_seat_colors_are_shown_and_saved(qtbot: QtBot, tmp_path: Path) -> None:
    opened, path = layout("entdecker", 16), tmp_path / "m.json"
    setups = [SeatSetup("Ada", color="plum"), SeatSetup("Bento", "random")]
    page = PlayPage(random_match(opened, 2, 3, 4), opened, setups, LIGHT)
    qtbot.addWidget(page)
    page.controller.set_paused(True)
    other = PlayPage(random_match(opened, 2, 3, 4), opened, [SeatSetup("Ada"), SeatSetup("Bento", "random")], LIGHT)
    qtbot.addWidget(other)
    other.controller.set_paused(True)
    plum, blue = SEAT_COLORS[4], SEAT_COLORS[0]
    for table, body in ((page, plum.body), (other, blue.body)):
        card = table.side.cards[0]
        assert widget_theme(card).seat(0).body == body and widget_theme(table.log.view.viewport()).seat(0).body == body
        assert widget_theme(table.overlays.handover).seat(0).body == body
        assert (
            widget_theme(card).seat(1) == SEAT_COLORS[1] and widget_theme(card).seat(0).emblem_name == blue.emblem_name
        )
    for seen in (_card, _board):
        assert seen(page) != seen(other)
    lit = [_board(table) for table in (page, other)]
    for table in (page, other):
        table.set_theme(DARK)
    assert _board(page) != _board(other) and _board(page) not in lit
    page.file.write(path)
    assert [seat.color for seat in read_record(path).seats] == ["plum", ""]
    again, _source = page_for_file(path)
    assert isinstance(again, PlayPage)
    qtbot.addWidget(again)
    assert widget_theme(again.side).seat(0).body == plum.body
    for one in (page, other, again):
        one.about_to_close()


def test_random_seating_is_shown_and_saved(qtbot: QtBot, tmp_path: Path) -> None:
    opened = layout("entdecker", 16)
    page = PlayPage(random_match(opened, 2, 3, 0), opened, [SeatSetup("Bo"), SeatSetup("Al", "random")], LIGHT)
    qtbot.addWidget(page)
    page.mark_random_seating()
    page.file.write(tmp_path / "m.json")
    assert read_record(tmp_path / "m.json").by_lot
    again, _source = page_for_file(tmp_path / "m.json")
    assert isinstance(again, PlayPage)
    qtbot.addWidget(again)
    assert again.controller.annotations.random_seating
    page.about_to_close()
    again.about_to_close()
