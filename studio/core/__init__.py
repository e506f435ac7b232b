"""The data types that all parts share: games, matches, grids, pictures, problems. Standard library only."""
