"""The settings page: values apply at once, changes are marked, resets can be undone; open matches follow."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_lessons
from studio.games import slugs
from studio.gui.play.page import PlayPage
from studio.gui.settings import Settings, settings
from studio.gui.shell import preferences as module, shortcuts
from studio.gui.shell.page_factory import lesson_page
from studio.gui.shell.preferences import SettingsPage, setting_groups
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import ToggleSwitch
from studio.gui.widgets.actions import make_action
from studio.gui.widgets.inputs import ComboBox, Segmented
from studio.services.loading import load_layout
from tests.gui.stand_ins import SMALLEST, plain_pictures
from tests.gui.windows import shown_window
from tests.helpers import instance_of

OTHER = {
    "theme": "dark",
    "contrast": True,
    "palette": "red_green",
    "size": 125,
    "large_targets": True,
    "language": "de",
    "speed": 1.0,
    "motion": False,
    "autoplay": True,
    "confirms": True,
    "purist": True,
    "editor_side": "form",
    "keys": {"window.rules": ["Ctrl+F7"]},
}
"""A value for every setting that is not its default."""


pytestmark = pytest.mark.usefixtures("english_afterwards")


@pytest.fixture
def page(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> SettingsPage:
    """The page alone; the system allows animations, and all questions are answered with yes."""
    monkeypatch.setattr(module, "detect_reduced_motion", lambda _page: None)
    monkeypatch.setattr(module, "confirm", lambda *_words: True)
    made = SettingsPage(lambda _name: None)
    qtbot.addWidget(made)
    made.resize(1280, 640)
    made.show()
    return made


def stored() -> dict[str, object]:
    """The values in the settings file."""
    stored = Settings(settings().path)
    return {name: stored.value(name) for name in OTHER}


def test_changed_settings_are_marked(page: SettingsPage) -> None:
    first = stored()
    assert set(page.rows) == set(OTHER)
    assert not any(row.dot.is_on for row in page.rows.values())
    for name, row in page.rows.items():
        row.setting.apply(OTHER[name], lambda _name: None)
        assert row.setting.current() == OTHER[name] and row.dot.is_on, name
        assert row.setting.value_text(row.setting.default()) in row.control.accessibleDescription()
    assert stored() == OTHER != first


def test_controls_apply_at_once(page: SettingsPage) -> None:
    for name, row in page.rows.items():
        if isinstance(row.control, ToggleSwitch):
            row.control.click()
        elif isinstance(row.control, Segmented | ComboBox):
            place = [value for value, _words in row.setting.options].index(OTHER[name])
            row.control.chosen.emit(str(place))
    assert stored() == OTHER | {"keys": {}}
    assert page.rows["theme"].control.current() == "2"  # type: ignore[attr-defined]


def test_reset_of_a_group_can_be_undone(page: SettingsPage) -> None:
    first = stored()
    for name, row in page.rows.items():
        row.setting.apply(OTHER[name], lambda _name: None)
    appearance = next(resets for resets in page.reset_buttons if resets.settings is page.groups[0].settings)
    assert appearance.undo_button.isHidden() and not appearance.reset_button.isHidden()
    appearance.reset_button.click()
    names = [setting.name for setting in page.groups[0].settings]
    assert stored() == OTHER | {name: first[name] for name in names}
    assert appearance.reset_button.isHidden() and not appearance.undo_button.isHidden()
    appearance.undo_button.click()
    assert stored() == OTHER
    assert appearance.undo_button.isHidden() and not appearance.reset_button.isHidden()


def test_reset_all_keeps_other_values(page: SettingsPage) -> None:
    first = stored()
    settings().set_value("names", ["Ada"])
    for name, row in page.rows.items():
        row.setting.apply(OTHER[name], lambda _name: None)
    page.reset_buttons[0].reset_button.click()
    assert stored() == first and not set(OTHER) & set(settings()._values)
    assert settings().string_list("names") == ["Ada"]
    page.reset_buttons[0].undo_button.click()
    assert stored() == OTHER and page.values_before_reset == {}


def test_reset_asks_first(page: SettingsPage, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    def refuse(*arguments: object) -> bool:
        asked.append(arguments)
        return False

    monkeypatch.setattr(module, "confirm", refuse)
    page.rows["theme"].setting.apply("dark", lambda _name: None)
    page.reset_buttons[0].reset_button.click()
    assert settings().theme == "dark" and page.values_before_reset == {}
    (_page, heading, words, _yes), *_none = asked
    assert heading == "Reset “All settings” to default?"
    assert "Theme: Dark → System default" in str(words) and "contrast" not in str(words)


def test_search(page: SettingsPage) -> None:
    page.search.setText("SEATS colours")
    assert [name for name, row in page.rows.items() if row.isVisible()] == ["palette"]
    page.search.setText("no such thing")
    assert page.no_match_label.isVisible() and not any(card.isVisible() for card in page.lines)
    page.search.clear()
    assert all(row.isVisible() for row in page.rows.values()) and not page.no_match_label.isVisible()


def test_data_folder_is_opened(page: SettingsPage, monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    line = next(lines[0] for card, lines in page.lines.items() if card.title_label.text() == "Files")
    line.control.click()  # type: ignore[attr-defined]  # a button
    assert [Path(url.toLocalFile()) for url in opened] == [data_folder]


def test_reset_of_shortcuts_can_be_undone(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    action = make_action(window, "window.rules", "Rules", "book", ["Ctrl+F1"])
    shortcuts.bind(action, ["Ctrl+F7"])
    keys = setting_groups()[-1].settings[0]
    before = keys.current()
    assert keys.is_changed() and keys.value_text(before) == "1 shortcut changed"
    keys.apply(keys.default(), lambda _name: None)
    assert action.shortcut().toString() == "Ctrl+F1" and not keys.is_changed()
    keys.apply(before, lambda _name: None)
    assert action.shortcut().toString() == "Ctrl+F7"


def test_settings_with_an_action_trigger_it(qtbot: QtBot, qapp: QApplication) -> None:
    done: list[str] = []

    def find(name: str) -> QAction | None:
        action = QAction(name, qapp)
        action.triggered.connect(lambda: done.append(name))
        return action if name in ("theme_dark", "contrast", "size_125") else None

    page = SettingsPage(find)
    qtbot.addWidget(page)
    for name in ("theme", "contrast", "size", "purist"):
        page._choose(page.rows[name].setting, OTHER[name])
    page._choose(page.rows["contrast"].setting, False)  # already off
    assert done == ["theme_dark", "contrast", "size_125"]
    assert settings().value("purist") and settings().theme == "system"


@pytest.mark.usefixtures("empty_start")
def test_open_matches_and_menus_follow(qtbot: QtBot) -> None:
    window = shown_window(qtbot)
    table = instance_of(PlayPage, window.commands.play_opened(load_layout(SMALLEST)))
    window.menus.action("settings").trigger()
    page = window.active_page()
    assert isinstance(page, SettingsPage) and window.commands.show_settings() is page
    for name in ("speed", "motion", "autoplay", "confirms", "purist"):
        page._choose(page.rows[name].setting, OTHER[name])
    controller, actions = table.controller, table.actions_
    assert controller.autoplay and controller.confirms_turn_end and controller.bots.speed == 4
    assert actions.autoplay.isChecked() and actions.confirm_turn_end.isChecked() and actions.help_off.isChecked()
    assert not actions.animations.isChecked()
    actions.help_off.trigger()
    assert page.rows["purist"].control.isChecked() is False  # type: ignore[attr-defined]  # a switch
    page._choose(page.rows["theme"].setting, "dark")
    assert current_theme().is_dark and window.menus.action("theme_dark").isChecked()
    page._choose(page.rows["language"].setting, "de")
    qtbot.waitUntil(lambda: window.active_page() is not page)
    page = instance_of(SettingsPage, window.active_page())
    assert page.title() == "Einstellungen" and page.rows["theme"].label.text() == "Farbschema"
    assert page.rows["language"].setting.current() == "de"


def test_lessons_ignore_autoplay(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_pictures(monkeypatch)
    settings().set_value("autoplay", True)
    lesson = instance_of(PlayPage, lesson_page(shipped_lessons(slugs()[0], "puzzle")[0]))
    qtbot.addWidget(lesson, before_close_func=lambda page: page.about_to_close())
    for name in ("speed", "confirms"):
        settings().set_value(name, OTHER[name])
    controller = lesson.controller
    assert not lesson.actions_.autoplay.isChecked()
    assert (controller.bots.speed, controller.autoplay, controller.confirms_turn_end) == (4, False, False)
