"""Fixes for problems of a sea layout, and the checks of its tile set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import msgspec

from studio.core.problems import ERROR, INFO, WARNING, Fix, Problem
from studio.core.text import _, plural
from studio.seatiles.body import (
    UNDISCOVERED,
    VOID,
    AnySea,
    Content,
    EdgeKind,
    Laid,
    SeaBody,
    TileKind,
    default_edge,
    edge_name,
    normalize_shape,
    with_fields,
)
from studio.seatiles.facts import Facts, hidden_tiles, kind_class, query_tiles, sea_from_text
from studio.seatiles.rules.chart import edges_of, has_isthmus, rotations, turned
from studio.seatiles.text import class_edges, kind_name, side_name


class FixFactory:
    """Builds fixes for one body. Methods return None if there is no fix of that kind."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def _edit(self, changes: Mapping[int, Content], edges: Mapping[tuple[int, int], EdgeKind] | None = None) -> SeaBody:
        cells = list(self.facts.cells)
        for cell, content in changes.items():
            cells[cell] = content
        named = {edge_name(self.facts.grid, *edge): kind for edge, kind in (edges or {}).items()}
        return with_fields(self.facts.body, cells=cells, edges={**self.facts.body.edges, **named})

    def rotate(self, cell: int) -> Fix | None:
        """Return the fix that rotates a placed tile so that all its edges match."""
        content = self.facts.cells[cell]
        if not isinstance(content, Laid):
            return None
        shape = self.facts.kinds[content.tile].shape
        for one in rotations(shape):
            if one.turn != content.turn and self.facts.fits(cell, turned(shape, one.turn)):
                label = _("Rotate {name}").format(name=self.facts.name(cell))
                return Fix(label, self._edit({cell: Laid(content.tile, one.turn)}))
        return None

    def replace(self, cell: int) -> Fix | None:
        """Return the fix that replaces a tile by a sorted one that matches all neighbours."""
        found = self._filler(cell, loose=True)
        if found is None:
            return None
        label = _("Replace {name} with “{kind}”").format(name=self.facts.name(cell), kind=kind_name(found.tile))
        return Fix(label, self._edit({cell: found}), safe=False)

    def fill_gap(self, cell: int) -> Fix | None:
        """Return the fix that places a sorted tile which fits an enclosed space."""
        found = self._filler(cell, loose=False)
        if found is None:
            return None
        label = _("Place “{kind}” on {name}").format(name=self.facts.name(cell), kind=kind_name(found.tile))
        return Fix(label, self._edit({cell: found}))

    def _filler(self, cell: int, loose: bool) -> Laid | None:
        """Return a sorted tile with the required edges of a space. With `loose`, free edges may be anything."""
        facts = self.facts
        land, sea = facts.required_masks(cell)
        for kind in facts.body.tiles:
            if not kind.bonus and kind.sorted > len(facts.laid.get(kind.name, ())):
                for one in rotations(kind.shape):
                    exact = one.edges == land or loose
                    if exact and one.edges & land == land and not one.edges & sea:
                        return Laid(kind.name, one.turn)
        return None

    def clear(self, cell: int) -> Fix:
        label = _("Make {name} undiscovered").format(name=self.facts.name(cell))
        return Fix(label, self._edit({cell: UNDISCOVERED}), safe=False)

    def void(self, group: Sequence[int]) -> Fix:
        """Return the fix that makes undiscovered spaces void; new outer edges match the tiles there."""
        edges: dict[tuple[int, int], EdgeKind] = {}
        gone = set(group)
        for cell in group:
            for side in range(4):
                other = self.facts.neighbors[cell * 4 + side]
                if other >= 0 and other not in gone:
                    edge = (other, side ^ 2)
                    shape = self.facts.shapes[other]
                    if shape and shape[side ^ 2] != ".":
                        edges[edge] = "coast"
                    elif default_edge(self.facts.body.border, side ^ 2) == "coast":
                        edges[edge] = "shore"
        names = self.facts.names(group, 2)
        return Fix(_("Make {names} void").format(names=names), self._edit(dict.fromkeys(group, VOID), edges))

    def border(self, cell: int, side: int) -> Fix | None:
        """Return the fix that changes an outer edge to match the tile there."""
        facts = self.facts
        if facts.outer[cell * 4 + side] is None or not facts.shapes[cell]:
            return None
        kind: EdgeKind = "coast"
        if facts.shapes[cell][side] == ".":
            usual = default_edge(facts.body.border, side)
            kind = usual if usual != "coast" else "open 0"
        text = _("Coast {side} of {name}") if kind == "coast" else _("Sea {side} of {name}")
        label = text.format(side=side_name(side), name=facts.name(cell))
        return Fix(label, self._edit({}, {(cell, side): kind}))

    def open_border(self, group: Sequence[int]) -> Fix | None:
        """Return the fix that opens an outer edge, so that ships reach a group of undiscovered spaces."""
        for cell in group:
            for side in range(4):
                if self.facts.outer[cell * 4 + side] in ("shore", "coast"):
                    usual = default_edge(self.facts.body.border, side)
                    kind: EdgeKind = usual if usual.startswith("open") else "open 0"
                    label = _("Open {side} of {name}").format(name=self.facts.name(cell), side=side_name(side))
                    return Fix(label, self._edit({}, {(cell, side): kind}))
        return None

    def count(self, kind: TileKind, label: str, **counts: object) -> Fix:
        tiles = [
            msgspec.structs.replace(one, **counts) if one.name == kind.name else one for one in self.facts.body.tiles
        ]
        return Fix(label, with_fields(self.facts.body, tiles=tiles))

    def mismatch(self, cell: int, side: int) -> Fix | None:
        """Return the least invasive fix for a mismatched edge."""
        facts = self.facts
        other = facts.neighbors[cell * 4 + side]
        for one in (cell, other):
            if one >= 0 and (fix := self.rotate(one)):
                return fix
        if other < 0:
            return self.border(cell, side)
        plain = [one for one in (cell, other) if not facts.bonus(one)]
        for one in plain:
            if fix := self.replace(one):
                return fix
        return self.clear(plain[0] if plain else cell)

    def split_lands(self, kind: TileKind) -> Fix:
        """Return the fix that makes each run of adjacent land edges of a kind a land of its own."""
        return self.count(kind, _("Separate lands"), shape=_split_shape(kind.shape))

    def join_lands(self, kind: TileKind) -> Fix | None:
        """Return the fix that joins all land edges of a kind, unless that cuts its route."""
        mask = edges_of(kind.shape)
        if not mask or mask in (0b0101, 0b1010):
            return None
        shape = "".join("." if land == "." else "a" for land in kind.shape)
        return self.count(kind, _("Join lands"), shape=shape)


