"""Tooltips and labels show names as plain text; relative times."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, Qt
from PySide6.QtWidgets import QLabel, QTabBar, QToolTip, QWidget
from pytestqt.qtbot import QtBot

import studio.gui
from studio import games
from studio.documents.paths import shipped_layouts
from studio.gui.play.page import PlayPage
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets import plain_tooltip, set_tooltip, show_tooltip
from studio.gui.widgets.text import RelativeTime, seconds_to_change, time_ago
from tests.gui.stand_ins import plain_pictures
from tests.short_run import mark_long

PICTURE = "<img src='/tmp/seen.png'>"
NAME = f"{PICTURE} <b>Tom & Jerry</b>"
DOOR = Path("widgets") / "text.py"


@pytest.mark.parametrize("words", ["Two\nlines", "a < 5, b", "5 & 6", ""])
def test_plain_words_stay_as_they_are(words: str) -> None:
    assert plain_tooltip(words) == words


@pytest.mark.parametrize("words", [NAME, "&lt;b", "x <a href='file:///'>here</a>"])
def test_what_looks_like_markup_is_shown_and_not_obeyed(qtbot: QtBot, words: str) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    set_tooltip(owner, words)
    label = QLabel(owner.toolTip())
    qtbot.addWidget(label)
    assert Qt.mightBeRichText(owner.toolTip())
    assert "<img" not in owner.toolTip() and "<a" not in owner.toolTip() and "<b>" not in owner.toolTip()


def test_a_tip_without_words_hides_the_one_there_is(qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    owner.show()
    show_tooltip(QPoint(5, 5), "Here", owner)
    assert QToolTip.text() == "Here"
    show_tooltip(QPoint(5, 5), "", owner)
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def test_tooltips_are_given_through_one_door() -> None:
    root = Path(studio.gui.__file__).parent
    bare = re.compile(r"\.setToolTip\(|\bQToolTip\.|setTabToolTip\((?!.*plain_tooltip\()")
    for file in root.rglob("*.py"):
        if file.relative_to(root) != DOOR:
            assert not bare.search(file.read_text("utf-8")), f"{file} gives a tooltip by itself"


def markup(window: MainWindow) -> list[str]:
    """Everything in the window that Qt would read as markup, or as a letter for the keyboard, out of the name."""
    found = []
    for widget in (window, *window.findChildren(QWidget)):
        found += [f"tip of {widget}"] if PICTURE in widget.toolTip() else []
        if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText:
            found += [f"label {widget.text()}"] if PICTURE in widget.text() else []
        if isinstance(widget, QTabBar):
            for place in range(widget.count()):
                found += [f"tab tip {place}"] if PICTURE in widget.tabToolTip(place) else []
                found += [f"tab {place}"] if " & " in widget.tabText(place) else []
    for action in window.findChildren(QAction):
        found += [f"tip of action {action.text()}"] if PICTURE in action.toolTip() else []
        found += [f"action {action.text()}"] if " & " in action.text() else []
    return found


@pytest.mark.parametrize("slug", mark_long(games.slugs(), 2))
def test_names_are_plain_text(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    plain_pictures(monkeypatch)
    layout = json.loads(shipped_layouts(slug)[0].read_text("utf-8"))
    layout.update(name=NAME, author=NAME, notes=NAME)
    path = tmp_path / "hostile <b>&.json"
    path.write_text(json.dumps(layout), "utf-8")
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    page = window.open_path(path)
    assert page is not None
    drawn = page.edited_layout()
    assert drawn is not None
    window.menus.update_for_page(page)
    assert not markup(window)
    table = window.commands.play_opened(drawn)
    assert isinstance(table, PlayPage)
    qtbot.waitUntil(lambda: bool(table.controller.choices.actions))
    assert not markup(window)
    window.show_page(window.start)
    window.start.activated()
    assert not markup(window)


TIMES = [
    (0, "just now"),
    (9.9, "just now"),
    (10, "10 s ago"),
    (59, "50 s ago"),
    (60, "1 min ago"),
    (3599, "59 min ago"),
    (3600, "1 h ago"),
    (90000, "25 h ago"),
]


@pytest.mark.parametrize(("seconds", "words"), TIMES)
def test_times_in_words(seconds: float, words: str) -> None:
    assert time_ago(seconds) == words


@pytest.mark.parametrize("seconds", [seconds for seconds, _words in TIMES] + [0.3, 14.2, 61.5, 4000])
def test_words_last_until_they_change_and_no_longer(seconds: float) -> None:
    rest = seconds_to_change(seconds)
    assert rest > 0
    assert time_ago(seconds + rest - 0.01) == time_ago(seconds) != time_ago(seconds + rest + 0.01)


def test_who_is_hidden_is_not_woken_up(qtbot: QtBot) -> None:
    now = [100.0]
    widget = QWidget()
    qtbot.addWidget(widget)
    since = RelativeTime(widget, lambda: now[0])
    messages: list[str] = []
    since.changed.connect(lambda: messages.append(since.text))
    assert since.text == "" and not since.timer.isActive()
    since.restart()
    assert messages == ["just now"] and not since.timer.isActive(), "nobody sees it"
    widget.show()
    assert since.timer.isActive() and since.timer.interval() == 10000
    now[0] += 130
    widget.hide()
    assert not since.timer.isActive()
    widget.show()
    assert messages[-1] == "2 min ago" and since.timer.interval() == 50000
