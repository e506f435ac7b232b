"""Seats, groups, insets, phases, undo timeline."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.bots import Level, levels
from studio.core.game import Action
from studio.core.panel import Group, Inset, Item, Step
from studio.core.picture import Label, Layer, Path, Picture, Target, rectangle
from studio.core.text import use_language
from studio.documents.paths import resources_dir
from studio.games.goldland.backpacks import legend
from studio.gui.play.panels.buttons import ButtonSpec, ButtonsRow, ChoiceButton, PlayMove
from studio.gui.play.panels.clickable import PictureView
from studio.gui.play.panels.groups import CAPTION, PAD, GroupsPanel, Insets
from studio.gui.play.panels.progress import CLOSE_GAP, ROOMY_GAP, PhaseStrip, UndoTimeline
from studio.gui.play.panels.seats import NumberAnimation, SeatCard, player_kind_text
from studio.gui.style.stylesheet import text_font
from tests.gui.visible_text import visible_texts
from tests.helpers import not_none

pytestmark = pytest.mark.usefixtures("full_dress")
W = TypeVar("W", bound=QWidget)


def shown(qtbot: QtBot, widget: W, width: int, height: int) -> W:
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()
    widget.grab()
    return widget


def test_numbers_are_animated(qtbot: QtBot) -> None:
    counting = NumberAnimation()
    counting.set_values({"gold": "3", "name": "many"})
    assert counting.display_text("gold", "3") == "3"
    counting.set_values({"gold": "13", "name": "few"})
    assert counting.direction("gold") == 1
    assert int(counting.display_text("gold", "13")) < 13
    assert counting.display_text("name", "few") == "few"
    qtbot.waitUntil(lambda: counting.direction("gold") == 0)
    assert counting.display_text("gold", "13") == "13"


def test_a_long_caption_gets_more_width(qtbot: QtBot) -> None:
    """As the French amulets between tiles and tokens."""
    texts = "tuiles", "jetons", "amulettes", "bonus", "réserve"
    groups = GroupsPanel()
    groups.show_groups((Group("Terre", "", tuple(Item("", "3", caption=word) for word in texts)),))
    shown(qtbot, groups, 272, 120)
    boxes = groups.cards[0]._boxes
    face = QFontMetricsF(text_font(CAPTION))
    assert all(box.width() > face.horizontalAdvance(item.caption) for box, item in boxes)
    assert all(one.right() == pytest.approx(other.left()) for (one, _), (other, _) in pairwise(boxes))
    assert boxes[0][0].left() == PAD and boxes[-1][0].right() == pytest.approx(groups.cards[0].width() - PAD)


def test_numbers_are_not_animated_when_animations_are_off(qtbot: QtBot) -> None:
    counting = NumberAnimation()
    counting.animated = False
    counting.set_values({"gold": "3"})
    counting.set_values({"gold": "13"})
    assert counting.display_text("gold", "13") == "13" and counting.direction("gold") == 0


def test_numbers_are_not_animated_while_hidden(qtbot: QtBot) -> None:
    card = SeatCard(0, "Ada", "Human", is_person=True)
    qtbot.addWidget(card)
    counting = NumberAnimation(card)
    counting.set_values({"points": "9"})
    counting.set_values({"points": "0"})
    assert counting.display_text("points", "0") == "0", "a lesson that is opened midway stands at its end first"
    card.show()
    counting.set_values({"points": "9"})
    assert counting.direction("points") == 1


@pytest.mark.parametrize(
    ("sealed", "ahead", "free", "back", "note"),
    [
        ((), 0, False, 0, "At the start"),
        ((False, False), 0, False, 2, "2 steps back to the start"),
        ((False, True, False), 0, False, 1, "1 step back to the undo limit"),
        ((False, True), 0, False, 0, "At the undo limit"),
        ((False, True), 2, True, 2, "2 steps back, 2 forward"),
    ],
)
def test_the_timeline_as_text(
    qtbot: QtBot, sealed: tuple[bool, ...], ahead: int, free: bool, back: int, note: str
) -> None:
    beads = UndoTimeline()
    beads.show_decisions(sealed, ahead, [""] * (len(sealed) + ahead), free)
    shown(qtbot, beads, 480, 36)
    assert (beads.undo_count, beads.summary()) == (back, note)


def test_only_reachable_steps_can_be_clicked(qtbot: QtBot) -> None:
    beads = UndoTimeline()
    beads.show_decisions((False, True, False, False), 1, [""] * 5, False)
    shown(qtbot, beads, 480, 36)
    picked: list[int] = []
    beads.picked.connect(picked.append)
    for place, _offset in list(beads._places):
        QTest.mouseClick(beads, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place.toPoint())
    assert picked == [-2, -1, 1]


def test_a_long_timeline_fits(qtbot: QtBot) -> None:
    beads = UndoTimeline()
    beads.show_decisions((False,) * 300, 9, [""] * 309, False)
    shown(qtbot, beads, 420, 36)
    assert all(0 <= place.x() <= 420 for place, _offset in beads._places)
    assert [offset for _place, offset in beads._places][-4:] == [0, 1, 2, 3]


def test_buttons_that_do_not_fit_stay_in_the_list(qtbot: QtBot) -> None:
    row = shown(qtbot, ButtonsRow(), 620, 36)
    played: list[Action] = []
    acts = [PlayMove(played.append, (place,)) for place in range(9)]
    commands = [ButtonSpec(act, f"A rather long move {place}", key=str(place + 1)) for place, act in enumerate(acts)]
    row.set_buttons([*commands, ButtonSpec(row.update, "All moves", "list", "W", pinned=True)])
    there = [place for place in range(9) if row.button_for(acts[place]) is not None]
    last = row.button_for(row.update)
    assert last is not None and last.accessibleName() == "All moves"
    assert 0 < len(there) < 9 and there == list(range(len(there)))
    edges = [row.button_for(acts[place]) for place in there] + [last]
    rights = [button.geometry().right() for button in edges if button is not None]
    assert rights == sorted(rights) and rights[-1] < 620
    row.resize(2600, 36)
    assert all(row.button_for(acts[place]) is not None for place in range(9))
    fourth = row.button_for(acts[3])
    assert fourth is not None and fourth.key == "4"
    fourth.click()
    assert played == [(3,)]


def test_an_unused_button_keeps_no_text(qtbot: QtBot) -> None:
    """They may be another seat's, and a screen reader finds hidden buttons, too."""
    row = shown(qtbot, ButtonsRow(), 500, 40)
    row.set_buttons([ButtonSpec(int, "Go"), ButtonSpec(int, "A secret", "tick", "W", tip="A tip")])
    row.set_buttons([ButtonSpec(int, "Stay")])
    waiting = next(button for button in row.findChildren(ChoiceButton) if button.isHidden())
    assert visible_texts(waiting) == Counter()


