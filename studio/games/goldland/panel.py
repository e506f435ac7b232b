"""The prompts of a match and the panel next to the board: seats, backpacks, markers, stock, remaining components."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.game import CHANCE, OVER, Action, legal_kinds
from studio.core.panel import Amount, Group, Item, Panel, Seat, Step, counted_item
from studio.core.text import _, capitalize_first, fit_hint, join_or, plural, points_text, seat_mark, winner_title
from studio.games.goldland import backpacks
from studio.games.goldland.drawing import pieces
from studio.games.goldland.drawing.picture import in_hand
from studio.games.goldland.drawing.pieces import STOCK_TARGET
from studio.games.goldland.rules import State, board as a
from studio.games.goldland.text.moves import has_acted, turn_title
from studio.games.goldland.text.places import (
    coins_text,
    item_name,
    items_text,
    marker_name,
    pieces_text,
    place,
    space,
    steps_text,
    tile_title,
    tokens_text,
    treasures_text,
)

# Prompts: what the seat to move must decide, and why (G17)

Prompt = tuple[str, str]


def prompt(state: State) -> Prompt:
    if state.to_move == OVER:
        return _over(state)
    if state.to_move == CHANCE:
        return _("{who} turns over a land tile").format(who=seat_mark(state.active)), ""
    return _DECISIONS[state.phase](state, seat_mark(state.to_move))


def steps_taken(state: State) -> int:
    return max(0, state.visited.bit_count() - 1) if state.points >= 0 else 0


# Turn


def _turn(state: State, who: str) -> Prompt:
    kinds = legal_kinds(state)
    may_move = bool(kinds & {a.STEP, a.DISCARD})
    may_gain, may_explore = a.GAIN in kinds, bool(kinds & {a.EXPLORE, a.TURN_UP})
    if a.STOP in kinds:
        return _walking(state, who, kinds)
    verbs = [_("move")] * may_move + _other_verbs(kinds) + [_("take the treasure")] * (a.TREASURE in kinds)
    if len(verbs) < 2:
        verbs.append(_("end the turn"))
    ask = _("{who}, {choice}").format(who=who, choice=join_or(verbs))
    reasons = [
        _move_text(state, kinds),
        _no_treasure(state, kinds),
        _no_gain(state, may_gain),
        _no_exploring(state, may_explore),
        _("End now to get a token.") if state.token_stock and not has_acted(state) else "",
    ]
    if not may_move and not may_gain and not may_explore and not any(reasons):
        reasons = [_("No more actions are possible this turn.")]
    return ask, fit_hint(*reasons)


def _walking(state: State, who: str, kinds: set[int]) -> Prompt:
    if state.points < 0:  # by the former rule G4 a discard has begun the move
        free = state.free(state.to_move)
        ask = _("{who}, {steps} left: move or discard").format(who=who, steps=steps_text(free))
        return ask, _("Each discarded piece adds one step. After the first step you cannot discard.")
    if a.STEP in kinds:
        verbs = [_("move on"), *_other_verbs(kinds), _("end the move")]
    else:
        verbs = [_("end the move"), *_other_verbs(kinds)] + [_("take the treasure")] * (a.TREASURE in kinds)
    ask = _("{who}, {choice}").format(who=who, choice=join_or(verbs))
    left = plural("{left} of {count} step left.", "{left} of {count} steps left.", state.points + steps_taken(state))
    sentences = [left.format(left=state.points, count=state.points + steps_taken(state))]
    if state.points and a.STEP not in kinds:
        sentences.append(_("No adjacent tile is left to enter in this move."))
    elif a.GAIN in kinds:
        sentences.append(_("Gaining or exploring here ends the move."))
    else:
        sentences += [
            _no_treasure(state, kinds),
            _no_gain(state, False),
            _no_exploring(state, bool(kinds & {a.EXPLORE, a.TURN_UP})),
        ]
    return ask, fit_hint(*sentences)


def _other_verbs(kinds: set[int]) -> list[str]:
    return [_("gain")] * (a.GAIN in kinds) + [_("explore")] * bool(kinds & {a.EXPLORE, a.TURN_UP})


def _move_text(state: State, kinds: set[int]) -> str:
    """Return the range of a move that begins now."""
    if state.moved:
        return ""
    free = state.free(state.to_move)
    if free and a.STEP in kinds:
        return plural("{free} empty compartment: {steps}.", "{free} empty compartments: {steps}.", free).format(
            free=free, steps=steps_text(free)
        )
    if not free and a.DISCARD in kinds:
        return _("No compartment is empty. Each discarded piece gives one step.")
    if not free:
        return _("No steps: the backpack is full of treasures.")
    return _("No steps: nothing to pay or cross with.")


def _no_treasure(state: State, kinds: set[int]) -> str:
    if a.TREASURE in kinds or not state.treasure[state.at[state.active]]:
        return ""
    return _("The treasure here costs {price}.").format(price=pieces_text(a.TREASURE_PRICE))


def _no_gain(state: State, may: bool) -> str:
    """Return why nothing can be gained here, "" if it can."""
    if may or state.gained:
        return ""
    seat, cell = state.active, state.at[state.active]
    tile = state.board.tiles[state.laid[cell] >> 2]
    if not any(any(one) for one in tile.gains):
        return _("Nothing to gain on {space}.").format(space=space(state.board, cell))
    if any(tile.show[item] > state.pack[seat * a.ITEMS + item] for item in range(a.ITEMS)):
        return _("A gain here requires {shown}.").format(shown=pieces_text(tile.show))
    if any(tile.pay) and not any(tile.show) and not state.paid_here:
        return _("You get a reward here only if you pay this turn.")
    if not state.free(seat):
        return _("A gain requires an empty compartment.")
    return _("The stock has none of this equipment.")


def _no_exploring(state: State, may: bool) -> str:
    """Return why nothing can be explored from here, "" if it can."""
    if may or state.explored:
        return ""
    here = state.at[state.active]
    if all(other < 0 or state.laid[other] >= 0 for other in state.board.neighbors[here]):
        return _("No undiscovered space next to {space}.").format(space=space(state.board, here))
    return _("No land tile is left to explore.")


# Decisions within a turn


def _hand_over(state: State, who: str) -> Prompt:
    seat, left = state.to_move, state.owed
    hint = plural(
        "Click {count} more piece to return it to the stock.",
        "Click {count} more pieces to return them to the stock.",
        left,
    ).format(count=left)
    offered = {action[1] for action in state.legal() if action[0] == a.HAND_OVER}
    later = [item for item in range(a.ITEMS) if state.pack[seat * a.ITEMS + item] and item not in offered]
    if offered and any(item > min(offered) for item in later):  # each payment is offered in one order only
        hint = fit_hint(hint, _("Use the order of the stock, {piece} last.").format(piece=item_name(later[-1])))
    return _("{who}, pay for the crossing").format(who=who), hint


def _camp(state: State, who: str) -> Prompt:
    where = place(state.board, state.laid, state.at[state.to_move])
    kind = state.board.kind_at(state.laid[state.at[state.to_move]])
    value = points_text(state.board.numbers.markers[kind]) if kind < a.ADVENTURES else ""
    hint = _("Your supply is empty. Click one of your camps on the board to move it here.")
    if state.camps[state.to_move]:
        hint = _("Tiles with your camp are free to enter. Most camps take the marker ({points}).")
    hint = hint.format(points=value)
    return _("{who}, place a camp at {place}?").format(who=who, place=where), hint


def _take(state: State, who: str) -> Prompt:
    free = state.free(state.to_move)
    most = max((action[1] for action in state.legal() if action[0] == a.TAKE), default=0)
    room = plural("{free} compartment is empty", "{free} compartments are empty", free).format(free=free)
    why = _("Up to {pieces}; {room}. Each piece costs one step.").format(pieces=items_text(state.item, most), room=room)
    return _("{who}, how many do you take?").format(who=who), why


def _lay(state: State, who: str) -> Prompt:
    tile = state.board.tiles[state.hand]
    hint = fit_hint(
        _("{tile}.").format(tile=capitalize_first(tile_title(tile))), _("Press R to rotate it. Roads need not match.")
    )
    ask = _("{who}, rotate the tile") if state.face_down else _("{who}, place the tile next to you")
    return ask.format(who=who), hint


def _drop(state: State, who: str) -> Prompt:
    return (
        _("{who}, make room for the amulet").format(who=who),
        _("The backpack is full. Return one piece of equipment to the stock."),
    )


_DECISIONS: dict[int, Callable[[State, str], Prompt]] = {
    a.P_TURN: _turn,
    a.P_HAND_OVER: _hand_over,
    a.P_CAMP: _camp,
    a.P_TAKE: _take,
    a.P_LAY: _lay,
    a.P_DROP: _drop,
}


def _over(state: State) -> Prompt:
    why = _("The last coin of the reserve is taken.")
    if state.stale >= a.STALE_ROUNDS:
        why = _("No progress for {rounds} rounds in a row.").format(rounds=a.STALE_ROUNDS)
    elif all(state.amulet):
        why = _("Every seat has an amulet.")
    return winner_title(state.winners(), max(state.scores())), why


# Panel


def panel(state: State, seat: int) -> Panel:
    """Return the panel of a position; nothing in it is hidden from any seat (G1)."""
    title, hint = prompt(state)
    takes = [action for action in state.legal() if action[0] == a.TAKE] if state.to_move >= 0 else []
    return Panel(
        turn=_("The end") if state.to_move == OVER else turn_title(state),
        steps=_steps(state),
        title=title,
        hint=hint,
        seats=tuple(_seat(state, other) for other in range(state.seats)),
        groups=(_markers(state), _stock(state), _remaining_group(state)),
        insets=backpacks.pack_insets(state),
        hand=in_hand(state),
        default_move=max(takes, default=None),  # everything
        quiet_targets=frozenset(STOCK_TARGET + item for item in range(a.ITEMS)),
        amounts=(Amount(_("Take"), tuple((action[1], action) for action in takes)),) if takes else (),
        move_runs=_runs(state),
    )


def _runs(state: State) -> tuple[tuple[Action, ...], ...]:
    """Return the moves that are played automatically: a gain of a single piece takes it (G10)."""
    if state.to_move < 0 or state.phase != a.P_TURN:
        return ()
    gains = state.board.gains[state.laid[state.at[state.active]] >> 2]
    return tuple(
        (action, (a.TAKE, 1))
        for action in state.legal()
        if action[0] == a.GAIN and sum(min(number, state.stock[item]) for item, number in gains[action[1]]) == 1
    )


# Steps of a turn


_STAGES = {
    a.P_HAND_OVER: "move",
    a.P_CAMP: "move",
    a.P_DROP: "move",
    a.P_TAKE: "gain",
    a.P_TILE: "explore",
    a.P_LAY: "explore",
}
"""The step of a turn to which a decision belongs."""


def _steps(state: State) -> tuple[Step, ...]:
    """Return coin, move, gain, explore, end (G2, G3), with the currently possible ones highlighted."""
    is_over = state.to_move == OVER
    kinds = legal_kinds(state) if state.to_move >= 0 and state.phase == a.P_TURN else set()
    now = {
        "move": bool(kinds & {a.STEP, a.DISCARD, a.STOP}),
        "gain": a.GAIN in kinds,
        "explore": bool(kinds & {a.EXPLORE, a.TURN_UP}),
    }
    if state.phase in _STAGES:
        now[_STAGES[state.phase]] = True
    done = {"move": state.moved, "gain": state.gained, "explore": state.explored}
    walk = _("Move")
    if state.points >= 0 and now["move"]:
        walk = _("Move {left}/{count}").format(left=state.points, count=state.points + steps_taken(state))
    steps = [
        Step(name, "done" if is_over else "now" if now[key] else "done" if done[key] else "later")
        for key, name in (("move", walk), ("gain", _("Gain")), ("explore", _("Explore")))
    ]
    if state.amulet[state.active]:
        steps.insert(0, Step(_("Coin"), "done"))
    nothing_else = state.phase == a.P_TURN and not any(now.values())
    steps.append(Step(_("End"), "done" if is_over else "now" if nothing_else else "later"))
    return tuple(steps)


# Seats


def _seat(state: State, seat: int) -> Seat:
    price, purse = state.price(), state.tokens[seat]
    affordable = plural("{tokens}; {price} buy a piece", "{tokens}; {price} buy a piece", purse).format(
        tokens=tokens_text(purse), price=price
    )
    treasure = _("{treasures}, {points} each").format(
        treasures=treasures_text(state.treasures[seat]), points=points_text(a.TREASURE_VALUE)
    )
    goods = (
        counted_item(pieces.COIN, state.coins[seat], coins_text(state.coins[seat])),
        counted_item(pieces.TREASURE, state.treasures[seat], treasure),
        counted_item(pieces.TOKEN, purse, affordable),
        counted_item(pieces.CAMP, state.camps[seat], _("camps left in the supply"), seat=seat),
    )
    return Seat(seat, state.scores()[seat], goods, _note(state, seat))


def _note(state: State, seat: int) -> str:
    """Return the seat's movement points, and whether it has the amulet."""
    if state.to_move == OVER:
        return _("amulet") if state.amulet[seat] else ""
    steps = steps_text(state.free(seat))
    return _("{steps} · amulet").format(steps=steps) if state.amulet[seat] else steps


