"""What is measured of a sea: reach, sides, sectors, needs and closings, against networkx and brute force."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import networkx as nx
from hypothesis import given, strategies as st

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.form import Survey, Table
from studio.core.picture import edge_target
from studio.seatiles.body import Laid, SeaBody, contents
from studio.seatiles.checks.measure_facts import (
    FAR,
    NEVER,
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
from tests.seatiles.sea_bodies import TILES, bodies, sea

SIDES = ("north", "east", "south", "west")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
Place = tuple[int, int]
Board = dict[Place, str]
"""By place: "." for an undiscovered space, else the lands of the tile as it lies; void spaces are not there."""


def board_of(body: SeaBody) -> Board:
    shapes = {kind.name: kind.shape for kind in body.tiles}
    found: Board = {}
    for number, content in enumerate(contents(body)):
        place = (number % len(body.spaces[0]), number // len(body.spaces[0]))
        if isinstance(content, Laid):
            shape = shapes[content.tile]
            found[place] = "".join(shape[(side - content.turn) % 4] for side in range(4))
        elif content == ".":
            found[place] = "."
    return found


def rim(body: SeaBody, place: Place, side: int) -> str:
    """What an outer edge is."""
    name = f"{'ABCDEFGHIJKLMNOPQRSTUVWX'[place[0]]}{place[1] + 1} {SIDES[side]}"
    border = (body.border.north, body.border.east, body.border.south, body.border.west)
    return body.edges.get(name, border[side])


def beyond(place: Place, side: int) -> Place:
    return place[0] + STEPS[side][0], place[1] + STEPS[side][1]


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


@given(bodies(6))
def test_sides_share_the_spaces_out_among_those_that_are_cheapest(body: SeaBody) -> None:
    facts, wide = Facts(body), len(body.spaces[0])
    reaches = {one: compute_reach(facts, [(cell, one.toll) for cell, _side in one.edges], 1, NEVER_CANCELLED)
               for one in stretches(facts)}  # fmt: skip
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


def test_a_dear_side_is_nobodys_cheapest() -> None:
    body = sea(*["...."] * 3, border={"north": "open 2", "east": "shore", "south": "open 0", "west": "shore"})
    facts = Facts(body)
    reaches = {one: compute_reach(facts, [(cell, one.toll) for cell, _side in one.edges], 1, NEVER_CANCELLED)
               for one in stretches(facts)}  # fmt: skip
    north, south = sides(facts, reaches)
    assert (north.stretch.side, north.tiles, north.gold) == (0, 2.0, 4.0)
    assert (south.stretch.side, south.tiles, south.gold) == (2, 2.0, 2.0)
    assert len(south.nearest) == 12 and north.nearest == (0, 1, 2, 3), "the first row costs 3 gold from either side"


def test_sectors_tell_harbours_tolls_and_bonuses() -> None:
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
def test_needs_count_the_box_without_what_lies_and_without_bonus_tiles(body: SeaBody) -> None:
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
    for side in range(4):
        other = board.get(beyond(place, side))
        if other is None:
            if (rim(body, place, side) == "coast") != (shape[side] != "."):
                return False
        elif other != "." and (other[(side + 2) % 4] == ".") != (shape[side] == "."):
            return False
    return True


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
    """Seas with islands and few spaces to try tiles on."""
    body = draw(bodies(4))
    board = board_of(body)
    if sum(lands == "." for lands in board.values()) > 5:
        rows, left = [], 5
        for row in body.spaces:
            symbols = ""
            for symbol in row:
                left -= symbol == "."
                symbols += "#" if symbol == "." and left < 0 else symbol
            rows.append(symbols)
        from msgspec.structs import replace

        body = replace(body, spaces=tuple(rows), edges={})
    return body


@given(small_seas())
def test_closings_are_the_fewest_tiles_of_all_that_can_be_tried(body: SeaBody) -> None:
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


def test_a_closing_uses_what_the_box_has() -> None:
    drawn = ("....", ".┼..", "....")
    (island,) = find_closings(Facts(sea(*drawn, tiles=few(inland=1, cape=4))), NEVER_CANCELLED)
    assert (island.tiles, len(island.ends), island.cells) == (4, 4, (5,))
    (island,) = find_closings(Facts(sea(*drawn, tiles=few(inland=1, cape=3, strait=1))), NEVER_CANCELLED)
    assert island.tiles == 4, "a strait's other bank stays open"
    (island,) = find_closings(Facts(sea(*drawn, tiles=few(inland=1, cape=5, bend=1))), NEVER_CANCELLED)
    assert island.tiles == 4
    (island,) = find_closings(Facts(sea(*drawn, tiles=few(inland=1, cape=2, bend=3))), NEVER_CANCELLED)
    assert island.tiles == 5, "a bend on either side of a corner"
    (island,) = find_closings(Facts(sea(*drawn, tiles=few(inland=1, cape=3))), NEVER_CANCELLED)
    assert island.tiles == NEVER


def surveyed(body: SeaBody, target: int = -1) -> Survey:
    return survey_sea(body, target, CostTerms(tile=1, purse=2), NEVER_CANCELLED)


def table(survey: Survey, title: str) -> Table:
    return next(one for one in survey.tables if one.title == title)


NECK = sea("....#....", "....#....", ".........", "....#....", border="shore",
           edges={f"A{row} west": "open 2" for row in (1, 2, 3, 4)})  # fmt: skip


def test_a_neck_is_a_narrow_with_what_lies_behind_it() -> None:
    survey = surveyed(NECK)
    rows = table(survey, "Narrows").rows
    assert [row.cells for row in rows] == [("D3", "17"), ("E3", "16"), ("F3", "15")]
    assert rows[1].targets == (22,)
    assert next(one.value for one in survey.overlays if one.key == "narrows") == "3"


def test_it_is_measured_from_all_edges_that_face_one_way_for_one_toll() -> None:
    survey = surveyed(NECK)
    assert survey.target == -1 and [text for _target, text in survey.choices] == [
        "from all sides", "from west · toll 2"]  # fmt: skip
    west = survey.choices[1][0]
    assert west == edge_target(0, 3) and surveyed(NECK, west).target == west
    assert surveyed(NECK, edge_target(18, 3)).target == west, "an edge stands for its like"
    assert surveyed(NECK, edge_target(0, 0)).target == -1, "no ship comes in at a shore"
    assert surveyed(NECK, 7).target == -1
    assert surveyed(NECK, west).caption == "From west · toll 2: at most 13 gold and 11 tiles, to I1"


def test_where_nothing_is_left_and_where_nothing_is_reached_is_said() -> None:
    assert surveyed(sea("~~", "~~")).caption == "Nothing is left to discover"
    assert surveyed(sea("..", "..", border="shore")).caption == "From all sides: no space to discover can be reached"


def test_reach_tells_what_a_first_purse_does_not_pay_for_and_what_no_ship_reaches() -> None:
    drawn = sea("...~.", "...~.", border={"north": "shore", "east": "shore", "south": "shore", "west": "open 0"})
    rows = {row.cells[0]: row for row in table(surveyed(drawn), "Reach").rows}
    assert rows["Beyond a first purse of 2 gold"].cells[1] == "4 spaces", "two of them behind sea that lies"
    assert "Out of reach of every ship" not in rows
    walled = sea("..─..", "..─..", border={"north": "shore", "east": "shore", "south": "shore", "west": "open 0"})
    rows = {row.cells[0]: row for row in table(surveyed(walled), "Reach").rows}
    assert rows["Out of reach of every ship"].targets == (3, 4, 8, 9)


def test_fairness_says_what_its_figures_mean() -> None:
    body = sea(*["...."] * 3, border={"north": "open 2", "east": "shore", "south": "open 0", "west": "shore"})
    found = table(surveyed(body), "Fairness of the sides")
    assert "2.0 gold from the south and 4.0 from the north" in found.note and "2.0 gold apart" in found.note
    same = table(surveyed(sea(*["...."] * 4)), "Fairness of the sides")
    assert same.note == "A space costs the same from every side, on the mean: 2.5 gold."


def test_the_box_is_held_against_the_board() -> None:
    found = table(surveyed(sea("....", "....", tiles=few(sea=2, cape=2))), "The box and the board")
    assert found.note == "4 tiles for 8 spaces: 4 are missing." or "too few" in found.note
    assert [row.cells[3:] for row in found.rows[:2]] == [("0", "2"), ("0", "2")]
