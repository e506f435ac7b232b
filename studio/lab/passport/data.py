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
from studio.bots import level_of
from studio.core.game import Json, Options
from studio.core.text import _, format_number, join_and, join_sentences
from studio.documents.paths import shipped_layouts
from studio.games import load
from studio.lab.report.data import experiment_data
from studio.lab.report.text import history_table, table_lines
from studio.lab.result_store import StoredResult, linked_boards, load_history
from studio.lab.run import Experiment, layout_hash
from studio.lab.statistics import CONFIDENCE, DEFAULT_MARGIN, Decided, Interval, Matches, Stop
from studio.lab.verdict import Fairness, RateSequence, Verdict, estimated_matches, fairness
from studio.services.loading import LoadedLayout, load_layout, to_layout

FORMAT, VERSION = "studio.passport", 1
BOTS = ("random", "greedy", "planner", "mcts")
"""The bots that are measured. Their limits are steps, so that results can be repeated."""
MAIN_BOT = "planner"
MIN_MORE = 100  # matches that measuring more plays at least
_VERDICT_ORDER = (MAIN_BOT, "mcts", "greedy", "random")  # the verdict is about the first of them with matches
_INDEPENDENT = frozenset(
    ["seats", "bots", "rotated", "stop", "tallies", "level", "reproducible", "target_length", "variation"]
)
"""The parts of an experiment that have a place of their own, or do not change its matches."""


def bot_names(report: Json) -> str:
    """The names of the bots of a run."""
    bots = dict.fromkeys(report["experiment"]["bots"])
    return ", ".join(level_of(bot).title for bot in bots)


def conditions(board: str, options: Options, experiment: Json, program: str = __version__) -> str:
    """How matches are played on a board, as text: runs with the same conditions belong to one passport."""
    others = {key: value for key, value in experiment.items() if value and key not in _INDEPENDENT}
    return json.dumps([program, board, options, others], sort_keys=True)


def run_conditions(report: Json) -> str:
    side = report["sides"][0]
    return conditions(side["hash"], side["options"], report["experiment"], report["program"])


def rule_names(game: str, options: Options) -> list[str]:
    """The names of the variant rules in use."""
    return [
        option.name for option in load(game).info.options if options.get(option.key, option.default) != option.default
    ]


# Runs that are added up.


class CoursePoint(NamedTuple):
    """The verdict after so many matches, and for each seat its rate and bounds as offsets from the fair share."""

    matches: int
    verdict: Verdict
    offsets: tuple[Interval, ...]


class _Tally(NamedTuple):
    """Wins by seat after so many matches."""

    matches: int = 0
    wins: Sequence[float] = ()


def _started(result: StoredResult) -> str:
    return str(result.report["run"]["started"])


def _known_moments(runs: Sequence[StoredResult]) -> Iterator[Sequence[_Tally]]:
    """The matches at each known moment in order of time, a tally for each seed. Runs are in order of their start."""
    longest: dict[int, _Tally] = {}
    ended, is_overlapping = "", False
    starts = [*map(_started, runs[1:]), "9"]  # of the next run; after all dates for the last one
    for run, next_start in zip(runs, starts, strict=True):
        side, seed = run.report["sides"][0], run.report["seed"]
        before, whole = longest.get(seed, _Tally()), _Tally(side["matches"], [seat["wins"] for seat in side["seats"]])
        ended = max(ended, run.saved)
        is_known = ended <= next_start and (bool(ended) or next_start == "9")
        for point in side["trace"] if is_known and not is_overlapping else ():
            if before.matches < point["matches"] < whole.matches:
                yield [*(longest | {seed: _Tally(point["matches"], point["wins"])}).values()]
        longest[seed] = max(before, whole, key=lambda tally: tally.matches)
        is_overlapping = not is_known
        if is_known:
            yield [*longest.values()]


def pool(runs: Sequence[StoredResult], seats: int) -> tuple[list[RateSequence], list[CoursePoint]]:
    """The confidence sequences of all seats over all matches of these runs, and their course."""
    course = list[CoursePoint]()
    sequences = [RateSequence(seats) for _seat in range(seats)]
    for tallies in _known_moments(sorted(runs, key=_started)):
        matches = sum(tally.matches for tally in tallies)
        for seat, sequence in enumerate(sequences):
            sequence.matches, sequence.wins = matches, sum(tally.wins[seat] for tally in tallies)
            sequence.narrow()  # its bounds never widen
        offsets = (Interval(*(bound - 1 / seats for bound in sequence.interval)) for sequence in sequences)
        course.append(CoursePoint(matches, fairness(sequences, DEFAULT_MARGIN).verdict, tuple(offsets)))
    return sequences, course


