"""What the inspector shows of a layout: the sea as everywhere (seatiles/forms.py), and this game's box.

Field keys of the box: "piles"; "spinner"; "units.scout.cost", "units.scout.count" (and the other units); "gold.start",
"gold.cap", "gold.find"; "chips"; "ruins"; "events.storm" (and the other events): the classes that may bear it;
"personal".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from studio.core.form import Field, Section
from studio.core.targets import EDGE_BASE, target_edge
from studio.core.text import _
from studio.games.entdecker.body import EVENTS, UNITS, Body, Unit
from studio.games.entdecker.words.places import event_words
from studio.seatiles.editing.forms import (
    board_sections,
    box_fields,
    edge_form,
    kind_section,
    new_kind_field,
    space_form,
)


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
        (*box_fields(body), Field("piles", _("Draw piles"), "int", body.piles, 1, 12), new_kind_field()),
        _("How the box's tiles split into classes and events is reconstructed; the totals are known."),
    )
    words: dict[str, str] = {event: event_words(event) for event in EVENTS}
    for kind in body.tiles:
        yield kind_section(kind, words, has_bonus=False)
    classes = [
        Field(
            f"events.{event}",
            words[event],
            "text",
            _row(body.events[event]),
            tip=_("The classes of tile, 1 to 6, that may bear it."),
        )
        for event in EVENTS
    ]
    yield Section(_("Events by class"), tuple(classes), _("Which classes bear which event is reconstructed."))
    yield from _goods(body)


def _row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _goods(body: Body) -> Iterator[Section]:
    faces = Field("spinner", _("Faces"), "text", _row(body.spinner), tip=_("Gold for every seat, season by season."))
    yield Section(_("Income spinner"), (faces,), _("That all faces come up equally often is reconstructed."))
    names = {"scout": _("Scouts"), "fort": _("Forts"), "settlement": _("Settlements")}
    for key in UNITS:
        unit: Unit = getattr(body.units, key)
        yield Section(
            names[key],
            (
                Field(f"units.{key}.cost", _("Price in gold"), "int", unit.cost, 0, 99),
                Field(f"units.{key}.count", _("Of each seat"), "int", unit.count, 0, 99),
            ),
        )
    gold = body.gold
    yield Section(
        _("Gold"),
        (
            Field("gold.start", _("At the start"), "int", gold.start, 0, 99),
            Field("gold.cap", _("The most a seat can hold"), "int", gold.cap, 0, 99),
            Field("gold.find", _("From a gold find"), "int", gold.find, 0, 99),
        ),
    )
    chips = ", ".join(f"{count} × {value}" for value, count in body.chips.items())
    yield Section(
        _("Points"),
        (
            Field("chips", _("Plant chips"), "text", chips, tip=_("How many of which value: 5 × 1, 5 × 2")),
            Field("ruins", _("For ruins"), "int", body.ruins, 0, 99),
        ),
        _("How the 20 chips split into values is reconstructed."),
    )
    yield Section(
        _("Personal tiles"),
        (Field("personal", _("Classes"), "text", _row(body.personal), tip=_("One tile of each for every seat.")),),
        _("With the option of that name; the tiles come out of the reserve."),
    )
