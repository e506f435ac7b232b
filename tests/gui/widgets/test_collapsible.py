"""Panels that collapse when there is little room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.settings import settings
from studio.gui.widgets import ScrollStrip, ToolBar, text_label
from studio.gui.widgets.collapsible import MIN_HOST_WIDTH, CollapsibleHost, PanelSlot

LEFT = Qt.MouseButton.LeftButton


class Row:
    """Something 300 px wide at least between two panels of 200 px."""

    def __init__(self, qtbot: QtBot, first: str = "") -> None:
        content = QWidget()
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 0, 0)
        self.left, self.middle, self.right = QLineEdit(), QWidget(), QLineEdit()
        self.left.setFixedWidth(200)
        self.right.setFixedWidth(200)
        self.middle.setMinimumWidth(300)
        slots = PanelSlot(self.left), PanelSlot(self.right)
        for part, stretch in ((slots[0], 0), (self.middle, 1), (slots[1], 0)):
            row.addWidget(part, stretch)
        self.folding = CollapsibleHost("tried", content, 760, first)
        self.folding.add("left", slots[0], "Left one", "brush", at_right=False)
        self.folding.add("right", slots[1], "Right one", "list", at_right=True)
        self.window = QWidget()
        self.folding.setParent(self.window)
        qtbot.addWidget(self.window)
        self.resize(900)
        self.window.show()
        qtbot.waitExposed(self.window)

    def resize(self, wide: int) -> None:
        self.folding.resize(wide, 400)
        self.window.resize(wide, 400)
        QApplication.processEvents()

    def press(self, key: str) -> None:
        QTest.mouseClick(self.folding._panels[key].button, LEFT)
        QApplication.processEvents()

    def seen(self) -> list[bool]:
        return [part.isVisible() for part in (self.left, self.middle, self.right)]

    def middle_box(self) -> tuple[int, int]:
        return self.middle.mapTo(self.folding, QPoint(0, 0)).x(), self.middle.width()


def test_panels_fold_and_unfold(qtbot: QtBot) -> None:
    row = Row(qtbot)
    assert row.seen() == [True, True, True]
    before = row.middle_box()
    row.resize(700)
    assert row.seen() == [False, True, False]
    assert row.middle.width() > 600
    row.resize(900)
    assert row.seen() == [True, True, True] and row.middle_box() == before


def test_a_folded_panel_opens_beside_the_rest_where_it_fits_and_else_over_it(qtbot: QtBot) -> None:
    row = Row(qtbot)
    row.resize(700)
    wide = row.middle_box()
    row.press("left")
    assert row.seen() == [True, True, False] and row.middle.width() < wide[1] - 150, "beside it"
    row.resize(450)
    assert row.seen() == [True, True, False] and row.middle.width() >= 300, "over it"
    row.press("right")
    assert row.seen() == [False, True, True], "one at a time"
    row.press("right")
    assert row.seen() == [False, True, False]
    row.resize(900)
    assert row.seen() == [True, True, True] and row.left.width() == 200


def test_what_is_open_is_remembered(qtbot: QtBot) -> None:
    row = Row(qtbot, first="left")
    row.resize(700)
    assert row.folding.open_key == "left"
    row.press("right")
    row.resize(900)
    row.resize(700)
    assert row.folding.open_key == "right"
    row.press("right")
    other = Row(qtbot, first="left")
    other.resize(700)
    assert other.folding.open_key == ""
    settings().set_value("tried_folded", "nonsense")
    row.resize(900)
    row.resize(700)
    assert row.folding.open_key == "" and row.seen() == [False, True, False]


def test_what_would_lie_over_the_rest_waits_to_be_opened(qtbot: QtBot) -> None:
    row = Row(qtbot, first="left")
    row.resize(450)
    assert row.folding.open_key == "" and row.seen() == [False, True, False]
    row.press("left")
    assert row.seen() == [True, True, False]


def test_a_panel_that_opened_by_default_closes_instead_of_covering_the_rest(qtbot: QtBot) -> None:
    row = Row(qtbot, first="left")
    row.resize(700)
    assert row.seen() == [True, True, False]
    row.resize(450)
    assert row.seen() == [False, True, False]
    row.resize(700)
    assert row.seen() == [True, True, False]
    QTest.keyClick(row.folding.drawer, Qt.Key.Key_Escape)
    row.resize(690)
    assert row.seen() == [False, True, False]


def test_escape_closes_and_words_of_what_typing_goes_on_stay(qtbot: QtBot) -> None:
    row = Row(qtbot)
    row.resize(700)
    row.folding.reveal("left")
    row.left.setFocus()
    QTest.keyClicks(row.left, "abc")
    QTest.keyClick(row.left, Qt.Key.Key_Escape)
    assert row.folding.open_key == "" and row.left.text() == "abc"


def test_nothing_but_the_rest_can_be_shown(qtbot: QtBot) -> None:
    row = Row(qtbot)
    for wide in (900, 700):
        row.resize(wide)
        row.folding.show_panels(False)
        QApplication.processEvents()
        assert row.seen() == [False, True, False] and row.middle.width() == wide
        row.folding.show_panels(True)
    row.resize(900)
    assert row.seen() == [True, True, True]


def test_buttons_are_named_and_the_least_width_is_small(qtbot: QtBot) -> None:
    row = Row(qtbot)
    assert row.folding.minimumSizeHint().width() == MIN_HOST_WIDTH
    button = row.folding._panels["left"].button
    assert button.accessibleName() == button.toolTip() == "Left one"
    assert row.folding._panels["left"].button.focusPolicy() & Qt.FocusPolicy.TabFocus


@pytest.mark.parametrize("wide", [300, 600])
def test_a_strip_slides_where_there_is_less_room_than_it_needs(qtbot: QtBot, wide: int) -> None:
    strip = ToolBar()
    for number in range(8):
        strip.row.addWidget(text_label(f"number {number}"))
    needed = strip.minimumSizeHint().width()
    sliding = ScrollStrip(strip, name="Numbers")
    qtbot.addWidget(sliding)
    sliding.resize(min(wide, needed - 20), strip.height())
    sliding.show()
    qtbot.waitExposed(sliding)
    QApplication.processEvents()
    bar = sliding.area.horizontalScrollBar()
    assert [end.isVisible() for end in sliding.arrows] == [True, True]
    assert [end.isEnabled() for end in sliding.arrows] == [False, True]
    assert strip.width() == needed
    QTest.mouseClick(sliding.arrows[1], LEFT)
    assert bar.value() > 0 and sliding.arrows[0].isEnabled()
    at = QPointF(20, 20)
    turn = QWheelEvent(
        at, sliding.mapToGlobal(at), QPoint(), QPoint(0, -1200), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(sliding.area.viewport(), turn)
    assert bar.value() == bar.maximum() and not sliding.arrows[1].isEnabled()
    sliding.resize(needed + 10, strip.height())
    QApplication.processEvents()
    assert not any(end.isVisible() for end in sliding.arrows) and bar.value() == 0
