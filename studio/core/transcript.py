"""Transcripts and summaries of matches: what all, or one seat, may read of each step; scores by turn; key moments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from studio.core.game import EVERYBODY, OVER, PRIVATE_FACT, Event
from studio.core.match import Node
from studio.core.plugin import Game
from studio.core.protocols import MatchStats
from studio.core.text import _, name_seats, plural, seat_mark, with_label

SEE_ALL = -2  # as the reading seat: everything, as in a match that is over


class TranscriptStep(NamedTuple):
    """One step: the number of decisions up to it, its turn, what happened (with seat marks), its clause."""

    step: int
    turn: str
    texts: tuple[str, ...]
    clause: str = ""


def transcribe(
    game: Game, line: Sequence[Node], seat: int = EVERYBODY, clauses: bool = False
) -> Iterator[TranscriptStep]:
    """Yield the steps of a match as `seat` (or EVERYBODY, SEE_ALL) may read them, with clause numbers if `clauses`."""
    turn = ""
    for place, node in enumerate(line):
        before, decision = node.parent, node.decision
        if before is not None:
            turn = game.text.turn_title(before.state) or turn
        readable = [event for event in node.events if event.text]
        texts = [
            event.text
            for event in readable
            if (seat == SEE_ALL or event.private_to in (EVERYBODY, seat))
            and not (event.is_transient and node is not line[-1])
        ]
        # a decision without events: only its seat knows what was chosen, if it was something secret
        may_know = decision is not None and (seat in (SEE_ALL, decision.seat) or not decision.sealed)
        if not readable and before is not None and decision is not None and may_know:
            texts = [game.text.describe(before.state, decision.action)]
        if texts:
            clause = game.text.clause(before.state) if clauses and before is not None else ""
            yield TranscriptStep(place, turn, tuple(texts), clause)


def transcript_lines(
    steps: Iterable[TranscriptStep], names: Sequence[str], marks: Mapping[int, str] | None = None
) -> Iterator[str]:
    """Yield the steps as lines of text under their turns, numbered as in a replay.

    `marks` maps the number of a step to the note of the bookmark behind it.
    """
    turn, pending = "", dict(marks or {})
    for step in steps:
        for place in [place for place in sorted(pending) if place < step.step]:
            yield _bookmark_line(place, pending.pop(place))
        if step.turn != turn:
            turn = step.turn
            yield from ("", turn)
        first, *others = (name_seats(text, names) for text in step.texts)
        yield f"{step.step:>5}  {first}" + (f" ({step.clause})" if step.clause else "")
        yield from (f"{'':>5}  {text}" for text in others)
    yield from (_bookmark_line(place, pending[place]) for place in sorted(pending))


def _bookmark_line(place: int, note: str) -> str:
    mark = _("Bookmark at {n}: {note}") if note else _("Bookmark at {n}")
    return f"{'':>5}  * {mark.format(n=place, note=' '.join(note.split()))}"


def private_facts(line: Sequence[Node], seat: int) -> list[tuple[Node, str]]:
    """Return the nodes and texts of what one seat alone has found out (`PRIVATE_FACT` events)."""
    return [
        (node, event.text)
        for node in line
        for event in node.events
        if event.kind == PRIVATE_FACT and event.private_to == seat
    ]


def header_lines(game: Game, layout: str, names: Sequence[str], by_lot: bool = False) -> list[str]:
    """Return the heading of a transcript: game, layout, players, and whether the seats were drawn at random."""
    lines = [with_label(game.info.name, layout) if layout else game.info.name, ", ".join(names)]
    return [*lines, _("The seat order is random.")] if by_lot else lines


# The summary of a finished match: points by turn, statistics of every seat, key moments.

GAIN: Final = "gain"
LEAD: Final = "lead"
DECIDED: Final = "decided"
SCORE = "score"
MAX_MOMENTS = 3  # key moments of one match at most


class Turn(NamedTuple):
    """One turn: its name, and its first and last step by their numbers in the match (from 1).

    Points that come at the very end of a match are a turn of their own without a name.
    """

    name: str
    first: int
    last: int


class KeyMoment(NamedTuple):
    """A step worth seeing again, and why (GAIN, LEAD or DECIDED).

    `step` counts from 1, `turn` from 0; `gain` are the points of this seat in the turn, `text` what was said of them.
    """

    step: int
    turn: int
    seat: int
    reason: str
    gain: int
    text: str

    def title(self) -> str:
        """Return a short title with a seat mark."""
        who = seat_mark(self.seat)
        if self.reason == LEAD:
            return _("{who} takes the lead").format(who=who)
        if self.reason == DECIDED:
            return _("{who} leads until the end").format(who=who)
        return plural("{who} gains {n} point", "{who} gains {n} points", self.gain).format(who=who, n=self.gain)


class SeatStat(NamedTuple):
    """A statistic of all seats; None for a seat without a value."""

    title: str
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """The summary of a finished match. `points` are the points of each seat before the first turn and after each
    one."""

    turns: tuple[Turn, ...]
    points: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    moments: tuple[KeyMoment, ...]
    stats: tuple[SeatStat, ...]
    curves: tuple[tuple[str, Sequence[Sequence[int]]], ...]
    """Other values of each seat round by round, as (title, values)."""

    @property
    def has_score_curve(self) -> bool:
        """Whether the points changed before the very end, so that their curve is worth showing."""
        last = len(self.turns) - (not self.turns[-1].name) if self.turns else 0
        return any(len(set(line[: last + 1])) > 1 for line in self.points)


def summarize(game: Game, line: Sequence[Node]) -> MatchSummary:
    """Return the summary of a finished match, from all its nodes (`Match.line`)."""
    assert line[-1].state.to_move == OVER
    turns = _turns(game, line)
    scores = [line[0].state.scores(), *(line[turn.last].state.scores() for turn in turns)]
    points = tuple(zip(*scores, strict=True))
    winners = tuple(line[-1].state.winners())
    match_stats, titles = collect_stats(game, line), game.stats.titles()
    stats = tuple(
        SeatStat(titles[name], tuple(values))
        for name, values in match_stats.seats.items()
        if any(v is not None for v in values)
    )
    curves = tuple((titles[name], values) for name, values in match_stats.curves.items())
    return MatchSummary(turns, points, winners, tuple(_moments(line, turns, points, winners)), stats, curves)


def collect_stats(game: Game, line: Sequence[Node]) -> MatchStats:
    """Return the game's own statistics of a match that was played."""
    collector = game.stats.new_collector()
    collector.before(line[0].state)
    for node in line[1:]:
        assert node.parent is not None and node.decision is not None
        state = node.parent.state.clone()
        for action in (node.decision.action, *node.decision.draws):
            collector.step(state, action)
            state.apply(action)
    return collector.after(line[-1].state)


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
    """Return in order: the greatest gain, the greatest change of lead, the deciding turn, each in another turn; then
    further gains."""
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
            steps = range(turns[turn].first, turns[turn].last + 1)
            place = max(steps, key=lambda step: _gain_of(line, step, seat))
            gained = points[seat][turn + 1] - points[seat][turn]
            chosen[turn] = KeyMoment(place, turn, seat, why, gained, _turn_text(line, turns[turn], place, seat))
    return sorted(chosen.values())


