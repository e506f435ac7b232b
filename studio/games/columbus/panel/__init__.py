"""What stands beside the chart: seats and their voyages, the rack, what lies beside the board, what is still unseen."""

from __future__ import annotations

from studio.core.game import CHANCE, OVER
from studio.core.panel import Group, Item, Panel, Seat, Step, StepState, counted
from studio.core.text import _, plural, seat_mark
from studio.games.columbus.drawing import look
from studio.games.columbus.drawing.picture import in_hand
from studio.games.columbus.drawing.rack import rack_of
from studio.games.columbus.panel import prompts
from studio.games.columbus.rules import State
from studio.games.columbus.rules import actions as a
from studio.games.columbus.rules.laying import limit
from studio.games.columbus.rules.sailing import distance, last_ship, progress
from studio.games.columbus.words import turn
from studio.games.columbus.words.places import harbour_of, ordinal, place, space, spaces, tile_name, tiles


def panel(state: State, seat: int) -> Panel:
    """Everything beside the chart for this position, as one seat may see it (-1: as everybody may)."""
    title, hint = prompts.prompt(state, seat)
    return Panel(
        turn=_("The end") if state.to_move == OVER else turn(state),
        steps=_steps(state, seat),
        title=title,
        hint=hint,
        seats=tuple(_seat(state, other) for other in range(state.seats)),
        groups=(_beside(state), _unseen(state, seat)),
        hand=in_hand(state),
        tray=rack_of(state, seat),
    )


# the strip of steps


def _steps(state: State, seat: int) -> tuple[Step, ...]:
    """Set-up: draw, choose harbours. Then lay, sail, refill; since America's discovery lay and sail in any order."""
    over = state.to_move == OVER
    if not state.turn and not over:
        drawing = state.to_move == CHANCE
        return (
            Step(_("Draw racks"), "now" if drawing else "done"),
            Step(_("Choose harbours"), "later" if drawing else "now"),
        )
    if over:
        return tuple(Step(name, "done") for name in (_("Lay"), _("Sail"), _("Refill")))
    drawing = state.to_move == CHANCE
    most, number = limit(state), min(limit(state), state.laid + 1)
    storm = state.phase in (a.P_LIFT, a.P_DROP)
    if state.relief:
        return (
            Step(_("Move a tile"), "now"),
            *(Step(name, "later") for name in (_("Lay"), _("Sail"), _("Refill"))),
        )
    if state.discovered and not (drawing and not state.sailed):
        kinds = prompts.kinds_of(state, seat)
        lays = storm or state.phase == a.P_PLACE or bool(kinds & {a.TAKE, a.AS_CYCLONE, a.SWAP})
        sails = a.SAIL in kinds
        lay = _("Lay {number}/{most}").format(number=number, most=most) if lays else _("Lay 1 to 3")
        return (
            Step(lay, "now" if lays else "done" if state.laid else "later"),
            Step(_("Sail"), "done" if state.sailed else "now" if sails else "later"),
            Step(_("End and refill"), "now" if drawing or kinds == {a.END} else "later"),
        )
    laying = storm or state.phase in (a.P_LAY, a.P_PLACE)
    return (
        Step(_("Lay {number}/{most}").format(number=number, most=most) if laying else _("Lay"), _now(laying, True)),
        Step(_("Sail"), _now(state.phase == a.P_SAIL and not state.sailed, drawing or state.sailed)),
        Step(_("Refill"), _now(drawing or state.sailed, False)),
    )


def _now(now: bool, done: bool) -> StepState:
    return "now" if now else "done" if done else "later"


# the seats


def _seat(state: State, seat: int) -> Seat:
    """The card of one seat: how far it has come, its harbour, its rack."""
    board, ship, home = state.board, state.ship[seat], state.harbour[seat]
    voyage = state.voyage[seat]
    held = state.rack_size[seat]
    name = harbour_of(board, home) if home >= 0 else ""
    rank = _rank(state, seat)
    goods = (
        Item(
            look.SHIP_OUT if voyage == a.OUTBOUND else look.SHIP_HOME,
            space(board, ship) if ship >= 0 else "–",
            tip=_where(state, seat),
            seat=seat,
        ),
        Item(look.ROSE, str(rank) if rank else "–", tip=_rank_tip(state, seat, rank), faded=not rank),
        Item(
            look.FLAG,
            space(board, home) if home >= 0 else "–",
            tip=_("home harbour: {name}").format(name=name) if name else _("no home harbour yet"),
            seat=seat,
        ),
        counted(look.BACK, held, _rack_tip(state, seat)),
    )
    return Seat(seat, state.scores()[seat], goods, _note(state, seat))


def _rank(state: State, seat: int) -> int:
    """The place of a seat: its own, or as far as ships at sea have come; 0 while ships are still to be set out."""
    if state.place[seat]:
        return state.place[seat]
    if not state.turn:
        return 0
    at_sea = [other for other in range(state.seats) if state.voyage[other] != a.HOME]
    mine = progress(state, seat)
    return 1 + state.seats - len(at_sea) + sum(progress(state, other) > mine for other in at_sea)


