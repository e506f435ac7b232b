"""What is wrong with the draw stacks of a box of sea tiles: `set.no_hidden`, `set.empty_stack`, `set.events_over`."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from studio.core.problems import Fix, Problem, Severity
from studio.core.text import _
from studio.seatiles.body import SeaBody
from studio.seatiles.checks.survey import marked_tiles


def draw_stacks(body: SeaBody, field: str) -> Iterator[Problem]:
    """Findings about the face-down stacks; `field` is the field of body and form that says how many there are."""
    stacks: int = getattr(body, field)
    plain = sum(max(0, kind.hidden) for kind in body.tiles if not kind.bonus)
    marked = sum(marked_tiles(kind) for kind in body.tiles if not kind.bonus)
    if not plain + marked:
        yield Problem(
            "set.no_hidden",
            Severity.ERROR,
            _("The draw stacks are empty: no kind of tile has hidden tiles."),
            field=field,
        )
    elif plain + marked < stacks:
        yield Problem(
            "set.empty_stack",
            Severity.ERROR,
            _("{tiles} hidden tiles make {stacks} draw stacks, so some stacks would be empty.").format(
                tiles=plain + marked, stacks=stacks
            ),
            field=field,
            fix=Fix(
                _("Make {count} draw stacks").format(count=plain + marked),
                msgspec.structs.replace(body, **{field: plain + marked}),
            ),
        )
    if marked > plain:
        yield Problem(
            "set.events_over",
            Severity.WARNING,
            _("There are more “?” tiles ({marked}) than plain ones ({plain}) in the draw stacks.").format(
                marked=marked, plain=plain
            ),
        )
