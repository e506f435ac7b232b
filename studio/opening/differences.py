"""What an earlier version of a document has that today's has not, in a few words for a list."""

from __future__ import annotations

from studio.core.text import _, called, plural
from studio.documents.record import Record
from studio.opening import Opened


def layout_differences(then: Opened, now: Opened) -> list[str]:
    """How a layout differs from what became of it; empty when it does not. Both are layouts of one game.

    Sizes, how many spaces hold something else (only where the size is the same), then name, author and notes.
    """
    words: list[str] = []
    before, after = then.game.grid(then.body), now.game.grid(now.body)
    sizes = [f"{grid.columns} × {grid.rows}" for grid in (before, after)]
    if sizes[0] != sizes[1]:
        words.append(_("{then}, now {now}").format(then=sizes[0], now=sizes[1]))
    elif then.body != now.body:
        if count := len(differing_cells(then, now)):
            words.append(plural("{n} space differs", "{n} spaces differ", count).format(n=count))
        else:
            words.append(_("its border or its numbers differ"))
    if then.layout.name != now.layout.name:
        words.append(_("called “{name}”").format(name=called(then.layout.name)))
    if (then.layout.author, then.layout.notes) != (now.layout.author, now.layout.notes):
        words.append(_("other words about it"))
    return words


def differing_cells(then: Opened, now: Opened) -> list[int]:
    """The cells that hold something else in two layouts of one game; none where their sizes differ."""
    game, before, after = now.game, then.game.grid(then.body), now.game.grid(now.body)
    if (before.columns, before.rows) != (after.columns, after.rows):
        return []
    return [cell for cell in range(after.count) if game.pick(then.body, cell) != game.pick(now.body, cell)]


def match_differences(then: Record, now: Record) -> list[str]:
    """How a match differs from what became of it; empty when it does not."""
    if then == now:
        return []
    if then.log == now.log[: len(then.log)] and then.opening == now.opening:
        count = len(now.log) - len(then.log)
        if count:
            return [plural("{n} move fewer", "{n} moves fewer", count).format(n=count)]
        return [_("other words about it")]
    shared = next((place for place, pair in enumerate(zip(then.log, now.log, strict=False)) if pair[0] != pair[1]), -1)
    if shared < 0:
        count = len(then.log) - len(now.log)
        return [plural("{n} move more", "{n} moves more", count).format(n=count)]
    return [_("another course from move {n} on").format(n=shared + 1)]
