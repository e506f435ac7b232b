"""The pieces of the game are always the same: nothing to be changed in a workshop."""

from studio.core.defaults import (
    add_pieces,
    duplicate_piece,
    import_pieces,
    missing_pieces,
    patterns,
    piece_detail,
    pieces,
    remove_piece,
)

__all__ = [
    "add_pieces",
    "duplicate_piece",
    "import_pieces",
    "missing_pieces",
    "patterns",
    "piece_detail",
    "pieces",
    "remove_piece",
]
