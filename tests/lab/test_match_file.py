"""The matches of a run in a file: every row says what a replay of its match says, in both formats."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from pyarrow import parquet

from studio.core.game import Json
from studio.lab.jobs import Failure, MatchLog, bots_by_seat, match_seed, play_with_log
from studio.lab.report.matches import TOGETHER, MatchFile
from studio.lab.run import Experiment, Run
from tests.lab.tables import experiment, side


def rows_of(what: Experiment, path: Path) -> list[dict[str, Json]]:
    """Carry out an experiment with a match file and read it."""
    run = Run(what)
    file = MatchFile(path, what)
    run.on_match = file.add
    run.finish()
    file.close()
    assert file.problem is None
    if path.suffix == ".parquet":
        rows: list[dict[str, Json]] = parquet.read_table(path).to_pylist()
        return rows
    with path.open(encoding="utf-8", newline="") as text:
        return [*csv.DictReader(text)]


def test_a_row_says_what_a_replay_of_the_match_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.lab.report.matches.TOGETHER", 5)
    what = experiment(3, seats=3, bots=("greedy", "random", "random"))
    what = replace(what, sides=(side(seats=3), side(seats=3, number=1)))
    rows = rows_of(what, tmp_path / "matches.parquet")
    assert [(row["match"], row["side"]) for row in rows] == [(match, name) for match in range(3) for name in "AB"]
    for row in rows:
        number = "AB".index(row["side"])
        plan = what.plan(number)
        log = MatchLog()
        played = play_with_log(plan, row["match"], log)
        assert row["seed"] == match_seed(plan, row["match"]) and row["layout"] == what.sides[number].name
        assert [row[f"bot_{seat}"] for seat in range(3)] == [plan.bots[bot] for bot in bots_by_seat(plan, row["match"])]
        assert [row[f"points_{seat}"] for seat in range(3)] == played.state.scores()
        winners = played.state.winners()
        assert [row[f"win_{seat}"] for seat in range(3)] == [(seat in winners) / len(winners) for seat in range(3)]
        assert row["decisions"] == len(log.moves) == played.decisions and row["draws"] == played.draws
        assert row["turns"] > 0 and row["ending"] and row["failure"] is None
        assert 0 <= row["drama"] <= 1 and 0 < row["coverage"] <= 1


def test_csv_has_the_same_values_as_parquet(tmp_path: Path) -> None:
    what = experiment(2)
    table, text = rows_of(what, tmp_path / "matches.parquet"), rows_of(what, tmp_path / "matches.csv")
    assert [[*row] for row in table] == [[*row] for row in text]
    assert [{name: "" if cell is None else str(cell) for name, cell in row.items()} for row in table] == text
    assert text[0]["drama"] and not text[1]["drama"], "only one of 97 random matches is rated"


def test_a_failed_match_says_why(tmp_path: Path) -> None:
    file = MatchFile(tmp_path / "matches.csv", experiment(1))
    file.add(4, [Failure(4, "=RuntimeError: no idea")])
    file.close()
    head, row = (tmp_path / "matches.csv").read_text(encoding="utf-8").splitlines()
    found = dict(zip(head.split(","), row.split(","), strict=True))
    assert found["failure"] == "'=RuntimeError: no idea", "spreadsheets take it for text"
    assert found["match"] == "4" and found["points_0"] == "" and found["bot_1"] == "random"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("matches", [1, 2 * TOGETHER])
def test_a_full_disk_stops_the_file_and_not_the_run(matches: int) -> None:
    file = MatchFile(Path("/dev/full"), experiment(1))
    for match in range(matches):
        file.add(match, [Failure(match, "x" * 50)])
    file.close()
    assert file.problem is not None and "space" in str(file.problem)
