"""The New layout dialog, from the choice of a game to the finished layout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from studio import games
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.generation import parse_mask
from studio.documents.paths import unsaved_dir
from studio.documents.store import read_layout
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.editor.problems.problem_groups import VerifyState
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow
from studio.gui.start import new_layout_preview
from studio.gui.start.new_layout import NewLayoutDialog, ask_layout
from studio.gui.start.new_layout_form import MaskCanvas, MaskCards, PercentSlider
from studio.gui.start.new_layout_preview import AlternativesCard, GeneratedLayout, GenerateRequest
from studio.gui.style.stylesheet import apply_theme
from studio.gui.style.theme import THEMES
from studio.gui.widgets import PrimaryButton
from studio.gui.widgets.inputs import ComboBox, Segmented
from studio.services.loading import LoadedLayout
from tests.short_run import mark_long

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def other_rolls() -> None:
    """For tests that look at them: every other roll is made, proved and measured."""


@pytest.fixture(autouse=True)
def nothing_unasked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a dozen boards nobody looks at would cost more than the one that is tested."""
    if "other_rolls" not in request.fixturenames:
        monkeypatch.setattr(AlternativesCard, "start_for", lambda *_roll: None)


@pytest.fixture
def dialog(qtbot: QtBot) -> Iterator[NewLayoutDialog]:
    made = NewLayoutDialog(None, seed=5)
    qtbot.addWidget(made)
    made.show()
    _rolled(qtbot, made)
    yield made
    made.reject()


def _rolled(qtbot: QtBot, dialog: NewLayoutDialog) -> None:
    """Wait until the board that is shown is the one that was chosen."""
    qtbot.waitUntil(lambda: dialog._current_layout() is not None)


def _game(qtbot: QtBot, dialog: NewLayoutDialog, slug: str) -> None:
    dialog.games.chips[slug].click()
    _rolled(qtbot, dialog)


def _a_sea(dialog: NewLayoutDialog) -> str:
    """A game with an outline to choose."""
    for slug in games.slugs():
        if "outline" in games.load(slug).generation.templates()[0].recipe:
            return slug
    raise AssertionError("no game has an outline")


def test_every_game_shows_its_choices_and_a_board_that_can_be_created(dialog: NewLayoutDialog, qtbot: QtBot) -> None:
    for slug in games.slugs():
        _game(qtbot, dialog, slug)
        shown = {
            field.key for section in games.load(slug).generation.choices(dialog.recipe) for field in section.fields
        }
        rows = set(dialog.form.rows) | {"columns", "rows"}
        rows |= set(dialog.form.compass.sides) if dialog.form.compass is not None else set()
        assert shown <= rows
        made = dialog.new_layout()
        assert made is not None and made.layout.game == slug and made.path is None
        assert made.game.body.to_plain(made.body) == made.game.body.to_plain(
            made.game.generation.make(dialog.recipe, 5)
        ), "as the command makes it"
        qtbot.waitUntil(dialog.preview.picture.is_drawn)
        assert dialog.create_button.isEnabled() and not dialog.reset.isEnabled()


def test_the_keyboard_begins_at_the_game_and_create_is_the_only_filled_button(dialog: NewLayoutDialog) -> None:
    chip = dialog.games.chips[dialog.games.current()]
    assert dialog.focusWidget() is chip
    assert [button.objectName() for button in dialog.findChildren(PrimaryButton)] == ["create"]
    QTest.keyClick(chip, Qt.Key.Key_Right)
    assert dialog.focusWidget() is dialog.games.chips[games.slugs()[1]]
    assert dialog.games.current() == games.slugs()[1]


