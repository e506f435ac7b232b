"""What positions of both Entdecker games are worth, what is cached of it, and statistics of a match."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from studio.bots import make_bot
from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import load
from studio.games.entdecker import evaluation as old_evaluation, rules as old
from studio.games.neue_entdecker import rules as new
from studio.games.neue_entdecker.evaluation import FEATURES, evaluate, features, value_islands
from studio.seatiles.evaluation import CACHE_SIZE, BoardCache
from studio.seatiles.rules.chart import SeaBoard
from studio.services.loading import load_layout, playable_board
from tests.games.entdecker import sea as old_sea
from tests.games.neue_entdecker.sea import begin, body, changed, draw, jungle
from tests.helpers import play
from tests.seatiles.little_seas import CAPE, WEST, at

both = pytest.mark.parametrize("slug", ["neue_entdecker", "entdecker"])

# The cache


@pytest.mark.parametrize("variants", [False, True])
@both
def test_the_cache_changes_no_value(slug: str, variants: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    game, rng = opened.game, Rng(4)
    today = list(game.info.options)
    options: dict[str, Any] = {option.key: variants for option in today if isinstance(option.default, bool)}
    state = game.rules.start(playable_board(opened), 3, {**game.info.defaults(), **options})
    met = []
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.apply(state.draw(rng))
            continue
        met.append((state.clone(), state.redeal(0, rng)))
        state.apply(rng.choose(state.legal()))

    def values() -> list[list[float]]:
        return [[game.evaluation.evaluate(one, seat) for one in pair for seat in range(3)] for pair in met[::3]]

    with_cache = values()
    monkeypatch.setattr(BoardCache, "get", lambda _cache, _board, _key: None)
    assert with_cache == values()


def test_the_size_of_the_cache_is_limited() -> None:
    cache: BoardCache[int] = BoardCache()
    board, other = (a_board("neue_entdecker") for _board in range(2))
    for number in range(3 * CACHE_SIZE):
        assert cache.get(board, number) is None
        assert cache.put(number, number) == number == cache.get(board, number)
    assert 0 < sum(cache.get(board, number) is not None for number in range(3 * CACHE_SIZE)) <= CACHE_SIZE
    assert cache.get(other, 3 * CACHE_SIZE - 1) is None


@both
def test_the_cache_keeps_only_the_last_board_alive(slug: str) -> None:
    kind = type(a_board(slug))

    def alive() -> int:
        gc.collect()
        return sum(type(thing) is kind for thing in gc.get_objects())

    def evaluated() -> None:
        game, rng = load(slug), Rng(3)
        state = game.rules.start(a_board(slug), 2, {})
        for _move in range(12):
            state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
        assert game.evaluation.evaluate(state, 0) == game.evaluation.evaluate(state.clone(), 0)

    evaluated()
    before = alive()
    for _another in range(3):
        evaluated()
    assert alive() == before


def a_board(slug: str) -> SeaBoard:
    """The board of the first layout of a game, compiled again."""
    board = load(slug).body.build(load_layout(shipped_layouts(slug)[0]).body)
    assert isinstance(board, SeaBoard)
    return board


# Entdecker


def test_units_on_islands_gold_chips_and_points_count() -> None:
    state = old_sea.begin(old_sea.body("..... .e3.. ...4. ..... ....."), seats=2)
    value = old_evaluation.evaluate
    plain = value(state, 0)
    assert value(old_sea.changed(state, {"B2": (0, old.FORT)}), 0) > plain
    assert value(old_sea.changed(state, {"B2": (1, old.FORT)}), 0) < plain
    assert value(old_sea.changed(state, gold=[9, 4]), 0) > plain
    assert value(old_sea.changed(state, chips=[[2], []]), 0) > plain
    assert value(old_sea.changed(state, points=[0, 5]), 0) < plain


def test_the_stronger_seat_on_an_island_gains_more() -> None:
    state = old_sea.strip("e", {"A2": (0, old.SCOUT)}, seats=2)
    island = old_evaluation.value_islands(state).at[state.board.chart.columns * 4]
    assert island.strength == {0: (0, 0, 1)}
    assert island.landing(1, old.FORT) > island.landing(1, old.SCOUT) > 0


# Die Neuen Entdecker


def quiet(rows: str = "e.. ... ...", **fields: Any) -> new.State:
    """Seat 0 of two is to choose a start."""
    return changed(begin(body(rows), 2), fields.pop("units", None), **fields)


def test_points_and_gold_are_good_for_a_seat_and_bad_for_the_others() -> None:
    plain = quiet()
    for richer in (quiet(points=[5, 0]), quiet(gold=[10, 7])):
        assert evaluate(richer, 0) > evaluate(plain, 0)
        assert evaluate(richer, 1) < evaluate(plain, 1)
    few = evaluate(quiet(gold=[2, 7]), 0) - evaluate(quiet(gold=[1, 7]), 0)
    many = evaluate(quiet(gold=[10, 7]), 0) - evaluate(quiet(gold=[9, 7]), 0)
    assert 0 < many < few, "gold that cannot be spent in a turn is worth less"
    assert evaluate(quiet(gold=[60, 7]), 0) == evaluate(quiet(gold=[50, 7]), 0), "eight spaces are left"


def test_a_start_with_several_routes_has_the_value_of_the_cheapest() -> None:
    edges = {"A2 west": "open 0", "E2 east": "open 1", "A1 north": "open 0"}
    state = changed(begin(body("..... ==~== .....", "shore", edges=edges), 2), {"B2": (1, new.BASE)})
    play(state, (new.START_TILE, at(state, "C2")))
    assert state.phase == new.P_PAY
    cheap, dear = [evaluate(play(state.clone(), pay), 0) for pay in state.legal()]
    assert evaluate(state, 0) == cheap > dear


def test_the_end_is_evaluated_by_the_lead_alone() -> None:
    over: dict[str, Any] = {"phase": new.P_OVER, "to_move": OVER}
    won, lost = quiet(points=[9, 8], gold=[0, 99], **over), quiet(points=[8, 9], gold=[99, 0], **over)
    level = quiet(points=[9, 9], gold=[2, 1], **over)
    assert evaluate(won, 0) > evaluate(level, 0) > 0 > evaluate(level, 1) > evaluate(lost, 0)


def test_the_first_on_an_island_expects_its_points() -> None:
    alone = quiet(units={"A1": (0, new.SCOUT)})
    beaten = quiet("e5. .O. ...", units={"A1": (0, new.SCOUT), "B1": (1, new.BASE)})
    level = quiet("e5. .O. ...", units={"A1": (0, new.SCOUT), "B1": (1, new.SCOUT)})
    assert evaluate(alone, 0) > evaluate(quiet(), 0)
    assert evaluate(level, 0) > evaluate(beaten, 0)


def test_islands_have_the_size_bonus_and_open_edges_of_the_rules() -> None:
    state = quiet("=5. |O. ...")
    found = value_islands(state, 0).at
    south = found[at(state, "A1") * 4 + 1]
    assert (south.size, south.bonus) == (1, 0)  # nothing joins the strait's south land
    fall = found[at(state, "B1") * 4]
    assert fall is found[at(state, "B2") * 4]
    assert (fall.size, fall.bonus) == (3, 5)  # waterfall, inland tile, and the east land of the strait next to it
    roots = [node for node, parent in enumerate(state.parent) if parent == node and state.laid[node // 4] >= 0]
    assert fall.open == state.open_edges[next(node for node in roots if found.get(node) is fall)]


def test_a_scout_in_the_lead_on_a_path_expects_the_token() -> None:
    token: dict[str, Any] = {"token": [0, 0, 15, 0, 0, 0, 0], "seen": [0, 0, 1, 0, 0, 0, 0], "bag": [3, 3, 2]}
    first, second = quiet(paths=jungle(hut3=[0]), **token), quiet(paths=jungle(hut3=[1, 0]), **token)
    assert evaluate(first, 0) > evaluate(second, 0) > evaluate(quiet(paths=jungle(hut3=[1, 1])), 0)


def test_a_hut_that_nobody_can_overtake_is_decided() -> None:
    token: dict[str, Any] = {"token": [0, 0, 15, 0, 0, 0, 0], "seen": [0, 0, 3, 0, 0, 0, 0], "bag": [3, 3, 2]}
    (length,) = {len(path) for path in quiet().paths[2:3]}
    full = [0] * (length - 1) + [1]
    state = quiet(paths=jungle(hut3=full), **token)
    alone = quiet(paths=jungle(hut3=[0] * length), **token)
    huts = [feature.key for feature in FEATURES].index("huts")
    assert features(state, 0)[huts] == features(alone, 0)[huts] == 15
    assert features(state, 1)[huts] == 0


def test_the_value_of_a_token_counts_only_for_seats_that_know_it() -> None:
    def on_path(value: int, seen: int) -> new.State:
        bag = [3 - (value == 5), 3, 3 - (value == 15)]
        return quiet(paths=jungle(hut1=[0]), token=[value, 0, 0, 0, 0, 0, 0], seen=[seen, 0, 0, 0, 0, 0, 0], bag=bag)

    assert evaluate(on_path(15, 1), 0) > evaluate(on_path(5, 1), 0)
    assert evaluate(on_path(15, 2), 0) == pytest.approx(evaluate(on_path(5, 2), 0))


def test_the_chiefs_of_others_count_only_when_they_are_known() -> None:
    def with_chief(chief: int, known: int) -> new.State:
        state = begin(body("e.. ... ..."), 2, chief_scouts=True)
        play(state, (new.CHIEFS, 1, 2), (new.CHIEFS, 5, chief))
        return changed(state, {"A1": (1, new.SCOUT, 0, 6)}, chief_known=known)

    assert evaluate(with_chief(6, 0), 0) == pytest.approx(evaluate(with_chief(7, 0), 0))
    assert value_islands(with_chief(6, 0), 0).at[0].strength == {1: (0, 0, 1)}
    assert value_islands(with_chief(6, 8), 0).at[0].strength == {1: (0, 0, 2)}
    assert value_islands(with_chief(6, 0), 1).at[0].strength == {1: (0, 0, 2)}


def test_the_greedy_bot_lands_on_a_large_island_with_a_waterfall() -> None:
    state = begin(body(".5O ..5 ..."), 2)
    play(state, (new.START_RIM, 0, WEST), (new.ANNOUNCE_HIDDEN, 2))
    draw(state, CAPE)
    while state.phase == new.P_LAY:
        state.apply(state.legal()[0])
    assert make_bot("greedy", 1).choose(load("neue_entdecker"), state, 0)[0] == new.UNIT


def test_misfits_and_spent_gold_are_counted() -> None:
    opened = load_layout(shipped_layouts("neue_entdecker")[0])
    luck, collector = Rng(4), opened.game.stats.new_collector()
    state: Any = opened.game.rules.start(playable_board(opened), 3, {})
    collector.before(state)
    hidden, opens, spent = 0, 0, [0, 0, 0]
    while state.to_move != OVER:
        action = state.draw(luck) if state.to_move == CHANCE else luck.choose(state.legal())
        collector.step(state, action)
        hidden, opens, gold = hidden + (action[0] == new.FRONT), opens + (action[0] == new.DRAW_OPEN), state.gold[:]
        state.apply(action)
        spent = [sum_ + max(0, had - has) for sum_, had, has in zip(spent, gold, state.gold, strict=True)]
    found = collector.after(state)
    laid = sum(few or 0 for few in found.seats["tiles_of"])
    assert opens and hidden and list(found.numbers["misfits"]) == [hidden + opens - laid]
    assert list(found.seats["spent_of"]) == spent
