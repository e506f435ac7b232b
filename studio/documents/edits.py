"""Pure edits that every layout shares: its name, its author, its notes, its body, its rows of symbols."""

from __future__ import annotations

from typing import Any

import msgspec

from studio.documents.layout import Layout


def renamed(layout: Layout, name: str) -> Layout:
    """The layout under another name."""
    return layout if layout.name == name else msgspec.structs.replace(layout, name=name)


def credited(layout: Layout, author: str) -> Layout:
    """The layout with another author."""
    return layout if layout.author == author else msgspec.structs.replace(layout, author=author)


def annotated(layout: Layout, notes: str) -> Layout:
    """The layout with other notes."""
    return layout if layout.notes == notes else msgspec.structs.replace(layout, notes=notes)


def with_body(layout: Layout, body: dict[str, Any]) -> Layout:
    """The layout with another body, as plain data."""
    return layout if layout.body == body else msgspec.structs.replace(layout, body=body)


def resized_rows(
    rows: tuple[str, ...], left: int, top: int, right: int, bottom: int, blank: str = "."
) -> tuple[str, ...]:
    """Rows of symbols with `blank` ones added on each side, or symbols taken away where a number is negative.

    Raises `ValueError` when nothing would be left.
    """
    width = len(rows[0]) + left + right
    height = len(rows) + top + bottom
    if width < 1 or height < 1 or -left >= len(rows[0]) or -top >= len(rows):
        raise ValueError("nothing would be left of the board")
    kept = rows[max(0, -top) : len(rows) + min(0, bottom)]
    kept = tuple(
        blank * max(0, left) + row[max(0, -left) : len(row) + min(0, right)] + blank * max(0, right) for row in kept
    )
    empty = blank * width
    return (empty,) * max(0, top) + kept + (empty,) * max(0, bottom)


def with_symbol(rows: tuple[str, ...], column: int, row: int, symbol: str) -> tuple[str, ...]:
    """Rows of symbols with one of them replaced."""
    line = rows[row]
    return (*rows[:row], line[:column] + symbol + line[column + 1 :], *rows[row + 1 :])
