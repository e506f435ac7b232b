"""Does skill pay? Every bot of a ladder plays the next better one here and on another board, with the same luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from studio.core.game import Json, Options
from studio.core.text import _
from studio.documents.paths import shipped_layouts
from studio.lab.experiment import Experiment, Side, checked, side_of
from studio.lab.results import Results
from studio.lab.statistics.intervals import Interval, difference, z_of
from studio.lab.statistics.sequential import Matches
from studio.opening import open_layout


def base_side(slug: str, seats: int, options: Options) -> Side:
    """The first board that comes with a game. Raises `ValueError`, `Unplayable` and `IllegalAction`, as `side_of`."""
    paths = shipped_layouts(slug)
    if not paths:
        raise ValueError(_("no layout comes with this game that another could be compared with"))
    return side_of(open_layout(paths[0]), seats, options)


@dataclass(slots=True)
class Ladder:
    """What is played: so many matches a rung on each board, `bots` from the weakest to the best.

    The better bot of a rung has every other seat, the smaller half of an odd table, and the bots go round the seats.
    Where `here` and `beside` are the same board there is nothing to compare it with.
    """

    here: Side
    beside: Side
    seats: int
    bots: tuple[str, ...]
    count: int
    seed: int = 0
    rungs: list[Rung] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Raises `ValueError` with a sentence when this is no ladder."""
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise ValueError(_("a ladder needs two bots or more, the weakest first, each of another name"))

    @property
    def is_alone(self) -> bool:
        """Whether there is no other board."""
        return (self.here.hash, self.here.options) == (self.beside.hash, self.beside.options)

    def experiments(self) -> list[Experiment]:
        """The matches of each rung. Raises `ValueError` for a bot that is not there."""
        sides = (self.here,) if self.is_alone else (self.here, self.beside)
        return [
            checked(Experiment(sides, self.seats, self._table(*pair), stop=Matches(self.count), seed=self.seed))
            for pair in pairwise(self.bots)
        ]

    def _table(self, weaker: str, stronger: str) -> tuple[str, ...]:
        return tuple([stronger if seat % 2 else weaker for seat in range(self.seats)])

    def count_in(self, results: Sequence[Results]) -> None:
        """Take in what the next rung has come to, a result a board."""
        weaker, stronger = self.bots[len(self.rungs) :][:2]
        z = z_of(together=len(self.bots) - 1)
        rates = [result.together(range(1, self.seats, 2), z) for result in results]
        self.rungs.append(Rung(weaker, stronger, results[0].matches, *rates))


@dataclass(frozen=True, slots=True)
class Rung:
    """How often the better bot won: here, and on the other board if there is one."""

    weaker: str
    stronger: str
    matches: int
    here: Interval
    beside: Interval | None = None


def plain(ladder: Ladder) -> Json:
    """A ladder as plain data; rates are shares from 0 to 1, `fair` what both would have if skill paid nothing."""
    beside = None if ladder.is_alone else {"layout": ladder.beside.name, "hash": ladder.beside.hash}
    return {
        "bots": list(ladder.bots),
        "fair": round(ladder.seats // 2 / ladder.seats, 5),
        "beside": beside,
        "rungs": [_rung(rung) for rung in ladder.rungs],
    }


def _rung(rung: Rung) -> Json:
    beside = rung.beside
    return {
        "weaker": rung.weaker,
        "stronger": rung.stronger,
        "matches": rung.matches,
        "here": rung.here.plain(),
        "beside": beside.plain() if beside is not None else None,
        "difference": difference(rung.here, beside).plain() if beside is not None else None,
    }
