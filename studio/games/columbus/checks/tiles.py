"""The checks of the tile set of a harbour map (C16), and the example maps of all problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from studio.core.problems import ERROR, WARNING, Fix, Problem
from studio.core.text import _, capitalize_first, plural
from studio.games.columbus.body import (
    AMERICA,
    BECALMED,
    FULL_SAIL,
    ISLAND,
    KINDS,
    MAX_HOMEMADE,
    ROUTE,
    STANDARD_TILES,
    WATER,
    WHALE,
    Body,
    Ground,
    Kind,
    all_tiles,
    ground_of,
    homemade_of,
    is_letter,
    spaces_of,
    to_canonical,
    tokens_of,
)
from studio.games.columbus.checks.sailing import sea_of, shortest_path
from studio.games.columbus.text.places import kind_text

MIN_SEATS, MAX_SEATS = 2, 6
PICTURES: tuple[tuple[Kind, str], ...] = (("whale", WHALE), ("harbour", AMERICA), ("route", ROUTE), ("island", ISLAND))
"""The picture tiles except letters, with the spaces they fit (C3)."""


def field_of(kind: str) -> str:
    return f"tiles.{kind}" if kind in KINDS else f"letters.{kind}" if kind.isupper() else f"count:{kind}"


def count_of(body: Body, kind: str) -> int:
    """Return the number of tiles of a kind; a capital letter means its letter tiles, an id a home-made kind."""
    if made := homemade_of(body, kind):
        return made.count
    return body.tiles[kind] if kind in body.tiles else body.letters.get(kind, 0)


def with_homemade(body: Body, kind: str, **change: object) -> Body:
    kinds = (msgspec.structs.replace(one, **change) if one.id == kind else one for one in body.homemade)
    return msgspec.structs.replace(body, homemade=tuple(kinds))


def with_count(body: Body, kind: str, count: int) -> Body:
    if kind in body.tiles:
        return to_canonical(msgspec.structs.replace(body, tiles={**body.tiles, kind: count}))
    if homemade_of(body, kind):
        return with_homemade(body, kind, count=count)
    return to_canonical(msgspec.structs.replace(body, letters={**body.letters, kind: count}))


def picture_counts(body: Body) -> dict[str, int]:
    """Return by picture kind, letters separately, the number of spaces of the map that show it."""
    spaces = Counter(tokens_of(body))
    wanted: dict[str, int] = {kind: spaces[token] for kind, token in PICTURES}
    letters = {token[0].upper() for token in spaces if is_letter(token)} | set(body.letters)
    return {**wanted, **{letter: spaces[letter.lower()] for letter in sorted(letters)}}


def match_picture_tiles(body: Body) -> Body:
    counts = picture_counts(body)
    tiles = {kind: counts.get(kind, count) for kind, count in body.tiles.items()}
    letters = {kind: count for kind, count in counts.items() if kind not in body.tiles}
    after = to_canonical(msgspec.structs.replace(body, tiles=tiles, letters=letters))
    return body if after == body else after


def sailing_tiles(body: Body) -> int:
    """Return the number of tiles that ships can sail on: all except cyclones and impassable tiles."""
    return all_tiles(body) - impassable_tiles(body) - max(0, body.tiles["cyclone"])


def impassable_tiles(body: Body) -> int:
    """Return the number of tiles that no ship enters: wrecks, and home-made ones with step 0."""
    return max(0, body.tiles["wreck"]) + sum(max(0, kind.count) for kind in body.homemade if not kind.step)


def homemade_spaces(body: Body, on: Sequence[Ground]) -> list[int]:
    return [cell for cell, token in enumerate(tokens_of(body)) if ground_of(token) in on]


def voyage_tiles(body: Body) -> int:
    """Return the fewest tiles for the shortest voyage out and back on the same path; -1 if there is no path."""
    sea, tokens = sea_of(body), tokens_of(body)
    paths = [shortest_path(body, home) for home in sea.homes]
    needs = [sum(tokens[cell] == AMERICA or sea.is_sea(cell) for cell in path[1:]) for path in paths if path]
    return min(needs, default=-1)


def kinds_of(body: Body) -> list[str]:
    return [*KINDS, *body.letters, *(kind.id for kind in body.homemade)]


def tile_problems(body: Body) -> Iterator[Problem]:
    negative = [kind for kind in kinds_of(body) if count_of(body, kind) < 0]
    for kind in negative:
        message = _("The number of “{kind}” tiles is {count}. The minimum is 0.").format(
            count=count_of(body, kind), kind=kind_text(body, kind)
        )
        fix = Fix(_("Set to 0"), with_count(body, kind, 0))
        yield Problem("tile.negative", ERROR, message, field=field_of(kind), fix=fix)
    yield from _pictures(body)
    yield from _plain_kinds(body)
    yield from _homemade_kinds(body)
    if negative:
        return
    total = all_tiles(body)
    if total < MIN_SEATS * body.rack:
        message = _("The set has {total} tiles. Two racks of {rack} tiles need {need}.").format(
            total=total, rack=body.rack, need=MIN_SEATS * body.rack
        )
        yield Problem("tile.few_for_racks", ERROR, message, field="rack", fix=add_tiles_fix(body, MIN_SEATS))
    need, have = voyage_tiles(body), sailing_tiles(body)
    if need > have:
        message = _("The shortest round trip needs {need} tiles, but only {have} are navigable.").format(
            need=need, have=have
        )
        label = _("Add {count} water tiles").format(count=need - have)
        fix = Fix(label, with_count(body, "water", body.tiles["water"] + need - have))
        yield Problem("tile.few_for_voyage", ERROR, message, field=field_of("water"), fix=fix)


def add_tiles_fix(body: Body, seats: int) -> Fix:
    """Return a fix that adds the water tiles missing for the racks of `seats` seats."""
    missing = seats * body.rack - all_tiles(body)
    label = plural("Add {count} water tile", "Add {count} water tiles", missing).format(count=missing)
    return Fix(label, with_count(body, "water", max(0, body.tiles["water"]) + missing))


def _pictures(body: Body) -> Iterator[Problem]:
    for kind, spaces in picture_counts(body).items():
        token = dict(PICTURES).get(kind, kind.lower())  # type: ignore[call-overload]  # letters are no kinds
        tiles = max(0, count_of(body, kind))
        if tiles and not spaces:
            message = plural(
                "{kind}: {tiles} tile, but no space with this picture.",
                "{kind}: {tiles} tiles, but no space with this picture.",
                tiles,
            ).format(kind=capitalize_first(kind_text(body, kind)), tiles=tiles)
            fix = _set_count_fix(body, kind, spaces)
            yield Problem("tile.no_space", WARNING, message, field=field_of(kind), fix=fix)
        elif tiles > spaces or (
            tiles < spaces and not any(kind.count > 0 and ground_of(token) in kind.on for kind in body.homemade)
        ):
            yield _mismatch(body, kind, token)


def _set_count_fix(body: Body, kind: str, count: int) -> Fix:
    label = plural("Set to {count} tile", "Set to {count} tiles", count).format(count=count)
    return Fix(label, with_count(body, kind, count))


def _mismatch(body: Body, kind: str, token: str) -> Problem:
    """Return that a picture has more tiles than spaces or the reverse, and the effect."""
    cells, tiles = tuple(spaces_of(body, (token,))), max(0, count_of(body, kind))
    spaces = len(cells)
    code, effect = "tile.over", plural("one tile fits no space", "{n} tiles fit no space", tiles - spaces)
    if tiles < spaces:
        code = "space.over"
        effect = plural("one space can take only a joker", "{n} spaces can take only a joker", spaces - tiles)
    message = _("{kind}: {spaces}, {tiles}; {what}.").format(
        kind=capitalize_first(kind_text(body, kind)),
        spaces=plural("{n} space", "{n} spaces", spaces).format(n=spaces),
        tiles=plural("{n} tile", "{n} tiles", tiles).format(n=tiles),
        what=effect.format(n=abs(tiles - spaces)),
    )
    return Problem(code, WARNING, message, cells, field=field_of(kind), fix=_set_count_fix(body, kind, spaces))


def _unplaceable(body: Body, kind: str) -> Problem:
    """Return that no space of the map fits a kind of tile."""
    tiles = count_of(body, kind)
    message = plural(
        "{kind}: {tiles} tile, but no space where it fits.",
        "{kind}: {tiles} tiles, but no space where they fit.",
        tiles,
    ).format(kind=capitalize_first(kind_text(body, kind)), tiles=tiles)
    fix = Fix(_("Remove from the set"), with_count(body, kind, 0))
    return Problem("tile.no_space", WARNING, message, field=field_of(kind), fix=fix)


def _homemade_kinds(body: Body) -> Iterator[Problem]:
    """Yield home-made kinds that are too many, have the name of another kind, or fit nowhere on this map."""
    if len(body.homemade) > MAX_HOMEMADE:
        message = _("The set has {count} custom tile kinds. The maximum is {most}.").format(
            count=len(body.homemade), most=MAX_HOMEMADE
        )
        fewer = msgspec.structs.replace(body, homemade=body.homemade[:MAX_HOMEMADE])
        fix = Fix(_("Keep the first {most}").format(most=MAX_HOMEMADE), fewer, safe=False)
        yield Problem("tile.many_kinds", ERROR, message, field=field_of(body.homemade[MAX_HOMEMADE].id), fix=fix)
    taken = {kind_text(body, kind).casefold() for kind in KINDS}
    for kind in body.homemade:
        if kind.name.casefold() in taken:
            message = _("Two tile kinds have the name “{name}”.").format(name=kind.name)
            name = next(name for n in range(2, 200) if (name := f"{kind.name[:20]} {n}").casefold() not in taken)
            fix = Fix(_("Rename to “{name}”").format(name=name), with_homemade(body, kind.id, name=name))
            yield Problem("tile.same_name", ERROR, message, field=field_of(kind.id), fix=fix)
            taken.add(name.casefold())
        taken.add(kind.name.casefold())
        if kind.count > 0 and not homemade_spaces(body, kind.on):
            yield _unplaceable(body, kind.id)


def _plain_kinds(body: Body) -> Iterator[Problem]:
    """Yield water, wrecks and ships without a space, and spaces with a ship that no tile shows."""
    spaces = Counter(tokens_of(body))
    for kind, fitting in (
        ("water", spaces[WATER]),
        ("wreck", spaces[WATER]),
        ("full_sail", spaces[WATER] + spaces[FULL_SAIL]),
        ("becalmed", spaces[WATER] + spaces[BECALMED]),
    ):
        if count_of(body, kind) > 0 and not fitting:
            yield _unplaceable(body, kind)
    for kind, token in (("full_sail", FULL_SAIL), ("becalmed", BECALMED)):
        if spaces[token] > max(0, count_of(body, kind)):
            yield _mismatch(body, kind, token)


# Small maps with one problem each, shown with its explanation.

PLAIN = ("A . . . H", " A . . . H", "A . . . H")  # a map without problems
FEW: dict[Kind, int] = dict.fromkeys(STANDARD_TILES, 0) | {"water": 60, "harbour": 3}


def _map(*rows: str, letters: Mapping[str, int] | None = None, **tiles: int) -> Body:
    """Return the map of these rows, with many tiles that fit it except for the given numbers."""
    return to_canonical(Body(rows or PLAIN, {**FEW, **tiles}, dict(letters or {})))  # type: ignore[dict-item]  # kinds all


EXAMPLES: Mapping[str, Callable[[], Body]] = {
    "map.no_water": lambda: _map("A # # # H", " A # # # H", "# # # # #"),
    "letter.two": lambda: _map("A . . . H", " A . ea . H", "A . . . H", letters={"E": 1, "A": 1}),
    "home.few": lambda: _map("A . . . #", " A . . . H", "A . . . #"),
    "seats.served": lambda: _map(),
    "america.none": lambda: _map("# . . . H", " # . . . H", "# . . . H"),
    "harbour.inland": lambda: _map("A . . . H #", " A . . . # #", "A . . # # H", " A . . . # #"),
    "home.no_way": lambda: _map("A . # . H", " A . # . H", "A . # . H"),
    "home.unfair": lambda: _map("A . H . . . . H", " A . . . . . . H", "A . . . . . . H"),
    "home.single": lambda: _map("A . # . H", " A . . . H", "A . # . H"),
    "home.sealed": lambda: _map("A . # . H", " A . . . H", "A . . . H", " A . # . H", wreck=2),
    "water.isolated": lambda: _map("A . . H # .", " A . . H # .", "A . . H # #"),
    "route.broken": lambda: _map("A . . . . H", " A R R . R H", "A . . . . H", route=3),
    "tile.over": lambda: _map("A . . . H", " A . W . H", "A . . . H", whale=3),
    "space.over": lambda: _map("A . W . H", " A . W . H", "A . W . H", whale=1),
}
"""By code."""
