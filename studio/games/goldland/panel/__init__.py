"""What stands beside the board: seats and their goods, backpacks, markers, stock, what is left of tiles and coins."""

from __future__ import annotations

from studio.core.game import OVER, Action
from studio.core.panel import Amount, Group, Item, Panel, Seat, Step, counted
from studio.core.text import _, plural, points, seat_mark
from studio.games.goldland.drawing import look
from studio.games.goldland.drawing.look import STOCK_TARGET
from studio.games.goldland.drawing.picture import in_hand
from studio.games.goldland.panel import packs, prompts
from studio.games.goldland.rules import State
from studio.games.goldland.rules import actions as a
from studio.games.goldland.words.moves import turn
from studio.games.goldland.words.places import coins, item_name, items, marker_name, steps, tokens, treasures


def panel(state: State, seat: int) -> Panel:
    """Everything beside the board for this position; nothing of it is hidden from any seat (G1)."""
    title, hint = prompts.prompt(state)
    return Panel(
        turn=_("The end") if state.to_move == OVER else turn(state),
        steps=_steps(state),
        title=title,
        hint=hint,
        seats=tuple(_seat(state, other) for other in range(state.seats)),
        groups=(_markers(state), _stock(state), _left(state)),
        insets=packs.insets(state),
        hand=in_hand(state),
        usual=_usual(state),
        aside=_STOCK,
        amounts=_amounts(state),
        runs=_runs(state),
    )


_STOCK = frozenset(STOCK_TARGET + item for item in range(a.ITEMS))


def _usual(state: State) -> tuple[int, ...] | None:
    """Of what is gained, everything (G10); otherwise nothing is more usual than the first."""
    if state.to_move < 0 or state.phase != a.P_TAKE:
        return None
    return max(action for action in state.legal() if action[0] == a.TAKE)


def _amounts(state: State) -> tuple[Amount, ...]:
    """How much of a piece of equipment is taken (G10)."""
    if state.to_move < 0 or state.phase != a.P_TAKE:
        return ()
    return (Amount(_("Take"), tuple((action[1], action) for action in state.legal() if action[0] == a.TAKE)),)


def _runs(state: State) -> tuple[tuple[Action, ...], ...]:
    """Who gains where a single piece is offered means to take it (G10)."""
    if state.to_move < 0 or state.phase != a.P_TURN:
        return ()
    gains = state.board.gains[state.laid[state.at[state.active]] >> 2]
    return tuple(
        (action, (a.TAKE, 1))
        for action in state.legal()
        if action[0] == a.GAIN and sum(min(number, state.stock[item]) for item, number in gains[action[1]]) == 1
    )


# the strip of steps


_STAGES = {
    a.P_HAND_OVER: "move",
    a.P_CAMP: "move",
    a.P_DROP: "move",
    a.P_TAKE: "gain",
    a.P_TILE: "explore",
    a.P_LAY: "explore",
}
"""What a decision within a turn belongs to."""


def _steps(state: State) -> tuple[Step, ...]:
    """Coin, move, gain, explore, end (G2, G3): what may be done now, in any order, stands out."""
    over = state.to_move == OVER
    kinds = prompts.kinds_of(state) if state.to_move >= 0 and state.phase == a.P_TURN else set()
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
        walk = _("Move {left}/{count}").format(left=state.points, count=state.points + prompts.taken_steps(state))
    found = [
        Step(name, "done" if over else "now" if now[key] else "done" if done[key] else "later")
        for key, name in (("move", walk), ("gain", _("Gain")), ("explore", _("Explore")))
    ]
    if state.amulet[state.active]:
        found.insert(0, Step(_("Coin"), "done"))
    nothing_else = state.phase == a.P_TURN and not any(now.values())
    found.append(Step(_("End"), "done" if over else "now" if nothing_else else "later"))
    return tuple(found)


# the seats


def _seat(state: State, seat: int) -> Seat:
    """The card of one seat."""
    price, purse = state.price(), state.tokens[seat]
    affordable = plural("{tokens}; {price} buy a piece", "{tokens}; {price} buy a piece", purse).format(
        tokens=tokens(purse), price=price
    )
    treasure = _("{treasures}, {points} each").format(
        treasures=treasures(state.treasures[seat]), points=points(a.TREASURE_VALUE)
    )
    goods = (
        counted(look.COIN, state.coins[seat], coins(state.coins[seat])),
        counted(look.TREASURE, state.treasures[seat], treasure),
        counted(look.TOKEN, purse, affordable),
        counted(look.CAMP, state.camps[seat], _("camps left in the supply"), seat=seat),
    )
    return Seat(seat, state.scores()[seat], goods, _note(state, seat))


def _note(state: State, seat: int) -> str:
    """How far it can go, and that it has the amulet."""
    if state.amulet[seat]:
        if state.to_move == OVER:
            return _("amulet")
        return _("{steps} · amulet").format(steps=steps(state.free(seat)))
    return "" if state.to_move == OVER else steps(state.free(seat))


# the table


def _markers(state: State) -> Group:
    """The adventure markers: who holds them, and what they are worth (G9)."""
    found = []
    for adventure, value in enumerate(state.board.numbers.markers):
        holder = state.marker[adventure]
        tip = _("{marker}, {points}: nobody has survived one yet").format(
            marker=marker_name(adventure), points=points(value)
        )
        if holder >= 0:
            tip = _("{marker}, {points}: with {who}").format(
                marker=marker_name(adventure), points=points(value), who=seat_mark(holder)
            )
        found.append(Item(look.MARKER_SPRITES[adventure], str(value), tip=tip, seat=holder, faded=holder < 0))
    return Group(_("Adventure markers"), _("points at the end"), tuple(found))


def _stock(state: State) -> Group:
    """The pieces in the stock; what can be bought is clicked here (G12)."""
    price = tokens(state.price())
    found = []
    for item, left in enumerate(state.stock):
        tip = _("{item}: none left in the stock").format(item=item_name(item))
        if left:
            tip = _("in the stock: {pieces}; one costs {price}").format(pieces=items(item, left), price=price)
        found.append(counted(look.ITEM_SPRITES[item], left, tip, target=STOCK_TARGET + item))
    note = plural("{price} token each", "{price} tokens each", state.price()).format(price=state.price())
    return Group(_("Stock"), note, tuple(found))


def _left(state: State) -> Group:
    """Land tiles, discovery tokens, and what lies at the temple (G14)."""
    tiles = len(state.hidden)
    amulets = state.seats - sum(state.amulet)
    bonus = _("bonus pile: 2 coins for the first at the temple, and until its next turn for others")
    found = (
        counted(look.STACK if tiles else look.STACK_EMPTY, tiles, _tiles_tip(state, tiles), _("tiles")),
        counted(look.TOKEN, state.token_stock, _("discovery tokens left"), _("tokens")),
        counted(look.AMULET, amulets, _("amulets left at the temple"), _("amulets")),
        counted(look.COIN, state.bonus, bonus, _("bonus")),
        counted(look.COINS, state.reserve, _("reserve pile: a coin each turn for an amulet"), _("reserve")),
    )
    return Group(_("Land and temple"), _land_note(state), found)


def _tiles_tip(state: State, tiles: int) -> str:
    if state.face_down:
        return plural("{count} land tile lies face down", "{count} land tiles lie face down", tiles).format(count=tiles)
    return plural("{count} land tile in the stack", "{count} land tiles in the stack", tiles).format(count=tiles)


def _land_note(state: State) -> str:
    count = state.treasure_stock
    return plural("{count} treasure unseen", "{count} treasures unseen", count).format(count=count)
