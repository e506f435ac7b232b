"""The fairness passport: which runs a cell adds up, how sure it is, and what is said about it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import ceil, floor, log
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest

from studio import __version__
from studio.core.game import Json
from studio.lab.passport.charts import cell_chart, fun_chart, funnel_chart, seal_parts, sheet, shown_seat
from studio.lab.passport.data import BOTS, Passport, conditions, make_passport, pool
from studio.lab.report.charts import Figure
from studio.lab.report.data import VERSION
from studio.lab.result_store import StoredResult
from studio.lab.verdict import RateSequence, Verdict, fairness_data, sequence_of

PLANNED = {"rotated": True, "stop": {"rule": "matches", "count": 9}, "tallies": [], "level": 0.95, "opening_plies": 0}


def moment(minute: int) -> str:
    return f"2026-11-28T{minute // 60:02}:{minute % 60:02}:00.000000+00:00"


def stored(
    wins: Sequence[float], seed: int = 0, *, start: int = 0, end: int = 1, trace: Sequence[Json] = (), **other: Any
) -> StoredResult:
    """A run with these wins by seat that went on from minute to minute; `other`: bots, options, program."""
    seats, matches = len(wins), round(sum(wins))
    rates = [RateSequence(seats) for _seat in wins]
    for rate, won in zip(rates, wins, strict=True):
        rate.matches, rate.wins = matches, won
        if matches:
            rate.narrow()
    side = {
        "hash": "b" * 12,
        "options": other.get("options", {}),
        "matches": matches,
        "seats": [{"wins": won} for won in wins],
        "fairness": fairness_data(rates, 0.03),
        "trace": [*trace],
        "course": {"matches": 0},
    }
    bots = other.get("bots", ["random"] * seats)
    return StoredResult(
        {
            "version": VERSION,
            "program": other.get("program", __version__),
            "game": "goldland",
            "seed": seed,
            "experiment": {"seats": seats, "bots": bots, **PLANNED},
            "state": "finished",
            "matches": matches,
            "sides": [side],
            "run": {"started": moment(start)},
        },
        (),
        1,
        moment(end),
    )


def passport(*history: StoredResult, seats: Sequence[int] = (2, 3), options: Json = None) -> Passport:
    options = options or {}
    how = conditions("b" * 12, options, {"seats": 2, "bots": ["random"], **PLANNED})
    return make_passport(("Strait", "b" * 12, "goldland"), seats, options, how, history)


def even(seats: int, matches: int) -> list[float]:
    return [matches / seats] * seats


def bounds(wins: float, matches: int, seats: int) -> tuple[float, float]:
    """The interval of a rate after one look at its matches, by scipy."""
    from scipy.optimize import brentq
    from scipy.special import betaln, xlog1py, xlogy

    fair = 1 / seats
    weight = fair * (1 - fair) / 0.05**2
    a, b = weight * fair, weight * (1 - fair)
    evidence = betaln(a + wins, b + matches - wins) - betaln(a, b) - log(20 * (1 if seats == 2 else seats))

    def excess(rate: float) -> float:
        return float(evidence - xlogy(wins, rate) - xlog1py(matches - wins, -rate))

    return brentq(excess, 1e-12, wins / matches), brentq(excess, wins / matches, 1 - 1e-12)


def test_runs_with_different_seeds_are_added_up() -> None:
    (first, second), course = pool([stored([520, 480]), stored([260, 240], 1, start=2, end=3)], 2)
    assert (first.matches, first.wins, second.wins) == (1500, 780, 720)
    looks = [bounds(520, 1000, 2), bounds(780, 1500, 2)]
    assert first.low == pytest.approx(max(low for low, _high in looks), abs=1e-8)
    assert first.high == pytest.approx(min(high for _low, high in looks), abs=1e-8)
    assert [point.matches for point in course] == [1000, 1500]
    assert course[-1].offsets[0] == pytest.approx((0.02, first.low - 0.5, first.high - 0.5))


def test_a_seed_counts_once_with_its_longest_run() -> None:
    runs = [
        stored([60, 40]),
        stored([520, 480], start=2, end=3),
        stored([5, 5], start=4, end=5),
        stored([9, 1], 7, start=6, end=7),
    ]
    (first, _second), course = pool(runs, 2)
    assert (first.matches, first.wins) == (1010, 529)
    assert [point.matches for point in course] == [100, 1000, 1000, 1010]


def test_the_order_of_reading_does_not_matter() -> None:
    runs = [stored([300, 200], seed, start=2 * seed, end=2 * seed + 1) for seed in range(4)]
    assert pool(runs, 2)[1] == pool(runs[::-1], 2)[1]


def test_a_run_resumed_after_the_start_of_another_counts_from_their_common_end() -> None:
    early, late = stored([560, 440], 0, start=0, end=9), stored([240, 260], 1, start=2, end=3)
    (first, _second), course = pool([early, late, stored([50, 50], 2, start=10, end=11)], 2)
    assert [point.matches for point in course] == [1500, 1600], "nobody knows how far the first run was at minute 2"
    assert first.low == pytest.approx(max(bounds(800, 1500, 2)[0], bounds(850, 1600, 2)[0]), abs=1e-8)


def test_the_course_of_a_run_narrows_the_interval_for_good() -> None:
    trace = [{"matches": 400, "wins": [248, 152]}, {"matches": 440, "wins": [268, 172]}]
    (first, _second), course = pool([stored([520, 480], trace=trace)], 2)
    assert [point.matches for point in course] == [400, 440, 1000]
    assert first.low == pytest.approx(bounds(248, 400, 2)[0], abs=1e-8)
    assert first.low > bounds(520, 1000, 2)[0], "than one look at the end"
    (again, _other), course = pool([stored([20, 20]), stored([520, 480], trace=trace, start=2, end=3)], 2)
    assert again.low == pytest.approx(first.low, abs=1e-8)
    assert [point.matches for point in course] == [40, 400, 440, 1000]


def test_only_runs_played_in_the_same_way_count() -> None:
    own = stored([50, 50])
    others = [
        stored([90, 10], 1, options={"own_harbour": True}),
        stored([90, 10], 1, program="0.0.1"),
        stored([90, 10], 1, bots=["random", "greedy"]),
        stored([90, 10], 1, bots=["planner:40", "planner:40"]),
        stored([90, 10], 1),
        stored([90, 10], 1),
    ]
    others[-1].report["sides"][0]["hash"] = "c" * 12
    others[-2].report["experiment"]["selected"] = True  # the fairest of some candidates
    found = passport(own, *others)
    assert found.matches == 100 and found.cells[2, "random"].matches == 100
    assert [found.is_counted(run) for run in found.history] == [True, *[False] * 6]
    apart = passport(own, *others, options={"own_harbour": True})
    assert apart.matches == 100 and apart.cells[2, "random"].sequences[0].wins == 90


def test_cells_are_fair_not_fair_open_or_not_measured() -> None:
    found = passport(stored(even(2, 4000)), stored([2000, 4000, 4000]), stored([3, 3], bots=["greedy"] * 2))
    assert set(found.cells) == {(seats, bot) for seats in (2, 3) for bot in BOTS}
    fair, unfair, still = found.cells[2, "random"], found.cells[3, "random"], found.cells[2, "greedy"]
    assert [cell.verdict for cell in (fair, unfair, still)] == [Verdict.FAIR, Verdict.UNFAIR, Verdict.OPEN]
    low, high = bounds(2000, 4000, 2)
    assert fair.state_text() == f"fair ± {ceil(1000 * max(0.5 - low, high - 0.5)) / 10}"
    low, high = bounds(2000, 10_000, 3)
    shown = floor(100 * (low - 1 / 3)), ceil(100 * (high - 1 / 3))
    assert unfair.bounds() == shown and unfair.state_text() == f"not fair: −{-shown[0]} to −{-shown[1]} %"
    assert unfair.finding_text() == f"Seat 1 wins {-shown[1]} to {-shown[0]} % less than its fair share."
    assert unfair.spoken_text() == f"3 seats, Random: not fair. {unfair.finding_text()} 10,000 matches."
    assert found.cells[3, "mcts"].state_text() == "not measured"
    assert found.cells[3, "mcts"].spoken_text() == "3 seats, Tree search: not measured."
    assert fair.decided_at == 4000 and still.decided_at is None
    needed = found.cells[3, "mcts"].needed
    assert needed is not None and 2000 < needed < 6000


def lines(*history: StoredResult, seats: Sequence[int] = (2, 3, 4)) -> list[str]:
    return [line.text for line in passport(*history, seats=seats).verdict_lines()]


def normal(wins: Sequence[float], bot: str = "planner", **other: Any) -> StoredResult:
    return stored(wins, bots=[bot] * len(wins), **other)


def test_the_verdict_names_normal_then_the_worst_then_what_is_open() -> None:
    assert lines() == ["No matches measured yet."]
    assert lines(normal([5, 5])) == ["Still open for 2 seats with Planner bots.", "Not measured: 3 and 4 seats."]
    fair, biased = normal(even(2, 5000)), normal([4000, 3000, 3000])
    assert lines(fair, biased, normal([3, 3, 3, 3])) == [
        "Fair within ± 3 % for 2 seats with Planner bots.",
        "3 seats with Planner bots: not fair. Seat 1 wins 4 to 9 % more than its fair share.",
        "Still open: 4 seats.",
    ]
    worse = normal([9000, 500, 500], "greedy")
    found = lines(fair, biased, worse, normal([4000, 2000, 2000, 2000]))
    assert found[1].startswith("4 seats with Planner bots: not fair. Seat 1 wins"), "of the verdict's bots comes first"
    assert found[2] == "Also not fair with Planner bots: 3 seats. Also not fair with Easy bots: 3 seats."
    assert lines(worse, seats=[3])[1] == "Not measured with Planner bots."


def test_a_fair_verdict_is_never_only_a_difference_that_was_not_found() -> None:
    for matches in (2, 50, 900):
        assert passport(normal(even(2, matches)), seats=[2]).verdict_lines()[0].verdict is Verdict.OPEN


def test_the_verdict_is_decided_when_no_cell_of_its_bot_is_open() -> None:
    fair, easy = normal(even(2, 5000)), normal([5, 5], "greedy")
    assert passport(fair, easy, seats=[2]).sealed == "2026-11-28", "the date of its last run"
    assert not passport(fair, easy, seats=[2, 3]).sealed and not passport(normal([5, 5]), seats=[2]).sealed


def test_the_side_file_names_its_board() -> None:
    found = passport(normal(even(2, 5000)), stored([1, 0], program="0.1")).to_data()
    assert (found["layout"], found["hash"], found["format"]) == ("Strait", "b" * 12, "studio.passport")
    (cell,) = found["cells"]
    assert (cell["seats"], cell["bot"], cell["verdict"], cell["matches"]) == (2, "planner", "fair", 5000)
    assert [run["counted"] for run in found["runs"]] == [True, False]


def drawn(figure: Figure) -> list[Element]:
    """The elements of a chart, all of whose coordinates are inside it."""
    elements = [*fromstring(figure.to_svg()).iter()]
    for element in elements:
        for name, most in (("x", figure.width), ("cx", figure.width), ("y", figure.height), ("cy", figure.height)):
            assert -1 <= float(element.get(name, 0)) <= most + 1, element.attrib
    return elements


def texts(figure: Figure) -> list[str]:
    return [element.text or "" for element in drawn(figure) if element.tag.endswith("text")]


def test_cells_and_courses_are_drawn_within_their_bounds() -> None:
    trace = [{"matches": 500, "wins": [100, 200, 200]}, {"matches": 2000, "wins": [400, 800, 800]}]
    found = passport(
        stored(even(2, 4000)), stored([2000, 4000, 4000], trace=trace), stored([3, 3], bots=["greedy"] * 2)
    )
    for cell in found.cells.values():
        drawn(cell_chart(cell)), drawn(cell_chart(cell, 110, 50)), drawn(funnel_chart(cell, shown_seat(cell)))
    fair, unfair, still = found.cells[2, "random"], found.cells[3, "random"], found.cells[2, "greedy"]
    assert texts(cell_chart(fair)) == [fair.state_text(), "4,000"]
    assert texts(cell_chart(unfair, 260)) == [unfair.state_text(), "10,000"]
    assert texts(cell_chart(unfair, 130)) == ["−16 to −11 %"], "where there is little room"
    assert texts(cell_chart(found.cells[3, "mcts"], has_button=True)) == []
    assert shown_seat(unfair) == 0
    assert unfair.decided_at == 500 and "not fair from match 500" in texts(funnel_chart(unfair, 0))
    assert not any("from match" in text for text in texts(funnel_chart(still, 0)))
    board = b"\x89PNG" + bytes(12) + (400).to_bytes(4) + (100).to_bytes(4)
    (image,) = (element for element in drawn(sheet(found, board)) if element.tag.endswith("image"))
    assert float(image.get("width", 0)) == pytest.approx(4 * float(image.get("height", 0)), rel=0.01), "not stretched"


def test_the_seal_has_the_date_or_is_an_outline() -> None:
    assert len(seal_parts(50, 50, 48, "")) == 1
    letters = texts(Figure(100, 100, "", seal_parts(50, 50, 48, "2026-11-28")))
    assert "".join(letters).startswith("EXPLORER STUDIO · 2026-11-28")


def test_measures_of_play_are_compared_with_the_base_board() -> None:
    def course(value: float) -> Json:
        interval = {"value": value, "low": value - 0.02, "high": value + 0.02}
        return {"matches": 500, "measures": {"drama": interval, "lead_changes": interval}}

    figure = fun_chart(course(0.38), course(0.2))
    assert "more than 20 %" in texts(figure) and "38 %" in texts(figure)
    assert [mark.text.partition(":")[0] for mark in figure.marks] == ["Drama", "Lead changes"]
    assert "base board not measured" in texts(fun_chart(course(0.38), None))


def simulated(rate: float, seats: int, stream: random.Random) -> tuple[bool, bool]:
    """Whether the true rate of seat 1 is ever excluded while somebody plays run after run and looks all the time.

    First by the pooled interval, then by intersecting the intervals of the runs, each of which is valid alone. A run
    may have the seed of an earlier one and be longer, or be an earlier one that goes on.
    """
    played: dict[int, list[bool]] = {}
    history: dict[int, StoredResult] = {}
    alone = [RateSequence(seats)]
    for step in range(24):
        seed = stream.choice([step, step, step, *played])
        own = played.setdefault(seed, [])
        longer = len(own) + stream.choice((300, 1000, 3000))
        own += [stream.random() < rate for _match in range(longer - len(own))]
        counts = [*(50 * 2**power for power in range(9) if 50 * 2**power < longer), longer]
        wins = [[sum(own[:count]), *[(count - sum(own[:count])) / (seats - 1)] * (seats - 1)] for count in counts]
        alone += [sequence_of(few[0], count, seats) for few, count in zip(wins, counts, strict=True)]
        trace = [{"matches": count, "wins": few} for few, count in zip(wins, counts, strict=True)]
        before = next((place for place, run in history.items() if run.report["seed"] == seed), step)
        start = before if stream.random() < 0.3 else step  # of the run that goes on, or of a new one
        history[start] = stored(wins[-1], seed, start=2 * start, end=2 * step + 1, trace=trace[:-1])
    low, high = max(one.low for one in alone), min(one.high for one in alone)
    (first, *_others), _course = pool([*history.values()], seats)
    return not first.low <= rate <= first.high, not low <= rate <= high


@pytest.mark.long
@pytest.mark.parametrize(("seats", "offset"), [(2, 0.0), (2, 0.03), (4, 0.0), (4, -0.03)])
def test_repeated_runs_mislead_in_at_most_5_percent(seats: int, offset: float) -> None:
    stream, runs = random.Random(seats), 200
    found = [simulated(1 / seats + offset, seats, stream) for _run in range(runs)]
    share = 0.05 if seats == 2 else 0.05 / seats
    assert sum(wrong for wrong, _alone in found) <= share * runs + 3.1 * (share * runs) ** 0.5
    assert sum(alone for _wrong, alone in found) > sum(wrong for wrong, _alone in found), "errors of runs add up"
