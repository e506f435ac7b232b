"""Two layouts beside each other: which spaces hold something else, and what is counted and measured in either."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from studio.core.cancellation import Patience
from studio.core.problems import Severity
from studio.core.text import _
from studio.opening import Opened, findings, to_layout
from studio.opening.differences import differing_cells
from studio.opening.ignoring import sifted


class Change(NamedTuple):
    """A space that holds something else: its cell in both layouts, its name, and what lies there in words."""

    cell: int
    name: str
    one: str
    other: str


class Figure(NamedTuple):
    """Something counted or measured in both layouts, as words."""

    name: str
    one: str
    other: str

    @property
    def differs(self) -> bool:
        """Whether it is not the same in both."""
        return self.one != self.other


@dataclass(frozen=True, slots=True)
class Compared:
    """What differs between two layouts of one game.

    `changes` is empty where the sizes differ; `fields` are the parts of the file that differ ("$.body.tiles").
    """

    changes: tuple[Change, ...]
    figures: tuple[Figure, ...]
    fields: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        """Whether the two say the same."""
        return not self.fields


def compared(one: Opened, other: Opened, patience: Patience | None = None) -> Compared:
    """Two layouts of one game compared: spaces, figures and fields. With `patience` measures are taken, too.

    Raises `ValueError` with a sentence where the games are two.
    """
    if one.game is not other.game:
        words = _("One is a layout of {one}, the other of {other}.")
        raise ValueError(words.format(one=one.game.info.name, other=other.game.info.name))
    return Compared(_changes(one, other), _figures(one, other, patience), _fields(one, other))


def _changes(one: Opened, other: Opened) -> tuple[Change, ...]:
    game, grid = one.game, one.game.grid(one.body)
    names = names_of(one) | names_of(other)
    changes = []
    for cell in differing_cells(one, other):
        stamps = game.pick(one.body, cell), game.pick(other.body, cell)
        words = [names.get(stamp.key, stamp.key) for stamp in stamps]
        if words[0] == words[1] and stamps[0].key == stamps[1].key:
            words[1] = _("{name}, turned").format(name=words[1])
        changes.append(Change(cell, grid.name(cell), *words))
    return tuple(changes)


def names_of(opened: Opened) -> dict[str, str]:
    """What the palette calls what can be painted, by the keys of its stamps."""
    groups = opened.game.palette(opened.body)
    return {item.stamp.key: item.name for group in groups for item in group.items}


def _figures(one: Opened, other: Opened, patience: Patience | None) -> tuple[Figure, ...]:
    sides = [_counted(one, patience), _counted(other, patience)]
    names = list(dict.fromkeys([*sides[0], *sides[1]]))
    return tuple(Figure(name, *(side.get(name, "–") for side in sides)) for name in names)


def _counted(opened: Opened, patience: Patience | None) -> dict[str, str]:
    """The figures of a layout by name: its findings, its size and seats, what lies on it, what was measured."""
    game, body = opened.game, opened.body
    grid = game.grid(body)
    told = sifted(findings(opened), opened.layout.ignored, grid)
    found = Counter(problem.severity for problem in told.counted)
    most = game.seats(body)
    figures = {
        _("Errors"): str(found[Severity.ERROR]),
        _("Warnings"): str(found[Severity.WARNING]),
        _("Hints"): str(found[Severity.INFO]),
        **({_("Ignored"): str(len(told.ignored))} if told.ignored else {}),
        _("Size"): f"{grid.columns} × {grid.rows}",
        _("Seats"): f"{most.start}–{most.stop - 1}" if len(most) else "–",
    }
    names = names_of(opened)
    lies = Counter(game.pick(body, cell).key for cell in range(grid.count))
    for key, count in sorted(lies.items(), key=lambda entry: (-entry[1], entry[0])):
        if key in names:
            figures.setdefault(names[key], str(count))
    if patience is not None and game.measures:
        for overlay in game.survey(body, -1, patience).overlays:
            if overlay.value:
                figures.setdefault(overlay.name, overlay.value)
    return figures


def _fields(one: Opened, other: Opened) -> tuple[str, ...]:
    """The parts of the files that differ, by their places."""
    first, second = to_layout(one), to_layout(other)
    words = {
        "$.name": first.name != second.name,
        "$.author": first.author != second.author,
        "$.notes": first.notes != second.notes,
        "$.pins": first.pins != second.pins,
        "$.ignored": first.ignored != second.ignored,
    }
    keys = dict.fromkeys([*first.body, *second.body])
    parts = [f"$.body.{key}" for key in keys if first.body.get(key) != second.body.get(key)]
    return (*(place for place, differs in words.items() if differs), *parts)
