"""Differences of two layouts, of two versions of a document, and of a body before and after an edit."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from studio.core.cancellation import CancelToken
from studio.core.form import Stamp
from studio.core.game import Body, Json
from studio.core.picture import Picture, is_edge, parse_place, place_name, target_edge
from studio.core.pieces import Entry, PieceSet, cell_text
from studio.core.plugin import Game
from studio.core.problems import Severity
from studio.core.text import _, plural, translated_name, with_label
from studio.documents.store import DocumentError, Record
from studio.services.layout_merge import ABSENT, BOARD, LayoutParts, Path
from studio.services.loading import LoadedLayout, filter_ignored, find_problems, to_layout

NONE = "–"  # what a layout lacks
MAX_VALUE_TEXT = 60  # characters

# Versions of a document.


def layout_differences(then: LoadedLayout, now: LoadedLayout) -> list[str]:
    """How an earlier version of a layout differs from the current one; empty if it does not.

    Size, number of different spaces (for equal sizes) and pieces, then name, author and notes.
    """
    texts: list[str] = []
    before, after = then.game.body.grid(then.body), now.game.body.grid(now.body)
    sizes = [f"{grid.columns} × {grid.rows}" for grid in (before, after)]
    if sizes[0] != sizes[1]:
        texts.append(_("{then}, now {now}").format(then=sizes[0], now=sizes[1]))
    elif count := len(differing_cells(now.game, then.body, now.body)):
        texts.append(plural("{n} space differs", "{n} spaces differ", count).format(n=count))
    if count := len(_piece_paths(LayoutParts(then, now), _entries(then), _entries(now))):
        texts.append(plural("{n} piece differs", "{n} pieces differ", count).format(n=count))
    if not texts and then.body != now.body:
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


class PartChange(NamedTuple):
    """A part that can be taken from either layout: its path, what it is in each, and its targets on the board.

    `kind` is "space", "edge", "piece" or "field". Pieces have `pictures`, None where there is no such piece.
    """

    path: Path
    kind: str
    name: str
    one: str
    other: str
    targets: tuple[int, ...] = ()
    pictures: tuple[Picture | None, Picture | None] = (None, None)


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
    parts: tuple[PartChange, ...]

    @property
    def is_same(self) -> bool:
        return not self.fields

    @property
    def pieces(self) -> list[PartChange]:
        return [part for part in self.parts if part.kind == "piece"]


def diff_layouts(one: LoadedLayout, other: LoadedLayout, cancel: CancelToken | None = None) -> LayoutDiff:
    """Compare two layouts of one game; with `cancel` surveys are compared, too. Raises `ValueError` for two games."""
    if one.game is not other.game:
        text = _("The layouts belong to different games: {one} and {other}.")
        raise ValueError(text.format(one=one.game.info.name, other=other.game.info.name))
    stats = [layout_stats(one, cancel), layout_stats(other, cancel)]
    names = dict.fromkeys([*stats[0], *stats[1]])
    stat_changes = tuple(StatChange(name, *(side.get(name, "–") for side in stats)) for name in names)
    return LayoutDiff(_changes(one, other), stat_changes, _fields(one, other), part_changes(LayoutParts(one, other)))


def _changes(one: LoadedLayout, other: LoadedLayout) -> tuple[SpaceChange, ...]:
    game, grid = one.game, one.game.body.grid(one.body)
    names = stamp_names(one) | stamp_names(other)
    changes = []
    for cell in differing_cells(game, one.body, other.body):
        stamps = game.editing.pick(one.body, cell), game.editing.pick(other.body, cell)
        changes.append(SpaceChange(cell, grid.name(cell), *_stamp_texts(names, *stamps)))
    return tuple(changes)


def _stamp_texts(names: Mapping[str, str], one: Stamp, other: Stamp) -> tuple[str, str]:
    texts = names.get(one.key, one.key), names.get(other.key, other.key)
    is_rotated = texts[0] == texts[1] and one != other
    return texts[0], _("{name}, rotated").format(name=texts[1]) if is_rotated else texts[1]


def stamp_names(opened: LoadedLayout) -> dict[str, str]:
    """The names of the palette's stamps, by key."""
    groups = opened.game.sketch.palette(opened.body)
    return {item.stamp.key: item.name for group in groups for item in group.items}


def layout_stats(opened: LoadedLayout, cancel: CancelToken | None = None) -> dict[str, str]:
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


