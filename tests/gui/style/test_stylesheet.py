"""The look: typefaces are there, every role of the sheet exists, files that Qt wants are fresh, icons draw."""

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
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from studio.documents.paths import resources_dir
from studio.gui.style.icons import icon, icon_names, icon_pixmap
from studio.gui.style.stylesheet import BOLD, SEMIBOLD, apply_theme, display_font, load_fonts, style_sheet, text_font
from studio.gui.style.theme import DARK, LIGHT, Theme


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
def test_names_proposed_in_the_file_dialog_are_ink_on_paper(
    app: QApplication, qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
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
