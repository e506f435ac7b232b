"""What an edit would do to a layout before it is done: the spaces and edges it changes, and the figures of the form."""

from __future__ import annotations

from typing import NamedTuple

from studio.core.game import Body
from studio.core.picture import is_edge, target_edge
from studio.core.protocols import Game
from studio.core.text import _, headed, plural

SHOWN = 6
"""So many places or figures are named."""
WORDED = ("int", "text", "choice", "share", "flag")
"""The kinds of field that hold a value."""


class Figure(NamedTuple):
    """A value of the layout's form, before and after, in words."""

    name: str
    before: str
    after: str


class Outcome(NamedTuple):
    """What another body would change: cells, edges as targets, figures; `size` in words if it has another one."""

    cells: tuple[int, ...]
    edges: tuple[int, ...]
    figures: tuple[Figure, ...]
    size: str = ""

    @property
    def is_large(self) -> bool:
        """Whether it changes more than a person sees at a glance: more than one place, or more than one figure."""
        return bool(self.size) or len(self.cells) + len(self.edges) > 1 or len(self.figures) > 1


def outcome(game: Game, before: Body, after: Body) -> Outcome:
    """What the second body changes of the first, both of the same game."""
    old, new = game.grid(before), game.grid(after)
    figures = _figures(game, before, after)
    if (old.columns, old.rows) != (new.columns, new.rows):
        return Outcome((), (), figures, f"{new.columns} × {new.rows}")
    cells = tuple(cell for cell in range(new.count) if game.pick(before, cell) != game.pick(after, cell))
    return Outcome(cells, _edges(game, before, after), figures)


def _edges(game: Game, before: Body, after: Body) -> tuple[int, ...]:
    """The edges that hold something else, in games whose edges can be painted."""
    if not any(group.on == "edges" for group in game.palette(after)):
        return ()
    there = {target.cell for body in (before, after) for target in game.sketch(body).targets if is_edge(target.cell)}
    return tuple(edge for edge in sorted(there) if game.pick(before, edge) != game.pick(after, edge))


def _figures(game: Game, before: Body, after: Body) -> tuple[Figure, ...]:
    values = []
    for body in (before, after):
        fields = {}
        for section in game.form(body, -1):
            for field in section.fields:
                if field.kind in WORDED:
                    words = dict(field.choices).get(str(field.value), str(field.value))
                    words = {"True": _("on"), "False": _("off")}.get(words, words) if field.kind == "flag" else words
                    fields[field.key] = f"{section.title} · {field.label}", words
        values.append(fields)
    old, new = values
    return tuple(
        Figure(new.get(key, old.get(key, ("", "")))[0], old.get(key, ("", "–"))[1], new.get(key, ("", "–"))[1])
        for key in dict.fromkeys([*old, *new])
        if old.get(key) != new.get(key)
    )


def outcome_words(game: Game, body: Body, found: Outcome) -> str:
    """An outcome in a sentence: "Changes 5 spaces: A1, B1, C2. Box · Sea: 4 → 6"."""
    grid, words = game.grid(body), []
    if found.size:
        words.append(_("The board becomes {size}.").format(size=found.size))
    if found.cells:
        told = plural("Changes {n} space: {names}.", "Changes {n} spaces: {names}.", len(found.cells))
        words.append(told.format(n=len(found.cells), names=_some([grid.name(cell) for cell in found.cells])))
    if found.edges:
        names = list(dict.fromkeys(grid.name(target_edge(edge)[0]) for edge in found.edges))
        told = plural("Changes {n} edge, at {names}.", "Changes {n} edges, at {names}.", len(found.edges))
        words.append(told.format(n=len(found.edges), names=_some(names)))
    if found.figures:
        words.append(_some([headed(one.name, f"{one.before} → {one.after}") for one in found.figures], _("; ")) + ".")
    return " ".join(words) or _("Changes nothing that is drawn or counted.")


def _some(words: list[str], between: str = ", ") -> str:
    more = len(words) - SHOWN
    return between.join(words[:SHOWN]) + (f" + {more}" if more > 0 else "")
