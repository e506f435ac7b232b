"""An experiment: which layouts to compare, who plays, when to stop. Data only; `studio.lab.run` carries it out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from studio.core.game import Action, Board, Options
from studio.core.grid import Grid
from studio.core.text import _
from studio.documents.layout import Layout
from studio.documents.record import Entry, Record, SeatEntry
from studio.lab.play import check_bots
from studio.lab.statistics.sequential import Matches, Stop
from studio.lab.tallies import Own, Source
from studio.lab.work import Plan, seated
from studio.opening import Opened, start_match, to_layout


@dataclass(frozen=True, slots=True)
class Side:
    """One layout with options: what an experiment plays, or one of the two that it compares."""

    name: str
    slug: str
    board: Board
    options: Options
    layout: Layout
    grid: Grid
    hash: str
    """Twelve letters that change when the board does: what is known of one layout is not believed of another."""


def side_of(opened: Opened, seats: int, options: Options | None = None) -> Side:
    """A layout as a side of an experiment. Raises `Unplayable` and `IllegalAction`, as `start_match` does."""
    match = start_match(opened, seats, options)
    layout, grid = to_layout(opened), opened.game.grid(opened.body)
    return Side(layout.name, opened.game.info.slug, match.board, match.options, layout, grid, layout_hash(layout))


def layout_hash(layout: Layout) -> str:
    """Twelve letters for a board: the same for the same game and body, whatever the layout is called."""
    plain = json.dumps([layout.game, layout.body], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(plain.encode("ascii")).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Experiment:
    """What to find out: one side, or two that are compared with the same luck, match by match.

    `bots` has a name per seat. With `rotate` every bot plays every seat equally often. `workers`: processes, 0 for one
    a core. `scheduler`: the address of a cluster's, "" for this machine. Neither changes any figure.
    """

    sides: tuple[Side, ...]
    seats: int
    bots: tuple[str, ...]
    rotate: bool = True
    stop: Stop = field(default_factory=Matches)
    seed: int = 0
    tallies: tuple[Source, ...] = ()
    workers: int = 0
    scheduler: str = ""

    def plan(self, side: int) -> Plan:
        """What workers are to know of a side."""
        it = self.sides[side]
        return Plan(it.slug, it.board, self.seats, it.options, self.bots, self.seed, self.rotate, self.tallies)

    def record(
        self, side: int, match: int, opening: tuple[Action, ...], log: tuple[Entry, ...], names: Sequence[str]
    ) -> Record:
        """The record of one match of a side, as far as it was written down; `names` are those of the seats."""
        plan = self.plan(side)
        bots = [plan.bots[bot] for bot in seated(plan, match)]
        return Record(
            layout=self.sides[side].layout,
            seats=tuple(SeatEntry(name, bot) for name, bot in zip(names, bots, strict=False)),
            options=dict(plan.options),
            opening=opening,
            log=log,
        )


def checked(experiment: Experiment) -> Experiment:
    """The experiment with a bot per seat, if it can be carried out. Raises `ValueError` or `Faulty`: a sentence."""
    if not 1 <= len(experiment.sides) <= 2:
        raise ValueError(_("an experiment has one layout, or two to compare"))
    if len({side.slug for side in experiment.sides}) > 1:
        raise ValueError(_("only layouts of the same game can be compared"))
    for source in experiment.tallies:
        Own(source)
    return replace(experiment, bots=check_bots(experiment.bots, experiment.seats))
