"""What is wrong with, or worth knowing about, a sea of tiles: quick checks, run after every stroke (T1–T9).

Codes: those of set_checks.py, and `edge.mismatch`, `border.mismatch`, `bonus.beside_sea`, `bonus.islandless`,
`island.complete`, `gap.enclosed`, `space.unreachable`, `space.none`, `space.cut`, `border.closed`, `sector.count`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from studio.core.problems import Problem, Severity
from studio.core.text import _, plural
from studio.seatiles.body import SeaBody
from studio.seatiles.checks import sets as set_checks
from studio.seatiles.checks.mending import Edit, Mending, side_words
from studio.seatiles.checks.survey import LAND, SEA, Survey

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO
ENOUGH = 8
"""So many findings of one kind are told one by one, with a fix each; the rest are told together."""


def check_sea(body: SeaBody, edit: Edit, from_any_sea: bool = False) -> list[Problem]:
    """All quick findings about spaces, border and tile set, worst first.

    `from_any_sea`: the game's ships may start on every discovered sea (E3).
    """
    survey = Survey(body, from_any_sea)
    mending = Mending(survey, edit)
    found = chain(
        set_checks.tile_set(survey, mending),
        _mismatches(survey, mending),
        _spaces(survey, mending),
        _islands(survey, mending),
        set_checks.numbers(survey, mending),
        _sectors(survey),
    )
    return worst_first(found)


def worst_first(problems: Iterator[Problem] | Sequence[Problem]) -> list[Problem]:
    """Problems in the order in which a list shows them: worst first, else as they were found."""
    return sorted(problems, key=lambda problem: -problem.severity)


# Edges that do not match


def _mismatches(survey: Survey, mending: Mending) -> Iterator[Problem]:
    found = []
    for cell, shape in enumerate(survey.shapes):
        if not shape:
            continue
        for side in range(4):
            wanted = survey.wanted(cell, side)
            if wanted is None or wanted == (SEA if shape[side] == "." else LAND):
                continue
            other = survey.near[cell * 4 + side]
            if other < 0 or side in (1, 2):  # an inner edge is told once
                found.append((cell, side, other))
    for number, (cell, side, other) in enumerate(found):
        if number == ENOUGH and len(found) > ENOUGH + 1:
            rest = sorted({place for a, _s, b in found[number:] for place in (a, b) if place >= 0})
            yield Problem(
                "edge.mismatch",
                ERROR,
                _("{count} more edges do not match what they face, at {names}.").format(
                    count=len(found) - number, names=survey.names(rest)
                ),
                tuple(rest),
                tuple((a, s) for a, s, _b in found[number:]),
            )
            return
        yield _mismatch(survey, mending, cell, side, other)


def _mismatch(survey: Survey, mending: Mending, cell: int, side: int, other: int) -> Problem:
    name, where = survey.name(cell), side_words(side)
    is_land = survey.shapes[cell][side] != "."
    kind = survey.outer[cell * 4 + side]
    fix = mending.mismatch(cell, side)
    if kind is not None:
        facing = {"coast": _("coast"), "shore": _("shore, which is sea")}.get(kind, _("open sea"))
        edge = _("land") if is_land else _("sea")
        if is_land and mending.is_bonus(cell):
            message = _("The bonus tile on {name} has land on its {side} edge, where the border is {facing}.")
            return Problem(
                "bonus.beside_sea",
                ERROR,
                message.format(name=name, side=where, facing=facing),
                (cell,),
                ((cell, side),),
                fix=fix,
            )
        message = _("The tile on {name} has {edge} on its {side} edge, but the border there is {facing}.")
        return Problem(
            "border.mismatch",
            ERROR,
            message.format(name=name, edge=edge, side=where, facing=facing),
            (cell,),
            ((cell, side),),
            fix=fix,
        )
    land = cell if is_land else other
    places, edges = (cell, other), ((cell, side), (other, side ^ 2))
    if mending.is_bonus(land):
        message = _("The bonus tile on {land} lies beside the sea of {sea}, so its island could never be completed.")
        message = message.format(land=survey.name(land), sea=survey.name(other if is_land else cell))
        return Problem("bonus.beside_sea", ERROR, message, places, edges, fix=fix)
    message = _("{one} and {other} do not match: land meets sea on the {side} edge of {one}.")
    message = message.format(one=name, other=survey.name(other), side=where)
    return Problem("edge.mismatch", ERROR, message, places, edges, fix=fix)


# Spaces that no ship discovers


def _spaces(survey: Survey, mending: Mending) -> Iterator[Problem]:
    if not survey.open:
        yield Problem("space.none", ERROR, _("There is nothing to discover: no space of the board is undiscovered."))
        return
    if not survey.starts:
        fix = next((fix for sector in survey.sectors if (fix := mending.unlock(sector))), None)
        yield Problem(
            "border.closed",
            ERROR,
            _("No ship can ever set out: no tile has sea, and the border no open edge with sea behind it.")
            if survey.from_any_sea
            else _("No ship can ever come in: the border has no open edge with sea behind it."),
            fix=fix,
        )
        return
    if len(survey.gaps) == len(survey.open):
        fix = next((fix for sector in survey.stranded if (fix := mending.unlock(sector))), None)
        yield Problem(
            "space.none",
            ERROR,
            _("There is nothing to discover: every undiscovered space would be filled before the first turn."),
            tuple(survey.open),
            fix=fix,
        )
        return
    for cell in survey.alone[:ENOUGH]:
        yield Problem(
            "gap.enclosed",
            WARNING,
            _(
                "{name} is enclosed on all four sides, so it is filled before the first turn and nobody discovers it."
            ).format(name=survey.name(cell)),
            (cell,),
            fix=mending.lay(cell) or mending.void([cell]),
        )
    if rest := survey.alone[ENOUGH:]:
        yield Problem(
            "gap.enclosed",
            WARNING,
            _("{count} more spaces are enclosed on all four sides and filled before the first turn: {names}.").format(
                count=len(rest), names=survey.names(rest)
            ),
            tuple(rest),
        )
    for group in survey.stranded[:ENOUGH]:
        yield Problem(
            "space.unreachable",
            WARNING,
            _("No ship can ever reach {names} ({count} spaces); they are filled before the first turn.").format(
                names=survey.names(group, 4), count=len(group)
            ),
            tuple(group),
            fix=mending.unlock(group) or mending.void(group),
        )
    if others := survey.stranded[ENOUGH:]:
        cells = [cell for group in others for cell in group]
        yield Problem(
            "space.unreachable",
            WARNING,
            _("No ship can ever reach {count} more groups of spaces; they are filled before the first turn.").format(
                count=len(others)
            ),
            tuple(cells),
        )


# Islands that are there from the start


def _islands(survey: Survey, mending: Mending) -> Iterator[Problem]:
    told = 0
    for island in survey.islands:
        cells = sorted({cell for cell, _letter in island})
        bonus = [cell for cell in cells if mending.is_bonus(cell)]
        shores = survey.shores(island)
        if not shores:
            told += 1
            if told <= ENOUGH:
                yield Problem(
                    "bonus.islandless" if bonus else "island.complete",
                    WARNING,
                    _islandless(survey, cells, bonus),
                    tuple(cells),
                    fix=mending.clear(next((cell for cell in cells if cell not in bonus), cells[0])),
                )
        elif bonus and _only_fillers(survey, island):
            yield Problem(
                "bonus.islandless",
                WARNING,
                _(
                    "The bonus of {names} can never be won: fillers alone complete its island before the first turn, "
                    "and no unit may stand on them."
                ).format(names=survey.names(bonus)),
                tuple(cells),
            )


def _islandless(survey: Survey, cells: list[int], bonus: list[int]) -> str:
    if bonus:
        return _(
            "The bonus of {bonus} can never be won: its island ({names}) is complete before the first turn, and such "
            "islands are not scored."
        ).format(bonus=survey.names(bonus), names=survey.names(cells))
    return _(
        "The island on {names} is already complete, and islands that are complete at the start are not scored."
    ).format(names=survey.names(cells))


def _only_fillers(survey: Survey, island: list[tuple[int, str]]) -> bool:
    """Whether all that an island can still grow into is filled before the first turn (T8, T9)."""
    ahead = []
    for cell, side in survey.shores(island):
        other = survey.near[cell * 4 + side]
        if other < 0 or survey.shapes[other]:
            return False  # an edge that does not match: told elsewhere
        ahead.append(other)
    of_land: dict[tuple[int, str], list[tuple[int, str]]] = {}
    for one in survey.islands:
        for land in one:
            of_land[land] = one
    seen = set(ahead)
    grown = {island[0]}
    while ahead:
        cell = ahead.pop()
        if cell not in survey.gaps:
            return False
        for side in range(4):
            other = survey.near[cell * 4 + side]
            if other < 0 or other in seen:
                continue
            if not survey.shapes[other]:
                seen.add(other)
                ahead.append(other)
                continue
            letter = survey.shapes[other][side ^ 2]
            if letter == ".":
                continue
            joined = of_land[other, letter]
            if joined[0] not in grown:
                grown.add(joined[0])
                for place, edge in survey.shores(joined):
                    beyond = survey.near[place * 4 + edge]
                    if beyond >= 0 and not survey.shapes[beyond] and beyond not in seen:
                        seen.add(beyond)
                        ahead.append(beyond)
    return True


# Good to know


def _sectors(survey: Survey) -> Iterator[Problem]:
    from studio.validation.checks import cuts

    sizes = [len(sector) for sector in survey.sectors if sector[0] not in survey.gaps]
    if not sizes:
        return
    if len(sizes) == 1:
        message = plural("One sector of {size} space.", "One sector of {size} spaces.", sizes[0]).format(size=sizes[0])
    else:
        shown = ", ".join(map(str, sizes[:ENOUGH])) + (", …" if len(sizes) > ENOUGH else "")
        message = _("{count} sectors, of {sizes} spaces.").format(count=len(sizes), sizes=shown)
    yield Problem("sector.count", INFO, message)
    found = sorted(cuts(survey.unknown), key=lambda cut: (-sum(cut.parts[1:]), cut.cell))
    if found:
        most = ", ".join(
            _("{name} ({parts})").format(name=survey.name(cut.cell), parts=" + ".join(map(str, cut.parts)))
            for cut in found[:6]
        )
        more = ", …" if len(found) > 6 else ""
        yield Problem(
            "space.cut",
            INFO,
            plural(
                "{count} undiscovered space holds a sector together; a tile there may split it: {names}.",
                "{count} undiscovered spaces each hold a sector together; a tile there may split it: {names}.",
                len(found),
            ).format(count=len(found), names=most + more),
            tuple(sorted(cut.cell for cut in found)),
        )
