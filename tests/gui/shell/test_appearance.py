"""Appearance and geometry of a window."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.board.view import BoardView
from studio.gui.editor.page import EditorPage
from studio.gui.settings import Settings, settings
from studio.gui.shell.appearance import Appearance
from studio.gui.shell.main_window import MainWindow
from studio.gui.style.stylesheet import current_theme, display_font
from studio.gui.widgets.cards import vbox
from studio.gui.widgets.text import set_style_property, set_tooltip, show_tooltip
from tests.gui.stand_ins import SMALLEST, Notebook
from tests.helpers import instance_of, not_none

APPEARANCE = {"theme": "dark", "contrast": True, "palette": "red_green", "large_targets": True}


def test_theme_is_applied_to_all_pages_and_stored(window: MainWindow) -> None:
    page = window.add_page(Notebook("A"))
    light = window.grab().toImage().pixelColor(1000, 3)
    window.appearance.choose("theme", "dark")
    assert current_theme().name == page.themes[-1] == settings().theme == "dark"
    dark = window.grab().toImage().pixelColor(1000, 3)
    assert dark.lightness() < 60 < light.lightness()
    window.appearance.toggle_theme()
    assert current_theme().name == "light"
    assert window.menus.action("theme_light").isChecked()


class Painted(QLabel):
    """A label that counts its events of a kind."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.style_changes = 0
        self.setProperty("role", "error")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.style_changes += event.type() == QEvent.Type.StyleChange

    @property
    def ink(self) -> str:
        return self.palette().color(self.foregroundRole()).name()


def page_with_label(window: MainWindow, name: str, *, depth: int = 12) -> tuple[Notebook, Painted]:
    """A page whose label is deep inside it."""
    page, label = Notebook(name), Painted(name)
    inner: QWidget = page
    for _level in range(depth):
        outer, inner = inner, QWidget()
        vbox(inner, parent=outer)
    vbox(label, parent=inner)
    window.add_page(page)
    return page, label


def test_hidden_pages_get_a_theme_when_they_are_shown(window: MainWindow, full_dress: None) -> None:
    (hidden, deep), (shown, label) = page_with_label(window, "A"), page_with_label(window, "B")
    deep.style_changes = label.style_changes = 0
    known = len(hidden.themes), len(shown.themes)
    window.appearance.choose("theme", "dark")
    window.appearance.choose("contrast", True)
    assert (len(hidden.themes), len(shown.themes)) == (known[0], known[1] + 2)
    assert (deep.style_changes, label.style_changes) == (0, 2), "each visible widget is styled once per change"
    window.show_page(hidden)
    assert deep.style_changes == 1 and hidden.themes[known[0] :] == ["dark"]
    assert deep.ink == label.ink == current_theme().color("error").name()
    window.show_page(shown)
    window.show_page(hidden)
    assert deep.style_changes == 1, "nothing has changed since"


def test_both_panes_and_a_dialog_of_a_hidden_page_get_a_theme_at_once(window: MainWindow, full_dress: None) -> None:
    pages = [page_with_label(window, name) for name in "ABC"]
    dialog = QDialog(pages[0][0])
    dialog.setModal(False)
    vbox(Painted("in a dialog"), parent=dialog)
    dialog.show()
    window.tabs.split()
    window.appearance.choose("theme", "dark")
    red = current_theme().color("error").name()
    assert not_none(dialog.findChild(Painted)).ink == red
    assert [label.ink == red for _page, label in pages] == [page.isVisible() for page, _label in pages]
    assert [page.isVisible() for page, _label in pages].count(True) == 2
    window.tabs.join_panes()
    for page, label in pages:
        window.show_page(page)
        assert label.ink == red


def test_menus_tooltips_and_boards_of_dialogs_change_at_once(window: MainWindow, full_dress: None) -> None:
    _page, label = page_with_label(window, "A")
    dialog = QDialog(window)
    board = BoardView(current_theme())
    vbox(board, parent=dialog)
    dialog.show()
    menu = instance_of(QMenu, window.menus.bar.actions()[0].menu())
    set_tooltip(label, "A short text")
    show_tooltip(label.mapToGlobal(label.rect().center()), "A short text", label)

    def grounds() -> list[int]:
        tips = [one for one in QApplication.topLevelWidgets() if one.inherits("QTipLabel")]
        return [one.grab().toImage().pixelColor(one.width() - 6, 4).lightness() for one in (menu, *tips)]

    light = grounds()
    assert len(light) == 2 and min(light) > 150
    window.appearance.choose("theme", "dark")
    assert max(grounds()) < 100
    assert board._theme is current_theme()


def test_the_card_of_a_hidden_page_is_in_the_theme_of_the_window(window: MainWindow, full_dress: None) -> None:
    hidden, label = page_with_label(window, "A")
    page_with_label(window, "B")
    window.appearance.choose("theme", "dark")
    pane = window.tabs.active_pane
    assert "data:image/png" in pane.hover_card(pane.pages().index(hidden))
    assert hidden.themes[-1] == "dark" and label.ink == current_theme().color("error").name()


