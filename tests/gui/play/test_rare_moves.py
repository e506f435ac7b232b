"""Moves that no match of random or greedy seats comes upon, at the table: asked for, made, told, taken back, kept.

A camp moved from another tile, a piece dropped for the amulet, laying stopped though a joker could be swapped: each on
a layout and with draws that lead there by real decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from studio.core.game import Action, Json
from studio.core.match import Match
from studio.documents.store import Layout
from studio.games import load
from studio.games.columbus import rules as sea
from studio.games.goldland import rules as land
from studio.gui.play.page import PlayPage
from studio.gui.play.panels.buttons import PlayMove
from studio.gui.settings import settings
from studio.services.loading import parse_layout, playable_board, to_record
from tests.gui.play.conftest import PageOpener, click, log_lines
from tests.helpers import load_record, write_record


@pytest.fixture
def sit(open_page: PageOpener) -> PageOpener:
    """Opens a match of two humans on a body, with these draws before the first decision."""

    def make(slug: str, body: Json, opening: Sequence[Action] = ()) -> PlayPage:
        settings().set_value("autoplay", False)
        layout = parse_layout(Layout(game=slug, body=body))
        match = Match(layout.game, playable_board(layout), 2, seed=3, opening=opening)
        return open_page(match, layout, "human", "human", size=(1280, 680))

    return make


def do(page: PlayPage, *actions: Action) -> None:
    """Make each move with the mouse: by its button, or where it is on the board or beside it; hand over in between."""
    controller, cover = page.controller, page.overlays.handover
    for action in actions:
        if not cover.isHidden():
            cover.confirm_button.click()
        assert action in controller.match.legal(), controller.match.legal()
        before = len(controller.match.decisions())
        button = page.decision.button_row.button_for(PlayMove(controller.play, action))
        target = controller.match.game.picture.target(controller.state, action)
        if button is not None:
            button.click()
        elif page.board.widget_rect(target).isEmpty():
            controller.activate_target(target)
        else:
            click(page, target)
        assert [decision.action for decision in controller.match.decisions()[before:]] == [action]


def asked(page: PlayPage) -> str:
    return page.decision.title.full_text()


def taken_back_and_made_again(page: PlayPage) -> None:
    match = page.controller.match
    after, title, lines = match.state.dump(), asked(page), log_lines(page)
    page.decision.undo.click()
    assert match.state.dump() != after and asked(page) != title
    page.decision.redo.click()
    assert (match.state.dump(), asked(page), log_lines(page)) == (after, title, lines)


def kept(page: PlayPage, where: Path) -> None:
    match = page.controller.match
    write_record(where / "match.json", to_record(match, page.opened.layout, ("Ada", "Bento"), ("human", "human")))
    assert load_record(where / "match.json")[1].state.dump() == match.state.dump()


def country(temple: str, **box: Json) -> Json:
    body = load("goldland").body.to_plain(load("goldland").editing.blank())
    spaces = ["L1 L2 L3 E2", "L4 L5 L6 C7", "L8 D3 D4 C9", "E1 C6 C5 S"]
    return {**body, "spaces": spaces, "temple": temple, "locked": [], **box}


def cell(page: PlayPage, name: str) -> int:
    found: int = page.opened.game.body.grid(page.opened.body).cell_named(name)
    return found


@pytest.mark.long
def test_a_camp_is_moved_when_none_is_left_in_the_supply(sit: PageOpener, tmp_path: Path) -> None:
    page = sit("goldland", country("A1", camps=1, kit={"provision": 6}))
    here, there = cell(page, "B3"), cell(page, "C3")
    do(page, (land.STEP, cell(page, "C4"), land.FREE), (land.STEP, there, land.PAY), (land.PITCH,))
    do(page, (land.STEP, here, land.PAY))
    assert asked(page) == "Ada, place a camp at the desert on B3?"
    assert page.controller.match.legal() == [(land.NO_CAMP,), (land.SHIFT, there)]
    do(page, (land.SHIFT, there))
    assert "Ada moves the camp from C3 to the desert on B3." in log_lines(page)
    state = page.controller.match.state.dump()
    assert (state["camps"][0], state["camp"][here], state["camp"][there]) == (0, 1, 0)
    taken_back_and_made_again(page)
    kept(page, tmp_path)


@pytest.mark.long
def test_a_piece_is_dropped_for_the_amulet(sit: PageOpener, tmp_path: Path) -> None:
    page = sit("goldland", country("C2", kit={"rope": 9}, price=dict.fromkeys("2345", 1)))
    do(page, *[(land.END,)] * 6)  # three discovery tokens for each
    do(page, *[(land.STEP, cell(page, name), land.FREE) for name in ("D3", "D2", "C2")])
    do(page, *[(land.BUY, land.WOOD)] * 3, (land.STOP,))
    assert asked(page) == "Ada, make room for the amulet"
    assert page.controller.match.legal() == [(land.DROP, land.ROPE), (land.DROP, land.WOOD)]
    do(page, (land.DROP, land.ROPE))
    lines = log_lines(page)
    assert "Ada discards 1 rope to make room for the amulet." in lines
    assert "Ada reaches the temple and takes an amulet and 2 coins from the bonus pile." in lines
    state = page.controller.match.state.dump()
    assert (state["amulet"], state["coins"], sum(state["pack"][:7])) == ([1, 0], [2, 0], 11)
    taken_back_and_made_again(page)
    kept(page, tmp_path)


def test_laying_is_stopped_while_a_joker_could_be_swapped(sit: PageOpener, tmp_path: Path) -> None:
    tiles = {"joker": 1, "whale": 2, "water": 3, "harbour": 1}
    body = {"spaces": ["A W . . H", " . . . . H", "A . . . H"], "tiles": tiles, "letters": {}, "rack": 3}
    racks = (sea.T_JOKER, sea.T_WHALE, sea.T_WHALE, *[sea.T_WATER] * 3)
    page = sit("columbus", body, [(sea.DRAW, tile) for tile in racks])
    whale = cell(page, "B1")
    do(page, (sea.HARBOUR, cell(page, "E1")), (sea.HARBOUR, cell(page, "E2")))
    do(page, (sea.TAKE, sea.T_JOKER), (sea.PLACE, whale))
    assert asked(page) == "Ada, swap a joker or stop"
    assert page.controller.match.legal() == [(sea.SWAP, whale), (sea.STOP,)]
    do(page, (sea.STOP,))
    assert "Ada places no more tiles." in log_lines(page)
    assert asked(page).startswith("Ada, sail up to")
    taken_back_and_made_again(page)
    kept(page, tmp_path)
    do(page, (sea.SAIL, cell(page, "E3")))  # a home harbour
    assert asked(page) == "Ada, swap a joker or end the turn"
    taken_back_and_made_again(page)
    do(page, (sea.SWAP, whale))
    assert "Ada swaps a whale for the joker on B1." in log_lines(page)
    assert page.controller.match.state.dump()["active"] == 1, "no joker lies open any more"
    kept(page, tmp_path)
