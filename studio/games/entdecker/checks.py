"""Checks of a layout of Entdecker.

The codes of the sea and of draw stacks are in seatiles/checks. Codes of the rest of the box: `event.class`,
`spinner.no_faces`, `spinner.negative`, `spinner.nothing`, `units.none`, `units.negative`, `units.negative_price`,
`units.too_dear`, `gold.negative`, `gold.no_room`, `gold.over_cap`, `gold.no_first_turn`, `chips.negative`,
`chips.none`, `ruins.negative`, `bonus.unscored`, `personal.short`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from studio.core.book import Explanation, Explanations, build_explanation
from studio.core.cache import cached_by_identity
from studio.core.cancellation import CancelToken
from studio.core.form import Survey
from studio.core.problems import ERROR, INFO, WARNING, Fix, Problem, by_severity
from studio.core.text import _, plural
from studio.documents.markup import load_explanations
from studio.games.entdecker.body import Body, Units
from studio.games.entdecker.text import PLAIN, event_text
from studio.seatiles.body import Laid, TileKind, contents, with_fields
from studio.seatiles.checks import check_sea, no_first_turn, verify_sea
from studio.seatiles.checks.fixes import draw_stacks, sea_examples
from studio.seatiles.facts import kind_class

MAX_SEATS = 4
TILE_PRICE = 1  # gold per tile of an expedition (E4)


@cached_by_identity(2)
def check(body: Body) -> Sequence[Problem]:
    found = [
        *check_sea(body, from_any_sea=True),
        *draw_stacks(body, "piles", body.piles),
        *_events(body),
        *_spinner(body),
        *_units(body),
        *_gold(body),
        *_points(body),
        *_personal(body),
    ]
    return tuple(by_severity(found))


def verify(body: Body, cancel: CancelToken) -> Sequence[Problem]:
    return verify_sea(body, cancel, from_any_sea=True)


def survey(body: Body, target: int, cancel: CancelToken) -> Survey:
    from studio.seatiles.checks.measures import CostTerms, survey_sea  # heavy import: solver and drawing

    return survey_sea(body, target, CostTerms(TILE_PRICE, _max_first_gold(body), from_any_sea=True), cancel)


def codes() -> Sequence[str]:
    return tuple(_texts())


def explain(code: str) -> Explanation:
    return build_explanation(code, _texts(), sea_examples(PLAIN), check, verify)


def _texts() -> Explanations:
    return load_explanations("ET", "sea_tiles", "entdecker")


def _events(body: Body) -> Iterator[Problem]:
    for index, kind in enumerate(body.tiles):
        cls = kind_class(kind)
        wrong = [event for event, count in kind.events.items() if count > 0 and cls not in body.events[event]]  # type: ignore[index]  # checked by `validate_sea`
        for event in wrong:
            saved = {name: count for name, count in kind.events.items() if name != event}
            plain = msgspec.structs.replace(kind, events=saved, hidden=min(999, kind.hidden + kind.events[event]))
            text = plural(
                "{count} hidden “{name}” has the event “{event}”, which is not allowed for class {cls}.",
                "{count} hidden “{name}” have the event “{event}”, which is not allowed for class {cls}.",
                kind.events[event],
            ).format(count=kind.events[event], name=kind.name, event=event_text(event), cls=cls)
            fix = Fix(_("Make them plain tiles"), _with_kind(body, index, plain))
            yield Problem("event.class", ERROR, text, field=f"event {event}:{kind.name}", fix=fix)
        if kind.bonus:
            places = tuple(
                cell for cell, laid in enumerate(contents(body)) if isinstance(laid, Laid) and laid.tile == kind.name
            )
            scored = msgspec.structs.replace(kind, bonus=0)
            text = _("“{name}” has a bonus of {bonus}, but islands have no bonuses in this game.").format(
                name=kind.name, bonus=kind.bonus
            )
            fix = Fix(_("Remove the bonus"), _with_kind(body, index, scored))
            yield Problem("bonus.unscored", WARNING, text, places, field=f"bonus:{kind.name}", fix=fix)


def _with_kind(body: Body, index: int, kind: TileKind) -> Body:
    return with_fields(body, tiles=[*body.tiles[:index], kind, *body.tiles[index + 1 :]])


def _spinner(body: Body) -> Iterator[Problem]:
    if not body.spinner:
        text = _("The income spinner has no faces, so no season can begin.")
        fix = Fix(_("Use the faces 2, 3, 4, 5"), with_fields(body, spinner=(2, 3, 4, 5)))
        yield Problem("spinner.no_faces", ERROR, text, field="spinner", fix=fix)
    elif min(body.spinner) < 0:
        raised = tuple(sorted(max(face, 0) for face in body.spinner))
        text = _("The income spinner has the face {face}. Income cannot be negative.").format(face=min(body.spinner))
        fix = Fix(_("Set negative faces to 0"), with_fields(body, spinner=raised))
        yield Problem("spinner.negative", ERROR, text, field="spinner", fix=fix)
    elif not any(body.spinner):
        text = _("All faces of the income spinner are 0, so no seat ever gains gold.")
        yield Problem("spinner.nothing", WARNING, text, field="spinner")


def _units(body: Body) -> Iterator[Problem]:
    labels = {"scout": _("scouts"), "fort": _("forts"), "settlement": _("settlements")}
    for name, unit in msgspec.structs.asdict(body.units).items():
        if unit.count < 0:
            message = _("A seat cannot have {count} {units}. The minimum is 0.").format(
                count=unit.count, units=labels[name]
            )
            fix = _with_unit(body, name, "count", 0)
            yield Problem("units.negative", ERROR, message, field=f"units.{name}.count", fix=fix)
        if unit.cost < 0:
            message = _("The price of {units} is {cost} gold. Prices cannot be negative.").format(
                units=labels[name], cost=unit.cost
            )
            fix = _with_unit(body, name, "cost", 0)
            yield Problem("units.negative_price", ERROR, message, field=f"units.{name}.cost", fix=fix)
        elif unit.count > 0 and unit.cost > max(body.gold.cap, 0):
            message = _("No seat can ever pay {cost} gold for {units}, because a seat holds at most {cap}.").format(
                cost=unit.cost, units=labels[name], cap=body.gold.cap
            )
            fix = _with_unit(body, name, "cost", max(body.gold.cap, 0))
            yield Problem("units.too_dear", WARNING, message, field=f"units.{name}.cost", fix=fix)
    if not any(unit.count for unit in msgspec.structs.asdict(body.units).values()):
        message = _("No seat has any units, so no island can be claimed.")
        fix = Fix(_("Give each seat 3 scouts, 2 forts and a settlement"), with_fields(body, units=Units()))
        yield Problem("units.none", ERROR, message, field="units.scout.count", fix=fix)


def _with_unit(body: Body, name: str, part: str, number: int) -> Fix:
    unit = msgspec.structs.replace(getattr(body.units, name), **{part: number})
    return _set_to(number, with_fields(body, units=msgspec.structs.replace(body.units, **{name: unit})))


def _with_gold(body: Body, name: str, number: int) -> Fix:
    return _set_to(number, with_fields(body, gold=msgspec.structs.replace(body.gold, **{name: number})))


def _set_to(number: int, body: Body) -> Fix:
    return Fix(_("Set to {number}").format(number=number), body)


def _gold(body: Body) -> Iterator[Problem]:
    gold = body.gold
    for name, what, count in (
        ("start", _("starting gold"), gold.start),
        ("cap", _("gold limit of a seat"), gold.cap),
        ("find", _("gold from a gold find"), gold.find),
    ):
        if count < 0:
            message = _("The {what} is {count}. The minimum is 0.").format(what=what, count=count)
            yield Problem("gold.negative", ERROR, message, field=f"gold.{name}", fix=_with_gold(body, name, 0))
    if gold.cap == 0:
        message = _("A seat can hold no gold, so no seat can ever pay for a tile.")
        yield Problem("gold.no_room", ERROR, message, field="gold.cap", fix=_with_gold(body, "cap", 12))
    if 0 < gold.cap < gold.start:
        message = _("Each seat starts with {start} gold, but can hold only {cap}.")
        text = message.format(start=gold.start, cap=gold.cap)
        yield Problem("gold.over_cap", WARNING, text, field="gold.start", fix=_with_gold(body, "start", gold.cap))
    yield from no_first_turn(
        body,
        TILE_PRICE,
        _max_first_gold(body),
        lambda price: _with_gold(body, "start", price) if gold.cap >= price else None,
    )


def _max_first_gold(body: Body) -> int:
    """Return the most gold that a seat can have for its first expedition (E1, E2)."""
    return min(body.gold.start + max((0, *body.spinner)), max(body.gold.cap, 0))


def _points(body: Body) -> Iterator[Problem]:
    for value, count in body.chips.items():
        if count < 0:
            text = _("There cannot be {count} plant chips of value {value}. The minimum is 0.").format(
                count=count, value=value
            )
            fix = _set_to(0, with_fields(body, chips={**body.chips, value: 0}))
            yield Problem("chips.negative", ERROR, text, field="chips", fix=fix)
    if not any(body.chips.values()):
        yield Problem("chips.none", INFO, _("The box has no plant chips."), field="chips")
    if body.ruins < 0:
        text = _("Ruins are worth {count} points. Their points cannot be negative.").format(count=body.ruins)
        fix = _set_to(0, with_fields(body, ruins=0))
        yield Problem("ruins.negative", ERROR, text, field="ruins", fix=fix)


def _personal(body: Body) -> Iterator[Problem]:
    reserve: Counter[int] = Counter()
    laid = Counter(one.tile for one in contents(body) if isinstance(one, Laid))
    for kind in body.tiles:
        if not kind.bonus:
            reserve[kind_class(kind)] += max(0, kind.sorted - laid[kind.name])
    for cls, count in sorted(Counter(body.personal).items()):
        if count * MAX_SEATS > reserve[cls]:
            text = _(
                "With personal tiles, four seats take {count} tiles of class {cls} from the reserve, "
                "which has {left}. The missing ones are added."
            ).format(count=count * MAX_SEATS, cls=cls, left=reserve[cls])
            yield Problem("personal.short", INFO, text, field="personal")