def _split_shape(shape: str) -> str:
    """Return the shape with each run of adjacent edges of one land as a land of its own (T2)."""
    parts = list(shape)
    letters = iter("efgh")
    for side in range(4):
        if shape[side] != "." and shape[side] != shape[side - 1]:  # start of a run
            letter = next(letters)
            run = side
            while shape[run % 4] == shape[side] and run < side + 4:
                parts[run % 4] = letter
                run += 1
    return normalize_shape("".join(parts))


# Checks of the tile set and its draw stacks (T1, T2, T9)
#
# Codes: `tile.isthmus`, `tile.bonus_lands`, `tile.bonus_hidden`, `tile.unused`, `tiles.negative`, `tiles.preplaced`,
# `tiles.too_few`, `tiles.too_many`; of the draw stacks `set.no_hidden`, `set.empty_stack`, `set.events_over`.


def tile_set(facts: Facts, fixes: FixFactory) -> Iterator[Problem]:
    """Return the problems of each tile kind."""
    for kind in facts.body.tiles:
        name, shown = kind.name, kind_name(kind.name)
        places, shape = tuple(facts.laid.get(name, ())), f"shape:{name}"
        if has_isthmus(kind.shape):
            text = _(
                "“{name}” joins land on opposite edges without an edge of the same land between them. "
                "This cuts the ships' route through the tile."
            ).format(name=shown)
            yield Problem("tile.isthmus", ERROR, text, places, field=shape, fix=fixes.split_lands(kind))
        lands = set(kind.shape) - {"."}
        if kind.bonus and len(lands) != 1:
            text = _("“{name}” has a bonus and must have exactly one land, but it has {count}.").format(
                name=shown, count=len(lands)
            )
            yield Problem("tile.bonus_lands", ERROR, text, places, field=shape, fix=fixes.join_lands(kind))
        stock = hidden_tiles(kind)
        if kind.bonus and stock:
            text = _(
                "“{name}” has a bonus and is used only where the layout places it. The {count} in the "
                "draw piles are never used."
            ).format(name=shown, count=stock)
            fix = fixes.count(kind, _("Remove them"), hidden=0, events={})
            yield Problem("tile.bonus_hidden", WARNING, text, field=f"hidden:{name}", fix=fix)
        yield from _negative(fixes, kind)
        yield from _preplaced(facts, fixes, kind)
        if not stock and not kind.sorted:
            text = _("The box has no “{name}” yet.").format(name=shown)
            yield Problem("tile.unused", INFO, text, field=f"sorted:{name}")