def test_a_reused_button_keeps_no_tooltip(qtbot: QtBot) -> None:
    row = shown(qtbot, ButtonsRow(), 620, 36)
    row.set_buttons([ButtonSpec(row.hide, "Cyclone", tip="Bento plays a cyclone.")])
    button = row.button_for(row.hide)
    assert button is not None and button.accessibleDescription() == "Bento plays a cyclone."
    row.set_buttons([ButtonSpec(row.update, "Choose place")])
    assert row.button_for(row.update) is button
    assert (button.accessibleName(), button.accessibleDescription(), button.toolTip()) == ("Choose place", "", "")


def test_the_shortened_list_button_counts_the_other_moves(qtbot: QtBot) -> None:
    row = shown(qtbot, ButtonsRow(), 2600, 36)
    acts = [PlayMove(lambda _action: None, (place,)) for place in range(9)]
    commands = [ButtonSpec(act, f"A rather long move {place}", move_count=1) for place, act in enumerate(acts)]
    everything = ButtonSpec(row.update, "All moves", "list", "W", tip="Lists all moves", total_moves=12, pinned=True)
    row.set_buttons([*commands, everything])
    last = row.button_for(row.update)
    assert last is not None and last.text() == "All moves"
    for width in range(2400, 300, -100):
        row.resize(width, 36)
        there = sum(row.button_for(act) is not None for act in acts)
        assert last.text() == ("All moves" if there == 9 and last.text() == "All moves" else f"{12 - there} more")
        assert last.width() >= last.sizeHint().width() and last.geometry().right() < max(width, 360) + 4
        assert last.accessibleName() == "All moves"
        first = row.button_for(acts[0])
        assert first is not None and last.x() > first.geometry().right()
    assert last.text() == "11 more"
    row.resize(224, 36)
    assert last.text() == "" and last.toolTip() == "Lists all moves", "an icon that carries its words as a tip"
    assert last.geometry().right() < 224 and last.width() >= last.sizeHint().width()


