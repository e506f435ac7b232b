"""The start page and the dialogs that begin something: a new layout, a match."""
