"""Judges the decisions of a match, in this process or in several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from heapq import heapify, heappop, heappush
from itertools import pairwise
from multiprocessing import connection, get_context
from multiprocessing.process import BaseProcess
from typing import NamedTuple

from studio.bots.judging import LONG_PROOFS, Judge, Judgement
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import Action, State
from studio.core.match import Node
from studio.core.plugin import Game
from studio.games import load
from studio.lab.review.model import Review, ReviewStep
from studio.lab.worker_pool import sigint_blocked

SHARE = 25  # decisions that are worth the start of a process
MAX_PROCESSES = 4
POLL = 0.05  # seconds between two looks at the token


class Choice(NamedTuple):
    """A decision to judge: the number of its step, the position, the move, and what the seat decided after it.

    `drop` is what the move took from the seat's chance of winning, as far as the evaluation sees it at once.
    """

    number: int
    state: State
    action: Action
    followed: tuple[Action, ...] = ()
    drop: float = 0.0


Numbered = tuple[int, Judgement]  # a judgement with the number of its step


def missing_choices(line: Sequence[Node], review: Review) -> list[Choice]:
    """The decisions of a review that are not judged yet, those with the largest drop first."""
    choices = [
        Choice(
            step.number,
            line[step.number - 1].state,
            step.action,
            followed_actions(line, step),
            step.before[step.seat] - step.expected[step.seat],
        )
        for step in review.steps
        if step.moves > 1 and step.seat in review.people and step.judgement is None
    ]
    return sorted(choices, key=lambda choice: (-choice.drop, choice.number))


def followed_actions(line: Sequence[Node], step: ReviewStep) -> tuple[Action, ...]:
    """The next decisions of the step's seat, as long as nothing is drawn."""
    followed: list[Action] = []
    for before, node in pairwise(line[step.number :]):
        assert node.decision is not None and before.decision is not None
        if before.decision.draws or node.decision.seat != step.seat:
            break
        followed.append(node.decision.action)
    return tuple(followed)


def judge_choices(
    game: Game, choices: Sequence[Choice], effort: int, processes: int, cancel: CancelToken
) -> Iterator[Numbered]:
    """The judgements of all choices, in the order in which they are ready. Raises `Cancelled`."""
    missing = {choice.number: choice for choice in choices}
    for number, judgement in _judge_in_processes(game, choices, effort, processes, cancel):
        del missing[number]
        yield number, judgement
    yield from _judge_here(game, list(missing.values()), effort, cancel)


def _judge_here(game: Game, choices: Sequence[Choice], effort: int, cancel: CancelToken) -> Iterator[Numbered]:
    """Judge all choices: always that goes on which seems to have lost most. Raises `Cancelled`.

    So the first mark is found early, and a decision whose loss shrinks waits. No judgement depends on the others.
    """
    judges = [(choice, Judge(game, choice.state, choice.number, cancel, LONG_PROOFS)) for choice in choices]
    queue = [
        (-choice.drop, choice.number, judge.stages(choice.action, choice.followed, effort)) for choice, judge in judges
    ]
    heapify(queue)
    while queue:
        _loss, number, stages = heappop(queue)
        try:
            heappush(queue, (-next(stages), number, stages))
        except StopIteration as end:
            yield number, end.value


def _judge_in_processes(
    game: Game, choices: Sequence[Choice], effort: int, processes: int, cancel: CancelToken
) -> Iterator[Numbered]:
    """The judgements of `_judge_here`, from up to so many processes, each with its share. Raises `Cancelled`.

    Some are missing if the choices are few, or if a process cannot start or ends too early.
    """
    count = min(processes, MAX_PROCESSES, len(choices) // SHARE)
    if count < 2:
        return
    context = get_context("spawn")
    pipes: list[connection.Connection] = []
    started: list[BaseProcess] = []
    try:
        for part in range(count):
            ours, theirs = context.Pipe(duplex=False)
            pipes.append(ours)
            share = (theirs, game.info.slug, choices[part::count], effort)
            process = context.Process(target=_judge_share, args=share, daemon=True)
            with theirs, sigint_blocked(), suppress(OSError):
                process.start()
                started.append(process)
        while pipes:
            ready = connection.wait(pipes, POLL)
            for pipe in [pipe for pipe in pipes if pipe in ready]:
                try:
                    yield pipe.recv()
                except (EOFError, OSError):
                    pipes.remove(pipe)
            cancel.raise_if_cancelled()
    finally:
        for worker in started:
            worker.kill()
            worker.join()
        for pipe in pipes:
            pipe.close()


def _judge_share(pipe: connection.Connection, slug: str, choices: Sequence[Choice], effort: int) -> None:
    with suppress(OSError):  # the other end is closed
        for judgement in _judge_here(load(slug), choices, effort, NEVER_CANCELLED):
            pipe.send(judgement)
