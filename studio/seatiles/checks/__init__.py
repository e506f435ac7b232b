"""Quick checks of a sea layout, run after every edit (T1–T9).

Problem codes: those of the tile set (fixes.py), and `edge.mismatch`, `border.mismatch`, `bonus.beside_sea`,
`bonus.islandless`, `island.complete`, `gap.enclosed`, `space.unreachable`, `space.none`, `space.cut`, `border.closed`,
`sector.count`; if the game checks it, `gold.no_first_turn`. `verify_sea` adds `space.gate` (chokepoints),
`board.incompletable` and `board.undecided` (completion.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from studio.core.cancellation import NEVER_CANCELLED, CancelToken, partial_results
from studio.core.problems import ERROR, INFO, WARNING, Fix, Problem, Severity, by_severity, with_causes
from studio.core.text import _, plural
from studio.seatiles.body import SeaBody
from studio.seatiles.checks import fixes
from studio.seatiles.checks.fixes import FixFactory
from studio.seatiles.facts import LAND, SEA, Facts
from studio.seatiles.text import side_name
from studio.validation import articulation_points, connected_components, min_vertex_cut

MAX_FIXES = 8  # maximum number of problems per code that carry their own fix, because each fix holds a whole body


def check_sea(body: SeaBody, from_any_sea: bool = False) -> list[Problem]:
    """Return all quick problems of spaces, border and tile set, most severe first.

    `from_any_sea`: ships may start on every discovered sea (E3).
    """
    facts = Facts(body, from_any_sea)
    make_fix = FixFactory(facts)
    found = chain(
        fixes.tile_set(facts, make_fix),
        _mismatches(facts, make_fix),
        _spaces(facts, make_fix),
        _islands(facts, make_fix),
        fixes.tile_counts(facts, make_fix),
        _sectors(facts),
    )
    return by_severity(with_causes(found, _causes()))


def _causes() -> dict[str, str]:
    """Return, by code, the cause that several problems have in common."""
    return {
        "edge.mismatch": _("Adjacent tiles do not match: land faces sea."),
        "border.mismatch": _("Tiles do not match the border next to them."),
        "bonus.beside_sea": _("Bonus tiles face sea, so their islands can never be completed."),
        "bonus.islandless": _("Bonuses can never be won: their islands are complete before the first turn."),
        "gap.enclosed": _("Spaces are enclosed on all four sides. They are filled before the first turn."),
        "space.unreachable": _("No ship can reach these spaces. They are filled before the first turn."),
        "island.complete": _("Islands are already complete. Islands that are complete at the start are not scored."),
        "tiles.preplaced": _("The board has more tiles of some kinds than the box has sorted tiles."),
        "tile.unused": _("The box has no tiles of some kinds yet."),
        "space.gate": _("Chokepoints lead to parts of the sea. Land there closes them off."),
    }


def verify_sea(body: SeaBody, cancel: CancelToken, from_any_sea: bool = False) -> list[Problem]:
    """Run the slow checks: whether all undiscovered spaces can be filled, which classes run short, and chokepoints."""
    from studio.seatiles.checks.completion import verify_completable  # heavy import, only needed here

    found = partial_results(chokepoints(Facts(body, from_any_sea), cancel), cancel)
    return [*verify_completable(body, cancel), *with_causes(found, _causes())]


def no_first_turn(body: SeaBody, price: int, gold: int, fixed: Callable[[int], Fix | None]) -> Iterator[Problem]:
    """Return a problem if no seat can pay for a first expedition: the lowest border toll plus the price of a tile (T5).

    `gold` is the most gold a seat can have by then. `fixed` returns the fix that raises it to a given amount.
    """
    border = body.border
    kinds = [border.north, border.east, border.south, border.west, *body.edges.values()]
    tolls = [int(kind[-1]) for kind in kinds if kind.startswith("open")]
    if tolls and gold < min(tolls) + price:
        needed = min(tolls) + price
        message = _("No seat can pay for a first expedition: it costs {price} gold, and a seat has at most {gold}.")
        text = message.format(price=needed, gold=gold)
        yield Problem("gold.no_first_turn", WARNING, text, field="gold.start", fix=fixed(needed))


# Mismatched edges


def _mismatches(facts: Facts, make_fix: FixFactory) -> Iterator[Problem]:
    found = []
    for cell, shape in enumerate(facts.shapes):
        if not shape:
            continue
        for side in range(4):
            wanted = facts.required_edge(cell, side)
            if wanted is None or wanted == (SEA if shape[side] == "." else LAND):
                continue
            other = facts.neighbors[cell * 4 + side]
            if other < 0 or side in (1, 2):  # report an inner edge once
                found.append((cell, side, other))
    for number, (cell, side, other) in enumerate(found):
        fix = make_fix.mismatch(cell, side) if number < MAX_FIXES else None
        yield _mismatch(facts, make_fix, cell, side, other, fix)


def _mismatch(facts: Facts, make_fix: FixFactory, cell: int, side: int, other: int, fix: Fix | None) -> Problem:
    is_land = facts.shapes[cell][side] != "."
    names = {"side": side_name(side), "name": facts.name(cell)}
    kind = facts.outer[cell * 4 + side]
    if kind is not None:
        names["facing"] = {"coast": _("coast"), "shore": _("shore (sea)")}.get(kind, _("open sea"))
        if is_land and facts.bonus(cell):
            code = "bonus.beside_sea"
            message = _("The {side} edge of the bonus tile on {name} is land, but the border there is {facing}.")
        else:
            code, names["edge"] = "border.mismatch", _("land") if is_land else _("sea")
            message = _("The {side} edge of the tile on {name} is {edge}, but the border there is {facing}.")
        return Problem(code, ERROR, message.format(**names), (cell,), ((cell, side),), fix=fix)
    land, sea = (cell, other) if is_land else (other, cell)
    if facts.bonus(land):
        code, names = "bonus.beside_sea", {"land": facts.name(land), "sea": facts.name(sea)}
        message = _("The bonus tile on {land} faces sea on {sea}, so its island can never be completed.")
    else:
        code, names = "edge.mismatch", {"one": names["name"], "other": facts.name(other), "side": names["side"]}
        message = _("{one} and {other} do not match: land faces sea on the {side} edge of {one}.")
    edges = ((cell, side), (other, side ^ 2))
    return Problem(code, ERROR, message.format(**names), (cell, other), edges, fix=fix)


# Unreachable spaces


def _spaces(facts: Facts, make_fix: FixFactory) -> Iterator[Problem]:
    if not facts.open:
        yield Problem("space.none", ERROR, _("There is nothing to discover: the board has no undiscovered spaces."))
        return
    if not facts.starts:
        fix = next((fix for sector in facts.sectors if (fix := make_fix.open_border(sector))), None)
        text = (
            _("No ship can start: no tile has sea, and no open border edge has sea behind it.")
            if facts.from_any_sea
            else _("No ship can enter the board: no open border edge has sea behind it.")
        )
        yield Problem("border.closed", ERROR, text, fix=fix)
        return
    if len(facts.gaps) == len(facts.open):
        fix = next((fix for sector in facts.unreachable if (fix := make_fix.open_border(sector))), None)
        text = _("There is nothing to discover: all undiscovered spaces are filled before the first turn.")
        yield Problem("space.none", ERROR, text, tuple(facts.open), fix=fix)
        return
    for number, cell in enumerate(facts.enclosed):
        text = _(
            "{name} is enclosed on all four sides. It is filled before the first turn and cannot be discovered."
        ).format(name=facts.name(cell))
        fix = (make_fix.fill_gap(cell) or make_fix.void([cell])) if number < MAX_FIXES else None
        yield Problem("gap.enclosed", WARNING, text, (cell,), fix=fix)
    for number, group in enumerate(facts.unreachable):
        text = _("No ship can reach {names} ({count} spaces). They are filled before the first turn.").format(
            names=facts.names(group, 4), count=len(group)
        )
        fix = (make_fix.open_border(group) or make_fix.void(group)) if number < MAX_FIXES else None
        yield Problem("space.unreachable", WARNING, text, tuple(group), fix=fix)


# Islands present from the start


def _islands(facts: Facts, make_fix: FixFactory) -> Iterator[Problem]:
    reported = 0
    for island in facts.islands:
        cells = sorted({cell for cell, _letter in island})
        bonus = [cell for cell in cells if facts.bonus(cell)]
        shores = facts.open_edges(island)
        if not shores:
            reported += 1
            text, fix = _no_island_reason(facts, cells, bonus), None
            if reported <= MAX_FIXES:
                fix = make_fix.clear(next((cell for cell in cells if cell not in bonus), cells[0]))
            yield Problem("bonus.islandless" if bonus else "island.complete", WARNING, text, tuple(cells), fix=fix)
        elif bonus and _is_only_filled(facts, island):
            text = _(
                "The bonus of {names} can never be won: fillers complete its island before the first "
                "turn, and no unit can be placed on fillers."
            ).format(names=facts.names(bonus))
            yield Problem("bonus.islandless", WARNING, text, tuple(cells))


def _no_island_reason(facts: Facts, cells: list[int], bonus: list[int]) -> str:
    if bonus:
        return _(
            "The bonus of {bonus} can never be won: its island ({names}) is complete before the first turn, and such "
            "islands are not scored."
        ).format(bonus=facts.names(bonus), names=facts.names(cells))
    return _(
        "The island on {names} is already complete. Islands that are complete at the start are not scored."
    ).format(names=facts.names(cells))


def _is_only_filled(facts: Facts, island: list[tuple[int, str]]) -> bool:
    """Return whether an island can only grow into cells that are filled before the first turn (T8, T9)."""
    ahead = []
    for cell, side in facts.open_edges(island):
        other = facts.neighbors[cell * 4 + side]
        if other < 0 or facts.shapes[other]:
            return False  # a mismatched edge, reported separately
        ahead.append(other)
    of_land: dict[tuple[int, str], list[tuple[int, str]]] = {}
    for one in facts.islands:
        for land in one:
            of_land[land] = one
    seen = set(ahead)
    grown = {island[0]}
    while ahead:
        cell = ahead.pop()
        if cell not in facts.gaps:
            return False
        for side in range(4):
            other = facts.neighbors[cell * 4 + side]
            if other < 0 or other in seen:
                continue
            if not facts.shapes[other]:
                seen.add(other)
                ahead.append(other)
                continue
            letter = facts.shapes[other][side ^ 2]
            if letter == ".":
                continue
            joined = of_land[other, letter]
            if joined[0] not in grown:
                grown.add(joined[0])
                for place, edge in facts.open_edges(joined):
                    beyond = facts.neighbors[place * 4 + edge]
                    if beyond >= 0 and not facts.shapes[beyond] and beyond not in seen:
                        seen.add(beyond)
                        ahead.append(beyond)
    return True


# Information


def _sectors(facts: Facts) -> Iterator[Problem]:
    sizes = [len(sector) for sector in facts.sectors if sector[0] not in facts.gaps]
    if not sizes:
        return
    if len(sizes) == 1:
        message = plural("One sector with {size} space.", "One sector with {size} spaces.", sizes[0]).format(
            size=sizes[0]
        )
    else:
        shown = ", ".join(map(str, sizes[:MAX_FIXES])) + (", …" if len(sizes) > MAX_FIXES else "")
        message = _("{count} sectors with {sizes} spaces.").format(count=len(sizes), sizes=shown)
    yield Problem("sector.count", INFO, message)
    found = sorted(
        articulation_points(facts.undiscovered_neighbors), key=lambda cut: (-sum(cut.component_sizes[1:]), cut.cell)
    )
    if found:
        most = ", ".join(
            _("{name} ({parts})").format(name=facts.name(cut.cell), parts=" + ".join(map(str, cut.component_sizes)))
            for cut in found[:6]
        )
        more = ", …" if len(found) > 6 else ""
        text = plural(
            "{count} undiscovered space keeps a sector connected. A tile there can split it: {names}.",
            "{count} undiscovered spaces each keep a sector connected. A tile there can split it: {names}.",
            len(found),
        ).format(count=len(found), names=most + more)
        yield Problem("space.cut", INFO, text, tuple(sorted(cut.cell for cut in found)))


# Chokepoints: the few undiscovered spaces that every ship into the interior of a sector must pass (T8)

MAX_WIDTH = 3  # maximum number of spaces in a chokepoint


def chokepoints(facts: Facts, cancel: CancelToken = NEVER_CANCELLED) -> Iterator[Problem]:
    """Return one info per sector whose interior is behind a chokepoint.

    The interior is the spaces that are neither harbours nor next to one. Discovered sea is always passable, so a
    chokepoint contains undiscovered spaces only.
    """
    ways, starts = _passages(facts)
    for part in connected_components(ways):
        harbour = [cell for cell in part if cell in starts]
        near = {*harbour, *(other for cell in harbour for other in ways[cell])}
        interior = [cell for cell in part if cell not in near]
        if not harbour or len(interior) <= MAX_WIDTH:
            continue
        outside = facts.grid.count  # a node connected to all harbours, which may be cut vertices
        around = {cell: [*ways[cell], outside] if cell in starts else [*ways[cell]] for cell in part}
        cut = min_vertex_cut(
            {**around, outside: harbour}, interior, [outside], MAX_WIDTH, cancel
        )  # the chokepoint nearest to the interior
        if cut:
            text = plural(
                "Every ship to the {count} spaces around {heart} must pass {names}. Land there closes them off.",
                "Every ship to the {count} spaces around {heart} must pass one of {names}. Land there closes them off.",
                len(cut),
            ).format(count=len(interior), heart=facts.name(interior[len(interior) // 2]), names=facts.names(cut))
            yield Problem("space.gate", Severity.INFO, text, tuple(cut))


def _passages(facts: Facts) -> tuple[dict[int, set[int]], set[int]]:
    """Return the undiscovered spaces joined directly or across discovered sea, and those where ships start."""
    shapes, lanes = facts.shapes, facts.lanes
    seas = {cell: [other for other in lanes[cell] if shapes[other]] for cell, shape in enumerate(shapes) if shape}
    ways = {cell: set(adjacent) for cell, adjacent in facts.undiscovered_neighbors.items()}
    entries = set(facts.starts)
    starts = {cell for cell in facts.open if cell in entries}
    for sea in connected_components(seas):
        shore = {other for cell in sea for other in lanes[cell] if not shapes[other]}
        for one in shore:
            ways[one] |= shore - {one}
        if entries.intersection(sea):
            starts |= shore
    return ways, starts
