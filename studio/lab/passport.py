"""The fairness passport of a board: for each number of seats and each bot, whether the seats are fair.

Runs that were played in the same way are added up: same board, seats, bot, options and version of the program. Each
seed counts once, with its longest run.

The matches of a cell, in the order in which they were played, form one confidence sequence (see `studio.lab.verdict`).
Its state at every moment of the past was valid, so the intervals of all these moments may be intersected. A moment is
known if no run was going on: a run that was resumed after the start of another one counts only from their common end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import ceil, floor
from typing import NamedTuple

from studio import __version__
from studio.bots import level_of, levels
from studio.core.game import Json, Options
from studio.core.text import _, format_number, join_and, join_sentences
from studio.documents.store import Layout
from studio.games import load
from studio.lab.report import experiment_data, table_lines
from studio.lab.result_store import StoredResult, last_measured_board, load_history
from studio.lab.run import Experiment, layout_hash
from studio.lab.statistics import CONFIDENCE, DEFAULT_MARGIN, Decided, Matches, Stop
from studio.lab.verdict import Fairness, RateSequence, Verdict, estimated_matches, fairness, sequence_of
from studio.services.loading import LoadedLayout, to_layout

FORMAT, VERSION = "studio.passport", 1
BOTS = ("random", "greedy", "planner", "mcts")
"""The bots of the levels Random, Easy, Normal and Hard. Their limits are steps, so that results can be repeated."""
NORMAL = "planner"
MIN_MORE = 100  # matches that measuring more plays at least
_VERDICT_ORDER = (NORMAL, "mcts", "greedy", "random")  # the verdict is about the first of them with matches
_INDEPENDENT = ("seats", "bots", "rotated", "stop", "tallies", "level")  # parts of an experiment that change no match


def level_title(bot: str) -> str:
    """The name of the level that a bot of `BOTS` plays."""
    return next(level.title for level in levels() if level.bot.partition(":")[0] == bot)


def conditions(options: Options, experiment: Json, program: str = __version__) -> str:
    """How matches are played, as text: runs with the same conditions belong to one passport."""
    others = {key: value for key, value in experiment.items() if key not in _INDEPENDENT}
    return json.dumps([program, options, others], sort_keys=True)


def run_conditions(report: Json) -> str:
    return conditions(report["sides"][0]["options"], report["experiment"], report["program"])


def rule_names(game: str, options: Options) -> list[str]:
    """The names of the variant rules in use."""
    return [
        option.name for option in load(game).info.options if options.get(option.key, option.default) != option.default
    ]


# Runs that are added up.


class TracePoint(NamedTuple):
    """The intervals of all seats, as offsets from the fair share, after so many matches."""

    matches: int
    offsets: tuple[tuple[float, float, float], ...]  # value, low, high of each seat


class _Tally(NamedTuple):
    """Wins by seat after so many matches."""

    matches: int
    wins: tuple[float, ...]


def _started(result: StoredResult) -> str:
    return result.report["run"].get("started") or result.saved  # missing in old reports


def _tally(report: Json) -> _Tally:
    side = report["sides"][0]
    return _Tally(side["matches"], tuple(seat["wins"] for seat in side["seats"]))


def _known_moments(runs: Sequence[StoredResult]) -> Iterator[list[_Tally]]:
    """The matches at each known moment in order of time: a tally for each seed."""
    longest: dict[int, _Tally] = {}
    ended, is_overlapping = "", False
    for place, run in enumerate(runs):
        seed, whole = run.report["seed"], _tally(run.report)
        before = longest.get(seed, _Tally(0, ()))
        is_last = place == len(runs) - 1
        ended = max(ended, run.saved)
        is_cut = is_last or (bool(ended) and ended <= _started(runs[place + 1]))
        if is_cut and not is_overlapping:
            for point in run.report["sides"][0].get("trace", []):
                if before.matches < point["matches"] < whole.matches:
                    yield [*({**longest, seed: _Tally(point["matches"], tuple(point["wins"]))}).values()]
        if whole.matches > before.matches:
            longest[seed] = whole
        is_overlapping = not is_cut
        if is_cut and longest:
            yield [*longest.values()]


def pool(runs: Sequence[StoredResult], seats: int) -> tuple[list[RateSequence], list[TracePoint]]:
    """The confidence sequences of all seats over all matches of these runs, and their course."""
    runs = sorted(runs, key=_started)
    fair, course = 1 / seats, list[TracePoint]()
    sequences = [RateSequence(seats) for _seat in range(seats)]
    for tallies in _known_moments(runs):
        matches = sum(tally.matches for tally in tallies)
        if not matches:
            continue
        for seat, before in enumerate(sequences):
            now = sequence_of(sum(tally.wins[seat] for tally in tallies), matches, seats)
            before.matches, before.wins = matches, now.wins
            before.low = min(max(before.low, now.low), before.high)
            before.high = max(min(before.high, now.high), before.low)
        course.append(TracePoint(matches, tuple(_offsets(sequence, fair) for sequence in sequences)))
    return sequences, course


def _offsets(sequence: RateSequence, fair: float) -> tuple[float, float, float]:
    value, low, high = sequence.interval
    return value - fair, low - fair, high - fair


# Cells.


@dataclass(frozen=True, slots=True)
class Cell:
    """What is known about equal bots of one kind in so many seats; without matches it was not measured."""

    seats: int
    bot: str
    runs: tuple[StoredResult, ...] = ()
    sequences: tuple[RateSequence, ...] = ()
    course: tuple[TracePoint, ...] = ()

    @property
    def matches(self) -> int:
        return self.sequences[0].matches if self.sequences else 0

    @property
    def offsets(self) -> tuple[tuple[float, float, float], ...]:
        """Value, low and high of each seat as offsets from the fair share."""
        return self.course[-1].offsets if self.course else ()

    @property
    def fairness(self) -> Fairness:
        """The verdict; only for a cell with matches."""
        return fairness(self.sequences, DEFAULT_MARGIN)

    @property
    def verdict(self) -> Verdict | None:
        """The state; None if it was not measured."""
        return self.fairness.verdict if self.matches else None

    @property
    def needed(self) -> int | None:
        """About how many matches in all decide; None if there are too many."""
        return estimated_matches(Decided(), self.sequences or [RateSequence(self.seats) for _seat in range(self.seats)])

    def next_stop(self) -> Stop:
        """When to stop measuring more: when it is decided, or after about as many matches as are missing."""
        if not self.matches:
            return Decided()
        more = (
            self.matches // 2 if self.verdict is not Verdict.OPEN else (self.needed or 2 * self.matches) - self.matches
        )
        return Matches(max(MIN_MORE, more))

    @property
    def seeds(self) -> set[int]:
        return {run.report["seed"] for run in self.runs}

    def decided_at(self) -> int | None:
        """The matches of the first known moment at which the present verdict held; None while it is open."""
        for point in self.course:
            reach = max(max(-low, high) for _value, low, high in point.offsets)
            certain = max(max(low, -high) for _value, low, high in point.offsets)
            if reach <= DEFAULT_MARGIN or certain > DEFAULT_MARGIN:
                return point.matches
        return None

    def state_text(self) -> str:
        """The state in a few words."""
        match self.verdict:
            case Verdict.FAIR:
                return _("fair ± {reach}").format(reach=format_number(ceil(1000 * self.fairness.reach) / 10, ".1f"))
            case Verdict.UNFAIR:
                low, high = (format_number(bound, "+d") for bound in self.bounds())
                return _("not fair: {low} to {high} %").format(low=low, high=high)
            case Verdict.OPEN:
                return _("still open")
        return _("not measured")

    def bounds(self, seat: int = -1) -> tuple[int, int]:
        """The interval of a seat (default: the one that deviates most) in percent, rounded outwards."""
        seat = seat if seat >= 0 else self.fairness.seat or 0
        _value, low, high = self.offsets[seat]
        return floor(round(100 * low, 6)), ceil(round(100 * high, 6))

    def finding_text(self) -> str:
        """Which seat deviates and by how much, as a sentence; only for an unfair cell."""
        low, high = self.bounds()
        if low > 0:
            text = _("Seat {seat} wins {low} to {high} % more than its fair share.")
        else:
            text, low, high = _("Seat {seat} wins {low} to {high} % less than its fair share."), -high, -low
        return text.format(seat=(self.fairness.seat or 0) + 1, low=low, high=high)

    def spoken_text(self) -> str:
        """The whole cell in words."""
        head = _("{seats} seats, {bots}").format(seats=self.seats, bots=level_title(self.bot))
        parts = [f"{head}: {self.state_text()}"]
        if self.verdict is Verdict.UNFAIR:
            parts = [_("{cell}: not fair").format(cell=head), self.finding_text()]
        if self.matches:
            parts.append(_("{count} matches").format(count=format_number(self.matches, ",")))
        return join_sentences(parts)


# The passport.


class VerdictLine(NamedTuple):
    """A sentence of the verdict and its state; None for a remark."""

    verdict: Verdict | None
    text: str


@dataclass(frozen=True, slots=True)
class Passport:
    """The cells of a board (its name and its hash) by seats and bot, for one way of playing.

    `history` has all runs of the board, newest first, whether they count in a cell or not.
    """

    layout: str
    board: str
    game: str
    options: Options
    conditions: str
    cells: Mapping[tuple[int, str], Cell]
    history: tuple[StoredResult, ...]
    is_outdated: bool = False  # whether the layout was changed since

    @property
    def matches(self) -> int:
        return sum(cell.matches for cell in self.cells.values())

    def is_counted(self, result: StoredResult) -> bool:
        """Whether a run belongs to a cell: with the same conditions, and equal bots of a level."""
        cell = self.cells.get(cell_key(result.report))
        return cell is not None and any(run is result for run in cell.runs)

    @property
    def bot(self) -> str:
        """The bot that the verdict is about: Normal, or the nearest one with matches."""
        measured = {cell.bot for cell in self.cells.values() if cell.matches}
        return next((bot for bot in _VERDICT_ORDER if bot in measured), NORMAL)

    def with_run(self, run: StoredResult) -> Passport:
        """The passport with this run of its board in the place of its earlier state."""
        history = (run, *(other for other in self.history if _started(other) != _started(run)))
        key, cells = cell_key(run.report), dict(self.cells)
        if key in cells:
            cells[key] = make_cell(*key, self.conditions, history)
        return replace(self, cells=cells, history=history)

    def verdict_lines(self) -> list[VerdictLine]:
        """The verdict in at most three lines: what is fair, the worst finding, and what remains."""
        if not self.matches:
            return [VerdictLine(None, _("No matches measured yet."))]
        bot, title = self.bot, level_title(self.bot)
        cells = [cell for cell in self.cells.values() if cell.bot == bot]
        by_state = {state: _seat_list(cell for cell in cells if cell.verdict is state) for state in (*Verdict, None)}
        unfair = [cell for cell in self.cells.values() if cell.verdict is Verdict.UNFAIR]
        lines, remarks = list[VerdictLine](), list[str]()
        if by_state[Verdict.FAIR]:
            text = _("Fair within ± {margin} % for {seats} seats with {bots} bots.")
            margin = format_number(100 * DEFAULT_MARGIN, "g")
            text = text.format(margin=margin, seats=by_state[Verdict.FAIR], bots=title)
            lines.append(VerdictLine(Verdict.FAIR, text))
        if unfair:
            worst = max(unfair, key=lambda cell: (cell.bot == bot, abs(cell.fairness.offset)))
            text = _("{seats} seats with {bots} bots: not fair.")
            text = text.format(seats=worst.seats, bots=level_title(worst.bot))
            lines.append(VerdictLine(Verdict.UNFAIR, f"{text} {worst.finding_text()}"))
            for other in (bot, *(other for other in BOTS if other != bot)):
                if also := _seat_list(cell for cell in unfair if cell.bot == other and cell is not worst):
                    text = _("Also not fair with {bots} bots: {seats} seats.")
                    remarks.append(text.format(bots=level_title(other), seats=also))
        if by_state[Verdict.OPEN] and lines:
            remarks.append(_("Still open: {seats} seats.").format(seats=by_state[Verdict.OPEN]))
        elif by_state[Verdict.OPEN]:
            text = _("Still open for {seats} seats with {bots} bots.")
            lines.append(VerdictLine(Verdict.OPEN, text.format(seats=by_state[Verdict.OPEN], bots=title)))
        if by_state[None]:
            remarks.append(_("Not measured: {seats} seats.").format(seats=by_state[None]))
        if bot != NORMAL:
            remarks.append(_("Not measured with {bots} bots.").format(bots=level_title(NORMAL)))
        return [*lines, VerdictLine(None, " ".join(remarks))] if remarks else lines

    @property
    def is_decided(self) -> bool:
        """Whether no cell of the verdict's bot is open or not measured."""
        return all(
            cell.verdict in (Verdict.FAIR, Verdict.UNFAIR) for cell in self.cells.values() if cell.bot == self.bot
        )

    def to_data(self) -> Json:
        """The side file: it names its board, and has the cells and all runs."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "program": __version__,
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "game": self.game,
            "layout": self.layout,
            "hash": self.board,
            "options": self.options,
            "margin": DEFAULT_MARGIN,
            "level": CONFIDENCE,
            "verdict": [line.text for line in self.verdict_lines()],
            "cells": [_cell_data(cell) for cell in self.cells.values() if cell.matches],
            "runs": [
                {
                    **{key: run.report[key] for key in ("program", "seed", "matches", "state")},
                    **{key: run.report["experiment"][key] for key in ("seats", "bots")},
                    "options": run.report["sides"][0]["options"],
                    "started": run.report["run"].get("started"),
                    "counted": self.is_counted(run),
                }
                for run in self.history
            ],
        }


def cell_key(report: Json) -> tuple[int, str]:
    """The cell of a run: seats and bot; "" for bots that differ."""
    planned = report["experiment"]
    return planned["seats"], planned["bots"][0] if len(set(planned["bots"])) == 1 else ""


def make_cell(seats: int, bot: str, how: str, history: Sequence[StoredResult]) -> Cell:
    """A cell from the runs of a board that were played so; `how` are their conditions."""
    runs = [run for run in history if cell_key(run.report) == (seats, bot) and run_conditions(run.report) == how]
    sequences, course = pool(runs, seats) if runs else ([], [])
    return Cell(seats, bot, tuple(runs), tuple(sequences), tuple(course))


def make_passport(
    layout: Layout, seats: Sequence[int], options: Options, how: str, history: Sequence[StoredResult]
) -> Passport:
    """The passport of a layout from all runs of its board, newest first; `how` are the conditions of what counts."""
    cells = {(number, bot): make_cell(number, bot, how, history) for number in seats for bot in BOTS}
    return Passport(layout.name, layout_hash(layout), layout.game, options, how, cells, tuple(history))


def stored_passport(opened: LoadedLayout, options: Options) -> Passport:
    """The passport of a layout with complete options, from its stored runs.

    If its board was not measured, it is that of the board measured last for its file, which is outdated then.
    """
    layout, how = to_layout(opened), conditions(options, experiment_data(Experiment((), 2, ())))
    history = load_history(layout_hash(layout))
    seats = opened.game.seats(opened.body) or opened.game.info.seats
    if not history and opened.path is not None and (before := load_history(last_measured_board(opened.path) or "-")):
        found = make_passport(before[0].layouts[0], seats, options, how, before)
        return replace(found, is_outdated=True)
    return make_passport(layout, seats, options, how, history)


def _seat_list(cells: Iterator[Cell]) -> str:
    return join_and([str(cell.seats) for cell in cells])


def _cell_data(cell: Cell) -> Json:
    found, at = cell.fairness, cell.decided_at()
    names = ("value", "low", "high")
    return {
        "seats": cell.seats,
        "bot": cell.bot,
        "verdict": found.verdict.value,
        "matches": cell.matches,
        "seeds": sorted(cell.seeds),
        "decided_at": at,
        "needed": cell.needed,
        "offsets": [dict(zip(names, (round(bound, 5) for bound in seat), strict=True)) for seat in cell.offsets],
    }


def passport_lines(passport: Passport) -> list[str]:
    """The passport as text: the verdict, and a table of all cells."""
    lines = [line.text for line in passport.verdict_lines()]
    if passport.is_outdated:
        lines.insert(0, _("The layout has changed since these matches were played."))
    rows = [("", *map(level_title, BOTS))]
    for seats in sorted({number for number, _bot in passport.cells}):
        cells = [passport.cells[seats, bot] for bot in BOTS]
        shown = (f"{cell.state_text()} ({cell.matches:,})" if cell.matches else "–" for cell in cells)
        rows.append((_("{seats} seats").format(seats=seats), *shown))
    return [*lines, "", *table_lines(rows)]


def comparison_note(first: StoredResult, second: StoredResult) -> str:
    """Which runs are shown as A and B, and what to keep in mind."""
    parts = []
    for name, run in zip("AB", (first, second), strict=True):
        report, bots = (
            run.report,
            ", ".join(level_of(bot).title for bot in dict.fromkeys(run.report["experiment"]["bots"])),
        )
        text = _("{side}: {seats} seats, {bots}, seed {seed}, {count} matches.")
        count = format_number(report["matches"], ",")
        parts.append(text.format(side=name, seats=cell_key(report)[0], bots=bots, seed=report["seed"], count=count))
    spaces = [set(next(iter(run.report["sides"][0]["spaces"].values()), ())) for run in (first, second)]
    if spaces[0] != spaces[1]:
        parts.append(_("The boards have different spaces: spaces with the same name are compared."))
    return " ".join(parts)
