"""The survey of a sea: reach and tolls, sectors, narrows, islands that lie, the box against the board, the sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from studio.core.cache import kept
from studio.core.cancellation import Patience
from studio.core.form import Survey, Table
from studio.core.picture import edge_target, is_edge, target_edge
from studio.core.text import _
from studio.seatiles.body import SeaBody
from studio.seatiles.body.facts import Facts
from studio.seatiles.checks.completion import class_supply, counted
from studio.seatiles.checks.measures import overlays, tables
from studio.seatiles.checks.measures.closing import Closing, closings
from studio.seatiles.checks.measures.needs import Need, needs
from studio.seatiles.checks.measures.reach import Reach, Stretch, reach, stretches
from studio.seatiles.checks.measures.sectors import Sector, sectors
from studio.seatiles.checks.measures.sides import Side, facing, sides
from studio.seatiles.words.places import side_name
from studio.validation.narrows import Narrow, narrows

MOST_SIZES = 4
BORDER = -1
"""Measured from the whole border."""


class Terms(NamedTuple):
    """What a game asks of its ships: the price of a tile, the most gold that a first expedition can have, and whether
    ships may start on every discovered sea without a toll (E3)."""

    tile: int
    purse: int
    from_any_sea: bool = False


@dataclass(frozen=True, slots=True)
class _Measured:
    """All that does not hang on where it is measured from."""

    facts: Facts
    reaches: dict[Stretch, Reach]
    sides: list[Side]
    sectors: list[Sector]
    narrows: list[Narrow]
    islands: list[Closing]
    needs: list[Need]
    short: tuple[int, ...]


@kept(2)
def _measured(body: SeaBody, terms: Terms, patience: Patience) -> _Measured:
    facts = Facts(body, terms.from_any_sea)
    reaches = {
        one: reach(facts, [(cell, one.toll) for cell, _side in one.edges], terms.tile, patience)
        for one in stretches(facts)
    }
    patience.look()
    ahead = {cell for cell in facts.open if cell not in facts.gaps}
    found = [
        Narrow(one.node, beyond)
        for one in narrows(facts.lanes, facts.starts)
        if one.node in ahead and (beyond := tuple(cell for cell in one.beyond if cell in ahead))
    ]
    patience.look()
    answer = counted(facts, class_supply(facts)) if facts.open else None
    return _Measured(
        facts,
        reaches,
        sides(facts, reaches) if reaches else [],
        sectors(facts),
        found,
        closings(facts, patience),
        needs(facts),
        answer.short if answer else (),
    )


def survey_sea(body: SeaBody, target: int, terms: Terms, patience: Patience) -> Survey:
    """The survey of a sea from an open border edge, with all that face the same way for the same toll; else from the
    whole border."""
    known = _measured(body, terms, patience)
    facts, grid = known.facts, known.facts.grid
    edge = target_edge(target) if is_edge(target) else (-1, -1)
    stretch = next((one for one in known.reaches if edge in one.edges), None)
    measured = known.reaches[stretch] if stretch else _from_everywhere(known, terms, patience)
    choices = (
        (BORDER, _("from all sides")),
        *((edge_target(*one.edges[0]), _stretch_words(one)) for one in known.reaches),
    )
    drawn = [
        overlays.field(
            grid,
            "gold",
            _("Gold to get there"),
            _("The least gold until a space is discovered: one toll, and each tile as if it fitted."),
            measured.gold,
        ),
        overlays.field(
            grid, "tiles", _("Tiles to lay"), _("The fewest tiles until a space is discovered."), measured.tiles
        ),
        overlays.nearest_side(
            grid, facing(known.sides), str(len({side.stretch.side for side in known.sides if side.nearest}))
        ),
        overlays.parts(grid, known.sectors, tables.sector_names(known.sectors)),
        overlays.narrow_rings(grid, known.narrows),
        overlays.island_ends(grid, known.islands),
    ]
    return Survey(
        overlays.shown(drawn),
        _tables(known, measured, terms),
        choices if known.reaches else (),
        edge_target(*stretch.edges[0]) if stretch else BORDER,
        _caption(facts, measured, choices[0][1] if stretch is None else _stretch_words(stretch)),
        _sizes(known.sectors),
    )


def _from_everywhere(known: _Measured, terms: Terms, patience: Patience) -> Reach:
    """Reach from all that a ship may start from."""
    facts = known.facts
    entries = [(cell, one.toll) for one in known.reaches for cell, _side in one.edges]
    if terms.from_any_sea:
        entries += [(cell, 0) for cell, shape in enumerate(facts.shapes) if "." in shape]
    return reach(facts, entries, terms.tile, patience)


def _stretch_words(stretch: Stretch) -> str:
    return _("from {side} · toll {toll}").format(side=side_name(stretch.side), toll=stretch.toll)


def _tables(known: _Measured, measured: Reach, terms: Terms) -> tuple[Table, ...]:
    """Those that have rows."""
    facts = known.facts
    found = (
        tables.reach_table(facts, measured, terms.purse),
        tables.sides_table(known.sides),
        tables.sectors_table(known.sectors),
        tables.narrows_table(facts, known.narrows),
        tables.islands_table(facts, known.islands),
        tables.needs_table(facts, known.needs, known.short),
    )
    return tuple(table for table in found if table.rows)


def _sizes(found: list[Sector]) -> str:
    """How large the sectors are, the first few of many."""
    sizes = [str(len(sector.cells)) for sector in found if sector.is_reached]
    if len(sizes) == 1:
        return tables.spaces(len(found[0].cells))
    return " + ".join(sizes[:MOST_SIZES]) + (" + …" if len(sizes) > MOST_SIZES else "")


def _caption(facts: Facts, measured: Reach, whence: str) -> str:
    cells = measured.reached
    if not facts.open:
        return _("Nothing is left to discover")
    if not cells:
        words = _("{whence}: no space to discover can be reached").format(whence=whence)
    else:
        far = max(cells, key=lambda cell: (measured.gold[cell], measured.tiles[cell]))
        words = _("{whence}: at most {gold} gold and {tiles} tiles, to {space}").format(
            whence=whence, gold=measured.gold[far], tiles=measured.tiles[far], space=facts.name(far)
        )
    return words[:1].upper() + words[1:]
