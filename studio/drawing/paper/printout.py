"""A whole printout: the board, then the sheets of each sort, numbered through."""

from __future__ import annotations

from typing import NamedTuple

from studio.core.picture import Picture
from studio.core.pieces import CutOuts, Sort
from studio.core.text import _, numeral
from studio.drawing.paper import LEAST_SIDE, MOST_SIDE, Choices, Page, Unprintable
from studio.drawing.paper.board import Split, board_pages
from studio.drawing.paper.sheets import sheet_pages


class Printout(NamedTuple):
    """Pages in order, the millimetres of a side, how the board is joined (None without one), which sorts are on it."""

    pages: tuple[Page, ...]
    side: float
    split: Split | None
    sorts: tuple[Sort, ...]

    def of(self, part: str) -> list[int]:
        """The numbers of the pages of a part, from 1."""
        return [number for number, page in enumerate(self.pages, 1) if page.part == part]

    @property
    def both_sides(self) -> int:
        """How many sheets are printed on both sides."""
        return sum(page.is_behind for page in self.pages)

    @property
    def sheets(self) -> int:
        """How many sheets of paper."""
        return len(self.pages) - self.both_sides


def printout(cut_outs: CutOuts, choices: Choices, name: str, game: str) -> Printout:
    """Lay everything out on pages. Raises `Unprintable` with a sentence when it does not fit."""
    side = choices.side or cut_outs.millimetres
    if not LEAST_SIDE <= side <= MOST_SIDE:
        raise Unprintable(
            _("The side of a tile is {least} to {most} mm, not {side}.").format(
                least=numeral(LEAST_SIDE, "g"), most=numeral(MOST_SIDE, "g"), side=numeral(side, "g")
            )
        )
    sorts = tuple(
        sort for sort in cut_outs.sorts if sort.total and (choices.markers if sort.is_marker else choices.tiles)
    )
    pages, split = _pages(cut_outs, sorts, side, choices, name, game, 0)
    if not pages:
        raise Unprintable(_("There is nothing to print: switch on the board, the tiles or the markers."))
    pages, split = _pages(cut_outs, sorts, side, choices, name, game, len(pages))
    return Printout(tuple(pages), side, split, sorts)


def with_empty_backs(pages: Printout) -> Printout:
    """The same for paper that is printed on both sides: a front without a back has an empty page behind it."""
    found: list[Page] = []
    for page in pages.pages:
        if found and not page.is_behind and not found[-1].is_behind:
            found.append(_empty_back(found[-1]))
        found.append(page)
    return pages._replace(pages=tuple(found))


def _empty_back(page: Page) -> Page:
    return Page(page.part, page.wide, page.high, (), Picture(page.over.bounds, ()), is_behind=True)


def _pages(
    cut_outs: CutOuts, sorts: tuple[Sort, ...], side: float, choices: Choices, name: str, game: str, count: int
) -> tuple[list[Page], Split | None]:
    pages: list[Page] = []
    split = None
    if choices.board:
        pages, split = board_pages(cut_outs.board, side, choices, name, game, count)
    for sort in sorts:
        pages += sheet_pages(sort, side, choices, name, game, len(pages) + 1, count)
    return pages, split
