"""The panel beside the chart: prompts, steps, seats, pieces next to the board, unseen tiles."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.game import CHANCE, OVER
from studio.core.panel import Group, Item, Panel, Seat, Step, StepState, counted_item
from studio.core.text import _, capitalize_first, fit_hint, join_or, join_seats, plural, seat_mark, winner_title
from studio.games.columbus.drawing import tiles as look
from studio.games.columbus.drawing.picture import in_hand, rack_inset
from studio.games.columbus.rules import State, board as a
from studio.games.columbus.rules.position import distance, is_last, last_ship, limit, progress, reach
from studio.games.columbus.text import turn_title
from studio.games.columbus.text.places import (
    harbour_of,
    ordinal,
    place,
    space,
    spaces,
    the_tile,
    tile_name,
    tiles,
    use_of,
)

# Prompts: a title and a hint for every decision (C17).

Prompt = tuple[str, str]  # title and hint


def prompt(state: State, seat: int) -> Prompt:
    """Return the request to the seat to move in one line, and what the decision means in one or two sentences.

    `seat` is the reader: only the seat to move is shown what follows from its rack (C1).
    """
    if state.to_move == OVER:
        return _over(state)
    if state.to_move == CHANCE:
        return _("{who} draws tiles").format(who=seat_mark(state.active)), ""
    if state.phase == a.P_LAY and seat >= 0 and seat != state.to_move:
        title = _("{who} places tile {number} of {most}")
        title = title.format(who=seat_mark(state.to_move), number=state.laid + 1, most=limit(state))
        return title, _sailing_text(state)
    return _DECISIONS[state.phase](state, seat_mark(state.to_move), kinds_of(state, seat))


def kinds_of(state: State, seat: int) -> set[int]:
    """Return the legal kinds of action, as far as this seat can know: it sees only the size of other racks."""
    if state.to_move < 0:
        return set()
    if seat == state.to_move:
        return {action[0] for action in state.legal()}
    if state.phase == a.P_LAY:
        return {a.TAKE}
    if state.phase != a.P_FREE:
        return {action[0] for action in state.legal()} - {a.SWAP}
    found = {a.TAKE} if state.laid < limit(state) and state.rack_size[state.active] else {a.END}
    if state.laid:
        found.add(a.END)
    if not state.sailed and reach(state, state.active):
        found.add(a.SAIL)
    return found


def _harbour(state: State, who: str, kinds: set[int]) -> Prompt:
    why = _("The ship starts there. It can return to any free home harbour.")
    if state.own_harbour:
        why = _("The ship starts there and must return there.")
    return _("{who}, choose a home harbour").format(who=who), why


def _lay(state: State, who: str, kinds: set[int]) -> Prompt:
    if a.TAKE not in kinds and a.AS_CYCLONE not in kinds:
        ask = _("{who}, swap a joker or stop").format(who=who)
        return ask, _("No tile on the rack can be placed. If you swap a joker now, you must place it.")
    ask = _("{who}, take tile {number} of {most}")
    ask = ask.format(who=who, number=state.laid + 1, most=limit(state))
    return ask, fit_hint(_swap_text(kinds), _sailing_text(state), _("Tiles can help or hinder ships."))


def _place(state: State, who: str, kinds: set[int]) -> Prompt:
    board = state.board
    why = _("{sentence}.").format(sentence=capitalize_first(use_of(board, state.hand)))
    if state.hand == a.T_JOKER:
        why = _("It replaces the tile that fits there. Ships sail 2 spaces from it.")
    if state.discovered and state.hand in a.SHIP_TILES:
        why = fit_hint(why, _("It can cover other tiles."))
    return _("{who}, choose a space for {tile}").format(who=who, tile=the_tile(board, state.hand)), why


def _lift(state: State, who: str, kinds: set[int]) -> Prompt:
    ask = _("{who}, move a tile by cyclone")
    hint = _("Move a highlighted tile to a space where it fits, or none.")
    if state.relief:
        ask = _("{who}, blocked: move a tile")
        hint = _("Move a highlighted tile to a space where it fits, or none. It does not count as placed.")
    return ask.format(who=who), fit_hint(hint, _swap_text(kinds))


def _drop(state: State, who: str, kinds: set[int]) -> Prompt:
    tile = the_tile(state.board, state.tile[state.lifted])
    hint = _("Move it from {space} to a highlighted space.").format(space=space(state.board, state.lifted))
    return _("{who}, choose a space for {tile}").format(who=who, tile=tile), hint


def _sail(state: State, who: str, kinds: set[int]) -> Prompt:
    swap = _swap_text(kinds)
    if state.sailed:
        verbs = [_("swap a joker")] * bool(swap) + [_("end the turn")]
        return _("{who}, {choice}").format(who=who, choice=join_or(verbs)), swap or _("The ship has sailed.")
    if not reach(state, state.active):
        return _("{who}, no space can be reached").format(who=who), fit_hint(_blocked_text(state), swap)
    far = spaces(distance(state, state.active))
    ask = _("{who}, sail up to {spaces} or stay").format(who=who, spaces=far)
    return ask, fit_hint(swap, _range_reason(state), _goal_text(state))


def _free(state: State, who: str, kinds: set[int]) -> Prompt:
    left = limit(state) - state.laid
    lays = bool(kinds & {a.TAKE, a.AS_CYCLONE})
    verbs = (
        (lays, plural("place {count} tile", "place up to {count} tiles", left).format(count=left)),
        (a.SAIL in kinds, _("sail")),
        (a.SWAP in kinds and not lays, _("swap a joker")),
        (a.END in kinds, _("end the turn")),
    )
    ask = _("{who}, {choice}").format(who=who, choice=join_or([verb for is_possible, verb in verbs if is_possible]))
    reasons = []
    if a.END not in kinds:
        reasons.append(_("Place at least one tile."))
    if not lays and state.laid < limit(state):
        held = state.rack_size[state.active]
        reasons.append(_("No tile on the rack can be placed.") if held else _("The rack is empty."))
    if state.sailed:
        reasons.append(_("The ship has sailed."))
    elif a.SAIL in kinds:
        far = spaces(distance(state, state.active))
        reasons += [_("The ship can sail up to {spaces}.").format(spaces=far), _goal_text(state)]
    else:
        reasons.append(_blocked_text(state))
    if lays:
        reasons.append(_swap_text(kinds))
    return ask, fit_hint(*reasons)


_DECISIONS: dict[int, Callable[[State, str, set[int]], Prompt]] = {
    a.P_HARBOUR: _harbour,
    a.P_LAY: _lay,
    a.P_PLACE: _place,
    a.P_LIFT: _lift,
    a.P_DROP: _drop,
    a.P_SAIL: _sail,
    a.P_FREE: _free,
}


# hints


def _swap_text(kinds: set[int]) -> str:
    return _("You can swap highlighted jokers.") if a.SWAP in kinds else ""


def _sailing_text(state: State) -> str:
    if not reach(state, state.active):
        return _("The ship cannot reach any space yet.")
    return _("The ship can sail up to {spaces}.").format(spaces=spaces(distance(state, state.active)))


def _range_reason(state: State) -> str:
    """Return why a ship may sail so far (C7, C9)."""
    kind = state.tile[state.ship[state.active]]
    text = _("The ship is on: {tile}.")
    if is_last(state, state.active):
        text = _("The ship is on: {tile}. The last ship can sail one more space.")
    return text.format(tile=tile_name(state.board, kind) if kind != a.NO_TILE else _("harbour"))


def _goal_text(state: State) -> str:
    if state.voyage[state.active] == a.OUTBOUND:
        return _("Sail to America.")
    if state.own_harbour:
        return _("Sail home to {harbour}.").format(harbour=place(state.board, state.harbour[state.active]))
    return _("Sail to any free home harbour.")


def _blocked_text(state: State) -> str:
    """Return the effect of being blocked (C11)."""
    count = state.blocked[state.active] + 1
    if count >= a.BLOCKED_TURNS:
        return _("Third blocked turn in a row. If still blocked, you can first move a tile next turn.")
    return _("Blocked turn {count} of 3. After that, you can move a tile.").format(count=count)


def _over(state: State) -> Prompt:
    winners, home = state.winners(), state.voyage.count(a.HOME)
    why = _("In {rounds} rounds, no tile was placed and no ship came home.").format(rounds=a.QUIET_ROUNDS)
    if home >= state.seats - 1:
        why = _("All ships except the last are home.")
    elif home and state.winner_only:
        why = _("The first ship is home.")
    if len(winners) > 1:
        return _("{seats} share the victory").format(seats=join_seats(winners)), why
    return winner_title(winners, max(state.scores())), why


# The panel.


def panel(state: State, seat: int) -> Panel:
    title, hint = prompt(state, seat)
    return Panel(
        turn=_("The end") if state.to_move == OVER else turn_title(state),
        steps=_steps(state, seat),
        title=title,
        hint=hint,
        seats=tuple(_seat(state, other) for other in range(state.seats)),
        groups=(_beside(state), _unseen(state, seat)),
        hand=in_hand(state),
        tray=rack_inset(state, seat),
    )


# the strip of steps


def _steps(state: State, seat: int) -> tuple[Step, ...]:
    """Return the steps: at set-up draw and choose harbours; then place, sail, refill, later in any order."""
    names = (_("Place tiles"), _("Sail"), _("Refill"))
    if state.to_move == OVER:
        return tuple(Step(name, "done") for name in names)
    drawing = state.to_move == CHANCE
    if not state.turn:
        return (
            Step(_("Fill racks"), "now" if drawing else "done"),
            Step(_("Choose harbours"), "later" if drawing else "now"),
        )
    if state.relief:
        return Step(_("Move tile"), "now"), *(Step(name, "later") for name in names)
    most, number = limit(state), min(limit(state), state.laid + 1)
    storm = state.phase in (a.P_LIFT, a.P_DROP)
    if state.discovered and not (drawing and not state.sailed):
        kinds = kinds_of(state, seat)
        lays = storm or state.phase == a.P_PLACE or bool(kinds & {a.TAKE, a.AS_CYCLONE, a.SWAP})
        lay = _("Place {number}/{most}").format(number=number, most=most) if lays else _("Place 1 to 3")
        return (
            Step(lay, _now(lays, state.laid > 0)),
            Step(_("Sail"), _now(not state.sailed and a.SAIL in kinds, state.sailed)),
            Step(_("End and refill"), _now(drawing or kinds == {a.END}, False)),
        )
    laying = storm or state.phase in (a.P_LAY, a.P_PLACE)
    return (
        Step(
            _("Place {number}/{most}").format(number=number, most=most) if laying else _("Place tiles"),
            _now(laying, True),
        ),
        Step(_("Sail"), _now(state.phase == a.P_SAIL and not state.sailed, drawing or state.sailed)),
        Step(_("Refill"), _now(drawing or state.sailed, False)),
    )


def _now(is_now: bool, is_done: bool) -> StepState:
    return "now" if is_now else "done" if is_done else "later"


# the seats


def _seat(state: State, seat: int) -> Seat:
    """Return the card of one seat: how far it has come, its harbour, its rack."""
    board, rank = state.board, _rank(state, seat)
    ship, home = (space(board, cell) if cell >= 0 else "–" for cell in (state.ship[seat], state.harbour[seat]))
    flag_tip = _("no home harbour yet")
    if name := harbour_of(board, state.harbour[seat]):
        flag_tip = _("home harbour: {name}").format(name=name)
    sprite = look.SHIP_OUT if state.voyage[seat] == a.OUTBOUND else look.SHIP_HOME
    goods = (
        Item(sprite, ship, tip=_location_text(state, seat), seat=seat),
        Item(look.ROSE, str(rank) if rank else "–", tip=_rank_tip(state, seat, rank), is_faded=not rank),
        Item(look.FLAG, home, tip=flag_tip, seat=seat),
        counted_item(look.BACK, state.rack_size[seat], _rack_tip(state, seat)),
    )
    return Seat(seat, state.scores()[seat], goods, _note(state, seat))


def _rank(state: State, seat: int) -> int:
    """Return the place of a seat, of ships at sea by how far they have come; 0 before all ships have set out."""
    if state.place[seat]:
        return state.place[seat]
    if not state.turn:
        return 0
    at_sea = [other for other in range(state.seats) if state.voyage[other] != a.HOME]
    mine = progress(state, seat)
    return 1 + state.seats - len(at_sea) + sum(progress(state, other) > mine for other in at_sea)


def _location_text(state: State, seat: int) -> str:
    cell = state.ship[seat]
    if cell < 0:
        return _("The ship has not started yet.")
    if state.voyage[seat] == a.HOME:
        text = _("home in {harbour} since round {round}")
        return text.format(harbour=place(state.board, cell), round=state.home_round[seat])
    text = _("outbound on {space}, range {spaces}")
    if state.voyage[seat] == a.RETURNING:
        text = _("returning on {space}, range {spaces}")
    return text.format(space=space(state.board, cell), spaces=spaces(distance(state, seat)))


def _rank_tip(state: State, seat: int, rank: int) -> str:
    if not rank:
        return _("Places are shown when all ships have started.")
    text = _("{rank} place so far")
    if state.place[seat]:
        text = _("place: {rank}")
    elif state.turn and last_ship(state) == seat:
        text = _("{rank} place so far; as the last ship, it can sail one more space")
    return text.format(rank=ordinal(rank))


def _rack_tip(state: State, seat: int) -> str:
    text = _("{tiles} on the rack").format(tiles=tiles(state.rack_size[seat]))
    known = state.known[seat]
    if known:
        jokers = plural("{count} swapped joker", "{count} swapped jokers", known)
        text = _("{rack}, including {jokers}").format(rack=text, jokers=jokers.format(count=known))
    return text


def _note(state: State, seat: int) -> str:
    """Return outward, homeward or home; last; blocked."""
    if state.ship[seat] < 0:
        return ""
    text = (_("outbound"), _("returning"), _("home"))[state.voyage[seat]]
    if state.to_move != OVER and state.voyage[seat] != a.HOME:
        if state.turn and last_ship(state) == seat:
            text = _("{voyage}, last").format(voyage=text)
        if state.blocked[seat]:
            text = _("{voyage}, blocked {count}×").format(voyage=text, count=state.blocked[seat])
    return text


# the groups


def _beside(state: State) -> Group:
    """Return the cyclones and jokers that have been played, and the reserve (C4, C5, C10)."""
    out, jokers, shed = state.gone[a.T_CYCLONE], state.gone[a.T_JOKER], sum(map(sum, state.shed))
    reserve = _("reserve: {tiles} left").format(tiles=tiles(state.reserve_size))
    storms = plural("{count} cyclone played", "{count} cyclones played", out).format(count=out)
    played = plural("{count} joker played as a cyclone", "{count} jokers played as cyclones", jokers)
    found = [
        counted_item("columbus/reserve", state.reserve_size, reserve),
        counted_item("columbus/cyclone_stack", out, storms),
        counted_item(look.TILE_SPRITES["joker"], jokers, played.format(count=jokers)),
    ]
    if shed:
        tip = _("{tiles} from the racks of returned ships, face down").format(tiles=tiles(shed))
        found.append(counted_item(look.BACK, shed, tip))
    last = last_ship(state) if state.to_move != OVER else -1  # C9
    note = _("last ship: {who}").format(who=seat_mark(last)) if last >= 0 else ""
    return Group(_("Next to the board"), note, tuple(found))


def _unseen(state: State, seat: int) -> Group:
    """Return how many tiles of each kind are neither on nor beside the chart nor on the seat's own rack."""
    board = state.board
    left = list(board.tiles)
    for kind in (*state.tile, *state.under, state.hand):
        if kind != a.NO_TILE:
            left[kind] -= 1
    known = (state.gone, state.rack[seat], state.shed[seat]) if seat >= 0 else (state.gone,)
    left = [count - sum(known_counts) for count, *known_counts in zip(left, *known, strict=True)]
    tip = _("{tile}: {count} unseen")
    found = [
        counted_item(look.MARKS[key], left[kind], tip.format(tile=tile_name(board, kind), count=left[kind]))
        for kind, key in enumerate(a.TILE_KEYS)
    ]
    counts = left[a.T_LETTER : board.first_homemade]
    names = ", ".join(f"{letter} {n}" for letter, n in zip(board.letters, counts, strict=True) if n) or _("none")
    text = _("unseen letters: {list}").format(list=names)
    found.append(counted_item(look.MARKS["letter"], sum(counts), text))
    for kind, made in enumerate(board.homemade, board.first_homemade):
        text = tip.format(tile=tile_name(board, kind), count=left[kind])
        found.append(counted_item(look.emblem_of(made), left[kind], text))
    return Group(_("Unseen tiles"), tiles(sum(left)), tuple(found))
