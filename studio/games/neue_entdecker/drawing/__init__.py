"""Pictures of the game: the board in a match and in the editor, jungle and points track."""