def _negative(fixes: FixFactory, kind: TileKind) -> Iterator[Problem]:
    """Return a problem for each negative count, all with the same fix."""
    counts = {"hidden": kind.hidden, **{f"event {event}": count for event, count in kind.events.items()}}
    counts["sorted"] = kind.sorted
    for part, count in counts.items():
        if count < 0:
            text = _("The box has {count} “{name}”. The number must be 0 or more.").format(
                count=count, name=kind_name(kind.name)
            )
            fix = fixes.count(
                kind,
                _("Set negative counts of “{name}” to 0").format(name=kind_name(kind.name)),
                hidden=max(0, kind.hidden),
                events={event: count for event, count in kind.events.items() if count > 0},
                sorted=max(0, kind.sorted),
            )
            yield Problem("tiles.negative", ERROR, text, field=f"{part}:{kind.name}", fix=fix)


def _preplaced(facts: Facts, fixes: FixFactory, kind: TileKind) -> Iterator[Problem]:
    places = facts.laid.get(kind.name, [])
    if len(places) > kind.sorted:
        text = plural(
            "{laid} “{name}” is on the board, but the box has only {sorted} sorted (class {cls}: {edges}).",
            "{laid} “{name}” are on the board, but the box has only {sorted} sorted (class {cls}: {edges}).",
            len(places),
        ).format(
            laid=len(places),
            name=kind_name(kind.name),
            sorted=max(0, kind.sorted),
            cls=kind_class(kind),
            edges=class_edges(kind_class(kind)),
        )
        fix = fixes.count(
            kind,
            _("Add {count} “{name}”").format(count=len(places) - max(0, kind.sorted), name=kind_name(kind.name)),
            sorted=len(places),
        )
        yield Problem("tiles.preplaced", ERROR, text, tuple(places), field=f"sorted:{kind.name}", fix=fix)


def tile_counts(facts: Facts, fixes: FixFactory) -> Iterator[Problem]:
    """Return problems of classes with fewer tiles than spaces that accept no other, or with too many to place."""
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
        text = _("Too few tiles: the box has {supply} left for {spaces} undiscovered spaces.").format(
            supply=sum(supply), spaces=spaces
        )
        yield Problem("tiles.too_few", WARNING, text)
    room, forced = [0] * 7, _forced(facts)
    for cell in facts.open:
        for cls in facts.classes[cell]:
            room[cls] += 1
    for cls in range(1, 7):
        places = forced[cls]
        if len(places) > supply[cls]:
            text = _(
                "{spaces} spaces accept only class {cls} ({edges}), but the box has {supply} left: {names}."
            ).format(spaces=len(places), cls=cls, edges=class_edges(cls), supply=supply[cls], names=facts.names(places))
            fix = _with_more_sorted(facts, fixes, cls, len(places) - supply[cls])
            yield Problem("tiles.too_few", WARNING, text, tuple(places), fix=fix)
        elif drawn[cls] > room[cls]:
            text = _(
                "{drawn} hidden tiles are of class {cls} ({edges}), but only {room} undiscovered spaces "
                "can take one. The others fit nowhere."
            ).format(drawn=drawn[cls], cls=cls, edges=class_edges(cls), room=room[cls])
            yield Problem("tiles.too_many", INFO, text)


