"""Boards as pictures outside the window: files and thumbnails."""
