"""All that is wrong with, or worth knowing about, a harbour map (C16).

Codes: `map.no_water`, `letter.two`, `home.few`, `seats.served`, `america.none`, `harbour.inland`, `home.no_way`,
`home.unfair`, `water.isolated`, `route.broken` are about the map (here); those of the tile set are in tiles.py;
`home.single`, `home.sealed` need flows and come with `prove`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from studio.core.book import Explanation, Explanations, build_explanation
from studio.core.cache import cached_by_identity
from studio.core.cancellation import CancelToken, partial_results
from studio.core.form import Survey
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
from studio.games.columbus.checks.sailing import FAIR_SPREAD, FAR, america_distances, closing_wrecks, cut_spaces, sea_of
from studio.games.columbus.checks.tiles import (
    EXAMPLES,
    MAX_SEATS,
    MIN_SEATS,
    add_tiles_fix,
    impassable_tiles,
    tile_problems,
)


def check(body: Body) -> Sequence[Problem]:
    """All quick findings, worst first."""
    return _problems(body)


@cached_by_identity(2)
def _problems(body: Body) -> tuple[Problem, ...]:
    found = [
        *_letters(body),
        *_harbours(body),
        *_routes(body),
        *_waters(body),
        *_route(body),
        *tile_problems(body),
    ]
    return tuple(by_severity(with_causes(found, _causes())))


def _causes() -> dict[str, str]:
    """What several findings of a code have in common."""
    return {
        "letter.two": _("Spaces hold several letters; a space has one letter."),
        "harbour.inland": _("Harbours lie inland: no sea space is beside them."),
        "home.no_way": _("From some home harbours no sea way leads to America."),
        "home.single": _("A single wreck seals a home harbour."),
        "home.sealed": _("The wrecks of the set are enough to seal home harbours."),
        "tile.no_space": _("There are tiles without a space where they can lie."),
        "tile.over": _("There are more tiles than spaces of a picture; some fit nowhere."),
        "space.over": _("There are more spaces than tiles of a picture; some can take only a joker."),
    }


def verify(body: Body, cancel: CancelToken) -> Sequence[Problem]:
    """How easily wrecks seal the home harbours; flows on the map, all of them far below a second on 40 × 30."""
    return partial_results(with_causes(_seals(body, cancel), _causes()), cancel)


def survey(body: Body, target: int, cancel: CancelToken) -> Survey:
    """Figures, tables and overlays of the sea ways (measures.py)."""
    from studio.games.columbus.checks.measures import survey as measured

    return measured(body, target, cancel)


def codes() -> Sequence[str]:
    """The codes of all findings that there can be."""
    return tuple(_texts())


def explain(code: str) -> Explanation:
    """What the findings with a code are about, with a little map that shows it."""
    return build_explanation(code, _texts(), EXAMPLES, check, verify)


def _texts() -> Explanations:
    return load_explanations("C", "columbus")


def with_token(body: Body, cells: Sequence[int], token: str) -> Body:
    """The body with one token on some cells."""
    tokens = list(tokens_of(body))
    for cell in cells:
        tokens[cell] = token
    return with_tokens(body, tokens)


def names(body: Body, cells: Sequence[int], most: int = 4) -> str:
    """The names of some cells for a sentence: the first few, then how many more."""
    hexes = grid(body)
    told = ", ".join(hexes.name(cell) for cell in cells[:most])
    if len(cells) <= most:
        return told
    return _("{names} and {more} more").format(names=told, more=len(cells) - most)


def _letters(body: Body) -> Iterator[Problem]:
    hexes = grid(body)
    for cell, token in enumerate(tokens_of(body)):
        if is_letter(token) and len(token) > 1:
            words = _("{space} holds the letters {letters}; a space has one letter.").format(
                space=hexes.name(cell), letters=" ".join(token.upper())
            )
            fix = Fix(_("Keep {letter}").format(letter=token[0].upper()), with_token(body, [cell], token[0]))
            yield Problem("letter.two", ERROR, words, cells=(cell,), fix=fix)


def _harbours(body: Body) -> Iterator[Problem]:
    sea, hexes = sea_of(body), grid(body)
    if not any(sea.is_sea(cell) for cell in range(hexes.count)):
        yield Problem("map.no_water", ERROR, _("The map has no water: there is nowhere to lay a tile."))
        return
    if len(sea.homes) < MIN_SEATS:
        words = plural(
            "The map has {homes} home harbour; at least two seats play, and each chooses one of its own.",
            "The map has {homes} home harbours; at least two seats play, and each chooses one of its own.",
            len(sea.homes),
        ).format(homes=len(sea.homes))
        yield Problem("home.few", ERROR, words, cells=sea.homes, fix=_add_homes_fix(body, MIN_SEATS - len(sea.homes)))
    yield from _seats(body)
    if not sea.american_harbours:
        west = next(iter(_coast(body, west=True)), -1)
        words = _("There is no American harbour, so no ship can ever turn for home.")
        yield Problem(
            "america.none",
            ERROR,
            words,
            fix=Fix(_("Make {space} Florida").format(space=hexes.name(west)), with_token(body, [west], FLORIDA))
            if west >= 0
            else None,
        )
    tokens = tokens_of(body)
    for cell in (*sea.homes, *sea.american_harbours):
        if any(sea.is_sea(other) or other in sea.homes for other in sea.neighbors[cell]):
            continue  # a way may lead through home harbours
        what = {
            HOME: _("The home harbour at {space}"),
            AMERICA: _("The American harbour at {space}"),
            FLORIDA: _("Florida at {space}"),
        }[tokens[cell]]
        fix = None
        if dug := _canal(body, cell, sea.is_sea, past_harbours=False):
            label = _("Make {spaces} sea").format(spaces=names(body, dug, 3))
            fix = Fix(label, with_token(body, dug, WATER))
        words = _("{harbour} lies inland: no sea space is beside it.").format(
            harbour=what.format(space=hexes.name(cell))
        )
        yield Problem("harbour.inland", ERROR, words, cells=(cell,), fix=fix)


def _seats(body: Body) -> Iterator[Problem]:
    """How many seats a layout serves that does not serve all that the game has."""
    homes, served = len(sea_of(body).homes), max_seats(body)
    if not MIN_SEATS <= served < MAX_SEATS:
        return
    if homes == served:
        words = _("This map serves up to {seats} seats: it has {homes} home harbours, and each seat chooses one.")
        fix = _add_homes_fix(body, MAX_SEATS - homes)
    else:
        words = _("This map serves up to {seats} seats: its {tiles} tiles fill no more racks of {rack}.")
        fix = add_tiles_fix(body, min(homes, MAX_SEATS))
    words = words.format(seats=served, homes=homes, tiles=all_tiles(body), rack=body.rack)
    cells, field = (sea_of(body).homes, "") if homes == served else ((), "rack")
    asked = fix and replace(fix, safe=False)  # a map for few seats may be meant
    yield Problem("seats.served", INFO, words, cells=cells, field=field, fix=asked)


def _coast(body: Body, west: bool) -> list[int]:
    """The land beside the sea in the western or the eastern half, what lies farthest out first."""
    sea, hexes, tokens = sea_of(body), grid(body), tokens_of(body)
    found = [
        cell
        for cell, token in enumerate(tokens)
        if token == LAND
        and (hexes.coords(cell)[0] * 2 < hexes.columns) == west
        and any(sea.is_sea(other) for other in _beside(body, cell))
    ]
    return sorted(found, key=lambda cell: (hexes.coords(cell)[0] * (1 if west else -1), cell))


def _add_homes_fix(body: Body, count: int) -> Fix | None:
    """Home harbours on the eastern coast, as many as are wanting."""
    cells = sorted(_coast(body, west=False)[:count])
    if len(cells) < count:
        return None
    words = plural("Make {spaces} a home harbour", "Make {spaces} home harbours", count)
    return Fix(words.format(spaces=names(body, cells, 3)), with_token(body, cells, HOME))


def _beside(body: Body, cell: int) -> list[int]:
    hexes = grid(body)
    return [other for side in range(6) if (other := hexes.neighbor(cell, side)) >= 0]


def _routes(body: Body) -> Iterator[Problem]:
    sea, field, hexes = sea_of(body), america_distances(body), grid(body)
    if not sea.american_harbours or not any(sea.is_sea(cell) for cell in range(hexes.count)):
        return
    cut_off = [home for home in sea.homes if field[home] >= FAR]
    for home in cut_off:
        fix = None
        if dug := _canal(body, home, set(sea.american_harbours).__contains__):
            label = _("Make {spaces} sea").format(spaces=names(body, dug, 3))
            fix = Fix(label, with_token(body, dug, WATER))
        words = _("From the home harbour at {space} no sea way leads to America.").format(space=hexes.name(home))
        yield Problem("home.no_way", ERROR, words, cells=(home,), fix=fix)
    lengths = {home: field[home] for home in sea.homes if field[home] < FAR}
    if lengths and max(lengths.values()) - min(lengths.values()) > FAIR_SPREAD:
        shortest, longest = min(lengths.values()), max(lengths.values())
        ends = [home for home, length in lengths.items() if length in (shortest, longest)]
        words = _("The shortest ways out are {shortest} to {longest} spaces long: {harbours} are not alike.").format(
            shortest=shortest, longest=longest, harbours=names(body, ends)
        )
        yield Problem("home.unfair", WARNING, words, cells=tuple(ends))


def _canal(body: Body, start: int, is_goal: Callable[[int], bool], past_harbours: bool = True) -> list[int]:
    """The fewest land spaces that must become sea for a way from a harbour to a goal; empty when none would do."""
    hexes, tokens = grid(body), tokens_of(body)
    came = {start: -1}
    ahead = deque([start])
    while ahead:
        cell = ahead.popleft()
        if cell != start and is_goal(cell):
            dug = []
            while came[cell] >= 0:
                if tokens[cell] == LAND:
                    dug.append(cell)
                cell = came[cell]
            return sorted(dug)
        for side in range(6):
            other = hexes.neighbor(cell, side)
            if other >= 0 and other not in came:
                if tokens[other] == VOID or (tokens[other] in HARBOURS and not past_harbours):
                    continue
                came[other] = cell
                # breadth first with two lengths: what costs nothing is looked at before what costs a space
                if tokens[other] == LAND:
                    ahead.append(other)
                else:
                    ahead.appendleft(other)
    return []


def _waters(body: Body) -> Iterator[Problem]:
    sea = sea_of(body)
    seen = set(sea.homes)
    ahead = list(sea.homes)
    while ahead:
        for other in sea.neighbors[ahead.pop()]:
            if other not in seen:
                seen.add(other)
                ahead.append(other)
    lost = [cell for cell in range(len(sea.neighbors)) if sea.is_sea(cell) and cell not in seen]
    if lost and sea.homes:
        words = plural(
            "{spaces} is water that no ship can reach from a home harbour.",
            "{spaces} are water that no ship can reach from a home harbour.",
            len(lost),
        ).format(spaces=names(body, lost))
        fix = Fix(_("Make it land"), with_token(body, lost, LAND), safe=False)
        yield Problem("water.isolated", WARNING, words, cells=tuple(lost), fix=fix)


def _route(body: Body) -> Iterator[Problem]:
    cells = spaces_of(body, ROUTE)
    parts: list[list[int]] = []
    left = set(cells)
    while left:
        part = [left.pop()]
        for cell in part:
            for other in _beside(body, cell):
                if other in left:
                    left.discard(other)
                    part.append(other)
        parts.append(sorted(part))
    if len(parts) > 1:
        parts.sort(key=lambda part: (-len(part), part))
        loose = sorted(cell for part in parts[1:] for cell in part)
        words = _("The route is broken into {parts} pieces; {spaces} do not join the rest.").format(
            parts=len(parts), spaces=names(body, loose)
        )
        yield Problem("route.broken", WARNING, words, cells=tuple(loose), fix=_bridge(body, parts))


def _bridge(body: Body, parts: list[list[int]]) -> Fix | None:
    """Route spaces over plain water from the longest piece to the nearest other one, if water joins them."""
    tokens, main = tokens_of(body), set(parts[0])
    goal = {cell for part in parts[1:] for cell in part}
    came = dict.fromkeys(main, -1)
    ahead = deque(sorted(main))
    while ahead:
        cell = ahead.popleft()
        for other in _beside(body, cell):
            if other in goal:
                way = []
                while came[cell] >= 0:
                    way.append(cell)
                    cell = came[cell]
                return Fix(
                    _("Draw it over {spaces}").format(spaces=names(body, sorted(way))), with_token(body, way, ROUTE)
                )
            if other not in came and tokens[other] == WATER:
                came[other] = cell
                ahead.append(other)
    return None


def _seals(body: Body, cancel: CancelToken) -> Iterator[Problem]:
    """Home harbours that few wrecks seal: a single space, or no more wrecks than the set has."""
    sea, hexes = sea_of(body), grid(body)
    wrecks = impassable_tiles(body)
    by_space: dict[int, list[int]] = {}
    for home in sea.homes:
        for space in cut_spaces(body, home, cancel):
            by_space.setdefault(space, []).append(home)
    told: dict[tuple[int, ...], list[int]] = {}
    for space, homes in by_space.items():
        told.setdefault(tuple(homes), []).append(space)
    for sealed, spaces in told.items():
        widened = _widened_space(body, spaces[0], sealed[0], cancel)
        words = plural(
            "One wreck on {spaces} seals the home harbour at {homes}.",
            "One wreck on {spaces} seals the home harbours at {homes}.",
            len(sealed),
        ).format(spaces=names(body, spaces), homes=names(body, sealed, 8))
        yield Problem(
            "home.single",
            WARNING,
            words,
            cells=tuple(spaces),
            fix=Fix(_("Make {space} sea").format(space=hexes.name(widened)), with_token(body, [widened], WATER))
            if widened >= 0
            else None,
        )
    weak: dict[tuple[int, ...], list[int]] = {}
    for home in sea.homes:
        if not any(home in homes for homes in told):
            cut = closing_wrecks(body, home, wrecks, cancel)
            if cut:
                weak.setdefault(tuple(cut), []).append(home)
    for shut, several in weak.items():
        words = plural(
            "{wrecks} wrecks, on {spaces}, would seal the home harbour at {homes}; the set has {all}.",
            "{wrecks} wrecks, on {spaces}, would seal the home harbours at {homes}; the set has {all}.",
            len(several),
        )
        if wrecks > max(0, body.tiles["wreck"]):
            words = plural(
                "{wrecks} wrecks or home-made tiles that no ship enters, on {spaces}, would seal the home harbour at "
                "{homes}; the set has {all}.",
                "{wrecks} wrecks or home-made tiles that no ship enters, on {spaces}, would seal the home harbours at "
                "{homes}; the set has {all}.",
                len(several),
            )
        words = words.format(wrecks=len(shut), spaces=names(body, shut, 6), homes=names(body, several, 8), all=wrecks)
        yield Problem("home.sealed", WARNING, words, cells=shut)


def _widened_space(body: Body, space: int, home: int, cancel: CancelToken) -> int:
    """A land space beside a single space which, made sea, leaves the harbour no single space there; -1 for none."""
    tokens = tokens_of(body)
    for cell in sorted({far for near in [space, *_beside(body, space)] for far in _beside(body, near)}):
        if tokens[cell] == LAND and space not in cut_spaces(with_token(body, [cell], WATER), home, cancel):
            return cell
    return -1
