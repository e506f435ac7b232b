"""A match told step by step: what everybody, or one seat, can read of it, under the turns as the game calls them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from studio.core.game import EVERYBODY, OVER, PRIVATE_FACT, Event
from studio.core.match import Node
from studio.core.plugin import Game
from studio.core.protocols import MatchStats
from studio.core.text import _, name_seats, plural, seat_mark, with_label

SEE_ALL = -2
"""As the seat that reads: all there is to be told, as in a match that is over."""


class TranscriptStep(NamedTuple):
    """One step: how many decisions it is after the start, its turn, what happened (with seat marks), its clause."""

    step: int
    turn: str
    texts: tuple[str, ...]
    clause: str = ""


def transcribe(
    game: Game, line: Sequence[Node], seat: int = EVERYBODY, clauses: bool = False
) -> Iterator[TranscriptStep]:
    """The steps of a match one by one, from its start, as a seat (EVERYBODY, ALL) may read them; with the `clauses`
    that they follow if wanted."""
    turn = ""
    for place, node in enumerate(line):
        before, decision = node.parent, node.decision
        if before is not None:
            turn = game.text.turn_title(before.state) or turn
        said = [event for event in node.events if event.text]
        texts = [
            event.text
            for event in said
            if (seat == SEE_ALL or event.private_to in (EVERYBODY, seat))
            and not (event.is_transient and node is not line[-1])
        ]
        # a decision without events: only its seat knows what was chosen, if it was something secret
        may_know = decision is not None and (seat in (SEE_ALL, decision.seat) or not decision.sealed)
        if not said and before is not None and decision is not None and may_know:
            texts = [game.text.describe(before.state, decision.action)]
        if texts:
            clause = game.text.clause(before.state) if clauses and before is not None else ""
            yield TranscriptStep(place, turn, tuple(texts), clause)


def transcript_lines(
    told: Iterable[TranscriptStep], names: Sequence[str], marks: Mapping[int, str] | None = None
) -> Iterator[str]:
    """The steps as lines of text, numbered as a replay numbers them, under their turns.

    `marks` are the notes of bookmarks by the number of the step behind which they stand.
    """
    turn, waiting = "", dict(marks or {})
    for step in told:
        for place in [place for place in sorted(waiting) if place < step.step]:
            yield _bookmark_line(place, waiting.pop(place))
        if step.turn != turn:
            turn = step.turn
            yield from ("", turn)
        first, *others = (name_seats(text, names) for text in step.texts)
        yield f"{step.step:>5}  {first}" + (f" ({step.clause})" if step.clause else "")
        yield from (f"{'':>5}  {text}" for text in others)
    yield from (_bookmark_line(place, waiting[place]) for place in sorted(waiting))


def _bookmark_line(place: int, note: str) -> str:
    mark = _("Bookmark at {n}: {note}") if note else _("Bookmark at {n}")
    return f"{'':>5}  * {mark.format(n=place, note=' '.join(note.split()))}"


def private_facts(line: Sequence[Node], seat: int) -> list[tuple[Node, str]]:
    """What one seat has found out for itself alone, and when: generic, since each game says so in its events."""
    return [
        (node, event.text)
        for node in line
        for event in node.events
        if event.kind == PRIVATE_FACT and event.private_to == seat
    ]


def header_lines(game: Game, layout: str, names: Sequence[str], by_lot: bool = False) -> list[str]:
    """What stands above the story: the game, the layout, who played, and how the seats came about."""
    lines = [with_label(game.info.name, layout) if layout else game.info.name, ", ".join(names)]
    return [*lines, _("The order of the seats was drawn by lot.")] if by_lot else lines


# What a finished match comes to, told: points turn by turn, figures of every seat, the moments worth seeing again.

GAIN: Final = "gain"
LEAD: Final = "lead"
DECIDED: Final = "decided"
SCORE = "score"
MAX_MOMENTS = 3
"""Moments that are told of one match."""


class Turn(NamedTuple):
    """One turn: what the game calls it, and the first and last of its steps by their places in the match (from 1).

    What a match brings at its very end is a turn of its own, without a name.
    """

    name: str
    first: int
    last: int


class KeyMoment(NamedTuple):
    """A step worth seeing again: its place in the match (from 1), its turn (from 0), whose it was, why (GAIN, LEAD,
    DECIDED), the points this seat gained in the turn, and what was said of these."""

    step: int
    turn: int
    seat: int
    reason: str
    gain: int
    text: str

    def title(self) -> str:
        """It in a few words, with a seat mark."""
        who = seat_mark(self.seat)
        if self.reason == LEAD:
            return _("{who} takes the lead").format(who=who)
        if self.reason == DECIDED:
            return _("{who} is ahead for good").format(who=who)
        return plural("{who} gains {n} point", "{who} gains {n} points", self.gain).format(who=who, n=self.gain)


class SeatStat(NamedTuple):
    """What a game counted of every seat, and what people call it; None where a seat has none."""

    title: str
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """The whole story. `points` has for each seat its points before the first turn and after every one."""

    turns: tuple[Turn, ...]
    points: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    moments: tuple[KeyMoment, ...]
    stats: tuple[SeatStat, ...]
    curves: tuple[tuple[str, Sequence[Sequence[int]]], ...]
    """What else went on round by round for each seat, and what people call it."""

    @property
    def has_score_curve(self) -> bool:
        """Whether points came in before the very end, so that their course says something."""
        last = len(self.turns) - (not self.turns[-1].name) if self.turns else 0
        return any(len(set(line[: last + 1])) > 1 for line in self.points)


def summarize(game: Game, line: Sequence[Node]) -> MatchSummary:
    """The story of a finished match, from the nodes of its whole course (`Match.line`)."""
    assert line[-1].state.to_move == OVER
    turns = _turns(game, line)
    scores = [line[0].state.scores(), *(line[turn.last].state.scores() for turn in turns)]
    points = tuple(zip(*scores, strict=True))
    winners = tuple(line[-1].state.winners())
    counted, titles = collect_stats(game, line), game.stats.titles()
    figures = tuple(
        SeatStat(titles[name], tuple(values))
        for name, values in counted.seats.items()
        if any(v is not None for v in values)
    )
    curves = tuple((titles[name], values) for name, values in counted.curves.items())
    return MatchSummary(turns, points, winners, tuple(_moments(line, turns, points, winners)), figures, curves)


def collect_stats(game: Game, line: Sequence[Node]) -> MatchStats:
    """What the game's own tally says of a match that was played."""
    tally = game.stats.new_collector()
    tally.before(line[0].state)
    for node in line[1:]:
        assert node.parent is not None and node.decision is not None
        state = node.parent.state.clone()
        for action in (node.decision.action, *node.decision.draws):
            tally.step(state, action)
            state.apply(action)
    return tally.after(line[-1].state)


