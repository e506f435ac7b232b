"""Animations of steps."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from studio.core.match import Match
from studio.core.picture import Layer, Path, Picture, Sprite, Target, rectangle
from studio.gui.board.view import BoardView, Mark
from studio.gui.page import SeatSetup
from studio.gui.play.animation import find_cues
from studio.gui.play.animation_items import PieceMove, along_course, new_pieces, piece_moves, without_sprites
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.style.theme import LIGHT
from tests.gui.play.conftest import PageOpener, key
from tests.gui.play.toy import TOY
from tests.gui.play.worlds import layout, random_match
from tests.short_run import mark_long


def test_a_unique_sprite_moves() -> None:
    def board(*lively: Sprite) -> Picture:
        still = Layer("chart", (Sprite("a/tree", 0, 0, 1),))
        return Picture((0, 0, 9, 9), (still, Layer("pieces", lively, is_still=False)))

    ship, moved = Sprite("a/ship", 1, 1, 1, seat=0), Sprite("a/ship", 3, 1, 1, seat=0)
    scouts = (Sprite("a/scout", 1, 1, 1, seat=0), Sprite("a/scout", 2, 2, 1, seat=0))
    others = (Sprite("a/scout", 5, 5, 1, seat=0), Sprite("a/scout", 2, 2, 1, seat=0))
    found = piece_moves(board(ship, *scouts), board(moved, *others))
    assert [(glide.first, glide.last) for glide in found] == [(ship, moved)]
    assert piece_moves(board(ship), board(ship)) == []
    bare = without_sprites(board(moved, *others), [moved])
    assert bare.layers[1].shapes == others and bare.layers[0] == board().layers[0]


def test_a_sprite_that_turns_moves_too() -> None:
    def board(*lively: Sprite) -> Picture:
        return Picture((0, 0, 9, 9), (Layer("pieces", lively, is_still=False),))

    out, home = Sprite("a/out", 1, 1, 2, seat=0), Sprite("a/home", 3, 1, 2, seat=0)
    other, flag = Sprite("a/out", 5, 1, 2, seat=1), Sprite("a/flag", 8, 8, 1, seat=0)
    assert [(glide.first, glide.last) for glide in piece_moves(board(out, other), board(home, other, flag))] == [
        (out, home)
    ]
    assert piece_moves(board(out), board(flag)) == [], "another size is another thing"
    assert piece_moves(board(other), board(home)) == [], "so is that of another seat"
    assert piece_moves(board(out), board(home, Sprite("a/tug", 4, 4, 2, seat=0))) == [], "which of the two?"


def test_a_course_passes_all_its_cells_at_even_speed() -> None:
    """Round a corner of a square board of twelve, there and back; a ship stands a little above the middle."""
    squares = tuple(Target(cell, rectangle(cell % 4, cell // 4, 1, 1)) for cell in range(12))
    picture = Picture((0, 0, 4, 3), (), squares)
    ships = [Sprite("a/ship", cell % 4 + 0.5, cell // 4 + 0.4, 1, cell, 0) for cell in range(12)]
    way = (0, 1, 2, 6, 10, 11)
    for course in (way, way[::-1]):
        first, last = ships[course[0]], ships[course[-1]]
        glide = along_course(PieceMove(first, last), course, picture)
        places = [glide.position_at(part / 400) for part in range(401)]
        assert places[0] == pytest.approx((first.x, first.y)) and places[-1] == pytest.approx((last.x, last.y))
        spaces = [int(x) + 4 * int(y + 0.1) for x, y in places]
        assert tuple(dict.fromkeys(spaces)) == course, "through each of them, and through no other"
        steps = [hypot(x - a, y - b) for (x, y), (a, b) in pairwise(places)]
        assert max(steps) < 1.1 * min(steps)
    straight = PieceMove(ships[0], ships[11])
    for other in ((0, 11), (4, 5, 6, 10, 11), (0, 1, 99, 11)):
        assert along_course(straight, other, picture) == straight


def test_only_new_pieces_drop() -> None:
    def board(*lively: Sprite) -> Picture:
        return Picture((0, 0, 9, 9), (Layer("pieces", lively, is_still=False),))

    one, other, third = (Sprite("a/scout", place, 1, 1, seat=0) for place in (1, 2, 3))
    assert new_pieces(board(one), board(one, other)) == [other]
    assert new_pieces(board(one, other), board(one, third)) == [], "as many as before: it has moved"
    assert new_pieces(board(), board(Sprite("a/sign", 1, 1, 1))) == [], "what is nobody's only fades in"


@pytest.fixture(scope="module")
def course() -> Match:
    return random_match(layout("entdecker", 30), 2, 18, 60)


@pytest.mark.long
@pytest.mark.parametrize("speed", mark_long([0.0, 0.25, 0.5, 0.75], 2))
def test_animations_end_at_the_final_picture(
    open_page: PageOpener, course: Match, speed: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PlayPage, "watched_settings", frozenset())  # two tables, one of them as no setting says
    opened = layout("entdecker", 30)
    pages = [
        open_page(course.analysis_copy(), opened, "human", "human", size=(1000, 640), motion=motion, speed=speed)
        for motion in (False, True)
    ]
    moved = flown = flashed = marked = 0
    for page in pages:
        page.commands.replay()
        page.controller.playback.stop()
    for index in range(1, len(course.line())):
        for page in pages:
            page.controller.playback.seek(index)
        assert not pages[0].animator.is_running, "reduced motion leaves out every movement"
        assert not pages[0].board._hidden_steps, "and keeps all marks"
        moved += pages[1].animator.is_running
        flown += pages[1].animator.flights.count
        flashed += len(pages[1].animator.board_animation._flash)
        if pages[1].animator.is_running and (fresh := pages[1].animator._hidden_markers):
            marked += 1
            left = []
            for part in range(11):
                pages[1].animator._set_progress(part / 10)
                left.append(pages[1].board._hidden_steps)
            assert left[0] == fresh and left[-1] == 0 and left == sorted(left, reverse=True), "one by one"
        if index % 12 == 0:
            pages[1].animator._set_progress(0.4)
            key(pages[1], Qt.Key.Key_X)
            assert not pages[1].animator.is_running, "any key ends it"
            assert pages[1].board.steps == pages[0].board.steps and not pages[1].board._hidden_steps
            for page in pages:
                page.board.finish_painting()
            assert pages[1].board.grab().toImage() == pages[0].board.grab().toImage()
            assert pages[1].board._picture == pages[0].board._picture
    assert moved and flown and flashed and marked


@pytest.mark.parametrize("time", [0, 200])
def test_animations_follow_the_system_setting(
    qtbot: QtBot, pages: PageOpener, monkeypatch: pytest.MonkeyPatch, time: int
) -> None:
    class Still:
        def styleHint(self, _hint: object) -> int:
            return time

    opened = pages("human", "human").opened
    settings()._values.pop("motion", None)
    monkeypatch.setattr(PlayPage, "style", lambda _self: Still())
    page = PlayPage(Match(TOY, None, 2), opened, [SeatSetup("Ada"), SeatSetup("Bento")], LIGHT)
    qtbot.addWidget(page)
    assert page.actions_.animations.isChecked() is (time > 0)
    assert settings().value("motion") is (time > 0)
    page.table_settings.switch("motion", time == 0)
    assert settings().value("motion") is (time == 0), "who chooses has it"
    page.about_to_close()


def test_a_drawn_tile_that_does_not_fit_is_shown_and_put_away(qtbot: QtBot, course: Match) -> None:
    node = next(node for node in course.line() if any(event.kind == "misfit" for event in node.events))
    assert node.parent is not None and node.decision is not None
    game = course.game
    panels = [game.panel.panel(one.state, -1) for one in (node.parent, node)]
    cue = find_cues(game, node, -1, *panels)
    before, draws = node.parent.state, node.decision.draws
    (front,) = [draw for draw in draws if game.picture.revealed_picture(before, draw) is not None]
    assert cue.drawn_face == game.picture.revealed_picture(node.state, front)
    assert not cue.stays_in_hand and not cue.placed_cells
    assert cue.source == game.picture.target(before, node.decision.action) >= 0


def test_gains_match_the_seat_cards(qtbot: QtBot, course: Match) -> None:
    found = 0
    for node in course.line()[1:]:
        assert node.parent is not None
        before, after = (course.game.panel.panel(one.state, -1) for one in (node.parent, node))
        points = [new - old for old, new in zip(node.parent.state.scores(), node.state.scores(), strict=True)]
        cue = find_cues(course.game, node, -1, before, after)
        shown = {gain.seat: gain.amount for gain in cue.gains if gain.item < 0}
        assert all(points[seat] == amount > 0 for seat, amount in shown.items())
        found += len(shown)
    assert found


def test_a_flying_tile_looks_as_placed(qtbot: QtBot) -> None:
    view, square = BoardView(LIGHT), rectangle(0, 0, 1, 1)
    qtbot.addWidget(view)
    view.resize(300, 300)
    lively = Layer("tiles", (Path("land", (square,), 0),), is_still=False)
    view.set_picture(Picture((0, 0, 1, 1), (lively,), (Target(0, square, "A1"),)))
    view.show()
    view.finish_painting()
    view.set_marks([Mark("chosen", 0)])
    sight, shown = view.grab_target(0).toImage(), view.grab(view.widget_rect(0)).toImage()
    middle = sight.rect().center()
    assert sight.pixelColor(middle) == shown.pixelColor(middle) and sight.pixelColor(middle).alpha() == 255
