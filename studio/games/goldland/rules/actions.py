"""The numbers of the rules of Goldland: kinds of action, phases, equipment, adventures (see the door)."""

from __future__ import annotations

from typing import Final

# decisions of a seat, in the order in which the list of moves shows them
DISCARD: Final = 0
STEP: Final = 1
HAND_OVER: Final = 2
NO_CAMP: Final = 3
PITCH: Final = 4
SHIFT: Final = 5
STOP: Final = 6
GAIN: Final = 7
TAKE: Final = 8
EXPLORE: Final = 9
TURN_UP: Final = 10
LAY: Final = 11
DROP: Final = 12
TREASURE: Final = 13
END: Final = 14
BUY: Final = 15
# chance
TILE: Final = 16

# ways of taking a step: the third number of (STEP, cell, way)
FREE: Final = 0
"""Along a road onto a plain tile, or onto an adventure where the seat has a camp (G5, G7)."""
PAY: Final = 1
"""Along a road onto an adventure, paying its red items at once and surviving it (G7)."""
CROSS: Final = 2
"""Without a road, handing over any four pieces; an adventure is not survived (G6, G7)."""
CROSS_PAY: Final = 3
"""Without a road, four pieces with the red items among them: the adventure is survived (G7)."""

# phases
P_TURN: Final = 0
"""Between actions, and between the steps of a move."""
P_HAND_OVER: Final = 1
"""A crossing is being paid, piece by piece."""
P_CAMP: Final = 2
"""An adventure was survived: a camp may be placed."""
P_TAKE: Final = 3
"""How many of `state.item` are taken."""
P_TILE: Final = 4
"""Chance: the drawn tile."""
P_LAY: Final = 5
"""The tile in hand is laid."""
P_DROP: Final = 6
"""The amulet is due and the backpack is full."""
P_OVER: Final = 7

# equipment
PROVISION: Final = 0
ROPE: Final = 1
RIFLE: Final = 2
SHOVEL: Final = 3
WOOD: Final = 4
PEARL: Final = 5
ROD: Final = 6
ITEMS: Final = 7
ITEM_KEYS: Final = ("provision", "rope", "rifle", "shovel", "wood", "pearl", "rod")

# kinds of tile: adventures 0 … 6 in this order, then those without
BANDITS: Final = 0
PUMAS: Final = 1
DESERT: Final = 2
MOUNTAINS: Final = 3
CANYON: Final = 4
LAKE: Final = 5
NATIVES: Final = 6
ADVENTURES: Final = 7
PLAIN: Final = 7
COAST: Final = 8
START: Final = 9
KIND_KEYS: Final = ("bandits", "pumas", "desert", "mountains", "canyon", "lake", "natives", "plain", "coast", "start")

CROSSING: Final = 4
"""Pieces of equipment that a crossing costs (G6)."""
COMPARTMENTS: Final = 12
MOST_CELLS: Final = 100
TREASURE_VALUE: Final = 3
AMULET_VALUE: Final = 3
TREASURE_PRICE: Final = (2, 0, 0, 0, 0, 0, 0)
"""Two provisions (G13)."""
STALE_ROUNDS: Final = 20
"""Rounds in a row without progress after which the game ends (G15)."""
