"""The middle of the workshop: one piece, to be changed by clicks."""
