"""The board at play and the panel next to it in both Entdecker games, at many positions of random matches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from studio.core.game import EVERYBODY, OVER
from studio.core.panel import Group, Panel
from studio.core.picture import BESIDE, Label, Picture, Sprite, target_edge
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import load
from studio.games.entdecker import drawing as old_drawing
from studio.games.entdecker.drawing import OWN_TARGET
from studio.games.entdecker.rules import board as old
from studio.games.neue_entdecker.drawing import jungle, picture as voyages
from studio.games.neue_entdecker.drawing.jungle import scenery
from studio.games.neue_entdecker.drawing.picture import preview, target
from studio.games.neue_entdecker.rules import State, board as new
from studio.seatiles.drawing.woods import STACK_TARGET
from studio.services.loading import load_layout, playable_board
from tests.games.entdecker import sea as old_sea
from tests.games.neue_entdecker.sea import begin, body, changed
from tests.helpers import play
from tests.seatiles.little_seas import CAPE, NORTH, SEA, at, lay
from tests.short_run import mark_long_rows

OLD, NEW = load("entdecker"), load("neue_entdecker")


@cache
def _board(slug: str, name: str) -> Any:
    return playable_board(load_layout(next(path for path in shipped_layouts(slug) if path.stem == name)))


def plies(slug: str, layout: str, seats: int, seed: int, **options: bool) -> Iterator[Any]:
    """Every position of a random match, chance included."""
    game, rng = load(slug), Rng(seed)
    state = game.rules.start(_board(slug, layout), seats, {**game.info.defaults(), **options})
    while state.to_move != OVER:
        yield state
        state.apply(rng.choose(state.legal()) if state.to_move >= 0 else state.draw(rng))
    yield state


def old_plies(layout: str, seats: int, seed: int, **options: bool) -> Iterator[Any]:
    return plies("entdecker", layout, seats, seed, **options)


def new_plies(layout: str, seats: int, seed: int, **options: bool) -> Iterator[Any]:
    return plies("neue_entdecker", layout, seats, seed, **{"chief_scouts": False, **options})


def targets_of(board: Picture, panel: Panel) -> set[int]:
    """All numbers that can be clicked."""
    pictures = [board, *(inset.picture for inset in panel.insets)]
    items = [item for group in panel.groups for item in group.items]
    items += [item for seat in panel.seats for item in seat.items]
    return {one.cell for picture in pictures for one in picture.targets} | {item.target for item in items}


def group(panel: Panel, title: str) -> Group:
    return next(group for group in panel.groups if group.title == title)


def sprites(picture: Picture) -> list[Sprite]:
    return [shape for shape in picture.layers[-1].shapes if isinstance(shape, Sprite)]


@pytest.mark.parametrize(
    ("slug", "layout", "seats", "seed", "option"),
    mark_long_rows(
        [
            ("entdecker", "base", 4, 1, "personal_tiles"),
            ("entdecker", "archipelago", 3, 2, ""),
            ("entdecker", "ring_sea", 2, 3, "personal_tiles"),
            ("entdecker", "long_coast", 4, 4, ""),
            ("neue_entdecker", "variant_1", 2, 2, "chief_scouts"),
            ("neue_entdecker", "base", 4, 1, ""),
            ("neue_entdecker", "variant_3", 3, 3, ""),
        ],
        0,
        4,
    ),
)
def test_every_ply_can_be_shown_and_every_move_clicked(
    slug: str, layout: str, seats: int, seed: int, option: str
) -> None:
    game, seen = load(slug), set[int]()
    without_place = (old.PASS, old.DECLARE, old.STOP, old.RECALL)
    for state in plies(slug, layout, seats, seed, **{option: True} if option else {}):
        board = game.picture.picture(state, EVERYBODY)
        panel = game.panel.panel(state, EVERYBODY)
        assert len(panel.seats) == seats and len(panel.steps) == 5 and panel.title
        assert len(panel.title) <= 60 and len(panel.hint) <= 100, panel  # one line each in a small window
        assert all(inset.picture.layers for inset in panel.insets)
        if state.to_move < 0:
            continue
        assert f"⟦{state.to_move}⟧" in panel.title
        here = targets_of(board, panel)
        for action in state.legal():
            seen.add(action[0])
            place = game.picture.target(state, action)
            assert place in here or (place == -1 and (game is NEW or action[0] in without_place)), action
            hand = game.picture.rotated_hand(state, action)
            if game is OLD:
                ghost = game.picture.preview(state, action)
                shown = (old.LAY, old.UNIT, old.START_RIM, old.START_TILE, old.ISLAND)
                assert (ghost is not None) == (action[0] in shown), action
                assert (hand is not None) == (action[0] == old.LAY), action
                if hand is not None:  # as it lies in hand only where it is not turned
                    is_turned = state.board.chart.placements[action[2]].turn > 0
                    assert (hand != panel.hand) == is_turned, action
    if game is OLD:
        assert {old.START_RIM, old.START_TILE, old.DECLARE, old.DRAW, old.UNIT, old.STOP, old.LAY, old.RECALL} <= seen
        assert (old.OWN in seen) == bool(option)
    else:
        assert {new.START_RIM, new.ANNOUNCE_HIDDEN, new.DRAW_HIDDEN, new.STOP} <= seen


@pytest.mark.parametrize(
    ("slug", "layout", "units"),
    [
        ("entdecker", "base", ("seatiles/scout", "entdecker/fort", "seatiles/settlement")),
        ("neue_entdecker", "variant_2", ("seatiles/scout", "seatiles/base", "seatiles/settlement")),
    ],
)
def test_units_are_on_their_tiles_in_the_colours_of_their_seats(slug: str, layout: str, units: tuple[str, ...]) -> None:
    columns = 10 if slug == "entdecker" else 12
    last: Any = None
    for state in plies(slug, layout, 3, 9):
        last = state
        pieces = sprites(load(slug).picture.picture(state, EVERYBODY))
        found = {piece.cell: piece for piece in pieces if piece.name in units}
        assert {cell: (piece.name, piece.seat) for cell, piece in found.items()} == {
            cell: (units[unit % 3], unit // 3) for cell, unit in enumerate(state.unit) if unit >= 0
        }
        for cell, piece in found.items():
            column, row = cell % columns, cell // columns
            assert column < piece.x < column + 1 and row < piece.y + piece.size * 0.42 < row + 1
        assert sum(piece.name == "seatiles/ship" for piece in pieces) <= 1
    assert last.to_move == OVER and "⟦" in load(slug).panel.panel(last, EVERYBODY).title


# Entdecker


def test_every_seat_of_entdecker_sees_the_same() -> None:
    for state in [*old_plies("duel", 3, 5)][::9]:
        for seat in range(3):
            assert OLD.picture.picture(state, seat) == OLD.picture.picture(state, EVERYBODY)
            assert OLD.panel.panel(state, seat) == OLD.panel.panel(state, EVERYBODY)


def test_counts_in_the_panel_are_those_of_the_position() -> None:
    for ply, state in enumerate(old_plies("base", 4, 8)):
        panel = OLD.panel.panel(state, EVERYBODY)
        for number, item in enumerate(group(panel, "Draw piles").items if state.to_move >= 0 else ()):
            size, top = state.stack_size[number], state.stack_top[number]
            assert item.value == str(size) and item.target == STACK_TARGET + number
            assert item.sprite.endswith("_empty") == (size == 0)
            assert item.sprite.endswith("_event") == (size > 0 and top == old.BACK_QUERY)
        if ply % 40 and state.to_move != OVER:
            continue
        assert (group(panel, "Draw piles").look, len(group(panel, "Draw piles").items)) == ("stacks", 5)
        come, reserve = group(panel, "Remaining tiles"), group(panel, "Reserve")
        assert sum(int(item.value) for item in come.items) == state.hidden_plain + state.hidden_query
        assert sum(int(item.value) for item in reserve.items) == sum(state.sorted_left)
        assert sum(int(item.value) for item in group(panel, "Events").items) == state.hidden_query
        assert [int(item.value) for item in group(panel, "Plant chips").items] == list(state.bag)
        for seat in panel.seats:
            gold, scouts, forts, settlements, chips = (int(item.value) for item in seat.items)
            assert gold == state.gold[seat.seat] and chips == len(state.chips[seat.seat])
            assert [scouts, forts, settlements] == list(state.supply[seat.seat * 3 : seat.seat * 3 + 3])
            assert seat.points == state.points[seat.seat]


def test_declared_draws_own_tiles_and_hostile_natives_are_in_the_hint() -> None:
    state = old_sea.sailing(3)
    assert "Declared draws left: 3 of 3." in OLD.panel.panel(state, 0).hint
    old_sea.draw(state, SEA)
    panel = OLD.panel.panel(state, 0)
    assert [step.name for step in panel.steps if step.state == "now"] == ["Explore 2/3"]
    assert "Declared draws left: 2 of 3." in panel.hint
    state = old_sea.sailing(4, options={"personal_tiles": True})
    panel = OLD.panel.panel(state, 0)
    own = group(panel, "Personal tiles")
    assert own.look == "stacks" and [item.target for item in own.items] == [OWN_TARGET + kind for kind in range(4)]
    assert panel.seats[1].note == "4 personal tiles"
    assert "Declared gold left: 4 of 4." in panel.hint
    state = old_sea.sailing(2, gold=12)
    old_sea.draw(state, CAPE, old.HOSTILE)
    lay(state, "C5", CAPE, NORTH)
    assert "2 gold" in OLD.panel.panel(state, 0).hint and "double" in OLD.panel.panel(state, 0).hint
    unit = next(action for action in state.legal() if action[:2] == (old.UNIT, old.SCOUT))
    assert OLD.text.button_text(state, unit) == "Scout · 2 gold"


def test_a_start_on_a_foreign_fort_shows_its_price() -> None:
    state = old_sea.begin(old_sea.body("..... .~n.. ..... ..... ....."), 2)
    state = old_sea.changed(state, {"C2": (1, old.FORT)}, season=2, turn=4, gold=[9, 4])
    start = (old.START_TILE, at(state, "C2"))
    ghost = OLD.picture.preview(state, start)
    assert ghost is not None
    assert "common/coin_3" in {shape.name for shape in ghost.layers[0].shapes if isinstance(shape, Sprite)}
    assert OLD.text.button_text(state, start) == "C2 · 3 gold"


def test_the_display_has_a_hole_for_each_gold() -> None:
    picture = old_drawing.purse_picture((2, 3, 4, 5), 4, (5, 12, 0), 12, 1)
    coins = [s for s in picture.layers[1].shapes if isinstance(s, Sprite) and s.name == "common/coin"]
    assert len(coins) == 17
    labels = [s.text for layer in picture.layers for s in layer.shapes if isinstance(s, Label)]
    assert labels == ["2", "3", "4", "5"]
    rich = old_drawing.purse_picture((2, 2), 2, (30, 0), 40, 0)
    assert "30 / 40" in [s.text for layer in rich.layers for s in layer.shapes if isinstance(s, Label)]


# Die Neuen Entdecker


def test_a_token_shows_only_to_seats_that_looked() -> None:
    for state in new_plies("base", 4, 9):
        hut = next((hut for hut in range(7) if state.token[hut] and state.seen[hut] not in (0, 15)), -1)
        if hut < 0 or state.to_move == OVER:
            continue
        x, _y = scenery(state.board.paths, state.board.dot, state.board.eye).huts[hut]
        for seat in (EVERYBODY, *range(4)):
            found = sprites(NEW.panel.panel(state, seat).insets[0].picture)
            (sprite,) = (piece for piece in found if piece.name.endswith("hut_token") and piece.x == x)
            knows = seat >= 0 and bool(state.seen[hut] >> seat & 1)
            assert sprite.text == (str(state.token[hut]) if knows else "?")
        return
    pytest.fail("no token was drawn in the whole match")


def test_previews_show_tiles_units_ships_and_routes() -> None:
    shown: set[int] = set()
    for state in new_plies("base", 4, 11):
        for action in state.legal() if state.to_move >= 0 else ():
            ghost = preview(state, action)
            if ghost is not None:
                shown.add(action[0])
                assert any(layer.shapes for layer in ghost.layers)
            if action[0] == new.LAY:
                assert ghost is not None
                column, row = action[1] % 12, action[1] // 12
                assert ghost.bounds == (column, row, column + 1, row + 1)
            else:
                visible = (new.UNIT, new.START_RIM, new.START_TILE, new.PAY, new.ISLAND)
                assert action[0] not in visible or ghost is not None
    assert {new.LAY, new.UNIT, new.START_RIM, new.START_TILE} <= shown


def test_turns_of_a_tile_give_different_ghosts() -> None:
    for state in new_plies("base", 2, 3):
        if state.phase != new.P_LAY:
            continue
        by_cell: dict[int, list[Picture | None]] = {}
        for action in state.legal():
            by_cell.setdefault(target(state, action), []).append(preview(state, action))
        if any(len(ghosts) > 1 for ghosts in by_cell.values()):
            for ghosts in by_cell.values():
                assert all(one != other for i, one in enumerate(ghosts) for other in ghosts[:i])
            return
    pytest.fail("no tile fitted in two ways")


def test_the_voyage_of_a_start_costs_its_payment_and_joins_border_and_ship() -> None:
    checked = 0
    for state in new_plies("base", 4, 21):
        if state.phase != new.P_START or state.to_move < 0:
            continue
        for action in [action for action in state.legal() if action[0] == new.START_TILE]:
            after = state.clone()
            after.apply(action)
            if after.phase == new.P_PAY:
                after.apply(after.legal()[0])
            gains = [after.gold[seat] - state.gold[seat] for seat in range(4)]
            owners = sum(1 << seat for seat in range(4) if gains[seat] > 0)
            toll = -gains[state.active] - sum(gain for gain in gains if gain > 0)
            way = voyages.find_voyage(state, action[1], toll, owners)
            assert way and way[-1][0] == action[1]
            assert state.board.chart.rim[way[0][0] * 4 + way[0][1]] == toll
            met = {seat for cell, _side in way for seat in range(4) if state.owners[seat] >> cell & 1}
            assert met - {state.active} == {seat for seat in range(4) if owners >> seat & 1}
            checked += 1
    assert checked > 20


def test_each_payment_shows_its_own_route() -> None:
    edges = {"A2 west": "open 0", "E2 east": "open 1", "A1 north": "open 0"}
    state: State = changed(begin(body("..... ==~== .....", "shore", edges=edges), 2), {"B2": (1, new.BASE)})
    start = (new.START_TILE, at(state, "C2"))
    cheapest = preview(state, start)
    play(state, start)
    toll, owner = state.legal()
    way = [(at(state, name), 1) for name in ("E2", "D2", "C2")]
    assert voyages.find_voyage(state, state.ship, *toll[2:]) == way
    assert voyages.find_voyage(state, state.ship, *owner[2:])[0] == (at(state, "A2"), 3)
    assert preview(state, toll) == cheapest != preview(state, owner)


def test_targets_of_stacks_and_huts_are_above_those_of_cells_and_edges() -> None:
    state = next(one for one in new_plies("base", 4, 1) if one.phase == new.P_GO)
    draws = [target(state, action) for action in state.legal() if action[0] in (new.DRAW_HIDDEN, new.DRAW_OPEN)]
    assert draws and all(number >= BESIDE for number in draws) and len(set(draws)) == len(draws)
    state = next(one for one in new_plies("base", 4, 1) if one.phase == new.P_START)
    rims = [action for action in state.legal() if action[0] == new.START_RIM]
    assert rims and all(target_edge(target(state, action)) == action[1:] for action in rims)


def test_the_serpent_has_fifty_spaces_and_counts_laps() -> None:
    def shown(points: int) -> tuple[Sprite, list[str]]:
        found = sprites(jungle.track_picture((points,)))
        (scout,) = (piece for piece in found if piece.name == "seatiles/scout")
        return scout, [piece.text for piece in found if piece.name == "common/plate"]

    assert len({(shown(points)[0].x, shown(points)[0].y) for points in range(51)}) == 51
    assert shown(53)[0] == shown(3)[0]
    assert [shown(points)[1] for points in (0, 50, 51, 100, 101)] == [[], [], ["+50"], ["+50"], ["+100"]]


def test_only_their_seat_sees_the_chiefs_until_they_are_known() -> None:
    named = False
    for state in new_plies("base", 3, 8, chief_scouts=True):
        for seat in range(3):
            mine = [number for number in state.chiefs[seat * 2 : seat * 2 + 2] if number]
            if len(mine) < 2 or state.waiting[seat] or state.to_move == OVER:
                continue
            named = True
            assert all(str(number) in NEW.panel.panel(state, seat).seats[seat].note for number in mine)
            secret = [mine[i] for i in range(2) if not state.chief_known >> (seat * 2 + i) & 1]
            note = NEW.panel.panel(state, (seat + 1) % 3).seats[seat].note
            assert not {str(number) for number in secret} & set(note.split())
        if state.turn > 12:
            break
    assert named


@pytest.mark.parametrize("huts", [(5, 6, 6, 7, 6, 6, 5), (3,), (12, 12), (4,) * 10])
def test_any_jungle_has_its_spaces_apart_and_inside(huts: tuple[int, ...]) -> None:
    ground = scenery(huts, 0, 1)
    assert [len(spaces) for spaces in ground.spaces] == list(huts)
    for hut, spaces in zip(ground.huts, ground.spaces, strict=True):
        away = [abs(x - hut[0]) + abs(y - hut[1]) for x, y in spaces]
        assert away[0] == min(away)  # space 0 is nearest the hut
        assert all(0 < x < 10 and 0 < y < 7.4 for x, y in spaces)
        assert len({(round(x, 2), round(y, 2)) for x, y in spaces}) == len(spaces)
