"""A match told step by step: what everybody, or one seat, can read of it, under the turns as the game calls them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from studio.core.game import Game
from studio.core.game.terms import EVERYBODY, LEARNT
from studio.core.match import Node
from studio.core.text import _, headed, name_seats

ALL = -2
"""As the seat that reads: all there is to be told, as in a match that is over."""


class Told(NamedTuple):
    """One step: how many decisions it is after the start, its turn, what happened (with seat marks), its clause."""

    place: int
    turn: str
    texts: tuple[str, ...]
    clause: str = ""


def story(game: Game, line: Sequence[Node], seat: int = EVERYBODY, clauses: bool = False) -> Iterator[Told]:
    """The steps of a match one by one, from its start, as a seat (EVERYBODY, ALL) may read them; with the `clauses`
    that they follow if wanted."""
    turn = ""
    for place, node in enumerate(line):
        before, decision = node.parent, node.decision
        if before is not None:
            turn = game.turn(before.state) or turn
        said = [event for event in node.events if event.text]
        texts = [
            event.text
            for event in said
            if (seat == ALL or event.private_to in (EVERYBODY, seat)) and not (event.passing and node is not line[-1])
        ]
        # a decision without events: only its seat knows what was chosen, if it was something secret
        may_know = decision is not None and (seat in (ALL, decision.seat) or not decision.sealed)
        if not said and before is not None and decision is not None and may_know:
            texts = [game.describe(before.state, decision.action)]
        if texts:
            clause = game.clause(before.state) if clauses and before is not None else ""
            yield Told(place, turn, tuple(texts), clause)


def script(told: Iterable[Told], names: Sequence[str], marks: Mapping[int, str] | None = None) -> Iterator[str]:
    """The steps as lines of text, numbered as a replay numbers them, under their turns.

    `marks` are the notes of bookmarks by the number of the step behind which they stand.
    """
    turn, waiting = "", dict(marks or {})
    for step in told:
        for place in [place for place in sorted(waiting) if place < step.place]:
            yield _marked(place, waiting.pop(place))
        if step.turn != turn:
            turn = step.turn
            yield from ("", turn)
        first, *others = (name_seats(text, names) for text in step.texts)
        yield f"{step.place:>5}  {first}" + (f" ({step.clause})" if step.clause else "")
        yield from (f"{'':>5}  {text}" for text in others)
    yield from (_marked(place, waiting[place]) for place in sorted(waiting))


def _marked(place: int, note: str) -> str:
    mark = _("Bookmark at {n}: {note}") if note else _("Bookmark at {n}")
    return f"{'':>5}  * {mark.format(n=place, note=' '.join(note.split()))}"


def learnt(line: Sequence[Node], seat: int) -> list[tuple[Node, str]]:
    """What one seat has found out for itself alone, and when: generic, since each game says so in its events."""
    return [
        (node, event.text)
        for node in line
        for event in node.events
        if event.kind == LEARNT and event.private_to == seat
    ]


def title_lines(game: Game, layout: str, names: Sequence[str], by_lot: bool = False) -> list[str]:
    """What stands above the story: the game, the layout, who played, and how the seats came about."""
    lines = [headed(game.info.name, layout) if layout else game.info.name, ", ".join(names)]
    return [*lines, _("The order of the seats was drawn by lot.")] if by_lot else lines
