"""The layout editor: a document and its undo steps, tools that know no widget, and the panels around the board."""
