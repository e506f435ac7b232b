"""From files to games and back: layouts with their game and parsed body, matches with their record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from studio import games
from studio.core.game import Board, Body, IllegalAction, Json, LayoutNotPlayable, Options
from studio.core.grid import EAST, NORTH, SIDE_NAMES, SOUTH, WEST, Grid
from studio.core.match import Match, Node
from studio.core.picture import edge_target, is_edge, parse_place, place_name, target_edge
from studio.core.plugin import Game
from studio.core.problems import Problem, Severity, is_measured
from studio.core.text import _, plural, quote, sanitize
from studio.documents import schema, store
from studio.documents.decoding import SchemaError
from studio.documents.store import DocumentError, Ignored, Layout, Record, SeatEntry, save_with_backup

if TYPE_CHECKING:
    from studio.core.generation import Recipe

MAX_FIELDS_SHOWN = 5  # unknown fields named in a warning


@dataclass(frozen=True, slots=True)
class LoadedLayout:
    """A layout in use: its file (None: not saved yet), its game, and the parsed body.

    `body` is current; `layout.body` is what was read and may be older. `unknown` are the fields of the body that the
    game does not know; they are preserved.
    """

    path: Path | None
    layout: Layout
    game: Game
    body: Body
    unknown: tuple[schema.Unknown, ...] = ()


def load_layout(path: str | Path) -> LoadedLayout:
    """Load a layout. Raises `DocumentError`."""
    return parse_layout(store.read_layout(path), Path(path))


def parse_layout(layout: Layout, path: Path | None = None, prefix: str = "$.body") -> LoadedLayout:
    """Parse the body of a layout. Raises `DocumentError`."""
    name = path if path is not None else ""
    try:
        game = games.load(layout.game)
    except KeyError:
        text = _("Unknown value “{name}”; available: {known}.")
        reason = text.format(name=layout.game, known=", ".join(games.slugs()))
        raise DocumentError(name, "`$.game`", reason) from None
    try:
        known, unknown = schema.split_unknown(layout.body, _body_schema(layout.game))
        body = game.body.parse(known)
    except SchemaError as problem:
        raise DocumentError(name, problem.place.replace("`$", f"`{prefix}", 1), problem.reason) from None
    return LoadedLayout(path, layout, game, body, unknown)


@cache
def _body_schema(slug: str) -> Json:
    return games.load(slug).body.schema()


def file_problems(opened: LoadedLayout) -> tuple[Problem, ...]:
    """Problems of a layout's file in addition to those of its game."""
    if not opened.layout.unknown and not opened.unknown:
        return ()
    return (
        Problem(
            "file.unknown",
            Severity.WARNING,
            _unknown_fields_text(_unknown_places(opened), len(opened.layout.unknown) + len(opened.unknown)),
        ),
    )


def record_warning(record: Record, opened: LoadedLayout) -> str:
    """A warning about unknown fields of a record and its layout; "" if there are none."""
    shape = store.envelope(Record)
    places = [
        (schema.json_path(field), schema.closest_field(field, shape)) for field in record.unknown[:MAX_FIELDS_SHOWN]
    ]
    places += _unknown_places(opened, "$.layout")
    number = len(record.unknown) + len(opened.layout.unknown) + len(opened.unknown)
    return _unknown_fields_text(places, number) if places else ""


def _unknown_places(opened: LoadedLayout, prefix: str = "$") -> list[tuple[str, str]]:
    """The first unknown fields of a layout, with suggestions, which take time."""
    fields = [(field, store.envelope(Layout), prefix) for field in opened.layout.unknown[:MAX_FIELDS_SHOWN]]
    shape = _body_schema(opened.game.info.slug)
    fields += [(field, shape, f"{prefix}.body") for field in opened.unknown[:MAX_FIELDS_SHOWN]]
    return [(schema.json_path(field, start), schema.closest_field(field, known)) for field, known, start in fields]


