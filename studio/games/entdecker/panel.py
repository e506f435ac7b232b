"""Side panel (seats, goods, piles, personal tiles, tiles and chips left, gold), and prompts for the seat (E15)."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.game import CHANCE, OVER, legal_kinds
from studio.core.panel import Amount, Group, Item, Panel, Seat, Step
from studio.core.text import _, plural, seat_mark, winner_title
from studio.games.entdecker.drawing import OWN_TARGET, PIECE_STYLE, gold_inset, in_hand
from studio.games.entdecker.rules import State, board as a
from studio.games.entdecker.rules.expedition import price
from studio.games.entdecker.text import chips, event_name, unit_name
from studio.seatiles.panel import (
    Prompt,
    class_items,
    event_items,
    goods_items,
    lay_prompt,
    misfit_group,
    sorted_counts,
    stacks_group,
    steps_of,
    upcoming_group,
)
from studio.seatiles.text import class_name, gold_text, space, stack, tile_name, tiles_text, turn_title

_STAGE = {
    a.P_TOPS: -1,
    a.P_SPIN: 0,
    a.P_START: 1,
    a.P_DECLARE: 2,
    a.P_GO: 3,
    a.P_FRONT: 3,
    a.P_LAY: 3,
    a.P_CHIP: 4,
    a.P_ISLAND: 4,
    a.P_OVER: 5,
}


def panel(state: State, seat: int) -> Panel:
    """Return the side panel of this position; all of it is public (E1)."""
    title, hint = prompt(state)
    return Panel(
        turn=_("The end") if state.to_move == OVER else turn_title(state),
        steps=_steps(state),
        title=title,
        hint=hint,
        seats=tuple(_seat(state, other) for other in range(state.seats)),
        groups=_groups(state),
        insets=(gold_inset(state),),
        hand=in_hand(state),
        amounts=_amounts(state),
    )


def _amounts(state: State) -> tuple[Amount, ...]:
    """Return the number of draws, or the gold, to declare (E4, E14)."""
    if state.to_move < 0 or state.phase != a.P_DECLARE:
        return ()
    return (Amount(_("Declare"), tuple((action[1], action) for action in state.legal() if action[0] == a.DECLARE)),)


def _steps(state: State) -> tuple[Step, ...]:
    """Return the five stages of a turn (E2–E8), with the declared draws left next to the expedition."""
    stage = _STAGE[state.phase]
    if state.phase in (a.P_TOPS, a.P_CHIP) and state.then in (a.THEN_PLACE, a.THEN_GO):
        stage = 3  # during the expedition
    explore = _("Explore")
    if stage == 3 and state.declared:
        explore = _("Explore {left}/{declared}").format(left=state.left, declared=state.declared)
    return steps_of((_("Income"), _("Set sail"), _("Declare"), explore, _("Islands")), stage)


def _seat(state: State, seat: int) -> Seat:
    tip = _("gold, maximum {most}").format(most=state.board.most_gold)
    items = goods_items(state, seat, tip, PIECE_STYLE.units, unit_name)
    found = state.chips[seat]
    tip = chips(len(found))
    if found:
        tip = _("{chips}: {values}").format(chips=tip, values=", ".join(map(str, sorted(found))))
    items.append(Item("entdecker/chip", str(len(found)), tip=tip, is_faded=not found))
    return Seat(seat, state.points[seat], tuple(items), _note(state, seat))


def _note(state: State, seat: int) -> str:
    """Return the first player of this season (E2), and the number of personal tiles left (E14)."""
    texts = []
    if seat == state.first and state.to_move != OVER and state.season:
        texts.append(_("first player"))
    if state.personal[seat]:
        count = len(state.personal[seat])
        texts.append(plural("{count} personal tile", "{count} personal tiles", count).format(count=count))
    return ", ".join(texts)


def _groups(state: State) -> tuple[Group, ...]:
    reserve = sorted_counts(state)
    return (
        stacks_group(_("Draw piles"), state.stack_size, state.stack_top, stack),
        *_own_tiles(state),
        upcoming_group(state, _("still in the piles: {name} (class {cls})")),
        _events(state),
        _chips(state),
        Group(_("Reserve"), tiles_text(sum(reserve)), class_items(reserve, _("in the reserve: {name} (class {cls})"))),
        *misfit_group(state, _("Out of the game"), _("out of the game: {name} (class {cls})")),
    )


def _own_tiles(state: State) -> tuple[Group, ...]:
    """Return the personal tiles of the seat whose turn it is (E14); no group without the option."""
    if not state.personal_tiles or state.to_move == OVER:
        return ()
    kinds = state.board.chart.kinds
    items = tuple(
        Item(
            f"seatiles/class_{kinds[kind].cls}",
            str(state.personal[state.active].count(kind)),
            tip=_("personal tile: {tile}, costs 2 of the declared gold").format(tile=tile_name(state.board, kind)),
            target=OWN_TARGET + kind,
        )
        for kind in sorted(set(state.personal[state.active]))
    )
    return (Group(_("Personal tiles"), _("2 gold each"), items, "stacks"),)


def _events(state: State) -> Group:
    """Return the "?" tiles left in the draw piles by event, and their classes (E10)."""

    def tip(event: int) -> str:
        return _("still in the piles: {name}, on {classes}").format(
            name=event_name(event), classes=_classes_of(state, event) or _("no tile")
        )

    return Group(_("Events"), _("still hidden"), tuple(event_items(state, PIECE_STYLE.events, tip)))


def _classes_of(state: State, event: int) -> str:
    """Return the classes of an event's tiles left, with their counts."""
    counts = [0] * 7
    for number, kind in enumerate(state.board.chart.kinds):
        if number * a.SORTS < len(state.hidden):
            counts[kind.cls] += state.hidden[number * a.SORTS + event]
    return ", ".join(f"{count} × {class_name(cls)}" for cls, count in enumerate(counts) if count)