def _leaders(points: Sequence[Sequence[int]]) -> list[int]:
    """Return the seat that is alone in the lead after each turn, or -1."""
    found = []
    for scores in zip(*points, strict=True):
        best = max(scores)
        found.append(scores.index(best) if scores.count(best) == 1 else -1)
    return found


def _changes(points: Sequence[Sequence[int]]) -> list[tuple[str, int, int]]:
    """Return the turns in which the lead changed, by the margin."""
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
    """Return the turn from which on the winner was always in the lead, if there is one."""
    leaders = _leaders(points)
    if len(winners) != 1 or leaders[-1] != winners[0]:
        return []
    time = len(leaders) - 1
    while time and leaders[time - 1] == winners[0]:
        time -= 1
    return [(DECIDED, time - 1, winners[0])] if time else []


def _gain_of(line: Sequence[Node], place: int, seat: int) -> int:
    return line[place].state.scores()[seat] - line[place - 1].state.scores()[seat]


def _turn_text(line: Sequence[Node], turn: Turn, place: int, seat: int) -> str:
    """Return the texts of all steps of a turn that gained a seat points, or of the step at `place` if none did."""
    scored = [step for step in range(turn.first, turn.last + 1) if _gain_of(line, step, seat)]
    return " ".join(map(_step_text, (line[step].events for step in scored or (place,))))


def _step_text(events: Sequence[Event]) -> str:
    """Return the texts about points, if there are any, otherwise all."""
    public = [event for event in events if event.text and event.private_to < 0 and not event.is_transient]
    scored = [event for event in public if event.kind == SCORE]
    return " ".join(event.text for event in (scored or public))


def leading_seats(figure: SeatStat) -> frozenset[int]:
    """Return the seats with the highest value; none if all have the same."""
    known = [value for value in figure.values if value is not None]
    if len(set(known)) < 2 and len(known) == len(figure.values):
        return frozenset()
    return frozenset(seat for seat, value in enumerate(figure.values) if value is not None and value == max(known))
