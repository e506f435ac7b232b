"""The board in a match: what a position shows, targets, walks over several tiles."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from studio.core.game import EVERYBODY, OVER
from studio.core.picture import Label, Picture, Shape, Sprite
from studio.core.rng import Rng
from studio.games.goldland import GAME, rules
from studio.games.goldland.drawing.pieces import PACK_TARGET, STOCK_TARGET
from studio.games.goldland.rules import board as a
from tests.games.goldland.boards import at, begin, board, draw, first_game, step
from tests.games.goldland.pieces import choose_move
from tests.playing import play
from tests.shortly import rows_shortly

LAND = """
    .   L2  L3   L4
    D3  Y1  L5   L6
    L7  M3  N3<  L8
    E1  C8  C6   S
"""


def plies(seats: int, seed: int, face_down: bool = False) -> Iterator[rules.State]:
    """Yield every position of a random match."""
    rng = Rng(seed)
    state = rules.start(first_game(), seats, {"face_down": face_down})
    while state.to_move != OVER:
        yield state
        state.apply(choose_move(state, rng) if state.to_move >= 0 else state.draw(rng))
    yield state


def shapes(picture: Picture, layer: str) -> tuple[Shape, ...]:
    return next(one.shapes for one in picture.layers if one.name == layer)


def sprites(picture: Picture, layer: str, name: str) -> list[Sprite]:
    return [one for one in shapes(picture, layer) if isinstance(one, Sprite) and one.name == f"goldland/{name}"]


def framed(picture: Picture, style: str) -> set[int]:
    return {one.cell for one in shapes(picture, "frames") if not isinstance(one, Sprite) and one.style == style}


@pytest.mark.parametrize(("seats", "seed", "face_down"), rows_shortly([(2, 1, False), (5, 2, False), (3, 3, True)], 2))
def test_every_position_has_a_picture_and_targets_for_its_moves(seats: int, seed: int, face_down: bool) -> None:
    seen: set[int] = set()
    loose = {a.NO_CAMP, a.STOP, a.GAIN, a.TAKE, a.EXPLORE, a.TREASURE, a.END}
    ghosts = {a.LAY, a.STEP, a.PITCH, a.SHIFT}
    for ply, state in enumerate(plies(seats, seed, face_down)):
        if ply > 200 and ply % 13:  # the first turns completely, then samples
            continue
        picture = GAME.picture.picture(state, EVERYBODY)
        names = [layer.name for layer in picture.layers]
        assert len(set(names)) == len(names)
        panel = GAME.panel.panel(state, EVERYBODY)
        places = {one.cell for one in picture.targets}
        for inset in panel.insets:
            places |= {one.cell for one in inset.picture.targets}
        for group in panel.groups:
            places |= {item.target for item in group.items if item.target >= 0}
        if state.to_move < 0:
            continue
        for action in state.legal():
            seen.add(action[0])
            target = GAME.picture.target(state, action)
            assert (target == -1) == (action[0] in loose), action
            assert target == -1 or target in places, action
            assert (GAME.picture.preview(state, action) is not None) == (action[0] in ghosts), action
    assert {a.STEP, a.GAIN, a.TAKE, a.LAY, a.DISCARD} <= seen
    assert (a.TURN_UP in seen) == face_down


def test_every_seat_sees_the_same() -> None:
    for ply, state in enumerate(plies(3, 4)):
        if ply % 23 == 0:
            assert all(GAME.picture.picture(state, seat) == GAME.picture.picture(state, EVERYBODY) for seat in range(3))


def test_adventurers_and_camps_are_drawn_on_their_tiles() -> None:
    state = begin(board(LAND), 3, at={0: "C1", 1: "C1", 2: "D3"}, camps={0: "A2 A2 B3", 2: "A2"})
    picture = GAME.picture.picture(state, EVERYBODY)
    figures = sprites(picture, "figures", "adventurer")
    assert sorted((one.seat, one.cell) for one in figures) == [(0, 2), (1, 2), (2, 11)]
    assert len({(one.x, one.y) for one in figures}) == 3
    camps = sprites(picture, "camps", "camp")
    assert sorted((one.cell, one.seat) for one in camps) == [(4, 0), (4, 0), (4, 2), (9, 0)]
    assert len({(one.x, one.y) for one in camps}) == 4


def test_each_adventurer_is_one_drawing() -> None:
    state = begin(board(LAND), 2, at={0: "C1", 1: "C1"})
    for layer in GAME.picture.picture(state, EVERYBODY).layers:
        if not layer.is_still:
            seats = [one.seat for one in layer.shapes if isinstance(one, Sprite) and one.name.endswith("adventurer")]
            assert len(set(seats)) == len(seats)


def test_frames_show_reachable_tiles() -> None:
    """Rules G4–G7: frames mark tiles reachable by road; nothing is framed after the move."""
    kit = "2 rope + 2 wood + pearl + provision + 4 rifle"  # two compartments are empty
    state = begin(board(LAND), at={0: "C2"}, pack={0: kit}, tokens={0: 4})
    picture = GAME.picture.picture(state, EVERYBODY)
    names = ["B2", "C1", "D2", "B1", "D1", "D3", "B3", "C3", "C4"]  # the desert on A2 asks for provisions
    assert framed(picture, "reach_frame") == {at(state, name) for name in names}
    assert not framed(picture, "crossing_frame")
    labels = {one.cell: one.text for one in shapes(picture, "pills") if isinstance(one, Label)}
    assert labels[at(state, "D2")] == "1" and labels[at(state, "D1")] == "2"
    step(state, "C1")
    play(state, (a.STOP,))
    assert not framed(GAME.picture.picture(state, EVERYBODY), "reach_frame")


def test_a_tile_without_a_road_is_framed_as_a_crossing() -> None:
    state = begin(board("L1v .\nL3 S", temple="B1"), at={0: "A2"}, pack={0: "4 provision"})
    picture = GAME.picture.picture(state, EVERYBODY)
    assert framed(picture, "crossing_frame") == {at(state, "A1")}
    assert framed(picture, "reach_frame") == {at(state, "B2")}


def test_unreachable_tiles_are_dimmed_during_a_move_only() -> None:
    state = begin(board(LAND), at={0: "C2"}, pack={0: "11 pearl"})
    assert not shapes(GAME.picture.picture(state, EVERYBODY), "dim")
    step(state, "C1")
    dimmed = {one.cell for one in shapes(GAME.picture.picture(state, EVERYBODY), "dim")}
    assert at(state, "D4") in dimmed and at(state, "C1") not in dimmed


def test_spaces_to_explore_are_framed() -> None:
    state = begin(board(LAND, ["L9"]), at={0: "B1"})
    assert framed(GAME.picture.picture(state, EVERYBODY), "explore_frame") == {at(state, "A1")}
    play(state, (a.EXPLORE,))
    draw(state, "L9")
    assert framed(GAME.picture.picture(state, EVERYBODY), "explore_frame") == {at(state, "A1")}
    assert GAME.panel.panel(state, EVERYBODY).hand is not None


def test_a_rotated_tile_is_drawn_rotated() -> None:
    state = begin(board(LAND, ["L9"]), at={0: "B1"})
    play(state, (a.EXPLORE,))
    draw(state, "L9")
    ghosts = [GAME.picture.preview(state, (a.LAY, at(state, "A1"), turn)) for turn in range(4)]
    assert len({repr(ghost) for ghost in ghosts}) == 4
    hands = [GAME.picture.rotated_hand(state, (a.LAY, at(state, "A1"), turn)) for turn in range(4)]
    assert hands[0] == GAME.panel.panel(state, EVERYBODY).hand and len(set(map(repr, hands))) == 4


def test_targets_of_pieces() -> None:
    state = begin(board(LAND), tokens={0: 4})
    assert GAME.picture.target(state, (a.DISCARD, a.PEARL)) == PACK_TARGET + a.PEARL
    assert GAME.picture.target(state, (a.BUY, a.ROD)) == STOCK_TARGET + a.ROD


def test_targets_are_named_by_their_content() -> None:
    names = {one.cell: one.name for one in GAME.picture.picture(begin(board(LAND)), EVERYBODY).targets}
    assert names[0] == "A1, the temple" and names[4] == "A2: desert (pay 3 provisions)"
    assert names[1] == "B1: plain (show 1 shovel for 2 wood or 2 ropes)"


# Walks


def test_one_click_walks_over_several_tiles() -> None:
    state = begin(board(LAND), at={0: "D3"})
    plan = GAME.picture.plan(state, at(state, "B1"))
    assert plan is not None
    assert len(plan.actions) == 4 and plan.actions[-1] == (a.STEP, at(state, "B1"), a.FREE)
    assert plan.text.startswith("4 steps: ") and plan.text.endswith("B1.")
    for action in plan.actions:
        play(state, action)
    assert state.at[0] == at(state, "B1")


def test_a_walk_halts_at_a_decision_about_a_camp() -> None:
    state = begin(board("D1 . .\nN3 . .\nL3 L4 S", temple="C1"), at={0: "A3"})
    plan = GAME.picture.plan(state, at(state, "A1"))
    assert plan is None, "a pearl and a provision at the natives leave two provisions: not enough for the desert"
    state = begin(board("D1 . .\nN3 . .\nL3 L4 S", temple="C1"), at={0: "A3"}, pack={0: "pearl + 4 provision"})
    plan = GAME.picture.plan(state, at(state, "A1"))
    assert plan is not None
    assert plan.actions == ((a.STEP, at(state, "A2"), a.PAY),)
    assert plan.text == "2 steps: A2, A1; 4 provisions and 1 pearl from the backpack; first to A2."


def test_a_walk_continues_without_a_choice() -> None:
    """Without a camp left and with only one kind of equipment to pay with, the walk has no decision on the way."""
    state = begin(board("L1 . .\nD3 . .\nL3 L4 S", temple="C1", camps=0), at={0: "A3"}, pack={0: "3 provision"})
    plan = GAME.picture.plan(state, at(state, "A1"))
    assert plan is not None
    assert plan.actions == (
        (a.STEP, at(state, "A2"), a.PAY),
        (a.NO_CAMP,),
        (a.STEP, at(state, "A1"), a.FREE),
    )
    state = begin(board("L1 . .\nL2v . .\nL3 L4 S", temple="C1"), at={0: "A3"}, pack={0: "5 pearl"})
    plan = GAME.picture.plan(state, at(state, "A1"))
    assert plan is not None
    assert plan.actions[0] == (a.STEP, at(state, "A2"), a.CROSS)
    assert plan.actions[1:5] == ((a.HAND_OVER, a.PEARL),) * 4
    assert "4 pieces of your choice" in plan.text


def test_a_click_on_a_space_explores() -> None:
    state = begin(board(LAND, ["L9"]), at={0: "B1"})
    plan = GAME.picture.plan(state, at(state, "A1"))
    assert plan is not None and plan.actions == ((a.EXPLORE,),)
    far = begin(board(LAND, ["L9"]), at={0: "D1"})
    assert GAME.picture.plan(far, at(far, "A1")) is None
    assert GAME.picture.plan(far, PACK_TARGET) is None and GAME.picture.plan(far, at(far, "D1")) is None


@pytest.mark.parametrize("seed", [5, 6])
def test_plans_of_random_matches_can_be_played(seed: int) -> None:
    seen = 0
    for ply, state in enumerate(plies(3, seed)):
        if state.to_move < 0 or ply % 7:
            continue
        direct = {GAME.picture.target(state, action) for action in state.legal()}
        for cell in range(state.board.count):
            plan = GAME.picture.plan(state, cell)
            if plan is None or cell in direct:
                continue
            after = state.clone()
            for action in plan.actions:
                play(after, action)
            seen += 1
            assert after.to_move < 0 or after.active == state.active
    assert seen > 20


# Static board


def test_a_face_down_board_shows_backs() -> None:
    state = begin(board(LAND, ["L9"]), face_down=True)
    assert [
        one.cell for one in sprites(GAME.picture.picture(state, EVERYBODY), "backs", "back")
    ] == []  # the temple's own
    state = begin(board(LAND, ["L9"], temple="D1"), face_down=True)
    assert [one.cell for one in sprites(GAME.picture.picture(state, EVERYBODY), "backs", "back")] == [at(state, "A1")]
    assert not sprites(GAME.picture.picture(begin(board(LAND, ["L9"], temple="D1")), EVERYBODY), "backs", "back")


def test_a_taken_treasure_is_not_drawn() -> None:
    state = begin(board("D1 L2\nL3 S", temple="B1"), at={0: "A1"})
    assert sprites(GAME.picture.picture(state, EVERYBODY), "printed", "octagon")
    play(state, (a.TREASURE,))
    picture = GAME.picture.picture(state, EVERYBODY)
    assert sprites(picture, "printed", "octagon_empty") and not sprites(picture, "printed", "octagon")


def test_positions_with_the_same_tiles_share_static_layers() -> None:
    state = begin(board(LAND), at={0: "D3"})
    before = GAME.picture.picture(state, EVERYBODY)
    step(state, "D2")
    after = GAME.picture.picture(state, EVERYBODY)
    for one, other in zip(before.layers, after.layers, strict=True):
        assert not one.is_still or one is other


@pytest.mark.parametrize("face_down", [False, True])
def test_every_clickable_space_is_framed(face_down: bool) -> None:
    seen = 0
    for ply, state in enumerate(plies(3, 5, face_down)):
        if state.to_move < 0 or ply % 7:
            continue
        picture = GAME.picture.picture(state, EVERYBODY)
        spaces = {cell for one in state.legal() if 0 <= (cell := GAME.picture.target(state, one)) < state.board.count}
        if picture.shows_targets:
            seen += len(spaces)
            styles = ("reach_frame", "crossing_frame", "explore_frame")
            assert spaces <= set().union(*(framed(picture, style) for style in styles))
        if ply > 400:
            break
    assert seen > 20
