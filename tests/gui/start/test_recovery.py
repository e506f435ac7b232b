"""The panel of unsaved documents: offered, shown, restored, discarded after a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from studio.documents.autosave import AutosaveFile, TurnInfo, adopt, find_unsaved
from studio.documents.store import Record, SeatEntry, read_layout
from studio.gui.output.thumbnails import thumbnail_queue
from studio.gui.page import RestoreUnsaved
from studio.gui.settings import settings
from studio.gui.start.page import StartPage
from studio.gui.start.recovery import MAX_ROWS
from studio.gui.widgets.dialogs import AppDialog
from tests.gui.stand_ins import BASE, plain_pictures
from tests.short_run import mark_long


def lost_layout(name: str, changes: int = 23, source: Path | None = Path("/home/ada/gulf.json")) -> Path:
    """A layout that was not saved when its program ended."""
    side = AutosaveFile()
    side.write(msgspec.structs.replace(read_layout(BASE), name=name), source, changes)
    side.close()
    return side.path


def lost_match(name: str) -> Path:
    """A match whose file is behind."""
    side = AutosaveFile()
    layout = msgspec.structs.replace(read_layout(BASE), name=name)
    record = Record(layout=layout, seats=(SeatEntry("Ada"), SeatEntry("Bento")))
    side.write(record, Path(f"/home/ada/{name.lower()}.json"), 4, TurnInfo("Turn 7", 1, "Bento"))
    side.close()
    return side.path


@pytest.fixture
def start(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], StartPage]]:
    """Shows a start page; what it is asked to restore is adopted, as the window does it."""
    plain_pictures(monkeypatch)
    settings().set_value("motion", False)
    taken: list[AutosaveFile] = []

    def take(request: RestoreUnsaved) -> None:
        side = adopt(request.unsaved.path)
        if side is not None:
            taken.append(side)

    def make() -> StartPage:
        page = StartPage()
        qtbot.addWidget(page)
        page.request.connect(take)
        page.resize(1280, 678)
        page.show()
        qtbot.waitUntil(lambda: page.layout_browser.is_complete and not thumbnail_queue().is_busy())
        return page

    yield make
    for side in taken:
        side.close()


def choose(page: StartPage, row: int) -> None:
    """Click on a row of the panel."""
    listed = page.recovery_panel.list
    index = listed.model().index(row, 0)
    listed.scrollTo(index)
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=listed.visualRect(index).center())


def filled(page: StartPage) -> list[str]:
    """The words of the filled buttons in view."""
    buttons = page.findChildren(QAbstractButton)
    from studio.gui.widgets import PlainButton

    return [
        button.text() for button in buttons if isinstance(button, PlainButton) and button.filled and button.isVisible()
    ]


def answer(qtbot: QtBot, words: str, seen: list[str]) -> None:
    """Press this button of the dialog that comes, after writing down what had the focus."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, AppDialog)
        at_hand = dialog.focusWidget()
        seen.append(at_hand.text() if isinstance(at_hand, QAbstractButton) else "")
        next(button for button in dialog.findChildren(QAbstractButton) if button.text() == words).click()

    from PySide6.QtCore import QTimer

    QTimer.singleShot(0, look)


def test_there_is_no_band_when_everything_was_saved(start: Callable[[], StartPage]) -> None:
    page = start()
    assert not page.recovery_panel.isVisible()
    assert filled(page) == ["New match"]


def test_each_document_says_what_it_is_when_it_changed_and_how_much(start: Callable[[], StartPage]) -> None:
    lost_layout("The Long Gulf")
    lost_match("Archipelago")
    lost_layout("Nameless", 1, None)
    page = start()
    panel = page.recovery_panel
    rows = {entry.name: entry for entry in panel.list.entries()}
    gulf, match, new = rows["The Long Gulf"], rows["archipelago"], rows["Nameless"]
    assert gulf.about.startswith("Die Neuen Entdecker · layout · Changed today at ")
    assert gulf.note == "23 changes since the last save" and gulf.tooltip == "/home/ada/gulf.json"
    assert match.about.startswith("Die Neuen Entdecker · Turn 7, Bento to move · Changed today at ")
    assert match.note == "4 moves since the last save"
    assert new.note == "1 change, never saved"
    for row, entry in enumerate(panel.list.entries()):
        picture = panel.list.thumbnail(row)
        assert picture is not None and picture.is_drawn()
        text = panel.list.model().index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)
        assert all(part in text for part in (entry.name, entry.about, entry.note))
        choose(page, row)
        names = {button.accessibleName() for button in (panel.restore_button, panel.show_button, panel.discard_button)}
        assert len(names) == 3 and all(entry.name in name for name in names)


@pytest.mark.parametrize(
    ("count", "title", "button"),
    [
        (1, "One unsaved document from the last session", "Restore"),
        (2, "Two unsaved documents from the last session", "Restore both"),
        (5, "5 unsaved documents from the last session", "Restore all"),
    ],
)
def test_one_button_is_filled(start: Callable[[], StartPage], count: int, title: str, button: str) -> None:
    for number in range(count):
        lost_layout(f"Lost {number}")
    page = start()
    assert page.recovery_panel.title.text() == title
    assert page.recovery_panel.details.full_text().startswith(
        f"You can restore {'its' if count == 1 else 'their'} last"
    )
    assert filled(page) == [button]


