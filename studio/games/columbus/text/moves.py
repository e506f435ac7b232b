"""The texts of all moves of Columbus: sentences for the log and lists, short texts for buttons."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.game import Action
from studio.core.text import _, capitalize_first, seat_mark
from studio.games.columbus.rules import State, board as a
from studio.games.columbus.rules.position import reach
from studio.games.columbus.text.places import a_tile, place, space, the_tile, tile_name


def describe(state: State, action: Action) -> str:
    return _SENTENCES[action[0]](state, action, seat_mark(state.to_move if state.to_move >= 0 else state.active))


def button_text(state: State, action: Action) -> str:
    return _BUTTONS[action[0]](state, action)


def arrives(state: State, cell: int) -> bool:
    """Whether an outbound ship that sails to a space reaches America there (C12)."""
    return state.voyage[state.active] == a.OUTBOUND and bool(state.board.america >> cell & 1)


def comes_home(state: State, cell: int) -> bool:
    """Whether a returning ship that sails to a space is home there (C14)."""
    seat = state.active
    if state.voyage[seat] != a.RETURNING:
        return False
    return cell == state.harbour[seat] if state.own_harbour else bool(state.board.home_set >> cell & 1)


# sentences


def _take(state: State, action: Action, who: str) -> str:
    if action[1] == a.T_CYCLONE:
        return _("{who} plays a cyclone.").format(who=who)
    return _("{who} takes {tile}.").format(who=who, tile=a_tile(state.board, action[1]))


def _place(state: State, action: Action, who: str) -> str:
    board, cell = state.board, action[1]
    lower = state.tile[cell]
    if state.hand == a.T_JOKER:
        return _("{who} places a joker on {space} as {tile}.").format(
            who=who, space=space(board, cell), tile=a_tile(board, board.picture[cell])
        )
    if lower != a.NO_TILE:
        return _("{who} places {tile} over {lower} on {space}.").format(
            who=who, tile=a_tile(board, state.hand), lower=the_tile(board, lower), space=space(board, cell)
        )
    return _("{who} places {tile} on {space}.").format(
        who=who, tile=a_tile(board, state.hand), space=space(board, cell)
    )


def _swap(state: State, action: Action, who: str) -> str:
    board, cell = state.board, action[1]
    return _("{who} swaps {tile} for the joker on {space}.").format(
        who=who, space=space(board, cell), tile=a_tile(board, board.picture[cell])
    )


def _lift(state: State, action: Action, who: str) -> str:
    return _("{who} lifts {tile} on {space}.").format(
        who=who, tile=the_tile(state.board, state.tile[action[1]]), space=space(state.board, action[1])
    )


def _drop(state: State, action: Action, who: str) -> str:
    board, lifted, cell = state.board, state.lifted, action[1]
    tile, lower = the_tile(board, state.tile[lifted]), state.tile[cell]
    if lower != a.NO_TILE:
        return _("{who} moves {tile} from {space} onto {lower} on {goal}.").format(
            who=who, tile=tile, space=space(board, lifted), lower=the_tile(board, lower), goal=space(board, cell)
        )
    if state.tile[lifted] == a.T_JOKER:
        return _("{who} moves the joker from {space} to {goal} as {tile}.").format(
            who=who, space=space(board, lifted), goal=space(board, cell), tile=a_tile(board, board.picture[cell])
        )
    return _("{who} moves {tile} from {space} to {goal}.").format(
        who=who, tile=tile, space=space(board, lifted), goal=space(board, cell)
    )


def _sail(state: State, action: Action, who: str) -> str:
    text = _("{who} sails to {space}.")
    if arrives(state, action[1]):
        text = _("{who} reaches America at {space}.")
    elif comes_home(state, action[1]):
        text = _("{who} sails home to {space}.")
    return text.format(who=who, space=place(state.board, action[1]))


def _stay(state: State, action: Action, who: str) -> str:
    can_sail = reach(state, state.active)
    text = _("{who} stays on {space}.") if can_sail else _("{who} cannot sail and stays on {space}.")
    return text.format(who=who, space=place(state.board, state.ship[state.active]))


def _end(state: State, action: Action, who: str) -> str:
    text = _("{who} ends the turn.")
    if not state.sailed:
        can_sail = reach(state, state.active)
        text = _("{who} ends the turn without sailing.") if can_sail else _("{who} cannot sail and ends the turn.")
    return text.format(who=who)


_SENTENCES: dict[int, Callable[[State, Action, str], str]] = {
    a.HARBOUR: lambda state, action, who: _("{who} starts from {harbour}.").format(
        who=who, harbour=place(state.board, action[1])
    ),
    a.TAKE: _take,
    a.AS_CYCLONE: lambda state, action, who: _("{who} plays a joker as a cyclone.").format(who=who),
    a.PLACE: _place,
    a.SWAP: _swap,
    a.LIFT: _lift,
    a.DROP: _drop,
    a.LEAVE: lambda state, action, who: _("{who} moves no tile.").format(who=who),
    a.SAIL: _sail,
    a.STAY: _stay,
    a.STOP: lambda state, action, who: _("{who} places no more tiles.").format(who=who),
    a.END: _end,
    a.DRAW: lambda state, action, who: _("{who} draws {tile}.").format(who=who, tile=a_tile(state.board, action[1])),
}


# buttons


def _take_button(state: State, action: Action) -> str:
    if action[1] == a.T_CYCLONE:
        return _("Play cyclone")
    return _("Take {tile}").format(tile=tile_name(state.board, action[1]))


def _place_button(state: State, action: Action) -> str:
    text = _("Cover {space}") if state.tile[action[1]] != a.NO_TILE else _("Place on {space}")
    return text.format(space=space(state.board, action[1]))


def _sail_button(state: State, action: Action) -> str:
    text = _("Sail to {space}")
    if arrives(state, action[1]):
        text = _("To America, {space}")
    elif comes_home(state, action[1]):
        text = _("Home to {space}")
    return text.format(space=space(state.board, action[1]))


_BUTTONS: dict[int, Callable[[State, Action], str]] = {
    a.HARBOUR: lambda state, action: _("Start from {harbour}").format(harbour=place(state.board, action[1])),
    a.TAKE: _take_button,
    a.AS_CYCLONE: lambda state, action: _("Joker as cyclone"),
    a.PLACE: _place_button,
    a.SWAP: lambda state, action: _("Take joker on {space}").format(space=space(state.board, action[1])),
    a.LIFT: lambda state, action: _("Lift {space}").format(space=space(state.board, action[1])),
    a.DROP: lambda state, action: _("Move to {space}").format(space=space(state.board, action[1])),
    a.LEAVE: lambda state, action: _("Move no tile"),
    a.SAIL: _sail_button,
    a.STAY: lambda state, action: _("Stay"),
    a.STOP: lambda state, action: _("Stop placing"),
    a.END: lambda state, action: _("End turn") if state.sailed else _("End without sailing"),
    a.DRAW: lambda state, action: capitalize_first(tile_name(state.board, action[1])),
}


def turn_title(state: State) -> str:
    """Return the name of a position's turn: a round is one turn of every seat."""
    return _("Round {round}").format(round=state.round) if state.turn else _("Setup")
