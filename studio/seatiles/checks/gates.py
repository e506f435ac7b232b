"""Narrow places: the few undiscovered spaces over which every ship into the heart of a sector must come (T8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from studio.core.cancellation import ENDLESS, Patience
from studio.core.problems import Problem, Severity
from studio.core.text import plural
from studio.seatiles.body.facts import Facts
from studio.validation.checks import parts
from studio.validation.flow import node_cut

FEW = 3
"""A gate is at most so many spaces wide."""


def gates(facts: Facts, patience: Patience = ENDLESS) -> Iterator[Problem]:
    """One info for each part of the sea whose heart lies behind a gate.

    The heart are the spaces beyond the harbours and their neighbours. Discovered sea is always passable, so only
    undiscovered spaces make a gate.
    """
    ways, starts = _ways(facts)
    for part in parts(ways):
        harbour = [cell for cell in part if cell in starts]
        heart = _heart(ways, part, harbour)
        if not harbour or len(heart) <= FEW:
            continue
        outside = facts.grid.count  # a node beyond the border, tied to all harbours, which may be lost themselves
        around = {cell: [*ways[cell], outside] if cell in starts else [*ways[cell]] for cell in part}
        cut = node_cut({**around, outside: harbour}, heart, [outside], FEW, patience)  # the gate nearest to the heart
        if cut:
            words = plural(
                "Every ship into the {count} spaces around {heart} must pass {names}; land there closes them off.",
                "Every ship into the {count} spaces around {heart} must pass one of {names}; "
                "land there closes them off.",
                len(cut),
            ).format(count=len(heart), heart=facts.name(heart[len(heart) // 2]), names=facts.names(cut))
            yield Problem("space.gate", Severity.INFO, words, tuple(cut))


def _ways(facts: Facts) -> tuple[dict[int, set[int]], set[int]]:
    """The undiscovered spaces, joined where they touch or where discovered sea joins them; and those ships start at."""
    shapes, lanes = facts.shapes, facts.lanes
    seas = {cell: [other for other in lanes[cell] if shapes[other]] for cell, shape in enumerate(shapes) if shape}
    ways = {cell: set(beside) for cell, beside in facts.unknown.items()}
    entries = set(facts.starts)
    starts = {cell for cell in facts.open if cell in entries}
    for sea in parts(seas):
        shore = {other for cell in sea for other in lanes[cell] if not shapes[other]}
        for one in shore:
            ways[one] |= shore - {one}
        if entries.intersection(sea):
            starts |= shore
    return ways, starts


def _heart(ways: Mapping[int, set[int]], part: list[int], harbour: list[int]) -> list[int]:
    """The spaces of a part that neither are harbours nor lie beside one."""
    near = {*harbour, *(other for cell in harbour for other in ways[cell])}
    return [cell for cell in part if cell not in near]