@pytest.mark.parametrize("size", mark_long([(1024, 598), (1280, 678), (1440, 858)]))
@pytest.mark.parametrize("count", mark_long([5, 2, 1]))
def test_rows_and_buttons_fit_into_the_panel(start: Callable[[], StartPage], count: int, size: tuple[int, int]) -> None:
    for number in range(count):
        lost_layout(f"Lost {number}")
    page = start()
    page.resize(*size)
    page.grab()
    panel = page.recovery_panel
    assert page.rect().contains(panel.geometry())
    assert panel.list.viewport().height() >= panel.list.row_height * min(count, MAX_ROWS)
    buttons = (panel.discard_button, panel.show_button, panel.restore_button, panel.all_button)
    parts = [panel.title, panel.list, *buttons[: 3 if count == 1 else 4]]
    assert all(part.isVisible() and panel.rect().contains(part.geometry()) for part in parts)
    assert all(left.geometry().right() < right.x() for left, right in pairwise(buttons[: 3 if count == 1 else 4]))
    assert panel.list.geometry().bottom() < panel.restore_button.y()
    assert page.layout_browser.area.viewport().height() >= 100


def test_arrow_keys_select_a_document_and_scroll_to_it(start: Callable[[], StartPage]) -> None:
    for number in range(5):
        lost_layout(f"Lost {number}")
    page = start()
    panel = page.recovery_panel
    assert panel.list.current() is panel.list.entries()[0]
    for _step in range(4):
        QTest.keyClick(panel.list, Qt.Key.Key_Down)
    assert panel.list.current() is panel.list.entries()[4]
    assert panel.restore_button.accessibleName() == f"Restore “{panel.list.entries()[4].name}”"
    assert panel.list.viewport().rect().contains(panel.list.visualRect(panel.list.currentIndex()))


def test_restoring_one_leaves_the_others_and_restoring_the_last_folds_the_band(start: Callable[[], StartPage]) -> None:
    lost_layout("One")
    lost_layout("Two")
    page = start()
    questions: list[object] = []
    page.request.connect(lambda request: questions.append(request.unsaved))
    panel = page.recovery_panel
    first, second = panel.documents
    choose(page, 1)
    QTest.mouseClick(panel.restore_button, Qt.MouseButton.LeftButton)
    assert questions == [second]
    assert panel.documents == [first] and filled(page) == ["Restore"]
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert questions == [second, first]
    assert panel.documents == [] and not page.recovery_panel.isVisible()
    assert filled(page) == ["New match"]


def test_all_are_restored_with_one_click(start: Callable[[], StartPage]) -> None:
    paths = {lost_layout("One"), lost_layout("Two"), lost_match("Three")}
    page = start()
    questions: list[Path] = []
    page.request.connect(lambda request: questions.append(request.unsaved.path))
    QTest.mouseClick(page.recovery_panel.all_button, Qt.MouseButton.LeftButton)
    assert set(questions) == paths and len(questions) == 3
    assert not page.recovery_panel.isVisible()


def test_what_could_not_be_restored_is_still_offered(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_pictures(monkeypatch)
    lost_layout("One")
    page = StartPage()
    qtbot.addWidget(page)
    page.show()
    QTest.mouseClick(page.recovery_panel.restore_button, Qt.MouseButton.LeftButton)
    assert len(page.recovery_panel.documents) == 1 and page.recovery_panel.isVisible()


def test_discarding_asks_once_and_the_safe_answer_is_at_hand(start: Callable[[], StartPage], qtbot: QtBot) -> None:
    path = lost_layout("One")
    page = start()
    seen: list[str] = []
    answer(qtbot, "Keep", seen)
    QTest.mouseClick(page.recovery_panel.discard_button, Qt.MouseButton.LeftButton)
    assert path.exists() and len(page.recovery_panel.documents) == 1
    answer(qtbot, "Discard", seen)
    QTest.mouseClick(page.recovery_panel.discard_button, Qt.MouseButton.LeftButton)
    assert not path.exists() and find_unsaved() == []
    assert not page.recovery_panel.isVisible()
    assert seen == ["Keep", "Keep"]


def test_a_look_adopts_nothing(start: Callable[[], StartPage], qtbot: QtBot) -> None:
    path = lost_layout("One")
    page = start()
    seen: list[str] = []
    questions: list[object] = []
    page.request.connect(lambda request: questions.append(request.unsaved))
    answer(qtbot, "Close", seen)
    before = path.read_bytes()
    QTest.mouseClick(page.recovery_panel.show_button, Qt.MouseButton.LeftButton)
    assert seen == ["Close"] and questions == []
    assert path.read_bytes() == before and len(find_unsaved()) == 1


def test_the_band_folds_up_in_a_moment_unless_motion_is_reduced(start: Callable[[], StartPage], qtbot: QtBot) -> None:
    lost_layout("One")
    page = start()
    settings().set_value("motion", True)
    QTest.mouseClick(page.recovery_panel.restore_button, Qt.MouseButton.LeftButton)
    assert page.recovery_panel.isVisible()
    qtbot.waitUntil(lambda: not page.recovery_panel.isVisible())


def test_what_another_program_left_meanwhile_is_offered_on_coming_back(start: Callable[[], StartPage]) -> None:
    page = start()
    lost_layout("Later")
    page.activated()
    assert [entry.name for entry in page.recovery_panel.list.entries()] == ["Later"]
    assert page.recovery_panel.isVisible()
