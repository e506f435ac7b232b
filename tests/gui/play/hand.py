"""What a person does with mouse and keyboard at a table."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from studio.gui.play.page import PlayPage


def click(page: PlayPage, target: int) -> None:
    box = page.board.widget_rect(target)
    assert not box.isEmpty()
    hover(page, box.center())
    QTest.mouseClick(page.board, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, box.center())


def hover(page: PlayPage, place: QPoint) -> None:
    QTest.mouseMove(page.board, place + QPoint(1, 1))
    QTest.mouseMove(page.board, place)


def key(page: PlayPage, which: Qt.Key, text: str = "") -> None:
    widget: QWidget = page.focusProxy() or page
    if text:
        QTest.keyClicks(widget, text)
    else:
        QTest.keyClick(widget, which)
