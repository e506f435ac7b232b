"""Plain data as JSON for people: maps stay maps, short things stay on one line, the same data gives one text."""

from __future__ import annotations

import json

WIDTH = 132


def _short(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _is_map(value: object) -> bool:
    """Whether a list holds rows of symbols, which are read one below the other."""
    return isinstance(value, list) and len(value) > 1 and all(isinstance(row, str) for row in value)


def _holds_map(value: object) -> bool:
    return isinstance(value, dict) and any(_is_map(part) or _holds_map(part) for part in value.values())


def _lines(value: object, indent: int, room: int, top: bool) -> str:
    """`value` as text whose first line has `room` columns and whose other lines are indented by `indent`."""
    if not isinstance(value, (dict, list)) or not value:
        return _short(value)
    if not top and not _is_map(value) and not _holds_map(value):
        flat = _short(value)
        if len(flat) <= room:
            return flat
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = []
        for key, part in value.items():
            name = _short(key) + ": "
            parts.append(inner + name + _lines(part, indent + 2, WIDTH - indent - 3 - len(name), False))
        opening, closing = "{", "}"
    else:
        parts = [inner + _lines(part, indent + 2, WIDTH - indent - 3, False) for part in value]
        opening, closing = "[", "]"
    return opening + "\n" + ",\n".join(parts) + "\n" + " " * indent + closing


def to_text(value: object) -> str:
    """JSON text of plain data (dicts with text keys, lists, texts, numbers, booleans, None), newline at the end."""
    return _lines(value, 0, WIDTH, True) + "\n"
