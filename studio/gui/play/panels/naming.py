"""The names of seats in everything a panel says beside its title and hint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from studio.core.panel import Group, Inset, Item, Panel


def named(panel: Panel, say: Callable[[str], str]) -> Panel:
    """The panel with names in the place of seat marks in its groups, insets and tray."""

    def items(some: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(item._replace(caption=say(item.caption), tip=say(item.tip)) for item in some)

    def group(one: Group) -> Group:
        return one._replace(title=say(one.title), note=say(one.note), items=items(one.items))

    def inset(one: Inset) -> Inset:
        targets = tuple(target._replace(name=say(target.name)) for target in one.picture.targets)
        picture = one.picture if targets == one.picture.targets else replace(one.picture, targets=targets)
        return Inset(say(one.title), say(one.note), picture)

    return replace(
        panel,
        seats=tuple(seat._replace(note=say(seat.note), items=items(seat.items)) for seat in panel.seats),
        groups=tuple(group(one) for one in panel.groups),
        insets=tuple(inset(one) for one in panel.insets),
        tray=None if panel.tray is None else inset(panel.tray),
    )
