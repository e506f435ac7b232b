"""Narrow places: found where few spaces lead into the heart of a sector, by trying all of them here."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given

from studio.seatiles.body import SeaBody
from studio.seatiles.checks import MAX_WIDTH, chokepoints
from studio.seatiles.facts import Facts
from tests.seatiles.sea_bodies import bodies, sea

HARBOURS = {"C1 north": "open 0", "D1 north": "open 1"}


def test_two_harbours_are_a_gate() -> None:
    (problem,) = chokepoints(Facts(sea(*["......"] * 5, border="shore", edges=HARBOURS)))
    assert problem.code == "space.gate" and problem.cells == (2, 3)
    assert "C1, D1" in problem.message


def test_a_neck_of_the_sea_is_a_gate() -> None:
    (problem,) = chokepoints(
        Facts(sea("......", "##..##", "......", "......", "......", border="shore", edges={"A1 west": "open 0"}))
    )
    assert problem.cells in ((0,), (1,)), "one harbour is narrower than the neck"
    wide = sea("......", "##..##", "......", "......", "......", border={
        "north": "open 0", "east": "shore", "south": "shore", "west": "shore"},
        edges={f"{c}3 north": "shore" for c in "ABEF"})  # fmt: skip
    (neck,) = chokepoints(Facts(wide))
    assert neck.cells == (8, 9)


def test_an_open_sea_has_no_gate() -> None:
    assert list(chokepoints(Facts(sea(*["......"] * 5)))) == []


def test_discovered_sea_is_no_gate_for_it_stays_open() -> None:
    body = sea("......", "##~~##", "......", "......", "......", border={
        "north": "open 0", "east": "shore", "south": "shore", "west": "shore"},
        edges={f"{c}3 north": "shore" for c in "ABEF"})  # fmt: skip
    assert [problem.cells for problem in chokepoints(Facts(body))] == [(14, 15)], (
        "the spaces south of the strait are it"
    )


def ships_reach(body: SeaBody, lost: set[int]) -> set[int]:
    """The undiscovered spaces that ships reach when some are lost, step by step over the board."""
    facts = Facts(body)
    found: set[int] = set()
    ahead = [cell for cell in facts.starts if cell not in lost]
    while ahead:
        cell = ahead.pop()
        if cell in found:
            continue
        found.add(cell)
        shape = facts.shapes[cell]
        for side in range(4):
            other = facts.neighbors[cell * 4 + side]
            if other < 0 or other in lost or (shape and shape[side] != "."):
                continue
            beyond = facts.shapes[other]
            if not beyond or beyond[(side + 2) % 4] == ".":
                ahead.append(other)
    return found & set(facts.open)


@given(bodies(5))
def test_a_gate_closes_off_more_than_itself_and_none_is_narrower(body: SeaBody) -> None:
    everything = ships_reach(body, set())
    for problem in chokepoints(Facts(body)):
        assert len(problem.cells) <= MAX_WIDTH
        kept = ships_reach(body, set(problem.cells))
        closed = everything - kept - set(problem.cells)
        assert len(closed) > MAX_WIDTH
        for many in range(len(problem.cells)):
            for fewer in combinations(sorted(everything), many):
                lost = everything - ships_reach(body, set(fewer)) - set(fewer)
                assert not lost >= closed - set(fewer) or not closed - set(fewer)
