"""The size of words: a window becomes larger on the inside, not on the screen, and back again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.settings import settings
from studio.gui.style import stylesheet
from studio.gui.widgets.dialogs import AppDialog
from tests.gui.windows import shown_window


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A small window with the keyboard in a field."""
    window = QWidget()
    window.field = QLineEdit("words", window)  # type: ignore[attr-defined]  # where the test finds it again
    qtbot.addWidget(window)
    window.setGeometry(30, 60, 600, 360)
    window.show()
    qtbot.waitExposed(window)
    return window


def test_steps_go_from_one_size_to_the_next() -> None:
    assert stylesheet.SCALE_STEPS[0] == 80 and stylesheet.SCALE_STEPS[-1] == 200
    assert [stylesheet.next_scale(100, by) for by in (-1, 0, 1)] == [90, 100, 110]
    assert stylesheet.next_scale(200, 1) == 200 and stylesheet.next_scale(80, -1) == 80
    assert (
        stylesheet.nearest_scale(137) == 125
        and stylesheet.nearest_scale(-5) == 80
        and stylesheet.nearest_scale(10_000) == 200
    )


@pytest.mark.parametrize("percent", [80, 150, 200])
def test_pixels_of_the_program_grow_and_the_window_keeps_its_place(window: QWidget, qtbot: QtBot, percent: int) -> None:
    window.activateWindow()
    window.field.setFocus()  # type: ignore[attr-defined]  # see the fixture
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    assert stylesheet.set_ui_scale(percent) and stylesheet.current_scale() == percent
    qtbot.waitExposed(window)
    assert window.devicePixelRatioF() == window.grab().devicePixelRatio() == percent / 100
    assert window.size() == QSize(600 * 100 // percent, 360 * 100 // percent)
    assert abs(window.grab().width() - 600) <= 2 and window.isVisible()
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
    assert stylesheet.set_ui_scale(100)
    assert window.geometry().getRect() == (30, 60, 600, 360) and window.devicePixelRatioF() == 1.0


def test_a_dialog_larger_than_the_screen_scrolls(qtbot: QtBot) -> None:
    window = QWidget()
    window.resize(600, 400)
    qtbot.addWidget(window)
    dialog = AppDialog(window, "Much to say")
    for number in range(60):
        dialog.add_paragraph(f"Paragraph {number}")
    go = dialog.add_button("go", "Go", filled=True)
    dialog.show()
    high = dialog.screen().availableGeometry().height()
    assert dialog.height() <= high
    assert dialog.room is not None and dialog.room.verticalScrollBar().maximum() > 0
    assert dialog.rect().contains(go.geometry())


def test_the_window_remembers_the_size_and_pages_scroll_where_they_have_no_room(qtbot: QtBot) -> None:
    window = shown_window(qtbot)
    before = window.size()
    window.menus.action("size_200").trigger()
    assert settings().value("size") == 200 and window.menus.action("size_200").isChecked()
    assert window.size() == before / 2
    for page in window.pages():
        assert page.height() >= page.minimumSizeHint().height()
        assert page.width() >= page.minimumSizeHint().width()
    window.menus.action("smaller").trigger()
    assert settings().value("size") == 175
    window.menus.action("usual_size").trigger()
    assert settings().value("size") == 100 and window.size() == before
    assert window.menus.action("size_100").isChecked()