def _where(state: State, seat: int) -> str:
    if state.ship[seat] < 0:
        return _("The ship is still to be set out.")
    where = space(state.board, state.ship[seat])
    match state.voyage[seat]:
        case a.OUTBOUND:
            return _("outward bound on {space}, {spaces} from there").format(space=where, spaces=_range(state, seat))
        case a.RETURNING:
            return _("homeward bound on {space}, {spaces} from there").format(space=where, spaces=_range(state, seat))
    return _("home in {harbour} since round {round}").format(
        harbour=place(state.board, state.ship[seat]), round=state.home_round[seat]
    )


def _range(state: State, seat: int) -> str:
    return spaces(distance(state, seat))


def _rank_tip(state: State, seat: int, rank: int) -> str:
    if not rank:
        return _("Places are told once all ships have set out.")
    if state.place[seat]:
        return _("place: {rank}").format(rank=ordinal(rank))
    if state.turn and last_ship(state) == seat:
        return _("{rank} so far; alone in the last place, it may sail one space further").format(rank=ordinal(rank))
    return _("{rank} so far").format(rank=ordinal(rank))


def _rack_tip(state: State, seat: int) -> str:
    words = _("{tiles} on the rack").format(tiles=tiles(state.rack_size[seat]))
    known = state.known[seat]
    if known:
        jokers = plural("{count} joker that was swapped", "{count} jokers that were swapped", known)
        words = _("{rack}, among them {jokers}").format(rack=words, jokers=jokers.format(count=known))
    return words


def _note(state: State, seat: int) -> str:
    """Outward, homeward or home; last; blocked."""
    if state.ship[seat] < 0:
        return ""
    words = (_("outward"), _("homeward"), _("home"))[state.voyage[seat]]
    if state.to_move != OVER and state.voyage[seat] != a.HOME:
        if state.turn and last_ship(state) == seat:
            words = _("{voyage}, last").format(voyage=words)
        if state.blocked[seat]:
            words = _("{voyage}, blocked {count}×").format(voyage=words, count=state.blocked[seat])
    return words


# the table


def _beside(state: State) -> Group:
    """Cyclones and jokers that have been played, and the reserve (C4, C5, C10)."""
    out = state.gone[a.T_CYCLONE]
    jokers = state.gone[a.T_JOKER]
    shed = sum(sum(kinds) for kinds in state.shed)
    reserve = _("reserve: {tiles} still to be drawn").format(tiles=tiles(state.reserve_size))
    storms = plural("{count} cyclone has been played", "{count} cyclones have been played", out).format(count=out)
    played = plural("{count} joker was played as a cyclone", "{count} jokers were played as cyclones", jokers)
    found = [
        counted(look.RESERVE, state.reserve_size, reserve),
        counted(look.CYCLONES, out, storms),
        counted(look.TILE_SPRITES["joker"], jokers, played.format(count=jokers)),
    ]
    if shed:
        tip = _("{tiles} of ships that are home left the game face down").format(tiles=tiles(shed))
        found.append(counted(look.BACK, shed, tip))
    return Group(_("Beside the board"), _last_words(state), tuple(found))


def _last_words(state: State) -> str:
    """Whose ship is last (C9)."""
    seat = last_ship(state) if state.to_move != OVER else -1
    return _("last ship: {who}").format(who=seat_mark(seat)) if seat >= 0 else ""


def _unseen(state: State, seat: int) -> Group:
    """How many tiles of each kind lie neither on the chart nor beside it nor on the own rack."""
    board = state.board
    left = list(board.tiles)
    for kind in (*state.tile, *state.under, state.hand):
        if kind != a.NO_TILE:
            left[kind] -= 1
    for kind, count in enumerate(state.gone):
        left[kind] -= count
    if seat >= 0:
        for kinds in (state.rack[seat], state.shed[seat]):
            left = [count - held for count, held in zip(left, kinds, strict=True)]
    tip = _("{tile}: {count} still unseen")
    found = [
        counted(look.MARKS[key], left[kind], tip.format(tile=tile_name(board, kind), count=left[kind]))
        for kind, key in enumerate(a.TILE_KEYS)
    ]
    letters = [(board.letters[kind - a.T_LETTER], left[kind]) for kind in range(a.T_LETTER, board.first_homemade)]
    letters = [(letter, count) for letter, count in letters if count]
    names = ", ".join(f"{letter} {count}" for letter, count in letters) or _("none")
    count = sum(count for _letter, count in letters)
    found.append(counted(look.MARKS["letter"], count, _("letters still unseen: {list}").format(list=names)))
    for kind, made in enumerate(board.homemade, board.first_homemade):
        words = tip.format(tile=tile_name(board, kind), count=left[kind])
        found.append(counted(look.emblem_of(made.emblem), left[kind], words))
    return Group(_("Still unseen"), tiles(sum(left)), tuple(found))