@pytest.mark.usefixtures("full_start")
def test_pages_made_meanwhile_and_successors_of_hidden_ones_are_in_the_theme(
    window: MainWindow, full_dress: None, data_folder: Path
) -> None:
    editor = instance_of(EditorPage, window.open_path(SMALLEST))
    lab = not_none(window.commands.open_lab_for_active())
    window.show_page(window.start)
    window.appearance.choose("theme", "dark")
    assert editor.view._theme.name == "light", "it is hidden"
    window.rebuild()
    made = next(page for page in window.pages() if isinstance(page, EditorPage))
    assert made is not editor and made.view._theme.name == "dark"
    assert lab not in window.pages()
    dark = current_theme().color("text").name()
    for page in window.pages():
        window.show_page(page)
        inks = [one.palette().color(QPalette.ColorRole.Text).name() for one in page.findChildren(QLineEdit)]
        assert {ink for ink in inks if ink != dark} <= {current_theme().color("off").name()}


def test_a_font_that_was_set_late_survives_a_theme(window: MainWindow, full_dress: None) -> None:
    page, label = page_with_label(window, "A")
    label.setFont(display_font(30))
    hidden, other = page_with_label(window, "B")
    other.setFont(display_font(31))
    window.show_page(page)
    window.appearance.choose("theme", "dark")
    set_style_property(label, "role", "done")
    window.show_page(hidden)
    assert (label.font().pixelSize(), other.font().pixelSize()) == (30, 31)
    assert label.ink == current_theme().color("done").name()


def test_sizes_come_back_after_large_buttons(window: MainWindow, full_dress: None) -> None:
    page = window.commands.show_settings()

    def sizes() -> list[tuple[int, int, int, int]]:
        QApplication.processEvents()
        shown = [one for one in page.findChildren(QWidget) if one.isVisible()]
        return [(*one.size().toTuple(), *one.minimumSize().toTuple()) for one in shown]

    usual = sizes()
    window.appearance.choose("large_targets", True)
    assert sizes() != usual
    window.appearance.choose("large_targets", False)
    assert sizes() == usual


def test_system_theme_is_followed_only_if_chosen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    appearance = Appearance(window)
    applied: list[str] = []
    monkeypatch.setattr("studio.gui.shell.appearance.apply_appearance", lambda *looks: applied.append(looks[0]))
    settings().set_value("theme", "light")
    appearance.follow_system()
    assert applied == []
    settings().set_value("theme", "system")
    appearance.follow_system()
    assert applied == ["system"]


def test_reset_restores_the_default_appearance_only(qtbot: QtBot) -> None:
    default = settings().appearance
    window = QWidget()
    qtbot.addWidget(window)
    appearance = Appearance(window)
    settings().set_value("names", ["Ada"])
    for name, value in APPEARANCE.items():
        settings().set_value(name, value)
    appearance.choose("theme", "dark")
    assert current_theme().is_dark and settings().appearance != default
    appearance.reset()
    assert settings().appearance == default and settings().text_size == 100
    stored = Settings(settings().path)
    assert stored.appearance == default and stored.string_list("names") == ["Ada"]


GEOMETRY_PROGRAM = """
import sys
from pathlib import Path
from PySide6.QtGui import QRegion
from studio.documents.paths import set_data_dir
from studio.gui.shell.app import make_application
from studio.gui.shell import session
from studio.gui.shell.main_window import MainWindow
set_data_dir(Path(sys.argv[1]))
app, window = make_application(), MainWindow()
window.show()
app.processEvents()
beyond = QRegion(window.geometry())
for screen in app.screens():
    beyond -= QRegion(screen.availableGeometry())
print(beyond.isEmpty(), window.width() >= 1000)
if len(sys.argv) > 2:
    window.setGeometry(*map(int, sys.argv[2].split(",")))
    app.processEvents()
    session.save(window, window.documents)
"""


@pytest.mark.long
@pytest.mark.parametrize("place", ["2000,300,1600,1000", "3700,1300,1600,1000", "1100,700,1000,640"])
def test_window_of_a_missing_screen_moves_onto_another(tmp_path: Path, place: str) -> None:
    one = {"name": "one", "x": 0, "y": 0, "width": 1280, "height": 800, "dpr": 1}
    one |= {"logicalDpi": 96, "logicalBaseDpi": 96}
    two = {**one, "name": "two", "x": 1280, "width": 2560, "height": 1440}

    def run(screens: list[dict[str, object]], *words: str) -> str:
        (tmp_path / "screens.json").write_text(json.dumps({"screens": screens, "windowFrameMargins": True}))
        done = subprocess.run(
            [sys.executable, "-c", GEOMETRY_PROGRAM, str(tmp_path / "data"), *words],
            env={**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={tmp_path / 'screens.json'}"},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    run([one, two], place)
    assert run([one, two]) == "True True\n"
    assert run([one]) == "True True\n"
