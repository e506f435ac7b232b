"""What the inspector shows of a layout: the sea as everywhere (seatiles/forms.py), and this game's box.

Field keys of the box: "stacks"; "die"; "units.scout.cost", "units.scout.2" (and the other units and numbers of
seats); "gold.start" (and the other sums); "jungle.paths", "jungle.dot", "jungle.eye", "jungle.tokens".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from studio.core.form import Field, Section
from studio.core.targets import EDGE_BASE, target_edge
from studio.core.text import _
from studio.games.neue_entdecker.body import EVENTS, SEATS, Body, Unit
from studio.seatiles.editing.forms import (
    board_sections,
    box_fields,
    edge_form,
    kind_section,
    new_kind_field,
    space_form,
)

UNITS = ("scout", "base", "settlement")


def event_words(event: str) -> str:
    """An event's name."""
    return {
        "gold": _("Gold-digger"),
        "pirates": _("Pirates"),
        "natives": _("Natives"),
        "storm": _("Storm"),
    }[event]


def form(body: Body, target: int) -> Sequence[Section]:
    """The inspector for a target, or for the whole layout when it is -1."""
    if target < 0:
        return tuple(_layout_form(body))
    if target >= EDGE_BASE:
        return (edge_form(body, *target_edge(target)),)
    return space_form(body, target)


def _layout_form(body: Body) -> Iterator[Section]:
    yield from board_sections(body)
    yield Section(
        _("The box"),
        (*box_fields(body), Field("stacks", _("Draw stacks"), "int", body.stacks, 1, 12), new_kind_field()),
        _("How the box's tiles split into classes and events is reconstructed; the totals are known."),
    )
    events = {event: event_words(event) for event in EVENTS}
    for kind in body.tiles:
        yield kind_section(kind, events, has_bonus=True)
    yield Section(
        _("Die"),
        (Field("die", _("Faces"), "text", " ".join(map(str, body.die)), tip=_("Numbers from 1 to 9, and “wheel”.")),),
    )
    yield from _goods(body)


def _goods(body: Body) -> Iterator[Section]:
    names = {"scout": _("Scouts"), "base": _("Bases"), "settlement": _("Settlements")}
    for key in UNITS:
        unit: Unit = getattr(body.units, key)
        fields = [Field(f"units.{key}.cost", _("Price in gold"), "int", unit.cost, 0, 99)]
        fields += [
            Field(f"units.{key}.{seats}", _("With {seats} seats").format(seats=seats), "int", unit.count[seats], 0, 99)
            for seats in SEATS
        ]
        yield Section(
            names[key], tuple(fields), _("One scout of each seat marks its points.") if key == "scout" else ""
        )
    gold = body.gold
    yield Section(
        _("Gold"),
        (
            Field("gold.start", _("At the start"), "int", gold.start, 0, 99),
            Field("gold.roll_below", _("Roll for income below"), "int", gold.roll_below, 0, 99),
            Field("gold.hidden_tile", _("Price of a hidden tile"), "int", gold.hidden_tile, 1, 99),
            Field("gold.open_tile", _("Price of an open tile"), "int", gold.open_tile, 1, 99),
            Field("gold.route_toll", _("To each owner on the route"), "int", gold.route_toll, 0, 99),
            Field("gold.digger", _("From the gold-digger"), "int", gold.digger, 0, 99),
        ),
    )
    jungle = body.jungle
    tokens = ", ".join(f"{count} × {value}" for value, count in jungle.tokens.items())
    yield Section(
        _("Jungle"),
        (
            Field(
                "jungle.paths",
                _("Path lengths"),
                "text",
                " ".join(map(str, jungle.paths)),
                tip=_("One number for each hut."),
            ),
            Field("jungle.dot", _("Dot on space"), "int", jungle.dot, 1, 12, tip=_("Counted from the hut.")),
            Field("jungle.eye", _("Eye on space"), "int", jungle.eye, 1, 12, tip=_("Counted from the hut.")),
            Field("jungle.tokens", _("Plant tokens"), "text", tokens, tip=_("How many of which value: 3 × 5, 3 × 10")),
        ),
        _("The lengths of the published paths and the place of the eye are reconstructed."),
    )