def _forced(facts: Facts) -> list[list[int]]:
    """Return, by class, the undiscovered spaces whose neighbours allow no other class."""
    found: list[list[int]] = [[] for _cls in range(7)]
    for cell in facts.open:
        classes = facts.classes[cell]
        if len(classes) == 1:
            found[classes[0]].append(cell)
    return found


def _with_more_sorted(facts: Facts, fixes: FixFactory, cls: int, short: int) -> Fix | None:
    kind = next((kind for kind in facts.body.tiles if not kind.bonus and kind_class(kind) == cls), None)
    have = max(0, kind.sorted) if kind else 0
    if kind is None or have + short > 999:
        return None
    label = _("Add {count} “{name}”").format(count=short, name=kind_name(kind.name))
    return fixes.count(kind, label, sorted=have + short)


def draw_stacks(body: SeaBody, field: str, stacks: int) -> Iterator[Problem]:
    """Return problems of the face-down stacks; `field` is the body and form field with their number, `stacks`."""
    plain = sum(max(0, kind.hidden) for kind in body.tiles if not kind.bonus)
    marked = sum(query_tiles(kind) for kind in body.tiles if not kind.bonus)
    if not plain + marked:
        yield Problem(
            "set.no_hidden", ERROR, _("The draw piles are empty: no kind of tile has hidden tiles."), field=field
        )
    elif plain + marked < stacks:
        text = _("{tiles} hidden tiles are too few for {stacks} draw piles: some piles would be empty.").format(
            tiles=plain + marked, stacks=stacks
        )
        fix = Fix(
            _("Make {count} draw piles").format(count=plain + marked),
            msgspec.structs.replace(body, **{field: plain + marked}),
        )
        yield Problem("set.empty_stack", ERROR, text, field=field, fix=fix)
    if marked > plain:
        text = _("The draw piles have more “?” tiles ({marked}) than plain tiles ({plain}).").format(
            marked=marked, plain=plain
        )
        yield Problem("set.events_over", WARNING, text)


# Small example boards with one problem each, shown next to the explanation of a problem


def sea_examples(base: AnySea) -> Mapping[str, Callable[[], AnySea]]:
    """Return, by problem code, a small sea with the box of `base` in which the checks find that problem."""
    draw = partial(sea_from_text, base)
    walled = ("......", ".┌┬┬┐.", ".├..┤.", ".└┴┴┘.", "......")
    corner = ("╶.╴.", ".╵..", "....")
    gate = ("......", "##..##", "......", "......", "......")
    return {
        "edge.mismatch": lambda: draw("....", ".╶~.", "...."),
        "border.mismatch": lambda: draw("....", "╴...", "...."),
        "border.closed": lambda: draw("....", "....", "....", border="shore"),
        "space.none": lambda: draw("~~~", "~~~"),
        "gap.enclosed": lambda: draw("..~..", ".~.~.", "..~..", "....."),
        "space.unreachable": lambda: draw(*walled),
        "space.cut": lambda: draw("..~..", ".....", "..~..", "..~.."),
        "space.gate": lambda: draw(*gate, border="shore", edges={"A1 west": "open 0"}),
        "sector.count": lambda: draw("..~.", "..~.", "..~."),
        "island.complete": lambda: draw("....", ".╶╴.", "...."),
        "bonus.beside_sea": lambda: draw(".....", "..5~.", "....."),
        "bonus.islandless": lambda: draw("..╷..", ".╶5╴.", "..╵..", "....."),
        "tile.isthmus": lambda: draw("....", ".─..", "....", strait={"shape": "a.a."}),
        "tile.bonus_lands": lambda: draw("....", ".5..", "....", falls={"shape": "a.b."}),
        "tiles.preplaced": lambda: draw("~~..", "....", "....", sea={"sorted": 1}),
        "tiles.too_few": lambda: draw(*corner, cove={"hidden": 0, "sorted": 0}),
        "board.incompletable": lambda: draw(*corner, cove={"hidden": 0, "sorted": 0}),
    }
