"""The figures of a sea side by side: sides of the board, sectors, narrows, islands, the box against the board."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.form import Row, Table
from studio.core.grid import column_name
from studio.core.picture import edge_target
from studio.core.problems import INFO, WARNING, Severity
from studio.core.text import _, begun, numeral, plural
from studio.seatiles.body.facts import Facts
from studio.seatiles.checks.measures.closing import NEVER, UNKNOWN, Closing
from studio.seatiles.checks.measures.needs import Need
from studio.seatiles.checks.measures.reach import FAR, Reach
from studio.seatiles.checks.measures.sectors import Sector
from studio.seatiles.checks.measures.sides import Side
from studio.seatiles.words import places
from studio.seatiles.words.places import class_name, side_name
from studio.validation.narrows import Narrow

NONE = "–"


def sides_table(all_sides: Sequence[Side]) -> Table:
    """Whether the sides of the board are worth the same: what a space costs from each."""
    has_bonus = any(side.bonus for side in all_sides)
    dearest = max((side.gold for side in all_sides), default=0.0)
    rows = []
    for side in all_sides:
        cells = [
            begun(side_name(side.stretch.side)),
            str(side.stretch.toll),
            str(len(side.stretch.edges)),
            str(len(side.nearest)),
            numeral(side.tiles, ".1f") if side.gold else NONE,
            numeral(side.gold, ".1f") if side.gold else NONE,
        ]
        targets = (edge_target(*side.stretch.edges[0]),)
        bar = side.gold / dearest if dearest else 0.0
        severity = None if side.nearest else INFO
        rows.append(Row((*cells, str(side.bonus)) if has_bonus else tuple(cells), targets, severity, bar))
    heads = ["", _("Toll"), _("Edges"), _("Cheapest"), _("Tiles"), _("Gold")]
    columns = (*heads, _("Bonus")) if has_bonus else tuple(heads)
    return Table(_("Fairness of the sides"), columns, tuple(rows), _sides_note(all_sides))


def _sides_note(all_sides: Sequence[Side]) -> str:
    """What the figures mean."""
    sailed = [side for side in all_sides if side.gold]
    if len(sailed) < 2:
        return _("Tiles and gold that a space asks for, on the mean.")
    cheap, dear = min(sailed, key=lambda side: side.gold), max(sailed, key=lambda side: side.gold)
    apart = round(dear.gold, 1) - round(cheap.gold, 1)  # as the figures are told
    if apart < 0.05:
        return _("A space costs the same from every side, on the mean: {gold:.1f} gold.").format(gold=cheap.gold)
    return _(
        "A space costs {cheap:.1f} gold from the {one} and {dear:.1f} from the {other}, on the mean: the sides are "
        "{apart:.1f} gold apart. All seats may start from each of them."
    ).format(
        cheap=cheap.gold,
        one=side_name(cheap.stretch.side),
        dear=dear.gold,
        other=side_name(dear.stretch.side),
        apart=apart,
    )


def reach_table(facts: Facts, reach: Reach, purse: int) -> Table:
    """How far it is from what is measured from. `purse` is the most gold that a first expedition can have."""
    cells = reach.reached
    rows = []
    if cells:
        far, dear = max(cells, key=lambda cell: reach.tiles[cell]), max(cells, key=lambda cell: reach.gold[cell])
        tiles, gold = sum(reach.tiles[cell] for cell in cells), sum(reach.gold[cell] for cell in cells)
        rows += [
            Row((_("Farthest space, {name}").format(name=facts.name(far)), places.tiles(reach.tiles[far])), (far,)),
            Row((_("Dearest space, {name}").format(name=facts.name(dear)), places.gold(reach.gold[dear])), (dear,)),
            Row((_("Tiles, on the mean"), numeral(tiles / len(cells), ".1f"))),
            Row((_("Gold, on the mean"), numeral(gold / len(cells), ".1f"))),
        ]
        beyond = tuple(cell for cell in cells if reach.gold[cell] > purse)
        words = _("Beyond a first purse of {gold} gold").format(gold=purse)
        rows.append(Row((words, spaces(len(beyond))), beyond))
    lost = tuple(cell for cell in facts.open if reach.gold[cell] >= FAR)
    if lost:
        rows.append(Row((_("Out of reach of every ship"), spaces(len(lost))), lost, WARNING))
    return Table(_("Reach"), ("", ""), tuple(rows), _("As if every tile that is drawn fitted."))


def spaces(count: int) -> str:
    """So many spaces."""
    return plural("{count} space", "{count} spaces", count).format(count=count)


def sector_names(sectors: Sequence[Sector]) -> list[str]:
    """A, B, C … as they stand on the board."""
    return [column_name(number) for number in range(len(sectors))]


def sectors_table(sectors: Sequence[Sector]) -> Table:
    """How large the parts of the sea are, and how ships come in."""
    has_bonus = any(sector.bonus for sector in sectors)
    largest = max((len(sector.cells) for sector in sectors), default=1)
    rows = []
    for sector, name in zip(sectors, sector_names(sectors), strict=True):
        cells = [name, str(len(sector.cells)), str(sector.harbours), NONE if sector.toll < 0 else str(sector.toll)]
        severity = None if sector.is_reached else WARNING
        bar = len(sector.cells) / largest
        rows.append(Row((*cells, str(sector.bonus)) if has_bonus else tuple(cells), sector.cells, severity, bar))
    heads = ["", _("Spaces"), _("Harbours"), _("Toll")]
    note = ""
    if any(not sector.is_reached for sector in sectors):
        note = _("Sectors with a sign are filled before the first turn.")
    return Table(_("Sectors"), (*heads, _("Bonus")) if has_bonus else tuple(heads), tuple(rows), note)


def narrows_table(facts: Facts, narrows: Sequence[Narrow]) -> Table:
    """What each narrow space would close off, the most first."""
    most = max((len(one.beyond) for one in narrows), default=1)
    rows = tuple(
        Row((facts.name(one.node), str(len(one.beyond))), (one.node,), bar=len(one.beyond) / most)
        for one in sorted(narrows, key=lambda one: (-len(one.beyond), one.node))
    )
    return Table(_("Narrows"), ("", _("Spaces behind")), rows, _("Land on such a space closes off what lies behind."))


def islands_table(facts: Facts, islands: Sequence[Closing]) -> Table:
    """The islands that lie: how large they are, where they go on, how few tiles close them; open ones first."""
    has_bonus = any(one.bonus for one in islands)
    rows = []
    for one in sorted(islands, key=lambda one: (one.tiles != NEVER, not one.ends, one.cells)):
        closing = {NEVER: _("never"), UNKNOWN: "?"}.get(one.tiles, str(one.tiles) if one.tiles else NONE)
        severity: Severity | None = WARNING if one.tiles == NEVER else None
        cells = [facts.name(one.cells[0]), str(len(one.cells)), str(len(one.ends)), closing]
        rows.append(Row((*cells, str(one.bonus)) if has_bonus else tuple(cells), one.cells, severity))
    heads = ["", _("Tiles"), _("Ends"), _("To close")]
    note = _("The fewest tiles of the box that close an island, whatever ships can do in which order.")
    never = sum(one.tiles == NEVER for one in islands)
    if never:
        note = plural(
            "{count} island can be closed with no tiles that are left in the box.",
            "{count} islands can be closed with no tiles that are left in the box.",
            never,
        ).format(count=never)
    return Table(_("Islands that lie"), (*heads, _("Bonus")) if has_bonus else tuple(heads), tuple(rows), note)


def needs_table(facts: Facts, needs: Sequence[Need], short: Sequence[int]) -> Table:
    """The box against the board; `short` are classes of which too few are left for the spaces that take no others."""
    rows = []
    for need in needs:
        cells = (
            f"{need.cls} {class_name(need.cls)}",
            str(len(need.must)),
            str(len(need.may)),
            str(need.drawn),
            str(need.sorted),
        )
        rows.append(Row(cells, need.must or need.may, WARNING if need.cls in short else None))
    held, wanted = sum(need.held for need in needs), len(facts.open)
    if short:
        note = _("Some spaces take only classes of which the box holds too few.")
    elif held < wanted:
        note = _("{tiles} tiles for {spaces} spaces: {count} are missing.").format(
            tiles=held, spaces=wanted, count=wanted - held
        )
    else:
        note = _("{tiles} tiles for {spaces} spaces: {count} to spare.").format(
            tiles=held, spaces=wanted, count=held - wanted
        )
    heads = ("", _("Must"), _("Can"), _("Hidden"), _("Sorted"))
    return Table(_("The box and the board"), heads, tuple(rows), note)
