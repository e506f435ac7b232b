"""Keys are called the same in the window's menus, on its buttons and in texts, as they are on a person's keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.core.text import key_names
from studio.documents.markup import plain_text
from studio.gui.shell import session as speech
from studio.gui.widgets.actions import keys_of, make_action, portable

KEYS = (
    *("Ctrl+S", "Ctrl+Shift+Backspace", "Shift+F1", "Alt+Left", "Alt+Right", "Ctrl+Up", "Ctrl+Down", "Del", "Home"),
    *("End", "PgUp", "Ctrl+PgDown", "Esc", "Space", "Return", "Ctrl+Return", "Tab", "Shift+Tab", "Ctrl++", "Ctrl+\\"),
)
WHERE = {
    "en": ("Ctrl+Shift+S", "Del", "Space"),
    "de": ("Strg+Umschalt+S", "Entf", "Leertaste"),
    "fr": ("Ctrl+Maj+S", "Suppr", "Espace"),
}


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize("language", WHERE)
def test_texts_call_keys_as_qt_does(qtbot: QtBot, language: str) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    speech.choose(language)
    written = {keys: QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) for keys in KEYS}
    assert {keys: key_names(keys) for keys in KEYS} == written
    assert tuple(map(key_names, ("Ctrl+Shift+S", "Del", "Space"))) == WHERE[language]
    action: QAction = make_action(owner, "test.delete", "Delete", "trash", ("Del", QKeySequence.StandardKey.Save))
    assert [portable(keys) for keys in action.shortcuts()][:2] == ["Del", "Ctrl+S"]
    assert keys_of(action) == [key_names("Del"), key_names("Ctrl+S")]
    assert plain_text("*File › Save as…* [Ctrl+Shift+S]") == f"File › Save as… [{WHERE[language][0]}]"


def test_keys_without_a_name_stay(app: QApplication) -> None:
    assert key_names("F5") == "F5" and key_names("Shift+←") == "Shift+←" and key_names("…") == "…"
