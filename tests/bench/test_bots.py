"""The benchmark of bots plays the pairs and reports missed goals."""

from __future__ import annotations

import pytest

from studio.games import slugs
from studio.lab.run import Experiment, Run
from tests.bench import bots as bench, turns


def test_each_requested_pair_has_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--games", slugs()[0], "--matches", "2", "--workers", "1"]
    assert bench.main([*words, "--pairs", "greedy>random"]) == 0
    head, _line, row = capsys.readouterr().out.splitlines()
    assert head.startswith("game") and "greedy > random" in row
    assert " 2  100.0 %" in row and row.count("met") == 1 and "not sure" in row, "two matches are not enough"


def test_missed_targets_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    found = bench.row(slugs()[0], "random", "greedy", 0.5, 1, 1)
    assert found[3] == "0.0 %" and found[6] == "MISSED, not sure"


@pytest.mark.long
def test_matches_of_another_seed_can_be_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = []

    def noted(experiment: Experiment) -> Run:
        questions.append(experiment.seed)
        return Run(experiment)

    monkeypatch.setattr(bench, "Run", noted)
    for text in ([], ["--seed", "3"]):
        bench.main(["--games", slugs()[0], "--matches", "1", "--workers", "1", "--pairs", "greedy>random", *text])
    assert questions == [0, 3]


def test_pairs_may_name_limits_and_keep_the_goals_of_their_kinds() -> None:
    assert bench.asked("greedy>random,mcts:60>planner,planner:2s>planner:0.5s") == [
        ("greedy", "random", 0.95),
        ("mcts:60", "planner", 0.55),
        ("planner:2s", "planner:0.5s", 0.5),
    ]


def test_turns_of_two_bots_are_set_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert turns.main(["--games", slugs()[0], "--turns", "3", "--bots", "greedy,random,greedy"]) == 0
    _blank, title, head, _line, usual, chance, same = capsys.readouterr().out.splitlines()
    assert title.endswith(", 3 turns") and head.startswith("bot ") and "more than greedy" in head
    assert usual.split()[:-1] == ["greedy", *2 * ["+0.00", "±", "0.00", "0", "0"]] == same.split()[:-1]
    assert chance.split()[0] == "random" and chance.split()[1].startswith("-"), "luck is the same, skill is not"


def test_a_turn_that_came_to_more_is_better() -> None:
    one, usual = turns.Turns([1.0, 2.0, 6.0], [2.0, 2.0, 2.0], 0.25), turns.Turns([1.0, 3.0, 1.0], [1.0, 1.0, 1.0], 0.5)
    assert turns.row("one", one, usual) == ("one", "+1.33", "± 1.86", "1", "1", "+1.00", "± 0.00", "3", "0", "250.0")