def _unknown_fields_text(places: Sequence[tuple[str, str]], number: int) -> str:
    """A warning about so many fields, the first of which are `places`."""
    names = []
    for place, near in places[:MAX_FIELDS_SHOWN]:
        name = quote(sanitize(place)[:60])
        names.append(_("{name} (did you mean “{near}”?)").format(name=name, near=near) if near else name)
    text = plural(
        "The file has an unknown field: {names}. It has no effect and is kept.",
        "The file has {n} unknown fields: {names}. They have no effect and are kept.",
        number,
    )
    return text.format(n=number, names=", ".join(names) + (" …" if number > MAX_FIELDS_SHOWN else ""))


def find_problems(opened: LoadedLayout) -> list[Problem]:
    """All problems that are quick to find: those of the game, then those of the file."""
    return [*opened.game.checks.check(opened.body), *file_problems(opened)]


def new_layout(slug: str, name: str = "", author: str = "") -> LoadedLayout:
    """An unsaved layout with the game's blank body."""
    return layout_from_body(slug, games.load(slug).editing.blank(), name, author)


def layout_from_body(slug: str, body: Body, name: str = "", author: str = "") -> LoadedLayout:
    game = games.load(slug)
    return LoadedLayout(None, Layout(game=slug, name=name, author=author, body=game.body.to_plain(body)), game, body)


def generate_layout(slug: str, recipe: Recipe, seed: int, name: str = "", author: str = "") -> LoadedLayout:
    """Generate an unsaved layout. Raises `ValueError`, which says what to change."""
    return layout_from_body(slug, games.load(slug).generation.make(recipe, seed), name, author)


def to_layout(opened: LoadedLayout) -> Layout:
    """The layout as it is written: its body as plain data in canonical form."""
    body = schema.merge_unknown(opened.game.body.to_plain(opened.body), opened.unknown)
    return msgspec.structs.replace(opened.layout, body=body)


def relocate_layout(layout: Layout, old: Path | None, new: Path) -> Layout:
    """The layout for another file: its relative `$schema` still refers to the same schema."""
    reference = schema.relocate_reference(layout.schema, old, new) if old is not None else layout.schema
    return msgspec.structs.replace(layout, schema=reference)


def save_layout(opened: LoadedLayout, path: str | Path) -> LoadedLayout:
    """Save a layout with a backup of the old file; return it as saved. Raises `DocumentError`."""
    layout = relocate_layout(to_layout(opened), opened.path, Path(path))
    save_with_backup(Path(path), layout)
    return replace(opened, path=Path(path), layout=layout)


def start_match(
    opened: LoadedLayout, seats: int, options: Options | None = None, seed: int = 0, *, analysis: bool = False
) -> Match:
    """Start a match. Raises `LayoutNotPlayable` if the layout has errors, `IllegalAction` for invalid seats."""
    board = playable_board(opened)
    _check_seats(opened, seats)
    return Match(opened.game, board, seats, options, seed, analysis=analysis)


def _check_seats(opened: LoadedLayout, seats: int) -> None:
    """Raise `IllegalAction` for more seats than the layout supports."""
    info, served = opened.game.info, opened.game.seats(opened.body)
    if seats in info.seats and seats not in served:
        most = served.stop - 1
        text = plural(
            "this layout supports at most {most} seat, not {seats}",
            "this layout supports at most {most} seats, not {seats}",
            most,
        )
        raise IllegalAction(text.format(most=most, seats=seats))


def playable_board(opened: LoadedLayout) -> Board:
    """The compiled board of a layout. Raises `LayoutNotPlayable` if the layout has errors."""
    errors = [problem for problem in opened.game.checks.check(opened.body) if problem.severity is Severity.ERROR]
    if errors:
        raise LayoutNotPlayable(errors)
    return opened.game.body.build(opened.body)


