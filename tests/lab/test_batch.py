"""Many matches: the same for any number of workers, counted rightly, told in a table and as plain data."""

from __future__ import annotations

import json
import pickle
import statistics
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from studio.core.match import Match
from studio.documents.paths import shipped_layouts
from studio.games import load, slugs
from studio.lab import report
from studio.lab.batch import Batch, check_bots, default_workers, match_seed, play_batch, play_one
from studio.lab.play import bot_seed, make_bots, play_match
from studio.lab.tally import Result, Sample, Tally
from studio.opening import open_layout, playable_board


@cache
def plan(slug: str = slugs()[0], seats: int = 2, seed: int = 5) -> Batch:
    opened = open_layout(shipped_layouts(slug)[0])
    return Batch(slug, playable_board(opened), seats, opened.game.info.defaults(), ("random",) * seats, seed)


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    alone = list(play_batch(plan(), 23, workers=1))
    assert list(play_batch(plan(), 23, workers=2)) == alone
    assert len(alone) == 23
    assert len(set(alone)) > 20  # matches differ from each other


def test_a_match_of_a_batch_can_be_played_alone() -> None:
    results = list(play_batch(plan(), 4))
    assert play_one(plan(), 3) == results[3]
    seed = match_seed(plan().seed, 3)
    game = load(plan().slug)
    match = Match(game, plan().board, 2, plan().options, seed)
    bots = make_bots(plan().bots, seed)
    while not match.is_over:
        match.play(bots[match.state.to_move].choose(game, match.state, match.state.to_move))
    assert tuple(match.state.scores()) == results[3].points
    assert len(match.decisions()) == results[3].decisions


def test_another_seed_gives_other_matches() -> None:
    assert list(play_batch(plan(seed=6), 5)) != list(play_batch(plan(), 5))


def test_a_batch_stops_when_it_is_no_longer_wanted() -> None:
    answers = iter([True, True, False])
    assert len(list(play_batch(plan(), 50, wanted=lambda: next(answers)))) == 2
    assert list(play_batch(plan(), 50, workers=2, wanted=lambda: False)) == []


def test_bots_are_named_one_per_seat_or_one_for_all() -> None:
    assert check_bots(["greedy"], 3) == ("greedy",) * 3
    assert check_bots(["greedy", "random"], 2) == ("greedy", "random")
    with pytest.raises(ValueError, match="2 bots for 3 seats"):
        check_bots(["greedy", "random"], 3)
    with pytest.raises(ValueError, match='no bot "clever"'):
        check_bots(["clever"], 2)


def test_every_bot_has_luck_of_its_own() -> None:
    assert len({bot_seed(seed, seat) for seed in range(50) for seat in range(6)}) == 300
    assert default_workers() >= 1


def test_a_log_is_kept_when_wanted() -> None:
    game, it = load(plan().slug), plan()
    played = play_match(game, it.board, 2, it.options, make_bots(it.bots, 1), 1, keep_log=True)
    assert len(played.log) == played.decisions
    assert sum(len(drawn) for _action, drawn in played.log) + len(played.opening) == played.draws
    quick = play_match(game, it.board, 2, it.options, make_bots(it.bots, 1), 1)
    assert quick.log == ()
    assert (quick.decisions, quick.draws, quick.state.dump()) == (
        played.decisions,
        played.draws,
        played.state.dump(),
    )


def test_a_sample_agrees_with_the_textbook() -> None:
    values = [3, 9, 4, 4, 17, 0]
    sample = Sample()
    for value in values:
        sample.add(value)
    assert sample.mean == pytest.approx(statistics.mean(values))
    assert sample.deviation == pytest.approx(statistics.stdev(values))
    assert (sample.least, sample.most, sample.count) == (0, 17, 6)
    assert (Sample().mean, Sample().deviation) == (0.0, 0.0)


def test_a_tally_shares_shared_wins() -> None:
    tally = Tally(3)
    tally.add(Result((5, 5, 1), (0, 1), 10, 4))
    tally.add(Result((2, 7, 3), (1,), 20, 6))
    assert tally.wins == [0.5, 1.5, 0.0]
    assert (tally.matches, tally.shared) == (2, 1)
    assert tally.points[1].mean == 6.0
    assert tally.decisions.total == 30


def test_the_report_holds_every_figure() -> None:
    tally = Tally(2)
    tally.add(Result((50, 30), (0,), 300, 200))
    tally.add(Result((41, 45), (1,), 320, 210))
    data = report.plain(tally, ("greedy", "random"), 0.5)
    assert json.loads(json.dumps(data)) == data
    assert data["matches_per_second"] == 4.0
    assert data["decisions_per_second"] == 1240.0
    assert [seat["wins"] for seat in data["seats"]] == [1.0, 1.0]
    assert data["seats"][0]["points"] == {"mean": 45.5, "deviation": 6.364, "least": 41, "most": 50}
    assert data["length"]["mean"] == 310.0
    words = "\n".join(report.words(tally, ("greedy", "random"), 0.5, 2))
    for part in ("greedy", "random", "50.0 %", "45.5", "6.4", "4.0 matches/s", "310 ± 14", "2 at work"):
        assert part in words


def test_an_empty_report_divides_by_nothing() -> None:
    data = report.plain(Tally(2), ("random", "random"), 0.0)
    assert data["matches_per_second"] == 0.0
    assert data["seats"][0]["win_rate"] == 0.0


def test_columns_line_up() -> None:
    lines = report.table([("a", "b"), ("long word", "1"), ("x", "1000")])
    assert lines == ["a             b", "---------  ----", "long word     1", "x          1000"]


@pytest.mark.parametrize("slug", slugs())
def test_a_simulation_loads_neither_graphs_nor_documents_nor_windows(slug: str, tmp_path: Path) -> None:
    """A worker gets the built board and the plan; what it imports to play counts in every worker's start."""
    sent = tmp_path / "plan"
    sent.write_bytes(pickle.dumps(plan(slug)))  # as multiprocessing sends it
    code = """
import pickle, sys
from pathlib import Path
from studio.lab import batch
batch._receive(pickle.loads(Path(sys.argv[1]).read_bytes()))
print(len(batch._errand(0, 3)))
heavy = {name.split(".")[0] for name in sys.modules}
print(sorted(heavy & {"networkx", "msgspec", "PySide6", "shiboken6", "pysat", "platformdirs", "qtawesome"}))
print(sorted(name for name in sys.modules if name.startswith(("studio.documents", "studio.validation", "studio.gui"))))
"""
    done = subprocess.run([sys.executable, "-c", code, str(sent)], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["3", "[]", "[]", ""]
