"""Printed pages, measured by another reader of PDF: paper, crop marks and ruler lie right within 0.2 mm."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from studio.core.picture import Fill, Rings, Stroke
from studio.documents.paths import layouts_dir
from studio.drawing.print_layout import PrintOptions
from studio.drawing.print_sheets import Printout, build_printout
from studio.games import known, load
from studio.gui.output.printing import PictureCache, page_image, pdf_bytes
from studio.gui.style.sprites import LINES
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout

pytestmark = pytest.mark.usefixtures("qtbot")
POINT = 25.4 / 72
WITHIN = 0.2
Segment = tuple[float, float, float, float]


def pages_of(name: str, choices: PrintOptions) -> Printout:
    opened = load_layout(str(layouts_dir() / f"{name}.json"))
    return build_printout(opened.game.sketch.cut_outs(opened.body), choices, opened.layout.name, opened.game.info.name)


def outlines(page: pypdfium2.PdfPage) -> Iterator[list[tuple[float, float]]]:
    """All paths of a page, in millimetres from its left upper corner."""
    high = page.get_height()
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH]):
        matrix = item.get_matrix()
        places: list[tuple[float, float]] = []
        for index in range(pdfium.FPDFPath_CountSegments(item.raw)):
            segment = pdfium.FPDFPath_GetPathSegment(item.raw, index)
            x, y = ctypes.c_float(), ctypes.c_float()
            pdfium.FPDFPathSegment_GetPoint(segment, x, y)
            if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO and places:
                yield places
                places = []
            px, py = matrix.on_point(x.value, y.value)
            places.append((px * POINT, (high - py) * POINT))
        if places:
            yield places


def straight(page: pypdfium2.PdfPage) -> list[Segment]:
    return [(*line[0], *line[1]) for line in outlines(page) if len(line) == 2]


def has(lines: list[Segment], wanted: Segment) -> bool:
    turned = (*wanted[2:], *wanted[:2])
    return any(all(abs(a - b) <= WITHIN for a, b in zip(line, way, strict=True)) for line in lines
               for way in (wanted, turned))  # fmt: skip


@pytest.mark.parametrize("choices", [PrintOptions(tiles=False, markers=False, ink_saving=True)], ids=["lines"])
@pytest.mark.parametrize(
    "name",
    ["neue_entdecker/base", *(pytest.param(one, marks=pytest.mark.long) for one in (
        "entdecker/base", "goldland/first_game", "columbus/wide_ocean"))],
)  # fmt: skip
def test_crop_marks_and_ruler_are_within_two_tenths_of_a_millimetre(name: str, choices: PrintOptions) -> None:
    pages = pages_of(name, choices)
    document = pypdfium2.PdfDocument(pdf_bytes(pages, "A board", LINES))
    assert len(document) == len(pages.pages)
    assert pages.page_grid is not None
    wide, high = pages.page_grid.wide, pages.page_grid.high
    for number in range(len(document)):
        page = document[number]
        paper = page.get_width() * POINT, page.get_height() * POINT
        assert paper == pytest.approx(choices.size(pages.page_grid.is_landscape), abs=WITHIN)
        lines = straight(page)
        left, top = (page.get_width() * POINT - wide) / 2, 24.0
        for x, out in ((left, -1), (left + wide, 1)):
            for y, away in ((top, -1), (top + high, 1)):
                assert has(lines, (x + out * 2, y, x + out * 7.5, y)), (number, x, y)
                assert has(lines, (x, y + away * 2, x, y + away * 7.5)), (number, x, y)
        below = top + high + 9.4
        assert has(lines, (left, below, left, below + 4.6))
        assert has(lines, (left + 100, below, left + 100, below + 4.6))
        assert has(lines, (left + 55, below, left + 55, below + 3.1))


def test_cuts_between_tiles_are_48_millimetres_apart() -> None:
    pages = pages_of("neue_entdecker/base", PrintOptions(board=False, markers=False, side=48.0, ink_saving=True))
    page = pypdfium2.PdfDocument(pdf_bytes(pages._replace(pages=pages.pages[:1]), "Tiles", LINES))[0]
    lines = straight(page)
    for column in range(5):
        x = 9.0 + 48 * column
        assert has(lines, (x, 24 - 7.5, x, 24 - 3)), column
        assert has(lines, (x, 264 + 3, x, 264 + 7.5)), column


def test_in_colour_the_pictures_lie_in_the_same_place() -> None:
    pages = pages_of("_template/between_hedges", PrintOptions(markers=False))
    document = pypdfium2.PdfDocument(pdf_bytes(pages, "A meadow"))
    images = [item.get_bounds() for item in document[0].get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE])]
    assert images, "in colour the board is an image"
    assert pages.page_grid is not None
    left = (document[0].get_width() * POINT - pages.page_grid.wide) / 2
    assert min(box[0] for box in images) * POINT == pytest.approx(left, abs=0.5)


def ink_of(page: pypdfium2.PdfPage) -> float:
    """How much of a page is covered, 0 … 1."""
    grey = page.render(scale=0.5, grayscale=True)
    data = bytes(grey.buffer)
    rows = [data[row * grey.stride : row * grey.stride + grey.width] for row in range(grey.height)]
    return float(1 - sum(map(sum, rows)) / (255 * grey.width * grey.height))


@pytest.mark.long
def test_saving_ink_draws_the_same_in_lines() -> None:
    in_full = pages_of("neue_entdecker/base", PrintOptions(board=False, markers=False, backs="none"))
    in_lines = pages_of("neue_entdecker/base", PrintOptions(board=False, markers=False, backs="none", ink_saving=True))
    assert len(in_full.pages) == len(in_lines.pages)
    full = ink_of(pypdfium2.PdfDocument(pdf_bytes(in_full, "Tiles"))[1])
    lines = ink_of(pypdfium2.PdfDocument(pdf_bytes(in_lines, "Tiles", LINES))[1])
    assert 0.01 < lines < 0.15
    assert full > 3 * lines


def test_every_recipe_of_every_game_becomes_lines_on_bare_paper() -> None:
    for slug in known():
        for name in load(slug).style.STYLES.recipes:
            for step in LINES.style(name).steps:
                assert isinstance(step, Fill | Stroke | Rings), name
                if isinstance(step, Fill):
                    assert LINES.color(step.role).lightness() == 255, name
                if isinstance(step, Stroke):
                    assert step.width <= 0.04 and LINES.color(step.role).lightness() <= 200, name


@pytest.mark.parametrize("saving", [False, True])
def test_a_page_can_be_left_in_the_middle(saving: bool) -> None:
    """Qt would complain of a painter that is not put back, and fail this test."""
    page = pages_of("_template/between_hedges", PrintOptions(ink_saving=saving)).pages[0]
    theme = LINES if saving else LIGHT
    for steps in (1, 3, 9):
        painting = page_image(page, 20.0, None if saving else PictureCache(theme, 20.0), theme)
        for _step in range(steps):
            next(painting)
        painting.close()
