"""The survey of a harbour map: each harbour's path, its minimum cut, distances, the tiles (C16)."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.cache import cached_by_identity
from studio.core.cancellation import CancelToken
from studio.core.form import Overlay, Row, Survey, Table
from studio.core.grid import HEX_RADIUS, HexGrid
from studio.core.picture import Outline, Path, Shape, Sprite
from studio.core.problems import ERROR, WARNING, Severity
from studio.core.text import _, plural
from studio.drawing.overlays import (
    heat_keys,
    heat_number,
    heat_shapes,
    heat_step,
    interpolate,
    numbered_discs,
    overlay_picture,
    path_shapes,
    smooth_corners,
)
from studio.games.columbus.body import WATER, Body, grid, tokens_of
from studio.games.columbus.checks.sailing import (
    FAIR_SPREAD,
    FAR,
    america_distances,
    closing_wrecks,
    cut_spaces,
    disjoint_routes,
    fewest_turns,
    home_distances,
    sea_of,
    shortest_path,
    stops_along,
)
from studio.games.columbus.checks.tiles import impassable_tiles, sailing_tiles, voyage_tiles


def survey(body: Body, target: int, cancel: CancelToken) -> Survey:
    """Return the survey of a home harbour (-1: the first), with the table of all of them."""
    sea, hexes = sea_of(body), grid(body)
    if not sea.homes:
        return Survey(tables=(_tiles(body),))
    choices = tuple(
        (home, _("from H{number} · {space}").format(number=number, space=hexes.name(home)))
        for number, home in enumerate(sea.homes, 1)
    )
    home = target if target in sea.homes else sea.homes[0]
    path = shortest_path(body, home)
    stops = fewest_turns(body, home, at_best=True)
    plain = fewest_turns(body, home, at_best=False)
    cut = closing_wrecks(body, home, None, cancel) or []
    disjoint = disjoint_routes(body, home, cancel)
    field = home_distances(body, home)
    farthest = max((spaces for spaces in field if spaces < FAR), default=0)
    steps = plural("{count} space", "{count} spaces", len(path) - 1).format(count=len(path) - 1)
    wrecks = plural("{count} wreck", "{count} wrecks", len(cut)).format(count=len(cut))
    voyage = overlay_picture(hexes, _voyage(hexes, path, stops_along(body, path)))
    cuts = overlay_picture(hexes, _cut(hexes, cut, cut_spaces(body, home, cancel)))
    distances = overlay_picture(hexes, _field(body, field, farthest))
    strands: list[Shape] = [
        Path(style, (_line(hexes, route),), is_closed=False)
        for route in disjoint
        for style in ("strand_halo", "strand")
    ]
    voyage_tip = _("A shortest path to America. Numbered discs mark the end of each turn at best speed.")
    cut_tip = _(
        "The fewest sea spaces that separate this harbour from America if closed. A dashed ring "
        "marks a space that is enough on its own."
    )
    field_tip = _("Distance from this harbour to every space.")
    ways_tip = _("The largest number of paths with no space in common. The same number of wrecks can close them.")
    none = _("none")
    overlays = (
        Overlay("voyage", _("Shortest voyage"), steps if path else none, voyage, voyage_tip, is_shown=True),
        Overlay("cut", _("Minimum cut"), wrecks if cut else none, cuts, cut_tip, is_shown=True),
        Overlay("field", _("Distances"), f"0 – {farthest}", distances, field_tip, keys=heat_keys(1, farthest)),
        Overlay("disjoint", _("Disjoint paths"), str(len(disjoint)), overlay_picture(hexes, strands), ways_tip),
    )
    caption = _("No sea passage leads from {space} to America").format(space=hexes.name(home))
    if path:
        caption = _("{start} → {end}: {spaces}, {turns} at best, {usual} on plain water").format(
            start=hexes.name(home),
            end=hexes.name(path[-1]),
            spaces=steps,
            turns=plural("{count} turn", "{count} turns", len(stops)).format(count=len(stops)),
            usual=len(plain),
        )
        if cut:
            text = plural("{count} wreck can block it", "{count} wrecks can block it", len(cut))
            caption += " · " + text.format(count=len(cut))
    america = america_distances(body)
    lengths = {america[one] for one in sea.homes if america[one] < FAR}
    ends = "–".join(map(str, sorted({min(lengths), max(lengths)}))) if lengths else ""
    summary = _("paths {lengths}").format(lengths=ends) if ends else ""
    return Survey(overlays, (_harbours(body, cancel), _tiles(body)), choices, home, caption, summary)


@cached_by_identity(4)
def _harbours(body: Body, cancel: CancelToken) -> Table:
    sea, hexes, field = sea_of(body), grid(body), america_distances(body)
    lengths = [field[home] for home in sea.homes if field[home] < FAR]
    least, longest = min(lengths, default=0), max(lengths, default=0)
    wrecks = impassable_tiles(body)
    rows = []
    for number, home in enumerate(sea.homes, 1):
        cut, single = closing_wrecks(body, home, None, cancel), cut_spaces(body, home, cancel)
        severity: Severity | None = ERROR
        numbers, bar = ["–"] * 3, 0.0
        if field[home] < FAR:
            turns = (len(fewest_turns(body, home, at_best)) for at_best in (True, False))
            numbers = [str(count) for count in (field[home], *turns)]
            is_weak = single or field[home] - least > FAIR_SPREAD or (cut and len(cut) <= wrecks)
            severity = WARNING if is_weak else None
            bar = field[home] / longest if longest else 0.0
        texts = (f"H{number}", hexes.name(home), *numbers, str(len(single)), "–" if cut is None else str(len(cut)))
        rows.append(Row(texts, (home,), severity, bar=bar))
    note = ""
    if lengths:
        note = _("mean {mean:.1f} · range {least}–{longest}").format(
            mean=sum(lengths) / len(lengths), least=least, longest=longest
        )
    columns = ("", "", _("Path"), _("Best"), _("Typical"), _("Single"), _("Wrecks"))
    return Table(_("Home harbour fairness"), columns, tuple(rows), note)


def _tiles(body: Body) -> Table:
    need, have = voyage_tiles(body), sailing_tiles(body)
    rows = (
        Row((_("Shortest round trip"), "–" if need < 0 else str(need))),
        Row((_("Navigable tiles"), str(have)), severity=ERROR if need > have else None),
    )
    return Table(_("Tile set"), ("", ""), rows)


def _line(hexes: HexGrid, path: Sequence[int]) -> Outline:
    return smooth_corners([hexes.center(cell) for cell in path], 0.28, 0.66)


def _voyage(hexes: HexGrid, path: Sequence[int], stops: Sequence[int]) -> list[Shape]:
    if not path:
        return []
    return [*path_shapes(_line(hexes, path)), *numbered_discs(enumerate(map(hexes.center, stops), 1), 0.2, 0.24)]


def _hexagon(hexes: HexGrid, cell: int, share: float) -> Outline:
    centre = hexes.center(cell)
    return tuple(interpolate(centre, corner, share) for corner in hexes.corners(cell))


def _cut(hexes: HexGrid, cut: Sequence[int], single: Sequence[int]) -> list[Shape]:
    shapes: list[Shape] = []
    for cell in sorted({*cut, *single}):
        ring = _hexagon(hexes, cell, 0.96)
        shapes.append(Path("cut_ground", (ring,)))
        shapes.append(Path("single_ring" if cell in single else "cut_ring", (ring,)))
        shapes.append(Sprite("columbus/print_wreck", *hexes.center(cell), 1.50 * HEX_RADIUS))
    return shapes


def _field(body: Body, field: Sequence[int], farthest: int) -> list[Shape]:
    """Return a tint and a number on open water; pictures and harbours get a paler tint so that they stay visible."""
    hexes, tokens = grid(body), tokens_of(body)
    pale: dict[str, list[Outline]] = {}
    spaces: list[tuple[int, Outline]] = []
    digits: list[Shape] = []
    for cell, steps in enumerate(field):
        if not 0 < steps < FAR:
            continue
        step, outline = heat_step(steps, farthest), _hexagon(hexes, cell, 0.99)
        if tokens[cell] == WATER:
            spaces.append((step, outline))
            digits.append(heat_number(steps, farthest, hexes.center(cell), 0.24))
        else:
            pale.setdefault(f"heat_pale_{step}", []).append(outline)
    return [*heat_shapes(spaces), *(Path(style, tuple(outlines)) for style, outlines in sorted(pale.items())), *digits]
