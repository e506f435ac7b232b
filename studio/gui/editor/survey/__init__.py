"""Measurements of a layout by its game: tables next to the board, overlays on it."""
