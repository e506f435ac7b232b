"""How the game looks: the board in a match and in the editor, as data."""
