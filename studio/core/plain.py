"""Fields of a position as plain data and back: the copying that `State.dump` and `Game.restore` share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from studio.core.game.terms import Json

_NUMBERS = frozenset({int, bool})
"""What a sequence that is copied as a whole is of: most are long, and positions are dumped often."""


def dumped(position: object, fields: Iterable[str]) -> dict[str, Json]:
    """The named fields (whole numbers, and sequences of them or of such sequences); nothing is shared with it."""
    return {name: _copied(getattr(position, name)) for name in fields}


def fill(position: object, plain: Mapping[str, Json], fields: Iterable[str]) -> None:
    """Give a fresh position the named fields of a dump. A sequence keeps its type; those within it become lists."""
    for name in fields:
        value = _copied(plain[name])
        setattr(position, name, value if isinstance(value, int) else type(getattr(position, name))(value))


def _copied(value: Json) -> Json:
    if isinstance(value, int):
        return value
    return list(value) if _NUMBERS.issuperset(map(type, value)) else [_copied(part) for part in value]
