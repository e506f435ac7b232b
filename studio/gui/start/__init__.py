"""The start page and the dialogs for a new layout and a new match."""
