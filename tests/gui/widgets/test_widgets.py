"""The house's own widgets: what a person does with mouse and keyboard, and what they signal."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QAction, QColor, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from studio.core.problems import Severity
from studio.gui.shell import session as speech
from studio.gui.style.stylesheet import apply_theme, current_theme
from studio.gui.style.theme import DARK, LIGHT, SEAT_COLORS
from studio.gui.widgets import (
    Card,
    Chip,
    Elided,
    PlainButton,
    PrimaryButton,
    SeverityMark,
    Toast,
    ToggleSwitch,
    ToolButton,
    badge_pixmap,
    paint_card,
    title_label,
)
from studio.gui.widgets.inputs import ComboBox, CountBox, DigitsField, HalfStepBox, SearchField, Segmented

LEFT = Qt.MouseButton.LeftButton


def test_segments_emit_only_user_choices(qtbot: QtBot) -> None:
    box = Segmented([("open", "Open"), ("laid", "Tile"), ("void", "Void")])
    qtbot.addWidget(box)
    box.show()
    heard: list[str] = []
    box.chosen.connect(heard.append)
    assert box.current() == "open"
    box.set_current("void")
    assert (box.current(), heard) == ("void", [])
    QTest.mouseClick(box.button("laid"), LEFT)
    assert (box.current(), heard) == ("laid", ["laid"])
    QTest.keyClick(box, Qt.Key.Key_Left)
    assert heard[-1] == box.current() == "open"
    QTest.keyClick(box, Qt.Key.Key_Left)
    assert heard == ["laid", "open"]
    box.set_options([("2", "2"), ("3", "3")])
    assert box.current() == "2"


def test_counts_stay_within_limits(qtbot: QtBot) -> None:
    box = CountBox(1, 0, 3)
    qtbot.addWidget(box)
    box.show()
    heard: list[int] = []
    box.changed.connect(heard.append)
    QTest.mouseClick(box.minus, LEFT)
    assert heard == [0]
    assert not box.minus.isEnabled()
    for _press in range(5):
        QTest.keyClick(box.field, Qt.Key.Key_Up)
    assert heard == [0, 1, 2, 3]
    assert not box.plus.isEnabled()
    box.field.setFocus()
    box.field.selectAll()
    QTest.keyClicks(box.field, "2")
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert heard[-1] == box.value() == 2
    box.set_value(99)
    assert box.value() == 3
    assert heard[-1] == 2
    box.set_range(5, 9)
    assert box.value() == 5
    for typed, meant in (("99", 9), ("1", 5), ("-3", 5), ("7", 7)):
        box.field.selectAll()
        QTest.keyClicks(box.field, typed)
        QTest.keyClick(box.field, Qt.Key.Key_Return)
        assert (box.value(), box.field.text()) == (meant, str(meant)), "the nearest within the limits"


def test_an_incomplete_count_is_ignored(qtbot: QtBot) -> None:
    box = CountBox(7, 0, 20)
    qtbot.addWidget(box)
    box.show()
    heard: list[int] = []
    box.changed.connect(heard.append)
    box.field.clear()
    box._typed()
    assert (box.value(), box.field.text(), heard) == (7, "7", [])


def wheel(widget: QWidget, steps: int) -> bool:
    """Turn the wheel over a widget; whether it took the turn."""
    event = QWheelEvent(
        QPointF(5, 5),
        QPointF(widget.mapToGlobal(QPoint(5, 5))),
        QPoint(0, 0),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    widget.wheelEvent(event)
    return event.isAccepted()


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize(("language", "written"), [("en", "47.5"), ("de", "47,5"), ("fr", "47,5")])
def test_half_steps_follow_the_language(qtbot: QtBot, language: str, written: str) -> None:
    speech.choose(language)
    box = HalfStepBox(95, 20, 200)
    qtbot.addWidget(box)
    assert box.field.text() == written
    for text, halves in (("30.5", 61), ("31,5", 63)):
        box.field.setText(text)
        box.field.editingFinished.emit()
        assert box.value() == halves
    digits = DigitsField(9999, "Seed")
    qtbot.addWidget(digits)
    for text in ("1,234", "1.234", "1\u202f234"):
        digits.setText(text)
        assert not digits.hasAcceptableInput()
    digits.setText("1234")
    assert digits.hasAcceptableInput()


def test_the_wheel_scrolls_past_choices_and_unfocused_counts(qtbot: QtBot) -> None:
    choice = ComboBox([("a", "A"), ("b", "B")])
    count = CountBox(3)
    for widget in (choice, count):
        qtbot.addWidget(widget)
        widget.show()
        assert not wheel(widget, -1)
    assert choice.current() == "a"
    assert count.value() == 3


def test_long_words_of_a_choice_are_cut_with_dots(qtbot: QtBot) -> None:
    box = ComboBox([("a", "C2, village: show 1 pearl for 1 rifle"), ("b", "C5")])
    qtbot.addWidget(box)
    box.resize(150, 32)
    box.show()
    assert box.shown_text().endswith("…") and box.shown_text().startswith("C2, vil")
    box.resize(500, 32)
    assert box.shown_text() == "C2, village: show 1 pearl for 1 rifle"
    box.set_current("b")
    assert box.grab().width() == 500 and box.shown_text() == "C5"


def test_the_list_of_a_choice_shows_which_one_is_at_hand(qtbot: QtBot) -> None:
    choice = ComboBox([("a", "A"), ("b", "B")])
    qtbot.addWidget(choice)
    choice.show()
    choice.showPopup()
    view = choice.view()
    qtbot.waitUntil(view.isVisible)

    def ground(row: int) -> QColor:
        rect = view.visualRect(view.model().index(row, 0))
        return view.grab().toImage().pixelColor(rect.right() - 12, rect.center().y())

    assert ground(0) == current_theme().color("tint") != ground(1)
    choice.hidePopup()


def test_a_choice_signals_its_key(qtbot: QtBot) -> None:
    choice = ComboBox([("a", "A"), ("b", "B")])
    qtbot.addWidget(choice)
    choice.show()
    heard: list[str] = []
    choice.chosen.connect(heard.append)
    choice.set_current("b")
    assert heard == []
    QTest.keyClick(choice, Qt.Key.Key_Up)
    assert heard == [choice.current()] == ["a"]


def test_escape_clears_the_search(qtbot: QtBot) -> None:
    field = SearchField("Find")
    qtbot.addWidget(field)
    field.show()
    QTest.keyClicks(field, "hut")
    assert field.text() == "hut"
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""


def test_long_names_shorten_and_tell_themselves_in_the_tooltip(qtbot: QtBot) -> None:
    label = Elided("An island with a very long name indeed")
    qtbot.addWidget(label)
    label.resize(90, 20)
    label.show()
    assert label.text().endswith("…")
    assert label.toolTip() == label.full_text() == "An island with a very long name indeed"
    label.resize(900, 20)
    assert label.text() == label.full_text()
    assert label.toolTip() == ""


def test_a_toast_goes_by_itself_or_by_a_click(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(600, 300)
    host.show()
    did: list[str] = []
    toast = Toast(host, "Saved", "done", "Undo", lambda: did.append("undone"), seconds=30)
    assert host.rect().contains(toast.geometry())
    button = toast.findChild(PlainButton)
    assert button is not None
    QTest.mouseClick(button, LEFT)
    assert did == ["undone"]
    assert not toast.isVisible()
    short = Toast(host, "Gone soon", seconds=0.05)
    qtbot.waitUntil(lambda: host.findChild(Toast) is None)
    assert short is not None


def test_a_toast_goes_with_what_it_is_said_over_and_lies_on_no_words_there(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(600, 400)
    over, other = QWidget(host), QWidget(host)
    text = QWidget(over)
    for page in (over, other):
        page.setGeometry(0, 0, 600, 400)
    text.setGeometry(12, 360, 500, 30)
    other.hide()
    host.show()
    toast = Toast(host, "Not saved", seconds=30, over=over)
    assert toast.isVisible() and not toast.geometry().intersects(text.geometry())
    over.hide()
    other.show()
    assert not toast.isVisible()
    over.show()
    assert toast.isVisible() and toast.parent() is host
    toast.dismiss()
    over.hide()
    over.show()
    assert not toast.isVisible()


def test_a_toast_stays_inside_when_the_window_shrinks(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(900, 400)
    host.show()
    toast = Toast(host, "A remark of some length that needs its room", seconds=30)
    host.resize(500, 200)
    qtbot.waitUntil(lambda: host.rect().contains(toast.geometry()))


def test_a_toast_keeps_to_the_part_it_is_given(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(900, 400)
    calm = QWidget(host)
    calm.setGeometry(200, 20, 300, 200)
    host.show()
    toast = Toast(host, "Saved", seconds=30, over=calm)
    assert calm.geometry().contains(toast.geometry())
    calm.setGeometry(500, 20, 300, 300)
    host.resize(901, 400)
    qtbot.waitUntil(lambda: calm.geometry().contains(toast.geometry()))
    shiboken6.delete(calm)
    host.resize(700, 300)
    qtbot.waitUntil(lambda: host.rect().contains(toast.geometry()))


def test_buttons_show_words_icon_and_key_in_their_width(qtbot: QtBot) -> None:
    bare, full = PlainButton("Rotate"), PlainButton("Rotate", "rotate_right", "R")
    filled = PrimaryButton("Lay on J4", "tick", "Enter")
    for button in (bare, full, filled):
        qtbot.addWidget(button)
        button.show()
    assert full.sizeHint().width() > bare.sizeHint().width() + 30
    assert bare.sizeHint().height() == 36
    assert PlainButton("Fix", small=True).sizeHint().height() == 28
    on = filled.grab().toImage()
    filled.setEnabled(False)
    assert filled.grab().toImage() != on


def test_tool_buttons_follow_their_action(qtbot: QtBot) -> None:
    action = QAction("Undo")
    action.setShortcut("Ctrl+Z")
    button = ToolButton("undo", action=action)
    qtbot.addWidget(button)
    assert button.toolTip() == "Undo (Ctrl+Z)"
    action.setEnabled(False)
    assert not button.isEnabled()
    action.setToolTip("Undo painting")
    assert button.toolTip() == "Undo painting (Ctrl+Z)"
    assert not button.icon().isNull()


def test_a_switch_is_flipped_by_key_and_click(qtbot: QtBot) -> None:
    switch = ToggleSwitch("Chief scouts")
    qtbot.addWidget(switch)
    switch.show()
    heard: list[bool] = []
    switch.toggled.connect(heard.append)
    QTest.mouseClick(switch, LEFT)
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert heard == [True, False]


def test_every_seat_and_severity_looks_different(qtbot: QtBot) -> None:
    badges = [badge_pixmap(seat, 32).toImage() for seat in range(len(SEAT_COLORS))]
    marks = [SeverityMark(severity, 20).grab().toImage() for severity in Severity]
    for pictures in (badges, marks):
        for index, one in enumerate(pictures):
            assert all(one != other for other in pictures[index + 1 :])


@pytest.mark.parametrize("kind", ["plain", "accent", "gold", "error", "warning", "info", "done"])
def test_cards_and_chips_change_with_the_theme(app: QApplication, qtbot: QtBot, kind: str) -> None:
    card = Card("Log", "12 lines")
    card.body.addWidget(Chip("2 of them", kind, "info", outlined=True))
    card.body.addWidget(QLineEdit("Text"))
    qtbot.addWidget(card)
    card.show()
    light = card.grab().toImage()
    apply_theme(app, DARK)
    dark = card.grab().toImage()
    apply_theme(app, LIGHT)
    assert light.pixelColor(6, light.height() // 2).lightness() > 200
    assert dark.pixelColor(6, dark.height() // 2).lightness() < 60
    active = card.grab()
    with QPainter(active) as painter:
        paint_card(painter, QRectF(card.rect()), card.corner, active=True)
    assert active.toImage() != light


def test_a_line_can_leave_out_whole_sentences(qtbot: QtBot) -> None:
    label = Elided("The ship may sail up to 2 spaces. To America!")
    label.by_sentence = True
    qtbot.addWidget(label)
    room = label.fontMetrics().horizontalAdvance("The ship may sail up to 2 spaces. ") + 4
    label.resize(room, 20)
    label.show()
    assert label.text() == "The ship may sail up to 2 spaces."
    assert label.toolTip() == label.full_text()
    label.resize(room // 2, 20)
    qtbot.waitUntil(lambda: label.text().endswith("…"))
    label.set_text("Short. The ship may sail up to 2 spaces.")
    assert label.text().startswith("Short. The") and label.text().endswith("…"), "or half of the line is empty"
    label.resize(3 * room, 20)
    qtbot.waitUntil(lambda: label.text() == label.full_text())
    assert label.toolTip() == ""


def test_a_line_can_have_a_short_text(qtbot: QtBot) -> None:
    label = Elided()
    qtbot.addWidget(label)
    label.resize(60, 20)
    label.show()
    label.set_text("196 decisions reviewed", "196/196")
    assert label.text() == "196/196"
    assert label.toolTip() == label.accessibleName() == label.full_text() == "196 decisions reviewed"
    label.resize(400, 20)
    assert label.text() == label.full_text()


def ink(label: QLabel) -> int:
    """How many rows of a label have something of its words."""
    label.adjustSize()
    image, ground = label.grab().toImage(), label.grab().toImage().pixelColor(0, 0)
    columns, rows = range(image.width()), range(image.height())
    return sum(any(image.pixelColor(column, row) != ground for column in columns) for row in rows)


def test_titles_have_room_for_the_accents_of_capitals(qtbot: QtBot) -> None:
    for px in (19, 24):
        label, roomy = title_label("A la table", px), QLabel("À la table")
        for one in (label, roomy):
            qtbot.addWidget(one)
        plain = ink(label)
        label.setText("À la table")
        roomy.setFont(label.font())
        roomy.setMargin(20)
        assert ink(label) == ink(roomy) > plain
