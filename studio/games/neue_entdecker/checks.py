"""Checks of a layout of Die Neuen Entdecker.

The codes of the sea and of draw stacks are in seatiles/checks. Codes of the rest of the box: `jungle.tokens_short`,
`jungle.no_dot`, `jungle.no_eye`, `jungle.eye_first`, `units.few_scouts`, `die.wheel_only`, `gold.no_first_turn`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from studio.core.book import Explanation, Explanations, build_explanation
from studio.core.cache import cached_by_identity
from studio.core.cancellation import CancelToken
from studio.core.form import Survey
from studio.core.problems import ERROR, WARNING, Fix, Problem, by_severity
from studio.core.text import _
from studio.documents.markup import load_explanations
from studio.games.neue_entdecker.body import SEATS, Body
from studio.games.neue_entdecker.text import PLAIN
from studio.seatiles.body import with_fields
from studio.seatiles.checks import check_sea, no_first_turn, verify_sea
from studio.seatiles.checks.fixes import draw_stacks, sea_examples

MIN_SCOUTS = 3  # one scout marks the points (N0), and two more can be named chiefs (N14)


@cached_by_identity(2)
def check(body: Body) -> Sequence[Problem]:
    found = [*check_sea(body), *draw_stacks(body, "stacks", body.stacks), *_jungle(body), *_units(body), *_money(body)]
    return tuple(by_severity(found))


def verify(body: Body, cancel: CancelToken) -> Sequence[Problem]:
    return verify_sea(body, cancel)


def survey(body: Body, target: int, cancel: CancelToken) -> Survey:
    from studio.seatiles.checks.measures import CostTerms, survey_sea  # heavy import: solver and drawing

    return survey_sea(body, target, CostTerms(_tile_price(body), _max_first_gold(body)), cancel)


def codes() -> Sequence[str]:
    return tuple(_texts())


def explain(code: str) -> Explanation:
    return build_explanation(code, _texts(), sea_examples(PLAIN), check, verify)


def _texts() -> Explanations:
    return load_explanations("NT", "sea_tiles", "neue_entdecker")


def _jungle(body: Body) -> Iterator[Problem]:
    jungle = body.jungle
    huts, tokens = len(jungle.paths), sum(jungle.tokens.values())
    if tokens < huts:
        highest = max(jungle.tokens, key=int, default="5")
        enough = {**jungle.tokens, highest: jungle.tokens.get(highest, 0) + huts - tokens}
        message = _("{huts} huts can each get a plant token, but the bag has only {tokens}.").format(
            huts=huts, tokens=tokens
        )
        fix = Fix(
            _("Add {count} tokens of {value}").format(count=huts - tokens, value=highest),
            with_fields(body, jungle=msgspec.structs.replace(jungle, tokens=enough)),
        )
        yield Problem("jungle.tokens_short", ERROR, message, field="jungle.tokens", fix=fix)
    no_dot = _(
        "The dot is on space {place}, but some paths have a length of only {lengths}. Their huts never get a token."
    )
    no_eye = _(
        "The eye is on space {place}, but some paths have a length of only {lengths}. No scout "
        "ever looks into their huts."
    )
    for code, place, text in (("jungle.no_dot", jungle.dot, no_dot), ("jungle.no_eye", jungle.eye, no_eye)):
        short = sorted({length for length in jungle.paths if length < place})
        if short:
            yield Problem(
                code,
                WARNING,
                text.format(place=place, lengths=", ".join(map(str, short))),
                field="jungle.dot" if code == "jungle.no_dot" else "jungle.eye",
            )
    if jungle.eye < jungle.dot:
        yield Problem(
            "jungle.eye_first",
            WARNING,
            _("The eye is nearer to the hut than the dot, so a scout on it comes before the hut has a token."),
            field="jungle.eye",
        )


def _units(body: Body) -> Iterator[Problem]:
    units = body.units
    few = [seats for seats in SEATS if units.scout.count[seats] < MIN_SCOUTS]
    if few:
        enough = {seats: max(units.scout.count[seats], MIN_SCOUTS) for seats in SEATS}
        scout = msgspec.structs.replace(units.scout, count=enough)
        text = _(
            "With {seats} seats, each seat has fewer than 3 scouts. One marks the points, and two "
            "can become chief scouts."
        ).format(seats=", ".join(few))
        fix = Fix(_("At least 3 scouts"), with_fields(body, units=msgspec.structs.replace(units, scout=scout)))
        yield Problem("units.few_scouts", ERROR, text, field=f"units.scout.{few[0]}", fix=fix)


def _money(body: Body) -> Iterator[Problem]:
    if set(body.die) == {"wheel"}:
        yield Problem(
            "die.wheel_only",
            WARNING,
            _("The die shows only wheels, so income is always chosen and never rolled."),
            field="die",
        )
    yield from no_first_turn(body, _tile_price(body), _max_first_gold(body), partial(_start_gold_fix, body))


def _tile_price(body: Body) -> int:
    """Return the minimum gold for a tile of an expedition (N4)."""
    return min(body.gold.hidden_tile, body.gold.open_tile)


def _max_first_gold(body: Body) -> int:
    """Return the most gold that a seat can have for its first expedition (N1)."""
    most = max((6 if face == "wheel" else face) for face in body.die)
    return body.gold.start + (most if body.gold.start < body.gold.roll_below else 0)


def _start_gold_fix(body: Body, price: int) -> Fix | None:
    if price > 99:
        return None
    return Fix(
        _("Start with {gold} gold").format(gold=price),
        with_fields(body, gold=msgspec.structs.replace(body.gold, start=price)),
    )
