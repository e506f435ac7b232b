"""The panels around the board: palette, inspector, minimap, history, status bar."""
