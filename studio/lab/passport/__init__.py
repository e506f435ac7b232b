"""The fairness passport of a board."""