def test_f8_changes_the_seed(dialog: NewLayoutDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    _game(qtbot, dialog, games.slugs()[0])
    first = dialog.new_layout()
    monkeypatch.setattr("studio.gui.start.new_layout.secrets.randbelow", lambda _limit: 77)
    QTest.keyClick(dialog, Qt.Key.Key_F8)
    _rolled(qtbot, dialog)
    other = dialog.new_layout()
    assert dialog.seed.text() == "77" and first is not None and other is not None and first.body != other.body
    dialog.seed.selectAll()
    QTest.keyClicks(dialog.seed, "5")
    qtbot.waitUntil(lambda: dialog._current_layout() is not None)
    again = dialog.new_layout()
    assert again is not None and again.body == first.body


@pytest.mark.usefixtures("other_rolls")
def test_other_rolls_come_one_by_one_and_a_click_takes_one(dialog: NewLayoutDialog, qtbot: QtBot) -> None:
    _game(qtbot, dialog, games.slugs()[0])
    qtbot.waitUntil(lambda: not dialog.alternatives.is_busy and dialog.alternatives.tiles[0].generated is not None)
    before, tile = dialog.new_layout(), dialog.alternatives.tiles[0]
    expected = tile.generated
    assert expected is not None and expected.request.seed == 6 and before is not None
    QTest.mouseClick(tile.picture, LEFT)
    taken = dialog.new_layout()
    assert taken is not None and taken.body is expected.body and dialog.seed.text() == "6"
    assert tile.generated is not None and tile.generated.body is before.body, "the two change places"
    assert expected.proof is VerifyState.HOLDS and not tile.status_icon.isHidden(), "each is proved"
    assert tile.seed_label.width() >= tile.seed_label.sizeHint().width(), "and its seed can be read"
    tile.setFocus()
    QTest.keyClick(tile, Qt.Key.Key_Space)
    back = dialog.new_layout()
    assert back is not None and back.body is before.body


@pytest.mark.long
@pytest.mark.usefixtures("other_rolls")
def test_invalid_alternatives_are_replaced(
    request: pytest.FixtureRequest, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails_on_even(wish: GenerateRequest, patience: CancelToken) -> GeneratedLayout:
        return replace(proved(wish, patience), proof=VerifyState.HOLDS if wish.seed % 2 else VerifyState.FAILS)

    proved = new_layout_preview.generate_verified
    monkeypatch.setattr(new_layout_preview, "generate_verified", fails_on_even)
    dialog: NewLayoutDialog = request.getfixturevalue("dialog")  # its task takes the function when it is made
    _game(qtbot, dialog, games.slugs()[1])
    qtbot.waitUntil(lambda: not dialog.alternatives.is_busy and dialog.alternatives.tiles[0].generated is not None)
    shown = [tile.generated for tile in dialog.alternatives.tiles if not tile.isHidden()]
    assert [roll.request.seed % 2 for roll in shown if roll is not None] == [1] * len(shown)


def test_a_template_names_the_layout_until_somebody_does(dialog: NewLayoutDialog) -> None:
    templates = dialog.game.generation.templates()
    dialog._template_chosen(templates[1].key)
    assert dialog.name.text() == templates[1].name
    QTest.keyClicks(dialog.name, "!")
    dialog._template_chosen(templates[2].key)
    assert dialog.name.text() == templates[1].name + "!"


def test_outlines_are_chosen_by_card_and_drawn_by_hand(dialog: NewLayoutDialog, qtbot: QtBot) -> None:
    _game(qtbot, dialog, _a_sea(dialog))
    cards = dialog.form.rows["outline"].control
    assert isinstance(cards, MaskCards)
    QTest.mouseClick(cards.cards["drawn"], LEFT)
    _rolled(qtbot, dialog)
    QTest.keyClick(cards.cards["drawn"], Qt.Key.Key_Left)
    assert dialog.recipe["outline"] != "drawn", "arrow keys choose too"
    QTest.mouseClick(cards.cards["drawn"], LEFT)
    canvas = dialog.form.rows["drawn"].control
    assert isinstance(canvas, MaskCanvas)
    QApplication.processEvents()
    start, end = canvas.center_of(0).toPoint(), canvas.center_of(3).toPoint()
    QTest.mousePress(canvas, LEFT, pos=start)
    QTest.mouseMove(canvas, end)
    QTest.mouseRelease(canvas, LEFT, pos=end)
    _rolled(qtbot, dialog)
    columns, rows = int(dialog.recipe["columns"]), int(dialog.recipe["rows"])
    assert parse_mask(str(dialog.recipe["drawn"]), columns, rows) == {0, 1, 2, 3}, "a quick drag skips no space"
    made = dialog.new_layout()
    assert made is not None and made.game.body.to_plain(made.body)["spaces"][0].startswith("####.")
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    QTest.keyClick(canvas, Qt.Key.Key_Space)
    _rolled(qtbot, dialog)
    assert parse_mask(str(dialog.recipe["drawn"]), columns, rows) == {0, 1, 3}, "space gives one back"
    assert dialog.form.rows["drawn"].control is canvas and canvas.hasFocus()


@pytest.mark.long
def test_sizes_shares_and_sides_are_chosen(dialog: NewLayoutDialog, qtbot: QtBot) -> None:
    _game(qtbot, dialog, _a_sea(dialog))
    assert dialog.form.size_row is not None and dialog.form.compass is not None
    dialog.form.size_row.counts["columns"].plus.click()
    _rolled(qtbot, dialog)
    made = dialog.new_layout()
    assert made is not None and made.game.body.grid(made.body).columns == dialog.recipe["columns"]
    assert dialog.reset.isEnabled()
    share = dialog.form.rows["land"].control
    assert isinstance(share, PercentSlider)
    share.slider.setValue(share.slider.value() + 3)
    side = dialog.form.compass.sides["border.north"]
    assert isinstance(side, ComboBox)
    side.setCurrentIndex(side.findData("coast"))
    side.activated.emit(side.currentIndex())
    _rolled(qtbot, dialog)
    made = dialog.new_layout()
    assert made is not None and made.game.body.to_plain(made.body)["border"]["north"] == "coast"
    dialog.reset.click()
    _rolled(qtbot, dialog)
    assert dict(dialog.recipe) == dict(games.load(dialog.games.current()).generation.templates()[0].recipe)


def test_choices_that_exclude_each_other_are_off_with_a_reason(dialog: NewLayoutDialog, qtbot: QtBot) -> None:
    _game(qtbot, dialog, _a_sea(dialog))
    dialog._edited("sectors", "3")
    symmetry = dialog.form.rows["symmetry"].control
    if isinstance(symmetry, Segmented):
        button = symmetry.button("quarter")
        assert not button.isEnabled() and button.toolTip()
    else:
        assert isinstance(symmetry, ComboBox)
        item = symmetry.model().index(symmetry.findData("quarter"), 0)
        assert not symmetry.model().flags(item) & Qt.ItemFlag.ItemIsEnabled
        assert item.data(Qt.ItemDataRole.ToolTipRole)


def test_a_refusal_says_what_to_change_and_keeps_create_shut(dialog: NewLayoutDialog, qtbot: QtBot) -> None:
    _game(qtbot, dialog, _a_sea(dialog))
    for side in ("north", "east", "south", "west"):
        dialog._edited(f"border.{side}", "shore")
    dialog._edited("fixed.sea", 0)
    _rolled(qtbot, dialog)
    assert dialog.preview.error_label.isVisible() and dialog.preview.error_label.text().endswith(".")
    assert not dialog.create_button.isEnabled() and dialog.new_layout() is None
    dialog.finish("create")
    assert dialog.isVisible() and dialog.choice == "", "nothing is created"
    dialog._edited("border.south", "open 1")
    _rolled(qtbot, dialog)
    assert not dialog.preview.error_label.isVisible() and dialog.create_button.isEnabled()


def test_what_is_shown_is_proved(dialog: NewLayoutDialog, qtbot: QtBot) -> None:
    _game(qtbot, dialog, games.slugs()[0])
    qtbot.waitUntil(lambda: dialog.preview.verification is VerifyState.HOLDS)


def test_create_hands_over_what_was_chosen_last_and_remembers_the_game(qtbot: QtBot) -> None:
    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, NewLayoutDialog)
        dialog.games.chips[games.slugs()[1]].click()
        dialog.name.setText("Mare meum")
        dialog._edited("columns", 9)
        dialog.create_button.click()  # at once, before the roll is there

    QTimer.singleShot(0, answer)
    made = ask_layout(None)
    assert made is not None and made.layout.name == "Mare meum"
    assert made.layout.game == games.slugs()[1] and made.game.body.grid(made.body).columns == 9
    assert settings().value("new_layout_game", "") == games.slugs()[1]
    again = NewLayoutDialog(None)
    qtbot.addWidget(again)
    assert again.games.current() == games.slugs()[1]
    again.reject()


def test_cancel_creates_nothing(qtbot: QtBot) -> None:
    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, NewLayoutDialog)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    QTimer.singleShot(0, answer)
    assert ask_layout(None) is None


