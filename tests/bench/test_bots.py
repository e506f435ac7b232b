"""The bench of bots: it plays what it says, and tells what was missed."""

from __future__ import annotations

import pytest

from studio.games import slugs
from tests.bench import bots as bench


def test_a_row_for_every_pair_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--games", slugs()[0], "--matches", "2", "--workers", "1"]
    assert bench.main([*words, "--pairs", "greedy>random"]) == 0
    head, _line, row = capsys.readouterr().out.splitlines()
    assert head.startswith("game") and "greedy > random" in row
    assert " 2  100.0 %" in row and row.count("met") == 1 and "not sure" in row, "two matches are not enough"


def test_what_is_missed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = bench.row(slugs()[0], "random", "greedy", 0.5, 1, 1)
    assert found[3] == "0.0 %" and found[6] == "MISSED, not sure"


def test_pairs_may_name_limits_and_keep_the_goals_of_their_kinds() -> None:
    assert bench.asked("greedy>random,mcts:60>planner,planner:2s>planner:0.5s") == [
        ("greedy", "random", 0.95),
        ("mcts:60", "planner", 0.55),
        ("planner:2s", "planner:0.5s", 0.5),
    ]
