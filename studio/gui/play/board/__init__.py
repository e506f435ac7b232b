"""The board of the play view: clicks on their way to moves, and what moves by itself."""
