"""The compiled chart: neighbours, border, needs, placements."""

from __future__ import annotations

from studio.seatiles.rules.chart import COAST, INNER, OPEN_0, OPEN_2, SHORE, Chart, cells_of

KINDS = [("sea", "....", 0), ("bend", "aa..", 0), ("fall", "aaaa", 5)]
# A1 B1 ##
# A2 B2 C2
VOID = [False, False, True, False, False, False]
RIM = [OPEN_0, SHORE, OPEN_2, COAST] * 6


def chart(laid: list[tuple[int, int, int]] | None = None) -> Chart:
    return Chart(3, 2, VOID, RIM, KINDS, laid or [])


def test_void_is_off_the_board() -> None:
    sea = chart()
    assert sea.near[1 * 4 + 1] == -1  # B1 east lies the void
    assert sea.rim[1 * 4 + 1] == SHORE
    assert sea.near[5 * 4 + 0] == -1
    assert sea.rim[5 * 4 + 0] == OPEN_0
    assert sea.near[0 * 4 + 1] == 1
    assert sea.rim[0 * 4 + 1] == INNER
    assert cells_of(sea.spaces) == [0, 1, 3, 4, 5]
    assert all(sea.near[2 * 4 + side] == -1 and sea.rim[2 * 4 + side] == INNER for side in range(4))


def test_border_asks_for_sea_or_land() -> None:
    sea = chart()
    assert sea.first_need[0] == 1 | 16 << 3  # open north, coast west
    assert sea.first_need[5] == 1 | 1 << 1 | 1 << 2  # open north, shore east, open south
    assert sea.coast_sides[0] == 8


def test_marks_tell_every_neighbour_what_it_must_be() -> None:
    sea = chart()
    assert set(sea.marks[4 << 4 | 0b0010]) == {(1, 1 << 2), (5, 16 << 3), (3, 1 << 1)}  # B2 with land in the east


def test_over_sea_leaves_by_sea_edges_only() -> None:
    assert set(chart().over_sea[4 << 4 | 0b0010]) == {1, 3}
    assert set(chart().over_sea[4 << 4]) == {1, 3, 5}


def test_every_class_has_a_kind_without_bonus() -> None:
    sea = chart()
    assert [kind.cls for kind in sea.kinds] == [1, 3, 6, 2, 4, 5, 6]
    assert [sea.class_kinds[cls][0] for cls in range(1, 7)] == [0, 3, 1, 4, 5, 6]
    assert 2 not in sea.class_kinds[6]


def test_placement_of_names_the_look_of_a_turn() -> None:
    sea = chart([(4, 1, 5)])
    ((cell, placement),) = sea.laid
    assert (cell, sea.placements[placement].edges, sea.placements[placement].turn) == (4, 0b0110, 1)
    assert len({sea.placement_of[2][turn] for turn in range(4)}) == 1


def test_fits_match_all_edges() -> None:
    sea = chart()
    bends = [sea.placements[p] for p in sea.fits[1][1 << 0 | 16 << 1]]  # sea in the north, land in the east
    assert [one.edges for one in bends] == [0b0110]
    assert sea.fits[0][16] == ()
    assert len(sea.fits[1][0]) == 4


def test_no_start_behind_a_laid_land_edge() -> None:
    sea = chart([(5, 2, 0)])
    assert not sea.open_upto[2] >> 5 & 1
    assert chart().open_upto[2] >> 5 & 1
    assert cells_of(chart().open_upto[0]) == [0, 1, 5]
