"""Completing a sea: a random tile of the box on every undiscovered space, or on some, so that all edges match (T4)."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from studio.core.cancellation import Patience
from studio.core.problems import Incompletable
from studio.core.rng import Rng
from studio.core.text import _
from studio.seatiles.body import AnySea, Laid, SeaBody, TileKind, edited
from studio.seatiles.body.facts import Facts, marked_tiles
from studio.seatiles.checks.completion import class_supply, complete, mismatched, shortage
from studio.seatiles.rules.shape import rotations

MOST = 999
"""No kind has more sorted tiles."""


def complete_sea(body: AnySea, cells: Collection[int], seed: int, patience: Patience) -> AnySea:
    """The body with tiles laid on its undiscovered spaces among `cells` (none named: on all), the same for a seed.

    The tiles are those of the box: what lies on the board afterwards is counted among the sorted tiles, and the draw
    stacks hold as much less. Where the whole board can be completed it still can be. Raises `Incompletable` with a
    sentence when there is no such completion, `Spent` when the patience ends first.
    """
    rng = Rng(seed)
    filling = _filling(body, frozenset(cells), rng, patience)
    box, contents, order = _Box(body, rng), Facts(body).cells, sorted(filling)
    rng.shuffle(order)  # or rare kinds would gather in the north
    for cell in order:
        contents[cell] = box.take(filling[cell])
    return edited(body, cells=contents, tiles=box.tiles())


def _filling(body: SeaBody, cells: frozenset[int], rng: Rng, patience: Patience) -> dict[int, int]:
    """An edge mask for every space that is to be filled."""
    facts = Facts(body)
    wanted = [cell for cell in facts.open if not cells or cell in cells]
    if not wanted:
        words = _("None of the selected spaces is undiscovered: there is nothing to complete.")
        raise Incompletable(words if cells else _("No space is undiscovered: there is nothing to complete."))
    if mismatched(facts):
        raise Incompletable(_("The board can be completed once all its edges match."))
    answer = complete(facts, patience, rng=rng)
    if answer.filling is None and len(wanted) < len(facts.open):
        facts = Facts(body)  # not all of the board, but perhaps what is asked for
        facts.open = wanted
        answer = complete(facts, patience, rng=rng)
    if answer.filling is None:
        raise Incompletable(shortage(facts, answer, class_supply(facts)), answer.cells)
    return {cell: answer.filling[cell] for cell in wanted}


class _Box:
    """The tiles that are still to be laid: by kind those of the draw stacks, and sorted ones that lie nowhere yet."""

    def __init__(self, body: SeaBody, rng: Rng) -> None:
        self._kinds: dict[str, TileKind] = {kind.name: kind for kind in body.tiles}
        laid = Facts(body).laid
        self._spare = {kind.name: max(0, kind.sorted - len(laid.get(kind.name, ()))) for kind in body.tiles}
        self._rng = rng

    def take(self, mask: int) -> Laid:
        """A tile with these land edges as it lies: a plain one, or a "?" tile when there is no other."""
        fitting = [
            (kind, one.turn)
            for kind in self._kinds.values()
            if not kind.bonus
            for one in rotations(kind.shape)
            if one.edges == mask
        ]
        counts = [max(0, kind.hidden) + self._spare[kind.name] for kind, _turn in fitting]
        if not any(counts):
            counts = [marked_tiles(kind) for kind, _turn in fitting]
        kind, turn = fitting[self._rng.weighted(counts)]
        self._lay(kind)
        return Laid(kind.name, turn)

    def _lay(self, kind: TileKind) -> None:
        """Take a tile out of where it lies in the box; one of the draw stacks becomes a sorted one."""
        spare, hidden = self._spare[kind.name], max(0, kind.hidden)
        if spare and (kind.sorted >= MOST or self._rng.below(spare + hidden) < spare):
            self._spare[kind.name] -= 1
            return
        events = kind.events
        if hidden:
            hidden -= 1
        else:
            most = max(events, key=lambda event: events[event])
            events = {**events, most: events[most] - 1}
        left = {event: count for event, count in events.items() if count}
        kept = max(0, kind.sorted)
        self._kinds[kind.name] = msgspec.structs.replace(kind, hidden=hidden, events=left, sorted=kept + 1)

    def tiles(self) -> tuple[TileKind, ...]:
        """The kinds with what the box holds of them now."""
        return tuple(self._kinds.values())
