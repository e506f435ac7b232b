"""The checks of a harbour map (C16).

Problems of the map are found here, those of the tile set in tiles.py. `home.single` and `home.sealed` need flows and
are found by `verify`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from studio.core.book import Explanation, build_explanation
from studio.core.cache import cached_by_identity
from studio.core.cancellation import CancelToken, partial_results
from studio.core.form import Survey
from studio.core.grid import neighbors
from studio.core.problems import ERROR, INFO, WARNING, Fix, Problem, by_severity, with_causes
from studio.core.text import _, plural
from studio.documents.markup import load_explanations
from studio.games.columbus.body import (
    AMERICA,
    FLORIDA,
    HARBOURS,
    HOME,
    LAND,
    ROUTE,
    VOID,
    WATER,
    Body,
    all_tiles,
    grid,
    is_letter,
    max_seats,
    spaces_of,
    tokens_of,
    with_tokens,
)
from studio.games.columbus.checks.sailing import (
    FAIR_SPREAD,
    FAR,
    america_distances,
    closing_wrecks,
    cut_spaces,
    sea_of,
    trace_back,
)
from studio.games.columbus.checks.tiles import (
    EXAMPLES,
    MAX_SEATS,
    MIN_SEATS,
    add_tiles_fix,
    impassable_tiles,
    tile_problems,
)
from studio.validation import connected_components, reachable


def check(body: Body) -> Sequence[Problem]:
    return _problems(body)


@cached_by_identity(2)
def _problems(body: Body) -> tuple[Problem, ...]:
    checks = (_letters, _harbours, _routes, _waters, _route, tile_problems)
    found = [problem for check in checks for problem in check(body)]
    return tuple(by_severity(with_causes(found, _causes())))


def _causes() -> dict[str, str]:
    return {
        "letter.two": _("Some spaces have more than one letter."),
        "harbour.inland": _("Some harbours are inland, with no adjacent sea space."),
        "home.no_way": _("Some home harbours have no sea passage to America."),
        "home.single": _("A single wreck can block a home harbour."),
        "home.sealed": _("The wrecks in the set can block home harbours."),
        "tile.no_space": _("Some tiles fit no space."),
        "tile.over": _("A picture has more tiles than spaces, so some tiles never fit."),
        "space.over": _("A picture has more spaces than tiles, so some spaces can take only a joker."),
    }


def verify(body: Body, cancel: CancelToken) -> Sequence[Problem]:
    """Return how easily wrecks close the home harbours: flows on the map, far below a second for 40 × 30 spaces."""
    return partial_results(with_causes(_seals(body, cancel), _causes()), cancel)


def survey(body: Body, target: int, cancel: CancelToken) -> Survey:
    from studio.games.columbus.checks.measures import survey as measured

    return measured(body, target, cancel)


def codes() -> Sequence[str]:
    return tuple(load_explanations("C", "columbus"))


def explain(code: str) -> Explanation:
    return build_explanation(code, load_explanations("C", "columbus"), EXAMPLES, check, verify)


def with_token(body: Body, cells: Sequence[int], token: str) -> Body:
    tokens = list(tokens_of(body))
    for cell in cells:
        tokens[cell] = token
    return with_tokens(body, tokens)


def names(body: Body, cells: Sequence[int], most: int = 4) -> str:
    """Return the names of some cells for a sentence: the first few, then how many more."""
    listed = ", ".join(map(grid(body).name, cells[:most]))
    return listed if len(cells) <= most else _("{names} and {more} more").format(names=listed, more=len(cells) - most)


def _letters(body: Body) -> Iterator[Problem]:
    for cell, token in enumerate(tokens_of(body)):
        if is_letter(token) and len(token) > 1:
            message = _("{space} has the letters {letters}. A space can have only one letter.").format(
                space=grid(body).name(cell), letters=" ".join(token.upper())
            )
            fix = Fix(_("Keep {letter}").format(letter=token[0].upper()), with_token(body, [cell], token[0]))
            yield Problem("letter.two", ERROR, message, cells=(cell,), fix=fix)


def _harbours(body: Body) -> Iterator[Problem]:
    sea, hexes = sea_of(body), grid(body)
    if not any(sea.is_sea(cell) for cell in range(hexes.count)):
        yield Problem("map.no_water", ERROR, _("The map has no water, so no tile can be placed."))
        return
    if len(sea.homes) < MIN_SEATS:
        message = plural(
            "The map has {homes} home harbour. A match needs at least two, one per seat.",
            "The map has {homes} home harbours. A match needs at least two, one per seat.",
            len(sea.homes),
        ).format(homes=len(sea.homes))
        yield Problem("home.few", ERROR, message, cells=sea.homes, fix=_add_homes_fix(body, MIN_SEATS - len(sea.homes)))
    yield from _seats(body)
    if not sea.american_harbours:
        message = _("There is no American harbour, so no ship can turn for home.")
        fix = None
        for west in _coast(body, west=True)[:1]:
            fix = Fix(_("Make {space} Florida").format(space=hexes.name(west)), with_token(body, [west], FLORIDA))
        yield Problem("america.none", ERROR, message, fix=fix)
    harbours = {
        HOME: _("The home harbour at {space}"),
        AMERICA: _("The American harbour at {space}"),
        FLORIDA: _("Florida at {space}"),
    }
    for cell in (*sea.homes, *sea.american_harbours):
        if any(sea.is_sea(other) or other in sea.homes for other in sea.neighbors[cell]):
            continue  # paths may lead through home harbours
        harbour = harbours[tokens_of(body)[cell]].format(space=hexes.name(cell))
        message = _("{harbour} is inland, with no adjacent sea space.").format(harbour=harbour)
        fix = _canal_fix(body, cell, sea.is_sea, past_harbours=False)
        yield Problem("harbour.inland", ERROR, message, cells=(cell,), fix=fix)


def _seats(body: Body) -> Iterator[Problem]:
    """Yield a note if the layout supports fewer seats than the game."""
    homes, supported = sea_of(body).homes, max_seats(body)
    if not MIN_SEATS <= supported < MAX_SEATS:
        return
    if len(homes) == supported:
        message = _("This map supports up to {seats} seats. It has {homes} home harbours, and each seat needs one.")
        fix, cells, field = _add_homes_fix(body, MAX_SEATS - len(homes)), homes, ""
    else:
        message = _("This map supports up to {seats} seats. Its {tiles} tiles cannot fill more racks of {rack} tiles.")
        fix, cells, field = add_tiles_fix(body, min(len(homes), MAX_SEATS)), (), "rack"
    message = message.format(seats=supported, homes=len(homes), tiles=all_tiles(body), rack=body.rack)
    cautious_fix = fix and replace(fix, safe=False)  # a map for few seats may be meant
    yield Problem("seats.served", INFO, message, cells=cells, field=field, fix=cautious_fix)


def _coast(body: Body, west: bool) -> list[int]:
    """Return the land next to the sea in the western or the eastern half, the outermost first."""
    sea, hexes, tokens = sea_of(body), grid(body), tokens_of(body)
    found = [
        cell
        for cell, token in enumerate(tokens)
        if token == LAND
        and (hexes.coords(cell)[0] * 2 < hexes.columns) == west
        and any(sea.is_sea(other) for other in neighbors(hexes, cell))
    ]
    return sorted(found, key=lambda cell: (hexes.coords(cell)[0] * (1 if west else -1), cell))


def _add_homes_fix(body: Body, count: int) -> Fix | None:
    cells = sorted(_coast(body, west=False)[:count])
    if len(cells) < count:
        return None
    label = plural("Make {spaces} a home harbour", "Make {spaces} home harbours", count)
    return Fix(label.format(spaces=names(body, cells, 3)), with_token(body, cells, HOME))


def _routes(body: Body) -> Iterator[Problem]:
    sea, field, hexes = sea_of(body), america_distances(body), grid(body)
    if not sea.american_harbours or not any(sea.is_sea(cell) for cell in range(hexes.count)):
        return
    for home in (home for home in sea.homes if field[home] >= FAR):
        fix = _canal_fix(body, home, set(sea.american_harbours).__contains__)
        message = _("No sea passage leads from the home harbour at {space} to America.").format(space=hexes.name(home))
        yield Problem("home.no_way", ERROR, message, cells=(home,), fix=fix)
    lengths = {home: field[home] for home in sea.homes if field[home] < FAR}
    shortest, longest = min(lengths.values(), default=0), max(lengths.values(), default=0)
    if longest - shortest > FAIR_SPREAD:
        ends = [home for home, length in lengths.items() if length in (shortest, longest)]
        message = _(
            "The home harbours {harbours} are not balanced: their shortest paths to America are "
            "{shortest} to {longest} spaces long."
        ).format(shortest=shortest, longest=longest, harbours=names(body, ends))
        yield Problem("home.unfair", WARNING, message, cells=tuple(ends))


def _canal_fix(body: Body, start: int, is_goal: Callable[[int], bool], past_harbours: bool = True) -> Fix | None:
    """Return a fix that makes the fewest land spaces sea to connect a harbour with a goal; None if impossible."""
    hexes, tokens = grid(body), tokens_of(body)
    closed = VOID if past_harbours else VOID + HARBOURS
    came_from = {start: -1}
    ahead = deque([start])
    while ahead:
        cell = ahead.popleft()
        if cell != start and is_goal(cell):
            canal = sorted(space for space in trace_back(came_from, cell) if tokens[space] == LAND)
            label = _("Make {spaces} sea").format(spaces=names(body, canal, 3))
            return Fix(label, with_token(body, canal, WATER)) if canal else None
        for other in neighbors(hexes, cell):
            if other not in came_from and tokens[other] not in closed:
                came_from[other] = cell
                # breadth-first search with costs 0 and 1: cells that cost nothing are visited first
                if tokens[other] == LAND:
                    ahead.append(other)
                else:
                    ahead.appendleft(other)
    return None


def _waters(body: Body) -> Iterator[Problem]:
    sea = sea_of(body)
    reached = reachable(dict(enumerate(sea.neighbors)), sea.homes)
    lost = [cell for cell in range(len(sea.neighbors)) if sea.is_sea(cell) and cell not in reached]
    if lost and sea.homes:
        message = plural(
            "The water space {spaces} is unreachable from all home harbours.",
            "The water spaces {spaces} are unreachable from all home harbours.",
            len(lost),
        ).format(spaces=names(body, lost))
        fix = Fix(_("Make it land"), with_token(body, lost, LAND), safe=False)
        yield Problem("water.isolated", WARNING, message, cells=tuple(lost), fix=fix)


def _route(body: Body) -> Iterator[Problem]:
    hexes, tokens = grid(body), tokens_of(body)
    parts = connected_components(
        {cell: [other for other in neighbors(hexes, cell) if tokens[other] == ROUTE] for cell in spaces_of(body, ROUTE)}
    )
    if len(parts) > 1:
        loose = sorted(cell for part in parts[1:] for cell in part)
        message = _("The route is broken into {parts} parts. {spaces} are not connected to the rest.").format(
            parts=len(parts), spaces=names(body, loose)
        )
        yield Problem("route.broken", WARNING, message, cells=tuple(loose), fix=_bridge(body, parts))


def _bridge(body: Body, parts: list[list[int]]) -> Fix | None:
    """Return a fix that connects the longest part of the route to the nearest other one over water, if possible."""
    hexes, tokens, main = grid(body), tokens_of(body), set(parts[0])
    goal = {cell for part in parts[1:] for cell in part}
    came_from = dict.fromkeys(main, -1)
    ahead = deque(sorted(main))
    while ahead:
        cell = ahead.popleft()
        for other in neighbors(hexes, cell):
            if other in goal:
                path = sorted(trace_back(came_from, cell))
                return Fix(_("Connect over {spaces}").format(spaces=names(body, path)), with_token(body, path, ROUTE))
            if other not in came_from and tokens[other] == WATER:
                came_from[other] = cell
                ahead.append(other)
    return None


def _seals(body: Body, cancel: CancelToken) -> Iterator[Problem]:
    """Yield home harbours that few wrecks close: one on a single space, or no more than the set has."""
    sea, hexes = sea_of(body), grid(body)
    wrecks = impassable_tiles(body)
    by_space: dict[int, list[int]] = {}
    for home in sea.homes:
        for space in cut_spaces(body, home, cancel):
            by_space.setdefault(space, []).append(home)
    homes_by_spaces: dict[tuple[int, ...], list[int]] = {}
    for space, homes in by_space.items():
        homes_by_spaces.setdefault(tuple(homes), []).append(space)
    for sealed, spaces in homes_by_spaces.items():
        widened = _widened_space(body, spaces[0], sealed[0], cancel)
        message = plural(
            "One wreck on {spaces} can block the home harbour at {homes}.",
            "One wreck on {spaces} can block the home harbours at {homes}.",
            len(sealed),
        ).format(spaces=names(body, spaces), homes=names(body, sealed, 8))
        fix = None
        if widened >= 0:
            label = _("Make {space} sea").format(space=hexes.name(widened))
            fix = Fix(label, with_token(body, [widened], WATER))
        yield Problem("home.single", WARNING, message, cells=tuple(spaces), fix=fix)
    weak: dict[tuple[int, ...], list[int]] = {}
    for home in sea.homes:
        is_single = any(home in homes for homes in homes_by_spaces)
        if not is_single and (cut := closing_wrecks(body, home, wrecks, cancel)):
            weak.setdefault(tuple(cut), []).append(home)
    for shut, several in weak.items():
        message = plural(
            "{wrecks} wrecks on {spaces} can block the home harbour at {homes}. The set has {all}.",
            "{wrecks} wrecks on {spaces} can block the home harbours at {homes}. The set has {all}.",
            len(several),
        )
        if wrecks > max(0, body.tiles["wreck"]):
            message = plural(
                "{wrecks} wrecks or impassable custom tiles on {spaces} can block the home harbour at "
                "{homes}. The set has {all}.",
                "{wrecks} wrecks or impassable custom tiles on {spaces} can block the home harbours at "
                "{homes}. The set has {all}.",
                len(several),
            )
        message = message.format(
            wrecks=len(shut), spaces=names(body, shut, 6), homes=names(body, several, 8), all=wrecks
        )
        yield Problem("home.sealed", WARNING, message, cells=shut)


def _widened_space(body: Body, space: int, home: int, cancel: CancelToken) -> int:
    """Return a land space next to a single space that, made sea, gives the harbour another way there; -1 for none."""
    hexes, tokens = grid(body), tokens_of(body)
    for cell in sorted({far for near in [space, *neighbors(hexes, space)] for far in neighbors(hexes, near)}):
        if tokens[cell] == LAND and space not in cut_spaces(with_token(body, [cell], WATER), home, cancel):
            return cell
    return -1
