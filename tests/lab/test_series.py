"""Skill ladders and tournaments."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from studio.documents.paths import layouts_dir, shipped_layouts
from studio.games import slugs
from studio.lab import series
from studio.lab.report.export import csv_bytes
from studio.lab.report.text import skill_sentences, skill_trace_text
from studio.lab.results import Score
from studio.lab.run import Run, make_side
from studio.lab.series import Ladder, Rung, Tournament, base_side, cross_table, ladder_bots, tournament_data
from studio.services.loading import load_layout
from tests.helpers import Cli
from tests.lab.tables import Stumped, side

SMALLEST = layouts_dir() / "_template" / "between_hedges.json"
BASE, OTHER = (str(path) for path in shipped_layouts(slugs()[0])[:2])
COMMAND = ("simulate", OTHER, "--seats", "2", "--workers", "1", "--matches", "2", "--seed", "3")


def climbed(ladder: Ladder) -> Any:
    for experiment in ladder.experiments():
        work = Run(experiment)
        work.finish()
        ladder.add_results(work.results)
    return series.ladder_data(ladder)


@pytest.mark.long
def test_each_bot_meets_the_next_on_both_boards() -> None:
    here, base = side(number=1), base_side(slugs()[0], 2, side(number=1).options)
    assert base.hash == side().hash
    found = climbed(Ladder(here, base, 2, ("random", "greedy"), 4, seed=3))
    assert found["beside"] == {"layout": base.name, "hash": base.hash} and found["fair"] == 0.5
    (rung,) = found["rungs"]
    assert (rung["weaker"], rung["stronger"], rung["matches"]) == ("random", "greedy", 4)
    assert rung["here"]["value"] >= 0.75 and rung["beside"]["value"] >= 0.75, "greedy wins in both seats"
    assert json.loads(json.dumps(found)) == found


def test_the_base_board_is_compared_with_nothing() -> None:
    ladder = Ladder(side(), side(), 2, ("random", "greedy"), 2)
    assert ladder.is_same_board and all(len(experiment.sides) == 1 for experiment in ladder.experiments())
    found = climbed(ladder)
    assert found["beside"] is None and found["rungs"][0]["difference"] is None
    (text,) = skill_sentences(found)
    assert text.startswith("Skill on the base board: greedy wins ")


def test_an_odd_table_gives_the_better_bot_its_smaller_half() -> None:
    ladder = Ladder(side(seats=3), side(seats=3), 3, ("random", "greedy", "planner"), 2)
    first, second = ladder.experiments()
    assert first.bots == ("random", "greedy", "random") and second.bots == ("greedy", "planner", "greedy")
    assert series.ladder_data(ladder)["fair"] == pytest.approx(1 / 3, abs=1e-5)


@pytest.mark.parametrize(
    ("here", "base", "words"),
    [
        (
            (970, 1000),
            (900, 1000),
            "Skill matters more here: greedy wins 97.0 % against random, and 90.0 % on “Base map” "
            "(+7.0 %, +4.9 to +9.2).",
        ),
        (
            (700, 1000),
            (900, 1000),
            "Skill matters less here: greedy wins 70.0 % against random, and 90.0 % on “Base map” "
            "(−20.0 %, −23.4 to −16.6).",
        ),
        (
            (8010, 10000),
            (8000, 10000),
            "Skill matters as much here as on “Base map”: greedy wins 80.1 % against random, "
            "and 80.0 % there (± 1.1 %).",
        ),
        (
            (80, 100),
            (78, 100),
            "Too few matches to say whether skill matters more here than on “Base map”: greedy wins 80.0 % against "
            "random, and 78.0 % there (± 11.3 %).",
        ),
    ],
)
def test_the_sentence_says_what_the_difference_may_be(here: tuple[int, int], base: tuple[int, int], words: str) -> None:
    ladder = Ladder(side(number=1), side(), 2, ("random", "greedy"), here[1])
    ladder.rungs.append(Rung("random", "greedy", here[1], Score(*here), Score(*base)))
    assert skill_sentences(series.ladder_data(ladder)) == [words]


def test_an_unplayed_rung_has_no_sentence() -> None:
    ladder = Ladder(side(number=1), side(), 2, ("random", "greedy"), 4)
    ladder.rungs.append(Rung("random", "greedy", 0, Score(0, 0), Score(0, 0)))
    assert skill_sentences(series.ladder_data(ladder)) == []


def test_a_ladder_on_the_command_line(cli: Cli, tmp_path: Path) -> None:
    arguments = (*COMMAND, "--ladder", "random,greedy")
    page = tmp_path / "page.html"
    code, out, _err = cli.run(*arguments, "--json", "-o", page)
    data = json.loads(out)
    assert code == 0 and data["skill"]["rungs"][0]["matches"] == 2 == data["matches"]
    assert "Effect of skill" in page.read_text(encoding="utf-8")


@pytest.mark.long
def test_as_a_table_for_a_spreadsheet(cli: Cli, tmp_path: Path) -> None:
    arguments = (*COMMAND, "--ladder", "random,greedy")
    out = cli(*arguments, "-o", tmp_path / "figures.csv").out
    assert "greedy : random" in out and "skill" in out.lower()
    assert "skill.greedy:random" in (tmp_path / "figures.csv").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_ladder_is_also_played_on_the_other_board(cli: Cli) -> None:
    data = cli.json(*COMMAND, "--compare", BASE, "--ladder", "random,greedy")
    assert data["skill"]["beside"]["layout"] == data["sides"][1]["layout"]


@pytest.mark.parametrize(
    ("ladder", "reason"),
    [
        ("greedy", "two or more bots with different names, the weakest first"),
        ("greedy,greedy", "bots with different names"),
        ("greedy,oracle", 'unknown bot "oracle"'),
    ],
)
def test_a_ladder_that_is_none_is_rejected_before_anything_is_played(cli: Cli, ladder: str, reason: str) -> None:

    assert reason in cli.error(*COMMAND, "--ladder", ladder)


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
    assert one.win_rate(0, 1).value + one.win_rate(1, 0).value == pytest.approx(1)
    assert one.win_rate(1, 0).value >= 3 / 4, "greedy beats random in both seats"
    shown = tournament_data(one)
    assert [bot["bot"] for bot in shown["bots"]] == list(BOTS) and shown["bots"][0]["elo"]["value"] == 1000
    assert shown["bots"][1]["elo"]["value"] > 1000
    (pair,) = shown["pairs"]
    assert pair["matches"] == 4 and pair["win_rate"]["value"] <= 0.25 < pair["win_rate"]["high"]
    head, first, second = cross_table(one)
    assert head[1:3] == BOTS and first[1] == second[2] == "·" and "±" in second[3]


@pytest.mark.long
def test_two_bots_share_a_larger_table_in_halves() -> None:
    one = played(BOTS, 4, 8)
    assert one.win_rate(0, 1).value + one.win_rate(1, 0).value == pytest.approx(1)
    assert one.matches[0][1] == 12, "two blocks of six orders"
    assert one.win_rate(1, 0).value >= 9 / 12


def test_a_tournament_on_the_command_line(cli: Cli) -> None:
    words = ("tournament", str(LAYOUT), "--bots", "random,greedy", "--matches", "2", "--workers", "1", "--seed", "3")
    code, out, _err = cli.run(*words)
    lines = out.splitlines()
    assert code == 0 and "2 matches, 2 seats, seed 3" in lines[0]
    assert lines[2].split()[-3:] == ["random", "greedy", "Elo"] and lines[4].split()[-1] == "1000"
    data = cli.json(*words)
    assert data["pairs"][0]["matches"] == 2 and data["seats"] == 2
    assert lines[7].split() == ["Elo", "difference", "random", "greedy"] and lines[9].split()[1] == "·"
    pair = data["pairs"][0]
    points, chance = round(abs(pair["elo_difference"]["value"])), 100 * pair["superiority"]
    assert f"−{points} (" in lines[9] and f"; {chance:.1f} %)" in lines[9] and f"+{points} (" in lines[10]
    assert data["reproducible"] and "cannot be reproduced" not in out


def test_a_tournament_is_written_to_a_file(cli: Cli, tmp_path: Path) -> None:
    words = ("tournament", LAYOUT, "--bots", "random,greedy", "--matches", "2", "--workers", "1")
    table, data = tmp_path / "pairs.csv", tmp_path / "pairs.json"
    cli(*words, "-o", table)
    shown = cli.json(*words, "-o", data)
    assert json.loads(data.read_bytes()) == shown
    (row,) = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    (pair,) = shown["pairs"]
    assert (row["bot"], row["against"], row["matches"]) == ("random", "greedy", "2")
    assert float(row["superiority"]) == pair["superiority"] and float(row["win_rate_high"]) == pair["win_rate"]["high"]
    assert row["elo_difference_low"] == str(pair["elo_difference"]["low"] or "")
    assert "must end in .json or .csv" in cli.error(*words, "-o", tmp_path / "pairs.html")


def test_bots_with_a_time_limit_cannot_be_reproduced(cli: Cli) -> None:
    words = ("--bots", "random,planner:0.001s", "--matches", "1", "--workers", "1")
    for command in ("tournament", "simulate"):
        assert "these results cannot be reproduced" in cli(command, LAYOUT, "--seats", "2", *words).out
    assert cli.json("simulate", LAYOUT, "--seats", "2", *words)["experiment"]["reproducible"] is False


def test_a_tournament_with_failed_matches_fails(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.lab.jobs.make_bots", lambda bots, seed: [Stumped(12) for _bot in bots])
    words = ("tournament", str(LAYOUT), "--bots", "random,greedy", "--matches", "2", "--workers", "1")
    for extra in ((), ("--json",)):
        code, _out, err = cli.run(*words, *extra)
        assert code == 1 and "2 matches failed" in err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--bots", "greedy"), "two or more bots"),
        (("--bots", "greedy,greedy"), "bots with different names"),
        (("--bots", "greedy,oracle"), 'unknown bot "oracle"'),
        (("--bots", "greedy,mcts:soon"), "use steps or seconds, as in mcts:400 or mcts:2s"),
        (("--bots", "greedy,random", "--seats", "3"), "an even number of seats"),
        (("--bots", "greedy,random", "--seats", "40"), "not 40"),
    ],
)
def test_bad_tournaments_are_rejected(cli: Cli, words: tuple[str, ...], reason: str) -> None:
    assert reason in cli.error("tournament", LAYOUT, *words)


def test_a_ladder_of_doubled_thinking() -> None:
    assert ladder_bots("random, greedy") == ("random", "greedy")
    assert ladder_bots("planner:100x4") == ("planner:100", "planner:200", "planner:400", "planner:800")
    assert ladder_bots("greedy,mcts:0.5sx3") == ("greedy", "mcts:0.5s", "mcts:1s", "mcts:2s")


def test_the_skill_trace_is_the_mean_of_the_doublings() -> None:
    rungs = [
        Rung("greedy", "planner:50", 100, Score(100, 100)),
        Rung("planner:50", "planner:100", 100, Score(70, 100), Score(60, 100)),
        Rung("planner:100", "planner:200", 100, Score(60, 100), Score(50, 100)),
        Rung("mcts:0.5s", "mcts:1s", 100, Score(50, 100), Score(40, 100)),
        Rung("planner:100", "planner:300", 100, Score(0, 100), Score(0, 100)),
    ]
    found = series.skill_trace(rungs)
    assert found is not None and (found["doublings"], found["matches"]) == (3, 300)
    assert (found["here"]["value"], found["beside"]["value"]) == (0.6, 0.5) and found["difference"]["value"] == 0.1
    deviation = (0.7 * 0.3 / 100 + 0.6 * 0.4 / 100 + 0.5 * 0.5 / 100) ** 0.5 / 3  # of a mean of independent rates
    assert found["here"]["high"] - found["here"]["low"] == pytest.approx(2 * 1.96 * deviation, rel=0.03)
    assert series.skill_trace(rungs[:1]) is None is series.skill_trace(rungs[4:])
    assert skill_trace_text(found, 0.5, "Base map").endswith(
        "On “Base map” it wins 50.0 %, a difference of +10.0 % "
        + (f"(+{100 * found['difference']['low']:.1f} to +{100 * found['difference']['high']:.1f}).")
    )


SMALL = ("--workers", "1", "--matches", "2", "--seats", "2", "--openings", "0")


def test_a_tournament_of_doubled_thinking_has_a_skill_trace(cli: Cli) -> None:
    out = cli("tournament", SMALLEST, *SMALL, "--bots", "planner:1x2").out
    assert "2 matches" in out and "Skill trace over 1 doubling: with twice the thinking, a bot wins " in out


def test_a_ladder_of_doubled_thinking_has_a_skill_trace(cli: Cli, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    report = cli.json("simulate", SMALLEST, *SMALL, "--ladder", "planner:1x2", "-o", page)
    assert report["skill"]["trace"]["doublings"] == 1 and report["skill"]["trace"]["matches"] == 2
    assert "Skill trace over 1 doubling" in page.read_text(encoding="utf-8")
    ladder = Ladder(side(number=1), side(), 2, ("planner:1", "planner:2"), 10)
    ladder.rungs.append(Rung("planner:1", "planner:2", 10, Score(6, 10), Score(5, 10)))
    rows = csv.DictReader(csv_bytes({**report, "skill": series.ladder_data(ladder)}).decode().splitlines())
    assert [row["side"] for row in rows if row["figure"] == "skill_trace"] == ["A", "B", "A-B"]


def test_a_sweep_compares_the_length_with_a_target(cli: Cli) -> None:
    words = ("sweep", SMALLEST, "--matches", "4", "--workers", "1")
    out = cli(*words, "--target-length", "20").out
    assert "length minus target" in out and "+5.0" in out, "its matches have 25 turns"
    assert "length minus target" not in cli(*words).out
