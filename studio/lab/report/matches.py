"""The matches of a run as rows of a file, written while they are counted: CSV, or Parquet with pyarrow."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from pathlib import Path

from studio.core.protocols import TURNS
from studio.lab.course import LEAD_CHANGES, PARTS, PREFIX
from studio.lab.jobs import Failure, Outcome, bots_by_seat, match_seed
from studio.lab.report.export import arrow_schema, escape_formula
from studio.lab.run import Experiment

Cell = int | float | str | None
SHARES = ("drama", "decisiveness", "uncertainty", "coverage")
TOGETHER = 2_000  # rows that are written at once


class MatchFile:
    """A file with a row for each match and side; what does not apply is empty.

    Columns: number of the match, seed of its draws, side ("A" or "B"), layout; by seat from 0 its bot, its points
    and its part of the win; turns, decisions, draws; measures of the course of play if the match is rated; the ending,
    or why it failed. The constructor raises `OSError`; `problem` is a later one, after which nothing more is written.
    """

    def __init__(self, path: Path, experiment: Experiment) -> None:
        self.problem: OSError | None = None
        self._experiment = experiment
        self._plans = [experiment.plan(side) for side in range(len(experiment.sides))]
        self._rows: list[dict[str, Cell]] = []
        self._write: Callable[[list[dict[str, Cell]]], object]
        self._columns = columns = _columns(experiment.seats)
        if path.suffix.lower() == ".parquet":
            import pyarrow as arrow
            from pyarrow import parquet

            schema = arrow_schema(columns)
            writer = parquet.ParquetWriter(path, schema)
            self._write = lambda rows: writer.write_table(arrow.Table.from_pylist(rows, schema=schema))
            self._close = writer.close
        else:
            file = path.open("w", encoding="utf-8", newline="")
            table = csv.DictWriter(file, columns)
            table.writeheader()
            self._write = lambda rows: table.writerows(
                {name: escape_formula(cell) for name, cell in row.items()} for row in rows
            )
            self._close = file.close

    def add(self, match: int, outcomes: Sequence[Outcome | Failure]) -> None:
        """Add a match of each side."""
        self._rows += [self._row(match, side, outcome) for side, outcome in enumerate(outcomes)]
        if len(self._rows) >= TOGETHER:
            self._flush()

    def close(self) -> None:
        self._flush()
        try:
            self._close()
        except OSError as problem:
            self.problem = self.problem or problem

    def _flush(self) -> None:
        rows, self._rows = self._rows, []
        if self.problem is None and rows:
            try:
                self._write(rows)
            except OSError as problem:
                self.problem = problem

    def _row(self, match: int, side: int, outcome: Outcome | Failure) -> dict[str, Cell]:
        plan, row = self._plans[side], dict.fromkeys(self._columns)
        row |= {"match": match, "seed": match_seed(plan, match), "opening_plies": plan.opening_plies}
        row |= {"side": "AB"[side], "layout": self._experiment.sides[side].name}
        for seat, bot in enumerate(bots_by_seat(plan, match)):
            row[f"bot_{seat}"] = plan.bots[bot]
        if isinstance(outcome, Failure):
            return {**row, "failure": outcome.reason}
        for seat, points in enumerate(outcome.points):
            row[f"points_{seat}"] = points
            row[f"win_{seat}"] = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
        numbers = outcome.stats.numbers
        row |= {"turns": sum(numbers.get(TURNS, ())), "decisions": outcome.decisions, "draws": outcome.draws}
        row |= {"ending": outcome.stats.ending, LEAD_CHANGES: next(iter(numbers.get(LEAD_CHANGES, ())), None)}
        return {**row, **{name: few[0] / PARTS for name in SHARES if (few := numbers.get(f"{PREFIX}{name}"))}}


def _columns(seats: int) -> dict[str, type]:
    """The type of each column."""
    by_seat = {"bot": str, "points": int, "win": float}
    return {
        **dict.fromkeys(("match", "seed", "opening_plies"), int),
        **dict.fromkeys(("side", "layout"), str),
        **{f"{name}_{seat}": kind for name, kind in by_seat.items() for seat in range(seats)},
        **dict.fromkeys(("turns", "decisions", "draws", LEAD_CHANGES), int),
        **dict.fromkeys(SHARES, float),
        **dict.fromkeys(("ending", "failure"), str),
    }
