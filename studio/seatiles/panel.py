"""What stands beside the board in every game on sea tiles: face-down stacks, and tiles counted by class."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from studio.core.panel import Group, Item
from studio.core.text import _
from studio.seatiles.drawing.spots import STACK_TARGET
from studio.seatiles.rules.chart import Chart
from studio.seatiles.rules.position import BACK_QUERY
from studio.seatiles.rules.shape import CLASSES
from studio.seatiles.words import class_name, tiles


def stacks_group(title: str, sizes: Sequence[int], tops: Sequence[int], name: Callable[[int], str]) -> Group:
    """The hidden stacks; whether a top is a "?" is visible. `name` says what a stack is called in the game."""
    items = []
    for stack, (size, top) in enumerate(zip(sizes, tops, strict=True)):
        if not size:
            sprite, tip = "seatiles/stack_empty", _("{stack} is used up").format(stack=name(stack))
        elif top == BACK_QUERY:
            sprite = "seatiles/stack_event" if size > 1 else "seatiles/back_event"
            tip = _("{stack}: {tiles}, a “?” on top").format(stack=name(stack), tiles=tiles(size))
        else:
            sprite = "seatiles/stack" if size > 1 else "seatiles/back"
            tip = _("{stack}: {tiles}, a plain tile on top").format(stack=name(stack), tiles=tiles(size))
        items.append(Item(sprite, str(size), tip=tip, faded=not size, target=STACK_TARGET + stack))
    return Group(title, tiles(sum(sizes)), tuple(items), "stacks")


def class_items(counts: Sequence[int], tip: str, target: int = -1, every: bool = True) -> tuple[Item, ...]:
    """How many tiles there are of each class; `tip` takes {name} and {cls}.

    `target` + class can be clicked. Without `every`, classes of which there are none are left out.
    """
    return tuple(
        Item(
            f"seatiles/class_{cls}",
            str(counts[cls]),
            tip=tip.format(name=class_name(cls), cls=cls),
            faded=not counts[cls],
            target=target + cls if target >= 0 else -1,
        )
        for cls in CLASSES
        if every or counts[cls]
    )


def by_class(chart: Chart, counts: Sequence[int], sorts: int = 1) -> list[int]:
    """Tiles per class 0 … 6 out of counts per kind and sort (kind * sorts + sort)."""
    total = [0] * 7
    for number, kind in enumerate(chart.kinds):
        total[kind.cls] += sum(counts[number * sorts : (number + 1) * sorts])
    return total
