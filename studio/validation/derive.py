"""What can be had from what: rules that need several things at once (an AND/OR graph, its nodes things and rules)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple


class Rule(NamedTuple):
    """With all of `needs`, which are kept, one has all of `gives`."""

    key: Hashable
    needs: tuple[Hashable, ...]
    gives: tuple[Hashable, ...]


class Derived(NamedTuple):
    """Everything that follows, with the round in which it does; what is not here never does."""

    things: dict[Hashable, int]
    rules: dict[Hashable, int]


def derived(rules: Iterable[Rule], given: Iterable[Hashable]) -> Derived:
    """What follows from the given things, which are had in round 0.

    In round n+1 all rules work whose needs are had by round n, and what they give is had then.
    """
    things: dict[Hashable, int] = dict.fromkeys(given, 0)
    working: dict[Hashable, int] = {}
    waiting = list(rules)
    number = 0
    while True:
        number += 1
        ready = [rule for rule in waiting if all(thing in things for thing in rule.needs)]
        if not ready:
            return Derived(things, working)
        waiting = [rule for rule in waiting if not all(thing in things for thing in rule.needs)]
        for rule in ready:
            working[rule.key] = number
            for thing in rule.gives:
                things.setdefault(thing, number)
