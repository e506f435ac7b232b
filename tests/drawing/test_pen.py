"""Lines as a pen draws them, sheets, and ornaments read from SVG files."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path as FilePath

import pytest

import studio
from studio.core.picture import Path, circle, rectangle, rounded_rectangle
from studio.drawing import pen
from studio.drawing.geometry import oval
from studio.drawing.pen import ornament_paths

# Lines

WAVE = [(x / 10, math.sin(x / 10)) for x in range(40)]


def test_bearings_are_clockwise_from_the_north() -> None:
    for bearing, place in ((0.0, (1, -1)), (math.pi / 2, (4, 2)), (math.pi, (1, 5))):
        assert pen.point_towards(1, 2, 3, bearing) == pytest.approx(place)


def test_a_curve_runs_from_end_to_end_through_its_middle() -> None:
    points = pen.bezier((0, 0), (0, 1), (1, 1), (1, 0), 5)
    assert points[0] == (0, 0) and points[-1] == (1, 0)
    assert points[2] == pytest.approx((0.5, 0.75))
    assert pen.polyline(((0, 0), (0, 1, 1, 1, 1, 0), (2, 0)))[-2:] == [(1, 0), (2, 0)]


def test_a_smooth_line_passes_all_its_points_and_rounded_corners_do_not() -> None:
    assert [step[-2:] for step in pen.smooth(WAVE)] == WAVE
    points = pen.round_corners([(0, 0), (1, 0), (1, 1)], 2)
    assert points[0] == (0, 0) and points[-1] == (1, 1) and (1, 0) not in points
    assert min(math.dist(point, (1, 0)) for point in points) > 0.1


def test_steps_are_even() -> None:
    for step in (0.05, 0.3):
        points = pen.resample(WAVE, step)
        assert points[0] == WAVE[0] and points[-1] == WAVE[-1]
        assert all(math.dist(a, b) == pytest.approx(step, rel=0.1) for a, b in pairwise(points))


def test_points_are_spaced_evenly_along_a_line() -> None:
    line = [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0)]
    assert pen.line_length(line) == 6
    assert pen.point_at(line, 4) == pytest.approx((3, 1, math.pi / 2))
    assert [place[:2] for place in pen.evenly_spaced(line, 3, 1, 1)] == [(1, 0), (3, 0), (3, 2)]
    assert pen.evenly_spaced(line, 1, 0, 2)[0][:2] == (2, 0)


def test_offsets_are_to_the_right_of_a_line() -> None:
    line = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]
    assert [pen.offset_point(line, number, 0.5) for number in range(3)] == [(0, 0.5), (1, 0.5), (2, 0.5)]
    assert pen.extended_ends(tuple(line), 0.25) == ((-0.25, 0), (2.25, 0))


@pytest.mark.parametrize(
    ("start", "direction", "span"),
    [
        ((1, 1), (1, 0), (0, 3)),
        ((-2, 1), (1, 0), (2, 6)),
        ((1, 1), (0, -2), (0, 0.5)),
        ((1, 1), (1, 1), (0, 1)),
        ((5, 1), (1, 0), None),
        ((-1, 1), (0, 1), None),
    ],
)
def test_the_part_of_a_line_inside_a_box(
    start: tuple[float, float], direction: tuple[float, float], span: tuple[float, float] | None
) -> None:
    assert pen.clip_line(start, direction, (0, 0, 4, 2), 0, 9) == span


# Ornaments

ROOT = FilePath(studio.__file__).parents[1]
FILES = sorted((ROOT / "resources" / "ornaments").glob("*/*.svg"))
Drawer = Callable[[str], tuple[Path, ...]]


@pytest.fixture
def drawn(tmp_path: FilePath, monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawer]:
    """Return a function that makes an ornament of some elements."""
    monkeypatch.setattr(pen, "resources_dir", lambda: tmp_path)
    (tmp_path / "ornaments").mkdir()

    def draw(elements: str) -> tuple[Path, ...]:
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:i="http://inkscape.org">{elements}</svg>'
        (tmp_path / "ornaments" / "one.svg").write_text(svg, encoding="utf-8")
        pen._read.cache_clear()
        ornament_paths.cache_clear()
        return ornament_paths("one")

    yield draw
    pen._read.cache_clear()
    ornament_paths.cache_clear()


@pytest.mark.parametrize(
    ("element", "path"),
    [
        ('<circle class="a" cx="1" cy="2" r=".5"/>', Path("a", (circle(1, 2, 0.5),))),
        ('<ellipse class="a" cx="1" cy="2" rx=".5" ry=".2"/>', Path("a", (oval(1, 2, 0.5, 0.2),))),
        ('<rect class="a" width="3" height="4" y="-1"/>', Path("a", (rectangle(0, -1, 3, 4),))),
        ('<rect class="a" width="3" height="4" rx=".5"/>', Path("a", (rounded_rectangle(0, 0, 3, 4, 0.5),))),
        ('<polyline class="a" points="0,0 1,2 3 -4"/>', Path("a", (((0, 0), (1, 2), (3, -4)),), is_closed=False)),
        ('<path class="a" d="M0,0 1,2Z M3-4L1e1.5z"/>', Path("a", (((0, 0), (1, 2)), ((3, -4), (10, 0.5))))),
        (
            '<path class="a" d="M1,1H3V4C1 2,3 4,5 6 7 8,9 8,7 6"/>',
            Path("a", (((1, 1), (3, 1), (3, 4), (1, 2, 3, 4, 5, 6), (7, 8, 9, 8, 7, 6)),), is_closed=False),
        ),
        (
            '<path class="a" d="m1,1 1,1h2v3l-1,0c1,1 2,2 3,3zm1,0v1z"/>',
            Path("a", (((1, 1), (2, 2), (4, 2), (4, 5), (3, 5), (4, 6, 5, 7, 6, 8)), ((2, 1), (2, 2)))),
        ),
        (
            '<g class="a"><circle r="1"/><rect width="1" height="1"/></g>',
            Path("a", (circle(0, 0, 1), rectangle(0, 0, 1, 1))),
        ),
        ('<style>x</style><i:view/><g><title>T</title><circle class="a" r="1"/></g>', Path("a", (circle(0, 0, 1),))),
    ],
)
def test_every_kind_of_element_becomes_a_path(drawn: Drawer, element: str, path: Path) -> None:
    (found,) = drawn(element)
    assert found == path


@pytest.mark.parametrize(
    ("elements", "reason"),
    [
        ('<line class="a" x2="1"/>', "an element line"),
        ('<text class="a">x</text>', "an element text"),
        ('<circle r="1"/>', "without class"),
        ('<g class="a"></g>', "in one group, or none"),
        ('<g class="a"><circle r="1"/><polyline points="0,0 1,1"/></g>', "open and closed outlines in one group"),
        ('<g transform="scale(2)"><circle class="a" r="1"/></g>', "g has a transform"),
        ('<path class="a" d="M0,0Q1,1 2,2"/>', "path data Q1,1 2,2"),
        ('<path class="a" d="M0,0L1"/>', "path data L1"),
        ('<path class="a" d="L1,1"/>', "path data L1,1"),
        ('<path class="a" d="M0,0L1,1ZL2,2Z"/>', "path data L2,2"),
        ('<path class="a" d="M0,0L1,1ZM1,1L2,2"/>', "with open and closed ones"),
        ('<path class="a"/>', "a path without outlines"),
        ('<rect class="a" width="wide"/>', "wide"),
        ("<g>", "mismatched tag"),
    ],
)
def test_invalid_files_are_reported_with_place_and_reason(drawn: Drawer, elements: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"ornament one: .*{re.escape(reason)}"):
        drawn(elements)


def test_an_ornament_is_placed_enlarged_turned_and_restyled(drawn: Drawer) -> None:
    drawn('<polyline class="a" points="0,0 1,0 1,.5"/>')
    (one,) = ornament_paths("one", 3, 4, 2, cell=7, style="b")
    assert one == Path("b", (((3, 4), (5, 4), (5, 5)),), 7, is_closed=False)
    (turned,) = ornament_paths("one", 3, 4, 2, turn=90)
    assert [value for point in turned.outlines[0] for value in point] == pytest.approx([3, 4, 3, 6, 2, 6])
    with pytest.raises(OSError, match="never_drawn"):
        ornament_paths("never_drawn")


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_ornament_is_read_and_its_styles_are_known(file: FilePath) -> None:
    recipes = pytest.importorskip("studio.gui.style.recipes")
    known = recipes.RECIPES.keys() | recipes.game_styles().recipes.keys()
    paths = ornament_paths(f"{file.parent.name}/{file.stem}")
    assert paths
    assert [path.style for path in paths if path.style not in known and not recipes.parse_recipe(path.style)] == []


def test_every_ornament_is_used_and_none_is_missing() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "studio").rglob("*.py"))
    names = {re.sub(r"\{\w+\}", "[a-z_]*", name) for name in re.findall(r'ornament_paths\(\s*f?"([^"]+)"', code)}
    drawn_by = {
        file: [name for name in names if re.fullmatch(name, f"{file.parent.name}/{file.stem}")] for file in FILES
    }
    assert [file.stem for file, found in drawn_by.items() if not found] == []
    assert {name for found in drawn_by.values() for name in found} == names
