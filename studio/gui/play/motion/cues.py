"""What of a step is worth seeing move: tiles turned up and laid, what is put away, what seats gain, islands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from studio.core.game import EVERYBODY, LAY
from studio.core.match import Node
from studio.core.panel import Panel, Seat
from studio.core.picture import Picture
from studio.core.protocols import Game
from studio.core.transcript import SCORE

MOST = 8
"""So many gains are shown at once."""


class Gain(NamedTuple):
    """A seat has got more, or less, of a thing of its card (-1: points), from or to a space (-1: nowhere)."""

    seat: int
    item: int
    sprite: str
    amount: int
    cell: int


@dataclass(frozen=True, slots=True)
class Cues:
    """`source` is where the decision was made, or -1; `laid` are spaces; `face` is what was turned up, which `stays` in
    hand or is put away; `course` is the way that a piece has gone."""

    seat: int = -1
    source: int = -1
    laid: tuple[int, ...] = ()
    face: Picture | None = None
    stays: bool = False
    gains: tuple[Gain, ...] = ()
    flash: tuple[int, ...] = ()
    course: tuple[int, ...] = ()


def cues(game: Game, node: Node, eyes: int, before: Panel, after: Panel) -> Cues:
    """What the eyes on the table can see of the step that led to a node, from what the panels beside it showed them."""
    parent, decision = node.parent, node.decision
    if parent is None or decision is None or not decision.action:
        return Cues()
    events = [event for event in node.events if event.private_to in (EVERYBODY, eyes)]
    laid = tuple(dict.fromkeys(cell for event in events if event.kind == LAY for cell in event.cells))
    faces = [face for draw in decision.draws if (face := game.turned_up(parent.state, draw)) is not None]
    closed = [
        cell
        for event in events
        if event.kind == SCORE or (event.kind == "island" and event.seat < 0)
        for cell in event.cells
    ]
    places = [event.cells[-1] for event in events if event.cells]
    return Cues(
        decision.seat,
        game.target(parent.state, decision.action),
        laid,
        faces[0] if faces and not laid else None,
        after.hand is not None,
        tuple(_gains(before, after, places[-1] if places else -1)),
        tuple(dict.fromkeys(closed)),
        course_of(node, eyes),
    )


def course_of(node: Node, eyes: int) -> tuple[int, ...]:
    """The way from space to space on which a piece came to where it is at a node; () where it went straight."""
    ways = [event.course for event in node.events if event.private_to in (EVERYBODY, eyes)]
    return next((way for way in ways if len(way) > 2), ())


def _gains(before: Panel, after: Panel, cell: int) -> list[Gain]:
    found: list[Gain] = []
    for old, new in zip(before.seats, after.seats, strict=False):
        if new.points > old.points:
            found.append(Gain(new.seat, -1, "", new.points - old.points, cell))
        found += [Gain(new.seat, place, new.items[place].sprite, amount, cell) for place, amount in _changed(old, new)]
    return [gain for gain in found if gain.cell >= 0][:MOST]


def _changed(old: Seat, new: Seat) -> list[tuple[int, int]]:
    """The things of a card whose number is another now, and by how much."""
    if [item.sprite for item in old.items] != [item.sprite for item in new.items]:
        return []
    numbers = [(one.value, other.value) for one, other in zip(old.items, new.items, strict=True)]
    return [
        (place, int(last) - int(first))
        for place, (first, last) in enumerate(numbers)
        if first.isdigit() and last.isdigit() and first != last
    ]
