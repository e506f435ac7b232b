"""A tournament: who won how often is counted right, whoever sits where, and its table says it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.run import Run, make_side
from studio.lab.series import Tournament, cross_table, tournament_data
from studio.services.loading import load_layout
from tests.cli.test_commands import refused, run

LAYOUT = shipped_layouts(slugs()[0])[0]
BOTS = ("random", "greedy")


def played(bots: Sequence[str], seats: int, count: int) -> Tournament:
    one = Tournament(make_side(load_layout(LAYOUT), seats), seats, tuple(bots), count, seed=3, workers=1)
    for a, b, experiment in one.pairs():
        work = Run(experiment)
        work.finish()
        one.add_results(a, b, work.results[0])
    return one


@pytest.mark.long
def test_the_table_adds_up_to_the_matches_played() -> None:
    one = played(BOTS, 2, 4)
    assert one.matches == [[0, 4], [4, 0]]
    assert one.wins[0][1] + one.wins[1][0] == pytest.approx(4)
    assert one.wins[1][0] >= 3, "greedy beats random in both seats"
    told = tournament_data(one)
    assert [bot["bot"] for bot in told["bots"]] == list(BOTS) and told["bots"][0]["elo"]["value"] == 1000
    assert told["bots"][1]["elo"]["value"] > 1000
    (pair,) = told["pairs"]
    assert pair["matches"] == 4 and pair["win_rate"]["value"] <= 0.25 < pair["win_rate"]["high"]
    head, first, second = cross_table(one)
    assert head[1:3] == BOTS and first[1] == second[2] == "·" and "±" in second[3]


@pytest.mark.long
def test_two_bots_share_a_larger_table_in_halves() -> None:
    one = played(BOTS, 4, 8)
    assert one.wins[0][1] + one.wins[1][0] == pytest.approx(8)
    assert one.wins[1][0] >= 7


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("tournament", str(LAYOUT), "--bots", "random,greedy", "--matches", "2", "--workers", "1", "--seed", "3")
    code, out, _err = run(capsys, *words)
    lines = out.splitlines()
    assert code == 0 and "2 matches, 2 seats, seed 3" in lines[0]
    assert lines[2].split()[-3:] == ["random", "greedy", "Elo"] and lines[4].split()[-1] == "1000"
    data = json.loads(run(capsys, *words, "--json")[1])
    assert data["pairs"][0]["matches"] == 2 and data["seats"] == 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--bots", "greedy"), "two bots or more"),
        (("--bots", "greedy,greedy"), "each of another name"),
        (("--bots", "greedy,oracle"), 'no bot "oracle"'),
        (("--bots", "greedy,mcts:soon"), "a number of steps or of seconds, as in mcts:400 or mcts:2s"),
        (("--bots", "greedy,random", "--seats", "3"), "an even number of seats"),
        (("--bots", "greedy,random", "--seats", "40"), "not 40"),
    ],
)
def test_bad_words_are_refused(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], reason: str) -> None:
    assert reason in refused(run(capsys, "tournament", str(LAYOUT), *words))
