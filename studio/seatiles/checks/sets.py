"""What is wrong with a tile set, by itself, in its draw stacks and for the board: quick checks (T1, T2, T9).

Codes: `tile.isthmus`, `tile.bonus_lands`, `tile.bonus_hidden`, `tile.unused`, `tiles.negative`, `tiles.preplaced`,
`tiles.too_few`, `tiles.too_many`; of the draw stacks `set.no_hidden`, `set.empty_stack`, `set.events_over`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from studio.core.problems import ERROR, INFO, WARNING, Fix, Problem
from studio.core.text import _, plural
from studio.seatiles.body import SeaBody, TileKind
from studio.seatiles.body.facts import Facts, hidden_tiles, kind_class, marked_tiles
from studio.seatiles.checks.mending import Mending
from studio.seatiles.rules.shape import has_isthmus
from studio.seatiles.words.places import called, class_edges


def tile_set(facts: Facts, mending: Mending) -> Iterator[Problem]:
    """Findings about each kind of tile."""
    for kind in facts.body.tiles:
        name = kind.name
        if has_isthmus(kind.shape):
            words = _(
                "“{name}” joins land on opposite edges without a land edge of its own between them; that would cut "
                "the ships' route through the tile in two."
            ).format(name=called(name))
            yield Problem(
                "tile.isthmus",
                ERROR,
                words,
                tuple(facts.laid.get(name, ())),
                field=f"shape:{name}",
                fix=mending.parted(kind),
            )
        lands = set(kind.shape) - {"."}
        if kind.bonus and len(lands) != 1:
            words = _("“{name}” has a bonus, so it must carry exactly one land; it carries {count}.").format(
                name=called(name), count=len(lands)
            )
            yield Problem(
                "tile.bonus_lands",
                ERROR,
                words,
                tuple(facts.laid.get(name, ())),
                field=f"shape:{name}",
                fix=mending.joined(kind),
            )
        stock = hidden_tiles(kind)
        if kind.bonus and stock:
            words = _(
                "“{name}” has a bonus and lies only where the layout puts it, so the {count} in the draw stacks "
                "would never be used."
            ).format(name=called(name), count=stock)
            fix = mending.count(kind, _("Take them out"), hidden=0, events={})
            yield Problem("tile.bonus_hidden", WARNING, words, field=f"hidden:{name}", fix=fix)
        yield from _negative(mending, kind)
        yield from _preplaced(facts, mending, kind)
        if not stock and not kind.sorted:
            yield Problem(
                "tile.unused",
                INFO,
                _("The box holds no “{name}” yet.").format(name=called(name)),
                field=f"sorted:{name}",
            )


def _negative(mending: Mending, kind: TileKind) -> Iterator[Problem]:
    """Counts below nought: told one by one, mended all at once."""
    counts = {"hidden": kind.hidden, **{f"event {event}": count for event, count in kind.events.items()}}
    counts["sorted"] = kind.sorted
    for part, count in counts.items():
        if count < 0:
            words = _("The box cannot hold {count} “{name}”; there are none, or more.").format(
                count=count, name=called(kind.name)
            )
            fix = mending.count(
                kind,
                _("Make negative counts of “{name}” 0").format(name=called(kind.name)),
                hidden=max(0, kind.hidden),
                events={event: count for event, count in kind.events.items() if count > 0},
                sorted=max(0, kind.sorted),
            )
            yield Problem("tiles.negative", ERROR, words, field=f"{part}:{kind.name}", fix=fix)


def _preplaced(facts: Facts, mending: Mending, kind: TileKind) -> Iterator[Problem]:
    places = facts.laid.get(kind.name, [])
    if len(places) > kind.sorted:
        words = plural(
            "{laid} “{name}” lies on the board, but the box has only {sorted} to lay out (class {cls}: {edges}).",
            "{laid} “{name}” lie on the board, but the box has only {sorted} to lay out (class {cls}: {edges}).",
            len(places),
        ).format(
            laid=len(places),
            name=called(kind.name),
            sorted=max(0, kind.sorted),
            cls=kind_class(kind),
            edges=class_edges(kind_class(kind)),
        )
        fix = mending.count(
            kind,
            _("Add {count} “{name}”").format(count=len(places) - max(0, kind.sorted), name=called(kind.name)),
            sorted=len(places),
        )
        yield Problem("tiles.preplaced", ERROR, words, tuple(places), field=f"sorted:{kind.name}", fix=fix)


def numbers(facts: Facts, mending: Mending) -> Iterator[Problem]:
    """Whether there are enough tiles of each class for the spaces, and not too many."""
    spaces = len(facts.open)
    if not spaces:
        return
    supply = [0] * 7
    drawn = [0] * 7
    for kind in facts.body.tiles:
        if not kind.bonus:
            supply[kind_class(kind)] += facts.supply[kind.name]
            drawn[kind_class(kind)] += hidden_tiles(kind)
    if sum(supply) < spaces:
        words = _(
            "The box has {supply} tiles left for {spaces} undiscovered spaces; the others would have to be added."
        ).format(supply=sum(supply), spaces=spaces)
        yield Problem("tiles.too_few", WARNING, words)
    room, forced = [0] * 7, _forced(facts)
    for cell in facts.open:
        for cls in facts.classes(cell):
            room[cls] += 1
    for cls in range(1, 7):
        places = forced[cls]
        if len(places) > supply[cls]:
            words = _(
                "{spaces} spaces can only take class {cls} ({edges}), but the box has {supply} left of it: {names}."
            ).format(
                spaces=len(places),
                cls=cls,
                edges=class_edges(cls),
                supply=supply[cls],
                names=facts.names(places),
            )
            fix = _topped_up(facts, mending, cls, len(places) - supply[cls])
            yield Problem("tiles.too_few", WARNING, words, tuple(places), fix=fix)
        elif drawn[cls] > room[cls]:
            words = _(
                "{drawn} hidden tiles are of class {cls} ({edges}), but only {room} undiscovered spaces could ever "
                "take one; the others are misfits."
            ).format(drawn=drawn[cls], cls=cls, edges=class_edges(cls), room=room[cls])
            yield Problem("tiles.too_many", INFO, words)


def _forced(facts: Facts) -> list[list[int]]:
    """By class: the undiscovered spaces whose surroundings allow no other."""
    found: list[list[int]] = [[] for _cls in range(7)]
    for cell in facts.open:
        classes = facts.classes(cell)
        if len(classes) == 1:
            found[classes[0]].append(cell)
    return found


def _topped_up(facts: Facts, mending: Mending, cls: int, short: int) -> Fix | None:
    kind = next((kind for kind in facts.body.tiles if not kind.bonus and kind_class(kind) == cls), None)
    have = max(0, kind.sorted) if kind else 0
    if kind is None or have + short > 999:
        return None
    label = _("Add {count} “{name}”").format(count=short, name=called(kind.name))
    return mending.count(kind, label, sorted=have + short)


def draw_stacks(body: SeaBody, field: str, stacks: int) -> Iterator[Problem]:
    """Findings about so many face-down stacks; `field` is the field of body and form that says how many there are."""
    plain = sum(max(0, kind.hidden) for kind in body.tiles if not kind.bonus)
    marked = sum(marked_tiles(kind) for kind in body.tiles if not kind.bonus)
    if not plain + marked:
        yield Problem(
            "set.no_hidden",
            ERROR,
            _("The draw stacks are empty: no kind of tile has hidden tiles."),
            field=field,
        )
    elif plain + marked < stacks:
        words = _("{tiles} hidden tiles make {stacks} draw stacks, so some stacks would be empty.").format(
            tiles=plain + marked, stacks=stacks
        )
        fix = Fix(
            _("Make {count} draw stacks").format(count=plain + marked),
            msgspec.structs.replace(body, **{field: plain + marked}),
        )
        yield Problem("set.empty_stack", ERROR, words, field=field, fix=fix)
    if marked > plain:
        words = _("There are more “?” tiles ({marked}) than plain ones ({plain}) in the draw stacks.").format(
            marked=marked, plain=plain
        )
        yield Problem("set.events_over", WARNING, words)
