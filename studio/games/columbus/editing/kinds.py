"""Edits of a map's set of tiles: kinds that it brings along, copies of kinds, kinds of another layout.

Home-made kinds are a variant of this studio (`HomeMade`). What cannot be said of one (that it moves tiles as a cyclone
does, or stands for others as a joker) no copy can have.
"""

from __future__ import annotations

import re
from collections.abc import Collection

import msgspec

from studio.core.game import Value
from studio.core.text import _, begun
from studio.games.columbus.body import (
    GROUNDS,
    MOST_HOMEMADE,
    Body,
    Ground,
    HomeMadeData,
    canonical,
    grid,
    homemade_of,
    name_complaint,
    tokens_of,
)
from studio.games.columbus.checks.tiles import count_of, kinds_of, picture_counts, with_count
from studio.games.columbus.words.places import kind_words

NEW, NEW_LETTER = "homemade", "letter"
"""What `added` makes."""
LONGEST = 24
_LIKE: dict[str, HomeMadeData] = {
    kind.id: kind
    for kind in (
        HomeMadeData("water", "", "current", "sea", 2),
        HomeMadeData("full_sail", "", "gull", "sea", 4, ("water", "full_sail")),
        HomeMadeData("becalmed", "", "fog", "grey", 1, ("water", "becalmed")),
        HomeMadeData("wreck", "", "reef", "grey", 0),
        HomeMadeData("whale", "", "dolphin", "sea", 3, ("whale",)),
        HomeMadeData("harbour", "", "weed", "green", 3, ("harbour",)),
        HomeMadeData("route", "", "current", "sand", 3, ("route",)),
        HomeMadeData("island", "", "weed", "green", 3, ("island",)),
    )
}
"""The home-made kinds most like the published ones; letters are like an island on letter spaces."""


def all_kinds(body: Body) -> list[str]:
    """The kinds of tile of a map as the workshop lists them: those with tiles, and letters that its spaces ask for."""
    letters = [kind for kind in picture_counts(body) if kind.isupper()]
    return [*body.tiles, *letters, *(kind.id for kind in body.homemade)]


def added(body: Body, what: str, count: int) -> Body:
    """A further home-made kind (`NEW`), or tiles of a letter that the set has not (`NEW_LETTER`)."""
    if what == NEW:
        name = numbered_name(body, _("New kind"))
        return _with(body, HomeMadeData(_id_of(body, name), name, count=count))
    present = set(all_kinds(body))
    letter = next((letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter not in present), "")
    if what != NEW_LETTER or not letter:
        raise ValueError(_("The set has all letters from A to Z already."))
    return with_count(body, letter, max(1, count))


def duplicated(body: Body, piece: str) -> Body:
    """A copy of a home-made kind, or a home-made kind that is laid and sailed like a published one."""
    kind = homemade_of(body, piece) or _LIKE.get(piece)
    if piece.isupper():
        kind = msgspec.structs.replace(_LIKE["island"], tint="sand", on=("letter",))
    if kind is None:
        raise ValueError(
            _("No home-made kind can do what a {kind} does; only its number can be changed.").format(
                kind=kind_words(body, piece)
            )
        )
    name = numbered_name(body, kind.name or begun(kind_words(body, piece)))
    return _with(
        body, msgspec.structs.replace(kind, id=_id_of(body, name), name=name, count=max(0, count_of(body, piece)))
    )


def removed(body: Body, piece: str) -> Body:
    """The set without a home-made kind, or without a letter that no space shows."""
    if piece in body.tiles:
        raise ValueError(
            _("The kind “{kind}” is part of the published game; with a number of 0 it is not played with.").format(
                kind=kind_words(body, piece)
            )
        )
    if piece.isupper():
        places = [grid(body).name(cell) for cell, token in enumerate(tokens_of(body)) if piece.lower() in token.lower()]
        if places and picture_counts(body)[piece]:
            words = _("The map shows the letter {letter} on {places}; paint something else there first.")
            raise ValueError(words.format(letter=piece, places=", ".join(places[:6])))
        return with_count(body, piece, 0)
    return msgspec.structs.replace(body, homemade=tuple(kind for kind in body.homemade if kind.id != piece))


