"""Views of positions and what may be undone."""

from __future__ import annotations

from studio.core.panel import Group, Inset, Item, Panel, Seat
from studio.core.picture import Picture, Target, rectangle
from studio.core.text import name_seats
from studio.gui.play.status import with_seat_names


def say(sentence: str) -> str:
    return name_seats(sentence, ("Ada", "Bento"))


def _panel() -> Panel:
    place = Target(-2, rectangle(0, 0, 1, 1), "⟦1⟧: 2 ropes")
    return Panel(
        turn="Turn 1",
        steps=(),
        title="⟦0⟧, move",
        hint="",
        seats=(Seat(0, 0, (Item("common/coin", "1", tip="a coin of ⟦1⟧"),), "with ⟦1⟧"),),
        groups=(Group("Markers of ⟦0⟧", "for ⟦1⟧", (Item("common/coin", "3", "⟦0⟧", "with ⟦1⟧"),)),),
        insets=(Inset("Backpack of ⟦0⟧", "beside ⟦1⟧", Picture((0, 0, 1, 1), (), (place,))),),
        tray=Inset("Rack of ⟦1⟧", "", Picture((0, 0, 1, 1), ())),
    )


def test_panel_texts_contain_seat_names() -> None:
    panel = with_seat_names(_panel(), say)
    assert panel.title == "Ada, move"
    assert panel.seats[0].note == "with Bento" and panel.seats[0].items[0].tip == "a coin of Bento"
    assert panel.groups[0][:2] == ("Markers of Ada", "for Bento")
    assert panel.groups[0].items[0][2:4] == ("Ada", "with Bento")
    assert panel.insets[0][:2] == ("Backpack of Ada", "beside Bento")
    assert panel.insets[0].picture.targets[0].name == "Bento: 2 ropes"
    assert panel.tray is not None and panel.tray.title == "Rack of Bento"
    assert "⟦" not in repr(panel)


def test_a_picture_without_seat_names_is_unchanged() -> None:
    panel = _panel()
    plain = Picture((0, 0, 1, 1), (), (Target(3, rectangle(0, 0, 1, 1), "E4"),))
    shown = with_seat_names(Panel("", (), "", "", panel.seats, insets=(Inset("Purse", "", plain),)), say)
    assert shown.insets[0].picture is plain and shown.tray is None
