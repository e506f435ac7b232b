"""Whatever can be pressed says in words what it does: as its text, or as a tooltip; and it has a name to read out."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from studio import games
from studio.documents.autosave import AutosaveFile
from studio.documents.paths import shipped_layouts
from studio.documents.store import read_layout
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow
from studio.services.loading import load_layout
from tests.gui.stand_ins import BASE, plain_pictures
from tests.gui.windows import shown_window
from tests.shortly import shortly


def silent(window: MainWindow) -> list[str]:
    """The buttons in view that say nothing."""
    found = []
    for button in window.findChildren(QAbstractButton):
        if not button.isVisible():
            continue
        name = f"{type(button).__name__} in {type(button.parent()).__name__} {button.objectName()}"
        if not button.text() and not button.toolTip() and not button.accessibleName():
            found.append(name)
        elif not button.text() and not button.toolTip():
            found.append(f"{name}: {button.accessibleName()} has no tooltip")
        elif not button.accessibleName() and not button.text():
            found.append(f"{name}: {button.toolTip()} has no name")
    return found


def close_pages(window: MainWindow) -> None:
    """Leave nothing to ask about."""
    for page in window.pages():
        page.about_to_close()


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    plain_pictures(monkeypatch)
    settings().set_value("motion", False)
    side = AutosaveFile()
    side.write(read_layout(BASE), None, 3)
    side.close()
    settings().add_recent(BASE)
    return shown_window(qtbot, close_pages)


def test_the_start_page_says_what_its_buttons_do(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.start.layout_browser.is_complete)
    assert silent(window) == []


@pytest.mark.parametrize("slug", shortly(games.slugs(), 2))
@pytest.mark.parametrize("size", shortly([(1024, 640), (1440, 900)]))
def test_editors_and_tables_say_what_their_buttons_do(
    window: MainWindow, qtbot: QtBot, slug: str, size: tuple[int, int]
) -> None:
    window.resize(*size)
    opened = load_layout(shipped_layouts(slug)[0])
    window.open_path(shipped_layouts(slug)[0])
    QApplication.processEvents()
    assert silent(window) == []
    assert window.play_opened(opened) is not None
    QApplication.processEvents()
    assert silent(window) == []