def stacks(count: int) -> Group:
    items = tuple(Item("toy/stack", str(place), f"stack {place}", target=50 + place) for place in range(count))
    return Group("Stacks", "some", items, "stacks")


def test_only_highlighted_items_can_be_clicked(qtbot: QtBot) -> None:
    groups = GroupsPanel()
    groups.show_groups((stacks(4), Group("Left", "", (Item("toy/stone", "3", "left"),), "list")))
    groups.set_clickable(frozenset({51, 53}), 53)
    shown(qtbot, groups, 272, 400)
    groups.cards[0].grab()
    clicked: list[int] = []
    groups.clicked.connect(clicked.append)
    for target in (50, 51, 52, 53):
        place = not_none(groups.cards[0].center_of(target)).toPoint()
        QTest.mouseClick(groups.cards[0], Qt.MouseButton.LeftButton, pos=place)
    assert clicked == [51, 53]
    assert "stack 1, 1" in [part.name for part in groups.cards[0].accessible_parts()]
    assert groups.height_at(0) > groups.height_at(3)


def picture(*cells: int, wide: float = 2.0) -> Picture:
    targets = tuple(Target(cell, rectangle(place, 0, 1, 1), f"place {cell}") for place, cell in enumerate(cells))
    return Picture((0, 0, wide, 1), (Layer("all", (Path("paper", (rectangle(0, 0, wide, 1),)),)),), targets)


def test_an_inset_is_clicked_at_its_targets(qtbot: QtBot) -> None:
    view = PictureView()
    view.set_picture(picture(7, 8))
    view.set_clickable(frozenset({8}), -1)
    shown(qtbot, view, 300, 300)
    assert view.frame().height() == pytest.approx(150)
    clicked: list[int] = []
    view.clicked.connect(clicked.append)
    for target in (7, 8):
        place = view.center_of(target)
        assert place is not None and view.target_at(place) == target
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place.toPoint())
    assert clicked == [8]
    assert view.target_at(QPointF(10, 10)) == -1


def test_insets_fold_if_there_is_too_little_room(qtbot: QtBot) -> None:
    insets = Insets()
    insets.show_insets((Inset("One", "", picture(1, wide=1.1)), Inset("Two", "", picture(2, wide=1.1))))
    shown(qtbot, insets, 284, 600)
    insets.set_max_height(900)
    assert not any(card.view.isHidden() for card in insets.cards)
    insets.set_max_height(330)
    assert [card.view.isHidden() for card in insets.cards] == [False, True]
    assert sum(card.height() for card in insets.cards) + 12 <= 330
    QTest.mouseClick(insets.cards[1], Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(60, 20))
    assert [card.view.isHidden() for card in insets.cards] == [True, False]
    insets.set_clickable(frozenset({1}), -1)
    assert [card.view.isHidden() for card in insets.cards] == [False, True], "something can be clicked there"
    insets.set_clickable(frozenset(), -1)
    assert [card.view.isHidden() for card in insets.cards] == [True, False]


def test_only_as_many_insets_fold_as_needed(qtbot: QtBot) -> None:
    insets = Insets()
    insets.show_insets(tuple(Inset(f"Card {n}", "", picture(n, wide=2.0)) for n in range(3)))
    shown(qtbot, insets, 284, 700)

    def folded() -> list[bool]:
        return [card.view.isHidden() for card in insets.cards]

    def click(place: int) -> None:
        QTest.mouseClick(insets.cards[place], Qt.MouseButton.LeftButton, pos=QPoint(60, 20))

    insets.set_max_height(700)
    assert folded() == [False, False, False]
    insets.set_max_height(470)
    assert folded() == [False, False, True], "the last one makes way first"
    assert sum(card.height() for card in insets.cards) + 24 <= 470
    click(2)
    assert folded() == [False, True, False], "what was opened stays open"
    insets.set_clickable(frozenset({1}), -1)
    assert folded()[1] is False, "something can be clicked there"
    insets.set_clickable(frozenset(), -1)
    insets.set_max_height(700)
    click(2)
    assert folded() == [False, False, True], "a card that is open folds when its head is clicked"
    click(2)
    assert folded() == [False, False, False]


