"""What pointer and keys mean on an editor's board: the cell or edge that is meant, the buttons, the letters typed."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from studio.core.grid import Grid
from studio.core.picture import edge_target, is_edge
from studio.drawing.geometry import nearest_side, side_middle
from studio.gui.board.view import Pointer
from studio.gui.editor.tools import Touch

BUTTONS = {
    Qt.MouseButton.LeftButton: "left",
    Qt.MouseButton.RightButton: "right",
    Qt.MouseButton.MiddleButton: "middle",
}
TYPED = {
    Qt.Key.Key_Backspace: "back",
    Qt.Key.Key_Return: "enter",
    Qt.Key.Key_Enter: "enter",
    Qt.Key.Key_Up: "north",
    Qt.Key.Key_Right: "east",
    Qt.Key.Key_Down: "south",
    Qt.Key.Key_Left: "west",
}
NEAR = 0.34
"""With the tool for the border a rim edge is meant from this far inside its cell, in board units."""


def typed_key(event: QKeyEvent) -> str:
    """What a key means to a tool that is typing; "" for what is not typed: shortcuts, and keys without a sign."""
    command = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
    if event.modifiers() & command:
        return ""
    if event.key() in TYPED:
        return TYPED[Qt.Key(event.key())]
    return event.text() if event.text().isprintable() else ""


def touch_of(pointer: Pointer, grid: Grid, edges: frozenset[int], tool: str) -> Touch:
    """The pointer as a tool wants it. `edges` are the rim edges that can be pointed at."""
    cell = pointer.target if 0 <= pointer.target < grid.count else grid.cell_at(pointer.x, pointer.y)
    target = pointer.target
    if tool == "border" and cell >= 0 and not is_edge(target):
        near = near_edge(grid, cell, (pointer.x, pointer.y), edges)
        target = near if near >= 0 else cell
    keys = pointer.modifiers
    return Touch(
        pointer.x,
        pointer.y,
        cell,
        target,
        BUTTONS.get(pointer.button, ""),
        bool(keys & Qt.KeyboardModifier.ShiftModifier),
        bool(keys & Qt.KeyboardModifier.ControlModifier),
        bool(keys & Qt.KeyboardModifier.AltModifier),
    )


def near_edge(grid: Grid, cell: int, point: tuple[float, float], edges: frozenset[int]) -> int:
    """The rim edge near a point of a cell, on this side or on the other; -1 when there is none."""
    side = nearest_side(grid, cell, point)
    if math.dist(side_middle(grid, cell, side), point) > NEAR:
        return -1
    if edge_target(cell, side) in edges:
        return edge_target(cell, side)
    other = grid.neighbour(cell, side)
    if other >= 0:
        back = next(number for number in range(grid.sides) if grid.neighbour(other, number) == cell)
        if edge_target(other, back) in edges:
            return edge_target(other, back)
    return -1