# Common supplies


def _markers(state: State) -> Group:
    """Return the adventure markers with holder and value (G9)."""
    items = []
    for adventure, value in enumerate(state.board.numbers.markers):
        holder = state.marker[adventure]
        tip = _("{marker}, {points}: not taken yet")
        if holder >= 0:
            tip = _("{marker}, {points}: held by {who}")
        tip = tip.format(marker=marker_name(adventure), points=points_text(value), who=seat_mark(holder))
        items.append(Item(pieces.MARKER_SPRITES[adventure], str(value), tip=tip, seat=holder, is_faded=holder < 0))
    return Group(_("Adventure markers"), _("points at the end"), tuple(items))


def _stock(state: State) -> Group:
    """Return the pieces in the stock; those that can be bought are clickable (G12)."""
    price = tokens_text(state.price())
    items = []
    for item, left in enumerate(state.stock):
        tip = _("{item}: none left in the stock").format(item=item_name(item))
        if left:
            tip = _("{pieces} in stock; one costs {price}").format(pieces=items_text(item, left), price=price)
        items.append(counted_item(pieces.ITEM_SPRITES[item], left, tip, target=STOCK_TARGET + item))
    note = plural("{price} token each", "{price} tokens each", state.price()).format(price=state.price())
    return Group(_("Stock"), note, tuple(items))