def imported(body: Body, other: Body, pieces: Collection[str]) -> Body:
    """Kinds of another map: their numbers where they are known, else as further home-made kinds."""
    for piece in kinds_of(other):
        if piece not in pieces:
            continue
        theirs = homemade_of(other, piece)
        if theirs is None:
            body = with_count(body, piece, count_of(other, piece))
            continue
        mine = next((kind for kind in body.homemade if kind.name == theirs.name), None)
        if mine is not None and msgspec.structs.replace(theirs, id=mine.id, count=mine.count) == mine:
            body = with_count(body, mine.id, theirs.count)
        else:
            fresh = numbered_name(body, theirs.name)
            key = piece if piece not in kinds_of(body) else _id_of(body, fresh)
            body = _with(body, msgspec.structs.replace(theirs, id=key, name=fresh))
    return body


def set_kind(body: Body, part: str, key: str, value: Value) -> Body:
    """A field of a home-made kind filled in: "name", "emblem", "tint", "step", "count" or "on <kind of space>".

    Raises `ValueError` with a sentence when the value cannot be.
    """
    kind = homemade_of(body, key)
    assert kind is not None  # only then has the form the field
    if part == "name":
        kind = msgspec.structs.replace(kind, name=_fresh_name(body, kind, str(value)))
    elif part.startswith("on "):
        ground: Ground = next(ground for ground in GROUNDS if ground == part.removeprefix("on "))
        on = (*kind.on, ground) if value else tuple(one for one in kind.on if one != ground)
        kind = msgspec.structs.replace(kind, on=on)
    elif part == "step":
        kind = msgspec.structs.replace(kind, step=int(value))
    else:
        kind = msgspec.structs.replace(kind, **{part: value})
    after = canonical(msgspec.structs.replace(body, homemade=tuple(
        kind if one.id == key else one for one in body.homemade
    )))  # fmt: skip
    return body if after == body else after


def _fresh_name(body: Body, kind: HomeMadeData, text: str) -> str:
    name = text.strip()
    if complaint := name_complaint(name):
        raise ValueError(complaint)
    if name.casefold() in _taken(body, kind.id):
        raise ValueError(_("There is already a kind of tile called “{name}”.").format(name=name))
    return name


def _taken(body: Body, but: str = "") -> set[str]:
    """The names that are given, in small letters."""
    published = {kind_words(body, kind).casefold() for kind in all_kinds(body) if homemade_of(body, kind) is None}
    return published | {kind.name.casefold() for kind in body.homemade if kind.id != but}


def numbered_name(body: Body, name: str) -> str:
    """The name, or with a number behind it when a kind of that name is there."""
    taken = _taken(body)
    if name.casefold() not in taken:
        return name
    stem, number = re.sub(r" \d+$", "", name), 2
    while (fresh := f"{stem[: LONGEST - 4].rstrip()} {number}").casefold() in taken:
        number += 1
    return fresh


def _id_of(body: Body, name: str) -> str:
    """An id that no other kind has, made of a name."""
    stem = re.sub("[^a-z0-9]+", "_", name.lower()).strip("_")[:16]
    stem = stem if stem[:1].isalpha() else f"kind_{stem}".rstrip("_")
    taken = set(kinds_of(body))
    return next(key for number in range(1, 1000) if (key := stem if number == 1 else f"{stem}_{number}") not in taken)


def _with(body: Body, kind: HomeMadeData) -> Body:
    if len(body.homemade) >= MOST_HOMEMADE:
        raise ValueError(_("A set has at most {most} home-made kinds of tile.").format(most=MOST_HOMEMADE))
    return canonical(msgspec.structs.replace(body, homemade=(*body.homemade, kind)))
