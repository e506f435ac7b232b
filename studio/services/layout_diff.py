"""Differences of two layouts, of two versions of a document, and of a body before and after an edit."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from studio.core.cancellation import CancelToken
from studio.core.game import Body
from studio.core.picture import is_edge, target_edge
from studio.core.plugin import Game
from studio.core.problems import Severity
from studio.core.text import _, plural, translated_name, with_label
from studio.documents.store import Record
from studio.services.loading import LoadedLayout, filter_ignored, find_problems, to_layout

# Versions of a document.


def layout_differences(then: LoadedLayout, now: LoadedLayout) -> list[str]:
    """How an earlier version of a layout differs from the current one; empty if it does not.

    Size, number of different spaces (for equal sizes), then name, author and notes.
    """
    texts: list[str] = []
    before, after = then.game.body.grid(then.body), now.game.body.grid(now.body)
    sizes = [f"{grid.columns} × {grid.rows}" for grid in (before, after)]
    if sizes[0] != sizes[1]:
        texts.append(_("{then}, now {now}").format(then=sizes[0], now=sizes[1]))
    elif then.body != now.body:
        if count := len(differing_cells(now.game, then.body, now.body)):
            texts.append(plural("{n} space differs", "{n} spaces differ", count).format(n=count))
        else:
            texts.append(_("border or counts differ"))
    if then.layout.name != now.layout.name:
        texts.append(_("named “{name}”").format(name=translated_name(then.layout.name)))
    if (then.layout.author, then.layout.notes) != (now.layout.author, now.layout.notes):
        texts.append(_("description differs"))
    return texts


def differing_cells(game: Game, before: Body, after: Body) -> list[int]:
    """The cells that differ between two bodies of a game; none if the sizes differ."""
    old, new, pick = game.body.grid(before), game.body.grid(after), game.editing.pick
    if (old.columns, old.rows) != (new.columns, new.rows):
        return []
    return [cell for cell in range(new.count) if pick(before, cell) != pick(after, cell)]


def match_differences(then: Record, now: Record) -> list[str]:
    """How an earlier version of a match differs from the current one; empty if it does not."""
    if then == now:
        return []
    if then.log == now.log[: len(then.log)] and then.opening == now.opening:
        count = len(now.log) - len(then.log)
        if count:
            return [plural("{n} move fewer", "{n} moves fewer", count).format(n=count)]
        return [_("description differs")]
    shared = next((place for place, pair in enumerate(zip(then.log, now.log, strict=False)) if pair[0] != pair[1]), -1)
    if shared < 0:
        count = len(then.log) - len(now.log)
        return [plural("{n} move more", "{n} moves more", count).format(n=count)]
    return [_("different from move {n} on").format(n=shared + 1)]


# Two layouts.


class SpaceChange(NamedTuple):
    """A space that differs: cell, name, and what each layout has there."""

    cell: int
    name: str
    one: str
    other: str


class StatChange(NamedTuple):
    """A statistic of both layouts, as text."""

    name: str
    one: str
    other: str

    @property
    def differs(self) -> bool:
        return self.one != self.other


@dataclass(frozen=True, slots=True)
class LayoutDiff:
    """The differences of two layouts of one game.

    `changes` is empty if the sizes differ; `fields` are the JSON paths that differ ("$.body.tiles").
    """

    changes: tuple[SpaceChange, ...]
    stats: tuple[StatChange, ...]
    fields: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        return not self.fields


def diff_layouts(one: LoadedLayout, other: LoadedLayout, cancel: CancelToken | None = None) -> LayoutDiff:
    """Compare two layouts of one game; with `cancel` surveys are compared, too. Raises `ValueError` for two games."""
    if one.game is not other.game:
        text = _("The layouts belong to different games: {one} and {other}.")
        raise ValueError(text.format(one=one.game.info.name, other=other.game.info.name))
    stats = [_stats_of(one, cancel), _stats_of(other, cancel)]
    names = dict.fromkeys([*stats[0], *stats[1]])
    stat_changes = tuple(StatChange(name, *(side.get(name, "–") for side in stats)) for name in names)
    return LayoutDiff(_changes(one, other), stat_changes, _fields(one, other))


def _changes(one: LoadedLayout, other: LoadedLayout) -> tuple[SpaceChange, ...]:
    game, grid = one.game, one.game.body.grid(one.body)
    names = stamp_names(one) | stamp_names(other)
    changes = []
    for cell in differing_cells(game, one.body, other.body):
        stamps = game.editing.pick(one.body, cell), game.editing.pick(other.body, cell)
        texts = [names.get(stamp.key, stamp.key) for stamp in stamps]
        if texts[0] == texts[1] and stamps[0].key == stamps[1].key:
            texts[1] = _("{name}, rotated").format(name=texts[1])
        changes.append(SpaceChange(cell, grid.name(cell), *texts))
    return tuple(changes)


def stamp_names(opened: LoadedLayout) -> dict[str, str]:
    """The names of the palette's stamps, by key."""
    groups = opened.game.sketch.palette(opened.body)
    return {item.stamp.key: item.name for group in groups for item in group.items}


