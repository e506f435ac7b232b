"""The panel at every step of random matches: texts, rack, steps, counts; hidden tiles are not shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from studio.core.game import EVERYBODY, OVER
from studio.core.panel import Group, Panel
from studio.core.picture import Path, Sprite
from studio.core.rng import Rng
from studio.games.columbus import GAME, rules
from studio.games.columbus.drawing.picture import RACK_TARGET, plan, rack_kinds, target
from studio.games.columbus.panel import panel
from tests.games.columbus.sea import DUO, LANE, SEA, STANDARD, all_tiles, begin, free, lane, position, sailing, walk
from tests.playing import play
from tests.shortly import rows_shortly

WATER, FULL, BECALMED, WRECK, CYCLONE, JOKER, WHALE, HARBOUR, ROUTE, ISLAND, LETTER = range(11)


def _plies(board: rules.Board, seats: int, seed: int, **options: bool) -> Iterator[rules.State]:
    for state in walk(rules.start(board, seats, dict(options)), seed):
        assert isinstance(state, rules.State)
        yield state


def _group(shown: Panel, title: str) -> Group:
    return next(group for group in shown.groups if group.title == title)


def _tiles_on(shown: Panel) -> list[str]:
    """Return the sprites on the rack in order."""
    assert shown.tray is not None
    sprites = [s for layer in shown.tray.picture.layers for s in layer.shapes if isinstance(s, Sprite)]
    return [s.name.rpartition("/")[2] for s in sprites if s.name.rpartition("/")[2].startswith("tile_")]


@pytest.mark.parametrize(
    ("board", "seats", "seed"), rows_shortly([(STANDARD, 5, 1), (SEA, 2, 2), (DUO, 2, 3), (LANE, 6, 4)], 2)
)
def test_every_position_has_texts_that_fit(board: rules.Board, seats: int, seed: int) -> None:
    for number, state in enumerate(_plies(board, seats, seed)):
        if number % 3 and state.to_move < 0:
            continue
        for seat in {EVERYBODY, max(0, state.to_move)}:
            shown = panel(state, seat)
            assert len(shown.seats) == seats and shown.title and shown.tray is not None
            assert len(shown.title) <= 60 and len(shown.hint) <= 100, shown
            assert not any(mark in shown.title + shown.hint for mark in "{}")
            assert [step.state for step in shown.steps].count("now") <= 3
            if state.to_move >= 0:
                assert f"⟦{state.to_move}⟧" in shown.title
                assert any(step.state == "now" for step in shown.steps)
            assert [one.points for one in shown.seats] == state.scores()


@pytest.mark.parametrize("seat", [EVERYBODY, 0, 1])
def test_hidden_tiles_are_not_shown(seat: int) -> None:
    for number, state in enumerate(_plies(STANDARD, 3, 6)):
        if number % 40 == 0:
            assert panel(state, seat) == panel(state.redeal(seat, Rng(9)), seat)


def test_others_see_backs() -> None:
    state = begin(STANDARD, 3)
    shown = panel(state, EVERYBODY)
    assert _tiles_on(shown) == ["tile_back"] * 10
    assert shown.tray is not None and not shown.tray.picture.targets
    assert "tile_back" not in _tiles_on(panel(state, 1))


def test_the_rack_is_sorted_by_kind_with_a_target_per_tile() -> None:
    state = position(racks={0: [CYCLONE, WATER, WHALE, WATER, JOKER, LETTER]}, ships={0: "H1", 1: "H3"})
    shown = panel(state, 0)
    names = ["tile_water", "tile_water", "tile_whale", "tile_letter", "tile_cyclone", "tile_joker"]
    assert _tiles_on(shown) == names
    assert shown.tray is not None
    spots = [spot.cell for spot in shown.tray.picture.targets]
    assert spots == [RACK_TARGET + place for place in range(6)]
    assert target(state, (rules.TAKE, WATER)) == RACK_TARGET
    assert target(state, (rules.TAKE, JOKER)) == RACK_TARGET + 5
    second = plan(state, RACK_TARGET + 1)
    assert second is not None and second.actions == ((rules.TAKE, WATER),)
    assert plan(state, RACK_TARGET + 6) is None and plan(state, 3) is None


def test_tiles_that_cannot_be_laid_are_shaded() -> None:
    def shaded(state: rules.State) -> int:
        tray = panel(state, 0).tray
        assert tray is not None
        shades = [s for layer in tray.picture.layers for s in layer.shapes if isinstance(s, Path)]
        return sum(shade.style in ("fill:sea_gold_ink:0.55", "fill:sea_gold_ink:0.40") for shade in shades)

    state = position(racks={0: [WATER, WHALE, WHALE]}, tiles={"D1": WHALE}, ships={0: "H1", 1: "H3"})
    assert shaded(state) == 2
    play(state, (rules.TAKE, WATER))
    assert shaded(state) == 2, "the one in hand is not"
    assert plan(state, RACK_TARGET) is None
    assert shaded(sailing(racks={0: [WATER, WHALE]}, ships={0: "H1", 1: "H3"})) == 0


def test_the_tile_in_hand_is_raised_and_all_places_keep_their_meaning() -> None:
    def rack(state: rules.State) -> tuple[dict[int, tuple[float, ...]], list[str]]:
        """Where the targets are across, and the titles of their details."""
        tray = panel(state, 0).tray
        assert tray is not None
        details = [GAME.place_info.describe_place(state, spot.cell, 0) for spot in tray.picture.targets]
        spots = {spot.cell: spot.outline[1][:1] for spot in tray.picture.targets}
        return spots, [info.title for info in details if info is not None]

    state = position(racks={0: [WATER, WHALE, WHALE, WHALE, JOKER]}, ships={0: "H1", 1: "H3"})
    before = rack(state)
    assert len(before[0]) == len(before[1]) == 5
    play(state, (rules.TAKE, WHALE))
    tray = panel(state, 0).tray
    assert tray is not None
    assert [spot.name for spot in tray.picture.targets].index("Back to the rack") == 1
    assert rack_kinds(state, 0) == [WATER, WHALE, WHALE, WHALE, JOKER]
    assert rack(state) == before


def test_steps_before_and_after_america() -> None:
    def names(state: rules.State) -> list[tuple[str, str]]:
        return [(step.name, step.state) for step in panel(state, state.to_move).steps]

    state = position(ships={0: "H1", 1: "H3"})
    assert names(state) == [("Lay 1/3", "now"), ("Sail", "later"), ("Refill", "later")]
    assert names(sailing(ships={0: "H1", 1: "H3"})) == [("Lay", "done"), ("Sail", "now"), ("Refill", "later")]
    waiting = sailing(tiles={"B1": JOKER}, ships={0: "H1", 1: "H3"}, racks={0: [WATER]}, sailed=True)
    assert names(waiting) == [("Lay", "done"), ("Sail", "done"), ("Refill", "now")]
    state = free(LANE, tiles=lane("         ~"), ships={0: "K1", 1: "M1"}, laid=1)
    assert names(state) == [("Lay 2/3", "now"), ("Sail", "now"), ("End and refill", "later")]
    state = free(LANE, tiles=lane("         ~"), ships={0: "K1", 1: "M1"}, laid=3, sailed=True)
    assert names(state)[1:] == [("Sail", "done"), ("End and refill", "now")]
    start = rules.start(SEA, 2, {})
    assert [step.name for step in panel(start, 0).steps] == ["Draw racks", "Choose harbours"]


def test_the_log_and_the_panel_name_turns_alike() -> None:
    state = position(ships={0: "H1", 1: "H3"})
    for number in (1, 4):
        state.round = number
        assert GAME.text.turn_title(state) == panel(state, 0).turn == f"Round {number}"
    start = rules.start(SEA, 2, {})
    assert GAME.text.turn_title(start) == panel(start, 0).turn == "Set-up"


def test_titles_name_the_possible_actions() -> None:
    def title(state: rules.State) -> str:
        return panel(state, state.to_move).title.replace("⟦0⟧", "Ada")

    assert title(position(ships={0: "H1", 1: "H3"}, laid=1)) == "Ada, take tile 2 of 3 from the rack"
    assert title(position(STANDARD, 5, laid=1)) == "Ada, take tile 2 of 2 from the rack"
    laying = position(ships={0: "H1", 1: "H3"}, laid=1)
    assert panel(laying, 1).title == "⟦0⟧ lays tile 2 of 3", "over another's rack nobody is asked to take from it"
    assert [panel(laying, seat).tray.title for seat in (0, 1)] == ["Rack of ⟦0⟧", "Rack of ⟦1⟧"]  # type: ignore[union-attr]  # a rack
    state = sailing(LANE, tiles=lane("         ~"), ships={0: "K1", 1: "M1"})
    assert title(state) == "Ada, sail up to 2 spaces or stay"
    state = sailing(LANE, tiles=lane("         ~"), ships={0: "L1", 1: "K1"})
    assert title(state) == "Ada, sail up to 4 spaces or stay"
    assert "last ship" in panel(state, 0).hint
    blocked = sailing(tiles={"C1": WATER}, ships={0: "C1", 1: "H3"}, blocked=[1, 0])
    assert title(blocked) == "Ada, no space can be reached"
    assert panel(blocked, 0).hint == "Blocked: turn 2 of 3, after which a tile may be moved."
    state = free(LANE, tiles=lane("         ~"), ships={0: "K1", 1: "M1"}, racks={0: [WATER]})
    assert title(state) == "Ada, lay up to 3 tiles or sail"
    assert "At least one tile has to be laid." in panel(state, 0).hint


def test_cards_and_counts_are_those_of_the_position() -> None:
    for number, state in enumerate(_plies(STANDARD, 4, 8)):
        if number % 60 and state.to_move != OVER:
            continue
        shown = panel(state, EVERYBODY)
        reserve, cyclones, jokers, *_rest = _group(shown, "Beside the board").items
        assert int(reserve.value) == state.reserve_size
        assert (int(cyclones.value), int(jokers.value)) == (state.gone[CYCLONE], state.gone[JOKER])
        unseen = _group(shown, "Still unseen")
        hidden = sum(sum(rack) for rack in (*state.rack, *state.shed)) + state.reserve_size
        assert sum(int(item.value) for item in unseen.items) == hidden
        own = _group(panel(state, 2), "Still unseen")
        assert sum(int(item.value) for item in own.items) == hidden - sum(state.rack[2]) - sum(state.shed[2])
        for card in shown.seats:
            assert int(card.items[3].value) == state.rack_size[card.seat]
        assert sum(all_tiles(state)) == sum(STANDARD.tiles)


def test_places_follow_the_ships() -> None:
    state = position(
        LANE, 3, tiles=lane("~~~~~~"), ships={0: "C1", 1: "E1", 2: "N1"}, voyage=[0, 1, 0], discovered=True
    )
    cards = panel(state, 0).seats
    assert [card.items[1].value for card in cards] == ["2", "1", "3"]
    assert [card.note for card in cards] == ["outward", "homeward", "outward, last"]
    assert _group(panel(state, 0), "Beside the board").note == "last ship: ⟦2⟧"


def test_a_swapped_joker_is_known() -> None:
    state = position(ships={0: "H1", 1: "H3"}, known=[0, 1], racks={0: [WATER], 1: [JOKER, WATER]})
    assert panel(state, 0).seats[1].items[3].tip == "2 tiles on the rack, among them 1 joker that was swapped"


def test_only_its_seat_is_told_of_a_swap_after_laying() -> None:
    def hints(state: rules.State) -> tuple[str, str]:
        return panel(state, 0).hint, panel(state, 1).hint

    joker = "A lit joker can be had for its tile."
    state = sailing(tiles={"G1": WATER, "B1": JOKER}, ships={0: "H1", 1: "H3"}, racks={0: [WATER]})
    assert [joker in hint for hint in hints(state)] == [True, False]
    play(state, (rules.SAIL, state.board.grid.cell_named("G1")))
    assert panel(state, 0).title == "⟦0⟧, swap a joker or end the turn"
    assert panel(state, 1).title == "⟦0⟧, end the turn"
    assert hints(state) == (joker, "The ship has sailed.")
