"""A line of the log leads to the rule that its step followed."""

from __future__ import annotations

from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import load
from studio.gui.play.page import PlayPage
from studio.gui.start.seats_form import SeatSetup
from studio.gui.style.theme import LIGHT
from studio.gui.widgets.buttons import Menu
from studio.services.loading import load_layout, start_match


def test_the_menu_of_a_line_opens_the_book_at_its_clause(qtbot: QtBot) -> None:
    game = load("_template")
    opened = load_layout(shipped_layouts("_template")[0])
    page = PlayPage(start_match(opened, 2), opened, [SeatSetup("Ada"), SeatSetup("Bento", "greedy")], LIGHT)
    qtbot.addWidget(page)
    page.resize(1280, 700)
    page.show()
    page.controller.play(page.controller.choices.actions[0])
    page.controller.play(page.controller.choices.actions[0])
    view = page.log.view
    turn = view.lines.index(0)
    rows = [view.lines.index(row, 0, turn) for row in range(view.lines.rowCount(turn))]
    told = next(index for index in rows if (node := view.lines.node_of(index)) is not None and node.parent is not None)
    place = view.visualRect(told).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, view.viewport().mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), event)
    (menu,) = page.log.findChildren(Menu)
    with qtbot.waitSignal(page.rule_requested) as asked:
        menu.actions()[0].trigger()
    menu.close()
    assert asked.args is not None and asked.args[0] is game
    node = view.lines.node_of(told)
    assert node is not None and node.parent is not None
    parent = node.parent.state
    assert asked.args[1] == game.text.clause(parent)
    page.about_to_close()
