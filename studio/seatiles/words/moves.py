"""What the moves are called that every game on sea tiles has: sentences, and a few words for a button."""

from __future__ import annotations

from studio.core.game import Action
from studio.core.text import _, begun, quoted
from studio.seatiles.rules.position import BACK_QUERY, SeaPosition
from studio.seatiles.words.places import gold, laid_words, land_at, land_name, side_name, space


def turn(s: SeaPosition) -> str:
    """What the turn that a position belongs to is called."""
    return _("Turn {number}").format(number=s.turn)


# sentences


def draw(s: SeaPosition, stack: int, name: str, who: str) -> str:
    """The top of a stack is drawn; `name` says what the stack is called in the game."""
    if s.stack_top[stack] == BACK_QUERY:
        return _("{who} draws the “?” on top of {stack}.").format(who=who, stack=name)
    return _("{who} draws the plain tile on top of {stack}.").format(who=who, stack=name)


def stop(s: SeaPosition, action: Action, who: str) -> str:
    """(STOP,)"""
    return _("{who} ends the expedition.").format(who=who)


def lay(s: SeaPosition, action: Action, who: str) -> str:
    """(LAY, cell, placement)"""
    return laid_words(s.board, who, action[1], s.board.chart.placements[action[2]])


def island(s: SeaPosition, action: Action, who: str) -> str:
    """(ISLAND, cell, land)"""
    return _("{who} has the island at {place} scored next.").format(who=who, place=_island_place(s, action))


def _island_place(s: SeaPosition, action: Action) -> str:
    return land_at(s.board, s.laid[action[1]], action[1], action[2])


def ship_land(s: SeaPosition, land: int) -> str:
    """A land of the tile on which the ship lies."""
    return land_at(s.board, s.laid[s.ship], s.ship, land)


# buttons


def priced(words: str, cost: int) -> str:
    """Words with what it costs."""
    return _("{words} · {gold}").format(words=words, gold=gold(cost))


def start_rim_button(s: SeaPosition, action: Action) -> str:
    """(START_RIM, cell, side)"""
    return _("{space} {side}").format(space=space(s.board, action[1]), side=side_name(action[2]))


def pass_button(s: SeaPosition, action: Action) -> str:
    """(PASS,)"""
    return _("Pass")


def draw_button(s: SeaPosition, stack: int, name: str) -> str:
    """The top of a stack by the stack's name and what its back shows."""
    return f"{begun(name)} {quoted('?')}" if s.stack_top[stack] == BACK_QUERY else begun(name)


def unit_button(s: SeaPosition, name: str, land: int, cost: int) -> str:
    """A unit placed on a land of the tile on which the ship lies."""
    which = land_name(s.board.chart.placements[s.laid[s.ship]], land)
    return priced(f"{name} ({which})" if which else name, cost)


def stop_button(s: SeaPosition, action: Action) -> str:
    """(STOP,)"""
    return _("End the expedition")


def lay_button(s: SeaPosition, action: Action) -> str:
    """(LAY, cell, placement)"""
    return _("Lay on {space}").format(space=space(s.board, action[1]))


def island_button(s: SeaPosition, action: Action) -> str:
    """(ISLAND, cell, land)"""
    return _("Island at {place}").format(place=_island_place(s, action))
