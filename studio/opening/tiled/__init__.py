"""Layouts as maps of the editor Tiled (.tmj with a .tsj beside it), and back again without loss.

What the editor's palette can paint is the tileset; the spaces are a tile layer, edges are tile objects that lie on
them. What tiles cannot say (numbers, supplies, words) is in a property of the map: the whole layout as it was. Reading
takes that layout and paints on it what the map shows otherwise, so a map that nobody changed is the same layout.
"""

from __future__ import annotations

VERSION = "1.8"
"""Of Tiled's format."""
SIDE = 96
"""Pixels of a tile's width; its height too, on squares."""
SPACES, EDGES = "spaces", "edges"
"""The layers, by name."""
LAYOUT, STAMP, TURN = "layout", "stamp", "turn"
"""Properties: of the map, and of the tiles."""
WORDS = ("name", "author", "notes")
"""What may be changed in the properties of the map."""
