"""Three-way merge of layouts, and the parts in which two layouts differ.

The layouts of all games are merged as trees of plain data. Spaces are compared by name, with the meaning of their
symbols, and lists of named entries entry by entry. Any other list is compared as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from studio.core.game import Json
from studio.core.text import _
from studio.documents.files import DocumentError, to_text
from studio.documents.store import Layout, layout_data, parse
from studio.services.loading import LoadedLayout, parse_layout, to_layout

Path = tuple[str, ...]  # keys from the root of a layout: ("body", "tiles", "sea")
BOARD: Final[Path] = ("body", "spaces")
MAP = ("spaces", "legend")  # the keys of a body that together are its map
PLACE = r"[A-Z]{1,3}[1-9][0-9]{0,2}( \w+)?"


class _Absent(Enum):
    ABSENT = "absent"


ABSENT: Final = _Absent.ABSENT  # the value of a key that a layout does not have


class _Leaf(NamedTuple):
    """A value that is compared as a whole."""

    value: Json


class _Entries(dict[str, Any]):
    """A list, by the keys of its entries. Their order counts."""

    __hash__ = None  # it is mutable

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Entries) and list(self.items()) == list(other.items())

    def __ne__(self, other: object) -> bool:  # that of dict ignores the order
        return not self == other


class Conflict(NamedTuple):
    """A part that two layouts changed in different ways: its JSON path, and the values as plain data (None: absent)."""

    path: str
    base: Json
    mine: Json
    theirs: Json


class MergedLayout(NamedTuple):
    layout: LoadedLayout
    conflicts: tuple[Conflict, ...]


def merge_layouts(base: LoadedLayout | None, mine: LoadedLayout, theirs: LoadedLayout) -> MergedLayout:
    """Merge the changes from `base` to both layouts (None: they have no common version).

    A conflict is a part that both changed, or that does not go together with what the other changed: a space with a
    kind of tile that is gone. It stays as in `mine`. Raises `ValueError` for different games.
    """
    sides = [mine if base is None else base, mine, theirs]
    _check_games(sides)
    trees = _trees(sides)
    if base is None:
        trees[0] = {}
    found: list[Path] = []
    old, one, other = trees
    parts = _Parts(mine, one, _merge(old, one, other, (), found))
    clashes = {(*BOARD, name) for name in _clashes(*sides)} - set(found)
    taken = parts.complete(set(parts.paths) - clashes, grows=False)
    found += [*clashes, *(path for path in parts.paths if path not in taken | clashes)]
    values = ([None if (value := _get(tree, path)) is ABSENT else _plain(value) for tree in trees] for path in found)
    conflicts = (Conflict(json_path(path), *value) for path, value in zip(found, values, strict=True))
    return MergedLayout(parts.take(taken), tuple(conflicts))


def _clashes(base: LoadedLayout, mine: LoadedLayout, theirs: LoadedLayout) -> Iterator[str]:
    """The names of spaces that look different in both, also for another reason than their symbol on the map."""
    bodies, game = [side.body for side in (base, mine, theirs)], mine.game
    grid = game.body.grid(mine.body)
    if base is not mine and {game.body.grid(body) for body in bodies} == {grid}:
        for cell in range(grid.count):
            if len({game.editing.pick(body, cell) for body in bodies}) == len(bodies):
                yield grid.name(cell)


class _Parts:
    """The parts in which two trees differ, by path. The first is that of a layout."""

    def __init__(self, layout: LoadedLayout, one: dict[str, Any], other: dict[str, Any]) -> None:
        self._layout, self._one, self._other = layout, one, other
        self.paths: tuple[Path, ...] = tuple(_differences(one, other, ()))

    def values(self, path: Path) -> tuple[Json, Json]:
        """Both values of a part as plain data; `ABSENT` for what a tree lacks."""
        return _plain(_get(self._one, path)), _plain(_get(self._other, path))

    def take(self, paths: Collection[Path]) -> LoadedLayout:
        """The layout with these parts of the other one. Raises `DocumentError` if they do not go together."""
        return _to_loaded(_take(self._one, self._other, (), set(paths)), self._layout) if paths else self._layout

    def complete(self, paths: Collection[Path], grows: bool = True) -> frozenset[Path]:
        """These parts, with as many others as they need to go together; or else without those that do not."""
        wanted = frozenset(paths)
        if self._is_possible(wanted):
            return wanted
        found = frozenset(self.paths if grows else ())
        ends = {path for path in self.paths if ABSENT in self.values(path)}  # entries that come or go
        before = None
        while found != before:  # what was needed at first may have lost its reason
            before, rest = found, found ^ wanted
            for group in (rest - ends, *([path] for path in sorted(rest))):
                if found & set(group) != wanted & set(group) and self._is_possible(changed := found ^ set(group)):
                    found = changed
        return found

    def _is_possible(self, paths: Collection[Path]) -> bool:
        try:
            self.take(paths)
        except DocumentError:
            return False
        return True


class LayoutParts(_Parts):
    """The parts in which two layouts of one game differ. Raises `ValueError` for different games."""

    def __init__(self, one: LoadedLayout, other: LoadedLayout) -> None:
        _check_games([one, other])
        super().__init__(one, *_trees([one, other]))
        self.one, self.other = one, other


def _check_games(sides: Sequence[LoadedLayout]) -> None:
    names = [side.game.info.name for side in sides]
    for name in names[1:]:
        if name != names[0]:
            text = _("The layouts belong to different games: {one} and {other}.")
            raise ValueError(text.format(one=names[0], other=name))


# Layouts as trees.


def _trees(sides: Sequence[LoadedLayout]) -> list[dict[str, Any]]:
    """The trees of layouts, all with the same `$schema`. Boards of different sizes are one leaf each."""
    by_space = len({side.game.body.grid(side.body) for side in sides}) == 1
    trees = [{**_tree(side, by_space), "$schema": sides[-2].layout.schema} for side in sides]
    bodies = [tree["body"] for tree in trees]
    for key in {key for body in bodies for key, value in body.items() if isinstance(value, _Entries)}:
        for body in bodies:
            body.setdefault(key, _Entries())
    return trees


def _tree(side: LoadedLayout, by_space: bool) -> dict[str, Any]:
    whole: dict[str, Any] = layout_data(to_layout(side))
    body, grid = dict(whole["body"]), side.game.body.grid(side.body)
    pins = {"pins": whole.get("pins", {})}
    if not by_space:
        board = {key: body.pop(key) for key in list(body) if key in MAP or _names_places(body[key])}
        return {**_expand({**whole, "pins": {}}), "body": {"spaces": _Leaf(board | pins), **_expand(body)}}
    rows, legend = body.pop("spaces"), body.pop("legend", {})
    tokens = (token for row in rows for token in (row if len(row) == grid.columns else row.split()))
    spaces = {grid.name(cell): _Leaf(legend.get(token, token)) for cell, token in enumerate(tokens)}
    return {**_expand(whole | pins), "body": {"spaces": spaces, **_expand(body)}}


def _names_places(value: Json) -> bool:
    """Whether a value consists of names of places, which mean something else on a board of another size."""
    names = [value] if isinstance(value, str) else value if isinstance(value, list | dict) else ()
    return bool(names) and all(isinstance(name, str) and re.fullmatch(PLACE, name) for name in names)


def _expand(value: Json) -> Any:
    if isinstance(value, dict):
        return {key: _expand(part) for key, part in value.items()}
    if isinstance(value, list) and all(isinstance(part, dict | str) for part in value):
        keys = [_key(part) for part in value]
        if len(set(keys)) == len(keys):
            return _Entries(zip(keys, map(_expand, value), strict=True))
    return value


def _key(part: Json) -> str:
    """What tells an entry of a list from the others: its id, its name, or all of it."""
    if isinstance(part, str):
        return part
    names = (part[key] for key in ("id", "name") if isinstance(part.get(key), str))
    return str(next(names, json.dumps(part, sort_keys=True)))


def _plain(tree: Any) -> Json:
    if isinstance(tree, _Leaf):
        return tree.value
    if isinstance(tree, _Entries):
        return [_plain(part) for part in tree.values()]
    return {key: _plain(part) for key, part in tree.items()} if isinstance(tree, dict) else tree


def _to_loaded(tree: dict[str, Any], like: LoadedLayout) -> LoadedLayout:
    """The layout of a tree, with the file and the rows of another one. Raises `DocumentError`."""
    whole, known = _plain(tree), to_layout(like).body
    whole["body"] = {key: value for key, value in whole["body"].items() if value != [] or key in known}
    if isinstance(board := tree["body"]["spaces"], _Leaf):
        whole["body"] |= board.value
        whole["pins"] = whole["body"].pop("pins")
    else:
        whole["body"] |= _map(whole["body"]["spaces"].values(), known["spaces"])
    layout = parse(to_text(whole).encode())
    assert isinstance(layout, Layout)
    return parse_layout(layout, like.path)


def _map(spaces: Collection[Json], rows: Sequence[str]) -> dict[str, Json]:
    """The map of spaces in order, in rows like these: "spaces", and "legend" if they need one."""
    symbols: dict[str, str] = {}
    tokens = [
        space if isinstance(space, str) else symbols.setdefault(json.dumps(space), chr(0x4E00 + len(symbols)))
        for space in spaces
    ]
    columns = len(tokens) // len(rows)
    gap = "" if len(rows[0]) == columns else " "
    indents = [row[: len(row) - len(row.lstrip())] for row in rows]
    made = [indent + gap.join(tokens[row * columns : (row + 1) * columns]) for row, indent in enumerate(indents)]
    legend = {symbol: json.loads(meaning) for meaning, symbol in symbols.items()}
    return {"spaces": made, **({"legend": legend} if legend else {})}


# Merging and comparing trees.


def _merge(old: Any, one: Any, other: Any, path: Path, conflicts: list[Path], is_entry: bool = False) -> Any:
    """The merged tree, which is `one` at the paths of conflicts, appended to `conflicts`."""
    if one == other or old == other:
        return one
    if old == one:
        return other
    if not isinstance(one, dict) or type(one) is not type(other) or (is_entry and old is ABSENT):
        conflicts.append(path)
        return one
    before: dict[str, Any] = old if type(old) is type(one) else {}
    merged, is_list = type(one)(), isinstance(one, _Entries)
    for key in _keys(before, one, other):
        sides = before.get(key, ABSENT), one.get(key, ABSENT), other.get(key, ABSENT)
        if (part := _merge(*sides, (*path, key), conflicts, is_list)) is not ABSENT:
            merged[key] = part
    return merged


def json_path(path: Path) -> str:
    return ".".join(("$", *path))


def _keys(old: Collection[str], one: Collection[str], other: Collection[str]) -> list[str]:
    """The keys of both, in an order that does not depend on which is which.

    It is that of the one that has moved entries, if only one has. The others follow the key before them.
    """
    first, second = list(one), list(other)
    common = set(old) & set(first) & set(second)
    orders = [[key for key in side if key in common] for side in (old, first, second)]
    is_second_first = orders[1] == orders[0] and orders[2] != orders[0]
    if is_second_first or ((orders[1] != orders[0]) == (orders[2] != orders[0]) and second < first):
        first, second = second, first
    for place, key in enumerate(second):
        if key not in first:
            first.insert(first.index(second[place - 1]) + 1 if place else 0, key)
    return first


def _differences(one: Any, other: Any, path: Path, is_entry: bool = False) -> Iterator[Path]:
    """The paths of the smallest parts that differ; an entry of a list is one part."""
    if one == other:
        return
    if not isinstance(one, dict) or type(one) is not type(other) or is_entry:
        yield path
        return
    is_list = isinstance(one, _Entries)
    keys = [key for key in dict.fromkeys([*one, *other]) if one.get(key, ABSENT) != other.get(key, ABSENT)]
    if not keys:  # only their order differs
        yield path
    for key in keys:
        yield from _differences(one.get(key, ABSENT), other.get(key, ABSENT), (*path, key), is_list)


def _take(one: Any, other: Any, path: Path, paths: Collection[Path]) -> Any:
    """A tree with the parts at `paths` from another one."""
    if path in paths:
        return other
    if not any(taken[: len(path)] == path for taken in paths):
        return one
    parts = {
        key: _take(one.get(key, ABSENT), other.get(key, ABSENT), (*path, key), paths) for key in _keys(one, one, other)
    }
    return type(one)({key: part for key, part in parts.items() if part is not ABSENT})


def _get(tree: Any, path: Path) -> Any:
    for key in path:
        tree = tree.get(key, ABSENT) if isinstance(tree, dict) else ABSENT
    return tree
