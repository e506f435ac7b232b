"""What is wrong with single lines of equipment (G7, G10, G16).

Codes: `line.unknown`, `line.no_gain`, `line.free`, `line.none`, `line.long`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator

import msgspec

from studio.core.problems import Fix, Problem, Severity
from studio.core.text import _, plural
from studio.games.goldland.body.arranging import with_tile
from studio.games.goldland.body.data import ADVENTURE_KEYS, TileData, tile_of
from studio.games.goldland.body.lines import read_group, read_line, strangers, write_group, write_line
from studio.games.goldland.body.reading import Reading
from studio.games.goldland.rules.actions import ITEM_KEYS

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO
MOST_DISCS = 10
"""More pieces than these make the line so small that it is hard to read."""


def line_problems(reading: Reading) -> Iterator[Problem]:
    """All findings about the lines of single tiles."""
    for tile in reading.body.tiles:
        places = tuple(reading.places.get(tile.name, ()))
        for key in ("pay", "show", "gain"):
            yield from _words(reading, tile, key, places)
        yield from _sense(reading, tile, places)


def _words(reading: Reading, tile: TileData, key: str, places: tuple[int, ...]) -> Iterator[Problem]:
    """Every word names a piece of equipment; the fix takes the word that is most like it."""
    text: str = getattr(tile, key)
    unknown = strangers(text)
    if not unknown:
        return
    known = {word: (difflib.get_close_matches(word, ITEM_KEYS, 1, 0.6) or [""])[0] for word in unknown}
    groups = []
    for group in read_line(text):
        counts: dict[str, int] = {}
        for word, count in group:
            if item := known.get(word, word):
                counts[item] = min(12, counts.get(item, 0) + count)
        groups.append(read_group(write_group(tuple(counts.items()))))
    mended = write_line([group for group in groups if group])
    if all(known.values()):
        label = _("Write “{line}”").format(line=mended)
    else:
        label = plural("Take the word out", "Take the words out", len(unknown))
    yield Problem(
        "line.unknown",
        ERROR,
        plural(
            "The line of “{tile}” speaks of {words}, which is no equipment.",
            "The line of “{tile}” speaks of {words}, which are no equipment.",
            len(unknown),
        ).format(tile=tile.name, words=", ".join(f"“{word}”" for word in unknown)),
        places,
        field=f"{key}:{tile.name}",
        fix=Fix(
            label,
            with_tile(reading.body, tile.name, msgspec.structs.replace(tile, **{key: mended})),
            safe=all(known.values()),
        ),
    )


def _sense(reading: Reading, tile: TileData, places: tuple[int, ...]) -> Iterator[Problem]:
    if tile.show and not tile.gain:
        yield Problem(
            "line.no_gain",
            WARNING,
            _("“{tile}” asks to show equipment, but offers nothing for it.").format(tile=tile.name),
            places,
            field=f"gain:{tile.name}",
            fix=Fix(
                _("Ask to show nothing"),
                with_tile(reading.body, tile.name, msgspec.structs.replace(tile, show="")),
            ),
        )
    if tile.kind not in ADVENTURE_KEYS:
        if tile.gain and not tile.show:
            yield Problem(
                "line.free",
                INFO,
                _("“{tile}” gives its equipment to everybody who stops there, nothing shown.").format(tile=tile.name),
                places,
                field=f"show:{tile.name}",
            )
        elif not tile.gain and not tile.show and not tile.treasure and tile.kind == "plain":
            yield Problem(
                "line.none",
                INFO,
                _("“{tile}” offers nothing at all.").format(tile=tile.name),
                places,
                field=f"gain:{tile.name}",
            )
    known = tile_of(tile)
    discs = sum(known.pay) + sum(known.show) + sum(map(sum, known.gains))
    if discs > MOST_DISCS:
        yield Problem(
            "line.long",
            WARNING,
            _("The line of “{tile}” has {count} pieces; more than {most} are hard to read on a tile.").format(
                tile=tile.name, count=discs, most=MOST_DISCS
            ),
            places,
            field=f"gain:{tile.name}",
        )
