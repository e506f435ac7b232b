"""What the window asks the seat to move, and why: a title and a hint for every decision (C17)."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.game import CHANCE, OVER
from studio.core.text import _, begun, either, hint_of, marks, plural, points, seat_mark
from studio.games.columbus.rules import State
from studio.games.columbus.rules import actions as a
from studio.games.columbus.rules.laying import limit
from studio.games.columbus.rules.sailing import distance, is_last, reach
from studio.games.columbus.words.places import place, space, spaces, the_tile, tile_name, use_of

Prompt = tuple[str, str]
"""Title and hint."""


def prompt(state: State, seat: int) -> Prompt:
    """The request to the seat to move, in one line, and what the decision means, in one or two sentences.

    `seat` is who reads it: only the seat to move is told what follows from its rack, and to take from it (C1).
    """
    if state.to_move == OVER:
        return _over(state)
    if state.to_move == CHANCE:
        return _("{who} draws tiles").format(who=seat_mark(state.active)), ""
    if state.phase == a.P_LAY and seat >= 0 and seat != state.to_move:
        return _watched(state, seat_mark(state.to_move))
    return _DECISIONS[state.phase](state, seat_mark(state.to_move), kinds_of(state, seat))


def kinds_of(state: State, seat: int) -> set[int]:
    """The kinds of action that are legal now, as far as this seat can know: of others' racks it sees the size."""
    if state.to_move < 0 or seat == state.to_move:
        return {action[0] for action in state.legal()} if state.to_move >= 0 else set()
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
    why = _("The ship sets out from it, bow to America; it may come home to any free harbour.")
    if state.own_harbour:
        why = _("The ship sets out from it and has to come home to it.")
    return _("{who}, choose a home harbour").format(who=who), why


def _lay(state: State, who: str, kinds: set[int]) -> Prompt:
    swap = _swap_words(kinds)
    if a.TAKE not in kinds and a.AS_CYCLONE not in kinds:
        return (
            _("{who}, swap a joker or lay nothing more").format(who=who),
            _("Nothing on the rack can be laid. A joker swapped now has to be."),
        )
    most = limit(state)
    ask = _("{who}, take tile {number} of {most} from the rack").format(who=who, number=state.laid + 1, most=most)
    return ask, hint_of(swap, _sailing_words(state), _("Tiles help or hinder anybody."))


def _watched(state: State, who: str) -> Prompt:
    """What is said of laying over the rack of another seat."""
    told = _("{who} lays tile {number} of {most}")
    return told.format(who=who, number=state.laid + 1, most=limit(state)), _sailing_words(state)


def _place(state: State, who: str, kinds: set[int]) -> Prompt:
    board = state.board
    if state.hand == a.T_JOKER:
        why = _("Ships sail 2 spaces from it; it stands for the tile that belongs there.")
    else:
        use = use_of(board, state.hand)
        why = _("{sentence}.").format(sentence=begun(use))
    if state.discovered and state.hand in a.SHIP_TILES:
        why = hint_of(why, _("It may cover a laid tile."))
    return _("{who}, lay {tile} on a lit space").format(who=who, tile=the_tile(board, state.hand)), why


def _lift(state: State, who: str, kinds: set[int]) -> Prompt:
    if state.relief:
        return (
            _("{who}, move a tile for having been blocked").format(who=who),
            hint_of(
                _("Any lit tile may go to another space where it fits, or none; it is no laid tile."),
                _swap_words(kinds),
            ),
        )
    return (
        _("{who}, which tile does the cyclone move?").format(who=who),
        hint_of(_("Any lit tile may go to another space where it fits, or none."), _swap_words(kinds)),
    )


def _drop(state: State, who: str, kinds: set[int]) -> Prompt:
    board = state.board
    return (
        _("{who}, where does {tile} go?").format(who=who, tile=the_tile(board, state.tile[state.lifted])),
        _("From {space} to a lit space.").format(space=space(board, state.lifted)),
    )