def test_whatever_can_be_pressed_says_in_words_what_it_does(dialog: NewLayoutDialog, qtbot: QtBot) -> None:
    for slug in games.slugs():
        _game(qtbot, dialog, slug)
        for template in dialog.game.generation.templates():
            dialog._template_chosen(template.key)
            for button in dialog.findChildren(QAbstractButton):
                assert not button.isVisible() or button.text() or button.toolTip(), button
                assert button.text() or button.accessibleName(), button
            for row in dialog.form.rows.values():
                assert row.control.accessibleName() == row.field.label


@pytest.mark.parametrize("theme", mark_long(THEMES))
@pytest.mark.parametrize("size", mark_long([(1024, 640), (1440, 900)]))
def test_it_fits_small_windows(qtbot: QtBot, qapp: QApplication, theme: str, size: tuple[int, int]) -> None:
    apply_theme(qapp, THEMES[theme])
    window = QWidget()
    window.resize(*size)
    qtbot.addWidget(window)
    dialog = NewLayoutDialog(window, seed=3)  # goes with its window
    dialog.show()
    for slug in games.slugs():
        _game(qtbot, dialog, slug)
        QApplication.processEvents()
        assert dialog.width() <= size[0] and dialog.height() <= size[1]
        for button in (dialog.create_button, dialog.regenerate_button):
            assert dialog.rect().contains(button.mapTo(dialog, QPoint(0, 0)))
            assert button.width() >= button.sizeHint().width()
        assert dialog.preview.picture.height() >= 120
        for row in dialog.form.rows.values():
            assert row.control.width() >= row.control.minimumSizeHint().width(), row.field.key
            if isinstance(row.control, ComboBox):
                assert row.control.shown_text() == row.control.currentText(), row.field.key
        room = dialog.form.parentWidget()
        assert room is not None and dialog.form.width() <= room.width(), "nothing lies beyond the right edge"
        if dialog.form.compass is not None:
            for side in dialog.form.compass.sides.values():
                assert side.shown_text() == side.currentText()
    dialog.reject()