def replay_record(record: Record, path: str | Path = "") -> Match:
    """The match of a record, replayed to the end. Raises `DocumentError`; `path` is only named in it."""
    try:
        layout = parse_layout(record.layout, prefix="$.layout.body")
    except DocumentError as problem:
        raise DocumentError(path, problem.place.replace("`$.game", "`$.layout.game"), problem.reason) from None
    options = _options(layout.game, record, path)
    if record.rules > layout.game.rules_date:
        text = _("it was played by newer rules, of {date}. This program has those of {latest}.")
        reason = text.format(date=record.rules, latest=layout.game.rules_date)
        raise DocumentError(path, "`$.rules`", reason)
    try:
        board = playable_board(layout)
    except LayoutNotPlayable as problem:
        text = _("the layout has errors and cannot be played: {error}")
        raise DocumentError(path, "`$.layout`", text.format(error=problem.problems[0].message)) from None
    try:
        _check_seats(layout, len(record.seats))
        match = Match(layout.game, board, len(record.seats), options, opening=record.opening, rules=record.rules)
    except IllegalAction as problem:
        raise DocumentError(
            path, "`$.opening`", _("it cannot be played: {reason}").format(reason=_sentence(problem))
        ) from None
    for index, (action, draws) in enumerate(record.log):
        try:
            *earlier, last = layout.game.rules.migrate_action(match.state, action)
            for unasked in earlier:
                match.play(unasked, ())
            match.play(last, draws)
        except IllegalAction as problem:
            raise DocumentError(
                path, f"`$.log[{index}]`", _("it cannot be played: {reason}").format(reason=_sentence(problem))
            ) from None
    return match


def _options(game: Game, record: Record, path: str | Path) -> Options:
    """The options of a record, if the game has them all and their types are right; the others have their defaults."""
    known = game.info.defaults()
    for key, value in record.options.items():
        if key not in known:
            text = _('{game} has no option "{key}".').format(game=game.info.name, key=key)
            raise DocumentError(path, f"`$.options.{key}`", text)
        if type(value) is not type(known[key]):
            text = _('"{value}" is not a valid value for this option.').format(value=value)
            raise DocumentError(path, f"`$.options.{key}`", text)
    return {**known, **record.options}


def to_record(match: Match, layout: Layout, names: Sequence[str], kinds: Sequence[str]) -> Record:
    """The record of a match up to its current position; `kinds` are "human" or names of bots."""
    return Record(
        layout=layout,
        seats=tuple(SeatEntry(name, kind) for name, kind in zip(names, kinds, strict=True)),
        options=dict(match.options),
        rules=match.rules,
        opening=tuple(match.opening),
        log=tuple((decision.action, decision.draws) for decision in match.decisions()),
    )


def bookmarked_nodes(record: Record, match: Match) -> dict[Node, str]:
    """The nodes of a record's bookmarks, with their notes.

    Today's rules may need more decisions than the file has; a bookmark beyond the end becomes the end.
    """
    if not record.bookmarks:
        return {}
    line, depths = match.line(), [0]
    for action, _draws in record.log:
        depths.append(depths[-1] + len(match.game.rules.migrate_action(line[depths[-1]].state, action)))
    return {line[depths[min(mark.place, len(record.log))]]: mark.note for mark in record.bookmarks}


def _sentence(problem: Exception) -> str:
    text = str(problem)
    return text if text.endswith(".") else text + "."


# Fixes, checked after each: for the editor and the command `fix`.


def apply_fixes(
    game: Game, body: Body, pending: Sequence[Problem], accept: Callable[[Problem], bool]
) -> tuple[list[Problem], Body]:
    """Apply the fixes of all accepted problems; return the fixed problems in order, and the body.

    `pending` are the problems of the body as it is. Each fix contains a whole body, so the next one must come from a
    new check. A fix that was made once (by code and place) is not made again, so this always ends.
    """
    made: list[Problem] = []
    done: set[tuple[object, ...]] = set()
    waiting = iter(pending)
    while (problem := next(waiting, None)) is not None:
        identity = problem.code, problem.cells, problem.edges, problem.field
        if problem.fix is not None and identity not in done and accept(problem):
            done.add(identity)
            made.append(problem)
            body = problem.fix.body
            waiting = iter(game.checks.check(body))
    return made, body


# Ignored problems.

MAX_PLACES_SHOWN = 8  # places named in a line


class FilteredProblems(NamedTuple):
    """Problems separated into active and ignored ones, the latter with the entry that ignores them.

    `unused` entries match no problem. `rejected` entries match only errors, which cannot be ignored.
    """

    active: list[Problem]
    ignored: list[tuple[Problem, Ignored]]
    unused: list[Ignored]
    rejected: list[Ignored]


