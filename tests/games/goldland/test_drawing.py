"""The board in a match: what a position shows, targets, walks; and the drawing of tiles, roads, shores and pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath

import pytest

import studio
from studio.core.game import EVERYBODY, OVER
from studio.core.picture import Label, Layer, Path, Picture, Shape, Sprite
from studio.core.rng import Rng
from studio.drawing.geometry import contains_point
from studio.games.goldland import GAME, backpacks, rules
from studio.games.goldland.drawing import faces as sheet, ground, pieces
from studio.games.goldland.drawing.faces import REACH, Face, face_layers, face_picture, ghost_picture
from studio.games.goldland.drawing.ground import HEART, MEET, road_of
from studio.games.goldland.drawing.pieces import PACK_TARGET, STOCK_TARGET, EquipmentLine, line_shapes
from studio.games.goldland.drawing.shore import DEEP, MOUTH, shore_of, walls_of
from studio.games.goldland.rules import board as a
from studio.games.goldland.rules.board import ADVENTURES, ITEM_KEYS, KIND_KEYS
from tests.games.goldland.boards import as_action, at, begin, board, do, first_game
from tests.games.goldland.pieces import choose_move
from tests.helpers import SPRITE_NAMES, play
from tests.short_run import mark_long_rows

LAND = """
    .   L2  L3   L4
    D3  Y1  L5   L6
    L7  M3  N3<  L8
    E1  C8  C6   S
