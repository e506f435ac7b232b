"""The vocabulary of the house: games, matches, grids, pictures, problems. Standard library only."""
