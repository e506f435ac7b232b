"""The meadow in the editor: what can be read, what the checks find and mend, and what painting, sizes and fields do."""

from __future__ import annotations

import pytest

from studio.core.form import Stamp
from studio.core.problems import Severity
from studio.games._template.body import Body, grass_of, parse, to_plain
from studio.games._template.checks import check
from studio.games._template.editing import blank, eraser, pick, resize, set_field, stamp
from tests.helpers import body_after


def test_a_body_is_read_as_it_was_written() -> None:
    assert parse(to_plain(blank())) == blank()


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        ({"spaces": ["..."]}, "`$.spaces`"),
        ({"spaces": ["...", "..", "..."]}, "`$.spaces[1]`"),
        ({"spaces": ["...", ".~.", "..."]}, "`$.spaces[1]`"),
        ({"spaces": ["..."] * 3, "seeds": [1, 2, -1]}, "`$.seeds[2]`"),
        ({"spaces": ["..."] * 3, "bees": 1}, "`$`"),
    ],
)
def test_what_could_not_be_shown_is_refused_with_its_place(raw: object, place: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refused:
        parse(raw)
    assert str(refused.value).startswith(place + ": ")


def test_painting_is_pure_and_gives_the_same_object_where_nothing_changes() -> None:
    body = blank()
    hedged = stamp(body, 7, Stamp("hedge"))
    assert hedged.spaces[1] == ".#...."
    assert body == blank()
    assert pick(hedged, 7) == Stamp("hedge")
    assert stamp(hedged, 7, Stamp("hedge")) is hedged
    assert stamp(hedged, 99, Stamp("hedge")) is hedged
    assert stamp(hedged, 7, eraser(hedged, 7)) == body


def test_a_hedge_around_a_square_is_found_and_mended() -> None:
    body = stamp(stamp(blank(), 1, Stamp("hedge")), 6, Stamp("hedge"))
    (found,) = check(body)
    assert (found.code, found.severity, found.cells) == ("alone", Severity.ERROR, (0,))
    after = body_after(found.fix, Body)
    assert not check(after)
    assert 0 not in grass_of(after)


def test_too_little_grass_and_too_few_seeds_cannot_be_played() -> None:
    found = check(Body(("...", "###", "..."), (1, 1, 1)))
    assert [(problem.code, problem.severity) for problem in found] == [
        ("few_squares", Severity.ERROR),
        ("few_seeds", Severity.ERROR),
    ]
    assert [problem.code for problem in check(body_after(found[0].fix, Body))] == ["few_seeds"]


def test_sizes_grow_and_shrink_on_every_side() -> None:
    body = Body(("...", ".#.", "..."))
    assert resize(body, 1, 0, 0, 2).spaces == ("....", "..#.", "....", "....", "....")
    assert resize(resize(body, 2, 1, 1, 0), -2, -1, -1, 0) == body
    with pytest.raises(ValueError, match="2 × 3"):
        resize(body, -1, 0, 0, 0)


def test_fields_are_set_within_their_limits() -> None:
    body = blank()
    assert set_field(body, -1, "seeds.2", 7).seeds == (12, 8, 7)
    assert set_field(body, -1, "seeds.2", 5) is body
    assert set_field(body, 3, "space", "hedge") == stamp(body, 3, Stamp("hedge"))
    for target, key, value in ((-1, "seeds.2", 100), (-1, "seeds.3", 1), (-1, "note.size", "9"), (3, "space", "pond")):
        with pytest.raises(ValueError, match=r"\.$"):
            set_field(body, target, key, value)
