"""Boards outside the window: image files, thumbnails, animations and print."""
