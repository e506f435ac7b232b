"""Every bot against every other on one layout: who wins how often, and Elo points that fit all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from studio.core.game import Json
from studio.core.text import _, numeral, percent
from studio.lab.experiment import Experiment, Side, checked
from studio.lab.results import Results
from studio.lab.statistics.elo import ladder
from studio.lab.statistics.intervals import Interval, wilson, z_of
from studio.lab.statistics.sequential import Matches


@dataclass(slots=True)
class Tournament:
    """What is played: every pair of bots, so many matches each, seats rotated.

    The two share the table in halves, every other seat. `wins[a][b]` is how many matches (shared ones in parts) the
    seats of bot a have won against those of bot b, `matches[a][b]` how many the two have played so far.
    """

    side: Side
    seats: int
    bots: tuple[str, ...]
    count: int
    seed: int = 0
    workers: int = 0
    wins: list[list[float]] = field(default_factory=list)
    matches: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Raises `ValueError` with a sentence when this is no tournament."""
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise ValueError(_("a tournament needs two bots or more, each of another name"))
        if self.seats % 2:
            raise ValueError(_("in a tournament two bots share the table in halves: give an even number of seats"))
        self.wins = [[0.0] * len(self.bots) for _bot in self.bots]
        self.matches = [[0] * len(self.bots) for _bot in self.bots]

    def pairs(self) -> list[tuple[int, int, Experiment]]:
        """Who meets whom, as numbers into `bots`, and the experiment that lets them play."""
        found = []
        for a, b in combinations(range(len(self.bots)), 2):
            table = (self.bots[a], self.bots[b]) * (self.seats // 2)
            stop = Matches(self.count)
            pair = Experiment((self.side,), self.seats, table, stop=stop, seed=self.seed, workers=self.workers)
            found.append((a, b, checked(pair)))
        return found

    def count_in(self, a: int, b: int, results: Results) -> None:
        """Take in what two of them have played."""
        for first, second, offset in ((a, b, 0), (b, a, 1)):
            self.wins[first][second] = results.together(range(offset, self.seats, 2)).value * results.matches
            self.matches[first][second] = results.matches

    def rate(self, a: int, b: int) -> Interval:
        """How often a wins against b, with its interval."""
        return wilson(self.wins[a][b], self.matches[a][b], z_of())

    def elo(self) -> list[Interval]:
        """The points of each bot, the first at 1,000."""
        return ladder(self.wins)


def plain(tournament: Tournament) -> Json:
    """A tournament as plain data."""
    one, bots = tournament, tournament.bots
    return {
        "game": one.side.slug,
        "layout": one.side.name,
        "hash": one.side.hash,
        "options": one.side.options,
        "seats": one.seats,
        "seed": one.seed,
        "bots": [{"bot": bot, "elo": elo.plain(1)} for bot, elo in zip(bots, one.elo(), strict=True)],
        "pairs": [
            {"bot": bots[a], "against": bots[b], "matches": one.matches[a][b], "win_rate": one.rate(a, b).plain()}
            for a, b in combinations(range(len(bots)), 2)
        ],
    }


def rows(tournament: Tournament) -> Sequence[Sequence[str]]:
    """The cross table with its head: how often the bot of the row wins against that of the column, and its points."""
    one, bots = tournament, tournament.bots
    head = (_("wins against"), *bots, _("Elo"))
    table = [head]
    for a, (bot, elo) in enumerate(zip(bots, one.elo(), strict=True)):
        rates = [_rate(one, a, b) if a != b else "·" for b in range(len(bots))]
        points, half = numeral(elo.value, ".0f"), numeral((elo.high - elo.low) / 2, ".0f")
        table.append((bot, *rates, f"{points} ± {half}" if a else points))
    return table


def _rate(one: Tournament, a: int, b: int) -> str:
    if not one.matches[a][b]:
        return "–"
    rate = one.rate(a, b)
    return f"{percent(rate.value)} ({numeral(100 * rate.low, '.1f')} … {numeral(100 * rate.high, '.1f')})"