def filter_ignored(problems: Iterable[Problem], entries: Sequence[Ignored], grid: Grid) -> FilteredProblems:
    """Separate ignored problems from the others; both keep their order."""
    found = FilteredProblems([], [], [], [])
    met: dict[Ignored, bool] = {}
    for problem in problems:
        entry = next((entry for entry in entries if is_covered(entry, problem, grid)), None)
        if entry is None or problem.severity is Severity.ERROR:
            found.active.append(problem)
        else:
            found.ignored.append((problem, entry))
        for other in entries:
            if is_covered(other, problem, grid):
                met[other] = met.get(other, False) or problem.severity is not Severity.ERROR
    # problems that only matches reveal are not unused where none were played
    found.unused.extend(entry for entry in entries if entry not in met and not is_measured(entry.code))
    found.rejected.extend(entry for entry, does_work in met.items() if not does_work)
    return found


def is_covered(entry: Ignored, problem: Problem, grid: Grid) -> bool:
    """Whether an entry matches a problem: the same code, and no place outside those of the entry."""
    if entry.code != problem.code:
        return False
    if not entry.spaces and not entry.fields:
        return True
    if spaces := _spaces(problem, grid):
        return spaces <= set(entry.spaces.split())
    return bool(problem.field) and problem.field in entry.fields


def is_ignored(problem: Problem, entries: Iterable[Ignored], grid: Grid) -> bool:
    return problem.severity is not Severity.ERROR and any(is_covered(entry, problem, grid) for entry in entries)


def make_ignore_entry(problems: Sequence[Problem], grid: Grid, reason: str) -> Ignored:
    """The entry that ignores problems of one code where they are; everywhere, if one of them has no place."""
    code = problems[0].code
    if not all(_spaces(problem, grid) or problem.field for problem in problems):
        return Ignored(code, reason)
    cells = {grid.cell_named(name) for problem in problems for name in _spaces(problem, grid)}
    fields = {problem.field for problem in problems if problem.field and not _spaces(problem, grid)}
    return Ignored(code, reason, " ".join(map(grid.name, sorted(cells))), tuple(sorted(fields)))


def entry_text(entry: Ignored) -> str:
    """An entry in one line: code, places, reason."""
    places = [*entry.spaces.split(), *map(sanitize, entry.fields)]
    more = " …" if len(places) > MAX_PLACES_SHOWN else ""
    where = f" [{' '.join(places[:MAX_PLACES_SHOWN])}{more}]" if places else ""
    return f"{sanitize(entry.code)}{where} ({sanitize(entry.reason)})"


def move_entries(entries: Iterable[Ignored], old: Grid, new: Grid, left: int, top: int) -> tuple[Ignored, ...]:
    """The entries after a resize that adds so many columns at the left and rows at the top.

    Places that are cut off are removed, and so are entries that then have none.
    """
    remaining = []
    for entry in entries:
        names = [move_name(name, old, new, left, top) for name in entry.spaces.split()]
        spaces = " ".join(filter(None, names))
        if spaces or entry.fields or not entry.spaces:
            remaining.append(msgspec.structs.replace(entry, spaces=spaces))
    return tuple(remaining)


def move_name(name: str, old: Grid, new: Grid, left: int, top: int) -> str:
    """The name of a place after a resize; "" if it is cut off. The rim of squares stays the rim."""
    target = parse_place(old, name)
    if target < 0:
        return ""
    cell, side = target_edge(target) if is_edge(target) else (target, -1)
    column, row = old.coords(cell)
    column, row = column + left, row + top
    if side >= 0 and old.sides == len(SIDE_NAMES) and old.neighbor(cell, side) < 0:
        column = {EAST: new.columns - 1, WEST: 0}.get(side, column)
        row = {NORTH: 0, SOUTH: new.rows - 1}.get(side, row)
    after = new.cell(column, row)
    return "" if after < 0 else place_name(new, after if side < 0 else edge_target(after, side))


def _spaces(problem: Problem, grid: Grid) -> set[str]:
    """The names of a problem's spaces."""
    cells = {*problem.cells, *(cell for cell, _side in problem.edges)}
    return {grid.name(cell) for cell in cells if 0 <= cell < grid.count}
