"""Panels next to the board of a match: seats, the decision, insets, the tray."""