def _remaining_group(state: State) -> Group:
    """Return the numbers of land tiles, discovery tokens and coins at the temple (G14)."""
    tiles = len(state.hidden)
    amulets = state.seats - sum(state.amulet)
    bonus = _("bonus pile: 2 coins each for the first seat at the temple and all that arrive before its next turn")
    tip = plural("{count} land tile in the stack", "{count} land tiles in the stack", tiles)
    if state.face_down:
        tip = plural("{count} face-down land tile", "{count} face-down land tiles", tiles)
    tip = tip.format(count=tiles)
    items = (
        counted_item("goldland/stack" if tiles else "goldland/stack_empty", tiles, tip, _("tiles")),
        counted_item(pieces.TOKEN, state.token_stock, _("discovery tokens left"), _("tokens")),
        counted_item(pieces.AMULET, amulets, _("amulets left at the temple"), _("amulets")),
        counted_item(pieces.COIN, state.bonus, bonus, _("bonus")),
        counted_item(
            pieces.COINS, state.reserve, _("reserve pile: one coin per turn for each seat with an amulet"), _("reserve")
        ),
    )
    unseen = state.treasure_stock
    note = plural("{count} undiscovered treasure", "{count} undiscovered treasures", unseen).format(count=unseen)
    return Group(_("Land and temple"), note, items)
