"""Side panel of the games on sea tiles: steps, goods, stacks, tile counts by class, prompts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from studio.core.panel import Group, Item, Step
from studio.core.text import _, plural
from studio.seatiles.drawing.woods import STACK_TARGET, UPCOMING_TARGET
from studio.seatiles.rules.chart import CLASSES, Chart
from studio.seatiles.rules.position import BACK_QUERY, SeaPosition
from studio.seatiles.text import class_name, tile_name, tiles_text

Prompt = tuple[str, str]  # title and hint that ask a seat to move


def steps_of(names: Sequence[str], stage: int) -> tuple[Step, ...]:
    """Return the stages of a turn, with the one at this index marked as current."""
    return tuple(
        Step(name, "done" if place < stage else "now" if place == stage else "later")
        for place, name in enumerate(names)
    )


def goods_items(s: SeaPosition, seat: int, gold: str, sprites: Sequence[str], name: Callable[[int], str]) -> list[Item]:
    """Return a seat's gold, described by `gold`, and its units in supply; `name` returns the name of a unit kind."""
    items = [Item("common/coin", str(s.gold[seat]), tip=gold, is_faded=not s.gold[seat])]
    for kind, sprite in enumerate(sprites):
        left, price = s.supply[seat * 3 + kind], s.board.unit_cost[kind]
        tip = _("{unit} in supply, {price} gold each").format(unit=name(kind), price=price)
        items.append(Item(sprite, str(left), tip=tip, seat=seat, is_faded=not left))
    return items


def stacks_group(title: str, sizes: Sequence[int], tops: Sequence[int], name: Callable[[int], str]) -> Group:
    """Return the hidden stacks; whether a top tile is a "?" is public. `name` returns the name of a stack."""
    items = []
    for stack, (size, top) in enumerate(zip(sizes, tops, strict=True)):
        if not size:
            sprite, tip = "seatiles/stack_empty", _("{stack} is empty").format(stack=name(stack))
        elif top == BACK_QUERY:
            sprite = "seatiles/stack_event" if size > 1 else "seatiles/back_event"
            tip = _("{stack}: {tiles}, “?” tile on top").format(stack=name(stack), tiles=tiles_text(size))
        else:
            sprite = "seatiles/stack" if size > 1 else "seatiles/back"
            tip = _("{stack}: {tiles}, plain tile on top").format(stack=name(stack), tiles=tiles_text(size))
        items.append(Item(sprite, str(size), tip=tip, is_faded=not size, target=STACK_TARGET + stack))
    return Group(title, tiles_text(sum(sizes)), tuple(items), "stacks")


def class_items(counts: Sequence[int], tip: str, target: int = -1, every: bool = True) -> tuple[Item, ...]:
    """Return the number of tiles by class; `tip` is formatted with {name} and {cls}.

    `target` + class is clickable. Without `every`, classes without tiles are omitted.
    """
    return tuple(
        Item(
            f"seatiles/class_{cls}",
            str(counts[cls]),
            tip=tip.format(name=class_name(cls), cls=cls),
            is_faded=not counts[cls],
            target=target + cls if target >= 0 else -1,
        )
        for cls in CLASSES
        if every or counts[cls]
    )


def upcoming_group(s: SeaPosition, tip: str, others: Sequence[Item] = ()) -> Group:
    """Return the hidden tiles in the stacks by class, and further items; `tip` is formatted with {name} and {cls}."""
    counts = by_class(s.board.chart, s.hidden, s.board.numbers.sorts)
    items = class_items(counts, tip, UPCOMING_TARGET)
    if not counts[6]:
        items = items[:-1]  # the published stacks contain no inland tiles
    return Group(_("Remaining tiles"), _("{count} with “?”").format(count=s.hidden_query), (*items, *others))


def event_items(s: SeaPosition, sprites: Sequence[str], tip: Callable[[int], str]) -> list[Item]:
    """Return the events left in the stacks; sprites and tips by event, from 1."""
    items = []
    for event in range(1, s.board.numbers.sorts):
        left = sum(s.hidden[event :: s.board.numbers.sorts])
        items.append(Item(sprites[event], str(left), tip=tip(event), is_faded=not left))
    return items


def sorted_counts(s: SeaPosition) -> list[int]:
    """Return the sorted tiles by class 0 … 6; bonus tiles that no layout uses are not in the game."""
    chart = s.board.chart
    return by_class(chart, [0 if kind.bonus else left for kind, left in zip(chart.kinds, s.sorted_left, strict=True)])


def misfit_group(s: SeaPosition, title: str, tip: str) -> tuple[Group, ...]:
    """Return the tiles put aside because they fitted nowhere, by class; no group if there are none."""
    counts = by_class(s.board.chart, s.discard, s.board.numbers.sorts)
    whole = sum(counts)
    if not whole:
        return ()
    items = class_items(counts, tip, every=False)
    return (Group(title, tiles_text(whole), (Item("seatiles/discard", str(whole), tip=_("misfits")), *items)),)


def by_class(chart: Chart, counts: Sequence[int], sorts: int = 1) -> list[int]:
    """Return tiles by class 0 … 6 from counts by kind and sort (kind * sorts + sort)."""
    total = [0] * 7
    for number, kind in enumerate(chart.kinds):
        total[kind.cls] += sum(counts[number * sorts : (number + 1) * sorts])
    return total


def lay_prompt(s: SeaPosition, who: str, event_name: Callable[[int], str]) -> Prompt:
    if s.hand is None:
        return _("{who}, place the tile").format(who=who), ""
    kind, event = s.hand
    cells = {action[1] for action in s.moves if action[0] == s.board.numbers.lay}
    fits = plural(
        "The {tile} fits on {count} space next to your ship.",
        "The {tile} fits on {count} spaces next to your ship.",
        len(cells),
    ).format(tile=tile_name(s.board, kind), count=len(cells))
    if event:
        fits += " " + _("Its “?” event: {event}.").format(event=event_name(event))
    return _("{who}, place the tile").format(who=who), fits