# Cells.


@dataclass(frozen=True, slots=True)
class Cell:
    """What is known about equal bots of one kind in so many seats; without matches it was not measured."""

    seats: int
    bot: str
    runs: tuple[StoredResult, ...] = ()
    sequences: tuple[RateSequence, ...] = ()
    course: tuple[CoursePoint, ...] = ()

    @property
    def matches(self) -> int:
        return self.sequences[0].matches if self.sequences else 0

    @property
    def offsets(self) -> tuple[Interval, ...]:
        """The rate and the bounds of each seat as offsets from the fair share."""
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
        total = (self.needed if self.verdict is Verdict.OPEN else None) or 2 * self.matches
        return Matches(max(MIN_MORE, total - self.matches))

    @property
    def seeds(self) -> set[int]:
        return {run.report["seed"] for run in self.runs}

    @property
    def decided_at(self) -> int | None:
        """The matches of the first known moment at which the present verdict held; None while it is open."""
        return next((point.matches for point in self.course if point.verdict is not Verdict.OPEN), None)

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
        head = _("{seats} seats, {bots}").format(seats=self.seats, bots=level_of(self.bot).title)
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

    `history` has all runs, those of the board first, each newest first, whether they count in a cell or not.
    """

    layout: str
    board: str
    game: str
    options: Options
    conditions: str
    cells: Mapping[tuple[int, str], Cell]
    history: tuple[StoredResult, ...]
    is_outdated: bool = False  # whether the layout was changed since
    base: tuple[StoredResult, ...] = ()  # runs of the game's base board

    @property
    def matches(self) -> int:
        return sum(cell.matches for cell in self.cells.values())

    def is_counted(self, result: StoredResult) -> bool:
        """Whether a run belongs to a cell: with the same conditions, and equal bots of a level."""
        cell = self.cells.get(cell_key(result.report))
        return cell is not None and any(run is result for run in cell.runs)

    @property
    def bot(self) -> str:
        """The bot that the verdict is about: the planner, or the nearest one with matches."""
        measured = {cell.bot for cell in self.cells.values() if cell.matches}
        return next((bot for bot in _VERDICT_ORDER if bot in measured), MAIN_BOT)

    def courses(self, cell: Cell) -> tuple[Json, Json]:
        """The course of play in the longest run of a cell, and in that of the base board; each None if not measured."""
        base = self.base[0].report["sides"][0]["hash"] if self.base else ""
        how = conditions(base, self.options, experiment_data(Experiment((), 2, ())))
        found = []
        for runs in (cell.runs, make_cell(cell.seats, cell.bot, how, self.base).runs):
            sides = [run.report["sides"][0] for run in runs]
            courses = [side["course"] for side in sides if side["course"]["matches"]]
            found.append(max(courses, key=lambda course: course["matches"], default=None))
        return found[0], found[1]

    def next_cell(self) -> Cell | None:
        """The cell to measure next: not measured or open, first those of the bots that the verdict names first."""
        cells = sorted(self.cells.values(), key=lambda cell: _VERDICT_ORDER.index(cell.bot))
        undecided = [cell for cell in cells if cell.verdict in (None, Verdict.OPEN)]
        return next((cell for cell in undecided if cell.needed is not None), None)

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
        bot, title = self.bot, level_of(self.bot).title
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
            text = text.format(seats=worst.seats, bots=level_of(worst.bot).title)
            lines.append(VerdictLine(Verdict.UNFAIR, f"{text} {worst.finding_text()}"))
            for other in (bot, *(other for other in BOTS if other != bot)):
                if also := _seat_list(cell for cell in unfair if cell.bot == other and cell is not worst):
                    text = _("Also not fair with {bots} bots: {seats} seats.")
                    remarks.append(text.format(bots=level_of(other).title, seats=also))
        if by_state[Verdict.OPEN] and lines:
            remarks.append(_("Still open: {seats} seats.").format(seats=by_state[Verdict.OPEN]))
        elif by_state[Verdict.OPEN]:
            text = _("Still open for {seats} seats with {bots} bots.")
            lines.append(VerdictLine(Verdict.OPEN, text.format(seats=by_state[Verdict.OPEN], bots=title)))
        if by_state[None]:
            remarks.append(_("Not measured: {seats} seats.").format(seats=by_state[None]))
        if bot != MAIN_BOT:
            remarks.append(_("Not measured with {bots} bots.").format(bots=level_of(MAIN_BOT).title))
        return [*lines, VerdictLine(None, " ".join(remarks))] if remarks else lines

    @property
    def sealed(self) -> str:
        """The date since which no cell of the verdict's bot is open or not measured; "" if one is."""
        cells = [cell for cell in self.cells.values() if cell.bot == self.bot]
        if any(cell.verdict in (None, Verdict.OPEN) for cell in cells):
            return ""
        return max(run.saved for cell in cells for run in cell.runs)[:10]

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
                    "started": run.report["run"]["started"],
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
    names: tuple[str, str, str], seats: Sequence[int], options: Options, how: str, history: Sequence[StoredResult]
) -> Passport:
    """The passport of a layout from its runs; `names`: layout, hash, game; `how`: the conditions of what counts."""
    cells = {(number, bot): make_cell(number, bot, how, history) for number in seats for bot in BOTS}
    return Passport(*names, options, how, cells, tuple(history))