def _sail(state: State, who: str, kinds: set[int]) -> Prompt:
    swap = _swap_words(kinds)
    if state.sailed:
        verbs = [_("swap a joker")] if swap else []
        ask = _("{who}, {choice}").format(who=who, choice=either([*verbs, _("end the turn")]))
        return ask, swap or _("The ship has sailed.")
    if not reach(state, state.active):
        return _("{who}, no space can be reached").format(who=who), hint_of(_blocked_words(state), swap)
    far = distance(state, state.active)
    ask = _("{who}, sail up to {spaces} or stay").format(who=who, spaces=spaces(far))
    return ask, hint_of(swap, _why_so_far(state), _goal_words(state))


def _free(state: State, who: str, kinds: set[int]) -> Prompt:
    left = limit(state) - state.laid
    lays = bool(kinds & {a.TAKE, a.AS_CYCLONE})
    verbs = [
        *([plural("lay {count} tile", "lay up to {count} tiles", left).format(count=left)] if lays else []),
        *([_("sail")] if a.SAIL in kinds else []),
        *([_("swap a joker")] if a.SWAP in kinds and not lays else []),
        *([_("end the turn")] if a.END in kinds else []),
    ]
    ask = _("{who}, {choice}").format(who=who, choice=either(verbs))
    reasons = []
    if a.END not in kinds:
        reasons.append(_("At least one tile has to be laid."))
    if not lays and state.laid < limit(state):
        held = state.rack_size[state.active]
        reasons.append(_("Nothing on the rack can be laid.") if held else _("The rack is empty."))
    if state.sailed:
        reasons.append(_("The ship has sailed."))
    elif a.SAIL in kinds:
        far = spaces(distance(state, state.active))
        reasons += [_("The ship may sail up to {spaces}.").format(spaces=far), _goal_words(state)]
    else:
        reasons.append(_blocked_words(state))
    if lays:
        reasons.append(_swap_words(kinds))
    return ask, hint_of(*reasons)


_DECISIONS: dict[int, Callable[[State, str, set[int]], Prompt]] = {
    a.P_HARBOUR: _harbour,
    a.P_LAY: _lay,
    a.P_PLACE: _place,
    a.P_LIFT: _lift,
    a.P_DROP: _drop,
    a.P_SAIL: _sail,
    a.P_FREE: _free,
}


# reasons


def _swap_words(kinds: set[int]) -> str:
    """That a joker can be swapped (C6)."""
    return _("A lit joker can be had for its tile.") if a.SWAP in kinds else ""


def _sailing_words(state: State) -> str:
    """How far the ship may sail as things are."""
    far = distance(state, state.active)
    if not reach(state, state.active):
        return _("The ship can reach no space yet.")
    return _("The ship may sail {spaces}.").format(spaces=spaces(far))


def _why_so_far(state: State) -> str:
    """Why a ship may sail so far (C7, C9)."""
    seat = state.active
    kind = state.tile[state.ship[seat]]
    start = tile_name(state.board, kind) if kind != a.NO_TILE else _("harbour")
    if is_last(state, seat):
        return _("It starts from: {tile}. The last ship goes one space further.").format(tile=start)
    return _("It starts from: {tile}.").format(tile=start)


def _goal_words(state: State) -> str:
    if state.voyage[state.active] == a.OUTBOUND:
        return _("To America!")
    if state.own_harbour:
        return _("Home to {harbour}!").format(harbour=place(state.board, state.harbour[state.active]))
    return _("To any free home harbour!")


def _blocked_words(state: State) -> str:
    """What comes of being blocked (C11)."""
    count = state.blocked[state.active] + 1
    if count >= a.BLOCKED_TURNS:
        return _("The third blocked turn in a row: if still blocked, the next turn begins with moving a tile.")
    return _("Blocked: turn {count} of 3, after which a tile may be moved.").format(count=count)


def _over(state: State) -> Prompt:
    winners = state.winners()
    best = points(max(state.scores()))
    home = state.voyage.count(a.HOME)
    if home >= state.seats - 1:
        why = _("All ships but the last are home.")
    elif home and state.winner_only:
        why = _("The first ship is home.")
    else:
        why = _("In {rounds} rounds no tile was laid and no ship came home.").format(rounds=a.QUIET_ROUNDS)
    if len(winners) == 1:
        return _("{who} wins with {points}").format(who=seat_mark(winners[0]), points=best), why
    return _("{seats} share the victory").format(seats=marks(winners)), why
