"""Many matches over several processes: the same seed gives the same matches, whatever the number of workers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from studio.core.game import Board, Options
from studio.games import load
from studio.lab.play import make_bots, play_match
from studio.lab.tally import Result

CHUNK = 10
"""Matches per errand of a worker: enough to make the errand worth its while, few enough to spread evenly."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What to play: the game's slug, its built board, seats, options, bots by name, and the seed of the batch."""

    slug: str
    board: Board
    seats: int
    options: Options
    bots: tuple[str, ...]
    seed: int


def match_seed(seed: int, index: int) -> int:
    """The seed of one match of a batch, by its number from 0; `play --seed` with it gives the same match."""
    return seed * 1_000_000 + index


def play_one(batch: Batch, index: int) -> Result:
    """Play one match of the batch."""
    seed = match_seed(batch.seed, index)
    game = load(batch.slug)
    played = play_match(game, batch.board, batch.seats, batch.options, make_bots(batch.bots, seed), seed)
    state = played.state
    return Result(tuple(state.scores()), tuple(state.winners()), played.decisions, played.draws)


_batch: Batch | None = None  # a worker's own copy, sent once when it starts: boards are larger than errands


def _receive(batch: Batch) -> None:
    global _batch
    _batch = batch
    load(batch.slug)


def _errand(first: int, last: int) -> list[Result]:
    assert _batch is not None
    return [play_one(_batch, index) for index in range(first, last)]


def play_batch(
    batch: Batch, matches: int, workers: int = 1, wanted: Callable[[], bool] | None = None
) -> Iterator[Result]:
    """The results of matches 0 … matches-1, in this order, as they come in.

    One worker plays in this process; more start processes of their own. `wanted` is asked now and then; when it
    says no, the rest is dropped.
    """
    starts = range(0, matches, CHUNK)
    if workers <= 1:
        for index in range(matches):
            if wanted is not None and not wanted():
                return
            yield play_one(batch, index)
        return
    # spawn and not fork: the same on every system, and safe beside a window's threads
    with ProcessPoolExecutor(min(workers, len(starts)) or 1, get_context("spawn"), _receive, (batch,)) as pool:
        errands = [pool.submit(_errand, first, min(first + CHUNK, matches)) for first in starts]
        for errand in errands:
            if wanted is not None and not wanted():
                pool.shutdown(wait=False, cancel_futures=True)
                return
            yield from errand.result()


def default_workers() -> int:
    """How many processes may run at once on this machine."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows do not tell
        return os.cpu_count() or 1


def check_bots(bots: Sequence[str], seats: int) -> tuple[str, ...]:
    """One bot name per seat: as given, or the only one given for all. Raises `ValueError` with a sentence."""
    from studio.bots import names

    for name in bots:
        if name not in names():
            raise ValueError(f'there is no bot "{name}"; there are {", ".join(names())}')
    if len(bots) == 1:
        return tuple(bots) * seats
    if len(bots) != seats:
        raise ValueError(f"{len(bots)} bots for {seats} seats; name one per seat, or one for all")
    return tuple(bots)