# The parts of two layouts, with names.


def part_changes(parts: LayoutParts) -> tuple[PartChange, ...]:
    """The parts in which two layouts differ: spaces, edges, pieces, then fields."""
    one, other = parts.one, parts.other
    sets = _entries(one), _entries(other)
    pieces = set(_piece_paths(parts, *sets))
    names = stamp_names(one) | stamp_names(other)
    columns = one.game.pieces.pieces(one.body)
    found = [
        _piece_change(path, columns, sets[0].get(path[-1]), sets[1].get(path[-1]))
        if path in pieces
        else _place_change(parts, path, names) or _field_change(parts, path)
        for path in parts.paths
    ]
    return tuple(sorted(found, key=lambda change: ("space", "edge", "piece", "field").index(change.kind)))


def _entries(side: LoadedLayout) -> dict[str, Entry]:
    return {entry.key: entry for entry in side.game.pieces.pieces(side.body).entries}


def _piece_paths(parts: LayoutParts, one: Mapping[str, Entry], other: Mapping[str, Entry]) -> list[Path]:
    """The paths of pieces: objects or counts by the key of an entry that differs."""

    def is_piece(path: Path) -> bool:
        is_data = any(isinstance(value, dict | int) for value in parts.values(path))
        return is_data and len(path) == 3 and path[1] != BOARD[1] and one.get(path[2]) != other.get(path[2])

    return [path for path in parts.paths if is_piece(path)]


def _piece_change(path: Path, pieces: PieceSet, one: Entry | None, other: Entry | None) -> PartChange:
    def text(side: Entry | None, opposite: Entry | None) -> str:
        if side is None:
            return NONE
        cells = zip(pieces.columns, side.cells, opposite.cells if opposite is not None else side.cells, strict=True)
        shown = [
            (column.title, cell_text(cell))
            for column, cell, before in cells
            if (column.kind == "number" if opposite is None else cell != before)
        ]
        if len(shown) == 1:
            return shown[0][1]
        return ", ".join(with_label(*cell) for cell in shown) or side.name

    pictures = one.picture if one is not None else None, other.picture if other is not None else None
    known = other or one
    return PartChange(
        path, "piece", known.name if known is not None else path[-1], text(one, other), text(other, one), (), pictures
    )


def _place_change(parts: LayoutParts, path: Path, names: Mapping[str, str]) -> PartChange | None:
    """The change of a space, an edge or the whole board; None for other parts."""
    one, other, pick = parts.one, parts.other, parts.one.game.editing.pick
    grid = one.game.body.grid(one.body)
    if path == BOARD:
        after = other.game.body.grid(other.body)
        sizes = [f"{side.columns} × {side.rows}" for side in (grid, after)]
        return PartChange(path, "space", _("Board"), *(sizes if sizes[0] != sizes[1] else (sizes[0], _("different"))))
    name, _blank, side = path[-1].partition(" ")
    target = parse_place(grid, f"{name} {side[:1].upper()}".strip()) if len(path) == 3 and path[0] == "body" else -1
    if target < 0 or not (path[:2] == BOARD or is_edge(target)):
        return None
    kind = "edge" if is_edge(target) else "space"
    texts = _stamp_texts(names, pick(one.body, target), pick(other.body, target))
    return PartChange(path, kind, place_name(grid, target), *texts, (target,))


def _field_change(parts: LayoutParts, path: Path) -> PartChange:
    """The change of a value, named as in the form, or else by its keys in the file."""
    one, game = parts.one, parts.one.game
    try:
        taken = parts.take([path]).body
    except DocumentError:  # not without other parts
        taken = one.body
    cells = tuple(differing_cells(game, one.body, taken))
    kind = "space" if cells else "field"
    if changes := _field_changes(game, one.body, taken):
        return PartChange(path, kind, *changes[0], cells)
    titles = {"name": _("Name"), "author": _("Author"), "notes": _("Notes"), "ignored": _("Ignored problems")}
    name = titles.get(path[0], ".".join(path[path[0] == "body" :]))
    if path[0] == "pins" and len(path) > 1:
        name = _("Note on {space}").format(space=path[1])
    before, after = map(_value_text, parts.values(path))
    return PartChange(path, kind, name, before, after, cells)


def _value_text(value: Json) -> str:
    text = NONE if value is ABSENT else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_VALUE_TEXT else text[:MAX_VALUE_TEXT] + "…"


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