@pytest.mark.long
@pytest.mark.usefixtures("other_rolls")
def test_what_is_measured_stands_beside_the_board_and_below_the_rolls(dialog: NewLayoutDialog, qtbot: QtBot) -> None:
    slug = _a_sea(dialog)
    _game(qtbot, dialog, slug)
    qtbot.waitUntil(lambda: bool(dialog.preview.survey.overlays))
    made = dialog.new_layout()
    assert made is not None
    survey = made.game.checks.survey(made.body, -1, NEVER_CANCELLED)

    def texts() -> list[str]:
        return [label.text() for label in dialog.preview.facts.findChildren(QLabel) if label.isVisible()]

    qtbot.waitUntil(lambda: "Survey" in texts())  # shown when they are laid out
    shown = texts()
    for overlay in survey.overlays:
        assert overlay.name in shown and overlay.value in shown
    qtbot.waitUntil(lambda: not dialog.alternatives.is_busy and dialog.alternatives.tiles[0].generated is not None)
    tile = dialog.alternatives.tiles[0]
    assert tile.generated is not None and tile.generated.survey_text
    assert tile.seed_label.text() == f"{tile.generated.request.seed} · {tile.generated.survey_text}"
    assert tile.seed_label.width() >= tile.seed_label.sizeHint().width()


def test_figures_of_a_board_go_when_another_is_shown(dialog: NewLayoutDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: bool(dialog.preview.survey.overlays))
    roll = dialog.preview.generated
    assert roll is not None
    dialog.preview.show_layout(replace(roll, error="It cannot be."))
    dialog.preview.show_layout(roll)
    assert dialog.preview.survey.overlays == ()
    qtbot.waitUntil(lambda: bool(dialog.preview.survey.overlays))


def test_the_preview_is_zoomed_by_buttons_and_stays_so_for_another_roll(dialog: NewLayoutDialog, qtbot: QtBot) -> None:
    view, buttons = dialog.preview.picture.view, dialog.preview.picture.buttons
    whole = view.zoom
    assert view.is_fitted
    QTest.mouseClick(buttons.zoom_in_button, LEFT)
    assert view.zoom > whole and not view.is_fitted
    near = view.zoom
    dialog.regenerate()
    _rolled(qtbot, dialog)
    assert view.zoom == near, "two rolls can be compared"
    QTest.mouseClick(buttons.zoom_out_button, LEFT)
    assert view.zoom < near
    QTest.mouseClick(buttons.fit_button, LEFT)
    assert view.is_fitted and view.zoom == whole
    assert all(button.toolTip() for button in (buttons.zoom_in_button, buttons.zoom_out_button, buttons.fit_button))
    board = dialog.preview.picture
    assert board.rect().contains(buttons.geometry()), "and they lie on the board"


