"""What is wrong with the tile set of a harbour map (C16).

Codes: `tile.negative`, `tile.no_space` (a kind that fits nowhere), `tile.over` (more tiles than spaces), `space.over`
(more spaces than tiles), `tile.few_for_racks`, `tile.few_for_voyage`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from studio.core.problems import ERROR, WARNING, Fix, Problem
from studio.core.text import _, begun, plural
from studio.games.columbus.body import (
    AMERICA,
    BECALMED,
    FULL_SAIL,
    ISLAND,
    KINDS,
    ROUTE,
    WATER,
    WHALE,
    Body,
    Kind,
    all_tiles,
    canonical,
    is_letter,
    tokens_of,
)
from studio.games.columbus.checks.ways import FAR, away_field, sea_of, shortest_way
from studio.games.columbus.words.places import kind_words

LEAST_SEATS, MOST_SEATS = 2, 6
PICTURES: tuple[tuple[Kind, str], ...] = (("whale", WHALE), ("harbour", AMERICA), ("route", ROUTE), ("island", ISLAND))
"""The picture tiles but letters, with the spaces they fit (C3)."""


def field_of(kind: str) -> str:
    """The key of the form field that counts a kind of tile."""
    return f"tiles.{kind}" if kind in KINDS else f"letters.{kind}"


def count_of(body: Body, kind: str) -> int:
    """How many tiles of a kind the set has; a capital letter stands for its letter tiles."""
    return body.tiles[kind] if kind in body.tiles else body.letters.get(kind, 0)


def with_count(body: Body, kind: str, count: int) -> Body:
    """The body with so many tiles of a kind."""
    if kind in body.tiles:
        return canonical(msgspec.structs.replace(body, tiles={**body.tiles, kind: count}))
    return canonical(msgspec.structs.replace(body, letters={**body.letters, kind: count}))


def picture_counts(body: Body) -> dict[str, int]:
    """How many tiles of each picture kind the map asks for, letters by letter: as many as there are spaces."""
    spaces = Counter(tokens_of(body))
    wanted: dict[str, int] = {kind: spaces[token] for kind, token in PICTURES}
    letters = {token[0].upper() for token in spaces if is_letter(token)} | set(body.letters)
    return {**wanted, **{letter: spaces[letter.lower()] for letter in sorted(letters)}}


def matched(body: Body) -> Body:
    """The body with as many picture tiles of each kind as the map has spaces for."""
    counts = picture_counts(body)
    tiles = {kind: counts.get(kind, count) for kind, count in body.tiles.items()}
    letters = {kind: count for kind, count in counts.items() if kind not in body.tiles}
    after = canonical(msgspec.structs.replace(body, tiles=tiles, letters=letters))
    return body if after == body else after


def sailing_tiles(body: Body) -> int:
    """How many tiles of the set ships can sail on: all but wrecks and cyclones."""
    return all_tiles(body) - max(0, body.tiles["wreck"]) - max(0, body.tiles["cyclone"])


def voyage_tiles(body: Body) -> int:
    """The fewest tiles that the shortest voyage out and back along the same way needs; -1 when there is no way."""
    field, sea = away_field(body), sea_of(body)
    needs = []
    for home in sea.homes:
        if field[home] < FAR:
            way = shortest_way(body, home)
            needs.append(sum(tokens_of(body)[cell] == AMERICA or sea.is_sea(cell) for cell in way[1:]))
    return min(needs, default=-1)


def tile_problems(body: Body) -> Iterator[Problem]:
    """All findings about the tile set."""
    negative = [kind for kind in (*KINDS, *body.letters) if count_of(body, kind) < 0]
    for kind in negative:
        words = _("There are {count} tiles “{kind}”; a count cannot be below nought.").format(
            count=count_of(body, kind), kind=kind_words(kind)
        )
        fix = Fix(_("Set it to 0"), with_count(body, kind, 0))
        yield Problem("tile.negative", ERROR, words, field=field_of(kind), fix=fix)
    yield from _pictures(body)
    yield from _plain_kinds(body)
    if negative:
        return
    total = all_tiles(body)
    if total < LEAST_SEATS * body.rack:
        words = _("The set has {total} tiles; two racks of {rack} need {need}.").format(
            total=total, rack=body.rack, need=LEAST_SEATS * body.rack
        )
        yield Problem("tile.few_for_racks", ERROR, words, field="rack", fix=more_tiles(body, LEAST_SEATS))
    need, have = voyage_tiles(body), sailing_tiles(body)
    if need > have:
        words = _("The shortest voyage out and back needs {need} tiles, and only {have} can be sailed on.").format(
            need=need, have=have
        )
        fix = Fix(
            _("Add {count} water tiles").format(count=need - have),
            with_count(body, "water", body.tiles["water"] + need - have),
        )
        yield Problem("tile.few_for_voyage", ERROR, words, field=field_of("water"), fix=fix)


def more_tiles(body: Body, seats: int) -> Fix:
    """As many water tiles more as the racks of so many seats want."""
    wanting = seats * body.rack - all_tiles(body)
    return Fix(
        plural("Add {count} water tile", "Add {count} water tiles", wanting).format(count=wanting),
        with_count(body, "water", max(0, body.tiles["water"]) + wanting),
    )


def _pictures(body: Body) -> Iterator[Problem]:
    tokens = tokens_of(body)
    for kind, spaces in picture_counts(body).items():
        token = dict(PICTURES).get(kind, kind.lower())  # type: ignore[call-overload]  # letters are no kinds
        cells = tuple(cell for cell, other in enumerate(tokens) if other == token)
        tiles = max(0, count_of(body, kind))
        fix = Fix(
            plural("Set to {count} tile", "Set to {count} tiles", spaces).format(count=spaces),
            with_count(body, kind, spaces),
        )
        if tiles and not spaces:
            message = plural(
                "{kind}: {tiles} tile, but no space with this picture.",
                "{kind}: {tiles} tiles, but no space with this picture.",
                tiles,
            )
            words = message.format(kind=begun(kind_words(kind)), tiles=tiles)
            yield Problem("tile.no_space", WARNING, words, field=field_of(kind), fix=fix)
        elif tiles > spaces:
            yield Problem("tile.over", WARNING, _compared(kind, spaces, tiles), cells, field=field_of(kind), fix=fix)
        elif tiles < spaces:
            yield Problem("space.over", WARNING, _compared(kind, spaces, tiles), cells, field=field_of(kind), fix=fix)


def _compared(kind: str, spaces: int, tiles: int) -> str:
    """How many spaces and tiles of a picture there are, and what becomes of the difference."""
    if tiles > spaces:
        what = plural("one tile fits no space", "{n} tiles fit no space", tiles - spaces)
    else:
        what = plural("one space can take only a joker", "{n} spaces can take only a joker", spaces - tiles)
    return _("{kind}: {spaces}, {tiles}; {what}.").format(
        kind=begun(kind_words(kind)),
        spaces=plural("{n} space", "{n} spaces", spaces).format(n=spaces),
        tiles=plural("{n} tile", "{n} tiles", tiles).format(n=tiles),
        what=what.format(n=abs(tiles - spaces)),
    )


def _plain_kinds(body: Body) -> Iterator[Problem]:
    """Water, wrecks and ships without a space; spaces that show a ship which no tile shows."""
    spaces = Counter(tokens_of(body))
    for kind, fitting in (
        ("water", spaces[WATER]),
        ("wreck", spaces[WATER]),
        ("full_sail", spaces[WATER] + spaces[FULL_SAIL]),
        ("becalmed", spaces[WATER] + spaces[BECALMED]),
    ):
        if count_of(body, kind) > 0 and not fitting:
            words = plural(
                "{kind}: {tiles} tile, but no space where it can lie.",
                "{kind}: {tiles} tiles, but no space where one can lie.",
                count_of(body, kind),
            ).format(kind=begun(kind_words(kind)), tiles=count_of(body, kind))
            fix = Fix(_("Take them out of the set"), with_count(body, kind, 0))
            yield Problem("tile.no_space", WARNING, words, field=field_of(kind), fix=fix)
    for kind, token in (("full_sail", FULL_SAIL), ("becalmed", BECALMED)):
        if spaces[token] > max(0, count_of(body, kind)):
            cells = tuple(cell for cell, other in enumerate(tokens_of(body)) if other == token)
            words = _compared(kind, spaces[token], max(0, count_of(body, kind)))
            fix = Fix(
                plural("Set to {count} tile", "Set to {count} tiles", spaces[token]).format(count=spaces[token]),
                with_count(body, kind, spaces[token]),
            )
            yield Problem("space.over", WARNING, words, cells, field=field_of(kind), fix=fix)
