"""Three-way merges of layouts. The oracle looks at spaces and the form, never at the plain data that is merged."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from studio.documents.paths import layouts_dir, shipped_layouts
from studio.games import slugs
from studio.services.layout_merge import LayoutParts, MergedLayout, merge_layouts
from studio.services.loading import LoadedLayout, load_layout, to_layout
from tests.short_run import few_examples

GAMES = (*slugs(), "_template")


@cache
def base_of(slug: str) -> LoadedLayout:
    paths = sorted((layouts_dir() / slug).glob("*.json")) if slug.startswith("_") else shipped_layouts(slug)
    return load_layout(paths[-1])


def painted(opened: LoadedLayout, cell: int, number: int) -> LoadedLayout:
    """The layout with a stamp of the palette on a space."""
    game = opened.game
    groups = game.sketch.palette(opened.body)
    stamps = [item.stamp for group in groups if group.on == "cells" for item in group.items]
    return replace(opened, body=game.editing.stamp(opened.body, cell, stamps[number % len(stamps)]))


def with_field(opened: LoadedLayout, number: int, up: int) -> LoadedLayout:
    """The layout with another number in a field of its form."""
    fields = [field for section in opened.game.editing.form(opened.body, -1) for field in section.fields]
    numbers = [field for field in fields if field.kind == "int"]
    field = numbers[number % len(numbers)]
    value = min(field.maximum, int(field.value) + up)
    return replace(opened, body=opened.game.editing.set_field(opened.body, -1, field.key, value))


def with_piece(opened: LoadedLayout, number: int) -> LoadedLayout:
    """The layout with one entry of the set less, or a copy of it more."""
    pieces = opened.game.pieces
    keys = [entry.key for entry in pieces.pieces(opened.body).entries]
    if not keys:  # the template has no pieces
        return opened
    edit = pieces.remove_piece if number % 2 else pieces.duplicate_piece
    return replace(opened, body=edit(opened.body, keys[number // 2 % len(keys)]))


def named(opened: LoadedLayout, text: str) -> LoadedLayout:
    return replace(opened, layout=msgspec.structs.replace(opened.layout, notes=text, pins={"A1": text}))


EDIT = st.tuples(st.sampled_from("ssffpn"), st.integers(0, 400), st.integers(0, 60))
EDITS = st.lists(EDIT, min_size=1, max_size=6)


def edited(opened: LoadedLayout, edits: list[tuple[str, int, int]]) -> LoadedLayout:
    count = opened.game.body.grid(opened.body).count
    for kind, one, other in edits:
        try:
            if kind == "s":
                opened = painted(opened, one % count, other)
            elif kind == "f":
                opened = with_field(opened, one, 1 + other % 3)
            elif kind == "p":
                opened = with_piece(opened, one)
            else:
                opened = named(opened, f"note {one}")
        except ValueError:
            continue
    return opened


def resized(opened: LoadedLayout, left: int = 1) -> LoadedLayout:
    return replace(opened, body=opened.game.editing.resize(opened.body, left, 0, 0, 0))


def same(one: LoadedLayout, other: LoadedLayout) -> bool:
    return one.body == other.body and to_layout(one) == to_layout(other)


def values(opened: LoadedLayout) -> dict[Any, Any]:
    """What a person sees of a layout, by place: spaces, fields of the form, texts."""
    game, body = opened.game, opened.body
    seen: dict[Any, Any] = {cell: game.editing.pick(body, cell) for cell in range(game.body.grid(body).count)}
    for section in game.editing.form(body, -1):
        seen |= {field.key: field.value for field in section.fields if field.kind in ("int", "text", "choice", "flag")}
    return seen | {"$notes": opened.layout.notes, **{f"pin {place}": pin for place, pin in opened.layout.pins.items()}}


@pytest.mark.parametrize("slug", GAMES)
@few_examples()
@given(mine=EDITS, theirs=EDITS)
def test_merges_are_neutral_symmetric_and_invent_nothing(slug: str, mine: Any, theirs: Any) -> None:
    base = base_of(slug)
    one, other = edited(base, mine), edited(base, theirs)
    for sides, expected in (((base, base, one), one), ((base, one, base), one), ((base, one, one), one)):
        assert same(merge_layouts(*sides).layout, expected) and not merge_layouts(*sides).conflicts
    merged, swapped = merge_layouts(base, one, other), merge_layouts(base, other, one)
    assert merged.conflicts or same(merged.layout, swapped.layout)
    old, first, second, result = map(values, (base, one, other, merged.layout))
    for place, value in result.items():
        known = [side.get(place) for side in (old, first, second)]
        assert value in known, (place, value, known)
        if not merged.conflicts and place in old and isinstance(place, int):
            assert value == (known[2] if known[1] == known[0] else known[1])


@pytest.mark.parametrize("slug", GAMES)
@few_examples()
@given(mine=EDITS, theirs=EDITS)
def test_each_part_can_be_taken_and_all_parts_give_the_other_layout(slug: str, mine: Any, theirs: Any) -> None:
    one, other = edited(base_of(slug), mine), edited(base_of(slug), theirs)
    parts = LayoutParts(one, other)
    assert bool(parts.paths) != same(one, other)
    assert same(parts.take([]), one) and same(parts.take(parts.paths), other)
    seen, wanted = values(one), values(other)
    for path in parts.paths:
        if path[:2] == ("body", "spaces") and ("body", "temple") not in parts.paths:  # a temple hides what is below it
            cell = one.game.body.grid(one.body).cell_named(path[2])
            needed = parts.complete([path])
            assert path in needed and not any(further[:2] == path[:2] for further in needed - {path})
            taken = values(parts.take(needed))
            assert taken[cell] == wanted[cell] != seen[cell]
            assert all(taken[place] == seen[place] for place in taken if isinstance(place, int) and place != cell)


def test_both_sides_of_a_conflict_are_listed_and_mine_stays() -> None:
    base = base_of("columbus")
    one, other = with_count(base, "water", 12), with_count(base, "water", 30)
    merged = merge_layouts(base, one, other)
    old = base.layout.body["tiles"]["water"]
    assert merged.conflicts == (("$.body.tiles.water", old, 12, 30),)
    assert same(merged.layout, one)
    further = merge_layouts(base, with_count(one, "whale", 9), named(other, "theirs"))
    assert to_layout(further.layout).body["tiles"] | {} == {**base.layout.body["tiles"], "water": 12, "whale": 9}
    assert further.layout.layout.notes == "theirs"


def with_count(opened: LoadedLayout, kind: str, count: int) -> LoadedLayout:
    body = opened.game.body.to_plain(opened.body)
    return replace(opened, body=opened.game.body.parse({**body, "tiles": {**body["tiles"], kind: count}}))


def test_a_kind_that_one_removes_and_the_other_uses_is_a_conflict() -> None:
    base: Any = base_of("entdecker")
    game, kinds = base.game, [kind.name for kind in base.body.tiles]
    unused = next(kind for kind in kinds if not any(laid.tile == kind for laid in base.body.legend.values()))
    one = replace(base, body=game.pieces.remove_piece(base.body, unused))
    cell = next(cell for cell, pick in enumerate(picks(base)) if pick == game.editing.eraser(base.body, cell))
    stamps = [item.stamp for group in game.sketch.palette(base.body) for item in group.items if group.on == "cells"]
    painted_bodies: list[Any] = [game.editing.stamp(base.body, cell, stamp) for stamp in stamps]
    uses = [body for body in painted_bodies if any(laid.tile == unused for laid in body.legend.values())]
    other = replace(base, body=uses[0])
    merged = merge_layouts(base, one, other)
    assert [found.path for found in merged.conflicts] == [f"$.body.spaces.{base.game.body.grid(base.body).name(cell)}"]
    assert same(merged.layout, one)
    merged = merge_layouts(base, other, one)
    assert [found.path for found in merged.conflicts] == [f"$.body.tiles.{unused}"]
    assert same(merged.layout, other)


def test_a_kind_comes_along_with_a_space_that_uses_it_and_stays_with_one_that_does() -> None:
    base: Any = base_of("neue_entdecker")
    game, kind = base.game, base.body.tiles[0].name
    more: Any = game.pieces.duplicate_piece(base.body, kind)
    (fresh,) = {kind.name for kind in more.tiles} - {kind.name for kind in base.body.tiles}
    stamps = [item.stamp for group in game.sketch.palette(more) for item in group.items if group.on == "cells"]
    bodies: list[Any] = [game.editing.stamp(more, 0, stamp) for stamp in stamps]
    used = next(body for body in bodies if any(laid.tile == fresh for laid in body.legend.values()))
    other, piece, space = replace(base, body=used), ("body", "tiles", fresh), ("body", "spaces", "A1")
    parts, back = LayoutParts(base, other), LayoutParts(other, base)
    assert set(parts.paths) == {piece, space}
    assert parts.complete([space]) == {space, piece} and parts.complete([piece]) == {piece}
    assert parts.complete([space], grows=False) == frozenset()
    assert back.complete([piece]) == {piece, space} and back.complete([space]) == {space}
    assert back.complete([piece], grows=False) == frozenset()


def test_a_space_does_not_bring_along_others() -> None:
    base = base_of("entdecker")
    one = edited(base, [("s", 0, 2)])
    other = edited(base, [("p", 0, 0), ("p", 91, 0), ("s", 1, 1)])
    needed = LayoutParts(one, other).complete([("body", "spaces", "B1")])
    assert needed == {("body", "spaces", "B1"), ("body", "tiles", "sea 2")}


def picks(opened: LoadedLayout) -> list[Any]:
    return [opened.game.editing.pick(opened.body, cell) for cell in range(opened.game.body.grid(opened.body).count)]


@pytest.mark.parametrize("slug", GAMES)
def test_a_board_of_another_size_is_one_part(slug: str) -> None:
    base = named(base_of(slug), "note")
    one, other = resized(base), with_field(base, 0, 1)
    merged = merge_layouts(base, one, other)
    assert not merged.conflicts
    assert picks(merged.layout) == picks(one) and merged.layout.layout.pins == one.layout.pins
    assert same(merged.layout, merge_layouts(base, other, one).layout)
    spaces = [path for path in LayoutParts(base, one).paths if path == ("body", "spaces")]
    assert len(spaces) == 1 and same(LayoutParts(base, one).take(spaces), one)
    conflict = merge_layouts(base, one, next(filter(lambda side: picks(side) != picks(base), variants(base))))
    assert [found.path for found in conflict.conflicts] == ["$.body.spaces"]


def variants(opened: LoadedLayout) -> list[LoadedLayout]:
    return [painted(opened, cell, number) for cell in range(6) for number in range(6)]


def test_without_a_common_version_equal_parts_are_merged() -> None:
    one, other = base_of("goldland"), named(base_of("goldland"), "other")
    merged: MergedLayout = merge_layouts(None, one, other)
    assert [found.path for found in merged.conflicts] == ["$.notes"]
    assert merged.layout.layout.pins == {"A1": "other"}


def test_layouts_of_two_games_are_rejected() -> None:
    one, other = base_of("goldland"), base_of("columbus")
    for sides in ((one, one, other), (other, one, one)):
        with pytest.raises(ValueError, match="different games"):
            merge_layouts(*sides)
    with pytest.raises(ValueError, match="different games"):
        LayoutParts(one, other)
