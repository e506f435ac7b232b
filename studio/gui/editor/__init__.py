"""The layout editor: a document with undo steps, tools without widgets, and the panels around the board."""