def _chips(state: State) -> Group:
    """Return the plant chips left, by value (E10, E11)."""
    items = tuple(
        Item(
            f"entdecker/chip_{value}" if 1 <= value <= 4 else "entdecker/chip",
            str(left),
            caption="" if 1 <= value <= 4 else str(value),
            tip=_("still face down: {chips} of value {value}").format(chips=chips(left), value=value),
            is_faded=not left,
        )
        for value, left in zip(state.board.bag_values, state.bag, strict=True)
    )
    return Group(_("Plant chips"), _("{count} face down").format(count=sum(state.bag)), items)


def prompt(state: State) -> Prompt:
    if state.to_move == OVER:
        return _over(state)
    if state.to_move == CHANCE:
        return _CHANCE[state.phase](state)
    return _DECISIONS[state.phase](state, seat_mark(state.to_move))


def _start(state: State, who: str) -> Prompt:
    kinds = legal_kinds(state)
    purse = gold_text(state.gold[state.to_move])
    if a.PASS in kinds:
        return (
            _("{who}, you cannot pay for a start").format(who=who),
            _("With {gold}, no start leaves 1 gold for a tile. You must pass.").format(gold=purse),
        )
    if a.START_TILE not in kinds:
        return (
            _("{who}, choose your start").format(who=who),
            _("Start from an open border edge next to an undiscovered space."),
        )
    return (
        _("{who}, choose your start").format(who=who),
        _("Start from the border or from sea next to undiscovered spaces. A rival unit there costs its price."),
    )


def _declare(state: State, who: str) -> Prompt:
    purse = gold_text(state.gold[state.to_move])
    if state.personal_tiles:
        return (
            _("{who}, declare your gold").format(who=who),
            _("A draw uses 1, a personal tile 2. You have {purse}. Unused gold is lost.").format(purse=purse),
        )
    return (
        _("{who}, declare your draws").format(who=who),
        _("Each draw costs 1 gold, even if the tile does not fit. You have {purse}. Unused draws are lost.").format(
            purse=purse
        ),
    )


def remaining_text(state: State) -> str:
    if state.personal_tiles:
        return _("Declared gold left: {left} of {declared}.").format(left=state.left, declared=state.declared)
    return _("Declared draws left: {left} of {declared}.").format(left=state.left, declared=state.declared)


def _go(state: State, who: str) -> Prompt:
    kinds = legal_kinds(state)
    may_draw, may_build = bool(kinds & {a.DRAW, a.OWN}), a.UNIT in kinds
    left = remaining_text(state)
    hostile = ""
    if state.ship >= 0 and state.event[state.ship] == a.HOSTILE and state.laid_turn:
        hostile = " " + _("Hostile natives: units cost double ({gold} for a scout), no settlements.").format(
            gold=gold_text(price(state, a.SCOUT))
        )
    place = space(state.board, state.ship) if state.ship >= 0 else ""
    if may_draw and may_build:
        why = hostile or " " + _("Building ends the expedition. Unused draws are lost.")
        return _("{who}, draw or build on {space}").format(who=who, space=place), left + why
    if may_build:
        why = hostile.strip() or _("A unit on the new land claims its island. Stopping is free.")
        return _("{who}, build on {space} or stop").format(who=who, space=place), why
    if not may_draw:
        why = _("You can place a scout that you take back on {space}.").format(space=place)
        return _("{who}, take back a scout or stop").format(who=who), why + hostile
    if a.STOP in kinds:
        return _("{who}, draw or stop").format(who=who), left + hostile
    if a.OWN in kinds:
        return _("{who}, draw or place your own tile").format(who=who), left
    return _("{who}, draw a tile").format(who=who), left + " " + _("A tile with “?” causes an event when you place it.")


_DECISIONS: dict[int, Callable[[State, str], Prompt]] = {
    a.P_START: _start,
    a.P_DECLARE: _declare,
    a.P_GO: _go,
    a.P_LAY: lambda state, who: lay_prompt(state, who, event_name),
    a.P_ISLAND: lambda state, who: (
        _("{who}, choose an island to score").format(who=who),
        _("Plant chips can run out. Units return to the supply after each island."),
    ),
}


_CHANCE: dict[int, Callable[[State], Prompt]] = {
    a.P_TOPS: lambda state: (_("The tops of the draw piles are revealed"), ""),
    a.P_SPIN: lambda state: (_("The income spinner is spun"), _("Each seat gains this number in gold.")),
    a.P_FRONT: lambda state: (_("The tile is turned over"), ""),
    a.P_CHIP: lambda state: (_("{who} draws a plant chip").format(who=seat_mark(state.takers[0])), ""),
}


def _over(state: State) -> Prompt:
    why = _("All spaces are discovered.") if not state.undiscovered else _("The draw piles are empty.")
    if state.undiscovered and state.hidden_plain + state.hidden_query:
        why = _("No seat can start any more.")
    return winner_title(state.winners(), max(state.points)), why
