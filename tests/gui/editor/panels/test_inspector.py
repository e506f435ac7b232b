"""The inspector with the forms of every game: edits keep focus and scroll position; the order of Tab."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from studio.core.form import Field
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels.fields import FieldRow
from studio.gui.editor.survey.panel import FORM, SIDE_SETTING
from studio.gui.settings import settings
from studio.gui.widgets.inputs import ComboBox, CountBox, Segmented
from studio.services.loading import load_layout
from tests.gui.editor.hand import open_page, settle

PER_GAME = 14


@pytest.fixture(params=slugs())
def page(qtbot: QtBot, request: pytest.FixtureRequest) -> EditorPage:
    """The first layout of each game, all folds of its form open."""
    settings().set_value(SIDE_SETTING, FORM)
    page = open_page(qtbot, load_layout(shipped_layouts(request.param)[0]))
    page.activateWindow()
    for box in page.inspector.boxes:
        box.set_folded(False)
    qtbot.waitUntil(lambda: page.inspector.area.verticalScrollBar().maximum() > 0)
    return page


def editable(page: EditorPage) -> list[str]:
    keys = [key for key, row in page.inspector.rows.items() if row.field.kind in ("int", "text", "choice")]
    return keys[:: max(1, len(keys) // PER_GAME)]


def has_keyboard(row: FieldRow) -> bool:
    focus = QApplication.focusWidget()
    return focus is not None and row.isAncestorOf(focus)


def change(row: FieldRow) -> None:
    """Another value by the keyboard alone."""
    control, field = row.control, row.field
    if isinstance(control, CountBox):
        value = int(field.value)
        control.field.selectAll()
        QTest.keyClicks(control.field, str(value + 1 if value < field.maximum else value - 1))
        QTest.keyClick(control.field, Qt.Key.Key_Return)
    elif isinstance(control, QLineEdit):
        QTest.keyClick(control, Qt.Key.Key_End)
        QTest.keyClicks(control, "a")
        QTest.keyClick(control, Qt.Key.Key_Return)
    elif isinstance(control, QPlainTextEdit):
        QTest.keyClicks(control, "a")
    elif isinstance(control, ComboBox):
        QTest.keyClick(control, Qt.Key.Key_Down if control.currentIndex() + 1 < control.count() else Qt.Key.Key_Up)
    elif isinstance(control, Segmented):
        last = control.current() == field.choices[-1][0]
        QTest.keyClick(control.button(control.current()), Qt.Key.Key_Left if last else Qt.Key.Key_Right)


@pytest.mark.long
def test_an_edit_leaves_keyboard_and_scroll_alone(page: EditorPage) -> None:
    area = page.inspector.area
    steps = 0
    for key in editable(page):
        row = page.inspector.rows[key]
        area.ensureWidgetVisible(row, 0, 60)
        row.control.setFocus()
        QApplication.processEvents()
        place = area.verticalScrollBar().value()
        change(row)
        settle(4)
        assert has_keyboard(row), key
        assert area.verticalScrollBar().value() == place, key
        steps += page.document.stack.count()
        page.document.undo()
        assert has_keyboard(row), key
    assert steps > 3, "most of these were changes"


def stops(page: EditorPage) -> list[QWidget]:
    """What Tab leads to within the form, from the first field on."""
    first = page.inspector.boxes[0].rows["meta.name"].control
    found = [first]
    while True:
        following = found[-1].nextInFocusChain()
        while following is not None and not (
            following.focusPolicy() & Qt.FocusPolicy.TabFocus and following.isVisible()
        ):
            following = following.nextInFocusChain()
        if following is None or not page.inspector.isAncestorOf(following) or following is first:
            return found
        found.append(following)


@pytest.mark.long
def test_tab_goes_down_the_form(page: EditorPage) -> None:
    """Also where a fold was opened after those below it, and after an edit that changed the form."""
    for box in page.inspector.boxes[1:]:
        box.set_folded(True)
    for box in reversed(page.inspector.boxes[1:]):
        box.set_folded(False)
    holder = page.inspector.area.widget()
    assert holder is not None
    QApplication.processEvents()
    places = [stop.mapTo(holder, stop.rect().topLeft()) for stop in stops(page)]
    assert len(places) > len(page.inspector.boxes)
    rows = [(place.y() // 12, place.x()) for place in places]
    assert rows == sorted(rows)


@pytest.mark.long
def test_a_selection_of_unlike_spaces_says_several(page: EditorPage) -> None:
    """Whatever a field shows of several places is true of all of them."""
    document, desk = page.document, page.edit_state
    for cell, item in enumerate(desk.items("cells")):
        document.apply(item.name, document.game.editing.stamp(document.body, cell, item.stamp))
    forms: dict[str, dict[object, int]] = {}
    for cell in range(document.grid.count):
        for section in document.game.editing.form(document.body, cell):
            for field in section.fields:
                if field.kind in ("int", "text", "choice", "flag"):
                    forms.setdefault(field.key, {}).setdefault(field.value, cell)
    unlike = {key: cells for key, cells in forms.items() if len(cells) > 1}
    assert unlike
    for key, cells in unlike.items():
        pair = list(cells.values())[:2]
        desk.select(pair)
        for box in page.inspector.boxes:
            box.set_folded(False)
        for other, row in page.inspector.rows.items():
            values = {value_of(page, cell, other) for cell in pair}
            assert row.field.is_mixed == (len(values) > 1), (key, other)
            assert value_state(row) == ("several" if len(values) > 1 else "one"), (key, other)


def value_of(page: EditorPage, cell: int, key: str) -> object:
    fields: list[Field] = [
        field for section in page.document.game.editing.form(page.document.body, cell) for field in section.fields
    ]
    return next(field.value for field in fields if field.key == key)


def value_state(row: FieldRow) -> str:
    """Whether a row shows a value, or says that there are several."""
    control = row.control
    if isinstance(control, CountBox):
        shown, aside = control.field.text(), control.field.placeholderText()
    elif isinstance(control, QLineEdit):
        shown, aside = control.text(), control.placeholderText()
    elif isinstance(control, ComboBox):
        shown, aside = control.currentText(), control.shown_text()
    elif isinstance(control, Segmented):
        shown, aside = control.current(), row.label.text()
    else:
        shown, aside = "", row.label.text()
    return "several" if not shown and "mixed" in aside else "one"
