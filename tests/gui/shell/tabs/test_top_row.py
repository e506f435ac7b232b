"""The row of menus in a window too narrow for all of them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.shell.tab_bar import TopRow

pytestmark = pytest.mark.usefixtures("full_dress")


def test_menus_without_room_stand_behind_a_mark_that_is_seen(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    row = TopRow(holder)
    for number in range(9):
        row.menu_bar.addMenu(f"A long menu {number}")
    row.menu_bar.setMaximumWidth(300)
    row.resize(420, row.height())
    holder.resize(420, 60)
    holder.show()
    more = row.menu_bar.findChild(QToolButton, "qt_menubar_ext_button")
    assert isinstance(more, QToolButton) and more.isVisible()
    shown = more.grab().toImage()
    inks = {shown.pixel(x, y) for x in range(shown.width()) for y in range(shown.height())}
    assert len(inks) > 3, "the mark is drawn, and not only its ground"
    assert more.icon().actualSize(QSize(12, 12)) == QSize(12, 12)