def stored_passport(opened: LoadedLayout, options: Options) -> Passport:
    """The passport of a layout with complete options, from its stored runs.

    Its history also has the runs of earlier boards of its file and of its variations. If the board was not measured,
    the passport is that of the last one, and outdated.
    """
    layout = to_layout(opened)
    boards = [layout_hash(layout), *(linked_boards(opened.path) if opened.path is not None else ())]
    varied = linked_boards(opened.path, of_variations=True) if opened.path is not None else ()
    histories = {board: load_history(board) for board in (*boards, *varied)}
    board = next((board for board in boards if histories[board]), boards[0])
    how = conditions(board, options, experiment_data(Experiment((), 2, ())))
    seats = opened.game.seats(opened.body) or opened.game.info.seats
    history = [run for board in histories for run in histories[board]]
    found = make_passport((layout.name, board, layout.game), seats, options, how, history)
    bases = {layout_hash(to_layout(load_layout(path))) for path in shipped_layouts(layout.game)[:1]} - {board}
    base = [run for other in bases for run in load_history(other)]
    return replace(found, is_outdated=board != boards[0], base=tuple(base))


def _seat_list(cells: Iterator[Cell]) -> str:
    return join_and([str(cell.seats) for cell in cells])


def _cell_data(cell: Cell) -> Json:
    return {
        "seats": cell.seats,
        "bot": cell.bot,
        "verdict": cell.fairness.verdict.value,
        "matches": cell.matches,
        "seeds": sorted(cell.seeds),
        "decided_at": cell.decided_at,
        "needed": cell.needed,
        "offsets": [offset.to_data() for offset in cell.offsets],
    }


def passport_lines(passport: Passport) -> list[str]:
    """The passport as text: the verdict, and a table of all cells."""
    lines = [line.text for line in passport.verdict_lines()]
    if passport.is_outdated:
        lines.insert(0, _("The layout has changed since these matches were played."))
    rows = [("", *(level_of(bot).title for bot in BOTS))]
    for seats in sorted({number for number, _bot in passport.cells}):
        cells = [passport.cells[seats, bot] for bot in BOTS]
        shown = (f"{cell.state_text()} ({cell.matches:,})" if cell.matches else "–" for cell in cells)
        rows.append((_("{seats} seats").format(seats=seats), *shown))
    return [*lines, "", *table_lines(rows)]


def comparison_note(runs: Sequence[StoredResult]) -> str:
    """Which runs are shown as A and B, and what to keep in mind."""
    _head, *rows = history_table([run.report for run in runs])
    text = _("{side}: {seats} seats, {bots}, seed {seed}, {count} matches.")
    parts = [
        text.format(side=side, seats=row[1], bots=bot_names(run.report), seed=row[4], count=row[5])
        for side, run, row in zip("AB", runs, rows, strict=True)
    ]
    shares = [format_number(100 / cell_key(run.report)[0], ".4g") for run in runs]
    if shares[0] != shares[1]:
        parts.append(_("The fair shares are {a} % and {b} %.").format(a=shares[0], b=shares[1]))
    spaces = [set(next(iter(run.report["sides"][0]["spaces"].values()), ())) for run in runs]
    if spaces[0] != spaces[1]:
        parts.append(_("The boards have different spaces: spaces with the same name are compared."))
    return " ".join(parts)
