"""What moves when a match goes on: pieces on the board, tiles from their piles, coins and points to their seats."""
