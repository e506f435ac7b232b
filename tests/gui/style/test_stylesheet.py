"""The style sheet, icons, and the scale of the window."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QFontInfo, QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from studio.documents.paths import resources_dir
from studio.gui.settings import settings
from studio.gui.style import stylesheet
from studio.gui.style.icons import icon, icon_names, icon_pixmap
from studio.gui.style.stylesheet import BOLD, SEMIBOLD, apply_theme, display_font, load_fonts, style_sheet, text_font
from studio.gui.style.theme import DARK, LIGHT, Theme
from studio.gui.widgets.dialogs import AppDialog
from tests.gui.windows import shown_window


def test_the_shipped_typefaces_are_used(app: QApplication) -> None:
    assert {"Cabin", "EB Garamond 12"} <= set(load_fonts())
    assert QFontInfo(text_font(14)).family() == "Cabin"
    assert QFontInfo(text_font(14, SEMIBOLD)).weight() == SEMIBOLD
    assert QFontInfo(text_font(14, BOLD)).weight() == BOLD
    assert QFontInfo(display_font(20)).family().startswith("EB Garamond")
    assert QFontInfo(display_font(20, italic=True)).italic()
    assert QFontInfo(app.font()).family() == "Cabin"
    folder = resources_dir() / "fonts"
    assert "SIL OPEN FONT LICENSE" in (folder / "LICENSE-Cabin.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE" in (folder / "LICENSE-EBGaramond.txt").read_text("utf-8")


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_sheet_names_only_what_exists(theme: Theme) -> None:
    written = style_sheet(theme)
    assert "{{" not in written
    files = re.findall(r"url\(([^)]+)\)", written)
    assert files
    assert [path for path in files if not Path(path).is_file()] == []


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_stock_icons_are_our_own_in_the_themes_ink(app: QApplication, theme: Theme) -> None:
    apply_theme(app, theme)
    try:
        for name, role in (("folder", "gold_text"), ("go-up", "text"), ("dialog-warning", "warning")):
            found = QIcon.fromTheme(name)
            image = found.pixmap(QSize(48, 48)).toImage()
            inks = {
                image.pixelColor(x, y).name()
                for x in range(image.width())
                for y in range(image.height())
                if image.pixelColor(x, y).alpha() == 255
            }
            assert theme.color(role).name() in inks, name
    finally:
        apply_theme(app, LIGHT)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_file_dialog_completer_is_readable(app: QApplication, qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    for name in ("archipelago.json", "atoll.json"):
        (tmp_path / name).write_text("{}", "utf-8")
    apply_theme(app, theme)
    try:
        dialog = QFileDialog(None, "Open", str(tmp_path))
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        qtbot.addWidget(dialog)
        dialog.show()
        field = dialog.findChild(QLineEdit, "fileNameEdit")
        assert field is not None
        QTest.keyClicks(field, "a")
        qtbot.waitUntil(lambda: field.completer().completionCount() == 2)
        field.completer().complete()
        popup = field.completer().popup()
        assert popup is not None
        image = popup.grab().toImage()
        colours = Counter(image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height()))
        assert colours.most_common(1)[0][0] == theme.color("panel").name()
        assert colours[theme.color("text").name()] > 20
        popup.hide()
    finally:
        apply_theme(app, LIGHT)


def test_every_icon_draws_something_in_its_colour() -> None:
    red = QColor("#C0392B")
    for name in icon_names():
        image = icon_pixmap(name, red, 24).toImage()
        strong = [image.pixelColor(x, y) for x in range(24) for y in range(24) if image.pixelColor(x, y).alpha() > 200]
        assert len(strong) > 3, name
        assert all(abs(colour.red() - red.red()) < 12 for colour in strong), name


def test_icons_are_paler_when_disabled_and_crisp_on_dense_screens() -> None:
    found = icon("anchor", LIGHT)
    normal = found.pixmap(QSize(20, 20), 1.0, QIcon.Mode.Normal).toImage()
    off = found.pixmap(QSize(20, 20), 1.0, QIcon.Mode.Disabled).toImage()
    assert normal != off
    assert found.pixmap(QSize(20, 20), 2.0).width() == 40


def test_files_made_from_the_icons_are_fresh(tmp_path: Path) -> None:
    made = sorted((resources_dir() / "icons").rglob("*.svg"))
    before = {path: path.read_bytes() for path in made}
    script = resources_dir() / "icons" / "make_signs.py"
    copy = tmp_path / "icons" / "make_signs.py"
    (tmp_path / "icons" / "signs").mkdir(parents=True)
    copy.write_text(script.read_text("utf-8"), "utf-8")
    done = subprocess.run(
        [sys.executable, str(copy)], cwd=resources_dir().parent, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(resources_dir().parent), "QT_QPA_PLATFORM": "offscreen", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    fresh = {path: path.read_bytes() for path in sorted(tmp_path.rglob("*.svg"))}
    assert len(fresh) >= 50
    for path, content in fresh.items():
        assert before[resources_dir() / path.relative_to(tmp_path)] == content, f"run {script.name} again: {path.name}"


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
    assert stylesheet.set_ui_scale(percent) and stylesheet._scale == percent
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
