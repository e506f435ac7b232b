"""The legend beside the board: what rims, groups and frames mean, shown once as they look on the board."""

from __future__ import annotations

from functools import lru_cache

from studio.core.shown.panel import Inset
from studio.core.shown.picture import Label, Layer, Path, Picture, Shape, Target, rectangle, rounded
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

_PROVISION, _ROPE, _RIFLE, _SHOVEL, _WOOD, _PEARL, _ROD = range(len(ITEM_KEYS))


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
    shapes: list[Shape] = []
    targets: list[Target] = []

    def say(number: int, x: float, row: int, left: float, right: float) -> None:
        """The word of a sign at x, and its sentence between left and right."""
        word, sentence = texts[number]
        shapes.append(Label("text:text", word, x, ROW * (row + 0.5), _WORDS, anchor="left"))
        targets.append(Target(-2 - number, rectangle(left, ROW * row, right - left, ROW), sentence))

    for number, (x, end, item, rim) in enumerate(
        ((0.0, 2.4, _RIFLE, PAY), (2.5, 5.0, _SHOVEL, SHOW), (5.1, 7.4, _WOOD, GAIN), (7.5, WIDTH, _PROVISION, PRICE))
    ):
        if rim != PRICE:  # that stands on the tile itself
            shapes.append(_plate(x, 0, _DISC))
        shapes += disc_shapes(x + _PAD + _DISC / 2, ROW * 0.5, _DISC, item, rim)
        say(number, x + _DISC + 2 * _PAD + 0.12, 0, x, end)
    middle = ROW * 1.5
    both, either = _DISC * 1.6, _DISC * 2.4
    shapes.append(_plate(0.0, 1, both))
    for place, item in enumerate((_WOOD, _ROPE)):
        shapes += disc_shapes(_PAD + _DISC * (0.5 + 0.6 * place), middle, _DISC, item, GAIN)
    say(4, both + 2 * _PAD + 0.12, 1, 0.0, 4.2)
    left = 4.4
    shapes.append(_plate(left, 1, either))
    for place, item in enumerate((_SHOVEL, _RIFLE)):
        shapes += disc_shapes(left + _PAD + _DISC * (0.5 + 1.4 * place), middle, _DISC, item, GAIN)
    bar = left + _PAD + either / 2
    shapes.append(Path("line_bar", (((bar, middle - 0.36 * _DISC), (bar, middle + 0.36 * _DISC)),), closed=False))
    say(5, left + either + 2 * _PAD + 0.12, 1, left, WIDTH)
    for number, frame, x, end in ((6, "free", 0.0, 2.8), (7, "crossing", 2.9, 6.4), (8, "explore", 6.5, WIDTH)):
        shapes += ornament(f"goldland/legend_{frame}", x, ROW * 2.5 - _FRAME / 2)
        say(number, x + _FRAME + 0.18, 2, x, end)
    return Picture((0, 0, WIDTH, ROW * 3), (Layer("legend", tuple(shapes)),), tuple(targets))


def _plate(x: float, row: int, wide: float) -> Path:
    """The plate of a line on a tile, under discs that are `wide` together; all rims can be told apart on it."""
    high = 1.19 * _DISC
    return Path("line_plate", (rounded(x, ROW * (row + 0.5) - high / 2, wide + 2 * _PAD, high, 0.36 * high),))
