"""What is measured of a sea, and whether it can be completed, against networkx and brute force."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import cache
from itertools import product
from time import process_time

import networkx as nx
import pytest
from hypothesis import assume, given, strategies as st
from msgspec.structs import replace

from studio.core.cancellation import NEVER_CANCELLED, Cancelled, CancelToken
from studio.core.form import Survey, Table
from studio.core.picture import edge_target
from studio.core.problems import Severity
from studio.seatiles.body import Laid, SeaBody, contents
from studio.seatiles.checks.completion import class_supply, complete, verify_completable
from studio.seatiles.checks.measure_facts import (
    FAR,
    NEVER,
    Reach,
    Stretch,
    cheapest_sides,
    class_demands,
    compute_reach,
    find_closings,
    sectors,
    sides,
    stretches,
)
from studio.seatiles.checks.measures import CostTerms, survey_sea
from studio.seatiles.facts import Facts
from tests.helpers import body_after
from tests.seatiles.sea_bodies import TILES, Board, Place, beyond, board_of, bodies, required_edge, rim, sea


def is_sea(lands: str, side: int) -> bool:
    """Whether a ship can or might pass there."""
    return lands == "." or lands[side] == "."


def closed_in(body: SeaBody) -> set[Place]:
    """Spaces that are filled before the first turn, being undiscovered and alone."""
    board = board_of(body)
    return {
        place for place, lands in board.items()
        if lands == "." and all(board.get(beyond(place, side), "") != "." for side in range(4))
    }  # fmt: skip


def costs(body: SeaBody, harbours: dict[tuple[Place, int], int], tile: int) -> dict[Place, int]:
    """By networkx: the least gold for every undiscovered space, each tile costing so much."""
    board, alone = board_of(body), closed_in(body)
    out = (-1, -1)
    ways: nx.DiGraph[Place] = nx.DiGraph()
    ways.add_node(out)

    def price(place: Place) -> int:
        return tile if board[place] == "." and place not in alone else 0

    for place, lands in board.items():
        for side in range(4):
            other = beyond(place, side)
            if other in board:
                if is_sea(lands, side) and is_sea(board[other], (side + 2) % 4):
                    ways.add_edge(place, other, cost=price(other))
            elif (place, side) in harbours:
                toll = harbours[place, side] + price(place)
                known = ways.get_edge_data(out, place, {"cost": toll})["cost"]
                ways.add_edge(out, place, cost=min(toll, known))
    found = nx.single_source_dijkstra_path_length(ways, out, weight="cost")
    return {place: int(cost) for place, cost in found.items() if board.get(place) == "." and place not in alone}


def harbours_of(body: SeaBody) -> dict[tuple[Place, int], int]:
    """By place and side: the toll of every open edge with sea behind it."""
    board = board_of(body)
    return {
        (place, side): int(kind[-1])
        for place, lands in board.items()
        for side in range(4)
        if beyond(place, side) not in board
        and (kind := rim(body, place, side)).startswith("open")
        and is_sea(lands, side)
    }


@given(bodies(6), st.integers(1, 4))
def test_reach_is_what_networkx_finds(body: SeaBody, tile: int) -> None:
    facts, wide = Facts(body), len(body.spaces[0])
    found = stretches(facts)
    harbours = harbours_of(body)
    assert {((cell % wide, cell // wide), side): one.toll for one in found for cell, side in one.edges} == harbours
    assert all(side == one.side for one in found for _cell, side in one.edges)
    measured = compute_reach(
        facts, [(cell, one.toll) for one in found for cell, _side in one.edges], tile, NEVER_CANCELLED
    )
    free = dict.fromkeys(harbours, 0)
    for by_cell, expected in ((measured.gold, costs(body, harbours, tile)), (measured.tiles, costs(body, free, 1))):
        shown = {(cell % wide, cell // wide): cost for cell, cost in enumerate(by_cell) if cost < FAR}
        assert shown == expected
    assert measured.reachable == sorted(y * wide + x for x, y in costs(body, harbours, tile))


def reaches_of(facts: Facts) -> dict[Stretch, Reach]:
    """The reach of every stretch of the border, each tile costing 1 gold."""
    return {
        one: compute_reach(facts, [(cell, one.toll) for cell, _side in one.edges], 1, NEVER_CANCELLED)
        for one in stretches(facts)
    }


@given(bodies(6))
def test_sides_share_the_spaces_out_among_those_that_are_cheapest(body: SeaBody) -> None:
    facts, wide = Facts(body), len(body.spaces[0])
    reaches = reaches_of(facts)
    if not reaches:
        return
    by_stretch: dict[tuple[int, int], dict[Place, int]] = {}
    for (place, side), toll in harbours_of(body).items():
        by_stretch.setdefault((side, toll), {})[place] = 0
    alone = {
        key: costs(body, {edge: toll for edge, toll in harbours_of(body).items() if (edge[1], toll) == key}, 1)
        for key in by_stretch
    }
    least: dict[Place, int] = {}
    for found in alone.values():
        for place, cost in found.items():
            least[place] = min(cost, least.get(place, cost))
    shown = sides(facts, reaches)
    assert [(one.stretch.side, one.stretch.toll) for one in shown] == sorted(alone)
    for one in shown:
        mine = alone[one.stretch.side, one.stretch.toll]
        nearest = {(cell % wide, cell // wide) for cell in one.nearest}
        assert nearest == {place for place, cost in mine.items() if cost == least[place]}
        assert abs(one.gold * len(mine) - sum(mine.values())) < 1e-6
    for cell, side in cheapest_sides(shown).items():
        cheapest = {key[0] for key, mine in alone.items()
                    if (place := (cell % wide, cell // wide)) in mine and mine[place] == least[place]}  # fmt: skip
        assert ({side} if side >= 0 else cheapest) == cheapest and (side >= 0) == (len(cheapest) == 1)


def test_an_expensive_side_is_never_the_cheapest() -> None:
    body = sea(*["...."] * 3, border={"north": "open 2", "east": "shore", "south": "open 0", "west": "shore"})
    facts = Facts(body)
    reaches = reaches_of(facts)
    north, south = sides(facts, reaches)
    assert (north.stretch.side, north.tiles, north.gold) == (0, 2.0, 4.0)
    assert (south.stretch.side, south.tiles, south.gold) == (2, 2.0, 2.0)
    assert len(south.nearest) == 12 and north.nearest == (0, 1, 2, 3), "the first row costs 3 gold from either side"


def test_sectors_have_harbours_tolls_and_bonuses() -> None:
    body = sea("..~...", "..~5..", border={
        "north": "open 2", "east": "open 1", "south": "shore", "west": "coast"})  # fmt: skip
    east, west = sectors(Facts(body))
    assert (len(east.cells), east.harbours, east.toll, east.bonus, east.is_reachable) == (5, 5, 1, 5, True)
    assert (len(west.cells), west.harbours, west.toll, west.bonus, west.is_reachable) == (4, 2, 2, 0, True)


@given(bodies(6))
def test_sectors_are_what_networkx_finds(body: SeaBody) -> None:
    board, wide = board_of(body), len(body.spaces[0])
    touching: nx.Graph[Place] = nx.Graph()
    touching.add_nodes_from(place for place, lands in board.items() if lands == ".")
    touching.add_edges_from(
        (place, beyond(place, side)) for place in touching for side in (1, 2) if board.get(beyond(place, side)) == "."
    )
    expected = {frozenset(part) for part in nx.connected_components(touching)}
    found = sectors(Facts(body))
    assert {frozenset((cell % wide, cell // wide) for cell in one.cells) for one in found} == expected
    assert [len(one.cells) for one in found] == sorted((len(part) for part in expected), reverse=True)


@given(bodies(6))
def test_demands_count_the_box_without_laid_and_bonus_tiles(body: SeaBody) -> None:
    laid = [content.tile for content in contents(body) if isinstance(content, Laid)]
    held: dict[int, int] = {}
    for kind in body.tiles:
        edges = sum(letter != "." for letter in kind.shape)
        opposite = edges == 2 and (kind.shape[0] != ".") == (kind.shape[2] != ".")
        cls = (1, 2, 4 if opposite else 3, 5, 6)[edges] if edges != 2 or opposite else 3
        if not kind.bonus:
            held[cls] = held.get(cls, 0) + kind.hidden + max(0, kind.sorted - laid.count(kind.name))
    for need in class_demands(Facts(body)):
        assert need.available == held.get(need.cls, 0)
        assert set(need.must) <= set(need.may)


def islands_of(board: Board) -> list[set[tuple[Place, str]]]:
    """The islands of what lies."""
    lands: nx.Graph[tuple[Place, str]] = nx.Graph()
    for place, shape in board.items():
        if shape == ".":
            continue
        lands.add_nodes_from((place, letter) for letter in set(shape) - {"."})
        for side in range(4):
            other = board.get(beyond(place, side), ".")
            if shape[side] != "." and other != "." and other[(side + 2) % 4] != ".":
                lands.add_edge((place, shape[side]), (beyond(place, side), other[(side + 2) % 4]))
    return [set(part) for part in nx.connected_components(lands)]


def is_closed(body: SeaBody, board: Board, island: set[tuple[Place, str]]) -> bool:
    """Whether every edge of an island faces land."""
    for place, letter in island:
        for side in range(4):
            if board[place][side] != letter:
                continue
            other = board.get(beyond(place, side))
            if other is None:
                if rim(body, place, side) != "coast":
                    return False
            elif other == "." or other[(side + 2) % 4] == ".":
                return False
    return True


def fits(body: SeaBody, board: Board, place: Place, shape: str) -> bool:
    required = [required_edge(body, board, place, side) for side in range(4)]
    return all(land in (None, shape[side] != ".") for side, land in enumerate(required))


def fewest(body: SeaBody, land: tuple[Place, str]) -> int:
    """The fewest tiles that close the island of a land, by trying all ways to lay tiles of the box; -1 when none."""
    board = board_of(body)
    spaces = [place for place, lands in board.items() if lands == "."]
    laid = [content.tile for content in contents(body) if isinstance(content, Laid)]
    box: dict[str, int] = {}
    for kind in body.tiles:
        if not kind.bonus:
            count = kind.hidden + max(0, kind.sorted - laid.count(kind.name))
            box[kind.shape] = box.get(kind.shape, 0) + count

    def ways(now: Board, left: dict[str, int], at: int, lay: int) -> Iterator[Board]:
        if not lay:
            yield now
        elif at < len(spaces):
            yield from ways(now, left, at + 1, lay)
            for shape, count in left.items():
                for turn in range(4 if count else 0):
                    lies = shape[4 - turn :] + shape[: 4 - turn]
                    if fits(body, now, spaces[at], lies):
                        taken = {**left, shape: count - 1}
                        yield from ways({**now, spaces[at]: lies}, taken, at + 1, lay - 1)

    for lay in range(len(spaces) + 1):
        for now in ways(board, box, 0, lay):
            island = next(one for one in islands_of(now) if land in one)
            if is_closed(body, now, island):
                return lay
    return NEVER


@st.composite
def small_seas(draw: st.DrawFn) -> SeaBody:
    """Seas with islands and at most five undiscovered spaces."""
    body = draw(bodies(4))
    parts = "/".join(body.spaces).split(".")
    spaces = ".".join(parts[:6]) + "".join(f"#{part}" for part in parts[6:])
    return replace(body, spaces=tuple(spaces.split("/")), edges={})


@given(small_seas())
def test_closings_are_the_fewest_tiles(body: SeaBody) -> None:
    facts, board, wide = Facts(body), board_of(body), len(body.spaces[0])
    found = find_closings(facts, NEVER_CANCELLED)
    islands = islands_of(board)
    assert len(found) == len(islands)
    for one, lands in zip(found, facts.islands, strict=True):
        cell, letter = lands[0]
        place = (cell % wide, cell // wide)
        assert one.tiles == fewest(body, (place, board[place][facts.shapes[cell].index(letter)]))


@cache
def few(**counts: int) -> tuple[dict[str, object], ...]:
    """The tiles of the little set, so many of each and else none."""
    return tuple({**tile, "hidden": 0, "sorted": counts.get(str(tile["name"]), 0)} for tile in TILES)


@pytest.mark.parametrize(
    ("box", "tiles"),
    [
        ({"cape": 4}, 4),
        ({"cape": 3, "strait": 1}, 4),  # a strait's other bank stays open
        ({"cape": 5, "bend": 1}, 4),
        ({"cape": 2, "bend": 3}, 5),  # a bend on either side of a corner
        ({"cape": 3}, NEVER),
    ],
)
def test_a_closing_uses_the_tiles_of_the_box(box: dict[str, int], tiles: int) -> None:
    (island,) = find_closings(Facts(sea("....", ".┼..", "....", tiles=few(inland=1, **box))), NEVER_CANCELLED)
    assert (island.tiles, len(island.ends), island.cells) == (tiles, 4, (5,))


def surveyed(body: SeaBody, target: int = -1) -> Survey:
    return survey_sea(body, target, CostTerms(tile=1, purse=2), NEVER_CANCELLED)


def table(survey: Survey, title: str) -> Table:
    return next(one for one in survey.tables if one.title == title)


NECK = sea("....#....", "....#....", ".........", "....#....", border="shore",
           edges={f"A{row} west": "open 2" for row in (1, 2, 3, 4)})  # fmt: skip


def test_chokepoints_have_the_spaces_behind_them() -> None:
    survey = surveyed(NECK)
    rows = table(survey, "Chokepoints").rows
    assert [row.cells for row in rows] == [("D3", "17"), ("E3", "16"), ("F3", "15")]
    assert rows[1].targets == (22,)
    assert next(one.value for one in survey.overlays if one.key == "narrows") == "3"


def test_a_survey_starts_at_all_edges_of_one_side_and_toll() -> None:
    survey = surveyed(NECK)
    assert survey.target == -1 and [text for _target, text in survey.choices] == [
        "from all sides", "from west · toll 2"]  # fmt: skip
    west = survey.choices[1][0]
    assert west == edge_target(0, 3) and surveyed(NECK, west).target == west
    assert surveyed(NECK, edge_target(18, 3)).target == west, "an edge stands for its like"
    assert surveyed(NECK, edge_target(0, 0)).target == -1, "no ship comes in at a shore"
    assert surveyed(NECK, 7).target == -1
    assert surveyed(NECK, west).caption == "From west · toll 2: at most 13 gold and 11 tiles (for I1)"


def test_captions_without_spaces_and_without_reachable_ones() -> None:
    assert surveyed(sea("~~", "~~")).caption == "Nothing left to discover"
    assert surveyed(sea("..", "..", border="shore")).caption == "From all sides: no undiscovered space can be reached"


def test_reach_lists_spaces_beyond_the_first_gold_and_out_of_reach() -> None:
    drawn = sea("...~.", "...~.", border={"north": "shore", "east": "shore", "south": "shore", "west": "open 0"})
    rows = {row.cells[0]: row for row in table(surveyed(drawn), "Reach").rows}
    assert rows["More than the starting gold (2)"].cells[1] == "4 spaces", "two of them behind sea that lies"
    assert "Unreachable by ship" not in rows
    walled = sea("..─..", "..─..", border={"north": "shore", "east": "shore", "south": "shore", "west": "open 0"})
    rows = {row.cells[0]: row for row in table(surveyed(walled), "Reach").rows}
    assert rows["Unreachable by ship"].targets == (3, 4, 8, 9)


def test_fairness_has_an_explanation() -> None:
    body = sea(*["...."] * 3, border={"north": "open 2", "east": "shore", "south": "open 0", "west": "shore"})
    found = table(surveyed(body), "Fairness of sides")
    assert "2.0 gold from the south and 4.0 from the north" in found.note and "a difference of 2.0 gold" in found.note
    same = table(surveyed(sea(*["...."] * 4)), "Fairness of sides")
    assert same.note == "On average, a space costs the same from every side: 2.5 gold."


def test_the_box_is_compared_with_the_board() -> None:
    found = table(surveyed(sea("....", "....", tiles=few(sea=2, cape=2))), "Box and board")
    assert found.note == "4 tiles for 8 spaces: 4 missing." or "too few" in found.note
    assert [row.cells[3:] for row in found.rows[:2]] == [("0", "2"), ("0", "2")]


# Completion


CLASS = {0: 1, 1: 2, 2: 2, 4: 2, 8: 2, 3: 3, 6: 3, 12: 3, 9: 3, 5: 4, 10: 4, 7: 5, 14: 5, 13: 5, 11: 5, 15: 6}
"""By a mask of land edges."""
Edges = dict[tuple[Place, int], int]  # by place and side: whether there is land


def known_edges(body: SeaBody) -> tuple[list[Place], Edges]:
    """Undiscovered spaces, and those of their edges that are given."""
    board = board_of(body)
    spaces = [place for place, lands in board.items() if lands == "."]
    edges = {(place, side): required_edge(body, board, place, side) for place in spaces for side in range(4)}
    return spaces, {edge: int(land) for edge, land in edges.items() if land is not None}


def can_be_completed(body: SeaBody, supply: list[int]) -> bool:
    """Try every way to lay land or sea on the free edges."""
    spaces, fixed = known_edges(body)
    inner = [(place, side) for place in spaces for side in (1, 2) if (place, side) not in fixed]
    for choice in product((0, 1), repeat=len(inner)):
        land = dict(fixed)
        for (place, side), what in zip(inner, choice, strict=True):
            land[place, side] = land[beyond(place, side), (side + 2) % 4] = what
        used = [0] * 7
        for place in spaces:
            used[CLASS[sum(land[place, side] << side for side in range(4))]] += 1
        if all(used[cls] <= supply[cls] for cls in range(1, 7)):
            return True
    return False


@given(bodies(3), st.lists(st.sampled_from((0, 0, 1, 1, 2, 3, 9)), min_size=6, max_size=6))
def test_the_verification_agrees_with_brute_force(body: SeaBody, counts: list[int]) -> None:
    supply = [0, *counts]
    answer = complete(Facts(body), CancelToken(20), supply)
    assert (answer.filling is not None) == can_be_completed(body, supply)
    if answer.filling is not None:
        used = [0] * 7
        for mask in answer.filling.values():
            used[CLASS[mask]] += 1
        assert all(used[cls] <= supply[cls] for cls in range(1, 7))


@given(bodies(3), st.lists(st.integers(0, 2), min_size=6, max_size=6))
def test_the_reason_suffices(body: SeaBody, counts: list[int]) -> None:
    """With more tiles of the short classes than there are spaces the board can be completed, or others run short."""
    supply = [0, *counts]
    facts = Facts(body)
    answer = complete(facts, CancelToken(20), supply)
    assume(answer.filling is None)
    assert answer.short and answer.cells and set(answer.cells) <= set(facts.open)
    plenty = [count if cls in answer.short else 99 for cls, count in enumerate(supply)]
    assert complete(facts, CancelToken(20), plenty).filling is None, (
        "the classes named are enough for the contradiction"
    )


@given(bodies(4))
def test_a_filling_matches_everything_around_it(body: SeaBody) -> None:
    answer = complete(Facts(body), CancelToken(20), [0] + [99] * 6)
    assert answer.filling is not None
    wide = len(body.spaces[0])
    filling = {(cell % wide, cell // wide): mask for cell, mask in answer.filling.items()}
    spaces, fixed = known_edges(body)
    for place in spaces:
        for side in range(4):
            other = beyond(place, side)
            expected = fixed[place, side] if (place, side) in fixed else filling[other] >> (side + 2) % 4 & 1
            assert filling[place] >> side & 1 == expected


def test_kinds_with_equal_edges_are_pooled_and_bonus_tiles_do_not_count() -> None:
    tiles = (
        {"name": "bend", "shape": "aa..", "hidden": 1, "sorted": 2},
        {"name": "capes", "shape": ".ab.", "events": {}, "sorted": 3},
        {"name": "falls", "shape": "aaaa", "sorted": 2, "bonus": 5},
    )
    assert class_supply(Facts(sea("..", "..", tiles=tiles))) == [0, 0, 0, 6, 0, 0, 0]


def test_laid_tiles_come_out_of_the_sorted_ones() -> None:
    assert class_supply(Facts(sea("~.", "..")))[1] == 9


def test_a_board_that_can_be_completed_gives_no_problem() -> None:
    assert verify_completable(sea("...", "..."), CancelToken(20)) == []


def test_too_few_tiles_of_a_forced_class_are_named_with_their_spaces() -> None:
    tiles = tuple({**tile, "hidden": 0, "sorted": 0} if tile["name"] == "cove" else tile for tile in TILES)
    (problem,) = verify_completable(sea("╶.╴", ".╵.", tiles=tiles), CancelToken(20))
    assert problem.code == "board.incompletable" and problem.severity is Severity.WARNING
    assert problem.cells == (1,) and "B1" in problem.message and "class 5" in problem.message
    assert problem.fix is not None
    assert verify_completable(body_after(problem.fix, SeaBody), CancelToken(20)) == []


def test_a_board_with_mismatches_is_undecided() -> None:
    (problem,) = verify_completable(sea("┼.", ".."), CancelToken(20))
    assert (problem.code, problem.severity) == ("board.undecided", Severity.INFO)
    (problem,) = verify_completable(sea("....", "....", "....", "...."), CancelToken(0.0))
    assert (problem.code, problem.severity) == ("board.undecided", Severity.INFO), "without time"


def test_a_verification_stops_at_its_timeout() -> None:
    facts, supply = Facts(sea(*["." * 24] * 24)), [0, 96, 96, 96, 96, 96, 96]
    with pytest.raises(Cancelled):  # no time, no verdict
        complete(facts, CancelToken(0.0), supply)
    patient = complete(facts, CancelToken(60), supply)
    assert patient.filling is not None, "the same board is decided when there is time"


HARD = [0, 200, 20, 20, 20, 20, 297]  # a supply with which a solver would be at work for hours on 24 × 24


def test_a_verification_respects_its_timeout() -> None:
    facts, begun = Facts(sea(*["." * 24] * 24)), process_time()
    with pytest.raises(Cancelled):
        complete(facts, CancelToken(0.5), HARD)
    assert process_time() - begun < 0.5 * 1.2  # of the processor's time, which a busy machine does not lengthen


def test_a_solver_at_work_is_interrupted() -> None:
    facts, token = Facts(sea(*["." * 24] * 24)), CancelToken()
    timer = threading.Timer(0.1, token.cancel)
    timer.start()
    with pytest.raises(Cancelled):
        complete(facts, token, HARD)
    timer.join()


@pytest.mark.parametrize("border", ["open 0", "coast"])
def test_a_needed_tile_too_few_is_found_by_counting_land(border: str) -> None:
    # Nothing but capes fits a pair of spaces; with an odd number of land edges to go round it cannot work out.
    supply = [0, 0, 4, 0, 0, 0, 0] if border == "open 0" else [0, 0, 0, 0, 0, 3, 1]
    body = sea("..", "..", border=border)
    assert (complete(Facts(body), CancelToken(20), supply).filling is not None) == can_be_completed(body, supply)