"""


def plies(seats: int, seed: int, face_down: bool = False) -> Iterator[rules.State]:
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


@pytest.mark.parametrize(
    ("seats", "seed", "face_down"), mark_long_rows([(2, 1, False), (5, 2, False), (3, 3, True)], 2)
)
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
    state = begin(LAND, 3, at={0: "C1", 1: "C1", 2: "D3"}, camps={0: "A2 A2 B3", 2: "A2"})
    picture = GAME.picture.picture(state, EVERYBODY)
    figures = sprites(picture, "figures", "adventurer")
    assert sorted((one.seat, one.cell) for one in figures) == [(0, 2), (1, 2), (2, 11)]
    assert len({(one.x, one.y) for one in figures}) == 3
    camps = sprites(picture, "camps", "camp")
    assert sorted((one.cell, one.seat) for one in camps) == [(4, 0), (4, 0), (4, 2), (9, 0)]
    assert len({(one.x, one.y) for one in camps}) == 4


def test_each_adventurer_is_one_drawing() -> None:
    state = begin(LAND, 2, at={0: "C1", 1: "C1"})
    for layer in GAME.picture.picture(state, EVERYBODY).layers:
        if not layer.is_still:
            seats = [one.seat for one in layer.shapes if isinstance(one, Sprite) and one.name.endswith("adventurer")]
            assert len(set(seats)) == len(seats)


def test_frames_show_reachable_tiles() -> None:
    """Rules G4–G7: frames mark tiles reachable by road; nothing is framed after the move."""
    kit = "2 rope + 2 wood + pearl + provision + 4 rifle"  # two compartments are empty
    state = begin(LAND, at="C2", pack={0: kit}, tokens=4)
    picture = GAME.picture.picture(state, EVERYBODY)
    names = ["B2", "C1", "D2", "B1", "D1", "D3", "B3", "C3", "C4"]  # the desert on A2 asks for provisions
    assert framed(picture, "reach_frame") == {at(state, name) for name in names}
    assert not framed(picture, "crossing_frame")
    labels = {one.cell: one.text for one in shapes(picture, "pills") if isinstance(one, Label)}
    assert labels[at(state, "D2")] == "1" and labels[at(state, "D1")] == "2"
    do(state, "C1, stop")
    assert not framed(GAME.picture.picture(state, EVERYBODY), "reach_frame")


def test_a_tile_without_a_road_is_framed_as_a_crossing() -> None:
    state = begin(board("L1v .\nL3 S", temple="B1"), at="A2", pack="4 provision")
    picture = GAME.picture.picture(state, EVERYBODY)
    assert framed(picture, "crossing_frame") == {at(state, "A1")}
    assert framed(picture, "reach_frame") == {at(state, "B2")}


def test_unreachable_tiles_are_dimmed_during_a_move_only() -> None:
    state = begin(LAND, at="C2", pack="11 pearl")
    assert not shapes(GAME.picture.picture(state, EVERYBODY), "dim")
    do(state, "C1")
    dimmed = {one.cell for one in shapes(GAME.picture.picture(state, EVERYBODY), "dim")}
    assert at(state, "D4") in dimmed and at(state, "C1") not in dimmed


def test_spaces_to_explore_are_framed() -> None:
    state = begin(board(LAND, ["L9"]), at="B1")
    assert framed(GAME.picture.picture(state, EVERYBODY), "explore_frame") == {at(state, "A1")}
    do(state, "explore, draw L9")
    assert framed(GAME.picture.picture(state, EVERYBODY), "explore_frame") == {at(state, "A1")}
    assert GAME.panel.panel(state, EVERYBODY).hand is not None


def test_a_rotated_tile_is_drawn_rotated() -> None:
    state = do(begin(board(LAND, ["L9"]), at="B1"), "explore, draw L9")
    ghosts = [GAME.picture.preview(state, (a.LAY, at(state, "A1"), turn)) for turn in range(4)]
    assert len({repr(ghost) for ghost in ghosts}) == 4
    hands = [GAME.picture.rotated_hand(state, (a.LAY, at(state, "A1"), turn)) for turn in range(4)]
    assert hands[0] == GAME.panel.panel(state, EVERYBODY).hand and len(set(map(repr, hands))) == 4


def test_targets_of_pieces() -> None:
    state = begin(LAND, tokens=4)
    assert GAME.picture.target(state, (a.DISCARD, a.PEARL)) == PACK_TARGET + a.PEARL
    assert GAME.picture.target(state, (a.BUY, a.ROD)) == STOCK_TARGET + a.ROD


def test_targets_are_named_by_their_content() -> None:
    names = {one.cell: one.name for one in GAME.picture.picture(begin(LAND), EVERYBODY).targets}
    assert names[0] == "A1, the temple" and names[4] == "A2: desert (pay 3 provisions)"
    assert names[1] == "B1: plain (show 1 shovel for 2 wood or 2 ropes)"


# Walks


def test_one_click_walks_over_several_tiles() -> None:
    state = begin(LAND, at="D3")
    plan = GAME.picture.plan(state, at(state, "B1"))
    assert plan is not None
    assert len(plan.actions) == 4 and plan.actions[-1] == as_action(state, "B1")
    assert plan.text.startswith("4 steps: ") and plan.text.endswith("B1.")
    assert play(state, *plan.actions).at[0] == at(state, "B1")


def test_a_walk_halts_at_a_decision_about_a_camp() -> None:
    state = begin(board("D1 . .\nN3 . .\nL3 L4 S", temple="C1"), at="A3")
    plan = GAME.picture.plan(state, at(state, "A1"))
    assert plan is None, "a pearl and a provision at the natives leave two provisions: not enough for the desert"
    state = begin(board("D1 . .\nN3 . .\nL3 L4 S", temple="C1"), at="A3", pack="pearl + 4 provision")
    plan = GAME.picture.plan(state, at(state, "A1"))
    assert plan is not None
    assert plan.actions == (as_action(state, "A2 pay"),)
    assert plan.text == "2 steps: A2, A1; 4 provisions and 1 pearl from the backpack; first stop A2."


def test_a_walk_continues_without_a_choice() -> None:
    """Without a camp left and with only one kind of equipment to pay with, the walk has no decision on the way."""
    state = begin(board("L1 . .\nD3 . .\nL3 L4 S", temple="C1", camps=0), at="A3", pack="3 provision")
    plan = GAME.picture.plan(state, at(state, "A1"))
    assert plan is not None
    assert plan.actions == tuple(as_action(state, move) for move in ("A2 pay", "no camp", "A1"))
    state = begin(board("L1 . .\nL2v . .\nL3 L4 S", temple="C1"), at="A3", pack="5 pearl")
    plan = GAME.picture.plan(state, at(state, "A1"))
    assert plan is not None
    assert plan.actions[:5] == (as_action(state, "A2 cross"), *[(a.HAND_OVER, a.PEARL)] * 4)
    assert "4 pieces of your choice" in plan.text


def test_a_click_on_a_space_explores() -> None:
    state = begin(board(LAND, ["L9"]), at="B1")
    plan = GAME.picture.plan(state, at(state, "A1"))
    assert plan is not None and plan.actions == ((a.EXPLORE,),)
    far = begin(board(LAND, ["L9"]), at="D1")
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
            after = play(state.clone(), *plan.actions)
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
    state = begin(board("D1 L2\nL3 S", temple="B1"), at="A1")
    assert sprites(GAME.picture.picture(state, EVERYBODY), "printed", "octagon")
    do(state, "treasure")
    picture = GAME.picture.picture(state, EVERYBODY)
    assert sprites(picture, "printed", "octagon_empty") and not sprites(picture, "printed", "octagon")


def test_positions_with_the_same_tiles_share_static_layers() -> None:
    state = begin(LAND, at="D3")
    before = GAME.picture.picture(state, EVERYBODY)
    do(state, "D2")
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


MASKS = range(16)
MIDDLES = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))


def places(outlines: Iterable[tuple[tuple[float, ...], ...]]) -> Iterator[tuple[float, float]]:
    """Yield all points of outlines, including the handles of curves."""
    for outline in outlines:
        for point in outline:
            for number in range(0, len(point), 2):
                yield point[number], point[number + 1]


def shapes_of(layers: Iterable[Layer]) -> list[Shape]:
    return [shape for layer in layers for shape in layer.shapes]


@pytest.mark.parametrize("exits", MASKS)
@pytest.mark.parametrize("halts", [False, True], ids=["plain", "adventure"])
def test_roads_leave_through_open_sides_only(exits: int, halts: bool) -> None:
    road = road_of(exits, halts, 5)
    starts = {(line[0][0], line[0][1]) for line in road.lines}
    assert starts == {MIDDLES[side] for side in range(4) if exits >> side & 1}
    for line in road.lines:
        end = line[-1]
        if halts:  # "on adventure tiles the roads do not meet in the middle"
            away = ((end[0] - HEART[0]) ** 2 + (end[1] - HEART[1]) ** 2) ** 0.5
            assert away == pytest.approx(0.265, abs=0.005)
        else:
            assert end == pytest.approx(MEET)
    assert len(road.stones) == (7 * len(road.lines) if halts else 0)


@pytest.mark.parametrize("exits", MASKS)
def test_table_land_leaves_every_mouth_open_and_closes_every_blocked_side(exits: int) -> None:
    for seed in range(6):
        walls, terraces = walls_of(exits, 0, seed)
        road = road_of(exits, False, seed)
        for x, y in places(road.lines):
            assert not any(contains_point(wall.body, x, y) for wall in walls), (exits, seed, x, y)
        inner = ((0.5, 0.02), (0.98, 0.5), (0.5, 0.98), (0.02, 0.5))
        for side, (x, y) in enumerate(inner):
            closed = any(contains_point(wall.land, x, y) for wall in walls)
            assert closed is not bool(exits >> side & 1), (exits, seed, side)
        for x, y in ((0.02, 0.02), (0.98, 0.02), (0.98, 0.98), (0.02, 0.98)):
            assert any(contains_point(wall.land, x, y) for wall in walls)
        assert len(terraces) == 4 - exits.bit_count()


def test_walls_meet_the_edge_in_the_same_places_so_that_neighbours_join() -> None:
    for exits in (7, 11, 13, 14, 15):
        for seed in range(8):
            walls, _terraces = walls_of(exits, 0, seed)
            for wall in walls:
                for end in (wall.rim[0], wall.rim[-1]):
                    on_edge = [value for value in end if value in (0.0, 1.0)]
                    along = [value for value in end if value not in (0.0, 1.0)]
                    assert len(on_edge) == 1
                    assert along[0] == pytest.approx(MOUTH) or along[0] == pytest.approx(1 - MOUTH)


def test_the_light_stays_in_the_north_west_in_every_rotation() -> None:
    """A wall that faces south is dark and one that faces north is light, in every rotation of the tile."""

    def shade(exits: int) -> float:
        walls, _terraces = walls_of(exits, 0, 3)
        wall = max(walls, key=lambda one: len(one.rim))
        count = [len(facets) for facets in wall.facets]
        return sum(number * n for number, n in enumerate(count)) / sum(count)

    north_blocked, south_blocked = shade(0b1110), shade(0b1011)
    assert north_blocked > south_blocked + 2


@pytest.mark.parametrize("sea", [1, 2, 4, 8, 3, 6, 12, 9])
def test_the_sea_is_on_its_sides_and_joins_the_neighbours(sea: int) -> None:
    for seed in range(5):
        shore = shore_of(sea, seed)
        assert len(shore.water) == 1
        probes = ((0.5, 0.05), (0.95, 0.5), (0.5, 0.95), (0.05, 0.5))
        for side, (x, y) in enumerate(probes):
            assert contains_point(shore.water[0], x, y) is bool(sea >> side & 1)
        assert not contains_point(shore.water[0], 0.5, 0.5)
        for end in (shore.lines[0][1], shore.lines[0][-2]):  # the ends without the extension beyond the edge
            deep = sorted(min(value, 1 - value) for value in end)
            assert deep[0] == pytest.approx(0.0, abs=1e-9) and deep[1] == pytest.approx(DEEP)


def some_faces() -> list[Face]:
    found = [Face(number % 4, number // 4, number, exits, seed=number) for number, exits in enumerate(MASKS)]
    found += [Face(number, 4, 20 + number, 7, adventure=number % 7, seed=number) for number in range(7)]
    found += [Face(5, row, 30 + row, 13 & ~2, 2, village=row == 1, seed=row) for row in range(3)]
    found += [Face(6, 0, 40, 12, 3, seed=1), Face(6, 6, 41, 9, 6, start=True, seed=2)]
    return found


def test_shapes_stay_within_reach_of_their_tile_and_carry_its_cell() -> None:
    for face in some_faces():
        for shape in shapes_of(face_layers([face])):
            assert shape.cell == face.cell
            if isinstance(shape, Path):
                for x, y in places(shape.outlines):
                    assert -REACH <= x - face.column <= 1 + REACH
                    assert -REACH <= y - face.row <= 1 + REACH
            else:
                assert face.column < shape.x < face.column + 1 and face.row < shape.y < face.row + 1


def test_the_same_face_is_drawn_the_same_and_another_seed_otherwise() -> None:
    face = Face(1, 2, 15, 7, seed=4)
    first = face_layers([face])
    walls_of.cache_clear()
    road_of.cache_clear()
    again = face_layers([Face(1, 2, 15, 7, seed=4)])
    assert first == again
    assert face_layers([face._replace(seed=5)]) != first


def test_shapes_of_a_face_are_cached() -> None:
    faces = some_faces()
    before = {id(shape) for shape in shapes_of(face_layers(faces))}
    after = {id(shape) for shape in shapes_of(face_layers([*faces, Face(9, 9, 99, 14)]))}
    assert before < after


def test_pictures_of_one_tile_define_their_clip_groups() -> None:
    for picture in (face_picture(Face(3, 4, 7, 7, adventure=2)), ghost_picture(Face(6, 6, 41, 9, 6, start=True))):
        names = {name for name, _outlines in picture.clips}
        used = {shape.clip for shape in shapes_of(picture.layers) if isinstance(shape, Path) and shape.clip}
        assert used <= names
        assert len({layer.name for layer in picture.layers}) == len(picture.layers)
    assert face_picture(Face(3, 4, 7, 7)).bounds == (0, 0, 1, 1)
    assert ghost_picture(Face(6, 6, 41, 9, 6)).bounds == (6, 6, 7, 7)


# Equipment lines

ROPE, RIFLE, SHOVEL, WOOD = 1, 2, 3, 4


def counts(**items: int) -> tuple[int, ...]:
    return tuple(items.get(name, 0) for name in (*ITEM_KEYS, "any"))


def discs(shapes: Iterable[Shape]) -> list[tuple[str, str]]:
    """Return the discs of a line from west to east as (item, rim)."""
    found: list[tuple[float, str, str]] = []
    listed = list(shapes)
    for number, shape in enumerate(listed):
        if isinstance(shape, Sprite):
            rim = listed[number + 1]
            assert isinstance(rim, Path)
            found.append((shape.x, shape.name.split("/")[1], rim.style.removeprefix("disc_")))
    return [(item, rim) for _x, item, rim in sorted(found)]


def test_a_line_shows_condition_arrow_and_gain() -> None:
    line = EquipmentLine(show=counts(shovel=1), gains=(counts(wood=1, rope=1),))
    shapes = line_shapes((line,), 3, 4, 9)
    assert discs(shapes) == [("shovel", "show"), ("rope", "gain"), ("wood", "gain")]
    styles = [shape.style for shape in shapes if isinstance(shape, Path)]
    assert styles.count("line_sign") == 1 and "line_bar" not in styles


def test_alternatives_are_separated_and_groups_overlap() -> None:
    line = EquipmentLine(show=counts(shovel=1), gains=(counts(wood=2), counts(rope=2)))
    shapes = line_shapes((line,), 0, 0)
    assert [item for item, _rim in discs(shapes)] == ["shovel", "wood", "wood", "rope", "rope"]
    assert sum(isinstance(shape, Path) and shape.style == "line_bar" for shape in shapes) == 1
    sprites = [shape for shape in shapes if isinstance(shape, Sprite)]
    d = sprites[0].size * 0.94
    assert sprites[2].x - sprites[1].x == pytest.approx(0.6 * d)
    assert sprites[3].x - sprites[2].x == pytest.approx(1.4 * d)


def test_payments_are_red_with_a_point_before_the_second_line() -> None:
    """A lake: two wood are paid; a rod shown gives three provisions."""
    pay = EquipmentLine(pay=counts(wood=2))
    rod = EquipmentLine(show=counts(rod=1), gains=(counts(provision=3),))
    shapes = line_shapes((pay, rod), 0, 0)
    found = discs(shapes)
    assert found == [("wood", "pay")] * 2 + [("rod", "show")] + [("provision", "gain")] * 3
    for shape in shapes:
        if isinstance(shape, Path) and shape.style.startswith("disc_"):
            xs, ys = zip(*places(shape.outlines), strict=True)
            pointed = (max(ys) - min(ys)) > 1.1 * (max(xs) - min(xs))
            assert pointed is (shape.style in ("disc_pay", "disc_price"))


def test_payment_and_condition_of_one_line_stand_apart() -> None:
    shapes = line_shapes((EquipmentLine(pay=counts(wood=2), show=counts(rod=1)),), 0, 0)
    assert discs(shapes) == [("wood", "pay")] * 2 + [("rod", "show")]


def test_lines_stay_within_their_tile() -> None:
    assert line_shapes((), 0, 0) == ()
    assert line_shapes((EquipmentLine(),), 0, 0) == ()
    long = EquipmentLine(pay=counts(rifle=5, rope=4), gains=(counts(wood=4), counts(pearl=4)))
    for shape in line_shapes((long,), 2, 3):
        if isinstance(shape, Path):
            assert all(2 <= x <= 3 and 3 <= y <= 3.4 for x, y in places(shape.outlines))


# Pieces and marks


@pytest.mark.parametrize("halts", [False, True])
def test_five_adventurers_fit_on_a_tile_and_so_do_ten_camps(halts: bool) -> None:
    for number in range(1, 6):
        figures = pieces.adventurers(2, 3, list(range(number)), halts, 5)
        assert sorted(shape.seat for shape in figures if isinstance(shape, Sprite)) == list(range(number))
        for shape in figures:
            assert isinstance(shape, Sprite)
            assert 2.05 < shape.x < 2.95 and shape.y - shape.size / 2 > 3
    for shape in pieces.camps(2, 3, [0] * 10, 5):
        assert isinstance(shape, Sprite) and 2.05 < shape.x < 2.75


def test_a_treasure_has_its_price_until_it_is_taken() -> None:
    full, taken = pieces.treasure_shapes(0, 0, True), pieces.treasure_shapes(0, 0, False)
    assert sum(isinstance(shape, Path) and shape.style == "disc_price" for shape in full) == 2
    assert [shape.name for shape in taken if isinstance(shape, Sprite)] == ["goldland/octagon_empty"]


@pytest.mark.parametrize("gates", MASKS)
def test_the_frame_of_a_free_tile_is_open_at_roads(gates: int) -> None:
    shapes = pieces.free_frame(0, 0, gates)
    frame = next(shape for shape in shapes if isinstance(shape, Path) and shape.style == "reach_frame")
    assert frame.is_closed is (gates == 0)
    if gates:
        assert len(frame.outlines) == gates.bit_count()
    pieces_of_line = [
        (one, other)
        for outline in frame.outlines
        for one, other in zip(outline, outline[1:] + (outline[:1] if frame.is_closed else ()), strict=False)
    ]
    for side, (mx, my) in enumerate(((0.5, 0.022), (0.978, 0.5), (0.5, 0.978), (0.022, 0.5))):
        crossed = any(
            min(a[-2], b[-2]) - 1e-9 <= mx <= max(a[-2], b[-2]) + 1e-9
            and min(a[-1], b[-1]) - 1e-9 <= my <= max(a[-1], b[-1]) + 1e-9
            for a, b in pieces_of_line
        )
        assert crossed is not bool(gates >> side & 1), side


def test_a_pill_shows_steps_and_payment() -> None:
    shapes = pieces.step_pill(0, 0, 3, (0, 0, 0, 0, 0, 0, 0, 4))
    assert [shape.text for shape in shapes if isinstance(shape, Label)] == ["3"]
    assert [shape.name for shape in shapes if isinstance(shape, Sprite)] == ["goldland/any"] * 4
    alone = pieces.step_pill(0, 0, 1)
    assert not any(isinstance(shape, Sprite) for shape in alone)


def test_footprints_follow_the_path() -> None:
    halo, soles = pieces.footprints([(0.5, 0.5), (1.5, 0.5), (1.5, 2.5)], 2)
    assert isinstance(soles, Path) and soles.style == "fill:seat2.body"
    assert isinstance(halo, Path) and len(halo.outlines) == len(soles.outlines)
    for x, y in places(soles.outlines):
        assert min(abs(y - 0.5), abs(x - 1.5)) < 0.1


# Temple, sheet, backpack


def test_the_temple_shows_remaining_amulets_and_coins() -> None:
    def words(shapes: Iterable[Shape]) -> list[tuple[str, str]]:
        return sorted((shape.name, shape.text) for shape in shapes if isinstance(shape, Sprite))

    assert words(pieces.temple_shapes(0, 0, 4, 8, 9)) == [
        ("goldland/amulet", "4"),
        ("goldland/coins", "8"),
        ("goldland/coins", "9"),
    ]
    assert words(pieces.temple_shapes(0, 0, 0, 0, 0, laid=True)) == [("goldland/amulet", "")], "its sign stays"
    laid = pieces.temple_shapes(0, 0, 1, 0, 3, laid=True, gates=7)
    covered = [shape for shape in laid if isinstance(shape, Path) and shape.style == "temple_walk"]
    assert covered == []  # the tile itself is visible


def test_the_sea_beyond_the_coast_joins_round_a_corner() -> None:
    edges = ((5, 6, 2), (6, 6, 1), (6, 6, 2))
    layers = {layer.name: layer for layer in sheet.sheet_layers(7, 7, edges)}
    (margin,) = layers["margin"].shapes
    assert isinstance(margin, Path) and len(margin.outlines) == 4
    letters = [shape for shape in layers["frame"].shapes if isinstance(shape, Label)]
    assert [shape.text for shape in letters] == list("ABCDEFG1234567")
    assert [shape.style for shape in letters].count("sea_letter") == 3
    assert sheet.bounds(7, 7)[0] == -sheet.FRAME


def test_drawings_on_undiscovered_land_avoid_coast_and_temple() -> None:
    land = [(x, y) for x in range(6) for y in range(6)]
    for shape in shapes_of(ground.unexplored_layers(7, 7, tuple(land), (0, 0))):
        spots = places(shape.outlines) if isinstance(shape, Path) else [(shape.x, shape.y)]
        for x, y in spots:
            assert -0.05 <= x <= 6.05 and -0.05 <= y <= 6.05, shape
    assert ground.unexplored_layers(4, 4, ()) == ()
    small = ground.unexplored_layers(4, 4, ((0, 0), (1, 0)), (0, 0))
    assert small


def test_a_backpack_counts_its_empty_compartments_and_fills_from_the_last() -> None:
    """Rule G4: movement points are the empty compartments; three provisions and two pearls leave seven."""
    picture = backpacks.backpack([0, 0, 0, 5, 5], targets={5: 40}, names={5: "pearls"})
    labels = [shape for shape in shapes_of(picture.layers) if isinstance(shape, Label)]
    assert [label.text for label in labels] == [str(number) for number in range(1, 8)]
    assert [label.style for label in labels].index("pocket_lit") == 6
    pieces_held = [shape for shape in shapes_of(picture.layers) if isinstance(shape, Sprite)]
    last = max(pieces_held, key=lambda shape: (shape.y, shape.x))
    assert last.name == "goldland/provision"
    assert [(target.cell, target.name) for target in picture.targets] == [(40, "pearls")] * 2
    full = backpacks.backpack([backpacks.TREASURE, backpacks.AMULET] + [0] * 10)
    assert not any(isinstance(shape, Label) for shape in shapes_of(full.layers))


def test_all_drawings_are_used_and_exist() -> None:
    text = "".join(
        file.read_text(encoding="utf-8")
        for file in (FilePath(studio.__file__).parent / "games" / "goldland").rglob("*.py")
    )
    text = re.sub(r'ornament_paths\(\s*f?"[^"]+"', "", text)
    named = set(re.findall(r"goldland/([a-z_]+)", text)) | {*ITEM_KEYS, *KIND_KEYS[:ADVENTURES]}
    drawn = {name.removeprefix("goldland/") for name in SPRITE_NAMES if name.startswith("goldland/")}
    assert named == drawn
