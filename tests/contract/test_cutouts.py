"""On paper: every shipped layout has a board and pieces to cut out, each at least once, all of them on pages."""

from __future__ import annotations

from collections import Counter

import pytest

from studio.core.pieces import CutOuts
from studio.drawing.print_layout import Page, PlacedPicture, PrintOptions
from studio.drawing.print_sheets import build_printout
from studio.services.loading import load_layout
from tests.contract.cases import Case, each_layout, over

every_drawn_layout = over(case for case in each_layout() if case.layout)


def paper(case: Case) -> CutOuts:
    return case.game.sketch.cut_outs(load_layout(case.layout).body)


@every_drawn_layout
def test_pieces_are_there_and_named(case: Case) -> None:
    found = paper(case)
    assert 15 <= found.unit_mm <= 120
    assert len({sort.title for sort in found.piece_types}) == len(found.piece_types)
    for sort in found.piece_types:
        assert sort.side > 0
        assert all(piece.count > 0 and piece.name for piece in sort.pieces)
        names = Counter(piece.name for piece in sort.pieces)
        assert max(names.values(), default=1) == 1, names.most_common(2)
        xs, ys = zip(*(point[-2:] for point in sort.outline), strict=True)
        for picture in (*(piece.face for piece in sort.pieces), *filter(None, [sort.back])):
            left, top, right, foot = picture.bounds
            assert left <= min(xs) + 1e-6 and top <= min(ys) + 1e-6
            assert right >= max(xs) - 1e-6 and foot >= max(ys) - 1e-6


@every_drawn_layout
def test_all_of_it_lies_on_pages(case: Case) -> None:
    found = paper(case)
    pages = build_printout(found, PrintOptions(backs="none"), "name", "game").pages
    lie = Counter(id(placed.picture) for page in pages for placed in true_size(page))
    wanted: Counter[int] = Counter()
    for sort in found.piece_types:
        for piece in sort.pieces:
            wanted[id(piece.face)] += piece.count
    assert {face: lie[face] for face in wanted} == wanted
    assert lie[id(found.board)] == sum(page.part == "board" for page in pages)
    assert not any(layer.name == "locks" for layer in found.board.layers), "padlocks belong to the editor"


def true_size(page: Page) -> list[PlacedPicture]:
    """What is to be cut out: neither the bleed round it nor the small pictures in the foot of the sheet."""
    upright = [placed for placed in page.pictures if placed.across > 0 and placed.down > 0]
    scale = max((placed.across for placed in upright), default=0.0)
    return [placed for placed in upright if placed.across == pytest.approx(scale)]