@pytest.mark.parametrize("motion", [True, False])
def test_another_board_fades_in_unless_motion_is_reduced(dialog: NewLayoutDialog, qtbot: QtBot, motion: bool) -> None:
    settings().set_value("motion", motion)
    fade = dialog.preview.picture.overlay.fade
    qtbot.waitUntil(lambda: fade.state() == fade.State.Stopped)
    started: list[object] = []
    fade.stateChanged.connect(lambda now, _before: started.append(now) if now == fade.State.Running else None)
    dialog.regenerate()
    _rolled(qtbot, dialog)
    assert bool(started) is motion and fade.duration() == 120
    qtbot.waitUntil(lambda: fade.state() == fade.State.Stopped)
    assert dialog.preview.picture.overlay._before.isNull()


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """The window; changes are discarded when it is asked."""
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_arguments: "discard")
    made = MainWindow()
    qtbot.addWidget(made)
    made.resize(1280, 720)
    made.show()
    yield made
    for page in made.pages():
        page.about_to_close()


def _created(window: MainWindow, slug: str, name: str) -> tuple[EditorPage, LoadedLayout]:
    """Press New layout, choose a game and a name, press Create."""
    shown: list[LoadedLayout] = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, NewLayoutDialog)
        dialog.games.chips[slug].click()
        dialog.name.selectAll()
        QTest.keyClicks(dialog.name, name)
        dialog.create_button.click()
        made = dialog.new_layout()
        assert made is not None
        shown.append(made)

    QTimer.singleShot(0, answer)
    QTest.mouseClick(window.start.new_layout_button, Qt.MouseButton.LeftButton)
    page = window.active_page()
    assert isinstance(page, EditorPage)
    return page, shown[0]


@pytest.mark.parametrize("slug", mark_long(slugs(), 3))
def test_what_was_shown_is_on_the_easel_and_not_saved_yet(window: MainWindow, qtbot: QtBot, slug: str) -> None:
    page, made = _created(window, slug, "Mare meum")
    assert page.document.body == made.body and page.title() == "Mare meum"
    assert page.is_modified(), "no file holds it"
    assert page.autosave_now() and "Mare meum" in "".join(
        file.read_text("utf-8") for file in unsaved_dir().glob("*.json")
    )
    game, size = page.document.game, page.document.grid
    grown = game.editing.resize(page.document.body, 0, 0, 1, 0)
    page.document.apply("wider", grown)
    assert page.document.grid.columns == size.columns + 1
    page.document.undo()
    assert page.document.body == made.body, "another size is one step, and can be taken back"
    assert page.is_modified()


def test_it_is_saved_like_any_other(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, made = _created(window, slugs()[0], "Mare meum")
    path = tmp_path / "mare.json"
    page.document.save(path)
    assert not page.is_modified()
    assert read_layout(path).body == made.layout.body


def test_the_number_of_spaces_is_that_of_the_board(dialog: NewLayoutDialog, qtbot: QtBot) -> None:
    _game(qtbot, dialog, _a_sea(dialog))
    dialog._edited("outline", "ragged")
    _rolled(qtbot, dialog)
    roll = dialog.preview.generated
    assert roll is not None and roll.body is not None and dialog.form.size_row is not None
    game = roll.request.game
    cells = range(game.body.grid(roll.body).count)
    count = sum(game.editing.pick(roll.body, cell).key != "void" for cell in cells)
    assert count < len(cells)
    assert dialog.form.size_row.spaces.text() == f"{count} spaces"


def test_another_game_never_shows_pictures_of_the_last_one(
    other_rolls: None, dialog: NewLayoutDialog, qtbot: QtBot
) -> None:
    tiles = [tile for tile in dialog.alternatives.tiles if tile.isVisible()]
    qtbot.waitUntil(lambda: all(tile.picture.is_drawn() for tile in tiles))
    _game(qtbot, dialog, next(slug for slug in games.slugs() if slug != dialog.games.current()))
    assert not any(tile.picture.is_drawn() for tile in tiles if tile.generated is None)
