"""Corrupted files: layouts and records with changed bytes, texts and values, reproducible by number."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from studio.documents.paths import shipped_layouts
from studio.documents.store import record_text
from studio.games import slugs
from studio.services.loading import load_layout, start_match, to_record

HOSTILE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 7, 2**31, -(2**31), 2**63, 10**30, 0.5, -0.0, 1e300,
    "", " ", "x", "\x00", "\x1b[31m", "\u202e", "\ud800", "ä" * 50, "x" * 5000, "⟦0⟧", "<b>x</b>", "../../up", "%s {0}",
    [], {}, [[]], [None], {"": None}, {"a": {"b": []}}, [0] * 300, ["x"] * 300,
)  # fmt: skip
DECISIONS = 14  # decisions in the records, which are replayed for every file


@cache
def originals() -> tuple[bytes, ...]:
    """Shipped layouts of every game, a short record of each, and sample layouts."""
    samples = Path(__file__).parent / "documents" / "samples"
    found = [path.read_bytes() for path in sorted(samples.glob("layout-*.json"))]
    for slug in slugs():
        layouts = shipped_layouts(slug)
        found += [path.read_bytes() for path in layouts[:3]]
        opened = load_layout(layouts[0])
        seats = opened.game.info.min_seats
        match, luck = start_match(opened, seats, seed=5), Random(5)
        while len(match.decisions()) < DECISIONS and not match.is_over:
            match.play(luck.choice(match.state.legal()))
        people = [f"Seat {seat}" for seat in range(seats)]
        found.append(record_text(to_record(match, opened.layout, people, ["human"] * seats)).encode())
    return tuple(found)


def mutated(number: int) -> bytes:
    """The file with this number; original and damage depend only on the number."""
    luck = Random(number)
    return spoilt(luck.choice(originals()), luck)


def spoilt(data: bytes, luck: Random) -> bytes:
    """A file with one or a few changes."""
    for _time in range(luck.choice((1, 1, 1, 2, 5))):
        data = luck.choice(_WAYS)(data, luck)
    return data


def _flipped(data: bytes, luck: Random) -> bytes:
    at = luck.randrange(len(data) or 1)
    return data[:at] + bytes([luck.randrange(256)]) + data[at + 1 :]


def _cut(data: bytes, luck: Random) -> bytes:
    at = luck.randrange(len(data) or 1)
    return data[:at] + (b"" if luck.random() < 0.3 else data[at + luck.randrange(1, 40) :])


def _doubled(data: bytes, luck: Random) -> bytes:
    at = luck.randrange(len(data) or 1)
    part = data[at : at + luck.randrange(1, 200)]
    return data[:at] + part * luck.randrange(2, 5) + data[at + len(part) :]


def _spoken(data: bytes, luck: Random) -> bytes:
    """Another token in place of one: a symbol, a number, a name."""
    texts = [b"0", b"1", b"9", b"-1", b"99999", b"\xff", b'"', b"{", b"]", b",", b"\\u0000", b"sea", b"void", b"1e999"]
    at = luck.randrange(len(data) or 1)
    return data[:at] + luck.choice(texts) + data[at + luck.randrange(3) :]


def _changed(change: Callable[[Any, Any, Random], None]) -> Callable[[bytes, Random], bytes]:
    def way(data: bytes, luck: Random) -> bytes:
        try:
            raw = json.loads(data)
        except (ValueError, RecursionError):
            return data
        places = list(_places(raw))
        if places:
            holder, key = luck.choice(places)
            change(holder, key, luck)
        return json.dumps(raw).encode()

    return way


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every list or dict inside a value with each of its keys."""
    if isinstance(value, (dict, list)):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])


def _put(holder: Any, key: Any, luck: Random) -> None:
    holder[key] = luck.choice(HOSTILE)


def _nudge(holder: Any, key: Any, luck: Random) -> None:
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = value + luck.choice((-100, -2, -1, 1, 2, 3, 50, 10**6))
    elif isinstance(value, str):
        at = luck.randrange(len(value) + 1)
        holder[key] = value[:at] + luck.choice(".~#xA0⟦ü\n") + value[at + luck.randrange(2) :]
    elif isinstance(value, list):
        luck.shuffle(value)
    else:
        holder[key] = {}


def _drop(holder: Any, key: Any, _luck: Random) -> None:
    del holder[key]


def _repeat(holder: Any, key: Any, luck: Random) -> None:
    if isinstance(holder, list):
        holder[key:key] = [holder[key]] * luck.choice((1, 1, 2, 40))
    else:
        holder[f"{key}{luck.choice(('', ' ', '2'))}"] = holder[key]


def _swap(holder: Any, key: Any, luck: Random) -> None:
    other = luck.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    holder[key], holder[other] = holder[other], holder[key]


_WAYS: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flipped,
    _cut,
    _doubled,
    _spoken,
    *(_changed(change) for change in (_put, _put, _nudge, _nudge, _nudge, _drop, _repeat, _swap)),
)