def _turns(game: Game, line: Sequence[Node]) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    for place in range(1, len(line)):
        name = game.text.turn_title(line[place - 1].state)
        if place == len(line) - 1 and line[place].state.scores() != line[place - 1].state.scores():
            turns.append(Turn("", place, place))
        elif turns and turns[-1].name == name:
            turns[-1] = turns[-1]._replace(last=place)
        else:
            turns.append(Turn(name, place, place))
    return tuple(turns)


def _moments(
    line: Sequence[Node], turns: Sequence[Turn], points: Sequence[Sequence[int]], winners: Sequence[int]
) -> list[KeyMoment]:
    """The greatest gain, the greatest change of lead and what decided, each in a turn of its own; further gains after
    them. In the order in which they happened."""
    seats = range(len(points))
    gains = sorted(
        ((points[seat][turn + 1] - points[seat][turn], turn, seat) for turn in range(len(turns)) for seat in seats),
        key=lambda gain: (-gain[0], gain[1:]),
    )
    wanted = [(GAIN, turn, seat) for gained, turn, seat in gains if gained > 0]
    changes = [change for change in _changes(points) if change[1:2] != wanted[0][1:2]]
    chosen: dict[int, KeyMoment] = {}
    for why, turn, seat in (*wanted[:1], *changes[:1], *_decisive_turns(points, winners), *wanted[1:]):
        if turn not in chosen and len(chosen) < MAX_MOMENTS:
            place = _best_step(line, turns[turn], seat)
            gained = points[seat][turn + 1] - points[seat][turn]
            chosen[turn] = KeyMoment(place, turn, seat, why, gained, _turn_text(line, turns[turn], place, seat))
    return sorted(chosen.values())


def _leaders(points: Sequence[Sequence[int]]) -> list[int]:
    """Who is ahead alone at each time, or -1."""
    found = []
    for scores in zip(*points, strict=True):
        best = max(scores)
        found.append(scores.index(best) if scores.count(best) == 1 else -1)
    return found


def _changes(points: Sequence[Sequence[int]]) -> list[tuple[str, int, int]]:
    """The turns in which somebody passed the one who was ahead, by most points first."""
    found = []
    ahead = -1
    for time, leader in enumerate(_leaders(points)):
        if leader < 0:
            continue
        if ahead not in (-1, leader):
            margin = points[leader][time] - points[ahead][time] + points[ahead][time - 1] - points[leader][time - 1]
            found.append((margin, time - 1, leader))
        ahead = leader
    return [(LEAD, turn, seat) for _margin, turn, seat in sorted(found, key=lambda change: (-change[0], change[1]))]


def _decisive_turns(points: Sequence[Sequence[int]], winners: Sequence[int]) -> list[tuple[str, int, int]]:
    """The turn from which on the one who won was ahead all the time, if there is one."""
    leaders = _leaders(points)
    if len(winners) != 1 or leaders[-1] != winners[0]:
        return []
    time = len(leaders) - 1
    while time and leaders[time - 1] == winners[0]:
        time -= 1
    return [(DECIDED, time - 1, winners[0])] if time else []


def _gain_of(line: Sequence[Node], place: int, seat: int) -> int:
    """What a step brought a seat."""
    return line[place].state.scores()[seat] - line[place - 1].state.scores()[seat]


def _best_step(line: Sequence[Node], turn: Turn, seat: int) -> int:
    """The step of a turn that brought a seat most."""
    return max(range(turn.first, turn.last + 1), key=lambda place: _gain_of(line, place, seat))


def _turn_text(line: Sequence[Node], turn: Turn, place: int, seat: int) -> str:
    """What was said of all steps of a turn that brought a seat points, or else of the one at `place`."""
    scored = [step for step in range(turn.first, turn.last + 1) if _gain_of(line, step, seat)]
    return " ".join(map(_step_text, (line[step].events for step in scored or (place,))))


def _step_text(events: Sequence[Event]) -> str:
    """What was said of a step: of its points, if anything was."""
    told = [event for event in events if event.text and event.private_to < 0 and not event.is_transient]
    scored = [event for event in told if event.kind == SCORE]
    return " ".join(event.text for event in (scored or told))


def leading_seats(figure: SeatStat) -> frozenset[int]:
    """The seats that have most of a figure; none where all have the same."""
    known = [value for value in figure.values if value is not None]
    if len(set(known)) < 2 and len(known) == len(figure.values):
        return frozenset()
    return frozenset(seat for seat, value in enumerate(figure.values) if value is not None and value == max(known))