def test_steps_lose_their_names_one_by_one(qtbot: QtBot) -> None:
    strip = PhaseStrip()
    names = ("Gain", "Explore", "End")
    strip.show_steps("Round 6", (Step("Coin", "done"), Step("Move 1/5", "now"), *(Step(n, "later") for n in names)))
    every = strip._length(range(5), ROOMY_GAP)
    assert strip._choose_named_steps(every) == (frozenset(range(5)), ROOMY_GAP)
    assert strip._choose_named_steps(every - 1) == (frozenset(range(5)), CLOSE_GAP)
    close = strip._length(range(5), CLOSE_GAP)
    assert strip._choose_named_steps(close - 1) == (frozenset({1, 2, 3, 4}), CLOSE_GAP), "what is done goes first"
    assert strip._choose_named_steps(strip._length({1}, CLOSE_GAP)) == (frozenset({1}), CLOSE_GAP)
    assert strip._choose_named_steps(80) == (frozenset({1}), 0.0)


def test_the_first_of_two_current_steps_keeps_its_name(qtbot: QtBot) -> None:
    strip = PhaseStrip()
    strip.show_steps("Round 9 · turn 43", (Step("Move 8/9", "now"), Step("Gain", "now"), Step("End", "later")))
    shown(qtbot, strip, 600, 40)
    assert len(strip._boxes) == 3
    for width in range(600, 240, -6):
        strip.resize(width, 40)
        strip.grab()
        boxes = [box for box, _words in strip._boxes]
        assert boxes and all(left.right() <= right.left() for left, right in pairwise(boxes))
        if width >= 320:
            assert boxes[-1].right() <= strip._tools_x() + 1, width
    assert [text for _box, text in strip._boxes] == ["1. Move 8/9"]


def test_the_compact_button_loses_its_text_first(qtbot: QtBot) -> None:
    strip = PhaseStrip()
    tool = strip.compact_button
    tool.show()
    strip.set_compact_text("Since your last turn")
    strip.show_steps("Turn 3", (Step("Sail", "done"), Step("Place tiles", "now"), Step("End", "later")))
    shown(qtbot, strip, 600, 40)
    assert tool.text() == "Since your last turn" and not tool.toolTip()
    strip.resize(360, 40)
    assert not tool.text() and tool.accessibleName() == "Since your last turn" in tool.toolTip()
    qtbot.waitUntil(lambda: bool(strip.grab()) and len(strip._boxes) == 3)
    strip.resize(600, 40)
    assert tool.text() == "Since your last turn"


def test_the_strip_names_every_step(qtbot: QtBot) -> None:
    strip = PhaseStrip()
    strip.show_steps("Turn 3", (Step("Sail", "done"), Step("Place tiles", "now"), Step("Score", "later")))
    shown(qtbot, strip, 300, 40)
    assert strip.accessibleName() == "Turn 3"
    assert [part.name for part in strip.accessible_parts()] == [
        "1. Sail (done)",
        "2. Place tiles (now)",
        "3. Score (later)",
    ]
    assert [text for _box, text in strip._boxes] == ["1. Sail", "2. Place tiles", "3. Score"]


def test_seat_cards_keep_their_height(qtbot: QtBot) -> None:
    card = SeatCard(2, "Clara with a very long name indeed", "Human", True)
    heights = []
    for density in (0, 1, 2):
        card.set_density(density)
        heights.append(card.sizeHint().height())
    assert heights == sorted(heights, reverse=True)
    shown(qtbot, card, 272, heights[-1])


@pytest.mark.parametrize("level", levels(), ids=lambda level: level.bot)
def test_a_bot_is_named_by_its_level(level: Level) -> None:
    assert player_kind_text(level.bot) == f"Bot · {level.title}"


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_texts_do_not_overlap_the_next_icon(qtbot: QtBot, language: str) -> None:
    use_language([language], resources_dir() / "locale")
    picture = legend().picture
    labels = [shape for layer in picture.layers for shape in layer.shapes if isinstance(shape, Label)]
    assert len(labels) == len(picture.targets) == 9
    unit = 100.0
    for label, target in zip(labels, picture.targets, strict=True):
        end = label.x + QFontMetricsF(text_font(label.size * unit)).horizontalAdvance(label.text) / unit
        xs = [point[-2] for point in target.outline]
        assert min(xs) < label.x and end <= max(xs) + 0.01 <= picture.bounds[2] + 0.02, label.text
    boxes = [
        tuple(round(value, 3) for point in (one.outline[0], one.outline[2]) for value in point[-2:])
        for one in picture.targets
    ]
    for place, (left, top, right, _foot) in enumerate(boxes):
        assert not [other for other in boxes[place + 1 :] if other[1] == top and other[0] < right and left < other[2]]
