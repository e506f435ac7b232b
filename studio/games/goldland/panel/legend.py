"""The legend beside the board: what rims, groups and frames mean, shown once as they look on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from studio.core.panel import Inset
from studio.core.picture import Label, Layer, Path, Picture, Shape, Target, rectangle, rounded
from studio.core.text import _
from studio.drawing.ornaments import ornament
from studio.games.goldland.drawing.line_plate import GAIN, PAY, PRICE, SHOW, disc_shapes
from studio.games.goldland.rules.actions import ITEM_KEYS

WIDTH = 10.0
ROW = 1.12
_WORDS = 0.47
_DISC = 0.76
_PAD = 0.10
_FRAME = 0.88
_BESIDE = 0.12
"""From a sign to its word."""
_LETTER = 0.24
"""How wide a letter is; more exactly only who paints it knows."""
_GAP = 0.22
"""Between two that stand side by side, at least."""

_PROVISION, _ROPE, _RIFLE, _SHOVEL, _WOOD, _PEARL, _ROD = range(len(ITEM_KEYS))
_RIMS = ((_RIFLE, PAY), (_SHOVEL, SHOW), (_WOOD, GAIN), (_PROVISION, PRICE))


def legend() -> Inset:
    """Four rims, two ways to stand together, three frames; each says more when it is pointed at."""
    return Inset(_("Legend"), "", _picture(_texts()))


def _texts() -> tuple[tuple[str, str], ...]:
    """A word and a sentence for each sign, row by row."""
    return (
        (_("pay"), _("Red with a point: paid on entering, or handed over for a crossing.")),
        (_("show"), _("White: must be in the backpack, and stays there.")),
        (_("gain"), _("Black: taken from the stock, as far as compartments are empty.")),
        (_("price"), _("Yellow with a point: paid at the end of the turn for the treasure.")),
        (_("all of them"), _("Overlapping: all of these together.")),
        (_("one of them"), _("Parted by a bar: one side of it or the other.")),
        (_("free"), _("A gold frame: reached by road; the number says how many steps it takes.")),
        (_("crossing"), _("A dashed frame: reached without a road, for four pieces of equipment.")),
        (_("explore"), _("Dashed and bleached: a tile can be laid or turned over here.")),
    )


@lru_cache(maxsize=4)
def _picture(texts: tuple[tuple[str, str], ...]) -> Picture:
    """The picture for texts in one language."""
    signs: list[_Sign] = [
        *((_DISC + 2 * _PAD + _BESIDE, _rim(item, rim)) for item, rim in _RIMS),
        (_DISC * 1.6 + 2 * _PAD + _BESIDE, _both),
        (_DISC * 2.4 + 2 * _PAD + _BESIDE, _either),
        *((_FRAME + 0.18, _framed(frame)) for frame in ("free", "crossing", "explore")),
    ]
    shapes: list[Shape] = []
    targets: list[Target] = []
    top, first = 0.0, 0
    for count in (4, 2, 3):
        wide = [signs[number][0] + len(texts[number][0]) * _LETTER for number in range(first, first + count)]
        for number, (x, y, end) in enumerate(_placed(wide, top), first):
            word, sentence = texts[number]
            indent, drawn = signs[number]
            shapes += drawn(x, y + ROW / 2)
            shapes.append(Label("text:text", word, x + indent, y + ROW / 2, _WORDS, anchor="left"))
            targets.append(Target(-2 - number, rectangle(x, y, end - x, ROW), sentence))
        top, first = y + ROW, first + count
    return Picture((0, 0, WIDTH, top), (Layer("legend", tuple(shapes)),), tuple(targets))


_Sign = tuple[float, Callable[[float, float], Sequence[Shape]]]
"""How far right of a sign its word begins, and what draws it from its left edge at its middle's height."""


def _placed(wide: Sequence[float], top: float) -> list[tuple[float, float, float]]:
    """Left, top and right of signs and words so wide: in one row where they have room, else in two columns."""
    gap = (WIDTH - sum(wide)) / (len(wide) - 1)
    if gap >= _GAP:
        gap = min(gap, 1.2)
        lefts = [sum(wide[:number]) + number * gap for number in range(len(wide))]
        return [(x, top, min(x + one + gap, WIDTH)) for x, one in zip(lefts, wide, strict=True)]
    column = WIDTH / 2
    return [(number % 2 * column, top + number // 2 * ROW, (number % 2 + 1) * column) for number in range(len(wide))]


def _rim(item: int, rim: str) -> Callable[[float, float], Sequence[Shape]]:
    def drawn(x: float, y: float) -> Sequence[Shape]:
        plate = [] if rim == PRICE else [_plate(x, y, _DISC)]  # a price stands on the tile itself
        return [*plate, *disc_shapes(x + _PAD + _DISC / 2, y, _DISC, item, rim)]

    return drawn


def _both(x: float, y: float) -> Sequence[Shape]:
    shapes: list[Shape] = [_plate(x, y, _DISC * 1.6)]
    for place, item in enumerate((_WOOD, _ROPE)):
        shapes += disc_shapes(x + _PAD + _DISC * (0.5 + 0.6 * place), y, _DISC, item, GAIN)
    return shapes


def _either(x: float, y: float) -> Sequence[Shape]:
    wide = _DISC * 2.4
    shapes: list[Shape] = [_plate(x, y, wide)]
    for place, item in enumerate((_SHOVEL, _RIFLE)):
        shapes += disc_shapes(x + _PAD + _DISC * (0.5 + 1.4 * place), y, _DISC, item, GAIN)
    bar = x + _PAD + wide / 2
    return [*shapes, Path("line_bar", (((bar, y - 0.36 * _DISC), (bar, y + 0.36 * _DISC)),), closed=False)]


def _framed(frame: str) -> Callable[[float, float], Sequence[Shape]]:
    return lambda x, y: ornament(f"goldland/legend_{frame}", x, y - _FRAME / 2)


def _plate(x: float, y: float, wide: float) -> Path:
    """The plate of a line on a tile, under discs that are `wide` together; all rims can be told apart on it."""
    high = 1.19 * _DISC
    return Path("line_plate", (rounded(x, y - high / 2, wide + 2 * _PAD, high, 0.36 * high),))
