"""What a game measures on a layout: tables beside the board, overlays on it."""
