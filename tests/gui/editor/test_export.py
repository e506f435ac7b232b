"""Exports: written while the window responds, cancelled, never half a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from studio.core.picture import TextureFill
from studio.drawing.overlays import with_piece_names
from studio.gui.editor import export
from studio.gui.editor.export import ExportImageDialog, ImageOptions
from studio.gui.editor.page import EditorPage
from studio.gui.output.export import render_bytes
from studio.gui.style.stylesheet import apply_theme
from studio.gui.style.theme import DARK, LIGHT
from studio.gui.widgets import PlainButton, Toast
from studio.gui.widgets.dialogs import AppDialog
from studio.services.loading import load_layout
from studio.services.tiled import import_map
from tests.gui.editor.hand import open_page
from tests.gui.stand_ins import SMALLEST
from tests.short_run import mark_long


def as_before(_parent: object, _units: object, _side: float, width: int, _overlays: bool, _notes: bool) -> ImageOptions:
    return ImageOptions(".png", width, 96.0, LIGHT)


@pytest.fixture
def page(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> EditorPage:
    monkeypatch.setattr(export, "EXPORT_WIDTH", 700)
    monkeypatch.setattr(export, "ask_image_options", as_before)
    monkeypatch.setattr(export, "SLICE_SECONDS", 0.0)  # one step at a time
    return open_page(qtbot, load_layout(SMALLEST))


def export_to(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_rest: (str(path), ""))


def remarks(page: EditorPage) -> list[str]:
    return [toast.label.text() for toast in page.findChildren(Toast) if not toast.isHidden()]


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_the_window_stays_awake_while_a_picture_is_written(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    turns = 0

    def count() -> None:
        nonlocal turns
        turns += 1

    beat = QTimer()
    beat.timeout.connect(count)
    beat.start(0)
    path = tmp_path / f"board.{ending}"
    export_to(path, monkeypatch)
    with qtbot.waitSignal(page.message) as message:
        page.commands.export_image()
        assert not path.exists() and remarks(page) == [f"Exporting {path.name}…"]
    assert turns > 20, "the loop went round while it was painted"
    assert message.args == [f"Image saved as {path.name}"] and not remarks(page)
    at_once = tmp_path / f"at_once.{ending}"
    game, body = page.document.game, page.document.body
    picture = with_piece_names(game.sketch.sketch(body, still=True), game, body)
    at_once.write_bytes(render_bytes(picture, at_once.suffix, 700, LIGHT))
    assert path.read_bytes() == at_once.read_bytes()


def test_exporting_a_picture(page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    suffix = ""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_rest: (str(tmp_path / "board"), f"(*{suffix})"))
    for suffix, start in {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}.items():
        with qtbot.waitSignal(page.message):
            page.commands.export_image()
        assert (tmp_path / f"board{suffix}").read_bytes().startswith(start)


@pytest.mark.parametrize("suffix", mark_long([".png", ".svg", ".pdf"]))
def test_a_picture_that_cannot_be_written_is_a_sentence(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    places = {"gone": tmp_path / "gone" / f"board{suffix}", "device": tmp_path / f"device{suffix}"}
    places["device"].symlink_to("/dev/full")
    monkeypatch.setattr(export, "EXPORT_WIDTH", 100)
    for what, path in places.items():
        export_to(path, monkeypatch)
        said: list[str] = []

        def close(said: list[str] = said) -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, AppDialog)
            said += [label.text() for label in dialog.findChildren(QLabel)]
            dialog.reject()

        watch = QTimer()
        watch.timeout.connect(lambda: close() if QApplication.activeModalWidget() else None)
        watch.start(5)
        page.commands.export_image()
        qtbot.waitUntil(partial(bool, said))
        watch.stop()
        reason = {"gone": "There is no such folder.", "device": "not an ordinary file"}[what]
        assert any(reason in text for text in said), said
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["data", f"device{suffix}"])


def test_a_picture_can_be_called_off(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export_to(tmp_path / "board.png", monkeypatch)
    before = set(tmp_path.iterdir())
    page.commands.export_image()
    QApplication.processEvents()
    (toast,) = page.findChildren(Toast)
    (cancel,) = toast.findChildren(PlainButton)
    with qtbot.waitSignal(page.message) as message:
        cancel.click()
    assert message.args == ["The image was not saved."]
    qtbot.wait(50)
    assert set(tmp_path.iterdir()) == before


def test_a_page_that_closes_leaves_no_half_picture(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export_to(tmp_path / "board.png", monkeypatch)
    page.commands.export_image()
    QApplication.processEvents()
    before = set(tmp_path.iterdir())
    assert page.about_to_close()
    qtbot.wait(50)
    assert {path.name for path in set(tmp_path.iterdir()) - before} <= {"data"}


def test_two_pictures_may_be_on_their_way(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[str] = []
    page.message.connect(messages.append)
    for name in ("one.png", "two.svg"):
        export_to(tmp_path / name, monkeypatch)
        page.commands.export_image()
    qtbot.waitUntil(lambda: len(messages) == 2)
    assert sorted(messages) == ["Image saved as one.png", "Image saved as two.svg"]


def test_a_map_for_tiled_is_written_while_the_window_stays_awake(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board.tmj"
    export_to(path, monkeypatch)
    with qtbot.waitSignal(page.message) as message:
        page.page_actions["export_map"].trigger()
        assert not path.exists() and remarks(page) == [f"Exporting {path.name}…"]
    assert message.args == [f"Map saved as {path.name}, with its tiles in the same folder"] and not remarks(page)
    names = {item.name for item in tmp_path.iterdir()}
    assert {"board.tmj", "board.tsj", "board_tiles"} <= names
    assert import_map(path.read_bytes(), path).body == page.document.body


def test_a_map_that_is_called_off_is_not_written(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export_to(tmp_path / "board.tmj", monkeypatch)
    before = set(tmp_path.iterdir())
    page.commands.export_map()
    page.commands.exports.cancel()
    qtbot.wait(50)
    assert set(tmp_path.iterdir()) == before


# the question before


@pytest.fixture
def dialog(qtbot: QtBot, qapp: QApplication) -> ExportImageDialog:
    """The dialog in a dark window."""
    apply_theme(qapp, DARK)
    dialog = ExportImageDialog(None, (12.0, 8.0), 25.4, 2400, True)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def choose(dialog: ExportImageDialog, **keys: str) -> None:
    for name, key in keys.items():
        row = {"kind": dialog.format_choice, "measure": dialog.size_choice, "look": dialog.theme_choice}[name]
        QTest.mouseClick(row.button(key), Qt.MouseButton.LeftButton)


def test_unchanged_it_is_a_light_picture_in_a_dark_window_too(dialog: ExportImageDialog) -> None:
    found = dialog.options()
    assert (found.extension, found.width, found.dpi, found.overlays) == (".png", 2400, 96.0, False)
    assert found.theme is LIGHT
    assert "2400 × 1600" in dialog.summary.text()


def test_true_to_scale_a_tile_of_an_inch_has_as_many_pixels_as_an_inch(dialog: ExportImageDialog) -> None:
    choose(dialog, measure="scale", kind="pdf", look="lines")
    assert dialog.dpi_box.isVisible() and not dialog.width_box.isVisible()
    found = dialog.options()
    assert (found.extension, found.width, found.dpi) == (".pdf", 12 * 150, 150.0)
    assert found.theme.is_ink_saving
    assert not dialog.texture_switch.isEnabled()


def test_a_picture_that_is_too_large_is_reported_first(qtbot: QtBot) -> None:
    big = ExportImageDialog(None, (40.0, 30.0), 48.0, 2400, False)
    qtbot.addWidget(big)
    big.show()
    choose(big, measure="scale")
    big.activateWindow()
    big.dpi_box.field.setFocus()
    qtbot.waitUntil(big.dpi_box.field.hasFocus)
    big.dpi_box.field.selectAll()
    QTest.keyClicks(big.dpi_box.field, "1200")
    QTest.keyClick(big.dpi_box.field, Qt.Key.Key_Tab)
    assert "The maximum is 16384." in big.summary.text() and not big.export_button.isEnabled()
    choose(big, measure="width")
    assert big.export_button.isEnabled()
    assert not big.overlays_switch.isVisible(), "there are none"


def test_grain_and_overlays_are_switches(dialog: ExportImageDialog) -> None:
    assert any(isinstance(step, TextureFill) for step in dialog.options().theme.style("sheet").steps)
    QTest.mouseClick(dialog.texture_switch, Qt.MouseButton.LeftButton)
    QTest.mouseClick(dialog.overlays_switch, Qt.MouseButton.LeftButton)
    found = dialog.options()
    assert found.overlays
    assert not any(isinstance(step, TextureFill) for step in found.theme.style("sheet").steps)


def test_notes_are_left_out_unless_they_are_asked_for(
    page: EditorPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    page.document.pin("B2", "a note to be read below")
    page.document.pin("A1 N", "another one")
    questions: list[bool] = []

    def with_notes(
        _parent: object, _units: object, _side: float, width: int, _overlays: bool, notes: bool
    ) -> ImageOptions:
        questions.append(notes)
        return ImageOptions(".svg", width, 96.0, LIGHT, notes=len(questions) > 1)

    monkeypatch.setattr(export, "ask_image_options", with_notes)
    heights = []
    for name in ("without.svg", "with.svg"):
        path = tmp_path / name
        monkeypatch.setattr(export, "ask_save_path", lambda *_rest, path=path: path)
        with qtbot.waitSignal(page.commands.exports.written):
            page.commands.export_image()
        root = ElementTree.fromstring(path.read_text("utf-8"))
        _left, _top, width, height = map(float, root.attrib["viewBox"].split())
        heights.append(height / width)
    assert questions == [True, True]
    assert heights[1] > heights[0] * 1.05


def test_the_switch_for_notes_is_off_and_there_only_for_notes(qtbot: QtBot) -> None:
    for notes in (False, True):
        dialog = ExportImageDialog(None, (12.0, 8.0), 50.0, 2400, False, notes)
        qtbot.addWidget(dialog)
        assert dialog.notes_switch.isVisibleTo(dialog) is notes
        assert not dialog.options().notes
        dialog.notes_switch.setChecked(True)
        assert dialog.options().notes is notes