def _stats_of(opened: LoadedLayout, cancel: CancelToken | None) -> dict[str, str]:
    """The statistics of a layout by name: problems, size, seats, stamps, survey."""
    game, body = opened.game, opened.body
    grid = game.body.grid(body)
    filtered = filter_ignored(find_problems(opened), opened.layout.ignored, grid)
    found = Counter(problem.severity for problem in filtered.active)
    most = game.seats(body)
    figures = {
        _("Errors"): str(found[Severity.ERROR]),
        _("Warnings"): str(found[Severity.WARNING]),
        _("Hints"): str(found[Severity.INFO]),
        **({_("Ignored"): str(len(filtered.ignored))} if filtered.ignored else {}),
        _("Size"): f"{grid.columns} × {grid.rows}",
        _("Seats"): f"{most.start}–{most.stop - 1}" if len(most) else "–",
    }
    names = stamp_names(opened)
    stamps = Counter(game.editing.pick(body, cell).key for cell in range(grid.count))
    for key, count in sorted(stamps.items(), key=lambda entry: (-entry[1], entry[0])):
        if key in names:
            figures.setdefault(names[key], str(count))
    if cancel is not None and game.has_survey:
        for overlay in game.checks.survey(body, -1, cancel).overlays:
            if overlay.value:
                figures.setdefault(overlay.name, overlay.value)
    return figures


def _fields(one: LoadedLayout, other: LoadedLayout) -> tuple[str, ...]:
    """The JSON paths that differ."""
    first, second = to_layout(one), to_layout(other)
    names = ("name", "author", "notes", "pins", "ignored")
    keys = dict.fromkeys([*first.body, *second.body])
    return (
        *(f"$.{name}" for name in names if getattr(first, name) != getattr(second, name)),
        *(f"$.body.{key}" for key in keys if first.body.get(key) != second.body.get(key)),
    )


# Edit previews.

MAX_CHANGES_SHOWN = 6  # places or values named in a sentence
VALUE_KINDS = ("int", "text", "choice", "share", "flag")  # kinds of fields with a value


class FieldChange(NamedTuple):
    """A value of the layout's form, before and after, as text."""

    name: str
    before: str
    after: str


class EditPreview(NamedTuple):
    """What an edit would change: cells, edges as targets, values; `size` as text if it changes."""

    cells: tuple[int, ...]
    edges: tuple[int, ...]
    field_changes: tuple[FieldChange, ...]
    size: str = ""

    @property
    def is_large(self) -> bool:
        """Whether more than one place or value changes."""
        return bool(self.size) or len(self.cells) + len(self.edges) > 1 or len(self.field_changes) > 1


def preview_edit(game: Game, before: Body, after: Body) -> EditPreview:
    """The differences between two bodies of one game."""
    old, new = game.body.grid(before), game.body.grid(after)
    changes = _field_changes(game, before, after)
    if (old.columns, old.rows) != (new.columns, new.rows):
        return EditPreview((), (), changes, f"{new.columns} × {new.rows}")
    return EditPreview(tuple(differing_cells(game, before, after)), _edges(game, before, after), changes)


def _edges(game: Game, before: Body, after: Body) -> tuple[int, ...]:
    """The edges that differ, in games whose edges can be painted."""
    if not any(group.on == "edges" for group in game.sketch.palette(after)):
        return ()
    targets = (target.cell for body in (before, after) for target in game.sketch.sketch(body).targets)
    edges, pick = sorted(set(filter(is_edge, targets))), game.editing.pick
    return tuple(edge for edge in edges if pick(before, edge) != pick(after, edge))


def _field_changes(game: Game, before: Body, after: Body) -> tuple[FieldChange, ...]:
    values = []
    for body in (before, after):
        fields = {}
        for section in game.editing.form(body, -1):
            for field in section.fields:
                if field.kind in VALUE_KINDS:
                    text = dict(field.choices).get(str(field.value), str(field.value))
                    text = {"True": _("on"), "False": _("off")}.get(text, text) if field.kind == "flag" else text
                    fields[field.key] = f"{section.title} · {field.label}", text
        values.append(fields)
    old, new = values
    return tuple(
        FieldChange(new.get(key, old.get(key, ("", "")))[0], old.get(key, ("", "–"))[1], new.get(key, ("", "–"))[1])
        for key in dict.fromkeys([*old, *new])
        if old.get(key) != new.get(key)
    )


def preview_text(game: Game, body: Body, found: EditPreview) -> str:
    """A preview in a sentence: "Changes 5 spaces: A1, B1, C2. Box · Sea: 4 → 6"."""
    grid, text = game.body.grid(body), []
    if found.size:
        text.append(_("The board size becomes {size}.").format(size=found.size))
    if found.cells:
        sentence = plural("Changes {n} space: {names}.", "Changes {n} spaces: {names}.", len(found.cells))
        text.append(sentence.format(n=len(found.cells), names=_shorten_list([grid.name(cell) for cell in found.cells])))
    if found.edges:
        names = list(dict.fromkeys(grid.name(target_edge(edge)[0]) for edge in found.edges))
        sentence = plural("Changes {n} edge at {names}.", "Changes {n} edges at {names}.", len(found.edges))
        text.append(sentence.format(n=len(found.edges), names=_shorten_list(names)))
    if found.field_changes:
        values = [with_label(one.name, f"{one.before} → {one.after}") for one in found.field_changes]
        text.append(_shorten_list(values, _("; ")) + ".")
    return " ".join(text) or _("Changes nothing on the board or in the counts.")


def _shorten_list(words: list[str], between: str = ", ") -> str:
    more = len(words) - MAX_CHANGES_SHOWN
    return between.join(words[:MAX_CHANGES_SHOWN]) + (f" + {more}" if more > 0 else "")
