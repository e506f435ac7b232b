"""One match between bots, as fast as the rules allow: no log of positions, no events, no legality check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from studio.bots import Bot, make, maker
from studio.core.game import CHANCE, Action, Board, Options, State
from studio.core.protocols import Game, TallyOf
from studio.core.rng import Rng
from studio.lab.tallies import EVERY, Course

MOST_STEPS = 1_000_000
"""No match of any game takes so many decisions and draws: one that does will never end."""


@dataclass(slots=True)
class Log:
    """A match as it is written down, in the shape that `Match.replay` takes; `opening` are the draws before it."""

    opening: list[Action] = field(default_factory=list)
    moves: list[tuple[Action, list[Action]]] = field(default_factory=list)

    def note(self, action: Action, drawn: bool) -> None:
        """One more decision, or what was drawn after it."""
        if drawn:
            (self.moves[-1][1] if self.moves else self.opening).append(action)
        else:
            self.moves.append((action, []))

    def written(self) -> tuple[tuple[Action, ...], tuple[tuple[Action, tuple[Action, ...]], ...]]:
        """The draws before the first decision, and all decisions, as a record holds them."""
        return tuple(self.opening), tuple([(move, tuple(drawn)) for move, drawn in self.moves])


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match: the last position, how many decisions and chance draws it took."""

    state: State
    decisions: int
    draws: int


class Endless(Exception):
    """A match does not end."""


def bot_seed(seed: int, seat: int) -> int:
    """The seed of the bot in a seat of the match with this seed, so that every bot has luck of its own."""
    return seed * 16 + seat + 1


def make_bots(bots: Sequence[str], seed: int) -> list[Bot]:
    """One fresh bot per seat, by name. Raises `ValueError` with a sentence for an unknown name."""
    return [make(name, bot_seed(seed, seat)) for seat, name in enumerate(bots)]


def check_bots(bots: Sequence[str], seats: int) -> tuple[str, ...]:
    """One bot name per seat: as given, or the only one given for all. Raises `ValueError` with a sentence."""
    for name in bots:
        maker(name)
    if len(bots) == 1:
        return tuple(bots) * seats
    if len(bots) != seats:
        raise ValueError(f"{len(bots)} bots for {seats} seats; name one per seat, or one for all")
    return tuple(bots)


def play_match(
    game: Game,
    board: Board,
    seats: int,
    options: Options,
    bots: Sequence[Bot],
    seed: int,
    tallies: Sequence[TallyOf[State]] = (),
    log: Log | None = None,
    course: Course | None = None,
) -> Played:
    """Play to the end; the same arguments give the same match, and the one that `Match` with this seed would give.

    The tallies see the position before every action that they watch; a log is filled as the match goes on, and so is
    its course. Raises `Endless`.
    """
    rng = Rng(seed)
    state = game.start(board, seats, options)
    choosers = [bot.choose for bot in bots]
    always = [tally.step for tally in tallies if not tally.watched]
    watching = {
        kind: [other.step for other in tallies if not other.watched or kind in other.watched]
        for tally in tallies
        for kind in tally.watched
    }
    for tally in tallies:
        tally.before(state)
    decisions = draws = 0
    mover = -1
    apply, draw = state.apply, state.draw
    while True:
        seat = state.to_move
        if seat >= 0:
            if course is not None and seat != mover:
                mover = seat
                course.turn(state)
            action = choosers[seat](game, state, seat)
            decisions += 1
            if not decisions % EVERY:
                if course is not None:
                    course.choice(state)
                if decisions > MOST_STEPS:
                    raise Endless(f"the match has not ended after {MOST_STEPS:,} decisions")
        elif seat == CHANCE:
            action = draw(rng)
            draws += 1
        else:
            break
        if log is not None:
            log.note(action, seat == CHANCE)
        if tallies:
            for step in watching.get(action[0], always):
                step(state, action)
        apply(action)
    return Played(state, decisions, draws)
