"""The piece editor: edits the set of tiles or pieces of a layout."""
